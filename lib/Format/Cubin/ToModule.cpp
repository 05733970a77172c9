//===- ToModule.cpp - From a read cubin back to the writer's description --===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Used to show that the writer loses nothing, and to change one thing of a
// whole-program cubin and write it again. What Module cannot say is an error,
// never dropped.
//
//===----------------------------------------------------------------------===//

#include "ReaderParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include <tuple>

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using Bytes = llvm::ArrayRef<uint8_t>;

static constexpr uint32_t kInstBytes = 16;

namespace {

class ModuleMaker {
public:
  explicit ModuleMaker(const LoadedCubin &cubin) : cubin(cubin) {
    for (const Section &s : cubin.sections)
      sectionByName.try_emplace(s.name, &s);
    for (const LoadedKernel &k : cubin.kernels)
      kernelNames.insert(k.name);
  }

  llvm::Expected<Module> run() {
    if (cubin.header.type != ELF::ET_EXEC || !canDescribe(cubin.sm))
      return readError("only whole-program sm_90 cubins can be described");
    for (const Section &s : cubin.sections)
      if (!isKnownSection(s))
        return readError("section '" + s.name +
                         "' has no place in the description");
    module.sm = cubin.sm;
    module.suffix = cubin.suffix;
    module.ptxTarget = cubin.ptxTarget;
    if (llvm::Error e = readNotes())
      return std::move(e);
    for (const Attribute &a : cubin.attributes)
      if (a.code == uint8_t(Attr::GEN_ERRBAR_AT_EXIT))
        module.errorsVisibleAtExit = true;
      else if (!llvm::is_contained({Attr::REGCOUNT, Attr::FRAME_SIZE,
                                    Attr::MIN_STACK_SIZE,
                                    Attr::MERCURY_ISA_VERSION},
                                   static_cast<Attr>(a.code)))
        return unknownRecord(".nv.info", a);
    if (llvm::Error e = readCallgraph())
      return std::move(e);
    auto entries = readFrameEntries(cubin);
    if (!entries)
      return entries.takeError();
    frames = std::move(*entries);
    if (llvm::Error e = readVariables())
      return std::move(e);
    findSharedReference();
    for (size_t i = 0; i < cubin.kernels.size(); ++i)
      if (llvm::Error e = addKernel(i))
        return std::move(e);
    std::reverse(module.kernels.begin(), module.kernels.end());
    return std::move(module);
  }

private:
  const LoadedCubin &cubin;
  Module module;
  llvm::StringMap<const Section *> sectionByName;
  llvm::StringSet<> kernelNames;
  llvm::StringMap<std::vector<std::string>> calls; ///< by caller
  std::vector<FrameEntry> frames;
  size_t nextFrame = 0;
  /// Kernel (file order) that first takes a shared address; -1: none.
  int firstShared = -1;

  static llvm::Error unknownRecord(const llvm::Twine &where,
                                   const Attribute &a) {
    return readError(where + ": record 0x" + llvm::utohexstr(a.code) + " " +
                     getAttrName(a.code) + " has no place in the description");
  }

  bool isKnownSection(const Section &s) const {
    static constexpr llvm::StringLiteral names[] = {"",
                                                    ".shstrtab",
                                                    ".strtab",
                                                    ".symtab",
                                                    ".debug_frame",
                                                    ".note.nv.tkinfo",
                                                    ".note.nv.cuinfo",
                                                    ".nv.info",
                                                    ".nv.compat",
                                                    ".nv.callgraph",
                                                    ".rela.nv.constant4",
                                                    ".rela.nv.constant3",
                                                    ".rela.nv.global.init",
                                                    ".rela.debug_frame",
                                                    ".nv.constant4",
                                                    ".nv.constant3",
                                                    ".nv.global.init",
                                                    ".nv.global",
                                                    ".nv.shared.reserved.0"};
    if (llvm::is_contained(names, s.name))
      return true;
    for (llvm::StringRef prefix :
         {".nv.info.", ".rela.text.", ".rela.nv.constant2.", ".nv.constant2.",
          ".text.", ".nv.shared.", ".nv.constant0."})
      if (s.name.starts_with(prefix) &&
          kernelNames.contains(s.name.drop_front(prefix.size())))
        return true;
    return false;
  }

  llvm::Error readNotes() {
    if (const Section *s = cubin.findSection(".nv.compat")) {
      for (size_t at = 0; at + 4 <= s->data.size(); at += 4) {
        if (s->data[at] == 4)
          break; // the sized record is the last one
        if (s->data[at] != 2)
          continue;
        if (s->data[at + 1] == 2)
          module.compat.feature = s->data[at + 2];
        if (s->data[at + 1] == 3)
          module.compat.tensorMaps = s->data[at + 2];
      }
    }
    const Section *s = cubin.findSection(".note.nv.tkinfo");
    if (!s)
      return readError("no section .note.nv.tkinfo");
    // namesz 12, descsz, type, "NVIDIA Corp", then six words and the strings.
    constexpr size_t kDesc = 24, kWords = 24;
    Bytes d = s->data;
    if (d.size() < kDesc + kWords)
      return readError(".note.nv.tkinfo is too short");
    llvm::StringRef strings(reinterpret_cast<const char *>(d.data()) + kDesc +
                                kWords,
                            d.size() - kDesc - kWords);
    std::string *fields[] = {&module.tool.name, &module.tool.version,
                             &module.tool.build, &module.tool.options};
    for (unsigned i = 0; i < 4; ++i) {
      uint32_t at = loadLE<uint32_t>(d, kDesc + 8 + 4 * i);
      if (at > strings.size())
        return readError(".note.nv.tkinfo: string outside the note");
      *fields[i] = strings.drop_front(at).split('\0').first.str();
    }
    return llvm::Error::success();
  }

  /// Edges (kernel, external function), from the last call to the first.
  llvm::Error readCallgraph() {
    const Section *s = cubin.findSection(".nv.callgraph");
    int32_t marker = 0;
    for (size_t at = 0; s && at + 8 <= s->data.size(); at += 8) {
      uint32_t caller = loadLE<uint32_t>(s->data, at);
      uint32_t callee = loadLE<uint32_t>(s->data, at + 4);
      if (!caller) {
        marker = int32_t(callee);
        continue;
      }
      if (marker != -1 || caller >= cubin.symbols.size() ||
          callee >= cubin.symbols.size())
        return readError(".nv.callgraph: an edge that has no place in the "
                         "description");
      calls[cubin.symbols[caller].name].push_back(
          cubin.symbols[callee].name.str());
    }
    return llvm::Error::success();
  }

  llvm::Expected<FrameEntry> takeFrame(llvm::StringRef name, bool function) {
    if (nextFrame >= frames.size() || frames[nextFrame].isFunction != function)
      return readError(".debug_frame has no entry for '" + name +
                       "' where one is expected");
    return frames[nextFrame++];
  }

  // --- variables -------------------------------------------------------------

  llvm::Error readVariables() {
    llvm::StringMap<size_t> slotOf;
    if (cubin.constant4Section)
      for (const LoadedReloc &r : cubin.relocationsOf(cubin.constant4Section))
        slotOf[r.symbol] = r.offset;

    std::vector<Variable> global, weak, local;
    for (const LoadedVariable &v : cubin.variables) {
      Variable out;
      out.name = v.name.str();
      out.linkage = v.linkage;
      out.size = v.size;
      out.offset = v.offset;
      out.managed = v.managed;
      const Section &section = cubin.sections[v.section];
      // The true alignment is not recorded: what the offset allows.
      uint64_t align = section.align;
      if (v.offset)
        align = std::min(align, v.offset & -v.offset);
      out.align = std::max<uint64_t>(align, 1);
      if (v.offset > section.size || v.size > section.size - v.offset)
        return readError("variable '" + v.name + "' exceeds its section");
      if (v.section == cubin.constant3Section)
        out.space = VarSpace::Const;
      else if (v.section == cubin.globalInitSection)
        out.hasInit = true;
      else if (v.section != cubin.globalSection)
        return readError("variable '" + v.name + "' is in section '" +
                         section.name + "'");
      if ((out.space == VarSpace::Const || out.hasInit) &&
          section.data.size() != section.size)
        return readError("section '" + section.name +
                         "' has no bytes in the file");
      if (!section.data.empty()) {
        Bytes init = section.data.slice(v.offset, v.size);
        out.init.assign(init.begin(), init.end());
        while (!out.init.empty() && out.init.back() == 0)
          out.init.pop_back();
      }
      (v.linkage == Linkage::Local  ? local
       : v.linkage == Linkage::Weak ? weak
                                    : global)
          .push_back(std::move(out));
    }
    // Visible variables: GLOBAL and WEAK symbols are listed apart; bank 4's
    // slots and bank 3's offsets tell how they were mixed.
    size_t g = 0, w = 0;
    auto weakFirst = [&](const Variable &a, const Variable &b) {
      if (a.space != b.space)
        return false;
      if (a.space == VarSpace::Const)
        return *b.offset < *a.offset;
      return slotOf.lookup(b.name) < slotOf.lookup(a.name);
    };
    while (g < global.size() || w < weak.size()) {
      bool takeWeak = g == global.size() ||
                      (w < weak.size() && weakFirst(global[g], weak[w]));
      module.variables.push_back(std::move(takeWeak ? weak[w++] : global[g++]));
    }
    for (Variable &v : local)
      module.variables.push_back(std::move(v));
    return attachRelocations();
  }

  llvm::Error attachRelocations() {
    for (unsigned index : {cubin.constant3Section, cubin.globalInitSection}) {
      if (!index)
        continue;
      bool isConst = index == cubin.constant3Section;
      std::vector<Variable *> byOffset;
      for (Variable &v : module.variables)
        if (isConst ? v.space == VarSpace::Const
                    : v.space == VarSpace::Global && v.hasInit)
          byOffset.push_back(&v);
      llvm::sort(byOffset, [](const Variable *a, const Variable *b) {
        return std::tie(*a->offset, a->name) < std::tie(*b->offset, b->name);
      });
      for (const LoadedReloc &r : cubin.relocationsOf(index)) {
        auto it = llvm::upper_bound(
            byOffset, r.offset,
            [](uint64_t at, const Variable *v) { return at < *v->offset; });
        if (it == byOffset.begin())
          return readError("relocation outside of every variable in '" +
                           cubin.sections[index].name + "'");
        Variable &v = **std::prev(it);
        v.relocations.push_back({r.offset - *v.offset,
                                 static_cast<RelocType>(r.type), r.symbol.str(),
                                 r.addend});
      }
    }
    // The file lists a variable's relocations from its end.
    for (Variable &v : module.variables)
      std::reverse(v.relocations.begin(), v.relocations.end());
    findFunctionRefs();
    return llvm::Error::success();
  }

  /// Resolved function tables leave only names behind; which variable had them
  /// is not recorded, the first initialised one without relocations is as good
  /// as any.
  void findFunctionRefs() {
    auto nameOffset = [&](llvm::StringRef name) {
      const Section *names = cubin.findSection(".strtab");
      if (!names)
        return llvm::StringRef::npos;
      llvm::StringRef text(reinterpret_cast<const char *>(names->data.data()),
                           names->data.size());
      std::string whole = std::string(1, '\0') + name.str() + '\0';
      return text.find(llvm::StringRef(whole));
    };
    size_t rel = nameOffset(".rel.nv.global.init");
    size_t rela = nameOffset(".rela.nv.global.init");
    if (rela == llvm::StringRef::npos)
      return;
    // What relocations alone would have left (see createRela in Writer.cpp).
    std::vector<int64_t> addends;
    for (const LoadedReloc &r : cubin.relocationsOf(cubin.globalInitSection))
      addends.push_back(r.addend);
    bool relFirst = rel != llvm::StringRef::npos && rel < rela;
    bool same =
        !addends.empty() && (addends.back() == 0) == relFirst &&
        (rel != llvm::StringRef::npos) == llvm::is_contained(addends, 0);
    if (same)
      return;
    // Names are given from the last variable to the first: a table of functions
    // that came before the others' is the last variable.
    auto kind = relFirst ? Variable::FunctionRefs::Resolved
                         : Variable::FunctionRefs::Dead;
    for (Variable &v : llvm::reverse(module.variables))
      if (v.hasInit && v.relocations.empty()) {
        v.functionRefs = kind;
        return;
      }
  }

  // --- kernels ---------------------------------------------------------------

  /// ptxas removes one helper symbol when shared addresses are resolved; the
  /// hole it leaves lies between the symbols of the first kernel that took one
  /// and those of the next.
  void findSharedReference() {
    int current = -1;
    for (size_t i = 1; i < cubin.symbols.size(); ++i) {
      const Symbol &s = cubin.symbols[i];
      if (s.type == ELF::STT_SECTION && s.name.starts_with(".text."))
        ++current;
      if (s.name.empty() && s.other == kOtherRemoved && firstShared < 0)
        firstShared = current;
    }
  }

  /// The lists that say something of an instruction hold its offset. Who works
  /// on the code looks it up there.
  static llvm::Error checkOffsets(const LoadedKernel &k) {
    auto check = [&](const char *list, uint32_t offset) -> llvm::Error {
      if (offset % kInstBytes == 0 && offset < k.text.size())
        return llvm::Error::success();
      return readError("kernel '" + k.name + "': " + list +
                       " names no instruction at offset 0x" +
                       llvm::utohexstr(offset, /*LowerCase=*/true));
    };
    for (uint32_t offset : k.exits)
      if (llvm::Error e = check("EXIT_INSTR_OFFSETS", offset))
        return e;
    for (uint32_t offset : k.intWarpWide)
      if (llvm::Error e = check("INT_WARP_WIDE_INSTR_OFFSETS", offset))
        return e;
    for (uint32_t offset : k.spills)
      if (llvm::Error e = check("ANNOTATIONS", offset))
        return e;
    for (const CoopGroupInstr &instr : k.coopGroups)
      if (llvm::Error e = check("COOP_GROUP_INSTR_OFFSETS", instr.offset))
        return e;
    for (const PartialLoad &load : k.partialLoads)
      if (llvm::Error e = check("UNUSED_LOAD_BYTE_OFFSET", load.offset))
        return e;
    return llvm::Error::success();
  }

  llvm::Error addKernel(size_t index) {
    const LoadedKernel &in = cubin.kernels[index];
    if (llvm::Error e = checkOffsets(in))
      return e;
    auto section = [&](const char *prefix) {
      return sectionByName.lookup((prefix + in.name).str());
    };
    Kernel k;
    k.name = in.name.str();
    k.linkage = in.linkage;
    k.text.assign(in.text.begin(), in.text.end());
    for (const LoadedReloc &r : in.relocations)
      k.relocations.push_back(
          {r.offset, static_cast<RelocType>(r.type), r.symbol.str(), r.addend});
    k.registers = in.registers;
    k.barriers = in.barriers;
    k.frameBytes = in.frameBytes;
    k.minStackBytes = in.minStackBytes;
    k.hasShared = section(".nv.shared.") != nullptr;
    k.sharedBytes = in.staticSharedBytes();
    k.sharedAlign = in.sharedAlign;
    k.referencesShared = firstShared >= 0 && int(index) >= firstShared &&
                         (int(index) == firstShared ||
                          (section(".rela.text.") && in.functions.empty()));
    k.params = in.params;
    k.paramBytes = in.paramBytes;
    k.maxntid = in.maxntid;
    k.reqntid = in.reqntid;
    k.ctaPerCluster = in.ctaPerCluster;
    k.maxClusterRank = in.maxClusterRank;
    k.explicitCluster = in.explicitCluster;
    k.blocksAreClusters = in.blocksAreClusters;
    k.maxRegCount = in.maxRegCount;
    k.exits = in.exits;
    k.coopGroups = in.coopGroups;
    k.intWarpWide = in.intWarpWide;
    k.partialLoads = in.partialLoads;
    k.spills = in.spills;
    k.indirectBranches = in.indirectBranches;
    k.mbarriers = in.mbarriers;
    k.numMBarriers = in.numMBarriers;
    k.atom16Emulation = in.atom16Emulation;
    k.crsStackBytes = in.crsStackBytes;
    for (llvm::StringRef name : in.externs)
      k.externs.push_back(name.str());
    std::vector<std::string> byCall = calls.lookup(in.name);
    std::reverse(byCall.begin(), byCall.end());
    if (byCall != k.externs)
      k.externsByCall = byCall;
    k.syscallOffsets = in.syscallOffsets;
    k.usesWmma = in.usesWmma;
    k.usesReservedShared = in.usesReservedShared;
    k.usesTensorMemory = in.usesTensorMemory;
    k.usesTensorBlocks = in.usesTensorBlocks;
    k.usesTensorPairs = in.usesTensorPairs;
    k.reconfiguresRegisters = in.reconfiguresRegisters;
    k.sparseMmaMask = in.sparseMmaMask;
    size_t annotated = 0;
    for (const Attribute &a : in.attributes) {
      if (!isKnownRecord(static_cast<Attr>(a.code)))
        return unknownRecord("kernel '" + in.name + "'", a);
      if (a.code == uint8_t(Attr::ANNOTATIONS))
        annotated += a.payload.size();
    }
    if (annotated != 8 * in.spills.size())
      return readError("kernel '" + in.name +
                       "': ANNOTATIONS of an unknown kind");
    if (const Section *s = section(".nv.constant2.")) {
      k.constant2.assign(s->data.begin(), s->data.end());
      k.constant2Align = s->align;
      k.constant2HasCodeOffsets = section(".rela.nv.constant2.") != nullptr;
      if (!cubin.relocationsOf(s->index).empty())
        return readError("section '" + s->name + "' has relocations");
    }
    if (llvm::any_of(in.constant0, [](uint8_t b) { return b != 0; }))
      return readError("'.nv.constant0." + in.name + "' is not all zero");

    auto frame = takeFrame(in.name, false);
    if (!frame)
      return frame.takeError();
    if (llvm::Error e = decodeFrameRows(frame->ops, k.frame))
      return e;
    k.framePointer = frame->reg;
    for (const LoadedFunction &f : in.functions) {
      auto entry = takeFrame(f.name, true);
      if (!entry)
        return entry.takeError();
      InnerFunction out;
      out.name = f.name.str();
      out.offset = f.offset;
      out.size = f.size;
      out.linkage = f.linkage;
      out.returnRegister = *entry->reg;
      out.frameOps.assign(entry->ops.begin(), entry->ops.end());
      k.functions.push_back(std::move(out));
    }
    module.kernels.push_back(std::move(k));
    return llvm::Error::success();
  }

  static bool isKnownRecord(Attr attr) {
    switch (attr) {
    case Attr::BLOCKS_ARE_CLUSTERS:
    case Attr::CUDA_API_VERSION:
    case Attr::KPARAM_INFO:
    case Attr::KPARAM_INFO_V2:
    case Attr::MAX_CLUSTER_RANK:
    case Attr::EXPLICIT_CLUSTER:
    case Attr::CTA_PER_CLUSTER:
    case Attr::RESERVED_SMEM_USED:
    case Attr::SPARSE_MMA_MASK:
    case Attr::WMMA_USED:
    case Attr::TCGEN05_1CTA_USED:
    case Attr::TCGEN05_2CTA_USED:
    case Attr::MAXREG_COUNT:
    case Attr::NUM_BARRIERS:
    case Attr::EXTERNS:
    case Attr::MERCURY_ISA_VERSION:
    case Attr::ANNOTATIONS:
    case Attr::UNUSED_LOAD_BYTE_OFFSET:
    case Attr::INT_WARP_WIDE_INSTR_OFFSETS:
    case Attr::COOP_GROUP_MASK_REGIDS:
    case Attr::COOP_GROUP_INSTR_OFFSETS:
    case Attr::REG_RECONFIG:
    case Attr::SYSCALL_OFFSETS:
    case Attr::MBARRIER_INSTR_OFFSETS:
    case Attr::NUM_MBARRIERS:
    case Attr::ATOM16_EMUL_INSTR_REG_MAP:
    case Attr::EXIT_INSTR_OFFSETS:
    case Attr::INDIRECT_BRANCH_TARGETS:
    case Attr::MAX_THREADS:
    case Attr::REQNTID:
    case Attr::CRS_STACK_SIZE:
    case Attr::CBANK_PARAM_SIZE:
    case Attr::PARAM_CBANK:
    case Attr::SW_WAR:
      return true;
    default:
      return false;
    }
  }
};

} // namespace

llvm::Expected<Module> ptxmlir::cubin::toModule(const LoadedCubin &cubin) {
  return ModuleMaker(cubin).run();
}

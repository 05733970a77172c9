//===- ReaderKernels.cpp - The CUDA side of the cubin reader --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels with their attributes, device functions, constant banks, variables.
//
//===----------------------------------------------------------------------===//

#include "ReaderParts.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include <tuple>

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

namespace {

Linkage linkageOf(uint8_t bind) {
  return bind == ELF::STB_LOCAL  ? Linkage::Local
         : bind == ELF::STB_WEAK ? Linkage::Weak
                                 : Linkage::Global;
}

/// Per-symbol values of the module's `.nv.info`.
struct SymbolInfo {
  uint32_t registers = 0, frame = 0, minStack = 0;
  bool hasRegisters = false;
};

class KernelReader {
public:
  explicit KernelReader(LoadedCubin &cubin) : cubin(cubin) {}

  llvm::Error run() {
    for (const Section &s : cubin.sections)
      sectionByName.try_emplace(s.name, s.index);
    if (llvm::Error e = readModuleInfo())
      return e;
    for (const LoadedReloc &r : cubin.relocations)
      relocsBySection[r.section].push_back(r);
    readData();
    for (size_t i = 0; i < cubin.symbols.size(); ++i)
      if (isTextSymbol(cubin.symbols[i]) && isKernel(cubin.symbols[i]))
        if (llvm::Error e = readKernel(i))
          return e;
    if (llvm::Error e = readFunctions())
      return e;
    // File order of the text sections, whatever the symbols' order.
    llvm::sort(cubin.kernels, [](const auto &a, const auto &b) {
      return a.textSection < b.textSection;
    });
    return llvm::Error::success();
  }

private:
  LoadedCubin &cubin;
  llvm::StringMap<unsigned> sectionByName;
  llvm::DenseMap<unsigned, std::vector<LoadedReloc>> relocsBySection;
  std::vector<SymbolInfo> infos;
  llvm::DenseMap<unsigned, size_t> kernelByText; ///< section -> kernels index

  const Section *section(const llvm::Twine &name) const {
    auto it = sectionByName.find(name.str());
    return it == sectionByName.end() ? nullptr : &cubin.sections[it->second];
  }

  bool isTextSymbol(const Symbol &s) const {
    return s.type == ELF::STT_FUNC && s.section != 0 &&
           s.section < cubin.sections.size() &&
           (cubin.sections[s.section].flags & ELF::SHF_EXECINSTR);
  }
  static bool isKernel(const Symbol &s) { return s.other & kOtherKernel; }

  llvm::Error readModuleInfo() {
    infos.resize(cubin.symbols.size());
    const Section *s = section(".nv.info");
    if (!s)
      return llvm::Error::success();
    auto attributes = parseAttributes(*s);
    if (!attributes)
      return attributes.takeError();
    cubin.attributes = std::move(*attributes);
    for (const Attribute &a : cubin.attributes) {
      std::vector<uint32_t> w = a.words();
      if (w.size() < 2 || w[0] >= infos.size())
        continue;
      SymbolInfo &info = infos[w[0]];
      switch (static_cast<Attr>(a.code)) {
      case Attr::REGCOUNT:
        info.registers = w[1];
        info.hasRegisters = true;
        break;
      case Attr::FRAME_SIZE:
        info.frame = w[1];
        break;
      case Attr::MIN_STACK_SIZE:
      case Attr::MAX_STACK_SIZE:
        info.minStack = w[1];
        break;
      default:
        break;
      }
    }
    return llvm::Error::success();
  }

  void readData() {
    auto index = [&](const char *name) {
      const Section *s = section(name);
      return s ? s->index : 0;
    };
    cubin.globalInitSection = index(".nv.global.init");
    cubin.globalSection = index(".nv.global");
    cubin.constant3Section = index(".nv.constant3");
    cubin.constant4Section = index(".nv.constant4");
    if (cubin.constant3Section)
      cubin.constant3 = cubin.sections[cubin.constant3Section].data;
    if (cubin.constant4Section)
      cubin.constant4 = cubin.sections[cubin.constant4Section].data;
    // Variables are OBJECT symbols, or type 13 in relocatable output.
    constexpr uint8_t kCudaObject = 13;
    for (const Symbol &s : cubin.symbols) {
      if ((s.type != ELF::STT_OBJECT && s.type != kCudaObject) || !s.section ||
          s.section >= cubin.sections.size() || s.name.empty())
        continue;
      cubin.variables.push_back({s.name, s.section, s.value, s.size,
                                 linkageOf(s.bind),
                                 (s.other & kOtherManaged) != 0});
    }
  }

  llvm::Error readKernel(size_t symbolIndex) {
    const Symbol &symbol = cubin.symbols[symbolIndex];
    const Section &text = cubin.sections[symbol.section];
    LoadedKernel k;
    k.name = symbol.name;
    k.linkage = linkageOf(symbol.bind);
    k.textSection = text.index;
    k.text = text.data;
    if (symbol.value != 0)
      return readError("kernel '" + k.name +
                       "' does not begin at the start of its section");
    if (!kernelByText.try_emplace(text.index, cubin.kernels.size()).second)
      return readError("two kernels in section '" + text.name + "'");
    k.relocations = relocsBySection.lookup(text.index);
    llvm::sort(k.relocations, [](const auto &a, const auto &b) {
      return std::tie(a.offset, a.type, a.symbolIndex, a.addend) <
             std::tie(b.offset, b.type, b.symbolIndex, b.addend);
    });

    const SymbolInfo &info = infos[symbolIndex];
    bool isInSection = ptxmlir::target::getFeatures(cubin.sm).has(
        ptxmlir::target::Feature::RegistersInSectionInfo);
    k.registers = info.hasRegisters ? info.registers
                  : isInSection     ? text.info >> 24
                                    : 0;
    k.frameBytes = info.frame;
    k.minStackBytes = info.minStack;

    k.sharedBase = getSharedBase(cubin.sm);
    if (const Section *s = section(".nv.shared." + k.name)) {
      k.sharedSectionBytes = s->size;
      // There without what is reserved.
      if (cubin.header.type == kTypeExtensible)
        k.sharedSectionBytes += k.sharedBase;
      k.sharedAlign =
          std::max<uint64_t>(1, std::min<uint64_t>(s->align, 1 << 30));
    }
    if (const Section *s = section(".nv.constant0." + k.name))
      k.constant0 = s->data;
    if (const Section *s = section(".nv.constant2." + k.name))
      k.constant2 = s->data;
    k.paramBase = getParamBase(cubin.sm);
    if (const Section *s = section(".nv.info." + k.name)) {
      auto attributes = parseAttributes(*s);
      if (!attributes)
        return attributes.takeError();
      k.attributes = std::move(*attributes);
      for (const Attribute &a : k.attributes)
        if (llvm::Error e = decode(k, a))
          return e;
    }
    llvm::sort(k.params, [](const Param &a, const Param &b) {
      return a.ordinal < b.ordinal;
    });
    cubin.kernels.push_back(std::move(k));
    return llvm::Error::success();
  }

  /// `place`: ordinal, and offset << 16.
  /// `symbol`: of an image.
  llvm::Error addParam(LoadedKernel &k, uint32_t symbol, uint32_t place,
                       uint32_t size, uint32_t space, uint32_t log2Align) {
    uint16_t ordinal = place & 0xffff;
    if (space > uint32_t(ParamSpace::Sampler))
      return readError("kernel '" + k.name + "': parameter " +
                       llvm::Twine(ordinal) + " points to unknown space " +
                       llvm::Twine(space));
    if (log2Align > 30)
      return readError("kernel '" + k.name + "': parameter " +
                       llvm::Twine(ordinal) +
                       " points to what is aligned to 2^" +
                       llvm::Twine(log2Align) + " bytes");
    Param param = {ordinal, static_cast<uint16_t>(place >> 16), size,
                   static_cast<ParamSpace>(space),
                   static_cast<uint8_t>(log2Align)};
    if (isImage(param.space)) {
      if (symbol >= cubin.symbols.size())
        return readError("kernel '" + k.name + "': parameter " +
                         llvm::Twine(ordinal) + " is symbol " +
                         llvm::Twine(symbol) + ", which does not exist");
      param.offset = 0;
      param.image = cubin.symbols[symbol].name.str();
    }
    k.params.push_back(std::move(param));
    return llvm::Error::success();
  }

  llvm::Error decode(LoadedKernel &k, const Attribute &a) {
    std::vector<uint32_t> w = a.words();
    auto need = [&](size_t count) -> llvm::Error {
      if (w.size() >= count)
        return llvm::Error::success();
      return readError("kernel '" + k.name + "': record " +
                       getAttrName(a.code) + " has " +
                       llvm::Twine(a.payload.size()) + " bytes, needs " +
                       llvm::Twine(4 * count));
    };
    auto triple = [&](std::optional<std::array<uint32_t, 3>> &out) {
      llvm::Error e = need(3);
      if (!e)
        out = {w[0], w[1], w[2]};
      return e;
    };
    switch (static_cast<Attr>(a.code)) {
    case Attr::PARAM_CBANK:
      if (llvm::Error e = need(2))
        return e;
      k.paramBase = w[1] & 0xffff;
      k.paramBytes = w[1] >> 16;
      break;
    case Attr::CBANK_PARAM_SIZE:
      k.paramBytes = a.value;
      break;
    case Attr::KPARAM_INFO:
      if (llvm::Error e = need(3))
        return e;
      if (llvm::Error e =
              addParam(k, w[0], w[1], w[2] >> 18, w[2] >> 8 & 0xf, w[2] & 0xff))
        return e;
      break;
    case Attr::KPARAM_INFO_V2:
      if (llvm::Error e = need(3))
        return e;
      if (llvm::Error e = addParam(k, w[0], w[1], w[2] & 0xffff,
                                   w[2] >> 24 & 0xf, w[2] >> 16 & 0xff))
        return e;
      break;
    case Attr::MAXREG_COUNT:
      k.maxRegCount = a.value;
      break;
    case Attr::NUM_BARRIERS:
      k.barriers = a.value & 0xff;
      break;
    case Attr::MAX_THREADS:
      return triple(k.maxntid);
    case Attr::REQNTID:
      return triple(k.reqntid);
    case Attr::CTA_PER_CLUSTER:
      return triple(k.ctaPerCluster);
    case Attr::MAX_CLUSTER_RANK:
      if (llvm::Error e = need(1))
        return e;
      k.maxClusterRank = w[0];
      break;
    case Attr::EXPLICIT_CLUSTER:
      k.explicitCluster = true;
      break;
    case Attr::BLOCKS_ARE_CLUSTERS:
      k.blocksAreClusters = true;
      break;
    case Attr::EXIT_INSTR_OFFSETS:
      k.exits = w;
      break;
    case Attr::INT_WARP_WIDE_INSTR_OFFSETS:
      k.intWarpWide = w;
      break;
    case Attr::UNUSED_LOAD_BYTE_OFFSET:
      for (size_t i = 0; i + 2 <= w.size(); i += 2)
        k.partialLoads.push_back({w[i], w[i + 1]});
      break;
    case Attr::ANNOTATIONS:
      // Other kinds have other lengths; stop at the first.
      for (size_t i = 0; i + 2 <= w.size() && w[i] == kSpillAnnotation; i += 2)
        k.spills.push_back(w[i + 1]);
      break;
    case Attr::COOP_GROUP_INSTR_OFFSETS:
    case Attr::COOP_GROUP_MASK_REGIDS: {
      bool masks = a.code == static_cast<uint8_t>(Attr::COOP_GROUP_MASK_REGIDS);
      if (k.coopGroups.size() < w.size())
        k.coopGroups.resize(w.size());
      for (size_t i = 0; i < w.size(); ++i)
        (masks ? k.coopGroups[i].mask : k.coopGroups[i].offset) = w[i];
      break;
    }
    case Attr::INDIRECT_BRANCH_TARGETS:
      for (size_t i = 0; i + 3 <= w.size();) {
        size_t count = w[i + 2];
        if (count > w.size() - i - 3)
          return readError("kernel '" + k.name +
                           "': INDIRECT_BRANCH_TARGETS is truncated");
        k.indirectBranches.push_back(
            {w[i], {w.begin() + i + 3, w.begin() + i + 3 + count}});
        i += 3 + count;
      }
      break;
    case Attr::MBARRIER_INSTR_OFFSETS:
      for (size_t i = 0; i + 4 <= w.size(); i += 4)
        k.mbarriers.push_back({w[i], w[i + 1], w[i + 2], w[i + 3]});
      break;
    case Attr::NUM_MBARRIERS:
      k.numMBarriers = a.value;
      break;
    case Attr::ATOM16_EMUL_INSTR_REG_MAP:
      k.atom16Emulation = w;
      break;
    case Attr::CRS_STACK_SIZE:
      if (llvm::Error e = need(1))
        return e;
      k.crsStackBytes = w[0];
      break;
    case Attr::EXTERNS:
      for (uint32_t symbol : w) {
        if (symbol >= cubin.symbols.size())
          return readError("kernel '" + k.name +
                           "': EXTERNS names a symbol that does not exist");
        k.externs.push_back(cubin.symbols[symbol].name);
      }
      break;
    case Attr::SYSCALL_OFFSETS:
      k.syscallOffsets = w;
      break;
    case Attr::WMMA_USED:
      k.usesWmma = true;
      break;
    case Attr::RESERVED_SMEM_USED:
      k.usesReservedShared = true;
      break;
    case Attr::TCGEN05_1CTA_USED:
      k.usesTensorBlocks = true;
      break;
    case Attr::TCGEN05_2CTA_USED:
      k.usesTensorPairs = true;
      break;
    case Attr::VRC_CTA_INIT_COUNT:
      k.usesTensorMemory = a.value != 0;
      break;
    case Attr::REG_RECONFIG:
      k.reconfiguresRegisters = true;
      break;
    case Attr::SPARSE_MMA_MASK:
      k.sparseMmaMask = a.value;
      break;
    default:
      break;
    }
    return llvm::Error::success();
  }

  llvm::Error readFunctions() {
    for (size_t i = 0; i < cubin.symbols.size(); ++i) {
      const Symbol &s = cubin.symbols[i];
      if (!isTextSymbol(s) || isKernel(s))
        continue;
      // Of the bytes in the file: a section may say that it has none there.
      uint64_t bytes = cubin.sections[s.section].data.size();
      if (s.value > bytes || s.size > bytes - s.value)
        return readError("function '" + s.name + "' exceeds its section");
      LoadedFunction f{s.name,        s.section,         s.value,
                       s.size,        linkageOf(s.bind), infos[i].registers,
                       infos[i].frame};
      auto it = kernelByText.find(s.section);
      if (it == kernelByText.end())
        cubin.functions.push_back(f);
      else
        cubin.kernels[it->second].functions.push_back(f);
    }
    return llvm::Error::success();
  }
};

} // namespace

llvm::Error ptxmlir::cubin::readKernels(LoadedCubin &cubin) {
  return KernelReader(cubin).run();
}

//===- InfoWriter.cpp - Attribute, note and graph sections ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.nv.info`, `.nv.info.<kernel>`, `.nv.compat`, `.nv.callgraph` and the two
// notes. The order of records is the one ptxas 13.0.88 writes: that of sm_90
// and later, and another one up to sm_89.
//
//===----------------------------------------------------------------------===//

#include "WriterParts.h"
#include "ptx-mlir/Format/Cubin/Parameters.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace ptxmlir::cubin;

namespace {

/// Appends `.nv.info` records.
class InfoStream {
public:
  ByteWriter out;

  void flag(Attr attr) { head(AttrFormat::Flag, attr, 0); }
  void byte(Attr attr, uint8_t value) { head(AttrFormat::Byte, attr, value); }
  void half(Attr attr, uint16_t value) { head(AttrFormat::Half, attr, value); }
  void words(Attr attr, llvm::ArrayRef<uint32_t> values) {
    head(AttrFormat::Sized, attr, static_cast<uint16_t>(4 * values.size()));
    for (uint32_t v : values)
      out.u32(v);
  }
  /// A list record; nothing at all for an empty list. Its size has 16 bits: of
  /// a longer list there are as many words as the low bits of the size say, the
  /// first ones (observed on ptxas 13.0.88; what reads such lists, of exits or
  /// of calls of the driver, must do with a part).
  void list(Attr attr, llvm::ArrayRef<uint32_t> values) {
    values = values.take_front(values.size() % kRecordWords);
    if (!values.empty())
      words(attr, values);
  }

private:
  void head(AttrFormat format, Attr attr, uint16_t value) {
    out.u8(static_cast<uint8_t>(format));
    out.u8(static_cast<uint8_t>(attr));
    out.u16(value);
  }
};

constexpr uint32_t kToolkitVersion = 130;
constexpr uint16_t kMercuryIsaVersion = 0x101;
/// VRC_CTA_INIT_COUNT of kernels with tensor memory.
constexpr uint8_t kTensorMemoryCount = 0x80;

void writeParams(InfoStream &info, const Kernel &kernel,
                 const SymbolIndices &symbols) {
  bool wide = kernel.paramBytes > kMaxSmallParamBytes;
  for (const Param &p : llvm::reverse(kernel.params)) {
    uint32_t symbol = 0;
    uint16_t offset = p.offset;
    if (isImage(p.space)) {
      symbol = symbols.lookup(
          ptxmlir::target::getImageParamSymbol(kernel.name, p.image));
      offset = kNoParamOffset;
    }
    uint32_t place = uint32_t(offset) << 16 | p.ordinal;
    if (wide) {
      // Size, pointee alignment, space (observed on 13.0.88).
      info.words(Attr::KPARAM_INFO_V2,
                 {symbol, place,
                  p.size | uint32_t(p.log2PointeeAlign) << 16 |
                      static_cast<uint32_t>(p.space) << 24});
      continue;
    }
    // Size, constant bank 0x1f ("by CBANK_PARAM"), space, pointee alignment.
    uint32_t word = p.size << 18 | 0x1f << 12 |
                    static_cast<uint32_t>(p.space) << 8 | p.log2PointeeAlign;
    info.words(Attr::KPARAM_INFO, {symbol, place, word});
  }
}

} // namespace

/// The settings of samplers, the last one first.
static void writeSamplers(InfoStream &info, const Module &module,
                          const SymbolIndices &symbols) {
  constexpr size_t kSettings = 4; // bytes, the fifth says whether it is forced
  for (const Variable &v : llvm::reverse(module.variables))
    if (v.init.size() > kSettings && v.init[kSettings])
      if (v.space == VarSpace::Sampler)
        info.words(Attr::SAMPLER_FORCE_UNNORMALIZED,
                   {symbols.lookup(v.name), 1});
  for (const Variable &v : llvm::reverse(module.variables)) {
    if (v.space != VarSpace::Sampler)
      continue;
    uint32_t word = ~0u;
    if (v.init.size() >= kSettings)
      word = llvm::support::endian::read32le(v.init.data());
    info.words(Attr::SAMPLER_INIT, {symbols.lookup(v.name), word});
  }
}

ByteWriter ptxmlir::cubin::makeModuleInfo(const Module &module,
                                          const target::TargetInfo &target,
                                          llvm::ArrayRef<const Kernel *> order,
                                          const SymbolIndices &symbols) {
  InfoStream info;
  bool isFirst = true;
  bool isLinked = module.relocatable || module.extensible;
  for (const Kernel *k : llvm::reverse(order)) {
    uint32_t self = symbols.lookup(k->name);
    info.words(Attr::REGCOUNT, {self, k->registers});
    if (std::exchange(isFirst, false))
      writeSamplers(info, module, symbols);
    // Inner functions share their kernel's frame size from sm_90 on.
    auto putFrame = [&](uint32_t symbol) {
      // The linker adds up the frames along the calls.
      if (isLinked)
        info.words(Attr::MAX_STACK_SIZE, {symbol, 0});
      info.words(Attr::FRAME_SIZE, {symbol, k->frameBytes});
    };
    for (const InnerFunction &f : llvm::reverse(k->functions))
      putFrame(symbols.lookup(f.name));
    putFrame(self);
  }
  if (order.empty())
    info.half(Attr::MERCURY_ISA_VERSION,
              target.has(target::Feature::CompatSection) ? kMercuryIsaVersion
                                                         : 0);
  if (module.independentTextures)
    info.flag(Attr::TEXMODE_INDEPENDENT);
  if (module.errorsVisibleAtExit)
    info.flag(Attr::GEN_ERRBAR_AT_EXIT);
  if (isLinked)
    return std::move(info.out);
  for (const Kernel *k : order)
    info.words(Attr::MIN_STACK_SIZE,
               {symbols.lookup(k->name), k->minStackBytes});
  return std::move(info.out);
}

/// Where the parameters are.
static void writeParamBank(InfoStream &info, const Module &module,
                           const Kernel &k, const SymbolIndices &symbols,
                           bool sizeFirst) {
  // (Of images alone only the records up to sm_89 name the bank.)
  if (k.params.empty() || (sizeFirst && !k.paramBytes))
    return;
  if (sizeFirst)
    info.half(Attr::CBANK_PARAM_SIZE, k.paramBytes);
  info.words(Attr::PARAM_CBANK,
             {symbols.lookup(".nv.constant0." + k.name),
              uint32_t(k.paramBytes) << 16 | getParamBase(module.sm, k)});
  if (!sizeFirst && k.paramBytes)
    info.half(Attr::CBANK_PARAM_SIZE, k.paramBytes);
}

/// That the handles of images are in constant bank 0. Up to sm_89 it is said of
/// the kinds that there are, from sm_90 on of both.
static void writeImageBanks(InfoStream &info, const Kernel &k, bool isOld) {
  if (!k.usesTextures && !k.usesSurfaces)
    return;
  if (!isOld)
    info.byte(Attr::BINDLESS_TEXTURE_BANK, 0);
  if (!isOld || k.usesSurfaces)
    info.byte(Attr::BINDLESS_SURFACE_BANK, 0);
  if (isOld && k.usesTextures)
    info.byte(Attr::BINDLESS_TEXTURE_BANK, 0);
}

ByteWriter ptxmlir::cubin::makeKernelInfo(const Module &module,
                                          const target::TargetInfo &target,
                                          const Kernel &k,
                                          const SymbolIndices &symbols) {
  using target::Feature;
  bool isOld = !target.has(Feature::CompatSection);
  InfoStream info;
  if (isOld && target.workarounds >= 0)
    info.words(Attr::SW_WAR, {uint32_t(target.workarounds)});
  if (k.blocksAreClusters)
    info.flag(Attr::BLOCKS_ARE_CLUSTERS);
  info.words(Attr::CUDA_API_VERSION, {kToolkitVersion});
  if (target.has(Feature::Workaround2861232))
    info.flag(Attr::SW2861232_WAR);
  if (isOld)
    writeParamBank(info, module, k, symbols, /*sizeFirst=*/false);
  writeParams(info, k, symbols);
  if (k.maxClusterRank)
    info.words(Attr::MAX_CLUSTER_RANK, {*k.maxClusterRank});
  if (k.explicitCluster)
    info.flag(Attr::EXPLICIT_CLUSTER);
  if (k.ctaPerCluster)
    info.words(Attr::CTA_PER_CLUSTER, *k.ctaPerCluster);
  if (k.usesReservedShared || target.reservedSharedVariable)
    info.flag(Attr::RESERVED_SMEM_USED);
  if (!isOld)
    info.half(Attr::SPARSE_MMA_MASK, k.sparseMmaMask);
  if (k.usesTensorBlocks)
    info.flag(Attr::TCGEN05_1CTA_USED);
  if (k.usesTensorPairs)
    info.flag(Attr::TCGEN05_2CTA_USED);
  if (k.usesWmma)
    info.flag(Attr::WMMA_USED);
  if (!k.isFunction)
    info.half(Attr::MAXREG_COUNT, k.maxRegCount);
  if (isOld)
    writeImageBanks(info, k, isOld);
  if (k.barriers)
    info.byte(Attr::NUM_BARRIERS, k.barriers);
  std::vector<uint32_t> externs;
  for (const std::string &name : k.externs)
    externs.push_back(symbols.lookup(name));
  info.list(Attr::EXTERNS, externs);
  // Pairs (kind, offset); split where a record's 16-bit size would overflow.
  constexpr size_t kSpillsPerRecord = 8000;
  for (size_t i = 0; i < k.spills.size(); i += kSpillsPerRecord) {
    std::vector<uint32_t> pairs;
    for (size_t j = i; j < std::min(k.spills.size(), i + kSpillsPerRecord); ++j)
      pairs.insert(pairs.end(), {kSpillAnnotation, k.spills[j]});
    info.list(Attr::ANNOTATIONS, pairs);
  }
  info.half(Attr::MERCURY_ISA_VERSION, isOld ? 0 : kMercuryIsaVersion);
  std::vector<uint32_t> partialLoads;
  for (const PartialLoad &l : k.partialLoads)
    partialLoads.insert(partialLoads.end(), {l.offset, l.usedBytes});
  info.list(Attr::UNUSED_LOAD_BYTE_OFFSET, partialLoads);
  info.list(Attr::INT_WARP_WIDE_INSTR_OFFSETS, k.intWarpWide);
  std::vector<uint32_t> coopMasks, coopOffsets;
  for (const CoopGroupInstr &c : k.coopGroups) {
    coopMasks.push_back(c.mask);
    coopOffsets.push_back(c.offset);
  }
  info.list(Attr::COOP_GROUP_MASK_REGIDS, coopMasks);
  info.list(Attr::COOP_GROUP_INSTR_OFFSETS, coopOffsets);
  if (k.reconfiguresRegisters)
    info.flag(Attr::REG_RECONFIG);
  if (target.has(Feature::Mercury))
    info.byte(Attr::VRC_CTA_INIT_COUNT,
              k.usesTensorMemory ? kTensorMemoryCount : 0);
  info.list(Attr::SYSCALL_OFFSETS, k.syscallOffsets);
  info.list(Attr::INSTR_REG_MAP, k.registerMap);
  std::vector<uint32_t> mbarriers;
  for (const MBarrierRecord &m : k.mbarriers)
    mbarriers.insert(mbarriers.end(), m.begin(), m.end());
  info.list(Attr::MBARRIER_INSTR_OFFSETS, mbarriers);
  if (k.numMBarriers)
    info.half(Attr::NUM_MBARRIERS, *k.numMBarriers);
  info.list(Attr::ATOM16_EMUL_INSTR_REG_MAP, k.atom16Emulation);
  info.list(Attr::EXIT_INSTR_OFFSETS, k.exits);
  if (isOld && k.readsBlockZ)
    info.flag(Attr::CTAIDZ_USED);
  std::vector<uint32_t> branches;
  for (const IndirectBranch &b : k.indirectBranches) {
    branches.push_back(b.offset);
    branches.push_back(0);
    branches.push_back(b.targets.size());
    branches.insert(branches.end(), b.targets.begin(), b.targets.end());
  }
  info.list(Attr::INDIRECT_BRANCH_TARGETS, branches);
  if (k.maxntid)
    info.words(Attr::MAX_THREADS, *k.maxntid);
  if (k.reqntid)
    info.words(Attr::REQNTID, *k.reqntid);
  if (k.crsStackBytes)
    info.words(Attr::CRS_STACK_SIZE, {*k.crsStackBytes});
  if (!isOld) {
    writeParamBank(info, module, k, symbols, /*sizeFirst=*/true);
    if (target.workarounds >= 0)
      info.words(Attr::SW_WAR, {uint32_t(target.workarounds)});
    if (!module.relocatable)
      writeImageBanks(info, k, isOld);
  }
  return std::move(info.out);
}

ByteWriter ptxmlir::cubin::makeCompat(const Module &module,
                                      const target::TargetInfo &target) {
  // Records {format, code, value...}; the meanings of codes 5 and 6 are not
  // known, their values are constant on sm_90.
  ByteWriter out;
  auto byte = [&](uint8_t code, uint8_t value) {
    out.raw({2, code, value, 0});
  };
  byte(9, module.suffix == 'a');
  byte(2, module.compat.feature);
  byte(5, 5);
  out.raw({3, 7, 1, 1});
  byte(3, module.compat.tensorMaps);
  byte(6, 1);
  out.raw({4, 11, 8, 0});
  out.u64(module.kernels.empty()     ? 0
          : module.compat.usesDouble ? target.compatRecord11Double
                                     : target.compatRecord11);
  return out;
}

ByteWriter ptxmlir::cubin::makeRelAction() {
  ByteWriter out;
  for (uint32_t word : {0x73u, 0u, 0x11000000u, 0x36050025u})
    out.u32(word);
  return out;
}

ByteWriter ptxmlir::cubin::makeCallgraph(llvm::ArrayRef<const Kernel *> order,
                                         const SymbolIndices &symbols) {
  ByteWriter out;
  auto pair = [&](uint32_t a, uint32_t b) {
    out.u32(a);
    out.u32(b);
  };
  // Direct calls. Inner functions live in their kernel's text, so only calls
  // of external functions remain.
  pair(0, uint32_t(-1));
  for (const Kernel *k : order) {
    const std::vector<std::string> &callees =
        k->externsByCall.empty() ? k->externs : k->externsByCall;
    for (const std::string &callee : llvm::reverse(callees))
      pair(symbols.lookup(k->name), symbols.lookup(callee));
  }
  // Address-taken functions, indirect callers, address takers: none across
  // symbols in a whole program.
  for (int marker : {-2, -3, -4})
    pair(0, uint32_t(marker));
  return out;
}

static void writeNote(ByteWriter &out, uint32_t type, const ByteWriter &desc) {
  llvm::StringRef name = "NVIDIA Corp";
  out.u32(name.size() + 1);
  out.u32(desc.size());
  out.u32(type);
  out.string(name);
  out.alignTo(4);
  out.raw(desc.bytes);
}

ByteWriter ptxmlir::cubin::makeToolNote(const ToolInfo &tool) {
  // Six words: the note's version and the offsets of five strings (object,
  // tool, version, branch, options) in the table behind.
  ByteWriter strings;
  llvm::SmallVector<uint32_t, 5> offsets;
  for (llvm::StringRef s :
       {llvm::StringRef(), llvm::StringRef(tool.name),
        llvm::StringRef(tool.version), llvm::StringRef(tool.build),
        llvm::StringRef(tool.options)}) {
    offsets.push_back(strings.size());
    strings.string(s);
  }
  ByteWriter desc;
  desc.u32(2);
  for (uint32_t offset : offsets)
    desc.u32(offset);
  desc.raw(strings.bytes);
  desc.alignTo(4);
  ByteWriter out;
  writeNote(out, 2000, desc);
  return out;
}

ByteWriter ptxmlir::cubin::makeDeviceNote(const Module &module) {
  ByteWriter desc;
  desc.u16(2);
  desc.u16(module.ptxTarget ? module.ptxTarget : module.sm);
  desc.u16(kToolkitVersion);
  desc.u16(0);
  ByteWriter out;
  writeNote(out, 1000, desc);
  return out;
}

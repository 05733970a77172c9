//===- CodeFacts.cpp - What the cubin says about a kernel's code ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of instruction offsets that the driver and debuggers want, and the
// registers, barriers and frames of a kernel: all of it follows from the code,
// so that edited code has right lists.
//
//===----------------------------------------------------------------------===//

#include "CodeFacts.h"

using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

static constexpr unsigned kInstBytes = 16;
static constexpr unsigned kStackPointer = 1;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// True if every thread that gets there takes the branch.
static bool isAlways(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (inst.guard != isa::PT || inst.guardNot)
    return false;
  for (unsigned i = 0; i != desc.slots.size(); ++i) {
    const isa::SlotDesc &slot = desc.slots[i];
    const Operand &op = inst.ops[i];
    if (slot.isDef || (op.kind != Operand::P && op.kind != Operand::UP))
      continue;
    bool isNot =
        slot.notMod >= 0 && desc.mods[slot.notMod].field.get(inst.mods);
    if (op.reg != isa::PT || isNot)
      return false;
  }
  return true;
}

ControlFlow ptxmlir::getControlFlow(CodeView code, size_t index) {
  ControlFlow flow;
  if (!code[index]) {
    flow.unknown = true;
    return flow;
  }
  const Inst &inst = *code[index];
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (inst.opcode == Opcode::WARPSYNC_COLLECTIVE ||
      inst.opcode == Opcode::WARPSYNC_COLLECTIVE_ALL || desc.is(isa::Branch)) {
    for (unsigned i = 0; i != desc.slots.size(); ++i) {
      if (inst.ops[i].kind != Operand::Label)
        continue;
      int64_t to = int64_t(index + 1) + inst.ops[i].value / int64_t(kInstBytes);
      if (to >= 0 && to < int64_t(code.size()))
        flow.target = uint32_t(to);
      else
        flow.unknown = true;
    }
  }
  if (!desc.is(isa::Branch))
    return flow;
  switch (inst.opcode) {
  case Opcode::BRA:
    flow.next = !isAlways(inst);
    break;
  case Opcode::BRA_UR:
  case Opcode::BRA_UP:
    break; // the mask or uniform predicate decides
  case Opcode::EXIT:
    flow.next = !isAlways(inst);
    break;
  case Opcode::KILL:
    break;
  default: // calls, returns, indirect branches
    flow.unknown = true;
    flow.next = !desc.is(isa::Terminator) || !isAlways(inst);
  }
  return flow;
}

llvm::BitVector ptxmlir::findLeaders(CodeView code) {
  llvm::BitVector leaders(code.size() + 1);
  leaders.set(0);
  for (size_t i = 0; i != code.size(); ++i) {
    if (!code[i])
      continue;
    ControlFlow flow = getControlFlow(code, i);
    if (flow.target)
      leaders.set(*flow.target);
    if (isa::getDesc(code[i]->opcode).is(isa::Branch))
      leaders.set(i + 1);
  }
  return leaders;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

unsigned ptxmlir::countRegisters(CodeView code) {
  unsigned count = 0;
  for (const std::optional<Inst> &inst : code) {
    if (!inst)
      continue;
    const InstDesc &desc = isa::getDesc(inst->opcode);
    for (unsigned i = 0; i != desc.slots.size(); ++i) {
      const Operand &op = inst->ops[i];
      if (op.kind == Operand::R && op.reg != isa::RZ)
        count = std::max(count, op.reg + isa::slotWidth(desc, i, inst->mods));
    }
  }
  return count;
}

unsigned ptxmlir::getReconfiguredRegisters(CodeView code) {
  unsigned count = 0;
  for (const std::optional<Inst> &inst : code) {
    if (inst && inst->opcode == Opcode::USETMAXREG_ALLOC)
      count = std::max(count,
                       unsigned(isa::USETMAXREG_ALLOC::count.get(inst->mods)));
    else if (inst && inst->opcode == Opcode::USETMAXREG_DEALLOC)
      count = std::max(
          count, unsigned(isa::USETMAXREG_DEALLOC::count.get(inst->mods)));
  }
  return count;
}

static bool writesRegister(const Inst &inst, const Operand &reg) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned i = 0; i != desc.slots.size(); ++i) {
    const Operand &op = inst.ops[i];
    if (desc.slots[i].isDef && op.kind == reg.kind && op.reg <= reg.reg &&
        reg.reg < op.reg + isa::slotWidth(desc, i, inst.mods))
      return true;
  }
  return false;
}

static bool readsRegister(const Inst &inst, const Operand &reg) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (!desc.slots[i].isDef && inst.ops[i] == reg)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Member masks
//===----------------------------------------------------------------------===//

namespace {
enum class WarpOp { None, Member, WarpWide, Sync, Consumes };
} // namespace

/// True for a vote of a constant: the active threads themselves. Such a vote is
/// `activemask` or comes from the aggregation of atomics, and has no member
/// mask.
static bool votesOnTrue(const Inst &inst, const Operand &source, bool isNot) {
  return source == Operand::p(isa::PT) && !isNot;
}

static WarpOp classify(const Inst &inst) {
  switch (inst.opcode) {
  case Opcode::SHFL:
  case Opcode::MATCH:
  case Opcode::REDUX:
    return WarpOp::Member;
  case Opcode::VOTE:
    return votesOnTrue(inst, inst.ops[isa::VOTE::kPp],
                       isa::VOTE::ppNot.get(inst.mods))
               ? WarpOp::None
               : WarpOp::Member;
  case Opcode::VOTEU:
    return votesOnTrue(inst, inst.ops[isa::VOTEU::kPp],
                       isa::VOTEU::ppNot.get(inst.mods))
               ? WarpOp::WarpWide
               : WarpOp::Member;
  case Opcode::WARPSYNC:
  case Opcode::WARPSYNC_ALL:
  case Opcode::WARPSYNC_COLLECTIVE:
  case Opcode::WARPSYNC_COLLECTIVE_ALL:
    return WarpOp::Sync;
  case Opcode::EXIT:
    return WarpOp::Consumes;
  default:
    // Barriers, matrix operations, ELECT: the threads meet first, but there is
    // no mask to tell of.
    return isa::getDesc(inst.opcode).is(isa::Convergent) &&
                   !isa::getDesc(inst.opcode).is(isa::Branch) &&
                   inst.opcode != Opcode::BSSY &&
                   inst.opcode != Opcode::BSYNC &&
                   inst.opcode != Opcode::BREAK && inst.opcode != Opcode::YIELD
               ? WarpOp::Consumes
               : WarpOp::None;
  }
}

namespace {
/// Walks the code once. A WARPSYNC stands in front of the instruction whose
/// threads it gathers, or alone for `bar.warp.sync`.
class MemberMasks {
public:
  MemberMasks(CodeView code, const llvm::BitVector &leaders,
              const CodeMarks &marks, cubin::Kernel &kernel)
      : code(code), leaders(leaders), marks(marks), kernel(kernel) {}

  void run() {
    for (size_t i = 0; i != code.size(); ++i) {
      if (leaders.test(i) && !isCollective())
        endSync();
      if (!code[i]) {
        endSync();
        continue;
      }
      step(i, *code[i]);
    }
    endSync();
    // A lone WARPSYNC is known when the next one comes.
    llvm::sort(kernel.coopGroups, [](const auto &a, const auto &b) {
      return a.offset < b.offset;
    });
  }

private:
  void step(size_t i, const Inst &inst) {
    WarpOp kind = marks.warpWide.test(i) ? WarpOp::WarpWide : classify(inst);
    if (kind == WarpOp::Sync && marks.unlistedSync.test(i))
      return endSync();
    if (kind == WarpOp::Sync)
      beginSync(i, inst);
    if (marks.coopGroup.test(i))
      kind = WarpOp::Member;
    switch (kind) {
    case WarpOp::Sync:
      return;
    case WarpOp::Member:
      add(i);
      sync.reset();
      return;
    case WarpOp::WarpWide:
      kernel.intWarpWide.push_back(i * kInstBytes);
      break;
    case WarpOp::Consumes:
      // `barrier.sync` without `.aligned` is a BAR in a collective.
      if ((inst.opcode == Opcode::BAR || inst.opcode == Opcode::BAR_R) &&
          isCollective())
        add(i);
      // ptxas at -O0 gathers the threads right before they end.
      if (inst.opcode == Opcode::EXIT && sync != i - 1)
        endSync();
      sync.reset();
      return;
    case WarpOp::None:
      // In a collective, a NOP stands for `bar.warp.sync`.
      if (inst.opcode == Opcode::NOP && isCollective()) {
        add(i);
        sync.reset();
      }
      break;
    }
    if (hasMask && writesRegister(inst, mask))
      hasMask = false;
    if (isa::getDesc(inst.opcode).is(isa::Branch))
      endSync();
  }

  void beginSync(size_t i, const Inst &inst) {
    endSync();
    sync = i;
    int slot = isa::getDesc(inst.opcode).findSlot("a");
    hasMask = slot >= 0 && inst.ops[slot].kind == Operand::R &&
              inst.ops[slot].reg != isa::RZ;
    if (hasMask)
      mask = inst.ops[slot];
  }

  bool isCollective() const {
    return sync && (code[*sync]->opcode == Opcode::WARPSYNC_COLLECTIVE ||
                    code[*sync]->opcode == Opcode::WARPSYNC_COLLECTIVE_ALL);
  }

  /// The instruction at `i` has the mask of the WARPSYNC in front of it.
  void add(size_t i) {
    cubin::CoopGroupInstr entry;
    entry.offset = i * kInstBytes;
    if (sync && hasMask)
      entry.mask = cubin::CoopGroupInstr::maskRegister(mask.reg);
    kernel.coopGroups.push_back(entry);
  }

  /// No instruction uses the mask of the last WARPSYNC: it was all there is.
  void endSync() {
    if (sync && !isCollective()) {
      cubin::CoopGroupInstr entry;
      entry.offset = *sync * kInstBytes;
      int slot = isa::getDesc(code[*sync]->opcode).findSlot("a");
      if (slot >= 0 && code[*sync]->ops[slot].kind == Operand::R &&
          code[*sync]->ops[slot].reg != isa::RZ)
        entry.mask =
            cubin::CoopGroupInstr::maskRegister(code[*sync]->ops[slot].reg);
      kernel.coopGroups.push_back(entry);
    }
    sync.reset();
  }

  CodeView code;
  const llvm::BitVector &leaders;
  const CodeMarks &marks;
  cubin::Kernel &kernel;
  std::optional<size_t> sync; ///< the last WARPSYNC that nothing used yet
  Operand mask;
  bool hasMask = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// The whole kernel
//===----------------------------------------------------------------------===//

/// Access of the frame with the register of its begin as base; its offset.
static std::optional<int64_t> getFrameOffset(const Inst &inst,
                                             const Operand &frame) {
  if (inst.opcode == Opcode::LDL && inst.ops[isa::LDL::kAddr] == frame)
    return isa::LDL::offset.getSigned(inst.mods);
  if (inst.opcode == Opcode::STL && inst.ops[isa::STL::kAddr] == frame)
    return isa::STL::offset.getSigned(inst.mods);
  return std::nullopt;
}

static bool readsSpecial(const Inst &inst, isa::SpecialReg reg) {
  if (inst.opcode == Opcode::S2R)
    return isa::S2R::sr.get(inst.mods) == uint64_t(reg);
  if (inst.opcode == Opcode::S2UR)
    return isa::S2UR::sr.get(inst.mods) == uint64_t(reg);
  return false;
}

static unsigned getBarrierCount(const Inst &inst,
                                const target::SMLimits &limits) {
  // The number is in a register: it may be any.
  if (inst.opcode == Opcode::BAR_R)
    return limits.namedBarriers;
  if (inst.opcode != Opcode::BAR)
    return 0;
  const Operand &bar = inst.ops[isa::BAR::kBar];
  return bar.kind == Operand::Imm ? unsigned(bar.value) + 1
                                  : limits.namedBarriers;
}

/// Conversion from or to one of the 8-bit formats.
static bool convertsFP8(const Inst &inst) {
  if (inst.opcode != Opcode::F2FP)
    return false;
  switch (isa::F2FPKind(isa::F2FP::kind.get(inst.mods))) {
  case isa::F2FPKind::F16_E5M2:
  case isa::F2FPKind::F16_E4M3:
  case isa::F2FPKind::E5M2_F32:
  case isa::F2FPKind::E4M3_F32:
    return true;
  default:
    return false;
  }
}

void ptxmlir::addCompatInfo(CodeView code, cubin::CompatInfo &compat) {
  constexpr uint8_t kFeature = 2;
  for (const std::optional<Inst> &inst : code) {
    if (!inst)
      continue;
    isa::SchedClassId sched = isa::getDesc(inst->opcode).sched;
    compat.usesDouble |= sched == isa::SchedClassId::FP64;
    if (sched == isa::SchedClassId::Texture ||
        sched == isa::SchedClassId::Surface)
      compat.feature = std::max(compat.feature, kFeature);
    switch (inst->opcode) {
    case Opcode::UTMALDG:
    case Opcode::UTMASTG:
    case Opcode::UTMAREDG:
    case Opcode::UTMAPF:
      compat.tensorTma = 1;
      [[fallthrough]];
    case Opcode::UBLKCP:
    case Opcode::UBLKPF:
    case Opcode::USETMAXREG_ALLOC:
    case Opcode::USETMAXREG_DEALLOC:
      compat.feature = std::max(compat.feature, kFeature);
      break;
    default:
      if (convertsFP8(*inst))
        compat.feature = std::max(compat.feature, kFeature);
    }
  }
}

std::optional<std::pair<uint32_t, uint32_t>> ptxmlir::findFrame(CodeView code) {
  const Operand stack = Operand::r(kStackPointer);
  for (auto [i, inst] : llvm::enumerate(code)) {
    if (!inst || !writesRegister(*inst, stack))
      continue;
    for (const Operand &op : inst->ops)
      if (op.kind == Operand::Imm && int32_t(op.value) < 0)
        return std::pair(uint32_t(-int32_t(op.value)),
                         uint32_t(i * kInstBytes));
    return std::nullopt;
  }
  return std::nullopt;
}

/// What computes in tensor memory, for one block or a pair, and whether what is
/// allocated is noted in reserved shared memory.
static void describeTensorMemory(CodeView code, cubin::Kernel &kernel) {
  for (const std::optional<Inst> &inst : code) {
    if (!inst)
      continue;
    const InstDesc &desc = isa::getDesc(inst->opcode);
    // (Barriers and fences order all memories.)
    bool isOfIt = desc.spaces() & isa::TensorMemory &&
                  !(desc.spaces() & isa::LocalMemory);
    if (!isOfIt && desc.sched != isa::SchedClassId::TensorCore)
      continue;
    kernel.usesTensorMemory = true;
    int pair = desc.findMod("pair");
    if (pair < 0)
      continue;
    if (desc.mods[pair].field.get(inst->mods))
      kernel.usesTensorPairs = true;
    else
      kernel.usesTensorBlocks = true;
    kernel.usesReservedShared |= desc.sched == isa::SchedClassId::Atomic;
  }
  // What gives columns back is as of one block (observed on ptxas 13.0.88).
  if (kernel.usesTensorPairs)
    kernel.usesTensorBlocks = false;
}

/// Which types sparse products have (observed on ptxas 13.0.88).
constexpr uint16_t kSparseByteFloats = 0x8, kSparseFloats = 0x10,
                   kSparseIntegers = 0x20;
static uint16_t getSparseMask(Opcode opcode) {
  switch (opcode) {
  case Opcode::HMMA_SP_16816:
  case Opcode::HMMA_SP_16832:
  case Opcode::HMMA_SP_1688_TF32:
  case Opcode::HMMA_SP_16816_TF32:
    return kSparseFloats;
  case Opcode::IMMA_SP_16832:
  case Opcode::IMMA_SP_16864:
  case Opcode::IMMA4_SP_16864:
  case Opcode::IMMA4_SP_168128:
    return kSparseIntegers;
  case Opcode::QMMA_SP_16864:
    return kSparseByteFloats;
  default:
    return 0;
  }
}

void ptxmlir::describeCode(CodeView code, const target::TargetInfo &target,
                           uint32_t variableBytes, const CodeMarks &marks,
                           cubin::Kernel &kernel) {
  describeTensorMemory(code, kernel);
  llvm::BitVector leaders = findLeaders(code);
  std::optional<uint32_t> frameSetup, pointerSetup;
  const Operand stack = Operand::r(kStackPointer),
                frame = Operand::r(kernel.framePointer.value_or(kStackPointer));
  bool inEntryBlock = true;
  uint32_t entryEnd = code.size() * kInstBytes;
  for (size_t i = 0; i != code.size(); ++i) {
    uint32_t offset = i * kInstBytes;
    if (inEntryBlock && i != 0 && leaders.test(i)) {
      inEntryBlock = false;
      entryEnd = offset;
    }
    if (!code[i])
      continue;
    const Inst &inst = *code[i];
    kernel.barriers =
        std::max(kernel.barriers, getBarrierCount(inst, *target.limits));
    if (readsSpecial(inst, isa::SpecialReg::CgaCtaId) && kernel.hasShared)
      kernel.referencesShared = true;
    kernel.readsBlockZ |= readsSpecial(inst, isa::SpecialReg::CTAID_Z);
    std::optional<int64_t> frameOffset = getFrameOffset(inst, frame);
    if (frameOffset && *frameOffset >= int64_t(variableBytes))
      kernel.spills.push_back(offset);
    if (kernel.framePointer && !pointerSetup && writesRegister(inst, frame))
      pointerSetup = offset + kInstBytes;
    if (inEntryBlock && kernel.frameBytes && !frameSetup &&
        writesRegister(inst, stack) && readsRegister(inst, stack))
      frameSetup = offset + kInstBytes;
    switch (inst.opcode) {
    case Opcode::EXIT:
      kernel.exits.push_back(offset);
      break;
    case Opcode::BSSY:
    case Opcode::CALL_REL:
    case Opcode::CALL_REL_R:
      kernel.crsStackBytes = 0;
      break;
    case Opcode::USETMAXREG_ALLOC:
    case Opcode::USETMAXREG_DEALLOC:
      kernel.reconfiguresRegisters = true;
      break;
    default:
      kernel.sparseMmaMask |= getSparseMask(inst.opcode);
    }
  }
  if (marks.hasByteFloats)
    kernel.sparseMmaMask |= kSparseByteFloats;
  MemberMasks(code, leaders, marks, kernel).run();
  kernel.partialLoads = findPartialLoads(code, leaders);
  // The kernel's own code ends where that of its functions begins.
  uint32_t end = kernel.functions.empty() ? code.size() * kInstBytes
                                          : kernel.functions.front().offset;
  uint32_t last = end ? end - kInstBytes : 0;
  bool oneBlock = entryEnd == end;
  kernel.frame = cubin::getFrameRows(entryEnd, frameSetup, last, oneBlock,
                                     kernel.frameBytes);
  // Another register has the frame from then on (observed on ptxas 13.0.88).
  auto behind = llvm::find_if(kernel.frame, [&](const cubin::FrameRow &row) {
    return pointerSetup && row.offset > *pointerSetup;
  });
  if (pointerSetup)
    kernel.frame.insert(
        behind, {*pointerSetup, kernel.frameBytes, *kernel.framePointer});
}

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
#include "ptx-mlir/ISA/OrderingEffects.h"

using namespace ptxmlir;

using isa::BranchKind;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using isa::SyncKind;

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
  // What waits for threads and has a label runs the collective there.
  if (desc.role == ConvergenceRole::WarpSync || desc.is(isa::Branch)) {
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
  switch (desc.branch) {
  case BranchKind::ToLabel:
    // The mask or uniform predicate decides, if there is one.
    flow.next =
        !isAlways(inst) || desc.findSlot("ur") >= 0 || desc.findSlot("up") >= 0;
    break;
  case BranchKind::End:
    flow.next = !isAlways(inst);
    break;
  case BranchKind::Kill:
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
    if (!inst)
      continue;
    const InstDesc &desc = isa::getDesc(inst->opcode);
    if (changesRegisters(desc.sync))
      count = std::max(count, unsigned(desc.getMod("count", inst->mods)));
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
static bool votesOnTrue(const Inst &inst, const InstDesc &desc) {
  return inst.ops[desc.findSlot("pp")] == Operand::p(isa::PT) &&
         !desc.getMod("ppNot", inst.mods);
}

static WarpOp classify(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  switch (desc.role) {
  case ConvergenceRole::Shuffle:
  case ConvergenceRole::Match:
  case ConvergenceRole::Reduce:
    return WarpOp::Member;
  case ConvergenceRole::Vote:
    if (!votesOnTrue(inst, desc))
      return WarpOp::Member;
    return desc.writesUniform() ? WarpOp::WarpWide : WarpOp::None;
  case ConvergenceRole::WarpSync:
    return WarpOp::Sync;
  case ConvergenceRole::Arm:
  case ConvergenceRole::Sync:
  case ConvergenceRole::Break:
  case ConvergenceRole::Yield:
    return WarpOp::None;
  default:
    // Barriers, matrix operations, ELECT: the threads meet first, but there is
    // no mask to tell of.
    return desc.branch == BranchKind::End ||
                   (isa::isConvergent(inst.opcode, inst.mods) &&
                    !desc.is(isa::Branch))
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
    const InstDesc &desc = isa::getDesc(inst.opcode);
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
      // A vote whose mask is in no register any more is listed nowhere: those
      // that the WARPSYNC let on are all that are active.
      if (!(sync && isMaskLost && desc.role == isa::ConvergenceRole::Vote))
        add(i);
      sync.reset();
      return;
    case WarpOp::WarpWide:
      kernel.intWarpWide.push_back(i * kInstBytes);
      break;
    case WarpOp::Consumes:
      // `barrier.sync` without `.aligned` is a BAR in a collective.
      if (desc.sync == SyncKind::BlockBarrier && isCollective())
        add(i);
      // ptxas at -O0 gathers the threads right before they end.
      if (desc.branch == BranchKind::End && sync != i - 1)
        endSync();
      sync.reset();
      return;
    case WarpOp::None:
      // In a collective, a NOP stands for `bar.warp.sync`.
      if (desc.sched == isa::SchedClassId::Nop && isCollective()) {
        add(i);
        sync.reset();
      }
      break;
    }
    if (hasMask && writesRegister(inst, mask)) {
      hasMask = false;
      isMaskLost = true;
    }
    if (desc.is(isa::Branch))
      endSync();
  }

  void beginSync(size_t i, const Inst &inst) {
    endSync();
    sync = i;
    int slot = isa::getDesc(inst.opcode).findSlot("a");
    hasMask = slot >= 0 && inst.ops[slot].kind == Operand::R &&
              inst.ops[slot].reg != isa::RZ;
    isMaskLost = false;
    if (hasMask)
      mask = inst.ops[slot];
  }

  bool isCollective() const {
    return sync && isa::getDesc(code[*sync]->opcode).findSlot("target") >= 0;
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
  bool hasMask = false, isMaskLost = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// The whole kernel
//===----------------------------------------------------------------------===//

/// Access of the frame with the register of its begin as base; its offset.
static std::optional<int64_t> getFrameOffset(const Inst &inst,
                                             const Operand &frame) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (!desc.isOnlyIn(isa::LocalMemory) ||
      !(inst.ops[desc.findSlot("addr")] == frame))
    return std::nullopt;
  return desc.mods[desc.findMod("offset")].field.getSigned(inst.mods);
}

static bool readsSpecial(const Inst &inst, isa::SpecialReg reg) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  int sr = desc.findMod("sr");
  return sr >= 0 && desc.mods[sr].field.get(inst.mods) == uint64_t(reg);
}

static unsigned getBarrierCount(const Inst &inst,
                                const target::SMLimits &limits) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (desc.sync != SyncKind::BlockBarrier)
    return 0;
  // If the number is in a register, it may be any.
  const Operand &bar = inst.ops[desc.findSlot("bar")];
  return bar.kind == Operand::Imm ? unsigned(bar.value) + 1
                                  : limits.namedBarriers;
}

void ptxmlir::addCompatInfo(CodeView code, bool replacesTensorMap,
                            bool copiesTensorMap, cubin::CompatInfo &compat) {
  constexpr uint8_t kFeature = 2;
  // Values of the record of tensor maps.
  constexpr uint8_t kReadByCopies = 1, kReplaced = 2;
  if (replacesTensorMap)
    compat.tensorMaps |= kReplaced;
  if (copiesTensorMap)
    compat.feature = std::max(compat.feature, kFeature);
  for (const std::optional<Inst> &inst : code) {
    if (!inst)
      continue;
    const InstDesc &desc = isa::getDesc(inst->opcode);
    compat.usesDouble |= desc.sched == isa::SchedClassId::FP64;
    if (desc.sched == isa::SchedClassId::Texture ||
        desc.sched == isa::SchedClassId::Surface ||
        desc.holds(isa::Fact::IsCompatFeature, inst->mods))
      compat.feature = std::max(compat.feature, kFeature);
    if (desc.holds(isa::Fact::UsesTensorMap, inst->mods))
      compat.tensorMaps |= kReadByCopies;
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
static uint16_t getSparseMask(isa::SparseKind sparse) {
  switch (sparse) {
  case isa::SparseKind::Floats:
    return kSparseFloats;
  case isa::SparseKind::Integers:
    return kSparseIntegers;
  case isa::SparseKind::ByteFloats:
    return kSparseByteFloats;
  case isa::SparseKind::None:
    break;
  }
  return 0;
}

/// Calls of code at a distance, not at an address.
static bool isRelativeCall(const InstDesc &desc) {
  int target = desc.findSlot("target");
  return desc.branch == BranchKind::Call && target >= 0 &&
         desc.slots[target].kind == Operand::Label;
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
    const InstDesc &desc = isa::getDesc(inst.opcode);
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
    if (desc.branch == BranchKind::End)
      kernel.exits.push_back(offset);
    if (desc.role == ConvergenceRole::Arm || isRelativeCall(desc))
      kernel.crsStackBytes = 0;
    kernel.reconfiguresRegisters |= changesRegisters(desc.sync);
    kernel.sparseMmaMask |= getSparseMask(desc.sparse);
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

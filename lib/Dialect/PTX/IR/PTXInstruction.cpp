//===- PTXInstruction.cpp - what all PTX instructions share ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accessors, verifier and memory effects over the instruction table. Text form:
// PTXInstructionText.cpp.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/PTXFacts.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

//===----------------------------------------------------------------------===//
// Properties and operands
//===----------------------------------------------------------------------===//

// The Properties of every instruction are an array of int64_t: the modifiers,
// then the offset of each address (PTX_Inst declares them in this order).
static_assert(sizeof(StOp::Properties) == 2 * sizeof(int64_t),
              "instruction properties are not mods, offset");

static int64_t *rawProperties(Operation *op) {
  return op->getPropertiesStorage().as<int64_t *>();
}

int64_t ptx::getRawMods(Operation *op) { return rawProperties(op)[0]; }

void ptx::setRawMods(Operation *op, int64_t mods) {
  rawProperties(op)[0] = mods;
}

int64_t ptx::getRawOffset(Operation *op, unsigned index) {
  return rawProperties(op)[1 + index];
}

void ptx::setRawOffset(Operation *op, int64_t offset, unsigned index) {
  rawProperties(op)[1 + index] = offset;
}

/// Number of operands after the sources.
static unsigned tailSize(Operation *op) {
  return getRawMods(op) & kGuardedBit ? 1 + op->getNumResults() : 0;
}

Value ptx::getGuard(Operation *op) {
  unsigned size = tailSize(op);
  return size ? op->getOperand(op->getNumOperands() - size) : Value();
}

OperandRange ptx::getSources(Operation *op) {
  return op->getOperands().drop_back(tailSize(op));
}

OperandRange ptx::getPassThrough(Operation *op) {
  unsigned size = tailSize(op);
  return op->getOperands().take_back(size ? size - 1 : 0);
}

OperandRange ptx::getLooseSources(Operation *op, unsigned index) {
  const InstInfo &info =
      getInstInfo(cast<InstructionOpInterface>(op).getOpcode());
  int64_t mods = getRawMods(op);
  OperandRange sources = getSources(op);
  SmallVector<const OperandInfo *> layout;
  if (!layoutOperands(info.srcs(), info, mods, sources.size(), layout))
    return sources.take_front(0);
  // Find the operand of the record, then where it lies.
  const OperandInfo *wanted = nullptr;
  for (const OperandInfo &operand : info.srcs())
    if (operand.kind != OperandKind::Imm && !operand.fixed && index-- == 0) {
      wanted = &operand;
      break;
    }
  unsigned first = 0, count = 0;
  for (unsigned i = 0; i < layout.size(); ++i)
    if (layout[i] == wanted) {
      if (count++ == 0)
        first = i;
    }
  return sources.slice(first, count);
}

Value ptx::getLooseSource(Operation *op, unsigned index) {
  OperandRange range = getLooseSources(op, index);
  return range.empty() ? Value() : range.front();
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult verifyTypes(Operation *op, const InstInfo &info,
                                 int64_t mods, TypeRange types,
                                 ArrayRef<const OperandInfo *> layout,
                                 StringRef what) {
  for (auto [index, type, operand] : llvm::enumerate(types, layout)) {
    auto integer = dyn_cast<IntegerType>(type);
    unsigned width = integer ? integer.getWidth() : 0;
    if (!integer || !integer.isSignless())
      return op->emitOpError()
             << what << " #" << index << " must be an integer";
    if (operand->rule == TypeRule::Address) {
      if (width != 32 && width != 64)
        return op->emitOpError()
               << what << " #" << index << " must be an i32 or i64 address";
      continue;
    }
    unsigned wanted = getDefaultWidth(*operand, info, mods);
    if (width == wanted || (operand->orPred && width == 1))
      continue;
    bool isContainer =
        width == 16 || width == 32 || width == 64 || width == 128;
    if (!operand->relaxed || wanted == 1 || width < wanted || !isContainer)
      return op->emitOpError()
             << what << " #" << index << " must be " << "i" << wanted
             << (operand->relaxed ? " or wider" : "") << ", but is " << type;
  }
  return success();
}

/// The constants of the text, which are fields.
static LogicalResult verifyConstants(Operation *op, const InstInfo &info,
                                     int64_t mods) {
  for (const OperandInfo &operand : info.srcs()) {
    if (operand.kind != OperandKind::Imm || !operand.numRanges ||
        !isPresent(operand, info, mods, /*written=*/false))
      continue;
    for (const SlotInfo &slot : info.slots())
      if (slot.name == operand.name && slot.enumIndex < 0 &&
          !isLegalConstant(operand, getField(slot, mods)))
        return op->emitOpError() << "'" << tableString(slot.name)
                                 << "' must be " << describeConstants(operand)
                                 << ", but is " << getField(slot, mods);
  }
  return success();
}

LogicalResult ptx::verifyInstruction(Operation *op) {
  const InstInfo &info =
      getInstInfo(cast<InstructionOpInterface>(op).getOpcode());
  int64_t mods = getRawMods(op);
  if (!matchForm(info, mods))
    return op->emitOpError() << explainMismatch(info, mods);
  if (failed(verifyConstants(op, info, mods)))
    return failure();
  unsigned tail = tailSize(op);
  if (!tail && (mods & kGuardNegatedBit))
    return op->emitOpError("is negated, but has no guard");
  if (op->getNumOperands() < tail)
    return op->emitOpError("needs a guard and a pass-through per result");
  SmallVector<const OperandInfo *, 8> layout;
  if (!layoutOperands(info.dsts(), info, mods, op->getNumResults(), layout))
    return op->emitOpError()
           << "has a wrong number of results: " << op->getNumResults();
  if (failed(
          verifyTypes(op, info, mods, op->getResultTypes(), layout, "result")))
    return failure();
  OperandRange sources = getSources(op);
  if (!layoutOperands(info.srcs(), info, mods, sources.size(), layout))
    return op->emitOpError()
           << "has a wrong number of operands: " << sources.size();
  if (failed(
          verifyTypes(op, info, mods, sources.getTypes(), layout, "operand")))
    return failure();
  if (!tail)
    return success();
  if (!getGuard(op).getType().isInteger(1))
    return op->emitOpError("guard must be i1");
  if (getPassThrough(op).getTypes() != op->getResultTypes())
    return op->emitOpError("pass-through values must have the types of the "
                           "results");
  return success();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using EffectList = SmallVectorImpl<MemoryEffects::EffectInstance>;

static void addRead(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
}

static void addWrite(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

/// Constant banks, read-only loads and the parameters of a kernel do not change
/// while it runs.
static bool readsConstantMemory(LdOp load) {
  if (load.getSpace() == Space::Const || load.getNonCoherent())
    return true;
  auto param = load.getAddress().getDefiningOp<ParamAddressOp>();
  return param && param.getKind() == ParamKind::Input &&
         isa<EntryOp>(load->getParentOp());
}

/// Whether an access is in order with others, or may be seen elsewhere.
template <typename OpT> static bool isOrdered(OpT access) {
  return access.getSemantics() != Semantics::None || access.getMmio();
}

void ptx::getInstructionEffects(Operation *op, EffectList &effects) {
  Opcode opcode = cast<InstructionOpInterface>(op).getOpcode();
  if (getInstInfo(opcode).convergent)
    effects.emplace_back(MemoryEffects::Write::get(),
                         ConvergenceResource::get());
  bool reads = getFacts(opcode).readsMemory;
  bool writes = getFacts(opcode).writesMemory;
  if (auto load = dyn_cast<LdOp>(op)) {
    writes = isOrdered(load);
    reads = writes || !readsConstantMemory(load);
  } else if (auto store = dyn_cast<StOp>(op)) {
    reads = isOrdered(store);
  }
  if (reads)
    addRead(effects);
  if (writes)
    addWrite(effects);
}

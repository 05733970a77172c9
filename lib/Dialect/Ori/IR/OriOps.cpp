//===- OriOps.cpp - Structural ops of the ori dialect ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, tuples, branches, calls and functions: what has no instruction
// record. Their folds are lists with names, so that proofs go over every one.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/IR/Identities.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriOps.cpp.inc"

using EffectList = SmallVectorImpl<MemoryEffects::EffectInstance>;

//===----------------------------------------------------------------------===//
// ImmOp
//===----------------------------------------------------------------------===//

/// Bits of the integer that stands for a constant of a register type.
static unsigned getImmBits(Type type) {
  return llvm::isa<PType, UPType>(type) ? 1 : 32 * getWidth(type);
}

void ImmOp::build(OpBuilder &builder, OperationState &state, Type type,
                  uint64_t value) {
  unsigned bits = getImmBits(type);
  build(builder, state, type,
        builder.getIntegerAttr(builder.getIntegerType(bits),
                               APInt(bits, value, false, true)));
}

uint64_t ImmOp::getBits() {
  return cast<IntegerAttr>(getValue())
      .getValue()
      .extractBitsAsZExtValue(
          std::min(64u, cast<IntegerAttr>(getValue()).getValue().getBitWidth()),
          0);
}

OpFoldResult ImmOp::fold(FoldAdaptor) { return getValue(); }

void ImmOp::print(OpAsmPrinter &p) {
  p << ' ';
  const APInt &v = cast<IntegerAttr>(getValue()).getValue();
  if (v.getBitWidth() == 1) {
    p << (v.isZero() ? "false" : "true");
  } else {
    SmallString<32> text;
    bool small = v.abs().ult(10);
    v.toString(text, small ? 10 : 16, small, /*formatAsCLiteral=*/!small);
    p << text;
  }
  p.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  p << " : " << getType();
}

ParseResult ImmOp::parse(OpAsmParser &parser, OperationState &result) {
  APInt value(1, 0);
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("true"))) {
    value = APInt(1, 1);
  } else if (succeeded(parser.parseOptionalKeyword("false"))) {
    value = APInt(1, 0);
  } else {
    OptionalParseResult r = parser.parseOptionalInteger(value);
    if (!r.has_value())
      return parser.emitError(loc, "expected an integer, 'true' or 'false'");
    if (failed(*r))
      return failure();
  }
  Type type;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  if (!isRegisterType(type))
    return parser.emitError(loc, "expected a register type");
  unsigned bits = getImmBits(type);
  // An unsigned literal with its top bit set still fits the register.
  if (value.getSignificantBits() > bits && value.getActiveBits() > bits)
    return parser.emitError(loc, "value does not fit in ") << bits << " bits";
  value = bits == 1 ? value.zextOrTrunc(1) : value.sextOrTrunc(bits);
  result.getOrAddProperties<Properties>().value =
      IntegerAttr::get(IntegerType::get(parser.getContext(), bits), value);
  result.addTypes(type);
  return success();
}

//===----------------------------------------------------------------------===//
// CombineOp, ExtractOp
//===----------------------------------------------------------------------===//

LogicalResult CombineOp::verify() {
  unsigned sum = 0;
  for (Value part : getParts()) {
    if (getRegFile(part.getType()) != getRegFile(getType()))
      return emitOpError("parts and result must be in one register file");
    sum += getWidth(part.getType());
  }
  if (sum != getWidth(getType()))
    return emitOpError("parts have ")
           << sum << " registers, the result has " << getWidth(getType());
  return success();
}

/// A tuple of one part is that part.
static OpFoldResult combineOne(Operation *op, ArrayRef<Attribute>) {
  auto combine = cast<CombineOp>(op);
  return combine.getParts().size() == 1 ? combine.getParts()[0] : Value();
}

/// All parts of one tuple, in order: the tuple itself.
static OpFoldResult combineOfExtracts(Operation *op, ArrayRef<Attribute>) {
  auto combine = cast<CombineOp>(op);
  Value tuple;
  unsigned next = 0;
  for (Value part : combine.getParts()) {
    auto extract = part.getDefiningOp<ExtractOp>();
    if (!extract || unsigned(extract.getIndex()) != next ||
        (tuple && extract.getTuple() != tuple))
      return {};
    tuple = extract.getTuple();
    next += getWidth(part.getType());
  }
  return tuple && tuple.getType() == combine.getType() ? tuple : Value();
}

static OpFoldResult combineOfConstants(Operation *op,
                                       ArrayRef<Attribute> parts) {
  unsigned bits = getImmBits(cast<CombineOp>(op).getType()), at = 0;
  APInt value(bits, 0);
  for (Attribute part : parts) {
    auto integer = dyn_cast_or_null<IntegerAttr>(part);
    if (!integer)
      return {};
    value.insertBits(integer.getValue(), at);
    at += integer.getValue().getBitWidth();
  }
  return IntegerAttr::get(IntegerType::get(op->getContext(), bits), value);
}

static constexpr TupleFold kCombineFolds[] = {
    {"combine-one", combineOne},
    {"combine-of-extracts", combineOfExtracts},
    {"combine-of-constants", combineOfConstants}};
ArrayRef<TupleFold> ori::getCombineFolds() { return kCombineFolds; }

static OpFoldResult foldFirst(ArrayRef<TupleFold> folds, Operation *op,
                              ArrayRef<Attribute> operands) {
  for (const TupleFold &fold : folds)
    if (OpFoldResult result = fold.apply(op, operands))
      return result;
  return {};
}

OpFoldResult CombineOp::fold(FoldAdaptor adaptor) {
  return foldFirst(kCombineFolds, *this, adaptor.getOperands());
}

LogicalResult ExtractOp::verify() {
  if (getRegFile(getTuple().getType()) != getRegFile(getType()))
    return emitOpError("tuple and result must be in one register file");
  if (int64_t(getIndex()) + getWidth(getType()) >
      getWidth(getTuple().getType()))
    return emitOpError("reads past the end of the tuple");
  return success();
}

static OpFoldResult extractAll(Operation *op, ArrayRef<Attribute>) {
  auto extract = cast<ExtractOp>(op);
  Value tuple = extract.getTuple();
  return tuple.getType() == extract.getType() ? tuple : Value();
}

static OpFoldResult extractOfConstant(Operation *op,
                                      ArrayRef<Attribute> operands) {
  auto integer = dyn_cast_or_null<IntegerAttr>(operands[0]);
  if (!integer)
    return {};
  auto extract = cast<ExtractOp>(op);
  unsigned bits = getImmBits(extract.getType());
  return IntegerAttr::get(
      IntegerType::get(op->getContext(), bits),
      integer.getValue().extractBits(bits, 32 * extract.getIndex()));
}

static OpFoldResult extractOfCombine(Operation *op, ArrayRef<Attribute>) {
  auto extract = cast<ExtractOp>(op);
  auto combine = extract.getTuple().getDefiningOp<CombineOp>();
  if (!combine)
    return {};
  unsigned at = 0;
  for (Value part : combine.getParts()) {
    if (at == unsigned(extract.getIndex()) &&
        part.getType() == extract.getType())
      return part;
    at += getWidth(part.getType());
  }
  return {};
}

static constexpr TupleFold kExtractFolds[] = {
    {"extract-all", extractAll},
    {"extract-of-constant", extractOfConstant},
    {"extract-of-combine", extractOfCombine}};
ArrayRef<TupleFold> ori::getExtractFolds() { return kExtractFolds; }

OpFoldResult ExtractOp::fold(FoldAdaptor adaptor) {
  return foldFirst(kExtractFolds, *this, adaptor.getOperands());
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

SuccessorOperands BraOp::getSuccessorOperands(unsigned) {
  return SuccessorOperands(getDestOperandsMutable());
}
Block *BraOp::getSuccessorForOperands(ArrayRef<Attribute>) { return getDest(); }

SuccessorOperands CondBraOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(index == 0 ? getTrueOperandsMutable()
                                      : getFalseOperandsMutable());
}

/// A branch whose condition is known, or whose ways are the same, is a jump.
LogicalResult CondBraOp::canonicalize(CondBraOp op, PatternRewriter &rewriter) {
  bool takesTrue = true;
  if (std::optional<uint64_t> condition = getConstant(op.getCondition()))
    takesTrue = (*condition != 0) != op.getNegated();
  else if (op.getTrueDest() != op.getFalseDest() ||
           op.getTrueOperands() != op.getFalseOperands())
    return failure();
  rewriter.replaceOpWithNewOp<BraOp>(
      op, takesTrue ? op.getTrueOperands() : op.getFalseOperands(),
      takesTrue ? op.getTrueDest() : op.getFalseDest());
  return success();
}

Block *CondBraOp::getSuccessorForOperands(ArrayRef<Attribute> operands) {
  if (auto condition = dyn_cast_or_null<IntegerAttr>(operands.front()))
    return condition.getValue().isOne() != bool(getNegated()) ? getTrueDest()
                                                              : getFalseDest();
  return nullptr;
}

// Convergence barriers change nothing but which threads run together.
static void addConvergence(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), ConvergenceResource::get());
}
void BSSYOp::getEffects(EffectList &effects) { addConvergence(effects); }
void BSyncOp::getEffects(EffectList &effects) { addConvergence(effects); }
void BreakOp::getEffects(EffectList &effects) { addConvergence(effects); }
void SaveBarrierOp::getEffects(EffectList &effects) { addConvergence(effects); }
void RestoreBarrierOp::getEffects(EffectList &effects) {
  addConvergence(effects);
}
// It stays beside the wait or the fence that it belongs to.
void HoldOp::getEffects(EffectList &effects) { addConvergence(effects); }

//===----------------------------------------------------------------------===//
// The stack pointer
//===----------------------------------------------------------------------===//

void StackPointerOp::getEffects(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), StackResource::get());
}
void SetStackPointerOp::getEffects(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), StackResource::get());
}

static LogicalResult verifyStackOp(Operation *op, Type type) {
  if (type != RType::get(op->getContext(), 1))
    return op->emitOpError("needs one register for the stack pointer");
  if (auto func = op->getParentOfType<FuncOp>();
      func && !func.getDynamicStack())
    return op->emitOpError("in a function without 'dynamic_stack'");
  return success();
}
LogicalResult StackPointerOp::verify() {
  return verifyStackOp(*this, getType());
}
LogicalResult SetStackPointerOp::verify() {
  return verifyStackOp(*this, getAddress().getType());
}

//===----------------------------------------------------------------------===//
// FuncOp, RetOp, CallOp
//===----------------------------------------------------------------------===//

TypeRange FuncOp::getArgumentTypes() {
  std::optional<FunctionType> type = getFunctionType();
  return type ? TypeRange(type->getInputs()) : TypeRange();
}

TypeRange FuncOp::getResultTypes() {
  std::optional<FunctionType> type = getFunctionType();
  return type ? TypeRange(type->getResults()) : TypeRange();
}

LogicalResult FuncOp::verify() {
  if (getKernel() && getFunctionType())
    return emitOpError("kernel has a function type");
  // Or for none: a function that nobody calls.
  bool hasRegs = !getArgumentRegs().empty() || !getResultRegs().empty();
  if (hasRegs && (getArgumentRegs().size() != getArgumentTypes().size() ||
                  getResultRegs().size() != getResultTypes().size()))
    return emitOpError("needs a register for each argument and result");
  if (!isDeclaration() &&
      !llvm::equal(getBody().front().getArgumentTypes(), getArgumentTypes()))
    return emitOpError(
        "entry block does not have the arguments of the function");
  return success();
}

LogicalResult RetOp::verify() {
  auto func = cast<FuncOp>((*this)->getParentOp());
  if (func.getKernel())
    return emitOpError("in a kernel");
  if (!llvm::equal(getValues().getTypes(), func.getResultTypes()))
    return emitOpError("does not return the results of the function");
  return success();
}

void CallOp::getEffects(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
  effects.emplace_back(MemoryEffects::Write::get(), ConvergenceResource::get());
}

LogicalResult CallOp::verify() {
  if (!getCallee() && !getTarget())
    return emitOpError("names no function");
  if (getSystem() && !(getCallee() && getTarget()))
    return emitOpError("of the driver needs a name and an address");
  if (getTarget() && getTarget().getType() != RType::get(getContext(), 2))
    return emitOpError("needs a pair of registers as target");
  if (getArgumentRegs().size() != getArguments().size() ||
      getResultRegs().size() != getNumResults())
    return emitOpError("needs a register for each argument and result");
  if (getRegs() && getRegs()->size() != getNumResults())
    return emitOpError("has registers for other results");
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!getCallee())
    return success();
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << getCalleeAttr() << " is no function";
  if (callee.getKernel())
    return emitOpError() << getCalleeAttr() << " is a kernel";
  // A relocatable object may call what is elsewhere.
  bool isElsewhere = callee.isDeclaration() && !getSystem() &&
                     callee->getParentOp()->hasAttr(kRelocatableAttr);
  if (callee.isDeclaration() != getSystem() && !isElsewhere)
    return emitOpError() << getCalleeAttr()
                         << (getSystem() ? " is no function of the driver"
                                         : " has no body");
  if (!llvm::equal(getArguments().getTypes(), callee.getArgumentTypes()) ||
      !llvm::equal(getResultTypes(), callee.getResultTypes()) ||
      getArgumentRegs() != callee.getArgumentRegs() ||
      getResultRegs() != callee.getResultRegs())
    return emitOpError() << "does not fit the type of " << getCalleeAttr();
  if (getFewRegisters() != callee.getFewRegisters())
    return emitOpError() << "and " << getCalleeAttr()
                         << " differ in 'few_registers'";
  return success();
}

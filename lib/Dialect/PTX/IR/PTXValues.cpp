//===- PTXValues.cpp - values without an instruction ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, vectors, special registers and addresses: values that PTX writes
// as operands and the dialect makes operations of, so that instructions have
// only SSA operands.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXValues.cpp.inc"

namespace ptxmlir::ptx {
void registerValueOps(PTXDialect &dialect) {
  dialect.addOperationsOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXValues.cpp.inc"
      >();
}
} // namespace ptxmlir::ptx

OpFoldResult ConstOp::fold(FoldAdaptor) { return getValue(); }

static uint64_t totalWidth(TypeRange types) {
  uint64_t width = 0;
  for (Type type : types)
    width += type.getIntOrFloatBitWidth();
  return width;
}

LogicalResult PackOp::verify() {
  if (getElements().empty() ||
      totalWidth(getElements().getTypes()) != getType().getIntOrFloatBitWidth())
    return emitOpError("elements must have the bits of the result together");
  return success();
}

LogicalResult UnpackOp::verify() {
  if (getElements().empty() ||
      totalWidth(getResultTypes()) !=
          getSource().getType().getIntOrFloatBitWidth())
    return emitOpError("results must have the bits of the source together");
  return success();
}

//===----------------------------------------------------------------------===//
// ReadSRegOp
//===----------------------------------------------------------------------===//

ParseResult ReadSRegOp::parse(OpAsmParser &parser, OperationState &state) {
  StringRef name;
  Type type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  std::optional<SpecialRegister> reg = symbolizeSpecialRegister(name);
  if (!reg || *reg == SpecialRegister::None)
    return parser.emitError(loc, "unknown special register '") << name << "'";
  state.getOrAddProperties<Properties>().regNumber = int32_t(*reg);
  state.addTypes(type);
  return success();
}

void ReadSRegOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringify(getReg());
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : " << getType();
}

LogicalResult ReadSRegOp::verify() {
  if (stringify(getReg()).empty())
    return emitOpError("unknown special register");
  if (!getType().isInteger(getBitWidth(getReg())))
    return emitOpError("result must be i") << getBitWidth(getReg());
  return success();
}

void ReadSRegOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (isVolatile(getReg()))
    effects.emplace_back(MemoryEffects::Write::get());
}

Speculation::Speculatability ReadSRegOp::getSpeculatability() {
  return isVolatile(getReg()) ? Speculation::NotSpeculatable
                              : Speculation::Speculatable;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// `[+ offset] attributes : type`.
static ParseResult parseAddressTail(OpAsmParser &parser, OperationState &state,
                                    int64_t &offset) {
  Type type;
  offset = 0;
  if (succeeded(parser.parseOptionalKeyword("offset")) &&
      parser.parseInteger(offset))
    return failure();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.addTypes(type);
  return success();
}

static void printAddressTail(OpAsmPrinter &printer, Operation *op,
                             int64_t offset) {
  if (offset)
    printer << " offset " << offset;
  printer.printOptionalAttrDict(op->getDiscardableAttrDictionary().getValue());
  printer << " : " << op->getResult(0).getType();
}

ParseResult AddressOfOp::parse(OpAsmParser &parser, OperationState &state) {
  Properties &properties = state.getOrAddProperties<Properties>();
  return failure(parser.parseAttribute(properties.symbol) ||
                 parseAddressTail(parser, state, properties.offset));
}

void AddressOfOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSymbolAttr();
  printAddressTail(printer, *this, getOffset());
}

LogicalResult
AddressOfOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  Operation *symbol =
      symbolTables.lookupNearestSymbolFrom(*this, getSymbolAttr());
  if (!isa_and_present<GlobalOp, FuncOp, EntryOp>(symbol))
    return emitOpError("no variable or function ") << getSymbolAttr();
  return success();
}

static StringRef paramKindName(ParamKind kind) {
  switch (kind) {
  case ParamKind::Input:
    return "input";
  case ParamKind::Return:
    return "return";
  case ParamKind::Call:
    return "call";
  }
  return "input";
}

ParseResult ParamAddressOp::parse(OpAsmParser &parser, OperationState &state) {
  Properties &properties = state.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  StringRef kind;
  if (parser.parseKeyword(&kind))
    return failure();
  properties.kindNumber = -1;
  for (ParamKind value : {ParamKind::Input, ParamKind::Return, ParamKind::Call})
    if (paramKindName(value) == kind)
      properties.kindNumber = int32_t(value);
  if (properties.kindNumber < 0)
    return parser.emitError(loc, "expected 'input', 'return' or 'call'");
  return failure(parser.parseInteger(properties.index) ||
                 parseAddressTail(parser, state, properties.offset));
}

void ParamAddressOp::print(OpAsmPrinter &printer) {
  printer << ' ' << paramKindName(getKind()) << ' ' << getIndex();
  printAddressTail(printer, *this, getOffset());
}

/// Element `index` of an array attribute of the function around `op`.
static LogicalResult verifyIndex(Operation *op, StringRef attribute,
                                 int64_t index) {
  Operation *function = op->getParentOp();
  while (function && !isa<EntryOp, FuncOp>(function))
    function = function->getParentOp();
  if (!function)
    return success();
  auto vars = function->getAttrOfType<ArrayAttr>(attribute);
  if (index < 0 || index >= int64_t(vars ? vars.size() : 0))
    return op->emitOpError()
           << "the function has no '" << attribute << "' number " << index;
  return success();
}

LogicalResult ParamAddressOp::verify() {
  StringRef attributes[] = {"params", "returns", "call_params"};
  if (getKindNumber() < 0 || getKindNumber() > 2)
    return emitOpError("unknown kind");
  return verifyIndex(*this, attributes[getKindNumber()], getIndex());
}

ParseResult LocalAddressOp::parse(OpAsmParser &parser, OperationState &state) {
  Properties &properties = state.getOrAddProperties<Properties>();
  return failure(parser.parseInteger(properties.index) ||
                 parseAddressTail(parser, state, properties.offset));
}

void LocalAddressOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getIndex();
  printAddressTail(printer, *this, getOffset());
}

LogicalResult LocalAddressOp::verify() {
  return verifyIndex(*this, "locals", getIndex());
}

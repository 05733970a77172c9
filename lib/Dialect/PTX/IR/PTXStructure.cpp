//===- PTXStructure.cpp - modules and functions ---------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules, functions and variables: custom syntax, and the verification of what
// PTX says of linkage, initial values and parameters.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXBuilders.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

//===----------------------------------------------------------------------===//
// Custom directive
//===----------------------------------------------------------------------===//

static ParseResult parseLinkage(OpAsmParser &parser, LinkageAttr &linkage) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Linkage> value = symbolizeLinkage(keyword);
  if (!value)
    return parser.emitError(loc, "unknown linkage '") << keyword << "'";
  linkage = LinkageAttr::get(parser.getContext(), *value);
  return success();
}

static void printLinkage(OpAsmPrinter &printer, Operation *,
                         LinkageAttr linkage) {
  printer << stringifyLinkage(linkage.getValue());
}

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXStructure.cpp.inc"

namespace ptxmlir::ptx {
void registerStructureOps(PTXDialect &dialect) {
  dialect.addOperationsOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXStructure.cpp.inc"
      >();
}
} // namespace ptxmlir::ptx

//===----------------------------------------------------------------------===//
// Modules and symbols
//===----------------------------------------------------------------------===//

void ptx::ModuleOp::build(OpBuilder &builder, OperationState &state,
                          unsigned version, StringRef target,
                          unsigned addressSize) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.version = builder.getI32IntegerAttr(version);
  properties.target = builder.getStringAttr(target);
  properties.address_size = builder.getI32IntegerAttr(addressSize);
  state.addRegion()->emplaceBlock();
}

EntryOp ptx::createEntry(OpBuilder &builder, Location loc, StringRef name,
                         ArrayRef<DataType> params) {
  uint64_t offset = 0;
  SmallVector<Attribute> variables;
  for (auto [i, type] : llvm::enumerate(params)) {
    unsigned size = std::max(getBitWidth(type) / 8u, 1u);
    offset = llvm::alignTo(offset, size);
    std::string paramName = (name + "_param_" + Twine(i)).str();
    variables.push_back(VarAttr::get(
        builder.getContext(), builder.getStringAttr(paramName), type, size,
        size, offset, /*count=*/0, /*inRegister=*/false, /*pointer=*/false,
        Space::None, /*pointerAlign=*/0));
    offset += size;
  }
  OperationState state(loc, EntryOp::getOperationName());
  auto &properties = state.getOrAddProperties<EntryOp::Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.linkage = LinkageAttr::get(builder.getContext(), Linkage::Visible);
  properties.function_type = TypeAttr::get(builder.getFunctionType({}, {}));
  properties.params = builder.getArrayAttr(variables);
  properties.returns = properties.locals = properties.call_params =
      builder.getArrayAttr({});
  state.addRegion()->emplaceBlock();
  return cast<EntryOp>(builder.create(state));
}

LogicalResult GlobalOp::verify() {
  std::optional<Space> space = symbolizeSpace(getStateSpace());
  if (!space || (*space != Space::Global && *space != Space::Const &&
                 *space != Space::Shared))
    return emitOpError("state space must be global, const or shared");
  if (!symbolizeDataType(getElementType()))
    return emitOpError("unknown element type '") << getElementType() << "'";
  if (!llvm::isPowerOf2_64(getAlign()))
    return emitOpError("alignment must be a power of two");
  if (getInit() && getInit()->size() > getSize())
    return emitOpError("initial value is larger than the variable");
  if (ArrayAttr relocations = getRelocationsAttr())
    for (auto reloc : relocations.getAsRange<RelocAttr>()) {
      uint64_t size = reloc.getSize();
      if ((size != 1 && size != 4 && size != 8) || reloc.getShift() > 56 ||
          reloc.getShift() % 8)
        return emitOpError("an address has 1, 4 or 8 bytes and is shifted by "
                           "whole ones, at most 7");
      if (size > getSize() || reloc.getOffset() > getSize() - size)
        return emitOpError("an address lies outside of the variable");
    }
  return success();
}

/// What entries and functions have in common: the parameters in registers are
/// the arguments.
static LogicalResult verifyFunction(Operation *op, FunctionType type,
                                    ArrayAttr params, ArrayAttr returns) {
  auto matches = [](ArrayAttr vars, ArrayRef<Type> types) {
    size_t next = 0;
    for (Attribute attr : vars) {
      auto var = cast<VarAttr>(attr);
      if (!var.getInRegister())
        continue;
      if (next == types.size() ||
          !types[next].isInteger(getContainerWidth(var.getDataType())))
        return false;
      ++next;
    }
    return next == types.size();
  };
  if (!matches(params, type.getInputs()))
    return op->emitOpError("inputs do not match the `.reg` parameters");
  if (!matches(returns, type.getResults()))
    return op->emitOpError("results do not match the `.reg` return values");
  return success();
}

LogicalResult EntryOp::verify() {
  if (getFunctionType().getNumInputs() || getFunctionType().getNumResults())
    return emitOpError("an entry has no arguments and results");
  return success();
}

LogicalResult FuncOp::verify() {
  return verifyFunction(*this, getFunctionType(), getParams(), getReturns());
}

//===- OriDialect.cpp - The ori dialect and its types ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of types and structural operations. Those of instructions are in
// generated files, one a family, and are registered when first needed
// (InstNames.h).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

#include "ptx-mlir/Dialect/Ori/IR/OriDialect.cpp.inc"
#include "ptx-mlir/Dialect/Ori/IR/OriInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriTypes.cpp.inc"

void OriDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.cpp.inc"
      >();
  registerInsts();
}

Operation *OriDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || !isRegisterType(type))
    return nullptr;
  return ImmOp::create(builder, loc, type, integer);
}

bool ori::isRegisterType(Type type) {
  return llvm::isa<RType, PType, URType, UPType>(type);
}

/// A width must leave something of the file: of 256 numbers one means zero.
static LogicalResult verifyWidth(function_ref<InFlightDiagnostic()> emitError,
                                 unsigned width) {
  constexpr unsigned kMostRegisters = 255;
  if (width == 0 || width > kMostRegisters)
    return emitError() << "registers come by 1 to " << kMostRegisters;
  return success();
}

LogicalResult RType::verify(function_ref<InFlightDiagnostic()> emitError,
                            unsigned width) {
  return verifyWidth(emitError, width);
}

LogicalResult URType::verify(function_ref<InFlightDiagnostic()> emitError,
                             unsigned width) {
  return verifyWidth(emitError, width);
}

unsigned ori::getWidth(Type type) {
  if (auto r = dyn_cast<RType>(type))
    return r.getWidth();
  if (auto ur = dyn_cast<URType>(type))
    return ur.getWidth();
  return 1;
}

ptxmlir::isa::Operand::Kind ori::getRegFile(Type type) {
  using Operand = ptxmlir::isa::Operand;
  return llvm::TypeSwitch<Type, Operand::Kind>(type)
      .Case<RType>([](auto) { return Operand::R; })
      .Case<URType>([](auto) { return Operand::UR; })
      .Case<PType>([](auto) { return Operand::P; })
      .Case<UPType>([](auto) { return Operand::UP; })
      .Default([](auto) { return Operand::None; });
}

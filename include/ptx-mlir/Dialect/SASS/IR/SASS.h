//===- SASS.h - The sass dialect: structural ops and instructions -*- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code as IR. Instruction ops are made and read by opcode through
// InstOpInterface; their generated classes are in one header per family.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_IR_SASS_H
#define PTXMLIR_DIALECT_SASS_IR_SASS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "ptx-mlir/Dialect/InstNames.h"
#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::sass {

/// The instruction as an attribute (generic syntax and bytecode) and back.
mlir::Attribute instToAttribute(mlir::MLIRContext *context,
                                const isa::Inst &inst);
llvm::LogicalResult
instFromAttribute(isa::Inst &inst, mlir::Attribute attr,
                  llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
llvm::hash_code hashInst(const isa::Inst &inst);

// Shared implementations that the generated op classes call.
mlir::ParseResult parseInst(mlir::OpAsmParser &parser,
                            mlir::OperationState &result, isa::Opcode opcode,
                            isa::Inst &inst, mlir::Attribute &ref);
void printInst(mlir::OpAsmPrinter &printer, mlir::Operation *op,
               const isa::Inst &inst, mlir::Attribute ref);
llvm::LogicalResult verifyInst(mlir::Operation *op, isa::Opcode opcode,
                               const isa::Inst &inst, mlir::Attribute ref);

/// Attribute of a call through a register: the function of the driver that it
/// calls.
constexpr llvm::StringLiteral kCalleeAttr = "callee";
/// Of a kernel with functions in its code: of each, in their order, the bytes
/// of its stack frame, those that it spills and those that it loads again.
constexpr llvm::StringLiteral kFunctionResourcesAttr = "function_resources";

/// Of an operation in code for a debugger: what registers of the PTX hold from
/// it on. An array of arrays: name, type and, if it is known where the value
/// is, its first machine register (such as "R4") and how many there are.
constexpr llvm::StringLiteral kDebugValuesAttr = "debug_values";

/// The SM of instructions outside of any sass.module.
constexpr unsigned kDefaultSM = 90;

/// The SM number of the sass.module around an op; kDefaultSM outside of one.
unsigned getSM(mlir::Operation *op);

/// As long as it lives, this thread parses the instructions of a sass.module
/// for that SM (0: not known).
class ModuleTextScope {
public:
  explicit ModuleTextScope(unsigned sm);
  ~ModuleTextScope();
  ModuleTextScope(const ModuleTextScope &) = delete;
  ModuleTextScope &operator=(const ModuleTextScope &) = delete;

private:
  unsigned outerSM;
};

} // namespace ptxmlir::sass

#include "ptx-mlir/Dialect/SASS/IR/SASSInterfaces.h.inc"

#include "ptx-mlir/Dialect/SASS/IR/SASSDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ptx-mlir/Dialect/SASS/IR/SASSAttrs.h.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/SASS/IR/SASSOps.h.inc"

namespace ptxmlir::sass {

/// Creates the op of an instruction. `targets` are the successors of BRA and
/// BRX: the target and, if guarded, the next block.
mlir::Operation *createInst(mlir::OpBuilder &builder, mlir::Location loc,
                            const isa::Inst &inst,
                            mlir::Attribute ref = mlir::Attribute(),
                            mlir::BlockRange targets = {});

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_IR_SASS_H

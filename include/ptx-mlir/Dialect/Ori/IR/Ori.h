//===- Ori.h - The ori dialect: types and structural ops --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, the instruction interface, structural ops and generic access to
// instruction ops by opcode. The op classes of instructions are in one header
// per family, OriInsts.h includes them all; most code needs only this file.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_IR_ORI_H
#define PTXMLIR_DIALECT_ORI_IR_ORI_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Convergence.h"
#include "ptx-mlir/Dialect/InstNames.h"
#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/ISA/OrderingEffects.h"

namespace ptxmlir::ori {

/// True for the register types of this dialect.
inline bool isRegisterType(mlir::Type type);
/// Registers (or predicates) a register type spans.
unsigned getWidth(mlir::Type type);
/// Register file of a register type: R, UR, P or UP.
isa::Operand::Kind getRegFile(mlir::Type type);

/// Where the stack of a thread ends: what `ori.set_stack_pointer` writes.
struct StackResource : public mlir::SideEffects::Resource::Base<StackResource> {
  llvm::StringRef getName() final { return "Stack"; }
};

/// The properties that every instruction op has.
struct InstProperties {
  int64_t mods = 0;
  int64_t regs = 0;
  bool guardNot = false;
};

// Shared implementations that the generated op classes call.
mlir::ParseResult parseInst(mlir::OpAsmParser &parser,
                            mlir::OperationState &result, isa::Opcode opcode,
                            InstProperties &props);
void printInst(mlir::OpAsmPrinter &printer, mlir::Operation *op,
               isa::Opcode opcode, InstProperties props);
llvm::LogicalResult verifyInst(mlir::Operation *op, isa::Opcode opcode,
                               uint64_t mods);
void getInstEffects(
    mlir::Operation *op, isa::Opcode opcode, uint64_t mods,
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);
llvm::LogicalResult
foldInst(mlir::Operation *op, llvm::ArrayRef<mlir::Attribute> operands,
         llvm::SmallVectorImpl<mlir::OpFoldResult> &results);

} // namespace ptxmlir::ori

#define GET_TYPEDEF_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriTypes.h.inc"

#include "ptx-mlir/Dialect/Ori/IR/OriInterfaces.h.inc"

namespace llvm {
// A cast of MLIR that may fail looks an interface up to ask whether it is there
// and again to take it. Passes ask most operations whether they are
// instructions, so this one does it once.
template <>
struct CastInfo<ptxmlir::ori::InstOpInterface, mlir::Operation *>
    : ValueFromPointerCast<
          ptxmlir::ori::InstOpInterface, mlir::Operation,
          CastInfo<ptxmlir::ori::InstOpInterface, mlir::Operation *>> {
  static bool isPossible(mlir::Operation *op) {
    return ptxmlir::ori::InstOpInterface::classof(op);
  }
  static ptxmlir::ori::InstOpInterface doCastIfPossible(mlir::Operation *op) {
    return ptxmlir::ori::InstOpInterface::lookup(op);
  }
};
template <>
struct CastInfo<ptxmlir::ori::InstOpInterface, mlir::Operation>
    : NullableValueCastFailed<ptxmlir::ori::InstOpInterface> {
  static bool isPossible(mlir::Operation &op) {
    return ptxmlir::ori::InstOpInterface::classof(&op);
  }
  static ptxmlir::ori::InstOpInterface doCast(mlir::Operation &op) {
    return ptxmlir::ori::InstOpInterface(&op);
  }
  static ptxmlir::ori::InstOpInterface doCastIfPossible(mlir::Operation &op) {
    return ptxmlir::ori::InstOpInterface::lookup(&op);
  }
};
} // namespace llvm

#include "ptx-mlir/Dialect/Ori/IR/OriDialect.h.inc"

inline bool ptxmlir::ori::isRegisterType(mlir::Type type) {
  return llvm::isa<RType, PType, URType, UPType>(type);
}

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriOps.h.inc"

namespace ptxmlir::ori {

/// The result types an instruction has for these modifiers: one per
/// destination slot, in the slot's default register file.
void getDefaultResultTypes(isa::Opcode opcode, uint64_t mods,
                           mlir::MLIRContext *context,
                           llvm::SmallVectorImpl<mlir::Type> &types);

/// What its modifiers and marks say of the order of an access.
isa::AccessOrder getAccessOrder(mlir::Operation *op);
isa::OrderingEffects getOrderingEffects(InstOpInterface inst);

/// Whether what an operation does depends on the threads that execute it
/// together, as it is here: with its modifiers.
bool isConvergent(mlir::Operation *op);

/// Creates an instruction op by opcode, with default result types. `sources`
/// has one value per source slot.
mlir::Operation *createInst(mlir::OpBuilder &builder, mlir::Location loc,
                            isa::Opcode opcode, mlir::ValueRange sources,
                            uint64_t mods);
/// The same under a guard: `passThrough` has one value per result.
mlir::Operation *createGuardedInst(mlir::OpBuilder &builder, mlir::Location loc,
                                   isa::Opcode opcode, mlir::ValueRange sources,
                                   uint64_t mods, mlir::Value guard,
                                   bool guardNegated,
                                   mlir::ValueRange passThrough);

/// The constant that `value` is known to be (an ori.imm), if any.
std::optional<uint64_t> getConstant(mlir::Value value);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_IR_ORI_H

//===- Registers.h - Which values own registers, and which ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Immediates, constant-bank reads, undefined values and the begin of the frame
// are SSA values that own no register: they are written into the slots of their
// users. Everything else has the register that its op's `regs` property (block
// arguments: the function's `block_regs`) names.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_REGISTERS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_REGISTERS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::ori {

/// R1 holds the stack pointer in functions with a local memory frame or calls.
constexpr unsigned kStackPointer = 1;

/// The register with the begin of the function's frame.
unsigned getFrameRegister(FuncOp func);

/// Bytes to which R1 is aligned where the function begins.
unsigned getStackAlignment(FuncOp func);

/// A value that is written into an operand slot instead of a register.
struct ConstantOperand {
  enum Kind : uint8_t {
    None,  ///< the value owns a register
    Imm,   ///< `bits`, the low 64 bits of the constant
    CBank, ///< c[bank][offset]
    Undef, ///< any value
    Frame, ///< the begin of the frame, in register `bank`
  };
  Kind kind = None;
  uint32_t bank = 0; ///< or register
  int32_t offset = 0;
  uint64_t bits = 0;
  /// 32-bit registers that the value spans; 0 for predicates.
  unsigned width = 0;
  explicit operator bool() const { return kind != None; }
  /// Reads as RZ, URZ, PT or !PT, which every slot of the file takes.
  bool isFree = false;
  bool operator==(const ConstantOperand &o) const {
    return kind == o.kind && bank == o.bank && offset == o.offset &&
           bits == o.bits && width == o.width;
  }
};

/// The constant that `value` is, also through ori.extract.
ConstantOperand getConstantOperand(mlir::Value value);

/// Whether the allocator gives `value` a register if it has uses.
inline bool ownsRegister(mlir::Value value) {
  return isRegisterType(value.getType()) && !getConstantOperand(value);
}

/// Whether the warp has one register of that number for all its threads.
inline bool isUniformFile(isa::Operand::Kind file) {
  return file == isa::Operand::UR || file == isa::Operand::UP;
}

/// Alignment of a tuple of `width` registers.
inline unsigned getAlignment(unsigned width) {
  return width <= 1 ? 1 : width == 2 ? 2 : 4;
}

/// The register of an op result, -1 if none is assigned.
int getResultReg(mlir::OpResult result);
/// Sets it; -1 clears. The op must be an instruction or a tuple op.
void setResultReg(mlir::OpResult result, int reg);

/// The registers of a function's values. Block arguments are read once from
/// the function's `block_regs`.
class RegisterMap {
public:
  explicit RegisterMap(FuncOp func);
  /// -1 if none is assigned.
  int lookup(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Block *, unsigned> firstArg;
  llvm::ArrayRef<int32_t> argRegs;
};

/// The SM of the module around `op` (0 outside of an ori.module).
unsigned getSM(mlir::Operation *op);

/// Whether the op is a product of a warp group: it reads and writes registers
/// until a wait for its group.
bool isGroupProduct(mlir::Operation *op);
bool isGroupProduct(InstOpInterface inst);
/// What such a product adds to; its result is in the same registers.
mlir::OpOperand &getAccumulator(mlir::Operation *product);

/// The values that the products may still be writing: their results, and block
/// arguments that these are passed to. Of such a value no copy may be made but
/// behind an ori.hold.
llvm::DenseSet<mlir::Value>
findInFlight(llvm::ArrayRef<mlir::Operation *> products);

/// The operand whose registers a result shares: what a guarded op leaves alone,
/// the accumulator of a product of a warp group, what ori.hold holds. Null if
/// the result has registers of its own.
mlir::OpOperand *getTiedOpOperand(mlir::OpResult result);
/// Its value; null also where that is undefined or no register.
mlir::Value getTiedOperand(mlir::OpResult result);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_REGISTERS_H

//===- InstShapes.h - What several rewrites look for ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching without patterns of MLIR: a rewrite asks whether a value is a plain
// sum or a constant, and the answer respects guards and modifiers, which are
// easy to forget.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_INSTSHAPES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_INSTSHAPES_H

#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"

namespace ptxmlir::ori {

/// Whether there is a first result and nobody reads another.
inline bool hasOnlyFirstResult(mlir::Operation *op) {
  return op->getNumResults() &&
         llvm::all_of(op->getResults().drop_front(),
                      [](mlir::OpResult r) { return r.use_empty(); });
}

/// Whether one operation reads the value, besides those that nobody reads any
/// more: what was merged stays until dead code is removed.
bool hasOneReader(mlir::Value value);

/// Whether something in the block of `op` reads a value before `op` does, or so
/// much reads it that finding out takes long.
bool isReadBefore(mlir::Value value, mlir::Operation *op);

/// Whether a value is the number zero in every slot.
inline bool isZero(mlir::Value value) {
  ConstantOperand c = getConstantOperand(value);
  return c.kind == ConstantOperand::Imm && c.bits == 0 && c.isFree;
}

/// Whether a value is the predicate true.
inline bool isTrue(mlir::Value value) {
  ConstantOperand c = getConstantOperand(value);
  return c.kind == ConstantOperand::Imm && c.width == 0 && (c.bits & 1);
}

/// The modifiers of an IADD3 that adds one carry; the other one it adds is that
/// its last source is not true.
inline uint64_t getCarryMods() {
  namespace Record = isa::IADD3;
  return Record::ppNot.set(Record::x.set(Record::kDefaultMods, 1), 0);
}

/// The instruction that defines `value` as its first result, if it is an
/// unguarded `opcode` with these modifiers; null if not.
InstOpInterface getInst(mlir::Value value, isa::Opcode opcode,
                        std::optional<uint64_t> mods = std::nullopt);

/// Whether an ISETP, FSETP or DSETP gives a cmp b and the opposite of that, and
/// nothing else.
bool isPlainComparison(InstOpInterface inst);

/// The number that a value of 32 bits is.
std::optional<uint32_t> getImm(mlir::Value value);

/// a + b + c of 32 bits with no carry in; null if it is no such sum.
InstOpInterface getPlainSum(mlir::Value value);

/// The words of a 64-bit number.
struct Pair {
  mlir::Value lo, hi;
};

/// The tuple whose two words the pair is, null if there is none.
mlir::Value getTuple(const Pair &pair);

/// Whether two words are one constant of 64 bits.
bool isOneConstant(const ConstantOperand &lo, const ConstantOperand &hi);

/// The pair as one value.
mlir::Value joinWords(mlir::OpBuilder &builder, mlir::Location loc,
                      const Pair &pair);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_INSTSHAPES_H

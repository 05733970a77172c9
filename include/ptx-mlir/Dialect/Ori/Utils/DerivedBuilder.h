//===- DerivedBuilder.h - Sequences of instructions as ori ops --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The domain that the sequences of ISA/Derived are emitted by.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_UTILS_DERIVEDBUILDER_H
#define PTXMLIR_DIALECT_ORI_UTILS_DERIVEDBUILDER_H

#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/ISA/Derived/Float32.h"

namespace ptxmlir::ori {

/// A source: a value, and what its slot does to its sign.
struct SignedValue {
  mlir::Value value;
  bool neg = false, abs = false;

  SignedValue(mlir::Value value, bool neg = false, bool abs = false)
      : value(value), neg(neg), abs(abs) {}
  SignedValue operator-() const { return {value, !neg, abs}; }
  friend SignedValue magnitude(SignedValue x) { return {x.value, false, true}; }
};

class DerivedBuilder {
public:
  using W = SignedValue;
  using X = SignedValue;
  using P = mlir::Value;
  /// Makes the constant of a type; each use asks anew.
  using ConstantFn =
      llvm::function_ref<mlir::Value(mlir::Type, const llvm::APInt &)>;

  DerivedBuilder(mlir::OpBuilder &builder, mlir::Location loc,
                 ConstantFn constant)
      : builder(builder), loc(loc), constant(constant) {}

  W c32(uint32_t bits) { return constant(r(1), llvm::APInt(32, bits)); }
  X c64(uint64_t bits) { return constant(r(2), llvm::APInt(64, bits)); }
  X f64(double value) { return c64(llvm::bit_cast<uint64_t>(value)); }
  P pt(bool value = true) {
    return constant(PType::get(builder.getContext()), llvm::APInt(1, value));
  }

  // f32.
  W mufu(isa::MufuOp op, W x);
  W ffma(W a, W b, W c, isa::Round rnd = isa::Round::RN);
  W fmul(W a, W b, isa::Round rnd = isa::Round::RN);
  P fchk(W a, W b);
  P fsetp(isa::FCmp cmp, W a, W b, isa::BoolOp bop, P with);
  P fsetp(isa::FCmp cmp, W a, W b) {
    return fsetp(cmp, a, b, isa::BoolOp::AND, pt());
  }
  /// A subnormal number becomes a zero of its sign.
  W flush(W x);

  // f64.
  X dfma(X a, X b, X c, isa::Round rnd = isa::Round::RN);
  X dmul(X a, X b, isa::Round rnd = isa::Round::RN);
  X dadd(X a, X b);
  P dsetp(isa::FCmp cmp, X a, X b, isa::BoolOp bop, P with);
  P dsetp(isa::FCmp cmp, X a, X b) {
    return dsetp(cmp, a, b, isa::BoolOp::AND, pt());
  }
  X widen(W x);
  W narrow(X x, isa::Round rnd);

  // Integers.
  W iadd3(W a, W b, W c);
  W iadd(W a, W b) { return iadd3(a, b, c32(0)); }
  W isub(W a, W b) { return isubadd(a, b, c32(0)); }
  /// a - b + c.
  W isubadd(W a, W b, W c);
  W lop3(W a, W b, W c, uint8_t lut);
  W band(W a, W b) { return lop3(a, b, c32(0), 0xc0); }
  W bxor(W a, W b) { return lop3(a, b, c32(0), 0x3c); }
  W shr(W a, unsigned amount, bool isSigned);
  /// (a << shift) + b.
  W lea(W a, unsigned shift, W b);
  /// Signed.
  W imin(W a, W b) { return select(isetp(isa::ICmp::LT, a, b, true), a, b); }
  W imax(W a, W b) { return select(isetp(isa::ICmp::GT, a, b, true), a, b); }
  P isetp(isa::ICmp cmp, W a, W b, bool isSigned, isa::BoolOp bop, P with);
  P isetp(isa::ICmp cmp, W a, W b, bool isSigned) {
    return isetp(cmp, a, b, isSigned, isa::BoolOp::AND, pt());
  }
  X add64(X a, X b);
  X sub64(X a, X b);
  /// The low 32 bits of a b + c; all 64; the high ones.
  W imad(W a, W b, W c);
  X imadWide(W a, W b, X c);
  W imadHi(W a, W b, X c, bool isSigned);
  W imulHi(W a, W b, bool isSigned) { return imadHi(a, b, c64(0), isSigned); }
  /// What a sum of three carries: one or two.
  struct Carry {
    P one, two;
  };
  struct Sum {
    W value;
    Carry carry;
  };
  Sum sum(W a, W b, W c, std::optional<Carry> carry = std::nullopt);
  /// Whether a sum carries.
  P holds(Carry carry) { return carry.one; }
  /// Unsigned.
  X shr64(X x, unsigned amount);
  W u64ToF32Up(X x);
  X f32ToU64(W x);

  W lo(X x) { return part(x, 0); }
  W hi(X x) { return part(x, 1); }
  X pair(W low, W high);
  /// Of one register or two.
  W select(P p, W a, W b);
  P por(P a, P b);

private:
  mlir::Type r(unsigned width) {
    return RType::get(builder.getContext(), width);
  }
  W part(X x, unsigned index);
  mlir::Operation *inst(isa::Opcode opcode, llvm::ArrayRef<W> sources,
                        uint64_t mods);
  mlir::Value value(isa::Opcode opcode, llvm::ArrayRef<W> sources,
                    uint64_t mods) {
    return inst(opcode, sources, mods)->getResult(0);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  ConstantFn constant;
};

/// What fast sequences make of operands, and where that is no good.
using Checked = isa::derived::Checked<SignedValue, mlir::Value>;

/// The fast sequence of a function; `b` is for division.
Checked emitFast(DerivedBuilder &builder, DerivedFunction function,
                 isa::Round rounding, mlir::Value a, mlir::Value b);
/// The sequence that is right for all operands.
mlir::Value emitSlow(DerivedBuilder &builder, DerivedFunction function,
                     isa::Round rounding, bool ftz, mlir::Value a,
                     mlir::Value b);
/// The slow sequence of an operation.
mlir::Value emitSlow(DerivedBuilder &builder, SlowPathOp op);

/// What `op` computes, without a branch: for who executes it as it is.
mlir::Value emitInline(DerivedBuilder &builder, SlowPathOp op);

/// Constants made at one place of a function, one operation for each.
class ConstantPool {
public:
  explicit ConstantPool(mlir::OpBuilder builder) : builder(builder) {}
  mlir::Value operator()(mlir::Type type, const llvm::APInt &bits);

private:
  mlir::OpBuilder builder;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, mlir::Value> values;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_UTILS_DERIVEDBUILDER_H

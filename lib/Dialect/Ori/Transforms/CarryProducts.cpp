//===- CarryProducts.cpp - Products in chains of carries ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With words of w = 2^32, for the upper word's sum H = hi(a b) + c1 + carry of
// the lower word's L = lo(a b) + c0 + carry in:
//
//   w H + L + w^2 (carry of H) = a b + w c1 + c0 + carry in,
//
// which is at most (w - 1)^2 + w^2 - 1 + 1 < 2 w^2: one bit is enough for the
// carry, and IMAD.WIDE.U32.X has it.
//
//===----------------------------------------------------------------------===//

#include "CarryProducts.h"
#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

static RewriteCounter products("carry-product");

namespace {
/// A sum of two words and perhaps a carry: one is a word of a product.
struct Term {
  InstOpInterface product;
  Value other;
};
} // namespace

/// The word of a product among the two terms of a sum, which nobody else reads.
static std::optional<Term> findTerm(InstOpInterface sum, Opcode opcode,
                                    uint64_t mods) {
  if (sum.isGuarded() || !isZero(sum->getOperand(2)) ||
      !isTrue(sum->getOperand(4)) ||
      !sum->getResult(isa::IADD3::kPv).use_empty())
    return std::nullopt;
  for (unsigned k : {0, 1}) {
    InstOpInterface product = getInst(sum->getOperand(k), opcode, mods);
    if (product && isZero(product->getOperand(2)) &&
        hasOnlyFirstResult(product) && hasOneReader(product->getResult(0)) &&
        product->getBlock() == sum->getBlock())
      return Term{product, sum->getOperand(1 - k)};
  }
  return std::nullopt;
}

bool ori::mergeCarryProduct(InstOpInterface upper, OpBuilder &builder) {
  namespace Sum = ptxmlir::isa::IADD3;
  namespace Wide = ptxmlir::isa::IMAD_WIDE;
  if (upper.getModBits() != getCarryMods())
    return false;
  std::optional<Term> high =
      findTerm(upper, Opcode::IMAD_HI,
               isa::IMAD_HI::u32.set(isa::IMAD_HI::kDefaultMods, 1));
  auto carry = dyn_cast<OpResult>(upper->getOperand(3));
  if (!high || !carry || carry.getResultNumber() != Sum::kPu ||
      !hasOneReader(carry))
    return false;
  auto lower = dyn_cast<InstOpInterface>(carry.getOwner());
  if (!lower || lower.getOpcode() != Opcode::IADD3 ||
      lower->getBlock() != upper->getBlock())
    return false;
  bool takesCarry = lower.getModBits() == getCarryMods();
  if (!takesCarry && (lower.getModBits() != Sum::kDefaultMods ||
                      !isTrue(lower->getOperand(3))))
    return false;
  std::optional<Term> low =
      findTerm(lower, Opcode::IMAD, isa::IMAD::kDefaultMods);
  if (!low)
    return false;
  Value a = low->product->getOperand(0), b = low->product->getOperand(1);
  Value x = high->product->getOperand(0), y = high->product->getOperand(1);
  // Both words come at once: what they add cannot depend on the lower one.
  if (!((a == x && b == y) || (a == y && b == x)) ||
      high->other == lower->getResult(0) ||
      isReadBefore(lower->getResult(0), upper))
    return false;
  builder.setInsertionPoint(upper);
  Location loc = upper->getLoc();
  uint64_t mods = Wide::u32.set(Wide::kDefaultMods, 1);
  if (takesCarry)
    mods = Wide::ppNot.set(Wide::x.set(mods, 1), 0);
  Value pair = joinWords(builder, loc, {low->other, high->other});
  Operation *wide = createInst(builder, loc, Opcode::IMAD_WIDE,
                               {a, b, pair, lower->getOperand(3)}, mods);
  Type r = RType::get(builder.getContext(), 1);
  auto word = [&](unsigned k) {
    return ExtractOp::create(builder, loc, r, wide->getResult(0), k);
  };
  lower->getResult(0).replaceAllUsesWith(word(0));
  upper->getResult(0).replaceAllUsesWith(word(1));
  upper->getResult(Sum::kPu).replaceAllUsesWith(wide->getResult(1));
  ++products;
  return true;
}

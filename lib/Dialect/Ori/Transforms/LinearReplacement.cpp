//===- LinearReplacement.cpp - Sums, products and addresses ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 64-bit numbers are pairs of registers, and sums of them pairs of IADD3; the
// root of a pattern is the upper one. All arithmetic is modulo 2^32 or 2^64, so
// that sums may be taken apart and put together freely.
//
//===----------------------------------------------------------------------===//

#include "AddressOffsets.h"
#include "BitRewrites.h"
#include "CarryProducts.h"
#include "InstShapes.h"
#include "MergeComparisons.h"
#include "MergeMinimums.h"
#include "PredicateSums.h"
#include "ShiftedSums.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "llvm/Support/MathExtras.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORILINEARREPLACEMENTPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

static RewriteCounter wideSums("linear-wide-sum"),
    widerSums("linear-wider-sum"), shiftedSums("linear-shifted-sum"),
    wideProducts("linear-wide-product"), sums("linear-sum"),
    products("linear-product"), extendedSums("linear-extended-sum");

/// Of a value that more read than so many nothing is asked: each question is
/// linear in them.
static constexpr unsigned kMaxUsers = 32;

namespace {

/// x * factor of 64 bits, x of 32.
struct Product {
  Value x, factor; ///< factor: null where it is `scale`
  uint32_t scale = 1;
  bool isSigned = false;
};

class LinearReplacement
    : public ori::impl::OriLinearReplacementPassBase<LinearReplacement> {
public:
  using OriLinearReplacementPassBase::OriLinearReplacementPassBase;
  void runOnOperation() override;

private:
  bool addShiftedFirst(InstOpInterface op, InstOpInterface sum, Value shifted);
  void visitSum(InstOpInterface op);
  void visitUpperShift(InstOpInterface op);
  bool replaceWideSum(InstOpInterface upper, InstOpInterface lower);
  bool takeThirdTerm(InstOpInterface upper, InstOpInterface lower);
  void extendInSum(InstOpInterface upper);
  void replacePair(InstOpInterface lower, InstOpInterface upper, Value whole);
  std::optional<Product> getProduct(const Pair &pair);
  Value makeProduct(const Product &product, Value addend);
  Value join(const Pair &pair) { return joinWords(builder(), loc, pair); }
  Value imm(Type type, uint64_t bits) {
    return ImmOp::create(builder(), loc, type, bits);
  }
  Type r(unsigned width = 1) { return RType::get(&getContext(), width); }
  OpBuilder &builder() { return *theBuilder; }

  std::optional<OpBuilder> theBuilder;
  Location loc = UnknownLoc();
};

} // namespace

//===----------------------------------------------------------------------===//
// What values are
//===----------------------------------------------------------------------===//

/// The lower word of a 64-bit sum of two terms, by its upper one. Nobody else
/// reads its carries.
static InstOpInterface getLowerSum(InstOpInterface upper) {
  namespace Record = isa::IADD3;
  if (upper.getModBits() != getCarryMods() || !isZero(upper->getOperand(2)) ||
      !isTrue(upper->getOperand(4)) || !hasOnlyFirstResult(upper))
    return nullptr;
  auto carry = dyn_cast<OpResult>(upper->getOperand(3));
  if (!carry || carry.getResultNumber() != Record::kPu || !carry.hasOneUse())
    return nullptr;
  InstOpInterface lower = getPlainSum(carry.getOwner()->getResult(0));
  return lower && isZero(lower->getOperand(2)) &&
                 lower->getBlock() == upper->getBlock() &&
                 lower->getResult(Record::kPv).use_empty()
             ? lower
             : nullptr;
}

/// Whether all bits of `hi` are the sign of `lo`.
static bool isSignOf(Value hi, Value lo) {
  uint64_t mods = isa::SHF::dir.set(isa::SHF::kDefaultMods, 1);
  mods = isa::SHF::hi.set(mods, 1);
  mods = isa::SHF::type.set(mods, uint64_t(isa::ShfType::S32));
  InstOpInterface shift = getInst(hi, Opcode::SHF, mods);
  return shift && shift->getOperand(2) == lo &&
         getImm(shift->getOperand(1)) == 31u;
}

/// The words of one product, {c, a} << k, or an extended number.
std::optional<Product> LinearReplacement::getProduct(const Pair &pair) {
  Product product;
  auto lo = pair.lo.getDefiningOp<ExtractOp>(),
       hi = pair.hi.getDefiningOp<ExtractOp>();
  if (lo && hi && lo.getTuple() == hi.getTuple() && lo.getIndex() == 0 &&
      hi.getIndex() == 1) {
    uint64_t mods = isa::IMAD_WIDE::kDefaultMods;
    for (bool isSigned : {false, true}) {
      InstOpInterface wide = getInst(lo.getTuple(), Opcode::IMAD_WIDE,
                                     isa::IMAD_WIDE::u32.set(mods, !isSigned));
      if (!wide || !isZero(wide->getOperand(2)) || !hasOnlyFirstResult(wide))
        continue;
      product.x = wide->getOperand(0);
      product.factor = wide->getOperand(1);
      product.isSigned = isSigned;
      return product;
    }
    return std::nullopt;
  }
  // A word that is extended, perhaps shifted.
  auto isExtended = [&](Value word, Value upper) {
    product.isSigned = !isZero(upper);
    product.x = word;
    return !getConstantOperand(word) &&
           (isZero(upper) || isSignOf(upper, word));
  };
  if (isExtended(pair.lo, pair.hi))
    return product;
  Value low;
  std::optional<unsigned> amount = getShift(pair.lo, low);
  InstOpInterface upper = getInst(pair.hi, Opcode::SHF, getShiftMods(true));
  if (!amount || *amount > 30 || !upper || upper->getOperand(0) != low ||
      getImm(upper->getOperand(1)) != *amount ||
      !isExtended(low, upper->getOperand(2)))
    return std::nullopt;
  product.scale = 1u << *amount;
  return product;
}

//===----------------------------------------------------------------------===//
// What replaces them
//===----------------------------------------------------------------------===//

/// Whether it costs nothing to make one value of the pair.
static bool isJoined(const Pair &pair) {
  return getTuple(pair) || isOneConstant(getConstantOperand(pair.lo),
                                         getConstantOperand(pair.hi));
}

Value LinearReplacement::makeProduct(const Product &product, Value addend) {
  uint64_t mods =
      isa::IMAD_WIDE::u32.set(isa::IMAD_WIDE::kDefaultMods, !product.isSigned);
  Value factor = product.factor ? product.factor : imm(r(), product.scale);
  Value pt = imm(PType::get(&getContext()), 1);
  return createInst(builder(), loc, Opcode::IMAD_WIDE,
                    {product.x, factor, addend, pt}, mods)
      ->getResult(0);
}

/// Puts a 64-bit value in the place of two words.
void LinearReplacement::replacePair(InstOpInterface lower,
                                    InstOpInterface upper, Value whole) {
  Value lo = lower->getResult(0), hi = upper->getResult(0);
  auto isTuple = [&](Operation *user) {
    auto combine = dyn_cast<CombineOp>(user);
    return combine && combine->getNumOperands() == 2 &&
           combine->getOperand(0) == lo && combine->getOperand(1) == hi;
  };
  for (Operation *user : llvm::make_early_inc_range(lo.getUsers()))
    if (isTuple(user))
      user->getResult(0).replaceAllUsesWith(whole);
  // The tuples are dead now.
  auto replace = [&](Value word, unsigned index) {
    if (llvm::all_of(word.getUsers(), isTuple))
      return;
    Value part = ExtractOp::create(builder(), loc, r(), whole, index);
    word.replaceUsesWithIf(
        part, [&](OpOperand &use) { return !isTuple(use.getOwner()); });
  };
  replace(lo, 0);
  replace(hi, 1);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The sum of two 64-bit numbers, of which one is a product or shifted.
bool LinearReplacement::replaceWideSum(InstOpInterface upper,
                                       InstOpInterface lower) {
  if (isReadBefore(lower->getResult(0), upper))
    return false;
  Pair terms[] = {{lower->getOperand(0), upper->getOperand(0)},
                  {lower->getOperand(1), upper->getOperand(1)}};
  // One instruction makes both words of a product and takes all of the sum at
  // once: the upper word cannot depend on the lower one but by the carry.
  bool isApart = llvm::none_of(
      terms, [&](const Pair &p) { return p.hi == lower->getResult(0); });
  for (unsigned k : {1, 0})
    if (std::optional<Product> product =
            isApart ? getProduct(terms[k]) : std::nullopt) {
      // Of a number that is only extended, a sum costs less than the copies
      // that make a tuple of the other term.
      if (!product->factor && product->scale == 1 && !isJoined(terms[1 - k]))
        continue;
      Value whole = makeProduct(*product, join(terms[1 - k]));
      replacePair(lower, upper, whole);
      ++wideSums;
      return true;
    }
  namespace Record = ptxmlir::isa::LEA;
  for (unsigned k : {1, 0}) {
    Value low;
    std::optional<unsigned> amount = getShift(terms[k].lo, low);
    InstOpInterface high =
        getInst(terms[k].hi, Opcode::SHF, getShiftMods(true));
    if (!amount || !high || high->getOperand(0) != low ||
        getImm(high->getOperand(1)) != *amount)
      continue;
    const Pair &other = terms[1 - k];
    uint64_t mods = Record::shift.set(Record::kDefaultMods, *amount);
    Operation *lea = createInst(
        builder(), loc, Opcode::LEA,
        {low, other.lo, imm(r(), 0), imm(PType::get(&getContext()), 1)}, mods);
    mods = Record::hi.set(Record::x.set(mods, 1), 1);
    mods = Record::ppNot.set(mods, 0);
    Operation *leaHigh = createInst(
        builder(), loc, Opcode::LEA,
        {low, other.hi, high->getOperand(2), lea->getResult(Record::kPu)},
        mods);
    lower->getResult(0).replaceAllUsesWith(lea->getResult(0));
    upper->getResult(0).replaceAllUsesWith(leaHigh->getResult(0));
    ++shiftedSums;
    return true;
  }
  return false;
}

/// The upper word of a sum with a number that is extended by its sign: LEA
/// extends it, too.
void LinearReplacement::extendInSum(InstOpInterface upper) {
  namespace Record = ptxmlir::isa::LEA;
  if (upper.getOpcode() != Opcode::IADD3 || upper.isGuarded() ||
      upper->use_empty())
    return;
  InstOpInterface lower = getLowerSum(upper);
  if (!lower)
    return;
  theBuilder->setInsertionPoint(upper);
  loc = upper->getLoc();
  auto isExtended = [&](unsigned k) {
    Value word = lower->getOperand(k);
    return !getConstantOperand(word) && isSignOf(upper->getOperand(k), word);
  };
  // Rather the one whose sign nobody else needs.
  unsigned first = isExtended(0) && upper->getOperand(0).hasOneUse() ? 0 : 1;
  for (unsigned k : {first, 1 - first}) {
    if (!isExtended(k))
      continue;
    Value word = lower->getOperand(k);
    uint64_t mods = Record::hi.set(Record::kDefaultMods, 1);
    mods = Record::sx32.set(Record::x.set(mods, 1), 1);
    mods = Record::ppNot.set(mods, 0);
    Operation *lea = createInst(builder(), loc, Opcode::LEA,
                                {word, upper->getOperand(1 - k), imm(r(), 0),
                                 lower->getResult(isa::IADD3::kPu)},
                                Record::shift.set(mods, 1));
    upper->getResult(0).replaceAllUsesWith(lea->getResult(0));
    ++extendedSums;
    return;
  }
}

/// Puts three terms into one operand list, of which one at most may be a
/// constant: it goes into the second slot. False, with nothing done, if more
/// are constants.
static bool orderTerms(SmallVectorImpl<Value> &terms) {
  if (llvm::count_if(terms, [](Value v) {
        ConstantOperand c = getConstantOperand(v);
        return c && !c.isFree;
      }) > 1)
    return false;
  for (unsigned i : {0, 2})
    if (getConstantOperand(terms[i]) && !isZero(terms[i]))
      std::swap(terms[i], terms[1]);
  return true;
}

/// (a + b) + c of 64 bits, where nobody else reads a + b. What is added as a
/// number stays apart: it may become an offset.
bool LinearReplacement::takeThirdTerm(InstOpInterface upper,
                                      InstOpInterface lower) {
  namespace Record = ptxmlir::isa::IADD3;
  for (unsigned k : {0, 1}) {
    Value low = lower->getOperand(k), high = upper->getOperand(k);
    InstOpInterface innerUpper =
        high.hasOneUse() ? getInst(high, Opcode::IADD3) : nullptr;
    InstOpInterface inner = innerUpper ? getLowerSum(innerUpper) : nullptr;
    if (!inner || inner->getResult(0) != low || !low.hasOneUse() ||
        inner->getBlock() != lower->getBlock())
      continue;
    SmallVector<Value, 3> lows = {inner->getOperand(0), inner->getOperand(1),
                                  lower->getOperand(1 - k)};
    SmallVector<Value, 3> highs = {innerUpper->getOperand(0),
                                   innerUpper->getOperand(1),
                                   upper->getOperand(1 - k)};
    if (llvm::any_of(lows, [](Value v) { return getImm(v).has_value(); }) ||
        !orderTerms(lows) || !orderTerms(highs))
      continue;
    lower->setOperands(0, 3, lows);
    upper->setOperands(0, 3, highs);
    upper->setOperand(4, lower->getResult(Record::kPv));
    upper.setModBits(Record::pqNot.set(upper.getModBits(), 0));
    ++widerSums;
    return true;
  }
  return false;
}

/// The sum of a value and of what is no constant; null if `use` is no such.
static InstOpInterface getSumWith(OpOperand &use) {
  auto sum = dyn_cast<InstOpInterface>(use.getOwner());
  unsigned k = use.getOperandNumber();
  if (!sum || k > 1 || sum.getOpcode() != Opcode::IADD3 || sum.isGuarded() ||
      sum.getModBits() != isa::IADD3::kDefaultMods ||
      !hasOnlyFirstResult(sum) || !isZero(sum->getOperand(2)) ||
      getConstantOperand(sum->getOperand(1 - k)))
    return nullptr;
  return sum;
}

/// Whether a value is x * n or x << n and read only by sums, which can compute
/// it for nothing: x is then kept in a register instead of all its multiples.
static bool isOnlyTerm(Value value) {
  Value x;
  if (InstOpInterface product =
          getInst(value, Opcode::IMAD, isa::IMAD::kDefaultMods)) {
    if (!hasOnlyFirstResult(product) || !getImm(product->getOperand(1)) ||
        !isZero(product->getOperand(2)))
      return false;
    x = product->getOperand(0);
  } else if (!getShift(value, x)) {
    return false;
  }
  unsigned left = kMaxUsers;
  return !getConstantOperand(x) &&
         llvm::all_of(value.getUses(), [&](OpOperand &use) {
           return left-- && getSumWith(use);
         });
}

/// Makes a number the second term, where it is looked for, of both words.
static void putNumberSecond(InstOpInterface op) {
  auto exchange = [](Operation *sum) {
    Value first = sum->getOperand(0);
    sum->setOperand(0, sum->getOperand(1));
    sum->setOperand(1, first);
  };
  if (op.getModBits() != isa::IADD3::kDefaultMods ||
      !getImm(op->getOperand(0)) || getConstantOperand(op->getOperand(1)))
    return;
  exchange(op);
  for (Operation *user : op->getResult(isa::IADD3::kPu).getUsers())
    if (auto upper = dyn_cast<InstOpInterface>(user);
        upper && upper.getOpcode() == Opcode::IADD3 &&
        upper.getModBits() == getCarryMods())
      exchange(upper);
}

/// (a + b) + (c << k), where nobody else reads what is added: a + (b + (c <<
/// k)) leaves room for a third term. The later one of a and b stays apart.
bool LinearReplacement::addShiftedFirst(InstOpInterface op, InstOpInterface sum,
                                        Value shifted) {
  Value early = sum->getOperand(1), late = sum->getOperand(0);
  if (!shifted.hasOneUse() || shifted.getParentBlock() != op->getBlock() ||
      getConstantOperand(early) || getConstantOperand(late))
    return false;
  auto isHere = [&](Value v) {
    return v.getDefiningOp() && v.getParentBlock() == op->getBlock();
  };
  if (isHere(early) && (!isHere(late) || late.getDefiningOp()->isBeforeInBlock(
                                             early.getDefiningOp())))
    std::swap(early, late);
  Value inner = makeShiftedSum(shifted, early, builder(), loc);
  if (!inner)
    return false;
  op->setOperands(0, 2, {late, inner});
  return true;
}

void LinearReplacement::visitSum(InstOpInterface op) {
  if (op.isGuarded() || !isZero(op->getOperand(2)))
    return;
  putNumberSecond(op);
  theBuilder->setInsertionPoint(op);
  loc = op->getLoc();
  if (InstOpInterface lower = getLowerSum(op)) {
    if (!replaceWideSum(op, lower))
      takeThirdTerm(op, lower);
    return;
  }
  if (op.getModBits() != isa::IADD3::kDefaultMods || !hasOnlyFirstResult(op))
    return;
  for (unsigned k : {0, 1}) {
    Value term = op->getOperand(k), other = op->getOperand(1 - k);
    // What is computed elsewhere may have been moved out of a loop.
    bool isOwn = term.hasOneUse() && term.getParentBlock() == op->getBlock();
    if (!isOwn && !isOnlyTerm(term))
      continue;
    // (a + b) + c
    if (InstOpInterface sum = isOwn ? getPlainSum(term) : nullptr;
        sum && isZero(sum->getOperand(2)) && hasOnlyFirstResult(sum)) {
      if (addShiftedFirst(op, sum, other)) {
        visitSum(op);
        return;
      }
      SmallVector<Value, 3> three = {sum->getOperand(0), sum->getOperand(1),
                                     other};
      if (!orderTerms(three))
        continue;
      op->setOperands(0, 3, three);
      ++sums;
      return;
    }
    // a * b + c
    if (InstOpInterface product =
            getInst(term, Opcode::IMAD, isa::IMAD::kDefaultMods);
        product && isZero(product->getOperand(2)) &&
        hasOnlyFirstResult(product) && !getConstantOperand(other)) {
      Operation *imad =
          createInst(builder(), loc, Opcode::IMAD,
                     {product->getOperand(0), product->getOperand(1), other,
                      product->getOperand(3)},
                     isa::IMAD::kDefaultMods);
      op->getResult(0).replaceAllUsesWith(imad->getResult(0));
      ++products;
      return;
    }
    // (a << k) + b, (a >> k) + b
    if (Value sum = makeShiftedSum(term, other, builder(), loc)) {
      op->getResult(0).replaceAllUsesWith(sum);
      return;
    }
  }
}

/// The upper word of a shifted number that was extended to 64 bits.
void LinearReplacement::visitUpperShift(InstOpInterface op) {
  if (op.isGuarded() || op.getModBits() != getShiftMods(true))
    return;
  // Its lower word.
  InstOpInterface lower;
  unsigned left = kMaxUsers;
  for (Operation *user : op->getOperand(0).getUsers()) {
    if (!left--)
      return;
    if (auto inst = dyn_cast<InstOpInterface>(user);
        inst && inst.getOpcode() == Opcode::SHF && !inst.isGuarded() &&
        inst.getModBits() == getShiftMods(false) &&
        inst->getOperand(0) == op->getOperand(0) &&
        inst->getOperand(1) == op->getOperand(1) &&
        inst->getBlock() == op->getBlock() && inst->isBeforeInBlock(op)) {
      lower = inst;
      break;
    }
  }
  if (!lower || isReadBefore(lower->getResult(0), op))
    return;
  std::optional<Product> product =
      getProduct({lower->getResult(0), op->getResult(0)});
  // An unsigned number needs no multiplication.
  if (!product || !product->isSigned)
    return;
  theBuilder->setInsertionPoint(op);
  loc = op->getLoc();
  replacePair(lower, op, makeProduct(*product, imm(r(2), 0)));
  ++wideProducts;
}

void LinearReplacement::runOnOperation() {
  Parameters parameters(getOperation());
  theBuilder.emplace(&getContext());
  loc = UnknownLoc::get(&getContext());
  KnownBitsMap known;
  bool hasNewConstants = false;
  auto hasNewConstant = [&](Operation *op) {
    return hasNewConstants && llvm::any_of(op->getOperands(), [](Value v) {
             return v.getDefiningOp<ImmOp>();
           });
  };
  for (Block &block : getOperation().getBody())
    for (Operation &op : llvm::make_early_inc_range(block)) {
      known.visit(&op);
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst)
        continue;
      theBuilder->setInsertionPoint(inst);
      // What became a constant may make another operation unnecessary.
      SmallVector<Value> folded;
      if (hasNewConstant(inst) &&
          succeeded(theBuilder->tryFold(inst, folded)) &&
          folded.size() == inst->getNumResults()) {
        inst->replaceAllUsesWith(folded);
        continue;
      }
      if (replaceKnownBits(inst, known, *theBuilder)) {
        hasNewConstants = true;
        continue;
      }
      switch (inst.getOpcode()) {
      case Opcode::IADD3:
        if (!mergeCarryProduct(inst, *theBuilder))
          visitSum(inst);
        break;
      case Opcode::SHF:
        visitUpperShift(inst);
        break;
      case Opcode::LOP3:
        // A merged term can bring in two of whose inputs others are, too.
        if (!addShiftedBits(inst, known, *theBuilder) &&
            !mergeMasks(inst, *theBuilder))
          while (mergeLogic(inst, *theBuilder)) {
          }
        break;
      case Opcode::FADD:
      case Opcode::DADD:
        readSigned(inst);
        break;
      case Opcode::PRMT:
        packTogether(inst, *theBuilder);
        break;
      case Opcode::VIMNMX:
        mergeMinimum(inst, *theBuilder);
        break;
      case Opcode::I2F:
        convertWord(inst, known, *theBuilder);
        break;
      case Opcode::PLOP3:
        mergeComparison(inst, *theBuilder);
        break;
      case Opcode::SEL:
        if (selectMinimum(inst, *theBuilder))
          break;
        [[fallthrough]];
      default:
        if (readHalvesInPlace(inst))
          break;
        foldOffset(inst, *theBuilder);
        parameters.readInPlace(inst, *theBuilder);
      }
    }
  // What no third term has come to.
  for (Block &block : getOperation().getBody())
    for (Operation &op : block)
      if (auto inst = dyn_cast<InstOpInterface>(op))
        if (!addPredicates(inst, *theBuilder))
          extendInSum(inst);
  foldKnownBranches(getOperation().getBody());
  // What was replaced, last first.
  for (Block &block : llvm::reverse(getOperation().getBody()))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
}

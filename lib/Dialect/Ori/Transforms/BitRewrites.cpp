//===- BitRewrites.cpp - Rewrites by which bits are read or known ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites that hold because of what is known of the bits of an operand, or
// because only some bits of the result are read.
//
//===----------------------------------------------------------------------===//

#include "BitRewrites.h"
#include "InstShapes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using llvm::KnownBits;
using ptxmlir::isa::Opcode;

static RewriteCounter constants("bits-constant"), unchanged("bits-unchanged"),
    masks("bits-masks"), logic("bits-logic"), halves("bits-halves"),
    conversions("bits-conversion");

//===----------------------------------------------------------------------===//
// Logic
//===----------------------------------------------------------------------===//

/// Whether LOP3 does nothing but its table, and nobody reads whether the result
/// is zero.
static bool isPlainLogic(InstOpInterface inst) {
  namespace Record = isa::LOP3;
  return inst.getOpcode() == Opcode::LOP3 && !inst.isGuarded() &&
         Record::lut.set(inst.getModBits(), 0) ==
             Record::lut.set(Record::kDefaultMods, 0) &&
         hasOnlyFirstResult(inst);
}

/// The operand that plain logic gives unchanged, -1 if there is none.
static int findUnchanged(InstOpInterface inst, const KnownBitsMap &known) {
  unsigned table = unsigned(isa::LOP3::lut.get(inst.getModBits()));
  KnownBits inputs[3] = {known.lookup(inst->getOperand(0)),
                         known.lookup(inst->getOperand(1)),
                         known.lookup(inst->getOperand(2))};
  unsigned candidates = 7;
  for (unsigned row = 0; row != 8; ++row) {
    // The bits at which the inputs may be those of this row.
    APInt possible = APInt::getAllOnes(32);
    for (unsigned i = 0; i != 3; ++i)
      possible &= row >> (2 - i) & 1 ? ~inputs[i].Zero : ~inputs[i].One;
    if (possible.isZero())
      continue;
    for (unsigned i = 0; i != 3; ++i)
      if ((row >> (2 - i) & 1) != (table >> row & 1))
        candidates &= ~(1u << i);
  }
  for (unsigned i = 0; i != 3; ++i)
    if (candidates >> i & 1 && !getConstantOperand(inst->getOperand(i)))
      return int(i);
  return -1;
}

/// Whether a permutation of bytes gives its first operand unchanged: a sign
/// that is known to be zero is copied to where zeros are.
static bool keepsFirst(InstOpInterface inst, const KnownBitsMap &known) {
  namespace Record = isa::PRMT;
  if (inst.getOpcode() != Opcode::PRMT || inst.isGuarded() ||
      inst.getModBits() != Record::kDefaultMods ||
      getConstantOperand(inst->getOperand(0)))
    return false;
  std::optional<uint32_t> selector = getImm(inst->getOperand(1));
  if (!selector)
    return false;
  KnownBits bits = known.lookup(inst->getOperand(0));
  for (unsigned byte = 0; byte != 4; ++byte) {
    unsigned choice = *selector >> 4 * byte & 0xf, from = choice & 7;
    if (choice == byte)
      continue;
    bool isZero = choice >= 8 && from < 4 && bits.Zero[8 * from + 7];
    if (!isZero || bits.extractBits(8, 8 * byte).Zero != 0xff)
      return false;
  }
  return true;
}

bool ori::replaceKnownBits(InstOpInterface inst, const KnownBitsMap &known,
                           OpBuilder &builder) {
  if (inst.isGuarded() || !isMemoryEffectFree(inst))
    return false;
  bool changed = false;
  for (OpResult result : inst->getResults()) {
    // By its carry a sum is known as the lower word of one of 64 bits.
    if (result.use_empty() || (llvm::isa<PType, UPType>(result.getType()) &&
                               inst.getDesc().findSlot("d") >= 0))
      continue;
    KnownBits bits = known.lookup(result);
    if (!bits.isConstant())
      continue;
    result.replaceAllUsesWith(ImmOp::create(builder, inst.getLoc(),
                                            result.getType(),
                                            bits.getConstant().getZExtValue()));
    ++constants;
    changed = true;
  }
  if (!changed && keepsFirst(inst, known)) {
    inst->getResult(0).replaceAllUsesWith(inst->getOperand(0));
    ++unchanged;
    return true;
  }
  if (changed || !isPlainLogic(inst))
    return changed;
  int operand = findUnchanged(inst, known);
  if (operand < 0)
    return false;
  inst->getResult(0).replaceAllUsesWith(inst->getOperand(operand));
  ++unchanged;
  return true;
}

namespace {

/// (value & keep) ^ flip.
struct Masked {
  Value value;
  uint32_t keep, flip;
};

} // namespace

/// Logic of one value and constants.
static std::optional<Masked> getMasked(InstOpInterface inst) {
  if (!isPlainLogic(inst))
    return std::nullopt;
  unsigned table = unsigned(isa::LOP3::lut.get(inst.getModBits()));
  Masked result{{}, 0, 0};
  uint32_t inputs[3] = {};
  bool isValue[3] = {};
  for (unsigned i = 0; i != 3; ++i) {
    Value operand = inst->getOperand(i);
    ConstantOperand c = getConstantOperand(operand);
    if (c.kind == ConstantOperand::Imm)
      inputs[i] = uint32_t(c.bits);
    else if (c || (result.value && result.value != operand))
      return std::nullopt;
    else
      result.value = operand, isValue[i] = true;
  }
  if (!result.value)
    return std::nullopt;
  // What bits of the value that are all zero, and all one, become.
  auto look = [&](bool ones) {
    uint32_t bits = 0;
    for (unsigned row = 0; row != 8; ++row) {
      uint32_t match = table >> row & 1 ? ~0u : 0u;
      for (unsigned i = 0; i != 3; ++i) {
        uint32_t input = isValue[i] ? (ones ? ~0u : 0u) : inputs[i];
        match &= row >> (2 - i) & 1 ? input : ~input;
      }
      bits |= match;
    }
    return bits;
  };
  result.flip = look(false);
  result.keep = look(true) ^ result.flip;
  return result;
}

bool ori::mergeMasks(InstOpInterface lop3, OpBuilder &builder) {
  std::optional<Masked> outer = getMasked(lop3);
  auto inst = outer ? outer->value.getDefiningOp<InstOpInterface>() : nullptr;
  std::optional<Masked> inner = inst ? getMasked(inst) : std::nullopt;
  if (!inner)
    return false;
  uint32_t keep = inner->keep & outer->keep;
  uint32_t flip = (inner->flip & outer->keep) ^ outer->flip;
  // One constant serves where no kept bit is turned, and the others are all
  // zero or all one; or where all are kept.
  uint8_t table;
  uint32_t constant;
  if (flip == 0)
    table = isa::kTableAnd, constant = keep;
  else if (flip == ~keep)
    table = isa::kTableOr, constant = flip;
  else if (keep == ~0u)
    table = isa::kTableXor, constant = flip;
  else
    return false;
  Type r = RType::get(lop3->getContext(), 1);
  Location loc = lop3.getLoc();
  lop3->setOperand(0, inner->value);
  lop3->setOperand(1, ImmOp::create(builder, loc, r, constant));
  lop3->setOperand(2, ImmOp::create(builder, loc, r, 0));
  lop3.setModBits(isa::LOP3::lut.set(lop3.getModBits(), table));
  ++masks;
  return true;
}

/// The truth table of `inner` in the place of operand `at`, over `inputs`.
static uint8_t composeTables(uint8_t outer, ArrayRef<int> outerInputs,
                             uint8_t inner, ArrayRef<int> innerInputs,
                             unsigned at) {
  uint8_t table = 0;
  for (unsigned row = 0; row != 8; ++row) {
    // Bit 2 of a row is the first input. What no input stands for is 0.
    auto valueOf = [&](int input) {
      return input < 0 ? 0u : row >> (2 - input) & 1;
    };
    auto look = [&](uint8_t lut, ArrayRef<int> inputs, int replaced,
                    unsigned value) {
      unsigned index = 0;
      for (unsigned i = 0; i != 3; ++i)
        index = index << 1 | (int(i) == replaced ? value : valueOf(inputs[i]));
      return unsigned(lut >> index & 1);
    };
    unsigned value = look(inner, innerInputs, -1, 0);
    table |= look(outer, outerInputs, int(at), value) << row;
  }
  return table;
}

bool ori::mergeLogic(InstOpInterface op, OpBuilder &builder) {
  namespace Record = isa::LOP3;
  if (!isPlainLogic(op))
    return false;
  for (unsigned at = 0; at != 3; ++at) {
    Value term = op->getOperand(at);
    auto inner = term.getDefiningOp<InstOpInterface>();
    if (!inner || !hasOneReader(term) || !isPlainLogic(inner) ||
        inner->getBlock() != op->getBlock())
      continue;
    SmallVector<Value, 4> inputs;
    auto number = [&](Value value) {
      if (isZero(value))
        return -1;
      auto it = llvm::find(inputs, value);
      if (it == inputs.end()) {
        inputs.push_back(value);
        return int(inputs.size()) - 1;
      }
      return int(it - inputs.begin());
    };
    int outerInputs[3], innerInputs[3];
    for (unsigned i = 0; i != 3; ++i)
      outerInputs[i] = i == at ? -1 : number(op->getOperand(i));
    for (unsigned i = 0; i != 3; ++i)
      innerInputs[i] = number(inner->getOperand(i));
    unsigned constants = llvm::count_if(
        inputs, [](Value v) { return bool(getConstantOperand(v)); });
    if (inputs.size() > 3 || constants > 1)
      continue;
    uint8_t table = composeTables(
        uint8_t(Record::lut.get(op.getModBits())), outerInputs,
        uint8_t(Record::lut.get(inner.getModBits())), innerInputs, at);
    while (inputs.size() < 3)
      inputs.push_back(ImmOp::create(builder, op.getLoc(),
                                     RType::get(op->getContext(), 1), 0));
    op->setOperands(0, 3, inputs);
    op.setModBits(Record::lut.set(op.getModBits(), table));
    ++logic;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The bits of a number that is not negative, in a format of 8 or 16 bits; 0 of
/// other formats.
static unsigned getMagnitudeBits(isa::IntFmt format) {
  switch (format) {
  case isa::IntFmt::U8:
    return 8;
  case isa::IntFmt::S8:
    return 7;
  case isa::IntFmt::U16:
    return 16;
  case isa::IntFmt::S16:
    return 15;
  default:
    return 0;
  }
}

bool ori::convertWord(InstOpInterface i2f, const KnownBitsMap &known,
                      OpBuilder &builder) {
  namespace Record = isa::I2F;
  uint64_t mods = i2f.getModBits();
  unsigned bits = getMagnitudeBits(isa::IntFmt(Record::src.get(mods)));
  if (i2f.isGuarded() || bits == 0)
    return false;
  if (isa::FloatFmt(Record::dst.get(mods)) != isa::FloatFmt::F32 ||
      Record::bPart.get(mods) != Record::bPart.get(Record::kDefaultMods) ||
      known.lookup(i2f->getOperand(0)).countMinLeadingZeros() < 32 - bits)
    return false;
  // So few bits are never rounded.
  Operation *word = createInst(
      builder, i2f.getLoc(), Opcode::I2FP, {i2f->getOperand(0)},
      isa::I2FP::src.set(isa::I2FP::kDefaultMods, uint64_t(isa::I2FPSrc::U32)));
  if (!isLegal(cast<InstOpInterface>(word), getSM(i2f))) {
    word->erase();
    return false;
  }
  i2f->getResult(0).replaceAllUsesWith(word->getResult(0));
  ++conversions;
  return true;
}

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

namespace {
/// One half of a register.
struct Half {
  Value value;
  bool high;
};
} // namespace

/// Where a half comes from: of a shift by 16, of a permutation of bytes, or of
/// logic that leaves it alone. The half itself if there is no such thing.
static Half findSource(Half half) {
  auto inst = half.value.getDefiningOp<InstOpInterface>();
  if (!inst || inst.isGuarded())
    return half;
  auto constant = [&](unsigned i) -> std::optional<uint32_t> {
    ConstantOperand c = getConstantOperand(inst->getOperand(i));
    if (c.kind != ConstantOperand::Imm)
      return std::nullopt;
    return uint32_t(c.bits);
  };
  Half source;
  if (inst.getOpcode() == Opcode::SHF) {
    namespace Record = isa::SHF;
    uint64_t mods = Record::dir.set(Record::kDefaultMods, 1);
    mods = Record::hi.set(mods, 1);
    mods = Record::type.set(mods, uint64_t(isa::ShfType::U32));
    if (inst.getModBits() != mods || constant(1) != 16u || half.high)
      return half;
    source = {inst->getOperand(2), true};
  } else if (inst.getOpcode() == Opcode::PRMT) {
    std::optional<uint32_t> selector = constant(1);
    if (!selector || inst.getModBits() != isa::PRMT::kDefaultMods)
      return half;
    unsigned bytes = *selector >> (half.high ? 8 : 0) & 0xff;
    // Bytes 2k and 2k + 1 of a (0 to 3) or c (4 to 7); bit 3 of a digit asks
    // for signs.
    unsigned first = bytes & 15, second = bytes >> 4;
    if (first > 7 || first % 2 != 0 || second != first + 1)
      return half;
    source = {inst->getOperand(first < 4 ? 0 : 2), first % 4 == 2};
  } else if (std::optional<Masked> masked = getMasked(inst)) {
    uint32_t bits = half.high ? 0xffff0000 : 0xffff;
    if ((masked->keep & bits) != bits || (masked->flip & bits) != 0)
      return half;
    source = {masked->value, half.high};
  } else {
    return half;
  }
  return getConstantOperand(source.value) ? half : source;
}

bool ori::readHalvesInPlace(InstOpInterface inst) {
  const isa::InstDesc &desc = inst.getDesc();
  bool changed = false;
  static constexpr std::pair<StringLiteral, StringLiteral> kSources[] = {
      {"a", "aSwz"}, {"b", "bSwz"}, {"c", "cSwz"}};
  for (const auto &[name, swizzleName] : kSources) {
    int swizzle = desc.findMod(swizzleName);
    int slot = swizzle < 0 ? -1 : desc.findSlot(name);
    if (slot < 0)
      continue;
    constexpr uint64_t kBoth = 0, kLow = 2, kHigh = 3;
    const isa::ModField &field = desc.mods[swizzle].field;
    uint64_t selected = field.get(inst.getModBits());
    // What computes an f32 reads the first half only.
    bool readsFirst = desc.holds(isa::Fact::ReadsLowHalf, inst.getModBits());
    if (selected != kLow && selected != kHigh &&
        !(selected == kBoth && readsFirst))
      continue;
    unsigned index = slot - desc.numDefs;
    Half half{inst->getOperand(index), selected == kHigh};
    Half source = findSource(half);
    if (source.value == half.value)
      continue;
    inst->setOperand(index, source.value);
    inst.setModBits(field.set(inst.getModBits(), source.high ? kHigh : kLow));
    ++halves;
    changed = true;
  }
  return changed;
}

bool ori::packTogether(InstOpInterface prmt, OpBuilder &builder) {
  namespace Record = isa::F2FP;
  constexpr uint32_t kLowHalves = 0x5410, kLowHalvesExchanged = 0x1054;
  std::optional<uint32_t> selector = getImm(prmt->getOperand(1));
  if (prmt.isGuarded() || prmt.getModBits() != isa::PRMT::kDefaultMods ||
      (selector != kLowHalves && selector != kLowHalvesExchanged))
    return false;
  Value low = prmt->getOperand(0), high = prmt->getOperand(2);
  if (selector == kLowHalvesExchanged)
    std::swap(low, high);
  InstOpInterface first = getInst(low, Opcode::F2FP),
                  second = first
                               ? getInst(high, Opcode::F2FP, first.getModBits())
                               : InstOpInterface();
  // One of them has no other readers, at least.
  if (!second || first == second || !(low.hasOneUse() || high.hasOneUse()))
    return false;
  auto kind = isa::F2FPKind(Record::kind.get(first.getModBits()));
  if ((kind != isa::F2FPKind::F16_F32 && kind != isa::F2FPKind::BF16_F32) ||
      isa::F2FPRound(Record::rnd.get(first.getModBits())) == isa::F2FPRound::RS)
    return false;
  // The lower half is that of the second source.
  Operation *both = createInst(
      builder, prmt.getLoc(), Opcode::F2FP,
      {second->getOperand(1), first->getOperand(1), first->getOperand(2)},
      first.getModBits());
  prmt->getResult(0).replaceAllUsesWith(both->getResult(0));
  return true;
}

/// What reads numbers of a format and gives no NaN of theirs as it is.
static bool isArithmetic(Opcode opcode, bool isDouble) {
  switch (opcode) {
  case Opcode::FSETP:
  case Opcode::FADD:
  case Opcode::FMUL:
  case Opcode::FFMA:
    return !isDouble;
  case Opcode::DSETP:
  case Opcode::DADD:
  case Opcode::DMUL:
  case Opcode::DFMA:
    return isDouble;
  default:
    return false;
  }
}

/// The fields of a source's signs; null where the use is of something else.
static const isa::SlotDesc *getSignedSlot(OpOperand &use, bool isDouble,
                                          bool isFlushed) {
  auto inst = dyn_cast<InstOpInterface>(use.getOwner());
  if (!inst || !isArithmetic(inst.getOpcode(), isDouble) ||
      use.getOperandNumber() >= inst.getNumSources())
    return nullptr;
  const isa::InstDesc &desc = inst.getDesc();
  int ftz = desc.findMod("ftz");
  if (isFlushed && (ftz < 0 || !desc.mods[ftz].field.get(inst.getModBits())))
    return nullptr;
  return &desc.slots[desc.numDefs + use.getOperandNumber()];
}

/// Negates a factor instead of the product, which nobody else reads. That gives
/// the same bits if both sides of zero are rounded alike: arithmetic has only
/// one NaN.
static bool negateProduct(InstOpInterface sum, bool isFlushed) {
  namespace Product = isa::FMUL;
  Value source = sum->getOperand(0);
  auto product = source.getDefiningOp<InstOpInterface>();
  if (!product || product.getOpcode() != Opcode::FMUL || product.isGuarded() ||
      !source.hasOneUse() || product->getBlock() != sum->getBlock())
    return false;
  uint64_t mods = product.getModBits();
  auto round = isa::Round(Product::rnd.get(mods));
  if (Product::sat.get(mods) || Product::fmz.get(mods) ||
      (isFlushed && !Product::ftz.get(mods)) ||
      (round != isa::Round::RN && round != isa::Round::RZ))
    return false;
  product.setModBits(Product::aNeg.set(mods, !Product::aNeg.get(mods)));
  sum->getResult(0).replaceAllUsesWith(source);
  return true;
}

bool ori::readSigned(InstOpInterface sum) {
  constexpr unsigned kMostUses = 8;
  const isa::InstDesc &desc = sum.getDesc();
  bool isDouble = sum.getOpcode() == Opcode::DADD;
  // |a| - 0 or -a - 0.
  uint64_t mods = sum.getModBits();
  auto take = [&](StringRef name) {
    int mod = desc.findMod(name);
    if (mod < 0)
      return false;
    bool isSet = desc.mods[mod].field.get(mods);
    mods = desc.mods[mod].field.set(mods, 0);
    return isSet;
  };
  bool isAbs = take("aAbs"), isNeg = take("aNeg"), isMinusZero = take("bNeg"),
       isFlushed = take("ftz");
  Value source = sum->getOperand(0), result = sum->getResult(0);
  if (sum.isGuarded() || mods != desc.defaultMods || !isMinusZero ||
      !(isAbs || isNeg) || !isZero(sum->getOperand(1)) ||
      getConstantOperand(source) || result.use_empty())
    return false;
  if (isNeg && !isAbs && !isDouble && negateProduct(sum, isFlushed))
    return true;
  if (result.hasNUsesOrMore(kMostUses + 1))
    return false;
  for (OpOperand &use : result.getUses()) {
    const isa::SlotDesc *slot = getSignedSlot(use, isDouble, isFlushed);
    if (!slot || slot->negMod < 0 || (isAbs && slot->absMod < 0))
      return false;
  }
  for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
    auto inst = cast<InstOpInterface>(use.getOwner());
    const isa::SlotDesc *slot = getSignedSlot(use, isDouble, isFlushed);
    const isa::InstDesc &reader = inst.getDesc();
    uint64_t bits = inst.getModBits();
    bool isAbsThere =
        slot->absMod >= 0 && reader.mods[slot->absMod].field.get(bits);
    if (!isAbsThere) {
      const isa::ModField &neg = reader.mods[slot->negMod].field;
      bits = neg.set(bits, neg.get(bits) ^ uint64_t(isNeg));
      if (isAbs)
        bits = reader.mods[slot->absMod].field.set(bits, 1);
    }
    inst.setModBits(bits);
    use.set(source);
  }
  return true;
}

void ori::foldKnownBranches(Region &body) {
  PatternRewriter rewriter(body.getContext());
  bool hasFolded = false;
  for (Block &block : body) {
    auto branch = dyn_cast<CondBraOp>(block.getTerminator());
    if (!branch || !getConstant(branch.getCondition()))
      continue;
    rewriter.setInsertionPoint(branch);
    hasFolded |= succeeded(CondBraOp::canonicalize(branch, rewriter));
  }
  if (hasFolded)
    (void)eraseUnreachableBlocks(rewriter, body);
}

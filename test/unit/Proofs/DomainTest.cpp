//===- DomainTest.cpp - Terms mean what host integers mean ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A proof over terms says something of the machine if the operations of the two
// domains agree. Constants are also given to the folders here: they run the
// semantics on host integers.
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "ModifierSweep.h"
#include "ptx-mlir/Dialect/Ori/IR/Identities.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::InstDesc;
using isa::Opcode;
using D = TermDomain;
using H = HostDomain;

static const uint64_t kEdges[] = {0,
                                  1,
                                  2,
                                  7,
                                  31,
                                  32,
                                  33,
                                  63,
                                  64,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  0x12345678,
                                  0x00000001ffffffff,
                                  0x7fffffffffffffff,
                                  0x8000000000000000,
                                  0xfedcba9876543210,
                                  0xffffffffffffffff};

static uint32_t valueOf32(Bits<32> v) { return uint32_t(valueOf(D::zext(v))); }

TEST(Domain, OperationsAgree) {
  for (uint64_t x : kEdges) {
    uint32_t a = uint32_t(x);
    auto ta = D::c32(a);
    auto tx = D::c64(x);
    EXPECT_EQ(valueOf32(D::popcount(ta)), H::popcount(a));
    EXPECT_EQ(valueOf32(D::countLeadingZeros(ta)), H::countLeadingZeros(a));
    EXPECT_EQ(valueOf32(D::reverse(ta)), H::reverse(a));
    EXPECT_EQ(valueOf(D::sext(ta)), H::sext(a));
    EXPECT_EQ(valueOf(D::zext(ta)), H::zext(a));
    EXPECT_EQ(valueOf32(D::lo(tx)), H::lo(x));
    EXPECT_EQ(valueOf32(D::hi(tx)), H::hi(x));
    EXPECT_EQ(valueOf32(~ta), ~a);
    EXPECT_EQ(valueOf(~tx), ~x);
    for (uint64_t y : kEdges) {
      uint32_t b = uint32_t(y);
      auto tb = D::c32(b);
      auto ty = D::c64(y);
      EXPECT_EQ(valueOf(D::pair(ta, tb)), H::pair(a, b));
      EXPECT_EQ(valueOf32(ta + tb), a + b);
      EXPECT_EQ(valueOf32(ta - tb), a - b);
      EXPECT_EQ(valueOf32(ta * tb), a * b);
      EXPECT_EQ(valueOf32(ta & tb), a & b);
      EXPECT_EQ(valueOf32(ta | tb), a | b);
      EXPECT_EQ(valueOf32(ta ^ tb), a ^ b);
      EXPECT_EQ(valueOf(tx + ty), x + y);
      EXPECT_EQ(valueOf(tx - ty), x - y);
      EXPECT_EQ(valueOf(tx * ty), x * y);
      EXPECT_EQ(valueOf(ta == tb), a == b);
      EXPECT_EQ(valueOf(tx == ty), x == y);
      EXPECT_EQ(valueOf32(D::shl(ta, tb)), H::shl(a, b));
      EXPECT_EQ(valueOf32(D::lshr(ta, tb)), H::lshr(a, b));
      EXPECT_EQ(valueOf32(D::ashr(ta, tb)), H::ashr(a, b));
      EXPECT_EQ(valueOf(D::shl(tx, tb)), H::shl(x, b));
      EXPECT_EQ(valueOf(D::lshr(tx, tb)), H::lshr(x, b));
      EXPECT_EQ(valueOf(D::ashr(tx, tb)), H::ashr(x, b));
      EXPECT_EQ(valueOf(D::ult(ta, tb)), H::ult(a, b));
      EXPECT_EQ(valueOf(D::ult(tx, ty)), H::ult(x, y));
      EXPECT_EQ(valueOf(D::slt(ta, tb)), H::slt(a, b));
      EXPECT_EQ(valueOf(D::slt(tx, ty)), H::slt(x, y));
    }
  }
  for (bool p : {false, true}) {
    EXPECT_EQ(valueOf32(D::fromBool(D::cb(p))), H::fromBool(p));
    EXPECT_EQ(valueOf(!D::cb(p)), !p);
    for (bool q : {false, true}) {
      EXPECT_EQ(valueOf(D::cb(p) && D::cb(q)), p && q);
      EXPECT_EQ(valueOf(D::cb(p) || D::cb(q)), p || q);
      EXPECT_EQ(valueOf(D::select(D::cb(p), D::cb(q), D::cb(!q))), p ? q : !q);
    }
  }
}

namespace {

/// One op of constants, folded and evaluated.
class ConstantOp {
public:
  ConstantOp(mlir::MLIRContext &context, const InstDesc &desc)
      : desc(desc), builder(&context) {
    builder.setInsertionPointToEnd(&block);
    llvm::SmallVector<mlir::Value> sources;
    for (unsigned i = 0; i != desc.numUses; ++i) {
      const isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
      unsigned width = isa::slotWidth(desc, desc.numDefs + i, desc.defaultMods);
      mlir::Type type;
      switch (slot.kind) {
      case isa::Operand::P:
        type = ori::PType::get(&context);
        break;
      case isa::Operand::UP:
        type = ori::UPType::get(&context);
        break;
      case isa::Operand::UR:
        type = ori::URType::get(&context, width);
        break;
      default:
        type = ori::RType::get(&context, width);
      }
      types.push_back(type);
      sources.push_back(
          ori::ImmOp::create(builder, builder.getUnknownLoc(), type, 0));
    }
    op = ori::createInst(builder, builder.getUnknownLoc(), desc.opcode, sources,
                         desc.defaultMods);
  }
  ~ConstantOp() {
    while (!block.empty())
      block.back().erase();
  }

  bool isPredicate(unsigned i) const {
    return llvm::isa<ori::PType, ori::UPType>(types[i]);
  }
  /// The folded results; empty if it does not fold.
  std::vector<uint64_t> fold(uint64_t mods,
                             const std::vector<uint64_t> &values) {
    llvm::cast<ori::InstOpInterface>(op).setModBits(mods);
    llvm::SmallVector<mlir::Attribute> attrs;
    for (auto [type, value] : llvm::zip(types, values)) {
      unsigned bits = llvm::isa<ori::PType, ori::UPType>(type)
                          ? 1
                          : 32 * ori::getWidth(type);
      attrs.push_back(mlir::IntegerAttr::get(
          mlir::IntegerType::get(op->getContext(), bits),
          llvm::APInt(bits, value, false, /*implicitTrunc=*/true)));
    }
    llvm::SmallVector<mlir::OpFoldResult> results;
    std::vector<uint64_t> bits;
    if (failed(op->fold(attrs, results)))
      return bits;
    for (mlir::OpFoldResult result : results)
      if (auto attr = llvm::dyn_cast<mlir::Attribute>(result))
        bits.push_back(
            llvm::cast<mlir::IntegerAttr>(attr).getValue().getZExtValue());
    return bits;
  }
  /// Whether it folds with some sources that are no constants (bits of
  /// `unknown`), all of them one value if `same`.
  bool foldsPartly(uint64_t mods, uint64_t value, unsigned unknown, bool same) {
    llvm::cast<ori::InstOpInterface>(op).setModBits(mods);
    llvm::SmallVector<mlir::Attribute> attrs;
    llvm::SmallVector<mlir::Value> saved(op->getOperands());
    for (auto [i, type] : llvm::enumerate(types)) {
      if (unknown >> i & 1) {
        attrs.push_back({});
        for (unsigned k = 0; same && k != i; ++k)
          if (unknown >> k & 1 && types[k] == type)
            op->setOperand(i, op->getOperand(k));
        continue;
      }
      unsigned bits = isPredicate(i) ? 1 : 32 * ori::getWidth(type);
      attrs.push_back(mlir::IntegerAttr::get(
          mlir::IntegerType::get(op->getContext(), bits),
          llvm::APInt(bits, value, /*isSigned=*/true, /*implicitTrunc=*/true)));
    }
    llvm::SmallVector<mlir::OpFoldResult> results;
    bool folds = succeeded(op->fold(attrs, results));
    op->setOperands(saved);
    return folds;
  }
  template <typename Dom>
  RegValue<Dom> source(unsigned i, uint64_t value) const {
    RegValue<Dom> v;
    if (isPredicate(i))
      v.truth = Dom::cb(value & 1);
    else
      for (unsigned k = 0; k != ori::getWidth(types[i]); ++k)
        v.words.push_back(Dom::c32(uint32_t(value >> (32 * k))));
    return v;
  }
  template <typename Dom>
  bool evaluate(uint64_t mods, const std::vector<uint64_t> &values,
                Out<Dom> &out) const {
    In<Dom> in = gatherInputs<Dom>(
        desc, mods, [&](unsigned i) { return source<Dom>(i, values[i]); });
    return runInst(desc.opcode, mods, in, out);
  }

  const InstDesc &desc;

private:
  mlir::OpBuilder builder;
  mlir::Block block;
  llvm::SmallVector<mlir::Type> types;
  mlir::Operation *op;
};

} // namespace

/// Result `i` as bits.
static uint64_t bitsOf(const InstDesc &desc, uint64_t mods, const Out<H> &out,
                       unsigned i) {
  RegValue<H> value = getResult<H>(desc, mods, out, i);
  return value.isTruth() ? uint64_t(value.truth) : value.wide();
}

static std::vector<uint64_t> drawValues(const ConstantOp &op,
                                        std::mt19937_64 &random) {
  std::vector<uint64_t> values;
  for (unsigned i = 0; i != op.desc.numUses; ++i)
    values.push_back(random() % 3 ? kEdges[random() % std::size(kEdges)]
                                  : random());
  return values;
}

/// Every integer instruction: host integers, terms and the folder agree.
TEST(Domain, InstructionsAgree) {
  mlir::MLIRContext context;
  context.loadDialect<ori::OriDialect>();
  std::mt19937_64 random(3);
  unsigned opcodes = 0, evaluations = 0, folds = 0;
  const char *records[] = {
#define INTEGER_OP(RECORD, CLASS) #RECORD,
#include "ptx-mlir/ISA/Semantics/IntegerOps.def"
  };
  for (const char *record : records) {
    Opcode opcode = isa::findOpcode(record);
    // The list may name records that no SM of this build has.
    if (opcode == Opcode::Count)
      continue;
    const InstDesc &desc = isa::getDesc(opcode);
    if (desc.is(isa::SASSOnly))
      continue;
    ++opcodes;
    ConstantOp op(context, desc);
    std::vector<uint64_t> all = sweepModifiers(desc);
    for (unsigned n = 0; n != 48; ++n) {
      uint64_t mods =
          all[n < all.size() && all.size() <= 48 ? n : random() % all.size()];
      std::vector<uint64_t> values = drawValues(op, random);
      Out<H> host;
      Out<D> term;
      bool isKnown = op.evaluate<H>(mods, values, host);
      ASSERT_EQ(op.evaluate<D>(mods, values, term), isKnown) << record;
      // Saturating sums of several lanes have no meaning yet; MOV for some
      // threads of a quad is no function of its operands.
      if (opcode == Opcode::MOV)
        ASSERT_EQ(isKnown, isa::MOV::mask.get(mods) == 15);
      else
        ASSERT_TRUE(isKnown || llvm::StringRef(record) == "VIADD_SAT")
            << record;
      if (!isKnown)
        continue;
      std::vector<uint64_t> folded = op.fold(mods, values);
      folds += !folded.empty();
      ++evaluations;
      for (unsigned i = 0; i != desc.numDefs; ++i) {
        uint64_t expected = bitsOf(desc, mods, host, i);
        RegValue<D> value = getResult<D>(desc, mods, term, i);
        if (value.isTruth() && !value.truth.ast)
          continue; // no result of this instruction
        uint64_t got = value.isTruth() ? uint64_t(valueOf(value.truth))
                                       : valueOf(value.wide());
        EXPECT_EQ(got, expected) << record << " " << mods;
        if (!folded.empty()) {
          ASSERT_EQ(folded.size(), desc.numDefs) << record;
          EXPECT_EQ(folded[i], expected) << record << " " << mods;
        }
      }
    }
  }
  printf("%u opcodes, %u evaluations, %u folded\n", opcodes, evaluations,
         folds);
  EXPECT_GT(folds, evaluations * 9 / 10);
}

/// Folds of float instructions against the semantics: halves take all values of
/// one source.
TEST(Domain, FloatFolds) {
  mlir::MLIRContext context;
  context.loadDialect<ori::OriDialect>();
  std::mt19937_64 random(4);
  unsigned folds = 0;
  for (Opcode opcode :
       {Opcode::FADD, Opcode::FMUL, Opcode::FFMA, Opcode::FSETP, Opcode::FSEL,
        Opcode::FMNMX, Opcode::DADD, Opcode::DMUL, Opcode::DFMA, Opcode::DSETP,
        Opcode::F2F, Opcode::F2I, Opcode::I2F, Opcode::FRND, Opcode::HADD2,
        Opcode::HMUL2, Opcode::HFMA2, Opcode::HSETP2, Opcode::HMNMX2}) {
    const InstDesc &desc = isa::getDesc(opcode);
    ConstantOp op(context, desc);
    int b = desc.findSlot("b") - desc.numDefs;
    bool halves = desc.slots[desc.numDefs + b].immFormat ==
                  uint8_t(isa::ImmFormat::F16x2);
    std::vector<uint64_t> all = sweepModifiers(desc);
    for (unsigned n = 0; n != (halves ? 0x10000u : 4000u); ++n) {
      // All halves with the default modifiers, then others.
      uint64_t mods =
          halves && n % 4 ? desc.defaultMods : all[random() % all.size()];
      std::vector<uint64_t> values = drawValues(op, random);
      if (halves)
        values[b] = n | uint64_t(uint16_t(~n)) << 16;
      Out<H> host;
      if (!op.evaluate<H>(mods, values, host))
        continue;
      std::vector<uint64_t> folded = op.fold(mods, values);
      if (folded.empty())
        continue;
      ++folds;
      for (unsigned i = 0; i != desc.numDefs; ++i)
        ASSERT_EQ(folded[i], bitsOf(desc, mods, host, i))
            << desc.name << " " << mods;
    }
  }
  printf("%u float folds\n", folds);
  EXPECT_GT(folds, 200000u);
}

/// What is not a constant folds by the table of identities, each of which is
/// proved, or not at all: no other instruction folds.
TEST(Folders, AreInTheTable) {
  mlir::MLIRContext context;
  context.loadDialect<ori::OriDialect>();
  std::set<Opcode> inTable;
  for (const ori::Identity &identity : ori::getIdentities())
    inTable.insert(identity.opcodes.begin(), identity.opcodes.end());
  std::mt19937_64 random(8);
  unsigned opcodes = 0, attempts = 0, folding = 0;
  for (unsigned o = 0; o != unsigned(Opcode::Count); ++o) {
    const InstDesc &desc = isa::getDesc(Opcode(o));
    if (desc.is(isa::SASSOnly) || desc.numUses == 0 || inTable.count(Opcode(o)))
      continue;
    ++opcodes;
    ConstantOp op(context, desc);
    // With constants only, many do fold.
    folding += op.foldsPartly(desc.defaultMods, 1, 0, false);
    // Every set of unknown sources, of many sources some.
    unsigned sets = (1u << desc.numUses) - 1;
    for (unsigned n = 0; n != 8; ++n) {
      uint64_t mods = n ? drawModifiers(desc, random) : desc.defaultMods;
      for (unsigned k = 1; k <= std::min(sets, 63u); ++k) {
        unsigned unknown = sets <= 63 ? k : 1 + random() % sets;
        for (uint64_t value : {uint64_t(0), uint64_t(1), ~uint64_t(0)})
          for (bool same : {false, true}) {
            ++attempts;
            ASSERT_FALSE(op.foldsPartly(mods, value, unknown, same))
                << desc.name << ", " << describeModifiers(desc, mods)
                << ": folds without an entry in the table of identities";
          }
      }
    }
  }
  printf("%u opcodes, %u of which fold constants: nothing else folds in %u "
         "attempts\n",
         opcodes, folding, attempts);
  EXPECT_GT(opcodes, 100u);
  EXPECT_GT(folding, 50u);
}

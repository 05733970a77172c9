//===- KnownBitsTest.cpp - Bits that are said to be known -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each integer instruction, with modifiers that are drawn, on sources of which
// some bits are known: no execution on host values may give another bit than
// the one that is said to be known.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "Meaning.h"
#include "ModifierSweep.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::InstDesc;
using isa::Opcode;
using llvm::KnownBits;
using Host = isa::sem::HostDomain;

namespace {

/// Counts of one instruction.
struct Known {
  uint64_t bits = 0, wrong = 0;
};

class Sampler {
public:
  Sampler() : builder(&context) { context.loadDialect<ori::OriDialect>(); }
  Known run(Opcode opcode);

private:
  mlir::Type getType(const isa::SlotDesc &slot, unsigned width);
  KnownBits draw(unsigned width);
  void sample(const InstDesc &desc, uint64_t mods, Known &known);

  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  std::mt19937_64 random{1};
};

} // namespace

mlir::Type Sampler::getType(const isa::SlotDesc &slot, unsigned width) {
  switch (slot.kind) {
  case isa::Operand::P:
    return ori::PType::get(&context);
  case isa::Operand::UP:
    return ori::UPType::get(&context);
  case isa::Operand::UR:
    return ori::URType::get(&context, width);
  default:
    return ori::RType::get(&context, width);
  }
}

/// Nothing, all, a few upper or lower zeros, or any bits known.
KnownBits Sampler::draw(unsigned width) {
  llvm::APInt value(width, random(), false, /*implicitTrunc=*/true);
  llvm::APInt mask = llvm::APInt::getAllOnes(width);
  switch (random() % 6) {
  case 0:
    mask.clearAllBits();
    break;
  case 1:
    break;
  case 2:
    value = llvm::APInt(width, random() % 40, false, true);
    break;
  case 3: {
    unsigned bits = random() % width;
    mask <<= bits;
    value = llvm::APInt::getZero(width);
    break;
  }
  case 4:
    mask = mask.lshr(random() % width);
    value = value & llvm::APInt(width, random(), false, true);
    break;
  default:
    mask = llvm::APInt(width, random(), false, true);
  }
  KnownBits bits(width);
  bits.Zero = mask & ~value;
  bits.One = mask & value;
  return bits;
}

void Sampler::sample(const InstDesc &desc, uint64_t mods, Known &known) {
  mlir::Block block;
  builder.setInsertionPointToStart(&block);
  mlir::Location loc = builder.getUnknownLoc();
  ori::KnownBitsMap map;
  llvm::SmallVector<mlir::Value> sources;
  for (unsigned i = 0; i != desc.numUses; ++i) {
    unsigned slot = desc.numDefs + i;
    unsigned width = isa::slotWidth(desc, slot, mods);
    mlir::Value source =
        block.addArgument(getType(desc.slots[slot], width), loc);
    bool isPredicate = llvm::isa<ori::PType, ori::UPType>(source.getType());
    map.assume(source, draw(isPredicate ? 1 : 32 * width));
    sources.push_back(source);
  }
  mlir::Operation *op =
      ori::createInst(builder, loc, desc.opcode, sources, mods);
  map.visit(op);
  for (unsigned repeat = 0; repeat != 8; ++repeat) {
    In<Host> in = gatherInputs<Host>(desc, mods, [&](unsigned i) {
      RegValue<Host> value;
      KnownBits bits = map.lookup(sources[i]);
      unsigned width = bits.getBitWidth();
      llvm::APInt drawn(width, random(), false, /*implicitTrunc=*/true);
      uint64_t v = ((drawn & ~bits.Zero) | bits.One).getZExtValue();
      if (width == 1)
        value.truth = v != 0;
      else
        for (unsigned k = 0; k != width / 32; ++k)
          value.words.push_back(uint32_t(v >> (32 * k)));
      return value;
    });
    Out<Host> out;
    if (!runInst(desc.opcode, mods, in, out))
      break;
    for (unsigned i = 0; i != desc.numDefs; ++i) {
      RegValue<Host> value = getResult<Host>(desc, mods, out, i);
      KnownBits bits = map.lookup(op->getResult(i));
      if (bits.isUnknown())
        continue;
      uint64_t v = value.isTruth() ? value.truth : value.wide();
      known.bits += (bits.Zero | bits.One).popcount();
      known.wrong += (v & bits.Zero.getZExtValue()) != 0 ||
                     (~v & bits.One.getZExtValue()) != 0;
    }
  }
  op->erase();
}

Known Sampler::run(Opcode opcode) {
  const InstDesc &desc = isa::getDesc(opcode);
  Known known;
  for (unsigned i = 0; i != 400; ++i)
    sample(desc, i ? drawModifiers(desc, random) : desc.defaultMods, known);
  return known;
}

TEST(KnownBits, HoldForEachInstruction) {
  Sampler sampler;
  unsigned withBits = 0;
  for (const char *record : {
#define INTEGER_OP(RECORD, CLASS) #RECORD,
#include "ptx-mlir/ISA/Semantics/IntegerOps.def"
       }) {
    Opcode opcode = isa::findOpcode(record);
    if (opcode == Opcode::Count)
      continue;
    Known known = sampler.run(opcode);
    EXPECT_EQ(known.wrong, 0u) << record;
    withBits += known.bits != 0;
  }
  // All but instructions of which nothing can be known.
  EXPECT_GE(withBits, 60u);
}

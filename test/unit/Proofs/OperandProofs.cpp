//===- OperandProofs.cpp - Operands as slots of machine instructions ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion to machine instructions folds negations into immediates and
// false predicates into complements. The instruction that comes out, run by the
// semantics, must give what the op gives: proved for all values of the other
// sources (integers), tested on random ones (floats).
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "ModifierSweep.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;
using D = TermDomain;
using H = HostDomain;

namespace {

/// An op one source of which is a constant.
class OperandProof {
public:
  OperandProof(mlir::MLIRContext &context, const InstDesc &desc,
               unsigned constant);
  ~OperandProof() {
    while (!block.empty())
      block.back().erase();
  }
  /// The instruction for these modifiers and this constant.
  bool makeInst(uint64_t mods, uint64_t value, Inst &inst);
  void prove(uint64_t mods, uint64_t value, const Inst &inst);
  void test(uint64_t mods, uint64_t value, const Inst &inst,
            std::mt19937_64 &random);
  bool isPredicate() const { return width == 0; }
  bool hasTerms() const {
    Out<D> out;
    In<D> in{D::c64(0),   D::c64(0),   D::c64(0),
             D::cb(true), D::cb(true), D::cb(true)};
    return runInst(desc.opcode, desc.defaultMods, in, out);
  }

  unsigned proved = 0, tested = 0;

private:
  template <typename Dom> RegValue<Dom> read(uint64_t value) const {
    RegValue<Dom> v;
    if (isPredicate())
      v.truth = Dom::cb(value & 1);
    else
      for (unsigned k = 0; k != width; ++k)
        v.words.push_back(Dom::c32(uint32_t(value >> (32 * k))));
    return v;
  }
  /// The constant as the machine reads its slot.
  uint64_t machineValue(const Inst &inst) const {
    const Operand &operand = inst.ops[desc.numDefs + constant];
    if (operand.kind != Operand::Imm)
      return isPredicate(); // PT, or RZ
    uint64_t bits = uint32_t(operand.value);
    bool isHigh = desc.slots[desc.numDefs + constant].immFormat ==
                  uint8_t(isa::ImmFormat::F64Hi);
    return isHigh ? bits << 32 : bits;
  }
  bool isPredicateSlot(unsigned i) const {
    Operand::Kind kind = desc.slots[desc.numDefs + i].kind;
    return kind == Operand::P || kind == Operand::UP;
  }
  template <typename Dom>
  Out<Dom> run(uint64_t mods, uint64_t value,
               llvm::function_ref<RegValue<Dom>(unsigned)> other) const {
    In<Dom> in = gatherInputs<Dom>(desc, mods, [&](unsigned i) {
      return i == constant ? read<Dom>(value) : other(i);
    });
    Out<Dom> out;
    EXPECT_TRUE(runInst(desc.opcode, mods, in, out));
    return out;
  }

  const InstDesc &desc;
  unsigned constant, width;
  mlir::Block block;
  mlir::Operation *op = nullptr;
};

} // namespace

OperandProof::OperandProof(mlir::MLIRContext &context, const InstDesc &desc,
                           unsigned constant)
    : desc(desc), constant(constant) {
  mlir::OpBuilder builder(&context);
  builder.setInsertionPointToEnd(&block);
  mlir::Location loc = builder.getUnknownLoc();
  llvm::SmallVector<mlir::Value> sources;
  for (unsigned i = 0; i != desc.numUses; ++i) {
    unsigned slot = desc.numDefs + i;
    unsigned w = isa::slotWidth(desc, slot, desc.defaultMods);
    mlir::Type type;
    switch (desc.slots[slot].kind) {
    case Operand::P:
      type = ori::PType::get(&context);
      break;
    case Operand::UP:
      type = ori::UPType::get(&context);
      break;
    case Operand::UR:
      type = ori::URType::get(&context, w);
      break;
    default:
      type = ori::RType::get(&context, w);
    }
    if (i == constant) {
      width = isPredicateSlot(i) ? 0 : w;
      sources.push_back(ori::ImmOp::create(builder, loc, type, 0));
    } else {
      sources.push_back(block.addArgument(type, loc));
    }
  }
  op = ori::createInst(builder, loc, desc.opcode, sources, desc.defaultMods);
}

bool OperandProof::makeInst(uint64_t mods, uint64_t value, Inst &inst) {
  auto imm = op->getOperand(constant).getDefiningOp<ori::ImmOp>();
  unsigned bits = width ? 32 * width : 1;
  imm.setValueAttr(mlir::IntegerAttr::get(
      mlir::IntegerType::get(op->getContext(), bits),
      llvm::APInt(bits, value, false, /*implicitTrunc=*/true)));
  auto instOp = llvm::cast<ori::InstOpInterface>(op);
  instOp.setModBits(mods);
  return ori::makeMachineInst(instOp, [](mlir::Value) { return 4; }, inst) < 0;
}

void OperandProof::prove(uint64_t mods, uint64_t value, const Inst &inst) {
  auto other = [&](unsigned i) {
    RegValue<D> v;
    std::string name = desc.slots[desc.numDefs + i].name;
    if (isPredicateSlot(i))
      v.truth = D::truthSymbol(name);
    else
      for (unsigned k = 0;
           k != isa::slotWidth(desc, desc.numDefs + i, desc.defaultMods); ++k)
        v.words.push_back(D::symbol<32>(name + std::to_string(k)));
    return v;
  };
  Out<D> before = run<D>(mods, value, other),
         after = run<D>(inst.mods, machineValue(inst), other);
  std::vector<RegValue<D>> a, b;
  for (unsigned i = 0; i != desc.numDefs; ++i) {
    RegValue<D> x = getResult<D>(desc, mods, before, i);
    if (x.isTruth() && !x.truth.ast)
      continue;
    a.push_back(x);
    b.push_back(getResult<D>(desc, mods, after, i));
  }
  ++proved;
  Proof proof = proveEqual(a, b);
  EXPECT_TRUE(proof) << desc.name << ", modifiers " << mods << ", source "
                     << constant << " = " << value << ": "
                     << proof.counterexample;
}

void OperandProof::test(uint64_t mods, uint64_t value, const Inst &inst,
                        std::mt19937_64 &random) {
  for (unsigned n = 0; n != 4; ++n) {
    uint64_t seed = random();
    auto other = [&](unsigned i) {
      RegValue<H> v;
      if (isPredicateSlot(i))
        v.truth = seed >> i & 1;
      else
        for (unsigned k = 0;
             k != isa::slotWidth(desc, desc.numDefs + i, desc.defaultMods); ++k)
          v.words.push_back(uint32_t((seed + i) * 0x9e3779b97f4a7c15 >> 32) +
                            (k << 20));
      return v;
    };
    Out<H> before = run<H>(mods, value, other),
           after = run<H>(inst.mods, machineValue(inst), other);
    ++tested;
    ASSERT_TRUE(before.d == after.d && before.pu == after.pu &&
                before.pv == after.pv)
        << desc.name << ", modifiers " << mods << ", source " << constant
        << " = " << value << ", seed " << seed;
  }
}

TEST(Operands, KeepTheMeaning) {
  mlir::MLIRContext context;
  context.loadDialect<ori::OriDialect>();
  std::mt19937_64 random(7);
  unsigned proved = 0, tested = 0;
  std::set<std::string> opcodes;
  for (unsigned o = 0; o != unsigned(Opcode::Count); ++o) {
    const InstDesc &desc = isa::getDesc(Opcode(o));
    In<H> in{};
    Out<H> out;
    if (desc.is(isa::SASSOnly) ||
        !runInst(Opcode(o), desc.defaultMods, in, out))
      continue;
    std::vector<uint64_t> all = sweepModifiers(desc);
    for (unsigned i = 0; i != desc.numUses; ++i) {
      const isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
      OperandProof proof(context, desc, i);
      std::vector<uint64_t> values = {0, 1};
      bool halves = slot.immFormat == uint8_t(isa::ImmFormat::F16x2);
      if (!proof.isPredicate())
        values = {0,          1,
                  31,         32,
                  0x7fffffff, 0x80000000,
                  0x80000001, 0xffffffff,
                  0x12345678, uint64_t(0xbff00000) << 32};
      if (halves)
        for (uint32_t n = 0; n != 0x10000; n += 1)
          values.push_back(n | uint32_t(uint16_t(~n)) << 16);
      // Of the flags of the slot all combinations, of the rest a sample.
      for (unsigned n = 0; n != (halves ? 2u : 12u); ++n) {
        uint64_t rest = n ? all[random() % all.size()] : desc.defaultMods;
        for (unsigned flags = 0; flags != 8; ++flags) {
          uint64_t mods = rest;
          bool isNew = true;
          int fields[3] = {slot.negMod, slot.absMod, slot.notMod};
          for (unsigned f = 0; f != 3; ++f) {
            if (fields[f] >= 0)
              mods = desc.mods[fields[f]].field.set(mods, flags >> f & 1);
            else
              isNew &= !(flags >> f & 1);
          }
          if (!isNew)
            continue;
          for (uint64_t value : values) {
            Inst inst;
            if (!proof.makeInst(mods, value, inst))
              continue;
            if (proof.hasTerms())
              proof.prove(mods, value, inst);
            else
              proof.test(mods, value, inst, random);
            opcodes.insert(desc.name);
          }
        }
      }
      proved += proof.proved;
      tested += proof.tested;
    }
  }
  printf("%zu opcodes: %u proofs, %u tests of floats\n", opcodes.size(), proved,
         tested);
}

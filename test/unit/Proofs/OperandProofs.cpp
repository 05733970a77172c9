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
// sources (integers), tested on random ones (floats). Instructions that no SM
// can encode do not count: legalization makes none of them.
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "ModifierSweep.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "ptx-mlir/Target/Target.h"
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
  /// The instruction for these modifiers and this constant, if there is one.
  bool makeInst(uint64_t mods, uint64_t value, Inst &inst);
  void prove(uint64_t mods, uint64_t value, const Inst &inst);
  /// False if the modifiers have no meaning yet.
  bool test(uint64_t mods, uint64_t value, const Inst &inst,
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
  In<Dom> gather(uint64_t mods, uint64_t value,
                 llvm::function_ref<RegValue<Dom>(unsigned)> other) const {
    return gatherInputs<Dom>(desc, mods, [&](unsigned i) {
      return i == constant ? read<Dom>(value) : other(i);
    });
  }
  /// Meanings of modifiers: to look them up takes longer than to run them.
  const isa::sem::BoundOp *bind(uint64_t mods) {
    auto [it, isNew] = bound.try_emplace(mods);
    if (isNew && !isa::sem::bindPure(desc.opcode, mods, it->second))
      it->second.run = nullptr;
    return it->second.run ? &it->second : nullptr;
  }
  bool isEncodable(const Inst &inst);

  const InstDesc &desc;
  unsigned constant, width;
  mlir::Block block;
  mlir::Operation *op = nullptr;
  std::map<uint64_t, isa::sem::BoundOp> bound;
  /// By modifiers and the constant's kind of operand.
  std::map<std::pair<uint64_t, Operand::Kind>, bool> encodable;
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
  return ori::makeMachineInst(
             instOp, [](mlir::Value) { return 4; }, inst) < 0 &&
         isEncodable(inst);
}

bool OperandProof::isEncodable(const Inst &inst) {
  auto [it, isNew] = encodable.try_emplace(
      {inst.mods, inst.ops[desc.numDefs + constant].kind});
  if (isNew)
    it->second = llvm::any_of(target::getTargets(), [&](const auto &target) {
      return isa::encode(inst, target.sm).has_value();
    });
  return it->second;
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
  Out<D> before, after;
  ASSERT_TRUE(
      runInst(desc.opcode, mods, gather<D>(mods, value, other), before));
  ASSERT_TRUE(runInst(desc.opcode, inst.mods,
                      gather<D>(inst.mods, machineValue(inst), other), after));
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
  EXPECT_TRUE(proof) << desc.name << ", " << describeModifiers(desc, mods)
                     << ", source " << constant << " = " << value << ": "
                     << proof.counterexample;
}

bool OperandProof::test(uint64_t mods, uint64_t value, const Inst &inst,
                        std::mt19937_64 &random) {
  const isa::sem::BoundOp *op = bind(mods), *machineOp = bind(inst.mods);
  if (!op || !machineOp)
    return false;
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
    Out<H> before = isa::sem::evaluate(*op, gather<H>(mods, value, other)),
           after = isa::sem::evaluate(
               *machineOp, gather<H>(inst.mods, machineValue(inst), other));
    ++tested;
    if (before.d == after.d && before.pu == after.pu && before.pv == after.pv)
      continue;
    ADD_FAILURE() << desc.name << ", " << describeModifiers(desc, mods)
                  << ", source " << constant << " = " << value << ", seed "
                  << seed;
    break;
  }
  return true;
}

/// Constants to try in a slot.
static std::vector<uint64_t> getConstants(bool isPredicate, bool allHalves) {
  if (isPredicate)
    return {0, 1};
  std::vector<uint64_t> values = {0,          1,
                                  31,         32,
                                  0x7fffffff, 0x80000000,
                                  0x80000001, 0xffffffff,
                                  0x12345678, uint64_t(0xbff00000) << 32};
  if (allHalves)
    for (uint32_t n = 0; n != 0x10000; ++n)
      values.push_back(n | uint32_t(uint16_t(~n)) << 16);
  return values;
}

/// `mods` with all combinations of the flags of one slot.
static std::vector<uint64_t>
withFlags(const InstDesc &desc, const isa::SlotDesc &slot, uint64_t mods) {
  std::vector<uint64_t> all = {mods};
  for (int flag : {slot.negMod, slot.absMod, slot.notMod}) {
    if (flag < 0)
      continue;
    std::vector<uint64_t> next;
    for (uint64_t m : all)
      for (uint64_t v : {0, 1})
        next.push_back(desc.mods[flag].field.set(m, v));
    all = std::move(next);
  }
  return all;
}

TEST(Operands, KeepTheMeaning) {
  mlir::MLIRContext context;
  context.loadDialect<ori::OriDialect>();
  std::mt19937_64 random(7);
  unsigned proved = 0, tested = 0;
  std::set<std::string> opcodes, unbound;
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
      bool isInteger = proof.hasTerms();
      // Of the flags of the slot all combinations, of the rest a sample.
      for (unsigned n = 0; n != 48; ++n) {
        uint64_t rest = n ? all[random() % all.size()] : desc.defaultMods;
        bool allHalves =
            n == 0 && slot.immFormat == uint8_t(isa::ImmFormat::F16x2);
        for (uint64_t mods : withFlags(desc, slot, rest))
          for (uint64_t value : getConstants(proof.isPredicate(), allHalves)) {
            Inst inst;
            if (!proof.makeInst(mods, value, inst))
              continue;
            if (!runInst(Opcode(o), mods, in, out))
              unbound.insert(desc.name);
            else if (isInteger)
              proof.prove(mods, value, inst);
            else
              ASSERT_TRUE(proof.test(mods, value, inst, random)) << desc.name;
            opcodes.insert(desc.name);
          }
      }
      proved += proof.proved;
      tested += proof.tested;
    }
  }
  // Modifiers of some conversions and of pairs of halves have no meaning yet;
  // MOV for some threads of a quad is no function of its operands.
  const std::set<std::string> known = {"F2FP", "F2IP",   "HFMA2",
                                       "MOV",  "VHMNMX", "VIADD_SAT"};
  for (const std::string &name : unbound)
    EXPECT_TRUE(known.count(name)) << name;
  printf("%zu opcodes: %u proofs, %u tests of floats\n", opcodes.size(), proved,
         tested);
  EXPECT_GT(proved, 10000u);
  EXPECT_GT(tested, 1000000u);
}

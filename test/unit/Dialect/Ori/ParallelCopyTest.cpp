//===- ParallelCopyTest.cpp - Parallel copies against a simulation --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever order the copies get, registers must hold what copies at once would
// leave there.
//
//===----------------------------------------------------------------------===//

#include "ParallelCopy.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace ptxmlir;
using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;
using Kind = Operand::Kind;

namespace {

/// Register contents by (kind, number).
class Registers {
public:
  uint32_t &operator()(Kind kind, unsigned reg) { return values[{kind, reg}]; }
  uint32_t read(const Operand &op) {
    if (op.kind == Kind::Imm)
      return uint32_t(op.value);
    bool isPredicate = op.kind == Kind::P;
    if (op.reg == (isPredicate ? isa::PT : isa::RZ))
      return isPredicate;
    return values[{op.kind, op.reg}];
  }
  void run(const Inst &inst) {
    const isa::InstDesc &desc = isa::getDesc(inst.opcode);
    auto slot = [&](const char *name) -> const Operand & {
      return inst.ops[desc.findSlot(name)];
    };
    auto lut = [&]() {
      return unsigned(desc.mods[desc.findMod("lut")].field.get(inst.mods));
    };
    switch (inst.opcode) {
    case Opcode::MOV:
    case Opcode::UMOV:
      write(slot("d"), read(slot("b")));
      return;
    case Opcode::LOP3:
    case Opcode::ULOP3: {
      uint32_t a = read(slot("a")), b = read(slot("b")), c = read(slot("c"));
      uint32_t d = 0;
      for (unsigned i = 0; i != 32; ++i) {
        unsigned index = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1);
        d |= (lut() >> index & 1) << i;
      }
      write(slot("d"), d);
      return;
    }
    case Opcode::PLOP3: {
      unsigned index =
          read(slot("pp")) << 2 | read(slot("pq")) << 1 | read(slot("pr"));
      write(slot("pu"), lut() >> index & 1);
      return;
    }
    default:
      ADD_FAILURE() << "unexpected " << desc.name;
    }
  }

private:
  void write(const Operand &to, uint32_t value) {
    values[{to.kind, to.reg}] = value;
  }
  std::map<std::pair<Kind, unsigned>, uint32_t> values;
};

TEST(ParallelCopy, MatchesASimulation) {
  std::mt19937 random(1);
  for (unsigned round = 0; round != 500; ++round) {
    Kind kind = round % 3 == 0 ? Kind::P : round % 3 == 1 ? Kind::UR : Kind::R;
    unsigned n = kind == Kind::P ? 7 : 12;
    // Each register is written at most once, by any register or constant.
    llvm::SmallVector<RegisterCopy> copies;
    for (unsigned r = 0; r != n; ++r) {
      if (random() % 4 == 0)
        continue;
      Operand from = {kind, uint16_t(random() % n), 0};
      if (random() % 8 == 0)
        from = Operand::imm(kind == Kind::P ? random() % 2 : random());
      copies.push_back({{kind, uint16_t(r), 0}, from});
    }
    // Whole permutations too: they are cycles only.
    if (round % 5 == 0) {
      copies.clear();
      std::vector<unsigned> order(n);
      for (unsigned r = 0; r != n; ++r)
        order[r] = r;
      std::shuffle(order.begin(), order.end(), random);
      for (unsigned r = 0; r != n; ++r)
        copies.push_back(
            {{kind, uint16_t(r), 0}, {kind, uint16_t(order[r]), 0}});
    }
    std::shuffle(copies.begin(), copies.end(), random);
    Registers before, after;
    for (unsigned r = 0; r != n; ++r)
      before(kind, r) = after(kind, r) =
          kind == Kind::P ? random() % 2 : random();
    for (const Inst &inst : sequentializeCopies(copies, 90))
      after.run(inst);
    Registers expected = before;
    for (const RegisterCopy &copy : copies)
      expected(kind, copy.to.reg) = before.read(copy.from);
    for (unsigned r = 0; r != n; ++r)
      EXPECT_EQ(after(kind, r), expected(kind, r)) << "round " << round;
  }
}

TEST(ParallelCopy, NothingToDo) {
  EXPECT_TRUE(
      sequentializeCopies({{Operand::r(3), Operand::r(3)}}, 90).empty());
}

TEST(ParallelCopy, ConstantBanks) {
  RegisterCopy copy = {Operand::r(3), Operand::cbank(0, 0x160)};
  EXPECT_EQ(sequentializeCopies(copy, 80)[0].opcode, Opcode::MOV);
  EXPECT_EQ(sequentializeCopies(copy, 90)[0].opcode, Opcode::LDC);
}

} // namespace

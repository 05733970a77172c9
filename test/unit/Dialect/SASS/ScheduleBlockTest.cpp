//===- ScheduleBlockTest.cpp - List scheduling keeps the meaning ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders of small blocks by hand, and random ones that are executed before and
// after.
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"
#include "llvm/ADT/Hashing.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;

namespace {

std::vector<unsigned> schedule(CodeBuilder &b, unsigned window = 4096) {
  AccessTable table(b.code, b.target);
  BlockScheduler scheduler(b.code, table, b.target);
  const MachineBlock &block = b.code.blocks[0];
  llvm::ArrayRef<unsigned> order =
      scheduler.schedule(block.begin, block.end, window);
  return {order.begin(), order.end()};
}

TEST(ScheduleBlock, LoadsComeFirst) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.iadd(2, 1);
  b.ldg(4, 8);
  b.iadd(5, 4);
  EXPECT_EQ(schedule(b)[0], 2u);
}

TEST(ScheduleBlock, StoresKeepTheirPlaceAmongLoads) {
  CodeBuilder b;
  b.block();
  b.stg(2, 1);
  b.ldg(4, 8);
  b.lds(5, 9); // another space
  b.iadd(6, 4);
  b.iadd(7, 5);
  std::vector<unsigned> order = schedule(b);
  auto at = [&](unsigned i) { return llvm::find(order, i) - order.begin(); };
  EXPECT_LT(at(0), at(1));
}

/// All pairs of instructions that access memory: the first waits for a
/// predicate, so that the second one goes first if it may.
TEST(ScheduleBlock, AccessesOfOneSpaceKeepTheirOrder) {
  std::vector<Opcode> opcodes;
  for (unsigned i = 0; i != unsigned(Opcode::Count); ++i)
    if (isa::getDesc(Opcode(i)).spaces())
      opcodes.push_back(Opcode(i));
  unsigned numPassed = 0;
  for (Opcode first : opcodes) {
    for (Opcode second : opcodes) {
      CodeBuilder b;
      b.block();
      for (unsigned i = 0; i != 3; ++i)
        b.ffma(1, 1, 1, 1);
      b.isetp(0, 1);
      b.add(first).guard = 0;
      b.add(second);
      std::vector<unsigned> order = schedule(b);
      bool passes = llvm::find(order, 5) < llvm::find(order, 4);
      const isa::InstDesc &x = isa::getDesc(first), &y = isa::getDesc(second);
      // Constant memory does not change, so that nothing orders its loads.
      auto orders = [](const isa::InstDesc &x, const isa::InstDesc &y) {
        return x.is(isa::OrdersMemory) && !y.isOnlyIn(isa::ConstantMemory);
      };
      // What textures read does not either.
      auto writes = [](const isa::InstDesc &x, const isa::InstDesc &y) {
        return !y.is(isa::ReadsInvariant) && x.writtenSpaces & y.spaces();
      };
      bool conflict =
          orders(x, y) || orders(y, x) || writes(x, y) || writes(y, x);
      EXPECT_FALSE(conflict && passes) << x.name << ", " << y.name;
      numPassed += passes;
    }
  }
  // LDS may pass STG.
  EXPECT_GT(numPassed, 100u);
}

TEST(ScheduleBlock, NothingCrossesConvergence) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.add(Opcode::BSYNC, {{"bar", Operand::b(0)}});
  b.ldg(4, 8);
  b.bra();
  EXPECT_EQ(schedule(b), (std::vector<unsigned>{0, 1, 2, 3}));
}

TEST(ScheduleBlock, LoadsDoNotPassAnExit) {
  CodeBuilder b;
  b.block();
  b.isetp(0, 1);
  b.exit().guard = 0;
  b.ldg(4, 8);
  b.iadd(5, 4);
  b.exit();
  std::vector<unsigned> order = schedule(b);
  auto at = [&](unsigned i) { return llvm::find(order, i) - order.begin(); };
  EXPECT_LT(at(1), at(2));
  EXPECT_EQ(order.back(), 4u);
}

/// The final state of registers and memory as hashes of all that led to it.
using State = std::map<unsigned, size_t>;
State run(const CodeBuilder &b, llvm::ArrayRef<unsigned> order) {
  AccessTable table(b.code, b.target);
  State state;
  constexpr unsigned kGlobal = 1000, kShared = 1001;
  for (unsigned i : order) {
    const Inst &inst = *b.code.insts[i];
    size_t value =
        llvm::hash_combine(unsigned(inst.opcode), inst.guard, inst.guardNot);
    for (const Access &read : table.reads(i))
      value = llvm::hash_combine(value, state[read.reg]);
    bool isShared = inst.opcode == Opcode::LDS || inst.opcode == Opcode::STS;
    unsigned space = isShared ? kShared : kGlobal;
    if (table[i].desc->is(isa::ReadsMemory) ||
        table[i].desc->is(isa::WritesMemory))
      value = llvm::hash_combine(value, state[space]);
    if (table[i].desc->is(isa::WritesMemory))
      state[space] = value;
    unsigned n = 0;
    for (const Access &write : table.writes(i)) {
      size_t old = table[i].isPredicated ? state[write.reg] : 0;
      state[write.reg] = llvm::hash_combine(value, old, ++n);
    }
  }
  return state;
}

/// A block of random instructions.
void addRandomBlock(CodeBuilder &b, std::mt19937 &random) {
  auto pick = [&](unsigned n) { return unsigned(random() % n); };
  b.block();
  for (unsigned n = 3 + pick(40); n != 0; --n) {
    unsigned x = pick(10), y = pick(10), z = pick(10);
    unsigned kind = pick(7);
    Inst *inst = kind == 6 ? &b.sts(x, y) : &b.simple(kind, x, y, z, pick(3));
    if (pick(4) == 0)
      inst->guard = pick(3);
  }
}

/// The block in the order of the source, and how many are elsewhere in `order`.
std::pair<std::vector<unsigned>, unsigned>
compareOrder(const CodeBuilder &b, const std::vector<unsigned> &order) {
  std::vector<unsigned> source;
  unsigned numMoved = 0;
  for (unsigned i = 0; i != b.code.insts.size(); ++i) {
    source.push_back(i);
    numMoved += order[i] != i;
  }
  return {source, numMoved};
}

TEST(ScheduleBlock, RandomBlocksKeepTheirMeaning) {
  unsigned numMoved = 0;
  for (unsigned seed = 0; seed != 300; ++seed) {
    std::mt19937 random(seed);
    CodeBuilder b;
    addRandomBlock(b, random);
    std::vector<unsigned> after = schedule(b, seed % 3 ? 4096 : 8);
    ASSERT_EQ(after.size(), b.code.insts.size());
    auto [before, moved] = compareOrder(b, after);
    ASSERT_TRUE(std::is_permutation(before.begin(), before.end(), after.begin(),
                                    after.end()));
    ASSERT_EQ(run(b, before), run(b, after)) << "seed " << seed;
    numMoved += moved;
  }
  EXPECT_GT(numMoved, 500u);
}

// What a scheduler of someone else's relies on: every order that follows the
// edges will do.
TEST(DependenceGraph, AnyOrderThatFollowsTheEdgesKeepsTheMeaning) {
  unsigned numMoved = 0;
  for (unsigned seed = 0; seed != 300; ++seed) {
    std::mt19937 random(seed);
    CodeBuilder b;
    addRandomBlock(b, random);
    AccessTable table(b.code, b.target);
    DependenceGraph graph(b.code, table, b.target);
    unsigned size = b.code.insts.size();
    ASSERT_EQ(graph.findRegionEnd(0, size, size), size);
    graph.build(0, size);
    ASSERT_FALSE(graph.keepsLast());
    std::vector<unsigned> numPreds, ready, order;
    for (unsigned n = 0; n != size; ++n) {
      numPreds.push_back(graph.getNumPredecessors(n));
      if (!numPreds[n])
        ready.push_back(n);
    }
    while (!ready.empty()) {
      std::swap(ready[random() % ready.size()], ready.back());
      unsigned n = ready.back();
      ready.pop_back();
      order.push_back(n);
      graph.forEachSuccessor(n, [&](unsigned to, unsigned cycles) {
        EXPECT_GE(graph.getHeight(n), cycles + graph.getHeight(to));
        if (--numPreds[to] == 0)
          ready.push_back(to);
      });
    }
    ASSERT_EQ(order.size(), size);
    auto [before, moved] = compareOrder(b, order);
    ASSERT_EQ(run(b, before), run(b, order)) << "seed " << seed;
    numMoved += moved;
  }
  EXPECT_GT(numMoved, 500u);
}

} // namespace

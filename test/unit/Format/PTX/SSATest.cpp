//===- SSATest.cpp - random programs before and after SSA -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random control flow over a few registers: what a program stores must be what
// its SSA form stores, and no block argument may be without a use.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Verifier.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/PTX/Export.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <gtest/gtest.h>
#include <random>

using namespace ptxmlir::ptx;
using mlir::Value;

namespace {

constexpr unsigned kRegisters = 5, kFuel = 300;

/// One statement of a random program: an addition, a move, a store or a branch.
struct Step {
  enum Kind { Add, Move, Store, Branch, Jump } kind;
  unsigned dst, src, target;
  int immediate;
  bool guarded;
};

struct Program {
  std::vector<std::vector<Step>> blocks;
  std::string text() const;
  std::vector<int32_t> run() const;
};

} // namespace

static Program randomProgram(std::mt19937 &random, bool withMoves) {
  Program program;
  program.blocks.resize(2 + random() % 10);
  unsigned numBlocks = program.blocks.size();
  for (std::vector<Step> &block : program.blocks) {
    unsigned length = random() % 5;
    auto step = [&](Step::Kind kind) {
      block.push_back({kind, unsigned(random() % kRegisters),
                       unsigned(random() % kRegisters),
                       unsigned(random() % numBlocks), int(random() % 17) - 5,
                       random() % 4 == 0});
    };
    for (unsigned i = 0; i < length; ++i)
      step(random() % 3 == 0                ? Step::Store
           : withMoves && random() % 3 == 0 ? Step::Move
                                            : Step::Add);
    if (random() % 4)
      step(random() % 3 ? Step::Branch : Step::Jump);
  }
  return program;
}

std::string Program::text() const {
  std::string s = ".version 8.0\n.target sm_80\n.address_size 64\n"
                  ".visible .entry k(.param .u64 a)\n{\n"
                  ".reg .b32 %r<8>; .reg .b64 %d<2>; .reg .pred %p<2>;\n"
                  "ld.param.u64 %d1, [a];\n";
  for (unsigned r = 0; r < kRegisters; ++r)
    s += "mov.u32 %r" + std::to_string(r) + ", " + std::to_string(r) + ";\n";
  for (size_t b = 0; b < blocks.size(); ++b) {
    s += "L" + std::to_string(b) + ":\n";
    for (const Step &step : blocks[b]) {
      std::string dst = "%r" + std::to_string(step.dst);
      std::string src = "%r" + std::to_string(step.src);
      std::string imm = std::to_string(step.immediate);
      std::string setp = "setp.lt.s32 %p1, " + src + ", 20;\n";
      if (step.kind == Step::Add)
        s += (step.guarded ? setp + "@%p1 " : "") + "add.s32 " + dst + ", " +
             src + ", " + imm + ";\n";
      else if (step.kind == Step::Move)
        s += (step.guarded ? setp + "@%p1 " : "") + "mov.u32 " + dst + ", " +
             src + ";\n";
      else if (step.kind == Step::Store)
        s += "st.global.u32 [%d1], " + src + ";\n";
      else if (step.kind == Step::Branch)
        s += setp + (step.guarded ? "@!%p1 bra L" : "@%p1 bra L") +
             std::to_string(step.target) + ";\n";
      else
        s += "bra L" + std::to_string(step.target) + ";\n";
    }
  }
  return s + "ret;\n}\n";
}

/// What the program stores in its first `kFuel` blocks.
std::vector<int32_t> Program::run() const {
  std::vector<int32_t> stores;
  int32_t registers[kRegisters];
  for (unsigned r = 0; r < kRegisters; ++r)
    registers[r] = r;
  size_t block = 0;
  for (unsigned fuel = kFuel; fuel && block < blocks.size(); --fuel) {
    size_t next = block + 1;
    for (const Step &step : blocks[block]) {
      int32_t src = registers[step.src];
      if (step.kind == Step::Store)
        stores.push_back(src);
      else if (step.kind == Step::Jump)
        next = step.target;
      else if (step.kind == Step::Branch) {
        if ((src < 20) != step.guarded)
          next = step.target;
      } else if (!step.guarded || src < 20) {
        int32_t added = step.kind == Step::Add ? step.immediate : 0;
        registers[step.dst] = int32_t(uint32_t(src) + added);
      }
    }
    block = next;
  }
  return stores;
}

/// Runs the SSA form for as long as `limit` stores.
static std::vector<int32_t> runSSA(EntryOp entry, size_t limit) {
  std::vector<int32_t> stores;
  llvm::DenseMap<Value, int32_t> values;
  mlir::Block *block = &entry.getBody().front();
  for (unsigned fuel = 20 * kFuel; fuel; --fuel) {
    for (mlir::Operation &op : *block) {
      auto sources = [&](unsigned i) { return values[op.getOperand(i)]; };
      auto enter = [&](mlir::Block *target, mlir::OperandRange operands) {
        std::vector<int32_t> arguments;
        for (Value operand : operands)
          arguments.push_back(values[operand]);
        for (auto [argument, value] :
             llvm::zip(target->getArguments(), arguments))
          values[argument] = value;
        block = target;
      };
      if (auto constant = llvm::dyn_cast<ConstOp>(op)) {
        values[constant] = int32_t(constant.getBits().getSExtValue());
      } else if (auto add = llvm::dyn_cast<AddOp>(op)) {
        bool active = !add.isGuarded() ||
                      (values[add.getGuard()] != 0) != add.isGuardNegated();
        values[add.getD()] =
            active ? int32_t(uint32_t(sources(0)) + uint32_t(sources(1)))
                   : values[add.getPassThrough()[0]];
      } else if (auto mov = llvm::dyn_cast<MovOp>(op)) {
        bool active = (values[mov.getGuard()] != 0) != mov.isGuardNegated();
        values[mov.getD()] =
            active ? sources(0) : values[mov.getPassThrough()[0]];
      } else if (auto setp = llvm::dyn_cast<SetpOp>(op)) {
        values[setp.getP()] = sources(0) < sources(1);
      } else if (llvm::isa<StOp>(op)) {
        stores.push_back(sources(1));
        if (stores.size() == limit)
          return stores;
      } else if (auto bra = llvm::dyn_cast<BraOp>(op)) {
        enter(bra.getDest(), bra.getDestOperands());
      } else if (auto branch = llvm::dyn_cast<CondBraOp>(op)) {
        if (values[branch.getCondition()])
          enter(branch.getTrueDest(), branch.getTrueOperands());
        else
          enter(branch.getFalseDest(), branch.getFalseOperands());
      } else if (llvm::isa<RetOp>(op)) {
        return stores;
      }
    }
  }
  return stores;
}

/// Arguments that only other dead arguments use are not pruned SSA.
static bool isPruned(EntryOp entry) {
  llvm::DenseSet<Value> live;
  std::vector<Value> work;
  auto mark = [&](Value value) {
    if (live.insert(value).second)
      work.push_back(value);
  };
  auto isForwarded = [](mlir::OpOperand &use) {
    auto branch = llvm::dyn_cast<mlir::BranchOpInterface>(use.getOwner());
    return branch && branch.getSuccessorBlockArgument(use.getOperandNumber());
  };
  for (mlir::Block &block : entry.getBody())
    for (mlir::BlockArgument argument : block.getArguments())
      for (mlir::OpOperand &use : argument.getUses())
        if (!isForwarded(use))
          mark(argument);
  while (!work.empty()) {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(work.back());
    work.pop_back();
    if (!argument)
      continue;
    for (mlir::Block *pred : argument.getOwner()->getPredecessors()) {
      auto branch = llvm::cast<mlir::BranchOpInterface>(pred->getTerminator());
      for (unsigned i = 0; i < pred->getNumSuccessors(); ++i)
        if (pred->getSuccessor(i) == argument.getOwner())
          mark(branch.getSuccessorOperands(i)[argument.getArgNumber()]);
    }
  }
  for (mlir::Block &block : entry.getBody())
    for (Value argument : block.getArguments())
      if (!live.count(argument))
        return false;
  return true;
}

/// The only entry of a text, and what it belongs to.
static EntryOp importEntry(llvm::StringRef text, mlir::MLIRContext &context,
                           mlir::OwningOpRef<mlir::ModuleOp> &module) {
  module = importPTX(text, "random.ptx", &context);
  EntryOp entry;
  if (module && mlir::succeeded(mlir::verify(*module)))
    module->walk([&](EntryOp op) { entry = op; });
  return entry;
}

static std::string exportEntry(EntryOp entry) {
  std::string text;
  (void)exportPTX(entry->getParentOfType<ModuleOp>(), text);
  return text;
}

TEST(SSA, RandomPrograms) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::mt19937 random(7);
  for (unsigned round = 0; round < 300; ++round) {
    Program program = randomProgram(random, /*withMoves=*/false);
    std::string text = program.text();
    mlir::OwningOpRef<mlir::ModuleOp> module;
    EntryOp entry = importEntry(text, context, module);
    ASSERT_TRUE(entry) << text;
    std::vector<int32_t> wanted = program.run();
    std::vector<int32_t> found = runSSA(entry, wanted.size());
    found.resize(std::min(found.size(), wanted.size()));
    EXPECT_EQ(wanted, found) << text;
    EXPECT_TRUE(isPruned(entry)) << text;
  }
}

/// What is printed does the same, and soon printing changes nothing: each text
/// may have less of the arguments that only moves gave, `mov a, a` in a loop,
/// say. Moves between registers that are written again are the swaps and lost
/// copies of the way out of SSA.
TEST(SSA, PrintedPrograms) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::mt19937 random(11);
  for (unsigned round = 0; round < 1000; ++round) {
    Program program = randomProgram(random, /*withMoves=*/true);
    std::string text = program.text();
    mlir::OwningOpRef<mlir::ModuleOp> module, again;
    EntryOp entry = importEntry(text, context, module);
    ASSERT_TRUE(entry) << text;
    std::string printed = exportEntry(entry);
    EntryOp second = importEntry(printed, context, again);
    ASSERT_TRUE(second) << text << printed;
    std::vector<int32_t> wanted = program.run();
    std::vector<int32_t> found = runSSA(second, wanted.size());
    found.resize(std::min(found.size(), wanted.size()));
    EXPECT_EQ(wanted, found) << text << printed;
    std::string last;
    for (unsigned times = 0; times < 5 && printed != last; ++times) {
      last = std::move(printed);
      entry = importEntry(last, context, module);
      ASSERT_TRUE(entry) << last;
      printed = exportEntry(entry);
    }
    EXPECT_EQ(printed, last) << text;
  }
}

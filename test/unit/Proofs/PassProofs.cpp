//===- PassProofs.cpp - What passes put in the place of values ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the passes of the pipeline on functions of symbolic inputs and proves
// that what the functions compute stays the same. Each counter of a rewrite
// must have been reached, each phase and each pattern be known here.
//
//===----------------------------------------------------------------------===//

#include "PassRun.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "ptx-mlir/Dialect/Ori/IR/Identities.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/Pipelines/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::test;

//===----------------------------------------------------------------------===//
// Functions to rewrite
//===----------------------------------------------------------------------===//

static std::string number(unsigned n) { return std::to_string(n); }

/// A device function; `body` starts with the entry block.
static std::string device(unsigned sm, const std::string &type,
                          const std::string &body) {
  return "ori.module attributes {sm = " + number(sm) +
         " : i32} {\nori.func @f attributes {function_type = " + type +
         "} {\n" + body + "}\n}\n";
}

static std::string kernel(const std::string &body) {
  return "ori.module attributes {sm = 90 : i32} {\nori.func @f attributes "
         "{kernel} {\n%t = ori.imm true : !ori.p\n%zero = ori.imm 0 : !ori.r\n"
         "%n = ori.imm 0 : !ori.ur\n%a = ori.s2r<sr = \"SR_TID.X\">\n" +
         body + "ori.exit\n}\n}\n";
}

static std::string load(const std::string &name, unsigned offset) {
  return "%" + name + " = ori.lds<offset = " + number(offset) + "> %a, %n\n";
}
static std::string store(const std::string &name, unsigned offset) {
  return "ori.sts<offset = " + number(offset) + "> %a, %n, %" + name + "\n";
}
static std::string fence() {
  return "ori.membar\nori.membar\nori.membar\nori.membar\nori.membar\n";
}

/// `count` values that are all needed at the end.
static std::string manyRegisters(unsigned count) {
  std::string body;
  for (unsigned i = 0; i != count; ++i)
    body += load("v" + number(i), 4 * i);
  body += fence();
  for (unsigned i = count; i-- != 0;)
    body += store("v" + number(i), 4 * i);
  return kernel(body);
}

static std::string manyTuples() {
  std::string body = "%q = ori.lds<type = \"128\"> %a, %n\n";
  for (unsigned i = 0; i != 7; ++i)
    body += load("v" + number(i), 16 + 4 * i);
  body += fence();
  for (unsigned i = 0; i != 7; ++i)
    body += store("v" + number(i), 4 * i);
  for (unsigned i = 2; i != 4; ++i)
    body += "%e" + number(i) + " = ori.extract %q[" + number(i) +
            "] : !ori.r<4> -> !ori.r\n" + store("e" + number(i), 64 + 4 * i);
  return kernel(body);
}

static std::string manyConstants() {
  std::string body;
  for (unsigned i = 0; i != 8; ++i)
    body += "%c" + number(i) + " = ori.ldc<offset = " + number(528 + 4 * i) +
            "> %zero\n" + load("v" + number(i), 4 * i);
  body += fence();
  for (unsigned i = 0; i != 8; ++i)
    body += "%s" + number(i) + ", %p" + number(i) + ", %q" + number(i) +
            " = ori.iadd3 %v" + number(i) + ", %c" + number(i) +
            ", %zero, %t, %t\n";
  for (unsigned i = 8; i-- != 0;)
    body += store("s" + number(i), 4 * i) + store("c" + number(i), 64 + 4 * i);
  return kernel(body);
}

static std::string manyPredicates() {
  std::string body;
  for (unsigned i = 0; i != 6; ++i)
    body += load("v" + number(i), 4 * i) + "%p" + number(i) + ", %x" +
            number(i) + " = ori.isetp<cmp = \"GT\"> %v" + number(i) +
            ", %zero, %t, %t\n";
  body += fence();
  for (unsigned i = 0; i != 6; ++i)
    body += "%s" + number(i) + " = ori.sel %a, %zero, %p" + number(i) + "\n" +
            store("s" + number(i), 4 * i);
  return kernel(body);
}

static std::string manyUniform(bool constant) {
  std::string body = "%v = ori.lds %a, %n\n";
  for (unsigned i = 0; i != 14; ++i)
    body += constant
                ? "%u" + number(i) +
                      " = ori.uldc<offset = " + number(528 + 4 * i) + "> %n\n"
                : "%q" + number(i) + ", %u" + number(i) + " = ori.r2ur %v\n";
  body += fence();
  for (unsigned i = 0; i != 14; ++i)
    body += "%m" + number(i) + " = ori.mov %u" + number(i) +
            " : (!ori.ur) -> (!ori.r)\n" + store("m" + number(i), 4 * i);
  return kernel(body);
}

/// A computation of constants, %r, that a sum reads.
static std::string uniformTree(const std::string &computation) {
  return kernel("%c = ori.ldc<offset = 528> %zero\n"
                "%d = ori.ldc<offset = 532> %zero\n"
                "%w = ori.ldc<type = \"64\", offset = 536> %zero\n"
                "%w0 = ori.extract %w[0] : !ori.r<2> -> !ori.r\n"
                "%w1 = ori.extract %w[1] : !ori.r<2> -> !ori.r\n"
                "%k = ori.imm 0x12345 : !ori.r\n" +
                computation + load("v", 0) +
                "%s, %sp, %sq = ori.iadd3 %v, %r, %zero, %t, %t\n" +
                store("s", 0));
}

/// Arguments of blocks are spilled on the edges.
static std::string manyArguments() {
  std::string body, names, types, args, stores;
  for (unsigned i = 0; i != 6; ++i) {
    std::string comma = i ? ", " : "", n = number(i);
    body += load("v" + n, 4 * i);
    names += comma + "%v" + n;
    types += comma + "!ori.r";
    args += comma + "%b" + n + ": !ori.r";
    stores += store("b" + n, 4 * i);
  }
  body += "%p, %x = ori.isetp<cmp = \"LT\"> %v0, %v1, %t, %t\n"
          "ori.cond_bra %p, ^left, ^right\n^left:\nori.bra ^end(" +
          names + " : " + types + ")\n^right:\nori.bra ^end(" +
          "%v5, %v4, %v3, %v2, %v1, %v0 : " + types + ")\n^end(" + args +
          "):\n" + fence() + stores;
  return kernel(body);
}

static const char kAllocate[] = "ori-legalize-operands,ori-allocate-registers";

static std::vector<PassCase> getCases() {
  std::vector<PassCase> cases;
  auto add = [&](const char *name, std::string passes, std::string text) {
    cases.push_back({name, std::move(passes), std::move(text)});
  };
  const char *legalize = "ori-legalize-operands";
  std::string sumType = "(!ori.r, !ori.p, !ori.r, !ori.p) -> (!ori.r, !ori.p)";
  std::string sumArgs = "^bb0(%x: !ori.r, %g: !ori.p, %old: !ori.r, %oldP: "
                        "!ori.p):\n%t = ori.imm true : !ori.p\n%f = ori.imm "
                        "false : !ori.p\n%zero = ori.imm 0 : !ori.r\n%k = "
                        "ori.imm 0x12345 : !ori.r\n%bank = ori.cbank 0[528] : "
                        "!ori.r\n%bank2 = ori.cbank 0[536] : !ori.r\n";
  std::string sumRet = "ori.ret %s, %c : !ori.r, !ori.p\n";
  // Constants that no slot takes, of any width and file.
  for (unsigned sm : {80u, 90u}) {
    add("constants", legalize,
        device(sm, sumType,
               sumArgs + "%s, %c, %c2 = ori.iadd3 %k, %bank, %bank2, %t, %t\n" +
                   sumRet));
    add("wide", legalize,
        device(sm, "(!ori.r) -> (!ori.r<2>, !ori.p)",
               "^bb0(%x: !ori.r):\n%t = ori.imm true : !ori.p\n%k = ori.imm "
               "0x123456789abcdef : !ori.r<2>\n%b = ori.cbank 0[528] : "
               "!ori.r<2>\n%l = ori.extract %b[1] : !ori.r<2> -> !ori.r\n"
               "%s, %c = ori.imad.wide %x, %l, %k, %t\n"
               "%s2, %c2 = ori.imad.wide %x, %x, %b, %t\n"
               "%a = ori.extract %s[1] : !ori.r<2> -> !ori.r\n"
               "%s3, %c3 = ori.imad.wide %a, %l, %s2, %t\n"
               "ori.ret %s3, %c3 : !ori.r<2>, !ori.p\n"));
    add("move", legalize,
        device(sm, sumType,
               sumArgs +
                   "%m = ori.mov %bank\n%m2 = ori.mov %k\n"
                   "%s, %c, %c2 = ori.iadd3 %m, %m2, %x, %t, %t\n" +
                   sumRet));
    // Guards that are known, and old values that are constants.
    for (const char *guard : {"%t", "not %t", "%f", "not %f", "%g", "not %g"})
      add("guard", legalize,
          device(sm, sumType,
                 sumArgs + "%s, %c, %c2 = ori.iadd3 %x, %k, %zero, %t, %t if " +
                     guard + " else(%bank, %oldP, %t)\n" + sumRet));
  }
  add("frame", legalize,
      device(90, "(!ori.r) -> !ori.r",
             "^bb0(%x: !ori.r):\n%t = ori.imm true : !ori.p\n%f = "
             "ori.frame_address 24 : !ori.r\n%s, %c, %c2 = ori.iadd3 %x, %f, "
             "%x, %t, %t\n"
             "ori.ret %s : !ori.r\n"));
  // Two uniform registers are too many for an operation on vectors.
  add("uniform", legalize,
      device(90, "(!ori.r, !ori.ur, !ori.ur) -> !ori.r",
             "^bb0(%x: !ori.r, %u: !ori.ur, %v: !ori.ur):\n%t = ori.imm true : "
             "!ori.p\n%s, %c, %c2 = ori.iadd3 %x, %u, %v, %t, %t : (!ori.r, "
             "!ori.ur, !ori.ur, !ori.p, !ori.p) -> (!ori.r, !ori.p, !ori.p)\n"
             "ori.ret %s : !ori.r\n"));
  // Spilling.
  std::string allocate = kAllocate;
  add("registers", allocate + "{max-registers=8}", manyRegisters(7));
  add("tuples", allocate + "{max-registers=11}", manyTuples());
  add("repeated", allocate + "{max-registers=12}", manyConstants());
  add("predicates", allocate + "{max-predicates=2}", manyPredicates());
  add("predicates-and-registers",
      allocate + "{max-predicates=2 max-registers=7}", manyPredicates());
  add("uniform", allocate + "{max-uniform=12}", manyUniform(false));
  add("uniform-constants", allocate + "{max-uniform=12}", manyUniform(true));
  add("arguments", allocate + "{max-registers=7}", manyArguments());
  // Each instruction that has a uniform one, carries and conditions.
  for (const char *computation :
       {"%r, %p, %q = ori.iadd3<aNeg> %c, %k, %d, %t, %t\n",
        "%l, %p, %q = ori.iadd3<bNeg> %c, %w0, %zero, %t, %t\n"
        "%r, %p2, %q2 = ori.iadd3<x, bNeg, ppNot = 0> %d, %w1, %zero, %p, %t\n",
        "%r, %p = ori.imad %c, %k, %d, %t\n",
        "%m, %p = ori.imad.wide<u32> %c, %d, %w, %t\n"
        "%r = ori.extract %m[1] : !ori.r<2> -> !ori.r\n",
        "%m, %p = ori.imad.wide %c, %d, %w, %t\n"
        "%r = ori.extract %m[1] : !ori.r<2> -> !ori.r\n",
        "%r, %p = ori.lea<shift = 5> %c, %d, %zero, %t\n",
        "%r, %p = ori.lea<shift = 5, hi> %c, %d, %w0, %t\n",
        "%r = ori.shf<hi, type = \"U32\", dir = \"R\"> %zero, %d, %c\n",
        "%r = ori.shf<hi, type = \"S32\", dir = \"R\"> %zero, %d, %c\n",
        "%r = ori.shf<hi, type = \"U64\"> %c, %k, %d\n",
        "%r = ori.shf<type = \"U64\", w> %c, %d, %w0\n",
        "%r, %p = ori.lop3<lut = 0x6A> %c, %d, %w1, %t\n",
        "%m = ori.mov %k\n%r, %p = ori.lop3<lut = 0x3C> %c, %m, %zero, %t\n",
        "%p, %q = ori.isetp<cmp = \"LT\", u32> %c, %w0, %t, %t\n"
        "%p2, %q2 = ori.isetp<cmp = \"LT\", ex> %d, %w1, %t, %p\n"
        "%r = ori.sel %c, %w0, %p2\n",
        "%p, %q = ori.isetp<cmp = \"GE\"> %c, %k, %t, %t\n"
        "%r = ori.sel<ppNot> %d, %w1, %q\n"})
    add("uniform-tree", "ori-convert-to-uniform", uniformTree(computation));
  // Branches whose way is known or makes no difference.
  for (const char *condition :
       {"%t, ^a(%x : !ori.r), ^b", "not %t, ^a(%x : !ori.r), ^b",
        "%f, ^a(%y : !ori.r), ^b", "not %f, ^a(%y : !ori.r), ^b",
        "%p, ^a(%x : !ori.r), ^a(%x : !ori.r)",
        "%p, ^a(%x : !ori.r), ^a(%y : !ori.r)", "not %p, ^a(%x : !ori.r), ^b"})
    add("branch", "canonicalize",
        device(90, "(!ori.r, !ori.r, !ori.p) -> !ori.r",
               std::string("^bb0(%x: !ori.r, %y: !ori.r, %p: !ori.p):\n"
                           "%t = ori.imm true : !ori.p\n%f = ori.imm false : "
                           "!ori.p\nori.cond_bra ") +
                   condition +
                   "\n^b:\nori.ret %y : !ori.r\n"
                   "^a(%z: !ori.r):\nori.ret %z : !ori.r\n"));
  return cases;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

static void proveCase(const PassCase &c) {
  SCOPED_TRACE(c.name + ": " + c.passes + "\n" + c.text);
  PassRun run(c.text);
  ASSERT_EQ(run.getError(), "");
  Meaning<TermDomain> before = makeSymbolic(), after = makeSymbolic();
  ASSERT_TRUE(before.run(run.getFunc())) << before.error;
  ASSERT_TRUE(run.apply(c.passes)) << run.getError();
  ASSERT_TRUE(after.run(run.getFunc())) << after.error << run.print();
  Proof proof = proveEqual(before.outputs, after.outputs);
  EXPECT_TRUE(proof) << proof.counterexample << "\n" << run.print();
}

TEST(Passes, KeepValues) {
  proofCounts = {};
  std::vector<PassCase> cases = getCases();
  for (PassCase &c : getRewriteCases())
    cases.push_back(std::move(c));
  for (const PassCase &c : cases)
    proveCase(c);
  unsigned commuted = proveCommuting();
  checkHalves();
  checkConversions();
  // A rewrite that nothing above reaches is proved of nothing.
  unsigned counters = 0;
  for (const ori::RewriteCounter *c = ori::RewriteCounter::getFirst(); c;
       c = c->getNext()) {
    EXPECT_NE(c->getCount(), 0u) << c->getName().str();
    ++counters;
  }
  EXPECT_GE(counters, 25u);
  printf("%zu functions, %u commuted operations, %u rewrites with a counter, "
         "%u claims\n",
         cases.size(), commuted, counters, proofCounts.claims);
}

/// What each pass between ptx and sass may do to values.
TEST(Passes, AreAllKnown) {
  const std::set<std::string> known = {
      // Patterns and folders: Passes, Identities, Tuples, Domain.
      "canonicalize",
      // Proved above, by counters.
      "ori-legalize-operands", "ori-allocate-registers",
      "ori-linear-replacement", "ori-balance-pipes", "ori-merge-tests",
      "ori-vectorize-accesses",
      // Proved above, but for its stores.
      "ori-do-predication",
      // Moves, merges, repeats and removes operations; changes none.
      "ori-remove-dead-code", "ori-hoist-invariants", "ori-hoist-loads",
      "ori-sink-code", "cse", "ori-do-remat", "ori-schedule-instructions",
      // Proved above; its loads, the same by other instructions, by check-flow
      // with least-loads=1.
      "ori-convert-to-uniform",
      // Memory becomes values: check-flow and check-calls, whose local
      // variables
      // have accesses of all kinds.
      "ori-convert-memory-to-register",
      // Emits sequences of floats, which are checked by isa-derived
      // (docs/math.md).
      "ori-late-expansion",
      // Repeats operations and folds them. How many: check-flow, whose counted
      // loops are of all kinds.
      "ori-unroll-loops",
      // Inserts barriers.
      "ori-insert-convergence",
      // Operands become slots: Operands.
      "convert-ori-to-sass"};
  for (const Phase &phase : getPhases()) {
    if (!phase.isPass() ||
        (phase.stage != Stage::Ori && phase.stage != Stage::OriToSASS))
      continue;
    llvm::StringRef pass = llvm::StringRef(phase.pass).split('{').first;
    EXPECT_TRUE(known.count(pass.str())) << pass.str() << " needs proofs";
  }
}

namespace {
/// Whether an op class has a folder.
template <typename T>
using Fold =
    decltype(std::declval<T>().fold(std::declval<typename T::FoldAdaptor>()));

template <typename... Ops> std::set<std::string> getFolding() {
  std::set<std::string> names;
  auto add = [&](llvm::StringRef name, bool folds) {
    if (folds)
      names.insert(name.str());
  };
  (add(Ops::getOperationName(), llvm::is_detected<Fold, Ops>::value), ...);
  return names;
}
} // namespace

TEST(Patterns, AreAllKnown) {
  PassRun run(device(90, "() -> ()", "ori.ret\n"));
  mlir::MLIRContext *context = run.getContext();
  std::set<std::string> withPatterns;
  for (mlir::RegisteredOperationName name :
       context->getRegisteredOperations()) {
    if (name.getDialectNamespace() != "ori")
      continue;
    mlir::RewritePatternSet patterns(context);
    name.getCanonicalizationPatterns(patterns, context);
    for (size_t i = 0; i != patterns.getNativePatterns().size(); ++i)
      withPatterns.insert(name.getStringRef().str() + number(i));
  }
  // Passes.KeepValues has its cases.
  EXPECT_EQ(withPatterns, std::set<std::string>({"ori.cond_bra0"}));
  std::set<std::string> folding = getFolding<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriOps.cpp.inc"
      >();
  EXPECT_EQ(folding,
            std::set<std::string>({"ori.imm", "ori.combine", "ori.extract"}));
}

TEST(Tuples, AreProved) {
  PassRun run(device(
      90, "(!ori.r, !ori.r<2>, !ori.r<4>) -> ()",
      "^bb0(%x: !ori.r, %y: !ori.r<2>, %z: !ori.r<4>):\n"
      "%k = ori.imm 0x12345678 : !ori.r\n"
      "%l = ori.imm 0x0123456789abcdef : !ori.r<2>\n"
      "%m = ori.imm 0x00112233445566778899aabbccddeeff : !ori.r<4>\n"
      // A part alone; parts in order, of any widths; not in order.
      "%c0 = ori.combine %x : !ori.r -> !ori.r\n"
      "%y0 = ori.extract %y[0] : !ori.r<2> -> !ori.r\n"
      "%y1 = ori.extract %y[1] : !ori.r<2> -> !ori.r\n"
      "%z0 = ori.extract %z[0] : !ori.r<4> -> !ori.r\n"
      "%z1 = ori.extract %z[1] : !ori.r<4> -> !ori.r\n"
      "%z2 = ori.extract %z[2] : !ori.r<4> -> !ori.r<2>\n"
      "%c1 = ori.combine %y0, %y1 : !ori.r, !ori.r -> !ori.r<2>\n"
      "%c2 = ori.combine %y1, %y0 : !ori.r, !ori.r -> !ori.r<2>\n"
      "%c3 = ori.combine %z0, %z1, %z2 : !ori.r, !ori.r, !ori.r<2> -> "
      "!ori.r<4>\n"
      "%c4 = ori.combine %z0, %z1 : !ori.r, !ori.r -> !ori.r<2>\n"
      "%c5 = ori.combine %y0, %z1 : !ori.r, !ori.r -> !ori.r<2>\n"
      // Constants.
      "%c6 = ori.combine %k, %l, %k : !ori.r, !ori.r<2>, !ori.r -> !ori.r<4>\n"
      "%c7 = ori.combine %k, %x : !ori.r, !ori.r -> !ori.r<2>\n"
      "%e0 = ori.extract %l[1] : !ori.r<2> -> !ori.r\n"
      "%e1 = ori.extract %m[1] : !ori.r<4> -> !ori.r<2>\n"
      "%e2 = ori.extract %m[3] : !ori.r<4> -> !ori.r\n"
      // All of it; a part of what was combined.
      "%e3 = ori.extract %y[0] : !ori.r<2> -> !ori.r<2>\n"
      "%d = ori.combine %x, %y, %k : !ori.r, !ori.r<2>, !ori.r -> !ori.r<4>\n"
      "%e4 = ori.extract %d[0] : !ori.r<4> -> !ori.r\n"
      "%e5 = ori.extract %d[1] : !ori.r<4> -> !ori.r<2>\n"
      "%e6 = ori.extract %d[3] : !ori.r<4> -> !ori.r\n"
      "%e7 = ori.extract %d[1] : !ori.r<4> -> !ori.r\n"
      "%e8 = ori.extract %d[0] : !ori.r<4> -> !ori.r<2>\n"
      "ori.ret\n"));
  ASSERT_EQ(run.getError(), "");
  Meaning<TermDomain> meaning = makeSymbolic();
  // The function has no outputs; its values are asked for one by one.
  ASSERT_TRUE(meaning.run(run.getFunc())) << meaning.error;
  llvm::StringSet<> applied;
  for (mlir::Operation &op : run.getFunc().getBody().front()) {
    if (!llvm::isa<ori::CombineOp, ori::ExtractOp>(op))
      continue;
    llvm::SmallVector<mlir::Attribute> attrs;
    for (mlir::Value v : op.getOperands()) {
      auto imm = v.getDefiningOp<ori::ImmOp>();
      attrs.push_back(imm ? mlir::Attribute(imm.getValue())
                          : mlir::Attribute());
    }
    llvm::SmallVector<mlir::OpFoldResult> results;
    if (failed(op.fold(attrs, results)))
      continue;
    ASSERT_EQ(results.size(), 1u);
    auto folds = llvm::isa<ori::CombineOp>(op) ? ori::getCombineFolds()
                                               : ori::getExtractFolds();
    for (const ori::TupleFold &fold : folds)
      if (mlir::OpFoldResult result = fold.apply(&op, attrs)) {
        EXPECT_TRUE(result == results[0]);
        applied.insert(fold.name);
        break;
      }
    RegValue<TermDomain> value;
    if (auto attr = llvm::dyn_cast<mlir::Attribute>(results[0])) {
      llvm::APInt bits = llvm::cast<mlir::IntegerAttr>(attr).getValue();
      for (unsigned k = 0; k != bits.getBitWidth() / 32; ++k)
        value.words.push_back(
            TermDomain::c32(uint32_t(bits.extractBitsAsZExtValue(32, 32 * k))));
    } else {
      value = meaning.valueOf(llvm::cast<mlir::Value>(results[0]));
    }
    Proof proof = proveEqual({meaning.valueOf(op.getResult(0))}, {value});
    EXPECT_TRUE(proof) << proof.counterexample;
  }
  for (auto folds : {ori::getCombineFolds(), ori::getExtractFolds()})
    for (const ori::TupleFold &fold : folds)
      EXPECT_TRUE(applied.contains(fold.name)) << fold.name.str();
}

//===----------------------------------------------------------------------===//
// A wrong rewrite is refuted
//===----------------------------------------------------------------------===//

namespace {
/// x + y becomes x | y: right only where no bits meet.
struct WrongSum : mlir::RewritePattern {
  explicit WrongSum(mlir::MLIRContext *context)
      : RewritePattern("ori.iadd3", 1, context) {}
  llvm::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    namespace LOP3 = isa::LOP3;
    mlir::Operation *logic =
        ori::createInst(rewriter, op->getLoc(), isa::Opcode::LOP3,
                        {op->getOperand(0), op->getOperand(1),
                         op->getOperand(2), op->getOperand(3)},
                        LOP3::lut.set(LOP3::kDefaultMods, 0xfe));
    mlir::Value no = ori::ImmOp::create(
        rewriter, op->getLoc(), ori::PType::get(rewriter.getContext()), 0);
    rewriter.replaceOp(op, {logic->getResult(0), no, no});
    return mlir::success();
  }
};
} // namespace

TEST(Passes, WrongRewriteIsRefuted) {
  PassRun run(device(90, "(!ori.r, !ori.r) -> !ori.r",
                     "^bb0(%x: !ori.r, %y: !ori.r):\n%t = ori.imm true : "
                     "!ori.p\n%z = ori.imm 0 : !ori.r\n%s, %c, %c2 = ori.iadd3 "
                     "%x, %y, %z, %t, %t\nori.ret %s : !ori.r\n"));
  ASSERT_EQ(run.getError(), "");
  Meaning<TermDomain> before = makeSymbolic(), after = makeSymbolic();
  ASSERT_TRUE(before.run(run.getFunc()));
  mlir::RewritePatternSet patterns(run.getContext());
  patterns.add<WrongSum>(run.getContext());
  ASSERT_TRUE(
      succeeded(applyPatternsGreedily(run.getFunc(), std::move(patterns))));
  ASSERT_TRUE(after.run(run.getFunc()));
  Proof proof = proveEqual(before.outputs, after.outputs);
  EXPECT_EQ(proof.kind, Proof::Refuted);
  EXPECT_NE(proof.counterexample.find("arg0.0"), std::string::npos);
  EXPECT_NE(proof.counterexample.find("arg1.0"), std::string::npos);
  // Where no bits meet it is right.
  auto x = TermDomain::symbol<32>("arg0.0"),
       y = TermDomain::symbol<32>("arg1.0");
  EXPECT_TRUE(
      proveEqual(before.outputs, after.outputs, (x & y) == TermDomain::c32(0)));
}

//===- ConformanceTest.cpp - The interpreter against the ISA --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every spelling that the records allow of every arithmetic, logic, comparison,
// conversion and video instruction, on edge and random values, against a host
// computation from the text of the ISA. Spellings without a reference, or that
// the interpreter refuses, are failures but for those listed here.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "Values.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXVideo.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <gtest/gtest.h>
#include <map>

using namespace ptxmlir;
using namespace ptxmlir::test;
using ptx::Opcode;

//===----------------------------------------------------------------------===//
// What is tried
//===----------------------------------------------------------------------===//

template <typename... Ops> static std::vector<Opcode> opcodesOf() {
  return {Ops::getOpcode()...};
}

/// All opcodes of the records.
static std::vector<Opcode> allOpcodes() {
  std::vector<Opcode> all;
  for (const std::vector<Opcode> &list : {
           opcodesOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.cpp.inc"
               >(),
           opcodesOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.cpp.inc"
               >(),
           opcodesOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.cpp.inc"
               >(),
           opcodesOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXVideo.cpp.inc"
               >(),
       })
    for (Opcode opcode : list)
      // These move values and address spaces.
      if (opcode != Opcode::Mov && opcode != Opcode::Cvta &&
          opcode != Opcode::Isspacep)
        all.push_back(opcode);
  return all;
}

/// Why the interpreter refuses a spelling, or null.
static const char *refusalReason(const Spelling &s) {
  if (s.opcode == Opcode::Testp && !s.field("property"))
    return "the ISA has no testp without a property";
  return nullptr;
}

static const Reference kReferences[] = {
    integerReference, bitReference,     floatReference, approximationReference,
    compareReference, convertReference, videoReference};

static Reference findReference(const Spelling &s) {
  uint64_t in[kMaxSources] = {};
  for (Reference reference : kReferences) {
    Result results[kMaxResults];
    if (reference(s, in, results))
      return reference;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static std::string textOf(const Spelling &s) {
  std::string text = s.text;
  for (const auto *list : {&s.results, &s.sources})
    for (const Operand &operand : *list)
      text += " " + operand.prefix + "%" + std::to_string(operand.width) +
              operand.suffix;
  if (s.immediate >= 0)
    text += " " + std::to_string(s.immediate);
  return text;
}

namespace {
/// Spellings whose sources are alike, and what they gave.
class Batch {
public:
  Batch(llvm::ArrayRef<const Spelling *> spellings, const Tuples &tuples)
      : spellings(spellings.begin(), spellings.end()), tuples(tuples) {}

  /// Empty, or what went wrong.
  std::string run(std::optional<exec::Perturbation> perturbation = {});
  uint64_t result(size_t spelling, size_t k, size_t tuple) const {
    uint64_t word;
    memcpy(&word,
           out + 8 * ((spelling * kMaxResults + k) * tuples.count + tuple), 8);
    return word;
  }

private:
  std::vector<const Spelling *> spellings;
  const Tuples &tuples;
  exec::GlobalMemory memory;
  const uint8_t *out = nullptr;
};
} // namespace

std::string Batch::run(std::optional<exec::Perturbation> perturbation) {
  // The first target that has everything.
  std::string text = ".version 9.0\n.target sm_100a\n.address_size 64\n" +
                     makeKernel("k", spellings);
  mlir::DialectRegistry registry;
  registry.insert<ptx::PTXDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) {
    message += d.str() + "\n";
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module =
      ptx::importPTX(text, "conformance.ptx", &context);
  if (!module)
    return message.empty() ? "no module" : message;
  auto interpreter = interp::Interpreter::create(*module, memory);
  if (!interpreter)
    return llvm::toString(interpreter.takeError());
  uint64_t words = spellings.size() * kMaxResults * tuples.count;
  uint64_t addresses[3] = {
      memory.allocate(std::max<size_t>(8, 8 * tuples.words.size()), "sources"),
      memory.allocate(8 * words, "results"), tuples.count};
  memcpy(memory.access(addresses[0], 8 * tuples.words.size()),
         tuples.words.data(), 8 * tuples.words.size());
  exec::LaunchConfig config;
  config.block[0] = 256;
  config.grid[0] = uint32_t(tuples.count / 256);
  config.maxResident = 1;
  config.perturbation = perturbation;
  config.params.resize(sizeof(addresses));
  memcpy(config.params.data(), addresses, sizeof(addresses));
  const interp::Kernel &kernel = (*interpreter)->kernels().front();
  if (llvm::Error e = (*interpreter)->run(kernel, config))
    return llvm::toString(std::move(e));
  out = memory.access(addresses[1], 8 * words);
  return "";
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

namespace {
struct Counts {
  size_t spellings = 0, tuples = 0, refused = 0, open = 0;
};

class Checker {
public:
  explicit Checker(std::optional<exec::Perturbation> perturbation = {})
      : perturbation(perturbation) {}

  Counts counts;

  void check(llvm::ArrayRef<const Spelling *> spellings) {
    Tuples tuples = makeTuples(spellings.front()->sources);
    Batch batch(spellings, tuples);
    std::string error = batch.run(perturbation);
    if (!error.empty()) {
      // Which of them?
      if (spellings.size() > 1) {
        size_t half = spellings.size() / 2;
        check(spellings.take_front(half));
        check(spellings.drop_front(half));
      } else {
        fail(*spellings.front(), error);
      }
      return;
    }
    for (size_t k = 0; k < spellings.size(); ++k)
      compare(*spellings[k], batch, k, tuples);
  }

private:
  void fail(const Spelling &s, const std::string &message) {
    // Enough to see what is wrong.
    if (++failures <= 40)
      ADD_FAILURE() << textOf(s) << ": " << message;
    else if (failures == 41)
      ADD_FAILURE() << "more spellings fail";
  }
  void compare(const Spelling &s, const Batch &batch, size_t index,
               const Tuples &tuples) {
    Reference reference = findReference(s);
    if (!reference) {
      fail(s, "no reference");
      return;
    }
    ++counts.spellings;
    counts.tuples += tuples.count;
    size_t wrong = 0;
    std::string first;
    for (size_t i = 0; i < tuples.count; ++i) {
      uint64_t in[kMaxSources] = {};
      for (size_t k = 0; k < s.sources.size(); ++k)
        in[k] = tuples.words[k * tuples.count + i];
      Result expected[kMaxResults];
      reference(s, in, expected);
      for (size_t k = 0; k < s.results.size(); ++k) {
        const Result &e = expected[k];
        uint64_t got = batch.result(index, k, i);
        for (unsigned n = 0; n < e.count; ++n) {
          uint64_t element = lowBits(e.width, got >> (n * e.width % 64));
          counts.open += e.elements[n].kind == Expect::Anything;
          if (e.elements[n].accepts(element))
            continue;
          if (wrong++)
            continue;
          first = "result " + std::to_string(k) + " of";
          for (size_t j = 0; j < s.sources.size(); ++j)
            first += " 0x" + llvm::utohexstr(in[j], true);
          first += " is 0x" + llvm::utohexstr(got, true) + ", element " +
                   std::to_string(n) + " should be " + e.elements[n].describe();
        }
      }
    }
    if (wrong)
      fail(s, std::to_string(wrong) + " wrong; " + first);
  }
  std::optional<exec::Perturbation> perturbation;
  size_t failures = 0;
};

class Conformance : public ::testing::TestWithParam<Opcode> {};
} // namespace

/// All spellings of an opcode.
static Counts checkOpcode(Opcode opcode,
                          std::optional<exec::Perturbation> perturbation = {}) {
  std::vector<Spelling> spellings = enumerateSpellings(opcode);
  EXPECT_FALSE(spellings.empty());
  Checker checker(perturbation);
  std::map<std::string, std::vector<const Spelling *>> groups;
  for (const Spelling &s : spellings) {
    if (const char *reason = refusalReason(s)) {
      ++checker.counts.refused;
      // Still so, or it is to be tested.
      Tuples tuples;
      tuples.count = 256;
      tuples.words.assign(s.sources.size() * tuples.count, 0);
      EXPECT_NE(Batch(&s, tuples).run(), "")
          << textOf(s) << " is executed, although " << reason;
      continue;
    }
    EXPECT_LE(s.results.size(), kMaxResults);
    EXPECT_LE(s.sources.size(), kMaxSources);
    std::string key;
    for (const Operand &source : s.sources)
      key += ptx::stringify(source.type).str() + ":" +
             std::to_string(source.width) + " ";
    groups[key].push_back(&s);
  }
  for (auto &[key, list] : groups) {
    size_t most = makeTuples(list.front()->sources).count > 10000 ? 8 : 64;
    for (size_t at = 0; at < list.size(); at += most)
      checker.check(
          llvm::ArrayRef(list).slice(at, std::min(most, list.size() - at)));
  }
  return checker.counts;
}

TEST_P(Conformance, EverySpelling) {
  Counts c = checkOpcode(GetParam());
  std::string mnemonic = ptx::getInstInfo(GetParam()).mnemonic().str();
  printf("%s: %zu spellings, %zu tuples, %zu results left open, %zu spellings "
         "refused\n",
         mnemonic.c_str(), c.spellings, c.tuples, c.open, c.refused);
  RecordProperty("spellings", std::to_string(c.spellings));
  RecordProperty("tuples", std::to_string(c.tuples));
}

static std::string nameOf(const ::testing::TestParamInfo<Opcode> &info) {
  std::string name = ptx::getInstInfo(info.param).mnemonic().str();
  for (char &c : name)
    if (c == '.')
      c = '_';
  return name;
}

namespace {
class Perturbed : public ::testing::TestWithParam<Opcode> {};
} // namespace

// With errors up to their bounds approximations are still within them, and all
// else is as it was.
TEST_P(Perturbed, StaysWithinItsBounds) {
  for (uint64_t seed : {1, 2})
    checkOpcode(GetParam(), exec::Perturbation(seed));
}

// (rcp.rn and its like have no error.)
TEST_P(Perturbed, ChangesApproximationsOnly) {
  for (const Spelling &s : enumerateSpellings(GetParam())) {
    Tuples tuples = makeTuples(s.sources);
    Batch plain(&s, tuples), off(&s, tuples), again(&s, tuples);
    ASSERT_EQ(plain.run(), "");
    ASSERT_EQ(off.run(exec::Perturbation(1)), "");
    ASSERT_EQ(again.run(exec::Perturbation(1)), "");
    size_t changed = 0;
    for (size_t i = 0; i < tuples.count; ++i) {
      changed += off.result(0, 0, i) != plain.result(0, 0, i);
      EXPECT_EQ(off.result(0, 0, i), again.result(0, 0, i));
    }
    llvm::StringRef text = s.text;
    if (text.contains(".approx") || text.contains(".full"))
      EXPECT_GT(changed, tuples.count / 8) << s.text;
    else
      EXPECT_EQ(changed, 0u) << s.text;
  }
}

INSTANTIATE_TEST_SUITE_P(PTX, Perturbed,
                         ::testing::Values(Opcode::Div, Opcode::Rcp,
                                           Opcode::Sqrt, Opcode::Rsqrt,
                                           Opcode::Sin, Opcode::Cos,
                                           Opcode::Lg2, Opcode::Ex2,
                                           Opcode::Tanh),
                         nameOf);

INSTANTIATE_TEST_SUITE_P(PTX, Conformance, ::testing::ValuesIn(allOpcodes()),
                         nameOf);

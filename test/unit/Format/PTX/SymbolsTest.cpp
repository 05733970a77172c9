//===- SymbolsTest.cpp - scopes of PTX names ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random scopes and names against a model without tables.
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <gtest/gtest.h>
#include <random>

using namespace ptxmlir::ptx;

namespace {

struct Declaration {
  std::string name;
  bool isFamily;
  uint32_t count, index;
  unsigned depth;

  bool declares(llvm::StringRef other, uint32_t &number) const {
    if (!isFamily)
      return name == other;
    return !llvm::isDigit(name.back()) && other.consume_front(name) &&
           !other.getAsInteger(10, number) && number < count;
  }
};

/// What scopes are, without tables: the last declaration of a name is its
/// meaning.
struct Model {
  std::vector<Declaration> declarations;
  unsigned depth = 0;

  const Declaration *lookup(llvm::StringRef name, uint32_t &number) const {
    for (const Declaration &d : llvm::reverse(declarations))
      if (d.declares(name, number))
        return &d;
    return nullptr;
  }
  /// Whether a new declaration repeats one of its scope.
  bool repeats(const Declaration &other) const {
    bool isSame = false, isMember = false, hasZero = false;
    for (const Declaration &d : declarations) {
      if (d.depth != depth)
        continue;
      uint32_t number;
      if (d.isFamily == other.isFamily) {
        isSame |= d.name == other.name;
      } else if (d.isFamily) {
        isSame |= d.declares(other.name, number);
      } else if (other.declares(d.name, number)) {
        // What stands before the family clashes with it by its number, written
        // without zeros; a number zero there lets all others be.
        hasZero |= number == 0;
        isMember |= other.name + std::to_string(number) == d.name;
      }
    }
    return isSame || (isMember && !hasZero);
  }
};

TEST(Scopes, RandomNames) {
  std::mt19937 random(7);
  static const char *const kPrefixes[] = {
      "%r", "%rd", "%f", "%r1", "%p", "a", "%averylongprefix", "%s", "%q12"};
  auto prefix = [&] {
    return std::string(kPrefixes[random() % std::size(kPrefixes)]);
  };
  auto name = [&] {
    return prefix() + (random() % 8 ? "" : "0") + std::to_string(random() % 25);
  };
  Scopes scopes;
  Model model;
  unsigned numFound = 0;
  for (int step = 0; step < 200000; ++step) {
    switch (random() % 16) {
    case 0:
      scopes.push();
      ++model.depth;
      break;
    case 1:
      if (model.depth == 0)
        break;
      scopes.pop();
      llvm::erase_if(model.declarations, [&](const Declaration &d) {
        return d.depth == model.depth;
      });
      --model.depth;
      break;
    case 2: {
      if (model.declarations.size() > 60)
        break;
      Declaration family = {prefix(), true, uint32_t(1 + random() % 20), 0,
                            model.depth};
      bool isNew = !model.repeats(family);
      llvm::StringRef clash;
      const Symbol *previous = scopes.declareFamily(family.name, DataType::B32,
                                                    1, family.count, {}, clash);
      ASSERT_EQ(previous == nullptr, isNew) << family.name;
      if (isNew)
        model.declarations.push_back(family);
      break;
    }
    case 3: {
      if (model.declarations.size() > 60)
        break;
      Declaration one = {name(), false, 0, uint32_t(step), model.depth};
      Symbol symbol;
      symbol.kind = Symbol::Register;
      symbol.index = step;
      bool isNew = !model.repeats(one);
      ASSERT_EQ(scopes.declare(one.name, symbol) == nullptr, isNew) << one.name;
      if (isNew)
        model.declarations.push_back(one);
      break;
    }
    default: {
      std::string one = name();
      uint32_t number = 0, wanted = 0;
      const Symbol *found = scopes.lookup(one, number);
      const Declaration *expected = model.lookup(one, wanted);
      ASSERT_EQ(found != nullptr, expected != nullptr) << one;
      if (!found)
        break;
      ++numFound;
      ASSERT_EQ(found->kind == Symbol::Family, expected->isFamily) << one;
      if (expected->isFamily) {
        ASSERT_EQ(number, wanted) << one;
        ASSERT_EQ(scopes.families[found->index].count, expected->count) << one;
      } else {
        ASSERT_EQ(found->index, expected->index) << one;
      }
    }
    }
  }
  EXPECT_GT(numFound, 10000u);
}

} // namespace

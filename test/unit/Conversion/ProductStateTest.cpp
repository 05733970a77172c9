//===- ProductStateTest.cpp - Products under way, against a list ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state counts groups by one counter and keeps an order beside a hash. The
// model here is what that means: a list of items, each with counts of its own.
// Random steps must leave the same in both.
//
//===----------------------------------------------------------------------===//

#include "ProductState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>
#include <random>

using namespace ptxmlir::ptxtoori;

namespace {

/// The meaning, with a search for everything.
struct Model {
  std::vector<ProductItem> items;

  ProductItem *find(mlir::Value value, bool isRead) {
    for (ProductItem &item : items)
      if (item.value == value && item.isRead == isRead)
        return &item;
    return nullptr;
  }
  bool add(const ProductItem &item) {
    ProductItem *old = find(item.value, item.isRead);
    if (!old) {
      items.push_back(item);
      return true;
    }
    bool isChanged =
        item.groups < old->groups || item.machineGroups < old->machineGroups;
    old->groups = std::min(old->groups, item.groups);
    old->machineGroups = std::min(old->machineGroups, item.machineGroups);
    return isChanged;
  }
  void erase(mlir::Value value, bool isRead) {
    if (ProductItem *item = find(value, isRead))
      items.erase(items.begin() + (item - items.data()));
  }
  void close(unsigned ProductItem::*count) {
    for (ProductItem &item : items)
      item.*count = std::min(item.*count + 1, 100u);
  }
  bool hasOpenGroup() const {
    for (const ProductItem &item : items)
      if (item.groups == 0)
        return true;
    return false;
  }
  std::vector<ProductItem> finish(unsigned pending, bool isForAll) {
    std::vector<ProductItem> done, kept;
    for (const ProductItem &item : items)
      (isForAll || item.groups > pending ? done : kept).push_back(item);
    items = kept;
    return done;
  }
  std::vector<mlir::Value> doubles(ProductWebs &webs) const {
    std::vector<mlir::Value> found;
    llvm::DenseSet<mlir::Value> seen;
    for (const ProductItem &item : items)
      if (!item.isRead &&
          !seen.insert(webs.getOrInsertLeaderValue(item.value)).second)
        found.push_back(item.value);
    return found;
  }
};

using Row = std::tuple<const void *, bool, unsigned, unsigned>;
Row rowOf(const ProductItem &item) {
  return {item.value.getAsOpaquePointer(), item.isRead, item.groups,
          item.machineGroups};
}
std::vector<Row> rowsOf(const std::vector<ProductItem> &items) {
  std::vector<Row> rows;
  for (const ProductItem &item : items)
    rows.push_back(rowOf(item));
  return rows;
}
std::vector<Row> rowsOf(const ProductState &state) {
  std::vector<Row> rows;
  state.forEach([&](const ProductItem &item) { rows.push_back(rowOf(item)); });
  return rows;
}

TEST(ProductState, MatchesAList) {
  mlir::MLIRContext context;
  mlir::OpBuilder builder(&context);
  constexpr unsigned kValues = 40;
  mlir::Block block;
  for (unsigned i = 0; i != kValues; ++i)
    block.addArgument(builder.getI32Type(), builder.getUnknownLoc());
  std::mt19937 random(7);
  for (unsigned run = 0; run != 60; ++run) {
    ProductWebs webs;
    for (unsigned i = 0; i != 12; ++i)
      webs.unionSets(block.getArgument(random() % kValues),
                     block.getArgument(random() % kValues));
    ProductState state;
    Model model;
    bool isWatched = run % 2;
    if (isWatched)
      state.watchWebs(webs);
    for (unsigned step = 0; step != 400; ++step) {
      mlir::Value value = block.getArgument(random() % kValues);
      bool isRead = random() % 2;
      switch (random() % 12) {
      case 0:
      case 1:
      case 2:
      case 3: {
        ProductItem item{value, isRead};
        if (random() % 3 == 0) {
          item.groups = random() % 120 % 101;
          item.machineGroups = random() % 9;
        }
        ASSERT_EQ(state.add(item), model.add(item));
        break;
      }
      case 4:
        state.erase(value, isRead);
        model.erase(value, isRead);
        break;
      case 5:
      case 6:
        state.closeGroup();
        model.close(&ProductItem::groups);
        break;
      case 7:
        state.closeMachineGroup();
        model.close(&ProductItem::machineGroups);
        break;
      case 8: {
        unsigned pending = random() % 4 ? random() % 8 : random() % 200;
        bool isForAll = random() % 8 == 0;
        ASSERT_EQ(rowsOf(state.finish(pending, isForAll)),
                  rowsOf(model.finish(pending, isForAll)));
        break;
      }
      case 9:
        // A state goes on in another block.
        if (random() % 4 == 0) {
          ProductState next;
          state.forEach([&](const ProductItem &item) { next.add(item); });
          state = next;
          if (isWatched)
            state.watchWebs(webs);
        }
        break;
      case 10:
        for (unsigned k = 0; k != 110 && random() % 20 == 0; ++k) {
          state.closeGroup();
          model.close(&ProductItem::groups);
        }
        break;
      default:
        if (random() % 40 == 0) {
          state.clear();
          model.items.clear();
        }
      }
      ASSERT_EQ(rowsOf(state), rowsOf(model.items));
      ASSERT_EQ(state.empty(), model.items.empty());
      ASSERT_EQ(state.hasOpenGroup(), model.hasOpenGroup());
      ASSERT_EQ(state.contains(value, isRead),
                model.find(value, isRead) != nullptr);
      if (isWatched) {
        std::vector<mlir::Value> found;
        state.forDoubles([&](mlir::Value v) { found.push_back(v); });
        ASSERT_EQ(found.size(), model.doubles(webs).size());
        ASSERT_TRUE(found == model.doubles(webs));
      }
    }
  }
}

/// What was told once is told again only if there is something new, or if the
/// caller asks for it.
TEST(ProductState, DoublesAreToldOnce) {
  mlir::MLIRContext context;
  mlir::OpBuilder builder(&context);
  mlir::Block block;
  for (unsigned i = 0; i != 4; ++i)
    block.addArgument(builder.getI32Type(), builder.getUnknownLoc());
  ProductWebs webs;
  webs.unionSets(block.getArgument(0), block.getArgument(1));
  webs.unionSets(block.getArgument(0), block.getArgument(2));
  ProductState state;
  state.watchWebs(webs);
  auto count = [&](bool again) {
    unsigned told = 0;
    state.forNewDoubles([&](mlir::Value) {
      ++told;
      return again;
    });
    return told;
  };
  state.add({block.getArgument(0), /*isRead=*/false});
  state.add({block.getArgument(3), /*isRead=*/false});
  EXPECT_EQ(count(false), 0u);
  state.add({block.getArgument(1), /*isRead=*/false});
  EXPECT_EQ(count(true), 1u);
  EXPECT_EQ(count(false), 1u);
  EXPECT_EQ(count(false), 0u);
  state.add({block.getArgument(2), /*isRead=*/false});
  EXPECT_EQ(count(false), 2u);
  // What is read is in the way of nothing.
  state.add({block.getArgument(1), /*isRead=*/true});
  EXPECT_EQ(count(false), 0u);
}

} // namespace

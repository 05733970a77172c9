//===- ProductState.h - Products under way at a point -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the data-flow analysis of GroupProducts.cpp. A kernel may have
// thousands of products under way, and every operation is looked at in it: so
// values are found by a hash, groups are counted by one counter for all, and a
// wait takes from the front of an order what it finishes. Each step is n log n
// in what it changes and does not depend on what stays.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_PRODUCTSTATE_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_PRODUCTSTATE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <set>
#include <vector>

namespace ptxmlir::ptxtoori {

/// Registers that a product under way writes, or reads.
struct ProductItem {
  mlir::Value value;
  bool isRead;
  /// Groups that have been closed since its issue, its own counted, at least:
  /// of PTX and of the machine.
  unsigned groups = 0, machineGroups = 0;
};

/// Values that are in the same registers.
using ProductWebs = llvm::EquivalenceClasses<mlir::Value>;

class ProductState {
public:
  bool empty() const { return numberOf.empty(); }
  bool contains(mlir::Value value, bool isRead) const {
    return numberOf.contains({value, isRead});
  }
  /// Adds an item behind all others. If it is there already it stays where it
  /// is, with the smaller counts. Whether anything changed.
  bool add(const ProductItem &item);
  /// Removes an item, if it is there.
  void erase(mlir::Value value, bool isRead);
  void clear();

  /// Ends the group of all products that have been issued.
  void closeGroup() { ++closed; }
  void closeMachineGroup() { ++closedMachine; }
  /// Whether a product is of no closed group.
  bool hasOpenGroup() const {
    return !byGroup.empty() && byGroup.rbegin()->first == closed;
  }
  /// Removes the items with more than `pending` groups, or all, and gives them
  /// in the order in which they were added.
  std::vector<ProductItem> finish(unsigned pending, bool isForAll);
  /// Calls `fn(item)` for each item in the order in which they were added.
  template <typename Fn> void forEach(Fn fn) const {
    for (const Entry &entry : entries)
      if (entry.value)
        fn(makeItem(entry));
  }

  /// From here on it is known whether two values that are written are in the
  /// same registers. No webs may be joined while this is so.
  void watchWebs(ProductWebs &webs);
  /// Calls `fn(value)` for each value that is written and in the registers of
  /// one before it, if there are new ones or it gave true the last time.
  template <typename Fn> void forNewDoubles(Fn fn) {
    if (!hasNewDoubles)
      return;
    hasNewDoubles = false;
    forDoubles([&](mlir::Value value) { hasNewDoubles |= fn(value); });
  }
  /// Calls `fn(value)` for all of them.
  template <typename Fn> void forDoubles(Fn fn) const {
    if (numDoubles == 0)
      return;
    llvm::SmallDenseSet<mlir::Value, 8> seen;
    for (const Entry &entry : entries)
      if (entry.value && !entry.isRead && !seen.insert(entry.web).second)
        fn(entry.value);
  }

private:
  struct Entry {
    mlir::Value value; ///< null: removed
    bool isRead;
    /// What `closed` and `closedMachine` were at its issue.
    int64_t since, sinceMachine;
    mlir::Value web; ///< only while webs are watched
  };
  /// More groups are not told apart.
  static constexpr unsigned kManyGroups = 100;
  static unsigned countFrom(int64_t closed, int64_t since) {
    return unsigned(std::min<int64_t>(closed - since, kManyGroups));
  }
  ProductItem makeItem(const Entry &e) const {
    return {e.value, e.isRead, countFrom(closed, e.since),
            countFrom(closedMachine, e.sinceMachine)};
  }
  void remove(unsigned number);
  void dropRemoved();

  int64_t closed = 0, closedMachine = 0;
  /// In the order in which they were added, with gaps.
  std::vector<Entry> entries;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> numberOf;
  /// Entries by the count at their issue.
  std::set<std::pair<int64_t, unsigned>> byGroup;
  ProductWebs *webs = nullptr;
  llvm::DenseMap<mlir::Value, unsigned> numInWeb;
  unsigned numDoubles = 0;
  bool hasNewDoubles = false;
};

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_PRODUCTSTATE_H

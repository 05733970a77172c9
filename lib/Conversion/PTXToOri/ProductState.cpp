//===- ProductState.cpp - Products under way at a point -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the order, the hash and the counts of the state in step.
//
//===----------------------------------------------------------------------===//

#include "ProductState.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace ptxmlir::ptxtoori;

bool ProductState::add(const ProductItem &item) {
  int64_t since = closed - item.groups;
  int64_t sinceMachine = closedMachine - item.machineGroups;
  unsigned number = entries.size();
  auto [it, isNew] = numberOf.try_emplace({item.value, item.isRead}, number);
  if (!isNew) {
    Entry &entry = entries[it->second];
    ProductItem old = makeItem(entry);
    bool isChanged =
        item.groups < old.groups || item.machineGroups < old.machineGroups;
    if (item.groups < old.groups) {
      byGroup.erase({entry.since, it->second});
      entry.since = since;
      byGroup.insert({entry.since, it->second});
    }
    if (item.machineGroups < old.machineGroups)
      entry.sinceMachine = sinceMachine;
    return isChanged;
  }
  Entry entry{item.value, item.isRead, since, sinceMachine, Value()};
  if (webs && !item.isRead) {
    entry.web = webs->getOrInsertLeaderValue(item.value);
    if (++numInWeb[entry.web] > 1) {
      ++numDoubles;
      hasNewDoubles = true;
    }
  }
  entries.push_back(entry);
  byGroup.insert({since, number});
  return true;
}

void ProductState::remove(unsigned number) {
  Entry &entry = entries[number];
  byGroup.erase({entry.since, number});
  numberOf.erase({entry.value, entry.isRead});
  if (webs && !entry.isRead && --numInWeb[entry.web] > 0)
    --numDoubles;
  entry.value = Value();
}

void ProductState::erase(Value value, bool isRead) {
  auto it = numberOf.find({value, isRead});
  if (it == numberOf.end())
    return;
  remove(it->second);
  dropRemoved();
}

/// Closes the gaps once they are most of the entries, so that this costs a
/// constant for each item in all.
void ProductState::dropRemoved() {
  if (entries.size() < 2 * numberOf.size() + 16)
    return;
  llvm::erase_if(entries, [](const Entry &entry) { return !entry.value; });
  byGroup.clear();
  for (auto [number, entry] : llvm::enumerate(entries)) {
    numberOf[{entry.value, entry.isRead}] = number;
    byGroup.insert({entry.since, number});
  }
}

void ProductState::clear() {
  ProductWebs *watched = webs;
  *this = ProductState();
  webs = watched;
}

std::vector<ProductItem> ProductState::finish(unsigned pending, bool isForAll) {
  std::vector<unsigned> done;
  for (auto [since, number] : byGroup) {
    if (!isForAll && countFrom(closed, since) <= pending)
      break;
    done.push_back(number);
  }
  llvm::sort(done);
  std::vector<ProductItem> items;
  for (unsigned number : done) {
    items.push_back(makeItem(entries[number]));
    remove(number);
  }
  dropRemoved();
  return items;
}

void ProductState::watchWebs(ProductWebs &toWatch) {
  webs = &toWatch;
  numInWeb.clear();
  numDoubles = 0;
  for (Entry &entry : entries) {
    if (!entry.value || entry.isRead)
      continue;
    entry.web = webs->getOrInsertLeaderValue(entry.value);
    numDoubles += ++numInWeb[entry.web] > 1;
  }
  hasNewDoubles = numDoubles != 0;
}

//===- VectorizeStores.cpp - Neighbouring stores as one -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores at one base are collected until something may read or write what they
// write, or waits for threads, or the first is too far away. Words that all are
// stored become one store at the place of the last, if known bits of the base
// say that it is aligned. What is stored must be in neighbouring registers for
// that: where too many words would have to be copied there, nothing is done.
//
//===----------------------------------------------------------------------===//

#include "NeighbouringAccesses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/ISA/OrderingEffects.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

static RewriteCounter wideStores("vectorize-store");

/// Bases of which stores are collected at once.
static constexpr unsigned kMostPlaces = 8;
/// Tuples of constants that are looked through.
static constexpr unsigned kMostConstants = 8;

namespace {

/// Merges the stores of one function.
class StoreMerger : public AccessMerger {
public:
  StoreMerger(FuncOp func, AccessAlignment &alignment, unsigned maxDistance)
      : AccessMerger(func, alignment, maxDistance) {}

private:
  struct Group {
    Place place;
    SmallVector<Access, 8> stores;
  };

  void visit(InstOpInterface inst, unsigned index) override;
  void finish(uint8_t spaces) override;
  void endBlock() override;
  void merge(Group &group);
  void finishWhatMeets(const Place &place, const Access &access,
                       uint8_t spaces);
  void collect(const Place &place, const Access &store);
  Value joinData(ArrayRef<const Access *> stores, unsigned words,
                 Operation *last);
  bool mergeAt(ArrayRef<Access> stores, int64_t offset, unsigned words,
               bool isKnown);

  SmallVector<Group, kMostPlaces> groups;
  SmallVector<CombineOp, kMostConstants> constants; ///< tuples of the block
};

} // namespace

static uint8_t getSpace(const Access &access) {
  return InstOpInterface(access.op).getDesc().spaces();
}

/// Whether accesses at one base have no byte in common.
static bool areApart(const Access &a, const Access &b) {
  return a.offset + 4 * int64_t(a.words) <= b.offset ||
         b.offset + 4 * int64_t(b.words) <= a.offset;
}

static Value getData(const Access &store) {
  return InstOpInterface(store.op)->getOperand(2);
}

/// Whether a value is a part of a tuple, or so much reads it that finding out
/// takes long.
static bool isInTuple(Value value) {
  constexpr unsigned kMostReaders = 16;
  unsigned count = 0;
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return llvm::isa<CombineOp>(user) || ++count > kMostReaders;
  });
}

/// The tuple that words are all of, null if there is none.
static Value findTuple(ArrayRef<Value> parts, Type type) {
  auto first = parts.front().getDefiningOp<ExtractOp>();
  if (!first || first.getTuple().getType() != type)
    return Value();
  unsigned at = 0;
  for (Value part : parts) {
    auto extract = part.getDefiningOp<ExtractOp>();
    if (!extract || extract.getTuple() != first.getTuple() ||
        unsigned(extract.getIndex()) != at)
      return Value();
    at += getWidth(part.getType());
  }
  return first.getTuple();
}

/// What is stored, in the order of the registers, as one tuple in front of
/// `last`; null if that takes as many copies as there are stores.
Value StoreMerger::joinData(ArrayRef<const Access *> stores, unsigned words,
                            Operation *last) {
  SmallVector<Value, 4> parts;
  unsigned copies = 0;
  bool isConstant = true;
  for (const Access *store : stores) {
    Value data = getData(*store);
    // A constant takes a register. What is in a tuple, or stored twice, cannot
    // be in another place as well.
    bool isCopied = getConstantOperand(data) ||
                    data.getDefiningOp<ExtractOp>() ||
                    data.getDefiningOp<CombineOp>() ||
                    llvm::is_contained(parts, data) || isInTuple(data);
    copies += isCopied ? store->words : 0;
    isConstant &= bool(getConstantOperand(data));
    parts.push_back(data);
  }
  Type type = RType::get(last->getContext(), words);
  if (Value tuple = findTuple(parts, type))
    return tuple;
  // A tuple of constants serves all stores of the block.
  if (isConstant)
    for (CombineOp other : llvm::reverse(constants))
      if (llvm::equal(other.getParts(), parts) && other->isBeforeInBlock(last))
        return other;
  if (!isConstant && copies >= stores.size())
    return Value();
  OpBuilder builder(last);
  auto combine = CombineOp::create(builder, last->getLoc(), type, parts);
  if (isConstant) {
    if (constants.size() == kMostConstants)
      constants.erase(constants.begin());
    constants.push_back(combine);
  }
  return combine;
}

/// Replaces the stores of so many words from `offset` on by one, if all of them
/// are stored near each other. `stores` are sorted by offset and have no byte
/// in common.
bool StoreMerger::mergeAt(ArrayRef<Access> stores, int64_t offset,
                          unsigned words, bool isKnown) {
  int64_t end = offset;
  SmallVector<const Access *, 4> parts;
  for (const Access &store : stores) {
    if (end == offset + 4 * int64_t(words))
      break;
    if (store.offset != end)
      return false;
    parts.push_back(&store);
    end += 4 * int64_t(store.words);
  }
  if (end != offset + 4 * int64_t(words) || parts.size() < 2)
    return false;
  if (!isKnown) {
    isMissing = true;
    return false;
  }
  const Access *latest = *llvm::max_element(
      parts, [](auto *a, auto *b) { return a->index < b->index; });
  InstOpInterface last = latest->op;
  Value data = joinData(parts, words, last);
  if (!data)
    return false;
  if (getSpace(*parts.front()) == isa::LocalMemory)
    alignment.alignFrame(4 * words);
  OpBuilder builder(last);
  SmallVector<Value> operands(last->getOperands());
  operands[2] = data;
  createInst(builder, last.getLoc(), last.getOpcode(), operands,
             getModsOfWide(last, offset, words));
  for (const Access *store : parts)
    InstOpInterface(store->op)->erase();
  ++wideStores;
  ++numMerged;
  return true;
}

/// Merges what it can of the stores of a group.
void StoreMerger::merge(Group &group) {
  SmallVector<Access, 8> stores = std::move(group.stores);
  group.stores.clear();
  llvm::sort(stores, [](const Access &a, const Access &b) {
    return a.offset < b.offset;
  });
  for (size_t i = 0; i + 1 < stores.size();) {
    size_t next = i + 1;
    for (unsigned words : {4, 2}) {
      if (!hasWidth(stores[i].op, words, sm))
        continue;
      int64_t offset = stores[i].offset;
      if (mergeAt(ArrayRef(stores).drop_front(i), offset, words,
                  alignment.isAligned(stores[i], 4 * words))) {
        while (next != stores.size() &&
               stores[next].offset < offset + 4 * int64_t(words))
          ++next;
        break;
      }
    }
    i = next;
  }
}

void StoreMerger::finish(uint8_t spaces) {
  for (Group &group : groups)
    if (!group.stores.empty() && getSpace(group.stores.front()) & spaces)
      merge(group);
}

void StoreMerger::endBlock() {
  groups.clear();
  constants.clear();
}

/// Merges the stores that an access to their memory may meet: all but those at
/// its own base that have no byte in common with it.
void StoreMerger::finishWhatMeets(const Place &place, const Access &access,
                                  uint8_t spaces) {
  for (Group &group : groups) {
    if (group.stores.empty() || !(getSpace(group.stores.front()) & spaces))
      continue;
    bool isApart = group.place.base == place.base &&
                   group.place.uniform == place.uniform &&
                   llvm::all_of(group.stores, [&](const Access &store) {
                     return areApart(store, access);
                   });
    if (!isApart)
      merge(group);
  }
}

void StoreMerger::collect(const Place &place, const Access &store) {
  Group *found = llvm::find_if(groups, [&](const Group &group) {
    return group.place.key() == place.key();
  });
  if (found == groups.end()) {
    if (groups.size() == kMostPlaces) {
      merge(groups.front());
      groups.erase(groups.begin());
    }
    groups.push_back({place, {}});
    found = &groups.back();
  }
  if (!found->stores.empty() &&
      store.index - found->stores.front().index > maxDistance)
    merge(*found);
  found->stores.push_back(store);
}

void StoreMerger::visit(InstOpInterface inst, unsigned index) {
  isa::OrderingEffects effects = getOrderingEffects(inst);
  if (effects.ordersThreads || effects.isFence)
    return finish(kAllSpaces);
  uint8_t spaces = effects.readSpaces | effects.writtenSpaces;
  auto found = isMergeable(inst) ? getAccess(inst, index) : std::nullopt;
  if (!found)
    return finish(spaces);
  auto [place, access] = *found;
  finishWhatMeets(place, access, spaces);
  if (effects.writtenSpaces && alignment.isWord(access))
    collect(place, access);
}

unsigned ori::mergeStores(FuncOp func, AccessAlignment &alignment,
                          unsigned maxDistance) {
  return StoreMerger(func, alignment, maxDistance).run();
}

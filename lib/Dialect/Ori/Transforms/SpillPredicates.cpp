//===- SpillPredicates.cpp - Predicates that wait in R registers ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A predicate for which there is no register waits in R as 1 or 0. Those of one
// block that live at the same time are bits of one word, which is shifted for
// each; a read takes the last word above it.
//
//===----------------------------------------------------------------------===//

#include "InstShapes.h"
#include "Spilling.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;
using Kind = ptxmlir::isa::Operand::Kind;

static RewriteCounter predicatesToR("spill-predicate-to-r"),
    predicatesFromR("spill-predicate-from-r"),
    predicatesPacked("spill-predicate-packed");

/// 1 or 0 for a predicate.
Value Spiller::toR(Location loc, Value value) {
  MLIRContext *context = builder.getContext();
  Value zero = ImmOp::create(builder, loc, RType::get(context, 1), 0);
  Value one = ImmOp::create(builder, loc, RType::get(context, 1), 1);
  // SEL takes an immediate as `b` only: !p ? 0 : 1.
  namespace Record = ptxmlir::isa::SEL;
  uint64_t mods = Record::ppNot.set(Record::kDefaultMods, 1);
  ++numStores;
  ++predicatesToR;
  return createInst(builder, loc, Opcode::SEL, {zero, one, value}, mods)
      ->getResult(0);
}

Value Spiller::fromR(Location loc, Value held) {
  MLIRContext *context = builder.getContext();
  Value zero = ImmOp::create(builder, loc, RType::get(context, 1), 0);
  Value yes = ImmOp::create(builder, loc, PType::get(context), 1);
  namespace Record = ptxmlir::isa::ISETP;
  uint64_t mods =
      Record::cmp.set(Record::kDefaultMods, uint64_t(ptxmlir::isa::ICmp::NE));
  ++numLoads;
  ++predicatesFromR;
  return createInst(builder, loc, Opcode::ISETP, {held, zero, yes, yes}, mods)
      ->getResult(0);
}

/// A bit of a word that predicates share.
Value Spiller::bitFromR(Location loc, Value word, unsigned bit) {
  MLIRContext *context = builder.getContext();
  Type type = RType::get(context, 1);
  Value mask = ImmOp::create(builder, loc, type, int64_t(1) << bit);
  Value zero = ImmOp::create(builder, loc, type, 0);
  Value yes = ImmOp::create(builder, loc, PType::get(context), 1);
  namespace Record = ptxmlir::isa::LOP3;
  ++numLoads;
  ++predicatesFromR;
  return createInst(
             builder, loc, Opcode::LOP3, {word, mask, zero, yes},
             Record::lut.set(Record::kDefaultMods, ptxmlir::isa::kTableAnd))
      ->getResult(Record::kPu);
}

/// Reads a predicate that is in R, or in memory, where operations are made now.
/// It takes the last word with its bit above that place, so that earlier words
/// need not live on.
Value Spiller::readHeld(Location loc, unsigned number) {
  unsigned bit = 0;
  auto isAbove = [&](Operation *op) {
    return op->getBlock() != builder.getInsertionBlock() ||
           builder.getInsertionPoint() == op->getBlock()->end() ||
           op->isBeforeInBlock(&*builder.getInsertionPoint());
  };
  for (unsigned next = held[number].next;
       next != kNone && isAbove(held[next].value.getDefiningOp());
       next = held[next].next) {
    number = next;
    ++bit;
  }
  const Held &h = held[number];
  Value word = h.value;
  if (h.slot != kNone)
    word = load(loc, RType::get(builder.getContext(), 1), h.slot, 0);
  return h.isShared ? bitFromR(loc, word, bit) : fromR(loc, word);
}

/// From now on `inR` has the predicate. Returns its number.
unsigned Spiller::hold(Value predicate, Value inR) {
  unsigned number = held.size();
  held.push_back({inR});
  homeOps.insert(inR.getDefiningOp());
  heldNumber[inR] = number;
  homes[predicate].held = number;
  return number;
}

/// Puts predicates, which come one after the other in their block, into one
/// word. For each the word is added to itself, with the predicate as the carry.
void Spiller::pack(ArrayRef<OpResult> predicates) {
  MLIRContext *context = builder.getContext();
  unsigned before = kNone;
  for (OpResult predicate : predicates) {
    Location loc = predicate.getLoc();
    // Behind the word before it, which may have the other result of the same
    // operation.
    Operation *above = predicate.getOwner();
    if (before != kNone)
      if (Operation *old = held[before].value.getDefiningOp();
          above->isBeforeInBlock(old))
        above = old;
    builder.setInsertionPointAfter(above);
    Value word;
    if (before == kNone) {
      word = toR(loc, predicate);
    } else {
      Value zero = ImmOp::create(builder, loc, RType::get(context, 1), 0);
      Value yes = ImmOp::create(builder, loc, PType::get(context), 1);
      Value old = held[before].value;
      word = createInst(builder, loc, Opcode::IADD3,
                        {old, old, zero, predicate, yes}, getCarryMods())
                 ->getResult(0);
      ++numStores;
      ++predicatesPacked;
    }
    unsigned number = hold(predicate, word);
    held[number].isShared = true;
    packed.insert(predicate);
    if (before != kNone)
      held[before].next = number;
    before = number;
  }
}

/// Packs the predicates of each block that are to wait in R, as far as they
/// live at the same time.
void Spiller::packPredicates(const LiveRanges &ranges) {
  constexpr unsigned kBits = 32;
  packed.clear();
  llvm::MapVector<Block *, SmallVector<OpResult>> byBlock;
  for (Value value : pending)
    if (auto result = dyn_cast<OpResult>(value);
        result && getRegFile(value.getType()) == Kind::P &&
        !homes.contains(value) && !repeatable.contains(value) &&
        !canBeRepeated(result))
      byBlock[result.getOwner()->getBlock()].push_back(result);
  for (auto &[block, list] : byBlock) {
    llvm::sort(list, [&](OpResult a, OpResult b) {
      return std::pair(positions.of.lookup(a.getOwner()), a.getResultNumber()) <
             std::pair(positions.of.lookup(b.getOwner()), b.getResultNumber());
    });
    SmallVector<OpResult, kBits> group;
    auto finish = [&]() {
      if (group.size() > 1)
        pack(group);
      group.clear();
    };
    for (OpResult predicate : list) {
      unsigned at = 2 * positions.of.lookup(predicate.getOwner()) + 1;
      if (group.size() == kBits || llvm::none_of(group, [&](OpResult other) {
            return ranges.isLiveAt(ranges[ranges.lookup(other)].firstLane, at);
          }))
        finish();
      group.push_back(predicate);
    }
    finish();
  }
}

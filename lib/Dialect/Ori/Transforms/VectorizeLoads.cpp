//===- VectorizeLoads.cpp - Neighbouring loads of shared memory -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads at one base are collected until something may write shared memory or
// waits for threads, or the first is too far away. Words that all are loaded
// become parts of one load at the place of the first, if known bits of the base
// say that it is aligned.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIVECTORIZELOADSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

static RewriteCounter wideLoads("vectorize-load");

namespace {

/// A load of one or two words.
struct Load {
  InstOpInterface op;
  int64_t offset; ///< bytes from the base
  unsigned words;
  unsigned index; ///< operation of the block
};

/// Where loads that may become one have their addresses from.
using Place = std::pair<Value, Value>;

/// Merges the loads of one function. What is known of its values must not
/// outlive it: those of the next function may lie where they lay.
class LoadMerger {
public:
  /// Loads further than `maxDistance` operations from each other stay.
  explicit LoadMerger(unsigned maxDistance) : maxDistance(maxDistance) {}

  /// Returns how many loads became parts of a wider one.
  unsigned run(FuncOp func);

private:
  void collect(InstOpInterface inst, unsigned index);
  void merge(MutableArrayRef<Load> loads);
  bool mergeAt(ArrayRef<Load> loads, int64_t offset, unsigned words);
  void finish();

  const unsigned maxDistance;
  KnownBitsMap known;
  llvm::MapVector<Place, SmallVector<Load, 4>> groups;
  unsigned numMerged = 0;
};

class VectorizeLoads
    : public ori::impl::OriVectorizeLoadsPassBase<VectorizeLoads> {
public:
  using OriVectorizeLoadsPassBase::OriVectorizeLoadsPassBase;
  void runOnOperation() override;
};

} // namespace

/// Whether the address of a load is known to be a multiple of `size`.
static bool isAligned(const KnownBitsMap &known, const Load &load,
                      unsigned size) {
  InstOpInterface op = load.op;
  llvm::KnownBits address = llvm::KnownBits::add(
      known.lookup(op->getOperand(0)), known.lookup(op->getOperand(1)));
  llvm::KnownBits low = address.trunc(llvm::Log2_32(size));
  return low.isConstant() &&
         (low.getConstant().getZExtValue() + uint64_t(load.offset)) % size == 0;
}

void LoadMerger::collect(InstOpInterface inst, unsigned index) {
  namespace Record = isa::LDS;
  uint64_t mods = inst.getModBits();
  auto type = isa::MemType(Record::type.get(mods));
  unsigned words = type == isa::MemType::B32   ? 1
                   : type == isa::MemType::B64 ? 2
                                               : 0;
  uint64_t plain = Record::type.set(Record::kDefaultMods, uint64_t(type));
  if (!words || inst.isGuarded() || Record::offset.set(mods, 0) != plain ||
      known.lookup(inst->getOperand(0)).getBitWidth() != 32 ||
      known.lookup(inst->getOperand(1)).getBitWidth() != 32)
    return;
  auto &group = groups[{inst->getOperand(0), inst->getOperand(1)}];
  // What is too far from the first is a group of its own.
  if (!group.empty() && index - group.front().index > maxDistance) {
    merge(group);
    group.clear();
  }
  group.push_back({inst, Record::offset.getSigned(mods), words, index});
}

/// Replaces the loads of so many words from `offset` on by one, if all of them
/// are loaded near each other. `loads` are sorted by offset.
bool LoadMerger::mergeAt(ArrayRef<Load> loads, int64_t offset, unsigned words) {
  namespace Record = isa::LDS;
  unsigned have = 0;
  const Load *first = nullptr, *last = nullptr;
  SmallVector<const Load *, 4> parts;
  for (const Load &load : loads) {
    int64_t bytes = load.offset - offset, word = bytes / 4;
    if (bytes < 0 || bytes % 4 != 0 || word + load.words > words)
      continue;
    have |= ((1u << load.words) - 1) << word;
    parts.push_back(&load);
    if (!first || load.index < first->index)
      first = &load;
    if (!last || load.index > last->index)
      last = &load;
  }
  if (have != (1u << words) - 1 || parts.size() < 2 ||
      last->index - first->index > maxDistance)
    return false;
  InstOpInterface op = first->op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  uint64_t mods = op.getModBits();
  mods = Record::offset.set(mods, uint64_t(offset));
  mods = Record::type.set(
      mods, uint64_t(words == 4 ? isa::MemType::B128 : isa::MemType::B64));
  Value whole = createInst(builder, loc, Opcode::LDS,
                           {op->getOperand(0), op->getOperand(1)}, mods)
                    ->getResult(0);
  for (const Load *load : parts) {
    Value part = ExtractOp::create(
        builder, loc, RType::get(op->getContext(), load->words), whole,
        unsigned((load->offset - offset) / 4));
    InstOpInterface(load->op)->getResult(0).replaceAllUsesWith(part);
  }
  for (const Load *load : parts)
    InstOpInterface(load->op)->erase();
  ++wideLoads;
  ++numMerged;
  return true;
}

/// Merges what it can of the loads at one base.
void LoadMerger::merge(MutableArrayRef<Load> loads) {
  llvm::sort(loads, [](const Load &a, const Load &b) {
    return std::tie(a.offset, a.index) < std::tie(b.offset, b.index);
  });
  for (size_t i = 0; i < loads.size();) {
    // As many as begin within the bytes of one load from here on.
    auto count = [&](unsigned bytes) {
      size_t end = i;
      while (end != loads.size() &&
             loads[end].offset < loads[i].offset + int64_t(bytes))
        ++end;
      return end - i;
    };
    size_t next = i + 1;
    for (unsigned words : {4, 2}) {
      if (!isAligned(known, loads[i], 4 * words))
        continue;
      size_t n = count(4 * words);
      if (mergeAt(loads.slice(i, n), loads[i].offset, words)) {
        next = i + n;
        break;
      }
    }
    i = next;
  }
}

void LoadMerger::finish() {
  for (auto &[base, loads] : groups)
    merge(loads);
  groups.clear();
}

/// Whether a block loads twice from shared memory.
static bool hasSharedLoads(FuncOp func) {
  for (Block &block : func.getBody()) {
    bool hasOne = false;
    for (Operation &op : block) {
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst || inst.getOpcode() != Opcode::LDS)
        continue;
      if (hasOne)
        return true;
      hasOne = true;
    }
  }
  return false;
}

unsigned LoadMerger::run(FuncOp func) {
  for (Block &block : func.getBody()) {
    unsigned index = 0;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      ++index;
      known.visit(&op);
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst) {
        if (!isMemoryEffectFree(&op))
          finish();
        continue;
      }
      if (inst.getOpcode() == Opcode::LDS && !inst->hasAttr(kStrongAttr)) {
        collect(inst, index);
        continue;
      }
      isa::OrderingEffects effects = isa::getOrderingEffects(
          inst.getOpcode(), inst.getModBits(), inst->hasAttr(kStrongAttr));
      if (effects.ordersThreads || effects.isFence ||
          effects.writtenSpaces & isa::SharedMemory)
        finish();
    }
    finish();
  }
  return numMerged;
}

void VectorizeLoads::runOnOperation() {
  // What is known of bits costs more than to look for loads.
  if (hasSharedLoads(getOperation()))
    numMerged += LoadMerger(maxDistance).run(getOperation());
}

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
// say that it is aligned. So do loads from a constant bank at an index. What
// loops carry is aligned if it is in the first round and stays so: that is
// asked where a load needs it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <map>

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

/// Where loads that may become one have their addresses from, and what they
/// have in common: opcode and modifiers but for offset and type.
struct Place {
  Value base, uniform;
  Opcode opcode;
  uint64_t mods;
  auto key() const {
    return std::make_tuple(base.getAsOpaquePointer(),
                           uniform.getAsOpaquePointer(), opcode, mods);
  }
  bool operator<(const Place &o) const { return key() < o.key(); }
};

/// The most bits of an address that a load needs to be zero.
constexpr unsigned kMostZeros = 4;

/// The operations and arguments of blocks that addresses of loads depend on:
/// most of a function has no part in them. An argument depends on what branches
/// pass to it.
class AddressSlice {
public:
  void addFunction(FuncOp func);
  bool contains(Operation *op) const { return ops.contains(op); }
  bool contains(BlockArgument argument) const {
    return arguments.contains(argument);
  }

private:
  void add(Value value) {
    if (Operation *def = value.getDefiningOp()) {
      if (ops.insert(def).second)
        work.push_back(value);
    } else if (arguments.insert(value).second) {
      work.push_back(value);
    }
  }

  llvm::DenseSet<Operation *> ops;
  llvm::DenseSet<Value> arguments;
  SmallVector<Value> work;
};

/// Merges the loads of one function. What is known of its values must not
/// outlive it: those of the next function may lie where they lay.
class LoadMerger {
public:
  /// Loads further than `maxDistance` operations from each other stay.
  LoadMerger(unsigned maxDistance, unsigned sm)
      : maxDistance(maxDistance), sm(sm) {}

  /// Returns how many loads became parts of a wider one.
  unsigned run(FuncOp func);

private:
  void visitBlocks(FuncOp func);
  KnownBitsMap findZerosOfArguments(FuncOp func) const;
  void collect(InstOpInterface inst, unsigned index);
  void merge(MutableArrayRef<Load> loads);
  bool mergeAt(ArrayRef<Load> loads, int64_t offset, unsigned words,
               bool isKnown);
  void finish();

  const unsigned maxDistance, sm;
  AddressSlice slice;
  KnownBitsMap known;
  std::map<Place, unsigned> places;
  std::vector<SmallVector<Load, 4>> groups; ///< by place
  unsigned numMerged = 0;
  /// Loads could be one if their address were known to be aligned.
  bool isMissing = false;
};

class VectorizeLoads
    : public ori::impl::OriVectorizeLoadsPassBase<VectorizeLoads> {
public:
  using OriVectorizeLoadsPassBase::OriVectorizeLoadsPassBase;
  void runOnOperation() override;
};

} // namespace

/// A load that is looked at: by each thread for itself, into registers.
static bool isCandidate(InstOpInterface op) {
  const isa::InstDesc &desc = op.getDesc();
  return (desc.spaces() == isa::SharedMemory ||
          desc.spaces() == isa::ConstantMemory) &&
         !desc.writtenSpaces && !desc.is(isa::Convergent) &&
         !desc.writesUniform() && !op->hasAttr(kStrongAttr);
}

void AddressSlice::addFunction(FuncOp func) {
  for (Block &block : func.getBody())
    for (Operation &op : block)
      if (auto inst = dyn_cast<InstOpInterface>(op); inst && isCandidate(inst))
        for (Value operand : inst->getOperands())
          add(operand);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (Operation *def = value.getDefiningOp()) {
      for (Value operand : def->getOperands())
        add(operand);
      continue;
    }
    auto argument = cast<BlockArgument>(value);
    for (BlockOperand &edge : argument.getOwner()->getUses())
      if (auto branch = dyn_cast<BranchOpInterface>(edge.getOwner()))
        if (Value passed = branch.getSuccessorOperands(
                edge.getOperandNumber())[argument.getArgNumber()])
          add(passed);
  }
}

static isa::MemType getType(unsigned words) {
  return words == 4 ? isa::MemType::B128 : isa::MemType::B64;
}

static isa::ModField getField(InstOpInterface op, const char *name) {
  const isa::InstDesc &desc = op.getDesc();
  return desc.mods[desc.findMod(name)].field;
}

/// Whether there is a load of the kind that is so wide.
static bool hasWidth(InstOpInterface op, isa::MemType type, unsigned sm) {
  isa::Inst inst;
  inst.opcode = op.getOpcode();
  inst.mods = getField(op, "type").set(op.getModBits(), uint64_t(type));
  return llvm::any_of(op.getDesc().forms, [&](const isa::FormDesc &form) {
    return form.holdsFor(sm) && !isa::findBrokenRule(inst, form, sm);
  });
}

/// Whether the address of a load is known to be a multiple of `size`.
static bool isAligned(const KnownBitsMap &known, const Load &load,
                      unsigned size) {
  InstOpInterface op = load.op;
  llvm::KnownBits address = known.lookup(op->getOperand(0));
  if (op.getNumSources() > 1)
    address = llvm::KnownBits::add(address, known.lookup(op->getOperand(1)));
  llvm::KnownBits low = address.trunc(llvm::Log2_32(size));
  return low.isConstant() &&
         (low.getConstant().getZExtValue() + uint64_t(load.offset)) % size == 0;
}

void LoadMerger::collect(InstOpInterface inst, unsigned index) {
  uint64_t mods = inst.getModBits();
  isa::ModField type = getField(inst, "type"),
                offset = getField(inst, "offset");
  unsigned words = 0;
  if (isa::MemType(type.get(mods)) == isa::MemType::B32)
    words = 1;
  else if (isa::MemType(type.get(mods)) == isa::MemType::B64)
    words = 2;
  ValueRange sources = inst->getOperands();
  if (!words || inst.isGuarded() || llvm::any_of(sources, [&](Value v) {
        return known.lookup(v).getBitWidth() != 32;
      }))
    return;
  Place place{sources[0], sources.size() > 1 ? sources[1] : Value(),
              inst.getOpcode(), offset.set(type.set(mods, 0), 0)};
  auto [found, isNew] = places.try_emplace(place, groups.size());
  if (isNew)
    groups.emplace_back();
  auto &group = groups[found->second];
  // What is too far from the first is a group of its own.
  if (!group.empty() && index - group.front().index > maxDistance) {
    merge(group);
    group.clear();
  }
  group.push_back({inst, offset.getSigned(mods), words, index});
}

/// Replaces the loads of so many words from `offset` on by one, if all of them
/// are loaded near each other. `loads` are sorted by offset; `isKnown`: the
/// first is known to be aligned.
bool LoadMerger::mergeAt(ArrayRef<Load> loads, int64_t offset, unsigned words,
                         bool isKnown) {
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
  if (!isKnown) {
    isMissing = true;
    return false;
  }
  InstOpInterface op = first->op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  uint64_t mods = op.getModBits();
  mods = getField(op, "offset").set(mods, uint64_t(offset));
  mods = getField(op, "type").set(mods, uint64_t(getType(words)));
  Value whole =
      createInst(builder, loc, op.getOpcode(), op->getOperands(), mods)
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
      if (!hasWidth(loads[i].op, getType(words), sm))
        continue;
      size_t n = count(4 * words);
      if (mergeAt(loads.slice(i, n), loads[i].offset, words,
                  isAligned(known, loads[i], 4 * words))) {
        next = i + n;
        break;
      }
    }
    i = next;
  }
}

void LoadMerger::finish() {
  for (auto &loads : groups)
    merge(loads);
  groups.clear();
  places.clear();
}

/// Whether a block has two of the loads.
static bool hasLoads(FuncOp func) {
  for (Block &block : func.getBody()) {
    bool hasOne = false;
    for (Operation &op : block) {
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst || !isCandidate(inst))
        continue;
      if (hasOne)
        return true;
      hasOne = true;
    }
  }
  return false;
}

void LoadMerger::visitBlocks(FuncOp func) {
  for (Block &block : func.getBody()) {
    unsigned index = 0;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      ++index;
      if (slice.contains(&op))
        known.visit(&op);
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst) {
        if (!isMemoryEffectFree(&op))
          finish();
        continue;
      }
      if (isCandidate(inst)) {
        collect(inst, index);
        continue;
      }
      isa::OrderingEffects effects = getOrderingEffects(inst);
      if (effects.ordersThreads || effects.isFence ||
          effects.writtenSpaces & isa::SharedMemory)
        finish();
    }
    finish();
  }
}

/// What low bits of arguments of blocks are zero, by what is passed on to them:
/// all, until a round says otherwise. Empty if that takes too long.
KnownBitsMap LoadMerger::findZerosOfArguments(FuncOp func) const {
  constexpr unsigned kMostRounds = 6;
  llvm::DenseMap<Value, unsigned> zeros;
  for (Block &block : llvm::drop_begin(func.getBody()))
    for (BlockArgument argument : block.getArguments())
      if (slice.contains(argument) && llvm::isa<RType>(argument.getType()) &&
          getWidth(argument.getType()) <= 2)
        zeros[argument] = kMostZeros;
  auto assume = [&] {
    KnownBitsMap known;
    for (auto [argument, count] : zeros) {
      llvm::KnownBits bits(32 * getWidth(argument.getType()));
      bits.Zero.setLowBits(count);
      if (count)
        known.assume(argument, bits);
    }
    return known;
  };
  for (unsigned round = 0; round != kMostRounds; ++round) {
    KnownBitsMap known = assume();
    for (Block &block : func.getBody())
      for (Operation &op : block)
        if (slice.contains(&op))
          known.visit(&op);
    bool hasChanged = false;
    for (Block &block : func.getBody()) {
      auto branch = dyn_cast<BranchOpInterface>(block.getTerminator());
      for (auto [i, successor] : llvm::enumerate(block.getSuccessors())) {
        SuccessorOperands operands = branch.getSuccessorOperands(i);
        for (auto [k, argument] : llvm::enumerate(successor->getArguments())) {
          auto found = zeros.find(argument);
          if (found == zeros.end() || !found->second)
            continue;
          unsigned count =
              operands[k] ? known.lookup(operands[k]).countMinTrailingZeros()
                          : 0;
          if (count < found->second) {
            found->second = count;
            hasChanged = true;
          }
        }
      }
    }
    if (!hasChanged)
      return assume();
  }
  return KnownBitsMap();
}

unsigned LoadMerger::run(FuncOp func) {
  slice.addFunction(func);
  visitBlocks(func);
  if (isMissing && !func.getBody().hasOneBlock()) {
    known = findZerosOfArguments(func);
    visitBlocks(func);
  }
  return numMerged;
}

void VectorizeLoads::runOnOperation() {
  // What is known of bits costs more than to look for loads.
  if (hasLoads(getOperation()))
    numMerged +=
        LoadMerger(maxDistance, getSM(getOperation())).run(getOperation());
}

//===- NeighbouringAccesses.cpp - Accesses that may become one ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that makes one access of neighbouring ones, and what its two parts
// have in common.
//
//===----------------------------------------------------------------------===//

#include "NeighbouringAccesses.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "llvm/Support/MathExtras.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIVECTORIZEACCESSESPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// The most bits of an address that an access needs to be zero.
static constexpr unsigned kMostZeros = 4;

namespace {

class VectorizeAccesses
    : public ori::impl::OriVectorizeAccessesPassBase<VectorizeAccesses> {
public:
  using OriVectorizeAccessesPassBase::OriVectorizeAccessesPassBase;
  void runOnOperation() override;
};

} // namespace

bool ori::isMergeable(InstOpInterface op) {
  const isa::InstDesc &desc = op.getDesc();
  uint8_t spaces = desc.spaces();
  if (!spaces)
    return false;
  bool isOne = spaces == isa::SharedMemory || spaces == isa::LocalMemory ||
               (spaces == isa::ConstantMemory && !desc.writtenSpaces);
  return isOne && !(desc.readSpaces && desc.writtenSpaces) &&
         !desc.is(isa::Convergent) && !desc.writesUniform() &&
         !op->hasAttr(kStrongAttr);
}

static isa::ModField getField(InstOpInterface op, const char *name) {
  const isa::InstDesc &desc = op.getDesc();
  return desc.mods[desc.findMod(name)].field;
}

std::optional<std::pair<Place, Access>> ori::getAccess(InstOpInterface op,
                                                       unsigned index) {
  uint64_t mods = op.getModBits();
  const isa::InstDesc &desc = op.getDesc();
  int scale = desc.findMod("scale");
  if (op.isGuarded() || desc.findMod("type") < 0 ||
      desc.findMod("offset") < 0 ||
      (scale >= 0 && desc.mods[scale].field.get(mods) != desc.mods[scale].dflt))
    return std::nullopt;
  isa::ModField type = getField(op, "type"), offset = getField(op, "offset");
  unsigned words = 0;
  if (isa::MemType(type.get(mods)) == isa::MemType::B32)
    words = 1;
  else if (isa::MemType(type.get(mods)) == isa::MemType::B64)
    words = 2;
  // An address may have a uniform part; what is stored comes behind it.
  unsigned sources = op.getNumSources(), parts = desc.writtenSpaces ? 3 : 2;
  if (!words || sources > parts || (desc.writtenSpaces && sources != parts))
    return std::nullopt;
  ValueRange operands = op->getOperands();
  Place place{operands[0], parts == 3 || sources == 2 ? operands[1] : Value(),
              op.getOpcode(), offset.set(type.set(mods, 0), 0)};
  return std::pair(place, Access{op, offset.getSigned(mods), words, index});
}

static isa::MemType getWideType(unsigned words) {
  return words == 4 ? isa::MemType::B128 : isa::MemType::B64;
}

bool ori::hasWidth(InstOpInterface op, unsigned words, unsigned sm) {
  isa::Inst inst;
  inst.opcode = op.getOpcode();
  inst.mods =
      getField(op, "type").set(op.getModBits(), uint64_t(getWideType(words)));
  return llvm::any_of(op.getDesc().forms, [&](const isa::FormDesc &form) {
    return form.holdsFor(sm) && !isa::findBrokenRule(inst, form, sm);
  });
}

uint64_t ori::getModsOfWide(InstOpInterface op, int64_t offset,
                            unsigned words) {
  uint64_t mods = getField(op, "offset").set(op.getModBits(), uint64_t(offset));
  return getField(op, "type").set(mods, uint64_t(getWideType(words)));
}

AccessAlignment::AccessAlignment(FuncOp func) : func(func) {
  for (Block &block : func.getBody())
    for (Operation &op : block)
      if (auto inst = dyn_cast<InstOpInterface>(op);
          inst && isMergeable(inst) && inst.getNumSources()) {
        // What is stored is no part of the address.
        unsigned count =
            inst.getDesc().writtenSpaces ? 2 : inst.getNumSources();
        for (Value operand : inst->getOperands().take_front(count))
          add(operand);
      }
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

void AccessAlignment::add(Value value) {
  if (Operation *def = value.getDefiningOp()) {
    if (ops.insert(def).second)
      work.push_back(value);
  } else if (arguments.insert(value).second) {
    work.push_back(value);
  }
}

void AccessAlignment::visitInto(KnownBitsMap &map, Operation *op) const {
  if (!ops.contains(op))
    return;
  map.visit(op);
  auto frame = dyn_cast<FrameAddressOp>(op);
  if (!frame)
    return;
  // The stack pointer has its alignment, or gets it (alignFrame).
  unsigned low = llvm::Log2_32(getStackAlignment(func));
  llvm::KnownBits bits(32), place = llvm::KnownBits::makeConstant(
                                llvm::APInt(32, uint32_t(frame.getOffset())));
  bits.Zero.setLowBits(low);
  map.assume(frame, llvm::KnownBits::add(bits, place));
}

void AccessAlignment::visit(Operation *op) { visitInto(known, op); }

bool AccessAlignment::isWord(const Access &access) const {
  InstOpInterface op = access.op;
  unsigned count = op.getDesc().writtenSpaces ? 2 : op.getNumSources();
  return llvm::all_of(op->getOperands().take_front(count), [&](Value v) {
    return known.lookup(v).getBitWidth() == 32;
  });
}

bool AccessAlignment::isAligned(const Access &access, unsigned size) const {
  InstOpInterface op = access.op;
  llvm::KnownBits address = known.lookup(op->getOperand(0));
  if (op.getNumSources() > 1)
    address = llvm::KnownBits::add(address, known.lookup(op->getOperand(1)));
  llvm::KnownBits low = address.trunc(llvm::Log2_32(size));
  return low.isConstant() &&
         (low.getConstant().getZExtValue() + uint64_t(access.offset)) % size ==
             0;
}

/// What low bits of arguments of blocks are zero, by what is passed on to them:
/// all, until a round says otherwise. Nothing if that takes too long.
void AccessAlignment::followArguments() {
  constexpr unsigned kMostRounds = 6;
  llvm::DenseMap<Value, unsigned> zeros;
  for (Block &block : llvm::drop_begin(func.getBody()))
    for (BlockArgument argument : block.getArguments())
      if (arguments.contains(argument) &&
          llvm::isa<RType>(argument.getType()) &&
          getWidth(argument.getType()) <= 2)
        zeros[argument] = kMostZeros;
  auto assume = [&] {
    KnownBitsMap map;
    for (auto [argument, count] : zeros) {
      llvm::KnownBits bits(32 * getWidth(argument.getType()));
      bits.Zero.setLowBits(count);
      if (count)
        map.assume(argument, bits);
    }
    return map;
  };
  known = KnownBitsMap();
  for (unsigned round = 0; round != kMostRounds; ++round) {
    KnownBitsMap map = assume();
    for (Block &block : func.getBody())
      for (Operation &op : block)
        visitInto(map, &op);
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
              operands[k] ? map.lookup(operands[k]).countMinTrailingZeros() : 0;
          if (count < found->second) {
            found->second = count;
            hasChanged = true;
          }
        }
      }
    }
    if (!hasChanged) {
      known = assume();
      return;
    }
  }
}

void AccessAlignment::alignFrame(unsigned size) {
  auto align = [&](int32_t bytes) {
    return int32_t(llvm::alignTo(uint64_t(bytes), size));
  };
  func.setLocalBytes(align(func.getLocalBytes()));
  // Spill slots come behind the variables and keep their alignment.
  func.setVariableBytes(align(func.getVariableBytes()));
}

void AccessMerger::visitBlocks() {
  for (Block &block : func.getBody()) {
    unsigned index = 0;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      ++index;
      alignment.visit(&op);
      if (auto inst = dyn_cast<InstOpInterface>(op))
        visit(inst, index);
      else if (!isMemoryEffectFree(&op))
        finish(kAllSpaces);
    }
    finish(kAllSpaces);
    endBlock();
  }
}

unsigned AccessMerger::run() {
  visitBlocks();
  if (isMissing && !func.getBody().hasOneBlock()) {
    alignment.followArguments();
    visitBlocks();
  }
  return numMerged;
}

/// Whether a block has two of the loads, or two of the stores.
static std::pair<bool, bool> findAccesses(FuncOp func) {
  std::pair<bool, bool> found;
  for (Block &block : func.getBody()) {
    unsigned loads = 0, stores = 0;
    for (Operation &op : block)
      if (auto inst = dyn_cast<InstOpInterface>(op); inst && isMergeable(inst))
        ++(inst.getDesc().writtenSpaces ? stores : loads);
    found.first |= loads > 1;
    found.second |= stores > 1;
    if (found.first && found.second)
      break;
  }
  return found;
}

void VectorizeAccesses::runOnOperation() {
  // What is known of bits costs more than to look for accesses.
  FuncOp func = getOperation();
  auto [hasLoads, hasStores] = findAccesses(func);
  if (hasLoads) {
    AccessAlignment alignment(func);
    numLoads += mergeLoads(func, alignment, maxDistance);
  }
  if (hasStores) {
    AccessAlignment alignment(func);
    numStores += mergeStores(func, alignment, maxStoreDistance);
  }
}

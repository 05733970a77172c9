//===- LocalAccesses.cpp - Accesses of the frame --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes from the operations that make addresses of the frame on to all that read
// these.
//
//===----------------------------------------------------------------------===//

#include "LocalAccesses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/ISA/MemoryTypes.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

/// An index that may be larger is one of any word.
static constexpr int64_t kMostIndex = 4096;
/// Instructions that run to choose a word for accesses at any address, beside
/// one for each fixed access that is no more, while the access that is in the
/// fewest loops runs once; in a frame of few words so many in the code, whether
/// or not it is in loops. ptxas 13.0.88 takes 4 words with 16 accesses in a
/// loop, 10 words with 2, not 12 with 2 or 8 with 4.
static constexpr double kMostCost = 128;
static constexpr unsigned kFewWords = 4, kMostOfFew = 96;

int64_t LocalAccesses::Access::getOffset() const {
  InstOpInterface inst = op;
  const isa::InstDesc &desc = inst.getDesc();
  return desc.mods[desc.findMod("offset")].field.getSigned(inst.getModBits());
}

/// Notes the words that an access may touch; false if these are too many.
bool LocalAccesses::addWords(Access &access) {
  const Place &place = access.place;
  const int64_t bytes = kWordBytes * access.size,
                frameBytes = func.getVariableBytes();
  llvm::KnownBits &index = access.index;
  int64_t most = 0;
  if (place.isAny) {
    index = llvm::KnownBits(32);
    most = int64_t(index.getMaxValue().getZExtValue());
  } else if (place.index) {
    if (!known) {
      known.emplace();
      for (Block &block : func.getBody())
        for (Operation &op : block)
          known->visit(&op);
    }
    index = llvm::KnownBits::shl(
        known->lookup(place.index),
        llvm::KnownBits::makeConstant(llvm::APInt(32, place.shift)));
    most = int64_t(index.getMaxValue().getZExtValue());
  }
  bool isFar = most > kMostIndex;
  // So that the words of all accesses stay few.
  if (isFar && frameBytes > int64_t(maxWords) * kWordBytes)
    return false;
  bool isAligned = place.offset % kWordBytes == 0;
  access.isKnown &= bytes && (isAligned || !place.isFixed());
  access.byAddress =
      !place.isFixed() && (isFar || access.isStore || access.size != 1 ||
                           !isAligned || index.countMinTrailingZeros() < 2);
  // Nobody may go where there are no variables, nor to a part of an element: an
  // address is a multiple of what is read or written there (PTX ISA,
  // Addresses as Operands).
  int64_t start = isFar ? 0 : std::max<int64_t>(place.offset & -kWordBytes, 0);
  int64_t end =
      isFar
          ? frameBytes
          : std::min<int64_t>(place.offset + most + std::max(bytes, kWordBytes),
                              frameBytes);
  if (access.isKnown && !place.isFixed()) {
    for (int64_t at = llvm::alignTo(start, bytes); at + bytes <= end;
         at += bytes) {
      uint32_t value = uint32_t(at - place.offset);
      if (!(uint32_t(index.Zero.getZExtValue()) & value) &&
          !(uint32_t(index.One.getZExtValue()) & ~value))
        for (int64_t word = at; word != at + bytes; word += kWordBytes)
          access.words.push_back(word);
    }
    unsigned elements = access.words.size() / access.size;
    access.isKnown = elements && (access.byAddress || elements <= maxIndexed);
    if (access.isKnown)
      return true;
    access.words.clear();
  }
  for (int64_t at = start; at < end; at += kWordBytes)
    access.words.push_back(at);
  access.isKnown &=
      place.isFixed() && int64_t(access.words.size()) * kWordBytes == bytes;
  return true;
}

/// Notes an access; false if it may be of any word.
bool LocalAccesses::addAccess(InstOpInterface op, const Place &place) {
  Access access;
  access.op = op;
  const isa::InstDesc &desc = op.getDesc();
  access.isStore = desc.writtenSpaces;
  access.place = place;
  auto type = isa::MemType(desc.getMod("type", op.getModBits()));
  access.size = isa::getBytes(type) / kWordBytes;
  // What a guarded load leaves as it was is no matter of memory.
  access.isKnown = !op->hasAttr(kStrongAttr) &&
                   (!op.isGuarded() || (access.isStore && place.isFixed())) &&
                   isZero(op->getOperand(1));
  // Addresses are of 32 bits: terms whose sum is out of reach may come back.
  access.place.offset = int32_t(place.offset + access.getOffset());
  if (!addWords(access))
    return false;
  accesses.push_back(std::move(access));
  return true;
}

/// Of b + (a << shift) of 32 bits.
static std::optional<unsigned> getLEAShift(InstOpInterface inst) {
  namespace Record = ptxmlir::isa::LEA;
  if (inst.getOpcode() != Opcode::LEA)
    return std::nullopt;
  uint64_t mods = inst.getModBits(), shift = Record::shift.get(mods);
  if (mods != Record::shift.set(Record::kDefaultMods, shift))
    return std::nullopt;
  return unsigned(shift);
}

/// Notes a value that is an address or a part of one.
void LocalAccesses::follow(Value value, const Place &place, Part part) {
  // Two operands may be addresses: then the result is found twice.
  if ((place.isAny || part != Part::Address) && !seen.insert(value).second)
    return;
  work.push_back({value, place, part});
}

/// Follows the use of an address by an instruction.
bool LocalAccesses::followAddress(OpOperand &use, InstOpInterface inst,
                                  Place place) {
  Operation *user = inst;
  unsigned number = use.getOperandNumber();
  if (inst.getDesc().isOnlyIn(isa::LocalMemory))
    return number == 0 && addAccess(inst, place);
  if (inst.isGuarded())
    return false;
  bool isSum = getPlainSum(user->getResult(0)) == inst;
  if (!isSum && !hasOnlyFirstResult(user))
    return false;
  addresses.push_back(user);
  if (std::optional<unsigned> shift = getLEAShift(inst)) {
    if (number != 1)
      return false;
    place.isAny |= bool(place.index);
    place.index = user->getOperand(0);
    place.shift = *shift;
  } else if (isSum) {
    for (unsigned i = 0; i != 3; ++i) {
      Value term = user->getOperand(i);
      if (i == number)
        continue;
      if (std::optional<uint32_t> bytes = getImm(term)) {
        place.offset += int32_t(*bytes);
        continue;
      }
      place.isAny |= bool(place.index);
      place.index = term;
    }
    for (Value carry : user->getResults().drop_front())
      if (!carry.use_empty())
        follow(carry, place, Part::Carry);
  } else if (inst.getOpcode() == Opcode::IMAD && number == 2 &&
             inst.getModBits() == isa::IMAD::kDefaultMods) {
    place.isAny = true;
  } else if (inst.getOpcode() == Opcode::SEL && number < 2) {
    place.isAny = true;
  } else {
    return false;
  }
  follow(user->getResult(0), place, Part::Address);
  return true;
}

/// Follows the use of another part of an address.
bool LocalAccesses::followPart(OpOperand &use, const Found &found) {
  Operation *user = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto extract = dyn_cast<ExtractOp>(user)) {
    if (found.part != Part::Pair)
      return false;
    follow(extract.getResult(), found.place,
           extract.getIndex() ? Part::High : Part::Address);
    if (!extract.getIndex())
      addresses.push_back(user);
    return true;
  }
  if (llvm::isa<CombineOp>(user)) {
    ofHighs.push_back(user);
    return found.part == Part::High && number == 1 &&
           user->getNumOperands() == 2;
  }
  auto inst = dyn_cast<InstOpInterface>(user);
  if (!inst || inst.isGuarded() || !hasOnlyFirstResult(user))
    return false;
  if (found.part == Part::Pair) {
    if (inst.getOpcode() != Opcode::IMAD_WIDE || number != 2)
      return false;
    Place any;
    any.isAny = true;
    follow(user->getResult(0), any, Part::Pair);
    return true;
  }
  namespace Record = ptxmlir::isa::IADD3;
  if (inst.getOpcode() != Opcode::IADD3 || !Record::x.get(inst.getModBits()) ||
      (found.part == Part::High && number >= 3))
    return false;
  follow(user->getResult(0), found.place, Part::High);
  return true;
}

/// Follows one use of an address; whether it is known where that leads.
bool LocalAccesses::followUse(OpOperand &use, const Found &found) {
  Operation *user = use.getOwner();
  bool isWhole = found.part == Part::Address || found.part == Part::Pair;
  if (auto branch = dyn_cast<BranchOpInterface>(user)) {
    std::optional<BlockArgument> argument =
        branch.getSuccessorBlockArgument(use.getOperandNumber());
    if (!argument || !isWhole)
      return false;
    Place any;
    any.isAny = true;
    follow(*argument, any, found.part);
    return true;
  }
  if (isOpTriviallyDead(user))
    return true;
  if (found.part != Part::Address)
    return followPart(use, found);
  if (llvm::isa<CombineOp>(user)) {
    if (use.getOperandNumber() != 0 || user->getNumOperands() != 2)
      return false;
    pairs.insert(user);
    follow(user->getResult(0), found.place, Part::Pair);
    return true;
  }
  auto inst = dyn_cast<InstOpInterface>(user);
  return inst && followAddress(use, inst, found.place);
}

bool LocalAccesses::find() {
  for (Block &block : func.getBody())
    for (Operation &op : block) {
      if (llvm::isa<CallOp, StackPointerOp>(op))
        return false;
      if (auto frame = dyn_cast<FrameAddressOp>(op)) {
        addresses.push_back(frame);
        Place place;
        place.offset = frame.getOffset();
        follow(frame.getResult(), place, Part::Address);
      }
    }
  while (!work.empty()) {
    Found found = work.back();
    work.pop_back();
    for (OpOperand &use : found.value.getUses())
      if (!followUse(use, found))
        return false;
  }
  if (!llvm::all_of(ofHighs, [&](Operation *op) { return pairs.contains(op); }))
    return false;
  limitChoices();
  isWhole = llvm::all_of(accesses, [](const Access &a) { return a.isKnown; });
  keepInMemory();
  return true;
}

/// Accesses by address stay in memory unless all accesses are known, and where
/// they would have too much to choose from.
void LocalAccesses::limitChoices() {
  if (llvm::none_of(accesses, [](const Access &a) { return a.byAddress; }))
    return;
  BlockNumbering blocks(func.getBody());
  FlowGraph graph = blocks.makeGraph();
  LoopNest loops(graph, 0);
  unsigned choices = 0, most = 0;
  double cost = 0, least = std::numeric_limits<double>::infinity();
  bool isKnown = true;
  for (const Access &access : accesses) {
    isKnown &= access.isKnown;
    Block *block = InstOpInterface(access.op)->getBlock();
    double rounds = getRounds(block, loops.depth(blocks[block]));
    least = std::min(least, rounds);
    if (access.place.isFixed())
      cost -= rounds;
    if (!access.byAddress)
      continue;
    // A store compares with each place first.
    unsigned count = access.words.size();
    unsigned chosen = access.isStore ? 2 * count : count;
    choices += chosen;
    cost += chosen * rounds;
    most = std::max(most, count);
  }
  if (isKnown && (cost <= kMostCost * least ||
                  (most <= kFewWords && choices <= kMostOfFew)))
    return;
  for (Access &access : accesses)
    access.isKnown &= !access.byAddress;
}

/// What an access that stays may touch stays in memory, with all that other
/// accesses touch together with it.
void LocalAccesses::keepInMemory() {
  llvm::DenseMap<int64_t, SmallVector<unsigned, 4>> byWord;
  std::vector<unsigned> staying;
  for (auto [i, access] : llvm::enumerate(accesses)) {
    for (int64_t word : access.words)
      byWord[word].push_back(i);
    if (!access.isKnown)
      staying.push_back(i);
  }
  while (!staying.empty()) {
    unsigned i = staying.back();
    staying.pop_back();
    for (int64_t word : accesses[i].words) {
      auto found = byWord.find(word);
      if (found == byWord.end())
        continue;
      for (unsigned other : found->second)
        if (accesses[other].isKnown) {
          accesses[other].isKnown = false;
          staying.push_back(other);
        }
      byWord.erase(found);
    }
  }
  llvm::erase_if(accesses, [](const Access &a) { return !a.isKnown; });
}

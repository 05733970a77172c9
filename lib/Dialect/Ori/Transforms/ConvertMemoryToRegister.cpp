//===- ConvertMemoryToRegister.cpp - Local variables in registers ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows every address of the frame to the loads and stores that it is for. A
// word of which all accesses are known becomes a value (SlotPromotion.h). A
// word that is loaded at an index with few values is selected by the bits of
// the index, as ptxas 13.0.88 does it.
//
//===----------------------------------------------------------------------===//

#include "InstShapes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/SlotPromotion.h"
#include "llvm/Support/MathExtras.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORICONVERTMEMORYTOREGISTERPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

static constexpr int64_t kWordBytes = 4;
/// An index that may be larger is one of any word.
static constexpr int64_t kMostIndex = 4096;

namespace {

class ConvertMemoryToRegister
    : public ori::impl::OriConvertMemoryToRegisterPassBase<
          ConvertMemoryToRegister> {
public:
  using OriConvertMemoryToRegisterPassBase::OriConvertMemoryToRegisterPassBase;
  void runOnOperation() override;
};

class LocalPromoter {
public:
  LocalPromoter(FuncOp func, unsigned maxWords, unsigned maxIndexed)
      : func(func), maxWords(maxWords), maxIndexed(maxIndexed) {}
  /// Returns how many words became values.
  unsigned run();

private:
  /// A place in the frame: a number of bytes and perhaps index << shift.
  struct Place {
    int64_t offset = 0;
    Value index;
    unsigned shift = 0;
  };
  struct Access {
    InstOpInterface op;
    bool isStore;
    Place place;
    llvm::KnownBits index;         ///< index << shift
    SmallVector<int64_t, 4> words; ///< that it may touch, ascending
    bool isKnown = true;           ///< it reads or writes all or one of them
  };

  bool followAddresses();
  bool followUse(OpOperand &use, Place place);
  bool addAccess(InstOpInterface op, const Place &place);
  bool addWords(Access &access, int64_t bytes);
  void keepInMemory();
  Value select(OpBuilder &builder, Location loc, const Access &access,
               SlotPromoter::Values &values);
  void rewrite(const Access &access, SlotPromoter::Values &values);
  void readWords();

  FuncOp func;
  const unsigned maxWords, maxIndexed;
  std::vector<Access> accesses;
  std::vector<Operation *> addresses; ///< each behind what it is made of
  std::vector<std::pair<Value, Place>> work;
  /// Of the whole function, once an index asks for it.
  std::optional<KnownBitsMap> known;
  llvm::DenseMap<int64_t, unsigned> slots; ///< by word
  llvm::SetVector<Operation *> vectors;    ///< that loads became
};

} // namespace

/// Bytes of an access of whole words, 0 of others.
static int64_t getWordBytes(InstOpInterface op) {
  switch (isa::MemType(op.getDesc().getMod("type", op.getModBits()))) {
  case isa::MemType::B32:
    return 4;
  case isa::MemType::B64:
    return 8;
  case isa::MemType::B128:
    return 16;
  default:
    return 0;
  }
}

/// Notes the words that an access may touch; false if these are too many.
bool LocalPromoter::addWords(Access &access, int64_t bytes) {
  const Place &place = access.place;
  llvm::KnownBits &index = access.index;
  int64_t most = 0;
  if (place.index) {
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
    if (most > kMostIndex)
      return false;
    access.isKnown &= !access.isStore && bytes == kWordBytes &&
                      index.countMinTrailingZeros() >= 2;
  }
  access.isKnown &= bytes && place.offset % kWordBytes == 0;
  // Nobody may go where there are no variables.
  int64_t start = std::max<int64_t>(place.offset & -kWordBytes, 0);
  int64_t end =
      std::min<int64_t>(place.offset + most + std::max(bytes, kWordBytes),
                        func.getVariableBytes());
  for (int64_t at = start; at < end; at += kWordBytes) {
    uint64_t value = uint64_t(at - place.offset);
    bool isPossible = !(index.Zero.getZExtValue() & value) &&
                      !(index.One.getZExtValue() & ~value);
    if (!access.isKnown || !place.index || isPossible)
      access.words.push_back(at);
  }
  unsigned count = access.words.size();
  access.isKnown &=
      place.index ? count && count <= maxIndexed : count * kWordBytes == bytes;
  return true;
}

/// Notes an access; false if it may be of any word.
bool LocalPromoter::addAccess(InstOpInterface op, const Place &place) {
  Access access;
  access.op = op;
  const isa::InstDesc &desc = op.getDesc();
  access.isStore = desc.writtenSpaces;
  access.place = place;
  // What a guarded load leaves as it was is no matter of memory.
  access.isKnown = !op->hasAttr(kStrongAttr) &&
                   (!op.isGuarded() || (access.isStore && !place.index)) &&
                   isZero(op->getOperand(1));
  // Addresses are of 32 bits: terms whose sum is out of reach may come back.
  access.place.offset =
      int32_t(place.offset + desc.mods[desc.findMod("offset")].field.getSigned(
                                 op.getModBits()));
  if (!addWords(access, getWordBytes(op)))
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

/// Follows one use of an address; whether it is known where that leads.
bool LocalPromoter::followUse(OpOperand &use, Place place) {
  Operation *user = use.getOwner();
  auto inst = dyn_cast<InstOpInterface>(user);
  if (!inst)
    return isOpTriviallyDead(user);
  if (inst.getDesc().isOnlyIn(isa::LocalMemory)) {
    if (use.getOperandNumber() != 0)
      return false;
    return addAccess(inst, place);
  }
  if (isOpTriviallyDead(user))
    return true;
  if (inst.isGuarded() || !hasOnlyFirstResult(user))
    return false;
  addresses.push_back(user);
  if (std::optional<unsigned> shift = getLEAShift(inst)) {
    if (use.getOperandNumber() != 1 || place.index)
      return false;
    place.index = user->getOperand(0);
    place.shift = *shift;
    work.push_back({user->getResult(0), place});
    return true;
  }
  if (getPlainSum(user->getResult(0)) != inst)
    return false;
  for (unsigned i = 0; i != 3; ++i) {
    Value term = user->getOperand(i);
    if (i == use.getOperandNumber())
      continue;
    if (std::optional<uint32_t> number = getImm(term))
      place.offset += int32_t(*number);
    else if (!place.index)
      place.index = term;
    else
      return false;
  }
  work.push_back({user->getResult(0), place});
  return true;
}

/// Finds all accesses of the frame; false if an address goes elsewhere.
bool LocalPromoter::followAddresses() {
  for (Block &block : func.getBody())
    for (Operation &op : block) {
      if (llvm::isa<CallOp, StackPointerOp>(op))
        return false;
      if (auto frame = dyn_cast<FrameAddressOp>(op)) {
        addresses.push_back(frame);
        Place place;
        place.offset = frame.getOffset();
        work.push_back({frame.getResult(), place});
      }
    }
  while (!work.empty()) {
    auto [address, place] = work.back();
    work.pop_back();
    for (OpOperand &use : address.getUses())
      if (!followUse(use, place))
        return false;
  }
  return true;
}

/// What an access that stays may touch stays in memory, with all that other
/// accesses touch together with it.
void LocalPromoter::keepInMemory() {
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

/// The word at an index, by its bits: from the highest that is not known on.
Value LocalPromoter::select(OpBuilder &builder, Location loc,
                            const Access &access,
                            SlotPromoter::Values &values) {
  Type r = RType::get(builder.getContext(), 1);
  auto imm = [&](Type type, uint64_t bits) -> Value {
    return ImmOp::create(builder, loc, type, bits);
  };
  Value yes = imm(PType::get(builder.getContext()), 1), zero = imm(r, 0);
  // By the bits that are open; a place outside of the variables has no word.
  const Place &place = access.place;
  uint64_t ones = access.index.One.getZExtValue(),
           zeros = access.index.Zero.getZExtValue();
  uint64_t reach = llvm::NextPowerOf2(access.words.back() - place.offset) - 1;
  uint64_t open = ~(ones | zeros) & reach;
  SmallVector<Value> words;
  for (uint64_t bits = 0;;) {
    int64_t word = place.offset + int64_t((ones & reach) | bits);
    words.push_back(llvm::is_contained(access.words, word)
                        ? values.get(slots.lookup(word))
                        : Value());
    bits = (bits - open) & open;
    if (!bits)
      break;
  }
  // Words whose indices differ in the lowest bit that is open are neighbours.
  for (; words.size() > 1; open &= open - 1) {
    namespace And = ptxmlir::isa::LOP3;
    namespace Compare = ptxmlir::isa::ISETP;
    Value bit = createInst(builder, loc, Opcode::LOP3,
                           {place.index, imm(r, (open & -open) >> place.shift),
                            zero, yes},
                           And::lut.set(And::kDefaultMods, isa::kTableAnd))
                    ->getResult(0);
    Value isSet = createInst(builder, loc, Opcode::ISETP, {bit, zero, yes, yes},
                             Compare::cmp.set(Compare::kDefaultMods,
                                              uint64_t(ptxmlir::isa::ICmp::NE)))
                      ->getResult(0);
    for (unsigned i = 0; i != words.size() / 2; ++i) {
      Value a = words[2 * i], b = words[2 * i + 1];
      words[i] = a && b ? createInst(builder, loc, Opcode::SEL, {b, a, isSet},
                                     isa::SEL::kDefaultMods)
                              ->getResult(0)
                 : a    ? a
                        : b;
    }
    words.truncate(words.size() / 2);
  }
  return words[0];
}

void LocalPromoter::rewrite(const Access &access,
                            SlotPromoter::Values &values) {
  InstOpInterface op = access.op;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type r = RType::get(builder.getContext(), 1);
  if (!access.isStore) {
    Value value;
    if (access.place.index) {
      value = select(builder, loc, access, values);
    } else {
      SmallVector<Value> words;
      for (int64_t word : access.words)
        words.push_back(values.get(slots.lookup(word)));
      value = words[0];
      if (words.size() > 1) {
        value = builder.createOrFold<CombineOp>(loc, op->getResult(0).getType(),
                                                words);
        if (auto vector = value.getDefiningOp<CombineOp>())
          vectors.insert(vector);
      }
    }
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
    return;
  }
  Value data = op->getOperand(2);
  for (auto [i, word] : llvm::enumerate(access.words)) {
    unsigned slot = slots.lookup(word);
    Value value = access.words.size() == 1
                      ? data
                      : builder.createOrFold<ExtractOp>(loc, r, data, i);
    if (op.isGuarded()) {
      Value old = values.get(slot);
      bool isNegated = op.isGuardNegated();
      value = createInst(builder, loc, Opcode::SEL,
                         {isNegated ? old : value, isNegated ? value : old,
                          op.getGuard()},
                         isa::SEL::kDefaultMods)
                  ->getResult(0);
    }
    values.set(slot, value);
  }
  op->erase();
}

/// Has those who take a vector apart read its words, so that a word that nobody
/// reads is not computed. This waits until all accesses are rewritten: before,
/// a part of a vector may be the value of a slot.
void LocalPromoter::readWords() {
  for (Operation *vector : vectors) {
    for (Operation *user : llvm::make_early_inc_range(vector->getUsers())) {
      auto extract = dyn_cast<ExtractOp>(user);
      SmallVector<OpFoldResult, 1> folded;
      if (!extract || failed(user->fold(folded)) || folded.empty())
        continue;
      if (auto word = dyn_cast<Value>(folded.front())) {
        extract.replaceAllUsesWith(word);
        extract.erase();
      }
    }
    if (vector->use_empty())
      vector->erase();
  }
}

unsigned LocalPromoter::run() {
  if (!followAddresses() || accesses.empty())
    return 0;
  keepInMemory();
  SlotPromoter promoter(func.getBody());
  Type r = RType::get(func.getContext(), 1);
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [i, access] : llvm::enumerate(accesses)) {
    numbers[access.op] = i;
    for (int64_t word : access.words) {
      auto [slot, isNew] = slots.try_emplace(word, promoter.size());
      if (isNew)
        promoter.addSlot(r);
      if (!access.isStore || access.op.isGuarded())
        promoter.addRead(access.op, slot->second);
      if (access.isStore)
        promoter.addWrite(access.op, slot->second);
    }
  }
  if (!promoter.size() || promoter.size() > maxWords)
    return 0;
  promoter.run(
      [&](OpBuilder &builder, Type type) -> Value {
        return UndefOp::create(builder, func.getLoc(), type);
      },
      [&](Operation *op, SlotPromoter::Values &values) {
        rewrite(accesses[numbers.lookup(op)], values);
      });
  readWords();
  bool isEmpty = true;
  for (Operation *address : llvm::reverse(addresses))
    if (address->use_empty())
      address->erase();
    else
      isEmpty = false;
  if (isEmpty) {
    func.setLocalBytes(0);
    func.setVariableBytes(0);
  }
  return promoter.size();
}

void ConvertMemoryToRegister::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration() || func.getDynamicStack())
    return;
  numPromoted += LocalPromoter(func, maxWords, maxIndexed).run();
}

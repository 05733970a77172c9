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
// the index, as ptxas 13.0.88 does it. Small frames of which all accesses are
// known become values also where some are at any address: this is then a number
// of bytes from the start of the frame, by which a load selects and a store
// changes one of all elements. (Nobody may go where there are no variables.)
//
//===----------------------------------------------------------------------===//

#include "LocalAccesses.h"
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

static constexpr int64_t kWordBytes = LocalAccesses::kWordBytes;

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
      : func(func), maxWords(maxWords), accesses(func, maxWords, maxIndexed) {}
  /// Returns how many words became values.
  unsigned run();

private:
  using Access = LocalAccesses::Access;

  SmallVector<Value> select(OpBuilder &builder, Location loc,
                            const Access &access, SlotPromoter::Values &values);
  void rewriteLoad(const Access &access, SlotPromoter::Values &values);
  void rewriteStore(const Access &access, SlotPromoter::Values &values);
  void readWords();
  void countFromStart();

  FuncOp func;
  const unsigned maxWords;
  LocalAccesses accesses;
  llvm::DenseMap<int64_t, unsigned> slots; ///< by word
  llvm::SetVector<Operation *> vectors;    ///< that loads became
};

} // namespace

/// Makes a number an operand.
static Value getNumber(OpBuilder &builder, Location loc, uint32_t number) {
  return ImmOp::create(builder, loc, RType::get(builder.getContext(), 1),
                       number);
}

static Value getTrue(OpBuilder &builder, Location loc) {
  return ImmOp::create(builder, loc, PType::get(builder.getContext()), 1);
}

/// Compares a value with a number.
static Value compare(OpBuilder &builder, Location loc, Value value,
                     isa::ICmp relation, uint32_t number) {
  namespace Record = ptxmlir::isa::ISETP;
  Value yes = getTrue(builder, loc);
  return createInst(builder, loc, Opcode::ISETP,
                    {value, getNumber(builder, loc, number), yes, yes},
                    Record::cmp.set(Record::kDefaultMods, uint64_t(relation)))
      ->getResult(0);
}

static Value createSelect(OpBuilder &builder, Location loc, Value isSet,
                          Value set, Value other) {
  return createInst(builder, loc, Opcode::SEL, {set, other, isSet},
                    isa::SEL::kDefaultMods)
      ->getResult(0);
}

/// The words of the element at an index or address, by the bits of it that are
/// not known.
SmallVector<Value> LocalPromoter::select(OpBuilder &builder, Location loc,
                                         const Access &access,
                                         SlotPromoter::Values &values) {
  namespace And = ptxmlir::isa::LOP3;
  InstOpInterface op = access.op;
  const int64_t bytes = kWordBytes * access.size;
  // The first word is at offset + (index << shift).
  Value index = access.place.index;
  unsigned shift = access.place.shift;
  int64_t offset = access.place.offset;
  uint64_t ones = access.index.One.getZExtValue(),
           zeros = access.index.Zero.getZExtValue();
  if (access.byAddress) {
    index = op->getOperand(0);
    shift = offset = 0;
    ones = 0;
    zeros = bytes - 1;
    if (int64_t more = access.getOffset()) {
      Value yes = getTrue(builder, loc);
      index = createInst(builder, loc, Opcode::IADD3,
                         {index, getNumber(builder, loc, uint32_t(more)),
                          getNumber(builder, loc, 0), yes, yes},
                         isa::IADD3::kDefaultMods)
                  ->getResult(0);
    }
  }
  // A place outside of the variables has no word.
  uint64_t last = access.words.back() + kWordBytes - bytes - offset;
  uint64_t reach = llvm::NextPowerOf2(last) - 1;
  uint64_t open = ~(ones | zeros) & reach;
  SmallVector<int64_t> elements; ///< their first words, -1 if there is none
  for (uint64_t bits = 0;;) {
    int64_t word = offset + int64_t((ones & reach) | bits);
    elements.push_back(llvm::is_contained(access.words, word) ? word : -1);
    bits = (bits - open) & open;
    if (!bits)
      break;
  }
  SmallVector<Value> isSet; ///< the open bits, the lowest first
  for (; open; open &= open - 1) {
    uint32_t bit = uint32_t((open & -open) >> shift);
    isSet.push_back(
        createInst(builder, loc, Opcode::LOP3,
                   {index, getNumber(builder, loc, bit),
                    getNumber(builder, loc, 0), getTrue(builder, loc)},
                   And::lut.set(And::kDefaultMods, isa::kTableAnd))
            ->getResult(1));
  }
  SmallVector<Value> result;
  for (unsigned k = 0; k != access.size; ++k) {
    SmallVector<Value> words;
    for (int64_t word : elements)
      words.push_back(
          word < 0 ? Value()
                   : values.get(slots.lookup(word + int64_t(k) * kWordBytes)));
    // Words whose indices differ in the lowest bit that is open are neighbours.
    for (Value bit : isSet) {
      for (unsigned i = 0; i != words.size() / 2; ++i) {
        Value a = words[2 * i], b = words[2 * i + 1];
        words[i] = a && b ? createSelect(builder, loc, bit, b, a) : a ? a : b;
      }
      words.truncate(words.size() / 2);
    }
    result.push_back(words[0]);
  }
  return result;
}

void LocalPromoter::rewriteLoad(const Access &access,
                                SlotPromoter::Values &values) {
  InstOpInterface op = access.op;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> words;
  if (access.place.isFixed())
    for (int64_t word : access.words)
      words.push_back(values.get(slots.lookup(word)));
  else
    words = select(builder, loc, access, values);
  Value value = words[0];
  if (words.size() > 1) {
    value =
        builder.createOrFold<CombineOp>(loc, op->getResult(0).getType(), words);
    if (auto vector = value.getDefiningOp<CombineOp>())
      vectors.insert(vector);
  }
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
}

void LocalPromoter::rewriteStore(const Access &access,
                                 SlotPromoter::Values &values) {
  InstOpInterface op = access.op;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type r = RType::get(builder.getContext(), 1);
  Value data = op->getOperand(2), isHere;
  int64_t offset = access.getOffset();
  for (auto [i, word] : llvm::enumerate(access.words)) {
    unsigned slot = slots.lookup(word), part = i % access.size;
    Value value = access.size == 1
                      ? data
                      : builder.createOrFold<ExtractOp>(loc, r, data, part);
    if (access.byAddress) {
      if (part == 0)
        isHere = compare(builder, loc, op->getOperand(0), isa::ICmp::EQ,
                         uint32_t(word - offset));
      value = createSelect(builder, loc, isHere, value, values.get(slot));
    } else if (op.isGuarded()) {
      Value old = values.get(slot);
      bool isNegated = op.isGuardNegated();
      value = createSelect(builder, loc, op.getGuard(), isNegated ? old : value,
                           isNegated ? value : old);
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

/// Makes addresses numbers of bytes from the start of a frame that is no more.
void LocalPromoter::countFromStart() {
  for (Operation *address : accesses.getAddresses()) {
    Value result = address->getResult(0);
    if (auto frame = dyn_cast<FrameAddressOp>(address)) {
      OpBuilder builder(frame);
      result.replaceAllUsesWith(
          getNumber(builder, frame.getLoc(), uint32_t(frame.getOffset())));
    } else if (getPlainSum(result)) {
      SmallVector<Value> terms;
      for (Value term : address->getOperands().take_front(3))
        if (!isZero(term))
          terms.push_back(term);
      if (terms.size() == 1)
        result.replaceAllUsesWith(terms.front());
    }
  }
  for (Operation *pair : accesses.getPairs()) {
    OpBuilder builder(pair);
    pair->setOperand(1, getNumber(builder, pair->getLoc(), 0));
  }
}

unsigned LocalPromoter::run() {
  if (!accesses.find())
    return 0;
  SlotPromoter promoter(func.getBody());
  Type r = RType::get(func.getContext(), 1);
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [i, access] : llvm::enumerate(accesses.get())) {
    numbers[access.op] = i;
    for (int64_t word : access.words) {
      auto [slot, isNew] = slots.try_emplace(word, promoter.size());
      if (isNew)
        promoter.addSlot(r);
      InstOpInterface op = access.op;
      if (!access.isStore || op.isGuarded() || access.byAddress)
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
        const Access &access = accesses.get()[numbers.lookup(op)];
        if (access.isStore)
          rewriteStore(access, values);
        else
          rewriteLoad(access, values);
      });
  readWords();
  if (accesses.isAll())
    countFromStart();
  for (Operation *address : llvm::reverse(accesses.getAddresses()))
    if (address->use_empty())
      address->erase();
  if (accesses.isAll()) {
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

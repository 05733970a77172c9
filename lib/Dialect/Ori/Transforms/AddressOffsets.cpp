//===- AddressOffsets.cpp - Constants of addresses ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that is the last thing added to an address goes to the offset. So
// does one that was added to a term of it before: the address is then computed
// without it, once for all accesses that differ in the number only.
//
//===----------------------------------------------------------------------===//

#include "AddressOffsets.h"
#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/Target/Parameters.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

static RewriteCounter offsets("address-offset"), inner("address-inner-offset");

/// An address that more read than so many stays as it is.
static constexpr unsigned kMaxUsers = 32;

namespace {

/// base + by.
struct Sum {
  Value base;
  int64_t by;
};

/// The operand and the modifier that make the address of an operation.
struct Access {
  OpOperand *address;
  isa::ModField offset;
};

} // namespace

static std::optional<Access> getAccess(InstOpInterface op) {
  const isa::InstDesc &desc = op.getDesc();
  if (!desc.spaces())
    return std::nullopt;
  int addr = desc.findSlot("addr"), offset = desc.findMod("offset");
  if (addr < 0 || offset < 0 || !desc.mods[offset].field.isSigned)
    return std::nullopt;
  return Access{&op->getOpOperand(addr - desc.numDefs),
                desc.mods[offset].field};
}

/// The lower word of a 64-bit sum of two terms and no others, by both words.
static InstOpInterface getLowerWord(Value lo, Value hi) {
  InstOpInterface lower = getPlainSum(lo),
                  upper = getInst(hi, Opcode::IADD3, getCarryMods());
  bool isSum = lower && upper && isZero(lower->getOperand(2)) &&
               isZero(upper->getOperand(2)) && isTrue(upper->getOperand(4)) &&
               upper->getOperand(3) == lower->getResult(isa::IADD3::kPu);
  return isSum ? lower : nullptr;
}

/// The words of a tuple of two.
static std::optional<Pair> getWords(Value value) {
  auto combine = value.getDefiningOp<CombineOp>();
  if (!combine || combine->getNumOperands() != 2)
    return std::nullopt;
  return Pair{combine->getOperand(0), combine->getOperand(1)};
}

/// A 64-bit number as a sum of a base and a constant; the base is joined where
/// the builder stands.
static std::optional<Sum> splitPair(const Pair &pair, OpBuilder &builder,
                                    Location loc) {
  InstOpInterface lower = getLowerWord(pair.lo, pair.hi);
  if (!lower)
    return std::nullopt;
  Operation *upper = pair.hi.getDefiningOp();
  std::optional<uint32_t> lo = getImm(lower->getOperand(1)),
                          hi = getImm(upper->getOperand(1));
  if (!lo || !hi)
    return std::nullopt;
  Value base =
      joinWords(builder, loc, {lower->getOperand(0), upper->getOperand(0)});
  return Sum{base, int64_t(uint64_t(*hi) << 32 | *lo)};
}

/// A number of 32 or 64 bits as a sum of a base and a constant.
static std::optional<Sum> split(Value value, OpBuilder &builder, Location loc) {
  if (getWidth(value.getType()) == 1) {
    if (std::optional<uint32_t> number = getImm(value); number && *number)
      return Sum{ImmOp::create(builder, loc, value.getType(), 0),
                 int32_t(*number)};
    InstOpInterface sum = getPlainSum(value);
    std::optional<uint32_t> by = sum && isZero(sum->getOperand(2))
                                     ? getImm(sum->getOperand(1))
                                     : std::nullopt;
    if (!by)
      return std::nullopt;
    return Sum{sum->getOperand(0), int32_t(*by)};
  }
  std::optional<Pair> words = getWords(value);
  return words ? splitPair(*words, builder, loc) : std::nullopt;
}

/// A copy of an instruction with another addend.
static Value withAddend(Operation *op, unsigned operand, Value addend,
                        OpBuilder &builder) {
  Operation *copy = builder.clone(*op);
  copy->setOperand(operand, addend);
  return copy->getResult(0);
}

/// The operand of an instruction that is added to the rest; none if there is no
/// such.
static std::optional<unsigned> getAddend(InstOpInterface inst) {
  if (inst.isGuarded() || !hasOnlyFirstResult(inst))
    return std::nullopt;
  uint64_t mods = inst.getModBits();
  switch (inst.getOpcode()) {
  case Opcode::IMAD_WIDE:
    if (isa::IMAD_WIDE::u32.set(mods, 0) ==
        isa::IMAD_WIDE::u32.set(isa::IMAD_WIDE::kDefaultMods, 0))
      return 2;
    return std::nullopt;
  case Opcode::IMAD:
    if (mods == isa::IMAD::kDefaultMods)
      return 2;
    return std::nullopt;
  case Opcode::LEA:
    if (isa::LEA::shift.set(mods, 0) ==
            isa::LEA::shift.set(isa::LEA::kDefaultMods, 0) &&
        isZero(inst->getOperand(2)))
      return 1;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The sum of two 64-bit numbers without the constant of one of them.
static std::optional<Sum> splitWideTerm(const Pair &pair, OpBuilder &builder,
                                        Location loc) {
  InstOpInterface lower = getLowerWord(pair.lo, pair.hi);
  if (!lower)
    return std::nullopt;
  Operation *upper = pair.hi.getDefiningOp();
  for (unsigned k : {0, 1}) {
    Pair term = {lower->getOperand(k), upper->getOperand(k)};
    InstOpInterface low = getLowerWord(term.lo, term.hi);
    if (!low)
      continue;
    Operation *high = term.hi.getDefiningOp();
    std::optional<uint32_t> lo = getImm(low->getOperand(1)),
                            hi = getImm(high->getOperand(1));
    if (!lo || !hi)
      continue;
    Operation *newLower = builder.clone(*lower),
              *newUpper = builder.clone(*upper);
    newLower->setOperand(k, low->getOperand(0));
    newUpper->setOperand(k, high->getOperand(0));
    newUpper->setOperand(3, newLower->getResult(isa::IADD3::kPu));
    Value base = joinWords(builder, loc,
                           {newLower->getResult(0), newUpper->getResult(0)});
    return Sum{base, int64_t(uint64_t(*hi) << 32 | *lo)};
  }
  return std::nullopt;
}

/// An address without the constant that a term of it has, computed anew.
static std::optional<Sum> splitTerm(Value address, OpBuilder &builder,
                                    Location loc) {
  if (std::optional<Pair> words = getWords(address))
    return splitWideTerm(*words, builder, loc);
  auto inst = address.getDefiningOp<InstOpInterface>();
  std::optional<unsigned> addend = inst ? getAddend(inst) : std::nullopt;
  if (!addend)
    return std::nullopt;
  std::optional<Sum> sum = split(inst->getOperand(*addend), builder, loc);
  if (!sum)
    return std::nullopt;
  return Sum{withAddend(inst, *addend, sum->base, builder), sum->by};
}

/// Whether a value is read as an address only.
static bool isOnlyAddress(Value value) {
  unsigned left = kMaxUsers;
  for (OpOperand &use : value.getUses()) {
    auto user = dyn_cast<InstOpInterface>(use.getOwner());
    std::optional<Access> access = user ? getAccess(user) : std::nullopt;
    if (!left-- || !access || access->address != &use)
      return false;
  }
  return true;
}

void ori::foldOffset(InstOpInterface op, OpBuilder &builder) {
  std::optional<Access> access = getAccess(op);
  if (!access)
    return;
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  unsigned sm = getSM(op);
  // The form that is encoded may have fewer bits, or none of the lowest ones.
  auto isEncodable = [&] { return isLegal(op, sm, /*asRegister=*/~0u); };
  auto take = [&](const std::optional<Sum> &sum, RewriteCounter &counter) {
    if (!sum)
      return false;
    uint64_t mods = op.getModBits();
    int64_t offset = access->offset.getSigned(mods) + sum->by;
    if (!llvm::isIntN(access->offset.width, offset))
      return false;
    bool wasEncodable = isEncodable();
    op.setModBits(access->offset.set(mods, uint64_t(offset)));
    if (wasEncodable && !isEncodable()) {
      op.setModBits(mods);
      return false;
    }
    access->address->set(sum->base);
    ++counter;
    return true;
  };
  while (true) {
    Value address = access->address->get();
    if (take(split(address, builder, loc), offsets))
      continue;
    if (!isOnlyAddress(address) ||
        !take(splitTerm(address, builder, loc), inner))
      return;
  }
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

Parameters::Parameters(FuncOp func) {
  unsigned sm = getSM(func);
  if (!target::lookupTarget(sm, "") || !func.getKernel())
    return;
  begin = end =
      target::getParamBase(sm, func.getParamOffsets(), func.getParamSizes());
  for (auto [offset, size] :
       llvm::zip_equal(func.getParamOffsets(), func.getParamSizes()))
    end = std::max<int64_t>(end, begin + offset + size);
}

void Parameters::readInPlace(InstOpInterface op, OpBuilder &builder) const {
  namespace Record = ptxmlir::isa::LDC;
  if (op.getOpcode() != Opcode::LDC || op.isGuarded() ||
      Record::bank.get(op.getModBits()) != 0 || !isZero(op->getOperand(0)))
    return;
  int64_t offset = Record::offset.getSigned(op.getModBits());
  Type type = op->getResult(0).getType();
  unsigned bytes = 4 * getWidth(type);
  uint64_t memType = Record::type.get(op.getModBits());
  bool isWhole = memType == uint64_t(isa::MemType::B32) ||
                 memType == uint64_t(isa::MemType::B64);
  if (!isWhole || offset % bytes != 0 || offset < begin || offset + bytes > end)
    return;
  builder.setInsertionPoint(op);
  Value value = CBankOp::create(builder, op->getLoc(), type, 0, offset);
  op->getResult(0).replaceAllUsesWith(value);
}

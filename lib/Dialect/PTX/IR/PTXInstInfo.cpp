//===- PTXInstInfo.cpp - the table of PTX instructions --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the generated tables, and what is legal by them: which modifiers go
// together, since which version of PTX and on which targets. Parser, printer
// and verifier all ask here.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace ptxmlir::ptx;

namespace ptxmlir::ptx {
#define GET_PTX_TABLES
#include "ptx-mlir/Dialect/PTX/IR/PTXTables.inc"
} // namespace ptxmlir::ptx

StringRef ptxmlir::ptx::tableString(uint16_t offset) {
  return StringRef(kStrings + offset);
}

StringRef InstInfo::mnemonic() const { return tableString(mnemonicName); }

ArrayRef<uint16_t> InstInfo::ignored() const {
  return ArrayRef(kIgnored + firstIgnored, numIgnored);
}

ArrayRef<SlotInfo> InstInfo::slots() const {
  return ArrayRef(kSlots + firstSlot, numSlots);
}

ArrayRef<OperandInfo> InstInfo::dsts() const {
  return ArrayRef(kOperands + firstOperand, numDsts);
}

ArrayRef<OperandInfo> InstInfo::srcs() const {
  return ArrayRef(kOperands + firstOperand + numDsts, numSrcs);
}

ArrayRef<FormInfo> InstInfo::forms() const {
  return ArrayRef(kForms + firstForm, numForms);
}

ArrayRef<uint64_t> InstInfo::masks(const FormInfo &form) const {
  return ArrayRef(kFormMasks + form.firstMask, numSlots);
}

ArrayRef<TargetInfo> InstInfo::targets(const FormInfo &form) const {
  return ArrayRef(kTargets + form.firstTarget, form.numTargets);
}

const InstInfo &ptxmlir::ptx::getInstInfo(Opcode opcode) {
  return kInsts[unsigned(opcode)];
}

std::optional<Opcode> ptxmlir::ptx::lookupMnemonic(StringRef mnemonic) {
  const InstInfo *end = kInsts + kNumOpcodes;
  const InstInfo *it = std::lower_bound(
      kInsts, end, mnemonic, [](const InstInfo &info, StringRef name) {
        return info.mnemonic() < name;
      });
  if (it == end || it->mnemonic() != mnemonic)
    return std::nullopt;
  return Opcode(it - kInsts);
}

const EnumValueInfo &ptxmlir::ptx::getEnumValueInfo(unsigned enumIndex,
                                                    unsigned value) {
  static const EnumValueInfo none = {0, 0, 0};
  if (value == 0 || value > kEnums[enumIndex].numValues)
    return none;
  return kEnumValues[kEnums[enumIndex].firstValue + value - 1];
}

unsigned ptxmlir::ptx::findEnum(StringRef firstSpelling) {
  unsigned index = 0;
  while (enumSpelling(index, 1) != firstSpelling)
    ++index;
  return index;
}

StringRef ptxmlir::ptx::enumSpelling(unsigned enumIndex, unsigned value) {
  if (value == 0 || value > kEnums[enumIndex].numValues)
    return "";
  return tableString(getEnumValueInfo(enumIndex, value).spelling);
}

bool ptxmlir::ptx::isIgnoredElsewhere(StringRef spelling) {
  for (unsigned i = 0; i < kNumEnums; ++i)
    if (kEnums[i].ignoredElsewhere && enumValue(i, spelling))
      return true;
  return false;
}

std::optional<unsigned> ptxmlir::ptx::enumValue(unsigned enumIndex,
                                                StringRef spelling) {
  const EnumInfo &info = kEnums[enumIndex];
  for (unsigned i = 0; i < info.numValues; ++i)
    if (tableString(kEnumValues[info.firstValue + i].spelling) == spelling)
      return i + 1;
  for (const AliasInfo &alias : kAliases)
    if (alias.enumIndex == enumIndex && tableString(alias.spelling) == spelling)
      return alias.value;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned ptxmlir::ptx::getBitWidth(DataType type) {
  return kDataTypes[unsigned(type)].width;
}

unsigned ptxmlir::ptx::getContainerWidth(DataType type) {
  unsigned width = getBitWidth(type);
  return width > 1 && width < 16 ? 16 : width;
}

char ptxmlir::ptx::getTypeKind(DataType type) {
  return kDataTypes[unsigned(type)].kind;
}

bool ptxmlir::ptx::isExact(DataType type) {
  return kDataTypes[unsigned(type)].exact;
}

bool ptxmlir::ptx::isVariableType(DataType type) {
  return kDataTypes[unsigned(type)].isVariable;
}

unsigned ptxmlir::ptx::getBitWidth(SpecialRegister reg) {
  return kSpecialRegisters[unsigned(reg)].width;
}

bool ptxmlir::ptx::isVolatile(SpecialRegister reg) {
  return kSpecialRegisters[unsigned(reg)].isVolatile;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static ArrayRef<OperandCondition> conditionsOf(const OperandInfo &operand) {
  return ArrayRef(kConditions + operand.firstCondition, operand.numConditions);
}

bool ptxmlir::ptx::dependsOnOperands(const OperandInfo &operand,
                                     const InstInfo &info) {
  return llvm::any_of(conditionsOf(operand),
                      [&](const OperandCondition &condition) {
                        return info.slots()[condition.slot].onOperand;
                      });
}

bool ptxmlir::ptx::isPresent(const OperandInfo &operand, const InstInfo &info,
                             int64_t mods, bool written) {
  ArrayRef<SlotInfo> slots = info.slots();
  auto isMet = [&](const OperandCondition &condition) {
    return condition.mask >> getField(slots[condition.slot], mods) & 1;
  };
  ArrayRef<OperandCondition> conditions = conditionsOf(operand);
  if (!llvm::all_of(conditions.take_front(operand.numOnly), isMet))
    return false;
  bool holds = llvm::all_of(conditions.drop_front(operand.numOnly), isMet);
  if (operand.presence >= 0)
    return holds && (written || getField(slots[operand.presence], mods));
  // Optional where the conditions hold, required elsewhere.
  return operand.optional ? written || !holds : holds;
}

bool ptxmlir::ptx::isLegalConstant(const OperandInfo &operand, int64_t value) {
  ArrayRef<ConstantRange> ranges(kRanges + operand.firstRange,
                                 operand.numRanges);
  return ranges.empty() || llvm::any_of(ranges, [&](const ConstantRange &r) {
           return value >= r.first && value <= r.last &&
                  (value - r.first) % r.step == 0;
         });
}

std::string ptxmlir::ptx::describeConstants(const OperandInfo &operand) {
  std::string text;
  for (unsigned i = 0; i < operand.numRanges; ++i) {
    const ConstantRange &range = kRanges[operand.firstRange + i];
    if (i)
      text += i + 1 == operand.numRanges ? " or " : ", ";
    text += std::to_string(range.first);
    if (range.last != range.first)
      text += " to " + std::to_string(range.last);
    if (range.step != 1)
      text += " in steps of " + std::to_string(range.step);
  }
  return text;
}

/// The slot of a name, or null.
static const SlotInfo *findSlot(const InstInfo &info, StringRef name) {
  for (const SlotInfo &slot : info.slots())
    if (tableString(slot.name) == name)
      return &slot;
  return nullptr;
}

/// Whether the conditions [first, first + count) hold.
static bool conditionsHold(const InstInfo &info, int64_t mods, unsigned first,
                           unsigned count) {
  ArrayRef<SlotInfo> slots = info.slots();
  return llvm::all_of(ArrayRef(kConditions + first, count),
                      [&](const OperandCondition &condition) {
                        unsigned value = getField(slots[condition.slot], mods);
                        return condition.mask >> value & 1;
                      });
}

/// The product of the factors of a count table.
static unsigned tableCount(const OperandInfo &operand, const InstInfo &info,
                           int64_t mods) {
  unsigned product = 1;
  bool found = false;
  for (const CountFactor &count :
       ArrayRef(kFactors + operand.firstFactor, operand.numFactors)) {
    found &= !count.startsFactor;
    if (found ||
        !conditionsHold(info, mods, count.firstCondition, count.numConditions))
      continue;
    found = true;
    product *= count.number;
  }
  return product;
}

/// Registers of a thread that hold its part of a matrix `rows` x `columns`, of
/// a warp's 32.
static unsigned fragmentSize(unsigned rows, unsigned columns, unsigned bits) {
  unsigned perLane = rows * columns * bits / 32;
  return std::max(1u, perLane / (bits == 64 ? 64 : 32));
}

/// Bits of an element of a matrix in registers. Floats below 8 bits are in
/// bytes, but for the kinds of only 4-bit elements.
static unsigned elementBits(const InstInfo &info, int64_t mods, DataType type) {
  unsigned bits = getBitWidth(type);
  if (getTypeKind(type) != 'f' || bits >= 8)
    return bits;
  const SlotInfo *kind = findSlot(info, "kind");
  StringRef name =
      kind ? enumSpelling(kind->enumIndex, getField(*kind, mods)) : "";
  return name.starts_with("kind::mxf4") ? 4 : 8;
}

unsigned ptxmlir::ptx::getCount(const OperandInfo &operand,
                                const InstInfo &info, int64_t mods) {
  if (operand.kind != OperandKind::Vector)
    return 1;
  switch (operand.count) {
  case CountRule::One:
    return 1;
  case CountRule::Vector: {
    const SlotInfo *slot = findSlot(info, "vector");
    return slot ? getNumElements(VectorSize(getField(*slot, mods))) : 1;
  }
  case CountRule::Num: {
    const SlotInfo *slot = findSlot(info, "num");
    unsigned value = slot ? getField(*slot, mods) : 0;
    return value ? 1u << (value - 1) : 1;
  }
  case CountRule::Table:
    return kCounts[operand.firstCount +
                   getField(info.slots()[operand.countSlot], mods)];
  case CountRule::Product:
    return tableCount(operand, info, mods);
  default:
    break;
  }
  // "m16n8k16".
  const SlotInfo *slot = findSlot(info, "shape");
  StringRef shape =
      slot ? enumSpelling(slot->enumIndex, getField(*slot, mods)) : "";
  unsigned m = 0, n = 0, k = 0;
  if (!shape.consume_front("m") || shape.consumeInteger(10, m) ||
      !shape.consume_front("n") || shape.consumeInteger(10, n) ||
      !shape.consume_front("k") || shape.consumeInteger(10, k))
    return 1;
  auto type = DataType(getField(info.slots()[operand.slotA], mods));
  unsigned bits = elementBits(info, mods, type);
  // m8n8k4 on f16 is one multiplication in each of the four quads of a warp.
  const SlotInfo *aType = findSlot(info, "aType");
  if (k == 4 && aType && DataType(getField(*aType, mods)) == DataType::F16)
    m *= 4, n *= operand.count == CountRule::B ? 4 : 1;
  switch (operand.count) {
  case CountRule::A:
    return fragmentSize(m, k, bits);
  case CountRule::SparseA:
    return fragmentSize(m, k / 2, bits);
  case CountRule::B:
    return fragmentSize(k, n, bits);
  default:
    return fragmentSize(m, n, bits);
  }
}

/// The type of twice the width.
static DataType widen(DataType type) {
  switch (type) {
  case DataType::U16:
    return DataType::U32;
  case DataType::U32:
    return DataType::U64;
  case DataType::S16:
    return DataType::S32;
  case DataType::S32:
    return DataType::S64;
  default:
    return type;
  }
}

/// The registers of a fragment of a matrix (observed on ptxas 13.0.88). What
/// wmma.mma does not name is f16.
static DataType fragmentType(TypeRule rule, DataType type) {
  if (getBitWidth(type) >= 32 && type != DataType::Tf32)
    return type;
  char kind = getTypeKind(type);
  if (type == DataType::None || (rule == TypeRule::Halves && kind == 'f'))
    return DataType::F16x2;
  if (rule == TypeRule::Packed && (kind == 'u' || kind == 's'))
    return DataType::U32;
  switch (type) {
  case DataType::F16:
    return DataType::F16x2;
  case DataType::Bf16:
    return DataType::Bf16x2;
  case DataType::Tf32:
    return DataType::Tf32;
  default:
    return DataType::B32;
  }
}

DataType ptxmlir::ptx::getOperandType(const OperandInfo &operand,
                                      const InstInfo &info, int64_t mods) {
  ArrayRef<SlotInfo> slots = info.slots();
  switch (operand.rule) {
  case TypeRule::Fixed:
    return DataType(operand.fixedType);
  case TypeRule::Slot: {
    unsigned value = getField(slots[operand.slotB], mods);
    if (value == 0)
      value = getField(slots[operand.slotA], mods);
    return DataType(value);
  }
  case TypeRule::Wide: {
    DataType type = DataType(getField(slots[operand.slotA], mods));
    MulMode mode = MulMode(getField(slots[operand.slotB], mods));
    return mode == MulMode::Wide ? widen(type) : type;
  }
  case TypeRule::Fragment:
  case TypeRule::Packed:
  case TypeRule::Halves: {
    unsigned value = getField(slots[operand.slotB], mods);
    return fragmentType(
        operand.rule,
        DataType(value ? value : getField(slots[operand.slotA], mods)));
  }
  case TypeRule::Address:
  case TypeRule::TmemAddress:
    return DataType::None;
  }
  return DataType::None;
}

RegisterRule ptxmlir::ptx::getRegisterRule(const OperandInfo &operand,
                                           const InstInfo &info, int64_t mods) {
  for (const RegisterChoice &choice :
       ArrayRef(kChoices + operand.firstChoice, operand.numChoices))
    if (conditionsHold(info, mods, choice.firstCondition, choice.numConditions))
      return choice.rule;
  return RegisterRule::Typed;
}

bool ptxmlir::ptx::takesByte(const OperandInfo &operand, DataType type) {
  return getBitWidth(type) == 8 && operand.kind != OperandKind::Address &&
         (!operand.relaxed || getTypeKind(type) == 'x');
}

unsigned ptxmlir::ptx::getDefaultWidth(const OperandInfo &operand,
                                       const InstInfo &info, int64_t mods) {
  if (operand.rule == TypeRule::Address)
    return 64;
  if (operand.rule == TypeRule::TmemAddress)
    return 32;
  return getContainerWidth(getOperandType(operand, info, mods));
}

bool ptxmlir::ptx::isOptional(const OperandInfo &operand, const InstInfo &info,
                              int64_t mods) {
  return operand.optional && isPresent(operand, info, mods, true) &&
         !isPresent(operand, info, mods, false);
}

const SlotInfo *ptxmlir::ptx::getImmediateSlot(const OperandInfo &operand,
                                               const InstInfo &info) {
  return findSlot(info, tableString(operand.name));
}

bool ptxmlir::ptx::encodeImmediate(const OperandInfo &operand,
                                   const SlotInfo *slot, int64_t value,
                                   uint64_t &field) {
  uint64_t mask = slot ? (uint64_t(1) << slot->width) - 1 : 0;
  ArrayRef<ConstantRange> ranges(kRanges + operand.firstRange,
                                 operand.numRanges);
  field = uint64_t(value) & mask;
  if (ranges.empty())
    return field == uint64_t(value);
  // A flag holds the number of the choice.
  uint64_t choice = 0;
  for (const ConstantRange &range : ranges) {
    if (value >= range.first && value <= range.last &&
        (value - range.first) % range.step == 0) {
      choice += (value - range.first) / range.step;
      if (slot && slot->enumIndex >= 0)
        field = choice;
      return true;
    }
    choice += (range.last - range.first) / range.step + 1;
  }
  return false;
}

int64_t ptxmlir::ptx::decodeImmediate(const OperandInfo &operand,
                                      const SlotInfo *slot, unsigned field) {
  if (slot && slot->enumIndex < 0)
    return field;
  for (const ConstantRange &range :
       ArrayRef(kRanges + operand.firstRange, operand.numRanges)) {
    unsigned size = (range.last - range.first) / range.step + 1;
    if (field < size)
      return range.first + int64_t(field) * range.step;
    field -= size;
  }
  return field;
}

/// Immediates are fields, and `_` is nothing at all.
static bool isValueOperand(const OperandInfo &operand) {
  return operand.kind != OperandKind::Imm && operand.kind != OperandKind::Sink;
}

bool ptxmlir::ptx::layoutOperands(
    ArrayRef<OperandInfo> operands, const InstInfo &info, int64_t mods,
    unsigned count, SmallVectorImpl<const OperandInfo *> &layout) {
  // One operand at most is optional; it is there if the count says so.
  unsigned needed = 0;
  bool hasOptional = false;
  for (const OperandInfo &operand : operands) {
    if (!isValueOperand(operand))
      continue;
    hasOptional |= operand.presence < 0 && isOptional(operand, info, mods);
    if (isPresent(operand, info, mods, /*written=*/false))
      needed += getCount(operand, info, mods);
  }
  bool written = hasOptional && count == needed + 1;
  if (count != needed + written)
    return false;
  layout.clear();
  for (bool fixed : {true, false})
    for (const OperandInfo &operand : operands) {
      if (!isValueOperand(operand) || operand.fixed != fixed ||
          !isPresent(operand, info, mods, written))
        continue;
      layout.append(getCount(operand, info, mods), &operand);
    }
  return true;
}

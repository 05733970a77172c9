//===- PTXInstInfo.h - the table of PTX instructions -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instruction records as tables: what the parser, the printer and the
// verifier have in common. No MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXINSTINFO_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXINSTINFO_H

#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace ptxmlir::ptx {

/// Guard bits of the packed modifiers of every instruction.
constexpr int64_t kGuardedBit = int64_t(1) << 62;
constexpr int64_t kGuardNegatedBit = int64_t(1) << 61;

/// One value of an enumeration of modifiers.
struct EnumValueInfo {
  uint16_t spelling;
  uint8_t minPTX, minSM;
};
struct EnumInfo {
  uint16_t firstValue, numValues;
};
/// Another spelling of a value.
struct AliasInfo {
  uint16_t spelling, enumIndex;
  uint8_t value;
};
struct DataTypeInfo {
  char kind;
  uint16_t width;
};
struct SpecialRegisterInfo {
  uint8_t width;
  bool isVolatile;
};

/// A field of the packed modifiers; enumIndex -1 is a number.
struct SlotInfo {
  uint16_t name;
  int16_t enumIndex;
  uint8_t offset, width;
  /// Its spelling continues the word of the slot before.
  bool glued;
  /// The operands of the PTX text say it, not a modifier.
  bool hidden;
};

enum class OperandKind : uint8_t {
  Value,
  Pred,
  Address,
  Vector,
  Carry,
  Pair,
  Imm
};
enum class TypeRule : uint8_t {
  Fixed,
  Slot,
  Wide,
  Fragment,
  Address,
  TmemAddress
};
/// How many values a vector operand has: what the vector slot says, the number
/// of matrices, a fragment of matrix A (dense or sparse), B or C, or what a
/// table of conditions says.
enum class CountRule : uint8_t { One, Vector, Num, A, SparseA, B, C, Table };

struct OperandCondition {
  uint8_t slot;
  uint64_t mask;
};

/// A number of values where the conditions hold. A count is the product of its
/// factors, a factor the first number whose conditions hold.
struct CountInfo {
  uint16_t firstCondition;
  uint8_t numConditions, number;
  bool startsFactor;
};

struct OperandInfo {
  uint16_t name;
  OperandKind kind;
  CountRule count;
  TypeRule rule;
  uint8_t fixedType, slotA, slotB;
  bool relaxed, orPred, optional, fixed;
  /// Within the brackets of the address before it.
  bool inAddress;
  /// A vector of one value is in braces, too.
  bool braces;
  uint16_t firstCondition;
  uint8_t numConditions, numCounts;
  uint16_t firstCount, firstRange;
  uint8_t numRanges;

  bool isAddress() const {
    return rule == TypeRule::Address || rule == TypeRule::TmemAddress;
  }
};

/// Legal constants: first, first + step ... last.
struct ConstantRange {
  int64_t first, last, step;
};

/// A target with suffix that has a form, from a PTX version on: `a` is that
/// target alone, `f` all of its family with a suffix from it on.
struct TargetGate {
  uint8_t sm, minPTX;
  char suffix;
};

struct FormInfo {
  uint16_t firstMask;
  uint8_t minPTX, minSM;
  uint16_t firstTarget;
  uint8_t numTargets;

  /// Empty: all targets from minSM on.
  llvm::ArrayRef<TargetGate> targets() const;
};

struct InstInfo {
  uint16_t mnemonicName;
  uint16_t firstSlot;
  uint8_t numSlots;
  uint16_t firstOperand;
  uint8_t numDsts, numSrcs;
  uint16_t firstForm;
  uint8_t numForms, minPTX, minSM;
  bool convergent, pure;

  llvm::StringRef mnemonic() const;
  llvm::ArrayRef<SlotInfo> slots() const;
  llvm::ArrayRef<OperandInfo> dsts() const;
  llvm::ArrayRef<OperandInfo> srcs() const;
  llvm::ArrayRef<FormInfo> forms() const;
  /// Per slot, the mask of the values that the form allows.
  llvm::ArrayRef<uint64_t> masks(const FormInfo &form) const;
};

/// The string at an offset of the tables.
llvm::StringRef tableString(uint16_t offset);
/// The record of an opcode.
const InstInfo &getInstInfo(Opcode opcode);
/// The opcode of a mnemonic such as "bar.warp".
std::optional<Opcode> lookupMnemonic(llvm::StringRef mnemonic);
/// The spelling of a value of an enumeration; empty for 0.
llvm::StringRef enumSpelling(unsigned enumIndex, unsigned value);
/// The value of a spelling or alias of an enumeration.
std::optional<unsigned> enumValue(unsigned enumIndex, llvm::StringRef spelling);
/// PTX version and SM that introduced a value (0: always there).
const EnumValueInfo &getEnumValueInfo(unsigned enumIndex, unsigned value);

/// The legal constants of an operand; none: no limit.
llvm::ArrayRef<ConstantRange> legalConstants(const OperandInfo &operand);
/// Whether a constant may be this operand.
bool isLegalConstant(const OperandInfo &operand, int64_t value);
/// The legal constants in words.
std::string describeConstants(const OperandInfo &operand);
/// Whether the immediate operand may be `value`, and the field that holds it.
bool encodeImmediate(const OperandInfo &operand, const SlotInfo &slot,
                     int64_t value, uint64_t &field);
/// The immediate operand that a field means.
int64_t decodeImmediate(const OperandInfo &operand, const SlotInfo &slot,
                        unsigned field);
/// The slot of an immediate operand.
const SlotInfo &getImmediateSlot(const OperandInfo &operand,
                                 const InstInfo &info);

inline unsigned getField(const SlotInfo &slot, int64_t mods) {
  return unsigned(mods >> slot.offset & ((int64_t(1) << slot.width) - 1));
}

/// Whether the modifiers call for an operand. Operands that are optional in
/// the text count as `written` says.
bool isPresent(const OperandInfo &operand, const InstInfo &info, int64_t mods,
               bool written);
/// Whether an operand may be left out with these modifiers.
bool isOptional(const OperandInfo &operand, const InstInfo &info, int64_t mods);
/// Number of values of an operand.
unsigned getCount(const OperandInfo &operand, const InstInfo &info,
                  int64_t mods);
/// The type of an operand, widened under `.wide`; None for an address.
DataType getOperandType(const OperandInfo &operand, const InstInfo &info,
                        int64_t mods);
/// The width in bits of an operand as the text default: 64 for an address.
unsigned getDefaultWidth(const OperandInfo &operand, const InstInfo &info,
                         int64_t mods);

/// Which operand of the record each of `count` values of an operation is (those
/// that are always there first). False if there is no such number of values.
bool layoutOperands(llvm::ArrayRef<OperandInfo> operands, const InstInfo &info,
                    int64_t mods, unsigned count,
                    llvm::SmallVectorImpl<const OperandInfo *> &layout);

/// The first legal form that the modifiers match, or null.
const FormInfo *matchForm(const InstInfo &info, int64_t mods);
/// Says what is wrong with modifiers that match no form.
std::string explainMismatch(const InstInfo &info, int64_t mods);

/// The architecture that a module targets.
struct TargetArch {
  unsigned sm = 0;
  /// 'a', 'f' or 0.
  char suffix = 0;
  /// "sm_90a" as an architecture; sm is 0 if it is none.
  static TargetArch parse(llvm::StringRef name);
};

/// A missing PTX version or SM, or neither (both 0).
struct Requirement {
  unsigned ptx = 0, sm = 0;
  /// The targets with suffix that have it, if the module's is none of them.
  std::string targets;
  /// What needs it: the mnemonic or a modifier.
  std::string feature;
};
/// The first requirement of an instruction that a module does not meet; nothing
/// is set if it meets all.
Requirement findUnmet(const InstInfo &info, int64_t mods, unsigned ptx,
                      TargetArch target);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXINSTINFO_H

//===- PTXInstInfo.h - the table of PTX instructions ------------*- C++ -*-===//
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
  /// Its words are taken on every instruction, where they mean nothing.
  bool ignoredElsewhere;
};
/// Another spelling of a value.
struct AliasInfo {
  uint16_t spelling;
  uint16_t enumIndex;
  uint8_t value;
};
struct DataTypeInfo {
  char kind;
  uint16_t width;
  /// Never in a wider register.
  bool exact;
  /// Of registers and variables, too.
  bool isVariable;
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
  /// Written on an operand, not on the opcode.
  bool onOperand;
  /// Its spelling continues the word of the slot before.
  bool glued;
  /// The operands of the PTX text say it, not a modifier.
  bool hidden;
  /// Only behind the slot before it.
  bool behind;
  /// Values that are part of the opcode's name: bit i is value i.
  uint64_t inName;
};

enum class OperandKind : uint8_t {
  Value,
  Pred,
  Address,
  Vector,
  Carry,
  Pair,
  Imm,
  Sink
};
enum class TypeRule : uint8_t {
  Fixed,
  Slot,
  Wide,
  Fragment,
  Packed,
  Halves,
  Address,
  TmemAddress
};
/// Which registers of its width fit an operand: those of its type, integers,
/// integers and pairs of halves, untyped ones, all. Strict: those of the type,
/// each for itself also in a vector. Wide: as an address none below 32 bits.
/// Narrow: for 64 bits also integers of 32, for their value.
enum class RegisterRule : uint8_t {
  Typed,
  Integer,
  NoFloat,
  Untyped,
  Any,
  Strict,
  Wide,
  Narrow
};
/// How many values a vector operand has: what the vector slot says, the number
/// of matrices, a fragment of matrix A (dense or sparse), B or C, what a table
/// says, or a product of numbers under conditions.
enum class CountRule : uint8_t {
  One,
  Vector,
  Num,
  A,
  SparseA,
  B,
  C,
  Table,
  Product
};

struct OperandCondition {
  uint8_t slot;
  uint64_t mask;
};

/// A number of values where the conditions hold. A count is the product of its
/// factors, a factor the first number whose conditions hold.
struct CountFactor {
  uint16_t firstCondition;
  uint8_t numConditions, number;
  bool startsFactor;
};

/// The registers that fit an operand where the conditions hold.
struct RegisterChoice {
  uint16_t firstCondition;
  uint8_t numConditions;
  RegisterRule rule;
};

struct OperandInfo {
  uint16_t name;
  OperandKind kind;
  CountRule count;
  TypeRule rule;
  uint8_t fixedType, slotA, slotB;
  bool relaxed, orPred, optional, fixed, registerOnly;
  bool takesSpecial, takesVariable, takesSink;
  uint16_t firstCondition;
  /// The first `numOnly` conditions must hold for it to be there at all.
  uint8_t numConditions, numOnly;
  /// Operands in a row with the same number are one bracket of the text.
  uint8_t bracket;
  /// Slots of the part of the register, the sign, and of "was written", or -1.
  int8_t selector, negation, presence;
  uint8_t countSlot;
  uint16_t firstCount, firstRange;
  uint8_t numRanges;
  uint16_t firstFactor;
  uint8_t numFactors;
  /// Within the brackets of the address before it.
  bool inAddress;
  /// A vector of one value is in braces, too.
  bool braces;
  /// Integers may be a vector where floats are wanted: 2: always, 1: f64.
  uint8_t loose;
  /// Of the coordinates of an array one is its index.
  bool hasIndex;
  /// An address in a state space: that of a slot, else the fixed one, else
  /// generic.
  bool inSpace;
  int8_t spaceSlot;
  uint16_t fixedSpace;
  /// Of 64 bits where it is generic or global.
  bool fullWidth;
  /// The brackets of the address may be left out.
  bool bare;
  /// The low bits of a constant count.
  bool truncates;
  /// If it is optional, the first SM on which it may be written.
  uint8_t optionalSM;
  /// Likewise the PTX version.
  uint8_t optionalPTX;
  /// The slot of the constant that a constant may not exceed, or -1.
  int8_t atMost;
  uint16_t firstChoice;
  uint8_t numChoices;

  bool isAddress() const {
    return rule == TypeRule::Address || rule == TypeRule::TmemAddress;
  }
};

/// Legal constants: first, first + step ... last.
struct ConstantRange {
  int64_t first, last, step;
};

/// A target with suffix: `a` is this one, `f` its family.
struct TargetInfo {
  uint8_t sm;
  char suffix;
};

struct FormInfo {
  uint16_t firstMask;
  uint8_t minPTX, minSM;
  bool archSpecific;
  uint16_t firstTarget;
  uint8_t numTargets;
  /// If not 0: only in versions before this, or for targets before that.
  uint8_t beforePTX, beforeSM;
  /// The modifier that this spelling leaves out, where `meansValue` is not 0.
  uint8_t meansSlot, meansValue;

  bool isGone(unsigned ptx, unsigned sm) const {
    return (beforePTX || beforeSM) && ptx >= beforePTX && sm >= beforeSM;
  }
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
  uint8_t firstIgnored, numIgnored;

  llvm::StringRef mnemonic() const;
  llvm::ArrayRef<SlotInfo> slots() const;
  llvm::ArrayRef<OperandInfo> dsts() const;
  llvm::ArrayRef<OperandInfo> srcs() const;
  llvm::ArrayRef<FormInfo> forms() const;
  /// Words that are taken and mean nothing: offsets of strings.
  llvm::ArrayRef<uint16_t> ignored() const;
  /// Per slot, the mask of the values that the form allows.
  llvm::ArrayRef<uint64_t> masks(const FormInfo &form) const;
  /// The only targets that have the form; empty: those of its SMs.
  llvm::ArrayRef<TargetInfo> targets(const FormInfo &form) const;
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
/// Whether a word means nothing where no slot of the instruction has it.
bool isIgnoredElsewhere(llvm::StringRef spelling);
/// The enumeration whose first value has this spelling.
unsigned findEnum(llvm::StringRef firstSpelling);
/// PTX version and SM that introduced a value (0: always there).
const EnumValueInfo &getEnumValueInfo(unsigned enumIndex, unsigned value);

inline unsigned getField(const SlotInfo &slot, int64_t mods) {
  return unsigned(mods >> slot.offset & ((int64_t(1) << slot.width) - 1));
}

/// Whether the modifiers call for an operand. Operands that are optional in
/// the text count as `written` says.
bool isPresent(const OperandInfo &operand, const InstInfo &info, int64_t mods,
               bool written);
/// Whether it depends on a modifier that is on an operand.
bool dependsOnOperands(const OperandInfo &operand, const InstInfo &info);
/// Whether an operand may be left out with these modifiers.
bool isOptional(const OperandInfo &operand, const InstInfo &info, int64_t mods);
/// Whether a constant may be this operand.
bool isLegalConstant(const OperandInfo &operand, int64_t value);
/// The legal constants in words.
std::string describeConstants(const OperandInfo &operand);
/// The slot that holds an immediate operand; null if there is but one legal
/// constant.
const SlotInfo *getImmediateSlot(const OperandInfo &operand,
                                 const InstInfo &info);
/// The field that holds the immediate operand `value`; false if it cannot.
bool encodeImmediate(const OperandInfo &operand, const SlotInfo *slot,
                     int64_t value, uint64_t &field);
/// The immediate operand that a field means.
int64_t decodeImmediate(const OperandInfo &operand, const SlotInfo *slot,
                        unsigned field);
/// Number of values of an operand.
unsigned getCount(const OperandInfo &operand, const InstInfo &info,
                  int64_t mods);
/// The type of an operand, widened under `.wide`; None for an address.
DataType getOperandType(const OperandInfo &operand, const InstInfo &info,
                        int64_t mods);
/// Which registers fit an operand.
RegisterRule getRegisterRule(const OperandInfo &operand, const InstInfo &info,
                             int64_t mods);
/// Whether the register of an operand of this type must have 8 bits.
bool takesByte(const OperandInfo &operand, DataType type);
/// The width in bits of an operand as the text default: 64 for an address.
unsigned getDefaultWidth(const OperandInfo &operand, const InstInfo &info,
                         int64_t mods);

/// Which operand of the record each of `count` values of an operation is (those
/// that are always there first). False if there is no such number of values.
bool layoutOperands(llvm::ArrayRef<OperandInfo> operands, const InstInfo &info,
                    int64_t mods, unsigned count,
                    llvm::SmallVectorImpl<const OperandInfo *> &layout);

/// The first legal form that the modifiers match, or null. `opcodeOnly` leaves
/// those on operands aside.
const FormInfo *matchForm(const InstInfo &info, int64_t mods,
                          bool opcodeOnly = false);
/// Says what is wrong with modifiers that match no form.
/// Gives the slot that is to blame, too.
std::string explainMismatch(const InstInfo &info, int64_t mods,
                            unsigned *blamed = nullptr);

/// The opcode with its modifiers as the PTX text has it.
std::string getOpcodeText(const InstInfo &info, int64_t mods);

/// A missing PTX version or SM, or neither (both 0).
/// The modifiers that an old spelling stands for, in a module of this version
/// and target; `mods` itself if it is none.
int64_t addMeaning(const InstInfo &info, int64_t mods, unsigned ptx,
                   unsigned sm);
/// The modifiers of the old spelling, if there is one.
int64_t removeMeaning(const InstInfo &info, int64_t mods, unsigned ptx,
                      unsigned sm);

struct Requirement {
  unsigned ptx = 0, sm = 0;
  /// Only on targets with suffix a or f.
  bool archSpecific = false;
  /// The only targets that have it.
  std::string targets;
  /// The spelling is gone: the version and SM from which on.
  unsigned beforePTX = 0, beforeSM = 0;
  /// What needs it: the mnemonic or a modifier.
  std::string feature;
};
/// The first requirement of an instruction that a module does not meet; nothing
/// is set if it meets all. `suffix` is that of the target, 0 if it has none.
Requirement findUnmet(const InstInfo &info, int64_t mods, unsigned ptx,
                      unsigned sm, char suffix);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXINSTINFO_H

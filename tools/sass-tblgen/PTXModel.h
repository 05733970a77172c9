//===- PTXModel.h - PTX instruction records in C++ -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of PTXBase.td as C++ structures, checked: everything a backend
// says about a wrong record comes from here, with the record's location.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_SASS_TBLGEN_PTXMODEL_H
#define PTX_MLIR_TOOLS_SASS_TBLGEN_PTXMODEL_H

#include "llvm/ADT/StringMap.h"
#include "llvm/TableGen/Record.h"
#include <array>
#include <map>
#include <string>
#include <vector>

namespace ptxmlir::tblgen::ptx {

/// One value of an enumeration of modifiers.
struct EnumCase {
  std::string spelling, symbol;
  std::vector<llvm::StringRef> aliases;
  unsigned minPTX = 0, minSM = 0;
  const llvm::Record *record = nullptr;
};

struct ModEnum {
  llvm::StringRef cppName;
  bool isFlag = false, ignoredElsewhere = false;
  std::vector<EnumCase> cases;
  std::vector<llvm::StringRef> defaults;
  /// The value (index + 1) of `spelling`, 0 if it means the default, -1 if
  /// there is none.
  int lookup(llvm::StringRef spelling) const;
};

struct Slot {
  llvm::StringRef name, cppType;
  /// Index into Model::enums, -1 for a number.
  int enumIndex = -1;
  unsigned offset = 0, width = 0;
  bool onOperand = false, glued = false, hidden = false, behind = false;
  /// Values whose spellings are part of the opcode's name.
  uint64_t inName = 0;
};

/// One conjunct of an operand's condition: the slot has a value of the mask.
struct Condition {
  unsigned slot;
  uint64_t mask;
};

/// A number of values, where the conditions hold.
struct Count {
  std::vector<Condition> when;
  unsigned number = 1;
  bool startsFactor = false;
};

/// Which registers fit, where the conditions hold.
struct RegisterChoice {
  std::vector<Condition> when;
  /// The enumerator of RegisterRule.
  llvm::StringRef rule;
};

struct Operand {
  llvm::StringRef name, kind, type, count;
  bool relaxed = false, orPred = false, fixed = false, optional = false,
       registerOnly = false, takesSpecial = false, takesVariable = false,
       takesSink = false, inAddress = false, braces = false, fullWidth = false,
       bare = false, truncates = false, hasIndex = false;
  unsigned loose = 0;
  unsigned optionalSM = 0, optionalPTX = 0;
  /// The slot of the constant that a constant may not exceed; -1 if none.
  int atMost = -1;
  /// The state space of an address: that of a slot or a fixed one.
  llvm::StringRef space;
  int spaceSlot = -1;
  std::vector<Condition> when;
  /// How many of them must hold for the operand to be there at all.
  unsigned numOnly = 0;
  /// Type rule: Fixed, Slot, Wide, Fragment, Packed, Halves or Address, with
  /// its arguments.
  llvm::StringRef rule;
  unsigned fixedType = 0, slotA = 0, slotB = 0;
  unsigned bracket = 0;
  /// Slots of the selector, the negation, and of "was written"; -1 if none.
  int selector = -1, negation = -1, presence = -1;
  /// The number of values by the value of a slot, for the count rule Table.
  unsigned countSlot = 0;
  std::vector<unsigned> counts;
  /// The factors of the count rule Product.
  std::vector<Count> factors;
  std::vector<RegisterChoice> choices;
  /// Ranges of legal constants: first, last, step.
  std::vector<std::array<int64_t, 3>> ranges;
};

struct Form {
  std::vector<uint64_t> masks;
  unsigned minPTX = 0, minSM = 0;
  bool archSpecific = false;
  unsigned beforePTX = 0, beforeSM = 0;
  /// A modifier that this spelling leaves out, if the value is not 0.
  unsigned meansSlot = 0, meansValue = 0;
  /// SM and suffix of the only targets, if any.
  std::vector<std::pair<unsigned, char>> targets;
};

struct Inst {
  const llvm::Record *record = nullptr;
  std::string cppName;
  llvm::StringRef mnemonic;
  unsigned minPTX = 0, minSM = 0;
  bool convergent = false, pure = false;
  std::vector<llvm::StringRef> ignored;
  std::vector<Slot> slots;
  std::vector<Operand> dsts, srcs;
  std::vector<Form> forms;
};

struct Model {
  explicit Model(const llvm::RecordKeeper &records);
  std::vector<ModEnum> enums;
  std::vector<Inst> insts;

  /// The values of each slot that a text of PTX_Form takes; mistakes in it are
  /// reported at `where`.
  std::vector<uint64_t> readMasks(const Inst &inst, llvm::StringRef text,
                                  const llvm::Record *where) const;
  /// The value of a slot: its spelling, "none" for no modifier.
  std::string describe(const Slot &slot, unsigned value) const;

private:
  int enumIndex(const llvm::Record *record);
  void readInst(const llvm::Record *record);
  void readForm(Inst &inst, const llvm::Record *record);
  Operand readOperand(const Inst &inst, const llvm::Record *record);
  void readType(const Inst &inst, Operand &operand);
  void readCount(const Inst &inst, Operand &operand);
  void readFactors(const Inst &inst, Operand &operand) const;
  void readRegisters(const Inst &inst, llvm::StringRef text,
                     Operand &operand) const;
  void readConditions(const Inst &inst, llvm::StringRef text,
                      std::vector<Condition> &conditions) const;
  void readRanges(const Inst &inst, llvm::StringRef text, Operand &operand);
  unsigned slotIndex(const Inst &inst, llvm::StringRef name,
                     const llvm::Record *where = nullptr) const;
  uint64_t valueMask(const Inst &inst, unsigned slot, llvm::StringRef values,
                     const llvm::Record *where = nullptr) const;
  std::map<const llvm::Record *, int> enumOf;
};

} // namespace ptxmlir::tblgen::ptx

#endif // PTX_MLIR_TOOLS_SASS_TBLGEN_PTXMODEL_H

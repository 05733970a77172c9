//===- InstForms.h - opcodes with their modifiers --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module has few distinct opcode texts ("fma.rn.f32"): each is looked up in
// the instruction table once, and all that the parser needs is kept.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_INSTFORMS_H
#define PTX_MLIR_LIB_FORMAT_PTX_INSTFORMS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <string>

namespace ptxmlir::ptx {

/// True for the integers with and without sign.
inline bool isInteger(DataType type) {
  return getTypeKind(type) == 'u' || isSigned(type);
}

/// An operand as the text of one form has it.
struct OperandPlan {
  const OperandInfo *info;
  DataType type;
  /// Width of the register that holds the type; 64 for an address.
  uint8_t width;
  /// Number of values.
  uint8_t count;
  bool optional, relaxed, fixed;
  /// Whether it is there depends on modifiers of other operands.
  bool late;
  OperandKind kind;
  /// Which of the record's addresses it is.
  uint8_t addressIndex;
  RegisterRule registers = RegisterRule::Typed;
  /// Registers of any type of that width.
  bool untyped = false;
  bool isElement = false; ///< of a vector in braces
};

struct InstForm {
  /// What the parser treats itself instead of by the table.
  enum Special : uint8_t {
    Table,
    Mov,
    Bra,
    Brx,
    Call,
    Ret,
    Exit,
    Trap,
    Invalid
  };
  Special special = Table;
  bool uniform = false;
  /// It has operands of type .f64.
  bool usesDoubles = false;
  Opcode opcode = {};
  const InstInfo *info = nullptr;
  int64_t mods = 0;
  /// In the order of the text, carries and absent operands left out.
  llvm::SmallVector<OperandPlan, 4> dsts, srcs;
  bool carryOut = false, carryIn = false;
  /// Some modifiers are on operands: what is legal depends on them.
  bool hasOperandSlots = false;
  /// If the operands choose between several shapes: one form for each.
  std::vector<std::unique_ptr<InstForm>> alternatives;
  /// Error and warning to report at each use, empty if there is none.
  std::string error, warning;
  /// The part of the opcode's text that the error is about, and what should
  /// stand there if that is known.
  uint32_t errorOffset = 0, errorLength = 0;
  std::string fixit;
  /// The words of the slots, while the text is read.
  llvm::SmallVector<llvm::StringRef, 8> words;
  std::string name;
};

class InstForms {
public:
  /// Availability is judged for this version (major * 10 + minor) and SM.
  void setTarget(unsigned ptxVersion, unsigned smVersion,
                 llvm::StringRef targetName) {
    ptx = ptxVersion;
    sm = smVersion;
    target = targetName.str();
  }
  /// The form of an opcode text, the same object each time.
  const InstForm &get(llvm::StringRef text);
  /// What is wrong with all modifiers together, those on operands included;
  /// empty if nothing is.
  std::string check(const InstInfo &info, int64_t mods) const;

private:
  std::string checkAvailable(const InstInfo &info, int64_t mods) const;
  void resolve(llvm::StringRef text, InstForm &form);
  bool resolveControl(llvm::StringRef text, InstForm &form);
  /// The modifiers of `opcode`, which begin at `begin`.
  bool parseModifiers(llvm::StringRef opcode, size_t begin, InstForm &form);
  void addAlternatives(InstForm &form);
  void plan(InstForm &form);

  llvm::StringMap<std::unique_ptr<InstForm>> forms;
  unsigned ptx = 0, sm = 0;
  std::string target;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_INSTFORMS_H

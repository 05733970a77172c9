//===- Symbols.h - names of a PTX module -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scopes of PTX, with families of registers (`%r<100>`) that cost nothing until
// a member is used.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_SYMBOLS_H
#define PTX_MLIR_LIB_FORMAT_PTX_SYMBOLS_H

#include "Lexer.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <vector>

namespace ptxmlir::ptx {

/// What a name stands for.
struct Symbol {
  enum Kind : uint8_t {
    Register,    ///< index: register, of `lanes`
    Family,      ///< index: into Scopes::families
    Variable,    ///< index: into the module's symbol names
    Function,    ///< same
    Param,       ///< index: parameter, see `param`
    Local,       ///< index: `.local` variable of the function, or where it is
                 ///< in the block of those that functions share
    Label,       ///< index: label
    BranchTable, ///< index: branch table
    Prototype,   ///< index: prototype
    CallTargets, ///< index: list of callees
    Opaque       ///< parsed, but of no use as an operand
  };
  Kind kind;
  ParamKind param = ParamKind::Input;
  Space space = Space::None;
  DataType type = DataType::None;
  /// Registers of a vector register.
  uint8_t lanes = 1;
  /// Of a Local.
  bool isShared = false;
  /// A variable with elements.
  bool isArray = false;
  uint32_t index = 0;
  /// Bytes of one element.
  uint32_t elementSize = 0;
  Position position;
};

/// `%r<100>`: registers named by a number, numbered when first used.
struct RegisterFamily {
  DataType type;
  uint8_t lanes;
  uint32_t count;
  std::vector<uint32_t> registers;
};

/// Nested scopes of names. Entering and leaving a scope costs as much as what
/// it declares.
class Scopes {
public:
  void push() { marks.push_back(entries.size()); }
  void pop();
  unsigned depth() const { return marks.size(); }

  /// Declares a name in the innermost scope; returns the symbol that has it in
  /// this scope already, or null. A variable may not have the name of a member
  /// of a family; a label may.
  const Symbol *declare(llvm::StringRef name, const Symbol &symbol);
  /// Declares `prefix<count>`. If a variable of this scope has the name of a
  /// member, that is `clash`, and its symbol is returned.
  const Symbol *declareFamily(llvm::StringRef prefix, DataType type,
                              uint8_t lanes, uint32_t count, Position position,
                              llvm::StringRef &clash);
  /// The innermost symbol of a name; `number` is set for a member of a family.
  const Symbol *lookup(llvm::StringRef name, uint32_t &number) const;
  /// The family of the innermost scope that has a register of that name, or
  /// null.
  const Symbol *lookupFamilyMember(llvm::StringRef name) const;
  /// The symbol of a name in the innermost scope.
  const Symbol *lookupInnermost(llvm::StringRef name) const;

  std::vector<RegisterFamily> families;

private:
  using Map = llvm::StringMap<uint32_t>;
  struct Entry {
    Symbol symbol;
    llvm::StringMapEntry<uint32_t> *key;
    uint32_t shadowed;
    bool isPrefix;
  };
  /// One more than the entry of a name, 0 if it has none.
  uint32_t find(llvm::StringRef name, uint32_t &number) const;
  const Symbol *insert(Map &map, llvm::StringRef name, const Symbol &symbol,
                       bool isPrefix);
  const Entry *findNumbered(llvm::StringRef prefix, uint32_t count) const;
  /// One more than the entry of the family with a prefix, 0 without one.
  uint32_t findPrefix(llvm::StringRef prefix) const;
  /// Names and prefixes of families; values are indices into `entries` + 1.
  Map names, prefixes;
  /// What findPrefix() found of short prefixes, until one is declared or goes:
  /// nearly every operand asks for one of a few.
  struct Found {
    uint64_t prefix = 0;
    uint32_t entry = 0;
  };
  mutable std::array<Found, 16> found{};
  /// How many names begin with each byte. Mostly no name but those of families
  /// begins with '%': then a register is found without a look at the names.
  std::array<uint32_t, 256> numNames{};
  std::vector<Entry> entries;
  std::vector<uint32_t> marks;
  /// The entries of variables whose names end in a digit, as those of members
  /// of families do.
  std::vector<uint32_t> numbered;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_SYMBOLS_H

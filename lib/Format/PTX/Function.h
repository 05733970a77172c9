//===- Function.h - a parsed PTX function body -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lies between the parser and SSA: statements over numbered registers,
// checked against their instruction records, in flat arrays.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_FUNCTION_H
#define PTX_MLIR_LIB_FORMAT_PTX_FUNCTION_H

#include "InstForms.h"
#include "Lexer.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include <vector>

namespace ptxmlir::ptx {

constexpr uint32_t kNone = ~0u;
/// No instruction has more address operands.
constexpr unsigned kMaxAddresses = 5;
/// The register of the carry flag CC.CF in every function.
constexpr uint32_t kCarryRegister = 0;

/// A value that a statement reads.
struct Source {
  enum Kind : uint8_t {
    Register, ///< id: register; value: 0, or for a narrow one that is to be
              ///< extended to `width` bits its type, and from bit 8 on what
              ///< is added on the way
    Constant, ///< value
    SpecialRegister, ///< id: SpecialRegister
    Symbol, ///< id: index into the module's symbol names; value: offset
    Param,  ///< id: index; `param`: whose; value: offset
    Local,  ///< id: index; value: offset
    Undefined
  };
  Kind kind = Undefined;
  /// A predicate read as `!p`.
  bool negated = false;
  ParamKind param = ParamKind::Input;
  /// Of a Symbol or Local: None, or the space of which its generic address is
  /// meant.
  Space generic = Space::None;
  /// Bits of the value.
  uint8_t width = 0;
  uint32_t id = 0;
  int64_t value = 0;
};

/// A register that a statement writes; kNone for a result that is discarded.
struct Dest {
  uint32_t reg = kNone;
  uint8_t width = 0;
};

struct Statement {
  enum Kind : uint8_t {
    Inst,
    Move,   ///< destinations get the sources, one by one
    Pack,   ///< one destination from several sources
    Unpack, ///< several destinations from one source
    Call,
    Label,
    // Ends of blocks.
    Branch,
    IndexedBranch,
    Return,
    Exit,
    Trap
  };
  Kind kind = Inst;
  bool guardNegated = false, uniform = false;
  uint32_t guard = kNone;
  Position position;
  const InstForm *form = nullptr;
  /// Packed modifiers, without guard bits.
  int64_t mods = 0;
  /// Offsets of the address operands.
  int64_t offsets[kMaxAddresses] = {};
  uint8_t numAddresses = 0;
  uint32_t firstDest = 0, numDests = 0;
  uint32_t firstSource = 0, numSources = 0;
  /// Label of a Label or Branch; branch table, call.
  uint32_t index = kNone;
  /// The `.pragma` directives before it, in FunctionBody::pragmas.
  uint32_t pragmas = kNone;
  /// Its source place, in FunctionBody::debugLocs.
  uint32_t debugLoc = kNone;

  bool isTerminator() const { return kind >= Branch; }
  /// The instruction reads what its destinations hold before.
  bool updatesDests() const;
};

/// The parts of a call that are no registers.
struct CallInfo {
  /// Name of the callee, or null for an indirect call (its target is source 0).
  mlir::FlatSymbolRefAttr callee;
  /// Index of the `.param` variable of each argument, -1 for a register.
  std::vector<int32_t> args, rets;
  mlir::ArrayAttr prototypeParams, prototypeReturns, targets;
};

struct RegisterInfo {
  DataType type = DataType::None;
  uint8_t width = 0;
  /// Where its name stands in the text, or kNone.
  uint32_t name = kNone;
};

struct FunctionBody {
  std::vector<RegisterInfo> registers;
  std::vector<Statement> statements;
  std::vector<Dest> dests;
  std::vector<Source> sources;
  std::vector<CallInfo> calls;
  /// Labels of `.branchtargets`.
  std::vector<std::vector<uint32_t>> branchTables;
  uint32_t numLabels = 0;
  /// What `.pragma` directives of the body say.
  std::vector<mlir::ArrayAttr> pragmas;
  /// Labels that debugging sections may name: statement and name.
  std::vector<std::pair<uint32_t, mlir::StringAttr>> labelNames;
  /// What `.loc` said, in the order of the text.
  std::vector<mlir::LocationAttr> debugLocs;
  /// Registers of the `.reg` parameters and return values, in order.
  std::vector<uint32_t> inputRegisters, returnRegisters;

  void clear();
  /// Takes the registers that nothing reads from the results of guarded
  /// statements: what they hold where the guard is false does not matter, and
  /// must not go around loops.
  void dropUnreadResults();
  llvm::ArrayRef<Source> sourcesOf(const Statement &s) const {
    return llvm::ArrayRef(sources).slice(s.firstSource, s.numSources);
  }
  llvm::ArrayRef<Dest> destsOf(const Statement &s) const {
    return llvm::ArrayRef(dests).slice(s.firstDest, s.numDests);
  }
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_FUNCTION_H

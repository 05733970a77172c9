//===- InstParser.h - Parses one instruction as one record ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of modifiers and operands for a candidate record: modifiers and
// operands in OperandParser.cpp, the operand syntax in AsmParser.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_ISA_TEXT_INSTPARSER_H
#define PTXMLIR_LIB_ISA_TEXT_INSTPARSER_H

#include "AsmSyntax.h"
#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <array>

namespace ptxmlir::sass {

/// What is known after matching a part of the text.
struct State {
  isa::Inst inst;
  llvm::StringRef rest;
  uint32_t writtenSlots = 0, reuseSlots = 0;
  uint64_t decidedMods = 0;
  unsigned addressItems = 0;
};

/// The items still to be matched.
struct Rest {
  llvm::ArrayRef<AsmItem> items;
  const Rest *next;
};

/// Keeps the error at the furthest place of the text.
class Diagnosis {
public:
  explicit Diagnosis(llvm::StringRef text) : text(text) {}
  /// Always false.
  bool fail(llvm::StringRef at, const llvm::Twine &message) {
    size_t column = size_t(at.data() - text.data());
    if (empty || column > furthest) {
      furthest = column;
      what = message.str();
      empty = false;
    }
    return false;
  }
  /// Whether the error kept is at this place.
  bool isAt(llvm::StringRef at) const {
    return !empty && furthest == size_t(at.data() - text.data());
  }
  std::string str() const {
    return ("column " + llvm::Twine(furthest + 1) + ": " + what).str();
  }

private:
  llvm::StringRef text;
  size_t furthest = 0;
  bool empty = true;
  std::string what;
};

/// Parses modifiers and operands of one candidate record.
class InstParser {
public:
  InstParser(const isa::InstDesc &desc, unsigned sm,
             const ParseOptions &options, Diagnosis &diagnosis);
  /// `start.rest` begins with the modifiers. On success `result` is complete.
  bool run(State start, State &result);

private:
  bool parseModifiers(State &s);
  bool parseModifiersFrom(State &s, size_t mod);
  bool match(const Rest &rest, State s, State &result);
  bool matchSlot(const AsmItem &item, State &s);
  bool matchOperand(unsigned slot, State &s, const AsmItem *item = nullptr);
  bool matchSuffix(const AsmItem *item, State &s);
  bool matchRegister(unsigned slot, State &s, isa::Operand &op);
  bool matchImmediate(unsigned slot, State &s, isa::Operand &op);
  bool matchCBank(State &s, isa::Operand &op);
  bool matchLabel(State &s, isa::Operand &op);
  bool matchMod(unsigned mod, State &s);
  bool matchSet(unsigned mod, State &s);
  bool matchQuad(unsigned mod, State &s);
  bool matchNumber(State &s, int64_t &value);
  bool matchCondition(const AsmItem &item, const Rest &after, State s,
                      State &result);
  bool matchLeftovers(State &s);
  bool finish(State s, State &result);
  bool chooseForm(State &s, bool strict, std::string &error);
  void setMod(State &s, unsigned mod, uint64_t value) {
    s.inst.mods = desc.mods[mod].field.set(s.inst.mods, value);
    s.decidedMods |= uint64_t(1) << mod;
  }
  void setFlag(State &s, int mod, bool value) {
    if (mod >= 0)
      setMod(s, unsigned(mod), value);
  }
  bool canBe(unsigned slot, isa::Operand::Kind kind) const {
    return kinds[slot] >> kind & 1;
  }

  const isa::InstDesc &desc;
  unsigned sm;
  const ParseOptions &options;
  Diagnosis &diagnosis;
  /// Per slot, a bit for each kind that it has in some form on this SM.
  std::array<uint16_t, isa::kMaxSlots> kinds = {};
};
inline void skipBlanks(llvm::StringRef &s) { s = s.ltrim(" \t"); }

/// Whether a name or number ends here.
inline bool atWordEnd(llvm::StringRef s) {
  return s.empty() || !(llvm::isAlnum(s[0]) || s[0] == '_');
}

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_ISA_TEXT_INSTPARSER_H

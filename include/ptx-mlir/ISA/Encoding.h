//===- Encoding.h - Tables of the instruction encodings ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the fields of an instruction lie in the 128-bit word, form by form. Only
// the codec and tools that explain encodings need this header.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ENCODING_H
#define PTXMLIR_ISA_ENCODING_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa {

/// What a place holds.
enum class PlaceKind : uint8_t {
  Reg,   ///< number of an R, P, UP or B register
  UReg,  ///< number of a uniform register, on some SMs 6 bits of it
  Value, ///< immediate, constant bank offset or label distance
  Bank,  ///< constant bank number
  Mod,   ///< modifier
};

/// Bits lo .. lo+width-1 of the word hold bits fromBit .. of (value >> shift).
struct PlaceDesc {
  PlaceKind kind;
  uint8_t index; ///< slot or modifier
  uint8_t lo, width;
  uint8_t fromBit, shift;
  bool isSigned; ///< this part holds the sign bit of a signed value
  bool inverted;
  /// Bits of the whole value, all parts and the shift together; 0 in all but
  /// one part of a split field.
  uint8_t totalBits;
};

struct FormDesc {
  Opcode inst;
  uint8_t index; ///< in InstDesc::forms
  uint16_t minSM, maxSM;
  uint16_t opcode; ///< bits 11:0
  bool bit91;
  std::array<Operand::Kind, kMaxSlots> kinds;
  /// Bit s: slot s has no place, the operand must be absent.
  uint16_t unplacedSlots;
  /// Modifier bits without a place; they must have their default.
  uint64_t unplacedMods;
  Word fixedMask, fixedValue;
  /// All bits that a field, the guard or the control fields may set.
  Word knownMask;
  llvm::ArrayRef<PlaceDesc> places;

  bool holdsFor(unsigned sm) const { return minSM <= sm && sm <= maxSM; }
};

/// A condition of a rule.
struct CondDesc {
  enum Test : uint8_t { Mod, Absent, Kind, ModPlaced, SlotPlaced };
  Test test;
  uint8_t index; ///< modifier or slot
  bool negated;
  /// Bit v: the modifier's value v (of an enum with more than 6 bits: its v-th
  /// value), the Operand::Kind v.
  uint64_t values;
};

/// What does not go together: no instruction fulfils all the conditions.
struct RuleDesc {
  uint16_t minSM, maxSM;
  llvm::ArrayRef<CondDesc> conds;
  bool holdsFor(unsigned sm) const { return minSM <= sm && sm <= maxSM; }
};

/// What holds where all of the conditions, on modifiers, do.
struct FactDesc {
  Fact fact;
  llvm::ArrayRef<CondDesc> conds;
};

/// The rule of the SM that the instruction in this form breaks, null if there
/// is none.
const RuleDesc *findBrokenRule(const Inst &inst, const FormDesc &form,
                               unsigned sm);

/// The forms that share a decode key (bits 11:0, bit 91 as bit 12), all SMs.
llvm::ArrayRef<const FormDesc *> getFormsOfKey(unsigned key);
/// All instructions, in the order of Opcode.
llvm::ArrayRef<InstDesc> getAllInsts();

/// An entry of ptxas's opcode table.
struct OriOpcodeDesc {
  int16_t index = -1; ///< -1: known by name only
  const char *name = nullptr;
  const char *unreached = nullptr; ///< why there is no record, or ""
  llvm::ArrayRef<Opcode> records = {};
};
/// A run of indices of that table that came with one SM.
struct OriRangeDesc {
  const char *name = nullptr; ///< "SM82"
  int16_t first = 0, last = 0;
};
/// The table in the order of the indices; entries known by name only come last.
llvm::ArrayRef<OriOpcodeDesc> getOriOpcodes();
llvm::ArrayRef<OriRangeDesc> getOriRanges();

/// The form that encode() uses for `inst` on this SM: the first that takes its
/// operand kinds and values; -1 if there is none.
int chooseForm(const Inst &inst, unsigned sm);

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_ENCODING_H

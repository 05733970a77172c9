//===- ISAModel.h - Instruction records, read and checked -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `Inst` records of ISA/*.td as plain C++ data. Reading them checks them:
// every mistake is reported at the record's location, and the tool fails after
// the last one, so that one run shows all mistakes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_SASSTBLGEN_ISAMODEL_H
#define PTXMLIR_TOOLS_SASSTBLGEN_ISAMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ptxmlir::tblgen {

/// Operand kinds in the order of isa::Operand::Kind.
enum Kind : uint8_t { None, R, UR, P, UP, B, Imm, CBank, Label };

/// A set of bits of the 128-bit word.
struct Bits {
  uint64_t lo = 0, hi = 0;
  static Bits range(unsigned high, unsigned low);
  Bits operator|(Bits o) const { return {lo | o.lo, hi | o.hi}; }
  Bits operator&(Bits o) const { return {lo & o.lo, hi & o.hi}; }
  Bits operator^(Bits o) const { return {lo ^ o.lo, hi ^ o.hi}; }
  bool any() const { return lo | hi; }
};

struct ModValue {
  uint64_t value;
  std::string spelling;
  std::string enumName;
  unsigned regs;
  int oldValue; // before ModEnum::changedAt, -1 for none
  std::string oldSpelling;
  unsigned minSM, maxSM;
  std::string otherSpelling;
  unsigned otherMinSM, otherMaxSM;
};

struct ModEnum {
  const llvm::Record *record;
  std::string cppName;
  unsigned bitWidth;
  unsigned changedAt; // first SM with the new numbers, 0 for all
  std::vector<ModValue> values;
};

struct Mod {
  std::string name;
  unsigned width;
  unsigned lsb = 0;
  uint64_t dflt = 0;
  bool isSigned = false;
  bool inOperands = false;
  bool isSlotFlag = false;
  std::string flagSpelling;
  const ModEnum *enumeration = nullptr;
};

struct Slot {
  std::string name;
  Kind kind;
  bool isDef;
  unsigned width;    // 0: by widthMod
  int widthMod = -1; // indices into Inst::mods
  int negMod = -1, absMod = -1, notMod = -1;
  std::string immFormat;
  // WidthBySum: a bit set of indices into Inst::mods, and what part of the sum.
  uint32_t sumMods = 0;
  unsigned sumFrom = 0, sumMost = 0;
  int scaleMod = -1, packMod = -1;
  unsigned unread = 0; // of the first registers
};

/// What a place holds.
enum class Field : uint8_t { SlotValue, SlotBank, Mod };

struct Place {
  Field field;
  unsigned index; // slot or modifier
  int hi, lo;
  unsigned fromBit, shift;
  bool isSigned, inverted;
};

struct Form {
  const llvm::Record *record;
  unsigned opcode;
  bool bit91;
  unsigned minSM, maxSM;
  std::vector<Kind> kinds; // one per slot
  std::vector<Place> places;
  std::vector<bool> slotPlaced, modPlaced;
  Bits fixedMask, fixedValue; // including opcode and bit 91
  Bits knownMask;             // including guard and control
  unsigned key() const { return opcode | unsigned(bit91) << 12; }
};

/// A condition of a rule, as isa::CondDesc.
struct Cond {
  const char *test;
  unsigned index;
  bool negated;
  uint64_t values;
};

struct Rule {
  unsigned minSM, maxSM;
  std::vector<Cond> conds;
};

/// What holds where all conditions, on modifiers, do.
struct Fact {
  std::string name; // isa::Fact
  std::vector<Cond> conds;
};

struct Inst {
  const llvm::Record *record;
  std::string name, mnemonic, oldMnemonic, asmString, sched;
  unsigned mnemonicChangedAt;
  int oriIndex; // -1 for none
  std::vector<int> moreOriIndices;
  unsigned numDefs;
  uint64_t defaultMods = 0;
  uint32_t flags = 0;                        // isa::InstFlag
  uint8_t readSpaces = 0, writtenSpaces = 0; // sets of isa::MemorySpace
  // isa::BranchKind, ConvergenceRole, SyncKind, Operation, ResultScope,
  // SparseKind.
  std::string branch, role, sync, operation, scope, sparse;
  std::vector<Slot> slots;
  std::vector<Mod> mods;
  std::vector<Form> forms;
  std::vector<Rule> rules;
  std::vector<Fact> facts;
};

/// An entry of ptxas's opcode table (OriOpcodes.td).
struct OriOpcode {
  const llvm::Record *record;
  int index; // -1 for not known
  std::string name, unreached;
  std::vector<std::string> mnemonics;
  std::vector<unsigned> insts; // indices into ISAModel::insts
};

/// A run of indices of that table that came with one SM.
struct OriRange {
  const llvm::Record *record;
  std::string name;
  int first, last;
};

struct ISAModel {
  std::vector<ModEnum> enums; // sorted by C++ name
  std::vector<std::string> schedClasses;
  std::vector<Inst> insts;           // sorted by record name
  std::vector<OriRange> oriRanges;   // sorted by index
  std::vector<OriOpcode> oriOpcodes; // sorted by index, those without one last
  unsigned firstWideUniformSM,
      lastWideUniformSM; // isa::hasWideUniformRegisters

  /// Reads all records; reports every mistake and exits if there was one.
  explicit ISAModel(const llvm::RecordKeeper &records);
};

/// Reads and checks the Rules and Facts of a record, whose slots and modifiers
/// are known (ISARules.cpp).
void readRules(Inst &inst);
/// Reads the opcode table and finds the records of its entries; reports entries
/// and indices that contradict each other (OriOpcodes.cpp).
void readOriOpcodes(const llvm::RecordKeeper &records, ISAModel &model);
/// Reports forms that a decoder cannot tell apart (ISAChecks.cpp).
void checkDecodability(const ISAModel &model);
/// Reports overlapping fields, values that do not fit, fields without a place.
void checkForm(const Inst &inst, const Form &form);

/// The C++ identifier of a modifier or slot name; keywords get an underscore.
std::string cppIdentifier(llvm::StringRef name);
/// Whether the name is a macro of common C headers.
bool isReservedName(llvm::StringRef name);

} // namespace ptxmlir::tblgen

#endif // PTXMLIR_TOOLS_SASSTBLGEN_ISAMODEL_H

//===- Inst.h - One decoded SASS instruction --------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value types that the encoder, the decoder, the assembly printer and
// parser, the scheduler and the interpreter share. Nothing here depends on
// MLIR. The tables that describe opcodes are generated from ISA/*.td.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_INST_H
#define PTXMLIR_ISA_INST_H

#include "ptx-mlir/ISA/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace ptxmlir::isa {

/// The SASS opcodes, one enumerator per Inst record (`Opcode::IADD3`).
enum class Opcode : uint16_t {
#define GET_ISA_OPCODE_ENUM
#include "ptx-mlir/ISA/ISAEnums.h.inc"
  Count
};

/// Enums of spelled modifiers (isa::Round::RZ, isa::MemType::B64, ...).
#define GET_ISA_MOD_ENUMS
#include "ptx-mlir/ISA/ISAEnums.h.inc"

/// Registers that hold no value: reading gives zero / true.
constexpr unsigned RZ = 255;
constexpr unsigned PT = 7;
/// URZ in an Inst is always 255; the encoder narrows it to 63 for SMs without
/// hasWideUniformRegisters().
constexpr unsigned URZ = 255;
constexpr unsigned UPT = 7;

/// The 128-bit instruction word, bit 0 = bit 0 of `lo`.
struct Word {
  uint64_t lo = 0, hi = 0;
  bool operator==(const Word &o) const { return lo == o.lo && hi == o.hi; }
  bool operator!=(const Word &o) const { return !(*this == o); }
};

/// An operand of a decoded instruction.
struct Operand {
  enum Kind : uint8_t { None, R, UR, P, UP, B, Imm, CBank, Label };
  Kind kind = None;
  /// Register number; the bank of a CBank.
  uint16_t reg = 0;
  /// Imm: the value (32-bit immediates zero-extended unless the place is
  /// signed). CBank: byte offset. Label: bytes from the next instruction.
  int64_t value = 0;

  static Operand r(unsigned n) { return {R, uint16_t(n), 0}; }
  static Operand ur(unsigned n) { return {UR, uint16_t(n), 0}; }
  static Operand p(unsigned n) { return {P, uint16_t(n), 0}; }
  static Operand up(unsigned n) { return {UP, uint16_t(n), 0}; }
  static Operand b(unsigned n) { return {B, uint16_t(n), 0}; }
  static Operand imm(int64_t v) { return {Imm, 0, v}; }
  static Operand cbank(unsigned bank, int64_t offset) {
    return {CBank, uint16_t(bank), offset};
  }
  static Operand label(int64_t distance) { return {Label, 0, distance}; }
  bool isReg() const { return kind >= R && kind <= B; }
  bool operator==(const Operand &o) const {
    return kind == o.kind && reg == o.reg && value == o.value;
  }
};

/// The scheduling control fields (bits 105 to 124), the same on every SM.
struct Control {
  uint8_t stall = 0;  ///< cycles before the next issue of this warp, 0..15
  bool yield = false; ///< true: the warp may be switched (bit 109 clear)
  uint8_t writeBarrier = 7; ///< dependency barrier set on write, 0..5, 7 = none
  uint8_t readBarrier =
      7;                ///< dependency barrier released after reading, 7 = none
  uint8_t waitMask = 0; ///< bit k: wait for dependency barrier k
  uint8_t reuse = 0;    ///< operand reuse cache bits (A, B, C)
  /// The fewest cycles until the next issue. ptxas counts two for a stall of 0,
  /// which only ERRBAR and the like have (observed).
  unsigned cycles() const { return stall ? stall : 2; }
  bool operator==(const Control &o) const {
    return stall == o.stall && yield == o.yield &&
           writeBarrier == o.writeBarrier && readBarrier == o.readBarrier &&
           waitMask == o.waitMask && reuse == o.reuse;
  }
};

/// Most slots of any instruction.
constexpr unsigned kMaxSlots = 10;

/// A decoded instruction: operands in the order of InstDesc::slots, modifiers
/// packed as the record declares them.
struct Inst {
  Opcode opcode = Opcode::Count;
  /// Index of the form in InstDesc::forms, 0xff = choose by operand kinds.
  uint8_t form = 0xff;
  uint8_t guard = PT;
  bool guardNot = false;
  Control control;
  uint64_t mods = 0;
  std::array<Operand, kMaxSlots> ops = {};
  bool operator==(const Inst &o) const {
    return opcode == o.opcode && form == o.form && guard == o.guard &&
           guardNot == o.guardNot && control == o.control && mods == o.mods &&
           ops == o.ops;
  }
};

/// A field of the packed modifier word.
struct ModField {
  uint8_t lsb;
  uint8_t width;
  bool isSigned = false;
  constexpr uint64_t mask() const {
    return width == 64 ? ~uint64_t(0) : ((uint64_t(1) << width) - 1);
  }
  constexpr uint64_t get(uint64_t mods) const { return (mods >> lsb) & mask(); }
  constexpr int64_t getSigned(uint64_t mods) const {
    uint64_t v = get(mods);
    return int64_t(v << (64 - width)) >> (64 - width);
  }
  constexpr uint64_t set(uint64_t mods, uint64_t value) const {
    return (mods & ~(mask() << lsb)) | ((value & mask()) << lsb);
  }
};

/// Per opcode, named after the record: slot indices and modifier fields, e.g.
/// isa::LDG::kAddr (slot index), isa::LDG::type (ModField),
/// isa::LDG::kDefaultMods.
#define GET_ISA_FIELDS
#include "ptx-mlir/ISA/ISAEnums.h.inc"

/// How an immediate is written in assembly text (Slot.ImmFormat).
enum class ImmFormat : uint8_t {
  U32,    ///< hexadecimal
  S32,    ///< signed hexadecimal
  F32,    ///< f32
  F64Hi,  ///< high word of an f64
  F16x2,  ///< two f16
  BF16x2, ///< two bf16
  S64,    ///< signed hexadecimal of any width
  U64,    ///< unsigned hexadecimal of 64 bits
};

struct SlotDesc {
  const char *name;
  Operand::Kind kind; ///< kind in the default form
  bool isDef;
  uint8_t width;   ///< registers spanned, 0: by modifier `widthMod`
  int8_t widthMod; ///< index into InstDesc::mods or -1
  int8_t negMod, absMod, notMod; ///< indices into InstDesc::mods or -1
  uint8_t immFormat;             ///< isa::ImmFormat
  /// WidthBySum: the modifiers that are added up (bit i: modifier i), and what
  /// part of the sum the slot holds. 0: not such a slot.
  uint32_t sumMods = 0;
  uint8_t sumFrom = 0, sumMost = 0;
  int8_t scaleMod = -1, packMod = -1; ///< indices into InstDesc::mods or -1
  uint8_t unread = 0; ///< so many of the first registers are not accessed
};

struct ModValueDesc {
  uint32_t value;
  const char *spelling;
  uint8_t regs;
  /// Before ModDesc::changedAt: the number in the word, -1 for none, and the
  /// spelling.
  int16_t oldValue;
  const char *oldSpelling;
  uint16_t minSM, maxSM; ///< the SMs that have the value
  /// What NVIDIA's disassembler calls it for the SMs otherMinSM to otherMaxSM.
  const char *otherSpelling;
  uint16_t otherMinSM, otherMaxSM;
  bool holdsFor(unsigned sm) const { return minSM <= sm && sm <= maxSM; }
  const char *spellingFor(unsigned sm) const {
    return otherMinSM <= sm && sm <= otherMaxSM ? otherSpelling : spelling;
  }
};

struct ModDesc {
  const char *name;
  ModField field;
  uint64_t dflt;
  bool inOperands;
  bool isSlotFlag;
  const char *flagSpelling;            ///< one-bit flags
  llvm::ArrayRef<ModValueDesc> values; ///< enums
  /// Bit v is set if v is a value of the enum; all ones where the modifier is
  /// no enum or `listed` is set.
  uint64_t validValues;
  /// The enum has more than six bits or values that only some SMs have.
  bool listed;
  /// The first SM with these numbers and spellings of the values; 0: all.
  uint16_t changedAt;

  bool isOld(unsigned sm) const { return sm < changedAt; }
  /// Whether the SM has the value.
  bool has(const ModValueDesc &v, unsigned sm) const {
    return v.holdsFor(sm) && (!isOld(sm) || v.oldValue >= 0);
  }
  const char *spelling(const ModValueDesc &v, unsigned sm) const {
    return isOld(sm) ? v.oldSpelling : v.spellingFor(sm);
  }
  bool isValid(uint64_t value, unsigned sm) const {
    if (!listed)
      return validValues >> (value & 63) & 1;
    for (const ModValueDesc &v : values)
      if (v.value == value)
        return v.holdsFor(sm);
    return false;
  }
};

enum class SchedClassId : uint8_t {
#define GET_ISA_SCHED_CLASSES
#include "ptx-mlir/ISA/ISAEnums.h.inc"
  Count
};

struct FormDesc;
struct RuleDesc;
struct FactDesc;

struct InstDesc {
  Opcode opcode;
  const char *name;           ///< record name, "IADD3"
  const char *mnemonic;       ///< as printed, "IADD3"
  const char *oldMnemonic;    ///< before SM mnemonicChangedAt
  uint16_t mnemonicChangedAt; ///< 0: always `mnemonic`
  const char *asmString;      ///< operand syntax, "" for the default
  int16_t oriIndex;
  SchedClassId sched;
  uint8_t numDefs;
  uint8_t numUses;
  uint32_t flags;
  uint8_t readSpaces;    ///< the set of MemorySpace that it may read
  uint8_t writtenSpaces; ///< and write
  BranchKind branch;
  ConvergenceRole role;
  SyncKind sync;
  Operation operation;
  ResultScope scope;
  SparseKind sparse;
  uint64_t defaultMods;
  llvm::ArrayRef<SlotDesc> slots; ///< defs, then uses
  llvm::ArrayRef<ModDesc> mods;
  llvm::ArrayRef<FormDesc> forms;
  llvm::ArrayRef<RuleDesc> rules;
  llvm::ArrayRef<FactDesc> facts;
  bool is(InstFlag f) const { return flags & f; }
  /// Whether it holds with these modifiers.
  bool holds(Fact fact, uint64_t mods) const {
    return !facts.empty() && findFact(fact, mods);
  }
  /// All that it may access.
  uint8_t spaces() const { return readSpaces | writtenSpaces; }
  /// Whether it accesses this memory and no other.
  bool isOnlyIn(MemorySpace space) const { return spaces() == space; }
  /// Whether its results are in uniform registers.
  bool writesUniform() const {
    return numDefs &&
           (slots[0].kind == Operand::UR || slots[0].kind == Operand::UP);
  }
  const char *getMnemonic(unsigned sm) const {
    return sm < mnemonicChangedAt ? oldMnemonic : mnemonic;
  }
  /// Index into `mods`, or -1.
  int findMod(llvm::StringRef name) const;
  int findSlot(llvm::StringRef name) const;
  /// The value of a modifier by name; zero where the record has none.
  uint64_t getMod(llvm::StringRef name, uint64_t mods) const {
    int index = findMod(name);
    return index < 0 ? 0 : this->mods[size_t(index)].field.get(mods);
  }

private:
  bool findFact(Fact fact, uint64_t mods) const;
};

/// The description of an opcode; constant time.
const InstDesc &getDesc(Opcode opcode);
/// Whether an SM has the opcode in some form.
bool hasOpcode(Opcode opcode, unsigned sm);
/// Whether numbers of uniform registers have eight bits; others have six.
bool hasWideUniformRegisters(unsigned sm);
/// Opcode by record name ("IMAD_WIDE"), Count if there is none.
Opcode findOpcode(llvm::StringRef recordName);

/// 32-bit registers that slot `slot` of an instruction with these modifiers
/// spans.
unsigned slotWidth(const InstDesc &desc, unsigned slot, uint64_t mods);

/// A run of registers that an instruction reads or writes. Of a tuple whose
/// first registers are not accessed (SlotDesc::unread) it is the rest.
struct RegRange {
  Operand::Kind file; ///< R, UR, P, UP or B
  uint16_t first;
  uint8_t count;
  uint8_t slot; ///< slot index, or 0xff for the guard
};
/// Registers read and written, without RZ/PT/URZ/UPT. The guard counts as read.
void collectRegs(const Inst &inst, llvm::SmallVectorImpl<RegRange> &reads,
                 llvm::SmallVectorImpl<RegRange> &writes);
/// The same with the predicates that R2P writes and P2R reads, which are bits
/// of a mask; they have the mask's slot.
void collectAllRegs(const Inst &inst, llvm::SmallVectorImpl<RegRange> &reads,
                    llvm::SmallVectorImpl<RegRange> &writes);

/// The first form of the opcode on this SM whose slot kinds fit `kinds` (one
/// per slot); -1 if the SM has no such form. An absent register (RZ, URZ, PT)
/// counts as its file.
int findForm(const InstDesc &desc, llvm::ArrayRef<Operand::Kind> kinds,
             unsigned sm);

/// Encodes; chooses the form when inst.form is 0xff. Returns std::nullopt when
/// the SM has no form for the operands or a value does not fit its field, with
/// the reason in `error` if given.
std::optional<Word> encode(const Inst &inst, unsigned sm,
                           std::string *error = nullptr);

/// Decodes; std::nullopt when no record matches the word on this SM. Bits of
/// the word that no field of the record names make the decode fail, so that
/// encode(decode(w)) == w always holds.
std::optional<Inst> decode(Word word, unsigned sm);

/// Why a word does not decode: the bits that are set and that no field names in
/// the form which fits it best; no bits if no form has its opcode and fixed
/// bits.
Word unnamedBits(Word word, unsigned sm);

/// Truth tables of LOP3 and PLOP3 that only look at the first two sources: bit
/// 4a + 2b + c is what a, b and c give.
constexpr uint8_t kTableAnd = 0xc0, kTableOr = 0xfc, kTableXor = 0x3c;

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_INST_H

//===- Base.td - The schema of instruction records ---------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each SASS opcode is written down once, as an `Inst` record: its operand
// slots, its modifiers, its encodings (forms) per SM range, its scheduling
// class and its properties. From the record come the `ori` op, the `sass` op,
// the encoder, the decoder, the assembly printer and parser, the legality tests
// of operand forms and the documentation.
//
// Bit n is bit n of the 128-bit little-endian instruction word.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_BASE
#define PTXMLIR_ISA_BASE

include "ptx-mlir/ISA/Facts.td"

//===----------------------------------------------------------------------===//
// SM ranges
//===----------------------------------------------------------------------===//

/// The SM numbers a record holds for, both ends included (75 .. 121).
class SMRange<int min, int max> {
  int Min = min;
  int Max = max;
}
def AllSMs : SMRange<75, 999>;
def SM80Plus : SMRange<80, 999>;
def SM90Plus : SMRange<90, 999>;
def UpToSM110 : SMRange<75, 110>;
def SM100Plus : SMRange<100, 999>;
def BeforeSM90 : SMRange<75, 89>;
def BeforeSM100 : SMRange<75, 90>;
def SM80ToSM89 : SMRange<80, 89>;
def SM80ToSM90 : SMRange<80, 90>;
def SM86Plus : SMRange<86, 999>;
def SM89Plus : SMRange<89, 999>;
def SM90To103 : SMRange<90, 103>;
def SM103Only : SMRange<103, 103>;
def SM120Plus : SMRange<120, 999>;
def SM90Only : SMRange<90, 90>;
def SM75Only : SMRange<75, 75>;
def NoSMs : SMRange<1, 0>;

/// The SMs with eight bits for the number of a uniform register, so that URZ is 255;
/// others have six, and URZ is 63 there.
def WideUniformRegisters : SMRange<100, 999>;

//===----------------------------------------------------------------------===//
// Operand kinds
//===----------------------------------------------------------------------===//

/// What an operand slot holds in one encoding form. `EnumName` is the
/// enumerator of isa::Operand::Kind.
class OperandKind<string enumName> { string EnumName = enumName; }
def R : OperandKind<"R">;          // 32-bit register, R255 = RZ
def UR : OperandKind<"UR">;        // uniform register, URZ = 63 (255 from sm_100)
def P : OperandKind<"P">;          // predicate, P7 = PT
def UP : OperandKind<"UP">;        // uniform predicate, UP7 = UPT
def B : OperandKind<"B">;          // convergence barrier B0..B15
def Imm : OperandKind<"Imm">;      // immediate
def CBank : OperandKind<"CBank">;  // constant bank c[bank][offset]
def Label : OperandKind<"Label">;  // code address, byte distance from the next instruction

/// How many consecutive 32-bit registers a slot spans.
class RegWidth {
  int Fixed = 1;
  // So many of the first registers of the tuple are not accessed.
  int Unread = 0;
  string ModName = "";
  // WidthBySum, see there.
  list<string> ModNames = [];
  int From = 0;
  int Most = 0;
  string ScaledBy = "";
  string PackedBy = "";
}
class Width<int n> : RegWidth { let Fixed = n; }
/// The upper two of four registers.
def UpperPair : Width<4> { let Unread = 2; }
/// The span follows the value of a modifier (ModValue.Regs).
class WidthBy<string mod> : RegWidth { let Fixed = 0; let ModName = mod; }
/// The span is a part of what several modifiers need together: the sum of their
/// ModValue.Regs (of a one-bit flag: 1 if it is set), less the first `from`, at
/// most `most`. The Regs of `scaledBy` multiply that, those of `packedBy` say how
/// many elements share a register.
class WidthBySum<list<string> mods, int from = 0, int most = 128, string scaledBy = "",
                 string packedBy = ""> : RegWidth {
  let Fixed = 0;
  let ModNames = mods;
  let From = from;
  let Most = most;
  let ScaledBy = scaledBy;
  let PackedBy = packedBy;
}

/// One operand slot. `Kind` is its kind in the default form; other forms
/// override it (FormKind). Slot-bound flags (negate, absolute, complement) are
/// declared here and become modifiers "<slot>Neg", "<slot>Abs", "<slot>Not".
class Slot<string name, OperandKind kind, RegWidth width = Width<1>> {
  string Name = name;
  OperandKind Kind = kind;
  RegWidth Span = width;
  bit IsDef = 0;
  bit HasNeg = 0;   // printed "-x"
  bit HasAbs = 0;   // printed "|x|"
  bit HasNot = 0;   // printed "!p" or "~x"
  // An absent predicate source reads as !PT (false) instead of PT.
  bit AbsentIsFalse = 0;
  // How an immediate in this slot is written: "s32", "u32", "s64", "u64", "f32", "f64hi", "f16x2" ...
  string ImmFormat = "u32";
}
class Def<string name, OperandKind kind = R, RegWidth width = Width<1>>
    : Slot<name, kind, width> { let IsDef = 1; }
class Use<string name, OperandKind kind = R, RegWidth width = Width<1>>
    : Slot<name, kind, width>;
/// Signed integer source with negation.
class UseS<string name, RegWidth width = Width<1>> : Use<name, R, width> { let HasNeg = 1; let ImmFormat = "s32"; }
/// Negatable source whose immediates are written without a sign.
class UseN<string name, RegWidth width = Width<1>> : Use<name, R, width> { let HasNeg = 1; }
/// Unsigned / bit pattern source.
class UseU<string name, RegWidth width = Width<1>> : Use<name, R, width>;
/// Integer source without flags.
class UseI<string name, RegWidth width = Width<1>> : Use<name, R, width> {
  let ImmFormat = "s32";
}
/// Source that can be complemented.
class UseNot<string name> : Use<name> { let HasNot = 1; }
/// f32 source with negation and absolute value.
class UseF<string name, RegWidth width = Width<1>> : Use<name, R, width> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f32";
}
/// Predicate source that can be complemented; PT when absent.
class UseP<string name> : Use<name, P> { let HasNot = 1; }
/// The same, but !PT (false) when absent: carry-ins, LOP3's predicate.
class UsePF<string name> : UseP<name> { let AbsentIsFalse = 1; }
class DefP<string name> : Def<name, P>;

/// Uniform counterparts.
class DefU<string name, RegWidth width = Width<1>> : Def<name, UR, width>;
class UseUR<string name, RegWidth width = Width<1>> : Use<name, UR, width>;
class UseURS<string name, RegWidth width = Width<1>> : Use<name, UR, width> { let HasNeg = 1; let ImmFormat = "s32"; }
class DefUP<string name> : Def<name, UP>;
class UseUP<string name> : Use<name, UP> { let HasNot = 1; }
class UseUPF<string name> : UseUP<name> { let AbsentIsFalse = 1; }

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// A value of a modifier: its number in the instruction word, its spelling in
/// assembly text ("" prints nothing) and the registers a slot of WidthBy spans.
class ModValue<int value, string spelling, int regs = 1> {
  int Value = value;
  string Spelling = spelling;
  int Regs = regs;
  // Enumerator in C++; derived from the spelling when empty.
  string EnumName = "";
  // Number and spelling on SMs before ModEnum.ChangedAt. -1: those SMs do not
  // have the value.
  int OldValue = value;
  string OldSpelling = spelling;
  // The SMs that have the value.
  SMRange SMs = AllSMs;
  // What NVIDIA's disassembler calls it on some SMs instead.
  string OtherSpelling = "";
  SMRange OtherSMs = NoSMs;
}
class NamedModValue<int value, string spelling, string enumName, int regs = 1>
    : ModValue<value, spelling, regs> { let EnumName = enumName; }
/// A value with another number or spelling before ModEnum.ChangedAt.
class ChangedModValue<int value, string spelling, string enumName, int oldValue,
                      string oldSpelling, int regs = 1>
    : NamedModValue<value, spelling, enumName, regs> {
  let OldValue = oldValue;
  let OldSpelling = oldSpelling;
}
/// A value that only some SMs have.
class SMModValue<int value, string spelling, SMRange sms, string enumName = "">
    : NamedModValue<value, spelling, enumName> { let SMs = sms; }
/// A value that is spelled `other` for the SMs `otherSMs`.
class RespelledModValue<int value, string spelling, string other, SMRange otherSMs,
                        string enumName = "", SMRange sms = AllSMs>
    : SMModValue<value, spelling, sms, enumName> {
  let OtherSpelling = other;
  let OtherSMs = otherSMs;
}

/// A modifier's set of values; `CppName` names the C++ enum isa::<CppName>.
class ModEnum<string cppName, int bitWidth, list<ModValue> values> {
  string CppName = cppName;
  int BitWidth = bitWidth;
  list<ModValue> Values = values;
  // Before this SM the values have their OldValue and OldSpelling; 0: never.
  int ChangedAt = 0;
}

/// A modifier of an instruction. Modifiers are packed into one 64-bit word
/// (`mods`), in the order of declaration; slot flags follow.
class Mod<string name, int bitWidth> {
  string Name = name;
  int BitWidth = bitWidth;
  int Default = 0;
  bit IsSigned = 0;
  // The enum for spelled modifiers, absent for integers.
  ModEnum Enum = ?;
  // Spelling of a one-bit flag, e.g. ".FTZ".
  string FlagSpelling = "";
  // Not part of the dotted suffix of the mnemonic: the Asm string places it.
  bit InOperands = 0;
}
class EnumMod<string name, ModEnum e, int dflt = 0> : Mod<name, e.BitWidth> {
  let Enum = e;
  let Default = dflt;
}
class FlagMod<string name, string spelling, int dflt = 0> : Mod<name, 1> {
  let FlagSpelling = spelling;
  let Default = dflt;
}
/// An integer written among the operands (LUT, memory offset, barrier number).
class IntMod<string name, int bitWidth, bit isSigned = 0, int dflt = 0>
    : Mod<name, bitWidth> {
  let IsSigned = isSigned;
  let InOperands = 1;
  let Default = dflt;
}

//===----------------------------------------------------------------------===//
// Encodings
//===----------------------------------------------------------------------===//

/// Puts bits of a field into the word. `Field` is a slot name (register number,
/// immediate value), "<slot>.bank", "<slot>.offset" for a constant bank, a
/// modifier name, or "<slot>Neg" / "<slot>Abs" / "<slot>Not".
class Place<string fieldName, int hi, int lo, int fromBit = 0> {
  string Field = fieldName;
  int Hi = hi;
  int Lo = lo;
  // Lowest bit of the field's value that goes to bit Lo.
  int FromBit = fromBit;
  // The value is stored divided by 2^Shift.
  int Shift = 0;
  // The value is stored sign-extended from the field.
  bit IsSigned = 0;
  // The stored bits are the complement of the value.
  bit Inverted = 0;
}
class SPlace<string fieldName, int hi, int lo, int fromBit = 0, int shift = 0>
    : Place<fieldName, hi, lo, fromBit> { let IsSigned = 1; let Shift = shift; }
/// A value that is stored divided by 2^shift.
class ShiftedPlace<string fieldName, int hi, int lo, int fromBit, int shift>
    : Place<fieldName, hi, lo, fromBit> { let Shift = shift; }
class InvPlace<string fieldName, int bitNo> : Place<fieldName, bitNo, bitNo> {
  let Inverted = 1;
}
class InvPlaces<string fieldName, int hi, int lo> : Place<fieldName, hi, lo> {
  let Inverted = 1;
}
/// The form has no bits for the field: it holds its default (RZ, URZ, PT, 0)
/// there. A negation or absolute value of an immediate needs no NoPlace.
class NoPlace<string fieldName> : Place<fieldName, -1, -1>;

/// Bits that always hold a value in a form.
class FixedBits<int hi, int lo, int value> {
  int Hi = hi;
  int Lo = lo;
  int Value = value;
}

/// Overrides the kind of a slot in a form.
class FormKind<string slot, OperandKind kind> {
  string SlotName = slot;
  OperandKind Kind = kind;
}

/// One encoding of an instruction. The key is (bits 11:0, bit 91).
class Form<bits<12> opcode, bit bit91, list<FormKind> kinds, list<Place> places,
           list<FixedBits> fixed = [], SMRange sms = AllSMs> {
  bits<12> Opcode = opcode;
  bit Bit91 = bit91;
  list<FormKind> Kinds = kinds;
  list<Place> Places = places;
  list<FixedBits> Fixed = fixed;
  SMRange SMs = sms;
}

//===----------------------------------------------------------------------===//
// What does not go together
//===----------------------------------------------------------------------===//

/// A condition on an instruction. A modifier's values are given by spelling
/// (with or without the dots), by enumerator or by number.
class Cond<string name, list<string> values, string test, bit negated> {
  string Field = name;
  list<string> Values = values;
  string Test = test;
  bit Negated = negated;
}
class ModIs<string mod, list<string> values> : Cond<mod, values, "mod", 0>;
class ModIsNot<string mod, list<string> values> : Cond<mod, values, "mod", 1>;
/// A flag or number that is not zero.
class ModSet<string mod> : Cond<mod, ["0"], "mod", 1>;
class ModClear<string mod> : Cond<mod, ["0"], "mod", 0>;
/// The operand is RZ, URZ, PT or UPT.
class SlotAbsent<string slot> : Cond<slot, [], "absent", 0>;
class SlotPresent<string slot> : Cond<slot, [], "absent", 1>;
/// The operand's kind in the form.
class SlotIs<string slot, OperandKind kind> : Cond<slot, [kind.EnumName], "kind", 0>;
class SlotIsNot<string slot, OperandKind kind> : Cond<slot, [kind.EnumName], "kind", 1>;

/// The form has a place for the slot or modifier.
class FormHas<string name> : Cond<name, [], "placed", 0>;
class FormLacks<string name> : Cond<name, [], "placed", 1>;

/// There is no instruction for which all of the conditions hold: it is not
/// encoded, its word is not decoded and its text is refused.
class Never<list<Cond> conds, SMRange sms = AllSMs> {
  list<Cond> Conds = conds;
  SMRange SMs = sms;
}

/// The fact holds where all of the conditions do, which are on modifiers.
class FactIf<Fact fact, list<Cond> conds> {
  Fact What = fact;
  list<Cond> Conds = conds;
}
class Always<Fact fact> : FactIf<fact, []>;

//===----------------------------------------------------------------------===//
// Scheduling classes
//===----------------------------------------------------------------------===//

/// The class of an instruction in the latency matrices of a Target. Whether it
/// is fixed-latency or completes through a dependency barrier depends on the
/// SM; the tables of Target say so.
class SchedClass<string name> { string ClassName = name; }
def SchedALU : SchedClass<"ALU">;         // integer, logic, conversions
def SchedFMA : SchedClass<"FMA">;         // FADD FMUL FFMA IMAD
def SchedIMADWide : SchedClass<"IMADWide">; // IMAD.WIDE, IMAD.HI
def SchedFP16 : SchedClass<"FP16">;       // HADD2 HMUL2 HFMA2
def SchedFP16MMA : SchedClass<"FP16MMA">; // HFMA2.MMA
def SchedFP64 : SchedClass<"FP64">;       // DADD DMUL DFMA DSETP
def SchedMUFU : SchedClass<"MUFU">;       // MUFU, conversions, POPC FLO BREV
def SchedUniform : SchedClass<"Uniform">; // uniform datapath
def SchedULDC : SchedClass<"ULDC">;
def SchedR2UR : SchedClass<"R2UR">;
def SchedVote : SchedClass<"Vote">;       // VOTE
def SchedElect : SchedClass<"Elect">;     // ELECT
def SchedLoad : SchedClass<"Load">;       // LDG LDL LD
def SchedStore : SchedClass<"Store">;
def SchedAtomic : SchedClass<"Atomic">;
def SchedShuffle : SchedClass<"Shuffle">; // SHFL MATCH REDUX
def SchedS2R : SchedClass<"S2R">;
def SchedCS2R : SchedClass<"CS2R">;
def SchedControl : SchedClass<"Control">; // BRA EXIT CALL RET BSSY BSYNC ...
def SchedBarrier : SchedClass<"Barrier">; // BAR MEMBAR WARPSYNC DEPBAR ...
def SchedNop : SchedClass<"Nop">;
// Finer classes; an instruction of the coarse class is also correct, but slower.
def SchedDisp64 : SchedClass<"Disp64">;   // 64-bit CS2R, LEPC, RPCMOV.64
def SchedTMemLoad : SchedClass<"TMemLoad">; // LDTM: its address is read in order
def SchedTMemStore : SchedClass<"TMemStore">; // STTM: its data is read a cycle sooner than a store's
def SchedSharedLoad : SchedClass<"SharedLoad">; // LDS LDSM: complete in order
def SchedConstLoad : SchedClass<"ConstLoad">;   // LDC: completes in order
def SchedUMOV : SchedClass<"UMOV">;       // UMOV VOTEU UP2UR: one-step uniform writers
def SchedHMMA : SchedClass<"HMMA">;       // HMMA m16n8k16: tensor, two passes
def SchedHMMAHalf : SchedClass<"HMMAHalf">; // HMMA m16n8k8: one pass
def SchedIMMASmall : SchedClass<"IMMASmall">; // IMMA m8n8k16, BMMA m8n8k128
def SchedDMMA : SchedClass<"DMMA">;
def SchedAsync : SchedClass<"Async">;     // bulk and TMA copies
def SchedCopy : SchedClass<"Copy">;       // LDGSTS, ARRIVES and UGETNEXTWORKID
def SchedSyncs : SchedClass<"Syncs">;     // SYNCS: mbarrier operations
def SchedBranch : SchedClass<"Branch">;   // BRA BRX EXIT CALL RET BSYNC (= Control)
def SchedConvergence : SchedClass<"Convergence">; // BSSY BREAK BMOV WARPSYNC YIELD
def SchedFence : SchedClass<"Fence">;     // MEMBAR ERRBAR CGAERRBAR CCTL
def SchedDepbar : SchedClass<"Depbar">;   // DEPBAR LDGDEPBAR
def SchedALUDual : SchedClass<"ALUDual">; // of the ALU instructions those that sm_120 has twice: MOV SEL ISETP FMNMX ...
def SchedALU64 : SchedClass<"ALU64">;     // IADD.64 SEL.64 MOV.64
def SchedALUDual64 : SchedClass<"ALUDual64">; // IMNMX.64 ISETP.64
def SchedFMA2 : SchedClass<"FMA2">;       // FADD2 FMUL2 FFMA2
def SchedHMNMX2 : SchedClass<"HMNMX2">;
def SchedHSET2 : SchedClass<"HSET2">;     // HSET2 HSETP2
def SchedTexture : SchedClass<"Texture">; // TEX TLD TLD4 TXD TXQ SULD
def SchedSurface : SchedClass<"Surface">; // SUST SURED SUATOM
def SchedRedux : SchedClass<"Redux">;     // REDUX MATCH
def SchedLDCU : SchedClass<"LDCU">;
def SchedCollective : SchedClass<"Collective">; // WARPSYNC.COLLECTIVE
def SchedUniformWide : SchedClass<"UniformWide">; // UIMAD.WIDE
def SchedUniformConvert : SchedClass<"UniformConvert">; // UI2F UF2I
def SchedOMMA : SchedClass<"OMMA">;
def SchedIMMA : SchedClass<"IMMA">;       // IMMA m16n8k32, BMMA m16n8k256
def SchedIMMAHalf : SchedClass<"IMMAHalf">; // IMMA m16n8k16, BMMA m16n8k128
def SchedGroupMMA : SchedClass<"GroupMMA">; // HGMMA QGMMA ...: WARPGROUP.DEPBAR waits for the result
def SchedGroupMMAReg : SchedClass<"GroupMMAReg">; // the same with the first factor in registers
def SchedTensorCore : SchedClass<"TensorCore">; // UTC*: products and copies in tensor memory

//===----------------------------------------------------------------------===//
// ptxas's opcode table
//===----------------------------------------------------------------------===//

/// The indices that came with an SM.
class OriRange<string name, int first, int last> {
  string Name = name;
  int First = first;
  int Last = last;
}
/// An entry of the table; index -1: only the name is known. `mnemonics`: what
/// nvdisasm calls the instruction, up to the first dot.
class OriOpcode<int index, string name, list<string> mnemonics = [name]> {
  int Index = index;
  string Name = name;
  list<string> Mnemonics = mnemonics;
  string Unreached = "";
}
/// An entry that has no record, and why.
class UnreachedOri<int index, string name, string why> : OriOpcode<index, name> {
  let Unreached = why;
}

//===----------------------------------------------------------------------===//
// The instruction record
//===----------------------------------------------------------------------===//

class Inst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods,
           SchedClass sched> {
  // Base mnemonic as nvdisasm prints it, e.g. "IMAD.WIDE".
  string Mnemonic = mnemonic;
  // The mnemonic before SM MnemonicChangedAt.
  string OldMnemonic = "";
  int MnemonicChangedAt = 0;
  list<Slot> Defs = defs;
  list<Slot> Uses = uses;
  /// Both, for the form classes of Forms.td.
  list<Slot> Slots = !listconcat(defs, uses);
  list<Mod> Mods = mods;
  SchedClass Sched = sched;
  list<Form> Forms = [];
  // Combinations of modifiers and operands that are no instruction.
  list<Never> Rules = [];
  // Index in ptxas's own opcode table (OriOpcodes.td). -1: the entry of the table
  // that has the mnemonic, if there is one. A record may stand for more entries:
  // what is a modifier here can be an opcode there.
  int OriIndex = -1;
  list<int> MoreOriIndices = [];
  // Operand syntax. Empty: defs then uses, separated by ", ". Otherwise text with
  // $slot and $mod (a modifier with InOperands); "$x?" is left out with its comma
  // when it has its default; "?mod{...}", "!mod{...}", "?mod=V{...}" are
  // conditional; "[$addr$w+$ur+$offset]" is an address. See docs/isa-records.md.
  string Asm = "";
  string Summary = "";
  string Description = "";

  // What the instruction does besides writing its Defs.
  list<MemorySpace> Reads = [];
  list<MemorySpace> Writes = [];
  bit ReadsMemory = !not(!empty(Reads));
  bit WritesMemory = !not(!empty(Writes));
  bit OrdersMemory = 0;      // accesses to all spaces stay before or behind it
  bit ReadsInvariant = 0;    // only what does not change while a kernel runs
  bit IsConvergent = 0;      // meaning depends on which threads execute together
  ConvergenceRole Role = NoRole;
  SyncKind Sync = NoSync;
  Operation Computes = NoOperation;
  ResultScope Results = ByEffects;
  bit HasSideEffects = 0;    // neither duplicated nor removed (barriers, clocks, traps)
  BranchKind Branch = NoBranch;
  bit IsBranch = !ne(Branch.Number, 0); // has code-address operands or ends a block
  bit IsTerminator = 0;      // always the last instruction of a basic block
  bit IsCommutativeAB = 0;   // a and b may be exchanged
  bit UniformGuard = 0;      // the guard predicate is a UP
  bit IsSASSOnly = 0;        // no ori op (control transfer, spills of B registers ...)
  // Operand slots that are read after issue: need a read barrier before they are overwritten.
  bit ReadsLate = 0;
  bit InSharedOrder = 0;     // completes in order with loads of shared memory, whatever its class
  bit IsInexact = 0;         // its semantics do not give the bits that the machine gives
  bit AccessesPredicates = 0; // reads or writes (without defs) those of mask b (R2P, UR2UP)
  SparseKind Sparse = NotSparse;
  // What may depend on the modifiers.
  list<FactIf> Facts = [];
}

#endif // PTXMLIR_ISA_BASE

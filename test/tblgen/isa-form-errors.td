// Every mistake in the forms of a record is an error at the record.
//
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DOVERLAP %s 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DFIXED %s 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DUNPLACED %s 2>&1 | FileCheck %s --check-prefix=UNPLACED
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DUNPLACEDMOD %s 2>&1 | FileCheck %s --check-prefix=UNPLACEDMOD
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNOFIELD %s 2>&1 | FileCheck %s --check-prefix=NOFIELD
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNARROW %s 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DWIDE %s 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DWIDEUR %s 2>&1 | FileCheck %s --check-prefix=WIDEUR
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DTWICE %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DBADBITS %s 2>&1 | FileCheck %s --check-prefix=BADBITS
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DBANK %s 2>&1 | FileCheck %s --check-prefix=BANK
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DKIND %s 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNOFORM %s 2>&1 | FileCheck %s --check-prefix=NOFORM
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DSAME %s 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: sass-tblgen -gen-isa-tables -I %src_root/include %s | FileCheck %s --check-prefix=GOOD

include "ptx-mlir/ISA/Forms.td"

class Test<list<Mod> mods, list<Place> places, list<FixedBits> fixed = []>
    : Inst<"TEST", [Def<"d">], [Use<"a">], mods, SchedALU> {
  let Forms = [Form<0x123, 0, [], places, fixed>];
}
defvar Regs = [Place<"d", 23, 16>, Place<"a", 31, 24>];

#ifdef OVERLAP
// OVERLAP: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: field 'x' at 31:31 overlaps another field
def BAD : Test<[FlagMod<"x", ".X">], !listconcat(Regs, [Place<"x", 31, 31>])>;
#endif
#ifdef FIXED
// FIXED: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: field 'x' at 110:110 overlaps another field
def BAD : Test<[FlagMod<"x", ".X">], !listconcat(Regs, [Place<"x", 110, 110>])>;
#endif
#ifdef UNPLACED
// UNPLACED: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: operand 'a' has no place
def BAD : Test<[], [Place<"d", 23, 16>]>;
#endif
#ifdef UNPLACEDMOD
// UNPLACEDMOD: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: modifier 'x' has no place
def BAD : Test<[FlagMod<"x", ".X">], Regs>;
#endif
#ifdef NOFIELD
// NOFIELD: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD': form 0: place 'y' names no field
def BAD : Test<[], !listconcat(Regs, [Place<"y", 40, 40>])>;
#endif
#ifdef NARROW
// NARROW: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: field 'mode' of 3 bits is wider than its place
def BAD : Test<[IntMod<"mode", 3>], !listconcat(Regs, [Place<"mode", 73, 72>])>;
#endif
#ifdef WIDE
// WIDE: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: field 'mode' of 3 bits is narrower than its place
def BAD : Test<[IntMod<"mode", 3>], !listconcat(Regs, [Place<"mode", 75, 72>])>;
#endif
#ifdef WIDEUR
// WIDEUR: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: operand 'u' has no width of a uniform register: 6 or 8 bits
def BAD : Inst<"TEST", [Def<"d">], [Use<"u", UR>], [], SchedALU> {
  let Forms = [Form<0x123, 0, [], [Place<"d", 23, 16>, Place<"u", 38, 32>]>];
}
#endif
#ifdef TWICE
// TWICE: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: bit 0 of field 'x' has two places
def BAD : Test<[FlagMod<"x", ".X">], !listconcat(Regs, [Place<"x", 72, 72>, Place<"x", 73, 73>])>;
#endif
#ifdef BADBITS
// BADBITS: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD': form 0: fixed bits 73:72 cannot hold 4
def BAD : Test<[], Regs, [FixedBits<73, 72, 4>]>;
#endif
#ifdef BANK
// BANK: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD' opcode 0x123: operand 'c' has no place for its bank
def BAD : Inst<"BAD", [], [Use<"c", CBank>], [], SchedALU> {
  let Forms = [Form<0x123, 0, [], [Place<"c.offset", 53, 38>]>];
}
#endif
#ifdef KIND
// KIND: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD': form 0: kind of 'q', which is no slot
def BAD : Inst<"BAD", [], [Use<"a">], [], SchedALU> {
  let Forms = [Form<0x123, 0, [FormKind<"q", Imm>], [Place<"a", 63, 32>]>];
}
#endif
#ifdef NOFORM
// NOFORM: isa-form-errors.td:[[#@LINE+1]]:5: error: 'BAD': has no form
def BAD : Inst<"BAD", [], [], [], SchedALU>;
#endif

// Two records may share an opcode when their SM ranges are apart, when bits are
// fixed to different values, or when a modifier never has the other's value.
def GOOD_OLD : Test<[], Regs> { let Forms = [Form<0x200, 0, [], Regs, [], BeforeSM90>]; }
def GOOD_NEW : Test<[], Regs> { let Forms = [Form<0x200, 0, [], Regs, [], SM90Plus>]; }
def GOOD_BIT : Test<[], Regs> {
  let Forms = [Form<0x201, 0, [], Regs, [FixedBits<80, 80, 0>]>];
}
def GOOD_BIT2 : Test<[], Regs> {
  let Forms = [Form<0x201, 0, [], Regs, [FixedBits<80, 80, 1>]>];
}
def TestOp : ModEnum<"TestOp", 2, [ModValue<0, ".A">, ModValue<1, ".B">]>;
def GOOD_VALUE : Test<[EnumMod<"op", TestOp>], Regs> {
  let Forms = [Form<0x202, 0, [], !listconcat(Regs, [Place<"op", 73, 72>])>];
}
def GOOD_VALUE2 : Test<[], Regs> {
  let Forms = [Form<0x202, 0, [], Regs, [FixedBits<73, 72, 2>]>];
}
#ifdef SAME
// SAME: isa-form-errors.td:[[#@LINE+2]]:5: error: 'SAME': the form with opcode 0x202 cannot be told apart from one of 'GOOD_VALUE'
// SAME: note: the other record is here
def SAME : Test<[], Regs> {
  let Forms = [Form<0x202, 0, [], Regs, [FixedBits<73, 72, 1>]>];
}
#endif

// GOOD: constexpr FormDesc kForms[] = {
// GOOD: {Opcode::GOOD_BIT, 0, 75, 999, 0x201u, false, {Operand::R, Operand::R}
// GOOD: constexpr InstDesc kInsts[] = {
// GOOD-NEXT: {Opcode::GOOD_BIT, "GOOD_BIT", "TEST", "", 0, "", -1, SchedClassId::ALU, 1, 1,

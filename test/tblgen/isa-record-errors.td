// Mistakes in modifiers, slots and other parts of a record.
//
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DMANYVALUES %s 2>&1 | FileCheck %s --check-prefix=MANYVALUES
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DSPELLING %s 2>&1 | FileCheck %s --check-prefix=SPELLING
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DOLDVALUE %s 2>&1 | FileCheck %s --check-prefix=OLDVALUE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DNONAME %s 2>&1 | FileCheck %s --check-prefix=NONAME
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DMACRO %s 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DSAMEENUM %s 2>&1 | FileCheck %s --check-prefix=SAMEENUM
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DLONGMODS %s 2>&1 | FileCheck %s --check-prefix=LONGMODS
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DSLOTS %s 2>&1 | FileCheck %s --check-prefix=SLOTS
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DSCHED %s 2>&1 | FileCheck %s --check-prefix=SCHED
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DFLAGS %s 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DMODTWICE %s 2>&1 | FileCheck %s --check-prefix=MODTWICE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DSLOTTWICE %s 2>&1 | FileCheck %s --check-prefix=SLOTTWICE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DDEFAULT %s 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DWIDTHBY %s 2>&1 | FileCheck %s --check-prefix=WIDTHBY
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DFORMAT %s 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULEMOD %s 2>&1 | FileCheck %s --check-prefix=RULEMOD
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULESLOT %s 2>&1 | FileCheck %s --check-prefix=RULESLOT
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULEPLACED %s 2>&1 | FileCheck %s --check-prefix=RULEPLACED
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULEVALUE %s 2>&1 | FileCheck %s --check-prefix=RULEVALUE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULEWIDE %s 2>&1 | FileCheck %s --check-prefix=RULEWIDE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULEEMPTY %s 2>&1 | FileCheck %s --check-prefix=RULEEMPTY
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULEIMPLIED %s 2>&1 | FileCheck %s --check-prefix=RULEIMPLIED
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DRULENOVALUE %s 2>&1 | FileCheck %s --check-prefix=RULENOVALUE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DFACTMOD %s 2>&1 | FileCheck %s --check-prefix=FACTMOD
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DFACTSLOT %s 2>&1 | FileCheck %s --check-prefix=FACTSLOT
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DFACTTWICE %s 2>&1 | FileCheck %s --check-prefix=FACTTWICE
// RUN: not sass-tblgen -gen-isa-enums -I %src_root/include -DALL -DSPELLING -DSCHED %s 2>&1 | FileCheck %s --check-prefix=ALL

include "ptx-mlir/ISA/Forms.td"

class Test<list<Mod> mods, list<Slot> uses = []>
    : Inst<"TEST", [], uses, mods, SchedALU> {
  let Forms = [Form<0x123, 0, [], []>];
}

#ifdef MANYVALUES
// MANYVALUES: isa-record-errors.td:[[#@LINE+1]]:5: error: modifier enum 'Many': value 2 does not fit in 1 bits
def Many : ModEnum<"Many", 1, [ModValue<0, ".A">, ModValue<1, ".B">, ModValue<2, ".C">]>;
// MANYVALUES: error: modifier enum 'Many' has 3 values in 1 bits
#endif
#ifdef SPELLING
// SPELLING: isa-record-errors.td:[[#@LINE+1]]:5: error: modifier enum 'Twice': spelling '.A' is given twice
def Twice : ModEnum<"Twice", 1, [ModValue<0, ".A">, NamedModValue<1, ".A", "B">]>;
#endif
#ifdef OLDVALUE
// OLDVALUE: isa-record-errors.td:[[#@LINE+2]]:5: error: modifier enum 'Old': old value 1 does not fit or is given twice
// OLDVALUE: isa-record-errors.td:[[#@LINE+1]]:5: error: modifier enum 'Old': old spelling '.B' is given twice
def Old : ModEnum<"Old", 1, [ChangedModValue<0, ".A", "A", 1, ".B">, ModValue<1, ".B">]> {
  let ChangedAt = 90;
}
#endif
#ifdef NONAME
// NONAME: isa-record-errors.td:[[#@LINE+1]]:5: error: modifier enum 'NoName': value 0 needs an EnumName ('' is no usable C++ identifier)
def NoName : ModEnum<"NoName", 1, [ModValue<0, "">]>;
#endif
#ifdef MACRO
// MACRO: isa-record-errors.td:[[#@LINE+1]]:5: error: modifier enum 'Macro': value 0 needs an EnumName ('NAN' is no usable C++ identifier)
def Macro : ModEnum<"Macro", 1, [ModValue<0, ".NAN">]>;
#endif
#ifdef SAMEENUM
def Same1 : ModEnum<"Same", 1, [ModValue<0, ".A">]>;
// SAMEENUM: isa-record-errors.td:[[#@LINE+1]]:5: error: two modifier enums are named 'Same'
def Same2 : ModEnum<"Same", 1, [ModValue<0, ".A">]>;
#endif
#ifdef LONGMODS
// LONGMODS: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': modifiers take 65 bits, the word has 64
def BAD : Test<[IntMod<"x", 33>, IntMod<"y", 32>]>;
#endif
#ifdef SLOTS
// SLOTS: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': has 11 slots, at most 10 are possible
def BAD : Test<[], [Use<"a">, Use<"b">, Use<"c">, Use<"e">, Use<"f">, Use<"g">, Use<"h">,
                    Use<"i">, Use<"j">, Use<"k">, Use<"l">]>;
#endif
#ifdef SCHED
// SCHED: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD_SCHED': has no scheduling class
def BAD_SCHED : Test<[]> { let Sched = ?; }
#endif
#ifdef FLAGS
// FLAGS: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': two modifiers are spelled '.X'
def BAD : Test<[FlagMod<"x", ".X">, FlagMod<"y", ".X">]>;
#endif
#ifdef MODTWICE
// MODTWICE: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': modifier 'x' is given twice
def BAD : Test<[FlagMod<"x", ".X">, FlagMod<"x", ".Y">]>;
#endif
#ifdef SLOTTWICE
// SLOTTWICE: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': slot 'a' is given twice
def BAD : Test<[], [Use<"a">, Use<"a">]>;
#endif
#ifdef DEFAULT
// DEFAULT: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': default of modifier 'x' does not fit in 3 bits
def BAD : Test<[IntMod<"x", 3, 0, 8>]>;
#endif
#ifdef WIDTHBY
// WIDTHBY: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': width of slot 'a' follows 'type', which is no spelled modifier of the record
def BAD : Test<[], [Use<"a", R, WidthBy<"type">>]>;
#endif
#ifdef FORMAT
class BadFormat : Use<"a"> { let ImmFormat = "s31"; }
// FORMAT: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': slot 'a' has the unknown immediate format 's31'
def BAD : Test<[], [BadFormat<>]>;
#endif
#ifdef RULEMOD
// RULEMOD: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule on 'y', which is no modifier
def BAD : Test<[FlagMod<"x", ".X">]> { let Rules = [Never<[ModSet<"y">]>]; }
#endif
#ifdef RULESLOT
// RULESLOT: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule on 'y', which is no slot
def BAD : Test<[]> { let Rules = [Never<[SlotAbsent<"y">]>]; }
#endif
#ifdef RULEPLACED
// RULEPLACED: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule on 'y', which is no slot or modifier
def BAD : Test<[]> { let Rules = [Never<[FormHas<"y">]>]; }
#endif
#ifdef RULEVALUE
// RULEVALUE: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule: '.Q' is no value of 'x'
def BAD : Test<[FlagMod<"x", ".X">]> { let Rules = [Never<[ModIs<"x", [".Q", "1"]>]>]; }
#endif
#ifdef RULEWIDE
// RULEWIDE: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule: value 64 of 'x' is above 63
def BAD : Test<[IntMod<"x", 8>]> { let Rules = [Never<[ModIs<"x", ["64", "1"]>]>]; }
#endif
#ifdef RULEEMPTY
// RULEEMPTY: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': a rule without conditions forbids the instruction
def BAD : Test<[]> { let Rules = [Never<[]>]; }
#endif
#ifdef RULEIMPLIED
// RULEIMPLIED: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule 1 is implied by rule 0
def BAD : Test<[FlagMod<"x", ".X">, FlagMod<"y", ".Y">]> {
  let Rules = [Never<[ModSet<"x">]>, Never<[ModSet<"y">, ModSet<"x">], SM90Plus>];
}
#endif
#ifdef RULENOVALUE
// RULENOVALUE: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule on 'x' names no value
def BAD : Test<[FlagMod<"x", ".X">]> { let Rules = [Never<[ModIs<"x", []>]>]; }
#endif
#ifdef FACTMOD
// FACTMOD: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': rule on 'y', which is no modifier
def BAD : Test<[FlagMod<"x", ".X">]> { let Facts = [FactIf<EndsFlow, [ModSet<"y">]>]; }
#endif
#ifdef FACTSLOT
// FACTSLOT: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': fact 'EndsFlow' depends on more than modifiers
def BAD : Test<[], [Use<"a">]> { let Facts = [FactIf<EndsFlow, [SlotAbsent<"a">]>]; }
#endif
#ifdef FACTTWICE
// FACTTWICE: isa-record-errors.td:[[#@LINE+1]]:5: error: 'BAD': fact 'EndsFlow' is said twice
def BAD : Test<[FlagMod<"x", ".X">]> { let Facts = [Always<EndsFlow>, FactIf<EndsFlow, [ModSet<"x">]>]; }
#endif

// One run reports every mistake.
// ALL: error: modifier enum 'Twice'
// ALL: error: 'BAD_SCHED': has no scheduling class
// ALL: error: 2 error(s) in the instruction records

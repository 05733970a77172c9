// Mistakes in ptxas's opcode table and in the indices of records.
//
// RUN: sass-tblgen -gen-isa-tables -I %src_root/include %s | FileCheck %s
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DTWICE %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNAMETWICE %s 2>&1 | FileCheck %s --check-prefix=NAMETWICE
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNORANGE %s 2>&1 | FileCheck %s --check-prefix=NORANGE
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DGAP %s 2>&1 | FileCheck %s --check-prefix=GAP
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DOVERLAP %s 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNOINDEX %s 2>&1 | FileCheck %s --check-prefix=NOINDEX
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DMNEMONIC %s 2>&1 | FileCheck %s --check-prefix=MNEMONIC
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DSAMEINDEX %s 2>&1 | FileCheck %s --check-prefix=SAMEINDEX
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DMORE %s 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DNORECORD %s 2>&1 | FileCheck %s --check-prefix=NORECORD
// RUN: not sass-tblgen -gen-isa-tables -I %src_root/include -DUNREACHED %s 2>&1 | FileCheck %s --check-prefix=UNREACHED

include "ptx-mlir/ISA/Forms.td"

def : OriRange<"SM70", 0, 4>;
def : OriRange<"SM80", 5, 9>;
def : OriOpcode<0, "ADD">;
def : OriOpcode<1, "ADD_WIDE", ["ADD"]>;
def : UnreachedOri<2, "GHOST", "nobody has seen it">;
def : OriOpcode<-1, "LATE", ["EARLY"]>;
class Test<string mnemonic, int opcode> : Inst<mnemonic, [], [], [], SchedALU> {
  let Forms = [Form<opcode, 0, [], []>];
}

// A record belongs to the entry that it names, else to that of its mnemonic.
// CHECK: constexpr Opcode kOriRecords[] = {
// CHECK-NEXT: Opcode::ADD,
// CHECK-NEXT: Opcode::ADD_X,
// CHECK-NEXT: Opcode::ADD_W,
// CHECK-NEXT: Opcode::EARLY_A,
// CHECK-NEXT: };
// CHECK: {0, "ADD", "", {kOriRecords + 0, 2}},
// CHECK-NEXT: {1, "ADD_WIDE", "", {kOriRecords + 2, 1}},
// CHECK-NEXT: {2, "GHOST", "nobody has seen it", {}},
// CHECK-NEXT: {-1, "LATE", "", {kOriRecords + 3, 1}},
// CHECK: {"SM70", 0, 4},
// CHECK-NEXT: {"SM80", 5, 9},
def ADD : Test<"ADD", 0x101> { let OriIndex = 0; }
def ADD_W : Test<"ADD.WIDE", 0x102> { let OriIndex = 1; }
def ADD_X : Test<"ADD.X", 0x103>;
def EARLY_A : Test<"EARLY.A", 0x104>;
def OTHER : Test<"OTHER", 0x105>;

#ifdef TWICE
// TWICE: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode index 1 is given to 'ADD_WIDE' and 'AGAIN'
def : OriOpcode<1, "AGAIN", ["ADD"]>;
#endif
#ifdef NAMETWICE
// NAMETWICE: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode 'LATE' is given twice
def : OriOpcode<-1, "LATE", ["EARLY"]>;
#endif
#ifdef NORANGE
// NORANGE: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode index 10 of 'HIGH' is in no range
def : OriOpcode<10, "HIGH", ["ADD"]>;
#endif
#ifdef GAP
// GAP: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode range 'SM90' must begin at 10 and not be empty
def : OriRange<"SM90", 11, 12>;
#endif
#ifdef OVERLAP
// OVERLAP: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode range 'SM90' must begin at 10 and not be empty
def : OriRange<"SM90", 9, 12>;
#endif
#ifdef NOINDEX
// NOINDEX: isa-opcode-table-errors.td:[[#@LINE+1]]:5: error: 'BAD': the opcode table has no index 3
def BAD : Test<"ADD", 0x106> { let OriIndex = 3; }
#endif
#ifdef MNEMONIC
// MNEMONIC: isa-opcode-table-errors.td:[[#@LINE+1]]:5: error: 'BAD': opcode index 1 is 'ADD_WIDE', the mnemonic is 'SUB.WIDE'
def BAD : Test<"SUB.WIDE", 0x106> { let OriIndex = 1; }
#endif
#ifdef SAMEINDEX
// SAMEINDEX: isa-opcode-table-errors.td:[[#@LINE+1]]:5: error: 'BAD': opcode index 1 is given twice
def BAD : Test<"ADD", 0x106> { let OriIndex = 1; let MoreOriIndices = [1]; }
#endif
#ifdef MORE
// MORE: isa-opcode-table-errors.td:[[#@LINE+1]]:5: error: 'BAD': MoreOriIndices without an OriIndex
def BAD : Test<"ADD", 0x106> { let MoreOriIndices = [1]; }
#endif
#ifdef NORECORD
// NORECORD: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode 'NOTHING' has no record and does not say why (Unreached)
def : OriOpcode<3, "NOTHING">;
#endif
#ifdef UNREACHED
// UNREACHED: isa-opcode-table-errors.td:[[#@LINE+1]]:1: error: opcode 'OTHER' is called unreached, but 'OTHER' is its record
def : UnreachedOri<3, "OTHER", "nobody has seen it">;
#endif

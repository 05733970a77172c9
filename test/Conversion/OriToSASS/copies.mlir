// RUN: ptx-opt %s --convert-ori-to-sass --split-input-file | FileCheck %s

// A loop that exchanges two values: three XORs, no third register.
// CHECK-LABEL: sass.func @swap
ori.module attributes {sm = 90 : i32} {
  ori.func @swap attributes {kernel, block_regs = array<i32: 1, 2>} {
    %true = ori.imm true : !ori.p
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(1)
    ori.bra ^loop(%x, %y : !ori.r, !ori.r)
  ^loop(%a: !ori.r, %b: !ori.r):
    %c, %c1 = ori.isetp<cmp = "GT"> %a, %b, %true, %true regs(0, -1)
    ori.cond_bra %c, ^loop(%b, %a : !ori.r, !ori.r), ^end
    // CHECK: sass.isetp
    // CHECK: sass.lop3 "LOP3.LUT [[A:R[01]]], [[A]], [[B:R[01]]], RZ, 0x3c, !PT
    // CHECK-NEXT: sass.lop3 "LOP3.LUT [[B]], [[B]], [[A]], RZ, 0x3c, !PT
    // CHECK-NEXT: sass.lop3 "LOP3.LUT [[A]], [[A]], [[B]], RZ, 0x3c, !PT
    // CHECK-NEXT: sass.bra
  ^end:
    ori.sts %a, %n, %b
    ori.exit
  }
}

// -----

// A cycle of three is two exchanges; what only hangs on it is copied first; a
// constant comes last, because its register is read before.
// CHECK-LABEL: sass.func @cycle
ori.module attributes {sm = 90 : i32} {
  ori.func @cycle attributes {kernel, block_regs = array<i32: 1, 2, 3, 5, 6>} {
    %true = ori.imm true : !ori.p
    %five = ori.imm 5 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(1)
    %z = ori.s2r<sr = "SR_TID.Z"> regs(2)
    ori.bra ^loop(%x, %y, %z, %x, %y : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r)
    // CHECK: MOV R{{[45]}}, R
    // CHECK-NEXT: MOV R{{[45]}}, R
  ^loop(%a: !ori.r, %b: !ori.r, %c: !ori.r, %d: !ori.r, %e: !ori.r):
    // CHECK: sass.isetp
    %p, %p1 = ori.isetp<cmp = "GT"> %a, %b, %true, %true regs(0, -1)
    ori.cond_bra %p, ^loop(%b, %c, %a, %e, %five : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r), ^end
    // CHECK: MOV R4, R5
    // CHECK-COUNT-6: LOP3.LUT
    // CHECK-NEXT: MOV R5, 0x5
    // CHECK-NEXT: sass.bra
  ^end:
    ori.sts %a, %n, %b
    ori.sts %c, %n, %d
    ori.sts %e, %n, %d
    ori.exit
  }
}

// -----

// Predicates are copied and exchanged by PLOP3.
// CHECK-LABEL: sass.func @predicates
ori.module attributes {sm = 90 : i32} {
  ori.func @predicates attributes {kernel, block_regs = array<i32: 1, 2>} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %p, %p1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(0, -1)
    // CHECK: PLOP3.LUT P1, PT, PT, PT, PT, 0xff
    ori.bra ^loop(%p, %true : !ori.p, !ori.p)
  ^loop(%a: !ori.p, %b: !ori.p):
    %v = ori.sel %x, %one, %a regs(2)
    ori.sts %x, %n, %v
    ori.cond_bra %a, ^loop(%b, %a : !ori.p, !ori.p), ^end
    // CHECK: STS
    // CHECK-COUNT-3: PLOP3.LUT {{.*}}0x3c
  ^end:
    ori.exit
  }
}

// -----

// Tuples: nothing where the parts are in place, moves where they are not.
// CHECK-LABEL: sass.func @tuples
ori.module attributes {sm = 90 : i32} {
  ori.func @tuples attributes {kernel} {
    %true = ori.imm true : !ori.p
    %d = ori.imm 0 : !ori.ur<2>
    // CHECK: S2R R2
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    // CHECK-NEXT: S2R R3
    %y = ori.s2r<sr = "SR_TID.Y"> regs(3)
    %inPlace = ori.combine %x, %y regs 3 : !ori.r, !ori.r -> !ori.r<2>
    // CHECK-NEXT: LDG.E.64 R4, [R2]
    %q, %q1 = ori.ldg<type = "64"> %inPlace, %d, %true regs(4, -1)
    %same = ori.extract %q[1] regs 6 : !ori.r<2> -> !ori.r
    // The other way round in its own registers.
    // CHECK-NEXT: LOP3.LUT
    // CHECK-NEXT: LOP3.LUT
    // CHECK-NEXT: LOP3.LUT
    %turned = ori.combine %y, %x regs 3 : !ori.r, !ori.r -> !ori.r<2>
    // CHECK-NEXT: STG.E [R2], R5
    ori.stg %turned, %d, %same
    // CHECK-NEXT: MOV R8, R4
    %moved = ori.extract %q[0] regs 9 : !ori.r<2> -> !ori.r
    // CHECK-NEXT: MOV R11, R8
    // CHECK-NEXT: MOV R10, R5
    %other = ori.combine %same, %moved regs 11 : !ori.r, !ori.r -> !ori.r<2>
    // CHECK-NEXT: STG.E.64 [R2], R10
    ori.stg<type = "64"> %turned, %d, %other
    ori.exit
  }
}

// -----

// A value without register, where one is needed.
// CHECK-LABEL: sass.func @uniform
// R takes a uniform register, and a constant bank by LDC.
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform attributes {kernel, block_regs = array<i32: 1, 3>} {
    %n = ori.imm 0 : !ori.ur
    %c = ori.cbank 0[528] : !ori.r
    %u = ori.s2ur<sr = "SR_CTAID.X"> regs(4)
    // CHECK: S2UR UR4
    // CHECK-NEXT: UMOV UR2, UR4
    // CHECK-NEXT: LDC R0, c[0x0][0x210]
    ori.bra ^next(%c, %u : !ori.r, !ori.ur)
  ^next(%a: !ori.r, %b: !ori.ur):
    ori.sts %a, %b, %a
    ori.exit
  }
}

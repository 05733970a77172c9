// RUN: ptx-opt %s --convert-ori-to-sass --split-input-file | FileCheck %s

// Halves are negated one by one: no borrow goes from the low one to the high
// one.
// CHECK-LABEL: sass.func @negated_halves
ori.module attributes {sm = 90 : i32} {
  ori.func @negated_halves attributes {kernel} {
    %pair = ori.imm 0x00010003 : !ori.r
    %high = ori.imm 0x00050000 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    // CHECK: "VIADD.16x2 R1, R0, 0xfffffffd
    %a = ori.viadd<v16x2, bNeg> %x, %pair regs(1)
    // CHECK: "VIADD.16x2 R2, R0, 0xfffb0000
    %b = ori.viadd<v16x2, bNeg> %x, %high regs(2)
    // CHECK: "VIADD R3, R0, 0xfffefffd
    %c = ori.viadd<bNeg> %x, %pair regs(3)
    ori.sts %a, %n, %b
    ori.sts %a, %n, %c
    ori.exit
  }
}

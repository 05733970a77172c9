// RUN: split-file %s %t
// RUN: ptx-opt %t/nested.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=8},ori-verify-allocation{max-registers=8})))' | FileCheck %t/nested.mlir
// RUN: ptx-opt %t/kept.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=8},ori-verify-allocation{max-registers=8})))' | FileCheck %t/kept.mlir

//--- nested.mlir
// What both loops carry lies in one slot each: nothing is moved from slot to
// slot where a loop begins or ends (116 bytes would be stored, in a frame of
// 64).
// CHECK-LABEL: @nested
// CHECK-SAME: local_bytes = 32
// CHECK-SAME: spill_store_bytes = 64
ori.module attributes {sm = 90 : i32} {
  ori.func @nested attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    %v5 = ori.lds<offset = 20> %a, %n
    %v6 = ori.lds<offset = 24> %a, %n
    ori.bra ^outer(%v0, %v1, %v2, %v3, %v4, %v5, %v6 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r)
  ^outer(%o0: !ori.r, %o1: !ori.r, %o2: !ori.r, %o3: !ori.r, %o4: !ori.r, %o5: !ori.r, %o6: !ori.r):
    ori.membar
    ori.bra ^inner(%o0, %o1, %o2, %o3, %o4, %o5, %o6 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r)
  ^inner(%b0: !ori.r, %b1: !ori.r, %b2: !ori.r, %b3: !ori.r, %b4: !ori.r, %b5: !ori.r, %b6: !ori.r):
    %s0, %p0, %q0 = ori.iadd3 %b0, %a, %zero, %true, %true
    %s1, %p1, %q1 = ori.iadd3 %b1, %s0, %zero, %true, %true
    %s2, %p2, %q2 = ori.iadd3 %b2, %s1, %zero, %true, %true
    %s3, %p3, %q3 = ori.iadd3 %b3, %s2, %zero, %true, %true
    %s4, %p4, %q4 = ori.iadd3 %b4, %s3, %zero, %true, %true
    %s5, %p5, %q5 = ori.iadd3 %b5, %s4, %zero, %true, %true
    %s6, %p6, %q6 = ori.iadd3 %b6, %s5, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %s0, %a, %true, %true
    ori.cond_bra %c, ^inner(%s0, %s1, %s2, %s3, %s4, %s5, %s6 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r), ^latch
  ^latch:
    %d, %d1 = ori.isetp<cmp = "LT"> %s1, %a, %true, %true
    ori.cond_bra %d, ^outer(%s0, %s1, %s2, %s3, %s4, %s5, %s6 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r), ^end
  ^end:
    ori.sts %a, %n, %s0
    ori.sts<offset = 4> %a, %n, %s1
    ori.sts<offset = 8> %a, %n, %s2
    ori.sts<offset = 12> %a, %n, %s3
    ori.sts<offset = 16> %a, %n, %s4
    ori.sts<offset = 20> %a, %n, %s5
    ori.sts<offset = 24> %a, %n, %s6
    ori.exit
  }
}

//--- kept.mlir
// Each round hands on what it has made and what the round before has made: two
// slots, for the one is written while the other is to be read.
// CHECK-LABEL: @kept
// CHECK: ^[[LOOP:bb[0-9]+]](
// CHECK: ori.cond_bra
// CHECK: ori.ldl
// CHECK: ori.stl
// CHECK: ori.bra ^[[LOOP]](
ori.module attributes {sm = 90 : i32} {
  ori.func @kept attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    ori.bra ^loop(%v0, %v1, %v2, %v3, %v0, %v1, %v2, %v3 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r)
  ^loop(%b0: !ori.r, %b1: !ori.r, %b2: !ori.r, %b3: !ori.r, %o0: !ori.r, %o1: !ori.r, %o2: !ori.r, %o3: !ori.r):
    ori.membar
    %s0, %p0, %q0 = ori.iadd3 %b0, %o0, %zero, %true, %true
    %s1, %p1, %q1 = ori.iadd3 %b1, %o1, %zero, %true, %true
    %s2, %p2, %q2 = ori.iadd3 %b2, %o2, %zero, %true, %true
    %s3, %p3, %q3 = ori.iadd3 %b3, %o3, %zero, %true, %true
    ori.membar
    %c, %c1 = ori.isetp<cmp = "LT"> %s0, %a, %true, %true
    ori.cond_bra %c, ^loop(%s0, %s1, %s2, %s3, %b0, %b1, %b2, %b3 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r), ^end
  ^end:
    ori.sts %a, %n, %s0
    ori.sts<offset = 4> %a, %n, %s1
    ori.sts<offset = 8> %a, %n, %s2
    ori.sts<offset = 12> %a, %n, %s3
    ori.sts<offset = 16> %a, %n, %b0
    ori.sts<offset = 20> %a, %n, %b1
    ori.sts<offset = 24> %a, %n, %b2
    ori.sts<offset = 28> %a, %n, %b3
    ori.exit
  }
}

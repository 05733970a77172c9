// Which functions are marked `diverges`, at -O1 and above and at -O0.
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence)))' | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence{guarded-exits=false})))' | FileCheck %s --check-prefixes=CHECK,SLOW

ori.module attributes {sm = 90 : i32} {
  // Both sides end: no barrier, and yet the threads part.
  // CHECK: ori.func @both_end attributes {{{.*}}diverges
  // CHECK-NOT: ori.bssy
  ori.func @both_end attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.exit
  ^bb2:
    ori.membar
    ori.exit
  }
  // Every thread goes the same way. The mark of an earlier run goes away.
  // CHECK: ori.func @uniform
  // CHECK-NOT: diverges
  // CHECK-SAME: {
  ori.func @uniform attributes {kernel, diverges} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_CTAID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.bra ^bb2
  ^bb2:
    ori.membar
    ori.exit
  }
  // Some threads jump to the end, where the others come too.
  // CHECK: ori.func @jump_to_end
  // FAST-NOT: diverges
  // SLOW-SAME: diverges
  // CHECK-SAME: {
  ori.func @jump_to_end attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb2, ^bb1
  ^bb1:
    ori.membar
    ori.bra ^bb2
  ^bb2:
    ori.exit
  }
  // The others jump over the end of some.
  // CHECK: ori.func @one_ends
  // FAST-NOT: diverges
  // SLOW-SAME: diverges
  // CHECK-SAME: {
  ori.func @one_ends attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb2, ^bb1
  ^bb1:
    ori.exit
  ^bb2:
    ori.membar
    ori.exit
  }
  // A guarded exit.
  // CHECK: ori.func @guarded_exit
  // CHECK-NOT: diverges
  // CHECK: ori.membar
  ori.func @guarded_exit attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.exit
  ^bb2:
    ori.membar
    ori.exit
  }
}

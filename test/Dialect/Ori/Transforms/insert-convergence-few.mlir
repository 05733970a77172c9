// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence{max-barriers=1},ori-verify-convergence)))' | FileCheck %s

// Threads leave the region of a round, so its barrier cannot be kept in a
// register, and no other is left. The regions around the loop are kept in
// registers, so that the vote behind them needs no WARPSYNC.
// CHECK-LABEL: @nest
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: %[[OUTER:.*]] = ori.save_barrier 0
// CHECK: ori.bssy 0 sync 1
// CHECK-NEXT: %[[INNER:.*]] = ori.save_barrier 0
// CHECK-NOT: ori.bssy
// CHECK: ori.restore_barrier 0, %[[INNER]]
// CHECK-NEXT: ori.bsync 0 sync 1
// CHECK: ori.restore_barrier 0, %[[OUTER]]
// CHECK-NEXT: ori.bsync 0 sync 0
// CHECK-NOT: ori.warpsync
// CHECK: ori.vote
ori.module attributes {sm = 90 : i32} {
  ori.func @nest attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %ten = ori.imm 10 : !ori.r
    %b = ori.s2r<sr = "SR_CTAID.X">
    %x = ori.s2r<sr = "SR_TID.X">
    %e, %e1 = ori.isetp<cmp = "GT"> %x, %ten, %true, %true
    ori.cond_bra %e, ^bb0, ^bb5
  ^bb0:
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%i: !ori.r):
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %a, %a1 = ori.lop3<lut = 192> %j, %x, %zero, %true
    %c, %c1 = ori.isetp<cmp = "EQ"> %a, %zero, %true, %true
    ori.cond_bra %c, ^bb3, ^bb2
  ^bb2:
    ori.membar
    %d, %d1 = ori.isetp<cmp = "EQ"> %b, %ten, %true, %true
    ori.cond_bra %d, ^bb4, ^bb3
  ^bb3:
    ori.bra ^bb1(%j : !ori.r)
  ^bb4:
    ori.membar
    ori.bra ^bb5
  ^bb5:
    ori.membar
    ori.warpsync.all %true
    %v, %p = ori.vote %e
    ori.exit
  }
}

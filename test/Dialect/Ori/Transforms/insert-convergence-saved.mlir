// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence{max-barriers=2})))' | FileCheck %s

// Three nested regions and two barriers: the outer one has the first to itself,
// the others pass through the last one and wait in registers.
// CHECK-LABEL: @nest
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.bssy 1 sync 1
// CHECK-NEXT: %[[MIDDLE:.*]] = ori.save_barrier 1
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.bssy 1 sync 2
// CHECK-NEXT: %[[INNER:.*]] = ori.save_barrier 1
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.restore_barrier 1, %[[INNER]]
// CHECK-NEXT: ori.bsync 1 sync 2
// CHECK: ori.restore_barrier 1, %[[MIDDLE]]
// CHECK-NEXT: ori.bsync 1 sync 1
// CHECK-NOT: restore
// CHECK: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @nest attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %two = ori.imm 2 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    %d, %d1 = ori.isetp<cmp = "GT"> %x, %one, %true, %true
    %e, %e1 = ori.isetp<cmp = "GT"> %x, %two, %true, %true
    ori.cond_bra %c, ^bb1, ^bb7
  ^bb1:
    ori.cond_bra %d, ^bb2, ^bb6
  ^bb2:
    ori.cond_bra %e, ^bb3, ^bb4
  ^bb3:
    ori.membar
    ori.bra ^bb4
  ^bb4:
    ori.membar
    ori.bra ^bb6
  ^bb6:
    ori.membar
    ori.bra ^bb7
  ^bb7:
    ori.membar
    ori.exit
  }
}

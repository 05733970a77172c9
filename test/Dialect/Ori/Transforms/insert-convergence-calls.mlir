// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence,ori-verify-convergence)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // A region with a call inside has a barrier that functions preserve, one
  // without has the first.
  // CHECK-LABEL: ori.func @"$k$f"
  ori.func @"$k$f" attributes {function_type = () -> (), of_kernel = @k} {
    ori.ret
  }
  // CHECK-LABEL: ori.func @k
  ori.func @k attributes {calls, kernel} {
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X">
    %p, %q = ori.isetp %x, %zero, %true, %true
    // CHECK: ori.bssy 6 sync [[A:[0-9]]]
    ori.cond_bra %p, ^bb1, ^bb2
  ^bb1:
    ori.call @"$k$f"() [] -> [] : () -> ()
    ori.bra ^bb2
  ^bb2:
    // CHECK: ori.bsync 6 sync [[A]]
    // CHECK: ori.bssy 0 sync [[B:[0-9]]]
    ori.sts %x, %n, %x
    ori.cond_bra %p, ^bb3, ^bb4
  ^bb3:
    ori.sts %x, %n, %zero
    ori.bra ^bb4
  ^bb4:
    // CHECK: ori.bsync 0 sync [[B]]
    ori.sts %x, %n, %x
    ori.exit
  }

  // Threads that may go to different functions meet behind the call; not where
  // these may wait for each other.
  // CHECK-LABEL: ori.func @pointer
  ori.func @pointer attributes {calls, kernel} {
    %zero = ori.imm 0 : !ori.r
    %t = ori.ldc<type = "64", bank = 2> %zero
    // CHECK: ori.bssy 6
    // CHECK-NEXT: ori.call at
    // CHECK-NEXT: ori.bsync 6
    ori.call at %t : !ori.r<2> () [] -> [] : () -> ()
    // CHECK-NEXT: ori.call at {{.*}} waits
    // CHECK-NEXT: ori.exit
    ori.call at %t : !ori.r<2> () [] -> [] waits : () -> ()
    ori.exit
  }

  // A device function keeps no barrier across a call: the threads wait in a
  // register. Returns are no ends of threads.
  // CHECK-LABEL: ori.func @"$k$g"
  ori.func @"$k$g" attributes {argument_regs = array<i32: 4>, function_type = (!ori.r) -> (), of_kernel = @k} {
  ^bb0(%x: !ori.r):
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %p, %q = ori.isetp %x, %zero, %true, %true
    // CHECK: ori.bssy [[N:[0-5]]]
    // CHECK-NEXT: [[S:%.*]] = ori.save_barrier [[N]]
    ori.cond_bra %p, ^bb1, ^bb2
  ^bb1:
    ori.call @"$k$f"() [] -> [] : () -> ()
    // CHECK: ori.bssy [[M:[0-5]]]
    // CHECK-NEXT: [[T:%.*]] = ori.save_barrier [[M]]
    // CHECK-NEXT: ori.call at
    // CHECK-NEXT: ori.restore_barrier [[M]], [[T]]
    // CHECK-NEXT: ori.bsync [[M]]
    %t = ori.ldc<type = "64", bank = 2> %zero
    ori.call at %t : !ori.r<2> () [] -> [] : () -> ()
    ori.bra ^bb2
  ^bb2:
    // CHECK: ori.restore_barrier [[N]], [[S]]
    // CHECK-NEXT: ori.bsync [[N]]
    ori.ret
  }
}

// RUN: ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence,test-ori-warp-blocks)))' --verify-diagnostics -o /dev/null
// RUN: not ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence,test-ori-warp-blocks{wrong=true})))' --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: expected remark

ori.module attributes {sm = 90 : i32} {

// Some threads may be on one side while others are on the other; behind the
// meeting point, and before the branch, all are together.
ori.func @sides attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
  ori.cond_bra %c, ^bb1, ^bb2
^bb1:
  ori.sts %x, %n, %x
  // expected-remark @below {{block 1 while others are in 1 2}}
  ori.bra ^bb3
^bb2:
  ori.sts<offset = 4> %x, %n, %x
  // expected-remark @below {{block 2 while others are in 1 2}}
  ori.bra ^bb3
^bb3:
  ori.membar
  ori.exit
}

}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence{max-barriers=1})))' --verify-diagnostics

ori.module attributes {sm = 90 : i32} {
  ori.func @nest attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    %d, %d1 = ori.isetp<cmp = "GT"> %x, %one, %true, %true
    ori.cond_bra %c, ^bb1, ^bb4
  ^bb1:
    // expected-error@below {{needs more than 1 convergence barriers at once}}
    ori.cond_bra %d, ^bb2, ^bb3
  ^bb2:
    ori.bra ^bb3
  ^bb3:
    ori.membar
    ori.bra ^bb4
  ^bb4:
    ori.membar
    ori.exit
  }
}

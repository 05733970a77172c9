// RUN: ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-divergence)))' --verify-diagnostics -o /dev/null
// RUN: not ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-divergence{wrong=true})))' --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: expected remark

ori.module attributes {sm = 90 : i32} {

// The number of the thread differs, that of the block does not; what is computed
// of them likewise. Behind a branch on the thread an argument differs although
// what is passed to it does not.
ori.func @join attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  // expected-remark @below {{divergent}}
  %x = ori.s2r<sr = "SR_TID.X">
  %b = ori.s2r<sr = "SR_CTAID.X">
  // expected-remark @below {{divergent}}
  %s, %s1, %s2 = ori.iadd3 %x, %b, %zero, %true, %true
  %t, %t1, %t2 = ori.iadd3 %b, %one, %zero, %true, %true
  // expected-remark @below {{divergent}}
  %c, %c1 = ori.isetp<cmp = "GT"> %s, %zero, %true, %true
  %u, %u1 = ori.isetp<cmp = "GT"> %t, %zero, %true, %true
  ori.cond_bra %u, ^bb1, ^bb4
^bb1:
  // expected-remark @below {{threads part, until 3}}
  ori.cond_bra %c, ^bb2, ^bb3(%zero : !ori.r)
^bb2:
  ori.bra ^bb3(%one : !ori.r)
^bb3(%a: !ori.r):
  // expected-remark @below {{divergent argument 0}}
  ori.bra ^bb4
^bb4:
  ori.exit
}

// Threads leave the loop in different rounds, so that a counter which all threads
// of a round agree on differs behind the loop. The analysis does not tell rounds
// apart: it counts as different in the loop, too.
ori.func @rounds attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %n = ori.imm 0 : !ori.ur
  // expected-remark @below {{divergent}}
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  // expected-remark @below {{divergent argument 0}}
  // expected-remark @below {{divergent}}
  %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
  // expected-remark @below {{divergent}}
  %c, %c1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
  // expected-remark @below {{threads part, until 2}}
  ori.cond_bra %c, ^bb1(%j : !ori.r), ^bb2
^bb2:
  // expected-remark @below {{divergent}}
  %k, %k1, %k2 = ori.iadd3 %j, %one, %zero, %true, %true
  ori.sts %x, %n, %k
  ori.exit
}

// What all threads of a warp have in common, and what they have not.
ori.func @registers attributes {kernel} {
  %b = ori.s2r<sr = "SR_CTAID.Y">
  // expected-remark @below {{divergent}}
  %l = ori.s2r<sr = "SR_LANEID">
  ori.exit
}

// What the whole warp votes on, or reads from one lane, is the same for all of
// it; not what some of its threads do together, what a lane of its own says, or
// what is within parts of the warp.
ori.func @agreed attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %clamp = ori.imm 31 : !ori.r
  %parts = ori.imm 0x181f : !ori.r
  // expected-remark @below {{divergent}}
  %x = ori.s2r<sr = "SR_TID.X">
  // expected-remark @below {{divergent}}
  %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
  ori.warpsync.all %true
  %v, %vp = ori.vote<mode = "ANY"> %c {of_warp}
  %lp, %l = ori.shfl %x, %zero, %clamp {of_warp}
  %wp, %w = ori.shfl %x, %v, %clamp {of_warp}
  // expected-remark @below {{divergent}}
  %o, %op = ori.vote<mode = "ANY"> %c
  // expected-remark @below {{divergent}}
  %any, %anyp = ori.match<mode = "ANY"> %x {of_warp}
  // expected-remark @below {{divergent}}
  %kp, %k = ori.shfl %x, %zero, %clamp
  // expected-remark @below {{divergent}}
  %dp, %d = ori.shfl<mode = "DOWN"> %x, %zero, %clamp {of_warp}
  // expected-remark @below {{divergent}}
  %ep, %e = ori.shfl %x, %x, %clamp {of_warp}
  // expected-remark @below {{divergent}}
  %fp, %f = ori.shfl %x, %zero, %parts {of_warp}
  %g, %g1 = ori.isetp<cmp = "GT"> %l, %v, %true, %true
  ori.cond_bra %g, ^bb1, ^bb2
^bb1:
  ori.bra ^bb2
^bb2:
  ori.exit
}
}

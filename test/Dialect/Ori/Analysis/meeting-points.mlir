// RUN: ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-meeting-points)))' --verify-diagnostics -o /dev/null
// RUN: not ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-meeting-points{wrong=true})))' --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: expected remark

ori.module attributes {sm = 90 : i32} {

// Threads that part in a round meet in it; those that leave the loop, which is
// called by its header, meet behind it.
ori.func @round attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %c, %c1 = ori.isetp<cmp = "LT"> %i, %x, %true, %true
  // expected-remark @below {{threads of 1 meet at 3}}
  // expected-remark @below {{threads of 1 meet at 4}}
  ori.cond_bra %c, ^bb2, ^bb3
^bb2:
  ori.bra ^bb3
^bb3:
  %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
  %d, %d1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
  ori.cond_bra %d, ^bb1(%j : !ori.r), ^bb4
^bb4:
  ori.membar
  ori.exit
}

// Branches of which one ends in the other: the inner one meets first. A branch
// that the block number decides has no meeting.
ori.func @nested attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %b = ori.s2r<sr = "SR_CTAID.X">
  %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
  %u, %u1 = ori.isetp<cmp = "GT"> %b, %zero, %true, %true
  // expected-remark @below {{threads of 0 meet at 5}}
  ori.cond_bra %c, ^bb1, ^bb5
^bb1:
  // expected-remark @below {{threads of 1 meet at 3}}
  ori.cond_bra %c, ^bb2, ^bb3
^bb2:
  ori.bra ^bb3
^bb3:
  ori.cond_bra %u, ^bb4, ^bb5
^bb4:
  ori.bra ^bb5
^bb5:
  ori.membar
  ori.exit
}

}

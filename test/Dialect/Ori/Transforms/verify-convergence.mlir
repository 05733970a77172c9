// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-verify-convergence)))' --split-input-file --verify-diagnostics

// What is right.
ori.module attributes {sm = 90 : i32} {
  ori.func @right attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.bssy 0 sync 0
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.bra ^bb2
  ^bb2:
    ori.bsync 0 sync 0
    %v, %p = ori.vote %c
    ori.exit
  }
}

// -----

// Armed anew in each round of a loop that the others have left.
ori.module attributes {sm = 90 : i32} {
  ori.func @twice attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.bra ^bb1
  ^bb1:
    // expected-error@below {{BSSY of B0, in which the thread takes part already}}
    ori.bssy 0 sync 0
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb2:
    ori.bsync 0 sync 0
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @never attributes {kernel} {
    // expected-error@below {{BSYNC of B1, which no BSSY has armed}}
    ori.bsync 1 sync 0
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @sometimes attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.bssy 0 sync 0
    ori.bra ^bb2
  ^bb2:
    // expected-error@below {{BSYNC of B0, which is not armed on all paths}}
    ori.bsync 0 sync 0
    ori.exit
  }
}

// -----

// Some wait at one for those that wait at the other.
ori.module attributes {sm = 90 : i32} {
  ori.func @circle attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.bssy 0 sync 0
    ori.bssy 1 sync 1
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // expected-error@below {{threads that wait here at B0 may wait for others that wait for them}}
    ori.bsync 0 sync 0
    ori.bsync 1 sync 1
    ori.bra ^bb3
  ^bb2:
    // expected-error@below {{threads that wait here at B0 may wait for others that wait for them}}
    ori.bsync 1 sync 1
    ori.bsync 0 sync 0
    ori.bra ^bb3
  ^bb3:
    ori.exit
  }
}

// -----

// A BREAK before the branch on the same predicate, and one on another.
ori.module attributes {sm = 90 : i32} {
  ori.func @breaks attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    %d, %d1 = ori.isetp<cmp = "GT"> %x, %one, %true, %true
    ori.bssy 0 sync 0
    ori.bssy 1 sync 1
    ori.break 0 if %c
    ori.break 1 if %d
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.exit
  ^bb2:
    ori.bsync 0 sync 0
    // expected-error@below {{BSYNC of B1, which is not armed on all paths}}
    ori.bsync 1 sync 1
    ori.exit
  }
}

// -----

// On one side of a branch, behind a loop with YIELD, and after votes of classes.
ori.module attributes {sm = 90 : i32} {
  ori.func @apart attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.bssy 0 sync 0
    ori.bra ^bb1
  ^bb1:
    ori.yield %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb2:
    ori.bsync 0 sync 0
    // expected-error@below {{the threads need not execute this together}}
    %v, %p = ori.vote %c
    ori.warpsync.all %true
    %w, %q = ori.vote %c
    ori.cond_bra %c, ^bb3, ^bb4
  ^bb3:
    // expected-error@below {{the threads need not execute this together}}
    %s, %r = ori.vote %c
    %active, %t = ori.vote %true
    ori.exit
  ^bb4:
    ori.membar
    ori.exit
  }
}

// -----

// Who waits for the whole warp inside waits for those at the BSYNC.
ori.module attributes {sm = 90 : i32} {
  ori.func @inside attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.bssy 0 sync 0
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0}}
    ori.warpsync.all %true
    ori.bra ^bb2
  ^bb2:
    ori.bsync 0 sync 0
    ori.exit
  }
}

// -----

// A barrier in a register is armed as any other.
ori.module attributes {sm = 90 : i32} {
  ori.func @saved attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.bssy 0 sync 0
    %s = ori.save_barrier 0 : !ori.r
    ori.bssy 0 sync 1
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.bra ^bb2
  ^bb2:
    ori.bsync 0 sync 1
    ori.restore_barrier 0, %s : !ori.r
    ori.bsync 0 sync 0
    %v, %p = ori.vote %c
    ori.exit
  }
}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence)))' --split-input-file | FileCheck %s

// The two sides meet behind the branch.
// CHECK-LABEL: @diamond
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.cond_bra
// CHECK: ^bb1
// CHECK-NOT: ori.bsync
// CHECK: ^bb3:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @diamond attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    %n = ori.imm 0 : !ori.ur
    ori.sts %x, %n, %x
    ori.bra ^bb3
  ^bb2:
    ori.bra ^bb3
  ^bb3:
    ori.membar
    ori.exit
  }
}

// -----

// All threads of a warp have one block number: no barrier. Neither where the
// program says so, nor for threads that only end.
// CHECK-LABEL: @uniform
// CHECK-NOT: ori.bssy
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %b = ori.s2r<sr = "SR_CTAID.X">
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %b, %zero, %true, %true
    %e, %e1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.bra ^bb2
  ^bb2:
    ori.cond_bra %e, ^bb3, ^bb4 uniform
  ^bb3:
    ori.bra ^bb4
  ^bb4:
    ori.cond_bra %e, ^bb5, ^bb6
  ^bb5:
    ori.exit
  ^bb6:
    ori.membar
    ori.exit
  }
}

// -----

// Threads leave a loop at different times: BSSY before the loop, not in it.
// CHECK-LABEL: @loop
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.bra ^bb1
// CHECK: ^bb1
// CHECK-NOT: ori.bssy
// CHECK: ^bb2:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @loop attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%i: !ori.r):
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
    ori.cond_bra %c, ^bb1(%j : !ori.r), ^bb2
  ^bb2:
    ori.membar
    ori.exit
  }
}

// -----

// The inner loop's threads meet in each round of the outer one. The outer loop
// leaves by a value that only the inner one made different.
// CHECK-LABEL: @nest
// CHECK: ori.bssy 0 sync 0
// CHECK: ^bb1(%
// CHECK: ori.bssy 1 sync 1
// CHECK: ^bb2(%
// CHECK: ^bb3:
// CHECK-NEXT: ori.bsync 1 sync 1
// CHECK: ^bb4:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @nest attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%o: !ori.r):
    ori.bra ^bb2(%o : !ori.r)
  ^bb2(%i: !ori.r):
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
    ori.cond_bra %c, ^bb2(%j : !ori.r), ^bb3
  ^bb3:
    %d, %d1 = ori.isetp<cmp = "LT"> %j, %one, %true, %true
    ori.cond_bra %d, ^bb1(%j : !ori.r), ^bb4
  ^bb4:
    ori.membar
    ori.exit
  }
}

// -----

// A jump to the next round from the middle of a loop: the rounds meet at a
// common latch.
// CHECK-LABEL: @continue
// CHECK: ori.bssy 0 sync 0
// CHECK: ^[[HEADER:bb[0-9]+]](%
// CHECK: ori.bssy 1 sync 1
// CHECK-NEXT: ori.cond_bra %{{.*}}, ^[[LATCH:bb[0-9]+]](%
// CHECK: ^[[LATCH]](%[[I:.*]]: !ori.r):
// CHECK-NEXT: ori.bsync 1 sync 1
// CHECK-NEXT: ori.bra ^[[HEADER]](%[[I]]
ori.module attributes {sm = 90 : i32} {
  ori.func @continue attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %ten = ori.imm 10 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%i: !ori.r):
    %e, %e1 = ori.isetp<cmp = "LT"> %i, %x, %true, %true
    ori.cond_bra %e, ^bb2, ^bb5
  ^bb2:
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %a, %a1 = ori.lop3<lut = 192> %j, %x, %zero, %true
    %c, %c1 = ori.isetp<cmp = "EQ"> %a, %zero, %true, %true
    ori.cond_bra %c, ^bb1(%j : !ori.r), ^bb3
  ^bb3:
    ori.membar
    ori.bra ^bb1(%j : !ori.r)
  ^bb5:
    ori.membar
    ori.exit
  }
}

// -----

// Threads part in a loop, and some may leave it before they meet: the others
// meet at the end of the round, those that leave take themselves out and meet
// behind the loop with them all. Here whoever comes to the way out takes it.
// CHECK-LABEL: @leave
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.bra ^[[HEADER:bb[0-9]+]]
// CHECK: ^[[HEADER]](%
// CHECK: ori.bssy 1 sync 1
// CHECK-NEXT: ori.cond_bra %{{.*}}, ^[[LATCH:bb[0-9]+]], ^[[ARM:bb[0-9]+]]
// CHECK: ^[[ARM]]:
// CHECK: ori.break 1 if
// CHECK-NEXT: ori.cond_bra %{{.*}}, ^[[BEHIND:bb[0-9]+]], ^[[LATCH]]
// CHECK: ^[[LATCH]]:
// CHECK-NEXT: ori.bsync 1 sync 1
// CHECK-NEXT: ori.bra ^[[HEADER]]
// CHECK: ^[[BEHIND]]:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @leave attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %ten = ori.imm 10 : !ori.r
    %b = ori.s2r<sr = "SR_CTAID.X">
    %x = ori.s2r<sr = "SR_TID.X">
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
    ori.exit
  }
}

// -----

// Threads that return early with work to do: the others still meet. An exit
// takes a thread out of its barriers, so no break.
// CHECK-LABEL: @early_return
// CHECK: ori.bssy 0 sync 0
// CHECK-NOT: ori.break
// CHECK: ori.bsync 0 sync 0
// CHECK-NOT: ori.bsync
ori.module attributes {sm = 90 : i32} {
  ori.func @early_return attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    %d, %d1 = ori.isetp<cmp = "GT"> %x, %one, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.cond_bra %d, ^bb3, ^bb4
  ^bb3:
    %n = ori.imm 0 : !ori.ur
    ori.sts %x, %n, %x
    ori.exit
  ^bb2:
    ori.bra ^bb4
  ^bb4:
    ori.membar
    ori.exit
  }
}

// -----

// A loop that is entered at two places: its threads meet behind it.
// CHECK-LABEL: @irreducible
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.cond_bra
// CHECK-NOT: ori.bssy
// CHECK: ^bb3:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @irreducible attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.bra ^bb2
  ^bb2:
    ori.membar
    %y = ori.s2r<sr = "SR_CLOCKLO">
    %d, %d1 = ori.isetp<cmp = "GT"> %y, %x, %true, %true
    ori.cond_bra %d, ^bb1, ^bb3
  ^bb3:
    ori.membar
    ori.exit
  }
}

// -----

// A loop that waits for memory of other threads yields to them.
// CHECK-LABEL: @spin
// CHECK: ori.bssy 0 sync 0
// CHECK: ^bb1
// CHECK: ori.yield
// CHECK: ori.atomg
// CHECK: ^bb2:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @spin attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %p = ori.cbank 0[536] : !ori.r<2>
    %n = ori.imm 0 : !ori.ur<2>
    ori.bra ^bb1
  ^bb1:
    %old, %pu = ori.atomg<op = "EXCH"> %p, %n, %one
    %c, %c1 = ori.isetp<cmp = "NE"> %old, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb2:
    ori.membar
    ori.exit
  }
}

// -----

// Two loops: who leaves both at once, from the inner one, takes himself out of
// both rounds; who leaves the inner one meets the others in the round of the
// outer one.
// CHECK-LABEL: @two_levels
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.bra ^[[OUTER:bb[0-9]+]]
// CHECK: ^[[OUTER]](%
// CHECK: ori.bssy 1 sync 1
// CHECK-NEXT: ori.bra ^[[INNER:bb[0-9]+]]
// CHECK: ^[[INNER]](%
// CHECK: ori.bssy 2 sync 2
// CHECK-NEXT: ori.cond_bra %{{.*}}, ^[[NEXT:bb[0-9]+]], ^[[ARM:bb[0-9]+]]
// CHECK: ^[[ARM]]:
// CHECK: ori.break 1 if %[[C:.*]]
// CHECK-NEXT: ori.break 2 if %[[C]]
// CHECK-NEXT: ori.cond_bra %[[C]], ^[[BEHIND:bb[0-9]+]], ^[[NEXT]]
// CHECK: ^[[NEXT]]:
// CHECK-NEXT: ori.bsync 2 sync 2
// CHECK: ori.cond_bra %{{.*}}, ^[[INNER]]({{.*}}), ^[[LATCH:bb[0-9]+]]
// CHECK: ^[[LATCH]]:
// CHECK-NEXT: ori.bsync 1 sync 1
// CHECK: ^[[BEHIND]]:
// CHECK-NEXT: ori.bsync 0 sync 0
ori.module attributes {sm = 90 : i32} {
  ori.func @two_levels attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%o: !ori.r):
    ori.bra ^bb2(%o : !ori.r)
  ^bb2(%i: !ori.r):
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %a, %a1 = ori.lop3<lut = 192> %j, %x, %zero, %true
    %c, %c1 = ori.isetp<cmp = "EQ"> %a, %zero, %true, %true
    ori.cond_bra %c, ^bb4, ^bb3
  ^bb3:
    ori.membar
    %y = ori.s2r<sr = "SR_CLOCKLO">
    %d, %d1 = ori.isetp<cmp = "EQ"> %y, %x, %true, %true
    ori.cond_bra %d, ^bb6, ^bb4
  ^bb4:
    %e, %e1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
    ori.cond_bra %e, ^bb2(%j : !ori.r), ^bb5
  ^bb5:
    %f, %f1 = ori.isetp<cmp = "LT"> %j, %one, %true, %true
    ori.cond_bra %f, ^bb1(%j : !ori.r), ^bb6
  ^bb6:
    ori.membar
    ori.exit
  }
}

// -----

// An early exit into code with regions of its own: those that leave stay in the
// barrier that the others wait at, so these regions have another one. The
// region behind the others may have it again.
// CHECK-LABEL: @regions_behind_exit
// CHECK: ori.bssy 0 sync 0
// CHECK-NEXT: ori.cond_bra %{{.*}}, ^[[TAIL:bb[0-9]+]], ^[[MORE:bb[0-9]+]]
// CHECK: ^[[MORE]]:
// CHECK-NOT: ori.break
// CHECK: ori.cond_bra %{{.*}}, ^[[TAIL]], ^[[CLOSED:bb[0-9]+]]
// CHECK: ^[[TAIL]]:
// CHECK-NEXT: ori.bsync 0 sync 0
// CHECK: ori.bssy 0 sync [[SECOND:[0-9]+]]
// CHECK: ori.bsync 0 sync [[SECOND]]
// CHECK: ^[[CLOSED]]:
// CHECK: ori.bssy 1 sync [[INSIDE:[0-9]+]]
// CHECK: ori.bsync 1 sync [[INSIDE]]
ori.module attributes {sm = 90 : i32} {
  ori.func @regions_behind_exit attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %ten = ori.imm 10 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    %d, %d1 = ori.isetp<cmp = "GT"> %x, %one, %true, %true
    %e, %e1 = ori.isetp<cmp = "GT"> %x, %ten, %true, %true
    ori.cond_bra %c, ^bb2, ^bb1
  ^bb1:
    ori.membar
    ori.cond_bra %d, ^bb2, ^bb5
  ^bb2:
    ori.membar
    ori.cond_bra %e, ^bb3, ^bb4
  ^bb3:
    ori.membar
    ori.bra ^bb4
  ^bb4:
    ori.membar
    ori.exit
  ^bb5:
    ori.membar
    ori.cond_bra %e, ^bb6, ^bb7
  ^bb6:
    ori.membar
    ori.bra ^bb7
  ^bb7:
    ori.membar
    ori.exit
  }
}

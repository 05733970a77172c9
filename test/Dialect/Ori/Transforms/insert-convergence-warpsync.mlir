// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence,ori-verify-convergence)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // Where the whole warp runs together, nobody waits. On one side of a branch
  // the first WARPSYNC.ALL of a block stays; one of a mask says nothing of the
  // others. The threads that wait there may wait for some that take the other
  // side, so these do not wait for them where the sides meet. A mask that nobody
  // else reads is not computed.
  // CHECK-LABEL: @together
  ori.func @together attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %mask = ori.imm 255 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK-NOT: ori.lop3
    // CHECK-NOT: ori.warpsync
    %few, %p0 = ori.lop3<lut = 192> %x, %mask, %zero, %true
    ori.warpsync %true, %few
    ori.warpsync %true, %mask
    ori.warpsync.all %true
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: ori.cond_bra
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // CHECK: ^bb1:
    // CHECK-NEXT: ori.warpsync %
    // CHECK-NEXT: ori.warpsync.all
    // CHECK-NEXT: ori.vote
    // CHECK-NEXT: ori.vote
    // CHECK-NEXT: ori.bra
    ori.warpsync %true, %mask
    ori.warpsync.all %true
    %v, %p = ori.vote %c
    ori.warpsync.all %true
    %w, %q = ori.vote %c
    ori.warpsync %true, %mask
    ori.bra ^bb2
  ^bb2:
    // CHECK: ^bb2:
    // CHECK-NEXT: ori.warpsync.all
    // CHECK-NEXT: ori.vote
    ori.warpsync.all %true
    %y, %r = ori.vote %c
    ori.exit
  }

  // Behind a region that nobody waits in, the whole warp is together again.
  // CHECK-LABEL: @meet
  ori.func @meet attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    ori.membar
    ori.bra ^bb2
  ^bb2:
    // CHECK: ori.bsync
    // CHECK-NEXT: ori.vote
    ori.warpsync.all %true
    %y, %r = ori.vote %c
    ori.exit
  }

  // The threads of a mask that they voted on all come: the others wait for them.
  // CHECK-LABEL: @active
  ori.func @active attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: ori.bssy
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    %m, %mp = ori.vote<mode = "ANY"> %true
    // CHECK: ori.warpsync %
    ori.warpsync %true, %m
    %sp, %sd = ori.shfl %x, %zero, %zero
    ori.bra ^bb2
  ^bb2:
    // CHECK: ori.bsync
    ori.membar
    ori.exit
  }

  // A vote before the branch names threads that do not come.
  // CHECK-LABEL: @voted_before
  // CHECK-NOT: ori.bssy
  ori.func @voted_before attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    %m, %mp = ori.vote<mode = "ANY"> %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // CHECK: ori.warpsync %
    ori.warpsync %true, %m
    %sp, %sd = ori.shfl %x, %zero, %zero
    ori.bra ^bb2
  ^bb2:
    ori.membar
    ori.exit
  }

  // Nor do those that have left the loop come to its later rounds.
  // CHECK-LABEL: @voted_outside
  // CHECK-NOT: ori.bssy
  ori.func @voted_outside attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %m, %mp = ori.vote<mode = "ANY"> %true
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%i: !ori.r):
    // CHECK: ori.warpsync %
    ori.warpsync %true, %m
    %sp, %sd = ori.shfl %x, %zero, %zero
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
    ori.cond_bra %c, ^bb1(%j : !ori.r), ^bb2
  ^bb2:
    ori.membar
    ori.exit
  }

  // Where not all of the warp is there, sets of several masks would wait for
  // each other.
  // CHECK-LABEL: @masks_of_some
  // CHECK-NOT: ori.bssy
  ori.func @masks_of_some attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // CHECK: ori.warpsync<exclusive>
    ori.warpsync<exclusive> %true, %x
    %v, %p = ori.vote %c
    ori.bra ^bb2
  ^bb2:
    ori.membar
    ori.exit
  }

  // Threads with different masks come to a vote together: each mask alone, then
  // all meet. One mask for all needs none of that.
  // CHECK-LABEL: @masks
  ori.func @masks attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %b = ori.s2r<sr = "SR_CTAID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: ori.bssy 0 sync 0
    // CHECK-NEXT: ori.warpsync<exclusive>
    // CHECK-NEXT: ori.vote
    // CHECK-NEXT: ori.bsync 0 sync 0
    ori.warpsync<exclusive> %true, %x
    %v, %p = ori.vote %c
    // CHECK-NEXT: ori.vote
    ori.warpsync<exclusive> %true, %b
    %w, %q = ori.vote %c
    ori.exit
  }

  // A loop that yields may leave threads behind at its BSYNC.
  // CHECK-LABEL: @yields
  ori.func @yields attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %p = ori.cbank 0[536] : !ori.r<2>
    %n = ori.imm 0 : !ori.ur<2>
    ori.bra ^bb1
  ^bb1:
    // CHECK: ori.yield
    %old, %pu = ori.atomg<op = "EXCH"> %p, %n, %one
    %c, %c1 = ori.isetp<cmp = "NE"> %old, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb2:
    // CHECK: ori.bsync
    // CHECK-NEXT: ori.warpsync.all
    ori.warpsync.all %true
    %v, %q = ori.vote %c
    ori.exit
  }

  // One that tries again until nobody came in between does not wait for others.
  // CHECK-LABEL: @lock_free
  ori.func @lock_free attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %p = ori.cbank 0[536] : !ori.r<2>
    %n = ori.imm 0 : !ori.ur<2>
    ori.bra ^bb1
  ^bb1:
    // CHECK-NOT: ori.yield
    %old, %pu = ori.atomg<op = "EXCH"> %p, %n, %one {lock_free}
    %c, %c1 = ori.isetp<cmp = "NE"> %old, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb2:
    // CHECK: ori.bsync
    // CHECK-NEXT: ori.vote
    ori.warpsync.all %true
    %v, %q = ori.vote %c
    ori.exit
  }

  // Nor is what is read twice for it.
  // CHECK-LABEL: @read_twice
  ori.func @read_twice attributes {kernel} {
    // CHECK-NEXT: ori.exit
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %few, %c, %d = ori.iadd3 %x, %zero, %zero, %true, %true
    ori.warpsync %true, %few
    ori.exit
  }

  // Some wait at a barrier of the block, others go on: they are not together.
  // CHECK-LABEL: @some_wait
  ori.func @some_wait attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: ori.bar
    // CHECK-NEXT: ori.warpsync.all
    ori.bar %zero, %zero, %true if %c
    ori.warpsync.all %true
    %v, %p = ori.vote %c
    ori.exit
  }

  // What a part of the threads executes stays.
  // CHECK-LABEL: @guarded
  ori.func @guarded attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: ori.warpsync.all %{{.*}} if
    ori.warpsync.all %true if %c
    ori.exit
  }

  // Each collective of a row has a WARPSYNC of its mask: the first is enough, up
  // to what may part the threads, and another mask. One that lets those of a mask
  // on alone stays, and so does a barrier of the program.
  // CHECK-LABEL: @rows
  ori.func @rows attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %clamp = ori.imm 31 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X">
    %m = ori.lds %x, %n
    %o = ori.lds<offset = 4> %x, %n
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // CHECK: ^bb1:
    // CHECK-NEXT: ori.warpsync %{{.*}}, %[[M:.*]]
    // CHECK-NEXT: ori.shfl
    // CHECK-NEXT: ori.shfl
    // CHECK-NEXT: ori.warpsync %{{.*}}, %[[O:.*]]
    // CHECK-NEXT: ori.shfl
    // CHECK-NEXT: ori.warpsync %{{.*}}, %[[M]]
    // CHECK-NEXT: ori.shfl
    // CHECK-NEXT: ori.warpsync %{{.*}}, %[[M]] {coop_group}
    // CHECK-NEXT: ori.yield
    // CHECK-NEXT: ori.warpsync %{{.*}}, %[[M]]
    // CHECK-NEXT: ori.shfl
    // CHECK-NEXT: ori.bra
    ori.warpsync %true, %m
    %ap, %a = ori.shfl %x, %zero, %clamp
    ori.warpsync %true, %m
    %bp, %b = ori.shfl %x, %zero, %clamp
    ori.warpsync %true, %o
    %dp, %d = ori.shfl %x, %zero, %clamp
    ori.warpsync %true, %m
    %ep, %e = ori.shfl %x, %zero, %clamp
    ori.warpsync %true, %m {coop_group}
    ori.yield %true
    ori.warpsync %true, %m
    %fp, %f = ori.shfl %x, %zero, %clamp
    ori.bra ^bb2
  ^bb2:
    ori.sts %x, %n, %x
    ori.exit
  }
}

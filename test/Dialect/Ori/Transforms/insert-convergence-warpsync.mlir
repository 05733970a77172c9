// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // Where the whole warp runs together, nobody waits: neither for a mask nor
  // behind a region. Inside of one the first WARPSYNC.ALL of a block stays; one
  // of a mask says nothing of the others.
  // CHECK-LABEL: @together
  ori.func @together attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %mask = ori.imm 255 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK-NOT: ori.warpsync
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
    // CHECK-NEXT: ori.bsync
    // CHECK-NEXT: ori.vote
    ori.warpsync.all %true
    %y, %r = ori.vote %c
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
}

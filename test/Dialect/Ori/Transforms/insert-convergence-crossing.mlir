// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-insert-convergence,ori-verify-convergence)))' | FileCheck %s

// Regions that cross instead of nesting: a thread leaves one on the edge where
// it cannot meet the others of that region any more.

ori.module attributes {sm = 90 : i32} {
  // A switch in a loop: case 1 falls through to case 2, which 3 jumps to. The
  // region of the second branch (^bb3) ends in ^bb5, which threads of ^bb1 pass by.
  // CHECK-LABEL: @fall_through
  // CHECK: ^[[HEAD:bb[0-9]+]](%
  // CHECK: ori.bssy [[ALL:[0-9]]] sync [[ALLSYNC:[0-9]]]
  // CHECK-NEXT: ori.bssy [[SOME:[0-9]]] sync [[SOMESYNC:[0-9]]]
  // CHECK-NEXT: ori.cond_bra %{{.*}}, ^[[LEFT:bb[0-9]+]], ^[[RIGHT:bb[0-9]+]]
  // CHECK: ^[[LEFT]]:
  // CHECK: ori.break [[SOME]] if %
  // CHECK-NEXT: ori.cond_bra
  // CHECK: ori.bsync [[SOME]] sync [[SOMESYNC]]
  // CHECK: ori.bsync [[ALL]] sync [[ALLSYNC]]
  ori.func @fall_through attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %two = ori.imm 2 : !ori.r
    %three = ori.imm 3 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %n = ori.cbank 0[528] : !ori.r
    %a, %a1 = ori.isetp<cmp = "LT"> %x, %two, %true, %true
    %b, %b1 = ori.isetp<cmp = "LT"> %x, %one, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %x, %three, %true, %true
    ori.bra ^bb1(%zero : !ori.r)
  ^bb1(%i: !ori.r):
    ori.cond_bra %a, ^bb2, ^bb3
  ^bb2:
    ori.cond_bra %b, ^bb6, ^bb4
  ^bb3:
    ori.cond_bra %c, ^bb4, ^bb5
  ^bb4:
    ori.membar
    ori.bra ^bb5
  ^bb5:
    ori.membar
    ori.bra ^bb7
  ^bb6:
    ori.membar
    ori.bra ^bb7
  ^bb7:
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %d, %d1 = ori.isetp<cmp = "LT"> %j, %n, %true, %true
    ori.cond_bra %d, ^bb1(%j : !ori.r), ^bb8
  ^bb8:
    ori.exit
  }
}

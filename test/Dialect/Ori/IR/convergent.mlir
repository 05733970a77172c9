// Stock passes of the pipelines leave convergent instructions alone: they stay
// in their blocks, are not merged, not duplicated and not removed.
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(canonicalize{region-simplify=normal})))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(cse)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(loop-invariant-code-motion)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // CHECK-LABEL: ori.func @k
  ori.func @k attributes {kernel} {
    %pt = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %lane = ori.imm 1 : !ori.r
    %clamp = ori.imm 31 : !ori.r
    %tid = ori.s2r<sr = "SR_TID.X">
    %p, %q = ori.isetp<cmp = "NE"> %tid, %zero, %pt, %pt
    // Two equal votes and shuffles in one block are two instructions.
    // CHECK-COUNT-2: ori.vote
    %v0, %vp0 = ori.vote %p
    %v1, %vp1 = ori.vote %p
    // CHECK-COUNT-2: ori.shfl
    %sp0, %s0 = ori.shfl<mode = "BFLY"> %tid, %lane, %clamp
    %sp1, %s1 = ori.shfl<mode = "BFLY"> %tid, %lane, %clamp
    // Barriers are neither merged nor dropped.
    // CHECK-COUNT-2: ori.bar
    ori.bar %zero, %zero, %pt
    ori.bar %zero, %zero, %pt
    // CHECK: ori.warpsync.all
    ori.warpsync.all %pt
    // CHECK: ori.cond_bra
    ori.cond_bra %p, ^then, ^else
  // The same vote in both arms stays in both.
  ^then:
    // CHECK: ^bb1:
    // CHECK-NEXT: ori.vote
    %v2, %vp2 = ori.vote %pt
    ori.bra ^join(%v2 : !ori.r)
  ^else:
    // CHECK: ^bb2:
    // CHECK-NEXT: ori.vote
    %v3, %vp3 = ori.vote %pt
    ori.bra ^join(%v3 : !ori.r)
  ^join(%v: !ori.r):
    // A loop whose body does not change: the vote stays inside.
    ori.bra ^loop(%v : !ori.r)
  // CHECK: {{^ *}}^bb4(
  // CHECK-NEXT: ori.vote
  ^loop(%i: !ori.r):
    %v4, %vp4 = ori.vote %p
    %n, %nc, %nc2 = ori.iadd3 %i, %v4, %v0, %pt, %pt
    %more, %no = ori.isetp<cmp = "LT"> %n, %s1, %pt, %pt
    ori.cond_bra %more, ^loop(%n : !ori.r), ^out
  ^out:
    ori.exit
  }
}

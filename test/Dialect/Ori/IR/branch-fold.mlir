// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(canonicalize{region-simplify=disabled})))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
// CHECK-LABEL: @known
// CHECK: ori.bra ^bb1(%{{.*}} : !ori.r)
// CHECK-NOT: ori.cond_bra
ori.func @known attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %t = ori.imm true : !ori.p
  ori.cond_bra not %t, ^bb1, ^bb2(%x : !ori.r)
^bb1:
  ori.exit
^bb2(%d: !ori.r):
  ori.bar %d, %d, %t
  ori.exit
}

// Both ways are the same; different operands are two ways.
// CHECK-LABEL: @same
// CHECK: ori.bra ^bb1(%{{.*}} : !ori.r)
// CHECK: ori.cond_bra %{{.*}}, ^bb2(%{{.*}} : !ori.r), ^bb2(%{{.*}} : !ori.r)
ori.func @same attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1(%x : !ori.r), ^bb1(%x : !ori.r)
^bb1(%d: !ori.r):
  ori.bar %d, %d, %t
  ori.cond_bra %p, ^bb2(%x : !ori.r), ^bb2(%zero : !ori.r)
^bb2(%e: !ori.r):
  ori.bar %e, %e, %t
  ori.exit
}
}

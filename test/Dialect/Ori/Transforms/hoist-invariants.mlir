// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-hoist-invariants)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-hoist-invariants{max-registers=1})))' | FileCheck %s --check-prefix=ONE

ori.module attributes {sm = 90 : i32} {

// Out of both loops, the second after the first; what varies with the outer
// loop only leaves the inner one.
// CHECK-LABEL: @nest
// CHECK: %[[X:.*]] = ori.s2r
// CHECK: %[[A:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[X]], %[[X]]
// CHECK-NEXT: %[[B:.*]] = ori.mov %[[A]]
// CHECK-NEXT: ori.bra ^bb1
// CHECK: ^bb1(%[[I:.*]]: !ori.r):
// CHECK-NEXT: %[[C:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[I]], %[[B]]
// CHECK-NEXT: ori.bra ^bb2
// CHECK: ^bb2(%[[J:.*]]: !ori.r):
// CHECK-NEXT: ori.iadd3 %[[J]], %[[C]]
// ONE-LABEL: @nest
// ONE: ori.iadd3
// ONE-NEXT: ori.bra ^bb1
// ONE: ^bb2(%{{.*}}: !ori.r):
// ONE-NEXT: ori.mov
ori.func @nest attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  ori.bra ^bb2(%zero : !ori.r)
^bb2(%j: !ori.r):
  %a, %a1, %a2 = ori.iadd3 %x, %x, %zero, %t, %t
  %b = ori.mov %a
  %c, %c1, %c2 = ori.iadd3 %i, %b, %zero, %t, %t
  %d, %d1, %d2 = ori.iadd3 %j, %c, %zero, %t, %t
  %p, %q = ori.isetp<cmp = "NE"> %d, %x, %t, %t
  ori.cond_bra %p, ^bb2(%d : !ori.r), ^bb3
^bb3:
  %e, %e1, %e2 = ori.iadd3 %i, %x, %zero, %t, %t
  %r, %s = ori.isetp<cmp = "NE"> %e, %x, %t, %t
  ori.cond_bra %r, ^bb1(%e : !ori.r), ^bb4
^bb4:
  ori.exit
}

// Votes depend on who runs them, shared memory changes, predicates are few.
// CHECK-LABEL: @stay
// CHECK-NOT: ori.isetp
// CHECK: ^bb1(
// CHECK: ori.vote
// CHECK: ori.lds
// CHECK: ori.isetp
ori.func @stay attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %ur = ori.imm 0 : !ori.ur
  %t = ori.imm true : !ori.p
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %v, %vp = ori.vote %t
  %m = ori.lds %x, %ur
  %r, %s = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  %j, %j1, %j2 = ori.iadd3 %i, %v, %m, %t, %t
  ori.bar %j, %j, %r
  %p, %q = ori.isetp<cmp = "NE"> %j, %x, %t, %t
  ori.cond_bra %p, ^bb1(%j : !ori.r), ^bb2
^bb2:
  ori.exit
}
}

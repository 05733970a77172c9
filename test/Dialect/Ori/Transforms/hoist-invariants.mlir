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

// Memory that does not change is read in front of the loop, if each round comes
// to the load.
// CHECK-LABEL: @loads
// CHECK: ori.ldg<{{.*}}order = "CONSTANT"
// CHECK-NEXT: ori.bra ^bb1
// CHECK: ^bb1(
// CHECK-NOT: ori.ldg
// CHECK: ori.cond_bra
// CHECK: ^bb2:
// CHECK-NEXT: ori.ldg<{{.*}}offset = 8
// CHECK: ^bb3
// CHECK: ori.ldg<{{.*}}offset = 16
// CHECK: ori.cond_bra
ori.func @loads attributes {kernel} {
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %at = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %l, %lp = ori.ldg<desc, order = "CONSTANT"> %at, %d, %t
  %p, %q = ori.isetp<cmp = "NE"> %i, %x, %t, %t
  ori.cond_bra %p, ^bb2, ^bb3(%l : !ori.r)
^bb2:
  %m, %mp = ori.ldg<desc, order = "CONSTANT", offset = 8> %at, %d, %t
  ori.bra ^bb3(%m : !ori.r)
^bb3(%n: !ori.r):
  %w, %wp = ori.ldg<desc, offset = 16> %at, %d, %t
  %j, %j1, %j2 = ori.iadd3 %i, %n, %w, %t, %t
  ori.stg<desc> %at, %d, %j
  %r, %s = ori.isetp<cmp = "NE"> %j, %x, %t, %t
  ori.cond_bra %r, ^bb1(%j : !ori.r), ^bb4
^bb4:
  ori.exit
}

// Not out of a loop that may not be entered, nor over a fence.
// CHECK-LABEL: @loads_stay
// CHECK-NOT: ori.ldg
// CHECK: ^bb1(
// CHECK: ori.ldg
// CHECK: ^bb2(
// CHECK: ori.ldg
ori.func @loads_stay attributes {kernel} {
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %at = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %o, %o1 = ori.isetp<cmp = "NE"> %x, %y, %t, %t
  ori.cond_bra %o, ^bb1(%zero : !ori.r), ^bb2(%zero : !ori.r)
^bb1(%i: !ori.r):
  %l, %lp = ori.ldg<desc, order = "CONSTANT"> %at, %d, %t
  %j, %j1, %j2 = ori.iadd3 %i, %l, %zero, %t, %t
  %p, %q = ori.isetp<cmp = "NE"> %j, %x, %t, %t
  ori.cond_bra %p, ^bb1(%j : !ori.r), ^bb2(%j : !ori.r)
^bb2(%k: !ori.r):
  %m, %mp = ori.ldg<desc, order = "CONSTANT"> %at, %d, %t
  %n, %n1, %n2 = ori.iadd3 %k, %m, %zero, %t, %t
  ori.membar
  %r, %s = ori.isetp<cmp = "NE"> %n, %x, %t, %t
  ori.cond_bra %r, ^bb2(%n : !ori.r), ^bb3
^bb3:
  ori.exit
}
}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-predication)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-predication{max-instructions=1})))' | FileCheck %s --check-prefix=ONE

ori.module attributes {sm = 90 : i32} {

// A block that is jumped round: its load and store get guards, what it passes on
// keeps the other value. One instruction more than the limit stays a branch.
// CHECK-LABEL: @triangle
// CHECK: %[[X:.*]] = ori.s2r
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp
// CHECK-NOT: ori.cond_bra
// CHECK: %[[V:.*]] = ori.lds %[[X]], %{{.*}} if not %[[P]] else(%{{.*}})
// CHECK: %[[S:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[V]], %{{.*}} if not %[[P]] else(%[[X]],
// CHECK: ori.sts %[[X]], %{{.*}}, %[[V]] if not %[[P]]
// CHECK: ori.sts %[[S]]
// CHECK-NEXT: ori.exit
// ONE-LABEL: @triangle
// ONE: ori.cond_bra
ori.func @triangle attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^end(%x : !ori.r), ^then
^then:
  %v = ori.lds %x, %u
  %s, %c, %d = ori.iadd3 %v, %x, %zero, %t, %t
  ori.sts %x, %u, %v
  ori.bra ^end(%s : !ori.r)
^end(%r: !ori.r):
  ori.sts %r, %u, %x
  ori.exit
}

// The inner one first, then the outer one has no branch inside any more: but
// guarded instructions take no second guard.
// CHECK-LABEL: @nested
// CHECK: ori.cond_bra
// CHECK: ori.sts {{.*}} if
// CHECK-NOT: ori.cond_bra
// CHECK: ori.exit
ori.func @nested attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  %r, %s = ori.isetp<cmp = "GT"> %x, %zero, %t, %t
  ori.cond_bra %p, ^then, ^end
^then:
  ori.cond_bra %r, ^inner, ^meet
^inner:
  ori.sts %x, %u, %x
  ori.bra ^meet
^meet:
  ori.bra ^end
^end:
  ori.exit
}

// Votes, barriers, atomics, calls and loops stay where they are.
// CHECK-LABEL: @left_alone
// CHECK-COUNT-4: ori.cond_bra
// CHECK-NOT: ori.cond_bra
ori.func @left_alone attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^vote, ^a
^vote:
  %v, %vp = ori.vote<mode = "ANY"> %p
  ori.sts %x, %u, %v
  ori.bra ^a
^a:
  ori.cond_bra %p, ^fence, ^b
^fence:
  ori.membar
  ori.bra ^b
^b:
  ori.cond_bra %p, ^atomic, ^c
^atomic:
  %o = ori.atoms %x, %u, %x
  ori.bra ^c
^c:
  ori.cond_bra %p, ^loop, ^d
^loop:
  ori.sts %x, %u, %x
  ori.bra ^loop
^d:
  ori.exit
}

}

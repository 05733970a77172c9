// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-sink-code)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {

// What waits for a special register goes behind the branch, in its order; the
// register is on its way while the branch is decided. So does what passes two
// branches.
// CHECK-LABEL: @sunk
// CHECK: %[[I:.*]] = ori.s2r<sr = "SR_CTAID.X">
// CHECK-NEXT: %{{.*}}, %{{.*}} = ori.isetp
// CHECK-NEXT: ori.cond_bra
// CHECK: ^bb1:
// CHECK-NEXT: %[[A:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[I]],
// CHECK-NEXT: %[[B:.*]] = ori.shf{{.*}} %[[A]],
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[B]]
// CHECK-NEXT: ori.cond_bra
// CHECK: ^bb2:
// CHECK-NEXT: ori.lop3
// CHECK-NEXT: ori.sts
// CHECK: ^bb3:
// CHECK-NEXT: ori.exit
ori.func @sunk attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a, %a1, %a2 = ori.iadd3 %i, %k, %zero, %t, %t
  %b = ori.shf<type = "U32"> %a, %k, %zero
  %c, %c1 = ori.lop3<lut = 0xc0> %i, %k, %zero, %t
  %p, %q = ori.isetp<cmp = "LT"> %x, %k, %t, %t
  ori.cond_bra %p, ^one, ^end
^one:
  ori.sts %x, %u, %b
  ori.cond_bra %q, ^two, ^end
^two:
  ori.sts<offset = 4> %x, %u, %c
  ori.bra ^end
^end:
  ori.exit
}

// What both ways read stays, and what one of them passes on, what the branch
// needs, and what waits for nothing.
// CHECK-LABEL: @stay
// CHECK-COUNT-3: ori.iadd3
// CHECK: ori.isetp
// CHECK: ori.cond_bra
// CHECK-NOT: ori.iadd3
ori.func @stay attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^next(%zero : !ori.r)
^next(%n: !ori.r):
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a, %a1, %a2 = ori.iadd3 %i, %x, %zero, %t, %t
  %b, %b1, %b2 = ori.iadd3 %i, %i, %k, %t, %t
  %c, %c1, %c2 = ori.iadd3 %n, %x, %k, %t, %t
  %p, %q = ori.isetp<cmp = "LT"> %b, %x, %t, %t
  ori.cond_bra %p, ^one, ^two(%b : !ori.r)
^one:
  ori.sts %x, %u, %a
  ori.sts<offset = 12> %x, %u, %c
  ori.bra ^two(%a : !ori.r)
^two(%e: !ori.r):
  ori.sts<offset = 4> %x, %u, %e
  ori.sts<offset = 8> %x, %u, %a
  ori.exit
}

// Not into a loop, not to where ways meet, and not if three registers would be in
// use for one.
// CHECK-LABEL: @elsewhere
// CHECK-COUNT-3: ori.iadd3
// CHECK: ori.cond_bra
// CHECK: ^bb1
ori.func @elsewhere attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %z = ori.s2r<sr = "SR_TID.Z">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a, %a1, %a2 = ori.iadd3 %i, %k, %zero, %t, %t
  %b, %b1, %b2 = ori.iadd3 %i, %x, %k, %t, %t
  %c, %c1, %c2 = ori.iadd3 %y, %i, %z, %t, %t
  %p, %q = ori.isetp<cmp = "LT"> %x, %k, %t, %t
  ori.cond_bra %p, ^loop, ^other
^loop:
  ori.sts %x, %u, %a
  %r, %s = ori.vote %p
  %more, %less = ori.isetp<cmp = "LT"> %r, %k, %t, %t
  ori.cond_bra %more, ^loop, ^end
^other:
  ori.sts<offset = 4> %x, %u, %c
  ori.bra ^end
^end:
  ori.sts<offset = 8> %x, %u, %b
  ori.exit
}

// A guard and a load stay: the one has a predicate, the other waits longest.
// CHECK-LABEL: @others
// CHECK: ori.lds
// CHECK: ori.iadd3
// CHECK: ori.cond_bra
ori.func @others attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %l = ori.lds %x, %u
  %p, %q = ori.isetp<cmp = "LT"> %x, %k, %t, %t
  %a, %a1, %a2 = ori.iadd3 %l, %k, %zero, %t, %t if %p else(%x, %t, %t)
  ori.cond_bra %q, ^one, ^end
^one:
  ori.sts %x, %u, %a
  ori.bra ^end
^end:
  ori.exit
}

// What a collective has left in a uniform register is read at once: the threads of
// another mask overwrite it.
// CHECK-LABEL: @collective
// CHECK: ori.redux
// CHECK-NEXT: ori.mov
// CHECK: ori.cond_bra
// CHECK: ^bb1:
// CHECK-NEXT: ori.iadd3
ori.func @collective attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  ori.warpsync<exclusive> %t, %x
  %m = ori.redux<op = "MIN", s32> %x
  %r = ori.mov %m : (!ori.ur) -> (!ori.r)
  %a, %a1, %a2 = ori.iadd3 %r, %k, %zero, %t, %t
  %p, %q = ori.isetp<cmp = "LT"> %x, %k, %t, %t
  ori.cond_bra %p, ^one, ^end
^one:
  ori.sts %x, %u, %a
  ori.bra ^end
^end:
  ori.exit
}

}

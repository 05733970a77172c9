// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat{eased-from=4})))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat{eased-from=20})))' | FileCheck %s --check-prefix=FEW

// What an outer loop keeps in a register through its inner ones, and what costs next
// to nothing next to these, is computed again where it is used, although no more
// warps come in by it.

ori.module attributes {sm = 90 : i32} {

// A sum of a constant that is loaded: the constant is not there any more, so it is
// loaded again, too.
// CHECK-LABEL: @sum
// CHECK: ori.s2r
// CHECK-NOT: ori.ldc
// CHECK: ori.isetp
// CHECK: ori.isetp
// CHECK: %[[C:.*]] = ori.ldc
// CHECK-NEXT: %[[K:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[C]]
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[K]]
// FEW-LABEL: @sum
// FEW: ori.ldc
// FEW: ori.isetp
// FEW-NOT: ori.ldc
// FEW-LABEL: @sum_of_sum
ori.func @sum attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %c = ori.ldc<offset = 528> %zero
  %k, %k1, %k2 = ori.iadd3 %c, %four, %zero, %t, %t
  ori.bra ^bb1(%x : !ori.r)
^bb1(%i: !ori.r):
  ori.bra ^bb2(%x : !ori.r)
^bb2(%j: !ori.r):
  ori.bra ^bb3(%x : !ori.r)
^bb3(%h: !ori.r):
  %f0 = ori.fadd %h, %x
  %f1 = ori.fadd %f0, %x
  %f2 = ori.fadd %f1, %x
  %f3 = ori.fadd %f2, %x
  %f4 = ori.fadd %f3, %x
  %f5 = ori.fadd %f4, %x
  %f6 = ori.fadd %f5, %x
  %f7 = ori.fadd %f6, %x
  %f8 = ori.fadd %f7, %x
  %f9 = ori.fadd %f8, %x
  %f10 = ori.fadd %f9, %x
  %f11 = ori.fadd %f10, %x
  %f12 = ori.fadd %f11, %x
  %f13 = ori.fadd %f12, %x
  %f14 = ori.fadd %f13, %x
  %f15 = ori.fadd %f14, %x
  %f16 = ori.fadd %f15, %x
  %f17 = ori.fadd %f16, %x
  %f18 = ori.fadd %f17, %x
  %f19 = ori.fadd %f18, %x
  %p, %p1 = ori.isetp<cmp = "NE"> %f19, %x, %t, %t
  ori.cond_bra %p, ^bb3(%f19 : !ori.r), ^bb4
^bb4:
  %n = ori.fadd %j, %x
  %q, %q1 = ori.isetp<cmp = "NE"> %n, %x, %t, %t
  ori.cond_bra %q, ^bb2(%n : !ori.r), ^bb5
^bb5:
  ori.sts %x, %u, %k
  %m = ori.fadd %i, %x
  %r, %r1 = ori.isetp<cmp = "NE"> %m, %x, %t, %t
  ori.cond_bra %r, ^bb1(%m : !ori.r), ^bb6
^bb6:
  ori.exit
}

// A sum of a sum, which has been computed again where the second is computed first:
// in the loop both are.
// CHECK-LABEL: @sum_of_sum
// CHECK: ori.s2r
// CHECK: ori.isetp
// CHECK: ori.isetp
// CHECK: %[[C:.*]] = ori.ldc
// CHECK-NEXT: %[[K:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[C]]
// CHECK-NEXT: %[[L:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[K]]
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[L]]
ori.func @sum_of_sum attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %c = ori.ldc<offset = 528> %zero
  %k, %k1, %k2 = ori.iadd3 %c, %four, %zero, %t, %t
  %g0 = ori.fadd %x, %x
  %g1 = ori.fadd %g0, %x
  %g2 = ori.fadd %g1, %x
  %g3 = ori.fadd %g2, %x
  %g4 = ori.fadd %g3, %x
  %g5 = ori.fadd %g4, %x
  %g6 = ori.fadd %g5, %x
  %g7 = ori.fadd %g6, %x
  %g8 = ori.fadd %g7, %x
  %g9 = ori.fadd %g8, %x
  %g10 = ori.fadd %g9, %x
  %g11 = ori.fadd %g10, %x
  %g12 = ori.fadd %g11, %x
  %g13 = ori.fadd %g12, %x
  %g14 = ori.fadd %g13, %x
  %g15 = ori.fadd %g14, %x
  %g16 = ori.fadd %g15, %x
  %g17 = ori.fadd %g16, %x
  %g18 = ori.fadd %g17, %x
  %g19 = ori.fadd %g18, %x
  %g20 = ori.fadd %g19, %x
  %g21 = ori.fadd %g20, %x
  %g22 = ori.fadd %g21, %x
  %g23 = ori.fadd %g22, %x
  %g24 = ori.fadd %g23, %x
  %g25 = ori.fadd %g24, %x
  %g26 = ori.fadd %g25, %x
  %g27 = ori.fadd %g26, %x
  %g28 = ori.fadd %g27, %x
  %g29 = ori.fadd %g28, %x
  ori.bra ^bb0
^bb0:
  %l, %l1, %l2 = ori.iadd3 %k, %x, %zero, %t, %t
  %e0 = ori.fadd %x, %x
  %e1 = ori.fadd %e0, %x
  %e2 = ori.fadd %e1, %x
  %e3 = ori.fadd %e2, %x
  %e4 = ori.fadd %e3, %x
  %e5 = ori.fadd %e4, %x
  %e6 = ori.fadd %e5, %x
  %e7 = ori.fadd %e6, %x
  %e8 = ori.fadd %e7, %x
  %e9 = ori.fadd %e8, %x
  %e10 = ori.fadd %e9, %x
  %e11 = ori.fadd %e10, %x
  %e12 = ori.fadd %e11, %x
  %e13 = ori.fadd %e12, %x
  %e14 = ori.fadd %e13, %x
  %e15 = ori.fadd %e14, %x
  %e16 = ori.fadd %e15, %x
  %e17 = ori.fadd %e16, %x
  %e18 = ori.fadd %e17, %x
  %e19 = ori.fadd %e18, %x
  %e20 = ori.fadd %e19, %x
  %e21 = ori.fadd %e20, %x
  %e22 = ori.fadd %e21, %x
  %e23 = ori.fadd %e22, %x
  %e24 = ori.fadd %e23, %x
  %e25 = ori.fadd %e24, %x
  %e26 = ori.fadd %e25, %x
  %e27 = ori.fadd %e26, %x
  %e28 = ori.fadd %e27, %x
  %e29 = ori.fadd %e28, %x
  ori.sts<offset = 4> %x, %u, %k
  ori.sts<offset = 8> %x, %u, %g29
  ori.sts<offset = 12> %x, %u, %e29
  ori.bra ^bb1(%x : !ori.r)
^bb1(%i: !ori.r):
  ori.bra ^bb2(%x : !ori.r)
^bb2(%j: !ori.r):
  ori.bra ^bb3(%x : !ori.r)
^bb3(%h: !ori.r):
  %f0 = ori.fadd %h, %x
  %f1 = ori.fadd %f0, %x
  %f2 = ori.fadd %f1, %x
  %f3 = ori.fadd %f2, %x
  %f4 = ori.fadd %f3, %x
  %f5 = ori.fadd %f4, %x
  %f6 = ori.fadd %f5, %x
  %f7 = ori.fadd %f6, %x
  %f8 = ori.fadd %f7, %x
  %f9 = ori.fadd %f8, %x
  %f10 = ori.fadd %f9, %x
  %f11 = ori.fadd %f10, %x
  %f12 = ori.fadd %f11, %x
  %f13 = ori.fadd %f12, %x
  %f14 = ori.fadd %f13, %x
  %f15 = ori.fadd %f14, %x
  %f16 = ori.fadd %f15, %x
  %f17 = ori.fadd %f16, %x
  %f18 = ori.fadd %f17, %x
  %f19 = ori.fadd %f18, %x
  %p, %p1 = ori.isetp<cmp = "NE"> %f19, %x, %t, %t
  ori.cond_bra %p, ^bb3(%f19 : !ori.r), ^bb4
^bb4:
  %n = ori.fadd %j, %x
  %q, %q1 = ori.isetp<cmp = "NE"> %n, %x, %t, %t
  ori.cond_bra %q, ^bb2(%n : !ori.r), ^bb5
^bb5:
  ori.sts %x, %u, %l
  %m = ori.fadd %i, %x
  %r, %r1 = ori.isetp<cmp = "NE"> %m, %x, %t, %t
  ori.cond_bra %r, ^bb1(%m : !ori.r), ^bb6
^bb6:
  ori.exit
}

}

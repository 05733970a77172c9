// RUN: ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-trip-counts)))' -o /dev/null --verify-diagnostics
// RUN: not ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-trip-counts{wrong=true})))' -o /dev/null --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: expected remark

ori.module attributes {sm = 90 : i32} {

ori.func @constants attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %three = ori.imm 3 : !ori.r
  %ten = ori.imm 10 : !ori.r
  %t = ori.imm true : !ori.p
  ori.bra ^bb1(%zero : !ori.r)
// 1, 2, ..., 10
^bb1(%i: !ori.r):
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %p, %p1 = ori.isetp<cmp = "LT"> %i1, %ten, %t, %t
  // expected-remark @below {{argument 0, step 1, while argument + 1 LT: 10 tests}}
  ori.cond_bra %p, ^bb1(%i1 : !ori.r), ^bb2(%zero : !ori.r)
// 0, 3, 6, 9, 12: the old number is compared, the operands are exchanged, the
// negated result leaves the loop.
^bb2(%j: !ori.r):
  %j1, %j2, %j3 = ori.iadd3 %j, %three, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "GE", u32> %ten, %j, %t, %t
  // expected-remark @below {{argument 0, step 3, while argument + 0 LE unsigned: 5 tests}}
  ori.cond_bra %q1, ^bb3(%zero, %ten : !ori.r, !ori.r), ^bb2(%j1 : !ori.r)
// Downward, not to zero but below; the second argument counts.
^bb3(%a: !ori.r, %k: !ori.r):
  %minus = ori.imm -4 : !ori.r
  %k1, %k2, %k3 = ori.iadd3 %k, %minus, %zero, %t, %t
  %u, %u1 = ori.isetp<cmp = "GT"> %k1, %minus, %t, %t
  // expected-remark @below {{argument 1, step -4, while argument + -4 GT: 4 tests}}
  ori.cond_bra %u, ^bb3(%a, %k1 : !ori.r, !ori.r), ^bb4(%ten : !ori.r)
// 10, 13, ... meets 0 behind the end of all numbers: 3 k = -10 modulo 2^32.
^bb4(%l: !ori.r):
  %v, %v1 = ori.isetp<cmp = "NE"> %l, %zero, %t, %t
  %l1, %l2, %l3 = ori.iadd3 %l, %three, %zero, %t, %t
  // expected-remark @below {{argument 0, step 3, while argument + 0 NE: 1431655763 tests}}
  ori.cond_bra %v, ^bb4(%l1 : !ori.r), ^bb5(%three : !ori.r)
// An odd number is never zero by steps of 4.
^bb5(%m: !ori.r):
  %w, %w1 = ori.isetp<cmp = "NE"> %m, %zero, %t, %t
  %m1, %m2, %m3 = ori.iadd3 %m, %minus, %zero, %t, %t
  // expected-remark @below {{step -4, while argument + 0 NE: unknown}}
  ori.cond_bra %w, ^bb5(%m1 : !ori.r), ^bb6(%three : !ori.r)
// Not below 2147483646 by threes from 3: an overflow.
^bb6(%n: !ori.r):
  %most = ori.imm 0x7FFFFFFF : !ori.r
  %x, %x1 = ori.isetp<cmp = "LE"> %n, %most, %t, %t
  %n1, %n2, %n3 = ori.iadd3 %n, %three, %zero, %t, %t
  // expected-remark @below {{step 3, while argument + 0 LE: unknown}}
  ori.cond_bra %x, ^bb6(%n1 : !ori.r), ^bb7(%three : !ori.r)
// It fails at once; and while equal.
^bb7(%o: !ori.r):
  %y, %y1 = ori.isetp<cmp = "GT"> %o, %ten, %t, %t
  %o1, %o2, %o3 = ori.iadd3 %o, %minus, %zero, %t, %t
  // expected-remark @below {{step -4, while argument + 0 GT: 1 tests}}
  ori.cond_bra %y, ^bb7(%o1 : !ori.r), ^bb8(%three : !ori.r)
^bb8(%r: !ori.r):
  %z, %z1 = ori.isetp<cmp = "EQ"> %r, %three, %t, %t
  %r1, %r2, %r3 = ori.iadd3 %r, %one, %zero, %t, %t
  // expected-remark @below {{step 1, while argument + 0 EQ: 2 tests}}
  ori.cond_bra %z, ^bb8(%r1 : !ori.r), ^bb9
^bb9:
  ori.exit
}

// The bound is a parameter; the test comes first; what calls itself a loop but
// counts by nothing that is known has no remark.
ori.func @others attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %two = ori.imm 2 : !ori.r
  %t = ori.imm true : !ori.p
  %n = ori.cbank 0[528] : !ori.r
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %p, %p1 = ori.isetp<cmp = "GE"> %i, %n, %t, %t
  // expected-remark @below {{argument 0, step 2, while argument + 0 LT: unknown, tested first}}
  ori.cond_bra %p, ^bb3(%zero : !ori.r), ^bb2
^bb2:
  %i1, %i2, %i3 = ori.iadd3 %i, %two, %zero, %t, %t
  ori.bra ^bb1(%i1 : !ori.r)
^bb3(%j: !ori.r):
  %j1, %j2, %j3 = ori.iadd3 %j, %n, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %j1, %n, %t, %t
  ori.cond_bra %q, ^bb3(%j1 : !ori.r), ^bb4(%zero : !ori.r)
^bb4(%k: !ori.r):
  %k1, %k2, %k3 = ori.iadd3 %k, %two, %zero, %t, %t
  %u, %u1 = ori.isetp<cmp = "LT"> %k1, %k, %t, %t
  ori.cond_bra %u, ^bb4(%k1 : !ori.r), ^bb5
^bb5:
  ori.exit
}

// Pairs of registers count where all is known.
ori.func @pairs attributes {kernel} {
  %first = ori.imm 0xFFFFFFF0 : !ori.r<2>
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %ten = ori.imm 10 : !ori.r
  %minus = ori.imm 0xFFFFFFFF : !ori.r
  %t = ori.imm true : !ori.p
  ori.bra ^bb1(%first : !ori.r<2>)
// From 0xfffffff0 below 0x1_0000000a: the sums carry.
^bb1(%i: !ori.r<2>):
  %il = ori.extract %i[0] : !ori.r<2> -> !ori.r
  %ih = ori.extract %i[1] : !ori.r<2> -> !ori.r
  %i1, %i2, %i3 = ori.iadd3 %il, %one, %zero, %t, %t
  %i4, %i5, %i6 = ori.iadd3<x, ppNot = 0> %ih, %zero, %zero, %i2, %t
  %i7 = ori.combine %i1, %i4 : !ori.r, !ori.r -> !ori.r<2>
  %p, %p1 = ori.isetp<cmp = "LT", u32> %i1, %ten, %t, %t
  %p2, %p3 = ori.isetp<cmp = "LT", u32, ex> %i4, %one, %t, %p
  // expected-remark @below {{argument 0, step 1, while argument + 1 LT unsigned: 26 tests}}
  ori.cond_bra %p2, ^bb1(%i7 : !ori.r<2>), ^bb2(%first : !ori.r<2>)
// Down to -1, by the counter before the sum.
^bb2(%j: !ori.r<2>):
  %jl = ori.extract %j[0] : !ori.r<2> -> !ori.r
  %jh = ori.extract %j[1] : !ori.r<2> -> !ori.r
  %j1, %j2, %j3 = ori.iadd3 %jl, %minus, %zero, %t, %t
  %j4, %j5, %j6 = ori.iadd3<x, ppNot = 0> %jh, %minus, %zero, %j2, %t
  %j7 = ori.combine %j1, %j4 : !ori.r, !ori.r -> !ori.r<2>
  %q, %q1 = ori.isetp<cmp = "GE", u32> %jl, %zero, %t, %t
  %q2, %q3 = ori.isetp<cmp = "GE", ex> %jh, %zero, %t, %q
  // expected-remark @below {{argument 0, step -1, while argument + 0 GE: 4294967282 tests}}
  ori.cond_bra %q2, ^bb2(%j7 : !ori.r<2>), ^bb3(%first : !ori.r<2>)
// The upper words are not compared as the lower ones are.
^bb3(%k: !ori.r<2>):
  %kl = ori.extract %k[0] : !ori.r<2> -> !ori.r
  %kh = ori.extract %k[1] : !ori.r<2> -> !ori.r
  %k1, %k2, %k3 = ori.iadd3 %kl, %one, %zero, %t, %t
  %k4, %k5, %k6 = ori.iadd3<x, ppNot = 0> %kh, %zero, %zero, %k2, %t
  %k7 = ori.combine %k1, %k4 : !ori.r, !ori.r -> !ori.r<2>
  %u, %u1 = ori.isetp<cmp = "LE", u32> %k1, %ten, %t, %t
  %u2, %u3 = ori.isetp<cmp = "LT", u32, ex> %k4, %one, %t, %u
  ori.cond_bra %u2, ^bb3(%k7 : !ori.r<2>), ^bb4(%first : !ori.r<2>)
// The carry is not that of the lower words.
^bb4(%l: !ori.r<2>):
  %ll = ori.extract %l[0] : !ori.r<2> -> !ori.r
  %lh = ori.extract %l[1] : !ori.r<2> -> !ori.r
  %l1, %l2, %l3 = ori.iadd3 %ll, %one, %zero, %t, %t
  %l4, %l5, %l6 = ori.iadd3<x, ppNot = 0> %lh, %zero, %zero, %u, %t
  %l7 = ori.combine %l1, %l4 : !ori.r, !ori.r -> !ori.r<2>
  %v, %v1 = ori.isetp<cmp = "LT", u32> %l1, %ten, %t, %t
  %v2, %v3 = ori.isetp<cmp = "LT", u32, ex> %l4, %one, %t, %v
  ori.cond_bra %v2, ^bb4(%l7 : !ori.r<2>), ^bb5(%first : !ori.r<2>)
// Nobody waits for 2^42 rounds; as a number they would overflow in products.
^bb5(%m: !ori.r<2>):
  %ml = ori.extract %m[0] : !ori.r<2> -> !ori.r
  %mh = ori.extract %m[1] : !ori.r<2> -> !ori.r
  %m1, %m2, %m3 = ori.iadd3 %ml, %one, %zero, %t, %t
  %m4, %m5, %m6 = ori.iadd3<x, ppNot = 0> %mh, %zero, %zero, %m2, %t
  %m7 = ori.combine %m1, %m4 : !ori.r, !ori.r -> !ori.r<2>
  %many = ori.imm 1024 : !ori.r
  %o, %o1 = ori.isetp<cmp = "LT", u32> %m1, %ten, %t, %t
  %o2, %o3 = ori.isetp<cmp = "LT", u32, ex> %m4, %many, %t, %o
  ori.cond_bra %o2, ^bb5(%m7 : !ori.r<2>), ^bb6
^bb6:
  ori.exit
}

}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-merge-tests)))' | FileCheck %s

// A comparison of logic with zero is the predicate of the logic, or its opposite; a
// negation is no operation. Values
// are proved (test/unit/Proofs/RewriteCases.cpp).
ori.module attributes {sm = 90 : i32} {

// CHECK-LABEL: @merged
// CHECK: %{{.*}}, %[[A:.*]] = ori.lop3<lut = 192>
// CHECK-NEXT: ori.mov %{{.*}} if %[[A]] else
// CHECK-NEXT: ori.sel %{{.*}}, %{{.*}}, %[[A]]
// CHECK: %{{.*}}, %[[B:.*]] = ori.lop3<lut = 252>
// CHECK-NOT: ori.isetp
// CHECK: ori.mov %{{.*}} if not %[[B]] else
// CHECK-NEXT: ori.sel<ppNot> %{{.*}}, %{{.*}}, %[[B]]
// CHECK: %{{.*}}, %[[C:.*]] = ori.lop3<lut = 60>
// CHECK-NOT: ori.isetp
// CHECK: ori.cond_bra not %[[C]],
ori.func @merged attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a, %ap = ori.lop3<lut = 0xc0> %x, %y, %zero, %t
  %p, %pn = ori.isetp<cmp = "NE"> %a, %zero, %t, %t
  %m = ori.mov %x if %p else(%y)
  %s = ori.sel %m, %y, %p
  %b, %bp = ori.lop3<lut = 0xfc> %x, %s, %zero, %t
  %q, %qn = ori.isetp<cmp = "EQ"> %zero, %b, %t, %t
  %n = ori.mov %x if %q else(%s)
  %v = ori.sel %n, %y, %q
  ori.sts %x, %u, %v
  %c, %cp = ori.lop3<lut = 0x3c> %x, %v, %zero, %t
  %r, %rn = ori.isetp<cmp = "EQ", u32> %c, %zero, %t, %t
  ori.cond_bra %r, ^bb1, ^bb2
^bb1:
  ori.sts<offset = 4> %x, %u, %y
  ori.bra ^bb2
^bb2:
  ori.exit
}

// What is in a uniform register may be another mask's behind a wait: the logic stays.
// CHECK-LABEL: @stays
// CHECK: ori.redux
// CHECK-NEXT: %{{.*}}, %[[A:.*]] = ori.lop3
// CHECK-NEXT: ori.warpsync
// CHECK-NEXT: ori.sel %{{.*}}, %{{.*}}, %[[A]]
ori.func @stays attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %s = ori.redux<op = "SUM"> %x
  %a, %ap = ori.lop3<lut = 0xc0> %x, %s, %zero, %t : (!ori.r, !ori.ur, !ori.r, !ori.p) -> (!ori.r, !ori.p)
  ori.warpsync<exclusive> %t, %x
  %p, %pn = ori.isetp<cmp = "NE"> %a, %zero, %t, %t
  %v = ori.sel %x, %zero, %p
  ori.sts %x, %u, %v
  ori.exit
}

// The logic is read else; the comparison is another one, or with another predicate; a
// block has the opposite as its argument; who reads the predicate stands in front.
// CHECK-LABEL: @kept
// CHECK-COUNT-7: ori.isetp
ori.func @kept attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a, %ap = ori.lop3<lut = 0xc0> %x, %y, %zero, %t
  %p, %pn = ori.isetp<cmp = "NE"> %a, %zero, %t, %t
  %s = ori.sel %a, %y, %p
  %b, %bp = ori.lop3<lut = 0xc0> %x, %s, %zero, %t
  %q, %qn = ori.isetp<cmp = "LT"> %b, %zero, %t, %t
  %v = ori.sel %s, %y, %q
  %c, %cp = ori.lop3<lut = 0xc0> %x, %v, %zero, %t
  %r, %rn = ori.isetp<cmp = "NE"> %c, %zero, %q, %t
  %w = ori.sel %v, %y, %r
  %d, %dp = ori.lop3<lut = 0xc0> %x, %w, %zero, %t
  %k, %kn = ori.isetp<cmp = "NE"> %d, %y, %t, %t
  %z = ori.sel %w, %y, %k
  %e, %ep = ori.lop3<lut = 0xc0> %x, %z, %zero, %t
  %l, %ln = ori.isetp<cmp = "EQ"> %e, %zero, %t, %t
  %h, %hp = ori.lop3<lut = 0xc0> %x, %z, %z, %t
  %i = ori.sel %x, %z, %hp
  %j, %jn = ori.isetp<cmp = "NE"> %h, %zero, %t, %t
  ori.sts<offset = 12> %x, %u, %i if %j
  %f, %fp = ori.lop3<lut = 0xc0> %y, %z, %zero, %t
  %o, %on = ori.isetp<cmp = "EQ", bop = "XOR"> %f, %zero, %t, %t
  ori.sts<offset = 8> %x, %u, %y if %o
  ori.sts %x, %u, %z
  ori.bra ^bb1(%l : !ori.p)
^bb1(%g: !ori.p):
  ori.sts<offset = 4> %x, %u, %y if %g
  ori.exit
}

// A negation is no operation: who reads it reads the opposite, a block the other
// result of the comparison.
// CHECK-LABEL: @negations
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp<cmp = "LT">
// CHECK-NEXT: ori.mov %{{.*}} if not %[[P]] else
// CHECK-NEXT: ori.sel %{{.*}}, %{{.*}}, %[[P]]
// CHECK-NOT: ori.plop3
// CHECK: %{{.*}}, %[[Q:.*]] = ori.fsetp<cmp = "LT">
// CHECK-NEXT: %{{.*}}, %[[R:.*]] = ori.dsetp<cmp = "GE">
// CHECK-NOT: ori.plop3
// CHECK: ori.cond_bra not %[[P]], ^bb1, ^bb2(%[[Q]], %[[R]]
ori.func @negations attributes {kernel} {
  %t = ori.imm true : !ori.p
  %f = ori.imm false : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %d = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %pn = ori.isetp<cmp = "LT"> %x, %y, %t, %t
  %n, %n1 = ori.plop3<lut = 0x0f> %p, %t, %t
  %m = ori.mov %x if %n else(%y)
  %k, %k1 = ori.plop3<lut = 0x80, pqNot> %t, %n, %t
  %s = ori.sel %m, %y, %k
  ori.sts %x, %u, %s
  %q, %qn = ori.fsetp<cmp = "LT"> %x, %s, %t
  %o, %o1 = ori.plop3<lut = 0x03> %f, %q, %t
  %r, %rn = ori.dsetp<cmp = "GE"> %d, %d, %t
  %l, %l1 = ori.plop3<lut = 0x3f> %r, %r, %f
  ori.cond_bra %n, ^bb1, ^bb2(%o, %l : !ori.p, !ori.p)
^bb1:
  ori.exit
^bb2(%g: !ori.p, %h: !ori.p):
  ori.sts<offset = 4> %x, %u, %y if %g
  ori.sts<offset = 8> %x, %u, %y if %h
  ori.exit
}

// The comparison is joined with a predicate, or gives something else; the logic is of
// two, is guarded, or gives two results.
// CHECK-LABEL: @notNegations
// CHECK-COUNT-5: ori.plop3
ori.func @notNegations attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %d = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %pn = ori.isetp<cmp = "LT"> %x, %y, %t, %t
  %q, %qn = ori.fsetp<cmp = "LT"> %x, %y, %p
  %n, %n1 = ori.plop3<lut = 0x0f> %q, %t, %t
  %r, %rn = ori.dsetp<cmp = "MIN"> %d, %d, %t
  %o, %o1 = ori.plop3<lut = 0x0f> %r, %t, %t
  %l, %l1 = ori.plop3<lut = 0x3f> %p, %r, %t
  ori.sts<offset = 12> %x, %u, %y if %l
  %k, %k1 = ori.plop3<lut = 0x0f> %p, %t, %t if %l else(%r, %r)
  ori.sts<offset = 16> %x, %u, %y if %k
  %i, %i1 = ori.plop3<lut = 0x0f, lut2 = 0xf0> %p, %t, %t
  ori.sts<offset = 20> %x, %u, %y if %i
  ori.sts<offset = 24> %x, %u, %y if %i1
  ori.cond_bra %p, ^bb1, ^bb2(%n, %o : !ori.p, !ori.p)
^bb1:
  ori.exit
^bb2(%g: !ori.p, %h: !ori.p):
  ori.sts<offset = 4> %x, %u, %y if %g
  ori.sts<offset = 8> %x, %u, %y if %h
  ori.exit
}

// A carry as a number, and a selection of constants, compared with constants: one
// of the two is the predicate, its readers read it or the opposite.
// CHECK-LABEL: @choices
// CHECK: %{{.*}}, %[[C:.*]], %{{.*}} = ori.iadd3 %
// CHECK-NOT: ori.isetp
// CHECK: ori.vote %[[C]]
// CHECK: ori.vote<ppNot> %[[C]]
// CHECK: ori.sts %{{.*}}, %{{.*}}, %{{.*}} if not %[[C]]
ori.func @choices attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %ones = ori.imm -1 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %s, %c, %c2 = ori.iadd3 %x, %y, %zero, %t, %t
  %a, %a1, %a2 = ori.iadd3<x, ppNot = 0> %zero, %zero, %zero, %c, %t
  %p, %pn = ori.isetp<cmp = "EQ"> %a, %one, %t, %t
  %v, %vp = ori.vote %p
  %b, %b1, %b2 = ori.iadd3<x, bNeg, ppNot = 0> %zero, %zero, %zero, %c, %t
  %q, %qn = ori.isetp<cmp = "EQ"> %b, %ones, %t, %t
  %w, %wp = ori.vote %q
  %d = ori.sel %seven, %one, %c
  %r, %rn = ori.isetp<cmp = "LT"> %one, %d, %t, %t
  ori.sts %x, %u, %v if %rn
  ori.sts<offset = 4> %x, %u, %w
  ori.exit
}

// No comparison of these says what the carry is: both numbers are greater; the
// other one is not known; a block has the opposite as its argument; there are two
// predicates.
// CHECK-LABEL: @notChoices
// CHECK-COUNT-4: ori.isetp<
ori.func @notChoices attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %s, %c, %c2 = ori.iadd3 %x, %y, %zero, %t, %t
  %a, %a1, %a2 = ori.iadd3<x, ppNot = 0> %zero, %zero, %one, %c, %t
  %p, %pn = ori.isetp<cmp = "GT"> %a, %zero, %t, %t
  %b, %b1, %b2 = ori.iadd3<x, ppNot = 0> %zero, %zero, %zero, %c, %t
  %q, %qn = ori.isetp<cmp = "EQ"> %b, %y, %t, %t
  %d, %d1, %d2 = ori.iadd3<x, ppNot = 0, pqNot = 0> %zero, %zero, %zero, %c, %c2
  %r, %rn = ori.isetp<cmp = "EQ"> %d, %one, %t, %t
  %o, %on = ori.isetp<cmp = "NE"> %b, %one, %t, %t
  ori.sts %x, %u, %y if %p
  ori.sts<offset = 4> %x, %u, %y if %q
  ori.sts<offset = 8> %x, %u, %y if %r
  ori.cond_bra %q, ^bb1, ^bb2(%o : !ori.p)
^bb1:
  ori.exit
^bb2(%g: !ori.p):
  ori.sts<offset = 12> %x, %u, %y if %g
  ori.exit
}
}

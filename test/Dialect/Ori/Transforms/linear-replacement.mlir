// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-linear-replacement)))' | FileCheck %s

// That values stay is proved (test/unit/Proofs/RewriteCases.cpp); here is what
// becomes of them.
ori.module attributes {sm = 90 : i32} {

// CHECK-LABEL: @address
// CHECK: %[[I:.*]] = ori.s2r
// CHECK-NOT: ori.iadd3
// CHECK: %[[B:.*]] = ori.cbank 0[528] : !ori.r<2>
// CHECK-NOT: ori.iadd3
// CHECK: %[[A:.*]], %{{.*}} = ori.imad.wide %[[I]], %{{.*}}, %[[B]]
// CHECK-NOT: ori.iadd3
// CHECK: ori.stg<desc, offset = 12> %[[A]]
ori.func @address attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %zero2 = ori.imm 0 : !ori.r<2>
  %four = ori.imm 4 : !ori.r
  %d = ori.imm 0 : !ori.ur<2>
  %i = ori.s2r<sr = "SR_TID.X">
  %b0 = ori.cbank 0[528] : !ori.r
  %b1 = ori.cbank 0[532] : !ori.r
  %m, %mp = ori.imad.wide %i, %four, %zero2, %t
  %m0 = ori.extract %m[0] : !ori.r<2> -> !ori.r
  %m1 = ori.extract %m[1] : !ori.r<2> -> !ori.r
  %s0, %c, %c2 = ori.iadd3 %b0, %m0, %zero, %t, %t
  %s1, %c3, %c4 = ori.iadd3<x, ppNot = 0> %b1, %m1, %zero, %c, %t
  %o0, %e, %e2 = ori.iadd3 %s0, %four, %zero, %t, %t
  %o1, %e3, %e4 = ori.iadd3<x, ppNot = 0> %s1, %zero, %zero, %e, %t
  %a = ori.combine %o0, %o1 : !ori.r, !ori.r -> !ori.r<2>
  ori.stg<desc, offset = 8> %a, %d, %i
  ori.exit
}

// A parameter at a known place is an operand; what is behind the parameters, or
// not a whole word, is loaded. A number in front of a sum is as good as behind it.
// CHECK-LABEL: @parameter
// CHECK: %[[P:.*]] = ori.cbank 0[540] : !ori.r
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[P]]
// CHECK: %[[B:.*]] = ori.ldc<type = "U8", offset = 540>
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[B]]
// CHECK: %[[E:.*]] = ori.ldc<offset = 544>
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[E]]
// CHECK: %[[V:.*]] = ori.ldc<bank = 3, offset = 12> %[[X:.*]]
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[V]]
ori.func @parameter attributes {kernel, param_offsets = array<i32: 0, 8>, param_sizes = array<i32: 8, 8>} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %twelve = ori.imm 12 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.ldc<offset = 528> %twelve
  ori.sts %x, %u, %p
  %b = ori.ldc<offset = 528, type = "U8"> %twelve
  ori.sts %x, %u, %b
  %e = ori.ldc<offset = 532> %twelve
  ori.sts %x, %u, %e
  %s, %c, %c2 = ori.iadd3 %twelve, %x, %zero, %t, %t
  %v = ori.ldc<bank = 3> %s
  ori.sts %x, %u, %v
  ori.exit
}

// The sign of an extended number goes into the sum; a multiple that only sums
// read is computed by them, wherever it was.
// CHECK-LABEL: @extended
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_CLOCKLO">
// CHECK: %[[L:.*]], %[[C:.*]], %{{.*}} = ori.iadd3 %[[Y:.*]], %[[X]]
// CHECK: %[[H:.*]], %{{.*}} = ori.lea<hi, x, sx32, shift = 1{{.*}}> %[[X]], %{{.*}}, %{{.*}}, %[[C]]
// CHECK: ori.sts %[[L]], %{{.*}}, %[[H]]
// CHECK-NOT: ori.imad
// CHECK: ^bb1(%[[I:.*]]: !ori.r):
// CHECK: %[[J:.*]], %{{.*}} = ori.imad %[[X]], %{{.*}}, %[[I]]
ori.func @extended attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %bits = ori.imm 31 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_CLOCKLO">
  %y = ori.s2r<sr = "SR_TID.Y">
  %z = ori.s2r<sr = "SR_TID.Z">
  %h = ori.shf<dir = "R", type = "S32", hi> %zero, %bits, %x
  %a, %ac, %ad = ori.iadd3 %y, %x, %zero, %t, %t
  %b, %bc, %bd = ori.iadd3<x, ppNot = 0> %z, %h, %zero, %ac, %t
  ori.sts %a, %u, %b
  %m, %mp = ori.imad %x, %seven, %zero, %t
  ori.bra ^bb1(%x : !ori.r)
^bb1(%i: !ori.r):
  %j, %e, %e2 = ori.iadd3 %i, %m, %zero, %t, %t
  ori.sts %i, %u, %j
  ori.bra ^bb1(%j : !ori.r)
}

// What others read, and what was computed in front of a loop, stays.
// CHECK-LABEL: @kept
// CHECK: %[[X:.*]] = ori.s2r
// CHECK: %[[S:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[X]], %[[X]]
// CHECK: ori.iadd3 %[[S]], %[[X]]
// CHECK: %[[P:.*]], %{{.*}} = ori.imad %[[X]], %[[X]]
// CHECK: ^bb1(%[[I:.*]]: !ori.r):
// CHECK: ori.iadd3 %[[I]], %[[P]]
ori.func @kept attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %s, %c, %c2 = ori.iadd3 %x, %x, %zero, %t, %t
  %r, %d, %d2 = ori.iadd3 %s, %x, %zero, %t, %t
  ori.sts %s, %u, %r
  %p, %pp = ori.imad %x, %x, %zero, %t
  ori.bra ^bb1(%x : !ori.r)
^bb1(%i: !ori.r):
  %j, %e, %e2 = ori.iadd3 %i, %p, %zero, %t, %t
  ori.sts %i, %u, %j
  ori.bra ^bb1(%j : !ori.r)
}

// A comparison takes the predicate that its result is joined with; one that two
// read stays.
// CHECK-LABEL: @comparisons
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp<cmp = "LT">
// CHECK: %[[R:.*]], %{{.*}} = ori.isetp<cmp = "GT", bop = "OR", ppNot> %{{.*}}, %{{.*}}, %[[P]]
// CHECK: ori.sel %{{.*}}, %{{.*}}, %[[R]]
// CHECK: %[[Q:.*]], %{{.*}} = ori.isetp<cmp = "NE">
// CHECK: ori.plop3<lut = 192> %[[P]], %[[Q]]
ori.func @comparisons attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_CTAID.X">
  %p, %pn = ori.isetp<cmp = "LT"> %x, %zero, %t, %t
  %q, %qn = ori.isetp<cmp = "GT"> %x, %zero, %t, %t
  %r, %rn = ori.plop3<lut = 0xfc, ppNot = 1> %p, %q, %t
  %s = ori.sel %x, %zero, %r
  ori.sts %x, %u, %s
  %v, %vn = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  %w, %wn = ori.plop3<lut = 0xc0> %p, %v, %t
  %y = ori.sel %x, %zero, %w
  %z = ori.sel %x, %zero, %v
  ori.sts<offset = 4> %x, %u, %y
  ori.sts<offset = 8> %x, %u, %z
  ori.exit
}

// So does one of floating-point numbers, whose negation is its second result; not
// one that takes a predicate already.
// CHECK-LABEL: @float_comparisons
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK: %[[P:.*]], %{{.*}} = ori.fsetp<cmp = "LT"> %[[X]], %[[Y]]
// CHECK: %[[R:.*]], %{{.*}} = ori.fsetp<cmp = "GT", bop = "OR", ppNot> %[[X]], %[[Y]], %[[P]]
// CHECK: ori.sel %{{.*}}, %{{.*}}, %[[R]]
// CHECK: %{{.*}}, %[[W:.*]] = ori.fsetp<cmp = "GEU", ftz> %[[X]], %[[Y]], %[[R]]
// CHECK: ori.sel %{{.*}}, %{{.*}}, %[[W]]
// CHECK: %[[A:.*]], %{{.*}} = ori.fsetp<cmp = "EQ", bop = "XOR"> %[[X]], %[[Y]], %[[P]]
// CHECK: ori.plop3<lut = 192> %[[A]], %[[R]]
ori.func @float_comparisons attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p, %pn = ori.fsetp<cmp = "LT"> %x, %y, %t
  %q, %qn = ori.fsetp<cmp = "GT"> %x, %y, %t
  %r, %rn = ori.plop3<lut = 0xfc, ppNot = 1> %p, %q, %t
  %s = ori.sel %x, %zero, %r
  ori.sts %x, %u, %s
  %v, %vn = ori.fsetp<cmp = "GEU", ftz> %x, %y, %t
  %w, %wn = ori.plop3<lut = 0xc0, ppNot> %v, %r, %t
  %z = ori.sel %x, %zero, %w
  ori.sts<offset = 4> %x, %u, %z
  %a, %an = ori.fsetp<cmp = "EQ", bop = "XOR"> %x, %y, %p
  %b, %bn = ori.plop3<lut = 0xc0> %a, %r, %t
  %c = ori.sel %x, %zero, %b
  ori.sts<offset = 8> %x, %u, %c
  ori.exit
}

// A predicate of an instruction with one result, which is no comparison, is joined
// with another as before (the sanitizers watch it).
// CHECK-LABEL: @no_comparison
// CHECK: %[[P:.*]] = ori.fchk
// CHECK: ori.plop3<lut = 192> %[[P]], %{{.*}}
ori.func @no_comparison attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p = ori.fchk %x, %y
  %q = ori.fchk %y, %x
  %r, %rn = ori.plop3<lut = 0xc0> %p, %q, %t
  %s = ori.sel %x, %zero, %r
  ori.sts %x, %u, %s
  ori.exit
}

// The carry of a sum that comes back into it: the upper word depends on the lower
// one, so no single instruction makes both.
// CHECK-LABEL: @end_around_carry
// CHECK-NOT: ori.imad.wide
// CHECK: ori.iadd3 %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}
// CHECK: ori.iadd3<x, ppNot = 0>
ori.func @end_around_carry attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %sum, %carry, %c1 = ori.iadd3 %x, %y, %zero, %t, %t
  %folded, %c2, %c3 = ori.iadd3<x, ppNot = 0> %sum, %zero, %zero, %carry, %t
  ori.sts %x, %u, %folded
  ori.exit
}


// What a load of a byte leaves zero is not masked; the half of a word that a
// conversion reads is read where it is.
// CHECK-LABEL: @known_bits
// CHECK: %[[B:.*]] = ori.lds<type = "U8">
// CHECK-NEXT: %[[W:.*]] = ori.lds<offset = 4>
// CHECK-NEXT: ori.hadd2<f32, bSwz = "H1_H1"> %{{.*}}, %[[W]]
// CHECK-NOT: ori.lop3
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[B]]
// CHECK: %[[M:.*]], %{{.*}} = ori.lop3<lut = 192> %[[W]], %{{.*}}
// CHECK-NEXT: ori.sts<offset = 4> %{{.*}}, %{{.*}}, %[[M]]
ori.func @known_bits attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %half = ori.imm 0xffff : !ori.r
  %ff = ori.imm 0xff : !ori.r
  %sixteen = ori.imm 16 : !ori.r
  %a = ori.s2r<sr = "SR_TID.X">
  %b = ori.lds<type = "U8"> %a, %u
  %c, %cp = ori.lop3<lut = 192> %b, %half, %zero, %t
  %d, %dp = ori.lop3<lut = 192> %c, %ff, %zero, %t
  %w = ori.lds<offset = 4> %a, %u
  %h = ori.shf<dir = "R", hi> %zero, %sixteen, %w
  %f = ori.hadd2<f32, bSwz = "H0_H0"> %zero, %h
  ori.sts %a, %u, %f
  ori.sts %a, %u, %d
  %m, %mp = ori.lop3<lut = 192> %w, %half, %zero, %t
  %k, %kp = ori.lop3<lut = 192> %m, %ff, %zero, %t
  ori.sts<offset = 4> %a, %u, %k
  ori.exit
}

// A third 64-bit number goes into the sum of two; a number that is added stays
// apart for the offset.
// CHECK-LABEL: @wider_sum
// CHECK: ori.iadd3 %[[X:.*]], %{{.*}}, %{{.*}}
// CHECK-NEXT: ori.iadd3<x, ppNot = 0, pqNot = 0>
// CHECK-NOT: ori.iadd3
// CHECK: ori.ldg<desc, offset = 4>
ori.func @wider_sum attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %four = ori.imm 4 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %z = ori.s2r<sr = "SR_TID.Z">
  %a0, %c, %c2 = ori.iadd3 %x, %y, %zero, %t, %t
  %a1, %c3, %c4 = ori.iadd3<x, ppNot = 0> %y, %x, %zero, %c, %t
  %b0, %e, %e2 = ori.iadd3 %a0, %z, %zero, %t, %t
  %b1, %e3, %e4 = ori.iadd3<x, ppNot = 0> %a1, %x, %zero, %e, %t
  %f0, %g, %g2 = ori.iadd3 %b0, %four, %zero, %t, %t
  %f1, %g3, %g4 = ori.iadd3<x, ppNot = 0> %b1, %zero, %zero, %g, %t
  %p = ori.combine %f0, %f1 : !ori.r, !ori.r -> !ori.r<2>
  %v, %vp = ori.ldg<desc> %p, %d, %t
  ori.sts %x, %u, %v
  ori.exit
}

// The bits that a load or a special register may set, and no fewer: the wider mask
// of each goes, the narrower stays. A load with a sign may set all. The lane is
// the special register that the text leaves out.
// CHECK-LABEL: @bits_of_sources
// CHECK: %[[B:.*]] = ori.lds<type = "U8">
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[B]]
// CHECK-NEXT: ori.lop3<lut = 192> %[[B]]
// CHECK: %[[H:.*]] = ori.lds<type = "U16">
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[H]]
// CHECK-NEXT: ori.lop3<lut = 192> %[[H]]
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[X]]
// CHECK-NEXT: ori.lop3<lut = 192> %[[X]]
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[Y]]
// CHECK-NEXT: ori.lop3<lut = 192> %[[Y]]
// CHECK: %[[Z:.*]] = ori.s2r<sr = "SR_TID.Z">
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[Z]]
// CHECK-NEXT: ori.lop3<lut = 192> %[[Z]]
// CHECK: %[[L:.*]] = ori.s2r{{ *$}}
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[L]]
// CHECK-NEXT: ori.lop3<lut = 192> %[[L]]
// CHECK: %[[C:.*]] = ori.lds<type = "S8">
// CHECK-NEXT: ori.lop3<lut = 192> %[[C]]
// CHECK: %[[D:.*]] = ori.lds<type = "S16">
// CHECK-NEXT: ori.lop3<lut = 192> %[[D]]
ori.func @bits_of_sources attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %a = ori.s2r<sr = "SR_CTAID.X">
  %wb = ori.imm 0xff : !ori.r
  %mb = ori.imm 0x7f : !ori.r
  %b = ori.lds<type = "U8"> %a, %u
  %b1, %bp = ori.lop3<lut = 192> %b, %wb, %zero, %t
  ori.sts %a, %u, %b1
  %b2, %bq = ori.lop3<lut = 192> %b, %mb, %zero, %t
  ori.sts %a, %u, %b2
  %wh = ori.imm 0xffff : !ori.r
  %mh = ori.imm 0x7fff : !ori.r
  %h = ori.lds<type = "U16"> %a, %u
  %h1, %hp = ori.lop3<lut = 192> %h, %wh, %zero, %t
  ori.sts %a, %u, %h1
  %h2, %hq = ori.lop3<lut = 192> %h, %mh, %zero, %t
  ori.sts %a, %u, %h2
  %wx = ori.imm 0x3ff : !ori.r
  %mx = ori.imm 0x1ff : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %x1, %xp = ori.lop3<lut = 192> %x, %wx, %zero, %t
  ori.sts %a, %u, %x1
  %x2, %xq = ori.lop3<lut = 192> %x, %mx, %zero, %t
  ori.sts %a, %u, %x2
  %wy = ori.imm 0x3ff : !ori.r
  %my = ori.imm 0x1ff : !ori.r
  %y = ori.s2r<sr = "SR_TID.Y">
  %y1, %yp = ori.lop3<lut = 192> %y, %wy, %zero, %t
  ori.sts %a, %u, %y1
  %y2, %yq = ori.lop3<lut = 192> %y, %my, %zero, %t
  ori.sts %a, %u, %y2
  %wz = ori.imm 0x3f : !ori.r
  %mz = ori.imm 0x1f : !ori.r
  %z = ori.s2r<sr = "SR_TID.Z">
  %z1, %zp = ori.lop3<lut = 192> %z, %wz, %zero, %t
  ori.sts %a, %u, %z1
  %z2, %zq = ori.lop3<lut = 192> %z, %mz, %zero, %t
  ori.sts %a, %u, %z2
  %wl = ori.imm 0x1f : !ori.r
  %ml = ori.imm 0xf : !ori.r
  %l = ori.s2r<sr = "SR_LANEID">
  %l1, %lp = ori.lop3<lut = 192> %l, %wl, %zero, %t
  ori.sts %a, %u, %l1
  %l2, %lq = ori.lop3<lut = 192> %l, %ml, %zero, %t
  ori.sts %a, %u, %l2
  %wc = ori.imm 0xff : !ori.r
  %c = ori.lds<type = "S8"> %a, %u
  %c1, %cp = ori.lop3<lut = 192> %c, %wc, %zero, %t
  ori.sts %a, %u, %c1
  %wd = ori.imm 0xffff : !ori.r
  %d = ori.lds<type = "S16"> %a, %u
  %d1, %dp = ori.lop3<lut = 192> %d, %wd, %zero, %t
  ori.sts %a, %u, %d1
  ori.exit
}

// A number that a term of an address had gets to the offset as well: of a product,
// of a shifted sum, of a sum of two 64-bit numbers. What is left is the same for
// all (cse then makes one of them).
// CHECK-LABEL: @inner_offsets
// CHECK: %[[B:.*]] = ori.combine
// CHECK: %[[W:.*]], %{{.*}} = ori.imad.wide %{{.*}}, %{{.*}}, %[[B]]
// CHECK-NEXT: ori.ldg<desc, offset = 1032> %[[W]]
// CHECK: %[[V:.*]], %{{.*}} = ori.imad.wide %{{.*}}, %{{.*}}, %[[B2:.*]], %{{.*}}
// CHECK-NEXT: ori.ldg<desc, offset = 2048> %[[V]]
// CHECK: %[[L:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[X:[0-9]+]], %{{.*}}
// CHECK-NEXT: ori.iadd3<x, ppNot = 0>
// CHECK-NEXT: %[[S:.*]] = ori.combine %[[L]]
// CHECK-NEXT: ori.ldg<desc, offset = 1024> %[[S]]
// CHECK: %[[LEA:.*]], %{{.*}} = ori.lea<shift = 2> %{{.*}}, %[[X]],
// CHECK-NEXT: ori.lds<offset = 1028> %[[LEA]]
// CHECK: %[[IMAD:.*]], %{{.*}} = ori.imad %{{.*}}, %{{.*}}, %[[X]]
// CHECK-NEXT: ori.lds<offset = 1024> %[[IMAD]]
ori.func @inner_offsets attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 1024 : !ori.r
  %l = ori.imm 2048 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %z = ori.s2r<sr = "SR_TID.Z">
  %a0, %ac, %ac2 = ori.iadd3 %x, %k, %zero, %t, %t
  %a1, %ac3, %ac4 = ori.iadd3<x, ppNot = 0> %y, %zero, %zero, %ac, %t
  %a = ori.combine %a0, %a1 : !ori.r, !ori.r -> !ori.r<2>
  %w, %wp = ori.imad.wide %z, %y, %a, %t
  %m, %mp = ori.ldg<desc, offset = 8> %w, %d, %t
  %b0, %bc, %bc2 = ori.iadd3 %x, %l, %zero, %t, %t
  %b1, %bc3, %bc4 = ori.iadd3<x, ppNot = 0> %y, %zero, %zero, %bc, %t
  %b = ori.combine %b0, %b1 : !ori.r, !ori.r -> !ori.r<2>
  %v, %vp = ori.imad.wide %z, %y, %b, %t
  %n, %np = ori.ldg<desc> %v, %d, %t
  %e0, %ec, %ec2 = ori.iadd3 %a0, %z, %zero, %t, %t
  %e1, %ec3, %ec4 = ori.iadd3<x, ppNot = 0> %a1, %y, %zero, %ec, %t
  %e = ori.combine %e0, %e1 : !ori.r, !ori.r -> !ori.r<2>
  %o, %op = ori.ldg<desc> %e, %d, %t
  %f, %fp, %fp2 = ori.iadd3 %x, %k, %zero, %t, %t
  %g, %gp = ori.lea<shift = 2> %y, %f, %zero, %t
  %p = ori.lds<offset = 4> %g, %u
  %h, %hp = ori.imad %y, %z, %f, %t
  %q = ori.lds %h, %u
  ori.sts %x, %u, %m
  ori.sts %x, %u, %n
  ori.sts %x, %u, %o
  ori.sts %x, %u, %p
  ori.sts %x, %u, %q
  ori.exit
}

// Read otherwise, too, or too far away: the address is needed as it is.
// CHECK-LABEL: @no_inner_offsets
// CHECK: ori.imad.wide
// CHECK-NEXT: ori.ldg<desc> %
// CHECK: ori.imad.wide
// CHECK: ori.ldg<desc, offset = 8388607> %
ori.func @no_inner_offsets attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 1024 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a0, %ac, %ac2 = ori.iadd3 %x, %k, %zero, %t, %t
  %a1, %ac3, %ac4 = ori.iadd3<x, ppNot = 0> %y, %zero, %zero, %ac, %t
  %a = ori.combine %a0, %a1 : !ori.r, !ori.r -> !ori.r<2>
  %w, %wp = ori.imad.wide %x, %y, %a, %t
  %m, %mp = ori.ldg<desc> %w, %d, %t
  %lo = ori.extract %w[0] : !ori.r<2> -> !ori.r
  %v, %vp = ori.imad.wide %y, %y, %a, %t
  %n, %np = ori.ldg<desc, offset = 8388607> %v, %d, %t
  ori.sts %x, %u, %m
  ori.sts %x, %u, %n
  ori.sts %x, %u, %lo
  ori.exit
}

// A second carry is no part of a sum of two.
// CHECK-LABEL: @two_carries
// CHECK: ori.iadd3<x, ppNot = 0>
// CHECK: ori.ldg<desc> %
// CHECK: ori.iadd3<x, ppNot = 0>
// CHECK: ori.ldg<desc> %
ori.func @two_carries attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 1024 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %g, %g2 = ori.isetp %x, %y, %t, %t
  %a0, %c, %c2 = ori.iadd3 %x, %k, %zero, %t, %t
  %a1, %c3, %c4 = ori.iadd3<x, ppNot = 0> %y, %zero, %zero, %c, %g
  %a = ori.combine %a0, %a1 : !ori.r, !ori.r -> !ori.r<2>
  %m, %mp = ori.ldg<desc> %a, %d, %t
  %zero2 = ori.imm 0 : !ori.r<2>
  %w, %wp = ori.imad.wide %x, %y, %zero2, %t
  %w0 = ori.extract %w[0] : !ori.r<2> -> !ori.r
  %w1 = ori.extract %w[1] : !ori.r<2> -> !ori.r
  %b0, %e, %e2 = ori.iadd3 %x, %w0, %zero, %t, %t
  %b1, %e3, %e4 = ori.iadd3<x, ppNot = 0> %y, %w1, %zero, %e, %g
  %b = ori.combine %b0, %b1 : !ori.r, !ori.r -> !ori.r<2>
  %n, %np = ori.ldg<desc> %b, %d, %t
  ori.sts %x, %u, %m
  ori.sts %x, %u, %n
  ori.exit
}

// A branch that known bits decide is a jump, and the other way is gone.
// CHECK-LABEL: @decided
// CHECK-NOT: ori.cond_bra
// CHECK: ori.bra ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NOT: ori.bar
// CHECK: ori.exit
ori.func @decided attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %eight = ori.imm 8 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %low, %lp = ori.lop3<lut = 192> %x, %seven, %zero, %t
  %less, %more = ori.isetp<cmp = "LT", u32> %low, %eight, %t, %t
  ori.cond_bra %less, ^bb1, ^bb2
^bb1:
  ori.sts %x, %u, %low
  ori.bra ^bb3
^bb2:
  ori.bar %x, %x, %t
  ori.bra ^bb3
^bb3:
  ori.exit
}
}

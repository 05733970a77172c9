// Constants are folded by the semantics of the opcodes, one function a family;
// identities need no constants at all. What must not fold is at the end.
// RUN: ptx-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(ori.module(ori.func(canonicalize)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {

// -1 + 7 + 6 has a carry; 7 - 6; .X adds it to ~-1 + 7; the uniform datapath.
// CHECK-LABEL: ori.func @add
ori.func @add {
  // CHECK-DAG: %[[C0:.*]] = ori.imm 0xC : !ori.r{{$}}
  // CHECK-DAG: %[[C1:.*]] = ori.imm true : !ori.p{{$}}
  // CHECK-DAG: %[[C2:.*]] = ori.imm false : !ori.p{{$}}
  // CHECK-DAG: %[[C3:.*]] = ori.imm 1 : !ori.r{{$}}
  // CHECK-DAG: %[[C4:.*]] = ori.imm 8 : !ori.r{{$}}
  // CHECK-DAG: %[[C5:.*]] = ori.imm 0xD : !ori.r{{$}}
  // CHECK-DAG: %[[C6:.*]] = ori.imm 0xC : !ori.ur{{$}}
  %max = ori.imm -1 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %six = ori.imm 6 : !ori.r
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %usix = ori.imm 6 : !ori.ur
  %uzero = ori.imm 0 : !ori.ur
  %ut = ori.imm true : !ori.up
  %a, %ac, %a2 = ori.iadd3 %max, %seven, %six, %t, %t
  %b, %b1, %b2 = ori.iadd3<aNeg> %six, %seven, %zero, %t, %t
  %c, %c1, %c2 = ori.iadd3<x, aNeg, ppNot = 0> %max, %seven, %zero, %ac, %t
  %d = ori.viadd %six, %seven
  %u, %u1, %u2 = ori.uiadd3 %usix, %usix, %uzero, %ut, %ut
  // CHECK: "test.keep"(%[[C0]], %[[C1]], %[[C2]], %[[C3]], %[[C4]], %[[C2]], %[[C5]], %[[C6]])
  "test.keep"(%a, %ac, %a2, %b, %c, %c1, %d, %u) : (!ori.r, !ori.p, !ori.p, !ori.r, !ori.r, !ori.p, !ori.r, !ori.ur) -> ()
  ori.exit
}
// Low and high words, signed and not.
// CHECK-LABEL: ori.func @multiply
ori.func @multiply {
  // CHECK-DAG: %[[C0:.*]] = ori.imm 0x2B : !ori.r{{$}}
  // CHECK-DAG: %[[C1:.*]] = ori.imm 6 : !ori.r{{$}}
  // CHECK-DAG: %[[C2:.*]] = ori.imm -1 : !ori.r{{$}}
  // CHECK-DAG: %[[C3:.*]] = ori.imm -6 : !ori.r<2>{{$}}
  // CHECK-DAG: %[[C4:.*]] = ori.imm 0x67 : !ori.r{{$}}
  %six = ori.imm 6 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  %max = ori.imm -1 : !ori.r
  %zero2 = ori.imm 0 : !ori.r<2>
  %zero = ori.imm 0 : !ori.r
  %a, %a1 = ori.imad %six, %seven, %one, %t
  %b, %b1 = ori.imad.hi<u32> %max, %seven, %zero2, %t
  %c, %c1 = ori.imad.hi %max, %seven, %zero2, %t
  %d, %d1 = ori.imad.wide %six, %max, %zero2, %t
  %e, %e1 = ori.lea<shift = 4> %six, %seven, %zero, %t
  // CHECK: "test.keep"(%[[C0]], %[[C1]], %[[C2]], %[[C3]], %[[C4]])
  "test.keep"(%a, %b, %c, %d, %e) : (!ori.r, !ori.r, !ori.r, !ori.r<2>, !ori.r) -> ()
  ori.exit
}
// Logic, shifts, bytes, bit counts.
// CHECK-LABEL: ori.func @bits
ori.func @bits {
  // CHECK-DAG: %[[C0:.*]] = ori.imm 1 : !ori.r{{$}}
  // CHECK-DAG: %[[C1:.*]] = ori.imm true : !ori.p{{$}}
  // CHECK-DAG: %[[C2:.*]] = ori.imm 0x300 : !ori.r{{$}}
  // CHECK-DAG: %[[C3:.*]] = ori.imm 0x78563412 : !ori.r{{$}}
  // CHECK-DAG: %[[C4:.*]] = ori.imm 0x1D : !ori.r{{$}}
  // CHECK-DAG: %[[C5:.*]] = ori.imm 2 : !ori.r{{$}}
  // CHECK-DAG: %[[C6:.*]] = ori.imm 0x60000000 : !ori.r{{$}}
  // CHECK-DAG: %[[C7:.*]] = ori.imm -2 : !ori.r{{$}}
  // CHECK-DAG: %[[C8:.*]] = ori.imm 4 : !ori.r{{$}}
  // CHECK-DAG: %[[C9:.*]] = ori.imm 7 : !ori.r{{$}}
  // CHECK-DAG: %[[C10:.*]] = ori.imm 6 : !ori.r{{$}}
  %six = ori.imm 6 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %big = ori.imm 0x12345678 : !ori.r
  %order = ori.imm 0x0123 : !ori.r
  %two = ori.imm 2 : !ori.r
  %one = ori.imm 1 : !ori.r
  %max = ori.imm -1 : !ori.r
  %a, %a1 = ori.lop3<lut = 60, ppNot> %six, %seven, %zero, %t
  %b = ori.shf<type = "U32"> %six, %seven, %zero
  %c = ori.prmt %big, %order, %zero
  %d = ori.popc<bNot> %seven
  %e, %e1 = ori.flo<u32> %seven
  %g = ori.brev %six
  %h = ori.sgxt %six, %two
  %i = ori.bmsk %two, %one
  %j = ori.iabs %max
  %k = ori.imnmx<ppNot> %six, %seven, %t
  %l = ori.sel<ppNot> %six, %seven, %t
  %m = ori.mov %six
  // CHECK: "test.keep"(%[[C0]], %[[C1]], %[[C2]], %[[C3]], %[[C4]], %[[C5]], %[[C1]], %[[C6]], %[[C7]], %[[C8]], %[[C0]], %[[C9]], %[[C9]], %[[C10]])
  "test.keep"(%a, %a1, %b, %c, %d, %e, %e1, %g, %h, %i, %j, %k, %l, %m) : (!ori.r, !ori.p, !ori.r, !ori.r, !ori.r, !ori.r, !ori.p, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r) -> ()
  ori.exit
}
// -1 < 7 signed, not unsigned; functions of predicates.
// CHECK-LABEL: ori.func @compare
ori.func @compare {
  // CHECK-DAG: %[[C0:.*]] = ori.imm true : !ori.p{{$}}
  // CHECK-DAG: %[[C1:.*]] = ori.imm false : !ori.p{{$}}
  %max = ori.imm -1 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %t = ori.imm true : !ori.p
  %p, %q = ori.isetp<cmp = "LT"> %max, %seven, %t, %t
  %r, %s = ori.isetp<cmp = "LT", u32> %max, %seven, %t, %t
  %v, %w = ori.plop3<lut = 64, lut2 = 128, prNot> %p, %t, %t
  // CHECK: "test.keep"(%[[C0]], %[[C1]], %[[C1]], %[[C0]], %[[C0]], %[[C1]])
  "test.keep"(%p, %q, %r, %s, %v, %w) : (!ori.p, !ori.p, !ori.p, !ori.p, !ori.p, !ori.p) -> ()
  ori.exit
}
// 1 + 2, 2 * 2, 1 * 2 + 2, 1 - 1, a flushed subnormal number; conversions.
// CHECK-LABEL: ori.func @floats
ori.func @floats {
  // CHECK-DAG: %[[C0:.*]] = ori.imm 0x40400000 : !ori.r{{$}}
  // CHECK-DAG: %[[C1:.*]] = ori.imm 0x40800000 : !ori.r{{$}}
  // CHECK-DAG: %[[C2:.*]] = ori.imm 0 : !ori.r{{$}}
  // CHECK-DAG: %[[C3:.*]] = ori.imm false : !ori.p{{$}}
  // CHECK-DAG: %[[C4:.*]] = ori.imm true : !ori.p{{$}}
  // CHECK-DAG: %[[C5:.*]] = ori.imm 0x4010000000000000 : !ori.r<2>{{$}}
  // CHECK-DAG: %[[C6:.*]] = ori.imm 0x44004000 : !ori.r{{$}}
  // CHECK-DAG: %[[C7:.*]] = ori.imm 0x40E00000 : !ori.r{{$}}
  // CHECK-DAG: %[[C8:.*]] = ori.imm 2 : !ori.r{{$}}
  %f1 = ori.imm 0x3f800000 : !ori.r
  %f2 = ori.imm 0x40000000 : !ori.r
  %tiny = ori.imm 1 : !ori.r
  %nan = ori.imm 0x7fc00000 : !ori.r
  %t = ori.imm true : !ori.p
  %dbl1 = ori.imm 0x3ff0000000000000 : !ori.r<2>
  %dbl3 = ori.imm 0x4008000000000000 : !ori.r<2>
  %hh = ori.imm 0x40003c00 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %a = ori.fadd %f1, %f2
  %b = ori.fmul %f2, %f2
  %c = ori.ffma %f1, %f2, %f2
  %d = ori.fadd<bNeg> %f1, %f1
  %e = ori.fmul<ftz> %tiny, %f1
  %p, %q = ori.fsetp<cmp = "LT"> %f1, %nan, %t
  %g = ori.dadd %dbl1, %dbl3
  %h2 = ori.hadd2 %hh, %hh
  %i = ori.i2f %seven
  %j = ori.f2i %f2
  // CHECK: "test.keep"(%[[C0]], %[[C1]], %[[C1]], %[[C2]], %[[C2]], %[[C3]], %[[C4]], %[[C5]], %[[C6]], %[[C7]], %[[C8]])
  "test.keep"(%a, %b, %c, %d, %e, %p, %q, %g, %h2, %i, %j) : (!ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.p, !ori.p, !ori.r<2>, !ori.r, !ori.r, !ori.r) -> ()
  ori.exit
}
// x + 0 + 0, 0 + x, x * 1 + 0, x * 0 + y, (0 << 3) + x; no carry comes out.
// CHECK-LABEL: ori.func @sums
ori.func @sums {
  // CHECK-DAG: %[[C0:.*]] = ori.imm false : !ori.p{{$}}
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %one = ori.imm 1 : !ori.r
  // CHECK-DAG: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
  %x = ori.s2r<sr = "SR_TID.X">
  // CHECK-DAG: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a, %ac, %a2 = ori.iadd3 %x, %zero, %zero, %t, %t
  %b, %bc, %b2 = ori.iadd3<x> %zero, %x, %zero, %t, %t
  %c, %c1 = ori.imad %x, %one, %zero, %t
  %d, %d1 = ori.imad %x, %zero, %y, %t
  %e, %e1 = ori.lea<shift = 3> %zero, %x, %zero, %t
  %g = ori.viadd %zero, %x
  // CHECK: "test.keep"(%[[X]], %[[C0]], %[[X]], %[[C0]], %[[X]], %[[Y]], %[[X]], %[[X]])
  "test.keep"(%a, %ac, %b, %bc, %c, %d, %e, %g) : (!ori.r, !ori.p, !ori.r, !ori.p, !ori.r, !ori.r, !ori.r, !ori.r) -> ()
  ori.exit
}
// x & 0, x & -1, x | 0, x ^ 0, x ^ x, x & x; a function that ignores its constant.
// CHECK-LABEL: ori.func @logic
ori.func @logic {
  // CHECK-DAG: %[[C0:.*]] = ori.imm 0 : !ori.r{{$}}
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %max = ori.imm -1 : !ori.r
  %six = ori.imm 6 : !ori.r
  // CHECK-DAG: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
  %x = ori.s2r<sr = "SR_TID.X">
  // CHECK-DAG: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a, %a1 = ori.lop3<lut = 192> %x, %zero, %zero, %t
  %b, %b1 = ori.lop3<lut = 192> %x, %max, %zero, %t
  %c, %c1 = ori.lop3<lut = 252> %x, %zero, %zero, %t
  %d, %d1 = ori.lop3<lut = 60> %zero, %x, %zero, %t
  %e, %e1 = ori.lop3<lut = 60> %x, %x, %zero, %t
  %g, %g1 = ori.lop3<lut = 192> %y, %y, %zero, %t
  %h1, %h2 = ori.lop3<lut = 240> %x, %y, %six, %t
  // CHECK: "test.keep"(%[[C0]], %[[X]], %[[X]], %[[X]], %[[C0]], %[[Y]], %[[X]])
  "test.keep"(%a, %b, %c, %d, %e, %g, %h1) : (!ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r) -> ()
  ori.exit
}
// Known predicates, equal arms, shifts by 0, byte orders that keep a word.
// CHECK-LABEL: ori.func @choices
ori.func @choices {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %same = ori.imm 0x3210 : !ori.r
  %other = ori.imm 0x7654 : !ori.r
  %thirtytwo = ori.imm 32 : !ori.r
  // CHECK-DAG: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
  %x = ori.s2r<sr = "SR_TID.X">
  // CHECK-DAG: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.sel %x, %y, %t
  %b = ori.sel<ppNot> %x, %y, %t
  %c = ori.shf<type = "U32"> %x, %zero, %y
  %d = ori.shf<dir = "R", type = "U32", hi> %x, %zero, %y
  %e = ori.prmt %x, %same, %y
  %g = ori.prmt %x, %other, %y
  %i = ori.sgxt %x, %thirtytwo
  %j = ori.imnmx %x, %x, %t
  %k = ori.mov %y
  // CHECK: "test.keep"(%[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]], %[[X]], %[[Y]])
  "test.keep"(%a, %b, %c, %d, %e, %g, %i, %j, %k) : (!ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r) -> ()
  ori.exit
}
// x < x, x >= x; x < 0 of unsigned numbers; p and true, p or true, not p and p.
// CHECK-LABEL: ori.func @predicates
ori.func @predicates {
  // CHECK-DAG: %[[C0:.*]] = ori.imm false : !ori.p{{$}}
  // CHECK-DAG: %[[C1:.*]] = ori.imm true : !ori.p{{$}}
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  // CHECK-DAG: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
  %x = ori.s2r<sr = "SR_TID.X">
  %l, %l1 = ori.isetp<cmp = "LT"> %x, %x, %t, %t
  %g, %g1 = ori.isetp<cmp = "GE"> %x, %x, %t, %t
  %u, %u1 = ori.isetp<cmp = "LT", u32> %x, %zero, %t, %t
  // CHECK-DAG: %[[P:.*]], %{{.*}} = ori.isetp<cmp = "NE">
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  %e, %e1 = ori.isetp<cmp = "EQ"> %x, %x, %p, %t
  %a, %b = ori.plop3<lut = 192, lut2 = 252> %p, %t, %t
  %c, %d = ori.plop3<lut = 192, pqNot> %p, %p, %t
  // CHECK: "test.keep"(%[[C0]], %[[C1]], %[[C1]], %[[C0]], %[[C0]], %[[P]], %[[P]], %[[C1]])
  "test.keep"(%l, %l1, %g, %g1, %u, %e, %a, %b) : (!ori.p, !ori.p, !ori.p, !ori.p, !ori.p, !ori.p, !ori.p, !ori.p) -> ()
  ori.exit
}
// CHECK-LABEL: ori.func @kept
ori.func @kept {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %f1 = ori.imm 0x3f800000 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  // A guarded op is no function of its sources alone.
  // CHECK: ori.mov %{{.*}} if %{{.*}} else(%{{.*}})
  %a = ori.mov %one if %p else(%x)
  // CHECK: ori.iadd3 %{{.*}} if not %
  %b, %b1, %b2 = ori.iadd3 %one, %one, %zero, %t, %t if not %p else(%x, %p, %p)
  // Some threads of the quad only.
  // CHECK: ori.mov<mask = 3>
  %c = ori.mov<mask = 3> %one
  // The special function unit has its own tables.
  // CHECK: ori.mufu
  %d = ori.mufu<op = "RCP"> %f1
  // A register is assigned.
  // CHECK: ori.mov %{{.*}} regs(4)
  %e = ori.mov %one regs(4)
  // -x; the carry of x - 0; a carry that comes in; (x | 1).
  // CHECK: ori.iadd3<aNeg>
  %g, %g1, %g2 = ori.iadd3<aNeg> %x, %zero, %zero, %t, %t
  // CHECK: ori.iadd3<bNeg>
  %h, %h1, %h2 = ori.iadd3<bNeg> %x, %zero, %zero, %t, %t
  // CHECK: ori.iadd3<x, ppNot = 0>
  %i, %i1, %i2 = ori.iadd3<x, ppNot = 0> %x, %zero, %zero, %p, %t
  // CHECK: ori.lop3<lut = 252>
  %j, %j1 = ori.lop3<lut = 252> %x, %one, %zero, %t
  // x + 0.0 and x * 1.0 change NaNs and -0.0.
  // CHECK: ori.fadd
  %k = ori.fadd %x, %zero
  // CHECK: ori.fmul
  %l = ori.fmul %x, %f1
  // CHECK: "test.keep"
  "test.keep"(%a, %b, %c, %d, %e, %g, %h, %h1, %i, %j, %k, %l) : (!ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.p, !ori.r, !ori.r, !ori.r, !ori.r) -> ()
  // Effects stay, whatever the operands.
  // CHECK: ori.vote
  %v, %vp = ori.vote %t
  // CHECK: ori.bar
  ori.bar %zero, %zero, %t
  // CHECK: ori.exit
  ori.exit
}
}

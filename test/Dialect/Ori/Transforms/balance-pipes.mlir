// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-balance-pipes)))' | FileCheck %s

// Logic and comparisons have the pipe of sums to themselves; what can take
// another does. Values are proved (test/unit/Proofs/RewriteCases.cpp).
ori.module attributes {sm = 90 : i32} {
// CHECK-LABEL: @sums
// CHECK: ori.iadd3
// CHECK: ori.lop3
// CHECK: ori.lop3
// CHECK: ori.viadd
// CHECK: ori.imad<u32>
// CHECK: ori.lop3
// CHECK: ori.lop3
// CHECK: %{{.*}}, %[[C:.*]], %{{.*}} = ori.iadd3
// CHECK: ori.imad<x, ppNot = 0> %{{.*}}, %{{.*}}, %{{.*}}, %[[C]]
// CHECK: %[[EIGHT:.*]] = ori.imm 8 :
// CHECK: ori.imad %{{.*}}, %[[EIGHT]], %
// CHECK: ori.lea<hi, shift = 3>
ori.func @sums attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %three = ori.imm 3 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a, %a1, %a2 = ori.iadd3 %x, %y, %zero, %t, %t
  %b, %bp = ori.lop3<lut = 0x96> %a, %x, %y, %t
  %c, %cp = ori.lop3<lut = 0xe8> %b, %x, %y, %t
  %d, %d1, %d2 = ori.iadd3 %c, %y, %zero, %t, %t
  %e = ori.shf<type = "U32"> %d, %three, %zero
  %f, %fp = ori.lop3<lut = 0x96> %e, %x, %y, %t
  %g, %gp = ori.lop3<lut = 0xe8> %f, %x, %y, %t
  %h, %h1, %h2 = ori.iadd3 %g, %y, %zero, %t, %t
  %i, %i1, %i2 = ori.iadd3<x, ppNot = 0> %f, %x, %zero, %h1, %t
  %j, %jp = ori.lop3<lut = 0x96> %i, %x, %y, %t
  %k, %kp = ori.lop3<lut = 0xe8> %j, %x, %y, %t
  %l, %lp = ori.lea<shift = 3> %k, %y, %zero, %t
  %m, %mp = ori.lea<hi, shift = 3> %k, %y, %l, %t
  ori.sts %x, %n, %m
  ori.sts %y, %n, %h
  ori.exit
}
}

// On sm_80 there is no VIADD.
ori.module attributes {sm = 80 : i32} {
// CHECK-LABEL: @before_viadd
// CHECK: ori.lop3
// CHECK: ori.imad %{{.*}}
ori.func @before_viadd attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %b, %bp = ori.lop3<lut = 0x96> %y, %x, %y, %t
  %c, %cp = ori.lop3<lut = 0xe8> %b, %x, %y, %t
  %d, %d1, %d2 = ori.iadd3 %c, %y, %zero, %t, %t
  ori.sts %x, %n, %d
  ori.exit
}
}

// A sum of three terms becomes two where the pipe is far behind; what is computed
// last is added last.
ori.module attributes {sm = 90 : i32} {
// CHECK-LABEL: @split
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK: ori.iadd3
// CHECK-COUNT-10: ori.lop3
// CHECK: %[[LAST:.*]], %{{.*}} = ori.lop3
// CHECK: %[[S:.*]], %{{.*}} = ori.imad %[[X]], %{{.*}}, %[[Y]], %
// CHECK: ori.imad %[[S]], %{{.*}}, %[[LAST]], %
// CHECK-NOT: ori.iadd3
// CHECK: ori.exit
ori.func @split attributes {kernel} {
  %t = ori.imm true : !ori.p
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a, %a1, %a2 = ori.iadd3 %x, %y, %x, %t, %t
  %b, %bp = ori.lop3<lut = 0x96> %a, %x, %y, %t
  %c, %cp = ori.lop3<lut = 0xe8> %b, %x, %y, %t
  %d, %dp = ori.lop3<lut = 0x96> %c, %x, %y, %t
  %e, %ep = ori.lop3<lut = 0xe8> %d, %x, %y, %t
  %f, %fp = ori.lop3<lut = 0x96> %e, %x, %y, %t
  %g, %gp = ori.lop3<lut = 0xe8> %f, %x, %y, %t
  %h, %hp = ori.lop3<lut = 0x96> %g, %x, %y, %t
  %i, %ip = ori.lop3<lut = 0xe8> %h, %x, %y, %t
  %j, %jp = ori.lop3<lut = 0x96> %i, %x, %y, %t
  %k, %kp = ori.lop3<lut = 0xe8> %j, %x, %y, %t
  %l, %lp = ori.lop3<lut = 0x96> %k, %x, %y, %t
  %s, %s1, %s2 = ori.iadd3 %l, %x, %y, %t, %t
  ori.sts %x, %n, %s
  ori.exit
}
}

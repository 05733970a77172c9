// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-hoist-loads)))' | FileCheck %s

// Sums of f64 take long on this GPU: loads from behind the barriers that follow
// them go in front of all of those, where the sums hide them, and no further.
// CHECK: ori.bar
// CHECK-NOT: ori.ldg
// CHECK: ori.dadd
// CHECK: ori.ldg<order = "CONSTANT", desc>
// CHECK-NEXT: ori.ldg<order = "CONSTANT", desc, offset = 8>
// CHECK-NEXT: ori.bar
// CHECK-NOT: ori.ldg
ori.module attributes {sm = 86 : i32} {
ori.func @enough attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %s0 = ori.combine %y, %x : !ori.r, !ori.r -> !ori.r<2>
  ori.bar %zero, %x, %t
  %s1 = ori.dadd %s0, %a
  %s2 = ori.dadd %s1, %a
  %s3 = ori.dadd %s2, %a
  %s4 = ori.dadd %s3, %a
  %s5 = ori.dadd %s4, %a
  %s6 = ori.dadd %s5, %a
  %s7 = ori.dadd %s6, %a
  %s8 = ori.dadd %s7, %a
  %s9 = ori.dadd %s8, %a
  %s10 = ori.dadd %s9, %a
  %s11 = ori.dadd %s10, %a
  %s12 = ori.dadd %s11, %a
  %s13 = ori.dadd %s12, %a
  %s14 = ori.dadd %s13, %a
  %s15 = ori.dadd %s14, %a
  %s16 = ori.dadd %s15, %a
  %s17 = ori.dadd %s16, %a
  %s18 = ori.dadd %s17, %a
  %s19 = ori.dadd %s18, %a
  %s20 = ori.dadd %s19, %a
  %s21 = ori.dadd %s20, %a
  %s22 = ori.dadd %s21, %a
  %s23 = ori.dadd %s22, %a
  %s24 = ori.dadd %s23, %a
  %s25 = ori.dadd %s24, %a
  %s26 = ori.dadd %s25, %a
  %s27 = ori.dadd %s26, %a
  %s28 = ori.dadd %s27, %a
  %s29 = ori.dadd %s28, %a
  %s30 = ori.dadd %s29, %a
  %s31 = ori.dadd %s30, %a
  %s32 = ori.dadd %s31, %a
  %s33 = ori.dadd %s32, %a
  %s34 = ori.dadd %s33, %a
  %s35 = ori.dadd %s34, %a
  %s36 = ori.dadd %s35, %a
  %s37 = ori.dadd %s36, %a
  %s38 = ori.dadd %s37, %a
  %s39 = ori.dadd %s38, %a
  %s40 = ori.dadd %s39, %a
  %l = ori.extract %s40[0] : !ori.r<2> -> !ori.r
  %h = ori.extract %s40[1] : !ori.r<2> -> !ori.r
  ori.bar %zero, %x, %t
  %v, %vp = ori.ldg<order = "CONSTANT", desc> %a, %d, %t
  %f = ori.fadd %v, %l
  ori.stg<desc> %a, %d, %f
  ori.bar %zero, %x, %t
  %w, %wp = ori.ldg<order = "CONSTANT", desc, offset = 8> %a, %d, %t
  %g = ori.fadd %w, %h
  ori.stg<desc, offset = 4> %a, %d, %g
  ori.exit
}
}

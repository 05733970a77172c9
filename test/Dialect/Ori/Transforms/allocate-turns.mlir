// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers,ori-verify-allocation)))' | FileCheck %s

// A kernel of few registers uses as many as leave a full number of warps to an SM:
// each address has its own, so that it need not wait until a load has read the one
// before. What lives long takes the first ones.

// CHECK-LABEL: @addresses
// CHECK: ori.s2r<sr = "SR_TID.X"> regs(0)
// CHECK: ori.imad.wide {{.*}} regs(2, -1)
// CHECK: ori.imad.wide {{.*}} regs(4, -1)
// CHECK: ori.imad.wide {{.*}} regs(6, -1)
// CHECK: ori.imad.wide {{.*}} regs(8, -1)

ori.module attributes {sm = 90 : i32} {
ori.func @addresses attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %n = ori.imm 0 : !ori.ur
  %four = ori.s2r<sr = "SR_TID.Z">
  %x = ori.s2r<sr = "SR_TID.X">
  %y0 = ori.s2r<sr = "SR_TID.Y">
  %base = ori.combine %x, %y0 : !ori.r, !ori.r -> !ori.r<2>
  %a, %a1 = ori.imad.wide %x, %four, %base, %t
  %u, %u1 = ori.ldg %a, %d, %t
  %b, %b1 = ori.imad.wide %x, %four, %a, %t
  %v, %v1 = ori.ldg %b, %d, %t
  %c, %c1 = ori.imad.wide %x, %four, %b, %t
  %w, %w1 = ori.ldg %c, %d, %t
  %e, %e1 = ori.imad.wide %x, %four, %c, %t
  %y, %y1 = ori.ldg %e, %d, %t
  ori.sts %x, %n, %u
  ori.sts %x, %n, %v
  ori.sts %x, %n, %w
  ori.sts %x, %n, %y
  ori.exit
}
}

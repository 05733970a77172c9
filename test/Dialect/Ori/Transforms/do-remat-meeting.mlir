// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat{goal=2})))' | FileCheck %s

// A uniform value is read both before threads meet in a block and behind: it is in
// its uniform register already where they have come apart.
// CHECK-LABEL: @meeting
// CHECK: ori.r2ur
// CHECK: ori.bssy
// CHECK-NOT: ori.r2ur
ori.module attributes {sm = 90 : i32} {
ori.func @meeting attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %five = ori.imm 5 : !ori.r
  %pt = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %c = ori.s2r<sr = "SR_CTAID.X">
  %v, %vp = ori.imad %c, %five, %five, %pt
  %p, %q = ori.isetp<cmp = "LE", u32> %five, %x, %pt, %pt
  ori.bssy 0 sync 0
  ori.cond_bra %p, ^bb1, ^bb2
^bb1:
  ori.sts<offset = 4> %x, %u, %x
  ori.bra ^bb2
^bb2:
  %a, %ap = ori.lop3<lut = 192> %x, %v, %zero, %pt
  ori.sts<offset = 8> %x, %u, %a
  ori.bsync 0 sync 0
  %b, %bp = ori.lop3<lut = 252> %x, %v, %zero, %pt
  ori.sts<offset = 12> %x, %u, %b
  ori.bra ^bb3
^bb3:
  ori.sts<offset = 300> %x, %u, %x
  ori.sts<offset = 304> %x, %u, %x
  ori.sts<offset = 308> %x, %u, %x
  ori.sts<offset = 312> %x, %u, %x
  ori.sts<offset = 316> %x, %u, %x
  ori.sts<offset = 320> %x, %u, %x
  ori.sts<offset = 324> %x, %u, %x
  ori.sts<offset = 328> %x, %u, %x
  ori.sts<offset = 332> %x, %u, %x
  ori.sts<offset = 336> %x, %u, %x
  ori.sts<offset = 340> %x, %u, %x
  ori.sts<offset = 344> %x, %u, %x
  ori.sts<offset = 348> %x, %u, %x
  ori.sts<offset = 352> %x, %u, %x
  ori.sts<offset = 356> %x, %u, %x
  ori.sts<offset = 360> %x, %u, %x
  ori.sts<offset = 364> %x, %u, %x
  ori.sts<offset = 368> %x, %u, %x
  ori.sts<offset = 372> %x, %u, %x
  ori.sts<offset = 376> %x, %u, %x
  ori.sts<offset = 380> %x, %u, %x
  ori.sts<offset = 384> %x, %u, %x
  ori.sts<offset = 388> %x, %u, %x
  ori.sts<offset = 392> %x, %u, %x
  ori.sts<offset = 396> %x, %u, %x
  ori.sts<offset = 400> %x, %u, %x
  %d, %dp = ori.lop3<lut = 252> %x, %v, %zero, %pt
  ori.sts<offset = 16> %x, %u, %d
  ori.exit
}
}

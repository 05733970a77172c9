// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-vectorize-loads)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-vectorize-loads{max-distance=2})))' | FileCheck %s --check-prefix=NEAR

ori.module attributes {sm = 90 : i32} {

// Four words of sixteen aligned bytes; what is 8 bytes beyond makes a pair.
// CHECK-LABEL: @aligned
// CHECK: ori.lds<type = "128", offset = 32>
// CHECK: ori.lds<type = "64", offset = 56>
// CHECK-NOT: ori.lds
// NEAR-LABEL: @aligned
// NEAR-NOT: ori.lds<type = "128"
// NEAR: ori.lds<type = "64", offset = 56>
ori.func @aligned attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %four = ori.imm 4 : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  %base = ori.shf<type = "U32"> %tid, %four, %zero
  %a = ori.lds<offset = 44> %base, %n
  %b = ori.lds<offset = 32> %base, %n
  %c = ori.lds<offset = 36> %base, %n
  %d = ori.lds<offset = 40> %base, %n
  %e = ori.lds<offset = 56> %base, %n
  %f = ori.lds<offset = 60> %base, %n
  ori.sts %base, %n, %a
  ori.sts %base, %n, %b
  ori.sts %base, %n, %c
  ori.sts %base, %n, %d
  ori.sts %base, %n, %e
  ori.sts %base, %n, %f
  ori.exit
}

// The bases are multiples of four and of eight; words that are not loaded are
// not read, nor what a store or a barrier parts.
// CHECK-LABEL: @not_aligned
// CHECK: ori.lds<offset = 16>
// CHECK: ori.lds<offset = 20>
// CHECK: ori.lds<type = "64", offset = 8>
// CHECK: ori.lds<type = "64", offset = 24>
// CHECK: ori.lds<offset = 36>
// CHECK-NOT: ori.lds
// CHECK: ori.sts
// CHECK: ori.lds<offset = 32>
ori.func @not_aligned attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %two = ori.imm 2 : !ori.r
  %three = ori.imm 3 : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  %base = ori.shf<type = "U32"> %tid, %two, %zero
  %base2 = ori.shf<type = "U32"> %tid, %three, %zero
  %a = ori.lds<offset = 16> %base, %n
  %b = ori.lds<offset = 20> %base, %n
  %c = ori.lds<offset = 8> %base2, %n
  %d = ori.lds<offset = 12> %base2, %n
  %e = ori.lds<offset = 24> %base2, %n
  %f = ori.lds<offset = 28> %base2, %n
  %g = ori.lds<offset = 36> %base2, %n
  ori.sts %base, %n, %a
  %h = ori.lds<offset = 32> %base2, %n
  ori.sts %base, %n, %b
  ori.sts %base, %n, %c
  ori.sts %base, %n, %d
  ori.sts %base, %n, %e
  ori.sts %base, %n, %f
  ori.sts %base, %n, %g
  ori.sts %base, %n, %h
  ori.exit
}

// Volatile loads keep their number.
// CHECK-LABEL: @strong
// CHECK: ori.lds %{{.*}} {strong}
// CHECK: ori.lds<offset = 4> %{{.*}} {strong}
ori.func @strong attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %a = ori.lds %zero, %n {strong}
  %b = ori.lds<offset = 4> %zero, %n {strong}
  ori.sts %zero, %n, %a
  ori.sts %zero, %n, %b
  ori.exit
}

// A plain load stays behind a volatile one; what is called may store; a third
// load of a word, far away, does not keep two near ones apart.
// CHECK-LABEL: @parted
// CHECK: ori.lds %{{.*}}
// CHECK: ori.lds<offset = 4> %{{.*}} {strong}
// CHECK-NEXT: ori.lds<offset = 4>
// CHECK-LABEL: @called
// CHECK: ori.lds
// CHECK: ori.call
// CHECK: ori.lds<offset = 4>
// NEAR-LABEL: @repeated
// NEAR: ori.lds<type = "64">
// NEAR: ori.lds
ori.func @parted attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %a = ori.lds %zero, %n
  %b = ori.lds<offset = 4> %zero, %n {strong}
  %c = ori.lds<offset = 4> %zero, %n
  ori.sts %zero, %n, %a
  ori.sts %zero, %n, %b
  ori.sts %zero, %n, %c
  ori.exit
}
ori.func @g attributes {function_type = () -> ()} {
  ori.ret
}
ori.func @called attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %a = ori.lds %zero, %n
  ori.call @g() [] -> [] : () -> ()
  %b = ori.lds<offset = 4> %zero, %n
  ori.sts %zero, %n, %a
  ori.sts %zero, %n, %b
  ori.exit
}
ori.func @repeated attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %a = ori.lds %zero, %n
  %b = ori.lds<offset = 4> %zero, %n
  %x, %xp = ori.lop3<lut = 0x96> %a, %b, %zero, %t
  %y, %yp = ori.lop3<lut = 0x3c> %x, %b, %zero, %t
  %z, %zp = ori.lop3<lut = 0xc0> %y, %b, %zero, %t
  %c = ori.lds %zero, %n
  ori.sts %zero, %n, %c
  ori.sts %zero, %n, %z
  ori.exit
}

// The base is a multiple of 16, the pair is not one of 8.
// CHECK-LABEL: @between
// CHECK: ori.lds<offset = 4>
// CHECK-NEXT: ori.lds<offset = 8>
ori.func @between attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %a = ori.lds<offset = 4> %zero, %n
  %b = ori.lds<offset = 8> %zero, %n
  ori.sts %zero, %n, %a
  ori.sts %zero, %n, %b
  ori.exit
}
}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-vectorize-accesses)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-vectorize-accesses{max-distance=2})))' | FileCheck %s --check-prefix=NEAR

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

// From constant banks, too: pairs at most, of one bank.
// CHECK-LABEL: @constants
// CHECK: ori.ldc<type = "64", bank = 3>
// CHECK: ori.ldc<type = "64", bank = 3, offset = 8>
// CHECK: ori.ldc<bank = 3, offset = 16>
// CHECK: ori.ldc<offset = 20>
// CHECK-NOT: ori.ldc
ori.func @constants attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %four = ori.imm 4 : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  %base = ori.shf<type = "U32"> %tid, %four, %zero
  %a = ori.ldc<bank = 3> %base
  %b = ori.ldc<bank = 3, offset = 4> %base
  %c = ori.ldc<bank = 3, offset = 8> %base
  %d = ori.ldc<bank = 3, offset = 12> %base
  %e = ori.ldc<bank = 3, offset = 16> %base
  %f = ori.ldc<offset = 20> %base
  ori.sts %base, %n, %a
  ori.sts %base, %n, %b
  ori.sts %base, %n, %c
  ori.sts %base, %n, %d
  ori.sts %base, %n, %e
  ori.sts %base, %n, %f
  ori.exit
}

// The first address is a multiple of 16; rounds of the one loop add 32, those of
// the other 12, one that is around them 8.
// CHECK-LABEL: @rounds
// CHECK: ^bb1(%[[A:.*]]: !ori.r, %[[B:.*]]: !ori.r):
// CHECK: ori.lds<type = "128"> %[[A]]
// CHECK: ori.lds %[[B]]
// CHECK: ori.lds<offset = 4> %[[B]]
// CHECK: ^bb2(%[[C:.*]]: !ori.r):
// CHECK: ori.lds<type = "64"> %[[C]]
// CHECK: ori.lds<type = "64", offset = 8> %[[C]]
ori.func @rounds attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %four = ori.imm 4 : !ori.r
  %k8 = ori.imm 8 : !ori.r
  %k12 = ori.imm 12 : !ori.r
  %k32 = ori.imm 32 : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  %base = ori.shf<type = "U32"> %tid, %four, %zero
  ori.bra ^bb1(%base, %base : !ori.r, !ori.r)
^bb1(%p: !ori.r, %q: !ori.r):
  %a = ori.lds %p, %n
  %b = ori.lds<offset = 4> %p, %n
  %c = ori.lds<offset = 8> %p, %n
  %d = ori.lds<offset = 12> %p, %n
  %e = ori.lds %q, %n
  %f = ori.lds<offset = 4> %q, %n
  %s, %sp = ori.lop3<lut = 0x96> %a, %b, %c, %t
  %u, %up = ori.lop3<lut = 0x96> %d, %e, %f, %t
  %p1, %p2, %p3 = ori.iadd3 %p, %k32, %zero, %t, %t
  %q1, %q2, %q3 = ori.iadd3 %q, %k12, %zero, %t, %t
  %x, %y = ori.isetp<cmp = "NE"> %s, %u, %t, %t
  ori.cond_bra %x, ^bb1(%p1, %q1 : !ori.r, !ori.r), ^bb2(%p1 : !ori.r)
^bb2(%r: !ori.r):
  %g = ori.lds %r, %n
  %h = ori.lds<offset = 4> %r, %n
  %i = ori.lds<offset = 8> %r, %n
  %j = ori.lds<offset = 12> %r, %n
  %k, %kp = ori.lop3<lut = 0x96> %g, %h, %i, %t
  %l, %lp = ori.lop3<lut = 0x96> %k, %j, %zero, %t
  %r1, %r2, %r3 = ori.iadd3 %r, %k8, %zero, %t, %t
  %v, %w = ori.isetp<cmp = "NE"> %l, %zero, %t, %t
  ori.cond_bra %v, ^bb2(%r1 : !ori.r), ^bb3
^bb3:
  ori.exit
}

// Stores, in any order, at the place of the last; words of a load as they came;
// constants once for all. A load of other words is in nobody's way.
// CHECK-LABEL: @stores
// CHECK: %[[L:.*]] = ori.lds<type = "128", offset = 64>
// CHECK: ori.lds<offset = 80>
// CHECK: %[[D:.*]] = ori.combine %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK: ori.sts<type = "128", offset = 16> %{{.*}}, %{{.*}}, %[[D]]
// CHECK: ori.sts<type = "128"> %{{.*}}, %{{.*}}, %[[L]]
// CHECK: %[[Z:.*]] = ori.combine
// CHECK: ori.sts<type = "128", offset = 96> %{{.*}}, %{{.*}}, %[[Z]]
// CHECK: ori.sts<type = "128", offset = 112> %{{.*}}, %{{.*}}, %[[Z]]
// CHECK: ori.sts<type = "64", offset = 136>
// CHECK-NOT: ori.sts
ori.func @stores attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %four = ori.imm 4 : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %base = ori.shf<type = "U32"> %tid, %four, %zero
  %a = ori.lds<offset = 64> %base, %n
  %b = ori.lds<offset = 68> %base, %n
  %c = ori.lds<offset = 72> %base, %n
  %d = ori.lds<offset = 76> %base, %n
  %p, %pp = ori.lop3<lut = 0x96> %a, %y, %zero, %t
  ori.sts<offset = 28> %base, %n, %p
  %q, %qp = ori.lop3<lut = 0x96> %b, %y, %zero, %t
  ori.sts<offset = 16> %base, %n, %q
  %e = ori.lds<offset = 80> %base, %n
  %r, %rp = ori.lop3<lut = 0x96> %e, %y, %zero, %t
  ori.sts<offset = 24> %base, %n, %r
  %s, %sp = ori.lop3<lut = 0x96> %d, %y, %c, %t
  ori.sts<offset = 20> %base, %n, %s
  ori.sts %base, %n, %a
  ori.sts<offset = 4> %base, %n, %b
  ori.sts<offset = 8> %base, %n, %c
  ori.sts<offset = 12> %base, %n, %d
  ori.sts<offset = 96> %base, %n, %zero
  ori.sts<offset = 100> %base, %n, %zero
  ori.sts<offset = 104> %base, %n, %zero
  ori.sts<offset = 108> %base, %n, %zero
  ori.sts<offset = 112> %base, %n, %zero
  ori.sts<offset = 116> %base, %n, %zero
  ori.sts<offset = 120> %base, %n, %zero
  ori.sts<offset = 124> %base, %n, %zero
  %f, %fp = ori.lop3<lut = 0xe8> %a, %y, %zero, %t
  %g, %gp = ori.lop3<lut = 0xe8> %b, %y, %zero, %t
  ori.sts<offset = 140> %base, %n, %f
  ori.sts<offset = 136> %base, %n, %g
  ori.exit
}

// What may read or write what is stored stands between, or a barrier; a word is
// stored twice; the words are in other tuples; only three of four are stored, on
// eight bytes.
// CHECK-LABEL: @not_stores
// CHECK-NOT: ori.sts<type
// CHECK: ori.sts<type = "64", offset = 40>
// CHECK-NOT: ori.sts<type
// CHECK: ori.exit
ori.func @not_stores attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %three = ori.imm 3 : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %base = ori.shf<type = "U32"> %tid, %three, %zero
  %other = ori.shf<type = "U32"> %y, %three, %zero
  ori.sts %base, %n, %y
  %a = ori.lds %other, %n
  ori.sts<offset = 4> %base, %n, %a
  ori.sts<offset = 8> %base, %n, %y
  ori.sts<offset = 128> %other, %n, %y
  ori.sts<offset = 12> %base, %n, %a
  ori.sts<offset = 16> %base, %n, %y
  ori.bar %zero, %zero, %t
  ori.sts<offset = 20> %base, %n, %y
  ori.sts<offset = 24> %base, %n, %y
  ori.sts<offset = 24> %base, %n, %a
  %b = ori.lds<offset = 24> %base, %n
  ori.sts<offset = 28> %base, %n, %y
  ori.bar %zero, %zero, %t
  ori.sts<offset = 40> %base, %n, %b
  ori.sts<offset = 44> %base, %n, %y
  ori.sts<offset = 48> %base, %n, %tid
  ori.bar %zero, %zero, %t
  %w = ori.lds<type = "64", offset = 56> %base, %n
  %w0 = ori.extract %w[0] : !ori.r<2> -> !ori.r
  %w1 = ori.extract %w[1] : !ori.r<2> -> !ori.r
  ori.sts<offset = 64> %base, %n, %w1
  ori.sts<offset = 68> %base, %n, %w0
  ori.exit
}

// The frame is as large as its accesses want it: what comes behind the variables
// keeps their alignment. So does the stack pointer.
// CHECK-LABEL: @frame
// CHECK-SAME: local_bytes = 48 : i32
// CHECK-SAME: variable_bytes = 48 : i32
// CHECK: ori.stl<type = "128", offset = 16>
// CHECK: ori.ldl<type = "128", offset = 16>
ori.func @frame attributes {kernel, local_bytes = 40 : i32, variable_bytes = 36 : i32} {
  %n = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %f = ori.frame_address 0 : !ori.r
  ori.stl<offset = 28> %f, %n, %x
  ori.stl<offset = 16> %f, %n, %y
  ori.stl<offset = 24> %f, %n, %zero
  ori.stl<offset = 20> %f, %n, %zero
  %a = ori.ldl<offset = 28> %f, %n
  %b = ori.ldl<offset = 16> %f, %n
  %c = ori.ldl<offset = 24> %f, %n
  %d = ori.ldl<offset = 20> %f, %n
  ori.sts %x, %n, %a
  ori.sts %y, %n, %b
  ori.sts %a, %n, %c
  ori.sts %b, %n, %d
  ori.exit
}
}

// Callers of functions of objects may have aligned the stack to 8 bytes only.
ori.module attributes {sm = 90 : i32, relocatable} {
// CHECK-LABEL: @linked
// CHECK-SAME: local_bytes = 24 : i32
// CHECK: ori.stl<type = "64", offset = 24>
// CHECK: ori.stl<type = "64", offset = 16>
ori.func @linked attributes {local_bytes = 24 : i32, variable_bytes = 24 : i32} {
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %z = ori.s2r<sr = "SR_TID.Z">
  %v = ori.s2r<sr = "SR_CTAID.X">
  %f = ori.frame_address 0 : !ori.r
  ori.stl<offset = 28> %f, %n, %x
  ori.stl<offset = 16> %f, %n, %y
  ori.stl<offset = 24> %f, %n, %z
  ori.stl<offset = 20> %f, %n, %v
  ori.ret
}
}

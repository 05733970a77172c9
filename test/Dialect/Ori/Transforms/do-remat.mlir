// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat{max-uniform=0})))' | FileCheck %s --check-prefix=UNIFORM

// An SM holds 64 warps of a function with 30 registers (and two of the machine), 48
// with up to 38. Each function but the last needs a few more than 28, which with
// two to spare are 30.

ori.module attributes {sm = 90 : i32} {

// Constants: moved to registers in front of their uses, once for uses near each other.
// They go there as a whole, which costs nothing: all do.
// CHECK-LABEL: @constants
// CHECK-NOT: ori.mov
// CHECK: ori.stg<desc, offset = 112>
// CHECK: %[[K:.*]] = ori.mov
// CHECK-NEXT: ori.stg<desc> %{{.*}}, %{{.*}}, %[[K]]
// CHECK-NEXT: ori.stg<desc, offset = 4> %{{.*}}, %{{.*}}, %[[K]]
// CHECK-NEXT: %[[L:.*]] = ori.mov
// CHECK-NEXT: ori.stg<desc, offset = 8> %{{.*}}, %{{.*}}, %[[L]]
// CHECK-NEXT: %[[M:.*]] = ori.mov
// CHECK-NEXT: ori.stg<desc, offset = 12> %{{.*}}, %{{.*}}, %[[M]]
// CHECK-NOT: ori.mov
ori.func @constants attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c0 = ori.mov %k
  %c1 = ori.mov %k
  %c2 = ori.mov %k
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc> %a, %d, %c0
  ori.stg<desc, offset = 4> %a, %d, %c0
  ori.stg<desc, offset = 8> %a, %d, %c1
  ori.stg<desc, offset = 12> %a, %d, %c2
  ori.exit
}

// A 64-bit sum of what is there anyway, with its carry: two instructions. The
// lower word of it has one copy for the words both.
// CHECK-LABEL: @sums
// CHECK-NOT: ori.iadd3
// CHECK: ori.stg<desc, offset = 116>
// CHECK-NEXT: %[[LO:.*]], %[[C:.*]], %{{.*}} = ori.iadd3
// CHECK-NEXT: %[[HI:.*]], %{{.*}}, %{{.*}} = ori.iadd3<x, ppNot = 0> %{{.*}}, %{{.*}}, %{{.*}}, %[[C]]
// CHECK-NEXT: ori.combine %[[LO]], %[[HI]]
// CHECK-NOT: ori.iadd3
ori.func @sums attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %s0, %c, %c2 = ori.iadd3 %x, %k, %zero, %t, %t
  %s1, %c3, %c4 = ori.iadd3<x, ppNot = 0> %y, %zero, %zero, %c, %t
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  %w25, %wp25 = ori.ldg<desc, offset = 116> %a, %d, %t
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc, offset = 116> %a, %d, %w25
  %s = ori.combine %s0, %s1 : !ori.r, !ori.r -> !ori.r<2>
  ori.stg<desc> %s, %d, %x
  ori.stg<desc> %a, %d, %y
  ori.exit
}

// What depends on a load that is read no more, is loaded itself, takes long or
// keeps an old value stays where it is.
// CHECK-LABEL: @dear
// CHECK: ori.iadd3
// CHECK-NEXT: ori.ldc
// CHECK-NEXT: ori.mufu
// CHECK-NEXT: ori.mov %{{.*}} if
// CHECK-NOT: ori.iadd3
// CHECK-NOT: ori.ldc
// CHECK-NOT: ori.mufu
// CHECK-NOT: ori.mov
ori.func @dear attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %g, %g2 = ori.isetp %x, %y, %t, %t
  %v, %vp = ori.ldg<desc> %a, %d, %t
  %s, %c, %c2 = ori.iadd3 %v, %k, %zero, %t, %t
  %l = ori.ldc<offset = 528> %zero
  %m = ori.mufu<op = "RCP"> %x
  %o = ori.mov %k if %g else(%x)
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  %w25, %wp25 = ori.ldg<desc, offset = 116> %a, %d, %t
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc, offset = 116> %a, %d, %w25
  ori.stg<desc> %a, %d, %s
  ori.stg<desc> %a, %d, %l
  ori.stg<desc> %a, %d, %m
  ori.stg<desc> %a, %d, %o
  ori.exit
}

// From a uniform register, which lives longer then: as long as there are enough.
// CHECK-LABEL: @uniform
// CHECK-NOT: ori.mov
// CHECK: ori.stg<desc, offset = 116>
// CHECK-NEXT: ori.mov
// UNIFORM-LABEL: @uniform
// UNIFORM: ori.mov
// UNIFORM: ori.stg<desc, offset = 116>
// UNIFORM-NOT: ori.mov
ori.func @uniform attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %u = ori.uldc<offset = 528> %n
  %c = ori.mov %u : (!ori.ur) -> (!ori.r)
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  %w25, %wp25 = ori.ldg<desc, offset = 116> %a, %d, %t
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc, offset = 116> %a, %d, %w25
  ori.stg<desc> %a, %d, %c
  ori.stg<desc, offset = 4> %a, %d, %c
  ori.exit
}

// In a loop that is most of what runs it costs more than it brings.
// CHECK-LABEL: @loop
// UNIFORM-LABEL: @loop
// CHECK: ori.mov
// CHECK: ^bb1
// CHECK-NOT: ori.mov
ori.func @loop attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c = ori.mov %k
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  %w25, %wp25 = ori.ldg<desc, offset = 116> %a, %d, %t
  ori.bra ^bb1
^bb1:
  %f, %f2 = ori.ldg<desc> %a, %d, %t
  %g, %g2 = ori.isetp %f, %c, %t, %t
  ori.cond_bra %g, ^bb2, ^bb1
^bb2:
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc, offset = 116> %a, %d, %w25
  ori.exit
}

// The blocks of an SM are named: the registers they leave are for the code.
// CHECK-LABEL: @named
// CHECK: ori.mov
// CHECK: ori.ldg
// CHECK-NOT: ori.mov
ori.func @named attributes {kernel, max_threads = array<i32: 64, 1, 1>, min_ctas_per_sm = 1 : i32} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c = ori.mov %k
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  %w25, %wp25 = ori.ldg<desc, offset = 116> %a, %d, %t
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc, offset = 116> %a, %d, %w25
  ori.stg<desc> %a, %d, %c
  ori.exit
}

// Eight CTAs of 256 threads leave 32 registers to a thread: what is cheap makes room
// for loads.
// CHECK-LABEL: @bounded
// CHECK-NOT: ori.mov
// CHECK: ori.stg<desc, offset = 116>
// CHECK-NEXT: ori.mov
// CHECK-NEXT: ori.stg<desc>
ori.func @bounded attributes {kernel, max_threads = array<i32: 256, 1, 1>, min_ctas_per_sm = 8 : i32} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c = ori.mov %k
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  %w5, %wp5 = ori.ldg<desc, offset = 36> %a, %d, %t
  %w6, %wp6 = ori.ldg<desc, offset = 40> %a, %d, %t
  %w7, %wp7 = ori.ldg<desc, offset = 44> %a, %d, %t
  %w8, %wp8 = ori.ldg<desc, offset = 48> %a, %d, %t
  %w9, %wp9 = ori.ldg<desc, offset = 52> %a, %d, %t
  %w10, %wp10 = ori.ldg<desc, offset = 56> %a, %d, %t
  %w11, %wp11 = ori.ldg<desc, offset = 60> %a, %d, %t
  %w12, %wp12 = ori.ldg<desc, offset = 64> %a, %d, %t
  %w13, %wp13 = ori.ldg<desc, offset = 68> %a, %d, %t
  %w14, %wp14 = ori.ldg<desc, offset = 72> %a, %d, %t
  %w15, %wp15 = ori.ldg<desc, offset = 76> %a, %d, %t
  %w16, %wp16 = ori.ldg<desc, offset = 80> %a, %d, %t
  %w17, %wp17 = ori.ldg<desc, offset = 84> %a, %d, %t
  %w18, %wp18 = ori.ldg<desc, offset = 88> %a, %d, %t
  %w19, %wp19 = ori.ldg<desc, offset = 92> %a, %d, %t
  %w20, %wp20 = ori.ldg<desc, offset = 96> %a, %d, %t
  %w21, %wp21 = ori.ldg<desc, offset = 100> %a, %d, %t
  %w22, %wp22 = ori.ldg<desc, offset = 104> %a, %d, %t
  %w23, %wp23 = ori.ldg<desc, offset = 108> %a, %d, %t
  %w24, %wp24 = ori.ldg<desc, offset = 112> %a, %d, %t
  %w25, %wp25 = ori.ldg<desc, offset = 116> %a, %d, %t
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.stg<desc, offset = 36> %a, %d, %w5
  ori.stg<desc, offset = 40> %a, %d, %w6
  ori.stg<desc, offset = 44> %a, %d, %w7
  ori.stg<desc, offset = 48> %a, %d, %w8
  ori.stg<desc, offset = 52> %a, %d, %w9
  ori.stg<desc, offset = 56> %a, %d, %w10
  ori.stg<desc, offset = 60> %a, %d, %w11
  ori.stg<desc, offset = 64> %a, %d, %w12
  ori.stg<desc, offset = 68> %a, %d, %w13
  ori.stg<desc, offset = 72> %a, %d, %w14
  ori.stg<desc, offset = 76> %a, %d, %w15
  ori.stg<desc, offset = 80> %a, %d, %w16
  ori.stg<desc, offset = 84> %a, %d, %w17
  ori.stg<desc, offset = 88> %a, %d, %w18
  ori.stg<desc, offset = 92> %a, %d, %w19
  ori.stg<desc, offset = 96> %a, %d, %w20
  ori.stg<desc, offset = 100> %a, %d, %w21
  ori.stg<desc, offset = 104> %a, %d, %w22
  ori.stg<desc, offset = 108> %a, %d, %w23
  ori.stg<desc, offset = 112> %a, %d, %w24
  ori.stg<desc, offset = 116> %a, %d, %w25
  ori.stg<desc> %a, %d, %c
  ori.exit
}
}

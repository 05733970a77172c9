// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat)))' | FileCheck %s

// A constant that is loaded: where registers do not suffice it is loaded again, which
// costs as much as a few instructions. Of 24 registers two are the machine's and two
// are to spare.

ori.module attributes {sm = 90 : i32} {

// CHECK-LABEL: @short
// CHECK: %[[A:.*]] = ori.ldc<offset = 528>
// CHECK-NEXT: ori.stg<desc> %{{.*}}, %{{.*}}, %[[A]]
// CHECK-NOT: ori.ldc
// CHECK: %[[B:.*]] = ori.ldc<offset = 528>
// CHECK-NEXT: ori.stg<desc, offset = 4> %{{.*}}, %{{.*}}, %[[B]]
ori.func @short attributes {kernel, max_registers = 24 : i32} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c = ori.ldc<offset = 528> %zero
  ori.stg<desc> %a, %d, %c
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
  ori.stg<desc, offset = 88> %a, %d, %w0
  ori.stg<desc, offset = 92> %a, %d, %w1
  ori.stg<desc, offset = 96> %a, %d, %w2
  ori.stg<desc, offset = 100> %a, %d, %w3
  ori.stg<desc, offset = 104> %a, %d, %w4
  ori.stg<desc, offset = 108> %a, %d, %w5
  ori.stg<desc, offset = 112> %a, %d, %w6
  ori.stg<desc, offset = 116> %a, %d, %w7
  ori.stg<desc, offset = 120> %a, %d, %w8
  ori.stg<desc, offset = 124> %a, %d, %w9
  ori.stg<desc, offset = 128> %a, %d, %w10
  ori.stg<desc, offset = 132> %a, %d, %w11
  ori.stg<desc, offset = 136> %a, %d, %w12
  ori.stg<desc, offset = 140> %a, %d, %w13
  ori.stg<desc, offset = 144> %a, %d, %w14
  ori.stg<desc, offset = 148> %a, %d, %w15
  ori.stg<desc, offset = 152> %a, %d, %w16
  ori.stg<desc, offset = 156> %a, %d, %w17
  ori.stg<desc, offset = 4> %a, %d, %c
  ori.exit
}

// Where there are enough it stays.
// CHECK-LABEL: @enough
// CHECK: %[[C:.*]] = ori.ldc<offset = 528>
// CHECK-NOT: ori.ldc
// CHECK: ori.stg<desc, offset = 4> %{{.*}}, %{{.*}}, %[[C]]
ori.func @enough attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c = ori.ldc<offset = 528> %zero
  ori.stg<desc> %a, %d, %c
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
  ori.stg<desc, offset = 88> %a, %d, %w0
  ori.stg<desc, offset = 92> %a, %d, %w1
  ori.stg<desc, offset = 96> %a, %d, %w2
  ori.stg<desc, offset = 100> %a, %d, %w3
  ori.stg<desc, offset = 104> %a, %d, %w4
  ori.stg<desc, offset = 108> %a, %d, %w5
  ori.stg<desc, offset = 112> %a, %d, %w6
  ori.stg<desc, offset = 116> %a, %d, %w7
  ori.stg<desc, offset = 120> %a, %d, %w8
  ori.stg<desc, offset = 124> %a, %d, %w9
  ori.stg<desc, offset = 128> %a, %d, %w10
  ori.stg<desc, offset = 132> %a, %d, %w11
  ori.stg<desc, offset = 136> %a, %d, %w12
  ori.stg<desc, offset = 140> %a, %d, %w13
  ori.stg<desc, offset = 144> %a, %d, %w14
  ori.stg<desc, offset = 148> %a, %d, %w15
  ori.stg<desc, offset = 152> %a, %d, %w16
  ori.stg<desc, offset = 156> %a, %d, %w17
  ori.stg<desc, offset = 4> %a, %d, %c
  ori.exit
}
}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=24},ori-verify-allocation{max-registers=24})))' | FileCheck %s

// Each of 16 values is for a moment the lower half of a pair, and lives on. Were they
// all in the registers of their pairs, they would take every other one of 32; here
// they are copied to the pairs, and nothing is spilled.
// CHECK-LABEL: @lopsided
// CHECK-NOT: {{ori.stl|ori.ldl}}
// CHECK: ori.exit
ori.module attributes {sm = 90 : i32} {
ori.func @lopsided attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %v0 = ori.lds<offset = 0> %x, %n
  %v1 = ori.lds<offset = 4> %x, %n
  %v2 = ori.lds<offset = 8> %x, %n
  %v3 = ori.lds<offset = 12> %x, %n
  %v4 = ori.lds<offset = 16> %x, %n
  %v5 = ori.lds<offset = 20> %x, %n
  %v6 = ori.lds<offset = 24> %x, %n
  %v7 = ori.lds<offset = 28> %x, %n
  %v8 = ori.lds<offset = 32> %x, %n
  %v9 = ori.lds<offset = 36> %x, %n
  %v10 = ori.lds<offset = 40> %x, %n
  %v11 = ori.lds<offset = 44> %x, %n
  %v12 = ori.lds<offset = 48> %x, %n
  %v13 = ori.lds<offset = 52> %x, %n
  %v14 = ori.lds<offset = 56> %x, %n
  %v15 = ori.lds<offset = 60> %x, %n
  %w0 = ori.popc %v0
  %p0 = ori.combine %v0, %w0 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 0> %x, %n, %p0
  %w1 = ori.popc %v1
  %p1 = ori.combine %v1, %w1 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 8> %x, %n, %p1
  %w2 = ori.popc %v2
  %p2 = ori.combine %v2, %w2 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 16> %x, %n, %p2
  %w3 = ori.popc %v3
  %p3 = ori.combine %v3, %w3 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 24> %x, %n, %p3
  %w4 = ori.popc %v4
  %p4 = ori.combine %v4, %w4 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 32> %x, %n, %p4
  %w5 = ori.popc %v5
  %p5 = ori.combine %v5, %w5 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 40> %x, %n, %p5
  %w6 = ori.popc %v6
  %p6 = ori.combine %v6, %w6 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 48> %x, %n, %p6
  %w7 = ori.popc %v7
  %p7 = ori.combine %v7, %w7 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 56> %x, %n, %p7
  %w8 = ori.popc %v8
  %p8 = ori.combine %v8, %w8 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 64> %x, %n, %p8
  %w9 = ori.popc %v9
  %p9 = ori.combine %v9, %w9 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 72> %x, %n, %p9
  %w10 = ori.popc %v10
  %p10 = ori.combine %v10, %w10 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 80> %x, %n, %p10
  %w11 = ori.popc %v11
  %p11 = ori.combine %v11, %w11 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 88> %x, %n, %p11
  %w12 = ori.popc %v12
  %p12 = ori.combine %v12, %w12 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 96> %x, %n, %p12
  %w13 = ori.popc %v13
  %p13 = ori.combine %v13, %w13 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 104> %x, %n, %p13
  %w14 = ori.popc %v14
  %p14 = ori.combine %v14, %w14 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 112> %x, %n, %p14
  %w15 = ori.popc %v15
  %p15 = ori.combine %v15, %w15 : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64", offset = 120> %x, %n, %p15
  ori.sts<offset = 0> %x, %n, %v0
  ori.sts<offset = 4> %x, %n, %v1
  ori.sts<offset = 8> %x, %n, %v2
  ori.sts<offset = 12> %x, %n, %v3
  ori.sts<offset = 16> %x, %n, %v4
  ori.sts<offset = 20> %x, %n, %v5
  ori.sts<offset = 24> %x, %n, %v6
  ori.sts<offset = 28> %x, %n, %v7
  ori.sts<offset = 32> %x, %n, %v8
  ori.sts<offset = 36> %x, %n, %v9
  ori.sts<offset = 40> %x, %n, %v10
  ori.sts<offset = 44> %x, %n, %v11
  ori.sts<offset = 48> %x, %n, %v12
  ori.sts<offset = 52> %x, %n, %v13
  ori.sts<offset = 56> %x, %n, %v14
  ori.sts<offset = 60> %x, %n, %v15
  ori.exit
}
}

// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat{goal=7})))' | FileCheck %s

// A value that nobody reads later lives longer where several others can be computed from
// it again: one register for theirs. What is read in a row shares a computation.

ori.module attributes {sm = 90 : i32} {

// Two halves of a word that was loaded.
// CHECK-LABEL: @halves
// CHECK: %[[W:.*]], %{{.*}} = ori.ldg<desc, offset = 100>
// CHECK: ori.lop3<lut = 192> %[[W]],
// CHECK: ori.shf<{{.*}}> %{{.*}}, %{{.*}}, %[[W]]
// CHECK: ori.membar
// CHECK: %[[LOW:.*]], %{{.*}} = ori.lop3<lut = 192> %[[W]],
// CHECK-NEXT: ori.stg<desc, offset = 8> %{{.*}}, %{{.*}}, %[[LOW]]
// CHECK-NEXT: %[[HIGH:.*]] = ori.shf<{{.*}}> %{{.*}}, %{{.*}}, %[[W]]
// CHECK-NEXT: ori.stg<desc, offset = 12> %{{.*}}, %{{.*}}, %[[HIGH]]
ori.func @halves attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %mask = ori.imm 0xffff : !ori.r
  %k16 = ori.imm 16 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %w, %wp = ori.ldg<desc, offset = 100> %a, %d, %t
  %low, %lowP = ori.lop3<lut = 192> %w, %mask, %zero, %t
  %high = ori.shf<dir = "R", type = "U32", hi> %zero, %k16, %w
  ori.stg<desc> %a, %d, %low
  ori.stg<desc, offset = 4> %a, %d, %high
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  ori.membar
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.stg<desc, offset = 8> %a, %d, %low
  ori.stg<desc, offset = 12> %a, %d, %high
  ori.exit
}

// One alone would take the register that it frees.
// CHECK-LABEL: @one
// CHECK: ori.lop3
// CHECK-NOT: ori.lop3
// CHECK: ori.exit
ori.func @one attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %mask = ori.imm 0xffff : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %w, %wp = ori.ldg<desc, offset = 100> %a, %d, %t
  %low, %lowP = ori.lop3<lut = 192> %w, %mask, %zero, %t
  ori.stg<desc> %a, %d, %low
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  %w4, %wp4 = ori.ldg<desc, offset = 32> %a, %d, %t
  ori.membar
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.stg<desc, offset = 32> %a, %d, %w4
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.stg<desc, offset = 8> %a, %d, %low
  ori.exit
}

// Sums of a number that is gone otherwise, one of them by way of another.
// CHECK-LABEL: @sums
// CHECK: %[[X:.*]], %{{.*}} = ori.ldg<desc, offset = 100>
// CHECK: ori.membar
// CHECK: %[[A:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[X]],
// CHECK-NEXT: ori.stg<desc, offset = 8> %{{.*}}, %{{.*}}, %[[A]]
// CHECK-NEXT: %[[B:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[X]],
// CHECK-NEXT: %[[C:.*]] = ori.shf<{{.*}}> %{{.*}}, %{{.*}}, %[[B]]
// CHECK-NEXT: ori.stg<desc, offset = 12> %{{.*}}, %{{.*}}, %[[C]]
ori.func @sums attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %k3 = ori.imm 3 : !ori.r
  %k48 = ori.imm 48 : !ori.r
  %k64 = ori.imm 64 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %w, %wp = ori.ldg<desc, offset = 100> %a, %d, %t
  %s0, %s0p, %s0q = ori.iadd3 %w, %k48, %zero, %t, %t
  %s1, %s1p, %s1q = ori.iadd3 %w, %k64, %zero, %t, %t
  %h1 = ori.shf<dir = "R", type = "U32", hi> %zero, %k3, %s1
  ori.stg<desc> %a, %d, %s0
  ori.stg<desc, offset = 4> %a, %d, %h1
  %w0, %wp0 = ori.ldg<desc, offset = 16> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 20> %a, %d, %t
  %w2, %wp2 = ori.ldg<desc, offset = 24> %a, %d, %t
  %w3, %wp3 = ori.ldg<desc, offset = 28> %a, %d, %t
  ori.membar
  ori.stg<desc, offset = 16> %a, %d, %w0
  ori.stg<desc, offset = 20> %a, %d, %w1
  ori.stg<desc, offset = 24> %a, %d, %w2
  ori.stg<desc, offset = 28> %a, %d, %w3
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.membar
  ori.stg<desc, offset = 8> %a, %d, %s0
  ori.stg<desc, offset = 12> %a, %d, %h1
  ori.exit
}
}

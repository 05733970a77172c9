// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers,ori-verify-allocation)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{avoid-bank-conflicts=false},ori-verify-allocation)))' | FileCheck %s --check-prefix=ANY

// Of the three sources of a product one is in the other bank, where the factors
// are both in even or both in odd registers: parts of tuples have their places.
// CHECK-LABEL: @products
// CHECK: ori.ldg<offset = 32> {{.*}} regs({{[0-9]*[13579]}}, -1)
// CHECK: ori.ldg<offset = 36> {{.*}} regs({{[0-9]*[02468]}}, -1)
// CHECK: ori.ldg<offset = 40> {{.*}} regs({{[0-9]*[13579]}}, -1)
// CHECK: ori.ldg<offset = 44> {{.*}} regs({{[0-9]*[02468]}}, -1)
// ANY: ori.ldg<offset = 32> {{.*}} regs({{[0-9]*[02468]}}, -1)
ori.module attributes {sm = 90 : i32} {
  ori.func @products attributes {kernel} {
    %true = ori.imm true : !ori.p
    %d = ori.imm 0 : !ori.ur<2>
    %x = ori.s2r<sr = "SR_TID.X">
    %y = ori.s2r<sr = "SR_TID.Y">
    %p = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
    %a, %ap = ori.ldg<type = "128"> %p, %d, %true
    %b, %bp = ori.ldg<type = "128", offset = 16> %p, %d, %true
    %c, %cp = ori.ldg<offset = 32> %p, %d, %true
    %e, %ep = ori.ldg<offset = 36> %p, %d, %true
    %f, %fp = ori.ldg<offset = 40> %p, %d, %true
    %g, %gp = ori.ldg<offset = 44> %p, %d, %true
    %a0 = ori.extract %a[0] : !ori.r<4> -> !ori.r
    %a1 = ori.extract %a[1] : !ori.r<4> -> !ori.r
    %b0 = ori.extract %b[0] : !ori.r<4> -> !ori.r
    %b1 = ori.extract %b[1] : !ori.r<4> -> !ori.r
    %s = ori.ffma %a0, %b0, %c
    %t = ori.ffma %a1, %b1, %e
    %u = ori.ffma %b0, %a0, %f
    %v = ori.ffma %b1, %a1, %g
    ori.stg<offset = 64> %p, %d, %s
    ori.stg<offset = 68> %p, %d, %t
    ori.stg<offset = 72> %p, %d, %u
    ori.stg<offset = 76> %p, %d, %v
    ori.exit
  }
}

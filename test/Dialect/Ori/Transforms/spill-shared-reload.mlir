// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=8},ori-verify-allocation{max-registers=8})))' | FileCheck %s

// Five registers besides that of the stack. What is spilled has a reload in each
// block that reads it, unless another one that dominates it serves it, too: where
// registers are left between them.
// CHECK-LABEL: ori.func @blocks
// CHECK-SAME: spill_load_bytes = 8
// CHECK: ^bb1:
// CHECK: [[V:%.*]] = ori.ldl
// CHECK-NEXT: ori.sts<offset = 32> {{.*}}, [[V]]
// CHECK-NEXT: [[U:%.*]] = ori.ldl
// CHECK-NEXT: ori.sts<offset = 36> {{.*}}, [[U]]
// CHECK: ^bb2:
// CHECK-NEXT: ori.sts<offset = 40> {{.*}}, [[V]]
// CHECK: ^bb3:
// CHECK-NEXT: ori.sts<offset = 44> {{.*}}, [[V]]
// CHECK-NEXT: ori.sts<offset = 48> {{.*}}, [[U]]

// No registers are left.
// CHECK-LABEL: ori.func @full
// CHECK-SAME: spill_load_bytes = 16

ori.module attributes {sm = 90 : i32} {
  ori.func @blocks attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %a = ori.s2r<sr = "SR_TID.X">
    %v = ori.lds %a, %n
    %u = ori.lds<offset = 64> %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    ori.sts<offset = 16> %a, %n, %v1
    ori.sts<offset = 20> %a, %n, %v2
    ori.sts<offset = 24> %a, %n, %v3
    ori.sts<offset = 28> %a, %n, %v4
    ori.bra ^one
  ^one:
    ori.sts<offset = 32> %a, %n, %v
    ori.sts<offset = 36> %a, %n, %u
    %p, %q = ori.isetp<cmp = "LT"> %a, %zero, %true, %true
    ori.cond_bra %p, ^two, ^three
  ^two:
    ori.sts<offset = 40> %a, %n, %v
    ori.bra ^three
  ^three:
    ori.sts<offset = 44> %a, %n, %v
    ori.sts<offset = 48> %a, %n, %u
    ori.exit
  }

  ori.func @full attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v = ori.lds %a, %n
    %u = ori.lds<offset = 64> %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    ori.sts<offset = 16> %a, %n, %v1
    ori.sts<offset = 20> %a, %n, %v2
    ori.sts<offset = 24> %a, %n, %v3
    ori.sts<offset = 28> %a, %n, %v4
    ori.bra ^one
  ^one:
    ori.sts<offset = 32> %a, %n, %v
    ori.sts<offset = 36> %a, %n, %u
    %w1 = ori.lds<offset = 4> %a, %n
    %w2 = ori.lds<offset = 8> %a, %n
    %w3 = ori.lds<offset = 12> %a, %n
    %w4 = ori.lds<offset = 16> %a, %n
    ori.sts<offset = 40> %a, %n, %w1
    ori.sts<offset = 44> %a, %n, %w2
    ori.sts<offset = 48> %a, %n, %w3
    ori.sts<offset = 52> %a, %n, %w4
    ori.bra ^two
  ^two:
    ori.sts<offset = 56> %a, %n, %v
    ori.sts<offset = 60> %a, %n, %u
    ori.exit
  }
}

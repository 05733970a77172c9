// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=7},ori-verify-allocation{max-registers=7})))' | FileCheck %s

// Five registers besides those of the stack. Reads near each other share a reload;
// where that leaves too few registers for what is spilled later, each read has a
// reload of its own.
// CHECK-LABEL: ori.func @reads
// CHECK-SAME: spill_load_bytes
// CHECK: [[V4:%.*]] = ori.ldl<offset = 16>
// CHECK-NEXT: ori.sts<offset = 16> {{.*}}, [[V4]]
// CHECK: ori.ldl<offset = 16>

ori.module attributes {sm = 90 : i32} {
  ori.func @reads attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    %v5 = ori.lds<offset = 20> %a, %n
    ori.sts %a, %n, %v0
    ori.sts<offset = 4> %a, %n, %v1
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 20> %a, %n, %v5
    %t0 = ori.combine %v5, %v2 : !ori.r, !ori.r -> !ori.r<2>
    ori.sts<type = "64", offset = 96> %a, %n, %t0
    %t1 = ori.combine %v3, %v4 : !ori.r, !ori.r -> !ori.r<2>
    ori.sts<type = "64", offset = 112> %a, %n, %t1
    ori.sts<offset = 32> %a, %n, %v0
    ori.sts<offset = 36> %a, %n, %v1
    ori.sts<offset = 40> %a, %n, %v2
    %t2 = ori.combine %v4, %v1 : !ori.r, !ori.r -> !ori.r<2>
    ori.sts<type = "64", offset = 176> %a, %n, %t2
    %t3 = ori.combine %v3, %v5 : !ori.r, !ori.r -> !ori.r<2>
    ori.sts<type = "64", offset = 192> %a, %n, %t3
    ori.sts<offset = 52> %a, %n, %v0
    ori.exit
  }
}

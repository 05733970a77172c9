// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=6})))' | FileCheck %s

// Spilled registers lie behind the variables; a frame whose variables are aligned
// to 16 bytes stays so.
// CHECK: ori.func @aligned
// CHECK-SAME: local_bytes = 32
// CHECK: ori.stl<offset = 16>
// CHECK: ori.stl<offset = 20>
// CHECK: ori.func @plain
// CHECK-SAME: local_bytes = 16
// CHECK: ori.stl<offset = 8>
// CHECK: ori.stl<offset = 12>
ori.module attributes {sm = 90 : i32} {
  ori.func @aligned attributes {kernel, local_bytes = 16 : i32, variable_bytes = 16 : i32} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %a = ori.lds<offset = 0> %zero, %n
    %b = ori.lds<offset = 4> %zero, %n
    %c = ori.lds<offset = 8> %zero, %n
    %d = ori.lds<offset = 12> %zero, %n
    ori.sts %a, %n, %b
    ori.sts %b, %n, %c
    ori.sts %c, %n, %d
    ori.sts %d, %n, %a
    ori.exit
  }
  ori.func @plain attributes {kernel, local_bytes = 8 : i32, variable_bytes = 8 : i32} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %a = ori.lds<offset = 0> %zero, %n
    %b = ori.lds<offset = 4> %zero, %n
    %c = ori.lds<offset = 8> %zero, %n
    %d = ori.lds<offset = 12> %zero, %n
    ori.sts %a, %n, %b
    ori.sts %b, %n, %c
    ori.sts %c, %n, %d
    ori.sts %d, %n, %a
    ori.exit
  }
}

// RUN: split-file %s %t
// RUN: ptx-opt %t/object.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=13})))' | FileCheck %t/object.mlir
// RUN: ptx-opt %t/program.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=13})))' | FileCheck %t/program.mlir

// Spilled tuples of four need 16 bytes. Functions of objects begin with less, and say so.

//--- object.mlir
// CHECK: ori.func @f
// CHECK-SAME: frame_alignment = 16
// CHECK: ori.stl<type = "128"
ori.module attributes {sm = 90 : i32, relocatable} {
  ori.func @f attributes {argument_regs = array<i32>, result_regs = array<i32>} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %a = ori.lds<type = "128", offset = 0> %zero, %n
    %b = ori.lds<type = "128", offset = 16> %zero, %n
    %c = ori.lds<type = "128", offset = 32> %zero, %n
    %d = ori.lds<type = "128", offset = 48> %zero, %n
    ori.membar
    ori.membar
    ori.sts<type = "128"> %zero, %n, %a
    ori.sts<type = "128", offset = 16> %zero, %n, %b
    ori.sts<type = "128", offset = 32> %zero, %n, %c
    ori.sts<type = "128", offset = 48> %zero, %n, %d
    ori.ret
  }
}

//--- program.mlir
// CHECK: ori.func @f
// CHECK-NOT: frame_alignment
// CHECK: ori.stl<type = "128"
ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {argument_regs = array<i32>, result_regs = array<i32>} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %a = ori.lds<type = "128", offset = 0> %zero, %n
    %b = ori.lds<type = "128", offset = 16> %zero, %n
    %c = ori.lds<type = "128", offset = 32> %zero, %n
    %d = ori.lds<type = "128", offset = 48> %zero, %n
    ori.membar
    ori.membar
    ori.sts<type = "128"> %zero, %n, %a
    ori.sts<type = "128", offset = 16> %zero, %n, %b
    ori.sts<type = "128", offset = 32> %zero, %n, %c
    ori.sts<type = "128", offset = 48> %zero, %n, %d
    ori.ret
  }
}

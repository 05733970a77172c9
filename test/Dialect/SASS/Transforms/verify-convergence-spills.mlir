// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence{warn-only=true})))' -o /dev/null 2>&1 | FileCheck %s

// A store through a register may be to any variable in the frame, but not to what is
// spilled above the variables.

// CHECK-NOT: spilled+
// CHECK: warning: the threads need not execute this together, at variable+0x80 (SHFL
// CHECK-NOT: warning
sass.module attributes {sm = 80 : i32} {
  sass.func @spilled attributes {kernel, local_bytes = 64 : i32, variable_bytes = 32 : i32} {
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.stl "STL [R1+0x24], R4 {stall:1, rd:1}"
    sass.stl "STL [R0], R0 {stall:1, rd:1, wait:0b000001}"
    sass.ldl "LDL R5, [R1+0x24] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R5, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E [R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
  sass.func @variable attributes {kernel, local_bytes = 64 : i32, variable_bytes = 64 : i32} {
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.stl "STL [R1+0x24], R4 {stall:1, rd:1}"
    sass.stl "STL [R0], R0 {stall:1, rd:1, wait:0b000001}"
    sass.ldl "LDL R5, [R1+0x24] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R5, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E [R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// RUN: ptx-opt %s | FileCheck %s
// RUN: ptx-opt %s -o %t.1 && ptx-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: ptx-opt %s --mlir-print-op-generic | ptx-opt | FileCheck %s

sass.module attributes {sm = 90 : i32} {
  // CHECK: sass.func @k attributes {kernel, registers = 8 : i32}
  sass.func @k attributes {kernel, registers = 8 : i32} {
    // CHECK: sass.s2r "S2R R0, SR_TID.X {stall:7, wr:0}"
    sass.s2r "S2R R0, SR_TID.X {stall:7, wr:0}"
    // CHECK: sass.bssy "BSSY B0, L0 {stall:1}"{{$}}
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"L0">
    // CHECK: sass.iadd3 "IADD3 R2, R0, -R3, RZ {stall:4, wait:0b000001}"
    sass.iadd3 "IADD3 R2, R0, -R3, RZ {stall:4, wait:0b000001}"
    // CHECK: sass.bra "@!P0 BRA target {stall:5}" ^bb2, ^bb1
    sass.bra "@!P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // CHECK: sass.bssy "BSSY B1, {{.*}}" #sass.label<"behind the loop">
    sass.bssy "BSSY B1, here {stall:1}" #sass.label<"behind the loop">
    // CHECK: sass.raw 0x1, 0xffffffffffffffff
    sass.raw 1, 0xffffffffffffffff
    // CHECK: sass.fallthrough ^bb2
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    // CHECK: sass.label "L0"
    sass.label "L0"
    sass.label "behind the loop"
    // CHECK: sass.exit "EXIT {stall:5}"
    sass.exit "EXIT {stall:5}"
    // CHECK: sass.end
    sass.end
  }
}

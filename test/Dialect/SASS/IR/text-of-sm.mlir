// The text of an instruction is that of the module's SM: what only one SM has, and
// forms that differ by what is written only.
// RUN: ptx-opt %s --split-input-file > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: ptx-opt %t.mlir --split-input-file | FileCheck %s
// RUN: ptx-opt %s --split-input-file --mlir-print-op-generic | ptx-opt --split-input-file | FileCheck %s

sass.module attributes {sm = 89 : i32} {
  sass.func @sm_89 {
    // CHECK: "I2FP.F32.S32 R4, c[0x0][0x160]"
    sass.i2fp "I2FP.F32.S32 R4, c[0x0][0x160]"
    // CHECK: "@P0 STG.E [R2], R4
    sass.stg "@P0 STG.E [R2], R4 {stall:1}"
    sass.end
  }
}

// -----

// CHECK-LABEL: sm = 90
sass.module attributes {sm = 90 : i32} {
  sass.func @uniform_part {
    // CHECK: "STL [R1+URZ+0xc], R2"
    sass.stl "STL [R1+URZ+0xc], R2"
    // CHECK: "STL [R1+0xc], R2"
    sass.stl "STL [R1+0xc], R2"
    // CHECK: "STS.64 [R13+URZ+0x8], R2"
    sass.sts "STS.64 [R13+URZ+0x8], R2"
    // CHECK: "LDS R3, [R13+UR4+0x8]"
    sass.lds "LDS R3, [R13+UR4+0x8]"
    sass.end
  }
}

// -----

// CHECK-LABEL: sm = 103
sass.module attributes {sm = 103 : i32} {
  sass.func @sm_103 {
    // CHECK: sass.ldtm.stat "LDTM.STAT.x2.MIN R2, R4, tmem[UR4]"
    sass.ldtm.stat "LDTM.STAT.x2.MIN R2, R4, tmem[UR4]"
    sass.end
  }
}

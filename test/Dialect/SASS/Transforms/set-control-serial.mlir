// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-set-control{serial},sass-check-hazards)))' | FileCheck %s

// Every instruction waits for the one before it.
// CHECK: LDG.E R4, {{.*}}{stall:15, yield, wr:0, rd:1, wait:0b000011}
// CHECK: IADD3 {{.*}}{stall:15, yield, wait:0b000011}
// CHECK: STG.E {{.*}}{stall:15, yield, rd:1, wait:0b000011}
sass.module attributes {sm = 90 : i32} {
  sass.func @f {
    sass.ldg "LDG.E R4, [R2]"
    sass.iadd3 "IADD3 R5, R4, R5, RZ"
    sass.stg "STG.E [R2], R5"
    sass.exit "EXIT"
    sass.end
  }

  // A group of copies counts on a barrier here too.
  // CHECK-LABEL: sass.func @groups
  // CHECK: LDGSTS.E {{.*}}rd:1, wait:0b000011}
  // CHECK: LDGDEPBAR {stall:15, yield, wr:0, wait:0b000011}
  // CHECK: DEPBAR.LE SB0, 0x0 {stall:15, yield, wait:0b000011}
  sass.func @groups {
    sass.ldgsts "LDGSTS.E [R5], desc[UR4][R2.64]"
    sass.ldgdepbar "LDGDEPBAR"
    sass.depbar "DEPBAR.LE SB0, 0x0"
    sass.exit "EXIT"
    sass.end
  }
}

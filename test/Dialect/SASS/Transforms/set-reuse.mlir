// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-set-control,sass-check-hazards)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-set-control{serial})))' | FileCheck %s --check-prefix=SERIAL
// SERIAL-NOT: .reuse

sass.module attributes {sm = 90 : i32} {
  // What is read again at the same position is kept, up to the last one.
  // CHECK-LABEL: sass.func @again
  // CHECK: FFMA R10, R2.reuse, R3, R10
  // CHECK: FFMA R11, R2.reuse, R4, R11
  // CHECK: FFMA R12, R2, R5, R12
  sass.func @again {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.ffma "FFMA R11, R2, R4, R11"
    sass.ffma "FFMA R12, R2, R5, R12"
    sass.exit "EXIT"
    sass.end
  }

  // Not at another position.
  // CHECK-LABEL: sass.func @position
  // CHECK: FFMA R10, R2, R3, R10
  // CHECK: FFMA R11, R3, R4, R11
  sass.func @position {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.ffma "FFMA R11, R3, R4, R11"
    sass.exit "EXIT"
    sass.end
  }

  // A register of the other bank does not displace it there, nor does another
  // unit; one of its own bank does.
  // CHECK-LABEL: sass.func @displaced
  // CHECK: FFMA R10, R2.reuse, R3, R10
  // CHECK: FFMA R11, R5, R7, R11
  // CHECK: HFMA2 R12, R4, R6, R8
  // CHECK: FFMA R13, R2, R9, R13
  // CHECK: FFMA R14, R4, R15, R14
  // CHECK: FFMA R16, R2, R17, R16
  sass.func @displaced {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.ffma "FFMA R11, R5, R7, R11"
    sass.hfma2 "HFMA2 R12, R4, R6, R8"
    sass.ffma "FFMA R13, R2, R9, R13"
    sass.ffma "FFMA R14, R4, R15, R14"
    sass.ffma "FFMA R16, R2, R17, R16"
    sass.exit "EXIT"
    sass.end
  }

  // Another value is in the register, also if only some threads have written it
  // and if the instruction itself does.
  // CHECK-LABEL: sass.func @written
  // CHECK: FFMA R10, R2, R3, R10
  // CHECK: @P0 IADD3 R2, R7, R8, RZ
  // CHECK: FFMA R12, R2, R5, R12
  // CHECK: FFMA R4, R4, R20, R21
  // CHECK: FFMA R22, R4, R23, R24
  sass.func @written {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.iadd3 "@P0 IADD3 R2, R7, R8, RZ"
    sass.ffma "FFMA R12, R2, R5, R12"
    sass.ffma "FFMA R4, R4, R20, R21"
    sass.ffma "FFMA R22, R4, R23, R24"
    sass.exit "EXIT"
    sass.end
  }

  // A load that is waited for at its barrier lets no other warp in between.
  // CHECK-LABEL: sass.func @loaded
  // CHECK: FFMA R10, R2, R3, R10 {stall:{{[12]}}}
  // CHECK: LDG.E R2, [R8] {stall:{{[12]}}, wr:
  // CHECK: FFMA R12, R2, R5, R12
  sass.func @loaded {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.ldg "LDG.E R2, [R8]"
    sass.ffma "FFMA R12, R2, R5, R12"
    sass.exit "EXIT"
    sass.end
  }

  // While a result is waited for the warp may be switched: that of the first one
  // or of one between.
  // CHECK-LABEL: sass.func @switched
  // CHECK: FFMA R10, R2, R3, R10 {stall:4, yield}
  // CHECK: FFMA R11, R2, R4, R10 {stall:1}
  // CHECK: IADD3 R12, R13, R14, RZ {stall:5, yield}
  // CHECK: IMAD R17, R12, R18, R19
  // CHECK: FFMA R15, R2, R5, R16
  sass.func @switched {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.ffma "FFMA R11, R2, R4, R10"
    sass.iadd3 "IADD3 R12, R13, R14, RZ"
    sass.imad "IMAD R17, R12, R18, R19"
    sass.ffma "FFMA R15, R2, R5, R16"
    sass.exit "EXIT"
    sass.end
  }

  // Nothing is kept from one block to the next.
  // CHECK-LABEL: sass.func @blocks
  // CHECK: FFMA R10, R2, R3, R10
  // CHECK: FFMA R11, R2, R4, R11
  sass.func @blocks {
    sass.ffma "FFMA R10, R2, R3, R10"
    sass.fallthrough ^bb1
  ^bb1:
    sass.ffma "FFMA R11, R2, R4, R11"
    sass.exit "EXIT"
    sass.end
  }

  // Pairs are kept as a whole.
  // CHECK-LABEL: sass.func @pairs
  // CHECK: DFMA R10, R2.reuse, R4, R10
  // CHECK: DFMA R12, R2, R6, R12
  sass.func @pairs {
    sass.dfma "DFMA R10, R2, R4, R10"
    sass.dfma "DFMA R12, R2, R6, R12"
    sass.exit "EXIT"
    sass.end
  }
}

// RUN: ptx-opt %s --split-input-file --verify-diagnostics

sass.module attributes {sm = 90 : i32} {
  sass.func @opcode {
    // expected-error @+1 {{the text is a MOV instruction, the op is IADD3}}
    sass.iadd3 "MOV R0, R1"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @text {
    // expected-error @+1 {{column}}
    sass.iadd3 "IADD3 R0, R1, Q2, RZ"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @reference {
    // expected-error @+1 {{reference must be a label or a relocation}}
    sass.mov "MOV R0, R1" "text"
    sass.end
  }
}

// -----

// The parser of the instruction refuses what the SM lacks.
sass.module attributes {sm = 90 : i32} {
  sass.func @combination {
    // expected-error @+1 {{FFMA: sm_90 has no .FTZ with .FMZ}}
    sass.ffma "FFMA.FTZ.FMZ R1, R2, R3, R4"
    sass.end
  }
}

// -----

sass.module attributes {sm = 80 : i32} {
  sass.func @modifier {
    // expected-error @+1 {{HMUL2: sm_80 has no .BF16_V2}}
    sass.hmul2 "HMUL2.BF16_V2 R1, R2, R3"
    sass.end
  }
}

// -----

// The verifier does for other forms of writing.
sass.module attributes {sm = 90 : i32} {
  sass.func @verified {
    // expected-error @+1 {{sm_90 has no .CAST}}
    sass.atomg.cas "ATOMG.E.CAST PT, R4, [R2], R6, R7"
    sass.end
  }
}

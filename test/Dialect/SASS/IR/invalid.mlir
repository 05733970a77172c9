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

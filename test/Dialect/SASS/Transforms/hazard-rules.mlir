// RUN: ptx-opt %s --pipeline=sass-check-hazards --split-input-file --verify-diagnostics

// A source is kept for reuse: read there again; displaced by another register
// of its bank; of the other bank or of another unit does not matter; overwritten.
sass.module attributes {sm = 90 : i32} {
  sass.func @reuse {
    sass.ffma "FFMA R1, R2.reuse, R3, R4 {stall:1, reuse:0b001}"
    sass.ffma "FFMA R5, R7, R3, R4 {stall:1}"
    sass.hadd2 "HADD2 R6, R8, R9 {stall:1}"
    sass.ffma "FFMA R7, R2, R3, R4 {stall:5}"
    // expected-note@below {{by reuse+0x40 (FFMA R1, R2}}
    sass.ffma "FFMA R1, R2.reuse, R3, R4 {stall:1, reuse:0b001}"
    // expected-error@below {{R2 is kept for reuse, but the next source there is another register, at reuse+0x50 (FFMA R5, R8}}
    sass.ffma "FFMA R5, R8, R3, R4 {stall:1}"
    sass.ffma "FFMA R7, R2, R3, R4 {stall:5}"
    // expected-note@below {{by reuse+0x70}}
    sass.ffma "FFMA R1, R2.reuse, R3, R4 {stall:5, reuse:0b001}"
    // expected-error@below {{R2 is kept for reuse, but it is overwritten before}}
    sass.mov "MOV R2, R9 {stall:5}"
    sass.ffma "FFMA R7, R2, R3, R4 {stall:5}"
    // expected-error@below {{a source is kept for reuse that is no register}}
    sass.ffma "FFMA R7, R2, R3, RZ {stall:5, reuse:0b100}"
    // expected-error@below {{a source is kept for reuse although the warp may be switched}}
    sass.ffma "FFMA R10, R2.reuse, R3, R4 {stall:4, yield, reuse:0b001}"
    // expected-error@below {{R12 is kept for reuse, but nothing reads it there again}}
    sass.ffma "FFMA R11, R2, R3, R12.reuse {stall:5, reuse:0b100}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @fields {
    // expected-error@below {{the stall count needs a yield}}
    sass.mov "MOV R1, R9 {}"
    // expected-error@below {{an instruction of fixed latency sets a dependency barrier}}
    sass.iadd3 "IADD3 R2, R3, 0x1, RZ {stall:4, rd:1}"
    // expected-error@below {{a tuple of 2 registers starts at R5, which is no multiple of 2}}
    sass.stg "STG.E.64 [R8], R5 {stall:4, rd:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Nothing is in a register when a kernel begins. A half that is put into one is
// no read of it; what one way to a place has written may be read there.
sass.module attributes {sm = 90 : i32} {
  sass.func @empty attributes {kernel} {
    sass.iadd3 "IADD3 R1, RZ, 0x1, RZ {stall:5}"
    // expected-error@below {{R4 is read, but nothing before writes it}}
    sass.iadd3 "IADD3 R2, R1, R4, RZ {stall:5}"
    sass.prmt "PRMT R6, R2, 0x7610, R6 {stall:5}"
    // expected-error@below {{P3 is read, but nothing before writes it}}
    sass.bra "@P3 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R7, R6 {stall:5}"
    sass.r2p "R2P PR, R7, 0x2 {stall:13, yield}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.mov "@P1 MOV R8, R7 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Lanes that exclude each other, until the predicate has another value.
sass.module attributes {sm = 90 : i32} {
  sass.func @guards {
    sass.iadd3 "@P0 IADD3 R1, R0, 0x1, RZ {stall:1}"
    sass.iadd3 "@!P0 IADD3 R2, R1, 0x1, RZ {stall:1}"
    sass.isetp "ISETP.GE.AND P1, PT, R5, R0, PT {stall:13, yield}"
    // expected-note@below {{by guards+0x30}}
    sass.ldg "@P1 LDG.E R4, [R6] {stall:1, wr:0}"
    sass.iadd3 "@!P1 IADD3 R8, R4, 0x1, RZ {stall:1}"
    sass.isetp "ISETP.GE.AND P1, PT, R5, R0, PT {stall:13, yield}"
    // expected-error@below {{R4 is read before its value has been waited for}}
    sass.iadd3 "@!P1 IADD3 R8, R4, 0x1, RZ {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// DEPBAR.LE counts: of two textures on one barrier the first one is there.
sass.module attributes {sm = 90 : i32} {
  sass.func @depbar {
    sass.tex "TEX.LL RZ, R4, R8, R12, UR4, 0x0, 2D, 0x1 {stall:2, wr:5}"
    // expected-note@below {{by depbar+0x10}}
    sass.tex "TEX.LL RZ, R5, R8, R12, UR4, 0x0, 2D, 0x1 {stall:2, wr:5}"
    sass.depbar "DEPBAR.LE SB5, 0x1 {stall:4, yield}"
    sass.mov "MOV R6, R4 {stall:5}"
    // expected-error@below {{R5 is read before its value has been waited for}}
    sass.mov "MOV R7, R5 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

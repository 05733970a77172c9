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
    // The copy of R15 to itself has been dropped, that of R14 has not.
    sass.iadd3 "IADD3 R17, R2, R15.reuse, RZ {stall:5, reuse:0b010}"
    sass.mov "MOV R18, R14 {stall:5}"
    sass.mov "MOV R15, R18 {stall:5}"
    // expected-note@below {{by reuse+0x100}}
    sass.iadd3 "IADD3 R17, R2, R14.reuse, RZ {stall:5, reuse:0b010}"
    // expected-error@below {{R14 is kept for reuse, but the next source there is another register}}
    sass.mov "MOV R18, R12 {stall:5}"
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

// Uniform predicates of a mask: some are written, and some are read.
sass.module attributes {sm = 90 : i32} {
  sass.func @masks attributes {kernel} {
    sass.umov "UMOV UR4, 0x3 {stall:13, yield}"
    sass.ur2up "UR2UP UPR, UR4, 0x2 {stall:13, yield}"
    sass.umov "@UP1 UMOV UR5, UR4 {stall:13, yield}"
    // expected-error@below {{UP3 is read, but nothing before writes it}}
    sass.umov "@UP3 UMOV UR6, UR4 {stall:13, yield}"
    sass.up2ur "UP2UR UR7, UPR, UR4, 0x2 {stall:13, yield}"
    // expected-error@below {{UP2 is read, but nothing before writes it}}
    sass.up2ur "UP2UR UR8, UPR, UR4, 0x4 {stall:13, yield}"
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

// A CTA barrier reads its register in the memory queue: what is in the queue behind it may
// overwrite the register, and who waits for that knows that the register is free.
sass.module attributes {sm = 86 : i32} {
  sass.func @barrier {
    sass.bar "BAR.RED.POPC.DEFER_BLOCKING R4, P0 {stall:6}"
    sass.lds "LDS R4, [0xcc] {stall:2, wr:0}"
    sass.mov "MOV R6, R4 {stall:5, wait:0b000001}"
    sass.bar "@P0 BAR.ARV 0x2, R7 <pp=P0> {stall:6, rd:1}"
    sass.shfl "SHFL.BFLY PT, R8, R6, 0x1, 0x1f {stall:2, wr:0, rd:2}"
    sass.mov "MOV R9, R8 {stall:5, wait:0b000001}"
    sass.mov "MOV R7, R8 {stall:5}"
    // expected-note@below {{by barrier+0x70}}
    sass.bar "BAR.SYNC.DEFER_BLOCKING R9, 0x40 <pp=P0> {stall:6}"
    // expected-error@below {{R9 is overwritten while it is still to be read}}
    sass.mov "MOV R9, R8 {stall:5}"
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

// -----

// A barrier that tells of sources tells of the uniform ones, too.
sass.module attributes {sm = 100 : i32} {
  sass.func @uniform_source {
    sass.tex "TEX.LL RZ, R4, R8, R12, UR4, 0x0, 2D, 0x1 {stall:2, wr:5, rd:0}"
    sass.uiadd3 "UIADD3 UR4, UPT, UPT, UR8, 0x1, URZ {stall:15, yield, wait:0b000001}"
    // expected-note@below {{by uniform_source+0x20}}
    sass.tex "TEX.LL RZ, R4, R8, R12, UR4, 0x0, 2D, 0x1 {stall:2, wr:5, rd:0}"
    // expected-error@below {{UR4 is overwritten 2 cycles after it was read}}
    sass.uiadd3 "UIADD3 UR4, UPT, UPT, UR8, 0x1, URZ {stall:15, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// HADD2 comes after IADD3, which comes after FMUL, for whatever lanes; not if FMUL
// and IADD3 are for lanes of which only one kind is in both.
sass.module attributes {sm = 86 : i32} {
  sass.func @order_of_writes {
    sass.fmul "@P2 FMUL R8, R5, R11 {stall:1}"
    sass.iadd3 "@P3 IADD3 R8, R5, 0x1, RZ {stall:1}"
    sass.hadd2 "@P2 HADD2.F32 R8, R9.H0_H0, -RZ.H0_H0 {stall:15, yield}"
    // expected-note@below {{by order_of_writes+0x30}}
    sass.fmul "@P2 FMUL R8, R5, R11 {stall:1}"
    sass.iadd3 "@!P2 IADD3 R8, R5, 0x1, RZ {stall:1}"
    // expected-error@below {{R8 is overwritten 2 cycles after it was written, 5 are needed}}
    sass.hadd2 "@P2 HADD2.F32 R8, R9.H0_H0, -RZ.H0_H0 {stall:15, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A read of what was written again for some lanes keeps the distance to the later write
// only; to both, if that is not for its lanes (ptxas, sm_120). Predicates of ELECT are
// read by PLOP3 and P2R a cycle earlier than those of VOTE.
sass.module attributes {sm = 120 : i32} {
  sass.func @read_behind_a_write_for_some_lanes {
    sass.mov "MOV R20, R19 {stall:1}"
    sass.imad.wide "@P1 IMAD.WIDE.U32 R20, R19, R19, RZ {stall:3, yield}"
    sass.lop3 "LOP3.LUT R9, R20, R10, RZ, 0x3c, !PT {stall:15, yield}"
    // expected-note@below {{by read_behind_a_write_for_some_lanes+0x30 (MOV R20}}
    sass.mov "MOV R20, R19 {stall:1}"
    sass.imad.wide "@P1 IMAD.WIDE.U32 R20, R19, R19, RZ {stall:3, yield}"
    // expected-error@below {{R20 is read 4 cycles after it was written, 5 are needed}}
    sass.lop3 "@!P1 LOP3.LUT R9, R20, R10, RZ, 0x3c, !PT {stall:15, yield}"
    sass.mov "MOV R20, R19 {stall:2}"
    // expected-note@below {{by read_behind_a_write_for_some_lanes+0x70 (@P1 IMAD.WIDE}}
    sass.imad.wide "@P1 IMAD.WIDE.U32 R20, R19, R19, RZ {stall:2, yield}"
    // expected-error@below {{R20 is read 2 cycles after it was written, 3 are needed}}
    sass.lop3 "LOP3.LUT R9, R20, R10, RZ, 0x3c, !PT {stall:15, yield}"
    sass.elect "ELECT P6, URZ, PT {stall:4, yield}"
    sass.p2r "P2R R4, PR, RZ, 0x40 {stall:15, yield}"
    // expected-note@below {{by read_behind_a_write_for_some_lanes+0xb0 (VOTE.ANY}}
    sass.vote "VOTE.ANY P6, P1 {stall:4, yield}"
    // expected-error@below {{P6 is read 4 cycles after it was written, 5 are needed}}
    sass.p2r "P2R R4, PR, RZ, 0x40 {stall:15, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A matrix product with a stall count of 0 is over when the next instruction comes.
sass.module attributes {sm = 120 : i32} {
  sass.func @stall_of_zero {
    sass.hmma.16816 "HMMA.16816.F16 R4, R8, R12, R16 {yield}"
    sass.mov "MOV R8, R20 {stall:15, yield}"
    // expected-note@below {{by stall_of_zero+0x20}}
    sass.hmma.16816 "HMMA.16816.F16 R4, R8, R12, R16 {stall:2, yield}"
    // expected-error@below {{R8 is overwritten 2 cycles after it was read, 8 are needed}}
    sass.mov "MOV R8, R20 {stall:15, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A call that is taken lasts as long as a branch; one that is not lasts for its
// stall count.
sass.module attributes {sm = 80 : i32} {
  sass.func @calls attributes {kernel} {
    sass.mov "MOV R1, 0x1 {stall:5, yield}"
    sass.isetp "ISETP.GE.AND P0, PT, R1, RZ, PT {stall:13, yield}"
    // expected-note@below {{by calls+0x20}}
    sass.fadd "FADD R2, R1, R1 {stall:1}"
    sass.call.rel "@P0 CALL.REL.NOINC callee {stall:1}"
    // expected-error@below {{R2 is read 2 cycles after it was written, 4 are needed}}
    sass.fadd "FADD R3, R2, R2 {stall:5, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  ^bb1:
    sass.label "callee"
    sass.fadd "FADD R3, R2, R2 {stall:5, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Any register may be offered to a selection, but it is not added.
sass.module attributes {sm = 90 : i32} {
  sass.func @selection attributes {kernel} {
    sass.mov "MOV R1, 0x1 {stall:5, yield}"
    sass.isetp "ISETP.GE.AND P0, PT, R1, RZ, PT {stall:13, yield}"
    sass.sel "SEL R2, R1, R4, P0 {stall:5, yield}"
    // expected-error@below {{P1 is read, but nothing before writes it}}
    sass.sel "SEL R2, R1, R4, P1 {stall:5, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// What is not known cannot be checked.
sass.module attributes {sm = 90 : i32} {
  sass.func @unknown {
    sass.mov "MOV R1, 0x1 {stall:5, yield}"
    // expected-error@below {{nothing is known of what this word reads and writes, at unknown+0x10}}
    sass.raw 0xfff, 0x0
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// An encoding has room for more registers than an SM has.
sass.module attributes {sm = 100 : i32} {
  sass.func @beyond {
    sass.umov "UMOV UR79, 0x1 {stall:12, yield}"
    // expected-error@below {{UR80 is beyond the 80 registers of the SM}}
    sass.umov "UMOV UR80, 0x1 {stall:12, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

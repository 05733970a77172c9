// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --split-input-file --verify-diagnostics

// Each kind of finding. (A BSSY once more: verify-convergence-steps.mlir.)

sass.module attributes {sm = 80 : i32} {
  sass.func @not_armed attributes {kernel} {
    // expected-error@below {{BSYNC of B1, which no BSSY has armed}}
    sass.bsync "BSYNC B1 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Threads with P0 come past the BSSY; their BSYNC names another barrier's.
sass.module attributes {sm = 80 : i32} {
  sass.func @sometimes_armed attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-note@below {{with sometimes_armed+0x30 (BSSY B0}}
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.fallthrough ^bb2
  ^bb2:
    // expected-error@below {{BSYNC of B0, which is not armed on all paths}}
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Two regions that end in each other: half of the threads wait at B0, half at B1.
sass.module attributes {sm = 80 : i32} {
  sass.func @wait_cycle attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    // expected-note@below {{with wait_cycle+0x20 (BSSY B0}}
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end0">
    // expected-note@below {{with wait_cycle+0x30 (BSSY B1}}
    sass.bssy "BSSY B1, .+0x10 {stall:1}" #sass.label<"end1">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-error@below {{threads that wait here at B0 may wait for others that wait for them}}
    sass.bsync "BSYNC B0 {stall:5}"
    sass.bsync "BSYNC B1 {stall:5}"
    sass.bra "BRA .+0x10 {stall:5}" ^bb3
  ^bb2:
    // expected-error@below {{threads that wait here at B0 may wait for others that wait for them}}
    sass.bsync "BSYNC B1 {stall:5}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "end0"
    sass.label "end1"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 80 : i32} {
  sass.func @returns_armed attributes {kernel} {
    sass.call.rel "CALL.REL.NOINC callee {stall:5}" #sass.label<"callee">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "callee"
    // expected-note@below {{with returns_armed+0x20 (BSSY B2}}
    sass.bssy "BSSY B2, .+0x10 {stall:1}" #sass.label<"end">
    // expected-error@below {{return of a thread that still takes part in B2}}
    sass.ret.rel "RET.REL.NODEC R20 callee {stall:5}" #sass.label<"callee">
    sass.label "end"
    sass.end
  }
}

// -----

sass.module attributes {sm = 80 : i32} {
  sass.func @collective_apart attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, 0x3, PT {stall:5, wait:0b000001}"
    // expected-note@below {{with collective_apart+0x20 (@P0 BRA}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E [R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    // expected-error@below {{the threads need not execute this together}}
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A product is no mask; what nothing wrote is none; a boolean is none.
sass.module attributes {sm = 80 : i32} {
  sass.func @bad_mask attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.imad "IMAD R2, R0, R0, RZ {stall:5, wait:0b000001}"
    // expected-error@below {{the register holds no mask of threads, at bad_mask+0x20 (WARPSYNC R2}}
    sass.warpsync "WARPSYNC R2 {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at bad_mask+0x30 (WARPSYNC R9}}
    sass.warpsync "WARPSYNC R9 {stall:5}"
    sass.sel "SEL R4, RZ, 0x1, P0 {stall:5}"
    // expected-error@below {{the register holds no mask of threads}}
    sass.warpsync "WARPSYNC R4 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// The thread comes to where the BSSY says that its region ends, and has not
// waited for the others.
sass.module attributes {sm = 80 : i32} {
  sass.func @not_synced attributes {kernel} {
    // expected-note@below {{with not_synced+0x0 (BSSY B0}}
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.nop "NOP {stall:1}"
    sass.label "end"
    // expected-error@below {{the end of the region of B0 without its BSYNC}}
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Threads with P0 take part in B0 until they end, but wait for the others, which
// are at the BSYNC. With P1 they would leave the region first.
sass.module attributes {sm = 80 : i32} {
  sass.func @waits_for_others attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.isetp "ISETP.GT.AND P1, PT, R0, 0x5, PT {stall:5}"
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.bra "@P1 BRA .+0x10 {stall:5}" ^bb4, ^bb3
  ^bb2:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at waits_for_others+0x60 (WARPSYNC 0xffffffff)}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at waits_for_others+0x70 (BAR}}
    sass.bar "BAR.SYNC.DEFER_BLOCKING 0x0 <pp=P0> {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.break "BREAK B0 {stall:5}"
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Only the lower half of R0 is alike, then only the upper one.
sass.module attributes {sm = 90 : i32} {
  sass.func @upper_half attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.Y {stall:1, wr:0}"
    sass.prmt "PRMT R0, RZ, 0x7610, R0 {stall:5, wait:0b000001}"
    sass.lop3 "LOP3.LUT P0, RZ, R0, 0x1ffff, RZ, 0xc0, !PT {stall:13}"
    // expected-note@below {{(@P0 BRA}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E desc[UR0][R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    // expected-error@below {{the threads need not execute this together}}
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @lower_half attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.Y {stall:1, wr:0}"
    sass.prmt "PRMT R0, R0, 0x5410, RZ {stall:5, wait:0b000001}"
    sass.lop3 "LOP3.LUT P0, RZ, R0, 0xff, RZ, 0xc0, !PT {stall:13}"
    // expected-note@below {{(@P0 BRA}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E desc[UR0][R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    // expected-error@below {{the threads need not execute this together}}
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The bit is set in some threads.
  sass.func @bit attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.lop3 "LOP3.LUT R0, R0, 0xfffffffc, RZ, 0xc0, !PT {stall:5}"
    sass.lop3 "@P0 LOP3.LUT R0, R0, 0x1, RZ, 0xfc, !PT {stall:5}"
    sass.lop3 "LOP3.LUT P2, RZ, R0, 0x1, RZ, 0xc0, !PT {stall:13}"
    // expected-note@below {{(@P2 BRA}}
    sass.bra "@P2 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E desc[UR0][R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    // expected-error@below {{the threads need not execute this together}}
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A function of which only the address is known may change R32, not R36.
  sass.func @lost attributes {kernel} {
    sass.s2r "S2R R16, SR_TID.X {stall:1, wr:0}"
    sass.ldc "LDC R32, c[0x0][0x210] {stall:1, wr:1}"
    // expected-note@below {{with lost+0x20 (CALL.ABS.NOINC R14)}}
    sass.call.abs.r "CALL.ABS.NOINC R14 {stall:5, wait:0b000011}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.isetp "ISETP.NE.AND P0, PT, R16, 0x3, PT {stall:5}"
    sass.isetp "ISETP.NE.AND P1, PT, R32, 0x5, PT {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb3, ^bb2
  ^bb2:
    // expected-error@below {{the threads need not execute this together, at lost+0x60 (VOTEU.ANY UP0, P1)}}
    sass.voteu "VOTEU.ANY UP0, P1 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

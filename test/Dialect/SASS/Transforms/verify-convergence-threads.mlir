// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --verify-diagnostics

// What is alike in all threads of a warp by the number of the thread, by how many
// there are, and where a guard is known to hold; and who may wait at a BSYNC.
sass.module attributes {sm = 90 : i32} {
  // No thread has a number above 255, but some have ones above 31.
  sass.func @limit attributes {kernel, max_threads = array<i32: 64, 4, 1>} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R2, R0 {stall:5, wait:0b000001}"
    sass.isetp "ISETP.GT.AND P0, PT, R2, 0xff, PT {stall:13}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.isetp "ISETP.GT.AND P0, PT, R2, 0xf0, PT {stall:13}"
    // expected-note@below {{with limit+0x70}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb4, ^bb3
  ^bb3:
    // expected-error@below {{need not execute this together, at limit+0x80}}
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The register is another one by then.
  sass.func @not_the_number attributes {kernel, max_threads = array<i32: 64, 1, 1>} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.iadd3 "IADD3 R0, R0, 0xf8, RZ {stall:5, wait:0b000001}"
    sass.isetp "ISETP.GT.AND P0, PT, R0, 0xff, PT {stall:13}"
    // expected-note@below {{with not_the_number+0x30}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-error@below {{need not execute this together}}
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The number of the warp, and on which side of a multiple of 32 it is.
  sass.func @warp attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.shf "SHF.R.U32.HI R2, RZ, 0x5, R0 {stall:5, wait:0b000001}"
    sass.isetp "ISETP.NE.AND P0, PT, R2, RZ, PT {stall:13}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.isetp "ISETP.GT.U32.AND P0, PT, R0, 0x3f, PT {stall:13}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb4, ^bb3
  ^bb3:
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.isetp "ISETP.GE.U32.AND P0, PT, R0, 0x3f, PT {stall:13}"
    // expected-note@below {{with warp+0xb0}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb6, ^bb5
  ^bb5:
    // expected-error@below {{need not execute this together, at warp+0xc0}}
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb6
  ^bb6:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Rows of 48 threads end within warps.
  sass.func @rows attributes {kernel, required_threads = array<i32: 48, 2, 1>} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.shf "SHF.R.U32.HI R2, RZ, 0x5, R0 {stall:5, wait:0b000001}"
    sass.isetp "ISETP.NE.AND P0, PT, R2, RZ, PT {stall:13}"
    // expected-note@below {{with rows+0x30}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-error@below {{need not execute this together}}
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Where P1 holds R0 is alike, which the branch asks for.
  sass.func @guard attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.ldc "LDC R2, c[0x0][0x210] {stall:1, wr:1}"
    sass.isetp "ISETP.NE.AND P1, PT, R2, RZ, PT {stall:13, wait:0b000011}"
    sass.mov "@P1 MOV R0, RZ {stall:5}"
    sass.bra "@!P1 BRA .+0x30 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb3, ^bb2
  ^bb2:
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13}"
    // expected-note@below {{with guard+0xa0}}
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb5, ^bb4
  ^bb4:
    // expected-error@below {{need not execute this together, at guard+0xb0}}
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // All leave the region together; that they part later brings nobody to its BSYNC.
  sass.func @left attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.ldc "LDC R2, c[0x0][0x210] {stall:1, wr:1}"
    sass.isetp "ISETP.NE.AND P1, PT, R2, RZ, PT {stall:13, wait:0b000011}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13}"
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"end">
    sass.bra "@P1 BRA .+0x20 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb5, ^bb4
  ^bb4:
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Some have gone to it.
  sass.func @stayed attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0}}
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A function that gathers a mask does not part the whole warp.
  sass.func @function attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R8, 0x30 {stall:5, wait:0b000001}"
    sass.call.rel "CALL.REL.NOINC gather {stall:5}" #sass.label<"gather">
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "gather"
    sass.isetp "ISETP.NE.AND P0, PT, R12, RZ, PT {stall:13}"
    sass.warpsync "WARPSYNC R0 {stall:5}"
    sass.ldc "LDC R12, c[0x0][0x210] {stall:1, wr:1}"
    sass.isetp "ISETP.NE.AND P0, PT, R12, RZ, PT {stall:13, wait:0b000010}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.end
  }

  // Threads that were apart have written one constant on all paths, or two.
  sass.func @constants attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"met">
    sass.bra "@P0 BRA .+0x30 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R2, 0x5 {stall:5}"
    sass.mov "MOV R4, 0x5 {stall:5}"
    sass.bra "BRA .+0x20 {stall:5}" ^bb3
  ^bb2:
    sass.imad "IMAD.U32 R2, RZ, RZ, 0x5 {stall:5}"
    sass.mov "MOV R4, 0x6 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "met"
    sass.ldc "LDC R6, c[0x0][0x210] {stall:1, wr:1}"
    sass.isetp "ISETP.NE.AND P0, PT, R6, R2, PT {stall:13, wait:0b000010}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb6, ^bb5
  ^bb5:
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb6
  ^bb6:
    sass.isetp "ISETP.NE.AND P0, PT, R6, R4, PT {stall:13}"
    // expected-note@below {{with constants+0x100}}
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb8, ^bb7
  ^bb7:
    // expected-error@below {{need not execute this together, at constants+0x110}}
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb8
  ^bb8:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Bit 20 stays as all have written it, bit 3 does not.
  sass.func @bits attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.lop3 "LOP3.LUT R0, R0, 0x100000, RZ, 0xfc, !PT {stall:5}"
    sass.lop3 "LOP3.LUT R0, R0, 0x8, RZ, 0xfc, !PT {stall:5}"
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"met">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.lop3 "LOP3.LUT R0, R0, 0xfffffff7, RZ, 0xc0, !PT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "met"
    sass.lop3 "LOP3.LUT P1, RZ, R0, 0x100000, RZ, 0xc0, !PT {stall:13}"
    sass.bra "@P1 BRA .+0x20 {stall:5}" ^bb5, ^bb4
  ^bb4:
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.lop3 "LOP3.LUT P1, RZ, R0, 0x8, RZ, 0xc0, !PT {stall:13}"
    // expected-note@below {{with bits+0xd0}}
    sass.bra "@P1 BRA .+0x20 {stall:5}" ^bb7, ^bb6
  ^bb6:
    // expected-error@below {{need not execute this together, at bits+0xe0}}
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb7
  ^bb7:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // They stay in B0.
  sass.func @breaks attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"met">
    // expected-error@below {{BREAK of B3, which no BSSY has armed, at breaks+0x30}}
    sass.break "@P0 BREAK B3 {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "met"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

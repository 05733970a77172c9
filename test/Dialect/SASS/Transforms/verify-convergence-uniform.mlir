// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --verify-diagnostics

// Threads of different masks, which WARPSYNC.EXCLUSIVE lets on one after the other,
// share the uniform registers.
sass.module attributes {sm = 90 : i32} {
  // What REDUX gives is that of the last mask behind the BSYNC.
  sass.func @read_late attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.bssy "BSSY B0, end {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.redux "REDUX.SUM UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.uiadd3 "UIADD3 UR5, UR4, 0x1, URZ {stall:5, wait:0b000001}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "end"
    // expected-error@below {{threads of another mask have overwritten this uniform register, at read_late+0x60 (MOV R3, UR4)}}
    sass.mov "MOV R3, UR4 {stall:5}"
    // expected-error@below {{threads of another mask have overwritten this uniform register, at read_late+0x70 (MOV R4, UR5)}}
    sass.mov "MOV R4, UR5 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // It goes to a register of each thread before they meet; what does not differ
  // between masks may be read behind.
  sass.func @read_early attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.bssy "BSSY B0, end {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.redux "REDUX.SUM UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.uldc "ULDC UR5, c[0x0][0x210] {stall:5}"
    sass.mov "MOV R3, UR4 {stall:5, wait:0b000001}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "end"
    sass.uldc "ULDC UR4, c[0x0][0x214] {stall:5}"
    sass.mov "MOV R4, UR5 {stall:5}"
    sass.mov "MOV R5, UR4 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A WARPSYNC of the warp is where they meet, too.
  sass.func @warpsync attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.redux "REDUX.SUM UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.warpsync.all "WARPSYNC.ALL {stall:5, wait:0b000001}"
    // expected-error@below {{have overwritten this uniform register, at warpsync+0x40}}
    sass.mov "MOV R3, UR4 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The second mask counts on from what the first one has left.
  sass.func @counter attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.umov "UMOV UR4, 0x5 {stall:1}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{have overwritten this uniform register, at counter+0x40}}
    sass.uiadd3 "UIADD3 UR4, UR4, 0x1, URZ {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Masks that are alike let all on together.
  sass.func @one_mask attributes {kernel} {
    sass.ldc "LDC R0, c[0x0][0x210] {stall:1, wr:0}"
    sass.umov "UMOV UR4, 0x5 {stall:1}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.uiadd3 "UIADD3 UR4, UR4, 0x1, URZ {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The file names no register for the SHFL and the VOTE: they are of others than the
  // mask's. A vote of a constant may be, as its register need not be there any more.
  sass.func @others attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.vote "VOTE.ALL P1, !PT {stall:5}"
    // expected-error@below {{only the threads of another mask were let on, at others+0x40}}
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    // expected-error@below {{only the threads of another mask were let on, at others+0x50}}
    sass.vote "VOTE.ANY P1, !P0 {stall:5}"
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5, wait:0b000001}"
    sass.end
  }
  // So is a broadcast, although the threads that are here have voted who they are.
  sass.func @broadcast attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, PT {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{only the threads of another mask were let on, at broadcast+0x30}}
    sass.shfl "SHFL.IDX PT, R6, R4, 0x9, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5, wait:0b000001}"
    sass.end
  }
  // Threads that are apart let others run by a BREAK, which write UR4, too.
  sass.func @across_break attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"last">
    sass.bra "@P0 BRA .+0x50 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.umov "UMOV UR5, 0x3 {stall:12}"
    sass.mov "MOV R3, UR5 {stall:5}"
    sass.umov "UMOV UR4, 0x5 {stall:12}"
    sass.break "BREAK B0 {stall:5}"
    // expected-error@below {{have overwritten this uniform register, at across_break+0x80}}
    sass.mov "MOV R4, UR4 {stall:5}"
    sass.stg "STG.E desc[UR0][R6.64], R4 {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "last"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The file lists an addition among the collectives.
  sass.func @mislisted attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC R0 {stall:5, wait:0b000001}"
    // expected-error@below {{the threads of the mask that the file names were not gathered, at mislisted+0x20}}
    sass.iadd3 "IADD3 R4, R5, R6, RZ {stall:5}" attributes {member_mask = "R0"}
    sass.nop "NOP {stall:1}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

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

  // The threads of the next mask reduce while these wait at the second WARPSYNC.
  sass.func @behind_exclusive attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.bssy "BSSY B0, end {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.redux "REDUX.MIN.S32 UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.uldc "ULDC UR6, c[0x0][0x210] {stall:5}"
    sass.mov "MOV R3, UR4 {stall:5, wait:0b000001}"
    sass.uiadd3 "UIADD3 UR5, UR4, 0x1, URZ {stall:5}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.vote "VOTE.ANY R4, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{have overwritten this uniform register, at behind_exclusive+0x90 (MOV R5, UR4)}}
    sass.mov "MOV R5, UR4 {stall:5}"
    // expected-error@below {{have overwritten this uniform register, at behind_exclusive+0xa0 (IADD3 R6, R5, UR5, RZ)}}
    sass.iadd3 "IADD3 R6, R5, UR5, RZ {stall:5}"
    sass.mov "MOV R7, UR6 {stall:5}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // What each mask reduces again behind the WARPSYNC is its own.
  sass.func @reduced_again attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.bssy "BSSY B0, end {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.redux "REDUX.MIN.S32 UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.mov "MOV R3, UR4 {stall:5, wait:0b000001}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.redux "REDUX.MAX.S32 UR4, R3 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.iadd3 "IADD3 R6, R3, UR4, RZ {stall:5, wait:0b000001}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // So they do while some wait for others of their mask: the barrier is armed behind
  // the WARPSYNC, so that all do not meet there.
  sass.func @behind_bsync attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R1, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R1, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, end {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.redux "REDUX.MIN.S32 UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.redux "REDUX.MAX.S32 UR5, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.bssy "BSSY B1, inner {stall:1}" #sass.label<"inner">
    sass.iadd3 "IADD3 R6, R2, UR4, RZ {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-error@below {{have overwritten this uniform register, at behind_bsync+0xa0 (MOV R3, UR4)}}
    sass.mov "MOV R3, UR4 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B1 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "inner"
    // expected-error@below {{have overwritten this uniform register, at behind_bsync+0xc0 (MOV R4, UR5)}}
    sass.mov "MOV R4, UR5 {stall:5}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A WARPSYNC that lets on others, too, lets them reduce as well. A branch on what is
  // alike parts nobody, and lets nobody else run.
  sass.func @behind_warpsync attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.ldc "LDC R7, c[0x0][0x210] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R7, RZ, PT {stall:13, wait:0b000001}"
    sass.warpsync "WARPSYNC R0 {stall:5}"
    sass.redux "REDUX.MIN.S32 UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R3, UR4 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.mov "MOV R4, UR4 {stall:5, wait:0b000001}"
    sass.warpsync "WARPSYNC R0 {stall:5}"
    // expected-error@below {{have overwritten this uniform register, at behind_warpsync+0x90 (MOV R5, UR4)}}
    sass.mov "MOV R5, UR4 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Behind ENDCOLLECTIVE the threads go their own ways.
  sass.func @behind_collective attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R0, after {stall:5, wait:0b000001}" #sass.label<"after">
    sass.redux "REDUX.MIN.S32 UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.mov "MOV R3, UR4 {stall:5, wait:0b000001}"
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "after"
    // expected-error@below {{have overwritten this uniform register, at behind_collective+0x50 (MOV R4, UR4)}}
    sass.mov "MOV R4, UR4 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A round of a loop in which they wait comes behind that wait.
  sass.func @next_round attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.ldc "LDC R7, c[0x0][0x210] {stall:1, wr:0}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.redux "REDUX.MIN.S32 UR4, R2 {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.fallthrough ^bb1
  ^bb1:
    // expected-error@below {{have overwritten this uniform register, at next_round+0x40 (IADD3 R3, R3, UR4, RZ)}}
    sass.iadd3 "IADD3 R3, R3, UR4, RZ {stall:5, wait:0b000001}"
    sass.iadd3 "IADD3 R7, R7, -0x1, RZ {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R7, RZ, PT {stall:13}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.vote "VOTE.ANY R4, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.bra "@P0 BRA .-0x50 {stall:5}" ^bb1, ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A guarded write is read under its guard. What is reduced in another block than a
  // WARPSYNC of some mask may be of the whole warp.
  sass.func @other_writes attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R1, SR_LANEID {stall:1, wr:1}"
    sass.ldc "LDC.64 R12, c[0x0][0x208] {stall:1, wr:2}"
    sass.bssy "BSSY B0, end {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R8, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.isetp "ISETP.EQ.U32.AND P1, PT, R8, -0x1, PT {stall:13}"
    sass.r2ur "@!P1 R2UR UR4, R12 {stall:5, wr:2, wait:0b000100}"
    sass.r2ur "@!P1 R2UR UR5, R13 {stall:5, wr:2}"
    sass.ldg "@!P1 LDG.E R9, desc[UR4][R2.64] {stall:1, wr:3, wait:0b000100}"
    sass.isetp "ISETP.NE.AND P2, PT, R1, RZ, PT {stall:13, wait:0b000010}"
    sass.bra "@!P1 BRA .+0x40 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.r2ur "@P2 R2UR UR4, R12 {stall:5, wr:2}"
    sass.r2ur "@P2 R2UR UR5, R13 {stall:5, wr:2}"
    sass.ldg "@P2 LDG.E R9, desc[UR4][R2.64] {stall:1, wr:3, wait:0b000100}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "end"
    sass.warpsync "WARPSYNC R0 {stall:5}"
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}" attributes {member_mask = "R0"}
    sass.ldc "LDC R7, c[0x0][0x210] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R7, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb4, ^bb4
  ^bb4:
    sass.redux "REDUX.MIN.S32 UR6, R2 {stall:1, wr:0}"
    sass.bar "BAR.SYNC.DEFER_BLOCKING 0x0 {stall:5, wait:0b000001}"
    sass.mov "MOV R5, UR6 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

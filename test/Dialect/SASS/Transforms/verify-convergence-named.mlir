// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --split-input-file --verify-diagnostics

// Collectives whose mask the file names (member_mask): the threads of that mask must
// have been gathered in front of them, on all paths.
sass.module attributes {sm = 90 : i32} {
  // Only its register says which threads vote: nothing else is left for nothing.
  sass.func @away attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R4.64], R0 {stall:1, wait:0b000001}"
    // expected-error@below {{the threads of the mask that the file names were not gathered, at away+0x20}}
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @another_register attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_LTMASK {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R4.64], R0 {stall:1, wait:0b000001}"
    sass.warpsync "WARPSYNC R2 {stall:5}"
    // expected-error@below {{that the file names were not gathered, at another_register+0x40}}
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{that the file names were not gathered, at another_register+0x50}}
    sass.warpsync "WARPSYNC R2 {stall:5}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // On one path only.
  sass.func @one_path attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.uisetp "UISETP.NE.U32.AND UP0, UPT, UR4, URZ, UPT {stall:5, wait:0b000001}"
    sass.bra.up "BRA.U UP0, there {stall:5}" #sass.label<"there">
    sass.warpsync "WARPSYNC R0 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "there"
    // expected-error@below {{that the file names were not gathered, at one_path+0x40}}
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The register has another mask by then.
  sass.func @changed attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC R0 {stall:5, wait:0b000001}"
    sass.s2r "S2R R0, SR_LTMASK {stall:1, wr:0}"
    // expected-error@below {{that the file names were not gathered, at changed+0x30}}
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5, wait:0b000001}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Behind a barrier of all of its threads, by a copy, by another constant register
  // that is equal, by a vote; and the lanes of SHFL are all named.
  sass.func @right attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC R0 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "end"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.mov "MOV R6, R0 {stall:5}"
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.mov "MOV R8, 0xff {stall:5}"
    sass.mov "MOV R9, 0xff {stall:5}"
    sass.warpsync "WARPSYNC R8 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R9"}
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.shfl "SHFL.IDX PT, R3, R4, R5, 0x1f {stall:1, wr:0}" attributes {member_mask = "R9"}
    sass.exit "EXIT {stall:5, wait:0b000001}"
    sass.end
  }

  // The file lists MATCH without a register, so it is of all threads; so is what
  // stands behind a WARPSYNC of the warp. Nothing reads R2 and R4, and nothing must.
  sass.func @of_all attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.s2r "S2R R6, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R1, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R2, R1, R0, RZ {stall:5, wait:0b000001}"
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R6"}
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.match "MATCH.ANY R5, R0 {stall:1, wr:0}"
    sass.exit "EXIT {stall:5, wait:0b000001}"
    sass.end
  }
  sass.func @behind_warpsync attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.mov "MOV R1, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R4, R1, R0, RZ {stall:5, wait:0b000001}"
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.match "MATCH.ANY R5, R0 {stall:1, wr:0}"
    sass.exit "EXIT {stall:5, wait:0b000001}"
    sass.end
  }

  // The file lists the WARPSYNC: it must be of that mask, gathered or not.
  sass.func @listed attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_LTMASK {stall:1, wr:0}"
    sass.mov "MOV R4, R0 {stall:5, wait:0b000001}"
    sass.warpsync "WARPSYNC R0 {stall:5}" attributes {member_mask = "R0"}
    sass.warpsync "WARPSYNC R4 {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{that the file names were not gathered, at listed+0x50}}
    sass.warpsync "WARPSYNC R2 {stall:5}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A vote that nobody is for is a vote.
  sass.func @vote_on_false attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_LTMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R2 {stall:5, wait:0b000001}"
    // expected-error@below {{that the file names were not gathered, at vote_on_false+0x30}}
    sass.vote "VOTE.ANY R3, PT, !PT {stall:5}" attributes {member_mask = "R0"}
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Votes on true: of whoever is active, or of all, as the file lists them.
  sass.func @votes_on_true attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.vote "VOTE.ANY R3, PT, PT {stall:5}" attributes {member_mask = "all"}
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.vote "VOTE.ANY R4, PT, PT {stall:5}"
    // expected-error@below {{that the file names were not gathered, at votes_on_true+0x50}}
    sass.voteu "VOTEU.ANY UR4, UPT, PT {stall:5}" attributes {member_mask = "all"}
    sass.fallthrough ^bb2
  ^bb2:
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.voteu "VOTEU.ANY UR4, UPT, PT {stall:5}" attributes {member_mask = "all"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The branch that asks for the threads, and its slow path.
  sass.func @slow_path attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.redux "REDUX.OR UR4, R0 {stall:1, wr:0, wait:0b000001}"
    sass.r2ur "R2UR P0, URZ, R0 {stall:5}"
    sass.bra.ur "@!P0 BRA.DIV UR4, slow {stall:5, wait:0b000001}" #sass.label<"slow">
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "back"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "slow"
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R0, done {stall:5}" #sass.label<"done">
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    // expected-note@below {{with slow_path+0x80 (ENDCOLLECTIVE)}}
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "done"
    // expected-error@below {{need not execute this together}}
    // expected-error@below {{that the file names were not gathered}}
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Where the SM cannot let some threads on alone, what the others vote is masked.
sass.module attributes {sm = 75 : i32} {
  sass.func @together attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    sass.lop3 "LOP3.LUT R3, R3, R0, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

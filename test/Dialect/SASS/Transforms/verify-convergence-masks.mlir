// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --split-input-file --verify-diagnostics

// What WARPSYNC.EXCLUSIVE leaves behind where it is missing or stands elsewhere,
// and registers that hold no mask.

// It lets the threads of its mask on, and they execute nothing.
sass.module attributes {sm = 90 : i32} {
  sass.func @behind_the_vote attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5, wait:0b000001}"
    // expected-error@below {{the threads of the mask execute nothing together behind it, at behind_the_vote+0x20}}
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.stg "STG.E desc[UR0][R4.64], R3 {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @before_another attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    // expected-error@below {{the threads of the mask execute nothing together behind it, at before_another+0x10}}
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.warpsync "WARPSYNC R0 {stall:5}"
    sass.shfl "SHFL.BFLY PT, R3, R2, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @before_a_branch attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    // expected-error@below {{the threads of the mask execute nothing together behind it, at before_a_branch+0x10}}
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // All have the same constant: nobody is to be let on alone.
  sass.func @constant attributes {kernel} {
    sass.mov "MOV R0, 0xff {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at constant+0x10}}
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A function that others call with other masks.
  sass.func @constant_argument attributes {kernel} {
    sass.mov "MOV R0, 0xff {stall:5}"
    sass.call.rel "CALL.REL.NOINC votes {stall:5}" #sass.label<"votes">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "votes"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R20 votes {stall:5}" #sass.label<"votes">
    sass.end
  }

  // ptxas removes a vote that nothing reads, and leaves this.
  sass.func @vote_removed attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Where it belongs; a label in between is nothing.
  sass.func @right attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.warpsync "WARPSYNC.EXCLUSIVE R0 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Away: nothing in the region parts threads, and nothing reads the mask.
sass.module attributes {sm = 90 : i32} {
  sass.func @away attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.mov "MOV R5, 0x1 {stall:5}"
    // expected-error@below {{nothing reads this mask of threads, and all execute what is behind, at away+0x20}}
    sass.shf "SHF.L.U32 R6, R5, R0, RZ {stall:5, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.bar "BAR.SYNC.DEFER_BLOCKING 0x0 <pp=P0> {stall:5}"
    sass.redux "REDUX.MAX UR4, R0 {stall:1, wr:0}"
    // expected-error@below {{nothing in the region of B0 has parted threads, at away+0x60}}
    sass.bsync "BSYNC B0 {stall:5, wait:0b000001}"
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The file says that the vote is of the whole warp, not of that mask.
  sass.func @of_all attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R2, R5, R0, RZ {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "all"}
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // On the slow path, where nothing gathers the threads of the mask.
  sass.func @away_on_slow_path attributes {kernel} {
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    // expected-error@below {{nothing stands between a WARPSYNC.COLLECTIVE and this}}
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    // expected-error@below {{nothing in the region of B0 has parted threads}}
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Another register: the mask that it should be is still there.
  sass.func @another_mask attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.s2r "S2R R7, SR_EQMASK {stall:1, wr:1}"
    sass.mov "MOV R5, 0x1 {stall:5}"
    // expected-error@below {{nothing reads this mask of threads}}
    sass.shf "SHF.L.U32 R6, R5, R0, RZ {stall:5, wait:0b000001}"
    sass.warpsync "WARPSYNC.EXCLUSIVE R7 {stall:5, wait:0b000010}"
    sass.redux "REDUX.MAX UR4, R0 {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Its register has another value where the warp votes, so it is not of that
  // vote; in `read_later` something reads it, in the last it is alike.
  sass.func @overwritten attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R6, R5, R0, RZ {stall:5, wait:0b000001}"
    sass.mov "MOV R6, 0x2 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
  sass.func @read_later attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R6, R5, R0, RZ {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.call.rel "CALL.REL.NOINC callee {stall:5}" #sass.label<"callee">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "callee"
    sass.popc "POPC R7, R6 {stall:1, wr:0}"
    sass.ret.rel "RET.REL.NODEC R20 callee {stall:5}" #sass.label<"callee">
    sass.end
  }
  sass.func @alike attributes {kernel} {
    sass.mov "MOV R0, 0x3 {stall:5}"
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R6, R5, R0, RZ {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Registers that hold no mask: a counter, four bits of one, the address that a
// function returns to, what a function leaves behind.
sass.module attributes {sm = 80 : i32} {
  sass.func @counter attributes {kernel} {
    sass.mov "MOV R8, 0xc {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R8, R8, -0x1, RZ {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at counter+0x20}}
    sass.warpsync "WARPSYNC R8 {stall:5}"
    sass.isetp "ISETP.GT.AND P0, PT, R8, RZ, PT {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb1, ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @four_bits attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.lop3 "LOP3.LUT R3, R0, 0x7, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    // expected-error@below {{the register holds no mask of threads, at four_bits+0x20}}
    sass.warpsync "WARPSYNC R3 {stall:5}"
    sass.shf "SHF.R.U32.HI R4, RZ, 0x1c, R0 {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at four_bits+0x40}}
    sass.warpsync "WARPSYNC R4 {stall:5}"
    // Whether a thread is in a mask; -1 >> n is a mask.
    sass.s2r "S2R R5, SR_LANEID {stall:1, wr:0}"
    sass.shf "SHF.R.U32.HI R6, RZ, R5, R0 {stall:5, wait:0b000001}"
    // expected-error@below {{the register holds no mask of threads, at four_bits+0x70}}
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.mov "MOV R7, -0x1 {stall:5}"
    sass.shf "SHF.R.U32.HI R6, RZ, R5, R7 {stall:5}"
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @of_functions attributes {kernel} {
    sass.mov "MOV R8, 0x30 {stall:5}"
    sass.mov "MOV R5, 0xf {stall:5}"
    sass.call.rel "CALL.REL.NOINC callee {stall:5}" #sass.label<"callee">
    // expected-error@below {{the register holds no mask of threads, at of_functions+0x30}}
    sass.warpsync "WARPSYNC R5 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "callee"
    sass.warpsync "WARPSYNC R5 {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at of_functions+0x60}}
    sass.warpsync "WARPSYNC R8 {stall:5}"
    sass.mov "MOV R5, RZ {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 callee {stall:5}" #sass.label<"callee">
    sass.end
  }

  // Here the mask is overwritten by the address before the return.
  sass.func @returns_elsewhere attributes {kernel} {
    sass.mov "MOV R9, 0x30 {stall:5}"
    sass.mov "MOV R8, 0xff {stall:5}"
    sass.call.rel "CALL.REL.NOINC other {stall:5}" #sass.label<"other">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "other"
    sass.warpsync "WARPSYNC R8 {stall:5}"
    sass.mov "MOV R8, R9 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 other {stall:5}" #sass.label<"other">
    sass.end
  }
}

// -----

// A mask that one path has not written, as nobody comes that way; a register
// with data after one path, which the code asks for as for a mask; one less than
// a power of two.
sass.module attributes {sm = 80 : i32} {
  sass.func @masks attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.ldg "LDG.E R7, [R2.64] {stall:1, wr:1}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R5, 0xf {stall:5}"
    sass.mov "MOV R7, 0xf {stall:5, wait:0b000010}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.warpsync "WARPSYNC R5 {stall:5}"
    sass.mov "MOV R8, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R8, R8, R0, RZ {stall:5}"
    sass.iadd3 "IADD3 R8, R8, -0x1, RZ {stall:5}"
    sass.warpsync "WARPSYNC R8 {stall:5}"
    sass.redux "REDUX.OR UR6, R7 {stall:1, wr:0, wait:0b000010}"
    sass.bra.ur "@!P1 BRA.DIV UR6, slow {stall:5, wait:0b000001}" #sass.label<"slow">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "slow"
    sass.warpsync "WARPSYNC R7 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A variable in constant memory is data; a parameter may be a mask.
sass.module attributes {sm = 90 : i32} {
  sass.func @constant_data attributes {kernel} {
    sass.ldc "LDC R2, c[0x0][0x210] {stall:1, wr:0}"
    sass.ldc "LDC R3, c[0x3][0x10] {stall:1, wr:1}"
    sass.warpsync "WARPSYNC R2 {stall:5, wait:0b000001}"
    sass.vote "VOTE.ANY R4, PT, P0 {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at constant_data+0x40}}
    sass.warpsync "WARPSYNC R3 {stall:5, wait:0b000010}"
    sass.vote "VOTE.ANY R5, PT, P0 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// The threads from one to another: the difference of two numbers of ones that are
// shifted. A difference of anything else is no mask.
sass.module attributes {sm = 90 : i32} {
  sass.func @from_to attributes {kernel} {
    sass.mov "MOV R1, 0xffffffff {stall:5}"
    sass.ldc "LDC.64 R4, c[0x0][0x210] {stall:1, wr:0}"
    sass.shf "SHF.L.U32 R2, R1, R4, RZ {stall:5, wait:0b000001}"
    sass.shf "SHF.L.U32 R3, R1, R5, RZ {stall:5}"
    sass.iadd3 "IADD3 R6, R2, -R3, RZ {stall:5}"
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.vote "VOTE.ANY R7, PT, P0 {stall:5}"
    sass.shf "SHF.L.U32 R3, R4, R5, RZ {stall:5}"
    sass.iadd3 "IADD3 R6, R2, -R3, RZ {stall:5}"
    // expected-error@below {{the register holds no mask of threads, at from_to+0x90}}
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.vote "VOTE.ANY R7, PT, P0 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

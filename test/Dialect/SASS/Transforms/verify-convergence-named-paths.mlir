// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --verify-diagnostics

// What is known of masks that the file names where paths join, functions are called
// and regions end.
sass.module attributes {sm = 90 : i32} {
  // R0 and UR4 stay equal when R10, which both were copied from, changes; the loop
  // keeps R0 = UR4, not R0 = R10.
  sass.func @copies attributes {kernel} {
    sass.s2r "S2R R10, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R0, R10 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "again"
    sass.redux "REDUX.OR UR4, R0 {stall:1, wr:0}"
    sass.r2ur "R2UR P0, URZ, R0 {stall:5}"
    sass.mov "MOV R10, 0x3 {stall:5}"
    sass.bra.ur "@!P0 BRA.DIV UR4, slow {stall:5, wait:0b000001}" #sass.label<"slow">
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.uisetp "UISETP.NE.U32.AND UP0, UPT, UR6, URZ, UPT {stall:5}"
    sass.bra.up "BRA.U UP0, again {stall:5}" #sass.label<"again">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "slow"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Registers that are equal on one of two paths only.
  sass.func @other_copies attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_LTMASK {stall:1, wr:0}"
    sass.uisetp "UISETP.NE.U32.AND UP0, UPT, UR4, URZ, UPT {stall:5, wait:0b000001}"
    sass.mov "MOV R6, R0 {stall:5}"
    sass.mov "MOV R7, R0 {stall:5}"
    sass.bra.up "BRA.U UP0, there {stall:5}" #sass.label<"there">
    sass.mov "MOV R7, R2 {stall:5}"
    sass.mov "MOV R8, R2 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "there"
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{that the file names were not gathered, at other_copies+0xa0}}
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R7"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Those that vote are those that armed the barrier, as long as nobody has parted
  // since then, or all have met again.
  sass.func @inside attributes {kernel} {
    sass.s2r "S2R R6, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.GT.AND P0, PT, R6, RZ, PT {stall:5, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x90 {stall:1}" #sass.label<"end">
    sass.bssy "BSSY B1, .+0x20 {stall:1}" #sass.label<"inner">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B1 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "inner"
    sass.vote "VOTE.ANY R0, PT, PT {stall:5}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb5, ^bb4
  ^bb4:
    sass.vote "VOTE.ANY R2, PT, PT {stall:5}"
    sass.stg "STG.E desc[UR0][R4.64], R2 {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb6
  ^bb6:
    sass.label "end"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R0"}
    // expected-error@below {{that the file names were not gathered, at inside+0xc0}}
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}" attributes {member_mask = "R2"}
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A call changes what the function writes, and what one writes that it calls.
  sass.func @calls attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.redux "REDUX.OR UR4, R0 {stall:1, wr:0, wait:0b000001}"
    sass.redux "REDUX.OR UR5, R0 {stall:1, wr:1}"
    sass.r2ur "R2UR P0, URZ, R0 {stall:5, wait:0b000011}"
    sass.mov "MOV R8, 0x60 {stall:5}"
    sass.call.rel "CALL.REL.NOINC outer {stall:5}" #sass.label<"outer">
    sass.bra.ur "@!P0 BRA.DIV UR4, slow {stall:5}" #sass.label<"slow">
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.bra.ur "@!P0 BRA.DIV UR5, slow {stall:5}" #sass.label<"slow">
    // expected-error@below {{that the file names were not gathered, at calls+0x90}}
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "slow"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "outer"
    sass.mov "MOV R10, 0xe0 {stall:5}"
    sass.call.rel "CALL.REL.NOINC inner {stall:5}" #sass.label<"inner">
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "inner"
    sass.umov "UMOV UR5, 0x3 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R10 begin {stall:5}" #sass.label<"begin">
    sass.end
  }

  // R5 differs between threads, as a function that the function calls makes it.
  sass.func @nested attributes {kernel} {
    sass.label "begin"
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.mov "MOV R8, 0x30 {stall:5}"
    sass.call.rel "CALL.REL.NOINC outer {stall:5}" #sass.label<"outer">
    sass.isetp "ISETP.GT.AND P0, PT, R5, RZ, PT {stall:5}"
    // expected-note@below {{with nested+0x40}}
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-error@below {{need not execute this together, at nested+0x50}}
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.stg "STG.E desc[UR0][R6.64], R3 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "outer"
    sass.mov "MOV R10, 0xb0 {stall:5}"
    sass.call.rel "CALL.REL.NOINC inner {stall:5}" #sass.label<"inner">
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "inner"
    sass.s2r "S2R R5, SR_LANEID {stall:1, wr:0}"
    sass.ret.rel "RET.REL.NODEC R10 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }

  // A function that a function calls is entered as that one is.
  sass.func @inner_together attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.mov "MOV R8, 0x50 {stall:5}"
    sass.bra "BRA .+0x10 {stall:5}" ^bb1
  ^bb1:
    sass.call.rel "CALL.REL.NOINC outer {stall:5}" #sass.label<"outer">
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "outer"
    sass.mov "MOV R10, 0x90 {stall:5}"
    sass.call.rel "CALL.REL.NOINC inner {stall:5}" #sass.label<"inner">
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "inner"
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.ret.rel "RET.REL.NODEC R10 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }

  sass.func @inner_apart attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.mov "MOV R8, 0x50 {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb4, ^bb1
  ^bb1:
    sass.call.rel "CALL.REL.NOINC outer {stall:5}" #sass.label<"outer">
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.vote "VOTE.ANY R7, PT, PT {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "outer"
    sass.mov "MOV R10, 0x90 {stall:5}"
    sass.call.rel "CALL.REL.NOINC inner {stall:5}" #sass.label<"inner">
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "inner"
    // expected-error@below {{need not execute this together, at inner_apart+0xc0}}
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.ret.rel "RET.REL.NODEC R10 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }
}

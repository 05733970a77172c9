// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --split-input-file -o /dev/null

// Nothing is wrong with these: what compilers do, and what must be understood of
// it.

sass.module attributes {sm = 90 : i32} {
  // The threads of a mask go on alone if they are not all here.
  sass.func @slow_path attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, 0x3, PT {stall:5, wait:0b000001}"
    sass.umov "UMOV UR4, 0xffffffff {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bra.ur "BRA.DIV UR4, slow {stall:5}" #sass.label<"slow">
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "slow"
    sass.mov "MOV R5, 0xffffffff {stall:5}"
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R5, gathered {stall:5}" #sass.label<"gathered">
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    sass.label "gathered"
    sass.bra "BRA .+0x10 {stall:5}" ^bb3
  }
}

// -----

sass.module attributes {sm = 80 : i32} {
  // Of a condition that is alike in all threads nobody parts: a parameter, and
  // what is loaded from one address.
  sass.func @alike attributes {kernel} {
    sass.mov "MOV R2, c[0x0][0x160] {stall:5}"
    sass.mov "MOV R3, c[0x0][0x164] {stall:5}"
    sass.ldg "LDG.E R4, [R2.64] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E [R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Computed while the threads are apart, from what is alike, on straight code.
  sass.func @alike_while_apart attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.isetp "ISETP.NE.AND P1, PT, R4, RZ, PT {stall:5}"
    sass.voteu "VOTEU.ANY UP0, P1 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Alike where the guard holds, and read where it holds.
  sass.func @alike_under_a_guard attributes {kernel} {
    sass.s2r "S2R R2, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R4, c[0x0][0x160] {stall:5, wait:0b000001}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:5}"
    sass.mov "@P0 MOV R2, c[0x0][0x168] {stall:5}"
    sass.iadd3 "@P0 IADD3 R4, R2, 0x1, RZ {stall:5}"
    sass.isetp "ISETP.NE.AND P1, PT, R4, RZ, PT {stall:5}"
    sass.bra "@P1 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Threads that constants name, whatever else.
  sass.func @or_with_constants attributes {kernel} {
    sass.s2r "S2R R4, SR_TID.X {stall:1, wr:0}"
    sass.imad "IMAD R4, R4, R4, 0x5 {stall:5, wait:0b000001}"
    sass.lop3 "LOP3.LUT R4, R4, 0xffff, RZ, 0xfc, !PT {stall:5}"
    sass.lop3 "LOP3.LUT R4, R4, 0xffff0000, RZ, 0xfc, !PT {stall:5}"
    sass.warpsync "WARPSYNC R4 {stall:5}"
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A function of which only the address is known preserves R2.
  sass.func @preserved attributes {kernel} {
    sass.s2r "S2R R16, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R2, c[0x0][0x160] {stall:5, wait:0b000001}"
    sass.call.abs.r "CALL.ABS.NOINC R14 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.isetp "ISETP.NE.AND P0, PT, R16, 0x3, PT {stall:5}"
    sass.isetp "ISETP.NE.AND P1, PT, R2, 0x5, PT {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb3, ^bb2
  ^bb2:
    sass.voteu "VOTEU.ANY UP0, P1 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A predicate that is alike is saved in a register, alone.
  sass.func @saved_predicate attributes {kernel} {
    sass.s2r "S2R R2, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P1, PT, R2, RZ, PT {stall:5, wait:0b000001}"
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:5}"
    sass.p2r "P2R R5, PR, RZ, 0x1 {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R5, RZ, PT {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The predicate only guards uniform instructions, whose result those take that
  // have it.
  sass.func @vote_of_a_guard attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, 0x3, PT {stall:5, wait:0b000001}"
    sass.isetp "ISETP.NE.AND P1, PT, R0, 0x5, PT {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.voteu "VOTEU.ANY UP0, P1 {stall:5}"
    sass.uiadd3 "@UP0 UIADD3 UR4, UR5, 0x1, URZ {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // One atomic of those that are active: a vote, the leader goes on alone, all
  // that voted meet again and take what it got.
  sass.func @aggregated attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P1, PT, R0, 0x7, PT {stall:5, wait:0b000001}"
    sass.bra "@P1 BRA .+0x10 {stall:5}" ^bb4, ^bb1
  ^bb1:
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"aggregated end">
    sass.vote "VOTE.ANY R3, PT, PT {stall:5}"
    sass.flo "FLO.U32 R4, R3 {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, R0, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb3, ^bb2
  ^bb2:
    sass.atomg "ATOMG.E.ADD.STRONG.GPU PT, R5, [R6.64], R3 {stall:1, wr:0}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "aggregated end"
    sass.shfl "SHFL.IDX PT, R5, R5, R4, 0x1f {stall:1, wr:0, wait:0b000001}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Threads with P0 leave the loop and the barrier.
  sass.func @guarded_break attributes {kernel} {
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"break end">
    sass.fallthrough ^bb1
  ^bb1:
    sass.ldg "LDG.E R4, [R2.64] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:5, wait:0b000001}"
    sass.isetp "ISETP.NE.AND P1, PT, R4, 0x1, PT {stall:5}"
    sass.break "@P0 BREAK B0 {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb4, ^bb2
  ^bb2:
    sass.yield "YIELD {stall:5}"
    sass.bra "@P1 BRA .+0x10 {stall:5}" ^bb1, ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "break end"
    sass.fallthrough ^bb4
  ^bb4:
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A barrier in a register, a copy of it, and a word of the stack.
  sass.func @saved_barrier attributes {kernel} {
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"saved end">
    sass.bmov.r "BMOV.32.CLEAR R4, B0 {stall:1, wr:0}"
    sass.mov "MOV R5, R4 {stall:5, wait:0b000001}"
    sass.stl "STL [R1+0x8], R5 {stall:1, rd:0}"
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"inner end">
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "inner end"
    sass.ldl "LDL R6, [R1+0x8] {stall:1, wr:0}"
    sass.bmov.b "BMOV.32 B0, R6 {stall:5, wait:0b000001}"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "saved end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The loop is left by a CALL to code that never returns.
  sass.func @call_as_branch attributes {kernel} {
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"call end">
    sass.fallthrough ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R4, R4, 0x1, RZ {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, 0x7, PT {stall:5}"
    sass.call.rel "@P0 CALL.REL.NOINC out {stall:5}" #sass.label<"out">
    sass.bra "BRA .+0x10 {stall:5}" ^bb1
  ^bb2:
    sass.label "out"
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "call end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // All call the function together, and what it makes of a parameter is alike.
  sass.func @called attributes {kernel} {
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.mov "MOV R20, 0x30 {stall:5}"
    sass.call.rel "CALL.REL.NOINC function {stall:5}" #sass.label<"function">
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:5}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "function"
    sass.iadd3 "IADD3 R4, R4, 0x1, RZ {stall:5}"
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.ret.rel "RET.REL.NODEC R20 function {stall:5}" #sass.label<"function">
    sass.end
  }

  // Masks: of a vote, a match, a constant that is shifted, a parameter, (1 << n) - 1.
  sass.func @masks attributes {kernel} {
    sass.s2r "S2R R0, SR_LANEID {stall:1, wr:0}"
    sass.mov "MOV R2, 0xf {stall:5}"
    sass.lop3 "LOP3.LUT R3, R0, 0x1c, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    sass.shf "SHF.L.U32 R4, R2, R3, RZ {stall:5}"
    sass.warpsync "WARPSYNC R4 {stall:5}"
    sass.vote "VOTE.ANY R5, PT, PT {stall:5}"
    sass.warpsync "WARPSYNC R5 {stall:5}"
    sass.mov "MOV R6, c[0x0][0x160] {stall:5}"
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.mov "MOV R7, 0x1 {stall:5}"
    sass.shf "SHF.L.U32 R7, R7, c[0x0][0x164], RZ {stall:5}"
    sass.iadd3 "IADD3 R7, R7, -0x1, RZ {stall:5}"
    sass.warpsync "WARPSYNC R7 {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Nothing runs on behind a trap.
  sass.func @trap attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, 0x3, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.bpt "BPT.TRAP 0x1 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  // A predicate that is alike in one bit, another one in the next.
  sass.func @bits attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.ldc "LDC R2, c[0x0][0x210] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P1, PT, R2, RZ, PT {stall:5, wait:0b000001}"
    sass.lop3 "LOP3.LUT R0, R0, 0xfffffffc, RZ, 0xc0, !PT {stall:5}"
    sass.lop3 "@P0 LOP3.LUT R0, R0, 0x1, RZ, 0xfc, !PT {stall:5}"
    sass.lop3 "@P1 LOP3.LUT R0, R0, 0x2, RZ, 0xfc, !PT {stall:5}"
    sass.lop3 "LOP3.LUT P2, RZ, R0, 0x2, RZ, 0xc0, !PT {stall:13}"
    sass.bra "@P2 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.stg "STG.E desc[UR0][R2.64], R0 {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The lower half is alike, also after a loop that writes it again; threads
  // part on none of the upper one.
  sass.func @halves attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.prmt "PRMT R0, RZ, 0x7610, R0 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.lop3 "LOP3.LUT P0, RZ, R0, 0xff, RZ, 0xc0, !PT {stall:13}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb3, ^bb2
  ^bb2:
    sass.stg "STG.E desc[UR0][R2.64], R0 {stall:1}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.mov "MOV R4, 0x1 {stall:5}"
    sass.prmt "PRMT R0, R4, 0x7610, R0 {stall:5}"
    sass.bra "@P1 BRA .+0x10 {stall:5}" ^bb1, ^bb4
  ^bb4:
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  // A function that some of the threads call leaves the words of their stack as
  // they are.
  sass.func @stack_across_a_call attributes {kernel} {
    sass.mov "MOV R1, 0x100 {stall:5}"
    sass.stl "STL [R1], RZ {stall:5}"
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.call.rel "CALL.REL.NOINC callee {stall:5}" #sass.label<"callee">
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "end"
    sass.ldl "LDL R4, [R1] {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:5, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb4, ^bb3
  ^bb3:
    sass.stg "STG.E desc[UR0][R2.64], R0 {stall:1}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.label "callee"
    sass.mov "MOV R5, 0x1 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R20 callee {stall:5}" #sass.label<"callee">
    sass.end
  }
}

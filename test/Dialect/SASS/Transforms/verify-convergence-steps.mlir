// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --split-input-file --verify-diagnostics

// Regions that threads leave without their BREAK, to a WARPSYNC of the warp:
// right where all of them do, or none waits at the BSYNC.

sass.module attributes {sm = 80 : i32} {
  // A number of three bits plus one is more than zero: all go to ^bb3.
  sass.func @decided attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.lop3 "LOP3.LUT R2, R0, 0x7, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    sass.iadd3 "IADD3 R2, R2, 0x1, RZ {stall:5}"
    sass.isetp "ISETP.GT.AND P0, PT, R2, RZ, PT {stall:13}"
    sass.bssy "BSSY B0, .+0x20 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The rounds of the first loop end at zero, of which one less is no round.
  sass.func @counted attributes {kernel} {
    sass.mov "MOV R2, 0x2 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R2, R2, -0x1, RZ {stall:5}"
    sass.isetp "ISETP.GT.AND P0, PT, R2, RZ, PT {stall:13}"
    sass.bra "@P0 BRA .-0x30 {stall:5}" ^bb1, ^bb2
  ^bb2:
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P1, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x20 {stall:1}" #sass.label<"end">
    sass.bra "@P1 BRA .+0x20 {stall:5}" ^bb6, ^bb3
  ^bb3:
    sass.iadd3 "IADD3 R2, R2, -0x1, RZ {stall:5}"
    sass.isetp "ISETP.GT.AND P0, PT, R2, RZ, PT {stall:13}"
    sass.bra "@!P0 BRA .+0x20 {stall:5}" ^bb6, ^bb4
  ^bb4:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb6
  ^bb6:
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Of the same number without the addition some threads have none.
  sass.func @undecided attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.lop3 "LOP3.LUT R2, R0, 0x7, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    sass.isetp "ISETP.GT.AND P0, PT, R2, RZ, PT {stall:13}"
    sass.bssy "BSSY B0, .+0x20 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at undecided}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Behind ^bb2 threads are apart, but each has come there once, and R4 is alike.
sass.module attributes {sm = 80 : i32} {
  sass.func @in_step attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.iadd3 "IADD3 R4, R4, 0x1, RZ {stall:5}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"end">
    sass.isetp "ISETP.NE.AND P1, PT, R0, 0x1, PT {stall:13}"
    sass.bra "@P1 BRA .+0x10 {stall:5}" ^bb4, ^bb3
  ^bb3:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:13}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb7, ^bb5
  ^bb5:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb6
  ^bb6:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb7
  ^bb7:
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // What is added differs by the way that threads have come.
  sass.func @out_of_step attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R4, R4, 0x1, RZ {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"end">
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:13}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb7, ^bb5
  ^bb5:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb6
  ^bb6:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb7
  ^bb7:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at out_of_step}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // R4 counts rounds of a loop in which threads are apart: those of two rounds
  // may execute the BSSY together, of which one leaves and one waits.
  sass.func @rounds attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.iadd3 "IADD3 R4, R4, -0x1, RZ {stall:5}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"next">
    sass.isetp "ISETP.GT.AND P0, PT, R4, RZ, PT {stall:13}"
    sass.bra "@!P0 BRA .+0x20 {stall:5}" ^bb5, ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "next"
    sass.bra "BRA .-0x60 {stall:5}" ^bb2
  ^bb5:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at rounds}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // The loop has its own waits: in ^bb2 all of the warp is there.
  sass.func @whole_rounds attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R4, c[0x0][0x160] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.iadd3 "IADD3 R4, R4, -0x1, RZ {stall:5}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"next">
    sass.isetp "ISETP.GT.AND P0, PT, R4, RZ, PT {stall:13}"
    sass.bra "@!P0 BRA .+0x20 {stall:5}" ^bb5, ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "next"
    sass.bra "BRA .-0x60 {stall:5}" ^bb2
  ^bb5:
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// What is loaded from one address while threads are apart, in step.
sass.module attributes {sm = 80 : i32} {
  sass.func @loads attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R2, c[0x0][0x160] {stall:5}"
    sass.mov "MOV R3, c[0x0][0x164] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.ldg "LDG.E R4, [R2.64] {stall:1, wr:0}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"end">
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb5, ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // A fence may order one of them behind a store, and the other before it.
  sass.func @loads_behind_fence attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R2, c[0x0][0x160] {stall:5}"
    sass.mov "MOV R3, c[0x0][0x164] {stall:5}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.membar "MEMBAR.SC.GPU {stall:2}"
    sass.ldg "LDG.E R4, [R2.64] {stall:1, wr:0}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"end">
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:13, wait:0b000001}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb5, ^bb3
  ^bb3:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at loads_behind_fence}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// Threads that part and join again within a region do not wait at its BSYNC,
// unless one of their ways does: with P0, which no other round has, some go on,
// while the others are in the next round or at the BSYNC.
sass.module attributes {sm = 80 : i32} {
  sass.func @way_through_bsync attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.mov "MOV R4, 0x2 {stall:5, wait:0b000001}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"next">
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13}"
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb4, ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "next"
    sass.bra "BRA .-0x60 {stall:5}" ^bb1
  ^bb4:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at way_through_bsync}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A BSSY once more: by all that take part, by some who wait for nothing else any
// more, and by some who do.
sass.module attributes {sm = 80 : i32} {
  sass.func @all_again attributes {kernel} {
    sass.bssy "BSSY B0, .+0x20 {stall:1}" #sass.label<"end">
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "end"
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @some_at_the_end attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  sass.func @some_who_wait attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    // expected-note@below {{with some_who_wait+0x20 (BSSY B0}}
    sass.bssy "BSSY B0, .+0x30 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1
  ^bb1:
    // expected-error@below {{BSSY of B0, in which the thread takes part already, at some_who_wait+0x40}}
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"end">
    sass.fallthrough ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "end"
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// The slow path of a vote of the whole warp, in a region that all leave: those
// that the vote gathered part as they came, together.
sass.module attributes {sm = 90 : i32} {
  sass.func @slow_path attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.ldc "LDC R4, c[0x0][0x210] {stall:1, wr:1}"
    sass.umov "UMOV UR4, 0xffffffff {stall:5}"
    sass.bssy "BSSY B0, .+0x60 {stall:1}" #sass.label<"end">
    sass.bra.ur "BRA.DIV UR4, slow {stall:5}" #sass.label<"slow">
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.isetp "ISETP.NE.AND P1, PT, R4, RZ, PT {stall:13}"
    sass.bra "@P1 BRA .+0x20 {stall:5}" ^bb4, ^bb2
  ^bb2:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "end"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb4
  ^bb4:
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.shfl "SHFL.BFLY PT, R3, R3, 0x1, 0x1f {stall:1, wr:0}"
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb5
  ^bb5:
    sass.label "slow"
    sass.bssy "BSSY B1, .+0x60 {stall:1}" #sass.label<"back">
    sass.mov "MOV R5, 0xffffffff {stall:5}"
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R5, gathered {stall:5}" #sass.label<"gathered">
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    sass.label "gathered"
    sass.bsync "BSYNC B1 {stall:5}"
    sass.label "back"
    sass.bra "BRA .+0x10 {stall:5}" ^bb1
  }
}

// -----

// The BSYNC that lies ahead is another region's.
sass.module attributes {sm = 80 : i32} {
  sass.func @another_region attributes {kernel} {
    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:13, wait:0b000001}"
    sass.bssy "BSSY B0, .+0x20 {stall:1}" #sass.label<"end">
    sass.bra "@P0 BRA .+0x20 {stall:5}" ^bb3, ^bb1
  ^bb1:
    sass.bsync "BSYNC B0 {stall:5}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "end"
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb3
  ^bb3:
    // expected-error@below {{waits for threads that may wait at the BSYNC of B0, at another_region+0x60}}
    sass.warpsync "WARPSYNC 0xffffffff {stall:5}"
    sass.bssy "BSSY B0, .+0x10 {stall:1}" #sass.label<"next">
    sass.bsync "BSYNC B0 {stall:5}"
    sass.label "next"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

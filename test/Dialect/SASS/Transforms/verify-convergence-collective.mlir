// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --verify-diagnostics

// The slow path of a collective: it stands between WARPSYNC.COLLECTIVE and
// ENDCOLLECTIVE, and is what the file names.
sass.module attributes {sm = 90 : i32} {
  sass.func @right attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R0, done {stall:5, wait:0b000001}" #sass.label<"done">
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}" attributes {member_mask = "R0"}
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "done"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Behind its collective, at the place of that.
  sass.func @behind attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}"
    // expected-error@below {{that the file names were not gathered, at behind+0x20 (WARPSYNC.COLLECTIVE}}
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R0, done {stall:5, wait:0b000001}" #sass.label<"done"> attributes {member_mask = "R0"}
    // expected-error@below {{nothing stands between a WARPSYNC.COLLECTIVE and this, at behind+0x30}}
    sass.endcollective "ENDCOLLECTIVE {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "done"
    sass.exit "EXIT {stall:5}"
    sass.end
  }

  // Farther behind.
  sass.func @farther attributes {kernel} {
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.vote "VOTE.ANY R3, PT, P1 {stall:5}"
    // expected-error@below {{that the file names were not gathered, at farther+0x20}}
    // expected-error@below {{nothing stands between a WARPSYNC.COLLECTIVE and this, at farther+0x20}}
    sass.endcollective "ENDCOLLECTIVE {stall:5}" attributes {member_mask = "R0"}
    sass.warpsync.collective "WARPSYNC.COLLECTIVE R0, done {stall:5, wait:0b000001}" #sass.label<"done">
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "done"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

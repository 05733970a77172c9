// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-verify-convergence)))' --verify-diagnostics

// The functions that ptxas calls for collectives on sm_70 to sm_89: the mask is an
// argument, in a register that only their code tells.
sass.module attributes {sm = 80 : i32} {
  sass.func @vote attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_LTMASK {stall:1, wr:0}"
    sass.mov "MOV R8, 0x30 {stall:5, wait:0b000001}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_votesync_ballot {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_votesync_ballot">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_votesync_ballot"
    sass.warpsync "WARPSYNC R2 {stall:5}"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    // expected-error@below {{the function does not gather the threads of the mask it is called with, at vote+0x80}}
    sass.lop3 "LOP3.LUT R3, R3, R0, RZ, 0xc0, !PT {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.end
  }

  sass.func @right attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R8, 0x20 {stall:5, wait:0b000001}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_votesync_ballot {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_votesync_ballot">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_votesync_ballot"
    sass.mov "MOV R7, R0 {stall:5}"
    sass.warpsync "WARPSYNC R7 {stall:5}"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.lop3 "LOP3.LUT R3, R3, R0, RZ, 0xc0, !PT {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.end
  }

  // The collective first; no WARPSYNC at all; that of a value.
  sass.func @before attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R8, 0x20 {stall:5, wait:0b000001}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_matchsync_any_b32 {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_matchsync_any_b32">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_matchsync_any_b32"
    sass.mov "MOV R9, 0x0 {stall:5}"
    // expected-error@below {{the function does not gather the threads of the mask it is called with, at before+0x50}}
    sass.match "MATCH.ANY R3, R4 {stall:1, wr:0}"
    sass.warpsync "WARPSYNC R0 {stall:5}"
    sass.lop3 "LOP3.LUT R3, R3, R0, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.end
  }

  sass.func @away attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R0, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R8, 0x20 {stall:5, wait:0b000001}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_matchsync_any_b32 {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_matchsync_any_b32">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_matchsync_any_b32"
    sass.mov "MOV R9, 0x0 {stall:5}"
    // expected-error@below {{the function does not gather the threads of the mask it is called with, at away+0x50}}
    sass.match "MATCH.ANY R3, R4 {stall:1, wr:0}"
    sass.lop3 "LOP3.LUT R3, R3, R0, RZ, 0xc0, !PT {stall:5, wait:0b000001}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.end
  }

  sass.func @value attributes {kernel} {
    sass.label "begin"
    sass.s2r "S2R R4, SR_EQMASK {stall:1, wr:0}"
    sass.mov "MOV R8, 0x20 {stall:5, wait:0b000001}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_shflsync_idx {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_shflsync_idx">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_shflsync_idx"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.warpsync "WARPSYNC R4 {stall:5}"
    // expected-error@below {{the function does not gather the threads of the mask it is called with, at value+0x60}}
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }

  // ptxas -O0 copies all arguments first: R6 is none, R2 is one.
  sass.func @none attributes {kernel} {
    sass.label "begin"
    sass.ldc "LDC R6, c[0x0][0x160] {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_EQMASK {stall:1, wr:1}"
    sass.mov "MOV R8, 0x30 {stall:5, wait:0b000011}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_shflsync_bfly {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_shflsync_bfly">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_shflsync_bfly"
    sass.mov "MOV R3, R3 {stall:5}"
    sass.mov "MOV R4, R2 {stall:5}"
    // expected-error@below {{the function does not gather the threads of the mask it is called with, at none+0x70}}
    sass.warpsync "WARPSYNC R6 {stall:5}"
    sass.shfl "SHFL.BFLY PT, R3, R3, 0x1, 0x1f {stall:1, wr:0}"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }

  sass.func @copied attributes {kernel} {
    sass.label "begin"
    sass.ldc "LDC R6, c[0x0][0x160] {stall:1, wr:0}"
    sass.s2r "S2R R2, SR_EQMASK {stall:1, wr:1}"
    sass.mov "MOV R8, 0x30 {stall:5, wait:0b000011}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_shflsync_bfly {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_shflsync_bfly">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_shflsync_bfly"
    sass.mov "MOV R3, R3 {stall:5}"
    sass.mov "MOV R4, R2 {stall:5}"
    sass.warpsync "WARPSYNC R4 {stall:5}"
    sass.shfl "SHFL.BFLY PT, R3, R3, 0x1, 0x1f {stall:1, wr:0}"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }

  // Arguments in uniform registers, and ones that are constants.
  sass.func @uniform attributes {kernel} {
    sass.label "begin"
    sass.uldc "ULDC UR5, c[0x0][0x160] {stall:5}"
    sass.mov "MOV R8, 0x20 {stall:5}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_votesync_ballot {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_votesync_ballot">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_votesync_ballot"
    sass.mov "MOV R4, UR5 {stall:5}"
    sass.warpsync "WARPSYNC R4 {stall:5}"
    sass.vote "VOTE.ANY R4, PT, P0 {stall:5}"
    sass.lop3 "LOP3.LUT R4, R4, UR5, RZ, 0xc0, !PT {stall:5}"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.fallthrough ^bb2
  ^bb2:
    sass.label "$__internal_1_$__cuda_sm70_shflsync_idx"
    sass.mov "MOV R9, 0xff {stall:5}"
    sass.warpsync "WARPSYNC R9 {stall:5}"
    sass.shfl "SHFL.IDX PT, R3, R4, 0x5, 0x1f {stall:1, wr:0}"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5, wait:0b000001}" #sass.label<"begin">
    sass.end
  }

  // ptxas leaves out the WARPSYNC of a mask that it knows, where all are together.
  sass.func @known attributes {kernel} {
    sass.label "begin"
    sass.mov "MOV R8, 0x10 {stall:5}"
    sass.call.rel "CALL.REL.NOINC $__internal_0_$__cuda_sm70_votesync_any {stall:5}" #sass.label<"$__internal_0_$__cuda_sm70_votesync_any">
    sass.exit "EXIT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.label "$__internal_0_$__cuda_sm70_votesync_any"
    sass.mov "MOV R9, 0x0 {stall:5}"
    sass.vote "VOTE.ANY R3, PT, P0 {stall:5}"
    sass.ret.rel "RET.REL.NODEC R8 begin {stall:5}" #sass.label<"begin">
    sass.end
  }
}

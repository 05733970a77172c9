// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-schedule)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-schedule{keep-order})))' | FileCheck %s --check-prefix=KEEP

// The load moves up, as far as its address allows.
// CHECK-LABEL: sass.func @hoist
// CHECK: IADD3 R2
// CHECK-NEXT: IADD3 R6
// CHECK-NEXT: LDG.E R4
// CHECK-NEXT: IADD3 R7
// KEEP-LABEL: sass.func @hoist
// KEEP: IADD3 R6
sass.module attributes {sm = 90 : i32} {
  sass.func @hoist attributes {kernel} {
    sass.iadd3 "IADD3 R6, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R7, R6, 0x1, RZ"
    sass.iadd3 "IADD3 R2, R0, 0x1, RZ"
    sass.ldg "LDG.E R4, [R2]"
    sass.iadd3 "IADD3 R5, R4, R7, RZ"
    sass.exit "EXIT"
    sass.end
  }

  // The mask's register is written behind the vote that it is for.
  // CHECK-LABEL: sass.func @mask
  // CHECK: WARPSYNC.EXCLUSIVE R3
  // CHECK: VOTE.ANY
  // CHECK: IADD3 R3
  sass.func @mask attributes {kernel} {
    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT"
    sass.warpsync "WARPSYNC.EXCLUSIVE R3"
    sass.vote "VOTE.ANY R4, PT, P0"
    sass.iadd3 "IADD3 R3, R0, 0x1, RZ"
    sass.imad "IMAD R5, R3, R3, RZ"
    sass.imad "IMAD R5, R5, R5, RZ"
    sass.iadd3 "IADD3 R5, R5, R4, RZ"
    sass.exit "EXIT"
    sass.end
  }

  // A copy to shared memory stays behind loads and stores of it and before what
  // comes next; the groups of copies stay what they are.
  // CHECK-LABEL: sass.func @copies
  // CHECK: LDS R6, [R5]
  // CHECK: LDGSTS.E [R7], desc[UR4][R2.64]
  // CHECK: LDGDEPBAR
  // CHECK: LDGSTS.E [R5+0x10]
  // CHECK: DEPBAR.LE SB0, 0x1
  // CHECK: LDS R8, [R5]
  sass.func @copies attributes {kernel} {
    sass.iadd3 "IADD3 R4, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R5, R4, 0x1, RZ"
    sass.lds "LDS R6, [R5]"
    sass.ldgsts "LDGSTS.E [R7], desc[UR4][R2.64]"
    sass.ldgdepbar "LDGDEPBAR"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.depbar "DEPBAR.LE SB0, 0x1"
    sass.lds "LDS R8, [R5]"
    sass.iadd3 "IADD3 R9, R8, R6, RZ"
    sass.exit "EXIT"
    sass.end
  }

  // What a uniform register got here is read before threads wait: others may
  // write it meanwhile.
  // CHECK-LABEL: sass.func @uniform
  // CHECK: REDUX.SUM UR4
  // CHECK: MOV R3, UR4
  // CHECK: BAR.SYNC
  sass.func @uniform attributes {kernel} {
    sass.redux "REDUX.SUM UR4, R2"
    sass.mov "MOV R3, UR4"
    sass.bar "BAR.SYNC 0x0"
    sass.lds "LDS R6, [R5]"
    sass.iadd3 "IADD3 R7, R6, R3, RZ"
    sass.exit "EXIT"
    sass.end
  }

  // What is put into one behind that stays there.
  // CHECK-LABEL: sass.func @uniform_behind
  // CHECK: BAR.SYNC
  // CHECK: UMOV UR4
  // CHECK: UMOV UR5
  // CHECK: DFMA
  sass.func @uniform_behind attributes {kernel} {
    sass.i2f.64 "I2F.F64.U32 R2, R9"
    sass.bar "BAR.SYNC 0x0"
    sass.dmul "DMUL R4, R2, 0.5"
    sass.umov "UMOV UR4, 0x11fe3204"
    sass.umov "UMOV UR5, 0x436f7c52"
    sass.dfma "DFMA R6, R4, UR4, R2"
    sass.exit "EXIT"
    sass.end
  }

  // Loads stay behind stores of their space, barriers and exits; labels and
  // branches stay where they are.
  // CHECK-LABEL: sass.func @order
  // CHECK: sass.label "top"
  // CHECK: STG.E [R2], R3
  // CHECK: LDG.E R4
  // CHECK: BAR.SYNC
  // CHECK: LDG.E R5
  // CHECK: @P0 EXIT
  // CHECK: LDG.E R6
  // CHECK: BSYNC
  // CHECK: IADD3 R9
  // CHECK: BRA
  sass.func @order attributes {kernel} {
    sass.label "top"
    sass.stg "STG.E [R2], R3"
    sass.ldg "LDG.E R4, [R2]"
    sass.bar "BAR.SYNC.DEFER_BLOCKING 0x0"
    sass.ldg "LDG.E R5, [R2]"
    sass.exit "@P0 EXIT"
    sass.ldg "LDG.E R6, [R2]"
    sass.bsync "BSYNC B0"
    sass.iadd3 "IADD3 R9, R0, 0x1, RZ"
    sass.bra "BRA .+0x10" ^bb1
  ^bb1:
    sass.exit "EXIT"
    sass.end
  }

  // Each of two pipes takes an instruction every second cycle: they take turns,
  // although all the sums stand first.
  // CHECK-LABEL: sass.func @pipes
  // CHECK: IADD3 R1
  // CHECK-NEXT: IMAD R5
  // CHECK-NEXT: IADD3 R2
  // CHECK-NEXT: IMAD R6
  // CHECK-NEXT: IADD3 R3
  // CHECK-NEXT: IMAD R7
  sass.func @pipes {
    sass.iadd3 "IADD3 R1, R20, 0x1, RZ"
    sass.iadd3 "IADD3 R2, R20, 0x2, RZ"
    sass.iadd3 "IADD3 R3, R20, 0x3, RZ"
    sass.imad "IMAD R5, R20, R21, R22"
    sass.imad "IMAD R6, R20, R21, R23"
    sass.imad "IMAD R7, R20, R21, R24"
    sass.exit "EXIT"
    sass.end
  }

  // What reads R4 waits for a load of the block before: the other load comes
  // first, although the path from R4 is longer. A load that is read behind the
  // block comes before what is not.
  // CHECK-LABEL: sass.func @late
  // CHECK: LDG.E.64 R4
  // CHECK: BRA
  // CHECK: LDG.E R8, [R2+0x8]
  // CHECK: IADD3 R4, R4
  // CHECK: LDG.E R6, [R4]
  // CHECK: LDG.E R9, [R2+0xc]
  // CHECK: IADD3 R11
  // CHECK: BRA
  sass.func @late attributes {kernel} {
    sass.ldg "LDG.E.64 R4, [R2]"
    sass.bra "@P0 BRA .+0x60" ^bb2, ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R4, R4, R0, RZ"
    sass.ldg "LDG.E R6, [R4]"
    sass.ldg "LDG.E R8, [R2+0x8]"
    sass.iadd3 "IADD3 R7, R6, R8, RZ"
    sass.stg "STG.E [R2], R7"
    sass.bra "BRA .+0x10" ^bb2
  ^bb2:
    sass.iadd3 "IADD3 R10, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R11, R10, R10, RZ"
    sass.ldg "LDG.E R9, [R2+0xc]"
    sass.bra "@P1 BRA .+0x20" ^bb4, ^bb3
  ^bb3:
    sass.stg "STG.E [R2], R9"
    sass.bra "BRA .+0x10" ^bb4
  ^bb4:
    sass.stg "STG.E [R2], R11"
    sass.exit "EXIT"
    sass.end
  }
}

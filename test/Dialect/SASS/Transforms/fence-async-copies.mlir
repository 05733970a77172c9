// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-fence-async-copies)))' | FileCheck %s

// CHECK-LABEL: sass.func @f
sass.module attributes {sm = 90 : i32} {
  sass.func @f attributes {kernel} {
    // The first copy of a block; not the second, although global and local
    // memory are accessed in between.
    // CHECK:      S2R
    // CHECK-NEXT: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: LDGSTS.E
    // CHECK-NEXT: LDG.E
    // CHECK-NEXT: STL
    // CHECK-NEXT: SHFL
    // CHECK-NEXT: LDGDEPBAR
    // CHECK-NEXT: DEPBAR
    // CHECK-NEXT: LDGSTS.E
    sass.s2r "S2R R0, SR_TID.X"
    sass.ldgsts "LDGSTS.E [R5], desc[UR4][R2.64]"
    sass.ldg "LDG.E R7, [R2]"
    sass.stl "STL [R1], R7"
    sass.shfl "SHFL.IDX PT, R7, R7, 0x1, 0x1f"
    sass.ldgdepbar "LDGDEPBAR"
    sass.depbar "DEPBAR.LE SB0, 0x0"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    // An access of shared memory, a generic one, a barrier.
    // CHECK-NEXT: LDS R7, [R5]
    // CHECK-COUNT-3: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: LDGSTS.E
    // CHECK-NEXT: LD.E
    // CHECK-COUNT-3: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: LDGSTS.E
    // CHECK-NEXT: BAR.SYNC
    // CHECK-COUNT-3: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: LDGSTS.E
    // A reduction into shared memory, not one into global memory; a texture is
    // in global memory.
    // CHECK-NEXT: REDAS
    // CHECK-COUNT-3: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: LDGSTS.E
    // CHECK-NEXT: REDG
    // CHECK-NEXT: LDGSTS.E
    // A copy at a uniform address needs the fence, too, and keeps it.
    // CHECK-NEXT: STS
    // CHECK-COUNT-3: @!PT LDS RZ, [RZ]
    // CHECK-NEXT: LDGSTS.E
    // CHECK-NEXT: BRA
    sass.lds "LDS R7, [R5]"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.ld "LD.E R7, desc[UR4][R2.64]"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.bar "BAR.SYNC.DEFER_BLOCKING 0x0"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.redas "REDAS.ADD [R6.64], R0"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.red "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R0"
    sass.ldgsts "LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.sts "STS [R5], R0"
    sass.ldgsts.ur "LDGSTS.E [R5+UR4+0x10], desc[UR5][R2.64]"
    sass.bra "BRA .+0x10" ^bb1
  // Other paths may come into a block.
  // CHECK-COUNT-3: @!PT LDS RZ, [RZ]
  // CHECK-NEXT: @P0 LDGSTS.E
  // CHECK-NEXT: EXIT
  ^bb1:
    sass.ldgsts "@P0 LDGSTS.E [R5+0x10], desc[UR4][R2.64]"
    sass.exit "EXIT"
    sass.end
  }
}

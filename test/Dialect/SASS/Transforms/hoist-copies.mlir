// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-hoist-copies)))' | FileCheck %s

sass.module attributes {sm = 90 : i32} {
  // Both copies go in front of the branch, in their order; it takes the jump's way.
  // CHECK-LABEL: sass.func @both
  // CHECK: ISETP
  // CHECK-NEXT: MOV R0, RZ
  // CHECK-NEXT: MOV R1, R5
  // CHECK-NEXT: sass.bra "@!P0 BRA {{.*}}" ^[[JOIN:bb[0-9]+]], ^[[OTHER:bb[0-9]+]]
  // CHECK: ^[[OTHER]]:
  // CHECK-NEXT: IADD3 R0
  // CHECK-NEXT: IADD3 R1
  // CHECK: ^[[JOIN]]:
  // CHECK-NEXT: STG
  sass.func @both attributes {kernel} {
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT"
    sass.bra "@P0 BRA .+0x10" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R0, RZ"
    sass.mov "MOV R1, R5"
    sass.bra "BRA .+0x10" ^bb3
  ^bb2:
    sass.iadd3 "IADD3 R0, R4, 0x1, RZ"
    sass.iadd3 "IADD3 R1, R4, 0x2, RZ"
    sass.fallthrough ^bb3
  ^bb3:
    sass.stg "STG.E [R2], R0"
    sass.stg "STG.E [R2+0x4], R1"
    sass.exit "EXIT"
    sass.end
  }

  // The other way reads the register first: under a guard, in a pair, or behind
  // a call, which may read all.
  // CHECK-LABEL: sass.func @read
  // CHECK: sass.bra "@P0 BRA
  // CHECK: MOV R0, RZ
  // CHECK: sass.bra "@P1 BRA
  // CHECK: MOV R1, RZ
  // CHECK: sass.bra "@P2 BRA
  // CHECK: MOV R7, RZ
  sass.func @read attributes {kernel} {
    sass.bra "@P0 BRA .+0x10" ^bb2, ^bb1
  ^bb1:
    sass.mov "MOV R0, RZ"
    sass.bra "BRA .+0x10" ^bb3
  ^bb2:
    sass.mov "@P1 MOV R0, 0x1"
    sass.fallthrough ^bb3
  ^bb3:
    sass.stg "STG.E [R2], R0"
    sass.bra "@P1 BRA .+0x10" ^bb5, ^bb4
  ^bb4:
    sass.mov "MOV R1, RZ"
    sass.bra "BRA .+0x10" ^bb6
  ^bb5:
    sass.stg "STG.E.64 [R2], R0"
    sass.mov "MOV R1, R4"
    sass.fallthrough ^bb6
  ^bb6:
    sass.stg "STG.E [R2], R1"
    sass.bra "@P2 BRA .+0x10" ^bb8, ^bb7
  ^bb7:
    sass.mov "MOV R7, RZ"
    sass.bra "BRA .+0x10" ^bb9
  ^bb8:
    sass.call.rel "CALL.REL.NOINC callee" #sass.label<"callee">
    sass.mov "MOV R7, 0x1"
    sass.fallthrough ^bb9
  ^bb9:
    sass.stg "STG.E [R2], R7"
    sass.exit "EXIT"
    sass.end
  }

  // The way to the end of a loop leaves it: the copy would run in each round. The
  // way back is part of the loop.
  // CHECK-LABEL: sass.func @loops
  // CHECK: sass.bra "@P0 BRA
  // CHECK: MOV R0, RZ
  // CHECK: MOV R6, R5
  // CHECK-NEXT: sass.bra "@!P1 BRA
  sass.func @loops attributes {kernel} {
    sass.fallthrough ^bb1
  ^bb1:
    sass.isetp "ISETP.NE.AND P0, PT, R4, RZ, PT"
    sass.bra "@P0 BRA .+0x10" ^bb3, ^bb2
  ^bb2:
    sass.mov "MOV R0, RZ"
    sass.bra "BRA .+0x10" ^bb6
  ^bb3:
    sass.iadd3 "IADD3 R5, R6, 0x1, RZ"
    sass.bra "@P1 BRA .+0x10" ^bb5, ^bb4
  ^bb4:
    sass.mov "MOV R6, R5"
    sass.bra "BRA .+0x10" ^bb1
  ^bb5:
    sass.mov "MOV R0, R5"
    sass.fallthrough ^bb6
  ^bb6:
    sass.stg "STG.E [R2], R0"
    sass.exit "EXIT"
    sass.end
  }
}

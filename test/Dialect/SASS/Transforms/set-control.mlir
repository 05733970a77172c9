// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-set-control,sass-check-hazards)))' | FileCheck %s

// Fixed latencies: ALU to ALU 4, ALU to FMA 5, a predicate to a guard 13.
// CHECK-LABEL: sass.func @fixed
// CHECK: IADD3 R1, {{.*}} {stall:4, yield}
// CHECK: IADD3 R2, {{.*}} {stall:5, yield}
// CHECK: FFMA R3, {{.*}} {stall:5, yield}
// CHECK: ISETP.GE.AND P0, {{.*}} {stall:13, yield}
// CHECK: @P0 IADD3 R4, {{.*}} {stall:1}
// CHECK: EXIT {stall:5}
sass.module attributes {sm = 90 : i32} {
  sass.func @fixed {
    sass.iadd3 "IADD3 R1, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R2, R1, 0x1, RZ"
    sass.ffma "FFMA R3, R2, R2, R2"
    sass.isetp "ISETP.GE.AND P0, PT, R3, R0, PT"
    sass.iadd3 "@P0 IADD3 R4, R0, 0x1, RZ"
    sass.exit "EXIT"
    sass.end
  }

  // A pipe that takes an instruction every second cycle is in the stall count, so
  // that what comes later counts from where they are: the last product, eight
  // cycles behind the first. Two pipes take products of f32, one a cycle.
  // CHECK-LABEL: sass.func @pipes
  // CHECK: IADD3 R1, {{.*}} {stall:2}
  // CHECK: IADD3 R2, {{.*}} {stall:2}
  // CHECK: IADD3 R3, {{.*}} {stall:1}
  // CHECK: FFMA R5, {{.*}} {stall:1}
  // CHECK: FFMA R6, {{.*}} {stall:1}
  // CHECK: IMAD R7, {{.*}} {stall:2}
  // CHECK: IMAD R8, {{.*}} {stall:1}
  // CHECK: DMUL R10, {{.*}} {stall:2}
  // CHECK: DMUL R12, {{.*}} {stall:2}
  // CHECK: DMUL R14, {{.*}} {stall:2}
  // CHECK: DMUL R16, {{.*}} {stall:2}
  // CHECK: DMUL R10, R10
  sass.func @pipes {
    sass.iadd3 "IADD3 R1, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R2, R0, 0x2, RZ"
    sass.iadd3 "IADD3 R3, R0, 0x3, RZ"
    sass.ffma "FFMA R5, R20, R21, R22"
    sass.ffma "FFMA R6, R20, R21, R22"
    sass.imad "IMAD R7, R20, R21, R22"
    sass.imad "IMAD R8, R20, R21, R22"
    sass.dmul "DMUL R10, R20, R22"
    sass.dmul "DMUL R12, R20, R22"
    sass.dmul "DMUL R14, R20, R22"
    sass.dmul "DMUL R16, R20, R22"
    sass.dmul "DMUL R10, R10, R22"
    sass.exit "EXIT"
    sass.end
  }

  // A load in a loop is waited for at the top, on both paths into it.
  // CHECK-LABEL: sass.func @loop
  // CHECK: LDG.E R4, {{.*}}wr:[[A:[0-5]]]
  // CHECK: ^bb1
  // CHECK: IADD3 R5, {{.*}}wait:0b0000
  // CHECK: LDG.E R4, {{.*}}wr:
  // CHECK: @P0 BRA
  sass.func @loop {
    sass.ldg "LDG.E R4, [R2]"
    sass.fallthrough ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R5, R4, R5, RZ"
    sass.ldg "LDG.E R4, [R2]"
    sass.isetp "ISETP.GE.AND P0, PT, R5, R0, PT"
    sass.bra "@P0 BRA .+0x10" ^bb1, ^bb2
  ^bb2:
    sass.exit "EXIT"
    sass.end
  }

  // The source of a store is overwritten: a read barrier.
  // CHECK-LABEL: sass.func @overwrite
  // CHECK: STG.E [R2], R4 {stall:2, rd:0}
  // CHECK: IADD3 R4, {{.*}}wait:0b000001
  // CHECK: STG.E [R2], R4 {stall:1}
  sass.func @overwrite {
    sass.stg "STG.E [R2], R4"
    sass.iadd3 "IADD3 R4, R0, 0x1, RZ"
    sass.stg "STG.E [R2], R4"
    sass.exit "EXIT"
    sass.end
  }

  // The address of a load is overwritten behind its block, on one of two ways
  // before its value is needed: what overwrites it does not wait for the value.
  // CHECK-LABEL: sass.func @overwrite_behind
  // CHECK: LDG.E R4, [R2] {stall:{{[0-9]+}}, {{.*}}wr:[[A:[0-5]]], rd:[[B:[0-5]]]}
  // CHECK: ^bb1
  // CHECK: IADD3 R2, {{.*}}wait:0b000010}
  // CHECK: IADD3 R5, {{.*}}wait:0b000001}
  // CHECK: ^bb2
  sass.func @overwrite_behind {
    sass.ldg "LDG.E R4, [R2]"
    sass.bra "@P0 BRA .+0x20" ^bb2, ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R2, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R5, R4, 0x1, RZ"
    sass.exit "EXIT"
    sass.end
  ^bb2:
    sass.exit "EXIT"
    sass.end
  }

  // A store on one of two ways, whose address is overwritten where they meet, has
  // another barrier than the load that is under way on the other: who comes that
  // way does not wait for the load there.
  // CHECK-LABEL: sass.func @meeting
  // CHECK: LDG.E R4, [R2] {stall:{{[0-9]+}}, {{.*}}wr:0}
  // CHECK: ^bb1
  // CHECK: IADD3 R5, {{.*}}wait:0b000001}
  // CHECK: STG.E [R6], R5 {stall:{{[0-9]+}}, {{.*}}rd:1}
  // CHECK: ^bb2
  // CHECK: IADD3 R6, {{.*}}wait:0b000010}
  // CHECK: IADD3 R7, {{.*}}wait:0b000001}
  sass.func @meeting {
    sass.ldg "LDG.E R4, [R2]"
    sass.bra "@P0 BRA .+0x20" ^bb2, ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R5, R4, 0x1, RZ"
    sass.stg "STG.E [R6], R5"
    sass.fallthrough ^bb2
  ^bb2:
    sass.iadd3 "IADD3 R6, R0, 0x1, RZ"
    sass.iadd3 "IADD3 R7, R4, 0x1, RZ"
    sass.exit "EXIT"
    sass.end
  }

  // The sources of two stores are overwritten behind a back edge, over a block that
  // only jumps: one before a load, the other while it is under way. That one has
  // a barrier of its own, though the first is as far away.
  // CHECK-LABEL: sass.func @behind_back_edge
  // CHECK: ^bb1
  // CHECK: IADD3 R10, {{.*}}wait:0b000001}
  // CHECK: LDG.E R4, [R2] {stall:{{[0-9]+}}, {{.*}}wr:0}
  // CHECK: IADD3 R5, {{.*}}wait:0b000010}
  // CHECK: IADD3 R7, {{.*}}wait:0b000001}
  // CHECK: STG.E [R8], R10 {stall:{{[0-9]+}}, {{.*}}rd:0}
  // CHECK: STG.E [R8+0x4], R5 {stall:{{[0-9]+}}, {{.*}}rd:1}
  sass.func @behind_back_edge {
    sass.fallthrough ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R10, R0, 0x1, RZ"
    sass.ldg "LDG.E R4, [R2]"
    sass.iadd3 "IADD3 R5, R0, 0x2, RZ"
    sass.iadd3 "IADD3 R7, R4, R7, RZ"
    sass.stg "STG.E [R8], R10"
    sass.stg "STG.E [R8+0x4], R5"
    sass.bra "@P0 BRA .+0x30" ^bb3, ^bb2
  ^bb2:
    sass.mov "MOV R0, R1"
    sass.bra "BRA .-0x80" ^bb1
  ^bb3:
    sass.exit "EXIT"
    sass.end
  }

  // The value is needed first: one barrier does.
  // CHECK-LABEL: sass.func @needed_behind
  // CHECK: LDG.E R4, [R2] {stall:{{[0-9]+}}, {{.*}}wr:[[A:[0-5]]]}
  sass.func @needed_behind {
    sass.ldg "LDG.E R4, [R2]"
    sass.bra "@P0 BRA .+0x30" ^bb2, ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R5, R4, 0x1, RZ"
    sass.iadd3 "IADD3 R2, R0, 0x1, RZ"
    sass.exit "EXIT"
    sass.end
  ^bb2:
    sass.exit "EXIT"
    sass.end
  }

  // What is waited for behind the block is on one barrier if it takes equally long: who
  // waits for the special register does not wait for the load.
  // CHECK-LABEL: sass.func @long_and_short
  // CHECK: LDG.E R4, {{.*}}wr:[[L:[0-5]]]}
  // CHECK: LDG.E R5, {{.*}}wr:[[L]]}
  // CHECK-NOT: wr:[[L]]}
  // CHECK: S2R R6
  // CHECK-NOT: wr:[[L]]}
  // CHECK: EXIT
  sass.func @long_and_short {
    sass.ldg "LDG.E R4, [R2]"
    sass.ldg "LDG.E R5, [R2+0x4]"
    sass.s2r "S2R R6, SR_CTAID.X"
    sass.bra "@P0 BRA .+0x30" ^bb2, ^bb1
  ^bb1:
    sass.iadd3 "IADD3 R7, R6, 0x1, RZ"
    sass.iadd3 "IADD3 R5, R4, R5, R7"
    sass.exit "EXIT"
    sass.end
  ^bb2:
    sass.exit "EXIT"
    sass.end
  }

  // A tensor result takes longer than a stall count can say.
  // CHECK-LABEL: sass.func @padding
  // CHECK: HMMA{{.*}} {stall:15, yield}
  // CHECK-NEXT: NOP {stall:9}
  // CHECK-NEXT: FADD
  sass.func @padding {
    sass.hmma.16816 "HMMA.16816.F32 R4, R8, R12, R4"
    sass.fadd "FADD R0, R4, R4"
    sass.exit "EXIT"
    sass.end
  }

  // An empty block takes part with its edges only.
  // CHECK-LABEL: sass.func @empty
  // CHECK: ISETP.GE.AND P0, {{.*}} {stall:13, yield}
  // CHECK: @P0 EXIT
  sass.func @empty {
    sass.isetp "ISETP.GE.AND P0, PT, R5, R0, PT"
    sass.fallthrough ^bb1
  ^bb1:
    sass.fallthrough ^bb2
  ^bb2:
    sass.exit "@P0 EXIT"
    sass.exit "EXIT"
    sass.end
  }
}

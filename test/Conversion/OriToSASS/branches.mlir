// RUN: ptx-opt %s --convert-ori-to-sass --split-input-file | FileCheck %s

// A branch to the next block is no instruction; of two successors the next one is
// fallen through to, and the condition turned round where need be.
// CHECK-LABEL: sass.func @branches
ori.module attributes {sm = 90 : i32} {
  ori.func @branches attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(2, -1)
    // CHECK: sass.bra "@!P2 BRA {{.*}}" ^[[ELSE:bb[0-9]+]], ^[[THEN:bb[0-9]+]]
    ori.cond_bra %c, ^then, ^else
  ^then:
    // CHECK: ^[[THEN]]:
    // CHECK-NEXT: sass.sts
    // CHECK-NEXT: sass.bra "BRA {{.*}}" ^[[END:bb[0-9]+]]
    ori.sts %x, %n, %x
    ori.bra ^end
  ^else:
    // CHECK: ^[[ELSE]]:
    // CHECK-NEXT: sass.membar
    // CHECK-NEXT: sass.fallthrough ^[[END]]
    ori.membar
    ori.bra ^end
  ^end:
    // CHECK: ^[[END]]:
    // CHECK-NEXT: sass.exit
    // CHECK-NEXT: sass.end
    ori.exit
  }
}

// -----

// Copies on an edge of a conditional branch have a block of their own, which is
// fallen through to.
// CHECK-LABEL: sass.func @edge
ori.module attributes {sm = 90 : i32} {
  ori.func @edge attributes {kernel, block_regs = array<i32: 6>} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(5)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(0, -1)
    // CHECK: sass.bra "@!P0 BRA {{.*}}" ^[[JOIN:bb[0-9]+]], ^[[COPY:bb[0-9]+]]
    ori.cond_bra %c, ^join(%x : !ori.r), ^join(%y : !ori.r)
    // CHECK: ^[[COPY]]:
    // CHECK-NEXT: sass.mov "MOV R5, R0
    // CHECK-NEXT: sass.fallthrough ^[[JOIN]]
  ^join(%z: !ori.r):
    // CHECK: ^[[JOIN]]:
    // CHECK-NEXT: sass.sts "STS [R0], R5
    ori.sts %x, %n, %z
    ori.exit
  }
}

// -----

// Both edges copy: both have a block, the first jumps.
// CHECK-LABEL: sass.func @both
ori.module attributes {sm = 90 : i32} {
  ori.func @both attributes {kernel, block_regs = array<i32: 7>} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %seven = ori.imm 7 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(0, -1)
    // CHECK: sass.bra "@P0 BRA {{.*}}" ^[[FIRST:bb[0-9]+]], ^[[SECOND:bb[0-9]+]]
    ori.cond_bra %c, ^join(%x : !ori.r), ^join(%seven : !ori.r)
    // CHECK: ^[[SECOND]]:
    // CHECK-NEXT: sass.mov "MOV R6, 0x7
    // CHECK-NEXT: sass.bra "BRA {{.*}}" ^[[JOIN:bb[0-9]+]]
    // CHECK: ^[[FIRST]]:
    // CHECK-NEXT: sass.mov "MOV R6, R0
    // CHECK-NEXT: sass.fallthrough ^[[JOIN]]
  ^join(%z: !ori.r):
    ori.sts %x, %n, %z
    ori.exit
  }
}

// -----

// The label of a BSSY is behind its BSYNC. Registers count two more than the code
// names.
// CHECK-LABEL: sass.func @barriers
// CHECK-SAME: registers = 13
ori.module attributes {sm = 90 : i32} {
  ori.func @barriers attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X"> regs(10)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(1, -1)
    // CHECK: sass.bssy "BSSY B15, sync4
    ori.bssy 15 sync 4
    // CHECK-NEXT: sass.bmov.r "BMOV.32.CLEAR R3, B15
    %saved = ori.save_barrier 15 regs 4 : !ori.r
    ori.cond_bra %c, ^a, ^b
  ^a:
    // CHECK: sass.break "@!P1 BREAK B2
    ori.break 2 if not %c
    ori.bra ^b
  ^b:
    // CHECK: sass.bmov.b "BMOV.32 B15, R3
    ori.restore_barrier 15, %saved : !ori.r
    // CHECK-NEXT: sass.bsync "BSYNC B15
    ori.bsync 15 sync 4
    // CHECK-NEXT: sass.fallthrough
    // CHECK: sass.label "sync4"
    ori.exit
  }
}

// -----

// Who goes to a block that only branches goes on at once; of a circle of such
// blocks one stays.
// CHECK-LABEL: sass.func @empty
ori.module attributes {sm = 90 : i32} {
  ori.func @empty attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(2, -1)
    // CHECK: sass.bra "@!P2 BRA {{.*}}" ^[[END:bb[0-9]+]], ^[[THEN:bb[0-9]+]]
    ori.cond_bra %c, ^then, ^split
  ^split:
    ori.bra ^split2
  ^split2:
    ori.bra ^end
  ^then:
    // CHECK: ^[[THEN]]:
    // CHECK-NEXT: sass.sts
    // CHECK-NEXT: sass.bra "@P2 BRA {{.*}}" ^[[CIRCLE:bb[0-9]+]], ^[[END]]
    ori.sts %x, %n, %x
    ori.cond_bra %c, ^circle, ^end
  ^end:
    // CHECK: ^[[END]]:
    // CHECK-NEXT: sass.exit
    // CHECK-NEXT: sass.end
    ori.exit
  ^circle:
    ori.bra ^around
  ^around:
    // CHECK: ^[[CIRCLE]]:
    // CHECK-NEXT: sass.bra "BRA {{.*}}" ^[[CIRCLE]]
    ori.bra ^circle
  }
}

// -----

// A block that only a condition leads to which never holds is not there.
// CHECK-LABEL: sass.func @unreached
ori.module attributes {sm = 90 : i32} {
  ori.func @unreached attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    // CHECK: sass.s2r
    // CHECK-NEXT: sass.fallthrough ^[[THEN:bb[0-9]+]]
    ori.cond_bra %true, ^then, ^never
  ^never:
    // CHECK-NOT: sass.membar
    ori.membar
    ori.bra ^then
  ^then:
    // CHECK: ^[[THEN]]:
    // CHECK-NEXT: sass.exit
    ori.exit
  }
}

// -----

// What calls a function with few registers is rarely executed: it lies behind the
// rest.
// CHECK-LABEL: sass.func @rare
ori.module attributes {sm = 90 : i32} {
  ori.func @"$rare$f" attributes {few_registers, function_type = () -> (), of_kernel = @rare} {
    ori.ret
  }
  ori.func @rare attributes {calls, kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(2, -1)
    // CHECK: sass.bra "@P2 BRA {{.*}}" ^[[CALL:bb[0-9]+]], ^[[ELSE:bb[0-9]+]]
    ori.cond_bra %c, ^call, ^else
  ^call:
    ori.call @"$rare$f"() [] -> [] few_registers : () -> ()
    ori.bra ^end
  ^else:
    // CHECK: ^[[ELSE]]:
    // CHECK-NEXT: sass.membar
    // CHECK-NEXT: sass.fallthrough ^[[END:bb[0-9]+]]
    ori.membar
    ori.bra ^end
  ^end:
    // CHECK: ^[[END]]:
    // CHECK-NEXT: sass.exit
    // CHECK-NEXT: sass.end
    // CHECK: ^[[CALL]]:
    // CHECK: "CALL.REL.NOINC
    // CHECK: sass.bra "BRA {{.*}}" ^[[END]]
    ori.exit
  }
}

// -----

// Where neither way follows the branch, one of them is moved behind it with what
// it goes on to: one jump for two.
// CHECK-LABEL: sass.func @runs
ori.module attributes {sm = 90 : i32} {
  ori.func @runs attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(0, -1)
    // CHECK: sass.bra "@!P0 BRA {{.*}}" ^[[OTHER:bb[0-9]+]], ^[[FIRST:bb[0-9]+]]
    ori.cond_bra %c, ^first, ^other
  ^first:
    // CHECK: ^[[FIRST]]:
    // CHECK: sass.bra "@!P1 BRA {{.*}}" ^[[FAR:bb[0-9]+]], ^[[NEAR:bb[0-9]+]]
    // CHECK: ^[[NEAR]]:
    // CHECK-NEXT: sass.sts "STS [R0+0x8]
    // CHECK-NEXT: sass.fallthrough ^[[END:bb[0-9]+]]
    // CHECK: ^[[END]]:
    // CHECK-NEXT: sass.exit
    // CHECK: ^[[OTHER]]:
    // CHECK-NEXT: sass.sts "STS [R0]
    // CHECK-NEXT: sass.bra "BRA {{.*}}" ^[[END]]
    // CHECK: ^[[FAR]]:
    // CHECK-NEXT: sass.sts "STS [R0+0x4]
    // CHECK-NEXT: sass.bra "BRA {{.*}}" ^[[END]]
    %e, %e1 = ori.isetp<cmp = "LT"> %x, %zero, %true, %true regs(1, -1)
    ori.cond_bra %e, ^near, ^far
  ^other:
    ori.sts %x, %n, %x
    ori.bra ^end
  ^far:
    ori.sts<offset = 4> %x, %n, %x
    ori.bra ^end
  ^near:
    ori.sts<offset = 8> %x, %n, %x
    ori.bra ^end
  ^end:
    ori.exit
  }
}

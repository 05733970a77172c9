// RUN: ptx-opt %s | ptx-opt | FileCheck %s --check-prefix=ORI
// RUN: ptx-opt %s --convert-ori-to-sass | FileCheck %s

// What registers of the PTX hold is said by the operation that follows: an
// instruction, or the end of the block, before the copies of its edges. A value
// that owns no register is nowhere.

// ORI: ori.debug_value "%r1" "s32", %{{.*}} : !ori.r
// ORI: ori.debug_value "%r2" "b32"{{$}}

ori.module attributes {sm = 90 : i32} {
  // CHECK-LABEL: sass.func @k
  ori.func @k attributes {kernel, block_regs = array<i32: 4>} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    // CHECK: sass.s2r "S2R R0,
    // CHECK-NOT: debug_values
    // CHECK: sass.isetp {{.*}}debug_values = {{\[\[}}"%r1", "s32", "R0", 1 : i32]]
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    ori.debug_value "%r1" "s32", %x : !ori.r
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(2, -1)
    ori.debug_value "%p1" "pred", %c : !ori.p
    ori.debug_value "%r2" "b32"
    ori.debug_value "%r3" "b32", %zero : !ori.r
    // CHECK: sass.bra {{.*}}debug_values = {{\[\[}}"%p1", "pred", "P2", 1 : i32], ["%r2", "b32"], ["%r3", "b32"]]
    ori.cond_bra %c, ^end(%x : !ori.r), ^else
  ^else:
    ori.debug_value "%r4" "u32", %x : !ori.r
    // CHECK: sass.mov "MOV R3, R0" {{.*}}debug_values = {{\[\[}}"%r4", "u32", "R0", 1 : i32]]
    ori.bra ^end(%x : !ori.r)
  ^end(%y: !ori.r):
    ori.debug_value "%r4" "u32", %y : !ori.r
    // CHECK: sass.sts {{.*}}debug_values = {{\[\[}}"%r4", "u32", "R3", 1 : i32]]
    ori.sts %y, %n, %y
    ori.exit
  }
}

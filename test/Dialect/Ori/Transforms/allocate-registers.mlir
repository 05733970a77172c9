// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers,ori-verify-allocation)))' --split-input-file | FileCheck %s

// Tuples cost nothing: the parts are computed where the pair needs them.
// CHECK-LABEL: @pair
ori.module attributes {sm = 90 : i32} {
  ori.func @pair attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %d = ori.imm 0 : !ori.ur<2>
    // CHECK: ori.s2r<sr = "SR_TID.X"> regs(0)
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.s2r<sr = "SR_TID.Y"> regs(1)
    %y = ori.s2r<sr = "SR_TID.Y">
    // CHECK: ori.combine %{{.*}} regs 1
    %p = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.ldg<type = "64"> {{.*}} regs([[Q:[0-9]+]], -1)
    %q, %q1 = ori.ldg<type = "64"> %p, %d, %true
    // CHECK: ori.extract
    %lo = ori.extract %q[0] : !ori.r<2> -> !ori.r
    ori.stg %p, %d, %lo
    ori.exit
  }
}

// -----

// A guarded result keeps the register of its old value; where that lives on, it
// is copied.
// CHECK-LABEL: @tied
ori.module attributes {sm = 90 : i32} {
  ori.func @tied attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    // CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X"> regs([[RX:[0-9]+]])
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y"> regs([[RY:[0-9]+]])
    %y = ori.s2r<sr = "SR_TID.Y">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: %[[A:.*]] = ori.mov %[[X]] if %{{.*}} else(%[[Y]]) regs([[RY]])
    %a = ori.mov %x if %c else(%y)
    // CHECK: %[[C:.*]] = ori.copy %[[X]] regs [[RC:[0-9]+]]
    // CHECK: ori.mov %[[A]] if not %{{.*}} else(%[[C]])
    %b = ori.mov %a if not %c else(%x)
    ori.sts %x, %n, %b
    ori.sts %a, %n, %x
    ori.exit
  }
}

// -----

// A loop needs no copies: the argument, its start and its next value share a
// register. Block arguments are in the attribute, number plus one.
// CHECK-LABEL: @loop
// CHECK-SAME: block_regs = array<i32: 2>
ori.module attributes {sm = 90 : i32} {
  ori.func @loop attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %n = ori.imm 0 : !ori.ur
    // CHECK: ori.s2r<sr = "SR_TID.X"> regs(0)
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.s2r<sr = "SR_TID.Y"> regs(1)
    %y = ori.s2r<sr = "SR_TID.Y">
    ori.bra ^bb1(%y : !ori.r)
  ^bb1(%i: !ori.r):
    // CHECK: ori.iadd3 {{.*}} regs(1, -1, -1)
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
    ori.cond_bra %c, ^bb1(%j : !ori.r), ^bb2
  ^bb2:
    ori.sts %j, %n, %x
    ori.exit
  }
}

// -----

// A register that is pinned by hand stays; four registers are aligned to four.
// CHECK-LABEL: @pinned
ori.module attributes {sm = 90 : i32} {
  ori.func @pinned attributes {kernel} {
    %true = ori.imm true : !ori.p
    %d = ori.imm 0 : !ori.ur<2>
    // CHECK: ori.s2r<sr = "SR_TID.X"> regs(20)
    %x = ori.s2r<sr = "SR_TID.X"> regs(20)
    %y = ori.s2r<sr = "SR_TID.Y">
    // CHECK: ori.combine %{{.*}} regs 21
    %p = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.ldg<type = "128"> {{.*}} regs({{0|4|8}}, -1)
    %q, %q1 = ori.ldg<type = "128"> %p, %d, %true
    ori.stg<type = "128"> %p, %d, %q
    ori.exit
  }
}

// -----

// With a frame R1 is the stack pointer.
// CHECK-LABEL: @frame
ori.module attributes {sm = 90 : i32} {
  ori.func @frame attributes {kernel, local_bytes = 8 : i32} {
    %n = ori.imm 0 : !ori.ur
    // CHECK: ori.s2r<sr = "SR_TID.X"> regs(0)
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.s2r<sr = "SR_TID.Y"> regs(2)
    %y = ori.s2r<sr = "SR_TID.Y">
    %base = ori.frame_address 0 : !ori.r
    ori.stl %base, %n, %x
    ori.stl<offset = 4> %base, %n, %y
    ori.exit
  }
}

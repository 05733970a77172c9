// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers,ori-verify-allocation)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  ori.func @vprintf attributes {argument_regs = array<i32: 4, 6>, function_type = (!ori.r<2>, !ori.r<2>) -> !ori.r, result_regs = array<i32: 4>, sym_visibility = "private"} {}

  // What lives across a call is in a register that is preserved: R16 and up for
  // a function of the driver, uniform ones from UR36 on. A predicate waits as a
  // number, if what it was computed from does not live as long.
  // CHECK-LABEL: ori.func @kept
  ori.func @kept attributes {calls, kernel} {
    %none = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %address = ori.cbank 4[0] : !ori.r<2>
    // CHECK: [[X:%.*]] = ori.s2r<sr = "SR_TID.X"> regs(1{{[6-9]}})
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.uldc<type = "64", offset = 520> %{{.*}} regs(36)
    %desc = ori.uldc<type = "64", offset = 520> %none
    // CHECK: %{{.*}}, %{{.*}} = ori.isetp
    // CHECK: [[H:%.*]] = ori.sel
    %y = ori.s2r<sr = "SR_TID.Y">
    %p, %q = ori.isetp %y, %zero, %true, %true
    %format = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.call system @vprintf
    %n = ori.call system @vprintf at %address : !ori.r<2> (%format, %format) [4, 6] -> [4] : (!ori.r<2>, !ori.r<2>) -> !ori.r
    // CHECK: ori.isetp<cmp = "NE"> [[H]]
    %s = ori.sel %x, %n, %p
    %to = ori.combine %s, %x : !ori.r, !ori.r -> !ori.r<2>
    ori.stg %to, %desc, %x
    ori.exit
  }

  // A predicate of what is there behind the call anyway is computed again.
  // CHECK-LABEL: ori.func @repeated
  ori.func @repeated attributes {calls, kernel} {
    %none = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %address = ori.cbank 4[0] : !ori.r<2>
    // CHECK: [[X:%.*]] = ori.s2r<sr = "SR_TID.X">
    %x = ori.s2r<sr = "SR_TID.X">
    %desc = ori.uldc<type = "64", offset = 520> %none
    // CHECK-NOT: ori.sel
    %p, %q = ori.isetp %x, %zero, %true, %true
    %format = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.call system @vprintf
    %n = ori.call system @vprintf at %address : !ori.r<2> (%format, %format) [4, 6] -> [4] : (!ori.r<2>, !ori.r<2>) -> !ori.r
    // CHECK: [[P:%.*]], %{{.*}} = ori.isetp [[X]],
    // CHECK: ori.sel [[X]], %{{.*}}, [[P]]
    %s = ori.sel %x, %n, %p
    %to = ori.combine %s, %x : !ori.r, !ori.r -> !ori.r<2>
    ori.stg %to, %desc, %x
    ori.exit
  }

  // The argument of a function that calls itself; its uniform values are made
  // where they are read, in registers that no caller holds anything in.
  // CHECK-LABEL: ori.func @"$kept$again"
  ori.func @"$kept$again" attributes {argument_regs = array<i32: 4>, calls, function_type = (!ori.r) -> !ori.r, of_kernel = @kept, result_regs = array<i32: 4>} {
  ^bb0(%a: !ori.r):
    // CHECK: ori.copy %{{.*}} regs {{3|17}} :
    %none = ori.imm 0 : !ori.ur
    %desc = ori.uldc<type = "64", offset = 520> %none
    // CHECK: ori.call @"$kept$again"
    %b = ori.call @"$kept$again"(%a) [4] -> [4] : (!ori.r) -> !ori.r
    %to = ori.combine %a, %b : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: [[D:%.*]] = ori.uldc<type = "64", offset = 520> %{{.*}} regs(28)
    // CHECK-NEXT: ori.stg %{{.*}}, [[D]]
    ori.stg %to, %desc, %b
    ori.ret %a : !ori.r
  }
}

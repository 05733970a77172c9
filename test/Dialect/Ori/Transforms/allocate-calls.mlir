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

  // A function with few registers takes R0 to R15 without R1 and R2, and leaves
  // all others to its callers.
  // CHECK-LABEL: ori.func @"$keeping$few"
  ori.func @"$keeping$few" attributes {argument_regs = array<i32: 4>, few_registers, function_type = (!ori.r) -> !ori.r, of_kernel = @keeping, result_regs = array<i32: 4>} {
  ^bb0(%a: !ori.r):
    %none = ori.imm 0 : !ori.ur
    // CHECK-COUNT-12: ori.lds<{{.*}}regs({{[03-9]|1[0-5]}})
    %v0 = ori.lds<offset = 4> %a, %none
    %v1 = ori.lds<offset = 8> %a, %none
    %v2 = ori.lds<offset = 12> %a, %none
    %v3 = ori.lds<offset = 16> %a, %none
    %v4 = ori.lds<offset = 20> %a, %none
    %v5 = ori.lds<offset = 24> %a, %none
    %v6 = ori.lds<offset = 28> %a, %none
    %v7 = ori.lds<offset = 32> %a, %none
    %v8 = ori.lds<offset = 36> %a, %none
    %v9 = ori.lds<offset = 40> %a, %none
    %v10 = ori.lds<offset = 44> %a, %none
    %v11 = ori.lds<offset = 48> %a, %none
    ori.sts<offset = 64> %a, %none, %v0
    ori.sts<offset = 68> %a, %none, %v1
    ori.sts<offset = 72> %a, %none, %v2
    ori.sts<offset = 76> %a, %none, %v3
    ori.sts<offset = 80> %a, %none, %v4
    ori.sts<offset = 84> %a, %none, %v5
    ori.sts<offset = 88> %a, %none, %v6
    ori.sts<offset = 92> %a, %none, %v7
    ori.sts<offset = 96> %a, %none, %v8
    ori.sts<offset = 100> %a, %none, %v9
    ori.sts<offset = 104> %a, %none, %v10
    ori.sts<offset = 108> %a, %none, %v11
    ori.ret %a : !ori.r
  }

  // R16 to R19, R22 and more: none of the values waits in memory, and there are
  // fewer than 48 registers.
  // CHECK-LABEL: ori.func @keeping
  // CHECK-NOT: local_bytes
  // CHECK-COUNT-20: ori.lds<{{.*}}regs({{1[6-9]|2[2-9]|3[0-9]}})
  // CHECK: ori.call @"$keeping$few"{{.*}} few_registers
  ori.func @keeping attributes {calls, kernel} {
    %none = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds<offset = 4> %a, %none
    %v1 = ori.lds<offset = 8> %a, %none
    %v2 = ori.lds<offset = 12> %a, %none
    %v3 = ori.lds<offset = 16> %a, %none
    %v4 = ori.lds<offset = 20> %a, %none
    %v5 = ori.lds<offset = 24> %a, %none
    %v6 = ori.lds<offset = 28> %a, %none
    %v7 = ori.lds<offset = 32> %a, %none
    %v8 = ori.lds<offset = 36> %a, %none
    %v9 = ori.lds<offset = 40> %a, %none
    %v10 = ori.lds<offset = 44> %a, %none
    %v11 = ori.lds<offset = 48> %a, %none
    %v12 = ori.lds<offset = 52> %a, %none
    %v13 = ori.lds<offset = 56> %a, %none
    %v14 = ori.lds<offset = 60> %a, %none
    %v15 = ori.lds<offset = 64> %a, %none
    %v16 = ori.lds<offset = 68> %a, %none
    %v17 = ori.lds<offset = 72> %a, %none
    %v18 = ori.lds<offset = 76> %a, %none
    %v19 = ori.lds<offset = 80> %a, %none
    %r = ori.call @"$keeping$few"(%a) [4] -> [4] few_registers : (!ori.r) -> !ori.r
    ori.sts<offset = 128> %r, %none, %v0
    ori.sts<offset = 132> %r, %none, %v1
    ori.sts<offset = 136> %r, %none, %v2
    ori.sts<offset = 140> %r, %none, %v3
    ori.sts<offset = 144> %r, %none, %v4
    ori.sts<offset = 148> %r, %none, %v5
    ori.sts<offset = 152> %r, %none, %v6
    ori.sts<offset = 156> %r, %none, %v7
    ori.sts<offset = 160> %r, %none, %v8
    ori.sts<offset = 164> %r, %none, %v9
    ori.sts<offset = 168> %r, %none, %v10
    ori.sts<offset = 172> %r, %none, %v11
    ori.sts<offset = 176> %r, %none, %v12
    ori.sts<offset = 180> %r, %none, %v13
    ori.sts<offset = 184> %r, %none, %v14
    ori.sts<offset = 188> %r, %none, %v15
    ori.sts<offset = 192> %r, %none, %v16
    ori.sts<offset = 196> %r, %none, %v17
    ori.sts<offset = 200> %r, %none, %v18
    ori.sts<offset = 204> %r, %none, %v19
    ori.exit
  }
}

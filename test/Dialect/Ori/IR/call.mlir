// RUN: ptx-opt %s | ptx-opt | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(canonicalize,cse)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // CHECK: ori.func @vprintf attributes {argument_regs = array<i32: 4, 6>, function_type = (!ori.r<2>, !ori.r<2>) -> !ori.r
  ori.func @vprintf attributes {argument_regs = array<i32: 4, 6>, function_type = (!ori.r<2>, !ori.r<2>) -> !ori.r, result_regs = array<i32: 4>, sym_visibility = "private"} {}

  // CHECK: ori.func @"$caller$twice"
  ori.func @"$caller$twice" attributes {argument_regs = array<i32: 4>, function_type = (!ori.r) -> !ori.r, of_kernel = @caller, result_regs = array<i32: 4>} {
  // CHECK: ^bb0([[A:%.*]]: !ori.r):
  ^bb0(%a: !ori.r):
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %s, %p, %q = ori.iadd3 %a, %a, %zero, %true, %true
    // CHECK: ori.ret %{{.*}} : !ori.r
    ori.ret %s : !ori.r
  }

  // CHECK: ori.func @"$caller$few" attributes {few_registers,
  ori.func @"$caller$few" attributes {few_registers, function_type = () -> (), of_kernel = @caller} {
    ori.ret
  }

  // A call may do anything: the second one is not the first one.
  // CHECK: ori.func @caller
  ori.func @caller attributes {calls, function_table = [@"$caller$twice"], kernel} {
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: [[Y:%.*]] = ori.call @"$caller$twice"([[X:%.*]]) [4] -> [4] : (!ori.r) -> !ori.r
    // CHECK: [[Z:%.*]] = ori.call @"$caller$twice"([[X]]) [4] -> [4] : (!ori.r) -> !ori.r
    %y = ori.call @"$caller$twice"(%x) [4] -> [4] : (!ori.r) -> !ori.r
    %z = ori.call @"$caller$twice"(%x) [4] -> [4] : (!ori.r) -> !ori.r
    %pair = ori.combine %y, %z : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.call system @vprintf at %{{.*}} : !ori.r<2>(%{{.*}}, %{{.*}}) [4, 6] -> [4] : (!ori.r<2>, !ori.r<2>) -> !ori.r
    %address = ori.cbank 4[0] : !ori.r<2>
    %n = ori.call system @vprintf at %address : !ori.r<2> (%pair, %pair) [4, 6] -> [4] : (!ori.r<2>, !ori.r<2>) -> !ori.r
    // CHECK: ori.call at %{{.*}} : !ori.r<2>(%{{.*}}) [4] -> [] waits : (!ori.r) -> ()
    %zero = ori.imm 0 : !ori.r
    %number = ori.ldc<type = "64", bank = 2, offset = 8> %zero
    ori.call at %number : !ori.r<2> (%n) [4] -> [] waits : (!ori.r) -> ()
    // CHECK: ori.call @"$caller$few"() [] -> [] few_registers : () -> ()
    ori.call @"$caller$few"() [] -> [] few_registers : () -> ()
    ori.exit
  }
}

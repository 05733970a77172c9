// RUN: ptx-opt %s --pass-pipeline='builtin.module(convert-ori-to-sass)' | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // CHECK: sass.func @free attributes
  ori.func @free attributes {argument_regs = array<i32: 4>, function_type = (!ori.r<2>) -> (), linkage = "extern", sym_visibility = "private"} {}

  // The kernel loads the stack pointer, moves arguments to their registers all
  // at once, and finds the result where the ABI has it.
  // CHECK: sass.func @k attributes {calls, {{.*}}functions = ["$k$f"]{{.*}}stack_bytes = 16
  ori.func @k attributes {calls, function_table = [@"$k$f"], kernel} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    // CHECK: sass.label "start"
    // CHECK: "LDC R1, c[0x0][0x28]
    %x = ori.s2r<sr = "SR_TID.X"> regs(6)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(4)
    // CHECK: "LOP3.LUT R4, R4, R6, RZ, 0x3c
    // CHECK-NEXT: "LOP3.LUT R6, R6, R4, RZ, 0x3c
    // CHECK-NEXT: "LOP3.LUT R4, R4, R6, RZ, 0x3c
    // CHECK: "MOV R20, 0x0{{.*}}" #sass.label<"return0">
    // CHECK-NEXT: "MOV R21, RZ
    // CHECK-NEXT: "CALL.REL.NOINC $k$f
    // CHECK: sass.label "return0"
    // CHECK-NEXT: "MOV R16, R4
    %r = ori.call @"$k$f"(%x, %y) [4, 6] -> [4] regs [17] : (!ori.r, !ori.r) -> !ori.r
    // CHECK: "LDC.64 R2, c[0x4][RZ]
    // CHECK-NEXT: "LEPC R20, return1"
    // CHECK-NEXT: "CALL.ABS.NOINC R2{{.*}}callee = @free
    %p = ori.combine %r, %r regs 11 : !ori.r, !ori.r -> !ori.r<2>
    %address = ori.cbank 4[0] : !ori.r<2>
    ori.call system @free at %address : !ori.r<2> (%p) [4] -> [] : (!ori.r<2>) -> ()
    // CHECK: "LDC.64 R8, c[0x2][0x8]
    // CHECK: "CALL.REL.NOINC R8 start
    %t = ori.ldc<type = "64", bank = 2, offset = 8> %zero regs(8)
    ori.call at %t : !ori.r<2> (%r, %r) [4, 6] -> [4] : (!ori.r, !ori.r) -> !ori.r
    ori.sts %r, %n, %r
    ori.exit
  }

  // It gives R16 back as it was.
  // CHECK: sass.label "$k$f"
  // CHECK-NEXT: "IADD3 R1, R1, -0x10, RZ
  // CHECK-NEXT: "STL [R1], R16
  // CHECK-NEXT: "MOV R16, R6
  // CHECK: "MOV R4, R16
  // CHECK-NEXT: "LDL R16, [R1]
  // CHECK-NEXT: "IADD3 R1, R1, 0x10, RZ
  // CHECK-NEXT: "RET.REL.NODEC R20 start
  ori.func @"$k$f" attributes {argument_regs = array<i32: 4, 6>, block_regs = array<i32: 5, 17>, function_type = (!ori.r, !ori.r) -> !ori.r, of_kernel = @k, result_regs = array<i32: 4>} {
  ^bb0(%a: !ori.r, %b: !ori.r):
    %n = ori.imm 0 : !ori.ur
    ori.sts %a, %n, %b
    ori.ret %b : !ori.r
  }
}

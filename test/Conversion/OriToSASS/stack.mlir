// RUN: ptx-opt %s --pass-pipeline='builtin.module(convert-ori-to-sass)' | FileCheck %s

// A function that moves the stack pointer has the begin of its frame in another
// register, and gives back what it has allocated at its end.
ori.module attributes {sm = 90 : i32} {
  // Without calls that is R2, as in the code of ptxas.
  // CHECK: sass.func @leaf attributes {dynamic_stack,
  // CHECK: "LDC R1, c[0x0][0x28]
  // CHECK-NEXT: "IADD3 R1, R1, -0x10, RZ
  // CHECK-NEXT: "MOV R2, R1"
  ori.func @leaf attributes {dynamic_stack, kernel, local_bytes = 16 : i32} {
    %n = ori.imm 0 : !ori.ur
    %frame = ori.frame_address 0 : !ori.r
    // CHECK-NEXT: "MOV R5, R1"
    // CHECK-NEXT: "STL [R2+0x4], R5
    // CHECK-NEXT: "MOV R1, R5"
    // CHECK-NEXT: "MOV R1, 0x100"
    // CHECK-NEXT: "EXIT
    %s = ori.stack_pointer regs 6 : !ori.r
    ori.stl<offset = 4> %frame, %n, %s
    ori.set_stack_pointer %s : !ori.r
    %c = ori.imm 256 : !ori.r
    ori.set_stack_pointer %c : !ori.r
    ori.exit
  }

  // A function saves the register.
  // CHECK: sass.label "$k$f"
  // CHECK-NEXT: "IADD3 R1, R1, -0x10, RZ
  // CHECK-NEXT: "STL [R1], R16
  // CHECK-NEXT: "MOV R16, R1"
  // CHECK-NEXT: "LDL R4, [R16+0x10]
  // CHECK-NEXT: "MOV R5, R1"
  // CHECK-NEXT: "STL [R16], R4
  // CHECK-NEXT: "MOV R1, R5"
  // CHECK-NEXT: "MOV R1, R16"
  // CHECK-NEXT: "LDL R16, [R1]
  // CHECK-NEXT: "IADD3 R1, R1, 0x10, RZ
  // CHECK-NEXT: "RET.REL.NODEC R20 start
  ori.func @k attributes {calls, kernel} {
    ori.call @"$k$f"() [] -> [] : () -> ()
    ori.exit
  }
  ori.func @"$k$f" attributes {calls, dynamic_stack, function_type = () -> (), of_kernel = @k} {
    %n = ori.imm 0 : !ori.ur
    %frame = ori.frame_address 0 : !ori.r
    %a = ori.stack_argument 0 regs 5 : !ori.r
    %s = ori.stack_pointer regs 6 : !ori.r
    ori.stl %frame, %n, %a
    ori.set_stack_pointer %s : !ori.r
    ori.ret
  }
}

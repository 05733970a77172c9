// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-balance-copies)))' | FileCheck %s

// Logic has the pipe of sums to itself; copies take the other one, also under a
// guard, and selections that keep their result where it is. What the linker or a
// label gives its number to stays, and what no product can read.
sass.module attributes {sm = 90 : i32} {
// CHECK-LABEL: @copies
// CHECK: "MOV R4, R1"
// CHECK: "IMAD.U32 R5, RZ, RZ, R2"
// CHECK: "IMAD.U32 R6, RZ, RZ, 0x12"
// CHECK: "@!P1 IMAD.U32 R7, RZ, RZ, R2"
// CHECK: "IMAD.U32 R8, RZ, RZ, UR4"
// CHECK: "@!P0 IMAD.U32 R9, RZ, RZ, R2"
// CHECK: "@P0 IMAD.U32 R9, RZ, RZ, R2"
// CHECK: "@!P0 IMAD.U32 R9, RZ, RZ, 0x7"
// CHECK: "SEL R9, R3, R2, P0"
// CHECK: "@P1 SEL R9, R9, R2, P0"
// CHECK: MOV R10
// CHECK-SAME: there
sass.func @copies {
  sass.mov "MOV R4, R1"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.mov "MOV R5, R2"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.mov "MOV R6, 0x12"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.mov "@!P1 MOV R7, R2"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.mov "MOV R8, UR4"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.sel "SEL R9, R9, R2, P0"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.sel "SEL R9, R2, R9, P0"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.sel "SEL R9, R9, 0x7, P0"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.lop3 "LOP3.LUT R21, R2, R3, R4, 0x96, !PT"
  sass.sel "SEL R9, R3, R2, P0"
  sass.sel "@P1 SEL R9, R9, R2, P0"
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.mov "MOV R10, 0x0" #sass.label<"there">
  sass.lop3 "LOP3.LUT R20, R2, R3, R4, 0x96, !PT"
  sass.exit "EXIT"
  sass.end
}
}

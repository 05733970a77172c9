//===- Control.td - Control transfer -----------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_CONTROL
#define PTXMLIR_ISA_CONTROL

include "ptx-mlir/ISA/Forms.td"

def BRA : Inst<"BRA", [], [UseP<"pp">, Use<"target", Label>], [], SchedControl> {
  let Summary = "branch";
  let IsBranch = 1;
  let IsTerminator = 1;
  let IsSASSOnly = 1;
  let OriIndex = 67;
  let Forms = [
    Form<0x947, 0, [], [SPlace<"target", 81, 34, 0, 2>, Place<"pp", 89, 87>,
      Place<"ppNot", 90, 90>], [], BeforeSM90>,
    Form<0x947, 0, [], [SPlace<"target", 23, 16, 0, 2>, SPlace<"target", 81, 34, 8, 2>,
      Place<"pp", 89, 87>, Place<"ppNot", 90, 90>], [], SM90Plus>,
  ];
}

def EXIT : Inst<"EXIT", [], [UseP<"pp">], [], SchedControl> {
  let Summary = "end the thread";
  let IsBranch = 1;
  let IsTerminator = 1;
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let OriIndex = 77;
  let Forms = [Form<0x94d, 0, [], [Place<"pp", 89, 87>, Place<"ppNot", 90, 90>]>];
}

def NOP : Inst<"NOP", [], [], [], SchedNop> {
  let Summary = "nothing";
  let OriIndex = 25;
  let Forms = [Form<0x918, 0, [], []>];
}

#endif // PTXMLIR_ISA_CONTROL

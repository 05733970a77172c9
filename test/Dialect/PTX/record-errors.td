// RUN: split-file %s %t
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/slot.td 2>&1 | FileCheck %t/slot.td --check-prefix=SLOT
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/value.td 2>&1 | FileCheck %t/value.td --check-prefix=VALUE
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/type.td 2>&1 | FileCheck %t/type.td --check-prefix=TYPE
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/registers.td 2>&1 | FileCheck %t/registers.td --check-prefix=REGISTERS
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/imm.td 2>&1 | FileCheck %t/imm.td --check-prefix=IMM
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/form.td 2>&1 | FileCheck %t/form.td --check-prefix=FORM
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/name.td 2>&1 | FileCheck %t/name.td --check-prefix=NAME
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/twice.td 2>&1 | FileCheck %t/twice.td --check-prefix=TWICE
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/means.td 2>&1 | FileCheck %t/means.td --check-prefix=MEANS
// RUN: not sass-tblgen -gen-ptx-tables -I %src_root/include -I %mlir_include %t/gone.td 2>&1 | FileCheck %t/gone.td --check-prefix=GONE

// What the backend says about wrong instruction records.

//--- slot.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// SLOT: slot.td:[[@LINE+1]]:5: error: 'frob' has no slot 'rounding'
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
  let Forms = [PTX_Form<"rounding dataType=u32">];
}

//--- value.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// VALUE: value.td:[[@LINE+1]]:5: error: slot 'dataType' of 'frob' has no value 'u33'
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
  let Forms = [PTX_Form<"dataType=u32|u33">];
}

//--- type.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// TYPE: type.td:[[@LINE+1]]:5: error: operand 'a' of 'frob' has unknown type 'b33'
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
  let Srcs = [PTX_Src<"a", "b33">];
  let Forms = [PTX_Form<"dataType=u32">];
}

//--- registers.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// REGISTERS: registers.td:[[@LINE+1]]:5: error: bad registers 'floats' of 'a'
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
  let Srcs = [PTX_RegistersSrc<"a", "b32", "int@dataType=u32 floats">];
  let Forms = [PTX_Form<"dataType=u32">];
}

//--- imm.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// IMM: imm.td:[[@LINE+1]]:5: error: immediate 'value' has no slot of its name
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Srcs = [PTX_Imm<"value", "", "0">];
  let Forms = [PTX_Form<"">];
}

//--- form.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// FORM: form.td:[[@LINE+1]]:5: error: no legal form
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
}

//--- name.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// NAME: name.td:[[@LINE+1]]:5: error: an instruction record is named PTX_<Name>Op
def Frob : PTX_Inst<"frob"> {
  let Forms = [PTX_Form<"">];
}

//--- twice.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Forms = [PTX_Form<"">];
}
// TWICE: error: two records of 'frob'
def PTX_FrobberOp : PTX_Inst<"frob"> {
  let Forms = [PTX_Form<"">];
}

//--- means.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// MEANS: means.td:[[@LINE+1]]:5: error: 'dataType=u32|s32' is no single modifier
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
  let Forms = [OldForm<"", 10, 10, 14, 0, "dataType=u32|s32">];
}

//--- gone.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// GONE: gone.td:[[@LINE+1]]:5: error: an old form of 'frob' says no version from which it is gone
def PTX_FrobOp : PTX_Inst<"frob"> {
  let Slots = [S_Type];
  let Forms = [OldForm<"dataType=u32", 10, 10, 0, 70>];
}

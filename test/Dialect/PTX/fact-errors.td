// RUN: split-file %s %t
// RUN: not sass-tblgen -gen-ptx-facts -I %src_root/include -I %mlir_include %t/pure.td 2>&1 | FileCheck %t/pure.td --check-prefix=PURE
// RUN: not sass-tblgen -gen-ptx-facts -I %src_root/include -I %mlir_include %t/updates.td 2>&1 | FileCheck %t/updates.td --check-prefix=UPDATES
// RUN: not sass-tblgen -gen-ptx-facts -I %src_root/include -I %mlir_include %t/local.td 2>&1 | FileCheck %t/local.td --check-prefix=LOCAL
// RUN: sass-tblgen -gen-ptx-facts -I %src_root/include -I %mlir_include %t/good.td | FileCheck %t/good.td

// Facts that contradict the rest of a record, and what is made of those that do not.

//--- pure.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// PURE: pure.td:[[@LINE+1]]:5: error: 'frob' accesses no memory and is not convergent: it is Pure
def PTX_FrobOp : PTX_MemInst<"frob"> {
  let ReadsMemory = 0;
  let WritesMemory = 0;
  let Forms = [PTX_Form<"">];
}

//--- updates.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// UPDATES: updates.td:[[@LINE+1]]:5: error: 'frob' has no results to update
def PTX_FrobOp : PTX_Inst<"frob"> {
  let UpdatesResults = 1;
  let Forms = [PTX_Form<"">];
}

//--- local.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// LOCAL: local.td:[[@LINE+1]]:5: error: 'frob' has no address to refuse
def PTX_FrobOp : PTX_MemInst<"frob"> {
  let RefusesLocal = 1;
  let Forms = [PTX_Form<"">];
}

//--- good.td
include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"
// Reads, writes, refuses local memory, updates its results; in the order of mnemonics.
// CHECK:      {true, true, false, false}, // access
def PTX_AccessOp : PTX_MemInst<"access"> { let Forms = [PTX_Form<"">]; }
// CHECK-NEXT: {true, true, true, false}, // atomic
def PTX_AtomicOp : PTX_MemInst<"atomic"> {
  let RefusesLocal = 1;
  let Srcs = [PTX_DataAddress<"address">];
  let Forms = [PTX_Form<"">];
}
// CHECK-NEXT: {false, false, false, false}, // compute
def PTX_ComputeOp : PTX_Inst<"compute"> { let Forms = [PTX_Form<"">]; }
// CHECK-NEXT: {false, false, false, true}, // exchange
def PTX_ExchangeOp : PTX_ExchangeInst<"exchange"> {
  let UpdatesResults = 1;
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Forms = [PTX_Form<"dataType=u32">];
}
// CHECK-NEXT: {true, false, false, false}, // read
def PTX_ReadOp : PTX_MemInst<"read"> {
  let WritesMemory = 0;
  let Forms = [PTX_Form<"">];
}

// RUN: sass-tblgen -gen-op-text -I %mlir_include -I %src_root/include %s | FileCheck %s

// What ops are in words, without the indentation that lines share; ops without words
// are left out. An instruction record has ops in two dialects and stands by its name.

include "mlir/IR/OpBase.td"
include "ptx-mlir/ISA/Base.td"

def D : Dialect { let name = "d"; }

// CHECK-NOT: d.silent
def SilentOp : Op<D, "silent">;

// CHECK: OP_TEXT("d.said", "says it", "First {{\\"line\\"[.]\\n\\n  Further in[.]\\nAnd back[.]}}")
def SaidOp : Op<D, "said"> {
  let summary = "says it";
  let description = [{
    First "line".

      Further in.
    And back.
  }];
}

// CHECK: OP_TEXT("two.words", "an instruction", "")
def TWO_WORDS : Inst<"TWO.WORDS", [], [], [], SchedClass<"C">> {
  let Summary = "an instruction";
}

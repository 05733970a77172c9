//===- OriDerived.td - Slow paths of derived functions -----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function such as division is a short sequence that is right for nearly all
// operands, and a slow path for the rest. One operation holds the slow path's
// place until late expansion, so that no branches are in the way of
// optimization.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_DERIVED
#define PTXMLIR_DIALECT_ORI_DERIVED

include "ptx-mlir/Dialect/Ori/IR/OriBase.td"
include "mlir/IR/EnumAttr.td"

class Ori_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::ptxmlir::ori";
}
def Ori_DerivedFunction : Ori_Enum<"DerivedFunction",
    "a function that takes several instructions", [
  I32EnumAttrCase<"DivF32", 0, "div_f32">, I32EnumAttrCase<"RcpF32", 1, "rcp_f32">,
  I32EnumAttrCase<"SqrtF32", 2, "sqrt_f32">, I32EnumAttrCase<"DivF64", 3, "div_f64">,
  I32EnumAttrCase<"RcpF64", 4, "rcp_f64">, I32EnumAttrCase<"SqrtF64", 5, "sqrt_f64">]>;
/// Numbered as the rounding modifiers of instructions are.
def Ori_Rounding : Ori_Enum<"Rounding", "how a result is rounded", [
  I32EnumAttrCase<"RN", 0, "rn">, I32EnumAttrCase<"RM", 1, "rm">,
  I32EnumAttrCase<"RP", 2, "rp">, I32EnumAttrCase<"RZ", 3, "rz">]>;

def Ori_SlowPathOp : Op<Ori_Dialect, "slow_path", [Pure, AllTypesMatch<["a", "b", "fast", "result"]>]> {
  let summary = "a function for the operands that a fast sequence is not good for";
  let description = [{
    The function of the sources, correctly rounded, where `unsafe` holds, else
    `fast`, which a sequence of instructions in front has computed:

    ```mlir
    %q = ori.slow_path div_f32 rn of %a, %b if %unsafe else %fast : !ori.r
    ```
    A function of one operand has it twice. With `ftz`, subnormal operands and results are zeros. Where `unsafe` does not
    hold, `fast` is the function's value too, so that more may be computed anew
    than has to be. `ori-late-expansion` makes a branch to code at the end of the
    function of it.
  }];
  let arguments = (ins Ori_DerivedFunction:$function, Ori_Rounding:$rounding, UnitProp:$ftz,
                       Ori_Pred:$unsafe, Ori_Value:$fast, Ori_Value:$a, Ori_Value:$b);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = [{
    $function $rounding (`ftz` $ftz^)? `of` $a `,` $b `if` $unsafe `else` $fast attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}

#endif // PTXMLIR_DIALECT_ORI_DERIVED

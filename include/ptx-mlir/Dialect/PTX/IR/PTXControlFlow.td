//===- PTXControlFlow.td - branches and calls --------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terminators and calls. They stand apart from the instruction records because
// their operands are blocks, functions and lists of parameters.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_CONTROLFLOW_TD
#define PTX_MLIR_DIALECT_PTX_CONTROLFLOW_TD

include "ptx-mlir/Dialect/PTX/IR/PTXStructureBase.td"

class PTX_Terminator<string mnemonic, list<Trait> traits = []>
    : PTX_Op<mnemonic, traits # [Terminator]>;

def PTX_BraOp : PTX_Terminator<"bra", [Pure,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch, or control running on into the next block";
  let arguments = (ins Variadic<AnyType>:$destOperands);
  let successors = (successor AnySuccessor:$dest);
  let assemblyFormat = [{
    $dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict
  }];
}

def PTX_CondBraOp : PTX_Terminator<"cond_bra", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "guarded branch";
  let description = [{
    `@!p bra L` is a branch whose false successor is L. `uni` is set for
    `bra.uni`: the guard is the same in all threads of the warp.
  }];
  let arguments = (ins I1:$condition, Variadic<AnyType>:$trueOperands,
                   Variadic<AnyType>:$falseOperands, UnitProp:$uni);
  let successors = (successor AnySuccessor:$trueDest, AnySuccessor:$falseDest);
  let assemblyFormat = [{
    (`uni` $uni^)? $condition `,`
    $trueDest (`(` $trueOperands^ `:` type($trueOperands) `)`)? `,`
    $falseDest (`(` $falseOperands^ `:` type($falseOperands) `)`)? attr-dict
  }];
}

def PTX_BrxOp : PTX_Terminator<"brx", [Pure,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "indexed branch; an index out of range is undefined behaviour";
  let arguments = (ins I32:$index,
                   VariadicOfVariadic<AnyType, "target_segments">:$targetOperands,
                   DenseI32ArrayAttr:$target_segments, UnitProp:$uni);
  let successors = (successor VariadicSuccessor<AnySuccessor>:$targets);
  let assemblyFormat = [{
    (`uni` $uni^)? $index `,`
    custom<BrxTargets>($targets, $targetOperands, type($targetOperands))
    attr-dict
  }];
}

def PTX_RetOp : PTX_Terminator<"ret", [ReturnLike]> {
  let summary = "return; in an entry, the end of the thread";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def PTX_ExitOp : PTX_Terminator<"exit"> {
  let summary = "end of the thread";
  let assemblyFormat = "attr-dict";
}

def PTX_TrapOp : PTX_Terminator<"trap"> {
  let summary = "abort of the grid";
  let assemblyFormat = "attr-dict";
}

def PTX_CallOp : PTX_Op<"call", [PTX_Convergent,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "direct call";
  let description = [{
    `args` and `rets` have one number per parameter and return value of the
    callee: that of the `.param` variable of this function (`call_params`) that
    holds it, or -1 for the next operand or result (a register).
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$arguments,
                   DenseI32ArrayAttr:$args, DenseI32ArrayAttr:$rets,
                   UnitProp:$uni);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    (`uni` $uni^)? $callee `rets` $rets `args` $args
    `(` $arguments `)` attr-dict `:` functional-type($arguments, $values)
  }];
}

def PTX_CallIndirectOp : PTX_Op<"call_indirect", [PTX_Convergent]> {
  let summary = "call through a function address";
  let description = [{
    As `ptx.call`; `prototype_params` and `prototype_returns` come from the
    `.callprototype`, `targets` from `.calltargets`.
  }];
  let arguments = (ins I64:$target, Variadic<AnyType>:$arguments,
                   DenseI32ArrayAttr:$args, DenseI32ArrayAttr:$rets,
                   OptionalAttr<PTX_VarArray>:$prototype_params,
                   OptionalAttr<PTX_VarArray>:$prototype_returns,
                   OptionalAttr<ArrayAttr>:$targets, UnitProp:$uni);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    (`uni` $uni^)? $target `rets` $rets `args` $args
    `(` $arguments `)` attr-dict `:` functional-type($arguments, $values)
  }];
}

#endif // PTX_MLIR_DIALECT_PTX_CONTROLFLOW_TD

//===- EachOps.td - A dialect of one kernel per loop -------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EACH_OPS
#define EACH_OPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Each_Dialect : Dialect {
  let name = "each";
  let cppNamespace = "::each";
  let summary = "what is done for each element of some arrays";
  let useDefaultTypePrinterParser = 1;
}

def Each_Array : TypeDef<Each_Dialect, "Array"> {
  let mnemonic = "array";
  let summary = "an array of f32 in global memory";
}

class Each_Op<string mnemonic, list<Trait> traits = []>
    : Op<Each_Dialect, mnemonic, traits>;

def Each_KernelOp : Each_Op<"kernel", [Symbol, IsolatedFromAbove, NoTerminator,
                                       SingleBlock]> {
  let summary = "what is done for one element";
  let description = [{
    Arguments are f32, the same for all elements, and arrays. A launch has them in
    their order, then how many elements there are (32 bits).
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Each_GetOp : Each_Op<"get"> {
  let summary = "the element of an array";
  let arguments = (ins Each_Array:$array);
  let results = (outs F32:$value);
  let assemblyFormat = "$array attr-dict";
}

def Each_SetOp : Each_Op<"set"> {
  let summary = "gives the element of an array a value";
  let arguments = (ins Each_Array:$array, F32:$value);
  let assemblyFormat = "$array `,` $value attr-dict";
}

def Each_ConstantOp : Each_Op<"constant", [Pure]> {
  let arguments = (ins F32Attr:$value);
  let results = (outs F32:$result);
  let assemblyFormat = "$value attr-dict";
}

class Each_BinaryOp<string mnemonic> : Each_Op<mnemonic, [Pure]> {
  let arguments = (ins F32:$a, F32:$b);
  let results = (outs F32:$result);
  let assemblyFormat = "$a `,` $b attr-dict";
}
def Each_AddOp : Each_BinaryOp<"add">;
def Each_MulOp : Each_BinaryOp<"mul">;
def Each_MaxOp : Each_BinaryOp<"max">;

#endif // EACH_OPS

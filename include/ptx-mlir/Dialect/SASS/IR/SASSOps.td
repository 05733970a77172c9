//===- SASSOps.td - Structural ops of the sass dialect -----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules, functions, variables and what holds blocks together: the operations
// of machine code that are no instruction words, and the branches, which have
// successors.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_OPS
#define PTXMLIR_DIALECT_SASS_OPS

include "ptx-mlir/Dialect/SASS/IR/SASSBase.td"
include "ptx-mlir/Dialect/Kernel.td"

class SASS_Op<string mnemonic, list<Trait> traits = []>
    : Op<SASS_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Module level
//===----------------------------------------------------------------------===//

def SASS_ModuleOp : SASS_Op<"module", [IsolatedFromAbove, SymbolTable, NoTerminator,
                                       SingleBlock, NoRegionArguments]> {
  let summary = "machine code and data for one SM";
  let description = [{
    The module of a decoded cubin keeps the whole file in `image`: what its
    functions do not describe survives an edit unchanged. It is written behind
    the body, as lines of hexadecimal digits:

    ```
    sass.module attributes {sm = 90 : i32} { ... } image "7f45..." "..."
    ```

    The attributes stand before the body, so that its instructions are parsed as
    those of the SM.
  }];
  let arguments = !con(Module_Attrs, (ins OptionalAttr<DenseI8ArrayAttr>:$image));
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def SASS_FuncOp : SASS_Op<"func", [IsolatedFromAbove, Symbol,
                                   HasParent<"::ptxmlir::sass::ModuleOp">]> {
  let summary = "a kernel or device function as machine code";
  let description = [{
    `registers` is the number of 32-bit registers per thread, `barriers` the
    number of CTA barriers. Blocks are in layout order. The code of a kernel
    holds that of the functions that it calls: they begin at the labels
    `functions`, in this order, and `stack_bytes` are the frame of the kernel
    and those of the functions above it.
  }];
  let arguments = !con(Kernel_Attrs, (ins
    DefaultValuedAttr<I32Attr, "0">:$registers,
    DefaultValuedAttr<I32Attr, "0">:$barriers,
    DefaultValuedAttr<I32Attr, "0">:$stack_bytes,
    OptionalAttr<StrArrayAttr>:$functions));
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let extraClassDeclaration = [{
    bool isDeclaration() { return getBody().empty(); }
  }];
}

def SASS_GlobalOp : SASS_Op<"global", [Symbol, HasParent<"::ptxmlir::sass::ModuleOp">]> {
  let summary = "a variable in global, constant or shared memory";
  let arguments = Variable_Attrs;
  let assemblyFormat = "$space $sym_name attr-dict";
}

//===----------------------------------------------------------------------===//
// Blocks and labels
//===----------------------------------------------------------------------===//

def SASS_LabelOp : SASS_Op<"label"> {
  let summary = "a code address that is no control-flow edge";
  let description = "The address of the next instruction; see #sass.label.";
  let arguments = (ins StrAttr:$name);
  let assemblyFormat = "$name attr-dict";
}

def SASS_RawOp : SASS_Op<"raw"> {
  let summary = "16 bytes that no instruction record describes";
  let arguments = (ins I64Attr:$low, I64Attr:$high);
  let assemblyFormat = "custom<HexWord>($low) `,` custom<HexWord>($high) attr-dict";
}

def SASS_FallthroughOp : SASS_Op<"fallthrough", [Terminator]> {
  let summary = "control runs on into the next block; no bytes";
  let successors = (successor AnySuccessor:$next);
  let assemblyFormat = "$next attr-dict";
}

def SASS_EndOp : SASS_Op<"end", [Terminator]> {
  let summary = "control does not run past the end of this block; no bytes";
  let assemblyFormat = "attr-dict";
}

def SASS_BRAOp : SASS_InstOp<"BRA", [Terminator]> {
  let summary = "branch";
  let description = [{
    Successors: the target, and for a guarded branch the next block. The text
    form prints the target as a block.
  }];
  let successors = (successor VariadicSuccessor<AnySuccessor>:$targets);
  let builders = [OpBuilder<(ins "const ::ptxmlir::isa::Inst &":$inst,
                                 "::mlir::BlockRange":$targets), [{
    $_state.getOrAddProperties<Properties>().inst = inst;
    $_state.addSuccessors(targets);
  }]>];
}

def SASS_BRXOp : SASS_InstOp<"BRX", [Terminator]> {
  let summary = "indexed branch; successors are all possible targets";
  let successors = (successor VariadicSuccessor<AnySuccessor>:$targets);
  let builders = [OpBuilder<(ins "const ::ptxmlir::isa::Inst &":$inst,
                                 "::mlir::BlockRange":$targets), [{
    $_state.getOrAddProperties<Properties>().inst = inst;
    $_state.addSuccessors(targets);
  }]>];
}

#endif // PTXMLIR_DIALECT_SASS_OPS

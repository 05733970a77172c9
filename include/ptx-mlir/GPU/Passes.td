//===- Passes.td - From MLIR's gpu dialect to this compiler -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They run in mlir-opt, which loads lib/GPU as a plug-in; tools of this project do not
// link them, as they need all of libMLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_GPU_PASSES
#define PTXMLIR_GPU_PASSES

include "mlir/Pass/PassBase.td"

// What a #ptx.target has, as options of a pass.
class TargetOptions {
  list<Option> All = [
    Option<"chip", "chip", "std::string", "\"sm_90\"", "SM to compile for">,
    Option<"opt", "opt", "unsigned", "3", "level of optimization, 0 to 3">,
    Option<"features", "features", "std::string", "\"\"",
           "features of LLVM's NVPTX backend, e.g. +ptx83">,
    ListOption<"link", "link", "std::string",
               "bitcode files that become part of the module">
  ];
}

def GPUAttachPTXTarget : Pass<"gpu-attach-ptx-target", ""> {
  let summary = "makes this compiler a target of the gpu.modules";
  let description = [{
    Adds a `#ptx.target` to the targets of each `gpu.module` below the op, so that
    `gpu-module-to-binary` has an object by this compiler in the `gpu.binary`.
  }];
  let options = !listconcat(TargetOptions<>.All, [
    Option<"modules", "modules", "std::string", "\"\"",
           "regular expression of the modules' names; all if empty">,
    Option<"words", "options", "std::string", "\"\"",
           "further words of optxas's command line">
  ]);
  let dependentDialects = ["::ptxmlir::ptx::PTXDialect"];
}

def GPUToPTX : Pass<"gpu-to-ptx", "::mlir::ModuleOp"> {
  let summary = "takes a module in the LLVM dialect to the ptx dialect";
  let description = [{
    Device code in the `llvm` and `nvvm` dialects becomes PTX by LLVM's NVPTX
    backend and is parsed. Each `gpu.module` becomes a `ptx.module`; a module
    without one is device code itself. Host code is dropped: what is left is the
    device program, which `ptx-opt` and the pipelines of this project read.

    The options count for modules that have no `#ptx.target`; others become what
    the first of theirs says.
  }];
  let options = TargetOptions<>.All;
  let dependentDialects = ["::ptxmlir::ptx::PTXDialect"];
}

def GPUWriteObjects : Pass<"gpu-write-objects", "::mlir::ModuleOp"> {
  let summary = "writes the objects of each gpu.binary to files";
  let description = [{
    A `gpu.binary @k` is written to `PREFIXk.cubin`, or `.ptx`, `.bc` or `.fatbin`
    by the format of its object; behind the first one of a name, to `k.1.cubin`
    and so on.
  }];
  let options = [
    Option<"prefix", "prefix", "std::string", "\"\"",
           "what the names of files begin with, e.g. FOLDER/">
  ];
}

def GPUObjectsToNVVM : Pass<"gpu-objects-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "names #nvvm.target as the target of our objects";
  let description = [{
    An object by `#ptx.target` is a cubin like any other. Behind this pass its
    target is the `#nvvm.target` of the same chip and level, so that tools which
    know nothing of this project (`mlir-translate`, `mlir-runner`) read the module.
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

#endif // PTXMLIR_GPU_PASSES

//===- PTXTarget.td - the compiler as a target of gpu.module -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Apart from the other attributes, so that only who uses it includes its class.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_TARGET_TD
#define PTX_MLIR_DIALECT_PTX_TARGET_TD

include "ptx-mlir/Dialect/PTX/IR/PTXBase.td"

def PTX_TargetAttr : AttrDef<PTX_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "this compiler as the target of a `gpu.module`";
  let description = [{
    Stands among the targets of a `gpu.module` of MLIR's `gpu` dialect, as
    `#nvvm.target` does: `gpu-module-to-binary` then makes the module PTX by
    LLVM's NVPTX backend and the PTX machine code by this compiler, in one
    process. `chip` is the SM; `opt` the level of both; `features` are those of
    the backend ("+ptx83"); `link` names bitcode files that become part of the
    module; `options` are further words of optxas's command line.

    The attribute belongs to the dialect so that IR with it parses anywhere; what
    it does is in the library PTXMLIRShared, as it needs LLVM's backend.
  }];
  let parameters = (ins
    StringRefParameter<"", [{"sm_90"}]>:$chip,
    DefaultValuedParameter<"unsigned", "3">:$opt,
    StringRefParameter<"", [{""}]>:$features,
    OptionalParameter<"::mlir::ArrayAttr">:$link,
    StringRefParameter<"", [{""}]>:$options
  );
  let assemblyFormat = "(`<` struct($chip, $opt, $features, $link, $options)^ `>`)?";
  let genVerifyDecl = 1;
}

#endif // PTX_MLIR_DIALECT_PTX_TARGET_TD

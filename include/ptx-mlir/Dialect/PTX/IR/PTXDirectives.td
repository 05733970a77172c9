//===- PTXDirectives.td - PTX directives -------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 11: what the directives need. Those without a need are
// not here.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_DIRECTIVES_TD
#define PTX_MLIR_DIALECT_PTX_DIRECTIVES_TD

include "ptx-mlir/Dialect/PTX/IR/PTXBase.td"

def PTX_DirectiveKind : PTX_ModEnum<"Directive", [
  PTX_Case<"maxnreg", 13>, PTX_Case<"alias", 63, 30>,
  PTX_Case<"weak", 31, 20>, PTX_Case<"common", 50, 20>,
  PTX_Case<"noreturn", 64, 30>, PTX_Case<"maxntid", 13>, PTX_Case<"reqntid", 21>,
  PTX_Case<"minnctapersm", 20>, PTX_Case<"maxnctapersm", 13>,
  PTX_Case<"reqnctapercluster", 78, 90>, PTX_Case<"explicitcluster", 78, 90>,
  PTX_Case<"maxclusterrank", 78, 90>, PTX_Case<"blocksareclusters", 90, 90>,
  PTX_Case<"abi_preserve", 90, 80>, PTX_Case<"abi_preserve_control", 90, 80>,
  PTX_Case<"pragma", 20>, PTX_Case<"managed", 40, 30>,
  PTX_Case<"unified", 90, 90>, PTX_Case<"ptr", 22>,
  PTX_Case<"callprototype", 21, 20>, PTX_Case<"calltargets", 21, 20>,
  PTX_Case<"branchtargets", 21, 20>, PTX_Case<"texref", 15>,
  PTX_Case<"samplerref", 15>, PTX_Case<"surfref", 15>
]>;

/// What an initial value of a texture, sampler or surface sets.
def PTX_OpaqueFieldKind : PTX_ModEnum<"OpaqueField", [
  PTX_Case<"width">, PTX_Case<"height">, PTX_Case<"depth">,
  PTX_Case<"channel_data_type">, PTX_Case<"channel_order">,
  PTX_Case<"normalized_coords">, PTX_Case<"array_size">,
  PTX_Case<"num_mipmap_levels">, PTX_Case<"num_samples">,
  PTX_Case<"filter_mode">, PTX_Case<"addr_mode_0">, PTX_Case<"addr_mode_1">,
  PTX_Case<"addr_mode_2">
]>;
def PTX_OpaqueValueKind : PTX_ModEnum<"OpaqueValue", [
  PTX_Case<"nearest">, PTX_Case<"linear">, PTX_Case<"wrap">,
  PTX_Case<"mirror">, PTX_Case<"clamp_ogl">, PTX_Case<"clamp_to_edge">,
  PTX_Case<"clamp_to_border">
]>;

#endif // PTX_MLIR_DIALECT_PTX_DIRECTIVES_TD

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

/// The versions of PTX that there are.
class PTX_VersionCase<int number>
    : PTX_Case<"" # !div(number, 10) # "."
                   # !sub(number, !mul(10, !div(number, 10))),
               0, 0, "V" # number>;
def PTX_VersionKind : PTX_ModEnum<"PTXVersion", !foreach(number, [
  10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 30, 31, 32, 40, 41, 42, 43, 50, 51,
  60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83,
  84, 85, 86, 87, 88, 90
], PTX_VersionCase<number>)>;

/// The targets, with the first version that has each.
def PTX_TargetKind : PTX_ModEnum<"TargetName", [
  PTX_Case<"sm_10", 10>, PTX_Case<"sm_11", 10>, PTX_Case<"sm_12", 12>,
  PTX_Case<"sm_13", 12>, PTX_Case<"sm_20", 20>, PTX_Case<"sm_21", 20>,
  PTX_Case<"sm_30", 30>, PTX_Case<"sm_32", 40>, PTX_Case<"sm_35", 31>,
  PTX_Case<"sm_37", 41>, PTX_Case<"sm_50", 40>, PTX_Case<"sm_52", 41>,
  PTX_Case<"sm_53", 42>, PTX_Case<"sm_60", 50>, PTX_Case<"sm_61", 50>,
  PTX_Case<"sm_62", 50>, PTX_Case<"sm_70", 51>, PTX_Case<"sm_72", 61>,
  PTX_Case<"sm_75", 63>, PTX_Case<"sm_80", 70>, PTX_Case<"sm_82", 62>,
  PTX_Case<"sm_86", 71>, PTX_Case<"sm_87", 74>, PTX_Case<"sm_88", 73>,
  PTX_Case<"sm_89", 78>, PTX_Case<"sm_90", 78>, PTX_Case<"sm_90a", 80>,
  PTX_Case<"sm_100", 86>, PTX_Case<"sm_100a", 86>, PTX_Case<"sm_100f", 88>,
  PTX_Case<"sm_101", 86>, PTX_Case<"sm_101a", 86>, PTX_Case<"sm_101f", 88>,
  PTX_Case<"sm_103", 88>, PTX_Case<"sm_103a", 88>, PTX_Case<"sm_103f", 88>,
  PTX_Case<"sm_110", 90>, PTX_Case<"sm_110a", 90>, PTX_Case<"sm_110f", 90>,
  PTX_Case<"sm_120", 87>, PTX_Case<"sm_120a", 87>, PTX_Case<"sm_120f", 88>,
  PTX_Case<"sm_121", 88>, PTX_Case<"sm_121a", 88>, PTX_Case<"sm_121f", 88>
]>;

#endif // PTX_MLIR_DIALECT_PTX_DIRECTIVES_TD

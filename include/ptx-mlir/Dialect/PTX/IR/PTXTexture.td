//===- PTXTexture.td - PTX textures and surfaces -----------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.10 (textures) and 9.7.11 (surfaces). What the ISA
// leaves open was observed on ptxas 13.0.88.
//
// A texture, sampler or surface is an i64: the address of its variable, or what
// a register holds.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_TEXTURE_TD
#define PTX_MLIR_DIALECT_PTX_TEXTURE_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

def PTX_Geometry : PTX_ModEnum<"Geometry", [
  Case<"1d">, Case<"2d">, Case<"3d">, Case<"a1d", 15, 20>, Case<"a2d", 15, 20>,
  Case<"cube", 15, 20>, Case<"acube", 30, 20>, Case<"2dms", 32, 30>,
  Case<"a2dms", 32, 30>
]>;
def PTX_MipMode : PTX_ModEnum<"MipMode", [
  Case<"base", 31, 20>, Case<"level", 31, 20>, Case<"grad", 31, 20>
]>;
def PTX_TexComponent : PTX_ModEnum<"TexComponent", [
  Case<"r">, Case<"g">, Case<"b">, Case<"a">
]>;
def PTX_TexQuery : PTX_ModEnum<"TexQuery", [
  Case<"width">, Case<"height">, Case<"depth">, Case<"channel_data_type", 21>,
  Case<"channel_order", 21>, Case<"normalized_coords">, Case<"array_size">,
  Case<"num_mipmap_levels">, Case<"num_samples">, Case<"filter_mode">,
  Case<"addr_mode_0">, Case<"addr_mode_1">, Case<"addr_mode_2">,
  Case<"force_unnormalized_coords">, Case<"memory_layout">
]>;
def PTX_SurfaceClamp : PTX_ModEnum<"SurfaceClamp", [
  Case<"trap">, Case<"clamp", 15, 20>, Case<"zero", 15, 20>
]>;
def PTX_OpaqueType : PTX_ModEnum<"OpaqueType", [
  Case<"texref">, Case<"samplerref">, Case<"surfref">
]>;

def S_Geometry : PTX_Slot<"geometry", PTX_Geometry>;
/// Coordinates: one per dimension, the array or sample index before them; three
/// take the place of four.
defvar CoordCount =
    "geometry:2d=2|3d=4|a1d=2|a2d=4|cube=4|acube=4|2dms=4|a2dms=4";
/// Offsets and gradients have one per dimension.
defvar StepCount = "geometry:2d=2|3d=4|a2d=2|cube=4|acube=4|2dms=2|a2dms=2";
defvar FloatGeometry = "geometry=1d|2d|3d|a1d|a2d|cube|acube";

/// Results and the operands between brackets that tex and tld4 have. The
/// sampler is written in independent texture mode.
class PTX_TexLike<string mnemonic, string coordRegisters = "">
    : PTX_MemInst<mnemonic> {
  let Dsts = [PTX_VecDst<"values", "dataType", 0>,
              PTX_PairDst<"resident", "?", 71, 60>];
  list<PTX_Operand> Bracket = [
    PTX_BracketSrc<"texture", "texref">,
    PTX_BracketSrc<"sampler", "samplerref", "?">,
    PTX_TexCoords<"coords", "srcType", CoordCount, coordRegisters>
  ];
}

/// Steps from the coordinates, and what depths are compared with.
class PTX_TexOffsets<string when> : PTX_CountSrc<"offsets", "s32", StepCount, when> {
  let OptionalPTX = 43;
  let OptionalSM = 30;
}
class PTX_TexReference<string when> : PTX_LooseSrc<"reference", "f32", when> {
  let OptionalPTX = 43;
  let OptionalSM = 30;
}

/// ptxas makes several instructions of these gradients.
defvar GradientRegisters = "strict@mip=grad&geometry=3d|a2d|cube|acube";

def PTX_TexOp : PTX_TexLike<"tex", GradientRegisters> {
  let Slots = [PTX_NameSlot<"mip", PTX_MipMode>, S_Geometry, S_Vector, S_Type,
               S_SrcType, PTX_Number<"hasSampler", 1>,
               PTX_Number<"hasOffsets", 1>, PTX_Number<"hasReference", 1>];
  let Srcs = !listconcat(Bracket, [
    PTX_Src<"lod", "srcType", "mip=level">,
    PTX_CountSrc<"dPdx", "f32", StepCount, "mip=grad", GradientRegisters>,
    PTX_CountSrc<"dPdy", "f32", StepCount, "mip=grad", GradientRegisters>,
    PTX_TexOffsets<"?geometry=1d|2d|3d|a1d|a2d|2dms|a2dms">,
    PTX_TexReference<"?geometry=1d|2d|a1d|a2d|cube|acube&srcType=f32">
  ]);
  let Forms = [
    PTX_Form<"mip=base|level? geometry=1d|2d|3d|a1d|a2d vector=v4 dataType=u32|s32|f32 srcType=f32">,
    PTX_Form<"mip=base|level? geometry=cube|acube vector=v4 dataType=u32|s32|f32 srcType=f32", 30, 20>,
    PTX_Form<"mip=grad geometry=1d|2d|3d|a1d|a2d vector=v4 dataType=u32|s32|f32 srcType=f32">,
    PTX_Form<"mip=grad geometry=cube|acube vector=v4 dataType=u32|s32|f32 srcType=f32", 43, 20>,
    PTX_Form<"mip? geometry=1d|2d|3d|a1d|a2d vector=v4 dataType=u32|s32|f32 srcType=s32">,
    PTX_Form<"mip=base? geometry=2dms|a2dms vector=v4 dataType=u32|s32|f32 srcType=s32">,
    PTX_Form<!strconcat("mip=base|level? ", FloatGeometry, " vector=v4 dataType=f16 srcType=f32"), 42, 53>,
    PTX_Form<"mip=grad geometry=1d|2d|3d|a1d|a2d vector=v4 dataType=f16 srcType=f32", 42, 53>,
    PTX_Form<"mip=grad geometry=cube|acube vector=v4 dataType=f16 srcType=f32", 43, 53>,
    PTX_Form<"mip? geometry=1d|2d|3d|a1d|a2d vector=v4 dataType=f16 srcType=s32", 42, 53>,
    PTX_Form<"mip=base? geometry=2dms|a2dms vector=v4 dataType=f16 srcType=s32", 42, 53>,
    PTX_Form<!strconcat("mip=base|level? ", FloatGeometry, " vector=v2 dataType=f16x2 srcType=f32"), 42, 53>,
    PTX_Form<"mip=grad geometry=1d|2d|3d|a1d|a2d vector=v2 dataType=f16x2 srcType=f32", 42, 53>,
    PTX_Form<"mip=grad geometry=cube|acube vector=v2 dataType=f16x2 srcType=f32", 43, 53>,
    PTX_Form<"mip? geometry=1d|2d|3d|a1d|a2d vector=v2 dataType=f16x2 srcType=s32", 42, 53>,
    PTX_Form<"mip=base? geometry=2dms|a2dms vector=v2 dataType=f16x2 srcType=s32", 42, 53>
  ];
}

def PTX_Tld4Op : PTX_TexLike<"tld4"> {
  let Slots = [PTX_Slot<"component", PTX_TexComponent>, S_Geometry, S_Vector,
               S_Type, S_SrcType, PTX_Number<"hasSampler", 1>,
               PTX_Number<"hasOffsets", 1>, PTX_Number<"hasReference", 1>];
  let Srcs = !listconcat(Bracket, [
    PTX_TexOffsets<"?geometry=2d|a2d">, PTX_TexReference<"?">
  ]);
  let Forms = [
    PTX_Form<"component geometry=2d vector=v4 dataType=u32|s32|f32 srcType=f32", 22, 20>,
    PTX_Form<"component geometry=a2d|cube|acube vector=v4 dataType=u32|s32|f32 srcType=f32", 43, 30>
  ];
}

/// All but what only a sampler has.
defvar TextureQuery = "query=width|height|depth|channel_data_type|channel_order|normalized_coords|array_size|num_mipmap_levels|num_samples|filter_mode|addr_mode_0|addr_mode_1|addr_mode_2|memory_layout";

def PTX_TxqOp : PTX_Inst<"txq"> {
  let Slots = [PTX_NameSlot<"level", PTX_Flag<"level", 31, 20>>,
               PTX_Slot<"query", PTX_TexQuery>, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_BracketSrc<"texture", "texref", TextureQuery>,
              PTX_BracketSrc<"sampler", "samplerref",
                             "query=force_unnormalized_coords">,
              PTX_Src<"lod", "u32", "level">];
  let Forms = [
    PTX_Form<"query=width|height|depth|channel_data_type|channel_order|normalized_coords|filter_mode|addr_mode_0|addr_mode_1|addr_mode_2|force_unnormalized_coords dataType=b32", 15>,
    PTX_Form<"query=array_size|num_mipmap_levels dataType=b32", 41, 20>,
    PTX_Form<"query=num_samples dataType=b32", 41, 30>,
    PTX_Form<"query=memory_layout dataType=b32", 42, 20>,
    PTX_Form<"level query=width|height|depth dataType=b32", 43, 30>
  ];
}
def PTX_SuqOp : PTX_Inst<"suq"> {
  let Slots = [PTX_Slot<"query", PTX_TexQuery>, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_BracketSrc<"surface", "surfref">];
  let Forms = [
    PTX_Form<"query=width|height|depth|channel_data_type|channel_order dataType=b32", 15>,
    PTX_Form<"query=array_size dataType=b32", 41, 20>,
    PTX_Form<"query=memory_layout dataType=b32", 42, 20>
  ];
}
def PTX_IstypepOp : PTX_Inst<"istypep", [Pure]> {
  let Slots = [PTX_Slot<"type", PTX_OpaqueType>];
  let Dsts = [PTX_Dst<"p", "pred">];
  let Srcs = [PTX_Src<"a", "u64">];
  let Forms = [PTX_Form<"type", 40, 30>];
}

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

class PTX_SurfaceInst<string mnemonic> : PTX_MemInst<mnemonic> {
  list<PTX_Operand> Bracket = [
    PTX_BracketSrc<"surface", "surfref">,
    PTX_BracketVecSrc<"coords", "s32", CoordCount>
  ];
}
def S_SurfaceClamp : PTX_Slot<"clamp", PTX_SurfaceClamp>;
class PTX_SurfaceForms<string prefix> {
  list<PTX_Form> Value = !foldl([]<PTX_Form>, [
    " vector=v2? dataType=b8|b16|b32|b64 clamp",
    " vector=v4 dataType=b8|b16|b32 clamp"
  ], forms, types, !listconcat(forms, [
    PTX_Form<!strconcat(prefix, " geometry=1d|2d", types), 20, 20>,
    PTX_Form<!strconcat(prefix, " geometry=3d|a1d|a2d", types), 30, 20>
  ]));
}

def PTX_SuldBOp : PTX_SurfaceInst<"suld.b"> {
  let Slots = [S_Geometry, S_CacheOp, S_Vector, S_Type, S_SurfaceClamp];
  let Dsts = [PTX_VecDst<"values", "dataType">];
  let Srcs = Bracket;
  let Forms = PTX_SurfaceForms<"cacheOp=ca|cg|cs|cv?">.Value;
}
def PTX_SustBOp : PTX_SurfaceInst<"sust.b"> {
  let Slots = [S_Geometry, S_CacheOp, S_Vector, S_Type, S_SurfaceClamp];
  let Srcs = !listconcat(Bracket, [PTX_VecSrc<"values", "dataType">]);
  let Forms = PTX_SurfaceForms<"cacheOp=wb|cg|cs|wt?">.Value;
}
def PTX_SustPOp : PTX_SurfaceInst<"sust.p"> {
  let Slots = [S_Geometry, S_Vector, S_Type, S_SurfaceClamp];
  let Srcs = !listconcat(Bracket, [PTX_VecSrc<"values", "dataType">]);
  let Ignored = ["wb", "cg", "cs", "wt"];
  let Forms = [
    PTX_Form<"geometry=1d|2d vector=v2|v4? dataType=b32 clamp", 20, 20>,
    PTX_Form<"geometry=3d vector=v2|v4? dataType=b32 clamp", 30, 20>,
    PTX_Form<"geometry=a1d|a2d vector=v2|v4? dataType=b32 clamp", 41, 30>
  ];
}
class PTX_Sured<string mnemonic> : PTX_SurfaceInst<mnemonic> {
  let Slots = [PTX_Slot<"op", PTX_AtomOpKind>, S_Geometry, S_Type,
               S_SurfaceClamp];
}
def PTX_SuredBOp : PTX_Sured<"sured.b"> {
  let Srcs = !listconcat(Bracket, [PTX_RelaxedSrc<"value", "dataType">]);
  let Forms = !foldl([]<PTX_Form>, [20, 30], forms, ptx, !listconcat(forms,
      !foreach(text, [
    "op=add|min|max geometry=GEOM dataType=u32|s32 clamp",
    "op=add geometry=GEOM dataType=u64 clamp",
    "op=and|or geometry=GEOM dataType=b32 clamp"
  ], PTX_Form<!subst("GEOM", !if(!eq(ptx, 20), "1d|2d", "3d"), text), ptx, 20>), [
    PTX_Form<!subst("GEOM", !if(!eq(ptx, 20), "1d|2d", "3d"),
                "op=min|max geometry=GEOM dataType=u64|s64 clamp"), 81, 50>
  ]));
}
def PTX_SuredPOp : PTX_Sured<"sured.p"> {
  let Srcs = !listconcat(Bracket, [PTX_RelaxedSrc<"value", "dataType">]);
  let Forms = [
    PTX_Form<"op=add|min|max|and|or geometry=1d|2d dataType=b32 clamp", 20, 20>,
    PTX_Form<"op=add|min|max|and|or geometry=3d dataType=b32 clamp", 30, 20>,
    PTX_Form<"op=min|max geometry=1d|2d|3d dataType=b64 clamp", 81, 50>
  ];
}

#endif // PTX_MLIR_DIALECT_PTX_TEXTURE_TD

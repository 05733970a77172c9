//===- GroupMMA.td - Matrix products of warp groups --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The asynchronous products of sm_90a: four warps multiply 64 x k by k x n. b, and
// a where it is no register, lie in shared memory; the uniform registers of
// `desc` describe them. A record per type of the inputs and per place of a, because
// they decide about k and about the operands; n decides how many registers d has.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_GROUPMMA
#define PTXMLIR_ISA_GROUPMMA

include "ptx-mlir/ISA/Forms.td"

/// The shapes 64 x n x k; Regs is the size of an accumulator of 32-bit elements.
class GMMAShape<int value, int n, int k>
    : NamedModValue<value, ".64x" # n # "x" # k, "N" # n, !sra(n, 1)>;
/// n from 8 to 256 in steps of 8.
class GMMAShapes<string cppName, int k>
    : ModEnum<cppName, 5, !foreach(i, !range(32), GMMAShape<i, !mul(8, !add(i, 1)), k>)>;
def GMMAShape8 : GMMAShapes<"GMMAShape8", 8>;
def GMMAShape16 : GMMAShapes<"GMMAShape16", 16>;
def GMMAShape32 : GMMAShapes<"GMMAShape32", 32>;
def GMMAShape64 : GMMAShapes<"GMMAShape64", 64>;
/// With integers and bits n is 8, 24 or a multiple of 16.
class IntegerGMMAShapes<string cppName, int width, int k, int factor, int first>
    : ModEnum<cppName, width, !foreach(i, !range(18),
        GMMAShape<!add(!mul(i, factor), first),
                  !cond(!lt(i, 4) : !mul(8, !add(i, 1)), true : !mul(16, !sub(i, 1))), k>)>;
def IGMMAShape : IntegerGMMAShapes<"IGMMAShape", 6, 32, 3, 0>;
def IGMMASparseShape : IntegerGMMAShapes<"IGMMASparseShape", 6, 64, 3, 1>;
def BGMMAShape : IntegerGMMAShapes<"BGMMAShape", 5, 256, 1, 0>;

/// The accumulator; two f16 share a register.
def GMMAAcc : ModEnum<"GMMAAcc", 1, [ModValue<0, ".F16", 2>, ModValue<1, ".F32">]>;

/// The scoreboard that WARPGROUP.DEPBAR waits for.
def GroupScoreboard : ModEnum<"GroupScoreboard", 3, [
  NamedModValue<0, "gsb0", "GSB0">, NamedModValue<7, "", "None">,
]>;
class GroupScoreboardMod : EnumMod<"gsb", GroupScoreboard, 7> { let InOperands = 1; }
class OperandFlag<string name, string spelling> : FlagMod<name, spelling> {
  let InOperands = 1;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// `aReg`: a lies in registers; of `desc` only the upper pair is read, which describes
/// b (observed: ptxas keeps other values in the lower one). `sparse`: `e` holds the
/// metadata, `sel` the threads that give it. The product is added to c if `up`.
class GMMAInst<string mnemonic, int opcode, RegWidth acc, bit aReg, bit sparse, list<Mod> mods,
               list<Mod> flags, string asmSel, list<Place> places, list<FixedBits> fixed>
    : Inst<mnemonic, [Def<"d", R, acc>],
        !listconcat(!if(aReg, !if(!empty(flags), [Use<"a", R, Width<4>>],
                                  [UseN<"a", Width<4>>]), []<Slot>),
          [UseUR<"desc", !if(aReg, UpperPair, Width<4>)>, Use<"c", R, acc>, UseUP<"up">],
          !if(sparse, [Use<"e">], []<Slot>)),
        !listconcat(!if(sparse, [FlagMod<"regOffset", ".REGOFFSET">], []<Mod>), mods, flags, !if(sparse, [IntMod<"sel", 2>], []<Mod>),
          [GroupScoreboardMod<>]), !if(aReg, SchedGroupMMAReg, SchedGroupMMA)> {
  let IsConvergent = 1;
  let HasSideEffects = 1;
  let Reads = [SharedMemory];
  let Asm = "$d, " # !if(aReg, "$a, ", "") # "gdesc[$desc]"
    # !interleave(!foreach(f, flags, "$" # f.Name), "") # ", $c, $up?"
    # !if(sparse, ", $e, " # asmSel, "") # "?gsb=gsb0{, gsb0}";
  let Forms = [Form<!if(aReg, !or(opcode, 0x400), opcode), 1, [], !listconcat([Place<"d", 23, 16>,
      Place<"c", 71, 64>, InvPlaces<"up", 89, 87>, Place<"upNot", 90, 90>, Place<"gsb", 86, 84>],
    !if(aReg, !listconcat([Place<"a", 31, 24>, Place<"desc", 39, 32>],
                          !if(!empty(flags), []<Place>, [Place<"aNeg", 72, 72>])),
        [Place<"desc", 31, 24>]),
    !if(sparse, [Place<"e", 47, 40>, Place<"sel", 49, 48>, Place<"regOffset", 74, 74>], []<Place>), places),
    !listconcat([FixedBits<73, 73, sparse>], fixed), SM90Only>];
}

/// Floating point: the signs of a and b can be changed, 16-bit inputs transposed.

class FloatFlags<bit aReg, bit transposes> {
  list<Mod> Mods = !listconcat(!if(aReg, []<Mod>, [OperandFlag<"negA", ".negA">]), [OperandFlag<"negB", ".negB">],
    !if(transposes, !listconcat(!if(aReg, []<Mod>, [OperandFlag<"tnspA", ".tnspA">]),
                                [OperandFlag<"tnspB", ".tnspB">]), []<Mod>));
  list<Place> Places = !listconcat(!if(aReg, []<Place>, [Place<"negA", 72, 72>]),
    [Place<"negB", 63, 63>],
    !if(transposes, !listconcat(!if(aReg, []<Place>, [Place<"tnspA", 61, 61>]),
                                [Place<"tnspB", 62, 62>]), []<Place>));
}

def HGMMAType : ModEnum<"HGMMAType", 2, [NamedModValue<0, "", "F16">, ModValue<1, ".BF16">]>;
def HGMMATF32 : ModEnum<"HGMMATF32", 2, [ModValue<2, ".TF32">]>;
class HGMMAInst<bit aReg, bit sparse>
    : GMMAInst<!if(sparse, "HGMMA.SP", "HGMMA"), 0x9f0,
        WidthBySum<["shape"], 0, 128, "", "acc">, aReg, sparse,
        [EnumMod<"shape", !if(sparse, GMMAShape32, GMMAShape16)>, EnumMod<"acc", GMMAAcc, 1>,
         EnumMod<"type", HGMMAType>], FloatFlags<aReg, 1>.Mods, "$sel",
        !listconcat(FloatFlags<aReg, 1>.Places, [Place<"shape", 57, 53>, Place<"acc", 75, 75>,
          Place<"type", 77, 76>]), [FixedBits<59, 58, !if(sparse, 2, 0)>]>;
def HGMMA : HGMMAInst<0, 0> {
  let Summary = "product of f16 or bf16 matrices in shared memory by a warp group";
}
def HGMMA_R : HGMMAInst<1, 0> {
  let Summary = "product of an f16 or bf16 matrix in registers and one in shared memory";
}
def HGMMA_SP : HGMMAInst<0, 1> {
  let Summary = "product of a sparse and a dense f16 or bf16 matrix in shared memory";
}
def HGMMA_SP_R : HGMMAInst<1, 1> {
  let Summary = "product of a sparse f16 or bf16 matrix in registers and one in shared memory";
}
class HGMMATF32Inst<bit aReg, bit sparse>
    : GMMAInst<!if(sparse, "HGMMA.SP", "HGMMA"), 0x9f0,
        WidthBySum<["shape"], 0, 128, "", "acc">, aReg, sparse,
        [EnumMod<"shape", !if(sparse, GMMAShape16, GMMAShape8)>, EnumMod<"acc", GMMAAcc, 1>,
         EnumMod<"type", HGMMATF32, 2>], FloatFlags<aReg, 0>.Mods, "$sel",
        !listconcat(FloatFlags<aReg, 0>.Places, [Place<"shape", 57, 53>, Place<"acc", 75, 75>,
          Place<"type", 77, 76>]), [FixedBits<59, 58, !if(sparse, 0, 1)>]>;
def HGMMA_TF32 : HGMMATF32Inst<0, 0> {
  let Summary = "product of tf32 matrices in shared memory by a warp group";
}
def HGMMA_TF32_R : HGMMATF32Inst<1, 0> {
  let Summary = "product of a tf32 matrix in registers and one in shared memory";
}
def HGMMA_SP_TF32 : HGMMATF32Inst<0, 1> {
  let Summary = "product of a sparse and a dense tf32 matrix in shared memory";
}
def HGMMA_SP_TF32_R : HGMMATF32Inst<1, 1> {
  let Summary = "product of a sparse tf32 matrix in registers and one in shared memory";
}

def QGMMAType : ModEnum<"QGMMAType", 1, [ModValue<0, ".E4M3">, ModValue<1, ".E5M2">]>;
class QGMMAInst<bit aReg, bit sparse>
    : GMMAInst<!if(sparse, "QGMMA.SP", "QGMMA"), 0x9f3,
        WidthBySum<["shape"], 0, 128, "", "acc">, aReg, sparse,
        [EnumMod<"shape", !if(sparse, GMMAShape64, GMMAShape32)>, EnumMod<"acc", GMMAAcc, 1>,
         EnumMod<"typeA", QGMMAType>, EnumMod<"typeB", QGMMAType>],
        FloatFlags<aReg, 0>.Mods, "$sel?",
        !listconcat(FloatFlags<aReg, 0>.Places, [Place<"shape", 57, 53>, Place<"acc", 75, 75>,
          Place<"typeA", 76, 76>, Place<"typeB", 77, 77>]), [FixedBits<58, 58, sparse>]>;
def QGMMA : QGMMAInst<0, 0> {
  let Summary = "product of 8-bit float matrices in shared memory by a warp group";
}
def QGMMA_R : QGMMAInst<1, 0> {
  let Summary = "product of an 8-bit float matrix in registers and one in shared memory";
}
def QGMMA_SP : QGMMAInst<0, 1> {
  let Summary = "product of a sparse and a dense 8-bit float matrix in shared memory";
}
def QGMMA_SP_R : QGMMAInst<1, 1> {
  let Summary = "product of a sparse 8-bit float matrix in registers and one in shared memory";
}

def IGMMAType : ModEnum<"IGMMAType", 2, [ModValue<0, ".U8">, ModValue<1, ".S8">]>;
class IGMMAInst<bit aReg, bit sparse>
    : GMMAInst<!if(sparse, "IGMMA.SP", "IGMMA"), 0x9f1, WidthBySum<["shape"]>, aReg, sparse,
        [EnumMod<"shape", !if(sparse, IGMMASparseShape, IGMMAShape), sparse>,
         EnumMod<"typeA", IGMMAType>, EnumMod<"typeB", IGMMAType>, FlagMod<"sat", ".SAT">],
        []<Mod>, "$sel?", [Place<"shape", 58, 53>, Place<"typeA", 77, 76>,
          Place<"typeB", 83, 82>, Place<"sat", 75, 75>], []<FixedBits>>;
def IGMMA : IGMMAInst<0, 0> {
  let Summary = "product of 8-bit integer matrices in shared memory by a warp group";
}
def IGMMA_R : IGMMAInst<1, 0> {
  let Summary = "product of an 8-bit integer matrix in registers and one in shared memory";
}
def IGMMA_SP : IGMMAInst<0, 1> {
  let Summary = "product of a sparse and a dense 8-bit integer matrix in shared memory";
}
def IGMMA_SP_R : IGMMAInst<1, 1> {
  let Summary = "product of a sparse 8-bit integer matrix in registers and one in shared memory";
}

def BGMMAOp : ModEnum<"BGMMAOp", 2, [NamedModValue<2, ".AND.POPC", "AND">]>;
class BGMMAInst<bit aReg>
    : GMMAInst<"BGMMA", 0x9f2, WidthBySum<["shape"]>, aReg, 0,
        [EnumMod<"shape", BGMMAShape>, EnumMod<"op", BGMMAOp, 2>], []<Mod>, "",
        [Place<"shape", 57, 53>, Place<"op", 78, 77>], [FixedBits<80, 80, 1>]>;
def BGMMA : BGMMAInst<0> {
  let Summary = "product of bit matrices in shared memory by a warp group";
}
def BGMMA_R : BGMMAInst<1> {
  let Summary = "product of a bit matrix in registers and one in shared memory";
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

def WARPGROUP_ARRIVE : Inst<"WARPGROUP.ARRIVE", [], [], [], SchedBarrier> {
  let Summary = "order accesses to registers before the products that follow";
  let Sync = ProductsSync;
  let IsConvergent = 1;
  let HasSideEffects = 1;
  let Forms = [Form<0x9c5, 0, [], [], [FixedBits<80, 80, 0>], SM90Only>];
}
def WARPGROUP_DEPBAR : Inst<"WARPGROUP.DEPBAR.LE", [], [], [IntMod<"count", 3>], SchedDepbar> {
  let Summary = "wait until at most `count` groups of products are under way";
  let Sync = ProductsSync;
  let IsConvergent = 1;
  let HasSideEffects = 1;
  let Asm = "gsb0, $count";
  let Forms = [Form<0x9c5, 0, [], [Place<"count", 74, 72>],
    [FixedBits<47, 47, 1>, FixedBits<80, 80, 1>, FixedBits<86, 84, 0>], SM90Only>];
}

//===----------------------------------------------------------------------===//
// Registers of a warp group, sm_90a and later
//===----------------------------------------------------------------------===//

class SetMaxReg<string mnemonic, list<Slot> defs, list<Place> places, int op,
                list<FixedBits> fixed>
    : Inst<mnemonic, defs, [], [IntMod<"count", 10>], SchedBarrier> {
  let Facts = [Always<IsCompatFeature>];
  let IsConvergent = 1;
  let HasSideEffects = 1;
  let UniformGuard = 1;
  let Asm = !if(!empty(defs), "$count", "$pu, $count");
  let Forms = [Form<0x9c8, 1, [], !listconcat([Place<"count", 41, 32>], places),
    !listconcat([FixedBits<74, 72, op>], fixed), SM90Plus>];
}
def USETMAXREG_ALLOC : SetMaxReg<"USETMAXREG.TRY_ALLOC.CTAPOOL", [DefUP<"pu">],
                                 [Place<"pu", 83, 81>], 6, []> {
  let Summary = "try to get registers from the pool of the CTA";
  let Sync = TakeRegistersSync;
}
def USETMAXREG_DEALLOC : SetMaxReg<"USETMAXREG.DEALLOC.CTAPOOL", [], [], 5,
                                   [FixedBits<83, 81, 7>]> {
  let Summary = "give registers back to the pool of the CTA";
  let Sync = GiveRegistersSync;
}

def USETSHMSZ : Inst<"USETSHMSZ", [], [], [FlagMod<"flush", ".FLUSH">, IntMod<"bytes", 20>],
                     SchedBarrier> {
  let Summary = "set the size of the shared memory of the CTA";
  let IsConvergent = 1;
  let HasSideEffects = 1;
  let UniformGuard = 1;
  let Asm = "!flush{$bytes}";
  let Forms = [Form<0x9c9, 1, [], [Place<"flush", 72, 72>, Place<"bytes", 51, 32>], [], SM90Plus>];
}

#endif // PTXMLIR_ISA_GROUPMMA

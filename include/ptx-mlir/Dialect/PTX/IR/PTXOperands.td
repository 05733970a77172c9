//===- PTXOperands.td - modifiers and operands of records  -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts that a record of an instruction is made of: words behind the opcode
// and the operands that the text may have, with what each may be. PTXBase.td
// puts them together.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_OPERANDS_TD
#define PTX_MLIR_DIALECT_PTX_OPERANDS_TD

include "mlir/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// One value of a modifier. `ptx` and `sm` are the first PTX version (major *
/// 10 + minor) and the first SM that have it; `aliases` are other spellings of
/// the same meaning. An empty `symbol` is derived from the spelling:
/// `shared::cta` is `SharedCta`.
class PTX_Case<string spelling, int ptx = 0, int sm = 0, string symbol = "",
               list<string> aliases = []> {
  string Spelling = spelling;
  string Symbol = symbol;
  int MinPTX = ptx;
  int MinSM = sm;
  list<string> Aliases = aliases;
}

/// An enumeration of modifiers: value 0 means "not written", case i has value
/// i + 1. One case makes it a flag, whose accessor is a bool. `defaults` are
/// spellings that mean the same as writing nothing.
class PTX_ModEnum<string cppName, list<PTX_Case> cases,
                  list<string> defaults = []> {
  string CppName = cppName;
  list<PTX_Case> Cases = cases;
  list<string> Defaults = defaults;
  // ptxas takes these words on every instruction, where they mean nothing.
  bit IgnoredElsewhere = 0;
  int Bits = !add(!logtwo(!if(!empty(cases), 1, !size(cases))), 1);
  bit IsFlag = !eq(!size(cases), 1);
}

/// A data type: `kind` is one of b, u, s, f (scalar float), x (packed) or p
/// (predicate); `width` in bits. An exact one is in registers of its width also
/// where others may be in wider ones.
class PTX_TypeCase<string spelling, string kind, int width, int ptx = 0,
                   int sm = 0> : PTX_Case<spelling, ptx, sm> {
  string Kind = kind;
  int TypeBits = width;
  bit Exact = 0;
  // Registers and variables may have it.
  bit IsVariable = 0;
}

/// A place for a modifier in an instruction. Slots are written and printed in
/// the order of the record; the parser takes modifiers in any order, as ptxas
/// does, only those of one enum (the types of cvt) are positional. A spelling
/// that begins with `::` continues the word before it (`tcgen05.wait::ld`).
class PTX_Slot<string name, PTX_ModEnum modEnum, int width = modEnum.Bits> {
  string Name = name;
  PTX_ModEnum Enum = modEnum;
  int Bits = width;
  string Pascal = !toupper(!substr(name, 0, 1)) # !substr(name, 1);
  string CppType = !cond(modEnum.IsFlag : "bool",
                         !empty(modEnum.Cases) : modEnum.CppName,
                         true : "::ptxmlir::ptx::" # modEnum.CppName);
  // Written on an operand (`a.h1`, `-a`), not on the opcode.
  bit OnOperand = 0;
  // Continues the word of the slot before: `m64n8` and `k16` are `.m64n8k16`.
  bit Glued = 0;
  // Not a modifier of the PTX text: the operands say it, see PTX_Shape.
  bit Hidden = 0;
  // Spellings that ptxas reads as a part of the opcode's name: only others of
  // these, of slots before this one, may stand between it and the mnemonic.
  list<string> InName = [];
  // Like a second type: ptxas takes it only behind the slot before it.
  bit Behind = 0;
}
/// A slot all of whose spellings are part of the name, as `.lo` of `mul.lo`.
class PTX_NameSlot<string name, PTX_ModEnum modEnum> : PTX_Slot<name, modEnum> {
  let InName = !foreach(c, modEnum.Cases, c.Spelling);
}
class PTX_BehindSlot<string name, PTX_ModEnum modEnum>
    : PTX_Slot<name, modEnum> { let Behind = 1; }
class PTX_GluedSlot<string name, PTX_ModEnum modEnum>
    : PTX_Slot<name, modEnum> { let Glued = 1; }
/// A choice that PTX expresses by the operands (a register or an address, one
/// operand more). Conditions of operands refer to it like to any flag; the
/// parser takes the first choice whose operands have the kinds that are written.
/// The text of the operation has `keyword` among the modifiers.
class PTX_Shape<string name, string keyword>
    : PTX_Slot<name, PTX_ModEnum<"Flag", [PTX_Case<keyword>]>> {
  let Hidden = 1;
}
/// A modifier of an operand: the operand names it as its selector or negation.
class PTX_OperandSlot<string name, PTX_ModEnum modEnum,
                      int width = modEnum.Bits>
    : PTX_Slot<name, modEnum, width> { let OnOperand = 1; }
class PTX_Number<string name, int width>
    : PTX_Slot<name, PTX_ModEnum<"uint32_t", []>, width>;
class PTX_OperandNumber<string name, int width>
    : PTX_OperandSlot<name, PTX_ModEnum<"uint32_t", []>, width>;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// An operand of the PTX text. `type` is the width and class it must have: a
/// literal type ("b32", "pred"), the name of a type slot ("dataType"),
/// "wide:<slot>" for twice that width under `.wide`, or for the register that
/// holds elements of that type of a matrix "fragment:<slot>", "packed:<slot>"
/// (those of small integers are integers) or "halves:<slot>" (those of small
/// floats are pairs of f16), as ptxas 13.0.88 tells them apart. Addresses have "address" (32
/// or 64 bits) or "tmem" (tensor memory, 32 bits).
///
/// `when` tells whether it is there: "" always, "?" if written, "slot" if that
/// slot is, "slot=a|b" if it has one of these values ("none": if it is absent),
/// several conditions joined by "&". "?conditions" is optional where they hold
/// and required elsewhere; "conditions;..." is absent where the first ones do
/// not hold. Operands that are not
/// always there follow all others in the operation.
///
/// One operand of an instruction may be optional; where there are several, each
/// has a one-bit slot "has<Name>" that tells whether it was written (a flag of
/// PTX_OperandSlot if forms depend on it), and is absent where its conditions do
/// not hold.
class PTX_Operand<string kind, string name, string type, string when = ""> {
  // How many values a vector has: "vector" is what that slot says, "num" the
  // number in that slot, "A", "SparseA", "B" or "C" a fragment of a matrix,
  // "slot:value=n|value=n" what a table says (one elsewhere). Else a product of
  // factors joined by "*", each a list of `number` or `number@conditions` of
  // which the first that holds counts.
  string Count = "";
  // Operands in a row with the same number here are one bracket of the text,
  // `[a, b, {c, d}]`.
  int Bracket = 0;
  // The slot of a part of the register, `a.h1`; a number slot takes the digits
  // of `a.b3210`, three bits each, plus one.
  string Selector = "";
  // The number slot that `-a` sets.
  string Negation = "";
  // No constant can stand here.
  bit RegisterOnly = 0;
  // A special register can stand here, or (apart from addresses in a state space)
  // the name of a variable for its address: in others only after a `mov`.
  // Elements in braces may be special registers in any case.
  bit TakesSpecial = 0;
  bit TakesVariable = 0;
  // `_` can stand here: nobody wants the result. (Elements in braces may be `_`
  // in any case, but not all.)
  bit TakesSink = 0;
  // What a constant may be: "4|8|16", "24..256/8". In the slot of a flag it is
  // the number of the choice.
  string Values = "";
  string Kind = kind;
  string Name = name;
  string Type = type;
  string When = when;
  bit Fixed = !and(!empty(when), !ne(kind, "vector"));
  bit Relaxed = 0;
  // Which registers of the width may stand here, if not those of the type:
  // "rule rule@conditions", of which the first whose conditions hold counts
  // (observed on ptxas 13.0.88).
  //   int      integers and untyped ones
  //   nofloat  these and pairs of halves
  //   bits     untyped ones only
  //   any      all but predicates; as an address also narrower ones
  //   strict   those of the type, each for itself also in a vector
  //   wide     as an address: none below 32 bits
  //   narrow   for 64 bits also integers of 32, signed or not, for their value
  string Registers = "";
  // A predicate may stand in its place.
  bit OrPred = 0;
  // A vector of one value is in braces, too.
  bit Braces = 0;
  // Integer registers may stand in a vector where floats are wanted: 2: always
  // (where it is no vector, too), 1: f64, 0: never (observed on ptxas 13.0.88).
  int Loose = 0;
  // Of the coordinates of an array one is its index, an integer.
  bit HasIndex = 0;
  // Within the brackets of the address before it: `[map, {x, y}]`.
  bit InAddress = 0;
  // The state space of an address, in which a variable must be that stands here:
  // a slot that has it (generic if it is absent, or if the instruction has no
  // such slot), or ".shared".
  string Space = "";
  // Of 64 bits in a module of 64-bit addresses if it is generic or global.
  bit FullWidth = 0;
  // An address whose brackets may be left out.
  bit Bare = 0;
  // Of a constant only the low bits that the field has are taken.
  bit Truncates = 0;
  // If it is optional: the first SM on which it may be written.
  int OptionalSM = 0;
  // Likewise the PTX version.
  int OptionalPTX = 0;
  // The constant before it that a constant here may not exceed.
  string AtMost = "";
  string Pascal = !toupper(!substr(name, 0, 1)) # !substr(name, 1);
}
/// A register, immediate, special register or address of a variable.
/// `values` are what a constant may be.
class PTX_Src<string name, string type, string when = "", string values = "">
    : PTX_Operand<"value", name, type, when> { let Values = values; }
/// A register at least as wide as the type, as ld, st and cvt allow.
class PTX_RelaxedSrc<string name, string type, string when = "",
                     string registers = ""> : PTX_Src<name, type, when> {
  let Relaxed = 1;
  let Registers = registers;
}
class PTX_VariableSrc<string name, string type>
    : PTX_Src<name, type> { let TakesVariable = 1; }
/// One that takes other registers than those of its type.
class PTX_RegistersSrc<string name, string type, string registers,
                       string when = ""> : PTX_Src<name, type, when> {
  let Registers = registers;
}
/// A float in whose place an integer register may stand.
class PTX_LooseSrc<string name, string type, string when = "">
    : PTX_Src<name, type, when> { let Loose = 2; }
/// A value that is an address in the space of the instruction.
class PTX_SpaceSrc<string name, string type>
    : PTX_Src<name, type> {
  let Space = "space";
  let FullWidth = 1;
}
/// A value of the type, or a predicate that means something else.
class PTX_SrcOrPred<string name, string type, string when = "">
    : PTX_Src<name, type, when> { let OrPred = 1; }
/// A number of bytes up to that of the constant `size`, or a predicate.
class PTX_SourceSize<string name, string size>
    : PTX_SrcOrPred<name, "u32", "?"> { let AtMost = size; }
/// Where it is optional, newer than the instruction.
class PTX_SrcSince<int sm, string name, string type, string when>
    : PTX_Src<name, type, when> { let OptionalSM = sm; }
/// A predicate that may be negated with `!`.
class PTX_PredSrc<string name, string when = "">
    : PTX_Operand<"pred", name, "pred", when>;
/// `[register + offset]`; the constant offset is a property of the operation.
class PTX_Address<string name, string when = "", string registers = "">
    : PTX_Operand<"address", name, "address", when> {
  let Space = "space";
  let Registers = registers;
}
/// One whose space is not that of the slot `space`.
class PTX_AddressIn<string space, string name, string when = "",
                    string registers = "">
    : PTX_Address<name, when, registers> { let Space = space; }
/// One that no 32-bit register can be where it is generic or global.
class PTX_DataAddress<string name, string when = "", string registers = "">
    : PTX_Address<name, when, registers> { let FullWidth = 1; }
/// A generic address; the variable there is a global one.
class PTX_UniformAddress<string name>
    : PTX_DataAddress<name, "", "wide"> { let Space = ".global"; }
/// One that ptxas takes without brackets, too.
class PTX_BareAddress<string space, string name, string when = "">
    : PTX_AddressIn<space, name, when> { let Bare = 1; }
class PTX_BarrierAddress<string name, string when = "">
    : PTX_BareAddress<".shared", name, when>;
/// The address of tensor memory: a 32-bit register.
class PTX_TmemAddress<string name, string when = "",
                      string registers = "nofloat">
    : PTX_Operand<"address", name, "tmem", when> {
  let Registers = registers;
}
/// Values in braces, as many as `count` says.
class PTX_ListSrc<string name, string type, string count, string when = "">
    : PTX_Operand<"vector", name, type, when> {
  let Count = count;
  let Braces = 1;
}
/// The same within the brackets of the address before it.
class PTX_ListInAddress<string name, string type, string count,
                        string when = "">
    : PTX_ListSrc<name, type, count, when> { let InAddress = 1; }
/// As many registers in braces as the vector slot says; one without it.
class PTX_VecSrc<string name, string type, bit relaxed = 1,
                 string registers = ""> : PTX_Operand<"vector", name, type> {
  let Relaxed = relaxed;
  let Registers = registers;
  let Count = "vector";
  let Loose = 2;
}
/// The registers of `.x1`, `.x2`, `.x4` matrices.
class PTX_NumSrc<string name, string type>
    : PTX_Operand<"vector", name, type> { let Count = "num"; }
/// A fragment of a matrix multiplication, in 32- or 64-bit registers.
class PTX_FragmentSrc<string name, string type, string matrix,
                      string registers = "">
    : PTX_Operand<"vector", name, "fragment:" # type> {
  let Registers = registers;
  let Count = matrix;
  let Braces = 1;
  let Loose = 1;
}
class PTX_PackedSrc<string name, string type, string matrix, string registers>
    : PTX_Operand<"vector", name, "packed:" # type> {
  let Registers = registers;
  let Count = matrix;
  let Braces = 1;
}
/// The carry flag CC.CF as it was.
class PTX_CarrySrc<string name> : PTX_Operand<"carry", name, "pred">;
/// An immediate kept in the numeric slot of the same name.
class PTX_Imm<string name, string when = "", string values = "">
    : PTX_Operand<"imm", name, "b32", when> {
  let Fixed = 0;
  let Values = values;
}
/// One of which the low bits count.
class PTX_LowImm<string name> : PTX_Imm<name> { let Truncates = 1; }
class PTX_LowSrc<string name, string type, string when, string values>
    : PTX_Src<name, type, when, values> { let Truncates = 1; }
/// A value between brackets, a texture, sampler or surface (or the register
/// that holds it) if its type is one of those.
class PTX_BracketSrc<string name, string type, string when = "">
    : PTX_Src<name, type, when> { let Bracket = 1; }
/// Registers in braces, as many as the table says.
class PTX_CountSrc<string name, string type, string count, string when = "",
                   string registers = "">
    : PTX_Operand<"vector", name, type, when> {
  let Count = count;
  let Registers = registers;
}
class PTX_BracketVecSrc<string name, string type, string count>
    : PTX_CountSrc<name, type, count> {
  let Bracket = 1;
  let Loose = 2;
}
/// Coordinates in a texture of the slot `geometry`.
class PTX_TexCoords<string name, string type, string count, string registers>
    : PTX_BracketVecSrc<name, type, count> {
  let HasIndex = 1;
  let Registers = registers;
}
/// A register, or the part of it that the slot says.
class PTX_SelectSrc<string name, string type, string slot, string when = "",
                    string negation = ""> : PTX_Src<name, type, when> {
  let Selector = slot;
  let Negation = negation;
}

class PTX_Dst<string name, string type, string when = "">
    : PTX_Operand<"value", name, type, when>;
/// A result that need not be wanted.
class PTX_SinkableDst<string name, string type, string when = "">
    : PTX_Dst<name, type, when> { let TakesSink = 1; }
class PTX_RegistersDst<string name, string type, string registers>
    : PTX_Dst<name, type> { let Registers = registers; }
class PTX_RelaxedDst<string name, string type, string when = "">
    : PTX_Dst<name, type, when> { let Relaxed = 1; }
class PTX_VecDst<string name, string type, bit relaxed = 1,
                 string registers = ""> : PTX_Operand<"vector", name, type> {
  let Relaxed = relaxed;
  let Registers = registers;
  let Count = "vector";
  let Loose = 2;
}
class PTX_ListDst<string name, string type, string count,
                  string registers = ""> : PTX_Operand<"vector", name, type> {
  let Count = count;
  let Registers = registers;
  let Braces = 1;
}
class PTX_NumDst<string name, string type>
    : PTX_Operand<"vector", name, type> { let Count = "num"; }
class PTX_FragmentDst<string name, string type, string matrix,
                      string registers = "">
    : PTX_Operand<"vector", name, "fragment:" # type> {
  let Registers = registers;
  let Count = matrix;
  let Braces = 1;
  let Loose = 1;
}
class PTX_PackedDst<string name, string type, string matrix, string registers>
    : PTX_Operand<"vector", name, "packed:" # type> {
  let Registers = registers;
  let Count = matrix;
  let Braces = 1;
}
/// The second predicate of `p|q`: there if written, unless `when` says more.
class PTX_PairDst<string name, string when = "?", int ptx = 0, int sm = 0>
    : PTX_Operand<"pair", name, "pred", when> {
  let OptionalPTX = ptx;
  let OptionalSM = sm;
}
/// A register, no constant.
class PTX_RegSrc<string name, string type, string when = "">
    : PTX_Src<name, type, when> { let RegisterOnly = 1; }
class PTX_RegSrcOrPred<string name, string type>
    : PTX_RegSrc<name, type> { let OrPred = 1; }
class PTX_DstOrPred<string name, string type>
    : PTX_Dst<name, type> { let OrPred = 1; }
class PTX_SelectRegSrc<string name, string type, string slot>
    : PTX_SelectSrc<name, type, slot> { let RegisterOnly = 1; }
class PTX_SelectDst<string name, string type, string slot>
    : PTX_Dst<name, type> { let Selector = slot; }
class PTX_CountDst<string name, string type, string count>
    : PTX_Operand<"vector", name, type> { let Count = count; }
/// `_`: no register can stand here.
class PTX_SinkDst<string name, string when = "">
    : PTX_Operand<"sink", name, "b64", when> { let Fixed = 0; }
/// The carry flag CC.CF as the instruction leaves it.
class PTX_CarryDst<string name, string when = "">
    : PTX_Operand<"carry", name, "pred", when>;

#endif // PTX_MLIR_DIALECT_PTX_OPERANDS_TD

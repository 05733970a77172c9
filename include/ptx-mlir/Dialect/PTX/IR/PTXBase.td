//===- PTXBase.td - schema of the PTX instruction records --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per PTX opcode. From it come, by mlir-tblgen, a stock ODS
// operation, and by `sass-tblgen -gen-ptx-tables` the tables that the parser,
// the printer and the verifier share. See docs/ptx-dialect.md.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_BASE_TD
#define PTX_MLIR_DIALECT_PTX_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def PTX_Dialect : Dialect {
  let name = "ptx";
  let cppNamespace = "::ptxmlir::ptx";
  let summary = "PTX as SSA: one operation per PTX opcode";
  let description = [{
    A value is a bit container of the width of a PTX register: `i1` (`.pred`),
    `i16` (also `.b8`), `i32`, `i64`, `i128`. Types, rounding modes, state
    spaces and all other modifiers of an instruction are fields of one packed
    property, `mods`, printed by their PTX spellings.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// Registers operations from another source file: one per family keeps
    /// compile times low.
    template <typename... Ops>
    void addOperationsOf() {
      addOperations<Ops...>();
    }

    /// The location of a line: LineLoc::get, without looking for the dialect.
    LineLoc getLineLoc(::mlir::StringAttr file, uint32_t line,
                       uint32_t column);

    /// Where ops are registered on demand (OnDemandOps): registers the ops of
    /// one more of the families that waited. False if there was none.
    bool registerMoreOps();

  private:
    std::unique_ptr<detail::LineLocTable> lineLocs;
    ::llvm::ArrayRef<void (*)(PTXDialect &)> waitingFamilies;
  }];
}

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

//===----------------------------------------------------------------------===//
// Legal combinations
//===----------------------------------------------------------------------===//

/// A legal combination of modifiers, with the first PTX version and SM that
/// have it. `text` is a list of elements separated by blanks. An element is
/// the name of a slot (any value), or `[slot=]a|b|c` (one of these values); a
/// trailing `?` makes it optional. Slots that are not named must be absent.
class PTX_Form<string text, int ptx = 0, int sm = 0, bit archSpecific = 0,
               list<string> targets = []> {
  string Text = text;
  // If any, the only targets that have it: "90a" is this one, "100f" its family
  // from it on (sm_100f, sm_100a, sm_103f, sm_103a).
  list<string> Targets = targets;
  // Only on targets with suffix a or f.
  bit ArchSpecific = archSpecific;
  int MinPTX = ptx;
  int MinSM = sm;
  // If any: only in versions before this one, or for targets before that one.
  int BeforePTX = 0;
  int BeforeSM = 0;
  // `slot=value` of which this is another spelling: the operation has the
  // modifier.
  string Means = "";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

def PTX_InstructionOpInterface : OpInterface<"InstructionOpInterface"> {
  let cppNamespace = "::ptxmlir::ptx";
  let description = [{
    What all operations that come from a PTX instruction record share: opcode,
    packed modifiers, sources, guard and pass-through values.
  }];
  let methods = [
    StaticInterfaceMethod<"The opcode.", "::ptxmlir::ptx::Opcode",
                          "getOpcode">,
  ];
  let extraSharedClassDeclaration = [{
    /// True if the operation has a guard.
    bool isGuarded() {
      return ::ptxmlir::ptx::getRawMods($_op) & ::ptxmlir::ptx::kGuardedBit;
    }
    /// True if the operation takes effect where the guard is false.
    bool isGuardNegated() {
      return ::ptxmlir::ptx::getRawMods($_op) &
             ::ptxmlir::ptx::kGuardNegatedBit;
    }
    /// The guard, or null.
    ::mlir::Value getGuard() { return ::ptxmlir::ptx::getGuard($_op); }
    /// The operands without guard and pass-through values.
    ::mlir::OperandRange getSources() {
      return ::ptxmlir::ptx::getSources($_op);
    }
    /// One value per result if guarded, else empty.
    ::mlir::OperandRange getPassThrough() {
      return ::ptxmlir::ptx::getPassThrough($_op);
    }
  }];
  let verify = "return ::ptxmlir::ptx::verifyInstruction($_op);";
}

def PTX_Convergent : NativeOpTrait<"Convergent"> {
  let cppNamespace = "::ptxmlir";
}

/// Effects that depend on the modifiers, see getInstructionEffects().
def PTX_Effects : DeclareOpInterfaceMethods<MemoryEffectsOpInterface>;

class PTX_Inst<string mnemonic, list<Trait> traits = []>
    : Op<PTX_Dialect, mnemonic, traits # [PTX_InstructionOpInterface]> {
  list<PTX_Slot> Slots = [];
  list<PTX_Operand> Dsts = [];
  list<PTX_Operand> Srcs = [];
  list<PTX_Form> Forms = [];
  /// The first PTX version and SM of the opcode as such.
  int MinPTX = 0;
  int MinSM = 0;
  /// Modifiers that ptxas takes here and ignores; one that begins with `::`
  /// continues another word.
  list<string> Ignored = [];
  string Mnemonic = mnemonic;

  list<PTX_Operand> FixedSrcs = !filter(s, Srcs, s.Fixed);
  list<PTX_Operand> Addresses = !filter(s, Srcs, !eq(s.Kind, "address"));
  list<PTX_Operand> LooseSrcs = !filter(s, Srcs,
      !and(!not(s.Fixed), !ne(s.Kind, "imm")));
  list<PTX_Operand> LooseDsts = !filter(s, Dsts, !not(s.Fixed));
  // `_` is no result; the predicate behind a vector is its last one.
  bit HasVectorDst = !foldl(0, Dsts, has, d, !or(has, !eq(d.Kind, "vector")));
  list<PTX_Operand> RealDsts = !filter(s, Dsts, !and(!ne(s.Kind, "sink"),
      !not(!and(HasVectorDst, !eq(s.Kind, "pair")))));

  // Each slot takes the next bits of the property.
  list<int> SlotOffsets = !foreach(i, !range(0, !size(Slots)),
      !foldl(0, !range(0, i), sum, j, !add(sum, Slots[j].Bits)));

  let arguments = !con(
      !dag(ins, !foreach(s, FixedSrcs, AnyType), !foreach(s, FixedSrcs, s.Name)),
      (ins Variadic<AnyType>:$tail, I64Prop:$mods),
      !dag(ins, !foreach(s, Addresses, I64Prop),
           !foreach(i, !range(0, !size(Addresses)),
                    "offset" # !if(!eq(i, 0), "", !cast<string>(i)))));
  let results = !dag(outs,
      !foreach(d, RealDsts, !cond(!eq(d.Kind, "vector") : Variadic<AnyType>,
                                  d.Fixed : AnyType,
                                  true : Optional<AnyType>)),
      !foreach(d, RealDsts, d.Name));

  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::ValueRange":$operands,
                   CArg<"int64_t", "0">:$mods), [{
      $_state.addTypes(results);
      $_state.addOperands(operands);
      $_state.getOrAddProperties<Properties>().mods = mods;
    }]>,
  ];

  let extraClassDeclaration =
      "using Modifiers = ::ptxmlir::ptx::"
      # !subst("Op", "", !subst("PTX_", "", NAME)) # "Modifiers;\n"
      # "static ::ptxmlir::ptx::Opcode getOpcode() { return "
      # "::ptxmlir::ptx::Opcode::" # !subst("Op", "", !subst("PTX_", "", NAME))
      # "; }\n"
      # "Modifiers getModifiers() { return Modifiers::unpack(getMods()); }\n"
      # !foldl("", !range(0, !size(Slots)), text, i, text
          # Slots[i].CppType # " get" # Slots[i].Pascal # "() { return static_cast<"
          # Slots[i].CppType # ">((getMods() >> " # SlotOffsets[i] # ") & "
          # !sub(!shl(1, Slots[i].Bits), 1) # "); }\n"
          # "void set" # Slots[i].Pascal # "(" # Slots[i].CppType
          # " value) { setMods((getMods() & ~(int64_t("
          # !sub(!shl(1, Slots[i].Bits), 1) # ") << " # SlotOffsets[i]
          # ")) | (int64_t(value) << " # SlotOffsets[i] # ")); }\n")
      # !foldl("", !range(0, !size(LooseSrcs)), text, i, text
          # !if(!eq(LooseSrcs[i].Kind, "vector"),
                "::mlir::OperandRange get" # LooseSrcs[i].Pascal
                # "() { return ::ptxmlir::ptx::getLooseSources(getOperation(), "
                # i # "); }\n",
                "::mlir::Value get" # LooseSrcs[i].Pascal
                # "() { return ::ptxmlir::ptx::getLooseSource(getOperation(), "
                # i # "); }\n"))
      # "static ::mlir::ParseResult parse(::mlir::OpAsmParser &parser, "
      # "::mlir::OperationState &state) { return "
      # "::ptxmlir::ptx::parseInstruction(parser, state, getOpcode()); }\n"
      # "void print(::mlir::OpAsmPrinter &printer) { "
      # "::ptxmlir::ptx::printInstruction(printer, getOperation()); }\n";
}

/// An instruction whose effects follow from its modifiers.
class PTX_MemInst<string mnemonic, list<Trait> traits = []>
    : PTX_Inst<mnemonic, traits # [PTX_Effects]> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      ::ptxmlir::ptx::getInstructionEffects(getOperation(), effects);
    }
  }];
}

/// An instruction that communicates between threads.
class PTX_ConvergentInst<string mnemonic, list<Trait> traits = []>
    : PTX_MemInst<mnemonic, traits # [PTX_Convergent]> {
  /// Convergent instructions that order or access memory too.
  bit Convergent = 1;
}

#endif // PTX_MLIR_DIALECT_PTX_BASE_TD

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
include "ptx-mlir/Dialect/PTX/IR/PTXOperands.td"

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
  /// It reads what its destinations hold before, which the text names once. In
  /// the dialect that is what passes through under a guard, the constant true
  /// without one.
  bit UpdatesResults = 0;

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
  /// Memory, or what is ordered with it, that other instructions see it access;
  /// of ld and st the modifiers may say more or less.
  bit ReadsMemory = 1;
  bit WritesMemory = 1;
  /// A variable of local memory cannot be its address, not even as a generic one.
  bit RefusesLocal = 0;
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

/// An instruction through which threads exchange registers, not memory.
class PTX_ExchangeInst<string mnemonic, list<Trait> traits = []>
    : PTX_ConvergentInst<mnemonic, traits> {
  let ReadsMemory = 0;
  let WritesMemory = 0;
}

#endif // PTX_MLIR_DIALECT_PTX_BASE_TD

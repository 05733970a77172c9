//===- OriBase.td - The ori dialect and its types ----------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the records of instructions and the structural operations of the dialect
// share: register types and the class that makes an operation of an instruction
// record.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_BASE
#define PTXMLIR_DIALECT_ORI_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/Properties.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "ptx-mlir/ISA/Base.td"

def Ori_Dialect : Dialect {
  let name = "ori";
  let summary = "SASS opcodes over virtual registers in SSA form";
  let description = [{
    Ori is the register assembler's own level: one op per SASS opcode, values in
    register classes. An op has one operand per source slot of its instruction
    record, one result per destination slot, and the record's modifiers packed
    into the `mods` property.

    A guarded op has further operands: the guard predicate and one pass-through
    value per result. Its meaning is `guard ? f(args) : pass-through`.
  }];
  let cppNamespace = "::ptxmlir::ori";
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // Instruction ops live in one source file per family; their registration
  // functions are called from initialize().
  let extraClassDeclaration = [{
    /// The name of an instruction op, by opcode; constant time. Where ops are
    /// registered on demand, this registers it.
    ::mlir::OperationName getInstName(::ptxmlir::isa::Opcode opcode) {
      return instNames.get(unsigned(opcode), *this);
    }
  private:
    void registerInsts();
    ::ptxmlir::InstNames instNames;
  public:
  }];
}

class Ori_Type<string name, string typeMnemonic> : TypeDef<Ori_Dialect, name> {
  let mnemonic = typeMnemonic;
}
def Ori_RType : Ori_Type<"R", "r"> {
  let summary = "consecutive 32-bit registers";
  let parameters = (ins DefaultValuedParameter<"unsigned", "1">:$width);
  let assemblyFormat = "(`<` $width^ `>`)?";
  let genVerifyDecl = 1;
}
def Ori_URType : Ori_Type<"UR", "ur"> {
  let summary = "consecutive 32-bit uniform registers";
  let parameters = (ins DefaultValuedParameter<"unsigned", "1">:$width);
  let assemblyFormat = "(`<` $width^ `>`)?";
  let genVerifyDecl = 1;
}
def Ori_PType : Ori_Type<"P", "p"> { let summary = "a predicate"; }
def Ori_UPType : Ori_Type<"UP", "up"> { let summary = "a uniform predicate"; }

/// Any register value; the shared verifier checks classes and widths against
/// the instruction record.
def Ori_Value : Type<CPred<"::ptxmlir::ori::isRegisterType($_self)">,
                     "register value">;
def Ori_Pred : Type<CPred<"::llvm::isa<::ptxmlir::ori::PType>($_self)">,
                    "predicate", "::ptxmlir::ori::PType">,
               BuildableType<"::ptxmlir::ori::PType::get($_builder.getContext())">;

//===----------------------------------------------------------------------===//
// Instruction ops
//===----------------------------------------------------------------------===//

def Ori_InstOpInterface : OpInterface<"InstOpInterface"> {
  let cppNamespace = "::ptxmlir::ori";
  let description = "An op made from an instruction record.";
  let methods = [
    InterfaceMethod<"The opcode of the record.", "::ptxmlir::isa::Opcode",
                    "getOpcode", (ins), [{ return ConcreteOp::kOpcode; }]>,
    InterfaceMethod<"The packed modifiers.", "uint64_t", "getModBits", (ins),
                    [{ return uint64_t($_op.getMods()); }]>,
    InterfaceMethod<"Sets the packed modifiers.", "void", "setModBits",
                    (ins "uint64_t":$bits), [{ $_op.setMods(int64_t(bits)); }]>,
    InterfaceMethod<"The registers of the results, 16 bits each: number + 1, "
                    "0 where none is assigned.",
                    "uint64_t", "getRegBits", (ins),
                    [{ return uint64_t($_op.getRegs()); }]>,
    InterfaceMethod<"Sets the registers of the results.", "void", "setRegBits",
                    (ins "uint64_t":$bits), [{ $_op.setRegs(int64_t(bits)); }]>,
    InterfaceMethod<"True if the op executes where its guard is false.", "bool",
                    "isGuardNegated", (ins), [{ return $_op.getGuardNot(); }]>,
    InterfaceMethod<"Sets whether the guard is complemented.", "void",
                    "setGuardNegated", (ins "bool":$negated),
                    [{ $_op.setGuardNot(negated); }]>,
  ];
  let extraClassDeclaration = [{
    /// The interface of an op, or null. Casts ask for it several times for each
    /// op in each pass, so it comes from a table: the base class searches.
    static Concept *getInterfaceFor(::mlir::Operation *op);
    /// What a cast that may fail gives (see Ori.h).
    static InstOpInterface lookup(::mlir::Operation *op) {
      if (const Concept *found = getInterfaceFor(op))
        return InstOpInterface(op, found);
      return nullptr;
    }
  }];
  let extraSharedClassDeclaration = [{
    /// The instruction record's description.
    const ::ptxmlir::isa::InstDesc &getDesc() {
      return ::ptxmlir::isa::getDesc($_op.getOpcode());
    }
    /// Number of source operands (without guard and pass-through values).
    unsigned getNumSources() { return getDesc().numUses; }
    bool isGuarded() {
      return $_op->getNumOperands() > getNumSources();
    }
    /// The guard predicate; null when the op is unguarded.
    ::mlir::Value getGuard() {
      return isGuarded() ? $_op->getOperand(getNumSources()) : ::mlir::Value();
    }
    /// The value result `index` keeps where the guard is false.
    ::mlir::Value getPassThrough(unsigned index) {
      return $_op->getOperand(getNumSources() + 1 + index);
    }
    /// Register of result `index`, or -1.
    int getReg(unsigned index) {
      return int(($_op.getRegBits() >> (16 * index)) & 0xffff) - 1;
    }
    void setReg(unsigned index, int reg) {
      uint64_t mask = uint64_t(0xffff) << (16 * index);
      $_op.setRegBits(($_op.getRegBits() & ~mask) |
                      ((uint64_t(reg + 1) << (16 * index)) & mask));
    }
  }];
}

def Ori_ConvergentTrait : NativeOpTrait<"Convergent"> {
  let cppNamespace = "::ptxmlir";
}

/// The op of an instruction record: its mnemonic is the record's name in lower
/// case, with dots for underscores.
class Ori_InstOp<Inst inst, string recordName>
    : Op<Ori_Dialect, !subst("_", ".", !tolower(recordName)),
         !listconcat([Ori_InstOpInterface],
           !if(!or(inst.ReadsMemory, inst.WritesMemory, inst.IsConvergent,
                   inst.HasSideEffects),
               [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>],
               [Pure]),
           !if(inst.IsConvergent, [Ori_ConvergentTrait], []))> {
  let summary = inst.Summary;
  let description = inst.Description;
  let arguments = !con(
    !dag(ins, !foreach(s, inst.Uses, Ori_Value), !foreach(s, inst.Uses, s.Name)),
    (ins Variadic<Ori_Value>:$tail,
         DefaultValuedProp<I64Prop, "0">:$mods,
         DefaultValuedProp<I64Prop, "0">:$regs,
         DefaultValuedProp<BoolProp, "false">:$guardNot));
  let results =
    !dag(outs, !foreach(s, inst.Defs, Ori_Value), !foreach(s, inst.Defs, s.Name # "Out"));
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$types, "::mlir::ValueRange":$operands,
                   CArg<"uint64_t", "kDefaultMods">:$mods), [{
      $_state.addTypes(types);
      $_state.addOperands(operands);
      $_state.getOrAddProperties<Properties>().mods = int64_t(mods);
    }]>
  ];
  let hasFolder = !and(!not(inst.ReadsMemory), !not(inst.WritesMemory),
                       !not(inst.IsConvergent), !not(inst.HasSideEffects));
  let extraClassDeclaration = [{
    static constexpr ::ptxmlir::isa::Opcode kOpcode = ::ptxmlir::isa::Opcode::}] # recordName # [{;
    static constexpr uint64_t kDefaultMods = ::ptxmlir::isa::}] # recordName # [{::kDefaultMods;
  }];
  defvar foldSignature = !if(!eq(!size(inst.Defs), 1),
    [{::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      ::llvm::SmallVector<::mlir::OpFoldResult, 1> results;
      if (::mlir::failed(::ptxmlir::ori::foldInst(getOperation(), adaptor.getOperands(), results)))
        return {};
      return results[0];
    }
    }],
    [{::llvm::LogicalResult $cppClass::fold(FoldAdaptor adaptor, ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &results) {
      return ::ptxmlir::ori::foldInst(getOperation(), adaptor.getOperands(), results);
    }
    }]);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      ::ptxmlir::ori::InstProperties props;
      if (::ptxmlir::ori::parseInst(parser, result, kOpcode, props))
        return ::mlir::failure();
      auto &p = result.getOrAddProperties<Properties>();
      p.mods = props.mods; p.regs = props.regs; p.guardNot = props.guardNot;
      return ::mlir::success();
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::ptxmlir::ori::printInst(printer, getOperation(), kOpcode, {getMods(), getRegs(), getGuardNot()});
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return ::ptxmlir::ori::verifyInst(getOperation(), kOpcode, uint64_t(getMods()));
    }
  }] # !if(hasFolder, foldSignature, "")
     # !if(!or(inst.ReadsMemory, inst.WritesMemory, inst.IsConvergent, inst.HasSideEffects), [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      ::ptxmlir::ori::getInstEffects(getOperation(), kOpcode, uint64_t(getMods()), effects);
    }
  }], "");
}

#endif // PTXMLIR_DIALECT_ORI_BASE

//===- SASSBase.td - The sass dialect and its instruction ops -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all operations of the dialect share: the decoded instruction as a
// property, labels, relocations, and the class that makes an operation of an
// instruction record.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_BASE
#define PTXMLIR_DIALECT_SASS_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/Properties.td"
include "ptx-mlir/ISA/Base.td"

def SASS_Dialect : Dialect {
  let name = "sass";
  let summary = "machine instructions in layout order";
  let description = [{
    One op is one 128-bit instruction: registers, immediates, modifiers and the
    scheduling control fields are a property of the op; there are no operands and
    no results. Blocks are in layout order; "next" is the next block.
  }];
  let cppNamespace = "::ptxmlir::sass";
  let useDefaultAttributePrinterParser = 1;
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

/// A decoded instruction as an inline property.
def SASS_InstProp : Property<"::ptxmlir::isa::Inst", "machine instruction"> {
  let convertToAttribute = [{
    return ::ptxmlir::sass::instToAttribute($_ctxt, $_storage);
  }];
  let convertFromAttribute = [{
    return ::ptxmlir::sass::instFromAttribute($_storage, $_attr, $_diag);
  }];
  let hashProperty = [{ ::ptxmlir::sass::hashInst($_storage) }];
  let writeToMlirBytecode = [{
    $_writer.writeAttribute(::ptxmlir::sass::instToAttribute($_ctxt, $_storage));
  }];
  let readFromMlirBytecode = [{
    ::mlir::Attribute attr;
    if (::mlir::failed($_reader.readAttribute(attr)) ||
        ::mlir::failed(::ptxmlir::sass::instFromAttribute($_storage, attr, [&]() {
          return $_reader.emitError(); })))
      return ::mlir::failure();
  }];
}

class SASS_Attr<string name, string attrMnemonic> : AttrDef<SASS_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def SASS_LabelAttr : SASS_Attr<"Label", "label"> {
  let summary = "a sass.label of the function, as a code address operand";
  let parameters = (ins "::mlir::StringAttr":$name);
  let assemblyFormat = "`<` $name `>`";
}

def SASS_RelocAttr : SASS_Attr<"Reloc", "reloc"> {
  let summary = "an ELF relocation of the instruction word";
  let description = "`type` is the number of the R_CUDA_* relocation type.";
  let parameters = (ins "unsigned":$type, "::mlir::FlatSymbolRefAttr":$symbol,
                        "int64_t":$addend);
  let assemblyFormat = "`<` $type `,` $symbol `,` $addend `>`";
}

def SASS_InstOpInterface : OpInterface<"InstOpInterface"> {
  let cppNamespace = "::ptxmlir::sass";
  let description = "An op that is one machine instruction.";
  let methods = [
    InterfaceMethod<"The instruction, to be changed in place.",
                    "::ptxmlir::isa::Inst &", "getInst", (ins),
                    [{ return $_op.getProperties().inst; }]>,
    InterfaceMethod<"The label or relocation of the instruction, if any.",
                    "::mlir::Attribute", "getReference", (ins),
                    [{ return $_op.getRefAttr(); }]>,
    InterfaceMethod<"Sets the label or relocation.", "void", "setReference",
                    (ins "::mlir::Attribute":$ref), [{ $_op.setRefAttr(ref); }]>,
  ];
}

/// The op of an instruction record; the same mnemonic as its `ori` op.
class SASS_InstOp<string recordName, list<Trait> traits = []>
    : Op<SASS_Dialect, !subst("_", ".", !tolower(recordName)),
         !listconcat([SASS_InstOpInterface], traits)> {
  let arguments = (ins SASS_InstProp:$inst, OptionalAttr<AnyAttr>:$ref);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "const ::ptxmlir::isa::Inst &":$inst), [{
    $_state.getOrAddProperties<Properties>().inst = inst;
  }]>];
  let extraClassDeclaration = [{
    static constexpr ::ptxmlir::isa::Opcode kOpcode = ::ptxmlir::isa::Opcode::}] # recordName # [{;
  }];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      auto &p = result.getOrAddProperties<Properties>();
      return ::ptxmlir::sass::parseInst(parser, result, kOpcode, p.inst, p.ref);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::ptxmlir::sass::printInst(printer, getOperation(), getProperties().inst, getRefAttr());
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return ::ptxmlir::sass::verifyInst(getOperation(), kOpcode, getProperties().inst, getRefAttr());
    }
  }];
}

#endif // PTXMLIR_DIALECT_SASS_BASE

//===- PTXStructure.td - modules and functions -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the ptx dialect that do not come from an instruction
// record: modules and symbols here, values in PTXValues.td, control flow in
// PTXControlFlow.td.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_STRUCTURE_TD
#define PTX_MLIR_DIALECT_PTX_STRUCTURE_TD

include "ptx-mlir/Dialect/PTX/IR/PTXStructureBase.td"

//===----------------------------------------------------------------------===//
// Modules and symbols
//===----------------------------------------------------------------------===//

def PTX_ModuleOp : PTX_Op<"module", [IsolatedFromAbove, SymbolTable,
                                     NoTerminator, SingleBlock,
                                     NoRegionArguments]> {
  let summary = "a PTX module";
  let description = [{
    `version` is major * 10 + minor of `.version`, `target` the SM name, `options`
    the other words of `.target`, `files` what `.file` directives number.
  }];
  let arguments = (ins I32Attr:$version, StrAttr:$target, I32Attr:$address_size,
                   OptionalAttr<StrArrayAttr>:$options,
                   OptionalAttr<StrArrayAttr>:$pragmas,
                   OptionalAttr<PTX_FileArray>:$files);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `version` $version `target` $target `address_size` $address_size
    (`options` $options^)? attr-dict-with-keyword $body
  }];
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "unsigned":$version, "::llvm::StringRef":$target,
                             CArg<"unsigned", "64">:$addressSize)>];
}

def PTX_GlobalOp : PTX_Op<"global", [Symbol]> {
  let summary = "a variable in the global, constant or shared state space";
  let description = [{
    Size and alignment are in bytes; `count` is the number of array elements (0
    for a scalar). An `extern` shared array of size 0 is dynamic shared memory.
    `init` holds the first bytes of the value, the rest is zero; `relocations`
    the addresses in it. A variable of a function is a global with a unique
    name: `ptx_name` is the one it has in the PTX text (with a number where
    scopes of the function use one name again) and `function` its function. `opaque_init` has the fields that the initial value of a texture,
    sampler or surface sets, `unified` the two numbers that name an object
    across devices.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$state_space,
                   PTX_LinkageAttr:$linkage, StrAttr:$element_type,
                   I64Attr:$size, I64Attr:$align,
                   DefaultValuedAttr<I64Attr, "0">:$count,
                   OptionalAttr<StrAttr>:$init,
                   OptionalAttr<PTX_RelocArray>:$relocations,
                   OptionalAttr<StrAttr>:$ptx_name,
                   OptionalAttr<FlatSymbolRefAttr>:$function,
                   UnitAttr:$managed,
                   OptionalAttr<DenseI64ArrayAttr>:$unified,
                   OptionalAttr<DictionaryAttr>:$opaque_init);
  let assemblyFormat = [{
    custom<Linkage>($linkage) $state_space $sym_name `:` $element_type `size` $size `align` $align
    attr-dict
  }];
  let extraClassDeclaration = [{
    /// The state space.
    Space getSpace() { return *symbolizeSpace(getStateSpace()); }
    /// The element type.
    DataType getDataType() { return *symbolizeDataType(getElementType()); }
    /// True for `.extern .shared` arrays without size.
    bool isDynamicShared() {
      return getLinkage() == Linkage::Extern && getSize() == 0 &&
             getSpace() == Space::Shared;
    }
  }];
  let hasVerifier = 1;
}

def PTX_SectionOp : PTX_Op<"section"> {
  let summary = "a debugging section";
  let description = [{
    What `.section` has between its braces, as written: DWARF of the code that
    the PTX was made from.
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$content);
  let assemblyFormat = "$name $content attr-dict";
}

class PTX_FunctionLike<string mnemonic, list<Trait> traits = []>
    : PTX_Op<mnemonic, traits # [IsolatedFromAbove, AutomaticAllocationScope,
                                 FunctionOpInterface]> {
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    PTX_LinkageAttr:$linkage,
    TypeAttrOf<FunctionType>:$function_type,
    DefaultValuedAttr<PTX_VarArray, "{}">:$params,
    DefaultValuedAttr<PTX_VarArray, "{}">:$returns,
    DefaultValuedAttr<PTX_VarArray, "{}">:$locals,
    DefaultValuedAttr<PTX_VarArray, "{}">:$call_params,
    OptionalAttr<I32Attr>:$maxnreg,
    OptionalAttr<DenseI32ArrayAttr>:$maxntid,
    OptionalAttr<DenseI32ArrayAttr>:$reqntid,
    OptionalAttr<I32Attr>:$minnctapersm,
    OptionalAttr<I32Attr>:$maxnctapersm,
    OptionalAttr<DenseI32ArrayAttr>:$reqnctapercluster,
    OptionalAttr<I32Attr>:$maxclusterrank,
    UnitAttr:$explicitcluster,
    UnitAttr:$blocksareclusters,
    UnitAttr:$noreturn,
    OptionalAttr<I32Attr>:$abi_preserve,
    OptionalAttr<I32Attr>:$abi_preserve_control,
    OptionalAttr<DenseI64ArrayAttr>:$unified,
    OptionalAttr<FlatSymbolRefAttr>:$aliasee,
    OptionalAttr<StrArrayAttr>:$pragmas,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let assemblyFormat = [{
    custom<Linkage>($linkage) $sym_name $function_type attr-dict-with-keyword $body
  }];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    /// Parameter `index`.
    VarAttr getParam(unsigned index) {
      return ::llvm::cast<VarAttr>(getParams()[index]);
    }
    /// Return parameter `index`.
    VarAttr getReturn(unsigned index) {
      return ::llvm::cast<VarAttr>(getReturns()[index]);
    }
    /// `.local` variable `index`.
    VarAttr getLocal(unsigned index) {
      return ::llvm::cast<VarAttr>(getLocals()[index]);
    }
    /// Parameter `index` of a call made by the body.
    VarAttr getCallParam(unsigned index) {
      return ::llvm::cast<VarAttr>(getCallParams()[index]);
    }
  }];
  let hasVerifier = 1;
}

def PTX_EntryOp : PTX_FunctionLike<"entry"> {
  let summary = "a kernel";
  let description = [{
    The blocks of a body are in the order of the PTX text. The entry block has
    no arguments: kernel parameters are memory, see `ptx.param_address`.
    `locals` are the `.local` variables, `call_params` the `.param` variables
    declared in the body to pass arguments to calls.
  }];
}

def PTX_FuncOp : PTX_FunctionLike<"func"> {
  let summary = "a device function, or the declaration of one";
  let description = [{
    `.reg` parameters are arguments of the entry block and `.reg` return values
    operands of `ptx.ret`, in the order of `params` and `returns`; the others
    are memory, as in `ptx.entry`. A declaration with `aliasee` is another name of
    that function.
  }];
}

#endif // PTX_MLIR_DIALECT_PTX_STRUCTURE_TD

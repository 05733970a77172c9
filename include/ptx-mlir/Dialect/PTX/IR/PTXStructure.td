//===- PTXStructure.td - modules, functions, control flow --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the ptx dialect that do not come from an instruction
// record.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_STRUCTURE_TD
#define PTX_MLIR_DIALECT_PTX_STRUCTURE_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "ptx-mlir/Dialect/PTX/IR/PTXAttributes.td"

class PTX_Op<string mnemonic, list<Trait> traits = []>
    : Op<PTX_Dialect, mnemonic, traits>;

def PTX_AddressType : AnyTypeOf<[I32, I64], "32- or 64-bit address">;
def PTX_VarArray : TypedArrayAttrBase<PTX_VarAttr, "array of variables">;
def PTX_FileArray : TypedArrayAttrBase<PTX_FileAttr, "array of files">;
def PTX_RelocArray : TypedArrayAttrBase<PTX_RelocAttr, "array of relocations">;

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
    name: `ptx_name` is the one it has in the PTX text and `function` its
    function. `opaque_init` has the fields that the initial value of a texture,
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

//===----------------------------------------------------------------------===//
// Values without an instruction
//===----------------------------------------------------------------------===//

def PTX_ConstOp : PTX_Op<"const", [Pure, ConstantLike,
                                   AllTypesMatch<["value", "result"]>]> {
  let summary = "an immediate";
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The bits of the value.
    ::llvm::APInt getBits() {
      return ::llvm::cast<::mlir::IntegerAttr>(getValue()).getValue();
    }
  }];
}

def PTX_UndefOp : PTX_Op<"undef", [Pure]> {
  let summary = "the content of a register that was never written";
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def PTX_PackOp : PTX_Op<"pack", [Pure]> {
  let summary = "mov of a vector to a wider register, first element lowest";
  let arguments = (ins Variadic<AnySignlessInteger>:$elements);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "$elements attr-dict `:` type($elements) `->` type($result)";
  let hasVerifier = 1;
}

def PTX_UnpackOp : PTX_Op<"unpack", [Pure]> {
  let summary = "mov of a register to a vector, first element lowest";
  let arguments = (ins AnySignlessInteger:$source);
  let results = (outs Variadic<AnySignlessInteger>:$elements);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($elements)";
  let hasVerifier = 1;
}

def PTX_ReadSRegOp : PTX_Op<"read_sreg", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "read a special register";
  let description = [{
    Reading a volatile register (`clock`, `globaltimer`, `smid`, `warpid`, `pm`)
    has a side effect; all other reads are pure.
  }];
  let arguments = (ins I32Prop:$regNumber);
  let results = (outs AnySignlessInteger:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    SpecialRegister getReg() { return SpecialRegister(getRegNumber()); }
  }];
}

def PTX_AddressOfOp : PTX_Op<"address_of", [Pure,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the address of a global or a function in its state space";
  let arguments = (ins FlatSymbolRefAttr:$symbol, I64Prop:$offset);
  let results = (outs PTX_AddressType:$result);
  let hasCustomAssemblyFormat = 1;
}

def PTX_ParamAddressOp : PTX_Op<"param_address", [Pure]> {
  let summary = "the address of a parameter in the param space";
  let description = [{
    `input` is a parameter of the function itself (`params`), `return` its
    return value (`returns`), `call` a parameter of a call it makes
    (`call_params`). The offset of a load or store is relative to the parameter.
  }];
  let arguments = (ins I32Prop:$kindNumber, I32Prop:$index, I64Prop:$offset);
  let results = (outs PTX_AddressType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ParamKind getKind() { return ParamKind(getKindNumber()); }
  }];
}

def PTX_LocalAddressOp : PTX_Op<"local_address", [Pure]> {
  let summary = "the address of a `.local` variable in the local space";
  let arguments = (ins I32Prop:$index, I64Prop:$offset);
  let results = (outs PTX_AddressType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

class PTX_Terminator<string mnemonic, list<Trait> traits = []>
    : PTX_Op<mnemonic, traits # [Terminator]>;

def PTX_BraOp : PTX_Terminator<"bra", [Pure,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch, or control running on into the next block";
  let arguments = (ins Variadic<AnyType>:$destOperands);
  let successors = (successor AnySuccessor:$dest);
  let assemblyFormat = [{
    $dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict
  }];
}

def PTX_CondBraOp : PTX_Terminator<"cond_bra", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "guarded branch";
  let description = [{
    `@!p bra L` is a branch whose false successor is L. `uni` is set for
    `bra.uni`: the guard is the same in all threads of the warp.
  }];
  let arguments = (ins I1:$condition, Variadic<AnyType>:$trueOperands,
                   Variadic<AnyType>:$falseOperands, UnitProp:$uni);
  let successors = (successor AnySuccessor:$trueDest, AnySuccessor:$falseDest);
  let assemblyFormat = [{
    (`uni` $uni^)? $condition `,`
    $trueDest (`(` $trueOperands^ `:` type($trueOperands) `)`)? `,`
    $falseDest (`(` $falseOperands^ `:` type($falseOperands) `)`)? attr-dict
  }];
}

def PTX_BrxOp : PTX_Terminator<"brx", [Pure,
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "indexed branch; an index out of range is undefined behaviour";
  let arguments = (ins I32:$index,
                   VariadicOfVariadic<AnyType, "target_segments">:$targetOperands,
                   DenseI32ArrayAttr:$target_segments, UnitProp:$uni);
  let successors = (successor VariadicSuccessor<AnySuccessor>:$targets);
  let assemblyFormat = [{
    (`uni` $uni^)? $index `,`
    custom<BrxTargets>($targets, $targetOperands, type($targetOperands))
    attr-dict
  }];
}

def PTX_RetOp : PTX_Terminator<"ret", [ReturnLike]> {
  let summary = "return; in an entry, the end of the thread";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def PTX_ExitOp : PTX_Terminator<"exit"> {
  let summary = "end of the thread";
  let assemblyFormat = "attr-dict";
}

def PTX_TrapOp : PTX_Terminator<"trap"> {
  let summary = "abort of the grid";
  let assemblyFormat = "attr-dict";
}

def PTX_CallOp : PTX_Op<"call", [PTX_Convergent,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "direct call";
  let description = [{
    `args` and `rets` have one number per parameter and return value of the
    callee: that of the `.param` variable of this function (`call_params`) that
    holds it, or -1 for the next operand or result (a register).
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$arguments,
                   DenseI32ArrayAttr:$args, DenseI32ArrayAttr:$rets,
                   UnitProp:$uni);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    (`uni` $uni^)? $callee `rets` $rets `args` $args
    `(` $arguments `)` attr-dict `:` functional-type($arguments, $values)
  }];
}

def PTX_CallIndirectOp : PTX_Op<"call_indirect", [PTX_Convergent]> {
  let summary = "call through a function address";
  let description = [{
    As `ptx.call`; `prototype_params` and `prototype_returns` come from the
    `.callprototype`, `targets` from `.calltargets`.
  }];
  let arguments = (ins I64:$target, Variadic<AnyType>:$arguments,
                   DenseI32ArrayAttr:$args, DenseI32ArrayAttr:$rets,
                   OptionalAttr<PTX_VarArray>:$prototype_params,
                   OptionalAttr<PTX_VarArray>:$prototype_returns,
                   OptionalAttr<ArrayAttr>:$targets, UnitProp:$uni);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    (`uni` $uni^)? $target `rets` $rets `args` $args
    `(` $arguments `)` attr-dict `:` functional-type($arguments, $values)
  }];
}

#endif // PTX_MLIR_DIALECT_PTX_STRUCTURE_TD

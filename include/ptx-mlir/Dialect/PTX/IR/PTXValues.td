//===- PTXValues.td - values without an instruction --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, vectors, special registers and addresses, which PTX writes as
// operands. As operations they leave instructions with SSA operands only.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_VALUES_TD
#define PTX_MLIR_DIALECT_PTX_VALUES_TD

include "ptx-mlir/Dialect/PTX/IR/PTXStructureBase.td"

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

def PTX_DebugValueOp : PTX_Op<"debug_value"> {
  let summary = "what a register of the text holds from here on";
  let description = [{
    For debuggers: the register `name` of type `register_type` holds the value,
    until another operation says something else; without one, what it holds is
    not known. It makes no code and has no text.
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$register_type,
                       Optional<AnySignlessInteger>:$value);
  let assemblyFormat =
    "$name $register_type (`,` $value^ `:` type($value))? attr-dict";
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

#endif // PTX_MLIR_DIALECT_PTX_VALUES_TD

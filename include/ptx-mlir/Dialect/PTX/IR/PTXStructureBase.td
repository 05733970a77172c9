//===- PTXStructureBase.td - shared by structural ops ------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base class and constraints of operations without an instruction record,
// for the three files that define such operations.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_STRUCTUREBASE_TD
#define PTX_MLIR_DIALECT_PTX_STRUCTUREBASE_TD

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

#endif // PTX_MLIR_DIALECT_PTX_STRUCTUREBASE_TD

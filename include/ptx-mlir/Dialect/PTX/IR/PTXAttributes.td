//===- PTXAttributes.td - attributes of the ptx dialect ----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PTX says of symbols, variables and places in the source, as attributes
// that structural operations carry.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_ATTRIBUTES_TD
#define PTX_MLIR_DIALECT_PTX_ATTRIBUTES_TD

include "mlir/IR/EnumAttr.td"
include "ptx-mlir/Dialect/PTX/IR/PTXBase.td"

def PTX_Linkage : I32EnumAttr<"Linkage", "linkage of a PTX symbol", [
  I32EnumAttrCase<"Internal", 0, "internal">,
  I32EnumAttrCase<"Visible", 1, "visible">,
  I32EnumAttrCase<"Extern", 2, "extern">,
  I32EnumAttrCase<"Weak", 3, "weak">,
  I32EnumAttrCase<"Common", 4, "common">
]> {
  let cppNamespace = "::ptxmlir::ptx";
  let genSpecializedAttr = 0;
}
def PTX_LinkageAttr : EnumAttr<PTX_Dialect, PTX_Linkage, "linkage">;

class PTX_Attr<string name, string mnemonic_> : AttrDef<PTX_Dialect, name> {
  let mnemonic = mnemonic_;
}

def PTX_VarAttr : PTX_Attr<"Var", "var"> {
  let summary = "a parameter, return value or local variable of a function";
  let description = [{
    `size` is in bytes, `count` the number of elements of an array (0 for a
    scalar), `offset` the byte offset in the parameter block of an entry.
    `inRegister` marks a `.reg` parameter of a `.func`: it is a block argument
    (or an operand of `ptx.ret`) instead of memory. A parameter declared `.ptr`
    has `pointer` set, with the state space (empty: generic) and the alignment of
    what it points to.
  }];
  let parameters = (ins
    "::mlir::StringAttr":$name,
    "::ptxmlir::ptx::DataType":$dataType,
    "uint64_t":$size,
    "uint32_t":$align,
    DefaultValuedParameter<"uint64_t", "0">:$offset,
    DefaultValuedParameter<"uint64_t", "0">:$count,
    DefaultValuedParameter<"bool", "false">:$inRegister,
    DefaultValuedParameter<"bool", "false">:$pointer,
    DefaultValuedParameter<"::ptxmlir::ptx::Space",
                           "::ptxmlir::ptx::Space::None">:$pointerSpace,
    DefaultValuedParameter<"uint32_t", "0">:$pointerAlign
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

def PTX_RelocAttr : PTX_Attr<"Reloc", "reloc"> {
  let summary = "the address of a symbol in the initial value of a variable";
  let description = [{
    At byte `offset` lie `size` bytes of the address of `symbol` plus `addend`,
    shifted right by `shift` bits (`mask()` takes single bytes of an address).
    `generic` asks for the generic address.
  }];
  let parameters = (ins
    "uint64_t":$offset,
    "::mlir::FlatSymbolRefAttr":$symbol,
    DefaultValuedParameter<"int64_t", "0">:$addend,
    DefaultValuedParameter<"uint32_t", "8">:$size,
    DefaultValuedParameter<"uint32_t", "0">:$shift,
    DefaultValuedParameter<"bool", "false">:$generic
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

def PTX_FileAttr : PTX_Attr<"File", "file"> {
  let summary = "a `.file` directive";
  let description = [{
    `time` (of its last change) and `size` (in bytes) are 0 if not written.
  }];
  let parameters = (ins
    "uint32_t":$number,
    "::mlir::StringAttr":$name,
    DefaultValuedParameter<"uint64_t", "0">:$time,
    DefaultValuedParameter<"uint64_t", "0">:$size
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

def PTX_LineLoc : LocationAttrDef<PTX_Dialect, "LineLoc"> {
  let cppClassName = "LineLoc";
  let mnemonic = "line";
  let summary = "a line and column of a file";
  let description = [{
    Says what a `FileLineColLoc` says, at a small part of its cost: the table of
    those hashes to one in eight of its buckets, so that making one reads several
    others that lie anywhere in memory, and a large module spends a quarter of its
    parsing there. These are found by their line, without hashing, and lines that
    follow each other lie side by side. The importer makes them where it is asked
    to (`ImportOptions::lineLocations`); only this project's tools know them.
  }];
  let parameters = (ins
    "::mlir::StringAttr":$file,
    "uint32_t":$line,
    "uint32_t":$column
  );
  let assemblyFormat = "`<` $file `,` $line `,` $column `>`";
  let storageClass = "LineLocStorage";
  let genStorageClass = 0;
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    static LineLoc get(::mlir::MLIRContext *context, ::mlir::StringAttr file,
                       uint32_t line, uint32_t column);
  }];
}

#endif // PTX_MLIR_DIALECT_PTX_ATTRIBUTES_TD

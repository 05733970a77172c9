//===- ModuleAttrs.h - Attributes that go down the road --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Discardable attributes that modules and functions of more than one dialect
// have: what the command line or the PTX says once and the cubin needs at the
// end. Each conversion passes them on, so they belong to no single dialect.
//
// In a relocatable object (`-c`) each function has a section of its own, and
// the addresses of symbols are for the linker to fill in. The address table of
// such a module is no part of the file: an entry of it stands for the address
// of a symbol until the conversion to machine code makes moves with
// relocations of each read. docs/cubin.md, "Relocatable objects". Extensible
// programs have such a table, too.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_MODULEATTRS_H
#define PTXMLIR_DIALECT_MODULEATTRS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace ptxmlir {

/// Of a module: it becomes a relocatable object. A unit attribute on
/// `ptx.module`, `ori.module` and `sass.module`.
constexpr llvm::StringLiteral kRelocatableAttr = "relocatable";
/// Of a module: it becomes an extensible whole program (`-ewp`). Kernels hold
/// their device functions and have laid out constants and shared memory, as in
/// any program; addresses in global memory and functions that are elsewhere
/// are for the linker, as in a relocatable object. On modules of the same
/// dialects.
constexpr llvm::StringLiteral kExtensibleAttr = "extensible";
/// Of a function, of a declaration, or of a call through a register: the types
/// of its parameters and its result as nvlink compares them (a string).
constexpr llvm::StringLiteral kPrototypeAttr = "prototype";
/// Of a variable in shared memory: the kernel in which it is declared.
constexpr llvm::StringLiteral kOwnerAttr = "owner";
/// Of a declaration: the function of which it is another name.
constexpr llvm::StringLiteral kAliaseeAttr = "aliasee";
/// Of a function of a relocatable object: its register limit.
constexpr llvm::StringLiteral kRegisterLimitAttr = "register_limit";
/// Of a function of PTX: it becomes one that changes few registers (the
/// attribute of that name of `ori.func`).
constexpr llvm::StringLiteral kFewRegistersAttr = "few_registers";
/// Of a machine instruction with a relocation: a label of its function, whose
/// offset is added to the symbol.
constexpr llvm::StringLiteral kRelocLabelAttr = "reloc_label";

/// Of a module of any level: it is compiled for a debugger.
constexpr llvm::StringLiteral kDebugAttr = "debug";
/// Of an ori.func of such a module: where in its frame local variables of the
/// PTX are, by name. Of a kernel's sass.func: these, by function.
constexpr llvm::StringLiteral kDebugLocalsAttr = "debug_locals";

/// In `reloc_bytes` of a variable, beside -1 (a generic address) and the number
/// of a byte: the address in the state space of the symbol.
constexpr int64_t kOwnSpaceAddress = -2;

} // namespace ptxmlir

#endif // PTXMLIR_DIALECT_MODULEATTRS_H

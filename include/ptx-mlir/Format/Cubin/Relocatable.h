//===- Relocatable.h - What relocatable objects need of the IR --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a relocatable object (`-c`) each function has a section of its own, and
// the addresses of symbols are for the linker to fill in. The address table of
// such a module is no part of the file: an entry of it stands for the address
// of a symbol until the conversion to machine code makes moves with
// relocations of each read. docs/cubin.md, "Relocatable objects".
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_RELOCATABLE_H
#define PTX_MLIR_FORMAT_CUBIN_RELOCATABLE_H

#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace ptxmlir::cubin {

/// Of a module: it becomes a relocatable object. A unit attribute on
/// `ptx.module`, `ori.module` and `sass.module`.
constexpr llvm::StringLiteral kRelocatableAttr = "relocatable";
/// Of a `sass.module`: its file says that it is an extensible whole program
/// (`-ewp`).
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
/// Of a machine instruction with a relocation: a label of its function, whose
/// offset is added to the symbol.
constexpr llvm::StringLiteral kRelocLabelAttr = "reloc_label";

/// The bank whose words stand for addresses.
constexpr unsigned kAddressBank = 4;
/// Bytes of an entry of the address table.
constexpr unsigned kAddressBytes = 8;

/// In `reloc_bytes` of a variable, beside -1 (a generic address) and the number
/// of a byte: the address in the state space of the symbol.
constexpr int64_t kOwnSpaceAddress = -2;

/// What the address of a symbol is the address of.
enum class SymbolKind : uint8_t { Global, Const, Shared, Function };

/// The relocations of moves of the low and the high word of an address; no
/// second one where an address has 32 bits. Observed on ptxas 13.0.88.
struct AddressRelocs {
  RelocType low;
  std::optional<RelocType> high;
};
AddressRelocs getAddressRelocs(SymbolKind kind, unsigned sm);
/// Of a direct call, and of the address of a function in an initial value.
RelocType getCallReloc(unsigned sm);
RelocType getFunctionPointerReloc(unsigned sm);
/// Of a call through a register, on the linker's symbol `kUnifiedOffset`;
/// nothing where calls have none.
std::optional<RelocType> getIndirectCallReloc(unsigned sm);
constexpr llvm::StringLiteral kUnifiedOffset = "__UFT_OFFSET";

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_RELOCATABLE_H

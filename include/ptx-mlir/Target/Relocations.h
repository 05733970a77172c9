//===- Relocations.h - Words that linkers fill in ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relocation types of code and of initial values, and which of them an SM
// has for a purpose. They stand here and not with the file format because code
// generation decides on them: an instruction that takes an address must leave
// the bits that its relocation fills in. Observed on ptxas 13.0.88;
// docs/cubin.md, "Relocatable objects".
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_RELOCATIONS_H
#define PTXMLIR_TARGET_RELOCATIONS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace ptxmlir::target {

/// Relocation types (ELF64_R_TYPE); `addend` is always explicit (RELA) from
/// sm_90 on.
enum class RelocType : uint32_t {
  /// 32-bit address of the symbol (debugging sections).
  Abs32 = 1,
  /// 64-bit address of the symbol (`.nv.constant4`, `.debug_frame`).
  Abs64 = 2,
  /// 64-bit generic address of the symbol plus addend (initialisers).
  Generic64 = 4,
  /// Texture / sampler / surface header index in constant bank 0.
  TextureIndex = 6,
  SamplerIndex = 7,
  SurfaceIndex = 52,
  /// 32-bit shared address in a MOV, at bit 32 of the instruction.
  Shared32 = 55,
  /// Low / high 32 bits of an address in a MOV, at bit 32 of the instruction.
  AddrLo32 = 56,
  AddrHi32 = 57,
  /// Absolute call target, sm_75..sm_89 / sm_90 and later.
  CallOld = 58,
  Call = 75,
  /// 16-bit offset of a constant variable in a MOV, at bit 32.
  ConstOffset16 = 59,
  /// Byte offset of a constant-bank operand.
  ConstOperandOld = 64,
  ConstOperand = 66,
  /// The same of an LDCU.
  ConstOperandNew = 115,
  /// One byte of what Generic64 writes whole, the lowest to the highest.
  GenericByte0 = 84,
  GenericByte7 = 91,
  /// FDE range in relocatable output.
  FdeRange = 73,
  SamplerIndexNew = 101,
  /// Function pointer, relocatable output.
  FuncPtr64 = 102,
  FuncLo32 = 112,
  FuncHi32 = 113,
  UftOffset = 114,
};

/// A spelling for messages and dumps; "R_<n>" when unknown.
llvm::StringRef getRelocTypeName(uint32_t type);

/// What the address of a symbol is the address of.
/// Of an image it is the number that the
/// driver gives it, in a word of bank 0 that the linker adds.
enum class SymbolKind : uint8_t { Global, Const, Shared, Function, Image };

/// The relocation of an instruction that loads the word of an image to a
/// uniform register.
RelocType getImageWordReloc(unsigned sm);

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

} // namespace ptxmlir::target

#endif // PTXMLIR_TARGET_RELOCATIONS_H

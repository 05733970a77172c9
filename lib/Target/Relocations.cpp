//===- Relocations.cpp - The relocations of addresses, by SM --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relocation types are numbers of NVIDIA's ELF files, and SMs from sm_90 on
// have others for calls and functions; here each purpose gets its type.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/Relocations.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir;
using namespace ptxmlir::target;

llvm::StringRef target::getRelocTypeName(uint32_t type) {
  static const char *const bytes[] = {
      "GENERIC_BYTE0", "GENERIC_BYTE1", "GENERIC_BYTE2", "GENERIC_BYTE3",
      "GENERIC_BYTE4", "GENERIC_BYTE5", "GENERIC_BYTE6", "GENERIC_BYTE7"};
  uint32_t firstByte = uint32_t(RelocType::GenericByte0);
  if (type >= firstByte && type <= uint32_t(RelocType::GenericByte7))
    return bytes[type - firstByte];
  switch (static_cast<RelocType>(type)) {
  case RelocType::Abs32:
    return "ABS32";
  case RelocType::Abs64:
    return "ABS64";
  case RelocType::Generic64:
    return "GENERIC64";
  case RelocType::TextureIndex:
    return "TEXTURE_INDEX";
  case RelocType::SamplerIndex:
  case RelocType::SamplerIndexNew:
    return "SAMPLER_INDEX";
  case RelocType::SurfaceIndex:
    return "SURFACE_INDEX";
  case RelocType::Shared32:
    return "SHARED32";
  case RelocType::AddrLo32:
    return "ADDR_LO32";
  case RelocType::AddrHi32:
    return "ADDR_HI32";
  case RelocType::CallOld:
  case RelocType::Call:
    return "CALL";
  case RelocType::ConstOffset16:
    return "CONST_OFFSET16";
  case RelocType::ConstOperandOld:
  case RelocType::ConstOperand:
  case RelocType::ConstOperandNew:
    return "CONST_OPERAND";
  case RelocType::FdeRange:
    return "FDE_RANGE";
  case RelocType::FuncPtr64:
    return "FUNC_PTR64";
  case RelocType::FuncLo32:
    return "FUNC_LO32";
  case RelocType::FuncHi32:
    return "FUNC_HI32";
  case RelocType::UftOffset:
    return "UFT_OFFSET";
  // Above.
  case RelocType::GenericByte0:
  case RelocType::GenericByte7:
    break;
  }
  return {};
}

/// The relocation types changed with the sections of sm_90.
static bool hasNewRelocations(unsigned sm) {
  return getFeatures(sm).has(Feature::CompatSection);
}

RelocType target::getImageWordReloc(unsigned sm) {
  return getFeatures(sm).has(Feature::Mercury) ? RelocType::ConstOperandNew
                                               : RelocType::ConstOperand;
}

AddressRelocs target::getAddressRelocs(SymbolKind kind, unsigned sm) {
  switch (kind) {
  case SymbolKind::Const:
    return {RelocType::ConstOffset16, std::nullopt};
  case SymbolKind::Shared:
    return {RelocType::Shared32, std::nullopt};
  case SymbolKind::Function:
    if (hasNewRelocations(sm))
      return {RelocType::FuncLo32, RelocType::FuncHi32};
    break;
  case SymbolKind::Global:
    break;
  case SymbolKind::Image:
    return {getImageWordReloc(sm), std::nullopt};
  }
  return {RelocType::AddrLo32, RelocType::AddrHi32};
}

RelocType target::getCallReloc(unsigned sm) {
  return hasNewRelocations(sm) ? RelocType::Call : RelocType::CallOld;
}

RelocType target::getFunctionPointerReloc(unsigned sm) {
  return hasNewRelocations(sm) ? RelocType::FuncPtr64 : RelocType::Abs64;
}

std::optional<RelocType> target::getIndirectCallReloc(unsigned sm) {
  if (hasNewRelocations(sm))
    return RelocType::UftOffset;
  return std::nullopt;
}

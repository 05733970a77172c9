//===- Relocatable.cpp - The relocations of addresses, by SM --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Relocatable.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;

/// The relocation types changed with the sections of sm_90.
static bool hasNewRelocations(unsigned sm) {
  return target::getFeatures(sm).has(target::Feature::CompatSection);
}

AddressRelocs cubin::getAddressRelocs(SymbolKind kind, unsigned sm) {
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
  }
  return {RelocType::AddrLo32, RelocType::AddrHi32};
}

RelocType cubin::getCallReloc(unsigned sm) {
  return hasNewRelocations(sm) ? RelocType::Call : RelocType::CallOld;
}

RelocType cubin::getFunctionPointerReloc(unsigned sm) {
  return hasNewRelocations(sm) ? RelocType::FuncPtr64 : RelocType::Abs64;
}

std::optional<RelocType> cubin::getIndirectCallReloc(unsigned sm) {
  if (hasNewRelocations(sm))
    return RelocType::UftOffset;
  return std::nullopt;
}

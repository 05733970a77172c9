//===- Constants.cpp - Names and per-SM numbers of the cubin container ----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir::cubin;

llvm::StringRef ptxmlir::cubin::getAttrName(uint8_t code) {
  switch (code) {
#define CUBIN_EIATTR(CODE, NAME)                                               \
  case CODE:                                                                   \
    return #NAME;
#include "ptx-mlir/Format/Cubin/EIATTR.def"
  default:
    return {};
  }
}

llvm::StringRef ptxmlir::cubin::getRelocTypeName(uint32_t type) {
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

/// The record of an SM; of one without a record, that of the last before it.
static const ptxmlir::target::TargetInfo &getTarget(unsigned sm) {
  namespace target = ptxmlir::target;
  const target::TargetInfo *best = target::getTargets().begin();
  for (const target::TargetInfo &t : target::getTargets())
    if (t.sm <= sm && t.sm >= best->sm)
      best = &t;
  return *best;
}

std::string ptxmlir::cubin::getParamSymbol(llvm::StringRef kernel,
                                           llvm::StringRef param) {
  return (llvm::Twine(kernel) + " " + param)
      .str(); // No name in PTX has a space.
}

unsigned ptxmlir::cubin::getParamBase(unsigned sm) {
  return unsigned(getTarget(sm).bank->paramBase);
}

unsigned ptxmlir::cubin::getSharedBase(unsigned sm) {
  const ptxmlir::target::TargetInfo &target = getTarget(sm);
  return target.hasClusters() ? target.limits->reservedSharedPerCTA : 0;
}

bool ptxmlir::cubin::canDescribe(unsigned sm) {
  namespace target = ptxmlir::target;
  const target::TargetInfo *info = target::lookupTarget(sm, "");
  return info && info->has(target::Feature::DescribedCubins);
}

bool ptxmlir::cubin::isDescriptorSize(llvm::StringRef symbol) {
  return symbol.starts_with(".nv.") && symbol.ends_with("DescSize");
}

//===- Constants.cpp - Names and per-SM numbers of the cubin container ----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of attributes for messages and dumps, and what of an SM's record the
// file format depends on.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Format/Cubin/Parameters.h"
#include "ptx-mlir/Target/Parameters.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/SmallVector.h"

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

/// The record of an SM; of one without a record, that of the last before it.
static const ptxmlir::target::TargetInfo &getTarget(unsigned sm) {
  namespace target = ptxmlir::target;
  const target::TargetInfo *best = target::getTargets().begin();
  for (const target::TargetInfo &t : target::getTargets())
    if (t.sm <= sm && t.sm >= best->sm)
      best = &t;
  return *best;
}

unsigned ptxmlir::cubin::getParamBase(unsigned sm) {
  return ptxmlir::target::getParamBase(sm, 0);
}

unsigned ptxmlir::cubin::getParamBase(unsigned sm, const Kernel &kernel) {
  llvm::SmallVector<int32_t> offsets, sizes;
  for (const Param &param : kernel.params) {
    offsets.push_back(param.offset);
    sizes.push_back(int32_t(param.size));
  }
  return ptxmlir::target::getParamBase(sm, offsets, sizes);
}

unsigned ptxmlir::cubin::getSharedBase(unsigned sm) {
  const ptxmlir::target::TargetInfo &target = getTarget(sm);
  return target.hasClusters() ? target.limits->reservedSharedPerCTA : 0;
}

unsigned ptxmlir::cubin::getNamedBarriers(unsigned sm) {
  return getTarget(sm).limits->namedBarriers;
}

bool ptxmlir::cubin::canDescribe(unsigned sm) {
  namespace target = ptxmlir::target;
  const target::TargetInfo *info = target::lookupTarget(sm, "");
  return info && info->has(target::Feature::DescribedCubins);
}

bool ptxmlir::cubin::isDescriptorSize(llvm::StringRef symbol) {
  return symbol.starts_with(".nv.") && symbol.ends_with("DescSize");
}

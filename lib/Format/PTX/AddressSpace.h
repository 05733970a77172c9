//===- AddressSpace.h - State spaces of accesses and variables --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_ADDRESSSPACE_H
#define PTX_MLIR_LIB_FORMAT_PTX_ADDRESSSPACE_H

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"

namespace ptxmlir::ptx {

/// The state space in which an instruction takes an address, without its part
/// behind `::`; empty if generic.
inline llvm::StringRef getAccessSpace(const OperandInfo &operand,
                                      const InstInfo &info, int64_t mods) {
  if (operand.spaceSlot < 0)
    return tableString(operand.fixedSpace);
  const SlotInfo &slot = info.slots()[operand.spaceSlot];
  return enumSpelling(slot.enumIndex, getField(slot, mods)).split("::").first;
}

/// Whether a variable can be named there; a generic address may be that of a
/// global, shared or local one.
inline bool canBeNamedIn(llvm::StringRef accessSpace, Space variable) {
  return accessSpace.empty()
             ? variable != Space::Const && variable != Space::Param
             : stringify(variable) == accessSpace;
}

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_ADDRESSSPACE_H

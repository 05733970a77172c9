//===- AddressSpace.h - State spaces of accesses and variables --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser and printer must agree on when an operand may be the name of a
// variable: the rules of state spaces for both.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_ADDRESSSPACE_H
#define PTX_MLIR_LIB_FORMAT_PTX_ADDRESSSPACE_H

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include <optional>

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

/// The slot that says in which state space the instruction takes an address; of
/// an mbarrier, which is in shared memory in any case, whether it is generic.
inline const SlotInfo *getSpaceSlot(const OperandInfo &operand,
                                    const InstInfo &info) {
  if (operand.spaceSlot >= 0)
    return &info.slots()[operand.spaceSlot];
  for (const SlotInfo &slot : info.slots())
    if (slot.enumIndex >= 0 && tableString(slot.name) == "space")
      return &slot;
  return nullptr;
}

/// Whether an address is generic that names a variable: the text `[v]` of an
/// instruction without a state space.
inline bool isGenericAddress(const OperandInfo &operand, const InstInfo &info,
                             int64_t mods) {
  const SlotInfo *slot = getSpaceSlot(operand, info);
  return operand.inSpace && slot && !getField(*slot, mods);
}

/// The modifiers of a generic access with the state space of the variable that
/// it names; none if the instruction has no such form or another address there.
inline std::optional<int64_t> addSpaceOfVariable(const OperandInfo &operand,
                                                 const InstInfo &info,
                                                 int64_t mods, Space variable) {
  const SlotInfo *slot = getSpaceSlot(operand, info);
  for (const OperandInfo &other : info.srcs())
    if (&other != &operand && other.inSpace &&
        getSpaceSlot(other, info) == slot &&
        isPresent(other, info, mods, /*written=*/true))
      return std::nullopt;
  std::optional<unsigned> value =
      enumValue(slot->enumIndex, stringify(variable));
  if (!value && variable == Space::Shared)
    value = enumValue(slot->enumIndex, "shared::cta");
  if (!value)
    return std::nullopt;
  int64_t named = mods | int64_t(*value) << slot->offset;
  if (!matchForm(info, named, /*opcodeOnly=*/true))
    return std::nullopt;
  return named;
}

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_ADDRESSSPACE_H

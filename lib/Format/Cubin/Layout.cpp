//===- Layout.cpp - Where things go: variables, slots, frame rows, limits -===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places that code generation and the file must agree on come from
// Target/ModuleLayout.h; here they are applied to the description of a file.
// Frame tables follow ptxas's rules.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;

std::vector<FrameRow> ptxmlir::cubin::getFrameRows(
    uint32_t entryBlockEnd, std::optional<uint32_t> frameSetupEnd,
    uint32_t lastInstr, bool oneBlock, uint32_t frameBytes) {
  // ptxas puts one row at the end of the prologue and one at the epilogue. When
  // both fall on one offset the later (empty) one wins; in a kernel of a single
  // block the epilogue search finds the frame setup itself and resets the CFA
  // there (all observed on ptxas 13.0.88).
  if (frameSetupEnd) {
    if (oneBlock)
      return {{*frameSetupEnd, 0u}};
    return {{*frameSetupEnd, frameBytes}, {lastInstr, std::nullopt}};
  }
  if (entryBlockEnd == lastInstr)
    return {{lastInstr, std::nullopt}};
  FrameRow prologue{entryBlockEnd, 0u}, epilogue{lastInstr, std::nullopt};
  if (entryBlockEnd < lastInstr)
    return {prologue, epilogue};
  return {epilogue, prologue};
}

/// What code generation laid out, too (Target/ModuleLayout.h).
static target::ModuleLayout getLayout(const Module &module) {
  target::ModuleLayout layout;
  for (const Variable &v : module.variables) {
    target::VariablePlace place =
        isImage(v.space)              ? target::VariablePlace::Image
        : v.isExtern || v.isCommon    ? target::VariablePlace::Elsewhere
        : v.space == VarSpace::Const  ? target::VariablePlace::Constant
        : v.space == VarSpace::Shared ? target::VariablePlace::Shared
        : v.hasInit                   ? target::VariablePlace::Initialized
                                      : target::VariablePlace::Zeroed;
    layout.variables.push_back({v.name, place, v.linkage == Linkage::Local,
                                v.size, v.align, v.offset});
  }
  for (const Kernel &kernel : module.kernels)
    layout.externs.emplace_back(kernel.externs.begin(), kernel.externs.end());
  return layout;
}

void ptxmlir::cubin::layoutVariables(Module &module) {
  target::ModuleLayout layout = getLayout(module);
  layout.placeVariables();
  for (auto [variable, placed] : llvm::zip(module.variables, layout.variables))
    variable.offset = placed.offset;
}

std::vector<std::string> ptxmlir::cubin::getAddressSlots(const Module &module) {
  target::ModuleLayout layout = getLayout(module);
  std::vector<llvm::StringRef> slots = layout.listAddressSlots();
  return {slots.begin(), slots.end()};
}

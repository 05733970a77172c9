//===- Layout.cpp - Where things go: variables, slots, frame rows, limits -===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <tuple>

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

/// Variables in the order ptxas handles them: visible ones first, each group in
/// source order.
static std::vector<size_t> getProcessingOrder(const Module &module) {
  std::vector<size_t> order;
  for (bool local : {false, true})
    for (size_t i = 0; i < module.variables.size(); ++i)
      if ((module.variables[i].linkage == Linkage::Local) == local)
        order.push_back(i);
  return order;
}

/// Sorts as ptxas does, which shows where elements are equal: a merge sort that
/// deals the list out to two stacks in turn and prefers the first one (observed
/// on ptxas 13.0.88 with up to 40 variables of one kind). `less` must be a
/// strict order; log n deep.
template <typename T, typename Less>
static void dealSort(std::vector<T> &list, Less less) {
  if (list.size() < 2)
    return;
  std::vector<T> first, second;
  for (size_t i = list.size(); i-- > 0;)
    (i % 2 == 0 ? first : second).push_back(list[i]);
  dealSort(first, less);
  dealSort(second, less);
  // std::merge takes from the first range where elements are equal.
  std::merge(first.begin(), first.end(), second.begin(), second.end(),
             list.begin(), less);
}

void ptxmlir::cubin::layoutVariables(Module &module) {
  std::vector<size_t> order = getProcessingOrder(module);
  enum Place { Zero, Init, Const };
  auto place = [](const Variable &v) {
    return v.space == VarSpace::Const ? Const : v.hasInit ? Init : Zero;
  };
  for (Variable &v : module.variables)
    if (isImage(v.space))
      v.offset = 0;
  for (Place where : {Zero, Init, Const}) {
    std::vector<size_t> unplaced;
    uint64_t end = 0;
    for (size_t index : order) {
      if (isImage(module.variables[index].space))
        continue;
      const Variable &v = module.variables[index];
      if (place(v) != where)
        continue;
      if (v.offset)
        end = std::max(end, *v.offset + v.size);
      else
        unplaced.push_back(index);
    }
    // Globals by falling alignment, then rising size; constants in order.
    if (where != Const)
      dealSort(unplaced, [&](size_t a, size_t b) {
        const Variable &x = module.variables[a];
        const Variable &y = module.variables[b];
        return std::make_tuple(y.align, x.size) <
               std::make_tuple(x.align, y.size);
      });
    for (size_t index : unplaced) {
      Variable &v = module.variables[index];
      end = llvm::alignTo(end, std::max<uint64_t>(v.align, 1));
      v.offset = end;
      end += v.size;
    }
  }
}

std::vector<std::string> ptxmlir::cubin::getAddressSlots(const Module &module) {
  std::vector<std::string> slots;
  llvm::StringSet<> seen;
  auto add = [&](const std::string &name) {
    if (seen.insert(name).second)
      slots.push_back(name);
  };
  auto addVariables = [&] {
    for (size_t i : getProcessingOrder(module))
      if (module.variables[i].space == VarSpace::Global)
        add(module.variables[i].name);
  };
  // Kernels are written last to first; the first one written also brings the
  // module's variables, behind its own callees.
  bool first = true;
  for (const Kernel &k : llvm::reverse(module.kernels)) {
    for (const std::string &name : k.externs)
      add(name);
    if (first)
      addVariables();
    first = false;
  }
  if (first)
    addVariables();
  return slots;
}

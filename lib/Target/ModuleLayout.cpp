//===- ModuleLayout.cpp - Where the variables of a module are -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas's own order, down to which of two equal variables comes first: tools
// that compare cubins of both compilers see the same addresses.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/ModuleLayout.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <tuple>

using namespace ptxmlir::target;

std::string ptxmlir::target::getImageParamSymbol(llvm::StringRef kernel,
                                                 llvm::StringRef param) {
  return (llvm::Twine(kernel) + " " + param).str();
}

/// Variables in the order ptxas handles them: visible ones first, each group in
/// source order.
static std::vector<size_t>
getProcessingOrder(llvm::ArrayRef<ModuleVariable> variables) {
  std::vector<size_t> order;
  for (bool internal : {false, true})
    for (size_t i = 0; i < variables.size(); ++i)
      if (variables[i].isInternal == internal)
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

void ModuleLayout::placeVariables() {
  std::vector<size_t> order = getProcessingOrder(variables);
  for (ModuleVariable &v : variables)
    if (v.place == VariablePlace::Image || v.place == VariablePlace::Elsewhere)
      v.offset = 0;
  for (VariablePlace place : {VariablePlace::Zeroed, VariablePlace::Initialized,
                              VariablePlace::Constant}) {
    std::vector<size_t> unplaced;
    uint64_t end = 0;
    for (size_t index : order) {
      const ModuleVariable &v = variables[index];
      if (v.place != place)
        continue;
      if (v.offset)
        end = std::max(end, *v.offset + v.size);
      else
        unplaced.push_back(index);
    }
    // Globals by falling alignment, then rising size; constants in order.
    if (place != VariablePlace::Constant)
      dealSort(unplaced, [&](size_t a, size_t b) {
        const ModuleVariable &x = variables[a];
        const ModuleVariable &y = variables[b];
        return std::make_tuple(y.align, x.size) <
               std::make_tuple(x.align, y.size);
      });
    for (size_t index : unplaced) {
      ModuleVariable &v = variables[index];
      end = llvm::alignTo(end, std::max<uint64_t>(v.align, 1));
      v.offset = end;
      end += v.size;
    }
  }
}

std::vector<llvm::StringRef> ModuleLayout::listAddressSlots() const {
  std::vector<llvm::StringRef> slots;
  llvm::StringSet<> seen;
  auto add = [&](llvm::StringRef name) {
    if (seen.insert(name).second)
      slots.push_back(name);
  };
  auto addVariables = [&] {
    for (size_t i : getProcessingOrder(variables))
      if (variables[i].place == VariablePlace::Zeroed ||
          variables[i].place == VariablePlace::Initialized)
        add(variables[i].name);
  };
  // Kernels are written last to first; the first one written also brings the
  // module's variables, behind its own callees.
  bool first = true;
  for (const std::vector<llvm::StringRef> &names : llvm::reverse(externs)) {
    for (llvm::StringRef name : names)
      add(name);
    if (first)
      addVariables();
    first = false;
  }
  if (first)
    addVariables();
  return slots;
}

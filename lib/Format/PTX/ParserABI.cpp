//===- ParserABI.cpp - what functions can pass in registers ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas lets functions follow the ABI unless one has several return values.
// Then those that a kernel reaches have no predicates and no integers of 8 and
// 16 bits as parameters, in registers or as scalars in `.param` space (`.b8`,
// `.b16`, `.f16` and arrays of all types pass; observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/SetVector.h"

using namespace ptxmlir::ptx;

static bool isNarrow(VarAttr var) {
  if (var.getCount() != 0) // an array
    return false;
  switch (var.getDataType()) {
  case DataType::Pred:
  case DataType::U8:
  case DataType::S8:
  case DataType::U16:
  case DataType::S16:
    return true;
  default:
    return false;
  }
}

const char *Parser::findABIViolation(llvm::ArrayRef<VarAttr> params,
                                     llvm::ArrayRef<VarAttr> returns) const {
  // Vectors may have narrow elements (observed on ptxas 13.0.88); v$0 is how
  // the exporter writes the first element of v.
  auto isRefused = [&](VarAttr var) {
    llvm::StringRef name = var.getName();
    bool isElement = var.getInRegister() &&
                     (vectorLanes.contains(var) ||
                      (name.size() > 2 && name[name.size() - 2] == '$' &&
                       name.back() >= '0' && name.back() <= '3'));
    return isNarrow(var) && !isElement;
  };
  if (llvm::any_of(params, isRefused))
    return "In ABI compilation, passing predicate, 8-bit and 16-bit parameters "
           "to device functions is not supported";
  if (llvm::any_of(returns, isRefused))
    return "In ABI compilation, returning predicate, 8-bit and 16-bit values "
           "from device functions is not supported";
  return nullptr;
}

void Parser::checkABI() {
  llvm::DenseMap<mlir::Attribute, const FunctionInfo *> byName;
  llvm::SetVector<const FunctionInfo *> reached;
  bool hasViolation = !prototypeViolations.empty();
  for (auto &[index, info] : functions) {
    if (info.returns.size() > 1)
      return;
    byName[symbolNames[index]] = &info;
    hasViolation |= findABIViolation(info.params, info.returns) != nullptr;
    if (info.isEntry)
      reached.insert(&info);
  }
  if (!hasViolation)
    return;
  std::vector<std::pair<Position, const char *>> found = prototypeViolations;
  for (size_t k = 0; k < reached.size(); ++k) {
    const FunctionInfo &info = *reached[k];
    if (const char *message = findABIViolation(info.params, info.returns);
        message && !info.isEntry)
      found.emplace_back(info.position, message);
    auto uses = mlir::SymbolTable::getSymbolUses(info.op);
    for (mlir::SymbolTable::SymbolUse use : *uses)
      if (const FunctionInfo *used = byName.lookup(use.getSymbolRef()))
        reached.insert(used);
  }
  llvm::sort(found, [](auto &a, auto &b) {
    return std::pair(a.first.line, a.first.column) <
           std::pair(b.first.line, b.first.column);
  });
  for (auto [position, message] : found)
    error(position) << message;
}

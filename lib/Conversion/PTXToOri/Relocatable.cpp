//===- Relocatable.cpp - Symbols of objects for the linker ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a relocatable object every address of a symbol is an entry of the address
// table, also of constants and shared memory: only the linker lays them out.
//
//===----------------------------------------------------------------------===//

#include "TextureCalls.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// The letters of a parameter or result.
static void addType(std::string &text, ptx::VarAttr var) {
  bool isFloat = ptx::isFloat(var.getDataType());
  switch (ptx::getBitWidth(var.getDataType())) {
  case 8:
    text += 'b';
    break;
  case 16:
    text += 'h';
    break;
  case 32:
    text += isFloat ? 'f' : 'i';
    break;
  case 64:
    text += isFloat ? 'd' : 'l';
    break;
  default:
    text += 'x';
    break;
  }
  if (var.getCount() || var.getSize() == 0)
    text += std::to_string(var.getCount());
}

std::string ptxtoori::getPrototype(ArrayAttr params, ArrayAttr returns) {
  std::string text = "#";
  if (returns.empty())
    text += 'v';
  for (ArrayAttr list : {returns, params})
    for (auto var : list.getAsRange<ptx::VarAttr>())
      addType(text, var);
  return text;
}

SmallVector<Operation *> ptxtoori::findUsedSymbols(ptx::ModuleOp module,
                                                   const ModuleInfo &info) {
  DenseSet<StringAttr> used;
  auto use = [&](Attribute attr) {
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attr)) {
      ptx::FuncOp function = info.functions.lookup(symbol.getAttr());
      used.insert(function ? function.getSymNameAttr() : symbol.getAttr());
    }
  };
  module.walk([&](Operation *op) {
    if (auto address = dyn_cast<ptx::AddressOfOp>(op)) {
      use(address.getSymbolAttr());
    } else if (auto call = dyn_cast<ptx::CallOp>(op)) {
      use(call.getCalleeAttr());
    } else if (auto tex = dyn_cast<ptx::TexOp>(op)) {
      if (std::string name = getFetchFunction(*info.target, tex); !name.empty())
        use(FlatSymbolRefAttr::get(op->getContext(), name));
    } else if (auto call = dyn_cast<ptx::CallIndirectOp>(op)) {
      if (ArrayAttr targets = call.getTargetsAttr())
        llvm::for_each(targets, use);
    } else if (auto global = dyn_cast<ptx::GlobalOp>(op)) {
      if (ArrayAttr relocations = global.getRelocationsAttr())
        for (auto relocation : relocations.getAsRange<ptx::RelocAttr>())
          use(relocation.getSymbol());
    }
  });
  SmallVector<Operation *> result;
  for (Operation &op : module.getBody().front())
    if (auto name =
            op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
        name && used.contains(name))
      result.push_back(&op);
  return result;
}

/// The address of a variable or function, as 64 bits.
Value FuncLowering::lowerRelocatableAddress(ptx::AddressOfOp op,
                                            ptx::GlobalOp global) {
  StringAttr name = op.getSymbolAttr().getAttr();
  if (ptx::FuncOp function = module.functions.lookup(name))
    name = function.getSymNameAttr();
  unsigned slot = module.addressOffsets.lookup(name);
  uint64_t offset = op.getOffset();
  ptx::Space space = global ? global.getSpace() : ptx::Space::Global;
  if (space != ptx::Space::Shared && space != ptx::Space::Const) {
    Value base = cbank(target::kAddressBank, slot, 2);
    return offset ? add64(base, imm64(offset)) : base;
  }
  Value low = cbank(target::kAddressBank, slot);
  if (offset)
    low = iadd(low, imm(uint32_t(offset)));
  if (space == ptx::Space::Shared)
    low = iadd(sharedBase(), low);
  return combine({low, zero()});
}

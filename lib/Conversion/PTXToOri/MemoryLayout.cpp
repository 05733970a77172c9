//===- MemoryLayout.cpp - Shared memory and the frame ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the variables of a kernel lie in shared memory, and those of a function
// in its frame, as ptxas has them.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

unsigned FuncLowering::sharedOffset(ptx::GlobalOp global) {
  return kernel.sharedOffsets.lookup(global);
}

/// Lays out shared memory as ptxas 13.0.88 does: the function's own shared
/// variables, used or not, then those of the module that it uses. Where the
/// module declares dynamic shared memory, every kernel's static part ends at
/// its alignment. The functions that a kernel reaches count as parts of it.
LogicalResult ptxtoori::layoutShared(const ModuleInfo &module,
                                     KernelInfo &kernel) {
  ori::FuncOp oriFunc = kernel.kernel;
  MLIRContext *context = oriFunc.getContext();
  SmallVector<ptx::GlobalOp> variables, dynamic;
  SmallVector<Operation *> functions = {kernel.entry};
  for (auto [function, copy] : kernel.functions)
    functions.push_back(function);
  for (Operation *function : functions) {
    auto own = module.functionShared.find(SymbolTable::getSymbolName(function));
    if (own != module.functionShared.end())
      llvm::append_range(variables, own->second);
  }
  size_t numOwn = variables.size();
  for (Operation *function : functions)
    function->walk([&](ptx::AddressOfOp op) {
      ptx::GlobalOp global =
          module.globals.lookup(op.getSymbolAttr().getAttr());
      if (!global || global.getSpace() != ptx::Space::Shared)
        return;
      if (global.isDynamicShared())
        dynamic.push_back(global);
      else if (module.sharedRank.contains(global))
        variables.push_back(global);
    });
  std::sort(variables.begin() + numOwn, variables.end(),
            [&](ptx::GlobalOp a, ptx::GlobalOp b) {
              return module.sharedRank.lookup(a) < module.sharedRank.lookup(b);
            });
  SmallVector<Attribute> symbols;
  SmallVector<int32_t> offsets;
  uint64_t size = 0, sharedAlign = 0;
  for (ptx::GlobalOp global : variables) {
    uint64_t align = std::max<uint64_t>(global.getAlign(), 1);
    if (!kernel.sharedOffsets.try_emplace(global, llvm::alignTo(size, align))
             .second)
      continue;
    sharedAlign = std::max(sharedAlign, align);
    size = llvm::alignTo(size, align);
    symbols.push_back(FlatSymbolRefAttr::get(global.getSymNameAttr()));
    offsets.push_back(int32_t(size));
    size += global.getSize();
  }
  if (module.dynamicSharedAlign) {
    sharedAlign = std::max(sharedAlign, module.dynamicSharedAlign);
    size = llvm::alignTo(size, module.dynamicSharedAlign);
  }
  if (size > module.target->limits->sharedPerCTA)
    return oriFunc.emitError()
           << "'" << oriFunc.getSymName() << "' uses " << size
           << " bytes of shared memory, " << module.target->limits->sharedPerCTA
           << " at most";
  oriFunc.setUsesDynamicShared(!dynamic.empty());
  for (ptx::GlobalOp global : dynamic)
    kernel.sharedOffsets[global] = size;
  oriFunc.setSharedBytes(size);
  oriFunc.setSharedAlignment(sharedAlign);
  if (!symbols.empty()) {
    oriFunc.setSharedSymbolsAttr(ArrayAttr::get(context, symbols));
    oriFunc.setSharedOffsets(offsets);
  }
  return success();
}

/// The frame: arguments of calls that are on the stack, local variables as
/// ptxas 13.0.88 lays them out, parameters that are in memory.
void FuncLowering::layoutFrame() {
  ArrayAttr locals;
  if (auto entry = dyn_cast<ptx::EntryOp>(ptxFunc))
    locals = entry.getLocals();
  else
    locals = cast<ptx::FuncOp>(ptxFunc).getLocals();
  // The frame keeps the alignment of its variables, as far as accesses need it
  // (observed on ptxas 13.0.88).
  uint64_t frame = 0, frameAlign = 8, most = 8;
  collectParams(frame, frameAlign);
  for (SmallVector<ParamVariable> *list : {&inputs, &returns, &callParams})
    for (const ParamVariable &variable : *list)
      if (variable.frameOffset)
        most = std::max<uint64_t>(most, variable.var.getAlign());
  for (Attribute attr : locals) {
    auto var = cast<ptx::VarAttr>(attr);
    frame = llvm::alignTo(frame, std::max<uint64_t>(var.getAlign(), 4));
    if (var.getAlign() >= 16)
      frameAlign = 16;
    most = std::max<uint64_t>(most, var.getAlign());
    localOffsets.push_back(frame);
    frame += var.getSize();
  }
  oriFunc.setLocalBytes(llvm::alignTo(frame, frameAlign));
  // An access at any place may be of any of the variables' words, not of those
  // that only round the frame up to eight bytes.
  oriFunc.setVariableBytes(frameAlign == 8 ? llvm::alignTo(frame, 4)
                                           : oriFunc.getLocalBytes());
  most = std::max(most, frameAlign);
  if (most > ori::getStackAlignment(oriFunc))
    oriFunc->setAttr(kFrameAlignmentAttr, builder.getI32IntegerAttr(most));
  if (!module.isForDebugger)
    return;
  SmallVector<NamedAttribute> places;
  for (auto [attr, offset] : llvm::zip(locals, localOffsets))
    places.push_back(builder.getNamedAttr(cast<ptx::VarAttr>(attr).getName(),
                                          builder.getI64IntegerAttr(offset)));
  // A scope may use a name again: the outermost variable has it.
  llvm::SmallDenseSet<StringAttr> seen;
  llvm::erase_if(places, [&](NamedAttribute place) {
    return !seen.insert(place.getName()).second;
  });
  oriFunc->setAttr(kDebugLocalsAttr, builder.getDictionaryAttr(places));
}

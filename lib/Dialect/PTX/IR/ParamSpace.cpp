//===- ParamSpace.cpp - Which memory `.param` is --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address of a parameter is looked for behind the operations that addresses
// are computed with; most accesses name their variable at once.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace ptxmlir::ptx;

static bool isInFrame(ParamAddressOp address) {
  return address.getKind() != ParamKind::Input ||
         !isa<EntryOp>(address->getParentOp());
}

/// The values that reach an argument of a block.
static void addIncoming(BlockArgument argument, SmallVectorImpl<Value> &work) {
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end; ++it)
    if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator())) {
      SuccessorOperands operands =
          branch.getSuccessorOperands(it.getSuccessorIndex());
      if (Value value = operands[argument.getArgNumber()])
        work.push_back(value);
    }
}

/// Whether a value is computed from the address of a parameter in the frame.
static bool comesFromFrame(Value address) {
  SmallVector<Value> work = {address};
  SmallPtrSet<Value, 8> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      addIncoming(argument, work);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto param = dyn_cast<ParamAddressOp>(op)) {
      if (isInFrame(param))
        return true;
    } else if (isa<AddOp, SubOp, SelpOp, CvtaOp>(op)) {
      llvm::append_range(work, op->getOperands());
    }
  }
  return false;
}

Space ptxmlir::ptx::resolveParamSpace(Operation *op, Space space,
                                      Value address) {
  if (!isParam(space))
    return space;
  if (isa<CvtaOp, IsspacepOp>(op))
    return isa<CvtaOp>(op) && comesFromFrame(address) ? Space::ParamFunc
                                                      : Space::ParamEntry;
  if (auto param = address.getDefiningOp<ParamAddressOp>())
    return isInFrame(param) ? Space::ParamFunc : Space::ParamEntry;
  if (space != Space::Param)
    return space;
  return op->getParentOfType<EntryOp>() ? Space::ParamEntry : Space::ParamFunc;
}

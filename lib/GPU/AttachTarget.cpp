//===- AttachTarget.cpp - Make this compiler a target of gpu.modules ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As upstream's nvvm-attach-target does for its own target.
//
//===----------------------------------------------------------------------===//

#include "PassTarget.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "ptx-mlir/GPU/Passes.h"
#include "llvm/Support/Regex.h"

namespace ptxmlir {
#define GEN_PASS_DEF_GPUATTACHPTXTARGET
#include "ptx-mlir/GPU/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;

namespace {

struct AttachTarget : ptxmlir::impl::GPUAttachPTXTargetBase<AttachTarget> {
  using GPUAttachPTXTargetBase::GPUAttachPTXTargetBase;

  void runOnOperation() override {
    ptx::TargetAttr target = makeTarget(getOperation(), chip, opt, features,
                                        llvm::to_vector(link), words);
    llvm::Regex matcher(modules.empty() ? "." : modules.getValue());
    std::string error;
    if (!target)
      return signalPassFailure();
    if (!matcher.isValid(error)) {
      getOperation()->emitError("'")
          << modules << "' is no regular expression: " << error;
      return signalPassFailure();
    }
    getOperation()->walk([&](gpu::GPUModuleOp module) {
      if (!matcher.match(module.getName()))
        return;
      SmallVector<Attribute> targets;
      if (ArrayAttr old = module.getTargetsAttr())
        llvm::append_range(targets, old);
      if (!llvm::is_contained(targets, Attribute(target)))
        targets.push_back(target);
      module.setTargetsAttr(ArrayAttr::get(&getContext(), targets));
    });
  }
};

} // namespace

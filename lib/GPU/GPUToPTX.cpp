//===- GPUToPTX.cpp - A module in the LLVM dialect to the ptx dialect -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By way of LLVM's NVPTX backend, whose text is parsed again: it knows how to
// select PTX, and what it prints is what clang and Triton hand over.
//
//===----------------------------------------------------------------------===//

#include "PassTarget.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/GPU/Passes.h"
#include "ptx-mlir/GPU/Target.h"

namespace ptxmlir {
#define GEN_PASS_DEF_GPUTOPTX
#include "ptx-mlir/GPU/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;

namespace {

class GPUToPTX : public ptxmlir::impl::GPUToPTXBase<GPUToPTX> {
public:
  using GPUToPTXBase::GPUToPTXBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    GPUToPTXBase::getDependentDialects(registry);
    registerDeviceTranslations(registry);
  }
  void runOnOperation() override;

private:
  /// The PTX of a module as a module; null, after an error, if there is none.
  OwningOpRef<ModuleOp> translate(Operation *device);
};

} // namespace

OwningOpRef<ModuleOp> GPUToPTX::translate(Operation *device) {
  ptx::TargetAttr target;
  std::string name = "module.ptx";
  if (auto module = dyn_cast<gpu::GPUModuleOp>(device)) {
    name = module.getName().str() + ".ptx";
    if (ArrayAttr targets = module.getTargetsAttr())
      for (Attribute attribute : targets)
        if (auto own = dyn_cast<ptx::TargetAttr>(attribute); own && !target)
          target = own;
  }
  if (!target)
    target = makeTarget(device, chip, opt, features, llvm::to_vector(link));
  if (!target)
    return nullptr;
  std::optional<SmallVector<char, 0>> text =
      translateToPTX(*device, target, gpu::TargetOptions());
  if (!text)
    return nullptr;
  return ptx::importPTX(StringRef(text->data(), text->size()), name,
                        &getContext());
}

void GPUToPTX::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<Operation *> devices;
  module.walk<WalkOrder::PreOrder>([&](gpu::GPUModuleOp device) {
    devices.push_back(device);
    return WalkResult::skip();
  });
  if (devices.empty())
    devices.push_back(module);
  SmallVector<OwningOpRef<ModuleOp>> programs;
  for (Operation *device : devices) {
    programs.push_back(translate(device));
    if (!programs.back())
      return signalPassFailure();
  }
  module.getBody()->clear();
  // They are about the host code (its data layout) or about LLVM's dialect.
  module->setDiscardableAttrs(ArrayRef<NamedAttribute>());
  for (OwningOpRef<ModuleOp> &program : programs)
    for (Operation &op :
         llvm::make_early_inc_range(program->getBody()->getOperations()))
      op.moveBefore(module.getBody(), module.getBody()->end());
}

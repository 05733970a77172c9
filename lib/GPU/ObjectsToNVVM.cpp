//===- ObjectsToNVVM.cpp - Objects that other tools know ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's tools without this plug-in read a gpu.binary only if the target of
// its objects is one of theirs.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXTarget.h"
#include "ptx-mlir/GPU/Passes.h"

namespace ptxmlir {
#define GEN_PASS_DEF_GPUOBJECTSTONVVM
#include "ptx-mlir/GPU/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;

/// The object with NVVM's target in place of ours; itself if it has another.
static Attribute withNVVMTarget(Attribute attribute) {
  auto object = cast<gpu::ObjectAttr>(attribute);
  auto target = dyn_cast<ptx::TargetAttr>(object.getTarget());
  if (!target)
    return attribute;
  Attribute named =
      NVVM::NVVMTargetAttr::get(attribute.getContext(), int(target.getOpt()),
                                "nvptx64-nvidia-cuda", target.getChip());
  return gpu::ObjectAttr::get(named, object.getFormat(), object.getObject(),
                              object.getProperties(), object.getKernels());
}

namespace {

struct ObjectsToNVVM : ptxmlir::impl::GPUObjectsToNVVMBase<ObjectsToNVVM> {
  using GPUObjectsToNVVMBase::GPUObjectsToNVVMBase;

  void runOnOperation() override {
    getOperation().walk([&](gpu::BinaryOp binary) {
      SmallVector<Attribute> objects;
      for (Attribute object : binary.getObjects())
        objects.push_back(withNVVMTarget(object));
      binary.setObjectsAttr(ArrayAttr::get(&getContext(), objects));
    });
  }
};

} // namespace

//===- WriteObjects.cpp - The objects of gpu.binary ops as files ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For those who want the cubin itself, to disassemble or run it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/FileUtilities.h"
#include "ptx-mlir/GPU/Passes.h"
#include "llvm/Support/ToolOutputFile.h"

namespace ptxmlir {
#define GEN_PASS_DEF_GPUWRITEOBJECTS
#include "ptx-mlir/GPU/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;

static StringRef getSuffix(gpu::CompilationTarget format) {
  switch (format) {
  case gpu::CompilationTarget::Offload:
    return ".bc";
  case gpu::CompilationTarget::Assembly:
    return ".ptx";
  case gpu::CompilationTarget::Binary:
    return ".cubin";
  case gpu::CompilationTarget::Fatbin:
    return ".fatbin";
  }
  llvm_unreachable("unknown format of an object");
}

namespace {

struct WriteObjects : ptxmlir::impl::GPUWriteObjectsBase<WriteObjects> {
  using GPUWriteObjectsBase::GPUWriteObjectsBase;

  LogicalResult write(gpu::BinaryOp binary);
  void runOnOperation() override {
    WalkResult result = getOperation().walk(
        [&](gpu::BinaryOp binary) { return WalkResult(write(binary)); });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace

LogicalResult WriteObjects::write(gpu::BinaryOp binary) {
  for (auto [i, attribute] : llvm::enumerate(binary.getObjects())) {
    auto object = cast<gpu::ObjectAttr>(attribute);
    std::string name = prefix + binary.getSymName().str();
    if (i)
      name += "." + std::to_string(i);
    name += getSuffix(object.getFormat());
    std::string error;
    auto file = openOutputFile(name, &error);
    if (!file)
      return binary.emitError(error);
    file->os() << object.getObject().getValue();
    file->keep();
  }
  return success();
}

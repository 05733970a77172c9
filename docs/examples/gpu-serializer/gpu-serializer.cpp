//===- gpu-serializer.cpp - gpu.modules to cubins in one program ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gpu-serializer FILE.mlir CHIP PREFIX
//
// What a compiler over MLIR does to have this project as its back end:
// registers #ptx.target, puts it on the gpu.modules (which are in the dialects
// llvm and nvvm by now) and has MLIR's own pass serialize them. The cubin of
// gpu.binary @k is written to PREFIXk.cubin; messages of the compiler are
// diagnostics.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/GPU/Target.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc != 4) {
    llvm::errs() << "usage: gpu-serializer FILE.mlir CHIP PREFIX\n";
    return 1;
  }
  DialectRegistry registry;
  registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect,
                  ptxmlir::ptx::PTXDialect>();
  ptxmlir::registerGPUTarget(registry);
  ptxmlir::registerDeviceTranslations(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;

  StringRef chip = argv[2], features, options;
  auto target = ptxmlir::ptx::TargetAttr::getChecked(
      [&] { return module->emitError(); }, &context, chip, /*opt=*/3u, features,
      /*link=*/ArrayAttr(), options);
  if (!target)
    return 1;
  for (auto device : module->getOps<gpu::GPUModuleOp>())
    device.setTargetsAttr(ArrayAttr::get(&context, {target}));
  PassManager pm(&context);
  pm.addPass(createGpuModuleToBinaryPass());
  if (failed(pm.run(*module)))
    return 1;

  for (auto binary : module->getOps<gpu::BinaryOp>()) {
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    std::error_code error;
    llvm::raw_fd_ostream os(argv[3] + binary.getSymName().str() + ".cubin",
                            error);
    if (error) {
      binary.emitError(error.message());
      return 1;
    }
    os << object.getObject().getValue();
  }
  return 0;
}

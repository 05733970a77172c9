//===- Plugin.cpp - The project as a plug-in of mlir-opt ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mlir-opt looks for in a library that --load-dialect-plugin and
// --load-pass-plugin name: the dialects with #ptx.target, the passes, and the
// named pipelines as one pass pipeline with options.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "ptx-mlir/GPU/Passes.h"
#include "ptx-mlir/GPU/Target.h"
#include "ptx-mlir/Pipelines/Pipelines.h"

using namespace mlir;
using namespace ptxmlir;

static void registerPluginDialects(DialectRegistry *registry) {
  registerDialects(*registry);
  registry->insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerGPUTarget(*registry);
}

static LogicalResult
buildPTXPipeline(OpPassManager &pm, StringRef text,
                 function_ref<LogicalResult(const Twine &)> emitError) {
  PipelineOptions options;
  std::string name = "O3", error;
  SmallVector<StringRef> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [key, value] = word.split('=');
    if (key == "name")
      name = value.str();
    else if (key == "arch")
      options.arch = value.str();
    else if (key == "fmad" && (value == "true" || value == "false"))
      options.fmad = value == "true";
    else if (key == "stop-after")
      options.stopAfter = value.str();
    else if (key == "start-before")
      options.startBefore = value.str();
    else
      return emitError("'" + word + "' is no option of ptx-pipeline");
  }
  if (succeeded(buildPipeline(name, options, pm, error)))
    return success();
  return emitError(error);
}

static void registerPluginPasses() {
  registerPasses();
  registerPTXMLIRGPUPasses();
  registerPassPipeline("ptx-pipeline",
                       "A pipeline of ptx-mlir. Options: name (O0 to O3, or a "
                       "stage), arch, fmad, "
                       "start-before, stop-after",
                       buildPTXPipeline,
                       [](function_ref<void(const detail::PassOptions &)>) {});
}

extern "C" ::mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "ptx-mlir", PTXMLIR_VERSION,
          registerPluginDialects};
}

extern "C" ::mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "ptx-mlir", PTXMLIR_VERSION,
          registerPluginPasses};
}

//===- each-compile.cpp - each to a cubin ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   each-compile FILE.mlir -o FILE.cubin [--arch=sm_90] [--emit=cubin|ptx]
//
// The road of a compiler that ends in this project's libraries: its own
// dialect, its own pass to ptx, then a named pipeline and the writer of cubins.
//
//===----------------------------------------------------------------------===//

#include "Each.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/PTX/Export.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace ptxmlir;

/// The machine code or the PTX of a module in the each dialect.
static LogicalResult compile(ModuleOp module, StringRef arch, bool asPTX,
                             SmallVectorImpl<char> &result) {
  PassManager pm(module.getContext());
  pm.addPass(each::createConvertEachToPTXPass(arch));
  std::string text, error;
  if (!asPTX && failed(buildPipeline("O3", PipelineOptions(), pm, error)))
    return module.emitError(error);
  if (failed(pm.run(module)))
    return failure();
  if (!asPTX)
    return exportCubin(*module.getOps<sass::ModuleOp>().begin(), result);
  if (failed(ptx::exportPTX(*module.getOps<ptx::ModuleOp>().begin(), text)))
    return failure();
  result.assign(text.begin(), text.end());
  return success();
}

int main(int argc, char **argv) {
  namespace cl = llvm::cl;
  cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("<input>"));
  cl::opt<std::string> output("o", cl::Required, cl::desc("Output file"));
  cl::opt<std::string> arch("arch", cl::init("sm_90"), cl::desc("Target"));
  cl::opt<std::string> emit("emit", cl::init("cubin"),
                            cl::desc("cubin or ptx"));
  cl::ParseCommandLineOptions(argc, argv, "each to machine code\n");

  DialectRegistry registry;
  registry.insert<each::EachDialect>();
  registerDialects(registry);
  registerPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string error;
  llvm::SourceMgr sources;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &error);
  if (!file) {
    llvm::errs() << error << '\n';
    return 1;
  }
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  SmallVector<char, 0> result;
  if (!module || failed(compile(*module, arch, emit == "ptx", result)))
    return 1;
  auto out = openOutputFile(output, &error);
  if (!out) {
    llvm::errs() << error << '\n';
    return 1;
  }
  out->os().write(result.data(), result.size());
  out->keep();
  return 0;
}

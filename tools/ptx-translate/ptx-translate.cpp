//===- ptx-translate.cpp - Between file formats and dialects --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One action a run, each a pair of an importer and an exporter. MLIR's own
// translate library would register global options in every tool.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/Format/PTX/Export.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace ptxmlir;

namespace {
enum class Action {
  ImportPTX,
  ExportPTX,
  CubinToSASS,
  SASSToCubin,
  CubinToText
};
} // namespace

namespace {
struct Options {
  bool nvdisasm = false;
  bool keepImage = true;
  ptx::ImportOptions ptx;
};
} // namespace

static LogicalResult runAction(Action action, const llvm::MemoryBuffer &input,
                               const Options &options, llvm::raw_ostream &os) {
  DialectRegistry registry;
  registry.insert<ptx::PTXDialect, sass::SASSDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.disableMultithreading(); // nor the locks of a context with threads
  context.loadAllAvailableDialects();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getMemBufferRef(), false),
      llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  Location loc =
      FileLineColLoc::get(&context, input.getBufferIdentifier(), 0, 0);
  auto bytes = ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(input.getBufferStart()),
      input.getBufferSize());
  OwningOpRef<ModuleOp> module;
  switch (action) {
  case Action::ImportPTX:
    module = ptx::importPTX(input.getBuffer(), input.getBufferIdentifier(),
                            &context, options.ptx);
    break;
  case Action::ExportPTX: {
    module =
        ptx::isPTX(input.getBuffer())
            ? ptx::importPTX(input.getBuffer(), input.getBufferIdentifier(),
                             &context, options.ptx)
            : parseSourceFile<ModuleOp>(sources, &context);
    if (!module)
      return failure();
    auto modules = module->getOps<ptx::ModuleOp>();
    if (!llvm::hasSingleElement(modules))
      return emitError(loc) << "the input must have one ptx.module";
    std::string text;
    if (failed(ptx::exportPTX(*modules.begin(), text)))
      return failure();
    os << text;
    return success();
  }
  case Action::CubinToSASS:
    module = importCubin(bytes, loc, {options.keepImage});
    break;
  case Action::CubinToText: {
    std::string error;
    if (!printCubinListing(bytes, {options.nvdisasm}, os, error))
      return emitError(loc) << error;
    return success();
  }
  case Action::SASSToCubin: {
    module = parseSourceFile<ModuleOp>(sources, &context);
    if (!module)
      return failure();
    auto modules = module->getOps<sass::ModuleOp>();
    if (modules.empty())
      return emitError(loc) << "no sass.module in the input";
    SmallVector<char, 0> cubin;
    if (failed(exportCubin(*modules.begin(), cubin)))
      return failure();
    os.write(cubin.data(), cubin.size());
    return success();
  }
  }
  if (!module)
    return failure();
  module->print(os);
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  namespace cl = llvm::cl;
  cl::opt<Action> action(
      cl::desc("Translation:"), cl::Required,
      cl::values(
          clEnumValN(Action::ImportPTX, "import-ptx", "PTX to the ptx dialect"),
          clEnumValN(Action::ExportPTX, "export-ptx",
                     "ptx dialect (or PTX) to PTX"),
          clEnumValN(Action::CubinToSASS, "cubin-to-sass",
                     "cubin to the sass dialect"),
          clEnumValN(Action::SASSToCubin, "sass-to-cubin",
                     "sass dialect to cubin"),
          clEnumValN(Action::CubinToText, "cubin-to-text",
                     "cubin to an assembly listing")));
  cl::opt<bool> nvdisasm("nvdisasm-text",
                         cl::desc("Listing in nvdisasm's exact spelling"));
  cl::opt<bool> keepImage(
      "keep-image", cl::init(true),
      cl::desc("Keep the whole file in the module, so that only code changes; "
               "=false: describe it, so that code may change its size"));
  cl::opt<unsigned> maxErrors(
      "max-errors", cl::init(ptx::ImportOptions().maxErrors),
      cl::desc("Errors of a PTX file after which the parser gives up"));
  cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                 cl::desc("<input>"));
  cl::opt<std::string> outputFile("o", cl::init("-"), cl::desc("Output file"));
  cl::ParseCommandLineOptions(argc, argv, "ptx-mlir translator\n");

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &error);
  if (!input) {
    llvm::errs() << "ptx-translate: " << error << '\n';
    return 1;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(runAction(action, *input, {nvdisasm, keepImage, {maxErrors}}, os)))
    return 1;
  auto output = openOutputFile(outputFile, &error);
  if (!output) {
    llvm::errs() << "ptx-translate: " << error << '\n';
    return 1;
  }
  output->os() << os.str();
  output->keep();
  return 0;
}

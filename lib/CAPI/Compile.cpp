//===- Compile.cpp - PTX to cubins, cubins to text and back ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that turn one form of a program into another. Each is a thin layer
// over the driver and the formats that maps their reports to results of the C
// interface; nothing is decided here.
//
//===----------------------------------------------------------------------===//

#include "Result.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "llvm/Support/SourceMgr.h"

using namespace ptxmlir;
using namespace ptxmlir::capi;
using llvm::StringRef;

static PtxmlirStatus getStatus(CompileReport::Status status) {
  switch (status) {
  case CompileReport::Success:
    return PTXMLIR_SUCCESS;
  case CompileReport::BadOptions:
    return PTXMLIR_ERROR_OPTIONS;
  case CompileReport::Errors:
    return PTXMLIR_ERROR_INPUT;
  case CompileReport::TargetMismatch:
    return PTXMLIR_ERROR_TARGET;
  }
  llvm_unreachable("all are handled");
}

static PtxmlirStatus finish(std::unique_ptr<PtxmlirResult> made,
                            CompileReport &report, PtxmlirResult **result) {
  made->log = std::move(report.log);
  made->info = std::move(report.info);
  made->diagnostics = std::move(report.diagnostics);
  made->functions = std::move(report.resources);
  made->knowsSpills = true;
  return finish(std::move(made), getStatus(report.status), result);
}

PtxmlirStatus ptxmlirCompile(const PtxmlirInput *inputs, size_t numInputs,
                             const char *const *options, size_t numOptions,
                             PtxmlirResult **result) {
  if (!inputs || !numInputs || !result || !areOptions(options, numOptions))
    return PTXMLIR_ERROR_ARGUMENT;
  std::vector<NamedText> texts;
  for (const PtxmlirInput &input : llvm::ArrayRef(inputs, numInputs)) {
    if (!isInput(&input))
      return PTXMLIR_ERROR_ARGUMENT;
    texts.push_back(getText(input, "<ptx>"));
  }
  auto made = std::make_unique<PtxmlirResult>();
  CompileReport report =
      compileText(texts, llvm::ArrayRef(options, numOptions));
  made->output.assign(report.cubin.begin(), report.cubin.end());
  return finish(std::move(made), report, result);
}

PtxmlirStatus ptxmlirParse(const PtxmlirInput *ptx, const char *const *options,
                           size_t numOptions, PtxmlirResult **result) {
  if (!isInput(ptx) || !result || !areOptions(options, numOptions))
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  llvm::raw_svector_ostream os(made->output);
  CompileReport report = importText(getText(*ptx, "<ptx>"),
                                    llvm::ArrayRef(options, numOptions), os);
  return finish(std::move(made), report, result);
}

PtxmlirStatus ptxmlirDisassemble(const PtxmlirInput *cubin, PtxmlirForm form,
                                 PtxmlirResult **result) {
  if (!isInput(cubin) || !result || unsigned(form) > 3)
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  llvm::raw_svector_ostream os(made->output);
  if (form == PTXMLIR_FORM_LISTING || form == PTXMLIR_FORM_NVDISASM) {
    std::string error;
    if (printCubinListing(getBytes(*cubin), {form == PTXMLIR_FORM_NVDISASM}, os,
                          error))
      return finish(std::move(made), PTXMLIR_SUCCESS, result);
    addError(*made, error);
    return finish(std::move(made), PTXMLIR_ERROR_INPUT, result);
  }
  {
    NamedText name = {"", getText(*cubin, "<cubin>").name};
    ResultContext context(*made, name);
    mlir::OwningOpRef<mlir::ModuleOp> module =
        importCubin(getBytes(*cubin),
                    mlir::FileLineColLoc::get(&context.get(), name.name, 0, 0),
                    {form == PTXMLIR_FORM_MLIR_WITH_IMAGE});
    if (module)
      module->print(os);
    made->status = module ? PTXMLIR_SUCCESS : PTXMLIR_ERROR_INPUT;
  }
  PtxmlirStatus status = made->status;
  return finish(std::move(made), status, result);
}

static PtxmlirStatus assemble(const NamedText &text, PtxmlirResult &result) {
  ResultContext context(result, text);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text.text, text.name), {});
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context.get());
  if (!module)
    return PTXMLIR_ERROR_INPUT;
  auto modules = module->getOps<sass::ModuleOp>();
  if (!llvm::hasSingleElement(modules)) {
    addError(result, "the text must have one sass.module");
    return PTXMLIR_ERROR_INPUT;
  }
  llvm::SmallVector<char, 0> cubin;
  if (failed(exportCubin(*modules.begin(), cubin)))
    return PTXMLIR_ERROR_INPUT;
  result.output.assign(cubin.begin(), cubin.end());
  return PTXMLIR_SUCCESS;
}

PtxmlirStatus ptxmlirAssemble(const PtxmlirInput *text,
                              PtxmlirResult **result) {
  if (!isInput(text) || !result)
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  PtxmlirStatus status = assemble(getText(*text, "<sass>"), *made);
  return finish(std::move(made), status, result);
}

static PtxmlirStatus checkHazards(const PtxmlirInput &cubin,
                                  PtxmlirResult &result) {
  NamedText name = {"", getText(cubin, "<cubin>").name};
  ResultContext context(result, name);
  mlir::OwningOpRef<mlir::ModuleOp> module = importCubin(
      getBytes(cubin),
      mlir::FileLineColLoc::get(&context.get(), name.name, 0, 0), {});
  if (!module)
    return PTXMLIR_ERROR_INPUT;
  registerPasses();
  mlir::PassManager pm(&context.get());
  std::string error;
  if (failed(buildPipeline("sass.module(sass.func(sass-check-hazards))",
                           PipelineOptions(), pm, error))) {
    addError(result, error);
    return PTXMLIR_ERROR_INPUT;
  }
  return failed(pm.run(*module)) ? PTXMLIR_ERROR_FINDINGS : PTXMLIR_SUCCESS;
}

PtxmlirStatus ptxmlirCheckHazards(const PtxmlirInput *cubin,
                                  PtxmlirResult **result) {
  if (!isInput(cubin) || !result)
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  PtxmlirStatus status = checkHazards(*cubin, *made);
  return finish(std::move(made), status, result);
}

PtxmlirStatus ptxmlirInspect(const PtxmlirInput *cubin,
                             PtxmlirResult **result) {
  if (!isInput(cubin) || !result)
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  auto loaded = cubin::read(getBytes(*cubin));
  if (!loaded) {
    addError(*made, llvm::toString(loaded.takeError()));
    return finish(std::move(made), PTXMLIR_ERROR_INPUT, result);
  }
  made->target = "sm_" + std::to_string(loaded->sm);
  if (loaded->suffix)
    made->target += loaded->suffix;
  for (const cubin::LoadedFunction &function : loaded->functions) {
    FunctionResources &r = made->functions.emplace_back();
    r.name = function.name.str();
    r.registers = function.registers;
    r.localBytes = function.frameBytes;
  }
  for (const cubin::LoadedKernel &kernel : loaded->kernels) {
    FunctionResources &r = made->functions.emplace_back();
    r.name = kernel.name.str();
    r.isKernel = true;
    r.registers = kernel.registers;
    r.barriers = kernel.barriers;
    r.sharedBytes = kernel.staticSharedBytes();
    r.localBytes = kernel.frameBytes;
    r.paramBytes = kernel.paramBytes;
  }
  return finish(std::move(made), PTXMLIR_SUCCESS, result);
}

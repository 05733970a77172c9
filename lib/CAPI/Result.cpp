//===- Result.cpp - What came of a call of the C interface ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every call shares: looking at inputs and options of the caller,
// collecting diagnostics of a context of its own, and the accessors of the
// result. Kept apart so that the calls themselves say only what they do.
//
//===----------------------------------------------------------------------===//

#include "Result.h"
#include "ptx-mlir/Driver/DiagnosticPrinter.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "ptx-mlir/Target/Target.h"
#include <algorithm> // all_of

using namespace ptxmlir;
using namespace ptxmlir::capi;
using llvm::StringRef;

bool capi::isInput(const PtxmlirInput *input) {
  return input && (input->data || !input->size);
}

NamedText capi::getText(const PtxmlirInput &input, StringRef defaultName) {
  return {StringRef(input.data ? input.data : "", input.size),
          input.name ? input.name : defaultName.str()};
}

llvm::ArrayRef<uint8_t> capi::getBytes(const PtxmlirInput &input) {
  return {reinterpret_cast<const uint8_t *>(input.data), input.size};
}

bool capi::areOptions(const char *const *options, size_t count) {
  return (options || !count) &&
         std::all_of(options, options + count,
                     [](const char *option) { return option; });
}

void capi::addError(PtxmlirResult &result, const llvm::Twine &message) {
  result.diagnostics.push_back(
      {CompilerDiagnostic::Error, "", 0, 0, 0, message.str()});
  result.log += ("error: " + message + "\n").str();
}

PtxmlirStatus capi::finish(std::unique_ptr<PtxmlirResult> made,
                           PtxmlirStatus status, PtxmlirResult **result) {
  made->status = status;
  *result = made.release();
  return status;
}

//===----------------------------------------------------------------------===//
// ResultContext
//===----------------------------------------------------------------------===//

struct ResultContext::Parts {
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerDialects(registry);
    return registry;
  }
  Parts(PtxmlirResult &result, const NamedText &text)
      : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED),
        text(text), log(result.log),
        printer(this->text.text, this->text.name, options, log),
        handler(&context, [this](mlir::Diagnostic &diagnostic) {
          printer.print(diagnostic);
          return mlir::success();
        }) {
    options.diagnostics = &result.diagnostics;
    context.disableMultithreading(); // nor the locks of a context with threads
    context.loadAllAvailableDialects();
    context.printOpOnDiagnostic(false);
  }

  mlir::MLIRContext context;
  NamedText text;
  CompilerOptions options;
  llvm::raw_string_ostream log;
  DiagnosticPrinter printer;
  mlir::ScopedDiagnosticHandler handler;
};

ResultContext::ResultContext(PtxmlirResult &result, const NamedText &text)
    : parts(std::make_unique<Parts>(result, text)) {}
ResultContext::~ResultContext() = default;
mlir::MLIRContext &ResultContext::get() { return parts->context; }

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

void ptxmlirResultDestroy(PtxmlirResult *result) { delete result; }

PtxmlirStatus ptxmlirResultGetStatus(const PtxmlirResult *result) {
  return result ? result->status : PTXMLIR_ERROR_ARGUMENT;
}

const char *ptxmlirResultGetOutput(const PtxmlirResult *result, size_t *size) {
  if (size)
    *size = result ? result->output.size() : 0;
  // The 0 behind it is not part of it.
  return result ? const_cast<PtxmlirResult *>(result)->output.c_str() : "";
}

const char *ptxmlirResultGetLog(const PtxmlirResult *result) {
  return result ? result->log.c_str() : "";
}

const char *ptxmlirResultGetInfo(const PtxmlirResult *result) {
  return result ? result->info.c_str() : "";
}

const char *ptxmlirResultGetTarget(const PtxmlirResult *result) {
  return result ? result->target.c_str() : "";
}

size_t ptxmlirResultGetNumDiagnostics(const PtxmlirResult *result) {
  return result ? result->diagnostics.size() : 0;
}

int ptxmlirResultGetDiagnostic(const PtxmlirResult *result, size_t index,
                               PtxmlirDiagnostic *diagnostic) {
  if (!diagnostic || index >= ptxmlirResultGetNumDiagnostics(result))
    return 0;
  const CompilerDiagnostic &from = result->diagnostics[index];
  diagnostic->severity = PtxmlirSeverity(from.severity);
  diagnostic->file = from.file.c_str();
  diagnostic->line = from.line;
  diagnostic->column = from.column;
  diagnostic->length = from.length;
  diagnostic->message = from.message.c_str();
  return 1;
}

static_assert(int(CompilerDiagnostic::Error) == PTXMLIR_SEVERITY_ERROR &&
              int(CompilerDiagnostic::Warning) == PTXMLIR_SEVERITY_WARNING &&
              int(CompilerDiagnostic::Note) == PTXMLIR_SEVERITY_NOTE);

size_t ptxmlirResultGetNumFunctions(const PtxmlirResult *result) {
  return result ? result->functions.size() : 0;
}

int ptxmlirResultGetFunction(const PtxmlirResult *result, size_t index,
                             PtxmlirFunction *function) {
  if (!function || index >= ptxmlirResultGetNumFunctions(result))
    return 0;
  const FunctionResources &from = result->functions[index];
  function->name = from.name.c_str();
  function->isKernel = from.isKernel;
  function->registers = int32_t(from.registers);
  function->barriers = int32_t(from.barriers);
  function->sharedBytes = int64_t(from.sharedBytes);
  function->localBytes = int64_t(from.localBytes);
  function->spillStoreBytes =
      result->knowsSpills ? int64_t(from.spillStoreBytes) : -1;
  function->spillLoadBytes =
      result->knowsSpills ? int64_t(from.spillLoadBytes) : -1;
  function->paramBytes = int64_t(from.paramBytes);
  return 1;
}

void ptxmlirResultGetCounts(const PtxmlirResult *result,
                            uint64_t *warpInstructions,
                            uint64_t *threadInstructions) {
  if (warpInstructions)
    *warpInstructions = result ? result->warpInstructions : 0;
  if (threadInstructions)
    *threadInstructions = result ? result->threadInstructions : 0;
}

//===----------------------------------------------------------------------===//
// Version
//===----------------------------------------------------------------------===//

void ptxmlirGetAPIVersion(int *major, int *minor) {
  if (major)
    *major = PTXMLIR_API_MAJOR;
  if (minor)
    *minor = PTXMLIR_API_MINOR;
}

const char *ptxmlirGetVersion(void) { return PTXMLIR_VERSION; }

size_t ptxmlirGetNumPTXVersions(void) {
  return target::getPTXVersions().size();
}

int ptxmlirGetPTXVersion(size_t index, int *major, int *minor) {
  auto versions = target::getPTXVersions();
  if (index >= versions.size() || !major || !minor)
    return 0;
  *major = int(versions[index] / 10);
  *minor = int(versions[index] % 10);
  return 1;
}

size_t ptxmlirGetNumTargets(void) { return target::getTargets().size(); }

const char *ptxmlirGetTarget(size_t index) {
  auto targets = target::getTargets();
  return index < targets.size() ? StringRef(targets[index].name).data()
                                : nullptr;
}

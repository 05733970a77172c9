//===- CompileText.cpp - A compile as a function of texts -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For libraries: texts in, bytes and messages out, no files and no process to
// end. The words of the options are those of the command line.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/CompileText.h"
#include "Invocation.h"
#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Driver/CompileStatistics.h"
#include "ptx-mlir/Driver/DiagnosticPrinter.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Pipelines/Pipelines.h"

using namespace mlir;
using namespace ptxmlir;

/// The messages about options, which are text only, as diagnostics.
static void addOptionMessages(StringRef log,
                              std::vector<CompilerDiagnostic> &diagnostics) {
  SmallVector<StringRef> lines;
  log.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto [kind, message] = line.split(": ");
    kind.consume_front("ptxas ");
    diagnostics.push_back({kind.starts_with("warning")
                               ? CompilerDiagnostic::Warning
                               : CompilerDiagnostic::Error,
                           "", 0, 0, 0, message.str()});
  }
}

namespace {
/// Options as an invocation whose messages go to a report.
class ReportedInvocation {
public:
  ReportedInvocation(ArrayRef<const char *> options, CompileReport &report)
      : log(report.log) {
    invocation.isOfLibrary = true;
    invocation.err = invocation.out = &log;
    bool isWrong =
        parseCommandLine(options, invocation) || invocation.hasFailed;
    addOptionMessages(report.log, report.diagnostics);
    if (isWrong)
      report.status = CompileReport::BadOptions;
    CompilerOptions &compiler = invocation.compiler;
    compiler.relocatable = invocation.relocatable;
    compiler.extensible = invocation.extensible;
    compiler.diagnostics = &report.diagnostics;
    compiler.resources = &report.resources;
    report.isCheckOnly = compiler.checkOnly;
  }

  Invocation invocation;
  llvm::raw_string_ostream log;
};
} // namespace

CompileReport
ptxmlir::compileText(ArrayRef<NamedText> inputs, ArrayRef<const char *> options,
                     llvm::function_ref<void(CompilerOptions &)> prepare) {
  CompileReport report;
  ReportedInvocation reported(options, report);
  if (report.status != CompileReport::Success)
    return report;
  Invocation &invocation = reported.invocation;
  if (prepare)
    prepare(invocation.compiler);
  llvm::raw_string_ostream info(report.info);
  for (const NamedText &input : inputs.drop_front())
    invocation.compiler.moreInputs.push_back({input.text, input.name});
  std::optional<CompileStatistics> statistics;
  if (invocation.verbose || invocation.statTime || invocation.statMemory)
    invocation.compiler.statistics = &statistics.emplace();
  CompileResult result = compilePTX(
      inputs[0].text, inputs[0].name, invocation.compiler, report.cubin,
      reported.log, invocation.verbose ? &info : nullptr);
  if (statistics)
    statistics->print(info, invocation.statTime, invocation.statMemory,
                      invocation.statPhases, invocation.statKernels);
  switch (result) {
  case CompileResult::Success:
    break;
  case CompileResult::Errors:
    // The last line that callers of ptxas know.
    if (invocation.compiler.diagnosticFormat == DiagnosticFormat::Ptxas)
      reportAborted(reported.log);
    report.status = CompileReport::Errors;
    break;
  case CompileResult::TargetMismatch:
    report.status = CompileReport::TargetMismatch;
    break;
  }
  if (result != CompileResult::Success)
    report.resources.clear();
  return report;
}

CompileReport ptxmlir::importText(const NamedText &input,
                                  ArrayRef<const char *> options,
                                  llvm::raw_ostream &ir) {
  CompileReport report;
  ReportedInvocation reported(options, report);
  if (report.status != CompileReport::Success)
    return report;
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.disableMultithreading(); // nor the locks of a context with threads
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);
  const CompilerOptions &compiler = reported.invocation.compiler;
  DiagnosticPrinter printer(input.text, input.name, compiler, reported.log);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    printer.print(diag);
    return success();
  });
  ptx::ImportOptions importOptions;
  importOptions.warnDoubles = compiler.warnDoubles;
  OwningOpRef<ModuleOp> module =
      ptx::importPTX(input.text, input.name, &context, importOptions);
  if (!module || printer.hasFailed()) {
    report.status = CompileReport::Errors;
    return report;
  }
  module->print(ir);
  return report;
}

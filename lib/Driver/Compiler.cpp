//===- Compiler.cpp - PTX text to cubin in one call -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a compile in order, from parsing to the file, with the checks
// between that are neither the parser's nor a pass's: targets, entries, what a
// whole program may call.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/Compiler.h"
#include "DebugSections.h"
#include "LineResolver.h"
#include "MergeModules.h"
#include "ModuleOptions.h"
#include "ResourceInfo.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Dialect/InstNames.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Driver/CompileStatistics.h"
#include "ptx-mlir/Driver/DiagnosticPrinter.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace ptxmlir;

/// Whether PTX for these targets may become code for that of the command line.
static LogicalResult checkTargets(ModuleOp module,
                                  const CompilerOptions &options,
                                  DiagnosticPrinter &printer) {
  const target::TargetInfo *arch = target::lookupTarget(options.arch);
  if (!arch)
    return success(); // the module's own target
  for (auto ptxModule : module.getOps<ptx::ModuleOp>()) {
    const target::PTXTarget *target =
        target::lookupPTXTarget(ptxModule.getTarget());
    std::string reason =
        target ? target::describeMismatch(*target, *arch, options.archName)
               : "";
    if (!reason.empty()) {
      printer.fail(reason);
      return failure();
    }
  }
  return success();
}

/// Leaves the kernels that `-e` names.
static LogicalResult selectEntries(ModuleOp module,
                                   const CompilerOptions &options,
                                   DiagnosticPrinter &printer) {
  if (options.entries.empty())
    return success();
  for (auto ptxModule : module.getOps<ptx::ModuleOp>()) {
    for (const std::string &name : options.entries) {
      if (!isa_and_nonnull<ptx::EntryOp>(
              SymbolTable::lookupSymbolIn(ptxModule, name))) {
        printer.fail("Unknown function " + name);
        return failure();
      }
    }
    for (ptx::EntryOp entry :
         llvm::make_early_inc_range(ptxModule.getOps<ptx::EntryOp>()))
      if (!llvm::is_contained(options.entries, entry.getSymName()))
        entry.erase();
  }
  return success();
}

/// Code for a debugger wants what describes the source.
static void warnOfMissingSections(ptx::ModuleOp module,
                                  DiagnosticPrinter &printer) {
  for (StringRef name : {".debug_abbrev", ".debug_info"})
    if (llvm::none_of(module.getOps<ptx::SectionOp>(),
                      [&](ptx::SectionOp s) { return s.getName() == name; }))
      printer.warn(" " + name + " section not found");
}

/// Whether the code is for a debugger: the command line or the PTX says so.
static bool isForDebugger(ModuleOp module, const CompilerOptions &options) {
  if (options.debug)
    return true;
  return llvm::any_of(module.getOps<ptx::ModuleOp>(), [](ptx::ModuleOp ptx) {
    std::optional<ArrayAttr> words = ptx.getOptions();
    return words && llvm::any_of(*words, [](Attribute word) {
             return cast<StringAttr>(word).getValue() == "debug";
           });
  });
}

static void reportToolsPatch(ModuleOp module, DiagnosticPrinter &printer) {
  for (auto ptxModule : module.getOps<ptx::ModuleOp>())
    if (!ptxModule.getOps<ptx::EntryOp>().empty()) {
      printer.error("Entry function is not allowed when command line option "
                    "'--compile-as-tools-patch' is specified ");
      return;
    }
  printer.error("option '--compile-as-tools-patch' is not supported: how tools "
                "load such code is not documented");
}

/// What is legal PTX and no program that can be compiled as a whole (ptxas's
/// words; its callers know them).
static LogicalResult checkProgram(ModuleOp module,
                                  const CompilerOptions &options, bool debug,
                                  DiagnosticPrinter &printer) {
  if (debug && options.hasOptLevel && options.optLevel) {
    printer.fail("Optimized debugging not supported");
    return failure();
  }
  for (auto ptxModule : module.getOps<ptx::ModuleOp>()) {
    if (debug && !options.suppressDebugInfo)
      warnOfMissingSections(ptxModule, printer);
    if (ptxModule.getAddressSize() == 32) {
      printer.warn(" 64 Bit host architecture (--machine) being used "
                   "mismatches with .address_size of 32 bits");
      printer.fail(" 32-Bit compilation is no longer supported");
      return failure();
    }
    for (auto global : ptxModule.getOps<ptx::GlobalOp>())
      if (!options.relocatable && global.getSpace() == ptx::Space::Shared &&
          global.getLinkage() == ptx::Linkage::Extern &&
          !global.isDynamicShared())
        printer.warn("Unresolved extern variable '" +
                     global.getSymName().str() +
                     "' in whole program compilation, ignoring extern "
                     "qualifier");
    for (auto func : ptxModule.getOps<ptx::FuncOp>()) {
      // What the driver has is linked when the program is loaded, and has no
      // address before.
      bool isSystem = target::isSystemFunction(func.getSymName());
      if (!func.isExternal() || func.getAliasee() ||
          (options.relocatable && !isSystem))
        continue;
      auto uses = SymbolTable::getSymbolUses(func, ptxModule);
      if (!uses || uses->empty())
        continue;
      auto isAddress = [](SymbolTable::SymbolUse use) {
        return llvm::isa<ptx::AddressOfOp, ptx::GlobalOp>(use.getUser());
      };
      if (auto use = llvm::find_if(*uses, isAddress); use != uses->end())
        use->getUser()->emitError()
            << "cannot take address of function '" << func.getSymName() << "'"
            << (options.extensible ? " in extensible whole program compilation"
                                   : "");
      else if (!isSystem && !options.extensible)
        func.emitError() << "unresolved extern function '" << func.getSymName()
                         << "'";
      else
        continue;
      return failure();
    }
  }
  return success();
}

/// Proves of the code that its threads meet (docs/convergence.md).
static LogicalResult proveConvergence(ModuleOp module, llvm::raw_ostream &log) {
  PassManager pm(module.getContext());
  std::string error;
  if (succeeded(buildPipeline("sass.module(sass.func(sass-verify-convergence{"
                              "strict=true}))",
                              PipelineOptions(), pm, error)))
    return pm.run(module);
  log << "error: " << error << '\n';
  return failure();
}

CompileResult ptxmlir::compilePTX(StringRef ptx, StringRef fileName,
                                  const CompilerOptions &options,
                                  SmallVectorImpl<char> &cubin,
                                  llvm::raw_ostream &log,
                                  llvm::raw_ostream *info) {
  DialectRegistry registry;
  registerDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  std::optional<llvm::DefaultThreadPool> pool;
  // The constructor's flag makes no threads; only this call also leaves out the
  // locks and tables per thread of what is uniqued (each location, above all).
  context->disableMultithreading();
  if (options.threads != 1) {
    pool.emplace(llvm::hardware_concurrency(options.threads));
    context->setThreadPool(*pool);
  }
  {
    // Validation has IR made of names.
    std::optional<OnDemandOps> onDemand;
    if (!options.validation)
      onDemand.emplace();
    context->loadAllAvailableDialects();
  }
  context->printOpOnDiagnostic(false);
  DiagnosticPrinter printer(ptx, fileName, options, log);
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diag) {
    printer.print(diag);
    return success();
  });

  ptx::ImportOptions importOptions;
  importOptions.warnDoubles = options.warnDoubles;
  // The interpreters that validate know MLIR's locations only.
  importOptions.lineLocations = !options.validation;
  if (!options.validation && !options.suppressDebugInfo)
    importOptions.debugValues = options.debug
                                    ? ptx::ImportOptions::DebugValues::All
                                    : ptx::ImportOptions::DebugValues::OfTarget;
  auto endPhase = [&](CompilePhase phase) {
    if (options.statistics)
      options.statistics->endPhase(phase);
  };
  OwningOpRef<ModuleOp> module =
      ptx::importPTX(ptx, fileName, context.get(), importOptions);
  endPhase(CompilePhase::Parse);
  if (!module)
    return CompileResult::Errors;
  if (failed(checkTargets(*module, options, printer)))
    return CompileResult::TargetMismatch;
  for (const auto &[text, name] : options.moreInputs) {
    OwningOpRef<ModuleOp> more =
        ptx::importPTX(text, name, context.get(), importOptions);
    if (!more)
      return CompileResult::Errors;
    if (failed(checkTargets(*more, options, printer)))
      return CompileResult::TargetMismatch;
    if (failed(mergeModules(*module, *more)))
      return CompileResult::Errors;
  }
  if (failed(selectEntries(*module, options, printer)))
    return CompileResult::TargetMismatch;
  // What the process leaves behind, the system frees at once.
  auto leave = [&] {
    if (options.disableFree) {
      (void)module.release();
      (void)context.release();
    }
  };
  if (options.checkOnly) {
    leave();
    return printer.hasFailed() ? CompileResult::Errors : CompileResult::Success;
  }
  if (options.toolsPatch) {
    reportToolsPatch(*module, printer);
    return CompileResult::Errors;
  }
  bool debug = isForDebugger(*module, options);
  if (failed(checkProgram(*module, options, debug, printer)))
    return CompileResult::TargetMismatch;
  // Where PTX names lines of a source, ptxas writes them without being asked.
  std::optional<LineResolver> lines;
  for (auto ptxModule : module->getOps<ptx::ModuleOp>())
    if (!options.suppressDebugInfo &&
        (options.lineInfo || debug || ptxModule.getFiles())) {
      lines.emplace(ptxModule);
      lines->addText(StringAttr::get(context.get(), fileName), ptx);
      for (const auto &[text, name] : options.moreInputs)
        lines->addText(StringAttr::get(context.get(), name), text);
    }
  DebugSections debugSections;
  if (debug)
    for (auto ptxModule : module->getOps<ptx::ModuleOp>()) {
      ptxModule->setAttr(kDebugAttr, UnitAttr::get(context.get()));
      if (!lines)
        continue;
      if (failed(debugSections.read(ptxModule)))
        return CompileResult::Errors;
      lines->getTables().finish = [&](sass::ModuleOp code, cubin::Module &out) {
        return debugSections.finish(code, out);
      };
    }
  for (auto ptxModule : module->getOps<ptx::ModuleOp>()) {
    if (options.relocatable)
      ptxModule->setAttr(kRelocatableAttr, UnitAttr::get(context.get()));
    if (options.extensible)
      ptxModule->setAttr(kExtensibleAttr, UnitAttr::get(context.get()));
  }
  applyOptions(*module, options, printer, info);
  registerPasses();
  PassManager pm(context.get());
  pm.enableVerifier(options.verifyEach);
  PipelineOptions pipelineOptions;
  pipelineOptions.arch = options.arch;
  pipelineOptions.fmad = options.fmad;
  pipelineOptions.disableFree = options.disableFree;
  // A debugger wants functions to be there, and calls of them to step into.
  if (debug)
    pipelineOptions.phaseOptions.push_back("InlineCalls:max-size=0");
  unsigned level = debug ? 0 : std::min(options.optLevel, 3u);
  pipelineOptions.afterPhase = options.afterPhase;
  if (options.onParsed)
    options.onParsed(*module);
  auto build = [&](PassManager &pm) -> LogicalResult {
    std::string error;
    std::string name = "O" + std::to_string(level);
    if (succeeded(buildPipeline(name, pipelineOptions, pm, error)))
      return success();
    log << "error: " << error << '\n';
    return failure();
  };
  if (failed(build(pm)))
    return CompileResult::Errors;
  if (options.statistics)
    pm.addInstrumentation(options.statistics->createInstrumentation());
  endPhase(CompilePhase::Setup);
  std::optional<Validator> validator;
  if (options.validation) {
    ValidationOptions validation = *options.validation;
    validation.fmad = options.fmad;
    validation.level = int(level);
    validator.emplace(validation, build, log);
    validator->attach(pm);
  }
  if (failed(pm.run(*module)) || (validator && !validator->succeeded()))
    return CompileResult::Errors;
  endPhase(CompilePhase::Optimize);
  if (options.onFinished)
    options.onFinished(*module);
  if (options.validation && failed(proveConvergence(*module, log)))
    return CompileResult::Errors;
  for (auto sassModule : module->getOps<sass::ModuleOp>()) {
    if (failed(exportCubin(sassModule, cubin,
                           lines ? &lines->getTables() : nullptr)))
      return CompileResult::Errors;
    endPhase(CompilePhase::Elf);
    warnOfResources(sassModule, options, printer);
    if (options.resources)
      collectResources(sassModule, *options.resources);
    if (info)
      printResources(sassModule, options, *info);
  }
  if (printer.hasFailed()) {
    cubin.clear();
    return CompileResult::Errors;
  }
  leave();
  return CompileResult::Success;
}

//===- Compiler.cpp - PTX text to cubin in one call -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/Compiler.h"
#include "DiagnosticPrinter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace ptxmlir;

/// Resource use in ptxas's words; its callers parse these lines.
static void printInfo(sass::ModuleOp module, llvm::raw_ostream &os) {
  uint64_t globalBytes = 0, constBytes = 0;
  SmallVector<sass::FuncOp> kernels;
  for (Operation &op : module.getBody().front()) {
    if (auto func = dyn_cast<sass::FuncOp>(op)) {
      if (!func.isDeclaration())
        kernels.push_back(func);
    } else if (auto global = dyn_cast<sass::GlobalOp>(op)) {
      if (global.getSpace() == "global")
        globalBytes += global.getSize();
      else if (global.getSpace() == "const")
        constBytes += global.getSize();
    }
  }
  os << "ptxas info    : " << globalBytes << " bytes gmem";
  if (constBytes)
    os << ", " << constBytes << " bytes cmem[3]";
  os << '\n';
  const target::TargetInfo *target =
      target::lookupTarget(module.getSm(), module.getSmSuffix());
  std::string arch =
      ("sm_" + Twine(module.getSm()) + module.getSmSuffix()).str();
  for (sass::FuncOp func : llvm::reverse(kernels)) {
    os << "ptxas info    : Compiling entry function '" << func.getSymName()
       << "' for '" << arch << "'\n";
    os << "ptxas info    : Function properties for " << func.getSymName()
       << '\n';
    os << "    " << func.getLocalBytes() << " bytes stack frame, "
       << func.getSpillStoreBytes() << " bytes spill stores, "
       << func.getSpillLoadBytes() << " bytes spill loads\n";
    unsigned paramEnd = 0;
    if (!func.getParamOffsets().empty())
      paramEnd = func.getParamOffsets().back() + func.getParamSizes().back();
    os << "ptxas info    : Used " << func.getRegisters() << " registers, used "
       << func.getBarriers() << " barriers";
    if (uint32_t bytes = std::max(func.getLocalBytes(), func.getStackBytes()))
      os << ", " << bytes << " bytes cumulative stack size";
    if (func.getSharedBytes())
      os << ", " << func.getSharedBytes() << " bytes smem";
    os << ", " << unsigned(target->bank->paramBase) + paramEnd
       << " bytes cmem[0]\n";
  }
}

/// Lowers the register limits of all kernels to that of the command line.
static void limitRegisters(ModuleOp module, const CompilerOptions &options,
                           DiagnosticPrinter &printer) {
  unsigned limit = *options.maxRegisters;
  if (limit < target::kLeastRegisterLimit) {
    printer.warn("For profile " + options.arch +
                 " adjusting per thread register count of " + Twine(limit) +
                 " to lower bound of " + Twine(target::kLeastRegisterLimit));
    limit = target::kLeastRegisterLimit;
  }
  module.walk([&](ptx::EntryOp entry) {
    if (std::min(limit, entry.getMaxnreg().value_or(255)) == limit)
      entry.setMaxnreg(limit);
  });
}

/// Gives kernels that say nothing of their threads what the command line says.
static void limitThreads(ModuleOp module, const CompilerOptions &options) {
  SmallVector<int32_t, 3> sizes(options.maxThreads);
  sizes.resize(3, 1);
  module.walk([&](ptx::EntryOp entry) {
    if (!options.maxThreads.empty() && !entry.getMaxntid() &&
        !entry.getReqntid())
      entry.setMaxntid(sizes);
    if (options.minCTAs && !entry.getMinnctapersm() &&
        (entry.getMaxntid() || entry.getReqntid()))
      entry.setMinnctapersm(options.minCTAs);
  });
}

/// Whether PTX for these targets may become code for that of the command line.
static LogicalResult checkTargets(ModuleOp module,
                                  const CompilerOptions &options,
                                  llvm::raw_ostream &log) {
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
      log << "ptxas fatal   : " << reason << '\n';
      return failure();
    }
  }
  return success();
}

/// Leaves the kernels that `-e` names.
static LogicalResult selectEntries(ModuleOp module,
                                   const CompilerOptions &options,
                                   llvm::raw_ostream &log) {
  if (options.entries.empty())
    return success();
  for (auto ptxModule : module.getOps<ptx::ModuleOp>()) {
    for (const std::string &name : options.entries) {
      if (!isa_and_nonnull<ptx::EntryOp>(
              SymbolTable::lookupSymbolIn(ptxModule, name))) {
        log << "ptxas fatal   : Unknown function " << name << '\n';
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

/// What is legal PTX and no program that can be compiled as a whole (ptxas's
/// words; its callers know them).
static LogicalResult checkProgram(ModuleOp module, DiagnosticPrinter &printer,
                                  llvm::raw_ostream &log) {
  for (auto ptxModule : module.getOps<ptx::ModuleOp>()) {
    if (ptxModule.getAddressSize() == 32) {
      printer.warn(" 64 Bit host architecture (--machine) being used "
                   "mismatches with .address_size of 32 bits");
      log << "ptxas fatal   :  32-Bit compilation is no longer supported\n";
      return failure();
    }
    for (auto func : ptxModule.getOps<ptx::FuncOp>()) {
      // What the driver has is linked when the program is loaded.
      static constexpr StringLiteral kOfDriver[] = {"vprintf", "malloc", "free",
                                                    "__assertfail"};
      if (!func.isExternal() || func.getAliasee() ||
          llvm::is_contained(kOfDriver, func.getSymName()) ||
          SymbolTable::symbolKnownUseEmpty(func.getOperation(),
                                           ptxModule.getOperation()))
        continue;
      func.emitError() << "unresolved extern function '" << func.getSymName()
                       << "'";
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
  context->loadAllAvailableDialects();
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
  OwningOpRef<ModuleOp> module =
      ptx::importPTX(ptx, fileName, context.get(), importOptions);
  if (!module)
    return CompileResult::Errors;
  if (failed(checkTargets(*module, options, log)))
    return CompileResult::TargetMismatch;
  if (failed(selectEntries(*module, options, log)))
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
  if (failed(checkProgram(*module, printer, log)))
    return CompileResult::TargetMismatch;
  limitThreads(*module, options);
  if (options.maxRegisters)
    limitRegisters(*module, options, printer);
  registerPasses();
  PassManager pm(context.get());
  pm.enableVerifier(options.verifyEach);
  PipelineOptions pipelineOptions;
  pipelineOptions.arch = options.arch;
  pipelineOptions.fmad = options.fmad;
  pipelineOptions.disableFree = options.disableFree;
  auto build = [&](PassManager &pm) -> LogicalResult {
    std::string error;
    std::string name = "O" + std::to_string(std::min(options.optLevel, 3u));
    if (succeeded(buildPipeline(name, pipelineOptions, pm, error)))
      return success();
    log << "error: " << error << '\n';
    return failure();
  };
  if (failed(build(pm)))
    return CompileResult::Errors;
  std::optional<Validator> validator;
  if (options.validation) {
    ValidationOptions validation = *options.validation;
    validation.fmad = options.fmad;
    validation.level = int(std::min(options.optLevel, 3u));
    validator.emplace(validation, build, log);
    validator->attach(pm);
  }
  if (failed(pm.run(*module)) || (validator && !validator->succeeded()))
    return CompileResult::Errors;
  if (options.validation && failed(proveConvergence(*module, log)))
    return CompileResult::Errors;
  for (auto sassModule : module->getOps<sass::ModuleOp>()) {
    if (failed(exportCubin(sassModule, cubin)))
      return CompileResult::Errors;
    if (info)
      printInfo(sassModule, *info);
  }
  if (printer.hasFailed()) {
    cubin.clear();
    return CompileResult::Errors;
  }
  leave();
  return CompileResult::Success;
}

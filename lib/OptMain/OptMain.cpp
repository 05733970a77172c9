//===- OptMain.cpp - ptx-opt as a library ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt for the dialects of the project. Besides mlir-opt's own options:
// the input may be PTX text or a cubin, and --pipeline, --arch, --fmad,
// --start-before, --stop-after, --replace-phase, --run-after and --list-phases
// work on the phase table, --list-opcodes and --list-lowerings on the
// instruction tables; --validate and --bisect execute kernels between passes.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/OptMain/OptMain.h"
#include "ListOpcodes.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Validation/Validation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace ptxmlir;

static void listPhases() {
  auto column = [](std::string text, size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
  };
  constexpr unsigned kNameWidth = 40;
  llvm::outs() << column("phase", kNameWidth)
               << "no.  level  stage          pass\n";
  for (const Phase &phase : getPhases()) {
    llvm::outs() << column(phase.name.str(), kNameWidth)
                 << column(phase.number < 0 ? "-"
                                            : std::to_string(phase.number),
                           5);
    switch (phase.state) {
    case PhaseState::Pass:
      llvm::outs() << 'O' << phase.minLevel << "-O" << phase.maxLevel << "  "
                   << column(getStageName(phase.stage).str(), 15) << phase.pass;
      break;
    case PhaseState::Nothing:
      llvm::outs() << "-      -              nothing to do: " << phase.pass;
      break;
    case PhaseState::NotYet:
      llvm::outs() << "-      -              not yet";
      break;
    }
    llvm::outs() << '\n'
                 << std::string(kNameWidth, ' ') << phase.description
                 << " (gate: " << phase.gate << ")\n";
  }
}

/// PTX text or a cubin as the text of its module, with the positions of PTX.
static std::unique_ptr<llvm::MemoryBuffer>
importToText(const llvm::MemoryBuffer &input, const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.disableMultithreading(); // nor the locks of a context with threads
  context.loadAllAvailableDialects();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getMemBufferRef(), false),
      llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  StringRef text = input.getBuffer(), name = input.getBufferIdentifier();
  OwningOpRef<ModuleOp> module =
      ptx::isPTX(text) ? ptx::importPTX(text, name, &context)
                       : importCubin(ArrayRef(text.bytes_begin(), text.size()),
                                     FileLineColLoc::get(&context, name, 0, 0));
  if (!module)
    return nullptr;
  std::string ir;
  llvm::raw_string_ostream os(ir);
  module->print(os, OpPrintingFlags().enableDebugInfo(ptx::isPTX(text)));
  return llvm::MemoryBuffer::getMemBufferCopy(os.str(), name);
}

/// Over libLLVM the process has the options of LLVM's code generator, of which
/// two have names of ours.
static void removeForeignOptions() {
  auto &options = llvm::cl::getRegisteredOptions();
  for (StringRef name : {"start-before", "stop-after"})
    if (llvm::cl::Option *option = options.lookup(name))
      option->removeArgument();
}

int ptxmlir::runPtxOpt(int argc, char **argv,
                       PipelineOptions::AfterPhaseFn afterPhase) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registerDialects(registry);
  registerPasses();

  removeForeignOptions();
  llvm::cl::opt<std::string> pipeline(
      "pipeline",
      llvm::cl::desc("Named pipeline (O0 to O3, ptx-to-ori, ori-O<n>, "
                     "ori-to-sass-O<n>, sass-finalize-O<n>) or pass pipeline"));
  llvm::cl::opt<std::string> arch("arch", llvm::cl::desc("Target, e.g. sm_90"));
  llvm::cl::opt<bool> fmad("fmad", llvm::cl::init(true),
                           llvm::cl::desc("Contract mul and add"));
  llvm::cl::opt<std::string> startBefore("start-before",
                                         llvm::cl::desc("First phase to run"));
  llvm::cl::opt<std::string> stopAfter("stop-after",
                                       llvm::cl::desc("Last phase to run"));
  llvm::cl::list<std::string> disabled(
      "disable-phases", llvm::cl::CommaSeparated,
      llvm::cl::desc("Phases to leave out, by name"));
  llvm::cl::list<std::string> phaseOptions(
      "phase-option",
      llvm::cl::desc("Option of the pass that a phase is: PHASE:key=value"));
  llvm::cl::list<std::string> replacedPhases(
      "replace-phase",
      llvm::cl::desc("Passes in the place of a phase: PHASE:passes"));
  llvm::cl::list<std::string> passesAfter(
      "run-after", llvm::cl::desc("Passes behind a phase: PHASE:passes"));
  llvm::cl::opt<bool> phases("list-phases",
                             llvm::cl::desc("List all phases and exit"));

  llvm::cl::opt<bool> opcodes(
      "list-opcodes",
      llvm::cl::desc("List ptxas's opcodes with our records and exit"));
  llvm::cl::opt<bool> lowerings(
      "list-lowerings",
      llvm::cl::desc("List how forms of PTX are lowered and exit"));

  llvm::cl::opt<bool> validate(
      "validate", llvm::cl::desc("Run the kernels before and after each phase "
                                 "and compare memory"));
  llvm::cl::opt<bool> bisect(
      "bisect", llvm::cl::desc("Find the first phase that changes a kernel's "
                               "result by binary search"));
  llvm::cl::list<std::string> launches(
      "launch", llvm::cl::desc("How to run a kernel: ptx-run's options, e.g. "
                               "'--kernel=k --grid=4 --block=32 --arg=s32:7'"));
  llvm::cl::opt<bool> verboseRuns(
      "validate-verbose", llvm::cl::desc("A line for each run of --validate"));

  auto [inputFile, outputFile] = registerAndParseCLIOptions(
      argc, argv, "ptx-mlir optimizer driver", registry);
  if (phases) {
    listPhases();
    return 0;
  }
  if (opcodes) {
    listOpcodes(llvm::outs());
    return 0;
  }
  if (lowerings) {
    listLowerings(llvm::outs());
    return 0;
  }
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (!pipeline.empty()) {
    PipelineOptions options;
    options.arch = arch;
    options.fmad = fmad;
    options.startBefore = startBefore;
    options.stopAfter = stopAfter;
    options.disabledPhases = disabled;
    options.phaseOptions = phaseOptions;
    options.replacedPhases = replacedPhases;
    options.passesAfter = passesAfter;
    options.afterPhase = afterPhase;
    config.setPassPipelineSetupFn([&pipeline, options](PassManager &pm) {
      std::string error;
      if (succeeded(buildPipeline(pipeline, options, pm, error)))
        return success();
      llvm::errs() << "ptx-opt: " << error << '\n';
      return failure();
    });
  }

  std::optional<Validator> validator;
  if (validate || bisect) {
    ValidationOptions options;
    options.launches = launches;
    options.bisect = bisect;
    options.fmad = fmad;
    options.level = getPipelineLevel(pipeline);
    options.verbose = verboseRuns;
    auto build = [passes = config](PassManager &pm) {
      return passes.setupPassPipeline(pm);
    };
    validator.emplace(options, build, llvm::errs());
    config.setPassPipelineSetupFn([&validator, build](PassManager &pm) {
      validator->attach(pm);
      return build(pm);
    });
  }

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &error);
  if (!input) {
    llvm::errs() << "ptx-opt: " << error << '\n';
    return 1;
  }
  StringRef text = input->getBuffer();
  if ((ptx::isPTX(text) ||
       cubin::isCubin(ArrayRef(text.bytes_begin(), text.size()))) &&
      !(input = importToText(*input, registry)))
    return 1;
  auto output = openOutputFile(outputFile, &error);
  if (!output) {
    llvm::errs() << "ptx-opt: " << error << '\n';
    return 1;
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return 1;
  output->keep();
  return validator && !validator->succeeded() ? 1 : 0;
}

//===- Pipelines.cpp - Named pass pipelines -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a pass manager from the table: which phases a name stands for, their
// options, and where to start and to stop. No pass is named here that the table
// does not name.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "ptx-mlir/Conversion/OriToSASS/Passes.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"
#include <optional>

using namespace mlir;
using namespace ptxmlir;

void ptxmlir::registerDialects(DialectRegistry &registry) {
  registry.insert<ptx::PTXDialect, ori::OriDialect, sass::SASSDialect>();
}

static void registerAllPasses() {
  ptx::registerPTXPasses();
  registerConvertPTXToOriPass();
  registerOriToSASSPasses();
  ori::registerOriPasses();
  sass::registerSASSPasses();
  registerCanonicalizerPass();
  registerCSEPass();
  registerLoopInvariantCodeMotionPass();
  registerSymbolDCEPass();
}

// Compiles may begin in several threads at once.
void ptxmlir::registerPasses() {
  static llvm::once_flag flag;
  llvm::call_once(flag, registerAllPasses);
}

/// The pass text of a phase with its options filled in.
static std::string getPassText(const Phase &phase,
                               const PipelineOptions &options, int level) {
  std::string text = phase.pass.str();
  auto replace = [&](StringRef key, StringRef value) {
    for (size_t at = 0; (at = text.find(key.str(), at)) != std::string::npos;
         at += value.size())
      text.replace(at, key.size(), value.str());
  };
  if (options.arch.empty())
    replace("arch=%arch ", "");
  else
    replace("%arch", options.arch);
  replace("%fmad", options.fmad ? "true" : "false");
  replace("%disable-free", options.disableFree ? "true" : "false");
  replace("%optimize", level > 0 ? "true" : "false");
  return text;
}

/// Gives the pass of a pipeline text an option, in place of one of this name.
static void setPassOption(std::string &pass, StringRef key, StringRef value) {
  SmallVector<std::string> kept;
  auto [name, rest] = StringRef(pass).split('{');
  SmallVector<StringRef> old;
  rest.rtrim('}').split(old, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef option : old)
    if (option.split('=').first != key)
      kept.push_back(option.str());
  kept.push_back((key + "=" + value).str());
  pass = (name + "{" + llvm::join(kept, " ") + "}").str();
}

/// Reads "PHASE:key=value" of all options; false with a message if one is not
/// that or its phase has no pass.
static bool
parsePhaseOptions(const PipelineOptions &options, int level,
                  SmallVectorImpl<std::pair<const Phase *, StringRef>> &parsed,
                  llvm::raw_ostream &os) {
  for (StringRef text : options.phaseOptions) {
    auto [name, option] = text.split(':');
    auto [key, value] = option.split('=');
    if (name.empty() || key.empty() || value.empty()) {
      os << "'" << text << "' is not an option of a phase: PHASE:key=value";
      return false;
    }
    const Phase *phase = findPhase(name, level);
    if (!phase) {
      os << describeUnknownPhase(name);
      return false;
    }
    if (!phase->isPass()) {
      os << "phase '" << phase->name << "' has no pass";
      return false;
    }
    parsed.push_back({phase, option});
  }
  return true;
}

/// Reads "PHASE:passes" of all texts; false with a message if one is not that
/// or its phase has no pass.
static bool parsePassesOfPhases(
    ArrayRef<std::string> texts, int level,
    SmallVectorImpl<std::pair<const Phase *, StringRef>> &parsed,
    llvm::raw_ostream &os) {
  for (StringRef text : texts) {
    auto [name, passes] = text.split(':');
    if (name.empty() || passes.empty()) {
      os << "'" << text << "' does not name a phase and passes: PHASE:passes";
      return false;
    }
    const Phase *phase = findPhase(name, level);
    if (!phase) {
      os << describeUnknownPhase(name);
      return false;
    }
    if (!phase->runsAt(level)) {
      os << "phase '" << phase->name << "' does not run at -O" << level;
      return false;
    }
    parsed.push_back({phase, passes});
  }
  return true;
}

/// The phases that are left out; false with a message if one must not be.
static bool parseDisabled(const PipelineOptions &options, int level,
                          SmallVectorImpl<const Phase *> &disabled,
                          llvm::raw_ostream &os) {
  for (StringRef name : options.disabledPhases) {
    const Phase *phase = findPhase(name, level);
    if (!phase) {
      os << describeUnknownPhase(name);
      return false;
    }
    if (phase->isPass() && !phase->isOptional) {
      os << "phase '" << phase->name << "' cannot be left out: code needs it";
      return false;
    }
    disabled.push_back(phase);
  }
  return true;
}

/// The pass manager for an anchor op below `pm`; a run of phases with one
/// anchor shares it, so that each function goes through the run alone.
static OpPassManager &getNested(OpPassManager &pm, PhaseAnchor anchor) {
  switch (anchor) {
  case PhaseAnchor::Module:
    return pm;
  case PhaseAnchor::OriFunc:
    return pm.nest<ori::ModuleOp>().nest<ori::FuncOp>();
  case PhaseAnchor::SASSFunc:
    return pm.nest<sass::ModuleOp>().nest<sass::FuncOp>();
  }
  llvm_unreachable("unknown anchor");
}

/// The pass manager below `pm` for the op that all passes of a list without
/// anchors run on ("sass-check-hazards" on sass.func); `pm` if there is none.
static OpPassManager &nestForPasses(StringRef passes, OpPassManager &pm) {
  auto runsOn = [&](StringRef anchor) {
    OpPassManager trial(anchor, OpPassManager::Nesting::Explicit);
    std::string error;
    llvm::raw_string_ostream os(error);
    return succeeded(parsePassPipeline(passes, trial, os));
  };
  if (passes.contains('(') || runsOn(mlir::ModuleOp::getOperationName()))
    return pm;
  if (runsOn(sass::FuncOp::getOperationName()))
    return getNested(pm, PhaseAnchor::SASSFunc);
  if (runsOn(ori::FuncOp::getOperationName()))
    return getNested(pm, PhaseAnchor::OriFunc);
  for (StringRef anchor :
       {sass::ModuleOp::getOperationName(), ori::ModuleOp::getOperationName()})
    if (runsOn(anchor))
      return pm.nest(anchor);
  return pm;
}

/// The level at the end of a pipeline name.
static std::optional<int> parseLevel(StringRef name) {
  StringRef suffix = name.contains('-') ? name.rsplit('-').second : name;
  if (suffix.size() == 2 && suffix[0] == 'O' && suffix[1] >= '0' &&
      suffix[1] <= '3')
    return suffix[1] - '0';
  return std::nullopt;
}

int ptxmlir::getPipelineLevel(StringRef name) {
  return parseLevel(name).value_or(3);
}

LogicalResult ptxmlir::buildPipeline(StringRef name,
                                     const PipelineOptions &options,
                                     OpPassManager &pm, std::string &error) {
  llvm::raw_string_ostream os(error);
  // "O3" is the whole road, "<stage>-O3" a stage, "<stage>" the stage at O3.
  std::optional<int> given = parseLevel(name);
  int level = given.value_or(3);
  StringRef stageName = name;
  if (given)
    stageName = name.contains('-') ? name.rsplit('-').first : StringRef();
  bool known = given && stageName.empty();
  for (Stage stage :
       {Stage::PTXToOri, Stage::Ori, Stage::OriToSASS, Stage::SASSFinalize})
    known |= stageName == getStageName(stage);
  if (!known)
    return parsePassPipeline(name, nestForPasses(name, pm), os);

  const Phase *first = nullptr, *last = nullptr;
  auto find = [&](StringRef phaseName, const Phase *&phase) {
    phase = phaseName.empty() ? nullptr : findPhase(phaseName, level);
    if (phaseName.empty() || phase)
      return true;
    os << describeUnknownPhase(phaseName);
    return false;
  };
  if (!find(options.startBefore, first) || !find(options.stopAfter, last))
    return failure();
  if (first && last && last < first) {
    os << "phase '" << last->name << "', the last one, comes before '"
       << first->name << "'";
    return failure();
  }

  SmallVector<std::pair<const Phase *, StringRef>> phaseOptions, replaced,
      added;
  SmallVector<const Phase *> disabled;
  if (!parsePhaseOptions(options, level, phaseOptions, os) ||
      !parsePassesOfPhases(options.replacedPhases, level, replaced, os) ||
      !parsePassesOfPhases(options.passesAfter, level, added, os) ||
      !parseDisabled(options, level, disabled, os))
    return failure();

  OpPassManager *nested = nullptr;
  PhaseAnchor anchor = PhaseAnchor::Module;
  for (const Phase &phase : getPhases()) {
    if ((first && &phase < first) || (last && &phase > last) ||
        !(stageName.empty() || stageName == getStageName(phase.stage)) ||
        !phase.runsAt(level) || llvm::is_contained(disabled, &phase))
      continue;
    if (!nested || phase.anchor != anchor) {
      anchor = phase.anchor;
      nested = &getNested(pm, anchor);
    }
    std::string text = getPassText(phase, options, level);
    for (auto [of, option] : phaseOptions)
      if (of == &phase)
        setPassOption(text, option.split('=').first, option.split('=').second);
    for (auto [of, passes] : replaced)
      if (of == &phase)
        text = passes.str();
    if (failed(parsePassPipeline(text, *nested, os)))
      return failure();
    for (auto [of, passes] : added)
      if (of == &phase && failed(parsePassPipeline(passes, *nested, os)))
        return failure();
    if (options.afterPhase)
      options.afterPhase(phase, *nested);
  }
  return success();
}

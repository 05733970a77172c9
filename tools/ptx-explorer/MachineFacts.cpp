//===- MachineFacts.cpp - What is known of finished code ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Live registers, modelled cycles and findings of the checkers for finished
// code, as data for the page.
//
//===----------------------------------------------------------------------===//

#include "MachineFacts.h"
#include "History.h"
#include "ptx-mlir/Dialect/SASS/Analysis/ConvergenceChecker.h"
#include "ptx-mlir/Dialect/SASS/Analysis/HazardChecker.h"
#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Execution/Harness/Harness.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "ptx-mlir/Timing/Timing.h"
#include <bitset>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::explorer;

using RegSet = std::bitset<sass::kNumRegIds>;

/// Registers that are live behind each instruction: a fixed point over blocks,
/// backwards. What is written under a guard may stay what it was.
static std::vector<RegSet> computeLive(const sass::MachineCode &code,
                                       const sass::AccessTable &table) {
  std::vector<RegSet> in(code.blocks.size()), behind(code.insts.size());
  std::vector<unsigned> order = code.reversePostOrder();
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned b : llvm::reverse(order)) {
      const sass::MachineBlock &block = code.blocks[b];
      RegSet live;
      for (unsigned succ : block.succs)
        live |= in[succ];
      for (unsigned i = block.end; i-- > block.begin;) {
        behind[i] = live;
        if (!table[i].isPredicated)
          for (const sass::Access &write : table.writes(i))
            live.reset(write.reg);
        for (const sass::Access &read : table.reads(i))
          live.set(read.reg);
      }
      changed |= in[b] != live;
      in[b] = live;
    }
  }
  return behind;
}

static unsigned count(const RegSet &set, unsigned from, unsigned to) {
  unsigned n = 0;
  for (unsigned reg = from; reg < to; ++reg)
    n += set[reg];
  return n;
}

static FunctionFacts describe(sass::FuncOp func,
                              const target::TargetInfo &target) {
  FunctionFacts facts;
  facts.name = func.getSymName().str();
  facts.isKernel = func.getKernel();
  sass::FuncCode plain = sass::buildFuncCode(func);
  sass::AccessTable table(plain.code, target);
  std::vector<RegSet> live = computeLive(plain.code, table);
  for (unsigned i = 0; i < plain.ops.size(); ++i) {
    InstFacts inst;
    inst.offset = plain.offsets[i];
    inst.ptxLine = getPTXLine(plain.ops[i]->getLoc());
    llvm::raw_string_ostream text(inst.text), control(inst.control);
    sass::PrintOptions options;
    options.style = sass::AsmStyle::NVDisasm;
    sass::printInst(*plain.code.insts[i], target.sm, text, options);
    if (auto label = dyn_cast_or_null<sass::LabelAttr>(
            cast<sass::InstOpInterface>(plain.ops[i]).getReference()))
      text << " // " << label.getName().getValue();
    sass::printControl(*plain.code.insts[i], target.sm, control);
    inst.liveR = count(live[i], 0, sass::kFirstUR);
    inst.liveUR = count(live[i], sass::kFirstUR, sass::kFirstP);
    inst.liveP = count(live[i], sass::kFirstP, sass::kFirstUP);
    facts.insts.push_back(std::move(inst));
  }
  sass::FuncCode code = sass::buildFuncCode(func, /*followCalls=*/true);
  for (const sass::Hazard &h : sass::checkHazards(code.code, target))
    facts.findings.push_back({"hazard", h.consumer, h.message()});
  code = sass::buildFuncCode(func, /*followCalls=*/true,
                             /*followSideBranches=*/true);
  for (const convergence::Finding &f :
       sass::checkConvergence(code.code, target, {true}))
    facts.findings.push_back({"convergence", f.place, f.message()});
  return facts;
}

std::vector<FunctionFacts> explorer::collectFacts(ModuleOp module) {
  std::vector<FunctionFacts> all;
  for (auto part : module.getOps<sass::ModuleOp>())
    for (auto func : part.getOps<sass::FuncOp>()) {
      if (func.isDeclaration())
        continue;
      if (const target::TargetInfo *target = sass::getTargetOrError(func))
        all.push_back(describe(func, *target));
    }
  return all;
}

static llvm::json::Object printProfile(const exec::Program &program,
                                       const exec::Kernel &kernel,
                                       const timing::Profile &p) {
  llvm::json::Array insts;
  for (uint64_t i = kernel.entry / 16,
                end = (kernel.entry + kernel.codeBytes) / 16;
       i < end && i < p.insts.size(); ++i) {
    const timing::InstProfile &inst = p.insts[i];
    llvm::json::Object stalls;
    for (unsigned s = 0; s < timing::kNumStalls; ++s)
      if (inst.cycles[s])
        stalls[timing::getStallName(timing::Stall(s))] =
            int64_t(inst.cycles[s]);
    insts.push_back(llvm::json::Object{{"issued", int64_t(inst.issued)},
                                       {"stalls", std::move(stalls)}});
  }
  return llvm::json::Object{{"cycles", int64_t(p.replayedCycles)},
                            {"warpCycles", int64_t(p.warpCycles)},
                            {"issued", int64_t(p.issued)},
                            {"chain", int64_t(p.bounds.chain)},
                            {"occupancy", p.occupancy.fraction()},
                            {"device", p.model->device.name},
                            {"insts", std::move(insts)}};
}

static llvm::Expected<llvm::json::Object>
estimateKernel(harness::Harness &harness, harness::CubinRunner &runner,
               StringRef kernelName) {
  auto found = harness.find(kernelName);
  if (!found)
    return found.takeError();
  harness::Inputs inputs = found->inputs;
  // More than the interpreter needs, but not without end.
  inputs.launch.maxInstructions =
      20 * found->outputs.stats.warpInstructions + 1000000;
  llvm::json::Object result;
  llvm::Error error =
      runner.launch(inputs,
                    [&](exec::Machine &machine, const exec::Program &program,
                        const exec::Kernel &kernel,
                        const exec::LaunchConfig &launch) -> llvm::Error {
                      auto profile =
                          timing::profile(machine, program, kernel, launch);
                      if (!profile)
                        return profile.takeError();
                      result = printProfile(program, kernel, *profile);
                      return llvm::Error::success();
                    });
  if (error)
    return std::move(error);
  std::string launch;
  llvm::raw_string_ostream os(launch);
  inputs.print(os);
  result["launch"] = llvm::json::fixUTF8(launch);
  return std::move(result);
}

llvm::json::Object explorer::estimateCycles(StringRef ptx, StringRef fileName,
                                            ArrayRef<char> cubin) {
  llvm::json::Object all;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.disableMultithreading();
  // What it says of the PTX the compiler has said.
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = ptx::importPTX(ptx, fileName, &context);
  if (!module)
    return all;
  auto harness = harness::Harness::create(*module);
  if (!harness) {
    llvm::consumeError(harness.takeError());
    return all;
  }
  auto loaded = cubin::read(
      ArrayRef(reinterpret_cast<const uint8_t *>(cubin.data()), cubin.size()));
  if (!loaded) {
    llvm::consumeError(loaded.takeError());
    return all;
  }
  auto runner = harness::CubinRunner::create(*loaded);
  for (const std::string &kernel : (*harness)->kernels()) {
    if (!runner)
      break;
    auto result = estimateKernel(**harness, **runner, kernel);
    if (result)
      all[kernel] = std::move(*result);
    else
      all[kernel] = llvm::json::Object{
          {"error", llvm::json::fixUTF8(llvm::toString(result.takeError()))}};
  }
  if (!runner)
    llvm::consumeError(runner.takeError());
  return all;
}

//===- PhaseWalker.cpp - What each pass leaves of each kernel -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the positions of each kernel and names them by phase. A pass on one
// function stops for that kernel only, one on a module for all of them.
//
//===----------------------------------------------------------------------===//

#include "PhaseWalker.h"
#include "mlir/Pass/Pass.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Pipelines/Phases.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::validation;

RunResult Stop::run(const KernelLaunch &launch) const {
  ModuleOp top = module;
  return isCubin ? runCubin(top, launch, kernel)
                 : runKernel(top, launch, kernel, options);
}

std::string Stop::findWriter(const KernelLaunch &launch,
                             uint64_t address) const {
  std::string writer;
  RunOptions watch = options;
  watch.watch = address;
  (void)runKernel(module, launch, kernel, watch, &writer);
  return writer;
}

void PhaseWalker::runBeforePass(Pass *pass, Operation *op) {
  // Adaptors, which only run other passes, have no argument.
  if (!outermost && !pass->getArgument().empty())
    outermost = pass;
  if (module)
    return;
  while (Operation *parent = op->getParentOp())
    op = parent;
  module = dyn_cast<ModuleOp>(op);
  if (!module)
    return;
  kernels = listKernels(module);
  begin(module);
  for (const std::string &kernel : kernels) {
    Stop input;
    input.name = "the input";
    reach(positions[kernel], kernel, std::move(input));
  }
}

void PhaseWalker::reach(Position &position, StringRef kernel, Stop at) {
  at.module = module;
  at.kernel = kernel;
  at.ordinal = position.ordinal++;
  at.options.meet = position.meet;
  stop(at);
}

void PhaseWalker::runAfterPass(Pass *pass, Operation *op) {
  bool isOutermost = pass == outermost;
  if (isOutermost)
    outermost = nullptr;
  if (!module)
    return;
  StringRef argument = pass->getArgument();
  if (isOutermost) {
    const Phase *phase = findPhase(argument, level);
    auto symbol = op->getAttrOfType<StringAttr>("sym_name");
    bool isFunction =
        symbol && llvm::isa<ori::FuncOp, sass::FuncOp, ptx::EntryOp>(op);
    for (const std::string &kernel : kernels) {
      if (isFunction && symbol.getValue() != kernel)
        continue;
      Position &position = positions[kernel];
      Stop at;
      at.isFunctionPass = isFunction;
      if (phase)
        at.name = position.phase =
            ("phase " + phase->name + " (" + argument + ")").str();
      else
        at.name = ("pass " + argument +
                   (position.phase.empty() ? "" : ", after " + position.phase))
                      .str();
      if (argument == "convert-ptx-to-ori")
        position.meet = true;
      else if (argument == "ori-insert-convergence")
        position.meet = false;
      reach(position, kernel, std::move(at));
    }
  }
  // The last pass of all.
  if (op != module || pass != &*std::prev(pm.end()) ||
      module.getOps<sass::ModuleOp>().empty())
    return;
  for (const std::string &kernel : kernels) {
    Stop at;
    at.name = "the cubin";
    at.isCubin = true;
    reach(positions[kernel], kernel, std::move(at));
  }
}

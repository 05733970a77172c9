//===- PassRun.cpp - Passes on a function of ori --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a function, runs passes on it and gives it back, for proofs of what
// passes do.
//
//===----------------------------------------------------------------------===//

#include "PassRun.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxmlir;
using namespace ptxmlir::test;

PassRun::PassRun(const std::string &text) {
  static const bool registered = [] {
    ori::registerOriPasses();
    mlir::registerCanonicalizerPass();
    return true;
  }();
  (void)registered;
  context.disableMultithreading();
  context.loadDialect<ori::OriDialect>();
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          error += diagnostic.str() + "\n";
                                          return mlir::success();
                                        });
  module = mlir::parseSourceString<mlir::ModuleOp>(
      text, mlir::ParserConfig(&context));
  if (!module && error.empty())
    error = "no module";
}

bool PassRun::apply(const std::string &passes) {
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          error += diagnostic.str() + "\n";
                                          return mlir::success();
                                        });
  mlir::PassManager pm(&context);
  std::string pipeline = "ori.module(ori.func(" + passes + "))";
  llvm::raw_string_ostream stream(error);
  return succeeded(mlir::parsePassPipeline(pipeline, pm, stream)) &&
         succeeded(pm.run(*module));
}

ori::FuncOp PassRun::getFunc() {
  ori::FuncOp found;
  module->walk([&](ori::FuncOp func) { found = func; });
  return found;
}

std::string PassRun::print() {
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return text;
}

//===- consumer.cpp - Another compiler that lowers into ori --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a kernel in the ori dialect with the installed headers, runs a named
// pipeline of the package on it and prints the machine code.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace ptxmlir;

static constexpr char kSource[] = R"(
ori.module attributes {sm = 90 : i32} {
  ori.func @answer attributes {kernel, param_offsets = array<i32: 0>, param_sizes = array<i32: 8>} {
    ori.exit
  }
}
)";

int main() {
  DialectRegistry registry;
  registerDialects(registry);
  registerPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(kSource, &context);
  if (!module)
    return 1;
  auto func = *(*module->getOps<ori::ModuleOp>().begin())
                   .getBody()
                   .front()
                   .getOps<ori::FuncOp>()
                   .begin();
  OpBuilder builder(&func.getBody().front(), func.getBody().front().begin());
  ori::createInst(builder, func.getLoc(), isa::Opcode::MEMBAR, {},
                  isa::getDesc(isa::Opcode::MEMBAR).defaultMods);

  PassManager pm(&context);
  std::string error;
  if (failed(buildPipeline("ori-to-sass", PipelineOptions(), pm, error)) ||
      failed(buildPipeline("sass-finalize", PipelineOptions(), pm, error)) ||
      failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}

//===- FuzzMLIR.cpp - Any bytes as IR of our dialects ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is taken must be taken again once printed, in both forms.
//
//===----------------------------------------------------------------------===//

#include "Contexts.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"

using namespace ptxmlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::Contexts<ptx::PTXDialect, ori::OriDialect, sass::SASSDialect>
      contexts;
  mlir::MLIRContext *context = contexts.next();
  // The parser of MLIR reads to a zero at the end.
  std::string input(reinterpret_cast<const char *>(data), size);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(input, context);
  if (!module) {
    contexts.require(!contexts.messages.empty(), "refused without a message");
    return 0;
  }
  for (bool generic : {false, true}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os, mlir::OpPrintingFlags().printGenericOpForm(generic));
    contexts.messages.clear();
    auto again = mlir::parseSourceString<mlir::ModuleOp>(text, context);
    contexts.require(bool(again), "refused once printed");
  }
  return 0;
}

//===- FuzzPTX.cpp - Any bytes as PTX -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is taken must be valid IR; its text, if PTX can say it, must be taken
// again. What is refused must have a message.
//
//===----------------------------------------------------------------------===//

#include "Contexts.h"
#include "mlir/IR/Verifier.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Format/PTX/Export.h"
#include "ptx-mlir/Format/PTX/Import.h"

using namespace ptxmlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::Contexts<ptx::PTXDialect> contexts;
  mlir::MLIRContext *context = contexts.next();
  llvm::StringRef input(reinterpret_cast<const char *>(data), size);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      ptx::importPTX(input, "input.ptx", context);
  if (!module) {
    contexts.require(!contexts.messages.empty(), "refused without a message");
    return 0;
  }
  contexts.require(mlir::succeeded(mlir::verify(*module)),
                   "the import made invalid operations");
  for (auto ptxModule : module->getOps<ptx::ModuleOp>()) {
    std::string text;
    contexts.messages.clear();
    if (mlir::failed(ptx::exportPTX(ptxModule, text))) {
      contexts.require(!contexts.messages.empty(), "no text and no message");
      continue;
    }
    contexts.messages.clear();
    mlir::OwningOpRef<mlir::ModuleOp> again =
        ptx::importPTX(text, "output.ptx", context);
    contexts.require(bool(again), "the importer refuses the exporter's text");
  }
  return 0;
}

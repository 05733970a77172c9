//===- FuzzCubin.cpp - Any bytes as a cubin -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Listed, read into the sass dialect with and without the image, and written;
// its line tables.
//
//===----------------------------------------------------------------------===//

#include "Contexts.h"
#include "mlir/IR/Verifier.h"
#include "ptx-mlir/Format/Cubin/LineTable.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/Format/CubinText/Disassembly.h"

using namespace ptxmlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::Contexts<sass::SASSDialect> contexts;
  mlir::MLIRContext *context = contexts.next();
  llvm::ArrayRef<uint8_t> bytes(data, size);
  for (bool nvdisasm : {false, true}) {
    std::string text, error;
    llvm::raw_string_ostream os(text);
    bool listed = printCubinListing(bytes, {nvdisasm}, os, error);
    contexts.require(listed || !error.empty(), "no listing and no message");
  }
  if (llvm::Expected<cubin::LoadedCubin> loaded = cubin::read(bytes)) {
    for (const char *section : {".debug_line", ".nv_debug_line_sass"})
      cubin::readLineTable(*loaded, section);
    llvm::raw_null_ostream os;
    DisassemblyOptions disassembly;
    disassembly.inlinedCalls = disassembly.ptxLines = true;
    disassembly.encoding = disassembly.separateFunctions = true;
    printDisassembly(*loaded, disassembly, os);
    disassembly.lifeRanges = LifeRanges::Wide;
    printDisassembly(*loaded, disassembly, os);
    for (GraphNodes nodes :
         {GraphNodes::Hyperblocks, GraphNodes::BasicBlocks}) {
      disassembly.graph = nodes;
      printFlowGraph(*loaded, disassembly, os);
    }
    printJSON(*loaded, disassembly, "fuzz", os);
    printSassDump(*loaded, {}, os);
    printSymbols(*loaded, os);
    printResourceUsage(*loaded, os);
    printElf(*loaded, os);
  } else {
    llvm::consumeError(loaded.takeError());
  }
  for (bool keepImage : {true, false}) {
    contexts.messages.clear();
    mlir::OwningOpRef<mlir::ModuleOp> module =
        importCubin(bytes, mlir::UnknownLoc::get(context), {keepImage});
    if (!module) {
      contexts.require(!contexts.messages.empty(), "refused without a message");
      continue;
    }
    contexts.require(mlir::succeeded(mlir::verify(*module)),
                     "the import made invalid operations");
    for (auto sassModule : module->getOps<sass::ModuleOp>()) {
      llvm::SmallVector<char, 0> cubin;
      contexts.messages.clear();
      bool written = mlir::succeeded(exportCubin(sassModule, cubin));
      contexts.require(written || !contexts.messages.empty(),
                       "not written and no message");
    }
  }
  return 0;
}

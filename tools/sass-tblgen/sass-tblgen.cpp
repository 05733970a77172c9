//===- sass-tblgen.cpp - The project's TableGen driver --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's TableGen main function; generators register themselves in their own
// files.
//
//===----------------------------------------------------------------------===//

#include "PTXBackend.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

static TableGen::Emitter::Opt
    ptxTables("gen-ptx-tables", ptxmlir::tblgen::emitPTXTables,
              "Generate the tables of PTX instructions");

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "ptx-mlir TableGen backends\n");
  return TableGenMain(argv[0], TableGenMainFn(nullptr));
}

//===- Options.h - The command line of ptx-objdump --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of nvdisasm and of cuobjdump in one table. Which of the two is
// spoken to follows from the options, or from the name that the tool is called
// by.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_PTX_OBJDUMP_OPTIONS_H
#define PTXMLIR_TOOLS_PTX_OBJDUMP_OPTIONS_H

#include "ptx-mlir/Format/CubinText/Disassembly.h"
#include "llvm/Support/Error.h"

namespace ptxmlir::objdump {

struct Options {
  std::string input;
  bool help = false, version = false;
  /// As cuobjdump instead of as nvdisasm.
  bool dumps = false;

  // nvdisasm's.
  DisassemblyOptions disassembly;
  unsigned binarySM = 0; ///< -b: words without a file; 0: a cubin
  char binarySuffix = 0;
  uint64_t base = 0;

  // cuobjdump's.
  SassDumpOptions sass;
  bool dumpSass = false, dumpElf = false, dumpSymbols = false;
  bool dumpResources = false, dumpPTX = false;
  bool listElf = false, listPTX = false;
  /// -xelf, -xptx: parts of file names, or "all"; nothing is extracted if
  /// empty.
  std::vector<std::string> extractElf, extractPTX;
  bool allFatBinaries = false; ///< -all: relocatable ones, too
  unsigned architecture = 0;   ///< -arch: only images for this SM; 0: all
};

/// Reads a command line. Errors are one line, without the tool's name.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

void printHelp(llvm::raw_ostream &os);

} // namespace ptxmlir::objdump

#endif // PTXMLIR_TOOLS_PTX_OBJDUMP_OPTIONS_H

//===- MachineFacts.h - What is known of finished code ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instruction of a kernel with its control fields, the registers that are
// live behind it, its cycles in the timing model and the checkers' findings.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_PTX_EXPLORER_MACHINEFACTS_H
#define PTXMLIR_TOOLS_PTX_EXPLORER_MACHINEFACTS_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace ptxmlir::explorer {

struct InstFacts {
  std::string text, control;
  unsigned offset = 0, ptxLine = 0;
  unsigned liveR = 0, liveUR = 0, liveP = 0;
};

struct FindingText {
  const char *kind; ///< "hazard", "convergence"
  unsigned inst;
  std::string text;
};

struct FunctionFacts {
  std::string name;
  bool isKernel = false;
  std::vector<InstFacts> insts;
  std::vector<FindingText> findings;
};

/// Facts of each function of a module; empty if the target is not known.
std::vector<FunctionFacts> collectFacts(mlir::ModuleOp module);

/// Cycles of the kernels of a cubin on inputs that are made up from its PTX,
/// an object by kernel: of each instruction, or why it was not run.
llvm::json::Object estimateCycles(llvm::StringRef ptx, llvm::StringRef fileName,
                                  llvm::ArrayRef<char> cubin);

} // namespace ptxmlir::explorer

#endif // PTXMLIR_TOOLS_PTX_EXPLORER_MACHINEFACTS_H

//===- LoweringRows.cpp - Lowering of PTX that is one instruction ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sass-tblgen makes of LoweringRows.td.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "ConvertLowering.h"
#include "FloatLowering.h"
#include "MatrixEmit.h"
#include "MemoryAccess.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

#include "ptx-mlir/Conversion/PTXToOri/LoweringRows.cpp.inc"

namespace {
/// A form of PTX on some SMs.
struct Coverage {
  const char *mnemonic;
  ptx::Opcode opcode;
  const char *form;
  unsigned firstSM, lastSM;
  /// Combinations of modifiers: all, those that are rows, those that may be.
  uint64_t all, rows, some;
};
} // namespace

void ptxmlir::listLowerings(llvm::raw_ostream &os) {
  using ptx::Opcode;
  static const Coverage coverage[] = {
#include "ptx-mlir/Conversion/PTXToOri/LoweringCoverage.inc"
  };
  HandlerTable table;
  os << "opcode SMs all rows some rest form\n";
  for (const Coverage &entry : coverage) {
    const char *rest = table.lookup(entry.opcode)             ? "handler"
                       : entry.rows + entry.some == entry.all ? "refused"
                                                              : "missing";
    os << entry.mnemonic << ' ' << entry.firstSM << '-' << entry.lastSM << ' '
       << entry.all << ' ' << entry.rows << ' ' << entry.some << ' '
       << (entry.rows == entry.all ? "-" : rest) << ' ' << entry.form << '\n';
  }
}

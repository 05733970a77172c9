//===- Cycles.h - Cycles of a cubin on made-up inputs -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles for comparing compilers, which utils/compare-with-ptxas asks for;
// profiles for people are made by lib/Timing.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_RUN_CYCLES_H
#define PTX_MLIR_TOOLS_PTX_RUN_CYCLES_H

#include "ptx-mlir/Execution/Harness/Harness.h"
#include "ptx-mlir/Timing/Timing.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

/// timing::printTable, printJSON or printListing.
using ProfilePrinter = void (*)(const exec::Program &program,
                                const timing::Profile &profile,
                                llvm::raw_ostream &os);

/// Runs a kernel once and writes, as one line of JSON, the cycles of an SM on
/// which each of these numbers of blocks run, those with other latencies, and
/// for how long instructions waited for each opcode (of the first number). With
/// `print` instead of that line the profile of the first number.
void printCycles(llvm::StringRef name, harness::CubinRunner &cubin,
                 const harness::Inputs &inputs, llvm::ArrayRef<unsigned> blocks,
                 ProfilePrinter print, llvm::raw_ostream &os);

} // namespace ptxmlir

#endif // PTX_MLIR_TOOLS_PTX_RUN_CYCLES_H

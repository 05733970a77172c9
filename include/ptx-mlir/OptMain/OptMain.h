//===- OptMain.h - ptx-opt as a library -------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-opt without its main function: test tools are the same with passes of
// their own.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_OPTMAIN_OPTMAIN_H
#define PTXMLIR_OPTMAIN_OPTMAIN_H

#include "ptx-mlir/Pipelines/Pipelines.h"

namespace ptxmlir {

/// Runs ptx-opt: mlir-opt for the dialects of the project, with the phase table
/// and validation. Returns the exit code. `afterPhase` may add passes of its
/// own to named pipelines, see PipelineOptions.
int runPtxOpt(int argc, char **argv,
              PipelineOptions::AfterPhaseFn afterPhase = nullptr);

} // namespace ptxmlir

#endif // PTXMLIR_OPTMAIN_OPTMAIN_H

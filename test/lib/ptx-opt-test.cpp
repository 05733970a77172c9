//===- ptx-opt-test.cpp - ptx-opt with passes that print analyses ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-opt with the passes named test-ori-*, which are of use to tests only: the
// tool that is installed has none of them.
//
//===----------------------------------------------------------------------===//

#include "OriAnalysisPasses.h"
#include "ptx-mlir/OptMain/OptMain.h"

int main(int argc, char **argv) {
  ptxmlir::test::registerOriFlowPasses();
  ptxmlir::test::registerOriValuePasses();
  return ptxmlir::runPtxOpt(argc, argv);
}

//===- ptx-opt.cpp - Runs passes and pipelines on any level of the road ---===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line, so that test tools can be the same with passes of their own: see
// lib/OptMain/OptMain.cpp.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/OptMain/OptMain.h"

int main(int argc, char **argv) { return ptxmlir::runPtxOpt(argc, argv); }

//===- optxas.cpp - PTX to cubin, in place of ptxas -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line, so that all of it can be linked by tests: see
// lib/Driver/CommandLine.cpp.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/CommandLine.h"

int main(int argc, char **argv) { return ptxmlir::runOptxas(argc, argv); }

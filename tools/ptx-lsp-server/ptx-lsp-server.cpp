//===- ptx-lsp-server.cpp - Language server of our dialects ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with the project's dialects; what is ours of it is
// Hover.cpp.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Dialect.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<ptxmlir::ptx::PTXDialect, ptxmlir::ori::OriDialect,
                  ptxmlir::sass::SASSDialect>();
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}

//===- Contexts.h - An MLIR context for many inputs ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzzer runs thousands of inputs a second in one process: what they share,
// and when it is made anew.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_FUZZ_CONTEXTS_H
#define PTX_MLIR_TEST_FUZZ_CONTEXTS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <memory>
#include <string>

namespace ptxmlir::fuzz {

/// Loading the dialects costs more than most inputs do, so that inputs share a
/// context; but it keeps every attribute and location that it ever made, so
/// that it is replaced from time to time. Diagnostics are written to a string.
template <typename... Dialects> class Contexts {
public:
  /// The context for the next input.
  mlir::MLIRContext *next() {
    if (!context || ++inputs > 500) {
      context.reset();
      context = std::make_unique<mlir::MLIRContext>(
          mlir::MLIRContext::Threading::DISABLED);
      context->disableMultithreading();
      context->loadDialect<Dialects...>();
      context->getDiagEngine().registerHandler(
          [this](mlir::Diagnostic &diagnostic) {
            llvm::raw_string_ostream os(messages);
            os << diagnostic.getLocation() << ": " << diagnostic.str();
            for (mlir::Diagnostic &note : diagnostic.getNotes())
              os << note.getLocation() << ": " << note.str();
            os << '\n';
          });
      inputs = 0;
    }
    messages.clear();
    return context.get();
  }

  /// Ends the process if `holds` is false, with the diagnostics of the input.
  void require(bool holds, const char *what) {
    if (holds)
      return;
    llvm::errs() << what << '\n' << messages;
    std::abort();
  }

  std::string messages;

private:
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned inputs = 0;
};

} // namespace ptxmlir::fuzz

#endif // PTX_MLIR_TEST_FUZZ_CONTEXTS_H

//===- Tests.h - What makes a PTX module interesting ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The property that a module must keep, apart from the way modules are made
// smaller.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_REDUCE_TESTS_H
#define PTX_MLIR_TOOLS_PTX_REDUCE_TESTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace ptxmlir::reduce {

/// A property that a module must keep.
class Test {
public:
  virtual ~Test() = default;
  /// Whether PTX text, which is `module`, has the property.
  virtual bool isInteresting(mlir::ModuleOp module, llvm::StringRef text) = 0;
  /// Why the last module had it not, or what it was.
  const std::string &note() const { return noteText; }

protected:
  std::string noteText;
};

/// Exit code 0 of a program that gets the name of a file with the text.
std::unique_ptr<Test> makeScriptTest(std::string script,
                                     std::vector<std::string> arguments,
                                     unsigned timeout);

struct DifferenceOptions {
  /// Makes the cubin that goes wrong of PTX text: a shell command in which {}
  /// is the file of the text and the last argument will be `-o` and a file.
  std::string command;
  /// If not empty: makes a cubin that is right.
  std::string reference;
  /// Empty: any kernel.
  std::string kernel;
  std::vector<uint64_t> seeds = {0, 1};
  uint64_t maxInstructions = 300000;
  /// Seconds that a command may take.
  unsigned timeout = 60;
};
/// The PTX interpreter and the machine come to different results on inputs of
/// the harness.
std::unique_ptr<Test> makeDifferenceTest(DifferenceOptions options);

} // namespace ptxmlir::reduce

#endif // PTX_MLIR_TOOLS_PTX_REDUCE_TESTS_H

//===- OriAnalysisPasses.h - Passes that print analyses ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An analysis computes and changes nothing, so that only its users' results
// would show a mistake. Each of these passes says by remarks what one analysis
// answers at each place; tests have the answers beside the code. With the
// option `wrong` a pass makes one mistake: no test may accept it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_LIB_ORIANALYSISPASSES_H
#define PTXMLIR_TEST_LIB_ORIANALYSISPASSES_H

#include "mlir/Pass/Pass.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include <string>
#include <vector>

namespace ptxmlir::test {

template <typename PassT>
class AnalysisPass
    : public mlir::PassWrapper<PassT, mlir::OperationPass<ori::FuncOp>> {
public:
  AnalysisPass() = default;
  AnalysisPass(const AnalysisPass &other)
      : mlir::PassWrapper<PassT, mlir::OperationPass<ori::FuncOp>>(other) {}

  void runOnOperation() override {
    answers.clear();
    static_cast<PassT *>(this)->collect();
    if (wrong && answersCanBeWrong && !answers.empty())
      answers.pop_back();
    for (auto &[op, text] : answers)
      op->emitRemark() << text;
    this->markAllAnalysesPreserved();
  }

protected:
  void say(mlir::Operation *op, std::string text) {
    answers.emplace_back(op, std::move(text));
  }
  mlir::Pass::Option<bool> wrong{
      *this, "wrong", llvm::cl::desc("make a mistake, which a test must find"),
      llvm::cl::init(false)};
  /// The mistake is an answer that is missing; else the pass makes its own.
  bool answersCanBeWrong = true;

private:
  std::vector<std::pair<mlir::Operation *, std::string>> answers;
};

/// Blocks and values: OriFlowPasses.cpp and OriValuePasses.cpp.
void registerOriFlowPasses();
void registerOriValuePasses();

} // namespace ptxmlir::test

#endif // PTXMLIR_TEST_LIB_ORIANALYSISPASSES_H

//===- ptx-opt-wrong.cpp - ptx-opt with a wrong pass in its pipeline ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-opt with one more option: --wrong-pass=NAME puts a pass with a known
// mistake behind the phase that it is meant for. For tests only; not installed.
//
//===----------------------------------------------------------------------===//

#include "WrongPasses.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/OptMain/OptMain.h"
#include "llvm/Support/CommandLine.h"

using namespace ptxmlir;

static llvm::cl::list<std::string>
    wrongPasses("wrong-pass", llvm::cl::desc("Make this mistake"));
int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--list-wrong-passes") {
      for (const test::WrongPass &wrong : test::getWrongPasses())
        llvm::outs() << wrong.name << " after " << wrong.phase << ": "
                     << wrong.mistake << '\n';
      return 0;
    }
  return runPtxOpt(argc, argv, [](const Phase &phase, mlir::OpPassManager &pm) {
    for (const test::WrongPass &wrong : test::getWrongPasses())
      if (wrong.phase == phase.name &&
          llvm::is_contained(wrongPasses, wrong.name.str()))
        pm.addPass(test::createWrongPass(wrong));
  });
}

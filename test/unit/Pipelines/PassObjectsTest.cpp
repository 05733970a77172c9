//===- PassObjectsTest.cpp - Passes keep nothing of earlier functions -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass object runs on every function of a module. What it keeps of one
// under the address of a value holds for whatever value of the next lies there,
// so the code of a kernel would depend on the kernels before it. Here one pass
// manager compiles kernels that differ in little, each freed before the next is
// made.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "gtest/gtest.h"

using namespace ptxmlir;

namespace {

/// Two words of shared memory at a multiple of 1 << shift, their sum to global
/// memory if the thread is one of the first `bound`.
std::string getKernel(unsigned shift, unsigned bound, unsigned offset) {
  std::string o = std::to_string(offset), p = std::to_string(offset + 4);
  return ".version 9.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(.param .u64 out)\n{\n"
         ".reg .b32 %r<9>;\n.reg .b64 %d<4>;\n.reg .pred %p;\n"
         ".shared .align 16 .b8 tile[8192];\n"
         "ld.param.u64 %d1, [out];\n"
         "mov.u32 %r1, %tid.x;\nmov.u32 %r2, tile;\n"
         "shl.b32 %r3, %r1, " +
         std::to_string(shift) +
         ";\nadd.u32 %r4, %r2, %r3;\n"
         "st.shared.u32 [%r4], %r1;\nbar.sync 0;\n"
         "ld.shared.u32 %r5, [%r4+" +
         o + "];\nld.shared.u32 %r6, [%r4+" + p + "];\nsetp.ge.u32 %p, %r1, " +
         std::to_string(bound) +
         ";\n@%p bra DONE;\nadd.u32 %r7, %r5, %r6;\n"
         "mul.wide.u32 %d2, %r1, 4;\nadd.u64 %d3, %d1, %d2;\n"
         "st.global.u32 [%d3], %r7;\nDONE:\nret;\n}\n";
}

struct PassObjects : testing::Test {
  PassObjects() {
    mlir::DialectRegistry registry;
    registerDialects(registry);
    registerPasses();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
  }

  void build(mlir::PassManager &pm) {
    PipelineOptions options;
    options.arch = "sm_90";
    std::string error;
    ASSERT_TRUE(mlir::succeeded(buildPipeline("O3", options, pm, error)))
        << error;
  }

  std::string compile(const std::string &text, mlir::PassManager &pm) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        ptx::importPTX(text, "k.ptx", &context);
    std::string code;
    if (!module || mlir::failed(pm.run(*module)))
      return code;
    llvm::raw_string_ostream os(code);
    module->print(os);
    return code;
  }

  mlir::MLIRContext context;
};

TEST_F(PassObjects, KeepNothingOfEarlierFunctions) {
  mlir::PassManager pm(&context);
  build(pm);
  unsigned wide = 0;
  for (unsigned round = 0; round != 120; ++round) {
    std::string text = getKernel(2 + round % 3, 1 + round % 64, round % 2 * 8);
    mlir::PassManager fresh(&context);
    build(fresh);
    std::string code = compile(text, pm);
    ASSERT_FALSE(code.empty()) << text;
    wide += code.find("LDS.64") != std::string::npos;
    ASSERT_EQ(code, compile(text, fresh)) << "round " << round << "\n" << text;
  }
  EXPECT_EQ(wide, 80u) << "of multiples of eight and sixteen";
}

} // namespace

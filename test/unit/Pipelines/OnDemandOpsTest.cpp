//===- OnDemandOpsTest.cpp - When instruction ops are registered ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool for one kernel must not pay for the registration of a thousand
// operations, and no other use may miss one.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/InstNames.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace ptxmlir;

namespace {

std::unique_ptr<MLIRContext> makeContext(bool isThreaded) {
  DialectRegistry registry;
  registerDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->disableMultithreading(!isThreaded);
  context->loadAllAvailableDialects();
  return context;
}

bool isRegistered(MLIRContext &context, StringRef name) {
  return RegisteredOperationName::lookup(name, &context).has_value();
}

/// Of each dialect an op that the dialect itself never needs.
constexpr StringLiteral kInsts[] = {"ptx.vadd4", "ori.iadd3", "sass.iadd3"};

} // namespace

TEST(OnDemandOps, AllAreRegisteredOtherwise) {
  auto context = makeContext(/*isThreaded=*/false);
  for (StringRef name : kInsts)
    EXPECT_TRUE(isRegistered(*context, name)) << name.str();
}

TEST(OnDemandOps, AllAreRegisteredWithThreads) {
  OnDemandOps onDemand;
  auto context = makeContext(/*isThreaded=*/true);
  for (StringRef name : kInsts)
    EXPECT_TRUE(isRegistered(*context, name)) << name.str();
}

TEST(OnDemandOps, OpsWaitUntilTheyAreAskedFor) {
  std::unique_ptr<MLIRContext> context;
  {
    OnDemandOps onDemand;
    context = makeContext(/*isThreaded=*/false);
  }
  if (LLVM_ENABLE_ABI_BREAKING_CHECKS)
    GTEST_SKIP() << "an MLIR with assertions";
  for (StringRef name : kInsts)
    EXPECT_FALSE(isRegistered(*context, name)) << name.str();

  OperationName iadd =
      context->getLoadedDialect<ori::OriDialect>()->getInstName(
          isa::Opcode::IADD3);
  EXPECT_TRUE(iadd.isRegistered());
  EXPECT_EQ(iadd.getStringRef(), "ori.iadd3");
  EXPECT_TRUE(isRegistered(*context, "ori.iadd3"));
  EXPECT_FALSE(isRegistered(*context, "sass.iadd3"));
  EXPECT_FALSE(isRegistered(*context, "ori.imad"));
  EXPECT_EQ(context->getLoadedDialect<ori::OriDialect>()->getInstName(
                isa::Opcode::IADD3),
            iadd);

  auto *ptx = context->getLoadedDialect<ptx::PTXDialect>();
  while (ptx->registerMoreOps())
    ;
  EXPECT_TRUE(isRegistered(*context, "ptx.vadd4"));
  EXPECT_TRUE(isRegistered(*context, "ptx.tcgen05.alloc"));
}

//===- ExportTest.cpp - Export of modules that no verifier has seen -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters must not trust that a verifier has run: what cannot be written is
// an error.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinIR/Export.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace ptxmlir;

namespace {

/// Text is verified when it is read; a program that changes a module and
/// exports it straight away is not.
TEST(Export, InstructionThatTheTargetLacks) {
  MLIRContext context;
  context.loadDialect<sass::SASSDialect>();
  OwningOpRef<ModuleOp> source = parseSourceString<ModuleOp>(
      R"(sass.module attributes {sm = 90 : i32} {
           sass.func @k attributes {kernel} {
             sass.redux "REDUX.SUM UR5, R4"
             sass.exit "EXIT"
             sass.end
           }
         })",
      &context);
  ASSERT_TRUE(source);
  auto module = *source->getOps<sass::ModuleOp>().begin();
  SmallVector<char> out;
  ASSERT_TRUE(succeeded(exportCubin(module, out)));
  EXPECT_FALSE(out.empty());

  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  module.setSm(75);
  EXPECT_TRUE(failed(exportCubin(module, out)));
  EXPECT_TRUE(out.empty());
  EXPECT_NE(message.find("'sass.redux' op cannot be encoded: REDUX: sm_75"),
            std::string::npos)
      << message;
}

} // namespace

//===- Result.h - What came of a call of the C interface --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result object behind the opaque pointer of ptx-mlir.h, and the helpers
// with which the calls fill it. Private: callers see it through accessors only.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CAPI_RESULT_H
#define PTXMLIR_LIB_CAPI_RESULT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "ptx-mlir-c/ptx-mlir.h"
#include "ptx-mlir/Driver/CompileText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

struct PtxmlirResult {
  PtxmlirStatus status = PTXMLIR_SUCCESS;
  llvm::SmallString<0> output;
  std::string log, info, target;
  std::vector<ptxmlir::CompilerDiagnostic> diagnostics;
  std::vector<ptxmlir::FunctionResources> functions;
  bool knowsSpills = false;
  uint64_t warpInstructions = 0, threadInstructions = 0;
};

namespace ptxmlir::capi {

/// Whether there is an input, and its parts.
bool isInput(const PtxmlirInput *input);
NamedText getText(const PtxmlirInput &input, llvm::StringRef defaultName);
llvm::ArrayRef<uint8_t> getBytes(const PtxmlirInput &input);
bool areOptions(const char *const *options, size_t count);

/// Adds a message that is about no place.
void addError(PtxmlirResult &result, const llvm::Twine &message);

/// Hands the result over with its status.
PtxmlirStatus finish(std::unique_ptr<PtxmlirResult> made, PtxmlirStatus status,
                     PtxmlirResult **result);

/// A context with the dialects of the project whose diagnostics go to a result.
/// Those about places in `text` are shown with the line.
class ResultContext {
public:
  ResultContext(PtxmlirResult &result, const NamedText &text);
  ~ResultContext();
  mlir::MLIRContext &get();

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};

} // namespace ptxmlir::capi

#endif // PTXMLIR_LIB_CAPI_RESULT_H

//===- Classify.cpp - Kernels with more than one right result -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some kernels have several right results: float atomics, clocks,
// approximations. They are found by their instructions before results are
// compared.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::validation;

/// An operation's name and modifiers, which say all that matters here.
static std::string headOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().useLocalScope().skipRegions());
  StringRef head = text;
  size_t at = head.find("ptx.");
  return at == StringRef::npos ? std::string() : head.substr(at).str();
}

KernelClass validation::classifyKernel(Operation *kernel) {
  KernelClass result;
  if (!llvm::isa_and_nonnull<ptx::EntryOp>(kernel))
    return result;
  static const llvm::Regex atomic(
      "^ptx\\.(atom|red) [a-z0-9_.]*\\.(f16|bf16|f32|f64)");
  static const llvm::Regex exchange("^ptx\\.atom ");
  static const llvm::Regex timing(
      "^ptx\\.(activemask|[a-z_]*(clock|globaltimer|smid|warpid|nsmid|nwarpid|"
      "gridid|envreg))|\"?(clock|clock64|globaltimer|smid|warpid|nsmid|nwarpid|"
      "gridid)");
  static const llvm::Regex approximate("^ptx\\.[a-z0-9_]+ ([a-z0-9_]+\\.)*"
                                       "(approx|full)(\\.| )");
  static const llvm::Regex multiply(
      "^ptx\\.mul ((ftz|sat)\\.)*(f16|f16x2|bf16|bf16x2|f32|f64|f32x2) ");
  auto look = [&](Operation *op) {
    std::string head = headOf(op);
    result.order |= atomic.match(head) || timing.match(head);
    result.atomics |= exchange.match(head);
    result.approximate |= approximate.match(head);
    result.contractible |= multiply.match(head);
  };
  kernel->walk(look);
  for (auto func : kernel->getParentOp()->getRegion(0).getOps<ptx::FuncOp>())
    func->walk(look);
  return result;
}

//===- LoweredKernel.h - Runs the lowering of a few instructions -*- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a straight-line kernel to ori and evaluates its instructions on host
// values. The special function unit can be replaced, which shows what a
// sequence needs of it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_CONVERSION_LOWEREDKERNEL_H
#define PTXMLIR_TEST_UNIT_CONVERSION_LOWEREDKERNEL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include <functional>
#include <string>
#include <vector>

namespace ptxmlir::test {

class LoweredKernel {
public:
  /// `body` computes %d from %a, %b and %c; `types` are the PTX types of d and
  /// of the sources (32 or 64 bits each), e.g. {"f32", "f32", "f32"}. With
  /// `slowOnly`, slow paths are taken for all operands.
  LoweredKernel(const std::string &body, const std::vector<std::string> &types,
                bool slowOnly = false);

  /// Empty, or what went wrong.
  const std::string &getError() const { return error; }
  /// The bits of %d.
  uint64_t run(uint64_t a, uint64_t b = 0, uint64_t c = 0) const;
  /// Number of machine instructions of the body.
  unsigned size() const { return numInstructions; }

  /// Replaces MUFU if set: gets the function and the source's bits.
  std::function<uint32_t(isa::sem::MufuOp, uint32_t)> mufu;

private:
  /// An evaluated op: operands and results are numbers of values.
  struct Step {
    enum Kind { Constant, Parameter, Combine, Extract, Inst } kind;
    std::vector<unsigned> operands, widths, results;
    uint64_t value = 0;
    isa::Opcode opcode = isa::Opcode::Count;
    isa::sem::BoundOp op;
    uint64_t mods = 0;
    int guard = -1;
    bool guardNot = false;
  };
  void compile(mlir::Operation *kernel);
  void runInst(const Step &step, std::vector<uint64_t> &values) const;

  mlir::MLIRContext context;
  std::vector<Step> steps;
  unsigned numValues = 0, numInstructions = 0, stored = 0;
  std::string error;
};

} // namespace ptxmlir::test

#endif // PTXMLIR_TEST_UNIT_CONVERSION_LOWEREDKERNEL_H

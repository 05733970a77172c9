//===- IntegerOps.cpp - Integer and logic instructions on lanes -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The templates of Integer.h and Bits.h instantiated over the lanes of a warp.
// A file of its own, so that the instances compile in parallel.
//
//===----------------------------------------------------------------------===//

#include "LaneLoop.h"
#include "ptx-mlir/ISA/Semantics/Bits.h"
#include "ptx-mlir/ISA/Semantics/Integer.h"

using namespace ptxmlir::isa::sem;

const PureEntry ptxmlir::isa::sem::kIntegerOps[] = {
#define INTEGER_OP(RECORD, CLASS) PURE_OP(RECORD, CLASS),
#include "ptx-mlir/ISA/Semantics/IntegerOps.def"
};
const unsigned ptxmlir::isa::sem::kNumIntegerOps =
    sizeof(kIntegerOps) / sizeof(kIntegerOps[0]);

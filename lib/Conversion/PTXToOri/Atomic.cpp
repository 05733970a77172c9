//===- Atomic.cpp - Lowering of atom and red ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

void ptxtoori::registerAtomicLowerings(HandlerTable &table) {}

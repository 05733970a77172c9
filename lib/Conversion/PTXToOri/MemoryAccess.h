//===- MemoryAccess.h - Shared by loads, stores and atomics -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_MEMORYACCESS_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_MEMORYACCESS_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// A register and a constant that fits the instruction's offset field.
struct Address {
  mlir::Value value;
  int64_t offset;
};

/// The same address with an offset that fits a signed field of `bits` bits.
Address fitOffset(FuncLowering &l, Address address, unsigned bits);

/// The address operand of an access: 32 bits in shared, local and constant
/// space, 64 bits in global and generic space.
Address getAddress(FuncLowering &l, mlir::Value ptxAddress, int64_t offset,
                   ptx::Space space);

/// The memory order field of an access.
isa::MemOrder getOrder(ptx::Semantics semantics, ptx::Scope scope, bool mmio);

/// Default modifiers of a memory instruction with type, offset and order; the
/// access uses a descriptor and a 64-bit address where the opcode has them.
uint64_t getAccessMods(isa::Opcode opcode, isa::MemType type, int64_t offset,
                       isa::MemOrder order);

/// A fence at a scope, under the guard of `op`.
void emitFence(FuncLowering &l, mlir::Operation *op, ptx::Scope scope,
               bool sequential);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_MEMORYACCESS_H

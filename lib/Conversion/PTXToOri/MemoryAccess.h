//===- MemoryAccess.h - Shared by loads, stores and atomics -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses, descriptors and the splitting of what was loaded: the parts of an
// access that do not depend on what is done at the address.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_MEMORYACCESS_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_MEMORYACCESS_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// Bytes of a register.
constexpr unsigned kWordBytes = 4;

/// An error where the target has no clusters, which operations on shared memory
/// of others and bulk copies come with.
llvm::LogicalResult requireClusters(FuncLowering &l, mlir::Operation *op);

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

/// An address of shared memory of the cluster as a generic one; the space that
/// an access of `space` is then of.
ptx::Space openCluster(FuncLowering &l, ptx::Space space, Address &address);

/// The access type for so many bits without sign; none if there is none.
std::optional<isa::MemType> getRawMemType(unsigned bits);
/// The access type for `count` elements; none if no access is as wide.
std::optional<isa::MemType> getMemType(ptx::DataType type, unsigned count);

/// The descriptor of an access: that of the program's cache policy, or the
/// driver's.
mlir::Value getDescriptor(FuncLowering &l, mlir::Value ptxPolicy);

/// Splits loaded registers into the elements of type `type`, for registers of
/// the ptx types `types` (a relaxed destination may be wider).
void splitLoaded(FuncLowering &l, mlir::Value data, ptx::DataType type,
                 mlir::TypeRange types,
                 llvm::SmallVectorImpl<mlir::Value> &elements);
/// The registers that a store of `values` writes.
mlir::Value joinStored(FuncLowering &l, ptx::DataType type,
                       mlir::ValueRange values);

/// The memory order field of an access.
isa::MemOrder getOrder(ptx::Semantics semantics, ptx::Scope scope, bool mmio);

/// The order of an access that is weak but for a cache operator: from which
/// cache on all see it (observed on ptxas 13.0.88, sm_75 to sm_100).
isa::MemOrder getOrder(ptx::CacheOp cacheOp, ptx::Space space,
                       isa::MemOrder order);
/// Sets modifier `name` of an opcode if its record has it.
uint64_t setMod(isa::Opcode opcode, uint64_t mods, llvm::StringRef name,
                uint64_t value);
/// The eviction priority of an access.
isa::Evict getEvict(ptx::CacheOp cacheOp, ptx::L1Eviction eviction);
/// Shows what an instruction without a modifier for the order does not.
void markOrder(mlir::Operation *inst, isa::MemOrder order);
/// The same of a load, whose cache operator may look like an order.
void markOrder(mlir::Operation *inst, ptx::LdOp op, isa::MemOrder order);

/// Accesses of 256 bits, which are of global memory.
inline bool isWideAccess(ptx::DataType type, unsigned count) {
  return ptx::getBitWidth(type) * count == 256;
}
llvm::LogicalResult lowerWideLoad(FuncLowering &l, ptx::LdOp op);
llvm::LogicalResult lowerWideStore(FuncLowering &l, ptx::StOp op);

/// Default modifiers of a memory instruction with type, offset and order; the
/// access uses a descriptor and a 64-bit address where the opcode has them.
uint64_t getAccessMods(isa::Opcode opcode, isa::MemType type, int64_t offset,
                       isa::MemOrder order);

/// A fence at a scope, under the guard of `op`.
void emitFence(FuncLowering &l, mlir::Operation *op, ptx::Scope scope,
               bool sequential);

/// An atomic of 16 bits: a loop of compare and swap of the word around. `c` is
/// what compare and swap stores. Results in the old value, in the low half of a
/// register.
mlir::Value emitNarrowAtomic(FuncLowering &l, mlir::Operation *op,
                             ptx::AtomicOp kind, ptx::DataType type,
                             ptx::Space space, Address address,
                             isa::MemOrder order, mlir::Value b, mlir::Value c);

/// A reduction of global memory, or by a generic address: the old value
/// is not read.
llvm::LogicalResult emitReduction(FuncLowering &l, mlir::Operation *op,
                                  ptx::AtomicOp kind, ptx::DataType type,
                                  ptx::Space space, isa::MemOrder order,
                                  mlir::Value ptxAddress, int64_t offset,
                                  mlir::Value b);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_MEMORYACCESS_H

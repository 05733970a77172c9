//===- MemoryOps.h - What loads, stores and atomics share -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses of a memory instruction's lanes and the spaces that they are
// in; what atomics, copies and plain accesses have in common.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_MEMORYOPS_H
#define PTX_MLIR_LIB_EXECUTION_MEMORYOPS_H

#include "Bind.h"
#include "HostAccess.h"

namespace ptxmlir::exec {

/// Shared is that of the own CTA, Cluster that of the CTA whose rank the
/// address has.
enum class Space : uint32_t { Global, Shared, Local, Generic, Cluster };

/// Use of DInst::mods by memory instructions.
enum MemMod {
  kSpace,
  kType,
  kIsDescriptor,
  kAddrScale,
  kOp,
  kOffset2,
  kStrong = kOp,       ///< of plain loads and stores
  kMemories = kOffset2 ///< of atomics
};

/// The addresses of the lanes of a memory instruction: DInst::a is the address
/// register, b the uniform one, imm the offset.
class Addresses {
public:
  Addresses(Machine &m, Warp &w, const DInst &inst);
  uint64_t operator[](unsigned lane) const {
    unsigned i = lane * reg.stride;
    uint64_t base = reg.lo[i];
    if (wide)
      base |= uint64_t(reg.hi[i]) << 32;
    uint64_t address = (base << scale) + addend;
    return narrow ? uint32_t(address) : address;
  }

private:
  uint32_t scratch[2];
  isa::sem::LaneSource reg;
  uint64_t addend;
  bool wide, narrow = false;
  unsigned scale;
};

/// Whether a load or store orders the accesses of other workers.
inline bool isOrdered(const Machine &m, const DInst &inst) {
  return m.isParallel() && inst.mods[kStrong];
}
/// Whether an address in the window of shared memory is of the own block.
inline bool isOwnShared(const Warp &w, uint64_t address) {
  return uint32_t(address) >> kRankShift == w.cta->rank;
}
/// Tells the check that the first `count` copies are about to be done.
void finishCopies(Warp &w, size_t count);
void bindAddress(Binder &b, Space space);
uint8_t *accessSpace(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                     uint64_t address, unsigned bytes);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_MEMORYOPS_H

//===- TextureOps.h - Handles of textures and surfaces ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an instruction finds its texture: from a constant bank, a register or a
// uniform register, by generation of SM.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_TEXTUREOPS_H
#define PTX_MLIR_LIB_EXECUTION_TEXTUREOPS_H

#include "Bind.h"

namespace ptxmlir::exec {

/// Where an instruction has its handle. DInst::c is the register, or `imm` the
/// place in a constant bank.
enum class HandlePlace : uint32_t { Bank, Register, Uniform };

/// Binds the handle to `c` and `imm`; the operand `name` is the register of
/// forms without a bank.
HandlePlace bindHandle(Binder &b, llvm::StringRef name);

/// The handles of a lane: of the texture or surface, and of a sampler that the
/// instruction names apart (0: none). False after a fault.
bool readHandle(Machine &m, Warp &w, const DInst &inst, HandlePlace place,
                unsigned lane, uint32_t &handle, uint32_t &sampler);

/// The object with that number; null after a fault.
const TextureObject *findTextureObject(Machine &m, const Warp &w,
                                       const DInst &inst, unsigned lane,
                                       uint32_t number,
                                       TextureObject::Kind kind);

/// Register `k` of a source tuple.
inline uint32_t readRegister(const Warp &w, const Source &s, unsigned k,
                             unsigned lane) {
  return s.reg == kZeroRow ? 0 : w.R[s.reg + k][lane];
}

/// Binds a fetch that is a function of the driver by its name, as far as what
/// it does goes; false for one that is not known.
bool bindFetchCall(llvm::StringRef name, DInst &out);
/// Does it, for threads whose arguments are where the calling convention has
/// them.
void runFetchCall(Machine &m, Warp &w, const DInst &inst, LaneMask active);

llvm::ArrayRef<BindEntry> textureHandlers();
llvm::ArrayRef<BindEntry> surfaceHandlers();

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_TEXTUREOPS_H

//===- Bind.h - Binds decoded instructions to handlers ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binding happens once per instruction when a program is loaded: it finds the
// handler by the record's name and resolves operands and modifiers by theirs.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_BIND_H
#define PTX_MLIR_LIB_EXECUTION_BIND_H

#include "ptx-mlir/Execution/DeviceRuntime.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/Program.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"

namespace ptxmlir::exec {

/// The operands and modifiers of one instruction, while it is bound.
class Binder {
public:
  Binder(const isa::Inst &inst, DInst &out)
      : inst(inst), desc(isa::getDesc(inst.opcode)), mods(desc, inst.mods),
        out(out) {}

  /// Index of a slot, -1 if the record has none of that name.
  int slot(llvm::StringRef name) const { return desc.findSlot(name); }
  bool hasSlot(llvm::StringRef name) const { return slot(name) >= 0; }
  /// The first slot of a kind, -1 if there is none.
  int slotOfKind(isa::Operand::Kind kind, bool isDef) const;
  unsigned width(int slot) const {
    return isa::slotWidth(desc, unsigned(slot), inst.mods);
  }

  /// A source; the record must have it.
  Source source(llvm::StringRef name);
  Source sourceAt(int slot);
  /// A predicate source; PT if the record has no such slot.
  PredSource predicate(llvm::StringRef name);
  PredSource predicateAt(int slot);
  /// Sets out.d, dWidth, uniform from a register destination.
  void dest(llvm::StringRef name);
  void destAt(int slot);
  /// The number of a destination predicate; 8 (discarded) if it is PT or
  /// absent.
  uint16_t destPredicate(llvm::StringRef name);
  /// Byte distance of the code label, from the next instruction.
  int64_t label();

  void fail(const llvm::Twine &message) {
    if (error.empty())
      error = message.str();
  }
  /// Fail with a message that names a modifier's value.
  void unsupported(llvm::StringRef what) {
    fail(llvm::Twine(desc.mnemonic) + ": " + what + " is not supported");
  }

  const isa::Inst &inst;
  const isa::InstDesc &desc;
  isa::sem::ModReader mods;
  DInst &out;
  std::string error;
};

/// Binds the parts of `out` that are special to an opcode.
using BindFn = void (*)(Binder &);
struct BindEntry {
  const char *record;
  BindFn bind;
};
/// The tables of the handler files.
llvm::ArrayRef<BindEntry> approximationHandlers();
llvm::ArrayRef<BindEntry> controlHandlers();
llvm::ArrayRef<BindEntry> memoryHandlers();
llvm::ArrayRef<BindEntry> atomicHandlers();
llvm::ArrayRef<BindEntry> warpHandlers();
llvm::ArrayRef<BindEntry> warpsyncHandlers();
llvm::ArrayRef<BindEntry> registerHandlers();
llvm::ArrayRef<BindEntry> matrixHandlers();
llvm::ArrayRef<BindEntry> asyncHandlers();
llvm::ArrayRef<BindEntry> bulkHandlers();
llvm::ArrayRef<BindEntry> tensorCopyHandlers();
llvm::ArrayRef<BindEntry> tensorMemoryHandlers();
llvm::ArrayRef<BindEntry> tensorProductHandlers();
llvm::ArrayRef<BindEntry> groupMatrixHandlers();
llvm::ArrayRef<BindEntry> sparseMatrixHandlers();
llvm::ArrayRef<BindEntry> blockScaledMatrixHandlers();
llvm::ArrayRef<BindEntry> byteMatrixHandlers();
llvm::ArrayRef<BindEntry> clusterLaunchHandlers();
llvm::ArrayRef<BindEntry> multicastHandlers();

/// Binds a call of a function of the device runtime.
void bindRuntimeCall(RuntimeFunction function, DInst &out);
/// The same of one that fetches from a texture, by its name; false for another.
bool bindFetchCallByName(llvm::StringRef name, DInst &out);
/// Binds a pure instruction, and runs one with vector operands.
void bindPureInst(Binder &b);
void runPureInst(Machine &m, Warp &w, const DInst &inst, LaneMask active);
/// Binds any instruction; the message of what cannot be done, or "".
std::string bindInst(const isa::Inst &inst, DInst &out);

//===----------------------------------------------------------------------===//
// Operands at run time
//===----------------------------------------------------------------------===//

/// The lanes of a source; `scratch` (two words) holds a shared value.
inline isa::sem::LaneSource lanesOf(Machine &m, Warp &w, const DInst &inst,
                                    const Source &s, uint32_t *scratch) {
  switch (s.kind) {
  case isa::Operand::R:
    return {w.R[s.reg],
            s.width > 1 && s.reg != kZeroRow ? w.R[s.reg + 1] : w.R[kZeroRow],
            1};
  case isa::Operand::UR:
    scratch[0] = w.UR[s.reg];
    scratch[1] = s.width > 1 && s.reg != kZeroRow ? w.UR[s.reg + 1] : 0;
    break;
  case isa::Operand::CBank: {
    scratch[0] = scratch[1] = 0;
    unsigned bytes = s.width > 1 ? 8 : 4;
    if (const uint8_t *p = m.constant(w, inst, s.reg, s.value, bytes))
      memcpy(scratch, p, bytes);
    break;
  }
  default:
    scratch[0] = uint32_t(s.value);
    scratch[1] = uint32_t(s.value >> 32);
    break;
  }
  return {scratch, scratch + 1, 0};
}
/// The value that all lanes share (not for R sources).
inline uint64_t uniformValue(Machine &m, Warp &w, const DInst &inst,
                             const Source &s) {
  uint32_t words[2];
  isa::sem::LaneSource l = lanesOf(m, w, inst, s, words);
  return uint64_t(*l.hi) << 32 | *l.lo;
}
/// One bit per lane.
inline LaneMask lanesOf(const Warp &w, const PredSource &p) {
  LaneMask v = p.uniform ? (w.UP[p.reg] ? ~0u : 0) : w.P[p.reg];
  return p.inverted ? ~v : v;
}
/// Replaces the bits of `mask` in a predicate.
inline void setPredicate(Warp &w, unsigned reg, LaneMask mask, LaneMask value) {
  w.P[reg] = (w.P[reg] & ~mask) | (value & mask);
}
/// Row i of a destination of `width` registers.
inline uint32_t *destRow(Warp &w, const DInst &inst, unsigned i) {
  return w.R[inst.d == kSinkRow ? kSinkRow : inst.d + i];
}

/// What an atomic on an integer of `bytes` bytes stores over `old`; the bits
/// above it mean nothing.
uint64_t integerAtomic(isa::AtomOp op, uint64_t old, uint64_t v, unsigned bytes,
                       bool isSigned);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_BIND_H

//===- Program.h - Code in the form that the machine runs -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Program is code whose instructions are bound to handlers, operands
// resolved. It comes from a cubin (loadCubin) or from isa::Inst lists made by
// anyone (append).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_PROGRAM_H
#define PTX_MLIR_EXECUTION_PROGRAM_H

#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Execution/Warp.h"
#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace ptxmlir::cubin {
struct LoadedCubin;
} // namespace ptxmlir::cubin

namespace ptxmlir::exec {

class Machine;
struct DInst;

/// Executes one instruction for the lanes of `active` (not empty, except for
/// control transfers).
using ExecFn = void (*)(Machine &, Warp &, const DInst &, LaneMask active);

/// A source operand.
struct Source {
  isa::Operand::Kind kind = isa::Operand::None;
  uint16_t reg = 0; ///< register row; constant bank
  uint8_t width = 1;
  uint64_t value = 0; ///< immediate; constant bank offset
};
/// A predicate source.
struct PredSource {
  bool uniform = false;
  uint16_t reg = kTruePredicate;
  bool inverted = false;
};

/// An instruction bound to its handler.
struct DInst {
  ExecFn run = nullptr;
  /// What takes its place where memory is checked.
  ExecFn checked = nullptr;
  /// Moves the program counters itself.
  bool isControl = false;
  bool guardUniform = false;
  uint16_t guard = kTruePredicate;
  bool guardNot = false;
  /// Results go to uniform registers.
  bool uniform = false;
  isa::Opcode opcode = isa::Opcode::Count;

  uint16_t d = kSinkRow;
  uint8_t dWidth = 1;
  uint16_t pu = kSinkPredicate, pv = kSinkPredicate;
  Source a, b, c;
  PredSource pp, pq, pr;
  isa::sem::BoundOp op; ///< pure instructions
  /// What else a handler wants to know, by handler.
  int64_t imm = 0;
  uint32_t mods[6] = {};
};

/// Where constant bank 0 has the handle of a texture, sampler or surface that a
/// variable stands for. (A sampler may share the word with a texture.)
struct TextureSlot {
  uint64_t offset;
  unsigned shift;
  std::string variable;
};

/// A kernel of a program.
struct Kernel {
  std::string name;
  uint64_t entry = 0; ///< byte offset of its code in the program
  uint64_t codeBytes = 0;
  unsigned paramBase = 0, paramBytes = 0;
  std::vector<KernelParam> params;
  std::vector<uint8_t> constant0; ///< initial image, may be empty
  std::vector<uint8_t> constant2;
  std::vector<TextureSlot> textureSlots;
  uint64_t sharedBytes =
      0; ///< before dynamic shared memory, sharedBase included
  unsigned sharedBase = 0;
  unsigned registers = 255;
  /// CTAs of a cluster that the code asks for; empty: none.
  std::vector<uint32_t> cluster;
  unsigned stackBytes = 0; ///< what is known about its local memory
  /// Registers that a warp has for it, with those that only virtual code has.
  unsigned rows = kRows, predicates = kPredicates;
};

/// Where a copy of virtual code writes, and what.
struct RowCopy {
  isa::Operand::Kind file; ///< R, UR or P
  uint16_t to;
  Source from;
};

/// A variable of the module in global memory.
struct Variable {
  std::string name;
  uint64_t address, size;
};

struct Program {
  unsigned sm = 90;
  std::vector<DInst> code;      ///< pc / 16
  std::vector<isa::Inst> insts; ///< the same, as decoded
  std::vector<isa::Word> words;
  /// Messages for instructions that cannot run, by index; reported when
  /// reached.
  llvm::DenseMap<uint64_t, std::string> unsupported;
  std::vector<Kernel> kernels;
  std::vector<Variable> variables;
  std::vector<uint8_t> constant3, constant4;
  /// Where bank 3 lies in the generic address space; 0 without it.
  uint64_t constantWindow = 0;
  /// The tables that queries of images read, bits of DescriptorTable: a launch
  /// has them in global memory.
  unsigned descriptorTables = 0;
  /// Virtual code without convergence barriers: threads that have parted are
  /// together again behind a meeting only.
  bool hasMeetings = false;
  /// Parallel copies of virtual code, by DInst::imm.
  std::vector<std::vector<RowCopy>> copies;
  /// Says what an instruction is, if it is not its own text; by index.
  std::function<std::string(uint64_t)> describer;
  /// Where code comes from, if the cubin says so: from an offset on, ascending.
  std::vector<std::pair<uint64_t, std::string>> sourceLines, ptxLines;

  /// The instruction at `pc` as text; its bytes if they mean nothing.
  std::string describe(uint64_t pc) const;
  /// "saxpy.cu:3, line 28 of the PTX", as far as it is known.
  std::string describeSource(uint64_t pc) const;
  const Kernel *findKernel(llvm::StringRef name) const;
  /// The kernel whose code holds `pc`, null if none.
  const Kernel *kernelAt(uint64_t pc) const;

  /// Makes the instructions tell a MemoryCheck what they access; a machine
  /// without one cannot run the program any more.
  void checkMemory();

  /// Appends instructions; each is bound here. Returns the offset of the first.
  uint64_t append(llvm::ArrayRef<isa::Inst> insts);
  /// Appends encoded instructions. Words that do not decode, and opcodes that
  /// the machine does not know, become errors when they are reached.
  uint64_t appendWords(llvm::ArrayRef<isa::Word> words);
  /// Appends a place for calls of a function that the code lacks: one of the
  /// device runtime is executed, any other is an error when it is reached.
  void appendMissing(llvm::StringRef function);
};

/// Loads every kernel of a cubin: allocates its global variables in `memory`
/// and applies its relocations.
llvm::Expected<Program> loadCubin(const cubin::LoadedCubin &cubin,
                                  GlobalMemory &memory);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_PROGRAM_H

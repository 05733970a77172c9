//===- Program.h - A PTX module bound for execution -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations become Instrs: a handler and the rows that its operands lie in. A
// value of the function has a row, 32 lanes of 64 bits; it is stored zero
// extended from its width. A value of 128 bits has two rows, the low word
// first.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_PROGRAM_H
#define PTX_MLIR_LIB_EXECUTION_PTX_PROGRAM_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <array>

namespace ptxmlir::interp {

using LaneMask = uint32_t;
constexpr unsigned kLanes = 32;
using Row = uint64_t[kLanes];
using Slot = uint32_t;
constexpr Slot kNoSlot = ~0u;

/// Visits the set bits of a mask, lowest first.
template <typename Fn> inline void forLanes(LaneMask mask, Fn fn) {
  for (; mask; mask &= mask - 1)
    fn(unsigned(__builtin_ctz(mask)));
}

struct Warp;
struct Instr;
struct Function;
struct CallSite;
struct Collective;

/// Executes an instruction for the lanes of `active`, which is not empty.
using Handler = void (*)(Warp &, const Instr &, LaneMask active);
/// Executes what several lanes do together (Collective.h).
using CollectiveHandler = void (*)(Warp &, const Collective &);

/// A way to another block: where it begins and which rows become the rows of
/// its arguments.
struct Edge {
  uint32_t target = 0;
  llvm::ArrayRef<std::pair<Slot, Slot>> moves; ///< from, to
  /// A row is read after a move has written it.
  bool overlaps = false;
};

struct Instr {
  Handler run = nullptr;
  mlir::Operation *op = nullptr;
  /// In Program::numbered.
  uint32_t number = 0;
  llvm::ArrayRef<Slot> in, out, pass;
  int64_t mods = 0;
  /// Offsets of the address operands.
  std::array<int64_t, 5> offset = {};
  /// What the handler wants to know beside, by handler.
  uint64_t imm = 0;
  Slot guard = kNoSlot;
  bool guardNegated = false;
  /// Moves the program counters itself.
  bool isControl = false;
  /// The widths in bits of the first source and of the first result.
  uint8_t inBits = 0, outBits = 0;
  /// The source that is the member mask of a collective; all lanes without.
  int8_t memberMask = -1;
  CollectiveHandler collective = nullptr;
  llvm::ArrayRef<Edge> edges;
  const CallSite *call = nullptr;

  ptx::Opcode opcode() const;
};

/// Where a parameter or return value lies: a row, or bytes of the frame. Of the
/// return values of a callee `at` counts the operands of its `ret`.
struct Place {
  bool isRow = false;
  uint32_t at = 0, bytes = 0;
};

/// The caller's side of a call.
struct CallSite {
  const Function *callee = nullptr; ///< null: by address, or of the runtime
  llvm::StringRef name;
  llvm::SmallVector<Place, 4> arguments, results;
};

struct Function {
  std::string name;
  mlir::Operation *op = nullptr;
  bool isEntry = false;
  /// What its code names: shared variables and functions; whether it calls by
  /// address.
  llvm::SmallVector<unsigned> sharedVars;
  llvm::SmallVector<Function *> named;
  bool callsByAddress = false;
  std::vector<Instr> code;
  unsigned numRows = 0;
  /// Bytes of a frame in local memory, and the alignment of its start; the
  /// offsets in it of `.local` variables and of the parameters of calls.
  uint32_t frameBytes = 0, frameAlign = 16;
  llvm::SmallVector<uint32_t> locals, callParams;
  llvm::SmallVector<Place> inputs, returns;
  std::vector<std::unique_ptr<CallSite>> calls;
};

/// The high words of the addresses of functions.
constexpr uint64_t kCodeWindow = 0x7f10ull << 32;

struct Program {
  ptx::ModuleOp module;
  exec::GlobalMemory &memory;
  llvm::BumpPtrAllocator alloc;
  std::vector<std::unique_ptr<Function>> functions;
  /// All instructions.
  std::vector<const Instr *> numbered;
  llvm::StringMap<Function *> byName;
  /// The address of a symbol in its own space, and generic.
  struct Symbol {
    uint64_t address = 0, generic = 0;
  };
  llvm::StringMap<Symbol> symbols;
  std::vector<Kernel> kernels;
  /// Variables of shared memory: a kernel has those that it can reach
  /// (layOutShared).
  struct SharedVar {
    uint64_t size, align;
    bool isDynamic;
  };
  std::vector<SharedVar> sharedVars;
  llvm::StringMap<unsigned> sharedIndex;
  /// Textures, samplers and surfaces: a launch says what they stand for.
  std::vector<std::string> opaqueVars;
  llvm::StringMap<unsigned> opaqueIndex;
  /// Its index in `opaqueVars`; a name that is new is added.
  unsigned addOpaque(llvm::StringRef name);
  /// The buffer that has the variables of the const space.
  uint64_t constBase = 0, constBytes = 0;
  unsigned sm = 0;

  Program(ptx::ModuleOp module, exec::GlobalMemory &memory)
      : module(module), memory(memory) {}

  template <typename T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> list) {
    return list.copy(alloc);
  }
};

/// Where a kernel's shared variables lie (by their number), and the bytes
/// before dynamic shared memory.
struct SharedLayout {
  std::vector<uint64_t> address;
  uint64_t bytes = 0;
};
SharedLayout layOutShared(const Program &program, const Function &kernel);

/// Gives the variables of the module addresses and initial values.
/// Whether it is the type of a texture, sampler or surface.
bool isOpaque(ptx::DataType type);
llvm::Error placeVariables(Program &program);
/// Makes the code of all functions.
void bindFunctions(Program &program);

/// Sets the handler of an instruction of the records. False: it has none.
bool bindInstruction(Instr &inst);
/// The same by family.
bool bindInteger(Instr &inst, ptx::Opcode opcode);
bool bindBits(Instr &inst, ptx::Opcode opcode);
bool bindFloat(Instr &inst, ptx::Opcode opcode);
bool bindApproximation(Instr &inst, ptx::Opcode opcode);
bool bindCompare(Instr &inst, ptx::Opcode opcode);
bool bindConvert(Instr &inst, ptx::Opcode opcode);
bool bindMemory(Instr &inst, ptx::Opcode opcode);
bool bindAtomic(Instr &inst, ptx::Opcode opcode);
bool bindWarp(Instr &inst, ptx::Opcode opcode);
bool bindBarrier(Instr &inst, ptx::Opcode opcode);
bool bindAsync(Instr &inst, ptx::Opcode opcode);
bool bindBulk(Instr &inst, ptx::Opcode opcode);
bool bindTensorCopy(Instr &inst, ptx::Opcode opcode);
bool bindTensorMemory(Instr &inst, ptx::Opcode opcode);
bool bindClusterLaunch(Instr &inst, ptx::Opcode opcode);
bool bindMatrix(Instr &inst, ptx::Opcode opcode);
bool bindMatrixMemory(Instr &inst, ptx::Opcode opcode);
bool bindBlockScaledMatrix(Instr &inst, ptx::Opcode opcode);
bool bindSparseMatrix(Instr &inst, ptx::Opcode opcode);
bool bindGroupMatrix(Instr &inst, ptx::Opcode opcode);
bool bindWmma(Instr &inst, ptx::Opcode opcode);
bool bindVideo(Instr &inst, ptx::Opcode opcode);
bool bindTexture(Instr &inst, ptx::Opcode opcode);
bool bindSurface(Instr &inst, ptx::Opcode opcode);
/// Handlers of operations that are no instructions (Control.cpp).
bool bindStructure(Instr &inst);

/// Which source of an instruction is the operand `name` of the record: an index
/// into `in`, or -1 if it is not there.
int findSource(const Instr &inst, llvm::StringRef name);
int findResult(const Instr &inst, llvm::StringRef name);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_PROGRAM_H

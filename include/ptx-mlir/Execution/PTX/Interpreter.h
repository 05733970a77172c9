//===- Interpreter.h - Runs PTX kernels by the PTX ISA ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference: executes a `ptx` module with the meaning that the text of the
// PTX ISA gives it. It shares no semantic code with the lowering, with folders
// or with the machine that runs SASS, so that a common mistake cannot hide.
//
// Threads of a warp that are at the same instruction execute it together; which
// threads those are never changes a result except where PTX leaves it open
// (activemask, races). Of the groups of a warp the one that is behind in
// program order runs first, so that threads meet again as early as they can.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_PTX_INTERPRETER_H
#define PTX_MLIR_EXECUTION_PTX_INTERPRETER_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"
#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Execution/Texture.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace ptxmlir::exec {
class MemoryCheck;
} // namespace ptxmlir::exec

namespace ptxmlir::interp {

struct Program;

/// A kernel of a module.
struct Kernel {
  std::string name;
  std::vector<exec::KernelParam> params;
  unsigned paramBytes = 0;
};

/// An access of memory that there was none for.
struct AccessFault {
  mlir::Operation *op = nullptr;
  ptx::Space space = ptx::Space::None;
  uint64_t address = 0;
  unsigned bytes = 0;
  bool isMisaligned = false;
};

class Interpreter {
public:
  /// Binds the first PTX module of `module`, which must stay alive, and puts
  /// its variables into `memory`. An error names a variable that has no value
  /// (the address of an unknown symbol); instructions without meaning here are
  /// errors when they are reached.
  static llvm::Expected<std::unique_ptr<Interpreter>>
  create(mlir::ModuleOp module, exec::GlobalMemory &memory);
  ~Interpreter();

  llvm::ArrayRef<Kernel> kernels() const;

  /// The instructions without meaning here, each as it is printed.
  std::vector<std::string> unsupported() const;

  /// Runs a kernel to its end. The error says what went wrong, in which
  /// instruction (with its line), and for which thread; memory keeps what was
  /// written until then. Wrong uses of memory go to `check`.
  llvm::Error run(const Kernel &kernel, const exec::LaunchConfig &config,
                  exec::MemoryCheck *check = nullptr);

  const exec::LaunchStats &stats() const;
  /// Why the last run stopped, if an access was the reason.
  const std::optional<AccessFault> &accessFault() const { return fault; }

private:
  explicit Interpreter(std::unique_ptr<Program> program);
  std::unique_ptr<Program> program;
  exec::LaunchStats counters;
  std::optional<AccessFault> fault;
};

/// The shape of an image that a geometry wants; none of several samples.
std::optional<exec::ImageShape> shapeOf(ptx::Geometry geometry);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_EXECUTION_PTX_INTERPRETER_H

//===- Harness.h - Inputs for kernels that nobody describes -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes up the inputs of a kernel. What its parameters are for is read from the
// PTX (KernelUsage); buffers, numbers and a grid come from a seed; then the PTX
// interpreter tries them. Where it leaves a buffer, that buffer grows; where
// nothing helps, other numbers are tried, a bounded number of times. All of it
// depends on the module, the kernel and the seed alone.
//
// Inputs lie at fixed addresses apart from the variables of a module, so that
// each engine and each compiled form sees the same pointers.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_HARNESS_HARNESS_H
#define PTX_MLIR_EXECUTION_HARNESS_HARNESS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir::cubin {
struct LoadedCubin;
} // namespace ptxmlir::cubin

namespace ptxmlir::harness {

//===----------------------------------------------------------------------===//
// What a kernel does with its parameters
//===----------------------------------------------------------------------===//

/// A place in an object that is read or written: at `offset`, or at all
/// offset + k * stride.
struct Field {
  int64_t offset = 0;
  uint64_t stride = 0;
  unsigned bytes = 4;
  /// As the instructions that use the value see it.
  ptx::DataType type = ptx::DataType::None;
  bool isRead = false, isWritten = false;
  /// The value has a part in an address, in a decision.
  bool indexes = false, decides = false;
  /// It is converted from float before it has a part in an address.
  bool indexesAsFloat = false;
  /// It is compared with numbers of threads or blocks.
  bool boundsThreads = false;
  /// It is the handle of a texture or surface.
  bool isHandle = false;
  /// The object whose address it is, or -1.
  int pointee = -1;
};

/// The parameter block (object 0), or what a pointer leads to.
struct Object {
  enum Kind : uint8_t { Parameters, Buffer, Shared, Local, Variable };
  Kind kind = Buffer;
  /// Where the pointer to it lies.
  int parent = -1;
  unsigned depth = 0;
  /// Whether any instruction reads or writes it.
  bool isAccessed = false;
  /// Declared as a pointer.
  bool isDeclared = false;
  std::vector<Field> fields;
  std::string name;
};

/// A texture or surface that a kernel uses: a handle among the parameters, or a
/// variable.
struct ImageUse {
  bool isSurface = false;
  int64_t offset = -1;  ///< of the parameter
  std::string variable; ///< empty: a parameter
  ptx::Geometry geometry = ptx::Geometry::None;
  /// What it is read as; for surfaces the elements of an access.
  ptx::DataType type = ptx::DataType::None;
  unsigned elements = 1;
  /// A fetch has whole coordinates.
  bool usesWhole = false;
};

struct KernelUsage {
  std::string name;
  std::vector<Object> objects;
  std::vector<ImageUse> images;
  std::vector<exec::KernelParam> params;
  unsigned paramBytes = 0;
  /// Dimensions of the block and of the grid that it looks at.
  bool usesThread[3] = {}, usesBlock[3] = {};
  /// `.reqntid`, `.maxntid`, the cluster; empty if not said.
  std::vector<uint32_t> requiredBlock, largestBlock, cluster;
  bool usesDynamicShared = false;
  /// It has instructions on matrices: threads of a warp must agree on operands,
  /// so that rows of the block are whole warps. The order in which they add is
  /// open, so that floats are small whole numbers, of which sums are exact.
  bool usesMatrices = false;
  /// The largest constant that a thread's number is compared with.
  uint64_t comparedWith = 0;
};

/// The usage of a kernel. Calls in it should have been inlined: parameters of
/// calls are seen as memory of unknown use.
KernelUsage analyzeKernel(ptx::EntryOp kernel);

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

struct InputBuffer {
  std::string name;
  std::vector<uint8_t> bytes;
  /// Bytes before the place that pointers to it have.
  uint64_t front = 0;
  /// The type with which the kernel writes it; none if there are several.
  ptx::DataType written = ptx::DataType::None;
};

/// The address of a buffer, in the parameters (`in` is -1) or in a buffer.
struct InputPointer {
  int in = -1;
  uint64_t offset = 0;
  unsigned target = 0;
};

/// A launch of a kernel. The parameters of `launch` have no pointers until
/// place() puts them there.
struct Inputs {
  std::string kernel;
  exec::LaunchConfig launch;
  /// Of the PTX, where `launch` has their bytes.
  std::vector<exec::KernelParam> params;
  std::vector<InputBuffer> buffers;
  std::vector<InputPointer> pointers;

  /// Puts the buffers into memory; the launch with the pointers in its
  /// parameters.
  exec::LaunchConfig place(exec::GlobalMemory &memory) const;
  /// The same with `bytes` of parameters as code for an SM has them: parameters
  /// with a large alignment are elsewhere than in the PTX.
  exec::LaunchConfig place(exec::GlobalMemory &memory,
                           llvm::ArrayRef<exec::KernelParam> params,
                           size_t bytes) const;
  /// The address of a buffer's first byte.
  static uint64_t address(unsigned buffer);
  /// The contents of the buffers after a run.
  std::vector<std::vector<uint8_t>> read(exec::GlobalMemory &memory) const;
  /// In words: the grid, and one line for each parameter.
  void print(llvm::raw_ostream &os) const;
  /// What print() says of each parameter.
  std::vector<std::string> descriptions;
};

/// What a run leaves behind.
struct Outputs {
  std::vector<std::vector<uint8_t>> buffers;
  exec::LaunchStats stats;
};

/// The first bytes that are not the same; nothing if all are. `names` gives the
/// buffers' names.
std::optional<std::string> describeDifference(const Inputs &names,
                                              const Outputs &want,
                                              const Outputs &got);
/// Whether all numbers that differ are f32 or f64 and NaNs on both sides. The
/// ISA leaves open which NaN `neg` and `abs` give, so that code which flips the
/// sign bit is right.
bool differInNaNsOnly(const Inputs &inputs, const Outputs &want,
                      const Outputs &got);

/// Whether all numbers that differ are close to `spread`, results whose
/// approximations have other errors: no further away from the smallest and the
/// largest of them (and of `want`) than these are from each other. What is no
/// number of one type must be the same.
bool isWithinSpread(const Inputs &inputs, const Outputs &want,
                    const Outputs &got, llvm::ArrayRef<Outputs> spread);

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

struct Options {
  uint64_t seed = 0;
  /// Warp instructions of a run at most.
  uint64_t maxInstructions = 300000;
  /// All runs of the search together, in warp instructions.
  uint64_t budget = 6000000;
};

/// Inputs that were found, and what the PTX interpreter makes of them.
struct Found {
  Inputs inputs;
  Outputs outputs;
  /// How many runs it took.
  unsigned runs = 0;
  /// Bytes of memory that the kernel has changed; where no inputs were found
  /// with which it changes any, 0.
  uint64_t changed = 0;
};

/// Lets threads, warps and blocks take turns in another way than by default.
void takeOtherTurns(exec::LaunchConfig &launch);

/// The harness of one module.
class Harness {
public:
  /// The module must stay alive and unchanged.
  static llvm::Expected<std::unique_ptr<Harness>> create(mlir::ModuleOp module);
  ~Harness();

  /// Kernels with a body.
  std::vector<std::string> kernels() const;
  const KernelUsage &usage(llvm::StringRef kernel);

  /// Inputs with which the kernel comes to its end in the PTX interpreter. The
  /// error is that of the first attempt.
  llvm::Expected<Found> find(llvm::StringRef kernel,
                             const Options &options = {});
  /// The inputs of a launch with known arguments, numbers and buffers only. An
  /// error if they are not what the kernel takes.
  llvm::Expected<Inputs> describe(llvm::StringRef kernel,
                                  const exec::LaunchConfig &launch,
                                  llvm::ArrayRef<exec::Argument> arguments);
  /// Runs a kernel of the module in the PTX interpreter. With `findings` memory
  /// is checked (MemoryCheck.h), and they get what is wrong.
  llvm::Expected<Outputs>
  interpret(const Inputs &inputs, std::vector<std::string> *findings = nullptr);
  /// Whether the buffers are others if threads and blocks take turns in another
  /// way. The run that was found is one of them.
  llvm::Expected<bool> dependsOnOrder(const Found &found);
  /// Whether it matters what registers hold that no path has written.
  bool dependsOnUndefined(const Found &found);
  /// What 16 runs leave in which approximations (Perturbation.h) are off by
  /// anything up to the bounds of the ISA; only the first two where they change
  /// nothing, and none if one of them does not come to its end.
  std::vector<Outputs> spread(const Found &found);

private:
  Harness();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A cubin in the machine: it is loaded once for all runs of its kernels.
class CubinRunner {
public:
  static llvm::Expected<std::unique_ptr<CubinRunner>>
  create(const cubin::LoadedCubin &cubin);
  ~CubinRunner();

  llvm::Expected<Outputs> run(const Inputs &inputs);

  /// A launch of a kernel that is ready to run.
  using Launcher = llvm::function_ref<llvm::Error(
      exec::Machine &, const exec::Program &, const exec::Kernel &,
      const exec::LaunchConfig &)>;
  /// Sets up what run() runs and leaves the running to `launcher`.
  llvm::Error launch(const Inputs &inputs, Launcher launcher);

private:
  CubinRunner();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Runs a kernel of a cubin in the machine, once.
llvm::Expected<Outputs> runCubin(const cubin::LoadedCubin &cubin,
                                 const Inputs &inputs);

} // namespace ptxmlir::harness

#endif // PTX_MLIR_EXECUTION_HARNESS_HARNESS_H

//===- CompileStatistics.h - What a compile costs ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --compiler-stats and the time trace report. Told by the driver and by an
// instrumentation of passes, never by passes themselves.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DRIVER_COMPILESTATISTICS_H
#define PTXMLIR_DRIVER_COMPILESTATISTICS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>

namespace mlir {
class PassInstrumentation;
} // namespace mlir

namespace ptxmlir {

/// The phases of a compile as `ptxas --compiler-stats` has them.
enum class CompilePhase : uint8_t {
  Parse,
  Setup,    ///< targets, limits, pipeline
  Lowering, ///< PTX to machine instructions
  Optimize, ///< all behind that, up to machine code
  Elf,
  DebugInfo
};
constexpr unsigned kNumCompilePhases = 6;

/// Time (wall clock) and memory (growth of the heap) of the phases of a
/// compile, and the time of each function. May be told from several threads.
class CompileStatistics {
public:
  using Clock = std::chrono::steady_clock;
  struct Function {
    Clock::duration lowering{0}, optimize{0};
    Clock::duration total() const { return lowering + optimize; }
  };

  CompileStatistics();

  /// Ends the phase at hand, and begins the next one.
  void endPhase(CompilePhase phase);
  /// What passes cost a function.
  void addFunction(llvm::StringRef name, bool isLowering, Clock::duration time);
  Function getFunction(llvm::StringRef name);

  /// Adds the time of each pass on each function; calls endPhase() when the
  /// lowering is done.
  std::unique_ptr<mlir::PassInstrumentation> createInstrumentation();

  /// Prints in the form of `ptxas --compiler-stats`.
  void print(llvm::raw_ostream &os, bool time, bool memory, bool phases,
             bool functions);

private:
  Clock::time_point start, phaseStart;
  size_t phaseBytes;
  std::array<Clock::duration, kNumCompilePhases> times{};
  std::array<size_t, kNumCompilePhases> bytes{};
  std::mutex mutex;
  llvm::MapVector<std::string, Function, llvm::StringMap<unsigned>> byFunction;
};

} // namespace ptxmlir

#endif // PTXMLIR_DRIVER_COMPILESTATISTICS_H

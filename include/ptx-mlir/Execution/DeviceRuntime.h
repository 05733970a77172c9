//===- DeviceRuntime.h - vprintf, malloc, free, assert ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the CUDA driver links into every module (CUDA Programming Guide:
// formatted output, dynamic global memory allocation, assertion). No part of
// the meaning of an instruction is here, so that both engines may use it.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_DEVICERUNTIME_H
#define PTX_MLIR_EXECUTION_DEVICERUNTIME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace ptxmlir::exec {

class GlobalMemory;

enum class RuntimeFunction : uint8_t { VPrintf, Malloc, Free, AssertFail };
std::optional<RuntimeFunction> lookupRuntimeFunction(llvm::StringRef name);
/// The sizes in bytes of the arguments.
llvm::ArrayRef<unsigned> runtimeArguments(RuntimeFunction function);

/// A thread that calls, as its engine sees it.
struct RuntimeCall {
  GlobalMemory &memory;
  /// Argument `k`.
  llvm::function_ref<uint64_t(unsigned k)> argument;
  /// Reads from a generic address; false after a fault.
  llvm::function_ref<bool(uint64_t address, unsigned bytes, void *to)> read;
  /// Where text goes; null: standard output.
  llvm::raw_ostream *printed = nullptr;
};
/// Executes the function: its result, or nothing after a fault, whose message
/// is in `fault` unless `read` has reported it.
std::optional<uint64_t> callRuntime(RuntimeFunction function,
                                    const RuntimeCall &call,
                                    std::string &fault);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_DEVICERUNTIME_H

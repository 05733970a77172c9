//===- TimeTrace.h - --fdevice-time-trace -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An RAII object around a compile: the trace is on while it lives.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_TIMETRACE_H
#define PTXMLIR_LIB_DRIVER_TIMETRACE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ptxmlir {

/// Records what takes the time of a compile (LLVM's time trace) and adds it to
/// a file in the format of Chrome's tracing, in which nvcc and its programs
/// collect theirs. A file that is not there is made.
class TimeTrace {
public:
  /// `path` empty: does nothing.
  explicit TimeTrace(llvm::StringRef path, llvm::StringRef input);
  ~TimeTrace();
  /// False with a message in `error` if the file is no trace or cannot be
  /// written.
  bool write(std::string &error);

private:
  std::string path;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_TIMETRACE_H

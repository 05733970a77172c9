//===- TimeTrace.cpp - --fdevice-time-trace -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's profiler writes one file; nvcc's programs append to one that others
// began. So the events are merged into what is there.
//
//===----------------------------------------------------------------------===//

#include "TimeTrace.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxmlir;
using namespace llvm;

/// Entries that take less time are left out, in microseconds.
static constexpr unsigned kGranularity = 20;

TimeTrace::TimeTrace(StringRef path, StringRef input) : path(path) {
  if (path.empty())
    return;
  timeTraceProfilerInitialize(kGranularity, "optxas");
  timeTraceProfilerBegin("Total PTXAS Time", input);
}

TimeTrace::~TimeTrace() {
  if (!path.empty())
    timeTraceProfilerCleanup();
}

bool TimeTrace::write(std::string &error) {
  if (path.empty())
    return true;
  timeTraceProfilerEnd();
  SmallString<0> text;
  raw_svector_ostream stream(text);
  timeTraceProfilerWrite(stream);
  Expected<json::Value> own = json::parse(text);
  if (!own) {
    error = toString(own.takeError());
    return false;
  }
  json::Object trace;
  if (sys::fs::exists(path)) {
    auto buffer = MemoryBuffer::getFile(path);
    if (!buffer) {
      error = "File '" + path + "' could not be opened";
      return false;
    }
    Expected<json::Value> old = json::parse((*buffer)->getBuffer());
    if (!old || !old->getAsObject() ||
        !old->getAsObject()->getArray("traceEvents")) {
      consumeError(old.takeError());
      error = "Parsed trace file not in expected format";
      return false;
    }
    trace = std::move(*old->getAsObject());
  } else {
    trace["traceEvents"] = json::Array();
  }
  json::Array &events = *trace.getArray("traceEvents");
  for (json::Value &event : *own->getAsObject()->getArray("traceEvents"))
    events.push_back(std::move(event));
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (!code)
    os << json::Value(std::move(trace));
  if (code || os.has_error()) {
    os.clear_error();
    error = "File '" + path + "' could not be opened";
    return false;
  }
  return true;
}

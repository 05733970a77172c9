//===- CompileStatistics.cpp - What a compile costs -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --compiler-stats: the phases of ptxas's own report, measured around ours. An
// instrumentation of passes tells it of functions, since these are compiled in
// parallel.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/CompileStatistics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TimeProfiler.h"
#include <sys/resource.h>

using namespace mlir;
using namespace ptxmlir;
using Clock = CompileStatistics::Clock;

static double toMilliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

static size_t getHeapBytes() { return llvm::sys::Process::GetMallocUsage(); }

CompileStatistics::CompileStatistics()
    : start(Clock::now()), phaseStart(start), phaseBytes(getHeapBytes()) {}

void CompileStatistics::endPhase(CompilePhase phase) {
  Clock::time_point now = Clock::now();
  size_t used = getHeapBytes();
  times[unsigned(phase)] += now - phaseStart;
  if (used > phaseBytes)
    bytes[unsigned(phase)] += used - phaseBytes;
  phaseStart = now;
  phaseBytes = used;
}

void CompileStatistics::addFunction(StringRef name, bool isLowering,
                                    Clock::duration time) {
  std::lock_guard<std::mutex> lock(mutex);
  Function &function = byFunction[name.str()];
  (isLowering ? function.lowering : function.optimize) += time;
}

CompileStatistics::Function CompileStatistics::getFunction(StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  return byFunction.lookup(name.str());
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
/// Times the passes that run on functions, and writes all into LLVM's time
/// trace if that is on (in the thread that started it).
class StatisticsInstrumentation : public PassInstrumentation {
public:
  explicit StatisticsInstrumentation(CompileStatistics &statistics)
      : statistics(statistics) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument().empty())
      return; // a pass manager in another
    starts().push_back(Clock::now());
    if (llvm::timeTraceProfilerEnabled())
      entries().push_back(llvm::timeTraceProfilerBegin(
          pass->getArgument(), [&] { return getName(op).str(); }));
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument().empty())
      return;
    if (llvm::timeTraceProfilerEnabled()) {
      llvm::timeTraceProfilerEnd(entries().back());
      entries().pop_back();
    }
    Clock::duration time = Clock::now() - starts().back();
    starts().pop_back();
    bool endsLowering = pass->getArgument() == "convert-ptx-to-ori";
    if (StringRef name = getName(op); !name.empty())
      statistics.addFunction(name, isLowering, time);
    if (endsLowering) {
      statistics.endPhase(CompilePhase::Lowering);
      isLowering = false;
    }
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    runAfterPass(pass, op);
  }

private:
  static StringRef getName(Operation *op) {
    if (auto name =
            op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      return name.getValue();
    return "";
  }
  /// Passes of one thread end in the reverse of the order in which they begin.
  static std::vector<Clock::time_point> &starts() {
    static thread_local std::vector<Clock::time_point> stack;
    return stack;
  }
  static std::vector<llvm::TimeTraceProfilerEntry *> &entries() {
    static thread_local std::vector<llvm::TimeTraceProfilerEntry *> stack;
    return stack;
  }

  CompileStatistics &statistics;
  bool isLowering = true;
};
} // namespace

std::unique_ptr<PassInstrumentation>
CompileStatistics::createInstrumentation() {
  return std::make_unique<StatisticsInstrumentation>(*this);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static double toKilobytes(size_t bytes) { return double(bytes) / 1024; }

static double getPeakKilobytes() {
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss);
}

void CompileStatistics::print(llvm::raw_ostream &os, bool time, bool memory,
                              bool phases, bool functions) {
  static constexpr const char *kTimes[] = {
      "Parse", "CompileUnitSetup", "DAGgen", "OCG", "ELF", "DebugInfo"};
  static constexpr const char *kMemory[] = {
      "Parser", "CompileUnitSetup", "DAGgen", "OCG", "ELF", "DebugInfo"};
  double total = toMilliseconds(Clock::now() - start);
  if (time) {
    os << "ptxas info    : STAT: CompileTime = " << llvm::format("%f", total)
       << " ms" << (phases ? " (100%)" : "") << '\n';
    for (unsigned i = 0; phases && i != kNumCompilePhases; ++i) {
      double part = toMilliseconds(times[i]);
      os << llvm::left_justify((Twine(kTimes[i]) + "-time").str(), 22) << ": "
         << llvm::format("%.3f ms (%.2f%%)\n", part,
                         total > 0 ? part / total * 100 : 0);
    }
    if (phases)
      os << '\n';
  }
  if (memory) {
    os << "ptxas info    : STAT: PeakMemoryUsage = "
       << llvm::format("%.3f KB\n", getPeakKilobytes());
    for (unsigned i = 0; phases && i != kNumCompilePhases; ++i)
      os << llvm::left_justify(
                ("Peak" + Twine(kMemory[i]) + "MemoryUsage").str(), 32)
         << ": " << llvm::format("%.3f KB\n", toKilobytes(bytes[i]));
    if (phases)
      os << '\n';
  }
  if (!functions || (!time && !memory))
    return;
  os << "ptxas info    : STAT: \n";
  for (auto &[name, function] : byFunction) {
    os << "Compile-unit with entry " << name << '\n';
    if (!time)
      continue;
    os << "\tTotal Compile-Unit time        = "
       << llvm::format("%.3f ms\n", toMilliseconds(function.total()));
    if (phases)
      os << "\t\tDAGgen-time            : "
         << llvm::format("%.3f ms\n", toMilliseconds(function.lowering))
         << "\t\tOCG-time               : "
         << llvm::format("%.3f ms\n", toMilliseconds(function.optimize));
  }
}

//===- Cycles.cpp - Cycles of a cubin on made-up inputs -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles for comparing compilers: one run is replayed by the timing model with
// several numbers of blocks and with latencies that are not known exactly.
//
//===----------------------------------------------------------------------===//

#include "Cycles.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace ptxmlir;

namespace {
/// A latency that published measurements do not agree on.
struct Uncertain {
  const char *name;
  double timing::LatencyFactors::*factor;
};
} // namespace

static constexpr Uncertain kUncertain[] = {
    {"constant", &timing::LatencyFactors::constant},
    {"l1", &timing::LatencyFactors::l1},
    {"l2", &timing::LatencyFactors::l2},
    {"dram", &timing::LatencyFactors::dram},
    {"transcendental", &timing::LatencyFactors::transcendental},
};

static void printRecording(const exec::Program &program,
                           const timing::Recording &recording,
                           const exec::Kernel &kernel,
                           llvm::ArrayRef<unsigned> blocks,
                           llvm::json::OStream &json) {
  const target::TimingModel &model = *target::lookupTimingModel(program.sm);
  json.attribute("registers", int64_t(kernel.registers));
  json.attribute("warps_per_block", int64_t(recording.occupancy.warpsPerCTA));
  json.attribute("blocks_per_sm", int64_t(recording.occupancy.ctas));
  std::optional<timing::Profile> first;
  json.attributeObject("cycles", [&] {
    for (unsigned n : blocks) {
      timing::Profile p = timing::replayBlocks(program, recording, n, model);
      json.attribute(std::to_string(n), p.cycles);
      if (!first)
        first = std::move(p);
    }
  });
  json.attribute("issued", first->issued);
  json.attributeObject("scaled", [&] {
    for (const Uncertain &u : kUncertain)
      for (auto [suffix, factor] :
           {std::pair("/2", 0.5), std::pair("*2", 2.0)}) {
        timing::LatencyFactors factors;
        factors.*u.factor = factor;
        target::TimingModel other = timing::scaleLatencies(model, factors);
        timing::Profile p =
            timing::replayBlocks(program, recording, blocks.front(), other);
        json.attribute(std::string(u.name) + suffix, p.cycles);
      }
  });
  std::map<llvm::StringRef, uint64_t> awaited, issued;
  for (auto [i, inst] : llvm::enumerate(first->insts)) {
    isa::Opcode opcode = program.insts[i].opcode;
    if (opcode == isa::Opcode::Count || !inst.issued)
      continue;
    issued[isa::getDesc(opcode).name] += inst.issued;
    if (inst.awaited)
      awaited[isa::getDesc(opcode).name] += inst.awaited;
  }
  auto print = [&](llvm::StringRef name, const auto &counts) {
    json.attributeObject(name, [&] {
      for (auto [opcode, n] : counts)
        json.attribute(opcode, n);
    });
  };
  print("awaited", awaited);
  print("executed", issued);
}

/// Runs the kernel once.
static llvm::Error
record(harness::CubinRunner &cubin, const harness::Inputs &inputs,
       llvm::function_ref<void(const exec::Program &, const exec::Kernel &,
                               const timing::Recording &)>
           use) {
  return cubin.launch(inputs,
                      [&](exec::Machine &machine, const exec::Program &program,
                          const exec::Kernel &kernel,
                          const exec::LaunchConfig &launch) -> llvm::Error {
                        auto recording =
                            timing::record(machine, program, kernel, launch);
                        if (!recording)
                          return recording.takeError();
                        use(program, kernel, *recording);
                        return llvm::Error::success();
                      });
}

void ptxmlir::printCycles(llvm::StringRef name, harness::CubinRunner &cubin,
                          const harness::Inputs &inputs,
                          llvm::ArrayRef<unsigned> blocks, ProfilePrinter print,
                          llvm::raw_ostream &os) {
  if (print) {
    os << inputs.kernel << " of " << name << "\n";
    llvm::Error e = record(
        cubin, inputs,
        [&](const exec::Program &program, const exec::Kernel &,
            const timing::Recording &recording) {
          print(program,
                timing::replayBlocks(program, recording, blocks.front(),
                                     *target::lookupTimingModel(program.sm)),
                os);
        });
    if (e)
      os << "error: " << llvm::toString(std::move(e)) << "\n";
    return;
  }
  llvm::json::OStream json(os);
  json.objectBegin();
  json.attribute("kernel", inputs.kernel);
  json.attribute("cubin", name);
  llvm::Error e =
      record(cubin, inputs,
             [&](const exec::Program &program, const exec::Kernel &kernel,
                 const timing::Recording &recording) {
               printRecording(program, recording, kernel, blocks, json);
             });
  if (e)
    json.attribute("error", llvm::toString(std::move(e)));
  json.objectEnd();
  os << "\n";
}

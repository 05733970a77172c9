//===- Report.cpp - Profiles as table, JSON and listing -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile as a table for people, JSON for programs, and a listing with stalls
// at instructions. Nothing is computed here but percentages.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Timing/Timing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace ptxmlir;
using namespace ptxmlir::timing;

namespace {
/// Stalls with cycles, most first.
llvm::SmallVector<std::pair<Stall, uint64_t>, kNumStalls>
sorted(const std::array<uint64_t, kNumStalls> &cycles) {
  llvm::SmallVector<std::pair<Stall, uint64_t>, kNumStalls> list;
  for (unsigned i = 0; i < kNumStalls; ++i)
    if (cycles[i])
      list.push_back({Stall(i), cycles[i]});
  llvm::stable_sort(
      list, [](const auto &a, const auto &b) { return a.second > b.second; });
  return list;
}

std::array<uint64_t, kNumStalls> sumStalls(const Profile &p) {
  std::array<uint64_t, kNumStalls> sum = {};
  for (const InstProfile &inst : p.insts)
    for (unsigned i = 0; i < kNumStalls; ++i)
      sum[i] += inst.cycles[i];
  return sum;
}

double percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * double(part) / double(whole) : 0;
}

uint64_t addressOf(const exec::Program &program, uint64_t inst) {
  const exec::Kernel *k = program.kernelAt(inst * 16);
  return inst * 16 - (k ? k->entry : 0);
}

/// Issued instructions per cycle of the SM.
double ipc(const Profile &p) {
  return p.replayedCycles ? double(p.issued) / double(p.replayedCycles) : 0;
}
} // namespace

/// CTAs that the table shows.
constexpr size_t kShownCTAs = 8;

static void printBound(llvm::raw_ostream &os, const Profile &p,
                       llvm::StringRef name, uint64_t cycles) {
  os << llvm::format("  %-28s %10llu   %5.1f %%\n", name.str().c_str(),
                     (unsigned long long)cycles,
                     percent(cycles, p.replayedCycles));
}

void timing::printTable(const exec::Program &program, const Profile &p,
                        llvm::raw_ostream &os) {
  const target::Device &d = p.model->device;
  os << "kernel " << p.kernel << " on sm_" << p.target->sm << " (" << d.name
     << ", " << p.sms << " SMs at " << d.clockMHz << " MHz)\n";
  os << llvm::format(
      "cycles %llu (%.2f us), %llu CTAs, %llu on the SM that has "
      "most",
      (unsigned long long)p.cycles, p.microseconds(),
      (unsigned long long)p.numCTAs, (unsigned long long)p.ofSM);
  if (p.replayed < p.ofSM)
    os << ", " << p.replayed << " of them replayed";
  os << "\n";
  if (p.forced)
    os << "note: " << p.forced
       << " barriers were opened by force (docs/timing-model.md)\n";

  const Occupancy &o = p.occupancy;
  os << llvm::format(
      "occupancy %.1f %% (%u CTAs of %u warps an SM, limited by %s), "
      "achieved %.1f %%\n",
      100 * o.fraction(), o.ctas, o.warpsPerCTA, o.limiter,
      100 * p.achievedOccupancy());
  os << "  CTAs by warps " << o.byWarps << ", CTAs " << o.byCTAs
     << ", registers " << o.byRegisters << ", shared memory ";
  if (o.sharedPerCTA)
    os << o.byShared;
  else
    os << "any";
  os << "\n";
  os << llvm::format("issued %llu warp instructions, %.2f a cycle\n",
                     (unsigned long long)p.issued, ipc(p));

  os << "\nlower bounds                        cycles   of achieved\n";
  printBound(os, p, "issue", p.bounds.issue);
  printBound(os, p, "busiest pipe: " + p.bounds.pipeName, p.bounds.pipe);
  printBound(os, p, "longest chain", p.bounds.chain);
  printBound(os, p, "achieved", p.replayedCycles);

  auto stalls = sumStalls(p);
  os << "\nwarp states               warp cycles\n";
  for (auto [stall, cycles] : sorted(stalls))
    os << llvm::format("  %-22s %12llu   %5.1f %%\n", getStallName(stall),
                       (unsigned long long)cycles,
                       percent(cycles, p.warpCycles));

  os << "\nblock          executions   warp cycles        %   cycles each\n";
  for (const BlockProfile &b : p.blocks)
    os << llvm::format(
        "  %04llx-%04llx   %10llu  %12llu   %5.1f    %10.1f\n",
        (unsigned long long)addressOf(program, b.begin),
        (unsigned long long)addressOf(program, b.end - 1),
        (unsigned long long)b.executions, (unsigned long long)b.warpCycles,
        percent(b.warpCycles, p.warpCycles), b.cyclesPerExecution());

  os << "\nCTA               start          end       cycles\n";
  for (const CTAProfile &c :
       llvm::ArrayRef<CTAProfile>(p.ctas).take_front(kShownCTAs))
    os << llvm::format("  %-8llu %12llu %12llu %12llu\n",
                       (unsigned long long)c.linear,
                       (unsigned long long)c.start, (unsigned long long)c.end,
                       (unsigned long long)(c.end - c.start));
  if (p.ctas.size() > kShownCTAs)
    os << "  and " << p.ctas.size() - kShownCTAs << " more\n";
}

void timing::printJSON(const exec::Program &program, const Profile &p,
                       llvm::raw_ostream &os) {
  llvm::json::OStream json(os, 2);
  auto stallObject = [&](const std::array<uint64_t, kNumStalls> &cycles) {
    json.attributeObject("stalls", [&] {
      for (auto [stall, n] : sorted(cycles))
        json.attribute(getStallName(stall), n);
    });
  };
  json.object([&] {
    json.attribute("kernel", p.kernel);
    json.attribute("target", "sm_" + std::to_string(p.target->sm));
    json.attribute("device", p.model->device.name);
    json.attribute("sms", p.sms);
    json.attribute("clock_mhz", p.model->device.clockMHz);
    json.attribute("cycles", p.cycles);
    json.attribute("microseconds", p.microseconds());
    json.attribute("ctas", p.numCTAs);
    json.attribute("ctas_of_sm", p.ofSM);
    json.attribute("ctas_replayed", p.replayed);
    json.attribute("replayed_cycles", p.replayedCycles);
    json.attribute("forced_barriers", p.forced);
    json.attribute("issued", p.issued);
    json.attribute("issued_per_cycle", ipc(p));
    json.attributeObject("occupancy", [&] {
      const Occupancy &o = p.occupancy;
      json.attribute("theoretical", o.fraction());
      json.attribute("achieved", p.achievedOccupancy());
      json.attribute("ctas_per_sm", o.ctas);
      json.attribute("warps_per_cta", o.warpsPerCTA);
      json.attribute("limiter", o.limiter);
      json.attribute("by_warps", o.byWarps);
      json.attribute("by_ctas", o.byCTAs);
      json.attribute("by_registers", o.byRegisters);
      if (o.sharedPerCTA)
        json.attribute("by_shared_memory", o.byShared);
    });
    json.attributeObject("bounds", [&] {
      json.attribute("issue", p.bounds.issue);
      json.attribute("pipe", p.bounds.pipe);
      json.attribute("pipe_name", p.bounds.pipeName);
      json.attribute("chain", p.bounds.chain);
    });
    json.attribute("warp_cycles", p.warpCycles);
    stallObject(sumStalls(p));
    json.attributeArray("blocks", [&] {
      for (const BlockProfile &b : p.blocks)
        json.object([&] {
          json.attribute("first", addressOf(program, b.begin));
          json.attribute("last", addressOf(program, b.end - 1));
          json.attribute("executions", b.executions);
          json.attribute("issued", b.issued);
          json.attribute("warp_cycles", b.warpCycles);
        });
    });
    json.attributeArray("cta_times", [&] {
      for (const CTAProfile &c : p.ctas)
        json.object([&] {
          json.attribute("cta", c.linear);
          json.attribute("start", c.start);
          json.attribute("end", c.end);
        });
    });
    json.attributeArray("instructions", [&] {
      for (size_t i = 0; i < p.insts.size(); ++i) {
        const InstProfile &inst = p.insts[i];
        if (!inst.issued)
          continue;
        json.object([&] {
          const exec::Kernel *k = program.kernelAt(i * 16);
          json.attribute("function", k ? k->name : "");
          json.attribute("address", addressOf(program, i));
          json.attribute("text", program.describe(i * 16));
          json.attribute("issued", inst.issued);
          json.attribute("threads", inst.threads);
          json.attribute("warp_cycles", inst.total());
          stallObject(inst.cycles);
        });
      }
    });
  });
  os << "\n";
}

/// Stalls that a line of the listing names, and how small they may be.
constexpr size_t kShownStalls = 2;
constexpr double kShownShare = 5;

void timing::printListing(const exec::Program &program, const Profile &p,
                          llvm::raw_ostream &os) {
  os << "# kernel " << p.kernel << ": " << p.replayedCycles
     << " cycles, warp cycles by instruction\n";
  os << "#    cycles      %     issued  threads  instruction\n";
  const exec::Kernel *last = nullptr;
  llvm::BitVector begins(unsigned(p.insts.size()) + 1);
  for (const BlockProfile &b : p.blocks)
    begins.set(b.begin);
  for (size_t i = 0; i < p.insts.size(); ++i) {
    const InstProfile &inst = p.insts[i];
    const exec::Kernel *k = program.kernelAt(i * 16);
    bool isShown = inst.issued || (k && k->name == p.kernel);
    if (!isShown)
      continue;
    if (k != last)
      os << (k ? k->name : "code") << ":\n";
    else if (begins[unsigned(i)])
      os << "\n";
    last = k;
    if (!inst.issued) {
      os << llvm::format("%11s %6s %10s %8s", ".", "", ".", "");
    } else {
      uint64_t total = inst.total();
      os << llvm::format("%11llu %6.1f %10llu %8.1f", (unsigned long long)total,
                         percent(total, p.warpCycles),
                         (unsigned long long)inst.issued,
                         double(inst.threads) / double(inst.issued));
    }
    std::string text = program.describe(i * 16);
    os << llvm::format("  /*%04llx*/  ",
                       (unsigned long long)addressOf(program, i))
       << text;
    size_t shown = 0;
    for (auto [stall, cycles] : sorted(inst.cycles)) {
      if (stall == Stall::Selected)
        continue;
      double share = percent(cycles, inst.total());
      if (shown == kShownStalls || share < kShownShare)
        break;
      if (!shown++)
        os.indent(text.size() < 44 ? unsigned(44 - text.size()) : 0) << "  //";
      os << llvm::format(" %s %.0f %%", getStallName(stall), share);
    }
    os << "\n";
  }
}

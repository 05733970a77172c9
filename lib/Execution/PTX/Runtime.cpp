//===- Runtime.cpp - Functions of the device runtime ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of functions that are not in the module but in the device runtime.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "ptx-mlir/Execution/DeviceRuntime.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

/// Argument `k` of a call as a number of up to 64 bits.
static uint64_t argument(Warp &w, const Instr &inst, unsigned lane, size_t k) {
  const Place &at = inst.call->arguments[k];
  const Frame &frame = *w.group().frame;
  if (at.isRow)
    return frame.rows[at.at][lane];
  uint64_t v = 0;
  if (const uint8_t *p =
          localMemory(w, lane, frame.localBase[lane] + at.at, at.bytes))
    memcpy(&v, p, std::min(at.bytes, 8u));
  return v;
}
static void setResult(Warp &w, const Instr &inst, unsigned lane, uint64_t v) {
  if (inst.call->results.empty())
    return;
  const Place &at = inst.call->results[0];
  Frame &frame = *w.group().frame;
  if (at.isRow)
    frame.rows[at.at][lane] = v & maskBits(8 * at.bytes);
  else if (uint8_t *p =
               localMemory(w, lane, frame.localBase[lane] + at.at, at.bytes))
    memcpy(p, &v, std::min(at.bytes, 8u));
  if (!at.isRow && w.launch->check)
    w.cta->check->writeLocal(w.index * kLanes + lane,
                             frame.localBase[lane] + at.at, at.bytes);
}

bool interp::callRuntime(Warp &w, const Instr &inst, LaneMask active) {
  auto function = exec::lookupRuntimeFunction(inst.call->name);
  if (!function ||
      inst.call->arguments.size() != exec::runtimeArguments(*function).size())
    return false;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto read = [&](uint64_t address, unsigned bytes, void *to) {
      const uint8_t *p = access(w, inst, l, ptx::Space::None, address, bytes,
                                bytes, exec::AccessKind::Read);
      if (p)
        memcpy(to, p, bytes);
      return p != nullptr;
    };
    auto argumentOf = [&](unsigned k) { return argument(w, inst, l, k); };
    std::string fault;
    auto result = exec::callRuntime(
        *function,
        {w.launch->program.memory, argumentOf, read, w.launch->config.printed},
        fault);
    if (result)
      setResult(w, inst, l, *result);
    else
      w.launch->fault(w, inst, int(l), std::move(fault));
  });
  return true;
}

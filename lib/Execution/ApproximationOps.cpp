//===- ApproximationOps.cpp - The special function unit -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MUFU is a pure instruction, unless a launch wants to see what its errors do.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
namespace sem = isa::sem;

using Mufu = sem::MUFU<sem::HostDomain>;

static void runMufu(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  const std::optional<Perturbation> &perturbation = m.config->perturbation;
  if (!perturbation)
    return runPureInst(m, w, inst, active);
  const Mufu &mufu = *reinterpret_cast<const Mufu *>(inst.op.state);
  uint32_t scratch[2];
  sem::LaneSource b = lanesOf(m, w, inst, inst.b, scratch);
  forLanes(active, [&](unsigned lane) {
    sem::In<sem::HostDomain> in{};
    in.b = b.lo[lane * b.stride];
    sem::Out<sem::HostDomain> out;
    mufu.apply(in, out, [&](sem::Fmt fmt, uint32_t x) {
      uint64_t function = uint64_t(mufu.op) << 8 | uint64_t(fmt);
      return sem::mufuApart(mufu.op, fmt, x, perturbation->draw(function, x));
    });
    w.R[inst.d][lane] = uint32_t(out.d);
  });
}

static void bindMufu(Binder &b) {
  std::string missing;
  if (!sem::bindPure(b.inst.opcode, b.inst.mods, b.out.op, &missing))
    return b.fail(missing);
  bindPureInst(b);
  b.out.run = runMufu;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::approximationHandlers() {
  static constexpr BindEntry table[] = {{"MUFU", bindMufu}};
  return table;
}

//===- LaneLoop.h - Instantiates pure instructions over lanes ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_ISA_SEMANTICS_LANELOOP_H
#define PTX_MLIR_LIB_ISA_SEMANTICS_LANELOOP_H

#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"
#include <new>
#include <type_traits>

namespace ptxmlir::isa::sem {

template <typename Op>
inline void runLane(const Op &op, LaneArgs &args, unsigned lane) {
  auto read = [lane](const LaneSource &s) {
    unsigned i = lane * s.stride;
    return HostDomain::pair(s.lo[i], s.hi[i]);
  };
  In<HostDomain> in{read(args.a),
                    read(args.b),
                    read(args.c),
                    bool(args.pp >> lane & 1),
                    bool(args.pq >> lane & 1),
                    bool(args.pr >> lane & 1)};
  Out<HostDomain> out;
  op(in, out);
  args.dLo[lane] = uint32_t(out.d);
  args.dHi[lane] = uint32_t(out.d >> 32);
  args.pu |= uint32_t(out.pu) << lane;
  args.pv |= uint32_t(out.pv) << lane;
}

template <typename Op> void runLanes(const void *state, LaneArgs &args) {
  const Op &op = *static_cast<const Op *>(state);
  args.pu = args.pv = 0;
  if (args.mask == 0xffffffff) {
    for (unsigned lane = 0; lane < 32; ++lane)
      runLane(op, args, lane);
    return;
  }
  for (uint32_t rest = args.mask; rest; rest &= rest - 1)
    runLane(op, args, unsigned(__builtin_ctz(rest)));
}

/// Binds modifiers into BoundOp::state.
template <typename Op> void bindOp(ModReader &mods, BoundOp &op) {
  static_assert(sizeof(Op) <= sizeof(op.state) && alignof(Op) <= 8);
  static_assert(std::is_trivially_copyable_v<Op>);
  new (op.state) Op(mods);
  op.run = runLanes<Op>;
}

using BindFn = void (*)(ModReader &, BoundOp &);
struct PureEntry {
  const char *record;
  BindFn bind;
};
/// The tables, one per family, so that they compile apart.
extern const PureEntry kIntegerOps[], kFloatOps[], kConvertOps[];
extern const unsigned kNumIntegerOps, kNumFloatOps, kNumConvertOps;

#define PURE_ENTRY(RECORD, CLASS) {#RECORD, bindOp<CLASS<HostDomain>>}

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_LIB_ISA_SEMANTICS_LANELOOP_H

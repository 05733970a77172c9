//===- LaneLoop.h - Instantiates pure instructions over lanes ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop over lanes around a template of one instruction, written so that
// compilers make vector code of it, for each vector unit that a host may have.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_ISA_SEMANTICS_LANELOOP_H
#define PTX_MLIR_LIB_ISA_SEMANTICS_LANELOOP_H

#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"
#include <algorithm>
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

/// An operation may have modifiers without which it needs no call out of line:
/// isPlain() says that it is such a one, makePlain() tells the compiler so.
template <typename Op, typename = void> struct PlainForm {
  static bool is(const Op &) { return true; }
  static void make(Op &) {}
};
template <typename Op>
struct PlainForm<Op, std::void_t<decltype(&Op::makePlain)>> {
  static bool is(const Op &op) { return op.isPlain(); }
  static void make(Op &op) { op.makePlain(); }
};

/// All lanes, in a loop that vectorizes: sources and results are local arrays,
/// which overlap nothing, predicates a word for each lane.
template <typename Op>
[[gnu::always_inline]] inline void runWarp(const void *state, LaneArgs &args) {
  Op op = *static_cast<const Op *>(state);
  PlainForm<Op>::make(op);
  struct Words {
    alignas(64) uint32_t lo[32], hi[32];
    [[gnu::always_inline]] explicit Words(const LaneSource &s) {
      if (s.stride) {
        memcpy(lo, s.lo, sizeof(lo));
        memcpy(hi, s.hi, sizeof(hi));
        return;
      }
      std::fill_n(lo, 32, *s.lo);
      std::fill_n(hi, 32, *s.hi);
    }
  };
  const Words a(args.a), b(args.b), c(args.c);
  alignas(64) uint32_t dLo[32], dHi[32], pu[32], pv[32];
  uint32_t pp = args.pp, pq = args.pq, pr = args.pr;
  for (unsigned lane = 0; lane < 32; ++lane) {
    In<HostDomain> in{HostDomain::pair(a.lo[lane], a.hi[lane]),
                      HostDomain::pair(b.lo[lane], b.hi[lane]),
                      HostDomain::pair(c.lo[lane], c.hi[lane]),
                      bool(pp >> lane & 1),
                      bool(pq >> lane & 1),
                      bool(pr >> lane & 1)};
    Out<HostDomain> out;
#if defined(__clang__)
    [[clang::always_inline]]
#endif
    op(in, out);
    dLo[lane] = uint32_t(out.d);
    dHi[lane] = uint32_t(out.d >> 32);
    pu[lane] = uint32_t(out.pu) << lane;
    pv[lane] = uint32_t(out.pv) << lane;
  }
  memcpy(args.dLo, dLo, sizeof(dLo));
  memcpy(args.dHi, dHi, sizeof(dHi));
  uint32_t allU = 0, allV = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    allU |= pu[lane];
    allV |= pv[lane];
  }
  args.pu = allU;
  args.pv = allV;
}

// The same for the vector units that a machine may have. What is called from
// here is inlined or compiled for every machine.
#if defined(__x86_64__)
template <typename Op>
[[gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt"),
  gnu::flatten]] void runWarpAVX2(const void *state, LaneArgs &args) {
  runWarp<Op>(state, args);
}
template <typename Op>
[[gnu::target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma,bmi,bmi2,"
              "popcnt,lzcnt,prefer-256-bit"),
  gnu::flatten]] void
runWarpAVX512(const void *state, LaneArgs &args) {
  runWarp<Op>(state, args);
}
#endif
template <typename Op> void runWarpAnywhere(const void *state, LaneArgs &args) {
  runWarp<Op>(state, args);
}

template <typename Op> void runLanes(const void *state, LaneArgs &args) {
  const Op &op = *static_cast<const Op *>(state);
  args.pu = args.pv = 0;
  for (uint32_t rest = args.mask; rest; rest &= rest - 1)
    runLane(op, args, unsigned(__builtin_ctz(rest)));
}

/// Binds modifiers into BoundOp::state.
template <typename Op>
void bindOp(ModReader &mods, BoundOp &op, VectorUnit unit) {
  static_assert(sizeof(Op) <= sizeof(op.state) && alignof(Op) <= 8);
  static_assert(std::is_trivially_copyable_v<Op>);
  const Op &bound = *new (op.state) Op(mods);
  op.run = op.runWarp = runLanes<Op>;
  if (!PlainForm<Op>::is(bound))
    return;
  switch (unit) {
#if defined(__x86_64__)
  case VectorUnit::AVX2:
    op.runWarp = runWarpAVX2<Op>;
    break;
  case VectorUnit::AVX512:
    op.runWarp = runWarpAVX512<Op>;
    break;
#endif
  default:
    op.runWarp = runWarpAnywhere<Op>;
    break;
  }
}

using BindFn = void (*)(ModReader &, BoundOp &, VectorUnit);
struct PureEntry {
  const char *record;
  BindFn bind;
};
/// The tables, one per family, so that they compile apart.
extern const PureEntry kIntegerOps[], kFloatOps[], kConvertOps[];
extern const unsigned kNumIntegerOps, kNumFloatOps, kNumConvertOps;

#define PURE_OP(RECORD, CLASS) {#RECORD, bindOp<CLASS<HostDomain>>}

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_LIB_ISA_SEMANTICS_LANELOOP_H

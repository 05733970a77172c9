//===- RegisterBanks.cpp - Sources that one bank would have to give -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs and larger tuples have registers of both banks, so that only what reads
// three single ones can be helped.
//
//===----------------------------------------------------------------------===//

#include "RegisterBanks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/ISA/Reuse.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

RegisterBanks::RegisterBanks(const LiveRanges &ranges,
                             const RegisterFrames &frames,
                             const LoopNest &loops) {
  // What the instruction before has read at the same place comes from the reuse
  // cache, if the order stays and the warp is not switched.
  constexpr double kReused = 0.25;
  SmallVector<unsigned, 3> before;
  ArrayRef<Operation *> ops = ranges.operations();
  for (unsigned i = 0; i != ops.size(); ++i) {
    auto inst = dyn_cast_or_null<InstOpInterface>(ops[i]);
    if (!inst) {
      if (!ops[i])
        before.clear();
      continue;
    }
    SmallVector<unsigned, 3> now;
    bool isTriple = true, isReused = false;
    int numDefs = inst.getDesc().numDefs;
    for (int slot : isa::getReuseSlots(inst.getOpcode()).slots) {
      unsigned id = slot < 0 ? LiveRanges::kNone
                             : ranges.lookupOperand(i, slot - numDefs);
      isTriple = isTriple && id != LiveRanges::kNone && ranges[id].width == 1 &&
                 getRegFile(ranges[id].value.getType()) == Kind::R &&
                 !llvm::is_contained(now, id);
      isReused |= id != LiveRanges::kNone && now.size() < before.size() &&
                  before[now.size()] == id;
      now.push_back(id);
    }
    if (isTriple) {
      unsigned block = ranges.blockOfIndex(i);
      Triple triple;
      triple.rounds = getRounds(ranges.blocks()[block], loops.depth(block)) *
                      (isReused ? kReused : 1);
      for (unsigned k = 0; k != 3; ++k) {
        auto [frame, offset] = frames.find(now[k]);
        triple.sources[k] = {frame, offset % 2 != 0};
      }
      triples.push_back(triple);
    }
    before = now;
  }
  if (triples.empty())
    return;
  first.assign(frames.numFrames() + 1, 0);
  for (const Triple &triple : triples)
    for (const Source &source : triple.sources)
      ++first[source.frame + 1];
  for (unsigned f = 0; f != frames.numFrames(); ++f)
    first[f + 1] += first[f];
  ofFrames.resize(first.back());
  std::vector<unsigned> next(first.begin(), first.end() - 1);
  for (auto [t, triple] : llvm::enumerate(triples))
    for (const Source &source : triple.sources)
      ofFrames[next[source.frame]++] = t;
}

std::array<double, 2> RegisterBanks::getCosts(const RegisterFrames &frames,
                                              unsigned id) const {
  std::array<double, 2> costs = {0, 0};
  if (empty())
    return costs;
  unsigned last = ~0u;
  for (unsigned n = first[id]; n != first[id + 1]; ++n) {
    if (ofFrames[n] == last)
      continue; // two of its sources are in the frame
    const Triple &triple = triples[last = ofFrames[n]];
    for (bool isOdd : {false, true}) {
      unsigned odd = 0, placed = 0;
      for (const Source &source : triple.sources) {
        int16_t base = frames.frame(source.frame).base;
        if (source.frame != id && base == RegisterFrames::kNoReg)
          continue;
        bool isBaseOdd = source.frame == id ? isOdd : base % 2 != 0;
        ++placed;
        odd += isBaseOdd != source.isOdd;
      }
      if (placed == 3 && (odd == 0 || odd == 3))
        costs[isOdd] += triple.rounds;
    }
  }
  return costs;
}

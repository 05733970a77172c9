//===- TensorAccess.cpp - tcgen05.ld, tcgen05.st --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.16.8. They are done at once.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "FloatTypes.h"
#include "TensorMemory.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::TmemShape;

/// Where register `r` of thread `t` lies: lanes and columns from the address
/// on (9.7.16.2.3). Registers of packed elements have columns that are counted
/// in pairs; what splits 16x32bx2 is counted in columns.
static std::pair<unsigned, unsigned>
cellOf(TmemShape shape, unsigned t, unsigned r, unsigned per, unsigned split) {
  switch (shape) {
  case TmemShape::N16x64b:
    return {t / 4 + t % 2 * 8, (r * 2 + t / 2 % 2) * per};
  case TmemShape::N16x128b:
    return {t / 4 + r % 2 * 8, (r / 2 * 4 + t % 4) * per};
  case TmemShape::N16x256b:
    return {t / 4 + r / 2 % 2 * 8, (r / 4 * 8 + t % 4 * 2 + r % 2) * per};
  case TmemShape::N16x32bx2:
    return {t % 16, r * per + (t < 16 ? 0 : split)};
  default:
    return {t, r * per};
  }
}

/// Whether a shape can begin at a lane: a warp has 32 lanes (9.7.16.8.1), of
/// which it accesses all, or one half. (The ISA has each warp say where its
/// lanes begin; code leaves that out, as if lanes were counted from there.)
static bool canBegin(Warp &w, const Instr &inst, TmemShape shape,
                     unsigned lane) {
  unsigned quarter = lane / 32, inner = lane % 32;
  if (quarter && quarter != w.index % 4)
    return tensorFault(w, inst, "lanes of tensor memory of another warp");
  if (inner && (shape == TmemShape::N32x32b || inner != 16))
    return tensorFault(
        w, inst,
        llvm::formatv("an access of this shape cannot begin at lane {0}",
                      lane));
  return true;
}

/// Visits the cells of all registers; a packed register has the low halves of
/// two columns side by side.
template <typename Modifiers, typename Fn>
static bool eachCell(Warp &w, const Collective &c, const Modifiers &m,
                     bool isPacked, unsigned registers, Fn fn) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return tensorFault(w, inst, "tensor memory needs all threads of the warp");
  unsigned source = unsigned(findSource(inst, "address"));
  for (unsigned l = 1; l < kLanes; ++l)
    if (uint32_t(c.in(l, source)) != uint32_t(c.in(0, source)))
      return tensorFault(w, inst,
                         "the threads have different addresses of tensor "
                         "memory");
  auto address = uint32_t(c.in(0, source) + uint64_t(inst.offset[0]));
  unsigned column = address & 0xffff, lane = address >> 16;
  TensorMemory &memory = tensorMemoryOf(*w.cta);
  if (!canBegin(w, inst, m.shape, lane))
    return false;
  unsigned first = w.index % 4 * 32 + lane % 32;
  unsigned per = isPacked ? 2 : 1;
  for (unsigned t = 0; t < kLanes; ++t)
    for (unsigned r = 0; r < registers; ++r) {
      auto [down, right] = cellOf(m.shape, t, r, per, unsigned(m.split));
      if (!areAllocated(*w.cta, w, inst, column + right, per))
        return false;
      for (unsigned part = 0; part < per; ++part)
        fn(t, r, part, memory.at(first + down, column + right + part));
    }
  return true;
}

static void load(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05LdModifiers::unpack(inst.mods);
  std::vector<uint32_t> values(kLanes * inst.out.size());
  auto read = [&](unsigned t, unsigned r, unsigned part, uint32_t &cell) {
    uint32_t &v = values[t * inst.out.size() + r];
    v = m.packed ? v | (cell & 0xffff) << 16 * part : cell;
  };
  if (!eachCell(w, c, m, m.packed, unsigned(inst.out.size()), read))
    return;
  for (unsigned t = 0; t < kLanes; ++t)
    for (unsigned r = 0; r < inst.out.size(); ++r)
      c.set(t, r, values[t * inst.out.size() + r]);
}

/// The least or greatest number of a thread's values, as `redux.sync` has it:
/// absolute values are taken before, NaNs do not count unless .NaN wants them.
/// (Of 16x32bx2 two threads load from a lane; ptxas's code has each reduce what
/// it loads.)
static uint64_t reduceValues(const ptx::Tcgen05LdRedModifiers &m,
                             llvm::ArrayRef<uint32_t> values) {
  bool isMin = m.op == ptx::TmemReduction::Min;
  if (m.dataType != ptx::DataType::F32) {
    uint32_t flip = ptx::isSigned(m.dataType) ? 1u << 31 : 0;
    uint32_t best = values[0];
    for (uint32_t v : values)
      if (isMin ? (v ^ flip) < (best ^ flip) : (v ^ flip) > (best ^ flip))
        best = v;
    return best;
  }
  uint64_t best = kF32.canonicalNaN();
  bool isFirst = true;
  for (uint32_t v : values) {
    uint64_t x = m.abs ? v & 0x7fffffff : v;
    best = isFirst ? minMax(kF32, x, x, isMin, m.nan)
                   : minMax(kF32, best, x, isMin, m.nan);
    isFirst = false;
  }
  return best;
}

static void loadAndReduce(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05LdRedModifiers::unpack(inst.mods);
  unsigned count = unsigned(inst.out.size()) - 1;
  std::vector<uint32_t> values(kLanes * count);
  auto read = [&](unsigned t, unsigned r, unsigned, uint32_t &cell) {
    values[t * count + r] = cell;
  };
  if (!eachCell(w, c, m, false, count, read))
    return;
  for (unsigned t = 0; t < kLanes; ++t) {
    auto mine = llvm::ArrayRef(values).slice(t * count, count);
    for (unsigned r = 0; r < count; ++r)
      c.set(t, r, mine[r]);
    c.set(t, count, reduceValues(m, mine));
  }
}

static void store(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05StModifiers::unpack(inst.mods);
  unsigned first = unsigned(findSource(inst, "values"));
  eachCell(w, c, m, m.unpacked, unsigned(inst.in.size()) - first,
           [&](unsigned t, unsigned r, unsigned part, uint32_t &cell) {
             auto v = uint32_t(c.in(t, first + r));
             cell = m.unpacked ? v >> 16 * part & 0xffff : v;
           });
}

bool interp::bindTensorAccess(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  auto collective = [&](CollectiveHandler handler) {
    setCollective(inst, handler, -1);
    return true;
  };
  switch (opcode) {
  case Opcode::Tcgen05Ld:
    return collective(load);
  case Opcode::Tcgen05LdRed:
    return collective(loadAndReduce);
  case Opcode::Tcgen05St:
    return collective(store);
  default:
    return false;
  }
}

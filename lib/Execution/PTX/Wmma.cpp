//===- Wmma.cpp - wmma ----------------------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14.3. Which element of a matrix a register holds is left
// open; here the elements lie one after the other in row-major order, a
// register full and then the next, a lane and then the next, and again from the
// start where there are more places than elements.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

namespace {
struct Dims {
  unsigned m, n, k;
};
enum class Role { A, B, C };
} // namespace

static Dims dimsOf(ptx::WmmaShape shape) {
  using ptx::WmmaShape;
  switch (shape) {
  case WmmaShape::M16n16k16:
    return {16, 16, 16};
  case WmmaShape::M8n32k16:
    return {8, 32, 16};
  case WmmaShape::M32n8k16:
    return {32, 8, 16};
  case WmmaShape::M16n16k8:
    return {16, 16, 8};
  case WmmaShape::M8n8k4:
    return {8, 8, 4};
  case WmmaShape::M8n8k32:
    return {8, 8, 32};
  default:
    return {8, 8, 128};
  }
}
static unsigned rowsOf(Role role, const Dims &d) {
  return role == Role::B ? d.k : d.m;
}
static unsigned columnsOf(Role role, const Dims &d) {
  return role == Role::A ? d.k : d.n;
}

/// Each row, or column, must be aligned to the size of a fragment (9.7.14.3);
/// of larger ones the CUDA programming guide asks for 16 bytes only, and code
/// relies on that.
static unsigned getLineAlignment(size_t registers, unsigned bits) {
  return unsigned(std::min<size_t>(16, registers * (bits > 32 ? 8 : 4)));
}

/// Elements of the matrix from or to the registers of all lanes.
template <typename Fn>
static void eachPlace(unsigned registers, unsigned perRegister, unsigned total,
                      Fn fn) {
  unsigned place = 0;
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned r = 0; r < registers; ++r)
      for (unsigned e = 0; e < perRegister; ++e)
        fn(l, r, e, place++ % total);
}

static bool wholeWarp(Warp &w, const Collective &c) {
  if (c.members == ~0u)
    return true;
  w.launch->fault(w, c.any(), -1, "wmma needs all threads of the warp");
  return false;
}

/// Visits the bits of all elements in memory: (index, bytes, shift in bits).
template <typename Fn>
static bool eachInMemory(Warp &w, const Collective &c, Role role, const Dims &d,
                         DataType type, ptx::MatrixLayout layout,
                         ptx::Space space, size_t registers, bool isWrite,
                         Fn fn) {
  unsigned lane = c.first();
  const Instr &inst = c.any();
  unsigned bits = elementFormat(type)->bits;
  bool byRow = layout == ptx::MatrixLayout::Row;
  unsigned rows = rowsOf(role, d), columns = columnsOf(role, d);
  int stride = findSource(inst, "stride");
  uint64_t leading = stride < 0 ? (byRow ? columns : rows)
                                : uint32_t(c.in(lane, unsigned(stride)));
  uint64_t base = c.in(lane, 0) + uint64_t(inst.offset[0]);
  for (unsigned l = 0; l < kLanes; ++l)
    if (c.in(l, 0) != c.in(lane, 0) ||
        (stride >= 0 &&
         c.in(l, unsigned(stride)) != c.in(lane, unsigned(stride)))) {
      w.launch->fault(w, inst, int(l),
                      "the threads of a warp name different matrices");
      return false;
    }
  unsigned bytes = std::max(1u, bits / 8);
  unsigned alignment = getLineAlignment(registers, bits);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column) {
      uint64_t at = byRow ? row * leading + column : column * leading + row;
      bool isFirst = (byRow ? column : row) == 0;
      uint8_t *p =
          access(w, inst, lane, space, base + at * bits / 8, bytes,
                 isFirst ? alignment : bytes,
                 isWrite ? exec::AccessKind::Write : exec::AccessKind::Read);
      if (!p)
        return false;
      fn(row * columns + column, p, at * bits % 8);
    }
  return true;
}

template <typename Modifiers, Role role>
static void load(Warp &w, const Collective &c) {
  if (!wholeWarp(w, c))
    return;
  const Instr &inst = c.any();
  auto m = Modifiers::unpack(inst.mods);
  Dims d = dimsOf(m.shape);
  unsigned bits = elementFormat(m.dataType)->bits;
  std::vector<uint64_t> elements(rowsOf(role, d) * columnsOf(role, d));
  if (!eachInMemory(w, c, role, d, m.dataType, m.layout, m.space,
                    inst.out.size(), false,
                    [&](unsigned index, const uint8_t *p, unsigned shift) {
                      uint64_t v = 0;
                      memcpy(&v, p, std::max(1u, bits / 8));
                      elements[index] = v >> shift & maskBits(bits);
                    }))
    return;
  std::vector<uint64_t> values(kLanes * inst.out.size());
  eachPlace(unsigned(inst.out.size()), std::max(1u, 32 / bits),
            unsigned(elements.size()),
            [&](unsigned l, unsigned r, unsigned e, unsigned index) {
              values[l * inst.out.size() + r] |= elements[index]
                                                 << bits % 64 * e;
            });
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned r = 0; r < inst.out.size(); ++r)
      c.set(l, r, values[l * inst.out.size() + r]);
}

/// The elements that `count` sources from `first` on hold.
static std::vector<uint64_t> gather(const Collective &c, unsigned first,
                                    unsigned count, unsigned bits,
                                    unsigned total) {
  std::vector<uint64_t> elements(total);
  eachPlace(count, std::max(1u, 32 / bits), total,
            [&](unsigned l, unsigned r, unsigned e, unsigned index) {
              elements[index] =
                  c.in(l, first + r) >> bits % 64 * e & maskBits(bits);
            });
  return elements;
}

static void store(Warp &w, const Collective &c) {
  if (!wholeWarp(w, c))
    return;
  const Instr &inst = c.any();
  auto m = ptx::WmmaStoreDModifiers::unpack(inst.mods);
  Dims d = dimsOf(m.shape);
  unsigned bits = elementFormat(m.dataType)->bits;
  unsigned count =
      unsigned(inst.in.size()) - 1 - (findSource(inst, "stride") >= 0 ? 1 : 0);
  std::vector<uint64_t> elements =
      gather(c, unsigned(findSource(inst, "values")), count, bits, d.m * d.n);
  eachInMemory(w, c, Role::C, d, m.dataType, m.layout, m.space, count, true,
               [&](unsigned index, uint8_t *p, unsigned) {
                 memcpy(p, &elements[index], bits / 8);
               });
}

static void multiply(Warp &w, const Collective &c) {
  if (!wholeWarp(w, c))
    return;
  const Instr &inst = c.any();
  auto m = ptx::WmmaMmaModifiers::unpack(inst.mods);
  // Halves name the types of d and c only.
  bool halves = m.bType == DataType::None;
  DotTypes types{halves ? DataType::F16 : m.aType,
                 halves ? DataType::F16 : m.bType,
                 halves ? m.aType : m.cType,
                 m.dataType,
                 m.bitOp,
                 m.satfinite,
                 roundOf(m.rounding)};
  Dims dims = dimsOf(m.shape);
  unsigned firstB = unsigned(findSource(inst, "b"));
  unsigned firstC = unsigned(findSource(inst, "c"));
  unsigned bitsA = elementFormat(types.a)->bits,
           bitsC = elementFormat(types.c)->bits,
           bitsD = elementFormat(types.d)->bits;
  auto a = gather(c, 0, firstB, bitsA, dims.m * dims.k);
  auto b = gather(c, firstB, firstC - firstB, bitsA, dims.k * dims.n);
  auto sum = gather(c, firstC, unsigned(inst.in.size()) - firstC, bitsC,
                    dims.m * dims.n);
  std::vector<uint64_t> d(dims.m * dims.n), column(dims.k);
  for (unsigned n = 0; n < dims.n; ++n) {
    for (unsigned k = 0; k < dims.k; ++k)
      column[k] = b[k * dims.n + n];
    for (unsigned row = 0; row < dims.m; ++row)
      d[row * dims.n + n] =
          dotProduct(types, llvm::ArrayRef(a).slice(row * dims.k, dims.k),
                     column, sum[row * dims.n + n]);
  }
  std::vector<uint64_t> values(kLanes * inst.out.size());
  eachPlace(unsigned(inst.out.size()), std::max(1u, 32 / bitsD),
            unsigned(d.size()),
            [&](unsigned l, unsigned r, unsigned e, unsigned index) {
              values[l * inst.out.size() + r] |= d[index] << bitsD % 64 * e;
            });
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned r = 0; r < inst.out.size(); ++r)
      c.set(l, r, values[l * inst.out.size() + r]);
}

bool interp::bindWmma(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::WmmaLoadA:
    setCollective(inst, load<ptx::WmmaLoadAModifiers, Role::A>, -1);
    return true;
  case Opcode::WmmaLoadB:
    setCollective(inst, load<ptx::WmmaLoadBModifiers, Role::B>, -1);
    return true;
  case Opcode::WmmaLoadC:
    setCollective(inst, load<ptx::WmmaLoadCModifiers, Role::C>, -1);
    return true;
  case Opcode::WmmaStoreD:
    setCollective(inst, store, -1);
    return true;
  case Opcode::WmmaMma:
    setCollective(inst, multiply, -1);
    return true;
  default:
    return false;
  }
}

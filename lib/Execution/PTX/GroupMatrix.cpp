//===- GroupMatrix.cpp - Matrix products of warp groups -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.15 (wgmma). Each warp of the four computes 16 of the 64 rows
// on its own. A product is computed when its group is waited for: until then
// its matrices in shared memory are not read, and its results are marks, 64
// bits that no 32-bit value has. Marks travel with the values (through block
// arguments and calls) and become the results wherever they are then.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "llvm/Support/FormatVariadic.h"
#include <deque>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

//===----------------------------------------------------------------------===//
// Matrices in shared memory
//===----------------------------------------------------------------------===//

namespace {
/// A matrix descriptor (9.7.15.5.1.2.2).
struct Descriptor {
  /// Distances in bytes; the bytes of a row of the swizzle pattern, 16 without.
  uint64_t start, leading, stride, base, pattern;

  explicit Descriptor(uint64_t v)
      : start((v & 0x3fff) << 4), leading((v >> 16 & 0x3fff) << 4),
        stride((v >> 32 & 0x3fff) << 4), base(v >> 49 & 7) {
    static constexpr unsigned bytes[] = {16, 128, 64, 32};
    pattern = bytes[v >> 62];
  }

  /// The address of 16 bytes: they are the `unit`-th of line `line`. Lines are
  /// rows of K-major and depths of M- or N-major matrices.
  uint64_t address(unsigned line, unsigned unit, bool isTransposed) const {
    uint64_t units = pattern / 16; // side by side in the pattern
    uint64_t block = line / 8, column = unit / units;
    uint64_t at = start + line % 8 * pattern + unit % units * 16;
    // Without a swizzle the two distances change roles.
    if (isTransposed && pattern == 16)
      at += column * stride + block * leading;
    else
      at += column * leading + block * stride;
    uint64_t row = (at >> 7) - base;
    return at ^ (row & (units - 1)) << 4;
  }
};
} // namespace

namespace {
/// One wgmma.mma_async of a warp.
struct Product {
  const Instr *inst = nullptr;
  uint16_t id = 0;
  uint64_t group = 0;
  unsigned columns = 0, depth = 0, selector = 0;
  DotTypes types;
  bool isSparse = false, transposeA = false, transposeB = false;
  bool negateA = false, negateB = false, aInRegisters = false;
  uint64_t a = 0, b = 0; ///< descriptors
  /// Registers as they were: a, c (or marks; empty if d = a * b), metadata.
  std::vector<std::array<uint64_t, kLanes>> aValues, c;
  std::vector<uint64_t> metadata;
  std::vector<std::array<uint32_t, kLanes>> d;

  unsigned storedDepth() const { return isSparse ? depth / 2 : depth; }
};
} // namespace

struct interp::GroupProducts {
  std::deque<Product> pending;
  uint64_t group = 0; ///< the open one
  uint16_t nextId = 0;
};

/// Marks: register `index` of the results of product `id`.
static constexpr uint64_t kMark = 0xa5f1, kMarkLow = 0x7fffda00;
static uint64_t makeMark(uint16_t id, unsigned index) {
  return kMark << 48 | uint64_t(id) << 32 | kMarkLow | index;
}
static bool isMarkOf(uint64_t v, uint16_t id) {
  return v >> 32 == (kMark << 16 | id) && (v & 0xffffff80) == kMarkLow;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Rows of elements from shared memory: `count` rows (columns of b), each of
/// `depth` elements; false after a fault.
static bool readShared(Warp &w, const Product &p, uint64_t descriptor,
                       bool isTransposed, const ElementFormat &f,
                       unsigned first, unsigned count, unsigned depth,
                       std::vector<uint64_t> &to) {
  Descriptor desc(descriptor);
  unsigned perUnit = 128 / f.bits;
  const std::vector<uint8_t> &shared = w.cta->shared;
  to.resize(size_t(count) * depth);
  for (unsigned row = 0; row < count; ++row)
    for (unsigned k = 0; k < depth; ++k) {
      unsigned line = first + row, inner = k;
      if (isTransposed)
        std::swap(line, inner);
      uint64_t at = desc.address(line, inner / perUnit, isTransposed);
      unsigned bit = inner % perUnit * f.bits;
      // 18 bits of the address are in the descriptor.
      at = (at & 0x3ffff) + bit / 8;
      unsigned bytes = std::max(1u, f.bits / 8u);
      if (at + bytes > shared.size()) {
        w.launch->fault(w, *p.inst, -1,
                        llvm::formatv("the matrix has elements at shared "
                                      "address {0:x}, outside the block's {1} "
                                      "bytes",
                                      at, shared.size()));
        return false;
      }
      uint64_t v = 0;
      memcpy(&v, &shared[at], bytes);
      to[size_t(row) * depth + k] = v >> bit % 8 & maskBits(f.bits);
    }
  return true;
}

/// The 16 rows of a that the lanes hold.
static void readRegisters(const Product &p, const ElementFormat &f,
                          std::vector<uint64_t> &to) {
  unsigned per = 32u / f.bits, depth = p.storedDepth();
  to.resize(16 * depth);
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned e = 0; e < per; ++e)
        to[(l / 4 + 8 * (r % 2)) * depth + 4 * per * (r / 2) + per * (l % 4) +
           e] = p.aValues[r][l] >> f.bits * e & maskBits(f.bits);
}

static bool computeProduct(Warp &w, Product &p) {
  ElementFormat fa = *elementFormat(p.types.a), fb = *elementFormat(p.types.b),
                fd = *elementFormat(p.types.d);
  unsigned stored = p.storedDepth(), n = p.columns;
  std::vector<uint64_t> a, b;
  if (p.aInRegisters)
    readRegisters(p, fa, a);
  else if (!readShared(w, p, p.a, p.transposeA, fa, w.index % 4 * 16, 16,
                       stored, a))
    return false;
  if (!readShared(w, p, p.b, p.transposeB, fb, 0, n, p.depth, b))
    return false;
  // The factors of floats, once.
  std::vector<double> aNumbers, bNumbers;
  if (fa.format) {
    for (uint64_t v : a)
      aNumbers.push_back(factorOf(p.types.a, fa, v));
    for (uint64_t v : b)
      bNumbers.push_back(factorOf(p.types.b, fb, v));
  }
  double sign = p.negateA != p.negateB ? -1 : 1;
  unsigned perD = 32u / fd.bits;
  p.d.assign(n / 2 / perD, {});
  std::vector<unsigned> at(stored);
  std::vector<uint64_t> bRow(stored);
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned s = 0; s < stored; ++s)
      at[s] = p.isSparse ? sparseColumn(elementFormat(p.types.a)->bits, p.depth,
                                        p.selector, p.metadata, row, s)
                         : s;
    for (unsigned column = 0; column < n; ++column) {
      // Element 4j + i: row g + 8 (i / 2), column 8j + 2t + i % 2.
      unsigned lane = row % 8 * 4 + column % 8 / 2;
      unsigned element = column / 8 * 4 + row / 8 * 2 + column % 2;
      unsigned shift = element % perD * fd.bits;
      uint64_t c = 0;
      if (!p.c.empty())
        c = p.c[element / perD][lane] >> shift & maskBits(fd.bits);
      const uint64_t *bColumn = &b[size_t(column) * p.depth];
      uint64_t d;
      if (fa.format) {
        double sum = 0;
        for (unsigned s = 0; s < stored; ++s)
          sum += aNumbers[row * stored + s] *
                 bNumbers[size_t(column) * p.depth + at[s]];
        d = addAndRound(p.types, sign * sum, c);
      } else {
        for (unsigned s = 0; s < stored; ++s)
          bRow[s] = bColumn[at[s]];
        d = dotProduct(p.types, llvm::ArrayRef(a).slice(row * stored, stored),
                       bRow, c);
      }
      p.d[element / perD][lane] |= uint32_t(d << shift);
    }
  }
  return true;
}

/// Puts the results where their marks are.
static void resolve(const Product &p, uint64_t &v, unsigned lane) {
  if (isMarkOf(v, p.id))
    v = p.d[v & 127][lane];
}
static bool finishProduct(Warp &w, GroupProducts &all) {
  Product p = std::move(all.pending.front());
  all.pending.pop_front();
  if (!computeProduct(w, p))
    return false;
  for (Product &later : all.pending)
    for (auto *registers : {&later.c, &later.aValues})
      for (auto &row : *registers)
        for (unsigned l = 0; l < kLanes; ++l)
          resolve(p, row[l], l);
  for (auto &frame : w.frames)
    for (unsigned r = 0; r < frame->function->numRows; ++r)
      for (unsigned l = 0; l < kLanes; ++l)
        resolve(p, frame->rows[r][l], l);
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool wholeWarp(Warp &w, const Collective &c) {
  if (c.members == ~0u)
    return true;
  w.launch->fault(w, c.any(), -1,
                  "the instruction needs all threads of the warp");
  return false;
}
static GroupProducts &productsOf(Warp &w) {
  if (!w.products)
    w.products = std::make_shared<GroupProducts>();
  return *w.products;
}

template <typename Modifiers> static Product describe(const Instr &inst) {
  auto m = Modifiers::unpack(inst.mods);
  static constexpr unsigned depths[] = {0, 8, 16, 32, 64, 256};
  Product p;
  p.inst = &inst;
  p.columns = 8 * unsigned(m.columns);
  p.depth = depths[unsigned(m.depth)];
  p.types = {m.aType, m.bType,     m.dataType, m.dataType,
             m.bitOp, m.satfinite, Round::Even};
  p.negateA = m.negateA;
  p.negateB = m.negateB;
  p.transposeA = m.transposeA;
  p.transposeB = m.transposeB;
  p.aInRegisters = m.aInRegisters;
  return p;
}

static void mmaAsync(Warp &w, const Collective &c) {
  if (!wholeWarp(w, c))
    return;
  const Instr &inst = c.any();
  GroupProducts &all = productsOf(w);
  bool isSparse = inst.opcode() == ptx::Opcode::WgmmaMmaAsyncSp;
  Product p = isSparse ? describe<ptx::WgmmaMmaAsyncSpModifiers>(inst)
                       : describe<ptx::WgmmaMmaAsyncModifiers>(inst);
  p.isSparse = isSparse;
  p.id = all.nextId++;
  p.group = all.group;
  auto uniform = [&](int source) {
    uint64_t v = c.in(0, unsigned(source));
    for (unsigned l = 1; l < kLanes; ++l)
      if (c.in(l, unsigned(source)) != v)
        w.launch->fault(w, inst, int(l),
                        "descriptors and scale-d must be the same for all "
                        "threads");
    return v;
  };
  auto row = [&](unsigned slot) {
    std::array<uint64_t, kLanes> values;
    for (unsigned l = 0; l < kLanes; ++l)
      values[l] = c.rows[l][slot][l];
    return values;
  };
  p.b = uniform(findSource(inst, "b"));
  if (p.aInRegisters) {
    unsigned first = unsigned(findSource(inst, "aValues"));
    for (unsigned k = 0; k < 4; ++k)
      p.aValues.push_back(row(inst.in[first + k]));
  } else {
    p.a = uniform(findSource(inst, "a"));
  }
  if (isSparse) {
    p.selector = ptx::WgmmaMmaAsyncSpModifiers::unpack(inst.mods).selector;
    unsigned k = unsigned(findSource(inst, "metadata"));
    for (unsigned l = 0; l < kLanes; ++l)
      p.metadata.push_back(c.in(l, k));
  }
  if (uniform(findSource(inst, "accumulate")) & 1)
    for (Slot slot : inst.pass)
      p.c.push_back(row(slot));
  if (w.launch->faulted())
    return;
  for (unsigned k = 0; k < inst.out.size(); ++k)
    for (unsigned l = 0; l < kLanes; ++l)
      c.set(l, k, makeMark(p.id, k));
  all.pending.push_back(std::move(p));
}

static void commitGroup(Warp &w, const Collective &c) {
  if (wholeWarp(w, c))
    ++productsOf(w).group;
}
static void waitGroup(Warp &w, const Collective &c) {
  if (!wholeWarp(w, c))
    return;
  GroupProducts &all = productsOf(w);
  uint64_t keep = c.any().imm;
  while (!all.pending.empty() && all.pending.front().group + keep < all.group)
    if (!finishProduct(w, all))
      return;
}
static void nothing(Warp &, const Instr &, LaneMask) {}

bool interp::bindGroupMatrix(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::WgmmaMmaAsync:
  case Opcode::WgmmaMmaAsyncSp:
    setCollective(inst, mmaAsync, -1);
    return true;
  case Opcode::WgmmaCommitGroup:
    setCollective(inst, commitGroup, -1);
    return true;
  case Opcode::WgmmaWaitGroup:
    inst.imm = ptx::WgmmaWaitGroupModifiers::unpack(inst.mods).pending;
    setCollective(inst, waitGroup, -1);
    return true;
  // Accesses to registers are in order, and there are registers for all.
  case Opcode::WgmmaFence:
  case Opcode::Setmaxnreg:
    inst.run = nothing;
    return true;
  default:
    return false;
  }
}

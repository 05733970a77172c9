//===- GroupMatrixOps.cpp - Matrix products of warp groups ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HGMMA, QGMMA, IGMMA, BGMMA: a warp multiplies 16 of the 64 rows. Each waits
// in a queue until WARPGROUP.DEPBAR wants its group: then it reads shared
// memory and the accumulator and writes its registers. One with a scoreboard
// ends a group.
//
// The layouts are those of the K-major and MN-major atoms that CUTLASS
// describes for these descriptors: eight lines of a swizzle row (16, 32, 64 or
// 128 bytes), atoms side by side by one distance of the descriptor and below
// each other by the other.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "MatrixElements.h"
#include "ptx-mlir/ISA/Semantics/Float.h"
#include "llvm/Support/FormatVariadic.h"
#include <deque>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;

namespace {
enum GroupFlag : uint32_t {
  kRegisterA = 1,
  kSparse = 2,
  kNegate = 4,
  kTransposeA = 8,
  kTransposeB = 16,
  kSaturateSum = 32,
  kHalfSum = 64,
  kEndsGroup = 128,
};
/// Use of DInst::mods; imm is the register of the metadata.
enum GroupMod {
  kElementA,
  kElementB,
  kColumns,
  kDepth,
  kGroupFlags,
  kSelector
};

struct GroupProduct {
  const DInst *inst;
  uint64_t group;
  uint64_t a, b;
  bool accumulates;
  uint32_t aRegs[4][kLanes], metadata[kLanes];
};
} // namespace

struct exec::GroupProducts {
  std::deque<GroupProduct> queue;
  uint64_t closed = 0; ///< groups
};

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// A matrix in shared memory; `mn` counts rows of a or columns of b.
class SharedMatrix {
public:
  SharedMatrix(uint64_t desc, uint32_t element, bool mnMajor)
      : bits(bitsOf(element)), mnMajor(mnMajor) {
    base = uint32_t(desc) % 0x4000 * 16;
    lbo = uint32_t(desc >> 16) % 0x4000 * 16;
    sbo = uint32_t(desc >> 32) % 0x4000 * 16;
    phase = uint32_t(desc >> 49) & 7;
    unsigned mode = unsigned(desc >> 62);
    logUnits = mode ? 4 - mode : 0; // 1: 128 bytes, 2: 64, 3: 32
  }
  /// Byte address of the first bit of an element, and the bit in the byte.
  std::pair<uint32_t, unsigned> locate(unsigned mn, unsigned k) const {
    unsigned fast = mnMajor ? mn : k, slow = mnMajor ? k : mn;
    unsigned bit = fast * bits, unit = bit >> 7;
    uint32_t offset;
    if (logUnits == 0)
      // Columns of 8 x 16 bytes.
      offset = (slow & 7) * 16 + (mnMajor ? unit * sbo + (slow >> 3) * lbo
                                          : unit * lbo + (slow >> 3) * sbo);
    else
      offset = ((slow & 7) << (4 + logUnits)) + (slow >> 3) * sbo +
               (unit >> logUnits) * lbo +
               ((unit & ((1u << logUnits) - 1)) << 4);
    uint32_t address = base + offset;
    uint32_t turn = ((address >> 7) - phase) & ((1u << logUnits) - 1);
    address = (address ^ turn << 4) + ((bit & 127) >> 3);
    return {address & 0x3ffff, bit & 7};
  }
  unsigned elementBits() const { return bits; }

private:
  uint32_t base, lbo, sbo, phase;
  unsigned logUnits, bits;
  bool mnMajor;
};
} // namespace

static bool readMatrix(Machine &m, Warp &w, const DInst &inst,
                       const SharedMatrix &from, unsigned firstRow,
                       unsigned rows, unsigned depth, uint32_t *to) {
  unsigned bits = from.elementBits(), bytes = bits < 8 ? 1 : bits / 8;
  uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned k = 0; k < depth; ++k) {
      auto [address, bit] = from.locate(firstRow + r, k);
      // What lies before the block's own memory can be read, too (ptxas -O0
      // makes products of what a descriptor of zeros describes).
      const uint8_t *p = w.cta->shared.data() + address;
      if (address >= m.kernel->sharedBase ||
          address + bytes > w.cta->shared.size())
        p = m.shared(w, inst, 0, address, bytes);
      if (!p)
        return false;
      uint32_t v = 0;
      memcpy(&v, p, bytes);
      *to++ = v >> bit & mask;
    }
  return true;
}

/// Where in its row stored element `s` of a sparse matrix belongs.
static unsigned columnOf(uint32_t element, unsigned depth, unsigned selector,
                         const uint32_t *metadata, unsigned row, unsigned s) {
  unsigned quad = row % 8 * 4;
  if (bitsOf(element) == 8) {
    // A lane has the metadata of 32 columns of one row.
    uint32_t word = metadata[quad + s / 16 * 2 + row / 8];
    return s / 2 * 4 + (word >> (s % 16 * 2) & 3);
  }
  // A lane has 16 bits of two rows, two lanes of the quad have all.
  unsigned perLane = element == TF32 ? 4 : 8;
  uint32_t word = metadata[quad + selector * 2 + s / perLane];
  word >>= row / 8 * 16;
  if (element == TF32)
    return s * 2 + ((word >> (s % 4 * 4) & 15) == 14);
  return s / 2 * 4 + (word >> (s % 8 * 2) & 3);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static uint32_t roundSum(double sum, Fmt to) {
  uint64_t wide;
  memcpy(&wide, &sum, 8);
  return uint32_t(isa::sem::convert(Fmt::F64, wide, {to}));
}

static bool multiply(Machine &m, Warp &w, const GroupProduct &p) {
  const DInst &inst = *p.inst;
  uint32_t flags = inst.mods[kGroupFlags];
  uint32_t ea = inst.mods[kElementA], eb = inst.mods[kElementB];
  unsigned n = inst.mods[kColumns], depth = inst.mods[kDepth];
  unsigned stored = flags & kSparse ? depth / 2 : depth;
  std::vector<uint32_t> a(16 * stored), b(size_t(n) * depth);
  if (flags & kRegisterA) {
    // Register r: row g + 8 (r % 2), 4E columns from 4E (r / 2) on.
    unsigned bits = bitsOf(ea), per = 32 / bits;
    for (unsigned row = 0; row < 16; ++row)
      for (unsigned k = 0; k < stored; ++k) {
        uint32_t word =
            p.aRegs[k / (4 * per) * 2 + row / 8][row % 8 * 4 + k / per % 4];
        a[row * stored + k] =
            bits == 32 ? word : word >> (k % per * bits) & ((1u << bits) - 1);
      }
  } else if (!readMatrix(m, w, inst, SharedMatrix(p.a, ea, flags & kTransposeA),
                         w.index % 4 * 16, 16, stored, a.data())) {
    return false;
  }
  if (!readMatrix(m, w, inst, SharedMatrix(p.b, eb, flags & kTransposeB), 0, n,
                  depth, b.data()))
    return false;
  std::vector<double> an, bn;
  if (isFloat(ea)) {
    for (uint32_t v : a)
      an.push_back(numberOf(ea, v));
    for (uint32_t v : b)
      bn.push_back(numberOf(eb, v));
  }
  Fmt acc = flags & kHalfSum ? Fmt::F16 : Fmt::F32;
  unsigned perReg = flags & kHalfSum ? 2 : 1;
  std::vector<uint32_t> d(size_t(inst.dWidth) * kLanes);
  for (unsigned row = 0; row < 16; ++row) {
    std::vector<unsigned> place(stored);
    for (unsigned s = 0; s < stored; ++s)
      place[s] = flags & kSparse ? columnOf(ea, depth, inst.mods[kSelector],
                                            p.metadata, row, s)
                                 : s;
    for (unsigned column = 0; column < n; ++column) {
      unsigned lane = row % 8 * 4 + column / 2 % 4;
      unsigned index = column / 8 * 4 + row / 8 * 2 + column % 2;
      unsigned reg = index / perReg, shift = index % perReg * 16;
      uint32_t c = 0;
      if (p.accumulates && inst.c.reg != kZeroRow)
        c = w.R[inst.c.reg + reg][lane] >> shift;
      const size_t at = size_t(column) * depth;
      uint32_t result;
      if (isFloat(ea)) {
        uint64_t wide =
            isa::sem::convert(acc, perReg == 2 ? c & 0xffff : c, {Fmt::F64});
        double sum = 0, first;
        memcpy(&first, &wide, 8);
        for (unsigned s = 0; s < stored; ++s)
          sum += an[row * stored + s] * bn[at + place[s]];
        result = roundSum((flags & kNegate ? -sum : sum) + first, acc);
      } else {
        int64_t sum = int32_t(c);
        for (unsigned s = 0; s < stored; ++s) {
          uint32_t x = a[row * stored + s], y = b[at + place[s]];
          sum += int64_t(ea == S8 ? int8_t(x) : int32_t(x)) *
                 (eb == S8 ? int8_t(y) : int32_t(y));
        }
        if (flags & kSaturateSum)
          sum = std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
        result = uint32_t(sum);
      }
      d[reg * kLanes + lane] |= result << shift;
    }
  }
  for (unsigned i = 0; i < inst.dWidth; ++i)
    memcpy(destRow(w, inst, i), &d[i * kLanes], 4 * kLanes);
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static GroupProducts &productsOf(Warp &w) {
  if (!w.products)
    w.products = std::make_shared<GroupProducts>();
  return *w.products;
}

static void runGroupProduct(Machine &m, Warp &w, const DInst &inst,
                            LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "matrix instruction in a part of a warp");
  GroupProducts &all = productsOf(w);
  GroupProduct p = {};
  p.inst = &inst;
  p.group = all.closed;
  // The first pair of the four describes a, whether or not it is used.
  auto pair = [&](unsigned i) {
    return w.UR[inst.b.reg + i] | uint64_t(w.UR[inst.b.reg + i + 1]) << 32;
  };
  uint32_t flags = inst.mods[kGroupFlags];
  p.b = pair(2);
  if (flags & kRegisterA) {
    for (unsigned r = 0; r < 4; ++r)
      memcpy(p.aRegs[r],
             w.R[inst.a.reg == kZeroRow ? kZeroRow : inst.a.reg + r],
             sizeof(p.aRegs[r]));
  } else {
    p.a = pair(0);
  }
  p.accumulates = lanesOf(w, inst.pp) & 1;
  if (flags & kSparse)
    memcpy(p.metadata, w.R[inst.imm], sizeof(p.metadata));
  all.queue.push_back(p);
  if (flags & kEndsGroup)
    ++all.closed;
}

static void runWaitGroup(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  GroupProducts &all = productsOf(w);
  while (!all.queue.empty() &&
         all.queue.front().group + uint64_t(inst.imm) < all.closed) {
    GroupProduct p = all.queue.front();
    all.queue.pop_front();
    if (!multiply(m, w, p))
      return;
  }
}

/// A product of nothing ends a group on a path without products.
static void runEndGroup(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  ++productsOf(w).closed;
}

/// `n` and `k` of "64x<n>x<k>".
static void bindShape(Binder &b) {
  llvm::SmallVector<llvm::StringRef, 3> parts;
  b.mods.spelling("shape").split(parts, 'x');
  unsigned n = 0, k = 0;
  if (parts.size() != 3 || parts[1].getAsInteger(10, n) ||
      parts[2].getAsInteger(10, k))
    return b.fail("no shape 64xNxK");
  b.out.mods[kColumns] = n;
  b.out.mods[kDepth] = k;
}

static void bindGroup(Binder &b, uint32_t elementA, uint32_t elementB,
                      uint32_t flags) {
  DInst &out = b.out;
  b.dest("d");
  out.b = b.source("desc");
  // GroupScoreboard: 7 is none.
  bool endsGroup = b.mods.value("gsb") != 7;
  if (out.b.reg <= kZeroRow && out.b.reg + 4 > kZeroRow) {
    if (!endsGroup || out.d != kSinkRow)
      return b.unsupported("a product without descriptors");
    out.run = runEndGroup;
    return;
  }
  out.c = b.source("c");
  out.pp = b.predicate("up");
  if (b.hasSlot("a")) {
    out.a = b.source("a");
    flags |= kRegisterA;
  }
  if (b.hasSlot("e")) {
    if (b.mods.flag("regOffset"))
      return b.unsupported("metadata at a register offset");
    out.imm = b.source("e").reg;
    out.mods[kSelector] = uint32_t(b.mods.value("sel"));
    flags |= kSparse;
  }
  bool negateA =
      b.hasSlot("a") ? b.mods.optional("aNeg") : b.mods.optional("negA");
  if (negateA != bool(b.mods.optional("negB")))
    flags |= kNegate;
  if (b.mods.optional("tnspA"))
    flags |= kTransposeA;
  if (b.mods.optional("tnspB"))
    flags |= kTransposeB;
  if (endsGroup)
    flags |= kEndsGroup;
  bindShape(b);
  out.mods[kElementA] = elementA;
  out.mods[kElementB] = elementB;
  out.mods[kGroupFlags] = flags;
  out.run = runGroupProduct;
}

static uint32_t accumulatorOf(Binder &b) {
  // isa::GMMAAcc: 0 f16, 1 f32.
  return b.mods.value("acc") ? 0 : kHalfSum;
}
static void bindHalf(Binder &b) {
  uint32_t type = b.mods.value("type") == 1 ? BF16 : F16;
  bindGroup(b, type, type, accumulatorOf(b));
}
static void bindGroupTF32(Binder &b) { bindGroup(b, TF32, TF32, 0); }
static void bindQuarter(Binder &b) {
  bindGroup(b, b.mods.value("typeA") ? E5M2 : E4M3,
            b.mods.value("typeB") ? E5M2 : E4M3, accumulatorOf(b));
}
static void bindGroupInteger(Binder &b) {
  bindGroup(b, b.mods.value("typeA") ? S8 : U8, b.mods.value("typeB") ? S8 : U8,
            b.mods.flag("sat") ? kSaturateSum : 0);
}
static void bindGroupBit(Binder &b) {
  if (b.mods.value("op") != uint64_t(isa::BGMMAOp::AND))
    return b.unsupported(b.mods.spelling("op"));
  bindGroup(b, B1, B1, 0);
}

static void bindDepbar(Binder &b) {
  b.out.imm = int64_t(b.mods.value("count"));
  b.out.run = runWaitGroup;
}
/// Registers are read and written in program order; there are 255 for everyone.
static void runNothing(Machine &, Warp &, const DInst &, LaneMask) {}
static void bindNothing(Binder &b) { b.out.run = runNothing; }
static void runGetRegisters(Machine &, Warp &w, const DInst &inst, LaneMask) {
  w.UP[inst.pu] = true;
}
static void bindGetRegisters(Binder &b) {
  b.out.pu = b.destPredicate("pu");
  b.out.run = runGetRegisters;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::groupMatrixHandlers() {
  static const BindEntry entries[] = {
      {"HGMMA", bindHalf},
      {"HGMMA_R", bindHalf},
      {"HGMMA_SP", bindHalf},
      {"HGMMA_SP_R", bindHalf},
      {"HGMMA_TF32", bindGroupTF32},
      {"HGMMA_TF32_R", bindGroupTF32},
      {"HGMMA_SP_TF32", bindGroupTF32},
      {"HGMMA_SP_TF32_R", bindGroupTF32},
      {"QGMMA", bindQuarter},
      {"QGMMA_R", bindQuarter},
      {"QGMMA_SP", bindQuarter},
      {"QGMMA_SP_R", bindQuarter},
      {"IGMMA", bindGroupInteger},
      {"IGMMA_R", bindGroupInteger},
      {"IGMMA_SP", bindGroupInteger},
      {"IGMMA_SP_R", bindGroupInteger},
      {"BGMMA", bindGroupBit},
      {"BGMMA_R", bindGroupBit},
      {"WARPGROUP_ARRIVE", bindNothing},
      {"WARPGROUP_DEPBAR", bindDepbar},
      {"USETMAXREG_ALLOC", bindGetRegisters},
      {"USETMAXREG_DEALLOC", bindNothing},
  };
  return entries;
}

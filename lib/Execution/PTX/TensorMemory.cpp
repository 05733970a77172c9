//===- TensorMemory.cpp - tcgen05 -----------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.16, of one CTA (`cta_group::1`). Tensor memory has 128 lanes
// and 512 columns of 32 bits; an address has the lane above the column.
// Products and copies are done when a thread asks for the phase of an mbarrier
// that a commit behind them arrives at, in order: until then they have read and
// written nothing. Loads and stores are done at once.
//
//===----------------------------------------------------------------------===//

#include "MBarrier.h"
#include "Matrix.h"
#include "llvm/Support/FormatVariadic.h"
#include <deque>
#include <functional>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using ptx::DataType;
using ptx::MmaKind;
using ptx::Space;

static constexpr unsigned kTmemLanes = 128, kTmemColumns = 512,
                          kUnit = 32; ///< columns that are allocated together

struct interp::TensorMemory {
  std::vector<uint32_t> cells =
      std::vector<uint32_t>(kTmemLanes * kTmemColumns, 0xbadc0de5);
  uint32_t allocated = 0; ///< units
  bool relinquished = false;

  struct Job {
    std::function<bool()> run; ///< null: a commit
    uint8_t *mbarrier = nullptr;
  };
  std::deque<Job> queue;

  uint32_t &at(unsigned lane, unsigned column) {
    return cells[lane * kTmemColumns + column];
  }
};

static TensorMemory &memoryOf(CTA &cta) {
  if (!cta.tensorMemory)
    cta.tensorMemory = std::make_shared<TensorMemory>();
  return *cta.tensorMemory;
}

static bool bad(Warp &w, const Instr &inst, std::string what) {
  w.launch->fault(w, inst, -1, std::move(what));
  return false;
}

/// Whether columns are there and belong to somebody.
static bool isAllocated(Warp &w, const Instr &inst, uint32_t column,
                        unsigned count) {
  TensorMemory &t = memoryOf(*w.cta);
  for (uint32_t c = column; c < column + count; ++c)
    if (c >= kTmemColumns || !(t.allocated >> c / kUnit & 1))
      return bad(
          w, inst,
          llvm::formatv("column {0} of tensor memory is not allocated", c));
  return true;
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

static void allocate(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05AllocModifiers::unpack(inst.mods);
  unsigned lane = c.first();
  auto columns = uint32_t(c.in(lane, 1));
  TensorMemory &t = memoryOf(*w.cta);
  if (t.relinquished)
    return void(bad(w, inst, "the CTA has given up the right to allocate"));
  if (columns < kUnit || columns > kTmemColumns || (columns & (columns - 1)))
    return void(bad(w, inst, "a power of two of columns, 32 to 512"));
  uint32_t units = columns / kUnit, mask = (1u << units) - 1;
  for (uint32_t at = 0; at < kTmemColumns / kUnit; at += units) {
    if (t.allocated & mask << at)
      continue;
    t.allocated |= mask << at;
    uint32_t address = at * kUnit;
    Space space =
        m.space == ptx::AsyncSpace::None ? Space::None : Space::Shared;
    if (uint8_t *p = access(w, inst, lane, space,
                            c.in(lane, 0) + uint64_t(inst.offset[0]), 4, 4,
                            AccessKind::Write))
      memcpy(p, &address, 4);
    return;
  }
  bad(w, inst, "no columns of tensor memory are left");
}

static void deallocate(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  unsigned lane = c.first();
  auto column = uint32_t(c.in(lane, 0)), columns = uint32_t(c.in(lane, 1));
  if (columns % kUnit || column % kUnit ||
      !isAllocated(w, inst, column, columns))
    return void(bad(w, inst, "no such columns of tensor memory"));
  for (uint32_t k = column / kUnit; k < (column + columns) / kUnit; ++k)
    memoryOf(*w.cta).allocated &= ~(1u << k);
}

static void relinquish(Warp &w, const Collective &) {
  memoryOf(*w.cta).relinquished = true;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Where register `r` of thread `t` lies: lanes and columns from the address
/// on (9.7.16.2.3).
static std::pair<unsigned, unsigned> cellOf(ptx::TmemShape shape, unsigned t,
                                            unsigned r, unsigned split) {
  using ptx::TmemShape;
  switch (shape) {
  case TmemShape::N16x64b:
    return {t / 4 + t % 2 * 8, r * 2 + t / 2 % 2};
  case TmemShape::N16x128b:
    return {t / 4 + r % 2 * 8, r / 2 * 4 + t % 4};
  case TmemShape::N16x256b:
    return {t / 4 + r / 2 % 2 * 8, r / 4 * 8 + t % 4 * 2 + r % 2};
  case TmemShape::N16x32bx2:
    return {t % 16, r + (t < 16 ? 0 : split)};
  default:
    return {t, r};
  }
}

/// Visits the cells of all registers; a packed register has two columns.
template <typename Modifiers, typename Fn>
static void eachCell(Warp &w, const Collective &c, const Modifiers &m,
                     bool isPacked, unsigned registers, Fn fn) {
  const Instr &inst = c.any();
  auto address =
      uint32_t(c.in(c.first(), unsigned(findSource(inst, "address"))) +
               uint64_t(inst.offset[0]));
  unsigned column = address & 0xffff, lane = address >> 16;
  TensorMemory &memory = memoryOf(*w.cta);
  // A warp of four reaches a quarter of the lanes only.
  unsigned first = w.index % 4 * 32;
  if (lane / 32 != 0 && lane / 32 != w.index % 4)
    return void(bad(w, inst, "lanes of tensor memory of another warp"));
  unsigned per = isPacked ? 2 : 1;
  for (unsigned t = 0; t < kLanes; ++t)
    for (unsigned r = 0; r < registers; ++r)
      for (unsigned part = 0; part < per; ++part) {
        auto [down, right] = cellOf(m.shape, t, r * per + part, m.split);
        if (!isAllocated(w, inst, column + right, 1))
          return;
        fn(t, r, part,
           memory.at(first + (lane % 32 + down) % 32, column + right));
      }
}

static void load(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05LdModifiers::unpack(inst.mods);
  std::vector<uint32_t> values(kLanes * inst.out.size());
  eachCell(w, c, m, m.packed, unsigned(inst.out.size()),
           [&](unsigned t, unsigned r, unsigned part, uint32_t &cell) {
             uint32_t &v = values[t * inst.out.size() + r];
             v = m.packed ? v | (cell & 0xffff) << 16 * part : cell;
           });
  for (unsigned t = 0; t < kLanes; ++t)
    for (unsigned r = 0; r < inst.out.size(); ++r)
      c.set(t, r, values[t * inst.out.size() + r]);
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

static void nothing(Warp &, const Collective &) {}
static void nothingToDo(Warp &, const Instr &, LaneMask) {}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// A matrix descriptor of shared memory (9.7.16.4.1).
struct TmemOperand {
  uint64_t start, leading, stride, base, pattern = 0;

  explicit TmemOperand(uint64_t v)
      : start((v & 0x3fff) << 4), leading((v >> 16 & 0x3fff) << 4),
        stride((v >> 32 & 0x3fff) << 4), base(v >> 49 & 7) {
    switch (v >> 61) {
    case 0:
      pattern = 16;
      break;
    case 2:
      pattern = 128;
      break;
    case 4:
      pattern = 64;
      break;
    case 6:
      pattern = 32;
      break;
    }
    // Absolute distances, and 128 bytes in atoms of 32, are not known here.
    if (v >> 52 & 1)
      pattern = 0;
  }
  /// As of wgmma (GroupMatrix.cpp).
  uint64_t address(unsigned line, unsigned unit, bool isTransposed) const {
    uint64_t units = pattern / 16, block = line / 8, column = unit / units;
    uint64_t at = start + line % 8 * pattern + unit % units * 16;
    if (isTransposed && pattern == 16)
      at += column * stride + block * leading;
    else
      at += column * leading + block * stride;
    return at ^ (((at >> 7) - base) & (units - 1)) << 4;
  }
};

/// The descriptor of a product (9.7.16.4.2).
struct TmemProduct {
  const Instr *inst = nullptr;
  DotTypes types;
  unsigned rows = 0, columns = 0, depth = 0;
  bool negateA = false, negateB = false, transposeA = false, transposeB = false;
  bool aInTmem = false, accumulate = false;
  uint64_t a = 0, b = 0;
  uint32_t d = 0;
};
} // namespace

/// False: a type or shape that is not known here.
static bool decode(MmaKind kind, uint32_t desc, TmemProduct &p) {
  unsigned typeD = desc >> 4 & 3, typeA = desc >> 7 & 7, typeB = desc >> 10 & 7;
  p.negateA = desc >> 13 & 1;
  p.negateB = desc >> 14 & 1;
  p.transposeA = desc >> 15 & 1;
  p.transposeB = desc >> 16 & 1;
  p.columns = (desc >> 17 & 63) * 8;
  p.rows = (desc >> 24 & 31) * 16;
  DataType sum = typeD == 1 ? DataType::F32 : DataType::F16;
  auto factor = [&](unsigned t) {
    switch (kind) {
    case MmaKind::KindF16:
      return t == 0 ? DataType::F16 : t == 1 ? DataType::Bf16 : DataType::None;
    case MmaKind::KindTf32:
      return t == 2 ? DataType::Tf32 : DataType::None;
    case MmaKind::KindI8:
      return t == 0 ? DataType::U8 : t == 1 ? DataType::S8 : DataType::None;
    case MmaKind::KindF8f6f4:
      return t == 0 ? DataType::E4m3 : t == 1 ? DataType::E5m2 : DataType::None;
    default:
      return DataType::None;
    }
  };
  bool isInteger = kind == MmaKind::KindI8;
  if (isInteger)
    sum = DataType::S32;
  p.types = {
      factor(typeA), factor(typeB), sum, sum, {}, bool(desc >> 3 & 1), {}};
  p.depth = kind == MmaKind::KindF16 ? 16 : kind == MmaKind::KindTf32 ? 8 : 32;
  bool isSparse = desc >> 2 & 1;
  return p.types.a != DataType::None && p.types.b != DataType::None &&
         (isInteger ? typeD == 2 : typeD < 2) && !isSparse &&
         (p.rows == 64 || p.rows == 128) && p.columns >= 8 && p.columns <= 256;
}

/// The lane of a row: of 64, a warp has 16.
static unsigned laneOf(unsigned rows, unsigned row) {
  return rows == 64 ? row / 16 * 32 + row % 16 : row;
}

/// Rows of a, or columns of b, from shared memory.
static bool readShared(CTA &cta, Warp &w, const Instr &inst,
                       uint64_t descriptor, bool isTransposed, unsigned bits,
                       unsigned count, unsigned depth,
                       std::vector<uint64_t> &to) {
  TmemOperand from(descriptor);
  if (!from.pattern)
    return bad(w, inst, "a matrix descriptor of a kind that is not known here");
  unsigned perUnit = 128 / bits, bytes = bits / 8;
  to.resize(size_t(count) * depth);
  for (unsigned row = 0; row < count; ++row)
    for (unsigned k = 0; k < depth; ++k) {
      unsigned line = isTransposed ? k : row, inner = isTransposed ? row : k;
      uint64_t at = from.address(line, inner / perUnit, isTransposed);
      at = (at & 0x3ffff) + inner % perUnit * bytes;
      if (at + bytes > cta.shared.size())
        return bad(w, inst,
                   llvm::formatv("the matrix has elements at shared address "
                                 "{0:x}, outside the block's {1} bytes",
                                 at, cta.shared.size()));
      memcpy(&to[size_t(row) * depth + k], &cta.shared[at], bytes);
    }
  return true;
}

static bool multiply(CTA &cta, Warp &w, const TmemProduct &p) {
  const Instr &inst = *p.inst;
  TensorMemory &memory = memoryOf(cta);
  unsigned bits = elementFormat(p.types.a)->bits;
  if (!isAllocated(w, inst, p.d & 0xffff, p.columns))
    return false;
  std::vector<uint64_t> a, b;
  if (p.aInTmem) {
    unsigned per = 32 / bits, column = p.a & 0xffff;
    if (!isAllocated(w, inst, column, p.depth / per))
      return false;
    for (unsigned row = 0; row < p.rows; ++row)
      for (unsigned k = 0; k < p.depth; ++k)
        a.push_back(memory.at(laneOf(p.rows, row), column + k / per) >>
                        k % per * bits &
                    maskBits(bits));
  } else if (!readShared(cta, w, inst, p.a, p.transposeA, bits, p.rows, p.depth,
                         a)) {
    return false;
  }
  if (!readShared(cta, w, inst, p.b, p.transposeB, bits, p.columns, p.depth, b))
    return false;
  uint64_t sign = uint64_t(1) << (bits - 1);
  for (uint64_t &v : a)
    v ^= p.negateA ? sign : 0;
  for (uint64_t &v : b)
    v ^= p.negateB ? sign : 0;
  bool isHalf = p.types.d == DataType::F16;
  for (unsigned row = 0; row < p.rows; ++row)
    for (unsigned n = 0; n < p.columns; ++n) {
      uint32_t &d = memory.at((laneOf(p.rows, row) + (p.d >> 16)) % kTmemLanes,
                              (p.d & 0xffff) + n);
      uint64_t c = p.accumulate ? isHalf ? d & 0xffff : d : 0;
      d = uint32_t(
          dotProduct(p.types, llvm::ArrayRef(a).slice(row * p.depth, p.depth),
                     llvm::ArrayRef(b).slice(n * p.depth, p.depth), c));
    }
  return true;
}

static void runProduct(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05MmaModifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    TmemProduct p;
    p.inst = &inst;
    auto in = [&](llvm::StringRef name) {
      return w.in(inst, unsigned(findSource(inst, name)))[l];
    };
    if (!decode(m.kind, uint32_t(in("descriptor")), p))
      return void(bad(w, inst, "a product of a kind that is not known here"));
    p.d = uint32_t(in("d") + uint64_t(inst.offset[0]));
    p.aInTmem = m.aInTmem;
    p.a = m.aInTmem ? in("aAddress") + uint64_t(inst.offset[1]) : in("a");
    p.b = in("b");
    p.accumulate = in("accumulate") & 1;
    CTA *cta = w.cta;
    memoryOf(*cta).queue.push_back(
        {[cta, &w, p] { return multiply(*cta, w, p); }, nullptr});
  });
}

//===----------------------------------------------------------------------===//
// Copies, completion
//===----------------------------------------------------------------------===//

static void runCopy(Warp &w, const Instr &inst, LaneMask active) {
  using ptx::TmemCopyShape;
  auto m = ptx::Tcgen05CpModifiers::unpack(inst.mods);
  unsigned units = m.shape == TmemCopyShape::N128x256b ? 2 : 1;
  forLanes(active, [&](unsigned l) {
    auto to = uint32_t(w.in(inst, unsigned(findSource(inst, "address")))[l] +
                       uint64_t(inst.offset[0]));
    TmemOperand from(w.in(inst, unsigned(findSource(inst, "source")))[l]);
    CTA *cta = w.cta;
    auto copy = [cta, &w, &inst, m, units, to, from] {
      if (!from.pattern)
        return bad(w, inst, "a matrix descriptor of a kind that is not known");
      if (!isAllocated(w, inst, to & 0xffff, units * 4))
        return false;
      for (unsigned lane = 0; lane < kTmemLanes; ++lane) {
        unsigned quarter = lane / 32, row = lane;
        if (m.shape == TmemCopyShape::N32x128b)
          row = lane % 32;
        else if (m.shape == TmemCopyShape::N64x128b)
          row = lane % 32 + (m.multicast == ptx::TmemMulticast::Warpx20123
                                 ? quarter / 2
                                 : quarter % 2) *
                                32;
        for (unsigned unit = 0; unit < units; ++unit) {
          uint64_t at = from.address(row, unit, false) & 0x3ffff;
          if (at + 16 > cta->shared.size())
            return bad(w, inst, "the copy reads outside of shared memory");
          for (unsigned k = 0; k < 4; ++k)
            memcpy(&memoryOf(*cta).at(lane, (to & 0xffff) + unit * 4 + k),
                   &cta->shared[at + 4 * k], 4);
        }
      }
      return true;
    };
    memoryOf(*cta).queue.push_back({copy, nullptr});
  });
}

static void runCommit(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05CommitModifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    uint64_t at = w.in(inst, 0)[l] + uint64_t(inst.offset[0]);
    Space space =
        m.space == ptx::AsyncSpace::None ? Space::None : Space::SharedCluster;
    auto commitAt = [&](Space s, uint64_t address) {
      if (uint8_t *p =
              access(w, inst, l, s, address, 8, 8, AccessKind::Atomic, true))
        memoryOf(*w.cta).queue.push_back({nullptr, p});
    };
    if (!m.multicast)
      return commitAt(space, at);
    uint64_t mask = w.in(inst, unsigned(findSource(inst, "ctaMask")))[l];
    for (unsigned rank = 0; rank < 16 && !w.launch->faulted(); ++rank)
      if (mask >> rank & 1)
        commitAt(Space::SharedCluster, (at & 0xffffff) | uint64_t(rank) << 24);
  });
}

void interp::finishTensorJobs(CTA &tester, uint8_t *mbarrier) {
  for (CTA *cta : tester.cluster->ctas) {
    if (!cta->tensorMemory)
      continue;
    auto &queue = cta->tensorMemory->queue;
    auto commits = [&] {
      return uint32_t(llvm::count_if(queue, [&](const TensorMemory::Job &job) {
        return !job.run && job.mbarrier == mbarrier;
      }));
    };
    // The phase waits for nothing but commits.
    uint32_t open = commits();
    MBarrier b = MBarrier::load(mbarrier);
    if (!open || b.bytes > 0 || b.pending > open)
      continue;
    bool phase = b.phase;
    while (!queue.empty() && MBarrier::load(mbarrier).phase == phase) {
      TensorMemory::Job job = std::move(queue.front());
      queue.pop_front();
      if (job.run) {
        if (!job.run())
          return;
        continue;
      }
      MBarrier done = MBarrier::load(job.mbarrier);
      if (done.pending)
        --done.pending;
      done.completeIfDone();
      done.store(job.mbarrier);
    }
  }
}

bool interp::bindTensorMemory(Instr &inst, ptx::Opcode opcode) {
  using ptx::CtaGroup;
  using ptx::Opcode;
  auto collective = [&](CollectiveHandler handler) {
    setCollective(inst, handler, -1);
    return true;
  };
  auto isOne = [](CtaGroup group) { return group == CtaGroup::CtaGroup1; };
  switch (opcode) {
  case Opcode::Tcgen05Alloc:
    return isOne(ptx::Tcgen05AllocModifiers::unpack(inst.mods).ctaGroup) &&
           collective(allocate);
  case Opcode::Tcgen05Dealloc:
    return isOne(ptx::Tcgen05DeallocModifiers::unpack(inst.mods).ctaGroup) &&
           collective(deallocate);
  case Opcode::Tcgen05RelinquishAllocPermit:
    return collective(relinquish);
  case Opcode::Tcgen05Ld:
    return collective(load);
  case Opcode::Tcgen05St:
    return collective(store);
  case Opcode::Tcgen05Wait:
    return collective(nothing);
  case Opcode::Tcgen05Fence:
    inst.run = nothingToDo;
    return true;
  case Opcode::Tcgen05Mma: {
    auto m = ptx::Tcgen05MmaModifiers::unpack(inst.mods);
    if (!isOne(m.ctaGroup) || m.blockScale || m.aShift || m.masked ||
        m.inputScale)
      return false;
    inst.run = runProduct;
    return true;
  }
  case Opcode::Tcgen05Cp: {
    auto m = ptx::Tcgen05CpModifiers::unpack(inst.mods);
    if (!isOne(m.ctaGroup) || m.shape == ptx::TmemCopyShape::N4x256b ||
        m.sourceFormat != decltype(m.sourceFormat){})
      return false;
    inst.run = runCopy;
    return true;
  }
  case Opcode::Tcgen05Commit:
    if (!isOne(ptx::Tcgen05CommitModifiers::unpack(inst.mods).ctaGroup))
      return false;
    inst.run = runCommit;
    return true;
  default:
    return false;
  }
}

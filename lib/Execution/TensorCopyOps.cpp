//===- TensorCopyOps.cpp - Boxes of tensors -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UTMALDG, UTMASTG, UTMAREDG. The block that `coord` begins is the shared
// address, for loads the barrier's, and the coordinates. `c` has the offsets of
// im2col (bits 15:0: one of 16 bits, two of 8, three of 5; of W and W128 the
// pixels of the halo in 10:0 and the offset in 15:11) and the ranks of a
// multicast (31:16), as ptxas 13.0.88 makes it.
//
// Where the halo goes the PTX ISA shows in figures. That it is what comes next
// on the way through the images, and that W128 puts the halos of all four
// groups behind the 128 pixels, group after group for each place of a halo, is
// what a simulator has that its authors compare with GPUs (NumSim of
// mlc-ai/TIRx-harness).
//
//===----------------------------------------------------------------------===//

#include "BulkTransfer.h"
#include "ptx-mlir/Execution/TensorMap.h"
#include "ptx-mlir/Target/Target.h"
#include <vector>

using namespace ptxmlir;
using namespace ptxmlir::exec;

/// Use of DInst::mods.
enum TensorMod { kRedOp, kFlags, kDims, kMode };
enum : uint32_t { IsLoad = 1, IsReduction = 2, Multicast = 4, Pair = 8 };
/// isa::TensorMode, and four rows.
enum : uint32_t {
  Tile = uint32_t(isa::TensorMode::Tile),
  Im2col = uint32_t(isa::TensorMode::Im2col),
  W = uint32_t(isa::TensorMode::W),
  W128 = uint32_t(isa::TensorMode::W128),
  Rows = 8
};
static bool isWide(uint32_t mode) { return mode == W || mode == W128; }

/// The kind of boxes that a mode wants the map to be for.
static TensorBox boxOf(uint32_t mode) {
  return mode == Im2col ? TensorBox::Im2col
         : mode == W    ? TensorBox::W
         : mode == W128 ? TensorBox::W128
                        : TensorBox::Tile;
}

/// The type that a tensor has for reductions, in the numbers of blocks.
static isa::BulkRedType reductionType(TensorElement e) {
  using T = isa::BulkRedType;
  switch (e) {
  case TensorElement::S32:
    return T::S32;
  case TensorElement::U64:
    return T::U64;
  case TensorElement::S64:
    return T::S64;
  case TensorElement::F16:
    return T::F16;
  case TensorElement::F64:
    return T::F64;
  case TensorElement::BF16:
    return T::BF16;
  case TensorElement::F32Ftz:
  case TensorElement::TF32Ftz:
    return T::F32FTZ;
  case TensorElement::F32:
  case TensorElement::TF32:
    return T::F32;
  default:
    return T::U32;
  }
}

namespace {
/// Visits the lines of a box: those that lie side by side in shared memory. A
/// line has a position in the dimensions but the innermost.
class BoxLines {
public:
  BoxLines(const TensorMap &map, uint32_t mode, const int32_t *start,
           uint32_t offsets)
      : map(map), mode(mode), start(start), offsets(offsets) {
    for (unsigned k = 0; k < 5; ++k) {
      at[k] = start[k];
      step[k] = map.step[k] ? map.step[k] : 1;
      count[k] = k < map.rank ? (map.box[k] + step[k] - 1) / step[k] : 1;
    }
    if (mode == Im2col || isWide(mode))
      count[0] = map.box[0];
    if (isWide(mode))
      walkAlongLines();
  }

  unsigned length() const { return count[0]; }
  unsigned spacing() const {
    return mode == Im2col || isWide(mode) ? 1 : step[0];
  }
  /// Of the line that is visited now; false: outside the tensor.
  bool place(int64_t &row) const {
    row = 0;
    bool isInside = true;
    unsigned filters = map.rank - 2, bits = filters == 2   ? 8
                                            : filters == 3 ? 5
                                                           : 16;
    for (unsigned k = 1; k < map.rank; ++k) {
      int64_t x = at[k];
      if (mode == Im2col && k <= filters)
        x += offsets >> ((k - 1) * bits) & ((1u << bits) - 1);
      isInside &= x >= 0 && x < int64_t(map.dim[k]);
      row += int64_t(uint64_t(x) * map.stride[k - 1]);
    }
    return isInside;
  }
  /// Goes to the next one.
  bool next() {
    if (mode == Rows) {
      if (++line == 4)
        return false;
      at[1] = start[1 + line];
      return true;
    }
    if (mode == Im2col)
      return nextPixel();
    if (isWide(mode)) {
      if (++line == order.size())
        return false;
      at[1] = order[line].x;
      at[map.rank - 1] = order[line].image;
      return true;
    }
    for (unsigned k = 1; k < map.rank; ++k) {
      at[k] += int64_t(step[k]);
      if (++index[k] < count[k])
        return true;
      index[k] = 0;
      at[k] = start[k];
    }
    return false;
  }

private:
  /// Pixels go through the box that the corners leave, then to the next image.
  bool nextPixel() {
    if (++line >= map.box[1])
      return false;
    unsigned k = 1;
    for (; k + 1 < map.rank; ++k) {
      at[k] += int64_t(step[k]);
      if (at[k] < int64_t(map.dim[k]) + map.upper[k - 1])
        return true;
      at[k] = map.lower[k - 1];
    }
    ++at[k];
    return true;
  }

  /// W and W128: one line of each image after the other, and the halos.
  void walkAlongLines() {
    unsigned halo = offsets & 0x7ff;
    int64_t shift = offsets >> 11 & 0x1f;
    unsigned pixels = mode == W128 ? 128 : map.box[1];
    Pixel now = {start[1] + shift, start[map.rank - 1]};
    std::vector<Pixel> way;
    for (unsigned k = 0; k < pixels + halo; ++k) {
      way.push_back(now);
      now.x += step[1];
      if (now.x >= int64_t(map.dim[1]) + map.upper[0] + shift)
        now = {map.lower[0] + shift, now.image + 1};
    }
    order.assign(way.begin(), way.begin() + pixels);
    unsigned groups = mode == W128 ? 4 : 1;
    for (unsigned h = 0; h < halo; ++h)
      for (unsigned g = 1; g <= groups; ++g)
        order.push_back(way[pixels / groups * g + h]);
    at[1] += shift;
  }

  struct Pixel {
    int64_t x, image;
  };
  const TensorMap &map;
  uint32_t mode;
  const int32_t *start;
  uint32_t offsets;
  std::vector<Pixel> order;
  int64_t at[5];
  unsigned step[5], count[5], index[5] = {}, line = 0;
};
} // namespace

/// The columns of a row of the pattern change places by bits 7 and up, and with
/// a flip the halves of 16 bytes by bit 7.
static uint32_t swizzled(uint32_t at, const TensorMap &map) {
  unsigned wide = map.atom == TensorAtom::B16   ? 4
                  : map.atom == TensorAtom::B64 ? 6
                                                : 5;
  unsigned bits = unsigned(map.swizzle) + 4;
  uint32_t columns = bits > wide ? (1u << (bits - wide)) - 1 : 0;
  uint32_t flip = map.atom == TensorAtom::B32Flipped ? at >> 4 & 8 : 0;
  return at ^ (at >> 7 & columns) << wide ^ flip;
}

/// One copy between the tensor and a shared address; a load tells a barrier.
static void startBox(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                     const TensorMap &map, const int32_t *start,
                     uint32_t offsets, uint32_t shared, uint32_t barrier) {
  bool isLoad = inst.mods[kFlags] & IsLoad;
  auto copy = std::make_shared<BulkTransfer>();
  copy->reduction =
      bulkReduction(inst.mods[kRedOp], uint32_t(reductionType(map.element)));
  copy->reduction.isOn = inst.mods[kFlags] & IsReduction;
  unsigned size = map.elementBytes();
  copy->reduction.bytes = uint8_t(size);
  // As others have measured on sm_100 and sm_120: 0x7ff7, as often as it fits.
  if (map.fillNaN && copy->reduction.isFloat)
    copy->outside = 0x7ff77ff77ff77ff7;
  CheckedEnds check(m, w, inst, isLoad ? Space::Cluster : Space::Global,
                    isLoad ? Space::Global : Space::Shared);
  BoxLines lines(map, inst.mods[kMode], start, offsets);
  // Rows are no closer together than the pattern is wide (CUDA programming
  // guide); the bytes between them are not copied.
  uint32_t rowBytes = lines.length() * size, rows = 0;
  uint32_t pitch = std::max(rowBytes, map.swizzle == TensorSwizzle::None
                                          ? 0
                                          : 16u << unsigned(map.swizzle));
  do {
    int64_t row;
    bool rowInside = lines.place(row);
    for (unsigned i = 0; i < lines.length(); ++i) {
      int64_t x = start[0] + int64_t(i) * lines.spacing();
      bool inside = rowInside && x >= 0 && x < int64_t(map.dim[0]);
      uint32_t at = swizzled(shared + rows * pitch + i * size, map);
      uint64_t far = map.address + uint64_t(row) + uint64_t(x) * size;
      uint8_t *s = isLoad ? m.clusterShared(w, inst, lane, at, size)
                          : m.shared(w, inst, lane, at, size);
      uint8_t *g = nullptr;
      if (s && inside)
        g = m.global(w, inst, lane, far, size);
      if (m.faulted())
        return;
      if (inside)
        check(lane, isLoad ? at : far, isLoad ? far : at, size);
      else if (isLoad)
        check.fill(lane, at, size);
      if (isLoad)
        copy->runs.push_back({s, g, size});
      else
        copy->runs.push_back({g, s, size});
    }
    ++rows;
  } while (lines.next());
  copy->bytes = rows * rowBytes;
  if (isLoad)
    startForBarrier(m, w, inst, lane, std::move(copy), barrier);
  else
    startInGroup(m, w, std::move(copy));
}

static void runBox(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  bool isLoad = inst.mods[kFlags] & IsLoad;
  uint32_t mode = inst.mods[kMode];
  auto bad = [&](const llvm::Twine &what) {
    m.fault(w, inst, int(lane), what.str());
  };
  // A generic address, 16 bytes at a time.
  uint8_t bytes[TensorMap::kBytes];
  uint64_t mapAt = uniformPair(w, inst.b), place = mapAt;
  // Parameters lie somewhere in their bank, and are aligned there.
  if (mapAt >> 32 == GlobalMemory::kParamWindowHigh) {
    const target::ConstantBank &bank = *m.getTarget().bank;
    place += uint64_t(bank.paramBase - bank.paramOrigin);
  }
  if (place % 64)
    return bad("the address of the tensor map is no multiple of 64");
  for (unsigned k = 0; k < sizeof(bytes); k += 16) {
    const uint8_t *p = m.generic(w, inst, lane, mapAt + k, 16);
    if (!p)
      return;
    memcpy(bytes + k, p, 16);
  }
  std::optional<TensorMap> read = TensorMap::unpack(bytes);
  if (!read || read->rank != inst.mods[kDims])
    return bad("there is no tensor map of so many dimensions");
  const TensorMap &map = *read;
  if (std::string obstacle = map.findObstacle(); !obstacle.empty())
    return bad("the tensor map cannot be used: " + obstacle);
  if (!map.isPlain())
    return bad("elements or interleaving of the tensor map are not supported");
  if (!map.fitsSwizzle())
    return bad("the tensor map has a swizzle that its boxes cannot have");
  if (map.kind != boxOf(mode))
    return bad("the tensor map is for boxes of another kind");
  if (mode == Rows && map.box[1] != 1)
    return bad("four rows want a box of one");

  int32_t start[5] = {};
  unsigned first = isLoad ? 2 : 1, coordinates = mode == Rows ? 5 : map.rank;
  for (unsigned k = 0; k < coordinates; ++k)
    start[k] = int32_t(uniformWord(w, inst.a, first + k));
  uint32_t rowBytes =
      BoxLines(map, mode, start, 0).length() * map.elementBytes();
  unsigned swizzle = unsigned(map.swizzle); // 32, 64, 128 bytes
  if (rowBytes % 16 || (swizzle && rowBytes > 16u << swizzle))
    return bad("the rows of the box do not fit the swizzle");
  uint32_t shared = uniformWord(w, inst.a), barrier = uniformWord(w, inst.a, 1);
  if (shared % 128)
    return bad("the shared address is no multiple of 128");

  uint32_t c = uniformWord(w, inst.c);
  if (!(inst.mods[kFlags] & Multicast))
    return startBox(m, w, inst, lane, map, start, c, shared, barrier);
  forLanes(c >> 16, [&](unsigned rank) {
    // Of a pair of CTAs the one hears of it whose parity the barrier has.
    unsigned owner = inst.mods[kFlags] & Pair
                         ? (rank & ~1u) | (barrier >> kRankShift & 1)
                         : rank;
    if (!m.faulted())
      startBox(m, w, inst, lane, map, start, c, atRank(shared, rank),
               atRank(barrier, owner));
  });
}

static void bindBox(Binder &b) {
  DInst &out = b.out;
  out.a = b.source("coord");
  out.b = b.source("tensor");
  out.c.kind = isa::Operand::UR;
  out.c.reg = kZeroRow;
  if (b.hasSlot("c"))
    out.c = b.source("c");
  if (out.a.reg == kZeroRow || out.b.reg == kZeroRow)
    return b.unsupported("a tensor copy without operands");
  if (b.mods.has("dim")) {
    // TensorDim counts from one dimension.
    out.mods[kDims] = uint32_t(b.mods.value("dim")) + 1;
    out.mods[kMode] = b.mods.optional("mode") | b.mods.optional("im2col");
    if (out.mods[kMode] != Tile && out.mods[kDims] < 3)
      return b.unsupported("im2col of less than three dimensions");
  } else {
    out.mods[kDims] = 2;
    out.mods[kMode] = Rows;
  }
  if (b.mods.optional("multicast"))
    out.mods[kFlags] |= Multicast;
  if (b.mods.optional("pair"))
    out.mods[kFlags] |= Pair;
  out.run = runBox;
}
static void bindBoxLoad(Binder &b) {
  bindBox(b);
  b.out.mods[kFlags] |= IsLoad;
}
static void bindBoxReduction(Binder &b) {
  bindBox(b);
  b.out.mods[kRedOp] = uint32_t(b.mods.value("op"));
  b.out.mods[kFlags] |= IsReduction;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::tensorCopyHandlers() {
  static const BindEntry entries[] = {
      {"UTMALDG", bindBoxLoad},       {"UTMALDG_GATHER4", bindBoxLoad},
      {"UTMASTG", bindBox},           {"UTMASTG_SCATTER4", bindBox},
      {"UTMAREDG", bindBoxReduction},
  };
  return entries;
}

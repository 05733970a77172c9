//===- TensorCopy.cpp - Copies of boxes of tensors ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 5.5 (tensors), 9.7.9.27 (cp.async.bulk.tensor,
// cp.reduce.async.bulk.tensor). What the 128 bytes of a tensor map are is said
// in Execution/TensorMap.h.
//
//===----------------------------------------------------------------------===//

#include "Transfer.h"
#include "ptx-mlir/Execution/TensorMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using exec::TensorAtom;
using exec::TensorBox;
using exec::TensorElement;
using exec::TensorMap;
using exec::TensorSwizzle;
using ptx::DataType;
using ptx::Space;
using ptx::TensorMode;

static bool isFourRows(TensorMode mode) {
  return mode == TensorMode::TileGather4 || mode == TensorMode::TileScatter4;
}

/// What reductions take the elements for.
static DataType typeOf(TensorElement element) {
  static constexpr DataType types[] = {
      DataType::U8,  DataType::U16, DataType::U32,  DataType::S32,
      DataType::U64, DataType::S64, DataType::F16,  DataType::F32,
      DataType::F32, DataType::F64, DataType::Bf16, DataType::F32,
      DataType::F32};
  return types[unsigned(element)];
}
/// The NaN for elements outside. The ISA does not say which one; on sm_100 and
/// sm_120 others have measured that each 16 bits are 0x7ff7.
static uint64_t outsideNaN(DataType type) {
  const Format *f = formatOfElement(type);
  return f ? 0x7ff77ff77ff77ff7 & maskBits(f->bits) : 0;
}

/// The tensor map at the address of source `tensorMap`; nothing after a fault.
static std::optional<TensorMap> loadMap(Warp &w, const Instr &inst,
                                        unsigned lane, unsigned offset) {
  uint64_t at = w.in(inst, unsigned(findSource(inst, "tensorMap")))[lane] +
                uint64_t(inst.offset[offset]);
  const uint8_t *p =
      access(w, inst, lane, Space::None, at, 128, 64, AccessKind::Read);
  if (!p)
    return std::nullopt;
  std::optional<TensorMap> map = TensorMap::unpack(p);
  std::string obstacle = map ? map->findObstacle() : "";
  if (map && map->isPlain() && map->fitsSwizzle() && obstacle.empty())
    return map;
  w.launch->fault(
      w, inst, int(lane),
      !map                ? "there is no tensor map at the address"
      : !obstacle.empty() ? "the tensor map cannot be used: " + obstacle
      : !map->isPlain() ? "elements or interleaving of the tensor map are not "
                          "supported"
                        : "the tensor map has a swizzle that its boxes cannot "
                          "have");
  return std::nullopt;
}

/// Where a byte comes to lie with a swizzle (PTX ISA, 5.5.7): the line of 128
/// bytes decides. That the lines that are flipped are the odd ones is what
/// others have (docs/execution.md).
static uint64_t swizzled(uint64_t at, const TensorMap &map) {
  switch (map.atom) {
  case TensorAtom::B16:
    break;
  case TensorAtom::B32:
    return at ^ (at >> 2 & 0x60);
  case TensorAtom::B32Flipped:
    return at ^ (at >> 2 & 0x60) ^ (at >> 4 & 8);
  case TensorAtom::B64:
    return at ^ (at >> 1 & 0x40);
  }
  switch (map.swizzle) {
  case TensorSwizzle::None:
    return at;
  case TensorSwizzle::B32:
  case TensorSwizzle::B96:
    return at ^ (at >> 3 & 0x10);
  case TensorSwizzle::B64:
    return at ^ (at >> 3 & 0x30);
  case TensorSwizzle::B128:
    return at ^ (at >> 3 & 0x70);
  }
  return at;
}

namespace {
/// Which elements of a tensor go to which place of a box.
struct Box {
  const TensorMap &map;
  TensorMode mode;
  std::array<int32_t, 5> start;
  /// What im2col adds to the place of a pixel, and how many pixels follow a
  /// column along one dimension.
  std::array<uint32_t, 3> offsets = {};
  uint32_t halo = 0;

  /// Elements along the innermost dimension, and how many such rows.
  uint64_t rowLength() const {
    return map.hasColumns() ? map.box[0] : count(0);
  }
  uint64_t rows() const;
  /// The coordinates of element `i` of a row.
  std::array<int64_t, 5> place(uint64_t row, uint64_t i) const;

private:
  uint64_t step(unsigned k) const { return std::max<unsigned>(1, map.step[k]); }
  uint64_t count(unsigned k) const {
    return (map.box[k] + step(k) - 1) / step(k);
  }
};
} // namespace

uint64_t Box::rows() const {
  if (map.kind == TensorBox::W128)
    return 128 + 4 * halo;
  if (map.hasColumns())
    return map.box[1] + halo;
  if (isFourRows(mode))
    return 4;
  uint64_t n = 1;
  for (unsigned k = 1; k < map.rank; ++k)
    n *= count(k);
  return n;
}

std::array<int64_t, 5> Box::place(uint64_t row, uint64_t i) const {
  std::array<int64_t, 5> at;
  std::copy(start.begin(), start.end(), at.begin());
  if (isFourRows(mode)) {
    at[0] += int64_t(i * step(0));
    at[1] = start[1 + row];
    return at;
  }
  if (!map.hasColumns()) {
    at[0] += int64_t(i * step(0));
    for (unsigned k = 1; k < map.rank; ++k) {
      at[k] += int64_t(row % count(k) * step(k));
      row /= count(k);
    }
    return at;
  }
  // Pixel by pixel through the bounding box (PTX ISA, 5.5.5): the pixels of a
  // dimension are those from its lower corner on, or from where the copy starts
  // the first time, that are not behind its upper one.
  at[0] += int64_t(i);
  // Behind 128 pixels are those that follow each 32 of them: the first ones of
  // all four, then the second ones (docs/execution.md).
  if (map.kind == TensorBox::W128 && row >= 128)
    row = 32 * ((row - 128) % 4 + 1) + (row - 128) / 4;
  unsigned end = map.isWide() ? 2 : map.rank - 1;
  for (unsigned k = 1; k < end; ++k) {
    int64_t last = int64_t(map.dim[k]) - 1 + map.upper[k - 1];
    int64_t lower = map.lower[k - 1], by = int64_t(step(k));
    // The first one counts even if it lies behind the box.
    uint64_t here = start[k] > last ? 1 : uint64_t((last - start[k]) / by + 1);
    uint64_t later = lower > last ? 1 : uint64_t((last - lower) / by + 1);
    if (row < here) {
      at[k] = start[k] + int64_t(row) * by;
      row = 0;
    } else {
      row -= here;
      at[k] = lower + int64_t(row % later) * by;
      row = 1 + row / later;
    }
  }
  at[map.rank - 1] += int64_t(row);
  for (unsigned k = 1; k < end; ++k)
    at[k] += offsets[k - 1];
  return at;
}

/// Makes the pieces of a box: between global memory and shared memory from
/// `sharedAt` on. False after a fault.
static bool addBox(Warp &w, const Instr &inst, unsigned lane, const Box &box,
                   Space space, uint64_t sharedAt, bool isLoad, Transfer &t) {
  const TensorMap &map = box.map;
  unsigned width = map.elementBytes();
  uint64_t length = box.rowLength(), total = length * box.rows();
  uint64_t bytes = total * width, rowBytes = length * width;
  t.bytes = uint32_t(bytes);
  static constexpr unsigned limits[] = {~0u, 32, 64, 128};
  uint64_t limit = limits[unsigned(map.swizzle)];
  if (rowBytes % 16 || rowBytes > limit) {
    w.launch->fault(w, inst, int(lane),
                    llvm::formatv("a row of the box has {0} bytes, which the "
                                  "swizzle does not allow",
                                  rowBytes));
    return false;
  }
  // A row that is narrower than the swizzle leaves the rest of its line alone
  // (CUDA programming guide, swizzle of the tensor memory accelerator).
  uint64_t pitch = map.swizzle == TensorSwizzle::None ? rowBytes : limit;
  if (pitch != rowBytes && sharedAt % 128) {
    w.launch->fault(
        w, inst, int(lane),
        llvm::formatv("address {0:x} is no multiple of 128 bytes", sharedAt));
    return false;
  }
  // Swizzled bytes do not leave the pattern, which may be larger than the box.
  AccessKind shared = isLoad ? AccessKind::Write : AccessKind::Read;
  AccessKind global = isLoad ? AccessKind::Read : AccessKind::Write;
  if (pitch == rowBytes &&
      !access(w, inst, lane, space, sharedAt, unsigned(bytes), 128, shared))
    return false;
  t.type = typeOf(map.element);
  t.fillBytes = width;
  t.fill = map.fillNaN ? outsideNaN(t.type) : 0;
  for (uint64_t i = 0; i < total; ++i) {
    uint64_t address = map.address;
    bool isInside = true;
    auto x = box.place(i / length, i % length);
    for (unsigned k = 0; k < map.rank; ++k) {
      isInside &= x[k] >= 0 && uint64_t(x[k]) < map.dim[k];
      address += uint64_t(x[k]) * (k ? map.stride[k - 1] : width);
    }
    uint64_t at =
        swizzled(sharedAt + i / length * pitch + i % length * width, map);
    uint8_t *here = access(w, inst, lane, space, at, width, width, shared);
    uint8_t *there = nullptr;
    if (here && isInside)
      there =
          access(w, inst, lane, Space::Global, address, width, width, global);
    if (w.launch->faulted())
      return false;
    if (isLoad)
      t.pieces.push_back({here, there, width});
    else
      t.pieces.push_back({there, here, width});
    // Neighbours in both memories are one piece.
    if (t.pieces.size() < 2)
      continue;
    Piece &last = t.pieces[t.pieces.size() - 2], &now = t.pieces.back();
    auto follows = [&](const uint8_t *a, const uint8_t *b) {
      return a ? b == a + last.bytes : !b;
    };
    if (follows(last.to, now.to) && follows(last.from, now.from)) {
      last.bytes += now.bytes;
      t.pieces.pop_back();
    }
  }
  return true;
}

/// The coordinates of a lane, the innermost first.
static std::array<int32_t, 5> coordinates(Warp &w, const Instr &inst,
                                          unsigned lane, unsigned rank) {
  std::array<int32_t, 5> at = {};
  unsigned first = unsigned(findSource(inst, "coordinates"));
  for (unsigned k = 0; k < rank; ++k)
    at[k] = int32_t(w.in(inst, first + k)[lane]);
  return at;
}

static bool fits(Warp &w, const Instr &inst, unsigned lane,
                 const TensorMap &map, unsigned rank, TensorMode mode) {
  auto bad = [&](std::string what) {
    w.launch->fault(w, inst, int(lane), std::move(what));
    return false;
  };
  if (map.rank != rank)
    return bad(llvm::formatv("the tensor map has {0} dimensions", map.rank));
  TensorBox wanted = TensorBox::Tile;
  if (mode == TensorMode::Im2col || mode == TensorMode::Im2colNoOffs)
    wanted = TensorBox::Im2col;
  else if (mode == TensorMode::Im2colW)
    wanted = TensorBox::W;
  else if (mode == TensorMode::Im2colW128)
    wanted = TensorBox::W128;
  if (map.kind != wanted)
    return bad("the tensor map is for boxes of another kind");
  if (isFourRows(mode) && map.box[1] != 1)
    return bad("four rows want a box of one");
  return true;
}

/// The halo and the offset of a column along one dimension (PTX ISA, 9.7.9.27);
/// false after a fault.
static bool readHalo(Warp &w, const Instr &inst, unsigned lane, Box &box) {
  auto source = unsigned(findSource(inst, "offsets"));
  box.halo = uint16_t(w.in(inst, source)[lane]);
  box.offsets[0] = uint16_t(w.in(inst, source + 1)[lane]);
  const char *wrong = nullptr;
  if (box.halo >= (box.map.kind == TensorBox::W128 ? 32u : 512u))
    wrong = "the halo has too many pixels";
  else if (box.offsets[0] >= 32)
    wrong = "the offset is above 31";
  else if (box.start[1] >= int64_t(box.map.dim[1]) + box.map.upper[0])
    wrong = "the first pixel is on the right of the bounding box";
  if (wrong)
    w.launch->fault(w, inst, int(lane), wrong);
  return !wrong;
}

static void runTensor(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpAsyncBulkTensorModifiers::unpack(inst.mods);
  unsigned rank = unsigned(m.dim);
  Request r = {m.dstSpace,
               m.srcSpace,
               m.completeTx,
               m.multicast,
               m.ctaGroup == ptx::CtaGroup::CtaGroup2,
               findSource(inst, "barrier"),
               findSource(inst, "ctaMask"),
               2};
  bool isLoad = m.completeTx;
  unsigned end = unsigned(findSource(inst, isLoad ? "dst" : "src"));
  int offsets = m.mode == TensorMode::Im2col ? findSource(inst, "offsets") : -1;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto map = loadMap(w, inst, l, 1);
    if (!map || !fits(w, inst, l, *map, rank, m.mode))
      return;
    Box box = {*map, m.mode,
               coordinates(w, inst, l, isFourRows(m.mode) ? 5 : rank)};
    for (unsigned k = 0; offsets >= 0 && k + 2 < rank; ++k)
      box.offsets[k] = uint16_t(w.in(inst, unsigned(offsets) + k)[l]);
    if (map->isWide() && !readHalo(w, inst, l, box))
      return;
    uint64_t end0 = w.in(inst, end)[l] + uint64_t(inst.offset[isLoad ? 0 : 3]);
    start(w, inst, l, r, end0, [&](Space space, uint64_t at) -> TransferRef {
      auto t = std::make_shared<Transfer>();
      if (!addBox(w, inst, l, box, isLoad ? space : spaceOfAsync(r.src), at,
                  isLoad, *t))
        return nullptr;
      return t;
    });
  });
}

static void runReduceTensor(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpReduceAsyncBulkTensorModifiers::unpack(inst.mods);
  unsigned src = unsigned(findSource(inst, "src"));
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto map = loadMap(w, inst, l, 0);
    if (!map || !fits(w, inst, l, *map, unsigned(m.dim), m.mode))
      return;
    Box box = {*map, m.mode, coordinates(w, inst, l, map->rank)};
    auto t = std::make_shared<Transfer>();
    t->reduction = m.op;
    if (addBox(w, inst, l, box, Space::Shared,
               w.in(inst, src)[l] + uint64_t(inst.offset[1]), false, *t))
      startInGroup(w, l, std::move(t));
  });
}

//===----------------------------------------------------------------------===//
// Changes of tensor maps
//===----------------------------------------------------------------------===//

/// PTX ISA 9.7.9.28: one field of the map. (That of the dimensions is one less
/// than they are.)
static void replaceField(TensorMap &map, ptx::TensorMapField field,
                         unsigned dim, uint64_t v) {
  using Field = ptx::TensorMapField;
  switch (field) {
  case Field::GlobalAddress:
    map.address = v;
    break;
  case Field::Rank:
    map.rank = uint8_t(v + 1);
    break;
  case Field::BoxDim:
    map.box[dim] = uint16_t(v);
    break;
  case Field::GlobalDim:
    map.dim[dim] = uint32_t(v);
    break;
  case Field::GlobalStride:
    map.stride[dim] = v;
    break;
  case Field::ElementStride:
    map.step[dim] = uint8_t(v);
    break;
  case Field::Elemtype:
    map.element = TensorElement(v);
    break;
  case Field::InterleaveLayout:
    map.interleave = uint8_t(v);
    break;
  case Field::SwizzleMode:
    map.swizzle = TensorSwizzle(v);
    break;
  case Field::FillMode:
    map.fillNaN = v;
    break;
  case Field::SwizzleAtomicity:
    map.atom = TensorAtom(v);
    break;
  case Field::None:
    break;
  }
}

static void runReplace(Warp &w, const Instr &inst, LaneMask active) {
  using Field = ptx::TensorMapField;
  auto m = ptx::TensormapReplaceModifiers::unpack(inst.mods);
  Space space =
      m.space == ptx::AsyncSpace::None ? Space::None : spaceOfAsync(m.space);
  unsigned dim = unsigned(m.ordinal);
  int value = findSource(inst, "value");
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto bad = [&](const char *what) {
      w.launch->fault(w, inst, int(l), what);
    };
    uint64_t at = w.in(inst, 0)[l] + uint64_t(inst.offset[0]);
    // It reads and writes all of the map.
    uint8_t *p =
        access(w, inst, l, space, at, TensorMap::kBytes, 64, AccessKind::Read);
    if (!p)
      return;
    std::optional<TensorMap> map = TensorMap::unpack(p);
    if (!map || map->hasColumns())
      return bad("there is no tiled tensor map at the address");
    uint64_t v =
        value >= 0 ? w.in(inst, unsigned(value))[l] : uint64_t(m.choice);
    if (m.field == Field::GlobalStride && (dim > 3 || v % 16 || v >> 40))
      return bad("a stride is a multiple of 16 bytes below 2^40, of four "
                 "dimensions");
    if ((m.field == Field::BoxDim && (v < 1 || v > 256)) ||
        (m.field == Field::ElementStride && (v < 1 || v > 8)) ||
        (m.field == Field::GlobalDim && v < 1) ||
        (m.field == Field::Rank && v > 4))
      return bad("the value is outside of what the field holds");
    replaceField(*map, m.field, dim, v);
    uint8_t fresh[TensorMap::kBytes];
    map->pack(fresh);
    if (access(w, inst, l, space, at, TensorMap::kBytes, 64, AccessKind::Write,
               false, fresh))
      memcpy(p, fresh, sizeof(fresh));
  });
}

/// A copy of 128 bytes; what other threads see of it needs no fence here.
static void runCopyMap(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::TensormapCpFenceproxyModifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *to = access(w, inst, l, spaceOfAsync(m.dstSpace),
                         w.in(inst, 0)[l] + uint64_t(inst.offset[0]), 128, 128,
                         AccessKind::Write);
    const uint8_t *from = access(w, inst, l, spaceOfAsync(m.srcSpace),
                                 w.in(inst, 1)[l] + uint64_t(inst.offset[1]),
                                 128, 128, AccessKind::Read);
    if (to && from)
      memcpy(to, from, 128);
  });
}

static void runHint(Warp &, const Instr &, LaneMask) {}

bool interp::bindTensorCopy(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::CpAsyncBulkTensor:
    inst.run = runTensor;
    return true;
  case Opcode::CpReduceAsyncBulkTensor:
    inst.run = runReduceTensor;
    return true;
  case Opcode::TensormapReplace:
    inst.run = runReplace;
    return true;
  case Opcode::TensormapCpFenceproxy:
    inst.run = runCopyMap;
    return true;
  case Opcode::CpAsyncBulkPrefetchTensor:
    inst.run = runHint;
    return true;
  default:
    return false;
  }
}

//===- Wmma.cpp - Lowering of wmma ----------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the elements of a fragment are is the implementation's choice: here
// they are where the matrix instructions want them. With g = lane / 4 and
// t = lane % 4, a register of a factor has some neighbouring elements along the
// depth k, by t, of line g of its block of 8 lines; a pair of accumulators has
// two neighbouring columns, by t, of row g. The instructions take 16 rows of a
// and 8 columns of b: where the matrix has 8 rows and 32 columns, all is
// computed transposed, with the factors exchanged.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "HalfEmit.h"
#include "MatrixEmit.h"
#include "MemoryAccess.h"
#include "ptx-mlir/Dialect/CodeMarks.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::WmmaShape;
using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

namespace {

enum class Role { A, B, C };

/// Where a register of a fragment begins: its line is `g` plus that of the
/// lane, its first element along the other direction `t` plus that of the lane.
struct Place {
  unsigned g, t;
};

/// A fragment in memory order.
struct Fragment {
  /// One per register that is not a copy, of accumulators one per pair.
  SmallVector<Place> places;
  /// Elements that a lane has side by side.
  unsigned perLane;
  unsigned bits;  ///< of an element
  bool isLineRow; ///< lines are rows of the matrix
  unsigned rows, columns;
};

} // namespace

static bool isTransposed(WmmaShape shape) {
  return shape == WmmaShape::M8n32k16;
}

static Fragment getFragment(Role role, WmmaShape shape, DataType type) {
  Fragment f;
  unsigned m = 8, n = 8, k;
  switch (shape) {
  case WmmaShape::M16n16k16:
    m = n = k = 16;
    break;
  case WmmaShape::M8n32k16:
    n = 32;
    k = 16;
    break;
  case WmmaShape::M32n8k16:
    m = 32;
    k = 16;
    break;
  case WmmaShape::M16n16k8:
    m = n = 16;
    k = 8;
    break;
  case WmmaShape::M8n8k4:
    k = 4;
    break;
  case WmmaShape::M8n8k32:
    k = 32;
    break;
  default:
    k = 128;
    break;
  }
  f.bits = ptx::getBitWidth(type);
  f.rows = role == Role::B ? k : m;
  f.columns = role == Role::A ? k : n;
  bool isExchanged = isTransposed(shape);
  if (role == Role::C) {
    f.perLane = 2;
    f.isLineRow = !isExchanged;
    unsigned lines = isExchanged ? n : m, others = isExchanged ? m : n;
    for (unsigned t = 0; t != others; t += 8)
      for (unsigned g = 0; g != lines; g += 8)
        f.places.push_back({g, t});
    return f;
  }
  f.perLane = std::max(1u, 32 / f.bits);
  f.isLineRow = role == Role::A;
  unsigned lines = role == Role::A ? m : n, step = 4 * f.perLane;
  // The instruction's first factor has blocks of 16 lines, both halves of
  // which come before the next depth.
  bool isFirst = (role == Role::A) != isExchanged && lines >= 16;
  unsigned block = isFirst ? 16 : 8;
  for (unsigned line = 0; line != lines; line += block)
    for (unsigned depth = 0; depth != k; depth += step)
      for (unsigned half = 0; half != block; half += 8)
        f.places.push_back({line + half, depth});
  return f;
}

namespace {

/// Moves a fragment between registers and memory.
class FragmentAccess {
public:
  FragmentAccess(FuncLowering &l, const Fragment &f, ptx::MatrixLayout layout,
                 ptx::Space space, Value ptxAddress, int64_t offset,
                 Value ptxStride);

  SmallVector<Value> loadFactor();
  SmallVector<Value> loadSum();
  void storeSum(ArrayRef<Value> registers);

private:
  /// The address of the element `e` behind a place.
  Address at(Place place, unsigned e);
  Address plus(Value base, Value scaled, int64_t bytes);
  Value load(Address address, MemType type);
  void store(Address address, MemType type, Value data);
  unsigned bytes(unsigned count) const { return f.bits * count / 8; }
  static MemType getType(unsigned bits) {
    return bits == 8    ? MemType::U8
           : bits == 16 ? MemType::U16
           : bits == 32 ? MemType::B32
           : bits == 64 ? MemType::B64
                        : MemType::B128;
  }

  FuncLowering &l;
  const Fragment &f;
  ptx::Space space;
  bool isContiguous; ///< a lane's neighbours are neighbours in memory
  Value lane;        ///< address of the lane's place {0, 0}
  Value stride;      ///< of rows or columns, in elements
};

} // namespace

FragmentAccess::FragmentAccess(FuncLowering &l, const Fragment &f,
                               ptx::MatrixLayout layout, ptx::Space space,
                               Value ptxAddress, int64_t offset,
                               Value ptxStride)
    : l(l), f(f), space(space) {
  bool byRow = layout == ptx::MatrixLayout::Row;
  isContiguous = f.isLineRow == byRow;
  stride = ptxStride ? l.get(ptxStride) : l.imm(byRow ? f.columns : f.rows);
  Address address = getAddress(l, ptxAddress, offset, space);
  Value id = l.specialRegister(isa::SpecialReg::LANEID);
  Value g = l.shr(id, l.imm(2), /*isSigned=*/false);
  Value t = l.imul(l.band(id, l.imm(3)), l.imm(f.perLane));
  Value major = isContiguous ? g : t, minor = isContiguous ? t : g;
  Value elements = l.imad(major, stride, minor);
  // Elements below a byte have whole bytes along the contiguous direction.
  Value shift = f.bits >= 8
                    ? l.imul(elements, l.imm(f.bits / 8))
                    : l.shr(elements, l.imm(f.bits == 4 ? 1 : 3), false);
  lane = plus(address.value, shift, address.offset).value;
}

/// base + scaled + bytes, the last as a constant of the address.
Address FragmentAccess::plus(Value base, Value scaled, int64_t bytes) {
  if (!scaled)
    return fitOffset(l, {base, bytes}, /*bits=*/24);
  Value sum = ori::getWidth(base.getType()) == 1
                  ? l.iadd(base, scaled)
                  : l.add64(base, l.combine({scaled, l.zero()}));
  if (!bytes)
    return {sum, 0};
  return ori::getWidth(sum.getType()) == 1
             ? Address{l.iadd(sum, l.imm(uint32_t(bytes))), 0}
             : Address{l.add64(sum, l.imm64(uint64_t(bytes))), 0};
}

Address FragmentAccess::at(Place place, unsigned e) {
  unsigned major = isContiguous ? place.g : place.t + e;
  unsigned minor = isContiguous ? place.t + e : place.g;
  int64_t offset = int64_t(minor) * f.bits / 8;
  if (!major)
    return plus(lane, Value(), offset);
  if (std::optional<uint64_t> known = l.getConstant(stride))
    return plus(lane, Value(),
                offset + int64_t(major * uint32_t(*known)) * f.bits / 8);
  Value scaled = f.bits >= 8 ? l.imul(stride, l.imm(major * f.bits / 8))
                             : l.shr(l.imul(stride, l.imm(major)),
                                     l.imm(f.bits == 4 ? 1 : 3), false);
  Address address = plus(lane, scaled, 0);
  address.offset = offset;
  return address;
}

Value FragmentAccess::load(Address address, MemType type) {
  Opcode opcode = space == ptx::Space::Shared   ? Opcode::LDS
                  : space == ptx::Space::Global ? Opcode::LDG
                                                : Opcode::LD;
  SmallVector<Value, 3> sources = {address.value};
  if (space == ptx::Space::Shared)
    sources.push_back(l.urz());
  else
    sources.append({l.descriptor(), l.pt()});
  return l.value(
      opcode, sources,
      getAccessMods(opcode, type, address.offset, isa::MemOrder::Weak));
}

void FragmentAccess::store(Address address, MemType type, Value data) {
  Opcode opcode = space == ptx::Space::Shared   ? Opcode::STS
                  : space == ptx::Space::Global ? Opcode::STG
                                                : Opcode::ST;
  Value second = space == ptx::Space::Shared ? l.urz() : l.descriptor();
  l.inst(opcode, {address.value, second, data},
         getAccessMods(opcode, type, address.offset, isa::MemOrder::Weak));
}

SmallVector<Value> FragmentAccess::loadFactor() {
  SmallVector<Value> registers;
  for (Place place : f.places) {
    if (isContiguous || f.perLane == 1) {
      registers.push_back(load(at(place, 0), getType(std::max(32u, f.bits))));
      continue;
    }
    SmallVector<Value> elements;
    for (unsigned e = 0; e != f.perLane; ++e)
      elements.push_back(load(at(place, e), getType(f.bits)));
    if (f.bits == 16) {
      registers.push_back(packHalves(l, elements[0], elements[1]));
      continue;
    }
    Value low = l.prmt(elements[0], l.imm(0x0040), elements[1]);
    Value high = l.prmt(elements[2], l.imm(0x0040), elements[3]);
    registers.push_back(packHalves(l, low, high));
  }
  return registers;
}

/// Accumulators: pairs of halves are one register.
SmallVector<Value> FragmentAccess::loadSum() {
  SmallVector<Value> registers;
  unsigned width = f.bits == 64 ? 2 : 1;
  for (Place place : f.places) {
    if (isContiguous) {
      Value pair = load(at(place, 0), getType(2 * f.bits));
      if (f.bits == 16) {
        registers.push_back(pair);
        continue;
      }
      registers.push_back(l.part(pair, 0, width));
      registers.push_back(l.part(pair, width, width));
      continue;
    }
    Value first = load(at(place, 0), getType(f.bits));
    Value second = load(at(place, 1), getType(f.bits));
    if (f.bits == 16) {
      registers.push_back(packHalves(l, first, second));
      continue;
    }
    registers.append({first, second});
  }
  return registers;
}

void FragmentAccess::storeSum(ArrayRef<Value> registers) {
  bool areHalves = f.bits == 16;
  for (auto [i, place] : llvm::enumerate(f.places)) {
    Value first = registers[areHalves ? i : 2 * i];
    Value second =
        areHalves ? l.shr(first, l.imm(16), false) : registers[2 * i + 1];
    if (isContiguous) {
      store(at(place, 0), getType(2 * f.bits),
            areHalves ? first : combineWords(l, {first, second}));
      continue;
    }
    store(at(place, 0), getType(f.bits), first);
    store(at(place, 1), getType(f.bits), second);
  }
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Gathers the threads for accesses that look like those of single threads.
static void gather(FuncLowering &l, Operation *op) {
  l.warpSync(op)->setAttr(kUnlistedSyncAttr, l.builder.getUnitAttr());
}

template <typename OpT, Role role>
static LogicalResult lowerLoad(FuncLowering &l, OpT op) {
  l.markKernel(kUsesWmmaAttr);
  Fragment f = getFragment(role, op.getShape(), op.getDataType());
  gather(l, op);
  SmallVector<Value> values = emitGuardedValues(l, op, [&] {
    FragmentAccess access(l, f, op.getLayout(), op.getSpace(), op.getAddress(),
                          op.getOffset(), op.getStride());
    return role == Role::C ? access.loadSum() : access.loadFactor();
  });
  // Halves have their elements more than once.
  unsigned distinct = values.size();
  for (unsigned i = distinct; i < op->getNumResults(); ++i)
    values.push_back(values[i % distinct]);
  l.setResults(op, values);
  return success();
}

static LogicalResult lowerStore(FuncLowering &l, ptx::WmmaStoreDOp op) {
  l.markKernel(kUsesWmmaAttr);
  Fragment f = getFragment(Role::C, op.getShape(), op.getDataType());
  SmallVector<Value> values;
  for (Value v : op.getValues())
    values.push_back(l.get(v));
  gather(l, op);
  emitUnderGuard(l, op, [&] {
    FragmentAccess access(l, f, op.getLayout(), op.getSpace(), op.getAddress(),
                          op.getOffset(), op.getStride());
    access.storeSum(values);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static LogicalResult lowerProduct(FuncLowering &l, ptx::WmmaMmaOp op) {
  l.markKernel(kUsesWmmaAttr);
  WmmaShape shape = op.getShape();
  // Halves name the types of d and c only.
  bool areHalves = op.getBType() == DataType::None;
  MatrixProduct product;
  product.aType = areHalves ? DataType::F16 : op.getAType();
  product.bType = areHalves ? DataType::F16 : op.getBType();
  product.cType = areHalves ? op.getAType() : op.getCType();
  product.dType = op.getDataType();
  product.bitOp = op.getBitOp();
  product.saturates = op.getSatfinite();
  if (op.getRounding() != ptx::Rounding::None)
    product.rounding = getRound(op.getRounding());
  switch (shape) {
  case WmmaShape::M8n8k4:
    product.shape = ptx::MmaShape::M8n8k4;
    break;
  case WmmaShape::M8n8k32:
    product.shape = ptx::MmaShape::M8n8k32;
    break;
  case WmmaShape::M8n8k128:
    product.shape = ptx::MmaShape::M8n8k128;
    break;
  case WmmaShape::M16n16k8:
    product.shape = ptx::MmaShape::M16n8k8;
    break;
  default:
    product.shape = ptx::MmaShape::M16n8k16;
    break;
  }
  auto getAll = [&](ValueRange ptxValues) {
    SmallVector<Value> values;
    for (Value v : ptxValues)
      values.push_back(l.get(v));
    return values;
  };
  SmallVector<Value> a = getAll(op.getA()), b = getAll(op.getB()),
                     c = getAll(op.getC());
  // Copies of halves do not count.
  a.resize(std::min(a.size(),
                    getFragment(Role::A, shape, product.aType).places.size()));
  b.resize(std::min(b.size(),
                    getFragment(Role::B, shape, product.bType).places.size()));
  bool isExchanged = isTransposed(shape);
  if (isExchanged) {
    std::swap(a, b);
    std::swap(product.aType, product.bType);
  }
  // The instruction takes 16 lines of a, 8 of b; tiles follow each other along
  // one of them.
  unsigned tiles = 1;
  if (shape == WmmaShape::M16n16k16 || shape == WmmaShape::M16n16k8 ||
      shape == WmmaShape::M32n8k16 || isExchanged)
    tiles = 2;
  bool alongA = isExchanged || shape == WmmaShape::M32n8k16;
  auto tileOf = [&](ArrayRef<Value> values, unsigned i, bool isSplit) {
    unsigned size = values.size() / (isSplit ? tiles : 1);
    return l.combine(ValueRange(values.slice(isSplit ? i * size : 0, size)));
  };
  l.warpSync(op);
  SmallVector<Value> results;
  for (unsigned i = 0; i != tiles; ++i) {
    Value d = emitProduct(l, op, product, tileOf(a, i, alongA),
                          tileOf(b, i, !alongA), tileOf(c, i, true));
    if (!d)
      return l.unsupported(op, "'wmma.mma' of this shape and type");
    unsigned count = op->getNumResults() / tiles;
    unsigned width = ori::getWidth(d.getType()) / count;
    for (unsigned k = 0; k != count; ++k)
      results.push_back(l.part(d, k * width, width));
  }
  l.setResults(op, results);
  return success();
}

void ptxtoori::registerWmmaLowerings(HandlerTable &table) {
  table.add<ptx::WmmaLoadAOp, lowerLoad<ptx::WmmaLoadAOp, Role::A>>();
  table.add<ptx::WmmaLoadBOp, lowerLoad<ptx::WmmaLoadBOp, Role::B>>();
  table.add<ptx::WmmaLoadCOp, lowerLoad<ptx::WmmaLoadCOp, Role::C>>();
  table.add<ptx::WmmaStoreDOp, lowerStore>();
  table.add<ptx::WmmaMmaOp, lowerProduct>();
}

//===- Surface.cpp - Lowering of surface accesses -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operands are was observed on ptxas 13.0.88.
//
//===----------------------------------------------------------------------===//

#include "ImageHandles.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::Geometry;
using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

static std::optional<isa::SurfDim> getSurfDim(Geometry geometry) {
  switch (geometry) {
  case Geometry::N1d:
    return isa::SurfDim::D1;
  case Geometry::N2d:
    return isa::SurfDim::D2;
  case Geometry::N3d:
    return isa::SurfDim::D3;
  case Geometry::A1d:
    return isa::SurfDim::Array1;
  case Geometry::A2d:
    return isa::SurfDim::Array2;
  default:
    return std::nullopt;
  }
}

/// The coordinates, the layer behind them.
static Value getSurfCoords(FuncLowering &l, Geometry geometry,
                           ValueRange ptxCoords) {
  SmallVector<Value> coords;
  unsigned first = isArray(geometry);
  for (unsigned i = 0; i != getNumCoords(geometry); ++i)
    coords.push_back(l.get(ptxCoords[first + i]));
  if (first)
    coords.push_back(l.get(ptxCoords[0]));
  return l.combine(coords);
}

static isa::SurfClamp getClamp(ptx::SurfaceClamp clamp) {
  return clamp == ptx::SurfaceClamp::Zero    ? isa::SurfClamp::IGN
         : clamp == ptx::SurfaceClamp::Clamp ? isa::SurfClamp::Clamp
                                             : isa::SurfClamp::TRAP;
}

/// Cached by the SM unless the text says otherwise.
static isa::MemOrder getSurfOrder(ptx::CacheOp cacheOp) {
  switch (cacheOp) {
  case ptx::CacheOp::Cg:
  case ptx::CacheOp::Cv:
  case ptx::CacheOp::Wt:
    return isa::MemOrder::StrongSYS;
  default:
    return isa::MemOrder::StrongSM;
  }
}
static isa::Evict getSurfEvict(ptx::CacheOp cacheOp) {
  return cacheOp == ptx::CacheOp::Cs ? isa::Evict::EF : isa::Evict::Normal;
}

static LogicalResult lowerSuld(FuncLowering &l, ptx::SuldBOp op) {
  unsigned bits = ptx::getBitWidth(op.getDataType()), n = op->getNumResults();
  std::optional<isa::SurfDim> dim = getSurfDim(op.getGeometry());
  std::optional<MemType> type = getRawMemType(bits * n);
  if (!dim || !type)
    return l.unsupported(op, "'suld' of this form");
  ImageHandle handle(l, op.getSurface());
  Value coords = getSurfCoords(l, op.getGeometry(), op.getCoords());
  uint64_t mods = isa::SULD_D::ba.set(isa::SULD_D::kDefaultMods, 1);
  mods = isa::SULD_D::dim.set(mods, uint64_t(*dim));
  mods = isa::SULD_D::type.set(mods, uint64_t(*type));
  mods = isa::SULD_D::order.set(mods, uint64_t(getSurfOrder(op.getCacheOp())));
  mods = isa::SULD_D::evict.set(mods, uint64_t(getSurfEvict(op.getCacheOp())));
  mods = isa::SULD_D::clamp.set(mods, uint64_t(getClamp(op.getClamp())));
  mods = handle.setPlace(Opcode::SULD_D, mods);
  SmallVector<Value> loaded = handle.emit(op, [&]() -> SmallVector<Value> {
    return {l.inst(Opcode::SULD_D,
                   {coords, handle.getRegisterOrZero(), handle.getUniform(1),
                    l.urz()},
                   mods)
                ->getResult(isa::SULD_D::kD)};
  });
  SmallVector<Value> elements;
  splitLoaded(l, loaded[0], op.getDataType(), op->getResultTypes(), elements);
  l.setResults(op, elements);
  return success();
}

/// SUST.D, SUST.P or SURED.D of `data`.
static LogicalResult emitStore(FuncLowering &l, Operation *op, Opcode opcode,
                               Value ptxSurface, Value coords, Value data,
                               uint64_t mods) {
  ImageHandle handle(l, ptxSurface);
  mods = handle.setPlace(opcode, mods);
  handle.emit(op, [&]() -> SmallVector<Value> {
    l.inst(opcode,
           {coords, data, handle.getRegisterOrZero(), handle.getUniform(1),
            l.urz()},
           mods);
    return {};
  });
  return success();
}

static LogicalResult lowerSustB(FuncLowering &l, ptx::SustBOp op) {
  SmallVector<Value> values;
  for (Value v : op.getValues())
    values.push_back(l.get(v));
  unsigned bits = ptx::getBitWidth(op.getDataType());
  std::optional<isa::SurfDim> dim = getSurfDim(op.getGeometry());
  std::optional<MemType> type = getRawMemType(bits * values.size());
  if (!dim || !type)
    return l.unsupported(op, "'sust' of this form");
  uint64_t mods = isa::SUST_D::ba.set(isa::SUST_D::kDefaultMods, 1);
  mods = isa::SUST_D::dim.set(mods, uint64_t(*dim));
  mods = isa::SUST_D::type.set(mods, uint64_t(*type));
  mods = isa::SUST_D::order.set(mods, uint64_t(getSurfOrder(op.getCacheOp())));
  mods = isa::SUST_D::evict.set(mods, uint64_t(getSurfEvict(op.getCacheOp())));
  mods = isa::SUST_D::clamp.set(mods, uint64_t(getClamp(op.getClamp())));
  return emitStore(l, op, Opcode::SUST_D, op.getSurface(),
                   getSurfCoords(l, op.getGeometry(), op.getCoords()),
                   joinStored(l, op.getDataType(), values), mods);
}

static LogicalResult lowerSustP(FuncLowering &l, ptx::SustPOp op) {
  SmallVector<Value> values;
  for (Value v : op.getValues())
    values.push_back(l.get(v));
  std::optional<isa::SurfDim> dim = getSurfDim(op.getGeometry());
  if (!dim)
    return l.unsupported(op, "'sust' of this form");
  uint64_t mods = isa::SUST_P::kDefaultMods;
  mods = isa::SUST_P::dim.set(mods, uint64_t(*dim));
  mods = isa::SUST_P::mask.set(
      mods, uint64_t(values.size() == 1   ? isa::SurfMask::R
                     : values.size() == 2 ? isa::SurfMask::RG
                                          : isa::SurfMask::RGBA));
  mods = isa::SUST_P::clamp.set(mods, uint64_t(getClamp(op.getClamp())));
  return emitStore(l, op, Opcode::SUST_P, op.getSurface(),
                   getSurfCoords(l, op.getGeometry(), op.getCoords()),
                   l.combine(values), mods);
}

template <typename OpT>
static LogicalResult lowerSured(FuncLowering &l, OpT op, bool countsBytes) {
  DataType type = op.getDataType();
  bool isWide = ptx::getBitWidth(type) == 64, isSigned = ptx::isSigned(type);
  std::optional<isa::SurfDim> dim = getSurfDim(op.getGeometry());
  if (!dim)
    return l.unsupported(op, "'sured' of this form");
  isa::SuredOp kind = op.getOp() == ptx::AtomicOp::Add   ? isa::SuredOp::ADD
                      : op.getOp() == ptx::AtomicOp::Min ? isa::SuredOp::MIN
                      : op.getOp() == ptx::AtomicOp::Max ? isa::SuredOp::MAX
                      : op.getOp() == ptx::AtomicOp::And ? isa::SuredOp::AND
                                                         : isa::SuredOp::OR;
  isa::SuredType suredType =
      isWide ? (isSigned ? isa::SuredType::S64 : isa::SuredType::U64)
             : (isSigned ? isa::SuredType::S32 : isa::SuredType::U32);
  // The format says whether its numbers have signs.
  bool compares = kind == isa::SuredOp::MIN || kind == isa::SuredOp::MAX;
  if (!countsBytes && compares)
    suredType = isWide ? isa::SuredType::SD64 : isa::SuredType::SD32;
  uint64_t mods = isa::SURED_D::ba.set(isa::SURED_D::kDefaultMods, countsBytes);
  mods = isa::SURED_D::dim.set(mods, uint64_t(*dim));
  mods = isa::SURED_D::op.set(mods, uint64_t(kind));
  mods = isa::SURED_D::type.set(mods, uint64_t(suredType));
  mods = isa::SURED_D::clamp.set(mods, uint64_t(getClamp(op.getClamp())));
  Value data = l.part(l.get(op.getValue()), 0, isWide ? 2 : 1);
  return emitStore(l, op, Opcode::SURED_D, op.getSurface(),
                   getSurfCoords(l, op.getGeometry(), op.getCoords()), data,
                   mods);
}
static LogicalResult lowerSuredB(FuncLowering &l, ptx::SuredBOp op) {
  return lowerSured(l, op, /*countsBytes=*/true);
}
static LogicalResult lowerSuredP(FuncLowering &l, ptx::SuredPOp op) {
  return lowerSured(l, op, /*countsBytes=*/false);
}

void ptxtoori::registerSurfaceLowerings(HandlerTable &table) {
  table.add<ptx::SuldBOp, lowerSuld>();
  table.add<ptx::SustBOp, lowerSustB>();
  table.add<ptx::SustPOp, lowerSustP>();
  table.add<ptx::SuredBOp, lowerSuredB>();
  table.add<ptx::SuredPOp, lowerSuredP>();
}

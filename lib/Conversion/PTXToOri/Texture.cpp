//===- Texture.cpp - Lowering of textures and surfaces --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By handles in registers: from sm_90 on an instruction has the handle in a
// uniform register, so that threads with different handles take turns. What the
// operands are was observed on ptxas 13.0.88, sm_90.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "HalfEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::Geometry;
using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether the instructions take handles in uniform registers; before sm_90
/// these are in registers or in constant banks.
static bool hasUniformHandles(FuncLowering &l) {
  return l.module.target->hasClusters();
}

/// The low word of a handle, which names the texture and its sampler, or the
/// surface; none where the PTX names a variable.
static Value getHandle(FuncLowering &l, Value ptxHandle) {
  if (!ptxHandle || ptxHandle.getDefiningOp<ptx::AddressOfOp>())
    return Value();
  return l.lo(l.get(ptxHandle));
}

static LogicalResult refuseVariable(FuncLowering &l, Operation *op) {
  return l.unsupported(op, "a texture or surface variable");
}

/// `body` with the handle in a uniform register, under the guard of `op`.
static SmallVector<Value>
emitWithHandle(FuncLowering &l, Operation *op, Value handle,
               llvm::function_ref<SmallVector<Value>(Value)> body) {
  auto emit = [&] { return body(toUniform(l, handle)); };
  return isAlike(handle) ? emitGuardedValues(l, op, emit)
                         : emitThreadByThreadValues(l, op, emit);
}

/// How many coordinates a geometry has besides the index of a layer.
static unsigned getNumCoords(Geometry geometry) {
  switch (geometry) {
  case Geometry::A1d:
  case Geometry::N1d:
    return 1;
  case Geometry::A2d:
  case Geometry::N2d:
    return 2;
  default:
    return 3;
  }
}
static bool isArray(Geometry geometry) {
  return geometry == Geometry::A1d || geometry == Geometry::A2d ||
         geometry == Geometry::Acube;
}
static bool isCube(Geometry geometry) {
  return geometry == Geometry::Cube || geometry == Geometry::Acube;
}
static bool hasSamples(Geometry geometry) {
  return geometry == Geometry::N2dms || geometry == Geometry::A2dms;
}

/// The layer that an unsigned index names; there are no more than 2^16.
static Value clampLayer(FuncLowering &l, Value index) {
  Value last = l.imm(0xffff);
  return l.select(l.isetp(isa::ICmp::GT, index, last, /*isSigned=*/false), last,
                  index);
}

//===----------------------------------------------------------------------===//
// Fetches
//===----------------------------------------------------------------------===//

static std::optional<isa::TexDim> getTexDim(Geometry geometry, bool areFloats) {
  switch (geometry) {
  // Without layers filtered fetches of one dimension are of two, the second 0.
  case Geometry::N1d:
    return areFloats ? isa::TexDim::D2 : isa::TexDim::D1;
  case Geometry::A1d:
    return isa::TexDim::Array1;
  case Geometry::N2d:
    return isa::TexDim::D2;
  case Geometry::A2d:
    return isa::TexDim::Array2;
  case Geometry::N3d:
    return isa::TexDim::D3;
  case Geometry::Cube:
    return isa::TexDim::Cube;
  case Geometry::Acube:
    return isa::TexDim::ArrayCube;
  default:
    return std::nullopt;
  }
}

/// The registers of the coordinates: the layer first. Those of a cube are
/// divided by the largest of them.
static Value getCoords(FuncLowering &l, Geometry geometry, ValueRange ptxCoords,
                       bool areFloats) {
  SmallVector<Value> coords;
  unsigned first = isArray(geometry);
  for (unsigned i = 0; i != getNumCoords(geometry); ++i)
    coords.push_back(l.get(ptxCoords[first + i]));
  if (isCube(geometry)) {
    auto larger = [&](FloatSource a, FloatSource b) {
      return emitFloatOp(l, Opcode::FMNMX, {a, b, l.pt(false)},
                         isa::FMNMX::kDefaultMods)
          ->getResult(0);
    };
    Value most = larger(FloatSource(coords[0]).magnitude(),
                        FloatSource(coords[1]).magnitude());
    most = larger(FloatSource(coords[2]).magnitude(), most);
    Value scale = mufu(l, isa::MufuOp::RCP, most);
    for (Value &coord : coords)
      coord = fmul(l, coord, scale);
  }
  if (areFloats && geometry == Geometry::N1d)
    coords.push_back(l.zero());
  if (first)
    coords.insert(coords.begin(), clampLayer(l, l.get(ptxCoords[0])));
  return l.combine(coords);
}

/// Four words as the results of a fetch: halves in pairs where these are meant.
static SmallVector<Value> deliver(FuncLowering &l, Operation *op, DataType type,
                                  Value first, Value second) {
  SmallVector<Value> words = {l.part(first, 0), l.part(first, 1),
                              l.part(second, 0), l.part(second, 1)};
  if (type == DataType::F16)
    for (Value &word : words)
      word = f32ToHalf(l, word, /*bf16=*/false, isa::Round::RN);
  if (type == DataType::F16x2) {
    for (unsigned i = 0; i != 2; ++i)
      words[i] =
          l.value(Opcode::F2FP, {words[2 * i + 1], words[2 * i], l.zero()},
                  isa::F2FP::kind.set(isa::F2FP::kDefaultMods,
                                      uint64_t(isa::F2FPKind::F16_F32)));
    words.resize(2);
  }
  return words;
}

static LogicalResult lowerTex(FuncLowering &l, ptx::TexOp op) {
  Geometry geometry = op.getGeometry();
  bool areFloats = op.getSrcType() == DataType::F32;
  std::optional<isa::TexDim> dim = getTexDim(geometry, areFloats);
  if (!dim || hasSamples(geometry) || op.getMip() == ptx::MipMode::Grad ||
      op.getHasOffsets() || op.getHasReference() || op.getHasSampler() ||
      op->getNumResults() > 4 || !hasUniformHandles(l) ||
      (op.getDataType() == DataType::F16x2) != (op->getNumResults() == 2))
    return l.unsupported(op, "'tex' of this form");
  Value handle = getHandle(l, op.getTexture());
  if (!handle)
    return refuseVariable(l, op);
  Value coords = getCoords(l, geometry, op.getCoords(), areFloats);
  // Where no level is given it is the first one: a number below all levels.
  constexpr uint32_t kFirstLevel = 0xc2000000;
  bool hasLevel = op.getMip() == ptx::MipMode::Level;
  Value lod = hasLevel    ? l.get(op.getLod())
              : areFloats ? l.imm(kFirstLevel)
                          : l.zero();
  SmallVector<Value> words =
      emitWithHandle(l, op, handle, [&](Value uniform) -> SmallVector<Value> {
        Value ur = combineUniform(l, {uniform, l.urz()});
        Operation *fetch;
        if (areFloats) {
          uint64_t mods =
              isa::TEX::dim.set(isa::TEX::kDefaultMods, uint64_t(*dim));
          mods = isa::TEX::lod.set(mods, uint64_t(isa::TexLod::LL));
          fetch = l.inst(Opcode::TEX, {coords, lod, ur, l.urz(2)}, mods);
          return {fetch->getResult(isa::TEX::kD),
                  fetch->getResult(isa::TEX::kD2)};
        }
        uint64_t mods =
            isa::TLD::dim.set(isa::TLD::kDefaultMods, uint64_t(*dim));
        mods = isa::TLD::lod.set(
            mods, uint64_t(hasLevel ? isa::TldLod::LL : isa::TldLod::LZ));
        mods = isa::TLD::cl.set(mods, hasLevel);
        fetch = l.inst(Opcode::TLD,
                       {coords, hasLevel ? lod : l.zero(), ur, l.urz(2)}, mods);
        return {fetch->getResult(isa::TLD::kD),
                fetch->getResult(isa::TLD::kD2)};
      });
  l.setResults(op, deliver(l, op, op.getDataType(), words[0], words[1]));
  return success();
}

static LogicalResult lowerTld4(FuncLowering &l, ptx::Tld4Op op) {
  Geometry geometry = op.getGeometry();
  std::optional<isa::TexDim> dim = getTexDim(geometry, /*areFloats=*/true);
  if (!dim || op.getHasOffsets() || op.getHasReference() ||
      op.getHasSampler() || !hasUniformHandles(l) || op->getNumResults() != 4)
    return l.unsupported(op, "'tld4' of this form");
  Value handle = getHandle(l, op.getTexture());
  if (!handle)
    return refuseVariable(l, op);
  Value coords = getCoords(l, geometry, op.getCoords(), /*areFloats=*/true);
  SmallVector<Value> words =
      emitWithHandle(l, op, handle, [&](Value uniform) -> SmallVector<Value> {
        Value ur = combineUniform(l, {uniform, l.urz()});
        uint64_t mods =
            isa::TLD4::dim.set(isa::TLD4::kDefaultMods, uint64_t(*dim));
        mods = isa::TLD4::component.set(
            mods, uint64_t(op.getComponent()) - uint64_t(ptx::TexComponent::R));
        Operation *fetch =
            l.inst(Opcode::TLD4, {coords, l.zero(), ur, l.urz(2)}, mods);
        return {fetch->getResult(isa::TLD4::kD),
                fetch->getResult(isa::TLD4::kD2)};
      });
  l.setResults(op, deliver(l, op, op.getDataType(), words[0], words[1]));
  return success();
}

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

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
  if (!dim || !type || !hasUniformHandles(l))
    return l.unsupported(op, "'suld' of this form");
  Value handle = getHandle(l, op.getSurface());
  if (!handle)
    return refuseVariable(l, op);
  Value coords = getSurfCoords(l, op.getGeometry(), op.getCoords());
  uint64_t mods = isa::SULD_D::ba.set(isa::SULD_D::kDefaultMods, 1);
  mods = isa::SULD_D::dim.set(mods, uint64_t(*dim));
  mods = isa::SULD_D::type.set(mods, uint64_t(*type));
  mods = isa::SULD_D::order.set(mods, uint64_t(getSurfOrder(op.getCacheOp())));
  mods = isa::SULD_D::evict.set(mods, uint64_t(getSurfEvict(op.getCacheOp())));
  mods = isa::SULD_D::clamp.set(mods, uint64_t(getClamp(op.getClamp())));
  SmallVector<Value> loaded =
      emitWithHandle(l, op, handle, [&](Value uniform) -> SmallVector<Value> {
        return {
            l.inst(Opcode::SULD_D, {coords, l.zero(), uniform, l.urz()}, mods)
                ->getResult(isa::SULD_D::kD)};
      });
  SmallVector<Value> elements;
  splitLoaded(l, loaded[0], op.getDataType(), op->getResultTypes(), elements);
  l.setResults(op, elements);
  return success();
}

/// SUST.D or SUST.P of `data`.
static LogicalResult emitStore(FuncLowering &l, Operation *op, Opcode opcode,
                               Value ptxSurface, Value coords, Value data,
                               uint64_t mods) {
  Value handle = getHandle(l, ptxSurface);
  if (!handle)
    return refuseVariable(l, op);
  emitWithHandle(l, op, handle, [&](Value uniform) -> SmallVector<Value> {
    l.inst(opcode, {coords, data, l.zero(), uniform, l.urz()}, mods);
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
  if (!dim || !type || !hasUniformHandles(l))
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
  if (!dim || !hasUniformHandles(l))
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
  // What `.b64` of a formatted surface means is the format's to say.
  if (!dim || (isWide && !countsBytes) || !hasUniformHandles(l))
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
    suredType = isa::SuredType::SD32;
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

void ptxtoori::registerTextureLowerings(HandlerTable &table) {
  table.add<ptx::TexOp, lowerTex>();
  table.add<ptx::Tld4Op, lowerTld4>();
  table.add<ptx::SuldBOp, lowerSuld>();
  table.add<ptx::SustBOp, lowerSustB>();
  table.add<ptx::SustPOp, lowerSustP>();
  table.add<ptx::SuredBOp, lowerSuredB>();
  table.add<ptx::SuredPOp, lowerSuredP>();
}

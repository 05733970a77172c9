//===- Texture.cpp - Lowering of textures and surfaces --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operands are and their order was observed on ptxas 13.0.88: `a` has
// the coordinates, behind the index of a layer or sample; `b` what is left of
// handle, level of detail, offsets, and reference value or sample.
//
//===----------------------------------------------------------------------===//

#include "HalfEmit.h"
#include "MemoryAccess.h"
#include "TextureCalls.h"
#include "TextureEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::Geometry;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The layer that an unsigned index names; there are no more than 2^16.
static Value clampLayer(FuncLowering &l, Value index) {
  Value last = l.imm(0xffff);
  return l.select(l.isetp(isa::ICmp::GT, index, last, /*isSigned=*/false), last,
                  index);
}

static std::optional<isa::TexDim> getTexDim(Geometry geometry, bool areFloats) {
  switch (geometry) {
  // Without layers filtered fetches of one dimension are of two, the second 0.
  case Geometry::N1d:
    return areFloats ? isa::TexDim::D2 : isa::TexDim::D1;
  case Geometry::A1d:
    return isa::TexDim::Array1;
  case Geometry::N2d:
  case Geometry::N2dms:
    return isa::TexDim::D2;
  case Geometry::A2d:
  case Geometry::A2dms:
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

SmallVector<Value> ptxtoori::getPosition(FuncLowering &l, Geometry geometry,
                                         ValueRange ptxCoords, bool areFloats) {
  SmallVector<Value> coords;
  unsigned first = isArray(geometry) + hasSamples(geometry);
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
  return coords;
}

Value ptxtoori::getLayer(FuncLowering &l, Geometry geometry,
                         ValueRange ptxCoords) {
  if (!isArray(geometry))
    return Value();
  return clampLayer(l, l.get(ptxCoords[hasSamples(geometry)]));
}

/// The registers of the coordinates, the layer first.
static Value getCoords(FuncLowering &l, Geometry geometry, ValueRange ptxCoords,
                       bool areFloats) {
  SmallVector<Value> coords = getPosition(l, geometry, ptxCoords, areFloats);
  if (Value layer = getLayer(l, geometry, ptxCoords))
    coords.insert(coords.begin(), layer);
  return l.combine(coords);
}

Value ptxtoori::packOffsets(FuncLowering &l, Geometry geometry,
                            ValueRange ptxOffsets, unsigned bits,
                            unsigned apart) {
  uint32_t mask = (1u << bits) - 1;
  Value packed;
  for (unsigned i = 0; i != getNumCoords(geometry); ++i) {
    Value offset = l.shl(l.get(ptxOffsets[i]), l.imm(i * apart));
    // The bits of the mask from `offset`, the others as they are.
    Value field = l.imm(mask << i * apart);
    packed =
        packed ? l.lop3(offset, field, packed, 0xe2) : l.band(offset, field);
  }
  return packed;
}
constexpr unsigned kGatherOffsetBits = 6, kGatherApart = 8;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

unsigned ptxtoori::getMask(Operation *op, DataType type) {
  unsigned perValue = type == DataType::F16x2 ? 2 : 1, mask = 0;
  for (unsigned i = 0; i != 4; ++i)
    if (!op->getResult(i / perValue).use_empty())
      mask |= 1u << i;
  return mask ? mask : 1;
}

void ptxtoori::deliver(FuncLowering &l, Operation *op, DataType type,
                       const Fetched &fetched) {
  SmallVector<Value> words(4, Value());
  unsigned count = 0;
  for (unsigned i = 0; i != 4; ++i)
    if (fetched.mask >> i & 1)
      words[i] = fetched.components[count++];
  for (Value &word : words)
    if (!word)
      word = l.undef(l.r());
    else if (type == DataType::F16)
      word = f32ToHalf(l, word, /*bf16=*/false, isa::Round::RN);
  if (type == DataType::F16x2) {
    for (unsigned i = 0; i != 2; ++i)
      words[i] =
          l.value(Opcode::F2FP, {words[2 * i + 1], words[2 * i], l.zero()},
                  isa::F2FP::kind.set(isa::F2FP::kDefaultMods,
                                      uint64_t(isa::F2FPKind::F16_F32)));
    words.resize(2);
  }
  if (op->getNumResults() > words.size())
    words.push_back(l.pnot(fetched.absent));
  l.setResults(op, words);
}

Fetched ptxtoori::emitFetch(FuncLowering &l, Operation *op, ImageHandle &handle,
                            unsigned mask,
                            llvm::function_ref<Operation *()> emit) {
  SmallVector<Value> values = handle.emit(op, [&]() -> SmallVector<Value> {
    Operation *fetch = emit();
    return {fetch->getResult(isa::TEX::kD), fetch->getResult(isa::TEX::kD2),
            fetch->getResult(isa::TEX::kPu)};
  });
  Fetched fetched = {mask, {}, values[2]};
  for (int i = 0; i != llvm::popcount(mask); ++i)
    fetched.components.push_back(l.part(values[i / 2], i % 2));
  return fetched;
}

//===----------------------------------------------------------------------===//
// Fetches
//===----------------------------------------------------------------------===//

/// TEX, TLD or TLD4 with the operands of `b` besides the handle.
static void lowerFetch(FuncLowering &l, Operation *op, Opcode opcode,
                       DataType type, ImageHandle &handle, Value coords,
                       ArrayRef<Value> operands, uint64_t mods) {
  unsigned mask = getMask(op, type);
  mods = handle.setPlace(opcode, setMod(opcode, mods, "mask", mask));
  Fetched fetched = emitFetch(l, op, handle, mask, [&] {
    SmallVector<Value> b;
    if (handle.isInRegister())
      b.push_back(handle.getRegister());
    llvm::append_range(b, operands);
    return l.inst(opcode,
                  {coords, b.empty() ? l.zero() : l.combine(b),
                   handle.getUniform(2), l.urz(2)},
                  mods);
  });
  deliver(l, op, type, fetched);
}

static LogicalResult lowerTex(FuncLowering &l, ptx::TexOp op) {
  Geometry geometry = op.getGeometry();
  bool areFloats = op.getSrcType() == DataType::F32;
  std::optional<isa::TexDim> dim = getTexDim(geometry, areFloats);
  if (!dim)
    return l.unsupported(op, "'tex' of this form");
  if (!getFetchFunction(*l.module.target, op).empty())
    return lowerFetchCall(l, op);
  if (op.getMip() == ptx::MipMode::Grad)
    return lowerGradient(l, op), success();
  ImageHandle handle(l, op.getTexture(), op.getSampler());
  Value coords = getCoords(l, geometry, op.getCoords(), areFloats);
  // Where no level is given it is the first one: a number below all levels.
  constexpr uint32_t kFirstLevel = 0xc2000000;
  bool hasLevel = op.getMip() == ptx::MipMode::Level;
  SmallVector<Value> operands;
  if (hasLevel)
    operands.push_back(l.get(op.getLod()));
  else if (areFloats)
    operands.push_back(l.imm(kFirstLevel));
  if (op.getHasOffsets())
    operands.push_back(
        packOffsets(l, geometry, op.getOffsets(), kOffsetBits, kOffsetBits));
  if (areFloats) {
    if (op.getHasReference())
      operands.push_back(l.get(op.getReference()));
    uint64_t mods = isa::TEX::dim.set(isa::TEX::kDefaultMods, uint64_t(*dim));
    mods = isa::TEX::lod.set(mods, uint64_t(isa::TexLod::LL));
    mods = isa::TEX::aoffi.set(mods, op.getHasOffsets());
    mods = isa::TEX::dc.set(mods, op.getHasReference());
    lowerFetch(l, op, Opcode::TEX, op.getDataType(), handle, coords, operands,
               mods);
    return success();
  }
  if (hasSamples(geometry))
    operands.push_back(l.get(op.getCoords()[0]));
  uint64_t mods = isa::TLD::dim.set(isa::TLD::kDefaultMods, uint64_t(*dim));
  mods = isa::TLD::lod.set(
      mods, uint64_t(hasLevel ? isa::TldLod::LL : isa::TldLod::LZ));
  mods = isa::TLD::cl.set(mods, hasLevel);
  mods = isa::TLD::aoffi.set(mods, op.getHasOffsets());
  mods = isa::TLD::ms.set(mods, hasSamples(geometry));
  lowerFetch(l, op, Opcode::TLD, op.getDataType(), handle, coords, operands,
             mods);
  return success();
}

static LogicalResult lowerTld4(FuncLowering &l, ptx::Tld4Op op) {
  Geometry geometry = op.getGeometry();
  std::optional<isa::TexDim> dim = getTexDim(geometry, /*areFloats=*/true);
  if (!dim)
    return l.unsupported(op, "'tld4' of this form");
  ImageHandle handle(l, op.getTexture(), op.getSampler());
  Value coords = getCoords(l, geometry, op.getCoords(), /*areFloats=*/true);
  SmallVector<Value> operands;
  if (op.getHasOffsets())
    operands.push_back(packOffsets(l, geometry, op.getOffsets(),
                                   kGatherOffsetBits, kGatherApart));
  if (op.getHasReference())
    operands.push_back(l.get(op.getReference()));
  uint64_t mods = isa::TLD4::dim.set(isa::TLD4::kDefaultMods, uint64_t(*dim));
  mods = isa::TLD4::component.set(mods, uint64_t(op.getComponent()) -
                                            uint64_t(ptx::TexComponent::R));
  mods = isa::TLD4::aoffi.set(mods, op.getHasOffsets());
  mods = isa::TLD4::dc.set(mods, op.getHasReference());
  lowerFetch(l, op, Opcode::TLD4, op.getDataType(), handle, coords, operands,
             mods);
  return success();
}

void ptxtoori::registerTextureLowerings(HandlerTable &table) {
  table.add<ptx::TexOp, lowerTex>();
  table.add<ptx::Tld4Op, lowerTld4>();
  registerSurfaceLowerings(table);
  registerImageQueryLowerings(table);
}

//===- TextureGradients.cpp - Lowering of tex.grad ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TXD takes gradients in one and two dimensions. Those of volumes and cubes,
// and comparisons with a reference value, have no instruction: up to sm_89 the
// quad of a thread fetches for it at positions that differ by the gradients
// (observed on ptxas 13.0.88). Later ones are in TextureCalls.cpp.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "TextureCalls.h"
#include "TextureEmit.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ori::QuadShape;
using ptx::DataType;
using ptx::Geometry;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

/// The TXD of a geometry, if there is one.
static std::optional<Opcode> getTXD(ptx::TexOp op) {
  if (op.getHasReference())
    return std::nullopt;
  switch (op.getGeometry()) {
  case Geometry::N1d:
    return op.getSrcType() == DataType::F32 ? Opcode::TXD_2D : Opcode::TXD_1D;
  case Geometry::N2d:
    return Opcode::TXD_2D;
  case Geometry::A1d:
    return Opcode::TXD_ARRAY_1D;
  case Geometry::A2d:
    return Opcode::TXD_ARRAY_2D;
  default:
    return std::nullopt;
  }
}

/// TXD: the handle comes first, and offsets share a register with the layer.
/// The derivatives by x and by y of each coordinate stand together.
static Fetched emitTXD(FuncLowering &l, ptx::TexOp op, Opcode opcode) {
  ImageHandle handle(l, op.getTexture(), op.getSampler());
  Geometry geometry = op.getGeometry();
  // ptxas takes the bits of whole coordinates for floats.
  bool areFloats = op.getSrcType() == DataType::F32;
  SmallVector<Value> a = getPosition(l, geometry, op.getCoords(), areFloats);
  Value last = getLayer(l, geometry, op.getCoords());
  uint64_t mods = isa::getDesc(opcode).defaultMods;
  if (op.getHasOffsets()) {
    constexpr unsigned kShift = 16;
    Value offsets = l.shl(
        packOffsets(l, geometry, op.getOffsets(), kOffsetBits, kOffsetBits),
        l.imm(kShift));
    last = last ? l.bor(offsets, last) : offsets;
    mods = setMod(opcode, mods, "aoffi", 1);
  }
  if (last)
    a.push_back(last);
  SmallVector<Value> b;
  for (unsigned i = 0; i != getNumCoords(geometry); ++i) {
    b.push_back(l.get(op.getDPdx()[i]));
    b.push_back(l.get(op.getDPdy()[i]));
  }
  if (geometry == Geometry::N1d && areFloats)
    b.append(2, l.zero());
  if (handle.isInRegister())
    a.insert(a.begin(), handle.getRegister());
  unsigned mask = getMask(op, op.getDataType());
  mods = handle.setPlace(opcode, setMod(opcode, mods, "mask", mask));
  return emitFetch(l, op, handle, mask, [&] {
    return l.inst(opcode,
                  {l.combine(a), l.combine(b), handle.getUniform(2), l.urz(2)},
                  mods);
  });
}

//===----------------------------------------------------------------------===//
// Whole quads
//===----------------------------------------------------------------------===//

static QuadShape getQuadShape(Geometry geometry) {
  switch (geometry) {
  case Geometry::N1d:
    return QuadShape::D1;
  case Geometry::N2d:
    return QuadShape::D2;
  case Geometry::N3d:
    return QuadShape::D3;
  case Geometry::A1d:
    return QuadShape::Array1;
  case Geometry::A2d:
    return QuadShape::Array2;
  case Geometry::Cube:
    return QuadShape::Cube;
  case Geometry::Acube:
    return QuadShape::ArrayCube;
  default:
    llvm_unreachable("no gradients of samples");
  }
}

/// Where threads that help save registers, from the stack pointer on. Where
/// they may be in other functions they do it below their frames; else in the
/// frame, which all threads have at the same place.
static int32_t getSaveArea(FuncLowering &l) {
  ori::FuncOp func = l.oriFunc;
  if (!func.getKernel() || func.getCalls() || func.getDynamicStack())
    return -ori::kQuadSaveBytes;
  if (auto place = func->getAttrOfType<IntegerAttr>(ori::kQuadSaveAreaAttr))
    return int32_t(place.getInt());
  int32_t place = func.getLocalBytes();
  func->setAttr(ori::kQuadSaveAreaAttr, l.builder.getI32IntegerAttr(place));
  func.setLocalBytes(
      llvm::alignTo(place + ori::kQuadSaveBytes, ori::kQuadFrameAlign));
  return place;
}

/// For each of the four threads of a quad one fetch.
static Fetched emitQuads(FuncLowering &l, ptx::TexOp op) {
  ImageHandle handle(l, op.getTexture(), op.getSampler());
  Geometry geometry = op.getGeometry();
  unsigned mask = getMask(op, op.getDataType());
  SmallVector<Value> position, byX, byY;
  for (unsigned i = 0; i != getNumCoords(geometry); ++i) {
    position.push_back(l.get(op.getCoords()[isArray(geometry) + i]));
    byX.push_back(l.get(op.getDPdx()[i]));
    byY.push_back(l.get(op.getDPdy()[i]));
  }
  Value layer = getLayer(l, geometry, op.getCoords()), offsets, reference;
  if (op.getHasOffsets())
    offsets =
        packOffsets(l, geometry, op.getOffsets(), kOffsetBits, kOffsetBits);
  if (op.getHasReference())
    reference = l.get(op.getReference());
  unsigned components = llvm::popcount(mask);
  bool isResidentAsked = asksForResidence(op);
  uint64_t index =
      isa::TEX::index.get(handle.setPlace(Opcode::TEX, isa::TEX::kDefaultMods));
  int32_t area = getSaveArea(l);

  SmallVector<Value> words = handle.emit(op, [&]() -> SmallVector<Value> {
    SmallVector<Value> parts(ori::quad::kWidth, l.undef(l.r()));
    Value work = l.combine(parts);
    auto fetchFor = [&](unsigned thread) {
      OpBuilder &b = l.builder;
      work = ori::QuadFetchOp::create(
          b, l.loc, work.getType(), thread, getQuadShape(geometry), mask,
          unsigned(index), uint32_t(area), isResidentAsked,
          /*together=*/false, work, position, byX, byY, layer,
          handle.isInRegister() ? handle.getRegister() : Value(), offsets,
          reference);
    };
    if (!handle.isInRegister()) {
      for (unsigned thread = 0; thread != 4; ++thread)
        fetchFor(thread);
    } else {
      // What a thread that is elsewhere has in the register is no handle.
      Value lane = l.specialRegister(isa::SpecialReg::LANEID);
      Value active = l.inst(Opcode::VOTE, {l.pt()},
                            isa::VOTE::mode.set(isa::VOTE::kDefaultMods,
                                                uint64_t(isa::VoteMode::ANY)))
                         ->getResult(isa::VOTE::kD);
      Value quad = l.shr(active, l.band(lane, l.imm(0x1c)),
                         /*isSigned=*/false);
      for (unsigned thread = 0; thread != 4; ++thread) {
        Value isHere =
            l.isetp(isa::ICmp::NE, l.band(quad, l.imm(uint32_t(1) << thread)),
                    l.zero(), /*isSigned=*/false);
        Value before = work;
        work = emitIfElse(
            l, isHere, /*negated=*/false,
            [&]() -> SmallVector<Value> {
              fetchFor(thread);
              return {work};
            },
            [&]() -> SmallVector<Value> { return {before}; })[0];
      }
    }
    SmallVector<Value> words;
    for (unsigned i = 0; i != components; ++i)
      words.push_back(l.part(work, ori::quad::kTexels + i));
    if (isResidentAsked)
      words.push_back(l.part(work, ori::quad::kAbsent));
    return words;
  });
  Fetched fetched = {mask, {}, Value()};
  fetched.components.assign(words.begin(), words.begin() + components);
  if (isResidentAsked)
    fetched.absent = l.isetp(isa::ICmp::NE, words.back(), l.zero(),
                             /*isSigned=*/false);
  return fetched;
}

void ptxtoori::lowerGradient(FuncLowering &l, ptx::TexOp op) {
  std::optional<Opcode> opcode = getTXD(op);
  deliver(l, op, op.getDataType(),
          opcode ? emitTXD(l, op, *opcode) : emitQuads(l, op));
}

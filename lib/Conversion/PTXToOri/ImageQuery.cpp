//===- ImageQuery.cpp - Lowering of txq, suq and istypep ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widths, heights and depths are in the header of an image, which TXQ reads.
// All else is in tables of the driver in global memory: constant bank 0 has
// their addresses, a relocation gives the size of an entry, the handle is the
// number of one. The places in an entry were observed on ptxas 13.0.88.
//
//===----------------------------------------------------------------------===//

#include "ImageHandles.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::TexQuery;
using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

namespace {
/// A table of descriptors: its number among the addresses in constant bank 0,
/// and the symbol that stands for the size of an entry.
struct Table {
  unsigned number;
  StringRef sizeSymbol;
};
} // namespace

constexpr Table kUnifiedTextures = {0, ".nv.unified.texrefDescSize"};
constexpr Table kTextures = {0, ".nv.independent.texrefDescSize"};
constexpr Table kSamplers = {1, ".nv.independent.samplerrefDescSize"};
constexpr Table kSurfaces = {2, ".nv.surfrefDescSize"};

/// Where the settings of a sampler are, from its first one on.
static std::optional<unsigned> getSamplerOffset(TexQuery query) {
  switch (query) {
  case TexQuery::AddrMode0:
    return 0;
  case TexQuery::AddrMode1:
    return 4;
  case TexQuery::AddrMode2:
    return 8;
  case TexQuery::FilterMode:
    return 12;
  case TexQuery::ForceUnnormalizedCoords:
    return 16;
  default:
    return std::nullopt;
  }
}
/// The same of a texture, behind its dimensions and sampler.
static std::optional<unsigned> getTextureOffset(TexQuery query) {
  switch (query) {
  case TexQuery::NormalizedCoords:
    return 0;
  case TexQuery::ChannelDataType:
    return 4;
  case TexQuery::ChannelOrder:
    return 8;
  case TexQuery::ArraySize:
    return 12;
  case TexQuery::NumMipmapLevels:
    return 16;
  case TexQuery::NumSamples:
    return 20;
  default:
    return std::nullopt;
  }
}
/// Where a surface has it in its entry.
static std::optional<unsigned> getSurfaceOffset(TexQuery query) {
  switch (query) {
  case TexQuery::ChannelDataType:
    return 12;
  case TexQuery::ChannelOrder:
    return 16;
  case TexQuery::MemoryLayout:
    return 20;
  case TexQuery::ArraySize:
    return 28;
  default:
    return std::nullopt;
  }
}
constexpr unsigned kDimensionBytes = 12, kSamplerBytes = 16;

/// The component of a header that a query asks for, of four; none if it is in
/// the tables.
static std::optional<unsigned> getDimension(TexQuery query) {
  switch (query) {
  case TexQuery::Width:
    return 0;
  case TexQuery::Height:
    return 1;
  case TexQuery::Depth:
    return 2;
  default:
    return std::nullopt;
  }
}

/// TXQ of one dimension at a level.
static void emitDimension(FuncLowering &l, Operation *op, Value ptxImage,
                          unsigned dimension, Value level) {
  ImageHandle handle(l, ptxImage);
  uint64_t mods = handle.setPlace(
      Opcode::TXQ, isa::TXQ::mask.set(isa::TXQ::kDefaultMods, 1u << dimension));
  SmallVector<Value> values = handle.emit(op, [&]() -> SmallVector<Value> {
    Value a = handle.isInRegister() ? l.combine({handle.getRegister(), level})
                                    : level;
    return {l.inst(Opcode::TXQ, {a, handle.getUniform(2)}, mods)
                ->getResult(isa::TXQ::kD)};
  });
  l.setResult(op, values[0]);
}

/// The word at a place in the entry of a table.
static void emitLookup(FuncLowering &l, Operation *op, Value ptxHandle,
                       const Table &table, unsigned offset) {
  Value index = ImageHandle(l, ptxHandle).getWord();
  // Before sm_90 a handle may have a sampler in its upper bits.
  if (!l.module.target->has(target::Feature::UniformImageHandles))
    index = table.number == kSamplers.number ? getSamplerNumber(l, ptxHandle)
                                             : l.band(index, l.imm(kImageMask));
  Value size =
      ori::SymbolWordOp::create(l.builder, l.loc, l.r(), table.sizeSymbol);
  Value at = l.imad(index, size, l.imm(offset));
  Value base = l.cbank(
      0, unsigned(l.module.target->bank->imageDescriptors) + 8 * table.number,
      2);
  Value address = l.add64(l.combine({at, l.zero()}), base);
  uint64_t mods =
      getAccessMods(Opcode::LDG, MemType::B32, 0, isa::MemOrder::Constant);
  Operation *load =
      l.guarded(op, Opcode::LDG, {address, l.descriptor(), l.pt()}, mods);
  l.setResult(op, load->getResult(isa::LDG::kD));
}

static LogicalResult lowerTxq(FuncLowering &l, ptx::TxqOp op) {
  TexQuery query = op.getQuery();
  if (auto dimension = getDimension(query)) {
    emitDimension(l, op, op.getTexture(), *dimension,
                  op.getLod() ? l.get(op.getLod()) : l.zero());
    return success();
  }
  bool apart = l.module.independentTextures;
  if (auto offset = getSamplerOffset(query)) {
    Value handle = op.getTexture() ? op.getTexture() : op.getSampler();
    if (apart)
      emitLookup(l, op, handle, kSamplers, *offset);
    else if (*offset >= kSamplerBytes)
      return op.emitError(
          "a texture that brings its sampler does not say whether it forces "
          "unnormalized coordinates: ptxas reads another word of it");
    else
      emitLookup(l, op, handle, kUnifiedTextures, kDimensionBytes + *offset);
    return success();
  }
  if (auto offset = getTextureOffset(query)) {
    if (apart)
      emitLookup(l, op, op.getTexture(), kTextures, kDimensionBytes + *offset);
    else
      emitLookup(l, op, op.getTexture(), kUnifiedTextures,
                 kDimensionBytes + kSamplerBytes + *offset);
    return success();
  }
  return op.emitError("a texture does not say its memory layout: ptxas reads "
                      "another word of it");
}

static LogicalResult lowerSuq(FuncLowering &l, ptx::SuqOp op) {
  TexQuery query = op.getQuery();
  if (auto dimension = getDimension(query)) {
    emitDimension(l, op, op.getSurface(), *dimension, l.zero());
    return success();
  }
  std::optional<unsigned> offset = getSurfaceOffset(query);
  if (!offset)
    return l.unsupported(op, "this property of a surface");
  emitLookup(l, op, op.getSurface(), kSurfaces, *offset);
  return success();
}

/// The upper word of a handle tells its kind.
static LogicalResult lowerIstypep(FuncLowering &l, ptx::IstypepOp op) {
  ptx::OpaqueType type = op.getType();
  uint32_t kind = getImageKind(
      type == ptx::OpaqueType::Texref       ? ptx::DataType::Texref
      : type == ptx::OpaqueType::Samplerref ? ptx::DataType::Samplerref
                                            : ptx::DataType::Surfref);
  Value bits = l.band(l.hi(l.get(op.getA())), l.imm(kind));
  l.setResult(op, l.isetp(isa::ICmp::NE, bits, l.zero(), /*isSigned=*/false));
  return success();
}

void ptxtoori::registerImageQueryLowerings(HandlerTable &table) {
  table.add<ptx::TxqOp, lowerTxq>();
  table.add<ptx::SuqOp, lowerSuq>();
  table.add<ptx::IstypepOp, lowerIstypep>();
}

//===- Bulk.cpp - Lowering of bulk and tensor copies ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All operands are in uniform registers; an instruction makes one copy for the
// warp, so that threads that copy do so one after the other. UTMACMDFLUSH
// closes a group of copies, DEPBAR.LE waits for all but so many (observed on
// ptxas 13.0.88, sm_90: always barrier SB0).
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"
#include "ptx-mlir/Dialect/CodeMarks.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// The dependency barrier that counts groups of copies.
static constexpr unsigned kGroupBarrier = 0;

/// An address with its offset added: the instructions have no field for it.
static Value getWhole(FuncLowering &l, Value ptxAddress, int64_t offset,
                      ptx::Space space) {
  Address address = getAddress(l, ptxAddress, offset, space);
  return fitOffset(l, address, /*bits=*/address.offset ? 1 : 24).value;
}
static Value getShared(FuncLowering &l, Value ptxAddress, int64_t offset) {
  return getWhole(l, ptxAddress, offset, ptx::Space::Shared);
}
static Value getGlobal(FuncLowering &l, Value ptxAddress, int64_t offset) {
  return getWhole(l, ptxAddress, offset, ptx::Space::Global);
}

/// Units of 16 bytes, and above them the mask of blocks.
static Value packSize(FuncLowering &l, Value size, Value ctaMask) {
  Value units = l.shr(size, l.imm(4), /*isSigned=*/false);
  return l.prmt(units, l.imm(0x5410), ctaMask ? ctaMask : l.zero());
}

/// Puts `sources` into uniform registers and makes the copy, thread by thread;
/// `ptxPolicy` is the last source, if there is one.
static void emitCopy(FuncLowering &l, Operation *op, Opcode opcode,
                     ValueRange sources, Value ptxPolicy, uint64_t mods) {
  SmallVector<Value> values(sources);
  values.push_back(ptxPolicy ? l.get(ptxPolicy) : l.imm64(0));
  emitThreadByThread(l, op, [&] {
    SmallVector<Value> uniform;
    for (Value v : values)
      uniform.push_back(toUniform(l, v));
    l.inst(opcode, uniform, mods);
  });
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

static bool isGlobal(ptx::AsyncSpace space) {
  return space == ptx::AsyncSpace::Global;
}

static LogicalResult lowerBulk(FuncLowering &l, ptx::CpAsyncBulkOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  using Direction = isa::BulkDirection;
  bool toGlobal = isGlobal(op.getDstSpace());
  bool fromGlobal = isGlobal(op.getSrcSpace());
  Value dst, src;
  if (toGlobal) {
    dst = getGlobal(l, op.getDst(), op.getOffset());
  } else {
    Value barrier = getShared(l, op.getBarrier(), op.getOffset2());
    dst = l.combine({getShared(l, op.getDst(), op.getOffset()), barrier});
  }
  src = fromGlobal ? getGlobal(l, op.getSrc(), op.getOffset1())
                   : getShared(l, op.getSrc(), op.getOffset1());
  Value mask = op.getCtaMask() ? l.get(op.getCtaMask()) : Value();
  uint64_t mods = isa::UBLKCP::direction.set(
      isa::UBLKCP::kDefaultMods,
      uint64_t(toGlobal     ? Direction::GlobalFromShared
               : fromGlobal ? Direction::SharedFromGlobal
                            : Direction::SharedFromShared));
  mods = isa::UBLKCP::multicast.set(mods, bool(mask));
  // The mask of bytes lies where that of blocks does.
  if (op.getByteMask()) {
    mask = l.get(op.getMask());
    mods = isa::UBLKCP::byteMask.set(mods, 1);
  }
  emitCopy(l, op, Opcode::UBLKCP,
           {dst, src, packSize(l, l.get(op.getSize()), mask)}, op.getPolicy(),
           mods);
  return success();
}

static LogicalResult lowerBulkPrefetch(FuncLowering &l,
                                       ptx::CpAsyncBulkPrefetchOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  Value src = getGlobal(l, op.getSrc(), op.getOffset());
  Value size = packSize(l, l.get(op.getSize()), Value());
  emitCopy(l, op, Opcode::UBLKPF, {src, size}, op.getPolicy(),
           isa::UBLKPF::kDefaultMods);
  return success();
}

static std::optional<isa::BulkRedType> getReduceType(ptx::DataType type) {
  using Type = isa::BulkRedType;
  switch (type) {
  case ptx::DataType::F16:
    return Type::F16;
  case ptx::DataType::Bf16:
    return Type::BF16;
  case ptx::DataType::F32:
    return Type::F32; // subnormal numbers are kept
  case ptx::DataType::F64:
    return Type::F64;
  default:
    break;
  }
  bool isSigned = ptx::isSigned(type);
  switch (ptx::getBitWidth(type)) {
  case 32:
    return isSigned ? Type::S32 : Type::U32;
  case 64:
    return isSigned ? Type::S64 : Type::U64;
  default:
    return std::nullopt;
  }
}

static uint64_t getReduceOp(ptx::BulkReduction op) {
  using Op = isa::BulkRedOp;
  switch (op) {
  case ptx::BulkReduction::Min:
    return uint64_t(Op::MIN);
  case ptx::BulkReduction::Max:
    return uint64_t(Op::MAX);
  case ptx::BulkReduction::Inc:
    return uint64_t(Op::INC);
  case ptx::BulkReduction::Dec:
    return uint64_t(Op::DEC);
  case ptx::BulkReduction::And:
    return uint64_t(Op::AND);
  case ptx::BulkReduction::Or:
    return uint64_t(Op::OR);
  case ptx::BulkReduction::Xor:
    return uint64_t(Op::XOR);
  default:
    return uint64_t(Op::ADD);
  }
}

static LogicalResult lowerBulkReduce(FuncLowering &l,
                                     ptx::CpReduceAsyncBulkOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  std::optional<isa::BulkRedType> type = getReduceType(op.getDataType());
  if (!type)
    return l.unsupported(op, "a bulk reduction of this type");
  bool toGlobal = isGlobal(op.getDstSpace());
  Value dst = toGlobal
                  ? getGlobal(l, op.getDst(), op.getOffset())
                  : l.combine({getShared(l, op.getDst(), op.getOffset()),
                               getShared(l, op.getBarrier(), op.getOffset2())});
  uint64_t mods = isa::UBLKRED::direction.set(
      isa::UBLKRED::kDefaultMods,
      uint64_t(toGlobal ? isa::BulkRedDirection::GlobalFromShared
                        : isa::BulkRedDirection::SharedFromShared));
  mods = isa::UBLKRED::op.set(mods, getReduceOp(op.getOp()));
  mods = isa::UBLKRED::type.set(mods, uint64_t(*type));
  emitCopy(l, op, Opcode::UBLKRED,
           {dst, getShared(l, op.getSrc(), op.getOffset1()),
            packSize(l, l.get(op.getSize()), Value())},
           op.getPolicy(), mods);
  return success();
}

static LogicalResult lowerCommitGroup(FuncLowering &l,
                                      ptx::CpAsyncBulkCommitGroupOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  emitUnderGuard(l, op, [&] { l.inst(Opcode::UTMACMDFLUSH, {}); });
  return success();
}

static LogicalResult lowerWaitGroup(FuncLowering &l,
                                    ptx::CpAsyncBulkWaitGroupOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  // More groups than the field counts cannot be open.
  constexpr unsigned kMaxCount = 63;
  uint64_t mods = isa::DEPBAR::le.set(isa::DEPBAR::kDefaultMods, 1);
  mods = isa::DEPBAR::sb.set(mods, kGroupBarrier);
  mods = isa::DEPBAR::count.set(mods,
                                std::min<uint64_t>(op.getPending(), kMaxCount));
  l.guarded(op, Opcode::DEPBAR, {}, mods);
  // Later loads must not hit lines of before the copies.
  if (!op.getRead())
    l.guarded(op, Opcode::CCTL_IVALL, {},
              isa::getDesc(Opcode::CCTL_IVALL).defaultMods);
  return success();
}

//===----------------------------------------------------------------------===//
// Tensor copies
//===----------------------------------------------------------------------===//

static bool isColumnsOnly(isa::TensorMode mode) {
  return mode == isa::TensorMode::W || mode == isa::TensorMode::W128;
}

/// The offsets of an image: one of 16 bits, two of 8 or three of 5, of columns
/// only two of which the first has 11; above them the mask of blocks.
static Value packOffsets(FuncLowering &l, isa::TensorMode mode,
                         ValueRange ptxOffsets, Value ctaMask) {
  unsigned count = ptxOffsets.size();
  Value low = l.zero();
  if (count) {
    unsigned bits = isColumnsOnly(mode) ? 11
                    : count == 1        ? 16
                    : count == 2        ? 8
                                        : 5;
    low = l.get(ptxOffsets[0]);
    for (unsigned i = 1; i != count; ++i)
      low = l.imad(l.get(ptxOffsets[i]), l.imm(1u << bits * i), low);
  }
  return l.prmt(low, l.imm(0x5410), ctaMask ? ctaMask : l.zero());
}

static std::optional<isa::TensorMode> getMode(ptx::TensorMode mode) {
  switch (mode) {
  case ptx::TensorMode::None:
    return isa::TensorMode::Tile;
  case ptx::TensorMode::Im2col:
  case ptx::TensorMode::Im2colNoOffs:
    return isa::TensorMode::Im2col;
  case ptx::TensorMode::Im2colW:
    return isa::TensorMode::W;
  case ptx::TensorMode::Im2colW128:
    return isa::TensorMode::W128;
  default:
    return std::nullopt;
  }
}

static uint64_t getDim(ptx::TensorDim dim) {
  return uint64_t(dim) - uint64_t(ptx::TensorDim(1));
}

static SmallVector<Value> getAll(FuncLowering &l, ValueRange ptxValues) {
  SmallVector<Value> values;
  for (Value v : ptxValues)
    values.push_back(l.get(v));
  return values;
}

/// The map's generic address: of parameters, too.
static Value getMap(FuncLowering &l, Value ptxAddress, int64_t offset) {
  return getGlobal(l, ptxAddress, offset);
}

static LogicalResult lowerTensor(FuncLowering &l, ptx::CpAsyncBulkTensorOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  std::optional<isa::TensorMode> mode = getMode(op.getMode());
  bool isRows = op.getMode() == ptx::TensorMode::TileGather4 ||
                op.getMode() == ptx::TensorMode::TileScatter4;
  if (!mode && !isRows)
    return l.unsupported(op, "a tensor copy of this mode");
  bool isStore = isGlobal(op.getDstSpace());
  Value map = getMap(l, op.getTensorMap(), op.getOffset1());
  SmallVector<Value> place;
  if (isStore) {
    place.push_back(getShared(l, op.getSrc(), op.getOffset3()));
  } else {
    place.push_back(getShared(l, op.getDst(), op.getOffset()));
    place.push_back(getShared(l, op.getBarrier(), op.getOffset2()));
  }
  place.append(getAll(l, op.getCoordinates()));
  Value coord = l.combine(place);
  if (isStore && isRows) {
    if (!hasInstruction(l, Opcode::UTMASTG_SCATTER4))
      return l.unsupported(op, "a tensor copy of this mode");
    emitCopy(l, op, Opcode::UTMASTG_SCATTER4, {coord, map}, op.getPolicy(),
             isa::UTMASTG_SCATTER4::kDefaultMods);
    return success();
  }
  if (isStore) {
    uint64_t mods =
        isa::UTMASTG::dim.set(isa::UTMASTG::kDefaultMods, getDim(op.getDim()));
    mods = isa::UTMASTG::im2col.set(mods, *mode == isa::TensorMode::Im2col);
    emitCopy(l, op, Opcode::UTMASTG, {coord, map}, op.getPolicy(), mods);
    return success();
  }
  Value mask = op.getCtaMask() ? l.get(op.getCtaMask()) : Value();
  // The barrier may be that of the other block of the pair.
  bool isPair = op.getCtaGroup() == ptx::CtaGroup::CtaGroup2;
  if (isRows) {
    if (!hasInstruction(l, Opcode::UTMALDG_GATHER4))
      return l.unsupported(op, "a tensor copy of this mode");
    namespace Gather = isa::UTMALDG_GATHER4;
    uint64_t mods = Gather::multicast.set(Gather::kDefaultMods, bool(mask));
    mods = Gather::pair.set(mods, isPair);
    Value c = mask ? packOffsets(l, isa::TensorMode::Tile, {}, mask) : l.zero();
    emitCopy(l, op, Opcode::UTMALDG_GATHER4, {coord, map, c}, op.getPolicy(),
             mods);
    return success();
  }
  bool hasC = mask || *mode != isa::TensorMode::Tile;
  Value c = hasC ? packOffsets(l, *mode, op.getOffsets(), mask) : l.zero();
  uint64_t mods =
      isa::UTMALDG::dim.set(isa::UTMALDG::kDefaultMods, getDim(op.getDim()));
  mods = isa::UTMALDG::mode.set(mods, uint64_t(*mode));
  mods = isa::UTMALDG::multicast.set(mods, bool(mask));
  mods = isa::UTMALDG::pair.set(mods, isPair);
  emitCopy(l, op, Opcode::UTMALDG, {coord, map, c}, op.getPolicy(), mods);
  return success();
}

static LogicalResult lowerTensorReduce(FuncLowering &l,
                                       ptx::CpReduceAsyncBulkTensorOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  std::optional<isa::TensorMode> mode = getMode(op.getMode());
  if (!mode)
    return op.emitError("a reduction has no mode .tile::scatter4: the PTX ISA "
                        "does not have it, and ptxas stores without reducing");
  SmallVector<Value> place = {getShared(l, op.getSrc(), op.getOffset1())};
  place.append(getAll(l, op.getCoordinates()));
  Value map = getMap(l, op.getTensorMap(), op.getOffset());
  uint64_t mods =
      isa::UTMAREDG::dim.set(isa::UTMAREDG::kDefaultMods, getDim(op.getDim()));
  mods = isa::UTMAREDG::im2col.set(mods, *mode == isa::TensorMode::Im2col);
  mods = isa::UTMAREDG::op.set(mods, getReduceOp(op.getOp()));
  emitCopy(l, op, Opcode::UTMAREDG, {l.combine(place), map}, op.getPolicy(),
           mods);
  return success();
}

static LogicalResult lowerTensorPrefetch(FuncLowering &l,
                                         ptx::CpAsyncBulkPrefetchTensorOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  std::optional<isa::TensorMode> mode = getMode(op.getMode());
  Value map = getMap(l, op.getTensorMap(), op.getOffset());
  if (op.getMode() == ptx::TensorMode::TileGather4 &&
      hasInstruction(l, Opcode::UTMAPF_GATHER4)) {
    emitCopy(l, op, Opcode::UTMAPF_GATHER4,
             {l.combine(getAll(l, op.getCoordinates())), map}, op.getPolicy(),
             isa::UTMAPF_GATHER4::kDefaultMods);
    return success();
  }
  if (!mode)
    return l.unsupported(op, "a tensor prefetch of this mode");
  Value c = *mode == isa::TensorMode::Tile
                ? l.zero()
                : packOffsets(l, *mode, op.getOffsets(), Value());
  uint64_t mods =
      isa::UTMAPF::dim.set(isa::UTMAPF::kDefaultMods, getDim(op.getDim()));
  mods = isa::UTMAPF::mode.set(mods, uint64_t(*mode));
  emitCopy(l, op, Opcode::UTMAPF,
           {l.combine(getAll(l, op.getCoordinates())), map, c}, op.getPolicy(),
           mods);
  return success();
}

//===----------------------------------------------------------------------===//
// Fields of tensor maps
//===----------------------------------------------------------------------===//

/// Writes the lowest `bits` bits of a value to a word of a tensor map, from bit
/// `shift` on. Where the fields lie is what ptxas's code shows (13.0.88, sm_90a
/// and sm_100a).
static void writeMapField(FuncLowering &l, ptx::TensormapReplaceOp op,
                          unsigned word, unsigned shift, unsigned bits,
                          Value value) {
  bool isShared = op.getSpace() == ptx::AsyncSpace::SharedCta;
  ptx::Space space = isShared                  ? ptx::Space::Shared
                     : isGlobal(op.getSpace()) ? ptx::Space::Global
                                               : ptx::Space::None;
  Opcode load = isShared                      ? Opcode::LDS
                : space == ptx::Space::Global ? Opcode::LDG
                                              : Opcode::LD;
  Opcode store = isShared                      ? Opcode::STS
                 : space == ptx::Space::Global ? Opcode::STG
                                               : Opcode::ST;
  Address address =
      getAddress(l, op.getAddress(), op.getOffset() + 4 * word, space);
  Value where = isShared ? l.urz() : l.descriptor();
  auto mods = [&](Opcode opcode) {
    return getAccessMods(opcode,
                         bits == 64 ? isa::MemType::B64 : isa::MemType::B32,
                         address.offset, isa::MemOrder::Weak);
  };
  if (bits < 32) {
    SmallVector<Value> sources = {address.value, where};
    if (!isShared)
      sources.push_back(l.pt());
    Value old = l.guarded(op, load, sources, mods(load))->getResult(0);
    // The bits of the mask from the value, the others as they were.
    Value mask = l.imm(((1u << bits) - 1) << shift);
    value = l.lop3(old, mask, l.shl(value, l.imm(shift)), 0xb8);
  }
  l.guarded(op, store, {address.value, where, value}, mods(store));
}

static LogicalResult lowerReplace(FuncLowering &l, ptx::TensormapReplaceOp op) {
  using Field = ptx::TensorMapField;
  l.markKernel(kReplacesTensorMapAttr);
  unsigned dim = op.getOrdinal();
  auto write = [&](unsigned word, unsigned shift, unsigned bits, Value value) {
    writeMapField(l, op, word, shift, bits, value);
    return success();
  };
  auto number = [&] { return l.lo(l.get(op.getValue())); };
  auto lessOne = [&] { return l.iadd(number(), l.imm(~0u)); };
  Value choice = l.imm(op.getChoice());
  switch (op.getField()) {
  case Field::GlobalAddress:
    return write(0, 0, 64, l.get(op.getValue()));
  case Field::Rank:
    return write(2, 4, 3, number());
  case Field::GlobalStride: {
    // Units of 16 bytes; what is above their 32 bits lies apart.
    Value value = l.get(op.getValue());
    Value low = l.shr(l.lo(value), l.imm(4), /*isSigned=*/false);
    Value units = l.bor(low, l.shl(l.hi(value), l.imm(28)));
    (void)write(3 + dim, 0, 32, units);
    return write(7, 4 * dim, 4,
                 l.shr(l.hi(value), l.imm(4), /*isSigned=*/false));
  }
  case Field::GlobalDim:
    return write(8 + dim, 0, 32, lessOne());
  case Field::ElementStride:
    return write(13, 3 * dim, 3, lessOne());
  case Field::BoxDim:
    return dim == 0 ? write(13, 24, 8, lessOne())
                    : write(14, 8 * (dim - 1), 8, lessOne());
  case Field::InterleaveLayout:
    return write(2, 11, 2, choice);
  case Field::SwizzleMode:
    (void)write(2, 13, 2, choice);
    return write(2, 22, 1, l.zero());
  case Field::SwizzleAtomicity:
    return write(2, 19, 2, choice);
  case Field::Elemtype: {
    // The two kinds of tf32 are those of f32 with a bit of their own, which a
    // later type does not clear (as in ptxas's code).
    unsigned type = op.getChoice(), kFirstTF32 = 11, kLastTF32 = 12;
    if (type >= kFirstTF32 && type <= kLastTF32) {
      (void)write(2, 16, 1, l.imm(1));
      type -= 4;
    } else if (type > kLastTF32) {
      type -= 2;
    }
    return write(2, 7, 4, l.imm(type));
  }
  case Field::FillMode:
    return write(2, 15, 1, choice);
  default:
    return l.unsupported(op, "'tensormap.replace' of this field");
  }
}

void ptxtoori::registerBulkLowerings(HandlerTable &table) {
  table.add<ptx::CpAsyncBulkOp, lowerBulk>();
  table.add<ptx::TensormapReplaceOp, lowerReplace>();
  table.add<ptx::CpAsyncBulkPrefetchOp, lowerBulkPrefetch>();
  table.add<ptx::CpReduceAsyncBulkOp, lowerBulkReduce>();
  table.add<ptx::CpAsyncBulkCommitGroupOp, lowerCommitGroup>();
  table.add<ptx::CpAsyncBulkWaitGroupOp, lowerWaitGroup>();
  table.add<ptx::CpAsyncBulkTensorOp, lowerTensor>();
  table.add<ptx::CpReduceAsyncBulkTensorOp, lowerTensorReduce>();
  table.add<ptx::CpAsyncBulkPrefetchTensorOp, lowerTensorPrefetch>();
}

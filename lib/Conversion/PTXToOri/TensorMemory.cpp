//===- TensorMemory.cpp - Lowering of tensor memory's accesses ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05: allocation, loads, stores and waits. What is allocated is noted in
// reserved shared memory as ptxas 13.0.88 does, whose code may run in the same
// kernel. The blocks of a pair agree through an mbarrier there: the block with
// the even rank allocates for both and sends the unit to the other one.
//
// An instruction of tensor memory orders every access of memory as it is
// (getOrderingEffects), so that tcgen05.fence needs no instruction; that loads
// are done is waited for before anything that others could see
// (AssignBarriers.cpp), so that tcgen05.wait::ld needs none either.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// Columns that are allocated together.
static constexpr unsigned kLogUnit = 5;

/// Where things are in the part of reserved shared memory for tensor memory.
enum : uint32_t {
  kPairBarrier = 0x08, ///< an mbarrier of the blocks of a pair
  kPairParity = 0x10,  ///< of its phase that is waited for next
  kUnits = 0x14,       ///< a bit for each unit that is allocated
  kFirstUnits = 0x18,  ///< the first unit of each allocation
  kRelinquished = 0x1c ///< a byte: nobody may allocate any more
};

static bool isPair(ptx::CtaGroup group) {
  return group == ptx::CtaGroup::CtaGroup2;
}

namespace {
/// The words in reserved shared memory.
class Reserved {
public:
  explicit Reserved(FuncLowering &l) : l(l) {
    rank = l.specialRegister(isa::SpecialReg::CgaCtaId);
    base = l.iadd(l.shl(rank, l.imm(24)),
                  l.imm(l.module.target->reservedTensorOffset()));
  }
  Value load(uint32_t offset, isa::MemType type = isa::MemType::B32) {
    return loadFrom({base, offset}, type);
  }
  Value loadFrom(Address address, isa::MemType type = isa::MemType::B32) {
    return l.value(
        Opcode::LDS, {address.value, l.urz()},
        getAccessMods(Opcode::LDS, type, address.offset, isa::MemOrder::Weak));
  }
  void store(Address address, Value data,
             isa::MemType type = isa::MemType::B32) {
    l.inst(
        Opcode::STS, {address.value, l.urz(), data},
        getAccessMods(Opcode::STS, type, address.offset, isa::MemOrder::Weak));
  }
  void storeByte(uint32_t offset, Value data) {
    store({base, offset}, data, isa::MemType::U8);
  }
  void update(uint32_t offset, isa::AtomOp op, Value data) {
    uint64_t mods = isa::ATOMS::op.set(isa::ATOMS::kDefaultMods, uint64_t(op));
    mods = isa::ATOMS::offset.set(mods, offset);
    l.inst(Opcode::ATOMS, {base, l.urz(), data}, mods);
  }
  /// Waits for the phase of the pair's barrier, and says which is next.
  void waitForPair() {
    Value phase = l.shl(load(kPairParity), l.imm(31));
    emitLoop(l, l.zero(), [&](Value round) {
      uint64_t mods = isa::SYNCS_PHASECHK::kDefaultMods;
      mods = isa::SYNCS_PHASECHK::trywait.set(mods, 1);
      mods = isa::SYNCS_PHASECHK::offset.set(mods, kPairBarrier);
      Value done = l.inst(Opcode::SYNCS_PHASECHK, {base, l.urz(), phase}, mods)
                       ->getResult(isa::SYNCS_PHASECHK::kPu);
      return std::pair<Value, Value>(round, done);
    });
    update(kPairParity, isa::AtomOp::XOR, l.imm(1));
  }
  /// Arrives at the barrier of the other block; with `bytes` also expects so
  /// many there.
  void arriveAtPeer(Value bytes) {
    uint64_t mods = isa::SYNCS_ARRIVE::kDefaultMods;
    mods = isa::SYNCS_ARRIVE::result.set(mods, uint64_t(isa::SyncsResult::RED));
    mods = isa::SYNCS_ARRIVE::count.set(
        mods,
        uint64_t(bytes ? isa::SyncsCount::Register : isa::SyncsCount::A1T0));
    mods = isa::SYNCS_ARRIVE::offset.set(mods, kPairBarrier);
    l.inst(Opcode::SYNCS_ARRIVE,
           {atPeer(base), l.urz(), bytes ? bytes : l.zero()}, mods);
  }
  /// The same address in the shared memory of the other block of the pair.
  Value atPeer(Value address) {
    // The low three bytes of the address, the lowest one of the rank.
    return l.prmt(l.bxor(rank, l.imm(1)), l.imm(0x654), address);
  }
  Value isLeader() {
    return l.isetp(isa::ICmp::EQ, l.band(rank, l.imm(1)), l.zero(), false);
  }

  FuncLowering &l;
  Value rank, base;
};
} // namespace

static Value elect(FuncLowering &l) {
  return l.inst(Opcode::ELECT, {l.pt()})->getResult(isa::ELECT::kPu);
}

/// Units with so many columns, from bit 0 on.
static Value getUnitMask(FuncLowering &l, Value units) {
  return l.isub(l.shl(l.imm(1), units), l.imm(1));
}

static void trapIf(FuncLowering &l, Value condition) {
  emitIf(l, condition, /*negated=*/false, [&] {
    l.inst(Opcode::BPT, {},
           isa::BPT::mode.set(isa::BPT::kDefaultMods,
                              uint64_t(isa::BptMode::Trap)));
  });
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// The first of so many free units, once there are any.
static Value emitFindUnits(FuncLowering &l, Value units, bool forPair) {
  uint64_t mods = isa::UTCATOMSWS_FIND::pair.set(
      isa::UTCATOMSWS_FIND::kDefaultMods, forPair);
  mods =
      isa::UTCATOMSWS_FIND::op.set(mods, uint64_t(isa::UTCFind::FindAligned));
  return emitLoop(l, l.zero(), [&](Value) {
    Value count = toUniform(l, units);
    // Observed on ptxas 13.0.88 in front of each request, whatever is under
    // way.
    constexpr uint64_t kLeft = 54;
    uint64_t wait = isa::DEPBAR::le.set(isa::DEPBAR::kDefaultMods, 1);
    wait = isa::DEPBAR::sb.set(wait, 0);
    l.inst(Opcode::DEPBAR, {}, isa::DEPBAR::count.set(wait, kLeft));
    Operation *find = l.inst(Opcode::UTCATOMSWS_FIND, {count}, mods);
    Value unit =
        l.value(Opcode::MOV, {find->getResult(isa::UTCATOMSWS_FIND::kD)});
    // All three are true.
    constexpr uint8_t kAll = 0x80;
    Value found = l.plop3(l.pt(), l.pt(),
                          find->getResult(isa::UTCATOMSWS_FIND::kPu), kAll);
    constexpr uint32_t kNanoseconds = 100;
    emitIf(l, found, /*negated=*/true,
           [&] { l.inst(Opcode::NANOSLEEP, {l.pt(), l.imm(kNanoseconds)}); });
    return std::pair<Value, Value>(unit, found);
  });
}

/// Notes the allocation and gives its address to the program.
static void emitAllocated(FuncLowering &l, Reserved &reserved, Address dst,
                          Value unit, Value units) {
  reserved.store(dst, l.shl(unit, l.imm(kLogUnit)));
  reserved.update(kUnits, isa::AtomOp::OR, l.shl(getUnitMask(l, units), unit));
  reserved.update(kFirstUnits, isa::AtomOp::OR, l.shl(l.imm(1), unit));
}

static LogicalResult lowerAlloc(FuncLowering &l, ptx::Tcgen05AllocOp op) {
  Address dst = getAddress(l, op.getDst(), op.getOffset(), ptx::Space::Shared);
  Value units =
      l.shr(l.get(op.getColumns()), l.imm(kLogUnit), /*isSigned=*/false);
  l.warpSync(op);
  emitUnderGuard(l, op, [&] {
    Reserved reserved(l);
    trapIf(l, l.isetp(isa::ICmp::NE,
                      reserved.load(kRelinquished, isa::MemType::U8), l.zero(),
                      false));
    if (!isPair(op.getCtaGroup())) {
      emitIf(l, elect(l), /*negated=*/false, [&] {
        Value unit = emitFindUnits(l, units, /*forPair=*/false);
        emitAllocated(l, reserved, dst, unit, units);
      });
      return;
    }
    auto lead = [&] {
      Value unit = emitFindUnits(l, units, /*forPair=*/true);
      reserved.waitForPair();
      reserved.arriveAtPeer(l.imm(4));
      Value place = dst.offset ? l.iadd(dst.value, l.imm(uint32_t(dst.offset)))
                               : dst.value;
      Value to = l.combine(
          {reserved.atPeer(place),
           reserved.atPeer(l.iadd(reserved.base, l.imm(kPairBarrier)))});
      l.inst(Opcode::STAS, {to, l.urz(), unit},
             isa::STAS::size.set(isa::STAS::kDefaultMods,
                                 uint64_t(isa::StasSize::B32)));
      emitAllocated(l, reserved, dst, unit, units);
    };
    auto follow = [&] {
      reserved.waitForPair();
      Value unit = reserved.loadFrom(dst);
      emitAllocated(l, reserved, dst, unit, units);
      reserved.arriveAtPeer(Value());
    };
    emitIf(l, elect(l), /*negated=*/false, [&] {
      Value leads = reserved.isLeader();
      emitIfElse(
          l, leads, /*negated=*/false,
          [&] {
            lead();
            return SmallVector<Value>();
          },
          [&] {
            follow();
            return SmallVector<Value>();
          });
    });
  });
  return success();
}

static LogicalResult lowerDealloc(FuncLowering &l, ptx::Tcgen05DeallocOp op) {
  Value units =
      l.shr(l.get(op.getColumns()), l.imm(kLogUnit), /*isSigned=*/false);
  Value unit = l.shr(l.band(l.get(op.getAddress()), l.imm(0xffff)),
                     l.imm(kLogUnit), /*isSigned=*/false);
  l.warpSync(op);
  emitUnderGuard(l, op, [&] {
    Reserved reserved(l);
    Value all = l.shl(getUnitMask(l, units), unit);
    Value first = l.shl(l.imm(1), unit);
    Value others = l.bnot(all), otherFirsts = l.bnot(first);
    Value inUse = reserved.load(kUnits), firsts = reserved.load(kFirstUnits);
    Value known = l.bor(inUse, others), knownFirst = l.bor(firsts, otherFirsts);
    trapIf(l, l.isetp(isa::ICmp::NE, l.band(known, knownFirst), l.imm(~0u),
                      false));
    emitIf(l, elect(l), /*negated=*/false, [&] {
      // Each block of a pair gives back its own.
      l.inst(Opcode::UTCATOMSWS, {toUniform(l, others)},
             isa::UTCATOMSWS::op.set(isa::UTCATOMSWS::kDefaultMods,
                                     uint64_t(isa::UTCAtomicOp::AND)));
      reserved.update(kUnits, isa::AtomOp::AND, others);
      reserved.update(kFirstUnits, isa::AtomOp::AND, otherFirsts);
    });
  });
  return success();
}

static LogicalResult lowerRelinquish(FuncLowering &l,
                                     ptx::Tcgen05RelinquishAllocPermitOp op) {
  l.warpSync(op);
  emitUnderGuard(l, op, [&] {
    // Observed on ptxas 13.0.88.
    constexpr uint64_t kCount = 0x80;
    l.inst(Opcode::UVIRTCOUNT, {},
           isa::UVIRTCOUNT::count.set(isa::UVIRTCOUNT::kDefaultMods, kCount));
    Reserved reserved(l);
    emitIf(l, elect(l), /*negated=*/false,
           [&] { reserved.storeByte(kRelinquished, l.imm(1)); });
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Loads, stores and waits
//===----------------------------------------------------------------------===//

static uint64_t getCount(ptx::TmemCount count) {
  return uint64_t(count) - uint64_t(ptx::TmemCount::X1);
}

/// The shapes of an access: two for what is split in two halves of the lanes.
static SmallVector<isa::TMemShape, 2> getShapes(ptx::TmemShape shape) {
  using Shape = isa::TMemShape;
  switch (shape) {
  case ptx::TmemShape::N16x64b:
    return {Shape::S16x64};
  case ptx::TmemShape::N16x128b:
    return {Shape::S16x128};
  case ptx::TmemShape::N16x256b:
    return {Shape::S16x256};
  case ptx::TmemShape::N16x32bx2:
    return {Shape::S16x32Low, Shape::S16x32High};
  default:
    return {Shape::S32x32};
  }
}

/// Lanes 0 to 15.
static Value isLowHalf(FuncLowering &l) {
  return l.isetp(isa::ICmp::LT, l.specialRegister(isa::SpecialReg::LANEID),
                 l.imm(16), /*isSigned=*/false);
}

/// What each thread has of a load: that of its half of the lanes.
static SmallVector<Value> mergeHalves(FuncLowering &l,
                                      ArrayRef<SmallVector<Value>> halves) {
  if (halves.size() == 1)
    return halves[0];
  Value isLow = isLowHalf(l);
  SmallVector<Value> merged;
  for (auto [low, high] : llvm::zip(halves[0], halves[1]))
    merged.push_back(l.select(isLow, low, high));
  return merged;
}

/// Makes a load for each half; `emit` gives what a load of a shape with an
/// offset gives.
template <typename OpT>
static LogicalResult
emitLoad(FuncLowering &l, OpT op,
         llvm::function_ref<SmallVector<Value>(Value, isa::TMemShape, uint64_t)>
             emit) {
  l.warpSync(op);
  l.setResults(op, emitGuardedValues(l, op, [&] {
                 Value address = toUniform(l, l.get(op.getAddress()));
                 SmallVector<SmallVector<Value>> halves;
                 for (isa::TMemShape shape : getShapes(op.getShape()))
                   halves.push_back(
                       emit(address, shape,
                            uint64_t(op.getOffset()) +
                                (halves.empty() ? 0 : op.getSplit())));
                 return mergeHalves(l, halves);
               }));
  return success();
}

static void appendWords(FuncLowering &l, Value tuple,
                        SmallVectorImpl<Value> &words) {
  for (unsigned i = 0; i != ori::getWidth(tuple.getType()); ++i)
    words.push_back(l.part(tuple, i));
}

static LogicalResult lowerLd(FuncLowering &l, ptx::Tcgen05LdOp op) {
  return emitLoad(
      l, op, [&](Value address, isa::TMemShape shape, uint64_t offset) {
        uint64_t mods =
            isa::LDTM::shape.set(isa::LDTM::kDefaultMods, uint64_t(shape));
        mods = isa::LDTM::num.set(mods, getCount(op.getNum()));
        mods = isa::LDTM::pack.set(mods, op.getPacked());
        mods = isa::LDTM::offset.set(mods, uint32_t(offset));
        SmallVector<Value> words;
        appendWords(l, l.value(Opcode::LDTM, {address}, mods), words);
        return words;
      });
}

static LogicalResult lowerLdRed(FuncLowering &l, ptx::Tcgen05LdRedOp op) {
  if (!hasInstruction(l, Opcode::LDTM_STAT))
    return l.unsupported(op, "'tcgen05.ld.red'");
  using Stat = isa::TMemStat;
  using Type = isa::TMemStatType;
  bool isMax = op.getOp() == ptx::TmemReduction::Max;
  Stat stat = op.getAbs() ? (isMax ? Stat::MAXABS : Stat::MINABS)
                          : (isMax ? Stat::MAX : Stat::MIN);
  Type type = op.getDataType() == ptx::DataType::F32   ? Type::F32
              : op.getDataType() == ptx::DataType::S32 ? Type::S32
                                                       : Type::U32;
  return emitLoad(
      l, op, [&](Value address, isa::TMemShape shape, uint64_t offset) {
        uint64_t mods = isa::LDTM_STAT::shape.set(isa::LDTM_STAT::kDefaultMods,
                                                  uint64_t(shape));
        mods = isa::LDTM_STAT::num.set(mods, getCount(op.getNum()));
        mods = isa::LDTM_STAT::op.set(mods, uint64_t(stat));
        mods = isa::LDTM_STAT::type.set(mods, uint64_t(type));
        mods = isa::LDTM_STAT::nan.set(mods, op.getNan());
        mods = isa::LDTM_STAT::offset.set(mods, uint32_t(offset));
        Operation *load = l.inst(Opcode::LDTM_STAT, {address}, mods);
        SmallVector<Value> words;
        appendWords(l, load->getResult(isa::LDTM_STAT::kD), words);
        words.push_back(load->getResult(isa::LDTM_STAT::kStat));
        return words;
      });
}

static LogicalResult lowerSt(FuncLowering &l, ptx::Tcgen05StOp op) {
  SmallVector<Value> words;
  for (Value v : op.getValues())
    words.push_back(l.get(v));
  l.warpSync(op);
  emitUnderGuard(l, op, [&] {
    Value address = toUniform(l, l.get(op.getAddress()));
    Value data = l.combine(words);
    uint64_t offset = uint64_t(op.getOffset());
    for (isa::TMemShape shape : getShapes(op.getShape())) {
      uint64_t mods =
          isa::STTM::shape.set(isa::STTM::kDefaultMods, uint64_t(shape));
      mods = isa::STTM::num.set(mods, getCount(op.getNum()));
      mods = isa::STTM::expand.set(mods, op.getUnpacked());
      mods = isa::STTM::offset.set(mods, uint32_t(offset));
      l.inst(Opcode::STTM, {address, data}, mods);
      offset += op.getSplit();
    }
  });
  return success();
}

/// Loads are waited for like those of other memory.
static LogicalResult lowerWait(FuncLowering &l, ptx::Tcgen05WaitOp op) {
  l.warpSync(op);
  return success();
}

static LogicalResult lowerFence(FuncLowering &, ptx::Tcgen05FenceOp) {
  return success();
}

void ptxtoori::registerTensorMemoryLowerings(HandlerTable &table) {
  table.add<ptx::Tcgen05AllocOp, lowerAlloc>();
  table.add<ptx::Tcgen05DeallocOp, lowerDealloc>();
  table.add<ptx::Tcgen05RelinquishAllocPermitOp, lowerRelinquish>();
  table.add<ptx::Tcgen05LdOp, lowerLd>();
  table.add<ptx::Tcgen05LdRedOp, lowerLdRed>();
  table.add<ptx::Tcgen05StOp, lowerSt>();
  table.add<ptx::Tcgen05WaitOp, lowerWait>();
  table.add<ptx::Tcgen05FenceOp, lowerFence>();
}

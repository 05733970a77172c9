//===- Atomic.cpp - Lowering of atom and red ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of atom and red. What the machine has as one instruction is one;
// other operations and types become loops of compare and swap.
//
//===----------------------------------------------------------------------===//

#include "HalfEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::AtomFType;
using ptxmlir::isa::AtomType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Operations and types
//===----------------------------------------------------------------------===//

static std::optional<isa::AtomOp> getAtomOp(ptx::AtomicOp op) {
  switch (op) {
  case ptx::AtomicOp::Add:
    return isa::AtomOp::ADD;
  case ptx::AtomicOp::And:
    return isa::AtomOp::AND;
  case ptx::AtomicOp::Or:
    return isa::AtomOp::OR;
  case ptx::AtomicOp::Xor:
    return isa::AtomOp::XOR;
  case ptx::AtomicOp::Min:
    return isa::AtomOp::MIN;
  case ptx::AtomicOp::Max:
    return isa::AtomOp::MAX;
  case ptx::AtomicOp::Inc:
    return isa::AtomOp::INC;
  case ptx::AtomicOp::Dec:
    return isa::AtomOp::DEC;
  case ptx::AtomicOp::Exch:
    return isa::AtomOp::EXCH;
  default:
    return std::nullopt;
  }
}

static std::optional<AtomType> getIntType(ptx::DataType type) {
  unsigned bits = ptx::getBitWidth(type);
  if (bits == 32)
    return ptx::isSigned(type) ? AtomType::S32 : AtomType::U32;
  if (bits == 64)
    return ptx::isSigned(type) ? AtomType::S64 : AtomType::U64;
  if (bits == 128)
    return AtomType::B128;
  return std::nullopt;
}

/// PTX: atom.add.f32 on global memory flushes subnormals to zero, f64 and the
/// .noftz types do not. `bits` are those of all elements.
static std::optional<AtomFType> getFloatType(ptx::DataType type,
                                             unsigned bits) {
  auto bySize = [&](AtomFType one, AtomFType two, AtomFType four) {
    return bits == 32 ? one : bits == 64 ? two : four;
  };
  switch (type) {
  case ptx::DataType::F32:
    return bySize(AtomFType::F32FTZ, AtomFType::F32x2FTZ, AtomFType::F32x4FTZ);
  case ptx::DataType::F64:
    return AtomFType::F64;
  case ptx::DataType::F16:
  case ptx::DataType::F16x2:
    return bySize(AtomFType::F16x2, AtomFType::F16x4, AtomFType::F16x8);
  case ptx::DataType::Bf16:
  case ptx::DataType::Bf16x2:
    return bySize(AtomFType::BF16x2, AtomFType::BF16x4, AtomFType::BF16x8);
  default:
    return std::nullopt;
  }
}

static std::optional<isa::AtomFOp> getAtomFOp(ptx::AtomicOp op) {
  switch (op) {
  case ptx::AtomicOp::Add:
    return isa::AtomFOp::ADD;
  case ptx::AtomicOp::Min:
    return isa::AtomFOp::MIN;
  case ptx::AtomicOp::Max:
    return isa::AtomFOp::MAX;
  default:
    return std::nullopt;
  }
}

/// The type of a compare and swap, which has no sign.
static std::optional<AtomType> getBitsType(ptx::DataType type) {
  unsigned bits = ptx::getBitWidth(type);
  return bits == 32    ? std::optional(AtomType::U32)
         : bits == 64  ? std::optional(AtomType::U64)
         : bits == 128 ? std::optional(AtomType::B128)
                       : std::nullopt;
}

static bool isFloatType(ptx::DataType type) {
  return ptx::isFloat(type) || type == ptx::DataType::F16x2 ||
         type == ptx::DataType::Bf16x2;
}

/// Order and scope of an atomic: relaxed at gpu scope unless written.
static isa::MemOrder getAtomOrder(ptx::Semantics semantics, ptx::Scope scope) {
  if (semantics == ptx::Semantics::None)
    semantics = ptx::Semantics::Relaxed;
  if (scope == ptx::Scope::None)
    scope = ptx::Scope::Gpu;
  return getOrder(semantics, scope, /*mmio=*/false);
}

/// The address of an atomic, whose offset has 23 bits from sm_100 on.
static Address getAtomAddress(FuncLowering &l, Value ptxAddress, int64_t offset,
                              ptx::Space space) {
  constexpr unsigned kOffsetBits = 23;
  return fitOffset(l, getAddress(l, ptxAddress, offset, space), kOffsetBits);
}

static ptx::Scope getFenceScope(ptx::Scope scope) {
  return scope == ptx::Scope::None ? ptx::Scope::Gpu : scope;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// A float operation on shared memory is a compare-and-swap loop: the machine
/// has integer atomics only. Splits the current block; results in the old
/// value.
static Value emitSharedCasLoop(FuncLowering &l, Operation *op, Address address,
                               unsigned width,
                               llvm::function_ref<Value(Value)> update) {
  auto type = width == 2 ? AtomType::U64 : AtomType::U32;
  auto memType = width == 2 ? isa::MemType::B64 : isa::MemType::B32;
  auto inst = cast<ptx::InstructionOpInterface>(op);
  OpBuilder &b = l.builder;
  Region *region = b.getInsertionBlock()->getParent();
  auto after = std::next(b.getInsertionBlock()->getIterator());
  Block *current = b.getInsertionBlock();
  Block *body = b.createBlock(region, after);
  Block *loop =
      b.createBlock(region, std::next(body->getIterator()), l.r(width), l.loc);
  Block *done =
      b.createBlock(region, std::next(loop->getIterator()), l.r(width), l.loc);
  b.setInsertionPointToEnd(current);
  if (inst.isGuarded())
    ori::CondBraOp::create(b, l.loc, l.get(inst.getGuard()), ValueRange(),
                           ValueRange(l.undef(l.r(width))),
                           inst.isGuardNegated(),
                           /*uniform=*/false, body, done);
  else
    ori::BraOp::create(b, l.loc, ValueRange(), body);

  b.setInsertionPointToEnd(body);
  Value first = l.value(
      Opcode::LDS, {address.value, l.urz()},
      getAccessMods(Opcode::LDS, memType, address.offset, isa::MemOrder::Weak));
  ori::BraOp::create(b, l.loc, first, loop);

  b.setInsertionPointToEnd(loop);
  Value expected = loop->getArgument(0);
  Value desired = update(expected);
  uint64_t mods =
      isa::ATOMS_CAS::type.set(isa::ATOMS_CAS::kDefaultMods, uint64_t(type));
  mods = isa::ATOMS_CAS::offset.set(mods, uint64_t(address.offset));
  Value seen =
      l.value(Opcode::ATOMS_CAS, {address.value, expected, desired}, mods);
  // In each round some thread succeeds: nobody waits for what others do later.
  seen.getDefiningOp()->setAttr("lock_free", l.builder.getUnitAttr());
  Value same = width == 2 ? l.isetp64(isa::ICmp::EQ, seen, expected, false)
                          : l.isetp(isa::ICmp::EQ, seen, expected, false);
  ori::CondBraOp::create(b, l.loc, same, ValueRange(seen), ValueRange(seen),
                         /*negated=*/false, /*uniform=*/false, done, loop);
  b.setInsertionPointToEnd(done);
  return done->getArgument(0);
}

/// The integer operation that a 64-bit ATOMS lacks, on registers.
static Value emitUpdate64(FuncLowering &l, ptx::AtomicOp op, ptx::DataType type,
                          Value old, Value operand) {
  switch (op) {
  case ptx::AtomicOp::Add:
    return l.add64(old, operand);
  case ptx::AtomicOp::And:
  case ptx::AtomicOp::Or:
  case ptx::AtomicOp::Xor: {
    uint8_t lut = op == ptx::AtomicOp::And  ? isa::kTableAnd
                  : op == ptx::AtomicOp::Or ? isa::kTableOr
                                            : isa::kTableXor;
    return l.combine({l.lop3(l.lo(old), l.lo(operand), l.zero(), lut),
                      l.lop3(l.hi(old), l.hi(operand), l.zero(), lut)});
  }
  case ptx::AtomicOp::Min:
  case ptx::AtomicOp::Max: {
    Value less = l.isetp64(isa::ICmp::LT, old, operand, ptx::isSigned(type));
    return op == ptx::AtomicOp::Min ? l.select(less, old, operand)
                                    : l.select(less, operand, old);
  }
  default: // exchange
    return operand;
  }
}

/// `old` op `b` in registers, for the types that need it.
static Value emitUpdate(FuncLowering &l, ptx::AtomicOp kind, ptx::DataType type,
                        Value old, Value b) {
  switch (type) {
  case ptx::DataType::F32:
    return l.value(Opcode::FADD, {old, b});
  case ptx::DataType::F64:
    return l.value(Opcode::DADD, {old, b});
  case ptx::DataType::F16x2:
  case ptx::DataType::Bf16x2: {
    HalfMode mode;
    mode.bf16 = type == ptx::DataType::Bf16x2;
    return hadd2(l, old, b, mode);
  }
  default:
    return emitUpdate64(l, kind, type, old, b);
  }
}

static FailureOr<Value> emitShared(FuncLowering &l, Operation *op,
                                   ptx::AtomicOp kind, ptx::DataType type,
                                   Address address, Value b, Value c) {
  unsigned bits = ptx::getBitWidth(type);
  if (kind == ptx::AtomicOp::Cas) {
    uint64_t mods = isa::ATOMS_CAS::type.set(isa::ATOMS_CAS::kDefaultMods,
                                             uint64_t(*getBitsType(type)));
    mods = isa::ATOMS_CAS::offset.set(mods, uint64_t(address.offset));
    return l.guarded(op, Opcode::ATOMS_CAS, {address.value, b, c}, mods)
        ->getResult(0);
  }
  if (type == ptx::DataType::F32 && kind == ptx::AtomicOp::Add)
    return emitSharedCasLoop(l, op, address, 1, [&](Value old) {
      return l.value(Opcode::FADD, {old, b});
    });
  if (type == ptx::DataType::F64 && kind == ptx::AtomicOp::Add)
    return emitSharedCasLoop(l, op, address, 2, [&](Value old) {
      return l.value(Opcode::DADD, {old, b});
    });
  if (isHalfPair(type) && kind == ptx::AtomicOp::Add)
    return emitSharedCasLoop(l, op, address, 1, [&](Value old) {
      return emitUpdate(l, kind, type, old, b);
    });
  if (isFloatType(type))
    return l.unsupported(op, "this float atomic on shared memory");
  if (bits == 64 && kind != ptx::AtomicOp::Exch)
    return emitSharedCasLoop(l, op, address, 2, [&](Value old) {
      return emitUpdate64(l, kind, type, old, b);
    });
  uint64_t mods =
      isa::ATOMS::op.set(isa::ATOMS::kDefaultMods, uint64_t(*getAtomOp(kind)));
  mods = isa::ATOMS::type.set(mods, uint64_t(*getIntType(type)));
  mods = isa::ATOMS::offset.set(mods, uint64_t(address.offset));
  return l.guarded(op, Opcode::ATOMS, {address.value, l.urz(), b}, mods)
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// Global and generic memory
//===----------------------------------------------------------------------===//

/// Whether shared memory lacks the operation: then an instruction with a
/// generic address does nothing there, and says so in its predicate.
static bool needsFallback(ptx::AtomicOp kind, ptx::DataType type) {
  return isFloatType(type) ||
         (ptx::getBitWidth(type) == 64 && kind != ptx::AtomicOp::Exch &&
          kind != ptx::AtomicOp::Cas);
}

/// The atomic, whose opcode, sources and modifiers are given; where it was not
/// done, a loop of compare and swap in shared memory (which ATOM has there), a
/// load and a store in local memory. Splits the current block; results in the
/// old value.
static Value emitGenericAtomic(FuncLowering &l, Operation *op,
                               ptx::AtomicOp kind, ptx::DataType type,
                               Address address, isa::MemOrder order, Value b,
                               Opcode opcode, ValueRange sources,
                               uint64_t mods) {
  unsigned width = ptx::getBitWidth(type) / 32;
  auto memType = width == 2 ? isa::MemType::B64 : isa::MemType::B32;
  auto inst = cast<ptx::InstructionOpInterface>(op);
  OpBuilder &builder = l.builder;
  Block *current = builder.getInsertionBlock();
  Region *region = current->getParent();
  auto after = std::next(current->getIterator());
  auto makeBlock = [&](bool hasValue) {
    return hasValue ? builder.createBlock(region, after, l.r(width), l.loc)
                    : builder.createBlock(region, after);
  };
  Block *body = makeBlock(false), *elsewhere = makeBlock(false),
        *shared = makeBlock(false), *loop = makeBlock(true),
        *local = makeBlock(false), *done = makeBlock(true);

  builder.setInsertionPointToEnd(current);
  if (inst.isGuarded())
    ori::CondBraOp::create(builder, l.loc, l.get(inst.getGuard()), ValueRange(),
                           ValueRange(l.undef(l.r(width))),
                           inst.isGuardNegated(),
                           /*uniform=*/false, body, done);
  else
    ori::BraOp::create(builder, l.loc, ValueRange(), body);

  builder.setInsertionPointToEnd(body);
  Operation *atom = l.inst(opcode, sources, mods);
  ori::CondBraOp::create(builder, l.loc, atom->getResult(isa::ATOM::kPu),
                         ValueRange(atom->getResult(isa::ATOM::kD)),
                         ValueRange(),
                         /*negated=*/false, /*uniform=*/false, done, elsewhere);

  builder.setInsertionPointToEnd(elsewhere);
  // Where there are clusters, a block's own shared memory is only a part of it.
  auto space =
      l.module.target->hasClusters() ? isa::QspcSpace::D : isa::QspcSpace::S;
  uint64_t query = isa::QSPC::space.set(
      getAccessMods(Opcode::QSPC, memType, address.offset, isa::MemOrder::Weak),
      uint64_t(space));
  Operation *isShared = l.inst(Opcode::QSPC, {address.value, l.urz(2)}, query);
  ori::CondBraOp::create(builder, l.loc, isShared->getResult(isa::QSPC::kPu),
                         ValueRange(), ValueRange(), /*negated=*/false,
                         /*uniform=*/false, shared, local);
  auto load = [&] {
    return l.value(Opcode::LD, {address.value, l.descriptor(), l.pt()},
                   getAccessMods(Opcode::LD, memType, address.offset,
                                 isa::MemOrder::Weak));
  };

  builder.setInsertionPointToEnd(shared);
  ori::BraOp::create(builder, l.loc, load(), loop);

  builder.setInsertionPointToEnd(loop);
  Value expected = loop->getArgument(0);
  Value desired = emitUpdate(l, kind, type, expected, b);
  uint64_t swap = isa::ATOM_CAS::type.set(
      getAccessMods(Opcode::ATOM_CAS, memType, address.offset, order),
      uint64_t(width == 2 ? AtomType::U64 : AtomType::U32));
  Operation *cas =
      l.inst(Opcode::ATOM_CAS, {address.value, expected, desired}, swap);
  cas->setAttr("lock_free", builder.getUnitAttr()); // as above
  Value seen = cas->getResult(isa::ATOM_CAS::kD);
  Value same = width == 2 ? l.isetp64(isa::ICmp::EQ, seen, expected, false)
                          : l.isetp(isa::ICmp::EQ, seen, expected, false);
  ori::CondBraOp::create(builder, l.loc, same, ValueRange(seen),
                         ValueRange(seen), /*negated=*/false, /*uniform=*/false,
                         done, loop);

  builder.setInsertionPointToEnd(local);
  Value old = load();
  l.inst(
      Opcode::ST,
      {address.value, l.descriptor(), emitUpdate(l, kind, type, old, b)},
      getAccessMods(Opcode::ST, memType, address.offset, isa::MemOrder::Weak));
  ori::BraOp::create(builder, l.loc, old, done);

  builder.setInsertionPointToEnd(done);
  return done->getArgument(0);
}

/// Returns what was there before; null where the instruction has no result.
/// `isReduction`: nobody reads it.
static FailureOr<Value> emitGlobal(FuncLowering &l, Operation *op,
                                   ptx::AtomicOp kind, ptx::DataType type,
                                   ptx::Space space, Address address,
                                   isa::MemOrder order, Value b, Value c,
                                   Value descriptor, bool isReduction) {
  bool generic = space != ptx::Space::Global;
  unsigned bits = 32 * ori::getWidth(b.getType());
  bool isVector = bits > ptx::getBitWidth(type);
  // These instructions have their type in enums of their own.
  auto setCommon = [&](Opcode opcode) {
    return getAccessMods(opcode, isa::MemType(0), address.offset, order);
  };
  if (kind == ptx::AtomicOp::Cas) {
    std::optional<AtomType> bitsType = getBitsType(type);
    if (!bitsType)
      return l.unsupported(op, "a compare-and-swap of this size");
    Opcode opcode = generic ? Opcode::ATOM_CAS : Opcode::ATOMG_CAS;
    uint64_t mods =
        isa::ATOMG_CAS::type.set(setCommon(opcode), uint64_t(*bitsType));
    Operation *atom = l.guarded(op, opcode, {address.value, b, c}, mods);
    return atom->getResult(isa::ATOMG_CAS::kD);
  }
  if (isFloatType(type)) {
    std::optional<AtomFType> floatType = getFloatType(type, bits);
    std::optional<isa::AtomFOp> floatOp = getAtomFOp(kind);
    if (!floatType || !floatOp)
      return l.unsupported(op, "an atomic of this type");
    Opcode opcode = generic ? Opcode::ATOM_F : Opcode::ATOMG_F;
    uint64_t mods =
        isa::ATOMG_F::type.set(setCommon(opcode), uint64_t(*floatType));
    mods = isa::ATOMG_F::op.set(mods, uint64_t(*floatOp));
    SmallVector<Value, 3> sources = {address.value, descriptor, b};
    // Vectors are in global memory only.
    if (generic && !isVector)
      return emitGenericAtomic(l, op, kind, type, address, order, b, opcode,
                               sources, mods);
    if (isReduction && !isVector) {
      mods =
          isa::RED_F::type.set(setCommon(Opcode::RED_F), uint64_t(*floatType));
      mods = isa::RED_F::op.set(mods, uint64_t(*floatOp));
      l.guarded(op, Opcode::RED_F, sources, mods);
      return Value();
    }
    return l.guarded(op, opcode, sources, mods)->getResult(isa::ATOMG_F::kD);
  }
  std::optional<AtomType> intType = getIntType(type);
  std::optional<isa::AtomOp> atomOp = getAtomOp(kind);
  if (!intType || !atomOp)
    return l.unsupported(op, "an atomic of this type");
  Opcode opcode = generic ? Opcode::ATOM : Opcode::ATOMG;
  uint64_t mods = isa::ATOMG::type.set(setCommon(opcode), uint64_t(*intType));
  mods = isa::ATOMG::op.set(mods, uint64_t(*atomOp));
  SmallVector<Value, 3> sources = {address.value, descriptor, b};
  if (generic && needsFallback(kind, type))
    return emitGenericAtomic(l, op, kind, type, address, order, b, opcode,
                             sources, mods);
  // An exchange is no reduction; the others have one number in both records.
  static_assert(uint64_t(isa::RedOp::ADD) == uint64_t(isa::AtomOp::ADD) &&
                uint64_t(isa::RedOp::XOR) == uint64_t(isa::AtomOp::XOR));
  if (isReduction && !generic && *atomOp != isa::AtomOp::EXCH) {
    mods = isa::RED::type.set(setCommon(Opcode::RED), uint64_t(*intType));
    mods = isa::RED::op.set(mods, uint64_t(*atomOp));
    l.guarded(op, Opcode::RED, sources, mods);
    return Value();
  }
  return l.guarded(op, opcode, sources, mods)->getResult(isa::ATOMG::kD);
}

/// The elements of a vector side by side.
static Value joinElements(FuncLowering &l, ptx::DataType type,
                          ValueRange ptxValues) {
  SmallVector<Value> parts;
  for (Value v : ptxValues)
    parts.push_back(l.get(v));
  if (ptx::getBitWidth(type) == 16 && parts.size() > 1) {
    for (unsigned i = 0; i != parts.size() / 2; ++i)
      parts[i] = packHalves(l, parts[2 * i], parts[2 * i + 1]);
    parts.resize(parts.size() / 2);
  }
  return l.combine(parts);
}

/// The elements of a vector, apart.
static SmallVector<Value> splitElements(FuncLowering &l, ptx::DataType type,
                                        Value tuple, unsigned count) {
  if (count == 1)
    return {tuple};
  SmallVector<Value> parts;
  bool areHalves = ptx::getBitWidth(type) == 16;
  for (unsigned i = 0; i != count; ++i) {
    Value part = l.part(tuple, areHalves ? i / 2 : i);
    parts.push_back(areHalves && i % 2 ? l.shr(part, l.imm(16), false) : part);
  }
  return parts;
}

/// Returns what was there before; null where the instruction has no result.
template <typename OpT>
static FailureOr<Value> emitAtomic(FuncLowering &l, OpT op, Value c) {
  ptx::DataType type = op.getDataType();
  ptx::Space space = op.getSpace();
  ptx::Semantics semantics = op.getSemantics();
  bool release = semantics == ptx::Semantics::Release ||
                 semantics == ptx::Semantics::AcqRel;
  bool acquire = semantics == ptx::Semantics::Acquire ||
                 semantics == ptx::Semantics::AcqRel;
  if (release)
    emitFence(l, op, getFenceScope(op.getScope()), /*sequential=*/false);
  Address address = getAtomAddress(l, op.getAddress(), op.getOffset(), space);
  space = openCluster(l, space, address);
  isa::MemOrder order = getAtomOrder(semantics, op.getScope());
  Value b = joinElements(l, type, op.getB());
  FailureOr<Value> result;
  if (ptx::getBitWidth(type) == 16 && op.getB().size() == 1)
    result =
        emitNarrowAtomic(l, op, op.getOp(), type, space, address, order, b, c);
  else if (space == ptx::Space::Shared)
    result = emitShared(l, op, op.getOp(), type, address, b, c);
  else
    // The instruction without a result has no place for a policy on all SMs.
    result = emitGlobal(l, op, op.getOp(), type, space, address, order, b, c,
                        getDescriptor(l, op.getPolicy()),
                        /*isReduction=*/op->use_empty() && !op.getPolicy());
  if (succeeded(result) && acquire)
    emitFence(l, op, getFenceScope(op.getScope()), /*sequential=*/false);
  return result;
}

static LogicalResult lowerAtom(FuncLowering &l, ptx::AtomOp op) {
  Value c = op.getOp() == ptx::AtomicOp::Cas ? l.get(op.getC()) : Value();
  FailureOr<Value> old = emitAtomic(l, op, c);
  if (failed(old))
    return failure();
  if (*old)
    l.setResults(op,
                 splitElements(l, op.getDataType(), *old, op->getNumResults()));
  return success();
}

/// A reduction is an atomic whose old value nobody reads.
static LogicalResult lowerRed(FuncLowering &l, ptx::RedOp op) {
  return failed(emitAtomic(l, op, Value())) ? failure() : success();
}

LogicalResult ptxtoori::emitReduction(FuncLowering &l, Operation *op,
                                      ptx::AtomicOp kind, ptx::DataType type,
                                      ptx::Space space, isa::MemOrder order,
                                      Value ptxAddress, int64_t offset,
                                      Value b) {
  return emitGlobal(l, op, kind, type, space,
                    getAtomAddress(l, ptxAddress, offset, space), order, b,
                    Value(), l.descriptor(), /*isReduction=*/true);
}

void ptxtoori::registerAtomicLowerings(HandlerTable &table) {
  table.add<ptx::AtomOp, lowerAtom>();
  table.add<ptx::RedOp, lowerRed>();
}

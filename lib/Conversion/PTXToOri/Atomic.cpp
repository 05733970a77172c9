//===- Atomic.cpp - Lowering of atom and red ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  return std::nullopt;
}

/// PTX: atom.add.f32 on global memory flushes subnormals to zero, f64 and the
/// .noftz types do not.
static std::optional<AtomFType> getFloatType(ptx::DataType type) {
  switch (type) {
  case ptx::DataType::F32:
    return AtomFType::F32FTZ;
  case ptx::DataType::F64:
    return AtomFType::F64;
  case ptx::DataType::F16x2:
    return AtomFType::F16x2;
  case ptx::DataType::Bf16x2:
    return AtomFType::BF16x2;
  default:
    return std::nullopt;
  }
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
    uint8_t lut = op == ptx::AtomicOp::And  ? 0xc0
                  : op == ptx::AtomicOp::Or ? 0xfc
                                            : 0x3c;
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

static FailureOr<Value> emitShared(FuncLowering &l, Operation *op,
                                   ptx::AtomicOp kind, ptx::DataType type,
                                   Address address, Value b, Value c) {
  unsigned bits = ptx::getBitWidth(type);
  if (bits != 32 && bits != 64)
    return l.unsupported(op, "an atomic of this size on shared memory");
  if (kind == ptx::AtomicOp::Cas) {
    uint64_t mods = isa::ATOMS_CAS::type.set(
        isa::ATOMS_CAS::kDefaultMods,
        uint64_t(bits == 64 ? AtomType::U64 : AtomType::U32));
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
  Operation *isShared = l.inst(Opcode::QSPC, {address.value, l.urz()}, query);
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

static FailureOr<Value> emitGlobal(FuncLowering &l, Operation *op,
                                   ptx::AtomicOp kind, ptx::DataType type,
                                   ptx::Space space, Address address,
                                   isa::MemOrder order, Value b, Value c) {
  bool generic = space != ptx::Space::Global;
  // These instructions have their type in enums of their own.
  auto setCommon = [&](Opcode opcode) {
    return getAccessMods(opcode, isa::MemType(0), address.offset, order);
  };
  if (kind == ptx::AtomicOp::Cas) {
    std::optional<AtomType> intType = getIntType(type);
    if (!intType)
      return l.unsupported(op, "a compare-and-swap of this size");
    Opcode opcode = generic ? Opcode::ATOM_CAS : Opcode::ATOMG_CAS;
    uint64_t mods = isa::ATOMG_CAS::type.set(
        setCommon(opcode),
        uint64_t(*intType == AtomType::S64 || *intType == AtomType::U64
                     ? AtomType::U64
                     : AtomType::U32));
    Operation *atom = l.guarded(op, opcode, {address.value, b, c}, mods);
    return atom->getResult(isa::ATOMG_CAS::kD);
  }
  if (isFloatType(type) && kind == ptx::AtomicOp::Add) {
    std::optional<AtomFType> floatType = getFloatType(type);
    if (!floatType)
      return l.unsupported(op, "an atomic of this type");
    Opcode opcode = generic ? Opcode::ATOM_F : Opcode::ATOMG_F;
    uint64_t mods =
        isa::ATOMG_F::type.set(setCommon(opcode), uint64_t(*floatType));
    mods = isa::ATOMG_F::op.set(mods, uint64_t(isa::AtomFOp::ADD));
    SmallVector<Value, 3> sources = {address.value, l.descriptor(), b};
    if (generic)
      return emitGenericAtomic(l, op, kind, type, address, order, b, opcode,
                               sources, mods);
    return l.guarded(op, opcode, sources, mods)->getResult(isa::ATOMG_F::kD);
  }
  std::optional<AtomType> intType = getIntType(type);
  std::optional<isa::AtomOp> atomOp = getAtomOp(kind);
  if (!intType || !atomOp)
    return l.unsupported(op, "an atomic of this type");
  Opcode opcode = generic ? Opcode::ATOM : Opcode::ATOMG;
  uint64_t mods = isa::ATOMG::type.set(setCommon(opcode), uint64_t(*intType));
  mods = isa::ATOMG::op.set(mods, uint64_t(*atomOp));
  SmallVector<Value, 3> sources = {address.value, l.descriptor(), b};
  if (generic && needsFallback(kind, type))
    return emitGenericAtomic(l, op, kind, type, address, order, b, opcode,
                             sources, mods);
  return l.guarded(op, opcode, sources, mods)->getResult(isa::ATOMG::kD);
}

template <typename OpT>
static FailureOr<Value> emitAtomic(FuncLowering &l, OpT op, Value c) {
  if (op.getVector() != ptx::VectorSize::None)
    return l.unsupported(op, "a vector atomic");
  ptx::Space space = op.getSpace();
  ptx::Semantics semantics = op.getSemantics();
  bool release = semantics == ptx::Semantics::Release ||
                 semantics == ptx::Semantics::AcqRel;
  bool acquire = semantics == ptx::Semantics::Acquire ||
                 semantics == ptx::Semantics::AcqRel;
  if (release)
    emitFence(l, op, getFenceScope(op.getScope()), /*sequential=*/false);
  Address address = getAddress(l, op.getAddress(), op.getOffset(), space);
  Value b = l.get(op.getB().front());
  FailureOr<Value> result =
      space == ptx::Space::Shared
          ? emitShared(l, op, op.getOp(), op.getDataType(), address, b, c)
          : emitGlobal(l, op, op.getOp(), op.getDataType(), space, address,
                       getAtomOrder(semantics, op.getScope()), b, c);
  if (succeeded(result) && acquire)
    emitFence(l, op, getFenceScope(op.getScope()), /*sequential=*/false);
  return result;
}

static LogicalResult lowerAtom(FuncLowering &l, ptx::AtomOp op) {
  Value c = op.getOp() == ptx::AtomicOp::Cas ? l.get(op.getC()) : Value();
  FailureOr<Value> old = emitAtomic(l, op, c);
  if (failed(old))
    return failure();
  l.setResults(op, *old);
  return success();
}

/// A reduction is an atomic whose old value nobody reads.
static LogicalResult lowerRed(FuncLowering &l, ptx::RedOp op) {
  return failed(emitAtomic(l, op, Value())) ? failure() : success();
}

void ptxtoori::registerAtomicLowerings(HandlerTable &table) {
  table.add<ptx::AtomOp, lowerAtom>();
  table.add<ptx::RedOp, lowerRed>();
}

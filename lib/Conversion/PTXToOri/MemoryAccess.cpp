//===- MemoryAccess.cpp - Shared by loads, stores and atomics -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of an access that do not depend on what is done at the address: how
// wide it is and how often, where it is, and in which order others see it.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "ControlFlow.h"
#include "ptx-mlir/Dialect/CodeMarks.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

LogicalResult ptxtoori::requireClusters(FuncLowering &l, Operation *op) {
  if (l.module.target->hasClusters())
    return success();
  return l.unsupported(op, "'" + op->getName().stripDialect() + "'");
}

//===----------------------------------------------------------------------===//
// Shape of an access
//===----------------------------------------------------------------------===//

std::optional<MemType> ptxtoori::getRawMemType(unsigned bits) {
  switch (bits) {
  case 8:
    return MemType::U8;
  case 16:
    return MemType::U16;
  case 32:
    return MemType::B32;
  case 64:
    return MemType::B64;
  case 128:
    return MemType::B128;
  default:
    return std::nullopt;
  }
}

/// The instruction's access type for elements of a PTX type, and how many
/// registers all elements take together.
std::optional<MemType> ptxtoori::getMemType(ptx::DataType type,
                                            unsigned count) {
  unsigned bits = ptx::getBitWidth(type) * count;
  if (count == 1 && bits == 8 && ptx::isSigned(type))
    return MemType::S8;
  if (count == 1 && bits == 16 && ptx::isSigned(type))
    return MemType::S16;
  return getRawMemType(bits);
}

/// Splits loaded registers into `count` elements of `bits` bits that go to
/// registers of the ptx types `types` (a relaxed destination may be wider).
void ptxtoori::splitLoaded(FuncLowering &l, Value data, ptx::DataType type,
                           TypeRange types, SmallVectorImpl<Value> &elements) {
  unsigned bits = ptx::getBitWidth(type);
  bool isSigned = ptx::isSigned(type);
  for (auto [i, ptxType] : llvm::enumerate(types)) {
    Value element;
    if (bits >= 32) {
      element = l.part(data, i * bits / 32, bits / 32);
    } else if (types.size() == 1) {
      element = data; // extended by the load
    } else {
      unsigned at = i * bits;
      Value reg = l.part(data, at / 32);
      element = l.extend(at % 32 ? l.shr(reg, l.imm(at % 32), false) : reg,
                         bits, isSigned);
    }
    unsigned want = ori::getWidth(l.convertType(ptxType));
    unsigned have = ori::getWidth(element.getType());
    if (want == 2 && have == 1)
      element = l.combine(
          {element, isSigned ? l.shr(element, l.imm(31), true) : l.zero()});
    elements.push_back(element);
  }
}

/// The registers that a store of `values` writes.
Value ptxtoori::joinStored(FuncLowering &l, ptx::DataType type,
                           ValueRange values) {
  unsigned bits = ptx::getBitWidth(type);
  SmallVector<Value> regs;
  if (values.size() == 1 && bits < 32)
    return l.part(values[0], 0);
  if (bits >= 32) {
    for (Value v : values)
      regs.push_back(l.part(v, 0, bits / 32));
    return l.combine(regs);
  }
  for (unsigned i = 0, n = values.size(); i < n; i += 32 / bits) {
    Value v = values[i];
    if (bits == 16) {
      if (i + 1 < n)
        v = l.prmt(values[i], l.imm(0x5410), values[i + 1]);
    } else {
      Value low =
          i + 1 < n ? l.prmt(values[i], l.imm(0x0040), values[i + 1]) : v;
      v = low;
      if (i + 3 < n) {
        Value high = l.prmt(values[i + 2], l.imm(0x0040), values[i + 3]);
        v = l.prmt(low, l.imm(0x5410), high);
      }
    }
    regs.push_back(v);
  }
  return l.combine(regs);
}

//===----------------------------------------------------------------------===//
// Addresses and ordering
//===----------------------------------------------------------------------===//

Address ptxtoori::fitOffset(FuncLowering &l, Address address, unsigned bits) {
  if (llvm::isIntN(bits, address.offset))
    return address;
  if (ori::getWidth(address.value.getType()) == 1)
    return {l.iadd(address.value, l.imm(uint32_t(address.offset))), 0};
  return {l.add64(address.value, l.imm64(uint64_t(address.offset))), 0};
}

Address ptxtoori::getAddress(FuncLowering &l, Value ptxAddress, int64_t offset,
                             ptx::Space space) {
  // Peel `add x, constant` so that the constant reaches the instruction.
  Value value = l.get(ptxAddress);
  bool narrow = space == ptx::Space::Shared || space == ptx::Space::Local ||
                space == ptx::Space::SharedCluster ||
                space == ptx::Space::Const;
  if (narrow)
    value = l.lo(value);
  else if (ori::getWidth(value.getType()) == 1)
    value = l.combine({value, l.zero()});
  return fitOffset(l, {value, offset}, /*bits=*/24);
}

ptx::Space ptxtoori::openCluster(FuncLowering &l, ptx::Space space,
                                 Address &address) {
  if (space != ptx::Space::SharedCluster)
    return space;
  address.value =
      l.combine({address.value, l.specialRegister(isa::SpecialReg::SWINHI)});
  return ptx::Space::None;
}

Value ptxtoori::getDescriptor(FuncLowering &l, Value ptxPolicy) {
  return ptxPolicy ? toUniform(l, l.get(ptxPolicy)) : l.descriptor();
}

isa::MemOrder ptxtoori::getOrder(ptx::Semantics semantics, ptx::Scope scope,
                                 bool mmio) {
  if (mmio)
    return isa::MemOrder::MmioSYS;
  if (semantics == ptx::Semantics::None)
    return isa::MemOrder::Weak;
  if (semantics == ptx::Semantics::Volatile)
    return isa::MemOrder::StrongSYS;
  switch (scope) {
  case ptx::Scope::Cta:
    return isa::MemOrder::StrongSM;
  case ptx::Scope::Cluster:
  case ptx::Scope::Gpu:
    return isa::MemOrder::StrongGPU;
  default:
    return isa::MemOrder::StrongSYS;
  }
}

isa::MemOrder ptxtoori::getOrder(ptx::CacheOp cacheOp, ptx::Space space,
                                 isa::MemOrder order) {
  if (order != isa::MemOrder::Weak ||
      (space != ptx::Space::Global && space != ptx::Space::None))
    return order;
  switch (cacheOp) {
  case ptx::CacheOp::Ca:
  case ptx::CacheOp::Wb:
    return isa::MemOrder::StrongSM;
  case ptx::CacheOp::Cg:
    return isa::MemOrder::StrongGPU;
  case ptx::CacheOp::Cv:
  case ptx::CacheOp::Wt:
    return isa::MemOrder::StrongSYS;
  default:
    return order;
  }
}

void ptxtoori::markOrder(Operation *inst, isa::MemOrder order) {
  auto op = cast<ori::InstOpInterface>(inst);
  if (order >= isa::MemOrder::StrongSM && op.getDesc().findMod("order") < 0)
    inst->setAttr(kStrongAttr, UnitAttr::get(inst->getContext()));
}

void ptxtoori::markOrder(Operation *inst, ptx::LdOp op, isa::MemOrder order) {
  markOrder(inst, order);
  // What .cv loads is to be fetched again each time.
  bool isWeak = op.getSemantics() == ptx::Semantics::None && !op.getMmio() &&
                (op.getCacheOp() == ptx::CacheOp::Ca ||
                 op.getCacheOp() == ptx::CacheOp::Cg);
  if (isWeak && order >= isa::MemOrder::StrongSM)
    inst->setAttr(kWeakAttr, UnitAttr::get(inst->getContext()));
}

isa::Evict ptxtoori::getEvict(ptx::CacheOp cacheOp, ptx::L1Eviction eviction) {
  switch (eviction) {
  case ptx::L1Eviction::L1EvictUnchanged:
    return isa::Evict::EU;
  case ptx::L1Eviction::L1EvictFirst:
    return isa::Evict::EF;
  case ptx::L1Eviction::L1EvictLast:
    return isa::Evict::EL;
  case ptx::L1Eviction::L1NoAllocate:
    return isa::Evict::NA;
  default:
    break;
  }
  switch (cacheOp) {
  case ptx::CacheOp::Cs:
    return isa::Evict::EF;
  case ptx::CacheOp::Lu:
    return isa::Evict::LU;
  default:
    return isa::Evict::Normal;
  }
}

uint64_t ptxtoori::setMod(Opcode opcode, uint64_t mods, StringRef name,
                          uint64_t value) {
  const isa::InstDesc &desc = isa::getDesc(opcode);
  int index = desc.findMod(name);
  return index < 0 ? mods : desc.mods[index].field.set(mods, value);
}

uint64_t ptxtoori::getAccessMods(Opcode opcode, MemType type, int64_t offset,
                                 isa::MemOrder order) {
  uint64_t mods = isa::getDesc(opcode).defaultMods;
  mods = setMod(opcode, mods, "type", uint64_t(type));
  mods = setMod(opcode, mods, "offset", uint64_t(offset));
  mods = setMod(opcode, mods, "order", uint64_t(order));
  mods = setMod(opcode, mods, "desc", 1);
  return setMod(opcode, mods, "a64", 1);
}

void ptxtoori::emitFence(FuncLowering &l, Operation *op, ptx::Scope scope,
                         bool sequential) {
  isa::MembarScope level = scope == ptx::Scope::Cta   ? isa::MembarScope::CTA
                           : scope == ptx::Scope::Sys ? isa::MembarScope::SYS
                                                      : isa::MembarScope::GPU;
  uint64_t mods = isa::MEMBAR::kDefaultMods;
  mods = isa::MEMBAR::scope.set(mods, uint64_t(level));
  mods = isa::MEMBAR::sem.set(
      mods, uint64_t(sequential ? isa::MembarSem::SC : isa::MembarSem::ALL));
  l.guarded(op, Opcode::MEMBAR, {}, mods);
  if (level == isa::MembarScope::CTA)
    return;
  // Later loads must not hit lines of the first-level cache that were read
  // before the fence.
  l.guarded(op, Opcode::CCTL_IVALL, {},
            isa::getDesc(Opcode::CCTL_IVALL).defaultMods);
}

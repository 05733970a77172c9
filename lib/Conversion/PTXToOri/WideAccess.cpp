//===- WideAccess.cpp - Loads and stores of 256 bits ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two tuples of four registers have the low and the high 16 bytes.
// ptxas 13.0.88 takes generic addresses, too, and accesses global memory with
// them; so here.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

static isa::EvictL2 getEvictL2(ptx::L2Eviction eviction) {
  switch (eviction) {
  case ptx::L2Eviction::L2EvictFirst:
    return isa::EvictL2::First;
  case ptx::L2Eviction::L2EvictLast:
    return isa::EvictL2::Last;
  default:
    return isa::EvictL2::Normal;
  }
}

/// The address; offsets are multiples of 32 bytes.
static Address getWideAddress(FuncLowering &l, Value ptxAddress,
                              int64_t offset) {
  constexpr unsigned kBytes = 32, kOffsetBits = 22;
  Address address = getAddress(l, ptxAddress, offset, ptx::Space::Global);
  return fitOffset(l, address, address.offset % kBytes ? 0 : kOffsetBits);
}

/// The modifiers that both have.
template <typename OpT>
static uint64_t getMods(Opcode opcode, OpT op, int64_t offset,
                        isa::MemOrder order) {
  uint64_t mods = getAccessMods(opcode, MemType::B128, offset, order);
  mods = setMod(opcode, mods, "evict",
                uint64_t(getEvict(op.getCacheOp(), op.getL1Eviction())));
  return setMod(opcode, mods, "l2", uint64_t(getEvictL2(op.getL2Eviction())));
}

LogicalResult ptxtoori::lowerWideLoad(FuncLowering &l, ptx::LdOp op) {
  isa::MemOrder order =
      op.getNonCoherent()
          ? isa::MemOrder::Constant
          : getOrder(op.getCacheOp(), ptx::Space::Global,
                     getOrder(op.getSemantics(), op.getScope(), op.getMmio()));
  Address address = getWideAddress(l, op.getAddress(), op.getOffset());
  uint64_t mods = getMods(Opcode::LDG_256, op, address.offset, order);
  mods = isa::LDG_256::ltc.set(mods, uint64_t(op.getL2Prefetch()));
  Operation *load = l.guarded(
      op, Opcode::LDG_256,
      {address.value, getDescriptor(l, op.getPolicy()), l.pt()}, mods);
  markOrder(load, op, order);
  if (op.getSemantics() == ptx::Semantics::Acquire)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  Value low = load->getResult(isa::LDG_256::kD),
        high = load->getResult(isa::LDG_256::kD2);
  SmallVector<Value> words, elements;
  for (Value half : {low, high})
    for (unsigned i = 0; i != 4; ++i)
      words.push_back(l.part(half, i));
  unsigned width = ptx::getBitWidth(op.getDataType()) / 32;
  for (unsigned i = 0; i != words.size(); i += width)
    elements.push_back(l.combine(ArrayRef(words).slice(i, width)));
  // A register may be wider than the element.
  for (auto [element, type] : llvm::zip(elements, op->getResultTypes()))
    if (ori::getWidth(l.convertType(type)) > width)
      element =
          l.combine({element, ptx::isSigned(op.getDataType())
                                  ? l.shr(element, l.imm(31), /*isSigned=*/true)
                                  : l.zero()});
  l.setResults(op, elements);
  return success();
}

LogicalResult ptxtoori::lowerWideStore(FuncLowering &l, ptx::StOp op) {
  if (op.getSemantics() == ptx::Semantics::Release)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  SmallVector<Value> words;
  for (Value v : op.getValues())
    for (unsigned i = 0; i != ptx::getBitWidth(op.getDataType()) / 32; ++i)
      words.push_back(l.part(l.get(v), i));
  Address address = getWideAddress(l, op.getAddress(), op.getOffset());
  isa::MemOrder order =
      getOrder(op.getCacheOp(), ptx::Space::Global,
               getOrder(op.getSemantics(), op.getScope(), op.getMmio()));
  Operation *store =
      l.guarded(op, Opcode::STG_256,
                {address.value, getDescriptor(l, op.getPolicy()),
                 l.combine(ArrayRef(words).take_front(4)),
                 l.combine(ArrayRef(words).drop_front(4))},
                getMods(Opcode::STG_256, op, address.offset, order));
  markOrder(store, order);
  return success();
}

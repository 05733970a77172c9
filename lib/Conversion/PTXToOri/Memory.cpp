//===- Memory.cpp - Lowering of loads, stores and address conversion -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of ld, st and of instructions that convert and test addresses. The
// state space decides on the instruction, the width on how many.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "ptx-mlir/Target/Parameters.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Where the parameters of the kernel are in bank 0. A function whose kernels
/// the linker brings has none: they are where few parameters are, as with
/// ptxas 13.0.88.
static int64_t getParamBase(FuncLowering &l) {
  ori::FuncOp kernel = l.kernel.kernel;
  if (!kernel)
    return target::getParamBase(l.module.target->sm, {}, {});
  return target::getParamBase(l.module.target->sm, kernel.getParamOffsets(),
                              kernel.getParamSizes());
}

/// LDC of bank `bank` at index + offset, under the guard of `op`.
static Value emitConstantLoad(FuncLowering &l, ptx::LdOp op, unsigned bank,
                              Value index, int64_t offset, MemType type) {
  // What the PTX reads only under a condition may be read without, where there
  // is something to read.
  unsigned bytes = type == MemType::B64 ? 8 : 4;
  if ((type == MemType::B32 || type == MemType::B64) && bank == 3 &&
      l.getConstant(index) == uint64_t(0) && !ptx::getGuard(op) &&
      offset % bytes == 0 && uint64_t(offset) + bytes <= l.module.constBytes)
    return l.cbank(bank, unsigned(offset), bytes / 4);
  uint64_t mods = isa::LDC::kDefaultMods;
  mods = isa::LDC::bank.set(mods, bank);
  mods = isa::LDC::offset.set(mods, uint64_t(offset));
  mods = isa::LDC::type.set(mods, uint64_t(type));
  return l.guarded(op, Opcode::LDC, {index}, mods)->getResult(0);
}

/// A load from constant bank `bank` at address + offset.
static LogicalResult lowerBankLoad(FuncLowering &l, ptx::LdOp op, unsigned bank,
                                   int64_t offset, MemType type) {
  Value index = l.lo(l.get(op.getAddress()));
  if (std::optional<uint64_t> known = l.getConstant(index)) {
    offset += int64_t(*known);
    index = l.zero();
  }
  // The field is signed and has 16 bits.
  if (offset < 0 || offset >= 0x7ff0) {
    index = l.iadd(index, l.imm(uint32_t(offset)));
    offset = 0;
  }
  auto load = [&](MemType t, int64_t at) {
    return emitConstantLoad(l, op, bank, index, at, t);
  };
  Value data;
  if (type == MemType::B128) {
    // Two registers at most.
    Value low = load(MemType::B64, offset),
          high = load(MemType::B64, offset + 8);
    data = l.combine({l.lo(low), l.hi(low), l.lo(high), l.hi(high)});
  } else {
    data = load(type, offset);
  }
  SmallVector<Value> elements;
  splitLoaded(l, data, op.getDataType(), op->getResultTypes(), elements);
  l.setResults(op, elements);
  return success();
}

/// `ld.param` of a kernel: constant bank 0 from the parameter base on.
static LogicalResult lowerParamLoad(FuncLowering &l, ptx::LdOp op,
                                    MemType type) {
  auto address = op.getAddress().getDefiningOp<ptx::ParamAddressOp>();
  if (!address)
    return lowerBankLoad(l, op, 0, getParamBase(l) + op.getOffset(), type);
  int64_t offset = getParamBase(l) +
                   l.kernel.getParamOffset(address.getIndex()) +
                   address.getOffset() + op.getOffset();
  unsigned bits = ptx::getBitWidth(op.getDataType()) *
                  std::max<unsigned>(op.getNumResults(), 1);
  Value data;
  if (bits >= 32) {
    // An operand is an aligned word: ptxas, too, reads that one.
    if (ori::takesConstantBank(l.module.target->sm))
      offset = llvm::alignDown(uint64_t(offset), 4);
    // Aligned registers; LDC needs its own width as alignment.
    SmallVector<Value> regs;
    for (unsigned i = 0; i != bits / 32; ++i)
      regs.push_back(l.cbank(0, offset + 4 * i));
    if (bits == 64 && offset % 8 == 0)
      data = l.cbank(0, offset, 2);
    else
      data = l.combine(regs);
  } else {
    data = emitConstantLoad(l, op, 0, l.zero(), offset, type);
  }
  SmallVector<Value> elements;
  splitLoaded(l, data, op.getDataType(), op->getResultTypes(), elements);
  l.setResults(op, elements);
  return success();
}

/// `ld.param` of a parameter of a device function or a return value of a call.
static LogicalResult lowerVariableLoad(FuncLowering &l, ptx::LdOp op,
                                       ParamVariable &variable,
                                       int64_t offset) {
  unsigned bits = ptx::getBitWidth(op.getDataType()) *
                  std::max<unsigned>(op.getNumResults(), 1);
  FailureOr<Value> data =
      l.readParam(op, variable, offset, bits, ptx::isSigned(op.getDataType()));
  if (failed(data))
    return failure();
  SmallVector<Value> elements;
  splitLoaded(l, *data, op.getDataType(), op->getResultTypes(), elements);
  l.setResults(op, elements);
  return success();
}

static LogicalResult lowerLd(FuncLowering &l, ptx::LdOp op) {
  if (isWideAccess(op.getDataType(), op.getNumResults()))
    return lowerWideLoad(l, op);
  std::optional<MemType> type =
      getMemType(op.getDataType(), op.getNumResults());
  if (!type)
    return l.unsupported(op, "a load of this size");
  ptx::Space space = resolveParamSpace(op, op.getSpace(), op.getAddress());
  if (space == ptx::Space::ParamEntry)
    return lowerParamLoad(l, op, *type);
  if (space == ptx::Space::ParamFunc) {
    int64_t offset = op.getOffset();
    ParamVariable *variable = l.findParam(op.getAddress(), offset);
    if (variable && !variable->frameOffset)
      return lowerVariableLoad(l, op, *variable, offset);
    space = ptx::Space::Local;
  }
  if (space == ptx::Space::Const)
    return lowerBankLoad(l, op, 3, op.getOffset(), *type);

  isa::MemOrder order =
      getOrder(op.getSemantics(), op.getScope(), op.getMmio());
  if (op.getNonCoherent())
    order = isa::MemOrder::Constant;
  Address address = getAddress(l, op.getAddress(), op.getOffset(), space);
  space = openCluster(l, space, address);
  SmallVector<Value> sources = {address.value};
  Opcode opcode;
  switch (space) {
  case ptx::Space::Shared:
    opcode = Opcode::LDS;
    sources.push_back(l.urz());
    break;
  case ptx::Space::Local:
    opcode = Opcode::LDL;
    sources.push_back(l.urz());
    break;
  case ptx::Space::Global:
    opcode = Opcode::LDG;
    sources.append({getDescriptor(l, op.getPolicy()), l.pt()});
    break;
  default:
    opcode = Opcode::LD;
    sources.append({getDescriptor(l, op.getPolicy()), l.pt()});
    break;
  }
  order = getOrder(op.getCacheOp(), space, order);
  uint64_t mods = getAccessMods(opcode, *type, address.offset, order);
  // Local memory gets no priority (observed on ptxas 13.0.88, sm_75 to sm_100).
  if (space != ptx::Space::Local)
    mods = setMod(opcode, mods, "evict",
                  uint64_t(getEvict(op.getCacheOp(), op.getL1Eviction())));
  mods = setMod(opcode, mods, "ltc", uint64_t(op.getL2Prefetch()));
  Operation *load = l.guarded(op, opcode, sources, mods);
  markOrder(load, op, order);
  if (op.getSemantics() == ptx::Semantics::Acquire)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  SmallVector<Value> elements;
  splitLoaded(l, load->getResult(0), op.getDataType(), op->getResultTypes(),
              elements);
  l.setResults(op, elements);
  return success();
}

static LogicalResult lowerLdu(FuncLowering &l, ptx::LduOp op) {
  std::optional<MemType> type =
      getMemType(op.getDataType(), op.getNumResults());
  if (!type)
    return l.unsupported(op, "a load of this size");
  Address address =
      getAddress(l, op.getAddress(), op.getOffset(), op.getSpace());
  Opcode opcode =
      op.getSpace() == ptx::Space::Global ? Opcode::LDG : Opcode::LD;
  Operation *load = l.guarded(
      op, opcode, {address.value, l.descriptor(), l.pt()},
      getAccessMods(opcode, *type, address.offset, isa::MemOrder::Weak));
  SmallVector<Value> elements;
  splitLoaded(l, load->getResult(0), op.getDataType(), op->getResultTypes(),
              elements);
  l.setResults(op, elements);
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

static LogicalResult lowerSt(FuncLowering &l, ptx::StOp op) {
  if (isWideAccess(op.getDataType(), op.getValues().size()))
    return lowerWideStore(l, op);
  SmallVector<Value> values;
  for (Value v : op.getValues())
    values.push_back(l.get(v));
  std::optional<MemType> type = getMemType(op.getDataType(), values.size());
  if (!type)
    return l.unsupported(op, "a store of this size");
  ptx::Space space = resolveParamSpace(op, op.getSpace(), op.getAddress());
  if (space == ptx::Space::ParamEntry)
    return op.emitError("a kernel parameter cannot be written");
  if (space == ptx::Space::ParamFunc) {
    int64_t offset = op.getOffset();
    ParamVariable *variable = l.findParam(op.getAddress(), offset);
    if (variable && !variable->frameOffset)
      return l.writeParam(op, *variable, offset,
                          ptx::getBitWidth(op.getDataType()) * values.size(),
                          joinStored(l, op.getDataType(), values));
    space = ptx::Space::Local;
  }
  // A store has no sign.
  if (*type == MemType::S8)
    type = MemType::U8;
  if (*type == MemType::S16)
    type = MemType::U16;
  if (op.getSemantics() == ptx::Semantics::Release)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  Address address = getAddress(l, op.getAddress(), op.getOffset(), space);
  space = openCluster(l, space, address);
  Value data = joinStored(l, op.getDataType(), values);
  SmallVector<Value> sources = {address.value};
  Opcode opcode;
  switch (space) {
  case ptx::Space::Shared:
    opcode = Opcode::STS;
    sources.push_back(l.urz());
    break;
  case ptx::Space::Local:
    opcode = Opcode::STL;
    sources.push_back(l.urz());
    break;
  case ptx::Space::Global:
    opcode = Opcode::STG;
    sources.push_back(getDescriptor(l, op.getPolicy()));
    break;
  default:
    opcode = Opcode::ST;
    sources.push_back(getDescriptor(l, op.getPolicy()));
    break;
  }
  sources.push_back(data);
  isa::MemOrder order =
      getOrder(op.getSemantics(), op.getScope(), op.getMmio());
  order = getOrder(op.getCacheOp(), space, order);
  uint64_t mods = getAccessMods(opcode, *type, address.offset, order);
  if (space != ptx::Space::Local)
    mods = setMod(opcode, mods, "evict",
                  uint64_t(getEvict(op.getCacheOp(), op.getL1Eviction())));
  markOrder(l.guarded(op, opcode, sources, mods), order);
  return success();
}

//===----------------------------------------------------------------------===//
// Address conversion
//===----------------------------------------------------------------------===//

/// The generic address of the first parameter of a kernel.
static Value getParamWindow(FuncLowering &l) {
  const target::ConstantBank &bank = *l.module.target->bank;
  if (bank.paramWindow >= 0)
    return l.cbank(0, bank.paramWindow, 2);
  return l.add64(l.cbank(0, bank.bankWindow, 2), l.imm64(getParamBase(l)));
}

static LogicalResult lowerCvta(FuncLowering &l, ptx::CvtaOp op) {
  Value source = l.get(op.getA());
  bool wide = ori::getWidth(source.getType()) == 2;
  const target::ConstantBank &bank = *l.module.target->bank;
  // Parameters of device functions and calls that have addresses are in local
  // memory.
  switch (resolveParamSpace(op, op.getSpace(), op.getA())) {
  case ptx::Space::Global:
    l.setResult(op, source);
    return success();
  case ptx::Space::Shared:
  case ptx::Space::SharedCluster: {
    if (op.getTo()) {
      l.setResult(op, wide ? l.combine({l.lo(source), l.zero()}) : source);
      return success();
    }
    if (!wide)
      break;
    Value high = l.sharedWindowHigh();
    l.setResult(op, l.combine({l.lo(source), high}));
    return success();
  }
  case ptx::Space::Local:
  case ptx::Space::ParamFunc: {
    if (!wide)
      break;
    Value window = l.cbank(0, bank.localWindow, 2);
    l.setResult(op,
                op.getTo()
                    ? l.combine({l.isub(l.lo(source), l.lo(window)), l.zero()})
                    : l.add64(l.combine({l.lo(source), l.zero()}), window));
    return success();
  }
  case ptx::Space::Const: {
    if (!wide)
      break;
    Value window = l.cbank(0, bank.constWindow, 2);
    l.setResult(op,
                op.getTo() ? l.sub64(source, window) : l.add64(source, window));
    return success();
  }
  case ptx::Space::ParamEntry: {
    if (!wide)
      break;
    Value window = getParamWindow(l);
    l.setResult(op,
                op.getTo() ? l.sub64(source, window) : l.add64(source, window));
    return success();
  }
  default:
    break;
  }
  return l.unsupported(op, "'cvta' of this space");
}

static LogicalResult lowerIsspacep(FuncLowering &l, ptx::IsspacepOp op) {
  Value source = l.get(op.getA());
  // ptxas takes a narrow address for one with zeros above.
  if (ori::getWidth(source.getType()) != 2)
    source = l.combine({source, l.zero()});
  const target::ConstantBank &bank = *l.module.target->bank;
  Value sharedHigh = l.sharedWindowHigh();
  Value isShared = l.isetp(isa::ICmp::EQ, l.hi(source), sharedHigh, false);
  Value localHigh = l.cbank(0, bank.localWindow + 4);
  // The local window is 16 MiB: its upper 40 bits identify it.
  Value localTop = l.band(l.cbank(0, bank.localWindow), l.imm(0xff000000));
  Value isLocal =
      l.pand(l.isetp(isa::ICmp::EQ, l.hi(source), localHigh, false),
             l.isetp(isa::ICmp::EQ, l.band(l.lo(source), l.imm(0xff000000)),
                     localTop, false));
  auto inOrder = [&](Value a, Value b) {
    return l.isetp64(isa::ICmp::LE, a, b, false);
  };
  switch (resolveParamSpace(op, op.getSpace(), op.getA())) {
  case ptx::Space::Shared:
    // Memory of other blocks of the cluster is in the window, too.
    if (l.module.target->hasClusters()) {
      uint64_t mods =
          getAccessMods(Opcode::QSPC, MemType::B32, 0, isa::MemOrder::Weak);
      mods = isa::QSPC::space.set(mods, uint64_t(isa::QspcSpace::S));
      l.setResult(op, l.inst(Opcode::QSPC, {source, l.urz(2)}, mods)
                          ->getResult(isa::QSPC::kPu));
      return success();
    }
    l.setResult(op, isShared);
    return success();
  case ptx::Space::SharedCluster:
    l.setResult(op, isShared);
    return success();
  case ptx::Space::Local:
    l.setResult(op, isLocal);
    return success();
  case ptx::Space::Global:
    l.setResult(op, l.pnot(l.por(isShared, isLocal)));
    return success();
  case ptx::Space::ParamEntry: {
    Value last =
        bank.paramWindow >= 0
            ? l.cbank(0, bank.paramWindow + 8, 2)
            : l.add64(l.cbank(0, bank.bankWindow, 2),
                      l.combine({l.cbank(0, bank.lastParamByte), l.zero()}));
    l.setResult(
        op, l.pand(inOrder(getParamWindow(l), source), inOrder(source, last)));
    return success();
  }
  case ptx::Space::Const: {
    // As many bytes as the module has.
    Value window = l.cbank(0, bank.constWindow, 2);
    Value end = l.add64(window, l.imm64(l.module.constBytes));
    l.setResult(op,
                l.pand(inOrder(window, source), l.pnot(inOrder(end, source))));
    return success();
  }
  default:
    return l.unsupported(op, "'isspacep' of this space");
  }
}

void ptxtoori::registerMemoryLowerings(HandlerTable &table) {
  table.add<ptx::LdOp, lowerLd>();
  table.add<ptx::LduOp, lowerLdu>();
  table.add<ptx::StOp, lowerSt>();
  table.add<ptx::CvtaOp, lowerCvta>();
  table.add<ptx::IsspacepOp, lowerIsspacep>();
}

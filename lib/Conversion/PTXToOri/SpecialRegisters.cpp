//===- SpecialRegisters.cpp - Lowering of PTX special registers -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some are special registers of the machine (S2R, CS2R), others words of
// constant bank 0 that the driver fills at launch; Target knows the layout.
//
//===----------------------------------------------------------------------===//

#include "FloatEmit.h"
#include "Lowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;
using SR = ptxmlir::isa::SpecialReg;

using Reg = ptx::SpecialRegister;

/// How far `reg` is from `first`, if it is one of the `count` from there on.
static std::optional<unsigned> getIndex(Reg reg, Reg first, unsigned count) {
  unsigned index = unsigned(reg) - unsigned(first);
  if (reg < first || index >= count)
    return std::nullopt;
  return index;
}

/// The cluster's coordinate `axis` in the grid: the block's divided by the
/// cluster's size. The driver gives a reciprocal that is rounded up, so that
/// the truncated product is right.
static Value emitClusterId(FuncLowering &l, unsigned axis) {
  const target::ConstantBank &bank = *l.module.target->bank;
  Value block = l.specialRegister(SR(unsigned(SR::CTAID_X) + axis));
  Value number = l.value(
      Opcode::I2FP, {block},
      isa::I2FP::src.set(isa::I2FP::kDefaultMods, uint64_t(isa::I2FPSrc::U32)));
  Value quotient =
      fmul(l, number, l.cbank(0, bank.clusterReciprocal + 4 * axis));
  uint64_t truncate = isa::F2I::kDefaultMods;
  truncate = isa::F2I::rnd.set(truncate, uint64_t(isa::RoundInt::TRUNC));
  truncate = isa::F2I::ntz.set(truncate, 1);
  truncate = isa::F2I::dst.set(truncate, uint64_t(isa::IntFmt::U32));
  return l.value(Opcode::F2I, {quotient}, truncate);
}

/// The block's coordinate in its cluster.
static Value emitBlockInCluster(FuncLowering &l, unsigned axis) {
  const target::ConstantBank &bank = *l.module.target->bank;
  Value block = l.specialRegister(SR(unsigned(SR::CTAID_X) + axis));
  Value size = l.cbank(0, bank.clusterDim + 4 * axis);
  return l.imad(size, l.ineg(emitClusterId(l, axis)), block);
}

LogicalResult FuncLowering::lowerSpecialRegister(ptx::ReadSRegOp op) {
  const target::ConstantBank &bank = *module.target->bank;
  auto fromRegister = [&](SR sr) {
    set(op, specialRegister(sr));
    return success();
  };
  auto fromBank = [&](unsigned offset, unsigned width = 1) {
    set(op, cbank(0, offset, width));
    return success();
  };
  // CS2R reads a pair of special registers at once.
  auto fromPair = [&](SR sr) {
    uint64_t mods = isa::CS2R::sr.set(isa::CS2R::kDefaultMods, uint64_t(sr));
    set(op, value(Opcode::CS2R, {}, isa::CS2R::b64.set(mods, 1)));
    return success();
  };
  auto low = [&](SR sr) {
    uint64_t mods = isa::CS2R::sr.set(isa::CS2R::kDefaultMods, uint64_t(sr));
    set(op, value(Opcode::CS2R, {}, isa::CS2R::b64.set(mods, 0)));
    return success();
  };
  auto known = [&](uint32_t bits) {
    set(op, imm(bits));
    return success();
  };
  Reg reg = op.getReg();
  if (auto i = getIndex(reg, Reg::Envreg0, 32); i && bank.envReg0 >= 0)
    return fromBank(bank.envReg0 + 4 * *i);
  if (auto i = getIndex(reg, Reg::Pm0, 8))
    return low(SR(unsigned(SR::PM0) + 2 * *i));
  if (auto i = getIndex(reg, Reg::Pm064, 8))
    return fromPair(SR(unsigned(SR::PM0) + 2 * *i));
  if (module.target->hasClusters()) {
    if (auto i = getIndex(reg, Reg::ClusteridX, 3)) {
      set(op, emitClusterId(*this, *i));
      return success();
    }
    if (auto i = getIndex(reg, Reg::NclusteridX, 3))
      return fromBank(bank.clusterGridDim + 4 * *i);
    if (auto i = getIndex(reg, Reg::ClusterCtaidX, 3)) {
      set(op, emitBlockInCluster(*this, *i));
      return success();
    }
    if (auto i = getIndex(reg, Reg::ClusterNctaidX, 3))
      return fromBank(bank.clusterDim + 4 * *i);
  }
  switch (reg) {
  case Reg::TidX:
    return fromRegister(SR::TID_X);
  case Reg::TidY:
    return fromRegister(SR::TID_Y);
  case Reg::TidZ:
    return fromRegister(SR::TID_Z);
  case Reg::CtaidX:
    return fromRegister(SR::CTAID_X);
  case Reg::CtaidY:
    return fromRegister(SR::CTAID_Y);
  case Reg::CtaidZ:
    return fromRegister(SR::CTAID_Z);
  case Reg::NtidX:
    return fromBank(bank.blockDim);
  case Reg::NtidY:
    return fromBank(bank.blockDim + 4);
  case Reg::NtidZ:
    return fromBank(bank.blockDim + 8);
  case Reg::NctaidX:
    return fromBank(bank.gridDim);
  case Reg::NctaidY:
    return fromBank(bank.gridDim + 4);
  case Reg::NctaidZ:
    return fromBank(bank.gridDim + 8);
  case Reg::Laneid:
    return fromRegister(SR::LANEID);
  case Reg::Warpid:
    return fromRegister(SR::VIRTID);
  case Reg::Smid:
    return fromRegister(SR::VIRTUALSMID);
  case Reg::LanemaskEq:
    return fromRegister(SR::EQMASK);
  case Reg::LanemaskLt:
    return fromRegister(SR::LTMASK);
  case Reg::LanemaskLe:
    return fromRegister(SR::LEMASK);
  case Reg::LanemaskGt:
    return fromRegister(SR::GTMASK);
  case Reg::LanemaskGe:
    return fromRegister(SR::GEMASK);
  case Reg::Clock:
    return low(SR::CLOCKLO);
  case Reg::ClockHi:
    return low(SR::CLOCKHI);
  case Reg::Clock64:
    return fromPair(SR::CLOCKLO);
  case Reg::Globaltimer:
    return fromPair(SR::GLOBALTIMERLO);
  case Reg::GlobaltimerLo:
    return low(SR::GLOBALTIMERLO);
  case Reg::GlobaltimerHi:
    return low(SR::GLOBALTIMERHI);
  case Reg::Gridid:
    return fromBank(bank.gridId, 2);
  case Reg::DynamicSmemSize:
    return fromBank(bank.dynamicSharedSize);
  case Reg::Nsmid:
    return fromBank(bank.numSMs);
  case Reg::TotalSmemSize: {
    Value size = specialRegister(SR::SMEMSZ);
    set(op, bank.sharedSizeExcess < 0
                ? size
                : isub(size, cbank(0, bank.sharedSizeExcess)));
    return success();
  }
  case Reg::AggrSmemSize:
    if (bank.aggregatedSharedSize < 0)
      break;
    set(op, minmax(specialRegister(SR::SMEMSZ),
                   cbank(0, bank.aggregatedSharedSize), /*max=*/false,
                   /*isSigned=*/false));
    return success();
  case Reg::ClusterCtarank:
    return fromRegister(SR::CgaCtaId);
  case Reg::ClusterNctarank:
    return fromBank(bank.clusterCTAs);
  case Reg::IsExplicitCluster:
    set(op, isetp(isa::ICmp::EQ, cbank(0, bank.isExplicitCluster), imm(1),
                  /*isSigned=*/false));
    return success();
  case Reg::Nwarpid:
    // The number of warps is in bits 15:8.
    set(op, band(shr(specialRegister(SR::VIRTCFG), imm(8), false), imm(0xff)));
    return success();
  case Reg::CurrentGraphExec:
    return fromBank(bank.currentGraphExec, 2);
  // The system's part of shared memory lies before the program's.
  case Reg::ReservedSmemOffsetBegin:
  case Reg::ReservedSmemOffset0:
    return known(0);
  case Reg::ReservedSmemOffsetCap:
    return known(module.target->limits->reservedSharedPerCTA);
  case Reg::ReservedSmemOffsetEnd:
    if (bank.reservedSharedEnd < 0)
      break;
    return fromBank(bank.reservedSharedEnd);
  case Reg::ReservedSmemOffset1:
    if (bank.reservedSharedEnd < 0)
      break;
    return fromBank(bank.reservedSharedEnd + 4);
  default:
    break;
  }
  return unsupported(op, "this special register");
}

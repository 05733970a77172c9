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

#include "Lowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;
using SR = ptxmlir::isa::SpecialReg;

LogicalResult FuncLowering::lowerSpecialRegister(ptx::ReadSRegOp op) {
  using Reg = ptx::SpecialRegister;
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
  switch (op.getReg()) {
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
  case Reg::ClusterCtarank:
    return fromRegister(SR::CgaCtaId);
  default:
    return unsupported(op, "this special register");
  }
}

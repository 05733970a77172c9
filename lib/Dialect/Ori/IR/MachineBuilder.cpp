//===- MachineBuilder.cpp - What each SM has for a purpose ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The places where SMs have different instructions for one purpose. The records
// are asked what exists, so that a pass that needs a minimum or a constant load
// names no SM.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

Opcode ori::getUniformConstantLoad(unsigned sm) {
  return isa::hasOpcode(Opcode::LDCU, sm) ? Opcode::LDCU : Opcode::ULDC;
}

bool ori::hasExclusiveWarpSync(unsigned sm) {
  isa::Inst inst;
  inst.opcode = Opcode::WARPSYNC;
  inst.mods = isa::WARPSYNC::exclusive.set(isa::WARPSYNC::kDefaultMods, 1);
  inst.ops[isa::WARPSYNC::kPp] = isa::Operand::p(isa::PT);
  inst.ops[isa::WARPSYNC::kA] = isa::Operand::r(0);
  return isa::encode(inst, sm).has_value();
}

template <typename RecordT>
static uint64_t getBankMods(unsigned bank, int32_t offset, unsigned width,
                            RecordT record) {
  uint64_t mods = record.type.set(
      record.defaultMods,
      uint64_t(width == 2 ? isa::MemType::B64 : isa::MemType::B32));
  mods = record.bank.set(mods, bank);
  return record.offset.set(mods, uint64_t(int64_t(offset)));
}

Value ori::loadUniformConstant(OpBuilder &builder, Location loc, unsigned sm,
                               unsigned bank, int32_t offset, unsigned width,
                               Value index) {
  struct Record {
    uint64_t defaultMods;
    isa::ModField type, bank, offset;
  };
  Opcode opcode = getUniformConstantLoad(sm);
  Record record = opcode == Opcode::LDCU
                      ? Record{isa::LDCU::kDefaultMods, isa::LDCU::type,
                               isa::LDCU::bank, isa::LDCU::offset}
                      : Record{isa::ULDC::kDefaultMods, isa::ULDC::type,
                               isa::ULDC::bank, isa::ULDC::offset};
  if (!index)
    index =
        ImmOp::create(builder, loc, URType::get(builder.getContext(), 1), 0);
  return createInst(builder, loc, opcode, index,
                    getBankMods(bank, offset, width, record))
      ->getResult(0);
}

Value ori::createMinMax(OpBuilder &builder, Location loc, unsigned sm, Value a,
                        Value b, Value pickMin, bool pickMax, bool isSigned) {
  if (isa::hasOpcode(Opcode::VIMNMX, sm)) {
    uint64_t mods = isa::VIMNMX::type.set(
        isa::VIMNMX::kDefaultMods,
        uint64_t(isSigned ? isa::VideoType::S32 : isa::VideoType::U32));
    return createInst(builder, loc, Opcode::VIMNMX, {a, b, pickMin},
                      isa::VIMNMX::ppNot.set(mods, pickMax))
        ->getResult(0);
  }
  uint64_t mods = isa::IMNMX::u32.set(isa::IMNMX::kDefaultMods, !isSigned);
  return createInst(builder, loc, Opcode::IMNMX, {a, b, pickMin},
                    isa::IMNMX::ppNot.set(mods, pickMax))
      ->getResult(0);
}

Value ori::convertToFloat(OpBuilder &builder, Location loc, unsigned sm,
                          Value a, isa::Round rnd, bool isSigned) {
  if (isa::hasOpcode(Opcode::I2FP, sm)) {
    uint64_t mods = isa::I2FP::src.set(
        isa::I2FP::kDefaultMods,
        uint64_t(isSigned ? isa::I2FPSrc::S32 : isa::I2FPSrc::U32));
    return createInst(builder, loc, Opcode::I2FP, a,
                      isa::I2FP::rnd.set(mods, uint64_t(rnd)))
        ->getResult(0);
  }
  uint64_t mods = isa::I2F::src.set(
      isa::I2F::kDefaultMods,
      uint64_t(isSigned ? isa::IntFmt::S32 : isa::IntFmt::U32));
  return createInst(builder, loc, Opcode::I2F, a,
                    isa::I2F::rnd.set(mods, uint64_t(rnd)))
      ->getResult(0);
}

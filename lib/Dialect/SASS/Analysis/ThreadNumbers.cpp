//===- ThreadNumbers.cpp - Comparisons of thread numbers ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comparison with a constant has one step: it is alike for all threads if it
// is for the first and the last of a row.
//
//===----------------------------------------------------------------------===//

#include "ThreadNumbers.h"
#include "UniformRegisters.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ICmp;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;

bool sass::readsThreadNumber(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  int sr = desc.findMod("sr");
  return sr >= 0 && isa::SpecialReg(desc.mods[sr].field.get(inst.mods)) ==
                        isa::SpecialReg::TID_X;
}

void ThreadNumbers::follow(const Inst &inst) {
  std::optional<unsigned> from = getCopiedRegister(inst);
  bool isNumber = inst.guard == isa::PT && !inst.guardNot &&
                  (from ? registers.test(*from) : readsThreadNumber(inst));
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R)
      for (unsigned i = 0; i != range.count; ++i)
        registers.set(range.first + i, isNumber);
}

static bool holds(ICmp compare, int64_t a, int64_t b) {
  switch (compare) {
  case ICmp::F:
    return false;
  case ICmp::LT:
    return a < b;
  case ICmp::EQ:
    return a == b;
  case ICmp::LE:
    return a <= b;
  case ICmp::GT:
    return a > b;
  case ICmp::NE:
    return a != b;
  case ICmp::GE:
    return a >= b;
  case ICmp::T:
    return true;
  }
  return false;
}

bool ThreadNumbers::compareAlike(const Inst &inst,
                                 const BlockShape &shape) const {
  if (inst.opcode != isa::Opcode::ISETP)
    return false;
  const Operand &a = inst.ops[isa::ISETP::kA], &b = inst.ops[isa::ISETP::kB];
  if (!isRegister(a) || !registers.test(a.reg) || b.kind != Operand::Imm ||
      isa::ISETP::ex.get(inst.mods))
    return false;
  auto compare = ICmp(isa::ISETP::cmp.get(inst.mods));
  bool isUnsigned = isa::ISETP::u32.get(inst.mods);
  int64_t number = isUnsigned ? int64_t(uint32_t(b.value)) : int32_t(b.value);
  if (number < 0 || number >= shape.threadsX)
    return true;
  if (compare == ICmp::EQ || compare == ICmp::NE)
    return shape.threadsX == 1;
  // There is one step.
  return holds(compare, 0, number) ==
         holds(compare, shape.threadsX - 1, number);
}

//===- AsmAliases.cpp - Aliases of NVIDIA's disassembler ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmAliases.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

static bool isZeroReg(const isa::Operand &op) {
  return op.kind == isa::Operand::R && op.reg == isa::RZ;
}

/// IMAD is also a move (0 * 0 + c), an addition (a * 1 + c) and a shift
/// (a * 2^n + 0).
static StringRef getIMADAlias(const isa::Inst &inst) {
  using namespace isa;
  const Operand &a = inst.ops[IMAD::kA], &b = inst.ops[IMAD::kB],
                &c = inst.ops[IMAD::kC];
  if (IMAD::x.get(inst.mods))
    return "";
  if (isZeroReg(a) && isZeroReg(b) && c.kind != Operand::UR)
    return ".MOV";
  if (b.kind != Operand::Imm)
    return "";
  if (isZeroReg(c) && isPowerOf2_64(uint32_t(b.value)) && b.value != 1)
    return ".SHL";
  if (b.value == 1)
    return ".IADD";
  return "";
}

StringRef ptxmlir::sass::getAliasPart(const isa::Inst &inst) {
  return inst.opcode == isa::Opcode::IMAD ? getIMADAlias(inst) : StringRef();
}

bool ptxmlir::sass::isAliasPart(isa::Opcode opcode, StringRef part) {
  return opcode == isa::Opcode::IMAD &&
         (part == "MOV" || part == "SHL" || part == "IADD");
}

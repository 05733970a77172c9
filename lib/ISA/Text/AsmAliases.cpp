//===- AsmAliases.cpp - Aliases of NVIDIA's disassembler ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's disassembler has names for special cases of IMAD and a few others.
// They are not in the encoding, so they are here and not in the records.
//
//===----------------------------------------------------------------------===//

#include "AsmAliases.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

static bool isZeroReg(const isa::Operand &op) {
  return op.kind == isa::Operand::R && op.reg == isa::RZ;
}

/// IMAD is also a move (one term of a * b + c is zero or one), an addition
/// (a * 1 + c) and a shift (a * 2^n). A shift by 16 has no alias, nor has
/// anything with a uniform register (observed on nvdisasm 13).
static StringRef getIMADAlias(const isa::Inst &inst) {
  using namespace isa;
  const Operand &a = inst.ops[IMAD::kA], &b = inst.ops[IMAD::kB],
                &c = inst.ops[IMAD::kC];
  if (IMAD::x.get(inst.mods) || b.kind == Operand::UR || c.kind == Operand::UR)
    return "";
  bool isImm = b.kind == Operand::Imm;
  uint32_t imm = uint32_t(b.value);
  if (isZeroReg(a) || isZeroReg(b) || (isImm && imm == 0) ||
      (isImm && imm == 1 && isZeroReg(c)))
    return ".MOV";
  if (!isImm)
    return "";
  if (imm == 1)
    return ".IADD";
  if (isZeroReg(c) && isPowerOf2_32(imm) && imm != 0x10000 && imm != 0x80000000)
    return ".SHL";
  return "";
}

std::optional<FloatKind> ptxmlir::sass::getFloatKind(const isa::Inst &inst,
                                                     unsigned slot) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  auto isSet = [&](StringRef name) {
    int mod = desc.findMod(name);
    return mod >= 0 && desc.mods[size_t(mod)].field.get(inst.mods) != 0;
  };
  switch (isa::ImmFormat(desc.slots[slot].immFormat)) {
  case isa::ImmFormat::F32:
    // A conversion says what it reads.
    if (int mod = desc.slots[slot].widthMod >= 0 ? desc.slots[slot].widthMod
                                                 : desc.findMod("src");
        mod >= 0) {
      const isa::ModDesc &format = desc.mods[size_t(mod)];
      uint64_t value = format.field.get(inst.mods);
      for (const isa::ModValueDesc &v : format.values)
        if (v.value == value)
          return StringSwitch<FloatKind>(v.spelling)
              .Case(".F16", FloatKind::F16)
              .Case(".BF16", FloatKind::BF16)
              .Case(".F64", FloatKind::F64Hi)
              .Default(FloatKind::F32);
    }
    if (inst.opcode == isa::Opcode::MUFU) {
      isa::MufuOp op = isa::MufuOp(isa::MUFU::op.get(inst.mods));
      // These read the upper half of a double.
      if (op == isa::MufuOp::RCP64H || op == isa::MufuOp::RSQ64H)
        return FloatKind::F64Hi;
      isa::MufuFmt fmt = isa::MufuFmt(isa::MUFU::fmt.get(inst.mods));
      switch (fmt) {
      case isa::MufuFmt::F16:
      case isa::MufuFmt::F16x2:
        return FloatKind::F16;
      case isa::MufuFmt::BF16:
      case isa::MufuFmt::BF16x2:
        return FloatKind::BF16;
      default:
        return FloatKind::F32;
      }
    }
    return FloatKind::F32;
  case isa::ImmFormat::F64Hi:
    return FloatKind::F64Hi;
  case isa::ImmFormat::F16x2:
    return isSet("bf16") ? FloatKind::BF16 : FloatKind::F16;
  case isa::ImmFormat::BF16x2:
    return FloatKind::BF16;
  default:
    return std::nullopt;
  }
}

bool ptxmlir::sass::hasHalves(const isa::Inst &inst, unsigned slot) {
  isa::ImmFormat format =
      isa::ImmFormat(isa::getDesc(inst.opcode).slots[slot].immFormat);
  if (format == isa::ImmFormat::F16x2 || format == isa::ImmFormat::BF16x2)
    return true;
  if (inst.opcode != isa::Opcode::MUFU)
    return false;
  isa::MufuFmt fmt = isa::MufuFmt(isa::MUFU::fmt.get(inst.mods));
  return fmt == isa::MufuFmt::F16x2 || fmt == isa::MufuFmt::BF16x2;
}

bool ptxmlir::sass::showsLowHalf(const isa::Inst &inst, unsigned sm) {
  // It adds one f16 to another; older texts do not say that of the result.
  return target::getFeatures(sm).has(target::Feature::ShownLowHalf) &&
         inst.opcode == isa::Opcode::HADD2 && isa::HADD2::f32.get(inst.mods);
}

StringRef ptxmlir::sass::getAliasPart(const isa::Inst &inst) {
  return inst.opcode == isa::Opcode::IMAD ? getIMADAlias(inst) : StringRef();
}

bool ptxmlir::sass::isAliasPart(isa::Opcode opcode, StringRef part) {
  return opcode == isa::Opcode::IMAD &&
         (part == "MOV" || part == "SHL" || part == "IADD");
}

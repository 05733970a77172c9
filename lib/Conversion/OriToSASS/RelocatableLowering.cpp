//===- RelocatableLowering.cpp - Addresses that a linker fills in ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a relocatable object a read of the address table is a move of an immediate
// with a relocation, a call goes to an absolute address, and so does a return:
// each function is a section of its own. In an extensible program this is so of
// calls of what is elsewhere.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/ModuleLayout.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;
using Kind = Operand::Kind;

static constexpr unsigned kWordBytes = 4;

bool FunctionLowering::isAddress(const Operand &from) const {
  return hasLinkedAddresses() && from.kind == Kind::CBank &&
         from.reg == target::kAddressBank;
}

/// Loads the word of an image, which the linker puts behind the parameters.
void FunctionLowering::emitImageWord(Operand to, FlatSymbolRefAttr symbol,
                                     const Inst *guardOf) {
  bool isUniform = to.kind == Kind::UR;
  Inst load = makeDefaultInst(isUniform ? ori::getUniformConstantLoad(sm)
                                        : Opcode::LDC);
  const InstDesc &desc = isa::getDesc(load.opcode);
  load.ops[desc.findSlot("d")] = to;
  if (guardOf) {
    load.guard = guardOf->guard;
    load.guardNot = guardOf->guardNot;
  }
  target::RelocType type = isUniform ? target::getImageWordReloc(sm)
                                     : target::RelocType::ConstOperand;
  emit(load,
       sass::RelocAttr::get(builder.getContext(), unsigned(type), symbol, 0));
}

/// Moves the word at `offset` of the address table to a register; under the
/// guard of `guardOf`.
LogicalResult FunctionLowering::emitAddress(Operand to, int64_t offset,
                                            const Inst *guardOf) {
  uint64_t index = uint64_t(offset) / target::kAddressBytes;
  if (offset < 0 || index >= addressTable->entries.size())
    return failure();
  const AddressTable::Entry &entry = addressTable->entries[index];
  target::AddressRelocs relocs = target::getAddressRelocs(entry.kind, sm);
  if (entry.kind == target::SymbolKind::Image &&
      uint64_t(offset) % target::kAddressBytes == 0) {
    emitImageWord(to, entry.symbol, guardOf);
    return success();
  }
  bool isUniform = to.kind == Kind::UR;
  Inst inst = makeDefaultInst(isUniform ? Opcode::UMOV : Opcode::MOV);
  const InstDesc &desc = isa::getDesc(inst.opcode);
  inst.ops[desc.findSlot("d")] = to;
  inst.ops[desc.findSlot("b")] = Operand::imm(0);
  if (guardOf) {
    inst.guard = guardOf->guard;
    inst.guardNot = guardOf->guardNot;
  }
  bool isHigh = uint64_t(offset) % target::kAddressBytes != 0;
  if (isHigh && !relocs.high) {
    // An address of 32 bits.
    emit(makeCopy(to, Operand::imm(0), sm));
    return success();
  }
  target::RelocType type = isHigh ? *relocs.high : relocs.low;
  emit(inst, sass::RelocAttr::get(builder.getContext(), unsigned(type),
                                  entry.symbol, 0));
  return success();
}

/// Emits the moves in place of an instruction that loads from the address
/// table; whether that is one. Fails if it reads the table otherwise.
FailureOr<bool> FunctionLowering::lowerAddressLoad(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  int d = desc.findSlot("d");
  auto load = [&](int64_t offset, unsigned width) -> FailureOr<bool> {
    for (unsigned k = 0; k != width; ++k) {
      Operand to = inst.ops[d];
      to.reg += k;
      if (failed(emitAddress(to, offset + kWordBytes * k, &inst)))
        return failure();
    }
    return true;
  };
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (isAddress(inst.ops[i])) {
      if (inst.opcode != Opcode::MOV)
        return failure();
      return load(inst.ops[i].value, 1);
    }
  int bank = desc.findMod("bank"), offset = desc.findMod("offset");
  if (bank < 0 || offset < 0 || d < 0 ||
      desc.mods[bank].field.get(inst.mods) != target::kAddressBank)
    return false;
  const isa::ModDesc &offsetMod = desc.mods[offset];
  return load(int64_t(offsetMod.field.get(inst.mods)),
              slotWidth(desc, unsigned(d), inst.mods));
}

/// The address of a label in the section of this function.
void FunctionLowering::loadReturnAddress(sass::LabelAttr label) {
  unsigned pair = target::getCallABI().returnAddress;
  target::AddressRelocs relocs =
      target::getAddressRelocs(target::SymbolKind::Global, sm);
  auto self = FlatSymbolRefAttr::get(target.getSymNameAttr());
  for (unsigned k = 0; k != 2; ++k) {
    Inst inst = makeDefaultInst(Opcode::MOV);
    inst.ops[isa::MOV::kD] = Operand::r(pair + k);
    inst.ops[isa::MOV::kB] = Operand::imm(0);
    Operation *move =
        emit(inst, sass::RelocAttr::get(builder.getContext(),
                                        unsigned(k ? *relocs.high : relocs.low),
                                        self, 0));
    move->setAttr(kRelocLabelAttr, label.getName());
  }
}

/// A call of a function by its name, or of that in the pair `target`.
void FunctionLowering::emitRelocatableCall(ori::CallOp op,
                                           const Operand &target) {
  if (op.getCallee()) {
    Inst call = makeDefaultInst(Opcode::CALL_ABS);
    call.ops[isa::CALL_ABS::kTarget] = Operand::imm(0);
    call.mods = isa::CALL_ABS::noinc.set(call.mods, 1);
    Operation *emitted =
        emit(call, sass::RelocAttr::get(builder.getContext(),
                                        unsigned(target::getCallReloc(sm)),
                                        op.getCalleeAttr(), 0));
    if (op.getSystem())
      emitted->setAttr(sass::kCalleeAttr, op.getCalleeAttr());
    return;
  }
  Inst call = makeDefaultInst(Opcode::CALL_ABS_R);
  call.ops[isa::CALL_ABS_R::kA] = target;
  call.mods = isa::CALL_ABS_R::noinc.set(call.mods, 1);
  Attribute reloc;
  if (std::optional<target::RelocType> type = target::getIndirectCallReloc(sm))
    reloc = sass::RelocAttr::get(
        builder.getContext(), unsigned(*type),
        FlatSymbolRefAttr::get(builder.getContext(), target::kUnifiedOffset),
        0);
  Operation *emitted = emit(call, reloc);
  if (Attribute prototype = op->getAttr(kPrototypeAttr))
    emitted->setAttr(kPrototypeAttr, prototype);
}

void FunctionLowering::emitAbsoluteReturn() {
  Inst inst = makeDefaultInst(Opcode::RET_ABS);
  inst.ops[isa::RET_ABS::kA] = Operand::r(target::getCallABI().returnAddress);
  inst.ops[isa::RET_ABS::kTarget] = Operand::imm(0);
  inst.mods = isa::RET_ABS::nodec.set(inst.mods, 1);
  emit(inst);
}

//===- MachineOperands.h - Instruction ops as isa::Inst ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that says how SSA operands become operand slots: registers,
// immediates, constant-bank addresses, RZ, URZ and PT. Legalization tries
// operands with it, the conversion to sass emits with it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_MACHINEOPERANDS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_MACHINEOPERANDS_H

#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"

namespace ptxmlir::ori {

/// Fills `inst` from an instruction op: opcode, guard, modifiers and operands.
/// `regOf` gives the number of the first register of a value that owns some,
/// or -1 for a result that nobody reads. Negations of immediates are folded
/// into them, and false predicates into the slot's complement. Returns -1, or
/// the slot that cannot hold its operand in any form (such as a 64-bit
/// immediate). Whether the SM has the form is for isa::encode to say. Bit i of
/// `asRegister`: source i is taken to be some register of its slot's file,
/// whatever it is.
int makeMachineInst(InstOpInterface op,
                    llvm::function_ref<int(mlir::Value)> regOf, isa::Inst &inst,
                    unsigned asRegister = 0);

/// Whether the SM has a form of the op for the kinds of its operands, with any
/// registers. Constants keep their values; `reason` says why not.
bool isLegal(InstOpInterface op, unsigned sm, unsigned asRegister = 0,
             std::string *reason = nullptr);

/// Exchanges sources a and b with what their modifiers say of them; false, with
/// nothing done, if the instruction does not mean the same then.
bool exchangeFactors(InstOpInterface op, unsigned sm);

/// Exchanges `source` with source b, where any form of the instruction can say
/// the same then: a term of a sum, an input of a logic function, the other
/// value of a selection. False, with nothing done, if none can. Twice is not at
/// all.
bool exchangeWithB(InstOpInterface op, unsigned source, unsigned sm);

/// Sums, logic and selections take what is in no R register in slot b only: one
/// of `sources`, a mask of such, goes there if what is there is none of them.
bool moveToSlotB(InstOpInterface op, unsigned &sources, unsigned sm);

/// Whether MOV takes a constant bank. Where it does not, no instruction on
/// vectors does, and constants are loaded.
bool takesConstantBank(unsigned sm);

/// Whether a load from constant banks, LDC or ULDC, can name a place of so many
/// bytes from their start without a register.
bool reachesConstantBank(isa::Opcode load, int32_t offset, unsigned sm);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_MACHINEOPERANDS_H

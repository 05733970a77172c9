//===- InstBuilders.cpp - Creating instruction ops by opcode --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table from opcodes to ops, so that code that knows an opcode only at run
// time can create its op.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

static Type getSlotType(ptxmlir::isa::Operand::Kind kind, unsigned width,
                        MLIRContext *context) {
  using Operand = ptxmlir::isa::Operand;
  switch (kind) {
  case Operand::P:
    return PType::get(context);
  case Operand::UP:
    return UPType::get(context);
  case Operand::UR:
    return URType::get(context, width);
  default:
    return RType::get(context, width);
  }
}

void ori::getDefaultResultTypes(ptxmlir::isa::Opcode opcode, uint64_t mods,
                                MLIRContext *context,
                                SmallVectorImpl<Type> &types) {
  const ptxmlir::isa::InstDesc &desc = ptxmlir::isa::getDesc(opcode);
  for (unsigned i = 0; i != desc.numDefs; ++i)
    types.push_back(getSlotType(
        desc.slots[i].kind, ptxmlir::isa::slotWidth(desc, i, mods), context));
}

Operation *ori::createGuardedInst(OpBuilder &builder, Location loc,
                                  ptxmlir::isa::Opcode opcode,
                                  ValueRange sources, uint64_t mods,
                                  Value guard, bool guardNegated,
                                  ValueRange passThrough) {
  MLIRContext *context = builder.getContext();
  auto *dialect = context->getLoadedDialect<OriDialect>();
  OperationState state(loc, dialect->getInstName(opcode));
  getDefaultResultTypes(opcode, mods, context, state.types);
  state.addOperands(sources);
  if (guard) {
    state.addOperands(guard);
    state.addOperands(passThrough);
  }
  Operation *op = builder.create(state);
  auto inst = cast<InstOpInterface>(op);
  inst.setModBits(mods);
  if (guardNegated)
    inst.setGuardNegated(true);
  return op;
}

Operation *ori::createInst(OpBuilder &builder, Location loc,
                           ptxmlir::isa::Opcode opcode, ValueRange sources,
                           uint64_t mods) {
  return createGuardedInst(builder, loc, opcode, sources, mods, Value(), false,
                           {});
}

std::optional<uint64_t> ori::getConstant(Value value) {
  if (auto imm = value.getDefiningOp<ImmOp>())
    return imm.getBits();
  return std::nullopt;
}

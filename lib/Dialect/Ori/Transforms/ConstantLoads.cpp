//===- ConstantLoads.cpp - Instructions that load constants ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legalization, spilling and rewrites all need constants in registers; which
// instruction loads one depends on the SM, the file and the width.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;
using Kind = ptxmlir::isa::Operand::Kind;

static Type getType(MLIRContext *context, Kind file, unsigned width) {
  if (file == Kind::UR)
    return URType::get(context, width);
  return RType::get(context, width);
}

Value ori::combineParts(OpBuilder &builder, Location loc,
                        ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts[0];
  unsigned width = 0;
  for (Value part : parts)
    width += getWidth(part.getType());
  return CombineOp::create(
      builder, loc,
      getType(builder.getContext(), getRegFile(parts[0].getType()), width),
      parts);
}

/// A load of one or two registers from a constant bank.
static Value loadFromBank(OpBuilder &builder, Location loc, Kind file,
                          unsigned sm, uint32_t bank, int32_t offset,
                          unsigned width) {
  if (file == Kind::UR)
    return loadUniformConstant(builder, loc, sm, bank, offset, width);
  namespace Record = ptxmlir::isa::LDC;
  auto type = uint64_t(width == 2 ? MemType::B64 : MemType::B32);
  uint64_t mods = Record::type.set(Record::kDefaultMods, type);
  mods = Record::bank.set(mods, bank);
  mods = Record::offset.set(mods, uint64_t(offset));
  Value zero =
      ImmOp::create(builder, loc, getType(builder.getContext(), file, 1), 0);
  return createInst(builder, loc, Opcode::LDC, zero, mods)->getResult(0);
}

Value ori::loadConstant(OpBuilder &builder, Location loc, Value value,
                        Kind file, unsigned sm, unsigned &numInsts) {
  ConstantOperand c = getConstantOperand(value);
  MLIRContext *context = builder.getContext();
  bool isUniform = file == Kind::UR;
  SmallVector<Value, 4> parts;
  if (c.kind == ConstantOperand::CBank &&
      (isUniform || !takesConstantBank(sm))) {
    for (unsigned at = 0; at != c.width;) {
      int32_t offset = c.offset + 4 * int(at);
      unsigned width = c.width - at >= 2 && offset % 8 == 0 ? 2 : 1;
      parts.push_back(
          loadFromBank(builder, loc, file, sm, c.bank, offset, width));
      at += width;
      ++numInsts;
    }
    return combineParts(builder, loc, parts);
  }
  APInt bits(std::max(64u, 32 * c.width), c.bits);
  // Constants wider than 64 bits keep all their bits in the operation.
  if (auto imm = value.getDefiningOp<ImmOp>(); imm && c.width > 2)
    bits = cast<IntegerAttr>(imm.getValue()).getValue();
  for (unsigned k = 0; k != c.width; ++k) {
    Type type = getType(context, file, 1);
    Value source;
    if (c.kind == ConstantOperand::CBank)
      source =
          CBankOp::create(builder, loc, type, c.bank, c.offset + 4 * int(k));
    else if (c.kind == ConstantOperand::Frame)
      source = value;
    else
      source = ImmOp::create(builder, loc, type,
                             bits.extractBitsAsZExtValue(32, 32 * k));
    Opcode opcode = isUniform ? Opcode::UMOV : Opcode::MOV;
    parts.push_back(createInst(builder, loc, opcode, source,
                               ptxmlir::isa::getDesc(opcode).defaultMods)
                        ->getResult(0));
    ++numInsts;
  }
  return combineParts(builder, loc, parts);
}

bool ori::moveConstantsToFront(FuncOp func) {
  auto isConstant = [](Operation &op) {
    return op.getNumOperands() == 0 && op.getNumResults() == 1 &&
           getConstantOperand(op.getResult(0));
  };
  bool isMoved = false;
  for (Block &block : func.getBody()) {
    // Behind those that are there already.
    auto rest = llvm::find_if_not(block, isConstant);
    if (rest == block.end())
      continue;
    Operation *first = &*rest;
    for (Operation &op :
         llvm::make_early_inc_range(llvm::make_range(rest, block.end())))
      if (isConstant(op)) {
        op.moveBefore(first);
        isMoved = true;
      }
  }
  return isMoved;
}

//===- PTXControlFlow.cpp - branches and calls ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, indirect branches and calls, with their successors' operands and
// the check that a called symbol is a function. They have no instruction
// record: their operands are blocks.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

static ParseResult parseBrxTargets(
    OpAsmParser &parser, SmallVectorImpl<Block *> &targets,
    SmallVectorImpl<SmallVector<OpAsmParser::UnresolvedOperand>> &operands,
    SmallVectorImpl<SmallVector<Type>> &types) {
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Square, [&]() -> ParseResult {
        Block *&block = targets.emplace_back();
        auto &values = operands.emplace_back();
        auto &valueTypes = types.emplace_back();
        if (parser.parseSuccessor(block))
          return failure();
        if (failed(parser.parseOptionalLParen()))
          return success();
        return failure(parser.parseOperandList(values) ||
                       parser.parseColonTypeList(valueTypes) ||
                       parser.parseRParen());
      });
}

static void printBrxTargets(OpAsmPrinter &printer, Operation *,
                            SuccessorRange targets, OperandRangeRange operands,
                            const TypeRangeRange &types) {
  printer << '[';
  llvm::interleaveComma(
      llvm::zip(targets, operands), printer, [&](const auto &item) {
        printer.printSuccessorAndUseList(std::get<0>(item), std::get<1>(item));
      });
  printer << ']';
}

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXControlFlow.cpp.inc"

namespace ptxmlir::ptx {
void registerControlFlowOps(PTXDialect &dialect) {
  dialect.addOperationsOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXControlFlow.cpp.inc"
      >();
}
} // namespace ptxmlir::ptx

SuccessorOperands BraOp::getSuccessorOperands(unsigned) {
  return SuccessorOperands(getDestOperandsMutable());
}

SuccessorOperands CondBraOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(index == 0 ? getTrueOperandsMutable()
                                      : getFalseOperandsMutable());
}

SuccessorOperands BrxOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(getTargetOperandsMutable()[index]);
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  Operation *symbol =
      symbolTables.lookupNearestSymbolFrom(*this, getCalleeAttr());
  auto callee = dyn_cast_if_present<FuncOp>(symbol);
  if (!callee)
    return emitOpError("no function ") << getCalleeAttr();
  return success();
}

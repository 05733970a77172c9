//===- ExportBlock.cpp - blocks and control flow as PTX text --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels, branches and the copies at the ends of blocks. Blocks that text would
// make one are kept apart, so that importing gives the same graph.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir::ptx;

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

/// A block that is nothing but the end of a thread or function, reached by one
/// branch: `@p ret` and the like.
static bool isGuardedEnd(Block *block, CondBraOp branch) {
  Operation &op = block->front();
  if (!block->hasOneUse() || &op != &block->back() || op.getNumOperands())
    return false;
  return llvm::isa<RetOp>(op) ||
         (llvm::isa<ExitOp, TrapOp>(op) && !branch.getUni());
}

/// The end of `op`, if it is to be written with a guard; `negated` says which.
static Block *findGuardedEnd(CondBraOp op, bool &negated) {
  Block *next = op->getBlock()->getNextNode();
  Block *after = next ? next->getNextNode() : nullptr;
  negated = op.getFalseDest() == next;
  if (!after || op.getTrueDest() == op.getFalseDest() ||
      (negated ? op.getTrueDest() : op.getFalseDest()) != after ||
      (negated ? op.getFalseDest() : op.getTrueDest()) != next ||
      !isGuardedEnd(next, op))
    return nullptr;
  return next;
}

/// Finds the blocks that need a label. Control may run on into the next block
/// only if something else marks its beginning: the end of a conditional branch,
/// or a label that another branch names. Else the two would be one block.
void FunctionExporter::findTargets() {
  SmallVector<Block *> fallsInto;
  for (Block &block : function.getFunctionBody()) {
    if (unprintedBlocks.contains(&block))
      continue;
    Block *next = block.getNextNode();
    Operation *terminator = block.getTerminator();
    if (auto bra = dyn_cast<BraOp>(terminator)) {
      if (bra.getDest() == next)
        fallsInto.push_back(next);
      else
        targets.insert(bra.getDest());
    } else if (auto bra = dyn_cast<CondBraOp>(terminator)) {
      bool negated;
      if (Block *end = findGuardedEnd(bra, negated))
        unprintedBlocks.insert(end);
      else if (bra.getTrueDest() == next && bra.getFalseDest() != next)
        targets.insert(bra.getFalseDest());
      else
        targets.insert(bra.getTrueDest());
      if (bra.getTrueDest() != next && bra.getFalseDest() != next)
        targets.insert(bra.getFalseDest());
    } else {
      targets.insert_range(terminator->getSuccessors());
    }
  }
  for (Block *block : fallsInto)
    if (!targets.contains(block)) {
      jumps.insert(block->getPrevNode());
      targets.insert(block);
    }
}

std::string FunctionExporter::labelOf(Block *block) {
  return (labelPrefix + Twine(number) + "_" + Twine(blockNumbers.lookup(block)))
      .str();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void FunctionExporter::printMove(unsigned width, StringRef dest,
                                 const Twine &source) {
  os << "\tmov." << (width == 1 ? Twine("pred") : "b" + Twine(width)) << " \t"
     << dest << ", " << source << ";\n";
}

void FunctionExporter::printConstant(StringRef dest, const APInt &bits) {
  unsigned width = bits.getBitWidth();
  auto word = [&](const APInt &part) {
    return part.getBitWidth() == 1 || part.isMinSignedValue()
               ? llvm::utostr(part.getZExtValue())
               : llvm::itostr(part.getSExtValue());
  };
  if (width <= 64)
    return printMove(width, dest, word(bits));
  printMove(width, dest,
            "{" + word(bits.trunc(64)) + ", " + word(bits.extractBits(64, 64)) +
                "}");
}

void FunctionExporter::printCopies(ArrayRef<RegisterCopy> copies) {
  for (const RegisterCopy &copy : copies) {
    std::string dest = registerName(copy.dest).str();
    // There is no mov of bytes.
    if (ssa->getRegisters()[copy.dest].isByte) {
      os << "\tcvt.u8.u8 \t" << dest << ", "
         << (copy.source == kNoRegister
                 ? llvm::utostr(copy.constant.getDefiningOp<ConstOp>()
                                    .getBits()
                                    .getZExtValue())
                 : registerName(copy.source).str())
         << ";\n";
      continue;
    }
    if (copy.source == kNoRegister)
      printConstant(dest, copy.constant.getDefiningOp<ConstOp>().getBits());
    else
      printMove(ssa->getRegisters()[copy.dest].width, dest,
                registerName(copy.source));
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult FunctionExporter::printOp(Operation *op) {
  printLabels(op);
  if (unprinted.contains(op) || llvm::isa<UndefOp, DebugValueOp>(op))
    return success();
  if (auto constant = dyn_cast<ConstOp>(op)) {
    if (constants.contains(op))
      printConstant(registerText(constant), constant.getBits());
    return success();
  }
  printDebugLoc(op);
  openScopes(op);
  auto unsignedMove = [&](Value result, const Twine &source) {
    unsigned width = result.getType().getIntOrFloatBitWidth();
    os << "\tmov." << (width == 1 ? Twine("pred") : "u" + Twine(width)) << " \t"
       << registerText(result) << ", " << source << ";\n";
  };
  auto braces = [&](ValueRange values) {
    std::string text = "{";
    for (Value value : values) {
      auto byte = value.getDefiningOp<ConstOp>();
      bool isNumber = byte && byte.getType().isInteger(8);
      text += text.size() > 1 ? ", " : "";
      text += isNumber ? llvm::utostr(byte.getBits().getZExtValue())
                       : registerText(value);
    }
    return text + "}";
  };
  LogicalResult result =
      llvm::TypeSwitch<Operation *, LogicalResult>(op)
          .Case<InstructionOpInterface>([&](Operation *op) {
            printCopies(ssa->copiesBefore(op));
            printPragmas(op);
            return printInstruction(op);
          })
          .Case([&](ReadSRegOp op) {
            unsignedMove(op.getResult(), "%" + stringify(op.getReg()));
            return success();
          })
          .Case<AddressOfOp, ParamAddressOp, LocalAddressOp>(
              [&](Operation *op) {
                unsignedMove(op->getResult(0), symbolText(op));
                return success();
              })
          .Case([&](PackOp op) {
            printMove(op.getType().getIntOrFloatBitWidth(),
                      registerText(op.getResult()), braces(op.getElements()));
            return success();
          })
          .Case([&](UnpackOp op) {
            printMove(op.getSource().getType().getIntOrFloatBitWidth(),
                      braces(op.getElements()), registerText(op.getSource()));
            return success();
          })
          .Case<CallOp, CallIndirectOp>([&](auto op) {
            printPragmas(op);
            printCall(op);
            return success();
          })
          .Default([](Operation *op) {
            return op->emitOpError("is no operation of PTX");
          });
  closeScopes(op);
  return result;
}

void FunctionExporter::printPragmas(Operation *op) {
  if (auto pragmas = op->getAttrOfType<ArrayAttr>(kPragmaAttr))
    for (auto pragma : pragmas.getAsRange<StringAttr>())
      os << "\t.pragma \"" << pragma.getValue() << "\";\n";
}

void FunctionExporter::printLabels(Operation *op) {
  if (!exporter.hasSections)
    return;
  if (auto labels = op->getAttrOfType<ArrayAttr>(kLabelsAttr))
    for (auto label : labels.getAsRange<StringAttr>())
      os << label.getValue() << ":\n";
}

void FunctionExporter::printDebugLoc(Operation *op) {
  LocationAttr loc = getDebugLoc(op->getLoc());
  if (!loc || loc == lastDebugLoc)
    return;
  exporter.printLoc(os, loc);
  lastDebugLoc = loc;
}

LogicalResult FunctionExporter::printBlock(Block &block) {
  if (targets.contains(&block))
    os << labelOf(&block) << ":\n";
  printCopies(ssa->copiesAtStart(block));
  for (Operation &op : block.without_terminator())
    if (failed(printOp(&op)))
      return failure();
  printCopies(ssa->copiesAtEnd(block));
  return printTerminator(block);
}

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

void FunctionExporter::printCondBra(CondBraOp op) {
  Block *next = op->getBlock()->getNextNode();
  std::string condition = registerText(op.getCondition());
  StringRef uni = op.getUni() ? ".uni" : "";
  bool negated;
  if (Block *end = findGuardedEnd(op, negated)) {
    Operation *last = end->getTerminator();
    os << (negated ? "\t@!" : "\t@") << condition << ' '
       << last->getName().stripDialect() << uni << ";\n";
    return;
  }
  // The false successor is named only if it cannot be run into.
  negated = op.getTrueDest() == next && op.getFalseDest() != next;
  Block *taken = negated ? op.getFalseDest() : op.getTrueDest();
  Block *other = negated ? op.getTrueDest() : op.getFalseDest();
  os << (negated ? "\t@!" : "\t@") << condition << " bra" << uni << " \t"
     << labelOf(taken) << ";\n";
  if (other != next)
    os << "\tbra.uni \t" << labelOf(other) << ";\n";
}

void FunctionExporter::printBrx(BrxOp op) {
  std::string table =
      (labelPrefix + "T" + Twine(number) + "_" + Twine(numTables++)).str();
  os << table << ": .branchtargets\n";
  for (auto [index, target] : llvm::enumerate(op->getSuccessors()))
    os << '\t' << labelOf(target)
       << (index + 1 == op->getNumSuccessors() ? ";\n" : ",\n");
  os << "\tbrx.idx" << (op.getUni() ? ".uni" : "") << " \t"
     << registerText(op.getIndex()) << ", " << table << ";\n";
}

LogicalResult FunctionExporter::printTerminator(Block &block) {
  Operation *op = block.getTerminator();
  printLabels(op);
  if (auto bra = dyn_cast<BraOp>(op)) {
    if (bra.getDest() == block.getNextNode() && !jumps.contains(&block))
      return success();
    printDebugLoc(op);
    os << "\tbra.uni \t" << labelOf(bra.getDest()) << ";\n";
    return success();
  }
  printDebugLoc(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](CondBraOp op) {
        printCondBra(op);
        return success();
      })
      .Case([&](BrxOp op) {
        printBrx(op);
        return success();
      })
      .Case<RetOp, ExitOp, TrapOp>([&](Operation *op) {
        os << '\t' << op->getName().stripDialect() << ";\n";
        return success();
      })
      .Default([](Operation *op) {
        return op->emitOpError("is no end of a block in PTX");
      });
}

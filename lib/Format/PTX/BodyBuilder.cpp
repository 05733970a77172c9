//===- BodyBuilder.cpp - operations of a PTX function body ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renames registers to values along the dominator tree and creates the
// operations on the way.
//
//===----------------------------------------------------------------------===//

#include "BodyBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir::ptx;
using namespace mlir;

/// The values that the block's arguments get from here.
void BodyBuilder::successorValues(uint32_t block, SmallVectorImpl<Value> &out) {
  for (uint32_t reg : phis[block])
    out.push_back(readRegister(reg));
}

void BodyBuilder::emitEnd(uint32_t index) {
  const CFGBlock &block = cfg.blocks[index];
  if (block.terminator != kNone)
    location(body.statements[block.terminator]);
  Location loc = lastLoc ? Location(lastLoc) : function->getLoc();
  ArrayRef<uint32_t> targets = cfg.successors[index];
  SmallVector<Value, 8> first, second;
  switch (block.end) {
  case CFGBlock::Fall:
  case CFGBlock::Jump:
    successorValues(targets[0], first);
    BraOp::create(builder, loc, first, blocks[targets[0]]);
    return;
  case CFGBlock::Condition: {
    Value condition = useRegister(block.condition);
    successorValues(targets[0], first);
    successorValues(targets[1], second);
    CondBraOp::create(builder, loc, condition, first, second, block.uniform,
                      blocks[targets[0]], blocks[targets[1]]);
    return;
  }
  case CFGBlock::Indexed: {
    Value index = read(body.sourcesOf(body.statements[block.terminator])[0]);
    SmallVector<SmallVector<Value, 4>> arguments;
    SmallVector<ValueRange> ranges;
    SmallVector<Block *> targetBlocks;
    for (uint32_t target : targets) {
      successorValues(target, arguments.emplace_back());
      targetBlocks.push_back(blocks[target]);
    }
    ranges.assign(arguments.begin(), arguments.end());
    BrxOp::create(builder, loc, index, ranges, block.uniform, targetBlocks);
    return;
  }
  case CFGBlock::Return:
    for (uint32_t reg : body.returnRegisters)
      first.push_back(readRegister(reg));
    RetOp::create(builder, loc, first);
    return;
  case CFGBlock::Exit:
    ExitOp::create(builder, loc);
    return;
  case CFGBlock::Trap:
    TrapOp::create(builder, loc);
    return;
  }
}

void BodyBuilder::createBlocks() {
  Region &region = function->getRegion(0);
  blocks.assign(cfg.blocks.size(), nullptr);
  for (uint32_t b = 0; b < cfg.blocks.size(); ++b) {
    if (!cfg.isReachable(b))
      continue;
    blocks[b] = new Block();
    region.push_back(blocks[b]);
    for (uint32_t reg : phis[b])
      blocks[b]->addArgument(type(body.registers[reg].width),
                             function->getLoc());
  }
  for (uint32_t reg : body.inputRegisters)
    blocks[0]->addArgument(type(body.registers[reg].width), function->getLoc());
}

/// Emits one block; the registers hold what its dominator left.
void BodyBuilder::enter(uint32_t index) {
  Block *block = blocks[index];
  builder.setInsertionPointToEnd(block);
  for (auto [reg, argument] : llvm::zip(phis[index], block->getArguments()))
    writeRegister(reg, argument);
  if (index == 0)
    for (auto [reg, argument] :
         llvm::zip(body.inputRegisters, block->getArguments()))
      writeRegister(reg, argument);
  findLabels(index);
  for (uint32_t i = cfg.blocks[index].first; i < cfg.blocks[index].last; ++i) {
    addLabels(i);
    Operation *last = block->empty() ? nullptr : &block->back();
    emit(body.statements[i]);
    if (!labels.empty() && !block->empty() && &block->back() != last)
      attachLabels(&block->back());
  }
  emitEnd(index);
  addLabels(cfg.blocks[index].last);
  attachLabels(&block->back());
}

/// Goes to the first label that may stand in a block.
void BodyBuilder::findLabels(uint32_t index) {
  uint32_t first = index == 0 ? 0 : cfg.blocks[index - 1].last;
  nextLabel = llvm::lower_bound(body.labelNames, first,
                                [](const auto &label, uint32_t statement) {
                                  return label.first < statement;
                                }) -
              body.labelNames.begin();
}

/// The labels of statements up to this one that only sections can name.
void BodyBuilder::addLabels(uint32_t statement) {
  for (; nextLabel < body.labelNames.size(); ++nextLabel) {
    auto [index, name] = body.labelNames[nextLabel];
    if (index > statement)
      return;
    // In code for a debugger there is no text of PTX to come that would have
    // labels of its own for branches.
    if (keepsTargets || !cfg.isTarget[body.statements[index].index])
      labels.push_back(name);
  }
}

/// Puts them before the operation, unless that has no text of its own.
void BodyBuilder::attachLabels(Operation *op) {
  if (labels.empty() || llvm::isa<ConstOp, UndefOp>(op))
    return;
  op->setDiscardableAttr(kLabelsAttr, builder.getArrayAttr(labels));
  labels.clear();
}

/// Labels where control never comes are before what comes next in the text;
/// those behind the last operation are the function's.
void BodyBuilder::attachLastLabels() {
  for (uint32_t b = 0; b < cfg.blocks.size(); ++b) {
    if (!cfg.isReachable(b)) {
      findLabels(b);
      addLabels(cfg.blocks[b].last);
      continue;
    }
    if (labels.empty())
      continue;
    for (Operation &op : *blocks[b])
      if (!llvm::isa<ConstOp, UndefOp>(op)) {
        if (auto own = op.getAttrOfType<ArrayAttr>(kLabelsAttr))
          llvm::append_range(labels, own);
        attachLabels(&op);
        break;
      }
  }
  attachLabels(function);
}

void BodyBuilder::run() {
  // A `.loc` before all code is the place of the function in its source: of
  // what sets it up, too.
  if (!body.statements.empty() && body.statements[0].debugLoc != kNone)
    function->setLoc(FusedLoc::get(
        context, {function->getLoc(),
                  Location(body.debugLocs[body.statements[0].debugLoc])}));
  createBlocks();
  // Depth first over the dominator tree: (block, next child, undo mark).
  struct Frame {
    uint32_t block, next;
    size_t mark;
  };
  std::vector<Frame> stack = {{0, 0, 0}};
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == 0)
      enter(frame.block);
    ArrayRef<uint32_t> children = cfg.children[frame.block];
    if (frame.next < children.size()) {
      uint32_t child = children[frame.next++];
      stack.push_back({child, 0, undo.size()});
      continue;
    }
    for (; undo.size() > frame.mark; undo.pop_back())
      values[undo.back().first] = undo.back().second;
    stack.pop_back();
  }
  if (!body.labelNames.empty())
    attachLastLabels();
}

void ptxmlir::ptx::buildFunctionBody(
    Operation *function, const FunctionBody &body,
    ArrayRef<FlatSymbolRefAttr> symbolNames, OpcodeNames &opcodeNames,
    StringAttr fileName,
    llvm::function_ref<void(uint32_t, Position)> undefinedRead,
    const ImportOptions &options, StringRef debugText) {
  bool isForDebugger = !debugText.empty();
  // Registers of products that are still computed cannot be looked at.
  if (llvm::any_of(body.statements,
                   [](const Statement &s) { return s.updatesDests(); }))
    debugText = "";
  ImportTimes *times = options.times;
  std::optional<BodyBuilder> builder;
  {
    ImportTimer timer(times ? &times->flow : nullptr);
    builder.emplace(function, body, symbolNames, opcodeNames, fileName,
                    undefinedRead, options.lineLocations, debugText);
  }
  ImportTimer timer(times ? &times->operations : nullptr);
  if (isForDebugger)
    builder->keepTargets();
  builder->run();
}

//===- OutOfSSA.cpp - values of the ptx dialect to registers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which variables share a register: joins, with checks of interference. The
// method is told in the header; OutOfSSARegisters.cpp numbers what is joined.
//
//===----------------------------------------------------------------------===//

#include "OutOfSSAValues.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace ptxmlir::ptx;

OutOfSSA::OutOfSSA(Region &body, ArrayRef<VarAttr> returns,
                   const llvm::DenseSet<Operation *> &constants,
                   const llvm::DenseSet<Operation *> &unprinted,
                   ArrayRef<Value> bytes)
    : body(body), returns(returns), constants(constants), unprinted(unprinted),
      bytes(bytes), liveness(body) {}

LogicalResult OutOfSSA::run() {
  // Arguments that become one register may be in one order in one block and in
  // another order in the next. Then those of different blocks stay apart, in
  // the end by force, which costs copies, but keeps the order that the importer
  // has to find again.
  SmallVector<Node> order;
  for (Sharing allowed :
       {Sharing::All, Sharing::NotArguments, Sharing::OneVariable}) {
    reset();
    createNodes();
    if (failed(joinCarries()))
      return failure();
    sharing = allowed;
    joinArguments();
    joinGuarded();
    joinReturns();
    if (orderVariables(order))
      break;
  }
  numberRegisters(order);
  return success();
}

void OutOfSSA::reset() {
  nodes.clear();
  values.clear();
  widths.clear();
  parents.clear();
  holdsVariable.clear();
  sharing = Sharing::All;
  ranges.clear();
  conflicts.clear();
  fixedRoots.clear();
  returnNodes.clear();
  carryNode = kNoNode;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void OutOfSSA::createNodes() {
  auto create = [&](Value value, unsigned width) {
    parents.push_back(parents.size());
    values.push_back(value);
    widths.push_back(width);
    holdsVariable.push_back(false);
    return Node(parents.size() - 1);
  };
  auto createFor = [&](Value value) {
    return nodes[value] =
               create(value, value.getType().getIntOrFloatBitWidth());
  };
  for (Block &block : body) {
    for (BlockArgument argument : block.getArguments()) {
      Node node = createFor(argument);
      if (block.isEntryBlock()) {
        fixedRoots.insert(node);
        continue;
      }
      // The variable follows its argument.
      Node variable = create(argument, widths[node]);
      holdsVariable[variable] = true;
      LiveRange &range = ranges[variable];
      Place start = liveness.startOf(&block);
      range.add(start + kCopyRead, start + kCopyWrite, argument);
      forEachIncoming(argument, [&](Block *pred, Value value) {
        range.add(liveness.copiesOf(pred) + kCopyWrite, liveness.endOf(pred),
                  value);
      });
    }
    for (Operation &op : block)
      if (!unprinted.contains(&op) && !isa<UndefOp>(op) &&
          (!isa<ConstOp>(op) || constants.contains(&op)))
        for (Value result : op.getResults())
          createFor(result);
  }
  // Last, so that other registers do not depend on where these operations are.
  for (Block &block : body)
    for (auto op : block.getOps<UndefOp>())
      createFor(op.getResult());
  unsigned index = 0;
  for (VarAttr var : returns) {
    if (!var.getInRegister())
      continue;
    Node node = create(Value(), getContainerWidth(var.getDataType()));
    fixedRoots.insert(node);
    returnNodes.push_back(node);
    LiveRange &range = ranges[node];
    for (Block &block : body)
      if (auto ret = dyn_cast<RetOp>(block.getTerminator()))
        range.add(liveness.copiesOf(&block) + kCopyWrite,
                  liveness.endOf(&block), ret.getOperand(index));
    ++index;
  }
}

OutOfSSA::Node OutOfSSA::nodeOf(Value value) const {
  auto it = nodes.find(value);
  return it == nodes.end() ? kNoNode : it->second;
}

OutOfSSA::Node OutOfSSA::find(Node node) {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

LiveRange &OutOfSSA::rangeOf(Node root) {
  auto [it, isNew] = ranges.try_emplace(root);
  if (!isNew)
    return it->second;
  LiveRange &range = it->second;
  Value value = values[root];
  liveness.addRange(value, range);
  // Where the guard is false, the pass-through value stays what it is.
  if (auto result = dyn_cast<OpResult>(value))
    if (Operation *op = result.getOwner();
        isa<InstructionOpInterface>(op) && !getPassThrough(op).empty()) {
      Place place = liveness.placeOf(op);
      range.add(place + kCopyWrite, place + kWrite,
                getPassThrough(op)[result.getResultNumber()]);
    }
  return range;
}

bool OutOfSSA::join(Node a, Node b) {
  if (a == kNoNode || b == kNoNode)
    return false;
  a = find(a);
  b = find(b);
  if (a == b)
    return true;
  if (widths[a] != widths[b] ||
      (fixedRoots.contains(a) && fixedRoots.contains(b)) ||
      (sharing == Sharing::OneVariable && hasPlace(a) && hasPlace(b)) ||
      conflicts.contains({std::min(a, b), std::max(a, b)}))
    return false;
  // Each may move the other in the map.
  rangeOf(a);
  rangeOf(b);
  if (ranges.find(a)->second.size() < ranges.find(b)->second.size())
    std::swap(a, b);
  LiveRange &large = ranges.find(a)->second, &small = ranges.find(b)->second;
  if (large.interferes(small)) {
    conflicts.insert({std::min(a, b), std::max(a, b)});
    return false;
  }
  large.merge(small);
  ranges.erase(b);
  parents[b] = a;
  holdsVariable[a] = holdsVariable[a] || holdsVariable[b];
  if (fixedRoots.erase(b))
    fixedRoots.insert(a);
  return true;
}

//===----------------------------------------------------------------------===//
// What shares a register
//===----------------------------------------------------------------------===//

/// Whether a result is the carry flag.
static bool isCarryResult(OpResult result) {
  auto inst = dyn_cast<InstructionOpInterface>(result.getOwner());
  if (!inst)
    return false;
  const InstInfo &info = getInstInfo(inst.getOpcode());
  SmallVector<const OperandInfo *> layout;
  layoutOperands(info.dsts(), info, getRawMods(inst), inst->getNumResults(),
                 layout);
  return layout[result.getResultNumber()]->kind == OperandKind::Carry;
}

/// Whether an operand is the carry flag.
static bool isCarryOperand(OpOperand &use) {
  auto inst = dyn_cast<InstructionOpInterface>(use.getOwner());
  if (!inst || use.getOperandNumber() >= inst.getSources().size())
    return false;
  const InstInfo &info = getInstInfo(inst.getOpcode());
  SmallVector<const OperandInfo *> layout;
  layoutOperands(info.srcs(), info, getRawMods(inst), inst.getSources().size(),
                 layout);
  return layout[use.getOperandNumber()]->kind == OperandKind::Carry;
}

LogicalResult OutOfSSA::joinCarries() {
  auto hasCarry = [](llvm::ArrayRef<OperandInfo> operands) {
    return llvm::any_of(operands, [](const OperandInfo &operand) {
      return operand.kind == OperandKind::Carry;
    });
  };
  llvm::SetVector<Value> carries;
  SmallVector<std::pair<Value, Operation *>> worklist;
  for (Block &block : body)
    for (Operation &op : block) {
      auto inst = dyn_cast<InstructionOpInterface>(op);
      if (!inst)
        continue;
      const InstInfo &info = getInstInfo(inst.getOpcode());
      if (!hasCarry(info.dsts()) && !hasCarry(info.srcs()))
        continue;
      for (OpOperand &use : op.getOpOperands())
        if (isCarryOperand(use))
          worklist.push_back({use.get(), &op});
      for (OpResult result : op.getResults())
        if (isCarryResult(result)) {
          carries.insert(result);
          if (inst.isGuarded())
            worklist.push_back(
                {inst.getPassThrough()[result.getResultNumber()], &op});
        }
    }
  if (carries.empty() && worklist.empty())
    return success();
  while (!worklist.empty()) {
    auto [value, user] = worklist.pop_back_val();
    if (carries.contains(value) || isUndefined(value))
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner()->isEntryBlock())
      return user->emitError("a carry must come from an instruction that "
                             "writes CC.CF");
    carries.insert(argument);
    forEachIncoming(argument, [&](Block *pred, Value value) {
      worklist.push_back({value, pred->getTerminator()});
    });
  }
  parents.push_back(parents.size());
  values.push_back(Value());
  widths.push_back(1);
  holdsVariable.push_back(false);
  carryNode = parents.size() - 1;
  fixedRoots.insert(carryNode);
  ranges.try_emplace(carryNode);
  auto conflict = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      op = &value.getParentBlock()->front();
    return op->emitError("CC.CF still holds another carry here");
  };
  for (Value value : carries) {
    if (!join(nodeOf(value), carryNode))
      return conflict(value);
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && !join(variableOf(argument), carryNode))
      return conflict(value);
    for (OpOperand &use : value.getUses()) {
      Operation *op = use.getOwner();
      if (isCarryOperand(use))
        continue;
      if (auto branch = dyn_cast<BranchOpInterface>(op))
        if (auto target =
                branch.getSuccessorBlockArgument(use.getOperandNumber()))
          if (carries.contains(*target))
            continue;
      if (auto inst = dyn_cast<InstructionOpInterface>(op)) {
        unsigned first = op->getNumOperands() - inst.getPassThrough().size();
        if (use.getOperandNumber() >= first &&
            carries.contains(op->getResult(use.getOperandNumber() - first)))
          continue;
      }
      return op->emitError("CC.CF can only be read as a carry");
    }
  }
  return success();
}

void OutOfSSA::joinArguments() {
  for (Block &block : llvm::drop_begin(body))
    for (BlockArgument argument : block.getArguments()) {
      join(variableOf(argument), nodeOf(argument));
      forEachIncoming(argument, [&](Block *, Value value) {
        if (!isImmediate(value) && !isUndefined(value) &&
            (sharing == Sharing::All || !isa<BlockArgument>(value)))
          join(variableOf(argument), nodeOf(value));
      });
    }
}

void OutOfSSA::joinGuarded() {
  for (Block &block : body)
    for (Operation &op : block)
      if (isa<InstructionOpInterface>(op))
        for (auto [result, value] :
             llvm::zip(op.getResults(), getPassThrough(&op)))
          if (!isImmediate(value) && !isUndefined(value))
            join(nodeOf(result), nodeOf(value));
}

void OutOfSSA::joinReturns() {
  if (returnNodes.empty())
    return;
  for (Block &block : body)
    if (auto ret = dyn_cast<RetOp>(block.getTerminator()))
      for (auto [node, value] : llvm::zip(returnNodes, ret.getOperands()))
        if (!isImmediate(value) && !isUndefined(value))
          join(node, nodeOf(value));
}

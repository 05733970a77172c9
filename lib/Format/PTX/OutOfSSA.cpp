//===- OutOfSSA.cpp - values of the ptx dialect to registers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutOfSSA.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace ptxmlir::ptx;

/// Whether copies take the value itself instead of a register.
static bool isImmediate(Value value) {
  return value.getDefiningOp<ConstOp>() &&
         value.getType().getIntOrFloatBitWidth() <= 64;
}

static bool isUndefined(Value value) {
  return value.getDefiningOp<UndefOp>() != nullptr;
}

/// Calls `callback` with each value that predecessors give a block argument,
/// and the predecessor. Several edges from one block give the same value.
template <typename Callback>
static void forEachIncoming(BlockArgument argument, Callback callback) {
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
       ++it) {
    auto branch = cast<BranchOpInterface>((*it)->getTerminator());
    callback(*it, branch.getSuccessorOperands(
                      it.getSuccessorIndex())[argument.getArgNumber()]);
  }
}

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

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// The registers of block arguments, such that those of each block are in the
/// order of its arguments. False if they cannot all be.
bool OutOfSSA::orderVariables(SmallVectorImpl<Node> &order) {
  llvm::SetVector<Node> roots;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (Block &block : llvm::drop_begin(body)) {
    uint32_t previous = kNoNode;
    for (BlockArgument argument : block.getArguments()) {
      Node root = find(variableOf(argument));
      if (fixedRoots.contains(root))
        continue;
      roots.insert(root);
      if (previous != kNoNode && previous != root)
        edges.push_back({previous, root});
      previous = root;
    }
  }
  DenseMap<Node, uint32_t> position;
  for (auto [index, root] : llvm::enumerate(roots))
    position[root] = index;
  std::vector<SmallVector<uint32_t, 2>> successors(roots.size());
  std::vector<uint32_t> numBefore(roots.size(), 0);
  llvm::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  for (auto [from, to] : edges) {
    successors[position[from]].push_back(position[to]);
    ++numBefore[position[to]];
  }
  order.clear();
  bool isOrdered = true;
  std::vector<bool> isDone(roots.size(), false);
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<uint32_t>>
      queue;
  uint32_t next = 0;
  for (uint32_t i = 0; i < roots.size(); ++i)
    if (numBefore[i] == 0)
      queue.push(i);
  while (order.size() < roots.size()) {
    // A cycle: go on with the first that is left.
    if (queue.empty()) {
      isOrdered = false;
      while (isDone[next])
        ++next;
      queue.push(next);
    }
    uint32_t i = queue.top();
    queue.pop();
    if (isDone[i])
      continue;
    isDone[i] = true;
    order.push_back(roots[i]);
    for (uint32_t succ : successors[i])
      if (--numBefore[succ] == 0)
        queue.push(succ);
  }
  return isOrdered;
}

void OutOfSSA::numberRegisters(ArrayRef<Node> order) {
  registerOfRoot.assign(parents.size(), kNoRegister);
  auto number = [&](Node root) -> Register & {
    uint32_t &reg = registerOfRoot[root];
    if (reg == kNoRegister) {
      reg = registers.size();
      registers.push_back({widths[root], false, -1, -1, false, false});
    }
    return registers[reg];
  };
  if (carryNode != kNoNode)
    number(find(carryNode)).isCarry = true;
  for (auto [index, node] : llvm::enumerate(returnNodes))
    number(find(node)).output = index;
  for (BlockArgument argument : body.front().getArguments())
    number(find(nodeOf(argument))).input = argument.getArgNumber();
  for (Node root : order)
    number(root).isVariable = true;
  for (Node node = 0; node < parents.size(); ++node)
    number(find(node));
  markBytes();
}

/// Finds the registers that must have 8 bits: those of which an instruction or
/// a signature wants it, and all that are copied to or from one.
void OutOfSSA::markBytes() {
  for (Value value : bytes)
    if (nodeOf(value) != kNoNode)
      registers[getRegister(value)].isByte = true;
  unsigned index = 0;
  for (VarAttr var : returns)
    if (var.getInRegister()) {
      uint32_t reg = registerOfRoot[find(returnNodes[index++])];
      registers[reg].isByte |= getBitWidth(var.getDataType()) == 8;
    }
  SmallVector<const OperandInfo *> layout;
  for (Block &block : body)
    for (Operation &op : block) {
      auto inst = dyn_cast<InstructionOpInterface>(op);
      if (!inst)
        continue;
      const InstInfo &info = getInstInfo(inst.getOpcode());
      int64_t mods = getRawMods(inst);
      auto mark = [&](ArrayRef<OperandInfo> operands, ValueRange range) {
        if (llvm::none_of(range.getTypes(),
                          [](Type type) { return type.isInteger(16); }) ||
            !layoutOperands(operands, info, mods, range.size(), layout))
          return;
        for (auto [operand, value] : llvm::zip(layout, range))
          if (nodeOf(value) != kNoNode && value.getType().isInteger(16) &&
              takesByte(*operand, getOperandType(*operand, info, mods)))
            registers[getRegister(value)].isByte = true;
      };
      mark(info.dsts(), op.getResults());
      mark(info.srcs(), inst.getSources());
    }
  if (llvm::none_of(registers, [](const Register &reg) { return reg.isByte; }))
    return;
  llvm::IntEqClasses copied(registers.size());
  auto copy = [&](Node dest, Value source) {
    if (Node node = nodeOf(source); node != kNoNode && !isUndefined(source))
      copied.join(registerOfRoot[find(dest)], registerOfRoot[find(node)]);
  };
  for (Block &block : body) {
    if (!block.isEntryBlock())
      for (BlockArgument argument : block.getArguments()) {
        copy(variableOf(argument), argument);
        forEachIncoming(argument, [&](Block *, Value value) {
          copy(variableOf(argument), value);
        });
      }
    if (auto ret = dyn_cast<RetOp>(block.getTerminator()))
      for (auto [node, value] : llvm::zip(returnNodes, ret.getOperands()))
        copy(node, value);
    for (Operation &op : block)
      if (isa<InstructionOpInterface>(op))
        for (auto [result, value] :
             llvm::zip(op.getResults(), getPassThrough(&op)))
          copy(nodeOf(result), value);
  }
  llvm::BitVector isByte(registers.size());
  for (auto [reg, info] : llvm::enumerate(registers))
    if (info.isByte)
      isByte.set(copied.findLeader(reg));
  for (auto [reg, info] : llvm::enumerate(registers))
    info.isByte = isByte.test(copied.findLeader(reg));
}

uint32_t OutOfSSA::getRegister(Value value) const {
  Node node = nodes.lookup(value);
  while (parents[node] != node)
    node = parents[node];
  return registerOfRoot[node];
}

uint32_t OutOfSSA::makeTemporary(uint32_t like) {
  registers.push_back(
      {registers[like].width, false, -1, -1, false, registers[like].isByte});
  return registers.size() - 1;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void OutOfSSA::addCopy(SmallVectorImpl<RegisterCopy> &copies, Node dest,
                       Value source) {
  if (isUndefined(source))
    return;
  uint32_t reg = registerOfRoot[find(dest)];
  if (isImmediate(source)) {
    copies.push_back({reg, kNoRegister, source});
    return;
  }
  uint32_t sourceReg = getRegister(source);
  if (sourceReg != reg)
    copies.push_back({reg, sourceReg, {}});
}

SmallVector<RegisterCopy>
OutOfSSA::sequence(SmallVectorImpl<RegisterCopy> &copies) {
  if (copies.empty())
    return {};
  // In the order of the registers, whatever the order of the arguments.
  llvm::sort(copies, [](const RegisterCopy &a, const RegisterCopy &b) {
    return a.dest < b.dest;
  });
  copies.erase(std::unique(copies.begin(), copies.end(),
                           [](const RegisterCopy &a, const RegisterCopy &b) {
                             return a.dest == b.dest;
                           }),
               copies.end());
  return sequentialize(copies,
                       [&](uint32_t like) { return makeTemporary(like); });
}

SmallVector<RegisterCopy> OutOfSSA::copiesAtStart(Block &block) {
  SmallVector<RegisterCopy> copies;
  if (!block.isEntryBlock())
    for (BlockArgument argument : block.getArguments()) {
      uint32_t dest = getRegister(argument);
      uint32_t source = registerOfRoot[find(variableOf(argument))];
      if (dest != source)
        copies.push_back({dest, source, {}});
    }
  return sequence(copies);
}

SmallVector<RegisterCopy> OutOfSSA::copiesAtEnd(Block &block) {
  SmallVector<RegisterCopy> copies;
  Operation *terminator = block.getTerminator();
  if (auto ret = dyn_cast<RetOp>(terminator))
    for (auto [node, value] : llvm::zip(returnNodes, ret.getOperands()))
      addCopy(copies, node, value);
  if (auto branch = dyn_cast<BranchOpInterface>(terminator))
    for (auto [index, successor] : llvm::enumerate(terminator->getSuccessors()))
      for (BlockArgument argument : successor->getArguments())
        addCopy(copies, variableOf(argument),
                branch.getSuccessorOperands(index)[argument.getArgNumber()]);
  return sequence(copies);
}

/// Whether the register of a result may hold something before that is written.
bool OutOfSSA::isWrittenBefore(OpResult result) {
  if (!findsCycles) {
    findsCycles = true;
    for (auto it = llvm::scc_begin(&body); !it.isAtEnd(); ++it)
      if (it.hasCycle())
        cyclicBlocks.insert((*it).begin(), (*it).end());
    classSizes.assign(parents.size(), 0);
    for (Node node = 0; node < parents.size(); ++node)
      ++classSizes[find(node)];
  }
  Node root = find(nodeOf(result));
  // CC.CF has no register to copy from.
  if (carryNode != kNoNode && root == find(carryNode))
    return false;
  return classSizes[root] > 1 ||
         cyclicBlocks.contains(result.getOwner()->getBlock());
}

SmallVector<RegisterCopy> OutOfSSA::copiesBefore(Operation *op) {
  SmallVector<RegisterCopy> copies;
  if (isa<InstructionOpInterface>(op)) {
    for (auto [result, value] :
         llvm::zip(op->getResults(), getPassThrough(op))) {
      if (!isUndefined(value))
        addCopy(copies, nodeOf(result), value);
      else if (!result.use_empty() && isWrittenBefore(result)) {
        // Else the importer would find what the register held.
        uint32_t dest = registerOfRoot[find(nodeOf(result))];
        uint32_t source = getRegister(value);
        if (registers[source].isByte != registers[dest].isByte)
          source = makeTemporary(dest);
        copies.push_back({dest, source, {}});
      }
    }
  }
  return sequence(copies);
}

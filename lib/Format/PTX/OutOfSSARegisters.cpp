//===- OutOfSSARegisters.cpp - Registers and copies of PTX text -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind OutOfSSA.cpp: the groups of values that share a register get numbers,
// and the copies that remain an order in which they can be done.
//
//===----------------------------------------------------------------------===//

#include "OutOfSSAValues.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace ptxmlir::ptx;

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

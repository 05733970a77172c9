//===- RegionGraph.cpp - Dependences of a run of operations ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edges of a run of operations that scheduling may reorder: values, memory by
// space and address, barriers, uniform registers. Only the last accesses of a
// space are compared, which keeps it linear.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

/// Accesses of a space that one is compared with.
static constexpr unsigned kMaxCompared = 16;

/// The row of a matrix that an address of LDSM or STSM is of.
static constexpr unsigned kRowBytes = 16;

bool ori::isFence(Operation *op) {
  if (auto inst = dyn_cast<InstOpInterface>(op))
    return getOrderingEffects(inst).isFence;
  return mayChangeThreads(op);
}

void RegionGraphBuilder::addEdge(unsigned from, unsigned to, unsigned latency) {
  if (from == to)
    return;
  edges.push_back({from, {to, latency}});
  ++nodes[from].endEdge;
  ++nodes[to].numPreds;
}

void RegionGraphBuilder::setLatency(Node &node) {
  auto inst = dyn_cast<InstOpInterface>(node.op);
  if (!inst)
    return;
  const target::ClassInfo &cls = target.getClass(inst.getOpcode());
  node.issue = cls.minStall;
  node.latency = cls.estimate;
  node.isLoad = cls.writeBarrier && inst->getNumResults() != 0;
}

/// Cycles from the issue of `def` to that of an operation that reads its
/// result.
static unsigned getLatency(const target::TargetInfo &target, OpResult value,
                           Operation *user, bool isGuard) {
  auto def = dyn_cast<InstOpInterface>(value.getOwner());
  if (!def)
    return 0;
  const target::ClassInfo &from = target.getClass(def.getOpcode());
  if (from.writeBarrier)
    return from.estimate;
  Kind file = getRegFile(value.getType());
  auto inst = dyn_cast<InstOpInterface>(user);
  // A tuple's parts are read by what reads the tuple.
  const target::ClassInfo &to =
      target.getClass(inst ? inst.getOpcode() : isa::Opcode::IADD3);
  target::RegFile regFile = target::regFile(file);
  return target.trueLatency(
      regFile, target.writePort(from, regFile, 0, getWidth(value.getType())),
      target.readPort(to, regFile, false, 0, isGuard));
}

void RegionGraphBuilder::addValues(unsigned node) {
  Operation *op = nodes[node].op;
  auto inst = dyn_cast<InstOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto value = dyn_cast<OpResult>(operand.get());
    if (!value)
      continue;
    auto it = numbers.find(value.getOwner());
    if (it == numbers.end())
      continue;
    bool isGuard = inst && inst.isGuarded() &&
                   operand.getOperandNumber() == inst.getNumSources();
    addEdge(it->second, node, getLatency(target, value, op, isGuard));
  }
}

bool RegionGraphBuilder::Access::meets(const Access &o) const {
  if (!size || !o.size || base != o.base || uniform != o.uniform)
    return true;
  return offset < o.offset + int64_t(o.size) &&
         o.offset < offset + int64_t(size);
}

RegionGraphBuilder::Access RegionGraphBuilder::getAccess(unsigned node) {
  Access access;
  access.node = node;
  auto inst = cast<InstOpInterface>(nodes[node].op);
  const isa::InstDesc &desc = inst.getDesc();
  uint64_t mods = inst.getModBits();
  int addr = desc.findSlot("addr"), ur = desc.findSlot("ur"),
      data = desc.findSlot("data"), offset = desc.findMod("offset"),
      scale = desc.findMod("scale");
  if (addr < 0 || offset < 0 ||
      (scale >= 0 && desc.mods[scale].field.get(mods) != desc.mods[scale].dflt))
    return access;
  if (data < 0)
    data = desc.findSlot("d");
  if (data < 0)
    return access;
  access.base = inst->getOperand(addr - desc.numDefs);
  access.offset = desc.mods[offset].field.getSigned(mods);
  ConstantOperand c = getConstantOperand(access.base);
  if (c.kind == ConstantOperand::Imm && c.width == 1) {
    access.base = Value();
    access.offset += int32_t(c.bits);
  }
  if (ur >= 0) {
    access.uniform = inst->getOperand(ur - desc.numDefs);
    if (ConstantOperand u = getConstantOperand(access.uniform); u.isFree)
      access.uniform = Value();
  }
  access.size = 4 * isa::slotWidth(desc, unsigned(data), mods);
  // Accesses of 256 bits have their data in two operands.
  int upper = desc.findSlot(desc.writtenSpaces ? "data2" : "d2");
  if (upper >= 0)
    access.size += 4 * isa::slotWidth(desc, unsigned(upper), mods);
  // Each thread names a row of a matrix, of which it gets a part.
  if (desc.is(isa::Convergent))
    access.size = std::max(access.size, kRowBytes);
  return access;
}

void RegionGraphBuilder::load(Space &space, const Access &access) {
  if (space.last >= 0)
    addEdge(space.last, access.node, 1);
  for (const Access &store : space.stores)
    if (store.meets(access))
      addEdge(store.node, access.node, 1);
  if (space.loads.size() == kMaxCompared) {
    space.otherLoads.push_back(space.loads.front().node);
    space.loads.erase(space.loads.begin());
  }
  space.loads.push_back(access);
}

void RegionGraphBuilder::store(Space &space, const Access &access) {
  bool isPlain = access.size != 0;
  if (space.last >= 0)
    addEdge(space.last, access.node, 1);
  for (unsigned node : space.otherLoads)
    addEdge(node, access.node, 1);
  for (const Access &load : space.loads)
    if (load.meets(access))
      addEdge(load.node, access.node, 1);
  for (const Access &store : space.stores)
    if (store.meets(access))
      addEdge(store.node, access.node, 1);
  if (!isPlain || space.stores.size() == kMaxCompared ||
      !space.otherLoads.empty()) {
    // From here on everything comes behind this one.
    for (const Access &load : space.loads)
      if (!load.meets(access))
        addEdge(load.node, access.node, 1);
    for (const Access &store : space.stores)
      if (!store.meets(access))
        addEdge(store.node, access.node, 1);
    space.stores.clear();
    space.loads.clear();
    space.otherLoads.clear();
    space.last = int(access.node);
    return;
  }
  space.stores.push_back(access);
}

void RegionGraphBuilder::addOrder(unsigned node) {
  auto inst = dyn_cast<InstOpInterface>(nodes[node].op);
  if (!inst)
    return;
  isa::OrderingEffects effects = getOrderingEffects(inst);
  if (effects.ordersThreads || effects.readsThreads) {
    if (lastOfThreads >= 0)
      addEdge(unsigned(lastOfThreads), node, 1);
    if (effects.ordersThreads) {
      for (unsigned reader : readersOfThreads)
        addEdge(reader, node, 1);
      readersOfThreads.clear();
      lastOfThreads = int(node);
    } else {
      readersOfThreads.push_back(node);
    }
  }
  uint8_t all = effects.readSpaces | effects.writtenSpaces;
  if (!all)
    return;
  Access access;
  access.node = node;
  if (effects.isPlainAccess)
    access = getAccess(node);
  for (unsigned bits = all; bits; bits &= bits - 1) {
    unsigned index = llvm::countr_zero(bits);
    if (effects.writtenSpaces >> index & 1)
      store(spaces[index], access);
    else
      load(spaces[index], access);
  }
}

/// A uniform register is one for the whole warp: while a thread waits for other
/// warps, others of its warp may write it anew, so what was computed here is
/// read before.
void RegionGraphBuilder::addUniformOrder(unsigned node) {
  Operation *op = nodes[node].op;
  if (llvm::any_of(op->getOperands(), [&](Value operand) {
        Operation *def = operand.getDefiningOp();
        return isRegisterType(operand.getType()) &&
               isUniformFile(getRegFile(operand.getType())) && def &&
               numbers.contains(def) && ownsRegister(operand);
      }))
    uniformReaders.push_back(node);
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst ||
      isa::getDesc(inst.getOpcode()).role != isa::ConvergenceRole::BlockBarrier)
    return;
  for (unsigned reader : uniformReaders)
    addEdge(reader, node, 1);
  uniformReaders.clear();
}

/// Where the operation's result takes the register of a value that is read
/// before it, those reads come first: a copy less.
void RegionGraphBuilder::addReuse(unsigned node) {
  Operation *op = nodes[node].op;
  auto comeFirst = [&](Value old) {
    // Values with many uses are not worth the time.
    unsigned left = 32;
    auto comesFirst = [&](Operation *user) {
      auto it = numbers.find(user);
      if (it != numbers.end() && it->second < node)
        addEdge(it->second, node, 0);
      return left-- != 0;
    };
    for (Operation *user : old.getUsers()) {
      if (!comesFirst(user))
        return;
      // A part is in the register of its tuple.
      if (auto extract = dyn_cast<ExtractOp>(user))
        for (Operation *reader : extract->getUsers())
          if (!comesFirst(reader))
            return;
    }
  };
  for (OpResult result : op->getResults()) {
    if (Value old = getTiedOperand(result))
      comeFirst(old);
    if (auto it = successors.find(result); it != successors.end())
      comeFirst(it->second);
  }
}

/// Edges of one node next to each other; endEdge has counted them.
void RegionGraphBuilder::sortEdges() {
  unsigned end = 0;
  for (Node &node : nodes) {
    node.firstEdge = end;
    end += node.endEdge;
    node.endEdge = node.firstEdge;
  }
  graph.edges.resize(end);
  for (auto [from, edge] : edges)
    graph.edges[nodes[from].endEdge++] = edge;
}

void RegionGraphBuilder::Space::clear() {
  last = -1;
  stores.clear();
  loads.clear();
  otherLoads.clear();
}

RegionGraph RegionGraphBuilder::build(ArrayRef<Operation *> ops) {
  nodes.assign(ops.size(), Node());
  edges.clear();
  numbers.clear();
  numbers.reserve(ops.size());
  for (Space &space : spaces)
    space.clear();
  lastOfThreads = -1;
  readersOfThreads.clear();
  uniformReaders.clear();
  for (auto [i, op] : llvm::enumerate(ops)) {
    nodes[i].op = op;
    setLatency(nodes[i]);
    addValues(i);
    addOrder(i);
    addUniformOrder(i);
    numbers[op] = i;
    addReuse(i);
  }
  sortEdges();
  // Edges lead forward, so one backward walk gives the longest paths.
  for (unsigned n = nodes.size(); n-- != 0;) {
    Node &node = nodes[n];
    for (OpResult result : node.op->getResults())
      if (result.isUsedOutsideOfBlock(node.op->getBlock())) {
        node.height = node.latency;
        break;
      }
    graph.forEachEdge(n, [&](const Edge &e) {
      node.height = std::max(node.height, e.latency + nodes[e.to].height);
    });
  }
  return std::exchange(graph, RegionGraph());
}

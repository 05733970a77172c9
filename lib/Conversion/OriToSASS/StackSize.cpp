//===- StackSize.cpp - Local memory along the calls of a kernel -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursion and calls through registers make circles of the graph of calls, so
// that its strongly connected components are found first.
//
//===----------------------------------------------------------------------===//

#include "StackSize.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"

using namespace mlir;
using namespace ptxmlir;

namespace {
/// The functions of a kernel, and for each type of calls through a register a
/// node between those calls and the functions that they may lead to.
class StackGraph {
public:
  StackGraph(ori::FuncOp kernel, ArrayRef<ori::FuncOp> functions,
             ArrayRef<uint32_t> frames);
  uint32_t computeDepth();

private:
  struct Node {
    uint32_t bytes = 0;
    SmallVector<unsigned> callees;
    /// Of the frames from here on, where no chain of calls comes back.
    uint32_t depth = 0;
    // Tarjan's algorithm for strongly connected components.
    unsigned index = 0, lowest = 0; ///< from 1 on
    unsigned nextCallee = 0;
    bool isOpen = false, callsItself = false;
  };
  void addCallees(unsigned n, ori::FuncOp function);
  unsigned getTypeNode(Attribute prototype);
  void enter(unsigned n);
  void leave(unsigned n);

  ori::FuncOp kernel;
  std::vector<Node> nodes;
  llvm::DenseMap<Attribute, unsigned> numbers;     ///< by symbol
  llvm::DenseMap<Attribute, unsigned> types;       ///< by prototype
  llvm::DenseMap<Attribute, Attribute> prototypes; ///< by symbol
  SmallVector<unsigned> path, open;
  unsigned numVisited = 0;
};
} // namespace

StackGraph::StackGraph(ori::FuncOp kernel, ArrayRef<ori::FuncOp> functions,
                       ArrayRef<uint32_t> frames)
    : kernel(kernel), nodes(frames.size()) {
  for (auto [node, bytes] : llvm::zip_equal(nodes, frames))
    node.bytes = bytes;
  for (unsigned i = 0; i != functions.size(); ++i) {
    ori::FuncOp function = functions[i];
    auto symbol = FlatSymbolRefAttr::get(function.getSymNameAttr());
    numbers[symbol] = i + 1;
    prototypes[symbol] = function->getAttr(kPrototypeAttr);
  }
  addCallees(0, kernel);
  for (auto [i, function] : llvm::enumerate(functions))
    addCallees(i + 1, function);
}

void StackGraph::addCallees(unsigned n, ori::FuncOp function) {
  function.walk([&](ori::CallOp call) {
    if (call.getSystem())
      return;
    unsigned callee = call.getCallee()
                          ? numbers.lookup(call.getCalleeAttr())
                          : getTypeNode(call->getAttr(kPrototypeAttr));
    nodes[n].callees.push_back(callee);
  });
}

/// Functions and calls of which no type is known go with all.
unsigned StackGraph::getTypeNode(Attribute prototype) {
  auto [found, isNew] = types.try_emplace(prototype, nodes.size());
  if (isNew) {
    Node &node = nodes.emplace_back();
    if (auto table = kernel.getFunctionTable())
      for (Attribute entry : *table) {
        Attribute own = prototypes.lookup(entry);
        if (!own || !prototype || own == prototype)
          node.callees.push_back(numbers.lookup(entry));
      }
  }
  return found->second;
}

void StackGraph::enter(unsigned n) {
  nodes[n].index = nodes[n].lowest = ++numVisited;
  nodes[n].isOpen = true;
  path.push_back(n);
  open.push_back(n);
}

/// All that the node calls is done.
void StackGraph::leave(unsigned n) {
  Node &node = nodes[n];
  if (node.lowest != node.index)
    return; // a part of a component that began further up
  if (open.back() != n || node.callsItself) {
    while (true) {
      unsigned member = open.pop_back_val();
      nodes[member].isOpen = false;
      if (member == n)
        return;
    }
  }
  open.pop_back();
  node.isOpen = false;
  for (unsigned callee : node.callees)
    node.depth = std::max(node.depth, nodes[callee].depth);
  node.depth += node.bytes;
}

uint32_t StackGraph::computeDepth() {
  enter(0);
  while (!path.empty()) {
    unsigned n = path.back();
    Node &node = nodes[n];
    if (node.nextCallee != node.callees.size()) {
      unsigned callee = node.callees[node.nextCallee++];
      if (!nodes[callee].index)
        enter(callee);
      else if (nodes[callee].isOpen)
        node.lowest = std::min(node.lowest, nodes[callee].index);
      node.callsItself |= callee == n;
      continue;
    }
    leave(n);
    path.pop_back();
    if (!path.empty())
      nodes[path.back()].lowest =
          std::min(nodes[path.back()].lowest, node.lowest);
  }
  return nodes[0].depth;
}

uint32_t ptxmlir::computeStackBytes(ori::FuncOp kernel,
                                    ArrayRef<ori::FuncOp> functions,
                                    ArrayRef<uint32_t> frames) {
  return StackGraph(kernel, functions, frames).computeDepth();
}

//===- CallGraph.cpp - Which functions a kernel reaches -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows calls and addresses of functions from a kernel, so that the lowering
// makes code for what the kernel can reach and for nothing else.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "TextureCalls.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// Bytes of an entry of the table that function addresses are offsets in; the
/// first one is no function's, so that none has the address 0.
static constexpr uint64_t kTableEntryBytes = 8;

static bool hasIndirectCall(Block &body) {
  for (Operation &op : body)
    if (op.walk([](ptx::CallIndirectOp) {
            return WalkResult::interrupt();
          }).wasInterrupted())
      return true;
  return false;
}

CallGraph::CallGraph(ptx::ModuleOp module, ModuleInfo &info) {
  Block &body = module.getBody().front();
  for (auto function : body.getOps<ptx::FuncOp>())
    info.functions[function.getSymNameAttr()] = function;
  // A module without functions may still call an address that it is given.
  if (info.functions.empty() && !hasIndirectCall(body))
    return;
  externsAreLinked = info.extensible;
  // What is elsewhere may wait, and so may all that a pointer leads to.
  if (info.relocatable || info.extensible) {
    info.pointersMayWait = true;
    for (auto function : body.getOps<ptx::FuncOp>())
      if (function.isExternal() &&
          !target::isSystemFunction(function.getSymName()))
        info.waiting.insert(function.getSymNameAttr());
  }
  for (auto function : body.getOps<ptx::FuncOp>())
    if (FlatSymbolRefAttr aliasee = function.getAliaseeAttr())
      if (ptx::FuncOp other = info.functions.lookup(aliasee.getAttr()))
        info.functions[function.getSymNameAttr()] = other;

  // Numbers go by the order of the source, whoever takes an address first.
  DenseSet<Operation *> isAddressed;
  auto take = [&](Attribute symbol) {
    auto ref = dyn_cast<FlatSymbolRefAttr>(symbol);
    auto found =
        ref ? info.functions.find(ref.getAttr()) : info.functions.end();
    if (found != info.functions.end())
      isAddressed.insert(found->second);
  };
  for (Operation &op : body) {
    if (auto global = dyn_cast<ptx::GlobalOp>(op)) {
      if (ArrayAttr relocations = global.getRelocationsAttr())
        for (auto relocation : relocations.getAsRange<ptx::RelocAttr>())
          take(relocation.getSymbol());
    } else if (auto function = dyn_cast<FunctionOpInterface>(op);
               function && !function.isExternal()) {
      addNode(&op, info);
      op.walk([&](Operation *inner) {
        if (auto address = dyn_cast<ptx::AddressOfOp>(inner))
          take(address.getSymbolAttr());
        else if (auto call = dyn_cast<ptx::CallIndirectOp>(inner);
                 call && call.getTargetsAttr())
          llvm::for_each(call.getTargetsAttr(), take);
      });
    }
  }
  for (auto function : body.getOps<ptx::FuncOp>())
    if (isAddressed.contains(function)) {
      pointers.push_back(function);
      info.functionNumbers[function.getSymNameAttr()] =
          kTableEntryBytes * pointers.size();
    }
  findWaiting(info);
}

void CallGraph::addNode(Operation *function, ModuleInfo &info) {
  numbers[function] = nodes.size();
  Node &node = nodes.emplace_back();
  node.function = function;
  function->walk([&](Operation *op) {
    if (auto call = dyn_cast<ptx::CallOp>(op)) {
      auto found = info.functions.find(call.getCalleeAttr().getAttr());
      if (found != info.functions.end()) {
        node.callees.insert({found->second, op});
        node.mayWait |= info.waiting.contains(found->second.getSymNameAttr());
      }
    } else if (auto tex = dyn_cast<ptx::TexOp>(op)) {
      std::string name = getFetchFunction(*info.target, tex);
      if (!name.empty())
        if (ptx::FuncOp callee =
                info.functions.lookup(StringAttr::get(op->getContext(), name)))
          node.callees.insert({callee, op});
    } else if (llvm::isa<ptx::CallIndirectOp>(op)) {
      node.isIndirect = true;
      node.mayWait |= info.pointersMayWait;
    } else {
      node.mayWait |= op->hasTrait<Convergent>();
    }
  });
}

/// What calls something that may wait for other threads may, too.
void CallGraph::findWaiting(ModuleInfo &info) {
  std::vector<SmallVector<unsigned>> callers(nodes.size());
  SmallVector<unsigned> indirect, work;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    for (auto [callee, call] : node.callees)
      if (auto found = numbers.find(callee); found != numbers.end())
        callers[found->second].push_back(i);
    if (node.isIndirect)
      indirect.push_back(i);
    if (node.mayWait)
      work.push_back(i);
  }
  DenseSet<Operation *> isPointer;
  for (ptx::FuncOp function : pointers)
    isPointer.insert(function);
  auto mark = [&](unsigned i) {
    if (!nodes[i].mayWait) {
      nodes[i].mayWait = true;
      work.push_back(i);
    }
  };
  while (!work.empty()) {
    const Node &node = nodes[work.pop_back_val()];
    info.waiting.insert(SymbolTable::getSymbolName(node.function));
    for (unsigned caller : callers[numbers.lookup(node.function)])
      mark(caller);
    if (isPointer.contains(node.function) && !info.pointersMayWait) {
      info.pointersMayWait = true;
      llvm::for_each(indirect, mark);
    }
  }
}

LogicalResult CallGraph::reach(ptx::EntryOp entry, Reached &reached) const {
  auto first = numbers.find(entry);
  if (first == numbers.end())
    return success(); // there are no calls
  DenseSet<Operation *> seen;
  SmallVector<Operation *> work = {entry};
  LogicalResult result = success();
  auto add = [&](ptx::FuncOp function, Operation *user) {
    if (!seen.insert(function).second)
      return;
    if (!function.isExternal()) {
      work.push_back(function);
      reached.functions.push_back(function);
    } else if (externsAreLinked ||
               target::isSystemFunction(function.getSymName())) {
      reached.system.push_back(function);
    } else {
      user->emitError("Unresolved extern function '")
          << function.getSymName() << "'";
      result = failure();
    }
  };
  while (!work.empty()) {
    const Node &node = nodes[numbers.lookup(work.pop_back_val())];
    for (auto [callee, call] : node.callees)
      add(cast<ptx::FuncOp>(callee), call);
    if (!node.isIndirect || reached.hasIndirectCalls)
      continue;
    reached.hasIndirectCalls = true;
    for (ptx::FuncOp function : pointers) {
      if (!function.isExternal()) {
        add(function, function);
        continue;
      }
      function.emitError("cannot take address of function '")
          << function.getSymName() << "', which is not defined here";
      result = failure();
    }
  }
  auto isBefore = [](ptx::FuncOp a, ptx::FuncOp b) {
    return a->isBeforeInBlock(b);
  };
  llvm::sort(reached.functions, isBefore);
  llvm::sort(reached.system, isBefore);
  return result;
}

//===- InlineCalls.cpp - Device functions into their callers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter in memory is a variable of the caller already (`call_params`):
// the inlined body accesses it in place of its own parameter. Functions are
// treated when all that they call are done, so that a body is inlined in its
// final form.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/Utils/InlineCalls.h"
#include "ParamVariables.h"
#include "mlir/Transforms/InliningUtils.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMisc.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

namespace {

/// A function with a body, and who calls whom.
struct Node {
  Operation *function;
  SmallVector<CallOp> calls;     ///< of functions with a body, in order
  SmallVector<unsigned> callers; ///< once per call
  unsigned numOpen = 0;          ///< calls whose callee is not done
  uint64_t size = 0;             ///< operations
  bool isDone = false;
  bool isAddressed = false; ///< it stays, whoever is given its code
  bool allocates = false;   ///< on the stack, up to its end
  /// The linker may take another definition.
  bool isReplaceable = false;
};

class Inliner {
public:
  Inliner(const InlineLimits &limits, InlineStats &stats)
      : limits(limits), stats(stats) {}
  LogicalResult run(ptx::ModuleOp module);

private:
  LogicalResult inlineInto(Node &node);
  bool isWorthIt(const Node &caller, const Node &callee) const;
  LogicalResult inlineCall(Node &caller, CallOp call, Node &callee);
  void eraseUnused(ptx::ModuleOp module);

  std::vector<Node> nodes;
  DenseMap<StringAttr, unsigned> indexOf;
  /// In the caller that is treated, where the local variables of a function
  /// start that was inlined.
  DenseMap<Operation *, int> localBases;
  const InlineLimits &limits;
  InlineStats &stats;
  /// Operations of the module so far, and how many there may be.
  uint64_t size = 0, sizeLimit = 0;
};

} // namespace

/// `.param` variables of a call, `-1` for registers, moved by `by`.
static DenseI32ArrayAttr shiftParams(DenseI32ArrayAttr params, int by) {
  SmallVector<int32_t> shifted(params.asArrayRef());
  for (int32_t &index : shifted)
    if (index >= 0)
      index += by;
  return DenseI32ArrayAttr::get(params.getContext(), shifted);
}

/// Lets the clone of a body in `blocks` refer to the variables of the caller.
static void renameVariables(llvm::iterator_range<Region::iterator> blocks,
                            CallOp call, int paramBase, int localBase) {
  for (Block &block : blocks)
    for (Operation &op : block) {
      if (auto address = dyn_cast<ParamAddressOp>(op)) {
        unsigned index = address.getIndex();
        if (address.getKind() == ParamKind::Call)
          address.setIndex(paramBase + index);
        else if (address.getKind() == ParamKind::Input)
          address.setIndex(call.getArgs()[index]);
        else
          address.setIndex(call.getRets()[index]);
        address.setKindNumber(unsigned(ParamKind::Call));
      } else if (auto address = dyn_cast<LocalAddressOp>(op)) {
        address.setIndex(localBase + address.getIndex());
      } else if (auto inner = dyn_cast<CallOp>(op)) {
        inner.setArgsAttr(shiftParams(inner.getArgsAttr(), paramBase));
        inner.setRetsAttr(shiftParams(inner.getRetsAttr(), paramBase));
      } else if (auto inner = dyn_cast<CallIndirectOp>(op)) {
        inner.setArgsAttr(shiftParams(inner.getArgsAttr(), paramBase));
        inner.setRetsAttr(shiftParams(inner.getRetsAttr(), paramBase));
      }
    }
}

/// Appends the variables of `from` to those of `to`; where they start.
static int appendVariables(Operation *to, Operation *from, bool areLocals) {
  ArrayAttr old = getVariables(to, areLocals);
  ArrayAttr more = getVariables(from, areLocals);
  if (!more.empty()) {
    SmallVector<Attribute> all(old.getValue());
    llvm::append_range(all, more.getValue());
    setVariables(to, areLocals, all);
  }
  return int(old.size());
}

/// What a function allocates on the stack is free where it returns: in its
/// caller, too, which may call it in a loop.
static void restoreStackBehind(CallOp call) {
  OpBuilder builder(call);
  int64_t mods = StacksaveModifiers{DataType::U64}.pack();
  auto top =
      StacksaveOp::create(builder, call.getLoc(),
                          TypeRange(builder.getI64Type()), ValueRange(), mods);
  builder.setInsertionPointAfter(call);
  StackrestoreOp::create(builder, call.getLoc(), TypeRange(),
                         ValueRange(top.getTop()), mods);
}

LogicalResult Inliner::inlineCall(Node &caller, CallOp call, Node &callee) {
  auto function = cast<FuncOp>(callee.function);
  if (!llvm::equal(call.getArguments().getTypes(),
                   function.getArgumentTypes()) ||
      !llvm::equal(call.getResultTypes(), function.getResultTypes()) ||
      call.getArgs().size() != function.getParams().size() ||
      call.getRets().size() != function.getReturns().size())
    return call.emitError("call does not fit the function '")
           << function.getSymName() << "'";
  caller.size += callee.size;
  size += callee.size;

  if (callee.allocates)
    restoreStackBehind(call);
  int paramBase =
      appendVariables(caller.function, function, /*areLocals=*/false);
  // Calls of one function have its variables one after the other.
  auto [localBase, isFirst] = localBases.try_emplace(function, 0);
  if (isFirst)
    localBase->second =
        appendVariables(caller.function, function, /*areLocals=*/true);
  int base = localBase->second;
  InlinerInterface interface(call.getContext());
  auto clone = [&](OpBuilder &, Region *source, Block *before, Block *behind,
                   IRMapping &mapping, bool) {
    source->cloneInto(before->getParent(), behind->getIterator(), mapping);
    renameVariables({std::next(before->getIterator()), behind->getIterator()},
                    call, paramBase, base);
  };
  if (failed(inlineRegion(interface, clone, &function.getBody(), call,
                          call.getArguments(), call.getResults())))
    return call.emitError("cannot inline '") << function.getSymName() << "'";
  call.erase();
  ++stats.numInlined;
  return success();
}

/// Whether a result is put where an argument is. The function has both at the
/// same time, which a body without parameters of its own would not.
static bool overwritesArgument(CallOp call) {
  return llvm::any_of(call.getRets(), [&](int32_t index) {
    return index >= 0 && llvm::is_contained(call.getArgs(), index);
  });
}

/// The only copy of a function costs nothing, small ones little.
bool Inliner::isWorthIt(const Node &caller, const Node &callee) const {
  if (caller.size + callee.size > limits.maxSize || callee.isReplaceable)
    return false;
  bool isOnly = callee.callers.size() == 1 && !callee.isAddressed;
  return isOnly ||
         (callee.size <= limits.maxCallee && size + callee.size <= sizeLimit);
}

LogicalResult Inliner::inlineInto(Node &node) {
  localBases.clear();
  for (CallOp call : node.calls) {
    Node &callee = nodes[indexOf.lookup(call.getCalleeAttr().getAttr())];
    if (!callee.isDone)
      continue;
    if (overwritesArgument(call) || !isWorthIt(node, callee))
      ++stats.numKept;
    else if (failed(inlineCall(node, call, callee)))
      return failure();
  }
  if (node.calls.empty())
    return success();
  ParamStats params;
  replaceParamVariables(node.function, params);
  stats.numPromoted += params.numPromoted;
  stats.numLocal += params.numLocal;
  return success();
}

/// Removes functions with a body that no kernel reaches.
void Inliner::eraseUnused(ptx::ModuleOp module) {
  std::vector<bool> isLive(nodes.size());
  SmallVector<unsigned> work;
  auto reach = [&](FlatSymbolRefAttr symbol) {
    auto found = indexOf.find(symbol.getAttr());
    if (found == indexOf.end() || isLive[found->second])
      return;
    isLive[found->second] = true;
    work.push_back(found->second);
  };
  bool isRelocatable = module->hasAttr(kRelocatableAttr);
  auto isRoot = [&](const Node &node) {
    auto function = dyn_cast<FuncOp>(node.function);
    return !function ||
           (isRelocatable && function.getLinkage() != Linkage::Internal);
  };
  for (auto [i, node] : llvm::enumerate(nodes))
    if (isRoot(node)) {
      isLive[i] = true;
      work.push_back(i);
    }
  for (auto global : module.getOps<GlobalOp>())
    if (ArrayAttr relocations = global.getRelocationsAttr())
      for (auto relocation : relocations.getAsRange<RelocAttr>())
        reach(relocation.getSymbol());
  for (auto function : module.getOps<FuncOp>())
    if (FlatSymbolRefAttr aliasee = function.getAliaseeAttr())
      reach(aliasee);
  while (!work.empty())
    nodes[work.pop_back_val()].function->walk([&](Operation *op) {
      if (auto address = dyn_cast<AddressOfOp>(op))
        reach(address.getSymbolAttr());
      else if (auto call = dyn_cast<CallOp>(op))
        reach(call.getCalleeAttr());
      else if (auto call = dyn_cast<CallIndirectOp>(op);
               call && call.getTargetsAttr())
        for (Attribute target : call.getTargetsAttr())
          if (auto symbol = dyn_cast<FlatSymbolRefAttr>(target))
            reach(symbol);
    });
  // A variable of a function that is gone belongs to the module.
  for (auto global : module.getOps<GlobalOp>()) {
    FlatSymbolRefAttr owner = global.getFunctionAttr();
    auto found = owner ? indexOf.find(owner.getAttr()) : indexOf.end();
    if (found != indexOf.end() && isa<FuncOp>(nodes[found->second].function))
      global.removeFunctionAttr();
  }
  for (auto [i, node] : llvm::enumerate(nodes))
    if (!isLive[i]) {
      node.function->erase();
      ++stats.numErased;
    }
}

LogicalResult Inliner::run(ptx::ModuleOp module) {
  bool hasFunctions = false;
  bool isRelocatable = module->hasAttr(kRelocatableAttr);
  for (Operation &op : module.getBody().front()) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || function.isExternal())
      continue;
    hasFunctions |= isa<FuncOp>(op);
    indexOf[SymbolTable::getSymbolName(&op)] = nodes.size();
    Node &node = nodes.emplace_back();
    node.function = &op;
    if (auto function = dyn_cast<FuncOp>(op))
      resolveSpaces(function);
    // Other objects may call what is not internal.
    if (auto function = dyn_cast<FuncOp>(op); function && isRelocatable) {
      node.isAddressed = function.getLinkage() != Linkage::Internal;
      node.isReplaceable = function.getLinkage() == Linkage::Weak;
    }
  }
  if (!hasFunctions)
    return success();
  auto take = [&](FlatSymbolRefAttr symbol) {
    if (auto found = indexOf.find(symbol.getAttr()); found != indexOf.end())
      nodes[found->second].isAddressed = true;
  };
  for (auto global : module.getOps<GlobalOp>())
    if (ArrayAttr relocations = global.getRelocationsAttr())
      for (auto relocation : relocations.getAsRange<RelocAttr>())
        take(relocation.getSymbol());
  size = 0;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    node.function->walk([&, i = i, &node = node](Operation *op) {
      ++node.size;
      node.allocates |= isa<AllocaOp>(op);
      if (auto address = dyn_cast<AddressOfOp>(op))
        take(address.getSymbolAttr());
      auto call = dyn_cast<CallOp>(op);
      if (!call)
        return;
      auto found = indexOf.find(call.getCalleeAttr().getAttr());
      if (found == indexOf.end())
        return;
      node.calls.push_back(call);
      nodes[found->second].callers.push_back(i);
    });
    size += node.size;
  }
  sizeLimit =
      std::max<uint64_t>(limits.maxGrowth * size, size + limits.freeGrowth);
  SmallVector<unsigned> ready;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    node.numOpen = node.calls.size();
    if (node.numOpen == 0)
      ready.push_back(i);
  }
  while (!ready.empty()) {
    Node &node = nodes[ready.pop_back_val()];
    if (failed(inlineInto(node)))
      return failure();
    node.isDone = true;
    for (unsigned caller : node.callers)
      if (--nodes[caller].numOpen == 0)
        ready.push_back(caller);
  }
  // What calls itself, and what leads there, keeps those calls.
  for (Node &node : nodes)
    if (!node.isDone && failed(inlineInto(node)))
      return failure();
  eraseUnused(module);
  return success();
}

LogicalResult ptxmlir::ptx::inlineCalls(ModuleOp module,
                                        const InlineLimits &limits,
                                        InlineStats &stats) {
  return Inliner(limits, stats).run(module);
}

//===- ParamVariables.cpp - Parameters of calls as values -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After inlining, a parameter is memory that only loads and stores of the
// caller access. A slot is one element of it: bytes that every access takes as
// a whole, in registers of its width. Slots become values: block arguments at
// the iterated dominance frontier of the stores, where a load may still see
// them, then a walk of the dominator tree with the current value of each slot.
//
//===----------------------------------------------------------------------===//

#include "ParamVariables.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/GenericIteratedDominanceFrontier.h"
#include <map>

using namespace mlir;
using namespace ptxmlir::ptx;

ArrayAttr ptxmlir::ptx::getVariables(Operation *function, bool areLocals) {
  if (auto entry = dyn_cast<EntryOp>(function))
    return areLocals ? entry.getLocals() : entry.getCallParams();
  auto func = cast<FuncOp>(function);
  return areLocals ? func.getLocals() : func.getCallParams();
}

void ptxmlir::ptx::setVariables(Operation *function, bool areLocals,
                                ArrayRef<Attribute> variables) {
  auto attr = ArrayAttr::get(function->getContext(), variables);
  auto set = [&](auto op) {
    areLocals ? op.setLocalsAttr(attr) : op.setCallParamsAttr(attr);
  };
  if (auto entry = dyn_cast<EntryOp>(function))
    set(entry);
  else
    set(cast<FuncOp>(function));
}

namespace {

/// A load or store of one slot or several (a vector).
struct ParamAccess {
  unsigned firstSlot;
  bool isStore;
};

struct Slot {
  IntegerType type;
  SmallPtrSet<Block *, 4> stores, exposedLoads;
  SmallVector<Value>
      current; ///< values on the path from the entry, last on top
};

class ParamVariables {
public:
  ParamVariables(Operation *function, ParamStats &stats)
      : function(function), body(function->getRegion(0)), stats(stats) {}
  LogicalResult run();

private:
  bool collectSlots(ArrayRef<ParamAddressOp> addresses);
  void placeArguments(DominanceInfo &dominance);
  void rename(DominanceInfo &dominance);
  void renameBlock(Block *block, SmallVectorImpl<unsigned> &pushed);
  LogicalResult makeLocal(unsigned index, ArrayRef<ParamAddressOp> addresses);

  Operation *function;
  Region &body;
  ParamStats &stats;
  std::vector<Slot> slots;
  DenseMap<Operation *, ParamAccess> accesses;
  SmallVector<ParamAddressOp> promoted;
  /// Slots of the block arguments that were added to a block, in order.
  DenseMap<Block *, SmallVector<unsigned>> arguments;
};

} // namespace

//===----------------------------------------------------------------------===//
// Which parameters can be values
//===----------------------------------------------------------------------===//

/// The type of an access of whole registers; null if it is not one.
static IntegerType getElementType(Operation *op, Value address, int64_t &offset,
                                  unsigned &count) {
  ValueRange values;
  DataType dataType;
  if (auto load = dyn_cast<LdOp>(op)) {
    if (load.getSpace() != Space::Param || load.isGuarded())
      return {};
    values = op->getResults();
    dataType = load.getDataType();
    offset = load.getOffset();
  } else if (auto store = dyn_cast<StOp>(op)) {
    if (store.getSpace() != Space::Param || store.isGuarded() ||
        llvm::is_contained(store.getValues(), address))
      return {};
    values = store.getValues();
    dataType = store.getDataType();
    offset = store.getOffset();
  } else {
    return {};
  }
  auto type = dyn_cast<IntegerType>(values.front().getType());
  if (!type || type.getWidth() != getBitWidth(dataType))
    return {};
  count = values.size();
  return type;
}

/// Makes slots of the variable that these are the addresses of, unless accesses
/// overlap in part or have another use.
bool ParamVariables::collectSlots(ArrayRef<ParamAddressOp> addresses) {
  struct Found {
    Operation *op;
    int64_t offset;
    unsigned count;
    IntegerType type;
  };
  SmallVector<Found> found;
  std::map<int64_t, IntegerType> elements;
  for (ParamAddressOp address : addresses)
    for (Operation *user : address->getUsers()) {
      int64_t offset;
      unsigned count;
      IntegerType type = getElementType(user, address, offset, count);
      if (!type)
        return false;
      offset += address.getOffset();
      for (unsigned i = 0; i != count; ++i) {
        int64_t at = offset + i * (type.getWidth() / 8);
        if (elements.try_emplace(at, type).first->second != type)
          return false;
      }
      found.push_back({user, offset, count, type});
    }
  int64_t end = std::numeric_limits<int64_t>::min();
  for (auto [offset, type] : elements) {
    if (offset < end)
      return false;
    end = offset + type.getWidth() / 8;
  }

  DenseMap<int64_t, unsigned> slotAt;
  for (auto [offset, type] : elements) {
    slotAt[offset] = slots.size();
    slots.emplace_back();
    slots.back().type = type;
  }
  // The elements of a vector are neighbours, hence consecutive slots.
  for (const Found &access : found)
    accesses[access.op] = {slotAt[access.offset], isa<StOp>(access.op)};
  promoted.append(addresses.begin(), addresses.end());
  return true;
}

static ValueRange getAccessedValues(Operation *op) {
  if (auto store = dyn_cast<StOp>(op))
    return store.getValues();
  return op->getResults();
}

//===----------------------------------------------------------------------===//
// SSA form
//===----------------------------------------------------------------------===//

void ParamVariables::placeArguments(DominanceInfo &dominance) {
  for (Block &block : body)
    for (Operation &op : block) {
      auto found = accesses.find(&op);
      if (found == accesses.end())
        continue;
      for (unsigned i = 0; i != getAccessedValues(&op).size(); ++i) {
        Slot &slot = slots[found->second.firstSlot + i];
        if (found->second.isStore)
          slot.stores.insert(&block);
        else if (!slot.stores.contains(&block))
          slot.exposedLoads.insert(&block);
      }
    }
  if (body.hasOneBlock())
    return;
  for (auto [index, slot] : llvm::enumerate(slots)) {
    SmallPtrSet<Block *, 16> liveIn;
    SmallVector<Block *> work(slot.exposedLoads.begin(),
                              slot.exposedLoads.end());
    while (!work.empty()) {
      Block *block = work.pop_back_val();
      if (!liveIn.insert(block).second)
        continue;
      for (Block *pred : block->getPredecessors())
        if (!slot.stores.contains(pred))
          work.push_back(pred);
    }
    llvm::IDFCalculatorBase<Block, /*IsPostDom=*/false> frontier(
        dominance.getDomTree(&body));
    frontier.setDefiningBlocks(slot.stores);
    frontier.setLiveInBlocks(liveIn);
    SmallVector<Block *> joins;
    frontier.calculate(joins);
    for (Block *block : joins) {
      block->addArgument(slot.type, function->getLoc());
      arguments[block].push_back(index);
    }
  }
}

/// Replaces the accesses of a block, and passes the values on to its
/// successors.
void ParamVariables::renameBlock(Block *block,
                                 SmallVectorImpl<unsigned> &pushed) {
  auto define = [&](unsigned slot, Value value) {
    slots[slot].current.push_back(value);
    pushed.push_back(slot);
  };
  auto lookup = [&](unsigned slot) -> Value {
    if (slots[slot].current.empty()) {
      // Read before any write; the first entry of all stacks.
      OpBuilder builder = OpBuilder::atBlockBegin(&body.front());
      slots[slot].current.push_back(
          UndefOp::create(builder, function->getLoc(), slots[slot].type));
    }
    return slots[slot].current.back();
  };
  auto added = arguments.find(block);
  if (added != arguments.end()) {
    unsigned first = block->getNumArguments() - added->second.size();
    for (auto [i, slot] : llvm::enumerate(added->second))
      define(slot, block->getArgument(first + i));
  }
  for (Operation &op : llvm::make_early_inc_range(*block)) {
    auto found = accesses.find(&op);
    if (found == accesses.end())
      continue;
    for (auto [i, value] : llvm::enumerate(getAccessedValues(&op))) {
      unsigned slot = found->second.firstSlot + i;
      if (found->second.isStore)
        define(slot, value);
      else
        value.replaceAllUsesWith(lookup(slot));
    }
    op.erase();
  }
  auto branch = dyn_cast<BranchOpInterface>(block->getTerminator());
  for (auto [i, successor] : llvm::enumerate(block->getSuccessors())) {
    auto to = arguments.find(successor);
    if (to == arguments.end())
      continue;
    for (unsigned slot : to->second)
      branch.getSuccessorOperands(i).append(lookup(slot));
  }
}

void ParamVariables::rename(DominanceInfo &dominance) {
  SmallVector<unsigned> pushed;
  if (body.hasOneBlock())
    return renameBlock(&body.front(), pushed);
  struct Frame {
    DominanceInfoNode *node;
    DominanceInfoNode::const_iterator child;
    size_t numPushed;
  };
  SmallVector<Frame> stack;
  auto enter = [&](DominanceInfoNode *node) {
    stack.push_back({node, node->begin(), pushed.size()});
    renameBlock(node->getBlock(), pushed);
  };
  enter(dominance.getRootNode(&body));
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.child != frame.node->end()) {
      enter(*frame.child++);
      continue;
    }
    while (pushed.size() != frame.numPushed)
      slots[pushed.pop_back_val()].current.pop_back();
    stack.pop_back();
  }
}

//===----------------------------------------------------------------------===//
// Local variables
//===----------------------------------------------------------------------===//

/// The address of a parameter is then one in local memory.
LogicalResult ParamVariables::makeLocal(unsigned index,
                                        ArrayRef<ParamAddressOp> addresses) {
  SmallVector<Attribute> locals(
      getVariables(function, /*areLocals=*/true).getValue());
  unsigned local = locals.size();
  locals.push_back(getVariables(function, /*areLocals=*/false)[index]);
  setVariables(function, /*areLocals=*/true, locals);
  ++stats.numLocal;

  SmallVector<Value> work;
  SmallPtrSet<Operation *, 8> seen;
  for (ParamAddressOp address : addresses) {
    OpBuilder builder(address);
    auto replacement =
        LocalAddressOp::create(builder, address.getLoc(), address.getType(),
                               local, address.getOffset());
    address.replaceAllUsesWith(replacement.getResult());
    address.erase();
    work.push_back(replacement.getResult());
  }
  while (!work.empty()) {
    Value address = work.pop_back_val();
    for (Operation *user : address.getUsers()) {
      if (!seen.insert(user).second)
        continue;
      auto load = dyn_cast<LdOp>(user);
      auto store = dyn_cast<StOp>(user);
      if (load) {
        if (load.getSpace() == Space::Param)
          load.setSpace(Space::Local);
      } else if (store && !llvm::is_contained(store.getValues(), address)) {
        if (store.getSpace() == Space::Param)
          store.setSpace(Space::Local);
      } else if (auto cvta = dyn_cast<CvtaOp>(user); cvta && !cvta.getTo()) {
        if (cvta.getSpace() == Space::Param)
          cvta.setSpace(Space::Local);
      } else if (isa<AddOp, SubOp>(user)) {
        work.push_back(user->getResult(0));
      } else {
        return user->emitError(
            "the address of a parameter of a device function "
            "is not supported here yet");
      }
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// All parameters of a function
//===----------------------------------------------------------------------===//

LogicalResult ParamVariables::run() {
  // What follows a call that does not return.
  IRRewriter rewriter(function->getContext());
  (void)eraseUnreachableBlocks(rewriter, function->getRegions());

  // By variable; those that a call uses stay.
  llvm::MapVector<unsigned, SmallVector<ParamAddressOp>> addresses;
  DenseSet<unsigned> used;
  auto use = [&](ArrayRef<int32_t> indices) {
    for (int32_t index : indices)
      if (index >= 0)
        used.insert(index);
  };
  function->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOp>(op)) {
      use(call.getArgs());
      use(call.getRets());
    } else if (auto call = dyn_cast<CallIndirectOp>(op)) {
      use(call.getArgs());
      use(call.getRets());
    } else if (auto address = dyn_cast<ParamAddressOp>(op)) {
      if (address.getKind() == ParamKind::Call)
        addresses[address.getIndex()].push_back(address);
    }
  });
  for (auto &[index, ops] : addresses)
    if (!used.contains(index) && !collectSlots(ops) &&
        failed(makeLocal(index, ops)))
      return failure();
  if (!slots.empty()) {
    DominanceInfo dominance(function);
    placeArguments(dominance);
    rename(dominance);
    for (ParamAddressOp address : promoted)
      address.erase();
    stats.numPromoted += slots.size();
  }
  if (used.empty())
    setVariables(function, /*areLocals=*/false, {});
  return success();
}

LogicalResult ptxmlir::ptx::replaceParamVariables(Operation *function,
                                                  ParamStats &stats) {
  return ParamVariables(function, stats).run();
}

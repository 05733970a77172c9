//===- GroupProducts.cpp - Order of products of warp groups ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of a warp group writes its accumulator, and reads its factors in
// registers, until a wait for its group: in between the registers must not be
// touched, not even by a copy. SSA form says so with values: what follows a
// wait reads the result of an ori.hold behind it, never that of the product.
//
// 1. Accumulators that go round a loop, or to another block, do so as one tuple
//    and not register by register, and a part is extracted where it is read.
// 2. A data-flow analysis follows what is under way over the flow graph. It
//    counts the groups that were closed since, at least: those of PTX decide
//    what a wait finishes, those of the machine, of which there may be more,
//    what number the wait must have.
// 3. Where something under way is read, goes to two places or would be lost, a
//    wait is put in front, in the block of the product, so that no thread is
//    missing. ptxas 13.0.88 does the same and says so (C7517).
// 4. Values that products read are held before the fence in front of them, else
//    a fence is added (C7519); values that a wait finishes are held behind it,
//    and whoever reads one behind the wait reads that.
//
//===----------------------------------------------------------------------===//

#include "GroupProducts.h"
#include "ProductOrder.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

ProductEvent ptxtoori::classify(Operation *op) {
  if (ori::isGroupProduct(op))
    return ProductEvent::Product;
  auto inst = dyn_cast<ori::InstOpInterface>(op);
  if (!inst)
    return ProductEvent::None;
  if (inst.getOpcode() == Opcode::WARPGROUP_DEPBAR)
    return ProductEvent::Wait;
  if (inst.getOpcode() != Opcode::WARPGROUP_ARRIVE)
    return ProductEvent::None;
  return op->hasAttr(kCommitAttr) ? ProductEvent::Commit : ProductEvent::Fence;
}

void ptxtoori::setMod(Operation *op, StringRef name, uint64_t value) {
  auto inst = cast<ori::InstOpInterface>(op);
  const isa::InstDesc &desc = inst.getDesc();
  int index = desc.findMod(name);
  assert(index >= 0 && "no such modifier");
  inst.setModBits(desc.mods[index].field.set(inst.getModBits(), value));
}

uint64_t ptxtoori::getMod(Operation *op, StringRef name) {
  auto inst = cast<ori::InstOpInterface>(op);
  const isa::InstDesc &desc = inst.getDesc();
  return desc.mods[desc.findMod(name)].field.get(inst.getModBits());
}

SmallVector<OpOperand *> ptxtoori::getFactors(Operation *product) {
  SmallVector<OpOperand *> factors;
  for (OpOperand &operand : product->getOpOperands())
    if (llvm::isa<ori::RType>(operand.get().getType()) &&
        &operand != &ori::getAccumulator(product))
      factors.push_back(&operand);
  return factors;
}

bool ptxtoori::needsRegister(Value value) {
  return !ori::getConstantOperand(value).isFree;
}

//===----------------------------------------------------------------------===//
// Waits that are missing
//===----------------------------------------------------------------------===//

Operation *ProductOrder::insertWait(Operation *before, Location loc) {
  OpBuilder builder(before);
  Operation *wait = ori::createInst(builder, loc, Opcode::WARPGROUP_DEPBAR, {},
                                    isa::WARPGROUP_DEPBAR::kDefaultMods);
  wait->setDiscardableAttr(kWaitAllAttr, builder.getUnitAttr());
  return wait;
}

/// Adds waits where something under way is touched; with `everywhere` behind
/// every product. Whether there are any.
bool ProductOrder::addWaits(bool everywhere) {
  llvm::SetVector<Operation *> before;
  llvm::DenseSet<Value> serialized;
  auto conflict = [&](Operation *op, Value value) {
    Block *home = value.getParentBlock();
    bool isHere = home == op->getBlock() && value.getDefiningOp() &&
                  ori::isGroupProduct(value.getDefiningOp());
    if (isHere) {
      before.insert(op);
      return;
    }
    // A value that is read: those who read it.
    for (Operation *user : value.getUsers())
      if (ori::isGroupProduct(user) && ori::getAccumulator(user).get() != value)
        serialized.insert(webs.getOrInsertLeaderValue(user->getResult(0)));
    if (tuples.contains(value))
      serialized.insert(webs.getOrInsertLeaderValue(value));
  };
  for (Block *block : order) {
    ProductState state = entry[block];
    // All webs were joined when the state was computed.
    state.watchWebs(webs);
    state.forDoubles([&](Value value) { conflict(&block->front(), value); });
    for (Operation &op : *block) {
      size_t known = before.size();
      transfer(&op, state, conflict, [](ArrayRef<ProductItem>) {});
      if (before.size() == known)
        continue;
      // The wait in front of an operation finishes everything.
      state.clear();
      transfer(&op, state, nullptr, [](ArrayRef<ProductItem>) {});
    }
    Operation *terminator = block->getTerminator();
    for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
      ProductState out;
      transferEdge(terminator, s, state, out, conflict);
    }
  }
  if (before.empty() && serialized.empty())
    return false;
  auto tell = [&](Operation *op) {
    op->emitRemark("(C7517) warpgroup.wait is injected here to allow use of "
                   "registers defined by GMMA in function '")
        << func.getSymName() << "'";
  };
  for (Operation *op : before) {
    insertWait(op, op->getLoc());
    tell(op);
  }
  // Behind the last product of those in each block.
  llvm::MapVector<Block *, Operation *> last;
  for (Operation *product : products) {
    if (everywhere)
      insertWait(product->getNextNode(), product->getLoc());
    else if (serialized.contains(
                 webs.getOrInsertLeaderValue(product->getResult(0))))
      last[product->getBlock()] = product;
  }
  for (auto [block, product] : last) {
    insertWait(product->getNextNode(), product->getLoc());
    tell(product);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The order
//===----------------------------------------------------------------------===//

void ProductOrder::run() {
  func.walk([&](Operation *op) {
    if (ori::isGroupProduct(op))
      products.push_back(op);
  });
  joinArguments();
  sinkExtracts();
  for (Block *block :
       llvm::ReversePostOrderTraversal<Region *>(&func.getBody()))
    order.push_back(block);
  constexpr unsigned kRounds = 4;
  for (unsigned round = 0; round != kRounds; ++round) {
    markGroups();
    solve();
    if (!addWaits(/*everywhere=*/round + 2 == kRounds))
      break;
  }
  holdOperands();
  solve();
  holdResults();
  func.walk([&](Operation *op) {
    if (classify(op) == ProductEvent::Commit)
      op->erase();
  });
}

void ptxtoori::orderGroupProducts(ori::FuncOp func) {
  ProductOrder(func).run();
}

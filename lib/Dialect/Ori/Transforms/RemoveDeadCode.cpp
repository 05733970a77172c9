//===- RemoveDeadCode.cpp - Unreachable blocks, unread values -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without loops, one walk from the ends to the entry finds everything: users
// come before what they use. With loops, values can keep each other alive round
// a loop through block arguments, so there the pass marks first: liveness
// starts at the operations with an effect and goes from uses to definitions,
// each operation and argument once. Both are linear, where MLIR's region DCE
// repeats until nothing changes.
//
// Before that, votes and other collectives whose results nobody reads go. MLIR
// has them for operations with an effect, as they must not be moved; that their
// threads meet is the effect of the WARPSYNC in front, which stays.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIREMOVEDEADCODEPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

/// The operations and the block arguments that something with an effect depends
/// on, and of tuples the words.
class LiveSet {
public:
  explicit LiveSet(Region &body);
  bool contains(Operation *op) const {
    return ops.contains(op) || !isCandidate(op);
  }
  bool contains(BlockArgument arg) const { return args.contains(arg); }
  void insert(Operation *op) { ops.insert(op); }
  /// The words of an argument, or of what puts a tuple together, that something
  /// depends on: bit k stands for word k. All where a tuple has more than 64.
  uint64_t getWords(Value value) const { return words.lookup(value); }
  static uint64_t getAllWords(Value value) {
    unsigned width = getWidth(value.getType());
    return width < 64 ? (uint64_t(1) << std::max(width, 1u)) - 1 : ~uint64_t(0);
  }

private:
  static bool isCandidate(Operation *op) { return wouldOpBeTriviallyDead(op); }
  void mark(Value value) { mark(value, getAllWords(value)); }
  void mark(Value value, uint64_t some);
  void markOperands(Operation *op, uint64_t some);
  void markArgument(BlockArgument arg);

  llvm::DenseSet<Operation *> ops;
  llvm::DenseSet<BlockArgument> args;
  llvm::DenseMap<Value, uint64_t> words;
  SmallVector<Value> work;
};

class RemoveDeadCode
    : public ori::impl::OriRemoveDeadCodePassBase<RemoveDeadCode> {
public:
  void runOnOperation() override;

private:
  void removeArguments(Block &block, const llvm::BitVector &dead);
  void removeUnused(Block &block);
  void removeUnreadCollectives(Block &block);
  void removeUnmarked(Region &body);
  void narrowArguments(Region &body, const LiveSet &live);
};

} // namespace

/// Whether words of the result are words of operands, and nothing else.
static bool isOfWords(Operation *op) {
  return llvm::isa<CombineOp, ExtractOp, CopyOp>(op) &&
         getWidth(op->getResult(0).getType()) <= 64 &&
         getWidth(op->getOperand(0).getType()) <= 64;
}

void LiveSet::mark(Value value, uint64_t some) {
  bool isNew = false;
  auto addWords = [&] {
    uint64_t &known = words[value];
    isNew |= (known | some) != known;
    known |= some;
  };
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    isNew = args.insert(arg).second;
    addWords();
  } else if (Operation *op = value.getDefiningOp(); isCandidate(op)) {
    isNew = ops.insert(op).second;
    if (isOfWords(op))
      addWords();
  }
  if (isNew)
    work.push_back(value);
}

void LiveSet::markArgument(BlockArgument arg) {
  Block *block = arg.getOwner();
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
       ++it) {
    auto branch = cast<BranchOpInterface>((*it)->getTerminator());
    SuccessorOperands operands =
        branch.getSuccessorOperands(it.getSuccessorIndex());
    mark(operands[arg.getArgNumber()], words.lookup(arg));
  }
}

/// What some words of an operation's result depend on.
void LiveSet::markOperands(Operation *op, uint64_t some) {
  if (!isOfWords(op)) {
    for (Value operand : op->getOperands())
      mark(operand);
  } else if (auto extract = dyn_cast<ExtractOp>(op)) {
    mark(extract.getTuple(), some << extract.getIndex());
  } else {
    for (Value part : op->getOperands()) {
      if (uint64_t own = some & getAllWords(part))
        mark(part, own);
      unsigned width = getWidth(part.getType());
      some = width < 64 ? some >> width : 0;
    }
  }
}

LiveSet::LiveSet(Region &body) {
  for (BlockArgument arg : body.getArguments())
    args.insert(arg);
  for (Block &block : body) {
    for (Operation &op : block) {
      if (isCandidate(&op))
        continue;
      auto branch = dyn_cast<BranchOpInterface>(op);
      for (OpOperand &operand : op.getOpOperands())
        if (!branch ||
            !branch.getSuccessorBlockArgument(operand.getOperandNumber()))
          mark(operand.get());
    }
    while (!work.empty()) {
      Value value = work.pop_back_val();
      if (auto arg = dyn_cast<BlockArgument>(value))
        markArgument(arg);
      else
        markOperands(value.getDefiningOp(), words.lookup(value));
    }
  }
}

/// Removes arguments, and what branches pass to them. Uses that are left belong
/// to operations that go too.
void RemoveDeadCode::removeArguments(Block &block,
                                     const llvm::BitVector &dead) {
  for (auto it = block.pred_begin(), end = block.pred_end(); it != end; ++it) {
    auto branch = cast<BranchOpInterface>((*it)->getTerminator());
    SuccessorOperands operands =
        branch.getSuccessorOperands(it.getSuccessorIndex());
    for (unsigned i = dead.size(); i-- > 0;)
      if (dead[i])
        operands.erase(i);
  }
  numArguments += dead.count();
}

/// Removes what has no uses, where everything that the block reaches is done.
void RemoveDeadCode::removeUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!isOpTriviallyDead(&op))
      continue;
    op.erase();
    ++numOperations;
  }
  if (block.isEntryBlock())
    return;
  llvm::BitVector dead(block.getNumArguments());
  for (BlockArgument arg : block.getArguments())
    dead[arg.getArgNumber()] = arg.use_empty();
  if (dead.none())
    return;
  removeArguments(block, dead);
  block.eraseArguments(dead);
}

/// What puts tuples together needs nothing of the words that nobody needs.
static void leaveOutWords(Region &body, LiveSet &live) {
  OpBuilder builder(body.getContext());
  for (Block &block : body)
    for (auto combine : block.getOps<CombineOp>()) {
      uint64_t some = live.getWords(combine);
      if (!some || some == LiveSet::getAllWords(combine))
        continue;
      builder.setInsertionPoint(combine);
      for (OpOperand &part : combine->getOpOperands()) {
        uint64_t all = LiveSet::getAllWords(part.get());
        unsigned width = std::max(getWidth(part.get().getType()), 1u);
        if (!(some & all)) {
          auto undef =
              UndefOp::create(builder, combine.getLoc(), part.get().getType());
          live.insert(undef);
          part.set(undef);
        }
        some = width < 64 ? some >> width : 0;
      }
    }
}

/// Pairs of which one word is needed are passed on as that word. (Addresses in
/// local memory are of 64 bits, and their upper words are never read: ptxas
/// 13.0.88 counts on the lower one only.)
void RemoveDeadCode::narrowArguments(Region &body, const LiveSet &live) {
  OpBuilder builder(&getContext());
  Location loc = getOperation().getLoc();
  Type word = RType::get(&getContext(), 1);
  struct Narrowed {
    Block *block;
    unsigned number, word;
  };
  SmallVector<Narrowed> narrowed;
  for (Block &block : llvm::drop_begin(body))
    for (unsigned n = 0; n != block.getNumArguments(); ++n) {
      BlockArgument arg = block.getArgument(n);
      uint64_t some = live.getWords(arg);
      if (arg.getType() != RType::get(&getContext(), 2) || !some || some == 3)
        continue;
      unsigned index = some == 1 ? 0 : 1;
      arg.setType(word);
      SmallVector<ExtractOp> extracts;
      SmallVector<OpOperand *> others;
      for (OpOperand &use : arg.getUses())
        if (auto extract = dyn_cast<ExtractOp>(use.getOwner());
            extract && extract.getType() == word && extract.getIndex() == index)
          extracts.push_back(extract);
        else
          others.push_back(&use);
      // What else reads it is not needed, or needs no other word.
      if (!others.empty()) {
        builder.setInsertionPointToStart(&block);
        Value parts[] = {arg, arg};
        parts[1 - index] = UndefOp::create(builder, loc, word);
        Value pair = CombineOp::create(builder, loc,
                                       RType::get(&getContext(), 2), parts);
        for (OpOperand *use : others)
          use->set(pair);
      }
      for (ExtractOp extract : extracts) {
        extract.replaceAllUsesWith(Value(arg));
        extract.erase();
      }
      narrowed.push_back({&block, n, index});
    }
  for (auto [block, number, index] : narrowed)
    for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
         ++it) {
      auto branch = cast<BranchOpInterface>((*it)->getTerminator());
      SuccessorOperands operands =
          branch.getSuccessorOperands(it.getSuccessorIndex());
      builder.setInsertionPoint(branch);
      Value whole = operands[number];
      Value own = builder.createOrFold<ExtractOp>(
          loc, word, whole, builder.getI32IntegerAttr(int32_t(index)));
      operands.slice(number, 1).assign(own);
    }
  numNarrowed += narrowed.size();
  // Tuples that were put together to be passed on.
  if (!narrowed.empty())
    for (Block &block : llvm::reverse(body))
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        if (isOpTriviallyDead(&op))
          op.erase();
}

void RemoveDeadCode::removeUnmarked(Region &body) {
  LiveSet live(body);
  leaveOutWords(body, live);
  SmallVector<std::pair<Block *, llvm::BitVector>> deadArgs;
  for (Block &block : llvm::drop_begin(body)) {
    llvm::BitVector dead(block.getNumArguments());
    for (BlockArgument arg : block.getArguments())
      dead[arg.getArgNumber()] = !live.contains(arg);
    if (dead.none())
      continue;
    removeArguments(block, dead);
    deadArgs.emplace_back(&block, std::move(dead));
  }
  SmallVector<Operation *> deadOps;
  for (Block &block : body)
    for (Operation &op : block)
      if (!live.contains(&op))
        deadOps.push_back(&op);
  numOperations += deadOps.size();
  // Dead operations use only each other and dead arguments.
  for (Operation *op : deadOps)
    op->dropAllReferences();
  for (Operation *op : deadOps)
    op->erase();
  for (auto &[block, dead] : deadArgs)
    block->eraseArguments(dead);
  narrowArguments(body, live);
}

/// Whether an operation gives something of the threads that execute it, and
/// does nothing else.
static bool isCollective(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && isa::hasMemberMask(inst.getDesc().role);
}

/// Of a collective that nobody reads only the meeting of its threads is left.
/// They are free then to go on with those of other masks.
void RemoveDeadCode::removeUnreadCollectives(Block &block) {
  // The last WARPSYNC, and what it gathers threads for, if that is one
  // collective without readers.
  Operation *sync = nullptr, *unread = nullptr;
  auto removeLast = [&] {
    if (!unread)
      return;
    if (auto inst = cast<InstOpInterface>(sync);
        inst.getOpcode() == isa::Opcode::WARPSYNC)
      inst.setModBits(isa::WARPSYNC::exclusive.set(inst.getModBits(), 0));
    // As ptxas 13.0.88 has it: it is no bar.warp.sync.
    sync->setAttr(kUnlistedSyncAttr, UnitAttr::get(&getContext()));
    unread->erase();
    ++numOperations;
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!op.hasTrait<Convergent>())
      continue;
    auto inst = dyn_cast<InstOpInterface>(op);
    if (inst && (inst.getOpcode() == isa::Opcode::WARPSYNC ||
                 inst.getOpcode() == isa::Opcode::WARPSYNC_ALL)) {
      removeLast();
      sync = &op;
      unread = nullptr;
    } else if (sync && !unread && isCollective(&op) && op.use_empty()) {
      unread = &op;
    } else {
      // A second one, or others that the threads have met for.
      if (!isCollective(&op))
        removeLast();
      sync = unread = nullptr;
    }
  }
  removeLast();
}

void RemoveDeadCode::runOnOperation() {
  Region &body = getOperation().getBody();
  if (body.empty())
    return;
  for (Block &block : body)
    removeUnreadCollectives(block);
  std::vector<unsigned> order;
  auto computeOrder = [&] {
    BlockNumbering blocks(body);
    FlowGraph graph = blocks.makeGraph();
    order = reversePostOrder(graph, 0);
    std::vector<unsigned> place(blocks.size());
    for (auto [i, n] : llvm::enumerate(order))
      place[n] = i;
    bool hasLoop = false;
    for (unsigned n : order)
      for (unsigned s : graph.succs(n))
        hasLoop |= place[s] <= place[n];
    return std::make_pair(std::move(blocks), hasLoop);
  };
  auto [blocks, hasLoop] = computeOrder();
  if (order.size() != blocks.size()) {
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, body);
    std::tie(blocks, hasLoop) = computeOrder();
  }
  if (hasLoop)
    return removeUnmarked(body);
  for (unsigned n : llvm::reverse(order))
    removeUnused(*blocks[n]);
}

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
#include "mlir/IR/Dominance.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/GenericIteratedDominanceFrontier.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// Groups are counted up to this.
static constexpr unsigned kManyGroups = 100;
/// The largest number of a wait.
static constexpr unsigned kMaxPending = 7;
/// Mark of a wait for everything, whoever has closed its group.
static constexpr StringLiteral kWaitAllAttr = "wait_all";

namespace {

/// Registers that a product under way writes, or reads.
struct Item {
  Value value;
  bool isRead;
  /// Groups that have been closed since its issue, its own counted, at least:
  /// of PTX and of the machine.
  unsigned groups = 0, machineGroups = 0;
};
using State = SmallVector<Item, 8>;

enum class Event { None, Product, Fence, Commit, Wait };

class ProductOrder {
public:
  explicit ProductOrder(ori::FuncOp func) : func(func), dominance(func) {}
  void run();

private:
  // Tuples.
  void joinArguments();
  bool joinArgumentsBehind(Value tuple);
  bool joinArgumentsBefore(Value tuple);
  void makeTuple(Block *block, ArrayRef<BlockArgument> lanes);
  void foldTuples();
  void sinkExtracts();

  // Analysis.
  void markGroups();
  void solve();
  using Conflict = llvm::function_ref<void(Operation *, Value)>;
  void transfer(Operation *op, State &state, Conflict conflict,
                llvm::function_ref<void(ArrayRef<Item>)> finished);
  void transferEdge(Operation *terminator, unsigned successor,
                    const State &from, State &to, Conflict conflict);
  bool isLiveInto(Block *block, Value value);
  bool isUsedBehind(Operation *op, Value value);
  Value findWeb(Value value);
  void joinWebs(Value a, Value b);
  void checkWebs(Operation *at, const State &state, Conflict conflict);

  // Changes.
  bool addWaits(bool everywhere);
  Operation *insertWait(Operation *before, Location loc);
  void holdOperands();
  void holdResults();
  void redefine(Value value, ArrayRef<ori::HoldOp> holds);

  ori::FuncOp func;
  DominanceInfo dominance;
  SmallVector<Operation *> products;
  llvm::SetVector<Value> tuples; ///< accumulators: results and arguments
  SmallVector<Block *> order;    ///< reverse post-order
  llvm::DenseMap<Block *, State> entry;
  llvm::DenseMap<Value, llvm::DenseSet<Block *>> liveInto;
  llvm::DenseMap<Value, Value> webs;
};

} // namespace

static Event classify(Operation *op) {
  if (ori::isGroupProduct(op))
    return Event::Product;
  auto inst = dyn_cast<ori::InstOpInterface>(op);
  if (!inst)
    return Event::None;
  if (inst.getOpcode() == Opcode::WARPGROUP_DEPBAR)
    return Event::Wait;
  if (inst.getOpcode() != Opcode::WARPGROUP_ARRIVE)
    return Event::None;
  return op->hasAttr(kCommitAttr) ? Event::Commit : Event::Fence;
}

/// Sets a modifier of an instruction.
static void setMod(Operation *op, StringRef name, uint64_t value) {
  auto inst = cast<ori::InstOpInterface>(op);
  const isa::InstDesc &desc = inst.getDesc();
  int index = desc.findMod(name);
  assert(index >= 0 && "no such modifier");
  inst.setModBits(desc.mods[index].field.set(inst.getModBits(), value));
}
static uint64_t getMod(Operation *op, StringRef name) {
  auto inst = cast<ori::InstOpInterface>(op);
  const isa::InstDesc &desc = inst.getDesc();
  return desc.mods[desc.findMod(name)].field.get(inst.getModBits());
}

/// Whether the product closes a group of the machine.
static bool closesGroup(Operation *product) {
  return getMod(product, "gsb") == uint64_t(isa::GroupScoreboard::GSB0);
}

/// The registers that a product reads beside the accumulator.
static SmallVector<OpOperand *> getFactors(Operation *product) {
  SmallVector<OpOperand *> factors;
  for (OpOperand &operand : product->getOpOperands())
    if (llvm::isa<ori::RType>(operand.get().getType()) &&
        &operand != &ori::getAccumulator(product))
      factors.push_back(&operand);
  return factors;
}

/// What must be in registers, or is something else than zeros.
static bool needsRegister(Value value) {
  return !ori::getConstantOperand(value).isFree;
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// The tuple of which the values are all registers in their order.
static Value findTuple(ValueRange lanes) {
  Value tuple;
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    auto extract = lane.getDefiningOp<ori::ExtractOp>();
    if (!extract || extract.getIndex() != i ||
        ori::getWidth(extract.getType()) != 1 ||
        (tuple && tuple != extract.getTuple()))
      return Value();
    tuple = extract.getTuple();
  }
  return tuple && ori::getWidth(tuple.getType()) == lanes.size() ? tuple
                                                                 : Value();
}

void ProductOrder::makeTuple(Block *block, ArrayRef<BlockArgument> lanes) {
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  Location loc = lanes.front().getLoc();
  BlockArgument tuple =
      block->addArgument(ori::RType::get(func.getContext(), lanes.size()), loc);
  llvm::BitVector removed(block->getNumArguments());
  for (auto [i, arg] : llvm::enumerate(lanes)) {
    BlockArgument lane = arg;
    removed.set(lane.getArgNumber());
    lane.replaceAllUsesWith(ori::ExtractOp::create(
        builder, loc, ori::RType::get(func.getContext(), 1), tuple, i));
  }
  llvm::SmallPtrSet<Operation *, 4> done;
  for (Block *pred : llvm::to_vector(block->getPredecessors())) {
    Operation *terminator = pred->getTerminator();
    if (!done.insert(terminator).second)
      continue;
    auto branch = cast<BranchOpInterface>(terminator);
    for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
      if (terminator->getSuccessor(s) != block)
        continue;
      SmallVector<Value> values;
      for (BlockArgument lane : lanes)
        values.push_back(branch.getSuccessorOperands(s)[lane.getArgNumber()]);
      builder.setInsertionPoint(terminator);
      Value joined = findTuple(values);
      if (!joined)
        joined = ori::CombineOp::create(builder, terminator->getLoc(),
                                        tuple.getType(), values);
      branch.getSuccessorOperands(s).append(joined);
      for (unsigned i = removed.size(); i-- != 0;)
        if (removed[i])
          branch.getSuccessorOperands(s).erase(i);
    }
  }
  block->eraseArguments(removed);
  tuples.insert(block->getArguments().back());
}

/// Arguments of one block, which a tuple is made of.
bool ProductOrder::joinArgumentsBefore(Value tuple) {
  auto combine = tuple.getDefiningOp<ori::CombineOp>();
  if (!combine)
    return false;
  SmallVector<BlockArgument> lanes;
  llvm::DenseSet<Value> seen;
  for (Value part : combine.getParts()) {
    auto arg = dyn_cast<BlockArgument>(part);
    if (!arg || arg.getOwner()->isEntryBlock() ||
        ori::getWidth(arg.getType()) != 1 || !seen.insert(arg).second ||
        (!lanes.empty() && lanes.front().getOwner() != arg.getOwner()))
      return false;
    lanes.push_back(arg);
  }
  makeTuple(lanes.front().getOwner(), lanes);
  return true;
}

/// Arguments of one block to which all registers of a tuple are passed.
bool ProductOrder::joinArgumentsBehind(Value tuple) {
  unsigned width = ori::getWidth(tuple.getType());
  // The branches that the registers go to.
  llvm::SmallSetVector<Operation *, 4> branches;
  for (Operation *user : tuple.getUsers())
    if (auto extract = dyn_cast<ori::ExtractOp>(user))
      for (Operation *reader : extract->getUsers())
        if (reader->getNumSuccessors())
          branches.insert(reader);
  bool isChanged = false;
  for (Operation *op : branches) {
    auto branch = cast<BranchOpInterface>(op);
    for (unsigned s = 0; s != op->getNumSuccessors(); ++s) {
      SmallVector<BlockArgument> lanes(width);
      SuccessorOperands operands = branch.getSuccessorOperands(s);
      for (unsigned i = 0; i != operands.size(); ++i)
        if (auto extract = operands[i].getDefiningOp<ori::ExtractOp>())
          if (extract.getTuple() == tuple &&
              ori::getWidth(extract.getType()) == 1)
            lanes[extract.getIndex()] = op->getSuccessor(s)->getArgument(i);
      if (!llvm::all_of(lanes, [](Value lane) { return bool(lane); }))
        continue;
      makeTuple(op->getSuccessor(s), lanes);
      isChanged = true;
    }
  }
  return isChanged;
}

void ProductOrder::foldTuples() {
  for (Operation *product : products) {
    OpOperand &c = ori::getAccumulator(product);
    if (auto combine = c.get().getDefiningOp<ori::CombineOp>())
      if (Value tuple = findTuple(combine.getParts())) {
        c.set(tuple);
        if (combine->use_empty())
          combine->erase();
      }
  }
}

void ProductOrder::joinArguments() {
  for (Operation *product : products)
    tuples.insert(product->getResult(0));
  foldTuples();
  for (Operation *product : products)
    joinArgumentsBefore(ori::getAccumulator(product).get());
  // New tuples come behind the others; what is passed to them may be made of
  // arguments itself.
  for (size_t i = 0; i != tuples.size(); ++i) {
    if (auto arg = dyn_cast<BlockArgument>(tuples[i])) {
      SmallVector<Value> passed;
      for (Block *pred : arg.getOwner()->getPredecessors()) {
        auto branch = cast<BranchOpInterface>(pred->getTerminator());
        for (unsigned s = 0; s != branch->getNumSuccessors(); ++s)
          if (branch->getSuccessor(s) == arg.getOwner())
            passed.push_back(
                branch.getSuccessorOperands(s)[arg.getArgNumber()]);
      }
      for (Value value : passed)
        joinArgumentsBefore(value);
    }
    joinArgumentsBehind(tuples[i]);
  }
  foldTuples();
  for (size_t i = 0; i != tuples.size(); ++i) {
    auto arg = dyn_cast<BlockArgument>(tuples[i]);
    if (!arg)
      continue;
    for (Block *pred : arg.getOwner()->getPredecessors()) {
      auto branch = cast<BranchOpInterface>(pred->getTerminator());
      for (unsigned s = 0; s != branch->getNumSuccessors(); ++s) {
        if (branch->getSuccessor(s) != arg.getOwner())
          continue;
        SuccessorOperands operands = branch.getSuccessorOperands(s);
        auto combine =
            operands[arg.getArgNumber()].getDefiningOp<ori::CombineOp>();
        if (Value tuple = combine ? findTuple(combine.getParts()) : Value())
          operands.slice(arg.getArgNumber(), 1).assign(tuple);
      }
    }
  }
}

/// A part is read where its tuple is.
void ProductOrder::sinkExtracts() {
  for (Value tuple : tuples)
    for (Operation *user : llvm::to_vector(tuple.getUsers())) {
      auto extract = dyn_cast<ori::ExtractOp>(user);
      if (!extract)
        continue;
      llvm::DenseMap<Operation *, Value> copies;
      for (OpOperand &use : llvm::make_early_inc_range(extract->getUses())) {
        Value &copy = copies[use.getOwner()];
        if (!copy) {
          Operation *made = OpBuilder(use.getOwner()).clone(*extract);
          made->setLoc(use.getOwner()->getLoc());
          copy = made->getResult(0);
        }
        use.set(copy);
      }
      extract->erase();
    }
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// The last product before a commit, a wait or the end of its block closes a
/// group of the machine.
void ProductOrder::markGroups() {
  for (Block *block : order) {
    Operation *open = nullptr;
    auto close = [&] {
      if (open)
        setMod(open, "gsb", uint64_t(isa::GroupScoreboard::GSB0));
      open = nullptr;
    };
    for (Operation &op : *block) {
      switch (classify(&op)) {
      case Event::Product:
        setMod(&op, "gsb", uint64_t(isa::GroupScoreboard::None));
        open = &op;
        break;
      case Event::Commit:
      case Event::Wait:
        close();
        break;
      default:
        break;
      }
    }
    close();
  }
}

bool ProductOrder::isLiveInto(Block *block, Value value) {
  auto [it, isNew] = liveInto.try_emplace(value);
  llvm::DenseSet<Block *> &set = it->second;
  if (isNew) {
    Block *home = value.getParentBlock();
    SmallVector<Block *> work;
    for (Operation *user : value.getUsers())
      if (user->getBlock() != home && set.insert(user->getBlock()).second)
        work.push_back(user->getBlock());
    while (!work.empty())
      for (Block *pred : work.pop_back_val()->getPredecessors())
        if (pred != home && set.insert(pred).second)
          work.push_back(pred);
  }
  return set.contains(block);
}

/// Whether something behind the operation reads the value.
bool ProductOrder::isUsedBehind(Operation *op, Value value) {
  for (Operation *user : value.getUsers())
    if (user != op && user->getBlock() == op->getBlock() &&
        op->isBeforeInBlock(user))
      return true;
  for (Block *successor : op->getBlock()->getSuccessors())
    if (successor != value.getParentBlock() && isLiveInto(successor, value))
      return true;
  return false;
}

Value ProductOrder::findWeb(Value value) {
  Value top = value;
  while (true) {
    auto it = webs.find(top);
    if (it == webs.end() || it->second == top)
      break;
    top = it->second;
  }
  while (value != top) {
    Value next = webs.lookup(value);
    webs[value] = top;
    value = next;
  }
  return top;
}

/// The values are in the same registers.
void ProductOrder::joinWebs(Value a, Value b) {
  a = findWeb(a);
  b = findWeb(b);
  if (a != b)
    webs[b] = a;
}

static Item *find(State &state, Value value, bool isRead) {
  for (Item &item : state)
    if (item.value == value && item.isRead == isRead)
      return &item;
  return nullptr;
}

static void add(State &state, Value value, bool isRead, unsigned groups,
                unsigned machineGroups, bool &isChanged) {
  if (Item *item = find(state, value, isRead)) {
    isChanged |= groups < item->groups || machineGroups < item->machineGroups;
    item->groups = std::min(item->groups, groups);
    item->machineGroups = std::min(item->machineGroups, machineGroups);
    return;
  }
  isChanged = true;
  state.push_back({value, isRead, groups, machineGroups});
}

static void closeGroup(State &state, unsigned Item::*count) {
  for (Item &item : state)
    item.*count = std::min(item.*count + 1, kManyGroups);
}

/// Two values under way cannot be in the same registers.
void ProductOrder::checkWebs(Operation *at, const State &state,
                             Conflict conflict) {
  llvm::SmallDenseSet<Value, 8> seen;
  for (const Item &item : state)
    if (!item.isRead && !seen.insert(findWeb(item.value)).second)
      conflict(at, item.value);
}

/// `conflict(op, value)`: the operation must not come while the value is under
/// way. `finished` gets what a wait finishes.
void ProductOrder::transfer(Operation *op, State &state, Conflict conflict,
                            llvm::function_ref<void(ArrayRef<Item>)> finished) {
  bool isChanged = false;
  switch (classify(op)) {
  case Event::Product: {
    OpOperand &c = ori::getAccumulator(op);
    for (OpOperand *factor : getFactors(op)) {
      if (find(state, factor->get(), /*isRead=*/false))
        conflict(op, factor->get());
      if (needsRegister(factor->get())) {
        if (Item *old = find(state, factor->get(), /*isRead=*/true))
          state.erase(old);
        add(state, factor->get(), /*isRead=*/true, 0, 0, isChanged);
      }
    }
    Value d = op->getResult(0);
    if (Item *old = find(state, c.get(), /*isRead=*/false)) {
      if (isUsedBehind(op, c.get()))
        conflict(op, c.get());
      joinWebs(c.get(), d);
      state.erase(old);
    }
    // Around a loop, that of the last time.
    if (Item *old = find(state, d, /*isRead=*/false))
      state.erase(old);
    add(state, d, /*isRead=*/false, 0, 0, isChanged);
    checkWebs(op, state, conflict);
    if (closesGroup(op))
      closeGroup(state, &Item::machineGroups);
    return;
  }
  case Event::Fence:
    return;
  case Event::Commit:
    return closeGroup(state, &Item::groups);
  case Event::Wait: {
    // Observed on ptxas: a wait closes a group that nobody has closed.
    if (llvm::any_of(state, [](const Item &i) { return i.groups == 0; }))
      closeGroup(state, &Item::groups);
    bool isForAll = op->hasAttr(kWaitAllAttr);
    uint64_t pending = getMod(op, "count");
    State done;
    for (const Item &item : state)
      if (isForAll || item.groups > pending)
        done.push_back(item);
    finished(done);
    llvm::erase_if(state, [&](const Item &item) {
      return isForAll || item.groups > pending;
    });
    return;
  }
  case Event::None:
    break;
  }
  if (llvm::isa<ori::CallOp, ori::RetOp>(op)) {
    for (const Item &item : state)
      conflict(op, item.value);
    return;
  }
  // What branches pass on is looked at edge by edge.
  if (state.empty() || op->getNumSuccessors())
    return;
  for (Value operand : op->getOperands())
    if (find(state, operand, /*isRead=*/false))
      conflict(op, operand);
}

void ProductOrder::transferEdge(Operation *terminator, unsigned successor,
                                const State &from, State &to,
                                Conflict conflict) {
  Block *block = terminator->getSuccessor(successor);
  auto branch = cast<BranchOpInterface>(terminator);
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  bool isChanged = false;
  for (const Item &item : from) {
    Value value = item.value;
    auto pass = [&](Value next) {
      add(to, next, item.isRead, item.groups, item.machineGroups, isChanged);
    };
    bool dominates = value.getParentBlock() != block &&
                     dominance.dominates(value.getParentBlock(), block);
    bool isLive = value.getParentBlock() != block && isLiveInto(block, value);
    if (item.isRead) {
      // Reads go on; the registers must stay, whatever else they go to.
      if (dominates)
        pass(value);
      else
        conflict(terminator, value);
      continue;
    }
    unsigned copies = 0;
    for (unsigned i = 0; i != operands.size(); ++i)
      if (operands[i] == value) {
        BlockArgument arg = block->getArgument(i);
        joinWebs(value, arg);
        pass(arg);
        ++copies;
      }
    if (copies + isLive > 1)
      conflict(terminator, value);
    else if (copies == 0 && dominates)
      pass(value);
    else if (copies == 0)
      conflict(terminator, value);
  }
}

void ProductOrder::solve() {
  entry.clear();
  liveInto.clear();
  webs.clear();
  auto ignore = [](Operation *, Value) {};
  llvm::DenseMap<Block *, unsigned> number;
  for (auto [i, block] : llvm::enumerate(order))
    number[block] = i;
  std::vector<bool> isQueued(order.size(), true);
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    for (auto [i, block] : llvm::enumerate(order)) {
      if (!isQueued[i])
        continue;
      isQueued[i] = false;
      State state = entry[block];
      for (Operation &op : *block)
        transfer(&op, state, ignore, [](ArrayRef<Item>) {});
      Operation *terminator = block->getTerminator();
      for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
        State out;
        transferEdge(terminator, s, state, out, ignore);
        Block *next = terminator->getSuccessor(s);
        State &in = entry[next];
        bool isChanged = false;
        for (const Item &item : out)
          add(in, item.value, item.isRead, item.groups, item.machineGroups,
              isChanged);
        if (isChanged) {
          isQueued[number[next]] = true;
          isDone = false;
        }
      }
    }
  }
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
        serialized.insert(findWeb(user->getResult(0)));
    if (tuples.contains(value))
      serialized.insert(findWeb(value));
  };
  for (Block *block : order) {
    State state = entry[block];
    checkWebs(&block->front(), state, conflict);
    for (Operation &op : *block) {
      // The wait in front of an operation finishes everything.
      State ahead = state;
      size_t known = before.size();
      transfer(&op, ahead, conflict, [](ArrayRef<Item>) {});
      if (before.size() == known) {
        state = std::move(ahead);
        continue;
      }
      state.clear();
      transfer(&op, state, [](Operation *, Value) {}, [](ArrayRef<Item>) {});
    }
    Operation *terminator = block->getTerminator();
    for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
      State out;
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
    else if (serialized.contains(findWeb(product->getResult(0))))
      last[product->getBlock()] = product;
  }
  for (auto [block, product] : last) {
    insertWait(product->getNextNode(), product->getLoc());
    tell(product);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Holds
//===----------------------------------------------------------------------===//

/// Whether a value is there before `fence`, when the tuple operations that make
/// it, which go to `moved`, have been moved there.
static bool canComeBefore(Value value, Operation *fence,
                          llvm::SetVector<Operation *> &moved,
                          unsigned depth = 4) {
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != fence->getBlock() ||
      def->isBeforeInBlock(fence))
    return true;
  if (!llvm::isa<ori::CombineOp, ori::ExtractOp>(def) || depth == 0)
    return false;
  for (Value operand : def->getOperands())
    if (!canComeBefore(operand, fence, moved, depth - 1))
      return false;
  moved.insert(def);
  return true;
}

/// Values that products read are in their registers before the fence.
void ProductOrder::holdOperands() {
  for (Block *block : order) {
    State state = entry[block];
    Operation *fence = nullptr;
    llvm::DenseMap<Value, Value> held;
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      switch (classify(&op)) {
      case Event::Fence:
        fence = &op;
        held.clear();
        break;
      case Event::Wait:
        // What it finishes is there behind it only.
        fence = nullptr;
        break;
      case Event::Product: {
        OpOperand &c = ori::getAccumulator(&op);
        SmallVector<OpOperand *> operands;
        if (needsRegister(c.get()) && !find(state, c.get(), /*isRead=*/false))
          operands.push_back(&c);
        for (OpOperand *factor : getFactors(&op))
          if (needsRegister(factor->get()))
            operands.push_back(factor);
        if (operands.empty())
          break;
        llvm::SetVector<Operation *> moved;
        bool isBefore = fence && llvm::all_of(operands, [&](OpOperand *o) {
                          return canComeBefore(o->get(), fence, moved);
                        });
        OpBuilder builder(&op);
        if (!isBefore) {
          if (fence)
            op.emitRemark("(C7519) warpgroup.arrive is injected here to allow "
                          "use of registers in GMMA in function '")
                << func.getSymName() << "'";
          fence =
              ori::createInst(builder, op.getLoc(), Opcode::WARPGROUP_ARRIVE,
                              {}, isa::WARPGROUP_ARRIVE::kDefaultMods);
          held.clear();
          moved.clear();
        }
        for (Operation *def : moved)
          def->moveBefore(fence);
        builder.setInsertionPoint(fence);
        for (OpOperand *operand : operands) {
          Value value = operand->get();
          Value &hold = held[value];
          // The accumulator is overwritten.
          if (operand == &c || !hold) {
            Value made = ori::HoldOp::create(builder, op.getLoc(),
                                             value.getType(), value);
            if (operand != &c)
              hold = made;
            operand->set(made);
          } else {
            operand->set(hold);
          }
        }
        break;
      }
      default:
        break;
      }
      transfer(&op, state, [](Operation *, Value) {}, [](ArrayRef<Item>) {});
    }
  }
}

/// Behind the holds, each in the block of a wait, the value is what they give.
void ProductOrder::redefine(Value value, ArrayRef<ori::HoldOp> holds) {
  Block *home = value.getParentBlock();
  llvm::DenseMap<Block *, SmallVector<ori::HoldOp, 1>> inBlock;
  for (ori::HoldOp hold : holds)
    inBlock[hold->getBlock()].push_back(hold);
  // The last of a block's definitions before an operation, if there is one.
  auto findBefore = [&](Operation *op) -> Value {
    Value found;
    auto it = inBlock.find(op->getBlock());
    if (it != inBlock.end())
      for (ori::HoldOp hold : it->second)
        if (hold != op && hold->isBeforeInBlock(op))
          found = hold.getResult();
    if (!found && op->getBlock() == home)
      found = value;
    return found;
  };
  SmallVector<OpOperand *> open; // reads of what comes into their block
  SmallVector<std::pair<OpOperand *, Value>> known;
  llvm::SmallPtrSet<Block *, 8> liveIn, defs;
  SmallVector<Block *> work;
  for (OpOperand &use : value.getUses()) {
    if (Value found = findBefore(use.getOwner())) {
      known.push_back({&use, found});
      continue;
    }
    open.push_back(&use);
    if (liveIn.insert(use.getOwner()->getBlock()).second)
      work.push_back(use.getOwner()->getBlock());
  }
  for (auto [use, found] : known)
    use->set(found);
  if (open.empty())
    return;
  defs.insert(home);
  for (auto &[block, list] : inBlock)
    defs.insert(block);
  while (!work.empty())
    for (Block *pred : work.pop_back_val()->getPredecessors())
      if (!defs.contains(pred) && liveIn.insert(pred).second)
        work.push_back(pred);
  auto &tree = dominance.getDomTree(&func.getBody());
  llvm::IDFCalculatorBase<Block, false> frontier(tree);
  frontier.setDefiningBlocks(defs);
  frontier.setLiveInBlocks(liveIn);
  SmallVector<Block *> joins;
  frontier.calculate(joins);
  llvm::DenseMap<Block *, Value> atStart;
  for (Block *join : joins)
    atStart[join] = join->addArgument(value.getType(), value.getLoc());
  auto findAtEnd = [&](Block *block) {
    SmallVector<Block *> passed;
    Value found;
    while (true) {
      auto it = inBlock.find(block);
      if (it != inBlock.end())
        found = it->second.back().getResult();
      else if (block == home)
        found = value;
      else if (Value known = atStart.lookup(block))
        found = known;
      if (found)
        break;
      passed.push_back(block);
      block = tree.getNode(block)->getIDom()->getBlock();
    }
    for (Block *b : passed)
      atStart[b] = found;
    return found;
  };
  auto findAtStart = [&](Block *block) {
    if (Value known = atStart.lookup(block))
      return known;
    return atStart[block] =
               findAtEnd(tree.getNode(block)->getIDom()->getBlock());
  };
  for (Block *join : joins) {
    llvm::SmallPtrSet<Operation *, 4> done;
    for (Block *pred : join->getPredecessors()) {
      auto branch = cast<BranchOpInterface>(pred->getTerminator());
      if (!done.insert(branch).second)
        continue;
      for (unsigned s = 0; s != branch->getNumSuccessors(); ++s)
        if (branch->getSuccessor(s) == join)
          branch.getSuccessorOperands(s).append(findAtEnd(pred));
    }
  }
  for (OpOperand *use : open)
    use->set(findAtStart(use->getOwner()->getBlock()));
}

void ProductOrder::holdResults() {
  llvm::MapVector<Value, SmallVector<ori::HoldOp>> holds;
  for (Block *block : order) {
    State state = entry[block];
    for (Operation &op : llvm::make_early_inc_range(*block))
      transfer(
          &op, state, [](Operation *, Value) {},
          [&](ArrayRef<Item> done) {
            OpBuilder builder(op.getContext());
            builder.setInsertionPointAfter(&op);
            unsigned count = kMaxPending;
            for (const Item &item : done) {
              count = std::min(count, std::max(item.machineGroups, 1u) - 1);
              auto hold = ori::HoldOp::create(builder, op.getLoc(),
                                              item.value.getType(), item.value);
              if (!item.isRead)
                holds[item.value].push_back(hold);
            }
            if (op.removeDiscardableAttr(kWaitAllAttr))
              count = 0;
            if (!done.empty())
              setMod(&op, "count", count);
          });
  }
  for (auto &[value, list] : holds)
    redefine(value, list);
}

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
    if (classify(op) == Event::Commit)
      op->erase();
  });
}

void ptxtoori::orderGroupProducts(ori::FuncOp func) {
  ProductOrder(func).run();
}

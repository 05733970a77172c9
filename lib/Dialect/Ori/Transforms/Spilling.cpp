//===- Spilling.cpp - Rewriting spilled values ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spilling.h"
#include "ConstantLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;
using Kind = ptxmlir::isa::Operand::Kind;

Spiller::Spiller(FuncOp func)
    : func(func), builder(func.getContext()), sm(getSM(func)),
      slotEnd(func.getLocalBytes()) {
  // A frame whose variables are aligned to 16 bytes has a multiple of that
  // size.
  if (func.getVariableBytes() && func.getVariableBytes() % 16 == 0)
    frameAlign = 16;
}

//===----------------------------------------------------------------------===//
// Slots in local memory
//===----------------------------------------------------------------------===//

int32_t Spiller::makeSlot(unsigned width) {
  unsigned align = width >= 3 ? 16 : 4 * width;
  uint64_t offset = llvm::alignTo(slotEnd, align);
  slotEnd = offset + 4 * width;
  // The frame keeps the alignment of its widest slot.
  frameAlign = std::max(frameAlign, std::max(align, 8u));
  func.setLocalBytes(int32_t(llvm::alignTo(slotEnd, frameAlign)));
  return int32_t(offset);
}

Value Spiller::stackPointer() {
  if (!stackPointerValue) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&func.getBody().front());
    stackPointerValue = FrameAddressOp::create(
        builder, func.getLoc(), RType::get(func.getContext(), 1), 0);
  }
  return stackPointerValue;
}

static uint64_t getTypeOfWidth(unsigned width) {
  return uint64_t(width == 4   ? MemType::B128
                  : width == 2 ? MemType::B64
                               : MemType::B32);
}

/// Splits a tuple into what one load or store can take.
static void forEachChunk(unsigned width,
                         llvm::function_ref<void(unsigned, unsigned)> chunk) {
  for (unsigned at = 0; at != width;) {
    unsigned size = width - at >= 4 ? 4 : width - at >= 2 ? 2 : 1;
    chunk(at, size);
    at += size;
  }
}

void Spiller::store(Location loc, Value value, int32_t offset) {
  unsigned width = getWidth(value.getType());
  MLIRContext *context = builder.getContext();
  Value base = stackPointer();
  Value none = ImmOp::create(builder, loc, URType::get(context, 1), 0);
  forEachChunk(width, [&](unsigned at, unsigned size) {
    Value part = value;
    if (size != width)
      part = ExtractOp::create(builder, loc, RType::get(context, size), value, at);
    namespace Record = ptxmlir::isa::STL;
    uint64_t mods = Record::type.set(Record::kDefaultMods, getTypeOfWidth(size));
    mods = Record::offset.set(mods, uint64_t(offset + 4 * int(at)));
    createInst(builder, loc, Opcode::STL, {base, none, part}, mods);
    ++numStores;
    storeBytes += 4 * size;
  });
}

Value Spiller::load(Location loc, Type type, int32_t offset) {
  unsigned width = getWidth(type);
  MLIRContext *context = builder.getContext();
  Value base = stackPointer();
  Value none = ImmOp::create(builder, loc, URType::get(context, 1), 0);
  SmallVector<Value, 2> parts;
  forEachChunk(width, [&](unsigned at, unsigned size) {
    namespace Record = ptxmlir::isa::LDL;
    uint64_t mods = Record::type.set(Record::kDefaultMods, getTypeOfWidth(size));
    mods = Record::offset.set(mods, uint64_t(offset + 4 * int(at)));
    parts.push_back(
        createInst(builder, loc, Opcode::LDL, {base, none}, mods)->getResult(0));
    unspillable.insert(parts.back());
    ++numLoads;
    loadBytes += 4 * size;
  });
  Value result = combineParts(builder, loc, parts);
  unspillable.insert(result);
  return result;
}

//===----------------------------------------------------------------------===//
// Predicates in registers
//===----------------------------------------------------------------------===//

/// 1 or 0 for a predicate.
Value Spiller::toR(Location loc, Value value) {
  MLIRContext *context = builder.getContext();
  Value zero = ImmOp::create(builder, loc, RType::get(context, 1), 0);
  Value one = ImmOp::create(builder, loc, RType::get(context, 1), 1);
  // SEL takes an immediate as `b` only: !p ? 0 : 1.
  namespace Record = ptxmlir::isa::SEL;
  uint64_t mods = Record::ppNot.set(Record::kDefaultMods, 1);
  ++numStores;
  return createInst(builder, loc, Opcode::SEL, {zero, one, value}, mods)
      ->getResult(0);
}

Value Spiller::fromR(Location loc, Value held) {
  MLIRContext *context = builder.getContext();
  Value zero = ImmOp::create(builder, loc, RType::get(context, 1), 0);
  Value yes = ImmOp::create(builder, loc, PType::get(context), 1);
  namespace Record = ptxmlir::isa::ISETP;
  uint64_t mods = Record::cmp.set(Record::kDefaultMods,
                                  uint64_t(ptxmlir::isa::ICmp::NE));
  Value result = createInst(builder, loc, Opcode::ISETP, {held, zero, yes, yes}, mods)
                     ->getResult(0);
  unspillable.insert(result);
  ++numLoads;
  return result;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Gives each operation that reads `value`, other than `except`, a value of its
/// own from `reload`. A block argument that an edge overwrites is reloaded
/// before the stores of that edge.
void Spiller::replaceUses(Value value, llvm::function_ref<Value(Location)> reload,
                          Operation *except) {
  llvm::MapVector<Operation *, SmallVector<OpOperand *, 2>> users;
  for (OpOperand &use : value.getUses())
    if (use.getOwner() != except)
      users[use.getOwner()].push_back(&use);
  auto arg = dyn_cast<BlockArgument>(value);
  // Uses are listed last first.
  for (auto &[user, operands] : llvm::reverse(users)) {
    builder.setInsertionPoint(user);
    if (arg) {
      auto it = edgeStores.find(user->getBlock());
      if (it != edgeStores.end() && it->second.target == arg.getOwner() &&
          (user->hasTrait<OpTrait::IsTerminator>() || it->second.ops.contains(user)))
        builder.setInsertionPoint(it->second.first);
    }
    Value copy = reload(user->getLoc());
    for (OpOperand *operand : operands)
      operand->set(copy);
  }
}

/// What depends on constants only is computed again at each use.
bool Spiller::rematerialize(OpResult value) {
  Operation *def = value.getOwner();
  auto inst = dyn_cast<InstOpInterface>(def);
  if (!inst || inst.isGuarded())
    return false;
  Opcode opcode = inst.getOpcode();
  if (opcode != Opcode::LDC && !isMemoryEffectFree(def))
    return false;
  for (Value operand : def->getOperands())
    if (!getConstantOperand(operand))
      return false;
  for (OpResult other : def->getResults())
    if (other != value && !other.use_empty())
      return false;
  replaceUses(value, [&](Location loc) -> Value {
    Operation *copy = builder.clone(*def);
    ++numRematerialized;
    Value result = copy->getResult(value.getResultNumber());
    unspillable.insert(result);
    return result;
  }, nullptr);
  for (OpResult result : def->getResults())
    unspillable.erase(result);
  def->erase();
  return true;
}

LogicalResult Spiller::spillResult(OpResult value) {
  Kind file = getRegFile(value.getType());
  Operation *def = value.getOwner();
  if (file == Kind::UR || file == Kind::UP)
    return def->emitError("uniform registers do not suffice; they cannot be "
                          "spilled where threads may be apart");
  if (rematerialize(value))
    return success();
  unspillable.insert(value);
  builder.setInsertionPointAfter(def);
  Location loc = def->getLoc();
  if (file == Kind::P) {
    Value held = toR(loc, value);
    replaceUses(value, [&](Location at) { return fromR(at, held); },
                held.getDefiningOp());
    return success();
  }
  int32_t offset = makeSlot(getWidth(value.getType()));
  // The uses first: the stores must not become reloads.
  replaceUses(value, [&](Location at) { return load(at, value.getType(), offset); },
              nullptr);
  builder.setInsertionPointAfter(def);
  store(loc, value, offset);
  return success();
}

/// The block in which the copies of an edge go, after the point they go to:
/// before its terminator. Splits the edge if others start or end with it.
static Block *getEdgeBlock(OpBuilder &builder, BlockOperand &edge) {
  Operation *terminator = edge.getOwner();
  if (terminator->getNumSuccessors() == 1)
    return terminator->getBlock();
  Block *target = edge.get();
  auto *split = new Block();
  split->insertAfter(terminator->getBlock());
  auto branch = cast<BranchOpInterface>(terminator);
  SuccessorOperands operands = branch.getSuccessorOperands(edge.getOperandNumber());
  SmallVector<Value> values(operands.getForwardedOperands());
  operands.getMutableForwardedOperands().clear();
  edge.set(split);
  builder.setInsertionPointToEnd(split);
  BraOp::create(builder, terminator->getLoc(), values, target);
  return split;
}

LogicalResult Spiller::spillArguments(Block &block,
                                      ArrayRef<BlockArgument> args) {
  SmallVector<BlockOperand *> edges;
  for (BlockOperand &edge : block.getUses())
    edges.push_back(&edge);
  SmallVector<Block *> sources;
  for (BlockOperand *edge : llvm::reverse(edges)) {
    if (!llvm::isa<BranchOpInterface>(edge->getOwner()))
      return edge->getOwner()->emitError("cannot spill an argument of its target");
    sources.push_back(getEdgeBlock(builder, *edge));
  }
  // Predicates become arguments in R, the others memory.
  llvm::MapVector<Value, int32_t> slots;
  for (BlockArgument arg : args) {
    if (getRegFile(arg.getType()) == Kind::P) {
      BlockArgument held = block.addArgument(RType::get(arg.getContext(), 1), arg.getLoc());
      for (Block *from : sources) {
        auto branch = cast<BraOp>(from->getTerminator());
        builder.setInsertionPoint(branch);
        Value old = branch.getDestOperands()[arg.getArgNumber()];
        Value value = toR(branch.getLoc(), old);
        branch.getDestOperandsMutable().append(value);
      }
      replaceUses(arg, [&](Location loc) { return fromR(loc, held); }, nullptr);
      continue;
    }
    if (getRegFile(arg.getType()) != Kind::R)
      return block.getParentOp()->emitError("uniform registers do not suffice");
    slots[arg] = makeSlot(getWidth(arg.getType()));
  }
  for (Block *from : sources) {
    auto branch = cast<BraOp>(from->getTerminator());
    EdgeStores &group = edgeStores[from];
    group.target = &block;
    for (auto [arg, offset] : slots) {
      Value value = branch.getDestOperands()[cast<BlockArgument>(arg).getArgNumber()];
      ConstantOperand c = getConstantOperand(value);
      if (value == arg || c.kind == ConstantOperand::Undef)
        continue;
      builder.setInsertionPoint(branch);
      Operation *before = branch->getPrevNode();
      if (c && !c.isFree) {
        unsigned count = 0;
        value = loadConstant(builder, branch.getLoc(), value, Kind::R, sm, count);
        unspillable.insert(value);
      }
      store(branch.getLoc(), value, offset);
      Operation *added = before ? before->getNextNode() : &from->front();
      if (!group.first)
        group.first = added;
      for (; added != branch.getOperation(); added = added->getNextNode())
        group.ops.insert(added);
    }
    if (!group.first)
      group.first = branch;
  }
  for (auto [arg, offset] : slots) {
    int32_t at = offset;
    Type type = arg.getType();
    replaceUses(arg, [&](Location loc) { return load(loc, type, at); }, nullptr);
  }
  // The arguments go, with what the edges pass for them.
  SmallVector<unsigned> numbers;
  for (BlockArgument arg : args)
    numbers.push_back(arg.getArgNumber());
  llvm::sort(numbers);
  for (unsigned number : llvm::reverse(numbers)) {
    for (Block *from : sources)
      cast<BraOp>(from->getTerminator()).getDestOperandsMutable().erase(number);
    unspillable.erase(block.getArgument(number));
    block.eraseArgument(number);
  }
  return success();
}

LogicalResult Spiller::spill(ArrayRef<Value> values) {
  llvm::MapVector<Block *, SmallVector<BlockArgument>> args;
  SmallVector<OpResult> results;
  for (Value value : values) {
    if (auto arg = dyn_cast<BlockArgument>(value))
      args[arg.getOwner()].push_back(arg);
    else
      results.push_back(cast<OpResult>(value));
  }
  for (auto &[block, list] : args)
    if (failed(spillArguments(*block, list)))
      return failure();
  for (OpResult result : results)
    if (failed(spillResult(result)))
      return failure();
  if (storeBytes || loadBytes) {
    func.setSpillStoreBytes(int32_t(storeBytes));
    func.setSpillLoadBytes(int32_t(loadBytes));
  }
  return success();
}

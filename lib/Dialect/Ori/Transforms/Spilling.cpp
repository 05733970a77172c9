//===- Spilling.cpp - Rewriting spilled values ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores around the uses of chosen values. Predicates and uniform
// registers go to R registers first, which are cheaper than memory.
//
//===----------------------------------------------------------------------===//

#include "Spilling.h"
#include "ConstantLoads.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;
using Kind = ptxmlir::isa::Operand::Kind;

static RewriteCounter stores("spill-store"), loads("spill-load"),
    uniformsToR("spill-uniform-to-r"), uniformsFromR("spill-uniform-from-r"),
    extracts("spill-extract"), repeated("spill-repeated"),
    repeatedUniforms("spill-repeated-uniform");

Spiller::Spiller(FuncOp func, unsigned maxUniform)
    : func(func), builder(func.getContext(), &positions), sm(getSM(func)),
      maxUniform(maxUniform),
      uniformScratch(maxUniform > kUniformScratch
                         ? (maxUniform - kUniformScratch) & ~3u
                         : 0),
      ownBytes(func.getLocalBytes()) {}

void Spiller::Positions::notifyOperationInserted(Operation *op,
                                                 OpBuilder::InsertPoint) {
  Operation *next = op->getNextNode();
  of[op] = next ? of.lookup(next) : 0;
}

/// Erases an operation and what is known of it.
void Spiller::erase(Operation *op) {
  for (OpResult result : op->getResults()) {
    unspillable.erase(result);
    homes.erase(result);
    shared.erase(result);
    pending.erase(result);
    separate.erase(result);
  }
  if (auto it = edgeStores.find(op->getBlock());
      it != edgeStores.end() && it->second.first == op)
    it->second.first = op->getNextNode();
  slotOf.erase(op);
  homeOps.erase(op);
  scratchUsed.erase(op);
  positions.of.erase(op);
  op->erase();
}

//===----------------------------------------------------------------------===//
// Slots in local memory
//===----------------------------------------------------------------------===//

unsigned Spiller::makeSlot(unsigned width, Block *target) {
  // The places come later, but from now on there is a frame.
  if (slots.empty())
    func.setLocalBytes(int32_t(llvm::alignTo(uint64_t(ownBytes) + 1, 16)));
  slots.push_back({width, target});
  return slots.size() - 1;
}

Value Spiller::stackPointer() {
  if (!stackPointerValue) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&func.getBody().front());
    stackPointerValue = FrameAddressOp::create(
        builder, func.getLoc(), RType::get(func.getContext(), 1), 0);
    noUniform = ImmOp::create(builder, func.getLoc(),
                              URType::get(func.getContext(), 1), 0);
  }
  return stackPointerValue;
}

static uint64_t getTypeOfWidth(unsigned width) {
  return uint64_t(width == 4   ? MemType::B128
                  : width == 2 ? MemType::B64
                               : MemType::B32);
}

/// Splits registers `lane` to `lane + width` of a slot into what one load or
/// store can take.
static void forEachChunk(unsigned lane, unsigned width,
                         llvm::function_ref<void(unsigned, unsigned)> chunk) {
  for (unsigned at = lane, end = lane + width; at != end;) {
    unsigned size = at % 4 == 0 && end - at >= 4   ? 4
                    : at % 2 == 0 && end - at >= 2 ? 2
                                                   : 1;
    chunk(at, size);
    at += size;
  }
}

void Spiller::store(Location loc, Value value, unsigned slot) {
  ++stores;
  unsigned width = getWidth(value.getType());
  MLIRContext *context = builder.getContext();
  Value base = stackPointer();
  forEachChunk(0, width, [&](unsigned at, unsigned size) {
    Value part = value;
    if (size != width)
      part =
          ExtractOp::create(builder, loc, RType::get(context, size), value, at);
    namespace Record = ptxmlir::isa::STL;
    uint64_t mods =
        Record::type.set(Record::kDefaultMods, getTypeOfWidth(size));
    mods = Record::offset.set(mods, 4 * at);
    slotOf[createInst(builder, loc, Opcode::STL, {base, noUniform, part},
                      mods)] = slot;
  });
}

Value Spiller::load(Location loc, Type type, unsigned slot, unsigned lane) {
  ++loads;
  Value base = stackPointer();
  SmallVector<Value, 2> parts;
  forEachChunk(lane, getWidth(type), [&](unsigned at, unsigned size) {
    namespace Record = ptxmlir::isa::LDL;
    uint64_t mods =
        Record::type.set(Record::kDefaultMods, getTypeOfWidth(size));
    mods = Record::offset.set(mods, 4 * at);
    Operation *op =
        createInst(builder, loc, Opcode::LDL, {base, noUniform}, mods);
    slotOf[op] = slot;
    parts.push_back(op->getResult(0));
    unspillable.insert(parts.back());
  });
  return combineParts(builder, loc, parts);
}

//===----------------------------------------------------------------------===//
// Uniform values in registers
//===----------------------------------------------------------------------===//

/// Moves a value register by register; `partType` is that of one of them.
Value Spiller::moveParts(Location loc, Value value, Type partType,
                         Opcode opcode) {
  unsigned width = getWidth(value.getType());
  const ptxmlir::isa::InstDesc &desc = ptxmlir::isa::getDesc(opcode);
  SmallVector<Value, 2> parts;
  for (unsigned k = 0; k != width; ++k) {
    Value part = value;
    if (width != 1)
      part = ExtractOp::create(builder, loc, partType, value, k);
    parts.push_back(createInst(builder, loc, opcode, part, desc.defaultMods)
                        ->getResult(desc.findSlot("d")));
    if (opcode == Opcode::R2UR)
      unspillable.insert(parts.back());
  }
  return combineParts(builder, loc, parts);
}

Value Spiller::uniformToR(Location loc, Value value) {
  ++numStores;
  ++uniformsToR;
  return moveParts(loc, value, URType::get(builder.getContext(), 1),
                   Opcode::MOV);
}

Value Spiller::uniformFromR(Location loc, Value held) {
  ++numLoads;
  ++uniformsFromR;
  return moveParts(loc, held, RType::get(builder.getContext(), 1),
                   Opcode::R2UR);
}

/// Gives a reload of a uniform value for `user` registers that only reloads
/// use.
LogicalResult Spiller::pinToScratch(Value value, Operation *user) {
  unsigned width = getWidth(value.getType());
  unsigned align = getAlignment(width);
  unsigned &used = scratchUsed[user];
  unsigned reg = llvm::alignTo(uniformScratch + used, align);
  if (uniformScratch == 0 || reg + width > maxUniform)
    return user->emitError("uniform registers do not suffice for the operands");
  used = reg + width - uniformScratch;
  usesUniformScratch = true;
  setResultReg(cast<OpResult>(value), int(reg));
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value Spiller::reload(Location loc, Type type, const Home &home,
                      unsigned lane) {
  if (home.slot != kNone)
    return load(loc, type, home.slot, home.lane + lane);
  return readHeld(loc, home.held);
}

/// An extract of a spilled tuple loads what it names.
void Spiller::replaceExtract(ExtractOp extract, const Home &home) {
  ++extracts;
  builder.setInsertionPoint(getReloadPoint(extract, home));
  Value part =
      reload(extract.getLoc(), extract.getType(), home, extract.getIndex());
  Home own = home;
  own.lane += extract.getIndex();
  // It lives as long as the extract did.
  unspillable.erase(part);
  shared.insert(part);
  homes[part] = own;
  extract.getResult().replaceAllUsesWith(part);
  erase(extract);
}

static bool isPassThrough(Operation *user, Value value) {
  auto inst = dyn_cast<InstOpInterface>(user);
  if (!inst || !inst.isGuarded())
    return false;
  for (unsigned i = 0; i != user->getNumResults(); ++i)
    if (inst.getPassThrough(i) == value)
      return true;
  return false;
}

/// Gives the operations that read `value` values from `reload`, one for those
/// that the plan says, or that are within `distance` operations of the first;
/// of distance 0 one for each. Uses that near to the definition keep the value
/// itself. What a guarded operation keeps is a value of its own,
/// because that register is overwritten. Returns the number of replacements.
unsigned
Spiller::replaceUses(Value value, const Home &home, unsigned distance,
                     llvm::function_ref<Value(Location, const Home &)> reload) {
  llvm::MapVector<Block *, SmallVector<Operation *>> users;
  for (Operation *user : value.getUsers())
    if (!homeOps.contains(user))
      users[user->getBlock()].push_back(user);
  auto positionOf = [&](Operation *op) { return positions.of.lookup(op); };
  auto crossesCall = [&](unsigned from, unsigned to) {
    auto call = llvm::lower_bound(calls, from);
    return call != calls.end() && *call < to;
  };
  bool isPlanned = distance && plan->values.contains(value);
  unsigned count = 0;
  for (auto &[block, list] : users) {
    llvm::sort(list, [&](Operation *a, Operation *b) {
      unsigned pa = positionOf(a), pb = positionOf(b);
      return a != b && (pa != pb ? pa < pb : a->isBeforeInBlock(b));
    });
    list.erase(llvm::unique(list), list.end());
    Value current;
    unsigned from = 0, served = 0;
    if (Operation *def = value.getDefiningOp();
        def && def->getBlock() == block) {
      current = value;
      from = positionOf(def);
    }
    auto finish = [&]() {
      if (current && current != value)
        (served > 1 ? shared : unspillable).insert(current);
    };
    for (Operation *user : list) {
      bool isOwn = isPassThrough(user, value);
      Home at = getHomeAt(user, value.getType(), home);
      Operation *point = getReloadPoint(user, at);
      bool isNear = isPlanned
                        ? plan->shared.contains({value, positionOf(user)})
                        : distance && positionOf(point) - from <= distance;
      if (current && isNear && !isOwn &&
          !crossesCall(from, positionOf(point))) {
        ++served;
        if (current != value)
          user->replaceUsesOfWith(value, current);
        continue;
      }
      ++count;
      if (auto extract = dyn_cast<ExtractOp>(user);
          extract && home.slot != kNone) {
        replaceExtract(extract, home);
        continue;
      }
      builder.setInsertionPoint(point);
      Value copy = reload(user->getLoc(), at);
      user->replaceUsesOfWith(value, copy);
      if (isOwn) {
        unspillable.insert(copy);
        continue;
      }
      finish();
      current = copy;
      from = positionOf(point);
      served = 1;
    }
    finish();
  }
  return count;
}

/// Replaces the uses of a value that is also in `home`.
unsigned Spiller::reloadUses(Value value, const Home &home, unsigned distance) {
  return replaceUses(value, home, distance, [&](Location loc, const Home &at) {
    Value copy = reload(loc, value.getType(), at);
    homes[copy] = at;
    return copy;
  });
}

/// Erases a reload that is not used any more.
void Spiller::eraseReload(Value value) {
  if (!value.use_empty())
    return;
  Operation *def = value.getDefiningOp();
  SmallVector<Value> parts;
  if (auto combine = dyn_cast<CombineOp>(def))
    parts.assign(combine.getParts().begin(), combine.getParts().end());
  erase(def);
  for (Value part : parts)
    if (part.use_empty())
      erase(part.getDefiningOp());
}

bool Spiller::releaseReloads() {
  bool isAny = false;
  for (auto &[value, home] : homes)
    if (unspillable.erase(value)) {
      shared.insert(value);
      isAny = true;
    }
  return isAny;
}

bool ori::canBeRepeated(OpResult value) {
  Operation *def = value.getOwner();
  auto inst = dyn_cast<InstOpInterface>(def);
  if (!inst || inst.isGuarded())
    return false;
  if (!inst.getDesc().isOnlyIn(ptxmlir::isa::ConstantMemory) &&
      !isMemoryEffectFree(def))
    return false;
  return llvm::all_of(
             def->getOperands(),
             [](Value operand) { return bool(getConstantOperand(operand)); }) &&
         llvm::all_of(def->getResults(), [&](OpResult other) {
           return other == value || other.use_empty();
         });
}

bool ori::canBeRepeatedAtReads(const LiveRanges &ranges, OpResult value,
                               ArrayRef<unsigned> readers) {
  Operation *def = value.getOwner();
  auto inst = dyn_cast<InstOpInterface>(def);
  if (!inst || inst.isGuarded() || !isPure(def) || isConvergent(def))
    return false;
  for (OpResult other : def->getResults())
    if (other != value && !other.use_empty())
      return false;
  return llvm::all_of(def->getOperands(), [&](Value operand) {
    if (getConstantOperand(operand))
      return true;
    unsigned id = ranges.lookup(operand);
    return id != LiveRanges::kNone &&
           llvm::all_of(readers, [&](unsigned index) {
             for (unsigned k = 0; k != ranges[id].width; ++k)
               if (!ranges.isLiveAt(ranges[id].firstLane + k, 2 * index))
                 return false;
             return true;
           });
  });
}

/// Predicates of which everything that they are computed from is there wherever
/// they are read.
void Spiller::findRepeatable(const LiveRanges &ranges) {
  repeatable.clear();
  for (Value value : pending) {
    auto result = dyn_cast<OpResult>(value);
    if (!result || getRegFile(value.getType()) != Kind::P ||
        llvm::any_of(result.getOwner()->getOperands(),
                     [&](Value operand) { return pending.contains(operand); }))
      continue;
    SmallVector<unsigned> readers;
    for (Operation *user : value.getUsers())
      readers.push_back(positions.of.lookup(user));
    if (canBeRepeatedAtReads(ranges, result, readers))
      repeatable.insert(value);
  }
}

/// What depends on constants only, or on what is there where it is read, is
/// computed again.
bool Spiller::rematerialize(OpResult value, unsigned distance) {
  if (!canBeRepeated(value) && !repeatable.contains(value))
    return false;
  Operation *def = value.getOwner();
  auto repeat = [&](Location loc, const Home &) -> Value {
    ++numRematerialized;
    ++repeated;
    return builder.clone(*def)->getResult(value.getResultNumber());
  };
  if (!replaceUses(value, Home(), distance, repeat))
    replaceUses(value, Home(), 0, repeat);
  if (value.use_empty())
    erase(def);
  else
    shared.insert(value);
  return true;
}

/// Uniform values wait in R.
LogicalResult Spiller::spillUniform(OpResult value) {
  Operation *def = value.getOwner(), *next = def->getNextNode();
  bool isConstant = canBeRepeated(value);
  Value inR;
  if (!isConstant) {
    builder.setInsertionPointAfter(def);
    inR = uniformToR(def->getLoc(), value);
    for (Operation *op = def->getNextNode(); op != next; op = op->getNextNode())
      homeOps.insert(op);
  }
  llvm::SetVector<Operation *> users;
  for (Operation *user : value.getUsers())
    if (!homeOps.contains(user))
      users.insert(user);
  for (Operation *user : users) {
    builder.setInsertionPoint(user);
    Value copy;
    if (isConstant) {
      copy = builder.clone(*def)->getResult(value.getResultNumber());
      ++numRematerialized;
      ++repeatedUniforms;
    } else {
      copy = uniformFromR(user->getLoc(), inR);
    }
    unspillable.insert(copy);
    user->replaceUsesOfWith(value, copy);
    if (failed(pinToScratch(copy, user)))
      return failure();
  }
  unspillable.insert(value);
  if (value.use_empty())
    erase(def);
  return success();
}

/// Uniform predicates wait in P.
void Spiller::spillUniformPredicate(OpResult value) {
  Location loc = value.getLoc();
  builder.setInsertionPointAfter(value.getOwner());
  Value yes = ImmOp::create(builder, loc, PType::get(builder.getContext()), 1);
  namespace Logic = ptxmlir::isa::PLOP3;
  constexpr uint64_t kAnd = 0x80; // of three
  Operation *move = createInst(builder, loc, Opcode::PLOP3, {yes, yes, value},
                               Logic::lut.set(Logic::kDefaultMods, kAnd));
  homeOps.insert(move);
  ++numStores;
  llvm::SetVector<Operation *> users;
  for (Operation *user : value.getUsers())
    if (!homeOps.contains(user))
      users.insert(user);
  namespace Vote = ptxmlir::isa::VOTEU;
  uint64_t any =
      Vote::mode.set(Vote::kDefaultMods, uint64_t(ptxmlir::isa::VoteMode::ANY));
  for (Operation *user : users) {
    builder.setInsertionPoint(user);
    Operation *vote =
        createInst(builder, loc, Opcode::VOTEU, move->getResult(0), any);
    Value copy = vote->getResult(Vote::kPu);
    unspillable.insert(copy);
    user->replaceUsesOfWith(value, copy);
    ++numLoads;
  }
  unspillable.insert(value);
}

/// Not 0 for what has a plan: of distance 0 each use gets its own reload.
unsigned Spiller::getDistance(Value value, unsigned distance) const {
  return plan->values.contains(value) ? std::max(distance, 1u) : distance;
}

LogicalResult Spiller::spillResult(OpResult value, unsigned distance) {
  Kind file = getRegFile(value.getType());
  Operation *def = value.getOwner();
  if (file == Kind::UP) {
    spillUniformPredicate(value);
    return success();
  }
  if (file == Kind::UR)
    return spillUniform(value);
  bool isReload = shared.contains(value);
  bool isPlanned = plan->values.contains(value);
  distance = getDistance(value, distance);
  bool isPacked = packed.contains(value);
  if (auto it = homes.find(value); it != homes.end() && !isPacked) {
    // It was spilled before: where no plan says otherwise, each use has its own
    // reload now.
    Home home = it->second;
    if (!isPlanned || !reloadUses(value, home, distance)) {
      reloadUses(value, home, 0);
      isPlanned = false;
    }
    if (isReload)
      eraseReload(value);
    else if (!isPlanned)
      unspillable.insert(value);
    return success();
  }
  if (!isPacked && rematerialize(value, isReload && !isPlanned ? 0 : distance))
    return success();
  Location loc = def->getLoc();
  Home home;
  if (isPacked) {
    home = homes.lookup(value);
  } else if (file == Kind::P) {
    builder.setInsertionPointAfter(def);
    home.held = hold(value, toR(loc, value));
  } else {
    home.slot = makeSlot(getWidth(value.getType()), nullptr);
    if (auto it = heldNumber.find(value); it != heldNumber.end())
      held[it->second].slot = home.slot;
    homes[value] = home;
  }
  // It is read near its definition; where that is in the way, no more.
  if (!reloadUses(value, home, distance)) {
    reloadUses(value, home, 0);
    distance = 0;
  }
  if (distance == 0)
    unspillable.insert(value);
  if (file == Kind::P)
    return success();
  builder.setInsertionPointAfter(def);
  Operation *next = def->getNextNode();
  store(loc, value, home.slot);
  for (Operation *op = def->getNextNode(); op != next; op = op->getNextNode())
    homeOps.insert(op);
  return success();
}

LogicalResult Spiller::spill(ArrayRef<Value> values, unsigned distance,
                             const ReloadPlan &reloads,
                             const LiveRanges &ranges) {
  plan = &reloads;
  positions.of.clear();
  calls.clear();
  for (auto [index, op] : llvm::enumerate(ranges.operations())) {
    if (!op)
      continue;
    positions.of[op] = index;
    if (llvm::isa<CallOp>(op))
      calls.push_back(index);
  }
  pending.clear();
  pending.insert(values.begin(), values.end());
  findRepeatable(ranges);
  llvm::MapVector<Block *, SmallVector<BlockArgument>> args;
  for (Value value : values)
    if (auto arg = dyn_cast<BlockArgument>(value))
      args[arg.getOwner()].push_back(arg);
  for (auto &[block, list] : args)
    if (failed(spillArguments(*block, list, distance)))
      return failure();
  packPredicates(ranges);
  for (Value value : values)
    // An extract may have gone with its tuple.
    if (pending.contains(value) && !llvm::isa<BlockArgument>(value))
      if (failed(spillResult(cast<OpResult>(value), distance)))
        return failure();
  return success();
}

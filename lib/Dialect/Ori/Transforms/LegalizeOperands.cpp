//===- LegalizeOperands.cpp - Constants into registers --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries each operation as a machine instruction and moves the constants that no
// form of the instruction can hold to registers.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/Target/ModuleLayout.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORILEGALIZEOPERANDSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;
using Kind = ptxmlir::isa::Operand::Kind;

static RewriteCounter frameAddresses("legalize-frame-address"),
    guardsTrue("legalize-true-guard"), guardsFalse("legalize-false-guard"),
    passThroughs("legalize-pass-through"), commuted("legalize-commute"),
    toB("legalize-to-slot-b"), constants("legalize-constant"),
    uniforms("legalize-uniform"), constantMoves("legalize-constant-move");

namespace {

/// A constant that was put in a register.
struct Loaded {
  Value value;
  unsigned index;       ///< of the operation it was last made or used for
  bool isLocal = false; ///< a uniform register that only its own block reads
};

/// What and where: register file, constant and block.
using LoadedKey = std::tuple<Block *, unsigned, unsigned, uint64_t, uint64_t>;

class LegalizeOperands
    : public ori::impl::OriLegalizeOperandsPassBase<LegalizeOperands> {
public:
  using OriLegalizeOperandsPassBase::OriLegalizeOperandsPassBase;
  void runOnOperation() override;

private:
  LogicalResult legalize(InstOpInterface op);
  bool removeConstantGuard(InstOpInterface op);
  void legalizePassThrough(InstOpInterface op);
  void lowerFrameAddress(FrameAddressOp op);
  LogicalResult chooseForm(InstOpInterface op, unsigned candidates);
  LogicalResult toRegister(InstOpInterface op, unsigned source);
  bool hasUniform(Operation *user, Value value, const ConstantOperand &wanted);
  bool toUniform(InstOpInterface op, unsigned source, unsigned moved);
  Value getLoaded(Operation *user, Value value, Kind file);
  Value load(Location loc, Value value, Kind file);
  /// Uniform registers that are left to constants which only their own block
  /// reads: without any, those would be in R registers.
  unsigned getRoomForLocal() const { return std::max(mostLocalUniform, 4u); }
  Block *getUniformBlock(Operation *user, const ConstantOperand &c,
                         Value value);
  unsigned countLocal(Block *block);
  bool isOfWarp(Block *block);
  bool isNear(Block *block, const Loaded &other);
  Block *getHome(Block *block, const ConstantOperand &c, Value value);
  std::optional<ConstantOperand> getPair(const ConstantOperand &c, Kind file);
  void findHomes();
  void findBankReads();
  const WarpBlocks &getWarpBlocks() {
    if (!warpBlocks)
      findHomes();
    return *warpBlocks;
  }

  unsigned sm = 0;
  bool hasLinkedAddresses = false;
  unsigned index = 0; ///< of the current operation in its function
  std::optional<OpBuilder> builder;
  const WarpBlocks *warpBlocks = nullptr;
  std::vector<unsigned> homes, uniformHomes; ///< by block
  llvm::DenseMap<LoadedKey, Loaded> loaded;
  /// Words of constant banks that are read, bank << 32 | offset.
  llvm::DenseSet<uint64_t> bankReads;
  /// Registers of constants that are loaded in front of loops, or of code that
  /// threads run apart.
  unsigned numUniform = 0, numHoisted = 0;
  /// Uniform registers of constants that are loaded where they are used: those
  /// of the current block that may still be in use, with their widths, and the
  /// most in use at once anywhere.
  SmallVector<std::pair<LoadedKey, unsigned>> localUniform;
  Block *localBlock = nullptr;
  unsigned mostLocalUniform = 0;
  /// Of the last operation behind which other threads may be at work.
  unsigned lastChange = 0;
  /// Some uniform register, and some pair, while the pass runs.
  std::array<Value, 2> uniformSamples;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loading constants
//===----------------------------------------------------------------------===//

Value LegalizeOperands::load(Location loc, Value value, Kind file) {
  unsigned count = 0;
  Value result = loadConstant(*builder, loc, value, file, sm, count);
  numMoves += count;
  return result;
}

static LoadedKey getKey(Block *block, Kind file, const ConstantOperand &c,
                        Value value) {
  // Wide immediates are told apart by their operations.
  uint64_t extra = c.width > 2 ? uint64_t(uintptr_t(value.getDefiningOp())) : 0;
  return LoadedKey(block, unsigned(file) | c.kind << 8 | c.width << 16, c.bank,
                   uint64_t(uint32_t(c.offset)) ^ extra, c.bits);
}

/// Finds for each block where the constants of its instructions are loaded.
void LegalizeOperands::findHomes() {
  warpBlocks = &getAnalysis<WarpBlocks>();
  const DivergenceInfo &info = warpBlocks->divergence();
  const DomTree &dominators = info.dominators();
  unsigned count = info.blocks().size();
  homes.resize(count);
  uniformHomes.resize(count);
  for (unsigned n = 0; n != count; ++n)
    homes[n] = uniformHomes[n] = n;
  for (unsigned n : reversePostOrder(info.graph(), 0)) {
    unsigned above = dominators.idom(n);
    if (above == kNoNode)
      continue;
    bool isInLoop = info.loops().depth(n) != 0;
    // A register is not worth it for code that seldom runs.
    if (isInLoop && !isCold(info.blocks()[n]))
      homes[n] = homes[above];
    if (isInLoop || !warpBlocks->isOfWarp(n))
      uniformHomes[n] = uniformHomes[above];
  }
}

/// Where a uniform register is written for a constant that `user` reads: in the
/// nearest dominator that all threads run together, outside of loops. Wide
/// immediates are there at once and are written where they are read, as no
/// other thread writes the register in between; in loops only as a last resort.
Block *LegalizeOperands::getUniformBlock(Operation *user,
                                         const ConstantOperand &c,
                                         Value value) {
  Block *own = user->getBlock();
  const DivergenceInfo &info = getWarpBlocks().divergence();
  unsigned n = info.blocks()[own];
  Block *shared = info.blocks()[uniformHomes[n]];
  if (shared == own || c.kind != ConstantOperand::Imm)
    return shared;
  if (!info.loops().depth(n))
    return own;
  auto it = loaded.find(getKey(shared, Kind::UR, c, value));
  bool isThere = it != loaded.end() && !it->second.isLocal;
  // A register is not worth it for code that seldom runs.
  bool hasRoom =
      !isCold(own) && (numUniform + getRoomForLocal() + c.width <=
                           getUniformGoal(getOperation(), maxUniform) ||
                       numHoisted + c.width <= maxHoisted);
  return isThere || hasRoom ? shared : own;
}

bool LegalizeOperands::isOfWarp(Block *block) {
  const WarpBlocks &warp = getWarpBlocks();
  return warp.isOfWarp(warp.divergence().blocks()[block]);
}

/// Whether a uniform register of the block can be read once more by the current
/// operation.
bool LegalizeOperands::isNear(Block *block, const Loaded &other) {
  return index - other.index <= reuseDistance &&
         (other.index > lastChange || isOfWarp(block));
}

/// Uniform registers of constants of the block that may be read once more.
unsigned LegalizeOperands::countLocal(Block *block) {
  if (block != localBlock)
    localUniform.clear();
  localBlock = block;
  unsigned count = 0;
  llvm::erase_if(localUniform, [&](const auto &local) {
    auto it = loaded.find(local.first);
    bool isUsed = it->second.isLocal && isNear(block, it->second);
    count += isUsed ? local.second : 0;
    return !isUsed;
  });
  return count;
}

/// Where an R register is written: in the block itself, or of one in a loop, as
/// long as there is room, in the nearest dominator outside of all loops.
Block *LegalizeOperands::getHome(Block *block, const ConstantOperand &c,
                                 Value value) {
  if (!hoist)
    return block;
  const BlockNumbering &blocks = getWarpBlocks().divergence().blocks();
  Block *home = blocks[homes[blocks[block]]];
  if (numHoisted + c.width > maxHoisted &&
      !loaded.contains(getKey(home, Kind::R, c, value)))
    return block;
  return home;
}

/// Two words that one load can take are parts of a pair, which is loaded.
std::optional<ConstantOperand>
LegalizeOperands::getPair(const ConstantOperand &c, Kind file) {
  if (!hoist || c.kind != ConstantOperand::CBank || c.width != 1 ||
      (file != Kind::UR && takesConstantBank(sm)) ||
      !bankReads.contains(uint64_t(c.bank) << 32 | uint32_t(c.offset ^ 4)))
    return std::nullopt;
  ConstantOperand pair = c;
  pair.width = 2;
  pair.offset &= ~7;
  return pair;
}

void LegalizeOperands::findBankReads() {
  getOperation().walk([&](CBankOp op) {
    for (unsigned k = 0; k != getWidth(op.getType()); ++k)
      bankReads.insert(uint64_t(op.getBank()) << 32 |
                       uint32_t(op.getOffset() + 4 * int(k)));
  });
}

/// A register of `file` with the constant `value`, for `user`.
Value LegalizeOperands::getLoaded(Operation *user, Value value, Kind file) {
  ConstantOperand c = getConstantOperand(value);
  bool isUniform = file == Kind::UR;
  if (std::optional<ConstantOperand> pair = getPair(c, file)) {
    auto type = [&](unsigned width) -> Type {
      if (isUniform)
        return URType::get(&getContext(), width);
      return RType::get(&getContext(), width);
    };
    builder->setInsertionPoint(user);
    auto both = CBankOp::create(*builder, user->getLoc(), type(2), pair->bank,
                                pair->offset);
    Value words = getLoaded(user, both, file);
    builder->setInsertionPoint(user);
    return ExtractOp::create(*builder, user->getLoc(), type(1), words,
                             (c.offset & 4) / 4);
  }
  Block *block = isUniform ? getUniformBlock(user, c, value)
                           : getHome(user->getBlock(), c, value);
  bool isElsewhere = block != user->getBlock();
  bool isLocal = isUniform && !isElsewhere &&
                 (c.kind == ConstantOperand::Imm || isOfWarp(block));
  LoadedKey key = getKey(block, file, c, value);
  auto [it, isNew] = loaded.try_emplace(key);
  Loaded &known = it->second;
  bool isUsable =
      isElsewhere || (isUniform ? !known.isLocal || isNear(block, known)
                                : index - known.index <= reuseDistance);
  if (!isNew && isUsable) {
    if (isElsewhere && std::exchange(known.isLocal, false))
      numUniform += c.width;
    known.index = index;
    return known.value;
  }
  if (isLocal) {
    mostLocalUniform = std::max(mostLocalUniform, countLocal(block) + c.width);
    localUniform.push_back({key, c.width});
    builder->setInsertionPoint(user);
  } else if (isUniform) {
    numUniform += c.width;
    // Perhaps its threads part somewhere in the first block.
    if (block->isEntryBlock() && !isOfWarp(block))
      builder->setInsertionPointToStart(block);
    else
      builder->setInsertionPoint(block->getTerminator());
  } else if (isElsewhere) {
    numHoisted += c.width;
    builder->setInsertionPoint(block->getTerminator());
  } else {
    builder->setInsertionPoint(user);
  }
  known = {load(user->getLoc(), value, file), index, isLocal};
  return known.value;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void LegalizeOperands::lowerFrameAddress(FrameAddressOp op) {
  if (op.getOffset() == 0)
    return;
  ++frameAddresses;
  builder->setInsertionPoint(op);
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  Type r = RType::get(context, 1);
  Value none = ImmOp::create(*builder, loc, PType::get(context), 1);
  Value base = FrameAddressOp::create(*builder, loc, r, 0);
  Value offset = ImmOp::create(*builder, loc, r, uint32_t(op.getOffset()));
  Value zero = ImmOp::create(*builder, loc, r, 0);
  Operation *sum =
      createInst(*builder, loc, Opcode::IADD3, {base, offset, zero, none, none},
                 ptxmlir::isa::IADD3::kDefaultMods);
  op.getResult().replaceAllUsesWith(sum->getResult(0));
  op.erase();
}

/// True if the op is gone.
bool LegalizeOperands::removeConstantGuard(InstOpInterface op) {
  if (!op.isGuarded())
    return false;
  ConstantOperand c = getConstantOperand(op.getGuard());
  if (c.kind != ConstantOperand::Imm)
    return false;
  if (bool(c.bits) == op.isGuardNegated()) {
    ++guardsFalse;
    for (OpResult result : op->getResults())
      result.replaceAllUsesWith(op.getPassThrough(result.getResultNumber()));
    op->erase();
    return true;
  }
  ++guardsTrue;
  unsigned sources = op.getNumSources();
  op->eraseOperands(sources, op->getNumOperands() - sources);
  op.setGuardNegated(false);
  return false;
}

/// An old value that is kept must be in a register.
void LegalizeOperands::legalizePassThrough(InstOpInterface op) {
  if (!op.isGuarded())
    return;
  for (OpResult result : op->getResults()) {
    unsigned operand = op.getNumSources() + 1 + result.getResultNumber();
    Value old = op->getOperand(operand);
    ConstantOperand c = getConstantOperand(old);
    if (!c || c.kind == ConstantOperand::Undef || result.use_empty())
      continue;
    ++passThroughs;
    // The copy belongs to this op alone: it is overwritten here.
    builder->setInsertionPoint(op);
    Kind file = getRegFile(old.getType());
    Value copy;
    if (file == Kind::P || file == Kind::UP || c.kind == ConstantOperand::Frame)
      copy = CopyOp::create(*builder, op->getLoc(), old.getType(), old);
    else
      copy = load(op->getLoc(), old, file);
    op->setOperand(operand, copy);
  }
}

LogicalResult LegalizeOperands::toRegister(InstOpInterface op,
                                           unsigned source) {
  const InstDesc &desc = op.getDesc();
  const ptxmlir::isa::SlotDesc &slot = desc.slots[desc.numDefs + source];
  Value value = op->getOperand(source);
  Kind file = slot.kind == Kind::UR ? Kind::UR : Kind::R;
  if (slot.kind == Kind::P || slot.kind == Kind::UP)
    return op->emitOpError("slot '")
           << slot.name << "' of this instruction cannot hold its predicate";
  if (getConstantOperand(value)) {
    ++constants;
    op->setOperand(source, getLoaded(op, value, file));
    return success();
  }
  Kind valueFile = getRegFile(value.getType());
  if (file == Kind::R && valueFile == Kind::UR) {
    ++uniforms;
    builder->setInsertionPoint(op);
    SmallVector<Value, 4> parts;
    unsigned width = getWidth(value.getType());
    MLIRContext *context = op->getContext();
    for (unsigned k = 0; k != width; ++k) {
      Value part = value;
      if (width > 1)
        part = ExtractOp::create(*builder, op->getLoc(),
                                 URType::get(context, 1), value, k);
      parts.push_back(createInst(*builder, op->getLoc(), Opcode::MOV, part,
                                 ptxmlir::isa::MOV::kDefaultMods)
                          ->getResult(0));
      ++numMoves;
    }
    op->setOperand(source, combineParts(*builder, op->getLoc(), parts));
    return success();
  }
  return op->emitOpError("slot '")
         << slot.name << "' needs a uniform register on sm_" << sm;
}

/// Whether there are uniform registers for a constant that `user` reads. Where
/// they are short, others of its block give up theirs.
bool LegalizeOperands::hasUniform(Operation *user, Value value,
                                  const ConstantOperand &wanted) {
  Block *block = getUniformBlock(user, wanted, value);
  bool isElsewhere = block != user->getBlock();
  auto it = loaded.find(getKey(block, Kind::UR, wanted, value));
  if (it != loaded.end() &&
      (!it->second.isLocal || (!isElsewhere && isNear(block, it->second))))
    return true;
  unsigned local = isElsewhere ? getRoomForLocal() : countLocal(block);
  unsigned goal = getUniformGoal(getOperation(), maxUniform);
  // Others of the block need not be read once more.
  auto next = localUniform.begin();
  while (!isElsewhere && next != localUniform.end() &&
         numUniform + local + wanted.width > goal) {
    local -= next->second;
    loaded.erase((next++)->first);
  }
  localUniform.erase(localUniform.begin(), next);
  return numUniform + local + wanted.width <= goal;
}

/// Puts a constant into a uniform register, or a pair of them, where the
/// instruction takes one in this place; `moved` are the sources that will be in
/// registers. A single word that is in no constant bank stays where it is:
/// moving it to an R register costs no more.
bool LegalizeOperands::toUniform(InstOpInterface op, unsigned source,
                                 unsigned moved) {
  Value value = op->getOperand(source);
  ConstantOperand c = getConstantOperand(value);
  // Threads come to a device function one after the other.
  if (!getOperation().getKernel())
    return false;
  bool isBank = c.kind == ConstantOperand::CBank &&
                reachesConstantBank(getUniformConstantLoad(sm), c.offset, sm);
  bool isWide = c.kind == ConstantOperand::Imm && c.width == 2;
  if (!hoist || c.width > 2 || !(isBank || isWide) ||
      !hasUniform(op, value, getPair(c, Kind::UR).value_or(c)))
    return false;
  Value &sample = uniformSamples[c.width - 1];
  if (!sample) {
    builder->setInsertionPointToStart(&getOperation().getBody().front());
    sample = loadUniformConstant(*builder, op->getLoc(), sm, /*bank=*/0,
                                 /*offset=*/0, c.width);
  }
  op->setOperand(source, sample);
  bool fits = isLegal(op, sm, moved & ~(1u << source));
  op->setOperand(source, fits ? getLoaded(op, value, Kind::UR) : value);
  return fits;
}

/// Keeps as many of the candidate sources in their slots as a form allows.
LogicalResult LegalizeOperands::chooseForm(InstOpInterface op,
                                           unsigned candidates) {
  const InstDesc &desc = op.getDesc();
  // Preference of a source that stays: immediates, constant banks, others.
  auto weight = [&](unsigned kept) {
    unsigned sum = 0;
    for (unsigned i = 0; i != desc.numUses; ++i)
      if (kept >> i & 1) {
        ConstantOperand c = getConstantOperand(op->getOperand(i));
        sum += c.kind == ConstantOperand::Imm     ? 10
               : c.kind == ConstantOperand::CBank ? 9
                                                  : 8;
      }
    return sum;
  };
  struct Choice {
    unsigned moved, weight;
    bool commuted;
  };
  std::optional<Choice> best;
  auto tryAll = [&](unsigned mask, bool commuted) {
    // All subsets of the candidates.
    for (unsigned moved = mask;; moved = (moved - 1) & mask) {
      unsigned w = weight(mask & ~moved);
      if ((!best || w > best->weight) && isLegal(op, sm, moved))
        best = {moved, w, commuted};
      if (!moved)
        break;
    }
  };
  tryAll(candidates, false);
  int a = desc.findSlot("a") - desc.numDefs,
      b = desc.findSlot("b") - desc.numDefs;
  if ((!best || best->moved) && exchangeFactors(op, sm)) {
    unsigned swapped = candidates & ~(1u << a | 1u << b);
    swapped |= (candidates >> a & 1) << b | (candidates >> b & 1) << a;
    tryAll(swapped, true);
    if (!best || !best->commuted)
      exchangeFactors(op, sm);
    else {
      ++numCommuted;
      ++commuted;
    }
  }
  if (!best) {
    std::string reason;
    isLegal(op, sm, candidates, &reason);
    return op->emitOpError("has no form on sm_") << sm << ": " << reason;
  }
  unsigned moved = best->moved;
  for (unsigned i = 0; i != desc.numUses; ++i) {
    if (!(moved >> i & 1) || desc.slots[desc.numDefs + i].kind != Kind::R)
      continue;
    if (toUniform(op, i, moved)) {
      moved &= ~(1u << i);
      continue;
    }
    // Perhaps in the place of the other factor.
    if (int(i) != a || b < 0 || moved >> b & 1 || !exchangeFactors(op, sm))
      continue;
    if (toUniform(op, unsigned(b), (moved & ~(1u << a)) | 1u << b))
      moved &= ~(1u << a);
    else
      exchangeFactors(op, sm);
  }
  for (unsigned i = 0; i != desc.numUses; ++i)
    if (moved >> i & 1)
      if (failed(toRegister(op, i)))
        return failure();
  return success();
}

LogicalResult LegalizeOperands::legalize(InstOpInterface op) {
  if (removeConstantGuard(op))
    return success();
  legalizePassThrough(op);
  const InstDesc &desc = op.getDesc();
  // A move or load of an address is what the linker can fill in.
  if (hasLinkedAddresses && op.getOpcode() != Opcode::MOV)
    for (unsigned i = 0; i != desc.numUses; ++i) {
      ConstantOperand c = getConstantOperand(op->getOperand(i));
      if (c.kind == ConstantOperand::CBank && c.bank == target::kAddressBank &&
          failed(toRegister(op, i)))
        return failure();
    }
  unsigned candidates = 0, zeros = 0;
  for (unsigned i = 0; i != desc.numUses; ++i) {
    Value value = op->getOperand(i);
    ConstantOperand c = getConstantOperand(value);
    if (c ? !c.isFree
          : getRegFile(value.getType()) != desc.slots[desc.numDefs + i].kind)
      candidates |= 1u << i;
    else if (c && desc.slots[desc.numDefs + i].kind == Kind::R)
      zeros |= 1u << i;
  }
  // A register that is always zero may be what a form excludes.
  if (zeros && !desc.rules.empty() && !isLegal(op, sm, candidates))
    candidates |= zeros;
  if (!candidates || isLegal(op, sm))
    return success();
  if (moveToSlotB(op, candidates, sm)) {
    ++toB;
    if (isLegal(op, sm))
      return success();
  }
  // A move of what it cannot hold is the load of it.
  if (op.getOpcode() == Opcode::MOV && !op.isGuarded() &&
      getConstantOperand(op->getOperand(0))) {
    ++constantMoves;
    op->getResult(0).replaceAllUsesWith(
        getLoaded(op, op->getOperand(0), Kind::R));
    op->erase();
    return success();
  }
  return chooseForm(op, candidates);
}

void LegalizeOperands::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  sm = getSM(func);
  Operation *module = func->getParentOp();
  hasLinkedAddresses =
      module->hasAttr(kRelocatableAttr) || module->hasAttr(kExtensibleAttr);
  if (!sm) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  builder.emplace(func.getContext());
  warpBlocks = nullptr;
  loaded.clear();
  bankReads.clear();
  numUniform = numHoisted = mostLocalUniform = 0;
  localUniform.clear();
  localBlock = nullptr;
  lastChange = 0;
  uniformSamples = {};
  if (hoist)
    findBankReads();
  index = 0;
  bool hasFailed = false;
  // Dominators first: what a dominating block loads serves the blocks below.
  BlockNumbering blocks(func.getBody());
  FlowGraph graph = blocks.makeGraph();
  for (unsigned n : reversePostOrder(graph, 0)) {
    for (Operation &op : llvm::make_early_inc_range(*blocks[n])) {
      ++index;
      if (mayChangeThreads(&op))
        lastChange = index;
      if (auto frame = dyn_cast<FrameAddressOp>(op))
        lowerFrameAddress(frame);
      else if (auto inst = dyn_cast<InstOpInterface>(op))
        hasFailed |= failed(legalize(inst));
    }
  }
  for (Value sample : uniformSamples)
    if (sample)
      sample.getDefiningOp()->erase();
  if (hasFailed)
    signalPassFailure();
  markAnalysesPreserved<WarpBlocks>();
}

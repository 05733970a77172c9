//===- UniformTrees.cpp - Arithmetic of the whole warp --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates are instructions in blocks that the warp runs together, of CTA
// numbers, constants and each other. One stays a candidate while all that reads
// its result is one, too, or takes a uniform register in that place; of the
// uniform registers that another instruction would read, it takes one; which
// one is not settled before the others are known to stay candidates. A number
// or a constant (a leaf) may be in both files, if something is computed from
// it.
//
//===----------------------------------------------------------------------===//

#include "UniformTrees.h"
#include "InstShapes.h"
#include "UniformUses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;
using ptxmlir::isa::Opcode;

static RewriteCounter computations("uniform-computation");

/// Times that candidates are looked at before none is taken.
constexpr unsigned kMaxRounds = 16;
/// Computations for which a leaf may be in both files.
constexpr int kCostOfLeaf = 2;

namespace {

/// A candidate.
struct Member {
  /// What it becomes; Count for tuple operations.
  Opcode opcode = Opcode::Count;
  uint64_t mods = 0;
  bool isLeaf = false; ///< or a part of one
  /// A leaf that something reads in an R register, too.
  bool isKept = false;
  bool isOut = false; ///< no candidate any more

  bool isComputed() const { return !isLeaf && opcode != Opcode::Count; }
  bool isWholeLeaf() const { return isLeaf && opcode != Opcode::Count; }
};

class UniformTrees {
public:
  UniformTrees(FuncOp func, unsigned sm, const WarpBlocks &warp)
      : func(func), sm(sm), warp(warp), blocks(warp.divergence().blocks()) {}
  unsigned run();

private:
  bool addMember(Operation &op);
  bool addLeaf(InstOpInterface inst);
  bool addComputation(InstOpInterface inst);
  bool isMember(Operation *op) const;
  bool isSourceOf(Value value) const;
  void makeSamples();
  void eraseSamples();
  bool takesSample(OpOperand &use);
  bool removeByReaders();
  bool removeByOperands();
  bool removeLosers();
  void removeLosses();
  int countCrossing();
  void findBlocksOfCalls();
  Value loadLeaf(OpBuilder &builder, InstOpInterface load);
  Value shareLoad(Value loaded);
  void findUniformLoads();
  Value makeConstant(OpBuilder &builder, Location loc, Value value, Kind file);
  void convert(Operation *op, const Member &member);
  void replaceReads(Operation *op);

  FuncOp func;
  unsigned sm;
  const WarpBlocks &warp;
  const BlockNumbering &blocks;
  llvm::BitVector ofCalls; ///< blocks with a call, or where a thread may be
                           ///< during one or behind it
  llvm::MapVector<Operation *, Member> members;
  /// Some uniform register and a pair, while candidates are chosen.
  Value samples[2];
  Value predicateSample;
  SmallVector<Operation *, 5> sampleOps;
  /// What an instruction that is no candidate will read in a uniform register.
  DenseMap<Operation *, Value> claims;
  /// Candidates that an instruction cannot read, as it reads another one.
  SmallVector<std::pair<Operation *, Operation *>> losers;
  DenseMap<Value, Value> uniformOf;
  /// Uniform loads of constants by their block and modifiers: those that were
  /// there, and new ones.
  DenseMap<std::pair<Block *, uint64_t>, Operation *> uniformLoads;
};

} // namespace

/// The instruction of the uniform datapath that computes the same.
static Opcode getUniformCounterpart(Opcode opcode) {
  switch (opcode) {
  case Opcode::IADD3:
    return Opcode::UIADD3;
  case Opcode::IMAD:
    return Opcode::UIMAD;
  case Opcode::IMAD_WIDE:
    return Opcode::UIMAD_WIDE;
  case Opcode::LEA:
    return Opcode::ULEA;
  case Opcode::SHF:
    return Opcode::USHF;
  case Opcode::LOP3:
    return Opcode::ULOP3;
  case Opcode::MOV:
    return Opcode::UMOV;
  case Opcode::ISETP:
    return Opcode::UISETP;
  case Opcode::SEL:
    return Opcode::USEL;
  default:
    return Opcode::Count;
  }
}

/// The same modifiers of another record; none if it has not all of them.
static std::optional<uint64_t> translateModifiers(const isa::InstDesc &from,
                                                  uint64_t mods,
                                                  const isa::InstDesc &to) {
  uint64_t result = to.defaultMods;
  for (const isa::ModDesc &mod : from.mods) {
    uint64_t value = mod.field.get(mods);
    if (int index = to.findMod(mod.name); index >= 0)
      result = to.mods[size_t(index)].field.set(result, value);
    else if (value != mod.field.get(from.defaultMods))
      return std::nullopt;
  }
  return result;
}

void UniformTrees::makeSamples() {
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Location loc = func.getLoc();
  Value zero =
      ImmOp::create(builder, loc, URType::get(func.getContext(), 1), 0);
  samples[0] =
      createInst(builder, loc, Opcode::UMOV, zero, isa::UMOV::kDefaultMods)
          ->getResult(0);
  samples[1] =
      CombineOp::create(builder, loc, URType::get(func.getContext(), 2),
                        ValueRange{samples[0], samples[0]});
  Value yes = ImmOp::create(builder, loc, UPType::get(func.getContext()), 1);
  predicateSample =
      createInst(builder, loc, Opcode::UISETP, {zero, zero, yes, yes},
                 isa::UISETP::kDefaultMods)
          ->getResult(0);
  for (Value value : {zero, samples[0], samples[1], yes, predicateSample})
    sampleOps.push_back(value.getDefiningOp());
}

void UniformTrees::eraseSamples() {
  for (Operation *op : llvm::reverse(sampleOps))
    op->erase();
}

bool UniformTrees::isMember(Operation *op) const {
  auto it = members.find(op);
  return it != members.end() && !it->second.isOut;
}

/// Whether a candidate may read the value.
bool UniformTrees::isSourceOf(Value value) const {
  // The frame's begin is a register, not a number.
  if (ConstantOperand c = getConstantOperand(value))
    return c.kind == ConstantOperand::Imm || c.kind == ConstantOperand::Undef;
  Operation *def = value.getDefiningOp();
  Kind file = getRegFile(value.getType());
  // What a collective gives is overwritten by the threads of the next mask.
  if (file == Kind::UR || file == Kind::UP)
    return def && !isConvergent(def);
  return isMember(def);
}

bool UniformTrees::addLeaf(InstOpInterface inst) {
  Member member;
  member.isLeaf = true;
  switch (inst.getOpcode()) {
  case Opcode::S2R:
    if (!isa::isUniformSpecialRegister(isa::S2R::sr.get(inst.getModBits())) ||
        !isa::isConstantSpecialRegister(isa::S2R::sr.get(inst.getModBits())) ||
        !isa::hasOpcode(Opcode::S2UR, sm))
      return false;
    member.opcode = Opcode::S2UR;
    member.mods = isa::S2UR::sr.set(isa::S2UR::kDefaultMods,
                                    isa::S2R::sr.get(inst.getModBits()));
    break;
  case Opcode::LDC: {
    namespace Record = isa::LDC;
    uint64_t type = Record::type.get(inst.getModBits());
    ConstantOperand index = getConstantOperand(inst->getOperand(0));
    if (index.kind != ConstantOperand::Imm || index.bits ||
        (type != uint64_t(isa::MemType::B32) &&
         type != uint64_t(isa::MemType::B64)))
      return false;
    OpBuilder builder(inst);
    Value trial = loadLeaf(builder, inst);
    bool isPossible = isLegal(cast<InstOpInterface>(trial.getDefiningOp()), sm);
    Operation *zero = trial.getDefiningOp()->getOperand(0).getDefiningOp();
    trial.getDefiningOp()->erase();
    zero->erase();
    if (!isPossible)
      return false;
    member.opcode = getUniformConstantLoad(sm);
    break;
  }
  default:
    return false;
  }
  members[inst] = member;
  return true;
}

/// The load as a uniform one.
Value UniformTrees::loadLeaf(OpBuilder &builder, InstOpInterface load) {
  namespace Record = isa::LDC;
  uint64_t mods = load.getModBits();
  unsigned width =
      Record::type.get(mods) == uint64_t(isa::MemType::B64) ? 2 : 1;
  return loadUniformConstant(builder, load->getLoc(), sm,
                             unsigned(Record::bank.get(mods)),
                             int32_t(Record::offset.getSigned(mods)), width);
}

bool UniformTrees::addComputation(InstOpInterface inst) {
  Member member;
  member.opcode = getUniformCounterpart(inst.getOpcode());
  if (member.opcode == Opcode::Count || !isa::hasOpcode(member.opcode, sm) ||
      !llvm::all_of(inst->getOperands(),
                    [&](Value value) { return isSourceOf(value); }))
    return false;
  const isa::InstDesc &from = inst.getDesc(), &to = isa::getDesc(member.opcode);
  std::optional<uint64_t> mods =
      translateModifiers(from, inst.getModBits(), to);
  if (!mods)
    return false;
  member.mods = *mods;
  // Tried out with some registers.
  OpBuilder builder(inst);
  SmallVector<Value> sources;
  SmallVector<Operation *> made;
  for (const isa::SlotDesc &slot : to.slots.drop_front(to.numDefs)) {
    int index = from.findSlot(slot.name);
    if (index < int(from.numDefs))
      break;
    Value value = inst->getOperand(unsigned(index) - from.numDefs);
    if (!getConstantOperand(value)) {
      unsigned width = getWidth(value.getType());
      if (width > 2)
        break;
      sources.push_back(slot.kind == Kind::UP ? predicateSample
                                              : samples[width - 1]);
      continue;
    }
    Value constant = makeConstant(builder, inst->getLoc(), value, slot.kind);
    made.push_back(constant.getDefiningOp());
    sources.push_back(constant);
  }
  bool isPossible = sources.size() == to.numUses;
  if (isPossible) {
    Operation *trial = createInst(builder, inst->getLoc(), member.opcode,
                                  sources, member.mods);
    isPossible = isLegal(cast<InstOpInterface>(trial), sm);
    trial->erase();
  }
  for (Operation *op : made)
    op->erase();
  if (isPossible)
    members[inst] = member;
  return isPossible;
}

bool UniformTrees::addMember(Operation &op) {
  if (llvm::isa<ExtractOp, CombineOp>(op)) {
    if (getRegFile(op.getResult(0).getType()) != Kind::R ||
        getConstantOperand(op.getResult(0)) ||
        getWidth(op.getResult(0).getType()) > 2 ||
        !llvm::all_of(op.getOperands(), [&](Value value) {
          return isSourceOf(value) && getWidth(value.getType()) <= 2;
        }))
      return false;
    Member member;
    if (llvm::isa<ExtractOp>(op)) {
      auto source = members.find(op.getOperand(0).getDefiningOp());
      member.isLeaf = source != members.end() && source->second.isLeaf;
    }
    members[&op] = member;
    return true;
  }
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst || inst.isGuarded() || !op.getNumResults())
    return false;
  return addLeaf(inst) || addComputation(inst);
}

/// Whether the operand may be a uniform register, with the others as they are.
bool UniformTrees::takesSample(OpOperand &use) {
  unsigned width = getWidth(use.get().getType());
  return width && width <= 2 && takesUniform(use, samples[width - 1], sm);
}

/// Removes what something reads that takes no uniform register.
bool UniformTrees::removeByReaders() {
  claims.clear();
  losers.clear();
  bool isChanged = false;
  Operation *winner = nullptr;
  auto reads = [&](Operation *reader, Value value) {
    if (ofCalls[blocks[reader->getBlock()]])
      return false;
    bool isPredicate = getRegFile(value.getType()) == Kind::P;
    // There are few uniform predicates: none lives from block to block.
    if (auto it = members.find(reader);
        it != members.end() && !it->second.isOut)
      return !it->second.isKept &&
             (!isPredicate || reader->getBlock() == value.getParentBlock());
    if (isPredicate)
      return false;
    SmallVector<OpOperand *, 2> uses;
    for (OpOperand &operand : reader->getOpOperands())
      if (operand.get() == value)
        uses.push_back(&operand);
    if (uses.size() != 1 || !takesSample(*uses[0]))
      return false;
    auto [claim, isFirst] = claims.try_emplace(reader, value);
    if (!isFirst)
      winner = claim->second.getDefiningOp();
    return true;
  };
  auto visit = [&](Operation *op, Member &member) {
    bool isRead = true;
    winner = nullptr;
    for (Value result : op->getResults()) {
      // Trying operands changes the order of the uses.
      llvm::SetVector<Operation *> readers(result.user_begin(),
                                           result.user_end());
      for (Operation *reader : readers)
        isRead &= reads(reader, result);
    }
    if (member.isLeaf)
      member.isKept = !isRead || winner;
    else if (!isRead)
      member.isOut = isChanged = true;
    else if (winner)
      losers.push_back({op, winner});
  };
  // Leaves may be in both files, so that they come last.
  for (bool isLeaf : {false, true})
    for (auto &[op, member] : llvm::reverse(members))
      if (!member.isOut && member.isLeaf == isLeaf)
        visit(op, member);
  return isChanged;
}

/// Removes what reads something that is no candidate any more.
bool UniformTrees::removeByOperands() {
  bool isChanged = false;
  for (auto &[op, member] : members)
    if (!member.isOut && !member.isWholeLeaf() &&
        !llvm::all_of(op->getOperands(),
                      [&](Value value) { return isSourceOf(value); }))
      member.isOut = isChanged = true;
  return isChanged;
}

/// Removes what another candidate has taken the place of, if that is still one.
bool UniformTrees::removeLosers() {
  bool isChanged = false;
  for (auto [op, winner] : losers)
    if (isMember(op) && isMember(winner))
      members.find(op)->second.isOut = isChanged = true;
  return isChanged;
}

/// Uniform registers that are live from block to block, candidates with them.
/// They may be live in all blocks, for all that is known here.
int UniformTrees::countCrossing() {
  int count = 0;
  for (Block &block : func.getBody())
    for (Operation &op : block)
      for (Value result : op.getResults())
        if ((getRegFile(result.getType()) == Kind::UR || isMember(&op)) &&
            ownsRegister(result) &&
            llvm::any_of(result.getUsers(), [&](Operation *reader) {
              return reader->getBlock() != &block;
            }))
          count += int(getWidth(result.getType()));
  return count;
}

/// Removes trees that need more instructions than they save.
void UniformTrees::removeLosses() {
  llvm::EquivalenceClasses<Operation *> trees;
  for (auto &[op, member] : members) {
    if (member.isOut)
      continue;
    trees.insert(op);
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp(); isMember(def))
        trees.unionSets(op, def);
  }
  DenseMap<Operation *, int> gains;
  for (auto &[op, member] : members) {
    if (member.isOut)
      continue;
    int &gain = gains[trees.getLeaderValue(op)];
    if (member.isComputed())
      ++gain;
    else if (member.isKept && member.isWholeLeaf())
      gain -= kCostOfLeaf;
  }
  for (auto &[op, member] : members)
    if (!member.isOut && gains[trees.getLeaderValue(op)] <= 0)
      member.isOut = true;
}

/// A constant as an operand of another file.
Value UniformTrees::makeConstant(OpBuilder &builder, Location loc, Value value,
                                 Kind file) {
  ConstantOperand c = getConstantOperand(value);
  MLIRContext *context = builder.getContext();
  Type type = UPType::get(context);
  if (file == Kind::UR)
    type = URType::get(context, std::max(1u, c.width));
  return ImmOp::create(builder, loc, type, c.bits);
}

/// What its block loads already, as operands of other instructions, in the
/// place of what has been loaded now.
Value UniformTrees::shareLoad(Value loaded) {
  auto load = cast<InstOpInterface>(loaded.getDefiningOp());
  auto [it, isNew] =
      uniformLoads.try_emplace({load->getBlock(), load.getModBits()}, load);
  if (isNew)
    return loaded;
  Operation *other = it->second;
  if (load->isBeforeInBlock(other)) {
    other->getOperand(0).getDefiningOp()->moveBefore(load);
    other->moveBefore(load);
  }
  load->erase();
  return other->getResult(0);
}

void UniformTrees::findUniformLoads() {
  for (Block &block : func.getBody()) {
    Operation *meeting = findLastMeeting(block);
    for (Operation &op : llvm::make_range(
             meeting ? meeting->getIterator() : block.begin(), block.end()))
      if (auto load = dyn_cast<InstOpInterface>(op);
          load && load.getOpcode() == getUniformConstantLoad(sm) &&
          !load.isGuarded() && isZero(load->getOperand(0)))
        uniformLoads.try_emplace({&block, load.getModBits()}, load);
  }
}

void UniformTrees::convert(Operation *op, const Member &member) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto source = [&](Value value, Kind file) {
    if (Value uniform = uniformOf.lookup(value))
      return uniform;
    if (getConstantOperand(value))
      return makeConstant(builder, loc, value, file);
    return value;
  };
  Type type = URType::get(builder.getContext(),
                          std::max(1u, getWidth(op->getResult(0).getType())));
  if (auto extract = dyn_cast<ExtractOp>(op)) {
    uniformOf[op->getResult(0)] = ExtractOp::create(
        builder, loc, type, source(op->getOperand(0), Kind::UR),
        extract.getIndex());
    return;
  }
  SmallVector<Value> sources;
  if (llvm::isa<CombineOp>(op)) {
    for (Value operand : op->getOperands())
      sources.push_back(source(operand, Kind::UR));
    uniformOf[op->getResult(0)] =
        CombineOp::create(builder, loc, type, sources);
    return;
  }
  if (member.opcode == getUniformConstantLoad(sm)) {
    Value loaded = loadLeaf(builder, cast<InstOpInterface>(op));
    uniformOf[op->getResult(0)] = shareLoad(loaded);
    return;
  }
  const isa::InstDesc &from = cast<InstOpInterface>(op).getDesc(),
                      &to = isa::getDesc(member.opcode);
  for (const isa::SlotDesc &slot : to.slots.drop_front(to.numDefs))
    sources.push_back(source(
        op->getOperand(unsigned(from.findSlot(slot.name)) - from.numDefs),
        slot.kind));
  Operation *made =
      createInst(builder, loc, member.opcode, sources, member.mods);
  for (unsigned k = 0; k != from.numDefs; ++k)
    uniformOf[op->getResult(k)] =
        made->getResult(unsigned(to.findSlot(from.slots[k].name)));
}

/// Lets readers of the operation that are no candidates read the uniform
/// register.
void UniformTrees::replaceReads(Operation *op) {
  for (Value result : op->getResults()) {
    Value uniform = uniformOf.lookup(result);
    if (!uniform)
      continue;
    llvm::SetVector<Operation *> readers(result.user_begin(),
                                         result.user_end());
    for (Operation *reader : readers) {
      if (isMember(reader) || claims.lookup(reader) != result)
        continue;
      OpOperand *use =
          llvm::find_if(reader->getOpOperands(), [&](OpOperand &operand) {
            return operand.get() == result;
          });
      putUniform(*use, uniform, sm);
    }
  }
}

/// Only some uniform registers are preserved across calls: no candidate is read
/// there. What ends the kernel, such as a failed assertion, leads nowhere.
void UniformTrees::findBlocksOfCalls() {
  ofCalls.resize(warp.divergence().graph().size());
  SmallVector<unsigned> worklist;
  auto add = [&](unsigned block) {
    if (ofCalls.test(block))
      return;
    ofCalls.set(block);
    worklist.push_back(block);
  };
  for (Block &block : func.getBody()) {
    if (llvm::none_of(block, llvm::IsaPred<CallOp>))
      continue;
    unsigned n = blocks[&block];
    add(n);
    if (!warp.isOfWarp(n))
      llvm::for_each(warp.blocksOf(warp.setOf(n)), add);
  }
  while (!worklist.empty())
    llvm::for_each(warp.divergence().graph().succs(worklist.pop_back_val()),
                   add);
}

unsigned UniformTrees::run() {
  findBlocksOfCalls();
  makeSamples();
  bool isComputed = false;
  for (unsigned n : reversePostOrder(warp.divergence().graph(), 0)) {
    if (!warp.isOfWarp(n) || ofCalls[n])
      continue;
    Operation *meeting = findLastMeeting(*blocks[n]);
    auto begin =
        meeting ? std::next(meeting->getIterator()) : blocks[n]->begin();
    for (Operation &op : llvm::make_range(begin, blocks[n]->end()))
      if (!llvm::is_contained(sampleOps, &op) && addMember(op))
        isComputed |= members[&op].isComputed();
  }
  bool isChanged = isComputed;
  for (unsigned round = 0; isChanged && round != kMaxRounds; ++round) {
    isChanged = removeByReaders();
    isChanged |= removeByOperands();
    isChanged |= removeLosers();
  }
  unsigned count = 0;
  if (isComputed && !isChanged)
    removeLosses();
  eraseSamples();
  if (!isComputed || isChanged ||
      countCrossing() > int(getUniformGoal(func, 255)))
    return 0;
  findUniformLoads();
  for (auto &[op, member] : members)
    if (!member.isOut) {
      convert(op, member);
      if (!member.isComputed())
        continue;
      ++count;
      ++computations;
    }
  for (auto &[op, member] : members)
    if (!member.isOut)
      replaceReads(op);
  for (auto &[op, member] : llvm::reverse(members))
    if (!member.isOut) {
      // Parts of a leaf that nothing is computed from.
      if (Operation *made = uniformOf.lookup(op->getResult(0)).getDefiningOp();
          llvm::isa<ExtractOp>(made) && made->use_empty())
        made->erase();
      if (op->use_empty())
        op->erase();
    }
  return count;
}

unsigned ori::convertUniformTrees(FuncOp func, unsigned sm,
                                  const WarpBlocks &warp) {
  return UniformTrees(func, sm, warp).run();
}

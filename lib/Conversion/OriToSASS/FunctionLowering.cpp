//===- FunctionLowering.cpp - One function to machine code ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over blocks and operations: instructions, copies for block
// arguments, branches in layout order, labels. Calls and relocations have files
// of their own.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "BlockOrder.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;
using Kind = Operand::Kind;

/// Registers that the hardware takes per thread besides those in the code
/// (observed on ptxas 13.0.88: REG is the highest number plus three).
static constexpr unsigned kHiddenRegisters = 2;

FunctionLowering::FunctionLowering(ori::FuncOp source, sass::FuncOp target,
                                   unsigned sm, const AddressTable *addresses)
    : source(source), target(target), sm(sm), addressTable(addresses),
      registers(source), builder(target.getContext()), loc(source.getLoc()) {}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

Operation *FunctionLowering::emit(Inst inst, Attribute ref,
                                  BlockRange targets) {
  ++numInstructions;
  const InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned i = 0; i != desc.slots.size(); ++i) {
    const Operand &op = inst.ops[i];
    if (op.kind == Kind::R && op.reg != isa::RZ)
      highestRegister =
          std::max(highestRegister, op.reg + slotWidth(desc, i, inst.mods));
  }
  changesRegisters |= isa::changesRegisters(desc.sync);
  if (desc.sync == isa::SyncKind::BlockBarrier) {
    // A barrier in a register may be any of them.
    const Operand &bar = inst.ops[desc.findSlot("bar")];
    numBarriers = std::max<unsigned>(
        numBarriers, bar.kind == Kind::Imm
                         ? unsigned(bar.value) + 1
                         : target::lookupTarget(sm, "")->limits->namedBarriers);
  }
  Operation *op = sass::createInst(builder, loc, inst, ref, targets);
  if (!debugValues.empty())
    attachDebugValues(op);
  return op;
}

/// The registers of a value are those of the next operation, which may be the
/// end of the block.
void FunctionLowering::lowerDebugValue(ori::DebugValueOp op) {
  SmallVector<Attribute> parts = {op.getNameAttr(), op.getRegisterTypeAttr()};
  Value value = op.getValue();
  int reg = value && ori::ownsRegister(value) ? registers.lookup(value) : -1;
  if (reg >= 0) {
    unsigned width = ori::getWidth(value.getType());
    Operand first = getLane(value, 0);
    StringRef file = first.kind == Kind::R    ? "R"
                     : first.kind == Kind::UR ? "UR"
                     : first.kind == Kind::P  ? "P"
                                              : "UP";
    parts.push_back(builder.getStringAttr(file + Twine(first.reg)));
    parts.push_back(builder.getI32IntegerAttr(std::max(width, 1u)));
  }
  debugValues.push_back(builder.getArrayAttr(parts));
}

void FunctionLowering::attachDebugValues(Operation *op) {
  SmallVector<Attribute> all;
  if (auto before = op->getAttrOfType<ArrayAttr>(sass::kDebugValuesAttr))
    llvm::append_range(all, before);
  all.append(debugValues);
  debugValues.clear();
  op->setDiscardableAttr(sass::kDebugValuesAttr, builder.getArrayAttr(all));
}

/// A new block after the current one, to which the builder moves.
Block *FunctionLowering::startBlock() {
  auto *block = new Block();
  Block *current = builder.getInsertionBlock();
  block->insertAfter(current);
  builder.setInsertionPointToEnd(block);
  return block;
}

/// A jump to `destination`, nothing if that follows as `next`.
void FunctionLowering::emitBranch(Block *destination, Block *next) {
  if (destination == next) {
    sass::FallthroughOp::create(builder, loc, destination);
    return;
  }
  Inst inst = makeDefaultInst(Opcode::BRA);
  inst.ops[isa::BRA::kTarget] = Operand::label(0);
  emit(inst, {}, destination);
}

/// A label of the function; the code of a kernel holds that of others, too.
sass::LabelAttr FunctionLowering::getLabel(const Twine &what) {
  std::string name = what.str();
  if (!source.getKernel())
    name = (source.getSymName() + "$" + name).str();
  return sass::LabelAttr::get(builder.getContext(),
                              builder.getStringAttr(name));
}

/// Goes on in a block with a label at its begin.
void FunctionLowering::startLabelledBlock(sass::LabelAttr label) {
  Block *before = builder.getInsertionBlock();
  Block *after = startBlock();
  builder.setInsertionPointToEnd(before);
  auto fall = sass::FallthroughOp::create(builder, loc, after);
  if (!debugValues.empty())
    attachDebugValues(fall);
  builder.setInsertionPointToEnd(after);
  sass::LabelOp::create(builder, loc, label.getName());
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// One register of a value, as the source or destination of a copy.
Operand FunctionLowering::getLane(Value value, unsigned lane) {
  ori::ConstantOperand c = ori::getConstantOperand(value);
  switch (c.kind) {
  case ori::ConstantOperand::Imm: {
    // Predicates are 0 and 1.
    uint64_t bits = c.bits;
    if (auto imm = value.getDefiningOp<ori::ImmOp>(); imm && c.width > 2)
      bits = cast<IntegerAttr>(imm.getValue())
                 .getValue()
                 .extractBitsAsZExtValue(32, 32 * lane);
    else
      bits = c.width ? uint32_t(bits >> (32 * lane)) : bits;
    return Operand::imm(int64_t(bits));
  }
  case ori::ConstantOperand::CBank:
    // Signed, as in makeMachineInst.
    return Operand::cbank(c.bank, int16_t(c.offset + 4 * int(lane)));
  case ori::ConstantOperand::Frame:
    return Operand::r(c.bank);
  case ori::ConstantOperand::Undef:
    return Operand();
  case ori::ConstantOperand::None:
    break;
  }
  int reg = registers.lookup(value);
  if (reg < 0)
    return Operand();
  return {ori::getRegFile(value.getType()), uint16_t(reg + lane), 0};
}

LogicalResult FunctionLowering::addCopies(Operation *op, Value to, int toLane,
                                          Value from, int fromLane,
                                          unsigned width, Copies &copies) {
  for (unsigned k = 0; k != width; ++k) {
    RegisterCopy copy = {getLane(to, toLane + k), getLane(from, fromLane + k)};
    if (copy.to.kind == Kind::None)
      continue; // nobody reads it
    if (copy.to.kind == Kind::UP)
      return op->emitError("cannot copy a uniform predicate register");
    if (copy.from.kind == Kind::None) {
      if (ori::getConstantOperand(from))
        continue; // undefined
      return op->emitError("reads a value that has no register; run "
                           "ori-allocate-registers first");
    }
    copies.push_back(copy);
  }
  return success();
}

LogicalResult FunctionLowering::getEdgeCopies(BranchOpInterface branch,
                                              unsigned successor,
                                              Copies &copies) {
  Block *block = branch->getSuccessor(successor);
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  for (BlockArgument arg : block->getArguments())
    if (!arg.use_empty() &&
        failed(addCopies(branch, arg, 0, operands[arg.getArgNumber()], 0,
                         ori::getWidth(arg.getType()), copies)))
      return failure();
  llvm::erase_if(copies, [](const RegisterCopy &c) { return c.to == c.from; });
  return success();
}

void FunctionLowering::emitCopies(const Copies &copies) {
  // Addresses that a linker fills in read no register: last of all.
  Copies addresses, others;
  for (const RegisterCopy &copy : copies)
    (isAddress(copy.from) ? addresses : others).push_back(copy);
  for (const Inst &inst : sequentializeCopies(others, sm)) {
    emit(inst);
    ++numCopies;
  }
  for (const RegisterCopy &copy : addresses) {
    (void)emitAddress(copy.to, copy.from.value);
    ++numCopies;
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::lowerInst(ori::InstOpInterface op) {
  Inst inst;
  auto regOf = [&](Value value) { return registers.lookup(value); };
  int slot = ori::makeMachineInst(op, regOf, inst);
  if (slot >= 0)
    return op->emitError("slot '")
           << op.getDesc().slots[slot].name
           << "' has no register and cannot hold its operand; run "
              "ori-legalize-operands and ori-allocate-registers first";
  if (op.isGuarded() && !ori::getConstantOperand(op.getGuard()) &&
      registers.lookup(op.getGuard()) < 0)
    return op->emitError("guard has no register");
  if (hasLinkedAddresses()) {
    FailureOr<bool> isDone = lowerAddressLoad(inst);
    if (failed(isDone))
      return op->emitError("has an operand whose address only the linker "
                           "knows; run ori-legalize-operands first");
    if (*isDone)
      return success();
  }
  std::string reason;
  if (!isa::encode(inst, sm, &reason))
    return op->emitError("cannot be encoded: ") << reason;
  Operation *emitted = emit(inst);
  // What the cubin says about an instruction that does not show it.
  for (StringRef mark :
       {StringRef(kCoopGroupAttr), StringRef("warp_wide"),
        StringRef(kStrongAttr), StringRef(kWeakAttr), StringRef(kMBarrierAttr),
        StringRef(kUnlistedSyncAttr), StringRef(kByteFloatsAttr)})
    if (Attribute attr = op->getDiscardableAttr(mark))
      emitted->setDiscardableAttr(mark, attr);
  return success();
}

static Operand barrier(int32_t number) { return Operand::b(unsigned(number)); }

/// Says of a BSSY or BSYNC that the meeting is for reconvergence only.
static void setReconvergent(Inst &inst, unsigned sm) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  int mod = desc.findMod("reconvergent");
  if (mod >= 0 &&
      target::getFeatures(sm).has(target::Feature::MarkedReconvergence))
    inst.mods = desc.mods[mod].field.set(inst.mods, 1);
}

void FunctionLowering::lowerBSSY(ori::BSSYOp op) {
  Inst inst = makeDefaultInst(Opcode::BSSY);
  inst.ops[isa::BSSY::kBar] = barrier(op.getBarrier());
  inst.ops[isa::BSSY::kTarget] = Operand::label(0);
  setReconvergent(inst, sm);
  emit(inst, getLabel("sync" + Twine(op.getSync())));
}

/// The label that the BSSY names is behind the BSYNC, in a block of its own.
void FunctionLowering::lowerBSync(ori::BSyncOp op) {
  Inst inst = makeDefaultInst(Opcode::BSYNC);
  inst.ops[isa::BSYNC::kBar] = barrier(op.getBarrier());
  setReconvergent(inst, sm);
  emit(inst);
  startLabelledBlock(getLabel("sync" + Twine(op.getSync())));
}

void FunctionLowering::lowerBreak(ori::BreakOp op) {
  Inst inst = makeDefaultInst(Opcode::BREAK);
  inst.ops[isa::BREAK::kBar] = barrier(op.getBarrier());
  if (Value condition = op.getCondition()) {
    ori::ConstantOperand c = ori::getConstantOperand(condition);
    inst.guardNot = op.getNegated();
    if (!c)
      inst.guard = uint8_t(registers.lookup(condition));
    else if (c.kind == ori::ConstantOperand::Imm && !c.bits)
      inst.guardNot = !inst.guardNot;
  }
  emit(inst);
}

LogicalResult FunctionLowering::lowerSaveBarrier(ori::SaveBarrierOp op) {
  Inst inst = makeDefaultInst(Opcode::BMOV_R);
  inst.ops[isa::BMOV_R::kD] = getLane(op.getResult(), 0);
  if (inst.ops[isa::BMOV_R::kD].kind != Kind::R)
    return op.emitError("has no register");
  inst.ops[isa::BMOV_R::kBar] = barrier(op.getBarrier());
  inst.mods = isa::BMOV_R::clear.set(inst.mods, 1);
  emit(inst);
  return success();
}

LogicalResult FunctionLowering::lowerRestoreBarrier(ori::RestoreBarrierOp op) {
  Inst inst = makeDefaultInst(Opcode::BMOV_B);
  inst.ops[isa::BMOV_B::kBar] = barrier(op.getBarrier());
  inst.ops[isa::BMOV_B::kA] = getLane(op.getSaved(), 0);
  if (inst.ops[isa::BMOV_B::kA].kind != Kind::R)
    return op.emitError("operand has no register");
  emit(inst);
  return success();
}

LogicalResult FunctionLowering::lowerOp(Operation &op) {
  if (auto inst = dyn_cast<ori::InstOpInterface>(op))
    return lowerInst(inst);
  if (auto call = dyn_cast<ori::CallOp>(op))
    return lowerCall(call);
  Copies copies;
  LogicalResult result =
      llvm::TypeSwitch<Operation *, LogicalResult>(&op)
          .Case<ori::ImmOp, ori::CBankOp, ori::UndefOp>(
              [](auto) { return success(); })
          .Case([&](ori::CombineOp op) {
            int lane = 0;
            for (Value part : op.getParts()) {
              unsigned width = ori::getWidth(part.getType());
              if (failed(addCopies(op, op.getResult(), lane, part, 0, width,
                                   copies)))
                return failure();
              lane += width;
            }
            return success();
          })
          .Case([&](ori::ExtractOp op) {
            if (ori::getConstantOperand(op.getResult()))
              return success();
            return addCopies(op, op.getResult(), 0, op.getTuple(),
                             op.getIndex(), ori::getWidth(op.getType()),
                             copies);
          })
          .Case([&](ori::CopyOp op) {
            return addCopies(op, op.getResult(), 0, op.getSource(), 0,
                             ori::getWidth(op.getType()), copies);
          })
          .Case([&](ori::HoldOp op) {
            return addCopies(op, op.getResult(), 0, op.getSource(), 0,
                             ori::getWidth(op.getType()), copies);
          })
          .Case([&](ori::FrameAddressOp op) -> LogicalResult {
            if (op.getOffset() == 0)
              return success();
            return op.emitError("run ori-legalize-operands first");
          })
          .Case([&](ori::DebugValueOp op) {
            return lowerDebugValue(op), success();
          })
          .Case([&](ori::StackPointerOp op) {
            Operand to = getLane(op.getResult(), 0);
            if (to.kind != Kind::None)
              copies.push_back({to, Operand::r(ori::kStackPointer)});
            return success();
          })
          .Case([&](ori::SetStackPointerOp op) -> LogicalResult {
            Operand from = getLane(op.getAddress(), 0);
            if (from.kind != Kind::None)
              copies.push_back({Operand::r(ori::kStackPointer), from});
            else if (!ori::getConstantOperand(op.getAddress()))
              return op.emitError("reads a value that has no register; run "
                                  "ori-allocate-registers first");
            return success();
          })
          .Case([&](ori::StackArgumentOp op) { return lowerStackArgument(op); })
          .Case([&](ori::SymbolWordOp op) { return lowerSymbolWord(op); })
          .Case([&](ori::QuadFetchOp op) { return lowerQuadFetch(op); })
          .Case([&](ori::BSSYOp op) { return lowerBSSY(op), success(); })
          .Case([&](ori::BSyncOp op) { return lowerBSync(op), success(); })
          .Case([&](ori::BreakOp op) { return lowerBreak(op), success(); })
          .Case([&](ori::SaveBarrierOp op) { return lowerSaveBarrier(op); })
          .Case(
              [&](ori::RestoreBarrierOp op) { return lowerRestoreBarrier(op); })
          .Default([](Operation *op) {
            return op->emitError("has no machine instruction");
          });
  if (failed(result))
    return failure();
  emitCopies(copies);
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::lowerBranch(ori::BraOp op, Block *next) {
  Copies copies;
  if (failed(getEdgeCopies(op, 0, copies)))
    return failure();
  emitCopies(copies);
  emitBranch(blocks[op.getDest()], next);
  return success();
}

/// The successor of a branch whose condition is known by now.
static std::optional<unsigned> getOnlySuccessor(ori::CondBraOp op) {
  ori::ConstantOperand c = ori::getConstantOperand(op.getCondition());
  if (!c)
    return std::nullopt;
  bool holds = c.kind == ori::ConstantOperand::Imm && c.bits;
  return holds != op.getNegated() ? 0 : 1;
}

/// Copies on the edges of a conditional branch need blocks of their own, which
/// follow the branch: the edge with copies becomes the one that falls through.
LogicalResult FunctionLowering::lowerCondBranch(ori::CondBraOp op,
                                                Block *next) {
  Copies copies[2];
  if (failed(getEdgeCopies(op, 0, copies[0])) ||
      failed(getEdgeCopies(op, 1, copies[1])))
    return failure();
  Block *targets[2] = {blocks[op.getTrueDest()], blocks[op.getFalseDest()]};
  bool isNot = op.getNegated();
  bool sameTarget =
      targets[0] == targets[1] && copies[0].empty() && copies[1].empty();
  if (std::optional<unsigned> only = sameTarget ? 0 : getOnlySuccessor(op)) {
    emitCopies(copies[*only]);
    emitBranch(targets[*only], next);
    return success();
  }
  int condition = registers.lookup(op.getCondition());
  if (condition < 0)
    return op.emitError("condition has no register");

  // Edge `jump` is the branch, the other one runs on.
  unsigned jump = 0;
  if (!copies[0].empty() && copies[1].empty())
    jump = 1;
  else if (copies[0].empty() && copies[1].empty() && targets[0] == next)
    jump = 1;
  Inst inst = makeDefaultInst(Opcode::BRA);
  inst.ops[isa::BRA::kTarget] = Operand::label(0);
  inst.guard = uint8_t(condition);
  inst.guardNot = isNot != (jump == 1);

  const Copies &onJump = copies[jump], &onFall = copies[1 - jump];
  Block *fall = targets[1 - jump];
  Block *branchBlock = builder.getInsertionBlock();
  if (onJump.empty() && onFall.empty() && fall == next) {
    emit(inst, {}, {targets[jump], next});
    return success();
  }
  numSplitEdges += !onJump.empty() + !onFall.empty();
  Block *fallBlock = startBlock();
  Block *jumpBlock = targets[jump];
  if (!onJump.empty()) {
    jumpBlock = startBlock();
    emitCopies(onJump);
    emitBranch(targets[jump], next);
  }
  builder.setInsertionPointToEnd(fallBlock);
  emitCopies(onFall);
  emitBranch(fall, onJump.empty() ? next : nullptr);
  builder.setInsertionPointToEnd(branchBlock);
  emit(inst, {}, {jumpBlock, fallBlock});
  return success();
}

LogicalResult FunctionLowering::lowerBlock(Block &block, Block *next) {
  builder.setInsertionPointToEnd(blocks[&block]);
  if (block.isEntryBlock()) {
    if (source.getKernel())
      setUpStack();
    else
      enterFunction(block);
  }
  for (Operation &op : block.without_terminator()) {
    loc = op.getLoc();
    if (failed(lowerOp(op)))
      return failure();
  }
  // The end of a block may become several, with copies on their edges.
  SmallVector<Attribute, 0> pending = std::exchange(debugValues, {});
  Block *here = builder.getInsertionBlock();
  Operation *last = here->empty() ? nullptr : &here->back();
  if (failed(lowerTerminator(block.getTerminator(), next)))
    return failure();
  if (pending.empty())
    return success();
  debugValues = std::move(pending);
  attachDebugValues(last ? last->getNextNode() : &here->front());
  return success();
}

LogicalResult FunctionLowering::lowerTerminator(Operation *terminator,
                                                Block *next) {
  loc = terminator->getLoc();
  return llvm::TypeSwitch<Operation *, LogicalResult>(terminator)
      .Case([&](ori::BraOp op) { return lowerBranch(op, next); })
      .Case([&](ori::CondBraOp op) { return lowerCondBranch(op, next); })
      .Case([&](ori::RetOp op) { return lowerReturn(op); })
      .Case<ori::ExitOp, ori::UnreachableOp>([&](auto) {
        emit(makeDefaultInst(Opcode::EXIT));
        sass::EndOp::create(builder, loc);
        return success();
      })
      .Default([](Operation *op) {
        return op->emitError("has no machine instruction");
      });
}

/// Blocks that do nothing but branch, because edges were split that nothing was
/// put on, with where they lead in the end.
llvm::DenseMap<Block *, Block *> FunctionLowering::findEmptyBlocks() {
  llvm::DenseMap<Block *, Block *> onward;
  for (Block &block : llvm::drop_begin(source.getBody())) {
    auto bra = dyn_cast<ori::BraOp>(block.getTerminator());
    Copies copies;
    if (bra && !block.getNumArguments() &&
        llvm::all_of(block.without_terminator(),
                     [](Operation &op) {
                       return op.getNumOperands() == 0 &&
                              op.getNumResults() == 1 &&
                              ori::getConstantOperand(op.getResult(0));
                     }) &&
        succeeded(getEdgeCopies(bra, 0, copies)) && copies.empty())
      onward[&block] = bra.getDest();
  }
  for (Block &block : source.getBody()) {
    llvm::SmallSetVector<Block *, 8> path;
    Block *at = &block;
    for (auto it = onward.find(at); it != onward.end() && path.insert(at);
         it = onward.find(at))
      at = it->second;
    // Of a circle one block stays.
    if (path.contains(at))
      onward.erase(at);
    for (Block *passed : path)
      if (passed != at)
        onward[passed] = at;
  }
  return onward;
}

/// Blocks that can be reached, and those with a BSYNC, whose label a BSSY
/// needs.
static llvm::SmallPtrSet<Block *, 16> findReachedBlocks(Region &body) {
  llvm::SmallPtrSet<Block *, 16> reached;
  SmallVector<Block *> work;
  auto reach = [&](Block *block) {
    if (reached.insert(block).second)
      work.push_back(block);
  };
  reach(&body.front());
  for (Block &block : body)
    if (!block.getOps<ori::BSyncOp>().empty())
      reach(&block);
  while (!work.empty()) {
    Operation *terminator = work.pop_back_val()->getTerminator();
    auto branch = dyn_cast<ori::CondBraOp>(terminator);
    if (std::optional<unsigned> only =
            branch ? getOnlySuccessor(branch) : std::nullopt)
      reach(terminator->getSuccessor(*only));
    else
      llvm::for_each(terminator->getSuccessors(), reach);
  }
  return reached;
}

/// Whether a block calls a function with few registers. Those execute the
/// collectives of threads of a warp that are apart, which threads rarely are.
static bool isRare(Block *block) {
  return llvm::any_of(block->getOps<ori::CallOp>(),
                      [](ori::CallOp call) { return call.getFewRegisters(); });
}

LogicalResult FunctionLowering::run() {
  if (source.isDeclaration())
    return success();
  // What is rarely executed lies behind the rest.
  SmallVector<Block *> order, rare;
  llvm::DenseMap<Block *, Block *> onward = findEmptyBlocks();
  llvm::SmallPtrSet<Block *, 16> reached = findReachedBlocks(source.getBody());
  for (Block &block : source.getBody()) {
    if (onward.contains(&block) || !reached.contains(&block))
      continue;
    (isRare(&block) && !block.isEntryBlock() ? rare : order).push_back(&block);
  }
  joinRuns(order, onward);
  llvm::append_range(order, rare);
  for (Block *block : order) {
    auto *copy = new Block();
    target.getBody().push_back(copy);
    blocks[block] = copy;
  }
  for (auto [block, dest] : onward)
    blocks[block] = blocks.lookup(dest);
  findSaved();
  LogicalResult result = success();
  for (unsigned i = 0; i != order.size(); ++i) {
    Block *next = i + 1 != order.size() ? blocks[order[i + 1]] : nullptr;
    if (failed(lowerBlock(*order[i], next)))
      result = failure();
  }
  loc = source.getLoc();
  if (resetsBarriers())
    resetBarriers(blocks[order.front()]);
  target.setRegisters(std::max<uint32_t>(target.getRegisters(),
                                         highestRegister + kHiddenRegisters));
  // A kernel that changes its registers begins with as many as it may have.
  if (changesRegisters) {
    auto shape = source.getRequiredThreads() ? source.getRequiredThreads()
                                             : source.getMaxThreads();
    unsigned threads = shape ? 1 : 0;
    if (shape)
      for (int32_t n : *shape)
        threads *= std::max(n, 1);
    target.setRegisters(target::computeRegisterLimit(
        sm, source.getMaxRegisters().value_or(0), threads,
        source.getMinCtasPerSm().value_or(0)));
  }
  target.setBarriers(std::max<uint32_t>(target.getBarriers(), numBarriers));
  return result;
}

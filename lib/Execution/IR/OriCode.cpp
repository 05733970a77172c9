//===- OriCode.cpp - Code of an ori function for the machine --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations over values become decoded instructions over rows: block arguments
// are copies, branches part and meet at post-dominators, slow paths are
// computed always.
//
//===----------------------------------------------------------------------===//

#include "OriCode.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Analysis/QuadCode.h"
#include "ptx-mlir/Execution/Descriptors.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::Opcode;
using isa::Operand;
using Kind = Operand::Kind;

OriCode::OriCode(ori::FuncOp func, Program &program,
                 std::vector<Operation *> &ops, std::optional<bool> meet)
    : func(func), program(program), ops(ops), rows(func), code(program) {
  bool hasBarriers =
      func.walk([](ori::BSSYOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (meet.value_or(!hasBarriers && !rows.allocated()))
    divergence.emplace(func);
}

void OriCode::fail(const llvm::Twine &message) {
  if (error.empty())
    error = message.str();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Source OriCode::laneOf(Value value, unsigned lane) {
  Source s;
  ori::ConstantOperand c = ori::getConstantOperand(value);
  switch (c.kind) {
  case ori::ConstantOperand::Undef:
    return s;
  case ori::ConstantOperand::Frame:
    s.kind = Kind::R;
    s.reg = uint16_t(c.bank);
    return s;
  case ori::ConstantOperand::CBank:
    s.kind = Kind::CBank;
    s.reg = uint16_t(c.bank);
    s.value = uint16_t(c.offset + 4 * int(lane));
    return s;
  case ori::ConstantOperand::Imm: {
    s.kind = Kind::Imm;
    s.value = c.bits;
    if (auto imm = value.getDefiningOp<ori::ImmOp>(); imm && c.width > 2) {
      llvm::APInt bits = cast<IntegerAttr>(imm.getValue()).getValue();
      s.value = 32 * lane < bits.getBitWidth()
                    ? bits.lshr(32 * lane).zextOrTrunc(32).getZExtValue()
                    : 0;
    } else if (c.width) {
      s.value = uint32_t(lane < 2 ? c.bits >> (32 * lane) : 0);
    }
    return s;
  }
  case ori::ConstantOperand::None:
    break;
  }
  int row = rows.lookup(value);
  if (row < 0) {
    fail("reads a value that has no register");
    return s;
  }
  s.kind = ori::getRegFile(value.getType());
  s.reg = uint16_t(unsigned(row) + lane);
  if (s.kind == Kind::UP)
    fail("copies a uniform predicate");
  return s;
}

void OriCode::addCopies(Value to, unsigned toLane, Value from,
                        unsigned fromLane, unsigned width, Copies &copies) {
  int row = rows.lookup(to);
  if (row < 0)
    return; // nobody reads it
  for (unsigned k = 0; k != width; ++k) {
    RowCopy copy;
    copy.file = ori::getRegFile(to.getType());
    copy.to = uint16_t(unsigned(row) + toLane + k);
    copy.from = laneOf(from, fromLane + k);
    if (copy.from.kind == Kind::None ||
        (copy.from.kind == copy.file && copy.from.reg == copy.to))
      continue;
    copies.push_back(copy);
  }
}

unsigned OriCode::constantRow(Value value, Kind file) {
  auto [it, isNew] = constantRows.try_emplace({value, unsigned(file)});
  if (!isNew)
    return it->second;
  bool isPredicate = file == Kind::P || file == Kind::UP;
  unsigned width = isPredicate ? 1 : ori::getWidth(value.getType());
  unsigned row = rows.make(file, width);
  for (unsigned k = 0; k != width; ++k)
    constants.push_back({file, uint16_t(row + k), laneOf(value, k)});
  if (file == Kind::UP)
    fail("needs a uniform predicate that is false");
  return it->second = row;
}

PredSource OriCode::predicateOf(Value value, bool inverted) {
  PredSource p;
  p.inverted = inverted;
  if (ori::ConstantOperand c = ori::getConstantOperand(value)) {
    if (c.kind == ori::ConstantOperand::Imm && !c.bits)
      p.inverted = !p.inverted;
    return p;
  }
  int row = rows.lookup(value);
  if (row < 0)
    fail("reads a predicate that has no register");
  p.reg = uint16_t(row);
  p.uniform = ori::getRegFile(value.getType()) == Kind::UP;
  return p;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static Source stackPointer() {
  Source s;
  s.kind = Kind::R;
  s.reg = ori::kStackPointer;
  return s;
}

static bool hasForm(const isa::InstDesc &desc, const isa::Inst &inst,
                    unsigned sm) {
  SmallVector<Kind, isa::kMaxSlots> kinds;
  for (size_t i = 0; i != desc.slots.size(); ++i)
    kinds.push_back(inst.ops[i].kind);
  return isa::findForm(desc, kinds, sm) >= 0;
}

void OriCode::appendInst(ori::InstOpInterface op) {
  const isa::InstDesc &desc = op.getDesc();
  auto rowOf = [&](Value value) { return rows.lookup(value); };
  // Before allocation any constant may be an operand of any slot.
  unsigned inRows = 0;
  auto slotKind = [&](unsigned source) {
    return desc.slots[desc.numDefs + source].kind;
  };
  for (unsigned i = 0; i != desc.numUses && !rows.allocated(); ++i) {
    ori::ConstantOperand c = ori::getConstantOperand(op->getOperand(i));
    bool isConstant = (c.kind == ori::ConstantOperand::Imm && !c.isFree) ||
                      c.kind == ori::ConstantOperand::CBank;
    if (isConstant && (slotKind(i) == Kind::R || slotKind(i) == Kind::UR))
      inRows |= 1u << i;
  }
  isa::Inst inst;
  int slot = ori::makeMachineInst(op, rowOf, inst, inRows);
  if (slot >= 0 && !rows.allocated()) {
    inRows |= 1u << (unsigned(slot) - desc.numDefs);
    slot = ori::makeMachineInst(op, rowOf, inst, inRows);
  }
  if (slot >= 0)
    return fail(llvm::Twine("slot '") + desc.slots[size_t(slot)].name +
                "' has no register and cannot hold its operand");
  for (unsigned i = 0; i != desc.numUses; ++i)
    if (inRows >> i & 1) {
      Kind file = inst.ops[desc.numDefs + i].kind;
      inst.ops[desc.numDefs + i].reg =
          uint16_t(constantRow(op->getOperand(i), file));
    }
  // A slot of the uniform file reads the lowest thread, as R2UR does.
  if (!rows.allocated() && !hasForm(desc, inst, program.sm)) {
    Copies copies;
    for (unsigned i = 0; i != desc.numUses; ++i) {
      Operand &operand = inst.ops[desc.numDefs + i];
      if (slotKind(i) != Kind::UR || operand.kind != Kind::R ||
          operand.reg == kZeroRow)
        continue;
      Value value = op->getOperand(i);
      unsigned width = ori::getWidth(value.getType());
      unsigned row = rows.make(Kind::UR, width);
      for (unsigned k = 0; k != width; ++k)
        copies.push_back({Kind::UR, uint16_t(row + k), laneOf(value, k)});
      operand = {Kind::UR, uint16_t(row), 0};
    }
    code.emitCopies(std::move(copies));
  }
  unsigned guard = inst.guard;
  if (op.isGuarded()) {
    PredSource p = predicateOf(op.getGuard(), op.isGuardNegated());
    guard = p.reg;
    inst.guardNot = p.inverted;
    // An allocated result is in the register of what it passes through.
    Copies copies;
    for (unsigned i = 0; i != desc.numDefs && !rows.allocated(); ++i)
      if (Value old = ori::getTiedOperand(op->getResult(i)))
        addCopies(op->getResult(i), 0, old, 0, ori::getWidth(old.getType()),
                  copies);
    code.emitCopies(std::move(copies));
  }
  inst.guard = uint8_t(std::min(guard, 255u));
  if (error.empty())
    code.emit(inst, guard);
}

static isa::Inst makeBarrierInst(Opcode opcode, int32_t barrier) {
  isa::Inst inst = ori::makeInst(opcode);
  inst.ops[size_t(isa::getDesc(opcode).findSlot("bar"))] =
      Operand::b(unsigned(barrier));
  return inst;
}

/// A slow path is executed in any case; its result is selected.
void OriCode::appendSlowPath(ori::SlowPathOp op) {
  OpBuilder builder(op.getContext());
  auto makeBlock = [&] {
    standIns.push_back(std::make_unique<Block>());
    builder.setInsertionPointToEnd(standIns.back().get());
  };
  if (!standInConstants) {
    makeBlock();
    standInConstants.emplace(builder);
  }
  makeBlock();
  Block &block = *standIns.back();
  ori::DerivedBuilder derived(builder, op.getLoc(), *standInConstants);
  Value result = ori::emitInline(derived, op);
  rows.addTemporary(block);
  for (Operation &inner : block)
    appendOp(inner);
  Copies copies;
  addCopies(op.getResult(), 0, result, 0, ori::getWidth(op.getType()), copies);
  code.emitCopies(std::move(copies));
  rows.removeTemporary(block);
}

/// Before allocation helpers have nothing in the rows of the tuple (OriRows).
void OriCode::appendQuadFetch(ori::QuadFetchOp op) {
  int row = rows.lookup(op.getResult());
  if (row < 0)
    return; // nobody reads it
  Copies copies;
  addCopies(op.getResult(), 0, op.getWork(), 0, ori::getWidth(op.getType()),
            copies);
  code.emitCopies(std::move(copies));
  ori::QuadCode quad;
  quad.base = unsigned(row);
  if (rows.allocated() && !op.getTogether())
    quad.stackPointer = ori::kStackPointer;
  auto operandOf = [&](Value value) {
    Source from = laneOf(value, 0);
    if (from.kind == Kind::CBank)
      return Operand::cbank(from.reg, int32_t(from.value));
    if (from.kind == Kind::Imm)
      return Operand::imm(int64_t(from.value));
    return Operand::r(from.kind == Kind::R ? from.reg : unsigned(isa::RZ));
  };
  auto emitInst = [&](const isa::Inst &inst) { code.emit(inst); };
  quad.operandOf = operandOf;
  quad.emit = emitInst;
  ori::emitQuadFetch(op, quad);
}

void OriCode::appendOp(Operation &op) {
  Copies copies;
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](ori::SlowPathOp op) { appendSlowPath(op); })
      .Case([&](ori::QuadFetchOp op) { appendQuadFetch(op); })
      .Case([&](ori::InstOpInterface op) { appendInst(op); })
      .Case<ori::ImmOp, ori::CBankOp, ori::UndefOp>([](auto) {})
      .Case([&](ori::CombineOp op) {
        unsigned lane = 0;
        for (Value part : op.getParts()) {
          unsigned width = ori::getWidth(part.getType());
          addCopies(op.getResult(), lane, part, 0, width, copies);
          lane += width;
        }
      })
      .Case([&](ori::ExtractOp op) {
        if (!ori::getConstantOperand(op.getResult()))
          addCopies(op.getResult(), 0, op.getTuple(), op.getIndex(),
                    ori::getWidth(op.getType()), copies);
      })
      .Case([&](ori::CopyOp op) {
        addCopies(op.getResult(), 0, op.getSource(), 0,
                  ori::getWidth(op.getType()), copies);
      })
      .Case([&](ori::HoldOp op) {
        addCopies(op.getResult(), 0, op.getSource(), 0,
                  ori::getWidth(op.getType()), copies);
      })
      .Case([&](ori::FrameAddressOp op) {
        int row = rows.lookup(op.getResult());
        if (op.getOffset() == 0 || row < 0)
          return;
        isa::Inst inst = ori::makeInst(Opcode::IADD3);
        inst.ops[isa::IADD3::kD] = Operand::r(unsigned(row));
        inst.ops[isa::IADD3::kA] = Operand::r(ori::getFrameRegister(func));
        inst.ops[isa::IADD3::kB] = Operand::imm(uint32_t(op.getOffset()));
        code.emit(inst);
      })
      .Case([&](ori::StackPointerOp op) {
        if (int row = rows.lookup(op.getResult()); row >= 0)
          copies.push_back({Kind::R, uint16_t(row), stackPointer()});
      })
      .Case([&](ori::SetStackPointerOp op) {
        copies.push_back(
            {Kind::R, ori::kStackPointer, laneOf(op.getAddress(), 0)});
      })
      .Case([&](ori::SymbolWordOp op) {
        std::optional<DescriptorTable> table =
            findDescriptorTable(op.getSymbol());
        int row = rows.lookup(op.getResult());
        if (!table || row < 0)
          return;
        program.descriptorTables |= 1u << unsigned(*table);
        isa::Inst inst = ori::makeInst(Opcode::MOV);
        inst.ops[isa::MOV::kD] = Operand::r(unsigned(row));
        inst.ops[isa::MOV::kB] = Operand::imm(entryBytes(*table));
        code.emit(inst);
      })
      .Case([&](ori::BSSYOp op) {
        code.emit(makeBarrierInst(Opcode::BSSY, op.getBarrier()));
      })
      .Case([&](ori::BSyncOp op) {
        code.emit(makeBarrierInst(Opcode::BSYNC, op.getBarrier()));
      })
      .Case([&](ori::BreakOp op) {
        isa::Inst inst = makeBarrierInst(Opcode::BREAK, op.getBarrier());
        PredSource p;
        if (op.getCondition())
          p = predicateOf(op.getCondition(), op.getNegated());
        inst.guardNot = p.inverted;
        code.emit(inst, p.reg);
      })
      .Case([&](ori::SaveBarrierOp op) {
        isa::Inst inst = makeBarrierInst(Opcode::BMOV_R, op.getBarrier());
        int row = rows.lookup(op.getResult());
        if (row >= 0)
          inst.ops[isa::BMOV_R::kD] = Operand::r(unsigned(row));
        inst.mods = isa::BMOV_R::clear.set(inst.mods, 1);
        code.emit(inst);
      })
      .Case([&](ori::RestoreBarrierOp op) {
        isa::Inst inst = makeBarrierInst(Opcode::BMOV_B, op.getBarrier());
        Source saved = laneOf(op.getSaved(), 0);
        inst.ops[isa::BMOV_B::kA] = {saved.kind, saved.reg, 0};
        code.emit(inst);
      })
      .Default([&](Operation *) { fail("cannot be executed"); });
  code.emitCopies(std::move(copies));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

OriCode::Copies OriCode::edgeCopies(BranchOpInterface branch,
                                    unsigned successor) {
  Copies copies;
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  for (BlockArgument arg : branch->getSuccessor(successor)->getArguments())
    if (!arg.use_empty())
      addCopies(arg, 0, operands[arg.getArgNumber()], 0,
                ori::getWidth(arg.getType()), copies);
  return copies;
}

void OriCode::appendCondBranch(ori::CondBraOp op) {
  Copies onTrue = edgeCopies(op, 0), onFalse = edgeCopies(op, 1);
  PredSource condition = predicateOf(op.getCondition(), op.getNegated());
  VirtualCode::Label meeting = VirtualCode::kNoLabel;
  if (divergence) {
    unsigned at =
        divergence->meetingPoint(divergence->blocks()[op->getBlock()]);
    if (at != ori::kNoNode)
      meeting = labels[divergence->blocks()[at]];
  }
  VirtualCode::Label trueLabel =
      onTrue.empty() ? labels[op.getTrueDest()] : code.makeLabel();
  code.emitBranchIf(condition, trueLabel, meeting);
  code.emitCopies(std::move(onFalse));
  code.emitBranch(labels[op.getFalseDest()]);
  if (onTrue.empty())
    return;
  code.place(trueLabel);
  code.emitCopies(std::move(onTrue));
  code.emitBranch(labels[op.getTrueDest()]);
}

void OriCode::appendTerminator(Operation &op) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](ori::BraOp op) {
        code.emitCopies(edgeCopies(op, 0));
        code.emitBranch(labels[op.getDest()]);
      })
      .Case([&](ori::CondBraOp op) { appendCondBranch(op); })
      .Case([&](ori::ExitOp) { code.emit(ori::makeInst(Opcode::EXIT)); })
      .Case([&](ori::UnreachableOp) {
        code.emitError("the end of a block that control never reaches");
      })
      .Default([&](Operation *) { fail("cannot be executed"); });
}

void OriCode::appendBlock(Block &block) {
  code.place(labels[&block]);
  if (meetings.contains(&block))
    code.emitMeeting();
  for (Operation &op : block) {
    error.clear();
    mark(&op);
    if (op.hasTrait<OpTrait::IsTerminator>())
      appendTerminator(op);
    else
      appendOp(op);
    if (!error.empty())
      code.emitError(error);
    mark(&op);
  }
}

/// The stack pointer, in the register that holds it in machine code.
void OriCode::setUpStack() {
  if (!func.usesStack())
    return;
  const target::TargetInfo *info = target::lookupTarget(program.sm, "");
  Source top;
  top.kind = Kind::CBank;
  top.value = uint64_t(info->bank->stackPointer);
  code.emitCopies({{Kind::R, ori::kStackPointer, top}});
  isa::Inst inst = ori::makeInst(Opcode::IADD3);
  inst.ops[isa::IADD3::kD] = inst.ops[isa::IADD3::kA] =
      Operand::r(ori::kStackPointer);
  inst.ops[isa::IADD3::kB] = Operand::imm(uint32_t(-func.getLocalBytes()));
  code.emit(inst);
  if (auto align = func->getAttrOfType<IntegerAttr>(kFrameAlignmentAttr)) {
    isa::Inst mask = ori::makeInst(Opcode::LOP3);
    mask.ops[isa::LOP3::kD] = mask.ops[isa::LOP3::kA] =
        Operand::r(ori::kStackPointer);
    mask.ops[isa::LOP3::kB] = Operand::imm(uint32_t(-align.getInt()));
    mask.mods = isa::LOP3::lut.set(mask.mods, isa::kTableAnd);
    code.emit(mask);
  }
  if (func.getDynamicStack())
    code.emitCopies(
        {{Kind::R, uint16_t(ori::getFrameRegister(func)), stackPointer()}});
}

llvm::Error OriCode::append(Kernel &kernel) {
  for (Block &block : func.getBody())
    labels[&block] = code.makeLabel();
  if (divergence)
    for (unsigned n = 0; n != divergence->blocks().size(); ++n)
      if (divergence->meetingPoint(n) != ori::kNoNode)
        meetings.insert(divergence->blocks()[divergence->meetingPoint(n)]);
  mark(nullptr);
  setUpStack();
  size_t constantCopies = code.emitLaterCopies();
  mark(func);
  for (Block &block : func.getBody())
    appendBlock(block);
  program.copies[constantCopies] = std::move(constants);
  code.finish(kernel);
  kernel.rows = std::max(kRows, rows.numRows());
  kernel.predicates = std::max(kPredicates, rows.numPredicates());
  if (rows.tooMany())
    return llvm::createStringError(
        "kernel '" + kernel.name +
        "' has more values than the machine has rows for");
  return llvm::Error::success();
}

//===- WrongPasses.cpp - Passes with a bug on purpose ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validation must find each of these. They are the usual mistakes: each is one
// that a real pass has been seen to make.
//
//===----------------------------------------------------------------------===//

#include "WrongPasses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::Opcode;
using isa::Operand;

/// Visits operations of one kind until one has taken the mistake.
template <typename Op>
static bool forFirst(Operation *root, llvm::function_ref<bool(Op)> apply) {
  return root
      ->walk([&](Op op) {
        return apply(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static int findSource(const isa::InstDesc &desc, StringRef name) {
  int slot = desc.findSlot(name);
  return slot < int(desc.numDefs) ? -1 : slot - int(desc.numDefs);
}

static bool getFlag(const isa::InstDesc &desc, StringRef name, uint64_t mods) {
  int mod = desc.findMod(name);
  return mod >= 0 && desc.mods[size_t(mod)].field.get(mods);
}

//===----------------------------------------------------------------------===//
// ori
//===----------------------------------------------------------------------===//

/// An addend that is a constant becomes one more.
static bool foldWrongly(Operation *root) {
  return forFirst<ori::InstOpInterface>(root, [](ori::InstOpInterface op) {
    if (op.getOpcode() != Opcode::IADD3 && op.getOpcode() != Opcode::IMAD)
      return false;
    for (OpOperand &use : op->getOpOperands()) {
      std::optional<uint64_t> value = ori::getConstant(use.get());
      Type type = use.get().getType();
      if (!value || !*value || !llvm::isa<ori::RType>(type))
        continue;
      OpBuilder builder(op);
      use.set(ori::ImmOp::create(builder, op.getLoc(), type,
                                 uint64_t(uint32_t(*value + 1))));
      return true;
    }
    return false;
  });
}

/// The upper halves of sums forget the carry. All of them: few addresses carry.
static bool loseCarry(Operation *root) {
  bool done = false;
  root->walk([&](ori::InstOpInterface op) {
    if (op.getOpcode() != Opcode::IADD3 ||
        !getFlag(op.getDesc(), "x", op.getModBits()))
      return;
    int source = findSource(op.getDesc(), "pp");
    Value carry = op->getOperand(unsigned(source));
    if (ori::getConstant(carry))
      return;
    OpBuilder builder(op);
    op->setOperand(
        unsigned(source),
        ori::ImmOp::create(builder, op.getLoc(), carry.getType(), uint64_t(0)));
    done = true;
  });
  return done;
}

/// a < b becomes b < a.
static bool swapOperands(Operation *root) {
  return forFirst<ori::InstOpInterface>(root, [](ori::InstOpInterface op) {
    if (op.getOpcode() != Opcode::ISETP)
      return false;
    Value a = op->getOperand(0), b = op->getOperand(1);
    op->setOperand(0, b);
    op->setOperand(1, a);
    return a != b;
  });
}

/// A load goes up over the store that it follows.
static bool hoistLoad(Operation *root) {
  return forFirst<ori::InstOpInterface>(root, [](ori::InstOpInterface load) {
    if (load.getOpcode() != Opcode::LDG)
      return false;
    for (Operation *op = load->getPrevNode(); op; op = op->getPrevNode()) {
      for (Value operand : load->getOperands())
        if (operand.getDefiningOp() == op)
          return false;
      auto store = dyn_cast<ori::InstOpInterface>(op);
      if (store && store.getDesc().is(isa::WritesMemory)) {
        load->moveBefore(op);
        return true;
      }
    }
    return false;
  });
}

/// Threads take the other side of a branch.
static bool flipPredicate(Operation *root) {
  return forFirst<ori::CondBraOp>(root, [](ori::CondBraOp op) {
    op.setNegated(!op.getNegated());
    return true;
  });
}

/// A barrier that some threads wait at becomes another one.
static bool changeBarrier(Operation *root) {
  return forFirst<ori::InstOpInterface>(root, [](ori::InstOpInterface op) {
    if (op.getOpcode() != Opcode::BAR)
      return false;
    int source = findSource(op.getDesc(), "bar");
    std::optional<uint64_t> id =
        ori::getConstant(op->getOperand(unsigned(source)));
    if (!id)
      return false;
    OpBuilder builder(op);
    op->setOperand(
        unsigned(source),
        ori::ImmOp::create(builder, op.getLoc(),
                           op->getOperand(unsigned(source)).getType(),
                           (*id + 1) % 16));
    return true;
  });
}

/// A result gets the register of a value that is still to be read.
static bool shareRegister(Operation *root) {
  return forFirst<ori::InstOpInterface>(root, [](ori::InstOpInterface op) {
    auto isPlain = [](Value value) {
      auto type = dyn_cast<ori::RType>(value.getType());
      auto result = dyn_cast<OpResult>(value);
      return type && type.getWidth() == 1 && result && !value.use_empty() &&
             ori::getResultReg(result) >= 0;
    };
    if (op->getNumResults() == 0 || !isPlain(op->getResult(0)))
      return false;
    // Read behind `op`, written before it.
    for (Operation *later = op->getNextNode(); later;
         later = later->getNextNode())
      for (Value value : later->getOperands()) {
        Operation *def = value.getDefiningOp();
        if (!def || def == op || def->getBlock() != op->getBlock() ||
            !def->isBeforeInBlock(op) || !isPlain(value))
          continue;
        int reg = ori::getResultReg(cast<OpResult>(value));
        if (reg == op.getReg(0))
          continue;
        op.setReg(0, reg);
        return true;
      }
    return false;
  });
}

/// A value is stored four bytes beside the slot that it is read from.
static bool moveSpillSlot(Operation *root) {
  return forFirst<ori::InstOpInterface>(root, [](ori::InstOpInterface op) {
    if (op.getOpcode() != Opcode::STL)
      return false;
    isa::ModField offset = isa::STL::offset;
    uint64_t mods = op.getModBits();
    op.setModBits(offset.set(mods, uint64_t(offset.getSigned(mods) + 4)));
    return true;
  });
}

//===----------------------------------------------------------------------===//
// sass
//===----------------------------------------------------------------------===//

static bool dropCopy(Operation *root) {
  bool done = false;
  root->walk([&](sass::FuncOp func) {
    done |= forFirst<sass::InstOpInterface>(func, [](sass::InstOpInterface op) {
      if (op.getInst().opcode != Opcode::MOV)
        return false;
      op->erase();
      return true;
    });
  });
  return done;
}

/// An instruction does not wait for what it reads.
static bool dropWait(Operation *root) {
  return forFirst<sass::InstOpInterface>(root, [](sass::InstOpInterface op) {
    if (!op.getInst().control.waitMask)
      return false;
    op.getInst().control.waitMask = 0;
    return true;
  });
}

static bool shortenStall(Operation *root) {
  return forFirst<sass::InstOpInterface>(root, [](sass::InstOpInterface op) {
    isa::Control &control = op.getInst().control;
    if (control.stall < 4 ||
        isa::getDesc(op.getInst().opcode).is(isa::Terminator))
      return false;
    control.stall = 1;
    return true;
  });
}

/// A load counts on another dependency barrier than its reader waits for.
static bool changeDependencyBarrier(Operation *root) {
  return forFirst<sass::InstOpInterface>(root, [](sass::InstOpInterface op) {
    isa::Control &control = op.getInst().control;
    // Of loads from memory: what they bring is not there by chance.
    if (control.writeBarrier == 7 ||
        !(isa::getDesc(op.getInst().opcode).readSpaces &
          (isa::GlobalMemory | isa::SharedMemory)))
      return false;
    // The reader must wait for nothing else: meanwhile the result would arrive.
    for (Operation *next = op->getNextNode(); next;
         next = next->getNextNode()) {
      auto reader = dyn_cast<sass::InstOpInterface>(next);
      if (!reader)
        continue;
      const isa::Control &other = reader.getInst().control;
      if (other.waitMask >> control.writeBarrier & 1) {
        if (other.waitMask != 1u << control.writeBarrier)
          return false;
        control.writeBarrier = control.writeBarrier ? 0 : 1;
        return true;
      }
      if (other.writeBarrier == control.writeBarrier)
        return false;
    }
    return false;
  });
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr WrongPass kWrongPasses[] = {
    {"test-wrong-fold", "GeneralOptimizeEarly", "a constant is one too much",
     foldWrongly},
    {"test-lose-carry", "OriPerformLiveDeadFirst",
     "a sum of two words has no carry", loseCarry},
    {"test-hoist-load", "OriHoistInvariantsEarly",
     "a load comes before the store it depends on", hoistLoad},
    {"test-swap-operands", "GvnCse",
     "the operands of a comparison change places", swapOperands},
    {"test-flip-predicate", "LateEnforceArgumentRestrictions",
     "a branch has the wrong polarity", flipPredicate},
    {"test-wrong-barrier", "InsertConvergence",
     "a CTA barrier has the wrong number", changeBarrier},
    {"test-share-register", "AllocateRegisters",
     "two live values have one register", shareRegister},
    {"test-wrong-spill-slot", "AllocateRegisters",
     "a spill goes to the wrong slot", moveSpillSlot},
    {"test-drop-copy", "ConvertOriToSASS", "a copy is missing", dropCopy},
    {"test-drop-wait", "AdvancedScoreboardsAndOpexes", "a wait bit is missing",
     dropWait},
    {"test-short-stall", "AdvancedScoreboardsAndOpexes",
     "a stall count is too small", shortenStall},
    {"test-wrong-dependency-barrier", "AdvancedScoreboardsAndOpexes",
     "a dependency barrier has the wrong number", changeDependencyBarrier},
};

llvm::ArrayRef<WrongPass> test::getWrongPasses() { return kWrongPasses; }

namespace {
class WrongPassImpl : public PassWrapper<WrongPassImpl, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WrongPassImpl)
  explicit WrongPassImpl(const WrongPass &wrong) : wrong(wrong) {}
  StringRef getArgument() const override { return wrong.name; }
  StringRef getDescription() const override { return wrong.mistake; }
  void runOnOperation() override { (void)wrong.apply(getOperation()); }

private:
  const WrongPass &wrong;
};
} // namespace

std::unique_ptr<Pass> test::createWrongPass(const WrongPass &wrong) {
  return std::make_unique<WrongPassImpl>(wrong);
}

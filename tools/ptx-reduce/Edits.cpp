//===- Edits.cpp - Ways to make a PTX module smaller ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of edit lists the places where it can be made; which of them are,
// Reducer.cpp decides.
//
//===----------------------------------------------------------------------===//

#include "Edits.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::reduce;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static Value makeConstant(Operation *at, Type type, uint64_t bits) {
  Region *body = at->getBlock()->getParent();
  while (!isa<ptx::EntryOp, ptx::FuncOp>(body->getParentOp()))
    body = body->getParentRegion();
  OpBuilder b = OpBuilder::atBlockBegin(&body->front());
  auto width = type.getIntOrFloatBitWidth();
  return ptx::ConstOp::create(
      b, at->getLoc(), type,
      IntegerAttr::get(type, llvm::APInt(width, bits, false, true)));
}

static void replaceResults(Operation *op, uint64_t bits) {
  for (Value result : op->getResults())
    if (!result.use_empty())
      result.replaceAllUsesWith(makeConstant(op, result.getType(), bits));
}

/// Visits the operations of all functions.
static void forOperations(ptx::ModuleOp module,
                          llvm::function_ref<void(Operation *)> visit) {
  for (Operation &symbol : module.getBody().front())
    if (isa<ptx::EntryOp, ptx::FuncOp>(symbol))
      for (Block &block : symbol.getRegion(0))
        for (Operation &op : block)
          visit(&op);
}

static bool isConstant(Value v) {
  return v.getDefiningOp<ptx::ConstOp>() != nullptr;
}

/// Takes away an operation with what it does.
static void eraseOperation(Operation *op) {
  replaceResults(op, 0);
  op->erase();
}

//===----------------------------------------------------------------------===//
// Functions and variables
//===----------------------------------------------------------------------===//

static void collectFunctions(ptx::ModuleOp module, std::vector<Edit> &edits) {
  for (Operation &op : module.getBody().front()) {
    if (!isa<ptx::EntryOp, ptx::FuncOp>(op))
      continue;
    edits.push_back([&op, module]() mutable {
      auto name = SymbolTable::getSymbolName(&op);
      // Calls of it are gone, too, and its address is zero.
      llvm::SmallVector<Operation *> users;
      forOperations(module, [&](Operation *user) {
        if (auto call = dyn_cast<ptx::CallOp>(user)) {
          if (call.getCallee() == name.getValue())
            users.push_back(user);
        } else if (auto address = dyn_cast<ptx::AddressOfOp>(user)) {
          if (address.getSymbol() == name.getValue())
            users.push_back(user);
        }
      });
      for (Operation *user : users)
        eraseOperation(user);
      op.erase();
    });
  }
}

static void collectVariables(ptx::ModuleOp module, std::vector<Edit> &edits) {
  for (Operation &op : module.getBody().front())
    if (isa<ptx::GlobalOp, ptx::SectionOp>(op))
      edits.push_back([&op, module]() mutable {
        if (!isa<ptx::GlobalOp>(op) ||
            SymbolTable::symbolKnownUseEmpty(SymbolTable::getSymbolName(&op),
                                             module))
          op.erase();
      });
}

/// Directives that are not needed, and places in the source.
static void collectDirectives(ptx::ModuleOp module, std::vector<Edit> &edits) {
  edits.push_back([module]() mutable {
    Location unknown = UnknownLoc::get(module.getContext());
    module->walk([&](Operation *op) { op->setLoc(unknown); });
  });
  for (StringRef name : {"files", "pragmas", "options"})
    if (module->hasAttr(name))
      edits.push_back([module, name] { module->removeAttr(name); });
  for (Operation &op : module.getBody().front()) {
    if (!isa<ptx::EntryOp, ptx::FuncOp>(op))
      continue;
    for (StringRef name :
         {"maxnreg", "maxntid", "reqntid", "minnctapersm", "maxnctapersm",
          "reqnctapercluster", "maxclusterrank", "explicitcluster",
          "blocksareclusters", "noreturn", "pragmas", "ptx.labels"})
      if (op.hasAttr(name))
        edits.push_back([&op, name] { op.removeAttr(name); });
  }
  forOperations(module, [&](Operation *op) {
    for (StringRef name : {"ptx.pragma", "ptx.labels"})
      if (op->getDiscardableAttr(name))
        edits.push_back([op, name] { op->removeDiscardableAttr(name); });
  });
}

/// Whether something takes the address of parameter `index`.
static bool usesParameter(ptx::EntryOp entry, unsigned index) {
  return entry.getBody()
      .walk([&](ptx::ParamAddressOp address) {
        return address.getKind() == ptx::ParamKind::Input &&
                       unsigned(address.getIndex()) == index
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A kernel without parameter `index`; the others move up.
static void eraseParameter(ptx::EntryOp entry, unsigned index) {
  llvm::SmallVector<Attribute> params;
  uint64_t offset = 0;
  for (auto [k, a] : llvm::enumerate(entry.getParams())) {
    if (k == index)
      continue;
    auto v = cast<ptx::VarAttr>(a);
    offset = llvm::alignTo(offset, std::max(1u, v.getAlign()));
    params.push_back(ptx::VarAttr::get(
        entry.getContext(), v.getName(), v.getDataType(), v.getSize(),
        v.getAlign(), offset, v.getCount(), v.getInRegister(), v.getPointer(),
        v.getPointerSpace(), v.getPointerAlign()));
    offset += v.getSize();
  }
  entry.setParamsAttr(ArrayAttr::get(entry.getContext(), params));
  entry.getBody().walk([&](ptx::ParamAddressOp address) {
    if (address.getKind() == ptx::ParamKind::Input &&
        unsigned(address.getIndex()) > index)
      address.setIndex(address.getIndex() - 1);
  });
}

static void collectParameters(ptx::ModuleOp module, std::vector<Edit> &edits) {
  for (auto entry : module.getBody().getOps<ptx::EntryOp>())
    // From the last on, so that the numbers of the others stay.
    for (unsigned k = unsigned(entry.getParams().size()); k-- > 0;)
      if (!usesParameter(entry, k))
        edits.push_back([entry, k] { eraseParameter(entry, k); });
}

/// Local variables and parameters of calls behind the last one that is used.
static void collectDeclarations(ptx::ModuleOp module,
                                std::vector<Edit> &edits) {
  for (Operation &op : module.getBody().front()) {
    if (!isa<ptx::EntryOp, ptx::FuncOp>(op))
      continue;
    size_t locals = 0, params = 0;
    auto use = [](size_t &count, int64_t index) {
      count = std::max(count, size_t(index + 1));
    };
    op.getRegion(0).walk([&](Operation *user) {
      if (auto address = dyn_cast<ptx::LocalAddressOp>(user))
        use(locals, address.getIndex());
      else if (auto address = dyn_cast<ptx::ParamAddressOp>(user)) {
        if (address.getKind() == ptx::ParamKind::Call)
          use(params, address.getIndex());
      }
      for (StringRef name : {"args", "rets"})
        if (isa<ptx::CallOp, ptx::CallIndirectOp>(user))
          if (auto list = user->getAttrOfType<DenseI32ArrayAttr>(name))
            for (int32_t index : list.asArrayRef())
              use(params, index);
    });
    auto shorten = [&](StringRef name, size_t count) {
      auto list = op.getAttrOfType<ArrayAttr>(name);
      if (list && list.size() > count)
        edits.push_back([&op, name, list, count] {
          op.setAttr(name, ArrayAttr::get(op.getContext(),
                                          list.getValue().take_front(count)));
        });
    };
    shorten("locals", locals);
    shorten("call_params", params);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static void branchTo(Operation *op, unsigned successor) {
  auto branch = cast<BranchOpInterface>(op);
  llvm::SmallVector<Value> values(
      branch.getSuccessorOperands(successor).getForwardedOperands());
  OpBuilder b(op);
  ptx::BraOp::create(b, op->getLoc(), values, op->getSuccessor(successor));
  op->erase();
}

template <unsigned successor>
static void collectBranches(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    if (isa<ptx::CondBraOp, ptx::BrxOp>(op) &&
        op->getNumSuccessors() > successor)
      edits.push_back([op] { branchTo(op, successor); });
  });
}

/// The thread or function ends here; so are loops cut.
static void collectEnds(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    auto entry = dyn_cast<ptx::EntryOp>(op->getParentOp());
    auto func = dyn_cast<ptx::FuncOp>(op->getParentOp());
    if (!op->hasTrait<OpTrait::IsTerminator>() || isa<ptx::RetOp>(op) ||
        (func && !func.getResultTypes().empty()) || (!entry && !func))
      return;
    edits.push_back([op] {
      OpBuilder b(op);
      ptx::RetOp::create(b, op->getLoc(), ValueRange());
      op->erase();
    });
  });
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void collectEffects(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>() && !isPure(op))
      edits.push_back([op] { eraseOperation(op); });
  });
}

/// The results become a source of the same width: the `which`-th that there is.
template <unsigned which>
static void collectForwards(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    if (op->getNumResults() == 0 || isa<ptx::ConstOp>(op))
      return;
    unsigned fits = 0;
    for (Value operand : op->getOperands())
      fits += operand.getType() == op->getResult(0).getType() &&
              !isConstant(operand);
    if (fits <= which)
      return;
    edits.push_back([op] {
      for (Value result : op->getResults()) {
        unsigned left = which;
        for (Value operand : op->getOperands())
          if (operand.getType() == result.getType() && !isConstant(operand) &&
              left-- == 0) {
            result.replaceAllUsesWith(operand);
            break;
          }
      }
    });
  });
}

template <uint64_t bits>
static void collectResults(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    if (op->getNumResults() != 0 && !isa<ptx::ConstOp>(op))
      edits.push_back([op] { replaceResults(op, bits); });
  });
}

/// Guarded instructions are executed by all.
static void collectGuards(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    if (!isa<ptx::InstructionOpInterface>(op) || !ptx::getGuard(op))
      return;
    edits.push_back([op] {
      unsigned sources = unsigned(ptx::getSources(op).size());
      op->eraseOperands(sources, op->getNumOperands() - sources);
      ptx::setRawMods(op, ptx::getRawMods(op) &
                              ~(ptx::kGuardedBit | ptx::kGuardNegatedBit));
    });
  });
}

/// Block arguments become one of the values that flow into them, or zero.
static void collectArguments(ptx::ModuleOp module, std::vector<Edit> &edits) {
  for (Operation &symbol : module.getBody().front()) {
    if (!isa<ptx::EntryOp, ptx::FuncOp>(symbol) || symbol.getRegion(0).empty())
      continue;
    DominanceInfo dominance(&symbol);
    for (Block &block : llvm::drop_begin(symbol.getRegion(0)))
      for (BlockArgument argument : block.getArguments()) {
        Value incoming;
        for (Block *from : block.getPredecessors()) {
          auto branch = dyn_cast<BranchOpInterface>(from->getTerminator());
          for (unsigned k = 0; branch && k < from->getNumSuccessors(); ++k) {
            if (from->getSuccessor(k) != &block)
              continue;
            Value v = branch.getSuccessorOperands(k)[argument.getArgNumber()];
            if (v && v != argument && dominance.dominates(v, &block.front()))
              incoming = v;
          }
        }
        edits.push_back([argument = Value(argument), incoming, &block] {
          Value v = incoming;
          if (!v)
            v = makeConstant(&block.front(), argument.getType(), 0);
          Value(argument).replaceAllUsesWith(v);
        });
      }
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// One operand becomes a constant.
template <uint64_t bits>
static void collectOperands(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    if (isa<ptx::RetOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (!isConstant(operand.get()))
        edits.push_back([op, number = operand.getOperandNumber()] {
          op->setOperand(
              number, makeConstant(op, op->getOperand(number).getType(), bits));
        });
  });
}

/// Immediates become smaller. Each use counts as a place.
template <uint64_t (*change)(uint64_t)>
static void collectImmediates(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto constant = operand.get().getDefiningOp<ptx::ConstOp>();
      if (!constant || constant.getBits().getBitWidth() > 64)
        continue;
      uint64_t bits = constant.getBits().getZExtValue();
      uint64_t fresh = change(bits);
      if (fresh != bits)
        edits.push_back([op, number = operand.getOperandNumber(), fresh] {
          op->setOperand(
              number,
              makeConstant(op, op->getOperand(number).getType(), fresh));
        });
    }
  });
}
static uint64_t zero(uint64_t) { return 0; }
static uint64_t one(uint64_t v) { return v > 1 ? 1 : v; }
static uint64_t half(uint64_t v) { return v > 2 ? v / 2 : v; }
static uint64_t lessOne(uint64_t v) { return v > 2 ? v - 1 : v; }

/// Offsets of addresses become zero.
static void collectOffsets(ptx::ModuleOp module, std::vector<Edit> &edits) {
  forOperations(module, [&](Operation *op) {
    auto inst = dyn_cast<ptx::InstructionOpInterface>(op);
    if (!inst)
      return;
    unsigned number = 0;
    for (const ptx::OperandInfo &source :
         ptx::getInstInfo(inst.getOpcode()).srcs())
      if (source.kind == ptx::OperandKind::Address && number < 2) {
        if (ptx::getRawOffset(op, number))
          edits.push_back([op, number] { ptx::setRawOffset(op, 0, number); });
        ++number;
      }
  });
}

llvm::ArrayRef<EditKind> reduce::editKinds() {
  static constexpr EditKind kinds[] = {
      {"functions", collectFunctions},
      {"directives", collectDirectives},
      {"variables", collectVariables},
      {"ends", collectEnds},
      {"false branches", collectBranches<1>},
      {"true branches", collectBranches<0>},
      {"effects", collectEffects},
      {"results to 0", collectResults<0>},
      {"results to 1", collectResults<1>},
      {"first source", collectForwards<0>},
      {"second source", collectForwards<1>},
      {"block arguments", collectArguments},
      {"guards", collectGuards},
      {"operands to 0", collectOperands<0>},
      {"operands to 1", collectOperands<1>},
      {"offsets", collectOffsets},
      {"immediates to 0", collectImmediates<zero>},
      {"immediates to 1", collectImmediates<one>},
      {"immediates by half", collectImmediates<half>},
      {"immediates by one", collectImmediates<lessOne>},
      {"parameters", collectParameters},
      {"declarations", collectDeclarations},
  };
  return kinds;
}

//===- Program.cpp - Operations to bound instructions ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations are bound once: rows for values, a handler for the opcode, frames
// for variables. The loop that runs them looks nothing up.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "State.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::interp;

ptx::Opcode Instr::opcode() const {
  return cast<ptx::InstructionOpInterface>(op).getOpcode();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// Gives each value of a function its rows. Values that stay in their block
/// take rows that others of the block have left, or that other blocks use; a
/// result never takes the row of a source of its own operation.
class RowAllocator {
public:
  Slot rowOf(Value v) const { return rows.lookup(v); }
  unsigned numRows() const { return next; }

  void startBlock(Block &block) {
    for (unsigned wide : {0, 1})
      free[wide] = local[wide];
    uses.clear();
    for (Value argument : block.getArguments())
      define(argument, &block);
    for (Value argument : block.getArguments())
      releaseUnused(argument);
  }
  void define(Operation &op) {
    for (Value result : op.getResults())
      define(result, op.getBlock());
  }
  /// After the results have been defined.
  void use(Operation &op) {
    for (Value operand : op.getOperands()) {
      auto it = uses.find(operand);
      if (it != uses.end() && --it->second == 0)
        release(operand);
    }
    for (Value result : op.getResults())
      releaseUnused(result);
  }

private:
  static bool isWide(Value v) {
    return v.getType().getIntOrFloatBitWidth() > 64;
  }
  static bool staysIn(Value v, Block *block) {
    for (Operation *user : v.getUsers())
      if (user->getBlock() != block)
        return false;
    return true;
  }
  void define(Value v, Block *block) {
    bool wide = isWide(v);
    if (!staysIn(v, block)) {
      rows[v] = take(wide);
      return;
    }
    unsigned count = 0;
    for (OpOperand &use : v.getUses()) {
      (void)use;
      ++count;
    }
    uses[v] = count;
    if (free[wide].empty()) {
      free[wide].push_back(take(wide));
      local[wide].push_back(free[wide].back());
    }
    rows[v] = free[wide].pop_back_val();
  }
  void releaseUnused(Value v) {
    auto it = uses.find(v);
    if (it != uses.end() && it->second == 0)
      release(v);
  }
  void release(Value v) { free[isWide(v)].push_back(rows[v]); }
  Slot take(bool wide) {
    Slot row = next;
    next += wide ? 2 : 1;
    return row;
  }

  llvm::DenseMap<Value, Slot> rows;
  llvm::DenseMap<Value, unsigned> uses;
  llvm::SmallVector<Slot> free[2], local[2];
  unsigned next = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
class FunctionBinder {
public:
  FunctionBinder(Program &program, Function &function)
      : program(program), function(function) {}

  void run(Region &body) {
    uint32_t position = 0;
    for (Block &block : body) {
      starts[&block] = position;
      position += uint32_t(block.getOperations().size());
    }
    // The arguments of a block need rows before branches to it are bound.
    for (Block &block : body) {
      rows.startBlock(block);
      for (Operation &op : block) {
        rows.define(op);
        rows.use(op);
        function.code.emplace_back();
        function.code.back().op = &op;
      }
    }
    function.numRows = rows.numRows();
    for (Instr &inst : function.code)
      bind(inst);
    unsigned k = 0;
    for (Place &input : function.inputs)
      if (input.isRow)
        input.at = rows.rowOf(body.front().getArgument(k++));
  }

private:
  llvm::ArrayRef<Slot> slots(ValueRange values) {
    llvm::SmallVector<Slot> list;
    for (Value v : values)
      list.push_back(rows.rowOf(v));
    return program.keep<Slot>(list);
  }
  static unsigned width(Value v) { return v.getType().getIntOrFloatBitWidth(); }

  Edge makeEdge(Block *target, ValueRange values) {
    Edge edge;
    edge.target = starts[target];
    llvm::SmallVector<std::pair<Slot, Slot>> moves;
    llvm::SmallDenseSet<Slot> written;
    for (auto [from, to] : llvm::zip(values, target->getArguments()))
      for (unsigned word = 0; word < (width(from) > 64 ? 2 : 1); ++word) {
        Slot f = rows.rowOf(from) + word, t = rows.rowOf(to) + word;
        if (f == t)
          continue;
        edge.overlaps |= written.contains(f);
        written.insert(t);
        moves.push_back({f, t});
      }
    edge.moves = program.keep<std::pair<Slot, Slot>>(moves);
    return edge;
  }

  /// The caller's side of a call: its `args` and `rets` (see ptx.call).
  void makeCall(Instr &inst, StringRef callee, llvm::ArrayRef<int32_t> args,
                llvm::ArrayRef<int32_t> rets, ValueRange operands,
                ValueRange results) {
    auto site = std::make_unique<CallSite>();
    site->name = callee;
    auto found = program.byName.find(callee);
    if (found != program.byName.end()) {
      site->callee = found->second;
      function.named.push_back(found->second);
    }
    function.callsByAddress |= callee.empty();
    auto vars = function.op->getAttrOfType<ArrayAttr>("call_params");
    auto locate = [&](llvm::ArrayRef<int32_t> list, ValueRange values,
                      llvm::SmallVectorImpl<Place> &out) {
      unsigned next = 0;
      for (int32_t index : list)
        if (index < 0) {
          Value v = values[next++];
          out.push_back({true, rows.rowOf(v), (width(v) + 7) / 8});
        } else {
          out.push_back({false, function.callParams[index],
                         uint32_t(cast<ptx::VarAttr>(vars[index]).getSize())});
        }
    };
    locate(args, operands, site->arguments);
    locate(rets, results, site->results);
    inst.call = site.get();
    function.calls.push_back(std::move(site));
  }

  void bind(Instr &inst) {
    Operation *op = inst.op;
    inst.out = slots(op->getResults());
    if (op->getNumResults())
      inst.outBits = uint8_t(width(op->getResult(0)));
    if (isa<ptx::InstructionOpInterface>(op)) {
      inst.mods = ptx::getRawMods(op);
      inst.in = slots(ptx::getSources(op));
      inst.pass = slots(ptx::getPassThrough(op));
      if (!inst.in.empty())
        inst.inBits = uint8_t(width(ptx::getSources(op)[0]));
      if (Value guard = ptx::getGuard(op)) {
        inst.guard = rows.rowOf(guard);
        inst.guardNegated = inst.mods & ptx::kGuardNegatedBit;
      }
      // Each address operand has an offset.
      unsigned addresses = 0;
      for (const ptx::OperandInfo &source :
           ptx::getInstInfo(inst.opcode()).srcs())
        if (source.kind == ptx::OperandKind::Address &&
            addresses < inst.offset.size()) {
          inst.offset[addresses] = ptx::getRawOffset(op, addresses);
          ++addresses;
        }
      if (!bindInstruction(inst))
        inst.run = nullptr;
      return;
    }
    inst.in = slots(op->getOperands());
    if (op->getNumOperands())
      inst.inBits = uint8_t(width(op->getOperand(0)));
    llvm::SmallVector<Edge> edges;
    if (auto bra = dyn_cast<ptx::BraOp>(op)) {
      edges.push_back(makeEdge(bra.getDest(), bra.getDestOperands()));
    } else if (auto bra = dyn_cast<ptx::CondBraOp>(op)) {
      edges.push_back(makeEdge(bra.getTrueDest(), bra.getTrueOperands()));
      edges.push_back(makeEdge(bra.getFalseDest(), bra.getFalseOperands()));
    } else if (auto brx = dyn_cast<ptx::BrxOp>(op)) {
      for (auto [target, values] :
           llvm::zip(brx.getTargets(), brx.getTargetOperands()))
        edges.push_back(makeEdge(target, values));
    } else if (auto call = dyn_cast<ptx::CallOp>(op)) {
      makeCall(inst, call.getCallee(), call.getArgs(), call.getRets(),
               call.getArguments(), call.getValues());
    } else if (auto call = dyn_cast<ptx::CallIndirectOp>(op)) {
      makeCall(inst, "", call.getArgs(), call.getRets(), call.getArguments(),
               call.getValues());
    } else if (auto address = dyn_cast<ptx::AddressOfOp>(op)) {
      bindAddressOf(inst, address);
    } else if (auto address = dyn_cast<ptx::LocalAddressOp>(op)) {
      inst.imm =
          function.locals[address.getIndex()] + uint64_t(address.getOffset());
    } else if (auto address = dyn_cast<ptx::ParamAddressOp>(op)) {
      bindParamAddress(inst, address);
    }
    inst.edges = program.keep<Edge>(edges);
    if (!bindStructure(inst))
      inst.run = nullptr;
  }

  /// `imm` is the address, or of a shared variable its number; the offset is
  /// then in `offset[0]`.
  void bindAddressOf(Instr &inst, ptx::AddressOfOp address) {
    StringRef symbol = address.getSymbol();
    auto shared = program.sharedIndex.find(symbol);
    if (shared != program.sharedIndex.end()) {
      inst.imm = shared->second;
      inst.offset[0] = address.getOffset();
      inst.run = fillSharedAddress;
      function.sharedVars.push_back(shared->second);
      return;
    }
    auto opaque = program.opaqueIndex.find(symbol);
    if (opaque != program.opaqueIndex.end()) {
      inst.imm = opaque->second;
      inst.run = fillTextureHandle;
      return;
    }
    if (Function *named = program.byName.lookup(symbol))
      function.named.push_back(named);
    inst.imm =
        program.symbols.lookup(symbol).address + uint64_t(address.getOffset());
  }

  /// `imm` is the offset in the parameter block, or with `offset[0]` set that
  /// in the frame.
  void bindParamAddress(Instr &inst, ptx::ParamAddressOp address) {
    unsigned index = address.getIndex();
    uint64_t base = 0;
    bool inFrame = true;
    switch (address.getKind()) {
    case ptx::ParamKind::Input:
      if (function.isEntry) {
        inFrame = false;
        auto var = cast<ptx::VarAttr>(
            function.op->getAttrOfType<ArrayAttr>("params")[index]);
        if (isOpaque(var.getDataType())) {
          inst.imm = program.addOpaque(exec::getParamImageName(var.getName()));
          inst.run = fillTextureHandle;
          return;
        }
        base = var.getOffset();
      } else {
        base = function.inputs[index].at;
      }
      break;
    case ptx::ParamKind::Return:
      base = function.returns[index].at;
      break;
    case ptx::ParamKind::Call:
      base = function.callParams[index];
      break;
    }
    inst.imm = base + uint64_t(address.getOffset());
    inst.offset[0] = inFrame;
  }

  Program &program;
  Function &function;
  RowAllocator rows;
  llvm::DenseMap<Block *, uint32_t> starts;
};
} // namespace

/// Gives variables of a list places in the frame.
static void placeInFrame(Function &f, StringRef attribute,
                         llvm::function_ref<void(ptx::VarAttr, uint32_t)> put) {
  auto vars = f.op->getAttrOfType<ArrayAttr>(attribute);
  if (!vars)
    return;
  for (Attribute a : vars) {
    auto var = cast<ptx::VarAttr>(a);
    if (var.getInRegister()) {
      put(var, 0);
      continue;
    }
    uint32_t align = std::max<uint32_t>(1, var.getAlign());
    f.frameAlign = std::max(f.frameAlign, align);
    f.frameBytes = uint32_t(llvm::alignTo(f.frameBytes, align));
    put(var, f.frameBytes);
    f.frameBytes += uint32_t(var.getSize());
  }
}

/// The bytes of a parameter or return value; a predicate in a register has one.
static uint32_t passedBytes(ptx::VarAttr var) {
  return std::max<uint32_t>(var.getInRegister(), uint32_t(var.getSize()));
}

static void layOutFrame(Function &f) {
  placeInFrame(f, "locals",
               [&](ptx::VarAttr, uint32_t at) { f.locals.push_back(at); });
  placeInFrame(f, "call_params",
               [&](ptx::VarAttr, uint32_t at) { f.callParams.push_back(at); });
  if (f.isEntry)
    return;
  placeInFrame(f, "params", [&](ptx::VarAttr var, uint32_t at) {
    f.inputs.push_back({var.getInRegister(), at, passedBytes(var)});
  });
  unsigned operand = 0;
  placeInFrame(f, "returns", [&](ptx::VarAttr var, uint32_t at) {
    bool reg = var.getInRegister();
    f.returns.push_back({reg, reg ? operand++ : at, passedBytes(var)});
  });
}

void interp::bindFunctions(Program &program) {
  for (auto &function : program.functions)
    layOutFrame(*function);
  for (auto &function : program.functions)
    FunctionBinder(program, *function).run(function->op->getRegion(0));
  for (auto &function : program.functions)
    for (Instr &inst : function->code) {
      inst.number = uint32_t(program.numbered.size());
      program.numbered.push_back(&inst);
    }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static int findOperand(llvm::ArrayRef<ptx::OperandInfo> operands,
                       const ptx::InstInfo &info, int64_t mods, size_t count,
                       StringRef name) {
  llvm::SmallVector<const ptx::OperandInfo *> layout;
  if (!ptx::layoutOperands(operands, info, mods, unsigned(count), layout))
    return -1;
  for (size_t k = 0; k < layout.size(); ++k)
    if (ptx::tableString(layout[k]->name) == name)
      return int(k);
  return -1;
}

int interp::findSource(const Instr &inst, StringRef name) {
  const ptx::InstInfo &info = ptx::getInstInfo(inst.opcode());
  return findOperand(info.srcs(), info, inst.mods, inst.in.size(), name);
}

int interp::findResult(const Instr &inst, StringRef name) {
  const ptx::InstInfo &info = ptx::getInstInfo(inst.opcode());
  return findOperand(info.dsts(), info, inst.mods, inst.out.size(), name);
}

bool interp::bindInstruction(Instr &inst) {
  ptx::Opcode opcode = inst.opcode();
  for (auto *bind : {bindInteger,      bindBits,
                     bindFloat,        bindApproximation,
                     bindCompare,      bindConvert,
                     bindMemory,       bindAtomic,
                     bindWarp,         bindBarrier,
                     bindAsync,        bindBulk,
                     bindMatrix,       bindMatrixMemory,
                     bindSparseMatrix, bindBlockScaledMatrix,
                     bindGroupMatrix,  bindWmma,
                     bindVideo,        bindTexture,
                     bindSurface,      bindTensorCopy,
                     bindTensorMemory, bindClusterLaunch})
    if (bind(inst, opcode))
      return true;
  return false;
}

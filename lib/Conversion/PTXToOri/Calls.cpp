//===- Calls.cpp - Device functions, their parameters and calls -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable in param space of a device function or of a call is a list of
// 32-bit words. PTX wants the stores of the arguments of a call and the loads
// of its results in one block with the call (PTX ISA, "Parameter State Space"),
// so the words are values that the walk of the block keeps. A variable of which
// the program does more lies in local memory.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "TextureCalls.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// The pieces of variables at `places`.
static SmallVector<ParamPiece> getPieces(ArrayAttr variables,
                                         ArrayRef<target::ABIPlace> places) {
  SmallVector<ParamPiece> pieces;
  for (auto [i, attr] : llvm::enumerate(variables)) {
    auto var = cast<ptx::VarAttr>(attr);
    unsigned words =
        llvm::divideCeil(std::max<uint64_t>(var.getSize(), 1), kWordBytes);
    // A register of PTX is one value, memory that is aligned so has pairs.
    unsigned unit = var.getInRegister() ? words : var.getAlign() >= 8 ? 2 : 1;
    for (unsigned at = 0; at < words;) {
      unsigned width = std::min(unit, words - at);
      ParamPiece piece = {unsigned(i), at * kWordBytes, width, std::nullopt};
      if (places[i].firstRegister)
        piece.reg = *places[i].firstRegister + at;
      else
        piece.stackOffset = places[i].stackOffset + at * kWordBytes;
      pieces.push_back(piece);
      at += width;
    }
  }
  return pieces;
}

Signature::Signature(ArrayAttr params, ArrayAttr returns) {
  auto getValues = [](ArrayAttr variables) {
    SmallVector<target::ABIValue> values;
    for (auto var : variables.getAsRange<ptx::VarAttr>())
      values.push_back({std::max<uint64_t>(var.getSize(), 1), var.getAlign()});
    return values;
  };
  SmallVector<target::ABIValue> values = getValues(returns);
  uint64_t memory = 0;
  SmallVector<target::ABIPlace> places =
      target::assignABIPlaces(values, memory);
  returnsInMemory = memory != 0;
  if (returnsInMemory) {
    // All of them, then.
    uint64_t at = 0;
    for (auto [place, value] : llvm::zip_equal(places, values)) {
      at = llvm::alignTo(at, std::max<uint64_t>(value.align, 1));
      place = {std::nullopt, at};
      at += value.size;
    }
  }
  results = getPieces(returns, places);

  values = getValues(params);
  if (returnsInMemory)
    values.insert(values.begin(), {kWordBytes, kWordBytes});
  places = target::assignABIPlaces(values, stackBytes);
  this->params =
      getPieces(params, ArrayRef(places).drop_front(returnsInMemory));
}

/// Whether a call has one variable for all that comes back; else the caller has
/// room for it above the arguments on its stack.
static bool isOneVariable(ArrayRef<int32_t> rets) {
  return rets.size() == 1 && rets[0] >= 0;
}
static uint64_t getResultOffset(const Signature &signature) {
  constexpr uint64_t kAlign = 16;
  return llvm::alignTo(signature.stackBytes, kAlign);
}
static uint64_t getResultBytes(const Signature &signature) {
  const ParamPiece &last = signature.results.back();
  return last.stackOffset + last.width * kWordBytes;
}

static void addRegisters(MLIRContext *context, ArrayRef<ParamPiece> pieces,
                         Signature::Registers &registers) {
  for (const ParamPiece &piece : pieces)
    if (piece.reg) {
      registers.types.push_back(ori::RType::get(context, piece.width));
      registers.numbers.push_back(int32_t(*piece.reg));
    }
}

Signature::Registers Signature::getArguments(MLIRContext *context) const {
  Registers registers;
  if (returnsInMemory) {
    registers.types.push_back(ori::RType::get(context, 1));
    registers.numbers.push_back(int32_t(target::getCallABI().firstArgument));
  }
  addRegisters(context, params, registers);
  return registers;
}

Signature::Registers Signature::getResults(MLIRContext *context) const {
  Registers registers;
  addRegisters(context, results, registers);
  return registers;
}

//===----------------------------------------------------------------------===//
// Where variables are
//===----------------------------------------------------------------------===//

static ArrayAttr getCallParams(Operation *function) {
  if (auto entry = dyn_cast<ptx::EntryOp>(function))
    return entry.getCallParams();
  return cast<ptx::FuncOp>(function).getCallParams();
}

/// Whether a use of an address is more than an access of a variable whose words
/// are values. `home`: the block of the accesses, null before the first.
bool FuncLowering::needsMemory(Operation *user, Value address, Block *&home,
                               ptx::ParamKind kind) {
  auto load = dyn_cast<ptx::LdOp>(user);
  auto store = dyn_cast<ptx::StOp>(user);
  if (!(load && isParam(load.getSpace())) &&
      !(store && isParam(store.getSpace()) &&
        !llvm::is_contained(store.getValues(), address)))
    return true;
  switch (kind) {
  case ptx::ParamKind::Input:
    return bool(store);
  case ptx::ParamKind::Return:
    return load || !llvm::isa<ptx::RetOp>(user->getBlock()->getTerminator());
  case ptx::ParamKind::Call:
    if (home && home != user->getBlock())
      return true;
    home = user->getBlock();
    return false;
  }
  llvm_unreachable("unknown kind of variable");
}

/// The parameters and return values of an indirect call.
std::pair<ArrayAttr, ArrayAttr>
FuncLowering::getPrototype(ptx::CallIndirectOp call) {
  ArrayAttr params = call.getPrototypeParamsAttr(),
            returns = call.getPrototypeReturnsAttr(),
            targets = call.getTargetsAttr();
  // With a list of targets and no prototype, the first shows it.
  if (targets && !targets.empty() && !params && !returns)
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(targets[0]))
      if (ptx::FuncOp first = module.functions.lookup(symbol.getAttr()))
        return {first.getParams(), first.getReturns()};
  ArrayAttr none = builder.getArrayAttr({});
  return {params ? params : none, returns ? returns : none};
}

/// Finds the variables and gives those in memory places in the frame, at whose
/// begin are the arguments of calls that are on the stack.
void FuncLowering::collectParams(uint64_t &frame, uint64_t &frameAlign) {
  auto add = [](SmallVector<ParamVariable> &list, ArrayAttr variables) {
    for (auto var : variables.getAsRange<ptx::VarAttr>())
      list.emplace_back().var = var;
  };
  add(callParams, getCallParams(ptxFunc));
  if (auto func = dyn_cast<ptx::FuncOp>(ptxFunc)) {
    add(inputs, func.getParams());
    add(returns, func.getReturns());
  }
  if (callParams.empty() && inputs.empty() && returns.empty() &&
      !oriFunc.getCalls())
    return;

  SmallVector<Block *> homes(callParams.size());
  DenseSet<ParamVariable *> inMemory;
  auto useInCall = [&](Operation *op, ArrayRef<int32_t> variables) {
    for (int32_t index : variables) {
      if (index < 0)
        continue;
      Block *&home = homes[index];
      if (home && home != op->getBlock())
        inMemory.insert(&callParams[index]);
      home = op->getBlock();
    }
  };
  uint64_t outgoing = 0;
  auto addOutgoing = [&](ArrayAttr params, ArrayAttr returns,
                         ArrayRef<int32_t> rets) {
    Signature signature(params, returns);
    outgoing = std::max(outgoing, signature.stackBytes);
    // The callee may count on what its parameters ask for.
    if (signature.stackBytes || signature.returnsInMemory)
      for (ArrayAttr list : {params, returns})
        for (auto var : list.getAsRange<ptx::VarAttr>())
          if (var.getAlign() >= target::kStackAlign)
            frameAlign = target::kStackAlign;
    if (signature.returnsInMemory && !isOneVariable(rets))
      outgoing = std::max(outgoing, getResultOffset(signature) +
                                        getResultBytes(signature));
    for (int32_t index : rets)
      if (signature.returnsInMemory && index >= 0)
        inMemory.insert(&callParams[index]);
  };
  ptxFunc->walk([&](Operation *op) {
    if (auto tex = dyn_cast<ptx::TexOp>(op)) {
      if (std::string name = getFetchFunction(*module.target, tex);
          !name.empty())
        if (ptx::FuncOp callee =
                module.functions.lookup(builder.getStringAttr(name)))
          addOutgoing(callee.getParams(), callee.getReturns(), {});
    } else if (auto call = dyn_cast<ptx::CallOp>(op)) {
      useInCall(op, call.getArgs());
      useInCall(op, call.getRets());
      if (ptx::FuncOp callee =
              module.functions.lookup(call.getCalleeAttr().getAttr()))
        addOutgoing(callee.getParams(), callee.getReturns(), call.getRets());
    } else if (auto call = dyn_cast<ptx::CallIndirectOp>(op)) {
      useInCall(op, call.getArgs());
      useInCall(op, call.getRets());
      auto [params, returns] = getPrototype(call);
      addOutgoing(params, returns, call.getRets());
    } else if (auto address = dyn_cast<ptx::ParamAddressOp>(op)) {
      int64_t offset = 0;
      ParamVariable *variable = findParam(address.getResult(), offset);
      if (!variable)
        return;
      Block *none = nullptr;
      bool isCall = address.getKind() == ptx::ParamKind::Call;
      Block *&home = isCall ? homes[address.getIndex()] : none;
      for (Operation *user : address->getUsers())
        if (needsMemory(user, address.getResult(), home, address.getKind()))
          inMemory.insert(variable);
    }
  });
  frame = outgoingBytes = llvm::alignTo(outgoing, 16);
  for (SmallVector<ParamVariable> *list : {&inputs, &returns, &callParams})
    for (ParamVariable &variable : *list) {
      uint64_t size = variable.var.getSize(),
               align = std::max<uint64_t>(variable.var.getAlign(), kWordBytes);
      variable.words.resize(llvm::divideCeil(size, kWordBytes));
      if (!inMemory.contains(&variable))
        continue;
      frame = llvm::alignTo(frame, align);
      if (align >= 16)
        frameAlign = 16;
      variable.frameOffset = frame;
      frame += llvm::alignTo(size, kWordBytes);
    }
}

ParamVariable *FuncLowering::findParam(Value address, int64_t &offset) {
  auto op = address.getDefiningOp<ptx::ParamAddressOp>();
  if (!op)
    return nullptr;
  offset += op.getOffset();
  unsigned index = op.getIndex();
  switch (op.getKind()) {
  case ptx::ParamKind::Input:
    return isDeviceFunction() ? &inputs[index] : nullptr;
  case ptx::ParamKind::Return:
    return &returns[index];
  case ptx::ParamKind::Call:
    return &callParams[index];
  }
  llvm_unreachable("unknown kind of variable");
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static Value loadLocal(FuncLowering &l, Value base, unsigned offset,
                       unsigned width) {
  SmallVector<Value> parts;
  for (unsigned k = 0; k != width; ++k)
    parts.push_back(
        l.value(Opcode::LDL, {base, l.urz()},
                getAccessMods(Opcode::LDL, MemType::B32,
                              offset + k * kWordBytes, isa::MemOrder::Weak)));
  return l.combine(parts);
}

Value FuncLowering::loadFrame(unsigned offset, unsigned width) {
  Value base = ori::FrameAddressOp::create(builder, loc, r(),
                                           builder.getI32IntegerAttr(0), 0);
  return loadLocal(*this, base, offset, width);
}

void FuncLowering::storeFrame(unsigned offset, Value value) {
  Value base = ori::FrameAddressOp::create(builder, loc, r(),
                                           builder.getI32IntegerAttr(0), 0);
  storeLocal(base, offset, value);
}

void FuncLowering::storeLocal(Value base, unsigned offset, Value value) {
  for (unsigned k = 0; k != ori::getWidth(value.getType()); ++k)
    inst(Opcode::STL, {base, urz(), part(value, k)},
         getAccessMods(Opcode::STL, MemType::B32, offset + k * kWordBytes,
                       isa::MemOrder::Weak));
}

Value FuncLowering::getPiece(ParamVariable &variable, const ParamPiece &piece) {
  if (variable.frameOffset)
    return loadFrame(*variable.frameOffset + piece.offset, piece.width);
  SmallVector<Value> parts;
  for (unsigned k = 0; k != piece.width; ++k) {
    Value word = variable.words[piece.offset / kWordBytes + k];
    parts.push_back(word ? word : undef(r()));
  }
  return combine(parts);
}

void FuncLowering::setPiece(ParamVariable &variable, const ParamPiece &piece,
                            Value value) {
  if (variable.frameOffset)
    return storeFrame(*variable.frameOffset + piece.offset, value);
  for (unsigned k = 0; k != piece.width; ++k)
    variable.words[piece.offset / kWordBytes + k] = part(value, k);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A predicate, which is passed as a word: 1 where it holds, else 0. The ABI
/// has none; ptxas takes them only where functions do not follow it, with
/// several return values.
static bool isPredicate(Attribute var) {
  return cast<ptx::VarAttr>(var).getDataType() == ptx::DataType::Pred;
}

static Value predicateToWord(FuncLowering &l, Value value) {
  return llvm::isa<ori::PType>(value.getType())
             ? l.select(value, l.imm(1), l.zero())
             : value;
}

static Value wordToPredicate(FuncLowering &l, Value word) {
  return l.isetp(isa::ICmp::NE, word, l.zero(), /*isSigned=*/false);
}

/// Makes the arguments of the entry block, and takes what is on the stack.
void FuncLowering::receiveArguments() {
  auto func = cast<ptx::FuncOp>(ptxFunc);
  Block *entry = &oriFunc.getBody().front();
  builder.setInsertionPointToEnd(entry);
  unsigned nextArgument = 0;
  Block &source = ptxFunc->getRegion(0).front();
  std::vector<unsigned> registerOf(func.getParams().size());
  for (unsigned i = 0; i != registerOf.size(); ++i)
    if (func.getParam(i).getInRegister())
      registerOf[i] = nextArgument++;
  Signature signature(func.getParams(), func.getReturns());
  if (signature.returnsInMemory)
    resultAddress = entry->addArgument(r(), loc);
  for (const ParamPiece &piece : signature.params) {
    Value value;
    if (piece.reg) {
      value = entry->addArgument(r(piece.width), loc);
    } else {
      SmallVector<Value> words;
      for (unsigned k = 0; k != piece.width; ++k)
        words.push_back(ori::StackArgumentOp::create(
            builder, loc, r(),
            builder.getI32IntegerAttr(piece.stackOffset + k * kWordBytes), 0));
      value = combine(words);
    }
    ptx::VarAttr var = func.getParam(piece.param);
    if (var.getInRegister())
      set(source.getArgument(registerOf[piece.param]),
          isPredicate(var) ? wordToPredicate(*this, value) : value);
    else
      setPiece(inputs[piece.param], piece, value);
  }
}

/// Where all threads of a function with several returns meet again; null for
/// one return.
Block *FuncLowering::getReturnBlock(TypeRange types) {
  if (returnBlock)
    return returnBlock;
  unsigned count = llvm::count_if(ptxFunc->getRegion(0), [](Block &block) {
    return llvm::isa<ptx::RetOp>(block.getTerminator());
  });
  if (count < 2)
    return nullptr;
  OpBuilder::InsertionGuard guard(builder);
  returnBlock =
      builder.createBlock(&oriFunc.getBody(), oriFunc.getBody().end(), types,
                          SmallVector<Location>(types.size(), loc));
  ori::RetOp::create(builder, loc, returnBlock->getArguments());
  return returnBlock;
}

LogicalResult FuncLowering::lowerReturn(ptx::RetOp op) {
  auto func = cast<ptx::FuncOp>(ptxFunc);
  Signature signature(func.getParams(), func.getReturns());
  unsigned nextValue = 0;
  SmallVector<Value> values;
  for (const ParamPiece &piece : signature.results) {
    ParamVariable &variable = returns[piece.param];
    // What this block has not written.
    if (variable.block != op->getBlock() && !variable.frameOffset) {
      variable.block = op->getBlock();
      llvm::fill(variable.words, Value());
    }
    Value value = variable.var.getInRegister()
                      ? predicateToWord(*this, get(op.getValues()[nextValue++]))
                      : getPiece(variable, piece);
    if (piece.reg)
      values.push_back(value);
    else
      storeLocal(resultAddress, piece.stackOffset, value);
  }
  if (Block *block = getReturnBlock(ValueRange(values).getTypes()))
    ori::BraOp::create(builder, loc, values, block);
  else
    ori::RetOp::create(builder, loc, values);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A call, whatever tells which function is meant.
struct FuncLowering::CallSite {
  Operation *op;
  FlatSymbolRefAttr callee; ///< null: the one that `target` names
  Value target;
  bool isSystem, mayWait, usesFew;
  ArrayAttr params, returns;
  /// Variables of the call, -1 for the next operand or result.
  ArrayRef<int32_t> args, rets;
  ValueRange operands;
  std::string prototype = {}; ///< of an indirect call
};

LogicalResult FuncLowering::emitCall(const CallSite &site) {
  if (site.args.size() != site.params.size() ||
      site.rets.size() != site.returns.size())
    return site.op->emitError("call does not fit the function");
  Signature signature(site.params, site.returns);
  SmallVector<Value> arguments;
  Value stackEnd, results;
  unsigned nextOperand = 0;
  if (signature.returnsInMemory && isOneVariable(site.rets)) {
    arguments.push_back(ori::FrameAddressOp::create(
        builder, loc, r(),
        builder.getI32IntegerAttr(*callParams[site.rets[0]].frameOffset), 0));
  } else if (signature.returnsInMemory) {
    stackEnd = getStackEnd(*this);
    results = iadd(stackEnd, imm(getResultOffset(signature)));
    arguments.push_back(results);
  }
  for (const ParamPiece &piece : signature.params) {
    int32_t index = site.args[piece.param];
    Value value;
    if (index < 0) {
      if (nextOperand == site.operands.size())
        return site.op->emitError("call does not fit the function");
      value = get(site.operands[nextOperand++]);
      if (isPredicate(site.params[piece.param]))
        value = predicateToWord(*this, value);
    } else {
      ParamVariable &variable = callParams[index];
      if (piece.offset / kWordBytes + piece.width > variable.words.size())
        return site.op->emitError("call does not fit the function");
      value = getPiece(variable, piece);
    }
    if (ori::getWidth(value.getType()) != piece.width ||
        llvm::isa<ori::PType>(value.getType()))
      return site.op->emitError("call does not fit the function");
    if (piece.reg) {
      arguments.push_back(value);
      continue;
    }
    if (!stackEnd)
      stackEnd = getStackEnd(*this);
    storeLocal(stackEnd, piece.stackOffset, value);
  }
  Signature::Registers returned = signature.getResults(builder.getContext());
  OperationState state(loc, ori::CallOp::getOperationName());
  ori::CallOp::build(
      builder, state, returned.types, site.callee, site.target, arguments,
      builder.getDenseI32ArrayAttr(
          signature.getArguments(builder.getContext()).numbers),
      builder.getDenseI32ArrayAttr(returned.numbers),
      site.isSystem ? builder.getUnitAttr() : UnitAttr(),
      site.mayWait ? builder.getUnitAttr() : UnitAttr(),
      site.usesFew ? builder.getUnitAttr() : UnitAttr(), DenseI32ArrayAttr());
  Operation *call = builder.create(state);
  if (!site.prototype.empty())
    call->setAttr(kPrototypeAttr, builder.getStringAttr(site.prototype));

  if (signature.returnsInMemory && !results)
    return success();
  unsigned nextResult = 0, nextRegister = 0;
  for (const ParamPiece &piece : signature.results) {
    int32_t index = site.rets[piece.param];
    Value value =
        piece.reg ? call->getResult(nextRegister++)
                  : loadLocal(*this, results, piece.stackOffset, piece.width);
    if (index < 0) {
      set(site.op->getResult(nextResult++),
          isPredicate(site.returns[piece.param]) ? wordToPredicate(*this, value)
                                                 : value);
      continue;
    }
    ParamVariable &variable = callParams[index];
    if (!variable.frameOffset &&
        piece.offset / kWordBytes + piece.width > variable.words.size())
      return site.op->emitError("call does not fit the function");
    variable.block = site.op->getBlock();
    setPiece(variable, piece, value);
  }
  return success();
}

LogicalResult FuncLowering::lowerCall(ptx::CallOp op) {
  ptx::FuncOp function = module.functions.lookup(op.getCalleeAttr().getAttr());
  if (!function)
    return op.emitError("calls '") << op.getCallee() << "', which is unknown";
  StringAttr name = function.getSymNameAttr();
  CallSite site = {op,
                   {},
                   {},
                   function.isExternal() && !module.relocatable,
                   module.waiting.contains(name),
                   function->hasAttr(kFewRegistersAttr),
                   function.getParams(),
                   function.getReturns(),
                   op.getArgs(),
                   op.getRets(),
                   op.getArguments()};
  if (site.isSystem) {
    site.callee = FlatSymbolRefAttr::get(name);
    site.target = cbank(4, module.addressOffsets.lookup(name), 2);
  } else {
    site.callee = FlatSymbolRefAttr::get(
        module.relocatable ? name : kernel.names.lookup(name));
  }
  return emitCall(site);
}

SmallVector<Value>
FuncLowering::callSystem(ptx::FuncOp function,
                         ArrayRef<SmallVector<Value>> arguments) {
  Signature signature(function.getParams(), function.getReturns());
  SmallVector<Value> inRegisters;
  for (const ParamPiece &piece : signature.params) {
    Value value = combine(ArrayRef(arguments[piece.param])
                              .slice(piece.offset / kWordBytes, piece.width));
    if (piece.reg)
      inRegisters.push_back(value);
    else
      storeFrame(piece.stackOffset, value);
  }
  StringAttr name = function.getSymNameAttr();
  Signature::Registers results = signature.getResults(builder.getContext());
  OperationState state(loc, ori::CallOp::getOperationName());
  // In an object it is a function like others that are elsewhere.
  bool isElsewhere = module.relocatable;
  ori::CallOp::build(
      builder, state, results.types, FlatSymbolRefAttr::get(name),
      isElsewhere ? Value() : cbank(4, module.addressOffsets.lookup(name), 2),
      inRegisters,
      builder.getDenseI32ArrayAttr(
          signature.getArguments(builder.getContext()).numbers),
      builder.getDenseI32ArrayAttr(results.numbers),
      isElsewhere ? UnitAttr() : builder.getUnitAttr(), UnitAttr(), UnitAttr(),
      DenseI32ArrayAttr());
  Operation *call = builder.create(state);
  SmallVector<Value> words;
  for (Value value : call->getResults())
    for (unsigned k = 0; k != ori::getWidth(value.getType()); ++k)
      words.push_back(part(value, k));
  return words;
}

/// Addresses of functions are numbers of a table in constant bank 2 of each
/// kernel, whose code holds the functions (observed on ptxas 13.0.88).
LogicalResult FuncLowering::lowerIndirectCall(ptx::CallIndirectOp op) {
  auto [params, returns] = getPrototype(op);
  uint64_t mods = isa::LDC::kDefaultMods;
  mods = isa::LDC::bank.set(mods, 2);
  mods = isa::LDC::type.set(mods, uint64_t(MemType::B64));
  Value target = module.relocatable
                     ? get(op.getTarget())
                     : value(Opcode::LDC, {lo(get(op.getTarget()))}, mods);
  CallSite site = {op,
                   {},
                   target,
                   /*isSystem=*/false,
                   module.pointersMayWait,
                   /*usesFew=*/false,
                   params,
                   returns,
                   op.getArgs(),
                   op.getRets(),
                   op.getArguments()};
  site.prototype = ptxtoori::getPrototype(params, returns);
  return emitCall(site);
}

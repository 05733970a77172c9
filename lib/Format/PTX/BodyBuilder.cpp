//===- BodyBuilder.cpp - operations of a PTX function body ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renames registers to values along the dominator tree and creates the
// operations on the way.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "PhiPlacement.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <optional>

using namespace ptxmlir::ptx;
using namespace mlir;

namespace {

class BodyBuilder {
public:
  BodyBuilder(Operation *function, const FunctionBody &body,
              ArrayRef<FlatSymbolRefAttr> symbolNames, OpcodeNames &names,
              StringAttr fileName,
              llvm::function_ref<void(uint32_t, Position)> undefinedRead,
              bool lineLocations, StringRef debugText)
      : function(function), body(body), symbolNames(symbolNames), names(names),
        fileName(fileName), undefinedRead(undefinedRead),
        lineLocations(lineLocations), debugText(debugText),
        context(function->getContext()),
        dialect(context->getLoadedDialect<PTXDialect>()), builder(context),
        cfg(body), phis(placePhis(body, cfg)), values(body.registers.size()),
        noAttributes(DictionaryAttr::get(context)) {}
  void run();
  void keepTargets() { keepsTargets = true; }

private:
  void createBlocks();
  void enter(uint32_t block);
  void emit(const Statement &statement);
  void emitInst(const Statement &statement);
  void emitMove(const Statement &statement);
  void emitCall(const Statement &statement);
  void emitEnd(uint32_t block);
  /// Writes `value` to the destination, under the statement's guard.
  void assign(const Statement &statement, const Dest &dest, Value value);

  Value readRegister(uint32_t reg) {
    Value value = values[reg];
    return value ? value : undefined(body.registers[reg].width);
  }
  /// Reads a register because the text says so.
  Value useRegister(uint32_t reg) {
    if (!values[reg])
      undefinedRead(reg, position);
    return readRegister(reg);
  }
  void writeRegister(uint32_t reg, Value value) {
    undo.push_back({reg, values[reg]});
    values[reg] = value;
    if (!debugText.empty())
      createDebugValue(reg, value);
  }
  void createDebugValue(uint32_t reg, Value value);
  Value read(const Source &source);
  Value extend(Value value, DataType type, int64_t offset, unsigned width);
  Value constant(int64_t value, unsigned width);
  Value undefined(unsigned width);
  Type type(unsigned width);
  Location location(const Statement &statement);
  Operation *createInst(Opcode opcode, Location loc, TypeRange types,
                        ValueRange operands, int64_t mods);
  void successorValues(uint32_t block, SmallVectorImpl<Value> &out);
  Operation *insertPrologue(Operation *op);
  void findLabels(uint32_t index);
  void addLabels(uint32_t statement);
  void attachLabels(Operation *op);
  void attachLastLabels();

  /// A pragma is about the instruction behind it.
  void addPragmas(const Statement &statement, Operation *op) {
    if (statement.pragmas != kNone)
      op->setDiscardableAttr(kPragmaAttr, body.pragmas[statement.pragmas]);
  }

  Operation *function;
  const FunctionBody &body;
  ArrayRef<FlatSymbolRefAttr> symbolNames;
  OpcodeNames &names;
  StringAttr fileName;
  /// Is told of reads that no write comes before.
  llvm::function_ref<void(uint32_t, Position)> undefinedRead;
  bool lineLocations;
  StringRef debugText;
  /// Labels that branches name are kept, too.
  bool keepsTargets = false;
  MLIRContext *context;
  PTXDialect *dialect;
  OpBuilder builder;
  CFG cfg;
  Lists phis;
  std::vector<Block *> blocks;
  /// The value of each register where the renaming stands.
  std::vector<Value> values;
  std::vector<std::pair<uint32_t, Value>> undo;
  DictionaryAttr noAttributes;

  /// The next of body.labelNames, and those that wait for an operation.
  uint32_t nextLabel = 0;
  SmallVector<Attribute, 0> labels;

  /// Of the statement at hand.
  Position position = {};
  uint32_t lastLine = 0, lastDebug = kNone;
  LocationAttr lastLoc;
  std::array<Type, 5> types = {};
  /// Constants and undefined values, at the start of the entry block.
  llvm::DenseMap<std::pair<int64_t, unsigned>, Value> constants;
  std::array<Value, 5> undefineds = {};
  Operation *lastPrologue = nullptr;
};

/// 1, 16, 32, 64 and 128 bits as 0 to 4.
unsigned widthIndex(unsigned width) {
  return width == 1 ? 0 : llvm::Log2_32(width) - 3;
}

} // namespace

Type BodyBuilder::type(unsigned width) {
  Type &result = types[widthIndex(width)];
  if (!result)
    result = IntegerType::get(context, width);
  return result;
}

/// One location per line; what `.loc` says of it comes second, so that messages
/// are about the PTX text.
Location BodyBuilder::location(const Statement &statement) {
  position = statement.position;
  if (position.line != lastLine || statement.debugLoc != lastDebug ||
      !lastLoc) {
    if (lineLocations)
      lastLoc = dialect->getLineLoc(fileName, position.line, position.column);
    else
      lastLoc = FileLineColLoc::get(fileName, position.line, position.column);
    if (statement.debugLoc != kNone)
      lastLoc = FusedLoc::get(
          context,
          {Location(lastLoc), Location(body.debugLocs[statement.debugLoc])});
    lastLine = position.line;
    lastDebug = statement.debugLoc;
  }
  return Location(lastLoc);
}

Operation *BodyBuilder::insertPrologue(Operation *op) {
  Block *entry = blocks[0];
  if (lastPrologue)
    entry->getOperations().insertAfter(Block::iterator(lastPrologue), op);
  else
    entry->getOperations().push_front(op);
  lastPrologue = op;
  return op;
}

Value BodyBuilder::constant(int64_t value, unsigned width) {
  if (width < 64)
    value = int64_t(uint64_t(value) << (64 - width)) >> (64 - width);
  Value &result = constants[{value, width}];
  if (!result) {
    OperationState state(function->getLoc(), ConstOp::getOperationName());
    ConstOp::build(builder, state, type(width),
                   IntegerAttr::get(type(width), APInt(width, value, true)));
    result = insertPrologue(Operation::create(state))->getResult(0);
  }
  return result;
}

Value BodyBuilder::undefined(unsigned width) {
  Value &result = undefineds[widthIndex(width)];
  if (!result) {
    OperationState state(function->getLoc(), UndefOp::getOperationName());
    UndefOp::build(builder, state, type(width));
    result = insertPrologue(Operation::create(state))->getResult(0);
  }
  return result;
}

Operation *BodyBuilder::createInst(Opcode opcode, Location loc,
                                   TypeRange resultTypes, ValueRange operands,
                                   int64_t mods) {
  std::optional<OperationName> &name = names[unsigned(opcode)];
  if (!name) {
    std::string text = ("ptx." + getInstInfo(opcode).mnemonic()).str();
    auto *dialect = context->getLoadedDialect<PTXDialect>();
    while (!RegisteredOperationName::lookup(text, context) &&
           dialect->registerMoreOps())
      ;
    name.emplace(text, context);
  }
  Operation *op =
      Operation::create(loc, *name, resultTypes, operands, noAttributes,
                        OpaqueProperties(nullptr), BlockRange(), 0);
  setRawMods(op, mods);
  return builder.insert(op);
}

/// A register of 32 bits as one of 64, for its value, or one of 8 or 16 bits as
/// an address: ptxas extends it to 32 bits, with its sign if it has one, adds
/// the offset, and extends that with zeros.
Value BodyBuilder::extend(Value value, DataType type, int64_t offset,
                          unsigned width) {
  Location loc(lastLoc);
  bool isByte = getBitWidth(type) == 8;
  CvtModifiers mods;
  if (getBitWidth(type) == 32) {
    mods.dataType = isSigned(type) ? DataType::S64 : DataType::U64;
    mods.srcType = type;
    return createInst(Opcode::Cvt, loc, this->type(64), value, mods.pack())
        ->getResult(0);
  }
  mods.dataType = isSigned(type) ? DataType::S32 : DataType::U32;
  mods.srcType = isSigned(type) ? (isByte ? DataType::S8 : DataType::S16)
                                : (isByte ? DataType::U8 : DataType::U16);
  value = createInst(Opcode::Cvt, loc, this->type(32), value, mods.pack())
              ->getResult(0);
  if (offset) {
    AddModifiers addMods;
    addMods.dataType = DataType::U32;
    Value operands[] = {value, constant(offset, 32)};
    value =
        createInst(Opcode::Add, loc, this->type(32), operands, addMods.pack())
            ->getResult(0);
  }
  if (width == 32)
    return value;
  mods.dataType = DataType::U64;
  mods.srcType = DataType::U32;
  return createInst(Opcode::Cvt, loc, this->type(64), value, mods.pack())
      ->getResult(0);
}

Value BodyBuilder::read(const Source &source) {
  Location loc(lastLoc);
  if (source.generic != Space::None) {
    Source named = source;
    named.generic = Space::None;
    CvtaModifiers mods;
    mods.space = source.generic;
    mods.dataType = DataType::U64;
    return createInst(Opcode::Cvta, loc, type(64), read(named), mods.pack())
        ->getResult(0);
  }
  switch (source.kind) {
  case Source::Register: {
    Value value = useRegister(source.id);
    if (source.value)
      return extend(value, DataType(source.value & 0xff), source.value >> 8,
                    source.width);
    if (!source.negated)
      return value;
    NotModifiers mods;
    mods.dataType = DataType::Pred;
    return createInst(Opcode::Not, loc, type(1), value, mods.pack())
        ->getResult(0);
  }
  case Source::Constant:
    return constant(source.value, source.width);
  case Source::SpecialRegister:
    return ReadSRegOp::create(builder, loc, type(source.width),
                              int32_t(source.id));
  case Source::Symbol:
    return AddressOfOp::create(builder, loc, type(source.width),
                               symbolNames[source.id], source.value);
  case Source::Param:
    return ParamAddressOp::create(builder, loc, type(source.width),
                                  int32_t(source.param), int32_t(source.id),
                                  source.value);
  case Source::Local:
    return LocalAddressOp::create(builder, loc, type(source.width),
                                  int32_t(source.id), source.value);
  case Source::Undefined:
    break;
  }
  return undefined(source.width);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void BodyBuilder::emit(const Statement &statement) {
  location(statement);
  switch (statement.kind) {
  case Statement::Inst:
    return emitInst(statement);
  case Statement::Move:
  case Statement::Pack:
  case Statement::Unpack:
    return emitMove(statement);
  case Statement::Call:
    return emitCall(statement);
  default:
    return;
  }
}

/// Says that the register has this value from here on. What is the address of a
/// parameter is not said: passes look at all its uses.
void BodyBuilder::createDebugValue(uint32_t reg, Value value) {
  uint32_t at = body.registers[reg].name;
  if (at == kNone || at == 0)
    return;
  StringRef name = debugText.drop_front(at).take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%';
  });
  Location loc = lastLoc ? Location(lastLoc) : function->getLoc();
  if (llvm::isa_and_nonnull<UndefOp, ParamAddressOp>(value.getDefiningOp()))
    value = nullptr;
  DebugValueOp::create(builder, loc, name, stringify(body.registers[reg].type),
                       value);
}

void BodyBuilder::emitInst(const Statement &statement) {
  SmallVector<Value, 8> operands;
  SmallVector<Type, 4> resultTypes;
  int64_t mods = statement.mods;
  for (const Source &source : body.sourcesOf(statement))
    operands.push_back(read(source));
  ArrayRef<Dest> dests = body.destsOf(statement);
  for (const Dest &dest : dests)
    resultTypes.push_back(type(dest.width));
  if (statement.guard != kNone || statement.updatesDests()) {
    mods |= kGuardedBit | (statement.guardNegated ? kGuardNegatedBit : 0);
    operands.push_back(statement.guard == kNone ? constant(1, 1)
                                                : useRegister(statement.guard));
    for (const Dest &dest : dests)
      operands.push_back(dest.reg == kNone ? undefined(dest.width)
                                           : readRegister(dest.reg));
  }
  Operation *op = createInst(statement.form->opcode, Location(lastLoc),
                             resultTypes, operands, mods);
  addPragmas(statement, op);
  for (unsigned i = 0; i < statement.numAddresses; ++i)
    if (statement.offsets[i])
      setRawOffset(op, statement.offsets[i], i);
  for (auto [dest, result] : llvm::zip(dests, op->getResults()))
    if (dest.reg != kNone)
      writeRegister(dest.reg, result);
}

void BodyBuilder::assign(const Statement &statement, const Dest &dest,
                         Value value) {
  if (dest.reg == kNone)
    return;
  if (statement.guard != kNone) {
    MovModifiers mods;
    mods.dataType = dest.width == 1    ? DataType::Pred
                    : dest.width == 16 ? DataType::B16
                    : dest.width == 32 ? DataType::B32
                    : dest.width == 64 ? DataType::B64
                                       : DataType::B128;
    Value operands[] = {value, useRegister(statement.guard),
                        readRegister(dest.reg)};
    value =
        createInst(Opcode::Mov, Location(lastLoc), type(dest.width), operands,
                   mods.pack() | kGuardedBit |
                       (statement.guardNegated ? kGuardNegatedBit : 0))
            ->getResult(0);
  }
  writeRegister(dest.reg, value);
}

void BodyBuilder::emitMove(const Statement &statement) {
  ArrayRef<Dest> dests = body.destsOf(statement);
  // All sources are read before the first destination is written.
  SmallVector<Value, 4> sources;
  for (const Source &source : body.sourcesOf(statement))
    sources.push_back(read(source));
  Location loc(lastLoc);
  if (statement.kind == Statement::Pack) {
    Value packed = PackOp::create(builder, loc, type(dests[0].width), sources);
    return assign(statement, dests[0], packed);
  }
  SmallVector<Value, 4> results = sources;
  if (statement.kind == Statement::Unpack) {
    SmallVector<Type, 4> resultTypes;
    for (const Dest &dest : dests)
      resultTypes.push_back(type(dest.width));
    auto unpack = UnpackOp::create(builder, loc, resultTypes, sources[0]);
    results.assign(unpack->result_begin(), unpack->result_end());
  }
  for (auto [dest, value] : llvm::zip(dests, results))
    assign(statement, dest, value);
}

void BodyBuilder::emitCall(const Statement &statement) {
  const CallInfo &call = body.calls[statement.index];
  SmallVector<Value, 4> operands;
  for (const Source &source : body.sourcesOf(statement))
    operands.push_back(read(source));
  ArrayRef<Dest> dests = body.destsOf(statement);
  SmallVector<Type, 2> resultTypes;
  for (const Dest &dest : dests)
    resultTypes.push_back(type(dest.width));
  Location loc(lastLoc);
  Operation *op;
  if (call.callee)
    op = CallOp::create(builder, loc, resultTypes, call.callee, operands,
                        builder.getDenseI32ArrayAttr(call.args),
                        builder.getDenseI32ArrayAttr(call.rets),
                        statement.uniform);
  else
    op = CallIndirectOp::create(builder, loc, resultTypes, operands[0],
                                ValueRange(operands).drop_front(), call.args,
                                call.rets, call.prototypeParams,
                                call.prototypeReturns, call.targets,
                                statement.uniform);
  addPragmas(statement, op);
  for (auto [dest, result] : llvm::zip(dests, op->getResults()))
    if (dest.reg != kNone)
      writeRegister(dest.reg, result);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The values that the block's arguments get from here.
void BodyBuilder::successorValues(uint32_t block, SmallVectorImpl<Value> &out) {
  for (uint32_t reg : phis[block])
    out.push_back(readRegister(reg));
}

void BodyBuilder::emitEnd(uint32_t index) {
  const CFGBlock &block = cfg.blocks[index];
  if (block.terminator != kNone)
    location(body.statements[block.terminator]);
  Location loc = lastLoc ? Location(lastLoc) : function->getLoc();
  ArrayRef<uint32_t> targets = cfg.successors[index];
  SmallVector<Value, 8> first, second;
  switch (block.end) {
  case CFGBlock::Fall:
  case CFGBlock::Jump:
    successorValues(targets[0], first);
    BraOp::create(builder, loc, first, blocks[targets[0]]);
    return;
  case CFGBlock::Condition: {
    Value condition = useRegister(block.condition);
    successorValues(targets[0], first);
    successorValues(targets[1], second);
    CondBraOp::create(builder, loc, condition, first, second, block.uniform,
                      blocks[targets[0]], blocks[targets[1]]);
    return;
  }
  case CFGBlock::Indexed: {
    Value index = read(body.sourcesOf(body.statements[block.terminator])[0]);
    SmallVector<SmallVector<Value, 4>> arguments;
    SmallVector<ValueRange> ranges;
    SmallVector<Block *> targetBlocks;
    for (uint32_t target : targets) {
      successorValues(target, arguments.emplace_back());
      targetBlocks.push_back(blocks[target]);
    }
    ranges.assign(arguments.begin(), arguments.end());
    BrxOp::create(builder, loc, index, ranges, block.uniform, targetBlocks);
    return;
  }
  case CFGBlock::Return:
    for (uint32_t reg : body.returnRegisters)
      first.push_back(readRegister(reg));
    RetOp::create(builder, loc, first);
    return;
  case CFGBlock::Exit:
    ExitOp::create(builder, loc);
    return;
  case CFGBlock::Trap:
    TrapOp::create(builder, loc);
    return;
  }
}

void BodyBuilder::createBlocks() {
  Region &region = function->getRegion(0);
  blocks.assign(cfg.blocks.size(), nullptr);
  for (uint32_t b = 0; b < cfg.blocks.size(); ++b) {
    if (!cfg.isReachable(b))
      continue;
    blocks[b] = new Block();
    region.push_back(blocks[b]);
    for (uint32_t reg : phis[b])
      blocks[b]->addArgument(type(body.registers[reg].width),
                             function->getLoc());
  }
  for (uint32_t reg : body.inputRegisters)
    blocks[0]->addArgument(type(body.registers[reg].width), function->getLoc());
}

/// Emits one block; the registers hold what its dominator left.
void BodyBuilder::enter(uint32_t index) {
  Block *block = blocks[index];
  builder.setInsertionPointToEnd(block);
  for (auto [reg, argument] : llvm::zip(phis[index], block->getArguments()))
    writeRegister(reg, argument);
  if (index == 0)
    for (auto [reg, argument] :
         llvm::zip(body.inputRegisters, block->getArguments()))
      writeRegister(reg, argument);
  findLabels(index);
  for (uint32_t i = cfg.blocks[index].first; i < cfg.blocks[index].last; ++i) {
    addLabels(i);
    Operation *last = block->empty() ? nullptr : &block->back();
    emit(body.statements[i]);
    if (!labels.empty() && !block->empty() && &block->back() != last)
      attachLabels(&block->back());
  }
  emitEnd(index);
  addLabels(cfg.blocks[index].last);
  attachLabels(&block->back());
}

/// Goes to the first label that may stand in a block.
void BodyBuilder::findLabels(uint32_t index) {
  uint32_t first = index == 0 ? 0 : cfg.blocks[index - 1].last;
  nextLabel = llvm::lower_bound(body.labelNames, first,
                                [](const auto &label, uint32_t statement) {
                                  return label.first < statement;
                                }) -
              body.labelNames.begin();
}

/// The labels of statements up to this one that only sections can name.
void BodyBuilder::addLabels(uint32_t statement) {
  for (; nextLabel < body.labelNames.size(); ++nextLabel) {
    auto [index, name] = body.labelNames[nextLabel];
    if (index > statement)
      return;
    // In code for a debugger there is no text of PTX to come that would have
    // labels of its own for branches.
    if (keepsTargets || !cfg.isTarget[body.statements[index].index])
      labels.push_back(name);
  }
}

/// Puts them before the operation, unless that has no text of its own.
void BodyBuilder::attachLabels(Operation *op) {
  if (labels.empty() || isa<ConstOp, UndefOp>(op))
    return;
  op->setDiscardableAttr(kLabelsAttr, builder.getArrayAttr(labels));
  labels.clear();
}

/// Labels where control never comes are before what comes next in the text;
/// those behind the last operation are the function's.
void BodyBuilder::attachLastLabels() {
  for (uint32_t b = 0; b < cfg.blocks.size(); ++b) {
    if (!cfg.isReachable(b)) {
      findLabels(b);
      addLabels(cfg.blocks[b].last);
      continue;
    }
    if (labels.empty())
      continue;
    for (Operation &op : *blocks[b])
      if (!llvm::isa<ConstOp, UndefOp>(op)) {
        if (auto own = op.getAttrOfType<ArrayAttr>(kLabelsAttr))
          llvm::append_range(labels, own);
        attachLabels(&op);
        break;
      }
  }
  attachLabels(function);
}

void BodyBuilder::run() {
  // A `.loc` before all code is the place of the function in its source: of
  // what sets it up, too.
  if (!body.statements.empty() && body.statements[0].debugLoc != kNone)
    function->setLoc(FusedLoc::get(
        context, {function->getLoc(),
                  Location(body.debugLocs[body.statements[0].debugLoc])}));
  createBlocks();
  // Depth first over the dominator tree: (block, next child, undo mark).
  struct Frame {
    uint32_t block, next;
    size_t mark;
  };
  std::vector<Frame> stack = {{0, 0, 0}};
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == 0)
      enter(frame.block);
    ArrayRef<uint32_t> children = cfg.children[frame.block];
    if (frame.next < children.size()) {
      uint32_t child = children[frame.next++];
      stack.push_back({child, 0, undo.size()});
      continue;
    }
    for (; undo.size() > frame.mark; undo.pop_back())
      values[undo.back().first] = undo.back().second;
    stack.pop_back();
  }
  if (!body.labelNames.empty())
    attachLastLabels();
}

void ptxmlir::ptx::buildFunctionBody(
    Operation *function, const FunctionBody &body,
    ArrayRef<FlatSymbolRefAttr> symbolNames, OpcodeNames &opcodeNames,
    StringAttr fileName,
    llvm::function_ref<void(uint32_t, Position)> undefinedRead,
    const ImportOptions &options, StringRef debugText) {
  bool isForDebugger = !debugText.empty();
  // Registers of products that are still computed cannot be looked at.
  if (llvm::any_of(body.statements,
                   [](const Statement &s) { return s.updatesDests(); }))
    debugText = "";
  ImportTimes *times = options.times;
  std::optional<BodyBuilder> builder;
  {
    ImportTimer timer(times ? &times->flow : nullptr);
    builder.emplace(function, body, symbolNames, opcodeNames, fileName,
                    undefinedRead, options.lineLocations, debugText);
  }
  ImportTimer timer(times ? &times->operations : nullptr);
  if (isForDebugger)
    builder->keepTargets();
  builder->run();
}

//===- BodyStatements.cpp - One statement as operations -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, addresses, parts of registers and the operation itself, for one
// statement at a place where all registers have values.
//
//===----------------------------------------------------------------------===//

#include "BodyBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir::ptx;
using namespace mlir;

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
  auto unpack = [&](Value value, ArrayRef<Type> types) {
    return UnpackOp::create(builder, loc, types, value).getElements();
  };
  // Bytes are in registers of 16 bits.
  Type byte = type(8);
  if (statement.kind == Statement::Pack) {
    if (dests[0].width == 8 * sources.size())
      for (Value &source : sources)
        source = unpack(source, {byte, byte})[0];
    Value packed = PackOp::create(builder, loc, type(dests[0].width), sources);
    return assign(statement, dests[0], packed);
  }
  SmallVector<Value, 4> results = sources;
  if (statement.kind == Statement::Unpack) {
    bool isBytes = sources[0].getType().isInteger(8 * dests.size());
    SmallVector<Type, 4> resultTypes;
    for (const Dest &dest : dests)
      resultTypes.push_back(isBytes ? byte : type(dest.width));
    results = unpack(sources[0], resultTypes);
    if (isBytes)
      for (Value &result : results)
        result = PackOp::create(builder, loc, type(16),
                                ValueRange{result, constant(0, 8)});
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

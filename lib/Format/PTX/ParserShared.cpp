//===- ParserShared.cpp - Variables of a thread that functions share ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX before 3.0 may declare `.reg` and `.local` variables outside of
// functions. Each function reads the declarations as its own. Where there are
// device functions, which share them with their callers, all are one `.local`
// variable of the kernel, the block, whose address each function gets as its
// last parameter: `.local` variables are there always, registers from a call to
// the begin of the callee and from its end to behind the call. So nothing
// behind the importer need know of them.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir;
using namespace ptxmlir::ptx;
using llvm::SmallVector;

/// Registers have a slot each of this size: the widest that old PTX has.
static constexpr uint64_t kSlotBytes = 8;

DataType Parser::addressType() const {
  return wideAddresses ? DataType::U64 : DataType::U32;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Keeps a declaration outside of functions for those that follow, in the
/// versions that have it.
bool Parser::deferPerThread() {
  if (version >= 30)
    return false;
  if (perThread.empty())
    sharesPerThread = buffer.contains(".func");
  perThread.emplace_back(lexer, tok);
  return true;
}

/// Reads them again, in the scope of the function.
void Parser::declarePerThread(bool isEntry) {
  // Each function reads all of them: a bound keeps that from being quadratic.
  numPerThread += perThread.size();
  if (!checkPerThread(perThread.size()))
    return;
  shared = SharedBlock();
  if (sharesPerThread) {
    if (isEntry)
      locals.push_back(mlir::UnitAttr::get(context)); // until its size is known
    else
      shared.address = newRegister(addressType());
  }
  std::pair<Lexer, Token> here(lexer, tok);
  inPerThread = true;
  for (const auto &[start, first] : perThread) {
    lexer = start;
    tok = first;
    if (tok.text == ".reg")
      parseRegisters();
    else
      parseVariables(Linkage::Internal);
  }
  inPerThread = false;
  lexer = here.first;
  tok = here.second;
  if (sharesPerThread && isEntry)
    locals.front() =
        VarAttr::get(context, builder.getStringAttr(kBlockName), DataType::B8,
                     shared.bytes, shared.align, /*offset=*/0, shared.bytes,
                     /*inRegister=*/false, /*pointer=*/false, Space::None,
                     /*pointerAlign=*/0);
}

/// Whether what is done for them so far, `now` of it just now, is little
/// enough.
bool Parser::checkPerThread(size_t now) {
  constexpr size_t kMost = 1 << 20;
  if (numPerThread <= kMost)
    return true;
  if (numPerThread - now <= kMost)
    error(tok.position) << "too many functions share too many variables "
                           "declared outside of them";
  return false;
}

/// ptxas's words; it says them of the first one.
void Parser::notePerThread(llvm::StringRef name, Position position) {
  if (!inPerThread || saidPerThread)
    return;
  saidPerThread = true;
  warning(position) << "Use of module scoped .local or .reg variable '" << name
                    << "' found, disabling ABI";
}

uint64_t Parser::addToBlock(uint64_t bytes, uint64_t align) {
  shared.align = std::max<uint64_t>(shared.align, align);
  uint64_t offset = llvm::alignTo(shared.bytes, align);
  shared.bytes = offset + bytes;
  return offset;
}

/// `count` registers, or a family of so many, from the index on.
void Parser::shareRegisters(uint32_t index, uint64_t count, bool isFamily) {
  if (!inPerThread || !sharesPerThread)
    return;
  uint64_t offset = addToBlock(count * kSlotBytes, kSlotBytes);
  if (isFamily)
    shared.families[index] = offset;
  else
    for (uint64_t i = 0; i != count; ++i)
      shared.registers.emplace_back(uint32_t(index + i),
                                    offset + i * kSlotBytes);
}

/// A member of a family was used first, as `lanes` registers from `reg` on.
void Parser::shareMember(uint32_t family, uint64_t number, uint32_t reg,
                         unsigned lanes) {
  auto found = shared.families.find(family);
  if (found == shared.families.end())
    return;
  for (unsigned i = 0; i != lanes; ++i)
    shared.registers.emplace_back(
        reg + i, found->second + (number * lanes + i) * kSlotBytes);
}

/// What a function gets beside its parameters.
VarAttr Parser::getBlockParam() {
  uint64_t bytes = getBitWidth(addressType()) / 8;
  return VarAttr::get(context, builder.getStringAttr(kBlockName), addressType(),
                      bytes, /*align=*/1, /*offset=*/0, /*count=*/0,
                      /*inRegister=*/true, /*pointer=*/false, Space::None,
                      /*pointerAlign=*/0);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

static Source makeSource(Source::Kind kind, unsigned width, uint32_t id,
                         int64_t value) {
  Source source;
  source.kind = kind;
  source.width = width;
  source.id = id;
  source.value = value;
  return source;
}

/// Adds an instruction with one result, which is the register `to`.
void Parser::addInst(llvm::StringRef text, uint32_t to,
                     llvm::ArrayRef<Source> sources, Position position) {
  Statement statement;
  statement.position = position;
  statement.form = &forms.get(text);
  statement.mods = statement.form->mods;
  SmallVector<Dest, 1> dests;
  if (to != kNone)
    dests.push_back({to, body.registers[to].width});
  addStatement(statement, dests, sources);
}

/// The address of the block.
Source Parser::getBlock() const {
  unsigned width = getBitWidth(addressType());
  return shared.address == kNone
             ? makeSource(Source::Local, width, 0, 0)
             : makeSource(Source::Register, width, shared.address, 0);
}

/// An address in the block, in `width` bits: a local one or, with `isGeneric`,
/// the generic one.
Source Parser::getInBlock(int64_t offset, unsigned width, bool isGeneric,
                          Position position) {
  Source address = getBlock();
  if (address.kind == Source::Local) {
    address.width = width;
    address.value = offset;
    if (isGeneric)
      address.generic = Space::Local;
    return address;
  }
  std::string type = stringify(addressType()).str();
  auto compute = [&](llvm::StringRef text, DataType to,
                     llvm::ArrayRef<Source> sources) {
    uint32_t result = newRegister(to);
    addInst(text, result, sources, position);
    address = makeSource(Source::Register, getBitWidth(to), result, 0);
  };
  if (offset)
    compute("add." + type, addressType(),
            {address, makeSource(Source::Constant, address.width, 0, offset)});
  if (isGeneric)
    compute("cvta.local." + type, addressType(), address);
  if (address.width > width)
    compute("cvt.u32.u64", DataType::U32, address);
  else if (address.width < width)
    compute("cvt.u64.u32", DataType::U64, address);
  return address;
}

//===----------------------------------------------------------------------===//
// Registers at calls
//===----------------------------------------------------------------------===//

void Parser::loadShared(Position position) {
  for (auto [reg, offset] : shared.registers) {
    unsigned width = body.registers[reg].width;
    bool isPredicate = width == 1;
    uint32_t to = isPredicate ? newRegister(DataType::U32) : reg;
    addInst("ld.local.b" + std::to_string(isPredicate ? 32 : width), to,
            getBlock(), position);
    body.statements.back().numAddresses = 1;
    body.statements.back().offsets[0] = int64_t(offset);
    if (isPredicate)
      addInst("setp.ne.u32", reg,
              {makeSource(Source::Register, 32, to, 0),
               makeSource(Source::Constant, 32, 0, 0)},
              position);
  }
}

void Parser::storeShared(Position position) {
  for (auto [reg, offset] : shared.registers) {
    unsigned width = body.registers[reg].width;
    Source value = makeSource(Source::Register, width, reg, 0);
    if (width == 1) {
      uint32_t word = newRegister(DataType::U32);
      addInst("selp.u32", word,
              {makeSource(Source::Constant, 32, 0, 1),
               makeSource(Source::Constant, 32, 0, 0), value},
              position);
      value = makeSource(Source::Register, 32, word, 0);
    }
    addInst("st.local.b" + std::to_string(value.width), kNone,
            {getBlock(), value}, position);
    body.statements.back().numAddresses = 1;
    body.statements.back().offsets[0] = int64_t(offset);
  }
}

/// Brings the shared registers to the block and back around calls, and at the
/// begin and the end of a function. In a kernel they begin as 0.
void Parser::synchronizeShared(bool isEntry) {
  auto needsBlock = [&](const Statement &statement) {
    return statement.kind == Statement::Call ||
           (!isEntry && statement.kind == Statement::Return);
  };
  size_t numTransfers = llvm::count_if(body.statements, needsBlock);
  if (numTransfers == 0)
    return;
  numTransfers *= shared.registers.size();
  numPerThread += numTransfers;
  if (!checkPerThread(numTransfers))
    return;
  std::vector<Statement> statements = std::move(body.statements);
  body.statements.clear();
  std::vector<uint32_t> places;
  Position begin = statements.front().position;
  if (!isEntry)
    loadShared(begin);
  else
    for (auto [reg, offset] : shared.registers) {
      Statement move;
      move.kind = Statement::Move;
      move.position = begin;
      uint8_t width = body.registers[reg].width;
      addStatement(move, Dest{reg, width},
                   makeSource(Source::Constant, width, 0, 0));
    }
  for (const Statement &statement : statements) {
    size_t first = body.statements.size();
    places.push_back(first);
    if (needsBlock(statement))
      storeShared(statement.position);
    body.statements.push_back(statement);
    if (statement.kind == Statement::Call)
      loadShared(statement.position);
    for (Statement &added :
         llvm::MutableArrayRef(body.statements).drop_front(first))
      added.debugLoc = statement.debugLoc;
  }
  for (auto &[place, name] : body.labelNames)
    if (place < places.size())
      place = places[place];
}

//===----------------------------------------------------------------------===//
// Without the ABI
//===----------------------------------------------------------------------===//

/// ptxas has no ABI for such modules: all calls are of functions that are known
/// and do not lead back (its words).
void Parser::checkSharedCalls() {
  llvm::DenseMap<uint32_t, SmallVector<uint32_t, 2>> callees;
  for (const SharedCall &call : sharedCalls) {
    callees[call.caller].push_back(call.callee);
    if (!functions[call.callee].defined &&
        target::isSystemFunction(symbolNames[call.callee].getValue()))
      error(call.position)
          << "'Indirect Functions or Extern Functions' requires ABI";
  }
  // Functions under way (1) and done (2).
  llvm::DenseMap<uint32_t, unsigned> state;
  for (const SharedCall &call : sharedCalls) {
    SmallVector<std::pair<uint32_t, size_t>> stack;
    auto enter = [&](uint32_t function) {
      unsigned &now = state[function];
      if (now == 1)
        error(functions[function].position)
            << "Function '" << symbolNames[function].getValue()
            << "' is recursive";
      if (now != 0)
        return;
      now = 1;
      stack.emplace_back(function, 0);
    };
    enter(call.caller);
    while (!stack.empty()) {
      auto &[function, next] = stack.back();
      auto found = callees.find(function);
      if (found == callees.end() || next == found->second.size()) {
        state[function] = 2;
        stack.pop_back();
        continue;
      }
      enter(found->second[next++]);
    }
  }
}

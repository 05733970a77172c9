//===- ParserSpecial.cpp - mov, branches and calls of PTX -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mov, branches and calls, whose operands no record describes: names of
// anything, labels, lists of parameters.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir::ptx;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// mov
//===----------------------------------------------------------------------===//

/// The plan of an operand of `type` without a record.
static OperandPlan plainPlan(DataType type) {
  OperandPlan plan = {};
  plan.type = type;
  plan.width = getContainerWidth(type);
  plan.count = 1;
  plan.kind = OperandKind::Value;
  return plan;
}

/// The untyped data of `width` bits, None if there is no such type.
static DataType untyped(unsigned width) {
  switch (width) {
  case 8:
    return DataType::B8;
  case 16:
    return DataType::B16;
  case 32:
    return DataType::B32;
  case 64:
    return DataType::B64;
  default:
    return DataType::None;
  }
}

/// Whether the address of a variable, as it is, has its size: that of a
/// texture, sampler or surface is a `.u64`, that in `.global` as wide as
/// addresses (observed on ptxas 13.0.88, which takes the low half for 16 bits,
/// and of a sum for 32).
bool Parser::checkMovedAddress(const InstForm &form,
                               const ParsedOperand &operand) {
  if (operand.kind != ParsedOperand::Variable || operand.isSum ||
      operand.symbol->kind != Symbol::Variable)
    return true;
  DataType type = form.dsts[0].type;
  if (getTypeKind(operand.symbol->type) == 'o') {
    if (type == DataType::U64 || isFloat(type))
      return true;
    error(operand.position)
        << "'" << form.name << "' takes the address of a '."
        << stringify(operand.symbol->type) << "' variable: it is a '.u64'";
    return false;
  }
  if (operand.symbol->space != Space::Global || !wideAddresses ||
      getContainerWidth(type) != 32)
    return true;
  error(operand.position) << "'" << form.name
                          << "' takes a 32-bit address: '.address_size' is 64";
  return false;
}

void Parser::matchMov(const InstForm &form, Statement &statement,
                      llvm::ArrayRef<ParsedOperand> operands) {
  if (operands.size() != 2) {
    error(statement.position)
        << "'" << form.name << "' takes 2 operands, not " << operands.size();
    return;
  }
  const ParsedOperand &dst = operands[0], &src = operands[1];
  DataType type = form.dsts[0].type;
  unsigned size = getNumElements(MovModifiers::unpack(form.mods).vector);
  auto isGroup = [](const ParsedOperand &operand) {
    return operand.kind == ParsedOperand::Vector ||
           operand.kind == ParsedOperand::RegisterGroup;
  };
  statement.kind = Statement::Move;
  SmallVector<Dest, 4> dests;
  SmallVector<Source, 4> sources;
  if (size > 1) {
    // mov.v4: element by element; %tid has four, the last one zero.
    if (!isGroup(dst) || dst.count != size) {
      mismatch(form, dst, "wrong vector size in the destination");
      return;
    }
    if (!matchDestElements(form, plainPlan(type), dst, dests))
      return;
    if (src.kind == ParsedOperand::SpecialGroup && size == 4) {
      OperandPlan plan = plainPlan(type);
      plan.relaxed = plan.width == 16;
      ParsedOperand lane = src;
      lane.kind = ParsedOperand::Special;
      for (unsigned i = 0; i < 3; ++i, ++lane.reg) {
        Source &source = sources.emplace_back();
        if (!matchValue(form, plan, lane, source))
          return;
        if (plan.relaxed)
          source =
              addBefore("cvt.u16.u32", source, DataType::U16, src.position);
      }
      sources.emplace_back().kind = Source::Constant;
      sources.back().width = plan.width;
    } else {
      if (!isGroup(src) || src.count != size) {
        mismatch(form, src, "wrong vector size in an operand");
        return;
      }
      if (!matchElements(form, plainPlan(type), src, size, sources))
        return;
    }
    return addStatement(statement, dests, sources);
  }
  if (isGroup(dst) || isGroup(src)) {
    // mov.b32 {a, b}, r and mov.b32 r, {a, b}.
    const ParsedOperand &group = isGroup(dst) ? dst : src;
    DataType element = untyped(getBitWidth(type) / std::max(1u, group.count));
    if (isGroup(dst) == isGroup(src) || getTypeKind(type) != 'b' ||
        element == DataType::None ||
        getBitWidth(element) * group.count != getBitWidth(type) ||
        group.count > 4) {
      mismatch(form, group, "wrong vector size in an operand");
      return;
    }
    bool unpack = isGroup(dst);
    statement.kind = unpack ? Statement::Unpack : Statement::Pack;
    if (unpack ? !matchDestElements(form, plainPlan(element), dst, dests) ||
                     !matchValue(form, plainPlan(type), src,
                                 sources.emplace_back())
               : !matchDest(form, plainPlan(type), dst, dests) ||
                     !matchElements(form, plainPlan(element), src, src.count,
                                    sources))
      return;
    return addStatement(statement, dests, sources);
  }
  if (dst.hasPair || src.hasPair) {
    mismatch(form, dst, "unexpected '|'");
    return;
  }
  if (!checkMovedAddress(form, src))
    return;
  OperandPlan plan = plainPlan(type);
  // A 16-bit mov takes the low half of a special register.
  if (src.kind == ParsedOperand::Special && plan.width == 16 &&
      getBitWidth(SpecialRegister(src.reg)) == 32)
    plan.relaxed = true;
  // %gridid had 32 bits once.
  if (src.kind == ParsedOperand::Special && plan.width == 32 &&
      SpecialRegister(src.reg) == SpecialRegister::Gridid)
    plan.relaxed = true;
  if (!matchDest(form, plainPlan(type), dst, dests) ||
      !matchValue(form, plan, src, sources.emplace_back()))
    return;
  if (dests[0].reg == kNone) {
    mismatch(form, dst, "expected a register as destination");
    return;
  }
  if (sources[0].width != dests[0].width) {
    statement.kind = Statement::Unpack;
    dests.push_back({kNone, dests[0].width});
  }
  addStatement(statement, dests, sources);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void Parser::matchBranch(const InstForm &form, Statement &statement,
                         llvm::ArrayRef<ParsedOperand> operands) {
  unsigned wanted = form.special == InstForm::Bra   ? 1
                    : form.special == InstForm::Brx ? 2
                                                    : 0;
  if (operands.size() != wanted) {
    error(statement.position) << "'" << form.name << "' takes " << wanted
                              << " operands, not " << operands.size();
    return;
  }
  switch (form.special) {
  case InstForm::Bra: {
    const ParsedOperand &label = operands[0];
    if (label.name.empty() || label.hasPair || label.negated || label.minus) {
      mismatch(form, label, "expected a label as operand");
      return;
    }
    statement.kind = Statement::Branch;
    statement.index = referToLabel(label.name, label.position);
    return addStatement(statement, {}, {});
  }
  case InstForm::Brx: {
    const ParsedOperand &table = operands[1];
    if (!table.symbol || table.symbol->kind != Symbol::BranchTable ||
        table.minus) {
      mismatch(form, table, "expected a list of branch targets as operand");
      return;
    }
    statement.kind = Statement::IndexedBranch;
    statement.index = table.symbol->index;
    Source index;
    if (!matchValue(form, plainPlan(DataType::U32), operands[0], index))
      return;
    return addStatement(statement, {}, index);
  }
  case InstForm::Exit:
    statement.kind = Statement::Exit;
    break;
  case InstForm::Trap:
    statement.kind = Statement::Trap;
    break;
  default:
    statement.kind = Statement::Return;
  }
  addStatement(statement, {}, {});
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether a variable or register may stand for a parameter: of the same size,
/// alignment and kind of type, of arrays of the same type; an untyped one
/// stands for any of its size (observed on ptxas 13.0.88).
bool Parser::fitsParameter(VarAttr formal, const ParsedOperand &operand) {
  auto fail = [&](StringRef what) {
    errorAt(operand.position, unsigned(operand.name.size()))
        << (operand.name.empty() ? "the constant"
                                 : ("'" + operand.name + "'").str())
        << " does not fit parameter '" << formal.getName().getValue()
        << "' of the function: " << what;
    return false;
  };
  DataType wanted = formal.getDataType();
  unsigned size = getBitWidth(wanted) / 8;
  bool isArray = formal.getCount() || (size && !formal.getSize());
  bool isConstant = operand.kind == ParsedOperand::Immediate;
  if (isArray && (isConstant || operand.kind == ParsedOperand::Register))
    return fail("it is an array");
  if (isConstant && wanted == DataType::Pred)
    return fail("it is a predicate");
  if (operand.kind == ParsedOperand::Register) {
    unsigned width = getBitWidth(body.registers[operand.reg].type) / 8;
    // A register stands for a parameter that is aligned as it is.
    if (!formal.getInRegister() && width == size && formal.getAlign() != size)
      return fail("its alignment is " + std::to_string(size) + " bytes, not " +
                  std::to_string(formal.getAlign()));
    // The other rules are those of any operand.
    return width == size || width != 2 || fail("its size is another");
  }
  if (operand.kind != ParsedOperand::Variable || !operand.symbol ||
      operand.symbol->kind != Symbol::Param ||
      operand.symbol->param != ParamKind::Call)
    return true;
  VarAttr given = llvm::cast<VarAttr>(callParams[operand.symbol->index]);
  DataType type = given.getDataType();
  if (isArray != (given.getCount() != 0) ||
      given.getSize() != formal.getSize() ||
      (!isArray && getBitWidth(type) != getBitWidth(wanted)))
    return fail("its type or size is another");
  char kind = getTypeKind(type), wantedKind = getTypeKind(wanted);
  bool sameKind = isArray ? type == wanted
                          : kind == wantedKind || wanted == DataType::F16x2 ||
                                (isInteger(type) && isInteger(wanted));
  if (!sameKind && kind != 'b' && wantedKind != 'b')
    return fail("its type is another");
  unsigned align = formal.getInRegister() ? size : formal.getAlign();
  if (given.getAlign() != align)
    return fail(("its alignment is " + llvm::Twine(given.getAlign()) +
                 " bytes, not " + llvm::Twine(align))
                    .str());
  return true;
}

/// The plan of a register that stands for a parameter: those of 32 bits are
/// taken for a pair of halves, and this for a float (observed on ptxas
/// 13.0.88).
OperandPlan Parser::planParameter(VarAttr formal,
                                  const ParsedOperand &operand) {
  OperandPlan plan = plainPlan(formal.getDataType());
  if (operand.kind != ParsedOperand::Register)
    return plan;
  DataType given = body.registers[operand.reg].type;
  if (plan.type == DataType::F16x2 ||
      (plan.type == DataType::F32 && given == DataType::F16x2))
    plan.registers = RegisterRule::Any;
  return plan;
}

/// The bits of a float that is passed for untyped data or a half: the low ones
/// (observed on ptxas 13.0.88).
static std::optional<Source> getBitsOfFloat(VarAttr formal,
                                            const ParsedOperand &operand) {
  DataType type = formal.getDataType();
  if (operand.kind != ParsedOperand::Immediate ||
      operand.constant.kind == Constant::Integer || getBitWidth(type) > 64 ||
      (type != DataType::F16 && getTypeKind(type) != 'b'))
    return std::nullopt;
  Source bits;
  bits.kind = Source::Constant;
  bits.width = getContainerWidth(type);
  bits.value = int64_t(operand.constant.bits &
                       llvm::maskTrailingOnes<uint64_t>(getBitWidth(type)));
  return bits;
}

/// What a parameter of a call holds, for one that the function has in a
/// register, and the other way around.
Source Parser::loadParameter(VarAttr formal, const ParsedOperand &operand) {
  DataType type = untyped(getBitWidth(formal.getDataType()));
  Source address;
  makeSymbol(operand, 64, address);
  return addBefore(("ld.param." + stringify(type)).str(), address, type,
                   operand.position);
}

void Parser::storeParameter(const ParsedOperand &operand, DataType type,
                            const Dest &value) {
  Statement statement;
  statement.position = operand.position;
  statement.form = &forms.get(("st.param." + stringify(type)).str());
  statement.mods = statement.form->mods;
  Source sources[2];
  makeSymbol(operand, 64, sources[0]);
  sources[1].kind = Source::Register;
  sources[1].id = value.reg;
  sources[1].width = value.width;
  addStatement(statement, {}, sources);
}

/// `call[.uni] [(rets),] callee [, (args)] [, prototype];` up to the `;`.
bool Parser::parseCall(const InstForm &form, Statement &statement) {
  auto list = [&](SmallVectorImpl<ParsedOperand> &operands) {
    advance();
    if (consumeIf(Tok::RParen))
      return true;
    do {
      ParsedOperand &operand = operands.emplace_back();
      if (!parseOperand(operand))
        return false;
      bool isLane = operand.kind == ParsedOperand::Register && operand.symbol &&
                    operand.symbol->lanes > 1;
      if (isLane || operand.hasPair || operand.isSum || operand.negated) {
        errorAt(operand.position, unsigned(operand.name.size()))
            << "a call passes what a name or a constant stands for";
        return false;
      }
      if (operand.kind != ParsedOperand::RegisterGroup)
        continue;
      // A vector is as many parameters as it has elements.
      operand.kind = ParsedOperand::Register;
      ParsedOperand lane = operand;
      for (unsigned i = 1; i < lane.count; ++i) {
        ++lane.reg;
        operands.push_back(lane);
      }
    } while (consumeIf(Tok::Comma));
    return expect(Tok::RParen, "')'");
  };
  SmallVector<ParsedOperand, 4> rets, args;
  if (tok.is(Tok::LParen) && (!list(rets) || !expect(Tok::Comma, "','")))
    return false;
  ParsedOperand callee, prototype;
  if (!tok.is(Tok::Identifier)) {
    unexpected("a function");
    return false;
  }
  if (!parseOperand(callee))
    return false;
  if (consumeIf(Tok::Comma)) {
    if (tok.is(Tok::LParen)) {
      if (!list(args))
        return false;
      if (consumeIf(Tok::Comma) && !parseOperand(prototype))
        return false;
    } else if (!parseOperand(prototype)) {
      return false;
    }
  }
  CallInfo call;
  SmallVector<VarAttr> params, returns;
  SmallVector<Source, 4> sources;
  bool passesBlock = false;
  bool isDirect = callee.kind == ParsedOperand::Variable && callee.symbol &&
                  callee.symbol->kind == Symbol::Function;
  if (isDirect && callee.value)
    return mismatch(form, callee,
                    "a function with an offset cannot be an operand");
  if (isDirect) {
    FunctionInfo &info = functions[callee.symbol->index];
    if (info.isEntry) {
      error(callee.position) << "call of the entry '" << callee.name << "'";
      return false;
    }
    call.callee = symbolNames[callee.symbol->index];
    params = info.params;
    returns = info.returns;
    passesBlock = info.sharesPerThread;
    if (passesBlock)
      params.pop_back();
    if (sharesPerThread)
      sharedCalls.push_back(
          {functionIndex, callee.symbol->index, statement.position});
  } else if (callee.kind == ParsedOperand::Register) {
    if (!perThread.empty()) {
      error(statement.position)
          << "'Indirect Functions or Extern Functions' requires ABI";
      return false;
    }
    if (!matchValue(form, plainPlan(DataType::B64), callee,
                    sources.emplace_back()))
      return false;
    if (prototype.symbol && prototype.symbol->kind == Symbol::Prototype) {
      const Prototype &types = prototypes[prototype.symbol->index];
      call.prototypeParams = types.params;
      call.prototypeReturns = types.returns;
      for (mlir::Attribute attr : types.params)
        params.push_back(llvm::cast<VarAttr>(attr));
      for (mlir::Attribute attr : types.returns)
        returns.push_back(llvm::cast<VarAttr>(attr));
    } else if (prototype.symbol &&
               prototype.symbol->kind == Symbol::CallTargets) {
      // All targets have one signature.
      call.targets = callTargets[prototype.symbol->index];
      uint32_t number;
      auto first = llvm::cast<mlir::FlatSymbolRefAttr>(call.targets[0]);
      const FunctionInfo &info =
          functions[scopes.lookup(first.getValue(), number)->index];
      params = info.params;
      returns = info.returns;
    } else {
      error(statement.position) << "an indirect call needs a prototype";
      return false;
    }
  } else if (callee.kind == ParsedOperand::Name && !callee.symbol) {
    return undefined(callee.name, callee.position, "function");
  } else {
    return mismatch(form, callee, "expected a function as operand");
  }
  if (params.size() != args.size() || returns.size() != rets.size()) {
    error(statement.position)
        << "call with " << args.size() << " arguments and " << rets.size()
        << " return values of a function with " << params.size() << " and "
        << returns.size();
    return false;
  }
  if (const char *message =
          isDirect ? nullptr : findABIViolation(params, returns))
    prototypeViolations.emplace_back(statement.position, message);
  SmallVector<Dest, 2> dests;
  struct Result {
    const ParsedOperand *operand;
    DataType type;
    Dest value;
  };
  SmallVector<Result, 2> results;
  // A `.param` operand is a variable of this function.
  auto parameter = [&](const ParsedOperand &operand) {
    return operand.kind == ParsedOperand::Variable && operand.symbol &&
                   operand.symbol->kind == Symbol::Param &&
                   operand.value == 0 &&
                   operand.symbol->param == ParamKind::Call
               ? int32_t(operand.symbol->index)
               : -1;
  };
  for (auto [var, operand] : llvm::zip(params, args)) {
    int32_t index = var.getInRegister() ? -1 : parameter(operand);
    if (!fitsParameter(var, operand))
      return false;
    if (var.getInRegister() && parameter(operand) >= 0) {
      sources.push_back(loadParameter(var, operand));
      call.args.push_back(-1);
      continue;
    }
    if (std::optional<Source> bits = getBitsOfFloat(var, operand)) {
      sources.push_back(*bits);
      call.args.push_back(-1);
      continue;
    }
    if (index < 0 && (operand.kind == ParsedOperand::Variable ||
                      operand.kind == ParsedOperand::Element ||
                      operand.kind == ParsedOperand::Special))
      return mismatch(form, operand,
                      "only a register, a constant or a "
                      "parameter can be an argument");
    // A register stands for a `.param` of its type, too.
    if (index < 0 && !matchValue(form, planParameter(var, operand), operand,
                                 sources.emplace_back()))
      return false;
    call.args.push_back(index);
  }
  if (passesBlock) {
    sources.push_back(getBlock());
    call.args.push_back(-1);
  }
  for (auto [var, operand] : llvm::zip(returns, rets)) {
    int32_t index = var.getInRegister() ? -1 : parameter(operand);
    if (!fitsParameter(var, operand))
      return false;
    if (var.getInRegister() && parameter(operand) >= 0) {
      DataType type = untyped(getBitWidth(var.getDataType()));
      dests.push_back({newRegister(type), uint8_t(getContainerWidth(type))});
      results.push_back({&operand, type, dests.back()});
    } else if (index < 0 &&
               !matchDest(form, planParameter(var, operand), operand, dests)) {
      return false;
    }
    call.rets.push_back(index);
  }
  statement.kind = Statement::Call;
  statement.index = body.calls.size();
  body.calls.push_back(std::move(call));
  addStatement(statement, dests, sources);
  for (const auto &[operand, type, dest] : results)
    storeParameter(*operand, type, dest);
  return true;
}

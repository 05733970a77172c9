//===- ParserMatch.cpp - operands against the instruction record ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns the operands of the text to those of the record, which may be
// optional or in one bracket, and checks what concerns several at once. One
// operand by itself is ParserValue.cpp's matter.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace ptxmlir::ptx;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether `operand` looks like what an optional operand would be.
static bool fits(const OperandPlan &plan, const ParsedOperand &operand) {
  bool isVector = operand.kind == ParsedOperand::Vector ||
                  operand.kind == ParsedOperand::RegisterGroup;
  return isVector ? plan.kind == OperandKind::Vector
                  : plan.kind != OperandKind::Vector || plan.count == 1;
}

/// Whether a scalar that may stand for a vector of one is the operand of type
/// f32 that may follow instead: untyped registers are (as with ptxas 13.0.88).
static bool isScalarForNext(const OperandPlan &plan,
                            const ParsedOperand &operand, DataType type) {
  return plan.kind == OperandKind::Vector &&
         (operand.kind == ParsedOperand::Register
              ? type == DataType::F32 || type == DataType::B32
              : operand.kind == ParsedOperand::Immediate &&
                    operand.constant.kind != Constant::Integer);
}

/// Says which operand of the record each source of the text is. Operands of one
/// bracket are one of the text; optional ones are taken from the left while
/// there are more operands than those that must be there.
bool Parser::assignOperands(const InstForm &form, const Statement &statement,
                            llvm::ArrayRef<ParsedOperand> operands,
                            SmallVectorImpl<ParsedOperand> &assigned,
                            SmallVectorImpl<const OperandPlan *> &plans) {
  auto bracketOf = [](const OperandPlan &plan) { return plan.info->bracket; };
  auto isGroupStart = [&](size_t i) {
    if (form.srcs[i].info->inAddress)
      return false;
    return i == 0 || !bracketOf(form.srcs[i]) ||
           bracketOf(form.srcs[i]) != bracketOf(form.srcs[i - 1]);
  };
  unsigned wanted = 0, optional = 0;
  for (size_t i = 0; i < form.srcs.size(); ++i) {
    bool isOptional = form.srcs[i].optional && !bracketOf(form.srcs[i]);
    wanted += isGroupStart(i) && !isOptional;
    optional += isOptional;
  }
  if (operands.size() < wanted || operands.size() > wanted + optional) {
    unsigned dests = llvm::count_if(form.dsts, [](const OperandPlan &plan) {
      return plan.kind != OperandKind::Pair;
    });
    auto diag = error(statement.position);
    diag << "'" << form.name << "' takes " << wanted + dests;
    if (optional)
      diag << (optional == 1 ? " or " : " to ") << wanted + optional + dests;
    diag << " operands, not " << operands.size() + dests;
    return false;
  }
  unsigned spare = operands.size() - wanted, next = 0;
  for (size_t i = 0; i < form.srcs.size();) {
    const OperandPlan &plan = form.srcs[i];
    if (!bracketOf(plan)) {
      ++i;
      if (plan.optional && (!spare || !fits(plan, operands[next])))
        continue;
      if (plan.optional && spare == 1 && i != form.srcs.size() &&
          form.srcs[i].optional &&
          isScalarForNext(plan, operands[next],
                          operands[next].kind == ParsedOperand::Register
                              ? body.registers[operands[next].reg].type
                              : DataType::None))
        continue;
      spare -= plan.optional;
      plans.push_back(&plan);
      assigned.push_back(operands[next++]);
      if (i < form.srcs.size() && form.srcs[i].info->inAddress &&
          !assignInAddress(form, i, assigned, plans))
        return false;
      continue;
    }
    // The plans of the bracket, then its elements.
    size_t end = i + 1;
    while (end < form.srcs.size() && !isGroupStart(end))
      ++end;
    const ParsedOperand &bracket = operands[next++];
    unsigned given = bracket.kind == ParsedOperand::Bracket   ? bracket.count
                     : bracket.kind == ParsedOperand::Address ? 1
                                                              : 0;
    unsigned needed =
        llvm::count_if(llvm::ArrayRef(form.srcs).slice(i, end - i),
                       [](const OperandPlan &plan) { return !plan.optional; });
    if (!given)
      return mismatch(form, bracket, "expected '[' before an operand");
    if (given < needed || given > end - i)
      return mismatch(form, bracket, "wrong number of operands in brackets");
    unsigned spareInside = given - needed, element = bracket.first;
    for (; i < end; ++i) {
      if (form.srcs[i].optional && !spareInside) {
        if (form.srcs[i].type == DataType::Samplerref && isIndependentMode())
          return mismatch(form, bracket,
                          "texmode_independent needs a sampler in brackets");
        continue;
      }
      spareInside -= form.srcs[i].optional;
      plans.push_back(&form.srcs[i]);
      assigned.push_back(elements[element++]);
      // The offset of `[a + 8]` is that of the whole.
      if (bracket.kind == ParsedOperand::Address)
        assigned.back().value = bracket.value;
    }
  }
  if (next == operands.size())
    return true;
  return mismatch(form, operands[next], "unexpected operand");
}

/// The part `.h1` and the sign of a register.
bool Parser::matchParts(const InstForm &form, const OperandPlan &plan,
                        const ParsedOperand &operand, Statement &statement) {
  if (operand.minus) {
    if (plan.info->negation < 0 || operand.kind != ParsedOperand::Register)
      return mismatch(form, operand, "'-' cannot stand before this operand");
    statement.mods |= int64_t(1)
                      << form.info->slots()[plan.info->negation].offset;
  }
  StringRef text = operand.selector;
  if (text.empty())
    return true;
  auto refuse = [&] {
    error(operand.position)
        << "'." << operand.selector << "' cannot stand behind this operand of '"
        << form.name << "'";
    return false;
  };
  if (plan.info->selector < 0)
    return refuse();
  const SlotInfo &slot = form.info->slots()[plan.info->selector];
  if (slot.enumIndex >= 0) {
    std::optional<unsigned> value = enumValue(slot.enumIndex, text);
    if (!value)
      return refuse();
    statement.mods |= int64_t(*value) << slot.offset;
    return true;
  }
  // `b7654`: four digits of three bits, the highest first.
  if (!text.consume_front("b") || text.size() != 4 ||
      text.find_first_not_of("01234567") != StringRef::npos)
    return refuse();
  unsigned digits = 0;
  text.getAsInteger(8, digits);
  statement.mods |= int64_t(digits + 1) << slot.offset;
  return true;
}

/// Whether the modifiers on operands are legal together with those of the
/// opcode.
bool Parser::checkParts(const InstForm &form, const Statement &statement,
                        llvm::ArrayRef<const OperandPlan *> given) {
  std::string message = forms.check(*form.info, statement.mods);
  if (!message.empty()) {
    error(statement.position) << message;
    return false;
  }
  for (const OperandPlan &plan : form.srcs) {
    if (!plan.late)
      continue;
    bool wanted = isPresent(*plan.info, *form.info, statement.mods, false);
    if (wanted == llvm::is_contained(given, &plan))
      continue;
    error(statement.position) << "'" << form.name << "' with these operands "
                              << (wanted ? "needs one more" : "takes one less");
    return false;
  }
  return true;
}

/// Whether the module's version and target have an optional operand.
bool Parser::checkOptional(const InstForm &form, const OperandPlan &plan,
                           Position position) {
  const OperandInfo &info = *plan.info;
  if (info.optionalSM <= sm && info.optionalPTX <= version)
    return true;
  auto diagnostic = error(position) << "operand '" << tableString(info.name)
                                    << "' of '" << form.name << "' needs ";
  if (info.optionalSM > sm)
    diagnostic << "sm_" << unsigned(info.optionalSM)
               << " or newer; the module targets " << target;
  else
    diagnostic << "PTX " << info.optionalPTX / 10 << "."
               << info.optionalPTX % 10 << " or newer; the module has .version "
               << version / 10 << "." << version % 10;
  return false;
}

/// The second predicate of `p|q`; `first` is the operand before it.
bool Parser::matchPair(const InstForm &form, const OperandPlan &plan,
                       const ParsedOperand &first, SmallVectorImpl<Dest> &out) {
  if (!first.hasPair)
    return plan.optional ||
           mismatch(form, first, "missing '|' in the destination");
  if (plan.info && !checkOptional(form, plan, first.position))
    return false;
  if (first.kind == ParsedOperand::Sink && first.pairIsSink)
    return mismatch(form, first, "'_' cannot be all of the destination");
  ParsedOperand second = first;
  second.kind =
      first.pairIsSink ? ParsedOperand::Sink : ParsedOperand::Register;
  second.reg = first.pair;
  second.selector = StringRef();
  return matchDest(form, plan, second, out);
}

/// Number of operands of the text: pairs `p|q` are one, as is an address with
/// all that is in its brackets. One source may be left out.
static unsigned countOperands(const InstForm &form, bool &hasOptional) {
  unsigned wanted = 0;
  hasOptional = false;
  for (const OperandPlan &plan : form.dsts)
    wanted += plan.kind != OperandKind::Pair;
  for (const OperandPlan &plan : form.srcs) {
    wanted += !plan.info->inAddress;
    hasOptional |= plan.optional;
  }
  return wanted;
}

/// Whether the operands are as many and of such kinds as the form has.
bool Parser::hasShape(const InstForm &form,
                      llvm::ArrayRef<ParsedOperand> operands) {
  bool hasOptional;
  unsigned wanted = countOperands(form, hasOptional);
  bool leftOut = hasOptional && operands.size() + 1 == wanted;
  if (operands.size() != wanted - leftOut)
    return false;
  unsigned next = llvm::count_if(form.dsts, [](const OperandPlan &plan) {
    return plan.kind != OperandKind::Pair;
  });
  for (const OperandPlan &plan : form.srcs) {
    if (plan.info->inAddress || (plan.optional && leftOut))
      continue;
    const ParsedOperand &operand = operands[next++];
    bool isVector = operand.kind == ParsedOperand::Vector ||
                    operand.kind == ParsedOperand::RegisterGroup;
    bool isPredicate = operand.kind == ParsedOperand::Register &&
                       body.registers[operand.reg].type == DataType::Pred;
    if ((plan.kind == OperandKind::Address) !=
            (operand.kind == ParsedOperand::Address ||
             operand.kind == ParsedOperand::Bracket) ||
        (plan.kind == OperandKind::Vector) != isVector ||
        (isPredicate && plan.type != DataType::Pred))
      return false;
  }
  return true;
}

/// The alternative that the operands choose, else the one to complain with.
const InstForm &
Parser::chooseAlternative(const InstForm &form,
                          llvm::ArrayRef<ParsedOperand> operands) {
  for (const std::unique_ptr<InstForm> &one : form.alternatives)
    if (hasShape(*one, operands))
      return *one;
  bool hasOptional;
  for (const std::unique_ptr<InstForm> &one : form.alternatives)
    if (countOperands(*one, hasOptional) == operands.size())
      return *one;
  return *form.alternatives.front();
}

void Parser::matchInstruction(const InstForm &form, Statement &statement,
                              llvm::ArrayRef<ParsedOperand> operands) {
  if (!form.alternatives.empty()) {
    const InstForm &chosen = chooseAlternative(form, operands);
    if (!chosen.error.empty()) {
      error(statement.position) << chosen.error;
      return;
    }
    statement.form = &chosen;
    statement.mods = chosen.mods;
    return matchInstruction(chosen, statement, operands);
  }
  SmallVector<Dest, 6> dests;
  bool mayHavePair =
      !form.dsts.empty() && form.dsts.back().kind == OperandKind::Pair;
  unsigned next = 0;
  for (const OperandPlan &plan : form.dsts) {
    if (plan.kind == OperandKind::Pair) {
      if (!matchPair(form, plan, operands[next - 1], dests))
        return;
      continue;
    }
    if (next == operands.size()) {
      error(statement.position)
          << "'" << form.name << "' needs more than " << next << " operands";
      return;
    }
    const ParsedOperand &operand = operands[next++];
    if (operand.hasPair && !mayHavePair) {
      mismatch(form, operand, "unexpected '|' in the destination");
      return;
    }
    if (plan.kind == OperandKind::Sink) {
      if (operand.kind == ParsedOperand::Sink)
        continue;
      mismatch(form, operand, "expected '_' as destination");
      return;
    }
    if (!matchParts(form, plan, operand, statement) ||
        !matchDest(form, plan, operand, dests))
      return;
  }
  SmallVector<ParsedOperand, 8> assigned;
  SmallVector<const OperandPlan *, 8> plans;
  if (!assignOperands(form, statement, operands.drop_front(next), assigned,
                      plans))
    return;
  // Sources that are always there come first in the operation.
  SmallVector<Source, 8> sources, loose;
  for (auto [plan, operand] : llvm::zip(plans, assigned)) {
    if (plan->optional && !checkOptional(form, *plan, operand.position))
      return;
    statementMods = statement.mods;
    if (plan->info->presence >= 0)
      statement.mods |= int64_t(1)
                        << form.info->slots()[plan->info->presence].offset;
    if (!matchParts(form, *plan, operand, statement) ||
        !matchSource(form, *plan, operand, statement,
                     plan->fixed ? sources : loose))
      return;
  }
  if (form.hasOperandSlots && !checkParts(form, statement, plans))
    return;
  Source carry;
  carry.kind = Source::Register;
  carry.id = kCarryRegister;
  carry.width = 1;
  if (form.carryIn)
    sources.push_back(carry);
  sources.append(loose.begin(), loose.end());
  if (form.carryOut)
    dests.push_back({kCarryRegister, 1});
  statement.kind = Statement::Inst;
  addStatement(statement, dests, sources);
}

//===- ParserStatement.cpp - statements and scopes of PTX -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies: scopes, labels, declarations and instructions as statements in
// compact arrays. BodyBuilder.cpp makes operations of them afterwards.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXFacts.h"

using namespace ptxmlir::ptx;
using llvm::SmallVector;
using llvm::StringRef;

/// More nested scopes are refused: labels move outward one by one.
static constexpr unsigned kMaxScopes = 1000;

void FunctionBody::clear() {
  registers.clear();
  statements.clear();
  dests.clear();
  sources.clear();
  calls.clear();
  branchTables.clear();
  numLabels = 0;
  debugLocs.clear();
  pragmas.clear();
  labelNames.clear();
  inputRegisters.clear();
  returnRegisters.clear();
}

bool Statement::updatesDests() const {
  return kind == Inst && getFacts(form->opcode).updatesResults;
}

void FunctionBody::dropUnreadResults() {
  std::vector<bool> isRead(registers.size(), false);
  for (const Source &source : sources)
    if (source.kind == Source::Register)
      isRead[source.id] = true;
  for (uint32_t reg : returnRegisters)
    isRead[reg] = true;
  for (const Statement &statement : statements) {
    if (statement.guard != kNone)
      isRead[statement.guard] = true;
    if (statement.updatesDests())
      for (const Dest &dest : destsOf(statement))
        if (dest.reg != kNone)
          isRead[dest.reg] = true;
  }
  for (const Statement &statement : statements)
    if (statement.guard != kNone && statement.kind != Statement::Call)
      for (Dest &dest : llvm::MutableArrayRef(dests).slice(statement.firstDest,
                                                           statement.numDests))
        if (dest.reg != kNone && !isRead[dest.reg])
          dest.reg = kNone;
}

uint32_t Parser::newRegister(DataType type, StringRef name) {
  body.registers.push_back(
      {type, uint8_t(getContainerWidth(type)),
       name.empty() ? kNone : uint32_t(name.begin() - buffer.begin())});
  return body.registers.size() - 1;
}

uint32_t Parser::newLabel() {
  labelAliases.push_back(body.numLabels);
  return body.numLabels++;
}

/// The register `number` of a family, made when first used.
uint32_t Parser::memberRegister(const Symbol &symbol, uint32_t number,
                                StringRef name) {
  RegisterFamily &family = scopes.families[symbol.index];
  if (family.registers.size() <= number)
    family.registers.resize(number + 1, kNone);
  uint32_t &reg = family.registers[number];
  if (reg == kNone) {
    reg = newRegister(family.type, name);
    for (unsigned i = 1; i < family.lanes; ++i)
      newRegister(family.type, name);
    shareMember(symbol.index, number, reg, family.lanes);
  }
  return reg;
}

void Parser::enterScope() {
  scopes.push();
  labelMarks.push_back(labelUses.size());
}

/// Resolves the labels used in the scope that it defines; the others are looked
/// for in the scope around it.
void Parser::leaveScope() {
  uint32_t kept = labelMarks.back();
  bool isOutermost = labelMarks.size() == 1;
  for (size_t i = kept; i < labelUses.size(); ++i) {
    LabelUse use = labelUses[i];
    const Symbol *symbol = scopes.lookupInnermost(use.name);
    if (symbol && symbol->kind == Symbol::Label)
      labelAliases[use.label] = symbol->index;
    else if (isOutermost)
      undefined(use.name, use.position, "label");
    else
      labelUses[kept++] = use;
  }
  labelUses.resize(kept);
  labelMarks.pop_back();
  scopes.pop();
}

uint32_t Parser::referToLabel(StringRef name, Position position) {
  uint32_t label = newLabel();
  labelUses.push_back({name, position, label});
  return label;
}

/// From `{` to the matching `}`.
void Parser::parseBody() {
  Position open = tok.position;
  advance();
  unsigned depth = 1;
  while (!done()) {
    if (tok.is(Tok::RBrace)) {
      if (--depth == 0)
        break;
      advance();
      leaveScope();
      continue;
    }
    if (tok.is(Tok::LBrace)) {
      Position position = tok.position;
      advance();
      if (++depth > kMaxScopes) {
        error(position) << "scopes are nested too deeply";
        gaveUp = true;
        break;
      }
      enterScope();
      continue;
    }
    parseStatement();
  }
  while (depth > 1) {
    --depth;
    leaveScope();
  }
  bodyEnd = tok.position;
  if (tok.is(Tok::RBrace)) {
    Statement statement;
    statement.kind = Statement::Return;
    statement.position = tok.position;
    addStatement(statement, {}, {});
    advance();
  } else if (!gaveUp) {
    error(tok.position) << "unexpected end of file in the body of '"
                        << functionName << "'";
    (void)open;
  }
}

void Parser::parseStatement() {
  if (tok.is(Tok::Directive)) {
    StringRef name = tok.text;
    if (name == ".reg")
      return parseRegisters();
    if (variableSpace())
      return parseVariables(Linkage::Internal);
    if (name == ".loc")
      return parseLoc();
    if (name == ".file")
      return parseFile();
    if (name == ".pragma")
      return parsePragma(nextPragmas);
    if (name == ".extern" || name == ".visible" || name == ".weak" ||
        name == ".common") {
      errorAt(tok.position, unsigned(name.size()))
          << "'" << name << "' is for what is declared outside of functions";
      advance();
      if (variableSpace())
        return parseVariables(name == ".extern" ? Linkage::Extern
                                                : Linkage::Internal);
      return skipStatement();
    }
    error(tok.position) << "unknown directive '" << name << "'";
    advance();
    return skipStatement();
  }
  if (tok.is(Tok::Identifier) || tok.is(Tok::At))
    return parseInstruction();
  unexpected("a statement");
  advance();
  skipStatement();
}

void Parser::parseLabel(StringRef name, Position position) {
  Statement statement;
  statement.kind = Statement::Label;
  statement.position = position;
  statement.index = newLabel();
  Symbol symbol;
  symbol.kind = Symbol::Label;
  symbol.index = statement.index;
  symbol.position = position;
  // The name of a register of a family in this scope stays that of the
  // register: the label has none.
  if (!scopes.lookupFamilyMember(name) &&
      redeclared(name, position, scopes.declare(name, symbol)))
    return;
  if (hasSections)
    body.labelNames.push_back(
        {uint32_t(body.statements.size()), builder.getStringAttr(name)});
  addStatement(statement, {}, {});
}

/// `name: .branchtargets a, b;`, `name: .callprototype ...;`,
/// `name: .calltargets f, g;`.
void Parser::parseLabelDirective(StringRef name, Position position) {
  StringRef directive = tok.text;
  if (!checkDirective(directive, tok.position))
    return skipStatement();
  Symbol symbol;
  symbol.position = position;
  advance();
  if (directive == ".branchtargets") {
    std::vector<uint32_t> labels;
    do {
      StringRef label = tok.text;
      Position labelPosition = tok.position;
      if (!expect(Tok::Identifier, "a label"))
        return skipStatement();
      // A family of labels: `L<4>` is L0, L1, L2, L3.
      if (consumeIf(Tok::Less)) {
        int64_t count = int64_t(tok.value);
        if (!tok.is(Tok::Integer) || count < 0 || count > 65536) {
          unexpected("a number of labels");
          return skipStatement();
        }
        advance();
        for (int64_t i = 0; i < count; ++i) {
          // The name must outlive the statement.
          auto full = builder.getStringAttr(label + llvm::Twine(i));
          labels.push_back(referToLabel(full.getValue(), labelPosition));
        }
        if (!expect(Tok::Greater, "'>'"))
          return skipStatement();
        continue;
      }
      labels.push_back(referToLabel(label, labelPosition));
    } while (consumeIf(Tok::Comma));
    symbol.kind = Symbol::BranchTable;
    symbol.index = body.branchTables.size();
    body.branchTables.push_back(std::move(labels));
  } else if (directive == ".callprototype") {
    SmallVector<VarAttr> params, returns;
    if (tok.is(Tok::LParen) &&
        !parseParams(returns, nullptr, ParamsOf::Returns))
      return skipStatement();
    if (!expect(Tok::Identifier, "'_'"))
      return skipStatement();
    if (tok.is(Tok::LParen) &&
        !parseParams(params, nullptr, ParamsOf::Function))
      return skipStatement();
    while (tok.is(Tok::Directive)) {
      bool hasNumber = tok.text.starts_with(".abi_preserve");
      int64_t ignored;
      if (!hasNumber && tok.text != ".noreturn")
        break;
      checkDirective(tok.text, tok.position);
      advance();
      if (hasNumber && !parseNumber(ignored))
        return skipStatement();
    }
    auto array = [&](llvm::ArrayRef<VarAttr> vars) {
      return builder.getArrayAttr(
          SmallVector<mlir::Attribute>(vars.begin(), vars.end()));
    };
    symbol.kind = Symbol::Prototype;
    symbol.index = prototypes.size();
    prototypes.push_back({array(params), array(returns)});
  } else {
    SmallVector<mlir::Attribute> targets;
    do {
      uint32_t number;
      const Symbol *function =
          tok.is(Tok::Identifier) ? scopes.lookup(tok.text, number) : nullptr;
      if (!function || function->kind != Symbol::Function) {
        unexpected("a function");
        return skipStatement();
      }
      targets.push_back(symbolNames[function->index]);
      advance();
    } while (consumeIf(Tok::Comma));
    symbol.kind = Symbol::CallTargets;
    symbol.index = callTargets.size();
    callTargets.push_back(builder.getArrayAttr(targets));
  }
  redeclared(name, position, scopes.declare(name, symbol));
  if (!expect(Tok::Semicolon, "';'"))
    skipStatement();
}

/// What a call passes is passed always (the words are those of ptxas 13.0.88).
void Parser::checkGuardedParam(StringRef text, Position position,
                               llvm::ArrayRef<ParsedOperand> operands) {
  auto [opcode, modifiers] = text.split('.');
  if (opcode != "ld" && opcode != "st")
    return;
  for (const ParsedOperand &operand : operands) {
    if (operand.kind != ParsedOperand::Address)
      continue;
    const Symbol *symbol = elements[operand.first].symbol;
    if (symbol && symbol->kind == Symbol::Param &&
        symbol->param == ParamKind::Call)
      error(position) << "Illegal to predicate instruction '" << opcode
                      << ".param' with operand '"
                      << elements[operand.first].name << "'";
  }
}

/// A label, or an instruction with its guard.
void Parser::parseInstruction() {
  Statement statement;
  statement.position = tok.position;
  bool isGuarded = tok.is(Tok::At);
  if (isGuarded) {
    advance();
    statement.guardNegated = consumeIf(Tok::Bang);
    uint32_t number = 0;
    const Symbol *symbol =
        tok.is(Tok::Identifier) ? scopes.lookup(tok.text, number) : nullptr;
    bool isPredicate =
        symbol && symbol->type == DataType::Pred &&
        (symbol->kind == Symbol::Register || symbol->kind == Symbol::Family);
    if (!isPredicate) {
      if (tok.is(Tok::Identifier) && !symbol)
        undefined(tok.text, tok.position, "register");
      else
        unexpected("a predicate");
      return skipInstruction();
    }
    statement.guard = symbol->kind == Symbol::Register
                          ? symbol->index
                          : memberRegister(*symbol, number, tok.text);
    advance();
    if (!tok.is(Tok::Identifier)) {
      unexpected("an instruction");
      return skipInstruction();
    }
  }
  Position position = tok.position;
  lexer.extendOpcode(tok);
  StringRef text = tok.text;
  advance();
  if (!isGuarded && tok.is(Tok::Colon) && !text.contains('.')) {
    advance();
    if (atDirective(".branchtargets") || atDirective(".callprototype") ||
        atDirective(".calltargets"))
      return parseLabelDirective(text, position);
    return parseLabel(text, position);
  }
  // What is an instruction already has no bank: prefetch.tensormap.const [a].
  if (int64_t bank; text.ends_with(".const") && tok.is(Tok::LBracket) &&
                    !forms.get(text).error.empty() && !parseConstBank(bank))
    return skipInstruction();
  // Blanks may stand between the parts of an opcode.
  llvm::SmallString<64> joined;
  while (tok.is(Tok::Directive)) {
    if (joined.empty())
      joined = text;
    joined += tok.text;
    text = joined;
    advance();
  }
  statement.position = position;
  const InstForm &form = forms.get(text);
  if (!form.error.empty()) {
    // A part of the text is found only in one piece.
    Position place = position;
    bool isWhole = joined.empty();
    place.column += isWhole ? form.errorOffset : 0;
    errorAt(place, isWhole ? form.errorLength : 0,
            isWhole ? StringRef(form.fixit) : "")
        << form.error;
    return skipInstruction();
  }
  if (!form.warning.empty())
    warning(position) << form.warning;
  if (options.warnDoubles && form.usesDoubles)
    warning(position) << "'" << form.name << "' computes in double precision";
  statement.form = &form;
  statement.mods = form.mods;
  statement.uniform = form.uniform;
  elements.clear();
  if (form.special == InstForm::Call) {
    if (!parseCall(form, statement))
      return skipInstruction();
  } else {
    SmallVector<ParsedOperand, 6> operands;
    if (!parseOperands(operands))
      return skipInstruction();
    if (!tok.is(Tok::Semicolon)) {
      unexpected("',' or ';'");
      return skipInstruction();
    }
    if (isGuarded)
      checkGuardedParam(text, position, operands);
    if (form.special == InstForm::Table)
      matchInstruction(form, statement, operands);
    else if (form.special == InstForm::Mov)
      matchMov(form, statement, operands);
    else
      matchBranch(form, statement, operands);
  }
  if (!consumeIf(Tok::Semicolon)) {
    unexpected("';'");
    skipInstruction();
  }
}

void Parser::addStatement(Statement &statement, llvm::ArrayRef<Dest> dests,
                          llvm::ArrayRef<Source> sources) {
  statement.debugLoc = uint32_t(body.debugLocs.size()) - 1;
  // Only instructions become operations that can hold them.
  if (!nextPragmas.empty() && (statement.kind == Statement::Inst ||
                               statement.kind == Statement::Call)) {
    statement.pragmas = body.pragmas.size();
    body.pragmas.push_back(builder.getArrayAttr(nextPragmas));
    nextPragmas.clear();
  }
  statement.firstDest = body.dests.size();
  statement.numDests = dests.size();
  statement.firstSource = body.sources.size();
  statement.numSources = sources.size();
  body.dests.insert(body.dests.end(), dests.begin(), dests.end());
  body.sources.insert(body.sources.end(), sources.begin(), sources.end());
  body.statements.push_back(statement);
}

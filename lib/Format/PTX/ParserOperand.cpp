//===- ParserOperand.cpp - operands as written ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax of operands, before it is known which instruction they are for;
// what they mean is decided afterwards.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptxmlir::ptx;
using llvm::StringRef;

/// `r + n`, which the ISA does not have and ptxas takes where a register may
/// stand alone: an `add` before the instruction.
bool Parser::parseSum(ParsedOperand &operand) {
  DataType type = body.registers[operand.reg].type;
  StringRef opcode = llvm::StringSwitch<StringRef>(stringify(type))
                         .Cases({"b16", "u16", "s16"}, "add.u16")
                         .Cases({"b32", "u32", "s32"}, "add.u32")
                         .Cases({"b64", "u64", "s64"}, "add.u64")
                         .Default("");
  if (opcode.empty() || operand.negated || operand.minus ||
      !operand.selector.empty()) {
    errorAt(operand.position, unsigned(operand.name.size()))
        << "a constant can be added to an integer register only";
    return false;
  }
  if (!parseOffset(operand))
    return false;
  Source sources[2];
  sources[0].kind = Source::Register;
  sources[0].id = operand.reg;
  sources[1].kind = Source::Constant;
  sources[1].value = operand.value;
  sources[0].width = sources[1].width = getBitWidth(type);
  operand.reg = addBefore(opcode, sources, type, operand.position).id;
  operand.value = 0;
  return true;
}

static bool isIndexType(DataType type) {
  switch (getTypeKind(type)) {
  case 'b':
  case 'u':
  case 's':
    return getBitWidth(type) >= 16 && getBitWidth(type) <= 64;
  default:
    return false;
  }
}

/// Operands up to `;`.
bool Parser::parseOperands(llvm::SmallVectorImpl<ParsedOperand> &operands) {
  if (tok.is(Tok::Semicolon))
    return true;
  do {
    ParsedOperand &operand = operands.emplace_back();
    if (!parseOperand(operand))
      return false;
    if (operand.kind == ParsedOperand::Register && tok.is(Tok::Plus) &&
        !parseSum(operand))
      return false;
  } while (consumeIf(Tok::Comma));
  return true;
}

bool Parser::parseOperand(ParsedOperand &operand) {
  operand.position = tok.position;
  if (tok.is(Tok::Bang)) {
    // `!p`, or a constant.
    Position position = tok.position;
    advance();
    if (tok.is(Tok::Identifier) && tok.text != "WARP_SZ") {
      operand.negated = true;
      return parseNamedOperand(operand);
    }
    // It is the operator of the first term only: `!1 + 2` is 2.
    operand.kind = ParsedOperand::Immediate;
    firstNot = position;
    return parseConstant(operand.constant);
  }
  if (tok.is(Tok::Minus) && lexer.atIdentifier()) {
    advance();
    operand.minus = true;
    return parseNamedOperand(operand);
  }
  if (tok.is(Tok::LBracket))
    return parseAddressOperand(operand);
  if (tok.is(Tok::LBrace))
    return parseVectorOperand(operand);
  if (atConstant()) {
    operand.kind = ParsedOperand::Immediate;
    return parseConstant(operand.constant);
  }
  if (!tok.is(Tok::Identifier))
    return unexpected("an operand");
  return parseNamedOperand(operand);
}

/// The lane of `.x`, `.r` and so on; -1 for another letter.
static int laneOf(char letter) {
  switch (letter) {
  case 'x':
  case 'r':
    return 0;
  case 'y':
  case 'g':
    return 1;
  case 'z':
  case 'b':
    return 2;
  case 'w':
  case 'a':
    return 3;
  default:
    return -1;
  }
}

/// A register, special register, variable, label, or `_`; then `|q`, `+ n`, or
/// `[n]` outside of brackets.
bool Parser::parseNamedOperand(ParsedOperand &operand, bool isInAddress) {
  operand.name = tok.text;
  operand.position = tok.position;
  StringRef name = tok.text;
  uint32_t number = 0;
  const Symbol *symbol = scopes.lookup(name, number);
  char member = isInAddress ? '\0' : lexer.lexMember();
  if (symbol) {
    operand.symbol = symbol;
    switch (symbol->kind) {
    case Symbol::Register:
    case Symbol::Family:
      operand.kind = symbol->lanes > 1 ? ParsedOperand::RegisterGroup
                                       : ParsedOperand::Register;
      operand.reg = symbol->kind == Symbol::Register
                        ? symbol->index
                        : memberRegister(*symbol, number, name);
      operand.count = symbol->lanes;
      if (member && symbol->lanes > 1 && laneOf(member) >= 0 &&
          laneOf(member) < symbol->lanes) {
        operand.kind = ParsedOperand::Register;
        operand.reg += laneOf(member);
        member = '\0';
      }
      break;
    case Symbol::Variable:
    case Symbol::Function:
    case Symbol::Param:
    case Symbol::Local:
      operand.kind = ParsedOperand::Variable;
      break;
    default:
      operand.kind = ParsedOperand::Name;
    }
  } else if (name == "_") {
    operand.kind = ParsedOperand::Sink;
  } else if (name[0] == '%') {
    // A special register, or one of its components.
    llvm::SmallString<32> full(name.drop_front());
    if (member) {
      full += '.';
      full += laneOf(member) >= 0 ? "xyzw"[laneOf(member)] : member;
    }
    std::optional<SpecialRegister> reg = symbolizeSpecialRegister(full);
    if (!reg && !member) {
      full += ".x";
      reg = symbolizeSpecialRegister(full);
      operand.kind = ParsedOperand::SpecialGroup;
    } else {
      operand.kind = ParsedOperand::Special;
    }
    if (!reg && laneOf(member) == 3) {
      // The fourth component of a special register is zero.
      full.back() = 'x';
      if (symbolizeSpecialRegister(full)) {
        operand.kind = ParsedOperand::Immediate;
        operand.constant = Constant();
        advance();
        return true;
      }
    }
    if (reg) {
      operand.reg = uint32_t(*reg);
      member = '\0';
    } else {
      // A label may have any name.
      operand.kind = ParsedOperand::Name;
    }
  } else {
    operand.kind = ParsedOperand::Name;
  }
  if (member && operand.kind == ParsedOperand::Name && name.starts_with("%"))
    return undefined(operand);
  if (member) {
    error(operand.position)
        << "'" << name << "' has no component '." << member << "'";
    return false;
  }
  advance();
  if (operand.kind == ParsedOperand::Register && tok.is(Tok::Directive)) {
    operand.selector = tok.text.drop_front();
    advance();
  }
  if (tok.is(Tok::Pipe))
    return parsePair(operand);
  if (operand.kind != ParsedOperand::Variable)
    return true;
  if (isInAddress || !consumeIf(Tok::LBracket))
    return parseOffset(operand);
  return parseElement(operand);
}

/// An element of an array, behind the bracket: `2]`, `r]`, `r + 2]`.
bool Parser::parseElement(ParsedOperand &operand) {
  int64_t index = 0;
  operand.isIndexed = true;
  if (!operand.symbol->isArray) {
    errorAt(operand.position, unsigned(operand.name.size()))
        << "'" << operand.name << "' is no array";
    return false;
  }
  if (tok.is(Tok::Identifier) && !atConstant()) {
    ParsedOperand reg;
    Position position = tok.position;
    if (!parseNamedOperand(reg) || !parseOffset(reg))
      return false;
    index = reg.value;
    if (reg.kind == ParsedOperand::Name && !reg.symbol)
      return undefined(reg);
    if (reg.kind != ParsedOperand::Register || reg.hasPair ||
        !isIndexType(body.registers[reg.reg].type)) {
      error(position) << "an index must be a constant or an integer register";
      return false;
    }
    operand.kind = ParsedOperand::Element;
    operand.reg = reg.reg;
  } else if (!parseInteger(index)) {
    return false;
  }
  operand.value = int64_t(uint64_t(index) * operand.symbol->elementSize);
  return expect(Tok::RBracket, "']'");
}

/// A statement before the one at hand; its result.
Source Parser::addBefore(StringRef opcode, llvm::ArrayRef<Source> sources,
                         DataType result, Position position) {
  Statement statement;
  statement.position = position;
  statement.form = &forms.get(opcode);
  statement.mods = statement.form->mods;
  Source out;
  out.kind = Source::Register;
  out.width = getBitWidth(result);
  out.id = newRegister(result);
  addStatement(statement, Dest{out.id, out.width}, sources);
  return out;
}

/// Adds the index times the size of an element to the address of the variable,
/// which has 32 or 64 bits. Of an index 32 bits count, without a sign (observed
/// on ptxas 13.0.88).
void Parser::addIndex(const ParsedOperand &operand, unsigned width,
                      Source &address) {
  DataType type = body.registers[operand.reg].type;
  Source sources[3];
  Source &index = sources[0];
  index.kind = Source::Register;
  index.id = operand.reg;
  index.width = getBitWidth(type);
  if (index.width != 32) {
    StringRef opcode = index.width == 64 ? "cvt.u32.u64"
                       : isSigned(type)  ? "cvt.u32.s16"
                                         : "cvt.u32.u16";
    index = addBefore(opcode, index, DataType::U32, operand.position);
  }
  sources[1].kind = Source::Constant;
  sources[1].width = 32;
  sources[1].value = operand.symbol->elementSize;
  sources[2] = address;
  bool isWide = width == 64;
  address = addBefore(isWide ? "mad.wide.u32" : "mad.lo.u32", sources,
                      isWide ? DataType::U64 : DataType::U32, operand.position);
}

/// `|q` after a destination.
bool Parser::parsePair(ParsedOperand &operand) {
  advance();
  ParsedOperand pair;
  if (!tok.is(Tok::Identifier))
    return unexpected("a predicate");
  if (!parseNamedOperand(pair))
    return false;
  if (pair.kind != ParsedOperand::Register &&
      pair.kind != ParsedOperand::Sink) {
    error(pair.position) << "expected a predicate after '|'";
    return false;
  }
  operand.hasPair = true;
  operand.pairIsSink = pair.kind == ParsedOperand::Sink;
  operand.pair = pair.reg;
  return true;
}

/// `+ n`, `+ -n`, or nothing.
bool Parser::parseOffset(ParsedOperand &operand) {
  while (consumeIf(Tok::Plus)) {
    int64_t value;
    if (!parseInteger(value))
      return false;
    operand.value = int64_t(uint64_t(operand.value) + uint64_t(value));
    operand.isSum = true;
  }
  if (!tok.is(Tok::Minus))
    return true;
  error(tok.position) << "a constant is subtracted as in '+ -4'";
  return false;
}

/// `[base + offset]`, or `[a, b, {c, d}]`.
bool Parser::parseAddressOperand(ParsedOperand &operand) {
  advance();
  ParsedOperand base;
  base.position = tok.position;
  if (atConstant()) {
    base.kind = ParsedOperand::Immediate;
    if (!parseConstant(base.constant))
      return false;
  } else {
    if (!tok.is(Tok::Identifier))
      return unexpected("an address");
    if (!parseNamedOperand(base, /*isInAddress=*/true) ||
        (base.kind != ParsedOperand::Variable && !parseOffset(base)))
      return false;
    operand.value = base.value;
    base.value = 0;
  }
  operand.kind = ParsedOperand::Address;
  if (!tok.is(Tok::Comma)) {
    operand.first = elements.size();
    elements.push_back(base);
    return expect(Tok::RBracket, "']'");
  }
  llvm::SmallVector<ParsedOperand, 3> parts = {base};
  parts[0].value = operand.value;
  while (consumeIf(Tok::Comma)) {
    if (tok.is(Tok::LBracket))
      return unexpected("an operand");
    if (!parseOperand(parts.emplace_back()))
      return false;
  }
  operand.kind = ParsedOperand::Bracket;
  operand.first = elements.size();
  operand.count = parts.size();
  elements.insert(elements.end(), parts.begin(), parts.end());
  return expect(Tok::RBracket, "']'");
}

/// `{a, b}`; elements are operands, but no vectors.
bool Parser::parseVectorOperand(ParsedOperand &operand) {
  advance();
  operand.kind = ParsedOperand::Vector;
  llvm::SmallVector<ParsedOperand, 8> parts;
  do {
    if (tok.is(Tok::LBrace) || tok.is(Tok::LBracket))
      return unexpected("a register");
    if (!parseOperand(parts.emplace_back()))
      return false;
  } while (consumeIf(Tok::Comma));
  operand.first = elements.size();
  operand.count = parts.size();
  elements.insert(elements.end(), parts.begin(), parts.end());
  if (!expect(Tok::RBrace, "'}'"))
    return false;
  // `{a, b, c, d}|p`.
  return !tok.is(Tok::Pipe) || parsePair(operand);
}

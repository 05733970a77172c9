//===- ParserBase.cpp - tokens, diagnostics, recovery ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every part of the parser stands on: tokens, locations, errors with their
// places, and going on behind an error.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir::ptx;
using llvm::StringRef;

Parser::Parser(llvm::StringRef buffer, llvm::StringRef fileName,
               MLIRContext *context, const ImportOptions &options)
    : lexer(buffer), context(context), builder(context), options(options),
      fileName(StringAttr::get(context, fileName)), buffer(buffer) {
  checkCharacters();
  advance();
}

/// Bytes beyond ASCII are nowhere allowed, not even in comments and strings.
/// Also looks for debugging sections: both of all the text at once, in loops
/// that compilers make vectors of.
void Parser::checkCharacters() {
  static constexpr StringLiteral kSection = ".section";
  constexpr size_t kBytes = 4096;
  bool hasOther = false;
  for (size_t begin = 0; begin < buffer.size(); begin += kBytes) {
    StringRef text = buffer.substr(begin, kBytes + kSection.size() - 1);
    uint8_t all = 0;
    for (char c : text)
      all |= uint8_t(c);
    hasOther |= all >= 0x80;
    bool mayBegin = false;
    for (size_t i = 0; i + kSection.size() <= text.size(); ++i)
      mayBegin |= (text[i + 1] == 's') & (text[i + 2] == 'e') &
                  (text[i + 3] == 'c') & (text[i + 4] == 't');
    hasSections |= mayBegin && text.contains(kSection);
  }
  if (!hasOther)
    return;
  auto isOther = [](char c) { return uint8_t(c) >= 0x80; };
  uint32_t line = 1;
  for (StringRef rest = buffer; !rest.empty() && !gaveUp; ++line) {
    auto [text, after] = rest.split('\n');
    if (const char *found = llvm::find_if(text, isOther); found != text.end())
      errorAt({line, uint32_t(found - text.begin() + 1)},
              std::find_if_not(found, text.end(), isOther) - found)
          << "unexpected non-ASCII character";
    rest = after;
  }
}

void Parser::advance() {
  lexer.lex(tok);
  // Report and skip what is no token, so that the parser never sees it: one
  // error per line, for junk comes in crowds.
  while (tok.is(Tok::Error)) {
    // What checkCharacters() has found was reported.
    bool isKnown = !tok.text.empty() && uint8_t(tok.text[0]) >= 0x80;
    if (tok.position.line != lastLexicalError && !isKnown) {
      lastLexicalError = tok.position.line;
      StringRef text = tok.text.take_front(32).take_while(
          [](char c) { return c >= 0x20 && c < 0x7f; });
      InFlightDiagnostic diagnostic = error(tok.position);
      diagnostic << lexer.errorText();
      if (!text.empty())
        diagnostic << " '" << text << "'";
    }
    if (gaveUp) {
      tok.kind = Tok::Eof;
      return;
    }
    // A malformed number stands for one.
    if (!tok.text.empty() && llvm::isDigit(tok.text[0])) {
      char second = tok.text.size() > 1 ? llvm::toLower(tok.text[1]) : '\0';
      tok.kind = second == 'f'   ? Tok::Float32
                 : second == 'd' ? Tok::Float64
                                 : Tok::Integer;
      return;
    }
    lexer.lex(tok);
  }
}

bool Parser::consumeIf(Tok kind) {
  if (!tok.is(kind))
    return false;
  advance();
  return true;
}

bool Parser::expect(Tok kind, llvm::StringRef what) {
  return consumeIf(kind) || unexpected(what);
}

bool Parser::consumeDirective(llvm::StringRef name) {
  if (!atDirective(name))
    return false;
  advance();
  return true;
}

/// A location per source line: a new location costs more than an operation.
Location Parser::getLoc(Position position) {
  if (position.line != lastLine || !lastLoc) {
    lastLoc = FileLineColLoc::get(fileName, position.line, position.column);
    lastLine = position.line;
  }
  return Location(lastLoc);
}

InFlightDiagnostic Parser::error(Position position) {
  return report(position, 0, "", 0);
}

InFlightDiagnostic Parser::errorAt(Position position, unsigned length,
                                   StringRef fixit) {
  return report(position, length, fixit, 0);
}

InFlightDiagnostic Parser::errorRead(Position position, unsigned ptxasLine) {
  return report(position, 0, "", ptxasLine);
}

InFlightDiagnostic Parser::report(Position position, unsigned length,
                                  StringRef fixit, unsigned ptxasLine) {
  Location loc = getDiagnosticLoc(
      {FileLineColLoc::get(fileName, position.line, position.column), length,
       fixit, ptxasLine});
  if (!gaveUp && numErrors == options.maxErrors) {
    gaveUp = true;
    emitError(loc) << "too many errors";
  }
  InFlightDiagnostic diagnostic = emitError(loc);
  // Beyond the limit what the caller says goes nowhere; but it counts, so that
  // nobody takes what was parsed since for right.
  if (gaveUp)
    diagnostic.abandon();
  ++numErrors;
  return diagnostic;
}

InFlightDiagnostic Parser::warning(Position position) {
  return emitWarning(
      FileLineColLoc::get(fileName, position.line, position.column));
}

bool Parser::unexpected(llvm::StringRef wanted) {
  if (tok.is(Tok::Eof))
    error(tok.position) << "unexpected end of file, expected " << wanted;
  else
    errorAt(tok.position, unsigned(tok.text.size()))
        << "expected " << wanted << ", found '" << tok.text.take_front(64)
        << "'";
  return false;
}

void Parser::FailureNote::end() {
  const char *from = std::exchange(begin, nullptr);
  if (!from || parser.numErrors == errors)
    return;
  StringRef text(from, parser.tok.text.begin() - from);
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%';
  };
  while (!text.empty()) {
    StringRef word = text.take_while(isWord);
    if (!word.empty())
      parser.failedNames.insert(word);
    text = text.drop_front(std::max<size_t>(1, word.size()));
  }
}

bool Parser::undefined(StringRef name, Position position, StringRef what) {
  ++numUnresolved;
  // The first use is enough, and none where the declaration was refused.
  if (failedNames.contains(name) ||
      failedNames.contains(name.rtrim("0123456789")) ||
      !unknownNames.insert(name).second)
    return false;
  auto diagnostic = errorAt(position, unsigned(name.size()));
  diagnostic << "undefined " << what << " '" << name << "'";
  return false;
}

bool Parser::undefined(const ParsedOperand &operand) {
  return undefined(operand.name, operand.position,
                   operand.name.starts_with("%") ? "register" : "name");
}

/// To after the next `;`, or to the next brace.
void Parser::skipStatement() {
  while (!done() && !tok.is(Tok::Semicolon) && !tok.is(Tok::LBrace) &&
         !tok.is(Tok::RBrace))
    advance();
  consumeIf(Tok::Semicolon);
}

/// To after the `;` of an instruction, over braces on its lines: a brace that
/// begins a line is a scope.
void Parser::skipInstruction() {
  uint32_t line = tok.position.line;
  while (!done() && !tok.is(Tok::Semicolon)) {
    bool isBrace = tok.is(Tok::LBrace) || tok.is(Tok::RBrace);
    if (isBrace && tok.position.line != line)
      return;
    line = tok.position.line;
    advance();
  }
  consumeIf(Tok::Semicolon);
}

/// Skips `{ ... }` with nested braces.
const char *Parser::skipBraces() {
  if (!tok.is(Tok::LBrace))
    return nullptr;
  const char *end;
  uint64_t depth = 0;
  do {
    if (tok.is(Tok::LBrace))
      ++depth;
    else if (tok.is(Tok::RBrace))
      --depth;
    end = tok.text.begin();
    advance();
  } while (depth && !done());
  return depth ? nullptr : end;
}

bool Parser::redeclared(llvm::StringRef name, Position position,
                        const Symbol *previous) {
  if (!previous)
    return false;
  InFlightDiagnostic diagnostic = error(position);
  diagnostic << "redeclaration of '" << name << "'";
  diagnostic.attachNote(FileLineColLoc::get(fileName, previous->position.line,
                                            previous->position.column))
      << "previously declared here";
  return true;
}

/// A warning for the first read of a register that nothing was written to on
/// any path.
void Parser::warnUndefined(uint32_t reg, Position position) {
  uint32_t name = std::exchange(body.registers[reg].name, kNone);
  bool isCarry = reg == kCarryRegister;
  if (name == kNone || numUndefinedWarnings >= options.maxErrors)
    return;
  ++numUndefinedWarnings;
  if (isCarry) {
    warning(position) << "the carry flag is read before it is written";
    return;
  }
  StringRef text = buffer.substr(name);
  StringRef word = text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%';
  });
  warning(position) << "register '" << word << "' is read before it is written";
}

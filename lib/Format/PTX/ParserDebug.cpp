//===- ParserDebug.cpp - source places and debugging data of PTX ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .file, .loc and .section. They describe the source and not the program, and
// have a syntax of their own.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace ptxmlir::ptx;
using llvm::StringRef;

/// `.file 1 "name"[, timestamp, size]`.
void Parser::parseFile() {
  advance();
  int64_t number, details[2] = {0, 0};
  Position position = tok.position;
  if (!parseNumber(number))
    return skipStatement();
  StringRef name = tok.text;
  if (!expect(Tok::String, "a file name"))
    return;
  for (int64_t &detail : details)
    if (consumeIf(Tok::Comma) && !parseNumber(detail))
      return;
  if (!fileNumbers.insert(number).second)
    errorRead(position, tok.position.line)
        << "two files have the number " << number;
  consumeIf(Tok::Semicolon);
  files.push_back(FileAttr::get(context, uint32_t(number),
                                builder.getStringAttr(name),
                                uint64_t(details[0]), uint64_t(details[1])));
}

/// The names of all files: `.file` may stand behind the functions that refer to
/// it.
void Parser::collectFiles() {
  hasDebugFiles = true;
  size_t at = 0;
  while ((at = buffer.find(".file", at)) != StringRef::npos) {
    at += 5;
    StringRef rest = buffer.drop_front(at).ltrim(" \t");
    int64_t number;
    if (rest.consumeInteger(10, number))
      continue;
    rest = rest.ltrim(" \t");
    if (rest.consume_front("\""))
      debugFiles.try_emplace(number,
                             builder.getStringAttr(rest.take_until([](char c) {
                               return c == '"' || c == '\n';
                             })));
  }
}

bool Parser::wantsDebugValues() const {
  using DebugValues = ImportOptions::DebugValues;
  return options.debugValues == DebugValues::All ||
         (options.debugValues == DebugValues::OfTarget &&
          llvm::is_contained(targetOptions, "debug"));
}

/// `file line column`.
bool Parser::parsePlace(DebugPlace &place) {
  int64_t file, line, column;
  if (!parseNumber(file) || !parseNumber(line) || !parseNumber(column))
    return false;
  place = {file, line, column};
  return true;
}

/// `.loc file line column[, function_name label [+ n], inlined_at f l c]`: the
/// place of what follows. An inlined one is a callsite, under the name of the
/// label that the function's name is at; the place of the call is that of an
/// earlier `.loc`.
void Parser::parseLoc() {
  advance();
  DebugPlace place;
  if (!parsePlace(place))
    return;
  std::string name;
  mlir::LocationAttr caller;
  while (consumeIf(Tok::Comma)) {
    if (tok.is(Tok::Identifier) && tok.text == "function_name") {
      advance();
      name = tok.text.str();
      if (!expect(Tok::Identifier, "a label"))
        return;
      int64_t offset;
      if (consumeIf(Tok::Plus)) {
        if (!parseNumber(offset))
          return;
        name += "+" + std::to_string(offset);
      }
      continue;
    }
    if (!tok.is(Tok::Identifier) || tok.text != "inlined_at") {
      unexpected("'function_name' or 'inlined_at'");
      return;
    }
    advance();
    Position position = tok.position;
    DebugPlace call;
    if (!parsePlace(call))
      return;
    caller = debugPlaces.lookup(call);
    if (!caller) {
      error(position)
          << "no '.loc' before this one is at the place of the call";
      return;
    }
  }
  consumeIf(Tok::Semicolon);
  if (!hasDebugFiles)
    collectFiles();
  auto [file, line, column] = place;
  mlir::StringAttr &fileAttr = debugFiles[file];
  if (!fileAttr)
    fileAttr = builder.getStringAttr("<file " + llvm::Twine(file) + ">");
  mlir::Location loc =
      mlir::FileLineColLoc::get(fileAttr, unsigned(line), unsigned(column));
  if (!name.empty())
    loc = mlir::NameLoc::get(builder.getStringAttr(name), loc);
  if (caller)
    loc = mlir::CallSiteLoc::get(loc, mlir::Location(caller));
  debugPlaces[place] = loc;
  body.debugLocs.push_back(loc);
}

/// `.section .debug_str { ... }`: debugging data, kept as written.
void Parser::parseSection() {
  Position start = tok.position;
  advance();
  StringRef name = tok.text;
  if (!expect(Tok::Directive, "a section name"))
    return;
  if (!tok.is(Tok::LBrace)) {
    unexpected("'{'");
    return;
  }
  hasDebugSection |= name.starts_with(".debug_");
  Position position = tok.position;
  const char *begin = tok.text.end();
  advance();
  llvm::SmallDenseSet<StringRef> labels;
  while (!done() && !tok.is(Tok::RBrace))
    if (!parseSectionData(labels)) {
      // One error: what follows would be read from the middle.
      while (!done() && !tok.is(Tok::RBrace))
        advance();
    }
  if (!tok.is(Tok::RBrace)) {
    if (!gaveUp)
      error(position) << "section is not closed";
    return;
  }
  const char *end = tok.text.begin();
  advance();
  SectionOp::create(builder, getLoc(start), name,
                    StringRef(begin, end - begin));
}

/// A label, or `.b8 1, 2`, `.b32 label + 4`, `.b64 label - label`.
bool Parser::parseSectionData(llvm::SmallDenseSet<StringRef> &labels) {
  if (tok.is(Tok::Identifier)) {
    if (!labels.insert(tok.text).second) {
      errorAt(tok.position, unsigned(tok.text.size()))
          << "redeclaration of label '" << tok.text << "'";
      return false;
    }
    advance();
    return expect(Tok::Colon, "':'");
  }
  Position position = tok.position;
  StringRef typeName = tok.text;
  if (!expect(Tok::Directive, "a label or a type"))
    return false;
  std::optional<DataType> type = symbolizeDataType(typeName.drop_front());
  unsigned width = type ? getBitWidth(*type) : 0;
  bool isLegal = type && getTypeKind(*type) == 'b' && width <= 64;
  bool isName = tok.is(Tok::Identifier) || tok.is(Tok::Directive);
  if (isName && (!isLegal || width >= 32)) {
    advance();
    if (consumeIf(Tok::Minus)) {
      if (!expect(Tok::Identifier, "a label"))
        return false;
    } else if (int64_t offset; consumeIf(Tok::Plus) && !parseNumber(offset)) {
      return false;
    }
  } else if (isName) {
    // ptxas has read the word behind the label by then, or is at the second.
    advance();
    errorRead(position, tok.position.line)
        << "a label needs '.b32' or '.b64', not '" << typeName << "'";
    return false;
  } else {
    do {
      Position place = tok.position;
      int64_t value;
      bool isNegative = consumeIf(Tok::Minus);
      if (!parseNumber(value))
        return false;
      if (isNegative)
        value = int64_t(uint64_t(0) - uint64_t(value));
      if (isLegal && width < 64 &&
          (value < -(int64_t(1) << (width - 1)) || value >> width > 0)) {
        errorRead(place, tok.position.line)
            << "value " << value << " does not fit '" << typeName << "'";
        return false;
      }
    } while (consumeIf(Tok::Comma));
  }
  if (isLegal)
    return true;
  errorRead(position, tok.position.line)
      << "debugging data has the types '.b8', '.b16', '.b32' and '.b64', not '"
      << typeName << "'";
  return false;
}

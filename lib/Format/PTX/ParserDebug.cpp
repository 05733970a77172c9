//===- ParserDebug.cpp - source places and debugging data of PTX ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  if (!parseInteger(number))
    return skipStatement();
  if (!fileNumbers.insert(number).second)
    error(position) << "two files have the number " << number;
  StringRef name = tok.text;
  if (!expect(Tok::String, "a file name"))
    return;
  for (int64_t &detail : details)
    if (consumeIf(Tok::Comma) && !parseInteger(detail))
      return;
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

/// `file line column`.
bool Parser::parsePlace(DebugPlace &place) {
  int64_t file, line, column;
  if (!parseInteger(file) || !parseInteger(line) || !parseInteger(column))
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
        if (!parseInteger(offset))
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
  Position position = tok.position;
  const char *begin = tok.text.end(), *end = skipBraces();
  if (!end) {
    if (!gaveUp)
      error(position) << "section is not closed";
    return;
  }
  SectionOp::create(builder, getLoc(start), name,
                    StringRef(begin, end - begin));
}

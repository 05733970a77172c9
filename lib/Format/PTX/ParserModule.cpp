//===- ParserModule.cpp - module directives of PTX ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace ptxmlir::ptx;
using mlir::StringAttr;

/// The newest PTX version that the instruction records know.
static constexpr unsigned kNewestVersion = 90;

mlir::OwningOpRef<mlir::ModuleOp> Parser::parse() {
  mlir::OwningOpRef<mlir::ModuleOp> result =
      mlir::ModuleOp::create(getLoc(tok.position));
  builder.setInsertionPointToEnd(result->getBody());
  if (!parseHeader())
    return nullptr;
  while (!done())
    parseDirective();
  if (numErrors)
    return nullptr;
  return result;
}

/// `.version`, `.target`, `.address_size`.
bool Parser::parseHeader() {
  Position position = tok.position;
  if (!atDirective(".version")) {
    if (numErrors == 0)
      error(position) << "expected '.version' at the start of the module";
    return false;
  }
  advance();
  // The lexer makes a float of `8.3`; its text is the version.
  auto [major, minor] = tok.text.split('.');
  unsigned majorNumber = 0, minorNumber = 0;
  if (!tok.is(Tok::Float64) || major.getAsInteger(10, majorNumber) ||
      minor.getAsInteger(10, minorNumber) || minorNumber > 9 ||
      majorNumber > 99) {
    unexpected("a version such as 8.3");
    return false;
  }
  version = majorNumber * 10 + minorNumber;
  if (version > kNewestVersion) {
    error(tok.position) << "unsupported .version " << tok.text
                        << "; the newest known version is "
                        << kNewestVersion / 10 << "." << kNewestVersion % 10;
    return false;
  }
  advance();
  if (!atDirective(".target")) {
    unexpected("'.target'");
    return false;
  }
  parseTarget();
  if (numErrors)
    return false;
  int64_t addressSize = 64;
  position = tok.position;
  if (consumeDirective(".address_size")) {
    if (!parseInteger(addressSize))
      return false;
    if (addressSize != 32 && addressSize != 64) {
      error(position) << "'.address_size' must be 32 or 64";
      return false;
    }
  }
  forms.setTarget(version, sm, target);
  module = ModuleOp::create(builder, getLoc(position), version, target,
                            unsigned(addressSize));
  if (!targetOptions.empty())
    module.setOptionsAttr(builder.getStrArrayAttr(targetOptions));
  builder.setInsertionPointToEnd(&module.getBody().front());
  return true;
}

/// `.target sm_90a, debug`.
void Parser::parseTarget() {
  advance();
  llvm::SmallVector<llvm::StringRef> words;
  do {
    if (!tok.is(Tok::Identifier)) {
      unexpected("a target");
      return;
    }
    llvm::StringRef word = tok.text;
    llvm::StringRef number = word;
    if (number.consume_front("sm_")) {
      unsigned value = 0;
      llvm::StringRef suffix =
          number.drop_while([](char c) { return c >= '0' && c <= '9'; });
      number = number.drop_back(suffix.size());
      if (number.getAsInteger(10, value) || value > 255 ||
          (!suffix.empty() && suffix != "a" && suffix != "f")) {
        error(tok.position) << "unsupported target '" << word << "'";
        return;
      }
      sm = value;
      target = word.str();
    } else if (word == "texmode_unified" || word == "texmode_independent" ||
               word == "debug" || word == "map_f64_to_f32") {
      words.push_back(word);
    } else {
      error(tok.position) << "unsupported target '" << word << "'";
      return;
    }
    advance();
  } while (consumeIf(Tok::Comma));
  if (target.empty()) {
    error(tok.position) << "'.target' names no SM";
    return;
  }
  targetOptions.append(words.begin(), words.end());
}

void Parser::parseDirective() {
  Position position = tok.position;
  if (!tok.is(Tok::Directive)) {
    unexpected("a directive");
    // To the next directive that may stand here.
    while (!done() && !tok.is(Tok::Directive)) {
      if (tok.is(Tok::LBrace))
        skipBraces();
      else
        advance();
    }
    return;
  }
  llvm::StringRef name = tok.text;
  if (name == ".visible" || name == ".extern" || name == ".weak" ||
      name == ".common" || name == ".entry" || name == ".func" ||
      variableSpace())
    return parseLinked();
  if (name == ".reg")
    return parseRegisters();
  if (name == ".file")
    return parseFile();
  if (name == ".loc")
    return parseLoc();
  if (name == ".section")
    return parseSection();
  if (name == ".alias")
    return parseAlias();
  if (name == ".target")
    return parseTarget();
  if (name == ".pragma") {
    llvm::SmallVector<mlir::Attribute> ignored;
    parsePragma(ignored);
    return;
  }
  error(position) << "unknown directive '" << name << "'";
  advance();
  skipStatement();
  if (tok.is(Tok::LBrace))
    skipBraces();
}

/// A function or variable with its linkage.
void Parser::parseLinked() {
  Linkage linkage = Linkage::Internal;
  while (true) {
    if (consumeDirective(".visible"))
      linkage = Linkage::Visible;
    else if (consumeDirective(".extern"))
      linkage = Linkage::Extern;
    else if (consumeDirective(".weak"))
      linkage = Linkage::Weak;
    else if (consumeDirective(".common"))
      linkage = Linkage::Common;
    else
      break;
  }
  if (consumeDirective(".entry"))
    return parseFunction(linkage, /*isEntry=*/true);
  if (consumeDirective(".func"))
    return parseFunction(linkage, /*isEntry=*/false);
  if (variableSpace())
    return parseVariables(linkage);
  unexpected("'.entry', '.func' or a variable");
  while (!done() && !tok.is(Tok::Semicolon) && !tok.is(Tok::LBrace))
    advance();
  if (!consumeIf(Tok::Semicolon))
    skipBraces();
}

/// `.file 1 "name"[, timestamp, size]`.
void Parser::parseFile() {
  advance();
  int64_t value;
  if (!parseInteger(value))
    return skipStatement();
  if (!expect(Tok::String, "a file name"))
    return;
  while (consumeIf(Tok::Comma))
    if (!parseInteger(value))
      return;
  consumeIf(Tok::Semicolon);
}

/// `.loc file line column[, function_name label [+ n], inlined_at f l c]`.
void Parser::parseLoc() {
  advance();
  int64_t value;
  for (unsigned i = 0; i < 3; ++i)
    if (!parseInteger(value))
      return;
  while (consumeIf(Tok::Comma)) {
    if (tok.is(Tok::Identifier) && tok.text == "function_name") {
      advance();
      if (!expect(Tok::Identifier, "a label"))
        return;
      if (consumeIf(Tok::Plus) && !parseInteger(value))
        return;
      continue;
    }
    if (!tok.is(Tok::Identifier) || tok.text != "inlined_at") {
      unexpected("'function_name' or 'inlined_at'");
      return;
    }
    advance();
    for (unsigned i = 0; i < 3; ++i)
      if (!parseInteger(value))
        return;
  }
  consumeIf(Tok::Semicolon);
}

/// `.section .debug_str { ... }`: debugging data, not kept.
void Parser::parseSection() {
  advance();
  if (!expect(Tok::Directive, "a section name"))
    return;
  if (!tok.is(Tok::LBrace)) {
    unexpected("'{'");
    return;
  }
  Position position = tok.position;
  uint64_t depth = 0;
  do {
    if (tok.is(Tok::LBrace))
      ++depth;
    else if (tok.is(Tok::RBrace))
      --depth;
    advance();
  } while (depth && !done());
  if (depth && !gaveUp)
    error(position) << "section is not closed";
}

/// `.alias new, old;`.
void Parser::parseAlias() {
  Position position = tok.position;
  error(position) << "'.alias' is not supported yet";
  skipStatement();
}

/// `.pragma "a", "b";`.
void Parser::parsePragma(llvm::SmallVectorImpl<mlir::Attribute> &pragmas) {
  advance();
  do {
    llvm::StringRef text = tok.text;
    if (!expect(Tok::String, "a string"))
      return skipStatement();
    pragmas.push_back(builder.getStringAttr(text));
  } while (consumeIf(Tok::Comma));
  expect(Tok::Semicolon, "';'");
}

/// `1[, 2[, 3]]`.
bool Parser::parseIntegerList(llvm::SmallVectorImpl<int32_t> &values) {
  do {
    Position position = tok.position;
    int64_t value;
    if (!parseInteger(value))
      return false;
    if (value < 0 || value > INT32_MAX) {
      error(position) << "value is out of range";
      return false;
    }
    values.push_back(int32_t(value));
  } while (consumeIf(Tok::Comma));
  return true;
}

mlir::OwningOpRef<mlir::ModuleOp>
ptxmlir::ptx::importPTX(llvm::StringRef buffer, llvm::StringRef fileName,
                        mlir::MLIRContext *context,
                        const ImportOptions &options) {
  context->loadDialect<PTXDialect>();
  return Parser(buffer, fileName, context, options).parse();
}

bool ptxmlir::ptx::isPTX(llvm::StringRef buffer) {
  Lexer lexer(buffer);
  Token token = lexer.lex();
  return token.is(Tok::Directive) && token.text == ".version";
}

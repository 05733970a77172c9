//===- ParserModule.cpp - module directives of PTX ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the first directive to the last: headers, targets, aliases, pragmas and
// what stands outside of functions.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir::ptx;
using mlir::StringAttr;

mlir::OwningOpRef<mlir::ModuleOp> Parser::parse() {
  mlir::OwningOpRef<mlir::ModuleOp> result =
      mlir::ModuleOp::create(getLoc(tok.position));
  builder.setInsertionPointToEnd(result->getBody());
  if (!parseHeader())
    return nullptr;
  while (!done())
    parseDirective();
  if (llvm::is_contained(targetOptions, "debug") && !hasDebugSection && !gaveUp)
    error(targetPosition) << "'.target debug' needs debugging information, a "
                             "'.section .debug_...'";
  if (!numErrors)
    checkABI();
  if (!numErrors)
    checkSharedCalls();
  if (numErrors)
    return nullptr;
  if (!files.empty())
    module.setFilesAttr(builder.getArrayAttr(files));
  return result;
}

/// `.version`, `.target`, `.address_size`.
bool Parser::parseHeader() {
  Position position = tok.position;
  if (!atDirective(".version")) {
    if (numErrors)
      return false;
    // ptxas reads a whole .target before it says so.
    if (consumeDirective(".target"))
      while (consumeIf(Tok::Identifier) || consumeIf(Tok::Comma))
        ;
    if (numErrors == 0)
      errorRead(position, tok.position.line)
          << "expected '.version' at the start of the module";
    return false;
  }
  advance();
  // The lexer makes a float of `8.3`; its text is the version.
  auto [major, minor] = tok.text.split('.');
  unsigned majorNumber = 0, minorNumber = 0;
  if (!tok.is(Tok::Float64) || major.getAsInteger(10, majorNumber) ||
      minor.getAsInteger(10, minorNumber)) {
    unexpected("a version such as 8.3");
    return false;
  }
  const unsigned newest = target::getPTXVersions().back();
  if (minorNumber > 9 || majorNumber > 99) {
    // XLA asks so which version is the newest, and reads what is between the
    // quotes.
    error(tok.position) << "Unsupported .version " << tok.text
                        << "; current version is '" << newest / 10 << "."
                        << newest % 10 << "'";
    return false;
  }
  version = majorNumber * 10 + minorNumber;
  if (version > newest) {
    // Nothing is taken from an older program: what is known is still right.
    warning(tok.position) << ".version " << tok.text << " is newer than "
                          << newest / 10 << "." << newest % 10
                          << ", the newest that is known; what is new in it is "
                             "refused";
  } else if (!llvm::is_contained(target::getPTXVersions(), version)) {
    error(tok.position) << "there is no .version " << tok.text;
    return false;
  }
  advance();
  if (!atDirective(".target")) {
    unexpected("'.target'");
    return false;
  }
  // Of several targets the last counts (observed on ptxas 13.0.88).
  unsigned errorsBefore = numErrors;
  while (atDirective(".target") && numErrors == errorsBefore)
    parseTarget();
  if (numErrors)
    return false;
  int64_t addressSize = 64;
  position = tok.position;
  if (consumeDirective(".address_size")) {
    if (version < 23) {
      error(position) << "'.address_size' needs PTX 2.3 or newer; the module "
                         "has .version "
                      << version / 10 << "." << version % 10;
      return false;
    }
    if (!parseNumber(addressSize))
      return false;
    if (addressSize != 32 && addressSize != 64) {
      error(position) << "'.address_size' must be 32 or 64";
      return false;
    }
    wideAddresses = addressSize == 64;
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
  targetPosition = tok.position;
  advance();
  do {
    if (!tok.is(Tok::Identifier)) {
      unexpected("a target");
      return;
    }
    llvm::StringRef word = tok.text;
    // ptxas 13.0.88 takes the other name of a target, too.
    llvm::StringRef number = word;
    if (number.consume_front("sm_") || number.consume_front("compute_")) {
      const target::PTXTarget *info =
          target::lookupPTXTarget(("sm_" + number).str());
      if (!info) {
        error(tok.position) << "unsupported target '" << word << "'";
        return;
      }
      if (version < info->firstPTX) {
        error(tok.position) << "'" << word << "' needs PTX ISA version "
                            << info->firstPTX / 10 << "." << info->firstPTX % 10
                            << " or newer; the module has .version "
                            << version / 10 << "." << version % 10;
        return;
      }
      sm = info->sm;
      features = info->features;
      target = info->name;
    } else if (word == "texmode_unified" || word == "texmode_independent" ||
               word == "debug" || word == "map_f64_to_f32") {
      if (word == "map_f64_to_f32" &&
          features.has(target::Feature::DoublePrecision)) {
        error(tok.position) << "'map_f64_to_f32' is for targets before sm_13";
        return;
      }
      if (target.empty()) {
        error(tok.position) << "'.target' names no SM before '" << word << "'";
        return;
      }
      auto isGiven = [&](llvm::StringRef option) {
        return llvm::is_contained(targetOptions, option);
      };
      if ((word == "texmode_unified" && isGiven("texmode_independent")) ||
          (word == "texmode_independent" && isGiven("texmode_unified"))) {
        error(tok.position) << "'" << word << "' beside the other mode";
        return;
      }
      if (!isGiven(word))
        targetOptions.push_back(word);
    } else {
      error(tok.position) << "unsupported target '" << word << "'";
      return;
    }
    advance();
  } while (consumeIf(Tok::Comma));
}

/// Whether the token begins what stands outside of functions.
bool Parser::atDeclaration() {
  static constexpr llvm::StringLiteral kOthers[] = {
      ".visible", ".extern", ".weak", ".common",  ".entry", ".func",
      ".reg",     ".file",   ".loc",  ".section", ".alias"};
  return tok.is(Tok::Directive) &&
         (variableSpace() || llvm::is_contained(kOthers, tok.text));
}

void Parser::parseDirective() {
  Position position = tok.position;
  if (!tok.is(Tok::Directive)) {
    unexpected("a directive");
    // To the next directive that begins a line or a statement: others are
    // modifiers.
    bool isStart = false;
    while (!done() && !(tok.is(Tok::Directive) && isStart)) {
      uint32_t line = tok.position.line;
      isStart =
          tok.is(Tok::Semicolon) || tok.is(Tok::RBrace) || tok.is(Tok::LBrace);
      if (tok.is(Tok::LBrace))
        skipBraces();
      else
        advance();
      isStart |= tok.position.line != line;
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
  if (name == ".pragma") {
    llvm::SmallVector<mlir::Attribute> list;
    if (mlir::ArrayAttr before = module.getPragmasAttr())
      list.append(before.begin(), before.end());
    parsePragma(list);
    module.setPragmasAttr(builder.getArrayAttr(list));
    return;
  }
  if (name == ".tex")
    error(position) << "'.tex' was replaced by '.global .texref' in PTX 1.5";
  else
    errorAt(position, unsigned(name.size()))
        << "unknown directive '" << name << "'";
  advance();
  skipStatement();
  if (tok.is(Tok::LBrace))
    skipBraces();
}

/// A function or variable with its linkage.
void Parser::parseLinked() {
  Linkage linkage = Linkage::Internal;
  while (true) {
    Position position = tok.position;
    if (tok.is(Tok::Directive))
      checkDirective(tok.text, position);
    Linkage next = Linkage::Internal;
    if (consumeDirective(".visible"))
      next = Linkage::Visible;
    else if (consumeDirective(".extern"))
      next = Linkage::Extern;
    else if (consumeDirective(".weak"))
      next = Linkage::Weak;
    else if (consumeDirective(".common"))
      next = Linkage::Common;
    else
      break;
    if (linkage != Linkage::Internal)
      error(position) << "only one of '.visible', '.extern', '.weak' and "
                         "'.common' may be given";
    linkage = next;
  }
  if (linkage == Linkage::Common && !atDirective(".global")) {
    unexpected("a '.global' variable");
    return skipStatement();
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

/// Whether the module's version and target have a directive.
bool Parser::checkDirective(llvm::StringRef name, Position position) {
  static const unsigned enumIndex = findEnum(stringify(Directive(1)));
  std::optional<Directive> directive = symbolizeDirective(name.ltrim('.'));
  if (!directive)
    return true;
  const EnumValueInfo &info = getEnumValueInfo(enumIndex, unsigned(*directive));
  if (info.minSM > sm) {
    error(position) << "'." << stringify(*directive) << "' needs sm_"
                    << unsigned(info.minSM) << " or newer; the module targets "
                    << target;
    return false;
  }
  if (info.minPTX > version) {
    error(position) << "'." << stringify(*directive) << "' needs PTX "
                    << info.minPTX / 10 << "." << info.minPTX % 10
                    << " or newer; the module has .version " << version / 10
                    << "." << version % 10;
    return false;
  }
  return true;
}

/// `.alias new, old;`: the first is a declared function, the second a defined
/// one.
void Parser::parseAlias() {
  Position position = tok.position;
  if (!checkDirective(tok.text, position))
    return skipStatement();
  advance();
  FuncOp ops[2];
  Position positions[2];
  llvm::StringRef names[2];
  for (unsigned i = 0; i < 2; ++i) {
    positions[i] = tok.position;
    names[i] = tok.text;
    if (!expect(Tok::Identifier, "a function") ||
        (i == 0 && !expect(Tok::Comma, "','")))
      return skipStatement();
    uint32_t number = 0;
    const Symbol *symbol = scopes.lookup(names[i], number);
    if (!symbol || symbol->kind != Symbol::Function) {
      error(positions[i]) << "undefined function '" << names[i] << "'";
      return skipStatement();
    }
    ops[i] = llvm::dyn_cast_or_null<FuncOp>(functions[symbol->index].op);
    if (!ops[i]) {
      error(positions[i]) << "'.alias' is not for the entry '" << names[i]
                          << "'";
      return skipStatement();
    }
  }
  auto sizes = [](mlir::ArrayAttr vars) {
    llvm::SmallVector<uint64_t> result;
    for (mlir::Attribute var : vars)
      result.push_back(llvm::cast<VarAttr>(var).getSize());
    return result;
  };
  if (!ops[0].isExternal())
    error(positions[0]) << "the alias '" << names[0] << "' has a body";
  else if (ops[1].isExternal() && !ops[1].getAliasee())
    error(positions[1]) << "the function '" << names[1]
                        << "' of an alias has no body";
  else if (ops[1].getLinkage() == Linkage::Weak)
    error(positions[1]) << "the weak function '" << names[1]
                        << "' can have no alias";
  else if (sizes(ops[0].getParams()) != sizes(ops[1].getParams()) ||
           sizes(ops[0].getReturns()) != sizes(ops[1].getReturns()))
    error(positions[0]) << "the alias '" << names[0] << "' and '" << names[1]
                        << "' have different parameters";
  else
    ops[0].setAliasee(names[1]);
  if (!expect(Tok::Semicolon, "';'"))
    skipStatement();
}

/// `.pragma "a", "b";`.
void Parser::parsePragma(llvm::SmallVectorImpl<mlir::Attribute> &pragmas) {
  checkDirective(tok.text, tok.position);
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
    if (!parseNumber(value))
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

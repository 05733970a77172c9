//===- ParserVariables.cpp - variables of PTX -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations in all state spaces, with what ptxas asks of types, sizes and
// attributes there. Initial values are in ParserInitializer.cpp.
//
//===----------------------------------------------------------------------===//

#include "ParserInitializer.h"
#include "llvm/ADT/bit.h"

using namespace ptxmlir::ptx;
using llvm::StringRef;

/// Larger variables cannot be in any state space of a GPU.
static constexpr uint64_t kMaxSize = uint64_t(1) << 40;

std::optional<Space> Parser::variableSpace() const {
  if (!tok.is(Tok::Directive))
    return std::nullopt;
  if (tok.text == ".global" || tok.text == ".const" || tok.text == ".shared" ||
      tok.text == ".local" || tok.text == ".param")
    return symbolizeSpace(tok.text.drop_front());
  // Textures had a space of their own once.
  if (tok.text == ".tex" && version < 15)
    return Space::Global;
  return std::nullopt;
}

bool Parser::parseType(DataType &type) {
  if (tok.is(Tok::Directive))
    if (std::optional<DataType> value =
            symbolizeDataType(tok.text.drop_front())) {
      type = *value;
      advance();
      return true;
    }
  return unexpected("a type");
}

/// After `.align`.
bool Parser::parseAlign(uint32_t &align) {
  Position position = tok.position;
  int64_t value;
  if (!parseNumber(value))
    return false;
  if (value <= 0 || value > (1 << 20) || !llvm::isPowerOf2_64(value)) {
    error(position) << "alignment must be a power of two";
    return false;
  }
  align = uint32_t(value);
  return true;
}

/// `(.managed, .unified(uuid1, uuid2))` after `.attribute`.
bool Parser::parseAttributes(llvm::SmallVectorImpl<int64_t> &unified,
                             bool *managed) {
  if (!expect(Tok::LParen, "'('"))
    return false;
  do {
    checkDirective(tok.text, tok.position);
    if (consumeDirective(".managed")) {
      *managed = true;
      continue;
    }
    if (!consumeDirective(".unified"))
      return unexpected("'.managed' or '.unified'");
    unified.resize(2);
    if (!expect(Tok::LParen, "'('") || !parseNumber(unified[0]) ||
        !expect(Tok::Comma, "','") || !parseNumber(unified[1]) ||
        !expect(Tok::RParen, "')'"))
      return false;
  } while (consumeIf(Tok::Comma));
  return expect(Tok::RParen, "')'");
}

/// `{ width = 640, filter_mode = linear }`.
bool Parser::parseOpaqueInit(mlir::DictionaryAttr &init) {
  mlir::NamedAttrList fields;
  if (!expect(Tok::LBrace, "'{'"))
    return false;
  while (!tok.is(Tok::RBrace)) {
    StringRef field = tok.text;
    if (!tok.is(Tok::Identifier) || !symbolizeOpaqueField(field))
      return unexpected("a property of a texture, sampler or surface");
    advance();
    if (!expect(Tok::Equal, "'='"))
      return false;
    if (tok.is(Tok::Identifier)) {
      if (!symbolizeOpaqueValue(tok.text))
        return unexpected("a filter or address mode");
      fields.set(field, builder.getStringAttr(tok.text));
      advance();
    } else {
      int64_t value;
      if (!parseInteger(value))
        return false;
      fields.set(field, builder.getI64IntegerAttr(value));
    }
    if (!consumeIf(Tok::Comma))
      break;
  }
  init = fields.getDictionary(context);
  return expect(Tok::RBrace, "'}'");
}

/// Types that only instructions have, and where the others may be (observed on
/// ptxas 13.0.88).
bool Parser::checkDeclaredType(const VariableSpec &spec, StringRef text,
                               Position position) {
  DataType type = spec.type;
  bool isOpaque = getTypeKind(type) == 'o';
  if (!isVariableType(type)) {
    unsigned width = getContainerWidth(type);
    std::string untyped = ".b" + std::to_string(std::max(8u, width));
    bool hasSuch = symbolizeDataType(StringRef(untyped).drop_front()) &&
                   width <= 128 && width > 1;
    auto diagnostic =
        errorAt(position, unsigned(text.size()), hasSuch ? untyped : "");
    diagnostic << "'" << text << "' is a type of instructions only";
    if (hasSuch)
      diagnostic << "; registers and variables for it are '" << untyped << "'";
    return false;
  }
  if (type == DataType::Pred && !spec.isRegister) {
    error(position) << "a predicate can only be a register";
    return false;
  }
  if (isOpaque && (spec.isRegister || inFunction)) {
    error(position) << "'" << text
                    << "' is for variables of the module and parameters of "
                       "entries; registers have '.u64'";
    return false;
  }
  if (spec.lanes > 1 && (isOpaque || type == DataType::Pred)) {
    error(position) << "'" << text << "' has no vectors";
    return false;
  }
  if (spec.lanes * getBitWidth(type) > 128) {
    error(position) << "a vector has at most 128 bits, not "
                    << spec.lanes * getBitWidth(type);
    return false;
  }
  if (spec.space == Space::Param && !spec.isRegister &&
      (spec.lanes > 1 || getTypeKind(type) == 'x')) {
    error(position) << "a parameter cannot be a vector; an array of '.b8' with "
                       "an alignment can";
    return false;
  }
  return true;
}

/// `{.attribute(...)} {.align n} [.v4] .type`, and of a parameter of an entry
/// `[.ptr [.space]] [.align n]`, which is of what it points to. Of several
/// alignments the largest counts (observed on ptxas 13.0.88).
bool Parser::parseVariableSpec(VariableSpec &spec) {
  while (true) {
    if (consumeDirective(".align")) {
      uint32_t align;
      if (!parseAlign(align))
        return false;
      spec.align = std::max(spec.align, align);
    } else if (consumeDirective(".attribute")) {
      Position position = tok.position;
      if (!parseAttributes(spec.unified, &spec.managed))
        return false;
      if (spec.managed && spec.space != Space::Global) {
        error(position) << "'.managed' is for '.global' variables";
        return false;
      }
    } else {
      break;
    }
  }
  if (consumeDirective(".v2"))
    spec.lanes = 2;
  else if (consumeDirective(".v4"))
    spec.lanes = 4;
  Position position = tok.position;
  StringRef typeText = tok.text;
  if (!parseType(spec.type) || !checkDeclaredType(spec, typeText, position))
    return false;
  bool isParam = spec.space == Space::Param && !spec.isRegister && !inFunction;
  if (isParam && atDirective(".ptr")) {
    checkDirective(tok.text, tok.position);
    advance();
    spec.pointer = true;
    std::optional<Space> space = variableSpace();
    if (space && *space != Space::Param) {
      spec.pointerSpace = *space;
      advance();
    }
  }
  if ((spec.pointer || spec.isOfEntry) && consumeDirective(".align") &&
      !parseAlign(spec.pointerAlign))
    return false;
  uint32_t natural = spec.isRegister ? 1 : std::max(1u, spec.elementSize());
  spec.align = std::max(spec.align, natural);
  return true;
}

uint64_t Parser::Declarator::count() const {
  uint64_t count = 1;
  for (uint64_t dim : dims)
    count *= dim;
  return isArray ? count : 0;
}

/// `name[2][3]`; the first dimension may be left open.
bool Parser::parseDeclarator(Declarator &declarator) {
  declarator.name = tok.text;
  declarator.position = tok.position;
  if (!expect(Tok::Identifier, "a name"))
    return false;
  uint64_t total = 1;
  while (consumeIf(Tok::LBracket)) {
    Position position = tok.position;
    int64_t dim = 0;
    if (tok.is(Tok::RBracket) && !declarator.dims.empty()) {
      error(position) << "only the first dimension may be left open";
      return false;
    }
    if (!tok.is(Tok::RBracket) && !parseNumber(dim))
      return false;
    if (dim == 0 && !declarator.dims.empty()) {
      error(position) << "only the first dimension may be 0";
      return false;
    }
    if (dim < 0 || uint64_t(dim) > kMaxSize ||
        total * std::max<uint64_t>(dim, 1) > kMaxSize) {
      error(position) << "array is too large";
      return false;
    }
    total *= std::max<uint64_t>(dim, 1);
    declarator.dims.push_back(dim);
    declarator.isArray = true;
    if (!expect(Tok::RBracket, "']'"))
      return false;
  }
  return true;
}

bool Parser::checkSize(const VariableSpec &spec, const Declarator &declarator) {
  uint64_t count = declarator.isArray ? declarator.count() : 1;
  if (count <= kMaxSize / std::max(1u, spec.elementSize()))
    return true;
  error(declarator.position) << "variable is too large";
  return false;
}

VarAttr Parser::makeVar(const VariableSpec &spec, const Declarator &declarator,
                        uint64_t offset) {
  uint64_t elements = declarator.isArray ? declarator.count() : 1;
  // A parameter that the driver binds to an image has no bytes among the
  // others: the image's number lies behind them (observed on ptxas 13.0.88).
  uint64_t size =
      getTypeKind(spec.type) == 'o' ? 0 : elements * spec.elementSize();
  return VarAttr::get(context, builder.getStringAttr(declarator.name),
                      spec.type, size, spec.align, offset, declarator.count(),
                      spec.isRegister, spec.pointer, spec.pointerSpace,
                      spec.pointerAlign);
}

/// A name for a module symbol: a variable of a function is named after both.
StringRef Parser::uniqueName(StringRef name) {
  std::string base = inFunction ? functionName + "$" + name.str() : name.str();
  for (unsigned i = 0;; ++i) {
    auto [it, isNew] =
        usedNames.insert(i ? base + "$" + std::to_string(i) : base);
    if (isNew)
      return it->first();
  }
}

uint32_t Parser::addSymbolName(StringRef name) {
  symbolNames.push_back(mlir::FlatSymbolRefAttr::get(context, name));
  return symbolNames.size() - 1;
}

/// Textures and the like are variables of the module in `.global`.
bool Parser::checkOpaque(const VariableSpec &spec, Position position) {
  if (!checkDirective(stringify(spec.type), position))
    return false;
  if (spec.type == DataType::Samplerref && !isIndependentMode()) {
    error(position) << "'.samplerref' needs '.target texmode_independent'";
    return false;
  }
  if (spec.space == Space::Global ||
      (spec.space == Space::Param && !inFunction))
    return true;
  error(position) << "a '." << stringify(spec.type)
                  << "' variable must be in '.global'";
  return false;
}

/// `[n]` after `.const`, as it was once. The bank is of no use: its variables
/// are those of another module.
bool Parser::parseConstBank(int64_t &bank) {
  Position position = tok.position;
  if (version < 15 || version >= 22) {
    error(position) << "constant banks are of PTX 1.5 to 2.1; the module has "
                       ".version "
                    << version / 10 << "." << version % 10;
    return false;
  }
  advance();
  if (!parseNumber(bank) || !expect(Tok::RBracket, "']'"))
    return false;
  if (bank >= 0 && bank <= 10)
    return true;
  error(position) << "constant bank " << bank << " must be 0 to 10";
  return false;
}

/// `.space spec declarator [= init] {, declarator [= init]};`.
void Parser::parseVariables(Linkage linkage) {
  auto failed = noteFailure();
  VariableSpec spec;
  spec.space = *variableSpace();
  Position position = tok.position;
  if (!inFunction && spec.space == Space::Local && deferPerThread())
    return skipStatement();
  bool isOldTexture = atDirective(".tex");
  advance();
  int64_t bank = -1;
  if (spec.space == Space::Const && tok.is(Tok::LBracket) &&
      !parseConstBank(bank))
    return skipStatement();
  bool isBodyOnly = spec.space == Space::Local || spec.space == Space::Param;
  if (isBodyOnly && !inFunction) {
    error(position) << "a '." << stringify(spec.space)
                    << "' variable must be in a function";
    return skipStatement();
  }
  Position typePosition = tok.position;
  if (!parseVariableSpec(spec))
    return skipStatement();
  if (isOldTexture)
    spec.type = DataType::Texref;
  bool isOpaque = getTypeKind(spec.type) == 'o';
  if (isOpaque && !isOldTexture && !checkOpaque(spec, typePosition))
    return skipStatement();
  if (isOpaque && linkage == Linkage::Common) {
    error(typePosition) << "a '." << stringify(spec.type)
                        << "' variable cannot be '.common'";
    return skipStatement();
  }
  do {
    Declarator declarator;
    if (!parseDeclarator(declarator))
      return skipStatement();
    bool isOpen = linkage == Linkage::Extern && declarator.isArray &&
                  declarator.dims[0] == 0;
    if (bank >= 0 && (bank > 0) != isOpen) {
      error(declarator.position) << "constant banks 1 to 10 are for '.extern' "
                                    "arrays of open size, and these for them";
      return skipStatement();
    }
    Initializer init;
    mlir::DictionaryAttr opaqueInit;
    Position initPosition = tok.position;
    if (consumeIf(Tok::Equal)) {
      if (spec.space != Space::Global && spec.space != Space::Const) {
        error(initPosition) << "a '." << stringify(spec.space)
                            << "' variable cannot have an initial value";
        return skipStatement();
      }
      if (linkage == Linkage::Extern)
        error(initPosition) << "an '.extern' variable has its initial value "
                               "where it is defined";
      if (isOpaque ? !parseOpaqueInit(opaqueInit)
                   : !parseInitializer(spec, declarator, init)) {
        // Declared all the same, so that its uses are no errors.
        declareVariable(spec, declarator, linkage, Initializer());
        // Braces and all: an initial value has neither ';' nor directives.
        while (!done() && !tok.is(Tok::Semicolon) && !tok.is(Tok::Directive))
          advance();
        consumeIf(Tok::Semicolon);
        return;
      }
    }
    declareVariable(spec, declarator, linkage, init, opaqueInit);
  } while (consumeIf(Tok::Comma));
  if (!expect(Tok::Semicolon, "';'"))
    skipStatement();
}

void Parser::declareVariable(const VariableSpec &spec,
                             const Declarator &declarator, Linkage linkage,
                             const Initializer &init,
                             mlir::DictionaryAttr opaqueInit) {
  Symbol symbol;
  symbol.position = declarator.position;
  symbol.space = spec.space;
  symbol.type = spec.type;
  symbol.elementSize = spec.elementSize();
  symbol.isArray = declarator.isArray;
  uint64_t count = declarator.isArray ? declarator.count() : 1;
  if (!checkSize(spec, declarator))
    return;
  if (count == 0 && linkage != Linkage::Extern)
    error(declarator.position)
        << "'" << declarator.name << "' has no size; only an '.extern' "
        << "variable may leave it open";
  if (spec.space == Space::Local || spec.space == Space::Param) {
    bool isLocal = spec.space == Space::Local;
    auto &list = isLocal ? locals : callParams;
    symbol.kind = isLocal ? Symbol::Local : Symbol::Param;
    symbol.param = ParamKind::Call;
    symbol.index = list.size();
    symbol.isShared = isLocal && inPerThread && sharesPerThread;
    if (symbol.isShared)
      symbol.index = uint32_t(
          addToBlock(count * spec.elementSize(), std::max(1u, spec.align)));
    if (redeclared(declarator.name, declarator.position,
                   scopes.declare(declarator.name, symbol)))
      return;
    notePerThread(declarator.name, declarator.position);
    if (!symbol.isShared)
      list.push_back(makeVar(spec, declarator, 0));
    return;
  }
  symbol.kind = Symbol::Variable;
  symbol.index = symbolNames.size();
  VariableShape shape = {spec.type, spec.lanes, declarator.dims};
  if (const Symbol *previous = scopes.declare(declarator.name, symbol)) {
    // A declaration may precede the definition.
    auto global = previous->kind == Symbol::Variable
                      ? module.lookupSymbol<GlobalOp>(
                            symbolNames[previous->index].getAttr())
                      : GlobalOp();
    if (!global || (global.getLinkage() != Linkage::Extern &&
                    linkage != Linkage::Extern)) {
      redeclared(declarator.name, declarator.position, previous);
      return;
    }
    if (!checkRedeclaration(shapes[previous->index], shape, *previous, linkage,
                            declarator))
      return;
    if (linkage == Linkage::Extern)
      return;
    global.erase();
    symbolNames.push_back(symbolNames[previous->index]);
  } else {
    addSymbolName(uniqueName(declarator.name));
    if (!inFunction)
      shapes.try_emplace(symbol.index, std::move(shape));
  }
  StringRef name = symbolNames.back().getValue();
  // In the function, which may have another of that name in another scope.
  StringRef ptxName = name;
  if (!ptxName.consume_front(functionName) || !ptxName.consume_front("$"))
    ptxName = declarator.name;
  GlobalOp::create(
      builder, getLoc(declarator.position), name, stringify(spec.space),
      linkage, stringify(spec.type), count * spec.elementSize(), spec.align,
      declarator.count(),
      init.bytes.empty() ? nullptr : builder.getStringAttr(init.bytes),
      init.relocations.empty() ? nullptr
                               : builder.getArrayAttr(init.relocations),
      inFunction ? builder.getStringAttr(ptxName) : nullptr,
      inFunction ? mlir::FlatSymbolRefAttr::get(context, functionName)
                 : nullptr,
      spec.managed,
      spec.unified.empty() ? nullptr
                           : builder.getDenseI64ArrayAttr(spec.unified),
      opaqueInit);
}

/// Whether a variable that was declared or defined may be so again: of the same
/// type and dimensions, of which the first may be open; spaces and alignments
/// are not compared (observed on ptxas 13.0.88).
bool Parser::checkRedeclaration(VariableShape &before, const VariableShape &now,
                                const Symbol &previous, Linkage linkage,
                                const Declarator &declarator) {
  auto note = [&](mlir::InFlightDiagnostic &diagnostic) {
    diagnostic.attachNote(mlir::FileLineColLoc::get(
        fileName, previous.position.line, previous.position.column))
        << "previously declared here";
    return false;
  };
  bool isSame = before.type == now.type && before.lanes == now.lanes &&
                before.dims.size() == now.dims.size();
  for (size_t i = 0; isSame && i < now.dims.size(); ++i)
    isSame = before.dims[i] == now.dims[i] ||
             (i == 0 && (!before.dims[i] || !now.dims[i]));
  if (!isSame) {
    mlir::InFlightDiagnostic diagnostic = error(declarator.position);
    diagnostic << "redeclaration of '" << declarator.name
               << "' with another type or size";
    return note(diagnostic);
  }
  if (linkage == Linkage::Internal) {
    mlir::InFlightDiagnostic diagnostic = error(declarator.position);
    diagnostic << "'" << declarator.name
               << "' was declared '.extern'; its definition must be "
                  "'.visible', '.weak' or '.common'";
    return note(diagnostic);
  }
  if (!now.dims.empty() && !before.dims[0])
    before.dims[0] = now.dims[0];
  return true;
}

/// `.reg [.v4] .type name, family<count>;`.
void Parser::parseRegisters() {
  Position position = tok.position;
  auto failed = noteFailure();
  if (!inFunction) {
    if (!deferPerThread())
      error(position) << "registers must be in a function";
    else
      failed.dismiss();
    return skipStatement();
  }
  advance();
  VariableSpec spec;
  spec.isRegister = true;
  if (!parseVariableSpec(spec))
    return skipStatement();
  do {
    StringRef name = tok.text;
    Position namePosition = tok.position;
    if (!expect(Tok::Identifier, "a register name"))
      return skipStatement();
    if (consumeIf(Tok::Less)) {
      int64_t count = 0;
      Position countPosition = tok.position;
      if (!parseNumber(count) || !expect(Tok::Greater, "'>'"))
        return skipStatement();
      if (count < 0 || count > (1 << 24)) {
        error(countPosition) << "too many registers";
        continue;
      }
      StringRef clash = name;
      const Symbol *previous = scopes.declareFamily(
          name, spec.type, spec.lanes, uint32_t(count), namePosition, clash);
      if (!redeclared(clash, namePosition, previous)) {
        notePerThread(name, namePosition);
        shareRegisters(scopes.families.size() - 1, uint64_t(count) * spec.lanes,
                       /*isFamily=*/true);
      }
      continue;
    }
    Symbol symbol;
    symbol.kind = Symbol::Register;
    symbol.type = spec.type;
    symbol.lanes = spec.lanes;
    symbol.position = namePosition;
    symbol.index = body.registers.size();
    if (redeclared(name, namePosition, scopes.declare(name, symbol)))
      continue;
    notePerThread(name, namePosition);
    shareRegisters(symbol.index, spec.lanes, /*isFamily=*/false);
    for (unsigned i = 0; i < spec.lanes; ++i)
      newRegister(spec.type, name);
  } while (consumeIf(Tok::Comma));
  if (!expect(Tok::Semicolon, "';'"))
    skipStatement();
}

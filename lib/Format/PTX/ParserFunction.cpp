//===- ParserFunction.cpp - functions and parameters of PTX ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signatures and directives of entries and functions, and whether declarations
// of one name agree. Bodies are in ParserStatement.cpp.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir::ptx;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

/// Performance-tuning and other directives between parameters and body.
struct Parser::Directives {
  mlir::IntegerAttr maxnreg, minnctapersm, maxnctapersm, maxclusterrank;
  mlir::DenseI32ArrayAttr maxntid, reqntid, reqnctapercluster;
  mlir::IntegerAttr abiPreserve, abiPreserveControl;
  bool explicitcluster = false, blocksareclusters = false, noreturn = false;
  SmallVector<int64_t, 2> unified;
};

/// `(.param .u64 a, .reg .b32 b)`.
bool Parser::parseParams(
    SmallVectorImpl<VarAttr> &vars,
    SmallVectorImpl<std::pair<Declarator, VariableSpec>> *decls,
    ParamsOf owner) {
  bool isEntry = owner == ParamsOf::Entry;
  if (!expect(Tok::LParen, "'('"))
    return false;
  uint64_t offset = 0;
  if (consumeIf(Tok::RParen))
    return true;
  do {
    VariableSpec spec;
    Position position = tok.position;
    spec.isRegister = atDirective(".reg");
    if (!spec.isRegister && !atDirective(".param"))
      return unexpected("'.param' or '.reg'");
    if (spec.isRegister && isEntry) {
      error(position) << "an entry cannot have parameters in registers";
      return false;
    }
    advance();
    Declarator declarator;
    Position typePosition = tok.position;
    spec.space = Space::Param;
    spec.isOfEntry = isEntry;
    if (!parseVariableSpec(spec) || !parseDeclarator(declarator) ||
        !checkSize(spec, declarator))
      return false;
    if (declarator.dims.size() > 1 || (spec.isRegister && declarator.isArray)) {
      error(declarator.position)
          << (spec.isRegister ? "a register is no array"
                              : "a parameter has one dimension at most");
      return false;
    }
    bool isOpaque = getTypeKind(spec.type) == 'o';
    if (isOpaque && isEntry && !checkOpaque(spec, typePosition))
      return false;
    if (isOpaque && !isEntry) {
      error(typePosition) << "only entries take '." << stringify(spec.type)
                          << "' parameters";
      return false;
    }
    if (spec.pointer && !isEntry) {
      error(typePosition) << "'.ptr' is for parameters of entries";
      return false;
    }
    if (!isOpaque)
      offset = llvm::alignTo(offset, spec.align);
    if (spec.isRegister && spec.lanes > 1) {
      // A vector is as many parameters as it has elements.
      VariableSpec lane = spec;
      lane.lanes = 1;
      std::string name = (declarator.name + "$").str();
      for (unsigned i = 0; i < spec.lanes; ++i) {
        std::string laneName = name + std::to_string(i);
        Declarator laneDeclarator = declarator;
        laneDeclarator.name = laneName;
        vars.push_back(makeVar(lane, laneDeclarator, 0));
        vectorLanes.insert(vars.back());
      }
    } else {
      vars.push_back(makeVar(spec, declarator, isEntry ? offset : 0));
      offset += vars.back().getSize();
    }
    if (declarator.isArray && declarator.count() == 0 &&
        (owner != ParamsOf::Function || tok.is(Tok::Comma))) {
      auto diagnostic = errorRead(declarator.position, tok.position.line);
      if (owner == ParamsOf::Function || tok.is(Tok::Comma))
        diagnostic << "only the last parameter can be an incomplete array";
      else
        diagnostic << (isEntry ? "a parameter of an entry" : "a return value")
                   << " cannot be an incomplete array";
      return false;
    }
    if (decls)
      decls->push_back({declarator, spec});
  } while (consumeIf(Tok::Comma));
  return expect(Tok::RParen, "')'");
}

/// The parameters of an entry fit its part of constant bank 0 (observed on
/// ptxas 13.0.88).
void Parser::checkParamBytes(llvm::ArrayRef<VarAttr> params, Position position,
                             unsigned endLine) {
  constexpr uint64_t kMost = 0x7ffc, kMostBefore81 = 0x1100;
  if (params.empty())
    return;
  uint64_t bytes = params.back().getOffset() + params.back().getSize();
  uint64_t most = version >= 81 ? kMost : kMostBefore81;
  if (bytes <= most)
    return;
  auto diag = errorRead(position, endLine);
  diag << "the parameters have " << bytes << " bytes, " << most << " at most";
  if (bytes <= kMost)
    diag << " before PTX ISA version 8.1";
}

/// Up to `{` or `;`.
bool Parser::parseDirectives(Directives &directives, bool isEntry) {
  auto integer = [&](mlir::IntegerAttr &attr) {
    SmallVector<int32_t> values;
    Position position = tok.position;
    if (!parseIntegerList(values))
      return false;
    if (values.size() != 1) {
      error(position) << "expected one number";
      return false;
    }
    attr = builder.getI32IntegerAttr(values[0]);
    return true;
  };
  auto triple = [&](mlir::DenseI32ArrayAttr &attr) {
    SmallVector<int32_t> values;
    Position position = tok.position;
    if (!parseIntegerList(values))
      return false;
    if (values.size() > 3) {
      error(position) << "expected at most three numbers";
      return false;
    }
    for (int32_t value : values)
      if (value <= 0) {
        error(position) << "positive non-zero value expected";
        return false;
      }
    values.resize(3, 1);
    attr = builder.getDenseI32ArrayAttr(values);
    return true;
  };
  while (tok.is(Tok::Directive) && (isEntry || !atDeclaration())) {
    StringRef name = tok.text;
    Position position = tok.position;
    if (name == ".pragma") {
      // Behind a function without a body it is one of the module.
      if (!isEntry)
        break;
      parsePragma(pragmas);
      continue;
    }
    // Tuning is of entries, what concerns callers of functions.
    bool isOfFunc = name == ".noreturn" || name.starts_with(".abi_preserve");
    if (symbolizeDirective(name.drop_front()) && isOfFunc == isEntry) {
      error(position) << "'" << name << "' is not for "
                      << (isEntry ? "an entry" : "a function");
      return false;
    }
    checkDirective(name, position);
    if (name == ".noreturn" && (directives.noreturn || directives.abiPreserve ||
                                directives.abiPreserveControl)) {
      error(position) << "'.noreturn' is the first directive of a function";
      return false;
    }
    if ((name == ".abi_preserve" && directives.abiPreserve) ||
        (name == ".abi_preserve_control" && directives.abiPreserveControl)) {
      error(position) << "'" << name << "' is repeated";
      return false;
    }
    advance();
    bool ok = true;
    if (name == ".maxnreg") {
      ok = integer(directives.maxnreg);
      if (ok && directives.maxnreg.getInt() <= 0) {
        error(position) << "positive non-zero value expected for maxnreg";
        return false;
      }
    } else if (name == ".minnctapersm") {
      ok = integer(directives.minnctapersm);
      if (ok && directives.minnctapersm.getInt() == 0) {
        error(position) << "positive non-zero value expected for minnctapersm";
        return false;
      }
    } else if (name == ".maxnctapersm")
      ok = integer(directives.maxnctapersm);
    else if (name == ".maxclusterrank")
      ok = integer(directives.maxclusterrank);
    else if (name == ".maxntid")
      ok = triple(directives.maxntid);
    else if (name == ".reqntid")
      ok = triple(directives.reqntid);
    else if (name == ".reqnctapercluster")
      ok = triple(directives.reqnctapercluster);
    else if (name == ".explicitcluster")
      directives.explicitcluster = true;
    else if (name == ".blocksareclusters")
      directives.blocksareclusters = true;
    else if (name == ".noreturn")
      directives.noreturn = true;
    else if (name == ".abi_preserve")
      ok = integer(directives.abiPreserve);
    else if (name == ".abi_preserve_control")
      ok = integer(directives.abiPreserveControl);
    else {
      error(position) << "unknown directive '" << name << "'";
      return false;
    }
    if (!ok)
      return false;
  }
  return checkDirectives(directives, tok.position);
}

/// Directives that exclude or need each other.
bool Parser::checkDirectives(const Directives &directives, Position position) {
  auto conflict = [&](llvm::StringRef a, llvm::StringRef b) {
    error(position) << "'" << a << "' and '" << b
                    << "' cannot both be specified";
    return false;
  };
  if (directives.maxntid && directives.reqntid)
    return conflict(".maxntid", ".reqntid");
  if (directives.maxclusterrank && directives.reqnctapercluster)
    return conflict(".reqnctapercluster", ".maxclusterrank");
  if (directives.blocksareclusters &&
      !(directives.reqntid && directives.reqnctapercluster)) {
    error(position) << "'.blocksareclusters' needs '.reqntid' and "
                       "'.reqnctapercluster'";
    return false;
  }
  if (directives.minnctapersm && !directives.maxntid && !directives.reqntid)
    warning(position) << "'.minnctapersm' means nothing without '.maxntid' or "
                         "'.reqntid'";
  if (directives.maxnctapersm && version >= 21) {
    error(position) << "'.maxnctapersm' was replaced by '.minnctapersm' in PTX "
                       "2.1";
    return false;
  }
  return true;
}

/// Whether a second declaration says the same as the first (what ptxas 13.0.88
/// asks for).
bool Parser::checkPrototype(StringRef name, Position position,
                            const FunctionInfo &previous,
                            const FunctionInfo &now) {
  StringRef what;
  auto compare = [&](llvm::ArrayRef<VarAttr> before,
                     llvm::ArrayRef<VarAttr> after, StringRef list) {
    if (before.size() != after.size()) {
      what = list == "parameter" ? "another number of parameters"
                                 : "another number of return values";
      return;
    }
    for (auto [one, other] : llvm::zip(before, after)) {
      if (one.getInRegister() != other.getInRegister())
        what = "a parameter in another state space";
      else if (one.getDataType() != other.getDataType() ||
               one.getSize() != other.getSize())
        what = "a parameter of another type";
      else if (one.getAlign() != other.getAlign())
        what = "a parameter of another alignment";
    }
  };
  if (previous.isEntry != now.isEntry)
    what = now.isEntry ? "no '.entry'" : "an '.entry'";
  else if (previous.noreturn != now.noreturn)
    what = now.noreturn ? "no '.noreturn'" : "'.noreturn'";
  else if (previous.linkage != now.linkage &&
           (now.linkage != Linkage::Internal ||
            previous.linkage == Linkage::Extern))
    what = "another linkage";
  compare(previous.params, now.params, "parameter");
  compare(previous.returns, now.returns, "return value");
  if (what.empty())
    return true;
  auto diagnostic = errorAt(position, unsigned(name.size()));
  diagnostic << "the declaration of '" << name << "' before this one has "
             << what;
  diagnostic.attachNote(mlir::FileLineColLoc::get(
      fileName, previous.position.line, previous.position.column))
      << "previously declared here";
  return false;
}

/// After `.entry` or `.func`.
void Parser::parseFunction(Linkage linkage, bool isEntry) {
  Signature signature;
  Directives directives;
  pragmas.clear();
  auto failed = noteFailure();
  auto recover = [&] {
    failed.end();
    while (!done() && !tok.is(Tok::Semicolon) && !tok.is(Tok::LBrace) &&
           !tok.is(Tok::Directive))
      advance();
    // Directives inside parentheses are part of what is skipped.
    while (!done() && !tok.is(Tok::Semicolon) && !tok.is(Tok::LBrace))
      advance();
    if (tok.is(Tok::LBrace))
      skipBraces();
    else
      consumeIf(Tok::Semicolon);
  };
  bool managed = false;
  if (!isEntry && consumeDirective(".attribute") &&
      !parseAttributes(directives.unified, &managed))
    return recover();
  if (!isEntry && tok.is(Tok::LParen) &&
      !parseParams(signature.returns, &signature.returnDecls,
                   ParamsOf::Returns))
    return recover();
  StringRef name = tok.text;
  Position position = tok.position;
  if (!expect(Tok::Identifier, "a function name"))
    return recover();
  if (name == "WARP_SZ") {
    error(position) << "'WARP_SZ' is a constant of the language";
    return recover();
  }
  if (tok.is(Tok::LParen) &&
      !parseParams(signature.params, &signature.paramDecls,
                   isEntry ? ParamsOf::Entry : ParamsOf::Function))
    return recover();
  bool hasDirectives = tok.is(Tok::Directive);
  if (!parseDirectives(directives, isEntry))
    return recover();
  if (signature.returns.size() > 1 &&
      llvm::any_of(signature.returns,
                   [](VarAttr var) { return !var.getInRegister(); })) {
    // As ptxas 13.0.88 says it.
    error(position) << "Multiple return parameters require .register state "
                       "space";
    return recover();
  }
  if (directives.noreturn && !signature.returns.empty()) {
    error(position) << "'.noreturn' function '" << name << "' returns a value";
    return recover();
  }
  bool hasBody = tok.is(Tok::LBrace);
  if (hasBody && linkage == Linkage::Extern) {
    error(position) << "'" << name << "' is '.extern' and has a body";
    return recover();
  }
  if (isEntry && hasDirectives && tok.is(Tok::Semicolon)) {
    error(tok.position) << "directives of an entry stand where its body is";
    return recover();
  }
  // A declaration of a `.func` ends where no body begins (observed on ptxas
  // 13.0.88; nvopencc writes no ';').
  if (!hasBody && !consumeIf(Tok::Semicolon) &&
      (isEntry ||
       !(atDeclaration() || atDirective(".pragma") || tok.is(Tok::Eof)))) {
    unexpected("'{' or ';'");
    return recover();
  }
  failed.dismiss();

  Symbol symbol;
  symbol.kind = Symbol::Function;
  symbol.position = position;
  symbol.index = symbolNames.size();
  FunctionInfo now;
  now.isEntry = isEntry;
  now.noreturn = directives.noreturn;
  now.linkage = linkage;
  now.position = position;
  now.sharesPerThread = !isEntry && sharesPerThread;
  if (now.sharesPerThread)
    signature.params.push_back(getBlockParam());
  now.params = signature.params;
  now.returns = signature.returns;
  if (const Symbol *previous = scopes.declare(name, symbol)) {
    if (previous->kind != Symbol::Function ||
        functions[previous->index].defined) {
      redeclared(name, position, previous);
      skipBraces();
      return;
    }
    symbol.index = previous->index;
    checkPrototype(name, position, functions[previous->index], now);
    if (!hasBody)
      return;
  } else {
    usedNames.insert(name);
    addSymbolName(name);
  }
  FunctionInfo &info = functions[symbol.index];
  now.defined = info.defined || hasBody;
  now.op = info.op;
  info = now;

  functionName = name.str();
  locals.clear();
  callParams.clear();
  nextPragmas.clear();
  unsigned errorsBefore = numErrors, unresolvedBefore = numUnresolved;
  if (hasBody) {
    inFunction = true;
    body.clear();
    labelUses.clear();
    labelMarks.clear();
    labelAliases.clear();
    prototypes.clear();
    callTargets.clear();
    newRegister(DataType::Pred);    // kCarryRegister
    body.registers.back().name = 0; // it is known, but not by a word
    enterScope();
    if (!perThread.empty()) {
      declarePerThread(isEntry);
      enterScope();
    }
    declareParams(signature);
    if (now.sharesPerThread)
      body.inputRegisters.push_back(shared.address);
    functionIndex = symbol.index;
    unknownNames.clear();
    {
      ImportTimer timer(options.times ? &options.times->statements : nullptr);
      parseBody();
    }
    leaveScope();
    if (!perThread.empty())
      leaveScope();
    if (isEntry)
      checkParamBytes(signature.params, position, bodyEnd.line);
    for (Statement &statement : body.statements)
      if (statement.kind == Statement::Branch)
        statement.index = labelAliases[statement.index];
    for (std::vector<uint32_t> &table : body.branchTables)
      for (uint32_t &label : table)
        label = labelAliases[label];
    if (!shared.registers.empty())
      synchronizeShared(isEntry);
    body.dropUnreadResults();
    inFunction = false;
  }
  if (numErrors != errorsBefore || numUnresolved != unresolvedBefore)
    return;
  mlir::Operation *&op = functions[symbol.index].op;
  if (op)
    op->erase();
  op = createFunction(name, linkage, isEntry, signature, directives, hasBody,
                      position);
  if (hasBody)
    buildFunctionBody(
        op, body, symbolNames, opcodeNames, fileName,
        [this](uint32_t reg, Position position) {
          warnUndefined(reg, position);
        },
        options, wantsDebugValues() ? buffer : StringRef());
  else
    mlir::SymbolTable::setSymbolVisibility(
        op, mlir::SymbolTable::Visibility::Private);
}

mlir::Operation *Parser::createFunction(StringRef name, Linkage linkage,
                                        bool isEntry,
                                        const Signature &signature,
                                        const Directives &directives,
                                        bool hasBody, Position position) {
  auto types = [&](llvm::ArrayRef<VarAttr> vars) {
    SmallVector<mlir::Type> result;
    for (VarAttr var : vars)
      if (var.getInRegister())
        result.push_back(
            builder.getIntegerType(getContainerWidth(var.getDataType())));
    return result;
  };
  auto array = [&](llvm::ArrayRef<VarAttr> vars) {
    return builder.getArrayAttr(
        SmallVector<mlir::Attribute>(vars.begin(), vars.end()));
  };
  auto type = mlir::FunctionType::get(context, types(signature.params),
                                      types(signature.returns));
  auto create = [&](auto op) -> mlir::Operation * {
    using OpTy = decltype(op);
    return OpTy::create(
        builder, getLoc(position), name, linkage, type, array(signature.params),
        array(signature.returns), builder.getArrayAttr(locals),
        builder.getArrayAttr(callParams), directives.maxnreg,
        directives.maxntid, directives.reqntid, directives.minnctapersm,
        directives.maxnctapersm, directives.reqnctapercluster,
        directives.maxclusterrank, directives.explicitcluster,
        directives.blocksareclusters, directives.noreturn,
        directives.abiPreserve, directives.abiPreserveControl,
        directives.unified.empty()
            ? nullptr
            : builder.getDenseI64ArrayAttr(directives.unified),
        /*aliasee=*/nullptr,
        pragmas.empty() ? nullptr : builder.getArrayAttr(pragmas),
        /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
  };
  return isEntry ? create(EntryOp()) : create(FuncOp());
}

/// Makes the parameters known in the body.
void Parser::declareParams(const Signature &signature) {
  auto declare = [&](llvm::ArrayRef<std::pair<Declarator, VariableSpec>> decls,
                     ParamKind kind, std::vector<uint32_t> &registers) {
    unsigned next = 0;
    for (auto &[declarator, spec] : decls) {
      unsigned index = next;
      next += spec.isRegister ? spec.lanes : 1;
      Symbol symbol;
      symbol.position = declarator.position;
      symbol.type = spec.type;
      symbol.param = kind;
      symbol.space = Space::Param;
      symbol.elementSize = spec.elementSize();
      symbol.isArray = declarator.isArray;
      symbol.index = index;
      symbol.kind = Symbol::Param;
      if (spec.isRegister) {
        symbol.kind = Symbol::Register;
        symbol.index = body.registers.size();
        symbol.lanes = spec.lanes;
        for (unsigned i = 0; i < spec.lanes; ++i)
          registers.push_back(newRegister(spec.type, declarator.name));
      }
      if (declarator.name != "_")
        redeclared(declarator.name, declarator.position,
                   scopes.declare(declarator.name, symbol));
    }
  };
  declare(signature.returnDecls, ParamKind::Return, body.returnRegisters);
  declare(signature.paramDecls, ParamKind::Input, body.inputRegisters);
}

//===- ExportModule.cpp - module directives as PTX text -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives of the module and the order of its symbols: what is used before
// its definition is declared.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "ptx-mlir/Format/PTX/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir::ptx;

bool ptxmlir::ptx::isPTXName(StringRef name) {
  auto isFollow = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  if (name.empty() || !llvm::all_of(name.drop_front(), isFollow))
    return false;
  return llvm::isAlpha(name[0]) ||
         (name.size() > 1 &&
          (name[0] == '_' || name[0] == '$' || name[0] == '%'));
}

void ptxmlir::ptx::forEachSymbol(Operation *op,
                                 llvm::function_ref<void(StringRef)> callback) {
  if (auto address = dyn_cast<AddressOfOp>(op))
    callback(address.getSymbol());
  else if (auto call = dyn_cast<CallOp>(op))
    callback(call.getCallee());
  else if (auto call = dyn_cast<CallIndirectOp>(op))
    if (ArrayAttr targets = call.getTargetsAttr())
      for (auto target : targets.getAsRange<FlatSymbolRefAttr>())
        callback(target.getValue());
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Finds the variables that belong into functions, and what must be declared
/// before its definition.
void Exporter::collectSymbols() {
  llvm::DenseMap<StringRef, std::pair<Operation *, unsigned>> symbols;
  unsigned place = 0;
  for (Operation &op : module.getBody().front())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op)) {
      symbols[symbol.getName()] = {&op, place++};
      if (auto global = dyn_cast<GlobalOp>(op))
        variableSpaces[symbol.getName()] = global.getSpace();
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        functions[symbol.getName()] = function;
    }
  // Of each variable of a function whether all who use it are there.
  llvm::DenseSet<StringRef> usedElsewhere;
  place = 0;
  for (Operation &op : module.getBody().front()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringRef user = symbol.getName();
    auto use = [&](StringRef name) {
      auto [def, where] = symbols.lookup(name);
      if (!def)
        return;
      if (auto global = dyn_cast<GlobalOp>(def);
          global && global.getFunction() && *global.getFunction() != user)
        usedElsewhere.insert(name);
      if (where > place)
        usedEarly.insert(def);
    };
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      for (Block &block : function.getFunctionBody())
        for (Operation &inner : block)
          forEachSymbol(&inner, use);
    } else if (auto global = dyn_cast<GlobalOp>(op)) {
      if (ArrayAttr relocs = global.getRelocationsAttr())
        for (auto reloc : relocs.getAsRange<RelocAttr>())
          use(reloc.getSymbol().getValue());
    }
    ++place;
  }
  for (auto global : module.getOps<GlobalOp>()) {
    if (!global.getFunction() || !global.getPtxName() ||
        usedElsewhere.contains(global.getSymName()))
      continue;
    auto function = dyn_cast_or_null<FunctionOpInterface>(
        symbols.lookup(*global.getFunction()).first);
    if (!function || function.isExternal())
      continue;
    variablesOf[function.getName()].push_back(global);
    localGlobals.insert(global);
  }
}

LogicalResult Exporter::checkNames() {
  auto check = [](Operation *op, StringRef name, bool mayBeNone) {
    if (isPTXName(name) || (mayBeNone && name == "_"))
      return true;
    op->emitError() << "'" << name << "' is no name of PTX";
    return false;
  };
  for (Operation &op : module.getBody().front()) {
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (!check(&op, symbol.getName(), false))
        return failure();
    if (llvm::isa<FunctionOpInterface>(op))
      for (StringRef vars : {"params", "returns", "locals", "call_params"})
        for (auto var : op.getAttrOfType<ArrayAttr>(vars).getAsRange<VarAttr>())
          if (!check(&op, var.getName().getValue(), true))
            return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

template <typename OpTy> void Exporter::printSignature(OpTy function) {
  printLinkage(function.getLinkage());
  os << (llvm::isa<EntryOp>(function) ? ".entry " : ".func ");
  if (std::optional<ArrayRef<int64_t>> unified = function.getUnified())
    os << ".attribute(.unified(" << uint64_t((*unified)[0]) << ", "
       << uint64_t((*unified)[1]) << ")) ";
  if (!function.getReturns().empty()) {
    printVars(os, function.getReturns(), ",\n\t");
    os << ' ';
  }
  os << function.getSymName();
  printVars(os, function.getParams(), ",\n\t");
}

template <typename OpTy> void Exporter::printDirectives(OpTy function) {
  auto integer = [&](StringRef name, IntegerAttr value) {
    if (value)
      os << "\n." << name << ' ' << value.getInt();
  };
  auto triple = [&](StringRef name, DenseI32ArrayAttr value) {
    if (!value)
      return;
    os << "\n." << name << ' ';
    llvm::interleaveComma(value.asArrayRef(), os);
  };
  integer("maxnreg", function.getMaxnregAttr());
  triple("maxntid", function.getMaxntidAttr());
  triple("reqntid", function.getReqntidAttr());
  integer("minnctapersm", function.getMinnctapersmAttr());
  integer("maxnctapersm", function.getMaxnctapersmAttr());
  if (function.getExplicitcluster())
    os << "\n.explicitcluster";
  triple("reqnctapercluster", function.getReqnctaperclusterAttr());
  integer("maxclusterrank", function.getMaxclusterrankAttr());
  if (function.getBlocksareclusters())
    os << "\n.blocksareclusters";
  if (function.getNoreturn())
    os << "\n.noreturn";
  integer("abi_preserve", function.getAbiPreserveAttr());
  integer("abi_preserve_control", function.getAbiPreserveControlAttr());
}

template <typename OpTy> LogicalResult Exporter::printFunction(OpTy function) {
  os << '\n';
  printSignature(function);
  printDirectives(function);
  if (function.isExternal()) {
    os << ";\n";
    return success();
  }
  os << '\n';
  printPragmas(function.getPragmasAttr());
  auto interface = cast<FunctionOpInterface>(function.getOperation());
  return FunctionExporter(*this, interface).run();
}

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

void Exporter::printHeader() {
  os << ".version " << version / 10 << '.' << version % 10 << "\n.target "
     << module.getTarget();
  if (ArrayAttr options = module.getOptionsAttr())
    for (auto option : options.getAsRange<StringAttr>())
      os << ", " << option.getValue();
  os << '\n';
  // PTX 2.3 has it first.
  if (version >= 23)
    os << ".address_size " << module.getAddressSize() << '\n';
  printPragmas(module.getPragmasAttr());
  os << '\n';
}

void Exporter::printPragmas(ArrayAttr pragmas) {
  if (pragmas)
    for (auto pragma : pragmas.getAsRange<StringAttr>())
      os << ".pragma \"" << pragma.getValue() << "\";\n";
}

/// What is used before its definition.
void Exporter::printDeclaration(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<EntryOp, FuncOp>([&](auto function) {
        printSignature(function);
        if (function.getNoreturn())
          os << " .noreturn";
        os << ";\n";
      })
      .Case([&](GlobalOp global) {
        (void)printGlobal(global, global.getSymName(), true);
      });
}

void Exporter::printAliases() {
  for (auto function : module.getOps<FuncOp>())
    if (std::optional<StringRef> aliasee = function.getAliasee())
      os << ".alias " << function.getSymName() << ", " << *aliasee << ";\n";
}

LogicalResult Exporter::run() {
  if (failed(checkNames()))
    return failure();
  collectSymbols();
  collectFiles();
  printHeader();
  // A variable of internal linkage cannot be declared: its definition is
  // brought forward.
  auto isMoved = [&](GlobalOp global) {
    return usedEarly.contains(global) &&
           global.getLinkage() == Linkage::Internal;
  };
  for (Operation *op : usedEarly) {
    if (localGlobals.contains(op))
      continue;
    auto global = dyn_cast<GlobalOp>(op);
    if (global && isMoved(global)) {
      if (failed(printGlobal(global, global.getSymName(), false)))
        return failure();
    } else {
      printDeclaration(op);
    }
  }
  for (Operation &op : module.getBody().front()) {
    if (localGlobals.contains(&op))
      continue;
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case<EntryOp, FuncOp>(
                [&](auto function) { return printFunction(function); })
            .Case([&](GlobalOp global) {
              return isMoved(global)
                         ? success()
                         : printGlobal(global, global.getSymName(), false);
            })
            .Case([&](SectionOp section) {
              os << ".section " << section.getName() << "\n{"
                 << section.getContent() << "}\n";
              return success();
            })
            .Default([](Operation *op) {
              return op->emitOpError("is no part of a PTX module");
            });
    if (failed(result))
      return failure();
  }
  printAliases();
  printFiles();
  return success();
}

LogicalResult ptxmlir::ptx::exportPTX(ModuleOp module, std::string &text) {
  std::string result;
  if (failed(Exporter(module, result).run()))
    return failure();
  text = std::move(result);
  return success();
}

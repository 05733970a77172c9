//===- MergeModules.cpp - Several PTX inputs as one module ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small linker on the level of PTX: symbols of one module are renamed,
// matched or refused, and operations moved. It is done before compiling, so
// that functions of one input are inlined into another.
//
//===----------------------------------------------------------------------===//

#include "MergeModules.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;

static ptx::Linkage getLinkage(Operation *op) {
  return llvm::TypeSwitch<Operation *, ptx::Linkage>(op)
      .Case<ptx::GlobalOp, ptx::FuncOp, ptx::EntryOp>(
          [](auto op) { return op.getLinkage(); })
      .Default(ptx::Linkage::Internal);
}

/// Whether it names something that is defined elsewhere.
static bool isDeclaration(Operation *op) {
  if (auto global = dyn_cast<ptx::GlobalOp>(op))
    return global.getLinkage() == ptx::Linkage::Extern &&
           !global.isDynamicShared();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (auto func = dyn_cast<ptx::FuncOp>(op); func && func.getAliasee())
    return false;
  return function && function.isExternal();
}

/// The parameters and results of two functions, or the sizes of two variables,
/// are those of one symbol.
static bool isSameKind(Operation *a, Operation *b) {
  if (a->getName() != b->getName())
    return false;
  auto first = dyn_cast<ptx::GlobalOp>(a), second = dyn_cast<ptx::GlobalOp>(b);
  if (first)
    return first.getSpace() == second.getSpace();
  auto sizes = [](ArrayAttr list) {
    SmallVector<uint64_t> sizes;
    for (auto var : list.getAsRange<ptx::VarAttr>())
      sizes.push_back(var.getSize());
    return sizes;
  };
  auto f = dyn_cast<ptx::FuncOp>(a), g = dyn_cast<ptx::FuncOp>(b);
  return !f || (sizes(f.getParams()) == sizes(g.getParams()) &&
                sizes(f.getReturns()) == sizes(g.getReturns()));
}

static StringRef describe(Operation *op) {
  return llvm::isa<ptx::GlobalOp>(op) ? "variable" : "function";
}

/// Debugging data knows a variable by its name in the PTX.
static void keepName(Operation *op) {
  if (auto global = dyn_cast<ptx::GlobalOp>(op); global && !global.getPtxName())
    global.setPtxNameAttr(global.getSymNameAttr());
}

/// Places in the source name their files, whatever their numbers.
static void mergeFiles(ptx::ModuleOp target, ptx::ModuleOp source) {
  if (!source.getFiles())
    return;
  SmallVector<Attribute> files;
  if (std::optional<ArrayAttr> own = target.getFiles())
    llvm::append_range(files, *own);
  for (auto file : source.getFiles()->getAsRange<ptx::FileAttr>())
    if (llvm::none_of(files, [&](Attribute other) {
          return cast<ptx::FileAttr>(other).getName() == file.getName();
        }))
      files.push_back(file);
  target.setFilesAttr(ArrayAttr::get(target.getContext(), files));
}

LogicalResult ptxmlir::mergeModules(ModuleOp into, ModuleOp from) {
  auto modules = into.getOps<ptx::ModuleOp>();
  ptx::ModuleOp target = *modules.begin();
  LogicalResult result = success();
  for (ptx::ModuleOp source :
       llvm::make_early_inc_range(from.getOps<ptx::ModuleOp>())) {
    mergeFiles(target, source);
    llvm::DenseMap<StringAttr, Operation *> present;
    auto nameOf = [](Operation *op) {
      return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    };
    for (Operation &op : target.getBody().front())
      if (StringAttr name = nameOf(&op))
        present[name] = &op;
    llvm::DenseSet<StringAttr> own;
    for (Operation &op : source.getBody().front())
      if (StringAttr name = nameOf(&op))
        own.insert(name);

    // New names for internal symbols, in one walk over what uses them.
    llvm::DenseMap<StringAttr, StringAttr> renamed;
    unsigned count = 0;
    auto getFreshName = [&](StringAttr name) {
      StringAttr fresh;
      do
        fresh = StringAttr::get(into.getContext(),
                                name.getValue() + "$" + Twine(++count));
      while (present.contains(fresh) || own.contains(fresh));
      own.insert(fresh);
      return fresh;
    };
    auto isInternal = [](Operation *op) {
      return getLinkage(op) == ptx::Linkage::Internal && !isDeclaration(op) &&
             !llvm::isa<ptx::EntryOp>(op);
    };
    SmallVector<Operation *> replaced;
    for (Operation &op : source.getBody().front()) {
      StringAttr name = nameOf(&op);
      Operation *other = name ? present.lookup(name) : nullptr;
      if (!other)
        continue;
      if (isInternal(&op)) {
        renamed[name] = getFreshName(name);
        continue;
      }
      if (isInternal(other)) {
        // The one that is here gives way.
        StringAttr fresh = getFreshName(name);
        if (failed(SymbolTable::replaceAllSymbolUses(other, fresh,
                                                     target.getOperation())))
          return target.emitError("cannot rename ") << name;
        keepName(other);
        SymbolTable::setSymbolName(other, fresh);
        continue;
      }
      if (!isSameKind(&op, other)) {
        op.emitError("Inconsistent redefinition of variable '")
            << name.getValue() << "'";
        result = failure();
      } else if (!isDeclaration(&op) && !isDeclaration(other)) {
        // Dynamic shared memory is the same in all inputs.
        auto global = dyn_cast<ptx::GlobalOp>(op);
        if (global && global.isDynamicShared()) {
          replaced.push_back(&op);
          continue;
        }
        // Of weak ones any will do.
        bool isWeak = getLinkage(&op) == ptx::Linkage::Weak;
        if (isWeak || getLinkage(other) == ptx::Linkage::Weak) {
          replaced.push_back(isWeak ? &op : other);
          continue;
        }
        op.emitError("Duplicate definition of ")
            << describe(&op) << " '" << name.getValue() << "'";
        result = failure();
      } else {
        replaced.push_back(isDeclaration(&op) ? &op : other);
      }
    }
    if (failed(result))
      return failure();
    for (Operation *op : replaced)
      op->erase();
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](FlatSymbolRefAttr symbol) -> Attribute {
      StringAttr fresh = renamed.lookup(symbol.getAttr());
      return fresh ? FlatSymbolRefAttr::get(fresh) : symbol;
    });
    if (!renamed.empty())
      replacer.recursivelyReplaceElementsIn(source, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/false);
    Block &body = target.getBody().front();
    for (Operation &op : llvm::make_early_inc_range(source.getBody().front())) {
      if (StringAttr name = nameOf(&op))
        if (StringAttr fresh = renamed.lookup(name)) {
          keepName(&op);
          SymbolTable::setSymbolName(&op, fresh);
        }
      op.moveBefore(&body, body.end());
    }
  }
  return success();
}

//===- CallGraph.cpp - Who calls whom in a relocatable object -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvlink adds up stack frames and takes the largest register count over the
// call graphs of all objects. Calls and addresses are what the relocations of
// the code and of initial values name; a function that uses a variable may call
// what the variable, or one that it points to, has the addresses of.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Target/Relocations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ptxmlir;

static StringRef getPrototype(Operation *op) {
  auto prototype = op->getAttrOfType<StringAttr>(kPrototypeAttr);
  return prototype ? prototype.getValue() : StringRef();
}

namespace {
/// Functions and variables by name; what variables point to.
class References {
public:
  explicit References(const cubin::Module &module) {
    for (const cubin::Kernel &k : module.kernels)
      if (k.isFunction)
        functions.insert(k.name);
    for (const cubin::ExternFunction &f : module.externFunctions)
      functions.insert(f.name);
    for (const cubin::Variable &v : module.variables)
      variables[v.name] = &v;
  }

  bool isFunction(StringRef name) const { return functions.contains(name); }

  /// Adds the functions that the variables in `work` lead to.
  void follow(SmallVector<StringRef> work,
              llvm::SetVector<StringRef> &taken) const {
    llvm::StringSet<> seen;
    while (!work.empty()) {
      StringRef name = work.pop_back_val();
      const cubin::Variable *variable = variables.lookup(name);
      if (!variable || !seen.insert(name).second)
        continue;
      for (const cubin::Relocation &r : variable->relocations) {
        if (isFunction(r.symbol))
          taken.insert(r.symbol);
        else
          work.push_back(r.symbol);
      }
    }
  }

private:
  llvm::StringSet<> functions;
  llvm::StringMap<const cubin::Variable *> variables;
};
} // namespace

/// The calls of `kernel`, whose code is that of `func`.
static void addCalls(sass::FuncOp func, unsigned sm,
                     const References &references,
                     const llvm::StringSet<> &isExtern, cubin::Kernel &kernel) {
  llvm::SetVector<StringRef> callees, taken, externs, indirect;
  SmallVector<StringRef> used;
  cubin::RelocType call = target::getCallReloc(sm);
  for (const cubin::Relocation &r : kernel.relocations) {
    if (!references.isFunction(r.symbol)) {
      used.push_back(r.symbol);
      continue;
    }
    if (isExtern.contains(r.symbol))
      externs.insert(r.symbol);
    if (r.type == call)
      callees.insert(r.symbol);
    else if (r.symbol != kernel.name || r.addend == 0)
      taken.insert(r.symbol); // else a place to return to
  }
  references.follow(std::move(used), taken);
  if (func.getCalls())
    func.walk([&](sass::InstOpInterface op) {
      if (op->hasAttr(kPrototypeAttr))
        indirect.insert(getPrototype(op));
    });
  for (StringRef name : callees)
    kernel.callees.push_back(name.str());
  for (StringRef name : taken)
    kernel.addressTaken.push_back(name.str());
  for (StringRef name : externs)
    kernel.externs.push_back(name.str());
  for (StringRef prototype : indirect)
    kernel.indirectCalls.push_back(prototype.str());
}

LogicalResult ptxmlir::addCallGraph(sass::ModuleOp module, cubin::Module &out) {
  llvm::StringMap<sass::FuncOp> definitions;
  llvm::StringSet<> isExtern;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>()) {
    if (!func.isDeclaration()) {
      definitions[func.getSymName()] = func;
      continue;
    }
    cubin::ExternFunction &function = out.externFunctions.emplace_back();
    function.name = func.getSymName().str();
    function.prototype = getPrototype(func).str();
    if (auto aliasee = func->getAttrOfType<FlatSymbolRefAttr>(kAliaseeAttr)) {
      function.aliasee = aliasee.getValue().str();
      if (func.getLinkage() == "weak")
        function.linkage = cubin::Linkage::Weak;
      else if (!func.getLinkage())
        function.linkage = cubin::Linkage::Local;
    } else {
      isExtern.insert(func.getSymName());
    }
  }
  References references(out);
  llvm::SetVector<StringRef> taken;
  for (cubin::Kernel &kernel : out.kernels) {
    sass::FuncOp func = definitions.lookup(kernel.name);
    kernel.prototype = getPrototype(func).str();
    addCalls(func, out.sm, references, isExtern, kernel);
    for (const std::string &name : kernel.addressTaken)
      taken.insert(name);
  }
  for (const cubin::Variable &variable : out.variables)
    for (const cubin::Relocation &r : variable.relocations)
      if (references.isFunction(r.symbol))
        taken.insert(r.symbol);
  for (StringRef name : taken)
    out.addressTaken.push_back(name.str());
  return success();
}

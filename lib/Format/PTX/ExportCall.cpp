//===- ExportCall.cpp - calls as PTX text ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

using namespace mlir;
using namespace ptxmlir::ptx;

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// The parameters that an operation uses.
static void forEachCallParam(Operation *op,
                             llvm::function_ref<void(unsigned)> callback) {
  auto inCall = [&](auto call) {
    for (ArrayRef<int32_t> list : {call.getArgs(), call.getRets()})
      for (int32_t index : list)
        if (index >= 0)
          callback(index);
  };
  if (auto call = dyn_cast<CallOp>(op))
    inCall(call);
  else if (auto call = dyn_cast<CallIndirectOp>(op))
    inCall(call);
  for (Value operand : op->getOperands())
    if (auto param = operand.getDefiningOp<ParamAddressOp>())
      if (param.getKind() == ParamKind::Call)
        callback(param.getIndex());
}

/// Parameters that one block uses are declared around their uses, so that each
/// call may have the names that others have; where such scopes overlap, they
/// are one. The others are declared for the whole function.
void FunctionExporter::findScopes() {
  size_t numParams = function->getAttrOfType<ArrayAttr>("call_params").size();
  struct Uses {
    Operation *first = nullptr, *last = nullptr;
    unsigned from = 0, to = 0;
    bool isWide = false;
  };
  std::vector<Uses> uses(numParams);
  unsigned place = 0;
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block) {
      ++place;
      forEachCallParam(&op, [&](unsigned index) {
        Uses &use = uses[index];
        if (!use.first) {
          use.first = &op;
          use.from = place;
        }
        use.isWide |= use.first->getBlock() != &block;
        use.last = &op;
        use.to = place;
      });
      // Its address is a value: that may be used anywhere.
      if (auto param = dyn_cast<ParamAddressOp>(op))
        if (param.getKind() == ParamKind::Call && !unprinted.contains(&op))
          uses[param.getIndex()].isWide = true;
    }
  SmallVector<unsigned> order;
  for (unsigned index = 0; index < numParams; ++index)
    if (uses[index].first && !uses[index].isWide)
      order.push_back(index);
    else
      wideParams.push_back(index);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(uses[a].from, a) < std::pair(uses[b].from, b);
  });
  unsigned end = 0;
  for (unsigned index : order) {
    const Uses &use = uses[index];
    if (use.from > end)
      scopes.push_back({use.first, use.last, {}});
    Scope &scope = scopes.back();
    scope.params.push_back(index);
    if (use.to > end) {
      end = use.to;
      scope.last = use.last;
    }
  }
  for (auto [number, scope] : llvm::enumerate(scopes)) {
    llvm::sort(scope.params);
    scopeAtFirst[scope.first] = number;
    scopeEnds.insert(scope.last);
  }
}

void FunctionExporter::openScopes(Operation *op) {
  auto it = scopeAtFirst.find(op);
  if (it == scopeAtFirst.end())
    return;
  auto callParams = function->getAttrOfType<ArrayAttr>("call_params");
  os << "\t{\n";
  for (unsigned index : scopes[it->second].params) {
    os << "\t.param ";
    exporter.printVar(os, cast<VarAttr>(callParams[index]),
                      callParamNames[index]);
    os << ";\n";
  }
}

void FunctionExporter::closeScopes(Operation *op) {
  if (scopeEnds.contains(op))
    os << "\t}\n";
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

template <typename OpTy>
void FunctionExporter::printCallText(OpTy call, StringRef callee,
                                     StringRef prototype) {
  auto list = [&](ArrayRef<int32_t> params, ValueRange values) {
    os << '(';
    const char *separator = "";
    for (int32_t index : params) {
      os << separator;
      separator = ", ";
      if (index >= 0) {
        os << callParamNames[index];
        continue;
      }
      os << registerText(values.front());
      values = values.drop_front();
    }
    os << ')';
  };
  os << "\tcall" << (call.getUni() ? ".uni" : "") << " \t";
  if (!call.getRets().empty()) {
    list(call.getRets(), call.getValues());
    os << ", ";
  }
  os << callee << ", ";
  list(call.getArgs(), call.getArguments());
  if (!prototype.empty())
    os << ", " << prototype;
  os << ";\n";
}

void FunctionExporter::printCall(CallOp call) {
  printCallText(call, exporter.nameOf(call.getCallee()), "");
}

void FunctionExporter::printCall(CallIndirectOp call) {
  std::string name =
      (labelPrefix + "T" + Twine(number) + "_" + Twine(numTables++)).str();
  os << name;
  if (ArrayAttr targets = call.getTargetsAttr()) {
    os << ": .calltargets ";
    llvm::interleaveComma(targets.getAsRange<FlatSymbolRefAttr>(), os,
                          [&](FlatSymbolRefAttr target) {
                            os << exporter.nameOf(target.getValue());
                          });
  } else {
    os << ": .callprototype ";
    ArrayAttr returns = call.getPrototypeReturnsAttr();
    if (returns && !returns.empty()) {
      exporter.printVars(os, returns, ", ");
      os << ' ';
    }
    os << "_ ";
    if (ArrayAttr params = call.getPrototypeParamsAttr())
      exporter.printVars(os, params, ", ");
    else
      os << "()";
  }
  os << ";\n";
  printCallText(call, registerText(call.getTarget()), name);
}

//===- ExportCall.cpp - calls as PTX text ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls with their parameters, which PTX declares as variables in scopes around
// them.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "llvm/ADT/StringExtras.h"

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
static OpOperand &getArgument(OpTy call, unsigned number) {
  return call->getOpOperand(call.getArguments().getBeginOperandIndex() +
                            number);
}

static bool isByte(Attribute var) {
  return getBitWidth(cast<VarAttr>(var).getDataType()) == 8;
}

/// Finds the values that stand for parameters of 8 bits: ptxas wants registers
/// of that size for them.
void FunctionExporter::findBytes() {
  unsigned input = 0;
  for (Attribute var : function->getAttrOfType<ArrayAttr>("params"))
    if (cast<VarAttr>(var).getInRegister()) {
      Value value = function.getArgument(input++);
      if (isByte(var))
        bytes.push_back(value);
    }
  // Calls `callback` with the number of each register that stands for a byte.
  auto forEachByte = [](ArrayRef<int32_t> list, ArrayAttr formals,
                        llvm::function_ref<void(unsigned)> callback) {
    unsigned number = 0;
    for (auto [index, formal] : llvm::zip(list, formals)) {
      if (index < 0 && isByte(formal))
        callback(number);
      number += index < 0;
    }
  };
  auto inCall = [&](auto call, ArrayAttr params, ArrayAttr returns) {
    if (params)
      forEachByte(call.getArgs(), params, [&](unsigned number) {
        OpOperand &argument = getArgument(call, number);
        byteArguments.insert(&argument);
        if (!argument.get().template getDefiningOp<ConstOp>())
          bytes.push_back(argument.get());
      });
    if (returns)
      forEachByte(call.getRets(), returns, [&](unsigned number) {
        bytes.push_back(call.getValues()[number]);
      });
  };
  auto inCallOf = [&](auto call, StringRef callee) {
    if (FunctionOpInterface target = exporter.functions.lookup(callee))
      inCall(call, target->getAttrOfType<ArrayAttr>("params"),
             target->getAttrOfType<ArrayAttr>("returns"));
  };
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block) {
      if (auto call = dyn_cast<CallOp>(op))
        inCallOf(call, call.getCallee());
      auto call = dyn_cast<CallIndirectOp>(op);
      if (!call)
        continue;
      if (ArrayAttr targets = call.getTargetsAttr();
          targets && !targets.empty())
        inCallOf(call, cast<FlatSymbolRefAttr>(targets[0]).getValue());
      else
        inCall(call, call.getPrototypeParamsAttr(),
               call.getPrototypeReturnsAttr());
    }
}

template <typename OpTy>
void FunctionExporter::printCallText(OpTy call, StringRef callee,
                                     StringRef prototype) {
  auto list = [&](ArrayRef<int32_t> params,
                  llvm::function_ref<std::string(unsigned)> text) {
    os << '(';
    unsigned number = 0;
    llvm::interleaveComma(params, os, [&](int32_t index) {
      os << (index >= 0 ? callParamNames[index] : text(number++));
    });
    os << ')';
  };
  os << "\tcall" << (call.getUni() ? ".uni" : "") << " \t";
  if (!call.getRets().empty()) {
    list(call.getRets(), [&](unsigned number) {
      return registerText(call.getValues()[number]);
    });
    os << ", ";
  }
  os << callee << ", ";
  list(call.getArgs(), [&](unsigned number) {
    OpOperand &argument = getArgument(call, number);
    auto constant = argument.get().getDefiningOp<ConstOp>();
    return constant && byteArguments.contains(&argument)
               ? llvm::utostr(constant.getBits().getZExtValue())
               : registerText(argument.get());
  });
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

//===- Shells.cpp - Kernels and functions of ori without bodies -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the directives and signatures of PTX say of kernels and functions.
// Bodies are filled in later, in parallel.
//
//===----------------------------------------------------------------------===//

#include "Shells.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "ptx-mlir/Target/Parameters.h"
#include "ptx-mlir/Target/Target.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

StringRef ptxtoori::getLinkageName(ptx::Linkage linkage) {
  switch (linkage) {
  case ptx::Linkage::Internal:
    return "";
  case ptx::Linkage::Visible:
    return "visible";
  case ptx::Linkage::Extern:
    return "extern";
  case ptx::Linkage::Weak:
    return "weak";
  case ptx::Linkage::Common:
    return "common";
  }
  llvm_unreachable("unknown linkage");
}

/// What a `.ptr` parameter points to; empty for a plain parameter.
static StringRef getPointerSpace(ptx::VarAttr param) {
  if (!param.getPointer())
    return "";
  switch (param.getPointerSpace()) {
  case ptx::Space::Local:
    return "local";
  case ptx::Space::Shared:
    return "shared";
  case ptx::Space::Const:
    return "const";
  case ptx::Space::Global:
    return "global";
  default:
    return "generic";
  }
}

void ptxtoori::checkMinCTAs(ptx::EntryOp entry, unsigned sm) {
  auto shape = entry.getReqntid() ? entry.getReqntid() : entry.getMaxntid();
  if (!shape)
    return;
  uint64_t threads = 1;
  for (int32_t n : *shape)
    threads *= std::max(n, 1);
  const target::SMLimits &limits = *target::lookupTarget(sm, "")->limits;
  unsigned most = limits.maxThreads();
  unsigned blocks = entry.getMinnctapersm().value_or(1);
  if (threads > most || threads * blocks > most) {
    entry.emitWarning("Value of threads per SM for entry ")
        << entry.getSymName() << " is out of range. .minnctapersm "
        << (threads > most ? "and .maxntid " : "") << "will be ignored";
    return;
  }
  if (!target::canHold(
          sm, unsigned(std::min<uint64_t>(threads, limits.maxThreadsPerCTA)),
          blocks))
    entry.emitWarning("Value of minnctapersm for entry ")
        << entry.getSymName()
        << " is out of range. minnctapersm will be ignored";
}

/// `.pragma "nounroll"` of a function or of its module.
static void addPragmas(OperationState &state, Operation *function,
                       ArrayAttr pragmas) {
  auto module = function->getParentOfType<ptx::ModuleOp>();
  if (ptx::isNoUnroll(pragmas) ||
      (module && ptx::isNoUnroll(module.getPragmasAttr())))
    state.addAttribute(ori::kNoUnrollAttr,
                       UnitAttr::get(function->getContext()));
}

/// Where each parameter begins, relative to the first byte of parameters. Up to
/// sm_90 the alignment is one in the constant bank, where the first byte is at
/// 0x160, 0x1a80 or 0x210; from sm_100 on it is one among the parameters
/// (observed on ptxas 13.0.88). A tensor map in a parameter must lie so.
static SmallVector<int32_t> layOutParams(ptx::EntryOp entry,
                                         const target::TargetInfo &target) {
  SmallVector<int32_t> offsets;
  auto layOut = [&](uint64_t before) {
    offsets.clear();
    uint64_t end = before;
    for (auto param : entry.getParams().getAsRange<ptx::VarAttr>()) {
      // The driver has a place for textures, samplers and surfaces.
      if (!isImageType(param.getDataType()))
        end = llvm::alignTo(end, std::max(param.getAlign(), 1u));
      offsets.push_back(int32_t(end - before));
      end += param.getSize();
    }
    return end - before;
  };
  layOut(target::getParamBase(target.sm, layOut(0)) -
         unsigned(target.bank->paramOrigin));
  return offsets;
}

static ori::FuncOp createKernel(OpBuilder &builder, ptx::EntryOp entry,
                                const target::TargetInfo &target) {
  OperationState state(entry.getLoc(), ori::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::FuncOp::Properties>();
  props.sym_name = entry.getSymNameAttr();
  props.kernel = builder.getUnitAttr();
  StringRef linkage = getLinkageName(entry.getLinkage());
  if (!linkage.empty())
    props.linkage = builder.getStringAttr(linkage);
  SmallVector<int32_t> sizes, alignments;
  SmallVector<Attribute> spaces;
  bool hasSpaces = false;
  for (Attribute attr : entry.getParams()) {
    auto param = cast<ptx::VarAttr>(attr);
    sizes.push_back(param.getSize());
    bool isImage = isImageType(param.getDataType());
    hasSpaces |= isImage || param.getPointer();
    std::string space = getPointerSpace(param).str();
    if (isImage)
      space =
          (stringify(param.getDataType()) + " " + param.getName().getValue())
              .str();
    spaces.push_back(builder.getStringAttr(space));
    alignments.push_back(param.getPointerAlign());
  }
  props.param_offsets =
      builder.getDenseI32ArrayAttr(layOutParams(entry, target));
  props.param_sizes = builder.getDenseI32ArrayAttr(sizes);
  if (hasSpaces) {
    props.param_spaces = builder.getArrayAttr(spaces);
    props.param_alignments = builder.getDenseI32ArrayAttr(alignments);
  }
  props.max_registers = entry.getMaxnregAttr();
  if (auto limit = entry.getMaxnreg();
      limit && *limit < target::kLeastRegisterLimit)
    entry.emitWarning("for entry ")
        << entry.getSymName() << " adjusting per thread register count of "
        << *limit << " to lower bound of " << target::kLeastRegisterLimit;
  else if (limit && *limit > 255)
    entry.emitWarning("too many maxnreg specified for entry ")
        << entry.getSymName() << ", will be ignored";
  props.required_threads = entry.getReqntidAttr();
  props.max_threads = entry.getMaxntidAttr();
  props.min_ctas_per_sm = entry.getMinnctapersmAttr();
  props.cluster = entry.getReqnctaperclusterAttr();
  props.max_cluster_rank = entry.getMaxclusterrankAttr();
  props.explicit_cluster = entry.getExplicitclusterAttr();
  props.blocks_are_clusters = entry.getBlocksareclustersAttr();
  addPragmas(state, entry, entry.getPragmasAttr());
  state.addRegion();
  return cast<ori::FuncOp>(builder.create(state));
}

/// Gives a device function its signature, name and linkage.
static ori::FuncOp::Properties &
beginFunction(OpBuilder &builder, OperationState &state, ptx::FuncOp function,
              StringAttr name, ptx::Linkage linkage) {
  auto &props = state.getOrAddProperties<ori::FuncOp::Properties>();
  MLIRContext *context = builder.getContext();
  Signature signature(function.getParams(), function.getReturns());
  Signature::Registers arguments = signature.getArguments(context),
                       results = signature.getResults(context);
  props.function_type =
      TypeAttr::get(FunctionType::get(context, arguments.types, results.types));
  props.argument_regs = builder.getDenseI32ArrayAttr(arguments.numbers);
  props.result_regs = builder.getDenseI32ArrayAttr(results.numbers);
  props.sym_name = name;
  if (StringRef text = getLinkageName(linkage); !text.empty())
    props.linkage = builder.getStringAttr(text);
  if (function->hasAttr(kFewRegistersAttr))
    props.few_registers = builder.getUnitAttr();
  return props;
}

ori::FuncOp ptxtoori::createDeclaration(OpBuilder &builder,
                                        ptx::FuncOp function) {
  OperationState state(function.getLoc(), ori::FuncOp::getOperationName());
  beginFunction(builder, state, function, function.getSymNameAttr(),
                ptx::Linkage::Extern);
  state.addAttribute(SymbolTable::getVisibilityAttrName(),
                     builder.getStringAttr("private"));
  state.addRegion();
  return cast<ori::FuncOp>(builder.create(state));
}

StringAttr ptxtoori::getPrototypeAttr(OpBuilder &builder,
                                      ptx::FuncOp function) {
  return builder.getStringAttr(
      getPrototype(function.getParams(), function.getReturns()));
}

ori::FuncOp ptxtoori::createOwnFunction(OpBuilder &builder,
                                        ptx::FuncOp function) {
  OperationState state(function.getLoc(), ori::FuncOp::getOperationName());
  ori::FuncOp::Properties &props =
      beginFunction(builder, state, function, function.getSymNameAttr(),
                    function.getLinkage());
  props.max_registers =
      function->getAttrOfType<IntegerAttr>(kRegisterLimitAttr);
  props.calls = builder.getUnitAttr();
  state.addAttribute(kPrototypeAttr, getPrototypeAttr(builder, function));
  state.addRegion();
  return cast<ori::FuncOp>(builder.create(state));
}

/// A copy of a device function for a kernel, whose limits hold for it.
static ori::FuncOp createFunction(OpBuilder &builder, ptx::FuncOp function,
                                  ori::FuncOp kernel, StringAttr name) {
  OperationState state(function.getLoc(), ori::FuncOp::getOperationName());
  ori::FuncOp::Properties &props =
      beginFunction(builder, state, function, name, function.getLinkage());
  props.of_kernel = FlatSymbolRefAttr::get(kernel.getSymNameAttr());
  props.max_registers = kernel.getMaxRegistersAttr();
  props.required_threads = kernel.getRequiredThreadsAttr();
  props.max_threads = kernel.getMaxThreadsAttr();
  props.min_ctas_per_sm = kernel.getMinCtasPerSmAttr();
  props.calls = builder.getUnitAttr();
  state.addAttribute(kPrototypeAttr, getPrototypeAttr(builder, function));
  addPragmas(state, function, function.getPragmasAttr());
  state.addRegion();
  return cast<ori::FuncOp>(builder.create(state));
}

void ptxtoori::setLinkage(ori::FuncOp function, ptx::Linkage linkage) {
  StringRef name = getLinkageName(linkage);
  function.setLinkageAttr(name.empty()
                              ? StringAttr()
                              : StringAttr::get(function.getContext(), name));
}

KernelInfo ptxtoori::createShells(OpBuilder &builder, ptx::EntryOp entry,
                                  const Reached &reached,
                                  const CallGraph &graph,
                                  const target::TargetInfo &target) {
  KernelInfo info;
  info.entry = entry;
  info.kernel = createKernel(builder, entry, target);
  bool hasCalls = !reached.functions.empty() || !reached.system.empty() ||
                  reached.hasIndirectCalls;
  info.kernel.setCalls(hasCalls);
  for (ptx::FuncOp function : reached.functions) {
    StringAttr name = function.getSymNameAttr();
    StringAttr copy =
        builder.getStringAttr("$" + entry.getSymName() + "$" + name.getValue());
    info.names[name] = copy;
    info.functions.push_back(
        {function, createFunction(builder, function, info.kernel, copy)});
  }
  if (!reached.system.empty()) {
    SmallVector<Attribute> externs;
    for (ptx::FuncOp function : reached.system)
      externs.push_back(FlatSymbolRefAttr::get(function.getSymNameAttr()));
    info.kernel.setExternsAttr(builder.getArrayAttr(externs));
  }
  if (reached.hasIndirectCalls) {
    SmallVector<Attribute> table;
    for (ptx::FuncOp function : graph.addressed())
      table.push_back(
          FlatSymbolRefAttr::get(info.names.lookup(function.getSymNameAttr())));
    info.kernel.setFunctionTableAttr(builder.getArrayAttr(table));
  }
  return info;
}

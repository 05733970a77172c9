//===- PTXToOri.cpp - The conversion pass from ptx to ori ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shells and symbols are made serially in source order; bodies are lowered in
// parallel, since each touches only its own function.
//
//===----------------------------------------------------------------------===//

#include "Shells.h"
#include "TextureCalls.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "ptx-mlir/Target/Target.h"

namespace ptxmlir {
#define GEN_PASS_DEF_CONVERTPTXTOORI
#include "ptx-mlir/Conversion/PTXToOri/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// The number in a target name, 90 for "sm_90a"; 0 if there is none.
static unsigned getSMNumber(StringRef target) {
  unsigned number = 0;
  target.consume_front("sm_");
  if (target.consumeInteger(10, number))
    return 0;
  return number;
}

static bool isIndependent(ptx::ModuleOp module) {
  std::optional<ArrayAttr> options = module.getOptions();
  return options &&
         llvm::any_of(options->getAsRange<StringAttr>(), [](StringAttr name) {
           return name.getValue() == "texmode_independent";
         });
}

/// Whether there are parameters that the driver binds to images.
static bool hasImageParams(ptx::EntryOp entry) {
  return llvm::any_of(entry.getParams(), [](Attribute attr) {
    return isImageType(cast<ptx::VarAttr>(attr).getDataType());
  });
}

/// Gives them entries of the address table of a relocatable object.
static void addImageParams(ptx::ModuleOp source, ModuleInfo &info,
                           SmallVectorImpl<Attribute> &table) {
  for (auto entry : source.getOps<ptx::EntryOp>())
    for (auto [i, attr] : llvm::enumerate(entry.getParams())) {
      auto param = cast<ptx::VarAttr>(attr);
      if (entry.isExternal() || !isImageType(param.getDataType()))
        continue;
      info.imageParamOffsets[{entry, unsigned(i)}] =
          target::kAddressBytes * table.size();
      table.push_back(SymbolRefAttr::get(
          entry.getSymNameAttr(), FlatSymbolRefAttr::get(param.getName())));
    }
}

namespace {
struct ConvertPTXToOri
    : public ptxmlir::impl::ConvertPTXToOriBase<ConvertPTXToOri> {
  using ConvertPTXToOriBase::ConvertPTXToOriBase;

  void runOnOperation() override {
    HandlerTable handlers;
    for (auto module :
         llvm::make_early_inc_range(getOperation().getOps<ptx::ModuleOp>()))
      if (failed(convertModule(module, handlers)))
        return signalPassFailure();
  }

  LogicalResult convertModule(ptx::ModuleOp source,
                              const HandlerTable &handlers);
};
} // namespace

LogicalResult ConvertPTXToOri::convertModule(ptx::ModuleOp source,
                                             const HandlerTable &handlers) {
  StringRef name = arch.empty() ? source.getTarget() : StringRef(arch);
  const target::TargetInfo *target = target::lookupTarget(name);
  if (!target)
    return source.emitError()
           << "no code generator for target '" << name << "'";
  if (const target::PTXTarget *own =
          target::lookupPTXTarget(source.getTarget()))
    if (std::string why = target::describeMismatch(*own, *target, name);
        !why.empty())
      return source.emitError() << why;

  // Floats of the first generation are flushed, and `mad` is not `fma`.
  if (const target::PTXTarget *own =
          target::lookupPTXTarget(source.getTarget());
      own && !own->has(target::Feature::Subnormals))
    return source.emitError()
           << "a module for targets before sm_20 can only be checked; it "
              "targets "
           << source.getTarget();

  ModuleInfo info;
  info.target = target;
  info.options.fmad = fmad;
  info.independentTextures = isIndependent(source);
  info.relocatable = source->hasAttr(kRelocatableAttr);
  info.extensible = source->hasAttr(kExtensibleAttr);
  info.isForDebugger = source->hasAttr(kDebugAttr);
  declareFetchFunctions(source, *target);
  CallGraph graph(source, info);
  std::vector<Reached> reached;
  LogicalResult result = success();

  // Offsets in bank 3 and slots of bank 4, as the cubin's writer has them.
  target::ModuleLayout layout;
  SmallVector<ptx::GlobalOp> visibleShared, localShared;
  for (Operation &op : source.getBody().front()) {
    if (auto global = dyn_cast<ptx::GlobalOp>(op)) {
      info.globals[global.getSymNameAttr()] = global;
      if (global.getSpace() == ptx::Space::Shared) {
        // Wide accesses may go to it whatever it says (observed on ptxas
        // 13.0.88). The linker does so for objects.
        constexpr uint64_t kLeastAlign = 16;
        if (global.isDynamicShared())
          info.dynamicSharedAlign =
              std::max<uint64_t>({info.dynamicSharedAlign, global.getAlign(),
                                  info.relocatable ? 1 : kLeastAlign});
        else if (auto function = global.getFunctionAttr())
          info.functionShared[function.getAttr()].push_back(global);
        else if (global.getLinkage() == ptx::Linkage::Internal)
          localShared.push_back(global);
        else
          visibleShared.push_back(global);
        continue;
      }
      if (isImage(global)) {
        info.hasImages = true;
        continue;
      }
      if (info.relocatable)
        continue;
      bool hasInit = global.getInit() || global.getRelocations();
      bool isElsewhere =
          info.extensible && (global.getLinkage() == ptx::Linkage::Extern ||
                              global.getLinkage() == ptx::Linkage::Common);
      target::VariablePlace place =
          isElsewhere ? target::VariablePlace::Elsewhere
          : global.getSpace() == ptx::Space::Const
              ? target::VariablePlace::Constant
          : hasInit ? target::VariablePlace::Initialized
                    : target::VariablePlace::Zeroed;
      bool isInternal = getLinkageName(global.getLinkage()).empty();
      layout.variables.push_back({global.getSymName(),
                                  place,
                                  isInternal,
                                  global.getSize(),
                                  global.getAlign(),
                                  {}});
    } else if (auto entry = dyn_cast<ptx::EntryOp>(op)) {
      info.hasImages |= hasImageParams(entry);
      Reached &own = reached.emplace_back();
      if (!info.relocatable && failed(graph.reach(entry, own)))
        result = failure();
      std::vector<StringRef> &externs = layout.externs.emplace_back();
      for (ptx::FuncOp function : own.system)
        externs.push_back(function.getSymName());
    }
  }
  if (failed(result))
    return failure();
  visibleShared.append(localShared);
  for (auto [i, global] : llvm::enumerate(visibleShared))
    info.sharedRank[global] = i;
  layout.placeVariables();
  constexpr uint64_t kConstBankBytes = 0x10000;
  uint64_t constBytes = 0;
  for (target::ModuleVariable &variable : layout.variables)
    if (variable.place == target::VariablePlace::Constant) {
      info.constOffsets[StringAttr::get(&getContext(), variable.name)] =
          unsigned(*variable.offset);
      constBytes = std::max(constBytes, *variable.offset + variable.size);
    }
  if (constBytes > kConstBankBytes)
    return source.emitError() << "the constants have " << constBytes
                              << " bytes, " << kConstBankBytes << " at most";
  info.constBytes = constBytes;
  std::vector<StringRef> slots;
  DenseSet<Operation *> isUsed; ///< of a relocatable object
  if (info.relocatable) {
    for (Operation *symbol : findUsedSymbols(source, info)) {
      isUsed.insert(symbol);
      slots.push_back(SymbolTable::getSymbolName(symbol));
    }
  } else {
    slots = layout.listAddressSlots();
    for (const target::ModuleVariable &variable : layout.variables)
      if (variable.place == target::VariablePlace::Elsewhere)
        slots.push_back(variable.name);
  }
  for (auto [i, symbol] : llvm::enumerate(slots))
    info.addressOffsets[StringAttr::get(&getContext(), symbol)] =
        target::kAddressBytes * i;

  SmallVector<Attribute> table;
  for (StringRef symbol : slots)
    table.push_back(FlatSymbolRefAttr::get(&getContext(), symbol));
  if (info.relocatable)
    addImageParams(source, info, table);

  OpBuilder builder(source);
  OperationState state(source.getLoc(), ori::ModuleOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::ModuleOp::Properties>();
  props.sm = builder.getI32IntegerAttr(target->sm);
  props.sm_suffix = builder.getStringAttr(target->suffix);
  unsigned ptxSM = getSMNumber(source.getTarget());
  if (ptxSM && ptxSM != target->sm)
    props.ptx_sm = builder.getI32IntegerAttr(ptxSM);
  if (!table.empty())
    props.address_table = builder.getArrayAttr(table);
  if (info.independentTextures)
    props.independent_textures = builder.getUnitAttr();
  if (info.relocatable)
    state.addAttribute(kRelocatableAttr, builder.getUnitAttr());
  if (info.extensible)
    state.addAttribute(kExtensibleAttr, builder.getUnitAttr());
  if (info.isForDebugger)
    state.addAttribute(kDebugAttr, builder.getUnitAttr());
  state.addRegion()->emplaceBlock();
  auto module = cast<ori::ModuleOp>(builder.create(state));
  builder.setInsertionPointToEnd(&module.getBody().front());

  DenseSet<Operation *> isCalled;
  for (const Reached &kernel : reached)
    for (ptx::FuncOp function : kernel.system)
      isCalled.insert(function);
  std::vector<KernelInfo> kernels;
  unsigned nextEntry = 0;
  for (Operation &op : source.getBody().front()) {
    if (auto global = dyn_cast<ptx::GlobalOp>(op)) {
      bool isElsewhere = info.relocatable
                             ? global.getLinkage() == ptx::Linkage::Extern &&
                                   !isUsed.contains(&op)
                             : global.isDynamicShared();
      if (failed(checkRelocations(global, info)))
        result = failure();
      else if (!isElsewhere)
        createGlobal(builder, global, info);
    } else if (auto entry = dyn_cast<ptx::EntryOp>(op)) {
      const Reached &own = reached[nextEntry++];
      if (entry.isExternal())
        continue;
      checkMinCTAs(entry, target->sm);
      kernels.push_back(createShells(builder, entry, own, graph, *target));
      if (info.relocatable)
        kernels.back().kernel.setCalls(graph.hasCalls(entry));
    } else if (info.relocatable && llvm::isa<ptx::FuncOp>(op)) {
      auto function = cast<ptx::FuncOp>(op);
      if (!function.isExternal())
        kernels.emplace_back().functions.push_back(
            {function, createOwnFunction(builder, function)});
      else if (FlatSymbolRefAttr aliasee = function.getAliaseeAttr()) {
        ori::FuncOp alias = createDeclaration(builder, function);
        alias->setAttr(kAliaseeAttr, aliasee);
        setLinkage(alias, function.getLinkage());
      } else if (isUsed.contains(&op))
        createDeclaration(builder, function)
            ->setAttr(kPrototypeAttr, getPrototypeAttr(builder, function));
    } else if (isCalled.contains(&op)) {
      createDeclaration(builder, cast<ptx::FuncOp>(op));
    }
  }
  if (failed(result))
    return failure();

  std::vector<unsigned> counts(kernels.size());
  result = failableParallelForEachN(
      &getContext(), 0, kernels.size(), [&](size_t i) -> LogicalResult {
        KernelInfo &kernel = kernels[i];
        if (!info.relocatable && failed(layoutShared(info, kernel)))
          return failure();
        layoutImages(info, kernel);
        LogicalResult result = success();
        auto lower = [&](Operation *from, ori::FuncOp to) {
          FuncLowering lowering(info, kernel, handlers, from, to);
          if (failed(lowering.run()))
            result = failure();
          counts[i] += lowering.numLowered;
        };
        if (kernel.entry)
          lower(kernel.entry, kernel.kernel);
        for (auto [function, copy] : kernel.functions)
          lower(function, copy);
        return result;
      });
  if (failed(result)) {
    module.erase();
    return failure();
  }
  for (unsigned count : counts)
    numLowered += count;
  // Unlinking each use of a large module and scattering what follows over its
  // freed memory costs more than the memory is worth.
  if (disableFree)
    source->remove();
  else
    source.erase();
  return success();
}

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

#include "CallGraph.h"
#include "ImageHandles.h"
#include "TextureCalls.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace ptxmlir {
#define GEN_PASS_DEF_CONVERTPTXTOORI
#include "ptx-mlir/Conversion/PTXToOri/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// ".linkage" of a symbol as the later levels keep it; empty for internal.
static StringRef getLinkageName(ptx::Linkage linkage) {
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

/// The number in a target name, 90 for "sm_90a"; 0 if there is none.
static unsigned getSMNumber(StringRef target) {
  unsigned number = 0;
  target.consume_front("sm_");
  if (target.consumeInteger(10, number))
    return 0;
  return number;
}

/// The number that an address in an initial value is, if it is known: that of a
/// constant in bank 3, unless the generic address is meant, and what stands for
/// a function.
static std::optional<uint64_t> getKnownAddress(ptx::RelocAttr reloc,
                                               const ModuleInfo &info) {
  if (info.relocatable)
    return std::nullopt;
  StringAttr name = reloc.getSymbol().getAttr();
  if (ptx::FuncOp function = info.functions.lookup(name))
    return info.functionNumbers.lookup(function.getSymNameAttr());
  auto found = info.constOffsets.find(name);
  if (reloc.getGeneric() || found == info.constOffsets.end())
    return std::nullopt;
  return found->second;
}

/// Which part of which address an initial value holds: see `reloc_bytes`.
static int64_t getAddressPart(ptx::RelocAttr reloc, const ModuleInfo &info) {
  if (reloc.getSize() == 1)
    return int64_t(reloc.getShift() / 8);
  StringAttr name = reloc.getSymbol().getAttr();
  ptx::GlobalOp global = info.globals.lookup(name);
  bool isOwnSpace =
      global ? global.getSpace() == ptx::Space::Const && !reloc.getGeneric()
             : info.functions.contains(name);
  return info.relocatable && isOwnSpace ? kOwnSpaceAddress : -1;
}

/// Whether a cubin can have the addresses in the initial value: whole ones and
/// single bytes, but none of 32 bits, of which ptxas 13.0.88 writes 64.
static LogicalResult checkRelocations(ptx::GlobalOp global,
                                      const ModuleInfo &info) {
  if (ArrayAttr relocations = global.getRelocationsAttr())
    for (auto reloc : relocations.getAsRange<ptx::RelocAttr>())
      if ((reloc.getSize() != 8 && reloc.getSize() != 1 &&
           !getKnownAddress(reloc, info)) ||
          (info.relocatable && reloc.getSize() == 1 &&
           info.functions.contains(reloc.getSymbol().getAttr())))
        return global.emitError()
               << (reloc.getSize() == 1 ? "a byte of the address of a function"
                                        : "an address of 32 bits")
               << " in an initial value is not supported";
  return success();
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

/// The settings of a sampler as bytes: address modes of three dimensions and
/// the filter mode, -1 where none is given, and whether coordinates are never
/// normalized.
static SmallVector<int8_t> getSamplerSettings(DictionaryAttr given) {
  SmallVector<int8_t> bytes = {-1, -1, -1, -1, 0};
  for (NamedAttribute setting : given) {
    StringRef name = setting.getName();
    int8_t value = 0;
    if (auto word = dyn_cast<StringAttr>(setting.getValue()))
      value = llvm::StringSwitch<int8_t>(word.getValue())
                  .Cases({"wrap", "nearest"}, 0)
                  .Cases({"mirror", "linear"}, 1)
                  .Case("clamp_ogl", 2)
                  .Case("clamp_to_edge", 3)
                  .Case("clamp_to_border", 4)
                  .Default(-1);
    else if (auto number = dyn_cast<IntegerAttr>(setting.getValue()))
      value = int8_t(number.getInt());
    int place = llvm::StringSwitch<int>(name)
                    .Case("addr_mode_0", 0)
                    .Case("addr_mode_1", 1)
                    .Case("addr_mode_2", 2)
                    .Case("filter_mode", 3)
                    .Case("force_unnormalized_coords", 4)
                    .Default(-1);
    if (place >= 0)
      bytes[place] = value;
  }
  return bytes;
}

/// The space of a variable as the later levels keep it: what stands for an
/// image has none but its kind.
static StringAttr getVariableSpace(ptx::GlobalOp global) {
  return isImage(global) ? global.getElementTypeAttr()
                         : global.getStateSpaceAttr();
}

/// Copies a variable.
static void createGlobal(OpBuilder &builder, ptx::GlobalOp global,
                         const ModuleInfo &info) {
  const auto &constOffsets = info.constOffsets;
  OperationState state(global.getLoc(), ori::GlobalOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::GlobalOp::Properties>();
  props.sym_name = global.getSymNameAttr();
  props.space = getVariableSpace(global);
  props.size = builder.getI64IntegerAttr(global.getSize());
  props.alignment = builder.getI64IntegerAttr(global.getAlign());
  StringRef linkage = getLinkageName(global.getLinkage());
  if (!linkage.empty())
    props.linkage = builder.getStringAttr(linkage);
  if (global.getManaged())
    props.managed = builder.getUnitAttr();
  if (auto found = constOffsets.find(global.getSymNameAttr());
      found != constOffsets.end())
    props.offset = builder.getI64IntegerAttr(found->second);
  SmallVector<int8_t> init;
  if (auto bytes = global.getInit()) {
    init.assign(bytes->begin(), bytes->end());
    init.resize(std::max<size_t>(init.size(), global.getSize()));
  }
  if (ArrayAttr relocations = global.getRelocationsAttr()) {
    SmallVector<int64_t> offsets, addends, addressBytes;
    SmallVector<Attribute> symbols;
    for (auto reloc : relocations.getAsRange<ptx::RelocAttr>()) {
      if (std::optional<uint64_t> address = getKnownAddress(reloc, info)) {
        uint64_t value =
            (*address + uint64_t(reloc.getAddend())) >> reloc.getShift();
        init.resize(std::max<size_t>(init.size(), global.getSize()));
        for (unsigned i = 0; i < reloc.getSize(); ++i)
          init[reloc.getOffset() + i] = int8_t(value >> 8 * i);
        continue;
      }
      offsets.push_back(reloc.getOffset());
      symbols.push_back(reloc.getSymbol());
      addends.push_back(reloc.getAddend());
      addressBytes.push_back(getAddressPart(reloc, info));
    }
    if (!offsets.empty()) {
      props.reloc_offsets = builder.getDenseI64ArrayAttr(offsets);
      props.reloc_symbols = builder.getArrayAttr(symbols);
      props.reloc_addends = builder.getDenseI64ArrayAttr(addends);
      props.reloc_bytes = builder.getDenseI64ArrayAttr(addressBytes);
    }
  }
  if (global.getDataType() == ptx::DataType::Samplerref)
    if (DictionaryAttr settings = global.getOpaqueInitAttr())
      init = getSamplerSettings(settings);
  if (!init.empty())
    props.init = builder.getDenseI8ArrayAttr(init);
  Operation *variable = builder.create(state);
  if (!info.relocatable || global.getSpace() != ptx::Space::Shared)
    return;
  if (FlatSymbolRefAttr owner = global.getFunctionAttr();
      owner && !info.functions.contains(owner.getAttr()))
    variable->setAttr(kOwnerAttr, owner);
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

/// `.minnctapersm` that the SM cannot fulfil counts for nothing.
static void checkMinCTAs(ptx::EntryOp entry, unsigned sm) {
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
/// 0x160 or 0x210; from sm_100 on it is one among the parameters (observed on
/// ptxas 13.0.88). A tensor map in a parameter must lie so.
static SmallVector<int32_t> layOutParams(ptx::EntryOp entry,
                                         const target::ConstantBank &bank) {
  SmallVector<int32_t> offsets;
  uint64_t before = uint64_t(bank.paramBase - bank.paramOrigin), end = before;
  for (auto param : entry.getParams().getAsRange<ptx::VarAttr>()) {
    // The driver has a place for textures, samplers and surfaces.
    if (!isImageType(param.getDataType()))
      end = llvm::alignTo(end, std::max(param.getAlign(), 1u));
    offsets.push_back(int32_t(end - before));
    end += param.getSize();
  }
  return offsets;
}

static ori::FuncOp createKernel(OpBuilder &builder, ptx::EntryOp entry,
                                const target::ConstantBank &bank) {
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
  props.param_offsets = builder.getDenseI32ArrayAttr(layOutParams(entry, bank));
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

static void setSignature(OpBuilder &builder, ptx::FuncOp function,
                         ori::FuncOp::Properties &props) {
  MLIRContext *context = builder.getContext();
  Signature signature(function.getParams(), function.getReturns());
  Signature::Registers arguments = signature.getArguments(context),
                       results = signature.getResults(context);
  props.function_type =
      TypeAttr::get(FunctionType::get(context, arguments.types, results.types));
  props.argument_regs = builder.getDenseI32ArrayAttr(arguments.numbers);
  props.result_regs = builder.getDenseI32ArrayAttr(results.numbers);
}

/// A declaration of a function of the driver, or of one that is elsewhere.
static ori::FuncOp createDeclaration(OpBuilder &builder, ptx::FuncOp function) {
  OperationState state(function.getLoc(), ori::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::FuncOp::Properties>();
  setSignature(builder, function, props);
  props.sym_name = function.getSymNameAttr();
  props.linkage = builder.getStringAttr(getLinkageName(ptx::Linkage::Extern));
  state.addAttribute(SymbolTable::getVisibilityAttrName(),
                     builder.getStringAttr("private"));
  state.addRegion();
  return cast<ori::FuncOp>(builder.create(state));
}

static StringAttr getPrototypeAttr(OpBuilder &builder, ptx::FuncOp function) {
  return builder.getStringAttr(
      getPrototype(function.getParams(), function.getReturns()));
}

/// A device function of a relocatable object.
static ori::FuncOp createOwnFunction(OpBuilder &builder, ptx::FuncOp function) {
  OperationState state(function.getLoc(), ori::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::FuncOp::Properties>();
  setSignature(builder, function, props);
  props.sym_name = function.getSymNameAttr();
  StringRef linkage = getLinkageName(function.getLinkage());
  if (!linkage.empty())
    props.linkage = builder.getStringAttr(linkage);
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
  auto &props = state.getOrAddProperties<ori::FuncOp::Properties>();
  setSignature(builder, function, props);
  props.sym_name = name;
  StringRef linkage = getLinkageName(function.getLinkage());
  if (!linkage.empty())
    props.linkage = builder.getStringAttr(linkage);
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

static void setLinkage(ori::FuncOp function, ptx::Linkage linkage) {
  StringRef name = getLinkageName(linkage);
  function.setLinkageAttr(name.empty()
                              ? StringAttr()
                              : StringAttr::get(function.getContext(), name));
}

/// The shells of a kernel and of the functions that it reaches.
static KernelInfo createShells(OpBuilder &builder, ptx::EntryOp entry,
                               const Reached &reached, const CallGraph &graph,
                               const target::TargetInfo &target) {
  KernelInfo info;
  info.entry = entry;
  info.kernel = createKernel(builder, entry, *target.bank);
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
      target::VariablePlace place = global.getSpace() == ptx::Space::Const
                                        ? target::VariablePlace::Constant
                                    : hasInit
                                        ? target::VariablePlace::Initialized
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

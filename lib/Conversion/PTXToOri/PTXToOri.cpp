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

#include "Lowering.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"

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

static cubin::Linkage getCubinLinkage(ptx::Linkage linkage) {
  StringRef name = getLinkageName(linkage);
  return name.empty()     ? cubin::Linkage::Local
         : name == "weak" ? cubin::Linkage::Weak
                          : cubin::Linkage::Global;
}

/// The number in a target name, 90 for "sm_90a"; 0 if there is none.
static unsigned getSMNumber(StringRef target) {
  unsigned number = 0;
  target.consume_front("sm_");
  if (target.consumeInteger(10, number))
    return 0;
  return number;
}

using ConstOffsets = llvm::DenseMap<StringAttr, unsigned>;

/// The place in bank 3 of a constant of which the address there is meant, which
/// is a number; none for a generic address.
static std::optional<unsigned> getBankOffset(ptx::RelocAttr reloc,
                                             const ConstOffsets &constOffsets) {
  auto found = constOffsets.find(reloc.getSymbol().getAttr());
  if (reloc.getGeneric() || found == constOffsets.end())
    return std::nullopt;
  return found->second;
}

/// Whether a cubin can have the addresses in the initial value: whole ones and
/// single bytes, but none of 32 bits, of which ptxas 13.0.88 writes 64.
static LogicalResult checkRelocations(ptx::GlobalOp global,
                                      const ConstOffsets &constOffsets) {
  if (ArrayAttr relocations = global.getRelocationsAttr())
    for (auto reloc : relocations.getAsRange<ptx::RelocAttr>())
      if (reloc.getSize() != 8 && reloc.getSize() != 1 &&
          !getBankOffset(reloc, constOffsets))
        return global.emitError("an address of 32 bits in an initial value is "
                                "not supported");
  return success();
}

/// Copies a variable; `constOffsets` has the places of constants in bank 3.
static void createGlobal(OpBuilder &builder, ptx::GlobalOp global,
                         const ConstOffsets &constOffsets) {
  OperationState state(global.getLoc(), ori::GlobalOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::GlobalOp::Properties>();
  props.sym_name = global.getSymNameAttr();
  props.space = global.getStateSpaceAttr();
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
      if (std::optional<unsigned> offset = getBankOffset(reloc, constOffsets)) {
        uint64_t value =
            (*offset + uint64_t(reloc.getAddend())) >> reloc.getShift();
        init.resize(std::max<size_t>(init.size(), global.getSize()));
        for (unsigned i = 0; i < reloc.getSize(); ++i)
          init[reloc.getOffset() + i] = int8_t(value >> 8 * i);
        continue;
      }
      offsets.push_back(reloc.getOffset());
      symbols.push_back(reloc.getSymbol());
      addends.push_back(reloc.getAddend());
      addressBytes.push_back(
          reloc.getSize() == 1 ? int64_t(reloc.getShift() / 8) : -1);
    }
    if (!offsets.empty()) {
      props.reloc_offsets = builder.getDenseI64ArrayAttr(offsets);
      props.reloc_symbols = builder.getArrayAttr(symbols);
      props.reloc_addends = builder.getDenseI64ArrayAttr(addends);
      props.reloc_bytes = builder.getDenseI64ArrayAttr(addressBytes);
    }
  }
  if (!init.empty())
    props.init = builder.getDenseI8ArrayAttr(init);
  builder.create(state);
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
  if (!shape || !entry.getMinnctapersm())
    return;
  uint64_t threads = 1;
  for (int32_t n : *shape)
    threads *= std::max(n, 1);
  if (!target::canHold(sm, unsigned(std::min<uint64_t>(threads, 1024)),
                       *entry.getMinnctapersm()))
    entry.emitWarning("Value of minnctapersm for entry ")
        << entry.getSymName()
        << " is out of range. minnctapersm will be ignored";
}

static ori::FuncOp createKernel(OpBuilder &builder, ptx::EntryOp entry) {
  OperationState state(entry.getLoc(), ori::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::FuncOp::Properties>();
  props.sym_name = entry.getSymNameAttr();
  props.kernel = builder.getUnitAttr();
  StringRef linkage = getLinkageName(entry.getLinkage());
  if (!linkage.empty())
    props.linkage = builder.getStringAttr(linkage);
  SmallVector<int32_t> offsets, sizes, alignments;
  SmallVector<StringRef> spaces;
  bool hasPointers = false;
  for (Attribute attr : entry.getParams()) {
    auto param = cast<ptx::VarAttr>(attr);
    offsets.push_back(param.getOffset());
    sizes.push_back(param.getSize());
    hasPointers |= param.getPointer();
    spaces.push_back(getPointerSpace(param));
    alignments.push_back(param.getPointerAlign());
  }
  props.param_offsets = builder.getDenseI32ArrayAttr(offsets);
  props.param_sizes = builder.getDenseI32ArrayAttr(sizes);
  if (hasPointers) {
    props.param_spaces = builder.getStrArrayAttr(spaces);
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
  state.addRegion();
  return cast<ori::FuncOp>(builder.create(state));
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

  if (failed(ptx::checkNothingShared(source)))
    return failure();
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

  // Offsets in bank 3 and slots of bank 4 are the cubin writer's to choose.
  cubin::Module layout;
  layout.sm = target->sm;
  SmallVector<ptx::GlobalOp> visibleShared, localShared;
  for (Operation &op : source.getBody().front()) {
    if (auto global = dyn_cast<ptx::GlobalOp>(op)) {
      info.globals[global.getSymNameAttr()] = global;
      if (global.getSpace() == ptx::Space::Shared) {
        if (global.isDynamicShared())
          info.dynamicSharedAlign =
              std::max<uint64_t>(info.dynamicSharedAlign, global.getAlign());
        else if (auto function = global.getFunctionAttr())
          info.functionShared[function.getAttr()].push_back(global);
        else if (global.getLinkage() == ptx::Linkage::Internal)
          localShared.push_back(global);
        else
          visibleShared.push_back(global);
        continue;
      }
      cubin::Variable variable;
      variable.name = global.getSymName().str();
      variable.space = global.getSpace() == ptx::Space::Const
                           ? cubin::VarSpace::Const
                           : cubin::VarSpace::Global;
      variable.linkage = getCubinLinkage(global.getLinkage());
      variable.size = global.getSize();
      variable.align = global.getAlign();
      variable.hasInit = global.getInit() || global.getRelocations();
      layout.variables.push_back(std::move(variable));
    } else if (auto entry = dyn_cast<ptx::EntryOp>(op)) {
      cubin::Kernel kernel;
      kernel.name = entry.getSymName().str();
      layout.kernels.push_back(std::move(kernel));
    }
  }
  visibleShared.append(localShared);
  for (auto [i, global] : llvm::enumerate(visibleShared))
    info.sharedRank[global] = i;
  cubin::layoutVariables(layout);
  constexpr uint64_t kConstBankBytes = 0x10000;
  uint64_t constBytes = 0;
  for (cubin::Variable &variable : layout.variables)
    if (variable.space == cubin::VarSpace::Const) {
      info.constOffsets[StringAttr::get(&getContext(), variable.name)] =
          unsigned(*variable.offset);
      constBytes = std::max(constBytes, *variable.offset + variable.size);
    }
  if (constBytes > kConstBankBytes)
    return source.emitError() << "the constants have " << constBytes
                              << " bytes, " << kConstBankBytes << " at most";
  info.constBytes = constBytes;
  std::vector<std::string> slots = cubin::getAddressSlots(layout);
  for (auto [i, symbol] : llvm::enumerate(slots))
    info.addressOffsets[StringAttr::get(&getContext(), symbol)] = 8 * i;

  OpBuilder builder(source);
  OperationState state(source.getLoc(), ori::ModuleOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::ModuleOp::Properties>();
  props.sm = builder.getI32IntegerAttr(target->sm);
  props.sm_suffix = builder.getStringAttr(target->suffix);
  unsigned ptxSM = getSMNumber(source.getTarget());
  if (ptxSM && ptxSM != target->sm)
    props.ptx_sm = builder.getI32IntegerAttr(ptxSM);
  if (!slots.empty()) {
    SmallVector<Attribute> table;
    for (const std::string &symbol : slots)
      table.push_back(FlatSymbolRefAttr::get(&getContext(), symbol));
    props.address_table = builder.getArrayAttr(table);
  }
  state.addRegion()->emplaceBlock();
  auto module = cast<ori::ModuleOp>(builder.create(state));
  builder.setInsertionPointToEnd(&module.getBody().front());

  SmallVector<std::pair<ptx::EntryOp, ori::FuncOp>> bodies;
  LogicalResult result = success();
  for (Operation &op : source.getBody().front()) {
    if (auto global = dyn_cast<ptx::GlobalOp>(op)) {
      if (failed(checkRelocations(global, info.constOffsets)))
        result = failure();
      else if (!global.isDynamicShared())
        createGlobal(builder, global, info.constOffsets);
    } else if (auto entry = dyn_cast<ptx::EntryOp>(op)) {
      if (entry.isExternal())
        continue;
      checkMinCTAs(entry, target->sm);
      bodies.emplace_back(entry, createKernel(builder, entry));
    } else if (auto func = dyn_cast<ptx::FuncOp>(op)) {
      // ptx-inline-calls leaves what calls itself or has its address taken.
      if (!func.isExternal())
        result = op.emitError("a device function that is not inlined is not "
                              "supported yet: '")
                 << func.getSymName() << "'";
    }
  }
  if (failed(result))
    return failure();

  std::vector<unsigned> counts(bodies.size());
  result = failableParallelForEachN(
      &getContext(), 0, bodies.size(), [&](size_t i) -> LogicalResult {
        auto [entry, func] = bodies[i];
        FuncLowering lowering(info, handlers, entry, func);
        LogicalResult result = lowering.run();
        counts[i] = lowering.numLowered;
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

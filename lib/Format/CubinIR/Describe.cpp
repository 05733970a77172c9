//===- Describe.cpp - A decoded cubin as attributes -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For cubins that are to be written anew: everything that the file says becomes
// attributes, or the conversion refuses the file.
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include "ImportCode.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Target/Target.h"

using namespace mlir;
using namespace ptxmlir;

namespace {
class Describer {
public:
  Describer(sass::ModuleOp module, const cubin::Module &description,
            OpBuilder &builder)
      : module(module), description(description), builder(builder),
        loc(module.getLoc()) {}

  LogicalResult run();

private:
  LogicalResult createKernel(const cubin::Kernel &kernel);
  void createVariable(const cubin::Variable &variable);
  LogicalResult check(const cubin::Kernel &kernel);
  IntegerAttr i32(uint64_t value) { return builder.getI32IntegerAttr(value); }
  StringAttr linkage(cubin::Linkage linkage) {
    return linkage == cubin::Linkage::Local  ? StringAttr()
           : linkage == cubin::Linkage::Weak ? builder.getStringAttr("weak")
                                             : builder.getStringAttr("visible");
  }
  DenseI32ArrayAttr dims(const std::optional<std::array<uint32_t, 3>> &dims) {
    if (!dims)
      return {};
    return builder.getDenseI32ArrayAttr(
        {int32_t((*dims)[0]), int32_t((*dims)[1]), int32_t((*dims)[2])});
  }

  sass::ModuleOp module;
  const cubin::Module &description;
  OpBuilder &builder;
  Location loc;
};
} // namespace

static StringRef getSpaceName(cubin::ParamSpace space) {
  switch (space) {
  case cubin::ParamSpace::None:
    return "";
  case cubin::ParamSpace::Local:
    return "local";
  case cubin::ParamSpace::Shared:
    return "shared";
  case cubin::ParamSpace::Const:
    return "const";
  case cubin::ParamSpace::Global:
    return "global";
  case cubin::ParamSpace::Generic:
    return "generic";
  case cubin::ParamSpace::Texture:
    return "texref";
  case cubin::ParamSpace::Sampler:
    return "samplerref";
  case cubin::ParamSpace::Surface:
    return "surfref";
  }
  llvm_unreachable("unknown parameter space");
}

/// What the sass dialect has no attribute for.
LogicalResult Describer::check(const cubin::Kernel &kernel) {
  const char *what = nullptr;
  if (!kernel.functions.empty())
    what = "device functions inside its code";
  else if (!kernel.externs.empty())
    what = "calls of external functions";
  else if (!kernel.indirectBranches.empty() || !kernel.constant2.empty())
    what = "jump tables or constants of its own";
  else if (!kernel.mbarriers.empty() || kernel.numMBarriers)
    what = "mbarrier records";
  else if (!kernel.atom16Emulation.empty())
    what = "16-bit atomics";
  else if (kernel.usesWmma || kernel.usesReservedShared)
    what = "wmma or reserved shared memory";
  else if (llvm::any_of(kernel.params, [](const cubin::Param &param) {
             return cubin::isImage(param.space);
           }))
    what = "parameters that are images";
  else if (kernel.framePointer)
    what = "a frame pointer";
  else if (llvm::any_of(kernel.params, [](const cubin::Param &param) {
             return param.log2PointeeAlign > 30;
           }))
    what = "a pointer parameter whose alignment is out of range";
  if (what)
    return emitError(loc) << "kernel '" << kernel.name << "' has " << what
                          << ", which only the file's image can keep";
  return success();
}

/// Where the spills of a frame begin: below every listed spill, above all other
/// stack accesses. The frame's end if nothing is spilled.
static uint32_t findVariableBytes(const cubin::Kernel &kernel,
                                  ArrayRef<DecodedWord> words) {
  int64_t lowest = kernel.frameBytes;
  for (uint32_t offset : kernel.spills) {
    const std::optional<isa::Inst> &inst = words[offset / kInstBytes].inst;
    if (!inst)
      continue;
    const isa::InstDesc &desc = isa::getDesc(inst->opcode);
    if (desc.isOnlyIn(isa::LocalMemory))
      lowest = std::min(
          lowest,
          desc.mods[desc.findMod("offset")].field.getSigned(inst->mods));
  }
  return uint32_t(std::max<int64_t>(lowest, 0));
}

/// Listed for some of these only.
static bool isMarkedCoopGroup(const isa::InstDesc &desc) {
  return desc.sync == isa::SyncKind::BlockBarrier ||
         (desc.role == isa::ConvergenceRole::WarpSync &&
          desc.findSlot("target") < 0);
}

LogicalResult Describer::createKernel(const cubin::Kernel &kernel) {
  if (failed(check(kernel)))
    return failure();
  std::vector<DecodedWord> words = decodeText(kernel.text, description.sm);
  size_t size = getUnpaddedSize(words);
  OperationState state(loc, sass::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<sass::FuncOp::Properties>();
  props.sym_name = builder.getStringAttr(kernel.name);
  props.kernel = builder.getUnitAttr();
  props.linkage = linkage(kernel.linkage);
  SmallVector<int32_t> offsets, sizes, alignments;
  SmallVector<StringRef> spaces;
  bool hasPointers = false;
  for (const cubin::Param &param : kernel.params) {
    offsets.push_back(param.offset);
    sizes.push_back(param.size);
    spaces.push_back(getSpaceName(param.space));
    hasPointers |= param.space != cubin::ParamSpace::None;
    alignments.push_back(param.log2PointeeAlign ? 1 << param.log2PointeeAlign
                                                : 0);
  }
  props.param_offsets = builder.getDenseI32ArrayAttr(offsets);
  props.param_sizes = builder.getDenseI32ArrayAttr(sizes);
  if (hasPointers) {
    props.param_spaces = builder.getStrArrayAttr(spaces);
    props.param_alignments = builder.getDenseI32ArrayAttr(alignments);
  }
  props.max_threads = dims(kernel.maxntid);
  props.required_threads = dims(kernel.reqntid);
  props.cluster = dims(kernel.ctaPerCluster);
  if (kernel.maxClusterRank)
    props.max_cluster_rank = i32(*kernel.maxClusterRank);
  if (kernel.explicitCluster)
    props.explicit_cluster = builder.getUnitAttr();
  if (kernel.blocksAreClusters)
    props.blocks_are_clusters = builder.getUnitAttr();
  unsigned threads = 0;
  for (auto &limit : {kernel.maxntid, kernel.reqntid})
    if (limit)
      threads = (*limit)[0] * (*limit)[1] * (*limit)[2];
  // Also the result of `.minnctapersm`, which the file does not keep.
  if (kernel.maxRegCount !=
      target::computeRegisterLimit(description.sm, 0, threads, 0))
    props.max_registers = i32(kernel.maxRegCount);
  props.shared_bytes = i32(kernel.sharedBytes);
  if (kernel.hasShared)
    props.shared_alignment = i32(kernel.sharedAlign);
  if (kernel.crsStackBytes)
    props.diverges = builder.getUnitAttr();
  props.local_bytes = i32(kernel.frameBytes);
  props.variable_bytes = i32(findVariableBytes(kernel, words));
  props.registers = i32(kernel.registers);
  props.barriers = i32(kernel.barriers);
  state.addRegion();
  auto func = cast<sass::FuncOp>(builder.create(state));
  importCode(func, {ArrayRef(words).take_front(size), {}, {}});

  // Warp-wide instructions that the compiler made look like the program's own.
  uint32_t offset = 0;
  llvm::BitVector warpWide(words.size()), coopGroup(words.size());
  for (uint32_t at : kernel.intWarpWide)
    warpWide.set(at / kInstBytes);
  for (const cubin::CoopGroupInstr &instr : kernel.coopGroups)
    coopGroup.set(instr.offset / kInstBytes);
  func.walk([&](Operation *op) {
    if (!llvm::isa<sass::InstOpInterface, sass::RawOp>(op))
      return;
    auto inst = dyn_cast<sass::InstOpInterface>(op);
    uint32_t index = offset / kInstBytes;
    offset += kInstBytes;
    if (!inst)
      return;
    const isa::InstDesc &desc = isa::getDesc(inst.getInst().opcode);
    bool isUniformVote =
        desc.role == isa::ConvergenceRole::Vote && desc.writesUniform();
    if (warpWide.test(index) && !isUniformVote)
      op->setAttr("warp_wide", builder.getUnitAttr());
    if (coopGroup.test(index) && isMarkedCoopGroup(desc))
      op->setAttr(kCoopGroupAttr, builder.getUnitAttr());
  });
  return success();
}

void Describer::createVariable(const cubin::Variable &variable) {
  OperationState state(loc, sass::GlobalOp::getOperationName());
  auto &props = state.getOrAddProperties<sass::GlobalOp::Properties>();
  props.sym_name = builder.getStringAttr(variable.name);
  props.space = builder.getStringAttr(
      variable.space == cubin::VarSpace::Const ? "const" : "global");
  props.size = builder.getI64IntegerAttr(variable.size);
  props.alignment = builder.getI64IntegerAttr(variable.align);
  props.linkage = linkage(variable.linkage);
  if (variable.managed)
    props.managed = builder.getUnitAttr();
  if (variable.offset)
    props.offset = builder.getI64IntegerAttr(*variable.offset);
  if (variable.hasInit || !variable.init.empty())
    props.init = builder.getDenseI8ArrayAttr(
        ArrayRef<int8_t>(reinterpret_cast<const int8_t *>(variable.init.data()),
                         variable.init.size()));
  SmallVector<int64_t> offsets, addends, bytes;
  SmallVector<Attribute> symbols;
  for (const cubin::Relocation &reloc : variable.relocations) {
    offsets.push_back(reloc.offset);
    symbols.push_back(
        FlatSymbolRefAttr::get(builder.getContext(), reloc.symbol));
    addends.push_back(reloc.addend);
    bool isByte = reloc.type >= cubin::RelocType::GenericByte0 &&
                  reloc.type <= cubin::RelocType::GenericByte7;
    bytes.push_back(isByte ? int64_t(reloc.type) -
                                 int64_t(cubin::RelocType::GenericByte0)
                           : -1);
  }
  if (!offsets.empty()) {
    props.reloc_offsets = builder.getDenseI64ArrayAttr(offsets);
    props.reloc_symbols = builder.getArrayAttr(symbols);
    props.reloc_addends = builder.getDenseI64ArrayAttr(addends);
    props.reloc_bytes = builder.getDenseI64ArrayAttr(bytes);
  }
  builder.create(state);
}

LogicalResult Describer::run() {
  if (description.ptxTarget && description.ptxTarget != description.sm)
    module.setPtxSm(description.ptxTarget);
  std::vector<std::string> slots = cubin::getAddressSlots(description);
  SmallVector<Attribute> table;
  for (const std::string &symbol : slots)
    table.push_back(FlatSymbolRefAttr::get(builder.getContext(), symbol));
  if (!table.empty())
    module.setAddressTableAttr(builder.getArrayAttr(table));
  for (const cubin::Variable &variable : description.variables)
    createVariable(variable);
  for (const cubin::Kernel &kernel : description.kernels)
    if (failed(createKernel(kernel)))
      return failure();
  return success();
}

LogicalResult ptxmlir::describeCubin(sass::ModuleOp module,
                                     const cubin::LoadedCubin &loaded,
                                     OpBuilder &builder) {
  llvm::Expected<cubin::Module> description = cubin::toModule(loaded);
  if (!description)
    return emitError(module.getLoc())
           << llvm::toString(description.takeError());
  return Describer(module, *description, builder).run();
}

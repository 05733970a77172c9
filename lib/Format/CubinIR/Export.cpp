//===- Export.cpp - From the sass dialect to a cubin ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinIR/Export.h"
#include "ptx-mlir/Format/Cubin/Image.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;

static cubin::Linkage getLinkage(std::optional<StringRef> linkage) {
  if (!linkage)
    return cubin::Linkage::Local;
  return *linkage == "weak" ? cubin::Linkage::Weak : cubin::Linkage::Global;
}

static std::optional<std::array<uint32_t, 3>>
getDims(std::optional<ArrayRef<int32_t>> dims) {
  if (!dims || dims->empty())
    return std::nullopt;
  std::array<uint32_t, 3> result = {1, 1, 1};
  for (unsigned i = 0; i != std::min<size_t>(3, dims->size()); ++i)
    result[i] = uint32_t((*dims)[i]);
  return result;
}

/// Collects the offsets of instructions that the driver and debuggers want.
static void collectOffsets(const CodeLayout &code, cubin::Kernel &kernel) {
  for (const CodeLayout::Placed &placed : code.instructions) {
    auto op = dyn_cast<sass::InstOpInterface>(placed.op);
    if (!op)
      continue;
    const Inst &inst = op.getInst();
    switch (inst.opcode) {
    case Opcode::EXIT:
      kernel.exits.push_back(placed.offset);
      break;
    case Opcode::SHFL:
    case Opcode::MATCH:
    case Opcode::REDUX:
    case Opcode::WARPSYNC:
      kernel.coopGroups.push_back({placed.offset});
      break;
    case Opcode::VOTE:
      kernel.coopGroups.push_back({placed.offset});
      break;
    default:
      break;
    }
    if (placed.op->hasAttr("spill"))
      kernel.spills.push_back(placed.offset);
  }
}

static LogicalResult buildKernel(sass::FuncOp func, unsigned sm,
                                 cubin::Kernel &kernel) {
  CodeLayout code;
  if (failed(layoutCode(func, sm, /*pad=*/true, code)))
    return failure();
  kernel.name = func.getSymName().str();
  kernel.linkage = getLinkage(func.getLinkage());
  kernel.text = std::move(code.text);
  kernel.registers = func.getRegisters();
  kernel.barriers = func.getBarriers();
  kernel.frameBytes = kernel.minStackBytes = func.getLocalBytes();
  kernel.sharedBytes = func.getSharedBytes();
  kernel.hasShared = func.getSharedBytes() != 0 || func.getUsesDynamicShared();
  kernel.referencesShared = kernel.hasShared;
  kernel.sharedAlign = kernel.hasShared ? 16 : 1;
  ArrayRef<int32_t> offsets = func.getParamOffsets(), sizes = func.getParamSizes();
  if (offsets.size() != sizes.size())
    return func.emitOpError("parameter offsets and sizes differ in number");
  for (unsigned i = 0; i != offsets.size(); ++i) {
    cubin::Param param;
    param.ordinal = i;
    param.offset = offsets[i];
    param.size = sizes[i];
    kernel.params.push_back(param);
    kernel.paramBytes = offsets[i] + sizes[i];
  }
  kernel.maxntid = getDims(func.getMaxThreads());
  kernel.reqntid = getDims(func.getRequiredThreads());
  unsigned threads = 0;
  for (auto &dims : {kernel.maxntid, kernel.reqntid})
    if (dims)
      threads = (*dims)[0] * (*dims)[1] * (*dims)[2];
  kernel.maxRegCount =
      cubin::computeMaxRegCount(sm, func.getMaxRegisters().value_or(0), threads,
                                func.getMinCtasPerSm().value_or(0));
  collectOffsets(code, kernel);

  // The frame table: where the entry block ends and the frame is set up.
  uint32_t entryEnd = 0;
  Block *entry = &func.getBody().front();
  std::optional<uint32_t> frameSetup;
  for (const CodeLayout::Placed &placed : code.instructions) {
    if (placed.op->getBlock() != entry)
      break;
    entryEnd = placed.offset + 16;
    if (placed.op->hasAttr("frame_setup"))
      frameSetup = placed.offset + 16;
  }
  uint32_t last = code.codeBytes ? code.codeBytes - 16 : 0;
  kernel.frame = cubin::getFrameRows(entryEnd, frameSetup, last,
                                     func.getBody().hasOneBlock(),
                                     kernel.frameBytes);
  return success();
}

static LogicalResult buildVariable(sass::GlobalOp global, cubin::Variable &variable) {
  variable.name = global.getSymName().str();
  if (global.getSpace() == "const")
    variable.space = cubin::VarSpace::Const;
  else if (global.getSpace() != "global")
    return global.emitOpError("space '") << global.getSpace()
                                         << "' has no section of its own";
  variable.linkage = getLinkage(global.getLinkage());
  variable.size = global.getSize();
  variable.align = global.getAlignment();
  if (global.getOffset())
    variable.offset = *global.getOffset();
  if (auto init = global.getInit()) {
    variable.hasInit = true;
    variable.init.assign(init->begin(), init->end());
  }
  if (auto offsets = global.getRelocOffsets()) {
    variable.hasInit = true;
    for (unsigned i = 0; i != offsets->size(); ++i) {
      cubin::Relocation reloc;
      reloc.offset = (*offsets)[i];
      reloc.symbol =
          cast<FlatSymbolRefAttr>((*global.getRelocSymbols())[i]).getValue().str();
      reloc.addend = (*global.getRelocAddends())[i];
      reloc.type = (*global.getRelocGeneric())[i] ? cubin::RelocType::Generic64
                                                  : cubin::RelocType::Abs64;
      variable.relocations.push_back(std::move(reloc));
    }
  }
  return success();
}

LogicalResult ptxmlir::buildCubinModule(sass::ModuleOp module,
                                        cubin::Module &out) {
  out.sm = module.getSm();
  out.suffix = module.getSmSuffix().empty() ? 0 : module.getSmSuffix()[0];
  for (Operation &op : module.getBody().front()) {
    if (auto func = dyn_cast<sass::FuncOp>(op)) {
      if (func.isDeclaration())
        continue;
      out.kernels.emplace_back();
      if (failed(buildKernel(func, out.sm, out.kernels.back())))
        return failure();
    } else if (auto global = dyn_cast<sass::GlobalOp>(op)) {
      if (global.getSpace() == "shared")
        continue;
      out.variables.emplace_back();
      if (failed(buildVariable(global, out.variables.back())))
        return failure();
    }
  }
  // The code reads addresses from bank 4 by slot number.
  std::vector<std::string> slots = cubin::getAddressSlots(out);
  if (std::optional<ArrayAttr> table = module.getAddressTable())
    for (auto [i, symbol] : llvm::enumerate(*table))
      if (i >= slots.size() ||
          cast<FlatSymbolRefAttr>(symbol).getValue() != slots[i])
        return module.emitOpError("address table entry ")
               << i << " must be " << (i < slots.size() ? slots[i] : "absent");
  return success();
}

/// Writes a decoded cubin back with the code of its functions.
static LogicalResult exportImage(sass::ModuleOp module, ArrayRef<int8_t> image,
                                 SmallVectorImpl<char> &out) {
  llvm::Expected<cubin::LoadedCubin> loaded = cubin::read(ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(image.data()), image.size()));
  if (!loaded)
    return module.emitOpError("image: ") << llvm::toString(loaded.takeError());
  std::vector<cubin::SectionEdit> edits;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>()) {
    const cubin::LoadedKernel *kernel = loaded->findKernel(func.getSymName());
    if (!kernel)
      return func.emitOpError("is not a kernel of the image");
    CodeLayout code;
    if (failed(layoutCode(func, module.getSm(), /*pad=*/false, code)))
      return failure();
    // Tables inside other sections hold code offsets.
    if (code.text.size() != kernel->text.size())
      return func.emitOpError("has ")
             << code.text.size() << " bytes of code, the image "
             << kernel->text.size() << "; an edit must keep the size";
    edits.push_back({kernel->textSection, std::move(code.text)});
  }
  if (llvm::Error error = cubin::rewrite(*loaded, edits, out)) {
    out.clear();
    return module.emitOpError() << llvm::toString(std::move(error));
  }
  return success();
}

LogicalResult ptxmlir::exportCubin(sass::ModuleOp module,
                                   SmallVectorImpl<char> &out) {
  if (std::optional<ArrayRef<int8_t>> image = module.getImage())
    return exportImage(module, *image, out);
  cubin::Module description;
  if (failed(buildCubinModule(module, description)))
    return failure();
  if (llvm::Error error = cubin::write(description, out)) {
    out.clear();
    return module.emitOpError() << llvm::toString(std::move(error));
  }
  return success();
}

//===- Import.cpp - From a cubin to the sass dialect ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin becomes a sass.module that keeps the file: what a reader wants to
// know is attributes, all else stays bytes.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinIR/Import.h"
#include "Describe.h"
#include "ImportCode.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace ptxmlir;

/// Writes the masks' registers that the file lists to the instructions.
static void markMemberMasks(sass::FuncOp func,
                            ArrayRef<cubin::CoopGroupInstr> listed) {
  llvm::DenseMap<uint32_t, uint32_t> maskAt;
  for (const cubin::CoopGroupInstr &instr : listed)
    maskAt[instr.offset] = instr.mask;
  if (maskAt.empty())
    return;
  uint32_t offset = 0;
  func.walk([&](Operation *op) {
    if (!llvm::isa<sass::InstOpInterface, sass::RawOp>(op))
      return;
    auto mask = maskAt.find(offset);
    offset += kInstBytes;
    if (mask == maskAt.end() || !llvm::isa<sass::InstOpInterface>(op))
      return;
    if (mask->second == cubin::CoopGroupInstr::kFullMask) {
      // A vote on true may also be of whoever is active; those are not listed.
      // What is no collective at all is wrong in the list.
      isa::Opcode opcode =
          llvm::cast<sass::InstOpInterface>(op).getInst().opcode;
      const auto &desc = isa::getDesc(opcode);
      bool isOther = desc.role == isa::ConvergenceRole::None &&
                     desc.branch == isa::BranchKind::None &&
                     opcode != isa::Opcode::NOP;
      if (desc.role == isa::ConvergenceRole::Vote || isOther)
        op->setAttr(kMemberMaskAttr,
                    StringAttr::get(op->getContext(), kAllThreads));
      return;
    }
    unsigned number = mask->second & 0xff;
    StringRef file =
        mask->second == cubin::CoopGroupInstr::maskRegister(number) ? "R"
        : mask->second == cubin::CoopGroupInstr::maskUniformRegister(number)
            ? "UR"
            : "";
    if (!file.empty())
      op->setAttr(kMemberMaskAttr,
                  StringAttr::get(op->getContext(), file + Twine(number)));
  });
}

/// The numbers of a shape; null if the file has none.
static DenseI32ArrayAttr
getDims(OpBuilder &builder,
        const std::optional<std::array<uint32_t, 3>> &dims) {
  if (!dims)
    return nullptr;
  auto [x, y, z] = *dims;
  return builder.getDenseI32ArrayAttr({int32_t(x), int32_t(y), int32_t(z)});
}

/// A function of a decoded file: what a reader wants to know of it. The export
/// takes all but the code from the file.
static LogicalResult createKernel(OpBuilder &builder, Location loc,
                                  const cubin::LoadedKernel &kernel,
                                  unsigned sm) {
  if (kernel.text.size() % kInstBytes != 0)
    return emitError(loc) << "the code of '" << kernel.name << "' has "
                          << kernel.text.size()
                          << " bytes, not a multiple of 16";
  OperationState state(loc, sass::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<sass::FuncOp::Properties>();
  props.sym_name = builder.getStringAttr(kernel.name);
  props.kernel = builder.getUnitAttr();
  SmallVector<int32_t> offsets, sizes;
  for (const cubin::Param &param : kernel.params) {
    offsets.push_back(param.offset);
    sizes.push_back(param.size);
  }
  props.param_offsets = builder.getDenseI32ArrayAttr(offsets);
  props.param_sizes = builder.getDenseI32ArrayAttr(sizes);
  props.registers = builder.getI32IntegerAttr(kernel.registers);
  props.barriers = builder.getI32IntegerAttr(kernel.barriers);
  props.local_bytes = builder.getI32IntegerAttr(kernel.frameBytes);
  props.shared_bytes = builder.getI32IntegerAttr(kernel.staticSharedBytes());
  props.max_threads = getDims(builder, kernel.maxntid);
  props.required_threads = getDims(builder, kernel.reqntid);
  state.addRegion();
  auto func = cast<sass::FuncOp>(builder.create(state));
  std::vector<DecodedWord> words = decodeText(kernel.text, sm);
  importCode(func, {words, kernel.indirectBranches, kernel.functions});
  markMemberMasks(func, kernel.coopGroups);
  return success();
}

/// A device function with a section of its own (relocatable files).
static LogicalResult createFunction(OpBuilder &builder, Location loc,
                                    const cubin::LoadedCubin &loaded,
                                    const cubin::LoadedFunction &function) {
  ArrayRef<uint8_t> text = loaded.sections[function.section].data;
  if (function.size % kInstBytes != 0)
    return emitError(loc) << "the code of '" << function.name << "' has "
                          << function.size << " bytes, not a multiple of 16";
  OperationState state(loc, sass::FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<sass::FuncOp::Properties>();
  props.sym_name = builder.getStringAttr(function.name);
  props.registers = builder.getI32IntegerAttr(function.registers);
  state.addRegion();
  auto func = cast<sass::FuncOp>(builder.create(state));
  std::vector<DecodedWord> words =
      decodeText(text.slice(function.offset, function.size), loaded.sm);
  importCode(func, {words, {}, {}});
  return success();
}

/// The module is a symbol table, the file may have local symbols of one name.
static LogicalResult checkNames(sass::ModuleOp module) {
  llvm::DenseSet<StringAttr> names;
  for (Operation &op : module.getBody().front()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (symbol && !names.insert(symbol.getNameAttr()).second)
      return emitError(module.getLoc())
             << "two symbols are named '" << symbol.getName() << "'";
  }
  return success();
}

OwningOpRef<ModuleOp> ptxmlir::importCubin(ArrayRef<uint8_t> bytes,
                                           Location loc,
                                           const ImportOptions &options) {
  llvm::Expected<cubin::LoadedCubin> loaded = cubin::read(bytes);
  if (!loaded) {
    emitError(loc) << llvm::toString(loaded.takeError());
    return nullptr;
  }
  if (!target::lookupTarget(loaded->sm, ""))
    emitWarning(loc) << "no instructions are known for sm_" << loaded->sm
                     << ": its code stays raw words";
  MLIRContext *context = loc.getContext();
  context->loadDialect<sass::SASSDialect>();
  OwningOpRef<ModuleOp> result = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(result->getBody());
  OperationState state(loc, sass::ModuleOp::getOperationName());
  auto &props = state.getOrAddProperties<sass::ModuleOp::Properties>();
  props.sm = builder.getI32IntegerAttr(loaded->sm);
  props.sm_suffix = builder.getStringAttr(
      loaded->suffix ? StringRef(&loaded->suffix, 1) : StringRef());
  if (options.keepImage)
    props.image = builder.getDenseI8ArrayAttr(ArrayRef<int8_t>(
        reinterpret_cast<const int8_t *>(bytes.data()), bytes.size()));
  state.addRegion()->emplaceBlock();
  auto module = cast<sass::ModuleOp>(builder.create(state));
  builder.setInsertionPointToEnd(&module.getBody().front());
  if (!options.keepImage) {
    if (failed(describeCubin(module, *loaded, builder)))
      return nullptr;
  } else {
    for (const cubin::LoadedKernel &kernel : loaded->kernels)
      if (failed(createKernel(builder, loc, kernel, loaded->sm)))
        return nullptr;
    for (const cubin::LoadedFunction &function : loaded->functions)
      if (failed(createFunction(builder, loc, *loaded, function)))
        return nullptr;
  }
  if (failed(checkNames(module)))
    return nullptr;
  return result;
}

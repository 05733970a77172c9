//===- Target.cpp - This compiler as a target of MLIR's gpu dialect -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which gpu-module-to-binary makes objects: the module becomes
// PTX, and this project's driver compiles that in the same process.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/GPU/Target.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "ptx-mlir/Driver/CompileText.h"

using namespace mlir;
using namespace ptxmlir;

/// The words of optxas's command line that an attribute and the caller give.
static std::vector<std::string> getWords(ptx::TargetAttr target,
                                         const gpu::TargetOptions &options) {
  std::vector<std::string> words = {("-arch=" + target.getChip()).str(),
                                    "-O" + std::to_string(target.getOpt())};
  std::string more =
      (target.getOptions() + " " + options.getCmdOptions()).str();
  auto [storage, tokens] = gpu::TargetOptions::tokenizeCmdOptions(more);
  words.insert(words.end(), tokens.begin(), tokens.end());
  return words;
}

/// PTX to a cubin. Errors are one at the module, with the lines of PTX in it.
static std::optional<SmallVector<char, 0>>
compile(Operation *module, ArrayRef<char> ptx, ptx::TargetAttr target,
        const gpu::TargetOptions &options) {
  std::vector<std::string> words = getWords(target, options);
  SmallVector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  StringAttr name = SymbolTable::getSymbolName(module);
  NamedText text = {StringRef(ptx.data(), ptx.size()), name.str() + ".ptx"};
  CompileReport report = compileText(text, pointers);
  if (report.status == CompileReport::Success) {
    if (!report.log.empty())
      module->emitRemark("the compiler says:\n") << report.log;
    return std::move(report.cubin);
  }
  module->emitError("no code for #ptx.target:\n") << report.log;
  return std::nullopt;
}

namespace {

class TargetModel
    : public gpu::TargetAttrInterface::FallbackModel<TargetModel> {
public:
  std::optional<SmallVector<char, 0>>
  serializeToObject(Attribute attribute, Operation *module,
                    const gpu::TargetOptions &options) const;
  Attribute createObject(Attribute attribute, Operation *module,
                         const SmallVector<char, 0> &object,
                         const gpu::TargetOptions &options) const;
};

} // namespace

std::optional<SmallVector<char, 0>>
TargetModel::serializeToObject(Attribute attribute, Operation *module,
                               const gpu::TargetOptions &options) const {
  auto target = cast<ptx::TargetAttr>(attribute);
  bool asBitcode =
      options.getCompilationTarget() == gpu::CompilationTarget::Offload;
  std::optional<SmallVector<char, 0>> ptx =
      translateToPTX(*module, target, options, asBitcode);
  if (!ptx || asBitcode ||
      options.getCompilationTarget() == gpu::CompilationTarget::Assembly)
    return ptx;
  return compile(module, *ptx, target, options);
}

Attribute TargetModel::createObject(Attribute attribute, Operation *module,
                                    const SmallVector<char, 0> &object,
                                    const gpu::TargetOptions &options) const {
  MLIRContext *context = attribute.getContext();
  gpu::CompilationTarget format = options.getCompilationTarget();
  // One cubin needs no container of several.
  if (format == gpu::CompilationTarget::Fatbin)
    format = gpu::CompilationTarget::Binary;
  SmallVector<NamedAttribute> properties;
  if (!options.getELFSection().empty())
    properties.emplace_back(gpu::elfSectionName,
                            StringAttr::get(context, options.getELFSection()));
  SmallVector<gpu::KernelMetadataAttr> kernels;
  module->walk([&](FunctionOpInterface function) {
    if (function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) ||
        function->hasAttr("nvvm.kernel"))
      kernels.push_back(gpu::KernelMetadataAttr::get(function));
  });
  return gpu::ObjectAttr::get(
      attribute, format,
      StringAttr::get(context, StringRef(object.data(), object.size())),
      properties.empty() ? nullptr : DictionaryAttr::get(context, properties),
      kernels.empty() ? nullptr : gpu::KernelTableAttr::get(context, kernels));
}

void ptxmlir::registerGPUTarget(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ptx::PTXDialect *) {
    ptx::TargetAttr::attachInterface<TargetModel>(*context);
  });
}

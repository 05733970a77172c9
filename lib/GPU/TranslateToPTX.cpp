//===- TranslateToPTX.cpp - Device code to PTX by LLVM's backend ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part that needs LLVM's NVPTX backend, and libdevice if the module calls
// it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "ptx-mlir/GPU/Target.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace ptxmlir;

static constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";

namespace {

class ModuleToPTX : public LLVM::ModuleToObject {
public:
  ModuleToPTX(Operation &module, ptx::TargetAttr target,
              const gpu::TargetOptions &options, bool asBitcode);

protected:
  std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
  loadBitcodeFiles(llvm::Module &llvmModule) override;
  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &llvmModule) override;

private:
  SmallVector<Attribute> libraries;
  bool asBitcode;
};

} // namespace

ModuleToPTX::ModuleToPTX(Operation &module, ptx::TargetAttr target,
                         const gpu::TargetOptions &options, bool asBitcode)
    : ModuleToObject(module, kTriple, target.getChip(), target.getFeatures(),
                     int(target.getOpt()), options.getInitialLlvmIRCallback(),
                     options.getLinkedLlvmIRCallback(),
                     options.getOptimizedLlvmIRCallback(),
                     options.getISACallback()),
      libraries(options.getLibrariesToLink()), asBitcode(asBitcode) {
  static llvm::once_flag once;
  llvm::call_once(once, [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  if (target.getLink())
    llvm::append_range(libraries, target.getLink());
  // Functions of libdevice are not known to LLVM; a toolkit has them.
  if (StringRef toolkit = options.getToolkitPath(); !toolkit.empty()) {
    SmallString<128> path(toolkit);
    llvm::sys::path::append(path, "nvvm", "libdevice", "libdevice.10.bc");
    if (llvm::sys::fs::exists(path))
      libraries.push_back(StringAttr::get(module.getContext(), path));
  }
}

std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
ModuleToPTX::loadBitcodeFiles(llvm::Module &llvmModule) {
  SmallVector<std::unique_ptr<llvm::Module>> modules;
  if (failed(loadBitcodeFilesFromList(llvmModule.getContext(), libraries,
                                      modules)))
    return std::nullopt;
  return modules;
}

FailureOr<SmallVector<char, 0>>
ModuleToPTX::moduleToObject(llvm::Module &llvmModule) {
  if (asBitcode)
    return ModuleToObject::moduleToObject(llvmModule);
  FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
  if (failed(machine))
    return getOperation().emitError("LLVM has no NVPTX backend for '")
           << chip << "'";
  FailureOr<SmallString<0>> text = translateModuleToISA(
      llvmModule, **machine, [&] { return getOperation().emitError(); });
  if (failed(text))
    return failure();
  if (isaCallback)
    isaCallback(*text);
  return SmallVector<char, 0>(text->begin(), text->end());
}

std::optional<SmallVector<char, 0>>
ptxmlir::translateToPTX(Operation &module, ptx::TargetAttr target,
                        const gpu::TargetOptions &options, bool asBitcode) {
  return ModuleToPTX(module, target, options, asBitcode).run();
}

void ptxmlir::registerDeviceTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

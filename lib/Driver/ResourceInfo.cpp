//===- ResourceInfo.cpp - What compiled functions use ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas's words (observed on 13.0.88), which its callers search with
// expressions: each line to the letter.
//
//===----------------------------------------------------------------------===//

#include "ResourceInfo.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Driver/CompileStatistics.h"
#include "ptx-mlir/Target/Parameters.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace ptxmlir;

namespace {
/// Local memory of one function.
struct Frame {
  StringRef name;
  uint32_t bytes, stored, loaded;
};
} // namespace

/// The kernel's frame, and those of the functions in its code.
static SmallVector<Frame> getFrames(sass::FuncOp kernel) {
  SmallVector<Frame> frames = {{kernel.getSymName(),
                                uint32_t(kernel.getLocalBytes()),
                                uint32_t(kernel.getSpillStoreBytes()),
                                uint32_t(kernel.getSpillLoadBytes())}};
  std::optional<ArrayAttr> names = kernel.getFunctions();
  auto resources =
      kernel->getAttrOfType<DenseI32ArrayAttr>(sass::kFunctionResourcesAttr);
  if (!names || !resources || resources.size() != 3 * int(names->size()))
    return frames;
  for (auto [i, name] : llvm::enumerate(names->getAsRange<StringAttr>())) {
    // "$kernel$function" is its name in the file.
    StringRef bare = name.getValue();
    bare.consume_front(("$" + kernel.getSymName() + "$").str());
    ArrayRef<int32_t> numbers = resources.asArrayRef().slice(3 * i, 3);
    frames.push_back({bare, uint32_t(numbers[0]), uint32_t(numbers[1]),
                      uint32_t(numbers[2])});
    // The kernel's numbers are those of all its code.
    frames[0].stored -= frames.back().stored;
    frames[0].loaded -= frames.back().loaded;
  }
  return frames;
}

/// The kernels, in the order of the file; in front of them the functions that
/// an object for the linker has beside them.
static SmallVector<sass::FuncOp> getKernels(sass::ModuleOp module) {
  SmallVector<sass::FuncOp> kernels;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>())
    if (!func.isDeclaration())
      kernels.push_back(func);
  std::reverse(kernels.begin(), kernels.end());
  auto isFunction = [](sass::FuncOp func) { return !func.getKernel(); };
  std::reverse(
      kernels.begin(),
      std::stable_partition(kernels.begin(), kernels.end(), isFunction));
  return kernels;
}

void ptxmlir::warnOfResources(sass::ModuleOp module,
                              const CompilerOptions &options,
                              DiagnosticPrinter &printer) {
  if (!options.warnLocal && !options.warnSpills)
    return;
  for (sass::FuncOp kernel : getKernels(module)) {
    SmallVector<Frame> frames = getFrames(kernel);
    // Functions come before the kernel.
    std::rotate(frames.begin(), frames.begin() + 1, frames.end());
    for (const Frame &frame : frames) {
      if (options.warnLocal && frame.bytes)
        printer.warn("Local memory used for function '" + frame.name +
                     "', size of stack frame: " + Twine(frame.bytes) +
                     " bytes");
      if (options.warnSpills && (frame.stored || frame.loaded))
        printer.warn("Registers are spilled to local memory in function '" +
                     frame.name + "', " + Twine(frame.stored) +
                     " bytes spill stores, " + Twine(frame.loaded) +
                     " bytes spill loads");
    }
  }
}

static void printFrame(const Frame &frame, llvm::raw_ostream &os) {
  os << "ptxas info    : Function properties for " << frame.name << '\n'
     << "    " << frame.bytes << " bytes stack frame, " << frame.stored
     << " bytes spill stores, " << frame.loaded << " bytes spill loads\n";
}

void ptxmlir::printResources(sass::ModuleOp module,
                             const CompilerOptions &options,
                             llvm::raw_ostream &os) {
  const target::TargetInfo *target =
      target::lookupTarget(module.getSm(), module.getSmSuffix());
  // From sm_90 on ptxas says nothing of constant banks.
  bool showsBanks = !target->has(target::Feature::CompatSection);
  // The linker adds frames up.
  bool isRelocatable = module->hasAttr(kRelocatableAttr);
  uint64_t globalBytes = 0, constBytes = 0;
  for (auto global : module.getBody().front().getOps<sass::GlobalOp>()) {
    if (global.getSpace() == "global")
      globalBytes += global.getSize();
    else if (global.getSpace() == "const")
      constBytes += global.getSize();
  }
  os << "ptxas info    : " << globalBytes << " bytes gmem";
  if (showsBanks && constBytes)
    os << ", " << constBytes << " bytes cmem[3]";
  if (std::optional<ArrayAttr> table = module.getAddressTable();
      showsBanks && table && !table->empty())
    os << ", " << 8 * table->size() << " bytes cmem[4]";
  os << '\n';
  std::string arch =
      ("sm_" + Twine(module.getSm()) + module.getSmSuffix()).str();
  for (sass::FuncOp kernel : getKernels(module)) {
    SmallVector<Frame> frames = getFrames(kernel);
    if (kernel.getKernel())
      os << "ptxas info    : Compiling entry function '" << kernel.getSymName()
         << "' for '" << arch << "'\n";
    printFrame(frames[0], os);
    if (!kernel.getKernel())
      continue;
    os << "ptxas info    : Used " << kernel.getRegisters()
       << " registers, used " << kernel.getBarriers() << " barriers";
    if (uint32_t bytes =
            std::max(kernel.getLocalBytes(), kernel.getStackBytes());
        bytes && !isRelocatable)
      os << ", " << bytes << " bytes cumulative stack size";
    if (kernel.getSharedBytes())
      os << ", " << kernel.getSharedBytes() << " bytes smem";
    if (showsBanks) {
      unsigned paramEnd = 0;
      if (!kernel.getParamOffsets().empty())
        paramEnd =
            kernel.getParamOffsets().back() + kernel.getParamSizes().back();
      os << ", "
         << target::getParamBase(target->sm, kernel.getParamOffsets(),
                                 kernel.getParamSizes()) +
                paramEnd
         << " bytes cmem[0]";
      // A table of functions; its first entry is no function's.
      if (std::optional<ArrayAttr> table = kernel.getFunctionTable())
        os << ", " << 8 * (table->size() + 1) << " bytes cmem[2]";
    }
    os << '\n';
    if (options.statistics)
      os << "ptxas info    : Compile time = "
         << llvm::format("%.3f ms\n", std::chrono::duration<double, std::milli>(
                                          options.statistics
                                              ->getFunction(kernel.getSymName())
                                              .total())
                                          .count());
    for (const Frame &frame : llvm::drop_begin(frames))
      printFrame(frame, os);
  }
}

void ptxmlir::collectResources(sass::ModuleOp module,
                               std::vector<FunctionResources> &resources) {
  for (sass::FuncOp func : getKernels(module)) {
    FunctionResources r;
    r.name = func.getSymName().str();
    r.isKernel = func.getKernel();
    r.registers = func.getRegisters();
    r.barriers = func.getBarriers();
    r.sharedBytes = func.getSharedBytes();
    r.localBytes = func.getLocalBytes();
    r.spillStoreBytes = func.getSpillStoreBytes();
    r.spillLoadBytes = func.getSpillLoadBytes();
    if (!func.getParamOffsets().empty())
      r.paramBytes =
          func.getParamOffsets().back() + func.getParamSizes().back();
    resources.push_back(std::move(r));
  }
}

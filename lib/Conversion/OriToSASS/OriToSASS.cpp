//===- OriToSASS.cpp - The conversion from ori to sass --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: makes the shells of the sass.module in order, lets the kernels be
// filled in parallel, and adds up what a kernel's chain of calls needs of the
// stack.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "StackSize.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"
#include "ptx-mlir/Conversion/OriToSASS/Passes.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "ptx-mlir/Target/Target.h"

namespace ptxmlir {
#define GEN_PASS_DEF_CONVERTORITOSASSPASS
#include "ptx-mlir/Conversion/OriToSASS/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;

namespace {
class ConvertOriToSASS
    : public ptxmlir::impl::ConvertOriToSASSPassBase<ConvertOriToSASS> {
public:
  using ConvertOriToSASSPassBase::ConvertOriToSASSPassBase;
  void runOnOperation() override;

private:
  LogicalResult convert(ori::ModuleOp source);
};
} // namespace

/// An op of `name` with the attributes of `op` that it shares.
static Operation *createLike(OpBuilder &builder, Operation *op, StringRef name,
                             ArrayRef<StringRef> without = {}) {
  OperationState state(op->getLoc(), name);
  for (NamedAttribute attr : op->getAttrs())
    if (!llvm::is_contained(without, attr.getName().getValue()))
      state.addAttribute(attr.getName(), attr.getValue());
  for (unsigned i = 0; i != op->getNumRegions(); ++i)
    state.addRegion();
  return builder.create(state);
}

namespace {
/// A kernel with its device functions, in the order of their code.
struct Kernel {
  ori::FuncOp func;
  sass::FuncOp shell;
  SmallVector<ori::FuncOp> functions;
  unsigned numInstructions = 0, numCopies = 0, numBlocks = 0;
};
} // namespace

/// Frees the code of a function that has been converted: the next one goes to
/// its memory, which is much less work for the system than new memory.
static void eraseBody(ori::FuncOp func) {
  func.getBody().dropAllReferences();
  func.getBody().getBlocks().clear();
}

/// Fills the shell of a kernel with its code and that of its functions.
static LogicalResult lowerKernel(Kernel &kernel, unsigned sm,
                                 const AddressTable *addresses) {
  SmallVector<uint32_t> frames;
  uint32_t helperBytes = 0;
  LogicalResult result = success();
  auto lower = [&](ori::FuncOp func) {
    FunctionLowering lowering(func, kernel.shell, sm, addresses);
    if (failed(lowering.run()))
      result = failure();
    kernel.numInstructions += lowering.numInstructions;
    kernel.numCopies += lowering.numCopies;
    kernel.numBlocks += lowering.numSplitEdges;
    frames.push_back(lowering.getFrameBytes());
    helperBytes = std::max(helperBytes, lowering.getHelperBytes());
  };
  lower(kernel.func);
  SmallVector<StringRef> names;
  SmallVector<int32_t> resources;
  uint32_t stored = kernel.func.getSpillStoreBytes(),
           loaded = kernel.func.getSpillLoadBytes();
  for (ori::FuncOp function : kernel.functions) {
    lower(function);
    names.push_back(function.getSymName());
    resources.append({int32_t(frames.back()),
                      int32_t(function.getSpillStoreBytes()),
                      int32_t(function.getSpillLoadBytes())});
    stored += function.getSpillStoreBytes();
    loaded += function.getSpillLoadBytes();
  }
  if (failed(result))
    return failure();
  if (kernel.func->hasAttr(kDebugLocalsAttr)) {
    SmallVector<NamedAttribute> locals;
    auto add = [&](ori::FuncOp func) {
      if (Attribute own = func->getAttr(kDebugLocalsAttr))
        locals.push_back({func.getSymNameAttr(), own});
    };
    add(kernel.func);
    for (ori::FuncOp function : kernel.functions)
      add(function);
    kernel.shell->setAttr(
        kDebugLocalsAttr,
        DictionaryAttr::get(kernel.shell.getContext(), locals));
  }
  kernel.shell.setLocalBytes(frames.front());
  // Of an object for a linker that adds up.
  bool isRelocatable = addresses && !addresses->isProgram;
  kernel.shell.setStackBytes(
      helperBytes +
      (isRelocatable
           ? frames.front()
           : computeStackBytes(kernel.func, kernel.functions, frames)));
  OpBuilder builder(kernel.shell);
  kernel.shell.setSpillStoreBytes(stored);
  kernel.shell.setSpillLoadBytes(loaded);
  if (!names.empty()) {
    kernel.shell.setFunctionsAttr(builder.getStrArrayAttr(names));
    kernel.shell->setAttr(sass::kFunctionResourcesAttr,
                          builder.getDenseI32ArrayAttr(resources));
  }
  eraseBody(kernel.func);
  llvm::for_each(kernel.functions, eraseBody);
  return success();
}

/// What the address table stands for where a linker fills in addresses.
static FailureOr<AddressTable> getAddressTable(ori::ModuleOp source) {
  AddressTable result;
  std::optional<ArrayAttr> table = source.getAddressTable();
  if (!table)
    return result;
  SymbolTable symbols(source);
  for (Attribute attr : *table) {
    auto nested = dyn_cast<SymbolRefAttr>(attr);
    Operation *op =
        nested ? symbols.lookup(nested.getRootReference()) : nullptr;
    if (!op)
      return source.emitError("has an address of no symbol: ") << attr;
    auto symbol = dyn_cast<FlatSymbolRefAttr>(nested);
    target::SymbolKind kind = target::SymbolKind::Function;
    if (auto global = dyn_cast<ori::GlobalOp>(op))
      kind = global.getSpace() == "const"    ? target::SymbolKind::Const
             : global.getSpace() == "shared" ? target::SymbolKind::Shared
             : global.getSpace() == "global" ? target::SymbolKind::Global
                                             : target::SymbolKind::Image;
    if (!symbol) {
      // A parameter that the driver binds to an image.
      kind = target::SymbolKind::Image;
      symbol = FlatSymbolRefAttr::get(
          source.getContext(),
          target::getImageParamSymbol(nested.getRootReference(),
                                      nested.getLeafReference()));
    }
    result.entries.push_back({symbol, kind});
  }
  return result;
}

LogicalResult ConvertOriToSASS::convert(ori::ModuleOp source) {
  unsigned sm = source.getSm();
  if (!target::lookupTarget(sm, source.getSmSuffix()))
    return source.emitError("unknown target sm_") << sm << source.getSmSuffix();
  bool isRelocatable = source->hasAttr(kRelocatableAttr);
  bool isExtensible = source->hasAttr(kExtensibleAttr);
  FailureOr<AddressTable> addresses = AddressTable();
  if (isRelocatable || isExtensible) {
    addresses = getAddressTable(source);
    if (failed(addresses))
      return failure();
    addresses->isProgram = isExtensible;
  }
  OpBuilder builder(source);
  auto module = cast<sass::ModuleOp>(
      createLike(builder, source, sass::ModuleOp::getOperationName()));
  builder.setInsertionPointToEnd(&module.getBody().emplaceBlock());

  // Shells in source order, then the bodies.
  std::vector<Kernel> kernels;
  llvm::DenseMap<StringAttr, unsigned> kernelOf;
  for (Operation &op : source.getBody().front()) {
    if (auto func = dyn_cast<ori::FuncOp>(op)) {
      if (!func.getKernel() && !func.isDeclaration() && !isRelocatable)
        continue;
      auto shell = cast<sass::FuncOp>(createLike(
          builder, func, sass::FuncOp::getOperationName(),
          {"block_regs", "argument_regs", "result_regs", "function_type"}));
      if (func.isDeclaration())
        continue;
      kernelOf[func.getSymNameAttr()] = kernels.size();
      Kernel &kernel = kernels.emplace_back();
      kernel.func = func;
      kernel.shell = shell;
    } else if (llvm::isa<ori::GlobalOp>(op)) {
      createLike(builder, &op, sass::GlobalOp::getOperationName());
    } else {
      return op.emitError("cannot be converted to sass");
    }
  }
  for (auto func : source.getBody().front().getOps<ori::FuncOp>()) {
    if (func.getKernel() || func.isDeclaration())
      continue;
    if (func.getArgumentRegs().size() != func.getArgumentTypes().size() ||
        func.getResultRegs().size() != func.getResultTypes().size())
      return func.emitError("has no registers for its arguments and results");
    if (isRelocatable)
      continue;
    FlatSymbolRefAttr owner = func.getOfKernelAttr();
    auto found = owner ? kernelOf.find(owner.getAttr()) : kernelOf.end();
    if (found == kernelOf.end())
      return func.emitError("is a device function of no kernel");
    kernels[found->second].functions.push_back(func);
  }
  if (failed(failableParallelForEachN(
          &getContext(), 0, kernels.size(), [&](size_t i) {
            return lowerKernel(kernels[i], sm,
                               isRelocatable || isExtensible ? &*addresses
                                                             : nullptr);
          }))) {
    module.erase();
    return failure();
  }
  for (const Kernel &kernel : kernels) {
    numInstructions += kernel.numInstructions;
    numCopies += kernel.numCopies;
    numBlocks += kernel.numBlocks;
  }
  source.erase();
  return success();
}

void ConvertOriToSASS::runOnOperation() {
  for (auto module :
       llvm::make_early_inc_range(getOperation().getOps<ori::ModuleOp>()))
    if (failed(convert(module)))
      return signalPassFailure();
}

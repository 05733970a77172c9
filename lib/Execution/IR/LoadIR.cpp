//===- LoadIR.cpp - Runs sass and ori IR in the machine -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass is encoded and loaded like a file. ori needs a shell: a cubin in which
// each kernel is an EXIT says all that the machine must know besides the code.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/IR/LoadIR.h"
#include "OriCode.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/CubinIR/Export.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::exec;

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The module as the CUDA driver would load it.
static llvm::Expected<Program> loadEncoded(sass::ModuleOp module,
                                           GlobalMemory &memory) {
  SmallVector<char, 0> bytes;
  if (failed(exportCubin(module, bytes)))
    return bad("the module cannot be encoded");
  auto cubin = cubin::read(ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  if (!cubin)
    return cubin.takeError();
  // Nothing of the program refers to the bytes.
  return loadCubin(*cubin, memory);
}

/// An op of `name` with the attributes of `op`, without those of `ori` alone.
static Operation *createLike(OpBuilder &builder, Operation *op,
                             StringRef name) {
  OperationState state(op->getLoc(), name);
  for (NamedAttribute attr : op->getAttrs())
    if (attr.getName() != "block_regs" && attr.getName() != "function_type")
      state.addAttribute(attr.getName(), attr.getValue());
  for (unsigned i = 0; i != op->getNumRegions(); ++i)
    state.addRegion();
  return builder.create(state);
}

static bool isWanted(StringRef name, const LoadOptions &options) {
  return options.kernel.empty() || name == options.kernel;
}

//===----------------------------------------------------------------------===//
// sass
//===----------------------------------------------------------------------===//

llvm::Expected<Program> exec::loadSASS(sass::ModuleOp module,
                                       GlobalMemory &memory,
                                       const LoadOptions &options) {
  // A decoded cubin describes itself as a whole. Which addresses of functions
  // of the driver are where depends on all kernels.
  bool hasSystemCalls =
      llvm::any_of(module.getBody().front().getOps<sass::FuncOp>(),
                   [](sass::FuncOp func) { return func.isDeclaration(); });
  if (module.getImage() || options.kernel.empty() || hasSystemCalls)
    return loadEncoded(module, memory);
  OpBuilder builder(module.getContext());
  OwningOpRef<ModuleOp> holder = ModuleOp::create(module.getLoc());
  builder.setInsertionPointToEnd(holder->getBody());
  auto part = cast<sass::ModuleOp>(
      createLike(builder, module, sass::ModuleOp::getOperationName()));
  builder.setInsertionPointToEnd(&part.getBody().emplaceBlock());
  for (Operation &op : module.getBody().front()) {
    auto func = dyn_cast<sass::FuncOp>(op);
    if (!func || !func.getKernel() || isWanted(func.getSymName(), options))
      builder.clone(op);
  }
  return loadEncoded(part, memory);
}

//===----------------------------------------------------------------------===//
// ori
//===----------------------------------------------------------------------===//

/// All that the machine has to know of the kernels besides their code, from a
/// cubin in which each of them is an EXIT.
static llvm::Expected<Program> loadShell(ori::ModuleOp module,
                                         ArrayRef<ori::FuncOp> kernels,
                                         GlobalMemory &memory) {
  module.getContext()->getOrLoadDialect<sass::SASSDialect>();
  OpBuilder builder(module.getContext());
  OwningOpRef<ModuleOp> holder = ModuleOp::create(module.getLoc());
  builder.setInsertionPointToEnd(holder->getBody());
  auto shell = cast<sass::ModuleOp>(
      createLike(builder, module, sass::ModuleOp::getOperationName()));
  builder.setInsertionPointToEnd(&shell.getBody().emplaceBlock());
  for (auto global : module.getBody().front().getOps<ori::GlobalOp>())
    createLike(builder, global, sass::GlobalOp::getOperationName());
  isa::Inst exit;
  exit.opcode = isa::Opcode::EXIT;
  exit.mods = isa::EXIT::kDefaultMods;
  exit.ops[isa::EXIT::kPp] = isa::Operand::p(isa::PT);
  for (ori::FuncOp kernel : kernels) {
    OpBuilder::InsertionGuard guard(builder);
    auto func = cast<sass::FuncOp>(
        createLike(builder, kernel, sass::FuncOp::getOperationName()));
    builder.setInsertionPointToEnd(&func.getBody().emplaceBlock());
    sass::createInst(builder, kernel.getLoc(), exit);
    sass::EndOp::create(builder, kernel.getLoc());
  }
  return loadEncoded(shell, memory);
}

/// The operation of an instruction and where it comes from.
static std::string describeOp(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!op || llvm::isa<ori::FuncOp>(op))
    return "start of the function";
  op->print(os, OpPrintingFlags().useLocalScope().skipRegions());
  op->getLoc()->walk([&](Location loc) {
    auto position = dyn_cast<FileLineColLoc>(loc);
    if (!position)
      return WalkResult::advance();
    os << ", line " << position.getLine();
    return WalkResult::interrupt();
  });
  return text;
}

llvm::Expected<Program> exec::loadOri(ori::ModuleOp module,
                                      GlobalMemory &memory,
                                      const LoadOptions &options) {
  SmallVector<ori::FuncOp> kernels;
  for (auto func : module.getBody().front().getOps<ori::FuncOp>()) {
    if (func.isDeclaration())
      return bad("calls of '" + func.getSymName() +
                 "' are executed as machine code only");
    if (!func.getKernel() || !isWanted(func.getSymName(), options))
      continue;
    if (func.getCalls())
      return bad("calls of kernel '" + func.getSymName() +
                 "' are executed as machine code only");
    kernels.push_back(func);
  }
  llvm::Expected<Program> program = loadShell(module, kernels, memory);
  if (!program)
    return program;
  auto ops = std::make_shared<std::vector<Operation *>>();
  for (ori::FuncOp func : kernels) {
    auto kernel = llvm::find_if(program->kernels, [&](const Kernel &k) {
      return k.name == func.getSymName();
    });
    if (kernel == program->kernels.end())
      return bad("kernel '" + func.getSymName() + "' was not encoded");
    OriCode code(func, *program, *ops, options.meet);
    if (llvm::Error e = code.append(*kernel))
      return std::move(e);
  }
  program->describer = [ops](uint64_t index) {
    return describeOp(index < ops->size() ? (*ops)[index] : nullptr);
  };
  return program;
}

llvm::Expected<Program> exec::loadIR(ModuleOp module, GlobalMemory &memory,
                                     const LoadOptions &options) {
  for (Operation &op : *module.getBody()) {
    if (auto sass = dyn_cast<sass::ModuleOp>(op))
      return loadSASS(sass, memory, options);
    if (auto ori = dyn_cast<ori::ModuleOp>(op))
      return loadOri(ori, memory, options);
  }
  return bad("no ori.module and no sass.module");
}

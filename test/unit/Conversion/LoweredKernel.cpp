//===- LoweredKernel.cpp - Runs the lowering of a few instructions --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of a few PTX instructions is lowered, its slow paths are expanded,
// and the operations are evaluated one by one, without registers or encoding.
//
//===----------------------------------------------------------------------===//

#include "LoweredKernel.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Dialect/Ori/Utils/DerivedBuilder.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::test;

/// Offset of the first kernel parameter in constant bank 0 (sm_90).
static constexpr unsigned kParameters = 0x210;

/// Slow paths become straight-line code: with the fast sequence, or alone.
static void expandSlowPaths(ori::FuncOp func, bool slowOnly) {
  SmallVector<ori::SlowPathOp> paths;
  func.walk([&](ori::SlowPathOp path) { paths.push_back(path); });
  ori::ConstantPool pool(OpBuilder::atBlockBegin(&func.getBody().front()));
  for (ori::SlowPathOp path : paths) {
    OpBuilder builder(path);
    ori::DerivedBuilder derived(builder, path.getLoc(), pool);
    path.getResult().replaceAllUsesWith(slowOnly
                                            ? ori::emitSlow(derived, path)
                                            : ori::emitInline(derived, path));
    path.erase();
  }
}

LoweredKernel::LoweredKernel(const std::string &body,
                             const std::vector<std::string> &types,
                             bool slowOnly) {
  // Each parameter has 8 bytes; the first is the address of the result.
  std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 o, .param .u64 a, .param .u64 b, "
      ".param .u64 c)\n{\n.reg .u64 %o;\n.reg .pred %p, %q;\n";
  std::string loads = "ld.param.u64 %o, [o];\n";
  const char *names[] = {"d", "a", "b", "c"};
  for (auto [index, type] : llvm::enumerate(types)) {
    text += ".reg ." + type + " %" + names[index] + ";\n";
    if (index)
      loads += "ld.param." + type + " %" + names[index] + ", [" + names[index] +
               "];\n";
  }
  text += loads + body + "\nst.global." + types[0] + " [%o], %d;\nret;\n}\n";

  DialectRegistry registry;
  registry.insert<ptx::PTXDialect, ori::OriDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module = ptx::importPTX(text, "test.ptx", &context);
  if (!module) {
    error += "no module";
    return;
  }
  PassManager pm(&context);
  pm.addPass(createConvertPTXToOri());
  if (failed(pm.run(*module))) {
    error += "lowering failed";
    return;
  }
  module->walk([&](ori::FuncOp func) {
    expandSlowPaths(func, slowOnly);
    compile(func);
  });
}

void LoweredKernel::compile(Operation *kernel) {
  llvm::DenseMap<Value, unsigned> numbers;
  auto number = [&](Value v) {
    return numbers.try_emplace(v, numbers.size()).first->second;
  };
  for (Operation &op : kernel->getRegion(0).front()) {
    Step step;
    for (Value v : op.getOperands()) {
      step.operands.push_back(number(v));
      step.widths.push_back(ori::getWidth(v.getType()));
    }
    for (Value v : op.getResults())
      step.results.push_back(number(v));
    if (auto imm = dyn_cast<ori::ImmOp>(op)) {
      step.kind = Step::Constant;
      step.value = imm.getBits();
    } else if (llvm::isa<ori::UndefOp>(op)) {
      step.kind = Step::Constant;
      step.value = 0xdeadbeefdeadbeef;
    } else if (auto bank = dyn_cast<ori::CBankOp>(op)) {
      step.kind = Step::Parameter;
      step.value = bank.getOffset() - kParameters;
      if (step.value / 8 > 3)
        step.kind = Step::Constant;
    } else if (llvm::isa<ori::CombineOp>(op)) {
      step.kind = Step::Combine;
    } else if (auto extract = dyn_cast<ori::ExtractOp>(op)) {
      step.kind = Step::Extract;
      step.value = extract.getIndex();
    } else if (auto inst = dyn_cast<ori::InstOpInterface>(op)) {
      step.kind = Step::Inst;
      step.opcode = inst.getOpcode();
      step.mods = inst.getModBits();
      if (step.opcode == ptxmlir::isa::Opcode::STG) {
        stored = number(op.getOperand(ptxmlir::isa::STG::kData));
        continue;
      }
      // The descriptor of global memory.
      if (inst.getDesc().isOnlyIn(ptxmlir::isa::ConstantMemory))
        continue;
      std::string missing;
      if (!ptxmlir::isa::sem::bindPure(step.opcode, step.mods, step.op,
                                       &missing)) {
        error += std::string(inst.getDesc().name) + " has no meaning " +
                 missing + "\n";
        return;
      }
      if (inst.isGuarded()) {
        step.guard = int(number(inst.getGuard()));
        step.guardNot = inst.isGuardNegated();
      }
      ++numInstructions;
    } else {
      continue;
    }
    steps.push_back(step);
  }
  numValues = numbers.size();
}

void LoweredKernel::runInst(const Step &step,
                            std::vector<uint64_t> &values) const {
  const ptxmlir::isa::InstDesc &desc = ptxmlir::isa::getDesc(step.opcode);
  if (step.guard >= 0 && bool(values[step.guard] & 1) == step.guardNot) {
    for (auto [index, result] : llvm::enumerate(step.results))
      values[result] = values[step.operands[desc.numUses + 1 + index]];
    return;
  }
  ptxmlir::isa::sem::In<ptxmlir::isa::sem::HostDomain> in{};
  for (unsigned i = 0; i != desc.numUses; ++i) {
    const ptxmlir::isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
    llvm::StringRef name = slot.name;
    uint64_t value = values[step.operands[i]];
    bool bit = value & 1;
    if (slot.kind == ptxmlir::isa::Operand::P && slot.notMod >= 0)
      bit ^= desc.mods[slot.notMod].field.get(step.mods) != 0;
    if (name == "a")
      in.a = value;
    else if (name == "b")
      in.b = value;
    else if (name == "c")
      in.c = value;
    else if (name == "pp")
      in.pp = bit;
    else if (name == "pq")
      in.pq = bit;
    else if (name == "pr")
      in.pr = bit;
  }
  ptxmlir::isa::sem::Out<ptxmlir::isa::sem::HostDomain> out;
  if (mufu && step.opcode == ptxmlir::isa::Opcode::MUFU)
    out.d =
        mufu(ptxmlir::isa::sem::MufuOp(ptxmlir::isa::MUFU::op.get(step.mods)),
             uint32_t(in.b));
  else
    out = ptxmlir::isa::sem::evaluate(step.op, in);
  for (unsigned i = 0; i != desc.numDefs; ++i) {
    llvm::StringRef name = desc.slots[i].name;
    unsigned width = ptxmlir::isa::slotWidth(desc, i, step.mods);
    values[step.results[i]] = name == "pu"   ? out.pu
                              : name == "pv" ? out.pv
                              : width == 1   ? uint32_t(out.d)
                                             : out.d;
  }
}

uint64_t LoweredKernel::run(uint64_t a, uint64_t b, uint64_t c) const {
  uint64_t parameters[4] = {0, a, b, c};
  std::vector<uint64_t> values(numValues);
  for (const Step &step : steps) {
    switch (step.kind) {
    case Step::Constant:
      values[step.results[0]] = step.value;
      break;
    case Step::Parameter:
      values[step.results[0]] =
          parameters[step.value / 8] >> (8 * (step.value % 8));
      break;
    case Step::Combine: {
      uint64_t value = 0;
      unsigned at = 0;
      for (auto [operand, width] : llvm::zip(step.operands, step.widths)) {
        uint64_t part =
            width == 1 ? uint32_t(values[operand]) : values[operand];
        value |= part << (32 * at);
        at += width;
      }
      values[step.results[0]] = value;
      break;
    }
    case Step::Extract:
      values[step.results[0]] =
          uint32_t(values[step.operands[0]] >> (32 * step.value));
      break;
    case Step::Inst:
      runInst(step, values);
      break;
    }
  }
  return values[stored];
}

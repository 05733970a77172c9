//===- Import.cpp - From a cubin to the sass dialect ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/Endian.h"
#include <map>

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

namespace {
/// One word of the code.
struct Decoded {
  isa::Word word;
  std::optional<Inst> inst;
  /// Offset of the code address it names, if that lies in this function.
  std::optional<uint32_t> target;
};
} // namespace

static constexpr unsigned kInstBytes = 16;

static std::vector<Decoded> decodeAll(ArrayRef<uint8_t> text, unsigned sm) {
  std::vector<Decoded> code;
  for (size_t at = 0; at + kInstBytes <= text.size(); at += kInstBytes) {
    Decoded d;
    d.word = {llvm::support::endian::read64le(&text[at]),
              llvm::support::endian::read64le(&text[at + 8])};
    d.inst = isa::decode(d.word, sm);
    if (d.inst) {
      const isa::InstDesc &desc = isa::getDesc(d.inst->opcode);
      for (unsigned i = 0; i != desc.slots.size(); ++i) {
        if (d.inst->ops[i].kind != Operand::Label)
          continue;
        int64_t target = int64_t(at + kInstBytes) + d.inst->ops[i].value;
        if (target >= 0 && target < int64_t(text.size()) &&
            target % kInstBytes == 0)
          d.target = uint32_t(target);
      }
    }
    code.push_back(std::move(d));
  }
  return code;
}

/// True for branches whose target is a block.
static bool isBranch(const Decoded &d) {
  return d.inst && d.inst->opcode == Opcode::BRA && d.target;
}

static void buildBody(sass::FuncOp func, ArrayRef<Decoded> code) {
  OpBuilder builder(func.getContext());
  Location loc = func.getLoc();
  // Blocks begin at the entry, at branch targets and behind branches.
  std::map<uint32_t, Block *> blocks;
  std::map<uint32_t, StringAttr> labels;
  blocks[0] = nullptr;
  for (size_t i = 0; i != code.size(); ++i) {
    uint32_t next = uint32_t(i + 1) * kInstBytes;
    if (isBranch(code[i])) {
      blocks[*code[i].target] = nullptr;
      if (next < code.size() * kInstBytes)
        blocks[next] = nullptr;
    } else if (code[i].target) {
      labels[*code[i].target] = nullptr;
    }
  }
  for (auto &[offset, block] : blocks) {
    block = new Block();
    func.getBody().push_back(block);
  }
  unsigned number = 0;
  for (auto &[offset, name] : labels)
    name = builder.getStringAttr("L" + Twine(number++));

  for (auto it = blocks.begin(); it != blocks.end(); ++it) {
    auto next = std::next(it);
    uint32_t end = next == blocks.end() ? uint32_t(code.size()) * kInstBytes
                                        : next->first;
    builder.setInsertionPointToEnd(it->second);
    bool ended = false;
    for (uint32_t offset = it->first; offset != end; offset += kInstBytes) {
      const Decoded &d = code[offset / kInstBytes];
      if (auto label = labels.find(offset); label != labels.end())
        sass::LabelOp::create(builder, loc, label->second);
      if (!d.inst) {
        sass::RawOp::create(builder, loc, int64_t(d.word.lo), int64_t(d.word.hi));
        continue;
      }
      Inst inst = *d.inst;
      if (isBranch(d)) {
        SmallVector<Block *, 2> targets = {blocks[*d.target]};
        bool always = inst.guard == isa::PT && !inst.guardNot &&
                      inst.ops[isa::BRA::kPp] == Operand::p(isa::PT) &&
                      !isa::BRA::ppNot.get(inst.mods);
        if (!always && next != blocks.end())
          targets.push_back(next->second);
        inst.ops[isa::BRA::kTarget].value = 0;
        sass::createInst(builder, loc, inst, Attribute(), targets);
        ended = true;
        continue;
      }
      Attribute ref;
      if (d.target) {
        ref = sass::LabelAttr::get(func.getContext(), labels[*d.target]);
        for (Operand &operand : inst.ops)
          if (operand.kind == Operand::Label)
            operand.value = 0;
      }
      if (inst.opcode == Opcode::BRA || inst.opcode == Opcode::BRX) {
        // A branch out of the function has no block to name.
        sass::RawOp::create(builder, loc, int64_t(d.word.lo), int64_t(d.word.hi));
        continue;
      }
      sass::createInst(builder, loc, inst, ref);
    }
    if (ended)
      continue;
    if (next == blocks.end())
      sass::EndOp::create(builder, loc);
    else
      sass::FallthroughOp::create(builder, loc, next->second);
  }
}

OwningOpRef<ModuleOp> ptxmlir::importCubin(ArrayRef<uint8_t> bytes, Location loc) {
  llvm::Expected<cubin::LoadedCubin> loaded = cubin::read(bytes);
  if (!loaded) {
    emitError(loc) << llvm::toString(loaded.takeError());
    return nullptr;
  }
  MLIRContext *context = loc.getContext();
  context->loadDialect<sass::SASSDialect>();
  OwningOpRef<ModuleOp> result = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(result->getBody());
  OperationState state(loc, sass::ModuleOp::getOperationName());
  auto &props = state.getOrAddProperties<sass::ModuleOp::Properties>();
  props.sm = builder.getI32IntegerAttr(loaded->sm);
  props.sm_suffix = builder.getStringAttr(
      loaded->suffix ? StringRef(&loaded->suffix, 1) : StringRef());
  props.image = builder.getDenseI8ArrayAttr(ArrayRef<int8_t>(
      reinterpret_cast<const int8_t *>(bytes.data()), bytes.size()));
  state.addRegion()->emplaceBlock();
  auto module = cast<sass::ModuleOp>(builder.create(state));
  builder.setInsertionPointToEnd(&module.getBody().front());
  for (const cubin::LoadedKernel &kernel : loaded->kernels) {
    OperationState funcState(loc, sass::FuncOp::getOperationName());
    auto &funcProps = funcState.getOrAddProperties<sass::FuncOp::Properties>();
    funcProps.sym_name = builder.getStringAttr(kernel.name);
    funcProps.kernel = builder.getUnitAttr();
    SmallVector<int32_t> offsets, sizes;
    for (const cubin::Param &param : kernel.params) {
      offsets.push_back(param.offset);
      sizes.push_back(param.size);
    }
    funcProps.param_offsets = builder.getDenseI32ArrayAttr(offsets);
    funcProps.param_sizes = builder.getDenseI32ArrayAttr(sizes);
    funcProps.registers = builder.getI32IntegerAttr(kernel.registers);
    funcProps.barriers = builder.getI32IntegerAttr(kernel.barriers);
    funcProps.local_bytes = builder.getI32IntegerAttr(kernel.frameBytes);
    funcState.addRegion();
    auto func = cast<sass::FuncOp>(builder.create(funcState));
    buildBody(func, decodeAll(kernel.text, loaded->sm));
  }
  return result;
}

//===- CodeBuilder.h - Small pieces of machine code for tests ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks and edges of machine code by a few calls, for tests of the algorithms
// that need no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_DIALECT_SASS_CODEBUILDER_H
#define PTXMLIR_TEST_UNIT_DIALECT_SASS_CODEBUILDER_H

#include "ptx-mlir/Dialect/SASS/Analysis/HazardChecker.h"
#include "ptx-mlir/Dialect/SASS/Transforms/ControlFields.h"
#include "ptx-mlir/Dialect/SASS/Transforms/ScheduleBlock.h"
#include <deque>

namespace ptxmlir::sass::test {

using isa::Inst;
using isa::Opcode;
using isa::Operand;

/// Owns instructions; build blocks in layout order, then add edges.
class CodeBuilder {
public:
  MachineCode code;

  explicit CodeBuilder(llvm::StringRef sm = "sm_90")
      : target(*target::lookupTarget(sm)) {}

  unsigned block() {
    if (!code.blocks.empty())
      code.blocks.back().end = code.insts.size();
    code.blocks.emplace_back();
    code.blocks.back().begin = code.blocks.back().end = code.insts.size();
    return code.blocks.size() - 1;
  }
  void edge(unsigned from, unsigned to) {
    code.blocks[from].succs.push_back(to);
  }

  Inst &
  add(Opcode opcode,
      std::initializer_list<std::pair<const char *, Operand>> slots = {}) {
    storage.emplace_back();
    Inst &inst = storage.back();
    inst.opcode = opcode;
    const isa::InstDesc &desc = isa::getDesc(opcode);
    inst.mods = desc.defaultMods;
    for (auto &[name, operand] : slots)
      inst.ops[desc.findSlot(name)] = operand;
    code.insts.push_back(&inst);
    code.blocks.back().end = code.insts.size();
    return inst;
  }
  Inst &iadd(unsigned d, unsigned a, unsigned b = isa::RZ) {
    return add(
        Opcode::IADD3,
        {{"d", Operand::r(d)}, {"a", Operand::r(a)}, {"b", Operand::r(b)}});
  }
  Inst &ffma(unsigned d, unsigned a, unsigned b, unsigned c) {
    return add(Opcode::FFMA, {{"d", Operand::r(d)},
                              {"a", Operand::r(a)},
                              {"b", Operand::r(b)},
                              {"c", Operand::r(c)}});
  }
  Inst &isetp(unsigned p, unsigned a, unsigned b = isa::RZ) {
    return add(
        Opcode::ISETP,
        {{"pu", Operand::p(p)}, {"a", Operand::r(a)}, {"b", Operand::r(b)}});
  }
  Inst &ldg(unsigned d, unsigned addr) {
    return add(Opcode::LDG, {{"d", Operand::r(d)}, {"addr", Operand::r(addr)}});
  }
  Inst &stg(unsigned addr, unsigned data) {
    return add(Opcode::STG,
               {{"addr", Operand::r(addr)}, {"data", Operand::r(data)}});
  }
  Inst &lds(unsigned d, unsigned addr) {
    return add(Opcode::LDS, {{"d", Operand::r(d)}, {"addr", Operand::r(addr)}});
  }
  Inst &sts(unsigned addr, unsigned data) {
    return add(Opcode::STS,
               {{"addr", Operand::r(addr)}, {"data", Operand::r(data)}});
  }
  static constexpr unsigned kNumSimple = 6;
  /// One of the instructions above, 0 <= kind < kNumSimple, for random code.
  Inst &simple(unsigned kind, unsigned x, unsigned y, unsigned z, unsigned p) {
    switch (kind) {
    case 0:
      return iadd(x, y, z);
    case 1:
      return ffma(x, y, z, x);
    case 2:
      return isetp(p, x, y);
    case 3:
      return ldg(x, y);
    case 4:
      return stg(x, y);
    default:
      return lds(x, y);
    }
  }
  Inst &bra() { return add(Opcode::BRA); }
  Inst &exit() { return add(Opcode::EXIT); }

  /// Assigns all control fields; padding is returned, not inserted.
  std::vector<PaddingRequest> setControl() {
    stats = ControlStats();
    AccessTable table(code, target);
    std::vector<isa::Control> controls(code.insts.size());
    assignBarriers(code, table, target, controls, stats);
    std::vector<PaddingRequest> padding =
        assignStalls(code, table, target, controls, stats);
    for (auto [inst, control] : llvm::zip_equal(code.insts, controls))
      inst->control = control;
    return padding;
  }
  /// Inserts the padding as NOPs, as the pass does.
  void insertPadding(const std::vector<PaddingRequest> &requests) {
    std::vector<Inst *> insts;
    auto request = requests.begin();
    for (MachineBlock &block : code.blocks) {
      unsigned begin = insts.size();
      for (unsigned i = block.begin; i != block.end; ++i) {
        if (request != requests.end() && request->before == i) {
          for (unsigned cycles = request->cycles; cycles != 0;) {
            unsigned stall = std::min<unsigned>(cycles, 15);
            storage.emplace_back();
            storage.back().opcode = Opcode::NOP;
            storage.back().control.stall = stall;
            storage.back().control.yield = stall >= 12;
            insts.push_back(&storage.back());
            cycles -= stall;
          }
          ++request;
        }
        insts.push_back(code.insts[i]);
      }
      block.begin = begin;
      block.end = insts.size();
    }
    code.insts = std::move(insts);
  }
  /// What is found, but for tuples: code here is made of any registers.
  std::vector<Hazard> check() {
    std::vector<Hazard> hazards = checkHazards(code, target);
    llvm::erase_if(hazards, [](const Hazard &hazard) {
      return hazard.kind == Hazard::Misaligned;
    });
    return hazards;
  }
  isa::Control &control(unsigned i) { return code.insts[i]->control; }

  const target::TargetInfo &target;
  ControlStats stats;

private:
  std::deque<Inst> storage;
};

} // namespace ptxmlir::sass::test

#endif // PTXMLIR_TEST_UNIT_DIALECT_SASS_CODEBUILDER_H

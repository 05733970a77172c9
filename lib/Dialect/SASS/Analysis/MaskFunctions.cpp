//===- MaskFunctions.cpp - Functions for collectives ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They are straight code. A register in it holds an argument, what a collective
// gave, or something else; moves are followed. ptxas drops the WARPSYNC of a
// mask that it knows where the warp is together; of one that it does not know,
// which something takes bits by, it does not. At -O0 it copies each argument
// first, mostly onto itself.
//
//===----------------------------------------------------------------------===//

#include "MaskFunctions.h"
#include "ConvergenceOperands.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/DenseSet.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;

namespace {

/// What registers hold: the number of the register that they had it in when the
/// function was entered, or one of these.
constexpr RegId kOther = kNumRegIds, kOfThreads = kNumRegIds + 1,
                kConstant = kNumRegIds + 2;

class Values {
public:
  RegId get(const Operand &op) const {
    // (RZ and URZ have one number.)
    if ((op.kind != Operand::R && op.kind != Operand::UR) || op.reg == isa::RZ)
      return kOther;
    return get(regId(op.kind, op.reg));
  }
  RegId get(RegId reg) const {
    auto it = values.find(reg);
    return it == values.end() ? reg : it->second;
  }
  void set(RegId reg, RegId value) { values[reg] = value; }

private:
  llvm::DenseMap<RegId, RegId> values;
};

} // namespace

static bool isArgument(RegId value) { return value < kFirstP; }

/// Whether the instruction takes bits from what other threads have given by an
/// argument other than `mask`.
static bool masksByOther(const Inst &inst, const Values &values, RegId mask) {
  if (inst.opcode != Opcode::LOP3)
    return false;
  bool isOfThreads = false, isOther = false;
  for (unsigned slot : {isa::LOP3::kA, isa::LOP3::kB, isa::LOP3::kC}) {
    RegId value = values.get(inst.ops[slot]);
    isOfThreads |= value == kOfThreads;
    isOther |= isArgument(value) && value != mask;
  }
  return isOfThreads && isOther;
}

namespace {
/// The arguments of code of -O0, which copies each of them, some onto
/// themselves.
class NamedArguments {
public:
  void visit(const Inst &inst, const Values &values) {
    const Operand *from = getMoved(inst);
    if (!from || from->kind != Operand::R || from->reg == isa::RZ ||
        !isArgument(values.get(*from)))
      return;
    named.insert(values.get(*from));
    isComplete |= inst.ops[isa::getDesc(inst.opcode).findSlot("d")] == *from;
  }
  bool lacks(RegId value) const { return isComplete && !named.contains(value); }

private:
  llvm::SmallDenseSet<RegId, 8> named;
  bool isComplete = false;
};
} // namespace

static void write(const Inst &inst, bool isCollective, Values &values) {
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  RegId value = isCollective ? kOfThreads : kOther;
  if (const Operand *from = getMoved(inst))
    value = from->kind == Operand::R || from->kind == Operand::UR
                ? values.get(*from)
                : kConstant;
  else if (inst.opcode == Opcode::LOP3)
    for (unsigned slot : {isa::LOP3::kA, isa::LOP3::kB, isa::LOP3::kC})
      if (values.get(inst.ops[slot]) == kOfThreads)
        value = kOfThreads;
  for (const isa::RegRange &range : writes)
    for (unsigned i = 0; i != range.count; ++i)
      values.set(regId(range.file, range.first + i), value);
}

std::optional<unsigned> sass::findUngathered(const MachineCode &code,
                                             unsigned begin) {
  Values values;
  bool isGathered = false;
  std::optional<unsigned> first; ///< collective that nothing has gathered
  RegId mask = kOther;
  NamedArguments arguments;
  for (unsigned i = begin; i < code.insts.size(); ++i) {
    const Inst &inst = *code.insts[i];
    const InstDesc &desc = isa::getDesc(inst.opcode);
    if (desc.is(isa::Branch) || isa::endsThread(desc.branch))
      return std::nullopt;
    if (desc.role == ConvergenceRole::WarpSync) {
      int slot = desc.findSlot("a");
      // Some were executed before.
      if (first)
        return first;
      isGathered = true;
      mask = kOther;
      if (slot >= 0 && inst.ops[slot].kind == Operand::R) {
        mask = values.get(inst.ops[slot]);
        if (!isArgument(mask) && mask != kConstant)
          return i;
        if (isArgument(mask) && arguments.lacks(mask))
          return i;
      }
    } else if (isa::isCollective(desc.role)) {
      if (!isGathered && !first)
        first = i;
      // Values and lanes are arguments of their own.
      if (desc.role == ConvergenceRole::Shuffle && isArgument(mask))
        for (unsigned slot : {isa::SHFL::kA, isa::SHFL::kB, isa::SHFL::kC})
          if (values.get(inst.ops[slot]) == mask)
            return i;
    } else if ((isArgument(mask) || !isGathered) &&
               masksByOther(inst, values, mask)) {
      return first ? first : i;
    }
    arguments.visit(inst, values);
    write(inst, isa::isCollective(desc.role), values);
  }
  return std::nullopt;
}

//===- Meaning.h - What a function of ori computes, in a domain -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the ops of an acyclic ori function over host integers or terms. What
// it computes are the operands of `ori.ret` and of stores to global memory, in
// program order; two functions mean the same if these are equal for all inputs:
// arguments, constant banks, special registers, shared memory that nobody
// writes before, and the stack pointer.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_PROOFS_MEANING_H
#define PTX_MLIR_TEST_UNIT_PROOFS_MEANING_H

#include "Terms.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <map>

namespace ptxmlir::test {

using isa::sem::HostDomain;
template <typename D> using In = isa::sem::In<D>;
template <typename D> using Out = isa::sem::Out<D>;

/// Runs one instruction by the semantics; false if it has none in this domain.
bool runInst(isa::Opcode opcode, uint64_t mods, const In<HostDomain> &in,
             Out<HostDomain> &out);
bool runInst(isa::Opcode opcode, uint64_t mods, const In<TermDomain> &in,
             Out<TermDomain> &out);

/// A register value: its words, or a truth value.
template <typename D> struct RegValue {
  llvm::SmallVector<typename D::U32, 4> words;
  typename D::Bool truth{};
  bool isTruth() const { return words.empty(); }
  typename D::U64 wide() const {
    return words.size() > 1 ? D::pair(words[0], words[1]) : D::zext(words[0]);
  }
};

/// Operands of an instruction from the values of its source slots.
template <typename D>
In<D> gatherInputs(const isa::InstDesc &desc, uint64_t mods,
                   llvm::function_ref<RegValue<D>(unsigned)> source) {
  // What an instruction has no slot for reads as zero or true.
  In<D> in{D::c64(0),   D::c64(0),   D::c64(0),
           D::cb(true), D::cb(true), D::cb(true)};
  for (unsigned i = 0; i != desc.numUses; ++i) {
    const isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
    llvm::StringRef name = slot.name;
    RegValue<D> value = source(i);
    if (value.isTruth()) {
      bool invert =
          slot.notMod >= 0 && desc.mods[slot.notMod].field.get(mods) != 0;
      typename D::Bool bit = invert ? !value.truth : value.truth;
      (name == "pp" ? in.pp : name == "pq" ? in.pq : in.pr) = bit;
    } else {
      (name == "a" ? in.a : name == "b" ? in.b : in.c) = value.wide();
    }
  }
  return in;
}

/// The value of destination slot `i`.
template <typename D>
RegValue<D> getResult(const isa::InstDesc &desc, uint64_t mods,
                      const Out<D> &out, unsigned i) {
  RegValue<D> value;
  llvm::StringRef name = desc.slots[i].name;
  if (name == "pu" || name == "pv")
    value.truth = name == "pu" ? out.pu : out.pv;
  else if (isa::slotWidth(desc, i, mods) == 2)
    value.words = {D::lo(out.d), D::hi(out.d)};
  else
    value.words = {D::lo(out.d)};
  return value;
}

template <typename D> class Meaning {
public:
  using U32 = typename D::U32;
  using Bool = typename D::Bool;
  using Value = RegValue<D>;
  /// Word or truth value of an input by name; the names are `arg0.1` (word 1 of
  /// argument 0), `c0.528` (bank and byte offset), `shared.4`, `sp`.
  std::function<U32(const std::string &)> word;
  std::function<Bool(const std::string &)> truth;

  /// Fills `outputs`; false, with the reason in `error`, where something has no
  /// meaning here.
  bool run(ori::FuncOp func) {
    mlir::Block &entry = func.getBody().front();
    State state;
    for (mlir::BlockArgument arg : entry.getArguments())
      values[arg] = input("arg" + std::to_string(arg.getArgNumber()) + ".",
                          arg.getType());
    return runBlock(entry, state, outputs);
  }

  std::vector<Value> outputs;
  std::string error;
  const Value &valueOf(mlir::Value v) { return values[v]; }

private:
  /// Local memory by byte offset in the frame, and what went out so far.
  struct State {
    std::map<int64_t, U32> frame;
    std::vector<Value> stored;
  };

  static bool isPredicate(mlir::Type type) {
    return llvm::isa<ori::PType, ori::UPType>(type);
  }
  Value input(const std::string &prefix, mlir::Type type) {
    Value value;
    if (isPredicate(type))
      value.truth = truth(prefix + "p");
    else
      for (unsigned k = 0; k != ori::getWidth(type); ++k)
        value.words.push_back(word(prefix + std::to_string(k)));
    return value;
  }
  Value bankWords(unsigned bank, int64_t offset, unsigned count) {
    Value value;
    for (unsigned k = 0; k != count; ++k)
      value.words.push_back(word("c" + std::to_string(bank) + "." +
                                 std::to_string(offset + 4 * k)));
    return value;
  }
  static Value select(Bool c, const Value &a, const Value &b) {
    Value value;
    if (a.isTruth())
      value.truth = D::select(c, a.truth, b.truth);
    else
      for (auto [x, y] : llvm::zip(a.words, b.words))
        value.words.push_back(D::select(c, x, y));
    return value;
  }
  static void addOffset(Value &address, int64_t offset) {
    if (address.words.size() == 1) {
      address.words[0] = address.words[0] + D::c32(uint32_t(offset));
      return;
    }
    typename D::U64 sum = address.wide() + D::c64(uint64_t(offset));
    address.words = {D::lo(sum), D::hi(sum)};
  }
  bool fail(mlir::Operation &op, const char *why) {
    error = op.getName().getStringRef().str() + ": " + why;
    return false;
  }

  bool jump(mlir::Block *dest, mlir::ValueRange operands, State &state,
            std::vector<Value> &result) {
    std::vector<Value> args;
    for (mlir::Value operand : operands)
      args.push_back(values[operand]);
    for (auto [arg, value] : llvm::zip(dest->getArguments(), args))
      values[arg] = value;
    return runBlock(*dest, state, result);
  }

  bool runBlock(mlir::Block &block, State &state, std::vector<Value> &result) {
    for (mlir::Operation &op : block) {
      if (auto bra = llvm::dyn_cast<ori::BraOp>(op))
        return jump(bra.getDest(), bra.getDestOperands(), state, result);
      if (auto bra = llvm::dyn_cast<ori::CondBraOp>(op)) {
        Bool c = values[bra.getCondition()].truth;
        State other = state;
        std::vector<Value> no;
        if (!jump(bra.getTrueDest(), bra.getTrueOperands(), state, result) ||
            !jump(bra.getFalseDest(), bra.getFalseOperands(), other, no))
          return false;
        if (result.size() != no.size())
          return fail(op, "ways with different numbers of outputs");
        for (auto [a, b] : llvm::zip(result, no))
          a = bra.getNegated() ? select(c, b, a) : select(c, a, b);
        return true;
      }
      if (llvm::isa<ori::RetOp, ori::ExitOp>(op)) {
        result = state.stored;
        for (mlir::Value operand : op.getOperands())
          result.push_back(values[operand]);
        return true;
      }
      if (!runOp(op, state))
        return false;
    }
    return false;
  }

  bool runOp(mlir::Operation &op, State &state);
  bool runMemory(ori::InstOpInterface op, State &state);

  llvm::DenseMap<mlir::Value, Value> values;
  /// Bytes from the stack pointer, for values that are known to be addresses in
  /// the frame.
  llvm::DenseMap<mlir::Value, int64_t> frameAddresses;
};

template <typename D>
bool Meaning<D>::runOp(mlir::Operation &op, State &state) {
  using namespace ori;
  Value value;
  if (auto imm = llvm::dyn_cast<ImmOp>(op)) {
    llvm::APInt bits = llvm::cast<mlir::IntegerAttr>(imm.getValue()).getValue();
    if (isPredicate(imm.getType()))
      value.truth = D::cb(!bits.isZero());
    else
      for (unsigned k = 0; k != getWidth(imm.getType()); ++k)
        value.words.push_back(
            D::c32(uint32_t(bits.extractBitsAsZExtValue(32, 32 * k))));
  } else if (auto bank = llvm::dyn_cast<CBankOp>(op)) {
    value =
        bankWords(bank.getBank(), bank.getOffset(), getWidth(bank.getType()));
  } else if (llvm::isa<UndefOp>(op)) {
    // No output may depend on it, so that any value will do.
    value = input("undef.", op.getResult(0).getType());
  } else if (auto frame = llvm::dyn_cast<FrameAddressOp>(op)) {
    frameAddresses[frame] = frame.getOffset();
    value.words = {word("sp") + D::c32(uint32_t(frame.getOffset()))};
  } else if (auto copy = llvm::dyn_cast<CopyOp>(op)) {
    value = values[copy.getSource()];
  } else if (auto combine = llvm::dyn_cast<CombineOp>(op)) {
    for (mlir::Value part : combine.getParts())
      value.words.append(values[part].words);
  } else if (auto extract = llvm::dyn_cast<ExtractOp>(op)) {
    Value tuple = values[extract.getTuple()];
    value.words.assign(tuple.words.begin() + extract.getIndex(),
                       tuple.words.begin() + extract.getIndex() +
                           getWidth(extract.getType()));
  } else if (auto inst = llvm::dyn_cast<InstOpInterface>(op)) {
    const isa::InstDesc &desc = inst.getDesc();
    if (desc.is(isa::ReadsMemory) || desc.is(isa::WritesMemory) ||
        desc.is(isa::SideEffects) || desc.is(isa::Convergent) ||
        desc.isOnlyIn(isa::ConstantMemory) ||
        desc.opcode == isa::Opcode::R2UR || desc.opcode == isa::Opcode::S2R)
      return runMemory(inst, state);
    In<D> in = gatherInputs<D>(desc, inst.getModBits(), [&](unsigned i) {
      return values[op.getOperand(i)];
    });
    Out<D> out;
    if (!runInst(desc.opcode, inst.getModBits(), in, out))
      return fail(op, "no semantics");
    for (unsigned i = 0; i != desc.numDefs; ++i) {
      Value result = getResult<D>(desc, inst.getModBits(), out, i);
      if (mlir::Value guard = inst.getGuard()) {
        Bool holds = values[guard].truth;
        result = select(inst.isGuardNegated() ? !holds : holds, result,
                        values[inst.getPassThrough(i)]);
      }
      values[op.getResult(i)] = result;
    }
    return true;
  } else {
    return fail(op, "not known here");
  }
  values[op.getResult(0)] = value;
  return true;
}

/// Loads of constants, spills, stores of results; unguarded only.
template <typename D>
bool Meaning<D>::runMemory(ori::InstOpInterface op, State &state) {
  const isa::InstDesc &desc = op.getDesc();
  uint64_t mods = op.getModBits();
  if (op.isGuarded())
    return fail(*op, "guarded");
  auto mod = [&](const char *name) {
    int i = desc.findMod(name);
    return i < 0 ? 0
           : desc.mods[i].field.isSigned
               ? desc.mods[i].field.getSigned(mods)
               : int64_t(desc.mods[i].field.get(mods));
  };
  auto isZero = [](mlir::Value v) {
    return ori::getConstant(v) == uint64_t(0);
  };
  switch (desc.opcode) {
  case isa::Opcode::LDC:
  case isa::Opcode::ULDC:
  case isa::Opcode::LDCU:
    if (!isZero(op->getOperand(0)))
      return fail(*op, "indexed");
    values[op->getResult(0)] =
        bankWords(unsigned(mod("bank")), mod("offset"),
                  ori::getWidth(op->getResult(0).getType()));
    return true;
  case isa::Opcode::R2UR:
    values[op->getResult(desc.findSlot("d"))] =
        values[op->getOperand(desc.findSlot("a") - desc.numDefs)];
    return true;
  case isa::Opcode::STL:
  case isa::Opcode::LDL: {
    auto base = frameAddresses.find(op->getOperand(0));
    if (base == frameAddresses.end())
      return fail(*op, "not in the frame");
    int64_t at = base->second + mod("offset");
    if (desc.opcode == isa::Opcode::STL) {
      const Value &data = values[op->getOperand(2)];
      for (auto [k, w] : llvm::enumerate(data.words))
        state.frame[at + 4 * int64_t(k)] = w;
      return true;
    }
    Value data;
    for (unsigned k = 0; k != ori::getWidth(op->getResult(0).getType()); ++k) {
      auto it = state.frame.find(at + 4 * k);
      if (it == state.frame.end())
        return fail(*op, "reads what was not stored");
      data.words.push_back(it->second);
    }
    values[op->getResult(0)] = data;
    return true;
  }
  case isa::Opcode::S2R:
    values[op->getResult(0)].words = {word("sr" + std::to_string(mod("sr")))};
    return true;
  case isa::Opcode::LDS: {
    Value data;
    for (unsigned k = 0; k != ori::getWidth(op->getResult(0).getType()); ++k)
      data.words.push_back(
          word("shared." + std::to_string(mod("offset") + 4 * k)));
    values[op->getResult(0)] = data;
    return true;
  }
  case isa::Opcode::STS:
  case isa::Opcode::STG:
    for (mlir::Value operand : op->getOperands())
      state.stored.push_back(values[operand]);
    // Where it is stored: the first operand and the offset.
    addOffset(state.stored[state.stored.size() - op->getNumOperands()],
              mod("offset"));
    return true;
  case isa::Opcode::MEMBAR:
    return true;
  default:
    return fail(*op, "memory");
  }
}

/// Inputs that are symbols of their names.
Meaning<TermDomain> makeSymbolic();
/// That values are equal, pair by pair; they must have the same widths.
Truth allEqual(llvm::ArrayRef<RegValue<TermDomain>> a,
               llvm::ArrayRef<RegValue<TermDomain>> b);
/// That all outputs are equal; `error` says what kept it from being asked.
Proof proveEqual(const std::vector<RegValue<TermDomain>> &a,
                 const std::vector<RegValue<TermDomain>> &b,
                 Truth given = TermDomain::cb(true));

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_PROOFS_MEANING_H

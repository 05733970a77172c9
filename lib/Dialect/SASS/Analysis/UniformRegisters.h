//===- UniformRegisters.h - Registers that are alike ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which registers may hold different values in the threads of a warp.
//
// A register is alike in all threads if all of the warp wrote it together from
// registers that are alike. Two more ways to the same:
//
//  * Threads that are apart compute the same from what is alike, on straight
//    code: nobody can have come by another way, and what is alike cannot change
//    while not all are there. These registers are kept as `local` until paths
//    join (they are different from then on) or the warp meets (alike for good).
//  * What is written where a predicate holds, which is alike itself, is alike
//    where it is read under the same predicate.
//  * Threads that are apart are still in step as long as each goes the same
//  way:
//    since they were together, no branch has led some of them elsewhere, or all
//    ways of it have joined. What they compute then is alike, also where paths
//    join (StepState.h).
//
// And some bits of a register may be alike where others are not: ptxas keeps
// small values in halves, which PRMT writes, and predicates in bits.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_UNIFORMREGISTERS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_UNIFORMREGISTERS_H

#include "GatheredMasks.h"
#include "KnownConstants.h"
#include "SharedUniforms.h"
#include "StepState.h"
#include "ThreadNumbers.h"
#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>

namespace ptxmlir::sass {

class RegisterSet;

/// R registers and words of the stack that certainly hold no mask of threads
/// (for WARPSYNC) after some path, as they are computed in ways that give none;
/// and registers that nothing has written on any path. (A path on which
/// nothing wrote it does not count where another one wrote a mask: nobody goes
/// that way and reads it.)
class NoMasks {
public:
  /// What is known of one register.
  struct Value {
    bool isNone = false;      ///< no mask
    bool isUnwritten = false; ///< on all paths
    bool isNoPower = false;   ///< no power of two: one less is no mask
    bool isVariable = true;   ///< not a constant, on some path
    bool isField = false;     ///< a constant << n, on all paths
  };
  Value get(unsigned reg) const {
    Value value;
    if (reg < 255) {
      value.isNone = test(nones, reg);
      value.isUnwritten = test(unwritten, reg);
      value.isNoPower = test(noPowers, reg);
      value.isVariable = !test(constants, reg);
      value.isField = test(fields, reg);
    }
    return value;
  }
  bool contains(unsigned reg) const {
    Value value = get(reg);
    return value.isNone || value.isUnwritten;
  }
  void set(unsigned reg, Value value) {
    put(nones, reg, value.isNone);
    put(unwritten, reg, value.isUnwritten);
    put(noPowers, reg, value.isNoPower);
    put(constants, reg, !value.isVariable);
    put(fields, reg, value.isField);
  }
  /// Nothing is in a register yet.
  void setUnwritten() {
    unwritten.fill(~uint64_t(0));
    noPowers = unwritten;
  }
  /// Registers that a function writes are as it leaves them.
  void takeFrom(const NoMasks &from, const RegisterSet &written);
  /// A function has a stack frame of its own, and is called with anything.
  void enterFunction() {
    stack.clear();
    constants.fill(0);
    fields.fill(0);
  }
  /// Words of the stack are at other offsets than before.
  void forgetStack() { stack.clear(); }
  bool containsWord(uint32_t offset) const {
    return llvm::binary_search(stack, offset);
  }
  void setWord(uint32_t offset, bool value) {
    auto it = llvm::lower_bound(stack, offset);
    bool isThere = it != stack.end() && *it == offset;
    if (isThere && !value)
      stack.erase(it);
    else if (!isThere && value)
      stack.insert(it, offset);
  }
  bool add(const NoMasks &other) {
    uint64_t news = 0;
    for (unsigned i = 0; i != nones.size(); ++i) {
      news |= other.nones[i] & ~nones[i];
      news |= other.noPowers[i] & ~noPowers[i];
      news |= unwritten[i] & ~other.unwritten[i];
      nones[i] |= other.nones[i];
      noPowers[i] |= other.noPowers[i];
      news |= constants[i] & ~other.constants[i];
      constants[i] &= other.constants[i];
      news |= fields[i] & ~other.fields[i];
      fields[i] &= other.fields[i];
      unwritten[i] &= other.unwritten[i];
    }
    size_t before = stack.size();
    for (uint32_t word : other.stack)
      setWord(word, true);
    return news != 0 || stack.size() != before;
  }

private:
  using Bits = std::array<uint64_t, 4>;
  static bool test(const Bits &bits, unsigned reg) {
    return bits[reg / 64] >> (reg % 64) & 1;
  }
  static void put(Bits &bits, unsigned reg, bool value) {
    uint64_t bit = uint64_t(1) << (reg % 64);
    bits[reg / 64] = value ? bits[reg / 64] | bit : bits[reg / 64] & ~bit;
  }
  Bits nones = {}, unwritten = {}, noPowers = {}, constants = {}, fields = {};
  llvm::SmallVector<uint32_t, 0> stack; ///< sorted
};

/// Whether the operand is an R register other than RZ.
inline bool isRegister(const isa::Operand &op) {
  return op.kind == isa::Operand::R && op.reg != isa::RZ;
}

/// The R register whose value a MOV or IMAD.MOV copies, if it is one.
std::optional<unsigned> getCopiedRegister(const isa::Inst &inst);

/// A set of R and P registers, and of words of the stack: those that are not in
/// `others` are in the set.
class RegisterSet {
public:
  StepState step;
  NoMasks noMasks;
  GatheredMasks gathered;
  SharedUniforms shared;
  ThreadNumbers numbers;
  KnownConstants constants;

  bool contains(isa::Operand::Kind file, unsigned number) const {
    unsigned at = index(file, number);
    return words[at / 64] >> (at % 64) & 1;
  }
  void set(isa::Operand::Kind file, unsigned number, bool value) {
    unsigned at = index(file, number);
    uint64_t bit = uint64_t(1) << (at % 64);
    words[at / 64] = value ? words[at / 64] | bit : words[at / 64] & ~bit;
    setAlikeBits(at, 0);
  }
  /// The bits of an R register that are alike, whatever the others are.
  uint32_t alikeBits(unsigned number) const {
    if (!contains(isa::Operand::R, number))
      return ~0u;
    auto it = findBits(number);
    return it != bits.end() && it->first == number ? it->second : 0;
  }
  /// For registers in the set.
  void setAlikeBits(unsigned number, uint32_t value) {
    auto it = bits.begin() + (findBits(number) - bits.begin());
    bool isThere = it != bits.end() && it->first == number;
    if (isThere && value)
      it->second = value;
    else if (isThere)
      bits.erase(it);
    else if (value)
      bits.insert(it, {number, value});
  }
  void setAll() {
    words.fill(~uint64_t(0));
    bits.clear();
    others.clear();
    guarded.clear();
    gathered = GatheredMasks();
    numbers.clear();
    constants.clear();
  }

  /// What a function that is called here knows.
  void enterFunction() {
    dropLocal();
    others.clear();
    guarded.clear();
    step.enterFunction();
    noMasks.enterFunction();
    gathered.enterFunction();
    shared.forget();
  }
  /// The registers of `which` become as they are in `from`; `keepsLocal`: all
  /// of the warp has come that way.
  void takeFrom(const RegisterSet &from, const RegisterSet &which,
                bool keepsLocal) {
    for (unsigned i = 0; i != words.size(); ++i) {
      uint64_t different = from.words[i] | (keepsLocal ? 0 : from.local[i]);
      words[i] = (words[i] & ~which.words[i]) | (different & which.words[i]);
      local[i] &= ~which.words[i];
    }
    forgetValues(which);
    guarded.clear();
  }

  /// The registers of `which` may be different; the stack stays as it is.
  void addRegisters(const RegisterSet &which) {
    for (unsigned i = 0; i != words.size(); ++i) {
      words[i] |= which.words[i];
      local[i] &= ~which.words[i];
    }
    forgetValues(which);
    guarded.clear();
  }

  void startBlock(unsigned place, convergence::State &s) {
    if (step.enter(place, s))
      endRounds();
    shared.startBlock();
  }
  /// Threads part at a branch.
  void part() {
    gathered.part();
    shared.letOthersRun();
  }
  /// See SharedUniforms::follow.
  bool followShared(const isa::Inst &inst, bool isAlways) {
    return shared.follow(inst, isAlways, [this](RegId reg) {
      if (reg < kFirstUR)
        return contains(isa::Operand::R, reg);
      return reg >= kFirstP && reg < kFirstUP &&
             contains(isa::Operand::P, reg - kFirstP);
    });
  }

  /// Registers of which only threads that came the same way know that they are
  /// alike.
  void setLocal(isa::Operand::Kind file, unsigned number, bool value) {
    unsigned at = index(file, number);
    uint64_t bit = uint64_t(1) << (at % 64);
    local[at / 64] = value ? local[at / 64] | bit : local[at / 64] & ~bit;
  }
  bool isLocal(isa::Operand::Kind file, unsigned number) const {
    unsigned at = index(file, number);
    return local[at / 64] >> (at % 64) & 1;
  }
  /// Registers that are alike in threads of the same round of a loop only.
  bool isOfRound(isa::Operand::Kind file, unsigned number) const {
    unsigned at = index(file, number);
    return ofRound[at / 64] >> (at % 64) & 1;
  }
  void setOfRound(isa::Operand::Kind file, unsigned number, bool value) {
    unsigned at = index(file, number);
    uint64_t bit = uint64_t(1) << (at % 64);
    ofRound[at / 64] = value ? ofRound[at / 64] | bit : ofRound[at / 64] & ~bit;
  }
  /// Threads are in one round.
  void endRounds() { ofRound.fill(0); }
  /// The warp is together: what was alike on its way is alike.
  void keepLocal() { local.fill(0); }
  /// Paths join: what was alike on one way may be different on the other, but
  /// for the same constant on all.
  void dropLocal() {
    std::array<uint64_t, 4> kept = constants.registers();
    for (unsigned i = 0; i != words.size(); ++i) {
      uint64_t known = i < kept.size() ? kept[i] : 0;
      words[i] |= local[i] & ~known;
      local[i] &= known;
    }
  }

  /// Registers in the set that are alike where a literal (2 * predicate +
  /// complement) holds.
  bool isAlikeUnder(isa::Operand::Kind file, unsigned number,
                    unsigned literal) const {
    return llvm::binary_search(guarded,
                               std::make_pair(index(file, number), literal));
  }
  void setAlikeUnder(isa::Operand::Kind file, unsigned number, unsigned literal,
                     bool value);
  void forgetGuards(isa::Operand::Kind file, unsigned number) {
    unsigned at = index(file, number);
    llvm::erase_if(guarded, [&](auto entry) { return entry.first == at; });
  }
  void forgetPredicate(unsigned predicate) {
    llvm::erase_if(guarded,
                   [&](auto entry) { return entry.second / 2 == predicate; });
  }
  /// Control has come here because the literal holds.
  void assume(unsigned literal) {
    for (auto [at, under] : guarded)
      if (under == literal) {
        words[at / 64] &= ~(uint64_t(1) << (at % 64));
        setAlikeBits(at, 0);
      }
    llvm::erase_if(guarded, [&](auto entry) {
      return !(words[entry.first / 64] >> (entry.first % 64) & 1);
    });
  }
  bool containsWord(uint32_t offset) const {
    return !llvm::binary_search(others, offset);
  }
  void setWord(uint32_t offset, bool value) {
    auto it = llvm::lower_bound(others, offset);
    bool isOther = it != others.end() && *it == offset;
    if (isOther && value)
      others.erase(it);
    else if (!isOther && !value)
      others.insert(it, offset);
  }
  void setAllWords() { others.clear(); }
  /// Of the words at offsets from 0 to below `end`.
  void setWordsBelow(uint32_t end) {
    others.erase(others.begin(), llvm::lower_bound(others, end));
  }
  /// What a function of the device ABI may change: R registers that it need not
  /// preserve, and predicates.
  void setCallerSaved() {
    target::RegisterBits lost = ~target::getCallABI().preserved;
    for (unsigned reg = 0; reg != isa::RZ; ++reg)
      if (lost.test(reg))
        words[reg / 64] |= uint64_t(1) << reg % 64;
    llvm::erase_if(bits, [&](auto entry) {
      return entry.first < isa::RZ && lost.test(entry.first);
    });
    words[4] = ~uint64_t(0);
    gathered = GatheredMasks();
    numbers.clear();
    constants.clear();
  }
  /// True if that makes a difference.
  bool add(const RegisterSet &other) {
    uint64_t news = addBits(other);
    for (unsigned i = 0; i != words.size(); ++i) {
      news |= other.words[i] & ~words[i];
      words[i] |= other.words[i];
      // What differs in any case need not be marked.
      news |= other.ofRound[i] & ~ofRound[i];
      ofRound[i] |= other.ofRound[i];
      news |= other.local[i] & ~words[i] & ~local[i];
      local[i] = (local[i] | other.local[i]) & ~words[i];
    }
    size_t guards = guarded.size();
    llvm::erase_if(guarded, [&](auto entry) {
      return !llvm::binary_search(other.guarded, entry) &&
             (other.words[entry.first / 64] >> (entry.first % 64) & 1);
    });
    size_t before = others.size();
    llvm::erase_if(others,
                   [&](uint32_t word) { return other.containsWord(word); });
    bool isNews = step.join(other.step);
    isNews |= noMasks.add(other.noMasks);
    isNews |= gathered.meet(other.gathered);
    isNews |= shared.join(other.shared);
    isNews |= numbers.meet(other.numbers);
    isNews |= constants.meet(other.constants);
    return isNews || news != 0 || others.size() != before ||
           guarded.size() != guards;
  }

private:
  static unsigned index(isa::Operand::Kind file, unsigned number) {
    return file == isa::Operand::P ? 256 + number : number;
  }
  std::array<uint64_t, 5> words = {}, local = {}, ofRound = {};
  using Bits = llvm::SmallVector<std::pair<unsigned, uint32_t>, 0>;
  Bits::const_iterator findBits(unsigned number) const {
    return llvm::lower_bound(bits, std::make_pair(number, 0u));
  }
  /// What is known beside whether they are alike.
  void forgetValues(const RegisterSet &which) {
    for (unsigned i = 0; i != 256; ++i)
      if (which.contains(isa::Operand::R, i)) {
        numbers.forget(i);
        constants.forget(i);
      }
    llvm::erase_if(bits, [&](auto entry) {
      return which.contains(isa::Operand::R, entry.first);
    });
  }
  /// Keeps the bits that are alike in both; true if some of this set are not.
  bool addBits(const RegisterSet &other) {
    Bits both;
    bool isNews = false;
    for (auto [number, value] : bits) {
      uint32_t kept = value & other.alikeBits(number);
      isNews |= kept != value;
      if (kept)
        both.push_back({number, kept});
    }
    for (auto [number, value] : other.bits)
      if (!contains(isa::Operand::R, number))
        both.push_back({number, value});
    llvm::sort(both);
    bits = std::move(both);
    return isNews;
  }
  Bits bits; ///< of registers in the set; sorted, few at a time
  /// Sorted; few at a time, so that they take no time.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> guarded;
  llvm::SmallVector<uint32_t, 0> others; ///< sorted offsets from R1
};

/// Whether what it reads, its guard included, is alike among threads that came
/// the same way only.
bool readsLocal(const isa::Inst &inst, const RegisterSet &divergent);

/// The same of threads in the same round of a loop.
bool readsOfRound(const isa::Inst &inst, const RegisterSet &divergent);

/// Whether threads that execute it at different times get the same, since they
/// read the same; uniform registers are left to the caller.
bool givesAlike(const isa::Inst &inst, const RegisterSet &divergent);

/// What the instruction writes becomes the same for all threads, or not.
/// `ofWarp`: all threads of the warp execute it together; `inStep`: they may be
/// apart, but each of them comes here the same way. `changes` is called
/// with the number of each predicate that is written (8 and up: uniform ones).
/// `variableBytes`: of the stack from R1 on, those that stores through other
/// registers may change.
void followInst(const isa::Inst &inst, bool ofWarp, bool inStep,
                uint32_t variableBytes, const BlockShape &shape,
                RegisterSet &divergent,
                llvm::function_ref<void(unsigned)> changes);

constexpr unsigned kStackPointer = 1; ///< R1

/// A word of local memory that an instruction loads or stores: data register
/// and offset from another one.
struct StackAccess {
  bool isStore;
  unsigned reg, count; ///< first register, words
  uint32_t offset;
  unsigned base;
};
/// Where a load or store of local memory goes; none if it is not one or its
/// address is not a register plus a distance.
std::optional<StackAccess> getLocalAccess(const isa::Inst &inst);
/// The same; none if that register is not the stack pointer.
std::optional<StackAccess> getStackAccess(const isa::Inst &inst);
/// Whether the stack pointer becomes anything but itself plus a constant, so
/// that what was at an offset from it is elsewhere.
bool movesStack(const isa::Inst &inst);

/// Whether a source or the guard is in the set.
bool readsDivergent(const isa::Inst &inst, const RegisterSet &divergent);

/// What the instruction writes becomes a mask of threads, or none. `bank` says
/// where constants are that are no masks.
void followMasks(const isa::Inst &inst, const target::ConstantBank &bank,
                 NoMasks &noMasks);

/// Whether all that the instruction, which was followed already, writes are
/// registers that may hold a mask and differ between threads.
bool writesDivergentMask(const isa::Inst &inst, const RegisterSet &divergent);

/// Adds what the instruction writes; true if that makes a difference.
bool collectWrites(const isa::Inst &inst, RegisterSet &written);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_UNIFORMREGISTERS_H

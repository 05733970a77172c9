//===- ValueRanges.h - Between what registers are ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least and the greatest value that an R register may have in any thread,
// and the predicates that are known. ptxas leaves branches in its code that its
// constants decide (rounds of a loop that are counted down from two, a number
// of three bits plus one that is compared with zero), with regions around them
// that nobody comes to the end of.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_VALUERANGES_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_VALUERANGES_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>

namespace ptxmlir::sass {

/// Values of 32 bits, as signed numbers.
struct ValueRange {
  int64_t low = INT32_MIN, high = INT32_MAX;

  static ValueRange of(int64_t value) { return {value, value}; }
  bool isFull() const { return low <= INT32_MIN && high >= INT32_MAX; }
  bool isSingle() const { return low == high; }
  bool operator==(const ValueRange &other) const {
    return low == other.low && high == other.high;
  }
};

/// R registers and predicates that code writes.
struct WrittenRegisters {
  std::bitset<256> registers;
  std::bitset<8> predicates;
  void add(const isa::Inst &inst);
};

class ValueRanges {
public:
  void follow(const isa::Inst &inst);
  /// Keeps what holds for both; `widens`: ranges that grow do so by far, so
  /// that there is an end to it. True if that makes a difference.
  bool join(const ValueRanges &other, bool widens);
  void clear() { *this = ValueRanges(); }
  void forget(const WrittenRegisters &written);
  /// The value of a literal of a convergence::Condition, if it is known.
  std::optional<bool> valueOf(uint32_t literal) const;
  /// Threads go on where the literal holds.
  void assume(uint32_t literal);

private:
  struct Results;
  static constexpr unsigned kNumPredicates = 7;
  /// What a predicate says of a register: if it is true, the register is in
  /// `ifTrue`, else in `ifFalse`.
  struct Relation {
    unsigned reg = isa::RZ; ///< none
    ValueRange ifTrue, ifFalse;
    bool operator==(const Relation &other) const {
      return reg == other.reg && ifTrue == other.ifTrue &&
             ifFalse == other.ifFalse;
    }
  };
  static Relation relate(const isa::Inst &inst);
  ValueRange get(const isa::Operand &op) const;
  std::optional<bool> getPredicate(const isa::Operand &op, bool isNot) const;
  void set(unsigned reg, ValueRange range);
  void setPredicate(unsigned predicate, std::optional<bool> value);
  std::optional<ValueRange> evaluate(const isa::Inst &inst) const;
  std::optional<bool> compare(const isa::Inst &inst) const;
  void followPredicates(const isa::Inst &inst, Results &results) const;

  /// By register, sorted; those of which nothing is known are not there.
  llvm::SmallVector<std::pair<unsigned, ValueRange>, 0> ranges;
  uint8_t trues = 0, falses = 0; ///< of P0 to P6, a bit each
  std::array<Relation, kNumPredicates> relations;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_VALUERANGES_H

//===- FaultCandidates.h - Where a fault can be planted ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places of correct code where a control field is just large enough: making one
// smaller must be found by the checkers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_DIALECT_SASS_FAULTCANDIDATES_H
#define PTXMLIR_TEST_UNIT_DIALECT_SASS_FAULTCANDIDATES_H

#include "PlantFaults.h"

namespace ptxmlir::sass::test {

enum class FaultKind : uint8_t { Stall, Drop, Swap, Wait, Reuse, Tuple };
constexpr unsigned kNumFaultKinds = 6;

/// A change of one instruction.
struct Fault {
  FaultKind kind;
  bool ofReads = false; ///< Drop, Swap: the read barrier
  uint8_t value = 0;    ///< Swap, Wait: barrier; Reuse: bit; Tuple: slot
  unsigned producer, consumer, changed; ///< instructions
  unsigned key = 0;                     ///< class of the dependence
};

void applyFault(const Fault &fault, isa::Inst &inst);

/// Names of classes as numbers.
class FaultKeys {
public:
  unsigned get(llvm::StringRef name) {
    auto [it, isNew] = numbers.try_emplace(name, names.size());
    if (isNew)
      names.push_back(name.str());
    return it->second;
  }
  llvm::StringRef name(unsigned key) const { return names[key]; }

private:
  llvm::StringMap<unsigned> numbers;
  std::vector<std::string> names;
};

/// All faults of a function.
std::vector<Fault> findFaults(const FunctionCode &function,
                              const LeastDistances &least, FaultKeys &keys);

} // namespace ptxmlir::sass::test

#endif // PTXMLIR_TEST_UNIT_DIALECT_SASS_FAULTCANDIDATES_H

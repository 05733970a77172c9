//===- Spellings.h - All spellings of an instruction ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cross product of the modifiers that the forms of a record allow, each
// with its operands, and kernels that execute them on buffers of operands.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_EXECUTION_PTX_SPELLINGS_H
#define PTX_MLIR_TEST_UNIT_EXECUTION_PTX_SPELLINGS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include <string>
#include <vector>

namespace ptxmlir::test {

struct Operand {
  ptx::OperandKind kind;
  ptx::DataType type;
  /// Bits of its register, 1 for a predicate.
  unsigned width;
  /// Of its text.
  std::string prefix, suffix;

  bool isPredicate() const { return width == 1; }
};

struct Spelling {
  ptx::Opcode opcode;
  int64_t mods;
  std::string text;
  std::vector<Operand> results, sources;
  /// The immediate operand, if there is one.
  int64_t immediate = -1;

  /// The slots that are set, by name.
  std::vector<std::pair<llvm::StringRef, unsigned>> fields;

  unsigned field(llvm::StringRef slot) const {
    for (const auto &[name, value] : fields)
      if (name == slot)
        return value;
    return 0;
  }
};

/// All spellings of an opcode. Modifiers on operands (the parts of registers
/// of video instructions) are not crossed with all others: each spelling of
/// the opcode comes with as many combinations of them as the largest slot has
/// values, so that each of them comes at least once. Operands of conversions
/// that may be in wider registers come a second time in registers of 64 bits.
std::vector<Spelling> enumerateSpellings(ptx::Opcode opcode);

/// A kernel `name` of parameters (sources, results, number of tuples). Source k
/// of tuple i is the word k * tuples + i; result k of spelling s is the word
/// (s * kMaxResults + k) * tuples + i. The sources of all spellings must have
/// the same widths.
constexpr unsigned kMaxResults = 2, kMaxSources = 5;
std::string makeKernel(llvm::StringRef name,
                       llvm::ArrayRef<const Spelling *> spellings);

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_EXECUTION_PTX_SPELLINGS_H

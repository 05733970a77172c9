//===- UniformRegisters.h - Registers that are alike ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which registers may hold different values in the threads of a warp.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_UNIFORMREGISTERS_H
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_UNIFORMREGISTERS_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>

namespace ptxmlir::sass {

/// A set of R and P registers, and of words of the stack: those that are not in
/// `others` are in the set.
class RegisterSet {
public:
  bool contains(isa::Operand::Kind file, unsigned number) const {
    unsigned at = index(file, number);
    return words[at / 64] >> (at % 64) & 1;
  }
  void set(isa::Operand::Kind file, unsigned number, bool value) {
    unsigned at = index(file, number);
    uint64_t bit = uint64_t(1) << (at % 64);
    words[at / 64] = value ? words[at / 64] | bit : words[at / 64] & ~bit;
  }
  void setAll() {
    words.fill(~uint64_t(0));
    others.clear();
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
  /// What a function of the device ABI may change: R0 to R15 and predicates.
  void setCallerSaved() {
    words[0] |= 0xffff;
    words[4] = ~uint64_t(0);
  }
  /// True if that makes a difference.
  bool add(const RegisterSet &other) {
    uint64_t news = 0;
    for (unsigned i = 0; i != words.size(); ++i) {
      news |= other.words[i] & ~words[i];
      words[i] |= other.words[i];
    }
    size_t before = others.size();
    llvm::erase_if(others,
                   [&](uint32_t word) { return other.containsWord(word); });
    return news != 0 || others.size() != before;
  }

private:
  static unsigned index(isa::Operand::Kind file, unsigned number) {
    return file == isa::Operand::P ? 256 + number : number;
  }
  std::array<uint64_t, 5> words = {};
  llvm::SmallVector<uint32_t, 0> others; ///< sorted offsets from R1
};

/// What the instruction writes becomes the same for all threads, or not.
/// `ofWarp`: all threads of the warp execute it together. `changes` is called
/// with the number of each predicate that is written (8 and up: uniform ones).
void followInst(const isa::Inst &inst, bool ofWarp, RegisterSet &divergent,
                llvm::function_ref<void(unsigned)> changes);

/// A word of the stack frame that an instruction loads or stores: data register
/// and offset from R1.
struct StackAccess {
  bool isStore;
  unsigned reg, count; ///< first register, words
  uint32_t offset;
};
/// Where a load or store of local memory goes; none if it is not one or its
/// address is not R1 plus a distance.
std::optional<StackAccess> getStackAccess(const isa::Inst &inst);

/// Whether a source or the guard is in the set.
bool readsDivergent(const isa::Inst &inst, const RegisterSet &divergent);

/// Adds what the instruction writes; true if that makes a difference.
bool collectWrites(const isa::Inst &inst, RegisterSet &written);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_UNIFORMREGISTERS_H

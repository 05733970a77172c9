//===- Identities.h - What holds for any instruction and word -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random instructions of an SM:
//   encode, decode            give the same instruction,
//   print, parse, encode      give the same word, and its text the same text,
//   encode with a free form   gives the same instruction in some form.
// Random words: half of them any 128 bits, half with the opcode and fixed bits
// of some form. Those that decode must encode to the same word (some are also
// written and read as text); of the others the bits that no record names must
// be bits of the word.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_FORMAT_SASS_IDENTITIES_H
#define PTXMLIR_TEST_UNIT_FORMAT_SASS_IDENTITIES_H

#include "../../ISA/RandomInst.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace ptxmlir::isa {

struct IdentityOptions {
  uint64_t seed = 1;
  /// Instructions and words that are drawn.
  uint64_t insts = 10000, words = 100000;
  /// One in so many words is also written and read as text.
  uint64_t textEvery = 32;
  /// Failures that are written; after `stopAt` the rest is left out.
  uint64_t most = 20, stopAt = ~uint64_t(0);
  RandomOptions random;
};

/// SM numbers of all active targets; sm_90a and the like have that of sm_90.
constexpr unsigned kAllSMs[] = {75, 80,  86,  87,  88,  89,
                                90, 100, 103, 110, 120, 121};

std::string toHex(Word word);

class IdentityChecker {
public:
  IdentityChecker(unsigned sm, const IdentityOptions &options,
                  llvm::raw_ostream &os)
      : options(options), sm(sm), os(os),
        insts(sm, options.seed * 1000 + sm, options.random) {}
  /// Whether nothing failed; writes failures and a line that sums up.
  bool run();

private:
  bool fail(Word word, const llvm::Twine &what);
  bool checkInst(const Inst &inst);
  bool checkText(const Inst &inst, Word word);
  bool checkWord(Word word, bool text);
  Word makeWord();

  IdentityOptions options;
  unsigned sm;
  llvm::raw_ostream &os;
  RandomInsts insts;
  uint64_t number = 0, failed = 0, decoded = 0, named = 0;
  std::set<Opcode> opcodes;
};

} // namespace ptxmlir::isa

#endif // PTXMLIR_TEST_UNIT_FORMAT_SASS_IDENTITIES_H

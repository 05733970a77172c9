//===- Suggestion.cpp - what was meant by a mistyped word -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances of words; only asked for once there is an error, so that it may be
// slow.
//
//===----------------------------------------------------------------------===//

#include "Suggestion.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace ptxmlir::ptx;
using llvm::StringRef;

/// Insertions, deletions, replacements and exchanges of neighbours that make
/// `b` of `a`; `most + 1` if they are more than `most`.
static unsigned editDistance(StringRef a, StringRef b, unsigned most) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most)
    return most + 1;
  llvm::SmallVector<unsigned, 32> before, last, row;
  for (size_t j = 0; j <= b.size(); ++j)
    last.push_back(unsigned(j));
  before = row = last;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = unsigned(i);
    unsigned least = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      unsigned cost = a[i - 1] != b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > most)
      return most + 1;
    before = last;
    last = row;
  }
  return last[b.size()];
}

void Suggestion::consider(StringRef candidate) {
  if (candidate.empty() || distance == 0)
    return;
  unsigned current = editDistance(word, candidate, distance - 1);
  if (current < distance && current < candidate.size()) {
    distance = current;
    found = candidate;
  }
}

StringRef ptxmlir::ptx::suggestMnemonic(StringRef text, size_t &length) {
  static constexpr StringRef kControl[] = {"bra", "brx.idx", "call",
                                           "ret", "exit",    "trap"};
  // A mnemonic of n parts is compared with the first n of the text.
  llvm::SmallVector<Suggestion, 4> suggestions;
  llvm::SmallVector<size_t, 4> lengths;
  for (size_t end = 0; end != StringRef::npos && lengths.size() < 4;) {
    end = text.find('.', end + (end != 0));
    lengths.push_back(std::min(end, text.size()));
    suggestions.emplace_back(text.take_front(end));
  }
  auto consider = [&](StringRef mnemonic) {
    size_t parts = mnemonic.count('.');
    if (parts < suggestions.size())
      suggestions[parts].consider(mnemonic);
  };
  for (unsigned i = 0; i < kNumOpcodes; ++i)
    consider(getInstInfo(Opcode(i)).mnemonic());
  for (StringRef mnemonic : kControl)
    consider(mnemonic);
  // The longest says most.
  for (size_t i = suggestions.size(); i-- > 0;)
    if (!suggestions[i].best().empty()) {
      length = lengths[i];
      return suggestions[i].best();
    }
  return "";
}

StringRef ptxmlir::ptx::suggestModifier(const InstInfo &info, StringRef word) {
  Suggestion suggestion(word);
  for (const SlotInfo &slot : info.slots()) {
    if (slot.enumIndex < 0 || slot.onOperand || slot.hidden || slot.glued)
      continue;
    for (unsigned value = 1;; ++value) {
      StringRef spelling = enumSpelling(slot.enumIndex, value);
      if (spelling.empty())
        break;
      // Only what some form has.
      if (llvm::any_of(info.forms(), [&](const FormInfo &form) {
            return info.masks(form)[&slot - info.slots().begin()] >> value & 1;
          }))
        suggestion.consider(spelling);
    }
  }
  return suggestion.best();
}

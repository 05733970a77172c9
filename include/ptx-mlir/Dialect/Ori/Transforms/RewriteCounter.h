//===- RewriteCounter.h - Rewrites of passes by name ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pass puts in the place of a value has a counter with a name. The
// proofs walk the list of counters, so that a rewrite that none of them reaches
// is noticed. (Statistics are not counted in release builds of LLVM and cannot
// be listed before they are.)
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_TRANSFORMS_REWRITECOUNTER_H
#define PTXMLIR_DIALECT_ORI_TRANSFORMS_REWRITECOUNTER_H

#include "llvm/ADT/StringRef.h"
#include <atomic>

namespace ptxmlir::ori {

/// Objects of static storage only.
class RewriteCounter {
public:
  explicit RewriteCounter(llvm::StringLiteral name) : name(name), next(first) {
    first = this;
  }
  void operator++() { count.fetch_add(1, std::memory_order_relaxed); }

  llvm::StringRef getName() const { return name; }
  unsigned getCount() const { return count.load(std::memory_order_relaxed); }
  const RewriteCounter *getNext() const { return next; }
  static const RewriteCounter *getFirst() { return first; }

private:
  llvm::StringLiteral name;
  std::atomic<unsigned> count{0};
  const RewriteCounter *next;
  static inline const RewriteCounter *first = nullptr;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_TRANSFORMS_REWRITECOUNTER_H

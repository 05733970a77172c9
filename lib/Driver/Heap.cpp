//===- Heap.cpp - heap of a one-shot compiler in large pages --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only where the C library lets a program grow its heap ahead and the system
// has large pages; elsewhere nothing happens.
//
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include <cstdint>
#include <cstdlib>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#endif

// A sanitizer has its own heap.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) &&                    \
    !(defined(__has_feature) && __has_feature(address_sanitizer))
#define PTXMLIR_RESERVE_HEAP 1
#endif

void ptxmlir::reserveHeap(size_t inputBytes) {
#ifdef PTXMLIR_RESERVE_HEAP
  constexpr size_t kPage = size_t(2) << 20;
  // Peak memory by size of the input: 75 times on code of many small blocks.
  constexpr size_t kGrowth = 96, kSmallest = 4 << 10,
                   kLargest = size_t(1) << 30;
  if (inputBytes < kSmallest)
    return;
  size_t bytes =
      inputBytes < kLargest / kGrowth ? inputBytes * kGrowth : kLargest;
  // The heap is extended once by all of it. Vectors that grow stay in it.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, int(2 * kLargest - 1));
  mallopt(M_TOP_PAD, int(bytes));
  void *first = malloc(size_t(1) << 20);
  mallopt(M_TOP_PAD, int(16 * kPage));
  if (!first)
    return;
  uintptr_t begin =
      (reinterpret_cast<uintptr_t>(first) + kPage - 1) / kPage * kPage;
  uintptr_t end = (reinterpret_cast<uintptr_t>(first) + bytes) / kPage * kPage;
  if (begin < end)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
  free(first);
#else
  (void)inputBytes;
#endif
}

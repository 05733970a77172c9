//===- Heap.h - heap of a one-shot compiler in large pages ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that ends after one file spends a quarter of its time in page
// faults. For tools only, because the heap is the process's.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DRIVER_HEAP_H
#define PTXMLIR_DRIVER_HEAP_H

#include <cstddef>

namespace ptxmlir {

/// Reserves address space at the end of the process's heap for the IR of
/// `inputBytes` bytes of PTX and asks for large pages there: the IR is
/// hundreds of bytes per instruction, walked by every pass, so that with
/// 4 KiB pages a compilation spends a quarter of its time in page faults and
/// TLB misses. Nothing is committed before it is touched. Does nothing for
/// small inputs and where the C library or the system has no such means.
///
/// For tools, which own the process; not to be called by a library.
void reserveHeap(size_t inputBytes);

} // namespace ptxmlir

#endif // PTXMLIR_DRIVER_HEAP_H

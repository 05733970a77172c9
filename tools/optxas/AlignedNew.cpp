//===- AlignedNew.cpp - Memory of ordinary alignment, the fast way --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's containers ask for the memory of their tables with an alignment,
// nearly always one that any memory has. The C++ library passes each such
// request on to aligned_alloc(), which in glibc knows no thread cache: it took
// a twelfth of the instructions of a small compilation. These replace the
// library's.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdlib>
#include <new>

static void *allocate(std::size_t size, std::align_val_t alignment) noexcept {
  std::size_t align = std::size_t(alignment);
  if (align <= alignof(std::max_align_t))
    return std::malloc(size ? size : 1);
  return std::aligned_alloc(align, (size + align - 1) / align * align);
}

void *operator new(std::size_t size, std::align_val_t alignment) {
  // Without exceptions nobody can go on.
  if (void *memory = allocate(size, alignment))
    return memory;
  std::abort();
}

void *operator new(std::size_t size, std::align_val_t alignment,
                   const std::nothrow_t &) noexcept {
  return allocate(size, alignment);
}

void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}

void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

void operator delete(void *memory, std::align_val_t,
                     const std::nothrow_t &) noexcept {
  std::free(memory);
}

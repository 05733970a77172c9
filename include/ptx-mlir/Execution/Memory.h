//===- Memory.h - Global memory of the simulated device ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One memory for the machine and the PTX interpreter, so that a kernel sees the
// same addresses in both and results can be compared byte by byte.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_MEMORY_H
#define PTX_MLIR_EXECUTION_MEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ptxmlir::exec {

/// Global memory: buffers in one 64-bit address space, far enough apart that
/// running over the end of one never reaches the next. Addresses depend only on
/// the order and the sizes of the allocations.
///
/// Threads of the host may allocate, describe addresses and use a MemoryView
/// each at the same time. All else is for one thread.
class GlobalMemory {
public:
  struct Buffer {
    uint64_t base;
    uint64_t size;
    std::unique_ptr<uint8_t[]> data;
    std::string name;
    /// Its bytes mean something before a kernel writes them.
    bool hasContents;
  };

  /// Reserves `size` zeroed bytes at an address that is a multiple of 512 (and
  /// of `align`, a power of two). The name appears in error messages.
  uint64_t allocate(uint64_t size, llvm::StringRef name, uint64_t align = 1,
                    bool hasContents = true);

  /// The next buffer lies at `address` or above it.
  void skipTo(uint64_t address) { next = address > next ? address : next; }
  /// Forgets all buffers but the first `count`.
  void truncate(size_t count);

  /// The host bytes of [address, address + bytes), null unless one buffer holds
  /// them all.
  uint8_t *access(uint64_t address, uint64_t bytes) {
    const Buffer *b = last;
    if (!b || address - b->base >= b->size) {
      b = find(address);
      if (!b)
        return nullptr;
      last = b;
    }
    uint64_t offset = address - b->base;
    return b->size - offset >= bytes ? b->data.get() + offset : nullptr;
  }

  /// Says where an address lies ("8 bytes past the end of argument 2").
  std::string describe(uint64_t address) const;

  const std::vector<Buffer> &buffers() const { return all; }

private:
  friend class MemoryView;
  const Buffer *find(uint64_t address) const;

  /// Of `all` and `next`, where several threads use them.
  mutable std::mutex mutex;
  std::vector<Buffer> all; // ascending addresses
  const Buffer *last = nullptr;
  uint64_t next = kFirstAddress;

public:
  static constexpr uint64_t kFirstAddress = 0x7f4000000000;
  /// The generic addresses of shared and local memory and of the kernel's
  /// parameters have these high words.
  static constexpr uint32_t kSharedWindowHigh = 0x7f20;
  static constexpr uint32_t kLocalWindowHigh = 0x7f30;
  static constexpr uint32_t kParamWindowHigh = 0x7f38;
};

/// Global memory as one thread of the host sees it. It knows the buffers that
/// were there when it last looked; where an address is in none of them it looks
/// again, so that what another thread has allocated since is found. Only that
/// takes a lock. For as long as no buffer is forgotten.
class MemoryView {
public:
  explicit MemoryView(GlobalMemory &memory) : memory(&memory) {}

  /// As GlobalMemory::access.
  uint8_t *access(uint64_t address, uint64_t bytes) {
    if (address - last.base >= last.size && !find(address))
      return nullptr;
    uint64_t offset = address - last.base;
    return last.size - offset >= bytes ? last.data + offset : nullptr;
  }

private:
  struct Range {
    uint64_t base = 0, size = 0;
    uint8_t *data = nullptr;
  };
  /// Makes the buffer that holds the address the last one, if there is any.
  bool find(uint64_t address);
  bool findKnown(uint64_t address);

  GlobalMemory *memory;
  std::vector<Range> known; // ascending addresses
  Range last;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_MEMORY_H

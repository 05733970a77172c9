//===- Memory.cpp - Global memory of the simulated device -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation and look-up of buffers. Addresses are far apart and gaps are not
// mapped, so that an overrun is a fault and not another buffer's bytes.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Memory.h"
#include <algorithm>

using namespace ptxmlir::exec;

/// Unmapped bytes after each buffer.
static constexpr uint64_t kGap = 1 << 20;

uint64_t GlobalMemory::allocate(uint64_t size, llvm::StringRef name,
                                uint64_t align, bool hasContents) {
  std::lock_guard<std::mutex> lock(mutex);
  align = std::max<uint64_t>(align, 512);
  next = (next + align - 1) & ~(align - 1);
  uint64_t base = next;
  all.push_back(
      {base, size, std::make_unique<uint8_t[]>(size), name.str(), hasContents});
  next += size + kGap;
  last = nullptr;
  return base;
}

void GlobalMemory::truncate(size_t count) {
  all.erase(all.begin() + ptrdiff_t(count), all.end());
  next = all.empty() ? kFirstAddress : all.back().base + all.back().size + kGap;
  last = nullptr;
}

const GlobalMemory::Buffer *GlobalMemory::find(uint64_t address) const {
  auto it =
      std::upper_bound(all.begin(), all.end(), address,
                       [](uint64_t a, const Buffer &b) { return a < b.base; });
  if (it == all.begin())
    return nullptr;
  --it;
  return address - it->base < it->size ? &*it : nullptr;
}

bool MemoryView::findKnown(uint64_t address) {
  auto it =
      std::upper_bound(known.begin(), known.end(), address,
                       [](uint64_t a, const Range &r) { return a < r.base; });
  if (it == known.begin())
    return false;
  --it;
  if (address - it->base >= it->size)
    return false;
  last = *it;
  return true;
}

bool MemoryView::find(uint64_t address) {
  if (findKnown(address))
    return true;
  {
    std::lock_guard<std::mutex> lock(memory->mutex);
    if (known.size() == memory->all.size())
      return false;
    for (size_t k = known.size(); k < memory->all.size(); ++k) {
      const GlobalMemory::Buffer &b = memory->all[k];
      known.push_back({b.base, b.size, b.data.get()});
    }
  }
  return findKnown(address);
}

std::string GlobalMemory::describe(uint64_t address) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it =
      std::upper_bound(all.begin(), all.end(), address,
                       [](uint64_t a, const Buffer &b) { return a < b.base; });
  std::string after, before;
  if (it != all.begin()) {
    const Buffer &b = *(it - 1);
    uint64_t offset = address - b.base;
    if (offset < b.size)
      return "at byte " + std::to_string(offset) + " of the " +
             std::to_string(b.size) + " bytes of " + b.name;
    if (offset - b.size < kGap)
      return std::to_string(offset - b.size) + " bytes past the end of " +
             b.name + " (" + std::to_string(b.size) + " bytes)";
  }
  if (it != all.end() && it->base - address <= kGap)
    return std::to_string(it->base - address) + " bytes before " + it->name;
  return "in no buffer";
}

//===- HostAccess.cpp - Memory that workers share -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is too large to be inlined, and 16 bytes, which need an instruction that
// not every x86-64 has.
//
//===----------------------------------------------------------------------===//

#include "HostAccess.h"
#include <mutex>

using namespace ptxmlir::exec;

template <typename T>
static bool exchangeAs(uint8_t *p, void *old, const void *fresh) {
  auto *cell = reinterpret_cast<typename host::Cell<T>::Type *>(p);
  T expected, desired;
  memcpy(&expected, old, sizeof(T));
  memcpy(&desired, fresh, sizeof(T));
  if (__atomic_compare_exchange_n(cell, &expected, desired, /*weak=*/true,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return true;
  memcpy(old, &expected, sizeof(T));
  return false;
}

//===----------------------------------------------------------------------===//
// 16 bytes
//===----------------------------------------------------------------------===//

// The __atomic builtins of 16 bytes would be calls of a library, and so would
// be this one inlined where the target lacks cx16.
#if defined(__x86_64__)
#define PTXMLIR_EXCHANGE16 __attribute__((noinline, target("cx16")))
#elif defined(__aarch64__)
#define PTXMLIR_EXCHANGE16 __attribute__((noinline))
#endif

#ifdef PTXMLIR_EXCHANGE16
PTXMLIR_EXCHANGE16
static bool exchange16(uint8_t *p, void *old, const void *fresh) {
  using Wide = unsigned __int128;
  Wide expected, desired;
  memcpy(&expected, old, 16);
  memcpy(&desired, fresh, 16);
  Wide found = __sync_val_compare_and_swap(
      reinterpret_cast<host::Cell<Wide>::Type *>(p), expected, desired);
  memcpy(old, &found, 16);
  return found == expected;
}
#else
static bool exchange16(uint8_t *p, void *old, const void *fresh) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t found[2];
  host::loadAs<uint64_t>(&found[0], p, true);
  host::loadAs<uint64_t>(&found[1], p + 8, true);
  bool same = memcmp(found, old, 16) == 0;
  if (same) {
    host::storeAs<uint64_t>(p, fresh, true);
    host::storeAs<uint64_t>(p + 8, static_cast<const uint8_t *>(fresh) + 8,
                            true);
  }
  memcpy(old, found, 16);
  return same;
}
#endif

void host::load16(void *to, const uint8_t *p) {
  // Whatever is there stays.
  memset(to, 0, 16);
  exchange16(const_cast<uint8_t *>(p), to, to);
}

void host::store16(uint8_t *p, const void *from) {
  uint8_t old[16];
  load16(old, p);
  while (!exchange16(p, old, from)) {
  }
}

bool host::compareExchange(uint8_t *p, unsigned bytes, void *old,
                           const void *fresh) {
  switch (bytes) {
  case 1:
    return exchangeAs<uint8_t>(p, old, fresh);
  case 2:
    return exchangeAs<uint16_t>(p, old, fresh);
  case 4:
    return exchangeAs<uint32_t>(p, old, fresh);
  case 8:
    return exchangeAs<uint64_t>(p, old, fresh);
  default:
    return exchange16(p, old, fresh);
  }
}

//===- HostAccess.h - Memory that workers share -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How instructions access memory that other workers may access at the same
// time, and what they can rely on, on hosts of any memory order:
//
// * A load or a store of 1, 2, 4 or 8 bytes is one access of the host, one of
//   16 bytes two of 8: no element of a vector is torn.
// * An ordered load is an acquire, an ordered store a release of the host. They
//   are strong accesses of a launch with several workers; its fences are fences
//   of the host, sequentially consistent. 16 bytes are one access then.
// * modify() is atomic against other workers' modify(), loads and stores, also
//   those of other sizes; it acquires and releases.
// * For 16 bytes at once the host needs a compare-exchange of 16 bytes (x86-64,
//   AArch64). On others these accesses share a lock: they are atomic against
//   each other, not against accesses of their parts.
// * Reductions of vectors are modify() of 8 bytes at a time or less, those of
//   bulk and tensor copies of an element, so that each element is atomic.
// * Bulk copies and textures are neither: they copy bytes in any order, which
// is
//   all that their weak accesses promise.
//
// Pointers are multiples of the size. With one worker nothing here is an atomic
// instruction (a relaxed, an acquire load and a release store of up to 8 bytes
// are plain moves on x86-64; only launches with several workers are ordered).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_HOSTACCESS_H
#define PTX_MLIR_LIB_EXECUTION_HOSTACCESS_H

#include <cstdint>
#include <cstring>

namespace ptxmlir::exec {

namespace host {
template <typename T> struct Cell {
  typedef T Type __attribute__((may_alias));
};
template <typename T>
inline void loadAs(void *to, const uint8_t *p, bool ordered) {
  auto *cell = reinterpret_cast<const typename Cell<T>::Type *>(p);
  T v = ordered ? __atomic_load_n(cell, __ATOMIC_ACQUIRE)
                : __atomic_load_n(cell, __ATOMIC_RELAXED);
  memcpy(to, &v, sizeof(T));
}
template <typename T>
inline void storeAs(uint8_t *p, const void *from, bool ordered) {
  auto *cell = reinterpret_cast<typename Cell<T>::Type *>(p);
  T v;
  memcpy(&v, from, sizeof(T));
  if (ordered)
    __atomic_store_n(cell, v, __ATOMIC_RELEASE);
  else
    __atomic_store_n(cell, v, __ATOMIC_RELAXED);
}

/// 16 bytes at once.
void load16(void *to, const uint8_t *p);
void store16(uint8_t *p, const void *from);
/// Puts `fresh` where `old` is, or sets `old` to what is there instead (or
/// fails without a reason). Of 1, 2, 4, 8 or 16 bytes.
bool compareExchange(uint8_t *p, unsigned bytes, void *old, const void *fresh);
} // namespace host

/// Copies 1, 2, 4, 8 or 16 bytes from memory that workers share.
inline void loadBytes(void *to, const uint8_t *p, unsigned bytes,
                      bool ordered) {
  switch (bytes) {
  case 1:
    return host::loadAs<uint8_t>(to, p, ordered);
  case 2:
    return host::loadAs<uint16_t>(to, p, ordered);
  case 4:
    return host::loadAs<uint32_t>(to, p, ordered);
  case 8:
    return host::loadAs<uint64_t>(to, p, ordered);
  default:
    if (ordered)
      return host::load16(to, p);
    host::loadAs<uint64_t>(to, p, false);
    host::loadAs<uint64_t>(static_cast<uint8_t *>(to) + 8, p + 8, false);
  }
}

/// The way back.
inline void storeBytes(uint8_t *p, const void *from, unsigned bytes,
                       bool ordered) {
  switch (bytes) {
  case 1:
    return host::storeAs<uint8_t>(p, from, ordered);
  case 2:
    return host::storeAs<uint16_t>(p, from, ordered);
  case 4:
    return host::storeAs<uint32_t>(p, from, ordered);
  case 8:
    return host::storeAs<uint64_t>(p, from, ordered);
  default:
    if (ordered)
      return host::store16(p, from);
    host::storeAs<uint64_t>(p, from, false);
    host::storeAs<uint64_t>(p + 8, static_cast<const uint8_t *>(from) + 8,
                            false);
  }
}

/// Replaces the 1, 2, 4, 8 or 16 bytes at `p`, which are then in `old`, by what
/// update(old, fresh) makes of them; they stay if it gives false. It may be
/// asked again, with other old bytes. `isShared`: other workers may be at it.
template <typename Fn>
inline void modify(uint8_t *p, unsigned bytes, uint8_t *old, bool isShared,
                   Fn update) {
  uint8_t fresh[16];
  if (!isShared) {
    memcpy(old, p, bytes);
    if (update(old, fresh))
      memcpy(p, fresh, bytes);
    return;
  }
  loadBytes(old, p, bytes, /*ordered=*/true);
  while (update(old, fresh) && !host::compareExchange(p, bytes, old, fresh)) {
  }
}

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_HOSTACCESS_H

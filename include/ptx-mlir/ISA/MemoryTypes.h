//===- MemoryTypes.h - Sizes of what is loaded and stored -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many bytes each type of loads and stores has in memory.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_MEMORYTYPES_H
#define PTXMLIR_ISA_MEMORYTYPES_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa {

/// Bytes in memory of one access of a thread.
inline unsigned getBytes(MemType type) {
  switch (type) {
  case MemType::U8:
  case MemType::S8:
    return 1;
  case MemType::U16:
  case MemType::S16:
    return 2;
  case MemType::B32:
    return 4;
  case MemType::B64:
    return 8;
  case MemType::B128:
    break;
  }
  return 16;
}

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_MEMORYTYPES_H

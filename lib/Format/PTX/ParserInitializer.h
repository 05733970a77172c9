//===- ParserInitializer.h - the initial value of a variable ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of reading one initial value: bytes so far and addresses in them.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_PARSERINITIALIZER_H
#define PTX_MLIR_LIB_FORMAT_PTX_PARSERINITIALIZER_H

#include "Parser.h"

namespace ptxmlir::ptx {

struct Parser::Initializer {
  /// The value up to its last written element.
  std::string bytes;
  llvm::SmallVector<mlir::Attribute> relocations;
  /// Where the next element goes.
  uint64_t position = 0;

  /// Appends the low `size` bytes of `value`, or overwrites what is there.
  void put(uint64_t value, unsigned size) {
    if (bytes.size() < position + size)
      bytes.resize(position + size, '\0');
    for (unsigned i = 0; i < size; ++i)
      bytes[position + i] = i < 8 ? char(value >> (8 * i)) : '\0';
    position += size;
  }
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_PARSERINITIALIZER_H

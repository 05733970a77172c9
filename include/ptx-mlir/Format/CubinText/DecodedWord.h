//===- DecodedWord.h - The words of the code in a cubin ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code as its words with what they mean: for whoever turns a cubin into
// something else, be it text or a dialect.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_CUBINTEXT_DECODEDWORD_H
#define PTXMLIR_FORMAT_CUBINTEXT_DECODEDWORD_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace ptxmlir {

constexpr unsigned kInstBytes = 16;

/// One word of the code.
struct DecodedWord {
  isa::Word word;
  /// Nothing where no record describes the word.
  std::optional<isa::Inst> inst;
  /// Offset of the code address it names, if that lies in this code.
  std::optional<uint32_t> target;
};
std::vector<DecodedWord> decodeText(llvm::ArrayRef<uint8_t> text, unsigned sm);

} // namespace ptxmlir

#endif // PTXMLIR_FORMAT_CUBINTEXT_DECODEDWORD_H

//===- Disassembler.h - NVIDIA's disassembler as an oracle ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's disassembler, where it is installed, as the judge of our tables.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_FORMAT_SASS_DISASSEMBLER_H
#define PTXMLIR_TEST_UNIT_FORMAT_SASS_DISASSEMBLER_H

#include "ptx-mlir/ISA/Inst.h"
#include <string>
#include <vector>

namespace ptxmlir::isa {

/// Without the blanks that only align.
std::string cleanText(llvm::StringRef text);

/// nvdisasm's text of words that lie from address 0, "" where it writes none.
/// If it refuses a word, `error` says why and there are no texts.
std::vector<std::string> disassemble(llvm::ArrayRef<Word> words, unsigned sm,
                                     std::string &error);

/// Draws `count` instructions of the record on each SM from the tables as they
/// are, and compares our text with nvdisasm's. Returns the first word that it
/// refuses or writes otherwise, with both texts; "" if there is none.
std::string checkRecord(const InstDesc &desc, unsigned count);

} // namespace ptxmlir::isa

#endif // PTXMLIR_TEST_UNIT_FORMAT_SASS_DISASSEMBLER_H

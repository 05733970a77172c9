//===- FloatText.h - Float immediates as assembly text ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers as NVIDIA's disassembler writes them, and back without loss:
// assembled text must give the same word.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_ISA_TEXT_FLOATTEXT_H
#define PTXMLIR_LIB_ISA_TEXT_FLOATTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace ptxmlir::sass {

enum class FloatKind { F16, BF16, F32, F64Hi };

/// Writes the number with these bits (the upper 32 bits for F64Hi) with 20
/// significant digits. Infinities and NaNs are "+INF", "-QNAN", "+SNAN". With
/// `exact`, NaNs other than the default quiet one, which have no such spelling,
/// are written as their bits: "0f7f800001". The disassembler puts a blank after
/// INF and NAN; `exact` leaves it out.
void printFloat(uint32_t bits, FloatKind kind, bool exact,
                llvm::raw_ostream &os);

/// Parses a number from the front of `text` and drops it from there. The bits,
/// rounded to nearest even; std::nullopt (and `text` as it was) if there is
/// none.
std::optional<uint32_t> parseFloat(llvm::StringRef &text, FloatKind kind,
                                   bool single);

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_ISA_TEXT_FLOATTEXT_H

//===- Reference.h - What the PTX ISA says of a result ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host computation of every instruction from the text of the PTX ISA, with
// llvm::APFloat and wide integers. It has nothing in common with the
// interpreter that it judges.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_EXECUTION_PTX_REFERENCE_H
#define PTX_MLIR_TEST_UNIT_EXECUTION_PTX_REFERENCE_H

#include "Spellings.h"
#include "llvm/ADT/APFloat.h"

namespace ptxmlir::test {

/// What the ISA allows a result to be. Packed types have a value per element.
struct Expect {
  enum Kind : uint8_t {
    Exact,    ///< `bits`
    AnyNaN,   ///< of the format
    AnyZero,  ///< of either sign
    Within,   ///< of the format, from `low` to `high`
    Anything, ///< the ISA leaves it open
  } kind = Exact;
  uint64_t bits = 0;
  const llvm::fltSemantics *format = nullptr;
  double low = 0, high = 0;

  static Expect exact(uint64_t bits) { return {Exact, bits, nullptr, 0, 0}; }
  static Expect anything() { return {Anything, 0, nullptr, 0, 0}; }
  static Expect anyNaN(const llvm::fltSemantics &f) {
    return {AnyNaN, 0, &f, 0, 0};
  }
  static Expect anyZero(const llvm::fltSemantics &f) {
    return {AnyZero, 0, &f, 0, 0};
  }
  /// `value` with an error of `error`, both real numbers; what is below the
  /// smallest or above the largest number may be zero or infinite.
  static Expect within(const llvm::fltSemantics &f, long double value,
                       long double error);
  bool accepts(uint64_t got) const;
  std::string describe() const;
};

/// What a result may be, element by element: `width` bits each, the lowest
/// first.
struct Result {
  unsigned width = 64;
  Expect elements[4];
  unsigned count = 1;

  Result() = default;
  Result(Expect e) { elements[0] = e; }
};

/// Results of a spelling for a tuple of sources; false if there is no
/// reference.
using Reference = bool (*)(const Spelling &s, const uint64_t *in, Result *out);
bool integerReference(const Spelling &s, const uint64_t *in, Result *out);
bool bitReference(const Spelling &s, const uint64_t *in, Result *out);
bool floatReference(const Spelling &s, const uint64_t *in, Result *out);
bool approximationReference(const Spelling &s, const uint64_t *in, Result *out);
bool compareReference(const Spelling &s, const uint64_t *in, Result *out);
bool convertReference(const Spelling &s, const uint64_t *in, Result *out);
bool videoReference(const Spelling &s, const uint64_t *in, Result *out);

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The format of a floating point type or of an element of a packed one; null
/// for others.
const llvm::fltSemantics *formatOf(ptx::DataType type);
/// Elements of a value of the type: 2 for f16x2.
unsigned elementsOf(ptx::DataType type);
/// Bits of an element.
unsigned elementBits(ptx::DataType type);

llvm::APFloat fromBits(const llvm::fltSemantics &f, uint64_t bits);
uint64_t toBits(const llvm::APFloat &value);
/// Subnormal numbers become zeros of their sign.
llvm::APFloat flushed(llvm::APFloat value);
llvm::APFloat::roundingMode roundingOf(ptx::Rounding rounding);
/// The NaN that instructions give where the ISA names one: all bits but the
/// sign. Doubles may have any.
Expect nanOf(const llvm::fltSemantics &f);

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

using Wide = __int128;
/// The number that the low bits of `bits` are in an integer type.
Wide numberOf(ptx::DataType type, uint64_t bits);
Wide numberOf(bool isSigned, unsigned width, uint64_t bits);
/// The nearest number that `width` bits can hold.
Wide clampTo(bool isSigned, unsigned width, Wide value);
inline uint64_t lowBits(unsigned width, uint64_t value) {
  return width >= 64 ? value : value & ((uint64_t(1) << width) - 1);
}

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_EXECUTION_PTX_REFERENCE_H

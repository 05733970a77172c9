//===- IntegerTypes.h - Integer types of PTX and C++ ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the instance of a handler template for a type of PTX, so that an
// opcode's meaning is written once for all widths.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_INTEGERTYPES_H
#define PTX_MLIR_LIB_EXECUTION_PTX_INTEGERTYPES_H

#include "State.h"
#include <type_traits>

namespace ptxmlir::interp {

/// The low bits of a row's element that a value of type T has.
template <typename T> inline uint64_t bitsOf(uint64_t value) {
  return std::make_unsigned_t<T>(value);
}

/// The exact product of two values of type T.
template <typename T> inline __int128 product(uint64_t a, uint64_t b) {
  // Unsigned 64-bit factors need all 128 bits; the shift that follows must then
  // not see a sign, but only the low 128 bits are ever used.
  return __int128((unsigned __int128)(__int128)T(a) *
                  (unsigned __int128)(__int128)T(b));
}

inline bool isInteger(ptx::DataType type) {
  switch (ptx::getTypeKind(type)) {
  case 'b':
  case 'u':
  case 's':
    return true;
  default:
    return type == ptx::DataType::U16x2 || type == ptx::DataType::S16x2;
  }
}

/// The handler for an integer type of 16 to 64 bits.
template <template <typename> class Op, template <auto> class Wrap>
Handler integerHandler(ptx::DataType type) {
  using ptx::DataType;
  switch (type) {
  case DataType::S16:
    return Wrap<&Op<int16_t>::eval>::run;
  case DataType::S32:
    return Wrap<&Op<int32_t>::eval>::run;
  case DataType::S64:
    return Wrap<&Op<int64_t>::eval>::run;
  case DataType::U16:
  case DataType::B16:
    return Wrap<&Op<uint16_t>::eval>::run;
  case DataType::U32:
  case DataType::B32:
    return Wrap<&Op<uint32_t>::eval>::run;
  case DataType::U64:
  case DataType::B64:
    return Wrap<&Op<uint64_t>::eval>::run;
  default:
    return nullptr;
  }
}

template <auto F> struct UnaryHandler {
  static constexpr Handler run = unary<F>;
};
template <auto F> struct BinaryHandler {
  static constexpr Handler run = binary<F>;
};
template <auto F> struct TernaryHandler {
  static constexpr Handler run = ternary<F>;
};
template <template <typename> class Op> Handler unaryOf(ptx::DataType type) {
  return integerHandler<Op, UnaryHandler>(type);
}
template <template <typename> class Op> Handler binaryOf(ptx::DataType type) {
  return integerHandler<Op, BinaryHandler>(type);
}
template <template <typename> class Op> Handler ternaryOf(ptx::DataType type) {
  return integerHandler<Op, TernaryHandler>(type);
}

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_INTEGERTYPES_H

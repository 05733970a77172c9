//===- PTXEnums.h - opcodes and modifiers of PTX ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated from the instruction records: `enum class Opcode`, one enum class
// per kind of modifier (None, value 0, is "not written"), and per opcode a
// struct `<Opcode>Modifiers` with pack() and unpack().
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXENUMS_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXENUMS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace ptxmlir::ptx {

#define GET_PTX_ENUM_DECLS
#include "ptx-mlir/Dialect/PTX/IR/PTXTables.inc"
#define GET_PTX_MODIFIERS
#include "ptx-mlir/Dialect/PTX/IR/PTXTables.inc"

/// The width in bits of a value of this type in memory.
unsigned getBitWidth(DataType type);
/// The width of the register that holds it: types below 16 bits, predicates
/// aside, are in 16-bit registers.
unsigned getContainerWidth(DataType type);
/// One of b (untyped), u, s, f (scalar float), x (packed), p (predicate).
char getTypeKind(DataType type);
/// Whether it is in registers of its width also where others may be wider.
bool isExact(DataType type);
/// Whether registers and variables may have the type, not only instructions.
bool isVariableType(DataType type);
/// True for the scalar floats.
inline bool isFloat(DataType type) { return getTypeKind(type) == 'f'; }
/// True for the signed integers.
inline bool isSigned(DataType type) { return getTypeKind(type) == 's'; }
/// Number of elements of a vector access, 1 without vector modifier.
inline unsigned getNumElements(VectorSize size) { return 1u << unsigned(size); }

/// Width in bits of a special register.
unsigned getBitWidth(SpecialRegister reg);
/// True if it may read differently each time.
bool isVolatile(SpecialRegister reg);

/// What a parameter belongs to: the function, its return value, a call.
enum class ParamKind : uint8_t { Input, Return, Call };

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXENUMS_H

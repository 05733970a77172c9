//===- InstNames.h - Instruction ops registered on demand -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect of instructions has some 300 ops, a kernel uses twenty of them, and
// to register one costs about as much as to create twenty. Where a context is
// made for one compilation, a dialect may wait with each op until it is created
// for the first time.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_INSTNAMES_H
#define PTXMLIR_DIALECT_INSTNAMES_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"
#include <vector>

namespace ptxmlir {

/// While one of these lives, the dialects that its thread loads register
/// instruction ops on demand. For contexts in which no IR is parsed by MLIR and
/// no op of an instruction is made by its C++ class: both know only what is
/// registered.
class OnDemandOps {
public:
  OnDemandOps();
  ~OnDemandOps();
  OnDemandOps(const OnDemandOps &) = delete;
  OnDemandOps &operator=(const OnDemandOps &) = delete;

  /// Whether a dialect that is loaded now may wait. Threads of a context read
  /// its tables without a lock, so with threads it may not; and an MLIR with
  /// assertions wants nothing registered while passes run.
  static bool areAllowed(mlir::MLIRContext *context);

private:
  bool before; ///< in this thread
};

/// The names of a dialect's instruction ops, by opcode.
class InstNames {
public:
  /// Registers an op and returns its name.
  using RegisterFn = mlir::OperationName (*)(mlir::Dialect &);

  template <typename Op>
  static mlir::OperationName registerOp(mlir::Dialect &dialect) {
    mlir::RegisteredOperationName::insert<Op>(dialect);
    return nameOf<Op>(dialect);
  }
  /// For an op that the dialect registers itself.
  template <typename Op>
  static mlir::OperationName nameOf(mlir::Dialect &dialect) {
    return mlir::OperationName(Op::getOperationName(), dialect.getContext());
  }

  explicit InstNames(size_t numOpcodes = 0)
      : names(numOpcodes), registerFns(numOpcodes) {}

  void add(size_t opcode, RegisterFn fn) { registerFns[opcode] = fn; }

  /// Registers all, or leaves each until it is asked for.
  void load(mlir::Dialect &dialect) {
    if (OnDemandOps::areAllowed(dialect.getContext()))
      return;
    for (size_t i = 0; i != names.size(); ++i)
      if (registerFns[i])
        get(i, dialect);
  }

  /// Constant time.
  mlir::OperationName get(size_t opcode, mlir::Dialect &dialect) {
    if (LLVM_UNLIKELY(!names[opcode]))
      names[opcode] = registerFns[opcode](dialect).getAsOpaquePointer();
    return mlir::OperationName::getFromOpaquePointer(names[opcode]);
  }

private:
  std::vector<const void *> names;
  std::vector<RegisterFn> registerFns;
};
} // namespace ptxmlir

#endif // PTXMLIR_DIALECT_INSTNAMES_H

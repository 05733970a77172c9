//===- Convergence.h - convergent operations ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===--------------------------------------------------------------------===//
//
// MLIR has no notion of an operation that communicates between the threads of
// a warp or block. Every such operation of our dialects has a write effect on
// `ConvergenceResource`, which keeps stock passes from duplicating, merging or
// moving it, and the trait `Convergent`, which our own passes ask for.
//
//===--------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_CONVERGENCE_H
#define PTX_MLIR_DIALECT_CONVERGENCE_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace ptxmlir {

/// The set of threads that execute an operation together.
struct ConvergenceResource
    : public mlir::SideEffects::Resource::Base<ConvergenceResource> {
  llvm::StringRef getName() final { return "Convergence"; }
};

/// Trait of an operation that must not be made dependent on a further
/// condition, duplicated, or merged with another.
template <typename ConcreteType>
class Convergent : public mlir::OpTrait::TraitBase<ConcreteType, Convergent> {};

} // namespace ptxmlir

#endif // PTX_MLIR_DIALECT_CONVERGENCE_H

//===- Shells.h - What a module of ori has but for bodies -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variables of a module, and its kernels and functions without bodies, made
// one after the other in source order.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_SHELLS_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_SHELLS_H

#include "CallGraph.h"
#include "ImageHandles.h"

namespace ptxmlir::ptxtoori {

/// ".linkage" of a symbol as the later levels keep it; empty for internal.
llvm::StringRef getLinkageName(ptx::Linkage linkage);

// Variables.cpp

/// Whether a cubin can have the addresses in the initial value: whole ones and
/// single bytes, but none of 32 bits, of which ptxas 13.0.88 writes 64.
llvm::LogicalResult checkRelocations(ptx::GlobalOp global,
                                     const ModuleInfo &info);
/// Copies a variable.
void createGlobal(mlir::OpBuilder &builder, ptx::GlobalOp global,
                  const ModuleInfo &info);

// Shells.cpp

/// Warns of a `.minnctapersm` that the SM cannot fulfil: it counts for nothing.
void checkMinCTAs(ptx::EntryOp entry, unsigned sm);
/// A kernel, and copies of the functions that it reaches.
KernelInfo createShells(mlir::OpBuilder &builder, ptx::EntryOp entry,
                        const Reached &reached, const CallGraph &graph,
                        const target::TargetInfo &target);
/// A device function of a relocatable object.
ori::FuncOp createOwnFunction(mlir::OpBuilder &builder, ptx::FuncOp function);
/// A declaration of a function of the driver, or of one that is elsewhere.
ori::FuncOp createDeclaration(mlir::OpBuilder &builder, ptx::FuncOp function);
/// The types of a function as nvlink compares them (getPrototype).
mlir::StringAttr getPrototypeAttr(mlir::OpBuilder &builder,
                                  ptx::FuncOp function);
void setLinkage(ori::FuncOp function, ptx::Linkage linkage);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_SHELLS_H

//===- Budget.h - How many registers a function may use ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers of a function follow from the launch bounds that a kernel has and
// from what the SM has. Scheduling, unrolling, spilling and allocation all work
// against this one number.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_TRANSFORMS_BUDGET_H
#define PTXMLIR_DIALECT_ORI_TRANSFORMS_BUDGET_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// The 32-bit registers that the code of `func` may use, R0 .. R(n-1). A thread
/// has at most `limit`, and what .maxnreg allows or what is left to it when the
/// CTAs that .reqntid, .maxntid and .minnctapersm ask for are on one SM
/// (target::computeRegisterLimit); two of them are not for the code.
unsigned getRegisterBudget(FuncOp func, unsigned limit);

/// The uniform registers that the code of `func` may use: at most `limit`, what
/// its SM has, and in a device function those that its callers do not keep
/// values in.
unsigned getUniformBudget(FuncOp func, unsigned limit);

/// Uniform registers for the operands of one operation that are reloaded.
constexpr unsigned kUniformScratch = 8;

/// How many uniform registers a phase before allocation may fill on purpose: at
/// most `limit`, and so many that reloads have some left.
unsigned getUniformGoal(FuncOp func, unsigned limit);

/// The registers that code has behind a USETMAXREG.
unsigned getNewRegisterBudget(mlir::Operation *op);

/// The most registers that a function may use with about as many warps on an SM
/// as `registers` leave: the same number, or of many the next lower multiple of
/// eight, and of whole CTAs if their size is known. Without those that the
/// machine takes for itself.
unsigned getFreeRegisters(FuncOp func, unsigned registers);

/// The most registers with which an SM holds more warps than with `registers`,
/// or more CTAs if their size is known; 0 if it cannot hold more. Without those
/// that the machine takes for itself.
unsigned getNextFewerRegisters(FuncOp func, unsigned registers);

/// Whether the function says how many threads a CTA has (`.reqntid`).
bool hasCtaSize(FuncOp func);

/// The warps that an SM holds of a function with so many registers: of one
/// whose CTAs have a known size (`.reqntid`), those of whole CTAs.
unsigned getWarps(FuncOp func, unsigned registers);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_TRANSFORMS_BUDGET_H

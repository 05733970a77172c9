//===- CallABI.h - How functions call each other ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ABI of device functions, as ptxas 13.0.88 has it (observed; docs/abi.md):
// which registers carry arguments and results, which a function must give back
// as they were, and what its caller must not rely on.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TARGET_CALLABI_H
#define PTX_MLIR_TARGET_CALLABI_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <cstdint>
#include <optional>

namespace ptxmlir::target {

/// Bytes to which the stack pointer is aligned: in all that we compile, and
/// where code of others may call us. (Observed on ptxas 13.0.88: its functions
/// have frames of any multiple of 8, and those that want more mask R1.)
constexpr unsigned kStackAlign = 16, kABIStackAlign = 8;

/// Registers by number.
using RegisterBits = std::bitset<256>;

struct CallABI {
  /// Arguments and results are in [firstArgument, endArgument).
  unsigned firstArgument, endArgument;
  /// The pair with the place to return to.
  unsigned returnAddress;
  /// A pair for the address of the function, where it is in no other place that
  /// the arguments leave alone.
  unsigned callTarget;
  /// Uniform registers from here on are preserved by functions.
  unsigned firstPreservedUniform;
  /// So are convergence barriers from here on.
  unsigned firstPreservedBarrier;
  /// Where a function that moves its stack pointer has the begin of its frame.
  /// Calls need `callTarget`, which is where ptxas has it in any function.
  unsigned framePointer, framePointerWithoutCalls;
  /// Registers that a kernel with calls has at least.
  unsigned leastRegisters;
  /// R registers that a function gives back as they were.
  RegisterBits preserved;
  /// The same of functions that use few: those of the driver, and some of ours.
  RegisterBits preservedByFew;

  unsigned getFramePointer(bool hasCalls) const {
    return hasCalls ? framePointer : framePointerWithoutCalls;
  }

  /// R registers that a caller cannot keep values in across a call: those that
  /// the function may change, and those that the call itself writes.
  RegisterBits lostAt(bool usesFew) const {
    RegisterBits lost = usesFew ? ~preservedByFew : ~preserved;
    for (unsigned k = 0; k != 2; ++k)
      lost.set(returnAddress + k).set(callTarget + k);
    return lost;
  }
};

const CallABI &getCallABI();

/// A parameter or return value in memory order.
struct ABIValue {
  uint64_t size;  ///< bytes
  uint64_t align; ///< bytes, a power of two
};

/// Where a parameter is: the first of consecutive registers that have its
/// bytes, or an offset on the stack of the caller.
struct ABIPlace {
  std::optional<unsigned> firstRegister;
  uint64_t stackOffset = 0;
};

/// The places of parameters or return values. Each takes the lowest free
/// registers that are consecutive and aligned like it; what finds none is on
/// the stack, at rising addresses. `stackBytes`: the end of those.
llvm::SmallVector<ABIPlace> assignABIPlaces(llvm::ArrayRef<ABIValue> values,
                                            uint64_t &stackBytes);

/// Functions that the CUDA driver links into every module, and of which a
/// whole program may call no others that it does not define.
bool isSystemFunction(llvm::StringRef name);

} // namespace ptxmlir::target

#endif // PTX_MLIR_TARGET_CALLABI_H

//===- MaskFunctions.h - Functions for collectives --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas calls functions for some collectives on sm_70 to sm_89
// (MachineCode::maskFunctions). Their arguments are in registers of its choice,
// of which only the code says which one is the mask: WARPSYNC reads it, and so
// does what takes the bits of other threads from a result.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_MASKFUNCTIONS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_MASKFUNCTIONS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include <optional>

namespace ptxmlir::sass {

/// The instruction of such a function, which begins at `begin`, that shows that
/// it does not gather the threads of its mask; none if it does.
std::optional<unsigned> findUngathered(const MachineCode &code, unsigned begin);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_MASKFUNCTIONS_H

//===- Dump.h - What cuobjdump does ----------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists, extracts and prints the cubins and the PTX of a file.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_PTX_OBJDUMP_DUMP_H
#define PTXMLIR_TOOLS_PTX_OBJDUMP_DUMP_H

#include "Options.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ptxmlir::objdump {

/// Does to a cubin, or to a file with fat binaries in it, what cuobjdump would.
/// Files are extracted at the end, so that an error leaves none.
llvm::Error dump(llvm::MemoryBufferRef file, const Options &options,
                 llvm::raw_ostream &os);

/// Whether a file that is no cubin has any for dump().
bool holdsDeviceCode(llvm::MemoryBufferRef file);

} // namespace ptxmlir::objdump

#endif // PTXMLIR_TOOLS_PTX_OBJDUMP_DUMP_H

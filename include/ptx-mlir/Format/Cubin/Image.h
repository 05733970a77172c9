//===- Image.h - Rewrite sections of an existing cubin ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The edit path: a cubin somebody else made, with the bytes of some sections
// replaced and everything else kept byte for byte.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_IMAGE_H
#define PTX_MLIR_FORMAT_CUBIN_IMAGE_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace ptxmlir::cubin {

/// New contents for the section with this index.
struct SectionEdit {
  unsigned section = 0;
  std::vector<uint8_t> data;
};

/// Writes `cubin` with `edits` applied into `out` (which is cleared).
///
/// When every replacement has the size of the original, only those bytes
/// change. Otherwise the sections behind are moved (keeping their order, the
/// gaps between them where alignment allows, and their contents), the section
/// headers and program headers follow, and a FUNC symbol that spanned the whole
/// edited text section gets the new size. Offsets stored inside other sections
/// (EIATTR lists, `.debug_frame`, relocations) are the caller's to edit.
///
/// Fails when an edit names no section, a section without file bytes, or two
/// edits name the same section.
llvm::Error rewrite(const LoadedCubin &cubin, llvm::ArrayRef<SectionEdit> edits,
                    llvm::SmallVectorImpl<char> &out);

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_IMAGE_H

//===- Descriptors.h - What queries of images read --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widths, heights and depths of textures and surfaces are a question to their
// headers (TXQ). All else that txq and suq may ask for is read from tables in
// global memory that a driver keeps: constant bank 0 has the address of one for
// textures, for samplers and for surfaces, and code gets the sizes of their
// entries by relocations.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_EXECUTION_DESCRIPTORS_H
#define PTXMLIR_EXECUTION_DESCRIPTORS_H

#include "ptx-mlir/Execution/Texture.h"
#include <optional>
#include <vector>

namespace ptxmlir::exec {

enum class DescriptorTable : uint8_t {
  UnifiedTextures, ///< with the properties of their samplers
  Textures,
  Samplers,
  Surfaces
};

/// The table whose size of an entry a symbol stands for.
std::optional<DescriptorTable> findDescriptorTable(llvm::StringRef symbol);
/// Its place among the addresses in constant bank 0.
unsigned placeOf(DescriptorTable table);
unsigned entryBytes(DescriptorTable table);

/// The contents of a table: an entry for each handle from 0 on.
std::vector<uint32_t> makeDescriptors(DescriptorTable table,
                                      llvm::ArrayRef<TextureObject> objects);

} // namespace ptxmlir::exec

#endif // PTXMLIR_EXECUTION_DESCRIPTORS_H

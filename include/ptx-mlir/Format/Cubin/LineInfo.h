//===- LineInfo.h - What the line tables of a cubin say ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made with -lineinfo a cubin says of its code which lines of the source
// (`.debug_line`, from `.loc` directives) and of the PTX
// (`.nv_debug_line_sass`, with the text in `.nv_debug_ptx_txt`) it comes from.
// docs/cubin.md.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_LINEINFO_H
#define PTX_MLIR_FORMAT_CUBIN_LINEINFO_H

#include <cstdint>
#include <string>
#include <vector>

namespace ptxmlir::cubin {

/// A line of the source, perhaps of a function that was inlined.
struct SourcePlace {
  uint32_t file = 0; ///< index in LineInfo::files, plus one
  uint32_t line = 0; ///< 0: not known
  /// Index in LineInfo::calls of the call that was replaced, or none.
  int32_t call = -1;

  bool operator==(const SourcePlace &other) const {
    return file == other.file && line == other.line && call == other.call;
  }
};

/// A call that the function it calls was put in place of.
struct InlinedCall {
  SourcePlace site;
  uint32_t function = 0; ///< offset of its name in `.debug_str`
};

/// From `offset` of the code on, it comes from these lines.
struct CodePlace {
  uint32_t offset = 0;
  SourcePlace source;
  uint32_t ptxLine = 0; ///< 0: not known
  uint32_t ptxText = 0; ///< of which text: index in LineInfo::ptxTexts
};

/// A `.file` directive.
struct SourceFile {
  std::string name;
  uint64_t time = 0, size = 0; ///< 0: not known
};

struct LineInfo {
  std::vector<SourceFile> files;
  /// A call comes behind that in whose function it is.
  std::vector<InlinedCall> calls;
  /// `.debug_str` of the PTX.
  std::vector<uint8_t> strings;
  /// The PTX, as it was given: of each input one.
  std::vector<std::string> ptxTexts;
};

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_LINEINFO_H

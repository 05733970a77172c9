//===- DebugInfo.h - What a cubin says to a debugger ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made with -g a cubin has the DWARF of the PTX, with its labels as addresses
// of the code, and says in which machine registers the registers of the PTX
// are. docs/debug-info.md.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_DEBUGINFO_H
#define PTX_MLIR_FORMAT_CUBIN_DEBUGINFO_H

#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ptxmlir::cubin {

/// One relocation. `offset` is in bytes from the start of the section (text,
/// initialiser of the variable, debugging section) it patches. `symbol` names a
/// Variable, a Kernel, or an external function of Module::externs.
struct Relocation {
  uint64_t offset = 0;
  RelocType type = RelocType::Abs64;
  std::string symbol;
  int64_t addend = 0;
};

/// A section `.debug_...` of the PTX. The bytes of a relocation hold its
/// addend.
struct DebugSection {
  std::string name;
  std::vector<uint8_t> bytes;
  std::vector<Relocation> relocations;
};

/// From `begin` to `end` of the code, in bytes, a machine register holds 32
/// bits of a register of the PTX, or a predicate register its bit.
struct RegisterRange {
  std::string name;   ///< in the PTX, with its `%`
  uint32_t part = 0;  ///< which 32 bits, from the lowest
  uint32_t reg = 0;   ///< as DWARF numbers it: a base of the file + number
  uint8_t type = 0;   ///< as `.nv_debug_info_reg_type` numbers types
  uint32_t begin = 0; ///< from the begin of the kernel's section
  uint32_t end = 0;
};

struct DebugInfo {
  /// In the order of the PTX.
  std::vector<DebugSection> sections;
};

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_DEBUGINFO_H

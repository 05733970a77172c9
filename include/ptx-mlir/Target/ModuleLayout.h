//===- ModuleLayout.h - Where the variables of a module are -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets of variables in their sections and slots of the address table, in the
// order in which ptxas 13.0.88 gives them (observed). Code reads constants and
// addresses at these places and the writer of the file puts them there: both
// ask here, so that they agree.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_MODULELAYOUT_H
#define PTXMLIR_TARGET_MODULELAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir::target {

/// The constant bank whose words stand for addresses of symbols.
constexpr unsigned kAddressBank = 4;
/// Bytes of an entry of the address table.
constexpr unsigned kAddressBytes = 8;

/// What the symbol of a parameter is called that the driver binds to an image:
/// several kernels may have one of the same name. No name in PTX is like it.
std::string getImageParamSymbol(llvm::StringRef kernel, llvm::StringRef param);

/// The section of a variable.
enum class VariablePlace : uint8_t {
  Zeroed,
  Initialized,
  Constant,
  Shared,    ///< of relocatable objects: the linker's to place
  Image,     ///< what the driver binds to an image: no memory
  Elsewhere, ///< of extensible programs: the linker's to find
};

struct ModuleVariable {
  llvm::StringRef name;
  VariablePlace place = VariablePlace::Zeroed;
  /// Linkage of its own module only.
  bool isInternal = true;
  uint64_t size = 0;
  uint64_t align = 1;
  /// In its section, in bytes.
  std::optional<uint64_t> offset;
};

/// What the layout depends on. Names are those of the caller and must live as
/// long.
struct ModuleLayout {
  /// In source order.
  std::vector<ModuleVariable> variables;
  /// Of each kernel, in source order, the external functions that it calls.
  std::vector<std::vector<llvm::StringRef>> externs;

  /// Gives every variable without an offset one, but for shared ones.
  void placeVariables();

  /// What the slots of the address table hold the addresses of, in order, each
  /// once.
  std::vector<llvm::StringRef> listAddressSlots() const;
};

} // namespace ptxmlir::target

#endif // PTXMLIR_TARGET_MODULELAYOUT_H

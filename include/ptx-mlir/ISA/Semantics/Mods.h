//===- Mods.h - Modifiers of an instruction by name -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates of meanings ask for modifiers by name. Names are looked up once,
// and a test finds modifiers that no meaning asked for.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_MODS_H
#define PTX_MLIR_ISA_SEMANTICS_MODS_H

#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/ISA/Semantics/SoftFloat.h"
#include <string>

namespace ptxmlir::isa::sem {

/// Reads the modifiers of one instruction by the names of its record. The
/// meaning of an opcode is bound to its modifiers once, when a program is
/// loaded. A required name that the record lacks is noted in `missing`: tables
/// and meanings disagree, and the loader reports it.
class ModReader {
public:
  ModReader(const InstDesc &desc, uint64_t mods) : desc(desc), mods(mods) {}

  unsigned value(llvm::StringRef name) {
    int i = find(name);
    if (i >= 0)
      return unsigned(desc.mods[i].field.get(mods));
    if (missing.empty())
      missing = name.str();
    return 0;
  }
  int64_t signedValue(llvm::StringRef name) {
    int i = find(name);
    if (i >= 0)
      return desc.mods[i].field.getSigned(mods);
    if (missing.empty())
      missing = name.str();
    return 0;
  }
  bool flag(llvm::StringRef name) { return value(name) != 0; }
  /// For modifiers that only some records of a family have.
  unsigned optional(llvm::StringRef name, unsigned absent = 0) const {
    int i = find(name);
    return i >= 0 ? unsigned(desc.mods[i].field.get(mods)) : absent;
  }
  bool has(llvm::StringRef name) const { return desc.findMod(name) >= 0; }
  Rnd rounding(llvm::StringRef name = "rnd") { return Rnd(value(name) & 3); }
  /// The spelling of the value of an enum modifier, without the dot.
  llvm::StringRef spelling(llvm::StringRef name);

  const InstDesc &desc;
  uint64_t mods;
  std::string missing;
  /// The modifiers that were asked for, by their numbers.
  mutable uint64_t seen = 0;

private:
  int find(llvm::StringRef name) const {
    int i = desc.findMod(name);
    if (i >= 0)
      seen |= uint64_t(1) << i;
    return i;
  }
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_MODS_H

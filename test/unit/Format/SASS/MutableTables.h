//===- MutableTables.h - Instruction tables that can be changed -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that links MutableTables.cpp has these tables in place of the
// constant ones of lib/ISA/Tables.cpp: it defines the same functions. So the
// codec and the text are those of the product, with a table that is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_FORMAT_SASS_MUTABLETABLES_H
#define PTXMLIR_TEST_UNIT_FORMAT_SASS_MUTABLETABLES_H

#include "ptx-mlir/ISA/Encoding.h"
#include <vector>

namespace ptxmlir::isa {

/// A record with storage of its own; records share rows in the constant tables.
struct MutableInst {
  InstDesc desc;
  std::vector<SlotDesc> slots;
  std::vector<ModDesc> mods;
  std::vector<std::vector<ModValueDesc>> values; ///< per modifier
  std::vector<FormDesc> forms;
  std::vector<std::vector<PlaceDesc>> places; ///< per form
  std::vector<RuleDesc> rules;
  std::vector<std::vector<CondDesc>> conds; ///< per rule
};

/// The records, in the order of Opcode.
std::vector<MutableInst> &getMutableInsts();

/// Makes what follows from the records as sass-tblgen would: references, masks,
/// sizes of split fields, the index for decoding. To be called after changes.
void updateTables();
/// The same after a change of the rules only.
void updateRules(MutableInst &inst);

} // namespace ptxmlir::isa

#endif // PTXMLIR_TEST_UNIT_FORMAT_SASS_MUTABLETABLES_H

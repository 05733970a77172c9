//===- LoweringRows.h - Lowering rows, read and checked ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of LoweringRows.td as C++ data. Reading them checks them against the
// records of PTX and of the machine; every mistake is reported at the row, and
// the tool fails after the last one.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_SASSTBLGEN_LOWERINGROWS_H
#define PTXMLIR_TOOLS_SASSTBLGEN_LOWERINGROWS_H

#include "ISAModel.h"
#include "PTXModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

namespace ptxmlir::tblgen {

/// What a source of a row is.
struct RowSource {
  enum Kind {
    Operand,
    Address,
    Number,
    TruePredicate,
    UniformTrue,
    UniformZero
  };
  Kind kind = Number;
  const ptx::Operand *operand = nullptr;
  uint64_t number = 0;
  /// The space of an address, if not shared memory.
  bool isGlobal = false;
  /// The first register of a wide operand, -1 for all of it.
  int word = -1;
  /// Of a float: neg and abs that make it are taken in.
  bool isSigned = false;
  bool neg = false, abs = false;
};

/// A modifier that follows a slot of the PTX instruction.
struct RowMap {
  unsigned mod, slot;
  /// By the value of the slot; none for a number.
  std::vector<uint64_t> values;
  /// A number is at most this; -1 for any.
  int64_t most = -1;
};

struct Row {
  const llvm::Record *record = nullptr;
  const ptx::Inst *ptx = nullptr;
  const Inst *machine = nullptr;
  /// Per slot of the PTX record, the values that the row takes.
  std::vector<uint64_t> masks;
  /// The forms that it holds for, with the values that they have in common; all
  /// of these values together.
  std::vector<std::pair<const ptx::Form *, std::vector<uint64_t>>> forms;
  std::vector<uint64_t> taken;
  std::vector<RowSource> sources;
  /// Fixed modifiers, in the packed word.
  uint64_t mods = 0;
  /// The modifiers that the row names.
  std::set<unsigned> setMods;
  std::vector<RowMap> maps;
  /// Slots of the machine's results, one for each of the PTX instruction's.
  std::vector<unsigned> results;
  /// It holds where an optional second result is not wanted.
  bool isOnlyFirst = false;
  std::string meet;
  bool alone = false;
  /// The bits above a result that is narrower than a register extend it.
  bool isExtended = false;
  /// Enumerators of target::Feature.
  std::vector<std::string> needs;
  /// It holds where rows before it do not.
  bool isOtherwise = false;
  /// The SMs where it holds.
  std::set<unsigned> sms;
  /// Not all SMs with the forms have the instruction.
  bool needsOpcode = false;
  /// Some have it without a value of a modifier.
  bool needsMods = false;
  /// The width in bits of the registers that operands must have, where PTX
  /// leaves that open.
  std::vector<std::pair<const ptx::Operand *, unsigned>> widths;
};

class LoweringRows {
public:
  /// Reads all rows; reports every mistake and exits if there was one.
  explicit LoweringRows(const llvm::RecordKeeper &records);

  ptx::Model ptxModel;
  ISAModel isaModel;
  /// In the order of the PTX records; of one record in source order.
  std::vector<Row> rows;
  /// The rows of a record.
  llvm::ArrayRef<Row> getRows(const ptx::Inst &inst) const;

  /// The values of the slots of an operation that has a form.
  static std::vector<uint64_t> getMasks(const ptx::Form &form);
  /// What a form of a record has in common with values of slots; empty if
  /// nothing.
  static std::vector<uint64_t> intersect(const ptx::Form &form,
                                         const std::vector<uint64_t> &masks);
  /// The SMs that have a form.
  std::set<unsigned> getSMs(const ptx::Inst &inst, const ptx::Form &form,
                            const std::vector<uint64_t> &masks) const;
  /// Values of slots without those that an SM has not.
  std::vector<uint64_t> restrictTo(unsigned sm, const ptx::Inst &inst,
                                   std::vector<uint64_t> masks) const;
  struct Target {
    unsigned sm, family;
    std::vector<llvm::StringRef> features;
  };
  std::vector<Target> targets; // sorted by SM, each SM once

private:
  void readTargets(const llvm::RecordKeeper &records);
};

/// Reports a mistake of a row.
void reportRow(const Row &row, const llvm::Twine &message);
/// Finds the SMs of a row whose other parts are read; reports if there are
/// none.
void findSMs(const LoweringRows &rows, Row &row);
/// Reports operands and results of other widths than the machine's (in
/// LoweringRowWidths.cpp); finds Row::widths.
void checkWidths(const LoweringRows &rows, Row &row);

/// Reports rows of one PTX record of which both hold for an instruction.
void checkOverlaps(const LoweringRows &rows);

} // namespace ptxmlir::tblgen

#endif // PTXMLIR_TOOLS_SASSTBLGEN_LOWERINGROWS_H

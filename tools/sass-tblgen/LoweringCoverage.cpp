//===- LoweringCoverage.cpp - What of PTX the lowering rows take ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each form of each PTX record, and each SM that has it, how many of its
// combinations of modifiers are rows. ptx-opt --list-lowerings prints the
// table.
//
//===----------------------------------------------------------------------===//

#include "LoweringRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

namespace {
/// Combinations of one form on one SM.
struct Amount {
  uint64_t all = 0, rows = 0, some = 0;
  bool operator==(const Amount &o) const {
    return all == o.all && rows == o.rows && some == o.some;
  }
};
} // namespace

/// The combinations of values of enumerated modifiers.
static uint64_t countCombinations(const ptx::Inst &inst,
                                  ArrayRef<uint64_t> masks) {
  uint64_t product = 1;
  for (auto [slot, mask] : zip_equal(inst.slots, masks))
    if (slot.enumIndex >= 0)
      product *= uint64_t(popcount(mask));
  return product;
}

static std::vector<uint64_t> intersect(ArrayRef<uint64_t> a,
                                       ArrayRef<uint64_t> b) {
  std::vector<uint64_t> both;
  for (auto [x, y] : zip_equal(a, b))
    both.push_back(x & y);
  return both;
}

/// Rows that hold on the SM are apart but for those that stand in for others.
static Amount measure(const LoweringRows &rows, const ptx::Inst &inst,
                      const ptx::Form &form, unsigned sm) {
  Amount amount;
  std::vector<uint64_t> masks =
      rows.restrictTo(sm, inst, LoweringRows::getMasks(form));
  amount.all = countCombinations(inst, masks);
  std::vector<std::vector<uint64_t>> taken;
  for (const Row &row : rows.getRows(inst)) {
    if (!row.sms.count(sm))
      continue;
    std::vector<uint64_t> both = intersect(masks, row.masks);
    uint64_t number = countCombinations(inst, both);
    for (const std::vector<uint64_t> &before : taken)
      number -=
          std::min(number, countCombinations(inst, intersect(before, both)));
    bool isConditional =
        row.alone || row.isOnlyFirst || !row.widths.empty() || row.needsMods;
    (isConditional ? amount.some : amount.rows) += number;
    taken.push_back(std::move(both));
  }
  return amount;
}

static void emitCoverage(const RecordKeeper &records, raw_ostream &os) {
  LoweringRows rows(records);
  emitSourceFileHeader("What of PTX the lowering rows take", os, records);
  for (const ptx::Inst &inst : rows.ptxModel.insts) {
    std::vector<const Record *> texts =
        inst.record->getValueAsListOfDefs("Forms");
    for (auto [i, form] : enumerate(inst.forms)) {
      StringRef text = texts[i]->getValueAsString("Text");
      // SMs in a row that are alike are one entry.
      std::optional<Amount> last;
      unsigned first = 0, end = 0;
      auto flush = [&] {
        if (last)
          os << "{\"" << inst.mnemonic << "\", Opcode::" << inst.cppName
             << ", \"" << text << "\", " << first << ", " << end << ", "
             << last->all << ", " << last->rows << ", " << last->some << "},\n";
        last.reset();
      };
      std::set<unsigned> sms =
          rows.getSMs(inst, form, LoweringRows::getMasks(form));
      for (const LoweringRows::Target &target : rows.targets) {
        if (!sms.count(target.sm)) {
          flush();
          continue;
        }
        Amount amount = measure(rows, inst, form, target.sm);
        if (!last || !(*last == amount)) {
          flush();
          last = amount;
          first = target.sm;
        }
        end = target.sm;
      }
      flush();
    }
  }
}

static TableGen::Emitter::Opt
    coverageBackend("gen-ptx-lowering-coverage", emitCoverage,
                    "Generate the table of PTX forms that are rows");

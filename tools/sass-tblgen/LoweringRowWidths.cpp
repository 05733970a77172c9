//===- LoweringRowWidths.cpp - Widths of the two sides of a row -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand of PTX is in as many registers as the slot of the machine's
// instruction takes, for all values of the modifiers that say how many.
//
//===----------------------------------------------------------------------===//

#include "LoweringRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

namespace {
/// A row with the values of its slots.
class WidthChecker {
public:
  WidthChecker(const LoweringRows &rows, Row &row) : rows(rows), row(row) {}
  void run();

private:
  std::optional<unsigned> getBits(const ptx::Operand &operand,
                                  ArrayRef<unsigned> values) const;
  std::optional<unsigned> getCount(const ptx::Operand &operand,
                                   ArrayRef<unsigned> values) const;
  std::optional<unsigned> getRegs(const Slot &slot,
                                  ArrayRef<unsigned> values) const;
  void check(const Slot &slot, const ptx::Operand &operand, int word);

  const LoweringRows &rows;
  Row &row;
};
} // namespace

/// The bits of a register for the operand; none where only the code of the
/// dialect knows.
std::optional<unsigned> WidthChecker::getBits(const ptx::Operand &operand,
                                              ArrayRef<unsigned> values) const {
  unsigned type = operand.fixedType, factor = 1;
  if (operand.rule == "Slot") {
    type =
        values[operand.slotB] ? values[operand.slotB] : values[operand.slotA];
  } else if (operand.rule == "Wide") {
    type = values[operand.slotA];
    const ptx::Slot &mode = row.ptx->slots[operand.slotB];
    if (rows.ptxModel.describe(mode, values[operand.slotB]) == "wide")
      factor = 2;
  } else if (operand.rule != "Fixed") {
    return std::nullopt;
  }
  for (const ptx::ModEnum &modEnum : rows.ptxModel.enums)
    if (modEnum.cppName == "DataType" && type)
      return factor * unsigned(modEnum.cases[type - 1].record->getValueAsInt(
                          "TypeBits"));
  return std::nullopt;
}

/// How many values the operand has.
std::optional<unsigned>
WidthChecker::getCount(const ptx::Operand &operand,
                       ArrayRef<unsigned> values) const {
  if (operand.kind != "vector")
    return 1;
  auto holds = [&](const ptx::Condition &when) {
    return when.mask >> values[when.slot] & 1;
  };
  if (operand.count == "Product") {
    unsigned product = 1;
    bool isOpen = false;
    for (const ptx::Count &count : operand.factors) {
      isOpen |= count.startsFactor;
      if (!isOpen || !all_of(count.when, holds))
        continue;
      product *= count.number;
      isOpen = false;
    }
    return product;
  }
  if (!operand.counts.empty())
    return operand.counts[values[operand.countSlot]];
  return std::nullopt;
}

/// The registers of a slot of the machine's record.
std::optional<unsigned> WidthChecker::getRegs(const Slot &slot,
                                              ArrayRef<unsigned> values) const {
  if (slot.width)
    return slot.width;
  if (slot.widthMod < 0 || !row.machine->mods[slot.widthMod].enumeration)
    return std::nullopt;
  const Mod &mod = row.machine->mods[slot.widthMod];
  uint64_t value = row.mods >> mod.lsb & maskTrailingOnes<uint64_t>(mod.width);
  for (const RowMap &map : row.maps)
    if (map.mod == unsigned(slot.widthMod) && !map.values.empty())
      value = map.values[values[map.slot]];
  for (const ModValue &candidate : mod.enumeration->values)
    if (candidate.value == value)
      return candidate.regs;
  return std::nullopt;
}

void WidthChecker::check(const Slot &slot, const ptx::Operand &operand,
                         int word) {
  // The slots that the widths of both sides depend on.
  std::set<unsigned> relevant;
  if (operand.rule == "Slot" || operand.rule == "Wide")
    relevant.insert({operand.slotA, operand.slotB});
  if (!operand.counts.empty())
    relevant.insert(operand.countSlot);
  for (const ptx::Count &count : operand.factors)
    for (const ptx::Condition &when : count.when)
      relevant.insert(when.slot);
  for (const RowMap &map : row.maps)
    if (int(map.mod) == slot.widthMod)
      relevant.insert(map.slot);
  std::optional<unsigned> open;
  for (const auto &[form, masks] : row.forms) {
    std::vector<std::vector<unsigned>> all = {
        std::vector<unsigned>(masks.size(), 0)};
    for (unsigned at : relevant) {
      std::vector<std::vector<unsigned>> next;
      for (const std::vector<unsigned> &values : all)
        for (unsigned value = 0; value != 64; ++value)
          if (masks[at] >> value & 1) {
            next.push_back(values);
            next.back()[at] = value;
          }
      all = std::move(next);
    }
    for (const std::vector<unsigned> &values : all) {
      std::optional<unsigned> bits = getBits(operand, values),
                              count = getCount(operand, values),
                              regs = getRegs(slot, values);
      if (!bits || !count || !regs)
        continue;
      if (operand.orPred) {
        if (open.value_or(*bits) != *bits || *bits < 16)
          return reportRow(row, "registers of '" + operand.name +
                                    "' have more than one width");
        open = bits;
      }
      bool isPredicate = slot.kind == P || slot.kind == UP;
      unsigned have = *bits == 1 ? 0 : *count * divideCeil(*bits, 32);
      if (word >= 0)
        have = have == 2 ? 1 : 0;
      unsigned want = isPredicate ? 0 : *regs;
      if (have != want || (isPredicate && *bits != 1))
        return reportRow(
            row,
            "'" + operand.name + "' " +
                (*bits == 1 ? "is a predicate"
                            : "has " + std::to_string(have) + " registers") +
                ", slot '" + slot.name + "' of '" + row.machine->name +
                "' takes " +
                (isPredicate ? "a predicate"
                             : std::to_string(want) + " registers"));
    }
  }
  if (open)
    row.widths.push_back({&operand, *open});
}

void WidthChecker::run() {
  ArrayRef<Slot> uses =
      ArrayRef(row.machine->slots).drop_front(row.machine->numDefs);
  for (auto [source, slot] : zip(row.sources, uses)) {
    if (source.kind != RowSource::Operand)
      continue;
    if (slot.kind == UR || slot.kind == UP)
      reportRow(row, "source '" + slot.name + "' of '" + row.machine->name +
                         "' is uniform");
    else
      check(slot, *source.operand, source.word);
  }
  for (auto [def, operand] : zip(row.results, row.ptx->dsts)) {
    const Slot &slot = row.machine->slots[def];
    if (slot.kind == UR || slot.kind == UP)
      reportRow(row, "result '" + slot.name + "' of '" + row.machine->name +
                         "' is uniform");
    else
      check(slot, operand, -1);
  }
}

void ptxmlir::tblgen::checkWidths(const LoweringRows &rows, Row &row) {
  WidthChecker(rows, row).run();
}

//===- LoweringRowTargets.cpp - Where lowering rows hold ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SMs of forms and of rows, and rows that hold for the same.
//
//===----------------------------------------------------------------------===//

#include "LoweringRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

//===----------------------------------------------------------------------===//
// Forms and SMs
//===----------------------------------------------------------------------===//

std::vector<uint64_t> LoweringRows::getMasks(const ptx::Form &form) {
  std::vector<uint64_t> masks = form.masks;
  // An old spelling: the operation has the modifier that it leaves out.
  if (form.meansValue)
    masks[form.meansSlot] = uint64_t(1) << form.meansValue;
  return masks;
}

std::vector<uint64_t>
LoweringRows::intersect(const ptx::Form &form,
                        const std::vector<uint64_t> &masks) {
  std::vector<uint64_t> both = getMasks(form);
  for (auto [mask, other] : zip_equal(both, masks)) {
    mask &= other;
    if (!mask)
      return {};
  }
  return both;
}

std::set<unsigned>
LoweringRows::getSMs(const ptx::Inst &inst, const ptx::Form &form,
                     const std::vector<uint64_t> &masks) const {
  unsigned first = std::max(inst.minSM, form.minSM);
  // The modifier that came first of those that it may have.
  for (auto [slot, mask] : zip_equal(inst.slots, masks)) {
    if (slot.enumIndex < 0 || (mask & 1))
      continue;
    unsigned least = ~0u;
    for (auto [i, item] : enumerate(ptxModel.enums[slot.enumIndex].cases))
      if (i < 63 && (mask >> (i + 1) & 1))
        least = std::min(least, item.minSM);
    if (least != ~0u)
      first = std::max(first, least);
  }
  std::set<unsigned> result;
  for (const Target &target : targets) {
    // A form that is gone is still that of older versions, on all SMs.
    if (target.sm < first)
      continue;
    bool isNamed = form.targets.empty();
    for (const auto &[sm, suffix] : form.targets) {
      unsigned number = sm;
      auto named = find_if(
          targets, [number](const Target &t) { return t.sm == number; });
      isNamed |= target.sm == sm ||
                 (suffix == 'f' && target.sm > sm && named != targets.end() &&
                  named->family == target.family);
    }
    if (isNamed)
      result.insert(target.sm);
  }
  return result;
}

std::vector<uint64_t>
LoweringRows::restrictTo(unsigned sm, const ptx::Inst &inst,
                         std::vector<uint64_t> masks) const {
  for (auto [slot, mask] : zip_equal(inst.slots, masks))
    if (slot.enumIndex >= 0)
      for (auto [i, item] : enumerate(ptxModel.enums[slot.enumIndex].cases))
        if (i < 63 && item.minSM > sm)
          mask &= ~(uint64_t(2) << i);
  return masks;
}

void LoweringRows::readTargets(const RecordKeeper &records) {
  for (const Record *record : records.getAllDerivedDefinitions("Target")) {
    Target target;
    target.sm = unsigned(record->getValueAsInt("SM"));
    target.family = unsigned(record->getValueAsInt("Family"));
    for (const Record *feature : record->getValueAsListOfDefs("Features"))
      target.features.push_back(feature->getName());
    if (none_of(targets, [&](const Target &t) { return t.sm == target.sm; }))
      targets.push_back(std::move(target));
  }
  sort(targets, [](const Target &a, const Target &b) { return a.sm < b.sm; });
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

void ptxmlir::tblgen::findSMs(const LoweringRows &rows, Row &row) {
  for (const Record *feature : row.record->getValueAsListOfDefs("Needs"))
    row.needs.push_back(feature->getName().str());
  auto hasForm = [](const Inst &inst, unsigned sm) {
    return any_of(inst.forms, [&](const Form &form) {
      return form.minSM <= sm && sm <= form.maxSM;
    });
  };
  // The values that a modifier may have in a form.
  using Masks = std::vector<uint64_t>;
  auto getValues = [&](unsigned index, const Masks &masks) {
    const Mod &mod = row.machine->mods[index];
    std::vector<uint64_t> values;
    for (const RowMap &map : row.maps)
      if (map.mod == index)
        for (auto [i, value] : enumerate(map.values))
          if (masks[map.slot] >> i & 1)
            values.push_back(value);
    if (values.empty())
      values.push_back(row.mods >> mod.lsb &
                       maskTrailingOnes<uint64_t>(mod.width));
    return values;
  };
  // How many of them an SM has, as far as one modifier alone decides or a rule
  // about modifiers.
  enum Amount { No, Some, All };
  auto hasValues = [&](unsigned sm, const Masks &masks) {
    Amount amount = All;
    for (unsigned index : row.setMods) {
      const Mod &mod = row.machine->mods[index];
      if (!mod.enumeration)
        continue;
      std::vector<uint64_t> values = getValues(index, masks);
      size_t count = count_if(values, [&](uint64_t value) {
        return any_of(mod.enumeration->values, [&](const ModValue &v) {
          return v.value == value && v.minSM <= sm && sm <= v.maxSM;
        });
      });
      amount = std::min(amount, count == values.size() ? All
                                : count                ? Some
                                                       : No);
    }
    for (const Rule &rule : row.machine->rules) {
      if (sm < rule.minSM || sm > rule.maxSM)
        continue;
      bool mayHold = true, holds = true;
      for (const Cond &cond : rule.conds) {
        if (StringRef(cond.test) != "Mod") {
          mayHold = false;
          break;
        }
        std::vector<uint64_t> values = getValues(cond.index, masks);
        const Mod &mod = row.machine->mods[cond.index];
        size_t count = count_if(values, [&](uint64_t value) {
          // Of wide enums a rule has the place in the list.
          if (mod.enumeration && mod.width > 6)
            value = uint64_t(
                find_if(mod.enumeration->values,
                        [&](const ModValue &v) { return v.value == value; }) -
                mod.enumeration->values.begin());
          return (value < 64 && (cond.values >> value & 1)) != cond.negated;
        });
        mayHold &= count != 0;
        holds &= count == values.size();
      }
      if (mayHold)
        amount = std::min(amount, holds ? No : Some);
    }
    return amount;
  };
  for (const auto &[form, masks] : row.forms)
    for (unsigned sm : rows.getSMs(*row.ptx, *form, masks)) {
      auto target = find_if(rows.targets, [&](const LoweringRows::Target &t) {
        return t.sm == sm;
      });
      if (!all_of(row.needs, [&](const std::string &feature) {
            return is_contained(target->features, feature);
          }))
        continue;
      if (!hasForm(*row.machine, sm))
        continue;
      Amount amount = hasValues(sm, rows.restrictTo(sm, *row.ptx, masks));
      row.needsMods |= amount != All;
      if (amount != No)
        row.sms.insert(sm);
    }
  // IR may be for any SM, whatever PTX text may.
  for (const LoweringRows::Target &target : rows.targets)
    row.needsOpcode |= !hasForm(*row.machine, target.sm);
  if (row.sms.empty())
    reportRow(row, "no SM has the forms and '" + row.machine->name + "'");
}

//===----------------------------------------------------------------------===//
// Rows that hold for the same
//===----------------------------------------------------------------------===//

/// Whether both rows hold for some form.
static bool overlap(const Row &a, const Row &b) {
  return any_of(a.forms, [&](const auto &form) {
    return all_of(zip_equal(form.second, b.masks), [](auto pair) {
      return (std::get<0>(pair) & std::get<1>(pair)) != 0;
    });
  });
}

void ptxmlir::tblgen::checkOverlaps(const LoweringRows &rows) {
  for (const ptx::Inst &inst : rows.ptxModel.insts) {
    ArrayRef<Row> own = rows.getRows(inst);
    for (size_t j = 0; j != own.size(); ++j) {
      std::set<unsigned> left = own[j].sms;
      for (size_t i = 0; i != j; ++i) {
        if (!overlap(own[i], own[j]))
          continue;
        for (unsigned sm : own[i].sms)
          left.erase(sm);
        if (own[j].isOtherwise || left.size() == own[j].sms.size())
          continue;
        reportRow(own[j], "another one holds for the same, too");
        PrintNote(own[i].record->getLoc(), "which is here");
        left = own[j].sms;
      }
      if (own[j].isOtherwise &&
          (left.empty() || left.size() == own[j].sms.size()))
        reportRow(own[j], left.empty() ? "rows before it hold everywhere"
                                       : "no row before it holds for the same");
    }
  }
}

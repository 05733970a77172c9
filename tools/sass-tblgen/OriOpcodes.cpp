//===- OriOpcodes.cpp - ptxas's opcode table and the records --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas's opcode names are records of their own; here they are matched with the
// instructions that we describe.
//
//===----------------------------------------------------------------------===//

#include "ISAModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

/// Records in the order of their index, those without one last, in the order of
/// the source.
static std::vector<const Record *> sortedByIndex(const RecordKeeper &records,
                                                 StringRef className,
                                                 StringRef field) {
  std::vector<const Record *> result(
      records.getAllDerivedDefinitions(className));
  sort(result, [&](const Record *a, const Record *b) {
    // -1 becomes the highest.
    uint64_t i = uint64_t(a->getValueAsInt(field)),
             k = uint64_t(b->getValueAsInt(field));
    return i != k ? i < k : a->getID() < b->getID();
  });
  return result;
}

static void readRanges(const RecordKeeper &records, ISAModel &model) {
  int next = 0;
  for (const Record *rec : sortedByIndex(records, "OriRange", "First")) {
    OriRange range{rec, rec->getValueAsString("Name").str(),
                   int(rec->getValueAsInt("First")),
                   int(rec->getValueAsInt("Last"))};
    if (range.first != next || range.last < range.first)
      PrintError(rec->getLoc(), "opcode range '" + range.name +
                                    "' must begin at " + Twine(next) +
                                    " and not be empty");
    next = range.last + 1;
    model.oriRanges.push_back(std::move(range));
  }
}

static void readOpcodes(const RecordKeeper &records, ISAModel &model) {
  StringMap<const Record *> withoutIndex;
  int lastIndex = model.oriRanges.empty() ? -1 : model.oriRanges.back().last;
  for (const Record *rec : sortedByIndex(records, "OriOpcode", "Index")) {
    OriOpcode op;
    op.record = rec;
    op.index = int(rec->getValueAsInt("Index"));
    op.name = rec->getValueAsString("Name").str();
    op.unreached = rec->getValueAsString("Unreached").str();
    for (StringRef mnemonic : rec->getValueAsListOfStrings("Mnemonics"))
      op.mnemonics.push_back(mnemonic.str());
    if (op.index < -1 || op.index > lastIndex)
      PrintError(rec->getLoc(), "opcode index " + Twine(op.index) + " of '" +
                                    op.name + "' is in no range");
    if (op.index >= 0 && !model.oriOpcodes.empty() &&
        model.oriOpcodes.back().index == op.index)
      PrintError(rec->getLoc(),
                 "opcode index " + Twine(op.index) + " is given to '" +
                     model.oriOpcodes.back().name + "' and '" + op.name + "'");
    if (op.index < 0 && !withoutIndex.try_emplace(op.name, rec).second)
      PrintError(rec->getLoc(), "opcode '" + op.name + "' is given twice");
    model.oriOpcodes.push_back(std::move(op));
  }
}

/// Whether an entry can be meant by a record: the name of a variant begins with
/// the mnemonic ("BAR_INDEXED").
static bool fits(const OriOpcode &op, const Inst &inst) {
  auto isIn = [&](StringRef mnemonic) {
    return is_contained(op.mnemonics, mnemonic.split('.').first);
  };
  return isIn(inst.mnemonic) ||
         (!inst.oldMnemonic.empty() && isIn(inst.oldMnemonic));
}

void ptxmlir::tblgen::readOriOpcodes(const RecordKeeper &records,
                                     ISAModel &model) {
  // Families included alone have no table.
  if (!records.getClass("OriOpcode"))
    return;
  readRanges(records, model);
  readOpcodes(records, model);
  DenseMap<int, unsigned> byIndex;
  StringMap<SmallVector<unsigned, 1>> byMnemonic;
  for (auto [i, op] : enumerate(model.oriOpcodes)) {
    if (op.index >= 0)
      byIndex[op.index] = unsigned(i);
    // Variants ("CCTL_NO_SB") only have records that name them.
    for (const std::string &mnemonic : op.mnemonics)
      if (op.index < 0 || mnemonic == op.name)
        byMnemonic[mnemonic].push_back(unsigned(i));
  }
  for (auto [k, inst] : enumerate(model.insts)) {
    auto error = [&, &inst = inst](const Twine &message) {
      PrintError(inst.record->getLoc(), "'" + inst.name + "': " + message);
    };
    std::vector<int> stated = inst.moreOriIndices;
    if (inst.oriIndex != -1) {
      stated.insert(stated.begin(), inst.oriIndex);
    } else if (!stated.empty()) {
      error("MoreOriIndices without an OriIndex");
      continue;
    }
    for (size_t i = 0; i < stated.size(); ++i) {
      auto found = byIndex.find(stated[i]);
      if (found == byIndex.end()) {
        error("the opcode table has no index " + Twine(stated[i]));
        continue;
      }
      OriOpcode &op = model.oriOpcodes[found->second];
      if (!fits(op, inst))
        error("opcode index " + Twine(stated[i]) + " is '" + op.name +
              "', the mnemonic is '" + inst.mnemonic + "'");
      if (is_contained(ArrayRef(stated).take_front(i), stated[i]))
        error("opcode index " + Twine(stated[i]) + " is given twice");
      else
        op.insts.push_back(unsigned(k));
    }
    if (!stated.empty())
      continue;
    auto found = byMnemonic.find(StringRef(inst.mnemonic).split('.').first);
    if (found == byMnemonic.end())
      continue;
    for (unsigned i : found->second)
      model.oriOpcodes[i].insts.push_back(unsigned(k));
    inst.oriIndex = model.oriOpcodes[found->second.front()].index;
  }
  for (const OriOpcode &op : model.oriOpcodes) {
    if (op.insts.empty() && op.unreached.empty())
      PrintError(op.record->getLoc(),
                 "opcode '" + op.name +
                     "' has no record and does not say why (Unreached)");
    if (!op.insts.empty() && !op.unreached.empty())
      PrintError(op.record->getLoc(),
                 "opcode '" + op.name + "' is called unreached, but '" +
                     model.insts[op.insts[0]].name + "' is its record");
  }
}

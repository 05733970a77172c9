//===- IllegalWords.cpp - Words that break one rule -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of isa-mutate: rules of records by the words that only they exclude.
//
//===----------------------------------------------------------------------===//

#include "Identities.h"
#include "MutableTables.h"
#include "Mutation.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"

using namespace llvm;
using namespace ptxmlir;

/// One word for each rule that only it breaks, in each form.
void isa::writeIllegalWords(unsigned smNumber) {
  for (isa::MutableInst &inst : isa::getMutableInsts()) {
    const std::vector<isa::RuleDesc> all = inst.rules;
    const std::vector<std::vector<isa::CondDesc>> conds = inst.conds;
    auto set = [&](size_t from, size_t to, bool inside) {
      inst.rules.clear();
      inst.conds.clear();
      for (size_t i = 0; i < all.size(); ++i)
        if ((i >= from && i < to) == inside) {
          inst.rules.push_back(all[i]);
          inst.conds.push_back(conds[i]);
        }
      isa::updateRules(inst);
    };
    for (size_t rule = 0; rule < all.size(); ++rule) {
      if (!all[rule].holdsFor(smNumber))
        continue;
      // Only this rule is left to be broken.
      bool found = false;
      for (size_t f = 0; f < inst.forms.size() && !found; ++f) {
        if (!inst.forms[f].holdsFor(smNumber))
          continue;
        isa::RandomOptions options;
        options.control = false;
        options.aligned = true;
        isa::RandomInsts insts(smNumber, 1, options);
        for (unsigned tries = 0; tries < 300 && !found; ++tries) {
          set(rule, rule + 1, false);
          std::optional<isa::Inst> made = insts.make(inst.forms[f]);
          if (!made)
            break;
          set(rule, rule + 1, true);
          if (!isa::findBrokenRule(*made, inst.forms[f], smNumber))
            continue;
          set(rule, rule + 1, false);
          std::optional<isa::Word> word = isa::encode(*made, smNumber);
          // Another record may have the word.
          set(0, all.size(), true);
          if (!word || isa::decode(*word, smNumber))
            continue;
          found = true;
          // Its text if there were no rule.
          std::string text;
          raw_string_ostream os(text);
          sass::PrintOptions printOptions;
          printOptions.style = sass::AsmStyle::NVDisasm;
          printOptions.address = 0;
          sass::printInst(*made, smNumber, os, printOptions);
          outs() << isa::toHex(*word) << " " << inst.desc.name << " " << rule
                 << " " << text << "\n";
        }
      }
    }
    set(0, all.size(), true);
  }
}

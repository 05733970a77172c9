//===- PhaseBackend.cpp - The phase table from its records ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-gen-phase-table`: the table that lib/Pipelines/Phases.cpp includes.
// `-gen-phase-doc`: docs/phases.md. A number that is missing or there twice,
// and a phase that has a pass and a reason to have none, are errors.
//
//===----------------------------------------------------------------------===//

#include "TargetBackend.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <algorithm>

using namespace llvm;
using ptxmlir::tblgen::inSourceOrder;

/// Phases of ptxas 13.0: 0 to 158.
static constexpr int64_t kNumPhases = 159;

static bool isPass(const Record *phase) { return phase->isSubClassOf("Runs"); }
static bool isNothing(const Record *phase) {
  return phase->isSubClassOf("Nothing");
}

/// All phases, in the order in which they run.
static std::vector<const Record *> getPhases(const RecordKeeper &records) {
  std::vector<const Record *> phases = inSourceOrder(records, "PhaseBase");
  std::vector<unsigned> count(kNumPhases);
  for (const Record *phase : phases) {
    int64_t number = phase->getValueAsInt("Number");
    if (number >= kNumPhases)
      PrintError(phase->getLoc(), "phases are numbered 0 to 158");
    else if (number >= 0 && ++count[number] == 2)
      PrintError(phase->getLoc(), "another phase has this number");
    if (isPass(phase) && isNothing(phase))
      PrintError(phase->getLoc(), "has a pass and a reason to have none");
    if (number < 0 && !isPass(phase))
      PrintError(phase->getLoc(), "a phase of our own must have a pass");
    if (isPass(phase) && (phase->getValueAsInt("FirstLevel") < 0 ||
                          phase->getValueAsInt("LastLevel") > 3 ||
                          phase->getValueAsInt("FirstLevel") >
                              phase->getValueAsInt("LastLevel")))
      PrintError(phase->getLoc(), "levels are 0 to 3");
  }
  for (int64_t number = 0; number != kNumPhases; ++number)
    if (!count[number])
      PrintError("no phase has number " + Twine(number));
  return phases;
}

static void emitTable(const RecordKeeper &records, raw_ostream &os) {
  emitSourceFileHeader("The phases of a compile", os, records);
  for (const Record *phase : getPhases(records)) {
    os << "{\"" << phase->getName() << "\", " << phase->getValueAsInt("Number")
       << ", \"" << phase->getValueAsString("Gate") << "\", ";
    if (isPass(phase))
      os << "PhaseState::Pass, Stage::"
         << phase->getValueAsDef("Stage")->getName() << ", PhaseAnchor::"
         << phase->getValueAsDef("Anchor")->getValueAsString("Cpp") << ", "
         << phase->getValueAsInt("FirstLevel") << ", "
         << phase->getValueAsInt("LastLevel") << ", \""
         << phase->getValueAsString("Pass");
    else
      os << "PhaseState::" << (isNothing(phase) ? "Nothing" : "NotYet")
         << ", Stage::Ori, PhaseAnchor::Module, 0, 3, \""
         << (isNothing(phase) ? phase->getValueAsString("Because") : "");
    os << "\",\n " << (isPass(phase) && phase->getValueAsBit("IsOptional"))
       << ", \"" << phase->getValueAsString("Summary") << "\"},\n";
  }
}

static void emitDoc(const RecordKeeper &records, raw_ostream &os) {
  std::vector<const Record *> phases = getPhases(records);
  auto count = [&](auto is) {
    return std::count_if(phases.begin(), phases.end(), is);
  };
  os << "# Phases\n\n<!-- Made by sass-tblgen -gen-phase-doc from "
        "Phases.td; test/Pipelines/phases-doc.test compares. -->\n\n"
     << "The phases of ptxas 13.0 by number, and our own without one, in the "
        "order in which they run. "
     << count(isPass) << " have a pass, " << count(isNothing)
     << " have nothing to do, "
     << count([](const Record *p) { return !isPass(p) && !isNothing(p); })
     << " are not there yet. The gate is ptxas's.\n\n"
     << "| no. | phase | gate | levels | what it does | pass |\n"
     << "|--:|---|---|---|---|---|\n";
  for (const Record *phase : phases) {
    int64_t number = phase->getValueAsInt("Number");
    os << "| " << (number < 0 ? "" : std::to_string(number)) << " | "
       << phase->getName() << " | " << phase->getValueAsString("Gate") << " | ";
    if (isPass(phase))
      os << 'O' << phase->getValueAsInt("FirstLevel") << " to O"
         << phase->getValueAsInt("LastLevel");
    os << " | " << phase->getValueAsString("Summary") << " | ";
    if (isPass(phase))
      os << '`' << phase->getValueAsString("Pass").split('{').first << '`';
    else if (isNothing(phase))
      os << phase->getValueAsString("Because");
    else
      os << "not yet";
    os << " |\n";
  }
}

static TableGen::Emitter::Opt table("gen-phase-table", emitTable,
                                    "Generate the phase table"),
    doc("gen-phase-doc", emitDoc, "Generate the list of phases as a document");

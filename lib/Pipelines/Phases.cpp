//===- Phases.cpp - The phase table ---------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of Phases.td as data, with look-ups by name and level; what the
// phases are built into is in Pipelines.cpp.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Pipelines/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir;

static constexpr Phase kPhases[] = {
#include "ptx-mlir/Pipelines/Phases.cpp.inc"
};

llvm::ArrayRef<Phase> ptxmlir::getPhases() { return kPhases; }

llvm::StringRef ptxmlir::getPassName(const Phase &phase) {
  if (!phase.isPass())
    return {};
  return llvm::StringRef(phase.pass).split('{').first;
}

const Phase *ptxmlir::findPhase(llvm::StringRef name, int level) {
  const Phase *found = nullptr;
  for (const Phase &phase : kPhases) {
    if (phase.name == name)
      return &phase;
    if (phase.isPass() && getPassName(phase) == name &&
        (!found || phase.runsAt(level)))
      found = &phase;
  }
  return found;
}

std::string ptxmlir::describeUnknownPhase(llvm::StringRef name) {
  // Near: it starts like the name, or a third of the letters differ.
  llvm::SmallVector<llvm::StringRef> near;
  auto consider = [&](llvm::StringRef candidate) {
    unsigned most = candidate.size() / 3;
    if ((candidate.starts_with_insensitive(name) ||
         candidate.lower() == name.lower() ||
         name.edit_distance_insensitive(candidate, true, most) <= most) &&
        !llvm::is_contained(near, candidate))
      near.push_back(candidate);
  };
  for (const Phase &phase : kPhases)
    if (phase.isPass())
      consider(phase.name);
  for (const Phase &phase : kPhases)
    if (phase.isPass())
      consider(getPassName(phase));
  std::string text = ("unknown phase '" + name + "'").str();
  if (!near.empty())
    text += "; near ones are '" + llvm::join(near, "', '") + "'";
  return text + "; --list-phases shows all";
}

llvm::StringRef ptxmlir::getStageName(Stage stage) {
  switch (stage) {
  case Stage::PTXToOri:
    return "ptx-to-ori";
  case Stage::Ori:
    return "ori";
  case Stage::OriToSASS:
    return "ori-to-sass";
  case Stage::SASSFinalize:
    return "sass-finalize";
  }
  llvm_unreachable("unknown stage");
}

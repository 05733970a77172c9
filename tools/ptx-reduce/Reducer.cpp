//===- Reducer.cpp - Delta debugging of PTX modules -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bisects the list of each kind of edit, keeps what keeps the property, and
// goes around until nothing is left to take away.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "ptx-mlir/Format/PTX/Export.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::reduce;

unsigned reduce::countInstructions(StringRef text) {
  unsigned count = 0;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.split("//").first.trim();
    // (Braces of scopes may stand before an instruction.)
    line = line.ltrim("{ \t");
    if (line.ends_with(";") && !line.starts_with("."))
      ++count;
  }
  return count;
}

static ptx::ModuleOp ptxModule(mlir::ModuleOp module) {
  return *module.getOps<ptx::ModuleOp>().begin();
}

bool Reducer::isOver() {
  limited |= numTests >= options.maxTests ||
             std::chrono::steady_clock::now() - startTime > options.maxTime;
  return limited;
}

bool Reducer::start(OwningOpRef<mlir::ModuleOp> first, std::string source) {
  startTime = std::chrono::steady_clock::now();
  module = std::move(first);
  text = std::move(source);
  seen.insert(llvm::xxh3_64bits(text));
  ++numTests;
  if (!test.isInteresting(*module, text))
    return false;
  // A difference that comes from registers that were never written is none.
  undefinedAllowed = usesUndefined(*module);
  if (undefinedAllowed) {
    OwningOpRef<mlir::ModuleOp> defined = module->clone();
    defineAll(*defined);
    if (accept(std::move(defined), true))
      undefinedAllowed = false;
  }
  return true;
}

bool Reducer::accept(OwningOpRef<mlir::ModuleOp> candidate, bool mayGrow) {
  ScopedDiagnosticHandler quiet(candidate->getContext(),
                                [](Diagnostic &) { return success(); });
  std::string fresh;
  if (failed(verify(*candidate)) ||
      failed(ptx::exportPTX(ptxModule(*candidate), fresh)))
    return false;
  auto cost = [](StringRef t) {
    return std::make_pair(countInstructions(t), t.size());
  };
  if ((!mayGrow && cost(fresh) >= cost(text)) ||
      !seen.insert(llvm::xxh3_64bits(fresh)).second)
    return false;
  OwningOpRef<mlir::ModuleOp> parsed =
      ptx::importPTX(fresh, "candidate.ptx", candidate->getContext());
  if (!parsed || (!undefinedAllowed && usesUndefined(*parsed)))
    return false;
  ++numTests;
  if (!test.isInteresting(*parsed, fresh))
    return false;
  module = std::move(parsed);
  text = std::move(fresh);
  return true;
}

size_t Reducer::countEdits(const EditKind &kind) {
  std::vector<Edit> edits;
  kind.collect(ptxModule(*module), edits);
  return edits.size();
}

bool Reducer::tryEdits(const EditKind &kind, size_t first, size_t last) {
  OwningOpRef<mlir::ModuleOp> clone = module->clone();
  std::vector<Edit> edits;
  kind.collect(ptxModule(*clone), edits);
  for (size_t k = first; k < std::min(last, edits.size()); ++k)
    edits[k]();
  cleanUp(ptxModule(*clone));
  return accept(std::move(clone));
}

/// True if an edit was kept.
bool Reducer::runKind(const EditKind &kind) {
  bool any = false;
  size_t count = countEdits(kind);
  for (size_t chunk = count; chunk > 0; chunk /= 2)
    // What is kept is gone from the list: the next places move up to `at`.
    for (size_t at = 0; at < count && !isOver();) {
      if (tryEdits(kind, at, at + chunk)) {
        any = true;
        count = countEdits(kind);
      } else {
        at += chunk;
      }
    }
  if (options.verbose && any)
    llvm::errs() << countInstructions(text) << " instructions after "
                 << numTests << " tests: " << kind.name << "\n";
  return any;
}

void Reducer::run() {
  // Kernels first: inlining copies functions into each of them.
  runKind(editKinds().front());
  OwningOpRef<mlir::ModuleOp> inlined = module->clone();
  {
    ScopedDiagnosticHandler quiet(module->getContext(),
                                  [](Diagnostic &) { return success(); });
    inlineCalls(*inlined);
  }
  accept(std::move(inlined), true);
  bool any = true;
  while (any && !isOver()) {
    any = false;
    for (const EditKind &kind : editKinds())
      any |= runKind(kind);
  }
}

//===- PTXFactsBackend.cpp - what instructions of PTX do ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-gen-ptx-facts`: the initialisers of ptx::Facts, by opcode. What contradicts
// the rest of a record is an error there.
//
//===----------------------------------------------------------------------===//

#include "PTXModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

static void emitFacts(const RecordKeeper &records, raw_ostream &os) {
  emitSourceFileHeader("Facts of PTX opcodes", os, records);
  for (const ptx::Inst &inst : ptx::Model(records).insts) {
    // One without effects has no such fields.
    auto has = [&](StringRef field) {
      return !inst.pure && inst.record->getValueAsBit(field);
    };
    bool reads = has("ReadsMemory"), writes = has("WritesMemory");
    bool refusesLocal = has("RefusesLocal");
    bool updates = inst.record->getValueAsBit("UpdatesResults");
    if (!inst.pure && !inst.convergent && !reads && !writes)
      PrintError(inst.record->getLoc(),
                 "'" + inst.mnemonic +
                     "' accesses no memory and is not convergent: it is Pure");
    if (updates && inst.dsts.empty())
      PrintError(inst.record->getLoc(),
                 "'" + inst.mnemonic + "' has no results to update");
    if (refusesLocal && none_of(inst.srcs, [](const ptx::Operand &operand) {
          return operand.kind == "address";
        }))
      PrintError(inst.record->getLoc(),
                 "'" + inst.mnemonic + "' has no address to refuse");
    auto bit = [](bool value) { return value ? "true" : "false"; };
    os << "    {" << bit(reads) << ", " << bit(writes) << ", "
       << bit(refusesLocal) << ", " << bit(updates) << "}, // " << inst.mnemonic
       << "\n";
  }
  if (ErrorsPrinted)
    PrintFatalError(Twine(ErrorsPrinted) + " error(s) in the facts of PTX");
}

static TableGen::Emitter::Opt factsBackend("gen-ptx-facts", emitFacts,
                                           "Generate facts of PTX opcodes");

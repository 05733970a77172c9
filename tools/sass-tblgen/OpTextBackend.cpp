//===- OpTextBackend.cpp - What ops are in words --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-gen-op-text`: OP_TEXT("ptx.ld", "summary", "description") for each op that
// has one of the two. The ops of instruction records (ISA.td) are made of them
// in two dialects, so that these stand by their name alone:
// OP_TEXT("imad.wide", ...).
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

/// As a string literal, without the indentation that all lines share; the first
/// may start right behind `[{`.
static void writeLiteral(StringRef text, raw_ostream &os) {
  SmallVector<StringRef> lines;
  text.trim().split(lines, '\n');
  size_t indentation = StringRef::npos;
  for (StringRef line : drop_begin(lines))
    if (!line.trim().empty())
      indentation = std::min(indentation, line.find_first_not_of(' '));
  os << '"';
  os.write_escaped(lines.front());
  for (StringRef line : drop_begin(lines)) {
    os << "\\n";
    os.write_escaped(line.drop_front(std::min(indentation, line.size())));
  }
  os << '"';
}

static void emitText(StringRef name, const Record *record, StringRef summary,
                     StringRef description, raw_ostream &os) {
  StringRef words[] = {record->getValueAsString(summary),
                       record->getValueAsString(description)};
  if (words[0].trim().empty() && words[1].trim().empty())
    return;
  os << "OP_TEXT(\"" << name << '"';
  for (StringRef text : words) {
    os << ", ";
    writeLiteral(text, os);
  }
  os << ")\n";
}

static void emitOpText(const RecordKeeper &records, raw_ostream &os) {
  for (const Record *op : records.getAllDerivedDefinitionsIfDefined("Op")) {
    StringRef dialect =
        op->getValueAsDef("opDialect")->getValueAsString("name");
    emitText((dialect + "." + op->getValueAsString("opName")).str(), op,
             "summary", "description", os);
  }
  // The names of the ops in OriBase.td and SASSBase.td.
  for (const Record *inst : records.getAllDerivedDefinitionsIfDefined("Inst")) {
    std::string name = inst->getName().lower();
    std::replace(name.begin(), name.end(), '_', '.');
    emitText(name, inst, "Summary", "Description", os);
  }
}

static TableGen::Emitter::Opt opText("gen-op-text", emitOpText,
                                     "Generate what ops are in words");

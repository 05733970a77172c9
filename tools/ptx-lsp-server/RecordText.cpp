//===- RecordText.cpp - What the records say of an op ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the record of an operation by its name; what records say of the two
// kinds of instructions is in files of their own.
//
//===----------------------------------------------------------------------===//

#include "RecordText.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir;
using llvm::StringRef;

namespace {
struct OpText {
  const char *name, *summary, *description;
};
} // namespace

/// An instruction record stands without its dialect: it has an op in two.
static constexpr OpText kOpTexts[] = {
#define OP_TEXT(NAME, SUMMARY, DESCRIPTION) {NAME, SUMMARY, DESCRIPTION},
#include "PTXOpText.inc"
#include "SASSOpText.inc"
};

static void describeInWords(StringRef name, llvm::raw_ostream &os) {
  for (const OpText &text : kOpTexts) {
    if (text.name != name)
      continue;
    if (*text.summary)
      os << text.summary << "\n\n";
    if (*text.description)
      os << text.description << "\n\n";
    return;
  }
}

std::string ptxmlir::lsp::describeOp(StringRef opName) {
  auto [dialect, mnemonic] = opName.split('.');
  std::string text;
  llvm::raw_string_ostream os(text);
  describeInWords(opName, os);
  if (dialect == "ptx") {
    describePTX(mnemonic, os);
  } else if (dialect == "ori" || dialect == "sass") {
    describeInWords(mnemonic, os);
    std::string record = mnemonic.upper();
    std::replace(record.begin(), record.end(), '.', '_');
    describeSASS(record, os);
  }
  return text;
}

//===- SassUnsupported.cpp - What the machine cannot execute --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass-unsupported [--sm=90]: reads instruction words from standard input, one
// of 32 hexadecimal digits a line, most significant first, and binds each as a
// program is bound when it is loaded. Writes a line for each: empty if the
// machine executes it, else the reason why not, a tab and its text.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Program.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ptxmlir;

static cl::opt<unsigned> smNumber("sm", cl::desc("SM number"), cl::init(90));

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "what the machine cannot execute\n");
  auto input = MemoryBuffer::getSTDIN();
  if (!input) {
    errs() << "cannot read standard input\n";
    return 1;
  }
  StringRef rest = (*input)->getBuffer();
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.trim();
    if (line.empty())
      continue;
    isa::Word word;
    if (line.size() != 32 || line.take_front(16).getAsInteger(16, word.hi) ||
        line.drop_front(16).getAsInteger(16, word.lo)) {
      errs() << "not a word: " << line << "\n";
      return 1;
    }
    exec::Program program;
    program.sm = smNumber;
    program.appendWords(word);
    if (!program.unsupported.empty())
      outs() << program.unsupported.begin()->second << '\t'
             << program.describe(0);
    outs() << '\n';
  }
  return 0;
}

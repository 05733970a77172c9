//===- Hazards.cpp - The hazard checker on many cubins --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass-hazards check CUBIN...: the findings of sass-check-hazards in all
//   functions of all files, a line each, then the numbers of files, functions,
//   instructions and findings. Fails if there is any.
//
// sass-hazards plant --distances=TSV [--count=N] [--seed=S] CUBIN...: plants
//   faults in code that has no finding, one at a time, and counts those that
//   the checker finds; PlantFaults.h says which. TSV is isa-distances' output
//   for the same cubins. Prints what was not found; fails if that is more than
//   1 % of any kind.
//
// sass-hazards emit --distances=TSV --out=DIR ... : the same, but each fault
//   becomes a cubin DIR/N.cubin, and a line says what it is.
//
//===----------------------------------------------------------------------===//

#include "PlantFaults.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;

static cl::opt<std::string> command(cl::Positional, cl::Required,
                                    cl::desc("check|plant|emit"));
static cl::list<std::string> files(cl::Positional, cl::desc("<cubins>"));
static cl::opt<std::string>
    listFile("files", cl::desc("read the cubins' names from it"));
static cl::opt<std::string> distances("distances",
                                      cl::desc("output of isa-distances"));
static cl::opt<unsigned> numFaults("count", cl::init(2000),
                                   cl::desc("faults to plant"));
static cl::opt<unsigned> seedOption("seed", cl::init(1),
                                    cl::desc("of the choice"));
static cl::opt<std::string> outFolder("out", cl::desc("where emit writes"));
static cl::opt<unsigned> show("show", cl::init(50),
                              cl::desc("most findings printed for a file"));

static int check() {
  unsigned numFiles = 0, numFailed = 0;
  size_t numFuncs = 0, numInsts = 0, numFindings = 0;
  for (const std::string &file : files) {
    bool ok = forEachFunction(file, [&](FunctionCode &function) {
      ++numFuncs;
      numInsts += function.code.code.insts.size();
      std::vector<Hazard> hazards =
          checkHazards(function.code.code, *function.target);
      numFindings += hazards.size() + function.code.unknown.size();
      for (auto [op, offset] : ArrayRef(function.code.unknown).take_front(show))
        outs() << file << ": nothing is known of what this word reads and "
               << "writes, at " << function.name << "+0x"
               << utohexstr(offset, true) << "\n";
      for (const Hazard &hazard : ArrayRef(hazards).take_front(show)) {
        outs() << file << ": " << hazard.message() << ", at "
               << function.describe(hazard.consumer);
        if (hazard.hasProducer())
          outs() << ", by " << function.describe(hazard.producer);
        outs() << "\n";
      }
    });
    ok ? ++numFiles : ++numFailed;
  }
  outs() << formatv("{0} files, {1} functions, {2} instructions, {3} findings",
                    numFiles, numFuncs, numInsts, numFindings);
  if (numFailed)
    outs() << ", " << numFailed << " files cannot be read";
  outs() << "\n";
  return numFindings || numFailed || !numFiles ? 1 : 0;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  if (!listFile.empty()) {
    auto buffer = MemoryBuffer::getFile(listFile);
    if (!buffer) {
      errs() << listFile << ": " << buffer.getError().message() << "\n";
      return 1;
    }
    SmallVector<StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n', -1, false);
    for (StringRef line : lines)
      files.push_back(line.str());
  }
  if (command == "check")
    return check();
  if (command != "plant" && command != "emit") {
    errs() << "unknown command '" << command << "'\n";
    return 1;
  }
  LeastDistances least;
  if (!least.read(distances))
    return 1;
  PlantOptions options;
  options.count = numFaults;
  options.seed = seedOption;
  if (command == "emit")
    options.outFolder = outFolder;
  std::vector<std::string> names(files.begin(), files.end());
  return plantFaults(names, least, options, outs()) ? 0 : 1;
}

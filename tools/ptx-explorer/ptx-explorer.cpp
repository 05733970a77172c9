//===- ptx-explorer.cpp - A compile as one HTML page ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tool: compiles with an observer of phases and writes the page, in which
// text of C++ is only the frame of page.html.
//
//===----------------------------------------------------------------------===//

#include "History.h"
#include "MachineFacts.h"
#include "ptx-mlir/Driver/CompileText.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace ptxmlir;
using namespace ptxmlir::explorer;
using llvm::StringRef;

static constexpr char kPage[] =
#include "Page.inc"
    ;
static constexpr llvm::StringLiteral kDataMark = "@DATA@";

static const char kUsage[] =
    R"(usage: ptx-explorer FILE.ptx|- [-o PAGE.html] [--no-cycles] [options of optxas]

Compiles PTX and writes one HTML page: the PTX, the IR after each phase that
changed it, the machine code with register pressure, modelled cycles and what
the checkers find, all linked by lines of the PTX.

  -o FILE       the page (default: standard output)
  --no-cycles   do not run the kernels on made-up inputs for their cycles
)";

static int fail(const llvm::Twine &message) {
  llvm::errs() << "ptx-explorer: " << message << "\n";
  return 1;
}

static void printFacts(const FunctionFacts &facts, llvm::json::OStream &json) {
  json.attributeArray("sass", [&] {
    for (const InstFacts &inst : facts.insts)
      json.array([&] {
        json.value(int64_t(inst.offset));
        json.value(inst.text);
        json.value(inst.control);
        json.value(int64_t(inst.ptxLine));
        json.value(int64_t(inst.liveR));
        json.value(int64_t(inst.liveUR));
        json.value(int64_t(inst.liveP));
      });
  });
  json.attributeArray("findings", [&] {
    for (const FindingText &f : facts.findings)
      json.object([&] {
        json.attribute("kind", f.kind);
        json.attribute("inst", int64_t(f.inst));
        json.attribute("text", f.text);
      });
  });
}

int main(int argc, char **argv) {
  std::string file, output = "-";
  bool cycles = true;
  std::vector<const char *> options;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (word == "-h" || word == "--help") {
      llvm::outs() << kUsage;
      return 0;
    }
    if (word == "-o") {
      if (++i == argc)
        return fail("-o wants a file");
      output = argv[i];
    } else if (word == "--no-cycles") {
      cycles = false;
    } else if (word == "-" || word.ends_with(".ptx")) {
      if (!file.empty())
        return fail("more than one input: '" + file + "' and '" + word + "'");
      file = word.str();
    } else {
      options.push_back(argv[i]);
    }
  }
  if (file.empty()) {
    llvm::errs() << kUsage;
    return 1;
  }
  auto input = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!input)
    return fail("'" + file + "': " + input.getError().message());
  StringRef text = (*input)->getBuffer();
  if (file == "-")
    file = "<stdin>";

  Histories histories;
  std::vector<FunctionFacts> functions;
  NamedText named{text, file};
  CompileReport report =
      compileText(named, options, [&](CompilerOptions &compiler) {
        compiler.threads = 1;
        compiler.onParsed = [&](mlir::ModuleOp module) {
          histories.add(nullptr, module);
        };
        compiler.afterPhase = [&](const Phase &phase, mlir::OpPassManager &pm) {
          histories.addPass(phase, pm);
        };
        compiler.onFinished = [&](mlir::ModuleOp module) {
          functions = collectFacts(module);
        };
      });
  llvm::errs() << report.log;
  if (report.status != CompileReport::Success)
    return 1;
  if (report.isCheckOnly)
    return fail("there is no machine code to show for a virtual target");

  std::string data;
  llvm::raw_string_ostream dataStream(data);
  llvm::json::OStream json(dataStream);
  json.object([&] {
    json.attribute("file", llvm::json::fixUTF8(file));
    json.attribute("ptx", llvm::json::fixUTF8(text));
    std::string words;
    for (const char *option : options)
      words += (words.empty() ? "" : " ") + std::string(option);
    json.attribute("options", llvm::json::fixUTF8(words));
    json.attribute("cycles", cycles ? estimateCycles(text, file, report.cubin)
                                    : llvm::json::Object());
    json.attributeArray("functions", [&] {
      for (const FunctionFacts &facts : functions)
        json.object([&] {
          json.attribute("name", facts.name);
          json.attribute("kernel", facts.isKernel);
          for (const FunctionResources &r : report.resources)
            if (r.name == facts.name)
              json.attribute("registers", int64_t(r.registers));
          if (const History *history = histories.lookup(facts.name))
            history->print(json);
          printFacts(facts, json);
        });
    });
  });

  std::error_code error;
  llvm::raw_fd_ostream os(output, error, llvm::sys::fs::OF_Text);
  if (error)
    return fail("'" + output + "': " + error.message());
  auto [before, after] = StringRef(kPage).split(kDataMark);
  os << before;
  // Nothing in the data may look like a tag.
  for (char c : data)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
  os << after;
  os.close();
  if (os.has_error()) {
    os.clear_error();
    return fail("'" + output + "' could not be written");
  }
  return 0;
}

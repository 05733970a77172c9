//===- Options.cpp - The command line of ptx-objdump ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A long name takes two dashes and a short one one; a value is the next
// argument or follows '='; lists are separated by commas and add up. So it is
// with both of NVIDIA's tools.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace ptxmlir;
using namespace ptxmlir::objdump;

namespace {
enum Tool : uint8_t { NVDisasm = 1, CuObjDump = 2, Both = 3 };
enum class Value : uint8_t { None, Text, List };

class Parser;
/// What an option does with its values; an error's text, or nothing.
using Effect = std::string (*)(Parser &parser,
                               llvm::ArrayRef<llvm::StringRef> values);

struct Option {
  const char *longName, *shortName;
  Tool tool;
  Value value;
  const char *help;
  Effect effect; ///< null: not supported, and `help` says why
};

class Parser {
public:
  llvm::Error parse(llvm::ArrayRef<const char *> arguments);
  llvm::Error finish();

  Options options;
  llvm::SmallVector<llvm::StringRef> functions;
  /// Options that only one tool has.
  const Option *ofDisassembler = nullptr, *ofDumper = nullptr;
  unsigned numFiles = 0; ///< of options, read within one another

private:
  llvm::Error parseOption(llvm::StringRef argument,
                          llvm::ArrayRef<const char *> &rest);

  llvm::BumpPtrAllocator allocator;

public:
  llvm::StringSaver saver{allocator};
};
} // namespace

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// An option that is on or off, of which part of Options.
#define PTXMLIR_FLAG(MEMBER)                                                   \
  [](Parser &p, llvm::ArrayRef<llvm::StringRef>) -> std::string {              \
    p.options.MEMBER = true;                                                   \
    return {};                                                                 \
  }

static std::string ignore(Parser &, llvm::ArrayRef<llvm::StringRef>) {
  return {};
}

static std::string addFunctions(Parser &p,
                                llvm::ArrayRef<llvm::StringRef> values) {
  p.functions.append(values.begin(), values.end());
  return {};
}

static std::string setSorted(Parser &p, llvm::ArrayRef<llvm::StringRef>) {
  p.options.disassembly.sortSections = p.options.sass.sortFunctions = true;
  return {};
}

template <GraphNodes nodes>
static std::string setGraph(Parser &p, llvm::ArrayRef<llvm::StringRef>) {
  p.options.disassembly.graph = nodes;
  return {};
}

static std::string setLifeRanges(Parser &p, llvm::ArrayRef<llvm::StringRef>) {
  LifeRanges &mode = p.options.disassembly.lifeRanges;
  if (mode == LifeRanges::None)
    mode = LifeRanges::Wide;
  return {};
}

static std::string setLifeRangeMode(Parser &p,
                                    llvm::ArrayRef<llvm::StringRef> values) {
  LifeRanges mode = llvm::StringSwitch<LifeRanges>(values[0])
                        .Case("count", LifeRanges::Count)
                        .Case("narrow", LifeRanges::Narrow)
                        .Case("wide", LifeRanges::Wide)
                        .Default(LifeRanges::None);
  if (mode == LifeRanges::None)
    return "is not 'count', 'narrow' or 'wide'";
  p.options.disassembly.lifeRanges = mode;
  return {};
}

static std::string setBase(Parser &p, llvm::ArrayRef<llvm::StringRef> values) {
  if (values[0].getAsInteger(0, p.options.base))
    return "is no number";
  return {};
}

/// SM90a, or sm_90a.
static bool readTarget(llvm::StringRef name, unsigned &sm, char &suffix) {
  if (!name.consume_front_insensitive("sm"))
    return false;
  name.consume_front("_");
  suffix = 0;
  if (!name.empty() && (name.back() == 'a' || name.back() == 'f')) {
    suffix = name.back();
    name = name.drop_back();
  }
  return !name.getAsInteger(10, sm) && target::lookupTarget(sm, "");
}

static std::string setBinary(Parser &p,
                             llvm::ArrayRef<llvm::StringRef> values) {
  if (!readTarget(values[0], p.options.binarySM, p.options.binarySuffix))
    return "is no SM whose instructions are known";
  return {};
}

/// cuobjdump chooses by the number: sm_90 also shows code for sm_90a.
static std::string setTarget(Parser &p,
                             llvm::ArrayRef<llvm::StringRef> values) {
  char suffix;
  return readTarget(values[0], p.options.architecture, suffix)
             ? ""
             : "is no SM that is known";
}

/// An option with parts of names, of which list of Options.
#define PTXMLIR_NAMES(MEMBER)                                                  \
  [](Parser &p, llvm::ArrayRef<llvm::StringRef> values) -> std::string {       \
    for (llvm::StringRef value : values)                                       \
      p.options.MEMBER.push_back(value.str());                                 \
    return {};                                                                 \
  }

static std::string readOptionsFile(Parser &p,
                                   llvm::ArrayRef<llvm::StringRef> values) {
  // Files that name each other would never end.
  if (++p.numFiles > 16)
    return "is nested too deep";
  for (llvm::StringRef name : values) {
    auto file = llvm::MemoryBuffer::getFile(name, /*IsText=*/true);
    if (!file)
      return "cannot be read: " + file.getError().message();
    llvm::SmallVector<const char *> arguments;
    llvm::cl::TokenizeGNUCommandLine((*file)->getBuffer(), p.saver, arguments);
    if (llvm::Error error = p.parse(arguments))
      return "holds: " + llvm::toString(std::move(error));
  }
  --p.numFiles;
  return {};
}

static constexpr const char *kNoAnnotations = "annotations are not known";
static constexpr const char *kNoText =
    "take the words from the column of -hex, or use -xelf";

static const Option table[] = {
    {"print-code", "c", NVDisasm, Value::None, "Only sections with code.",
     PTXMLIR_FLAG(disassembly.codeOnly)},
    {"print-line-info", "g", NVDisasm, Value::None,
     "Lines of the source between the instructions.",
     PTXMLIR_FLAG(disassembly.sourceLines)},
    {"print-line-info-inline", "gi", NVDisasm, Value::None,
     "Lines of the source, and of the calls where code was inlined.",
     PTXMLIR_FLAG(disassembly.inlinedCalls)},
    {"print-line-info-ptx", "gp", NVDisasm, Value::None, "Lines of the PTX.",
     PTXMLIR_FLAG(disassembly.ptxLines)},
    {"print-instruction-encoding", "hex", NVDisasm, Value::None,
     "The words of the instructions behind them.",
     PTXMLIR_FLAG(disassembly.encoding)},
    {"cuda-function-index", "fun", Both, Value::List,
     "Only this code: by symbol index (nvdisasm), by name (with -sass).",
     addFunctions},
    {"function", "fun", CuObjDump, Value::List, "The same.", addFunctions},
    {"separate-functions", "sf", NVDisasm, Value::None,
     "Empty lines before functions.",
     PTXMLIR_FLAG(disassembly.separateFunctions)},
    {"no-dataflow", "ndf", NVDisasm, Value::None,
     "No targets behind indexed branches.",
     PTXMLIR_FLAG(disassembly.noDataflow)},
    {"no-vliw", "novliw", NVDisasm, Value::None,
     "Without effect: no SM from sm_75 on pairs instructions.", ignore},
    {"print-raw", "raw", NVDisasm, Value::None,
     "No tabs, and guards where they come.", PTXMLIR_FLAG(disassembly.raw)},
    {"sort-sections", "sort", Both, Value::None,
     "Sections, or functions, by name.", setSorted},
    {"sort-functions", "sort", CuObjDump, Value::None, "The same.", setSorted},
    {"emit-json", "json", NVDisasm, Value::None, "The code as JSON.",
     PTXMLIR_FLAG(disassembly.json)},
    {"print-life-ranges", "plr", NVDisasm, Value::None,
     "The registers in use beside the code; no lines of the source.",
     setLifeRanges},
    {"life-range-mode", "lrm", NVDisasm, Value::Text,
     "The same as 'wide' (as -plr), 'narrow' or 'count'.", setLifeRangeMode},
    {"output-control-flow-graph", "cfg", NVDisasm, Value::None,
     "The control flow for graphviz, a node for each hyperblock.",
     setGraph<GraphNodes::Hyperblocks>},
    {"output-control-flow-graph-with-basic-blocks", "bbcfg", NVDisasm,
     Value::None, "The same, a node for each basic block.",
     setGraph<GraphNodes::BasicBlocks>},
    {"print-instr-offsets-cfg", "poff", NVDisasm, Value::None,
     "Offsets of instructions in the graph.",
     PTXMLIR_FLAG(disassembly.graphOffsets)},
    {"binary", "b", NVDisasm, Value::Text,
     "The file has the words of this SM (SM90) and nothing around them.",
     setBinary},
    {"base-address", "base", NVDisasm, Value::Text,
     "The address of the first word, with -b.", setBase},

    {"dump-sass", "sass", CuObjDump, Value::None,
     "Code with its words and addresses.", PTXMLIR_FLAG(dumpSass)},
    {"dump-elf", "elf", CuObjDump, Value::None, "Headers and symbols.",
     PTXMLIR_FLAG(dumpElf)},
    {"dump-elf-symbols", "symbols", CuObjDump, Value::None, "Symbols.",
     PTXMLIR_FLAG(dumpSymbols)},
    {"dump-resource-usage", "res-usage", CuObjDump, Value::None,
     "Registers, stack and memory of the functions.",
     PTXMLIR_FLAG(dumpResources)},
    {"dump-ptx", "ptx", CuObjDump, Value::None, "The PTX of fat binaries.",
     PTXMLIR_FLAG(dumpPTX)},
    {"list-elf", "lelf", CuObjDump, Value::None,
     "The names that -xelf would write.", PTXMLIR_FLAG(listElf)},
    {"list-ptx", "lptx", CuObjDump, Value::None,
     "The names that -xptx would write.", PTXMLIR_FLAG(listPTX)},
    {"extract-elf", "xelf", CuObjDump, Value::List,
     "Write the cubins whose names have one of these parts; 'all'.",
     PTXMLIR_NAMES(extractElf)},
    {"extract-ptx", "xptx", CuObjDump, Value::List,
     "Write the PTX whose name has one of these parts; 'all'.",
     PTXMLIR_NAMES(extractPTX)},
    {"gpu-architecture", "arch", CuObjDump, Value::Text,
     "Of fat binaries only the code for this SM.", setTarget},
    {"all-fatbin", "all", CuObjDump, Value::None,
     "Relocatable code of programs, too.", PTXMLIR_FLAG(allFatBinaries)},

    {"options-file", "optf", Both, Value::List,
     "Read more of the command line from these files.", readOptionsFile},
    {"help", "h", Both, Value::None, "Print this text.", PTXMLIR_FLAG(help)},
    {"version", "V", Both, Value::None, "Print the version.",
     PTXMLIR_FLAG(version)},

    {"annotate", "annotate", NVDisasm, Value::None, kNoAnnotations, nullptr},
    {"list-text", "ltext", CuObjDump, Value::None, kNoText, nullptr},
    {"extract-text", "xtext", CuObjDump, Value::Text, kNoText, nullptr},
    {"function-index", "findex", CuObjDump, Value::Text, "use -fun", nullptr},
};
#undef PTXMLIR_FLAG
#undef PTXMLIR_NAMES

llvm::Error Parser::parseOption(llvm::StringRef argument,
                                llvm::ArrayRef<const char *> &rest) {
  auto [spelling, joined] = argument.split('=');
  bool isJoined = spelling.size() != argument.size();
  llvm::StringRef name = spelling;
  bool isLong = name.consume_front("--");
  if (!isLong)
    name = name.drop_front();
  const Option *option =
      llvm::find_if(table, [&, name = name](const Option &o) {
        return name == (isLong ? o.longName : o.shortName);
      });
  if (option == std::end(table))
    return fail("unknown option '" + spelling + "'");
  if (!option->effect)
    return fail("option '" + spelling + "' is not supported: " + option->help);
  llvm::SmallVector<llvm::StringRef, 2> values;
  if (option->value == Value::None) {
    if (isJoined)
      return fail("option '" + spelling + "' takes no value");
  } else {
    llvm::StringRef value = joined;
    if (!isJoined) {
      if (rest.empty())
        return fail("option '" + spelling + "' needs a value");
      value = rest.front();
      rest = rest.drop_front();
    }
    value = saver.save(value);
    if (option->value == Value::List)
      value.split(values, ',', -1, /*KeepEmpty=*/false);
    else
      values.push_back(value);
    if (values.empty() || values[0].empty())
      return fail("option '" + spelling + "' needs a value");
  }
  if (option->tool == NVDisasm)
    ofDisassembler = option;
  if (option->tool == CuObjDump)
    ofDumper = option;
  std::string error = option->effect(*this, values);
  if (error.empty())
    return llvm::Error::success();
  return fail("option '" + spelling + "': '" + llvm::join(values, ",") + "' " +
              error);
}

llvm::Error Parser::parse(llvm::ArrayRef<const char *> arguments) {
  while (!arguments.empty()) {
    llvm::StringRef argument = arguments.front();
    arguments = arguments.drop_front();
    if (argument.size() > 1 && argument.starts_with("-")) {
      if (llvm::Error error = parseOption(argument, arguments))
        return error;
      continue;
    }
    if (!options.input.empty())
      return fail("more than one input: '" + options.input + "' and '" +
                  argument + "'");
    options.input = argument.str();
  }
  return llvm::Error::success();
}

/// Decides which tool is meant, and what that makes of the options of both.
llvm::Error Parser::finish() {
  options.dumps |= ofDumper != nullptr;
  if (options.dumps && ofDisassembler)
    return fail(llvm::Twine("option '-") + ofDisassembler->shortName +
                "' is nvdisasm's and cannot be used " +
                (ofDumper ? llvm::Twine("with cuobjdump's '-") +
                                ofDumper->shortName + "'"
                          : llvm::Twine("here")));
  for (llvm::StringRef function : functions) {
    if (options.dumps) {
      options.sass.functions.push_back(function.str());
      continue;
    }
    unsigned index;
    if (function.getAsInteger(0, index))
      return fail("option '-fun': '" + function +
                  "' is no symbol index (names are for -sass)");
    options.disassembly.functions.push_back(index);
  }
  if (options.input.empty() && !options.help && !options.version)
    return fail("no input; --help has the options");
  return llvm::Error::success();
}

llvm::Expected<Options>
objdump::parseOptions(llvm::ArrayRef<const char *> arguments) {
  Parser parser;
  parser.options.dumps =
      llvm::sys::path::filename(arguments[0]).contains("cuobjdump");
  if (llvm::Error error = parser.parse(arguments.drop_front()))
    return std::move(error);
  if (llvm::Error error = parser.finish())
    return std::move(error);
  return std::move(parser.options);
}

void objdump::printHelp(llvm::raw_ostream &os) {
  os << "Usage: ptx-objdump [options] <file>\n\nPrints a cubin as nvdisasm "
        "does, or as cuobjdump if an option of\ncuobjdump's is given; then "
        "also what is in fat binaries, and in objects,\nprograms and archives "
        "with such.\n";
  auto print = [&](const char *title, auto isWanted) {
    os << '\n' << title << '\n';
    for (const Option &option : table) {
      if (!isWanted(option))
        continue;
      std::string names = std::string("  --") + option.longName + ", -" +
                          option.shortName +
                          (option.value == Value::Text   ? " <value>"
                           : option.value == Value::List ? " <value>,..."
                                                         : "");
      os << llvm::left_justify(names, 46) << ' ' << option.help << '\n';
    }
  };
  print("As nvdisasm:",
        [](const Option &o) { return o.effect && o.tool == NVDisasm; });
  print("As cuobjdump:",
        [](const Option &o) { return o.effect && o.tool == CuObjDump; });
  print("Both:", [](const Option &o) { return o.effect && o.tool == Both; });
  print("Not supported:", [](const Option &o) { return !o.effect; });
}

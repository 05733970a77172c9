//===- OptionTable.cpp - What is known of each option ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that Options.td becomes, and --help, which is printed from them.
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"
#include "Invocation.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace ptxmlir;
using namespace llvm;
using namespace llvm::opt;
using llvm::opt::DefaultVis;

#define OPTTABLE_STR_TABLE_CODE
#include "ptx-mlir/Driver/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "ptx-mlir/Driver/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_PREFIXES_UNION_CODE
#include "ptx-mlir/Driver/Options.inc"
#undef OPTTABLE_PREFIXES_UNION_CODE

static constexpr OptTable::Info kParserInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "ptx-mlir/Driver/Options.inc"
#undef OPTION
};

static constexpr OptionInfo kOptionInfos[] = {
#include "ptx-mlir/Driver/OptionTable.inc"
};

namespace {
class DriverOptTable : public PrecomputedOptTable {
public:
  DriverOptTable()
      : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, kParserInfos,
                            OptionPrefixesUnion) {}
};
} // namespace

const OptTable &ptxmlir::getOptionTable() {
  static const DriverOptTable table;
  return table;
}

ArrayRef<OptionInfo> ptxmlir::getOptionInfos() { return kOptionInfos; }

const OptionInfo *ptxmlir::findOptionInfo(unsigned id) {
  for (const OptionInfo &info : kOptionInfos)
    if (info.id == id)
      return &info;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

static constexpr size_t kNameColumns = 52, kShortColumns = 28, kIndent = 8,
                        kLineColumns = 84;

/// Text in lines that begin behind `indent` blanks.
static void printWrapped(StringRef text, raw_ostream &os) {
  os.indent(kIndent);
  size_t column = kIndent;
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    if (column != kIndent && column + word.size() > kLineColumns) {
      os << '\n';
      os.indent(kIndent);
      column = kIndent;
    } else if (column != kIndent) {
      os << ' ';
      ++column;
    }
    os << word;
    column += word.size();
    text = rest;
  }
  os << '\n';
}

/// All values of -arch.
static std::vector<std::string> getArchNames() {
  std::vector<std::string> names;
  for (StringRef kind : {"compute_", "lto_", "sm_"})
    for (const target::TargetInfo &target : target::getTargets())
      names.push_back((kind + StringRef(target.name).drop_front(3)).str());
  return names;
}

/// The form is that of ptxas's help, which scripts look through: long name and
/// value, the short name in parentheses, what it is for.
void ptxmlir::printHelp(raw_ostream &os) {
  os << "\nUsage  : optxas [options] <ptx file>,...\n\n"
        "Options\n=======\n";
  for (const OptionInfo &option : kOptionInfos) {
    std::string name, shortName;
    if (!option.longName.empty())
      name = "--" + option.longName.str();
    if (!option.meta.empty())
      name += (name.empty() ? "" : " ") + option.meta.str();
    if (!option.shortName.empty())
      shortName = "(-" + option.shortName.str() + ")";
    os << '\n'
       << left_justify(name, kNameColumns)
       << left_justify(shortName, kShortColumns) << '\n';
    printWrapped(option.help, os);
    if (option.effect == OptionEffect::Tunes)
      printWrapped("Taken without effect.", os);
    if (option.effect == OptionEffect::Refused)
      printWrapped("Not to be had here.", os);
    std::vector<std::string> choices;
    if (option.id == OPT_Arch)
      choices = getArchNames();
    else if (!option.choices.empty())
      for (StringRef choice : split(option.choices, ','))
        choices.push_back(choice.str());
    if (!choices.empty()) {
      std::string text = "Allowed values for this option:  ";
      bool isNumber = option.value == OptionValue::Number;
      for (size_t i = 0; i != choices.size(); ++i)
        text +=
            (i ? ", " : "") + (isNumber ? choices[i] : "'" + choices[i] + "'");
      printWrapped(text + ".", os);
    }
    if (!option.defaultValue.empty()) {
      bool isBare = option.value == OptionValue::Number ||
                    option.value == OptionValue::Bool;
      StringRef quote = isBare ? "" : "'";
      printWrapped(
          ("Default value:  " + quote + option.defaultValue + quote + ".")
              .str(),
          os);
    }
  }
  os << '\n';
}

void ptxmlir::printPTXVersions(raw_ostream &os) {
  for (unsigned version : target::getPTXVersions())
    os << version / 10 << '.' << version % 10 << '\n';
}

void ptxmlir::printArchs(raw_ostream &os) {
  for (const target::TargetInfo &target : target::getTargets())
    os << target.name << '\n';
}

/// What tools that look for a ptxas read: the release, which tells them the
/// PTX that is taken, and a version. The last line tells builds of this project
/// apart, for those that keep compiled code under this text.
void ptxmlir::printVersion(raw_ostream &os) {
  std::string program = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&ptxmlir::printVersion));
  uint64_t hash = 0;
  if (auto bytes = MemoryBuffer::getFile(program, /*IsText=*/false,
                                         /*RequiresNullTerminator=*/false))
    hash = xxh3_64bits((*bytes)->getBuffer());
  os << "optxas: ptx-mlir, an open PTX to SASS compiler in place of that of "
        "the\n"
        "Cuda compilation tools, release 13.0, V13.0.88\n"
        "Build ptx-mlir_"
     << PTXMLIR_VERSION << '/' << format_hex_no_prefix(hash, 16) << '\n';
}

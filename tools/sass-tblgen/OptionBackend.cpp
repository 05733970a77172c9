//===- OptionBackend.cpp - The command line from its records --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-gen-option-table`: what lib/Driver/Options.cpp knows of options besides
// the parser's table. `-gen-option-doc`: docs/options.md. `-gen-option-man`:
// docs/optxas.1. An option that is not honoured as ptxas's must say why.
//
//===----------------------------------------------------------------------===//

#include "TargetBackend.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using ptxmlir::tblgen::inSourceOrder;

namespace {
struct DriverOption {
  explicit DriverOption(const Record *record)
      : record(record), isLongName(!text("Long").empty()) {}
  StringRef text(StringRef field) const {
    return record->getValueAsString(field);
  }
  StringRef help() const { return text("HelpText"); }
  StringRef meta() const {
    return record->isValueUnset("MetaVarName") ? "" : text("MetaVarName");
  }
  StringRef value() const {
    return record->getValueAsDef("Value")->getValueAsString("Cpp");
  }
  const Record *effect() const { return record->getValueAsDef("Effect"); }
  bool flag(StringRef field) const { return record->getValueAsBit(field); }
  std::string choices(StringRef separator) const {
    return join(record->getValueAsListOfStrings("Choices"), separator);
  }
  /// Long and short with their dashes, `between` each two.
  std::string names(StringRef before, StringRef between) const {
    std::string result;
    if (isLongName)
      result = (before + "--" + text("Long") + before).str();
    if (!text("Short").empty())
      result +=
          ((isLongName ? between : "") + before + "-" + text("Short") + before)
              .str();
    return result;
  }

  const Record *record;
  bool isLongName;
};
} // namespace

/// All options, in the order of the file; without those that only spell one.
static std::vector<DriverOption> getOptions(const RecordKeeper &records) {
  std::vector<DriverOption> options;
  for (const Record *record : inSourceOrder(records, "Driver")) {
    if (record->isSubClassOf("Spelling"))
      continue;
    DriverOption option(record);
    StringRef effect = option.effect()->getName();
    if (effect == "Refused" && option.text("Note").empty())
      PrintError(record->getLoc(), "is refused and does not say why");
    if (option.text("Long").empty() && option.text("Short").empty())
      PrintError(record->getLoc(), "has no name");
    options.push_back(option);
  }
  return options;
}

static void emitTable(const RecordKeeper &records, raw_ostream &os) {
  emitSourceFileHeader("Options of optxas", os, records);
  auto quoted = [&](StringRef text) {
    os << '"';
    printEscapedString(text, os);
    os << "\", ";
  };
  for (const DriverOption &option : getOptions(records)) {
    os << "{OPT_" << option.record->getName() << ", ";
    quoted(option.text("Long"));
    quoted(option.text("Short"));
    os << "OptionValue::" << option.value()
       << ", OptionEffect::" << option.effect()->getName() << ",\n ";
    quoted(option.meta());
    quoted(option.help());
    quoted(option.text("Default"));
    quoted(option.choices(","));
    os << (option.flag("IsDocumented") ? "true" : "false") << ", "
       << (option.flag("IsOurs") ? "true" : "false") << ", "
       << (option.flag("IsOfProgram") ? "true" : "false") << "},\n";
  }
}

static std::string escapeCell(StringRef text) {
  std::string result;
  for (char c : text) {
    if (StringRef("|<>").contains(c))
      result += '\\';
    result += c;
  }
  return result;
}

static void emitDoc(const RecordKeeper &records, raw_ostream &os) {
  std::vector<DriverOption> options = getOptions(records);
  auto count = [&](StringRef effect) {
    return count_if(options, [&](const DriverOption &o) {
      return o.flag("IsDocumented") && o.effect()->getName() == effect;
    });
  };
  os << "# Options of optxas\n\n<!-- Made by sass-tblgen -gen-option-doc from "
        "Options.td; test/Driver/options-doc.test compares. -->\n\n"
        "`optxas` takes the command line of ptxas 13.0.88. Of the "
     << count_if(options, [](auto &o) { return o.flag("IsDocumented"); })
     << " options that `ptxas --help` has, " << count("Honoured")
     << " are honoured, " << count("Always")
     << " ask for what is so in any case, " << count("Tunes")
     << " are taken with a warning, as they only tell ptxas how to reach what "
        "it reaches, and "
     << count("Refused")
     << " are refused.\n\n"
        "A long name takes two dashes and a short one one. A value is the next "
        "argument or follows `=`; `-O` and `-m` have theirs joined. Names are "
        "matched before single letters: `-maxntid` is no `-m`. An option that "
        "is given twice with another value has the last one, and a warning; "
        "lists add up. With no input the help is printed. The exit code is 0 "
        "or 255. Messages for wrong command lines are ptxas's "
        "(`test/Driver/Inputs/command-lines.txt`).\n";
  auto section = [&](StringRef title, auto isWanted) {
    os << "\n## " << title
       << "\n\n| option | value | | what it is for | to be known |\n"
          "|---|---|---|---|---|\n";
    for (const DriverOption &option : options) {
      if (!isWanted(option))
        continue;
      os << "| " << option.names("`", " ") << " | " << escapeCell(option.meta())
         << " | " << option.effect()->getValueAsString("Title") << " | "
         << escapeCell(option.help());
      if (!option.text("Default").empty())
        os << " Default: `" << option.text("Default") << "`.";
      os << " | " << escapeCell(option.text("Note")) << " |\n";
    }
  };
  section("Those of `ptxas --help`",
          [](const DriverOption &o) { return o.flag("IsDocumented"); });
  section("What ptxas takes without saying so", [](const DriverOption &o) {
    return !o.flag("IsDocumented") && !o.flag("IsOurs");
  });
  section("Our own", [](const DriverOption &o) { return o.flag("IsOurs"); });
}

/// roff: a dash that is one, no line that begins with a command.
static std::string escapeRoff(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '\\' || c == '-')
      result += '\\';
    result += c;
  }
  return StringRef(result).starts_with(".") ? "\\&" + result : result;
}

static void emitMan(const RecordKeeper &records, raw_ostream &os) {
  os << ".\\\" Made by sass-tblgen -gen-option-man from Options.td;\n"
        ".\\\" test/Driver/options-doc.test compares.\n"
        ".TH OPTXAS 1\n.SH NAME\noptxas \\- compile PTX to machine code of "
        "NVIDIA GPUs\n.SH SYNOPSIS\n.B optxas\n[\\fIoptions\\fR] "
        "\\fIfile.ptx\\fR ...\n.SH DESCRIPTION\n"
        "Compiles PTX to a cubin, with the command line and the messages of "
        "ptxas. Called by the name ptxas its messages have the form that "
        "callers of ptxas parse.\n.SH OPTIONS\n";
  for (const DriverOption &option : getOptions(records)) {
    os << ".TP\n\\fB" << escapeRoff(option.names("", ", ")) << "\\fR";
    if (!option.meta().empty())
      os << " \\fI" << escapeRoff(option.meta()) << "\\fR";
    os << '\n' << escapeRoff(option.help());
    if (!option.text("Default").empty())
      os << " Default: " << escapeRoff(option.text("Default")) << '.';
    StringRef effect = option.effect()->getName();
    if (effect == "Tunes")
      os << " Taken without effect.";
    if (effect == "Refused")
      os << " Refused.";
    if (!option.text("Note").empty())
      os << ' ' << escapeRoff(option.text("Note"));
    os << '\n';
  }
  os << ".SH EXIT STATUS\n0, or 255 for any error.\n"
        ".SH SEE ALSO\nptx\\-run(1), ptx\\-opt(1); docs/options.md has what "
        "differs from ptxas.\n";
}

static TableGen::Emitter::Opt table("gen-option-table", emitTable,
                                    "Generate the table of options"),
    doc("gen-option-doc", emitDoc, "Generate the options as a document"),
    man("gen-option-man", emitMan, "Generate the manual page of optxas");

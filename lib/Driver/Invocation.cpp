//===- Invocation.cpp - The command line of optxas ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As ptxas does (observed on 13.0.88): names and the kinds of values are looked
// at argument by argument, and the first mistake ends the run; what values mean
// and which exclude each other only when there is an input.
//
//===----------------------------------------------------------------------===//

#include "Invocation.h"
#include "OptionTable.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace ptxmlir;
using namespace llvm;

int ptxmlir::fatalError(const Twine &message, raw_ostream &os) {
  os << "ptxas fatal   : " << message << '\n';
  return 255;
}

int ptxmlir::reportAborted(raw_ostream &os) {
  return fatalError("Ptx assembly aborted due to errors", os);
}

namespace {

/// Files of options that name each other are followed no deeper.
constexpr unsigned kMaxDepth = 32;

class CommandLineParser {
public:
  explicit CommandLineParser(Invocation &invocation) : invocation(invocation) {}

  /// The arguments, or those in a file.
  std::optional<int> parse(ArrayRef<const char *> args, unsigned depth = 0);
  /// What the options mean.
  std::optional<int> finish();

private:
  std::optional<int> addOption(const opt::Arg &arg, unsigned depth);
  std::optional<int> readOptionsFile(StringRef path, unsigned depth);

  bool has(OptionId id) const { return !values[id].empty(); }
  StringRef get(OptionId id) const {
    return has(id) ? StringRef(values[id].back()) : "";
  }
  bool isTrue(OptionId id) const { return get(id) == "true"; }
  /// The value of an option of numbers, which has been looked at.
  int64_t getNumber(OptionId id) const;

  raw_ostream &errs() { return *invocation.err; }
  int fatalError(const Twine &message) {
    return ptxmlir::fatalError(message, errs());
  }
  void warn(const Twine &message);
  void error(const Twine &message) {
    errs() << "ptxas error   : " << message << '\n';
    invocation.hasFailed = true;
  }

  std::optional<int> setArch();
  std::optional<int> setLevel();
  std::optional<int> checkKinds();
  void setCaches();
  std::optional<int> setRegisters();
  void setThreads();
  void setWarnings();
  void setStatistics();
  void setValidation();
  void warnOfTuning();

  Invocation &invocation;
  /// Of each option its values in order; "" for flags.
  std::array<std::vector<std::string>, OPT_LAST> values;
  /// Options that were taken and do nothing, as they were written.
  std::vector<std::string> tuning;
};

} // namespace

void CommandLineParser::warn(const Twine &message) {
  if (invocation.compiler.noWarnings)
    return;
  if (invocation.compiler.warningsAsErrors)
    return error(message);
  errs() << "ptxas warning : " << message << '\n';
}

/// A number as ptxas takes it: of C, with a sign; nothing is 0. A message if it
/// is none.
static std::optional<std::string> checkNumber(StringRef text) {
  StringRef digits = text;
  bool isNegative = digits.consume_front("-");
  if (!isNegative)
    digits.consume_front("+");
  APInt value;
  if (text.empty())
    return std::nullopt;
  if (digits.empty() || !isDigit(digits[0]) || digits.getAsInteger(0, value))
    return ("'" + text + "': expected a number").str();
  if (value.getActiveBits() > 32)
    return ("32-bit integer value (" + text + ") out of range").str();
  return std::nullopt;
}

static int64_t readNumber(StringRef text) {
  bool isNegative = text.consume_front("-");
  if (!isNegative)
    text.consume_front("+");
  uint64_t value = 0;
  if (text.getAsInteger(0, value))
    return 0;
  return int32_t(isNegative ? -value : value);
}

int64_t CommandLineParser::getNumber(OptionId id) const {
  return readNumber(get(id));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool isFlagWithValue(StringRef arg) {
  if (!arg.contains('=') || !arg.consume_front("-"))
    return false;
  bool isLong = arg.consume_front("-");
  StringRef name = arg.split('=').first;
  for (const OptionInfo &info : getOptionInfos())
    if (info.value == OptionValue::None && !name.empty() &&
        name == (isLong ? info.longName : info.shortName))
      return true;
  return false;
}

std::optional<int> CommandLineParser::parse(ArrayRef<const char *> args,
                                            unsigned depth) {
  const opt::OptTable &table = getOptionTable();
  opt::InputArgList list(args.begin(), args.end());
  for (unsigned index = 0; index < args.size();) {
    unsigned at = index;
    if (isFlagWithValue(args[at]))
      return fatalError("no argument expected after '" +
                        StringRef(args[at]).split('=').first + "'");
    std::unique_ptr<opt::Arg> arg = table.ParseOneArg(list, index);
    if (!arg)
      return fatalError(Twine("argument expected after '") + args[at] + "'");
    unsigned id = arg->getOption().getID();
    std::optional<int> code;
    if (id == OPT_INPUT && invocation.isOfLibrary)
      code = fatalError(Twine("Unknown option '") + args[at] + "'");
    else if (id == OPT_INPUT)
      invocation.inputs.push_back(args[at]);
    else if (id == OPT_UNKNOWN)
      code =
          fatalError("Unknown option '" +
                     StringRef(args[at]).split('=').first.drop_front() + "'");
    else
      code = addOption(*arg, depth);
    if (code)
      return code;
  }
  return std::nullopt;
}

std::optional<int> CommandLineParser::addOption(const opt::Arg &arg,
                                                unsigned depth) {
  const OptionInfo &info = *findOptionInfo(arg.getOption().getID());
  StringRef value = arg.getNumValues() ? arg.getValue() : "";
  if (invocation.isOfLibrary && info.isOfProgram)
    return fatalError("option '" + info.name() +
                      "' is for a program, not for the library");
  switch (info.value) {
  case OptionValue::Bool:
    if (value != "true" && value != "false")
      return fatalError("'" + value + "': expected true or false");
    break;
  case OptionValue::Number:
    if (std::optional<std::string> message = checkNumber(value))
      return fatalError(*message);
    break;
  default:
    break;
  }
  SmallVector<StringRef> parts;
  if (info.value == OptionValue::List)
    value.split(parts, ',', -1, /*KeepEmpty=*/false);
  else
    parts.push_back(value);
  if (!info.choices.empty() && info.id != OPT_Abi)
    for (StringRef part : parts)
      if (!is_contained(split(info.choices, ','), part))
        return fatalError("Value '" + part + "' is not defined for option '" +
                          info.name() + "'");
  if (info.id == OPT_Arch && !target::lookupTarget(value)) {
    StringRef number = value;
    if ((!number.consume_front("compute_") && !number.consume_front("lto_")) ||
        !target::lookupTarget(("sm_" + number).str()))
      return fatalError("Value '" + value +
                        "' is not defined for option 'gpu-name'");
  }
  if (info.id == OPT_DiagnosticFormat && value != "caret" && value != "ptxas")
    return fatalError("Value '" + value + "' is not defined for option '" +
                      info.name() + "'");
  // Said even where warnings are not wanted or are errors (observed).
  if (info.isSingle() && has(info.id) && get(info.id) != value)
    errs() << "ptxas warning : incompatible redefinition for option '"
           << info.name() << "', the last value of this option was used\n";
  values[info.id].insert(values[info.id].end(), parts.begin(), parts.end());
  if (info.effect == OptionEffect::Tunes &&
      (info.defaultValue.empty() || value != info.defaultValue)) {
    const opt::Arg &written = arg.getAlias() ? *arg.getAlias() : arg;
    std::string spelling = written.getSpelling().rtrim('=').str();
    if (!is_contained(tuning, spelling))
      tuning.push_back(spelling);
  }
  if (info.id == OPT_OptionsFile)
    for (StringRef path : parts)
      if (std::optional<int> code = readOptionsFile(path, depth))
        return code;
  return std::nullopt;
}

/// A file of options: words between blanks, double quotes around those with
/// blanks, no comments.
std::optional<int> CommandLineParser::readOptionsFile(StringRef path,
                                                      unsigned depth) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer || depth == kMaxDepth)
    return fatalError("Could not open options file '" + path + "'");
  std::vector<std::string> words;
  std::string word;
  bool isQuoted = false, isWord = false;
  auto endWord = [&] {
    if (isWord)
      words.push_back(std::move(word));
    word.clear();
    isWord = false;
  };
  for (char c : (*buffer)->getBuffer()) {
    if (c == '"') {
      isQuoted = !isQuoted;
      isWord = true;
    } else if (!isQuoted && isSpace(c)) {
      endWord();
    } else {
      word += c;
      isWord = true;
    }
  }
  endWord();
  std::vector<const char *> args;
  for (const std::string &w : words)
    args.push_back(w.c_str());
  return parse(args, depth + 1);
}

//===----------------------------------------------------------------------===//
// What they mean
//===----------------------------------------------------------------------===//

/// `sm_90`, or `compute_90` and `lto_90`, which only check the PTX.
std::optional<int> CommandLineParser::setArch() {
  CompilerOptions &options = invocation.compiler;
  if (invocation.isOfLibrary && !has(OPT_Arch))
    return std::nullopt;
  StringRef name = has(OPT_Arch) ? get(OPT_Arch) : "sm_75", number = name;
  options.checkOnly =
      number.consume_front("compute_") || number.consume_front("lto_");
  options.archName = name.str();
  options.arch = options.checkOnly ? ("sm_" + number).str() : name.str();
  return std::nullopt;
}

/// -O, -Ofc and -g, which exclude each other.
std::optional<int> CommandLineParser::setLevel() {
  CompilerOptions &options = invocation.compiler;
  int64_t level = has(OPT_OptLevel) ? getNumber(OPT_OptLevel) : 3;
  level = level < 0 || level > 3 ? 3 : level;
  StringRef fast = has(OPT_FastCompile) ? get(OPT_FastCompile) : "0";
  if (fast != "max" && fast != "mid" && fast != "min" && fast != "0")
    return fatalError("Invalid value for --Ofast-compile/-Ofc (" + fast +
                      "), is not 'max', 'mid', 'min', or '0'");
  if (has(OPT_SplitCompile)) {
    int64_t threads = getNumber(OPT_SplitCompile);
    if (threads < 0)
      return fatalError("Invalid value '" + get(OPT_SplitCompile) +
                        "' for option '--split-compile'");
    options.threads = unsigned(threads);
  }
  options.debug = has(OPT_Debug);
  if (options.debug) {
    if (has(OPT_OptLevel) && level != 0)
      return fatalError("Optimized debugging not supported");
    level = 0;
    if (fast != "0")
      warn("Conflicting options '--device-debug' and "
           "'--Ofast-compile=<min,mid,max>' specified, ignoring "
           "'--Ofast-compile=<min,mid,max>' option");
    if (has(OPT_LineInfo))
      warn("Conflicting options --device-debug and --generate-line-info "
           "specified, ignoring --generate-line-info option");
  } else if (has(OPT_OptLevel) && fast != "0") {
    // The fastest compile is that of -O0, others are that of -O1.
    bool isMax = fast == "max";
    if (level != (isMax ? 0 : 1))
      return fatalError("Conflicting options -opt-level=<" +
                        StringRef(isMax ? "1,2,3" : "0,2,3") +
                        "> and --Ofast-compile=" + fast + " specified");
  }
  options.optLevel = unsigned(level);
  options.hasOptLevel = has(OPT_OptLevel);
  options.lineInfo = has(OPT_LineInfo) || options.debug;
  options.suppressDebugInfo = has(OPT_NoDebugInfo);
  if (options.suppressDebugInfo && !options.lineInfo) {
    warn("Option suppress-debug-info requires option device-debug or lineinfo; "
         "ignoring since latter is not specified");
    options.suppressDebugInfo = false;
  }
  return std::nullopt;
}

/// What kind of file is wanted, and what is refused.
std::optional<int> CommandLineParser::checkKinds() {
  invocation.relocatable = has(OPT_CompileOnly);
  invocation.extensible = has(OPT_ExtensibleProgram);
  if (invocation.relocatable && invocation.extensible) {
    warn("Conflicting options '--compile-only' and "
         "'--extensible-whole-program' specified, ignoring "
         "'--extensible-whole-program' option");
    invocation.extensible = false;
  }
  if (has(OPT_ToolsPatch)) {
    for (auto [isGiven, name] :
         {std::pair(invocation.relocatable, "--compile-only"),
          std::pair(invocation.extensible, "--extensible-whole-program")})
      if (isGiven)
        return fatalError(Twine("Conflicting options '") + name +
                          "' and --compile-as-tools-patch specified");
    if (has(OPT_MaxRegisters))
      error("Invalid value '" + get(OPT_MaxRegisters) +
            "' of 'maxrregcount' with option '--compile-as-tools-patch'");
    invocation.compiler.toolsPatch = true;
  }
  if (has(OPT_Sanitize))
    return fatalError("option '--sanitize' is not supported: what the code "
                      "would call is not documented");
  if (isTrue(OPT_NoSharedReservation))
    return fatalError("option '--disable-smem-reservation' is not supported");
  if (has(OPT_Abi) && get(OPT_Abi) != "yes")
    error("Invalid value '" + get(OPT_Abi) + "' for option -abi.");
  if (has(OPT_FunctionRegisters) && !invocation.relocatable)
    warn("Command line option 'device-function-maxrregcount' not supported "
         "for 'whole program compilation', will be ignored");
  if (has(OPT_RegisterUsage)) {
    int64_t level = getNumber(OPT_RegisterUsage);
    if (level < 0 || level > 10)
      warn("Value of RegUsageLevel (" + Twine(level) +
           ") is out of valid range {0..10}, option will be ignored");
  }
  if (has(OPT_LegacyBar)) {
    warn("'--legacy-bar-warp-wide-behavior' is a deprecated option, It will be "
         "removed in future release and is not recommended");
    warn("Command line option '--legacy-bar-warp-wide-behavior' not supported "
         "for '.target sm_70', will be ignored");
  }
  return std::nullopt;
}

/// The cache operators that loads and stores have if they name none, or in any
/// case.
void CommandLineParser::setCaches() {
  static constexpr StringLiteral kLoads[] = {"ca", "cg", "cs", "lu", "cv"};
  static constexpr StringLiteral kStores[] = {"wb", "cg", "cs", "wt"};
  CacheOptions &caches = invocation.compiler.caches;
  auto set = [&](OptionId id, std::string &out, bool isLoad) {
    if (!has(id))
      return;
    out = get(id).str();
    if (isLoad ? !is_contained(kLoads, get(id))
               : !is_contained(kStores, get(id)))
      error("Invalid default cache modifier on " +
            StringRef(isLoad ? "load" : "store") + " specified: " + get(id));
  };
  set(OPT_DefLoadCache, caches.defaultLoad, true);
  set(OPT_DefStoreCache, caches.defaultStore, false);
  set(OPT_ForceLoadCache, caches.forcedLoad, true);
  set(OPT_ForceStoreCache, caches.forcedStore, false);
  for (auto [forced, name] : {std::pair(&caches.forcedLoad, "load"),
                              std::pair(&caches.forcedStore, "store")}) {
    std::string &other =
        forced == &caches.forcedLoad ? caches.defaultLoad : caches.defaultStore;
    if (!forced->empty() && !other.empty()) {
      warn(Twine("Conflicting options force-") + name + "-cache and def-" +
           name + "-cache specified, ignoring def-" + name + "-cache option");
      other.clear();
    }
  }
}

std::optional<int> CommandLineParser::setRegisters() {
  CompilerOptions &options = invocation.compiler;
  if (has(OPT_MaxRegisters) && !has(OPT_ToolsPatch)) {
    StringRef text = get(OPT_MaxRegisters);
    // archmin is 32 (observed on ptxas 13.0.88).
    int64_t limit = text == "archmin" ? 32 : 255;
    if (text != "archmax" && text != "archmin") {
      if (checkNumber(text))
        return fatalError("Invalid value '" + text +
                          "' for option 'maxrregcount'");
      limit = readNumber(text);
      if (limit < 0 || limit > 255 || options.checkOnly) {
        warn("Too big maxrregcount value specified " + Twine(limit) +
             ", will be ignored");
        limit = 255;
      } else if (limit < target::kLeastRegisterLimit) {
        warn("For profile " + options.archName +
             " adjusting per thread register count of " + Twine(limit) +
             " to lower bound of " + Twine(target::kLeastRegisterLimit));
        limit = target::kLeastRegisterLimit;
      }
    }
    options.maxRegisters = unsigned(limit);
    for (auto [id, name] : {std::pair(OPT_MaxThreads, "maxntid"),
                            std::pair(OPT_MinCTAs, "minnctapersm")})
      if (has(id))
        warn(Twine("Conflicting options -maxrregcount and -") + name +
             " specified, ignoring -" + name + " option");
  }
  // Of functions that are not kernels; ignored without -c, see checkKinds().
  if (has(OPT_FunctionRegisters) && invocation.relocatable) {
    StringRef text = get(OPT_FunctionRegisters);
    int64_t limit = text == "archmin" ? 32 : 255;
    if (text != "archmax" && text != "archmin") {
      if (checkNumber(text))
        return fatalError("Invalid value '" + text +
                          "' for option 'device-function-maxrregcount'");
      limit = std::clamp<int64_t>(readNumber(text), 0, 255);
    }
    options.functionRegisters = unsigned(limit);
  }
  if (!options.maxRegisters)
    setThreads();
  options.overrideDirectives = has(OPT_OverrideDirectives);
  return std::nullopt;
}

/// -maxntid and -minnctapersm. A size that is no number is none (observed).
void CommandLineParser::setThreads() {
  CompilerOptions &options = invocation.compiler;
  const std::vector<std::string> &sizes = values[OPT_MaxThreads];
  if (sizes.size() > 3) {
    warn("Too many values specified for option '-maxntid', option will be "
         "ignored");
  } else {
    for (StringRef text : sizes) {
      int64_t size = 0;
      if (text.consumeInteger(10, size) || size < 1 || size > INT32_MAX)
        size = 1;
      options.maxThreads.push_back(int32_t(size));
    }
    if (all_of(options.maxThreads, [](int32_t size) { return size == 1; }) &&
        all_of(sizes, [](StringRef text) { return !readNumber(text); }))
      options.maxThreads.clear();
  }
  options.minCTAs = unsigned(std::max<int64_t>(0, getNumber(OPT_MinCTAs)));
}

void CommandLineParser::setWarnings() {
  CompilerOptions &options = invocation.compiler;
  options.warnDoubles = has(OPT_WarnDoubles);
  options.warnSpills = has(OPT_WarnSpills);
  options.warnLocal = has(OPT_WarnLocal);
  options.suppressStackWarning = has(OPT_NoStackWarning);
  if (has(OPT_DiagnosticFormat))
    options.diagnosticFormat = get(OPT_DiagnosticFormat) == "ptxas"
                                   ? DiagnosticFormat::Ptxas
                                   : DiagnosticFormat::Caret;
}

void CommandLineParser::setStatistics() {
  for (StringRef part : values[OPT_CompilerStats])
    switch (part[0]) {
    case 't':
      invocation.statTime = true;
      break;
    case 'm':
      invocation.statMemory = true;
      break;
    case 'p':
      invocation.statPhases = true;
      break;
    default:
      invocation.statKernels = true;
    }
  invocation.timeTrace = get(OPT_TimeTrace).str();
}

void CommandLineParser::setValidation() {
  if (!has(OPT_Validate) && !has(OPT_Bisect) && !has(OPT_Launch))
    return;
  ValidationOptions &validation = invocation.compiler.validation.emplace();
  validation.bisect = has(OPT_Bisect);
  for (const std::string &launch : values[OPT_Launch])
    validation.launches.push_back(launch);
}

/// An option that a debugger's user gives.
static bool isForDebugging(StringRef spelling) {
  return is_contained({"--dont-merge-basicblocks", "-no-bb-merge",
                       "--return-at-end", "-ret-end"},
                      spelling);
}

/// Says which options were taken that change nothing. They are no errors under
/// --warning-as-error: the code is as good as without them.
void CommandLineParser::warnOfTuning() {
  if (invocation.compiler.noWarnings)
    return;
  for (const std::string &spelling : tuning)
    // At -O0 and with -g nothing is merged and all returns stay.
    if (invocation.compiler.optLevel || !isForDebugging(spelling))
      errs() << "ptxas warning : option '" << spelling
             << "' has no effect on the code\n";
}

std::optional<int> CommandLineParser::finish() {
  struct Answer {
    OptionId id;
    void (*print)(raw_ostream &);
  };
  static constexpr Answer kAnswers[] = {{OPT_Help, printHelp},
                                        {OPT_Version, printVersion},
                                        {OPT_ListVersion, printPTXVersions},
                                        {OPT_ListArch, printArchs}};
  for (const Answer &answer : kAnswers)
    if (has(answer.id)) {
      answer.print(*invocation.out);
      return 0;
    }
  CompilerOptions &options = invocation.compiler;
  options.noWarnings = has(OPT_NoWarnings);
  options.warningsAsErrors = has(OPT_WarningsAsErrors);
  invocation.inputStrings = values[OPT_InputString];
  if (!invocation.isOfLibrary && invocation.inputs.empty() &&
      invocation.inputStrings.empty()) {
    warnOfTuning();
    printHelp(*invocation.out);
    return 0;
  }
  invocation.verbose = has(OPT_Verbose);
  if (has(OPT_Output))
    invocation.output = get(OPT_Output).str();
  options.fmad = !has(OPT_Fmad) || isTrue(OPT_Fmad);
  options.entries = values[OPT_Entry];
  setArch();
  if (std::optional<int> code = setLevel())
    return code;
  if (std::optional<int> code = checkKinds())
    return code;
  setCaches();
  if (std::optional<int> code = setRegisters())
    return code;
  setWarnings();
  setStatistics();
  setValidation();
  warnOfTuning();
  return std::nullopt;
}

std::optional<int> ptxmlir::parseCommandLine(ArrayRef<const char *> args,
                                             Invocation &invocation) {
  CommandLineParser parser(invocation);
  if (std::optional<int> code = parser.parse(args))
    return code;
  return parser.finish();
}

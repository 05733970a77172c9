//===- Options.td - The command line of optxas -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per option of optxas: those of ptxas 13.0.88, documented or not,
// and a few of our own. Made of them:
//   llvm-tblgen -gen-opt-parser-defs   the parser (LLVM's OptTable)
//   sass-tblgen -gen-option-table      --help, and what values are checked for
//   sass-tblgen -gen-option-doc        docs/options.md
//   sass-tblgen -gen-option-man        docs/optxas.1
//
// ptxas's spelling (observed): the long name takes two dashes, the short one
// one, never the other way round; a value is the next argument or follows '=';
// only the short -O and -m have theirs joined.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

/// What an option does here.
class OptionEffect<string title> {
  string Title = title;
}
def Honoured : OptionEffect<"honoured">;
/// Tells ptxas how to reach what it reaches; a warning says that we do not ask.
def Tunes : OptionEffect<"tunes only">;
/// What it asks for is so in any case.
def Always : OptionEffect<"always so">;
def Refused : OptionEffect<"refused">;

/// What its value is checked for as it is read.
class OptionValue<string cpp> {
  string Cpp = cpp;
}
def NoValue : OptionValue<"None">;
def BoolValue : OptionValue<"Bool">;
def NumberValue : OptionValue<"Number">;
def TextValue : OptionValue<"Text">;
/// Values separated by commas; those of several uses add up.
def ListValue : OptionValue<"List">;
/// The text is one value, commas or not; those of several uses add up.
def TextListValue : OptionValue<"TextList">;

/// Besides Option. Aliases have the names and no more.
class Driver<string long, string short, OptionValue value> {
  string Long = long;
  string Short = short;
  OptionValue Value = value;
  OptionEffect Effect = Honoured;
  /// What is to be known of the effect: for whom it does nothing and why.
  string Note = "";
  string Default = "";
  /// The only values, if not all.
  list<string> Choices = [];
  /// `ptxas --help` has it.
  bit IsDocumented = true;
  /// ptxas has none of the name.
  bit IsOurs = false;
  /// Says which files are read and written, or asks for something else than a
  /// compile: for optxas, not for the library (Driver/CompileText.h).
  bit IsOfProgram = false;
}
class Spelling : Driver<"", "", NoValue>;

multiclass FlagOption<string long, string short, string help> {
  def NAME : Flag<["--"], long>, HelpText<help>, Driver<long, short, NoValue>;
  def NAME#_s : Flag<["-"], short>, Alias<!cast<Option>(NAME)>, Spelling;
}
multiclass LongFlag<string long, string help> {
  def NAME : Flag<["--"], long>, HelpText<help>, Driver<long, "", NoValue>;
}
multiclass LongOption<string long, OptionValue value, string meta,
                      string help> {
  def NAME : Separate<["--"], long>, HelpText<help>, MetaVarName<meta>,
             Driver<long, "", value>;
  def NAME#_le : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>, Spelling;
}
multiclass ValueOption<string long, string short, OptionValue value,
                       string meta, string help> {
  def NAME : Separate<["--"], long>, HelpText<help>, MetaVarName<meta>,
             Driver<long, short, value>;
  def NAME#_le : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>, Spelling;
  def NAME#_s : Separate<["-"], short>, Alias<!cast<Option>(NAME)>, Spelling;
  def NAME#_se : Joined<["-"], short#"=">, Alias<!cast<Option>(NAME)>, Spelling;
}

/// The one short name whose value cannot be another argument: -O alone is -O0.
multiclass LevelOption<string long, string short, string help> {
  def NAME : Separate<["--"], long>, HelpText<help>, MetaVarName<"<N>">,
             Driver<long, short, NumberValue>;
  def NAME#_le : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>, Spelling;
  def NAME#_s : Joined<["-"], short>, Alias<!cast<Option>(NAME)>, Spelling;
  def NAME#_se : Joined<["-"], short#"=">, Alias<!cast<Option>(NAME)>, Spelling;
}
multiclass JoinedOption<string long, string short, string meta, string help> {
  def NAME : Separate<["--"], long>, HelpText<help>, MetaVarName<meta>,
             Driver<long, short, NumberValue>;
  def NAME#_le : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>, Spelling;
  def NAME#_s : JoinedOrSeparate<["-"], short>, Alias<!cast<Option>(NAME)>,
                Spelling;
  def NAME#_se : Joined<["-"], short#"=">, Alias<!cast<Option>(NAME)>, Spelling;
}

//===----------------------------------------------------------------------===//
// What `ptxas --help` has, in its order
//===----------------------------------------------------------------------===//

let Effect = Tunes, Default = "0",
    Note = "All levels compile faster than ptxas at its fastest; values and "
           "conflicts with -O are checked." in
defm FastCompile : ValueOption<"Ofast-compile", "Ofc", TextValue,
    "<0|min|mid|max>",
    "How much of the code's speed may be given for a fast compile: nothing "
    "(0), little (min), some (mid), all that can be (max).">;

let Effect = Tunes, Note = "No pass has a cost that grows faster than n log n "
                           "in the size of a function." in
defm AllowExpensive : ValueOption<"allow-expensive-optimizations",
    "allow-expensive-optimizations", BoolValue, "<true|false>",
    "Whether optimizations that take much time or memory may run.">;

let Effect = Refused,
    Note = "Such code is loaded by NVIDIA's own tools only, with records that "
           "no document describes. ptxas's messages about kernels and "
           "conflicts are given." in
defm ToolsPatch : FlagOption<"compile-as-tools-patch", "astoolspatch",
    "Compile functions that CUDA's tools put into other code.">;

let Note = "docs/cubin.md says which objects can be made." in
defm CompileOnly : FlagOption<"compile-only", "c",
    "Make a relocatable object, to be linked.">;

let Effect = Tunes, Note = "The annotations are for ptxas's authors." in
defm Annotate : FlagOption<"compiler-annotations", "annotate",
    "Write notes of the compiler about the code into the binary.">;

defm DefLoadCache : ValueOption<"def-load-cache", "dlcm", TextValue, "",
    "Cache operator (ca, cg, cs, lu, cv) of loads from global and generic "
    "memory that name none.">;

defm DefStoreCache : ValueOption<"def-store-cache", "dscm", TextValue, "",
    "Cache operator (wb, cg, cs, wt) of stores to global and generic memory "
    "that name none.">;

let Note = "Code of -O0 in which all functions stay, with the DWARF of the PTX "
           "and where its registers are: docs/debug-info.md. \".target ..., "
           "debug\" does the same. Objects for the linker have no such "
           "sections." in
defm Debug : FlagOption<"device-debug", "g",
    "Make code for a debugger: -O0, with lines and variables of the source.">;

let Effect = Honoured,
    Note = "Of whole programs, which have no functions to be linked, ptxas "
           "says that it is ignored; so do we." in
defm FunctionRegisters : ValueOption<"device-function-maxrregcount",
    "func-maxrregcount", TextValue, "<archmax/archmin/N>",
    "With -c: the most registers of functions that are not kernels.">;

let Effect = Tunes, Default = "false",
    Note = "No function gets a canary; true is answered with a warning." in
defm StackProtector : ValueOption<"device-stack-protector",
    "device-stack-protector", BoolValue, "<true|false>",
    "Guard the stack of functions at risk with canaries.">;

let Effect = Always, Note = "Constants of the code are in the code." in
defm NoOptimizerConstants : FlagOption<"disable-optimizer-constants",
    "disable-optimizer-consts",
    "Do not put constants of the optimizer into a constant bank.">;

defm NoWarnings : FlagOption<"disable-warnings", "w", "Print no warnings.">;

let Effect = Tunes, Note = "At -O0 and with -g blocks stay as they are." in
defm NoBlockMerge : FlagOption<"dont-merge-basicblocks", "no-bb-merge",
    "Leave basic blocks apart that could be one.">;

defm Entry : ValueOption<"entry", "e", ListValue, "<entry function>,...",
    "Compile only the kernels of these names.">;

let Note = "docs/cubin.md says which objects can be made." in
defm ExtensibleProgram : FlagOption<"extensible-whole-program", "ewp",
    "Make a whole program that calls functions of a runtime library.">;

let Default = "true" in
defm Fmad : ValueOption<"fmad", "fmad", BoolValue, "<true|false>",
    "Whether a multiplication and an addition that PTX lets contract become "
    "one instruction.">;

defm ForceLoadCache : ValueOption<"force-load-cache", "flcm", TextValue, "",
    "Cache operator (ca, cg, cs, lu, cv) of all loads from global and generic "
    "memory.">;

defm ForceStoreCache : ValueOption<"force-store-cache", "fscm", TextValue, "",
    "Cache operator (wb, cg, cs, wt) of all stores to global and generic "
    "memory.">;

let Effect = Tunes, Note = "No check is made of tensor memory." in
defm TensorChecks : FlagOption<"g-tensor-memory-access-check",
    "g-tmem-access-check", "Check accesses of tcgen05 to tensor memory.">;

let Effect = Always, Note = "No check is made of tensor memory." in
defm NoTensorChecks : FlagOption<"gno-tensor-memory-access-check",
    "gno-tmem-access-check",
    "Do not check accesses of tcgen05 to tensor memory, whatever else says.">;

defm LineInfo : FlagOption<"generate-line-info", "lineinfo",
    "Write which lines of the source and of the PTX the code comes from.">;

let Default = "sm_75" in
defm Arch : ValueOption<"gpu-name", "arch", TextValue, "<gpu name>",
    "The GPU to make code for. For compute_<n> and lto_<n> the PTX is only "
    "checked. PTX for sm_XY runs on all later ones, for sm_XYf on later ones "
    "of the family, for sm_XYa on sm_XYa only.">;

let IsOfProgram = true in
defm Help : FlagOption<"help", "h", "Print this text.">;

let IsOfProgram = true in
defm InputString : ValueOption<"input-as-string", "ias", TextListValue,
    "<ptx string>,...",
    "A PTX module as the argument itself instead of in a file.">;

let Effect = Always,
    Note = "ptxas ignores it for .target sm_70 and later, which are all that "
           "there is code for; its two warnings are given." in
defm LegacyBar : FlagOption<"legacy-bar-warp-wide-behavior",
    "legacy-bar-warp-wide-behavior",
    "A barrier that one thread of a warp reaches counts for the whole warp "
    "(before sm_70).">;

let IsOfProgram = true in
defm ListVersion : FlagOption<"list-version", "version-ls",
    "Print the versions of PTX that are taken.">;

let Default = "64", Choices = ["64"] in
defm Machine : JoinedOption<"machine", "m", "<bits>",
    "Size of an address of the host.">;

let Effect = Tunes,
    Note = "Kernels end as without it: faults are seen when the host "
           "synchronizes." in
defm ErrorsAtExit : FlagOption<"make-errors-visible-at-exit",
    "make-errors-visible-at-exit",
    "Wait for faults of memory before a kernel ends.">;

defm MaxThreads : ValueOption<"maxntid", "maxntid", ListValue,
    "<Comma separated list of numbers>,...",
    "Threads of a block at most, of kernels that do not say. Without effect "
    "beside -maxrregcount.">;

defm MaxRegisters : ValueOption<"maxrregcount", "maxrregcount", TextValue,
    "<archmax/archmin/N>",
    "Registers of a thread at most, of kernels that say nothing of registers "
    "or threads. What the ABI needs is the least.">;

defm MinCTAs : ValueOption<"minnctapersm", "minnctapersm", NumberValue, "<N>",
    "Blocks that an SM is to hold, of kernels that do not say. Without effect "
    "beside -maxrregcount.">;

let Default = "3" in
defm OptLevel : LevelOption<"opt-level", "O",
    "How much to optimize: 0 to 3.">;

let Effect = Tunes, Note = "Atomics are what the PTX says." in
defm FloatAtomics : FlagOption<"optimize-float-atomics", "opt-fp-atomics",
    "Let sums by atomics be rounded otherwise.">;

defm OptionsFile : ValueOption<"options-file", "optf", ListValue, "<file>,...",
    "Read more of the command line from these files.">;

let IsOfProgram = true, Default = "elf.o" in
defm Output : ValueOption<"output-file", "o", TextValue, "<file>",
    "The file to write.">;

defm OverrideDirectives : FlagOption<"override-directive-values",
    "override-directive-values",
    "-minnctapersm, -maxntid and -maxrregcount count more than directives of "
    "the PTX.">;

let Effect = Always, Default = "false",
    Note = "Code of whole programs can lie anywhere, whatever is said." in
defm PositionIndependent : ValueOption<"position-independent-code", "pic",
    BoolValue, "<true|false>", "Make code that can lie anywhere.">;

let Effect = Tunes,
    Note = "Addresses of variables come from constant bank 4, whose "
           "relocations are kept." in
defm PreserveRelocs : FlagOption<"preserve-relocs", "preserve-relocs",
    "Keep relocations of variables in the linked program.">;

let Effect = Tunes, Default = "5",
    Note = "Registers are given by what the schedule needs; a level out of "
           "range is answered as ptxas does." in
defm RegisterUsage : ValueOption<"register-usage-level", "regUsageLevel",
    NumberValue, "<0..10>",
    "How many registers optimizations may take.">;

let Effect = Tunes, Note = "At -O0 and with -g the last return stays." in
defm ReturnAtEnd : FlagOption<"return-at-end", "ret-end",
    "Leave the last return of a function where it is.">;

let Effect = Refused, Choices = ["memcheck", "threadsteer"],
    Note = "Such code calls functions that NVIDIA's sanitizer loads with it; "
           "they are not documented." in
defm Sanitize : ValueOption<"sanitize", "sanitize", TextValue, "<string>",
    "Make code that a sanitizer watches.">;

let Effect = Tunes, Note = "No checks are made, also not at -O0 and with -g, "
                           "where ptxas makes them." in
defm StackBounds : FlagOption<"sp-bounds-check", "sp-bounds-check",
    "Check that the stack does not grow beyond its end.">;

let Note = "Tokens of make's jobserver are not asked for." in
defm SplitCompile : ValueOption<"split-compile", "split-compile", NumberValue,
    "<N>", "Threads to compile functions with; 0: one per core.">;

let Effect = Always, Note = "No such advice is given." in
defm NoMulticastAdvice : FlagOption<
    "suppress-async-bulk-multicast-advisory-warning",
    "suppress-async-bulk-multicast-advisory-warning",
    "No advice on .multicast::cluster.">;

defm NoDebugInfo : FlagOption<"suppress-debug-info", "suppress-debug-info",
    "Write no debugging sections, with -g or -lineinfo.">;

let Effect = Always, Note = "All SMs that there is code for have double "
                            "precision." in
defm NoDemoteWarning : FlagOption<"suppress-double-demote-warning",
    "suppress-double-demote-warning",
    "No warning of double precision where the SM has none.">;

let Effect = Always, Note = "No such advice is given." in
defm NoSparseAdvice : FlagOption<"suppress-sparse-mma-advisory-info",
    "suppress-sparse-mma-advisory-info", "No advice on mma.sp.">;

defm NoStackWarning : FlagOption<"suppress-stack-size-warning",
    "suppress-stack-size-warning",
    "No warning where the size of a stack is not known.">;

defm Verbose : FlagOption<"verbose", "v",
    "Print what each function uses: registers, stack, spills, barriers, "
    "memory.">;

let IsOfProgram = true in
defm Version : FlagOption<"version", "V", "Print the version.">;

defm WarnDoubles : FlagOption<"warn-on-double-precision-use",
    "warn-double-usage", "Warn of instructions on double-precision numbers.">;

defm WarnLocal : FlagOption<"warn-on-local-memory-usage", "warn-lmem-usage",
    "Warn of functions that use local memory.">;

defm WarnSpills : FlagOption<"warn-on-spills", "warn-spills",
    "Warn of functions whose registers are spilled.">;

defm WarningsAsErrors : FlagOption<"warning-as-error", "Werror",
    "Make all warnings errors.">;

//===----------------------------------------------------------------------===//
// What ptxas takes without saying so
//===----------------------------------------------------------------------===//

let IsDocumented = false in {

let Effect = Always, Choices = ["yes"],
    Note = "Calls follow the ABI; ptxas refuses no, too." in {
def Abi : Separate<["-"], "abi">, HelpText<"Follow the ABI.">,
          MetaVarName<"<yes>">, Driver<"", "abi", TextValue>;
def Abi_se : Joined<["-"], "abi=">, Alias<Abi>, Spelling;
}

let Effect = Tunes in
defm Cloning : ValueOption<"cloning", "cloning", TextValue, "<yes|no>",
    "Whether functions may be made twice.">;

let Choices = ["t", "time", "m", "memory", "p", "phase-wise", "d",
               "detailed"] in
defm CompilerStats : LongOption<"compiler-stats", ListValue,
    "<time,memory,phase-wise,detailed>,...",
    "Print time and memory of the compile, by phases, by kernels.">;

let Effect = Honoured, Default = "false",
    Note = "true is refused: from sm_90 on the driver's launch keeps the "
           "beginning of shared memory for itself." in
defm NoSharedReservation : ValueOption<"disable-smem-reservation",
    "disable-smem-reservation", BoolValue, "<true|false>",
    "Do not reserve the beginning of shared memory.">;

let Effect = Tunes in
defm FastCompileOld : FlagOption<"fast-compile", "fast-compile",
    "An older name of a fast compile.">;

let IsOfProgram = true in
defm TimeTrace : LongOption<"fdevice-time-trace", TextValue, "<file>",
    "Add what takes the time of the compile to a trace in the format of "
    "Chrome's tracing; a file that is not there is made.">;

let Effect = Always, Note = "A format of relocations, which is the SM's." in
defm ForceRela : FlagOption<"force-rela", "force-rela",
    "Relocations with addends.">;

let Effect = Tunes, Note = "Threads are as many as -split-compile says." in
defm Jobserver : FlagOption<"jobserver", "jobserver",
    "Ask make's jobserver before a thread is started.">;

let Effect = Tunes in
defm NoMaskOverlap : ValueOption<"no-membermask-overlap",
    "no-membermask-overlap", BoolValue, "<true|false>",
    "Masks of members of a warp do not overlap.">;

let Effect = Tunes in
defm OptPointers : FlagOption<"opt-pointers", "opt-pointers",
    "Optimize pointers.">;

let Effect = Tunes, Note = "Triton passes it." in
defm RegAllocLevel : ValueOption<"regAllocOptLevel", "regAllocOptLevel",
    NumberValue, "<N>", "How hard to try when registers are given.">;

let Effect = Tunes in
defm Uumn : FlagOption<"uumn", "uumn", "Not known.">;

let Effect = Tunes, Note = "The note names the tool and its version." in
defm VerboseNote : ValueOption<"verbose-tkinfo", "verbose-tkinfo", BoolValue,
    "<true|false>", "More about the tool in the note .note.nv.tkinfo.">;

//===----------------------------------------------------------------------===//
// Our own
//===----------------------------------------------------------------------===//

let IsOurs = true in {

let IsOfProgram = true, Note = "ptxas 13.5 has it." in
defm ListArch : FlagOption<"list-arch", "arch-ls",
    "Print the GPUs that there is code for.">;

let Note = "The default is ptxas where the program is called by that name." in
defm DiagnosticFormat : ValueOption<"diagnostic-format", "diagnostic-format",
    TextValue, "<caret|ptxas>",
    "How messages look. caret: file:line:column: error: what, and the line; "
    "ptxas: ptxas file, line n; error   : what.">;

let IsOfProgram = true in
defm Validate : FlagOption<"validate", "validate",
    "Run the kernels on the CPU before and after each phase and compare "
    "memory. No cubin is written where a phase changes a result.">;

let IsOfProgram = true in
defm Bisect : FlagOption<"bisect", "bisect",
    "Find the first phase that changes a kernel's result by binary search.">;

let IsOfProgram = true in
defm Launch : ValueOption<"launch", "launch", TextListValue, "<options>",
    "How --validate and --bisect run a kernel: options of ptx-run, for example "
    "'--kernel=k --grid=4 --block=32 --arg=s32:7'. May be repeated.">;

} // IsOurs
} // IsDocumented

//===- executed-forms.cpp - optxas and ptx-run that note what runs --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which forms of PTX do the tests execute as compiled code? optxas and ptx-run
// are linked once more, so that calls of compilePTX and Machine::run end here
// (--wrap, see CMakeLists.txt). Both do what the real ones do, and if
// PTXMLIR_FORMS names a folder:
//
// * what is compiled is compiled once more with a table of lines, each
//   instruction of the PTX on a line of its own. The folder gets a file named
//   by the code: for each offset the forms of PTX of its line, as `opcode
//   number`;
// * what runs to its end and has such a file adds the forms of the offsets that
//   it has reached to `executed`.
//
// utils/ptx/executed-forms says what is missing.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/Program.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>
#include <map>
#include <set>

using namespace ptxmlir;
using llvm::StringRef;

#define COMPILE                                                                \
  "_ZN7ptxmlir10compilePTXEN4llvm9StringRefES1_RKNS_15CompilerOptionsERNS0_"   \
  "15SmallVectorImplIcEERNS0_11raw_ostreamEPS8_"
#define RUN "_ZN7ptxmlir4exec7Machine3runERKNS0_6KernelERKNS0_12LaunchConfigE"

static StringRef getFolder() {
  const char *folder = std::getenv("PTXMLIR_FORMS");
  return folder ? folder : "";
}

/// Where the forms of a program are: by its kernels and its instructions, but
/// for what relocations change.
static std::string getPath(const exec::Program &program) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << program.sm;
  for (const exec::Kernel &kernel : program.kernels)
    os << kernel.name << kernel.entry;
  for (const isa::Inst &inst : program.insts) {
    os << unsigned(inst.opcode) << ' ' << inst.mods << ' ';
    for (const isa::Operand &operand : inst.ops)
      if (operand.kind != isa::Operand::Imm)
        os << unsigned(operand.kind) << operand.reg << ' ';
  }
  llvm::SmallString<128> path(getFolder());
  llvm::sys::path::append(
      path, llvm::formatv("{0:x-16}.code", llvm::xxh3_64bits(key)).str());
  return path.str().str();
}

/// Adds to a file that other processes add to, too.
static void append(StringRef path, StringRef text) {
  std::error_code ec;
  llvm::raw_fd_ostream os(path, ec, llvm::sys::fs::OF_Append);
  if (!ec)
    os << text;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The text without comments, and a line for each statement.
static std::string splitStatements(StringRef ptx) {
  std::string text;
  while (!ptx.empty()) {
    if (ptx.starts_with("//")) {
      ptx = ptx.drop_until([](char c) { return c == '\n'; });
    } else if (ptx.consume_front("/*")) {
      ptx = ptx.drop_front(std::min(ptx.size(), ptx.find("*/")));
      ptx.consume_front("*/");
      text += ' ';
    } else if (ptx.starts_with("\"")) {
      size_t end = std::min(ptx.find('"', 1), ptx.size() - 1);
      text += ptx.take_front(end + 1);
      ptx = ptx.drop_front(end + 1);
    } else {
      text += ptx.front();
      if (ptx.front() == ';')
        text += '\n';
      ptx = ptx.drop_front();
    }
  }
  return text;
}

static std::optional<exec::Program> load(llvm::ArrayRef<char> bytes) {
  llvm::ArrayRef<uint8_t> image(reinterpret_cast<const uint8_t *>(bytes.data()),
                                bytes.size());
  auto cubin = cubin::read(image);
  if (!cubin) {
    llvm::consumeError(cubin.takeError());
    return std::nullopt;
  }
  exec::GlobalMemory memory;
  auto program = exec::loadCubin(*cubin, memory);
  if (!program) {
    llvm::consumeError(program.takeError());
    return std::nullopt;
  }
  return std::move(*program);
}

/// The forms of the instructions of each line: opcode, number of the form and
/// data type.
using FormsOfLines = std::map<unsigned, std::set<std::string>>;

/// The number of the line that the location has of the PTX.
static unsigned getLine(mlir::Location loc) {
  if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(loc))
    loc = fused.getLocations().front();
  auto line = llvm::dyn_cast<ptx::LineLoc>(loc);
  return line ? line.getLine() : 0;
}

/// All forms that have the modifiers: some are said twice, for several SMs.
static void collect(mlir::ModuleOp module, FormsOfLines &found) {
  module.walk([&](ptx::InstructionOpInterface inst) {
    const ptx::InstInfo &info = ptx::getInstInfo(inst.getOpcode());
    int64_t mods = ptx::getRawMods(inst.getOperation());
    StringRef type = "-";
    for (const ptx::SlotInfo &slot : info.slots())
      if (ptx::tableString(slot.name) == "dataType" &&
          ptx::getField(slot, mods))
        type = ptx::enumSpelling(unsigned(slot.enumIndex),
                                 ptx::getField(slot, mods));
    for (auto [number, form] : llvm::enumerate(info.forms())) {
      bool matches = llvm::all_of(
          llvm::zip_equal(info.slots(), info.masks(form)), [&](auto pair) {
            auto &[slot, mask] = pair;
            return slot.enumIndex < 0 ||
                   (mask >> ptx::getField(slot, mods) & 1) != 0;
          });
      if (matches)
        found[getLine(inst.getLoc())].insert(
            llvm::formatv("{0} {1} {2}", info.mnemonic(), number, type));
    }
  });
}

// The linker's names of what is called and of what stands in its place.
CompileResult compileReally(StringRef, StringRef, const CompilerOptions &,
                            llvm::SmallVectorImpl<char> &, llvm::raw_ostream &,
                            llvm::raw_ostream *) __asm__("__real_" COMPILE);
CompileResult compileAndNote(StringRef, StringRef, const CompilerOptions &,
                             llvm::SmallVectorImpl<char> &, llvm::raw_ostream &,
                             llvm::raw_ostream *) __asm__("__wrap_" COMPILE);

static void noteCode(StringRef ptx, StringRef fileName,
                     const CompilerOptions &options,
                     llvm::ArrayRef<char> cubin) {
  auto program = load(cubin);
  if (!program)
    return;
  std::string path = getPath(*program);
  FormsOfLines forms;
  CompilerOptions once;
  once.arch = options.arch;
  once.archName = options.archName;
  once.optLevel = options.optLevel;
  once.hasOptLevel = options.hasOptLevel;
  once.fmad = options.fmad;
  once.maxRegisters = options.maxRegisters;
  once.maxThreads = options.maxThreads;
  once.minCTAs = options.minCTAs;
  once.overrideDirectives = options.overrideDirectives;
  once.caches = options.caches;
  once.entries = options.entries;
  once.lineInfo = true;
  once.onParsed = [&](mlir::ModuleOp module) { collect(module, forms); };
  llvm::SmallVector<char, 0> again;
  if (compileReally(splitStatements(ptx), fileName, once, again, llvm::nulls(),
                    nullptr) != CompileResult::Success)
    return append(path + ".failed", fileName);
  auto lined = load(again);
  if (!lined || getPath(*lined) != path)
    return append(path + ".differs", fileName);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, line] : llvm::enumerate(lined->ptxLines)) {
    StringRef number =
        StringRef(line.second).split(' ').second.split(' ').first;
    unsigned at;
    if (number.getAsInteger(10, at) || !forms.count(at))
      continue;
    uint64_t end = i + 1 < lined->ptxLines.size() ? lined->ptxLines[i + 1].first
                                                  : 16 * lined->code.size();
    for (const std::string &form : forms[at])
      os << line.first << ' ' << end << ' ' << form << '\n';
  }
  append(path, text);
}

CompileResult compileAndNote(StringRef ptx, StringRef fileName,
                             const CompilerOptions &options,
                             llvm::SmallVectorImpl<char> &cubin,
                             llvm::raw_ostream &log, llvm::raw_ostream *info) {
  CompileResult result =
      compileReally(ptx, fileName, options, cubin, log, info);
  if (result == CompileResult::Success && !getFolder().empty() &&
      !options.checkOnly && !options.relocatable && options.moreInputs.empty())
    noteCode(ptx, fileName, options, {cubin.data(), cubin.size()});
  return result;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {
/// Notes the instructions that lanes execute, and tells who else looks on.
class Coverage : public exec::Observer {
public:
  Coverage(exec::Observer *other) : other(other) {}
  void issue(const exec::Warp &w, uint64_t index,
             exec::LaneMask active) override {
    if (active) {
      if (index >= reached.size())
        reached.resize(index + 1);
      reached.set(index);
    }
    if (other)
      other->issue(w, index, active);
  }
  void access(const exec::Warp &w, exec::MemorySpace space, unsigned lane,
              uint64_t address, unsigned bytes) override {
    if (other)
      other->access(w, space, lane, address, bytes);
  }
  void arrive(const exec::Warp &w, unsigned barrier, uint64_t phase) override {
    if (other)
      other->arrive(w, barrier, phase);
  }

  llvm::BitVector reached;

private:
  exec::Observer *other;
};
} // namespace

llvm::Error runReally(exec::Machine &, const exec::Kernel &,
                      const exec::LaunchConfig &) __asm__("__real_" RUN);
llvm::Error runAndNote(exec::Machine &, const exec::Kernel &,
                       const exec::LaunchConfig &) __asm__("__wrap_" RUN);

llvm::Error runAndNote(exec::Machine &machine, const exec::Kernel &kernel,
                       const exec::LaunchConfig &config) {
  if (getFolder().empty() || config.threads != 1)
    return runReally(machine, kernel, config);
  auto code = llvm::MemoryBuffer::getFile(getPath(machine.getProgram()));
  if (!code)
    return runReally(machine, kernel, config);
  exec::Observer *other = machine.getObserver();
  Coverage coverage(other);
  machine.setObserver(&coverage);
  llvm::Error error = runReally(machine, kernel, config);
  machine.setObserver(other);
  if (error)
    return error;
  std::set<std::string> found;
  llvm::SmallVector<StringRef> lines;
  (*code)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto [begin, rest] = line.split(' ');
    auto [end, form] = rest.split(' ');
    uint64_t first, last;
    if (begin.getAsInteger(10, first) || end.getAsInteger(10, last))
      continue;
    for (uint64_t at = first / 16; at < last / 16; ++at)
      if (at < coverage.reached.size() && coverage.reached[at])
        found.insert(form.str() + "\n");
  }
  std::string text;
  for (const std::string &form : found)
    text += form;
  llvm::SmallString<128> path(getFolder());
  llvm::sys::path::append(path, "executed");
  append(path, text);
  return error;
}

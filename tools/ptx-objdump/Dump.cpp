//===- Dump.cpp - What cuobjdump does -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text and the names of files are those of cuobjdump 13.5, as observed.
//
//===----------------------------------------------------------------------===//

#include "Dump.h"
#include "ptx-mlir/Format/FatBinary/DeviceCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace ptxmlir;
using namespace ptxmlir::objdump;
using fatbin::Entry;
using fatbin::Kind;
using Bytes = llvm::ArrayRef<uint8_t>;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Error addContext(const llvm::Twine &context, llvm::Error error) {
  return fail(context + ": " + llvm::toString(std::move(error)));
}

namespace {
/// What a kind of image is called, and its options if it has any.
struct KindText {
  llvm::StringRef name, options;
  bool hasTarget = true;
};

/// One way through a file.
class Dumper {
public:
  Dumper(const Options &options, llvm::raw_ostream &os)
      : options(options), os(os) {}

  llvm::Error dumpCubin(Bytes bytes);
  llvm::Error dumpMembers(const fatbin::DeviceCode &code);
  llvm::Error finish();

private:
  bool extracts() const {
    return !options.extractElf.empty() || !options.extractPTX.empty();
  }
  bool lists() const { return options.listElf || options.listPTX; }

  llvm::Error dumpEntry(const Entry &entry);
  llvm::Error listEntry(const Entry &entry);
  void printHeader(const Entry &entry);
  void printCubin(const cubin::LoadedCubin &cubin);
  void listOrExtract(const llvm::Twine &name, bool isElf, Bytes bytes,
                     llvm::StringRef ptxOptions);
  std::string getName(const Entry &entry, llvm::StringRef target, bool isElf);

  struct File {
    std::string name;
    std::vector<uint8_t> bytes;
  };

  const Options &options;
  llvm::raw_ostream &os;
  /// Of images of each kind that were chosen by their SM.
  unsigned numElf = 0, numPTX = 0;
  std::vector<File> extracted;
};
} // namespace

static std::string getTarget(unsigned sm, char suffix) {
  std::string target = "sm_" + std::to_string(sm);
  if (suffix)
    target += suffix;
  return target;
}

static KindText getKindText(Kind kind) {
  switch (kind) {
  case Kind::PTX:
    return {"ptx", "ptxasOptions"};
  case Kind::ELF:
    return {"elf", {}};
  case Kind::OldCubin:
    return {"cubin", {}};
  case Kind::NVVM:
    return {"nvvm", "nvvmOptions"};
  case Kind::Index:
    return {"index", {}, false};
  case Kind::RelocatablePTX:
    return {"relocatable ptx", "ptxasOptions"};
  case Kind::TileIR:
    return {"tile ir", "tileIROptions"};
  case Kind::Concatenated:
    return {"concatenated entry", {}, false};
  }
  return {uint16_t(kind) ? "<unknown kind>" : "<invalid kind>", {}};
}

void Dumper::printHeader(const Entry &entry) {
  KindText kind = getKindText(entry.kind);
  std::string title = ("Fatbin " + kind.name + " code:").str();
  os << '\n' << title << '\n' << std::string(title.size(), '=') << '\n';
  if (kind.hasTarget)
    os << "arch = " << getTarget(entry.sm, entry.suffix) << '\n';
  os << "code version = [" << entry.major << ',' << entry.minor
     << "]\nhost = " << (entry.isLinux ? "linux" : "<unknown>")
     << "\ncompile_size = " << (entry.is64Bit ? 64 : 32) << "bit\n";
  if (entry.hasDebugInfo)
    os << "has debug info\n";
  if (entry.compression != fatbin::Compression::None)
    os << "compressed\n";
  if (!entry.identifier.empty())
    os << "identifier = " << entry.identifier << '\n';
  if (!kind.options.empty())
    os << kind.options << " = " << entry.options << '\n';
}

void Dumper::printCubin(const cubin::LoadedCubin &cubin) {
  if (options.dumpResources)
    printResourceUsage(cubin, os);
  if (options.dumpSass)
    for (const std::string &function : printSassDump(cubin, options.sass, os))
      llvm::errs() << "ptx-objdump: " << options.input
                   << ": warning: no function is named '" << function << "'\n";
  if (options.dumpSymbols)
    printSymbols(cubin, os);
  if (options.dumpElf)
    printElf(cubin, os);
}

static bool isChosen(llvm::StringRef name, llvm::ArrayRef<std::string> parts) {
  return llvm::any_of(parts, [&](llvm::StringRef part) {
    return part == "all" || name.contains(part);
  });
}

void Dumper::listOrExtract(const llvm::Twine &name, bool isElf, Bytes bytes,
                           llvm::StringRef ptxOptions) {
  std::string file = name.str();
  llvm::StringRef kind = isElf ? "ELF" : "PTX";
  unsigned number = isElf ? numElf : numPTX;
  if (!extracts()) {
    if (isElf ? options.listElf : options.listPTX)
      os << kind << llvm::format(" file %4u: ", number) << file << '\n';
    return;
  }
  if (!isChosen(file, isElf ? options.extractElf : options.extractPTX))
    return;
  os << "Extracting " << kind << " file" << (isElf ? "" : " and ptxas options")
     << llvm::format(" %4u: ", number) << file << ptxOptions << '\n';
  extracted.push_back({std::move(file), bytes.vec()});
}

llvm::Error Dumper::dumpCubin(Bytes bytes) {
  llvm::Expected<cubin::LoadedCubin> cubin = cubin::read(bytes);
  if (!cubin)
    return cubin.takeError();
  ++numElf;
  if (extracts() || lists())
    listOrExtract(llvm::sys::path::stem(options.input) + "." +
                      getTarget(cubin->sm, cubin->suffix) + ".cubin",
                  /*isElf=*/true, bytes, {});
  else
    printCubin(*cubin);
  return llvm::Error::success();
}

/// The source's name, if the entry has it, or that of the file and a number.
std::string Dumper::getName(const Entry &entry, llvm::StringRef target,
                            bool isElf) {
  llvm::StringRef source = llvm::sys::path::stem(entry.identifier);
  std::string stem = source.empty()
                         ? (llvm::sys::path::stem(options.input) + "." +
                            llvm::Twine(isElf ? numElf : numPTX))
                               .str()
                         : source.str();
  return (stem + "." + target + (isElf ? ".cubin" : ".ptx")).str();
}

llvm::Error Dumper::listEntry(const Entry &entry) {
  bool isElf = entry.kind == Kind::ELF;
  if (!isElf && !entry.isPTX())
    return llvm::Error::success();
  ++(isElf ? numElf : numPTX);
  // Only what the options ask for must be in order.
  if (extracts() ? (isElf ? options.extractElf : options.extractPTX).empty()
                 : !(isElf ? options.listElf : options.listPTX))
    return llvm::Error::success();
  llvm::Expected<std::vector<uint8_t>> image = entry.read();
  if (!image)
    return image.takeError();
  std::string target = getTarget(entry.sm, entry.suffix);
  if (isElf) {
    // What the cubin says of itself counts, if it can be read.
    if (llvm::Expected<cubin::LoadedCubin> cubin = cubin::read(*image))
      target = getTarget(cubin->sm, cubin->suffix);
    else
      llvm::consumeError(cubin.takeError());
  }
  std::string ptxOptions;
  if (!isElf)
    ptxOptions = " -arch=" + target + " " + entry.options.str();
  listOrExtract(getName(entry, target, isElf), isElf, *image, ptxOptions);
  return llvm::Error::success();
}

llvm::Error Dumper::dumpEntry(const Entry &entry) {
  if (options.architecture && options.architecture != entry.sm)
    return llvm::Error::success();
  if (extracts() || lists())
    return listEntry(entry);
  printHeader(entry);
  bool isElf = entry.kind == Kind::ELF;
  bool isWanted = isElf ? options.dumpSass || options.dumpElf ||
                              options.dumpSymbols || options.dumpResources
                        : entry.isPTX() && options.dumpPTX;
  if (!isWanted)
    return llvm::Error::success();
  llvm::Expected<std::vector<uint8_t>> image = entry.read();
  if (!image)
    return image.takeError();
  if (!isElf) {
    os << llvm::toStringRef(*image) << '\n';
    return llvm::Error::success();
  }
  llvm::Expected<cubin::LoadedCubin> cubin = cubin::read(*image);
  if (!cubin)
    return cubin.takeError();
  printCubin(*cubin);
  return llvm::Error::success();
}

llvm::Error Dumper::dumpMembers(const fatbin::DeviceCode &code) {
  if (llvm::all_of(code.getMembers(),
                   [](const fatbin::Member &m) { return m.empty(); }))
    return fail("holds no device code");
  llvm::SmallString<128> path(options.input);
  if (path != "-")
    llvm::sys::fs::make_absolute(path);
  for (const fatbin::Member &member : code.getMembers()) {
    if (code.isArchive())
      os << "\nmember " << path << ':' << member.name << ":\n";
    std::vector<Entry> entries = member.loaded;
    // A program's relocatable code is in what it loads, linked.
    if (entries.empty() || options.allFatBinaries)
      llvm::append_range(entries, member.relocatable);
    for (const Entry &entry : entries) {
      llvm::Error error = dumpEntry(entry);
      if (!error)
        continue;
      error = addContext(getKindText(entry.kind).name + " image for " +
                             getTarget(entry.sm, entry.suffix),
                         std::move(error));
      return code.isArchive()
                 ? addContext("member '" + member.name + "'", std::move(error))
                 : std::move(error);
    }
  }
  return llvm::Error::success();
}

/// Says what was not found, and writes files.
llvm::Error Dumper::finish() {
  auto reportNone = [&](llvm::StringRef kind) {
    llvm::errs() << "ptx-objdump: " << options.input << ": no " << kind
                 << " file to extract; -all may find one\n";
  };
  bool wantsElf = extracts() ? !options.extractElf.empty() : options.listElf;
  bool wantsPTX = extracts() ? !options.extractPTX.empty() : options.listPTX;
  if (wantsElf && !numElf)
    reportNone("ELF");
  if (wantsPTX && !numPTX)
    reportNone("PTX");
  if (extracts() && extracted.empty() && (numElf || !wantsElf) &&
      (numPTX || !wantsPTX))
    return fail("no file to extract has such a name; -lelf and -lptx list all");
  for (const File &file : extracted) {
    std::error_code error;
    llvm::raw_fd_ostream out(file.name, error);
    if (error)
      return fail(file.name + ": " + error.message());
    out << llvm::toStringRef(file.bytes);
    out.close();
    if (out.has_error()) {
      error = out.error();
      out.clear_error();
      return fail(file.name + ": " + error.message());
    }
  }
  return llvm::Error::success();
}

llvm::Error objdump::dump(llvm::MemoryBufferRef file, const Options &options,
                          llvm::raw_ostream &os) {
  Dumper dumper(options, os);
  Bytes bytes = llvm::arrayRefFromStringRef(file.getBuffer());
  if (cubin::isCubin(bytes)) {
    if (llvm::Error error = dumper.dumpCubin(bytes))
      return error;
    return dumper.finish();
  }
  llvm::Expected<fatbin::DeviceCode> code = fatbin::DeviceCode::read(file);
  if (!code)
    return code.takeError();
  if (llvm::Error error = dumper.dumpMembers(*code))
    return error;
  return dumper.finish();
}

bool objdump::holdsDeviceCode(llvm::MemoryBufferRef file) {
  llvm::Expected<fatbin::DeviceCode> code = fatbin::DeviceCode::read(file);
  if (!code) {
    llvm::consumeError(code.takeError());
    return false;
  }
  return llvm::any_of(code->getMembers(),
                      [](const fatbin::Member &m) { return !m.empty(); });
}

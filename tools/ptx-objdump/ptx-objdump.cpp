//===- ptx-objdump.cpp - Cubins as nvdisasm and cuobjdump print them ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs that are set up to call those tools. All output is made before
// any of it is written, so that what is wrong with a file leaves none.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace ptxmlir;
using namespace ptxmlir::objdump;

static int fail(const llvm::Twine &message) {
  llvm::errs() << "ptx-objdump: " << message << '\n';
  return 1;
}

/// What a file is that is no cubin; empty if nothing better is known than what
/// the reader says.
static llvm::StringRef getOtherKind(llvm::ArrayRef<uint8_t> bytes) {
  constexpr uint32_t kFatBinary = 0xba55ed50;
  if (bytes.size() >= 4 &&
      llvm::support::endian::read32le(bytes.data()) == kFatBinary)
    return "a fat binary; only the cubins in it can be read";
  llvm::StringRef text(reinterpret_cast<const char *>(bytes.data()),
                       bytes.size());
  if (text.starts_with("\x7f"
                       "ELF") &&
      !cubin::isCubin(bytes))
    return "an object or program of another machine; only the cubins in it "
           "can be read";
  return {};
}

/// Prints as cuobjdump; the exit code.
static int dump(const cubin::LoadedCubin &cubin, const Options &options,
                llvm::raw_ostream &os) {
  std::string name =
      (llvm::sys::path::stem(options.input) + ".sm_" + llvm::Twine(cubin.sm))
          .str();
  if (cubin.suffix)
    name += cubin.suffix;
  name += ".cubin";
  if (!options.extract.empty()) {
    if (options.extract != "all" &&
        !llvm::StringRef(name).contains(options.extract))
      return fail(options.input + ": no cubin has '" + options.extract +
                  "' in its name");
    std::error_code error;
    llvm::raw_fd_ostream file(name, error);
    if (error)
      return fail(name + ": " + error.message());
    file.write(reinterpret_cast<const char *>(cubin.image->data()),
               cubin.image->size());
    file.close();
    if (file.has_error()) {
      error = file.error();
      file.clear_error();
      return fail(name + ": " + error.message());
    }
    os << "Extracting ELF file    1: " << name << '\n';
    return 0;
  }
  if (options.listElf) {
    os << "ELF file    1: " << name << '\n';
    return 0;
  }
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
  return 0;
}

static int run(const Options &options, llvm::raw_ostream &os) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(
      options.input, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(options.input + ": " + file.getError().message());
  llvm::ArrayRef<uint8_t> bytes(
      reinterpret_cast<const uint8_t *>((*file)->getBufferStart()),
      (*file)->getBufferSize());
  if (options.binarySM) {
    if (bytes.empty() || bytes.size() % 16)
      return fail(options.input + ": " + llvm::Twine(bytes.size()) +
                  " bytes are no instructions of 16 bytes each");
    printRawCode(bytes, options.binarySM, options.binarySuffix, options.base,
                 options.disassembly.encoding, os);
    return 0;
  }
  if (llvm::StringRef kind = getOtherKind(bytes); !kind.empty())
    return fail(options.input + ": is " + kind);
  llvm::Expected<cubin::LoadedCubin> cubin = cubin::read(bytes);
  if (!cubin)
    return fail(options.input + ": " + llvm::toString(cubin.takeError()));
  if (options.dumps)
    return dump(*cubin, options, os);
  for (unsigned index : options.disassembly.functions)
    if (index >= cubin->symbols.size() || cubin->symbols[index].section == 0 ||
        cubin->symbols[index].section >= cubin->sections.size())
      return fail(options.input + ": no symbol of a section has the index " +
                  llvm::Twine(index));
  printDisassembly(*cubin, options.disassembly, os);
  return 0;
}

int main(int argc, char **argv) {
  llvm::Expected<Options> options =
      parseOptions(llvm::ArrayRef<const char *>(argv, size_t(argc)));
  if (!options)
    return fail(llvm::toString(options.takeError()));
  std::string text;
  llvm::raw_string_ostream os(text);
  int code = 0;
  if (options->help)
    printHelp(os);
  else if (options->version)
    os << "ptx-objdump of ptx-mlir " PTXMLIR_VERSION "\n";
  else
    code = run(*options, os);
  llvm::outs() << text;
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    std::error_code error = llvm::outs().error();
    llvm::outs().clear_error();
    return fail("output: " + error.message());
  }
  return code;
}

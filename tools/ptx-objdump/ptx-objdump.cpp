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

#include "Dump.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace ptxmlir;
using namespace ptxmlir::objdump;

static constexpr const char *kVersionText =
    "ptx-objdump of ptx-mlir " PTXMLIR_VERSION;

static int fail(const llvm::Twine &message) {
  llvm::errs() << "ptx-objdump: " << message << '\n';
  return 1;
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
  if (options.dumps) {
    if (llvm::Error error = dump((*file)->getMemBufferRef(), options, os))
      return fail(options.input + ": " + llvm::toString(std::move(error)));
    return 0;
  }
  llvm::Expected<cubin::LoadedCubin> cubin = cubin::read(bytes);
  if (!cubin) {
    std::string message = llvm::toString(cubin.takeError());
    if (holdsDeviceCode((*file)->getMemBufferRef()))
      message = "is no cubin, but holds device code: -lelf lists it";
    return fail(options.input + ": " + message);
  }
  for (unsigned index : options.disassembly.functions)
    if (index >= cubin->symbols.size() || cubin->symbols[index].section == 0 ||
        cubin->symbols[index].section >= cubin->sections.size())
      return fail(options.input + ": no symbol of a section has the index " +
                  llvm::Twine(index));
  if (options.disassembly.json)
    printJSON(*cubin, options.disassembly, kVersionText, os);
  else if (options.disassembly.graph != GraphNodes::None)
    printFlowGraph(*cubin, options.disassembly, os);
  else
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
    os << kVersionText << '\n';
  else
    code = run(*options, os);
  if (code)
    return code;
  llvm::outs() << text;
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    std::error_code error = llvm::outs().error();
    llvm::outs().clear_error();
    return fail("output: " + error.message());
  }
  return 0;
}

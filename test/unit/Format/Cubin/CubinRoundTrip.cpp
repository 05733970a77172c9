//===- CubinRoundTrip.cpp - Read a cubin, describe it, write it again -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cubin-roundtrip FILE...: turns each whole-program cubin into a description
// and back and compares the result with the file, byte for byte. Exit status 1
// and a list of differing sections if anything changed.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Image.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxmlir::cubin;

static llvm::ArrayRef<uint8_t> bytesOf(llvm::StringRef s) {
  return {reinterpret_cast<const uint8_t *>(s.data()), s.size()};
}

/// Prints what differs, section by section.
static void explain(const LoadedCubin &theirs, llvm::ArrayRef<uint8_t> bytes) {
  auto ours = read(bytes);
  if (!ours) {
    llvm::errs() << "  cannot read back: " << toString(ours.takeError())
                 << "\n";
    return;
  }
  size_t count = std::max(theirs.sections.size(), ours->sections.size());
  for (size_t i = 0; i < count; ++i) {
    if (i >= theirs.sections.size() || i >= ours->sections.size()) {
      llvm::errs() << "  section " << i << " only in "
                   << (i < theirs.sections.size() ? "the input" : "the output")
                   << "\n";
      continue;
    }
    const Section &a = theirs.sections[i], &b = ours->sections[i];
    if (a.name != b.name)
      llvm::errs() << "  section " << i << ": '" << a.name << "' became '"
                   << b.name << "'\n";
    else if (a.data != b.data || a.size != b.size)
      llvm::errs() << "  section " << i << " '" << a.name << "': contents\n";
    else if (a.type != b.type || a.flags != b.flags || a.link != b.link ||
             a.info != b.info || a.align != b.align || a.offset != b.offset)
      llvm::errs() << "  section " << i << " '" << a.name << "': header\n";
  }
}

static bool check(llvm::StringRef path) {
  auto fail = [&](const llvm::Twine &what) {
    llvm::errs() << path << ": " << what << "\n";
    return false;
  };
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return fail(file.getError().message());
  llvm::ArrayRef<uint8_t> original = bytesOf((*file)->getBuffer());
  auto cubin = read(original);
  if (!cubin)
    return fail(toString(cubin.takeError()));
  llvm::SmallVector<char, 0> out;
  if (llvm::Error e = rewrite(*cubin, {}, out))
    return fail(toString(std::move(e)));
  if (bytesOf({out.data(), out.size()}) != original)
    return fail("rewriting without edits changed the file");
  auto module = toModule(*cubin);
  if (!module)
    return fail(toString(module.takeError()));
  if (llvm::Error e = write(*module, out))
    return fail(toString(std::move(e)));
  llvm::ArrayRef<uint8_t> result = bytesOf({out.data(), out.size()});
  if (result == original) {
    llvm::outs() << path << ": identical\n";
    return true;
  }
  explain(*cubin, result);
  return fail("differs");
}

int main(int argc, char **argv) {
  bool ok = argc > 1;
  if (!ok)
    llvm::errs() << "usage: cubin-roundtrip FILE...\n";
  for (int i = 1; i < argc; ++i)
    ok &= check(argv[i]);
  return ok ? 0 : 1;
}

//===- Disassembler.cpp - NVIDIA's disassembler as an oracle --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs nvdisasm on words in a file that looks like a cubin and reads its
// listing.
//
//===----------------------------------------------------------------------===//

#include "Disassembler.h"
#include "Identities.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::isa;

constexpr uint64_t kInstBytes = 16;

std::string isa::cleanText(StringRef text) {
  SmallVector<StringRef, 16> parts;
  text.split(parts, ' ', -1, /*KeepEmpty=*/false);
  std::string result = join(parts, " ");
  for (StringRef blank : {" ,", "] ["})
    for (size_t at; (at = result.find(blank.str())) != std::string::npos;)
      result.erase(at + (blank[0] == ' ' ? 0 : 1), 1);
  return result;
}

/// A file that goes away.
static std::string makeFile(StringRef suffix,
                            std::optional<FileRemover> &keep) {
  SmallString<64> path;
  if (sys::fs::createTemporaryFile("isa-mutate", suffix, path))
    return "";
  keep.emplace(path);
  return path.str().str();
}

/// Reads the lines "/*0010*/ text ; /* 0x... */".
static std::vector<std::string> readListing(StringRef listing, size_t count) {
  std::vector<std::string> texts(count);
  for (StringRef line : split(listing, '\n')) {
    line = line.ltrim();
    if (!line.consume_front("/*"))
      continue;
    auto [address, rest] = line.split("*/");
    uint64_t at = 0;
    size_t end = rest.rfind("/*");
    if (address.getAsInteger(16, at) || end == StringRef::npos ||
        at / kInstBytes >= count)
      continue;
    texts[at / kInstBytes] =
        cleanText(rest.take_front(end).rtrim().rtrim(';').rtrim());
  }
  return texts;
}

std::vector<std::string> isa::disassemble(ArrayRef<Word> words, unsigned sm,
                                          std::string &error) {
  static const std::string program = sys::findProgramByName("nvdisasm").get();
  std::optional<FileRemover> removers[3];
  std::string in = makeFile("bin", removers[0]),
              out = makeFile("txt", removers[1]),
              err = makeFile("err", removers[2]);
  std::error_code code;
  raw_fd_ostream os(in, code, sys::fs::OF_None);
  for (const Word &word : words)
    for (uint64_t half : {word.lo, word.hi})
      os.write(reinterpret_cast<const char *>(&half), sizeof(half));
  os.close();
  std::string target = "SM" + std::to_string(sm);
  StringRef args[] = {program, "-ndf", "-hex", "-b", target, in};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(out),
                                          StringRef(err)};
  int status = sys::ExecuteAndWait(program, args, std::nullopt, redirects);
  auto text = [](StringRef path) {
    auto file = MemoryBuffer::getFile(path);
    return file ? (*file)->getBuffer().str() : std::string();
  };
  if (status != 0) {
    error = StringRef(text(err)).split('\n').first.str();
    if (error.empty())
      error = "nvdisasm fails";
    return {};
  }
  return readListing(text(out), words.size());
}

std::string isa::checkRecord(const InstDesc &desc, unsigned count) {
  for (unsigned sm : kAllSMs) {
    if (none_of(desc.forms, [&](const FormDesc &f) { return f.holdsFor(sm); }))
      continue;
    RandomOptions options;
    options.control = false;
    options.only = {desc.name};
    RandomInsts insts(sm, sm, options);
    std::vector<Word> words;
    std::vector<std::string> ours;
    for (unsigned i = 0; i < count; ++i) {
      Inst inst = insts.next();
      std::optional<Word> word =
          inst.opcode == Opcode::Count ? std::nullopt : encode(inst, sm);
      if (!word)
        continue;
      std::string text;
      raw_string_ostream os(text);
      sass::PrintOptions print;
      print.style = sass::AsmStyle::NVDisasm;
      print.address = words.size() * kInstBytes;
      sass::printInst(inst, sm, os, print);
      words.push_back(*word);
      ours.push_back(cleanText(text));
    }
    if (words.empty())
      continue;
    std::string error, where = "sm_" + std::to_string(sm) + " ";
    std::vector<std::string> theirs = disassemble(words, sm, error);
    if (!error.empty())
      return where + error;
    for (size_t i = 0; i < words.size(); ++i)
      // It writes nothing for some words that ptxas makes.
      if (!theirs[i].empty() && theirs[i] != ours[i])
        return where + toHex(words[i]) + " " + theirs[i] + " | " + ours[i];
  }
  return "";
}

//===- ReaderTest.cpp - Tests of the cubin reader -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files with one thing wrong each, and layouts of older toolkits: bytes may be
// anything.
//
//===----------------------------------------------------------------------===//

#include "TestModules.h"
#include "ptx-mlir/Format/Cubin/Image.h"

using namespace ptxmlir::cubin;
using namespace ptxmlir::cubin::test;

namespace {

std::string readMessage(llvm::ArrayRef<uint8_t> bytes) {
  auto c = read(bytes);
  return c ? std::string() : toString(c.takeError());
}

bool has(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST(CubinReader, NotACubin) {
  EXPECT_FALSE(isCubin({}));
  EXPECT_TRUE(has(readMessage({}), "too short"));
  std::vector<uint8_t> junk(200, 0x55);
  EXPECT_TRUE(has(readMessage(junk), "not an ELF64"));
}

TEST(CubinReader, BrokenHeaders) {
  std::vector<uint8_t> good = writeOrDie(makeRichModule());
  ASSERT_TRUE(isCubin(good));
  std::vector<uint8_t> bad = good;
  bad[0x28 + 7] = 0x7f; // e_shoff
  EXPECT_TRUE(has(readMessage(bad), "section headers lie outside"));
  bad = good;
  bad[0x3e] = 0xff; // e_shstrndx
  EXPECT_TRUE(has(readMessage(bad), "e_shstrndx"));
  bad.assign(good.begin(), good.begin() + good.size() / 2);
  EXPECT_FALSE(readMessage(bad).empty());
}

/// The type of a section becomes SHT_NOBITS.
void dropBytes(std::vector<uint8_t> &bytes, unsigned section) {
  bytes[readOrDie(bytes).header.shoff + 64 * section + 4] = 8;
}

TEST(CubinReader, CodeWithoutBytes) {
  std::vector<uint8_t> bytes = writeOrDie(makeRichModule());
  LoadedCubin c = readOrDie(bytes);
  const LoadedKernel *k = c.findKernel("alpha");
  ASSERT_TRUE(k);
  // The kernel becomes a device function with a section of its own.
  const Section *symtab = c.findSection(".symtab");
  ASSERT_TRUE(symtab);
  for (size_t i = 0; i < c.symbols.size(); ++i)
    if (c.symbols[i].name == "alpha")
      bytes[symtab->offset + 24 * i + 5] = 0;
  EXPECT_EQ(readMessage(bytes), "");
  dropBytes(bytes, k->textSection);
  EXPECT_TRUE(has(readMessage(bytes), "exceeds its section"));
}

TEST(CubinReader, ConstantsWithoutBytes) {
  std::vector<uint8_t> bytes = writeOrDie(makeRichModule());
  unsigned section = readOrDie(bytes).constant3Section;
  ASSERT_NE(section, 0u);
  dropBytes(bytes, section);
  LoadedCubin c = readOrDie(bytes);
  auto description = toModule(c);
  ASSERT_FALSE(description);
  EXPECT_TRUE(has(toString(description.takeError()),
                  "section '.nv.constant3' has no bytes in the file"));
}

TEST(CubinReader, VariablesAndRelocations) {
  LoadedCubin c = readOrDie(writeOrDie(makeRichModule()));
  const LoadedVariable *init = c.findVariable("init");
  ASSERT_TRUE(init);
  EXPECT_EQ(init->section, c.globalInitSection);
  EXPECT_EQ(init->size, 16u);
  EXPECT_EQ(c.sections[init->section].data[init->offset + 2], 3);
  std::vector<LoadedReloc> relocs = c.relocationsOf(c.globalInitSection);
  ASSERT_EQ(relocs.size(), 1u);
  EXPECT_EQ(relocs[0].offset, init->offset + 8);
  EXPECT_EQ(relocs[0].symbol, "zero");
  EXPECT_EQ(relocs[0].addend, 4);
  EXPECT_EQ(relocs[0].type, uint32_t(RelocType::Generic64));
  const LoadedVariable *zero = c.findVariable("zero");
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->section, c.globalSection);
  EXPECT_EQ(c.constant3.size(), 12u);
  EXPECT_EQ(c.constant3[4], 6);
}

/// Up to CUDA 12 cubins below sm_100 have another layout of e_flags.
TEST(CubinReader, OldABI) {
  Module module = makeRichModule();
  module.suffix = 0;
  std::vector<uint8_t> bytes = writeOrDie(module);
  auto withHeader = [&](uint8_t osabi, uint8_t version, uint32_t flags) {
    std::vector<uint8_t> other = bytes;
    other[7] = osabi;
    other[8] = version;
    for (unsigned i = 0; i != 4; ++i)
      other[48 + i] = uint8_t(flags >> 8 * i);
    return other;
  };
  // What ptxas 12.9 writes for -arch=sm_89 of PTX for sm_75, sm_86, sm_90a.
  struct Case {
    uint32_t flags;
    unsigned sm;
    char suffix;
    unsigned ptxTarget;
  };
  for (Case c : {Case{0x4b0559, 89, 0, 75}, Case{0x560556, 86, 0, 86},
                 Case{0x5a0d5a, 90, 'a', 90}}) {
    LoadedCubin old = readOrDie(withHeader(0x33, 7, c.flags));
    EXPECT_EQ(old.sm, c.sm);
    EXPECT_EQ(old.suffix, c.suffix);
    // Nothing else is read in another way.
    ASSERT_EQ(old.kernels.size(), module.kernels.size());
    EXPECT_EQ(old.kernels[0].params.size(),
              readOrDie(bytes).kernels[0].params.size());
  }
  // 12.9 has a bit for `a` in the new layout, too.
  LoadedCubin c = readOrDie(withHeader(0x41, 8, 0x600640a));
  EXPECT_EQ(c.sm, 100u);
  EXPECT_EQ(c.suffix, 'a');
  EXPECT_EQ(readOrDie(withHeader(0x41, 8, 0x6006402)).suffix, 0);
  EXPECT_EQ(readMessage(withHeader(0x42, 8, 0x6005a04)),
            "cubin reader: unknown ABI: ELF OS ABI 0x42, version 8");
  EXPECT_EQ(readMessage(withHeader(0x33, 8, 0x5a055a)),
            "cubin reader: unknown ABI: ELF OS ABI 0x33, version 8");
}

TEST(CubinReader, AttributeNames) {
  EXPECT_EQ(getAttrName(0x66), "LANGUAGE");
  EXPECT_EQ(getAttrName(0x6b), "NVSAL_SW_WAR");
  EXPECT_EQ(getAttrName(0x6d), "PREEXIT_USED");
  EXPECT_EQ(getAttrName(0x67), "");
  EXPECT_EQ(getAttrName(0x2f), "REGCOUNT");
  EXPECT_EQ(getAttrName(0x1c), "EXIT_INSTR_OFFSETS");
  EXPECT_EQ(getAttrName(0xff), "");
}

TEST(CubinReader, MoveKeepsViews) {
  LoadedCubin a = readOrDie(writeOrDie(makeRichModule()));
  LoadedCubin b = std::move(a);
  const LoadedKernel *k = b.findKernel("alpha");
  ASSERT_TRUE(k);
  EXPECT_EQ(k->text.size(), 384u);
  EXPECT_EQ(k->text[1], uint8_t(7 + 5));
}

/// Everything that follows a successful read must survive junk as well.
void exercise(llvm::ArrayRef<uint8_t> bytes) {
  auto c = read(bytes);
  if (!c) {
    EXPECT_FALSE(toString(c.takeError()).empty());
    return;
  }
  llvm::SmallVector<char, 0> out;
  if (auto m = toModule(*c))
    (void)toString(write(*m, out));
  else
    (void)toString(m.takeError());
  if (!c->kernels.empty()) {
    SectionEdit edit;
    edit.section = c->kernels[0].textSection;
    edit.data.resize(c->kernels[0].text.size() + 128);
    (void)toString(rewrite(*c, edit, out));
  }
}

TEST(CubinReader, EveryTruncation) {
  std::vector<uint8_t> good = writeOrDie(makeRichModule());
  for (size_t n = 0; n < good.size(); n += 3)
    exercise(llvm::ArrayRef(good).take_front(n));
}

TEST(CubinReader, EveryByteDamaged) {
  std::vector<uint8_t> good = writeOrDie(makeRichModule());
  LoadedCubin c = readOrDie(good);
  for (size_t i = 0; i < good.size(); ++i) {
    // The bodies of instructions, names and bank 0 mean little to the reader.
    bool dull = false;
    for (const Section &s : c.sections)
      dull |= (s.name.starts_with(".text") || s.name.ends_with("strtab") ||
               s.name.starts_with(".nv.constant0")) &&
              i >= s.offset + 16 && i < s.offset + s.data.size();
    if (dull)
      continue;
    uint8_t old = good[i];
    for (uint8_t value : {uint8_t(0xff), uint8_t(old ^ 1)}) {
      good[i] = value;
      exercise(good);
    }
    good[i] = old;
  }
}

} // namespace

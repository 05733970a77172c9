//===- ImageTest.cpp - Tests of section replacement -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Image.h"
#include "TestModules.h"

using namespace ptxmlir::cubin;
using namespace ptxmlir::cubin::test;

namespace {

std::vector<uint8_t> rewriteOrDie(const LoadedCubin &c,
                                  llvm::ArrayRef<SectionEdit> edits) {
  llvm::SmallVector<char, 0> out;
  llvm::Error e = rewrite(c, edits, out);
  EXPECT_FALSE(bool(e)) << toString(std::move(e));
  return {out.begin(), out.end()};
}

TEST(CubinImage, NoEdits) {
  std::vector<uint8_t> bytes = writeOrDie(makeRichModule());
  EXPECT_EQ(rewriteOrDie(readOrDie(bytes), {}), bytes);
}

TEST(CubinImage, SameSizeTouchesNothingElse) {
  std::vector<uint8_t> bytes = writeOrDie(makeRichModule());
  LoadedCubin c = readOrDie(bytes);
  const LoadedKernel *k = c.findKernel("alpha");
  SectionEdit edit{k->textSection, std::vector<uint8_t>(k->text.size(), 0xab)};
  std::vector<uint8_t> out = rewriteOrDie(c, edit);
  ASSERT_EQ(out.size(), bytes.size());
  const Section &s = c.sections[k->textSection];
  for (size_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], i >= s.offset && i < s.offset + s.size ? 0xab : bytes[i]);
}

/// Growing a text section through the editor gives what the writer would have
/// written, up to what the caller has to edit besides.
TEST(CubinImage, GrowText) {
  Module small = makeRichModule();
  LoadedCubin c = readOrDie(writeOrDie(small));
  const LoadedKernel *k = c.findKernel("alpha");
  std::vector<uint8_t> text(k->text.begin(), k->text.end());
  text.resize(640, 0x18);
  std::vector<uint8_t> out = rewriteOrDie(c, SectionEdit{k->textSection, text});
  LoadedCubin d = readOrDie(out);
  ASSERT_EQ(d.sections.size(), c.sections.size());
  for (size_t i = 0; i < d.sections.size(); ++i) {
    SCOPED_TRACE(c.sections[i].name.str());
    if (i == k->textSection)
      EXPECT_EQ(d.sections[i].data, llvm::ArrayRef<uint8_t>(text));
    else if (d.sections[i].name != ".symtab")
      EXPECT_EQ(d.sections[i].data, c.sections[i].data);
    EXPECT_EQ(d.sections[i].offset % std::max<uint64_t>(c.sections[i].align, 1),
              0u);
  }
  Module big = small;
  big.kernels[0].text = text;
  LoadedCubin e = readOrDie(writeOrDie(big));
  for (size_t i = 0; i < d.sections.size(); ++i)
    EXPECT_EQ(d.sections[i].offset, e.sections[i].offset);
  ASSERT_EQ(d.segments.size(), e.segments.size());
  for (size_t i = 0; i < d.segments.size(); ++i) {
    EXPECT_EQ(d.segments[i].offset, e.segments[i].offset);
    EXPECT_EQ(d.segments[i].fileSize, e.segments[i].fileSize);
    EXPECT_EQ(d.segments[i].memSize, e.segments[i].memSize);
  }
  // The kernel's symbol grew with its text.
  for (size_t i = 0; i < d.symbols.size(); ++i)
    EXPECT_EQ(d.symbols[i].size, e.symbols[i].size);
}

TEST(CubinImage, ShrinkAndBack) {
  std::vector<uint8_t> bytes = writeOrDie(makeRichModule());
  LoadedCubin c = readOrDie(bytes);
  const Section *info = c.findSection(".nv.info.alpha");
  ASSERT_TRUE(info);
  std::vector<uint8_t> data(info->data.begin(), info->data.end());
  LoadedCubin d = readOrDie(rewriteOrDie(c, SectionEdit{info->index, {}}));
  EXPECT_EQ(d.findSection(".nv.info.alpha")->size, 0u);
  EXPECT_EQ(rewriteOrDie(d, SectionEdit{info->index, data}), bytes);
}

TEST(CubinImage, BadEdits) {
  LoadedCubin c = readOrDie(writeOrDie(makeRichModule()));
  llvm::SmallVector<char, 0> out;
  auto message = [&](llvm::ArrayRef<SectionEdit> edits) {
    return messageOf(rewrite(c, edits, out));
  };
  EXPECT_NE(message(SectionEdit{9999, {}}), "");
  EXPECT_NE(message(SectionEdit{c.globalSection, {1}}), "");
  unsigned text = c.kernels[0].textSection;
  EXPECT_NE(message({{text, {}}, {text, {}}}), "");
}

} // namespace

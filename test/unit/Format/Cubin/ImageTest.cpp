//===- ImageTest.cpp - Tests of section replacement -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections that grow and shrink in a file whose other bytes must stay.
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

/// Records that no table names, as ptxas 13.5 writes them, are read and kept.
TEST(CubinImage, NewerRecords) {
  std::vector<uint8_t> bytes = writeOrDie(makeRichModule());
  LoadedCubin c = readOrDie(bytes);
  const Section *info = c.findSection(".nv.info.alpha");
  ASSERT_TRUE(info);
  std::vector<uint8_t> data = {0x04, 0x66, 0x04, 0x00, 0x03, 0x00, 0x00, 0x00};
  data.insert(data.end(), info->data.begin(), info->data.end());
  data.insert(data.end(), {0x03, 0x6b, 0x01, 0x00, 0x02, 0x6d, 0x00, 0x00, 0x02,
                           0x67, 0x00, 0x00});
  std::vector<uint8_t> newer = rewriteOrDie(c, SectionEdit{info->index, data});
  LoadedCubin d = readOrDie(newer);
  const std::vector<Attribute> &before = c.findKernel("alpha")->attributes,
                               &after = d.findKernel("alpha")->attributes;
  ASSERT_EQ(after.size(), before.size() + 4);
  EXPECT_EQ(after[0].code, 0x66);
  EXPECT_EQ(after[0].words(), std::vector<uint32_t>{3});
  EXPECT_EQ(after[after.size() - 3].value, 1);
  EXPECT_EQ(after.back().code, 0x67);
  EXPECT_EQ(d.findKernel("alpha")->params.size(),
            c.findKernel("alpha")->params.size());
  // An edit of the code leaves them alone.
  const LoadedKernel *k = d.findKernel("alpha");
  std::vector<uint8_t> text(k->text.begin(), k->text.end());
  text[0] ^= 1;
  LoadedCubin e = readOrDie(rewriteOrDie(d, SectionEdit{k->textSection, text}));
  EXPECT_EQ(e.findSection(".nv.info.alpha")->data,
            llvm::ArrayRef<uint8_t>(data));
  // A description has no place for them, and says which one.
  auto description = toModule(d);
  ASSERT_FALSE(description);
  EXPECT_NE(toString(description.takeError()).find("record 0x66 LANGUAGE"),
            std::string::npos);
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

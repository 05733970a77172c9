//===- WriterTest.cpp - Tests of the cubin writer -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order and contents of sections as ptxas has them, and that a written file
// reads back as it was described.
//
//===----------------------------------------------------------------------===//

#include "TestModules.h"

using namespace ptxmlir::cubin;
using namespace ptxmlir::cubin::test;

namespace {

/// Section table of an empty kernel called `k`, as ptxas 13.0.88 writes it.
TEST(CubinWriter, EmptyKernelLayout) {
  Module m;
  m.kernels = {makeKernel("k")};
  // The note's strings decide the offsets behind it.
  m.tool = {"ptxas", "Cuda compilation tools, release 13.0, V13.0.88",
            "Build cuda_13.0.r13.0/compiler.36424714_0", "-arch sm_90 "};
  LoadedCubin c = readOrDie(writeOrDie(m));
  struct Row {
    const char *name;
    uint32_t type;
    uint64_t flags, offset, size;
    uint32_t link, info;
    uint64_t align, entrySize;
  };
  const Row rows[] = {
      {"", 0, 0, 0, 0, 0, 0, 0, 0},
      {".shstrtab", 3, 0, 0x40, 0xef, 0, 0, 1, 0},
      {".strtab", 3, 0, 0x150, 0x12b, 0, 0, 1, 0},
      {".symtab", 2, 0, 0x280, 0xf0, 2, 0xa, 8, 24},
      {".debug_frame", 1, 0, 0x370, 0x68, 0, 0, 1, 0},
      {".note.nv.tkinfo", 7, 0x2000000, 0x3d8, 0xa0, 0, 0, 4, 0},
      {".note.nv.cuinfo", 7, 0x1000040, 0x478, 0x20, 5, 8, 4, 0},
      {".nv.info", 0x70000000, 0, 0x498, 0x24, 3, 0, 4, 0},
      {".nv.compat", 0x70000086, 0, 0x4bc, 0x24, 0, 0, 4, 0},
      {".nv.info.k", 0x70000000, 0x40, 0x4e0, 0x24, 3, 12, 4, 0},
      {".nv.callgraph", 0x70000001, 0, 0x504, 0x20, 3, 0, 4, 8},
      {".rela.debug_frame", 4, 0x40, 0x528, 0x18, 3, 4, 8, 24},
      {".text.k", 1, 6, 0x580, 0x100, 3, 8, 128, 0},
      {".nv.shared.reserved.0", 8, 3, 0x680, 0, 0, 0, 1, 0},
      {".nv.constant0.k", 1, 0x42, 0x680, 0x210, 0, 12, 4, 0}};
  ASSERT_EQ(c.sections.size(), std::size(rows));
  for (size_t i = 0; i < std::size(rows); ++i) {
    const Section &s = c.sections[i];
    SCOPED_TRACE(rows[i].name);
    EXPECT_EQ(s.name, rows[i].name);
    EXPECT_EQ(s.type, rows[i].type);
    EXPECT_EQ(s.flags, rows[i].flags);
    EXPECT_EQ(s.offset, rows[i].offset);
    EXPECT_EQ(s.size, rows[i].size);
    EXPECT_EQ(s.link, rows[i].link);
    EXPECT_EQ(s.info, rows[i].info);
    EXPECT_EQ(s.align, rows[i].align);
    EXPECT_EQ(s.entrySize, rows[i].entrySize);
  }
  EXPECT_EQ(c.header.flags, 0x06005a04u);
  EXPECT_EQ(c.header.shoff, 0x890u);
  EXPECT_EQ(c.header.phoff, 0xc50u);
  ASSERT_EQ(c.segments.size(), 5u);
  EXPECT_EQ(c.segments[2].flags, 5u);
  EXPECT_EQ(c.segments[2].offset, 0x580u);
  EXPECT_EQ(c.segments[4].fileSize, 0x210u);
  ASSERT_EQ(c.symbols.size(), 10u);
  EXPECT_EQ(c.symbols[8].name, "k");
  EXPECT_EQ(c.symbols[8].other, kOtherKernel);
}

TEST(CubinWriter, KernelsInReverseOrder) {
  Module m;
  m.kernels = {makeKernel("first"), makeKernel("second")};
  LoadedCubin c = readOrDie(writeOrDie(m));
  ASSERT_EQ(c.kernels.size(), 2u);
  EXPECT_EQ(c.kernels[0].name, "second");
  EXPECT_EQ(c.kernels[1].name, "first");
}

TEST(CubinWriter, SameModuleSameBytes) {
  EXPECT_EQ(writeOrDie(makeRichModule()), writeOrDie(makeRichModule()));
}

TEST(CubinWriter, EverythingSurvives) {
  Module m = makeRichModule();
  std::vector<uint8_t> bytes = writeOrDie(m);
  LoadedCubin c = readOrDie(bytes);
  EXPECT_EQ(c.suffix, 'a');
  const LoadedKernel *a = c.findKernel("alpha");
  ASSERT_TRUE(a);
  EXPECT_EQ(a->text, llvm::ArrayRef<uint8_t>(m.kernels[0].text));
  EXPECT_EQ(a->registers, 4u);
  EXPECT_EQ(a->barriers, 2u);
  EXPECT_EQ(a->frameBytes, 104u);
  EXPECT_EQ(a->staticSharedBytes(), 1000u);
  EXPECT_EQ(a->sharedSectionBytes, 2024u);
  EXPECT_EQ(a->paramBase, 0x210u);
  EXPECT_EQ(a->paramBytes, 40u);
  ASSERT_EQ(a->params.size(), 3u);
  EXPECT_EQ(a->params[0].space, ParamSpace::Global);
  EXPECT_EQ(a->params[0].log2PointeeAlign, 4);
  EXPECT_EQ(a->params[2].offset, 16);
  EXPECT_EQ(a->params[2].size, 24u);
  EXPECT_EQ(a->maxntid->at(1), 2u);
  EXPECT_EQ(a->maxRegCount, 128u);
  ASSERT_EQ(a->coopGroups.size(), 2u);
  EXPECT_EQ(a->coopGroups[1].mask, 0x05000009u);
  ASSERT_EQ(a->indirectBranches.size(), 2u);
  EXPECT_EQ(a->indirectBranches[0].targets.size(), 2u);
  EXPECT_EQ(a->spills, m.kernels[0].spills);
  ASSERT_EQ(a->functions.size(), 1u);
  EXPECT_EQ(a->functions[0].offset, 0x100u);
  EXPECT_EQ(a->constant0.size(), 0x210u + 40);
  const LoadedKernel *b = c.findKernel("beta");
  ASSERT_TRUE(b);
  EXPECT_EQ(b->linkage, Linkage::Weak);
  ASSERT_EQ(b->externs.size(), 1u);
  EXPECT_EQ(b->externs[0], "vprintf");
  EXPECT_EQ(b->numMBarriers, 1u);
  // Description -> bytes -> description -> bytes.
  auto again = toModule(c);
  ASSERT_TRUE(bool(again)) << toString(again.takeError());
  EXPECT_EQ(writeOrDie(*again), bytes);
}

/// The size of a record has 16 bits: as ptxas 13.0.88, the writer keeps so many
/// of the first entries as its low bits say.
TEST(CubinWriter, LongLists) {
  constexpr unsigned kWords = 0x10000 / 4;
  Module m;
  m.kernels = {makeKernel("more"), makeKernel("full"), makeKernel("most")};
  const unsigned counts[] = {kWords + 3, kWords, kWords - 1};
  for (auto [kernel, count] : llvm::zip(m.kernels, counts)) {
    kernel.exits.clear();
    for (unsigned i = 0; i != count; ++i)
      kernel.exits.push_back(16 * i);
    for (unsigned i = 0; i != count / 2 + 1; ++i)
      kernel.partialLoads.push_back({16 * i, 1});
  }
  LoadedCubin c = readOrDie(writeOrDie(m));
  auto exitsOf = [&](llvm::StringRef name) {
    return c.findKernel(name)->exits;
  };
  EXPECT_EQ(exitsOf("more"), (std::vector<uint32_t>{0, 16, 32}));
  EXPECT_TRUE(exitsOf("full").empty());
  EXPECT_EQ(exitsOf("most").size(), kWords - 1);
  EXPECT_EQ(c.findKernel("more")->partialLoads.size(), 2u);
  // A part of the targets of a branch is not written.
  Kernel &branch = m.kernels[0];
  branch.indirectBranches = {{0x20, std::vector<uint32_t>(kWords, 0x40)}};
  llvm::SmallVector<char> out;
  EXPECT_EQ(messageOf(write(m, out)),
            "cubin writer: kernel 'more': the list of branch targets exceeds "
            "64 KiB");
}

TEST(CubinWriter, AddressSlots) {
  Module m = makeRichModule();
  // beta is written first: its callee, then visible and local variables.
  EXPECT_EQ(getAddressSlots(m),
            (std::vector<std::string>{"vprintf", "zero", "init"}));
  LoadedCubin c = readOrDie(writeOrDie(m));
  EXPECT_EQ(c.constant4.size(), 24u);
  for (const LoadedReloc &r : c.relocationsOf(c.constant4Section)) {
    EXPECT_EQ(r.type, uint32_t(RelocType::Abs64));
    EXPECT_EQ(r.symbol, getAddressSlots(m)[r.offset / 8]);
  }
}

TEST(CubinWriter, VariableLayout) {
  Module m;
  auto add = [&](const char *name, Linkage linkage, uint64_t size,
                 uint32_t align) {
    Variable v = makeVariable(name, VarSpace::Global, linkage, size, align);
    v.hasInit = true;
    m.variables.push_back(v);
  };
  add("a", Linkage::Global, 3, 1);
  add("b", Linkage::Local, 8, 8);
  add("c", Linkage::Global, 40, 8);
  add("d", Linkage::Local, 4, 4);
  layoutVariables(m);
  EXPECT_EQ(*m.variables[1].offset, 0u);
  EXPECT_EQ(*m.variables[2].offset, 8u);
  EXPECT_EQ(*m.variables[3].offset, 48u);
  EXPECT_EQ(*m.variables[0].offset, 52u);
  // Constants stay in order: visible ones first.
  Module n;
  n.variables = {makeVariable("x", VarSpace::Const, Linkage::Local, 5, 1),
                 makeVariable("y", VarSpace::Const, Linkage::Global, 3, 1),
                 makeVariable("z", VarSpace::Const, Linkage::Global, 16, 16)};
  layoutVariables(n);
  EXPECT_EQ(*n.variables[1].offset, 0u);
  EXPECT_EQ(*n.variables[2].offset, 16u);
  EXPECT_EQ(*n.variables[0].offset, 32u);
}

TEST(CubinWriter, BadDescriptions) {
  llvm::SmallVector<char, 0> out;
  auto message = [&](const Module &m) { return messageOf(write(m, out)); };
  auto has = [](const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
  };
  Module m;
  m.kernels = {makeKernel("k"), makeKernel("k")};
  EXPECT_TRUE(has(message(m), "duplicate symbol 'k'"));
  m.kernels = {makeKernel("k", 24)};
  EXPECT_TRUE(has(message(m), "multiple of 16"));
  m.kernels = {makeKernel("k")};
  m.sm = 81;
  EXPECT_TRUE(has(message(m), "sm_81"));
  m.sm = 90;
  Variable v = makeVariable("v", VarSpace::Global, Linkage::Local, 8, 8);
  v.hasInit = true;
  v.relocations = {{0, RelocType::Generic64, "nowhere", 0}};
  m.variables = {v};
  EXPECT_TRUE(has(message(m), "unknown symbol 'nowhere'"));
  m.variables[0].relocations[0] = {4, RelocType::Generic64, "k", 0};
  EXPECT_TRUE(has(message(m), "relocation outside"));
  m.variables[0] = makeVariable("v", VarSpace::Global, Linkage::Local, 8, 3);
  EXPECT_TRUE(has(message(m), "power of two"));
  m.variables.clear();
  m.kernels[0].params = {{0, 8, 8, ParamSpace::None, 0}};
  m.kernels[0].paramBytes = 8;
  EXPECT_TRUE(has(message(m), "parameter 0"));
}

TEST(CubinWriter, ModuleWithoutKernels) {
  Module m;
  m.variables = {makeVariable("g", VarSpace::Global, Linkage::Global, 4, 4)};
  LoadedCubin c = readOrDie(writeOrDie(m));
  EXPECT_TRUE(c.kernels.empty());
  EXPECT_EQ(c.variables.size(), 1u);
  EXPECT_EQ(c.segments.size(), 4u);
}

TEST(CubinWriter, FrameRows) {
  auto rows = [](const std::vector<FrameRow> &list) {
    std::string text;
    for (const FrameRow &r : list) {
      text += std::to_string(r.offset);
      text += r.cfa ? "=" + std::to_string(*r.cfa) + " " : " ";
    }
    return text;
  };
  // One block without a frame; two blocks; with a frame; both at one place.
  EXPECT_EQ(rows(getFrameRows(0x60, {}, 0x50, true, 0)), "80 96=0 ");
  EXPECT_EQ(rows(getFrameRows(0x40, {}, 0x70, false, 0)), "64=0 112 ");
  EXPECT_EQ(rows(getFrameRows(0x50, 0x30u, 0xb0, false, 104)), "48=104 176 ");
  EXPECT_EQ(rows(getFrameRows(0xa0, 0x30u, 0x90, true, 104)), "48=0 ");
  EXPECT_EQ(rows(getFrameRows(0x70, {}, 0x70, false, 0)), "112 ");
}

} // namespace

//===- TestModules.h - Descriptions that the cubin tests write --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptions of cubins, one small and one that uses most of what a
// description can say.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_FORMAT_CUBIN_TESTMODULES_H
#define TEST_UNIT_FORMAT_CUBIN_TESTMODULES_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "gtest/gtest.h"

namespace ptxmlir::cubin::test {

/// A kernel of `size` bytes of recognisable filler, ending at an EXIT at 0x10.
inline Kernel makeKernel(std::string name, size_t size = 256) {
  Kernel k;
  k.name = std::move(name);
  for (size_t i = 0; i < size; ++i)
    k.text.push_back(static_cast<uint8_t>(i * 7 + k.name.size()));
  k.registers = 4;
  k.exits = {0x10};
  k.frame = getFrameRows(0x20, std::nullopt, 0x10, true, 0);
  return k;
}

inline Variable makeVariable(std::string name, VarSpace space, Linkage linkage,
                             uint64_t size, uint32_t align) {
  Variable v;
  v.name = std::move(name);
  v.space = space;
  v.linkage = linkage;
  v.size = size;
  v.align = align;
  return v;
}

/// A module that uses most of what a description can say.
inline Module makeRichModule() {
  Module m;
  m.suffix = 'a';
  m.tool.version = "test";
  Kernel a = makeKernel("alpha", 384);
  a.params = {{0, 0, 8, ParamSpace::Global, 4},
              {1, 8, 4, ParamSpace::None, 0},
              {2, 16, 24, ParamSpace::None, 0}};
  a.paramBytes = 40;
  a.barriers = 2;
  a.hasShared = a.referencesShared = true;
  a.sharedBytes = 1000;
  a.sharedAlign = 16;
  a.frameBytes = a.minStackBytes = 104;
  a.maxntid = {256, 2, 1};
  a.maxRegCount = 128; // what 512 threads leave
  a.coopGroups = {{0x20, CoopGroupInstr::kFullMask},
                  {0x40, CoopGroupInstr::maskRegister(9)}};
  a.intWarpWide = {0x30};
  a.partialLoads = {{0x50, 0xff0f}};
  a.spills = {0x60, 0x70};
  a.indirectBranches = {{0x80, {0x90, 0xa0}}, {0xb0, {0xc0}}};
  a.crsStackBytes = 0;
  a.constant2 = {0x90, 0, 0, 0, 0xa0, 0, 0, 0};
  a.constant2HasCodeOffsets = true;
  a.functions = {
      {"$alpha$f", 0x100, 0x80, Linkage::Local, 20, {4, 1, 0, 0, 0}}};
  Kernel b = makeKernel("beta");
  b.linkage = Linkage::Weak;
  b.externs = {"vprintf"};
  b.syscallOffsets = {0x20};
  b.reqntid = {64, 1, 1};
  b.ctaPerCluster = {2, 1, 1};
  b.mbarriers = {{0x30, 0xff, 0, 0x060100}};
  b.numMBarriers = 1;
  m.kernels = {a, b};
  Variable zero = makeVariable("zero", VarSpace::Global, Linkage::Global, 4, 4);
  Variable init = makeVariable("init", VarSpace::Global, Linkage::Local, 16, 8);
  init.hasInit = true;
  init.init = {1, 2, 3};
  init.relocations = {{8, RelocType::Generic64, "zero", 4}};
  Variable constant =
      makeVariable("konst", VarSpace::Const, Linkage::Local, 12, 4);
  constant.hasInit = true;
  constant.init = {5, 0, 0, 0, 6};
  m.variables = {init, zero, constant};
  return m;
}

inline std::vector<uint8_t> writeOrDie(const Module &m) {
  llvm::SmallVector<char, 0> out;
  llvm::Error e = write(m, out);
  EXPECT_FALSE(bool(e)) << toString(std::move(e));
  return {out.begin(), out.end()};
}

inline LoadedCubin readOrDie(llvm::ArrayRef<uint8_t> bytes) {
  auto cubin = read(bytes);
  EXPECT_TRUE(bool(cubin));
  if (!cubin) {
    ADD_FAILURE() << toString(cubin.takeError());
    return {};
  }
  return std::move(*cubin);
}

/// The message of an error, empty for success.
inline std::string messageOf(llvm::Error e) { return toString(std::move(e)); }

} // namespace ptxmlir::cubin::test

#endif // TEST_UNIT_FORMAT_CUBIN_TESTMODULES_H

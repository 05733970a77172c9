//===- ArgumentsTest.cpp - The argument syntax of ptx-run -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each form of an argument puts into memory, and what is said of wrong
// ones.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/TensorMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace ptxmlir::exec;

static std::string hex(llvm::StringRef spec) {
  auto arg = parseArgument(spec);
  if (!arg)
    return "error: " + llvm::toString(arg.takeError());
  std::string text;
  for (uint8_t b : arg->data)
    text += llvm::formatv("{0:x-2}", b).str();
  return text;
}

TEST(Arguments, Scalars) {
  EXPECT_EQ(hex("s32:-5"), "fbffffff");
  EXPECT_EQ(hex("u64:0x10"), "1000000000000000");
  EXPECT_EQ(hex("b8:255"), "ff");
  EXPECT_EQ(hex("s16:-32768"), "0080");
  EXPECT_EQ(hex("f32:1.5"), "0000c03f");
  EXPECT_EQ(hex("f64:-2"), "00000000000000c0");
  EXPECT_EQ(hex("f16:0.1"), "662e");
  EXPECT_EQ(hex("bytes:00ff7A"), "00ff7a");
}

TEST(Arguments, Buffers) {
  EXPECT_EQ(hex("buf:zero,3"), "000000");
  EXPECT_EQ(hex("buf:iota,u16,3"), "000001000200");
  EXPECT_EQ(hex("buf:iota,f16,3"), "0000003c0040");
  // splitmix64 of seed 0 starts with e220a8397b1dcdaf.
  EXPECT_EQ(hex("buf:rand,u64,1,0"), "afcd1d7b39a820e2");
  EXPECT_EQ(hex("buf:rand,u8,1,0"), "af");
  // (z >> 40) * 2^-24 = 0xe220a8 * 2^-24.
  EXPECT_EQ(hex("buf:rand,f32,1,0"), "a820623f");
  EXPECT_EQ(hex("buf:rand,f16,1,0"), "113b");
  auto arg = parseArgument("buf:zero,8:out=/a:b.bin:print=u32,2");
  ASSERT_TRUE(bool(arg));
  EXPECT_TRUE(arg->isBuffer);
  EXPECT_EQ(arg->outPath, "/a:b.bin");
  EXPECT_EQ(arg->printCount, 2u);
}

TEST(Arguments, TensorMaps) {
  auto arg = parseArgument("tensormap:3,f16,dim=64x32x2,box=32x8x1,swizzle=64");
  ASSERT_TRUE(bool(arg));
  EXPECT_EQ(arg->tensorOf, 3u);
  std::optional<TensorMap> read = TensorMap::unpack(arg->data.data());
  ASSERT_TRUE(read.has_value());
  const TensorMap &map = *read;
  EXPECT_EQ(map.rank, 3);
  EXPECT_EQ(map.stride[0], 128u);
  EXPECT_EQ(map.stride[1], 4096u);
  EXPECT_EQ(map.box[1], 8);
  EXPECT_EQ(map.swizzle, TensorSwizzle::B64);
  for (const char *spec :
       {"tensormap:0,f16,dim=64x32,box=32", "tensormap:0,f16,dim=64,box=300",
        "tensormap:0,q,dim=64,box=32", "tensormap:x,f16,dim=64,box=32",
        "tensormap:0,u8,dim=8x4,box=8x4",
        "tensormap:0,f16,dim=64x2,box=8x2,"
        "stride=16x16",
        "tensormap:0,f16,dim=64,box=32,swizzle=48", "tensormap:0,f16"})
    EXPECT_EQ(hex(spec).substr(0, 6), "error:") << spec;
}

TEST(Arguments, Errors) {
  for (const char *spec :
       {"s32", "s32:x", "u8:256", "s8:-129", "q32:1", "f8:1", "bytes:0",
        "buf:zero,x", "buf:rand,f32,3", "buf:iota,f32,3,4", "buf:what,1",
        "buf:file,/no/such/file", "buf:zero,4:print=u32", ""})
    EXPECT_EQ(hex(spec).substr(0, 6), "error:") << spec;
}

TEST(Arguments, Print) {
  std::string text;
  llvm::raw_string_ostream os(text);
  uint8_t bytes[] = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0xc0, 0x3f};
  printElements(os, *ElementType::parse("s32"), bytes, 1);
  os << "|";
  printElements(os, *ElementType::parse("u16"), bytes, 9);
  os << "|";
  printElements(os, *ElementType::parse("f32"), llvm::ArrayRef(bytes).slice(4),
                1);
  EXPECT_EQ(os.str(), "-1|65535 65535 0 16320|1.5");
}

//===- ExecutionBench.cpp - Speed of the machine --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of integer, of float and of mixed code for full warps, compiled by
// optxas for sm_90, and one with loads and stores. The figures are
// thread-instructions a second on one core; `checked` is the same with
// `--check=memory`, `memory/1` over `memory/0` is what the checks cost.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::exec;

namespace {
/// A kernel whose loop has this body eight times over.
struct Sample {
  const char *body;
  const char *before = "";
};
const Sample kInteger = {R"(
  mad.lo.s32 %r4, %r4, %r5, %r6;
  add.s32 %r5, %r5, %r4;
  xor.b32 %r6, %r6, %r5;
  shf.l.wrap.b32 %r7, %r4, %r5, %r6;
  min.s32 %r8, %r8, %r7;
  setp.lt.s32 %p1, %r7, %r4;
  selp.b32 %r6, %r6, %r7, %p1;
  and.b32 %r4, %r4, %r8;
)"};
const Sample kFloat = {R"(
  fma.rn.f32 %f1, %f1, %f2, %f3;
  add.f32 %f2, %f2, %f1;
  mul.f32 %f3, %f3, %f2;
  fma.rn.f32 %f4, %f4, %f1, %f2;
  setp.gt.f32 %p1, %f4, %f3;
  selp.f32 %f1, %f4, %f1, %p1;
  max.f32 %f3, %f3, %f4;
  fma.rn.f32 %f2, %f3, %f2, %f4;
)"};
const Sample kMixed = {R"(
  mad.lo.s32 %r4, %r4, %r5, %r6;
  fma.rn.f32 %f1, %f1, %f2, %f3;
  add.s32 %r5, %r5, %r4;
  add.f32 %f2, %f2, %f1;
  xor.b32 %r6, %r6, %r5;
  mul.f32 %f3, %f3, %f2;
  shr.u32 %r7, %r4, 3;
  fma.rn.f32 %f4, %f4, %f1, %f2;
)"};
const Sample kMemory = {R"(
  ld.shared.u32 %r4, [%r9];
  mad.lo.s32 %r5, %r4, %r5, %r6;
  st.shared.u32 [%r9], %r5;
  ld.global.u32 %r6, [%rd1];
  add.s32 %r6, %r6, %r5;
  st.global.u32 [%rd1], %r6;
  xor.b32 %r7, %r6, %r5;
  add.s32 %r8, %r7, %r8;
  bar.sync 0;
)",
                        R"(
  mov.u32 %r10, s;
  shl.b32 %r11, %r3, 2;
  add.u32 %r9, %r10, %r11;
  st.shared.u32 [%r9], %r3;
)"};

/// The program, ready to run with 256 threads.
struct Loaded {
  GlobalMemory memory;
  Program program;
  LaunchConfig config;

  explicit Loaded(const Sample &sample) {
    std::string text = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .reg .b32 %r<16>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<4>;
  .reg .pred %p<4>;
  .shared .align 4 .b8 s[1024];
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, 0;
  mov.u32 %r3, %tid.x;
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd1, %rd1, %rd2;
  add.s32 %r4, %r3, 3;
  add.s32 %r5, %r3, 5;
  add.s32 %r6, %r3, 7;
  add.s32 %r7, %r3, 9;
  add.s32 %r8, %r3, 11;
  cvt.rn.f32.u32 %f1, %r4;
  cvt.rn.f32.u32 %f2, %r5;
  cvt.rn.f32.u32 %f3, %r6;
  cvt.rn.f32.u32 %f4, %r7;
)";
    text += sample.before;
    text += "LOOP:\n";
    for (int k = 0; k < 8; ++k)
      text += sample.body;
    text += R"(
  add.s32 %r2, %r2, 1;
  setp.lt.s32 %p2, %r2, %r1;
  @%p2 bra LOOP;
  mov.b32 %r12, %f1;
  mov.b32 %r13, %f2;
  xor.b32 %r12, %r12, %r13;
  mov.b32 %r13, %f3;
  xor.b32 %r12, %r12, %r13;
  xor.b32 %r12, %r12, %r5;
  xor.b32 %r12, %r12, %r6;
  xor.b32 %r12, %r12, %r8;
  st.global.u32 [%rd1], %r12;
  ret;
}
)";
    SmallVector<char, 0> cubin;
    if (compilePTX(text, "bench.ptx", CompilerOptions(), cubin, errs()) !=
        CompileResult::Success)
      exit(1);
    ArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(cubin.data()),
                            cubin.size());
    auto read = cubin::read(bytes);
    if (!read)
      fail(read.takeError());
    auto loaded = loadCubin(*read, memory);
    if (!loaded)
      fail(loaded.takeError());
    program = std::move(*loaded);
    config.block[0] = 256;
    config.params.resize(program.kernels[0].paramBytes);
    uint64_t out = memory.allocate(1024, "out");
    uint32_t n = 200;
    memcpy(config.params.data(), &out, 8);
    memcpy(config.params.data() + 8, &n, 4);
  }
  /// Ends the program: the figures would mean nothing.
  static void fail(Error e) {
    errs() << toString(std::move(e)) << "\n";
    exit(1);
  }
};
} // namespace

static void execute(benchmark::State &state, const Sample &sample) {
  Loaded loaded(sample);
  bool checked = state.range(0);
  if (checked)
    loaded.program.checkMemory();
  uint64_t instructions = 0;
  for (auto _ : state) {
    MemoryCheck check(loaded.memory);
    Machine machine(loaded.program, loaded.memory, checked ? &check : nullptr);
    if (Error e = machine.run(loaded.program.kernels[0], loaded.config))
      Loaded::fail(std::move(e));
    if (!check.findings().empty())
      Loaded::fail(createStringError(check.findings()[0].text));
    instructions += machine.stats().threadInstructions;
  }
  state.SetItemsProcessed(int64_t(instructions));
}

BENCHMARK_CAPTURE(execute, integer, kInteger)->Arg(0);
BENCHMARK_CAPTURE(execute, float, kFloat)->Arg(0);
BENCHMARK_CAPTURE(execute, mixed, kMixed)->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(execute, memory, kMemory)->Arg(0)->Arg(1);

BENCHMARK_MAIN();

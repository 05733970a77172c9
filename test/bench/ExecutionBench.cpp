//===- ExecutionBench.cpp - Speed of the machine --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of integer, of float and of mixed code for full warps, compiled by
// optxas for sm_90, and others of memory accesses, of barriers and of code
// whose lanes part. The figures are thread-instructions a second on one core.
// Each runs without checks (`/plain`), with `--check=memory` (`/memory`), with
// `--check=hazards` (`/hazards`) and with both (`/both`).
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Execution/Hazards.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::exec;

namespace {
/// A kernel whose loop has this body eight times over. %r3 is the number of the
/// thread, %r9 the address of its word in shared memory, which begins at %r10.
struct Sample {
  const char *body;
  const char *before = "";
  unsigned threads = 256;
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
  st.shared.u32 [%r9], %r3;
)"};

/// All lanes of a warp in one row of the shadow, four words each.
const Sample kWide = {R"(
  ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r9];
  add.s32 %r4, %r4, %r8;
  add.s32 %r8, %r8, %r7;
  st.shared.v4.u32 [%r9], {%r5, %r6, %r7, %r4};
  bar.sync 0;
)",
                      R"(
  shl.b32 %r11, %r3, 4;
  add.u32 %r9, %r10, %r11;
  st.shared.v4.u32 [%r9], {%r3, %r3, %r3, %r3};
)"};
/// Accesses smaller than a word: each byte has a cell of its own.
const Sample kBytes = {R"(
  ld.shared.u8 %r4, [%r9];
  add.s32 %r5, %r4, %r5;
  st.shared.u8 [%r9], %r5;
  xor.b32 %r7, %r7, %r5;
  bar.sync 0;
)",
                       R"(
  add.u32 %r9, %r10, %r3;
  st.shared.u8 [%r9], %r3;
)"};
/// A tree: words that other warps have written.
const Sample kExchange = {R"(
  st.shared.u32 [%r9], %r4;
  bar.sync 0;
  ld.shared.u32 %r5, [%r11];
  add.s32 %r4, %r4, %r5;
  bar.sync 0;
)",
                          R"(
  xor.b32 %r11, %r11, 512;
  add.u32 %r11, %r10, %r11;
)"};
const Sample kAtomic = {R"(
  atom.shared.add.u32 %r4, [%r9], %r3;
  add.s32 %r5, %r4, %r5;
  red.global.add.u32 [%rd1], %r5;
)",
                        R"(
  and.b32 %r11, %r3, 60;
  add.u32 %r9, %r10, %r11;
  st.shared.u32 [%r9], 0;
  bar.sync 0;
)"};
const Sample kBarrier = {"  bar.sync 0;\n"};
const Sample kNarrowBarrier = {"  bar.sync 0;\n", "", 32};
const Sample kWideBarrier = {"  bar.sync 0;\n", "", 1024};
/// Every other lane; which ones changes from place to place.
const Sample kParting = {R"(
  and.b32 %r10, %r5, 3;
  setp.eq.s32 %p1, %r10, 0;
  @%p1 bra $A;
  mad.lo.s32 %r4, %r4, %r5, %r6;
  xor.b32 %r5, %r5, %r4;
  st.shared.u32 [%r9], %r4;
  bra $B;
$A:
  add.s32 %r5, %r5, %r6;
  shr.u32 %r7, %r5, 3;
  st.shared.u32 [%r9], %r7;
$B:
  add.s32 %r5, %r5, 1;
  add.s32 %r6, %r6, %r7;
)"};

/// The program, ready to run in one block.
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
  .shared .align 16 .b8 s[4096];
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
  mov.u32 %r10, s;
  shl.b32 %r11, %r3, 2;
  add.u32 %r9, %r10, %r11;
  cvt.rn.f32.u32 %f1, %r4;
  cvt.rn.f32.u32 %f2, %r5;
  cvt.rn.f32.u32 %f3, %r6;
  cvt.rn.f32.u32 %f4, %r7;
)";
    text += sample.before;
    text += "LOOP:\n";
    for (char copy = '0'; copy != '8'; ++copy)
      for (char c : StringRef(sample.body)) {
        text += c;
        // The labels of each copy are its own.
        if (c == '$')
          text += {'L', copy};
      }
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
    config.block[0] = sample.threads;
    config.params.resize(program.kernels[0].paramBytes);
    uint64_t out = memory.allocate(4 * sample.threads, "out");
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

enum Checks { None = 0, Memory = 1, Control = 2 };

static void execute(benchmark::State &state, const Sample &sample,
                    unsigned checks) {
  Loaded loaded(sample);
  if (checks & Memory)
    loaded.program.checkMemory();
  uint64_t instructions = 0;
  for (auto _ : state) {
    MemoryCheck check(loaded.memory);
    std::optional<HazardObserver> hazards;
    Machine machine(loaded.program, loaded.memory,
                    checks & Memory ? &check : nullptr);
    if (checks & Control)
      machine.setObserver(&hazards.emplace(loaded.program));
    if (Error e = machine.run(loaded.program.kernels[0], loaded.config))
      Loaded::fail(std::move(e));
    if (!check.findings().empty())
      Loaded::fail(createStringError(check.findings()[0].text));
    if (hazards && !hazards->findings().empty())
      Loaded::fail(createStringError("the code has hazards"));
    instructions += machine.stats().threadInstructions;
  }
  state.SetItemsProcessed(int64_t(instructions));
}

int main(int argc, char **argv) {
  const std::pair<const char *, const Sample &> samples[] = {
      {"integer", kInteger},
      {"float", kFloat},
      {"mixed", kMixed},
      {"memory", kMemory},
      {"wide", kWide},
      {"bytes", kBytes},
      {"exchange", kExchange},
      {"atomic", kAtomic},
      {"barrier", kBarrier},
      {"barrier32", kNarrowBarrier},
      {"barrier1024", kWideBarrier},
      {"parting", kParting}};
  const std::pair<const char *, unsigned> modes[] = {
      {"plain", None},
      {"memory", Memory},
      {"hazards", Control},
      {"both", Memory | Control}};
  for (const auto &[name, sample] : samples)
    for (const auto &[mode, checks] : modes)
      benchmark::RegisterBenchmark(
          (std::string(name) + "/" + mode).c_str(),
          [&sample = sample, checks = checks](benchmark::State &state) {
            execute(state, sample, checks);
          });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

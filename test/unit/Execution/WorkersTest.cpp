//===- WorkersTest.cpp - Launches in several threads of the host ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results must not depend on the number of threads of the host, nor may atomics
// lose updates.
//
//===----------------------------------------------------------------------===//

#include "Assemble.h"
#include "HostAccess.h"
#include "LaunchState.h"
#include <thread>

using namespace ptxmlir::exec;

namespace {
/// Runs fn(0) and fn(1) at the same time.
template <typename Fn> void together(Fn fn) {
  std::thread other([&] { fn(1); });
  fn(0);
  other.join();
}

/// One after another all bytes of a value of up to 16.
struct alignas(16) Bytes {
  uint8_t at[16] = {};
};
} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

TEST(HostAccess, CopiesEachSize) {
  Bytes from, to;
  for (unsigned k = 0; k < 16; ++k)
    from.at[k] = uint8_t(k + 1);
  for (unsigned bytes : {1, 2, 4, 8, 16})
    for (bool ordered : {false, true}) {
      Bytes between;
      to = Bytes();
      storeBytes(between.at, from.at, bytes, ordered);
      loadBytes(to.at, between.at, bytes, ordered);
      for (unsigned k = 0; k < 16; ++k) {
        EXPECT_EQ(between.at[k], k < bytes ? k + 1 : 0);
        EXPECT_EQ(to.at[k], k < bytes ? k + 1 : 0);
      }
    }
}

TEST(HostAccess, ModifyGivesTheOldValue) {
  for (bool isShared : {false, true}) {
    Bytes cell, old;
    cell.at[0] = 5;
    auto add = [](const uint8_t *before, uint8_t *fresh) {
      memcpy(fresh, before, 16);
      fresh[0] = uint8_t(before[0] + 1);
      return true;
    };
    modify(cell.at, 16, old.at, isShared, add);
    EXPECT_EQ(old.at[0], 5);
    EXPECT_EQ(cell.at[0], 6);
    // Nothing is written.
    modify(cell.at, 4, old.at, isShared,
           [](const uint8_t *, uint8_t *) { return false; });
    EXPECT_EQ(old.at[0], 6);
    EXPECT_EQ(cell.at[0], 6);
  }
}

/// Two threads add to the same bytes.
TEST(HostAccess, ModifyIsAtomic) {
  constexpr unsigned kTimes = 50000;
  for (unsigned bytes : {1, 2, 4, 8, 16}) {
    Bytes cell;
    together([&](unsigned) {
      for (unsigned k = 0; k < kTimes; ++k) {
        Bytes old;
        modify(cell.at, bytes, old.at, true,
               [&](const uint8_t *before, uint8_t *fresh) {
                 unsigned carry = 1;
                 for (unsigned i = 0; i < bytes; ++i) {
                   carry += before[i];
                   fresh[i] = uint8_t(carry);
                   carry >>= 8;
                 }
                 return true;
               });
      }
    });
    uint64_t sum = 0, all = bytes < 4 ? (1 << 8 * bytes) - 1 : ~0u;
    memcpy(&sum, cell.at, std::min(bytes, 8u));
    EXPECT_EQ(sum, 2 * kTimes & all) << bytes << " bytes";
  }
}

/// One thread adds to the lowest byte, the other one to those above it.
TEST(HostAccess, SizesMayDiffer) {
  constexpr unsigned kTimes = 50000;
  Bytes cell;
  together([&](unsigned which) {
    unsigned bytes = which ? 4 : 1, one = which ? 0x100 : 1;
    for (unsigned k = 0; k < kTimes; ++k) {
      Bytes old;
      modify(cell.at, bytes, old.at, true,
             [&](const uint8_t *before, uint8_t *fresh) {
               uint32_t v = 0;
               memcpy(&v, before, bytes);
               v += one;
               memcpy(fresh, &v, bytes);
               return true;
             });
    }
  });
  uint32_t sum;
  memcpy(&sum, cell.at, 4);
  EXPECT_EQ(sum, kTimes * 0x100 + kTimes % 256);
}

TEST(HostAccess, SixteenBytesAreWhole) {
  Bytes cell;
  unsigned torn = 0;
  together([&](unsigned which) {
    for (unsigned k = 0; k < 50000; ++k) {
      Bytes value;
      if (which) {
        memset(value.at, int(k), 16);
        storeBytes(cell.at, value.at, 16, /*ordered=*/true);
        continue;
      }
      loadBytes(value.at, cell.at, 16, /*ordered=*/true);
      torn += value.at[0] != value.at[15];
    }
  });
  EXPECT_EQ(torn, 0u);
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

TEST(MemoryView, FindsWhatIsThere) {
  GlobalMemory memory;
  MemoryView view(memory);
  EXPECT_EQ(view.access(0, 1), nullptr);
  uint64_t first = memory.allocate(16, "first");
  memory.allocate(0, "empty");
  EXPECT_EQ(view.access(first, 16), memory.access(first, 16));
  EXPECT_EQ(view.access(first + 1, 16), nullptr);
  EXPECT_EQ(view.access(first + 16, 1), nullptr);
  EXPECT_EQ(view.access(first - 1, 1), nullptr);
  uint64_t second = memory.allocate(8, "second");
  EXPECT_EQ(view.access(second + 4, 4), memory.access(second + 4, 4));
  EXPECT_EQ(view.access(first + 3, 1), memory.access(first + 3, 1));
}

TEST(MemoryView, FindsWhatAnotherThreadAllocates) {
  GlobalMemory memory;
  std::atomic<uint64_t> newest{0};
  constexpr unsigned kBuffers = 2000;
  unsigned wrong = 0;
  together([&](unsigned which) {
    if (which) {
      for (unsigned k = 0; k < kBuffers; ++k)
        newest = memory.allocate(8, "buffer");
      return;
    }
    MemoryView view(memory);
    uint64_t last = GlobalMemory::kFirstAddress +
                    (kBuffers - 1) * uint64_t((1 << 20) + 512);
    for (uint64_t at = 0; at < last;)
      if ((at = newest) != 0)
        wrong += !view.access(at, 8);
  });
  EXPECT_EQ(wrong, 0u);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TEST(LaunchState, ClustersStartInOrderAndOnce) {
  LaunchState launch(1000, /*isParallel=*/true, 0);
  std::vector<uint64_t> taken[2];
  together([&](unsigned which) {
    while (auto k = launch.takeCluster())
      taken[which].push_back(*k);
  });
  EXPECT_FALSE(launch.hasClusters());
  std::vector<unsigned> times(1000);
  for (const auto &mine : taken) {
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    for (uint64_t k : mine)
      ++times[k];
  }
  EXPECT_EQ(times, std::vector<unsigned>(1000, 1));
}

TEST(LaunchState, FirstFailureCounts) {
  LaunchState launch(1, /*isParallel=*/true, 0);
  EXPECT_FALSE(launch.failed());
  launch.fail([] { return std::string("first"); });
  launch.fail([] { return std::string("second"); });
  EXPECT_TRUE(launch.failed());
  EXPECT_EQ(launch.message(), "first");
}

TEST(LaunchState, InstructionsAreSpentToTheLast) {
  constexpr uint64_t kLimit = 100003;
  LaunchState launch(1, /*isParallel=*/true, kLimit);
  uint64_t spent[2] = {0, 0};
  together([&](unsigned which) {
    // Half of what is taken goes back.
    while (uint64_t n = launch.takeInstructions(64)) {
      uint64_t used = (n + 1) / 2;
      spent[which] += used;
      launch.returnInstructions(n, used);
    }
  });
  EXPECT_EQ(spent[0] + spent[1], kLimit);
  EXPECT_TRUE(launch.areInstructionsSpent());
}

/// 3000 instructions and a few in each of 24 blocks.
static const char kLoop[] = R"(
  MOV R0, RZ
  again:
  IADD3 R0, R0, 0x1, RZ
  ISETP.NE.AND P0, PT, R0, 0x3e8, PT
  @P0 BRA again
  EXIT
)";

static std::string runLoop(unsigned threads, uint64_t limit, LaunchStats &stats,
                           Observer *observer = nullptr) {
  Program program = assemble(kLoop);
  GlobalMemory memory;
  LaunchConfig config;
  config.grid[0] = 24;
  config.block[0] = 32;
  config.threads = threads;
  config.maxInstructions = limit;
  config.params.resize(8);
  Machine machine(program, memory);
  machine.setObserver(observer);
  std::string error = llvm::toString(machine.run(program.kernels[0], config));
  stats = machine.stats();
  return error;
}

TEST(Workers, LimitIsThatOfAllWorkers) {
  constexpr uint64_t kAll = 24 * 3002;
  LaunchStats stats;
  for (unsigned threads : {1, 2, 4, 24, 100}) {
    EXPECT_EQ(runLoop(threads, 0, stats), "");
    EXPECT_EQ(stats.warpInstructions, kAll);
    // The last branch of each block is for no thread.
    EXPECT_EQ(stats.threadInstructions, 32 * (kAll - 24));
    EXPECT_EQ(runLoop(threads, kAll, stats), "");
    std::string error = runLoop(threads, kAll - 1, stats);
    EXPECT_EQ(error.find("stopped after 72047 warp instructions\n"), 0u)
        << error;
    EXPECT_EQ(stats.warpInstructions, kAll - 1);
  }
}

TEST(Workers, ObserverWantsOneThread) {
  LaunchStats stats;
  Observer observer;
  EXPECT_EQ(runLoop(1, 0, stats, &observer), "");
  EXPECT_EQ(runLoop(2, 0, stats, &observer),
            "a run that is checked, observed or traced has one thread of the "
            "host");
}

//===- MemoryCheck.h - Finds wrong uses of memory ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--check=memory` knows of a launch, for both engines: for each byte of
// shared, global and local memory whether it has been written, and for each
// word of shared and global memory who has written it last and who has read it
// since. Two accesses to one word by threads of one CTA are a race if one
// writes, neither comes before the other (HappensBefore.h) and not both are
// strong: atomic, volatile, relaxed or ordered.
//
// A store of the value that is there already is no race.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_MEMORYCHECK_H
#define PTX_MLIR_EXECUTION_MEMORYCHECK_H

#include "ptx-mlir/Execution/HappensBefore.h"
#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <map>
#include <string>

namespace ptxmlir::exec {

class BlockCheck;

enum class AccessKind : uint8_t {
  Read,
  Write,
  Atomic,     ///< reads and writes in one
  AsyncWrite, ///< of a copy that is not done before it is waited for
};

/// Who makes an access, by which instruction.
struct Accessor {
  /// The engine's number of the instruction.
  uint32_t inst = 0;
  unsigned warp = 0, lane = 0;
  /// Lanes whose earlier instructions are done because they execute together
  /// with this one, where the engine has a machine that works like that.
  LaneMask together = 0;
  AccessKind kind = AccessKind::Read;
  /// Atomic, volatile, relaxed or ordered.
  bool strong = false;

  unsigned thread() const { return warp * kLanes + lane; }
  bool reads() const {
    return kind == AccessKind::Read || kind == AccessKind::Atomic;
  }
  bool writes() const { return kind != AccessKind::Read; }
};

/// The findings of one launch, and the shadow of global memory.
class MemoryCheck {
public:
  /// Tells what the instruction of a number is: "k+0x90 (LDS R2, [R3])".
  using Describe = std::function<std::string(uint32_t inst)>;

  explicit MemoryCheck(const GlobalMemory &memory) : memory(memory) {}

  void start(llvm::StringRef kernel, const LaunchConfig &config,
             Describe describe);

  enum Kind : uint8_t { Race, Unwritten, Divergence };
  struct Finding {
    std::string text;
    uint64_t count = 1; ///< threads that did the same
  };
  /// Notes a finding; `text` is called for the first one of these instructions.
  void report(Kind kind, uint32_t inst, uint32_t other,
              llvm::function_ref<std::string()> text);
  const std::vector<Finding> &findings() const { return found; }
  /// Findings beyond the number that is kept.
  uint64_t dropped() const { return more; }
  /// Prints the findings; their number.
  uint64_t print(llvm::raw_ostream &os) const;

  std::string describe(uint32_t inst) const { return describeInst(inst); }
  /// "thread (1,0,0) of block (0,0,0)".
  std::string threadName(const BlockCheck &block, unsigned thread) const;
  llvm::StringRef kernelName() const { return kernel; }
  const GlobalMemory &globalMemory() const { return memory; }

private:
  friend class BlockCheck;

  /// One or more reads that nothing has been written after.
  struct Reads {
    uint32_t warp = 0; ///< block << 5 | warp
    Clock clock = 0;
    LaneMask mask = 0;
    uint32_t inst = 0;
  };
  /// The last accesses of a word, or of a byte.
  struct Cell {
    uint32_t writer = 0; ///< block << 10 | thread
    Clock clock = 0;
    uint32_t inst = 0;
    uint32_t batch = 0; ///< the execution of the instruction
    Reads reads;
    uint32_t moreReads = 0; ///< index + 1 into the lists of further ones
  };
  static constexpr unsigned kPageBits = 10;
  static constexpr uint64_t kPageBytes = 1 << kPageBits;
  /// Cells are made when a page is first accessed, for words at first, for
  /// bytes from the first access on that is smaller.
  struct Page {
    std::unique_ptr<Cell[]> cells;
    unsigned shift = 2;
    uint64_t written[kPageBytes / 64] = {};
  };
  /// A range of memory.
  struct Shadow {
    std::vector<std::unique_ptr<Page>> pages;
    bool hasContents = false;

    void resize(uint64_t bytes) {
      pages.resize((bytes + kPageBytes - 1) / kPageBytes);
    }
    Page &at(uint64_t offset) {
      std::unique_ptr<Page> &p = pages[offset / kPageBytes];
      if (LLVM_UNLIKELY(!p))
        p = std::make_unique<Page>();
      return *p;
    }
  };
  static constexpr uint32_t kStrong = 1u << 31; ///< in the numbers of Cells

  void splitPage(Page &page);

  const GlobalMemory &memory;
  std::string kernel;
  uint32_t blockDims[3] = {1, 1, 1};
  Describe describeInst;
  std::vector<Finding> found;
  std::map<std::tuple<uint8_t, uint32_t, uint32_t>, size_t> known;
  uint64_t more = 0;
  uint32_t blocks = 0, batch = 0;
  std::vector<Shadow> buffers;
  size_t lastBuffer = 0;
  std::vector<std::vector<Reads>> moreReads;
  std::vector<uint32_t> freeReads;
};

/// The check's part of a CTA.
class BlockCheck {
public:
  BlockCheck(MemoryCheck &check, const uint32_t (&id)[3], unsigned threads,
             uint64_t sharedBytes);

  /// An instruction begins its accesses.
  void begin() { ++check.batch; }
  /// An access of `bytes` (a power of two, aligned, or whole words). `fresh` is
  /// what a store is about to write, `old` what is there.
  void shared(const Accessor &who, uint64_t offset, unsigned bytes,
              const uint8_t *old = nullptr, const uint8_t *fresh = nullptr);
  void global(const Accessor &who, uint64_t address, unsigned bytes,
              const uint8_t *old = nullptr, const uint8_t *fresh = nullptr);
  void local(const Accessor &who, uint64_t offset, unsigned bytes);
  /// The bytes of a thread's local memory belong to a new variable.
  void forgetLocal(unsigned thread, uint64_t offset, uint64_t bytes);
  void writeLocal(unsigned thread, uint64_t offset, uint64_t bytes);
  /// Another CTA has written the bytes.
  void writeShared(uint64_t offset, unsigned bytes);
  /// Reads of shared memory in the background, of 4 to 16 bytes: from their
  /// start to their end, of which a thread knows, nobody may write there, `who`
  /// neither.
  void startRead(const Accessor &who, uint64_t offset, unsigned bytes);
  void finishRead(const Accessor &who, uint64_t offset, unsigned bytes);
  /// An AsyncWrite is done, and its thread knows.
  void finishCopy(unsigned thread, uint64_t offset, unsigned bytes);

  /// A thread that waits, and where.
  struct Waiter {
    unsigned thread;
    uint32_t inst;
  };
  /// Threads of a warp meet at a barrier from different instructions; a barrier
  /// of all threads is complete because some have ended, or is not because some
  /// wait elsewhere.
  void meetApart(unsigned barrier, Waiter a, Waiter b);
  void someEnded(unsigned barrier, Waiter waiter, unsigned ended);
  void waitElsewhere(unsigned barrier, Waiter waiter, Waiter other);

  /// What the threads at a barrier hand over.
  SyncObject &barrier(unsigned id) { return barriers[id]; }
  /// The mbarrier at an offset of shared memory.
  SyncObject &mbarrier(uint64_t offset) { return mbarriers[offset]; }
  /// Null if nobody has arrived at one there.
  SyncObject *findMBarrier(uint64_t offset) {
    auto it = mbarriers.find(offset);
    return it == mbarriers.end() ? nullptr : &it->second;
  }

  HappensBefore order;
  MemoryCheck &check;
  uint32_t id[3];

private:
  using Cell = MemoryCheck::Cell;
  using Page = MemoryCheck::Page;
  using Reads = MemoryCheck::Reads;
  enum Space : uint8_t { Shared, Global };

  void access(const Accessor &who, Space space, MemoryCheck::Shadow &shadow,
              uint64_t offset, uint64_t address, unsigned bytes,
              const uint8_t *old, const uint8_t *fresh);
  void readCell(Cell &cell, const Accessor &who, Space space, uint64_t address);
  void writeCell(Cell &cell, const Accessor &who, Space space, uint64_t address,
                 bool sameValue);
  void addReads(Cell &cell, const Accessor &who);
  bool isOrdered(const Cell &cell, const Accessor &who) const;
  LaneMask unordered(const Reads &reads, const Accessor &who) const;
  void race(const Accessor &who, Space space, uint64_t address,
            unsigned otherThread, uint32_t otherInst, const char *otherKind,
            const char *why);
  void checkPendingReads(const Accessor &who, uint64_t offset, unsigned bytes,
                         const uint8_t *old, const uint8_t *fresh);
  void unwritten(const Accessor &who, llvm::StringRef where);
  void divergence(unsigned barrier, const char *what, Waiter a, uint32_t key,
                  llvm::function_ref<std::string()> rest);
  std::string describe(Waiter w) const;

  uint32_t number; ///< of this block, in cells
  MemoryCheck::Shadow sharedShadow;
  /// Of each word of shared memory: reads that have not ended, and the last one
  /// of them. Made by the first.
  struct PendingRead {
    uint32_t count = 0, inst = 0, thread = 0;
  };
  std::vector<PendingRead> pendingReads;
  uint64_t sharedBytes, numPending = 0;
  std::vector<std::vector<uint64_t>> localWritten; ///< bits, by thread
  std::array<SyncObject, 17> barriers;
  llvm::DenseMap<uint64_t, SyncObject> mbarriers;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_MEMORYCHECK_H

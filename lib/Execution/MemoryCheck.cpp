//===- MemoryCheck.cpp - Finds wrong uses of memory -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadow memory: for each byte who wrote it and when by the vector clocks.
// Reads of what was never written, races and copies that nobody waited for are
// found here.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/MemoryCheck.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace ptxmlir::exec;

/// The clock of a write that nobody has waited for.
static constexpr Clock kPending = ~Clock(0);
/// Different findings that are kept.
static constexpr size_t kMaxFindings = 100;

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void MemoryCheck::start(llvm::StringRef name, const LaunchConfig &config,
                        Describe describe) {
  kernel = name.str();
  std::copy(std::begin(config.block), std::end(config.block), blockDims);
  describeInst = std::move(describe);
}

void MemoryCheck::report(Kind kind, uint32_t inst, uint32_t other,
                         llvm::function_ref<std::string()> text) {
  auto [it, isNew] = known.try_emplace({kind, inst, other}, found.size());
  if (!isNew) {
    if (it->second < found.size())
      ++found[it->second].count;
    return;
  }
  if (found.size() < kMaxFindings) {
    found.push_back({text()});
    return;
  }
  it->second = ~size_t(0);
  ++more;
}

uint64_t MemoryCheck::print(llvm::raw_ostream &os) const {
  for (const Finding &f : found) {
    os << f.text << "\n";
    if (f.count > 1)
      os << "  and " << f.count - 1 << " more by the same instructions\n";
  }
  if (more)
    os << "and " << more << " more findings\n";
  return found.size() + more;
}

std::string MemoryCheck::threadName(const BlockCheck &block, unsigned t) const {
  return llvm::formatv("thread ({0},{1},{2}) of block ({3},{4},{5})",
                       t % blockDims[0], t / blockDims[0] % blockDims[1],
                       t / blockDims[0] / blockDims[1], block.id[0],
                       block.id[1], block.id[2]);
}

static constexpr const char kUnordered[] = "nothing orders the two";
static constexpr const char kNotWaited[] = "the copy has not been waited for";

static const char *kindName(const Accessor &who) {
  switch (who.kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::Atomic:
    return "atomic";
  case AccessKind::AsyncWrite:
    return "asynchronous copy";
  }
  return "";
}

void BlockCheck::race(const Accessor &who, Space space, uint64_t address,
                      unsigned otherThread, uint32_t otherInst,
                      const char *otherKind, const char *why) {
  check.report(MemoryCheck::Race, who.inst, otherInst, [&] {
    std::string where =
        space == Shared
            ? llvm::formatv("shared memory, address {0:x}", address).str()
            : llvm::formatv("global memory, {0}",
                            check.memory.describe(address))
                  .str();
    return llvm::formatv(
               "race in {0} of kernel '{1}'\n  {2} by {3}\n    at {4}\n"
               "  after {5} by {6}\n    at {7}\n  {8}",
               where, check.kernel, kindName(who),
               check.threadName(*this, who.thread()),
               check.describeInst(who.inst), otherKind,
               check.threadName(*this, otherThread),
               check.describeInst(otherInst), why)
        .str();
  });
}

void BlockCheck::unwritten(const Accessor &who, llvm::StringRef where) {
  check.report(MemoryCheck::Unwritten, who.inst, 0, [&] {
    return llvm::formatv("read of {0}, which nothing has written, of kernel "
                         "'{1}'\n  by {2}\n    at {3}",
                         where, check.kernel,
                         check.threadName(*this, who.thread()),
                         check.describeInst(who.inst))
        .str();
  });
}

//===----------------------------------------------------------------------===//
// Barrier divergence
//===----------------------------------------------------------------------===//

std::string BlockCheck::describe(Waiter w) const {
  return llvm::formatv("\n  {0} waits\n    at {1}",
                       check.threadName(*this, w.thread),
                       check.describeInst(w.inst));
}

void BlockCheck::divergence(unsigned barrier, const char *what, Waiter a,
                            uint32_t key,
                            llvm::function_ref<std::string()> rest) {
  check.report(MemoryCheck::Divergence, a.inst, key, [&] {
    return llvm::formatv("divergence at barrier {0} of kernel '{1}': {2}",
                         barrier, check.kernel, what)
               .str() +
           describe(a) + rest();
  });
}

void BlockCheck::meetApart(unsigned barrier, Waiter a, Waiter b) {
  divergence(barrier, "threads of one warp come from different instructions", a,
             b.inst, [&] { return describe(b); });
}

void BlockCheck::someEnded(unsigned barrier, Waiter waiter, unsigned ended) {
  divergence(
      barrier, "it is for all threads, and some have ended", waiter, ~0u,
      [&] { return "\n  " + check.threadName(*this, ended) + " has ended"; });
}

void BlockCheck::waitElsewhere(unsigned barrier, Waiter waiter, Waiter other) {
  divergence(barrier, "it is for all threads, and some wait elsewhere", waiter,
             other.inst, [&] { return describe(other); });
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

BlockCheck::BlockCheck(MemoryCheck &check, const uint32_t (&id)[3],
                       unsigned threads, uint64_t sharedBytes)
    : order(threads), check(check), id{id[0], id[1], id[2]},
      sharedBytes(sharedBytes) {
  // 22 bits; 0 is nobody.
  number = check.blocks++ % ((1u << 22) - 1) + 1;
  sharedShadow.resize(sharedBytes);
  localWritten.resize(threads);
}

bool BlockCheck::isOrdered(const Cell &cell, const Accessor &who) const {
  if (cell.clock == kPending)
    return false;
  unsigned other = cell.writer & 1023;
  if (other == who.thread())
    return true;
  if (other / kLanes == who.warp && (who.together >> other % kLanes & 1) &&
      cell.batch != check.batch)
    return true;
  return order.sees(who.thread(), other, cell.clock);
}

LaneMask BlockCheck::unordered(const Reads &reads, const Accessor &who) const {
  if (reads.warp >> 5 != number)
    return 0;
  LaneMask mask = reads.mask;
  unsigned warp = reads.warp & 31;
  if (warp == who.warp)
    mask &= ~(who.together | 1u << who.lane);
  return mask ? mask & order.unseen(who.thread(), warp, reads.clock) : 0;
}

void BlockCheck::addReads(Cell &cell, const Accessor &who) {
  Reads fresh = {number << 5 | who.warp, order.now(who.thread()),
                 1u << who.lane,
                 who.inst | (who.strong ? MemoryCheck::kStrong : 0)};
  Reads &first = cell.reads;
  auto merge = [&](Reads &into) {
    into.mask |= fresh.mask;
    if (!who.strong)
      into.inst = fresh.inst;
  };
  if (first.warp == fresh.warp && first.clock == fresh.clock)
    return merge(first);
  if (!first.mask || first.warp >> 5 != number ||
      (!unordered(first, who) && !cell.moreReads)) {
    first = fresh;
    return;
  }
  if (!cell.moreReads) {
    if (check.freeReads.empty()) {
      check.freeReads.push_back(uint32_t(check.moreReads.size()));
      check.moreReads.emplace_back();
    }
    cell.moreReads = check.freeReads.back() + 1;
    check.freeReads.pop_back();
  }
  // The entry in use comes first: the other lanes of the warp want it next.
  std::vector<Reads> &list = check.moreReads[cell.moreReads - 1];
  for (Reads &r : list)
    if (r.warp == fresh.warp && r.clock == fresh.clock) {
      merge(r);
      std::swap(r, first);
      return;
    }
  llvm::erase_if(list, [&](const Reads &r) { return !unordered(r, who); });
  if (unordered(first, who))
    list.push_back(first);
  first = fresh;
}

void BlockCheck::readCell(Cell &cell, const Accessor &who, Space space,
                          uint64_t address) {
  if (cell.writer >> 10 == number && !isOrdered(cell, who) &&
      !(who.strong && cell.inst & MemoryCheck::kStrong))
    race(who, space, address, cell.writer & 1023,
         cell.inst & ~MemoryCheck::kStrong,
         cell.clock == kPending ? "asynchronous copy" : "write",
         cell.clock == kPending ? kNotWaited : kUnordered);
  addReads(cell, who);
}

void BlockCheck::writeCell(Cell &cell, const Accessor &who, Space space,
                           uint64_t address, bool sameValue) {
  if (cell.writer >> 10 == number && !sameValue && !isOrdered(cell, who) &&
      !(who.strong && cell.inst & MemoryCheck::kStrong))
    race(who, space, address, cell.writer & 1023,
         cell.inst & ~MemoryCheck::kStrong,
         cell.clock == kPending ? "asynchronous copy" : "write",
         cell.clock == kPending ? kNotWaited
         : cell.batch == check.batch &&
                 (cell.writer & 1023) / kLanes == who.warp
             ? "which value stays is undefined"
             : kUnordered);
  auto checkReads = [&](const Reads &r) {
    if (who.strong && r.inst & MemoryCheck::kStrong)
      return;
    if (LaneMask lanes = unordered(r, who))
      race(who, space, address,
           (r.warp & 31) * kLanes + unsigned(__builtin_ctz(lanes)),
           r.inst & ~MemoryCheck::kStrong, "read", kUnordered);
  };
  if (cell.reads.mask) {
    if (!sameValue)
      checkReads(cell.reads);
    cell.reads.mask = 0;
    cell.reads.warp = 0;
    if (cell.moreReads) {
      std::vector<Reads> &list = check.moreReads[cell.moreReads - 1];
      if (!sameValue)
        llvm::for_each(list, checkReads);
      list.clear();
      check.freeReads.push_back(cell.moreReads - 1);
      cell.moreReads = 0;
    }
  }
  cell.writer = number << 10 | who.thread();
  cell.clock =
      who.kind == AccessKind::AsyncWrite ? kPending : order.now(who.thread());
  cell.inst = who.inst | (who.strong ? MemoryCheck::kStrong : 0);
  cell.batch = check.batch;
}

void MemoryCheck::splitPage(Page &page) {
  auto bytes = std::make_unique<Cell[]>(kPageBytes);
  for (uint64_t k = 0; k < kPageBytes; ++k) {
    bytes[k] = page.cells[k / 4];
    // Further reads are the first byte's; the others keep the newest ones.
    if (k % 4)
      bytes[k].moreReads = 0;
  }
  page.cells = std::move(bytes);
  page.shift = 0;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The bits of `bytes` bytes from `offset` on, in their word of 64.
static uint64_t bitsOf(uint64_t offset, unsigned bytes) {
  return (~uint64_t(0) >> (64 - bytes)) << offset % 64;
}

void BlockCheck::access(const Accessor &who, Space space,
                        MemoryCheck::Shadow &shadow, uint64_t offset,
                        uint64_t address, unsigned bytes, const uint8_t *old,
                        const uint8_t *fresh) {
  Page &page = shadow.at(offset);
  if (LLVM_UNLIKELY(!page.cells))
    page.cells = std::make_unique<Cell[]>(MemoryCheck::kPageBytes / 4);
  if (LLVM_UNLIKELY(bytes < 4 && page.shift))
    check.splitPage(page);
  uint64_t inPage = offset % MemoryCheck::kPageBytes;
  unsigned size = 1u << page.shift;
  // Lanes in lockstep learn what one of them reads.
  if (who.strong && who.reads() && order.hasReleased())
    forLanes(who.together | 1u << who.lane, [&](unsigned lane) {
      order.strongRead(who.warp * kLanes + lane, address);
    });
  if (!shadow.hasContents) {
    uint64_t &word = page.written[inPage / 64], bits = bitsOf(inPage, bytes);
    if (who.reads() && (word & bits) != bits) {
      unwritten(who, space == Shared
                         ? llvm::formatv("{0} bytes at shared address {1:x}",
                                         bytes, address)
                               .str()
                         : llvm::formatv("{0} bytes of global memory {1}",
                                         bytes, check.memory.describe(address))
                               .str());
      word |= bits;
    }
    if (who.writes() && who.kind != AccessKind::AsyncWrite)
      word |= bits;
  }
  if (numPending && space == Shared && who.writes())
    checkPendingReads(who, offset, bytes, old, fresh);
  Cell *cell = &page.cells[inPage >> page.shift];
  for (unsigned k = 0; k < bytes; k += size, ++cell) {
    if (!who.writes())
      readCell(*cell, who, space, address + k);
    else
      writeCell(*cell, who, space, address + k,
                fresh && memcmp(old + k, fresh + k, size) == 0);
  }
  if (who.strong && who.writes())
    order.strongWrite(who.thread(), address);
}

/// The bytes of an access in pieces that lie in a word of 64 bits of
/// Page::written each: `fn(bytes before, bytes)`. Bulk copies have many.
template <typename Fn>
static void inPieces(uint64_t offset, unsigned bytes, Fn fn) {
  if (LLVM_LIKELY(offset % 64 + bytes <= 64))
    return fn(0, bytes);
  for (unsigned done = 0, size; done < bytes; done += size) {
    size = std::min(bytes - done, 64 - unsigned((offset + done) % 64));
    fn(done, size);
  }
}

void BlockCheck::shared(const Accessor &who, uint64_t offset, unsigned bytes,
                        const uint8_t *old, const uint8_t *fresh) {
  inPieces(offset, bytes, [&](unsigned done, unsigned size) {
    access(who, Shared, sharedShadow, offset + done, offset + done, size,
           old ? old + done : nullptr, fresh ? fresh + done : nullptr);
  });
}

void BlockCheck::global(const Accessor &who, uint64_t address, unsigned bytes,
                        const uint8_t *old, const uint8_t *fresh) {
  const auto &list = check.memory.buffers();
  if (check.lastBuffer >= check.buffers.size() ||
      address - list[check.lastBuffer].base >= list[check.lastBuffer].size) {
    auto it = llvm::upper_bound(
        list, address,
        [](uint64_t a, const GlobalMemory::Buffer &b) { return a < b.base; });
    if (it == list.begin())
      return;
    check.lastBuffer = size_t(it - list.begin() - 1);
    // The program may have allocated some.
    for (size_t k = check.buffers.size(); k < list.size(); ++k) {
      check.buffers.emplace_back().resize(list[k].size);
      check.buffers.back().hasContents = list[k].hasContents;
    }
  }
  uint64_t offset = address - list[check.lastBuffer].base;
  inPieces(offset, bytes, [&](unsigned done, unsigned size) {
    access(who, Global, check.buffers[check.lastBuffer], offset + done,
           address + done, size, old ? old + done : nullptr,
           fresh ? fresh + done : nullptr);
  });
}

void BlockCheck::local(const Accessor &who, uint64_t offset, unsigned bytes) {
  std::vector<uint64_t> &written = localWritten[who.thread()];
  if (offset / 64 >= written.size())
    written.resize(llvm::PowerOf2Ceil(offset / 64 + 1));
  uint64_t &word = written[offset / 64], bits = bitsOf(offset, bytes);
  if (who.reads() && (word & bits) != bits)
    unwritten(who, llvm::formatv("{0} bytes of local memory", bytes).str());
  word |= bits;
}

void BlockCheck::forgetLocal(unsigned thread, uint64_t offset, uint64_t bytes) {
  std::vector<uint64_t> &written = localWritten[thread];
  for (uint64_t k = offset; k < offset + bytes && k / 64 < written.size(); ++k)
    written[k / 64] &= ~(uint64_t(1) << k % 64);
}

void BlockCheck::writeLocal(unsigned thread, uint64_t offset, uint64_t bytes) {
  std::vector<uint64_t> &written = localWritten[thread];
  if (!bytes)
    return;
  if ((offset + bytes - 1) / 64 >= written.size())
    written.resize(llvm::PowerOf2Ceil((offset + bytes - 1) / 64 + 1));
  for (uint64_t k = offset; k < offset + bytes; ++k)
    written[k / 64] |= uint64_t(1) << k % 64;
}

void BlockCheck::writeShared(uint64_t offset, unsigned bytes) {
  inPieces(offset, bytes, [&](unsigned done, unsigned size) {
    uint64_t at = offset + done;
    sharedShadow.at(at).written[at % MemoryCheck::kPageBytes / 64] |=
        bitsOf(at, size);
  });
}

void BlockCheck::checkPendingReads(const Accessor &who, uint64_t offset,
                                   unsigned bytes, const uint8_t *old,
                                   const uint8_t *fresh) {
  if (fresh && memcmp(old, fresh, bytes) == 0)
    return;
  for (uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word)
    if (PendingRead &p = pendingReads[word]; p.count)
      race(who, Shared, std::max(offset, word * 4), p.thread, p.inst,
           "asynchronous read", "what reads there has not been waited for");
}

void BlockCheck::startRead(const Accessor &who, uint64_t offset,
                           unsigned bytes) {
  if (pendingReads.empty())
    pendingReads.resize((sharedBytes + 3) / 4);
  for (unsigned k = 0; k < bytes; k += 4) {
    access(who, Shared, sharedShadow, offset + k, offset + k, 4, nullptr,
           nullptr);
    PendingRead &p = pendingReads[(offset + k) / 4];
    numPending += !p.count;
    p = {p.count + 1, who.inst, who.thread()};
  }
}

void BlockCheck::finishRead(const Accessor &who, uint64_t offset,
                            unsigned bytes) {
  Page &page = sharedShadow.at(offset);
  uint64_t inPage = offset % MemoryCheck::kPageBytes;
  for (unsigned k = 0; k < bytes; k += 4)
    numPending -= !--pendingReads[(offset + k) / 4].count;
  for (uint64_t k = inPage >> page.shift; k < (inPage + bytes) >> page.shift;
       ++k)
    addReads(page.cells[k], who);
}

void BlockCheck::finishCopy(unsigned thread, uint64_t offset, unsigned bytes) {
  Page &page = sharedShadow.at(offset);
  writeShared(offset, bytes);
  uint64_t inPage = offset % MemoryCheck::kPageBytes;
  for (uint64_t k = inPage >> page.shift; k < (inPage + bytes) >> page.shift;
       ++k) {
    Cell &cell = page.cells[k];
    if (cell.writer == (number << 10 | thread) && cell.clock == kPending)
      cell.clock = order.now(thread);
  }
}

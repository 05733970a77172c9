//===- Machine.cpp - Launching, faults, memory spaces ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of the machine: a launch from start to end, messages of faults, and
// where an address of each memory space is. Instructions are in the files named
// *Ops.cpp.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Machine.h"
#include "LaunchState.h"
#include "ptx-mlir/Execution/Descriptors.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::exec;

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// Where a thread is: "thread (3,0,0) of block (0,0,0)".
static std::string threadName(const Warp &w, unsigned lane,
                              const uint32_t (&block)[3]) {
  uint64_t t = uint64_t(w.index) * kLanes + lane;
  const uint32_t *c = w.cta->id;
  return llvm::formatv("thread ({0},{1},{2}) of block ({3},{4},{5})",
                       t % block[0], t / block[0] % block[1],
                       t / block[0] / block[1], c[0], c[1], c[2])
      .str();
}

std::string Machine::describePlace(uint64_t pc) const {
  const Kernel *where = program.kernelAt(pc);
  std::string source = program.describeSource(pc);
  return llvm::formatv("{0}+{1:x} ({2}){3}{4}", where ? where->name : "code",
                       pc - (where ? where->entry : 0), program.describe(pc),
                       source.empty() ? "" : ", ", source);
}

void Machine::fault(const Warp &w, const DInst &inst, int lane,
                    std::string message) {
  if (faulted())
    return;
  hasFaulted = true;
  launch->fail([&] {
    std::string text =
        llvm::formatv("{0}\n  at {1}", message, describePlace(pcOf(inst)));
    if (lane >= 0)
      text += "\n  by " + threadName(w, unsigned(lane), config->block);
    else
      text += llvm::formatv("\n  by warp {0} of block ({1},{2},{3})", w.index,
                            w.cta->id[0], w.cta->id[1], w.cta->id[2]);
    return text;
  });
}

const uint8_t *Machine::constant(const Warp &w, const DInst &inst,
                                 unsigned bank, uint64_t offset,
                                 unsigned bytes) {
  const std::vector<uint8_t> *data = nullptr;
  switch (bank) {
  case 0:
    data = &constant0;
    break;
  case 2:
    data = &kernel->constant2;
    break;
  case 3:
    data = &program.constant3;
    break;
  case 4:
    data = &program.constant4;
    break;
  }
  if (data && offset + bytes <= data->size() && offset <= data->size())
    return data->data() + offset;
  fault(w, inst, -1,
        llvm::formatv("read of c[{0}][{1:x}], outside the constant bank ({2} "
                      "bytes)",
                      bank, offset, data ? data->size() : 0));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

static bool misaligned(Machine &m, const Warp &w, const DInst &inst,
                       unsigned lane, uint64_t address, unsigned bytes) {
  if ((address & (bytes - 1)) == 0)
    return false;
  m.fault(w, inst, int(lane),
          llvm::formatv("misaligned access of {0} bytes at address {1:x}",
                        bytes, address));
  return true;
}

uint8_t *Machine::global(const Warp &w, const DInst &inst, unsigned lane,
                         uint64_t address, unsigned bytes) {
  if (misaligned(*this, w, inst, lane, address, bytes))
    return nullptr;
  if (observer)
    observer->access(w, MemorySpace::Global, lane, address, bytes);
  if (uint8_t *p = view.access(address, bytes))
    return p;
  fault(w, inst, int(lane),
        llvm::formatv("access of {0} bytes at global address {1:x}, {2}", bytes,
                      address, memory.describe(address)));
  return nullptr;
}

uint8_t *Machine::shared(Warp &w, const DInst &inst, unsigned lane,
                         uint64_t address, unsigned bytes) {
  if (misaligned(*this, w, inst, lane, address, bytes))
    return nullptr;
  if (observer)
    observer->access(w, MemorySpace::Shared, lane, address & kSharedOffset,
                     bytes);
  return sharedOf(*w.cta, w, inst, lane, address, bytes);
}

CTA *Machine::ownerOf(const Warp &w, uint64_t address) {
  const std::vector<CTA *> &ctas = w.cta->cluster->ctas;
  uint64_t rank = address >> kRankShift;
  return rank < ctas.size() ? ctas[rank] : nullptr;
}

uint8_t *Machine::clusterShared(Warp &w, const DInst &inst, unsigned lane,
                                uint64_t address, unsigned bytes) {
  if (misaligned(*this, w, inst, lane, address, bytes))
    return nullptr;
  if (CTA *owner = ownerOf(w, address)) {
    if (observer && owner == w.cta)
      observer->access(w, MemorySpace::Shared, lane, address & kSharedOffset,
                       bytes);
    return sharedOf(*owner, w, inst, lane, address, bytes);
  }
  fault(w, inst, int(lane),
        llvm::formatv("access of {0} bytes at shared address {1:x}: the "
                      "cluster has {2} blocks",
                      bytes, address, w.cta->cluster->ctas.size()));
  return nullptr;
}

uint8_t *Machine::sharedOf(CTA &owner, const Warp &w, const DInst &inst,
                           unsigned lane, uint64_t address, unsigned bytes) {
  uint64_t offset = address & kSharedOffset, rank = address >> kRankShift;
  std::vector<uint8_t> &mem = owner.shared;
  // An offset without a rank is of the own block: mapa's result for the first
  // block looks the same to LDS.
  bool isGuard = usesTensorMemory && offset >= tensorWords &&
                 offset + bytes <= tensorWordsEnd;
  if ((offset >= kernel->sharedBase || isGuard) &&
      offset + bytes <= mem.size() && (rank == owner.rank || rank == 0))
    return mem.data() + offset;
  fault(w, inst, int(lane),
        llvm::formatv("access of {0} bytes at shared address {1:x}, outside "
                      "the block's {2} bytes (which start at {3:x})",
                      bytes, address, mem.size() - kernel->sharedBase,
                      kernel->sharedBase | uint64_t(owner.rank) << kRankShift));
  return nullptr;
}

uint8_t *Machine::local(Warp &w, const DInst &inst, unsigned lane,
                        uint64_t address, unsigned bytes) {
  if (misaligned(*this, w, inst, lane, address, bytes))
    return nullptr;
  if (observer)
    observer->access(w, MemorySpace::Local, lane, address, bytes);
  uint64_t offset = address - (localTop - localBytes);
  if (address >= localTop || offset >= localBytes ||
      offset + bytes > localBytes) {
    fault(w, inst, int(lane),
          llvm::formatv("access of {0} bytes at local address {1:x}, outside "
                        "the thread's {2} bytes below {3:x}",
                        bytes, address, localBytes, localTop));
    return nullptr;
  }
  if (w.local.empty())
    w.local.resize(localBytes * kLanes);
  return w.local.data() + lane * localBytes + offset;
}

uint8_t *Machine::parameter(Warp &w, const DInst &inst, unsigned lane,
                            uint64_t address, unsigned bytes) {
  if (misaligned(*this, w, inst, lane, address, bytes))
    return nullptr;
  if (address + bytes <= config->params.size())
    return constant0.data() + kernel->paramBase + address;
  fault(w, inst, int(lane),
        llvm::formatv("access of {0} bytes at parameter address {1:x}, outside "
                      "the {2} bytes of parameters",
                      bytes, address, config->params.size()));
  return nullptr;
}

uint8_t *Machine::generic(Warp &w, const DInst &inst, unsigned lane,
                          uint64_t address, unsigned bytes) {
  uint32_t high = uint32_t(address >> 32);
  if (high == GlobalMemory::kSharedWindowHigh)
    return clusterShared(w, inst, lane, uint32_t(address), bytes);
  if (high == GlobalMemory::kLocalWindowHigh)
    return local(w, inst, lane, uint32_t(address), bytes);
  if (high == GlobalMemory::kParamWindowHigh)
    return parameter(w, inst, lane, uint32_t(address), bytes);
  return global(w, inst, lane, address, bytes);
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

void Machine::buildConstants() {
  const target::ConstantBank &bank =
      *target::lookupTarget(program.sm, "")->bank;
  size_t size =
      std::max<size_t>({kernel->constant0.size(), size_t(bank.paramBase),
                        size_t(kernel->paramBase) + config->params.size()});
  constant0.assign(size, 0);
  std::copy(kernel->constant0.begin(), kernel->constant0.end(),
            constant0.begin());
  auto put32 = [&](int offset, uint32_t v) {
    if (offset >= 0)
      memcpy(constant0.data() + offset, &v, 4);
  };
  for (int i = 0; i < 3; ++i) {
    put32(bank.blockDim + 4 * i, config->block[i]);
    put32(bank.gridDim + 4 * i, config->grid[i]);
  }
  put32(bank.stackPointer, uint32_t(localTop));
  put32(bank.localWindow, 0);
  put32(bank.localWindow + 4, GlobalMemory::kLocalWindowHigh);
  if (bank.sharedWindow >= 0) {
    put32(bank.sharedWindow, 0);
    put32(bank.sharedWindow + 4, GlobalMemory::kSharedWindowHigh);
  }
  put32(bank.constWindow, uint32_t(program.constantWindow));
  put32(bank.constWindow + 4, uint32_t(program.constantWindow >> 32));
  if (bank.paramWindow >= 0) {
    put32(bank.paramWindow, 0);
    put32(bank.paramWindow + 4, GlobalMemory::kParamWindowHigh);
    put32(bank.paramWindow + 8,
          uint32_t(std::max<size_t>(config->params.size(), 1) - 1));
    put32(bank.paramWindow + 12, GlobalMemory::kParamWindowHigh);
  }
  if (bank.bankWindow >= 0) {
    // The parameters lie where they lie in the bank.
    uint64_t window = (uint64_t(GlobalMemory::kParamWindowHigh) << 32) -
                      uint64_t(kernel->paramBase);
    put32(bank.bankWindow, uint32_t(window));
    put32(bank.bankWindow + 4, uint32_t(window >> 32));
    put32(bank.lastParamByte,
          uint32_t(kernel->paramBase) +
              uint32_t(std::max<size_t>(config->params.size(), 1) - 1));
  }
  put32(bank.dynamicSharedSize, uint32_t(config->dynamicShared));
  put32(bank.numSMs, 1);
  // What the system reserves is no part of a program's shared memory.
  put32(bank.sharedSizeExcess, uint32_t(kernel->sharedBase));
  put32(bank.aggregatedSharedSize, ~0u);
  for (int i = 0; bank.clusterDim >= 0 && i < 3; ++i) {
    uint32_t dim = cluster.dims[i];
    put32(bank.clusterDim + 4 * i, dim);
    // Code divides by it and truncates: it must not be too small.
    float reciprocal = 1.0f / float(dim);
    if (double(reciprocal) * dim < 1)
      reciprocal = std::nextafter(reciprocal, 1.0f);
    put32(bank.clusterReciprocal + 4 * i, llvm::bit_cast<uint32_t>(reciprocal));
    put32(bank.clusterGridDim + 4 * i, config->grid[i] / dim);
  }
  put32(bank.isExplicitCluster, cluster.isExplicit);
  if (bank.clusterCTAs >= 0)
    put32(bank.clusterCTAs, uint32_t(cluster.size()));
  std::copy(config->params.begin(), config->params.end(),
            constant0.begin() + kernel->paramBase);
  for (unsigned t = 0; program.descriptorTables >> t; ++t) {
    if (!(program.descriptorTables >> t & 1) || bank.imageDescriptors < 0)
      continue;
    auto table = DescriptorTable(t);
    std::vector<uint32_t> words = makeDescriptors(table, config->textures);
    uint64_t at = memory.allocate(4 * words.size(), "descriptors");
    memcpy(memory.access(at, 4 * words.size()), words.data(), 4 * words.size());
    memcpy(constant0.data() + bank.imageDescriptors + 8 * placeOf(table), &at,
           8);
  }
  for (const TextureSlot &slot : kernel->textureSlots)
    if (slot.offset + 4 <= constant0.size()) {
      uint32_t word;
      memcpy(&word, constant0.data() + slot.offset, 4);
      word |= findBoundTexture(config->textures, slot.variable) << slot.shift;
      memcpy(constant0.data() + slot.offset, &word, 4);
    }
}

void Warp::makeRegisters(unsigned rows, unsigned predicates) {
  constexpr uint32_t garbage = 0xbadc0de5;
  rowStorage.reset(new RegisterRow[rows]);
  R = reinterpret_cast<uint32_t (*)[kLanes]>(rowStorage.get());
  for (unsigned row = 0; row < rows; ++row)
    std::fill(std::begin(R[row]), std::end(R[row]), garbage);
  std::fill(std::begin(R[kZeroRow]), std::end(R[kZeroRow]), 0);
  uniformStorage.assign(rows, garbage);
  UR = uniformStorage.data();
  UR[kZeroRow] = 0;
  predicateStorage.assign(predicates, 0);
  P = predicateStorage.data();
  P[kTruePredicate] = ~0u;
  uniformPredicateStorage.reset(new bool[predicates]());
  UP = uniformPredicateStorage.get();
  UP[kTruePredicate] = true;
}

std::unique_ptr<CTA> Machine::makeCTA(uint64_t linear) {
  auto cta = std::make_unique<CTA>();
  cta->linear = linear;
  cta->id[0] = uint32_t(linear % config->grid[0]);
  cta->id[1] = uint32_t(linear / config->grid[0] % config->grid[1]);
  cta->id[2] = uint32_t(linear / config->grid[0] / config->grid[1]);
  uint64_t threads =
      uint64_t(config->block[0]) * config->block[1] * config->block[2];
  uint64_t staticShared =
      std::max<uint64_t>(kernel->sharedBytes, kernel->sharedBase);
  // ptxas 13.0.88 joins loads to 16 bytes that reach over the end of a block's
  // memory, of which a GPU has whole units (128 bytes and more).
  cta->shared.assign(llvm::alignTo(staticShared + config->dynamicShared, 16),
                     0);
  for (uint64_t first = 0; first < threads; first += kLanes) {
    auto w = std::make_unique<Warp>();
    w->cta = cta.get();
    w->index = unsigned(first / kLanes);
    uint64_t lanes = std::min<uint64_t>(kLanes, threads - first);
    w->threads = lanes == 32 ? ~0u : (1u << lanes) - 1;
    w->makeRegisters(kernel->rows, kernel->predicates);
    memset(w->rpc, 0, sizeof(w->rpc));
    memset(w->B, 0, sizeof(w->B));
    memset(w->yielded, 0, sizeof(w->yielded));
    Group g;
    g.pc = kernel->entry;
    g.mask = w->threads;
    w->groups.push_back(g);
    cta->warps.push_back(std::move(w));
  }
  if (check)
    cta->check = std::make_shared<BlockCheck>(
        *check, cta->id, unsigned(threads), cta->shared.size());
  cta->barriers.resize(target->limits->namedBarriers + 1);
  for (CTABarrier &b : cta->barriers) {
    b.arrived.assign(cta->warps.size(), 0);
    b.voted.assign(cta->warps.size(), 0);
  }
  return cta;
}

llvm::Error Machine::run(const Kernel &k, const LaunchConfig &c) {
  kernel = &k;
  config = &c;
  hasFaulted = false;
  randomState = config->schedule.value_or(0);
  counters = {};
  auto bad = [](const llvm::Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  };
  if (c.threads > 1 && (check || observer || c.trace))
    return bad("a run that is checked, observed or traced has one thread of "
               "the host");
  uint64_t ctas = uint64_t(c.grid[0]) * c.grid[1] * c.grid[2];
  target = target::lookupTarget(program.sm, "");
  const target::SMLimits &limits = *target->limits;
  if (llvm::Error e = checkGrid(c, limits.maxThreadsPerCTA))
    return e;
  if (!target->hasClusters() && (c.cluster[0] || c.cluster[1] || c.cluster[2]))
    return bad("sm_" + llvm::Twine(program.sm) + " has no clusters");
  llvm::Expected<ClusterShape> shape = clusterOf(c, k.cluster);
  if (!shape)
    return shape.takeError();
  cluster = *shape;
  if (c.params.size() != k.paramBytes)
    return bad("kernel '" + k.name + "' takes " + llvm::Twine(k.paramBytes) +
               " bytes of parameters, not " + llvm::Twine(c.params.size()));
  uint64_t shared =
      std::max<uint64_t>(k.sharedBytes, k.sharedBase) + c.dynamicShared;
  uint64_t sharedLimit = limits.sharedPerCTAOptIn + limits.reservedSharedPerCTA;
  if (shared > sharedLimit || k.sharedBytes > sharedLimit)
    return bad("kernel '" + k.name + "' has " + llvm::Twine(shared) +
               " bytes of shared memory, a block at most " +
               llvm::Twine(sharedLimit));
  constexpr unsigned maxLocal = 512 << 10; // CUDA's limit for a thread
  if (k.stackBytes > maxLocal || c.stackBytes > maxLocal)
    return bad("a thread has at most " + llvm::Twine(maxLocal) +
               " bytes of local memory");
  localTop = 0xfffdc0; // where the stack starts on the hardware
  localBytes = (std::max(k.stackBytes, c.stackBytes) + 1023) & ~1023u;
  usesTensorMemory = llvm::any_of(program.insts, [](const isa::Inst &inst) {
    return inst.opcode == isa::Opcode::UTCATOMSWS ||
           inst.opcode == isa::Opcode::UTCATOMSWS_FIND;
  });
  tensorWords = target->reservedTensorOffset();
  tensorWordsEnd = tensorWords + target->reservedSharedTensor;
  buildConstants();
  if (check)
    check->start(k.name, c,
                 [this](uint32_t inst) { return describePlace(inst * 16); });

  view = MemoryView(memory);
  uint64_t clusters = ctas / cluster.size();
  auto workers =
      unsigned(std::min<uint64_t>(std::max(1u, c.threads), clusters));
  parallel = workers > 1;
  launch = std::make_shared<LaunchState>(clusters, parallel, c.maxInstructions);
  startWorkers(workers);
  if (launch->failed())
    return bad(launch->message());
  return llvm::Error::success();
}

std::string Machine::describeStall(const CTA &cta) const {
  std::string text;
  unsigned lines = 0;
  for (const auto &w : cta.warps)
    for (const Group &g : w->groups) {
      if (!g.mask || ++lines > 8)
        continue;
      const Kernel *where = program.kernelAt(g.pc);
      static const char *const states[] = {
          "runs", "waits for its convergence barrier", "waits at WARPSYNC",
          "waits at CTA barrier", "waits for threads that have parted"};
      text += llvm::formatv(
          "\n  block ({0},{1},{2}) warp {3} lanes {4:x-8} {5}{6} at {7}+{8:x} "
          "({9})",
          cta.id[0], cta.id[1], cta.id[2], w->index, g.mask, states[g.state],
          g.state == Group::WaitCTA || g.state == Group::WaitConvergence
              ? " " + std::to_string(g.id)
              : "",
          where ? where->name : "code", g.pc - (where ? where->entry : 0),
          program.describe(g.pc));
    }
  if (lines > 8)
    text += "\n  and " + std::to_string(lines - 8) + " more";
  return text;
}

//===- Memory.cpp - State spaces, loads and stores ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 5 (state spaces) and 9.7.9 (ld, st, fences and what is a
// hint only), 9.7.17 (stack). Threads see memory in the order in which the
// instructions are executed, so that no fence has anything to do.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using exec::GlobalMemory;
using ptx::Space;

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

/// The most local memory that a thread may have.
static constexpr uint32_t kMaxLocal = 512 << 10;

uint8_t *interp::localMemory(Warp &w, unsigned lane, uint64_t address,
                             uint64_t bytes) {
  uint32_t top = w.localTop[lane];
  if (address > top || top - address < bytes || top > kMaxLocal)
    return nullptr;
  uint64_t capacity = w.local.size() / kLanes;
  if (top > capacity) {
    uint64_t grown = std::max<uint64_t>(1024, llvm::PowerOf2Ceil(top));
    std::vector<uint8_t> larger(grown * kLanes);
    for (unsigned l = 0; l < kLanes && capacity; ++l)
      memcpy(&larger[l * grown], &w.local[l * capacity], capacity);
    w.local = std::move(larger);
    capacity = grown;
  }
  return w.local.data() + lane * capacity + address;
}

static constexpr uint64_t window(uint32_t high) { return uint64_t(high) << 32; }

uint64_t interp::toGeneric(const Warp &w, Space space, uint64_t address) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return window(GlobalMemory::kSharedWindowHigh) | address;
  case Space::Local:
  case Space::ParamFunc:
    return window(GlobalMemory::kLocalWindowHigh) | address;
  case Space::Const:
    return w.launch->program.constBase + address;
  case Space::ParamEntry:
    return window(GlobalMemory::kParamWindowHigh) | address;
  default:
    return address;
  }
}

uint64_t interp::fromGeneric(const Warp &w, Space space, uint64_t address) {
  switch (space) {
  case Space::Const:
    return address - w.launch->program.constBase;
  case Space::Shared:
  case Space::SharedCluster:
  case Space::Local:
  case Space::ParamEntry:
  case Space::ParamFunc:
    return address & 0xffffffff;
  default:
    return address;
  }
}

Space interp::spaceOf(const Warp &w, uint64_t generic) {
  switch (generic >> 32) {
  case GlobalMemory::kSharedWindowHigh: {
    uint64_t rank = generic >> 24 & 255;
    return rank == w.cta->rank ? Space::Shared : Space::SharedCluster;
  }
  case GlobalMemory::kLocalWindowHigh:
    return Space::Local;
  case GlobalMemory::kParamWindowHigh:
    return Space::ParamEntry;
  default: {
    const Program &program = w.launch->program;
    return generic - program.constBase < program.constBytes ? Space::Const
                                                            : Space::Global;
  }
  }
}

static llvm::StringRef spaceName(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Const:
    return "constant";
  case Space::ParamEntry:
  case Space::ParamFunc:
    return "parameter";
  default:
    return "global";
  }
}

/// The bytes of an access, null if there are none.
static uint8_t *find(Warp &w, unsigned lane, Space space, uint64_t address,
                     unsigned bytes, bool isWrite) {
  Program &program = w.launch->program;
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster: {
    CTA *cta = w.cta;
    uint64_t rank = address >> 24;
    if (space == Space::SharedCluster)
      cta =
          rank < cta->cluster->ctas.size() ? cta->cluster->ctas[rank] : nullptr;
    uint64_t offset = address & 0xffffff;
    return cta && offset + bytes <= cta->shared.size()
               ? cta->shared.data() + offset
               : nullptr;
  }
  case Space::Local:
  case Space::ParamFunc:
    return localMemory(w, lane, address, bytes);
  case Space::Const:
    return address + bytes <= program.constBytes && !isWrite
               ? program.memory.access(program.constBase + address, bytes)
               : nullptr;
  case Space::ParamEntry:
    if (isWrite || address + bytes > w.launch->config.params.size())
      return nullptr;
    return const_cast<uint8_t *>(w.launch->config.params.data()) + address;
  default:
    return program.memory.access(address, bytes);
  }
}

uint8_t *interp::access(Warp &w, const Instr &inst, unsigned lane, Space space,
                        uint64_t address, unsigned bytes, unsigned alignment,
                        AccessKind kind, bool strong, const uint8_t *fresh) {
  bool isWrite = kind != AccessKind::Read;
  if (space == Space::None) {
    space = spaceOf(w, address);
    address = fromGeneric(w, space, address);
  }
  if (space != Space::Global)
    address &= 0xffffffff;
  bool aligned = address % alignment == 0;
  if (LLVM_LIKELY(aligned))
    if (uint8_t *p = find(w, lane, space, address, bytes, isWrite)) {
      if (LLVM_UNLIKELY(w.launch->check))
        checkAccess(w, inst, lane, space, address, bytes, kind, strong, p,
                    fresh);
      return p;
    }
  if (!w.launch->faulted())
    w.launch->accessFault = {inst.op, space, address, bytes, !aligned};
  std::string where = space == Space::Global
                          ? ", " + w.launch->program.memory.describe(address)
                          : "";
  w.launch->fault(
      w, inst, int(lane),
      aligned ? llvm::formatv("{0} of {1} bytes at {2:x} in {3} memory{4}",
                              isWrite ? "write" : "read", bytes, address,
                              spaceName(space), where)
                    .str()
              : llvm::formatv("address {0:x} is no multiple of {1} bytes",
                              address, alignment)
                    .str());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// `imm`: the space, bytes of an element, whether it is signed, whether it is
/// strong and whether a fence comes first.
static uint64_t encodeAccess(Space space, ptx::DataType type,
                             bool strong = false, bool release = false) {
  return uint64_t(space) | uint64_t(ptx::getBitWidth(type) / 8) << 8 |
         uint64_t(ptx::isSigned(type)) << 16 | uint64_t(strong) << 32 |
         uint64_t(release) << 33;
}

static void fence(Warp &w, LaneMask lanes) {
  if (w.launch->check)
    forLanes(lanes, [&](unsigned l) {
      w.cta->check->order.fence(w.index * kLanes + l);
    });
}
static void runFence(Warp &w, const Instr &, LaneMask active) {
  fence(w, active);
}

static uint64_t readBytes(const uint8_t *p, unsigned bytes) {
  uint64_t v = 0;
  memcpy(&v, p, bytes);
  return v;
}

static void runLoad(Warp &w, const Instr &inst, LaneMask active) {
  auto space = Space(inst.imm & 255);
  unsigned bytes = inst.imm >> 8 & 255, count = unsigned(inst.out.size());
  bool isSigned = inst.imm >> 16 & 1;
  uint64_t mask = maskBits(inst.outBits);
  const Row &addresses = w.in(inst, 0);
  uint64_t offset = uint64_t(inst.offset[0]);
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    const uint8_t *p =
        access(w, inst, l, space, addresses[l] + offset, bytes * count,
               bytes * count, AccessKind::Read, inst.imm >> 32 & 1);
    if (!p)
      return;
    for (unsigned k = 0; k < count; ++k, p += bytes) {
      if (bytes == 16) {
        (&w.out(inst, k))[0][l] = readBytes(p, 8);
        (&w.out(inst, k))[1][l] = readBytes(p + 8, 8);
        continue;
      }
      uint64_t v = readBytes(p, bytes);
      if (isSigned) {
        unsigned shift = 64 - 8 * bytes;
        v = uint64_t(int64_t(v << shift) >> shift);
      }
      w.out(inst, k)[l] = v & mask;
    }
  });
}

static void runStore(Warp &w, const Instr &inst, LaneMask active) {
  auto space = Space(inst.imm & 255);
  unsigned bytes = inst.imm >> 8 & 255, count = inst.imm >> 24 & 255;
  const Row &addresses = w.in(inst, 0);
  uint64_t offset = uint64_t(inst.offset[0]);
  if (inst.imm >> 33 & 1)
    fence(w, active);
  if (w.launch->check)
    w.cta->check->begin();
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t fresh[32];
    for (unsigned k = 0; k < count; ++k) {
      const Row *value = &w.in(inst, 1 + k);
      memcpy(fresh + k * bytes, &value[0][l], std::min(bytes, 8u));
      if (bytes == 16)
        memcpy(fresh + k * bytes + 8, &value[1][l], 8);
    }
    if (uint8_t *p =
            access(w, inst, l, space, addresses[l] + offset, bytes * count,
                   bytes * count, AccessKind::Write, inst.imm >> 32 & 1, fresh))
      memcpy(p, fresh, bytes * count);
  });
}

//===----------------------------------------------------------------------===//
// Stack, clusters
//===----------------------------------------------------------------------===//

static void runAlloca(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::AllocaModifiers::unpack(inst.mods);
  uint64_t align = std::max<uint64_t>(m.hasAlignment ? m.alignment : 0, 8);
  forLanes(active, [&](unsigned l) {
    uint64_t at = llvm::alignTo(w.localTop[l], align);
    uint64_t size = w.in(inst, 0)[l];
    if (size > kMaxLocal || at + size > kMaxLocal) {
      w.launch->fault(w, inst, int(l), "local memory is full");
      return;
    }
    w.localTop[l] = uint32_t(at + size);
    w.out(inst, 0)[l] = at;
    if (w.launch->check)
      w.cta->check->forgetLocal(w.index * kLanes + l, at, size);
  });
}
static void runStacksave(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) { w.out(inst, 0)[l] = w.localTop[l]; });
}
static void runStackrestore(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    uint64_t top = w.in(inst, 0)[l];
    if (top > w.localTop[l])
      w.launch->fault(w, inst, int(l), "the stack was not that large");
    else
      w.localTop[l] = uint32_t(top);
  });
}

static void runMapa(Warp &w, const Instr &inst, LaneMask active) {
  bool generic = ptx::MapaModifiers::unpack(inst.mods).space == Space::None;
  uint64_t mask = maskBits(inst.outBits);
  forLanes(active, [&](unsigned l) {
    uint64_t a = w.in(inst, 0)[l], rank = w.in(inst, 1)[l] & 255;
    uint64_t address = (a & 0xffffff) | rank << 24;
    w.out(inst, 0)[l] =
        (generic ? toGeneric(w, Space::Shared, address) : address) & mask;
  });
}
static void runGetctarank(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    w.out(inst, 0)[l] = w.in(inst, 0)[l] >> 24 & 255;
  });
}

static void nothing(Warp &, const Instr &, LaneMask) {}
static void runNanosleep(Warp &w, const Instr &, LaneMask) {
  w.launch->turnOver = true;
}
static void runBrkpt(Warp &w, const Instr &inst, LaneMask active) {
  w.launch->fault(w, inst, __builtin_ctz(active), "breakpoint");
}
/// Cache policies have no meaning for values.
static void runZero(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) { w.out(inst, 0)[l] = 0; });
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static unsigned storedValues(const Instr &inst) {
  auto m = ptx::StModifiers::unpack(inst.mods);
  return ptx::getNumElements(m.vector);
}

static Handler select(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Ld: {
    auto m = ptx::LdModifiers::unpack(inst.mods);
    Space space =
        ptx::resolveParamSpace(inst.op, m.space, inst.op->getOperand(0));
    inst.imm = encodeAccess(space, m.dataType,
                            m.mmio || m.semantics != ptx::Semantics::None);
    return runLoad;
  }
  case Opcode::Ldu: {
    auto m = ptx::LduModifiers::unpack(inst.mods);
    inst.imm = encodeAccess(m.space, m.dataType);
    return runLoad;
  }
  case Opcode::St: {
    auto m = ptx::StModifiers::unpack(inst.mods);
    Space space =
        ptx::resolveParamSpace(inst.op, m.space, inst.op->getOperand(0));
    inst.imm = encodeAccess(space, m.dataType,
                            m.mmio || m.semantics != ptx::Semantics::None,
                            m.semantics == ptx::Semantics::Release) |
               uint64_t(storedValues(inst)) << 24;
    return runStore;
  }
  case Opcode::Alloca:
    return runAlloca;
  case Opcode::Stacksave:
    return runStacksave;
  case Opcode::Stackrestore:
    return runStackrestore;
  case Opcode::Mapa:
    return runMapa;
  case Opcode::Getctarank:
    return runGetctarank;
  case Opcode::Nanosleep:
    return runNanosleep;
  case Opcode::Brkpt:
    return runBrkpt;
  case Opcode::CreatepolicyFractional:
  case Opcode::CreatepolicyRange:
  case Opcode::CreatepolicyCvt:
    return runZero;
  case Opcode::Membar:
  case Opcode::Fence:
    return runFence;
  case Opcode::Prefetch:
  case Opcode::Prefetchu:
  case Opcode::Discard:
  case Opcode::Applypriority:
  case Opcode::Griddepcontrol:
  case Opcode::Pmevent:
  case Opcode::PmeventMask:
  case Opcode::Setmaxnreg:
    return nothing;
  default:
    return nullptr;
  }
}

bool interp::bindMemory(Instr &inst, ptx::Opcode opcode) {
  inst.run = select(inst, opcode);
  return inst.run;
}

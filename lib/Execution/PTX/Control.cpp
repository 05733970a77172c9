//===- Control.cpp - Branches, calls, ends of threads ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of threads and their frames: branches split them, calls push a frame,
// exits leave. Whose turn it is, Scheduler.cpp decides.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::interp;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

Group &interp::splitGroup(Warp &w, LaneMask lanes) {
  Group part = w.group();
  part.mask = lanes;
  w.group().mask &= ~lanes;
  w.groups.push_back(part);
  return w.groups.back();
}

void interp::followEdge(Warp &w, Group &g, const Edge &edge) {
  Row *rows = g.frame->rows.get();
  if (edge.overlaps) {
    llvm::SmallVector<uint64_t, 64> values;
    for (const auto &move : edge.moves)
      forLanes(g.mask,
               [&](unsigned l) { values.push_back(rows[move.first][l]); });
    const uint64_t *next = values.data();
    for (const auto &move : edge.moves)
      forLanes(g.mask, [&](unsigned l) { rows[move.second][l] = *next++; });
  } else {
    for (const auto &move : edge.moves) {
      const Row &from = rows[move.first];
      Row &to = rows[move.second];
      if (g.mask == ~0u)
        memcpy(to, from, sizeof(Row));
      else
        forLanes(g.mask, [&](unsigned l) { to[l] = from[l]; });
    }
  }
  g.pc = g.frame->function->code.data() + edge.target;
}

void interp::exitLanes(Warp &w, LaneMask lanes) {
  Group &g = w.group();
  g.mask &= ~lanes;
  w.alive &= ~lanes;
  for (Frame *f = g.frame; f;) {
    Frame *caller = f->caller;
    leaveFrame(w, *f, lanes);
    f = caller;
  }
  // Others may have waited for these.
  tryCollectives(w);
  for (unsigned id = 0; id < w.cta->barriers.size(); ++id)
    tryBarrier(*w.cta, id);
  if (w.cta->cluster)
    tryCluster(*w.cta->cluster);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

Frame *interp::pushFrame(Warp &w, const Function &function, LaneMask lanes) {
  std::unique_ptr<Frame> frame;
  for (auto &f : w.freeFrames)
    if (f->function == &function) {
      std::swap(f, w.freeFrames.back());
      frame = std::move(w.freeFrames.back());
      w.freeFrames.pop_back();
      break;
    }
  if (!frame) {
    frame = std::make_unique<Frame>();
    frame->rows.reset(new Row[function.numRows]());
  }
  frame->function = &function;
  frame->caller = nullptr;
  frame->callSite = nullptr;
  frame->depth = 0;
  frame->live = lanes;
  forLanes(lanes, [&](unsigned l) {
    uint32_t base = uint32_t(llvm::alignTo(w.localTop[l], function.frameAlign));
    frame->localBase[l] = base;
    w.localTop[l] = base + function.frameBytes;
    if (w.cta->check)
      w.cta->check->forgetLocal(w.index * kLanes + l, base,
                                function.frameBytes);
  });
  w.frames.push_back(std::move(frame));
  return w.frames.back().get();
}

void interp::leaveFrame(Warp &w, Frame &frame, LaneMask lanes) {
  frame.live &= ~lanes;
  forLanes(lanes, [&](unsigned l) { w.localTop[l] = frame.localBase[l]; });
  if (frame.live)
    return;
  for (auto &f : w.frames)
    if (f.get() == &frame) {
      std::swap(f, w.frames.back());
      w.freeFrames.push_back(std::move(w.frames.back()));
      w.frames.pop_back();
      return;
    }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The bytes of a value of a call on one side.
static bool readPlace(Warp &w, const Frame &frame, const Place &at,
                      unsigned lane, llvm::SmallVectorImpl<uint8_t> &bytes) {
  bytes.resize(at.bytes);
  if (at.isRow) {
    for (uint32_t k = 0; k < at.bytes; ++k)
      bytes[k] = uint8_t(frame.rows[at.at + k / 8][lane] >> k % 8 * 8);
    return true;
  }
  uint8_t *from = localMemory(w, lane, frame.localBase[lane] + at.at, at.bytes);
  if (from)
    memcpy(bytes.data(), from, at.bytes);
  return from;
}

static bool writePlace(Warp &w, Frame &frame, const Place &at, unsigned lane,
                       llvm::ArrayRef<uint8_t> bytes) {
  uint32_t size = std::min<uint32_t>(at.bytes, uint32_t(bytes.size()));
  if (at.isRow) {
    for (uint32_t word = 0; word * 8 < at.bytes; ++word) {
      uint64_t value = 0;
      for (uint32_t k = word * 8; k < size && k < word * 8 + 8; ++k)
        value |= uint64_t(bytes[k]) << k % 8 * 8;
      frame.rows[at.at + word][lane] = value;
    }
    return true;
  }
  uint8_t *to = localMemory(w, lane, frame.localBase[lane] + at.at, size);
  if (to)
    memcpy(to, bytes.data(), size);
  if (to && w.launch->check)
    w.cta->check->writeLocal(w.index * kLanes + lane,
                             frame.localBase[lane] + at.at, size);
  return to;
}

static void enterFunction(Warp &w, const Instr &inst, const Function &callee,
                          LaneMask lanes) {
  const CallSite &site = *inst.call;
  Launch &launch = *w.launch;
  if (site.arguments.size() != callee.inputs.size() ||
      site.results.size() > callee.returns.size()) {
    launch.fault(w, inst, -1,
                 "the call does not have the signature of " + callee.name);
    return;
  }
  Frame *caller = w.group().frame;
  if (caller->depth > 1000) {
    launch.fault(w, inst, -1, "more than 1000 calls within each other");
    return;
  }
  Frame *frame = pushFrame(w, callee, lanes);
  frame->caller = caller;
  frame->callSite = &inst;
  frame->depth = caller->depth + 1;
  llvm::SmallVector<uint8_t, 64> bytes;
  bool stackFull = false;
  forLanes(lanes, [&](unsigned l) {
    for (size_t k = 0; k < site.arguments.size() && !stackFull; ++k)
      stackFull = !readPlace(w, *caller, site.arguments[k], l, bytes) ||
                  !writePlace(w, *frame, callee.inputs[k], l, bytes);
  });
  if (stackFull) {
    launch.fault(w, inst, -1,
                 "local memory is full (stackBytes says how much there is)");
    return;
  }
  Group &g = w.group();
  Group &called = lanes == g.mask ? g : splitGroup(w, lanes);
  called.frame = frame;
  called.pc = callee.code.data();
}

static void runCall(Warp &w, const Instr &inst, LaneMask active) {
  if (inst.call->callee)
    return enterFunction(w, inst, *inst.call->callee, active);
  if (callRuntime(w, inst, active)) {
    ++w.group().pc;
    return;
  }
  w.launch->fault(w, inst, -1,
                  "function '" + inst.call->name.str() + "' has no body");
}

static void runCallIndirect(Warp &w, const Instr &inst, LaneMask active) {
  // Copied: the first call may split the group.
  std::array<uint64_t, kLanes> target;
  memcpy(target.data(), w.in(inst, 0), sizeof(Row));
  unsigned origin = w.current;
  while (active) {
    unsigned first = unsigned(__builtin_ctz(active));
    LaneMask same = 0;
    forLanes(active, [&](unsigned l) {
      same |= LaneMask(target[l] == target[first]) << l;
    });
    uint64_t index = (target[first] - kCodeWindow) / 16;
    auto &functions = w.launch->program.functions;
    if (target[first] < kCodeWindow || target[first] % 16 ||
        index >= functions.size()) {
      w.launch->fault(
          w, inst, int(first),
          llvm::formatv("there is no function at {0:x}", target[first]));
      return;
    }
    w.current = origin;
    enterFunction(w, inst, *functions[index], same);
    if (w.launch->faulted())
      return;
    active &= ~same;
  }
}

static void runRet(Warp &w, const Instr &inst, LaneMask active) {
  Group &g = w.group();
  Frame *frame = g.frame, *caller = frame->caller;
  if (!caller)
    return exitLanes(w, active);
  const Instr &callSite = *frame->callSite;
  const CallSite &site = *callSite.call;
  llvm::SmallVector<uint8_t, 64> bytes;
  forLanes(active, [&](unsigned l) {
    for (size_t k = 0; k < site.results.size(); ++k) {
      Place from = frame->function->returns[k];
      if (from.isRow)
        from.at = inst.in[from.at];
      readPlace(w, *frame, from, l, bytes);
      writePlace(w, *caller, site.results[k], l, bytes);
    }
  });
  g.frame = caller;
  g.pc = &callSite + 1;
  leaveFrame(w, *frame, active);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static void runBra(Warp &w, const Instr &inst, LaneMask) {
  followEdge(w, w.group(), inst.edges[0]);
}

static void runCondBra(Warp &w, const Instr &inst, LaneMask active) {
  const Row &p = w.in(inst, 0);
  LaneMask taken = 0;
  forLanes(active, [&](unsigned l) { taken |= LaneMask(p[l] & 1) << l; });
  if (taken == active)
    return followEdge(w, w.group(), inst.edges[0]);
  if (!taken)
    return followEdge(w, w.group(), inst.edges[1]);
  Group &part = splitGroup(w, taken);
  followEdge(w, part, inst.edges[0]);
  followEdge(w, w.group(), inst.edges[1]);
}

static void runBrx(Warp &w, const Instr &inst, LaneMask active) {
  std::array<uint64_t, kLanes> index;
  memcpy(index.data(), w.in(inst, 0), sizeof(Row));
  while (active) {
    unsigned first = unsigned(__builtin_ctz(active));
    if (index[first] >= inst.edges.size()) {
      w.launch->fault(w, inst, int(first),
                      llvm::formatv("index {0} of {1} branch targets",
                                    index[first], inst.edges.size()));
      return;
    }
    LaneMask same = 0;
    forLanes(active, [&](unsigned l) {
      same |= LaneMask(index[l] == index[first]) << l;
    });
    Group &g = same == w.group().mask ? w.group() : splitGroup(w, same);
    followEdge(w, g, inst.edges[index[first]]);
    active &= ~same;
  }
}

static void runExit(Warp &w, const Instr &, LaneMask active) {
  exitLanes(w, active);
}

static void runTrap(Warp &w, const Instr &inst, LaneMask active) {
  w.launch->fault(w, inst, __builtin_ctz(active), "trap");
}

//===----------------------------------------------------------------------===//
// Values without an instruction
//===----------------------------------------------------------------------===//

static void fill(Warp &w, const Instr &inst, LaneMask active) {
  Row &d = w.out(inst, 0);
  forLanes(active, [&](unsigned l) { d[l] = inst.imm; });
}

/// Constants of 128 bits: the high word is in offset[0].
static void fillWide(Warp &w, const Instr &inst, LaneMask active) {
  Row &low = w.out(inst, 0), &high = (&low)[1];
  forLanes(active, [&](unsigned l) {
    low[l] = inst.imm;
    high[l] = uint64_t(inst.offset[0]);
  });
}

static void fillUndefined(Warp &w, const Instr &inst, LaneMask active) {
  uint64_t value = w.launch->config.undefined;
  for (unsigned at = 0; at < inst.outBits; at += 64) {
    Row &d = (&w.out(inst, 0))[at / 64];
    uint64_t mask = maskBits(std::min(64u, inst.outBits - at));
    forLanes(active, [&](unsigned l) { d[l] = value & mask; });
  }
}

void interp::fillSharedAddress(Warp &w, const Instr &inst, LaneMask active) {
  Row &d = w.out(inst, 0);
  uint64_t address = w.launch->shared.address[inst.imm] +
                     uint64_t(inst.offset[0]) + (uint64_t(w.cta->rank) << 24);
  forLanes(active, [&](unsigned l) { d[l] = address; });
}

static void fillFrameAddress(Warp &w, const Instr &inst, LaneMask active) {
  Row &d = w.out(inst, 0);
  uint64_t mask = maskBits(inst.outBits);
  const Frame &frame = *w.group().frame;
  forLanes(active,
           [&](unsigned l) { d[l] = (frame.localBase[l] + inst.imm) & mask; });
}

static void fillParamAddress(Warp &w, const Instr &inst, LaneMask active) {
  Row &d = w.out(inst, 0);
  const Frame &frame = *w.group().frame;
  forLanes(active, [&](unsigned l) {
    d[l] = inst.offset[0] ? frame.localBase[l] + inst.imm : inst.imm;
  });
}

static void readSpecial(Warp &w, const Instr &inst, LaneMask active) {
  Row &d = w.out(inst, 0);
  auto reg = ptx::SpecialRegister(inst.imm);
  uint64_t mask = maskBits(inst.outBits);
  forLanes(active,
           [&](unsigned l) { d[l] = specialRegister(w, reg, l) & mask; });
}

/// Elements to one register, the first one lowest; `imm` is their width.
static void pack(Warp &w, const Instr &inst, LaneMask active) {
  unsigned bits = unsigned(inst.imm);
  Row &d = w.out(inst, 0);
  forLanes(active, [&](unsigned l) {
    uint64_t words[2] = {0, 0};
    for (unsigned k = 0; k < inst.in.size(); ++k) {
      unsigned at = k * bits;
      words[at / 64] |= (w.in(inst, k)[l] & maskBits(bits)) << at % 64;
    }
    d[l] = words[0];
    if (inst.outBits > 64)
      (&d)[1][l] = words[1];
  });
}

static void unpack(Warp &w, const Instr &inst, LaneMask active) {
  unsigned bits = unsigned(inst.imm);
  const Row *source = &w.in(inst, 0);
  forLanes(active, [&](unsigned l) {
    for (unsigned k = 0; k < inst.out.size(); ++k) {
      unsigned at = k * bits;
      w.out(inst, k)[l] = source[at / 64][l] >> at % 64 & maskBits(bits);
    }
  });
}

bool interp::bindStructure(Instr &inst) {
  auto control = [&](Handler run) {
    inst.run = run;
    inst.isControl = true;
  };
  llvm::TypeSwitch<Operation *>(inst.op)
      .Case([&](ptx::ConstOp op) {
        APInt bits = op.getBits();
        inst.imm = bits.getRawData()[0];
        if (bits.getBitWidth() > 64)
          inst.offset[0] = int64_t(bits.getRawData()[1]);
        inst.run = bits.getBitWidth() > 64 ? fillWide : fill;
      })
      .Case([&](ptx::UndefOp) { inst.run = fillUndefined; })
      .Case([&](ptx::AddressOfOp) {
        if (inst.run)
          return;
        inst.imm &= maskBits(inst.outBits);
        inst.run = fill;
      })
      .Case([&](ptx::LocalAddressOp) { inst.run = fillFrameAddress; })
      .Case([&](ptx::ParamAddressOp) {
        if (!inst.run)
          inst.run = fillParamAddress;
      })
      .Case([&](ptx::ReadSRegOp op) {
        inst.imm = uint64_t(op.getReg());
        inst.run = readSpecial;
      })
      .Case([&](ptx::PackOp op) {
        inst.imm = inst.inBits;
        inst.run = pack;
      })
      .Case([&](ptx::UnpackOp op) {
        inst.imm = inst.outBits;
        inst.run = unpack;
      })
      .Case([&](ptx::BraOp) { control(runBra); })
      .Case([&](ptx::CondBraOp) { control(runCondBra); })
      .Case([&](ptx::BrxOp) { control(runBrx); })
      .Case([&](ptx::RetOp) { control(runRet); })
      .Case([&](ptx::ExitOp) { control(runExit); })
      .Case([&](ptx::TrapOp) { control(runTrap); })
      .Case([&](ptx::CallOp) { control(runCall); })
      .Case([&](ptx::CallIndirectOp) { control(runCallIndirect); });
  return inst.run;
}

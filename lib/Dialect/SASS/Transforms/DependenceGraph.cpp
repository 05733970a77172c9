//===- DependenceGraph.cpp - What must stay in order ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is built in program order with the last writer and the readers since, per
// register and per memory space, so that it has no more edges than accesses.
// Memory spaces and the set of threads that execute together are places like
// registers: loads read them, stores, atomics and barriers write them.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/DependenceGraph.h"
#include "ptx-mlir/ISA/Inst.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {

/// Places after the registers.
enum MemoryPlace : unsigned {
  GlobalMemory = kNumRegIds,
  SharedMemory,
  LocalMemory,
  TensorMemory,
  InvariantMemory,
  Threads,       ///< which threads execute together
  UniformValues, ///< uniform registers that this code has written
  NumPlaces
};

/// Cycles until a late reader has read its sources; planning only.
constexpr unsigned kLateReadEstimate = 10;

} // namespace

/// The places of a set of isa::MemorySpace, as bits from GlobalMemory on.
static uint8_t placesOf(uint8_t spaces) {
  uint8_t places = 0;
  static constexpr std::pair<uint8_t, MemoryPlace> kPlaces[] = {
      {isa::GlobalMemory, GlobalMemory},
      {isa::SharedMemory, SharedMemory},
      {isa::LocalMemory, LocalMemory},
      {isa::TensorMemory, TensorMemory},
      {isa::kInvariantMemory, InvariantMemory}};
  for (auto [space, place] : kPlaces)
    if (spaces & space)
      places |= 1u << (place - GlobalMemory);
  return places;
}

DependenceGraph::DependenceGraph(const MachineCode &code,
                                 const AccessTable &table,
                                 const target::TargetInfo &target)
    : code(code), table(table), target(target), places(NumPlaces) {}

isa::OrderingEffects DependenceGraph::effectsOf(unsigned inst) const {
  const isa::Inst *access = code.insts[inst];
  isa::AccessOrder order =
      code.strong.contains(access) ? isa::AccessOrder::Strong
      : code.weak.contains(access) ? isa::AccessOrder::Weak
                                   : isa::AccessOrder::AsModified;
  return isa::getOrderingEffects(access->opcode, access->mods, order);
}

unsigned DependenceGraph::findRegionEnd(unsigned begin, unsigned end,
                                        unsigned window) const {
  unsigned most = std::min(end - begin, std::max(window, 1u));
  for (unsigned i = begin; i != begin + most; ++i)
    if (effectsOf(i).isFence)
      return i + 1;
  return begin + most;
}

void DependenceGraph::addEdge(unsigned from, unsigned to, unsigned latency) {
  if (from == to)
    return;
  edges.push_back({to, nodes[from].firstEdge, std::max(latency, 1u)});
  nodes[from].firstEdge = edges.size() - 1;
  ++nodes[to].numPreds;
}

DependenceGraph::Place &DependenceGraph::touch(unsigned index) {
  Place &place = places[index];
  if (place.lastWrite < 0 && place.firstReader < 0)
    touched.push_back(index);
  return place;
}

/// `access` is null for memory places.
void DependenceGraph::readPlace(unsigned index, unsigned node,
                                const Access *access) {
  Place &place = touch(index);
  if (place.lastWrite >= 0) {
    const InstInfo &writer = table[base + place.lastWrite];
    unsigned latency = 1;
    if (access && hasLatency(access->reg))
      latency = writer.usesWriteBarrier
                    ? unsigned(writer.cls->estimate)
                    : target.trueLatency(regFileOf(access->reg),
                                         place.writePort, access->port);
    addEdge(place.lastWrite, node, latency);
  }
  readers.push_back({node, place.firstReader,
                     access ? access->port : uint8_t(0),
                     access && access->isLate});
  place.firstReader = readers.size() - 1;
}

void DependenceGraph::writePlace(unsigned index, unsigned node,
                                 const Access *access) {
  Place &place = touch(index);
  bool isTimed = access && hasLatency(access->reg);
  for (int r = place.firstReader; r >= 0; r = readers[r].next) {
    unsigned latency = 1;
    if (isTimed)
      latency = readers[r].isLate
                    ? kLateReadEstimate
                    : target.antiLatency(regFileOf(access->reg),
                                         readers[r].port, access->port);
    addEdge(readers[r].node, node, latency);
  }
  if (place.lastWrite >= 0) {
    const InstInfo &writer = table[base + place.lastWrite];
    unsigned latency = 1;
    if (isTimed)
      latency =
          writer.usesWriteBarrier
              ? unsigned(writer.cls->estimate)
              : target.outputLatency(regFileOf(access->reg), place.writePort,
                                     access->port, writer.isPredicated);
    addEdge(place.lastWrite, node, latency);
  }
  place.lastWrite = node;
  place.firstReader = -1;
  place.writePort = access ? access->port : 0;
}

/// The register with the mask of the collective `inst`, which debuggers find
/// there (EIATTR COOP_GROUP_MASK_REGIDS): the WARPSYNC that reads it is a
/// fence, the last instruction of a region.
std::optional<unsigned>
DependenceGraph::findMemberMask(unsigned begin, unsigned inst,
                                isa::ConvergenceRole role) const {
  if (!isa::hasMemberMask(role) || begin == 0 ||
      table[begin - 1].desc->role != isa::ConvergenceRole::WarpSync)
    return std::nullopt;
  for (unsigned i = begin; i != inst; ++i)
    if (isa::hasMemberMask(table[i].desc->role))
      return std::nullopt; // the WARPSYNC is for that one
  for (const Access &read : table.reads(begin - 1))
    if (read.reg < kFirstUR)
      return read.reg;
  return std::nullopt;
}

void DependenceGraph::build(unsigned begin, unsigned end) {
  base = begin;
  nodes.assign(end - begin, Node());
  lastStays = begin != end && (effectsOf(end - 1).isFence ||
                               table[end - 1].desc->is(isa::Terminator));
  edges.clear();
  readers.clear();
  for (unsigned place : touched)
    places[place] = Place();
  touched.clear();
  for (unsigned i = begin; i != end; ++i) {
    unsigned node = i - begin;
    isa::OrderingEffects effects = effectsOf(i);
    uint8_t reads = placesOf(effects.readSpaces),
            writes = placesOf(effects.writtenSpaces);
    if (effects.ordersThreads)
      writes |= 1u << (Threads - GlobalMemory);
    else if (effects.readsThreads)
      reads |= 1u << (Threads - GlobalMemory);
    for (const Access &read : table.reads(i)) {
      // A uniform register is one for the whole warp: while a thread waits,
      // others may write it anew. So what was computed here is read before the
      // wait, and what is computed behind it stays behind.
      if (read.reg >= kFirstUR && read.reg < kFirstP &&
          places[read.reg].lastWrite >= 0)
        readPlace(UniformValues, node, nullptr);
      readPlace(read.reg, node, &read);
    }
    isa::ConvergenceRole role = table[i].desc->role;
    if (role == isa::ConvergenceRole::BlockBarrier || effects.ordersThreads)
      writePlace(UniformValues, node, nullptr);
    if (std::optional<unsigned> mask = findMemberMask(begin, i, role))
      readPlace(*mask, node, nullptr);
    for (const Access &write : table.writes(i)) {
      if (write.reg >= kFirstUR && write.reg < kFirstP)
        readPlace(UniformValues, node, nullptr);
      writePlace(write.reg, node, &write);
    }
    for (unsigned k = 0; k != UniformValues - GlobalMemory; ++k) {
      if (writes >> k & 1)
        writePlace(GlobalMemory + k, node, nullptr);
      else if (reads >> k & 1)
        readPlace(GlobalMemory + k, node, nullptr);
    }
  }
  // Edges lead forward, so one backward walk gives the longest paths.
  for (unsigned n = nodes.size(); n-- != 0;) {
    // What nothing here reads is read behind the region.
    const InstInfo &info = table[begin + n];
    if (info.usesWriteBarrier && info.numWrites)
      nodes[n].height = unsigned(info.cls->estimate);
    for (int e = nodes[n].firstEdge; e >= 0; e = edges[e].next)
      nodes[n].height = std::max(nodes[n].height,
                                 edges[e].latency + nodes[edges[e].to].height);
  }
}

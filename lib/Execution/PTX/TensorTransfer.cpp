//===- TensorTransfer.cpp - tcgen05.cp and tcgen05.shift ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies from shared to tensor memory (PTX ISA 9.0, 9.7.16.9), and rows that
// move within tensor memory.
//
// The ISA shows by figures where elements of four and six bits lie in the bytes
// that a copy makes of them; CUTLASS says so in words
// (cp_narrow_a_to_tmem_mma.py). It does not say of a shift "by one row, except
// for the last row" where rows go. CUTLASS (1cta_mma_a_from_tmem.py) has found
// on a B200 that .ashift moves each row to the one before it, 32 lanes for
// themselves; others have found the same for tcgen05.shift.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TmemOperand::TmemOperand(uint64_t v)
    : start((v & 0x3fff) << 4), leading((v >> 16 & 0x3fff) << 4),
      stride((v >> 32 & 0x3fff) << 4), base(v >> 49 & 7) {
  static constexpr uint8_t patterns[8] = {16, 128, 128, 0, 64, 0, 32, 0};
  if (v >> 61 == 1)
    atom = 32;
  // Absolute distances are not known here, nor an offset with larger atoms.
  pattern = (v >> 52 & 1) || (atom == 32 && base) ? 0 : patterns[v >> 61];
}

uint64_t TmemOperand::address(unsigned line, unsigned unit,
                              bool isTransposed) const {
  // With larger atoms the pattern has fewer lines.
  uint64_t units = pattern / 16, lines = atom == 32 ? 4 : 8;
  uint64_t block = line / lines, column = unit / units;
  uint64_t at = start + line % lines * pattern + unit % units * 16;
  if (isTransposed && pattern == 16)
    at += column * stride + block * leading;
  else
    at += column * leading + block * stride;
  uint64_t turn = ((at >> 7) - base) & (pattern / atom - 1);
  return (at ^ turn * atom) & 0x3ffff;
}

/// Rows that a copy reads, and units of 16 bytes of each.
static std::pair<unsigned, unsigned> sourceOf(ptx::TmemCopyShape shape) {
  using ptx::TmemCopyShape;
  switch (shape) {
  case TmemCopyShape::N128x256b:
    return {128, 2};
  case TmemCopyShape::N4x256b:
    return {4, 2};
  case TmemCopyShape::N128x128b:
    return {128, 1};
  case TmemCopyShape::N64x128b:
    return {64, 1};
  default:
    return {32, 1};
  }
}

NarrowElement NarrowElement::of(unsigned bits) {
  return {bits, bits == 4 ? 2u : bits == 6 ? 1u : 0u};
}

/// 16 elements without gaps, padded to 16 bytes, become a byte each.
static void widen(const uint8_t *from, NarrowElement e, uint8_t *to) {
  for (unsigned k = 0; k < 16; ++k) {
    unsigned bit = k * e.bits, v = from[bit / 8] | from[bit / 8 + 1] << 8;
    to[k] = uint8_t((v >> bit % 8 & maskBits(e.bits)) << e.shift);
  }
}

static unsigned elementBits(const ptx::Tcgen05CpModifiers &m) {
  switch (m.sourceFormat) {
  case ptx::SourceFormat::B4x16P64:
    return 4;
  case ptx::SourceFormat::B6x16P32:
    return 6;
  default:
    return 8;
  }
}

/// From the shared memory of a CTA to its tensor memory.
static bool copyMatrix(CTA &cta, Warp &w, const Instr &inst,
                       const ptx::Tcgen05CpModifiers &m, uint32_t to,
                       const TmemOperand &from) {
  using ptx::TmemCopyShape;
  if (!from.pattern || from.atom != 16)
    return tensorFault(w, inst,
                       "a matrix descriptor of a kind that is not known here");
  // Four rows go to one lane of each quarter, which the address says.
  bool isFour = m.shape == TmemCopyShape::N4x256b;
  unsigned first = to >> 16;
  to &= 0xffff;
  if (first > (isFour ? 31 : 0))
    return tensorFault(w, inst,
                       llvm::formatv("a copy of this shape cannot begin at "
                                     "lane {0}",
                                     first));
  unsigned units = sourceOf(m.shape).second;
  if (!areAllocated(cta, w, inst, to, units * 4))
    return false;
  TensorMemory &memory = tensorMemoryOf(cta);
  unsigned bits = elementBits(m);
  for (unsigned lane = 0; lane < kTmemLanes; ++lane) {
    unsigned quarter = lane / 32, row = lane;
    if (isFour && lane % 32 != first)
      continue;
    if (isFour)
      row = quarter;
    else if (m.shape == TmemCopyShape::N32x128b)
      row = lane % 32;
    else if (m.shape == TmemCopyShape::N64x128b)
      row = lane % 32 + (m.multicast == ptx::TmemMulticast::Warpx20123
                             ? quarter / 2
                             : quarter % 2) *
                            32;
    for (unsigned unit = 0; unit < units; ++unit) {
      uint64_t at = from.address(row, unit, false);
      if (at + 16 > cta.shared.size())
        return tensorFault(w, inst, "the copy reads outside of shared memory");
      auto *cells = (uint8_t *)&memory.at(lane, to + unit * 4);
      if (bits == 8)
        memcpy(cells, &cta.shared[at], 16);
      else
        widen(&cta.shared[at], NarrowElement::of(bits), cells);
    }
  }
  return true;
}

static void runCopy(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05CpModifiers::unpack(inst.mods);
  auto ctas = tensorGroup(w, inst, m.ctaGroup);
  std::optional<unsigned> lane = issuer(w, inst, active);
  if (ctas.empty() || !lane)
    return;
  auto to = uint32_t(w.in(inst, unsigned(findSource(inst, "address")))[*lane] +
                     uint64_t(inst.offset[0]));
  TmemOperand from(w.in(inst, unsigned(findSource(inst, "source")))[*lane]);
  auto copy = [ctas, &w, &inst, m, to, from] {
    return llvm::all_of(
        ctas, [&](CTA *cta) { return copyMatrix(*cta, w, inst, m, to, from); });
  };
  TensorMemory::Job job = {&w, *lane, copy};
  if (w.launch->check && from.pattern) {
    job.inst = &inst;
    auto [rows, units] = sourceOf(m.shape);
    for (unsigned k = 0; k < rows * units; ++k)
      readsShared(job, from.address(k / units, k % units, false),
                  16 * elementBits(m) / 8);
  }
  startTensorJob(*w.cta, std::move(job));
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

void interp::shiftRows(CTA &cta, uint32_t column) {
  TensorMemory &memory = tensorMemoryOf(cta);
  for (unsigned lane = 0; lane < kTmemLanes; ++lane)
    if (lane % 32 != 31)
      memcpy(&memory.at(lane, column), &memory.at(lane + 1, column),
             kShiftColumns * sizeof(uint32_t));
}

static void runShift(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05ShiftModifiers::unpack(inst.mods);
  auto ctas = tensorGroup(w, inst, m.ctaGroup);
  std::optional<unsigned> lane = issuer(w, inst, active);
  if (ctas.empty() || !lane)
    return;
  auto at = uint32_t(w.in(inst, 0)[*lane] + uint64_t(inst.offset[0]));
  auto shift = [ctas, &w, &inst, at] {
    // Found from lane 0 on: there all 128 lanes take part.
    if (unsigned first = at >> 16)
      return tensorFault(
          w, inst,
          llvm::formatv(first % 32 ? "a shift cannot begin at lane {0}"
                                   : "which rows a shift moves that begins at "
                                     "lane {0} is not known here",
                        first));
    return llvm::all_of(ctas, [&](CTA *cta) {
      if (!areAllocated(*cta, w, inst, at, kShiftColumns))
        return false;
      shiftRows(*cta, at);
      return true;
    });
  };
  startTensorJob(*w.cta, {&w, *lane, shift});
}

bool interp::bindTensorTransfer(Instr &inst, ptx::Opcode opcode) {
  inst.run = opcode == ptx::Opcode::Tcgen05Cp ? runCopy : runShift;
  return true;
}

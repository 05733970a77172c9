//===- FrameReader.cpp - .debug_frame of a cubin --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the call-frame information that FrameWriter.cpp writes apart again.
//
//===----------------------------------------------------------------------===//

#include "ReaderParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir::cubin;
using Bytes = llvm::ArrayRef<uint8_t>;

namespace {

/// A cursor that stays inside its bytes; `ok` turns false at the first
/// overrun and everything read after that is 0.
struct Cursor {
  Bytes data;
  size_t at = 0;
  bool ok = true;

  bool done() const { return !ok || at >= data.size(); }
  uint8_t u8() {
    if (at >= data.size()) {
      ok = false;
      return 0;
    }
    return data[at++];
  }
  uint32_t u32() {
    if (data.size() - at < 4) {
      ok = false;
      return 0;
    }
    at += 4;
    return loadLE<uint32_t>(data, at - 4);
  }
  uint64_t uleb() {
    uint64_t v = 0;
    for (unsigned shift = 0; ok && shift < 64; shift += 7) {
      uint8_t b = u8();
      v |= uint64_t(b & 0x7f) << shift;
      if (!(b & 0x80))
        return v;
    }
    ok = false;
    return 0;
  }
  void skip(uint64_t n) {
    if (n > data.size() - at)
      ok = false;
    else
      at += n;
  }
};

/// Length of call-frame instructions without the trailing padding.
llvm::Expected<size_t> frameOpsLength(Bytes ops) {
  Cursor c{ops};
  size_t end = 0;
  while (!c.done()) {
    uint8_t op = c.u8();
    switch (op) {
    case 0x00: // nop: padding, unless something follows
      continue;
    case 0x02: // advance_loc1
      c.skip(1);
      break;
    case 0x03: // advance_loc2
      c.skip(2);
      break;
    case 0x04: // advance_loc4
      c.skip(4);
      break;
    case 0x06: // restore_extended
    case 0x07: // undefined
    case 0x08: // same_value
    case 0x0d: // def_cfa_register
    case 0x0e: // def_cfa_offset
      c.uleb();
      break;
    case 0x05: // offset_extended
    case 0x09: // register
    case 0x0c: // def_cfa
    case 0x14: // val_offset
      c.uleb();
      c.uleb();
      break;
    case 0x10: // expression
    case 0x16: // val_expression
      c.uleb();
      c.skip(c.uleb());
      break;
    default:
      return readError(".debug_frame: unknown instruction 0x" +
                       llvm::utohexstr(op));
    }
    if (!c.ok)
      return readError(".debug_frame: truncated instruction");
    end = c.at;
  }
  return end;
}

} // namespace

llvm::Expected<std::vector<FrameEntry>>
ptxmlir::cubin::readFrameEntries(const LoadedCubin &cubin) {
  std::vector<FrameEntry> frames;
  const Section *s = cubin.findSection(".debug_frame");
  if (!s)
    return frames;
  Bytes d = s->data;
  llvm::DenseMap<uint64_t, FrameEntry> cies; // by offset
  for (size_t at = 0; at < d.size();) {
    constexpr size_t kHead = 12; // escape and length
    if (d.size() - at < kHead + 8 || loadLE<uint32_t>(d, at) != 0xffffffff)
      return readError(".debug_frame: bad record at offset " + llvm::Twine(at));
    uint64_t length = loadLE<uint64_t>(d, at + 4);
    if (length < 8 || length > d.size() - at - kHead)
      return readError(".debug_frame: record exceeds the section");
    Bytes body = d.slice(at + kHead, length);
    uint64_t id = loadLE<uint64_t>(body);
    if (id == ~0ull) {
      Cursor c{body, 8};
      c.skip(2); // version, augmentation
      c.uleb();
      c.uleb();
      FrameEntry cie;
      cie.isFunction = c.uleb() != 0xffffffff;
      // def_cfa r, n; same_value RZ; same_value R1; maybe same_value <reg>
      c.u8();
      c.uleb();
      c.uleb();
      for (int i = 0; i < 3; ++i) {
        if (c.u8() != 0x08)
          break;
        uint64_t reg = c.uleb() & 0xff;
        if (i == 2)
          cie.reg = reg;
      }
      if (cie.isFunction && !cie.reg)
        c.ok = false;
      if (!c.ok)
        return readError(".debug_frame: unexpected CIE");
      cies[at] = cie;
    } else {
      auto it = cies.find(id);
      if (it == cies.end() || body.size() < 24)
        return readError(".debug_frame: FDE without its CIE");
      Bytes ops = body.drop_front(24);
      auto used = frameOpsLength(ops);
      if (!used)
        return used.takeError();
      frames.push_back(it->second);
      frames.back().ops = ops.take_front(*used);
    }
    at += kHead + length;
  }
  return frames;
}

llvm::Error ptxmlir::cubin::decodeFrameRows(Bytes ops,
                                            std::vector<FrameRow> &rows) {
  Cursor c{ops};
  uint32_t at = 0;
  while (!c.done()) {
    uint8_t op = c.u8();
    if (op == 0x04) {
      at += 4 * c.u32();
      rows.push_back({at});
    } else if (op == 0x0c) {
      unsigned base = c.uleb() & 0xff;
      uint32_t cfa = c.uleb();
      if (rows.empty() || rows.back().cfa)
        rows.push_back({at});
      rows.back().cfa = cfa;
      rows.back().base = base;
    } else {
      return readError(".debug_frame: instruction 0x" + llvm::utohexstr(op) +
                       " in a kernel");
    }
  }
  return llvm::Error::success();
}

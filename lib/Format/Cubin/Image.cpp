//===- Image.cpp - Replace section bytes of an existing cubin -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes some sections of a cubin and keeps every other byte: what we do not
// understand survives an edit. Sections behind one that grows move, and headers
// follow.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/Image.h"
#include "ByteWriter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

namespace {

llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cubin rewrite: " + message);
}

constexpr uint64_t kHeader = 64, kSectionHeader = 64, kProgramHeader = 56;

/// A run of file bytes that moves as one: a section or a header table.
struct Chunk {
  uint64_t oldStart, oldSize, align;
  int section; ///< index, or -1 for a table
  llvm::ArrayRef<uint8_t> data;
  uint64_t newStart = 0;

  uint64_t oldEnd() const { return oldStart + oldSize; }
  uint64_t newEnd() const { return newStart + data.size(); }
};

class Rewriter {
public:
  Rewriter(const LoadedCubin &cubin, llvm::ArrayRef<SectionEdit> edits)
      : cubin(cubin), edits(edits), old(*cubin.image) {}

  llvm::Error run(llvm::SmallVectorImpl<char> &out) {
    bool sameSizes = true;
    for (const SectionEdit &e : edits) {
      if (e.section >= cubin.sections.size())
        return fail("section " + llvm::Twine(e.section) + " does not exist");
      const Section &s = cubin.sections[e.section];
      if (s.type == ELF::SHT_NOBITS || s.type == ELF::SHT_NULL ||
          (s.data.empty() && s.size))
        return fail("section '" + s.name + "' has no bytes in the file");
      if (!editOf.try_emplace(e.section, &e).second)
        return fail("section '" + s.name + "' is edited twice");
      sameSizes &= e.data.size() == s.size;
    }
    ByteWriter file;
    if (sameSizes) {
      file.raw(old);
      for (const SectionEdit &e : edits)
        llvm::copy(e.data,
                   file.bytes.begin() + cubin.sections[e.section].offset);
    } else {
      if (llvm::Error e = layout())
        return e;
      move(file);
      patchTables(file);
      patchSymbols(file);
    }
    out.assign(file.bytes.begin(), file.bytes.end());
    return llvm::Error::success();
  }

private:
  const LoadedCubin &cubin;
  llvm::ArrayRef<SectionEdit> edits;
  llvm::ArrayRef<uint8_t> old;
  llvm::DenseMap<unsigned, const SectionEdit *> editOf;
  std::vector<Chunk> chunks;                     ///< by file position
  llvm::DenseMap<unsigned, uint64_t> newOffsets; ///< of sections

  uint64_t editBytes() const {
    uint64_t total = 0;
    for (const SectionEdit &e : edits)
      total += e.data.size();
    return total;
  }

  llvm::Error layout() {
    const FileHeader &h = cubin.header;
    chunks.push_back({h.shoff, h.shnum * kSectionHeader, 8, -1,
                      old.slice(h.shoff, h.shnum * kSectionHeader)});
    if (h.phnum)
      chunks.push_back({h.phoff, h.phnum * kProgramHeader, 8, -1,
                        old.slice(h.phoff, h.phnum * kProgramHeader)});
    for (const Section &s : cubin.sections) {
      if (s.type == ELF::SHT_NULL)
        continue;
      Chunk c{s.offset, s.data.size(), s.align, int(s.index), s.data};
      if (const SectionEdit *e = editOf.lookup(s.index))
        c.data = e->data;
      if (!llvm::isPowerOf2_64(std::max<uint64_t>(c.align, 1)) ||
          c.align > (uint64_t(1) << 16))
        return fail("section '" + s.name + "' has a bad alignment");
      chunks.push_back(c);
    }
    llvm::sort(chunks, [](const Chunk &a, const Chunk &b) {
      return std::tie(a.oldStart, a.oldSize, a.section) <
             std::tie(b.oldStart, b.oldSize, b.section);
    });
    uint64_t oldEnd = kHeader, newEnd = kHeader;
    for (Chunk &c : chunks) {
      if (c.oldStart > old.size())
        return fail("a section without bytes lies behind the end of the file");
      if (c.oldStart < oldEnd)
        return fail("sections overlap in the file; sizes cannot change");
      uint64_t align = std::max<uint64_t>(c.align, 1);
      // Alignment padding is computed anew, any other gap is kept.
      uint64_t gap =
          c.oldStart == llvm::alignTo(oldEnd, align) ? 0 : c.oldStart - oldEnd;
      c.newStart = llvm::alignTo(newEnd + gap, align);
      // Absurd alignments in a broken file must not exhaust memory.
      if (c.newStart > old.size() + editBytes() + (uint64_t(1) << 22))
        return fail("alignments spread the sections too far");
      if (c.section >= 0)
        newOffsets[c.section] = c.newStart;
      oldEnd = c.oldEnd();
      newEnd = c.newEnd();
    }
    return llvm::Error::success();
  }

  void move(ByteWriter &file) {
    file.raw(old.take_front(kHeader));
    uint64_t oldEnd = kHeader;
    for (const Chunk &c : chunks) {
      // Bytes of the gap in front, as many as still fit.
      uint64_t gap = c.oldStart - oldEnd;
      uint64_t room = c.newStart - file.size();
      file.raw(old.slice(oldEnd, std::min(gap, room)));
      file.padTo(c.newStart);
      file.raw(c.data);
      oldEnd = c.oldEnd();
    }
    file.raw(old.drop_front(oldEnd));
  }

  /// New place of a file position: the start of a segment, or its end.
  uint64_t mapPosition(uint64_t at, bool isEnd) const {
    const Chunk *best = nullptr;
    for (const Chunk &c : chunks) {
      if (isEnd ? c.oldStart >= at && !(c.oldStart == at && c.oldSize == 0)
                : c.oldStart > at)
        break;
      // At a start, prefer the first chunk there; at an end, the last.
      if (best && !isEnd && best->oldStart == c.oldStart)
        continue;
      best = &c;
    }
    if (!best)
      return at;
    if (at >= best->oldEnd())
      return best->newEnd() + (at - best->oldEnd());
    return best->newStart + (at - best->oldStart);
  }

  void patchTables(ByteWriter &file) {
    const FileHeader &h = cubin.header;
    uint64_t shoff = mapPosition(h.shoff, false);
    uint64_t phoff = h.phnum ? mapPosition(h.phoff, false) : h.phoff;
    file.patch<uint64_t>(32, phoff);
    file.patch<uint64_t>(40, shoff);
    for (const Section &s : cubin.sections) {
      if (s.type == ELF::SHT_NULL)
        continue;
      uint64_t at = shoff + s.index * kSectionHeader;
      file.patch<uint64_t>(at + 24, newOffsets.lookup(s.index));
      if (const SectionEdit *e = editOf.lookup(s.index))
        file.patch<uint64_t>(at + 32, e->data.size());
    }
    for (size_t i = 0; i < cubin.segments.size(); ++i) {
      const Segment &p = cubin.segments[i];
      uint64_t at = phoff + i * kProgramHeader;
      uint64_t start = mapPosition(p.offset, false);
      uint64_t size = 0;
      if (p.fileSize) {
        uint64_t end = mapPosition(p.offset + p.fileSize, true);
        size = end > start ? end - start : 0;
      }
      file.patch<uint64_t>(at + 8, start);
      file.patch<uint64_t>(at + 32, size);
      uint64_t noBits = p.memSize > p.fileSize ? p.memSize - p.fileSize : 0;
      file.patch<uint64_t>(at + 40, size + noBits);
    }
  }

  /// A function that filled the whole edited section keeps filling it.
  void patchSymbols(ByteWriter &file) {
    const Section *symtab = cubin.findSection(".symtab");
    if (!symtab || editOf.count(symtab->index))
      return;
    uint64_t base = newOffsets.lookup(symtab->index);
    for (size_t i = 0; i < cubin.symbols.size(); ++i) {
      const Symbol &s = cubin.symbols[i];
      const SectionEdit *e = editOf.lookup(s.section);
      if (e && s.type == ELF::STT_FUNC && s.value == 0 &&
          s.size == cubin.sections[s.section].size)
        file.patch<uint64_t>(base + 24 * i + 16, e->data.size());
    }
  }
};

} // namespace

llvm::Error ptxmlir::cubin::rewrite(const LoadedCubin &cubin,
                                    llvm::ArrayRef<SectionEdit> edits,
                                    llvm::SmallVectorImpl<char> &out) {
  out.clear();
  return Rewriter(cubin, edits).run(out);
}

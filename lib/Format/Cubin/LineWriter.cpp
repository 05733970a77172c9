//===- LineWriter.cpp - The line tables of a cubin ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DWARF 2, section 6.2, with the numbers of ptxas (observed on 13.0.88): one
// unit, a sequence for each kernel, whose address is relocated against the
// kernel's symbol. LLVM's MC chooses the opcodes of a row.
//
// Code of a function that was inlined has an extended opcode of NVIDIA's before
// its rows, with the number (from 1, in the sequence) of the row that the call
// is at and the offset of the function's name in `.debug_str`; row 0 ends it.
//
//===----------------------------------------------------------------------===//

#include "WriterParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/MC/MCAsmInfoELF.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDwarf.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

using namespace ptxmlir::cubin;
namespace dwarf = llvm::dwarf;

namespace {

constexpr uint8_t kOpcodeBase = 10, kLineRange = 14;
constexpr int8_t kLineBase = -5;

/// The header of a unit up to its file table.
class UnitWriter {
public:
  UnitWriter() {
    start = out.size();
    out.u32(0);
    out.u16(2); // version
    headerStart = out.size();
    out.u32(0);
    out.u8(1); // bytes that an address counts
    out.u8(1); // rows are statements
    out.u8(uint8_t(kLineBase));
    out.u8(kLineRange);
    out.u8(kOpcodeBase);
    for (uint8_t operands : {0, 1, 1, 1, 1, 0, 0, 0, 1})
      out.u8(operands);
  }
  void endHeader() {
    out.patch<uint32_t>(headerStart, out.size() - headerStart - 4);
  }
  ByteWriter finish() {
    out.patch<uint32_t>(start, out.size() - start - 4);
    return std::move(out);
  }
  ByteWriter out;

private:
  uint64_t start, headerStart;
};

/// MC wants a context to know how long the shortest instruction is.
struct DwarfContext {
  struct AsmInfo : llvm::MCAsmInfoELF {};
  DwarfContext() : context(llvm::Triple("nvptx64"), &info, nullptr, nullptr) {
    params.DWARF2LineOpcodeBase = kOpcodeBase;
    params.DWARF2LineBase = kLineBase;
    params.DWARF2LineRange = kLineRange;
  }
  AsmInfo info;
  llvm::MCContext context;
  llvm::MCDwarfLineTableParams params;
};

/// The rows of one kernel.
class SequenceWriter {
public:
  SequenceWriter(DwarfContext &dwarf, ByteWriter &out,
                 llvm::ArrayRef<InlinedCall> calls)
      : dwarf(dwarf), out(out), calls(calls) {}

  /// Begins, and says where the address is that is to be relocated.
  uint64_t begin() {
    out.u8(0);
    out.uleb(9);
    out.u8(dwarf::DW_LNE_set_address);
    uint64_t at = out.size();
    out.u64(0);
    return at;
  }

  void addRow(uint32_t offset, const SourcePlace &place) {
    // The rows of the calls that lead here, outermost first.
    llvm::SmallVector<int32_t> missing;
    for (int32_t call = place.call; call >= 0 && !rowOfCall.count(call);
         call = calls[call].site.call)
      missing.push_back(call);
    for (int32_t call : llvm::reverse(missing))
      rowOfCall[call] = emitRow(offset, calls[call].site);
    emitRow(offset, place);
  }

  void end(uint32_t size) { encode(INT64_MAX, size - address); }

private:
  /// The number of the row.
  unsigned emitRow(uint32_t offset, const SourcePlace &place) {
    if (place.file != file) {
      out.u8(dwarf::DW_LNS_set_file);
      out.uleb(place.file);
      file = place.file;
    }
    if (place.call != call) {
      ByteWriter operands;
      operands.uleb(place.call < 0 ? 0 : rowOfCall.lookup(place.call));
      operands.uleb(place.call < 0 ? 0 : calls[place.call].function);
      out.u8(0);
      out.uleb(1 + operands.size());
      out.u8(kInlinedCall);
      out.raw(operands.bytes);
      call = place.call;
    }
    int64_t lineDelta = int64_t(place.line) - int64_t(line);
    if (offset == address && lineDelta) {
      out.u8(dwarf::DW_LNS_advance_line);
      out.sleb(lineDelta);
      lineDelta = 0;
    }
    encode(lineDelta, offset - address);
    line = place.line;
    address = offset;
    return ++rows;
  }

  void encode(int64_t lineDelta, uint64_t addressDelta) {
    llvm::SmallString<16> bytes;
    llvm::MCDwarfLineAddr::encode(dwarf.context, dwarf.params, lineDelta,
                                  addressDelta, bytes);
    for (char c : bytes)
      out.u8(uint8_t(c));
  }

  DwarfContext &dwarf;
  ByteWriter &out;
  llvm::ArrayRef<InlinedCall> calls;
  llvm::DenseMap<int32_t, unsigned> rowOfCall;
  uint32_t address = 0, line = 1, file = UINT32_MAX;
  int32_t call = -1;
  unsigned rows = 0;
};

} // namespace

/// Adds the sequences of all kernels; `getPlace` of a place of the code is
/// nothing where it is not known.
template <typename GetPlace>
static void
writeSequences(ByteWriter &out, llvm::ArrayRef<const Kernel *> order,
               llvm::ArrayRef<InlinedCall> calls,
               std::vector<RelaEntry> &relocations, GetPlace getPlace) {
  DwarfContext dwarf;
  for (const Kernel *kernel : order) {
    std::optional<SequenceWriter> sequence;
    std::optional<SourcePlace> last;
    for (const CodePlace &code : kernel->places) {
      std::optional<SourcePlace> place = getPlace(code);
      if (!place || (last && *place == *last))
        continue;
      if (!sequence) {
        sequence.emplace(dwarf, out, calls);
        relocations.push_back({sequence->begin(),
                               static_cast<uint32_t>(RelocType::Abs64),
                               kernel->name, 0});
      }
      // What comes before the first known place belongs to it.
      sequence->addRow(last ? code.offset : 0, *place);
      last = place;
    }
    if (sequence)
      sequence->end(kernel->text.size());
  }
}

bool ptxmlir::cubin::hasSourceLines(const Module &module) {
  return module.lineInfo && llvm::any_of(module.kernels, [](const Kernel &k) {
           return llvm::any_of(k.places, [](const CodePlace &place) {
             return place.source.line != 0;
           });
         });
}

ByteWriter
ptxmlir::cubin::makeSourceLines(llvm::ArrayRef<const Kernel *> order,
                                const LineInfo &info, bool isRelocatable,
                                std::vector<RelaEntry> &relocations) {
  UnitWriter unit;
  ByteWriter &out = unit.out;
  // Folders are numbered from 1; 0 is that of the compilation.
  llvm::StringMap<unsigned> folders;
  for (const SourceFile &file : info.files) {
    llvm::StringRef folder = llvm::sys::path::parent_path(file.name);
    if (!folder.empty() &&
        folders.try_emplace(folder, folders.size() + 1).second)
      out.string(folder);
  }
  out.u8(0);
  for (const SourceFile &file : info.files) {
    llvm::StringRef name = llvm::sys::path::filename(file.name);
    out.string(name.empty() ? llvm::StringRef("<unknown>") : name);
    out.uleb(folders.lookup(llvm::sys::path::parent_path(file.name)));
    out.uleb(file.time);
    out.uleb(file.size);
  }
  out.u8(0);
  // Where code is inlined four more bytes say where the names of functions
  // begin in `.debug_str`, to which a linker adds what other objects have there
  // (observed; from sm_90 on ptxas 13.0.88 forgets the relocation).
  if (!info.calls.empty()) {
    if (isRelocatable && !info.strings.empty())
      relocations.push_back(
          {out.size(), uint32_t(RelocType::Abs32), ".debug_str", 0});
    out.u32(0);
  }
  unit.endHeader();
  writeSequences(out, order, info.calls, relocations,
                 [](const CodePlace &code) -> std::optional<SourcePlace> {
                   if (!code.source.line)
                     return std::nullopt;
                   return code.source;
                 });
  return unit.finish();
}

ByteWriter ptxmlir::cubin::makePtxLines(llvm::ArrayRef<const Kernel *> order,
                                        llvm::ArrayRef<std::string> textNames,
                                        std::vector<RelaEntry> &relocations) {
  UnitWriter unit;
  unit.out.u8(0); // folders
  for (const std::string &name : textNames) {
    unit.out.string(name);
    unit.out.raw({0, 0, 0}); // its folder, time and size
  }
  unit.out.u8(0);
  unit.endHeader();
  writeSequences(unit.out, order, {}, relocations,
                 [&](const CodePlace &code) -> std::optional<SourcePlace> {
                   if (!code.ptxLine)
                     return std::nullopt;
                   return SourcePlace{textNames.empty() ? 0 : code.ptxText + 1,
                                      code.ptxLine, -1};
                 });
  return unit.finish();
}

ByteWriter ptxmlir::cubin::makePtxText(llvm::StringRef text) {
  // What says where the source is, and its data, are empty lines; so are
  // comments (observed).
  static constexpr llvm::StringLiteral kHidden[] = {".loc", ".file", ".b8",
                                                    ".b16", ".b32",  ".b64"};
  auto isHidden = [](llvm::StringRef line) {
    llvm::StringRef word = line.take_while(
        [](char c) { return c == '.' || c == '_' || llvm::isAlnum(c); });
    return line.starts_with("//") || llvm::is_contained(kHidden, word);
  };
  ByteWriter out;
  text = text.rtrim("\n");
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    line = line.ltrim(" \t").rtrim('\r');
    if (!isHidden(line))
      for (char c : line)
        out.u8(uint8_t(c));
    out.u8(0);
    text = rest;
  }
  return out;
}

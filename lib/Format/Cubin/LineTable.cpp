//===- LineTable.cpp - Source lines of the code in a cubin ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DWARF 2, section 6.2. Two things are ptxas's own (observed on 13.0.88): a
// sequence's address comes from a relocation against a function's symbol, and
// there are extended opcodes of NVIDIA's, whose length says how to skip them.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/Cubin/LineTable.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"

using namespace ptxmlir::cubin;
namespace dwarf = llvm::dwarf;

namespace {
struct File {
  llvm::StringRef name, folder;
};

class LineReader {
public:
  LineReader(const LoadedCubin &cubin, const Section &section)
      : cubin(cubin),
        data(section.data, /*IsLittleEndian=*/true, /*AddressSize=*/8),
        size(section.data.size()) {
    for (const LoadedReloc &r : cubin.relocations)
      if (r.section == section.index)
        relocations[r.offset] = &r;
  }
  std::vector<LineRow> read();

private:
  bool readUnit(uint64_t at, uint64_t end);
  bool readSpecial(uint8_t opcode);
  bool readExtended();
  void addRow() {
    File file;
    if (fileNumber && fileNumber <= files.size())
      file = files[fileNumber - 1];
    rows.push_back(
        {codeSection, address, file.name, line, file.folder, caller, sequence});
  }

  const LoadedCubin &cubin;
  llvm::DataExtractor data;
  uint64_t size;
  llvm::DenseMap<uint64_t, const LoadedReloc *> relocations;
  std::vector<LineRow> rows;
  std::vector<File> files;
  llvm::DataExtractor::Cursor c{0};
  // The state machine's registers.
  unsigned codeSection = 0, line = 1, caller = 0;
  uint64_t address = 0, fileNumber = 1;
  size_t sequence = 0;
  // The header.
  uint8_t minLength = 1, lineRange = 1, opcodeBase = 10;
  int8_t lineBase = 0;
};
} // namespace

std::vector<LineRow> LineReader::read() {
  uint64_t at = 0;
  while (size - at > 4) {
    uint64_t length = data.getU32(&at);
    if (length > size - at || !readUnit(at, at + length))
      break;
    at += length;
  }
  return std::move(rows);
}

bool LineReader::readUnit(uint64_t at, uint64_t end) {
  c = llvm::DataExtractor::Cursor(at);
  uint16_t version = data.getU16(c);
  uint64_t headerLength = data.getU32(c), program = c.tell() + headerLength;
  minLength = data.getU8(c);
  data.getU8(c); // is_stmt
  lineBase = int8_t(data.getU8(c));
  lineRange = data.getU8(c);
  opcodeBase = data.getU8(c);
  std::vector<uint8_t> operands;
  for (unsigned k = 1; k < opcodeBase && c; ++k)
    operands.push_back(data.getU8(c));
  std::vector<llvm::StringRef> directories;
  while (c) {
    llvm::StringRef name = data.getCStrRef(c);
    if (name.empty())
      break;
    directories.push_back(name);
  }
  files.clear();
  while (c) {
    llvm::StringRef name = data.getCStrRef(c);
    if (name.empty())
      break;
    uint64_t folder = data.getULEB128(c);
    files.push_back({name, folder && folder <= directories.size()
                               ? directories[folder - 1]
                               : llvm::StringRef()});
    data.getULEB128(c); // time
    data.getULEB128(c); // size
  }
  if (!c || version > 3 || !lineRange || program > end) {
    llvm::consumeError(c.takeError());
    return false;
  }
  c.seek(program);
  line = 1;
  caller = 0;
  address = 0;
  fileNumber = 1;
  sequence = rows.size();
  while (c && c.tell() < end) {
    uint8_t opcode = data.getU8(c);
    if (opcode >= opcodeBase) {
      unsigned n = opcode - opcodeBase;
      address += uint64_t(n / lineRange) * minLength;
      line += unsigned(lineBase + int(n % lineRange));
      addRow();
      continue;
    }
    switch (opcode) {
    case 0:
      if (!readExtended())
        return false;
      break;
    case dwarf::DW_LNS_copy:
      addRow();
      break;
    case dwarf::DW_LNS_advance_pc:
      address += data.getULEB128(c) * minLength;
      break;
    case dwarf::DW_LNS_advance_line:
      line += unsigned(data.getSLEB128(c));
      break;
    case dwarf::DW_LNS_set_file:
      fileNumber = data.getULEB128(c);
      break;
    case dwarf::DW_LNS_const_add_pc:
      address += uint64_t((255 - opcodeBase) / lineRange) * minLength;
      break;
    case dwarf::DW_LNS_fixed_advance_pc:
      address += data.getU16(c);
      break;
    default:
      for (unsigned k = 0; k < operands[opcode - 1u]; ++k)
        data.getULEB128(c);
    }
  }
  bool good = bool(c);
  llvm::consumeError(c.takeError());
  return good;
}

bool LineReader::readExtended() {
  uint64_t length = data.getULEB128(c), end = c.tell() + length;
  if (!c || !length || length > size || end > size) {
    llvm::consumeError(c.takeError());
    return false;
  }
  switch (data.getU8(c)) {
  case dwarf::DW_LNE_end_sequence:
    // Nothing is known of what follows.
    line = 0;
    addRow();
    line = 1;
    caller = 0;
    address = 0;
    fileNumber = 1;
    sequence = rows.size();
    break;
  case kInlinedCall:
    caller = unsigned(data.getULEB128(c));
    break;
  case dwarf::DW_LNE_set_address:
    if (const LoadedReloc *r = relocations.lookup(c.tell());
        r && r->symbolIndex < cubin.symbols.size()) {
      const Symbol &symbol = cubin.symbols[r->symbolIndex];
      codeSection = symbol.section;
      address = symbol.value + uint64_t(r->addend);
    }
    break;
  }
  c.seek(end);
  return true;
}

std::vector<LineRow> ptxmlir::cubin::readLineTable(const LoadedCubin &cubin,
                                                   llvm::StringRef section) {
  const Section *s = cubin.findSection(section);
  if (!s)
    return {};
  return LineReader(cubin, *s).read();
}

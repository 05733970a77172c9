//===- FrameText.cpp - The frames of a cubin's code as text ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DWARF's .debug_frame with 64-bit lengths as `cuobjdump -elf` has it (13.5,
// observed).
//
//===----------------------------------------------------------------------===//

#include "ElfText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Format.h"
#include "llvm/TargetParser/Triple.h"
#include <map>

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace dwarf = llvm::dwarf;
using Cursor = llvm::DataExtractor::Cursor;

/// The kind of a register stands above its number.
static std::string getRegisterName(uint64_t reg) {
  constexpr unsigned kKindBit = 24;
  const char *kind = nullptr;
  switch (reg >> kKindBit) {
  case 1:
    kind = "C";
    break;
  case 2:
    kind = "P";
    break;
  case 5:
    kind = "R";
    break;
  case 9:
    kind = "UP";
    break;
  case 11:
    kind = "UR";
    break;
  default:
    return "0x" + llvm::utohexstr(reg, /*LowerCase=*/true);
  }
  return kind + std::to_string(reg & ((1u << kKindBit) - 1));
}

/// The bytes of an expression, and what they mean as far as it is known.
static void printExpression(llvm::StringRef bytes, llvm::raw_ostream &os) {
  os << llvm::format_decimal(int64_t(bytes.size()), 21) << " byte block: ";
  for (char byte : bytes)
    os << llvm::format("%2x ", uint8_t(byte));
  llvm::DataExtractor data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  Cursor at(0);
  os << '(';
  const char *separator = "";
  bool isKnown = true;
  while (isKnown && at && at.tell() < bytes.size()) {
    uint8_t op = data.getU8(at);
    os << separator << dwarf::OperationEncodingString(op);
    separator = "; ";
    if (op == dwarf::DW_OP_addr)
      os << ": 0x" << llvm::utohexstr(data.getU64(at), /*LowerCase=*/true);
    else if (op == dwarf::DW_OP_bregx) {
      std::string reg = getRegisterName(data.getULEB128(at));
      os << ": " << reg << " 0x"
         << llvm::utohexstr(uint32_t(data.getSLEB128(at)), /*LowerCase=*/true);
    } else {
      isKnown = op == dwarf::DW_OP_plus;
    }
  }
  llvm::consumeError(at.takeError());
  os << ')';
}

/// One instruction; false if it is none that compilers for this target write.
static bool printInstruction(const llvm::DataExtractor &data, Cursor &at,
                             llvm::raw_ostream &os) {
  uint8_t opcode = data.getU8(at);
  std::string name = dwarf::CallFrameString(opcode, llvm::Triple::x86_64).str();
  os << "  " << name;
  switch (opcode) {
  case dwarf::DW_CFA_nop:
    break;
  case dwarf::DW_CFA_advance_loc1:
    os << " delta " << unsigned(data.getU8(at));
    break;
  case dwarf::DW_CFA_advance_loc2:
    os << " delta " << data.getU16(at);
    break;
  case dwarf::DW_CFA_advance_loc4:
    os << " delta " << data.getU32(at);
    break;
  case dwarf::DW_CFA_def_cfa:
  case dwarf::DW_CFA_offset_extended: {
    std::string reg = getRegisterName(data.getULEB128(at));
    uint64_t offset = data.getULEB128(at);
    os << " register " << reg << ", offset ";
    if (opcode == dwarf::DW_CFA_def_cfa)
      os << offset;
    else
      os << llvm::utohexstr(offset, /*LowerCase=*/true);
    break;
  }
  case dwarf::DW_CFA_register: {
    std::string reg = getRegisterName(data.getULEB128(at));
    os << " register " << reg << ", " << getRegisterName(data.getULEB128(at));
    break;
  }
  case dwarf::DW_CFA_restore_extended:
    os << " register " << getRegisterName(data.getULEB128(at));
    break;
  case dwarf::DW_CFA_undefined:
    os << "  " << getRegisterName(data.getULEB128(at));
    break;
  case dwarf::DW_CFA_same_value:
    os << ' ' << getRegisterName(data.getULEB128(at));
    break;
  case dwarf::DW_CFA_expression:
  case dwarf::DW_CFA_val_expression: {
    std::string reg = getRegisterName(data.getULEB128(at));
    uint64_t size = data.getULEB128(at);
    os << ' ' << reg << ',';
    printExpression(data.getData().substr(at.tell(), size), os);
    data.skip(at, size);
    break;
  }
  default:
    os << '\n';
    return false;
  }
  os << '\n';
  return bool(at);
}

/// How many bytes a number took, behind its name.
static void printLength(const char *name, uint64_t length,
                        llvm::raw_ostream &os) {
  os << name << " slen " << length << '\n';
}

void ptxmlir::printFrames(const LoadedCubin &cubin, const Section &section,
                          llvm::raw_ostream &os) {
  llvm::DataExtractor data(section.data, /*IsLittleEndian=*/true,
                           /*AddressSize=*/8);
  std::map<uint64_t, llvm::StringRef> symbols;
  for (const LoadedReloc &r : cubin.relocationsOf(section.index))
    symbols.try_emplace(r.offset, r.symbol);
  auto peek = [&](uint64_t offset) {
    uint64_t at = offset;
    return llvm::format("0x%x", data.getU32(&at));
  };
  os << ".section " << section.name << '\n';
  if (section.data.empty())
    return;
  os << "decodeDebugFrame, frameBuf " << peek(0) << ", total_length "
     << section.data.size() << '\n';
  Cursor at(0);
  while (at && at.tell() < section.data.size()) {
    bool isWide = data.getU32(at) == dwarf::DW_LENGTH_DWARF64;
    uint64_t length = data.getU64(at), begin = at.tell();
    if (!at || !isWide || length > section.data.size() - begin)
      break;
    uint64_t end = begin + length;
    auto id = int64_t(data.getU64(at));
    if (id == -1) {
      uint8_t version = data.getU8(at);
      llvm::StringRef augmentation = data.getCStrRef(at);
      os << "CIE length " << length << ", cie_id " << id << "\nversion "
         << unsigned(version) << '\n';
      printLength("augmentation", augmentation.size() + 1, os);
      os << "augmentation " << augmentation << '\n';
      uint64_t start = at.tell();
      uint64_t codeAlign = data.getULEB128(at);
      printLength("code_align_factor", at.tell() - start, os);
      start = at.tell();
      int64_t dataAlign = data.getSLEB128(at);
      printLength("data_align_factor", at.tell() - start, os);
      uint64_t reg = data.getULEB128(at);
      if (!at || at.tell() > end)
        break;
      os << " Debug Frame Common Information Entry\n"
         << "  length:                 " << length << '\n'
         << "  CIE_id :                " << id << '\n'
         << "  version:                " << unsigned(version) << '\n'
         << "  augmentation:           " << augmentation << '\n'
         << "  code align factor:      " << codeAlign << '\n'
         << "  data align factor:      " << dataAlign << '\n'
         << "  return address register " << getRegisterName(reg) << '\n'
         << "  initial instructions: " << end - at.tell()
         << " bytes, ptr = " << peek(at.tell()) << ", frameBuf = " << peek(0)
         << '\n';
    } else {
      llvm::StringRef function = symbols[at.tell()];
      uint64_t location = data.getU64(at), range = data.getU64(at);
      if (!at || at.tell() > end)
        break;
      os << " Debug Frame Description Entry\n"
         << "  length:                 " << length << '\n'
         << "  CIE_pointer:            " << id << '\n'
         << "  initial_location:       0x" << llvm::utohexstr(location, true)
         << "\n  address_range:          0x" << llvm::utohexstr(range, true)
         << "\n  function:               " << function
         << "\n  instructions: " << end - at.tell() << " bytes\n";
    }
    while (at.tell() < end && printInstruction(data, at, os))
      continue;
    data.skip(at, end > at.tell() ? end - at.tell() : 0);
  }
  llvm::consumeError(at.takeError());
  os << '\n';
}

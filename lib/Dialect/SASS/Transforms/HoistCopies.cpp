//===- HoistCopies.cpp - Copies on edges in front of the branch -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a value is on one way of a branch is copied on that edge, in a block of
// its own that ends in a jump:
//
//        @P0 BRA other;  MOV R0, RZ;  BRA join;  other: ...
//
// Where nothing reads the old R0 from `other` on, the copy may stand in front
// of the branch, which then jumps by itself (ptxas 13.0.88 does it, too):
//
//        MOV R0, RZ;  @!P0 BRA join;  other: ...
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"
#include "llvm/ADT/DenseMap.h"
#include <bitset>

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSHOISTCOPIESPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Opcode;
using isa::Operand;

using RegSet = std::bitset<256>;

/// The instruction, if the operation is a branch with so many successors that
/// only its guard decides.
static isa::Inst *getBranch(Operation *op, unsigned successors) {
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst || op->getNumSuccessors() != successors)
    return nullptr;
  isa::Inst &branch = inst.getInst();
  const isa::InstDesc &desc = isa::getDesc(branch.opcode);
  if (branch.opcode != Opcode::BRA || branch.mods != desc.defaultMods)
    return nullptr;
  bool isGuarded = branch.guard != isa::PT || branch.guardNot;
  const Operand &also = branch.ops[isa::BRA::kPp];
  bool isAlone = also.kind == Operand::None || also.reg == isa::PT;
  return isGuarded == (successors == 2) && isAlone ? &branch : nullptr;
}

/// The register that an unguarded MOV writes.
static std::optional<unsigned> getCopied(Operation &op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst)
    return std::nullopt;
  const isa::Inst &copy = inst.getInst();
  if (copy.opcode != Opcode::MOV || copy.guard != isa::PT || copy.guardNot)
    return std::nullopt;
  const Operand &to = copy.ops[isa::MOV::kD];
  if (to.kind != Operand::R || to.reg == isa::RZ)
    return std::nullopt;
  return to.reg;
}

namespace {

/// A block that ends in a branch, and the block of copies behind it.
struct Edge {
  Block *block, *copies;
};

/// R registers that something may read at the begin of each block.
class LiveIn {
public:
  explicit LiveIn(Region &body);
  const RegSet &operator[](Block *block) const {
    return in[numbers.lookup(block)];
  }

private:
  llvm::DenseMap<Block *, unsigned> numbers;
  std::vector<RegSet> in;
};

struct HoistCopies : sass::impl::SASSHoistCopiesPassBase<HoistCopies> {
  using SASSHoistCopiesPassBase::SASSHoistCopiesPassBase;
  void runOnOperation() override;

private:
  bool isEdge(const Edge &edge);
  void hoist(const Edge &edge);
};

} // namespace

/// Puts an operation in front of what a block reads before it writes it, and
/// of what it keeps.
static void prepend(Operation &op, RegSet &reads, RegSet &kept) {
  auto instOp = dyn_cast<InstOpInterface>(op);
  if (!instOp)
    return;
  const isa::Inst &inst = instOp.getInst();
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  // Other code, or a way that no successor shows: it may read all.
  if (desc.branch != isa::BranchKind::None && !isa::endsThread(desc.branch) &&
      !op.getNumSuccessors())
    reads.set();
  SmallVector<isa::RegRange, 8> read, written;
  isa::collectAllRegs(inst, read, written);
  auto forEach = [](const isa::RegRange &range, auto &&visit) {
    if (range.file == Operand::R)
      for (unsigned i = 0; i != range.count; ++i)
        visit((range.first + i) % RegSet().size());
  };
  if (inst.guard == isa::PT && !inst.guardNot)
    for (const isa::RegRange &range : written)
      forEach(range, [&](unsigned reg) {
        reads.reset(reg);
        kept.reset(reg);
      });
  for (const isa::RegRange &range : read)
    forEach(range, [&](unsigned reg) { reads.set(reg); });
}

LiveIn::LiveIn(Region &body) {
  SmallVector<Block *> blocks;
  for (Block &block : body) {
    numbers[&block] = blocks.size();
    blocks.push_back(&block);
  }
  unsigned size = blocks.size();
  in.resize(size);
  std::vector<RegSet> reads(size), kept(size);
  std::vector<SmallVector<unsigned, 2>> preds(size);
  for (auto [n, block] : llvm::enumerate(blocks)) {
    kept[n].set();
    for (Operation &op : llvm::reverse(*block))
      prepend(op, reads[n], kept[n]);
    for (Block *succ : block->getSuccessors())
      preds[numbers.lookup(succ)].push_back(n);
  }
  std::vector<unsigned> work;
  std::vector<bool> isQueued(size, true);
  for (unsigned n = 0; n != size; ++n)
    work.push_back(n);
  while (!work.empty()) {
    unsigned n = work.back();
    work.pop_back();
    isQueued[n] = false;
    RegSet live;
    for (Block *succ : blocks[n]->getSuccessors())
      live |= in[numbers.lookup(succ)];
    live = reads[n] | (live & kept[n]);
    if (live == in[n])
      continue;
    in[n] = live;
    for (unsigned pred : preds[n])
      if (!isQueued[pred]) {
        isQueued[pred] = true;
        work.push_back(pred);
      }
  }
}

/// Whether there are copies that end in a jump, before the branch's target.
bool HoistCopies::isEdge(const Edge &edge) {
  Operation *end = edge.block->getTerminator();
  if (!getBranch(end, 2) || end->getSuccessor(1) != edge.copies ||
      end->getSuccessor(0) != edge.copies->getNextNode() ||
      end->getSuccessor(0) == edge.copies ||
      !edge.copies->getSinglePredecessor())
    return false;
  unsigned count = 0;
  for (Operation &op : edge.copies->without_terminator())
    if (!getCopied(op) || ++count > maxCopies)
      return false;
  return count && getBranch(edge.copies->getTerminator(), 1);
}

void HoistCopies::hoist(const Edge &edge) {
  Operation *branch = edge.block->getTerminator();
  Operation *jump = edge.copies->getTerminator();
  for (Operation &copy :
       llvm::make_early_inc_range(edge.copies->without_terminator())) {
    copy.moveBefore(branch);
    ++numCopies;
  }
  isa::Inst *inst = getBranch(branch, 2);
  inst->guardNot = !inst->guardNot;
  branch->setSuccessor(branch->getSuccessor(0), 1);
  branch->setSuccessor(jump->getSuccessor(0), 0);
  edge.copies->erase();
  ++numEdges;
}

void HoistCopies::runOnOperation() {
  Region &body = getOperation().getBody();
  SmallVector<Edge> edges;
  for (Block &block : body)
    if (Block *next = block.getNextNode())
      if (Edge edge{&block, next}; isEdge(edge))
        edges.push_back(edge);
  if (edges.empty())
    return markAllAnalysesPreserved();
  // How many loops of the layout a block is in: a copy does not go into one
  // that its way leaves.
  llvm::DenseMap<Block *, int> depth, place;
  SmallVector<int> change(1, 0);
  for (Block &block : body) {
    place[&block] = change.size() - 1;
    change.push_back(0);
  }
  for (Block &block : body)
    for (Block *succ : block.getSuccessors())
      if (int from = place[&block], to = place[succ]; to <= from) {
        ++change[to];
        --change[from + 1];
      }
  int now = 0;
  for (Block &block : body)
    depth[&block] = now += change[place[&block]];
  LiveIn live(body);
  for (const Edge &edge : edges) {
    Block *other = edge.block->getTerminator()->getSuccessor(0);
    Block *join = edge.copies->getTerminator()->getSuccessor(0);
    bool isRead =
        llvm::any_of(edge.copies->without_terminator(), [&](Operation &copy) {
          return live[other][*getCopied(copy)];
        });
    if (!isRead && depth[join] >= depth[edge.block])
      hoist(edge);
  }
}

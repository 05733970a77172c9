//===- FuncCode.cpp - sass.func as machine code ---------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge from operations to the arrays on which scheduling, barriers and
// checkers work. Blocks are split where control leaves without a successor
// (exits, returns, calls).
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

const target::TargetInfo *sass::getTargetOrError(FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  unsigned sm = module ? module.getSm() : getSM(func);
  StringRef suffix = module ? module.getSmSuffix() : StringRef();
  const target::TargetInfo *target = target::lookupTarget(sm, suffix);
  if (!target)
    func.emitError("unknown target 'sm_") << sm << suffix << "'";
  return target;
}

std::string sass::describeInst(FuncOp func, const FuncCode &code, unsigned inst,
                               unsigned sm) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << func.getSymName() << "+0x"
     << llvm::utohexstr(code.offsets[inst], /*LowerCase=*/true) << " (";
  printInst(*code.code.insts[inst], sm, os);
  os << ")";
  return text;
}

namespace {
constexpr unsigned kNone = ~0u;
constexpr uint32_t kInstBytes = 16;

/// A block of the function and the machine blocks made of it. Exits and returns
/// split blocks, and calls when they are followed.
struct Source {
  Block *block;
  unsigned first = kNone, last = kNone;
  bool runsOn = true; ///< the end of the last one is reached
};
} // namespace

static bool isCall(const isa::InstDesc &desc) {
  return desc.branch == isa::BranchKind::Call;
}
static bool isReturn(const isa::InstDesc &desc) {
  return desc.branch == isa::BranchKind::Return;
}

/// BRA.DIV and its like: they have a label, but no successor.
static bool isSideBranch(Operation &op, const isa::InstDesc &desc) {
  return desc.branch == isa::BranchKind::ToLabel && !op.getNumSuccessors();
}

/// Nothing runs on behind it: an exit or return that no predicate holds back.
/// Behind a trap, too, if `trapsEnd`: what stands there is other code.
static bool endsFlow(const isa::Inst &inst, const isa::InstDesc &desc,
                     bool trapsEnd) {
  if (!(endsThread(desc.branch) || isReturn(desc) ||
        (trapsEnd && desc.holds(isa::Fact::EndsFlow, inst.mods))))
    return false;
  if (inst.guard != isa::PT || inst.guardNot)
    return false;
  int pp = desc.findSlot("pp");
  if (pp < 0)
    return true;
  const isa::Operand &source = inst.ops[pp];
  int notMod = desc.slots[pp].notMod;
  return (source.kind == isa::Operand::None || source.reg == isa::PT) &&
         !(notMod >= 0 && desc.mods[notMod].field.get(inst.mods));
}

/// Whether the label is of a function that ptxas calls on sm_70 to sm_89 for a
/// collective (of a barrier of the block: no mask is its argument).
static bool executesMask(StringRef label) {
  size_t at = label.find("$__cuda_sm70_");
  if (at == StringRef::npos)
    return false;
  StringRef name = label.substr(at).drop_front(strlen("$__cuda_sm70_"));
  return name == "warpsync" || name.starts_with("shflsync_") ||
         name.starts_with("votesync_") || name.starts_with("matchsync_");
}

/// The register that kMemberMaskAttr names.
static std::optional<RegId> getMemberMask(DictionaryAttr marks) {
  auto name = marks.getAs<StringAttr>(kMemberMaskAttr);
  StringRef number = name ? name.getValue() : "";
  auto kind = number.consume_front("U") ? isa::Operand::UR : isa::Operand::R;
  unsigned reg = 0;
  if (!number.consume_front("R") || number.getAsInteger(10, reg) ||
      reg >= (kind == isa::Operand::R ? isa::RZ : 64))
    return std::nullopt;
  return regId(kind, reg);
}

/// What the function says of the blocks that execute it.
static BlockShape getBlockShape(FuncOp func) {
  BlockShape shape;
  // The exact shape, or how many threads there are at most in any shape.
  if (std::optional<ArrayRef<int32_t>> exact = func.getRequiredThreads()) {
    shape.threadsX = std::max((*exact)[0], 1);
    shape.splitsWarps = shape.threadsX > kWarpThreads &&
                        shape.threadsX % kWarpThreads != 0 &&
                        int64_t((*exact)[1]) * (*exact)[2] > 1;
  } else if (std::optional<ArrayRef<int32_t>> most = func.getMaxThreads()) {
    int64_t threads = 1;
    for (int32_t dim : *most)
      threads *= std::max(dim, 1);
    shape.threadsX = std::min(shape.threadsX, threads);
  }
  return shape;
}

FuncCode sass::buildFuncCode(FuncOp func, bool followCalls,
                             bool followSideBranches) {
  FuncCode result;
  MachineCode &code = result.code;
  std::vector<Source> sources;
  DenseMap<Block *, unsigned> indexOf;
  llvm::StringMap<unsigned> labels;
  // Calls: machine block that ends in one, and its label.
  std::vector<std::pair<unsigned, StringRef>> calls;
  // BSSYs and their labels, and what follows each label.
  std::vector<std::pair<unsigned, StringRef>> regions;
  llvm::StringMap<unsigned> placeOf;
  // The same of branches that end no block of the function.
  std::vector<std::pair<unsigned, StringRef>> sideBranches;

  code.startsEmpty = func.getKernel();
  if (func.getKernel())
    code.blockShape = getBlockShape(func);
  if (func.getKernel() && func.getLocalBytes())
    code.variableBytes = func.getVariableBytes();
  uint32_t offset = 0;
  for (Block &block : func.getBody()) {
    indexOf[&block] = sources.size();
    sources.push_back({&block});
    Source &source = sources.back();
    bool isOpen = false; // a machine block that takes the next instruction
    bool runsOn = true;  // what comes next is reached from what came last
    for (Operation &op : block) {
      if (auto label = dyn_cast<LabelOp>(op)) {
        labels[label.getName()] = indexOf[&block];
        placeOf[label.getName()] = code.insts.size();
        if (executesMask(label.getName()))
          code.maskFunctions.push_back(code.insts.size());
      }
      if (llvm::isa<RawOp>(op)) {
        result.unknown.push_back({&op, offset});
        offset += kInstBytes;
      }
      auto instOp = dyn_cast<InstOpInterface>(op);
      if (!instOp)
        continue;
      if (!isOpen) {
        unsigned index = code.blocks.size();
        code.blocks.emplace_back();
        code.blocks.back().begin = code.insts.size();
        if (source.first == kNone)
          source.first = index;
        else if (runsOn)
          code.blocks[source.last].succs.push_back(index);
        source.last = index;
        isOpen = runsOn = true;
      }
      isa::Inst &inst = instOp.getInst();
      code.insts.push_back(&inst);
      if (DictionaryAttr marks = op.getDiscardableAttrDictionary();
          !marks.empty()) {
        if (marks.contains(kStrongAttr))
          code.strong.insert(&inst);
        if (marks.contains(kWeakAttr))
          code.weak.insert(&inst);
        if (std::optional<RegId> mask = getMemberMask(marks))
          code.memberMasks[&inst] = *mask;
        if (auto name = marks.getAs<StringAttr>(kMemberMaskAttr);
            name && name.getValue() == kAllThreads)
          code.votesOfAll.insert(&inst);
      }
      result.ops.push_back(&op);
      result.offsets.push_back(offset);
      offset += kInstBytes;
      code.blocks.back().end = code.insts.size();
      const isa::InstDesc &desc = isa::getDesc(inst.opcode);
      if (endsFlow(inst, desc, /*trapsEnd=*/followSideBranches)) {
        isOpen = runsOn = false;
      } else if (followCalls && isCall(desc)) {
        isOpen = false;
        // With a register, the label is only what the address counts from.
        bool isIndirect = desc.findSlot("a") >= 0;
        auto ref = dyn_cast_or_null<LabelAttr>(instOp.getReference());
        if (ref && !isIndirect)
          calls.push_back({source.last, ref.getName().getValue()});
        else
          code.outsideCalls.push_back(source.last);
      }
      if (followSideBranches && desc.role == isa::ConvergenceRole::Arm)
        if (auto ref = dyn_cast_or_null<LabelAttr>(instOp.getReference()))
          regions.push_back(
              {unsigned(code.insts.size() - 1), ref.getName().getValue()});
      if (followSideBranches && isSideBranch(op, desc)) {
        isOpen = false;
        if (auto ref = dyn_cast_or_null<LabelAttr>(instOp.getReference()))
          sideBranches.push_back({source.last, ref.getName().getValue()});
      }
      if (followCalls && isReturn(desc))
        code.returns.push_back(source.last);
    }
    source.runsOn = runsOn;
  }

  // Where an edge to a block really goes: past blocks without instructions,
  // which run on into a later one; each is resolved once, from the end.
  std::vector<unsigned> start(sources.size(), kNone);
  for (unsigned i = sources.size(); i-- != 0;) {
    start[i] = sources[i].first;
    Block *block = sources[i].block;
    if (start[i] == kNone && !block->empty() &&
        block->back().getNumSuccessors()) {
      unsigned next = indexOf.lookup(block->back().getSuccessor(0));
      if (next > i)
        start[i] = start[next];
    }
  }
  for (Source &source : sources) {
    if (source.last == kNone || !source.runsOn)
      continue;
    auto &succs = code.blocks[source.last].succs;
    for (Block *succ : source.block->back().getSuccessors()) {
      unsigned to = start[indexOf.lookup(succ)];
      if (to != kNone && !llvm::is_contained(succs, to))
        succs.push_back(to);
    }
  }
  for (auto &[block, label] : sideBranches) {
    auto found = labels.find(label);
    if (found == labels.end() || start[found->second] == kNone)
      continue;
    auto &succs = code.blocks[block].succs;
    succs.insert(succs.begin(), start[found->second]);
  }
  for (auto &[inst, label] : regions)
    if (auto found = placeOf.find(label); found != placeOf.end())
      code.regions.push_back({inst, found->second});
  for (auto &[block, label] : calls) {
    auto found = labels.find(label);
    if (found != labels.end() && start[found->second] != kNone)
      code.calls.push_back({block, start[found->second]});
    else
      code.outsideCalls.push_back(block);
  }
  return result;
}

FuncCodeAnalysis::FuncCodeAnalysis(Operation *op)
    : func(buildFuncCode(cast<FuncOp>(op))),
      target(getTargetOrError(cast<FuncOp>(op))) {
  if (target)
    table.emplace(func.code, *target);
}

void FuncCodeAnalysis::reorder(unsigned begin, ArrayRef<unsigned> order) {
  table->reorder(begin, order);
  SmallVector<std::pair<isa::Inst *, Operation *>> moved;
  moved.reserve(order.size());
  for (unsigned from : order)
    moved.push_back({func.code.insts[from], func.ops[from]});
  for (auto [i, inst] : llvm::enumerate(moved))
    std::tie(func.code.insts[begin + i], func.ops[begin + i]) = inst;
}

void sass::forEachRun(
    const FuncCode &func,
    llvm::function_ref<void(unsigned begin, unsigned end)> visit) {
  for (const MachineBlock &block : func.code.blocks) {
    unsigned begin = block.begin;
    for (unsigned i = block.begin + 1; i <= block.end; ++i) {
      if (i != block.end && func.ops[i - 1]->getNextNode() == func.ops[i])
        continue;
      visit(begin, i);
      begin = i;
    }
  }
}

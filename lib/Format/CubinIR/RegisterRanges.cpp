//===- RegisterRanges.cpp - Where registers of the PTX are ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of code for a debugger say what a register of the PTX holds from
// them on (`debug_values`). That is true until the machine register is written
// or something else is said of the name, on all paths: in a block that can be
// reached otherwise nothing is said. A range is followed through the blocks
// behind it as far as a budget for the function lasts, which keeps the time
// linear; then only through its own block.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "ptx-mlir/Target/CallABI.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Operand;

static constexpr unsigned kInstBytes = 16;
/// Blocks looked at per instruction.
static constexpr uint64_t kBudget = 64;

namespace {

/// What an operation says of a register of the PTX.
struct Mark {
  StringAttr name;
  uint8_t type;
  Operand::Kind kind = Operand::None; ///< None: it is nowhere
  uint32_t reg = 0, parts = 0;
  uint32_t block = 0;
  uint32_t at = 0; ///< instructions before it
};

struct CodeBlock {
  uint32_t begin, end; ///< instructions
  SmallVector<uint32_t, 2> successors, predecessors;
};

class RangeFinder {
public:
  RangeFinder(sass::FuncOp func, const CodeLayout &code) : code(code) {
    collectBlocks(func);
    collectWrites();
  }
  std::vector<cubin::RegisterRange> run();

private:
  void collectBlocks(sass::FuncOp func);
  void collectWrites();
  void addMarks(ArrayAttr values, uint32_t at);
  void addWrite(Operand::Kind kind, uint32_t reg, uint32_t at) {
    if (kind < 8 && reg < 256)
      writes[kind][reg].push_back(at);
  }
  uint32_t findEnd(const Mark &mark, uint32_t block, uint32_t from,
                   bool isBehind, bool &isAlive) const;
  void follow(const Mark &mark);
  void emit(const Mark &mark, uint32_t begin, uint32_t end);

  const CodeLayout &code;
  std::vector<CodeBlock> blocks;
  std::vector<Mark> marks;
  /// Of each name, in the order of the code.
  llvm::DenseMap<StringAttr, SmallVector<uint32_t>> marksOf;
  /// Instructions that write a register, by kind and number.
  std::vector<uint32_t> writes[8][256];
  uint64_t budget = 0;
  /// Of the mark at hand: the blocks that it reaches.
  struct Reached {
    uint32_t end;
    bool isAlive, isValid;
  };
  llvm::DenseMap<uint32_t, Reached> reached;
  std::vector<cubin::RegisterRange> ranges;
};

} // namespace

/// Types as `.nv_debug_info_reg_type` numbers them (observed on ptxas 13.0.88).
static uint8_t getTypeCode(StringRef type) {
  return llvm::StringSwitch<uint8_t>(type)
      .Case("b8", 0x00)
      .Case("b16", 0x01)
      .Case("b32", 0x02)
      .Case("b64", 0x03)
      .Case("u8", 0x04)
      .Case("u16", 0x05)
      .Case("u32", 0x06)
      .Case("u64", 0x07)
      .Case("s8", 0x08)
      .Case("s16", 0x09)
      .Case("s32", 0x0a)
      .Case("s64", 0x0b)
      .Case("f16", 0x0c)
      .Case("f16x2", 0x0d)
      .Case("f32", 0x0e)
      .Case("f64", 0x0f)
      .Case("pred", 0x10)
      .Case("b128", 0x11)
      .Default(0x02);
}

/// The number that DWARF gives to the first register of a file (observed on
/// ptxas 13.0.88); 0 where none is known.
static uint32_t getRegisterBase(Operand::Kind kind) {
  switch (kind) {
  case Operand::R:
    return 0x5000000;
  case Operand::UR:
    return 0xb000000;
  case Operand::P:
    return 0x2000000;
  default:
    return 0;
  }
}

void RangeFinder::addMarks(ArrayAttr values, uint32_t at) {
  for (auto value : values.getAsRange<ArrayAttr>()) {
    Mark mark;
    mark.block = uint32_t(blocks.size()) - 1;
    mark.at = at;
    mark.name = dyn_cast<StringAttr>(value[0]);
    auto type = dyn_cast<StringAttr>(value[1]);
    if (!mark.name || !type)
      continue;
    mark.type = getTypeCode(type.getValue());
    auto text = value.size() == 4 ? dyn_cast<StringAttr>(value[2]) : nullptr;
    auto parts = value.size() == 4 ? dyn_cast<IntegerAttr>(value[3]) : nullptr;
    if (text && parts) {
      StringRef reg = text.getValue();
      Operand::Kind kind = reg.consume_front("UR")  ? Operand::UR
                           : reg.consume_front("R") ? Operand::R
                           : reg.consume_front("P") ? Operand::P
                                                    : Operand::None;
      if (!reg.getAsInteger(10, mark.reg) && mark.reg < 256)
        mark.kind = kind;
      mark.parts = uint32_t(parts.getInt());
    }
    marksOf[mark.name].push_back(uint32_t(marks.size()));
    marks.push_back(mark);
  }
}

void RangeFinder::collectBlocks(sass::FuncOp func) {
  llvm::DenseMap<Block *, uint32_t> numbers;
  for (Block &block : func.getBody())
    numbers[&block] = uint32_t(numbers.size());
  uint32_t at = 0;
  for (Block &block : func.getBody()) {
    blocks.push_back({at, at, {}, {}});
    for (Operation &op : block) {
      if (auto values = op.getAttrOfType<ArrayAttr>(sass::kDebugValuesAttr))
        addMarks(values, at);
      at += llvm::isa<sass::InstOpInterface, sass::RawOp>(op);
    }
    blocks.back().end = at;
    for (Block *successor : block.getSuccessors())
      blocks.back().successors.push_back(numbers.lookup(successor));
  }
  for (auto [i, block] : llvm::enumerate(blocks))
    for (uint32_t successor : block.successors)
      blocks[successor].predecessors.push_back(uint32_t(i));
}

void RangeFinder::collectWrites() {
  const target::CallABI &abi = target::getCallABI();
  target::RegisterBits lost =
      abi.lostAt(/*usesFew=*/false) | abi.lostAt(/*usesFew=*/true);
  for (auto [i, inst] : llvm::enumerate(code.code)) {
    if (!inst)
      continue;
    const isa::InstDesc &desc = isa::getDesc(inst->opcode);
    for (unsigned s = 0; s != desc.slots.size(); ++s)
      if (desc.slots[s].isDef)
        for (unsigned k = 0,
                      n = std::max(isa::slotWidth(desc, s, inst->mods), 1u);
             k != n; ++k)
          addWrite(inst->ops[s].kind, inst->ops[s].reg + k, uint32_t(i));
    if (desc.branch != isa::BranchKind::Call)
      continue;
    for (unsigned reg = 0; reg != 256; ++reg) {
      if (lost.test(reg))
        addWrite(Operand::R, reg, uint32_t(i));
      if (reg < abi.firstPreservedUniform)
        addWrite(Operand::UR, reg, uint32_t(i));
      if (reg < 8)
        addWrite(Operand::P, reg, uint32_t(i));
    }
  }
}

/// Where in a block what `mark` says ends to be true, if it is true at `from`.
/// `isBehind`: of marks at `from` only those behind this one count.
uint32_t RangeFinder::findEnd(const Mark &mark, uint32_t block, uint32_t from,
                              bool isBehind, bool &isAlive) const {
  uint32_t end = blocks[block].end;
  isAlive = true;
  for (uint32_t k = 0; k != mark.parts; ++k) {
    const std::vector<uint32_t> &list = writes[mark.kind][mark.reg + k];
    auto write = llvm::lower_bound(list, from);
    // It is there until the instruction is executed.
    if (write != list.end() && *write < blocks[block].end) {
      end = std::min(end, *write + 1);
      isAlive = false;
    }
  }
  const SmallVector<uint32_t> &others = marksOf.find(mark.name)->second;
  uint32_t own = uint32_t(&mark - marks.data());
  auto other = isBehind ? llvm::upper_bound(others, own)
                        : llvm::partition_point(others, [&](uint32_t m) {
                            return marks[m].block < block;
                          });
  if (other != others.end() && marks[*other].block == block) {
    isAlive = false;
    end = std::min(end, marks[*other].at);
  }
  return end;
}

void RangeFinder::emit(const Mark &mark, uint32_t begin, uint32_t end) {
  uint32_t base = getRegisterBase(mark.kind);
  if (begin >= end || !base)
    return;
  for (uint32_t k = 0; k != mark.parts; ++k)
    ranges.push_back({mark.name.str(), k, base + mark.reg + k, mark.type,
                      begin * kInstBytes, end * kInstBytes});
}

/// Through the blocks that are reached from this mark only.
void RangeFinder::follow(const Mark &mark) {
  bool isAlive;
  uint32_t end = findEnd(mark, mark.block, mark.at, /*isBehind=*/true, isAlive);
  emit(mark, mark.at, end);
  if (!isAlive || budget == 0)
    return;
  reached.clear();
  SmallVector<uint32_t> work(ArrayRef<uint32_t>(blocks[mark.block].successors));
  SmallVector<uint32_t> order;
  while (!work.empty()) {
    uint32_t block = work.pop_back_val();
    if (reached.count(block))
      continue;
    if (budget < mark.parts + blocks[block].predecessors.size() + 1) {
      budget = 0;
      return;
    }
    budget -= mark.parts + blocks[block].predecessors.size() + 1;
    bool lives;
    uint32_t to = findEnd(mark, block, blocks[block].begin, false, lives);
    reached[block] = {to, lives, true};
    order.push_back(block);
    if (lives)
      llvm::append_range(work, blocks[block].successors);
  }
  // What is entered from elsewhere, and what is reached from there, is not.
  llvm::append_range(work, order);
  while (!work.empty()) {
    auto it = reached.find(work.pop_back_val());
    if (it == reached.end() || !it->second.isValid)
      continue;
    bool holds =
        llvm::all_of(blocks[it->first].predecessors, [&](uint32_t predecessor) {
          if (predecessor == mark.block)
            return true;
          auto from = reached.find(predecessor);
          return from != reached.end() && from->second.isValid &&
                 from->second.isAlive;
        });
    if (holds)
      continue;
    it->second.isValid = false;
    if (it->second.isAlive)
      llvm::append_range(work, blocks[it->first].successors);
  }
  for (uint32_t block : order)
    if (const Reached &at = reached.find(block)->second; at.isValid)
      emit(mark, blocks[block].begin, at.end);
}

std::vector<cubin::RegisterRange> RangeFinder::run() {
  budget = kBudget * (code.code.size() + marks.size());
  for (const Mark &mark : marks)
    if (mark.kind != Operand::None && mark.reg + mark.parts <= 256)
      follow(mark);
  auto key = [](const cubin::RegisterRange &r) {
    return std::tie(r.reg, r.name, r.part, r.begin, r.end);
  };
  llvm::sort(ranges,
             [&](const auto &a, const auto &b) { return key(a) < key(b); });
  // One of what goes on.
  std::vector<cubin::RegisterRange> merged;
  for (cubin::RegisterRange &range : ranges) {
    if (!merged.empty() && merged.back().end >= range.begin &&
        std::tie(merged.back().reg, merged.back().name, merged.back().part) ==
            std::tie(range.reg, range.name, range.part))
      merged.back().end = std::max(merged.back().end, range.end);
    else
      merged.push_back(std::move(range));
  }
  llvm::stable_sort(merged, [](const auto &a, const auto &b) {
    return std::tie(a.reg, a.begin) < std::tie(b.reg, b.begin);
  });
  return merged;
}

std::vector<cubin::RegisterRange>
ptxmlir::findRegisterRanges(sass::FuncOp func, const CodeLayout &code) {
  return RangeFinder(func, code).run();
}

//===- Convergence.cpp - Faults of convergence in cubins ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass-convergence check [--files=LIST] CUBIN...: the findings of
//   sass-verify-convergence, a line each, and the words that nothing is known
//   of.
//
// sass-convergence plant --out=DIR [--count=N] [--seed=S] CUBIN: cubins
//   DIR/0.cubin and so on, each with one instruction changed that makes threads
//   of a warp meet, and a line that says how: number, kind, place.
//
//   away      a BSSY, BSYNC, BREAK, WARPSYNC or BMOV becomes a NOP
//   register  it names another barrier, or WARPSYNC another mask
//   move      it stands some instructions earlier or later, also on the other
//             side of a branch
//
// `plant` does not ask the checker. Whether it is a fault, execution says.
//
//===----------------------------------------------------------------------===//

#include "../../ISA/CubinText.h"
#include "PlantFaults.h"
#include "ptx-mlir/Dialect/SASS/Analysis/ConvergenceChecker.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <random>

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;
using isa::ConvergenceRole;
using isa::Operand;

static cl::opt<std::string> command(cl::Positional, cl::Required,
                                    cl::desc("check|plant"));
static cl::list<std::string> files(cl::Positional, cl::desc("<cubins>"));
static cl::opt<std::string>
    listFile("files", cl::desc("read the cubins' names from it"));
static cl::opt<std::string> outFolder("out",
                                      cl::desc("folder of the new cubins"));
static cl::opt<unsigned> numFaults("count", cl::init(10),
                                   cl::desc("faults to plant"));
static cl::opt<unsigned> seedOption("seed", cl::init(1),
                                    cl::desc("of the choice"));

namespace {
enum Kind { Away, Register, Move, kNumKinds };
const char *const kKindNames[kNumKinds] = {"away", "register", "move"};

struct Fault {
  Kind kind;
  std::string section, text;
  unsigned at, to;     ///< words; `to`: where a moved one stands then
  unsigned number = 0; ///< of the new register
};
} // namespace

/// The operand that names the barrier or the mask; null if there is none.
static Operand *getRegister(isa::Inst &inst) {
  bool isMask = isa::getDesc(inst.opcode).role == ConvergenceRole::WarpSync;
  for (unsigned i = 0; i != isa::getDesc(inst.opcode).slots.size(); ++i)
    if (inst.ops[i].kind == (isMask ? Operand::R : Operand::B))
      return &inst.ops[i];
  return nullptr;
}

/// How far an instruction can go from `at` within straight code: to where the
/// block begins and ends, and past a branch into a block without other ways to
/// it.
static std::pair<unsigned, unsigned> getReach(const MachineCode &code,
                                              unsigned at) {
  auto block = llvm::upper_bound(code.blocks, at,
                                 [](unsigned at, const MachineBlock &b) {
                                   return at < b.begin;
                                 }) -
               1;
  auto isOwned = [&](auto next) {
    unsigned index = next - code.blocks.begin(), ways = 0;
    for (const MachineBlock &b : code.blocks)
      ways += llvm::count(b.succs, index);
    for (const MachineCall &call : code.calls)
      ways += call.callee == index;
    // A branch to what comes next anyway has one successor.
    bool isBranch =
        isa::getDesc(code.insts[(next - 1)->end - 1]->opcode).is(isa::Branch);
    return ways == 1 && llvm::is_contained((next - 1)->succs, index) &&
           (!isBranch || (next - 1)->succs.size() > 1);
  };
  unsigned begin = block->begin, end = block->end - 1;
  if (block != code.blocks.begin() && isOwned(block))
    begin = (block - 1)->end - 1;
  if (block + 1 == code.blocks.end() || !isOwned(block + 1)) {
    // The branch at its end stays there.
    if (end != at && isa::getDesc(code.insts[end]->opcode).is(isa::Branch))
      --end;
  }
  return {begin, std::max(end, at)};
}

static void collect(const FunctionCode &function, std::mt19937 &random,
                    std::vector<Fault> &faults) {
  const MachineCode &code = function.code.code;
  auto draw = [&](unsigned n) { return unsigned(random() % n); };
  std::vector<unsigned> masks;
  for (const isa::Inst *inst : code.insts) {
    SmallVector<isa::RegRange, 8> reads, writes;
    isa::collectRegs(*inst, reads, writes);
    for (const isa::RegRange &range : writes)
      if (range.file == Operand::R)
        masks.push_back(range.first);
  }
  for (unsigned at = 0; at != code.insts.size(); ++at) {
    isa::Inst inst = *code.insts[at];
    ConvergenceRole role = isa::getDesc(inst.opcode).role;
    if (role != ConvergenceRole::Arm && role != ConvergenceRole::Sync &&
        role != ConvergenceRole::Break && role != ConvergenceRole::Move &&
        role != ConvergenceRole::WarpSync)
      continue;
    Fault fault;
    fault.section = ".text." + function.name;
    fault.text = function.describe(at);
    fault.at = fault.to = function.code.offsets[at] / 16;
    fault.kind = Away;
    faults.push_back(fault);
    if (Operand *op = getRegister(inst)) {
      fault.kind = Register;
      fault.number = op->kind == Operand::B ? (op->reg + 1 + draw(3)) % 16
                                            : masks[draw(masks.size())];
      if (fault.number != op->reg)
        faults.push_back(fault);
    }
    auto [first, last] = getReach(code, at);
    for (unsigned i = 0; i != 2 && last != first; ++i) {
      unsigned target = first + draw(last - first + 1);
      // To the other side of a branch, every second time.
      if (i)
        target = draw(2) ? last : first;
      fault.kind = Move;
      fault.to = function.code.offsets[target] / 16;
      if (fault.to != fault.at)
        faults.push_back(fault);
    }
  }
}

/// Moves a word; branches in between keep their targets.
static bool rotate(std::vector<isa::Word> &words, unsigned at, unsigned to,
                   unsigned sm) {
  int step = at < to ? 1 : -1;
  isa::Word moved = words[at];
  auto shift = [&](isa::Word word, int distance) -> std::optional<isa::Word> {
    std::optional<isa::Inst> inst = isa::decode(word, sm);
    if (!inst)
      return std::nullopt;
    bool isRelative = false;
    for (unsigned i = 0; i != isa::getDesc(inst->opcode).slots.size(); ++i)
      if (inst->ops[i].kind == Operand::Label) {
        inst->ops[i].value -= 16 * distance;
        isRelative = true;
      }
    return isRelative ? isa::encode(*inst, sm) : word;
  };
  for (unsigned i = at; i != to; i += step) {
    // What depends on where it stands in other ways stays there.
    std::optional<isa::Inst> passed = isa::decode(words[i + step], sm);
    if (passed && isa::getDesc(passed->opcode).is(isa::Branch) &&
        !StringRef(isa::getDesc(passed->opcode).name).starts_with("BRA"))
      return false;
    if (passed &&
        StringRef(isa::getDesc(passed->opcode).name).starts_with("LEPC"))
      return false;
    std::optional<isa::Word> word = shift(words[i + step], -step);
    if (!word)
      return false;
    words[i] = *word;
  }
  std::optional<isa::Word> word = shift(moved, int(to) - int(at));
  if (!word)
    return false;
  words[to] = *word;
  return true;
}

static bool apply(const Fault &fault, std::vector<isa::Word> &words,
                  unsigned sm) {
  if (fault.kind == Move)
    return rotate(words, fault.at, fault.to, sm);
  std::optional<isa::Inst> inst = isa::decode(words[fault.at], sm);
  if (!inst)
    return false;
  if (fault.kind == Away) {
    isa::Inst nop;
    nop.opcode = isa::Opcode::NOP;
    nop.guard = isa::PT;
    nop.control = inst->control;
    inst = nop;
  } else {
    getRegister(*inst)->reg = fault.number;
  }
  std::optional<isa::Word> word = isa::encode(*inst, sm);
  if (word)
    words[fault.at] = *word;
  return word.has_value();
}

static bool write(const std::string &file, const Fault &fault, unsigned sm,
                  StringRef to) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer)
    return false;
  std::string data = (*buffer)->getBuffer().str();
  bool done = false;
  forEachTextSection(
      file, sm, [&](StringRef name, unsigned, ArrayRef<isa::Word> words) {
        if (name != fault.section)
          return;
        std::vector<isa::Word> changed(words.begin(), words.end());
        StringRef section(reinterpret_cast<const char *>(words.data()),
                          words.size() * sizeof(isa::Word));
        size_t place = data.find(section.str());
        if (place == std::string::npos || !apply(fault, changed, sm))
          return;
        memcpy(&data[place], changed.data(), section.size());
        done = true;
      });
  if (!done)
    return false;
  std::error_code ec;
  raw_fd_ostream os(to, ec);
  os << data;
  return !ec;
}

static int plant(const std::string &file) {
  std::mt19937 random(seedOption);
  std::vector<Fault> faults;
  unsigned sm = 0;
  if (!forEachFunction(
          file,
          [&](FunctionCode &function) {
            sm = function.target->sm;
            collect(function, random, faults);
          },
          /*followSideBranches=*/true))
    return 1;
  // Not by std::shuffle, whose order differs between libraries.
  for (size_t i = faults.size(); i > 1; --i)
    std::swap(faults[i - 1], faults[random() % i]);
  unsigned number = 0;
  for (const Fault &fault : faults) {
    if (number == numFaults)
      break;
    if (!write(file, fault, sm,
               outFolder + "/" + std::to_string(number) + ".cubin"))
      continue;
    outs() << number++ << "\t" << kKindNames[fault.kind] << "\t" << fault.text;
    if (fault.kind == Move)
      outs() << " by " << int(fault.to) - int(fault.at);
    else if (fault.kind == Register)
      outs() << " to " << fault.number;
    outs() << "\n";
  }
  return 0;
}

static int check() {
  unsigned numFindings = 0, numFailed = 0;
  for (const std::string &file : files) {
    bool ok = forEachFunction(
        file,
        [&](FunctionCode &function) {
          for (auto [op, offset] : function.code.unknown)
            outs() << file << ": unknown word, at " << function.name << "+0x"
                   << utohexstr(offset, true) << "\n";
          for (const convergence::Finding &finding :
               checkConvergence(function.code.code, *function.target, {})) {
            ++numFindings;
            outs() << file << ": finding: " << finding.message() << ", at "
                   << function.describe(finding.place) << "\n";
          }
        },
        /*followSideBranches=*/true);
    if (!ok) {
      ++numFailed;
      outs() << file << ": cannot be read\n";
    }
    outs().flush();
  }
  outs() << files.size() << " files, " << numFindings << " findings, "
         << numFailed << " files cannot be read\n";
  return numFindings || numFailed ? 1 : 0;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "convergence in cubins\n");
  if (!listFile.empty()) {
    auto list = MemoryBuffer::getFile(listFile);
    if (!list) {
      errs() << listFile << ": " << list.getError().message() << "\n";
      return 1;
    }
    SmallVector<StringRef> lines;
    (*list)->getBuffer().split(lines, '\n', -1, false);
    for (StringRef line : lines)
      files.push_back(line.str());
  }
  if (command == "check")
    return check();
  if (command == "plant" && files.size() == 1 && !outFolder.empty())
    return plant(files[0]);
  errs() << "check CUBIN... or plant --out=DIR CUBIN\n";
  return 1;
}

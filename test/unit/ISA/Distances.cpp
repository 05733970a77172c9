//===- Distances.cpp - Cycles between dependent instructions --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isa-distances [--sm=N] cubin...: for every pair of instructions that share a
// register, the least number of cycles (sum of stall counts) from the first to
// the second on any path, united over all pairs of the same records and slots.
// utils/isa/latencies.py makes the latency tables of these lines and compares
// them with the tables. Tab-separated:
//
//   pair  kind file first slot part predicated second slot part port port
//         entry source samples least
//         fixed distances  unwaited distances  waited  example
//     kind is True, Output or Anti; part is 0 for a single register, 1 and 2
//     for the first and the upper ones of several; entry is the number of the
//     tables, 0 where a dependency barrier orders the pair, with where it comes
//     from (target::EntrySource) and the samples behind it; then the number of
//     pairs whose first instruction sets no barrier for the access with their
//     least distances and how often each is seen, of those where it sets one
//     that nobody has waited for, and of those that come after a wait.
//   inst  record class count writeBarrier readBarrier leastStall atLeast
//         MinStall WriteBarrier ReadBarrier (of the class)
//   wait  count distances, from setting a barrier to a wait for it
//   code  instructions
//
//===----------------------------------------------------------------------===//

#include "CubinText.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace ptxmlir;
using target::RegFile;

static cl::list<std::string> files(cl::Positional, cl::desc("<cubins>"));
static cl::opt<unsigned>
    smOption("sm", cl::desc("SM number instead of the file's"), cl::init(0));
static cl::opt<int> window("window", cl::desc("longest distance looked at"),
                           cl::init(48));

namespace {

enum Kind : uint8_t { True, Output, Anti };
constexpr uint8_t kGuardSlot = 0xff;

/// How an instruction accesses a register.
struct Access {
  uint16_t reg; ///< file << 8 | number
  uint8_t slot, part;
  RegFile file() const { return RegFile(reg >> 8); }
};

/// A read or write that something may depend on.
struct Fact {
  unsigned inst;
  int cycle; ///< of issue; at block boundaries minus the age
  Access access;
  bool isWrite;
  uint8_t barriers; ///< those that tell of its completion
  bool waited = false;
  bool guardChanged = false; ///< its guard has another value by now
  bool overwritten = false;  ///< for some lanes

  auto key() const {
    return std::make_tuple(inst, access.reg, access.slot, isWrite);
  }
};

struct Block {
  unsigned begin, end;
  SmallVector<unsigned, 2> succs;
  std::vector<Fact> entry; ///< sorted by key
  bool isQueued = false, isReached = false;
};

/// How often each distance is seen.
struct Distances {
  std::map<int, uint64_t> counts;
  std::string example; ///< of the least
  void add(int distance, function_ref<std::string()> where) {
    if (counts.empty() || distance < counts.begin()->first)
      example = where();
    ++counts[distance];
  }
  /// The smallest ones: "4x120,5x7".
  std::string text() const {
    std::string result;
    for (auto [i, entry] : enumerate(counts))
      if (i < 4)
        result += (i ? "," : "") + std::to_string(entry.first) + "x" +
                  std::to_string(entry.second);
    return result;
  }
  uint64_t total() const {
    uint64_t result = 0;
    for (auto [distance, count] : counts)
      result += count;
    return result;
  }
};

struct PairKey {
  Kind kind;
  RegFile file;
  isa::Opcode first;
  uint8_t firstSlot, firstPart;
  bool predicated;
  isa::Opcode second;
  uint8_t secondSlot, secondPart;
  auto tie() const {
    return std::tie(kind, file, first, firstSlot, firstPart, predicated, second,
                    secondSlot, secondPart);
  }
  bool operator<(const PairKey &o) const { return tie() < o.tie(); }
};
struct PairData {
  Distances fixed, unwaited;
  uint64_t waited = 0;
};
struct RecordData {
  uint64_t count = 0, writeBarrier = 0, readBarrier = 0, atLeast = 0;
  unsigned leastStall = ~0u;
};

struct Results {
  std::map<PairKey, PairData> pairs;
  std::map<isa::Opcode, RecordData> records;
  Distances wait;
  uint64_t instructions = 0;
  unsigned sm = 0;
};

class Section {
public:
  Section(ArrayRef<isa::Word> words, unsigned sm, std::string name,
          Results &results)
      : name(std::move(name)), results(results) {
    for (isa::Word word : words)
      insts.push_back(isa::decode(word, sm));
  }
  void run();

private:
  void buildBlocks();
  void visit(Block &block, bool record);
  void issue(unsigned i, int now, bool record);
  void pair(Kind kind, const Fact &fact, unsigned i, Access access, int now);
  bool flow(Block &to, int end);
  static void collect(ArrayRef<isa::RegRange> ranges,
                      SmallVectorImpl<Access> &accesses);
  std::string where(unsigned i) const {
    return name + "+0x" + utohexstr(16 * i, true);
  }

  std::vector<std::optional<isa::Inst>> insts;
  std::string name;
  Results &results;
  std::vector<Block> blocks;
  /// By register: what is recent.
  std::map<uint16_t, SmallVector<Fact, 4>> state;
  int barrierSet[8]; ///< cycle, by barrier
};

bool isCall(const isa::InstDesc &desc) {
  return StringRef(desc.name).starts_with("CALL");
}

/// Nothing runs on behind it.
bool endsFlow(const isa::Inst &inst, const isa::InstDesc &desc) {
  StringRef name = desc.name;
  if (!(name.starts_with("EXIT") || name.starts_with("RET") ||
        name.starts_with("BRA") || name.starts_with("BRX") ||
        name.starts_with("JMP") || name.starts_with("JMX") ||
        name.starts_with("KILL")))
    return false;
  if (inst.guard != isa::PT || inst.guardNot)
    return false;
  // A branch may have a second predicate, or wait for the whole warp.
  for (unsigned s = 0; s != desc.slots.size(); ++s)
    if ((inst.ops[s].kind == isa::Operand::P ||
         inst.ops[s].kind == isa::Operand::UP) &&
        (inst.ops[s].reg != isa::PT ||
         (desc.slots[s].notMod >= 0 &&
          desc.mods[desc.slots[s].notMod].field.get(inst.mods))))
      return false;
  return !(name.starts_with("BRA") && name.size() > 3);
}

void Section::buildBlocks() {
  std::vector<bool> isLeader(insts.size() + 1);
  isLeader[0] = true;
  auto target = [&](unsigned i) -> int64_t {
    const isa::InstDesc &desc = isa::getDesc(insts[i]->opcode);
    for (const isa::Operand &op :
         ArrayRef(insts[i]->ops).take_front(desc.slots.size()))
      if (op.kind == isa::Operand::Label) {
        int64_t to = int64_t(i) + 1 + op.value / 16;
        return to >= 0 && to < int64_t(insts.size()) ? to : -1;
      }
    return -1;
  };
  for (unsigned i = 0; i != insts.size(); ++i) {
    if (!insts[i]) {
      isLeader[i] = isLeader[i + 1] = true;
      continue;
    }
    const isa::InstDesc &desc = isa::getDesc(insts[i]->opcode);
    if (int64_t to = target(i); to >= 0)
      isLeader[to] = true;
    if (desc.is(isa::Branch) || endsFlow(*insts[i], desc))
      isLeader[i + 1] = true;
  }
  std::vector<unsigned> blockOf(insts.size() + 1);
  for (unsigned i = 0; i != insts.size(); ++i) {
    if (isLeader[i])
      blocks.push_back({i, i, {}, {}});
    blocks.back().end = i + 1;
    blockOf[i] = blocks.size() - 1;
  }
  for (Block &block : blocks) {
    unsigned last = block.end - 1;
    if (!insts[last])
      continue;
    const isa::InstDesc &desc = isa::getDesc(insts[last]->opcode);
    StringRef name = desc.name;
    if (!endsFlow(*insts[last], desc) && block.end != insts.size())
      block.succs.push_back(blockOf[block.end]);
    if (name.starts_with("BRA") || name.starts_with("JMP") ||
        name.starts_with("BSYNC"))
      if (int64_t to = target(last); to >= 0)
        block.succs.push_back(blockOf[to]);
  }
}

void Section::collect(ArrayRef<isa::RegRange> ranges,
                      SmallVectorImpl<Access> &accesses) {
  for (const isa::RegRange &range : ranges)
    if (target::hasLatency(range.file))
      for (unsigned n = 0; n != range.count; ++n)
        accesses.push_back(
            {uint16_t(unsigned(target::regFile(range.file)) << 8 |
                      (range.first + n)),
             range.slot,
             uint8_t(range.count == 1 ? 0
                     : n              ? 2
                                      : 1)});
}

void Section::pair(Kind kind, const Fact &fact, unsigned i, Access access,
                   int now) {
  const isa::Inst &first = *insts[fact.inst], &second = *insts[i];
  // Each is for lanes that the other one is not for.
  if (first.guard != isa::PT && first.guard == second.guard &&
      first.guardNot != second.guardNot && !fact.guardChanged &&
      isa::getDesc(first.opcode).is(isa::UniformGuard) ==
          isa::getDesc(second.opcode).is(isa::UniformGuard))
    return;
  PairKey key{kind,
              access.file(),
              first.opcode,
              fact.access.slot,
              fact.access.part,
              first.guard != isa::PT || first.guardNot,
              second.opcode,
              access.slot,
              access.part};
  PairData &data = results.pairs[key];
  if (fact.waited)
    ++data.waited;
  else
    (fact.barriers ? data.unwaited : data.fixed).add(now - fact.cycle, [&] {
      return where(i);
    });
}

void Section::issue(unsigned i, int now, bool record) {
  const isa::Inst &inst = *insts[i];
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  const isa::Control &control = inst.control;
  uint8_t waits = control.waitMask;
  if (inst.opcode == isa::Opcode::DEPBAR)
    waits |= 1u << isa::DEPBAR::sb.get(inst.mods);
  if (waits) {
    for (auto &[reg, facts] : state)
      for (Fact &fact : facts)
        fact.waited |= (fact.barriers & waits) != 0;
    for (unsigned k = 0; k != 8; ++k)
      if (record && control.waitMask >> k & 1 && now - barrierSet[k] <= window)
        results.wait.add(now - barrierSet[k], [&] { return where(i); });
  }

  SmallVector<isa::RegRange, 8> readRanges, writeRanges;
  isa::collectAllRegs(inst, readRanges, writeRanges);
  SmallVector<Access, 16> reads, writes;
  collect(readRanges, reads);
  collect(writeRanges, writes);
  if (record) {
    auto forFacts = [&](Access access, bool isWrite, Kind kind) {
      auto it = state.find(access.reg);
      if (it == state.end())
        return;
      // Behind a write for some lanes ptxas keeps the distance to that write
      // only; what is before it shows nothing.
      for (const Fact &fact : it->second)
        if (fact.isWrite == isWrite && !fact.overwritten &&
            now - fact.cycle <= window)
          pair(kind, fact, i, access, now);
    };
    for (Access read : reads)
      forFacts(read, true, True);
    for (Access write : writes) {
      forFacts(write, true, Output);
      forFacts(write, false, Anti);
    }
    RecordData &data = results.records[inst.opcode];
    ++data.count;
    data.writeBarrier += control.writeBarrier != 7;
    data.readBarrier += control.readBarrier != 7;
    if (control.stall < data.leastStall) {
      data.leastStall = control.stall;
      data.atLeast = 0;
    }
    data.atLeast += control.stall == data.leastStall;
    ++results.instructions;
  }

  bool isPredicated = inst.guard != isa::PT || inst.guardNot;
  uint8_t readMask = 0, writeMask = 0;
  if (control.writeBarrier != 7)
    writeMask = 1u << control.writeBarrier;
  if (control.readBarrier != 7)
    readMask = 1u << control.readBarrier;
  for (unsigned k = 0; k != 8; ++k)
    if ((readMask | writeMask) >> k & 1)
      barrierSet[k] = now;
  for (Access read : reads) {
    // A guard is read at issue.
    uint8_t mask = read.slot == kGuardSlot ? 0 : readMask | writeMask;
    state[read.reg].push_back({i, now, read, false, mask});
  }
  for (Access write : writes) {
    auto &facts = state[write.reg];
    if (!isPredicated)
      facts.clear();
    for (Fact &fact : facts)
      fact.overwritten = true;
    facts.push_back({i, now, write, true, writeMask});
    if (write.file() != RegFile::P && write.file() != RegFile::UP)
      continue;
    bool isUniform = write.file() == RegFile::UP;
    for (auto &[reg, others] : state)
      for (Fact &fact : others)
        fact.guardChanged |=
            insts[fact.inst]->guard == (write.reg & 0xff) &&
            isa::getDesc(insts[fact.inst]->opcode).is(isa::UniformGuard) ==
                isUniform;
  }
  if (isCall(desc) || StringRef(desc.name).starts_with("RET")) {
    state.clear();
    std::fill(std::begin(barrierSet), std::end(barrierSet), -(1 << 20));
  }
}

void Section::visit(Block &block, bool record) {
  state.clear();
  std::fill(std::begin(barrierSet), std::end(barrierSet), -(1 << 20));
  for (const Fact &fact : block.entry)
    state[fact.access.reg].push_back(fact);
  int now = 0;
  for (unsigned i = block.begin; i != block.end; ++i) {
    if (!insts[i])
      continue;
    issue(i, now, record);
    now += insts[i]->control.cycles();
    // Forget what is too old, now and then.
    if ((i - block.begin) % 16 == 15)
      for (auto it = state.begin(); it != state.end();) {
        llvm::erase_if(it->second, [&](const Fact &fact) {
          return now - fact.cycle > window;
        });
        it = it->second.empty() ? state.erase(it) : std::next(it);
      }
  }
  if (record)
    return;
  for (unsigned succ : block.succs)
    if (flow(blocks[succ], now) || !blocks[succ].isReached)
      blocks[succ].isQueued = true;
}

/// Adds what is recent at the end of the visited block to a successor; whether
/// that changed it.
bool Section::flow(Block &to, int end) {
  std::map<decltype(std::declval<Fact>().key()), Fact> merged;
  for (const Fact &fact : to.entry)
    merged.emplace(fact.key(), fact);
  bool changed = false;
  for (const auto &[reg, facts] : state)
    for (Fact fact : facts) {
      fact.cycle -= end;
      if (-fact.cycle > window)
        continue;
      auto [it, isNew] = merged.emplace(fact.key(), fact);
      if (isNew) {
        changed = true;
        continue;
      }
      Fact &old = it->second;
      bool waited = old.waited && fact.waited;
      bool guardChanged = old.guardChanged || fact.guardChanged;
      bool overwritten = old.overwritten && fact.overwritten;
      if (fact.cycle <= old.cycle && waited == old.waited &&
          guardChanged == old.guardChanged && overwritten == old.overwritten)
        continue;
      old.cycle = std::max(old.cycle, fact.cycle);
      old.waited = waited;
      old.guardChanged = guardChanged;
      old.overwritten = overwritten;
      changed = true;
    }
  if (!changed)
    return false;
  to.entry.clear();
  for (auto &[key, fact] : merged)
    to.entry.push_back(fact);
  return true;
}

void Section::run() {
  buildBlocks();
  for (bool again = true; again;) {
    again = false;
    for (Block &block : blocks) {
      if (block.isReached && !block.isQueued)
        continue;
      block.isReached = true;
      block.isQueued = false;
      visit(block, /*record=*/false);
      again = true;
    }
  }
  for (Block &block : blocks) {
    // The padding behind the code: a branch to itself and NOPs.
    const auto &first = insts[block.begin];
    bool isPadding =
        !first || first->opcode == isa::Opcode::NOP ||
        (block.end == block.begin + 1 &&
         is_contained(block.succs, unsigned(&block - blocks.data())));
    if (!isPadding)
      visit(block, /*record=*/true);
  }
}

/// What the tables say of a pair.
struct Entry {
  StringRef firstPort, secondPort;
  unsigned cycles = 0; ///< 0 where a barrier orders it
  target::Evidence evidence = {};
};

Entry tableEntry(const PairKey &key, const target::TargetInfo &target) {
  const isa::InstDesc &firstDesc = isa::getDesc(key.first);
  const isa::InstDesc &secondDesc = isa::getDesc(key.second);
  const target::ClassInfo &first = target.getClass(firstDesc.sched);
  const target::ClassInfo &second = target.getClass(secondDesc.sched);
  const target::LatencyModel &model = *target.latencies;
  const unsigned f = unsigned(key.file);
  auto readPort = [&](const target::ClassInfo &cls, const isa::InstDesc &desc,
                      uint8_t slot, uint8_t part) {
    bool isGuard = slot == kGuardSlot;
    bool isC = !isGuard && StringRef(desc.slots[slot].name) == "c";
    return target.readPort(cls, key.file, isC, part == 2, isGuard);
  };
  auto writePort = [&](const target::ClassInfo &cls, uint8_t part) {
    return target.writePort(cls, key.file, part == 2, part == 0 ? 1 : 2);
  };
  Entry entry;
  if (key.kind == Anti) {
    target::Port read =
        readPort(first, firstDesc, key.firstSlot, key.firstPart);
    target::Port write = writePort(second, key.secondPart);
    entry.firstPort = target::getReadPortName(key.file, read);
    entry.secondPort = target::getWritePortName(key.file, write);
    entry.evidence =
        model.evidence[3][f][read * model.numWritePorts[f] + write];
    bool isLate = key.firstSlot != kGuardSlot && !first.optionalBarrier &&
                  ((key.file == RegFile::R && first.readBarrier) ||
                   (key.file == RegFile::UR && first.readBarrierUR));
    if (!isLate)
      entry.cycles = target.antiLatency(key.file, read, write);
    return entry;
  }
  bool isFixed = !first.writeBarrier || first.optionalBarrier;
  target::Port write = writePort(first, key.firstPart);
  entry.firstPort = target::getWritePortName(key.file, write);
  if (key.kind == Output) {
    target::Port other = writePort(second, key.secondPart);
    entry.secondPort = target::getWritePortName(key.file, other);
    entry.evidence = model.evidence[1 + key.predicated][f]
                                   [write * model.numWritePorts[f] + other];
    if (isFixed)
      entry.cycles =
          target.outputLatency(key.file, write, other, key.predicated);
    return entry;
  }
  target::Port read =
      readPort(second, secondDesc, key.secondSlot, key.secondPart);
  entry.secondPort = target::getReadPortName(key.file, read);
  entry.evidence = model.evidence[0][f][write * model.numReadPorts[f] + read];
  if (isFixed)
    entry.cycles = target.trueLatency(key.file, write, read);
  return entry;
}

void print(const Results &results, raw_ostream &os) {
  static const char *const kinds[] = {"True", "Output", "Anti"};
  static const char *const regFiles[] = {"R", "UR", "P", "UP"};
  const target::TargetInfo *target = target::lookupTarget(results.sm, "");
  auto slotName = [](isa::Opcode opcode, uint8_t slot) {
    return slot == kGuardSlot ? "@" : isa::getDesc(opcode).slots[slot].name;
  };
  os << "code\t" << results.instructions << "\n";
  os << "wait\t" << results.wait.total() << "\t" << results.wait.text() << "\t"
     << results.wait.example << "\n";
  for (const auto &[opcode, data] : results.records)
    os << "inst\t" << isa::getDesc(opcode).name << "\t"
       << target::getClassName(isa::getDesc(opcode).sched) << "\t" << data.count
       << "\t" << data.writeBarrier << "\t" << data.readBarrier << "\t"
       << data.leastStall << "\t" << data.atLeast << "\t"
       << (target ? target->minStall(opcode) : 0) << "\t"
       << (target && target->usesWriteBarrier(opcode)) << "\t"
       << (target && target->needsReadBarrier(opcode)) << "\n";
  for (const auto &[key, data] : results.pairs) {
    Entry entry = target ? tableEntry(key, *target) : Entry();
    os << "pair\t" << kinds[key.kind] << "\t" << regFiles[unsigned(key.file)]
       << "\t" << isa::getDesc(key.first).name << "\t"
       << slotName(key.first, key.firstSlot) << "\t" << unsigned(key.firstPart)
       << "\t" << key.predicated << "\t" << isa::getDesc(key.second).name
       << "\t" << slotName(key.second, key.secondSlot) << "\t"
       << unsigned(key.secondPart) << "\t" << entry.firstPort << "\t"
       << entry.secondPort << "\t" << entry.cycles << "\t"
       << unsigned(entry.evidence.source) << "\t" << entry.evidence.samples
       << "\t" << unsigned(entry.evidence.least) << "\t" << data.fixed.total()
       << "\t" << data.fixed.text() << "\t" << data.unwaited.total() << "\t"
       << data.unwaited.text() << "\t" << data.waited << "\t"
       << (data.fixed.counts.empty() ? data.unwaited : data.fixed).example
       << "\n";
  }
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  Results results;
  bool ok = true;
  for (const std::string &file : files)
    ok &= forEachTextSection(
        file, smOption,
        [&](StringRef name, unsigned sm, ArrayRef<isa::Word> words) {
          if (results.sm && results.sm != sm) {
            errs() << file << ": of another SM than the files before\n";
            ok = false;
            return;
          }
          results.sm = sm;
          Section(words, sm, file + ":" + name.str(), results).run();
        });
  print(results, outs());
  return ok ? 0 : 1;
}

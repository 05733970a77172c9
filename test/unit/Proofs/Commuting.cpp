//===- Commuting.cpp - Exchanged sources give the same results ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant in `a` makes ori-legalize-operands exchange a and b, and one in
// `a` or `c` of selections, logic and sums of three terms that source and b.
// Integers are proved; floats are tested on edge values and random ones, halves
// on all values of one source. Where both f64 sources are NaNs the machine
// returns the first of them, so the payload, which PTX leaves open, depends on
// the order.
//
//===----------------------------------------------------------------------===//

#include "ModifierSweep.h"
#include "PassRun.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::InstDesc;
using isa::Opcode;
using Host = isa::sem::HostDomain;

namespace {

/// A function of one instruction of which source `source` is a constant.
class Commuting {
public:
  Commuting(const InstDesc &desc, const char *source, uint64_t mods,
            unsigned sm, bool immediate)
      : desc(desc), source(source), immediate(immediate),
        run("ori.module attributes {sm = " + std::to_string(sm) +
            " : i32} {\nori.func @f attributes {function_type = () -> ()} "
            "{\nori.ret\n}\n}") {
    build(mods);
  }
  /// Whether the pass exchanged the sources.
  bool apply();
  mlir::Operation *find();

  const InstDesc &desc;
  const char *source;
  bool immediate; ///< the constant is one, not in a bank
  PassRun run;

private:
  void build(uint64_t mods);
};

} // namespace

void Commuting::build(uint64_t mods) {
  ori::FuncOp func = run.getFunc();
  mlir::MLIRContext *context = run.getContext();
  mlir::Block &block = func.getBody().front();
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToStart(&block);
  mlir::Location loc = builder.getUnknownLoc();
  llvm::SmallVector<mlir::Value> sources;
  llvm::SmallVector<mlir::Type> results, arguments;
  for (unsigned i = 0; i != desc.numUses; ++i) {
    const isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
    unsigned width = isa::slotWidth(desc, desc.numDefs + i, mods);
    bool isUniform = slot.kind == isa::Operand::UR;
    mlir::Type type;
    if (slot.kind == isa::Operand::P)
      type = ori::PType::get(context);
    else if (slot.kind == isa::Operand::UP)
      type = ori::UPType::get(context);
    else if (isUniform)
      type = ori::URType::get(context, width);
    else
      type = ori::RType::get(context, width);
    if (llvm::StringRef(slot.name) == source) {
      // Uniform instructions take immediates only.
      if (isUniform || immediate)
        sources.push_back(ori::ImmOp::create(builder, loc, type, 0x3fc01234));
      else
        sources.push_back(ori::CBankOp::create(builder, loc, type, 0, 528));
    } else {
      arguments.push_back(type);
      sources.push_back(block.addArgument(type, loc));
    }
  }
  mlir::Operation *op =
      ori::createInst(builder, loc, desc.opcode, sources, mods);
  // A carry out has no form in some instructions: only `d` is used.
  int d = desc.findSlot("d");
  results.push_back(op->getResult(d).getType());
  block.getTerminator()->setOperands(op->getResult(d));
  func.setFunctionType(mlir::FunctionType::get(context, arguments, results));
}

mlir::Operation *Commuting::find() {
  mlir::Operation *found = nullptr;
  run.getFunc().walk([&](ori::InstOpInterface op) {
    if (op.getOpcode() == desc.opcode)
      found = op;
  });
  return found;
}

bool Commuting::apply() {
  mlir::Value b = find()->getOperand(desc.findSlot("b") - desc.numDefs);
  if (!run.apply("ori-legalize-operands"))
    return false;
  return find()->getOperand(desc.findSlot(source) - desc.numDefs) == b;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

namespace {
/// One instruction with the numbers of the values that its slots read.
struct Bound {
  isa::sem::BoundOp op;
  int number[3] = {-1, -1,
                   -1}; ///< of a, b, c: 0 the constant, i + 1 argument i
  bool pp = true;
  bool isWide = false;
  bool hasMeaning;

  Bound(Commuting &c, bool predicate) {
    auto inst = llvm::cast<ori::InstOpInterface>(c.find());
    hasMeaning = isa::sem::bindPure(c.desc.opcode, inst.getModBits(), op);
    int d = c.desc.findSlot("d");
    isWide = isa::slotWidth(c.desc, d, inst.getModBits()) == 2;
    const char *names[] = {"a", "b", "c"};
    for (auto [i, name] : llvm::enumerate(names)) {
      int slot = c.desc.findSlot(name);
      if (slot < 0)
        continue;
      mlir::Value v = inst->getOperand(slot - c.desc.numDefs);
      auto arg = llvm::dyn_cast<mlir::BlockArgument>(v);
      number[i] = arg ? int(arg.getArgNumber()) + 1 : 0;
    }
    if (int slot = c.desc.findSlot("pp"); slot >= 0) {
      int invert = c.desc.slots[slot].notMod;
      pp = predicate !=
           (invert >= 0 && c.desc.mods[invert].field.get(inst.getModBits()));
    }
  }
  uint64_t operator()(const uint64_t (&values)[3]) const {
    isa::sem::In<Host> in{0, 0, 0, pp, true, true};
    uint64_t *slots[3] = {&in.a, &in.b, &in.c};
    for (unsigned i = 0; i != 3; ++i)
      if (number[i] >= 0)
        *slots[i] = values[number[i]];
    uint64_t d = isa::sem::evaluate(op, in).d;
    return isWide ? d : uint32_t(d);
  }
};
} // namespace

static const uint16_t kHalves[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400,
                                   0x3c00, 0xbc00, 0x3f80, 0x4248, 0x7bff,
                                   0x7c00, 0xfc00, 0x7c01, 0xffff, 0x7f80};
static const uint32_t kWords[] = {
    0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000,
    0xbf800000, 0x40490fdb, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7f800001,
    0xffc12345, 0x33800000, 0x4b800001, 0xff7fffff};

static bool isNaN64(uint64_t v) {
  return (v & 0x7fffffffffffffff) > 0x7ff0000000000000;
}

/// Tuples on which floats are compared: edges crossed, then random bits.
static std::vector<std::array<uint64_t, 3>> makeTuples(bool wide, bool halves,
                                                       bool exhaustive) {
  std::mt19937_64 random(5);
  std::vector<std::array<uint64_t, 3>> tuples;
  std::vector<uint64_t> edges;
  if (halves)
    for (uint16_t low : kHalves)
      edges.push_back(uint32_t(low) |
                      uint32_t(kHalves[random() % std::size(kHalves)]) << 16);
  else
    for (uint32_t word : kWords)
      edges.push_back(!wide ? word
                            : uint64_t(word) << 32 | (random() & 1 ? 0 : word));
  if (exhaustive) {
    for (uint32_t a = 0; a != 0x10000; ++a)
      for (uint64_t b : edges)
        tuples.push_back({a | uint64_t(uint16_t(~a)) << 16, b,
                          edges[(a ^ b) % edges.size()]});
    return tuples;
  }
  for (uint64_t a : edges)
    for (uint64_t b : edges)
      tuples.push_back({a, b, edges[random() % edges.size()]});
  for (unsigned i = 0; i != 512; ++i) {
    uint64_t mask = wide ? ~uint64_t(0) : 0xffffffff;
    uint64_t a = random() & mask, b = random() & mask, c = random() & mask;
    // Every other one near cancellation.
    tuples.push_back({a, i & 1 ? a ^ (random() & 0xff) : b, c});
  }
  return tuples;
}

static unsigned tested = 0;

static void compareFloats(const InstDesc &desc, const Bound &before,
                          const Bound &after, bool exhaustive) {
  bool wide = before.isWide;
  bool halves = desc.slots[desc.findSlot("a")].immFormat ==
                uint8_t(isa::ImmFormat::F16x2);
  for (const auto &tuple : makeTuples(wide, halves, exhaustive)) {
    if (wide && isNaN64(tuple[0]) && isNaN64(tuple[1]))
      continue;
    uint64_t values[3] = {tuple[0], tuple[1], tuple[2]};
    ++tested;
    uint64_t x = before(values), y = after(values);
    if (x == y)
      continue;
    ADD_FAILURE() << desc.name << " of " << std::hex << values[0] << " "
                  << values[1] << " " << values[2] << ": " << x
                  << ", exchanged " << y;
    return;
  }
}

//===----------------------------------------------------------------------===//
// All instructions
//===----------------------------------------------------------------------===//

static bool hasTerms(Opcode opcode) {
  using D = TermDomain;
  In<D> in{D::c64(0),   D::c64(0),   D::c64(0),
           D::cb(true), D::cb(true), D::cb(true)};
  Out<D> out;
  return runInst(opcode, isa::getDesc(opcode).defaultMods, in, out);
}

namespace {
/// All modifiers of one instruction.
class CommutingProof {
public:
  CommutingProof(const InstDesc &desc, const char *source)
      : desc(desc), source(source), isInteger(hasTerms(desc.opcode)),
        isHalf(desc.slots[desc.findSlot("a")].immFormat ==
               uint8_t(isa::ImmFormat::F16x2)) {}
  void run();
  unsigned exchanged = 0, proved = 0;

private:
  bool runOn(unsigned sm, uint64_t mods, bool predicate,
             bool immediate = false);

  const InstDesc &desc;
  const char *source;
  bool isInteger, isHalf;
  unsigned exhaustive = 2; ///< how often halves take all values
};
} // namespace

void CommutingProof::run() {
  std::vector<uint64_t> all = sweepModifiers(desc);
  size_t step = std::max<size_t>(1, all.size() / 96);
  // The stride shares no factor with the widths of fields.
  if (step > 1)
    step |= 1;
  for (size_t i = 0; i < all.size(); i += step)
    for (unsigned sm : {80, 90, 100, 120})
      if (runOn(sm, all[i], i & 1))
        break;
  // Instructions of new SMs take no constant banks.
  if (!exchanged && isInteger)
    for (uint64_t mods : all)
      runOn(120, mods, false, /*immediate=*/true);
}

/// False if the sources were not exchanged on this SM.
bool CommutingProof::runOn(unsigned sm, uint64_t mods, bool predicate,
                           bool immediate) {
  Commuting c(desc, source, mods, sm, immediate);
  Meaning<TermDomain> before = makeSymbolic(), after = makeSymbolic();
  std::unique_ptr<Bound> first;
  if (isInteger)
    EXPECT_TRUE(before.run(c.run.getFunc())) << before.error;
  else
    first = std::make_unique<Bound>(c, predicate);
  if (!c.apply())
    return false;
  ++exchanged;
  if (isInteger) {
    ++proved;
    EXPECT_TRUE(after.run(c.run.getFunc())) << after.error;
    Proof proof = proveEqual(before.outputs, after.outputs);
    EXPECT_TRUE(proof) << desc.name << ", " << describeModifiers(desc, mods)
                       << ": " << proof.counterexample;
  } else if (first->hasMeaning) {
    compareFloats(desc, *first, Bound(c, predicate),
                  isHalf && exhaustive && exhaustive--);
  } else {
    // As in OperandProofs.
    EXPECT_EQ(desc.name, std::string("HFMA2"));
  }
  return true;
}

unsigned ptxmlir::test::proveCommuting() {
  unsigned count = 0, proved = 0;
  std::string names;
  std::set<std::string> never;
  auto prove = [&](Opcode opcode, const char *source) {
    const InstDesc &desc = isa::getDesc(opcode);
    CommutingProof proof(desc, source);
    proof.run();
    count += proof.exchanged;
    proved += proof.proved;
    std::string name = std::string(desc.name) + "/" + source;
    if (proof.exchanged)
      names += " " + name;
    else
      never.insert(name);
  };
  for (unsigned o = 0; o != unsigned(Opcode::Count); ++o) {
    const InstDesc &desc = isa::getDesc(Opcode(o));
    if (desc.is(isa::CommutativeAB) && !desc.is(isa::SASSOnly))
      prove(Opcode(o), "a");
  }
  for (Opcode opcode : {Opcode::SEL, Opcode::FSEL, Opcode::USEL, Opcode::LOP3,
                        Opcode::ULOP3, Opcode::VIADD})
    prove(opcode, "a");
  for (Opcode opcode :
       {Opcode::LOP3, Opcode::ULOP3, Opcode::IADD3, Opcode::UIADD3})
    prove(opcode, "c");
  printf("exchanged:%s; %u proved, the others equal on %u tuples\n",
         names.c_str(), proved, tested);
  EXPECT_EQ(never, std::set<std::string>());
  return count;
}

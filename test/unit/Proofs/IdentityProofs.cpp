//===- IdentityProofs.cpp - Every identity of the folders is proved -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every opcode of the table of identities, its modifiers and every pattern
// of operands (symbolic, constant, equal to another one), the real folder runs
// on an op. What it rewrites is proved for all values of the symbolic operands
// and for all constants that answer the folder's questions alike; the solver
// gives constants that answer otherwise until there are none left.
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "ModifierSweep.h"
#include "ptx-mlir/Dialect/Ori/IR/Identities.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <functional>
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::InstDesc;
using isa::Opcode;
using D = TermDomain;

namespace {

/// What stands in one source slot.
struct Source {
  enum Kind { Symbol, Constant, True, False, Same } kind;
  unsigned other = 0; ///< Same: as which source
};
using Pattern = std::vector<Source>;

/// Folds an op as the table of identities does; the trace says by what.
using FoldFn = std::function<llvm::LogicalResult(
    ori::InstOpInterface, llvm::ArrayRef<mlir::Attribute>,
    llvm::SmallVectorImpl<mlir::OpFoldResult> &, ori::IdentityTrace *)>;

/// The folder of one opcode under proof.
class FolderProof {
public:
  /// With `planted` that is under proof, and not the folder of the op.
  explicit FolderProof(Opcode opcode, FoldFn planted = nullptr)
      : opcode(opcode), desc(isa::getDesc(opcode)), builder(&context),
        planted(std::move(planted)) {
    context.loadDialect<ori::OriDialect>();
    block = std::make_unique<mlir::Block>();
    builder.setInsertionPointToEnd(block.get());
  }
  ~FolderProof() {
    while (!block->empty())
      block->back().erase();
  }

  void run() {
    Pattern pattern;
    addSource(pattern);
    if (failure.empty())
      failure = claims.finish();
  }

  llvm::StringSet<> applied;
  unsigned folds = 0, patterns = 0;
  std::string failure;

private:
  void addSource(Pattern &pattern);
  void provePattern(const Pattern &pattern);
  void build(const Pattern &pattern, unsigned used);
  void proveMods(uint64_t mods);
  bool findNewConstants(const std::vector<Truth> &paths);
  void applyFolder(uint64_t mods, const std::vector<uint64_t> &constants);
  void check(uint64_t mods, const ori::IdentityTrace &trace, Truth condition,
             llvm::ArrayRef<mlir::OpFoldResult> results);
  Truth conditionOf(const ori::IdentityTrace &trace);
  Truth applyEqualities(Truth claim, const ori::IdentityTrace &trace);
  mlir::Type sourceType(unsigned i) const;
  bool isPredicate(unsigned i) const {
    isa::Operand::Kind kind = desc.slots[desc.numDefs + i].kind;
    return kind == isa::Operand::P || kind == isa::Operand::UP;
  }

  Opcode opcode;
  const InstDesc &desc;
  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  std::unique_ptr<mlir::Block> block;
  FoldFn planted;

  // Of the pattern at hand.
  Pattern pattern;
  unsigned used = 0; ///< bit i: result i has a use
  mlir::Operation *op = nullptr;
  std::vector<RegValue<D>> terms;  ///< of the sources
  std::vector<unsigned> constants; ///< the sources that are constants

  // By which sources are constants: values of them that were needed so far.
  std::map<std::vector<unsigned>, std::vector<std::vector<uint64_t>>> witnesses;
  std::set<std::string> complete; ///< sets of paths that cover all constants

  // Of the modifiers at hand.
  std::vector<Truth> paths;
  std::set<std::string> pathNames;
  /// By modifiers; it does not depend on which results are used.
  std::map<uint64_t, Out<D>> meanings;
  ClaimBatch claims;
  /// Condition, and the two terms that are equal then.
  llvm::DenseSet<std::pair<Z3_ast, std::pair<Z3_ast, Z3_ast>>> claimed;
};

} // namespace

mlir::Type FolderProof::sourceType(unsigned i) const {
  auto *ctx = const_cast<mlir::MLIRContext *>(&context);
  unsigned slot = desc.numDefs + i;
  unsigned width = isa::slotWidth(desc, slot, desc.defaultMods);
  switch (desc.slots[slot].kind) {
  case isa::Operand::P:
    return ori::PType::get(ctx);
  case isa::Operand::UP:
    return ori::UPType::get(ctx);
  case isa::Operand::UR:
    return ori::URType::get(ctx, width);
  default:
    return ori::RType::get(ctx, width);
  }
}

/// All patterns, slot by slot.
void FolderProof::addSource(Pattern &pattern) {
  unsigned i = pattern.size();
  if (i == desc.numUses)
    return provePattern(pattern);
  auto recurse = [&](Source source) {
    pattern.push_back(source);
    addSource(pattern);
    pattern.pop_back();
  };
  recurse({Source::Symbol});
  if (isPredicate(i)) {
    recurse({Source::True});
    recurse({Source::False});
  } else {
    recurse({Source::Constant});
  }
  for (unsigned j = 0; j != i; ++j)
    if (sourceType(j) == sourceType(i) && (pattern[j].kind == Source::Symbol ||
                                           pattern[j].kind == Source::Constant))
      recurse({Source::Same, j});
}

void FolderProof::build(const Pattern &pattern, unsigned used) {
  while (!block->empty())
    block->back().erase();
  this->pattern = pattern;
  this->used = used;
  terms.clear();
  constants.clear();
  mlir::Location loc = builder.getUnknownLoc();
  llvm::SmallVector<mlir::Value> sources;
  for (auto [i, source] : llvm::enumerate(pattern)) {
    if (source.kind == Source::Same) {
      sources.push_back(sources[source.other]);
      terms.push_back(terms[source.other]);
      continue;
    }
    mlir::Type type = sourceType(i);
    mlir::Value value;
    RegValue<D> term;
    std::string name = desc.slots[desc.numDefs + i].name;
    if (source.kind == Source::Symbol) {
      value = ori::UndefOp::create(builder, loc, type);
    } else {
      value =
          ori::ImmOp::create(builder, loc, type, source.kind == Source::True);
      if (source.kind == Source::Constant)
        constants.push_back(i);
    }
    if (isPredicate(i))
      term.truth = source.kind == Source::Symbol
                       ? D::truthSymbol(name)
                       : D::cb(source.kind == Source::True);
    else
      for (unsigned k = 0; k != ori::getWidth(type); ++k)
        term.words.push_back(D::symbol<32>(name + std::to_string(k)));
    sources.push_back(value);
    terms.push_back(term);
  }
  op = ori::createInst(builder, loc, opcode, sources, desc.defaultMods);
  // Something that uses the results.
  mlir::OperationState user(loc, ori::RetOp::getOperationName());
  for (unsigned i = 0; i != desc.numDefs; ++i)
    if (used >> i & 1)
      user.addOperands(op->getResult(i));
  builder.create(user);
}

void FolderProof::provePattern(const Pattern &pattern) {
  ++patterns;
  meanings.clear();
  for (unsigned used = 1; used != 1u << desc.numDefs; ++used) {
    build(pattern, used);
    if (witnesses[constants].empty())
      witnesses[constants].push_back(
          std::vector<uint64_t>(constants.size(), 0x12345678));
    for (uint64_t mods : sweepModifiers(desc)) {
      proveMods(mods);
      if (!failure.empty())
        return;
    }
  }
}

void FolderProof::proveMods(uint64_t mods) {
  llvm::cast<ori::InstOpInterface>(op).setModBits(mods);
  paths.clear();
  pathNames.clear();
  const std::vector<std::vector<uint64_t>> &values = witnesses[constants];
  for (unsigned next = 0;; ++next) {
    if (next == values.size()) {
      if (constants.empty())
        return;
      std::string key;
      for (const std::string &name : pathNames)
        key += name + "|";
      if (complete.count(key))
        return;
      if (!findNewConstants(paths)) {
        complete.insert(key);
        return;
      }
    }
    applyFolder(mods, std::vector<uint64_t>(values[next]));
    if (!failure.empty())
      return;
  }
}

/// Adds constants that are on none of the paths; false if there are none.
bool FolderProof::findNewConstants(const std::vector<Truth> &paths) {
  Truth onPath = D::cb(false);
  for (Truth path : paths)
    onPath = onPath || path;
  std::vector<uint64_t> values;
  std::vector<Bits<64>> asked;
  for (unsigned i : constants)
    asked.push_back(terms[i].wide());
  if (!findModel(!onPath, asked, values))
    return false;
  witnesses[constants].push_back(values);
  return true;
}

Truth FolderProof::conditionOf(const ori::IdentityTrace &trace) {
  Truth condition = D::cb(true);
  for (const ori::ConstantFact &fact : trace.facts) {
    if (terms[fact.operand].isTruth())
      continue;
    Truth holds =
        (terms[fact.operand].wide() & D::c64(fact.mask)) == D::c64(fact.value);
    condition = condition && (fact.holds ? holds : !holds);
  }
  return condition;
}

void FolderProof::applyFolder(uint64_t mods,
                              const std::vector<uint64_t> &values) {
  llvm::SmallVector<mlir::Attribute> attrs(desc.numUses);
  for (auto [i, value] : llvm::zip(constants, values)) {
    auto imm = op->getOperand(i).getDefiningOp<ori::ImmOp>();
    unsigned bits = 32 * ori::getWidth(imm.getType());
    imm.setValueAttr(mlir::IntegerAttr::get(
        mlir::IntegerType::get(&context, bits),
        llvm::APInt(bits, value, false, /*implicitTrunc=*/true)));
  }
  bool allConstant = true;
  for (unsigned i = 0; i != desc.numUses; ++i) {
    if (auto imm = op->getOperand(i).getDefiningOp<ori::ImmOp>())
      attrs[i] = imm.getValue();
    allConstant &= bool(attrs[i]);
  }
  llvm::SmallVector<mlir::OpFoldResult> results, again;
  ori::IdentityTrace trace;
  auto inst = llvm::cast<ori::InstOpInterface>(op);
  bool folded =
      succeeded(planted ? planted(inst, attrs, results, nullptr)
                        : llvm::LogicalResult(op->fold(attrs, results)));
  bool matched =
      succeeded(planted ? planted(inst, attrs, again, &trace)
                        : ori::foldIdentity(inst, attrs, again, &trace));
  std::string name;
  for (const ori::ConstantFact &fact : trace.facts)
    name += std::to_string(fact.operand) + (fact.holds ? "=" : "#") +
            std::to_string(fact.mask) + "," + std::to_string(fact.value) + ";";
  if (!pathNames.insert(name).second)
    return;
  Truth condition = conditionOf(trace);
  paths.push_back(condition);
  // Of constants only: folded by the semantics, see DomainTest.
  if (allConstant)
    return;
  // MOV with a mask is left alone by the folder.
  if (folded && (!matched || results != again)) {
    failure = "the folder does other things than the table of identities";
    return;
  }
  if (folded)
    check(mods, trace, condition, results);
}

void FolderProof::check(uint64_t mods, const ori::IdentityTrace &trace,
                        Truth condition,
                        llvm::ArrayRef<mlir::OpFoldResult> results) {
  ++folds;
  applied.insert(trace.applied->name);
  auto [meaning, isNew] = meanings.try_emplace(mods);
  if (isNew) {
    In<D> in =
        gatherInputs<D>(desc, mods, [&](unsigned i) { return terms[i]; });
    if (!runInst(opcode, mods, in, meaning->second)) {
      failure = "no semantics over terms";
      return;
    }
  }
  for (unsigned i = 0; i != desc.numDefs; ++i) {
    if (!(used >> i & 1))
      continue;
    RegValue<D> before = getResult<D>(desc, mods, meaning->second, i), after;
    if (auto attr = llvm::dyn_cast<mlir::Attribute>(results[i])) {
      llvm::APInt bits = llvm::cast<mlir::IntegerAttr>(attr).getValue();
      if (before.isTruth())
        after.truth = D::cb(!bits.isZero());
      else
        for (unsigned k = 0; k != before.words.size(); ++k)
          after.words.push_back(
              D::c32(uint32_t(bits.extractBitsAsZExtValue(32, 32 * k))));
    } else {
      for (unsigned s = 0; s != desc.numUses; ++s)
        if (op->getOperand(s) == llvm::cast<mlir::Value>(results[i]))
          after = terms[s];
    }
    if (before.words.size() != after.words.size() ||
        (before.isTruth() && !after.truth.ast)) {
      failure = trace.applied->name.str() + " gives what is no source";
      return;
    }
    auto claim = [&](Z3_ast x, Z3_ast y) {
      // Most modifiers have no part in most results: equal terms are one.
      if (!claimed.insert({condition.ast, {x, y}}).second)
        return;
      Truth equal{Z3_mk_eq(z3(), x, y)};
      claims.add(applyEqualities(!condition || equal, trace),
                 std::string(desc.name) + ", " + describeModifiers(desc, mods) +
                     ", " + trace.applied->name.str());
    };
    if (before.isTruth())
      claim(before.truth.ast, after.truth.ast);
    for (auto [x, y] : llvm::zip_equal(before.words, after.words))
      claim(x.ast, y.ast);
  }
}

/// The claim with the constants in it that the path fixes: what the simplifier
/// would not find.
Truth FolderProof::applyEqualities(Truth claim,
                                   const ori::IdentityTrace &trace) {
  std::vector<Z3_ast> from, to;
  for (const ori::ConstantFact &fact : trace.facts) {
    const RegValue<D> &term = terms[fact.operand];
    for (unsigned k = 0; k != term.words.size(); ++k)
      if (fact.holds && uint32_t(fact.mask >> (32 * k)) == ~0u) {
        from.push_back(term.words[k].ast);
        to.push_back(D::c32(uint32_t(fact.value >> (32 * k))).ast);
      }
  }
  return {Z3_substitute(z3(), claim.ast, from.size(), from.data(), to.data())};
}

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

static std::vector<Opcode> getOpcodes() {
  std::set<Opcode> all;
  for (const ori::Identity &identity : ori::getIdentities())
    all.insert(identity.opcodes.begin(), identity.opcodes.end());
  return {all.begin(), all.end()};
}

class Identities : public testing::TestWithParam<Opcode> {};

TEST_P(Identities, AreProved) {
  proofCounts = {};
  FolderProof proof(GetParam());
  proof.run();
  EXPECT_EQ(proof.failure, "");
  // An identity that never applied is proved of nothing.
  for (const ori::Identity &identity : ori::getIdentities())
    if (llvm::is_contained(identity.opcodes, GetParam()))
      EXPECT_TRUE(proof.applied.contains(identity.name))
          << identity.name.str() << " did not apply";
  RecordProperty("folds", int(proof.folds));
  printf("%s: %u patterns, %u rewrites proved; claims: %u, %u by "
         "simplification, %u by the solver\n",
         isa::getDesc(GetParam()).name, proof.patterns, proof.folds,
         proofCounts.claims, proofCounts.simplified, proofCounts.solved);
  fflush(stdout);
}

INSTANTIATE_TEST_SUITE_P(, Identities, testing::ValuesIn(getOpcodes()),
                         [](const testing::TestParamInfo<Opcode> &info) {
                           return std::string(isa::getDesc(info.param).name);
                         });

//===----------------------------------------------------------------------===//
// Wrong identities are refuted
//===----------------------------------------------------------------------===//

namespace {

/// An identity that is wrong somewhere; like the real ones, but it may ask
/// anything.
class Planted {
public:
  Planted(ori::InstOpInterface op, llvm::ArrayRef<mlir::Attribute> operands,
          ori::IdentityTrace *trace)
      : op(op), desc(op.getDesc()), operands(operands), trace(trace) {}

  uint64_t mod(const char *name) const {
    return desc.mods[desc.findMod(name)].field.get(op.getModBits());
  }
  mlir::Value source(const char *name) const {
    return op->getOperand(index(name));
  }
  /// Whether a constant has these bits, and says so in the trace.
  bool holds(const char *name, uint64_t mask, uint64_t value) const {
    auto integer =
        llvm::dyn_cast_or_null<mlir::IntegerAttr>(operands[index(name)]);
    if (!integer)
      return false;
    bool result = (integer.getValue().getZExtValue() & mask) == value;
    if (trace)
      trace->facts.push_back({index(name), mask, value, result});
    return result;
  }
  bool isUnused(const char *name) const {
    return op->getResult(desc.findSlot(name)).use_empty();
  }

private:
  unsigned index(const char *name) const {
    return unsigned(desc.findSlot(name)) - desc.numDefs;
  }
  mutable ori::InstOpInterface op;
  const InstDesc &desc;
  llvm::ArrayRef<mlir::Attribute> operands;
  ori::IdentityTrace *trace;
};

struct PlantedIdentity {
  const char *name;
  Opcode opcode;
  /// The value that `d` is replaced by, null where it does not apply.
  mlir::Value (*apply)(const Planted &);
  bool isWrong = true;
};

} // namespace

static const PlantedIdentity kPlanted[] = {
    // A shift by 32 is not one by 0, unless it wraps.
    {"shift-by-any-32", Opcode::SHF,
     [](const Planted &p) {
       return p.holds("b", 31, 0) && !p.mod("hi") ? p.source("a")
                                                  : mlir::Value();
     }},
    // The flags of the source are forgotten.
    {"sum-of-negated", Opcode::IADD3,
     [](const Planted &p) {
       return p.holds("b", ~0ull, 0) && p.holds("c", ~0ull, 0) && !p.mod("x") &&
                      p.isUnused("pu") && p.isUnused("pv")
                  ? p.source("a")
                  : mlir::Value();
     }},
    // One bit too few is asked of the selector.
    {"permute-any", Opcode::PRMT,
     [](const Planted &p) {
       return p.mod("mode") == 0 && p.holds("b", 0x7fff, 0x3210)
                  ? p.source("a")
                  : mlir::Value();
     }},
    // Wrong for one width only.
    {"extend-most", Opcode::SGXT,
     [](const Planted &p) {
       return !p.mod("w") && p.holds("b", ~31ull, 0) && p.holds("b", 31, 31)
                  ? p.source("a")
                  : mlir::Value();
     }},
    // Wrong for most values.
    {"min-max-of-any", Opcode::IMNMX,
     [](const Planted &p) { return p.source("a"); }},
    // And one that is right: what is refuted above is not the planting.
    {"select-equal", Opcode::SEL,
     [](const Planted &p) {
       return p.source("a") == p.source("b") ? p.source("a") : mlir::Value();
     },
     false},
};

TEST(PlantedIdentities, AreRefuted) {
  for (const PlantedIdentity &identity : kPlanted) {
    const ori::Identity entry{identity.name, {}, nullptr};
    FolderProof proof(
        identity.opcode,
        [&](ori::InstOpInterface op, llvm::ArrayRef<mlir::Attribute> operands,
            llvm::SmallVectorImpl<mlir::OpFoldResult> &results,
            ori::IdentityTrace *trace) -> llvm::LogicalResult {
          mlir::Value value = identity.apply(Planted(op, operands, trace));
          if (!value)
            return mlir::failure();
          // `d`; a predicate beside it is unused, any value will do.
          for (mlir::OpResult result : op->getResults())
            if (result.getType() == value.getType())
              results.push_back(value);
            else
              results.push_back(mlir::IntegerAttr::get(
                  mlir::IntegerType::get(op->getContext(), 1), 0));
          if (trace)
            trace->applied = &entry;
          return mlir::success();
        });
    proof.run();
    EXPECT_GT(proof.folds, 0u) << identity.name;
    // The message names the identity and values for which it is wrong.
    if (identity.isWrong)
      EXPECT_NE(proof.failure.find(std::string(identity.name) + ": "),
                std::string::npos)
          << identity.name << ": '" << proof.failure << "'";
    else
      EXPECT_EQ(proof.failure, "");
  }
}

//===- JoinCollectives.cpp - One place for collectives of several ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective of the machine is of the threads that execute one instruction
// together. Where those of a mask may execute collectives of PTX at several
// places (CollectivePlaces.h), these become one place: a function for each
// kind, which WARPSYNC gathers them in. It is called only if not all threads of
// the mask are at the place anyway, as the mask of active threads says.
//
// ptxas 13.0.88 calls such functions for sm_70 to sm_89, and has
// WARPSYNC.COLLECTIVE in their place from sm_90 on.
//
//===----------------------------------------------------------------------===//

#include "CollectivePlaces.h"
#include "KnownWords.h"
#include "mlir/IR/IRMapping.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXSync.h"
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h"

namespace ptxmlir::ptx {
#define GEN_PASS_DEF_PTXJOINCOLLECTIVESPASS
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h.inc"
} // namespace ptxmlir::ptx

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

namespace {

/// A function and its collectives.
struct Node {
  Operation *function;
  Collectives collectives;
};

class Joiner {
public:
  explicit Joiner(ptx::ModuleOp module)
      : module(module), context(module.getContext()) {}
  /// The collectives that have got another form.
  unsigned run();

private:
  SmallVector<Operation *> findAllApart(Node &node);
  void noteResults(Operation *op);
  FuncOp getFunction(Operation *op);
  SmallVector<Value> callFunction(OpBuilder &builder, Operation *op);
  void join(ArrayRef<Operation *> group);

  ptx::ModuleOp module;
  MLIRContext *context;
  /// Places of each kind, in all functions and in those that may be called.
  llvm::MapVector<CollectiveKind, unsigned> numPlaces, numInFunctions;
  /// The types of the results, as many as some of a kind have: PTX may leave
  /// the predicate out.
  llvm::MapVector<CollectiveKind, SmallVector<Type, 2>> resultTypes;
  llvm::MapVector<CollectiveKind, FuncOp> functions;
};

struct JoinCollectives
    : ptx::impl::PTXJoinCollectivesPassBase<JoinCollectives> {
  void runOnOperation() override {
    for (auto module : getOperation().getOps<ptx::ModuleOp>())
      numJoined += Joiner(module).run();
  }
};

} // namespace

static Value constant(OpBuilder &builder, Location loc, int64_t value) {
  Type type = builder.getI32Type();
  return ConstOp::create(builder, loc, type,
                         builder.getIntegerAttr(type, value));
}

/// Predicates are passed as words.
static Type getPassedType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 32) : type;
}

static Value passValue(OpBuilder &builder, Location loc, Value value) {
  if (!value.getType().isInteger(1))
    return value;
  return SelpOp::create(
      builder, loc, TypeRange(builder.getI32Type()),
      ValueRange({constant(builder, loc, 1), constant(builder, loc, 0), value}),
      SelpModifiers{DataType::B32}.pack());
}

static Value isNotZero(OpBuilder &builder, Location loc, Value value) {
  SetpModifiers modifiers;
  modifiers.compare = Compare::Ne;
  modifiers.dataType = DataType::U32;
  return SetpOp::create(builder, loc, TypeRange(builder.getI1Type()),
                        ValueRange({value, constant(builder, loc, 0)}),
                        modifiers.pack())
      ->getResult(0);
}

static Value receiveValue(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  return type.isInteger(1) ? isNotZero(builder, loc, value) : value;
}

static ArrayAttr getVariables(MLIRContext *context, TypeRange types,
                              StringRef prefix) {
  SmallVector<Attribute> variables;
  for (auto [i, type] : llvm::enumerate(types)) {
    unsigned bytes = type.getIntOrFloatBitWidth() / 8;
    variables.push_back(VarAttr::get(
        context, StringAttr::get(context, prefix + Twine(i)),
        bytes == 8 ? DataType::B64 : DataType::B32, bytes, /*align=*/1,
        /*offset=*/0, /*count=*/0, /*inRegister=*/true, /*pointer=*/false,
        Space::None, /*pointerAlign=*/0));
  }
  return ArrayAttr::get(context, variables);
}

void Joiner::noteResults(Operation *op) {
  SmallVector<Type, 2> &types = resultTypes[*getCollectiveKind(op)];
  if (op->getNumResults() > types.size())
    types.assign(op->result_type_begin(), op->result_type_end());
}

/// The function that executes the collectives of one kind.
FuncOp Joiner::getFunction(Operation *op) {
  auto inst = cast<InstructionOpInterface>(op);
  CollectiveKind kind = *getCollectiveKind(op);
  FuncOp &function = functions[kind];
  if (function)
    return function;
  ArrayRef<Type> types = resultTypes[kind];
  OpBuilder builder = OpBuilder::atBlockEnd(&module.getBody().front());
  Location loc = op->getLoc();
  SmallVector<Type> arguments, results;
  for (Value source : inst.getSources())
    arguments.push_back(getPassedType(source.getType()));
  for (Type type : types)
    results.push_back(getPassedType(type));

  OperationState state(loc, FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<FuncOp::Properties>();
  std::string what = op->getName().stripDialect().str(), name;
  llvm::replace(what, '.', '_');
  unsigned number = functions.size() - 1;
  do
    name = ("__joined_" + what + "_" + Twine(number++)).str();
  while (SymbolTable::lookupSymbolIn(module, name));
  props.sym_name = builder.getStringAttr(name);
  props.linkage = LinkageAttr::get(context, Linkage::Internal);
  props.function_type =
      TypeAttr::get(FunctionType::get(context, arguments, results));
  props.params = getVariables(context, arguments, "a");
  props.returns = getVariables(context, results, "r");
  Region *body = state.addRegion();
  Block *entry =
      builder.createBlock(body, body->end(), arguments,
                          SmallVector<Location>(arguments.size(), loc));
  SmallVector<Value> sources, values;
  for (auto [argument, source] :
       llvm::zip_equal(entry->getArguments(), inst.getSources()))
    sources.push_back(receiveValue(builder, loc, argument, source.getType()));
  Operation *copy = Operation::create(
      loc, op->getName(), types, sources, op->getDiscardableAttrDictionary(),
      op->getPropertiesStorage(), /*successors=*/{}, /*numRegions=*/0);
  setRawMods(copy, kind.second);
  builder.insert(copy);
  for (Value value : copy->getResults())
    values.push_back(passValue(builder, loc, value));
  RetOp::create(builder, loc, values);

  builder.setInsertionPointToEnd(&module.getBody().front());
  function = cast<FuncOp>(builder.create(state));
  SymbolTable::setSymbolVisibility(function, SymbolTable::Visibility::Private);
  // The words of its collective, beside which its callers keep theirs.
  function->setAttr(kFewRegistersAttr, builder.getUnitAttr());
  return function;
}

/// Whether some threads of the mask are not here.
static Value emitTest(OpBuilder &builder, Location loc, Value mask) {
  Type word = builder.getI32Type();
  Operation *active =
      ActivemaskOp::create(builder, loc, word, ValueRange(),
                           ActivemaskModifiers{DataType::B32}.pack());
  Operation *away = NotOp::create(builder, loc, word, active->getResults(),
                                  NotModifiers{DataType::B32}.pack());
  Operation *missing =
      AndOp::create(builder, loc, word, ValueRange({away->getResult(0), mask}),
                    AndModifiers{DataType::B32}.pack());
  return isNotZero(builder, loc, missing->getResult(0));
}

/// Executes the collective in its function instead; its results.
SmallVector<Value> Joiner::callFunction(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  FuncOp function = getFunction(op);
  SmallVector<Value> passed, received;
  for (Value source : cast<InstructionOpInterface>(op).getSources())
    passed.push_back(passValue(builder, loc, source));
  auto call = CallOp::create(
      builder, loc, function.getFunctionType().getResults(),
      FlatSymbolRefAttr::get(function.getSymNameAttr()), passed,
      builder.getDenseI32ArrayAttr(SmallVector<int32_t>(passed.size(), -1)),
      builder.getDenseI32ArrayAttr(
          SmallVector<int32_t>(function.getNumResults(), -1)));
  for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
    received.push_back(receiveValue(builder, loc, call.getResult(i), type));
  return received;
}

/// Executes what stands from the first to the last of these collectives of one
/// block and mask as it is if all threads of the mask are there, and else with
/// the collectives in their functions.
void Joiner::join(ArrayRef<Operation *> group) {
  Operation *first = group.front();
  auto inst = cast<InstructionOpInterface>(first);
  Location loc = first->getLoc();
  Block *block = first->getBlock();
  Block *behind = block->splitBlock(std::next(group.back()->getIterator()));
  Block *apart = block->splitBlock(first);
  OpBuilder builder(context);
  auto addBlock = [&] {
    return builder.createBlock(block->getParent(), apart->getIterator());
  };

  // What is used behind: results here and there.
  SmallVector<Value> results, here;
  for (Operation &op : *apart)
    for (OpResult result : op.getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return user->getBlock() != apart;
          }))
        results.push_back(result);
  for (Value result : results)
    result.replaceUsesWithIf(
        behind->addArgument(result.getType(), loc),
        [&](OpOperand &use) { return use.getOwner()->getBlock() != apart; });

  // The guard lets in who executes anything.
  Block *test = block;
  SmallVector<Value> sources(inst.getSources());
  if (inst.isGuarded()) {
    test = addBlock();
    builder.setInsertionPointToEnd(block);
    SmallVector<Value> kept;
    for (Value result : results)
      kept.push_back(
          inst.getPassThrough()[cast<OpResult>(result).getResultNumber()]);
    bool negated = inst.isGuardNegated();
    CondBraOp::create(builder, loc, inst.getGuard(),
                      negated ? ValueRange(kept) : ValueRange(),
                      negated ? ValueRange() : ValueRange(kept), /*uni=*/false,
                      negated ? behind : test, negated ? test : behind);
    first->setOperands(sources);
    setRawMods(first, getRawMods(first) & ~(kGuardedBit | kGuardNegatedBit));
  }
  Block *together = addBlock();
  IRMapping copies;
  for (Operation &op : *apart)
    builder.clone(op, copies);
  for (Value result : results)
    here.push_back(copies.lookup(result));
  BraOp::create(builder, loc, here, behind);

  for (Operation *op : group) {
    builder.setInsertionPoint(op);
    SmallVector<Value> received = callFunction(builder, op);
    for (Value &result : results)
      if (result.getDefiningOp() == op)
        result = received[cast<OpResult>(result).getResultNumber()];
    op->replaceAllUsesWith(received);
    op->erase();
  }
  builder.setInsertionPointToEnd(apart);
  BraOp::create(builder, loc, results, behind);

  builder.setInsertionPointToEnd(test);
  Value isApart = emitTest(builder, loc, sources.back());
  CondBraOp::create(builder, loc, isApart, ValueRange(), ValueRange(),
                    /*uni=*/false, apart, together);
}

static bool isSameMask(Value a, Value b) {
  std::optional<uint32_t> known = findKnownWord(a);
  return a == b || (known && known == findKnownWord(b));
}

/// The collectives `apart` by what one test is for.
static SmallVector<SmallVector<Operation *>>
makeGroups(const Collectives &collectives,
           const llvm::DenseSet<Operation *> &apart) {
  /// Between two of them, which is there twice then.
  constexpr unsigned kMostBetween = 24;
  SmallVector<SmallVector<Operation *>> groups;
  for (auto &[block, events] : collectives.inBlock) {
    SmallVector<Operation *> group;
    auto finish = [&] {
      if (!group.empty())
        groups.push_back(std::move(group));
      group.clear();
    };
    unsigned between = 0;
    for (Operation &op : *block) {
      if (!apart.contains(&op)) {
        if (++between > kMostBetween || op.hasTrait<Convergent>())
          finish();
        continue;
      }
      auto inst = cast<InstructionOpInterface>(op);
      auto getMask = [](Operation *of) {
        return cast<InstructionOpInterface>(of).getSources().back();
      };
      if (inst.isGuarded() ||
          (!group.empty() && !isSameMask(getMask(group.front()), getMask(&op))))
        finish();
      group.push_back(&op);
      if (inst.isGuarded())
        finish();
      between = 0;
    }
    finish();
  }
  return groups;
}

/// The collectives of a function that threads may execute as one with others.
SmallVector<Operation *> Joiner::findAllApart(Node &node) {
  std::optional<WarpUniformity> uniformity;
  SmallVector<Operation *> apart;
  for (auto &[kind, places] : node.collectives.byKind) {
    if (numPlaces[kind] < 2)
      continue;
    // Whoever calls a function may be apart from those who do not.
    unsigned called = numInFunctions.lookup(kind);
    if (isa<FuncOp>(node.function)) {
      llvm::append_range(apart, places);
      continue;
    }
    if (!called && places.size() < 2)
      continue;
    if (!uniformity)
      uniformity.emplace(cast<EntryOp>(node.function));
    for (Operation *op :
         findApart(node.collectives, kind, called != 0, *uniformity))
      if (!isa<CallOp, CallIndirectOp>(op))
        apart.push_back(op);
  }
  return apart;
}

/// Makes a constant of the mask of a collective that is known to be one.
static void simplifyMask(Operation *op) {
  Value mask = cast<InstructionOpInterface>(op).getSources().back();
  std::optional<uint32_t> known = findKnownWord(mask);
  if (!known || mask.getDefiningOp<ConstOp>())
    return;
  OpBuilder builder(op);
  op->replaceUsesOfWith(mask, constant(builder, op->getLoc(), int32_t(*known)));
}

unsigned Joiner::run() {
  std::vector<Node> nodes;
  for (Operation &op : module.getBody().front())
    if (isa<EntryOp, FuncOp>(op) && !op.getRegion(0).empty())
      nodes.push_back({&op, Collectives(&op)});
  for (Node &node : nodes)
    for (auto &[kind, places] : node.collectives.byKind)
      llvm::for_each(places, simplifyMask);
  for (Node &node : nodes)
    for (auto &[kind, places] : node.collectives.byKind) {
      numPlaces[kind] += places.size();
      if (isa<FuncOp>(node.function))
        numInFunctions[kind] += places.size();
    }
  unsigned count = 0;
  SmallVector<SmallVector<Operation *>> groups;
  for (Node &node : nodes) {
    SmallVector<Operation *> apart = findAllApart(node);
    count += apart.size();
    llvm::for_each(apart, [&](Operation *op) { noteResults(op); });
    if (!apart.empty())
      llvm::append_range(
          groups, makeGroups(node.collectives, {apart.begin(), apart.end()}));
  }
  for (ArrayRef<Operation *> group : groups)
    llvm::for_each(group, [&](Operation *op) { getFunction(op); });
  // From the last to the first, as what stands behind one moves to a block of
  // its own.
  for (ArrayRef<Operation *> group : llvm::reverse(groups))
    join(group);
  return count;
}

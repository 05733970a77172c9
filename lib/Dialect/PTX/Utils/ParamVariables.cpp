//===- ParamVariables.cpp - Parameters of calls as values -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After inlining, a parameter is memory that only loads and stores of the
// caller access. A slot is one element of it: bytes that every access takes as
// a whole, in registers of its width. Slots become values (SlotPromotion.h).
//
//===----------------------------------------------------------------------===//

#include "ParamVariables.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "ptx-mlir/Dialect/SlotPromotion.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

ArrayAttr ptxmlir::ptx::getVariables(Operation *function, bool areLocals) {
  if (auto entry = dyn_cast<EntryOp>(function))
    return areLocals ? entry.getLocals() : entry.getCallParams();
  auto func = cast<FuncOp>(function);
  return areLocals ? func.getLocals() : func.getCallParams();
}

void ptxmlir::ptx::setVariables(Operation *function, bool areLocals,
                                ArrayRef<Attribute> variables) {
  auto attr = ArrayAttr::get(function->getContext(), variables);
  auto set = [&](auto op) {
    areLocals ? op.setLocalsAttr(attr) : op.setCallParamsAttr(attr);
  };
  if (auto entry = dyn_cast<EntryOp>(function))
    set(entry);
  else
    set(cast<FuncOp>(function));
}

void ptxmlir::ptx::resolveSpaces(FuncOp function) {
  auto resolve = [](auto op, Value address) {
    if (!address.getDefiningOp<ParamAddressOp>() &&
        resolveParamSpace(op, op.getSpace(), address) == Space::ParamFunc)
      op.setSpace(Space::Local);
  };
  function->walk([&](Operation *op) {
    if (auto load = dyn_cast<LdOp>(op))
      resolve(load, load.getAddress());
    else if (auto store = dyn_cast<StOp>(op))
      resolve(store, store.getAddress());
    else if (auto cvta = dyn_cast<CvtaOp>(op))
      resolve(cvta, cvta.getA());
  });
}

namespace {

/// A load or store of one slot or several (a vector).
struct ParamAccess {
  unsigned firstSlot;
  bool isStore;
};

class ParamVariables {
public:
  ParamVariables(Operation *function, ParamStats &stats)
      : function(function), promoter(function->getRegion(0)), stats(stats) {}
  void run();

private:
  bool collectSlots(ArrayRef<ParamAddressOp> addresses);
  void promote();
  void makeLocal(unsigned index, ArrayRef<ParamAddressOp> addresses);

  Operation *function;
  SlotPromoter promoter;
  ParamStats &stats;
  DenseMap<Operation *, ParamAccess> accesses;
  SmallVector<ParamAddressOp> promoted;
};

} // namespace

//===----------------------------------------------------------------------===//
// Which parameters can be values
//===----------------------------------------------------------------------===//

/// The type of an access of whole registers; null if it is not one.
static IntegerType getElementType(Operation *op, Value address, int64_t &offset,
                                  unsigned &count) {
  ValueRange values;
  DataType dataType;
  if (auto load = dyn_cast<LdOp>(op)) {
    if (!isParam(load.getSpace()) || load.isGuarded())
      return {};
    values = op->getResults();
    dataType = load.getDataType();
    offset = load.getOffset();
  } else if (auto store = dyn_cast<StOp>(op)) {
    if (!isParam(store.getSpace()) || store.isGuarded() ||
        llvm::is_contained(store.getValues(), address))
      return {};
    values = store.getValues();
    dataType = store.getDataType();
    offset = store.getOffset();
  } else {
    return {};
  }
  auto type = dyn_cast<IntegerType>(values.front().getType());
  if (!type || type.getWidth() != getBitWidth(dataType))
    return {};
  count = values.size();
  return type;
}

/// Makes slots of the variable that these are the addresses of, unless accesses
/// overlap in part or have another use.
bool ParamVariables::collectSlots(ArrayRef<ParamAddressOp> addresses) {
  struct Found {
    Operation *op;
    int64_t offset;
    unsigned count;
    IntegerType type;
  };
  SmallVector<Found> found;
  std::map<int64_t, IntegerType> elements;
  for (ParamAddressOp address : addresses)
    for (Operation *user : address->getUsers()) {
      int64_t offset;
      unsigned count;
      IntegerType type = getElementType(user, address, offset, count);
      if (!type)
        return false;
      offset += address.getOffset();
      for (unsigned i = 0; i != count; ++i) {
        int64_t at = offset + i * (type.getWidth() / 8);
        if (elements.try_emplace(at, type).first->second != type)
          return false;
      }
      found.push_back({user, offset, count, type});
    }
  int64_t end = std::numeric_limits<int64_t>::min();
  for (auto [offset, type] : elements) {
    if (offset < end)
      return false;
    end = offset + type.getWidth() / 8;
  }

  DenseMap<int64_t, unsigned> slotAt;
  for (auto [offset, type] : elements) {
    slotAt[offset] = promoter.addSlot(type);
  }
  // The elements of a vector are neighbours, hence consecutive slots.
  for (const Found &access : found)
    accesses[access.op] = {slotAt[access.offset], isa<StOp>(access.op)};
  promoted.append(addresses.begin(), addresses.end());
  return true;
}

static ValueRange getAccessedValues(Operation *op) {
  if (auto store = dyn_cast<StOp>(op))
    return store.getValues();
  return op->getResults();
}

/// Replaces the accesses of slots by values.
void ParamVariables::promote() {
  for (auto [op, access] : accesses)
    for (unsigned i = 0; i != getAccessedValues(op).size(); ++i)
      if (access.isStore)
        promoter.addWrite(op, access.firstSlot + i);
      else
        promoter.addRead(op, access.firstSlot + i);
  promoter.run(
      [&](OpBuilder &builder, Type type) -> Value {
        return UndefOp::create(builder, function->getLoc(), type);
      },
      [&](Operation *op, SlotPromoter::Values &values) {
        const ParamAccess &access = accesses.find(op)->second;
        for (auto [i, value] : llvm::enumerate(getAccessedValues(op)))
          if (access.isStore)
            values.set(access.firstSlot + i, value);
          else
            value.replaceAllUsesWith(values.get(access.firstSlot + i));
        op->erase();
      });
  for (ParamAddressOp address : promoted)
    address.erase();
  stats.numPromoted += promoter.size();
}

//===----------------------------------------------------------------------===//
// Local variables
//===----------------------------------------------------------------------===//

/// An instruction that names a parameter names a local variable from now on.
/// What has the address as a value is right as it is: see resolveSpaces.
static void namesLocal(Operation *user, Value address) {
  auto set = [&](auto op) {
    if (isParam(op.getSpace()))
      op.setSpace(Space::Local);
  };
  if (auto load = dyn_cast<LdOp>(user))
    set(load);
  else if (auto store = dyn_cast<StOp>(user);
           store && store.getAddress() == address)
    set(store);
  else if (auto cvta = dyn_cast<CvtaOp>(user))
    set(cvta);
}

/// The address of a parameter is then one in local memory.
void ParamVariables::makeLocal(unsigned index,
                               ArrayRef<ParamAddressOp> addresses) {
  SmallVector<Attribute> locals(
      getVariables(function, /*areLocals=*/true).getValue());
  unsigned local = locals.size();
  locals.push_back(getVariables(function, /*areLocals=*/false)[index]);
  setVariables(function, /*areLocals=*/true, locals);
  ++stats.numLocal;

  for (ParamAddressOp address : addresses) {
    OpBuilder builder(address);
    auto replacement =
        LocalAddressOp::create(builder, address.getLoc(), address.getType(),
                               local, address.getOffset());
    for (Operation *user : address->getUsers())
      namesLocal(user, address.getResult());
    address.replaceAllUsesWith(replacement.getResult());
    address.erase();
  }
}

//===----------------------------------------------------------------------===//
// All parameters of a function
//===----------------------------------------------------------------------===//

void ParamVariables::run() {
  // What follows a call that does not return.
  IRRewriter rewriter(function->getContext());
  (void)eraseUnreachableBlocks(rewriter, function->getRegions());

  // By variable; those that a call uses stay.
  llvm::MapVector<unsigned, SmallVector<ParamAddressOp>> addresses;
  DenseSet<unsigned> used;
  auto use = [&](ArrayRef<int32_t> indices) {
    for (int32_t index : indices)
      if (index >= 0)
        used.insert(index);
  };
  function->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOp>(op)) {
      use(call.getArgs());
      use(call.getRets());
    } else if (auto call = dyn_cast<CallIndirectOp>(op)) {
      use(call.getArgs());
      use(call.getRets());
    } else if (auto address = dyn_cast<ParamAddressOp>(op)) {
      if (address.getKind() == ParamKind::Call)
        addresses[address.getIndex()].push_back(address);
    }
  });
  for (auto &[index, ops] : addresses)
    if (!used.contains(index) && !collectSlots(ops))
      makeLocal(index, ops);
  if (promoter.size())
    promote();
  if (used.empty())
    setVariables(function, /*areLocals=*/false, {});
}

void ptxmlir::ptx::replaceParamVariables(Operation *function,
                                         ParamStats &stats) {
  ParamVariables(function, stats).run();
}

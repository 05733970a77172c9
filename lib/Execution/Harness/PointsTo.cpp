//===- PointsTo.cpp - Where the addresses of a kernel lead ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A points-to analysis with an offset and a stride for each target: which
// parameter, buffer or variable an address leads to. Usage.cpp reads the
// result.
//
//===----------------------------------------------------------------------===//

#include "UsageAnalysis.h"
#include <numeric>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::harness;
using ptx::DataType;
using ptx::Opcode;

std::optional<Opcode> harness::opcodeOf(Operation *op) {
  if (auto inst = dyn_cast<ptx::InstructionOpInterface>(op))
    return inst.getOpcode();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Enough for parameters of parameters; a list that leads to itself ends here.
static constexpr unsigned kMaxDepth = 3, kMaxObjects = 200;

unsigned UsageAnalysis::addObject(Object::Kind kind, int parent, unsigned depth,
                                  const Twine &name) {
  Object object;
  object.kind = kind;
  object.parent = parent;
  object.depth = depth;
  object.name = name.str();
  usage.objects.push_back(std::move(object));
  return unsigned(usage.objects.size() - 1);
}

unsigned UsageAnalysis::special(Object::Kind kind, int64_t number,
                                const Twine &name) {
  auto [it, fresh] = specials.try_emplace({int(kind), number}, 0);
  if (fresh)
    it->second = addObject(kind, -1, 0, name);
  return it->second;
}

/// The object whose address lies at a place.
unsigned UsageAnalysis::child(const Target &at) {
  auto [it, fresh] = children.try_emplace({at.object, at.offset, at.stride}, 0);
  if (fresh) {
    const Object &parent = usage.objects[at.object];
    std::string name = parent.name + "[" + std::to_string(at.offset) +
                       (at.stride ? "..." : "") + "]";
    it->second =
        addObject(Object::Buffer, int(at.object), parent.depth + 1, name);
  }
  return it->second;
}

Field &UsageAnalysis::field(const Target &at, unsigned bytes) {
  std::vector<Field> &fields = usage.objects[at.object].fields;
  for (Field &f : fields)
    if (f.offset == at.offset && f.stride == at.stride && f.bytes == bytes)
      return f;
  Field f;
  f.offset = at.offset;
  f.stride = at.stride;
  f.bytes = bytes;
  fields.push_back(f);
  return fields.back();
}

//===----------------------------------------------------------------------===//
// Where addresses lead
//===----------------------------------------------------------------------===//

/// Merges: two offsets become one offset with a stride.
static bool merge(Targets &set, Target to) {
  if (to.stride)
    to.offset = ((to.offset % int64_t(to.stride)) + int64_t(to.stride)) %
                int64_t(to.stride);
  for (Target &t : set) {
    if (t.object != to.object)
      continue;
    uint64_t stride =
        std::gcd(std::gcd(t.stride, to.stride),
                 uint64_t(t.offset > to.offset ? t.offset - to.offset
                                               : to.offset - t.offset));
    int64_t offset = stride ? t.offset % int64_t(stride) : t.offset;
    if (offset < 0)
      offset += int64_t(stride);
    bool changed = offset != t.offset || stride != t.stride;
    t.offset = offset;
    t.stride = stride;
    return changed;
  }
  if (set.size() >= 16)
    return false;
  set.push_back(to);
  return true;
}

bool UsageAnalysis::update(Value v, Target to) { return merge(points[v], to); }

bool UsageAnalysis::join(Value v, Value from, int64_t offset, uint64_t stride) {
  auto it = points.find(from);
  if (it == points.end())
    return false;
  bool changed = false;
  for (Target t : Targets(it->second)) {
    t.offset += offset;
    t.stride = std::gcd(t.stride, stride);
    changed |= update(v, t);
  }
  return changed;
}

std::optional<int64_t> harness::constantOf(Value v) {
  if (auto c = v.getDefiningOp<ptx::ConstOp>())
    if (c.getBits().getBitWidth() <= 64)
      return c.getBits().getSExtValue();
  return std::nullopt;
}

/// A number that all values of `v` are multiples of.
static uint64_t stepOf(Value v, unsigned depth = 0) {
  if (auto c = constantOf(v))
    return uint64_t(*c < 0 ? -*c : *c);
  auto inst = v.getDefiningOp<ptx::InstructionOpInterface>();
  if (!inst || depth > 8)
    return 1;
  OperandRange s = ptx::getSources(inst);
  auto step = [&](unsigned k) { return stepOf(s[k], depth + 1); };
  switch (inst.getOpcode()) {
  case Opcode::Add:
  case Opcode::Sub:
    return std::gcd(step(0), step(1));
  case Opcode::Mul:
  case Opcode::Mul24:
    return std::max<uint64_t>(1, step(0) * step(1));
  case Opcode::Mad:
  case Opcode::Mad24:
    return std::gcd(step(0) * step(1), step(2));
  case Opcode::Shl:
    if (auto c = constantOf(s[1]); c && *c >= 0 && *c < 32)
      return step(0) << *c;
    return 1;
  case Opcode::And:
    if (auto c = constantOf(s[1]); c && *c)
      return uint64_t(*c) & -uint64_t(*c);
    return 1;
  case Opcode::Cvt:
    return step(0);
  case Opcode::Selp:
    return std::gcd(step(0), step(1));
  default:
    return 1;
  }
}

bool UsageAnalysis::propagateBranch(Operation &op) {
  auto branch = dyn_cast<BranchOpInterface>(op);
  bool changed = false;
  if (branch)
    for (unsigned k = 0; k < op.getNumSuccessors(); ++k) {
      SuccessorOperands values = branch.getSuccessorOperands(k);
      Block *to = op.getSuccessor(k);
      for (unsigned i = 0; i < to->getNumArguments(); ++i)
        if (Value v = values[i])
          changed |= join(to->getArgument(i), v);
    }
  return changed;
}

void harness::forAddresses(Operation *op, Opcode opcode,
                           llvm::function_ref<void(Value, int64_t)> visit) {
  const ptx::InstInfo &info = ptx::getInstInfo(opcode);
  OperandRange sources = ptx::getSources(op);
  llvm::SmallVector<const ptx::OperandInfo *> layout;
  if (!ptx::layoutOperands(info.srcs(), info, ptx::getRawMods(op),
                           unsigned(sources.size()), layout))
    return;
  unsigned number = 0;
  for (size_t k = 0; k < layout.size() && k < sources.size(); ++k)
    if (layout[k]->kind == ptx::OperandKind::Address) {
      visit(sources[k], number < 2 ? ptx::getRawOffset(op, number) : 0);
      ++number;
    }
}

DataType harness::accessType(Operation *op, Opcode opcode) {
  const ptx::InstInfo &info = ptx::getInstInfo(opcode);
  for (const ptx::SlotInfo &slot : info.slots())
    if (ptx::tableString(slot.name) == "dataType")
      return DataType(ptx::getField(slot, ptx::getRawMods(op)));
  return DataType::None;
}

bool UsageAnalysis::propagateLoad(Operation &op) {
  Opcode opcode = *opcodeOf(&op);
  DataType type = accessType(&op, opcode);
  if (ptx::getBitWidth(type) != 64 || ptx::isFloat(type))
    return false;
  bool changed = false;
  Value address = ptx::getSources(&op)[0];
  int64_t offset = ptx::getRawOffset(&op);
  for (Target t : Targets(points.lookup(address))) {
    t.offset += offset;
    Object::Kind kind = usage.objects[t.object].kind;
    for (Value result : op.getResults()) {
      // What has been stored there.
      for (Target s : Targets(stored.lookup(t.object)))
        changed |= update(result, s);
      if ((kind == Object::Parameters || kind == Object::Buffer) &&
          usage.objects[t.object].depth < kMaxDepth &&
          usage.objects.size() < kMaxObjects)
        changed |= update(result, {child(t), 0, 0});
      t.offset += 8;
    }
  }
  return changed;
}

void UsageAnalysis::propagateStore(Operation &op) {
  OperandRange sources = ptx::getSources(&op);
  for (Target t : Targets(points.lookup(sources[0])))
    for (Value v : sources.drop_front())
      for (Target s : Targets(points.lookup(v)))
        merge(stored[t.object], s);
}

bool UsageAnalysis::propagate(Operation &op) {
  if (auto address = dyn_cast<ptx::ParamAddressOp>(op)) {
    unsigned index = address.getIndex();
    if (address.getKind() == ptx::ParamKind::Input)
      return update(address.getResult(),
                    {0,
                     int64_t(kernel.getParam(index).getOffset()) +
                         int64_t(address.getOffset()),
                     0});
    unsigned object =
        special(Object::Local,
                -1 - int64_t(address.getKind()) - 4 * int64_t(index), "call");
    return update(address.getResult(),
                  {object, int64_t(address.getOffset()), 0});
  }
  if (auto address = dyn_cast<ptx::LocalAddressOp>(op))
    return update(address.getResult(),
                  {special(Object::Local, address.getIndex(), "local"),
                   int64_t(address.getOffset()), 0});
  if (auto address = dyn_cast<ptx::AddressOfOp>(op)) {
    auto symbol = SymbolTable::lookupNearestSymbolFrom<ptx::GlobalOp>(
        kernel, address.getSymbolAttr().getAttr());
    if (!symbol)
      return false;
    bool isShared = symbol.getSpace() == ptx::Space::Shared;
    usage.usesDynamicShared |= symbol.isDynamicShared();
    int64_t number = int64_t(reinterpret_cast<intptr_t>(symbol.getOperation()));
    return update(address.getResult(),
                  {special(isShared ? Object::Shared : Object::Variable, number,
                           address.getSymbol()),
                   int64_t(address.getOffset()), 0});
  }
  if (op.hasTrait<OpTrait::IsTerminator>())
    return propagateBranch(op);
  std::optional<Opcode> opcode = opcodeOf(&op);
  if (!opcode)
    return false;
  bool changed = false;
  for (auto [result, pass] :
       llvm::zip(op.getResults(), ptx::getPassThrough(&op)))
    changed |= join(result, pass);
  OperandRange s = ptx::getSources(&op);
  switch (*opcode) {
  case Opcode::Ld:
  case Opcode::Ldu:
    return propagateLoad(op) || changed;
  case Opcode::St:
    propagateStore(op);
    return changed;
  case Opcode::Add:
  case Opcode::Or: {
    if (op.getResult(0).getType().getIntOrFloatBitWidth() < 32)
      return changed;
    for (unsigned k : {0, 1}) {
      auto c = constantOf(s[1 - k]);
      changed |=
          join(op.getResult(0), s[k], c.value_or(0), c ? 0 : stepOf(s[1 - k]));
    }
    return changed;
  }
  case Opcode::Sub: {
    auto c = constantOf(s[1]);
    return join(op.getResult(0), s[0], c ? -*c : 0, c ? 0 : stepOf(s[1])) ||
           changed;
  }
  case Opcode::Mad:
    return join(op.getResult(0), s[2], 0,
                std::max<uint64_t>(1, stepOf(s[0]) * stepOf(s[1]))) ||
           changed;
  case Opcode::Selp:
  case Opcode::Min:
  case Opcode::Max:
    changed |= join(op.getResult(0), s[0]);
    return join(op.getResult(0), s[1]) || changed;
  case Opcode::And:
  case Opcode::Cvta:
  case Opcode::Cvt:
  case Opcode::Mov:
  case Opcode::Shfl:
  case Opcode::Mapa:
    return join(op.getResult(0), s[0]) || changed;
  default:
    return changed;
  }
}

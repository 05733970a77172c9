//===- Usage.cpp - What a kernel does with its parameters -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and extents of what is behind each pointer, which parameters decide on
// control, and which values count threads: what generated inputs must respect.
//
//===----------------------------------------------------------------------===//

#include "UsageAnalysis.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::harness;
using ptx::DataType;
using ptx::Opcode;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The type of a loaded value: as it is declared, or if that says little, as
/// the instruction that uses it sees it.
static DataType typeInUse(Value v, DataType declared, unsigned depth = 0) {
  char kind = ptx::getTypeKind(declared);
  if (kind == 'f' || kind == 'x' || kind == 's' || depth > 3)
    return declared;
  for (OpOperand &use : v.getUses()) {
    Operation *user = use.getOwner();
    DataType found = declared;
    if (auto inst = dyn_cast<ptx::InstructionOpInterface>(user)) {
      const ptx::InstInfo &info = ptx::getInstInfo(inst.getOpcode());
      OperandRange sources = ptx::getSources(user);
      llvm::SmallVector<const ptx::OperandInfo *> layout;
      if (use.getOperandNumber() < sources.size() &&
          ptx::layoutOperands(info.srcs(), info, ptx::getRawMods(user),
                              unsigned(sources.size()), layout))
        found = ptx::getOperandType(*layout[use.getOperandNumber()], info,
                                    ptx::getRawMods(user));
      if (found == DataType::None)
        found = declared;
    } else if (auto branch = dyn_cast<BranchOpInterface>(user)) {
      if (auto argument =
              branch.getSuccessorBlockArgument(use.getOperandNumber()))
        found = typeInUse(*argument, declared, depth + 1);
    }
    char k = ptx::getTypeKind(found);
    if ((k == 'f' || k == 'x') &&
        ptx::getBitWidth(found) <= ptx::getBitWidth(declared))
      return found;
  }
  return declared;
}

void UsageAnalysis::recordAccess(Operation &op, Opcode opcode) {
  DataType type = accessType(&op, opcode);
  unsigned bytes = std::max(1u, ptx::getBitWidth(type) / 8);
  bool loads = isLoad(opcode), storesIt = !loads || opcode == Opcode::Atom;
  bool first = true;
  forAddresses(&op, opcode, [&](Value address, int64_t offset) {
    // cp.async and its like write to the first address and read the second.
    bool reads = loads || !first || opcode == Opcode::Red ||
                 opcode == Opcode::Ldmatrix || opcode == Opcode::WmmaLoadA ||
                 opcode == Opcode::WmmaLoadB || opcode == Opcode::WmmaLoadC;
    first = false;
    for (Target t : Targets(points.lookup(address))) {
      t.offset += offset;
      usage.objects[t.object].isAccessed = true;
      unsigned elements = loads ? op.getNumResults() : 1;
      for (unsigned k = 0; k < elements; ++k) {
        Field &f = field(t, bytes);
        f.isRead |= reads;
        f.isWritten |= storesIt;
        DataType used = type;
        if (loads)
          used = typeInUse(op.getResult(k), type);
        if (f.type == DataType::None || ptx::getTypeKind(used) == 'f' ||
            ptx::getTypeKind(used) == 'x')
          f.type = used;
        t.offset += bytes;
      }
      if (opcode == Opcode::St)
        for (Value v : ptx::getSources(&op).drop_front())
          stores[t.object].insert(v);
    }
  });
}

void UsageAnalysis::recordAccesses() {
  kernel.getBody().walk([&](Operation *op) {
    auto opcode = opcodeOf(op);
    if (!opcode)
      return;
    recordAccess(*op, *opcode);
    StringRef mnemonic = ptx::getInstInfo(*opcode).mnemonic();
    usage.usesMatrices |=
        mnemonic.contains("mma") || mnemonic.contains("matrix");
  });
  // A place is a pointer if what it leads to is accessed.
  for (auto &[at, object] : children) {
    bool accessed =
        usage.objects[object].isAccessed || usage.objects[object].isDeclared;
    if (!accessed)
      continue;
    auto [parent, offset, stride] = at;
    field({parent, offset, stride}, 8).pointee = int(object);
  }
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Values that depend on the number of a thread or a block.
void UsageAnalysis::traceThreads() {
  using ptx::SpecialRegister;
  llvm::SmallVector<Value> list;
  auto add = [&](Value v) {
    if (ofThread.insert(v).second)
      list.push_back(v);
  };
  kernel.getBody().walk([&](ptx::ReadSRegOp read) {
    unsigned reg = unsigned(read.getReg());
    auto within = [&](SpecialRegister first) {
      return reg >= unsigned(first) && reg < unsigned(first) + 3;
    };
    if (within(SpecialRegister::TidX))
      usage.usesThread[reg - unsigned(SpecialRegister::TidX)] = true;
    else if (within(SpecialRegister::NtidX))
      usage.usesThread[reg - unsigned(SpecialRegister::NtidX)] = true;
    else if (within(SpecialRegister::CtaidX))
      usage.usesBlock[reg - unsigned(SpecialRegister::CtaidX)] = true;
    else if (within(SpecialRegister::NctaidX))
      usage.usesBlock[reg - unsigned(SpecialRegister::NctaidX)] = true;
    if (within(SpecialRegister::TidX) || within(SpecialRegister::CtaidX) ||
        read.getReg() == SpecialRegister::Laneid)
      add(read.getResult());
  });
  while (!list.empty()) {
    Value v = list.pop_back_val();
    for (OpOperand &use : v.getUses()) {
      Operation *user = use.getOwner();
      if (auto branch = dyn_cast<BranchOpInterface>(user)) {
        if (auto argument =
                branch.getSuccessorBlockArgument(use.getOperandNumber()))
          add(*argument);
        continue;
      }
      auto opcode = opcodeOf(user);
      if (!opcode || isLoad(*opcode))
        continue;
      for (Value result : user->getResults())
        if (!result.getType().isInteger(1))
          add(result);
    }
  }
}

//===----------------------------------------------------------------------===//
// Addresses and decisions
//===----------------------------------------------------------------------===//

void UsageAnalysis::demand(Value v, uint8_t part) {
  uint8_t &have = parts[v];
  if ((have | part) == have)
    return;
  have |= part;
  work.push_back({v, part});
}

/// What is in an object has a part in something: so have the values that are
/// stored there.
void UsageAnalysis::demandContents(unsigned object, uint8_t part) {
  uint8_t &have = contentParts[object];
  if ((have | part) == have)
    return;
  have |= part;
  for (Value v : stores[object])
    demand(v, part);
}

/// The values that flow into an argument of a block.
static void forIncoming(BlockArgument argument,
                        llvm::function_ref<void(Value)> visit) {
  for (Block *from : argument.getOwner()->getPredecessors()) {
    auto branch = dyn_cast<BranchOpInterface>(from->getTerminator());
    if (!branch)
      continue;
    for (unsigned k = 0; k < from->getNumSuccessors(); ++k)
      if (from->getSuccessor(k) == argument.getOwner())
        if (Value value =
                branch.getSuccessorOperands(k)[argument.getArgNumber()])
          visit(value);
  }
}

/// What is loaded only to be stored in shared memory has the type that others
/// read there: tiles of matrices.
void UsageAnalysis::traceTypes() {
  for (auto &[object, values] : stores) {
    DataType type = DataType::None;
    for (const Field &f : usage.objects[object].fields)
      if (isFloatKind(f.type))
        type = f.type;
    if (type == DataType::None || usage.objects[object].kind != Object::Shared)
      continue;
    llvm::SmallVector<Value> list(values.begin(), values.end());
    llvm::DenseSet<Value> seen;
    while (!list.empty()) {
      Value v = list.pop_back_val();
      if (!seen.insert(v).second)
        continue;
      if (auto argument = dyn_cast<BlockArgument>(v)) {
        forIncoming(argument, [&](Value value) { list.push_back(value); });
        continue;
      }
      Operation *op = v.getDefiningOp();
      if (opcodeOf(op) != Opcode::Ld)
        continue;
      unsigned bits = ptx::getBitWidth(accessType(op, Opcode::Ld));
      if (bits != ptx::getBitWidth(type))
        continue;
      for (Target t : Targets(points.lookup(ptx::getSources(op)[0]))) {
        t.offset += ptx::getRawOffset(op);
        Field &f = field(t, bits / 8);
        if (!isFloatKind(f.type))
          f.type = type;
      }
    }
  }
}

void UsageAnalysis::demandSources(Value v, uint8_t part) {
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    forIncoming(argument, [&](Value value) { demand(value, part); });
    return;
  }
  Operation *op = v.getDefiningOp();
  auto opcode = opcodeOf(op);
  if (!opcode) {
    for (Value operand : op->getOperands())
      demand(operand, part);
    return;
  }
  if (isLoad(*opcode)) {
    DataType type = accessType(op, *opcode);
    unsigned bytes = std::max(1u, ptx::getBitWidth(type) / 8);
    unsigned number = cast<OpResult>(v).getResultNumber();
    for (Target t : Targets(points.lookup(ptx::getSources(op)[0]))) {
      t.offset += ptx::getRawOffset(op) + int64_t(number) * bytes;
      Field &f = field(t, bytes);
      f.indexes |= part & Address;
      f.decides |= part & Decision;
      f.indexesAsFloat |= part & AddressAsFloat;
      demandContents(t.object, part);
    }
    return;
  }
  uint8_t sources = part;
  switch (*opcode) {
  case Opcode::Cvt: {
    auto m = ptx::CvtModifiers::unpack(ptx::getRawMods(op));
    if (isFloatKind(m.srcType) && !isFloatKind(m.dataType) && (part & Address))
      sources = uint8_t((part & ~Address) | AddressAsFloat);
    break;
  }
  case Opcode::Setp:
  case Opcode::Set:
  case Opcode::Isspacep:
  case Opcode::Testp:
    sources = Decision;
    break;
  case Opcode::Atom:
  case Opcode::Activemask:
  case Opcode::Elect:
    return;
  default:
    break;
  }
  OperandRange operands = ptx::getSources(op);
  for (auto [k, operand] : llvm::enumerate(operands))
    // (What selp chooses by is a decision.)
    demand(operand,
           operand.getType().isInteger(1) ? uint8_t(Decision) : sources);
  for (Value pass : ptx::getPassThrough(op))
    demand(pass, sources);
}

void UsageAnalysis::demandOf(Operation &op) {
  if (auto opcode = opcodeOf(&op)) {
    if (Value guard = ptx::getGuard(&op))
      demand(guard, Decision);
    forAddresses(&op, *opcode,
                 [&](Value address, int64_t) { demand(address, Address); });
    if (*opcode == Opcode::Bar || *opcode == Opcode::Barrier)
      for (Value v : ptx::getSources(&op))
        demand(v, Address);
  } else if (auto bra = dyn_cast<ptx::CondBraOp>(op)) {
    demand(bra.getCondition(), Decision);
  } else if (auto brx = dyn_cast<ptx::BrxOp>(op)) {
    demand(brx.getIndex(), Address);
  }
}

void UsageAnalysis::traceParts() {
  kernel.getBody().walk([&](Operation *op) { demandOf(*op); });
  while (!work.empty()) {
    auto [v, part] = work.pop_back_val();
    demandSources(v, part);
  }
}

/// Numbers that threads are compared with.
void UsageAnalysis::traceBounds() {
  kernel.getBody().walk([&](Operation *op) {
    if (opcodeOf(op) != Opcode::Setp)
      return;
    OperandRange s = ptx::getSources(op);
    for (unsigned k : {0, 1}) {
      if (!ofThread.contains(s[k]) || ofThread.contains(s[1 - k]))
        continue;
      if (auto c = constantOf(s[1 - k]))
        usage.comparedWith =
            std::max(usage.comparedWith, uint64_t(std::max<int64_t>(*c, 0)));
      llvm::SmallVector<Value> list = {s[1 - k]};
      llvm::SmallPtrSet<Operation *, 16> seen;
      while (!list.empty() && seen.size() < 16) {
        Operation *from = list.pop_back_val().getDefiningOp();
        auto opcode = from ? opcodeOf(from) : std::nullopt;
        if (!opcode || !seen.insert(from).second)
          continue;
        if (*opcode == Opcode::Ld) {
          unsigned bytes =
              std::max(1u, ptx::getBitWidth(accessType(from, *opcode)) / 8);
          for (Target t : Targets(points.lookup(ptx::getSources(from)[0])))
            if (t.object == 0) {
              t.offset += ptx::getRawOffset(from);
              field(t, bytes).boundsThreads = true;
            }
          continue;
        }
        for (Value v : ptx::getSources(from))
          list.push_back(v);
      }
    }
  });
}

void UsageAnalysis::readDirectives() {
  auto dims = [](std::optional<llvm::ArrayRef<int32_t>> list) {
    std::vector<uint32_t> out;
    if (list)
      for (int32_t d : *list)
        out.push_back(uint32_t(std::max(d, 1)));
    return out;
  };
  usage.requiredBlock = dims(kernel.getReqntid());
  usage.largestBlock = dims(kernel.getMaxntid());
  usage.cluster = dims(kernel.getReqnctapercluster());
}

KernelUsage UsageAnalysis::run() {
  usage.name = kernel.getSymName().str();
  addObject(Object::Parameters, -1, 0, "parameter");
  readDirectives();
  for (Attribute a : kernel.getParams()) {
    auto var = cast<ptx::VarAttr>(a);
    usage.params.push_back(
        {unsigned(var.getOffset()), unsigned(var.getSize())});
    usage.paramBytes =
        std::max(usage.paramBytes, unsigned(var.getOffset() + var.getSize()));
    if (var.getPointer())
      usage.objects[child({0, int64_t(var.getOffset()), 0})].isDeclared = true;
  }
  // Sets grow and strides shrink, so this ends; a bound for odd inputs.
  bool changed = true;
  for (unsigned round = 0; changed && round < 20; ++round) {
    changed = false;
    for (Block &block : kernel.getBody())
      for (Operation &op : block)
        changed |= propagate(op);
  }
  recordAccesses();
  recordImages();
  traceTypes();
  traceThreads();
  traceParts();
  traceBounds();
  return std::move(usage);
}

KernelUsage harness::analyzeKernel(ptx::EntryOp kernel) {
  return UsageAnalysis(kernel).run();
}

//===- InstFolder.cpp - Constant folding of instruction ops ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction of constants is run by the same semantics that the
// interpreter uses; what needs no arithmetic is in InstIdentities.cpp.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/Identities.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
namespace sem = ptxmlir::isa::sem;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;

/// True if the semantics give the bits that the machine gives. Those of the
/// special function unit are better than its tables, and where FCHK sends a
/// division the long way only the machine knows.
static bool isExact(Opcode opcode) {
  return !ptxmlir::isa::getDesc(opcode).is(ptxmlir::isa::Inexact);
}

/// A modifier that takes part of the threads out makes the result more than a
/// function of the operands.
static bool writesAllThreads(const InstDesc &desc, uint64_t mods) {
  int mask = desc.findMod("mask");
  if (mask < 0)
    return true;
  return desc.mods[mask].field.get(mods) == desc.mods[mask].dflt;
}

/// Gathers the values of the source slots; false if one is no constant or has
/// no place among the inputs.
static bool readInputs(const InstDesc &desc, uint64_t mods,
                       ArrayRef<Attribute> operands,
                       sem::In<sem::HostDomain> &in) {
  for (unsigned i = 0; i != desc.numUses; ++i) {
    auto integer = dyn_cast_or_null<IntegerAttr>(operands[i]);
    if (!integer || integer.getValue().getBitWidth() > 64)
      return false;
    uint64_t bits = integer.getValue().getZExtValue();
    const ptxmlir::isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
    StringRef name = slot.name;
    if (name == "a" || name == "b" || name == "c") {
      (name == "a" ? in.a : name == "b" ? in.b : in.c) = bits;
    } else if (name == "pp" || name == "pq" || name == "pr") {
      bool value = bits & 1;
      if (slot.notMod >= 0)
        value ^= bool(desc.mods[slot.notMod].field.get(mods));
      (name == "pp" ? in.pp : name == "pq" ? in.pq : in.pr) = value;
    } else {
      return false;
    }
  }
  return true;
}

static LogicalResult foldConstants(InstOpInterface op,
                                   ArrayRef<Attribute> operands,
                                   SmallVectorImpl<OpFoldResult> &results) {
  const InstDesc &desc = op.getDesc();
  if (!isExact(desc.opcode))
    return failure();
  // A predicate that an instruction has no slot for reads as true.
  sem::In<sem::HostDomain> in{0, 0, 0, true, true, true};
  sem::BoundOp bound;
  if (!readInputs(desc, op.getModBits(), operands, in) ||
      !sem::bindPure(desc.opcode, op.getModBits(), bound))
    return failure();
  sem::Out<sem::HostDomain> out = sem::evaluate(bound, in);
  SmallVector<OpFoldResult, 3> values;
  for (unsigned i = 0; i != desc.numDefs; ++i) {
    Type type = op->getResult(i).getType();
    bool isPredicate = llvm::isa<PType, UPType>(type);
    unsigned width = isPredicate ? 1 : 32 * getWidth(type);
    StringRef name = desc.slots[i].name;
    if (width > 64 || (name != "d" && name != "pu" && name != "pv"))
      return failure();
    uint64_t bits = name == "d" ? out.d : name == "pu" ? out.pu : out.pv;
    values.push_back(
        IntegerAttr::get(IntegerType::get(op->getContext(), width),
                         APInt(width, bits, false, /*implicitTrunc=*/true)));
  }
  results.append(values.begin(), values.end());
  return success();
}

LogicalResult ori::foldInst(Operation *op, ArrayRef<Attribute> operands,
                            SmallVectorImpl<OpFoldResult> &results) {
  auto inst = cast<InstOpInterface>(op);
  // After allocation a value stands for a register that others rely on.
  if (inst.isGuarded() || inst.getRegBits() != 0 ||
      !writesAllThreads(inst.getDesc(), inst.getModBits()))
    return failure();
  if (succeeded(foldConstants(inst, operands, results)))
    return success();
  return foldIdentity(inst, operands, results);
}

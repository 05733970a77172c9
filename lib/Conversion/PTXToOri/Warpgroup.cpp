//===- Warpgroup.cpp - Lowering of wgmma and setmaxnreg -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of a warp group is one instruction; its descriptors are in four
// uniform registers, those of a first, which count for nothing where a is in
// registers. That products are asynchronous is a matter of GroupProducts.cpp.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "GroupProducts.h"
#include "MatrixEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The records of one type of factors.
static Opcode pick(bool aInRegisters, bool sparse, Opcode shared, Opcode reg,
                   Opcode sparseShared, Opcode sparseReg) {
  return sparse ? (aInRegisters ? sparseReg : sparseShared)
                : (aInRegisters ? reg : shared);
}

static std::optional<Opcode> getOpcode(DataType type, bool inRegs, bool sp) {
  switch (type) {
  case DataType::F16:
  case DataType::Bf16:
    return pick(inRegs, sp, Opcode::HGMMA, Opcode::HGMMA_R, Opcode::HGMMA_SP,
                Opcode::HGMMA_SP_R);
  case DataType::Tf32:
    return pick(inRegs, sp, Opcode::HGMMA_TF32, Opcode::HGMMA_TF32_R,
                Opcode::HGMMA_SP_TF32, Opcode::HGMMA_SP_TF32_R);
  case DataType::E4m3:
  case DataType::E5m2:
    return pick(inRegs, sp, Opcode::QGMMA, Opcode::QGMMA_R, Opcode::QGMMA_SP,
                Opcode::QGMMA_SP_R);
  case DataType::S8:
  case DataType::U8:
    return pick(inRegs, sp, Opcode::IGMMA, Opcode::IGMMA_R, Opcode::IGMMA_SP,
                Opcode::IGMMA_SP_R);
  case DataType::B1:
    return inRegs ? Opcode::BGMMA_R : Opcode::BGMMA;
  default:
    return std::nullopt;
  }
}

namespace {
/// Sets the modifiers that a record has, by name.
class Modifiers {
public:
  explicit Modifiers(const isa::InstDesc &desc)
      : desc(desc), bits(desc.defaultMods) {}
  void set(StringRef name, uint64_t value) {
    if (int index = desc.findMod(name); index >= 0)
      bits = desc.mods[index].field.set(bits, value);
  }
  /// The value with a spelling that ends in `text`.
  bool setBySpelling(StringRef name, StringRef text) {
    int index = desc.findMod(name);
    if (index < 0)
      return false;
    for (const isa::ModValueDesc &v : desc.mods[index].values)
      if (StringRef(v.spelling).ends_with(text)) {
        bits = desc.mods[index].field.set(bits, v.value);
        return true;
      }
    return false;
  }
  uint64_t get() const { return bits; }

private:
  const isa::InstDesc &desc;
  uint64_t bits;
};
} // namespace

/// `64xNxK` as the records spell it.
static std::string getShapeName(StringRef columns, StringRef depth) {
  columns.consume_front("m");
  auto [rows, n] = columns.split('n');
  return ("." + rows + "x" + n + "x" + depth.drop_front()).str();
}

static isa::IMMAType getIntegerType(DataType type) {
  return ptx::isSigned(type) ? isa::IMMAType::S8 : isa::IMMAType::U8;
}

template <typename OpT>
static LogicalResult lowerProduct(FuncLowering &l, OpT op, Value ptxMetadata,
                                  unsigned selector) {
  constexpr bool kSparse = std::is_same_v<OpT, ptx::WgmmaMmaAsyncSpOp>;
  auto inst = cast<ptx::InstructionOpInterface>(op.getOperation());
  DataType type = op.getAType();
  bool inRegs = op.getAInRegisters();
  std::optional<Opcode> opcode = getOpcode(type, inRegs, kSparse);
  if (!opcode || !hasInstruction(l, *opcode))
    return l.unsupported(op, "'wgmma' of this type");
  if (ptxMetadata && failed(checkMetadata(op, l.get(ptxMetadata))))
    return failure();
  const isa::InstDesc &desc = isa::getDesc(*opcode);
  Modifiers mods(desc);
  if (!mods.setBySpelling("shape", getShapeName(ptx::stringify(op.getColumns()),
                                                ptx::stringify(op.getDepth()))))
    return l.unsupported(op, "'wgmma' of this shape");
  bool isHalf = op.getDataType() == DataType::F16;
  mods.set("acc", uint64_t(isHalf ? isa::GMMAAcc::F16 : isa::GMMAAcc::F32));
  if (type == DataType::F16 || type == DataType::Bf16)
    mods.set("type", uint64_t(type == DataType::Bf16 ? isa::HGMMAType::BF16
                                                     : isa::HGMMAType::F16));
  if (type == DataType::E4m3 || type == DataType::E5m2) {
    auto typeOf = [](DataType t) {
      return uint64_t(t == DataType::E5m2 ? isa::QGMMAType::E5M2
                                          : isa::QGMMAType::E4M3);
    };
    mods.set("typeA", typeOf(type));
    mods.set("typeB", typeOf(op.getBType()));
  } else if (type == DataType::S8 || type == DataType::U8) {
    mods.set("typeA", uint64_t(getIntegerType(type)));
    mods.set("typeB", uint64_t(getIntegerType(op.getBType())));
    mods.set("sat", op.getSatfinite());
  }
  mods.set(inRegs ? "aNeg" : "negA", op.getNegateA());
  mods.set("negB", op.getNegateB());
  mods.set("tnspA", op.getTransposeA());
  mods.set("tnspB", op.getTransposeB());
  mods.set("sel", selector);

  auto emitProduct = [&] {
    // A guard is a branch around, or true: it would only hide that.
    l.inst(Opcode::WARPSYNC_ALL, {l.pt()});
    SmallVector<Value> sources;
    if (inRegs)
      sources.push_back(combineWords(l, l.getAll(op.getAValues())));
    Value descB = l.get(op.getB());
    Value descA = inRegs ? l.imm64(0) : l.get(op.getA());
    SmallVector<Value> words;
    for (Value v : {l.lo(descA), l.hi(descA), l.lo(descB), l.hi(descB)})
      words.push_back(toUniform(l, v));
    sources.push_back(combineUniform(l, words));
    Value accumulate = toUniformPredicate(l, l.get(op.getAccumulate()));
    Value c = combineWords(l, l.getAll(inst.getPassThrough()));
    // What is not added need not be there.
    if (l.getConstant(accumulate) == 0)
      c = l.constant(c.getType(),
                     llvm::APInt(32 * ori::getWidth(c.getType()), 0));
    sources.push_back(c);
    sources.push_back(accumulate);
    if (kSparse)
      sources.push_back(l.get(ptxMetadata));
    Value d = l.value(*opcode, sources, mods.get());
    SmallVector<Value> results;
    for (unsigned i = 0; i != op->getNumResults(); ++i)
      results.push_back(l.part(d, i));
    return results;
  };
  // An operation without a guard has the guard true.
  Value guard = l.get(inst.getGuard());
  SmallVector<Value> results =
      l.getConstant(guard).value_or(0) && !inst.isGuardNegated()
          ? emitProduct()
          : emitIfElse(l, guard, inst.isGuardNegated(), emitProduct,
                       [&] { return l.getAll(inst.getPassThrough()); });
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    l.set(result, value);
  l.hasGroupProducts = true;
  return success();
}

static LogicalResult lowerMma(FuncLowering &l, ptx::WgmmaMmaAsyncOp op) {
  return lowerProduct(l, op, Value(), 0);
}
static LogicalResult lowerMmaSp(FuncLowering &l, ptx::WgmmaMmaAsyncSpOp op) {
  return lowerProduct(l, op, op.getMetadata(), op.getSelector());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

template <typename OpT>
static LogicalResult emitOrder(FuncLowering &l, OpT op, Opcode opcode,
                               uint64_t mods, StringRef mark = "") {
  if (!hasInstruction(l, opcode))
    return l.unsupported(op, "'wgmma'");
  // What closes a group is no instruction.
  bool closes = !mark.empty();
  emitUnderGuard(l, op, [&] {
    if (!closes)
      l.inst(Opcode::WARPSYNC_ALL, {l.pt()});
    Operation *created = l.inst(opcode, {}, mods);
    if (closes)
      created->setDiscardableAttr(mark, l.builder.getUnitAttr());
  });
  l.hasGroupProducts = true;
  return success();
}

static LogicalResult lowerFence(FuncLowering &l, ptx::WgmmaFenceOp op) {
  return emitOrder(l, op, Opcode::WARPGROUP_ARRIVE,
                   isa::WARPGROUP_ARRIVE::kDefaultMods);
}
static LogicalResult lowerCommit(FuncLowering &l, ptx::WgmmaCommitGroupOp op) {
  return emitOrder(l, op, Opcode::WARPGROUP_ARRIVE,
                   isa::WARPGROUP_ARRIVE::kDefaultMods, kCommitAttr);
}
static LogicalResult lowerWait(FuncLowering &l, ptx::WgmmaWaitGroupOp op) {
  // To wait for fewer groups than the field counts is right all the same.
  constexpr uint32_t kMaxCount = 7;
  return emitOrder(
      l, op, Opcode::WARPGROUP_DEPBAR,
      isa::WARPGROUP_DEPBAR::count.set(isa::WARPGROUP_DEPBAR::kDefaultMods,
                                       std::min(op.getPending(), kMaxCount)));
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// Whether it is known with how many registers a thread begins (observed on
/// ptxas 13.0.88, which ignores setmaxnreg otherwise).
static bool hasKnownRegisters(ori::FuncOp func) {
  bool hasThreads = func.getRequiredThreads() || func.getMaxThreads();
  return func.getMaxRegisters() || (hasThreads && func.getMinCtasPerSm());
}

static unsigned getRegistersAtEntry(ori::FuncOp func, unsigned sm) {
  auto shape = func.getRequiredThreads() ? func.getRequiredThreads()
                                         : func.getMaxThreads();
  unsigned threads = shape ? 1 : 0;
  if (shape)
    for (int32_t n : *shape)
      threads *= std::max(n, 1);
  return target::computeRegisterLimit(sm, func.getMaxRegisters().value_or(0),
                                      threads,
                                      func.getMinCtasPerSm().value_or(0));
}

static LogicalResult lowerSetMaxNReg(FuncLowering &l, ptx::SetmaxnregOp op) {
  if (!hasInstruction(l, Opcode::USETMAXREG_ALLOC) || l.isDeviceFunction())
    return l.unsupported(op, "'setmaxnreg' here");
  if (!hasKnownRegisters(l.oriFunc)) {
    op->emitRemark("(C7508) Potential Performance Loss: 'setmaxnreg' ignored; "
                   "unable to determine register count at entry.");
    return success();
  }
  l.warpSync(op);
  uint64_t count = op.getCount();
  if (op.getAction() == ptx::SetMaxNRegAction::Dec) {
    emitUnderGuard(l, op, [&] {
      l.inst(Opcode::USETMAXREG_DEALLOC, {},
             isa::USETMAXREG_DEALLOC::count.set(
                 isa::USETMAXREG_DEALLOC::kDefaultMods, count));
    });
    return success();
  }
  // Nobody asks for fewer than he has (observed: ptxas begins with so many).
  ori::FuncOp func = l.oriFunc;
  if (getRegistersAtEntry(func, l.module.target->sm) > count)
    func.setMaxRegisters(uint32_t(count));
  // Until others have given registers back.
  emitUnderGuard(l, op, [&] {
    emitLoop(l, l.zero(), [&](Value round) {
      Operation *request =
          l.inst(Opcode::USETMAXREG_ALLOC, {},
                 isa::USETMAXREG_ALLOC::count.set(
                     isa::USETMAXREG_ALLOC::kDefaultMods, count));
      Value granted = request->getResult(isa::USETMAXREG_ALLOC::kPu);
      // All three are true.
      constexpr uint8_t kAll = 0x80;
      return std::pair<Value, Value>(round,
                                     l.plop3(l.pt(), l.pt(), granted, kAll));
    });
  });
  return success();
}

void ptxtoori::registerWarpgroupLowerings(HandlerTable &table) {
  table.add<ptx::WgmmaMmaAsyncOp, lowerMma>();
  table.add<ptx::WgmmaMmaAsyncSpOp, lowerMmaSp>();
  table.add<ptx::WgmmaFenceOp, lowerFence>();
  table.add<ptx::WgmmaCommitGroupOp, lowerCommit>();
  table.add<ptx::WgmmaWaitGroupOp, lowerWait>();
  table.add<ptx::SetmaxnregOp, lowerSetMaxNReg>();
}

//===- Lowering.cpp - Walk of a function, values and machine state --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FuncLowering walks a function once and calls a handler for each op; here are
// the walk, the values of PTX in registers, and what a kernel has once:
// special registers, the descriptor of global memory, the shared window.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "GroupProducts.h"
#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

HandlerTable::HandlerTable() {
  registerLoweringRows(*this);
  registerIntegerLowerings(*this);
  registerIntegerDivisionLowerings(*this);
  registerLogicLowerings(*this);
  registerCompareLowerings(*this);
  registerMemoryLowerings(*this);
  registerAsyncCopyLowerings(*this);
  registerAtomicLowerings(*this);
  registerSyncLowerings(*this);
  registerMatrixLowerings(*this);
  registerSparseMatrixLowerings(*this);
  registerFenceLowerings(*this);
  registerClusterLowerings(*this);
  registerClusterLaunchLowerings(*this);
  registerMbarrierLowerings(*this);
  registerBulkLowerings(*this);
  registerAsyncStoreLowerings(*this);
  registerMiscLowerings(*this);
  registerStackLowerings(*this);
  registerVideoLowerings(*this);
  registerWmmaLowerings(*this);
  registerWarpgroupLowerings(*this);
  registerMultimemLowerings(*this);
  registerTensorMemoryLowerings(*this);
  registerTensorProductLowerings(*this);
  registerTextureLowerings(*this);
  registerFloatLowerings(*this);
  registerFloatDivisionLowerings(*this);
  registerConvertLowerings(*this);
}

FuncLowering::FuncLowering(const ModuleInfo &module, const KernelInfo &kernel,
                           const HandlerTable &handlers, Operation *ptxFunc,
                           ori::FuncOp oriFunc)
    : module(module), kernel(kernel), ptxFunc(ptxFunc), oriFunc(oriFunc),
      builder(oriFunc.getContext()), loc(oriFunc.getLoc()), handlers(handlers) {
}

void FuncLowering::markKernel(StringRef mark) {
  ori::FuncOp marked = kernel.kernel ? kernel.kernel : oriFunc;
  marked->setAttr(mark, builder.getUnitAttr());
}

LogicalResult FuncLowering::unsupported(Operation *op, const Twine &what) {
  return op->emitError() << "no code is known for " << what << " on sm_"
                         << module.target->sm << module.target->suffix;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Type FuncLowering::convertType(Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits == 1 ? p() : r(bits <= 32 ? 1 : bits / 32);
}

SmallVector<Value> FuncLowering::getAll(ValueRange ptxValues) {
  SmallVector<Value> result;
  for (Value v : ptxValues)
    result.push_back(get(v));
  return result;
}

void FuncLowering::setResults(Operation *op, ValueRange results) {
  assert(op->getNumResults() == results.size() && "one value per result");
  auto inst = dyn_cast<ptx::InstructionOpInterface>(op);
  bool isGuarded = inst && inst.isGuarded();
  for (auto [index, ptxResult, value] :
       llvm::enumerate(op->getResults(), results)) {
    if (isGuarded) {
      Value guard = get(inst.getGuard());
      Value old = get(inst.getPassThrough()[index]);
      value = inst.isGuardNegated() ? select(guard, old, value)
                                    : select(guard, value, old);
    }
    set(ptxResult, value);
  }
}

void FuncLowering::setInsertionPointAfterConstants() {
  if (lastConstant)
    builder.setInsertionPointAfter(lastConstant);
  else
    builder.setInsertionPointToStart(&oriFunc.getBody().front());
}

Value FuncLowering::constant(Type type, const APInt &bits) {
  TypedAttr attr =
      builder.getIntegerAttr(builder.getIntegerType(bits.getBitWidth()), bits);
  Value &value = constants[{type, attr}];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    setInsertionPointAfterConstants();
    auto op = ori::ImmOp::create(builder, loc, type, attr);
    lastConstant = op;
    value = op;
  }
  return value;
}

Value FuncLowering::part(Value tuple, unsigned index, unsigned width) {
  unsigned total = ori::getWidth(tuple.getType());
  if (width == total)
    return tuple;
  if (auto combine = tuple.getDefiningOp<ori::CombineOp>()) {
    unsigned at = 0;
    for (Value v : combine.getParts()) {
      if (at == index && ori::getWidth(v.getType()) == width)
        return v;
      at += ori::getWidth(v.getType());
    }
  }
  if (auto immediate = tuple.getDefiningOp<ori::ImmOp>()) {
    APInt bits = cast<IntegerAttr>(immediate.getValue()).getValue();
    APInt piece = bits.extractBits(32 * width, 32 * index);
    return constant(r(width), piece);
  }
  if (auto bank = tuple.getDefiningOp<ori::CBankOp>())
    return cbank(bank.getBank(), bank.getOffset() + 4 * index, width);
  return ori::ExtractOp::create(builder, loc, r(width), tuple, index);
}

Value FuncLowering::combine(ValueRange parts) {
  if (parts.size() == 1)
    return parts[0];
  unsigned width = 0;
  bool isConstant = true;
  for (Value v : parts) {
    width += ori::getWidth(v.getType());
    isConstant &= bool(v.getDefiningOp<ori::ImmOp>());
  }
  if (isConstant) {
    APInt bits(32 * width, 0);
    unsigned at = 0;
    for (Value v : parts) {
      APInt piece = cast<IntegerAttr>(v.getDefiningOp<ori::ImmOp>().getValue())
                        .getValue();
      bits.insertBits(piece, at);
      at += piece.getBitWidth();
    }
    return constant(r(width), bits);
  }
  return ori::CombineOp::create(builder, loc, r(width), parts);
}

Operation *FuncLowering::guarded(Operation *ptxOp, Opcode opcode,
                                 ValueRange sources, uint64_t mods,
                                 ValueRange passThrough) {
  auto inst = dyn_cast<ptx::InstructionOpInterface>(ptxOp);
  if (!inst || !inst.isGuarded())
    return this->inst(opcode, sources, mods);
  mods = fitMods(opcode, sources, mods);
  // Results without a given old value keep an undefined one.
  SmallVector<Value> old(passThrough);
  SmallVector<Type> types;
  ori::getDefaultResultTypes(opcode, mods, builder.getContext(), types);
  for (unsigned i = old.size(); i < types.size(); ++i)
    old.push_back(undef(types[i]));
  return ori::createGuardedInst(builder, loc, opcode, sources, mods,
                                get(inst.getGuard()), inst.isGuardNegated(),
                                old);
}

//===----------------------------------------------------------------------===//
// Machine state
//===----------------------------------------------------------------------===//

Value FuncLowering::specialRegister(isa::SpecialReg sr) {
  return value(Opcode::S2R, {},
               isa::S2R::sr.set(isa::S2R::kDefaultMods, uint64_t(sr)));
}

Value FuncLowering::descriptor() {
  const target::TargetInfo &target = *module.target;
  if (target.bank->memoryDescriptor < 0)
    return urz(2);
  if (!descriptorValue) {
    OpBuilder::InsertionGuard guard(builder);
    setInsertionPointAfterConstants();
    descriptorValue =
        ori::loadUniformConstant(builder, loc, target.sm, /*bank=*/0,
                                 target.bank->memoryDescriptor, /*width=*/2);
  }
  return descriptorValue;
}

uint64_t FuncLowering::fitMods(Opcode opcode, ValueRange sources,
                               uint64_t mods) const {
  const isa::InstDesc &desc = isa::getDesc(opcode);
  const target::TargetInfo &target = *module.target;
  if (!desc.spaces())
    return mods;
  auto set = [&](StringRef name, bool value) {
    if (int index = desc.findMod(name); index >= 0)
      mods = desc.mods[index].field.set(mods, value);
  };
  if (target.bank->memoryDescriptor < 0)
    set("desc", false);
  // Other descriptors than the function's own are the program's policies.
  int hasDescriptor = desc.findMod("desc");
  if (target.has(target::Feature::MarkedPolicies) && hasDescriptor >= 0 &&
      desc.mods[hasDescriptor].field.get(mods))
    if (int ur = desc.findSlot("ur"); ur >= 0)
      set("policy", sources[ur - desc.numDefs] != descriptorValue);
  return mods;
}

Value FuncLowering::sharedWindowHigh() {
  int window = module.target->bank->sharedWindow;
  return window < 0 ? specialRegister(isa::SpecialReg::SWINHI)
                    : cbank(0, unsigned(window) + 4);
}

// In a cluster, shared memory of the block starts 0x400 bytes into the window
// of its CTA (observed on ptxas 13.0.88, sm_90), else the window is the
// block's.
Value FuncLowering::sharedBase() {
  if (!module.target->hasClusters())
    return zero();
  if (!sharedBaseValue) {
    OpBuilder::InsertionGuard guard(builder);
    setInsertionPointAfterConstants();
    Value rank = specialRegister(isa::SpecialReg::CgaCtaId);
    sharedBaseValue = iadd(shl(rank, imm(24)),
                           imm(module.target->limits->reservedSharedPerCTA));
  }
  return sharedBaseValue;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

LogicalResult FuncLowering::run() {
  Region &source = ptxFunc->getRegion(0);
  Region &body = oriFunc.getBody();
  for (Block &block : source) {
    Block *copy = new Block();
    body.push_back(copy);
    blocks[&block] = copy;
    if (isDeviceFunction() && block.isEntryBlock())
      continue; // its arguments are those of the ABI
    for (BlockArgument arg : block.getArguments())
      copy->addArgument(convertType(arg.getType()), arg.getLoc());
  }
  layoutFrame();
  oriFunc.setDynamicStack(movesStack(ptxFunc));
  if (isDeviceFunction())
    receiveArguments();
  // Definitions come before uses only in dominance order; PTX text order need
  // not be one, so walk the blocks in reverse post-order.
  SmallVector<Block *> order;
  {
    llvm::DenseMap<Block *, unsigned> next;
    SmallVector<Block *> stack = {&source.front()};
    next[&source.front()] = 0;
    while (!stack.empty()) {
      Block *block = stack.back();
      unsigned &index = next[block];
      if (index < block->getNumSuccessors()) {
        Block *successor = block->getSuccessor(index++);
        if (next.try_emplace(successor, 0).second)
          stack.push_back(successor);
      } else {
        order.push_back(block);
        stack.pop_back();
      }
    }
  }
  LogicalResult result = success();
  for (Block *block : llvm::reverse(order))
    if (failed(lowerBlock(*block)))
      result = failure();
  if (failed(result))
    return failure();
  // Blocks that nothing reaches have no meaning.
  for (Block &block : source) {
    Block *copy = blocks[&block];
    if (copy->empty())
      copy->erase();
  }
  if (hasGroupProducts)
    orderGroupProducts(oriFunc);
  return success();
}

LogicalResult FuncLowering::lowerBlock(Block &block) {
  builder.setInsertionPointToEnd(blocks[&block]);
  LogicalResult result = success();
  for (Operation &op : block) {
    loc = op.getLoc();
    ++numLowered;
    if (failed(lowerOp(&op))) {
      result = failure();
      // Later ops may use the results; give them something.
      for (Value v : op.getResults())
        if (!get(v))
          set(v, undef(convertType(v.getType())));
    }
  }
  // The block may have become several: the first one is a loop's header.
  if (llvm::any_of(block, [](Operation &op) {
        return ptx::isNoUnroll(op.getDiscardableAttr(ptx::kPragmaAttr));
      }))
    if (Block *first = blocks[&block];
        !first->empty() && first->mightHaveTerminator())
      first->getTerminator()->setAttr(ori::kNoUnrollAttr,
                                      builder.getUnitAttr());
  return result;
}

LogicalResult FuncLowering::lowerOp(Operation *op) {
  if (auto inst = dyn_cast<ptx::InstructionOpInterface>(op)) {
    if (RowFn rows = handlers.lookupRows(inst.getOpcode());
        rows && rows(*this, op))
      return success();
    if (Handler handler = handlers.lookup(inst.getOpcode()))
      return handler(*this, op);
    return unsupported(op, "'" + op->getName().stripDialect() + "'");
  }
  if (op->hasTrait<OpTrait::IsTerminator>())
    return lowerTerminator(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ptx::ConstOp op) {
        unsigned width = ori::getWidth(convertType(op.getType()));
        Type type = convertType(op.getType());
        unsigned bits = llvm::isa<ori::PType>(type) ? 1 : 32 * width;
        set(op, constant(type, op.getBits().zextOrTrunc(bits)));
        return success();
      })
      .Case([&](ptx::UndefOp op) {
        set(op, undef(convertType(op.getType())));
        return success();
      })
      .Case([&](ptx::PackOp op) {
        SmallVector<Value> parts = getAll(op.getElements());
        // Two at a time, until a register is full.
        auto join = [&](uint32_t bytes) {
          SmallVector<Value> joined;
          for (unsigned i = 0; i + 1 < parts.size(); i += 2)
            joined.push_back(prmt(parts[i], imm(bytes), parts[i + 1]));
          parts = joined;
        };
        Type type = op.getElements()[0].getType();
        if (type.isInteger(8))
          join(0x0040);
        if (type.isInteger(16) || (type.isInteger(8) && parts.size() > 1))
          join(0x5410);
        set(op, combine(parts));
        return success();
      })
      .Case([&](ptx::UnpackOp op) {
        Value source = get(op.getSource());
        unsigned bits = op.getResult(0).getType().getIntOrFloatBitWidth();
        for (auto [i, result] : llvm::enumerate(op.getResults())) {
          if (bits < 32) {
            unsigned first = i * bits;
            Value reg = part(source, first / 32);
            set(result, first % 32 ? shr(reg, imm(first % 32), false) : reg);
          } else {
            set(result, part(source, i * bits / 32, bits / 32));
          }
        }
        return success();
      })
      .Case([&](ptx::ReadSRegOp op) { return lowerSpecialRegister(op); })
      .Case([&](ptx::DebugValueOp op) {
        Value value;
        if (op.getValue())
          value = get(op.getValue());
        // A constant gets a register: a debugger can look at nothing else.
        if (value && llvm::isa_and_nonnull<ori::ImmOp, ori::CBankOp>(
                         value.getDefiningOp()))
          value = ori::CopyOp::create(builder, loc, value.getType(), value, 0);
        ori::DebugValueOp::create(builder, loc, op.getName(),
                                  op.getRegisterType(), value);
        return success();
      })
      .Case([&](ptx::AddressOfOp op) { return lowerAddress(op); })
      .Case([&](ptx::ParamAddressOp op) { return lowerParamAddress(op); })
      .Case([&](ptx::LocalAddressOp op) {
        Value address = ori::FrameAddressOp::create(
            builder, loc, r(),
            builder.getI32IntegerAttr(localOffsets[op.getIndex()] +
                                      op.getOffset()),
            0);
        set(op,
            op.getType().isInteger(64) ? combine({address, zero()}) : address);
        return success();
      })
      .Case([&](ptx::CallOp op) { return lowerCall(op); })
      .Case([&](ptx::CallIndirectOp op) { return lowerIndirectCall(op); })
      .Default([&](Operation *op) {
        return unsupported(op, "'" + op->getName().getStringRef() + "'");
      });
}

LogicalResult FuncLowering::lowerTerminator(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ptx::BraOp op) {
        ori::BraOp::create(builder, loc, getAll(op.getDestOperands()),
                           blocks[op.getDest()]);
        return success();
      })
      .Case([&](ptx::CondBraOp op) {
        ori::CondBraOp::create(
            builder, loc, get(op.getCondition()), getAll(op.getTrueOperands()),
            getAll(op.getFalseOperands()), /*negated=*/false, op.getUni(),
            blocks[op.getTrueDest()], blocks[op.getFalseDest()]);
        return success();
      })
      .Case([&](ptx::BrxOp op) { return lowerBrx(op); })
      .Case([&](ptx::RetOp op) {
        if (isDeviceFunction())
          return lowerReturn(op);
        ori::ExitOp::create(builder, loc);
        return success();
      })
      .Case([&](ptx::ExitOp op) {
        ori::ExitOp::create(builder, loc);
        return success();
      })
      .Case([&](ptx::TrapOp op) {
        inst(Opcode::BPT, {},
             isa::BPT::mode.set(isa::BPT::kDefaultMods,
                                uint64_t(isa::BptMode::Trap)));
        ori::ExitOp::create(builder, loc);
        return success();
      })
      .Default([&](Operation *op) {
        return unsupported(op, "'" + op->getName().getStringRef() + "'");
      });
}

/// A jump table becomes a balanced tree of comparisons.
LogicalResult FuncLowering::lowerBrx(ptx::BrxOp op) {
  Value index = get(op.getIndex());
  SmallVector<Block *> targets;
  SmallVector<SmallVector<Value>> operands;
  for (auto [i, target] : llvm::enumerate(op.getTargets())) {
    targets.push_back(blocks[target]);
    operands.push_back(getAll(op.getTargetOperands()[i]));
  }
  if (targets.empty())
    return op.emitError("indexed branch without targets");
  struct Range {
    unsigned begin, end;
    Block *block;
  };
  SmallVector<Range> work = {
      {0, unsigned(targets.size()), builder.getInsertionBlock()}};
  while (!work.empty()) {
    Range range = work.pop_back_val();
    builder.setInsertionPointToEnd(range.block);
    if (range.end - range.begin == 1) {
      ori::BraOp::create(builder, loc, operands[range.begin],
                         targets[range.begin]);
      continue;
    }
    unsigned middle = (range.begin + range.end) / 2;
    Value below = isetp(isa::ICmp::LT, index, imm(middle), /*isSigned=*/false);
    Block *low = builder.createBlock(range.block->getParent(),
                                     std::next(range.block->getIterator()));
    Block *high = builder.createBlock(range.block->getParent(),
                                      std::next(low->getIterator()));
    builder.setInsertionPointToEnd(range.block);
    ori::CondBraOp::create(builder, loc, below, ValueRange(), ValueRange(),
                           /*negated=*/false, op.getUni(), low, high);
    work.push_back({middle, range.end, high});
    work.push_back({range.begin, middle, low});
  }
  return success();
}

//===- ConvertEachToPTX.cpp - each to ptx ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An each.kernel becomes a ptx.entry in which a thread has one element:
//
//   i = ctaid.x * ntid.x + tid.x;  if (i < n) body
//
// In the ptx dialect a value is bits: an f32 is an i32, an address an i64. What
// an instruction makes of them is in its modifiers, as in PTX.
//
//===----------------------------------------------------------------------===//

#include "Each.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXBuilders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace ptx = ptxmlir::ptx;

/// PTX 8.3: what the version is decides which instructions there are.
static constexpr unsigned kPTXVersion = 83;

namespace {

/// Lowers one kernel.
class KernelLowering {
public:
  KernelLowering(each::KernelOp kernel, OpBuilder &builder)
      : kernel(kernel), builder(builder), loc(kernel.getLoc()) {}

  LogicalResult run();

private:
  Type bits(unsigned width) { return builder.getIntegerType(width); }
  Value readRegister(ptx::SpecialRegister reg) {
    return ptx::ReadSRegOp::create(builder, loc, bits(32), int32_t(reg));
  }
  /// The value of a parameter.
  Value loadParam(unsigned index, ptx::DataType type);
  /// ld and st of the element whose address is in `address`.
  ptx::LdModifiers load(ptx::Space space, ptx::DataType type) {
    ptx::LdModifiers mods;
    mods.space = space;
    mods.dataType = type;
    return mods;
  }
  LogicalResult lower(Operation &op);

  each::KernelOp kernel;
  OpBuilder &builder;
  Location loc;
  /// What f32 values are, and for an array the address of its element.
  IRMapping values;
};

} // namespace

Value KernelLowering::loadParam(unsigned index, ptx::DataType type) {
  Value address = ptx::ParamAddressOp::create(
      builder, loc, bits(64), int32_t(ptx::ParamKind::Input), int32_t(index),
      /*offset=*/0);
  return ptx::LdOp::create(builder, loc, bits(ptx::getContainerWidth(type)),
                           address, load(ptx::Space::Param, type).pack())
      ->getResult(0);
}

LogicalResult KernelLowering::run() {
  using ptx::DataType;
  SmallVector<DataType> params;
  for (Value argument : kernel.getBody().getArguments())
    params.push_back(argument.getType().isF32() ? DataType::F32
                                                : DataType::U64);
  params.push_back(DataType::U32); // the number of elements
  ptx::EntryOp entry =
      ptx::createEntry(builder, loc, kernel.getSymName(), params);
  Region &region = entry.getBody();
  Block *first = &region.front();
  Block *body = builder.createBlock(&region, region.end());
  Block *end = builder.createBlock(&region, region.end());

  builder.setInsertionPointToEnd(first);
  ptx::MadModifiers mad;
  mad.mode = ptx::MulMode::Lo;
  mad.dataType = DataType::S32;
  Value index = ptx::MadOp::create(builder, loc, bits(32),
                                   {readRegister(ptx::SpecialRegister::CtaidX),
                                    readRegister(ptx::SpecialRegister::NtidX),
                                    readRegister(ptx::SpecialRegister::TidX)},
                                   mad.pack())
                    ->getResult(0);
  ptx::SetpModifiers setp;
  setp.compare = ptx::Compare::Lt;
  setp.dataType = DataType::U32;
  Value isElement =
      ptx::SetpOp::create(builder, loc, bits(1),
                          {index, loadParam(params.size() - 1, DataType::U32)},
                          setp.pack())
          ->getResult(0);
  ptx::CondBraOp::create(builder, loc, isElement, ValueRange(), ValueRange(),
                         /*uni=*/false, body, end);

  builder.setInsertionPointToEnd(body);
  ptx::MulModifiers mul;
  mul.mode = ptx::MulMode::Wide;
  mul.dataType = DataType::U32;
  Value size = ptx::ConstOp::create(builder, loc, bits(32),
                                    builder.getI32IntegerAttr(4));
  Value offset =
      ptx::MulOp::create(builder, loc, bits(64), {index, size}, mul.pack())
          ->getResult(0);
  for (auto [i, argument] : llvm::enumerate(kernel.getBody().getArguments())) {
    Value value = loadParam(i, params[i]);
    if (!argument.getType().isF32()) {
      ptx::AddModifiers add;
      add.dataType = DataType::S64;
      value = ptx::AddOp::create(builder, loc, bits(64), {value, offset},
                                 add.pack())
                  ->getResult(0);
    }
    values.map(argument, value);
  }
  for (Operation &op : kernel.getBody().front())
    if (failed(lower(op)))
      return failure();
  ptx::BraOp::create(builder, loc, ValueRange(), end);

  builder.setInsertionPointToEnd(end);
  ptx::RetOp::create(builder, loc, ValueRange());
  return success();
}

LogicalResult KernelLowering::lower(Operation &op) {
  Location opLoc = op.getLoc();
  auto value = [&](unsigned i) { return values.lookup(op.getOperand(i)); };
  // .rn says that an add is not to become an fma with the mul before it, which
  // PTX allows otherwise.
  auto arithmetic = [&](auto mods, auto create) {
    mods.dataType = ptx::DataType::F32;
    values.map(op.getResult(0),
               create(mods.pack(), ValueRange{value(0), value(1)}));
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](each::GetOp) {
        auto mods = load(ptx::Space::Global, ptx::DataType::F32);
        auto ld =
            ptx::LdOp::create(builder, opLoc, bits(32), value(0), mods.pack());
        values.map(op.getResult(0), ld->getResult(0));
        return success();
      })
      .Case([&](each::SetOp) {
        ptx::StModifiers mods;
        mods.space = ptx::Space::Global;
        mods.dataType = ptx::DataType::F32;
        ptx::StOp::create(builder, opLoc, TypeRange(), {value(0), value(1)},
                          mods.pack());
        return success();
      })
      .Case([&](each::ConstantOp constant) {
        APInt number = constant.getValue().bitcastToAPInt();
        values.map(op.getResult(0),
                   ptx::ConstOp::create(
                       builder, opLoc, bits(32),
                       builder.getI32IntegerAttr(number.getSExtValue()))
                       .getResult());
        return success();
      })
      .Case([&](each::AddOp) {
        ptx::AddModifiers mods;
        mods.rounding = ptx::Rounding::Rn;
        return arithmetic(mods, [&](int64_t packed, ValueRange operands) {
          return ptx::AddOp::create(builder, opLoc, bits(32), operands, packed)
              ->getResult(0);
        });
      })
      .Case([&](each::MulOp) {
        ptx::MulModifiers mods;
        mods.rounding = ptx::Rounding::Rn;
        return arithmetic(mods, [&](int64_t packed, ValueRange operands) {
          return ptx::MulOp::create(builder, opLoc, bits(32), operands, packed)
              ->getResult(0);
        });
      })
      .Case([&](each::MaxOp) {
        return arithmetic(ptx::MaxModifiers(), [&](int64_t packed,
                                                   ValueRange operands) {
          return ptx::MaxOp::create(builder, opLoc, bits(32), operands, packed)
              ->getResult(0);
        });
      })
      .Default([&](Operation *) {
        return op.emitError("is no operation of the each dialect");
      });
}

namespace {

class ConvertEachToPTX
    : public PassWrapper<ConvertEachToPTX, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertEachToPTX)
  explicit ConvertEachToPTX(StringRef target) : target(target) {}

  StringRef getArgument() const override { return "convert-each-to-ptx"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<ptx::PTXDialect>();
  }
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto program =
        ptx::ModuleOp::create(builder, module.getLoc(), kPTXVersion, target);
    for (auto kernel :
         llvm::make_early_inc_range(module.getOps<each::KernelOp>())) {
      builder.setInsertionPointToEnd(&program.getBody().front());
      if (failed(KernelLowering(kernel, builder).run()))
        return signalPassFailure();
      kernel.erase();
    }
  }

private:
  std::string target;
};

} // namespace

std::unique_ptr<Pass> each::createConvertEachToPTXPass(StringRef target) {
  return std::make_unique<ConvertEachToPTX>(target);
}

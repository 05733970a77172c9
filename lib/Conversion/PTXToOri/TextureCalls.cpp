//===- TextureCalls.cpp - Fetches by functions of the driver --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From sm_90 on fetches with gradients from volumes and cubes, and those with a
// reference value, are functions of the driver. Names, parameters and results
// were observed on ptxas 13.0.88: the texture, the sampler where it is apart,
// vectors of four words for the coordinates, the two gradients and the offsets,
// and the reference value. The result is a word that says whether all texels
// are resident, and then the components.
//
//===----------------------------------------------------------------------===//

#include "TextureCalls.h"
#include "MemoryAccess.h"
#include "TextureEmit.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::Geometry;

static constexpr unsigned kVectorWords = 4, kHandleBytes = 8;

/// Halves come in pairs.
static unsigned getComponentWords(ptx::TexOp op) {
  return op.getDataType() == DataType::F16 ||
                 op.getDataType() == DataType::F16x2
             ? 2
             : 4;
}

bool ptxtoori::asksForResidence(ptx::TexOp op) {
  return op->getNumResults() > (op.getDataType() == DataType::F16x2 ? 2u : 4u);
}

std::string ptxtoori::getFetchFunction(const target::TargetInfo &target,
                                       ptx::TexOp op) {
  Geometry geometry = op.getGeometry();
  bool hasInstruction =
      !isCube(geometry) && geometry != Geometry::N3d && !op.getHasReference();
  if (op.getMip() != ptx::MipMode::Grad || hasInstruction ||
      !target.has(target::Feature::UniformImageHandles))
    return {};
  DataType type =
      op.getDataType() == DataType::F16x2 ? DataType::F16 : op.getDataType();
  std::string name = "__cuda_syscall_tex_grad_";
  if (asksForResidence(op))
    name += "pred_";
  name += stringify(geometry);
  name += "_v4_";
  name += stringify(type);
  name += "_";
  name += stringify(op.getSrcType());
  if (op.getHasOffsets())
    name += "_offset";
  if (op.getHasReference())
    name += "_depth_compare";
  if (op.getSampler())
    name += "_texmode_independent";
  return name;
}

static ptx::VarAttr getVariable(MLIRContext *context, StringRef name,
                                unsigned bytes, unsigned align) {
  return ptx::VarAttr::get(context, StringAttr::get(context, name),
                           DataType::B8, bytes, align, /*offset=*/0,
                           /*count=*/bytes, /*inRegister=*/false,
                           /*pointer=*/false, ptx::Space::None,
                           /*pointerAlign=*/0);
}

void ptxtoori::declareFetchFunctions(ptx::ModuleOp module,
                                     const target::TargetInfo &target) {
  if (!target.has(target::Feature::UniformImageHandles))
    return;
  llvm::StringSet<> known;
  OpBuilder builder = OpBuilder::atBlockBegin(&module.getBody().front());
  MLIRContext *context = builder.getContext();
  module.walk([&](ptx::TexOp op) {
    std::string name = getFetchFunction(target, op);
    if (name.empty() || !known.insert(name).second ||
        SymbolTable::lookupSymbolIn(module, name))
      return;
    constexpr unsigned kVectorBytes = kVectorWords * kWordBytes;
    SmallVector<Attribute> params;
    auto add = [&](StringRef of, unsigned bytes) {
      params.push_back(getVariable(context, of, bytes, bytes));
    };
    add("texture", kHandleBytes);
    if (op.getSampler())
      add("sampler", kHandleBytes);
    add("coords", kVectorBytes);
    add("dPdx", kVectorBytes);
    add("dPdy", kVectorBytes);
    if (op.getHasOffsets())
      add("offsets", kVectorBytes);
    if (op.getHasReference())
      add("reference", kWordBytes);
    Attribute result = getVariable(
        context, "texel", (1 + getComponentWords(op)) * kWordBytes, kWordBytes);
    OperationState state(op.getLoc(), ptx::FuncOp::getOperationName());
    auto &props = state.getOrAddProperties<ptx::FuncOp::Properties>();
    props.sym_name = builder.getStringAttr(name);
    props.linkage = ptx::LinkageAttr::get(context, ptx::Linkage::Extern);
    props.function_type = TypeAttr::get(FunctionType::get(context, {}, {}));
    props.params = builder.getArrayAttr(params);
    props.returns = builder.getArrayAttr(result);
    state.addRegion();
    Operation *function = builder.create(state);
    SymbolTable::setSymbolVisibility(function,
                                     SymbolTable::Visibility::Private);
  });
}

LogicalResult ptxtoori::lowerFetchCall(FuncLowering &l, ptx::TexOp op) {
  std::string name = getFetchFunction(*l.module.target, op);
  ptx::FuncOp function =
      l.module.functions.lookup(StringAttr::get(op.getContext(), name));
  SmallVector<Value> words = emitGuardedValues(l, op, [&] {
    SmallVector<SmallVector<Value>> arguments;
    auto addHandle = [&](Value ptxHandle) {
      Value handle = l.get(ptxHandle);
      arguments.push_back({l.part(handle, 0), l.part(handle, 1)});
    };
    // What a vector has no number for is the last one again.
    auto addVector = [&](ValueRange ptxValues) {
      SmallVector<Value> &vector = arguments.emplace_back();
      for (unsigned i = 0; i != kVectorWords; ++i)
        vector.push_back(
            l.get(ptxValues[std::min<size_t>(i, ptxValues.size() - 1)]));
    };
    addHandle(op.getTexture());
    if (op.getSampler())
      addHandle(op.getSampler());
    addVector(op.getCoords());
    addVector(op.getDPdx());
    addVector(op.getDPdy());
    if (op.getHasOffsets())
      addVector(op.getOffsets());
    if (op.getHasReference())
      arguments.push_back({l.get(op.getReference())});
    return l.callSystem(function, arguments);
  });
  SmallVector<Value> results;
  for (Value word : ArrayRef(words).drop_front())
    if (op.getDataType() == DataType::F16) {
      results.push_back(word);
      results.push_back(l.shr(word, l.imm(16), /*isSigned=*/false));
    } else {
      results.push_back(word);
    }
  if (asksForResidence(op))
    results.push_back(
        l.isetp(isa::ICmp::NE, words[0], l.zero(), /*isSigned=*/false));
  l.setResults(op, results);
  return success();
}

//===- ImageHandles.cpp - Names of textures and surfaces ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words of variables and their order as ptxas 13.0.88 has them: behind the
// parameters, textures first, then samplers, then surfaces, each group in the
// order of first use. Before sm_90 a texture and its sampler share a word.
//
//===----------------------------------------------------------------------===//

#include "ImageHandles.h"
#include "MemoryAccess.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "ptx-mlir/Target/Parameters.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;

/// What the handle of a variable has in the place of a sampler's number.
static constexpr uint32_t kUnboundMark = 0x80000000;

static bool hasUniformHandles(const ModuleInfo &module) {
  return module.target->has(target::Feature::UniformImageHandles);
}

bool ptxtoori::isImageType(DataType type) {
  switch (type) {
  case DataType::Texref:
  case DataType::Samplerref:
  case DataType::Surfref:
    return true;
  default:
    return false;
  }
}

/// The kind and name of what `ptxValue` is the address of; none if that is no
/// texture, sampler or surface.
static std::pair<Attribute, DataType> lookUpImage(const ModuleInfo &module,
                                                  Value ptxValue) {
  Operation *op = ptxValue ? ptxValue.getDefiningOp() : nullptr;
  Attribute name;
  DataType type = DataType::None;
  if (auto address = dyn_cast_or_null<ptx::AddressOfOp>(op)) {
    name = address.getSymbolAttr();
    if (ptx::GlobalOp global =
            module.globals.lookup(address.getSymbolAttr().getAttr()))
      type = global.getDataType();
  } else if (auto address = dyn_cast_or_null<ptx::ParamAddressOp>(op)) {
    auto entry = op->getParentOfType<ptx::EntryOp>();
    if (!entry || address.getKind() != ptx::ParamKind::Input)
      return {};
    name = Builder(op->getContext()).getI32IntegerAttr(address.getIndex());
    type = entry.getParam(address.getIndex()).getDataType();
  }
  if (!isImageType(type))
    return {};
  return {name, type};
}

Attribute ptxtoori::getImage(const ModuleInfo &module, Value ptxValue) {
  return lookUpImage(module, ptxValue).first;
}

//===----------------------------------------------------------------------===//
// Words of variables and parameters
//===----------------------------------------------------------------------===//

void ptxtoori::layoutImages(const ModuleInfo &module, KernelInfo &kernel) {
  if (!module.hasImages)
    return;
  using Word = KernelInfo::ImageWord;
  llvm::SetVector<Word> groups[3];
  // The linker gives each a word of its own.
  bool joinsSamplers = !hasUniformHandles(module) && !module.relocatable;
  auto add = [&](Value address, Attribute sampler) {
    auto [name, type] = lookUpImage(module, address);
    groups[type == DataType::Texref       ? 0
           : type == DataType::Samplerref ? 1
                                          : 2]
        .insert({name, sampler});
  };
  auto addOperands = [&](Value texture, Value sampler) {
    Attribute first = getImage(module, texture),
              second = getImage(module, sampler);
    if (joinsSamplers && first && second)
      return add(texture, second);
    if (first)
      add(texture, {});
    if (second)
      add(sampler, {});
  };
  SmallVector<Operation *> functions;
  if (kernel.entry)
    functions.push_back(kernel.entry);
  for (auto [function, copy] : kernel.functions)
    functions.push_back(function);
  for (Operation *function : functions)
    function->walk([&](Operation *op) {
      if (auto tex = dyn_cast<ptx::TexOp>(op))
        return addOperands(tex.getTexture(), tex.getSampler());
      if (auto tld4 = dyn_cast<ptx::Tld4Op>(op))
        return addOperands(tld4.getTexture(), tld4.getSampler());
      for (Value operand : op->getOperands())
        if (getImage(module, operand))
          add(operand, {});
    });

  if (module.relocatable) {
    kernel.imageBank = target::kAddressBank;
    for (const auto &group : groups)
      for (const Word &word : group) {
        auto ordinal = dyn_cast<IntegerAttr>(word.first);
        kernel.imageWords[word] =
            ordinal ? module.imageParamOffsets.lookup(
                          {kernel.entry, unsigned(ordinal.getInt())})
                    : module.addressOffsets.lookup(
                          cast<FlatSymbolRefAttr>(word.first).getAttr());
      }
    return;
  }
  unsigned end = 0;
  for (auto [offset, size] : llvm::zip_equal(kernel.kernel.getParamOffsets(),
                                             kernel.kernel.getParamSizes()))
    end = std::max<unsigned>(end, offset + size);
  end = llvm::alignTo(target::getParamBase(module.target->sm,
                                           kernel.kernel.getParamOffsets(),
                                           kernel.kernel.getParamSizes()) +
                          end,
                      4);
  SmallVector<Attribute> slots;
  for (const auto &group : groups)
    for (const Word &word : group) {
      kernel.imageWords[word] = end;
      end += 4;
      SmallVector<Attribute> symbols = {word.first};
      if (word.second)
        symbols.push_back(word.second);
      slots.push_back(ArrayAttr::get(kernel.entry.getContext(), symbols));
    }
  if (!slots.empty())
    kernel.kernel.setImageSlotsAttr(
        ArrayAttr::get(kernel.entry.getContext(), slots));
}

/// What stands for the address: the handle, with the kind in the
/// upper word (see istypep) and before sm_90 a mark in bit 31, which names no
/// sampler (observed on ptxas 13.0.88).
Value ptxtoori::getImageAddress(FuncLowering &l, Value ptxValue) {
  auto [name, type] = lookUpImage(l.module, ptxValue);
  auto found = l.kernel.imageWords.find({name, Attribute()});
  if (found == l.kernel.imageWords.end())
    return l.undef(l.r(2)); // only instructions that have it with a sampler
  Value word = l.cbank(l.kernel.imageBank, found->second);
  if (!hasUniformHandles(l.module))
    word = l.bor(word, l.imm(kUnboundMark));
  return l.combine({word, l.imm(getImageKind(type))});
}

uint32_t ptxtoori::getImageKind(DataType type) {
  return type == DataType::Texref       ? 0x20000000
         : type == DataType::Samplerref ? 0x40000000
                                        : 0x80000000;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The low word of a register pair; a word of a constant bank by itself.
static Value getLowWord(FuncLowering &l, Value handle) {
  if (auto bank = handle.getDefiningOp<ori::CBankOp>())
    return l.cbank(bank.getBank(), bank.getOffset());
  return l.lo(handle);
}

ImageHandle::ImageHandle(FuncLowering &l, Value ptxImage, Value ptxSampler)
    : l(l) {
  const auto &words = l.kernel.imageWords;
  Attribute variable = getImage(l.module, ptxImage),
            samplerVariable = getImage(l.module, ptxSampler);
  bool uniform = hasUniformHandles(l.module);
  unsigned ownBank = l.kernel.imageBank;
  if (!uniform && variable && samplerVariable &&
      words.contains({variable, samplerVariable})) {
    word = words.lookup({variable, samplerVariable});
    image = l.cbank(ownBank, word);
    return;
  }
  auto getHandle = [&](Attribute name, Value ptxValue) {
    return name ? l.cbank(ownBank, words.lookup({name, Attribute()}))
                : getLowWord(l, l.get(ptxValue));
  };
  image = getHandle(variable, ptxImage);
  if (ptxSampler)
    sampler = getHandle(samplerVariable, ptxSampler);
  if (uniform)
    return;
  if (sampler) {
    // The word of a variable has the number where it belongs.
    Value number =
        samplerVariable ? sampler : l.shl(sampler, l.imm(kSamplerShift));
    reg = l.bor(l.band(image, l.imm(kImageMask)), number);
    return;
  }
  auto bank = image.getDefiningOp<ori::CBankOp>();
  if (bank && bank.getBank() == 0)
    word = bank.getOffset();
  else
    reg = image;
}

Value ptxtoori::getSamplerNumber(FuncLowering &l, Value ptxSampler) {
  if (Attribute name = getImage(l.module, ptxSampler))
    return l.shr(l.cbank(l.kernel.imageBank,
                         l.kernel.imageWords.lookup({name, Attribute()})),
                 l.imm(kSamplerShift), /*isSigned=*/false);
  return getLowWord(l, l.get(ptxSampler));
}

SmallVector<Value> ImageHandle::emit(Operation *op, Emitter body) {
  if (!hasUniformHandles(l.module))
    return emitGuardedValues(l, op, body);
  auto withUniform = [&] {
    uniform = toUniform(l, image);
    uniformSampler = sampler ? toUniform(l, sampler) : l.urz();
    return body();
  };
  return isAlike(image) && (!sampler || isAlike(sampler))
             ? emitGuardedValues(l, op, withUniform)
             : emitThreadByThreadValues(l, op, withUniform);
}

Value ImageHandle::getUniform(unsigned width) {
  if (!uniform)
    return l.urz(width);
  return width == 1 ? uniform : combineUniform(l, {uniform, uniformSampler});
}

uint64_t ImageHandle::setPlace(isa::Opcode opcode, uint64_t mods) const {
  if (hasUniformHandles(l.module))
    return mods;
  return reg ? setMod(opcode, mods, "bindless", 1)
             : setMod(opcode, mods, "index", word / 4);
}

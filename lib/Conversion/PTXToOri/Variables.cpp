//===- Variables.cpp - Variables of a module of ptx in ori ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables keep their names, places and initial values; addresses in these are
// numbers already, or what the cubin has relocated.
//
//===----------------------------------------------------------------------===//

#include "Shells.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// The number that an address in an initial value is, if it is known: that of a
/// constant in bank 3, unless the generic address is meant, and what stands for
/// a function.
static std::optional<uint64_t> getKnownAddress(ptx::RelocAttr reloc,
                                               const ModuleInfo &info) {
  if (info.relocatable)
    return std::nullopt;
  StringAttr name = reloc.getSymbol().getAttr();
  if (ptx::FuncOp function = info.functions.lookup(name))
    return info.functionNumbers.lookup(function.getSymNameAttr());
  auto found = info.constOffsets.find(name);
  if (reloc.getGeneric() || found == info.constOffsets.end())
    return std::nullopt;
  return found->second;
}

/// Which part of which address an initial value holds: see `reloc_bytes`.
static int64_t getAddressPart(ptx::RelocAttr reloc, const ModuleInfo &info) {
  if (reloc.getSize() == 1)
    return int64_t(reloc.getShift() / 8);
  StringAttr name = reloc.getSymbol().getAttr();
  ptx::GlobalOp global = info.globals.lookup(name);
  bool isOwnSpace =
      global ? global.getSpace() == ptx::Space::Const && !reloc.getGeneric()
             : info.functions.contains(name);
  bool isLinked = info.relocatable || info.extensible;
  return isLinked && isOwnSpace ? kOwnSpaceAddress : -1;
}

LogicalResult ptxtoori::checkRelocations(ptx::GlobalOp global,
                                         const ModuleInfo &info) {
  if (ArrayAttr relocations = global.getRelocationsAttr())
    for (auto reloc : relocations.getAsRange<ptx::RelocAttr>())
      if ((reloc.getSize() != 8 && reloc.getSize() != 1 &&
           !getKnownAddress(reloc, info)) ||
          (info.relocatable && reloc.getSize() == 1 &&
           info.functions.contains(reloc.getSymbol().getAttr())))
        return global.emitError()
               << (reloc.getSize() == 1 ? "a byte of the address of a function"
                                        : "an address of 32 bits")
               << " in an initial value is not supported";
  return success();
}

/// The settings of a sampler as bytes: address modes of three dimensions and
/// the filter mode, -1 where none is given, and whether coordinates are never
/// normalized.
static SmallVector<int8_t> getSamplerSettings(DictionaryAttr given) {
  SmallVector<int8_t> bytes = {-1, -1, -1, -1, 0};
  for (NamedAttribute setting : given) {
    StringRef name = setting.getName();
    int8_t value = 0;
    if (auto word = dyn_cast<StringAttr>(setting.getValue()))
      value = llvm::StringSwitch<int8_t>(word.getValue())
                  .Cases({"wrap", "nearest"}, 0)
                  .Cases({"mirror", "linear"}, 1)
                  .Case("clamp_ogl", 2)
                  .Case("clamp_to_edge", 3)
                  .Case("clamp_to_border", 4)
                  .Default(-1);
    else if (auto number = dyn_cast<IntegerAttr>(setting.getValue()))
      value = int8_t(number.getInt());
    int place = llvm::StringSwitch<int>(name)
                    .Case("addr_mode_0", 0)
                    .Case("addr_mode_1", 1)
                    .Case("addr_mode_2", 2)
                    .Case("filter_mode", 3)
                    .Case("force_unnormalized_coords", 4)
                    .Default(-1);
    if (place >= 0)
      bytes[place] = value;
  }
  return bytes;
}

/// The space of a variable as the later levels keep it: what stands for an
/// image has none but its kind.
static StringAttr getVariableSpace(ptx::GlobalOp global) {
  return isImage(global) ? global.getElementTypeAttr()
                         : global.getStateSpaceAttr();
}

void ptxtoori::createGlobal(OpBuilder &builder, ptx::GlobalOp global,
                            const ModuleInfo &info) {
  const auto &constOffsets = info.constOffsets;
  OperationState state(global.getLoc(), ori::GlobalOp::getOperationName());
  auto &props = state.getOrAddProperties<ori::GlobalOp::Properties>();
  props.sym_name = global.getSymNameAttr();
  props.space = getVariableSpace(global);
  props.size = builder.getI64IntegerAttr(global.getSize());
  props.alignment = builder.getI64IntegerAttr(global.getAlign());
  StringRef linkage = getLinkageName(global.getLinkage());
  if (!linkage.empty())
    props.linkage = builder.getStringAttr(linkage);
  if (global.getManaged())
    props.managed = builder.getUnitAttr();
  if (auto found = constOffsets.find(global.getSymNameAttr());
      found != constOffsets.end())
    props.offset = builder.getI64IntegerAttr(found->second);
  SmallVector<int8_t> init;
  if (auto bytes = global.getInit()) {
    init.assign(bytes->begin(), bytes->end());
    init.resize(std::max<size_t>(init.size(), global.getSize()));
  }
  if (ArrayAttr relocations = global.getRelocationsAttr()) {
    SmallVector<int64_t> offsets, addends, addressBytes;
    SmallVector<Attribute> symbols;
    for (auto reloc : relocations.getAsRange<ptx::RelocAttr>()) {
      if (std::optional<uint64_t> address = getKnownAddress(reloc, info)) {
        uint64_t value =
            (*address + uint64_t(reloc.getAddend())) >> reloc.getShift();
        init.resize(std::max<size_t>(init.size(), global.getSize()));
        for (unsigned i = 0; i < reloc.getSize(); ++i)
          init[reloc.getOffset() + i] = int8_t(value >> 8 * i);
        continue;
      }
      offsets.push_back(reloc.getOffset());
      symbols.push_back(reloc.getSymbol());
      addends.push_back(reloc.getAddend());
      addressBytes.push_back(getAddressPart(reloc, info));
    }
    if (!offsets.empty()) {
      props.reloc_offsets = builder.getDenseI64ArrayAttr(offsets);
      props.reloc_symbols = builder.getArrayAttr(symbols);
      props.reloc_addends = builder.getDenseI64ArrayAttr(addends);
      props.reloc_bytes = builder.getDenseI64ArrayAttr(addressBytes);
    }
  }
  if (global.getDataType() == ptx::DataType::Samplerref)
    if (DictionaryAttr settings = global.getOpaqueInitAttr())
      init = getSamplerSettings(settings);
  if (!init.empty())
    props.init = builder.getDenseI8ArrayAttr(init);
  Operation *variable = builder.create(state);
  if (!info.relocatable || global.getSpace() != ptx::Space::Shared)
    return;
  if (FlatSymbolRefAttr owner = global.getFunctionAttr();
      owner && !info.functions.contains(owner.getAttr()))
    variable->setAttr(kOwnerAttr, owner);
}

//===- OriDialect.cpp - The ori dialect and its types ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of types and structural operations. Those of instructions are in
// generated files, one a family, and are registered when first needed
// (InstNames.h).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "llvm/ADT/TypeSwitch.h"
#include <array>
#include <atomic>
#include <mutex>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

#include "ptx-mlir/Dialect/Ori/IR/OriDialect.cpp.inc"
#include "ptx-mlir/Dialect/Ori/IR/OriInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriTypes.cpp.inc"

void OriDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.cpp.inc"
      >();
  registerInsts();
}

namespace {
/// The interfaces of the dialect's ops by their type, which is the same in all
/// contexts: an interface is but a list of functions. Entries are only added,
/// so that to read them takes no lock.
class InterfaceTable {
public:
  using Concept = InstOpInterface::Concept;

  /// The entry of a type, or the free one where it would be, without a key.
  auto &find(const void *type) {
    size_t at = (reinterpret_cast<uintptr_t>(type) * 0x9e3779b97f4a7c15) >>
                (64 - kBits);
    while (true) {
      Entry &entry = entries[at++ % entries.size()];
      const void *key = entry.type.load(std::memory_order_acquire);
      if (key == type || !key)
        return entry;
    }
  }
  void add(const void *type, const Concept *interface) {
    std::lock_guard<std::mutex> lock(mutex);
    // As long as a free entry ends each search.
    auto &entry = find(type);
    if (entry.type.load(std::memory_order_relaxed) ||
        2 * ++numEntries > entries.size())
      return;
    entry.interface = interface ? new Concept(*interface) : nullptr;
    entry.type.store(type, std::memory_order_release);
  }

private:
  struct Entry {
    std::atomic<const void *> type = nullptr;
    Concept *interface = nullptr;
  };
  static constexpr unsigned kBits = 11;
  std::array<Entry, 1 << kBits> entries;
  unsigned numEntries = 0;
  std::mutex mutex;
};
} // namespace

static InterfaceTable interfaces;

InstOpInterface::Concept *InstOpInterface::getInterfaceFor(Operation *op) {
  OperationName name = op->getName();
  const void *type = name.getTypeID().getAsOpaquePointer();
  auto &entry = interfaces.find(type);
  if (entry.type.load(std::memory_order_relaxed))
    return entry.interface;
  Concept *interface = Base::getInterfaceFor(op);
  if (name.isRegistered() && llvm::isa<OriDialect>(name.getDialect()))
    interfaces.add(type, interface);
  return interface;
}

Operation *OriDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || !isRegisterType(type))
    return nullptr;
  return ImmOp::create(builder, loc, type, integer);
}

/// A width must leave something of the file: of 256 numbers one means zero.
static LogicalResult verifyWidth(function_ref<InFlightDiagnostic()> emitError,
                                 unsigned width) {
  constexpr unsigned kMostRegisters = 255;
  if (width == 0 || width > kMostRegisters)
    return emitError() << "registers come by 1 to " << kMostRegisters;
  return success();
}

LogicalResult RType::verify(function_ref<InFlightDiagnostic()> emitError,
                            unsigned width) {
  // A result that an instruction does not have with its modifiers has none.
  return width == 0 ? success() : verifyWidth(emitError, width);
}

LogicalResult URType::verify(function_ref<InFlightDiagnostic()> emitError,
                             unsigned width) {
  return verifyWidth(emitError, width);
}

unsigned ori::getWidth(Type type) {
  if (auto r = dyn_cast<RType>(type))
    return r.getWidth();
  if (auto ur = dyn_cast<URType>(type))
    return ur.getWidth();
  return 1;
}

ptxmlir::isa::Operand::Kind ori::getRegFile(Type type) {
  using Operand = ptxmlir::isa::Operand;
  return llvm::TypeSwitch<Type, Operand::Kind>(type)
      .Case<RType>([](auto) { return Operand::R; })
      .Case<URType>([](auto) { return Operand::UR; })
      .Case<PType>([](auto) { return Operand::P; })
      .Case<UPType>([](auto) { return Operand::UP; })
      .Default([](auto) { return Operand::None; });
}

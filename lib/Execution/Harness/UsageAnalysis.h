//===- UsageAnalysis.h - The analyses behind KernelUsage --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three analyses over a kernel:
//
//  * forward, which object and which place in it an address may be (a
//    points-to analysis whose objects are access paths from the parameters;
//    PointsTo.cpp);
//  * forward, which values depend on the number of a thread or block;
//  * backward, which values have a part in addresses and in decisions. It goes
//    through memory by object: what is stored to an object counts as that which
//    is loaded from it.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_HARNESS_USAGEANALYSIS_H
#define PTX_MLIR_LIB_EXECUTION_HARNESS_USAGEANALYSIS_H

#include "ptx-mlir/Execution/Harness/Harness.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace ptxmlir::harness {

/// The opcode of an instruction of the records.
std::optional<ptx::Opcode> opcodeOf(mlir::Operation *op);
std::optional<int64_t> constantOf(mlir::Value v);
/// The address operands of an instruction, with the offset of each.
void forAddresses(mlir::Operation *op, ptx::Opcode opcode,
                  llvm::function_ref<void(mlir::Value, int64_t)> visit);
/// The type of the element that an instruction accesses.
ptx::DataType accessType(mlir::Operation *op, ptx::Opcode opcode);
/// Whether its results are what it reads from memory.
inline bool isLoad(ptx::Opcode opcode) {
  return opcode == ptx::Opcode::Ld || opcode == ptx::Opcode::Ldu ||
         opcode == ptx::Opcode::Atom;
}
/// Floats, alone or packed.
inline bool isFloatKind(ptx::DataType type) {
  char kind = ptx::getTypeKind(type);
  return kind == 'f' || (kind == 'x' && type != ptx::DataType::U16x2 &&
                         type != ptx::DataType::S16x2);
}

/// Where an address may lead: all offset + k * stride of an object.
struct Target {
  unsigned object;
  int64_t offset;
  uint64_t stride;
};
using Targets = llvm::SmallVector<Target, 2>;

/// What a value has a part in.
enum Part : uint8_t { Address = 1, Decision = 2, AddressAsFloat = 4 };

class UsageAnalysis {
public:
  explicit UsageAnalysis(ptx::EntryOp kernel) : kernel(kernel) {}
  KernelUsage run();

private:
  // Objects.
  unsigned addObject(Object::Kind kind, int parent, unsigned depth,
                     const llvm::Twine &name);
  unsigned special(Object::Kind kind, int64_t number, const llvm::Twine &name);
  unsigned child(const Target &at);
  Field &field(const Target &at, unsigned bytes);

  // Where addresses lead.
  bool update(mlir::Value v, Target to);
  bool join(mlir::Value v, mlir::Value from, int64_t offset = 0,
            uint64_t stride = 0);
  bool propagate(mlir::Operation &op);
  bool propagateBranch(mlir::Operation &op);
  bool propagateLoad(mlir::Operation &op);
  void propagateStore(mlir::Operation &op);

  void recordAccesses();
  void recordImages();
  void recordAccess(mlir::Operation &op, ptx::Opcode opcode);
  void traceTypes();
  void traceThreads();
  void traceParts();
  void demandOf(mlir::Operation &op);
  void demand(mlir::Value v, uint8_t part);
  void demandSources(mlir::Value v, uint8_t part);
  void demandContents(unsigned object, uint8_t part);
  void traceBounds();
  void readDirectives();

  ptx::EntryOp kernel;
  KernelUsage usage;
  llvm::DenseMap<mlir::Value, Targets> points;
  /// What pointers have been stored to an object.
  llvm::DenseMap<unsigned, Targets> stored;
  std::map<std::pair<int, int64_t>, unsigned> specials;
  std::map<std::tuple<unsigned, int64_t, uint64_t>, unsigned> children;
  llvm::DenseSet<mlir::Value> ofThread;
  llvm::DenseMap<mlir::Value, uint8_t> parts;
  llvm::DenseMap<unsigned, uint8_t> contentParts;
  /// The stores to an object: the stored values.
  llvm::DenseMap<unsigned, llvm::SetVector<mlir::Value>> stores;
  llvm::SmallVector<std::pair<mlir::Value, uint8_t>> work;
};

} // namespace ptxmlir::harness

#endif // PTX_MLIR_LIB_EXECUTION_HARNESS_USAGEANALYSIS_H

//===- FunctionLowering.h - One function to machine code --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of one function's conversion, which the files of this folder share:
// where code is emitted, the labels, and the table of addresses that a linker
// fills in.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_ORITOSASS_FUNCTIONLOWERING_H
#define PTXMLIR_LIB_CONVERSION_ORITOSASS_FUNCTIONLOWERING_H

#include "ParallelCopy.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Target/Relocations.h"

namespace ptxmlir {

/// The symbols of a relocatable object or of an extensible program, by entry of
/// its address table.
struct AddressTable {
  /// Kernels hold their device functions.
  bool isProgram = false;
  struct Entry {
    mlir::FlatSymbolRefAttr symbol;
    target::SymbolKind kind;
  };
  std::vector<Entry> entries;
};

/// Appends the code of an allocated ori.func, a kernel or a device function of
/// it, to the body of the kernel's sass.func. Reads nothing but the function
/// itself, so that kernels can be converted in parallel.
class FunctionLowering {
public:
  /// `addresses`: what the words of the address bank stand for; null if the
  /// file has that bank.
  FunctionLowering(ori::FuncOp source, sass::FuncOp target, unsigned sm,
                   const AddressTable *addresses = nullptr);
  llvm::LogicalResult run();

  /// The label at the begin of a function, for calls.
  static sass::LabelAttr getFunctionLabel(mlir::StringAttr name) {
    return sass::LabelAttr::get(name.getContext(), name);
  }
  /// Bytes that the function takes of the stack.
  uint32_t getFrameBytes() const { return frameBytes + frameSlack; }
  /// Bytes below all frames that threads use that help their quad.
  uint32_t getHelperBytes() const { return helperBytes; }

  unsigned numInstructions = 0, numCopies = 0, numSplitEdges = 0;

private:
  using Copies = llvm::SmallVector<RegisterCopy>;

  void setUpStack();
  void addToStack(int32_t bytes);
  void keepFrame();
  void alignStack();
  void loadWord(isa::Operand to, isa::Operand base, uint32_t offset);
  void storeWord(unsigned reg, uint32_t offset);
  void findSaved();
  void enterFunction(mlir::Block &entry);
  void saveRegisters(bool restore);
  llvm::LogicalResult lowerStackArgument(ori::StackArgumentOp op);
  llvm::LogicalResult lowerSymbolWord(ori::SymbolWordOp op);
  llvm::LogicalResult lowerCall(ori::CallOp op);
  llvm::LogicalResult lowerReturn(ori::RetOp op);
  isa::Operand getCallTarget(ori::CallOp op, Copies &copies);
  llvm::LogicalResult lowerBlock(mlir::Block &block, mlir::Block *next);
  llvm::DenseMap<mlir::Block *, mlir::Block *> findEmptyBlocks();
  /// Whether the code begins by writing all convergence barriers.
  bool resetsBarriers();
  void resetBarriers(mlir::Block *entry);
  void loadAddress(unsigned pair, sass::LabelAttr label);
  // What a linker fills in (RelocatableLowering.cpp).
  bool hasLinkedAddresses() const { return addressTable != nullptr; }
  /// Whether functions are sections of their own.
  bool isRelocatable() const {
    return addressTable && !addressTable->isProgram;
  }
  bool isAddress(const isa::Operand &from) const;
  void emitImageWord(isa::Operand to, mlir::FlatSymbolRefAttr symbol,
                     const isa::Inst *guardOf);
  llvm::LogicalResult emitAddress(isa::Operand to, int64_t offset,
                                  const isa::Inst *guardOf = nullptr);
  llvm::FailureOr<bool> lowerAddressLoad(const isa::Inst &inst);
  void loadReturnAddress(sass::LabelAttr label);
  void emitRelocatableCall(ori::CallOp op, const isa::Operand &target);
  void emitAbsoluteReturn();
  void labelStart();
  llvm::LogicalResult lowerTerminator(mlir::Operation *terminator,
                                      mlir::Block *next);
  llvm::LogicalResult lowerOp(mlir::Operation &op);
  llvm::LogicalResult lowerInst(ori::InstOpInterface op);
  llvm::LogicalResult lowerBranch(ori::BraOp op, mlir::Block *next);
  llvm::LogicalResult lowerCondBranch(ori::CondBraOp op, mlir::Block *next);
  llvm::LogicalResult lowerQuadFetch(ori::QuadFetchOp op);
  void lowerBSSY(ori::BSSYOp op);
  void lowerBSync(ori::BSyncOp op);
  void lowerBreak(ori::BreakOp op);
  llvm::LogicalResult lowerSaveBarrier(ori::SaveBarrierOp op);
  llvm::LogicalResult lowerRestoreBarrier(ori::RestoreBarrierOp op);

  llvm::LogicalResult addCopies(mlir::Operation *op, mlir::Value to, int toLane,
                                mlir::Value from, int fromLane, unsigned width,
                                Copies &copies);
  llvm::LogicalResult getEdgeCopies(mlir::BranchOpInterface branch,
                                    unsigned successor, Copies &copies);
  void emitCopies(const Copies &copies);
  void lowerDebugValue(ori::DebugValueOp op);
  void attachDebugValues(mlir::Operation *op);
  isa::Operand getLane(mlir::Value value, unsigned lane);

  mlir::Operation *emit(isa::Inst inst, mlir::Attribute ref = {},
                        mlir::BlockRange targets = {});
  void emitBranch(mlir::Block *target, mlir::Block *next);
  mlir::Block *startBlock();
  void startLabelledBlock(sass::LabelAttr label);
  sass::LabelAttr getLabel(const llvm::Twine &what);

  ori::FuncOp source;
  sass::FuncOp target;
  unsigned sm;
  const AddressTable *addressTable;
  ori::RegisterMap registers;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  /// What registers of the PTX hold, of which no operation says it yet.
  llvm::SmallVector<mlir::Attribute, 0> debugValues;
  unsigned highestRegister = 0;  ///< plus one
  bool changesRegisters = false; ///< by USETMAXREG
  unsigned numBarriers = 0;
  unsigned numCalls = 0;
  uint32_t frameBytes = 0, helperBytes = 0;
  /// What the frame is aligned to by itself, or 0; the bytes that it may be
  /// further down for that; and where the caller's stack pointer is in it.
  uint32_t frameAlign = 0, frameSlack = 0, callerStackPlace = 0;
  /// Registers that the function gives back as they were, in rising order.
  llvm::SmallVector<unsigned> saved;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_CONVERSION_ORITOSASS_FUNCTIONLOWERING_H

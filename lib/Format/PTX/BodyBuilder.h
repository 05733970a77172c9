//===- BodyBuilder.h - Statements to operations ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of building one function's body: BodyBuilder.cpp goes over blocks
// and renames registers to values, BodyStatements.cpp makes the operations of a
// statement.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_BODYBUILDER_H
#define PTX_MLIR_LIB_FORMAT_PTX_BODYBUILDER_H

#include "Parser.h"
#include "PhiPlacement.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <optional>

namespace ptxmlir::ptx {

class BodyBuilder {
public:
  BodyBuilder(mlir::Operation *function, const FunctionBody &body,
              llvm::ArrayRef<mlir::FlatSymbolRefAttr> symbolNames,
              OpcodeNames &names, mlir::StringAttr fileName,
              llvm::function_ref<void(uint32_t, Position)> undefinedRead,
              bool lineLocations, llvm::StringRef debugText)
      : function(function), body(body), symbolNames(symbolNames), names(names),
        fileName(fileName), undefinedRead(undefinedRead),
        lineLocations(lineLocations), debugText(debugText),
        context(function->getContext()),
        dialect(context->getLoadedDialect<PTXDialect>()), builder(context),
        cfg(body), phis(placePhis(body, cfg)), values(body.registers.size()),
        noAttributes(mlir::DictionaryAttr::get(context)) {}
  void run();
  void keepTargets() { keepsTargets = true; }

private:
  void createBlocks();
  void enter(uint32_t block);
  void emit(const Statement &statement);
  void emitInst(const Statement &statement);
  void emitMove(const Statement &statement);
  void emitCall(const Statement &statement);
  void emitEnd(uint32_t block);
  /// Writes `value` to the destination, under the statement's guard.
  void assign(const Statement &statement, const Dest &dest, mlir::Value value);

  mlir::Value readRegister(uint32_t reg) {
    mlir::Value value = values[reg];
    return value ? value : undefined(body.registers[reg].width);
  }
  /// Reads a register because the text says so.
  mlir::Value useRegister(uint32_t reg) {
    if (!values[reg])
      undefinedRead(reg, position);
    return readRegister(reg);
  }
  void writeRegister(uint32_t reg, mlir::Value value) {
    undo.push_back({reg, values[reg]});
    values[reg] = value;
    if (!debugText.empty())
      createDebugValue(reg, value);
  }
  void createDebugValue(uint32_t reg, mlir::Value value);
  mlir::Value read(const Source &source);
  mlir::Value extend(mlir::Value value, DataType type, int64_t offset,
                     unsigned width);
  mlir::Value constant(int64_t value, unsigned width);
  mlir::Value undefined(unsigned width);
  mlir::Type type(unsigned width);
  mlir::Location location(const Statement &statement);
  mlir::Operation *createInst(Opcode opcode, mlir::Location loc,
                              mlir::TypeRange types, mlir::ValueRange operands,
                              int64_t mods);
  void successorValues(uint32_t block, llvm::SmallVectorImpl<mlir::Value> &out);
  mlir::Operation *insertPrologue(mlir::Operation *op);
  void findLabels(uint32_t index);
  void addLabels(uint32_t statement);
  void attachLabels(mlir::Operation *op);
  void attachLastLabels();

  /// A pragma is about the instruction behind it.
  void addPragmas(const Statement &statement, mlir::Operation *op) {
    if (statement.pragmas != kNone)
      op->setDiscardableAttr(kPragmaAttr, body.pragmas[statement.pragmas]);
  }

  mlir::Operation *function;
  const FunctionBody &body;
  llvm::ArrayRef<mlir::FlatSymbolRefAttr> symbolNames;
  OpcodeNames &names;
  mlir::StringAttr fileName;
  /// Is told of reads that no write comes before.
  llvm::function_ref<void(uint32_t, Position)> undefinedRead;
  bool lineLocations;
  llvm::StringRef debugText;
  /// Labels that branches name are kept, too.
  bool keepsTargets = false;
  mlir::MLIRContext *context;
  PTXDialect *dialect;
  mlir::OpBuilder builder;
  CFG cfg;
  Lists phis;
  std::vector<mlir::Block *> blocks;
  /// The value of each register where the renaming stands.
  std::vector<mlir::Value> values;
  std::vector<std::pair<uint32_t, mlir::Value>> undo;
  mlir::DictionaryAttr noAttributes;

  /// The next of body.labelNames, and those that wait for an operation.
  uint32_t nextLabel = 0;
  llvm::SmallVector<mlir::Attribute, 0> labels;

  /// Of the statement at hand.
  Position position = {};
  uint32_t lastLine = 0, lastDebug = kNone;
  mlir::LocationAttr lastLoc;
  std::array<mlir::Type, 6> types = {};
  /// Constants and undefined values, at the start of the entry block.
  llvm::DenseMap<std::pair<int64_t, unsigned>, mlir::Value> constants;
  std::array<mlir::Value, 6> undefineds = {};
  mlir::Operation *lastPrologue = nullptr;
};

/// 1, 8, 16, 32, 64 and 128 bits as 0 to 5.
inline unsigned widthIndex(unsigned width) {
  return width == 1 ? 0 : llvm::Log2_32(width) - 2;
}

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_BODYBUILDER_H

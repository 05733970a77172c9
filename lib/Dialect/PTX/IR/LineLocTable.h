//===- LineLocTable.h - locations of the lines of PTX -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A LineLoc is unique as every attribute is, but mostly it is not found by
// hashing: the first column that is asked for on a line has its place in a
// block of neighbouring lines. Other columns of that line are in MLIR's table.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_DIALECT_PTX_IR_LINELOCTABLE_H
#define PTX_MLIR_LIB_DIALECT_PTX_IR_LINELOCTABLE_H

#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"
#include <mutex>

namespace ptxmlir::ptx::detail {

struct LineLocStorage : public mlir::AttributeStorage {
  using KeyTy = std::tuple<mlir::StringAttr, uint32_t, uint32_t>;

  LineLocStorage() = default;
  LineLocStorage(mlir::StringAttr file, uint32_t line, uint32_t column)
      : file(file), line(line), column(column) {}
  KeyTy getAsKey() const { return KeyTy(file, line, column); }
  bool operator==(const KeyTy &key) const { return key == getAsKey(); }
  static LineLocStorage *construct(mlir::AttributeStorageAllocator &allocator,
                                   KeyTy &&key) {
    auto [file, line, column] = key;
    return new (allocator.allocate<LineLocStorage>())
        LineLocStorage(file, line, column);
  }
  /// What MLIR's uniquer does for what it has made.
  void become(const mlir::AbstractAttribute &attribute) {
    initializeAbstractAttribute(attribute);
  }

  mlir::StringAttr file;
  uint32_t line = 0, column = 0;
};

class LineLocTable {
public:
  explicit LineLocTable(mlir::MLIRContext *context) : context(context) {}
  LineLoc get(mlir::StringAttr file, uint32_t line, uint32_t column);

private:
  static constexpr uint32_t kLines = 64;
  using Block = std::array<LineLocStorage, kLines>;
  /// The place of a line, made when first asked for.
  LineLocStorage &place(mlir::StringAttr file, uint32_t line);

  mlir::MLIRContext *context;
  const mlir::AbstractAttribute *attribute = nullptr;
  llvm::BumpPtrAllocator allocator;
  /// By file and line / kLines.
  llvm::DenseMap<std::pair<mlir::Attribute, uint32_t>, Block *> blocks;
  /// The block that was asked for last: mostly the next one is the same.
  std::pair<mlir::Attribute, uint32_t> lastKey;
  Block *last = nullptr;
  std::mutex mutex;
};

} // namespace ptxmlir::ptx::detail

#endif // PTX_MLIR_LIB_DIALECT_PTX_IR_LINELOCTABLE_H

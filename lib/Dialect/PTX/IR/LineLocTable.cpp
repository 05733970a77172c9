//===- LineLocTable.cpp - locations of the lines of PTX -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own file locations are looked up under a lock by a hash of what they
// consist of. A module of PTX has one location a line, so that a table by line
// finds them at once.
//
//===----------------------------------------------------------------------===//

#include "LineLocTable.h"

using namespace mlir;
using namespace ptxmlir::ptx;
using namespace ptxmlir::ptx::detail;

LineLocStorage &LineLocTable::place(StringAttr file, uint32_t line) {
  std::pair<Attribute, uint32_t> key(file, line / kLines);
  if (!last || key != lastKey) {
    Block *&block = blocks[key];
    if (!block)
      block = new (allocator.Allocate<Block>()) Block();
    lastKey = key;
    last = block;
  }
  return (*last)[line % kLines];
}

LineLoc LineLocTable::get(StringAttr file, uint32_t line, uint32_t column) {
  {
    std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
    if (context->isMultithreadingEnabled())
      lock.lock();
    LineLocStorage &storage = place(file, line);
    if (!storage.file) {
      if (!attribute)
        attribute = &AbstractAttribute::lookup(LineLoc::getTypeID(), context);
      storage.file = file;
      storage.line = line;
      storage.column = column;
      storage.become(*attribute);
    }
    if (storage.column == column)
      return LineLoc(&storage);
  }
  return mlir::detail::AttributeUniquer::get<LineLoc>(context, file, line,
                                                      column);
}

LineLoc LineLoc::get(MLIRContext *context, StringAttr file, uint32_t line,
                     uint32_t column) {
  return context->getOrLoadDialect<PTXDialect>()->getLineLoc(file, line,
                                                             column);
}

LineLoc PTXDialect::getLineLoc(StringAttr file, uint32_t line,
                               uint32_t column) {
  return lineLocs->get(file, line, column);
}

StringAttr LineLoc::getFile() const { return getImpl()->file; }
uint32_t LineLoc::getLine() const { return getImpl()->line; }
uint32_t LineLoc::getColumn() const { return getImpl()->column; }

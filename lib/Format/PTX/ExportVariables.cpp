//===- ExportVariables.cpp - variables as PTX text ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables and their initial values, with the addresses in them.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ptxmlir::ptx;

void Exporter::printLinkage(Linkage linkage) {
  if (linkage != Linkage::Internal)
    os << '.' << stringifyLinkage(linkage) << ' ';
}

/// Vector, type, name and dimension of a variable of `size` bytes.
static void printDeclarator(raw_ostream &os, DataType type, uint64_t size,
                            uint64_t count, uint32_t align, StringRef name) {
  uint64_t bytes = std::max(1u, getBitWidth(type) / 8);
  uint64_t lanes = size ? size / std::max<uint64_t>(count, 1) / bytes : 1;
  if (align != lanes * bytes)
    os << ".align " << align << ' ';
  if (lanes > 1)
    os << ".v" << lanes << ' ';
  os << '.' << stringify(type);
}

static void printName(raw_ostream &os, StringRef name, uint64_t size,
                      uint64_t count) {
  os << ' ' << name;
  if (count)
    os << '[' << count << ']';
  else if (size == 0)
    os << "[]";
}

void Exporter::printVar(raw_ostream &os, VarAttr var, StringRef name) {
  if (var.getInRegister()) {
    os << '.' << stringify(var.getDataType()) << ' ' << name;
    return;
  }
  printDeclarator(os, var.getDataType(), var.getSize(), var.getCount(),
                  var.getAlign(), name);
  if (var.getPointer()) {
    os << " .ptr";
    if (var.getPointerSpace() != Space::None)
      os << " ." << stringify(var.getPointerSpace());
    if (var.getPointerAlign())
      os << " .align " << var.getPointerAlign();
  }
  // (An image has no bytes and is no array of open size.)
  bool isImage = getTypeKind(var.getDataType()) == 'o';
  printName(os, name, isImage ? 1 : var.getSize(), var.getCount());
}

void Exporter::printVars(raw_ostream &os, ArrayAttr vars, StringRef separator) {
  os << '(';
  llvm::interleave(
      vars.getAsRange<VarAttr>(), os,
      [&](VarAttr var) {
        os << (var.getInRegister() ? ".reg " : ".param ");
        printVar(os, var, var.getName().getValue());
      },
      separator);
  os << ')';
}

LogicalResult Exporter::printGlobal(GlobalOp global, StringRef name,
                                    bool isDeclaration) {
  printLinkage(isDeclaration ? Linkage::Extern : global.getLinkage());
  // Before PTX 1.5 textures had a space of their own and no type.
  if (global.getDataType() == DataType::Texref && module.getVersion() < 15) {
    os << (global.getAlign() == 8 ? ".tex .u64 " : ".tex .u32 ");
    printName(os, name, global.getSize(), global.getCount());
    os << ";\n";
    return success();
  }
  os << '.' << stringify(global.getSpace()) << ' ';
  if (global.getManaged() || global.getUnified()) {
    os << ".attribute(";
    if (global.getManaged())
      os << ".managed";
    if (std::optional<ArrayRef<int64_t>> unified = global.getUnified())
      os << (global.getManaged() ? ", " : "") << ".unified("
         << uint64_t((*unified)[0]) << ", " << uint64_t((*unified)[1]) << ')';
    os << ") ";
  }
  printDeclarator(os, global.getDataType(), global.getSize(), global.getCount(),
                  global.getAlign(), name);
  printName(os, name, global.getSize(), global.getCount());
  if (!isDeclaration) {
    if (DictionaryAttr init = global.getOpaqueInitAttr())
      printOpaqueInit(init);
    else if (failed(printInitializer(global)))
      return failure();
  }
  os << ";\n";
  return success();
}

void Exporter::printOpaqueInit(DictionaryAttr init) {
  os << " = { ";
  llvm::interleaveComma(init, os, [&](NamedAttribute field) {
    os << field.getName().getValue() << " = ";
    if (auto word = dyn_cast<StringAttr>(field.getValue()))
      os << word.getValue();
    else
      os << cast<IntegerAttr>(field.getValue()).getInt();
  });
  os << " }";
}

/// `name + n`, `generic(name) + n`; one byte of it: `0xFF00(name)`.
void Exporter::printAddress(RelocAttr reloc) {
  bool isMasked = reloc.getSize() == 1;
  if (isMasked)
    os << llvm::formatv("0x{0:X-}(", uint64_t(0xff) << reloc.getShift());
  StringRef name = nameOf(reloc.getSymbol().getValue());
  if (reloc.getGeneric())
    os << "generic(" << name << ')';
  else
    os << name;
  if (reloc.getAddend() > 0)
    os << '+';
  if (reloc.getAddend())
    os << reloc.getAddend();
  if (isMasked)
    os << ')';
}

/// One element of an initial value; false if no constant of the text has these
/// bits.
static bool printScalar(raw_ostream &os, DataType type, uint64_t bits) {
  switch (type) {
  case DataType::F32:
    os << llvm::formatv("0f{0:X-8}", bits);
    return true;
  case DataType::F64:
    os << llvm::formatv("0d{0:X-16}", bits);
    return true;
  default:
    if (isFloat(type) || getTypeKind(type) == 'x')
      return false;
    if (isSigned(type))
      os << llvm::SignExtend64(bits, getBitWidth(type));
    else
      os << bits;
    return true;
  }
}

LogicalResult Exporter::printInitializer(GlobalOp global) {
  StringRef bytes = global.getInit().value_or("");
  SmallVector<RelocAttr> relocs;
  if (ArrayAttr list = global.getRelocationsAttr())
    relocs.assign(list.getAsRange<RelocAttr>().begin(),
                  list.getAsRange<RelocAttr>().end());
  llvm::sort(relocs, [](RelocAttr a, RelocAttr b) {
    return a.getOffset() < b.getOffset();
  });
  uint64_t end = bytes.size();
  if (!relocs.empty())
    end = std::max<uint64_t>(end, relocs.back().getOffset() +
                                      relocs.back().getSize());
  if (end == 0)
    return success();
  DataType type = global.getDataType();
  uint64_t size = std::max(1u, getBitWidth(type) / 8);
  bool isScalar = global.getCount() == 0 && global.getSize() == size;
  // Vectors of an array have braces of their own, and all their elements.
  uint64_t vector = global.getSize() / std::max<uint64_t>(1, global.getCount());
  bool isNested = global.getCount() && vector > size;
  if (vector > size)
    end = llvm::alignTo(end, vector);
  os << (isScalar ? " = " : " = {");
  const RelocAttr *reloc = relocs.begin();
  for (uint64_t at = 0; at < end; at += size) {
    bool isFirst = isNested && at % vector == 0;
    if (isFirst && at)
      os << '}';
    if (at)
      os << (at / size % 16 ? ", " : ",\n\t");
    if (isFirst)
      os << '{';
    if (reloc != relocs.end() && reloc->getOffset() < at + size) {
      if (reloc->getOffset() != at ||
          (reloc->getSize() != size && reloc->getSize() != 1))
        return global.emitOpError("has an address that is no element");
      printAddress(*reloc++);
      continue;
    }
    uint64_t bits = 0;
    for (uint64_t i = 0; i < std::min<uint64_t>(size, 8); ++i)
      if (at + i < bytes.size())
        bits |= uint64_t(uint8_t(bytes[at + i])) << 8 * i;
    if (!printScalar(os, type, bits))
      return global.emitOpError()
             << "has an initial value that no constant of type '."
             << stringify(type) << "' is";
  }
  os << (isNested ? "}}" : isScalar ? "" : "}");
  return success();
}

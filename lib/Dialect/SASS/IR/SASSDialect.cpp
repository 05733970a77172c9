//===- SASSDialect.cpp - The sass dialect ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect and the structural operations. Instructions are
// in generated files; their syntax is in InstSyntax.cpp.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

#include "ptx-mlir/Dialect/SASS/IR/SASSDialect.cpp.inc"
#include "ptx-mlir/Dialect/SASS/IR/SASSInterfaces.cpp.inc"

// Half of an instruction word.
static void printHexWord(OpAsmPrinter &p, Operation *, IntegerAttr word) {
  p << "0x" << llvm::utohexstr(uint64_t(word.getInt()), /*LowerCase=*/true);
}

static ParseResult parseHexWord(OpAsmParser &parser, IntegerAttr &word) {
  uint64_t value;
  if (parser.parseInteger(value))
    return failure();
  word = parser.getBuilder().getI64IntegerAttr(int64_t(value));
  return success();
}

// Bytes as quoted hexadecimal digits, 32 bytes a line.
static void printHexLines(OpAsmPrinter &p, Operation *,
                          DenseI8ArrayAttr bytes) {
  constexpr size_t kLineBytes = 32;
  ArrayRef<int8_t> rest = bytes;
  do {
    ArrayRef<int8_t> line = rest.take_front(kLineBytes);
    rest = rest.drop_front(line.size());
    p.printNewline();
    p << '"'
      << llvm::toHex(StringRef(reinterpret_cast<const char *>(line.data()),
                               line.size()),
                     /*LowerCase=*/true)
      << '"';
  } while (!rest.empty());
}

static ParseResult parseHexLines(OpAsmParser &parser, DenseI8ArrayAttr &bytes) {
  std::string line, all, decoded;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseString(&line))
    return failure();
  do {
    decoded.clear();
    if (line.size() % 2 != 0 || !llvm::tryGetFromHex(line, decoded))
      return parser.emitError(loc, "expected pairs of hexadecimal digits");
    all += decoded;
    loc = parser.getCurrentLocation();
    line.clear();
  } while (succeeded(parser.parseOptionalString(&line)));
  bytes = parser.getBuilder().getDenseI8ArrayAttr(ArrayRef<int8_t>(
      reinterpret_cast<const int8_t *>(all.data()), all.size()));
  return success();
}

#define GET_ATTRDEF_CLASSES
#include "ptx-mlir/Dialect/SASS/IR/SASSAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/SASS/IR/SASSOps.cpp.inc"

//===----------------------------------------------------------------------===//
// sass.module
//===----------------------------------------------------------------------===//

ParseResult sass::ModuleOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      failed(verifyInherentAttrs(result.name, result.attributes, [&] {
        return parser.emitError(loc)
               << "'" << result.name.getStringRef() << "' op ";
      })))
    return failure();
  auto sm = dyn_cast_or_null<IntegerAttr>(result.attributes.get("sm"));
  Region *body = result.addRegion();
  {
    ModuleTextScope scope(sm ? unsigned(sm.getInt()) : 0);
    if (parser.parseRegion(*body))
      return failure();
  }
  if (body->empty())
    body->emplaceBlock();
  if (failed(parser.parseOptionalKeyword("image")))
    return success();
  return parseHexLines(parser, result.getOrAddProperties<Properties>().image);
}

void sass::ModuleOp::print(OpAsmPrinter &p) {
  SmallVector<StringRef, 2> elided = {getImageAttrName()};
  if (getSmSuffix().empty())
    elided.push_back(getSmSuffixAttrName());
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  p << ' ';
  p.printRegion(getBody());
  if (DenseI8ArrayAttr image = getImageAttr()) {
    p << " image ";
    printHexLines(p, *this, image);
  }
}

void SASSDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ptx-mlir/Dialect/SASS/IR/SASSAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/SASS/IR/SASSOps.cpp.inc"
      >();
  registerInsts();
}

Operation *sass::createInst(OpBuilder &builder, Location loc,
                            const ptxmlir::isa::Inst &inst, Attribute ref,
                            BlockRange targets) {
  auto *dialect = builder.getContext()->getLoadedDialect<SASSDialect>();
  OperationState state(loc, dialect->getInstName(inst.opcode));
  state.addSuccessors(targets);
  Operation *op = builder.create(state);
  auto instOp = cast<InstOpInterface>(op);
  instOp.getInst() = inst;
  if (ref)
    instOp.setReference(ref);
  return op;
}

unsigned sass::getSM(Operation *op) {
  if (auto module = op->getParentOfType<sass::ModuleOp>())
    return module.getSm();
  return kDefaultSM;
}

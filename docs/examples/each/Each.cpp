//===- Each.cpp - A dialect of one kernel per loop ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Each.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace each;

#include "EachDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "EachTypes.cpp.inc"
#define GET_OP_CLASSES
#include "EachOps.cpp.inc"

void EachDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "EachTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "EachOps.cpp.inc"
      >();
}

// each.kernel @name(%a: f32, %x: !each.array) { ... }
ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true))
    return failure();
  for (const OpAsmParser::Argument &argument : arguments)
    if (!isa<ArrayType>(argument.type) && !argument.type.isF32())
      return parser.emitError(argument.ssaName.location,
                              "an argument is an f32 or an array");
  return parser.parseRegion(*result.addRegion(), arguments);
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(getBody().getArguments(), printer, [&](Value argument) {
    printer.printRegionArgument(cast<BlockArgument>(argument));
  });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

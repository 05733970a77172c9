//===- ParserInitializer.cpp - initial values of PTX variables ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 5.4.4: constants, and addresses `name + n`,
// `generic(name) + n`, of which `0xFF00(name)` takes one byte.
//
//===----------------------------------------------------------------------===//

#include "ParserInitializer.h"
#include "llvm/ADT/APFloat.h"

using namespace llvm;
using namespace ptxmlir::ptx;

/// The bits of a constant as `type`; false if the kinds do not fit.
static bool convertConstant(const Constant &value, DataType type,
                            uint64_t &bits) {
  bits = value.bits;
  if (value.kind == Constant::Integer)
    return !isFloat(type);
  if (type != DataType::F32 && type != DataType::F64 && type != DataType::F16)
    return false;
  APFloat number = value.kind == Constant::Float32
                       ? APFloat(APFloat::IEEEsingle(), APInt(32, bits))
                       : APFloat(APFloat::IEEEdouble(), APInt(64, bits));
  bool lossy;
  const fltSemantics &semantics = type == DataType::F32 ? APFloat::IEEEsingle()
                                  : type == DataType::F64
                                      ? APFloat::IEEEdouble()
                                      : APFloat::IEEEhalf();
  if (&number.getSemantics() != &semantics)
    number.convert(semantics, APFloat::rmNearestTiesToEven, &lossy);
  bits = number.bitcastToAPInt().getZExtValue();
  return true;
}

/// One element: a constant or an address.
bool Parser::parseInitScalar(const VariableSpec &spec, Initializer &init) {
  Position position = tok.position;
  // WARP_SZ is the only name that is a number.
  if (tok.is(Tok::Identifier) && tok.text != "WARP_SZ")
    return parseInitAddress(spec, init, ~uint64_t(0));
  Constant value;
  // `0xFF00(name)` is a mask on an address.
  bool mayBeMask = tok.is(Tok::Integer);
  if (!parseConstant(value))
    return false;
  if (mayBeMask && tok.is(Tok::LParen)) {
    advance();
    return parseInitAddress(spec, init, value.bits) &&
           expect(Tok::RParen, "')'");
  }
  uint64_t bits;
  if (!convertConstant(value, spec.type, bits)) {
    error(position) << "constant does not fit type '." << stringify(spec.type)
                    << "'";
    return false;
  }
  init.put(bits, getBitWidth(spec.type) / 8);
  return true;
}

/// `name`, `generic(name)`, each `+ n`; `mask` selects whole bytes.
bool Parser::parseInitAddress(const VariableSpec &spec, Initializer &init,
                              uint64_t mask) {
  bool isGeneric = false;
  if (tok.is(Tok::Identifier) && tok.text == "generic") {
    isGeneric = true;
    advance();
    if (!expect(Tok::LParen, "'('"))
      return false;
  }
  Position position = tok.position;
  StringRef name = tok.text;
  if (!expect(Tok::Identifier, "a variable"))
    return false;
  uint32_t number;
  const Symbol *symbol = scopes.lookup(name, number);
  if (!symbol ||
      (symbol->kind != Symbol::Variable && symbol->kind != Symbol::Function)) {
    error(position) << "'" << name << "' is no variable or function";
    return false;
  }
  if (symbol->kind == Symbol::Variable && symbol->space != Space::Global &&
      symbol->space != Space::Const) {
    errorAt(position, unsigned(name.size()))
        << "'" << name << "' is in '." << stringify(symbol->space)
        << "'; only addresses in '.global' and '.const' are known here";
    return false;
  }
  if (isGeneric && !expect(Tok::RParen, "')'"))
    return false;
  int64_t addend = 0;
  if (tok.is(Tok::Plus) || tok.is(Tok::Minus))
    if (!parseInteger(addend))
      return false;
  unsigned shift = mask ? llvm::countr_zero(mask) : 0;
  uint64_t ones = mask >> shift;
  if (mask == 0 || shift % 8 || (ones & (ones + 1)) ||
      llvm::popcount(ones) % 8) {
    error(position) << "mask must select whole bytes of an address";
    return false;
  }
  unsigned size = getBitWidth(spec.type) / 8;
  if (isFloat(spec.type) ||
      (mask == ~uint64_t(0) && size < 4) /* no room for an address */) {
    error(position) << "address does not fit type '." << stringify(spec.type)
                    << "'";
    return false;
  }
  init.relocations.push_back(RelocAttr::get(context, init.position,
                                            symbolNames[symbol->index], addend,
                                            size, shift, isGeneric));
  init.put(0, size);
  return true;
}

/// After `=`.
bool Parser::parseInitializer(const VariableSpec &spec, Declarator &declarator,
                              Initializer &init) {
  if (tok.is(Tok::LBrace))
    return parseInitList(spec, declarator, init);
  if (declarator.isArray || spec.lanes > 1) {
    unexpected("'{'");
    return false;
  }
  return parseInitScalar(spec, init);
}

/// Nested braces, one level per dimension (a vector is one more); inner braces
/// may be left out.
bool Parser::parseInitList(const VariableSpec &spec, Declarator &declarator,
                           Initializer &init) {
  unsigned size = getBitWidth(spec.type) / 8;
  // Bytes of one element at each depth of braces.
  SmallVector<uint64_t, 4> strides;
  uint64_t stride = size;
  if (spec.lanes > 1) {
    strides.push_back(stride);
    stride *= spec.lanes;
  }
  for (size_t i = declarator.dims.size(); i-- > 0;) {
    strides.push_back(stride);
    stride *= declarator.dims[i];
  }
  std::reverse(strides.begin(), strides.end());
  bool isOpen = declarator.isArray && declarator.dims[0] == 0;
  uint64_t limit = isOpen ? ~uint64_t(0) : stride;

  SmallVector<uint64_t, 4> ends;
  Position position = tok.position;
  uint64_t filled = 0;
  do {
    if (tok.is(Tok::LBrace)) {
      if (ends.size() == strides.size()) {
        error(tok.position) << "too many braces in initial value";
        return false;
      }
      // Inner braces begin an element of the level above.
      ends.push_back(ends.empty() ? limit
                                  : init.position + strides[ends.size() - 1]);
      advance();
      if (!tok.is(Tok::RBrace))
        continue;
    } else if (!tok.is(Tok::RBrace)) {
      position = tok.position;
      if (!parseInitScalar(spec, init))
        return false;
      if (init.position > ends.back()) {
        error(position) << "too many elements in initial value";
        return false;
      }
      filled = std::max(filled, init.position);
    }
    while (!ends.empty()) {
      if (consumeIf(Tok::RBrace)) {
        if (ends.size() > 1)
          init.position = ends.back();
        ends.pop_back();
        continue;
      }
      if (!consumeIf(Tok::Comma)) {
        unexpected("',' or '}'");
        return false;
      }
      break;
    }
  } while (!ends.empty() && !done());
  if (isOpen) {
    uint64_t row = strides[0];
    declarator.dims[0] = (std::max(filled, init.position) + row - 1) / row;
  }
  return true;
}

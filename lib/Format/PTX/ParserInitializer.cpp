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

/// The bits of a constant as `type`; false if the kinds do not fit. Of untyped
/// variables those of 32 bits have a float, the others the bits as they are
/// (observed on ptxas 13.0.88).
static bool convertConstant(const Constant &value, DataType type,
                            uint64_t &bits) {
  bits = value.bits;
  bool isUntyped = getTypeKind(type) == 'b';
  if (value.kind == Constant::Integer)
    return isUntyped || isInteger(type);
  if (isUntyped && type != DataType::B32)
    return true;
  if (type == DataType::B32)
    type = DataType::F32;
  if (type != DataType::F32 && type != DataType::F64)
    return false;
  APFloat number = value.kind == Constant::Float32
                       ? APFloat(APFloat::IEEEsingle(), APInt(32, bits))
                       : APFloat(APFloat::IEEEdouble(), APInt(64, bits));
  bool lossy;
  const fltSemantics &semantics =
      type == DataType::F32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble();
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
    return parseInitAddress(spec, init, std::nullopt);
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

/// `name`, `generic(name)`, each `+ n`; `mask` selects one byte.
bool Parser::parseInitAddress(const VariableSpec &spec, Initializer &init,
                              std::optional<uint64_t> mask) {
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
  bool hasAddend = tok.is(Tok::Plus);
  if (hasAddend && !parseInteger(addend))
    return false;
  if (symbol->kind == Symbol::Function && (isGeneric || hasAddend)) {
    errorAt(position, unsigned(name.size()))
        << "the address of function '" << name << "' is taken as it is";
    return false;
  }
  unsigned shift = mask && *mask ? llvm::countr_zero(*mask) : 0;
  if (mask && (shift % 8 || *mask >> shift != 0xff)) {
    error(position) << "a mask selects one byte of an address";
    return false;
  }
  DataType type = spec.type;
  bool fits = type == DataType::U32 || type == DataType::U64 ||
              (mask && type == DataType::U8);
  if (!fits) {
    error(position) << (mask ? "a byte of an address" : "an address")
                    << " does not fit type '." << stringify(type)
                    << "', only '.u64', '.u32'" << (mask ? " and '.u8'" : "");
    return false;
  }
  unsigned size = getBitWidth(type) / 8;
  init.relocations.push_back(RelocAttr::get(context, init.position,
                                            symbolNames[symbol->index], addend,
                                            mask ? 1 : size, shift, isGeneric));
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

/// Nested braces: one level for each dimension and one for a vector, none left
/// out. Arrays may have fewer elements than they take: values come one behind
/// the other, whatever lists they are in. The first dimension may be open.
bool Parser::parseInitList(const VariableSpec &spec, Declarator &declarator,
                           Initializer &init) {
  struct Level {
    uint64_t extent, stride; ///< Elements, 0 if open; bytes of one.
  };
  SmallVector<Level, 4> levels;
  uint64_t stride = getBitWidth(spec.type) / 8;
  auto addLevel = [&](uint64_t extent) {
    levels.push_back({extent, stride});
    stride *= extent;
  };
  if (spec.lanes > 1)
    addLevel(spec.lanes);
  for (uint64_t dim : llvm::reverse(declarator.dims))
    addLevel(dim);
  std::reverse(levels.begin(), levels.end());
  bool isOpen = declarator.isArray && declarator.dims[0] == 0;

  SmallVector<uint64_t, 4> lists; ///< How many values each has had.
  do {
    Position position = tok.position;
    bool hasValue = true;
    if (lists.size() < levels.size()) {
      if (!expect(Tok::LBrace, "'{'"))
        return false;
      lists.push_back(0);
      if (!tok.is(Tok::RBrace))
        continue;
      hasValue = false;
    } else if (!parseInitScalar(spec, init)) {
      return false;
    }
    // A list that ends is a value of the one around it.
    while (!lists.empty()) {
      const Level &level = levels[lists.size() - 1];
      uint64_t &count = lists.back();
      if (hasValue && level.extent && count == level.extent) {
        error(position) << "too many elements in initial value";
        return false;
      }
      count += hasValue;
      if (hasValue && consumeIf(Tok::Comma))
        break;
      if (!tok.is(Tok::RBrace)) {
        unexpected("',' or '}'");
        return false;
      }
      if (lists.size() > declarator.dims.size() && count != spec.lanes) {
        error(tok.position)
            << "a vector of " << unsigned(spec.lanes) << " elements has "
            << count << " in its initial value";
        return false;
      }
      // What shorter lists leave out is behind all values, not where their
      // ends would be (observed on ptxas 13.0.88).
      if (lists.size() == 1)
        init.position = level.stride * std::max(level.extent, count);
      if (lists.size() == 1 && isOpen)
        declarator.dims[0] = count;
      lists.pop_back();
      hasValue = true;
      advance();
    }
  } while (!lists.empty() && !done());
  return true;
}

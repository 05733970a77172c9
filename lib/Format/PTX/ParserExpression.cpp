//===- ParserExpression.cpp - constant expressions of PTX -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 4.5: 64-bit integers, C operators and precedence; a
// value is unsigned if it was written so or an operand is. Doubles have
// arithmetic and comparisons, with doubles; a constant of 32 bits (`0f`) has
// no operator (observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mlir;
using namespace ptxmlir::ptx;

/// Deeper nesting is refused: it would need as deep a stack.
static constexpr unsigned kMaxDepth = 256;

bool Parser::atConstant() const {
  switch (tok.kind) {
  case Tok::Integer:
  case Tok::Float32:
  case Tok::Float64:
  case Tok::Plus:
  case Tok::Minus:
  case Tok::Tilde:
  case Tok::LParen:
    return true;
  case Tok::Identifier:
    return tok.text == "WARP_SZ";
  default:
    return false;
  }
}

bool Parser::parseConstant(Constant &result) {
  expressionDepth = 0;
  return parseTernary(result);
}

bool Parser::parseInteger(int64_t &result) {
  Position position = tok.position;
  Constant value;
  if (!parseConstant(value))
    return false;
  if (value.kind != Constant::Integer) {
    error(position) << "expected an integer";
    return false;
  }
  result = int64_t(value.bits);
  return true;
}

/// Directives and declarations have numbers as they are, no expressions
/// (observed on ptxas 13.0.88).
bool Parser::parseNumber(int64_t &result) {
  // WARP_SZ is the only name that is one.
  if (!tok.is(Tok::Integer) && !(tok.is(Tok::Identifier) && atConstant()))
    return unexpected("a number");
  Constant value;
  if (!parseUnary(value))
    return false;
  result = int64_t(value.bits);
  return true;
}

bool Parser::parseTernary(Constant &result) {
  if (++expressionDepth > kMaxDepth) {
    error(tok.position) << "constant expression is nested too deeply";
    return false;
  }
  if (!parseBinary(result, 0))
    return false;
  Position position = tok.position;
  if (consumeIf(Tok::Question)) {
    Constant yes, no;
    if (!parseTernary(yes) || !expect(Tok::Colon, "':'") || !parseTernary(no))
      return false;
    for (const Constant &part : {result, yes, no})
      if (part.kind != Constant::Integer) {
        error(position) << "'?:' takes integers only";
        return false;
      }
    result = result.bits ? yes : no;
  }
  --expressionDepth;
  return true;
}

/// C precedence from 1 (`||`) to 10 (`*`); 0 for no binary operator.
static unsigned precedenceOf(Tok kind) {
  switch (kind) {
  case Tok::PipePipe:
    return 1;
  case Tok::AmpAmp:
    return 2;
  case Tok::Pipe:
    return 3;
  case Tok::Caret:
    return 4;
  case Tok::Amp:
    return 5;
  case Tok::EqualEqual:
  case Tok::NotEqual:
    return 6;
  case Tok::Less:
  case Tok::Greater:
  case Tok::LessEqual:
  case Tok::GreaterEqual:
    return 7;
  case Tok::ShiftLeft:
  case Tok::ShiftRight:
    return 8;
  case Tok::Plus:
  case Tok::Minus:
    return 9;
  case Tok::Star:
  case Tok::Slash:
  case Tok::Percent:
    return 10;
  default:
    return 0;
  }
}

bool Parser::parseBinary(Constant &result, unsigned precedence) {
  if (!parseUnary(result))
    return false;
  while (true) {
    Tok op = tok.kind;
    unsigned level = precedenceOf(op);
    if (level <= precedence)
      return true;
    Position position = tok.position;
    advance();
    Constant right;
    if (!parseBinary(right, level) || !applyBinary(op, position, result, right))
      return false;
  }
}

bool Parser::applyDouble(Tok op, Position position, Constant &left,
                         const Constant &right) {
  using llvm::APFloat;
  APFloat a(APFloat::IEEEdouble(), llvm::APInt(64, left.bits));
  APFloat b(APFloat::IEEEdouble(), llvm::APInt(64, right.bits));
  constexpr auto kNearest = APFloat::rmNearestTiesToEven;
  auto isTrue = [&](bool value) {
    left = Constant();
    left.bits = value;
    return true;
  };
  switch (op) {
  case Tok::EqualEqual:
    return isTrue(a == b);
  case Tok::NotEqual:
    return isTrue(a != b);
  case Tok::Less:
    return isTrue(a < b);
  case Tok::Greater:
    return isTrue(a > b);
  case Tok::LessEqual:
    return isTrue(a <= b);
  case Tok::GreaterEqual:
    return isTrue(a >= b);
  case Tok::Plus:
    a.add(b, kNearest);
    break;
  case Tok::Minus:
    a.subtract(b, kNearest);
    break;
  case Tok::Star:
    a.multiply(b, kNearest);
    break;
  case Tok::Slash:
    if (b.isZero()) {
      error(position) << "division by zero";
      return false;
    }
    a.divide(b, kNearest);
    break;
  default:
    error(position) << "this operator takes integers only";
    return false;
  }
  left.bits = a.bitcastToAPInt().getZExtValue();
  return true;
}

bool Parser::applyBinary(Tok op, Position position, Constant &left,
                         const Constant &right) {
  if (left.kind == Constant::Float64 && right.kind == Constant::Float64)
    return applyDouble(op, position, left, right);
  if (left.kind != Constant::Integer || right.kind != Constant::Integer) {
    error(position) << "operators take two integers or two doubles";
    return false;
  }
  uint64_t a = left.bits, b = right.bits;
  int64_t sa = int64_t(a), sb = int64_t(b);
  bool isUnsigned = left.isUnsigned || right.isUnsigned;
  auto divide = [&](bool remainder) -> std::optional<uint64_t> {
    if (b == 0) {
      error(position) << "division by zero";
      return std::nullopt;
    }
    // `%` takes and gives numbers without a sign (ptxas 13.0.88).
    isUnsigned |= remainder;
    if (isUnsigned)
      return remainder ? a % b : a / b;
    return sb == -1 ? uint64_t(0) - a : uint64_t(sa / sb);
  };
  bool isBool = false;
  uint64_t value = 0;
  auto compare = [&](bool signedResult, bool unsignedResult) {
    isBool = true;
    value = isUnsigned ? unsignedResult : signedResult;
  };
  switch (op) {
  case Tok::PipePipe:
    compare(a || b, a || b);
    break;
  case Tok::AmpAmp:
    compare(a && b, a && b);
    break;
  case Tok::Pipe:
    value = a | b;
    break;
  case Tok::Caret:
    value = a ^ b;
    break;
  case Tok::Amp:
    value = a & b;
    break;
  case Tok::EqualEqual:
    compare(a == b, a == b);
    break;
  case Tok::NotEqual:
    compare(a != b, a != b);
    break;
  case Tok::Less:
    compare(sa < sb, a < b);
    break;
  case Tok::Greater:
    compare(sa > sb, a > b);
    break;
  case Tok::LessEqual:
    compare(sa <= sb, a <= b);
    break;
  case Tok::GreaterEqual:
    compare(sa >= sb, a >= b);
    break;
  // Six bits of a distance count (ptxas 13.0.88).
  case Tok::ShiftLeft:
    value = a << (b & 63);
    isUnsigned = left.isUnsigned;
    break;
  case Tok::ShiftRight:
    isUnsigned = left.isUnsigned;
    value = isUnsigned ? a >> (b & 63) : uint64_t(sa >> (b & 63));
    break;
  case Tok::Plus:
    value = a + b;
    break;
  case Tok::Minus:
    value = a - b;
    break;
  case Tok::Star:
    value = a * b;
    break;
  default: {
    std::optional<uint64_t> quotient = divide(op == Tok::Percent);
    if (!quotient)
      return false;
    value = *quotient;
  }
  }
  left.bits = value;
  left.isUnsigned = isUnsigned && !isBool;
  return true;
}

bool Parser::parseUnary(Constant &result) {
  // Signs and complements, applied from the inside out.
  llvm::SmallVector<std::pair<Tok, Position>, 4> operators;
  if (firstNot)
    operators.push_back({Tok::Bang, *firstNot});
  firstNot.reset();
  while (true) {
    if (tok.is(Tok::Minus) || tok.is(Tok::Plus) || tok.is(Tok::Tilde) ||
        tok.is(Tok::Bang)) {
      operators.push_back({tok.kind, tok.position});
      advance();
      continue;
    }
    break;
  }
  Position position = tok.position;
  switch (tok.kind) {
  case Tok::Integer:
  case Tok::Float32:
  case Tok::Float64:
    result.kind = tok.is(Tok::Integer)   ? Constant::Integer
                  : tok.is(Tok::Float32) ? Constant::Float32
                                         : Constant::Float64;
    result.isUnsigned = tok.isUnsigned;
    result.bits = tok.value;
    advance();
    break;
  case Tok::LParen:
    advance();
    // A cast: `(.s64)`, `(.u64)`.
    if (atDirective(".s64") || atDirective(".u64")) {
      bool toUnsigned = tok.text == ".u64";
      advance();
      if (++expressionDepth > kMaxDepth) {
        error(position) << "constant expression is nested too deeply";
        return false;
      }
      if (!expect(Tok::RParen, "')'") || !parseUnary(result))
        return false;
      --expressionDepth;
      result.isUnsigned = toUnsigned;
      break;
    }
    if (!parseTernary(result) || !expect(Tok::RParen, "')'"))
      return false;
    break;
  case Tok::Identifier:
    if (tok.text == "WARP_SZ") {
      result = Constant();
      result.bits = 32;
      advance();
      break;
    }
    [[fallthrough]];
  default:
    return unexpected("a constant");
  }
  for (auto [op, opPosition] : llvm::reverse(operators)) {
    if (result.kind == Constant::Float32) {
      error(opPosition) << "a constant of 32 bits takes no operator";
      return false;
    }
    if (result.kind == Constant::Float64) {
      if (op != Tok::Minus && op != Tok::Plus) {
        error(opPosition) << "this operator takes integers only";
        return false;
      }
      if (op == Tok::Minus)
        result.bits ^= uint64_t(1) << 63;
      continue;
    }
    if (op == Tok::Minus)
      result.bits = uint64_t(0) - result.bits;
    else if (op == Tok::Tilde)
      result.bits = ~result.bits;
    else if (op == Tok::Bang)
      result.bits = !result.bits;
    // Whatever they are given, as the ISA says.
    if (op == Tok::Tilde || op == Tok::Bang)
      result.isUnsigned = op == Tok::Tilde;
  }
  return true;
}

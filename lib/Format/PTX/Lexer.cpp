//===- Lexer.cpp - tokens of PTX text -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens with positions, from a table of character classes. Every byte of the
// text passes here, hence the care for loops.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace ptxmlir::ptx;

namespace {

enum CharClass : uint8_t { Other, Blank, Word, Digit };

/// Classes of the ASCII characters: letters, `_` and `$` make names; `%` starts
/// one, but only before another character of a name.
struct CharTable {
  uint8_t classes[256] = {};
  constexpr CharTable() {
    for (int c = 'a'; c <= 'z'; ++c)
      classes[c] = classes[c - 'a' + 'A'] = Word;
    for (int c = '0'; c <= '9'; ++c)
      classes[c] = Digit;
    classes['_'] = classes['$'] = Word;
    classes[' '] = classes['\t'] = classes['\r'] = classes['\n'] = Blank;
    classes['\v'] = classes['\f'] = Blank;
  }
};
constexpr CharTable charTable;

CharClass classOf(char c) { return CharClass(charTable.classes[uint8_t(c)]); }
bool isWord(char c) { return classOf(c) >= Word; }

// A character that is read may be a byte of the lexer itself, for all the
// compiler knows: loops advance a pointer of their own, not its member.

const char *skipWord(const char *at, const char *end) {
  while (at != end && isWord(*at))
    ++at;
  return at;
}

/// The end of a line marker of the C preprocessor, `# 5 "file" 1` or `#line 5
/// "file"` up to the end of the line; `at` if there is none. ptxas 13.0.88
/// takes them behind any word, and no other directive of the preprocessor.
const char *skipLineMarker(const char *at, const char *end) {
  static const llvm::Regex marker("^#[ \t]*(line)?[ \t]*[0-9]+[ \t]+\"[^\"]*\""
                                  "([ \t]+[0-9]+)*[ \t\r]*$");
  StringRef line =
      StringRef(at, end - at).take_until([](char c) { return c == '\n'; });
  return marker.match(line) ? line.end() : at;
}

} // namespace

Lexer::Lexer(StringRef buffer)
    : cur(buffer.begin()), end(buffer.end()), lineStart(buffer.begin()) {}

void Lexer::fail(Token &token, StringRef text) {
  token.kind = Tok::Error;
  error = text;
}

/// Skips blanks, comments and line markers; false for an unterminated comment.
bool Lexer::skipBlanks(Token &token) {
  while (cur != end) {
    char c = *cur;
    if (c == '\n') {
      ++line;
      lineStart = ++cur;
    } else if (classOf(c) == Blank) {
      const char *at = cur + 1;
      while (at != end && classOf(*at) == Blank && *at != '\n')
        ++at;
      cur = at;
    } else if (c == '/' && end - cur > 1 && cur[1] == '/') {
      while (cur != end && *cur != '\n')
        ++cur;
    } else if (c == '/' && end - cur > 1 && cur[1] == '*') {
      token.position = {line, uint32_t(cur - lineStart + 1)};
      token.text = StringRef(cur, 2);
      cur += 2;
      while (true) {
        if (end - cur < 2) {
          cur = end;
          return false;
        }
        if (cur[0] == '*' && cur[1] == '/')
          break;
        if (*cur == '\n') {
          ++line;
          lineStart = cur + 1;
        }
        ++cur;
      }
      cur += 2;
    } else {
      const char *at = c == '#' ? skipLineMarker(cur, end) : cur;
      if (at == cur)
        return true;
      cur = at;
    }
  }
  return true;
}

void Lexer::lex(Token &token) {
  token.isUnsigned = false;
  token.value = 0;
  if (!skipBlanks(token))
    return fail(token, "unterminated comment");
  token.position = {line, uint32_t(cur - lineStart + 1)};
  const char *start = cur;
  if (cur == end) {
    token.kind = Tok::Eof;
    token.text = StringRef(end, 0);
    return;
  }
  char c = *cur++;
  char next = cur != end ? *cur : '\0';
  auto word = [&](Tok kind) {
    cur = skipWord(cur, end);
    token.kind = kind;
    token.text = StringRef(start, cur - start);
  };
  auto punct = [&](Tok kind, unsigned length = 1) {
    cur = start + length;
    token.kind = kind;
    token.text = StringRef(start, length);
  };
  switch (classOf(c)) {
  case Word:
    return word(Tok::Identifier);
  case Digit:
    --cur;
    lexNumber(token);
    return;
  default:
    break;
  }
  switch (c) {
  case '%':
    return isWord(next) ? word(Tok::Identifier) : punct(Tok::Percent);
  case '.':
    if (classOf(next) == Digit) {
      lexDecimalFloat(token, start);
      return;
    }
    if (!isWord(next)) {
      token.text = StringRef(start, 1);
      return fail(token, "stray '.'");
    }
    word(Tok::Directive);
    while (end - cur > 2 && cur[0] == ':' && cur[1] == ':' && isWord(cur[2])) {
      cur += 2;
      word(Tok::Directive);
    }
    return;
  case '"':
    while (cur != end && *cur != '"' && *cur != '\n')
      cur += *cur == '\\' && end - cur > 1 && cur[1] != '\n' ? 2 : 1;
    token.text = StringRef(start, cur - start);
    if (cur == end || *cur != '"')
      return fail(token, "unterminated string");
    ++cur;
    token.kind = Tok::String;
    token.text = StringRef(start + 1, cur - start - 2);
    return;
  case ',':
    return punct(Tok::Comma);
  case ';':
    return punct(Tok::Semicolon);
  case ':':
    return punct(Tok::Colon);
  case '(':
    return punct(Tok::LParen);
  case ')':
    return punct(Tok::RParen);
  case '{':
    return punct(Tok::LBrace);
  case '}':
    return punct(Tok::RBrace);
  case '[':
    return punct(Tok::LBracket);
  case ']':
    return punct(Tok::RBracket);
  case '+':
    return punct(Tok::Plus);
  case '-':
    return punct(Tok::Minus);
  case '*':
    return punct(Tok::Star);
  case '/':
    return punct(Tok::Slash);
  case '^':
    return punct(Tok::Caret);
  case '~':
    return punct(Tok::Tilde);
  case '?':
    return punct(Tok::Question);
  case '@':
    return punct(Tok::At);
  case '!':
    return next == '=' ? punct(Tok::NotEqual, 2) : punct(Tok::Bang);
  case '=':
    return next == '=' ? punct(Tok::EqualEqual, 2) : punct(Tok::Equal);
  case '&':
    return next == '&' ? punct(Tok::AmpAmp, 2) : punct(Tok::Amp);
  case '|':
    return next == '|' ? punct(Tok::PipePipe, 2) : punct(Tok::Pipe);
  case '<':
    return next == '<'   ? punct(Tok::ShiftLeft, 2)
           : next == '=' ? punct(Tok::LessEqual, 2)
                         : punct(Tok::Less);
  case '>':
    return next == '>'   ? punct(Tok::ShiftRight, 2)
           : next == '=' ? punct(Tok::GreaterEqual, 2)
                         : punct(Tok::Greater);
  default:
    token.text = StringRef(start, 1);
    if (uint8_t(c) >= 0x80) {
      while (cur != end && uint8_t(*cur) >= 0x80)
        ++cur;
      return fail(token, "unexpected non-ASCII character");
    }
    return fail(token, "unexpected character");
  }
}

void Lexer::extendOpcode(Token &token) {
  const char *at = cur;
  while (end - at > 1 && at[0] == '.' && isWord(at[1])) {
    at = skipWord(at + 1, end);
    while (end - at > 2 && at[0] == ':' && at[1] == ':' && isWord(at[2]))
      at = skipWord(at + 2, end);
  }
  cur = at;
  token.text = StringRef(token.text.begin(), cur - token.text.begin());
}

bool Lexer::atIdentifier() const {
  StringRef rest(cur, end - cur);
  rest.consume_front("%");
  return !rest.empty() && classOf(rest.front()) == Word &&
         !rest.starts_with("WARP_SZ");
}

char Lexer::lexMember() {
  if (end - cur < 2 || cur[0] != '.' || !isWord(cur[1]) ||
      (end - cur > 2 && isWord(cur[2])))
    return '\0';
  cur += 2;
  return cur[-1];
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The value of `digits` in `radix` modulo 2^64; sets `overflow`.
static uint64_t parseDigits(StringRef digits, unsigned radix, bool &overflow) {
  uint64_t value = 0;
  for (char c : digits) {
    uint64_t next = value * radix + hexDigitValue(c);
    overflow |= value > (~uint64_t(0) - hexDigitValue(c)) / radix;
    value = next;
  }
  return value;
}

void Lexer::lexDecimalFloat(Token &token, const char *from) {
  cur = from;
  auto digits = [&] {
    while (cur != end && classOf(*cur) == Digit)
      ++cur;
  };
  digits();
  if (cur != end && *cur == '.') {
    ++cur;
    digits();
  }
  if (cur != end && (*cur == 'e' || *cur == 'E')) {
    const char *exponent = cur++;
    if (cur != end && (*cur == '+' || *cur == '-'))
      ++cur;
    if (cur == end || classOf(*cur) != Digit)
      cur = exponent;
    digits();
  }
  token.text = StringRef(from, cur - from);
  APFloat value(APFloat::IEEEdouble());
  auto status =
      value.convertFromString(token.text, APFloat::rmNearestTiesToEven);
  if (!status) {
    consumeError(status.takeError());
    fail(token, "malformed floating-point constant");
    return;
  }
  // Neither to infinity nor to what a double has not all digits of (observed on
  // ptxas 13.0.88).
  if (*status & (APFloat::opOverflow | APFloat::opUnderflow)) {
    fail(token, "floating-point constant is out of range");
    return;
  }
  token.kind = Tok::Float64;
  token.value = value.bitcastToAPInt().getZExtValue();
}

void Lexer::lexNumber(Token &token) {
  const char *start = cur;
  cur = skipWord(cur, end);
  // A decimal point or exponent with sign makes it a float.
  bool allDigits = all_of(StringRef(start, cur - start), isDigit);
  bool isExponent = cur != end && (*cur == '+' || *cur == '-') &&
                    (cur[-1] == 'e' || cur[-1] == 'E') &&
                    all_of(StringRef(start, cur - start - 1), isDigit);
  StringRef text(start, cur - start);
  size_t e = text.find_first_of("eE");
  if (e != StringRef::npos && all_of(text.take_front(e), isDigit) && e &&
      e + 1 < text.size() && all_of(text.drop_front(e + 1), isDigit))
    isExponent = true;
  if (isExponent || (allDigits && cur != end && *cur == '.'))
    return lexDecimalFloat(token, start);

  token.text = text;
  auto hexFloat = [&](Tok kind, unsigned length) {
    StringRef digits = text.drop_front(2);
    if (digits.size() != length || !all_of(digits, isHexDigit)) {
      fail(token, "malformed floating-point constant");
      return;
    }
    bool overflow = false;
    token.kind = kind;
    token.value = parseDigits(digits, 16, overflow);
  };
  if (text.size() > 1 && text[0] == '0') {
    if (text[1] == 'f' || text[1] == 'F')
      return hexFloat(Tok::Float32, 8);
    if (text[1] == 'd' || text[1] == 'D')
      return hexFloat(Tok::Float64, 16);
  }
  StringRef digits = text;
  if (digits.consume_back("U"))
    token.isUnsigned = true;
  unsigned radix = 10;
  if (digits.consume_front("0x") || digits.consume_front("0X"))
    radix = 16;
  else if (digits.consume_front("0b") || digits.consume_front("0B"))
    radix = 2;
  else if (digits.size() > 1 && digits[0] == '0')
    radix = 8;
  bool valid = !digits.empty() && all_of(digits, [&](char c) {
    return isHexDigit(c) && hexDigitValue(c) < radix;
  });
  if (!valid) {
    fail(token, "malformed integer constant");
    return;
  }
  bool overflow = false;
  token.kind = Tok::Integer;
  token.value = parseDigits(digits, radix, overflow);
  token.isUnsigned |= token.value >> 63;
  // Like ptxas, only decimal overflow is an error.
  if (overflow && radix == 10)
    fail(token, "integer constant is too large");
}

//===- Lexer.h - tokens of PTX text ----------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has no keywords: what a word is, the parser decides. So a token is a
// kind, a text and a place, nothing more.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_LEXER_H
#define PTX_MLIR_LIB_FORMAT_PTX_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace ptxmlir::ptx {

enum class Tok : uint8_t {
  Eof,
  Error,
  Identifier, ///< name, `%name`, `$name`
  Directive,  ///< `.word`, `.word::word`
  Integer,
  Float32, ///< `0f` and 8 hexadecimal digits
  Float64, ///< `0d` and 16 digits, or decimal
  String,
  // One character, its own name.
  Comma,
  Semicolon,
  Colon,
  LParen,
  RParen,
  LBrace,
  RBrace,
  LBracket,
  RBracket,
  Less,
  Greater,
  Equal,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Amp,
  Pipe,
  Caret,
  Tilde,
  Bang,
  Question,
  At,
  // Two characters.
  ShiftLeft,
  ShiftRight,
  LessEqual,
  GreaterEqual,
  EqualEqual,
  NotEqual,
  AmpAmp,
  PipePipe
};

/// A place in the text, both from 1.
struct Position {
  uint32_t line = 1, column = 1;
};

struct Token {
  Tok kind = Tok::Eof;
  /// True for an integer written with the suffix U or beyond int64.
  bool isUnsigned = false;
  Position position;
  llvm::StringRef text;
  /// Integer value or bits of a float.
  uint64_t value = 0;

  bool is(Tok k) const { return kind == k; }
};

/// Turns text into tokens, one at a time. Never reads beyond the buffer, which
/// need not end in a zero.
class Lexer {
public:
  explicit Lexer(llvm::StringRef buffer);

  /// The next token, in its place: a token is large to copy, and what is read
  /// of a copy right after it was made waits for the parts to be written.
  void lex(Token &token);
  Token lex() {
    Token token;
    lex(token);
    return token;
  }
  /// If `.word`s follow the identifier just lexed without a blank, extends it
  /// by all of them: an opcode with its modifiers.
  void extendOpcode(Token &token);
  /// Whether a name follows without a blank, which is no constant.
  bool atIdentifier() const;
  /// If `.x` follows without a blank, consumes it and returns the letter.
  char lexMember();
  /// What was wrong with the last Error token.
  llvm::StringRef errorText() const { return error; }

private:
  bool skipBlanks(Token &token);
  void lexNumber(Token &token);
  void lexDecimalFloat(Token &token, const char *from);
  void fail(Token &token, llvm::StringRef text);

  const char *cur, *end, *lineStart;
  uint32_t line = 1;
  llvm::StringRef error;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_LEXER_H

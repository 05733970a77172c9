//===- LexerTest.cpp - tokens of PTX text ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds and positions of tokens, and every cut of a text, which must be lexed
// to its end.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include <gtest/gtest.h>
#include <vector>

using namespace ptxmlir::ptx;

static std::vector<Token> lexAll(llvm::StringRef text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  do
    tokens.push_back(lexer.lex());
  while (!tokens.back().is(Tok::Eof) && tokens.size() < 1000);
  tokens.pop_back();
  return tokens;
}

TEST(Lexer, Names) {
  auto tokens = lexAll("add %r1 $L__BB0_1 _x %tid .u32 .shared::cta a%b");
  ASSERT_EQ(tokens.size(), 9u);
  EXPECT_EQ(tokens[1].text, "%r1");
  EXPECT_EQ(tokens[2].text, "$L__BB0_1");
  EXPECT_TRUE(tokens[5].is(Tok::Directive));
  EXPECT_EQ(tokens[6].text, ".shared::cta");
  EXPECT_EQ(tokens[8].text, "%b");
}

TEST(Lexer, Numbers) {
  auto tokens = lexAll("0 10 0x1F 017 0b101 5U 0f3F800000 0d3FF0000000000000 "
                       "1.5 1e3 2.5e-1 .5 18446744073709551615");
  ASSERT_EQ(tokens.size(), 13u);
  uint64_t integers[] = {0, 10, 31, 15, 5, 5};
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_TRUE(tokens[i].is(Tok::Integer));
    EXPECT_EQ(tokens[i].value, integers[i]);
  }
  EXPECT_TRUE(tokens[5].isUnsigned);
  EXPECT_TRUE(tokens[6].is(Tok::Float32));
  EXPECT_EQ(tokens[6].value, 0x3F800000u);
  EXPECT_TRUE(tokens[7].is(Tok::Float64));
  EXPECT_EQ(tokens[8].value, 0x3FF8000000000000u);
  EXPECT_EQ(tokens[9].value, 0x408F400000000000u);
  EXPECT_EQ(tokens[10].value, 0x3FD0000000000000u);
  EXPECT_EQ(tokens[11].value, 0x3FE0000000000000u);
  EXPECT_TRUE(tokens[12].isUnsigned);
}

TEST(Lexer, Positions) {
  auto tokens = lexAll("a // x\n  /* y\n */ b");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[1].position.line, 3u);
  EXPECT_EQ(tokens[1].position.column, 5u);
}

TEST(Lexer, OpcodesAndMembers) {
  Lexer lexer("ld.global.L2::128B.v4.u32 %tid.x L1:");
  Token token = lexer.lex();
  lexer.extendOpcode(token);
  EXPECT_EQ(token.text, "ld.global.L2::128B.v4.u32");
  token = lexer.lex();
  EXPECT_EQ(token.text, "%tid");
  EXPECT_EQ(lexer.lexMember(), 'x');
  EXPECT_EQ(lexer.lexMember(), '\0');
  token = lexer.lex();
  lexer.extendOpcode(token);
  EXPECT_EQ(token.text, "L1");
  EXPECT_TRUE(lexer.lex().is(Tok::Colon));
}

// The buffer need not end in a zero, and any cut of it is lexed to its end.
TEST(Lexer, Truncation) {
  llvm::StringRef text =
      "ld.global::x \"s\" 0f3F800000 1.5e+3 /* c */ %r1.x <<";
  for (size_t size = 0; size <= text.size(); ++size) {
    std::string copy(text.take_front(size));
    Lexer lexer(copy);
    unsigned count = 0;
    Token token;
    do {
      token = lexer.lex();
      if (token.is(Tok::Identifier))
        lexer.extendOpcode(token);
      lexer.lexMember();
    } while (!token.is(Tok::Eof) && ++count < 100);
    EXPECT_LT(count, 100u);
  }
}

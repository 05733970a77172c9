//===- Assemble.h - Small SASS programs for tests ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program from a few lines of assembly text, and its run with one buffer.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_EXECUTION_ASSEMBLE_H
#define PTX_MLIR_TEST_UNIT_EXECUTION_ASSEMBLE_H

#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "llvm/ADT/StringMap.h"
#include "gtest/gtest.h"

/// Appends the code of some assembly text: one instruction or `label:` a line,
/// for the SM of the program. False after a failure of the test.
inline bool appendCode(ptxmlir::exec::Program &program, llvm::StringRef text) {
  using namespace ptxmlir;
  llvm::SmallVector<llvm::StringRef> lines, code;
  text.split(lines, '\n', -1, false);
  llvm::StringMap<int64_t> labels;
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (line.ends_with(":"))
      labels[line.drop_back()] = int64_t(code.size() * 16);
    else if (!line.empty())
      code.push_back(line);
  }
  for (size_t i = 0; i < code.size(); ++i) {
    auto find = [&](llvm::StringRef name) -> std::optional<int64_t> {
      auto it = labels.find(name);
      return it == labels.end() ? std::nullopt : std::optional(it->second);
    };
    sass::ParseOptions options;
    options.address = i * 16;
    options.labelAddress = find;
    std::string error;
    auto inst = sass::parseInst(code[i], program.sm, error, options);
    if (!inst) {
      ADD_FAILURE() << code[i].str() << ": " << error;
      return false;
    }
    program.append(*inst);
  }
  return true;
}

/// A program of one kernel `k` of such text. Its parameter is one 64-bit word
/// at 0x210.
inline ptxmlir::exec::Program assemble(llvm::StringRef text, unsigned sm = 90) {
  using namespace ptxmlir;
  exec::Program program;
  program.sm = sm;
  if (!appendCode(program, text))
    return program;
  exec::Kernel k;
  k.name = "k";
  k.codeBytes = program.code.size() * 16;
  k.paramBase = 0x210;
  k.paramBytes = 8;
  k.params.push_back({0, 8});
  k.sharedBase = 0x400;
  k.sharedBytes = 0x400 + 1024;
  program.kernels.push_back(std::move(k));
  return program;
}

/// Runs a program with a buffer of words as its parameter; "" or the error.
inline std::string run(llvm::StringRef text, std::vector<uint32_t> &words,
                       unsigned threads = 32, unsigned ctas = 1,
                       uint64_t maxInstructions = 1000000, unsigned sm = 90) {
  using namespace ptxmlir::exec;
  Program program = assemble(text, sm);
  if (program.kernels.empty())
    return "does not assemble";
  GlobalMemory memory;
  uint64_t at = memory.allocate(words.size() * 4, "the buffer");
  memcpy(memory.access(at, words.size() * 4), words.data(), words.size() * 4);
  LaunchConfig config;
  config.grid[0] = ctas;
  config.block[0] = threads;
  config.maxInstructions = maxInstructions;
  config.params.resize(8);
  memcpy(config.params.data(), &at, 8);
  Machine machine(program, memory);
  std::string error = llvm::toString(machine.run(program.kernels[0], config));
  memcpy(words.data(), memory.access(at, words.size() * 4), words.size() * 4);
  return error;
}

/// What one warp leaves in a buffer of zeros, a word for each lane.
inline std::vector<uint32_t> resultsOfLanes(llvm::StringRef text) {
  std::vector<uint32_t> words(32, 0);
  EXPECT_EQ(run(text, words), "");
  return words;
}

#endif // PTX_MLIR_TEST_UNIT_EXECUTION_ASSEMBLE_H

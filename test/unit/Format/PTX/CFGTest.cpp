//===- CFGTest.cpp - dominators of random graphs --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The importer's dominators against their definition, on graphs that no
// compiler would make.
//
//===----------------------------------------------------------------------===//

#include "CFG.h"
#include <gtest/gtest.h>
#include <random>

using namespace ptxmlir::ptx;

/// A body of `n` labelled blocks, each with up to two random targets.
static FunctionBody randomBody(unsigned n, std::mt19937 &random) {
  FunctionBody body;
  body.numLabels = n;
  for (unsigned i = 0; i < n; ++i) {
    Statement label;
    label.kind = Statement::Label;
    label.index = i;
    body.statements.push_back(label);
    unsigned kind = random() % 4;
    Statement end;
    end.kind = Statement::Branch;
    end.index = random() % n;
    if (kind < 2)
      end.guard = 0;
    if (kind == 3)
      end.kind = random() % 2 ? Statement::Return : Statement::Exit;
    body.statements.push_back(end);
  }
  Statement end;
  end.kind = Statement::Return;
  body.statements.push_back(end);
  return body;
}

/// Blocks reachable from the entry without passing `without`.
static std::vector<bool> reach(const CFG &cfg, uint32_t without) {
  std::vector<bool> seen(cfg.blocks.size(), false);
  if (without == 0)
    return seen;
  std::vector<uint32_t> work = {0};
  seen[0] = true;
  while (!work.empty()) {
    uint32_t block = work.back();
    work.pop_back();
    for (uint32_t succ : cfg.successors[block])
      if (succ != without && !seen[succ]) {
        seen[succ] = true;
        work.push_back(succ);
      }
  }
  return seen;
}

TEST(CFG, DominatorsOfRandomGraphs) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 200; ++round) {
    FunctionBody body = randomBody(1 + random() % 20, random);
    CFG cfg(body);
    uint32_t n = cfg.blocks.size();
    EXPECT_TRUE(cfg.predecessors[0].empty());
    std::vector<bool> reachable = reach(cfg, kNone);
    for (uint32_t b = 0; b < n; ++b)
      EXPECT_EQ(cfg.isReachable(b), bool(reachable[b]));
    for (uint32_t a = 0; a < n; ++a) {
      if (!reachable[a])
        continue;
      std::vector<bool> around = reach(cfg, a);
      for (uint32_t b = 0; b < n; ++b)
        if (reachable[b])
          EXPECT_EQ(cfg.dominates(a, b), a == b || !around[b]);
    }
  }
}

//===- NoProofs.cpp - Where there is no Z3 --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands for all proofs where the library is missing, so that their absence
// shows as a skipped test.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

TEST(Proofs, NeedZ3) { GTEST_SKIP() << "built without Z3 (libz3-dev)"; }

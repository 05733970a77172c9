//===- Mutation.h - Mistakes planted in the tables --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mistakes that a person could make in a record. That each is noticed is the
// measure of the tests of the tables.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_FORMAT_SASS_MUTATION_H
#define PTXMLIR_TEST_UNIT_FORMAT_SASS_MUTATION_H

#include "../../ISA/RandomInst.h"
#include <string>

namespace ptxmlir::isa {

struct Mutation {
  Opcode opcode;
  std::string what;
};

/// Changes the mutable tables as a wrong record would: a field moved by a bit,
/// two values of an enum or two slots exchanged, a width off by one, a bit of
/// the opcode or of the fixed bits, a complement, a shift, the sign, the SMs of
/// a form, a rule left out. Says what was done; the same number does the same.
Mutation mutateTables(uint64_t number);

/// Writes one word for each rule that only it breaks, in each form.
void writeIllegalWords(unsigned sm);

} // namespace ptxmlir::isa

#endif // PTXMLIR_TEST_UNIT_FORMAT_SASS_MUTATION_H

//===- Terms.cpp - Terms of Z3 and what is proved of them -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The domain of ISA/Semantics whose numbers are terms of Z3, and the questions
// that are asked of the solver.
//
//===----------------------------------------------------------------------===//

#include "Terms.h"
#include "llvm/ADT/DenseSet.h"
#include <cstdio>
#include <cstdlib>

using namespace ptxmlir::test;

ProofCounts ptxmlir::test::proofCounts;

static void reportError(Z3_context context, Z3_error_code code) {
  fprintf(stderr, "Z3: %s\n", Z3_get_error_msg(context, code));
  abort();
}

Z3_context ptxmlir::test::z3() {
  // Without reference counts terms live as long as the context.
  static Z3_context context = [] {
    Z3_config config = Z3_mk_config();
    Z3_context made = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(made, reportError);
    return made;
  }();
  return context;
}

static Bits<1> bitOf(Bits<32> v, unsigned i) {
  return {Z3_mk_extract(z3(), i, i, v.ast)};
}

Bits<32> TermDomain::popcount(U32 v) {
  U32 sum = c32(0);
  for (unsigned i = 0; i != 32; ++i)
    sum = sum + U32{Z3_mk_zero_ext(z3(), 31, bitOf(v, i).ast)};
  return sum;
}

Bits<32> TermDomain::countLeadingZeros(U32 v) {
  U32 count = c32(32);
  for (unsigned i = 0; i != 32; ++i)
    count = select(bitOf(v, i) == constant<1>(1), c32(31 - i), count);
  return count;
}

Bits<32> TermDomain::reverse(U32 v) {
  Z3_ast result = bitOf(v, 0).ast;
  for (unsigned i = 1; i != 32; ++i)
    result = Z3_mk_concat(z3(), result, bitOf(v, i).ast);
  return {result};
}

uint64_t ptxmlir::test::valueOf(Bits<64> v) {
  uint64_t value = 0;
  if (!Z3_get_numeral_uint64(z3(), Z3_simplify(z3(), v.ast), &value)) {
    fprintf(stderr, "no constant: %s\n", Z3_ast_to_string(z3(), v.ast));
    abort();
  }
  return value;
}

bool ptxmlir::test::valueOf(Truth v) {
  return Z3_get_bool_value(z3(), Z3_simplify(z3(), v.ast)) == Z3_L_TRUE;
}

/// One solver for all questions: clauses of earlier ones are popped.
static Z3_solver getSolver(unsigned milliseconds) {
  static Z3_solver solver = [] {
    Z3_solver made =
        Z3_mk_solver_for_logic(z3(), Z3_mk_string_symbol(z3(), "QF_BV"));
    Z3_solver_inc_ref(z3(), made);
    return made;
  }();
  Z3_params params = Z3_mk_params(z3());
  Z3_params_inc_ref(z3(), params);
  Z3_params_set_uint(z3(), params, Z3_mk_string_symbol(z3(), "timeout"),
                     milliseconds);
  Z3_solver_set_params(z3(), solver, params);
  Z3_params_dec_ref(z3(), params);
  return solver;
}

/// Formulas that were proved before; equal terms are one object.
static llvm::DenseSet<Z3_ast> &getKnown() {
  static llvm::DenseSet<Z3_ast> known;
  return known;
}

/// True if the formula needs no solver; `formula` is simplified.
static bool isProved(Z3_ast &formula) {
  Z3_ast whole = formula;
  if (getKnown().contains(whole)) {
    ++proofCounts.repeated;
    return true;
  }
  formula = Z3_simplify(z3(), whole);
  if (Z3_get_bool_value(z3(), formula) == Z3_L_TRUE) {
    ++proofCounts.simplified;
    getKnown().insert(whole);
    return true;
  }
  if (!getKnown().contains(formula))
    return false;
  ++proofCounts.repeated;
  return true;
}

Proof ptxmlir::test::prove(Truth claim, Truth given, unsigned milliseconds) {
  ++proofCounts.claims;
  Z3_ast formula = (!given || claim).ast;
  if (isProved(formula))
    return {Proof::Proved, {}};
  Z3_solver solver = getSolver(milliseconds);
  Z3_solver_reset(z3(), solver);
  Z3_solver_assert(z3(), solver, Z3_mk_not(z3(), formula));
  Z3_lbool answer = Z3_solver_check(z3(), solver);
  if (answer == Z3_L_FALSE) {
    ++proofCounts.solved;
    getKnown().insert(formula);
    return {Proof::Proved, {}};
  }
  if (answer == Z3_L_UNDEF)
    return {Proof::Unknown, Z3_solver_get_reason_unknown(z3(), solver)};
  Z3_model model = Z3_solver_get_model(z3(), solver);
  return {Proof::Refuted, Z3_model_to_string(z3(), model)};
}

void ClaimBatch::add(Truth claim, std::string what) {
  ++proofCounts.claims;
  if (isProved(claim.ast))
    return;
  entries.push_back({claim, std::move(what)});
  if (entries.size() == 128)
    flush();
}

void ClaimBatch::flush() {
  std::vector<Z3_ast> all;
  for (const Entry &entry : entries)
    all.push_back(entry.claim.ast);
  Z3_solver solver = getSolver(60000);
  Z3_solver_reset(z3(), solver);
  Z3_solver_assert(
      z3(), solver,
      Z3_mk_not(z3(), Z3_mk_and(z3(), unsigned(all.size()), all.data())));
  if (Z3_solver_check(z3(), solver) == Z3_L_FALSE) {
    proofCounts.solved += unsigned(all.size());
    getKnown().insert(all.begin(), all.end());
  } else if (failure.empty()) {
    for (const Entry &entry : entries)
      if (Proof proof = prove(entry.claim); !proof) {
        failure = entry.what + ": " + proof.counterexample;
        break;
      }
  }
  entries.clear();
}

std::string ClaimBatch::finish() {
  if (!entries.empty())
    flush();
  return failure;
}

bool ptxmlir::test::findModel(Truth condition,
                              const std::vector<Bits<64>> &asked,
                              std::vector<uint64_t> &values) {
  Z3_solver solver = getSolver(20000);
  Z3_solver_reset(z3(), solver);
  Z3_solver_assert(z3(), solver, condition.ast);
  Z3_lbool answer = Z3_solver_check(z3(), solver);
  if (answer == Z3_L_FALSE)
    return false;
  if (answer == Z3_L_UNDEF) {
    fprintf(stderr, "Z3: no answer\n");
    abort();
  }
  Z3_model model = Z3_solver_get_model(z3(), solver);
  Z3_model_inc_ref(z3(), model);
  for (Bits<64> term : asked) {
    Z3_ast value = nullptr;
    Z3_model_eval(z3(), model, term.ast, /*model_completion=*/true, &value);
    values.push_back(valueOf(Bits<64>{value}));
  }
  Z3_model_dec_ref(z3(), model);
  return true;
}

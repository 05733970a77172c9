//===- expression_parser.cu - A parser by recursive descent ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDACC__
#define __noinline__ __attribute__((noinline))
#endif

// Each thread evaluates one text: numbers, + - * / %, unary minus, parentheses,
// and x for the thread's own number.  Division by zero gives zero.  Functions
// call each other, and the place in the text goes along by pointer.
struct Parser {
  const char *p;
  long long x;
  int errors;
};

__device__ long long parseSum(Parser &s);

__device__ __noinline__ long long parseAtom(Parser &s) {
  char c = *s.p;
  if (c == '-') {
    ++s.p;
    return -parseAtom(s);
  }
  if (c == '(') {
    ++s.p;
    long long value = parseSum(s);
    if (*s.p == ')')
      ++s.p;
    else
      ++s.errors;
    return value;
  }
  if (c == 'x') {
    ++s.p;
    return s.x;
  }
  if (c < '0' || c > '9') {
    ++s.errors;
    if (c)
      ++s.p;
    return 0;
  }
  long long value = 0;
  while (*s.p >= '0' && *s.p <= '9')
    value = value * 10 + (*s.p++ - '0');
  return value;
}

__device__ __noinline__ long long parseProduct(Parser &s) {
  long long left = parseAtom(s);
  for (;;) {
    char c = *s.p;
    if (c != '*' && c != '/' && c != '%')
      return left;
    ++s.p;
    long long right = parseAtom(s);
    if (c == '*')
      left *= right;
    else if (right == 0)
      left = 0;
    else
      left = c == '/' ? left / right : left % right;
  }
}

__device__ __noinline__ long long parseSum(Parser &s) {
  long long left = parseProduct(s);
  while (*s.p == '+' || *s.p == '-') {
    char c = *s.p++;
    long long right = parseProduct(s);
    left = c == '+' ? left + right : left - right;
  }
  return left;
}

extern "C" __global__ void expression_parser(const char *texts, int pitch,
                                             long long *values, int *errors,
                                             int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Parser s = {texts + t % n * pitch, t - 20, 0};
  values[t] = parseSum(s);
  if (*s.p)
    s.errors += 100;
  errors[t] = s.errors;
}

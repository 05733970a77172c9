//===- tokenizer.cu - A scanner with gotos and falls through ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Counts the tokens of a text of a small language: names, numbers (decimal, hex
// with 0x, with fraction and exponent), strings with escapes, comments, others.
// The control flow is written as scanners are: labels, gotos, cases that fall
// into the next.
extern "C" __global__ void tokenizer(const char *texts, int length,
                                     unsigned *counts, unsigned *hashes) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  const char *p = texts + t * length, *end = p + length;
  unsigned names = 0, numbers = 0, strings = 0, comments = 0, others = 0;
  unsigned hash = 2166136261u;

next:
  if (p >= end)
    goto done;
  switch (*p) {
  case ' ':
  case '\n':
    ++p;
    goto next;
  case '/':
    if (p + 1 < end && p[1] == '/') {
      while (p < end && *p != '\n')
        ++p;
      ++comments;
      goto next;
    }
    goto other;
  case '"':
    ++p;
    for (; p < end; ++p) {
      if (*p == '\\') {
        ++p;
        hash ^= 0x5c;
      } else if (*p == '"') {
        ++p;
        ++strings;
        goto next;
      }
    }
    others += 1000; // Not closed.
    goto done;
  case '0':
    if (p + 1 < end && p[1] == 'x') {
      p += 2;
      while (p < end && ((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'f')))
        hash = hash * 16777619u ^ *p++;
      ++numbers;
      goto next;
    }
    // Otherwise as any digit.
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
  case '8':
  case '9':
  digits:
    while (p < end && *p >= '0' && *p <= '9')
      hash = hash * 16777619u ^ *p++;
    if (p < end && (*p == '.' || *p == 'e')) {
      ++p;
      goto digits;
    }
    ++numbers;
    goto next;
  case '_':
  name:
    while (p < end &&
           (*p == '_' || (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9')))
      hash = (hash ^ *p++) * 16777619u;
    ++names;
    goto next;
  default:
    if (*p >= 'a' && *p <= 'z')
      goto name;
  }
other:
  hash += (unsigned char)*p++;
  ++others;
  goto next;

done:
  counts[5 * t] = names;
  counts[5 * t + 1] = numbers;
  counts[5 * t + 2] = strings;
  counts[5 * t + 3] = comments;
  counts[5 * t + 4] = others;
  hashes[t] = hash;
}

//===- SanitizerOptions.cpp - What AddressSanitizer reports ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's archives are built without the sanitizer and do not clear what our
// side poisons; the context of the last inputs is never freed. The runtime has
// a weak function of the same name, so that this one may not be weak (inline).
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}

//===- ptx-opt.cpp - Runs passes and pipelines on any level of the road ---===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line, so that test tools can be the same with passes of their own: see
// lib/OptMain/OptMain.cpp. A static program loads no plug-ins: told to, it
// becomes the shared one that lies beside it.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/OptMain/OptMain.h"

#ifdef PTXMLIR_PLUGIN_TOOL
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

static bool wantsPlugin(int argc, char **argv) {
  return llvm::any_of(llvm::ArrayRef(argv + 1, argc - 1), [](const char *word) {
    llvm::StringRef name = llvm::StringRef(word).split('=').first.ltrim('-');
    return word[0] == '-' &&
           (name == "load-pass-plugin" || name == "load-dialect-plugin");
  });
}

/// Does not return if there is a tool that loads plug-ins.
static int becomePluginTool(char **argv) {
  std::string self = llvm::sys::fs::getMainExecutable(argv[0], nullptr);
  llvm::SmallString<128> path = llvm::sys::path::parent_path(self);
  llvm::sys::path::append(path, PTXMLIR_PLUGIN_TOOL);
  execv(path.c_str(), argv);
  llvm::errs() << "ptx-opt: plug-ins are loaded by '" << path
               << "', which is not there; it comes with what ptx-mlir has for "
                  "development (the package ptx-mlir-dev)\n";
  return 1;
}
#endif

int main(int argc, char **argv) {
#ifdef PTXMLIR_PLUGIN_TOOL
  if (wantsPlugin(argc, argv))
    return becomePluginTool(argv);
#endif
  return ptxmlir::runPtxOpt(argc, argv);
}

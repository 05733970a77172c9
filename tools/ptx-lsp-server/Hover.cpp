//===- Hover.cpp - The text of the records in what MLIR's server shows ----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's LSP library shows name and generic form of an op and has no way to add
// to that; its classes are not in its headers. So the linker hands the server's
// calls of mlir::lsp::MLIRServer::findHover() to the function here (--wrap, see
// CMakeLists.txt), which adds what the records say. By the platform's C++ ABI a
// member function is one with `this` as its first parameter.
//
//===----------------------------------------------------------------------===//

#include "RecordText.h"
#include "llvm/Support/LSP/Protocol.h"
#include <optional>

using namespace llvm::lsp;

#define FIND_HOVER                                                             \
  "_ZN4mlir3lsp10MLIRServer9findHoverERKN4llvm3lsp10URIForFileERKNS3_"         \
  "8PositionE"

std::optional<Hover>
findHoverOfLibrary(void *server, const URIForFile &uri,
                   const Position &position) asm("__real_" FIND_HOVER);

std::optional<Hover>
findHover(void *server, const URIForFile &uri,
          const Position &position) asm("__wrap_" FIND_HOVER);

/// The library's text of an op starts with its name in quotes.
static llvm::StringRef opNameOf(llvm::StringRef text) {
  return text.consume_front("\"")
             ? text.take_until([](char c) { return c == '"'; })
             : llvm::StringRef();
}

std::optional<Hover> findHover(void *server, const URIForFile &uri,
                               const Position &position) {
  std::optional<Hover> hover = findHoverOfLibrary(server, uri, position);
  if (!hover)
    return hover;
  std::string &text = hover->contents.value;
  std::string records = ptxmlir::lsp::describeOp(opNameOf(text));
  if (records.empty())
    return hover;
  // After the first line, which has the name, and before the generic form.
  size_t end = text.find("\n\n");
  text.insert(end == std::string::npos ? text.size() : end + 2,
              llvm::StringRef(records).rtrim().str() + "\n\n");
  return hover;
}

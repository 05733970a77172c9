//===- DiagnosticPrinter.cpp - diagnostics of the driver ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two formats for one diagnostic: ptxas's, which callers parse, and one with
// the line and a caret for people.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/DiagnosticPrinter.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "ptx-mlir/Format/PTX/DiagnosticPlace.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir;

/// For callers that do not read text.
static CompilerDiagnostic describe(Diagnostic &diag, bool isError) {
  CompilerDiagnostic result;
  result.severity = isError ? CompilerDiagnostic::Error
                    : diag.getSeverity() == DiagnosticSeverity::Warning
                        ? CompilerDiagnostic::Warning
                        : CompilerDiagnostic::Note;
  ptx::DiagnosticPlace place = ptx::getDiagnosticPlace(diag.getLocation());
  if (place.start) {
    result.file = place.start.getFilename().str();
    result.line = place.start.getLine();
    result.column = place.start.getColumn();
    result.length = place.length;
  }
  result.message = diag.str();
  return result;
}

void DiagnosticPrinter::print(Diagnostic &diag) {
  bool isPtxas = options.diagnosticFormat == DiagnosticFormat::Ptxas;
  StringRef severity = isPtxas ? "error   " : "error";
  switch (diag.getSeverity()) {
  case DiagnosticSeverity::Error:
    break;
  case DiagnosticSeverity::Warning:
    if (options.noWarnings)
      return;
    if (options.warningsAsErrors)
      failed = true;
    else
      severity = isPtxas ? "warning " : "warning";
    break;
  case DiagnosticSeverity::Note:
    severity = isPtxas ? "info    " : "note";
    break;
  case DiagnosticSeverity::Remark:
    severity = isPtxas ? "info    " : "remark";
    break;
  }
  if (options.diagnostics)
    options.diagnostics->push_back(
        describe(diag, StringRef(severity).starts_with("error")));
  if (isPtxas)
    printForPtxas(diag, severity);
  else
    printWithCaret(diag, severity);
  for (Diagnostic &note : diag.getNotes())
    print(note);
}

void DiagnosticPrinter::warn(const llvm::Twine &message) {
  if (options.noWarnings)
    return;
  failed |= options.warningsAsErrors;
  os << (options.warningsAsErrors ? "ptxas error   : " : "ptxas warning : ")
     << message << '\n';
  if (options.diagnostics)
    options.diagnostics->push_back({options.warningsAsErrors
                                        ? CompilerDiagnostic::Error
                                        : CompilerDiagnostic::Warning,
                                    "", 0, 0, 0, message.str()});
}

void DiagnosticPrinter::report(StringRef kind, const llvm::Twine &message) {
  os << "ptxas " << kind << "   : " << message << '\n';
  if (options.diagnostics)
    options.diagnostics->push_back(
        {CompilerDiagnostic::Error, "", 0, 0, 0, message.str()});
}

/// `ptxas file.ptx, line 7; error   : message`.
void DiagnosticPrinter::printForPtxas(Diagnostic &diag, StringRef severity) {
  ptx::DiagnosticPlace place = ptx::getDiagnosticPlace(diag.getLocation());
  os << "ptxas ";
  if (place.start)
    os << place.start.getFilename().getValue() << ", line "
       << (place.ptxasLine ? place.ptxasLine : place.start.getLine()) << "; ";
  os << severity << ": " << diag << '\n';
}

/// The text of a line; empty if there is none.
bool DiagnosticPrinter::selectFile(StringRef name) {
  StringRef wanted = text;
  bool isKnown = name == fileName;
  for (const auto &[more, moreName] : options.moreInputs)
    if (!isKnown && name == moreName) {
      wanted = more;
      isKnown = true;
    }
  if (isKnown && wanted.data() != buffer.data()) {
    buffer = wanted;
    lastLine = 1;
    lastStart = 0;
  }
  return isKnown;
}

StringRef DiagnosticPrinter::findLine(unsigned number) {
  if (number < lastLine) {
    lastLine = 1;
    lastStart = 0;
  }
  for (; lastLine < number; ++lastLine) {
    size_t end = buffer.find('\n', lastStart);
    if (end == StringRef::npos)
      return "";
    lastStart = end + 1;
  }
  return buffer.substr(lastStart).take_until([](char c) { return c == '\n'; });
}

/// `file:line:column: error: message`, the line, a caret under the place, and
/// what would be right there.
void DiagnosticPrinter::printWithCaret(Diagnostic &diag, StringRef severity) {
  ptx::DiagnosticPlace place = ptx::getDiagnosticPlace(diag.getLocation());
  if (place.start)
    os << place.start.getFilename().getValue() << ':' << place.start.getLine()
       << ':' << place.start.getColumn() << ": ";
  os << severity << ": " << diag << '\n';
  if (!place.start || !selectFile(place.start.getFilename().getValue()))
    return;
  StringRef line = findLine(place.start.getLine());
  size_t column = place.start.getColumn() ? place.start.getColumn() - 1 : 0;
  if (line.empty() || column > line.size())
    return;
  // Of a long line the part around the place.
  constexpr size_t kBefore = 100, kMost = 160;
  size_t first = column > kMost - 20 ? column - kBefore : 0;
  StringRef shown = line.substr(first, kMost).rtrim();
  // What is no text would spoil the line.
  for (char c : shown)
    os << (c == '\t' || llvm::isPrint(c) ? c : '?');
  os << '\n';
  // Tabs keep the caret in its place.
  std::string indent;
  for (char c : line.slice(first, column))
    indent += c == '\t' ? '\t' : ' ';
  size_t length = std::min<size_t>(place.length, line.size() - column);
  os << indent << '^' << std::string(length ? length - 1 : 0, '~') << '\n';
  if (!place.fixit.empty())
    os << indent << place.fixit << '\n';
}

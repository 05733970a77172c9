//===- DiagnosticPlace.cpp - what a diagnostic of PTX is about ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location of MLIR has a line and a column. How long the text at fault is,
// and what should stand there, goes along in a fused location.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/PTX/DiagnosticPlace.h"
#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"

using namespace mlir;
using namespace ptxmlir::ptx;

static constexpr llvm::StringLiteral kLength = "ptx.length",
                                     kFixit = "ptx.fixit",
                                     kPtxasLine = "ptx.ptxas_line";

Location ptxmlir::ptx::getDiagnosticLoc(const DiagnosticPlace &place) {
  Builder builder(place.start.getContext());
  SmallVector<NamedAttribute, 3> parts;
  if (place.length)
    parts.push_back(builder.getNamedAttr(
        kLength, builder.getI32IntegerAttr(int32_t(place.length))));
  if (!place.fixit.empty())
    parts.push_back(
        builder.getNamedAttr(kFixit, builder.getStringAttr(place.fixit)));
  if (place.ptxasLine)
    parts.push_back(builder.getNamedAttr(
        kPtxasLine, builder.getI32IntegerAttr(int32_t(place.ptxasLine))));
  if (parts.empty())
    return place.start;
  return FusedLoc::get(builder.getContext(), {Location(place.start)},
                       builder.getDictionaryAttr(parts));
}

/// The first place in a file that `loc` names, null if none.
static FileLineColLoc getStart(Location loc) {
  FileLineColLoc start;
  loc->walk([&](Location part) {
    if (auto line = dyn_cast<LineLoc>(part))
      start =
          FileLineColLoc::get(line.getFile(), line.getLine(), line.getColumn());
    else
      start = dyn_cast<FileLineColLoc>(part);
    return start ? WalkResult::interrupt() : WalkResult::advance();
  });
  return start;
}

DiagnosticPlace ptxmlir::ptx::getDiagnosticPlace(Location loc) {
  DiagnosticPlace place;
  place.start = getStart(loc);
  auto fused = dyn_cast<FusedLoc>(loc);
  auto parts = fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata())
                     : DictionaryAttr();
  if (!parts)
    return place;
  auto number = [&](StringRef name) {
    auto attr = parts.getAs<IntegerAttr>(name);
    return attr ? unsigned(attr.getInt()) : 0;
  };
  place.length = number(kLength);
  place.ptxasLine = number(kPtxasLine);
  if (auto fixit = parts.getAs<StringAttr>(kFixit))
    place.fixit = fixit.getValue();
  return place;
}

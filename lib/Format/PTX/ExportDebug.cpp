//===- ExportDebug.cpp - source places as PTX text ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .file and .loc from locations, debugging sections as they were.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

using namespace mlir;
using namespace ptxmlir::ptx;

LocationAttr ptxmlir::ptx::getDebugLoc(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused || fused.getLocations().size() != 2)
    return nullptr;
  return fused.getLocations()[1];
}

void Exporter::collectFiles() {
  if (ArrayAttr list = module.getFilesAttr())
    for (auto file : list.getAsRange<FileAttr>()) {
      fileNumbers.try_emplace(file.getName().getValue(), file.getNumber());
      nextFile = std::max(nextFile, file.getNumber() + 1);
    }
}

/// A file that the module does not list gets the next number.
unsigned Exporter::fileNumber(StringRef name) {
  auto [it, isNew] = fileNumbers.try_emplace(name, nextFile);
  if (isNew) {
    newFiles.push_back({nextFile, name.str()});
    ++nextFile;
  }
  return it->second;
}

/// `.loc` for a place, with the name of its function and the place where that
/// was inlined: an earlier `.loc` must have been there, and no later one may
/// have meant another place by the same numbers.
void Exporter::printLoc(raw_ostream &os, LocationAttr loc) {
  struct Place {
    LocationAttr loc, caller;
    StringRef function;
    DebugPlace place;
  };
  SmallVector<Place> places;
  for (LocationAttr at = loc; at;) {
    Place place = {at, nullptr, "", {}};
    if (auto call = dyn_cast<CallSiteLoc>(at)) {
      place.caller = call.getCaller();
      at = call.getCallee();
    }
    if (auto name = dyn_cast<NameLoc>(at)) {
      place.function = name.getName().getValue();
      at = name.getChildLoc();
    }
    auto line = dyn_cast<FileLineColLoc>(at);
    if (!line)
      return;
    place.place = {fileNumber(line.getFilename().getValue()), line.getLine(),
                   line.getColumn()};
    places.push_back(place);
    at = place.caller;
  }
  // The outermost call first.
  for (size_t i = places.size(); i-- > 0;) {
    const Place &place = places[i];
    LocationAttr &known = debugPlaces[place.place];
    if (i > 0 && known == place.loc)
      continue;
    known = place.loc;
    auto write = [&](const DebugPlace &at) {
      os << std::get<0>(at) << ' ' << std::get<1>(at) << ' ' << std::get<2>(at);
    };
    os << "\t.loc \t";
    write(place.place);
    if (!place.function.empty())
      os << ", function_name " << place.function;
    if (place.caller) {
      os << ", inlined_at ";
      write(places[i + 1].place);
    }
    os << '\n';
  }
}

void Exporter::printFiles() {
  if (ArrayAttr list = module.getFilesAttr())
    for (auto file : list.getAsRange<FileAttr>()) {
      os << ".file \t" << file.getNumber() << " \"" << file.getName().getValue()
         << '"';
      if (file.getTime() || file.getSize())
        os << ", " << file.getTime() << ", " << file.getSize();
      os << '\n';
    }
  for (const auto &[number, name] : newFiles)
    os << ".file \t" << number << " \"" << name << "\"\n";
}

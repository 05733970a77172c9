//===- LineResolver.cpp - Locations as lines of tables --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads .debug_str for the names of inlined functions and looks through the
// locations that the importer made; results are kept, because many instructions
// have one location.
//
//===----------------------------------------------------------------------===//

#include "LineResolver.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir;

LineResolver::LineResolver(ptx::ModuleOp module) {
  if (std::optional<ArrayAttr> files = module.getFiles())
    for (auto file : files->getAsRange<ptx::FileAttr>()) {
      tables.info.files.push_back(
          {file.getName().str(), file.getTime(), file.getSize()});
      fileNumbers.try_emplace(file.getName(), tables.info.files.size());
    }
  for (auto section : module.getOps<ptx::SectionOp>())
    if (section.getName() == ".debug_str")
      readStrings(section);
  tables.getPlace = [this](Location loc) { return resolve(loc); };
}

void LineResolver::addText(StringAttr name, StringRef text) {
  textNumbers.try_emplace(name, tables.info.ptxTexts.size());
  tables.info.ptxTexts.push_back(text.str());
}

/// `label:` and `.b8 number, ...`; the parser has looked at the form.
void LineResolver::readStrings(ptx::SectionOp section) {
  llvm::StringMap<uint32_t> &own = labels[getPtxFile(section.getLoc())];
  std::vector<uint8_t> &bytes = tables.info.strings;
  StringRef text = section.getContent();
  while (!(text = text.ltrim()).empty()) {
    if (text.starts_with("//")) {
      text = text.split('\n').second;
    } else if (text.consume_front(".b8")) {
      do {
        text = text.ltrim();
        int64_t value;
        if (text.consumeInteger(0, value))
          return;
        bytes.push_back(uint8_t(value));
        text = text.ltrim();
      } while (text.consume_front(","));
    } else {
      auto [label, rest] = text.split(':');
      own[label.rtrim()] = bytes.size();
      text = rest;
    }
  }
}

/// What was inlined from PTX's own functions keeps their lines.
static Location getInnermost(Location loc) {
  while (auto call = dyn_cast<CallSiteLoc>(loc))
    loc = call.getCallee();
  return loc;
}

/// What an operation says of the PTX comes before what it says of the source.
static Location getPtxPlace(Location loc) {
  loc = getInnermost(loc);
  if (auto fused = dyn_cast<FusedLoc>(loc);
      fused && !fused.getLocations().empty())
    return getInnermost(fused.getLocations()[0]);
  return loc;
}

StringAttr LineResolver::getPtxFile(Location loc) {
  loc = getPtxPlace(loc);
  if (auto line = dyn_cast<ptx::LineLoc>(loc))
    return line.getFile();
  if (auto line = dyn_cast<FileLineColLoc>(loc))
    return line.getFilename();
  return {};
}

uint32_t LineResolver::getPtxLine(Location loc) {
  loc = getPtxPlace(loc);
  if (auto line = dyn_cast<ptx::LineLoc>(loc))
    return line.getLine();
  if (auto line = dyn_cast<FileLineColLoc>(loc))
    return line.getLine();
  return 0;
}

cubin::CodePlace LineResolver::resolve(Location loc) {
  cubin::CodePlace place;
  place.ptxLine = getPtxLine(loc);
  StringAttr input = getPtxFile(loc);
  place.ptxText = textNumbers.lookup(input);
  if (auto fused = dyn_cast<FusedLoc>(getInnermost(loc)))
    if (fused.getLocations().size() > 1)
      place.source = resolveSource(input, fused.getLocations()[1]);
  return place;
}

/// File and line, whoever calls it.
cubin::SourcePlace LineResolver::getOwnPlace(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    loc = name.getChildLoc();
  cubin::SourcePlace place;
  if (auto line = dyn_cast<FileLineColLoc>(loc)) {
    place.file = fileNumbers.lookup(line.getFilename());
    place.line = place.file ? line.getLine() : 0;
  }
  return place;
}

/// The name of an inlined function is a label, perhaps with an offset:
/// "label+4".
static uint32_t getNameOffset(Location callee,
                              const llvm::StringMap<uint32_t> &labels) {
  auto name = dyn_cast<NameLoc>(callee);
  if (!name)
    return 0;
  auto [label, added] = name.getName().getValue().split('+');
  uint32_t offset = 0;
  added.getAsInteger(10, offset);
  return labels.lookup(label) + offset;
}

cubin::SourcePlace LineResolver::resolveSource(StringAttr input, Location loc) {
  // From the outermost caller inwards; no recursion, chains may be long.
  SmallVector<CallSiteLoc> chain;
  cubin::SourcePlace place;
  Location at = loc;
  while (true) {
    auto found = known.find({input, at});
    if (found != known.end()) {
      place = found->second;
      break;
    }
    auto call = dyn_cast<CallSiteLoc>(at);
    if (!call) {
      place = getOwnPlace(at);
      known[{input, at}] = place;
      break;
    }
    chain.push_back(call);
    at = call.getCaller();
  }
  for (CallSiteLoc call : llvm::reverse(chain)) {
    uint32_t name = getNameOffset(call.getCallee(), labels[input]);
    cubin::SourcePlace inner = getOwnPlace(call.getCallee());
    inner.call = getCall(place, name);
    place = inner;
    known[{input, call}] = place;
  }
  return place;
}

int32_t LineResolver::getCall(const cubin::SourcePlace &site, uint32_t name) {
  auto [it, isNew] = callNumbers.try_emplace(
      {{site.file, site.line}, {uint32_t(site.call), name}},
      int32_t(tables.info.calls.size()));
  if (isNew)
    tables.info.calls.push_back({site, name});
  return it->second;
}

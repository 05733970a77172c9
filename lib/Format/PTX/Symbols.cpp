//===- Symbols.cpp - names of a PTX module --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ptxmlir::ptx;

static uint8_t firstByte(StringRef name) {
  return name.empty() ? 0 : name.front();
}

void Scopes::pop() {
  uint32_t mark = marks.back();
  marks.pop_back();
  while (entries.size() > mark) {
    Entry &entry = entries.back();
    if (entry.isPrefix)
      families.pop_back();
    if (!entry.isPrefix)
      --numNames[firstByte(entry.key->first())];
    if (entry.shadowed)
      entry.key->second = entry.shadowed;
    else
      (entry.isPrefix ? prefixes : names).erase(entry.key->first());
    entries.pop_back();
  }
}

const Symbol *Scopes::insert(Map &map, StringRef name, const Symbol &symbol,
                             bool isPrefix) {
  auto &key = *map.try_emplace(name, 0).first;
  uint32_t previous = key.second;
  if (previous && previous > (marks.empty() ? 0 : marks.back()))
    return &entries[previous - 1].symbol;
  entries.push_back({symbol, &key, previous, isPrefix});
  if (!isPrefix)
    ++numNames[firstByte(name)];
  key.second = entries.size();
  return nullptr;
}

const Symbol *Scopes::declare(StringRef name, const Symbol &symbol) {
  return insert(names, name, symbol, /*isPrefix=*/false);
}

const Symbol *Scopes::declareFamily(StringRef prefix, DataType type,
                                    uint8_t lanes, uint32_t count,
                                    Position position) {
  Symbol symbol;
  symbol.kind = Symbol::Family;
  symbol.index = families.size();
  symbol.type = type;
  symbol.lanes = lanes;
  symbol.position = position;
  if (const Symbol *previous = insert(prefixes, prefix, symbol, true))
    return previous;
  families.push_back({type, lanes, count, {}});
  return nullptr;
}

uint32_t Scopes::find(StringRef name, uint32_t &number) const {
  uint32_t found = 0;
  if (numNames[firstByte(name)])
    if (auto it = names.find(name); it != names.end())
      found = it->second;
  // A member of a family ends in a number without leading zeros. A prefix may
  // end in digits itself: each split is tried, the shortest prefix first being
  // the common case.
  size_t digits = name.size();
  while (digits > 1 && isDigit(name[digits - 1]))
    --digits;
  for (size_t split = digits; split < name.size(); ++split) {
    if (name[split] == '0' && split + 1 != name.size())
      continue;
    if (name.size() - split > 9)
      continue;
    auto it = prefixes.find(name.take_front(split));
    if (it == prefixes.end() || it->second <= found)
      continue;
    uint32_t value = 0;
    for (char c : name.drop_front(split))
      value = value * 10 + (c - '0');
    if (value >= families[entries[it->second - 1].symbol.index].count)
      continue;
    found = it->second;
    number = value;
    if (split == digits)
      break;
  }
  return found;
}

const Symbol *Scopes::lookup(StringRef name, uint32_t &number) const {
  uint32_t found = find(name, number);
  return found ? &entries[found - 1].symbol : nullptr;
}

const Symbol *Scopes::lookupFamilyMember(StringRef name) const {
  uint32_t number = 0;
  uint32_t found = find(name, number);
  if (found <= (marks.empty() ? 0 : marks.back()) ||
      !entries[found - 1].isPrefix)
    return nullptr;
  return &entries[found - 1].symbol;
}

const Symbol *Scopes::lookupInnermost(StringRef name) const {
  auto it = names.find(name);
  if (it == names.end() || it->second <= (marks.empty() ? 0 : marks.back()))
    return nullptr;
  return &entries[it->second - 1].symbol;
}

//===- Symbols.cpp - names of a PTX module --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are hashed by what is before their number, since `%r1` to `%r9999` are
// one family with one declaration.
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ptxmlir::ptx;

static uint8_t firstByte(StringRef name) {
  return name.empty() ? 0 : name.front();
}

/// The number at the end of a member's name, behind the prefix; `%r05` is
/// `%r5`.
static bool parseMember(StringRef digits, uint32_t &number) {
  number = 0;
  for (char c : digits) {
    // No family has so many.
    if (!isDigit(c) || number > UINT32_MAX / 10 - 1)
      return false;
    number = number * 10 + (c - '0');
  }
  return !digits.empty();
}

void Scopes::pop() {
  uint32_t mark = marks.back();
  marks.pop_back();
  while (!numbered.empty() && numbered.back() >= mark)
    numbered.pop_back();
  while (entries.size() > mark) {
    Entry &entry = entries.back();
    if (entry.isPrefix) {
      families.pop_back();
      found = {};
    }
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
  if (isPrefix)
    found = {};
  else
    ++numNames[firstByte(name)];
  key.second = entries.size();
  return nullptr;
}

static bool isVariable(Symbol::Kind kind) {
  return kind == Symbol::Register || kind == Symbol::Variable ||
         kind == Symbol::Param || kind == Symbol::Local;
}

const Symbol *Scopes::declare(StringRef name, const Symbol &symbol) {
  bool isNumbered = isVariable(symbol.kind) && isDigit(name.back());
  if (isNumbered)
    if (const Symbol *member = lookupFamilyMember(name))
      return member;
  const Symbol *previous = insert(names, name, symbol, /*isPrefix=*/false);
  if (isNumbered && !previous)
    numbered.push_back(entries.size() - 1);
  return previous;
}

/// The variable of this scope that has the name of a member. As in ptxas it is
/// none if written with a zero first, and there is none if one is number zero.
const Scopes::Entry *Scopes::findNumbered(StringRef prefix,
                                          uint32_t count) const {
  const Entry *found = nullptr;
  uint32_t mark = marks.empty() ? 0 : marks.back();
  for (uint32_t index : reverse(numbered)) {
    StringRef digits = entries[index].key->first();
    uint32_t number;
    if (index < mark)
      break;
    if (!digits.consume_front(prefix) || !parseMember(digits, number))
      continue;
    if (number == 0)
      return nullptr;
    if (number < count && digits.front() != '0')
      found = &entries[index];
  }
  return found;
}

const Symbol *Scopes::declareFamily(StringRef prefix, DataType type,
                                    uint8_t lanes, uint32_t count,
                                    Position position, StringRef &clash) {
  // Mostly no variable begins as registers do.
  if (numNames[firstByte(prefix)] && !isDigit(prefix.back()))
    if (const Entry *entry = findNumbered(prefix, count)) {
      clash = entry->key->first();
      return &entry->symbol;
    }
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

uint32_t Scopes::findPrefix(StringRef prefix) const {
  auto find = [&] {
    auto it = prefixes.find(prefix);
    return it == prefixes.end() ? 0 : it->second;
  };
  if (prefix.size() > 8)
    return find();
  uint64_t bytes = 0;
  for (char c : prefix)
    bytes = bytes << 8 | uint8_t(c);
  Found &slot = found[(bytes ^ bytes >> 8 ^ bytes >> 12) % found.size()];
  if (slot.prefix != bytes)
    slot = {bytes, find()};
  return slot.entry;
}

uint32_t Scopes::find(StringRef name, uint32_t &number) const {
  uint32_t found = 0;
  if (numNames[firstByte(name)])
    if (auto it = names.find(name); it != names.end())
      found = it->second;
  // The prefix is what stands before all digits at the end: a family whose
  // prefix ends in a digit has no member that can be named. As in ptxas.
  size_t digits = name.size();
  while (digits > 1 && isDigit(name[digits - 1]))
    --digits;
  uint32_t value;
  if (!parseMember(name.drop_front(digits), value))
    return found;
  uint32_t entry = findPrefix(name.take_front(digits));
  // A family that is too short does not hide a longer one around it.
  while (entry > found &&
         value >= families[entries[entry - 1].symbol.index].count)
    entry = entries[entry - 1].shadowed;
  if (entry <= found)
    return found;
  number = value;
  return entry;
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

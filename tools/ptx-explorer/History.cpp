//===- History.cpp - What each phase leaves of a function -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a function after each phase and follows lines and names from one print
// to the next, so that a page can show what a phase changed.
//
//===----------------------------------------------------------------------===//

#include "History.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/Pass.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::explorer;

unsigned explorer::getPTXLine(Location loc) {
  // The place in the PTX is the first of two, that of `.loc` the second; what
  // was inlined keeps its own line.
  while (true) {
    if (auto call = dyn_cast<CallSiteLoc>(loc)) {
      loc = call.getCallee();
    } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
      if (fused.getLocations().empty())
        return 0;
      loc = fused.getLocations().front();
    } else {
      break;
    }
  }
  if (auto line = dyn_cast<ptx::LineLoc>(loc))
    return line.getLine();
  if (auto line = dyn_cast<FileLineColLoc>(loc))
    return line.getLine();
  return 0;
}

static bool isNameChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// Calls `name` for the names of values and blocks in a line; what it returns
/// takes their place.
static std::string mapNames(StringRef text,
                            llvm::function_ref<std::string(StringRef)> name) {
  std::string out;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    if (c == '"')
      isQuoted = !isQuoted;
    if (isQuoted || (c != '%' && c != '^')) {
      out += c;
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (end < text.size() && isNameChar(text[end]))
      ++end;
    out += name(text.slice(i, end));
    i = end;
  }
  return out;
}

static std::vector<Line> printLines(Operation *func) {
  OpPrintingFlags flags;
  AsmState::LocationMap places;
  AsmState state(func, flags, &places);
  std::string text;
  llvm::raw_string_ostream os(text);
  func->print(os, state);
  SmallVector<StringRef> parts;
  StringRef(text).split(parts, '\n');
  std::vector<Line> lines;
  for (StringRef part : parts)
    lines.push_back({part.split("  // ").first.rtrim().str(), 0});
  func->walk([&](Operation *op) {
    auto it = places.find(op);
    if (it == places.end())
      return;
    unsigned line = it->second.first;
    if (line >= 1 && line <= lines.size())
      lines[line - 1].ptxLine = getPTXLine(op->getLoc());
  });
  return lines;
}

namespace {
/// Lines of the snapshot before that may be one of the new one, by a key.
using Candidates = llvm::StringMap<std::pair<std::vector<unsigned>, size_t>>;
} // namespace

static std::string getKey(StringRef text, unsigned ptxLine) {
  return std::to_string(ptxLine) + ":" + text.str();
}

/// Gives values and blocks the names of before: a new line is an old one if it
/// says the same of operands that have names already, or else if it looks the
/// same but for names and is of the same line of the PTX. Each line is looked
/// at a fixed number of times.
void History::rename(std::vector<Line> &lines) {
  std::vector<Line> empty;
  const std::vector<Line> &old =
      snapshots.empty() ? empty : snapshots.back().lines;
  llvm::StringMap<std::string> names; // new to old
  // Operands and results apart: results stand before the '='.
  auto split = [](StringRef text) {
    size_t at = text.find(" = ");
    return text.ltrim().starts_with("%") && at != StringRef::npos
               ? std::pair(text.take_front(at), text.drop_front(at))
               : std::pair(StringRef(), text);
  };
  auto hide = [](StringRef) { return std::string("%"); };
  auto looseKey = [&](const Line &line) {
    return getKey(mapNames(line.text, hide), line.ptxLine);
  };
  auto keepKey = [&](const Line &line,
                     llvm::function_ref<std::string(StringRef)> operand) {
    auto [results, rest] = split(line.text);
    return getKey(mapNames(results, hide) + mapNames(rest, operand),
                  line.ptxLine);
  };
  Candidates exact, loose;
  std::vector<bool> taken(old.size());
  for (auto [i, line] : llvm::enumerate(old)) {
    exact[keepKey(line, [](StringRef s) { return s.str(); })].first.push_back(
        i);
    loose[looseKey(line)].first.push_back(i);
  }
  auto take = [&](Candidates &from, const std::string &key) -> int {
    auto it = from.find(key);
    if (it == from.end())
      return -1;
    auto &[list, next] = it->second;
    while (next < list.size() && taken[list[next]])
      ++next;
    if (next == list.size())
      return -1;
    taken[list[next]] = true;
    return int(list[next++]);
  };
  auto learn = [&](const Line &line, unsigned of) {
    SmallVector<std::string> before;
    auto collect = [&](StringRef s) {
      before.push_back(s.str());
      return std::string();
    };
    bool isBlock = StringRef(line.text).ltrim().starts_with("^");
    StringRef oldText = old[of].text, newText = line.text;
    mapNames(isBlock ? oldText : split(oldText).first, collect);
    size_t n = 0;
    mapNames(isBlock ? newText : split(newText).first, [&](StringRef s) {
      if (n < before.size())
        names.try_emplace(s, before[n]);
      ++n;
      return std::string();
    });
  };
  std::vector<unsigned> rest;
  for (auto [i, line] : llvm::enumerate(lines)) {
    int of = take(exact, keepKey(line, [&](StringRef s) {
                    auto it = names.find(s);
                    return it == names.end() ? "?" + s.str() : it->second;
                  }));
    if (of >= 0)
      learn(line, of);
    else
      rest.push_back(i);
  }
  for (unsigned i : rest) {
    int of = take(loose, looseKey(lines[i]));
    if (of >= 0)
      learn(lines[i], of);
  }
  for (Line &line : lines)
    line.text = mapNames(line.text, [&](StringRef s) {
      auto [it, isNew] = names.try_emplace(s);
      if (isNew) {
        // A name that nothing else has had.
        std::string name = s.str();
        StringRef base = s.rsplit('_').first;
        while (usedNames.contains(name))
          name = (base + "_" + Twine(++counter)).str();
        it->second = name;
      }
      usedNames.insert(it->second);
      return it->second;
    });
}

void History::add(const Phase *phase, Operation *func) {
  if (phase)
    ++numPhases;
  std::vector<Line> lines = printLines(func);
  rename(lines);
  if (!snapshots.empty() && snapshots.back().lines == lines)
    return;
  Snapshot snapshot{phase, std::vector<int>(lines.size(), -1), {}};
  if (!snapshots.empty()) {
    Candidates places;
    for (auto [i, line] : llvm::enumerate(snapshots.back().lines))
      places[getKey(line.text, line.ptxLine)].first.push_back(i);
    for (auto [i, line] : llvm::enumerate(lines)) {
      auto it = places.find(getKey(line.text, line.ptxLine));
      if (it != places.end() && it->second.second < it->second.first.size())
        snapshot.from[i] = int(it->second.first[it->second.second++]);
    }
  }
  snapshot.lines = std::move(lines);
  snapshots.push_back(std::move(snapshot));
}

/// Lines that were there before are pairs of numbers: the first of them and how
/// many follow one another.
void History::print(llvm::json::OStream &json) const {
  json.attribute("phasesRun", int64_t(numPhases));
  json.attributeArray("snapshots", [&] {
    for (const Snapshot &s : snapshots)
      json.object([&] {
        json.attribute("name", s.phase ? s.phase->name.str() : "PTX as read");
        if (s.phase) {
          json.attribute("pass", getPassName(*s.phase));
          json.attribute("what", s.phase->description);
          json.attribute("stage", getStageName(s.phase->stage));
        }
        json.attributeArray("lines", [&] {
          for (size_t i = 0; i < s.lines.size();) {
            if (s.from[i] < 0) {
              json.value(s.lines[i].text);
              json.value(int64_t(s.lines[i].ptxLine));
              ++i;
              continue;
            }
            size_t end = i + 1;
            while (end < s.lines.size() && s.from[end] == s.from[end - 1] + 1)
              ++end;
            json.array([&] {
              json.value(s.from[i]);
              json.value(int64_t(end - i));
            });
            i = end;
          }
        });
      });
  });
}

void Histories::add(const Phase *phase, Operation *op) {
  auto addFunction = [&](Operation *func) {
    if (!llvm::isa<ptx::EntryOp, ptx::FuncOp, ori::FuncOp, sass::FuncOp>(func))
      return WalkResult::advance();
    if (func->getNumRegions() && !func->getRegion(0).empty())
      functions[SymbolTable::getSymbolName(func).str()].add(phase, func);
    return WalkResult::skip();
  };
  op->walk<WalkOrder::PreOrder>(addFunction);
}

namespace {
/// Looks at what a phase has left; changes nothing.
struct LookPass : PassWrapper<LookPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LookPass)
  LookPass(Histories &histories, const Phase &phase)
      : histories(histories), phase(phase) {}
  StringRef getName() const override { return "LookPass"; }
  void runOnOperation() override {
    histories.add(&phase, getOperation());
    markAllAnalysesPreserved();
  }
  Histories &histories;
  const Phase &phase;
};
} // namespace

void Histories::addPass(const Phase &phase, OpPassManager &pm) {
  pm.addPass(std::make_unique<LookPass>(*this, phase));
}

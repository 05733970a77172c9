//===- PlantFaults.cpp - Faults in the control fields of cubins -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool: plants faults in cubins of ptxas, a few of each class, and counts
// which of them the checker finds. utils/isa/hazards.py runs it.
//
//===----------------------------------------------------------------------===//

#include "PlantFaults.h"
#include "../../ISA/CubinText.h"
#include "FaultCandidates.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <random>

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;

//===----------------------------------------------------------------------===//
// Functions of cubins
//===----------------------------------------------------------------------===//

std::string FunctionCode::describe(unsigned inst) const {
  std::string text;
  raw_string_ostream os(text);
  os << name << "+0x" << utohexstr(code.offsets[inst], true) << " (";
  printInst(*code.code.insts[inst], target->sm, os);
  os << ")";
  return text;
}

bool test::forEachFunction(const std::string &file,
                           function_ref<void(FunctionCode &)> fn,
                           bool followSideBranches) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer) {
    errs() << file << ": " << buffer.getError().message() << "\n";
    return false;
  }
  static mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  StringRef data = (*buffer)->getBuffer();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      importCubin(ArrayRef(data.bytes_begin(), data.size()),
                  mlir::UnknownLoc::get(&context));
  if (!module) {
    errs() << file << ": cannot be read\n";
    return false;
  }
  bool ok = true;
  module->walk([&](FuncOp func) {
    if (func.isDeclaration())
      return;
    FunctionCode function;
    function.name = func.getSymName().str();
    function.target = getTargetOrError(func);
    if (!function.target) {
      ok = false;
      return;
    }
    function.code =
        buildFuncCode(func, /*followCalls=*/true, followSideBranches);
    fn(function);
  });
  return ok;
}

std::string LeastDistances::getClassKey(StringRef kind, StringRef file,
                                        StringRef first, StringRef firstSlot,
                                        StringRef firstPart, StringRef second,
                                        StringRef secondSlot,
                                        StringRef secondPart) {
  auto className = [](StringRef record) {
    return target::getClassName(isa::getDesc(isa::findOpcode(record)).sched);
  };
  return join(ArrayRef<StringRef>{kind, file, className(first), firstSlot,
                                  firstPart, className(second), secondSlot,
                                  secondPart},
              " ");
}

bool LeastDistances::read(const std::string &file) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer) {
    errs() << file << ": " << buffer.getError().message() << "\n";
    return false;
  }
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, false);
  for (StringRef line : lines) {
    SmallVector<StringRef, 24> fields;
    line.split(fields, '\t');
    unsigned samples = 0, distance = 0;
    if (fields[0] != "pair" || fields.size() < 18 ||
        fields[16].getAsInteger(10, samples) || !samples ||
        fields[17].split('x').first.getAsInteger(10, distance))
      continue;
    auto [it, isNew] = ofClass.try_emplace(
        getClassKey(fields[1], fields[2], fields[3], fields[4], fields[5],
                    fields[7], fields[8], fields[9]),
        distance);
    it->second = std::min(it->second, distance);
    if (samples >= kMinSamples)
      least[join(ArrayRef(fields).slice(1, 9), " ")] = distance;
  }
  if (ofClass.empty())
    errs() << file << ": no distances\n";
  return !ofClass.empty();
}

//===----------------------------------------------------------------------===//
// Planting
//===----------------------------------------------------------------------===//

static const char *const kKindNames[] = {"stall", "drop",  "swap",
                                         "wait",  "reuse", "tuple"};
/// Of 20 faults, how many are of the kind.
static constexpr unsigned kShares[kNumFaultKinds] = {8, 3, 3, 3, 1, 2};
/// So many faults of one class of dependences.
static constexpr unsigned kMostOfClass = 20;

namespace {
struct Place {
  unsigned file, function;
  Fault fault;
};
struct Counts {
  unsigned planted = 0, found = 0;
};
} // namespace

/// The file with the word of the changed instruction replaced.
static bool writeFaulty(const std::string &file, const FunctionCode &function,
                        const Fault &fault, const std::string &to) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer)
    return false;
  std::string data = (*buffer)->getBuffer().str();
  bool done = false;
  unsigned sm = function.target->sm;
  forEachTextSection(
      file, sm, [&](StringRef name, unsigned, ArrayRef<isa::Word> words) {
        unsigned at = function.code.offsets[fault.changed] / 16;
        if (name != ".text." + function.name || at >= words.size())
          return;
        std::optional<isa::Inst> inst = isa::decode(words[at], sm);
        if (!inst)
          return;
        applyFault(fault, *inst);
        std::optional<isa::Word> word = isa::encode(*inst, sm);
        // The section's place in the file: its first words occur once.
        StringRef section(reinterpret_cast<const char *>(words.data()),
                          words.size() * sizeof(isa::Word));
        size_t place = data.find(section.str());
        if (!word || place == std::string::npos)
          return;
        memcpy(&data[place + 16 * at], &word->lo, 8);
        memcpy(&data[place + 16 * at + 8], &word->hi, 8);
        done = true;
      });
  if (!done)
    return false;
  std::error_code ec;
  raw_fd_ostream os(to, ec);
  if (ec)
    return false;
  os << data;
  return true;
}

/// All places where a fault can be planted, in functions without findings.
static std::vector<Place> collectPlaces(ArrayRef<std::string> files,
                                        const LeastDistances &least,
                                        FaultKeys &keys, unsigned &skipped) {
  std::vector<Place> places;
  for (unsigned f = 0; f != files.size(); ++f) {
    unsigned number = 0;
    forEachFunction(files[f], [&](FunctionCode &function) {
      unsigned index = number++;
      if (!checkHazards(function.code.code, *function.target).empty()) {
        ++skipped;
        return;
      }
      for (const Fault &fault : findFaults(function, least, keys))
        places.push_back({f, index, fault});
    });
  }
  return places;
}

/// Chooses `count` of them, by kind and with not too many of one class.
static std::vector<Place> choosePlaces(std::vector<Place> places,
                                       unsigned count, unsigned seed) {
  std::mt19937 random(seed);
  std::shuffle(places.begin(), places.end(), random);
  std::vector<Place> chosen;
  unsigned left[kNumFaultKinds];
  unsigned total = 0;
  for (unsigned share : kShares)
    total += share;
  for (unsigned kind = 0; kind != kNumFaultKinds; ++kind)
    left[kind] = (count * kShares[kind] + total - 1) / total;
  std::map<std::pair<unsigned, unsigned>, unsigned> ofClass;
  for (const Place &place : places) {
    unsigned kind = unsigned(place.fault.kind);
    if (!left[kind] || chosen.size() == count ||
        ++ofClass[{kind, place.fault.key}] > kMostOfClass)
      continue;
    --left[kind];
    chosen.push_back(place);
  }
  std::stable_sort(
      chosen.begin(), chosen.end(), [](const Place &a, const Place &b) {
        return std::tie(a.file, a.function) < std::tie(b.file, b.function);
      });
  return chosen;
}

bool test::plantFaults(ArrayRef<std::string> files, const LeastDistances &least,
                       const PlantOptions &options, raw_ostream &os) {
  FaultKeys keys;
  unsigned skipped = 0;
  std::vector<Place> all = collectPlaces(files, least, keys, skipped);
  std::vector<Place> chosen = choosePlaces(all, options.count, options.seed);
  Counts counts[kNumFaultKinds], sum;
  unsigned numEmitted = 0;
  for (size_t first = 0; first != chosen.size();) {
    size_t last = first;
    while (last != chosen.size() && chosen[last].file == chosen[first].file)
      ++last;
    const std::string &file = files[chosen[first].file];
    unsigned number = 0;
    size_t next = first;
    forEachFunction(file, [&](FunctionCode &function) {
      for (unsigned index = number++;
           next != last && chosen[next].function == index; ++next) {
        const Fault &fault = chosen[next].fault;
        isa::Inst &inst = *function.code.code.insts[fault.changed];
        const isa::Inst saved = inst;
        applyFault(fault, inst);
        std::vector<Hazard> hazards =
            checkHazards(function.code.code, *function.target);
        Counts &count = counts[unsigned(fault.kind)];
        ++count.planted;
        count.found += !hazards.empty();
        auto line = [&](StringRef what) {
          os << what << "\t" << kKindNames[unsigned(fault.kind)] << "\t"
             << keys.name(fault.key) << "\t" << file << "\t"
             << function.describe(fault.producer) << "\t"
             << function.describe(fault.consumer) << "\t"
             << function.describe(fault.changed) << "\n";
        };
        if (hazards.empty())
          line("missed");
        if (!options.outFolder.empty()) {
          std::string to =
              options.outFolder + "/" + std::to_string(numEmitted) + ".cubin";
          if (writeFaulty(file, function, fault, to)) {
            line("fault " + std::to_string(numEmitted++));
            for (const Hazard &hazard : hazards)
              os << "finding\t" << hazard.message() << "\t" << function.name
                 << "\t" << function.code.offsets[hazard.producer] << "\t"
                 << function.code.offsets[hazard.consumer] << "\n";
          }
        }
        inst = saved;
      }
    });
    first = last;
  }
  bool ok = !chosen.empty();
  for (unsigned kind = 0; kind != kNumFaultKinds; ++kind) {
    const Counts &count = counts[kind];
    os << formatv("{0}: {1} planted, {2} found\n", kKindNames[kind],
                  count.planted, count.found);
    sum.planted += count.planted;
    sum.found += count.found;
    ok &= count.found * 100 >= count.planted * 99;
  }
  os << formatv("all: {0} planted, {1} found ({2:f2} %), of {3} places; {4} "
                "functions left out\n",
                sum.planted, sum.found,
                sum.planted ? 100.0 * sum.found / sum.planted : 0.0, all.size(),
                skipped);
  return ok;
}

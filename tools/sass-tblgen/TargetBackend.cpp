//===- TargetBackend.cpp - Tables from the target records -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Latency matrices from classes, groups and overrides, with the source of each
// number, so that a missing or contradicting one is an error of the build.
//
//===----------------------------------------------------------------------===//

#include "TargetBackend.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <array>
#include <map>
#include <tuple>
#include <vector>

using namespace llvm;
using ptxmlir::tblgen::inSourceOrder;

std::vector<const Record *>
ptxmlir::tblgen::inSourceOrder(const RecordKeeper &records,
                               StringRef className) {
  std::vector<const Record *> result(
      records.getAllDerivedDefinitions(className));
  sort(result, [](const Record *a, const Record *b) {
    return a->getID() < b->getID();
  });
  return result;
}

namespace {

constexpr unsigned kFiles = 4;
constexpr const char *kFileNames[kFiles] = {"R", "UR", "P", "UP"};
constexpr StringRef kKinds[] = {"True", "Output", "OutputPredicated", "Anti"};

unsigned fileOf(const Record *port) {
  return port->getValueAsDef("File")->getValueAsInt("Index");
}

/// Where an entry comes from; the order of target::EntrySource.
enum Source { Published, Neighbour, Observed };
struct Evidence {
  Source source = Published;
  int64_t least = 0, samples = 0;
};

struct Table {
  unsigned rows = 0, columns = 0;
  std::vector<int> cells; // -1: no number
  std::vector<Evidence> evidence;
  void resize(unsigned r, unsigned c) {
    rows = r;
    columns = c;
    cells.assign(r * c, -1);
    evidence.assign(r * c, Evidence());
  }
  int &at(unsigned r, unsigned c) { return cells[r * columns + c]; }
};

class TargetEmitter {
public:
  TargetEmitter(const RecordKeeper &records, raw_ostream &os)
      : records(records), os(os) {}
  void run();

private:
  void numberPorts();
  Table *tableOf(StringRef kind, unsigned file) {
    return kind == "True"     ? &trueTable[file]
           : kind == "Output" ? &output[file]
           : kind == "Anti"   ? &anti[file]
                              : &outputPredicated[file];
  }
  void emitModel(const Record *model);
  void emitClass(const Record *traits);
  void fillLatency(const Record *latency);
  void readMeasurements();
  void applyMeasured(StringRef kind, Table &table, const Record *first,
                     const Record *second, size_t at);
  void emitTable(StringRef model, StringRef kind, unsigned file, Table &table);
  void emitPortNames(StringRef what,
                     ArrayRef<std::vector<const Record *>> ports);
  unsigned portOf(const Record *traits, StringRef field, unsigned file);

  const RecordKeeper &records;
  raw_ostream &os;
  std::vector<const Record *> reads[kFiles], writes[kFiles];
  DenseMap<const Record *, unsigned> index;
  /// By first port, second port and kind: per SM.
  std::map<std::tuple<const Record *, const Record *, StringRef>,
           std::vector<Evidence>>
      measurements;
  std::vector<int64_t> latencySMs;
  int64_t minSamples = 0;
  Table trueTable[kFiles], output[kFiles], outputPredicated[kFiles],
      anti[kFiles];
};

void TargetEmitter::numberPorts() {
  for (const Record *port : inSourceOrder(records, "ReadPort")) {
    auto &list = reads[fileOf(port)];
    index[port] = list.size();
    list.push_back(port);
  }
  for (const Record *port : inSourceOrder(records, "WritePort")) {
    auto &list = writes[fileOf(port)];
    index[port] = list.size();
    list.push_back(port);
  }
}

unsigned TargetEmitter::portOf(const Record *traits, StringRef field,
                               unsigned file) {
  const Record *port = traits->getValueAsDef(field);
  if (fileOf(port) != file)
    PrintError(traits->getLoc(), "field '" + field + "' is a port of file " +
                                     kFileNames[fileOf(port)] + ", not " +
                                     kFileNames[file]);
  return index.lookup(port);
}

void TargetEmitter::emitClass(const Record *traits) {
  if (traits->getValueAsBit("OptionalBarrier") &&
      !traits->getValueAsBit("WriteBarrier"))
    PrintError(traits->getLoc(),
               "a class without write barrier has an optional one");
  os << "    {" << traits->getValueAsBit("WriteBarrier") << ", "
     << traits->getValueAsBit("OptionalBarrier") << ", "
     << traits->getValueAsBit("ReadBarrier") << ", "
     << traits->getValueAsBit("ReadBarrierUR") << ", "
     << traits->getValueAsInt("MinStall") << ", "
     << traits->getValueAsInt("InOrderGroup") << ", "
     << traits->getValueAsInt("ReadOrderGroup") << ", "
     << traits->getValueAsBit("PredicateByRead") << ", "
     << traits->getValueAsInt("ReuseUnit") << ", "
     << traits->getValueAsInt("Estimate") << ", "
     << traits->getValueAsInt("Occupancy") << ", {" << portOf(traits, "Read", 0)
     << ", " << portOf(traits, "URead", 1) << ", " << portOf(traits, "PRead", 2)
     << ", " << portOf(traits, "UPRead", 3) << "}, "
     << portOf(traits, "ReadHigh", 0) << ", " << portOf(traits, "ReadC", 0)
     << ", " << portOf(traits, "ReadCHigh", 0) << ", {"
     << portOf(traits, "Write", 0) << ", " << portOf(traits, "UWrite", 1)
     << ", " << portOf(traits, "PWrite", 2) << ", "
     << portOf(traits, "UPWrite", 3) << "}, " << portOf(traits, "WriteHigh", 0)
     << ", " << portOf(traits, "WriteSingle", 0) << ", "
     << portOf(traits, "UWriteHigh", 1) << "}, // "
     << traits->getValueAsDef("Class")->getValueAsString("ClassName") << "\n";
}

void TargetEmitter::fillLatency(const Record *latency) {
  StringRef kind = latency->getValueAsString("Kind");
  int cycles = latency->getValueAsInt("Cycles");
  if (cycles < 1 || cycles > 255)
    PrintError(latency->getLoc(), "a latency must be 1 to 255 cycles");
  for (const Record *first : latency->getValueAsListOfDefs("First"))
    for (const Record *second : latency->getValueAsListOfDefs("Second")) {
      unsigned file = fileOf(first);
      if (file != fileOf(second)) {
        PrintError(latency->getLoc(), "ports '" + first->getName() + "' and '" +
                                          second->getName() +
                                          "' are of different files");
        continue;
      }
      unsigned r = index.lookup(first), c = index.lookup(second);
      if (kind == "True") {
        trueTable[file].at(r, c) = cycles;
      } else if (kind == "Output") {
        output[file].at(r, c) = cycles;
        outputPredicated[file].at(r, c) =
            latency->getValueAsInt("IfPredicated");
      } else {
        anti[file].at(r, c) = cycles;
      }
    }
}

void TargetEmitter::readMeasurements() {
  if (const Record *rule = records.getDef("MeasuringRule")) {
    latencySMs = rule->getValueAsListOfInts("SMs");
    minSamples = rule->getValueAsInt("MinSamples");
  }
  for (const Record *measured : inSourceOrder(records, "Measured")) {
    StringRef kind = measured->getValueAsString("Kind");
    const Record *first = measured->getValueAsDef("First");
    const Record *second = measured->getValueAsDef("Second");
    std::vector<int64_t> least = measured->getValueAsListOfInts("Least");
    std::vector<int64_t> samples = measured->getValueAsListOfInts("Samples");
    bool fits = fileOf(first) == fileOf(second) && is_contained(kKinds, kind) &&
                first->isSubClassOf("ReadPort") == (kind == "Anti") &&
                second->isSubClassOf("ReadPort") == (kind == "True") &&
                least.size() == latencySMs.size() &&
                samples.size() == latencySMs.size();
    if (!fits) {
      PrintError(measured->getLoc(), "a measurement that fits no table");
      continue;
    }
    auto &cells = measurements[{first, second, kind}];
    for (auto [l, n] : zip(least, samples))
      cells.push_back({Observed, l, n});
  }
}

/// Makes the entry of a pair of ports from what was measured, if anything; the
/// rule is in TargetBase.td.
void TargetEmitter::applyMeasured(StringRef kind, Table &table,
                                  const Record *first, const Record *second,
                                  size_t at) {
  auto lookup = [&](const Record *f, const Record *s, size_t sm) {
    auto it = measurements.find({f, s, kind});
    return it == measurements.end() ? Evidence() : it->second[sm];
  };
  const size_t cell =
      size_t(index.lookup(first)) * table.columns + index.lookup(second);
  Evidence &evidence = table.evidence[cell];
  int &cycles = table.cells[cell];
  evidence = lookup(first, second, at);
  if (evidence.samples >= minSamples) {
    cycles = evidence.least;
    return;
  }
  int64_t most = 0;
  auto consider = [&](const Evidence &other) {
    if (other.samples >= minSamples)
      most = std::max(most, other.least);
    return other.samples >= minSamples;
  };
  for (size_t i = at; i-- != 0;)
    if (consider(lookup(first, second, i)))
      break;
  for (size_t i = at + 1; i < latencySMs.size(); ++i)
    if (consider(lookup(first, second, i)))
      break;
  auto like = [](const Record *port) {
    return port->isValueUnset("Like") ? nullptr : port->getValueAsDef("Like");
  };
  for (const Record *f = first; f; f = like(f))
    for (const Record *s = second; s; s = like(s))
      consider(lookup(f, s, at));
  evidence.source = most ? Neighbour : Published;
  if (most)
    cycles = most;
  if (evidence.samples)
    cycles = std::min<int64_t>(cycles, evidence.least);
}

void TargetEmitter::emitTable(StringRef model, StringRef kind, unsigned file,
                              Table &table) {
  os << "static const uint8_t k" << model << "_" << kind << "_"
     << kFileNames[file] << "[] = {\n";
  for (unsigned r = 0; r != table.rows; ++r) {
    os << "   ";
    for (unsigned c = 0; c != table.columns; ++c)
      os << " " << table.at(r, c) << ",";
    os << "\n";
  }
  os << "};\n";
  os << "static const Evidence k" << model << "_" << kind << "_"
     << kFileNames[file] << "_Evidence[] = {";
  for (auto [i, evidence] : enumerate(table.evidence))
    os << (i % table.columns ? " " : "\n   ") << "{"
       << std::min<int64_t>(evidence.samples, 0xffff) << ", " << evidence.least
       << ", EntrySource(" << evidence.source << ")},";
  os << "\n};\n";
}

void TargetEmitter::emitModel(const Record *model) {
  StringRef name = model->getName();
  DenseMap<const Record *, const Record *> traitsOf;
  for (const Record *traits : model->getValueAsListOfDefs("Classes"))
    traitsOf[traits->getValueAsDef("Class")] = traits;
  os << "static const ClassInfo k" << name << "_Classes[] = {\n";
  for (const Record *cls : inSourceOrder(records, "SchedClass")) {
    const Record *traits = traitsOf.lookup(cls);
    if (!traits) {
      PrintError(model->getLoc(), "no ClassTraits for scheduling class '" +
                                      cls->getValueAsString("ClassName") + "'");
      continue;
    }
    emitClass(traits);
  }
  os << "};\n";

  for (unsigned f = 0; f != kFiles; ++f) {
    trueTable[f].resize(writes[f].size(), reads[f].size());
    output[f].resize(writes[f].size(), writes[f].size());
    outputPredicated[f].resize(writes[f].size(), writes[f].size());
    anti[f].resize(reads[f].size(), writes[f].size());
  }
  for (const Record *latency : model->getValueAsListOfDefs("Latencies"))
    fillLatency(latency);
  const size_t at =
      find(latencySMs, model->getValueAsInt("SM")) - latencySMs.begin();
  for (unsigned f = 0; f != kFiles && at != latencySMs.size(); ++f)
    for (StringRef kind : kKinds) {
      Table &table = *tableOf(kind, f);
      const auto &rows = kind == "Anti" ? reads[f] : writes[f];
      const auto &columns = kind == "True" ? reads[f] : writes[f];
      for (const Record *first : rows)
        for (const Record *second : columns)
          applyMeasured(kind, table, first, second, at);
    }

  auto check = [&](StringRef kind, Table &table, ArrayRef<const Record *> rows,
                   ArrayRef<const Record *> columns) {
    for (unsigned r = 0; r != table.rows; ++r)
      for (unsigned c = 0; c != table.columns; ++c)
        if (table.at(r, c) < 0)
          PrintError(model->getLoc(),
                     kind + " latency from '" + rows[r]->getName() + "' to '" +
                         columns[c]->getName() + "' has no number");
  };
  int longest = 1;
  std::array<int, kFiles> longestTrue;
  for (unsigned f = 0; f != kFiles; ++f) {
    check("True", trueTable[f], writes[f], reads[f]);
    check("Output", output[f], writes[f], writes[f]);
    check("Anti", anti[f], reads[f], writes[f]);
    emitTable(name, "True", f, trueTable[f]);
    emitTable(name, "Output", f, output[f]);
    emitTable(name, "OutputPredicated", f, outputPredicated[f]);
    emitTable(name, "Anti", f, anti[f]);
    longestTrue[f] = *max_element(trueTable[f].cells);
    for (Table *table : {&trueTable[f], &outputPredicated[f], &anti[f]})
      longest = std::max(longest, *max_element(table->cells));
  }

  os << "static const LatencyModel k" << name << " = {\n    \"" << name
     << "\", k" << name << "_Classes,\n";
  for (StringRef kind : kKinds) {
    os << "    {";
    for (unsigned f = 0; f != kFiles; ++f)
      os << "k" << name << "_" << kind << "_" << kFileNames[f] << ", ";
    os << "},\n";
  }
  os << "    {";
  for (StringRef kind : kKinds) {
    os << "{";
    for (unsigned f = 0; f != kFiles; ++f)
      os << "k" << name << "_" << kind << "_" << kFileNames[f] << "_Evidence, ";
    os << "}, ";
  }
  os << "},\n";
  auto sizes = [&](ArrayRef<std::vector<const Record *>> ports) {
    os << "    {";
    for (const auto &list : ports)
      os << list.size() << ", ";
    os << "},\n";
  };
  sizes(reads);
  sizes(writes);
  os << "    {";
  for (int value : longestTrue)
    os << value << ", ";
  os << "}, " << longest << ",\n    " << portOf(model, "Guard", 2) << ", "
     << portOf(model, "UniformGuard", 3);
  for (StringRef field :
       {"BarrierSetToWait", "NumBarriers", "MaxStall", "YieldStall"})
    os << ", " << model->getValueAsInt(field);
  os << "};\n\n";
}

/// For messages and measurements.
void TargetEmitter::emitPortNames(StringRef what,
                                  ArrayRef<std::vector<const Record *>> ports) {
  os << "static const char *const k" << what << "Names[kNumRegFiles][64] = {\n";
  for (const auto &list : ports) {
    os << "    {";
    for (const Record *port : list)
      os << "\"" << port->getName() << "\", ";
    os << "},\n";
  }
  os << "};\n\n";
}

/// Emits a record of integer fields as an aggregate.
void emitInts(raw_ostream &os, StringRef type, const Record *record,
              ArrayRef<StringRef> fields) {
  os << "static const " << type << " k" << record->getName() << " = {";
  for (StringRef field : fields)
    os << record->getValueAsInt(field) << ", ";
  os << "};\n";
}

/// Emits target::Feature.
void emitFeatures(const RecordKeeper &records, raw_ostream &os) {
  emitSourceFileHeader("Features of targets", os, records);
  os << "/// What some SMs have and others have not.\n"
        "enum class Feature : uint8_t {\n";
  for (const Record *feature : inSourceOrder(records, "Feature"))
    os << "  " << feature->getName() << ", ///< "
       << feature->getValueAsString("Summary") << "\n";
  os << "};\n";
}

/// Emits what PTX says of a target as a target::PTXTarget.
void emitPTXTarget(raw_ostream &os, const Record *target) {
  os << "{\"" << target->getName() << "\", " << target->getValueAsInt("SM")
     << ", \"" << target->getValueAsString("Suffix") << "\", "
     << target->getValueAsInt("Family") << ", "
     << target->getValueAsInt("FirstPTX") << ", FeatureSet({";
  ListSeparator comma;
  for (const Record *feature : target->getValueAsListOfDefs("Features"))
    os << comma << "Feature::" << feature->getName();
  os << "})}";
}

void TargetEmitter::run() {
  emitSourceFileHeader("Machine models", os, records);
  numberPorts();
  readMeasurements();
  std::vector<const Record *> classes = inSourceOrder(records, "SchedClass");
  os << "static_assert(unsigned(isa::SchedClassId::Count) == " << classes.size()
     << ");\n";
  for (auto [i, cls] : enumerate(classes))
    os << "static_assert(unsigned(isa::SchedClassId::"
       << cls->getValueAsString("ClassName") << ") == " << i << ");\n";
  os << "\n";
  for (const Record *model : inSourceOrder(records, "LatencyModel"))
    emitModel(model);
  emitPortNames("ReadPort", reads);
  emitPortNames("WritePort", writes);
  os << "static const char *const kSchedClassNames[] = {\n";
  for (const Record *cls : classes)
    os << "    \"" << cls->getValueAsString("ClassName") << "\",\n";
  os << "};\n\n";
  // In the order of the members of target::ConstantBank and target::SMLimits.
  for (const Record *bank : inSourceOrder(records, "ConstantBank"))
    emitInts(os, "ConstantBank", bank,
             {"ParamBase",
              "ParamOrigin",
              "BlockDim",
              "GridDim",
              "StackPointer",
              "MemoryDescriptor",
              "SharedWindow",
              "LocalWindow",
              "ConstWindow",
              "ParamWindow",
              "BankWindow",
              "LastParamByte",
              "DynamicSharedSize",
              "SharedSizeExcess",
              "AggregatedSharedSize",
              "NumSMs",
              "GridId",
              "EnvReg0",
              "ClusterGridDim",
              "ClusterDim",
              "IsExplicitCluster",
              "CurrentGraphExec",
              "ReservedSharedEnd",
              "ClusterReciprocal",
              "ClusterCTAs",
              "ImageDescriptors"});
  os << "struct LargeParams {\n  const ConstantBank *bank;\n"
        "  unsigned mostBytes, base;\n};\n"
        "static const LargeParams kLargeParams[] = {\n";
  for (const Record *bank : inSourceOrder(records, "ConstantBank")) {
    int64_t base = bank->getValueAsInt("LargeParamBase");
    os << "    {&k" << bank->getName() << ", "
       << bank->getValueAsInt("MaxSmallParams") << ", "
       << (base < 0 ? bank->getValueAsInt("ParamBase") : base) << "},\n";
  }
  os << "};\n";
  for (const Record *limits : inSourceOrder(records, "SMLimits"))
    emitInts(os, "SMLimits", limits,
             {"MaxWarps", "MaxCTAs", "SharedPerSM", "SharedPerCTA",
              "SharedPerCTAOptIn", "ReservedSharedPerCTA", "SharedAllocUnit",
              "RegistersPerSM", "RegistersPerThread", "RegisterAllocUnit",
              "UniformRegisters", "MaxThreadsPerCTA", "NamedBarriers",
              "Partitions"});
  os << "\nstatic const TargetInfo kTargets[] = {\n";
  for (const Record *target : inSourceOrder(records, "Target")) {
    StringRef suffix = target->getValueAsString("Suffix");
    int64_t sm = target->getValueAsInt("SM");
    std::string name = ("sm_" + Twine(sm) + suffix).str();
    if (target->getName() != name)
      PrintError(target->getLoc(),
                 "the record of this target must be '" + name + "'");
    os << "    {";
    emitPTXTarget(os, target);
    os << ", " << target->getValueAsInt("CodePadding") << ", "
       << target->getValueAsInt("ElfFlags") << ", "
       << target->getValueAsInt("PaddingNops") << ", "
       << target->getValueAsInt("Workarounds") << ", "
       << target->getValueAsInt("CompatRecord11") << ", "
       << target->getValueAsInt("CompatRecord11Double") << ", "
       << target->getValueAsInt("ReservedShared") << ", "
       << target->getValueAsInt("ReservedSharedVariable") << ", "
       << target->getValueAsInt("ReservedSharedTensor") << ", &k"
       << target->getValueAsDef("Limits")->getName() << ", &k"
       << target->getValueAsDef("Bank")->getName() << ", &k"
       << target->getValueAsDef("Latencies")->getName() << "},\n";
  }
  os << "};\n\nstatic const PTXTarget kPTXOnlyTargets[] = {\n";
  for (const Record *target : inSourceOrder(records, "PTXOnlyTarget")) {
    os << "    ";
    emitPTXTarget(os, target);
    os << ",\n";
  }
  os << "};\n\nstatic const unsigned kPTXVersions[] = {";
  int64_t previous = 0;
  for (const Record *list : inSourceOrder(records, "PTXVersionList"))
    for (int64_t version : list->getValueAsListOfInts("Versions")) {
      if (version <= previous)
        PrintError(list->getLoc(), "versions must ascend");
      os << (previous ? ", " : "") << version;
      previous = version;
    }
  os << "};\n";
}

} // namespace

void ptxmlir::tblgen::emitTargetTables(const RecordKeeper &records,
                                       raw_ostream &os) {
  TargetEmitter(records, os).run();
}

static TableGen::Emitter::Opt
    registration("gen-target-tables", ptxmlir::tblgen::emitTargetTables,
                 "Generate the machine models of the targets");
static TableGen::Emitter::Opt featureRegistration("gen-target-features",
                                                  emitFeatures,
                                                  "Generate target::Feature");

//===- TimingBackend.cpp - Tables from the timing records -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-gen-timing-tables`: the tables that lib/Target/Timing.cpp includes. A class
// without a pipe use, and a use of more than two pipes, are errors.
//
//===----------------------------------------------------------------------===//

#include "TargetBackend.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <vector>

using namespace llvm;
using ptxmlir::tblgen::inSourceOrder;

namespace {

class TimingEmitter {
public:
  TimingEmitter(const RecordKeeper &records, raw_ostream &os)
      : records(records), os(os) {}
  void run();

private:
  void emitModel(const Record *model);
  void emitUse(const Record *use);
  void emitInts(const Record *record, ArrayRef<StringRef> fields) {
    for (StringRef field : fields)
      os << record->getValueAsInt(field) << ", ";
  }
  void emitList(const Record *record, StringRef field, size_t size) {
    std::vector<int64_t> values = record->getValueAsListOfInts(field);
    if (values.size() != size)
      PrintError(record->getLoc(),
                 "'" + field + "' must have " + Twine(size) + " numbers");
    os << "{";
    interleaveComma(values, os);
    os << "}, ";
  }

  const RecordKeeper &records;
  raw_ostream &os;
  DenseMap<const Record *, unsigned> pipeIndex;
};

void TimingEmitter::emitUse(const Record *use) {
  std::vector<const Record *> pipes = use->getValueAsListOfDefs("Pipes");
  if (pipes.size() > 2)
    PrintError(use->getLoc(), "at most two pipes for an instruction");
  int64_t interval = use->getValueAsInt("Interval");
  if (interval < 1 || interval > 255)
    PrintError(use->getLoc(), "an interval must be 1 to 255 cycles");
  os << "{" << pipes.size() << ", {";
  for (size_t i = 0; i != 2; ++i)
    os << (i ? ", " : "")
       << (i < pipes.size() ? pipeIndex.lookup(pipes[i]) : 0);
  os << "}, " << interval << ", Queue("
     << use->getValueAsDef("Queue")->getValueAsInt("Index") << ")}";
}

void TimingEmitter::emitModel(const Record *model) {
  StringRef name = model->getName();
  DenseMap<const Record *, const Record *> useOf;
  for (const Record *use : model->getValueAsListOfDefs("Uses"))
    for (const Record *cls : use->getValueAsListOfDefs("Classes"))
      useOf[cls] = use;
  os << "static const PipeUse k" << name << "_Classes[] = {\n";
  for (const Record *cls : inSourceOrder(records, "SchedClass")) {
    const Record *use = useOf.lookup(cls);
    if (!use) {
      PrintError(model->getLoc(), "no PipeUse for scheduling class '" +
                                      cls->getValueAsString("ClassName") + "'");
      continue;
    }
    os << "    ";
    emitUse(use);
    os << ", // " << cls->getValueAsString("ClassName") << "\n";
  }
  os << "};\nstatic const TimingModel::OfOpcode k" << name
     << "_Opcodes[] = {\n";
  for (const Record *use : model->getValueAsListOfDefs("OpcodeUses"))
    for (StringRef opcode : use->getValueAsListOfStrings("Opcodes")) {
      os << "    {isa::Opcode::" << opcode << ", ";
      emitUse(use);
      os << "},\n";
    }
  os << "};\n";
}

void TimingEmitter::run() {
  emitSourceFileHeader("Timing models", os, records);
  os << "static const PipeInfo kPipes[] = {\n";
  for (auto [i, pipe] : enumerate(inSourceOrder(records, "Pipe"))) {
    pipeIndex[pipe] = i;
    os << "    {\"" << pipe->getValueAsString("PipeName") << "\", "
       << pipe->getValueAsBit("PerSM") << "},\n";
  }
  os << "};\nconstexpr unsigned kPipeLSU = "
     << pipeIndex.lookup(records.getDef("PipeLSU")) << ";\n";
  std::vector<const Record *> models = inSourceOrder(records, "TimingModel");
  for (const Record *model : models)
    emitModel(model);
  os << "static const TimingModel kTimingModels[] = {\n";
  for (const Record *model : models) {
    const Record *path = model->getValueAsDef("Path");
    const Record *latency = model->getValueAsDef("Latency");
    const Record *device = model->getValueAsDef("Product");
    os << "    {" << model->getValueAsInt("SM") << ", k" << model->getName()
       << "_Classes, k" << model->getName() << "_Opcodes,\n     {";
    emitInts(path, {"QueueEntries", "AddressCycles", "SubPartitionInterval",
                    "SMInterval", "ConstantRead"});
    for (StringRef field : {"LoadReadShared", "LoadReadGlobal",
                            "StoreReadShared", "StoreReadGlobal"})
      emitList(path, field, 3);
    os << "},\n     {";
    emitInts(latency, {"Shared", "L1", "L2", "DRAM", "Constant"});
    emitList(latency, "MoreShared", 2);
    emitList(latency, "MoreGlobal", 2);
    os << "},\n     {\"" << device->getValueAsString("DeviceName") << "\", ";
    emitInts(device, {"SMs", "ClockMHz", "DRAMGBs", "L1Bytes", "L2Bytes",
                      "L2BytesPerCycle"});
    os << "},\n     ";
    emitInts(model, {"SubPartitions", "SharedBanks", "BarrierCycles",
                     "GroupColumns", "ReadCycles"});
    os << "},\n";
  }
  os << "};\n";
}

void emitTimingTables(const RecordKeeper &records, raw_ostream &os) {
  TimingEmitter(records, os).run();
}

} // namespace

static TableGen::Emitter::Opt
    registration("gen-timing-tables", emitTimingTables,
                 "Generate the throughput and memory tables of the targets");

//===- KernelRuns.cpp - Kernels with known results ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of isa-mutate: runs of kernels whose results are known, executed with
// the tables as they are.
//
//===----------------------------------------------------------------------===//

#include "KernelRuns.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::exec;

/// Wrong code may run forever.
constexpr uint64_t kMostInstructions = 2000000;

static Error bad(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static Expected<std::vector<uint8_t>> readBytes(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return bad("cannot read '" + path + "'");
  return std::vector<uint8_t>((*file)->getBuffer().bytes_begin(),
                              (*file)->getBuffer().bytes_end());
}

static bool readDims(const json::Object &from, StringRef name,
                     uint32_t (&dims)[3]) {
  const json::Array *list = from.getArray(name);
  if (!list || list->size() != 3)
    return false;
  for (size_t i = 0; i < 3; ++i) {
    std::optional<int64_t> n = (*list)[i].getAsInteger();
    if (!n)
      return false;
    dims[i] = uint32_t(*n);
  }
  return true;
}

static Expected<KernelRun> readRun(const json::Object &from) {
  KernelRun run;
  std::optional<StringRef> cubin = from.getString("cubin"),
                           kernel = from.getString("kernel");
  const json::Array *args = from.getArray("args"),
                    *outputs = from.getArray("outputs");
  if (!cubin || !kernel || !args || !outputs ||
      !readDims(from, "grid", run.grid) || !readDims(from, "block", run.block))
    return bad("a launch is not complete");
  run.name = cubin->str();
  run.kernel = kernel->str();
  run.shared = uint64_t(from.getInteger("shared").value_or(0));
  auto bytes = readBytes(*cubin);
  if (!bytes)
    return bytes.takeError();
  run.cubin = std::move(*bytes);
  for (const json::Value &spec : *args) {
    auto arg = parseArgument(spec.getAsString().value_or(""));
    if (!arg)
      return arg.takeError();
    run.args.push_back(std::move(*arg));
  }
  for (const json::Value &value : *outputs) {
    const json::Object *output = value.getAsObject();
    std::optional<int64_t> arg = output ? output->getInteger("arg") : 0;
    std::optional<StringRef> file;
    if (output)
      file = output->getString("file");
    if (!file || !arg || size_t(*arg) >= run.args.size())
      return bad("an output is not complete");
    auto want = readBytes(*file);
    if (!want)
      return want.takeError();
    run.outputs.emplace_back(size_t(*arg), std::move(*want));
  }
  if (run.outputs.empty())
    return bad("a launch without outputs");
  return run;
}

Expected<std::vector<KernelRun>> exec::readKernelRuns(StringRef path) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return bad("cannot read '" + path + "'");
  Expected<json::Value> value = json::parse((*file)->getBuffer());
  if (!value)
    return value.takeError();
  const json::Array *list = value->getAsArray();
  if (!list || list->empty())
    return bad("'" + path + "' has no launches");
  std::vector<KernelRun> runs;
  for (const json::Value &entry : *list) {
    const json::Object *object = entry.getAsObject();
    if (!object)
      return bad("a launch is no object");
    auto run = readRun(*object);
    if (!run)
      return run.takeError();
    runs.push_back(std::move(*run));
  }
  return runs;
}

Error exec::checkKernelRun(const KernelRun &run) {
  auto loaded = cubin::read(run.cubin);
  if (!loaded)
    return loaded.takeError();
  GlobalMemory memory;
  auto program = loadCubin(*loaded, memory);
  if (!program)
    return program.takeError();
  const Kernel *kernel = program->findKernel(run.kernel);
  if (!kernel || kernel->params.size() != run.args.size())
    return bad("no such kernel");
  LaunchConfig launch;
  std::copy(std::begin(run.grid), std::end(run.grid), launch.grid);
  std::copy(std::begin(run.block), std::end(run.block), launch.block);
  launch.dynamicShared = run.shared;
  launch.params.assign(kernel->paramBytes, 0);
  launch.maxInstructions = kMostInstructions;
  std::vector<uint64_t> addresses;
  for (size_t i = 0; i < run.args.size(); ++i) {
    const Argument &arg = run.args[i];
    const KernelParam &p = kernel->params[i];
    addresses.push_back(0);
    const uint8_t *from = arg.data.data();
    if (arg.isBuffer) {
      addresses[i] = memory.allocate(arg.data.size(), arg.spec);
      if (!arg.data.empty())
        memcpy(memory.access(addresses[i], arg.data.size()), arg.data.data(),
               arg.data.size());
      from = reinterpret_cast<const uint8_t *>(&addresses[i]);
    }
    if (p.offset + p.size > launch.params.size() ||
        p.size != (arg.isBuffer ? 8 : arg.data.size()))
      return bad("argument " + Twine(i) + " does not fit");
    memcpy(launch.params.data() + p.offset, from, p.size);
  }
  Machine machine(*program, memory);
  if (Error error = machine.run(*kernel, launch))
    return error;
  for (const auto &[arg, want] : run.outputs) {
    const uint8_t *got = memory.access(addresses[arg], want.size());
    if (!got || memcmp(got, want.data(), want.size()) != 0)
      return bad("argument " + Twine(arg) + " differs");
  }
  return Error::success();
}

//===- Runtime.cpp - MLIR's runtime of GPU programs, on the CPU -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that MLIR's gpu-to-llvm calls (mgpu*), with the machine of
// ptx-run in place of a GPU: mlir-runner executes a program of host and device
// code.
//
// Device memory is the machine's, at addresses that this process keeps free, so
// that a number says which memory it is of. Host memory that the program
// registers is copied to the device before each launch and back behind it; a
// parameter that points into it becomes an address of the copy. Pointers to
// such memory within memory are not followed. Streams do everything at once.
//
// An error ends the process with a message: who computes with what a failed
// launch has left learns nothing.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/CompileText.h"
#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/Error.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>

using namespace ptxmlir;
using namespace ptxmlir::exec;

namespace {

[[noreturn]] void fail(const std::string &message) {
  fprintf(stderr, "ptx-mlir: %s\n", message.c_str());
  exit(1);
}

/// Host memory that kernels may access.
struct Registered {
  uint64_t size;
  uint64_t device; ///< its copy
};

/// All of the process.
struct Device {
  Device();
  /// A parameter as the kernel gets it: of registered memory that of the copy.
  uint64_t translate(uint64_t value) const;

  std::mutex mutex;
  GlobalMemory memory;
  /// Where device memory lies, and nothing else.
  uint64_t begin = 0;
  static constexpr uint64_t kRange = uint64_t(1) << 36;
  std::map<uint64_t, Registered> registered; ///< by host address
};

struct Module {
  /// What the program refers to.
  llvm::SmallVector<char, 0> cubin;
  std::optional<Program> program;
};

struct Function {
  const Module *module;
  const Kernel *kernel;
};

} // namespace

Device::Device() {
  // No host memory where device memory is. Nothing is there that could be
  // accessed; if the place is taken, the next one is tried.
  constexpr unsigned kTries = 8;
  uint64_t at = GlobalMemory::kFirstAddress;
  for (unsigned i = 0; i != kTries; ++i, at += kRange) {
    void *place =
        mmap(reinterpret_cast<void *>(at), kRange, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (place == reinterpret_cast<void *>(at)) {
      memory.skipTo(at);
      begin = at;
      return;
    }
  }
  fail("no free addresses for device memory");
}

uint64_t Device::translate(uint64_t value) const {
  auto next = registered.upper_bound(value);
  if (next == registered.begin())
    return value;
  auto &[host, range] = *std::prev(next);
  uint64_t offset = value - host;
  return offset < range.size ? range.device + offset : value;
}

static Device &device() {
  static Device *instance = new Device(); // to the end of the process
  return *instance;
}

/// The host's bytes of memory of either kind.
static uint8_t *getBytes(void *pointer, uint64_t bytes) {
  auto address = reinterpret_cast<uint64_t>(pointer);
  if (address - device().begin >= Device::kRange)
    return static_cast<uint8_t *>(pointer);
  if (uint8_t *found = device().memory.access(address, bytes))
    return found;
  fail("a copy of " + std::to_string(bytes) +
       " bytes: " + device().memory.describe(address + bytes - 1));
}

static Module *load(llvm::SmallVector<char, 0> cubin) {
  auto *module = new Module();
  module->cubin = std::move(cubin);
  auto loaded = cubin::read(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(module->cubin.data()),
                     module->cubin.size()));
  if (!loaded)
    fail(llvm::toString(loaded.takeError()));
  auto program = loadCubin(*loaded, device().memory);
  if (!program)
    fail(llvm::toString(program.takeError()));
  module->program.emplace(std::move(*program));
  return module;
}

static void launch(const Function &function, LaunchConfig config,
                   void **params) {
  Device &d = device();
  const Kernel &kernel = *function.kernel;
  config.params.assign(kernel.paramBytes, 0);
  for (auto [i, param] : llvm::enumerate(kernel.params)) {
    uint8_t *to = config.params.data() + param.offset;
    memcpy(to, params[i], param.size);
    if (param.size != sizeof(uint64_t))
      continue;
    uint64_t value;
    memcpy(&value, to, sizeof(value));
    value = d.translate(value);
    memcpy(to, &value, sizeof(value));
  }
  for (auto &[host, range] : d.registered)
    memcpy(d.memory.access(range.device, range.size),
           reinterpret_cast<void *>(host), range.size);
  Machine machine(*function.module->program, d.memory);
  if (llvm::Error error = machine.run(kernel, config))
    fail("kernel '" + kernel.name + "': " + llvm::toString(std::move(error)));
  for (auto &[host, range] : d.registered)
    memcpy(reinterpret_cast<void *>(host),
           d.memory.access(range.device, range.size), range.size);
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

extern "C" void *mgpuModuleLoad(void *data, size_t size) {
  std::lock_guard<std::mutex> lock(device().mutex);
  auto *bytes = static_cast<const char *>(data);
  return load(llvm::SmallVector<char, 0>(bytes, bytes + size));
}

extern "C" void *mgpuModuleLoadJIT(void *data, int optLevel) {
  std::lock_guard<std::mutex> lock(device().mutex);
  std::string level = "-O" + std::to_string(std::min(std::max(optLevel, 0), 3));
  NamedText text = {static_cast<const char *>(data), "module.ptx"};
  CompileReport report = compileText(text, {level.c_str()});
  if (report.status != CompileReport::Success)
    fail(report.log);
  return load(std::move(report.cubin));
}

extern "C" void mgpuModuleUnload(void *module) {
  // Functions of it may be known still; device memory is kept anyway.
}

extern "C" void *mgpuModuleGetFunction(void *module, const char *name) {
  auto *from = static_cast<const Module *>(module);
  for (const Kernel &kernel : from->program->kernels)
    if (kernel.name == name)
      return new Function{from, &kernel};
  fail(std::string("no kernel '") + name + "' in the module");
}

extern "C" void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                                        intptr_t clusterY, intptr_t clusterZ,
                                        intptr_t gridX, intptr_t gridY,
                                        intptr_t gridZ, intptr_t blockX,
                                        intptr_t blockY, intptr_t blockZ,
                                        int32_t sharedBytes, void *stream,
                                        void **params, void **extra) {
  std::lock_guard<std::mutex> lock(device().mutex);
  LaunchConfig config;
  const intptr_t grid[] = {gridX, gridY, gridZ},
                 block[] = {blockX, blockY, blockZ},
                 cluster[] = {clusterX, clusterY, clusterZ};
  for (unsigned i = 0; i != 3; ++i) {
    config.grid[i] = uint32_t(grid[i]);
    config.block[i] = uint32_t(block[i]);
    config.cluster[i] = uint32_t(cluster[i]);
  }
  config.dynamicShared = uint32_t(sharedBytes);
  launch(*static_cast<const Function *>(function), config, params);
}

extern "C" void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                                 intptr_t gridZ, intptr_t blockX,
                                 intptr_t blockY, intptr_t blockZ,
                                 int32_t sharedBytes, void *stream,
                                 void **params, void **extra,
                                 size_t numParams) {
  // No cluster: what the kernel says.
  mgpuLaunchClusterKernel(function, 0, 0, 0, gridX, gridY, gridZ, blockX,
                          blockY, blockZ, sharedBytes, stream, params, extra);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

extern "C" void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared) {
  std::lock_guard<std::mutex> lock(device().mutex);
  if (isHostShared)
    fail("device memory that the host accesses is not there");
  return reinterpret_cast<void *>(
      device().memory.allocate(bytes, "gpu.alloc", 1, /*hasContents=*/false));
}

extern "C" void mgpuMemFree(void *pointer, void *stream) {
  // An address stays that of one buffer, so that a message names the right one.
}

extern "C" void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream) {
  std::lock_guard<std::mutex> lock(device().mutex);
  if (bytes)
    memmove(getBytes(to, bytes), getBytes(from, bytes), bytes);
}

extern "C" void mgpuMemset32(void *to, unsigned value, size_t count,
                             void *stream) {
  std::lock_guard<std::mutex> lock(device().mutex);
  uint8_t *bytes = getBytes(to, count * sizeof(value));
  for (size_t i = 0; i != count; ++i)
    memcpy(bytes + i * sizeof(value), &value, sizeof(value));
}

extern "C" void mgpuMemset16(void *to, unsigned short value, size_t count,
                             void *stream) {
  std::lock_guard<std::mutex> lock(device().mutex);
  uint8_t *bytes = getBytes(to, count * sizeof(value));
  for (size_t i = 0; i != count; ++i)
    memcpy(bytes + i * sizeof(value), &value, sizeof(value));
}

extern "C" void mgpuMemHostRegister(void *pointer, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(device().mutex);
  if (bytes)
    device().registered[reinterpret_cast<uint64_t>(pointer)] = {
        bytes, device().memory.allocate(bytes, "gpu.host_register")};
}

extern "C" void mgpuMemHostUnregister(void *pointer) {
  std::lock_guard<std::mutex> lock(device().mutex);
  device().registered.erase(reinterpret_cast<uint64_t>(pointer));
}

namespace {
/// A memref as MLIR hands it over; sizes, then strides, follow the offset.
struct MemRef {
  char *allocated, *aligned;
  int64_t offset;
  int64_t sizesAndStrides[];
};
} // namespace

/// Where the elements of a memref lie.
static std::pair<char *, uint64_t> getExtent(int64_t rank, const MemRef &memref,
                                             int64_t elementBytes) {
  int64_t last = 0;
  for (int64_t i = 0; i != rank; ++i) {
    int64_t size = memref.sizesAndStrides[i];
    if (size <= 0)
      return {memref.aligned, 0};
    last += (size - 1) * memref.sizesAndStrides[rank + i];
  }
  return {memref.aligned + memref.offset * elementBytes,
          uint64_t(last + 1) * uint64_t(elementBytes)};
}

extern "C" void mgpuMemHostRegisterMemRef(int64_t rank, MemRef *memref,
                                          int64_t elementBytes) {
  auto [pointer, bytes] = getExtent(rank, *memref, elementBytes);
  mgpuMemHostRegister(pointer, bytes);
}

extern "C" void mgpuMemHostUnregisterMemRef(int64_t rank, MemRef *memref,
                                            int64_t elementBytes) {
  mgpuMemHostUnregister(getExtent(rank, *memref, elementBytes).first);
}

//===----------------------------------------------------------------------===//
// Streams and events: all has been done
//===----------------------------------------------------------------------===//

extern "C" void *mgpuStreamCreate() { return &device(); }
extern "C" void mgpuStreamDestroy(void *stream) {}
extern "C" void mgpuStreamSynchronize(void *stream) {}
extern "C" void mgpuStreamWaitEvent(void *stream, void *event) {}
extern "C" void *mgpuEventCreate() { return &device(); }
extern "C" void mgpuEventDestroy(void *event) {}
extern "C" void mgpuEventSynchronize(void *event) {}
extern "C" void mgpuEventRecord(void *event, void *stream) {}
extern "C" void mgpuSetDefaultDevice(int32_t) {}

//===- driver.cpp - Runs one CUDA kernel on the CPU -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built with cuda_emul.h included before it, CUDA_EMUL_SOURCE (the .cu file),
// CUDA_EMUL_KERNEL (the kernel's name) and, for kernels with dynamic shared
// memory, CUDA_EMUL_DYNAMIC_SHARED (type and name of its array).
//
//   driver GX GY GZ BX BY BZ SHARED (buf:IN:OUT | raw:HEX)...
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <map>
#include <string>
#include <ucontext.h>
#include <utility>
#include <vector>

#include CUDA_EMUL_SOURCE

#ifdef CUDA_EMUL_DYNAMIC_SHARED
thread_local CUDA_EMUL_DYNAMIC_SHARED[16384];
#endif

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace {

[[noreturn]] void die(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

//===----------------------------------------------------------------------===//
// Fibres
//===----------------------------------------------------------------------===//

constexpr size_t StackSize = 64 * 1024;
constexpr unsigned long MaxSwitches = 20'000'000;

struct Fibre {
  ucontext_t context;
  uint3 index;
  bool done = false;
  std::vector<char> stack = std::vector<char>(StackSize);
};

struct Meeting {
  unsigned arrived = 0, generation = 0;
  uint64_t in[32] = {}, out[32] = {};
};

struct Block {
  std::vector<Fibre> fibres;
  std::map<std::pair<unsigned, unsigned>, Meeting> meetings; // Warp, mask.
  unsigned alive = 0, arrived = 0, generation = 0, sum = 0;
  unsigned result[2] = {};

  void releaseIfComplete() {
    if (arrived == 0 || arrived < alive)
      return;
    result[generation & 1] = sum;
    arrived = sum = 0;
    ++generation;
  }
};

Block *block;
unsigned current;
ucontext_t scheduler;
void (*body)();

void fibreMain() {
  body();
  block->fibres[current].done = true;
  --block->alive;
  block->releaseIfComplete();
  swapcontext(&block->fibres[current].context, &scheduler);
}

void runBlock() {
  unsigned count = blockDim.x * blockDim.y * blockDim.z;
  Block b;
  b.fibres.resize(count);
  b.alive = count;
  block = &b;
  for (unsigned i = 0; i < count; ++i) {
    Fibre &f = b.fibres[i];
    f.index = {i % blockDim.x, i / blockDim.x % blockDim.y,
               i / (blockDim.x * blockDim.y)};
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack.data();
    f.context.uc_stack.ss_size = StackSize;
    f.context.uc_link = nullptr;
    makecontext(&f.context, fibreMain, 0);
  }
  for (unsigned long switches = 0; b.alive;) {
    for (current = 0; current < count; ++current) {
      if (b.fibres[current].done)
        continue;
      if (++switches > MaxSwitches)
        die("no end: threads wait for each other");
      threadIdx = b.fibres[current].index;
      swapcontext(&scheduler, &b.fibres[current].context);
    }
  }
}

} // namespace

void cuda_emul::yield() {
  swapcontext(&block->fibres[current].context, &scheduler);
}

unsigned cuda_emul::lane() { return current & 31; }

unsigned cuda_emul::blockBarrier(unsigned value) {
  unsigned generation = block->generation;
  block->sum += value;
  ++block->arrived;
  block->releaseIfComplete();
  while (block->generation == generation)
    yield();
  return block->result[generation & 1];
}

const uint64_t *cuda_emul::warpGather(unsigned mask, uint64_t value) {
  unsigned me = lane();
  if (!(mask >> me & 1))
    die("a thread outside the mask of a warp-wide operation");
  Meeting &m = block->meetings[{current / 32, mask}];
  unsigned generation = m.generation;
  m.in[me] = value;
  m.arrived |= 1u << me;
  if (m.arrived == mask) {
    std::memcpy(m.out, m.in, sizeof(m.in));
    m.arrived = 0;
    ++m.generation;
  }
  while (m.generation == generation)
    yield();
  return m.out;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {

struct Argument {
  std::vector<char> data;
  bool isBuffer;
  std::string out;
};

Argument parseArgument(const std::string &text) {
  Argument a;
  a.isBuffer = text.compare(0, 4, "buf:") == 0;
  if (!a.isBuffer) {
    for (size_t i = 4; i + 1 < text.size(); i += 2)
      a.data.push_back((char)std::stoi(text.substr(i, 2), nullptr, 16));
    return a;
  }
  size_t colon = text.find(':', 4);
  a.out = text.substr(colon + 1);
  std::FILE *f = std::fopen(text.substr(4, colon - 4).c_str(), "rb");
  if (!f)
    die("cannot read " + text);
  char chunk[4096];
  while (size_t n = std::fread(chunk, 1, sizeof(chunk), f))
    a.data.insert(a.data.end(), chunk, chunk + n);
  std::fclose(f);
  return a;
}

std::vector<Argument> arguments;

template <class T> T argument(size_t i) {
  if constexpr (std::is_pointer_v<T>) {
    if (!arguments[i].isBuffer)
      die("a buffer expected");
    return reinterpret_cast<T>(arguments[i].data.data());
  } else {
    if (arguments[i].isBuffer || arguments[i].data.size() != sizeof(T))
      die("argument " + std::to_string(i) + " has the wrong size");
    T value;
    std::memcpy(&value, arguments[i].data.data(), sizeof(T));
    return value;
  }
}

template <class... P, size_t... I>
void call(void (*kernel)(P...), std::index_sequence<I...>) {
  kernel(argument<P>(I)...);
}

template <class... P> constexpr size_t arity(void (*)(P...)) {
  return sizeof...(P);
}

void kernelBody() {
  call(CUDA_EMUL_KERNEL,
       std::make_index_sequence<arity((decltype(&CUDA_EMUL_KERNEL))nullptr)>());
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 8)
    die("usage: driver GX GY GZ BX BY BZ SHARED ARGUMENT...");
  unsigned n[7];
  for (int i = 0; i < 7; ++i)
    n[i] = (unsigned)std::strtoul(argv[i + 1], nullptr, 10);
  gridDim = {n[0], n[1], n[2]};
  blockDim = {n[3], n[4], n[5]};
  for (int i = 8; i < argc; ++i)
    arguments.push_back(parseArgument(argv[i]));
  if (arguments.size() != arity((decltype(&CUDA_EMUL_KERNEL))nullptr))
    die("wrong number of arguments");
  body = kernelBody;

  for (unsigned z = 0; z < gridDim.z; ++z)
    for (unsigned y = 0; y < gridDim.y; ++y)
      for (unsigned x = 0; x < gridDim.x; ++x) {
        blockIdx = {x, y, z};
        runBlock();
      }

  for (const Argument &a : arguments) {
    if (a.out.empty())
      continue;
    std::FILE *f = std::fopen(a.out.c_str(), "wb");
    if (!f || std::fwrite(a.data.data(), 1, a.data.size(), f) != a.data.size())
      die("cannot write " + a.out);
    std::fclose(f);
  }
  return 0;
}

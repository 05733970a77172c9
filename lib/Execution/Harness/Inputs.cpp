//===- Inputs.cpp - Buffers, numbers and grids from a seed ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attempt as bytes: values by type, lengths by what accesses need, pointers
// between buffers, and the grid. Everything follows from a seed.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "UsageAnalysis.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::harness;
using ptx::DataType;

//===----------------------------------------------------------------------===//
// Placing
//===----------------------------------------------------------------------===//

/// Above the variables of modules, and so far apart that an access outside a
/// buffer can be told to be near it. The low words of addresses carry soon
/// after the start of a buffer: code that loses the carry is found.
static constexpr uint64_t kFirstInput = 0x7f80fffffe00, kSpacing = uint64_t(1)
                                                                   << 32;

uint64_t Inputs::address(unsigned buffer) {
  return kFirstInput + buffer * kSpacing;
}

static void putPointer(uint8_t *bytes, size_t size, uint64_t offset,
                       uint64_t address) {
  if (offset + 8 <= size)
    memcpy(bytes + offset, &address, 8);
}

exec::LaunchConfig Inputs::place(exec::GlobalMemory &memory) const {
  exec::LaunchConfig placed = launch;
  llvm::SmallVector<uint8_t *> data;
  for (auto [k, buffer] : llvm::enumerate(buffers)) {
    memory.skipTo(address(unsigned(k)) - buffer.front);
    uint64_t at = memory.allocate(buffer.bytes.size(), buffer.name);
    data.push_back(memory.access(at, buffer.bytes.size()));
    if (data.back())
      memcpy(data.back(), buffer.bytes.data(), buffer.bytes.size());
  }
  for (const InputPointer &p : pointers)
    if (p.in < 0)
      putPointer(placed.params.data(), placed.params.size(), p.offset,
                 address(p.target));
    else if (data[size_t(p.in)])
      putPointer(data[size_t(p.in)], buffers[size_t(p.in)].bytes.size(),
                 p.offset, address(p.target));
  return placed;
}

exec::LaunchConfig Inputs::place(exec::GlobalMemory &memory,
                                 llvm::ArrayRef<exec::KernelParam> to,
                                 size_t bytes) const {
  exec::LaunchConfig placed = place(memory);
  std::vector<uint8_t> from = std::move(placed.params);
  placed.params.assign(bytes, 0);
  auto copy = [&](size_t at, size_t target, size_t count) {
    if (at + count <= from.size() && target + count <= bytes)
      std::copy_n(from.begin() + at, count, placed.params.begin() + target);
  };
  if (params.size() != to.size())
    copy(0, 0, std::min(from.size(), bytes));
  else
    for (auto [own, other] : llvm::zip_equal(params, to))
      copy(own.offset, other.offset, std::min(own.size, other.size));
  return placed;
}

std::vector<std::vector<uint8_t>>
Inputs::read(exec::GlobalMemory &memory) const {
  std::vector<std::vector<uint8_t>> all;
  for (auto [k, buffer] : llvm::enumerate(buffers)) {
    const uint8_t *data =
        memory.access(address(unsigned(k)) - buffer.front, buffer.bytes.size());
    all.emplace_back(data, data + (data ? buffer.bytes.size() : 0));
  }
  return all;
}

void Inputs::print(llvm::raw_ostream &os) const {
  const uint32_t *g = launch.grid, *b = launch.block;
  os << llvm::formatv("grid {0},{1},{2} block {3},{4},{5} shared {6}\n", g[0],
                      g[1], g[2], b[0], b[1], b[2], launch.dynamicShared);
  for (const std::string &text : descriptions)
    os << "  " << text << "\n";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The bits of a number in a float type; of packed types both halves.
static uint64_t floatBits(DataType type, double v) {
  auto convert = [&](const llvm::fltSemantics &semantics) {
    llvm::APFloat f(v);
    bool lost;
    f.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &lost);
    return f.bitcastToAPInt().getZExtValue();
  };
  switch (type) {
  case DataType::F64:
    return convert(llvm::APFloat::IEEEdouble());
  case DataType::F16:
    return convert(llvm::APFloat::IEEEhalf());
  case DataType::F16x2:
    return convert(llvm::APFloat::IEEEhalf()) * 0x10001;
  case DataType::Bf16:
    return convert(llvm::APFloat::BFloat());
  case DataType::Bf16x2:
    return convert(llvm::APFloat::BFloat()) * 0x10001;
  default:
    return convert(llvm::APFloat::IEEEsingle());
  }
}

/// The bits of element `i` of a field.
static uint64_t elementBits(const Field &field, const Attempt &attempt,
                            uint64_t i, uint64_t random, bool wholeFloats) {
  if (attempt.fill == Attempt::Zero)
    return 0;
  bool ascending = attempt.fill == Attempt::Ascending;
  if (isFloatKind(field.type)) {
    if (ptx::getBitWidth(field.type) < 16)
      return ascending ? i : random;
    double unit = double(random >> 40) * 0x1p-24;
    if (wholeFloats && !field.indexesAsFloat)
      return floatBits(field.type,
                       double((ascending ? i : random >> 40) % 9) - 4);
    return floatBits(field.type, ascending              ? double(i % 256) / 4
                                 : field.indexesAsFloat ? 4 * unit
                                                        : 4 * unit - 2);
  }
  uint64_t size = std::max<uint64_t>(1, attempt.size);
  if (field.bytes == 1)
    size = std::min<uint64_t>(size, 127);
  if (field.indexes)
    return (ascending ? i : random >> 8) % size;
  if (ascending)
    return i;
  return field.decides ? (random >> 8) % (size + 1) : random;
}

/// A parameter that is a number.
static uint64_t scalarBits(const Field &field, const Attempt &attempt,
                           uint64_t random) {
  if (isFloatKind(field.type))
    return floatBits(field.type, 0.25 + double(random >> 40) * 0x1.8p-24);
  if (field.bytes == 1)
    return attempt.fill != Attempt::Zero;
  if (field.boundsThreads)
    return attempt.size;
  if (field.indexes || field.decides)
    return attempt.count;
  return 1 + random % 15;
}

/// One number for each (seed, stream, index).
static uint64_t randomAt(uint64_t seed, uint64_t stream, uint64_t index) {
  uint64_t state = seed * 0x2545f4914f6cdd1d + stream;
  state = exec::splitMix64(state) + index;
  return exec::splitMix64(state);
}

//===----------------------------------------------------------------------===//
// Blocks and grids
//===----------------------------------------------------------------------===//

using Dims = std::array<uint32_t, 3>;

static std::vector<Dims> blockShapes(const KernelUsage &usage) {
  auto whole = [](const std::vector<uint32_t> &list) {
    Dims d = {1, 1, 1};
    std::copy_n(list.begin(), std::min<size_t>(3, list.size()), d.begin());
    return d;
  };
  if (!usage.requiredBlock.empty())
    return {whole(usage.requiredBlock)};
  std::vector<Dims> shapes;
  uint64_t most = 1024;
  if (!usage.largestBlock.empty()) {
    Dims d = whole(usage.largestBlock);
    most = std::min<uint64_t>(most, uint64_t(d[0]) * d[1] * d[2]);
    // Who says how large a block may be mostly launches such blocks.
    if (most <= 512)
      shapes.push_back(d);
  }
  if (usage.usesThread[2])
    shapes.insert(shapes.end(), {{8, 4, 2}, {4, 4, 4}, {8, 8, 8}, {16, 16, 1}});
  if (usage.usesThread[1])
    shapes.insert(shapes.end(), {{16, 4, 1},
                                 {16, 16, 1},
                                 {32, 8, 1},
                                 {8, 8, 1},
                                 {32, 32, 1},
                                 {32, 1, 1},
                                 {32, 4, 1},
                                 {64, 4, 1}});
  if (!usage.usesThread[1] || usage.usesThread[2])
    shapes.insert(shapes.end(), {{64, 1, 1},
                                 {256, 1, 1},
                                 {128, 1, 1},
                                 {32, 1, 1},
                                 {512, 1, 1},
                                 {1024, 1, 1},
                                 {16, 1, 1}});
  llvm::erase_if(shapes, [&](const Dims &d) {
    return uint64_t(d[0]) * d[1] * d[2] > most ||
           (usage.usesMatrices && d[0] % 32);
  });
  if (shapes.empty())
    shapes.push_back({uint32_t(most), 1, 1});
  return shapes;
}

std::vector<Attempt> harness::listAttempts(const KernelUsage &usage,
                                           uint64_t seed) {
  bool flat = !usage.usesThread[1] && !usage.usesThread[2];
  // First a size that blocks do not divide.
  uint64_t odd = flat ? 91 + seed % 23 : 27 + seed % 5;
  std::vector<Attempt> list = {
      {odd, odd, 0, Attempt::Random},      {64, 64, 0, Attempt::Random},
      {64, 4, 0, Attempt::Random},         {32, 32, 1, Attempt::Random},
      {64, 64, 0, Attempt::Ascending},     {16, 2, 1, Attempt::Ascending},
      {64, 64, 2, Attempt::Zero},          {128, 128, 2, Attempt::Random},
      {256, 16, 3, Attempt::Random},       {64, 8, 4, Attempt::Random},
      {5, 1, 0, Attempt::Ascending},       {1, 1, 0, Attempt::Zero},
      {1024, 32, 1, Attempt::Zero},        {256, 256, 5, Attempt::Random},
      {1024, 1024, 0, Attempt::Ascending}, {128, 4, 6, Attempt::Random},
      {8, 8, 3, Attempt::Random},          {0, 0, 0, Attempt::Zero},
      {2, 2, 1, Attempt::Ascending},       {64, 64, 7, Attempt::Random},
  };
  return list;
}

static void chooseLaunch(const KernelUsage &usage, const Attempt &attempt,
                         exec::LaunchConfig &launch) {
  std::vector<Dims> shapes = blockShapes(usage);
  const Dims &block = shapes[attempt.shape % shapes.size()];
  for (unsigned k : {0, 1, 2}) {
    launch.block[k] = block[k];
    // (A second block that does the same again would hide faults.)
    launch.grid[k] = usage.usesBlock[k] ? 2 : 1;
    if (k < usage.cluster.size())
      launch.grid[k] =
          uint32_t(llvm::alignTo(launch.grid[k], usage.cluster[k]));
  }
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static void put(std::vector<uint8_t> &bytes, int64_t at, uint64_t bits,
                unsigned count) {
  if (at < 0 || uint64_t(at) + count > bytes.size())
    return;
  memcpy(bytes.data() + at, &bits, std::min(count, 8u));
}

/// The field that says most of what a buffer holds.
static const Field *mainField(const Object &object) {
  auto rank = [](const Field &f) {
    return (f.pointee >= 0 ? -8 : 0) + (f.isRead ? 4 : 0) + (f.stride ? 2 : 0) +
           (f.indexes || isFloatKind(f.type) ? 1 : 0);
  };
  const Field *best = nullptr;
  for (const Field &f : object.fields)
    if (f.pointee < 0 && (!best || rank(f) > rank(*best)))
      best = &f;
  return best;
}

/// Writes elements of a field from `first` on in steps of `step`.
static void fillField(InputBuffer &buffer, const Field &field, int64_t first,
                      uint64_t step, const Attempt &attempt, uint64_t seed,
                      uint64_t stream, bool wholeFloats) {
  unsigned width = std::min(8u, std::max(1u, field.bytes));
  // Packed and vector elements: the type may be narrower than the access.
  unsigned bits = ptx::getBitWidth(field.type);
  unsigned bytes = bits >= 8 && bits / 8 < width ? bits / 8 : width;
  uint64_t i = 0;
  for (int64_t at = first; at < int64_t(buffer.bytes.size());
       at += int64_t(step), ++i)
    for (unsigned part = 0; part < field.bytes; part += bytes)
      put(buffer.bytes, at + part,
          elementBits(field, attempt, i, randomAt(seed, stream, i * 8 + part),
                      wholeFloats),
          bytes);
}

static void fillBuffer(InputBuffer &buffer, const Object &object,
                       const Attempt &attempt, uint64_t seed, uint64_t stream,
                       bool wholeFloats) {
  auto front = int64_t(buffer.front);
  const Field *main = mainField(object);
  if (main)
    fillField(buffer, *main, front % std::max(1u, main->bytes),
              std::max(1u, main->bytes), attempt, seed, stream, wholeFloats);
  for (const Field &f : object.fields) {
    if (&f == main || f.pointee >= 0)
      continue;
    if (f.stride > f.bytes) {
      int64_t first = front + f.offset;
      first -= first / int64_t(f.stride) * int64_t(f.stride);
      fillField(buffer, f, first, f.stride, attempt, seed, stream + f.offset,
                wholeFloats);
    } else if (!f.stride && f.isRead) {
      put(buffer.bytes, front + f.offset,
          elementBits(f, attempt, 1, randomAt(seed, stream, f.offset),
                      wholeFloats),
          std::min(8u, f.bytes));
    }
  }
}

/// The type of all stores to an object.
static DataType writtenType(const Object &object) {
  DataType type = DataType::None;
  for (const Field &f : object.fields) {
    if (!f.isWritten)
      continue;
    if (type != DataType::None && type != f.type)
      return DataType::None;
    type = f.type;
  }
  return type;
}

static std::string describeField(const Field &field, uint64_t bits) {
  llvm::StringRef type = ptx::stringify(field.type);
  std::string use = field.boundsThreads ? ", bounds threads"
                    : field.indexes     ? ", in addresses"
                    : field.decides     ? ", in decisions"
                                        : "";
  if (isFloatKind(field.type))
    return llvm::formatv("{0} {1:x}{2}", type, bits, use);
  return llvm::formatv("{0} {1}{2}", type, bits, use);
}

Inputs harness::generate(const KernelUsage &usage, const Attempt &attempt,
                         const Needs &needs, uint64_t seed,
                         std::vector<unsigned> &objects) {
  Inputs inputs;
  inputs.kernel = usage.name;
  chooseLaunch(usage, attempt, inputs.launch);
  inputs.launch.dynamicShared = std::max<uint64_t>(
      needs.dynamicShared, usage.usesDynamicShared ? 4096 : 0);
  inputs.params = usage.params;
  inputs.launch.params.assign(usage.paramBytes, 0);

  // Objects that a pointer of the parameters leads to.
  llvm::DenseMap<unsigned, unsigned> bufferOf;
  objects.clear();
  llvm::SmallVector<unsigned> work = {0};
  for (size_t k = 0; k < work.size(); ++k)
    for (const Field &f : usage.objects[work[k]].fields) {
      if (f.pointee < 0 ||
          !bufferOf.try_emplace(unsigned(f.pointee), objects.size()).second)
        continue;
      objects.push_back(unsigned(f.pointee));
      work.push_back(unsigned(f.pointee));
    }
  for (unsigned object : objects) {
    InputBuffer buffer;
    buffer.name = "*" + usage.objects[object].name;
    buffer.front = needs.front.lookup(object);
    buffer.written = writtenType(usage.objects[object]);
    uint64_t bytes = needs.bytes.lookup(object);
    buffer.bytes.resize(buffer.front + (bytes ? bytes : 65536));
    fillBuffer(buffer, usage.objects[object], attempt, seed, object << 20,
               usage.usesMatrices);
    inputs.buffers.push_back(std::move(buffer));
  }

  // Numbers among the parameters.
  for (const Field &f : usage.objects[0].fields) {
    if (f.pointee >= 0 || f.isHandle || f.offset < 0)
      continue;
    uint64_t step = f.stride ? std::max<uint64_t>(f.stride, f.bytes)
                             : inputs.launch.params.size() + 1;
    for (int64_t at = f.offset; at < int64_t(inputs.launch.params.size());
         at += int64_t(step)) {
      uint64_t bits = scalarBits(f, attempt, randomAt(seed, 1, uint64_t(at)));
      put(inputs.launch.params, at, bits, std::min(8u, f.bytes));
      inputs.descriptions.push_back(llvm::formatv(
          "parameter bytes {0}..{1}: {2}", at, at + f.bytes - 1,
          describeField(f, bits & (f.bytes >= 8
                                       ? ~uint64_t(0)
                                       : (uint64_t(1) << 8 * f.bytes) - 1))));
    }
  }
  // Pointers.
  auto addPointers = [&](int in, const Object &object, uint64_t front,
                         uint64_t size) {
    for (const Field &f : object.fields) {
      if (f.pointee < 0)
        continue;
      unsigned target = bufferOf[unsigned(f.pointee)];
      int64_t first = f.offset + int64_t(front);
      if (first < 0 && !f.stride)
        continue;
      if (f.stride)
        first -= first / int64_t(f.stride) * int64_t(f.stride);
      uint64_t step = f.stride ? std::max<uint64_t>(8, f.stride) : size + 1;
      for (uint64_t at = uint64_t(first); at + 8 <= size; at += step) {
        inputs.pointers.push_back({in, at, target});
        if (in < 0)
          inputs.descriptions.push_back(
              llvm::formatv("parameter bytes {0}..{1}: buffer of {2} bytes", at,
                            at + 7, inputs.buffers[target].bytes.size()));
      }
    }
  };
  addPointers(-1, usage.objects[0], 0, inputs.launch.params.size());
  for (unsigned k = 0; k < objects.size(); ++k)
    addPointers(int(k), usage.objects[objects[k]], inputs.buffers[k].front,
                inputs.buffers[k].bytes.size());
  addImages(usage, seed, inputs);
  return inputs;
}

//===- Arguments.cpp - Kernel arguments from text -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The argument syntax of ptx-run, for the machine and the PTX interpreter
// alike. Buffers are filled by formulas, so that a test needs no files.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/TensorMap.h"
#include "ptx-mlir/ISA/Semantics/SoftFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;
using llvm::StringRef;
using llvm::Twine;

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

std::optional<ElementType> ElementType::parse(StringRef name) {
  ElementType t;
  unsigned bits;
  if (name.size() < 2 || name.drop_front().getAsInteger(10, bits))
    return std::nullopt;
  switch (name[0]) {
  case 'u':
  case 'b':
    t.kind = Unsigned;
    break;
  case 's':
    t.kind = Signed;
    break;
  case 'f':
    t.kind = Float;
    break;
  default:
    return std::nullopt;
  }
  if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) ||
      (t.kind == Float && bits == 8))
    return std::nullopt;
  t.bytes = uint8_t(bits / 8);
  return t;
}

static Fmt formatOf(ElementType type) {
  return type.bytes == 2 ? Fmt::F16 : type.bytes == 4 ? Fmt::F32 : Fmt::F64;
}

/// Puts a buffer into memory; its address.
static uint64_t placeBuffer(const Argument &arg, size_t number,
                            GlobalMemory &memory) {
  uint64_t at =
      memory.allocate(arg.data.size(), "argument " + std::to_string(number), 1,
                      arg.hasContents);
  if (!arg.data.empty())
    memcpy(memory.access(at, arg.data.size()), arg.data.data(),
           arg.data.size());
  return at;
}

/// The buffer that argument `i` describes: an error if it is none.
static llvm::Error checkBuffer(llvm::ArrayRef<Argument> args, size_t i,
                               size_t buffer) {
  if (buffer < args.size() && args[buffer].isBuffer)
    return llvm::Error::success();
  return bad("argument " + Twine(i) + " ('" + args[i].spec + "'): argument " +
             Twine(buffer) + " is no buffer");
}

/// Adds a texture, sampler or surface to the launch.
static llvm::Error placeTexture(llvm::ArrayRef<Argument> args, size_t i,
                                llvm::ArrayRef<uint64_t> addresses,
                                LaunchConfig &launch) {
  TextureObject object = *args[i].texture;
  if (object.kind != TextureObject::SamplerOnly) {
    size_t buffer = args[i].imageOf;
    if (llvm::Error e = checkBuffer(args, i, buffer))
      return e;
    uint64_t size = args[buffer].data.size();
    if (object.image.address > size ||
        object.image.bytes() > size - object.image.address)
      return bad("argument " + Twine(i) + " ('" + args[i].spec +
                 "'): its texels need " + Twine(object.image.bytes()) +
                 " bytes, argument " + Twine(buffer) + " has " + Twine(size));
    object.image.address += addresses[buffer];
  }
  launch.textures.push_back(std::move(object));
  return llvm::Error::success();
}

llvm::Expected<std::vector<uint64_t>>
exec::placeArguments(llvm::StringRef kernel, llvm::ArrayRef<KernelParam> params,
                     unsigned paramBytes, llvm::ArrayRef<Argument> args,
                     GlobalMemory &memory, LaunchConfig &launch) {
  size_t given =
      llvm::count_if(args, [](const Argument &a) { return a.hasParameter; });
  if (given != params.size())
    return bad("kernel '" + kernel + "' has " + Twine(params.size()) +
               " parameters, " + Twine(given) + " arguments were given");
  std::vector<uint64_t> addresses;
  launch.params.assign(paramBytes, 0);
  launch.textures.clear();
  for (size_t i = 0; i < args.size(); ++i)
    addresses.push_back(args[i].isBuffer ? placeBuffer(args[i], i, memory) : 0);
  for (size_t i = 0; i < args.size(); ++i) {
    const Argument &arg = args[i];
    if (arg.texture)
      if (llvm::Error e = placeTexture(args, i, addresses, launch))
        return std::move(e);
    if (!arg.hasParameter)
      continue;
    const KernelParam &p = params[i];
    if (!p.image.empty()) {
      if (!arg.texture)
        return bad("argument " + Twine(i) + " ('" + arg.spec +
                   "') is for a texture, sampler or surface");
      launch.textures.back().name = p.image;
      continue;
    }
    uint64_t handle =
        makeHandle(launch.textures, uint32_t(launch.textures.size()));
    const uint8_t *from = arg.data.data();
    size_t size = arg.data.size();
    if (arg.isBuffer || arg.texture) {
      from = reinterpret_cast<const uint8_t *>(arg.isBuffer ? &addresses[i]
                                                            : &handle);
      size = 8;
    }
    bool isMapAddress = arg.tensorOf && p.size == 8;
    if ((size != p.size && !isMapAddress) ||
        p.offset + p.size > launch.params.size())
      return bad("argument " + Twine(i) + " ('" + arg.spec + "') has " +
                 Twine(size) + " bytes, the parameter has " + Twine(p.size));
    uint8_t *to = launch.params.data() + p.offset;
    if (!arg.tensorOf) {
      memcpy(to, from, size);
      continue;
    }
    // A tensor map has the address of its buffer.
    if (llvm::Error e = checkBuffer(args, i, *arg.tensorOf))
      return std::move(e);
    TensorMap map = *TensorMap::unpack(from);
    map.address += addresses[*arg.tensorOf];
    if (isMapAddress) {
      uint64_t at =
          memory.allocate(map.kBytes, "argument " + std::to_string(i), 128);
      memcpy(to, &at, 8);
      to = memory.access(at, map.kBytes);
    }
    map.pack(to);
  }
  return addresses;
}

uint64_t exec::splitMix64(uint64_t &state) {
  state += 0x9e3779b97f4a7c15ull;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

uint64_t exec::randomElement(ElementType type, uint64_t z) {
  using namespace isa::sem;
  if (type.kind != ElementType::Float)
    return type.bytes == 8 ? z : z & ((uint64_t(1) << 8 * type.bytes) - 1);
  // Both numbers are exact in their formats.
  if (type.bytes == 8)
    return z >> 11 ? roundPack({Fmt::F64}, false, -53, z >> 11) : 0;
  uint64_t f32 = z >> 40 ? roundPack({Fmt::F32}, false, -24, z >> 40) : 0;
  return type.bytes == 4 ? f32 : convert(Fmt::F32, f32, {Fmt::F16});
}

uint64_t exec::iotaElement(ElementType type, uint64_t i) {
  if (type.kind == ElementType::Float)
    return isa::sem::fromInteger(i, false, {formatOf(type)});
  return type.bytes == 8 ? i : i & ((uint64_t(1) << 8 * type.bytes) - 1);
}

static void append(std::vector<uint8_t> &to, uint64_t bits, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    to.push_back(uint8_t(bits >> 8 * i));
}

/// Buffers larger than this are taken for a mistake.
static constexpr uint64_t kMaxBuffer = uint64_t(1) << 33;

static llvm::Error parseBuffer(StringRef what, Argument &arg) {
  auto [kind, rest] = what.split(',');
  if (kind == "file") {
    auto file = llvm::MemoryBuffer::getFile(rest, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (!file)
      return bad("cannot read '" + rest + "': " + file.getError().message());
    StringRef bytes = (*file)->getBuffer();
    arg.data.assign(bytes.bytes_begin(), bytes.bytes_end());
    return llvm::Error::success();
  }
  if (kind == "zero" || kind == "none") {
    arg.hasContents = kind == "zero";
    uint64_t bytes;
    if (rest.getAsInteger(0, bytes) || bytes > kMaxBuffer)
      return bad("'" + rest + "' is not a number of bytes");
    arg.data.assign(bytes, 0);
    return llvm::Error::success();
  }
  if (kind != "iota" && kind != "rand")
    return bad("unknown kind of buffer '" + kind +
               "' (file, zero, none, iota or rand)");
  auto [typeName, numbers] = rest.split(',');
  auto [countText, seedText] = numbers.split(',');
  auto type = ElementType::parse(typeName);
  if (!type)
    return bad("unknown element type '" + typeName + "'");
  uint64_t count, seed = 0;
  if (countText.getAsInteger(0, count) || count > kMaxBuffer / type->bytes)
    return bad("'" + countText + "' is not a number of elements");
  bool random = kind == "rand";
  if (random ? seedText.getAsInteger(0, seed) : !seedText.empty())
    return bad("'" + seedText + "' is not a seed");
  arg.data.reserve(count * type->bytes);
  for (uint64_t i = 0; i < count; ++i)
    append(arg.data,
           random ? randomElement(*type, splitMix64(seed))
                  : iotaElement(*type, i),
           type->bytes);
  return llvm::Error::success();
}

static llvm::Error parseScalar(StringRef typeName, StringRef text,
                               Argument &arg) {
  auto type = ElementType::parse(typeName);
  if (!type)
    return bad("unknown type '" + typeName + "'");
  uint64_t bits;
  if (type->kind == ElementType::Float) {
    double v;
    if (!llvm::to_float(text, v))
      return bad("'" + text + "' is not a number");
    memcpy(&bits, &v, 8);
    bits = isa::sem::convert(Fmt::F64, bits, {formatOf(*type)});
  } else {
    bool negative = text.starts_with("-");
    StringRef digits = negative ? text.drop_front() : text;
    if (digits.getAsInteger(0, bits))
      return bad("'" + text + "' is not an integer");
    uint64_t limit = ~uint64_t(0) >> (64 - 8 * type->bytes);
    if (bits > limit || (negative && bits > limit / 2 + 1))
      return bad("'" + text + "' does not fit " + typeName);
    if (negative)
      bits = 0 - bits;
  }
  append(arg.data, bits, type->bytes);
  return llvm::Error::success();
}

/// Cuts `:out=...` and `:print=...` off the end.
static llvm::Error parseSuffixes(StringRef &rest, Argument &arg) {
  while (true) {
    size_t out = rest.rfind(":out="), print = rest.rfind(":print=");
    if (out == StringRef::npos && print == StringRef::npos)
      return llvm::Error::success();
    if (print == StringRef::npos || (out != StringRef::npos && out > print)) {
      arg.outPath = rest.substr(out + 5).str();
      rest = rest.take_front(out);
      continue;
    }
    auto [typeName, count] = rest.substr(print + 7).split(',');
    arg.printType = ElementType::parse(typeName);
    if (!arg.printType || count.getAsInteger(0, arg.printCount))
      return bad("':print=' wants <type>,<count>");
    rest = rest.take_front(print);
  }
}

llvm::Expected<Argument> exec::parseArgument(StringRef spec) {
  Argument arg;
  arg.spec = spec.str();
  auto [kind, rest] = spec.split(':');
  llvm::Error error = llvm::Error::success();
  if (kind == "buf") {
    arg.isBuffer = true;
    error = parseSuffixes(rest, arg);
    if (!error)
      error = parseBuffer(rest, arg);
  } else if (kind == "tensormap") {
    unsigned buffer = 0;
    auto map = parseTensorMap(rest, buffer);
    if (!map) {
      error = map.takeError();
    } else {
      arg.tensorOf = buffer;
      arg.data.resize(map->kBytes);
      map->pack(arg.data.data());
    }
  } else if (kind == "texture" || kind == "surface" || kind == "sampler") {
    auto texture =
        parseTexture(kind == "texture"   ? TextureObject::Texture
                     : kind == "surface" ? TextureObject::Surface
                                         : TextureObject::SamplerOnly,
                     rest, arg.imageOf);
    if (texture)
      arg.texture = std::move(*texture);
    else
      error = texture.takeError();
  } else if (kind == "bytes") {
    std::string bytes;
    if (rest.size() % 2 || !llvm::tryGetFromHex(rest, bytes))
      error = bad("'" + rest + "' is not a string of hexadecimal bytes");
    arg.data.assign(bytes.begin(), bytes.end());
  } else {
    error = parseScalar(kind, rest, arg);
  }
  if (error)
    return bad("argument '" + spec + "': " + llvm::toString(std::move(error)));
  return arg;
}

void exec::printElements(llvm::raw_ostream &os, ElementType type,
                         llvm::ArrayRef<uint8_t> bytes, uint64_t count) {
  for (uint64_t i = 0; i < count && (i + 1) * type.bytes <= bytes.size(); ++i) {
    uint64_t bits = 0;
    memcpy(&bits, bytes.data() + i * type.bytes, type.bytes);
    if (i)
      os << ' ';
    if (type.kind == ElementType::Float) {
      uint64_t wide = isa::sem::convert(formatOf(type), bits, {Fmt::F64});
      double v;
      memcpy(&v, &wide, 8);
      os << llvm::format("%.*g", type.bytes == 8 ? 17 : 9, v);
    } else if (type.kind == ElementType::Signed) {
      unsigned shift = 64 - 8 * type.bytes;
      os << (int64_t(bits << shift) >> shift);
    } else {
      os << bits;
    }
  }
}

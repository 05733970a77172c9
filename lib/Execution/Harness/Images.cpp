//===- Images.cpp - Textures and surfaces of a kernel ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Textures and surfaces have no bytes of their own in a launch: which kernel
// parameter or variable names one, and of which shape, is told by the
// instructions that use it.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "UsageAnalysis.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::harness;
using exec::ChannelKind;
using exec::ImageShape;
using ptx::DataType;
using ptx::Geometry;
using ptx::Opcode;

//===----------------------------------------------------------------------===//
// Usage
//===----------------------------------------------------------------------===//

/// What an instruction says of the image that it uses, if it uses one.
static std::optional<ImageUse> imageUse(Operation *op, Opcode opcode) {
  int64_t mods = ptx::getRawMods(op);
  ImageUse use;
  auto surface = [&](Geometry geometry, DataType type, unsigned elements) {
    use.isSurface = true;
    use.geometry = geometry;
    use.type = type;
    use.elements = elements;
  };
  switch (opcode) {
  case Opcode::Tex: {
    auto m = ptx::TexModifiers::unpack(mods);
    use.geometry = m.geometry;
    use.type = m.dataType;
    use.usesWhole = m.srcType == DataType::S32;
    for (unsigned k = 1; k < op->getNumResults(); ++k)
      if (!op->getResult(k).use_empty())
        use.elements = 4;
    return use;
  }
  case Opcode::Tld4: {
    auto m = ptx::Tld4Modifiers::unpack(mods);
    use.geometry = m.geometry;
    use.type = m.dataType;
    use.elements = 4;
    return use;
  }
  case Opcode::SuldB: {
    auto m = ptx::SuldBModifiers::unpack(mods);
    surface(m.geometry, m.dataType, op->getNumResults());
    return use;
  }
  case Opcode::SustB: {
    auto m = ptx::SustBModifiers::unpack(mods);
    surface(m.geometry, m.dataType, ptx::getNumElements(m.vector));
    return use;
  }
  case Opcode::SustP: {
    auto m = ptx::SustPModifiers::unpack(mods);
    surface(m.geometry, DataType::U32, ptx::getNumElements(m.vector));
    return use;
  }
  case Opcode::SuredB: {
    auto m = ptx::SuredBModifiers::unpack(mods);
    surface(m.geometry, m.dataType, 1);
    return use;
  }
  case Opcode::SuredP: {
    auto m = ptx::SuredPModifiers::unpack(mods);
    surface(m.geometry, m.dataType, 1);
    return use;
  }
  default:
    return std::nullopt;
  }
}

void UsageAnalysis::recordImages() {
  auto add = [&](const ImageUse &use) {
    for (ImageUse &have : usage.images)
      if (have.offset == use.offset && have.variable == use.variable &&
          have.isSurface == use.isSurface) {
        have.usesWhole |= use.usesWhole;
        have.elements = std::max(have.elements, use.elements);
        return;
      }
    usage.images.push_back(use);
  };
  kernel.getBody().walk([&](Operation *op) {
    auto opcode = opcodeOf(op);
    auto use = opcode ? imageUse(op, *opcode) : std::nullopt;
    if (!use)
      return;
    Value handle = ptx::getSources(op)[0];
    if (auto address = handle.getDefiningOp<ptx::AddressOfOp>()) {
      use->variable = address.getSymbol().str();
      add(*use);
      return;
    }
    if (auto address = handle.getDefiningOp<ptx::ParamAddressOp>()) {
      auto entry = op->getParentOfType<ptx::EntryOp>();
      ptx::VarAttr param = entry.getParam(address.getIndex());
      use->variable = exec::getParamImageName(param.getName());
      add(*use);
      return;
    }
    for (const Target &t : Targets(points.lookup(handle)))
      for (const auto &[at, object] : children) {
        auto [parent, offset, stride] = at;
        if (object != t.object || parent != 0 || stride || t.offset)
          continue;
        field({0, offset, 0}, 8).isHandle = true;
        use->offset = offset;
        add(*use);
      }
  });
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Elements of an image: a surface is larger than the numbers that attempts
/// make of parameters, a texture needs not be.
static void chooseSize(exec::Image &image, bool isSurface) {
  switch (image.shape) {
  case ImageShape::Line:
  case ImageShape::Lines:
    image.width = isSurface ? 8192 : 1500;
    break;
  case ImageShape::Plane:
  case ImageShape::Planes:
  case ImageShape::Samples:
  case ImageShape::SamplePlanes:
    image.width = isSurface ? 512 : 61;
    image.height = isSurface ? 256 : 43;
    break;
  case ImageShape::Volume:
    image.width = image.height = isSurface ? 64 : 17;
    image.depth = isSurface ? 64 : 9;
    break;
  case ImageShape::Cube:
  case ImageShape::Cubes:
    image.width = image.height = 32;
    break;
  }
  if (image.isLayered())
    image.layers = isSurface ? 4 : 3;
  if (image.shape == ImageShape::Samples ||
      image.shape == ImageShape::SamplePlanes)
    image.samples = 4;
}

static void chooseElement(exec::Image &image, const ImageUse &use) {
  unsigned bits = ptx::getBitWidth(use.type);
  if (use.isSurface) {
    // A texel is what an access has; of eight bytes two elements.
    image.kind = ChannelKind::Unsigned;
    image.channelBytes = uint8_t(std::min(4u, std::max(1u, bits / 8)));
    image.channels = uint8_t(use.elements * (bits == 64 ? 2 : 1));
    return;
  }
  image.channels = uint8_t(use.elements == 1 ? 1 : 4);
  if (use.type == DataType::F32 || use.type == DataType::F16 ||
      use.type == DataType::F16x2) {
    image.kind = ChannelKind::Float;
    image.channelBytes = 4;
    return;
  }
  // (Most often colours of one byte; a line is data of any kind.)
  image.kind =
      use.type == DataType::S32 ? ChannelKind::Signed : ChannelKind::Unsigned;
  image.channelBytes = image.shape == ImageShape::Line ? 4 : 1;
}

void harness::addImages(const KernelUsage &usage, uint64_t seed,
                        Inputs &inputs) {
  for (const auto &[number, use] : llvm::enumerate(usage.images)) {
    auto shape = interp::shapeOf(use.geometry);
    if (!shape)
      continue;
    exec::TextureObject object;
    object.kind = use.isSurface ? exec::TextureObject::Surface
                                : exec::TextureObject::Texture;
    object.name = use.variable;
    exec::Image &image = object.image;
    image.shape = *shape;
    chooseSize(image, use.isSurface);
    chooseElement(image, use);
    image.pitch = uint64_t(image.width) * image.placeBytes();
    image.address = Inputs::address(unsigned(inputs.buffers.size()));
    // Seeds differ in how a texture is looked at. (Whether coordinates are
    // meant to be fractions no instruction says.)
    uint64_t state = seed + number * 0x9e3779b9;
    uint64_t random = exec::splitMix64(state);
    bool mixes = image.kind == ChannelKind::Float && !use.usesWhole;
    object.sampler.isLinear = mixes && !use.isSurface && random & 1;
    object.sampler.isNormalized = random & 2;
    static constexpr exec::AddressMode modes[] = {
        exec::AddressMode::ClampToEdge, exec::AddressMode::Wrap,
        exec::AddressMode::Mirror, exec::AddressMode::ClampToBorder};
    std::fill_n(object.sampler.address, 3, modes[random >> 2 & 3]);

    InputBuffer buffer;
    std::string what = use.variable.empty()
                           ? llvm::formatv("parameter[{0}]", use.offset).str()
                           : use.variable;
    buffer.name = "texels of " + what;
    buffer.bytes.resize(image.bytes());
    for (size_t at = 0; at < buffer.bytes.size(); at += image.channelBytes) {
      uint64_t bits = exec::splitMix64(state);
      if (image.kind == ChannelKind::Float) {
        float v = float(4 * (double(bits >> 40) * 0x1p-24) - 2);
        memcpy(&buffer.bytes[at], &v, 4);
      } else {
        memcpy(&buffer.bytes[at], &bits, image.channelBytes);
      }
    }
    inputs.buffers.push_back(std::move(buffer));
    inputs.launch.textures.push_back(object);
    if (use.variable.empty() &&
        size_t(use.offset) + 8 <= inputs.launch.params.size()) {
      uint64_t handle = exec::makeHandle(
          inputs.launch.textures, uint32_t(inputs.launch.textures.size()));
      memcpy(&inputs.launch.params[size_t(use.offset)], &handle, 8);
    }
    inputs.descriptions.push_back(llvm::formatv(
        "{0} {1}: {2}, {3}x{4}x{5} texels of {6} bytes{7}{8}",
        use.isSurface ? "surface" : "texture", what, exec::nameOf(image.shape),
        image.width, image.height, image.slices(), image.texelBytes(),
        object.sampler.isLinear ? ", linear" : "",
        !use.isSurface && object.sampler.isNormalized ? ", normalized" : ""));
  }
}

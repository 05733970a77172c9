//===- ImageHandles.h - Names of textures and surfaces ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How an instruction names a texture with its sampler, or a surface. From sm_90
// on uniform registers hold both handles, so that threads with different ones
// take turns. Before, the instruction has the place of a word in constant bank
// 0 or a register, which each thread has of its own; such a word has the
// sampler in its bits 31:20. Variables have words behind the parameters of the
// kernel.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_IMAGEHANDLES_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_IMAGEHANDLES_H

#include "ControlFlow.h"

namespace ptxmlir::ptxtoori {

/// What an instruction names. The texture or surface and the sampler are values
/// of the ptx dialect; the sampler is null for textures that have their own.
class ImageHandle {
public:
  ImageHandle(FuncLowering &l, mlir::Value ptxImage,
              mlir::Value ptxSampler = {});

  /// Emits under the guard of `op` what `body` gives for operands that stand
  /// for the handle, which `add...` below gives.
  llvm::SmallVector<mlir::Value> emit(mlir::Operation *op, Emitter body);

  /// Whether the handle is an operand in a register that is not uniform.
  bool isInRegister() const { return bool(reg); }
  mlir::Value getRegister() const { return reg; }
  mlir::Value getRegisterOrZero() const { return reg ? reg : l.zero(); }
  /// The uniform registers of the handle, `width` of them; zero registers where
  /// it is in another place.
  mlir::Value getUniform(unsigned width);
  /// `mods` with what says where the handle is.
  uint64_t setPlace(isa::Opcode opcode, uint64_t mods) const;
  /// The word that names the texture or surface, whatever the place.
  mlir::Value getWord() const { return image; }

private:
  FuncLowering &l;
  mlir::Value image, sampler; ///< their handles
  mlir::Value reg, uniform, uniformSampler;
  unsigned word = 0; ///< in constant bank 0, if there is neither
};

/// Handles in registers have the number of a sampler above that of the image.
constexpr unsigned kSamplerShift = 20;
constexpr uint32_t kImageMask = (1u << kSamplerShift) - 1;

/// The number of a sampler alone, before sm_90: the word of a variable has it
/// where a texture's may stand beside.
mlir::Value getSamplerNumber(FuncLowering &l, mlir::Value ptxSampler);

/// Whether a variable of the type stands for a texture, sampler or surface.
bool isImageType(ptx::DataType type);
inline bool isImage(ptx::GlobalOp global) {
  return isImageType(global.getDataType());
}
/// The bits by which istypep tells the kind of a handle, in its upper word.
uint32_t getImageKind(ptx::DataType type);
/// The handle that the address of a variable or parameter stands for.
mlir::Value getImageAddress(FuncLowering &l, mlir::Value ptxValue);

/// How many coordinates a geometry has besides the index of a layer or sample.
inline unsigned getNumCoords(ptx::Geometry geometry) {
  switch (geometry) {
  case ptx::Geometry::A1d:
  case ptx::Geometry::N1d:
    return 1;
  case ptx::Geometry::A2d:
  case ptx::Geometry::N2d:
  case ptx::Geometry::A2dms:
  case ptx::Geometry::N2dms:
    return 2;
  default:
    return 3;
  }
}
/// Whether the index of a layer is one of the coordinates.
inline bool isArray(ptx::Geometry geometry) {
  return geometry == ptx::Geometry::A1d || geometry == ptx::Geometry::A2d ||
         geometry == ptx::Geometry::A2dms || geometry == ptx::Geometry::Acube;
}

/// The variable or parameter, if `ptxValue` is the address of a texture,
/// sampler or surface: see KernelInfo::ImageWord.
mlir::Attribute getImage(const ModuleInfo &module, mlir::Value ptxValue);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_IMAGEHANDLES_H

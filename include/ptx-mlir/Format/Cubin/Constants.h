//===- Constants.h - Numbers of the cubin container -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section types, flags and symbol kinds that a cubin uses on
// top of plain ELF64, plus the table of `.nv.info` attribute codes. Observed on
// ptxas 13.0.88; docs/cubin.md says how each was seen.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_CONSTANTS_H
#define PTX_MLIR_FORMAT_CUBIN_CONSTANTS_H

#include "ptx-mlir/Target/Relocations.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace ptxmlir::cubin {

/// ELF header values of every cubin.
constexpr uint8_t kOSABI = 0x41;
constexpr uint8_t kABIVersion = 8;
/// Up to CUDA 12, for SMs below sm_100. Other fields of e_flags (Reader.cpp).
constexpr uint8_t kOldOSABI = 0x33;
constexpr uint8_t kOldABIVersion = 7;
constexpr uint16_t kMachine = 190; // EM_CUDA
/// e_type of `-ewp` output; whole programs are ET_EXEC, `-c` is ET_REL.
constexpr uint16_t kTypeExtensible = 0xff00;

/// Section types outside plain ELF.
enum SectionType : uint32_t {
  SHT_CUDA_INFO = 0x70000000,
  SHT_CUDA_CALLGRAPH = 0x70000001,
  SHT_CUDA_PROTOTYPE = 0x70000002,
  SHT_CUDA_RESOLVED_RELA = 0x70000003,
  SHT_CUDA_GLOBAL = 0x70000007,
  SHT_CUDA_GLOBAL_INIT = 0x70000008,
  SHT_CUDA_SHARED = 0x7000000a,
  SHT_CUDA_REL_ACTION = 0x7000000b,
  SHT_CUDA_SHARED_RESERVED = 0x70000015,
  /// `.nv.constant<n>` of relocatable output is SHT_CUDA_CONSTANT0 + n.
  SHT_CUDA_CONSTANT0 = 0x70000064,
  SHT_CUDA_MERC_INFO = 0x70000083,
  SHT_CUDA_MERC_SYMTAB = 0x70000085,
  SHT_CUDA_COMPAT = 0x70000086,
};

/// The type of the section of a constant bank in a relocatable object.
constexpr uint32_t getConstantType(unsigned bank) {
  return SHT_CUDA_CONSTANT0 + bank;
}

/// Symbol type of a variable in a relocatable object, and what its st_other
/// says of the state space, and of the parameters of a kernel.
constexpr uint8_t kVariableType = 13;
constexpr uint8_t kOtherGlobal = 0x20;
constexpr uint8_t kOtherShared = 0x40;
constexpr uint8_t kOtherConst = 0x80;
constexpr uint8_t kOtherParams = 0x81;

/// st_other of a kernel's FUNC symbol, of a managed variable, of a reserved
/// shared symbol and of a symbol that was removed.
constexpr uint8_t kOtherKernel = 0x10;
constexpr uint8_t kOtherManaged = 0x04;

/// Types of the symbols of textures, samplers and surfaces.
constexpr uint8_t kSymbolTexture = 10, kSymbolSampler = 11, kSymbolSurface = 12;

/// Whether the driver has the symbol, whose value is the size of an entry in a
/// table that queries of images read.
bool isDescriptorSize(llvm::StringRef symbol);
constexpr uint8_t kOtherReservedShared = 0xa0;
constexpr uint8_t kOtherRemoved = 0x01;

/// What the linker and the driver fill in is a fact of the target, which code
/// generation knows, too (Target/Relocations.h).
using target::getRelocTypeName;
using target::RelocType;

/// `.nv.info` record formats (first byte of a record).
enum class AttrFormat : uint8_t {
  Flag = 1,  ///< no value
  Byte = 2,  ///< 8-bit value in the third byte
  Half = 3,  ///< 16-bit value
  Sized = 4, ///< 16-bit size, then the payload, padded to 4
};

/// `.nv.info` attribute codes; the table is EIATTR.def.
enum class Attr : uint8_t {
#define CUBIN_EIATTR(CODE, NAME) NAME = CODE,
#include "ptx-mlir/Format/Cubin/EIATTR.def"
};

/// "REGCOUNT" for 0x2f; an empty string for a code outside the table.
llvm::StringRef getAttrName(uint8_t code);

/// Kind word of an EIATTR_ANNOTATIONS entry that marks a spill or refill.
constexpr uint32_t kSpillAnnotation = 1;

/// Address space of a pointer parameter in a KPARAM_INFO record, or which kind
/// of image the driver binds to a parameter.
enum class ParamSpace : uint8_t {
  None = 0, ///< not declared `.ptr`
  Local = 1,
  Shared = 2,
  Const = 3,
  Global = 4,
  Generic = 5,
  Texture = 6,
  Surface = 7,
  Sampler = 8,
};
inline bool isImage(ParamSpace space) { return space >= ParamSpace::Texture; }
/// The offset of a parameter that is an image: it has none.
constexpr uint16_t kNoParamOffset = 0xffff;

/// First byte of the parameters in constant bank 0 on an SM, if a kernel has no
/// more than kMaxSmallParamBytes of them (of others: Parameters.h).
/// 0x160 up to sm_89, 0x210 on sm_90, 0x380 from sm_100 on.
unsigned getParamBase(unsigned sm);

/// First byte of user shared memory inside the CTA's window: 0x400 from sm_90
/// on (the hardware and the driver keep what is below), 0 before.
unsigned getSharedBase(unsigned sm);
/// How many barriers a CTA has.
unsigned getNamedBarriers(unsigned sm);

/// NVIDIA's extended opcode of line tables: inlined code.
constexpr uint8_t kInlinedCall = 0x90;

/// Whether cubins with code for the SM can be written and described.
bool canDescribe(unsigned sm);

/// `.nv.info` parameter records switch to the wide form above this many bytes.
constexpr unsigned kMaxSmallParamBytes = 4352;

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_CONSTANTS_H

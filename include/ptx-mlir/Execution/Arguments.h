//===- Arguments.h - Kernel arguments from text -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An argument is written as
//
//   <type>:<value>                     u8 s8 b8 u16 ... u64 s64 b64 f16 f32 f64
//   bytes:<hex>                        a parameter of that many bytes
//   buf:file,<path>                    a buffer in global memory with the bytes
//                                      of a file; the parameter is its address
//   buf:zero,<bytes>
//   buf:none,<bytes>                   without contents: for results
//   buf:iota,<type>,<count>            0, 1, 2 ... converted to the type
//   buf:rand,<type>,<count>,<seed>     reproducible, see randomElement
//
//   tensormap:<argument>,<element>,dim=<n>x<n>..,box=<n>x<n>..
//                                      a tensor in the buffer that is that
//                                      argument; the innermost dimension first.
//                                      Elements: u8 u16 u32 s32 u64 s64 f16 f32
//                                      f32.ftz f64 bf16 tf32 tf32.ftz. More:
//       ,stride=<bytes>x..             of all dimensions but the innermost
//       (else
//                                      as the elements lie side by side)
//       ,step=<n>x..                   take each n-th element
//       ,swizzle=32|64|128  ,atom=32|32flip|64  ,fill=nan  ,offset=<bytes>
//       ,im2col=<channels>x<pixels>,lower=<n>x..,upper=<n>x..[,wide=w|w128]
//                                      columns of pixels instead of a box
//                                      The parameter is the map, of 128 bytes,
//                                      or of 8: the address of one
//
//   texture:<argument>,<element>x<channels>,dim=<width>x<height>x<depth>
//                                      the texels in the buffer that is that
//                                      argument; the parameter is a handle.
//                                      Elements: u8 s8 u16 s16 u32 s32 f16 f32,
//                                      1, 2 or 4 of them. More:
//       ,layers=<n>  ,cube             an array; six faces
//       ,levels=<n>  ,samples=<n>      a mipmap; several texels at each place
//       ,pitch=<bytes>  ,offset=<bytes>
//       ,address=<mode>x..             clamp (default), border, wrap, mirror,
//                                      clamp_ogl, for each dimension
//       ,filter=linear  ,coords=normalized  ,read=fraction
//   surface:...                        the same without the last two lines
//   sampler:address=..,filter=..,coords=..
//                                      for texmode_independent
//
// A buffer may be followed by `:out=<path>` (write its bytes to a file after
// the run) and `:print=<type>,<count>` (show its first elements).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_ARGUMENTS_H
#define PTX_MLIR_EXECUTION_ARGUMENTS_H

#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Memory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir::exec {

/// A scalar type of the argument syntax.
struct ElementType {
  enum Kind : uint8_t { Unsigned, Signed, Float } kind = Unsigned;
  uint8_t bytes = 4;

  static std::optional<ElementType> parse(llvm::StringRef name);
};

struct Argument {
  std::string spec;
  bool isBuffer = false;
  /// It is the value of a parameter, not only memory or bound to a variable.
  bool hasParameter = true;
  /// Of a tensor map: its buffer. `data` is the map with the offset in it.
  std::optional<unsigned> tensorOf;
  /// A texture, sampler or surface; an image has the offset in its address.
  std::optional<TextureObject> texture;
  /// Of an image: its buffer.
  unsigned imageOf = 0;
  bool hasContents = true;
  /// The parameter's own bytes, or the initial contents of the buffer.
  std::vector<uint8_t> data;
  std::string outPath;
  std::optional<ElementType> printType;
  uint64_t printCount = 0;
};

/// Parses one argument; reads the file of `buf:file`.
llvm::Expected<Argument> parseArgument(llvm::StringRef spec);

/// Puts buffers into memory and arguments into the parameters of the launch, by
/// the kernel's parameters. Arguments behind `params` have none: buffers for
/// images, and textures that variables stand for (TextureObject::name). Gives
/// the addresses of the buffers, by argument.
llvm::Expected<std::vector<uint64_t>>
placeArguments(llvm::StringRef kernel, llvm::ArrayRef<KernelParam> params,
               unsigned paramBytes, llvm::ArrayRef<Argument> args,
               GlobalMemory &memory, LaunchConfig &launch);

/// splitmix64: the next output of the generator with this state.
uint64_t splitMix64(uint64_t &state);

/// The element that generator output z stands for, as bits: integers take the
/// low bits; f32 is (z >> 40) * 2^-24, f64 (z >> 11) * 2^-53, f16 the f32
/// rounded to nearest even.
uint64_t randomElement(ElementType type, uint64_t z);
/// The bits of an integer converted to the type.
uint64_t iotaElement(ElementType type, uint64_t i);

/// Prints elements separated by spaces, floats with enough digits to be read
/// back exactly.
void printElements(llvm::raw_ostream &os, ElementType type,
                   llvm::ArrayRef<uint8_t> bytes, uint64_t count);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_ARGUMENTS_H

//===- Kernel.td - Attributes of kernels and variables -----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `ori.func` and `sass.func` both carry from the PTX source to the cubin,
// and the same for their modules and variables.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_KERNEL
#define PTXMLIR_DIALECT_KERNEL

include "mlir/IR/OpBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/SymbolInterfaces.td"

/// Launch and interface attributes of a kernel or function.
/// - kernel: present on entries, absent on device functions
/// - param_offsets, param_sizes: bytes, by ordinal, relative to the parameter base
/// - param_spaces, param_alignments: of what a `.ptr` parameter points to, by
///   ordinal: state space ("" for a plain parameter) and bytes (0: not given). The
///   space is "texref", "samplerref" or "surfref" of what the driver binds to an
///   image; it is followed by a space and the name of the parameter
/// - max_registers: .maxnreg; required_threads / max_threads: .reqntid / .maxntid
/// - cluster: .reqnctapercluster; max_cluster_rank, explicit_cluster,
///   blocks_are_clusters: the directives of these names
/// - shared_bytes: static shared memory; shared_alignment: of the whole block,
///   static and dynamic, 0 for a kernel without shared memory
/// - local_bytes: the stack frame, of which the first variable_bytes are for
///   local variables and the rest for spilled registers
/// - diverges: a branch that is no way to the end may part the threads of a
///   warp, also one that needs no convergence barrier
/// - spill_store_bytes, spill_load_bytes: of the spill code, as -v reports it
/// - shared_symbols / shared_offsets: the shared variables and their offsets
/// - calls: there are calls in it, so that it has a stack pointer
/// - externs: functions of the driver that a kernel's PTX calls. The cubin names them
///   also where no call is left
/// - function_table: of a kernel with indirect calls, its functions by the
///   number that stands for the address of one, from 1 on
/// - image_slots: of a kernel, what the words behind its parameters name: a texture,
///   sampler or surface, or a texture with its sampler (array of arrays of symbols, or
///   of the ordinals of parameters)
defvar Kernel_Attrs = (ins
  SymbolNameAttr:$sym_name,
  UnitAttr:$kernel,
  OptionalAttr<StrAttr>:$linkage,
  DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$param_offsets,
  DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$param_sizes,
  OptionalAttr<StrArrayAttr>:$param_spaces,
  OptionalAttr<DenseI32ArrayAttr>:$param_alignments,
  OptionalAttr<I32Attr>:$max_registers,
  OptionalAttr<DenseI32ArrayAttr>:$required_threads,
  OptionalAttr<DenseI32ArrayAttr>:$max_threads,
  OptionalAttr<I32Attr>:$min_ctas_per_sm,
  OptionalAttr<DenseI32ArrayAttr>:$cluster,
  OptionalAttr<I32Attr>:$max_cluster_rank,
  UnitAttr:$explicit_cluster,
  UnitAttr:$blocks_are_clusters,
  DefaultValuedAttr<I32Attr, "0">:$shared_bytes,
  DefaultValuedAttr<I32Attr, "0">:$shared_alignment,
  OptionalAttr<ArrayAttr>:$shared_symbols,
  OptionalAttr<DenseI32ArrayAttr>:$shared_offsets,
  UnitAttr:$uses_dynamic_shared,
  DefaultValuedAttr<I32Attr, "0">:$local_bytes,
  DefaultValuedAttr<I32Attr, "0">:$variable_bytes,
  UnitAttr:$diverges,
  DefaultValuedAttr<I32Attr, "0">:$spill_store_bytes,
  DefaultValuedAttr<I32Attr, "0">:$spill_load_bytes,
  UnitAttr:$calls,
  OptionalAttr<ArrayAttr>:$externs,
  OptionalAttr<ArrayAttr>:$function_table,
  OptionalAttr<ArrayAttr>:$image_slots);

/// A variable of the module.
/// - space: "global", "const" or "shared"; "texref", "samplerref" or "surfref" of
///   what the driver binds to an image, which has no memory of its own
/// - managed: `.attribute(.managed)`
/// - offset: where a constant variable lies in bank 3
/// - init: initial bytes (absent: zero), of a sampler its settings: the address modes
///   of three dimensions and the filter mode, -1 where the driver chooses, and
///   whether coordinates are never normalized; relocations inside it are parallel
///   arrays (byte offset, symbol, addend, and which byte of the generic address
///   alone, 0 to 7, or -1 for all eight)
defvar Variable_Attrs = (ins
  SymbolNameAttr:$sym_name,
  StrAttr:$space,
  I64Attr:$size,
  I64Attr:$alignment,
  OptionalAttr<StrAttr>:$linkage,
  UnitAttr:$managed,
  OptionalAttr<I64Attr>:$offset,
  OptionalAttr<DenseI8ArrayAttr>:$init,
  OptionalAttr<DenseI64ArrayAttr>:$reloc_offsets,
  OptionalAttr<ArrayAttr>:$reloc_symbols,
  OptionalAttr<DenseI64ArrayAttr>:$reloc_addends,
  OptionalAttr<DenseI64ArrayAttr>:$reloc_bytes);

/// The module: the SM number and suffix ("", "a" or "f") that the code is for,
/// the SM number of the PTX `.target` if that is another one, and the symbols
/// whose addresses are the 8-byte entries of constant bank 4; independent_textures:
/// textures and samplers are apart.
defvar Module_Attrs = (ins
  I32Attr:$sm,
  OptionalAttr<I32Attr>:$ptx_sm,
  DefaultValuedAttr<StrAttr, "\"\"">:$sm_suffix,
  OptionalAttr<ArrayAttr>:$address_table,
  UnitAttr:$independent_textures);

#endif // PTXMLIR_DIALECT_KERNEL

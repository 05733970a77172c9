//===- WriterParts.h - Contents of the generated sections -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the writer that need the symbol table's final indices but not
// the section table.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FORMAT_CUBIN_WRITERPARTS_H
#define LIB_FORMAT_CUBIN_WRITERPARTS_H

#include "ByteWriter.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace ptxmlir::cubin {

/// Symbol indices by name: of kernels, functions, variables and externs, and of
/// the section symbols of `.nv.constant0.<kernel>` (by section name).
using SymbolIndices = llvm::StringMap<uint32_t>;

/// So many words are one too many for a `.nv.info` record, whose size in bytes
/// has 16 bits.
constexpr size_t kRecordWords = 0x10000 / 4;

/// One entry of a RELA section before its symbol has an index.
struct RelaEntry {
  uint64_t offset;
  uint32_t type;
  std::string symbol;
  int64_t addend;
};

/// Fails with a message on a description that no cubin can hold.
llvm::Error checkModule(const Module &module);

/// `.nv.info` of the module. `order` is the kernels in file order.
ByteWriter makeModuleInfo(const Module &module,
                          const target::TargetInfo &target,
                          llvm::ArrayRef<const Kernel *> order,
                          const SymbolIndices &symbols);

/// `.nv.info.<kernel>`.
ByteWriter makeKernelInfo(const Module &module,
                          const target::TargetInfo &target,
                          const Kernel &kernel, const SymbolIndices &symbols);

/// `.nv.compat`.
ByteWriter makeCompat(const Module &module, const target::TargetInfo &target);

/// `.nv.rel.action`, which is the same in all files (observed).
ByteWriter makeRelAction();

/// `.nv.callgraph`.
ByteWriter makeCallgraph(llvm::ArrayRef<const Kernel *> order,
                         const SymbolIndices &symbols);

/// The whole cubin of a module without kernels and variables, for SMs of which
/// nothing else can be written.
void writeEmptyModule(const Module &module, llvm::SmallVectorImpl<char> &out);

/// A relocatable object.
llvm::Error writeRelocatable(const Module &module,
                             const target::TargetInfo &target,
                             llvm::SmallVectorImpl<char> &out);

/// Call-frame information of a relocatable object, whose functions are `order`,
/// and its relocations, from the last to the first. A debugger is told of all
/// registers.
ByteWriter makeRelocatableDebugFrame(llvm::ArrayRef<const Kernel *> order,
                                     std::vector<RelaEntry> &relocations,
                                     bool isForDebugger);

/// `.note.nv.tkinfo` and `.note.nv.cuinfo`.
ByteWriter makeToolNote(const ToolInfo &tool);
ByteWriter makeDeviceNote(const Module &module);

/// `.debug_line`, and the relocations it needs; empty of rows if no code has a
/// line of the source.
ByteWriter makeSourceLines(llvm::ArrayRef<const Kernel *> order,
                           const LineInfo &info, bool isRelocatable,
                           std::vector<RelaEntry> &relocations);
/// `.nv_debug_line_sass`: lines of the texts with these names, or without any
/// of the one `.nv_debug_ptx_txt` that a program has.
ByteWriter makePtxLines(llvm::ArrayRef<const Kernel *> order,
                        llvm::ArrayRef<std::string> textNames,
                        std::vector<RelaEntry> &relocations);
/// `.nv_debug_ptx_txt`: the PTX, each line ended by a zero.
ByteWriter makePtxText(llvm::StringRef text);

/// `.nv_debug_info_reg_sass` and `.nv_debug_info_reg_type`: which machine
/// registers hold registers of the PTX, and what types these have.
std::pair<ByteWriter, ByteWriter>
makeRegisterMaps(llvm::ArrayRef<const Kernel *> order);

/// `.debug_frame` and the relocations it needs, in file order. A debugger is
/// told of all registers.
ByteWriter makeDebugFrame(llvm::ArrayRef<const Kernel *> order,
                          std::vector<RelaEntry> &relocations,
                          bool isForDebugger);

} // namespace ptxmlir::cubin

#endif // LIB_FORMAT_CUBIN_WRITERPARTS_H

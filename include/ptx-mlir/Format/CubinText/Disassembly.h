//===- Disassembly.h - A cubin as NVIDIA's disassemblers print it *- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of nvdisasm and cuobjdump 13.5, for programs that read theirs.
// Nothing here depends on MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_CUBINTEXT_DISASSEMBLY_H
#define PTXMLIR_FORMAT_CUBINTEXT_DISASSEMBLY_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

/// What the nodes of a graph of control flow are.
enum class GraphNodes : uint8_t {
  None,        ///< no graph
  Hyperblocks, ///< -cfg: as much as is entered at the top only
  BasicBlocks, ///< -bbcfg
};

/// How the registers that are in use stand beside the code (-plr, -lrm).
enum class LifeRanges : uint8_t {
  None,
  Count,  ///< how many
  Narrow, ///< a character for each
  Wide,   ///< the same with spaces
};

/// What nvdisasm is asked for.
struct DisassemblyOptions {
  bool codeOnly = false;          ///< -c: no other sections
  bool sourceLines = false;       ///< -g: lines of the source
  bool inlinedCalls = false;      ///< -gi: and where code is inlined
  bool ptxLines = false;          ///< -gp: lines of the PTX
  bool encoding = false;          ///< -hex: the words, behind the instructions
  bool raw = false;               ///< -raw: no tabs, no columns, no words
  bool separateFunctions = false; ///< -sf: empty lines before functions
  bool noDataflow = false;        ///< -ndf: no targets behind indexed branches
  bool sortSections = false;      ///< -sort: by name
  GraphNodes graph = GraphNodes::None;
  bool graphOffsets = false; ///< -poff: offsets of instructions in the graph
  bool json = false;         ///< -json
  LifeRanges lifeRanges = LifeRanges::None;
  /// -fun: only the code that these symbols are in; all if empty.
  std::vector<unsigned> functions;
};

/// Writes a cubin as nvdisasm does.
void printDisassembly(const cubin::LoadedCubin &cubin,
                      const DisassemblyOptions &options, llvm::raw_ostream &os);

/// Writes the control flow of the code for graphviz (-cfg, -bbcfg).
void printFlowGraph(const cubin::LoadedCubin &cubin,
                    const DisassemblyOptions &options, llvm::raw_ostream &os);

/// Writes the code as JSON (-json), and who made it.
void printJSON(const cubin::LoadedCubin &cubin,
               const DisassemblyOptions &options, llvm::StringRef producer,
               llvm::raw_ostream &os);

/// Writes words without a file around them (-b): code for an SM at an address.
void printRawCode(llvm::ArrayRef<uint8_t> code, unsigned sm, char suffix,
                  uint64_t base, bool encoding, llvm::raw_ostream &os);

/// What cuobjdump is asked for of code (-sass).
struct SassDumpOptions {
  /// -fun: only these; all if empty.
  std::vector<std::string> functions;
  bool sortFunctions = false; ///< -sort: by name
};

/// Writes the code as cuobjdump does. Names in `options` that there is no
/// function of are returned.
std::vector<std::string> printSassDump(const cubin::LoadedCubin &cubin,
                                       const SassDumpOptions &options,
                                       llvm::raw_ostream &os);
/// `cuobjdump -symbols`.
void printSymbols(const cubin::LoadedCubin &cubin, llvm::raw_ostream &os);
/// `cuobjdump -res-usage`.
void printResourceUsage(const cubin::LoadedCubin &cubin, llvm::raw_ostream &os);
/// `cuobjdump -elf`: headers, symbols and the other sections.
void printElf(const cubin::LoadedCubin &cubin, llvm::raw_ostream &os);

} // namespace ptxmlir

#endif // PTXMLIR_FORMAT_CUBINTEXT_DISASSEMBLY_H

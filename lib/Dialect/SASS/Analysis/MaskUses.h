//===- MaskUses.h - What masks of threads are for ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code does not say of which threads a vote, a match or a reduction is:
// all that are together execute it. WARPSYNC.EXCLUSIVE lets those of each mask
// on alone before. Where it is missing, or elsewhere, code is right of another
// program, but of none that a compiler makes such code of: what the
// WARPSYNC.EXCLUSIVE needs is still there, for nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_MASKUSES_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_MASKUSES_H

#include "CodeCalls.h"
#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"

namespace ptxmlir::sass {

/// WARPSYNC.EXCLUSIVE at `index` of `block`: nothing that the threads of its
/// mask execute together follows, before they may part or meet others.
bool partsForNothing(const MachineCode &code, unsigned block, unsigned index);

/// The register of the WARPSYNC at `index` of `block` has the address that the
/// return at the block's end goes to.
bool isReturnAddress(const MachineCode &code, unsigned block, unsigned index,
                     unsigned reg);

/// ENDCOLLECTIVE at `index` of `block`: nothing stands between a
/// WARPSYNC.COLLECTIVE and it.
bool endsNothing(const MachineCode &code, unsigned block, unsigned index);

/// Whether the file lists it among the collectives, though no thread needs
/// another one for it. (ptxas 13.0.88 lists NOPs where it has removed one.)
bool isMislisted(const MachineCode &code, const isa::Inst &inst);

/// Whether the file says that a collective is of a constant mask: other ones
/// are listed with their register. (REDUX, VOTEU and votes of constants may be
/// the compiler's.)
bool isOfOtherMask(const MachineCode &code, const isa::Inst &inst);

/// BSYNC at `index` of `block`: its BSSY is in the same block, and nothing in
/// between parts threads, but they execute something together there.
bool gathersForNothing(const MachineCode &code, unsigned block, unsigned index);

/// Masks that differ between threads and that nothing reads, but which stay in
/// their registers up to a vote, a match or a reduction that no WARPSYNC stands
/// before, or one of another mask.
class UnusedMasks {
public:
  UnusedMasks(const MachineCode &code, const CodeCalls &calls)
      : code(code), calls(calls) {}

  /// The instructions of blocks, each block from its begin.
  /// `ofWarp`: the whole warp executes it together.
  /// `givesMask`: its result may be a mask, and differs between threads.
  void visit(unsigned index, bool ofWarp, bool givesMask);
  void startBlock() { lastSync = kNone; }
  /// The instructions whose result is such a mask.
  std::vector<unsigned> find();

private:
  static constexpr unsigned kNone = ~0u;
  const MachineCode &code;
  const CodeCalls &calls;
  unsigned lastSync = kNone; ///< the WARPSYNC before it in its block
  std::vector<unsigned> masks, collectives;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_MASKUSES_H

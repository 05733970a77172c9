//===- VirtualCode.h - Code over virtual registers --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Appends code to a Program that no cubin could hold: instructions whose
// operands are rows beyond the register file, parallel copies, and branches
// whose threads meet again at a place that is named instead of a convergence
// barrier. What an instruction does is bound as for a cubin.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_VIRTUALCODE_H
#define PTX_MLIR_EXECUTION_VIRTUALCODE_H

#include "ptx-mlir/Execution/Program.h"

namespace ptxmlir::exec {

class VirtualCode {
public:
  using Label = unsigned;
  static constexpr Label kNoLabel = ~0u;

  explicit VirtualCode(Program &program)
      : program(program), start(program.code.size()) {}

  Label makeLabel() {
    places.push_back(0);
    return Label(places.size() - 1);
  }
  void place(Label label) { places[label] = program.code.size() * 16; }

  /// `guard` may be any predicate row; inst.guard is too narrow for it.
  void emit(const isa::Inst &inst, unsigned guard = kTruePredicate);
  /// Copies that happen at once; nothing if there are none.
  void emitCopies(std::vector<RowCopy> copies);
  /// The same, to be filled in later: index into Program::copies.
  size_t emitLaterCopies();
  void emitBranch(Label target);
  /// To `target` where the predicate holds, else to the next instruction.
  /// Threads that part meet at `meeting`, where emitMeeting() must be.
  void emitBranchIf(PredSource condition, Label target,
                    Label meeting = kNoLabel);
  void emitMeeting();
  /// An error when it is reached.
  void emitError(std::string message);

  /// Resolves labels and gives the kernel its code.
  void finish(Kernel &kernel);

private:
  DInst &append(ExecFn run, bool isControl);

  Program &program;
  size_t start;
  std::vector<uint64_t> places;
  struct Fixup {
    size_t index;
    Label target, meeting;
  };
  std::vector<Fixup> fixups;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_VIRTUALCODE_H

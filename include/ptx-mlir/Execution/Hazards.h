//===- Hazards.h - Control fields, checked while code runs ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic counterpart of sass-check-hazards: each warp has a clock that its
// stall counts advance, and the dependency barriers that its instructions set
// and wait for. Only lanes that both instructions of a pair are executed for
// count, so that every finding is also one of the static check.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_HAZARDS_H
#define PTX_MLIR_EXECUTION_HAZARDS_H

#include "ptx-mlir/Dialect/SASS/Analysis/HazardChecker.h"
#include "ptx-mlir/Dialect/SASS/Analysis/HazardInfo.h"
#include "ptx-mlir/Execution/Observer.h"
#include "ptx-mlir/Execution/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

namespace ptxmlir::exec {

/// A pair of instructions of a program, and where it was first executed too
/// early.
struct ExecutedHazard {
  sass::Hazard hazard; ///< its instructions are indices into the program
  uint32_t block[3] = {0, 0, 0};
  unsigned warp = 0;
  uint64_t times = 0;
};

class HazardObserver : public Observer {
public:
  explicit HazardObserver(const Program &program);
  ~HazardObserver() override;

  void issue(const Warp &w, uint64_t index, LaneMask active) override;

  /// In the order of the consumers.
  std::vector<ExecutedHazard> findings() const;
  /// Writes them and returns their number.
  uint64_t print(llvm::raw_ostream &os) const;

private:
  struct Fact;
  struct WarpState;

  WarpState &stateOf(const Warp &w);
  void report(sass::Hazard::Kind kind, const Fact &fact, sass::RegId reg,
              int64_t distance = 0, unsigned needed = 0);
  void wait(WarpState &state, const sass::HazardInfo &info);
  void checkRead(WarpState &state, const sass::Access &read, LaneMask lanes);
  void checkWrite(WarpState &state, const sass::HazardInfo &info,
                  const sass::Access &write, LaneMask lanes);
  void setBarriers(WarpState &state, const sass::HazardInfo &info);
  void record(WarpState &state, const sass::HazardInfo &info, LaneMask active,
              LaneMask group);

  const Program &program;
  const target::TargetInfo &target;
  const target::LatencyModel &model;
  std::vector<sass::HazardInfo> infos; ///< by instruction
  std::map<const Warp *, std::unique_ptr<WarpState>> states;
  const Warp *lastWarp = nullptr;
  WarpState *lastState = nullptr;
  const Warp *warp = nullptr; ///< of the instruction that is looked at
  unsigned current = 0;       ///< the instruction
  std::map<std::tuple<unsigned, unsigned, int>, ExecutedHazard> found;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_HAZARDS_H

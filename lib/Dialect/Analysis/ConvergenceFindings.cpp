//===- ConvergenceFindings.cpp - Findings in words ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages of the checkers of ori and sass: what is wrong and at which
// barrier, without the place.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"

using namespace ptxmlir::convergence;

std::string Finding::message() const {
  std::string name = "B" + std::to_string(barrier);
  switch (kind) {
  case ArmedTwice:
    return "BSSY of " + name + ", in which the thread takes part already";
  case NotArmed:
    return "BSYNC of " + name + ", which no BSSY has armed";
  case SometimesArmed:
    return "BSYNC of " + name + ", which is not armed on all paths";
  case WaitCycle:
    return "threads that wait here at " + name +
           " may wait for others that wait for them";
  case ReturnsArmed:
    return "return of a thread that still takes part in " + name;
  case CollectiveApart:
    return "the threads need not execute this together";
  case CollectiveInside:
    return "waits for threads that may wait at the BSYNC of " + name;
  case BadMask:
    return "the register holds no mask of threads";
  case NotSynced:
    return "the end of the region of " + name + " without its BSYNC";
  case PartsForNothing:
    return "the threads of the mask execute nothing together behind it";
  case GathersForNothing:
    return "nothing in the region of " + name + " has parted threads";
  case UnusedMask:
    return "nothing reads this mask of threads, and all execute what is behind";
  case NotGathered:
    return "the threads of the mask that the file names were not gathered";
  case EndsNothing:
    return "nothing stands between a WARPSYNC.COLLECTIVE and this";
  case UngatheredArgument:
    return "the function does not gather the threads of the mask it is called "
           "with";
  case OthersMissing:
    return "only the threads of another mask were let on";
  case SharedUniform:
    return "threads of another mask have overwritten this uniform register";
  case BreaksNothing:
    return "BREAK of " + name + ", which no BSSY has armed";
  }
  return "";
}

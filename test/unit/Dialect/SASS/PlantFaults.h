//===- PlantFaults.h - Faults in the control fields of cubins ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault is planted only where it is one for certain, by what ptxas does:
//
//   stall    an instruction between two dependent ones of a block stalls for a
//            cycle less, where their distance is the least that ptxas leaves
//            between such accesses (the same records and slots, at least
//            kMinSamples dependences, and the same scheduling classes)
//   drop     a result or a late read sets no dependency barrier any more, and
//            the first instruction that depends on it waits for nothing else
//            that tells of it
//   swap     it sets another barrier, for which nobody waits until then
//   wait     the only wait for it on the way is taken away
//   reuse    a source is kept for reuse that no later instruction of the run
//            reads there, or whose place the next one takes
//   tuple    a tuple of registers starts at the next register
//
// Nothing here comes from the checker: dependences are found anew, and the
// distances are those that isa-distances measures in the code.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_DIALECT_SASS_PLANTFAULTS_H
#define PTXMLIR_TEST_UNIT_DIALECT_SASS_PLANTFAULTS_H

#include "ptx-mlir/Dialect/SASS/Analysis/HazardChecker.h"
#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir::sass::test {

/// A function of a cubin.
struct FunctionCode {
  std::string name;
  const target::TargetInfo *target;
  FuncCode code;
  /// "name+0x40 (IADD3 ...)"
  std::string describe(unsigned inst) const;
};

/// Calls `fn` for every function of a cubin; false, with a message, if the file
/// is none.
bool forEachFunction(const std::string &file,
                     llvm::function_ref<void(FunctionCode &)> fn,
                     bool followSideBranches = false);

/// The least distance of every pair of records and slots, by isa-distances.
class LeastDistances {
public:
  static constexpr unsigned kMinSamples = 20;
  bool read(const std::string &file);
  /// The fields of a line from `kind` to the second part, with blanks between.
  /// 0: not seen often enough.
  unsigned lookup(llvm::StringRef key) const { return least.lookup(key); }
  /// The same of the scheduling classes of the records, however often.
  unsigned lookupClass(llvm::StringRef key) const {
    return ofClass.lookup(key);
  }
  static std::string
  getClassKey(llvm::StringRef kind, llvm::StringRef file, llvm::StringRef first,
              llvm::StringRef firstSlot, llvm::StringRef firstPart,
              llvm::StringRef second, llvm::StringRef secondSlot,
              llvm::StringRef secondPart);

private:
  llvm::StringMap<unsigned> least, ofClass;
};

struct PlantOptions {
  unsigned count = 2000, seed = 1;
  std::string outFolder; ///< cubins with faults go there, if any
};

/// Plants faults and counts those found, by kind; false if more than 1 % of a
/// kind are not, or there are none.
bool plantFaults(llvm::ArrayRef<std::string> files, const LeastDistances &least,
                 const PlantOptions &options, llvm::raw_ostream &os);

} // namespace ptxmlir::sass::test

#endif // PTXMLIR_TEST_UNIT_DIALECT_SASS_PLANTFAULTS_H

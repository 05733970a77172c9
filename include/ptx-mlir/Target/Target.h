//===- Target.h - What the compiler knows about an SM -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits, constant bank layout and latency tables per SM, generated from
// Target/*.td. Everything here is a table look-up in constant data.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_TARGET_H
#define PTXMLIR_TARGET_TARGET_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <initializer_list>
#include <string>

namespace ptxmlir::target {

/// Register files with latencies; the order of Targets' RegFile records.
enum class RegFile : uint8_t { R, UR, P, UP };
constexpr unsigned kNumRegFiles = 4;

/// The file of an operand kind, which must be R, UR, P or UP.
constexpr RegFile regFile(isa::Operand::Kind kind) {
  return RegFile(uint8_t(kind) - uint8_t(isa::Operand::R));
}
constexpr bool hasLatency(isa::Operand::Kind kind) {
  return kind >= isa::Operand::R && kind <= isa::Operand::UP;
}

/// How an instruction reads or writes a register file; see TargetBase.td.
/// Read ports and write ports are numbered separately, per file.
using Port = uint8_t;

/// What a scheduling class means on an SM; see ClassTraits in TargetBase.td.
struct ClassInfo {
  bool writeBarrier; ///< results arrive through a dependency barrier
  /// With barriers: without one the latencies of results and reads are fixed.
  bool optionalBarrier;
  bool readBarrier;   ///< R sources are read at a variable time after issue
  bool readBarrierUR; ///< the same for UR sources
  uint8_t minStall;
  uint8_t inOrderGroup;   ///< results arrive in order of issue; 0: none
  uint8_t readOrderGroup; ///< sources are read in order of issue; 0: none
  bool predicateByRead;   ///< the read barrier also tells of predicate results
  uint8_t reuseUnit;      ///< classes of one unit share the reuse cache
  uint16_t estimate;      ///< planning only: cycles until the result
  uint8_t occupancy;      ///< planning only: cycles that the pipe is busy
  Port read[kNumRegFiles];
  Port readHigh;         ///< file R, registers of a slot after the first
  Port readC, readCHigh; ///< file R, slot `c` and its upper registers
  Port write[kNumRegFiles];
  Port writeHigh;   ///< file R, registers of a destination after the first
  Port writeSingle; ///< file R, a destination of one register
  Port writeHighUR; ///< file UR, registers after the first
};

/// Where a latency comes from; see Measured in TargetBase.td.
enum class EntrySource : uint8_t { Published, Neighbour, Measured };
/// What was measured of a pair of ports.
struct Evidence {
  uint16_t samples; ///< dependences seen, 65535 for more
  uint8_t least;    ///< their least distance
  EntrySource source;
};

/// The latencies of one SM generation.
struct LatencyModel {
  const char *name;
  llvm::ArrayRef<ClassInfo> classes; ///< by isa::SchedClassId
  /// Matrices by register file, row = first instruction of the pair. True:
  /// [write][read]; output, outputPredicated: [write][write]; anti:
  /// [read][write].
  const uint8_t *trueTable[kNumRegFiles];
  const uint8_t *outputTable[kNumRegFiles];
  const uint8_t *outputPredicatedTable[kNumRegFiles];
  const uint8_t *antiTable[kNumRegFiles];
  /// Of the same cells: by table (true, output, outputPredicated, anti), file.
  const Evidence *evidence[4][kNumRegFiles];
  uint8_t numReadPorts[kNumRegFiles];
  uint8_t numWritePorts[kNumRegFiles];
  /// Largest entry: of a writer in trueTable and of anything in any table.
  uint8_t longestTrue[kNumRegFiles];
  uint8_t longest;
  Port guard, uniformGuard;
  uint8_t barrierSetToWait; ///< cycles from setting a barrier to a wait on it
  uint8_t numBarriers;
  uint8_t maxStall;
  uint8_t yieldStall; ///< from this stall count on `yield` must be set
};

/// Byte offsets in constant bank 0, -1 where the SM has no such entry.
struct ConstantBank {
  int paramBase, paramOrigin, blockDim, gridDim, stackPointer, memoryDescriptor,
      sharedWindow, localWindow, constWindow, paramWindow, bankWindow,
      lastParamByte, dynamicSharedSize, sharedSizeExcess, aggregatedSharedSize,
      numSMs, gridId, envReg0, clusterGridDim, clusterDim, isExplicitCluster,
      currentGraphExec, reservedSharedEnd, clusterReciprocal, clusterCTAs,
      imageDescriptors;
};

/// Limits; sizes in bytes, register allocation unit in registers per warp.
struct SMLimits {
  unsigned maxWarps, maxCTAs, sharedPerSM, sharedPerCTA, sharedPerCTAOptIn,
      reservedSharedPerCTA, sharedAllocUnit, registersPerSM, registersPerThread,
      registerAllocUnit, uniformRegisters, maxThreadsPerCTA, namedBarriers,
      partitions;
  unsigned maxThreads() const { return maxWarps * 32; }
  /// The registers of a file, of R those of a thread.
  unsigned numRegisters(RegFile file) const {
    return file == RegFile::R    ? registersPerThread
           : file == RegFile::UR ? uniformRegisters
                                 : isa::PT;
  }
};

#include "ptx-mlir/Target/Features.h.inc"

/// Some features.
class FeatureSet {
public:
  constexpr FeatureSet() = default;
  constexpr FeatureSet(std::initializer_list<Feature> features) {
    for (Feature feature : features)
      bits |= uint64_t(1) << unsigned(feature);
  }
  constexpr bool has(Feature feature) const {
    return bits >> unsigned(feature) & 1;
  }

private:
  uint64_t bits = 0;
};

/// What `.target` may name.
struct PTXTarget {
  const char *name;   ///< "sm_90a"
  unsigned sm;        ///< 90
  const char *suffix; ///< "", "a" or "f"
  unsigned family;    ///< SMs of one number run each other's "f" code
  unsigned firstPTX;  ///< PTX ISA version times ten
  FeatureSet features;
  bool has(Feature feature) const { return features.has(feature); }
};

/// One value of -arch.
class TargetInfo : public PTXTarget {
public:
  unsigned codePadding; ///< bytes
  unsigned elfFlags;    ///< the lowest byte of e_flags of cubins
  unsigned paddingNops; ///< behind the branch that closes the code, at least
  int workarounds;      ///< attribute SW_WAR; -1: there is none
  /// Record 11 of `.nv.compat`, of modules without and with f64 arithmetic.
  unsigned compatRecord11, compatRecord11Double;
  /// What the system has at the begin of shared memory, in bytes: for itself, a
  /// variable, the words that keep what is allocated of tensor memory.
  unsigned reservedShared, reservedSharedVariable, reservedSharedTensor;
  const SMLimits *limits;
  const ConstantBank *bank;
  const LatencyModel *latencies;

  /// Whether blocks form clusters, which see each other's shared memory.
  bool hasClusters() const { return bank->clusterDim >= 0; }
  /// Where the words for tensor memory are.
  unsigned reservedTensorOffset() const {
    return reservedShared + reservedSharedVariable;
  }

  const ClassInfo &getClass(isa::SchedClassId cls) const {
    return latencies->classes[unsigned(cls)];
  }
  const ClassInfo &getClass(isa::Opcode opcode) const {
    return getClass(isa::getDesc(opcode).sched);
  }

  //===--- Ports ----------------------------------------------------------===//

  /// The port by which register `index` (0 = first) of a slot is read.
  /// `isSlotC`: the slot is the record's `c`; `isGuard`: the guard predicate.
  Port readPort(const ClassInfo &cls, RegFile file, bool isSlotC = false,
                unsigned index = 0, bool isGuard = false) const {
    if (isGuard)
      return file == RegFile::UP ? latencies->uniformGuard : latencies->guard;
    if (isSlotC && file == RegFile::R)
      return index ? cls.readCHigh : cls.readC;
    if (index && file == RegFile::R)
      return cls.readHigh;
    return cls.read[unsigned(file)];
  }
  /// The port by which register `index` of a destination of `count` registers
  /// is written.
  Port writePort(const ClassInfo &cls, RegFile file, unsigned index = 0,
                 unsigned count = 1) const {
    if (file == RegFile::R && count == 1)
      return cls.writeSingle;
    if (index && file == RegFile::R)
      return cls.writeHigh;
    if (index && file == RegFile::UR)
      return cls.writeHighUR;
    return cls.write[unsigned(file)];
  }

  //===--- Cycles between two issues --------------------------------------===//

  unsigned trueLatency(RegFile file, Port writer, Port reader) const {
    unsigned f = unsigned(file);
    return latencies
        ->trueTable[f][writer * latencies->numReadPorts[f] + reader];
  }
  unsigned outputLatency(RegFile file, Port first, Port second,
                         bool firstPredicated) const {
    unsigned f = unsigned(file);
    const uint8_t *table = firstPredicated ? latencies->outputPredicatedTable[f]
                                           : latencies->outputTable[f];
    return table[first * latencies->numWritePorts[f] + second];
  }
  unsigned antiLatency(RegFile file, Port reader, Port writer) const {
    unsigned f = unsigned(file);
    return latencies
        ->antiTable[f][reader * latencies->numWritePorts[f] + writer];
  }
  /// By class, first register of a slot other than `c`.
  unsigned trueLatency(isa::SchedClassId producer, isa::SchedClassId consumer,
                       RegFile file, bool asGuard = false) const {
    return trueLatency(file, writePort(getClass(producer), file),
                       readPort(getClass(consumer), file, false, 0, asGuard));
  }

  //===--- Per opcode -----------------------------------------------------===//

  /// Whether we give it a write barrier.
  bool usesWriteBarrier(isa::Opcode op) const {
    return getClass(op).writeBarrier;
  }
  bool needsReadBarrier(isa::Opcode op) const {
    return getClass(op).readBarrier;
  }
  unsigned minStall(isa::Opcode op) const { return getClass(op).minStall; }
};

/// No limit on the registers of a thread is lower: smaller ones are raised.
constexpr unsigned kLeastRegisterLimit = 24;

/// The registers that a thread of a kernel may have (EIATTR_MAXREG_COUNT).
/// `maxnreg` as given (0: none), `threads` per CTA from `.maxntid` or
/// `.reqntid` (0: none), `minCtas` from `.minnctapersm` (0: none). Observed on
/// ptxas 13.0.88.
unsigned computeRegisterLimit(unsigned sm, unsigned maxnreg, unsigned threads,
                              unsigned minCtas);

/// Whether an SM holds so many CTAs of so many threads at once.
bool canHold(unsigned sm, unsigned threads, unsigned ctas);

/// The names of the ports' records in TargetBase.td.
llvm::StringRef getReadPortName(RegFile file, Port port);
llvm::StringRef getWritePortName(RegFile file, Port port);
llvm::StringRef getClassName(isa::SchedClassId cls);

/// The target of that name ("sm_90a"), or null.
const TargetInfo *lookupTarget(llvm::StringRef name);
/// The target of an SM number and suffix ("", "a", "f"), or null.
const TargetInfo *lookupTarget(unsigned sm, llvm::StringRef suffix);
/// All targets, in the order of Targets.td.
llvm::ArrayRef<TargetInfo> getTargets();
/// SMs with one such number run each other's "f" code.
unsigned getFamily(unsigned sm);
/// What the SM of that number has. Files may have numbers that no target has:
/// those are taken for the next lower one.
FeatureSet getFeatures(unsigned sm);
/// What `.target` may name, code for it or not ("sm_20"), or null.
const PTXTarget *lookupPTXTarget(llvm::StringRef name);
/// The versions of the PTX ISA, times ten, ascending.
llvm::ArrayRef<unsigned> getPTXVersions();

/// May PTX with `.target ptxTarget` be compiled for `arch`? Each value but
/// Compatible has its own message in ptxas 13.0.88; tested in this order.
enum class TargetMatch {
  Compatible,
  NewerThanArch, ///< .target is higher than the SM compiled for
  OtherSM,       ///< an "a" target and another SM
  MissingSuffix, ///< an "a" target and the same SM without "a"
  OtherFamily,   ///< an "f" target and another family
};
TargetMatch matchTarget(const PTXTarget &ptxTarget, const TargetInfo &arch);
/// Why PTX with `.target ptxTarget` is not compiled for `arch`, in the words of
/// ptxas 13.0.88, which calls it `archName`; empty if it is.
std::string describeMismatch(const PTXTarget &ptxTarget, const TargetInfo &arch,
                             llvm::StringRef archName);

} // namespace ptxmlir::target

#endif // PTXMLIR_TARGET_TARGET_H

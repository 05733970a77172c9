//===- RandomInst.h - Random instructions of the tables ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that an SM has, drawn from the tables: the forms take turns, and
// each operand, modifier, guard and control field has any value that it can
// have. The same seed gives the same instructions everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_ISA_RANDOMINST_H
#define PTXMLIR_TEST_UNIT_ISA_RANDOMINST_H

#include "ptx-mlir/ISA/Encoding.h"
#include <functional>
#include <vector>

namespace ptxmlir::isa {

/// SplitMix64; the standard library's distributions differ between libraries.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  uint64_t below(uint64_t n) { return next() % n; }
  bool oneIn(unsigned n) { return below(n) == 0; }
  /// Any number of `width` bits; often one with few bits, none, or all.
  uint64_t bits(unsigned width);

private:
  uint64_t state;
};

struct RandomOptions {
  /// Registers that spans fit: even ones for pairs and so on. NVIDIA's
  /// disassembler takes others too, but the machine does not.
  bool aligned = false;
  /// Any control fields and guards; else a stall of 4 cycles and no more.
  bool control = true;
  /// Control fields only as the instruction can have them: reuse bits of its
  /// register sources, barriers that it completes through, stall counts that go
  /// with the yield bit (observed on nvdisasm 13).
  bool fitting = false;
  std::function<bool(Opcode)> usesWriteBarrier, usesReadBarrier;
  /// Records to draw from; all if empty.
  std::vector<std::string> only;
};

class RandomInsts {
public:
  RandomInsts(unsigned sm, uint64_t seed, RandomOptions options = {});

  /// The next instruction; its form is the next one in turn.
  Inst next();
  /// An instruction of this form; std::nullopt if none was found that the SM
  /// has (then the tables contradict themselves).
  std::optional<Inst> make(const FormDesc &form);
  llvm::ArrayRef<const FormDesc *> forms() const { return all; }
  /// Forms for which make() found nothing.
  llvm::ArrayRef<const FormDesc *> barren() const { return notMade; }
  Random &random() { return rng; }

private:
  void makeControl(Inst &inst);
  void fitControl(Inst &inst);
  unsigned unreusable(const Inst &inst) const;
  Operand makeOperand(const FormDesc &form, unsigned slot);
  uint64_t makeMods(const FormDesc &form);

  unsigned sm;
  RandomOptions options;
  Random rng;
  std::vector<const FormDesc *> all, notMade;
  size_t turn = 0;
};

} // namespace ptxmlir::isa

#endif // PTXMLIR_TEST_UNIT_ISA_RANDOMINST_H

//===- Compare.cpp - Comparison and selection -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.6 and 9.7.7: setp, set, selp, slct.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXCompare.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::Compare;
using ptx::DataType;

/// `order` is that of compareFloat: -1, 0, 1, 2 for unordered.
static bool holds(Compare op, int order) {
  bool unordered = order == 2;
  switch (op) {
  case Compare::Eq:
    return order == 0;
  case Compare::Ne:
    return order == -1 || order == 1;
  case Compare::Lt:
  case Compare::Lo:
    return order == -1;
  case Compare::Le:
  case Compare::Ls:
    return order == -1 || order == 0;
  case Compare::Gt:
  case Compare::Hi:
    return order == 1;
  case Compare::Ge:
  case Compare::Hs:
    return order == 1 || order == 0;
  case Compare::Equ:
    return order == 0 || unordered;
  case Compare::Neu:
    return order != 0;
  case Compare::Ltu:
    return order == -1 || unordered;
  case Compare::Leu:
    return order != 1;
  case Compare::Gtu:
    return order == 1 || unordered;
  case Compare::Geu:
    return order != -1;
  case Compare::Num:
    return !unordered;
  case Compare::Nan:
    return unordered;
  case Compare::None:
    break;
  }
  return false;
}

static int orderOf(DataType type, bool ftz, uint64_t a, uint64_t b) {
  if (auto t = floatType(type)) {
    const Format &f = formatOf(*t);
    return compareFloat(f, ftz ? flush(f, a) : a, ftz ? flush(f, b) : b);
  }
  if (ptx::isSigned(type)) {
    unsigned shift = 64 - ptx::getBitWidth(type);
    int64_t x = int64_t(a << shift), y = int64_t(b << shift);
    return x < y ? -1 : x > y;
  }
  return a < b ? -1 : a > b;
}

static bool combine(ptx::BoolOp op, bool value, bool c) {
  switch (op) {
  case ptx::BoolOp::And:
    return value && c;
  case ptx::BoolOp::Or:
    return value || c;
  case ptx::BoolOp::Xor:
    return value != c;
  default:
    return value;
  }
}

static bool isPacked(DataType type) {
  return type == DataType::F16x2 || type == DataType::Bf16x2;
}

static void runSetp(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::SetpModifiers::unpack(inst.mods);
  bool combined = m.boolOp != ptx::BoolOp::None;
  forLanes(active, [&](unsigned l) {
    uint64_t a = w.in(inst, 0)[l], b = w.in(inst, 1)[l];
    bool c = combined && w.in(inst, 2)[l] & 1, p, q;
    if (isPacked(m.dataType)) {
      // One predicate for each half.
      p = holds(m.compare, orderOf(m.dataType, m.ftz, a & 0xffff, b & 0xffff));
      q = holds(m.compare, orderOf(m.dataType, m.ftz, a >> 16, b >> 16));
    } else {
      p = holds(m.compare, orderOf(m.dataType, m.ftz, a, b));
      q = !p;
    }
    w.out(inst, 0)[l] = combine(m.boolOp, p, c);
    if (inst.out.size() > 1)
      w.out(inst, 1)[l] = combine(m.boolOp, q, c);
  });
}

/// Integers without combination, the most frequent comparison.
template <typename T, Compare op>
static uint64_t compareInteger(uint64_t a, uint64_t b) {
  return ptx::holds(op, T(a), T(b));
}
template <typename T> static Handler integerSetp(Compare op) {
  switch (op) {
  case Compare::Eq:
    return binary<compareInteger<T, Compare::Eq>>;
  case Compare::Ne:
    return binary<compareInteger<T, Compare::Ne>>;
  case Compare::Lt:
    return binary<compareInteger<T, Compare::Lt>>;
  case Compare::Le:
    return binary<compareInteger<T, Compare::Le>>;
  case Compare::Gt:
    return binary<compareInteger<T, Compare::Gt>>;
  case Compare::Ge:
    return binary<compareInteger<T, Compare::Ge>>;
  default:
    return nullptr;
  }
}
static Handler bindSetp(Instr &inst) {
  auto m = ptx::SetpModifiers::unpack(inst.mods);
  Handler fast = nullptr;
  if (m.boolOp == ptx::BoolOp::None && inst.out.size() == 1) {
    if (m.dataType == DataType::S32)
      fast = integerSetp<int32_t>(m.compare);
    else if (m.dataType == DataType::U32 || m.dataType == DataType::B32)
      fast = integerSetp<uint32_t>(m.compare);
    else if (m.dataType == DataType::S64)
      fast = integerSetp<int64_t>(m.compare);
    else if (m.dataType == DataType::U64 || m.dataType == DataType::B64)
      fast = integerSetp<uint64_t>(m.compare);
  }
  return fast ? fast : runSetp;
}

/// What `set` writes for true: 1.0 or all ones.
static uint64_t trueValue(DataType type) {
  if (auto t = floatType(type)) {
    const Format &f = formatOf(*t);
    return uint64_t(f.bias()) << f.fractionBits;
  }
  return maskBits(ptx::getBitWidth(type));
}

static void runSet(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::SetModifiers::unpack(inst.mods);
  bool combined = m.boolOp != ptx::BoolOp::None;
  forLanes(active, [&](unsigned l) {
    uint64_t a = w.in(inst, 0)[l], b = w.in(inst, 1)[l], d = 0;
    bool c = combined && w.in(inst, 2)[l] & 1;
    if (!isPacked(m.srcType)) {
      bool p = holds(m.compare, orderOf(m.srcType, m.ftz, a, b));
      d = combine(m.boolOp, p, c) ? trueValue(m.dataType) : 0;
    } else {
      uint64_t half = isPacked(m.dataType) ? trueValue(m.dataType) : 0xffff;
      for (unsigned k = 0; k < 2; ++k) {
        bool p =
            holds(m.compare, orderOf(m.srcType, m.ftz, a >> 16 * k & 0xffff,
                                     b >> 16 * k & 0xffff));
        d |= (combine(m.boolOp, p, c) ? half : 0) << 16 * k;
      }
    }
    w.out(inst, 0)[l] = d;
  });
}

static uint64_t selp(uint64_t a, uint64_t b, uint64_t c) {
  return c & 1 ? a : b;
}
static uint64_t slctInteger(uint64_t a, uint64_t b, uint64_t c) {
  return int32_t(c) >= 0 ? a : b;
}
/// A NaN selects b; -0.0 is not below zero.
static uint64_t slctFloat(uint64_t a, uint64_t b, uint64_t c) {
  return asFloat(c) >= 0 ? a : b;
}
static uint64_t slctFlushed(uint64_t a, uint64_t b, uint64_t c) {
  return slctFloat(a, b, flush(kF32, c));
}

bool interp::bindCompare(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Setp:
    inst.run = bindSetp(inst);
    return true;
  case Opcode::Set:
    inst.run = runSet;
    return true;
  case Opcode::Selp:
    inst.run = ternary<selp>;
    return true;
  case Opcode::Slct: {
    auto m = ptx::SlctModifiers::unpack(inst.mods);
    inst.run = m.srcType == DataType::S32 ? ternary<slctInteger>
               : m.ftz                    ? ternary<slctFlushed>
                                          : ternary<slctFloat>;
    return true;
  }
  default:
    return false;
  }
}

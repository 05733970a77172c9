//===- Runtime.cpp - Functions of the device runtime ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the CUDA driver links into every module: vprintf, malloc, free and
// __assertfail (CUDA Programming Guide: formatted output, dynamic global
// memory, assertion).
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

/// Argument `k` of a call as a number of up to 64 bits.
static uint64_t argument(Warp &w, const Instr &inst, unsigned lane, size_t k) {
  const Place &at = inst.call->arguments[k];
  const Frame &frame = *w.group().frame;
  if (at.isRow)
    return frame.rows[at.at][lane];
  uint64_t v = 0;
  if (const uint8_t *p =
          localMemory(w, lane, frame.localBase[lane] + at.at, at.bytes))
    memcpy(&v, p, std::min(at.bytes, 8u));
  return v;
}
static void setResult(Warp &w, const Instr &inst, unsigned lane, uint64_t v) {
  if (inst.call->results.empty())
    return;
  const Place &at = inst.call->results[0];
  Frame &frame = *w.group().frame;
  if (at.isRow)
    frame.rows[at.at][lane] = v & maskBits(8 * at.bytes);
  else if (uint8_t *p =
               localMemory(w, lane, frame.localBase[lane] + at.at, at.bytes))
    memcpy(p, &v, std::min(at.bytes, 8u));
}

/// A string that ends with zero, at a generic address.
static std::string readString(Warp &w, const Instr &inst, unsigned lane,
                              uint64_t address) {
  std::string text;
  while (text.size() < 4096) {
    const uint8_t *p =
        access(w, inst, lane, ptx::Space::None, address++, 1, 1, false);
    if (!p || !*p)
      break;
    text += char(*p);
  }
  return text;
}

/// One conversion of a format, "%-8.3f"; the argument buffer holds integers and
/// pointers of four or eight bytes and doubles, each aligned to its size.
static void printConversion(Warp &w, const Instr &inst, unsigned lane,
                            std::string spec, uint64_t &at,
                            llvm::raw_ostream &os) {
  char kind = spec.back();
  bool isDouble = llvm::StringRef("fFeEgGaA").contains(kind);
  bool isLong = isDouble || kind == 'p' || kind == 's' ||
                llvm::StringRef(spec).contains('l');
  unsigned bytes = isLong ? 8 : 4;
  at = (at + bytes - 1) & ~uint64_t(bytes - 1);
  const uint8_t *p =
      access(w, inst, lane, ptx::Space::None, at, bytes, bytes, false);
  if (!p)
    return;
  at += bytes;
  uint64_t v = 0;
  memcpy(&v, p, bytes);
  // Length modifiers are those of this function's own arguments.
  std::string flags;
  for (char c : llvm::StringRef(spec).drop_back())
    if (!llvm::StringRef("hljztL").contains(c))
      flags += c;
  if (isDouble) {
    double d;
    memcpy(&d, &v, 8);
    os << llvm::format((flags + kind).c_str(), d);
  } else if (kind == 's') {
    os << llvm::format((flags + kind).c_str(),
                       readString(w, inst, lane, v).c_str());
  } else if (kind == 'p') {
    os << llvm::format_hex(v, 1);
  } else if (kind == 'c') {
    os << llvm::format((flags + kind).c_str(), int(v));
  } else if (kind == 'd' || kind == 'i') {
    long long number = isLong ? (long long)(v) : int32_t(v);
    os << llvm::format((flags + "ll" + kind).c_str(), number);
  } else {
    os << llvm::format((flags + "ll" + kind).c_str(), (unsigned long long)(v));
  }
}

/// Returns the number of arguments, as vprintf does on the device.
static int printFormatted(Warp &w, const Instr &inst, unsigned lane) {
  std::string format = readString(w, inst, lane, argument(w, inst, lane, 0));
  uint64_t at = argument(w, inst, lane, 1);
  int count = 0;
  llvm::raw_ostream &os = llvm::outs();
  for (size_t k = 0; k < format.size(); ++k) {
    if (format[k] != '%') {
      os << format[k];
      continue;
    }
    size_t end = format.find_first_not_of("-+ #0123456789.*hljztL", k + 1);
    if (end == std::string::npos)
      break;
    std::string spec = format.substr(k, end - k + 1);
    k = end;
    if (spec.back() == '%')
      os << '%';
    else if (llvm::StringRef("diouxXcspfFeEgGaA").contains(spec.back()) &&
             !llvm::StringRef(spec).contains('*')) {
      printConversion(w, inst, lane, spec, at, os);
      ++count;
    } else
      os << spec;
    if (w.launch->faulted())
      break;
  }
  return count;
}

static void assertionFailed(Warp &w, const Instr &inst, unsigned lane) {
  auto text = [&](size_t k) {
    return readString(w, inst, lane, argument(w, inst, lane, k));
  };
  if (inst.call->arguments.size() < 4)
    return w.launch->fault(w, inst, int(lane), "assertion failed");
  std::string message =
      llvm::formatv("{0}:{1}: {2}: assertion `{3}' failed", text(1),
                    argument(w, inst, lane, 2), text(3), text(0));
  w.launch->fault(w, inst, int(lane), std::move(message));
}

bool interp::callRuntime(Warp &w, const Instr &inst, LaneMask active) {
  llvm::StringRef name = inst.call->name;
  size_t arguments = inst.call->arguments.size();
  bool isPrint = name == "vprintf" && arguments == 2;
  bool isMalloc = name == "malloc" && arguments == 1;
  bool isFree = name == "free" && arguments == 1;
  bool isAssert = name == "__assertfail";
  if (!isPrint && !isMalloc && !isFree && !isAssert)
    return false;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    if (isPrint) {
      setResult(w, inst, l, uint64_t(int64_t(printFormatted(w, inst, l))));
    } else if (isMalloc) {
      // The device heap has 8 MB unless the host asks for more.
      uint64_t size = argument(w, inst, l, 0);
      exec::GlobalMemory &memory = w.launch->program.memory;
      setResult(w, inst, l,
                size && size <= 8 << 20
                    ? memory.allocate(size, "memory from malloc")
                    : 0);
    } else if (isAssert) {
      assertionFailed(w, inst, l);
    }
    // Freed memory stays readable: what uses it is not found here.
  });
  return true;
}

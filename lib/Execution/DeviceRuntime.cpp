//===- DeviceRuntime.cpp - vprintf, malloc, free, assert ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that the CUDA driver links into programs. The machine and the PTX
// interpreter both call these, over an access to memory that they provide.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/DeviceRuntime.h"
#include "ptx-mlir/Execution/Memory.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace ptxmlir::exec;
using llvm::StringRef;

std::optional<RuntimeFunction>
ptxmlir::exec::lookupRuntimeFunction(StringRef name) {
  return llvm::StringSwitch<std::optional<RuntimeFunction>>(name)
      .Case("vprintf", RuntimeFunction::VPrintf)
      .Case("malloc", RuntimeFunction::Malloc)
      .Case("free", RuntimeFunction::Free)
      .Case("__assertfail", RuntimeFunction::AssertFail)
      .Default(std::nullopt);
}

llvm::ArrayRef<unsigned>
ptxmlir::exec::runtimeArguments(RuntimeFunction function) {
  static constexpr unsigned printArguments[] = {8, 8}, one[] = {8},
                            assertArguments[] = {8, 8, 4, 8, 8};
  switch (function) {
  case RuntimeFunction::VPrintf:
    return printArguments;
  case RuntimeFunction::AssertFail:
    return assertArguments;
  default:
    return one;
  }
}

namespace {
/// One call of a function.
class Call {
public:
  explicit Call(const RuntimeCall &call)
      : call(call), os(call.printed ? *call.printed : llvm::outs()) {}

  /// Returns the number of arguments, as on the device.
  std::optional<uint64_t> printFormatted();
  /// A string that ends with zero.
  std::string string(uint64_t address);

private:
  void printConversion(StringRef spec, uint64_t &at);

  const RuntimeCall &call;
  llvm::raw_ostream &os;
  bool failed = false;
};
} // namespace

std::string Call::string(uint64_t address) {
  std::string text;
  char c;
  while (!failed && text.size() < 4096) {
    failed = !call.read(address++, 1, &c);
    if (failed || !c)
      break;
    text += c;
  }
  return text;
}

/// A conversion such as "%-8.3f". The buffer of arguments holds integers and
/// pointers of four or eight bytes and doubles, each aligned to its size.
void Call::printConversion(StringRef spec, uint64_t &at) {
  char kind = spec.back();
  bool isDouble = StringRef("fFeEgGaA").contains(kind);
  bool isLong = isDouble || kind == 'p' || kind == 's' || spec.contains('l') ||
                spec.contains('z') || spec.contains('j') || spec.contains('t');
  unsigned bytes = isLong ? 8 : 4;
  at = (at + bytes - 1) & ~uint64_t(bytes - 1);
  uint64_t v = 0;
  failed = !call.read(at, bytes, &v);
  if (failed)
    return;
  at += bytes;
  // Length modifiers are those of the host's arguments here.
  std::string flags;
  for (char c : spec.drop_back())
    if (!StringRef("hljztL").contains(c))
      flags += c;
  if (isDouble) {
    double d;
    memcpy(&d, &v, 8);
    os << llvm::format((flags + kind).c_str(), d);
  } else if (kind == 's') {
    std::string text = string(v);
    os << llvm::format((flags + kind).c_str(), text.c_str());
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

std::optional<uint64_t> Call::printFormatted() {
  std::string format = string(call.argument(0));
  uint64_t at = call.argument(1);
  int count = 0;
  for (size_t k = 0; k < format.size() && !failed; ++k) {
    if (format[k] != '%') {
      os << format[k];
      continue;
    }
    size_t end = format.find_first_not_of("-+ #0123456789.hljztL", k + 1);
    if (end == std::string::npos)
      break;
    StringRef spec = StringRef(format).substr(k, end - k + 1);
    k = end;
    if (spec.back() == '%') {
      os << '%';
    } else if (StringRef("diouxXcspfFeEgGaA").contains(spec.back())) {
      printConversion(spec, at);
      ++count;
    } else {
      os << spec;
    }
  }
  if (failed)
    return std::nullopt;
  return uint64_t(int64_t(count));
}

std::optional<uint64_t> ptxmlir::exec::callRuntime(RuntimeFunction function,
                                                   const RuntimeCall &call,
                                                   std::string &fault) {
  Call c(call);
  switch (function) {
  case RuntimeFunction::VPrintf:
    return c.printFormatted();
  case RuntimeFunction::Malloc: {
    // The device heap has 8 MB unless the host asks for more.
    uint64_t size = call.argument(0);
    return size && size <= 8 << 20
               ? call.memory.allocate(size, "memory from malloc", 1,
                                      /*hasContents=*/false)
               : 0;
  }
  case RuntimeFunction::Free:
    // Freed memory stays readable: what uses it is not found here.
    return 0;
  case RuntimeFunction::AssertFail:
    fault =
        llvm::formatv("{0}:{1}: {2}: assertion `{3}' failed",
                      c.string(call.argument(1)), call.argument(2),
                      c.string(call.argument(3)), c.string(call.argument(0)));
    return std::nullopt;
  }
  return std::nullopt;
}

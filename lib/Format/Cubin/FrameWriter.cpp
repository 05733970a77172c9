//===- FrameWriter.cpp - .debug_frame of a cubin --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DWARF64 version 3 call-frame information as ptxas lays it out: one CIE and
// one FDE per kernel and per device function inside a kernel. Register numbers
// are 0x5000000 + n for R<n>, 0x50000ff for RZ and 0x5000100 for the return
// address of a device function.
//
//===----------------------------------------------------------------------===//

#include "WriterParts.h"
#include "ptx-mlir/Target/CallABI.h"

using namespace ptxmlir::cubin;

namespace {

constexpr uint32_t kRegBase = 0x5000000;
constexpr uint32_t kRegStack = kRegBase + 1;
constexpr uint32_t kRegZero = kRegBase + 0xff;
constexpr uint32_t kRegReturn = kRegBase + 0x100;

enum : uint8_t {
  DW_CFA_nop = 0x00,
  DW_CFA_advance_loc4 = 0x04,
  DW_CFA_undefined = 0x07,
  DW_CFA_same_value = 0x08,
  DW_CFA_def_cfa = 0x0c,
  DW_CFA_val_expression = 0x16,
  DW_OP_addr = 0x03,
  DW_OP_plus = 0x22,
  DW_OP_bregx = 0x92,
};

/// Starts a record: DWARF64 escape and a length to be patched.
uint64_t beginRecord(ByteWriter &out) {
  uint64_t start = out.size();
  out.u32(0xffffffff);
  out.u64(0);
  return start;
}

void endRecord(ByteWriter &out, uint64_t start) {
  out.alignTo(8);
  out.patch<uint64_t>(start + 4, out.size() - start - 12);
}

/// What a debugger is told of registers at a call: those that functions give
/// back as they were, and those that are lost. No register of a kernel is
/// anyone's. Which registers are listed was observed on ptxas 13.0.88.
void writeRegisterRules(ByteWriter &out, const Kernel &kernel,
                        bool isFunction) {
  constexpr uint32_t kBarriers = 0x9000000, kCarry = 0x1000000,
                     kPredicates = 0x2000000, kUniforms = 0xb000000;
  constexpr uint32_t kFirstUniform = 4, kLastUniform = 0x3d, kLast = 0xfe;
  const ptxmlir::target::CallABI &abi = ptxmlir::target::getCallABI();
  auto rule = [&](uint32_t reg, bool isKept) {
    out.u8(isKept ? DW_CFA_same_value : DW_CFA_undefined);
    out.uleb(reg);
  };
  auto addSix = [&](uint32_t base) {
    for (uint32_t n : {0, 2, 3, 4, 5, 6})
      rule(base + n, false);
  };
  rule(kRegZero, true);
  addSix(kBarriers);
  for (uint32_t n = kFirstUniform; n <= kLastUniform; ++n)
    rule(kUniforms + n, isFunction && n >= abi.firstPreservedUniform);
  rule(kCarry, false);
  addSix(kPredicates);
  for (uint32_t n = 0; n <= kLast; ++n)
    rule(kRegBase + n, kRegBase + n == kRegStack ||
                           (!isFunction && kernel.framePointer == n) ||
                           (isFunction && abi.preserved.test(n)));
}

/// The common information entry of a kernel or of a device function in it.
/// Returns the offset of the address to relocate, 0 if none.
uint64_t writeCIE(ByteWriter &out, const Kernel &kernel,
                  const InnerFunction *function, bool isForDebugger = false) {
  uint64_t start = beginRecord(out);
  out.u64(~0ull);
  out.u8(3);    // version
  out.u8(0);    // augmentation ""
  out.u8(4);    // code alignment
  out.u8(0x7c); // data alignment -4
  if (function)
    out.uleb(kRegReturn);
  else
    out.uleb(0xffffffff);
  out.u8(DW_CFA_def_cfa);
  out.uleb(kRegStack);
  out.uleb(0);
  if (isForDebugger) {
    writeRegisterRules(out, kernel, function);
  } else {
    for (uint32_t reg : {kRegZero, kRegStack}) {
      out.u8(DW_CFA_same_value);
      out.uleb(reg);
    }
    if (!function && kernel.framePointer) {
      out.u8(DW_CFA_same_value);
      out.uleb(kRegBase + *kernel.framePointer);
    }
  }
  uint64_t address = 0;
  if (function) {
    uint32_t reg = kRegBase + function->returnRegister;
    if (!isForDebugger) {
      out.u8(DW_CFA_same_value);
      out.uleb(reg);
    }
    // Return address = base of the text + the pair's value.
    out.u8(DW_CFA_val_expression);
    out.uleb(kRegReturn);
    ByteWriter bregx;
    bregx.u8(DW_OP_bregx);
    bregx.uleb(reg);
    bregx.u8(0);
    bregx.u8(DW_OP_plus);
    out.uleb(9 + bregx.size());
    out.u8(DW_OP_addr);
    address = out.size();
    out.u64(0);
    out.raw(bregx.bytes);
  }
  endRecord(out, start);
  return address;
}

/// Returns the offset of the initial location, which is to be relocated.
uint64_t writeFDE(ByteWriter &out, uint64_t cie, uint64_t begin, uint64_t size,
                  llvm::ArrayRef<uint8_t> ops) {
  uint64_t start = beginRecord(out);
  out.u64(cie);
  uint64_t location = out.size();
  out.u64(begin);
  out.u64(size);
  out.raw(ops);
  endRecord(out, start);
  return location;
}

ByteWriter encodeRows(llvm::ArrayRef<FrameRow> rows) {
  ByteWriter ops;
  uint32_t at = 0;
  for (const FrameRow &row : rows) {
    if (row.offset != at) {
      ops.u8(DW_CFA_advance_loc4);
      ops.u32((row.offset - at) / 4);
      at = row.offset;
    }
    if (row.cfa) {
      ops.u8(DW_CFA_def_cfa);
      ops.uleb(kRegBase + row.base);
      ops.uleb(*row.cfa);
    }
  }
  return ops;
}

} // namespace

std::vector<uint8_t>
ptxmlir::cubin::encodeFrameRows(llvm::ArrayRef<FrameRow> rows) {
  return encodeRows(rows).bytes;
}

ByteWriter ptxmlir::cubin::makeDebugFrame(llvm::ArrayRef<const Kernel *> order,
                                          std::vector<RelaEntry> &relocations,
                                          bool isForDebugger) {
  ByteWriter out;
  struct Fixups {
    std::vector<RelaEntry> locations, addresses;
  };
  std::vector<Fixups> fixups(order.size());
  auto entry = [](uint64_t offset, const Kernel &kernel, int64_t addend) {
    return RelaEntry{offset, static_cast<uint32_t>(RelocType::Abs64),
                     kernel.name, addend};
  };

  for (size_t i = 0; i < order.size(); ++i) {
    const Kernel &kernel = *order[i];
    uint64_t cie = out.size();
    writeCIE(out, kernel, nullptr, isForDebugger);
    // The kernel's range ends where its first inner function begins.
    uint64_t size = kernel.functions.empty() ? kernel.text.size()
                                             : kernel.functions.front().offset;
    uint64_t at = writeFDE(out, cie, 0, size, encodeRows(kernel.frame).bytes);
    fixups[i].locations.push_back(entry(at, kernel, 0));
    for (const InnerFunction &f : kernel.functions) {
      cie = out.size();
      fixups[i].addresses.push_back(
          entry(writeCIE(out, kernel, &f, isForDebugger), kernel, 0));
      at = writeFDE(out, cie, f.offset, f.size, f.frameOps);
      fixups[i].locations.push_back(entry(at, kernel, f.offset));
    }
  }

  // Last kernel first; in a kernel first all locations, then all addresses,
  // each from the end (observed on ptxas 13.0.88).
  for (size_t i = fixups.size(); i-- > 0;) {
    auto append = [&](std::vector<RelaEntry> &list) {
      relocations.insert(relocations.end(), list.rbegin(), list.rend());
    };
    append(fixups[i].locations);
    append(fixups[i].addresses);
  }
  return out;
}

/// The CIE of a function in a section of its own: the return address is in a
/// pair of registers.
static void writeFunctionCIE(ByteWriter &out, const Kernel &function,
                             bool isForDebugger) {
  constexpr uint32_t kReturnPair = kRegBase + 20;
  uint64_t start = beginRecord(out);
  out.u64(~0ull);
  out.raw({3, 0, 4, 0x7c}); // as above
  out.uleb(kReturnPair);
  out.u8(DW_CFA_def_cfa);
  out.uleb(kRegStack);
  out.uleb(0);
  if (isForDebugger)
    writeRegisterRules(out, function, /*isFunction=*/true);
  else
    for (uint32_t reg : {kRegZero, kRegStack, kReturnPair, kReturnPair + 1}) {
      out.u8(DW_CFA_same_value);
      out.uleb(reg);
    }
  endRecord(out, start);
}

ByteWriter
ptxmlir::cubin::makeRelocatableDebugFrame(llvm::ArrayRef<const Kernel *> order,
                                          std::vector<RelaEntry> &relocations,
                                          bool isForDebugger) {
  ByteWriter out;
  for (const Kernel *kernel : order) {
    uint64_t cie = out.size();
    if (kernel->isFunction)
      writeFunctionCIE(out, *kernel, isForDebugger);
    else
      writeCIE(out, *kernel, nullptr, isForDebugger);
    uint64_t at =
        writeFDE(out, cie, 0, kernel->text.size(),
                 kernel->frameOps.empty() ? encodeRows(kernel->frame).bytes
                                          : kernel->frameOps);
    // The CIE in this section, where the function is, and how long.
    relocations.push_back(
        {at - 8, uint32_t(RelocType::Abs64), ".debug_frame", int64_t(cie)});
    relocations.push_back({at, uint32_t(RelocType::Abs64), kernel->name, 0});
    relocations.push_back(
        {at + 8, uint32_t(RelocType::FdeRange), kernel->name, 0});
  }
  std::reverse(relocations.begin(), relocations.end());
  return out;
}

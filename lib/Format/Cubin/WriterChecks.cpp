//===- WriterChecks.cpp - What no cubin can hold --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptions come from code generators and from edited IR: sizes, places and
// names are checked before anything is written.
//
//===----------------------------------------------------------------------===//

#include "WriterParts.h"
#include "ptx-mlir/Format/Cubin/Parameters.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir::cubin;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cubin writer: " + message);
}

/// 0 counts as 1. The bound keeps padding in the file small.
static bool isAlignment(uint32_t align) {
  return align <= 0x10000 && llvm::isPowerOf2_32(std::max(align, 1u));
}

static llvm::Error checkKernel(const Module &module, const Kernel &k) {
  auto bad = [&](const llvm::Twine &what) {
    return fail("kernel '" + llvm::Twine(k.name) + "': " + what);
  };
  if (k.text.empty() || k.text.size() % 16)
    return bad("text is not a positive multiple of 16 bytes");
  if (!isAlignment(k.sharedAlign) || !isAlignment(k.constant2Align))
    return bad("alignment is not a power of two up to 64 KiB");
  if (k.paramBytes > 0xffff - getParamBase(module.sm, k))
    return bad("parameters do not fit constant bank 0");
  if (unsigned most = getNamedBarriers(module.sm); k.barriers > most)
    return bad("more than " + llvm::Twine(most) + " barriers");
  uint64_t at = 0;
  for (const InnerFunction &f : k.functions) {
    if (f.offset < at || f.offset > k.text.size() ||
        k.text.size() - f.offset < f.size)
      return bad("function '" + llvm::Twine(f.name) + "' is out of place");
    at = f.offset;
  }
  for (const Relocation &r : k.relocations)
    if (r.offset > k.text.size() || k.text.size() - r.offset < 16)
      return bad("relocation outside the text");
  for (const Param &p : k.params)
    if (p.offset > k.paramBytes || k.paramBytes - p.offset < p.size)
      return bad("parameter " + llvm::Twine(p.ordinal) +
                 " lies outside the parameter bytes");
  // A part of the targets would not be all that the branch may go to.
  size_t branchWords = 0;
  for (const IndirectBranch &b : k.indirectBranches)
    branchWords += 3 + b.targets.size();
  if (branchWords >= kRecordWords)
    return bad("the list of branch targets exceeds 64 KiB");
  return llvm::Error::success();
}

llvm::Error ptxmlir::cubin::checkModule(const Module &module) {
  llvm::StringMap<bool> names;
  auto declare = [&](llvm::StringRef name, const char *what) -> llvm::Error {
    if (name.empty())
      return fail(llvm::Twine(what) + " without a name");
    if (!names.try_emplace(name, true).second)
      return fail(llvm::Twine("duplicate symbol '") + name + "'");
    return llvm::Error::success();
  };
  for (const Kernel &k : module.kernels) {
    if (llvm::Error e = declare(k.name, "kernel"))
      return e;
    if (llvm::Error e = checkKernel(module, k))
      return e;
    for (const InnerFunction &f : k.functions)
      if (llvm::Error e = declare(f.name, "function"))
        return e;
  }
  for (const ExternFunction &f : module.externFunctions)
    if (llvm::Error e = declare(f.name, "external function"))
      return e;
  for (const Variable &v : module.variables) {
    if (llvm::Error e = declare(v.name, "variable"))
      return e;
    if (v.init.size() > v.size)
      return fail("initialiser of '" + llvm::Twine(v.name) +
                  "' is longer than the variable");
    // Keeps offsets and sizes of a broken description from exhausting memory.
    constexpr uint64_t kMaxBytes = uint64_t(1) << 40;
    constexpr uint64_t kMaxInit = uint64_t(1) << 31;
    bool inFile = v.hasInit || v.space == VarSpace::Const;
    if (v.size > (inFile ? kMaxInit : kMaxBytes) ||
        v.offset.value_or(0) > (inFile ? kMaxInit : kMaxBytes))
      return fail("'" + llvm::Twine(v.name) + "' is too large");
    if (!v.hasInit && v.space == VarSpace::Global &&
        (!v.init.empty() || !v.relocations.empty()))
      return fail("'" + llvm::Twine(v.name) +
                  "' has initial bytes but hasInit is not set");
    if (!isAlignment(v.align))
      return fail("alignment of '" + llvm::Twine(v.name) +
                  "' is not a power of two up to 64 KiB");
    for (const Relocation &r : v.relocations) {
      bool isByte = r.type >= RelocType::GenericByte0 &&
                    r.type <= RelocType::GenericByte7;
      if (r.offset > v.size || v.size - r.offset < (isByte ? 1 : 8))
        return fail("relocation outside of '" + llvm::Twine(v.name) + "'");
    }
  }
  for (const Kernel &k : module.kernels) {
    llvm::StringMap<bool> seen;
    for (const std::string &e : k.externs) {
      if (names.count(e) && !module.relocatable)
        return fail("external function '" + llvm::Twine(e) +
                    "' is also defined here");
      if (e.empty() || !seen.try_emplace(e, true).second)
        return fail("bad list of external functions in kernel '" +
                    llvm::Twine(k.name) + "'");
    }
    llvm::StringMap<bool> called;
    for (const std::string &e : k.externsByCall)
      if (!seen.count(e) || !called.try_emplace(e, true).second)
        return fail("externsByCall does not match externs in kernel '" +
                    llvm::Twine(k.name) + "'");
  }
  return llvm::Error::success();
}

//===- PTXRecordText.cpp - What the records say of a PTX instruction ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms, versions and targets of a PTX instruction as Markdown, from the tables
// of the dialect.
//
//===----------------------------------------------------------------------===//

#include "RecordText.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::ptx;
using llvm::raw_ostream;
using llvm::StringRef;

/// The values of a slot that a form allows: `{.a|.b}` may be left out,
/// `(.a|.b)` is one of them.
static void writeSlot(const SlotInfo &slot, uint64_t mask, raw_ostream &os) {
  llvm::SmallVector<std::string> values;
  for (unsigned value = 1; value < 64; ++value)
    if (mask >> value & 1) {
      StringRef spelling = enumSpelling(slot.enumIndex, value);
      bool dot = !slot.glued && !spelling.starts_with("::");
      values.push_back((dot ? "." : "") + spelling.str());
    }
  if (values.empty())
    return;
  std::string text = llvm::join(values, "|");
  if (mask & 1)
    os << '{' << text << '}';
  else if (values.size() > 1)
    os << '(' << text << ')';
  else
    os << text;
}

static void writeForm(const InstInfo &info, const FormInfo &form,
                      raw_ostream &os) {
  os << "- `" << info.mnemonic();
  llvm::ArrayRef<uint64_t> masks = info.masks(form);
  for (auto [slot, mask] : llvm::zip_equal(info.slots(), masks))
    if (slot.enumIndex >= 0 && !slot.onOperand && !slot.hidden)
      writeSlot(slot, mask, os);
  unsigned ptx = std::max(info.minPTX, form.minPTX);
  unsigned sm = std::max(info.minSM, form.minSM);
  os << "`: PTX " << std::max(1u, ptx / 10) << '.' << ptx % 10 << ", ";
  if (form.numTargets) {
    const char *separator = "";
    for (const TargetInfo &target : info.targets(form)) {
      os << separator << "sm_" << unsigned(target.sm) << target.suffix;
      separator = " ";
    }
  } else if (sm) {
    os << "sm_" << sm;
    if (form.archSpecific)
      os << " with suffix a or f";
  } else {
    os << "all targets";
  }
  os << '\n';
}

static void writeOperands(StringRef what, llvm::ArrayRef<OperandInfo> operands,
                          raw_ostream &os) {
  llvm::SmallVector<std::string> names;
  for (const OperandInfo &operand : operands) {
    std::string name = tableString(operand.name).str();
    if (operand.kind == OperandKind::Address)
      name = "[" + name + "]";
    else if (operand.kind == OperandKind::Vector)
      name = "{" + name + "}";
    if (operand.optional)
      name += "?";
    // An immediate with several ranges is one operand.
    if (names.empty() || names.back() != name)
      names.push_back(name);
  }
  if (!names.empty())
    os << what << ": `" << llvm::join(names, ", ") << "`\n\n";
}

/// Values of modifiers that are newer than a form that has them.
static void writeNewerValues(const InstInfo &info, raw_ostream &os) {
  llvm::SmallSetVector<StringRef, 8> seen;
  for (auto [index, slot] : llvm::enumerate(info.slots())) {
    if (slot.enumIndex < 0)
      continue;
    for (unsigned value = 1; value < 64; ++value) {
      StringRef spelling = enumSpelling(slot.enumIndex, value);
      if (spelling.empty())
        break;
      const EnumValueInfo &since = getEnumValueInfo(slot.enumIndex, value);
      bool isNewer = false;
      for (const FormInfo &form : info.forms())
        isNewer |= (info.masks(form)[index] >> value & 1) &&
                   (since.minPTX > std::max(info.minPTX, form.minPTX) ||
                    since.minSM > std::max(info.minSM, form.minSM));
      if (!isNewer || !seen.insert(spelling))
        continue;
      os << (seen.size() == 1 ? "\nNewer: `" : ", `") << spelling << "`";
      if (since.minPTX)
        os << " PTX " << since.minPTX / 10 << '.' << since.minPTX % 10;
      if (since.minSM)
        os << " sm_" << unsigned(since.minSM);
    }
  }
  if (!seen.empty())
    os << '\n';
}

void ptxmlir::lsp::describePTX(StringRef mnemonic, raw_ostream &os) {
  std::optional<Opcode> opcode = lookupMnemonic(mnemonic);
  if (!opcode)
    return;
  const InstInfo &info = getInstInfo(*opcode);
  writeOperands("Results", info.dsts(), os);
  writeOperands("Operands", info.srcs(), os);
  os << "Forms:\n";
  for (const FormInfo &form : info.forms())
    writeForm(info, form, os);
  writeNewerValues(info, os);
}

//===- ExportInstruction.cpp - instructions as PTX text -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records that the parser reads say how an instruction is written: nothing
// here knows an opcode.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ptxmlir::ptx;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether a constant can stand in the place of the operand.
bool FunctionExporter::canBeImmediate(Operation *user,
                                      const OperandInfo &operand,
                                      ConstOp constant) {
  const InstInfo &info =
      getInstInfo(cast<InstructionOpInterface>(user).getOpcode());
  int64_t mods = getRawMods(user);
  // `st` without vector has one value.
  bool isOne = operand.kind == OperandKind::Value ||
               (operand.kind == OperandKind::Vector &&
                operand.count == CountRule::Vector && !operand.braces &&
                getCount(operand, info, mods) == 1);
  if (!isOne || operand.registerOnly || operand.selector >= 0 ||
      operand.negation >= 0)
    return false;
  APInt bits = constant.getBits();
  // The text makes a constant of the operand's own width.
  if (bits.getBitWidth() != getDefaultWidth(operand, info, mods) ||
      bits.getBitWidth() < 16 || bits.getBitWidth() > 64)
    return false;
  DataType type = getOperandType(operand, info, mods);
  switch (getTypeKind(type)) {
  case 'b':
  case 's':
    return isLegalConstant(operand, bits.getSExtValue());
  case 'u':
    return isLegalConstant(operand, int64_t(bits.getZExtValue()));
  case 'f':
    return type == DataType::F32 || type == DataType::F64;
  default:
    return false;
  }
}

bool ptxmlir::ptx::isAlwaysTrue(InstructionOpInterface inst) {
  // Other instructions have such a guard because their text has it.
  if (!getFacts(inst.getOpcode()).updatesResults)
    return false;
  Value guard = inst.getGuard();
  auto constant = guard ? guard.getDefiningOp<ConstOp>() : ConstOp();
  return constant && constant.getBits().isOne() && !inst.isGuardNegated();
}

/// A constant as an operand of a type.
static std::string constantText(const APInt &bits, DataType type) {
  if (type == DataType::F32)
    return llvm::formatv("0f{0:X-8}", bits.getZExtValue());
  if (type == DataType::F64)
    return llvm::formatv("0d{0:X-16}", bits.getZExtValue());
  // The smallest number of 64 bits is no negated literal.
  if (getTypeKind(type) == 'u' || bits.isMinSignedValue())
    return llvm::utostr(bits.getZExtValue());
  return llvm::itostr(bits.getSExtValue());
}

std::string FunctionExporter::registerText(Value value) {
  return registerName(ssa->getRegister(value)).str();
}

/// `name+offset`.
static std::string withOffset(StringRef base, int64_t offset) {
  return offset ? (base + "+" + llvm::itostr(offset)).str() : base.str();
}

/// The variable that an address operation names, and the offset.
std::pair<StringRef, int64_t> FunctionExporter::symbolOf(Operation *address) {
  if (auto op = dyn_cast<AddressOfOp>(address))
    return {exporter.nameOf(op.getSymbol()), op.getOffset()};
  if (auto op = dyn_cast<LocalAddressOp>(address))
    return {localNames[op.getIndex()], op.getOffset()};
  auto op = cast<ParamAddressOp>(address);
  if (op.getKind() == ParamKind::Call)
    return {callParamNames[op.getIndex()], op.getOffset()};
  auto vars = function->getAttrOfType<ArrayAttr>(
      op.getKind() == ParamKind::Input ? "params" : "returns");
  return {cast<VarAttr>(vars[op.getIndex()]).getName().getValue(),
          op.getOffset()};
}

std::string FunctionExporter::symbolText(Operation *address) {
  auto [name, offset] = symbolOf(address);
  return withOffset(name, offset);
}

std::string FunctionExporter::addressText(Value base, int64_t offset) {
  Operation *op = base.getDefiningOp();
  if (!op || !unprinted.contains(op))
    return withOffset(registerText(base), offset);
  // Both offsets are one number of the text.
  auto [name, inner] = symbolOf(op);
  return withOffset(name, int64_t(uint64_t(inner) + uint64_t(offset)));
}

std::string FunctionExporter::valueText(Operation *op,
                                        const OperandInfo &operand,
                                        Value value) {
  const InstInfo &info =
      getInstInfo(cast<InstructionOpInterface>(op).getOpcode());
  int64_t mods = getRawMods(op);
  if (auto constant = value.getDefiningOp<ConstOp>())
    if (canBeImmediate(op, operand, constant))
      return constantText(constant.getBits(),
                          getOperandType(operand, info, mods));
  Operation *def = value.getDefiningOp();
  std::string text =
      def && unprinted.contains(def) ? symbolText(def) : registerText(value);
  auto field = [&](int slot) {
    return slot < 0 ? 0 : getField(info.slots()[slot], mods);
  };
  if (unsigned part = field(operand.selector)) {
    const SlotInfo &slot = info.slots()[operand.selector];
    text += '.';
    if (slot.enumIndex >= 0) {
      text += enumSpelling(slot.enumIndex, part);
    } else {
      // A number is its four digits of three bits, plus one.
      text += 'b';
      for (int shift = 9; shift >= 0; shift -= 3)
        text += char('0' + ((part - 1) >> shift & 7));
    }
  }
  if (field(operand.negation))
    text.insert(0, "-");
  return text;
}

/// The operand with all of its values; `address` is the number of the address.
std::string FunctionExporter::operandText(Operation *op,
                                          const OperandInfo &operand,
                                          ValueRange values, unsigned address) {
  if (operand.kind == OperandKind::Address)
    return "[" + addressText(values[0], getRawOffset(op, address)) + "]";
  // One register is in braces, too, where the operand is a vector by nature.
  bool isSource = values[0].getDefiningOp() != op;
  bool isVector =
      operand.kind == OperandKind::Vector &&
      (values.size() > 1 || operand.braces || operand.count == CountRule::Num ||
       operand.rule == TypeRule::Fragment ||
       (isSource && operand.count != CountRule::Vector));
  std::string text;
  for (auto [index, value] : llvm::enumerate(values)) {
    if (index)
      text += ", ";
    text += valueText(op, operand, value);
  }
  return isVector ? "{" + text + "}" : text;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The values of an operand of the record, `layout` saying of each value which
/// operand it is.
static ValueRange valuesOf(const OperandInfo &operand, ValueRange values,
                           ArrayRef<const OperandInfo *> layout) {
  const auto *first = llvm::find(layout, &operand);
  const auto *last = first;
  while (last != layout.end() && *last == &operand)
    ++last;
  return values.slice(first - layout.begin(), last - first);
}

LogicalResult FunctionExporter::printInstruction(Operation *op) {
  auto inst = cast<InstructionOpInterface>(op);
  const InstInfo &info = getInstInfo(inst.getOpcode());
  int64_t mods = getRawMods(op);
  SmallVector<const OperandInfo *, 8> dstLayout, srcLayout;
  if (!layoutOperands(info.dsts(), info, mods, op->getNumResults(),
                      dstLayout) ||
      !layoutOperands(info.srcs(), info, mods, inst.getSources().size(),
                      srcLayout))
    return op->emitOpError("has operands that its record has not");
  SmallVector<std::string, 6> operands;
  unsigned address = 0;
  for (const OperandInfo &operand : info.dsts()) {
    if (operand.kind == OperandKind::Sink) {
      if (isPresent(operand, info, mods, /*written=*/false))
        operands.push_back("_");
      continue;
    }
    ValueRange values = valuesOf(operand, op->getResults(), dstLayout);
    if (values.empty() || operand.kind == OperandKind::Carry)
      continue;
    std::string text = operandText(op, operand, values, 0);
    if (operand.kind == OperandKind::Pair)
      operands.back() += "|" + text;
    else
      operands.push_back(std::move(text));
  }
  unsigned bracket = 0;
  for (const OperandInfo &operand : info.srcs()) {
    std::string text;
    if (operand.kind == OperandKind::Imm) {
      const SlotInfo *slot = getImmediateSlot(operand, info);
      unsigned field = slot ? getField(*slot, mods) : 0;
      if (!isPresent(operand, info, mods, /*written=*/field != 0))
        continue;
      text = llvm::itostr(decodeImmediate(operand, slot, field));
    } else {
      unsigned index = address;
      address += operand.kind == OperandKind::Address;
      ValueRange values = valuesOf(operand, inst.getSources(), srcLayout);
      if (values.empty() || operand.kind == OperandKind::Carry)
        continue;
      text = operandText(op, operand, values, index);
    }
    // One pair of brackets holds an address with its coordinates, or all of a
    // texture.
    bool continues =
        operand.inAddress || (operand.bracket && operand.bracket == bracket);
    bracket = operand.bracket;
    if (continues) {
      operands.back().back() = ',';
      operands.back() += " " + text + "]";
    } else {
      operands.push_back(bracket ? "[" + text + "]" : std::move(text));
    }
  }
  os << '\t';
  if (Value guard = inst.getGuard(); guard && !isAlwaysTrue(inst))
    os << (inst.isGuardNegated() ? "@!" : "@") << registerText(guard) << ' ';
  // What must be written today had no word then.
  unsigned version = exporter.version, sm = exporter.sm;
  os << getOpcodeText(info, version < 14 || !exporter.hasSubnormals
                                ? removeMeaning(info, mods, version, sm)
                                : mods);
  const char *separator = " \t";
  for (const std::string &operand : operands) {
    os << separator << operand;
    separator = ", ";
  }
  os << ";\n";
  return success();
}

//===- ParserVector.cpp - types of values in braces -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of ptxas 13.0.88, found by trying all combinations of types:
//
//  * Neighbours go together: registers of one width, of which one is untyped or
//    both are integers or of one float type. The index of an array of textures
//    stands apart, and so does the number of a sample before it.
//  * If all have one type, it must fit the operand as that of one value would;
//    in most vectors integers fit floats, too.
//  * If they have several, they count as untyped, but for a few fragments of
//    matrices.
//
// ptxas takes constants with registers of other types as well, and then stores
// zeros or crashes: here a constant must always fit its operand.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace ptxmlir::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

static bool goTogether(DataType a, DataType b) {
  if (getContainerWidth(a) != getContainerWidth(b))
    return false;
  return a == b || getTypeKind(a) == 'b' || getTypeKind(b) == 'b' ||
         (isInteger(a) && isInteger(b));
}

/// The number of the element that is the index of an array, -1 without.
static int indexOf(const InstForm &form, const OperandPlan &plan) {
  if (!plan.info || !plan.info->hasIndex)
    return -1;
  for (const SlotInfo &slot : form.info->slots()) {
    if (tableString(slot.name) != "geometry")
      continue;
    StringRef geometry =
        enumSpelling(slot.enumIndex, getField(slot, form.mods));
    return !geometry.starts_with("a") ? -1 : geometry.ends_with("ms") ? 1 : 0;
  }
  return -1;
}

/// What the elements of a vector must fit: constants the plan of the operand,
/// registers one that knows of the others. False after an error.
bool Parser::planElements(const InstForm &form, const OperandPlan &plan,
                          ArrayRef<ParsedOperand> given,
                          SmallVectorImpl<OperandPlan> &plans) {
  int index = indexOf(form, plan);
  auto typeOf = [&](const ParsedOperand &element) {
    return element.kind == ParsedOperand::Register
               ? body.registers[element.reg].type
               : DataType::None;
  };
  DataType first = DataType::None, previous = DataType::None;
  bool isMixed = false, hasConstants = false;
  for (auto [i, element] : llvm::enumerate(given)) {
    hasConstants |= element.kind == ParsedOperand::Immediate;
    DataType type = typeOf(element);
    if (type == DataType::None)
      continue;
    if (first == DataType::None)
      first = type;
    isMixed |= type != first;
    if (int(i) <= index)
      continue;
    if (previous != DataType::None && !goTogether(previous, type)) {
      errorAt(element.position, unsigned(element.name.size()))
          << "register '" << element.name << "' of type '." << stringify(type)
          << "' cannot stand behind one of type '." << stringify(previous)
          << "' in a vector";
      return false;
    }
    previous = type;
  }
  bool isStrict = plan.registers == RegisterRule::Strict;
  bool isTyped = plan.registers == RegisterRule::Typed;
  // A vector of mov has no record.
  unsigned loose = !plan.info ? 2 : isTyped ? plan.info->loose : 0;
  bool isFloat = getTypeKind(plan.type) == 'f';
  bool fitsLoosely = first != DataType::None && !isMixed && !hasConstants &&
                     isFloat && isInteger(first) &&
                     getBitWidth(first) == getBitWidth(plan.type) &&
                     (loose == 2 || (loose == 1 && plan.type == DataType::F64));
  for (auto [i, element] : llvm::enumerate(given)) {
    OperandPlan &one = plans.emplace_back(plan);
    if (int(i) == index) {
      one.type = DataType::U32;
      one.registers = RegisterRule::Integer;
    } else if (typeOf(element) != DataType::None) {
      one.untyped = (isMixed && !isStrict) || fitsLoosely;
    }
  }
  return true;
}

/// The elements of a vector in braces or of a vector register; `lanes` keeps
/// those of the latter.
ArrayRef<ParsedOperand>
Parser::elementsOf(const ParsedOperand &operand, unsigned count,
                   SmallVectorImpl<ParsedOperand> &lanes) {
  if (operand.kind == ParsedOperand::Vector)
    return ArrayRef(elements).slice(operand.first, count);
  ParsedOperand lane = operand;
  lane.kind = ParsedOperand::Register;
  for (unsigned i = 0; i < count; ++i, ++lane.reg)
    lanes.push_back(lane);
  return lanes;
}

bool Parser::matchElements(const InstForm &form, const OperandPlan &plan,
                           const ParsedOperand &operand, unsigned count,
                           SmallVectorImpl<Source> &out) {
  SmallVector<ParsedOperand, 0> lanes;
  SmallVector<OperandPlan, 8> plans;
  ArrayRef<ParsedOperand> given = elementsOf(operand, count, lanes);
  if (!planElements(form, plan, given, plans))
    return false;
  for (auto [one, element] : llvm::zip_equal(plans, given)) {
    one.isElement = true;
    if (!matchValue(form, one, element, out.emplace_back()))
      return false;
  }
  return true;
}

bool Parser::matchDestElements(const InstForm &form, const OperandPlan &plan,
                               const ParsedOperand &operand,
                               SmallVectorImpl<Dest> &out) {
  SmallVector<ParsedOperand, 0> lanes;
  SmallVector<OperandPlan, 8> plans;
  ArrayRef<ParsedOperand> given = elementsOf(operand, operand.count, lanes);
  if (!planElements(form, plan, given, plans))
    return false;
  size_t first = out.size();
  for (auto [one, element] : llvm::zip_equal(plans, given)) {
    one.isElement = true;
    if (!matchDestRegister(form, one, element, out))
      return false;
  }
  // What is not kept is as wide as what is: the text has one kind of registers.
  auto results = llvm::MutableArrayRef(out).drop_front(first);
  auto kept = llvm::find_if(results, [](Dest d) { return d.reg != kNone; });
  if (kept == results.end())
    return mismatch(form, operand, "'_' cannot be all of the destination");
  for (Dest &dest : results)
    if (dest.reg == kNone)
      dest.width = kept->width;
  return true;
}

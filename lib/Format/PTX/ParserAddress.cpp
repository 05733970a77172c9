//===- ParserAddress.cpp - addresses as operands --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand in brackets: which variables and registers may stand there, by
// state space and by what ptxas takes beyond the ISA.
//
//===----------------------------------------------------------------------===//

#include "AddressSpace.h"
#include "Parser.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXFacts.h"

using namespace mlir;
using namespace ptxmlir::ptx;
using llvm::SmallVectorImpl;

/// The slot of a name, or null.
static const SlotInfo *findSlot(const InstForm &form, llvm::StringRef name) {
  for (const SlotInfo &slot : form.info->slots())
    if (slot.enumIndex >= 0 && tableString(slot.name) == name)
      return &slot;
  return nullptr;
}

/// Whether the opcode says no narrower space than global.
static bool isGenericOrGlobal(const InstForm &form) {
  const SlotInfo *slot = findSlot(form, "space");
  llvm::StringRef space =
      slot ? enumSpelling(slot->enumIndex, getField(*slot, form.mods)) : "";
  return space.empty() || space == "global";
}

/// Whether a variable is in the state space of the instruction; a generic
/// address may be that of a global, shared or local one.
bool Parser::checkSpace(const InstForm &form, const OperandPlan &plan,
                        const ParsedOperand &operand) {
  if (!plan.info || !plan.info->inSpace)
    return true;
  llvm::StringRef wanted = getAccessSpace(*plan.info, *form.info, form.mods);
  const SlotInfo *to = findSlot(form, "to");
  if (to && getField(*to, form.mods)) {
    if (operand.isSum)
      return true;
    error(operand.position) << "'" << form.name
                            << "' takes a generic address in a register, not a "
                               "variable";
    return false;
  }
  if (operand.symbol->kind == Symbol::Function) {
    error(operand.position)
        << "a function cannot be an address of '" << form.name << "'";
    return false;
  }
  // No load or store, which either reads or writes, is one of a texture,
  // sampler or surface; ptxas takes atomics.
  const Facts &facts = getFacts(form.opcode);
  if (operand.symbol->kind == Symbol::Variable &&
      getTypeKind(operand.symbol->type) == 'o' &&
      facts.readsMemory != facts.writesMemory) {
    error(operand.position)
        << "a '." << stringify(operand.symbol->type)
        << "' variable cannot be an address of '" << form.name << "'";
    return false;
  }
  Space space = operand.symbol->space;
  if (canBeNamedIn(wanted, space))
    return true;
  error(operand.position) << "a variable in '." << stringify(space)
                          << "' cannot be an address of '" << form.name
                          << "', which "
                          << (wanted.empty()
                                  ? "takes a generic address"
                                  : ("is for '." + wanted + "'").str());
  return false;
}

/// What a call passes is in memory for the call only: loads and stores name it,
/// nothing else has its address (the words are those of ptxas 13.0.88).
bool Parser::checkTakesAddress(const ParsedOperand &operand) {
  if (operand.symbol->kind != Symbol::Param ||
      operand.symbol->param != ParamKind::Call)
    return true;
  errorAt(operand.position, unsigned(operand.name.size()))
      << "Illegal to take address of parameter '" << operand.name << "'";
  return false;
}

/// Parameters are read and return values written.
bool Parser::checkParamAccess(const InstForm &form,
                              const ParsedOperand &operand) {
  bool isStore = form.opcode == Opcode::St;
  if (!isStore && form.opcode != Opcode::Ld)
    return checkTakesAddress(operand);
  ParamKind kind = operand.symbol->param;
  if (isStore ? kind != ParamKind::Input : kind != ParamKind::Return)
    return true;
  errorAt(operand.position, unsigned(operand.name.size()))
      << (isStore ? "parameter '" : "return value '") << operand.name
      << (isStore ? "' cannot be written" : "' cannot be read");
  return false;
}

/// Whether a register of this type may be an address: of 32 bits in tensor
/// memory, an integer or untyped one elsewhere (observed on ptxas 13.0.88).
static bool canBeAddress(DataType type, const OperandPlan &plan) {
  char kind = getTypeKind(type);
  unsigned width = getContainerWidth(type);
  if (plan.info->rule == TypeRule::TmemAddress)
    return width == 32 &&
           (plan.registers == RegisterRule::Untyped ? kind == 'b'
                                                    : kind != 'f');
  if (width != 16 && width != 32 && width != 64)
    return false;
  if (plan.registers == RegisterRule::Any)
    return true;
  return kind != 'f' && kind != 'x' &&
         (width != 16 || plan.registers != RegisterRule::Wide);
}

/// The address of a variable. Where the instruction has no state space, that of
/// the variable counts: for ld, st, ldu, atom, red, mbarrier and ldmatrix like
/// this on ptxas 13.0.88 (observed); an address that a `mov` takes is the
/// number that it is. What has no form for the space takes the generic address.
bool Parser::matchVariable(const InstForm &form, const OperandPlan &plan,
                           const ParsedOperand &operand, Statement &statement,
                           Source &out) {
  if (!checkSpace(form, plan, operand) ||
      (operand.symbol->kind == Symbol::Param &&
       !checkParamAccess(form, operand)))
    return false;
  ParsedOperand base = operand;
  base.value = 0;
  if (!makeSymbol(base, 64, out))
    return false;
  if (operand.symbol->kind == Symbol::Function ||
      !isGenericAddress(*plan.info, *form.info, statement.mods))
    return true;
  Space space = operand.symbol->space;
  std::optional<int64_t> mods =
      addSpaceOfVariable(*plan.info, *form.info, statement.mods, space);
  if (mods)
    statement.mods = *mods;
  if (space == Space::Global || plan.info->spaceSlot < 0)
    return true;
  if (!mods && space == Space::Local && getFacts(form.opcode).refusesLocal) {
    error(operand.position)
        << "a variable in '.local' cannot be an address of '" << form.name
        << "'";
    return false;
  }
  if (!mods && operand.symbol->isShared)
    out = getInBlock(operand.symbol->index, 64, /*isGeneric=*/true,
                     operand.position);
  else if (!mods)
    out.generic = space;
  warning(operand.position)
      << "'" << form.name << "' has no state space: "
      << (mods ? "that of '" : "it takes the generic address of '")
      << operand.name << "', '." << stringify(space)
      << (mods ? "', is taken" : "'");
  return true;
}

/// Whether an element of an array stands for its address without brackets: in
/// loads and stores, which either read or write data.
static bool takesElement(Opcode opcode, const OperandInfo &info) {
  const Facts &facts = getFacts(opcode);
  return info.fullWidth && facts.readsMemory != facts.writesMemory;
}

/// `[base + offset]`.
bool Parser::matchAddress(const InstForm &form, const OperandPlan &plan,
                          const ParsedOperand &operand, Statement &statement,
                          Source &out, int64_t &offset) {
  ParsedOperand base = operand;
  bool isTmem = plan.info->rule == TypeRule::TmemAddress;
  if (!features.has(target::Feature::GenericAddresses) && plan.info->inSpace &&
      getAccessSpace(*plan.info, *form.info, form.mods).empty()) {
    error(operand.position)
        << "a generic address of '" << form.name
        << "' needs sm_20 or newer; the module targets " << target;
    return false;
  }
  offset = operand.value;
  if (operand.kind == ParsedOperand::Address) {
    base = elements[operand.first];
  } else if ((operand.isIndexed && takesElement(form.opcode, *plan.info)) ||
             (operand.kind == ParsedOperand::Register && plan.info->bare)) {
    // `ld.global.u32 r, array[2]`: without brackets.
  } else {
    return mismatch(form, operand, "expected an address as operand");
  }
  switch (base.kind) {
  case ParsedOperand::Register: {
    unsigned width = body.registers[base.reg].width;
    DataType type = body.registers[base.reg].type;
    if (base.negated || !canBeAddress(type, plan))
      return mismatch(form, base, "this register cannot be an address");
    out.kind = Source::Register;
    out.id = base.reg;
    if (width == 16) {
      // Addresses of the other spaces are computed in 32 bits.
      llvm::StringRef space = getAccessSpace(*plan.info, *form.info, form.mods);
      bool isWide = plan.info->fullWidth ? isGenericOrGlobal(form)
                                         : space.empty() || space == "global";
      out.width = wideAddresses && isWide ? 64 : 32;
      // So far as an offset goes it is a constant of the register's type.
      unsigned bits = getBitWidth(type);
      int64_t exact = isSigned(type)
                          ? llvm::SignExtend64(offset, bits)
                          : offset & llvm::maskTrailingOnes<uint64_t>(bits);
      if (uint64_t(exact ^ offset) & llvm::maskTrailingOnes<uint64_t>(32))
        warning(operand.position)
            << "of offset " << offset << " of '" << form.name << "' the low "
            << bits << " bits are taken, " << exact;
      offset = exact;
      out.value = int64_t(type);
      // The sum has 32 bits before it is extended further.
      if (out.width == 64) {
        out.value |= int64_t(uint64_t(offset) << 8);
        offset = 0;
      }
      warning(base.position) << "a register of " << getBitWidth(type)
                             << " bits is the address of '" << form.name << "'";
      return true;
    }
    if (width == 32 && wideAddresses && plan.info->fullWidth &&
        isGenericOrGlobal(form)) {
      error(base.position) << "a 32-bit register cannot be the address of '"
                           << form.name
                           << "': '.address_size' is 64, and generic and "
                              "global addresses have this size";
      return false;
    }
    out.width = width;
    return true;
  }
  case ParsedOperand::Variable:
  case ParsedOperand::Element:
    if (isTmem)
      return mismatch(form, base,
                      "a variable cannot be an address in tensor memory");
    if (!matchVariable(form, plan, base, statement, out))
      return false;
    if (base.kind == ParsedOperand::Element)
      addIndex(base, out.width, out);
    return true;
  case ParsedOperand::Immediate:
    if (isTmem)
      return mismatch(form, base, "a constant cannot be an address");
    if (base.constant.kind != Constant::Integer)
      return mismatch(form, base,
                      "a floating-point constant cannot be an address");
    if (plan.info->inSpace &&
        getAccessSpace(*plan.info, *form.info, form.mods) != "local") {
      error(base.position) << "a constant cannot be the address of '"
                           << form.name
                           << "': only '.local' has constant addresses";
      return false;
    }
    out.kind = Source::Constant;
    out.width = 64;
    out.value = int64_t(base.constant.bits);
    return true;
  case ParsedOperand::Name:
    if (base.symbol)
      return mismatch(form, base, "a label cannot be an address");
    return undefined(base);
  default:
    return mismatch(form, base, "unexpected address");
  }
}

/// `[address, {x, y}]`: the address is assigned, what follows it in the
/// brackets goes to the plans from `next` on.
bool Parser::assignInAddress(const InstForm &form, size_t &next,
                             SmallVectorImpl<ParsedOperand> &assigned,
                             SmallVectorImpl<const OperandPlan *> &plans) {
  ParsedOperand brackets = assigned.back();
  size_t end = next;
  while (end < form.srcs.size() && form.srcs[end].info->inAddress)
    ++end;
  if (brackets.kind != ParsedOperand::Bracket ||
      brackets.count != end - next + 1)
    return mismatch(form, brackets, "wrong number of operands in brackets");
  if (elements[brackets.first].value)
    return mismatch(form, brackets, "an offset cannot stand in the brackets");
  assigned.back().kind = ParsedOperand::Address;
  assigned.back().value = 0;
  for (unsigned element = brackets.first + 1; next < end; ++next, ++element) {
    plans.push_back(&form.srcs[next]);
    assigned.push_back(elements[element]);
  }
  return true;
}

//===- InstSyntax.cpp - Text and verifier of machine instruction ops -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction op is written as the assembler writes it, control fields
// included:
//
//   sass.iadd3 "IADD3 R4, R2, -R3, RZ {stall:4, wait:0b000011}"
//   sass.bra "@!P0 BRA target {stall:5}" ^bb3, ^bb2
//   sass.bssy "BSSY B0, L1 {stall:1}"
//
// The quoted text is that of ISA/Text, so there is one grammar for
// instructions. A code address in it is the name of a sass.label, or, in an
// instruction with successors, any name in place of the first of them.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

using ptxmlir::isa::Control;
using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

//===----------------------------------------------------------------------===//
// Attribute form
//===----------------------------------------------------------------------===//

// One array of integers: opcode, form, guard, modifiers, control, then three
// per operand slot.
Attribute sass::instToAttribute(MLIRContext *context, const Inst &inst) {
  const Control &c = inst.control;
  SmallVector<int64_t, 16> v = {
      int64_t(inst.opcode), inst.form,  inst.guard, inst.guardNot,
      int64_t(inst.mods),   c.stall,    c.yield,    c.writeBarrier,
      c.readBarrier,        c.waitMask, c.reuse};
  unsigned slots =
      inst.opcode < Opcode::Count ? getDesc(inst.opcode).slots.size() : 0;
  for (unsigned i = 0; i != slots; ++i)
    v.append({inst.ops[i].kind, inst.ops[i].reg, inst.ops[i].value});
  return DenseI64ArrayAttr::get(context, v);
}

LogicalResult
sass::instFromAttribute(Inst &inst, Attribute attr,
                        llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attr);
  if (!array || array.size() < 11 || array[0] < 0 ||
      array[0] >= int64_t(Opcode::Count)) {
    emitError() << "expected an array of instruction fields";
    return failure();
  }
  ArrayRef<int64_t> v = array;
  inst = Inst();
  inst.opcode = Opcode(v[0]);
  size_t slots = getDesc(inst.opcode).slots.size();
  if (v.size() != 11 + 3 * slots) {
    emitError() << "expected " << 11 + 3 * slots << " instruction fields";
    return failure();
  }
  inst.form = uint8_t(v[1]);
  inst.guard = uint8_t(v[2]);
  inst.guardNot = v[3];
  inst.mods = uint64_t(v[4]);
  inst.control = {uint8_t(v[5]), v[6] != 0,     uint8_t(v[7]),
                  uint8_t(v[8]), uint8_t(v[9]), uint8_t(v[10])};
  for (size_t i = 0; i != slots; ++i) {
    const int64_t *op = &v[11 + 3 * i];
    if (op[0] < 0 || op[0] > Operand::Label) {
      emitError() << "unknown operand kind " << op[0];
      return failure();
    }
    inst.ops[i] = {Operand::Kind(op[0]), uint16_t(op[1]), op[2]};
  }
  return success();
}

llvm::hash_code sass::hashInst(const Inst &inst) {
  const ptxmlir::isa::Control &c = inst.control;
  llvm::hash_code hash = llvm::hash_combine(
      unsigned(inst.opcode), inst.form, inst.guard, inst.guardNot, inst.mods,
      c.stall, c.yield, c.writeBarrier, c.readBarrier, c.waitMask, c.reuse);
  for (const Operand &op : inst.ops)
    hash = llvm::hash_combine(hash, unsigned(op.kind), op.reg, op.value);
  return hash;
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

/// Whether the instruction text can hold the name of a label.
static bool isLabelName(StringRef name) {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '$' || c == '@';
         });
}

/// The SM of the sass.module whose body this thread is parsing; 0 outside of
/// one. An op is parsed before it has a parent that it could ask.
static thread_local unsigned moduleSM = 0;

sass::ModuleTextScope::ModuleTextScope(unsigned sm) : outerSM(moduleSM) {
  moduleSM = sm;
}
sass::ModuleTextScope::~ModuleTextScope() { moduleSM = outerSM; }

/// Parses as an instruction of `sm`. The form is left to the encoder, which
/// knows the distances of labels, unless the text shows one that it would not
/// take: `[R1+URZ]` has a place for a uniform register, `[R1]` has none.
static std::optional<Inst> parseFor(unsigned sm, StringRef text,
                                    std::string &error,
                                    const sass::ParseOptions &options) {
  std::optional<Inst> inst = sass::parseInst(text, sm, error, options);
  if (!inst)
    return std::nullopt;
  Inst free = *inst;
  free.form = 0xff;
  return ptxmlir::isa::chooseForm(free, sm) == inst->form ? free : inst;
}

/// In the custom syntax of a sass.module its SM says what the text means.
/// Elsewhere (one in generic syntax) the first SM counts that has such an
/// instruction, from the one that getSM() tells of an op without module; the
/// encoder then chooses the form, as those of SMs differ.
static std::optional<Inst> parseText(StringRef text, std::string &error,
                                     const sass::ParseOptions &options) {
  if (moduleSM)
    return parseFor(moduleSM, text, error, options);
  std::optional<Inst> inst =
      sass::parseInst(text, sass::kDefaultSM, error, options);
  for (const target::TargetInfo &target : target::getTargets()) {
    if (inst)
      break;
    std::string ignored;
    inst = sass::parseInst(text, target.sm, ignored, options);
  }
  if (inst)
    inst->form = 0xff;
  return inst;
}

void sass::printInst(OpAsmPrinter &p, Operation *op, const Inst &inst,
                     Attribute ref) {
  std::string text;
  llvm::raw_string_ostream os(text);
  sass::PrintOptions options;
  options.control = true;
  auto label = dyn_cast_or_null<LabelAttr>(ref);
  // Set where the text shows the label (an indexed branch shows a distance).
  bool isNamed = false;
  auto labelName = [&](int64_t) -> std::string {
    if (!label)
      return "target";
    isNamed = true;
    return label.getName().str();
  };
  if (label ? isLabelName(label.getName()) : op->getNumSuccessors() != 0)
    options.labelName = labelName;
  sass::printInst(inst, getSM(op), os, options);
  p << " \"" << os.str() << '"';
  llvm::interleaveComma(op->getSuccessors(),
                        p << (op->getNumSuccessors() ? " " : ""),
                        [&](Block *block) { p.printSuccessor(block); });
  if (ref && !isNamed)
    p << ' ' << ref;
  if (!op->getDiscardableAttrs().empty())
    p.printOptionalAttrDictWithKeyword(
        llvm::to_vector(op->getDiscardableAttrs()));
}

ParseResult sass::parseInst(OpAsmParser &parser, OperationState &result,
                            Opcode opcode, Inst &inst, Attribute &ref) {
  std::string text, error;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseString(&text))
    return failure();
  // A name stands for the op's successor or label, whose place gives the
  // distance; here it is 0.
  std::string name;
  sass::ParseOptions options;
  auto labelAddress = [&](StringRef label) -> std::optional<int64_t> {
    constexpr int64_t kInstBytes = 16;
    name = label.str();
    return kInstBytes;
  };
  options.labelAddress = labelAddress;
  std::optional<Inst> parsed = parseText(text, error, options);
  if (!parsed && moduleSM &&
      llvm::none_of(getDesc(opcode).forms,
                    [](const ptxmlir::isa::FormDesc &form) {
                      return form.holdsFor(moduleSM);
                    }))
    return parser.emitError(loc, "sm_")
           << moduleSM << " has no form of this instruction";
  if (!parsed)
    return parser.emitError(loc, error);
  if (parsed->opcode != opcode)
    return parser.emitError(loc, "the text is a ")
           << getDesc(parsed->opcode).name << " instruction, the op is "
           << getDesc(opcode).name;
  inst = *parsed;
  Block *target;
  OptionalParseResult hasTarget = parser.parseOptionalSuccessor(target);
  while (hasTarget.has_value()) {
    if (failed(*hasTarget))
      return failure();
    result.addSuccessors(target);
    if (failed(parser.parseOptionalComma()))
      break;
    if (parser.parseSuccessor(target))
      return failure();
    hasTarget = ParseResult(success());
  }
  Attribute refAttr;
  OptionalParseResult hasRef = parser.parseOptionalAttribute(refAttr, Type());
  if (hasRef.has_value()) {
    if (failed(*hasRef))
      return failure();
    ref = refAttr;
  } else if (!name.empty() && result.successors.empty()) {
    ref = LabelAttr::get(parser.getContext(),
                         parser.getBuilder().getStringAttr(name));
  }
  return parser.parseOptionalAttrDictWithKeyword(result.attributes);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult sass::verifyInst(Operation *op, Opcode opcode, const Inst &inst,
                               Attribute ref) {
  if (inst.opcode != opcode)
    return op->emitOpError("holds an instruction of another opcode");
  if (ref && !llvm::isa<LabelAttr, RelocAttr>(ref))
    return op->emitOpError("reference must be a label or a relocation");
  const ptxmlir::isa::InstDesc &desc = getDesc(opcode);
  SmallVector<Operand::Kind, 10> kinds;
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    kinds.push_back(inst.ops[i].kind);
  if (findForm(desc, kinds, getSM(op)) < 0)
    return op->emitOpError("sm_")
           << getSM(op)
           << " has no form of this instruction with these operand kinds";
  // Combinations of modifiers and operands, and values, that the SM lacks.
  std::string reason;
  if (!ptxmlir::isa::encode(inst, getSM(op), &reason))
    return op->emitOpError(reason);
  return success();
}

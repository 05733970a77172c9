//===- DebugSections.cpp - The DWARF of the PTX for the cubin -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the sections, and what they can name, before the module is compiled.
//
//===----------------------------------------------------------------------===//

#include "DebugSections.h"
#include "LineResolver.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace ptxmlir;

/// The parser has looked at the form of PTX; a module that was made otherwise
/// may have anything.
class DebugSections::Reader {
public:
  Reader(DebugSections &owner, unsigned index, ptx::SectionOp op)
      : owner(owner), index(index), op(op), text(op.getContent()),
        section(owner.sections[index]) {}

  LogicalResult read() {
    section.data.name = op.getName().str();
    while (skipSpace(), !text.empty())
      if (failed(readItem()))
        return failure();
    return success();
  }

private:
  LogicalResult readItem();
  LogicalResult readReference(unsigned size);
  void skipSpace();

  static bool isNameChar(char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '%';
  }
  StringRef takeName() {
    StringRef name = text.take_while(isNameChar);
    text = text.drop_front(name.size());
    return name;
  }
  LogicalResult fail(const Twine &message) {
    return op.emitError("section '")
           << op.getName() << "': " << message << " near '"
           << text.take_until([](char c) { return c == '\n'; }).take_front(40)
           << "'";
  }
  void append(uint64_t value, unsigned size) {
    for (unsigned i = 0; i != size; ++i)
      section.data.bytes.push_back(uint8_t(value >> 8 * i));
  }

  DebugSections &owner;
  unsigned index;
  ptx::SectionOp op;
  StringRef text;
  Section &section;
};

void DebugSections::Reader::skipSpace() {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.drop_while([](char c) { return c != '\n'; });
    else if (text.consume_front("/*"))
      text = text.split("*/").second;
    else
      return;
  }
}

/// `name`, `name + 4`, `name - name`.
LogicalResult DebugSections::Reader::readReference(unsigned size) {
  Reference reference{section.data.bytes.size(), size, takeName().str(), 0, ""};
  append(0, size);
  skipSpace();
  if (text.consume_front("+")) {
    skipSpace();
    if (text.consumeInteger(0, reference.addend))
      return fail("expected a number");
  } else if (text.consume_front("-")) {
    skipSpace();
    reference.minus = takeName().str();
    if (reference.minus.empty())
      return fail("expected a label");
  }
  section.references.push_back(std::move(reference));
  return success();
}

LogicalResult DebugSections::Reader::readItem() {
  StringRef name = takeName();
  unsigned size = llvm::StringSwitch<unsigned>(name)
                      .Case(".b8", 1)
                      .Case(".b16", 2)
                      .Case(".b32", 4)
                      .Case(".b64", 8)
                      .Default(0);
  if (!size) {
    skipSpace();
    if (name.empty() || !text.consume_front(":"))
      return fail("expected a label or a type");
    owner.dataLabels[name] = {index, section.data.bytes.size()};
    return success();
  }
  skipSpace();
  if (!text.empty() && isNameChar(text[0]) && !llvm::isDigit(text[0]))
    return readReference(size);
  do {
    skipSpace();
    bool isNegative = text.consume_front("-");
    uint64_t value;
    if (text.consumeInteger(0, value))
      return fail("expected a number");
    (void)text.consume_front("U");
    append(isNegative ? -value : value, size);
    skipSpace();
  } while (text.consume_front(","));
  return success();
}

/// Labels of a function are attributes of the operations that they stand
/// before; those behind the last one are the function's.
void DebugSections::addLabels(Operation *function) {
  StringAttr name = SymbolTable::getSymbolName(function);
  auto add = [&](Operation *op, CodeLabel::Where where, uint32_t line) {
    auto labels = op->getAttrOfType<ArrayAttr>(ptx::kLabelsAttr);
    if (!labels)
      return;
    for (auto label : labels.getAsRange<StringAttr>())
      codeLabels[label.getValue()] = {name, where, line};
  };
  add(function, CodeLabel::End, 0);
  uint32_t first = UINT32_MAX;
  for (Operation &op : function->getRegion(0).front())
    if (!llvm::isa<ptx::ConstOp, ptx::UndefOp>(op))
      if (uint32_t line = LineResolver::getPtxLine(op.getLoc()))
        first = std::min(first, line);
  function->getRegion(0).walk([&](Operation *op) {
    uint32_t line = LineResolver::getPtxLine(op->getLoc());
    // What comes before the first instruction of the PTX is in the range of
    // the function: it sets up its frame.
    add(op, line <= first ? CodeLabel::Begin : CodeLabel::Line, line);
  });
}

/// Parameters of kernels and local variables are known by their names in the
/// PTX, which nvcc and clang make unique.
void DebugSections::addNames(Operation *function) {
  StringAttr name = SymbolTable::getSymbolName(function);
  symbols[name.getValue()] = {Symbol::Function, name};
  ArrayAttr locals;
  if (auto entry = dyn_cast<ptx::EntryOp>(function)) {
    for (auto [i, param] :
         llvm::enumerate(entry.getParams().getAsRange<ptx::VarAttr>()))
      symbols.try_emplace(param.getName().getValue(),
                          Symbol{Symbol::Param, name, unsigned(i)});
    locals = entry.getLocals();
  } else {
    locals = cast<ptx::FuncOp>(function).getLocals();
  }
  for (auto local : locals.getAsRange<ptx::VarAttr>())
    symbols.try_emplace(local.getName().getValue(),
                        Symbol{Symbol::Local, name});
}

bool DebugSections::isOfInput(Operation *op) const {
  StringAttr own = LineResolver::getPtxFile(op->getLoc());
  return !input || !own || own == input;
}

LogicalResult DebugSections::read(ptx::ModuleOp module) {
  llvm::StringMap<Operation *> seen;
  SmallVector<ptx::SectionOp> carried;
  for (auto section : module.getOps<ptx::SectionOp>()) {
    StringRef name = section.getName();
    if (name == ".debug_frame" || name == ".debug_line" ||
        !name.starts_with(".debug_")) {
      if (!section.getContent().trim().empty())
        section.emitWarning("section '")
            << name << "' is left out: "
            << (name.starts_with(".debug_") ? "it is made from the code"
                                            : "it is no debugging data");
      continue;
    }
    if (!seen.try_emplace(section.getName(), section).second ||
        !isOfInput(section))
      return section.emitError("section '")
             << section.getName()
             << "' is of a second input with debugging data, which must be "
                "compiled alone (-c) and linked";
    input = LineResolver::getPtxFile(section.getLoc());
    sections.emplace_back();
    carried.push_back(section);
  }
  for (auto [index, section] : llvm::enumerate(carried))
    if (failed(Reader(*this, unsigned(index), section).read()))
      return failure();
  // What another input defines is known here by its own name, if it is visible;
  // its labels and what is internal there may have names that are used here.
  for (auto global : module.getOps<ptx::GlobalOp>()) {
    std::optional<StringRef> name = global.getPtxName();
    Symbol symbol{Symbol::Variable, global.getSymNameAttr()};
    if (isOfInput(global))
      symbols[name ? *name : global.getSymName()] = symbol;
    else if (global.getLinkage() != ptx::Linkage::Internal)
      symbols.try_emplace(global.getSymName(), symbol);
  }
  for (Operation &op : module.getBody().front()) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || function.isExternal() || !isOfInput(&op))
      continue;
    addNames(&op);
    addLabels(&op);
  }
  return success();
}

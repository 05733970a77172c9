//===- LoweringRowsEmitter.cpp - C++ of the lowering rows -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function for each opcode of PTX that has rows. What a row takes is one
// comparison of the packed modifiers, and a test for each slot of which it
// takes several values; maps are numbers that are shifted.
//
//===----------------------------------------------------------------------===//

#include "LoweringRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

namespace {
/// Writes one row.
class RowEmitter {
public:
  RowEmitter(const Row &row, raw_ostream &os) : row(row), os(os) {}
  void emit();

private:
  std::string getCondition() const;
  void emitMods();
  void emitMap(const RowMap &map);
  void emitSources();
  void emitResults();
  bool hasSigns() const {
    return any_of(row.sources, [](const RowSource &s) { return s.isSigned; });
  }
  std::string getSource(const RowSource &source, const Slot &slot) const;
  std::string getOffset(const ptx::Operand &address) const;

  const Row &row;
  raw_ostream &os;
};
} // namespace

static std::string hex(uint64_t value) {
  return "0x" + utohexstr(value, /*LowerCase=*/true);
}

static std::string accessor(const ptx::Operand &operand) {
  std::string name = operand.name.str();
  name[0] = toUpper(name[0]);
  return "op.get" + name + "()";
}

/// The type of an operand whose registers may be wider.
static std::string type(const ptx::Inst &inst, const ptx::Operand &operand) {
  std::string name = inst.slots[operand.slotA].name.str();
  name[0] = toUpper(name[0]);
  return "op.get" + name + "()";
}

static std::string field(const ptx::Slot &slot) {
  return formatv("(text >> {0} & {1})", slot.offset,
                 hex(maskTrailingOnes<uint64_t>(slot.width)));
}

/// What must hold of the modifiers, as far as not all forms have it.
std::string RowEmitter::getCondition() const {
  uint64_t fixedMask = 0, fixedValue = 0;
  std::vector<std::string> tests;
  for (auto [i, slot] : enumerate(row.ptx->slots)) {
    uint64_t all = 0;
    for (const ptx::Form &form : row.ptx->forms)
      all |= LoweringRows::getMasks(form)[i];
    uint64_t mask = row.masks[i];
    if (slot.enumIndex < 0 || !(all & ~mask))
      continue;
    if (isPowerOf2_64(mask)) {
      fixedMask |= maskTrailingOnes<uint64_t>(slot.width) << slot.offset;
      fixedValue |= uint64_t(Log2_64(mask)) << slot.offset;
    } else {
      tests.push_back(formatv("({0}ull >> {1} & 1)", hex(mask), field(slot)));
    }
  }
  if (fixedMask)
    tests.insert(tests.begin(), formatv("(text & {0}) == {1}", hex(fixedMask),
                                        hex(fixedValue)));
  for (const std::string &feature : row.needs)
    tests.push_back("l.module.target->has(target::Feature::" + feature + ")");
  if (row.needsOpcode)
    tests.push_back("hasInstruction(l, Opcode::" + row.machine->name + ")");
  for (auto [operand, bits] : row.widths)
    tests.push_back(
        formatv("{0}.getType().isInteger({1})", accessor(*operand), bits));
  if (row.isOnlyFirst)
    tests.push_back("op->getNumResults() == 1");
  if (row.alone)
    for (const ptx::Operand &operand : row.ptx->srcs)
      if (operand.name == row.meet)
        tests.push_back("l.canBeAlone(l.get(" + accessor(operand) + "))");
  return join(tests, " && ");
}

void RowEmitter::emitMap(const RowMap &map) {
  const ptx::Slot &slot = row.ptx->slots[map.slot];
  const Mod &mod = row.machine->mods[map.mod];
  std::string value = field(slot);
  if (map.values.empty()) {
    if (map.most >= 0)
      value = formatv("std::min<uint64_t>({0}, {1})", value, map.most);
  } else {
    // Those of the values that the row takes, side by side in one number.
    unsigned first = countr_zero(row.taken[map.slot]);
    unsigned last = Log2_64(row.taken[map.slot]);
    ArrayRef<uint64_t> numbers =
        ArrayRef(map.values).slice(first, last - first + 1);
    unsigned bits = 1;
    bool isSame = true;
    for (auto [i, number] : enumerate(numbers)) {
      bits = std::max<unsigned>(bits, Log2_64(number | 1) + 1);
      isSame &=
          !(row.taken[map.slot] >> (first + i) & 1) || number == first + i;
    }
    if (first && !isSame)
      value = formatv("({0} - {1})", value, first);
    if (isSame) {
      // As they are.
    } else if (bits * numbers.size() <= 64) {
      uint64_t packed = 0;
      for (auto [i, number] : enumerate(numbers))
        packed |= number << (bits * i);
      std::string shift =
          bits == 1 ? value : std::to_string(bits) + " * " + value;
      value = formatv("({0}ull >> {1} & {2})", hex(packed), shift,
                      hex(maskTrailingOnes<uint64_t>(bits)));
    } else {
      os << "    static constexpr uint16_t k_" << mod.name << "[] = {"
         << join(map_range(numbers,
                           [](uint64_t v) { return std::to_string(v); }),
                 ", ")
         << "};\n";
      value = formatv("uint64_t(k_{0}[{1}])", mod.name, value);
    }
  }
  os << "    mods |= " << value;
  if (mod.lsb)
    os << " << " << mod.lsb;
  os << "; // " << mod.name << "\n";
}

std::string RowEmitter::getOffset(const ptx::Operand &address) const {
  unsigned index = 0;
  for (const ptx::Operand &operand : row.ptx->srcs) {
    if (&operand == &address)
      break;
    index += operand.kind == "address";
  }
  return "op.getOffset" + (index ? std::to_string(index) : "") + "()";
}

void RowEmitter::emitMods() {
  os << "    uint64_t mods = " << hex(row.mods) << ";\n";
  for (const RowMap &map : row.maps)
    emitMap(map);
}

std::string RowEmitter::getSource(const RowSource &source,
                                  const Slot &slot) const {
  std::string value;
  switch (source.kind) {
  case RowSource::TruePredicate:
    value = "l.pt()";
    break;
  case RowSource::UniformTrue:
    value = "l.upt()";
    break;
  case RowSource::UniformZero:
    value =
        slot.width > 1 ? formatv("l.urz({0})", slot.width).str() : "l.urz()";
    break;
  case RowSource::Number:
    value = formatv(slot.width == 2 ? "l.imm64({0})" : "l.imm({0})",
                    hex(source.number));
    break;
  case RowSource::Address:
    value = "address.value";
    break;
  case RowSource::Operand:
    value = accessor(*source.operand);
    if (source.isSigned) {
      bool hasFtz = any_of(row.ptx->slots,
                           [](const ptx::Slot &s) { return s.name == "ftz"; });
      value = formatv("getFloatSource(l, {0}, op.getDataType(), {1})", value,
                      hasFtz ? "op.getFtz()" : "false");
    } else if (source.operand->kind == "vector") {
      value = "combineAll(l, " + value + ")";
    } else {
      value = "l.get(" + value + ")";
      // Its low bits count.
      if (source.operand->relaxed)
        value = formatv("getLow(l, {0}, {1})", accessor(*source.operand),
                        type(*row.ptx, *source.operand));
    }
    if (source.word >= 0)
      value = formatv("l.part({0}, {1})", value, source.word);
    break;
  }
  if (hasSigns() && !(source.kind == RowSource::Operand && source.isSigned))
    value = "FloatSource(" + value + ")";
  if (source.abs)
    value += ".magnitude()";
  return (source.neg ? "-" : "") + value;
}

void RowEmitter::emitSources() {
  for (const RowSource &source : row.sources) {
    if (source.kind != RowSource::Address)
      continue;
    const Mod *offset = nullptr;
    for (const Mod &mod : row.machine->mods)
      if (mod.name == "offset")
        offset = &mod;
    os << "    Address address = getAddress(l, " << accessor(*source.operand)
       << ", " << getOffset(*source.operand)
       << ", ptx::Space::" << (source.isGlobal ? "Global" : "Shared") << ");\n"
       << "    mods |= (uint64_t(address.offset) & "
       << hex(maskTrailingOnes<uint64_t>(offset->width)) << ") << "
       << offset->lsb << ";\n";
  }
  std::vector<std::string> values;
  ArrayRef<Slot> uses =
      ArrayRef(row.machine->slots).drop_front(row.machine->numDefs);
  for (auto [source, slot] : zip_equal(row.sources, uses))
    values.push_back(getSource(source, slot));
  std::string list = "{" + join(values, ", ") + "}";
  std::string opcode = "Opcode::" + row.machine->name;
  os << "    ";
  if (!row.results.empty())
    os << "Operation *made = ";
  if (hasSigns())
    os << "emitFloatOp(l, " << opcode << ", " << list << ", mods);\n";
  else if (row.ptx->pure)
    os << "l.inst(" << opcode << ", " << list << ", mods);\n";
  else
    os << "l.guarded(op, " << opcode << ", " << list << ", mods);\n";
}

void RowEmitter::emitResults() {
  if (row.results.empty())
    return;
  auto result = [&](size_t i) {
    return formatv("made->getResult({0})", row.results[i]).str();
  };
  bool isOptional = any_of(row.ptx->dsts, [](const ptx::Operand &dst) {
    return dst.kind == "pair" && dst.optional;
  });
  if (row.ptx->dsts[0].kind == "vector") {
    os << "    setPieces(l, op, " << result(0) << ");\n";
  } else if (row.ptx->dsts[0].relaxed) {
    os << "    l.setResult(op, fitRegister(l, {" << result(0) << ", "
       << (row.isExtended ? "true" : "false") << "}, "
       << type(*row.ptx, row.ptx->dsts[0])
       << ", op->getResult(0).getType()));\n";
  } else if (row.results.size() == 1) {
    os << "    l.setResult(op, " << result(0) << ");\n";
  } else {
    if (isOptional)
      os << "    if (op->getNumResults() == 1)\n      l.setResult(op, "
         << result(0) << ");\n    else\n  ";
    os << "    l.setResults(op, {" << result(0) << ", " << result(1) << "});\n";
  }
}

void RowEmitter::emit() {
  StringRef when = row.record->getValueAsString("When");
  os << "  // " << (when.empty() ? "all forms" : when) << "\n";
  std::string condition = getCondition();
  os << "  " << (condition.empty() ? "" : "if (" + condition + ") ") << "{\n";
  emitMods();
  if (row.needsMods)
    os << "    if (hasInstruction(l, Opcode::" << row.machine->name
       << ", mods)) {\n";
  if (row.meet == "warp")
    os << "    l.warpSync(op);\n";
  for (const ptx::Operand &operand : row.ptx->srcs)
    if (operand.name == row.meet)
      os << "    l.warpSync(op, l.get(" << accessor(operand) << ")"
         << (row.alone ? ", /*exclusive=*/true" : "") << ");\n";
  emitSources();
  for (const ptx::Operand &operand : row.ptx->srcs)
    if (operand.name == row.meet && !row.results.empty())
      os << "    l.markOfWarp(op, made, l.get(" << accessor(operand) << "));\n";
  emitResults();
  os << "    return true;\n" << (row.needsMods ? "    }\n" : "") << "  }\n";
}

static void emitLoweringRows(const RecordKeeper &records, raw_ostream &os) {
  LoweringRows rows(records);
  emitSourceFileHeader("Lowering of what is one instruction", os, records);
  std::string table;
  for (const ptx::Inst &inst : rows.ptxModel.insts) {
    ArrayRef<Row> own = rows.getRows(inst);
    if (own.empty())
      continue;
    os << "static bool lower" << inst.cppName
       << "Rows(FuncLowering &l, Operation *ptxOp) {\n"
       << "  [[maybe_unused]] auto op = llvm::cast<ptx::" << inst.cppName
       << "Op>(ptxOp);\n"
       << "  [[maybe_unused]] uint64_t text = uint64_t(op.getMods());\n";
    for (const Row &row : own)
      RowEmitter(row, os).emit();
    os << "  return false;\n}\n\n";
    table += "  table.addRows<ptx::" + inst.cppName + "Op, lower" +
             inst.cppName + "Rows>();\n";
  }
  os << "void ptxtoori::registerLoweringRows(HandlerTable &table) {\n"
     << table << "}\n";
}

static TableGen::Emitter::Opt rowsBackend("gen-ptx-lowering-rows",
                                          emitLoweringRows,
                                          "Generate the lowering of PTX that "
                                          "is one instruction");

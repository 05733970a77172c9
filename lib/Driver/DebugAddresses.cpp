//===- DebugAddresses.cpp - Addresses of debugging data -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts numbers and relocations where the DWARF of the PTX has names. What each
// name becomes was observed on ptxas 13.0.88 (docs/debug-info.md).
//
//===----------------------------------------------------------------------===//

#include "DebugSections.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Format/Cubin/Parameters.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/LEB128.h"

using namespace mlir;
using namespace ptxmlir;

/// The code of a function of the PTX, and the lines that it comes from.
struct DebugSections::Code {
  std::string symbol; ///< the kernel, or the function of an object
  uint32_t begin = 0, end = 0;
  /// Where the instructions of each line begin, by line.
  std::vector<std::pair<uint32_t, uint32_t>> lines;

  void addLines(const cubin::Kernel &kernel);
  void keepRising();

  /// Where the code begins that comes from this line or, if there is none, from
  /// the next one that has some.
  uint32_t find(uint32_t line) const {
    auto it = llvm::lower_bound(lines, std::pair<uint32_t, uint32_t>(line, 0));
    return it == lines.end() ? end : it->second;
  }
};

void DebugSections::Code::addLines(const cubin::Kernel &kernel) {
  struct Run {
    uint32_t line, offset, size;
    bool isInOrder;
  };
  std::vector<Run> runs;
  ArrayRef<cubin::CodePlace> places = kernel.places;
  for (size_t i = 0; i != places.size(); ++i) {
    if (places[i].offset < begin || places[i].offset >= end ||
        !places[i].ptxLine)
      continue;
    uint32_t next = i + 1 < places.size() ? places[i + 1].offset : end;
    uint32_t size = std::min(next, end) - places[i].offset;
    // Places differ also where only the line of the source does.
    if (!runs.empty() && runs.back().line == places[i].ptxLine &&
        runs.back().offset + runs.back().size == places[i].offset)
      runs.back().size += size;
    else
      runs.push_back({places[i].ptxLine, places[i].offset, size, true});
  }
  for (size_t i = 0; i + 1 < runs.size(); ++i)
    runs[i].isInOrder = runs[i].line < runs[i + 1].line;
  // What is set up once for several uses has the line of the first one, but
  // other lines come behind it: the line's own code is where the order of the
  // text goes on, or the longer part, or the later one.
  llvm::sort(runs, [](const Run &a, const Run &b) {
    return std::tuple(a.line, b.isInOrder, b.size, b.offset) <
           std::tuple(b.line, a.isInOrder, a.size, a.offset);
  });
  for (const Run &run : runs)
    if (lines.empty() || lines.back().first != run.line)
      lines.push_back({run.line, run.offset});
  keepRising();
}

/// Ranges of DWARF lie within each other as labels follow in the text: keeps
/// the most lines whose places rise. The others are where the next of them is.
void DebugSections::Code::keepRising() {
  // Of each length the line with the lowest place that ends such a sequence.
  std::vector<size_t> ends, before(lines.size());
  for (size_t i = 0; i != lines.size(); ++i) {
    auto at = llvm::partition_point(ends, [&](size_t other) {
      return lines[other].second <= lines[i].second;
    });
    before[i] = at == ends.begin() ? i : *std::prev(at);
    if (at == ends.end())
      ends.push_back(i);
    else
      *at = i;
  }
  std::vector<std::pair<uint32_t, uint32_t>> kept;
  for (size_t n = ends.size(), i = n ? ends.back() : 0; n != 0; --n) {
    kept.push_back(lines[i]);
    i = before[i];
  }
  std::reverse(kept.begin(), kept.end());
  lines = std::move(kept);
}

class DebugSections::Resolver {
public:
  Resolver(DebugSections &sections, sass::ModuleOp module,
           const cubin::Module &out);
  void resolve(const Reference &reference, cubin::DebugSection &section);

private:
  /// A number, or the address of a symbol with an offset.
  struct Value {
    int64_t number = 0;
    std::string symbol;
    cubin::RelocType type = cubin::RelocType::Abs64;
  };
  std::optional<Value> getDataValue(StringRef name);
  Value getSection(StringRef name, int64_t offset);
  std::optional<Value> getCodeValue(StringRef name);
  Value getValue(StringRef name);
  Value getVariable(StringAttr name);
  std::optional<int64_t> getFrameOffset(StringRef name);
  const Code *findCode(StringAttr function);
  sass::FuncOp findOwner(StringAttr function, unsigned &index);

  DebugSections &owner;
  sass::ModuleOp module;
  const cubin::Module &out;
  bool hasLines; ///< there is a line table of the source
  llvm::StringMap<const cubin::Kernel *> kernels;
  llvm::StringMap<sass::FuncOp> functions;
  llvm::StringMap<const cubin::Variable *> variables;
  llvm::StringMap<Code> codes;
};

DebugSections::Resolver::Resolver(DebugSections &sections,
                                  sass::ModuleOp module,
                                  const cubin::Module &out)
    : owner(sections), module(module), out(out),
      hasLines(cubin::hasSourceLines(out)) {
  for (const cubin::Kernel &kernel : out.kernels)
    kernels[kernel.name] = &kernel;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>())
    functions[func.getSymName()] = func;
  for (const cubin::Variable &variable : out.variables)
    variables[variable.name] = &variable;
}

/// The name of a device function in a kernel.
static std::string getInnerName(StringRef kernel, StringRef function) {
  return ("$" + kernel + "$" + function).str();
}

/// The first kernel that has a function; kernels have copies of their own.
const DebugSections::Code *
DebugSections::Resolver::findCode(StringAttr function) {
  auto [it, isNew] = codes.try_emplace(function.getValue());
  Code &code = it->second;
  if (!isNew)
    return code.symbol.empty() ? nullptr : &code;
  if (const cubin::Kernel *kernel = kernels.lookup(function.getValue())) {
    code.symbol = kernel->name;
    code.end = kernel->functions.empty() ? kernel->text.size()
                                         : kernel->functions.front().offset;
    code.addLines(*kernel);
    return &code;
  }
  for (const cubin::Kernel &kernel : out.kernels) {
    std::string name = getInnerName(kernel.name, function.getValue());
    for (const cubin::InnerFunction &inner : kernel.functions)
      if (inner.name == name) {
        code.symbol = kernel.name;
        code.begin = inner.offset;
        code.end = inner.offset + inner.size;
        code.addLines(kernel);
        return &code;
      }
  }
  return nullptr;
}

/// A place in another section: a linker puts behind each other those of several
/// objects, a program has one. A section that is not there begins at 0.
DebugSections::Resolver::Value
DebugSections::Resolver::getSection(StringRef name, int64_t offset) {
  bool isThere =
      name == ".debug_frame" || (name == ".debug_line" && hasLines) ||
      llvm::any_of(owner.sections, [&](const Section &section) {
        return section.data.name == name && !section.data.bytes.empty();
      });
  return {offset, out.relocatable && isThere ? name.str() : "",
          cubin::RelocType::Abs64};
}

/// Labels and names of the sections themselves.
std::optional<DebugSections::Resolver::Value>
DebugSections::Resolver::getDataValue(StringRef name) {
  auto label = owner.dataLabels.find(name);
  if (label != owner.dataLabels.end())
    return getSection(owner.sections[label->second.first].data.name,
                      int64_t(label->second.second));
  if (name.starts_with("."))
    return getSection(name, 0);
  return std::nullopt;
}

std::optional<DebugSections::Resolver::Value>
DebugSections::Resolver::getCodeValue(StringRef name) {
  auto label = owner.codeLabels.find(name);
  if (label == owner.codeLabels.end())
    return std::nullopt;
  const auto &[function, where, line] = label->second;
  const Code *code = findCode(function);
  if (!code)
    return Value();
  uint32_t offset = where == CodeLabel::Begin ? code->begin
                    : where == CodeLabel::End ? code->end
                                              : code->find(line);
  return Value{offset, code->symbol, cubin::RelocType::Abs64};
}

/// An address in shared memory counts from the begin of the window, with what
/// the system reserves. A program has no symbols there, an object has: the
/// linker lays it out.
DebugSections::Resolver::Value
DebugSections::Resolver::getVariable(StringAttr name) {
  if (const cubin::Variable *variable = variables.lookup(name.getValue())) {
    if (cubin::isImage(variable->space))
      return {};
    bool isShared = variable->space == cubin::VarSpace::Shared;
    return {isShared ? int64_t(cubin::getSharedBase(out.sm)) : 0, name.str(),
            variable->space == cubin::VarSpace::Const
                ? cubin::RelocType::Generic64
                : cubin::RelocType::Abs64};
  }
  for (auto func : module.getBody().front().getOps<sass::FuncOp>()) {
    auto symbols = func->getAttrOfType<ArrayAttr>("shared_symbols");
    auto offsets = func->getAttrOfType<DenseI32ArrayAttr>("shared_offsets");
    if (!symbols || !offsets || symbols.size() != size_t(offsets.size()))
      continue;
    for (auto [symbol, offset] : llvm::zip(symbols, offsets.asArrayRef()))
      if (auto ref = dyn_cast<FlatSymbolRefAttr>(symbol);
          ref && ref.getAttr() == name)
        return {int64_t(cubin::getSharedBase(out.sm)) + offset, "", {}};
  }
  return {};
}

DebugSections::Resolver::Value
DebugSections::Resolver::getValue(StringRef name) {
  if (std::optional<Value> value = getDataValue(name))
    return *value;
  if (std::optional<Value> value = getCodeValue(name))
    return *value;
  auto symbol = owner.symbols.find(name);
  // What was left out has no address (ptxas, too, writes 0 for what it does not
  // know).
  if (symbol == owner.symbols.end())
    return {};
  const Symbol &known = symbol->second;
  switch (known.kind) {
  case Symbol::Variable:
    return getVariable(known.name);
  case Symbol::Function:
    if (const Code *code = findCode(known.name))
      return {code->begin, code->symbol, cubin::RelocType::Abs64};
    return {};
  case Symbol::Param:
    if (const cubin::Kernel *kernel = kernels.lookup(known.name.getValue());
        kernel && known.index < kernel->params.size())
      return {int64_t(cubin::getParamBase(out.sm, *kernel)) +
                  kernel->params[known.index].offset,
              "",
              {}};
    return {};
  case Symbol::Local:
    return {};
  }
  return {};
}

/// The kernel in whose code a function is: `index` is its number among the
/// functions, plus one; 0 for the kernel itself.
sass::FuncOp DebugSections::Resolver::findOwner(StringAttr function,
                                                unsigned &index) {
  index = 0;
  if (sass::FuncOp kernel = functions.lookup(function.getValue()))
    return kernel;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>()) {
    std::string name = getInnerName(func.getSymName(), function.getValue());
    if (std::optional<ArrayAttr> names = func.getFunctions())
      for (auto [i, inner] : llvm::enumerate(names->getAsRange<StringAttr>()))
        if (inner.getValue() == name) {
          index = unsigned(i) + 1;
          return func;
        }
  }
  return nullptr;
}

/// Where a local variable is from the canonical frame address, which is the end
/// of the function's frame.
std::optional<int64_t> DebugSections::Resolver::getFrameOffset(StringRef name) {
  auto symbol = owner.symbols.find(name);
  if (symbol == owner.symbols.end() || symbol->second.kind != Symbol::Local)
    return std::nullopt;
  unsigned index;
  sass::FuncOp func = findOwner(symbol->second.name, index);
  if (!func)
    return std::nullopt;
  int64_t frame = func.getLocalBytes();
  std::string functionName = func.getSymName().str();
  if (index) {
    auto resources =
        func->getAttrOfType<DenseI32ArrayAttr>(sass::kFunctionResourcesAttr);
    if (!resources || size_t(resources.size()) < 3 * index)
      return std::nullopt;
    frame = resources[3 * (index - 1)];
    functionName = getInnerName(functionName, symbol->second.name.getValue());
  }
  auto frames = func->getAttrOfType<DictionaryAttr>(kDebugLocalsAttr);
  auto locals = frames ? frames.getAs<DictionaryAttr>(functionName) : nullptr;
  auto offset = locals ? locals.getAs<IntegerAttr>(name) : nullptr;
  if (!offset)
    return std::nullopt;
  return offset.getInt() - frame;
}

void DebugSections::Resolver::resolve(const Reference &reference,
                                      cubin::DebugSection &section) {
  uint8_t *at = section.bytes.data() + reference.offset;
  Value value = getValue(reference.name);
  value.number += reference.addend;
  if (!reference.minus.empty()) {
    Value minus = getValue(reference.minus);
    value.number -= minus.number;
    // A distance in one function needs no relocation.
    value.symbol = value.symbol == minus.symbol ? "" : value.symbol;
  }
  // DW_OP_addr of a local variable becomes DW_OP_fbreg, which may be shorter.
  if (reference.size == 8 && reference.offset > 0 &&
      at[-1] == llvm::dwarf::DW_OP_addr)
    if (std::optional<int64_t> offset = getFrameOffset(reference.name)) {
      uint8_t bytes[16];
      unsigned size = llvm::encodeSLEB128(*offset + reference.addend, bytes);
      at[-1] = llvm::dwarf::DW_OP_fbreg;
      std::fill(at, at + 8, uint8_t(llvm::dwarf::DW_OP_nop));
      std::copy(bytes, bytes + size, at);
      return;
    }
  for (unsigned i = 0; i != reference.size; ++i)
    at[i] = uint8_t(uint64_t(value.number) >> 8 * i);
  if (value.symbol.empty() || reference.size < 4)
    return;
  if (reference.size == 4)
    value.type = cubin::RelocType::Abs32;
  section.relocations.push_back(
      {reference.offset, value.type, value.symbol, value.number});
}

LogicalResult DebugSections::finish(sass::ModuleOp module, cubin::Module &out) {
  Resolver resolver(*this, module, out);
  cubin::DebugInfo &info = out.debugInfo.emplace();
  for (Section &section : sections) {
    if (section.data.bytes.empty())
      continue;
    cubin::DebugSection data = section.data;
    for (const Reference &reference : section.references)
      resolver.resolve(reference, data);
    info.sections.push_back(std::move(data));
  }
  return success();
}

//===- ExportFunction.cpp - function bodies as PTX text -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function from its declarations to its last block: which operations have no
// text of their own, which registers there are, and in which order things are
// written.
//
//===----------------------------------------------------------------------===//

#include "AddressSpace.h"
#include "Exporter.h"
#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir::ptx;

FunctionExporter::FunctionExporter(Exporter &exporter,
                                   FunctionOpInterface function)
    : exporter(exporter), os(text), function(function),
      number(exporter.numFunctions++) {}

LogicalResult FunctionExporter::run() {
  splitEdges();
  Region &body = function.getFunctionBody();
  for (Block &block : body)
    blockNumbers[&block] = blockNumbers.size();
  findUnprinted();
  findBytes();
  findConstants();
  SmallVector<VarAttr> returns;
  for (Attribute var : function->getAttrOfType<ArrayAttr>("returns"))
    returns.push_back(cast<VarAttr>(var));
  ssa.emplace(body, returns, constants, unprinted, bytes);
  if (failed(ssa->run()))
    return failure();
  findScopes();
  nameVariables();
  chooseFamilies();
  findTargets();
  for (Block &block : body)
    if (!unprintedBlocks.contains(&block) && failed(printBlock(block)))
      return failure();
  printLabels(function);
  exporter.os << "{\n";
  printRegisters();
  if (failed(printVariables()))
    return failure();
  exporter.os << '\n' << text << "\n}\n";
  for (GlobalOp global : exporter.variablesOf.lookup(function.getName()))
    exporter.printedNames.erase(global.getSymName());
  return success();
}

//===----------------------------------------------------------------------===//
// What has no text of its own
//===----------------------------------------------------------------------===//

/// Copies stand before a terminator, so an edge must not need others than the
/// next one to the same block: such edges get a block each, in a copy of the
/// function.
void FunctionExporter::splitEdges() {
  // The first edge to each block stays.
  auto forEachSplit = [&](auto callback) {
    for (Block &block : function.getFunctionBody()) {
      auto branch = dyn_cast<BranchOpInterface>(block.getTerminator());
      if (!branch || branch->getNumSuccessors() < 2)
        continue;
      llvm::SmallDenseMap<Block *, unsigned> first;
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        auto [it, isNew] = first.try_emplace(branch->getSuccessor(i), i);
        if (!isNew &&
            branch.getSuccessorOperands(it->second).getForwardedOperands() !=
                branch.getSuccessorOperands(i).getForwardedOperands())
          callback(branch, i);
      }
    }
  };
  bool any = false;
  forEachSplit([&](BranchOpInterface, unsigned) { any = true; });
  if (!any)
    return;
  copy = cast<FunctionOpInterface>(function->clone());
  function = *copy;
  SmallVector<std::pair<BranchOpInterface, unsigned>> edges;
  forEachSplit([&](BranchOpInterface branch, unsigned index) {
    edges.push_back({branch, index});
  });
  OpBuilder builder(function->getContext());
  for (auto [branch, index] : edges) {
    Block *target = branch->getSuccessor(index);
    Block *block = builder.createBlock(&function.getFunctionBody(),
                                       function.getFunctionBody().end());
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    BraOp::create(builder, branch->getLoc(), operands.getForwardedOperands(),
                  target);
    operands.erase(0, operands.size());
    branch->setSuccessor(block, index);
  }
}

static bool isAddress(Operation *op) {
  return isa_and_present<AddressOfOp, ParamAddressOp, LocalAddressOp>(op);
}

static int64_t offsetOf(Operation *address) {
  if (auto op = dyn_cast<AddressOfOp>(address))
    return op.getOffset();
  if (auto op = dyn_cast<ParamAddressOp>(address))
    return op.getOffset();
  return cast<LocalAddressOp>(address).getOffset();
}

/// Whether the text of an operand can be the name of this variable.
bool FunctionExporter::canBeName(const OperandInfo &operand,
                                 const InstInfo &info, int64_t mods,
                                 Operation *address) {
  if (operand.kind == OperandKind::Address) {
    if (operand.rule != TypeRule::Address || !operand.inSpace)
      return operand.rule == TypeRule::Address;
    Space space =
        llvm::isa<LocalAddressOp>(address) ? Space::Local : Space::Param;
    if (auto global = dyn_cast<AddressOfOp>(address)) {
      auto it = exporter.variableSpaces.find(global.getSymbol());
      // Of a function.
      if (it == exporter.variableSpaces.end())
        return true;
      space = it->second;
    }
    // The importer would give it the space of the variable.
    if (isGenericAddress(operand, info, mods) &&
        (space != Space::Global ||
         addSpaceOfVariable(operand, info, mods, space)))
      return false;
    return canBeNamedIn(getAccessSpace(operand, info, mods), space);
  }
  return operand.kind == OperandKind::Value &&
         getTypeKind(getOperandType(operand, info, mods)) == 'o';
}

/// The importer makes the addresses that an instruction names right before it.
/// Where they stand like that, names are written again. Parameters of calls
/// must be named.
void FunctionExporter::findUnprinted() {
  SmallVector<const OperandInfo *, 8> layout;
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block) {
      if (auto param = dyn_cast<ParamAddressOp>(op))
        if (param.getKind() != ParamKind::Input &&
            llvm::all_of(param->getUses(), [&](OpOperand &use) {
              auto inst = dyn_cast<InstructionOpInterface>(use.getOwner());
              if (!inst || use.getOperandNumber() >= inst.getSources().size())
                return false;
              const InstInfo &info = getInstInfo(inst.getOpcode());
              return layoutOperands(info.srcs(), info, getRawMods(inst),
                                    inst.getSources().size(), layout) &&
                     layout[use.getOperandNumber()]->kind ==
                         OperandKind::Address;
            }))
          unprinted.insert(&op);
      auto inst = dyn_cast<InstructionOpInterface>(op);
      Operation *previous = op.getPrevNode();
      if (!inst || !isAddress(previous))
        continue;
      const InstInfo &info = getInstInfo(inst.getOpcode());
      int64_t mods = getRawMods(inst);
      OperandRange sources = inst.getSources();
      if (!layoutOperands(info.srcs(), info, mods, sources.size(), layout))
        continue;
      for (size_t i = sources.size(); i-- > 0;) {
        if (sources[i].getDefiningOp() != previous)
          continue;
        if (!previous->hasOneUse() ||
            !canBeName(*layout[i], info, mods, previous) ||
            !previous->getResult(0).getType().isInteger(64) ||
            offsetOf(previous) != 0)
          break;
        unprinted.insert(previous);
        previous = previous->getPrevNode();
        if (!isAddress(previous))
          break;
      }
    }
}

/// Constants are immediates wherever they may be; the others are moved to a
/// register first.
void FunctionExporter::findConstants() {
  SmallVector<const OperandInfo *, 8> layout;
  auto isImmediate = [&](OpOperand &use, ConstOp constant) {
    bool isWide = constant.getBits().getBitWidth() > 64;
    Operation *user = use.getOwner();
    unsigned index = use.getOperandNumber();
    if (llvm::isa<RetOp>(user))
      return !isWide;
    // There is no mov of bytes.
    if (byteArguments.contains(&use))
      return true;
    if (llvm::isa<PackOp>(user))
      return constant.getType().isInteger(8);
    if (auto branch = dyn_cast<BranchOpInterface>(user))
      return !isWide && branch.getSuccessorBlockArgument(index);
    auto inst = dyn_cast<InstructionOpInterface>(user);
    if (!inst)
      return false;
    if (index >= user->getNumOperands() - inst.getPassThrough().size())
      return !isWide;
    if (index >= inst.getSources().size())
      return isAlwaysTrue(inst);
    const InstInfo &info = getInstInfo(inst.getOpcode());
    return layoutOperands(info.srcs(), info, getRawMods(user),
                          inst.getSources().size(), layout) &&
           canBeImmediate(user, *layout[index], constant);
  };
  for (Block &block : function.getFunctionBody())
    for (auto constant : block.getOps<ConstOp>())
      if (!llvm::all_of(constant->getUses(), [&](OpOperand &use) {
            return isImmediate(use, constant);
          }))
        constants.insert(constant);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The name, or one like it that is free in the function.
std::string FunctionExporter::uniqueName(StringRef name) {
  if (usedNames.insert(name).second)
    return name.str();
  for (unsigned i = 1;; ++i) {
    std::string other = (name + "$" + Twine(i)).str();
    if (usedNames.insert(other).second)
      return other;
  }
}

/// Names in nested scopes of the text that the module came from may be the
/// same, or that of a symbol of the module.
void FunctionExporter::nameVariables() {
  for (StringRef vars : {"params", "returns"})
    for (Attribute var : function->getAttrOfType<ArrayAttr>(vars))
      usedNames.insert(cast<VarAttr>(var).getName().getValue());
  ArrayRef<GlobalOp> variables = exporter.variablesOf[function.getName()];
  llvm::DenseSet<StringRef> own;
  for (GlobalOp global : variables)
    own.insert(global.getSymName());
  if (exporter.hasSections)
    function->walk([&](Operation *op) {
      if (auto labels = op->getAttrOfType<ArrayAttr>(kLabelsAttr))
        for (auto label : labels.getAsRange<StringAttr>())
          usedNames.insert(label.getValue());
    });
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block)
      forEachSymbol(&op, [&](StringRef symbol) {
        if (!own.contains(symbol))
          usedNames.insert(symbol);
      });
  for (GlobalOp global : variables) {
    variableNames.push_back(uniqueName(*global.getPtxName()));
    exporter.printedNames[global.getSymName()] =
        StringAttr::get(global.getContext(), variableNames.back());
  }
  for (Attribute var : function->getAttrOfType<ArrayAttr>("locals"))
    localNames.push_back(uniqueName(cast<VarAttr>(var).getName().getValue()));
  auto callParams = function->getAttrOfType<ArrayAttr>("call_params");
  callParamNames.resize(callParams.size());
  auto nameOf = [&](unsigned index) {
    return cast<VarAttr>(callParams[index]).getName().getValue();
  };
  for (unsigned index : wideParams)
    callParamNames[index] = uniqueName(nameOf(index));
  // Each scope may use a name again.
  for (const Scope &scope : scopes) {
    for (unsigned index : scope.params)
      callParamNames[index] = uniqueName(nameOf(index));
    for (unsigned index : scope.params)
      usedNames.erase(callParamNames[index]);
  }
}

void FunctionExporter::chooseFamilies() {
  families = {{1, ".pred", "%p", "%pv"},     {16, ".b16", "%rs", "%rsv"},
              {32, ".b32", "%r", "%rv"},     {64, ".b64", "%rd", "%rdv"},
              {128, ".b128", "%rq", "%rqv"}, {8, ".b8", "%b", "%bv"}};
  auto isTaken = [&](StringRef prefix) {
    return llvm::any_of(usedNames.keys(), [&](StringRef name) {
      return name.consume_front(prefix) && !name.empty() &&
             llvm::all_of(name, llvm::isDigit);
    });
  };
  for (RegisterFamilyName &family : families)
    for (std::string *prefix : {&family.prefix, &family.variablePrefix})
      while (isTaken(*prefix))
        *prefix += "_";
  labelPrefix = "$L__BB";
  while (llvm::any_of(usedNames.keys(), [&](StringRef name) {
    return name.starts_with(labelPrefix);
  }))
    labelPrefix += "_";
}

RegisterFamilyName &FunctionExporter::familyOf(const OutOfSSA::Register &reg) {
  unsigned width = reg.isByte ? 8 : reg.width;
  return *llvm::find_if(families, [&](const RegisterFamilyName &family) {
    return family.width == width;
  });
}

StringRef FunctionExporter::registerName(uint32_t reg) {
  ArrayRef<OutOfSSA::Register> registers = ssa->getRegisters();
  for (uint32_t i = registerNames.size(); i <= reg; ++i) {
    const OutOfSSA::Register &info = registers[i];
    // CC.CF has no name.
    if (info.isCarry) {
      registerNames.emplace_back();
      continue;
    }
    auto signature = [&](StringRef vars, unsigned index) {
      for (Attribute attr : function->getAttrOfType<ArrayAttr>(vars))
        if (auto var = cast<VarAttr>(attr); var.getInRegister())
          if (index-- == 0)
            return var.getName().getValue();
      return StringRef();
    };
    StringRef name;
    if (info.output >= 0)
      name = signature("returns", info.output);
    else if (info.input >= 0)
      name = signature("params", info.input);
    if (!name.empty() && name != "_") {
      registerNames.push_back(name.str());
      continue;
    }
    RegisterFamilyName &family = familyOf(info);
    registerNames.push_back(info.isVariable
                                ? family.variablePrefix +
                                      llvm::utostr(++family.variables)
                                : family.prefix + llvm::utostr(++family.count));
  }
  return registerNames[reg];
}

void FunctionExporter::printRegisters() {
  raw_ostream &os = exporter.os;
  // The importer numbers these as they are declared, so block arguments keep
  // their order.
  const RegisterFamilyName *open = nullptr;
  unsigned inLine = 0;
  for (const auto &[info, name] :
       llvm::zip(ssa->getRegisters(), registerNames)) {
    if (!info.isVariable)
      continue;
    const RegisterFamilyName *family = &familyOf(info);
    if (open && (family != open || inLine == 8)) {
      os << ";\n";
      open = nullptr;
    }
    os << (open ? ", " : "\t.reg ");
    if (!open)
      os << family->type << " \t";
    inLine = open ? inLine + 1 : 1;
    open = family;
    os << name;
  }
  if (open)
    os << ";\n";
  for (const RegisterFamilyName &family : families)
    if (family.count)
      os << "\t.reg " << family.type << " \t" << family.prefix << '<'
         << family.count + 1 << ">;\n";
}

LogicalResult FunctionExporter::printVariables() {
  raw_ostream &os = exporter.os;
  for (auto [global, name] :
       llvm::zip(exporter.variablesOf[function.getName()], variableNames)) {
    os << '\t';
    if (failed(exporter.printGlobal(global, name, /*isDeclaration=*/false)))
      return failure();
  }
  auto locals = function->getAttrOfType<ArrayAttr>("locals");
  for (auto [var, name] : llvm::zip(locals, localNames)) {
    os << "\t.local ";
    exporter.printVar(os, cast<VarAttr>(var), name);
    os << ";\n";
  }
  auto callParams = function->getAttrOfType<ArrayAttr>("call_params");
  for (unsigned index : wideParams) {
    os << "\t.param ";
    exporter.printVar(os, cast<VarAttr>(callParams[index]),
                      callParamNames[index]);
    os << ";\n";
  }
  return success();
}

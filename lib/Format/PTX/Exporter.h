//===- Exporter.h - the ptx dialect to PTX text ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two classes, their members in one file per concern:
//   ExportModule.cpp       module directives, declarations before use
//   ExportVariables.cpp    variables, parameters, initial values
//   ExportDebug.cpp        .file, .loc
//   ExportFunction.cpp     names, registers
//   ExportBlock.cpp        blocks, branches, copies
//   ExportCall.cpp         calls and the scopes of their parameters
//   ExportInstruction.cpp  instructions, by their records
// The registers of values and the copies between them: OutOfSSA, ParallelCopy.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_EXPORTER_H
#define PTX_MLIR_LIB_FORMAT_PTX_EXPORTER_H

#include "OutOfSSA.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir::ptx {

/// Whether a name can be one of PTX.
bool isPTXName(llvm::StringRef name);
/// The place that `.loc` says, which the importer puts second; null without.
mlir::LocationAttr getDebugLoc(mlir::Location loc);
/// Calls `callback` with each symbol that an operation of a body names.
void forEachSymbol(mlir::Operation *op,
                   llvm::function_ref<void(llvm::StringRef)> callback);

/// Whether the guard is the constant true that the text does not show.
bool isAlwaysTrue(InstructionOpInterface inst);

/// Prints a module.
class Exporter {
public:
  Exporter(ModuleOp module, std::string &text)
      : module(module), os(text),
        hasSections(!module.getOps<SectionOp>().empty()),
        version(module.getVersion()) {
    if (const target::PTXTarget *target =
            target::lookupPTXTarget(module.getTarget())) {
      sm = target->sm;
      hasSubnormals = target->has(target::Feature::Subnormals);
    }
  }
  llvm::LogicalResult run();

private:
  friend class FunctionExporter;

  // Module.
  void collectSymbols();
  llvm::LogicalResult checkNames();
  void printHeader();
  void printDeclaration(mlir::Operation *op);
  void printAliases();
  void printPragmas(mlir::ArrayAttr pragmas);
  template <typename OpTy> void printSignature(OpTy function);
  template <typename OpTy> void printDirectives(OpTy function);
  template <typename OpTy> llvm::LogicalResult printFunction(OpTy function);

  // Variables.
  void printLinkage(Linkage linkage);
  void printVar(llvm::raw_ostream &os, VarAttr var, llvm::StringRef name);
  void printVars(llvm::raw_ostream &os, mlir::ArrayAttr vars,
                 llvm::StringRef separator);
  llvm::LogicalResult printGlobal(GlobalOp global, llvm::StringRef name,
                                  bool isDeclaration);
  llvm::LogicalResult printInitializer(GlobalOp global);
  void printAddress(RelocAttr reloc);
  void printOpaqueInit(mlir::DictionaryAttr init);

  // Debugging.
  void printLoc(llvm::raw_ostream &os, mlir::LocationAttr loc);
  void collectFiles();
  void printFiles();
  unsigned fileNumber(llvm::StringRef name);

  ModuleOp module;
  llvm::raw_string_ostream os;
  /// Debugging sections, which may name labels.
  const bool hasSections;
  const unsigned version;
  unsigned sm = 0;
  bool hasSubnormals = false;
  /// The names that variables of the function at hand have in the text.
  llvm::DenseMap<llvm::StringRef, mlir::StringAttr> printedNames;
  llvm::StringRef nameOf(llvm::StringRef symbol) const {
    auto it = printedNames.find(symbol);
    return it == printedNames.end() ? symbol : it->second.getValue();
  }
  /// Variables that are printed in their function, by its name.
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<GlobalOp>> variablesOf;
  llvm::DenseSet<mlir::Operation *> localGlobals;
  /// What is used before it is defined.
  llvm::SetVector<mlir::Operation *> usedEarly;
  unsigned numFunctions = 0;
  /// Of the variables, by their symbol.
  llvm::DenseMap<llvm::StringRef, Space> variableSpaces;
  llvm::DenseMap<llvm::StringRef, mlir::FunctionOpInterface> functions;

  /// Numbers of files by name.
  llvm::StringMap<unsigned> fileNumbers;
  unsigned nextFile = 1;
  /// Those that the module does not list.
  std::vector<std::pair<unsigned, std::string>> newFiles;
  /// Which place the last `.loc` at a file, line and column means.
  using DebugPlace = std::tuple<unsigned, unsigned, unsigned>;
  llvm::DenseMap<DebugPlace, mlir::LocationAttr> debugPlaces;
};

/// `%r<count>`, and `%rv1`, ...: registers of block arguments, declared one by
/// one.
struct RegisterFamilyName {
  unsigned width;
  const char *type;
  std::string prefix, variablePrefix;
  unsigned count = 0, variables = 0;
};

/// Prints the body of a function.
class FunctionExporter {
public:
  FunctionExporter(Exporter &exporter, mlir::FunctionOpInterface function);
  llvm::LogicalResult run();

private:
  // What has no text of its own.
  void splitEdges();
  bool canBeName(const OperandInfo &operand, const InstInfo &info, int64_t mods,
                 mlir::Operation *address);
  void findUnprinted();
  void findBytes();
  void findConstants();

  // Names.
  void nameVariables();
  void chooseFamilies();
  std::string uniqueName(llvm::StringRef name);
  RegisterFamilyName &familyOf(const OutOfSSA::Register &reg);
  llvm::StringRef registerName(uint32_t reg);
  void printRegisters();
  llvm::LogicalResult printVariables();

  // Blocks.
  void findTargets();
  std::string labelOf(mlir::Block *block);
  llvm::LogicalResult printBlock(mlir::Block &block);
  llvm::LogicalResult printOp(mlir::Operation *op);
  void printDebugLoc(mlir::Operation *op);
  void printPragmas(mlir::Operation *op);
  void printLabels(mlir::Operation *op);
  llvm::LogicalResult printTerminator(mlir::Block &block);
  void printCondBra(CondBraOp op);
  void printBrx(BrxOp op);
  void printCopies(llvm::ArrayRef<RegisterCopy> copies);
  void printMove(unsigned width, llvm::StringRef dest,
                 const llvm::Twine &source);
  void printConstant(llvm::StringRef dest, const llvm::APInt &bits);

  // Calls.
  void findScopes();
  void openScopes(mlir::Operation *op);
  void closeScopes(mlir::Operation *op);
  void printCall(CallOp call);
  void printCall(CallIndirectOp call);
  template <typename OpTy>
  void printCallText(OpTy call, llvm::StringRef callee,
                     llvm::StringRef prototype);

  // Instructions.
  llvm::LogicalResult printInstruction(mlir::Operation *op);
  std::string operandText(mlir::Operation *op, const OperandInfo &operand,
                          mlir::ValueRange values, unsigned address);
  std::string valueText(mlir::Operation *op, const OperandInfo &operand,
                        mlir::Value value);
  std::string addressText(mlir::Value base, int64_t offset);
  std::pair<llvm::StringRef, int64_t> symbolOf(mlir::Operation *address);
  std::string symbolText(mlir::Operation *address);
  std::string registerText(mlir::Value value);
  bool canBeImmediate(mlir::Operation *user, const OperandInfo &operand,
                      ConstOp constant);

  Exporter &exporter;
  /// The operations; registers are declared before them, when all are known.
  std::string text;
  llvm::raw_string_ostream os;
  mlir::FunctionOpInterface function;
  /// If the function is one with split edges.
  mlir::OwningOpRef<mlir::FunctionOpInterface> copy;
  unsigned number;
  /// Addresses that are part of the text of their users, and constants that
  /// need a register.
  llvm::DenseSet<mlir::Operation *> unprinted, constants;
  /// Values that are registers of 8 bits in a signature, and the arguments of
  /// calls among them.
  llvm::SmallVector<mlir::Value> bytes;
  llvm::DenseSet<mlir::OpOperand *> byteArguments;
  std::optional<OutOfSSA> ssa;
  /// Names of the registers so far, and how many of each family there are.
  std::vector<std::string> registerNames;
  std::vector<RegisterFamilyName> families;
  llvm::StringSet<> usedNames;
  std::vector<std::string> variableNames, localNames, callParamNames;

  llvm::DenseMap<mlir::Block *, unsigned> blockNumbers;
  /// Blocks that branches name; those that are a guarded instruction of the
  /// block before; those that jump to the next one.
  llvm::DenseSet<mlir::Block *> targets, unprintedBlocks, jumps;
  std::string labelPrefix;
  unsigned numTables = 0;
  mlir::LocationAttr lastDebugLoc;

  /// Parameters of calls, declared in a scope around all that uses them.
  struct Scope {
    mlir::Operation *first, *last;
    llvm::SmallVector<unsigned> params;
  };
  std::vector<Scope> scopes;
  llvm::DenseMap<mlir::Operation *, unsigned> scopeAtFirst;
  llvm::DenseSet<mlir::Operation *> scopeEnds;
  /// Those that are declared for the whole function.
  llvm::SmallVector<unsigned> wideParams;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_EXPORTER_H

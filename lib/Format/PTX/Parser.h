//===- Parser.h - recursive-descent parser of PTX --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One class, its members in one file per concern:
//   ParserBase.cpp        tokens, diagnostics, recovery
//   ParserExpression.cpp  constant expressions
//   ParserModule.cpp      module directives
//   ParserDebug.cpp       .file, .loc, .section
//   ParserVariables.cpp   variables and their initial values
//   ParserFunction.cpp    functions, parameters, statements, scopes
//   ParserOperand.cpp     operands as written
//   ParserMatch.cpp       operands against the instruction record
//   ParserValue.cpp       one operand against its record
//   ParserSpecial.cpp     mov, branches, calls
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_PARSER_H
#define PTX_MLIR_LIB_FORMAT_PTX_PARSER_H

#include "Function.h"
#include "Symbols.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/PTX/DiagnosticPlace.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <ctime>

namespace ptxmlir::ptx {

/// A constant of the text.
struct Constant {
  enum Kind : uint8_t { Integer, Float32, Float64 };
  Kind kind = Integer;
  bool isUnsigned = false;
  uint64_t bits = 0;
};

/// An operand as written.
struct ParsedOperand {
  enum Kind : uint8_t {
    Register,      ///< reg
    RegisterGroup, ///< vector register: reg, count lanes
    Immediate,     ///< constant
    Special,       ///< special register: reg
    SpecialGroup,  ///< %tid and the like: reg is the x component
    Variable,      ///< symbol, value: offset
    Element,       ///< symbol, reg: its index, value: offset
    Address,       ///< base (an element) and value: offset
    Bracket,       ///< `[a, b]`: elements [first, first + count)
    Vector,        ///< elements [first, first + count)
    Name,          ///< anything else: a label, perhaps
    Sink           ///< _
  };
  Kind kind = Sink;
  bool negated = false, hasPair = false;
  /// Written `-a`, a register.
  bool minus = false;
  /// Written `a + 1`: what is read of a register is one of its own.
  bool isSum = false;
  /// Written `a[1]`, a variable.
  bool isIndexed = false;
  uint8_t pairIsSink = 0;
  Position position;
  uint32_t reg = 0, pair = 0;
  uint32_t first = 0, count = 0;
  int64_t value = 0;
  Constant constant;
  const Symbol *symbol = nullptr;
  llvm::StringRef name;
  /// The part of the register: "h1" of `a.h1`.
  llvm::StringRef selector;
};

/// The operation of each opcode, looked up when first made.
using OpcodeNames = std::array<std::optional<mlir::OperationName>, kNumOpcodes>;

class Parser {
public:
  Parser(llvm::StringRef buffer, llvm::StringRef fileName,
         mlir::MLIRContext *context, const ImportOptions &options);

  mlir::OwningOpRef<mlir::ModuleOp> parse();

private:
  // Tokens, diagnostics, recovery.
  void advance();
  bool consumeIf(Tok kind);
  bool expect(Tok kind, llvm::StringRef what);
  bool atDirective(llvm::StringRef name) const {
    return tok.is(Tok::Directive) && tok.text == name;
  }
  bool consumeDirective(llvm::StringRef name);
  bool done() const { return tok.is(Tok::Eof) || gaveUp; }
  mlir::InFlightDiagnostic error(Position position);
  /// About `length` characters, for which `fixit` would be right.
  mlir::InFlightDiagnostic errorAt(Position position, unsigned length,
                                   llvm::StringRef fixit = "");
  /// One that ptxas reports at a later line.
  mlir::InFlightDiagnostic errorRead(Position position, unsigned ptxasLine);
  mlir::InFlightDiagnostic report(Position position, unsigned length,
                                  llvm::StringRef fixit, unsigned ptxasLine);
  mlir::InFlightDiagnostic warning(Position position);
  /// Reports the current token as unexpected; returns false.
  bool unexpected(llvm::StringRef wanted);
  mlir::Location getLoc(Position position);
  void skipStatement();
  void skipInstruction();
  /// Skips a block; where the last brace begins, null without one.
  const char *skipBraces();
  bool redeclared(llvm::StringRef name, Position position,
                  const Symbol *previous);
  /// Says once in a function that a name is unknown; returns false.
  bool undefined(const ParsedOperand &operand);
  bool undefined(llvm::StringRef name, Position position, llvm::StringRef what);
  void checkCharacters();
  /// Keeps the words of the statement at hand as names of which nothing more
  /// is said if there are errors in it.
  class FailureNote {
  public:
    explicit FailureNote(Parser &parser)
        : parser(parser), begin(parser.tok.text.begin()),
          errors(parser.numErrors) {}
    FailureNote(const FailureNote &) = delete;
    ~FailureNote() { end(); }
    void end();
    /// What was read so far is in order.
    void dismiss() { begin = nullptr; }

  private:
    Parser &parser;
    const char *begin;
    unsigned errors;
  };
  FailureNote noteFailure() { return FailureNote(*this); }

  // Constant expressions.
  bool parseConstant(Constant &result);
  bool parseInteger(int64_t &result);
  bool parseNumber(int64_t &result);
  bool parseTernary(Constant &result);
  bool parseBinary(Constant &result, unsigned precedence);
  bool parseUnary(Constant &result);
  /// A `!` that has been read in front of the next term.
  std::optional<Position> firstNot;
  bool applyDouble(Tok op, Position position, Constant &left,
                   const Constant &right);
  bool applyBinary(Tok op, Position position, Constant &left,
                   const Constant &right);
  bool atConstant() const;

  // Module directives.
  bool parseHeader();
  void parseTarget();
  void checkParamBytes(llvm::ArrayRef<VarAttr> params, Position position,
                       unsigned endLine);
  void parseDirective();
  bool atDeclaration();
  void parseLinked();
  /// File, line, column.
  using DebugPlace = std::tuple<int64_t, int64_t, int64_t>;
  void parseFile();
  void parseLoc();
  bool parsePlace(DebugPlace &place);
  void collectFiles();
  void parseSection();
  bool parseSectionData(llvm::SmallDenseSet<llvm::StringRef> &labels);
  void parseAlias();
  bool checkDirective(llvm::StringRef name, Position position);
  void parsePragma(llvm::SmallVectorImpl<mlir::Attribute> &pragmas);
  bool parseIntegerList(llvm::SmallVectorImpl<int32_t> &values);

  // Variables.
  struct VariableSpec {
    Space space = Space::None;
    /// `.attribute(.unified(a, b))`.
    llvm::SmallVector<int64_t, 2> unified;
    bool isRegister = false, managed = false;
    uint32_t align = 0;
    uint8_t lanes = 1;
    DataType type = DataType::None;
    /// A parameter of an entry.
    bool isOfEntry = false;
    bool pointer = false;
    Space pointerSpace = Space::None;
    uint32_t pointerAlign = 0;
    uint32_t elementSize() const { return lanes * getBitWidth(type) / 8; }
  };
  struct Declarator {
    llvm::StringRef name;
    Position position;
    llvm::SmallVector<uint64_t, 2> dims;
    bool isArray = false;
    uint64_t count() const;
  };
  struct Initializer;
  std::optional<Space> variableSpace() const;
  bool parseVariableSpec(VariableSpec &spec);
  bool parseType(DataType &type);
  bool checkDeclaredType(const VariableSpec &spec, llvm::StringRef text,
                         Position position);
  bool parseAlign(uint32_t &align);
  bool parseAttributes(llvm::SmallVectorImpl<int64_t> &unified, bool *managed);
  bool checkOpaque(const VariableSpec &spec, Position position);
  bool parseOpaqueInit(mlir::DictionaryAttr &init);
  bool parseDeclarator(Declarator &declarator);
  bool parseConstBank(int64_t &bank);
  bool checkSize(const VariableSpec &spec, const Declarator &declarator);
  void parseVariables(Linkage linkage);
  void parseRegisters();
  bool deferPerThread();
  void declarePerThread(bool isEntry);
  bool checkPerThread(size_t now);
  void notePerThread(llvm::StringRef name, Position position);
  DataType addressType() const;
  uint64_t addToBlock(uint64_t bytes, uint64_t align);
  void shareRegisters(uint32_t index, uint64_t count, bool isFamily);
  void shareMember(uint32_t family, uint64_t number, uint32_t reg,
                   unsigned lanes);
  VarAttr getBlockParam();
  void addInst(llvm::StringRef text, uint32_t to,
               llvm::ArrayRef<Source> sources, Position position);
  Source getBlock() const;
  Source getInBlock(int64_t offset, unsigned width, bool isGeneric,
                    Position position);
  void loadShared(Position position);
  void storeShared(Position position);
  void synchronizeShared(bool isEntry);
  void checkSharedCalls();
  bool parseInitializer(const VariableSpec &spec, Declarator &declarator,
                        Initializer &init);
  bool parseInitList(const VariableSpec &spec, Declarator &declarator,
                     Initializer &init);
  bool parseInitScalar(const VariableSpec &spec, Initializer &init);
  bool parseInitAddress(const VariableSpec &spec, Initializer &init,
                        std::optional<uint64_t> mask);
  void declareVariable(const VariableSpec &spec, const Declarator &declarator,
                       Linkage linkage, const Initializer &init,
                       mlir::DictionaryAttr opaqueInit = nullptr);
  /// What declarations of one variable have in common; an open dimension is 0.
  struct VariableShape {
    DataType type = DataType::None;
    uint8_t lanes = 1;
    llvm::SmallVector<uint64_t, 2> dims;
  };
  bool checkRedeclaration(VariableShape &before, const VariableShape &now,
                          const Symbol &previous, Linkage linkage,
                          const Declarator &declarator);
  VarAttr makeVar(const VariableSpec &spec, const Declarator &declarator,
                  uint64_t offset);
  llvm::StringRef uniqueName(llvm::StringRef name);
  uint32_t addSymbolName(llvm::StringRef name);

  // Functions.
  struct Signature {
    llvm::SmallVector<VarAttr> params, returns;
    /// Where and what to declare in the body.
    llvm::SmallVector<std::pair<Declarator, VariableSpec>> paramDecls,
        returnDecls;
  };
  struct Directives;
  void parseFunction(Linkage linkage, bool isEntry);
  enum class ParamsOf { Entry, Function, Returns };
  bool
  parseParams(llvm::SmallVectorImpl<VarAttr> &vars,
              llvm::SmallVectorImpl<std::pair<Declarator, VariableSpec>> *decls,
              ParamsOf owner);
  bool parseDirectives(Directives &directives, bool isEntry);
  bool checkDirectives(const Directives &directives, Position position);
  void declareParams(const Signature &signature);
  void parseBody();
  void parseStatement();
  void parseLabel(llvm::StringRef name, Position position);
  void parseLabelDirective(llvm::StringRef name, Position position);
  void parseInstruction();
  void checkGuardedParam(llvm::StringRef text, Position position,
                         llvm::ArrayRef<ParsedOperand> operands);
  /// `name` is the text that it is first known by.
  uint32_t newRegister(DataType type, llvm::StringRef name = "");
  void warnUndefined(uint32_t reg, Position position);
  bool wantsDebugValues() const;
  uint32_t newLabel();
  uint32_t memberRegister(const Symbol &symbol, uint32_t number,
                          llvm::StringRef name);
  uint32_t referToLabel(llvm::StringRef name, Position position);
  void enterScope();
  void leaveScope();
  mlir::Operation *createFunction(llvm::StringRef name, Linkage linkage,
                                  bool isEntry, const Signature &signature,
                                  const Directives &directives, bool hasBody,
                                  Position position);

  // Operands.
  bool parseOperand(ParsedOperand &operand);
  bool parseNamedOperand(ParsedOperand &operand, bool isInAddress = false);
  bool parseAddressOperand(ParsedOperand &operand);
  bool parseVectorOperand(ParsedOperand &operand);
  bool parseOffset(ParsedOperand &operand);
  bool parsePair(ParsedOperand &operand);
  bool parseSum(ParsedOperand &operand);
  bool parseElement(ParsedOperand &operand);
  bool parseOperands(llvm::SmallVectorImpl<ParsedOperand> &operands);

  // Matching.
  bool isCompatible(DataType reg, const OperandPlan &plan) const;
  void matchInstruction(const InstForm &form, Statement &statement,
                        llvm::ArrayRef<ParsedOperand> operands);
  bool assignOperands(const InstForm &form, const Statement &statement,
                      llvm::ArrayRef<ParsedOperand> operands,
                      llvm::SmallVectorImpl<ParsedOperand> &assigned,
                      llvm::SmallVectorImpl<const OperandPlan *> &plans);
  bool checkParts(const InstForm &form, const Statement &statement,
                  llvm::ArrayRef<const OperandPlan *> given);
  bool isIndependentMode() const {
    return llvm::is_contained(targetOptions, "texmode_independent");
  }
  bool matchParts(const InstForm &form, const OperandPlan &plan,
                  const ParsedOperand &operand, Statement &statement);
  bool checkOptional(const InstForm &form, const OperandPlan &plan,
                     Position position);
  bool matchPair(const InstForm &form, const OperandPlan &plan,
                 const ParsedOperand &first, llvm::SmallVectorImpl<Dest> &out);
  bool matchDest(const InstForm &form, const OperandPlan &plan,
                 const ParsedOperand &operand,
                 llvm::SmallVectorImpl<Dest> &out);
  bool matchSource(const InstForm &form, const OperandPlan &plan,
                   const ParsedOperand &operand, Statement &statement,
                   llvm::SmallVectorImpl<Source> &out);
  bool planElements(const InstForm &form, const OperandPlan &plan,
                    llvm::ArrayRef<ParsedOperand> given,
                    llvm::SmallVectorImpl<OperandPlan> &plans);
  llvm::ArrayRef<ParsedOperand>
  elementsOf(const ParsedOperand &operand, unsigned count,
             llvm::SmallVectorImpl<ParsedOperand> &lanes);
  bool matchDestRegister(const InstForm &form, const OperandPlan &plan,
                         const ParsedOperand &operand,
                         llvm::SmallVectorImpl<Dest> &out);
  bool matchElements(const InstForm &form, const OperandPlan &plan,
                     const ParsedOperand &operand, unsigned count,
                     llvm::SmallVectorImpl<Source> &out);
  bool matchDestElements(const InstForm &form, const OperandPlan &plan,
                         const ParsedOperand &operand,
                         llvm::SmallVectorImpl<Dest> &out);
  void warnTruncated(const InstForm &form, const ParsedOperand &operand,
                     unsigned width, uint64_t value);
  bool checkFraction(const InstForm &form, const ParsedOperand &operand);
  bool matchValue(const InstForm &form, const OperandPlan &plan,
                  const ParsedOperand &operand, Source &out);
  bool checkAddressWidth(const InstForm &form, const OperandPlan &plan,
                         const ParsedOperand &operand);
  bool checkSpace(const InstForm &form, const OperandPlan &plan,
                  const ParsedOperand &operand);
  bool checkTakesAddress(const ParsedOperand &operand);
  bool checkParamAccess(const InstForm &form, const ParsedOperand &operand);
  void addIndex(const ParsedOperand &operand, unsigned width, Source &address);
  Source addBefore(llvm::StringRef opcode, llvm::ArrayRef<Source> sources,
                   DataType result, Position position);
  bool makeAddress(const ParsedOperand &operand, unsigned width, Source &out);
  bool matchVariable(const InstForm &form, const OperandPlan &plan,
                     const ParsedOperand &operand, Statement &statement,
                     Source &out);
  bool matchAddress(const InstForm &form, const OperandPlan &plan,
                    const ParsedOperand &operand, Statement &statement,
                    Source &out, int64_t &offset);
  bool assignInAddress(const InstForm &form, size_t &next,
                       llvm::SmallVectorImpl<ParsedOperand> &assigned,
                       llvm::SmallVectorImpl<const OperandPlan *> &plans);
  const InstForm &chooseAlternative(const InstForm &form,
                                    llvm::ArrayRef<ParsedOperand> operands);
  bool hasShape(const InstForm &form, llvm::ArrayRef<ParsedOperand> operands);
  bool makeConstant(const InstForm &form, DataType type, unsigned width,
                    const ParsedOperand &operand, Source &out);
  bool makeSymbol(const ParsedOperand &operand, unsigned width, Source &out);
  bool mismatch(const InstForm &form, const ParsedOperand &operand,
                llvm::StringRef what);
  bool checkSpecial(SpecialRegister reg, Position position);

  // Mov, branches, calls.
  bool checkMovedAddress(const InstForm &form, const ParsedOperand &operand);
  void matchMov(const InstForm &form, Statement &statement,
                llvm::ArrayRef<ParsedOperand> operands);
  void matchBranch(const InstForm &form, Statement &statement,
                   llvm::ArrayRef<ParsedOperand> operands);
  bool parseCall(const InstForm &form, Statement &statement);
  bool fitsParameter(VarAttr formal, const ParsedOperand &operand);
  OperandPlan planParameter(VarAttr formal, const ParsedOperand &operand);
  Source loadParameter(VarAttr formal, const ParsedOperand &operand);
  void storeParameter(const ParsedOperand &operand, DataType type,
                      const Dest &value);
  void addStatement(Statement &statement, llvm::ArrayRef<Dest> dests,
                    llvm::ArrayRef<Source> sources);

  Lexer lexer;
  Token tok;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder;
  ImportOptions options;
  /// Whether the text may have debugging sections, which name labels.
  bool hasSections = false;
  mlir::StringAttr fileName;
  llvm::StringRef buffer;
  /// Names of `.file`, by number, found when the first `.loc` asks for one.
  llvm::DenseMap<int64_t, mlir::StringAttr> debugFiles;
  bool hasDebugFiles = false;
  /// Numbers that `.file` directives have taken so far.
  llvm::DenseSet<int64_t> fileNumbers;
  llvm::SmallVector<mlir::Attribute> files;
  /// Where earlier `.loc` directives were.
  llvm::DenseMap<DebugPlace, mlir::LocationAttr> debugPlaces;
  unsigned numErrors = 0, numUndefinedWarnings = 0;
  /// Uses of unknown names, also those that no error was worth.
  unsigned numUnresolved = 0;
  /// Names that were said to be unknown, and those of declarations that failed.
  llvm::StringSet<> unknownNames, failedNames;
  Position targetPosition, bodyEnd;
  bool hasDebugSection = false;
  bool gaveUp = false;
  uint32_t lastLexicalError = 0;
  uint32_t lastLine = 0;
  mlir::LocationAttr lastLoc;
  unsigned expressionDepth = 0;

  // The module.
  unsigned version = 0, sm = 0;
  target::FeatureSet features; ///< of the SM that the module is for
  /// `.address_size 64` is written.
  bool wideAddresses = false;
  std::string target;
  llvm::SmallVector<llvm::StringRef> targetOptions;
  ModuleOp module;
  InstForms forms;
  Scopes scopes;
  llvm::StringSet<> usedNames;
  std::vector<mlir::FlatSymbolRefAttr> symbolNames;
  OpcodeNames opcodeNames;
  struct FunctionInfo {
    mlir::Operation *op = nullptr;
    bool defined = false, isEntry = false, noreturn = false;
    /// Its last parameter is the address of the variables that functions share.
    bool sharesPerThread = false;
    Linkage linkage = Linkage::Internal;
    Position position;
    llvm::SmallVector<VarAttr> params, returns;
  };
  bool checkPrototype(llvm::StringRef name, Position position,
                      const FunctionInfo &previous, const FunctionInfo &now);
  /// By index into symbolNames.
  llvm::DenseMap<uint32_t, FunctionInfo> functions;
  /// What ptxas says of parameters that the ABI cannot pass; null if it can.
  const char *findABIViolation(llvm::ArrayRef<VarAttr> params,
                               llvm::ArrayRef<VarAttr> returns) const;
  /// Parameters that are elements of vectors; these may be narrow.
  llvm::DenseSet<mlir::Attribute> vectorLanes;
  /// Indirect calls with such parameters.
  std::vector<std::pair<Position, const char *>> prototypeViolations;
  void checkABI();
  /// Those of the module's variables, by the index of the first declaration.
  llvm::DenseMap<uint32_t, VariableShape> shapes;

  // The function at hand.
  FunctionBody body;
  bool inFunction = false;
  /// Where the declarations outside of functions begin that each function reads
  /// as its own: `.reg` and `.local`, which PTX before 3.0 has there.
  std::vector<std::pair<Lexer, Token>> perThread;
  /// How often one of them was read, or brought to another function.
  size_t numPerThread = 0;
  /// There may be functions that share them; they are read just now; it was
  /// said that there are some.
  bool sharesPerThread = false, inPerThread = false, saidPerThread = false;
  /// The memory of those that functions share, and what is in it.
  static constexpr llvm::StringLiteral kBlockName = "module_variables";
  struct SharedBlock {
    uint64_t bytes = 0;
    uint32_t align = 8;
    /// The register with its address, none in a kernel.
    uint32_t address = kNone;
    /// The offsets of registers, and of families by index.
    std::vector<std::pair<uint32_t, uint64_t>> registers;
    llvm::DenseMap<uint32_t, uint64_t> families;
  };
  SharedBlock shared;
  /// Functions by index into symbolNames.
  struct SharedCall {
    uint32_t caller, callee;
    Position position;
  };
  std::vector<SharedCall> sharedCalls;
  uint32_t functionIndex = 0;
  std::string functionName;
  /// Pragmas of the function, and those of the next instruction.
  llvm::SmallVector<mlir::Attribute> locals, callParams, pragmas, nextPragmas;
  struct LabelUse {
    llvm::StringRef name;
    Position position;
    uint32_t label;
  };
  /// Uses of labels not seen yet, and where those of each scope begin.
  std::vector<LabelUse> labelUses;
  std::vector<uint32_t> labelMarks;
  /// What a use resolved to: label numbers that mean another.
  std::vector<uint32_t> labelAliases;
  struct Prototype {
    mlir::ArrayAttr params, returns;
  };
  std::vector<Prototype> prototypes;
  std::vector<mlir::ArrayAttr> callTargets;
  /// Modifiers of the statement at hand, with the constants read so far.
  int64_t statementMods = 0;
  /// Elements of vector and address operands of the statement at hand.
  std::vector<ParsedOperand> elements;
};

/// Adds the CPU time of its life to `total`, unless that is null.
class ImportTimer {
public:
  explicit ImportTimer(std::chrono::nanoseconds *total) : total(total) {
    if (total)
      start = std::clock();
  }
  ~ImportTimer() {
    if (total)
      *total += std::chrono::nanoseconds((std::clock() - start) *
                                         (1000000000 / CLOCKS_PER_SEC));
  }
  ImportTimer(const ImportTimer &) = delete;
  ImportTimer &operator=(const ImportTimer &) = delete;

private:
  std::chrono::nanoseconds *total;
  std::clock_t start = 0;
};

/// Builds the body of `function` from `body`: control flow, then pruned SSA.
/// `debugText` is the text where the names of registers stand, if
/// `ptx.debug_value` operations are wanted, else empty.
void buildFunctionBody(mlir::Operation *function, const FunctionBody &body,
                       llvm::ArrayRef<mlir::FlatSymbolRefAttr> symbolNames,
                       OpcodeNames &opcodeNames, mlir::StringAttr fileName,
                       llvm::function_ref<void(uint32_t, Position)> undefined,
                       const ImportOptions &options, llvm::StringRef debugText);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_PARSER_H

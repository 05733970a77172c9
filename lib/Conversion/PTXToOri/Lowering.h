//===- Lowering.h - State and emitters of the PTX to Ori lowering -*- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering walks each function once. What is one machine instruction is a
// row of LoweringRows.td, of which sass-tblgen makes a function for each
// opcode; it is tried first. For the rest a table indexed by PTX opcode gives
// the handler of an instruction. Handlers of a family live in one file and put
// themselves into the table through its register function.
//
// Register values: i1 is !ori.p, i16 and i32 one 32-bit register (the upper 16
// bits of an i16 are unspecified), i64 two, i128 four.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_LOWERING_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_LOWERING_H

#include "mlir/IR/Dominance.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXInstructions.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <memory>

namespace ptxmlir::ptxtoori {

class FuncLowering;
using Handler = llvm::LogicalResult (*)(FuncLowering &, mlir::Operation *);
/// Lowers an instruction if a row holds for it; false, and nothing is made, if
/// none does.
using RowFn = bool (*)(FuncLowering &, mlir::Operation *);

/// Rows and handlers by PTX opcode.
class HandlerTable {
public:
  HandlerTable();
  Handler lookup(ptx::Opcode opcode) const {
    return handlers[unsigned(opcode)];
  }
  RowFn lookupRows(ptx::Opcode opcode) const { return rows[unsigned(opcode)]; }
  /// The rows of an opcode.
  template <typename OpT, RowFn fn> void addRows() {
    rows[unsigned(OpT::getOpcode())] = fn;
  }
  /// Registers `fn` for the op class it takes.
  template <typename OpT, llvm::LogicalResult (*fn)(FuncLowering &, OpT)>
  void add() {
    handlers[unsigned(OpT::getOpcode())] = [](FuncLowering &lowering,
                                              mlir::Operation *op) {
      return fn(lowering, llvm::cast<OpT>(op));
    };
  }

private:
  std::array<Handler, ptx::kNumOpcodes> handlers = {};
  std::array<RowFn, ptx::kNumOpcodes> rows = {};
};

/// All rows (LoweringRows.cpp).
void registerLoweringRows(HandlerTable &table);

// One per family file.
void registerIntegerLowerings(HandlerTable &table);
void registerIntegerDivisionLowerings(HandlerTable &table);
void registerLogicLowerings(HandlerTable &table);
void registerCompareLowerings(HandlerTable &table);
void registerMemoryLowerings(HandlerTable &table);
void registerAsyncCopyLowerings(HandlerTable &table);
void registerAtomicLowerings(HandlerTable &table);
void registerSyncLowerings(HandlerTable &table);
void registerMatrixLowerings(HandlerTable &table);
void registerSparseMatrixLowerings(HandlerTable &table);
void registerFenceLowerings(HandlerTable &table);
void registerClusterLowerings(HandlerTable &table);
void registerClusterLaunchLowerings(HandlerTable &table);
void registerMbarrierLowerings(HandlerTable &table);
void registerBulkLowerings(HandlerTable &table);
void registerAsyncStoreLowerings(HandlerTable &table);
void registerMiscLowerings(HandlerTable &table);
void registerStackLowerings(HandlerTable &table);
void registerVideoLowerings(HandlerTable &table);
void registerWmmaLowerings(HandlerTable &table);
void registerWarpgroupLowerings(HandlerTable &table);
void registerTensorMemoryLowerings(HandlerTable &table);
void registerTensorProductLowerings(HandlerTable &table);
void registerTextureLowerings(HandlerTable &table);
void registerSurfaceLowerings(HandlerTable &table);
void registerImageQueryLowerings(HandlerTable &table);
void registerMultimemLowerings(HandlerTable &table);
void registerFloatLowerings(HandlerTable &table);
void registerFloatDivisionLowerings(HandlerTable &table);
void registerConvertLowerings(HandlerTable &table);

/// Options of the lowering that change code.
struct LoweringOptions {
  /// May mul and add be contracted to fma where PTX allows it?
  bool fmad = true;
};

/// The registers, or words on the stack, of a parameter or return value: one
/// after the other in the order of its bytes.
struct ParamPiece {
  unsigned param;  ///< index
  unsigned offset; ///< bytes from its begin
  unsigned width;  ///< registers
  std::optional<unsigned> reg;
  uint64_t stackOffset = 0;
};
/// How the parameters and the return values of a function are passed.
struct Signature {
  Signature(mlir::ArrayAttr params, mlir::ArrayAttr returns);

  llvm::SmallVector<ParamPiece> params, results;
  uint64_t stackBytes = 0; ///< of parameters
  /// Registers do not hold the return values: their local address comes as an
  /// argument in front of the others, and the results have stack offsets.
  bool returnsInMemory = false;
  struct Registers {
    llvm::SmallVector<mlir::Type> types;
    llvm::SmallVector<int32_t> numbers;
  };
  Registers getArguments(mlir::MLIRContext *context) const;
  Registers getResults(mlir::MLIRContext *context) const;
};

/// Module-wide facts that function lowerings read.
struct ModuleInfo {
  const target::TargetInfo *target = nullptr;
  LoweringOptions options;
  /// It becomes an object for the linker, which knows where symbols are.
  bool relocatable = false;
  /// Variables and functions that are declared only are linked later.
  bool extensible = false;
  /// Functions say where their local variables are.
  bool isForDebugger = false;
  /// Variables of the ptx module by name.
  llvm::DenseMap<mlir::StringAttr, ptx::GlobalOp> globals;
  /// Offsets of constant variables in bank 3.
  llvm::DenseMap<mlir::StringAttr, unsigned> constOffsets;
  /// Some variable or parameter stands for a texture, sampler or surface.
  bool hasImages = false;
  /// Textures and samplers are apart.
  bool independentTextures = false;
  /// Bytes of the constant variables.
  uint64_t constBytes = 0;
  /// Offsets in bank 4 of the addresses of variables and functions; of all
  /// symbols that are used, if the module is relocatable.
  llvm::DenseMap<mlir::StringAttr, unsigned> addressOffsets;
  /// Of a relocatable module, the same of parameters that the driver binds to
  /// images, by kernel and ordinal.
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, unsigned>
      imageParamOffsets;
  /// Shared variables declared in a function, in source order, by its name.
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<ptx::GlobalOp>>
      functionShared;
  /// Places of the module's own shared variables in a kernel's layout: visible
  /// ones first, each group in source order.
  llvm::DenseMap<mlir::Operation *, unsigned> sharedRank;
  /// Largest alignment of the dynamic shared arrays; 0 if there are none.
  uint64_t dynamicSharedAlign = 0;
  /// Functions by name, without aliases.
  llvm::DenseMap<mlir::StringAttr, ptx::FuncOp> functions;
  /// What stands for the addresses of functions.
  llvm::DenseMap<mlir::StringAttr, uint64_t> functionNumbers;
  /// Functions whose code may wait for other threads.
  llvm::DenseSet<mlir::StringAttr> waiting;
  /// Something whose address is taken may.
  bool pointersMayWait = false;
};

/// A kernel with the functions that it reaches, each of which is a copy of its
/// own.
struct KernelInfo {
  ptx::EntryOp entry;
  ori::FuncOp kernel;
  llvm::SmallVector<std::pair<ptx::FuncOp, ori::FuncOp>> functions;
  /// The names of these copies.
  llvm::DenseMap<mlir::StringAttr, mlir::StringAttr> names;
  /// Offsets of shared variables.
  llvm::DenseMap<mlir::Operation *, unsigned> sharedOffsets;
  /// Offsets in constant bank `imageBank` of the words of textures, samplers
  /// and surfaces: of one, or of a texture with its sampler. A variable is a
  /// FlatSymbolRefAttr, a parameter the IntegerAttr of its ordinal. The bank is
  /// the address table's where the linker places the words.
  unsigned imageBank = 0;
  using ImageWord = std::pair<mlir::Attribute, mlir::Attribute>;
  llvm::DenseMap<ImageWord, unsigned> imageWords;

  /// Where a parameter of the kernel begins among the parameters, on this SM.
  int32_t getParamOffset(unsigned ordinal) const {
    return ori::FuncOp(kernel).getParamOffsets()[ordinal];
  }
};

// Relocatable objects (Relocatable.cpp).

/// Types of parameters and results as nvlink compares them: "#", then a letter
/// for the result (v: none) and for each parameter. b, h, i, l and x are 8 to
/// 128 bits, f and d are floats; behind that of an array is the number of its
/// elements (observed on ptxas 13.0.88).
std::string getPrototype(mlir::ArrayAttr params, mlir::ArrayAttr returns);
/// The symbols whose addresses or code the functions and variables use, in
/// source order.
llvm::SmallVector<mlir::Operation *> findUsedSymbols(ptx::ModuleOp module,
                                                     const ModuleInfo &info);

/// Whether a function allocates memory on its stack, or sets it free.
bool movesStack(mlir::Operation *function);
/// The local address of the end of the stack, where arguments of calls are: the
/// begin of the frame unless the function moves it.
mlir::Value getStackEnd(FuncLowering &lowering);
/// Lays out the shared memory of a kernel.
llvm::LogicalResult layoutShared(const ModuleInfo &module, KernelInfo &kernel);
/// Gives the textures, samplers and surfaces that a kernel uses their words.
void layoutImages(const ModuleInfo &module, KernelInfo &kernel);

/// A variable in param space that is no kernel parameter.
struct ParamVariable {
  ptx::VarAttr var;
  /// Where it is in local memory; none: its words are values.
  std::optional<unsigned> frameOffset;
  /// Undefined ones are null; they are those of `block`.
  llvm::SmallVector<mlir::Value> words;
  mlir::Block *block = nullptr;
};

/// Lowers the body of one function.
class FuncLowering {
public:
  FuncLowering(const ModuleInfo &module, const KernelInfo &kernel,
               const HandlerTable &handlers, mlir::Operation *ptxFunc,
               ori::FuncOp oriFunc);

  llvm::LogicalResult run();

  const ModuleInfo &module;
  const KernelInfo &kernel;
  mlir::Operation *ptxFunc;
  ori::FuncOp oriFunc;
  mlir::OpBuilder builder;
  mlir::Location loc;
  unsigned numLowered = 0; ///< ptx operations
  /// Bytes at the end of the stack for arguments of calls.
  unsigned outgoingBytes = 0;
  /// The function multiplies matrices asynchronously.
  bool hasGroupProducts = false;

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// The register value of a ptx value.
  mlir::Value get(mlir::Value ptxValue) const {
    auto arg = llvm::dyn_cast<mlir::BlockArgument>(ptxValue);
    if (arg && !(isDeviceFunction() && arg.getOwner()->isEntryBlock()))
      return blocks.lookup(arg.getOwner())->getArgument(arg.getArgNumber());
    return values.lookup(ptxValue);
  }
  /// The register values of ptx values.
  llvm::SmallVector<mlir::Value> getAll(mlir::ValueRange ptxValues);
  void set(mlir::Value ptxValue, mlir::Value value) {
    values[ptxValue] = value;
  }
  /// The register type of a ptx type.
  mlir::Type convertType(mlir::Type type);

  /// Sets the results of an op that is `Pure`: under a guard, each result is
  /// selected between the new value and the pass-through value.
  void setResults(mlir::Operation *op, mlir::ValueRange results);
  void setResult(mlir::Operation *op, mlir::Value result) {
    setResults(op, mlir::ValueRange(result));
  }
  /// The bits of a value that is constant.
  std::optional<uint64_t> getConstant(mlir::Value value) {
    return ori::getConstant(value);
  }
  /// The low 64 bits of a value that few instructions compute from constants.
  std::optional<uint64_t> foldConstant(mlir::Value value);

  mlir::Type r(unsigned width = 1) {
    return ori::RType::get(builder.getContext(), width);
  }
  mlir::Type p() { return ori::PType::get(builder.getContext()); }

  /// A constant; each is made once per function, at the top of its entry block.
  mlir::Value constant(mlir::Type type, const llvm::APInt &bits);
  mlir::Value imm(uint32_t bits) {
    return constant(r(), llvm::APInt(32, bits));
  }
  mlir::Value imm64(uint64_t bits) {
    return constant(r(2), llvm::APInt(64, bits));
  }
  mlir::Value zero() { return imm(0); }
  /// The uniform zero register.
  mlir::Value urz(unsigned width = 1) {
    return constant(ori::URType::get(builder.getContext(), width),
                    llvm::APInt(32 * width, 0));
  }
  /// The predicate constant; PT is the default of predicate sources.
  mlir::Value pt(bool value = true) {
    return constant(p(), llvm::APInt(1, value));
  }
  /// The uniform predicate that is true.
  mlir::Value upt() {
    return constant(ori::UPType::get(builder.getContext()), llvm::APInt(1, 1));
  }
  mlir::Value undef(mlir::Type type) {
    return ori::UndefOp::create(builder, loc, type);
  }
  /// A read of constant bank `bank` at a byte offset, `width` registers.
  mlir::Value cbank(unsigned bank, unsigned offset, unsigned width = 1) {
    return ori::CBankOp::create(builder, loc, r(width), bank, offset);
  }

  /// Register `index` of a tuple; the value itself if it is a single register.
  mlir::Value part(mlir::Value tuple, unsigned index, unsigned width = 1);
  mlir::Value lo(mlir::Value v64) { return part(v64, 0); }
  mlir::Value hi(mlir::Value v64) { return part(v64, 1); }
  mlir::Value combine(mlir::ValueRange parts);

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  /// Creates an instruction with the record's default modifiers or `mods`.
  mlir::Operation *inst(isa::Opcode opcode, mlir::ValueRange sources,
                        uint64_t mods) {
    return ori::createInst(builder, loc, opcode, sources,
                           fitMods(opcode, sources, mods));
  }
  mlir::Operation *inst(isa::Opcode opcode, mlir::ValueRange sources) {
    return inst(opcode, sources, isa::getDesc(opcode).defaultMods);
  }
  /// The same, first result.
  mlir::Value value(isa::Opcode opcode, mlir::ValueRange sources,
                    uint64_t mods) {
    return inst(opcode, sources, mods)->getResult(0);
  }
  mlir::Value value(isa::Opcode opcode, mlir::ValueRange sources) {
    return inst(opcode, sources)->getResult(0);
  }
  /// An instruction that the guard of `ptxOp` controls. `passThrough` has one
  /// value per result of the instruction (ignored without guard).
  mlir::Operation *guarded(mlir::Operation *ptxOp, isa::Opcode opcode,
                           mlir::ValueRange sources, uint64_t mods,
                           mlir::ValueRange passThrough = {});

  // Integer arithmetic on single registers.
  mlir::Value iadd(mlir::Value a, mlir::Value b) { return iadd3(a, b, zero()); }
  mlir::Value isub(mlir::Value a, mlir::Value b);
  mlir::Value ineg(mlir::Value a) { return isub(zero(), a); }
  mlir::Value iadd3(mlir::Value a, mlir::Value b, mlir::Value c);
  /// `sum` of a and b and perhaps a carry, signed, clamped to 32 bits.
  mlir::Value saturateSum(mlir::Value a, mlir::Value b, mlir::Value sum);
  /// a + b (or a - b), signed, clamped to 32 bits.
  mlir::Value iaddSaturating(mlir::Value a, mlir::Value b,
                             bool subtract = false);
  /// a + b (or a - b), with the carry (or not-borrow) in `carry`.
  mlir::Value addCarryOut(mlir::Value a, mlir::Value b, bool negateB,
                          mlir::Value &carry);
  /// a + b + carryIn (or a + ~b + carryIn); the carry out if wanted.
  mlir::Value addCarryIn(mlir::Value a, mlir::Value b, bool complementB,
                         mlir::Value carryIn, mlir::Value *carryOut = nullptr);
  /// Low 32 bits of a * b + c.
  mlir::Value imad(mlir::Value a, mlir::Value b, mlir::Value c);
  mlir::Value imul(mlir::Value a, mlir::Value b) { return imad(a, b, zero()); }
  /// 64-bit a * b + c; c has two registers.
  mlir::Value imadWide(mlir::Value a, mlir::Value b, mlir::Value c64,
                       bool isSigned);
  mlir::Value imulWide(mlir::Value a, mlir::Value b, bool isSigned) {
    return imadWide(a, b, imm64(0), isSigned);
  }
  /// High 32 bits of the 64-bit a * b.
  mlir::Value imulHi(mlir::Value a, mlir::Value b, bool isSigned);

  // 64-bit integers.
  mlir::Value add64(mlir::Value a, mlir::Value b);
  mlir::Value sub64(mlir::Value a, mlir::Value b);
  /// Low 64 bits of the product.
  mlir::Value mul64(mlir::Value a, mlir::Value b);

  // Logic.
  mlir::Value lop3(mlir::Value a, mlir::Value b, mlir::Value c, uint8_t lut);
  mlir::Value band(mlir::Value a, mlir::Value b) {
    return lop3(a, b, zero(), 0xc0);
  }
  mlir::Value bor(mlir::Value a, mlir::Value b) {
    return lop3(a, b, zero(), 0xfc);
  }
  mlir::Value bxor(mlir::Value a, mlir::Value b) {
    return lop3(a, b, zero(), 0x3c);
  }
  mlir::Value bnot(mlir::Value a) { return lop3(a, zero(), zero(), 0x0f); }
  /// Shifts of one register; amounts of 32 and more give zero (or the sign).
  mlir::Value shl(mlir::Value a, mlir::Value amount);
  mlir::Value shr(mlir::Value a, mlir::Value amount, bool isSigned);
  /// Funnel shift, the high or low 32 bits of {high, low} shifted.
  mlir::Value shf(mlir::Value low, mlir::Value amount, mlir::Value high,
                  bool right, bool wrap, bool highPart, isa::ShfType type);
  mlir::Value prmt(mlir::Value a, mlir::Value selector, mlir::Value b);
  /// Sign- or zero-extends the low `bits` bits (8 or 16) of a register.
  mlir::Value extend(mlir::Value a, unsigned bits, bool isSigned);

  // Predicates and selection.
  mlir::Value isetp(isa::ICmp cmp, mlir::Value a, mlir::Value b, bool isSigned);
  mlir::Value isetp64(isa::ICmp cmp, mlir::Value a, mlir::Value b,
                      bool isSigned);
  /// a where p holds, else b, any width (also predicates).
  mlir::Value select(mlir::Value p, mlir::Value a, mlir::Value b);
  /// The larger (`max`) or smaller of two 32-bit integers.
  mlir::Value minmax(mlir::Value a, mlir::Value b, bool max, bool isSigned);
  /// A predicate from a 3-input truth table.
  mlir::Value plop3(mlir::Value a, mlir::Value b, mlir::Value c, uint8_t lut);
  mlir::Value pnot(mlir::Value a) { return plop3(a, pt(), pt(), 0x0f); }
  mlir::Value pand(mlir::Value a, mlir::Value b) {
    return plop3(a, b, pt(), 0xc0);
  }
  mlir::Value por(mlir::Value a, mlir::Value b) {
    return plop3(a, b, pt(), 0xfc);
  }
  mlir::Value pxor(mlir::Value a, mlir::Value b) {
    return plop3(a, b, pt(), 0x3c);
  }

  // Machine state.
  mlir::Value specialRegister(isa::SpecialReg sr);
  /// The 64-bit memory descriptor of global accesses, read once per function;
  /// zero where the SM has none.
  mlir::Value descriptor();
  /// The upper word of generic addresses of shared memory.
  mlir::Value sharedWindowHigh();
  /// The base of the shared window of the block, with the CGA rank on top.
  mlir::Value sharedBase();
  /// Byte offset of a shared variable in the function's static shared memory.
  unsigned sharedOffset(ptx::GlobalOp global);

  /// The threads of `mask` meet, under the guard of `ptxOp`: before a `.sync`
  /// warp operation, whose threads need not have converged.
  /// `exclusive`: what follows is executed by the threads of one mask alone.
  mlir::Operation *warpSync(mlir::Operation *ptxOp, mlir::Value mask,
                            bool exclusive = false);
  /// The same for the whole warp: before an `.aligned` one.
  mlir::Operation *warpSync(mlir::Operation *ptxOp) {
    return warpSync(ptxOp, imm(~0u));
  }
  /// Marks what the whole warp executes together (ori::kOfWarpAttr): `made`, a
  /// collective for `ptxOp`, if `mask` is known to be of all threads.
  void markOfWarp(mlir::Operation *ptxOp, mlir::Operation *made,
                  mlir::Value mask);
  /// Whether threads outside of `mask` can be kept away by an exclusive one.
  bool canBeAlone(mlir::Value mask);

  //===--------------------------------------------------------------------===//
  // Device functions and calls (Calls.cpp)
  //===--------------------------------------------------------------------===//

  bool isDeviceFunction() const { return llvm::isa<ptx::FuncOp>(ptxFunc); }
  /// Whether no two threads of a warp execute the ptx operation together.
  bool runsAlone(mlir::Operation *op);
  /// The variable at a param address, unless that is a kernel parameter or
  /// known at run time only; adds to `offset` (bytes).
  ParamVariable *findParam(mlir::Value address, int64_t &offset);
  /// An access of the words of a variable; `bits` in all, from byte `offset`
  /// on. What is narrower than a register is extended.
  mlir::FailureOr<mlir::Value> readParam(mlir::Operation *op,
                                         ParamVariable &variable,
                                         int64_t offset, unsigned bits,
                                         bool isSigned);
  llvm::LogicalResult writeParam(mlir::Operation *op, ParamVariable &variable,
                                 int64_t offset, unsigned bits,
                                 mlir::Value data);

  /// Calls a function of the driver that the module declares, with the words of
  /// each parameter; the words of its result.
  llvm::SmallVector<mlir::Value>
  callSystem(ptx::FuncOp function,
             llvm::ArrayRef<llvm::SmallVector<mlir::Value>> arguments);

  /// Lowers an operation of the function, or one that a handler has made.
  llvm::LogicalResult lowerOp(mlir::Operation *op);
  /// Says of the kernel whose code this becomes what instructions do not show
  /// (Dialect/CodeMarks.h).
  void markKernel(llvm::StringRef mark);
  /// Diagnostic for what has no lowering yet.
  llvm::LogicalResult unsupported(mlir::Operation *op, const llvm::Twine &what);

private:
  std::unique_ptr<mlir::DominanceInfo> dominance; ///< of ptxFunc
  llvm::DenseMap<mlir::Block *, bool> alone;      ///< blocks that run alone
  /// The modifiers of a memory access as the SM has them.
  uint64_t fitMods(isa::Opcode opcode, mlir::ValueRange sources,
                   uint64_t mods) const;
  llvm::LogicalResult lowerBlock(mlir::Block &block);
  llvm::LogicalResult lowerTerminator(mlir::Operation *op);
  llvm::LogicalResult lowerBrx(ptx::BrxOp op);
  llvm::LogicalResult lowerSpecialRegister(ptx::ReadSRegOp op);
  llvm::LogicalResult lowerAddress(ptx::AddressOfOp op);
  mlir::Value lowerRelocatableAddress(ptx::AddressOfOp op,
                                      ptx::GlobalOp global);
  llvm::LogicalResult lowerParamAddress(ptx::ParamAddressOp op);
  void layoutFrame();
  void collectParams(uint64_t &frame, uint64_t &frameAlign);
  bool needsMemory(mlir::Operation *user, mlir::Value address,
                   mlir::Block *&home, ptx::ParamKind kind);
  void receiveArguments();
  mlir::Value loadFrame(unsigned offset, unsigned width);
  void storeFrame(unsigned offset, mlir::Value value);
  void storeLocal(mlir::Value base, unsigned offset, mlir::Value value);
  std::pair<mlir::ArrayAttr, mlir::ArrayAttr>
  getPrototype(ptx::CallIndirectOp call);
  mlir::Value getPiece(ParamVariable &variable, const ParamPiece &piece);
  void setPiece(ParamVariable &variable, const ParamPiece &piece,
                mlir::Value value);
  llvm::LogicalResult lowerCall(ptx::CallOp op);
  llvm::LogicalResult lowerIndirectCall(ptx::CallIndirectOp op);
  mlir::Block *getReturnBlock(mlir::TypeRange types);
  struct CallSite;
  llvm::LogicalResult emitCall(const CallSite &site);
  llvm::LogicalResult lowerReturn(ptx::RetOp op);
  /// Sets the insertion point to where values that the whole function uses go.
  void setInsertionPointAfterConstants();

  const HandlerTable &handlers;
  llvm::DenseMap<mlir::Value, mlir::Value> values; ///< of operations' results
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  llvm::SmallVector<unsigned> localOffsets;
  /// Parameters, return values and the variables of calls, by index.
  llvm::SmallVector<ParamVariable> inputs, returns, callParams;
  mlir::Block *returnBlock = nullptr; ///< of a function with several returns
  mlir::Value resultAddress;          ///< where return values in memory go
  mlir::Value descriptorValue, sharedBaseValue;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, mlir::Value> constants;
  mlir::Operation *lastConstant = nullptr;
};

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_LOWERING_H

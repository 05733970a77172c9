//===- PTXDialect.cpp - the ptx dialect -----------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect: families of operations, types, attributes,
// inlining. A family is registered by its own file because all operations in
// one take gigabytes and minutes to compile.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "LineLocTable.h"
#include "mlir/IR/Builders.h"
#include "mlir/Transforms/InliningUtils.h"
#include "ptx-mlir/Dialect/InstNames.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXTarget.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir::ptx;

#include "ptx-mlir/Dialect/PTX/IR/PTXAttrEnums.cpp.inc"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXAttributes.cpp.inc"
#include "ptx-mlir/Dialect/PTX/IR/PTXInterfaces.cpp.inc"

namespace ptxmlir::ptx {
// One per family, each in its own source file.
void registerArithOps(PTXDialect &dialect);
void registerAsyncOps(PTXDialect &dialect);
void registerConvertOps(PTXDialect &dialect);
void registerWmmaOps(PTXDialect &dialect);
void registerWarpgroupOps(PTXDialect &dialect);
void registerTcgen05Ops(PTXDialect &dialect);
void registerBulkOps(PTXDialect &dialect);
void registerLogicOps(PTXDialect &dialect);
void registerMatrixOps(PTXDialect &dialect);
void registerMemoryOps(PTXDialect &dialect);
void registerMiscOps(PTXDialect &dialect);
void registerStructureOps(PTXDialect &dialect);
void registerValueOps(PTXDialect &dialect);
void registerControlFlowOps(PTXDialect &dialect);
void registerSyncOps(PTXDialect &dialect);
void registerTextureOps(PTXDialect &dialect);
void registerVideoOps(PTXDialect &dialect);
} // namespace ptxmlir::ptx

namespace {
/// Bodies of functions may go anywhere; a return becomes a branch behind the
/// call.
struct PTXInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool allowSingleBlockOptimization(
      llvm::iterator_range<Region::iterator> blocks) const final {
    return llvm::isa<RetOp>(blocks.begin()->getTerminator());
  }
  void handleTerminator(Operation *op, Block *next) const final {
    auto ret = llvm::dyn_cast<RetOp>(op);
    if (!ret)
      return; // stays inside, or ends the thread
    OpBuilder builder(op);
    BraOp::create(builder, op->getLoc(), ret.getValues(), next);
    op->erase();
  }
  void handleTerminator(Operation *op, ValueRange results) const final {
    for (auto [result, value] :
         llvm::zip_equal(results, llvm::cast<RetOp>(op).getValues()))
      result.replaceAllUsesWith(value);
  }
};
} // namespace

LogicalResult
TargetAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   llvm::StringRef chip, unsigned opt,
                   llvm::StringRef /*features*/, ArrayAttr link,
                   llvm::StringRef /*options*/) {
  if (!ptxmlir::target::lookupTarget(chip))
    return emitError() << "there is no code for '" << chip << "'";
  constexpr unsigned kMostOptimization = 3;
  if (opt > kMostOptimization)
    return emitError() << "the level of optimization is 0 to "
                       << kMostOptimization << ", not " << opt;
  if (link && !llvm::all_of(link, llvm::IsaPred<StringAttr>))
    return emitError() << "'link' has names of files, nothing else";
  return success();
}

/// Families of which only the parser of PTX makes ops, by opcode. The frequent
/// ones first: what comes before a family is registered with it.
static constexpr void (*kRareFamilies[])(PTXDialect &) = {
    registerSyncOps,   registerMiscOps,      registerAsyncOps,
    registerMatrixOps, registerWmmaOps,      registerVideoOps,
    registerBulkOps,   registerWarpgroupOps, registerTcgen05Ops,
};

bool PTXDialect::registerMoreOps() {
  if (waitingFamilies.empty())
    return false;
  waitingFamilies.front()(*this);
  waitingFamilies = waitingFamilies.drop_front();
  return true;
}

void PTXDialect::initialize() {
  lineLocs = std::make_unique<detail::LineLocTable>(getContext());
  addInterfaces<PTXInlinerInterface>();
  registerStructureOps(*this);
  registerValueOps(*this);
  registerControlFlowOps(*this);
  registerArithOps(*this);
  registerConvertOps(*this);
  registerLogicOps(*this);
  registerMemoryOps(*this);
  registerTextureOps(*this);
  waitingFamilies = kRareFamilies;
  if (!OnDemandOps::areAllowed(getContext()))
    while (registerMoreOps())
      ;
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXAttributes.cpp.inc"
      >();
}

Operation *PTXDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || integer.getType() != type)
    return nullptr;
  return ConstOp::create(builder, loc, type, cast<TypedAttr>(value));
}

/// Parses the keyword of a value of an enumeration, `::` written as `_`.
template <typename Enum>
static FailureOr<Enum>
parseSpelling(AsmParser &parser,
              std::optional<Enum> (*symbolize)(llvm::StringRef)) {
  llvm::StringRef keyword;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword == "generic")
    return Enum();
  if (keyword == "shared_cluster")
    keyword = "shared::cluster";
  if (std::optional<Enum> value = symbolize(keyword))
    return *value;
  return FailureOr<Enum>(parser.emitError(loc, "unknown keyword '")
                         << keyword << "'");
}

FailureOr<DataType> FieldParser<DataType>::parse(AsmParser &parser) {
  return parseSpelling<DataType>(parser, symbolizeDataType);
}

FailureOr<Space> FieldParser<Space>::parse(AsmParser &parser) {
  return parseSpelling<Space>(parser, symbolizeSpace);
}

AsmPrinter &ptxmlir::ptx::operator<<(AsmPrinter &printer, DataType type) {
  printer.getStream() << stringify(type);
  return printer;
}

AsmPrinter &ptxmlir::ptx::operator<<(AsmPrinter &printer, Space space) {
  if (space == Space::None)
    printer.getStream() << "generic";
  else if (space == Space::SharedCluster)
    printer.getStream() << "shared_cluster";
  else
    printer.getStream() << stringify(space);
  return printer;
}

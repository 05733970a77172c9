//===- Export.cpp - From the sass dialect to a cubin ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects attributes and encoded code into the description that Format/Cubin
// writes. A decoded cubin takes another way: its bytes are kept and the code is
// replaced.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinIR/Export.h"
#include "CallGraph.h"
#include "Layout.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Format/Cubin/Image.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "ptx-mlir/Target/Relocations.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;

/// Registers that a kernel takes besides those in its code, and the most one
/// can have (observed on ptxas 13.0.88: REGCOUNT is the highest number plus
/// three).
static constexpr unsigned kInstBytes = 16;
static constexpr unsigned kHiddenRegisters = 2;
static constexpr unsigned kMaxRegisters = 255;
/// As `ori.func` has it.
static constexpr StringLiteral kDynamicStackAttr = "dynamic_stack";

/// Linkage as PTX has it; absent for internal symbols.
static cubin::Linkage getLinkage(std::optional<StringRef> linkage) {
  if (!linkage)
    return cubin::Linkage::Local;
  return *linkage == "weak" ? cubin::Linkage::Weak : cubin::Linkage::Global;
}

static std::optional<std::array<uint32_t, 3>>
getDims(std::optional<ArrayRef<int32_t>> dims) {
  if (!dims || dims->empty())
    return std::nullopt;
  std::array<uint32_t, 3> result = {1, 1, 1};
  for (unsigned i = 0; i != std::min<size_t>(3, dims->size()); ++i)
    result[i] = uint32_t((*dims)[i]);
  return result;
}

static std::optional<cubin::ParamSpace> getParamSpace(StringRef name) {
  using Result = std::optional<cubin::ParamSpace>;
  return llvm::StringSwitch<Result>(name)
      .Case("", cubin::ParamSpace::None)
      .Case("local", cubin::ParamSpace::Local)
      .Case("shared", cubin::ParamSpace::Shared)
      .Case("const", cubin::ParamSpace::Const)
      .Case("global", cubin::ParamSpace::Global)
      .Case("generic", cubin::ParamSpace::Generic)
      .Case("texref", cubin::ParamSpace::Texture)
      .Case("samplerref", cubin::ParamSpace::Sampler)
      .Case("surfref", cubin::ParamSpace::Surface)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static LogicalResult buildParams(sass::FuncOp func, cubin::Kernel &kernel) {
  ArrayRef<int32_t> offsets = func.getParamOffsets(),
                    sizes = func.getParamSizes();
  size_t count = offsets.size();
  std::optional<ArrayAttr> spaces = func.getParamSpaces();
  std::optional<ArrayRef<int32_t>> alignments = func.getParamAlignments();
  if (sizes.size() != count || (spaces && spaces->size() != count) ||
      (alignments && alignments->size() != count))
    return func.emitOpError("parameter attributes differ in number");
  for (size_t i = 0; i != count; ++i) {
    // The file has 16 bits for the offset; the writer knows the bank's size.
    if (!llvm::isUInt<16>(offsets[i]) || !llvm::isUInt<16>(sizes[i]))
      return func.emitOpError("parameter ")
             << i << " of " << sizes[i] << " bytes at " << offsets[i]
             << " lies outside the constant bank";
    cubin::Param param;
    param.ordinal = i;
    param.offset = offsets[i];
    param.size = sizes[i];
    if (spaces) {
      auto [name, image] = cast<StringAttr>((*spaces)[i]).getValue().split(' ');
      std::optional<cubin::ParamSpace> space = getParamSpace(name);
      if (!space)
        return func.emitOpError("parameter ")
               << i << " points to unknown space '" << name << "'";
      if (cubin::isImage(*space) != !image.empty())
        return func.emitOpError("parameter ")
               << i << (image.empty() ? " needs a name" : " needs no name");
      param.space = *space;
      param.image = image.str();
    }
    if (alignments && (*alignments)[i]) {
      if (!llvm::isPowerOf2_32((*alignments)[i]))
        return func.emitOpError("parameter ")
               << i << " points to something not aligned to a power of two";
      param.log2PointeeAlign = llvm::Log2_32((*alignments)[i]);
    }
    kernel.params.push_back(param);
    kernel.paramBytes =
        std::max<unsigned>(kernel.paramBytes, offsets[i] + sizes[i]);
  }
  return success();
}

static void buildLaunch(sass::FuncOp func, unsigned sm, cubin::Kernel &kernel) {
  kernel.maxntid = getDims(func.getMaxThreads());
  kernel.reqntid = getDims(func.getRequiredThreads());
  kernel.ctaPerCluster = getDims(func.getCluster());
  kernel.explicitCluster = func.getExplicitCluster();
  kernel.blocksAreClusters = func.getBlocksAreClusters();
  if (std::optional<uint32_t> rank = func.getMaxClusterRank())
    kernel.maxClusterRank = *rank;
  unsigned threads = 0;
  for (auto &dims : {kernel.maxntid, kernel.reqntid})
    if (dims)
      threads = (*dims)[0] * (*dims)[1] * (*dims)[2];
  kernel.maxRegCount =
      target::computeRegisterLimit(sm, func.getMaxRegisters().value_or(0),
                                   threads, func.getMinCtasPerSm().value_or(0));
}

/// The device functions in the code of a kernel.
static LogicalResult buildFunctions(sass::FuncOp func, const CodeLayout &code,
                                    cubin::Kernel &kernel) {
  std::optional<ArrayAttr> names = func.getFunctions();
  if (!names)
    return success();
  for (auto name : names->getAsRange<StringAttr>()) {
    auto label = code.labels.find(name);
    if (label == code.labels.end())
      return func.emitOpError("has no code of its function ") << name;
    cubin::InnerFunction function;
    function.name = name.str();
    function.offset = label->second;
    function.returnRegister = target::getCallABI().returnAddress;
    kernel.functions.push_back(std::move(function));
  }
  uint32_t end = code.code.size() * kInstBytes;
  for (cubin::InnerFunction &function : llvm::reverse(kernel.functions)) {
    if (function.offset > end)
      return func.emitOpError("has functions in another order than their code");
    function.size = end - function.offset;
    end = function.offset;
    CodeView own = CodeView(code.code).slice(function.offset / kInstBytes,
                                             function.size / kInstBytes);
    if (func->getParentOp()->hasAttr(kDebugAttr))
      function.frameOps = encodeDebugFrame(own);
    else if (auto frame = findFrame(own))
      function.frameOps =
          cubin::encodeFrameRows({{frame->second + kInstBytes, frame->first}});
  }
  return success();
}

/// What a kernel calls through registers: functions of the driver, and those
/// of its table.
static LogicalResult buildCalls(sass::FuncOp func, const CodeLayout &code,
                                ArrayRef<StringRef> declared,
                                cubin::Kernel &kernel) {
  llvm::SetVector<StringRef> called;
  bool isExtensible = func->getParentOp()->hasAttr(kExtensibleAttr);
  for (auto [offset, name] : code.systemCalls) {
    called.insert(name);
    // Others are calls of the linker's like any (observed on ptxas 13.0.88).
    if (!isExtensible)
      kernel.syscallOffsets.push_back(offset);
  }
  if (std::optional<ArrayAttr> externs = func.getExterns())
    for (auto symbol : externs->getAsRange<FlatSymbolRefAttr>())
      called.insert(symbol.getValue());
  for (StringRef name : declared)
    if (called.contains(name))
      kernel.externs.push_back(name.str());
  if (kernel.externs.size() != called.size())
    return func.emitOpError("calls a function that is not declared");
  for (StringRef name : called)
    kernel.externsByCall.push_back(name.str());
  if (std::optional<ArrayAttr> table = func.getFunctionTable()) {
    // Offset 0 is no function's.
    kernel.constant2.assign(8, 0);
    kernel.constant2Align = 8;
    kernel.constant2HasCodeOffsets = true;
    for (auto symbol : table->getAsRange<FlatSymbolRefAttr>()) {
      auto label = code.labels.find(symbol.getAttr());
      if (label == code.labels.end())
        return func.emitOpError("has no code of its function ") << symbol;
      for (unsigned i = 0; i != 8; ++i)
        kernel.constant2.push_back(uint8_t(uint64_t(label->second) >> 8 * i));
    }
  }
  return success();
}

/// What stands for an image.
static std::optional<cubin::VarSpace> getImageSpace(StringRef space) {
  using Result = std::optional<cubin::VarSpace>;
  return llvm::StringSwitch<Result>(space)
      .Case("texref", cubin::VarSpace::Texture)
      .Case("samplerref", cubin::VarSpace::Sampler)
      .Case("surfref", cubin::VarSpace::Surface)
      .Default(std::nullopt);
}

using Images = llvm::DenseMap<StringAttr, cubin::VarSpace>;

/// What the file says of a kernel that names an image.
static void addImageUse(cubin::VarSpace space, cubin::Kernel &kernel) {
  (space == cubin::VarSpace::Surface ? kernel.usesSurfaces
                                     : kernel.usesTextures) = true;
}

/// The same of a symbol in the code of a relocatable object, which may be
/// another.
static void addImageUse(StringAttr symbol, const Images &images,
                        cubin::Kernel &kernel) {
  if (auto found = images.find(symbol); found != images.end())
    return addImageUse(found->second, kernel);
  for (const cubin::Param &param : kernel.params)
    if (cubin::isImage(param.space) &&
        symbol.getValue() ==
            target::getImageParamSymbol(kernel.name, param.image))
      addImageUse(cubin::getImageSpace(param.space), kernel);
}

/// The words behind the parameters that name textures, samplers and surfaces.
static LogicalResult buildImageSlots(sass::FuncOp func, const Images &images,
                                     cubin::Kernel &kernel) {
  std::optional<ArrayAttr> slots = func.getImageSlots();
  if (!slots)
    return success();
  for (Attribute attr : *slots) {
    auto names = dyn_cast<ArrayAttr>(attr);
    if (!names || names.empty() || names.size() > 2)
      return func.emitOpError(
          "image_slots must be lists of one or two symbols or ordinals");
    std::pair<cubin::VarSpace, std::string> parts[2];
    for (auto [name, part] : llvm::zip(names, parts)) {
      auto symbol = dyn_cast<FlatSymbolRefAttr>(name);
      auto ordinal = dyn_cast<IntegerAttr>(name);
      if (symbol && images.contains(symbol.getAttr()))
        part = {images.lookup(symbol.getAttr()), symbol.getValue().str()};
      else if (ordinal && uint64_t(ordinal.getInt()) < kernel.params.size() &&
               cubin::isImage(kernel.params[ordinal.getInt()].space)) {
        const cubin::Param &param = kernel.params[ordinal.getInt()];
        part = {cubin::getImageSpace(param.space),
                target::getImageParamSymbol(kernel.name, param.image)};
      } else {
        return func.emitOpError("image_slots: ")
               << name << " is no texture, sampler or surface";
      }
    }
    addImageUse(parts[0].first, kernel);
    kernel.imageSlots.push_back(
        {parts[0].first, parts[0].second, parts[1].second});
  }
  return success();
}

/// Where the instructions come from.
static void buildPlaces(const CodeLayout &code, LineTables &lines,
                        cubin::Kernel &kernel) {
  std::optional<Location> last;
  for (auto [i, loc] : llvm::enumerate(code.locations)) {
    if (last == loc)
      continue;
    cubin::CodePlace place = lines.getPlace(loc);
    place.offset = uint32_t(i) * kInstBytes;
    kernel.places.push_back(place);
    last = loc;
  }
}

static LogicalResult buildKernel(sass::FuncOp func, unsigned sm,
                                 ArrayRef<StringRef> declared,
                                 const Images &images, cubin::Kernel &kernel,
                                 cubin::CompatInfo &compat, LineTables *lines) {
  CodeLayout code;
  code.wantsLocations = lines;
  if (failed(layoutCode(func, sm, /*pad=*/true, code)))
    return failure();
  if (code.code.empty())
    return func.emitOpError("has no instructions");
  if (lines)
    buildPlaces(code, *lines, kernel);
  if (lines && func->getParentOp()->hasAttr(kDebugAttr))
    kernel.registerRanges = findRegisterRanges(func, code);
  kernel.name = func.getSymName().str();
  kernel.linkage = getLinkage(func.getLinkage());
  kernel.text = std::move(code.text);
  unsigned used = countRegisters(code.code);
  unsigned least = std::min(used + kHiddenRegisters, kMaxRegisters);
  kernel.registers = std::max<unsigned>(func.getRegisters(), least);
  kernel.isFunction = !func.getKernel();
  if (func.getCalls() || kernel.isFunction)
    kernel.registers =
        std::max(kernel.registers, target::getCallABI().leastRegisters);
  // A kernel that gets registers later starts with as many as it says.
  unsigned later = getReconfiguredRegisters(code.code);
  if (later && func.getRegisters()) {
    kernel.registers = func.getRegisters();
    if (used > std::max(kernel.registers, later))
      return func.emitOpError("uses registers up to R")
             << used - 1 << ", it starts with " << kernel.registers
             << " and USETMAXREG gives it " << later;
  }
  kernel.barriers = func.getBarriers();
  kernel.frameBytes = func.getLocalBytes();
  if (func->hasAttr(kDynamicStackAttr))
    kernel.framePointer = target::getCallABI().getFramePointer(func.getCalls());
  kernel.sharedBytes = func.getSharedBytes();
  kernel.sharedAlign = std::max<unsigned>(func.getSharedAlignment(), 1);
  kernel.hasShared = func.getSharedBytes() || func.getSharedAlignment() ||
                     func.getUsesDynamicShared();
  if (failed(buildParams(func, kernel)))
    return failure();
  buildLaunch(func, sm, kernel);

  if (failed(buildFunctions(func, code, kernel)) ||
      failed(buildImageSlots(func, images, kernel)) ||
      failed(buildCalls(func, code, declared, kernel)))
    return failure();
  if (kernel.isFunction && func->getParentOp()->hasAttr(kDebugAttr))
    kernel.frameOps = encodeDebugFrame(code.code);
  // What the instructions do not show.
  if (func.getDiverges())
    kernel.crsStackBytes = 0;
  for (const CodeReloc &reloc : code.relocations) {
    addImageUse(reloc.attr.getSymbol().getAttr(), images, kernel);
    kernel.relocations.push_back(
        {reloc.offset, cubin::RelocType(reloc.attr.getType()),
         reloc.attr.getSymbol().getValue().str(),
         reloc.attr.getAddend() + int64_t(reloc.labelOffset)});
  }
  describeCode(code.code, *target::lookupTarget(sm, ""),
               func.getVariableBytes(), code.marks, kernel);
  describeMBarriers(code.code, code.marks, sm, kernel);
  kernel.usesWmma = func->hasAttr(kUsesWmmaAttr);
  addCompatInfo(code.code, func->hasAttr(kReplacesTensorMapAttr),
                func->hasAttr(kCopiesTensorMapAttr), compat);
  // With what it calls (observed on ptxas 13.0.88).
  kernel.frameBytes = kernel.minStackBytes =
      std::max<uint32_t>(func.getLocalBytes(), func.getStackBytes());
  return success();
}

//===----------------------------------------------------------------------===//
// Variables and the module
//===----------------------------------------------------------------------===//

static LogicalResult buildVariable(sass::GlobalOp global,
                                   const llvm::DenseSet<StringAttr> &functions,
                                   cubin::Variable &variable) {
  variable.name = global.getSymName().str();
  bool isRelocatable = global->getParentOp()->hasAttr(kRelocatableAttr);
  if (global.getSpace() == "const")
    variable.space = cubin::VarSpace::Const;
  else if (auto image = getImageSpace(global.getSpace()))
    variable.space = *image;
  else if (global.getSpace() == "shared" && isRelocatable)
    variable.space = cubin::VarSpace::Shared;
  else if (global.getSpace() != "global")
    return global.emitOpError("space '")
           << global.getSpace() << "' has no section of its own";
  if (auto owner = global->getAttrOfType<FlatSymbolRefAttr>(kOwnerAttr))
    variable.owner = owner.getValue().str();
  if (isRelocatable || global->getParentOp()->hasAttr(kExtensibleAttr)) {
    variable.isExtern = global.getLinkage() == "extern";
    variable.isCommon = global.getLinkage() == "common";
  } else if (global.getLinkage() == "extern")
    return mlir::emitError(global.getLoc(), "Unresolved extern variable '")
           << global.getSymName() << "'";
  variable.linkage = getLinkage(global.getLinkage());
  variable.size = global.getSize();
  variable.align = global.getAlignment();
  variable.managed = global.getManaged();
  if (global.getOffset())
    variable.offset = *global.getOffset();
  if (auto init = global.getInit()) {
    variable.hasInit = true;
    variable.init.assign(init->begin(), init->end());
  }
  std::optional<ArrayRef<int64_t>> offsets = global.getRelocOffsets();
  if (!offsets)
    return success();
  size_t count = offsets->size();
  if (!global.getRelocSymbols() || global.getRelocSymbols()->size() != count ||
      !global.getRelocAddends() || global.getRelocAddends()->size() != count ||
      !global.getRelocBytes() || global.getRelocBytes()->size() != count)
    return global.emitOpError("relocation attributes differ in number");
  variable.hasInit = true;
  for (size_t i = 0; i != count; ++i) {
    auto symbol = dyn_cast<FlatSymbolRefAttr>((*global.getRelocSymbols())[i]);
    if (!symbol)
      return global.emitOpError("relocation ") << i << " names no symbol";
    cubin::Relocation reloc;
    reloc.offset = (*offsets)[i];
    reloc.symbol = symbol.getValue().str();
    reloc.addend = (*global.getRelocAddends())[i];
    int64_t byte = (*global.getRelocBytes())[i];
    if (byte < kOwnSpaceAddress || byte > 7)
      return global.emitOpError("an address has no byte ") << byte;
    if (byte == kOwnSpaceAddress)
      reloc.type =
          functions.contains(symbol.getAttr())
              ? target::getFunctionPointerReloc(
                    cast<sass::ModuleOp>(global->getParentOp()).getSm())
              : cubin::RelocType::Abs64;
    else if (byte < 0)
      reloc.type = cubin::RelocType::Generic64;
    else
      reloc.type =
          cubin::RelocType(uint64_t(cubin::RelocType::GenericByte0) + byte);
    variable.relocations.push_back(std::move(reloc));
  }
  return success();
}

LogicalResult ptxmlir::buildCubinModule(sass::ModuleOp module,
                                        cubin::Module &out, LineTables *lines) {
  out.sm = module.getSm();
  out.suffix = module.getSmSuffix().empty() ? 0 : module.getSmSuffix()[0];
  out.ptxTarget = module.getPtxSm().value_or(0);
  out.independentTextures = module.getIndependentTextures();
  SmallVector<StringRef> declared;
  llvm::DenseSet<StringAttr> functions;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>()) {
    functions.insert(func.getSymNameAttr());
    if (func.isDeclaration())
      declared.push_back(func.getSymName());
  }
  Images images;
  for (auto global : module.getBody().front().getOps<sass::GlobalOp>())
    if (auto space = getImageSpace(global.getSpace()))
      images[global.getSymNameAttr()] = *space;
  out.relocatable = module->hasAttr(kRelocatableAttr);
  out.extensible = module->hasAttr(kExtensibleAttr);
  for (Operation &op : module.getBody().front()) {
    if (auto func = dyn_cast<sass::FuncOp>(op)) {
      if (func.isDeclaration())
        continue;
      if (!func.getKernel() && !out.relocatable)
        return func.emitOpError("is no kernel; a cubin of a whole program "
                                "holds device functions inside kernels");
      out.kernels.emplace_back();
      if (failed(buildKernel(func, out.sm, declared, images, out.kernels.back(),
                             out.compat, lines)))
        return failure();
    } else if (auto global = dyn_cast<sass::GlobalOp>(op)) {
      if (global.getSpace() == "shared" && !out.relocatable)
        continue;
      out.variables.emplace_back();
      if (failed(buildVariable(global, functions, out.variables.back())))
        return failure();
    }
  }
  if (lines)
    out.lineInfo = lines->info;
  if (lines && lines->finish && failed(lines->finish(module, out)))
    return failure();
  if (out.relocatable)
    return addCallGraph(module, out);
  cubin::layoutVariables(out);
  if (out.extensible)
    return success();
  // The code reads addresses from bank 4 by slot number.
  std::vector<std::string> slots = cubin::getAddressSlots(out);
  if (std::optional<ArrayAttr> table = module.getAddressTable())
    for (auto [i, symbol] : llvm::enumerate(*table)) {
      auto ref = dyn_cast<FlatSymbolRefAttr>(symbol);
      if (!ref || i >= slots.size() || ref.getValue() != slots[i])
        return module.emitOpError("address table entry ")
               << i << " must be " << (i < slots.size() ? slots[i] : "absent");
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Decoded cubins
//===----------------------------------------------------------------------===//

/// Adds the code of a kernel or of a device function with a section of its own.
static LogicalResult editFunction(sass::FuncOp func, unsigned sm,
                                  const cubin::LoadedCubin &loaded,
                                  std::vector<cubin::SectionEdit> &edits) {
  unsigned section = 0, registers = 0;
  size_t offset = 0, size = 0;
  if (const cubin::LoadedKernel *kernel =
          loaded.findKernel(func.getSymName())) {
    section = kernel->textSection;
    registers = kernel->registers;
    size = kernel->text.size();
  } else {
    auto function =
        llvm::find_if(loaded.functions, [&](const cubin::LoadedFunction &f) {
          return f.name == func.getSymName();
        });
    if (function == loaded.functions.end())
      return func.emitOpError("is no function of the image");
    section = function->section;
    registers = function->registers;
    offset = function->offset;
    size = function->size;
  }
  CodeLayout code;
  if (failed(layoutCode(func, sm, /*pad=*/false, code)))
    return failure();
  // Tables inside other sections hold code offsets.
  if (code.text.size() != size)
    return func.emitOpError("has ")
           << code.text.size() << " bytes of code, the image " << size
           << "; an edit must keep the size";
  // Warp-specialised kernels use more in the warps to which USETMAXREG gives
  // them.
  unsigned used = countRegisters(code.code);
  unsigned later = getReconfiguredRegisters(code.code);
  if (registers && used > std::max(registers, later)) {
    InFlightDiagnostic error = func.emitOpError("uses registers up to R")
                               << used - 1 << ", the image gives it "
                               << registers;
    if (later)
      error << " and USETMAXREG " << later;
    return error;
  }
  auto edit =
      llvm::find_if(edits, [&](const auto &e) { return e.section == section; });
  if (edit == edits.end()) {
    ArrayRef<uint8_t> data = loaded.sections[section].data;
    edits.push_back({section, data.vec()});
    edit = std::prev(edits.end());
  }
  llvm::copy(code.text, edit->data.begin() + offset);
  return success();
}

/// Writes a decoded cubin back with the code of its functions.
static LogicalResult exportImage(sass::ModuleOp module, ArrayRef<int8_t> image,
                                 SmallVectorImpl<char> &out) {
  llvm::Expected<cubin::LoadedCubin> loaded = cubin::read(ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(image.data()), image.size()));
  if (!loaded)
    return module.emitOpError("image: ") << llvm::toString(loaded.takeError());
  if (loaded->sm != module.getSm())
    return module.emitOpError("is for sm_")
           << module.getSm() << ", its image for sm_" << loaded->sm;
  std::vector<cubin::SectionEdit> edits;
  for (auto func : module.getBody().front().getOps<sass::FuncOp>())
    if (failed(editFunction(func, module.getSm(), *loaded, edits)))
      return failure();
  if (llvm::Error error = cubin::rewrite(*loaded, edits, out)) {
    out.clear();
    return module.emitOpError() << llvm::toString(std::move(error));
  }
  return success();
}

LogicalResult ptxmlir::exportCubin(sass::ModuleOp module,
                                   SmallVectorImpl<char> &out,
                                   LineTables *lines) {
  out.clear();
  if (std::optional<ArrayRef<int8_t>> image = module.getImage())
    return exportImage(module, *image, out);
  cubin::Module description;
  if (failed(buildCubinModule(module, description, lines)))
    return failure();
  if (llvm::Error error = cubin::write(description, out)) {
    out.clear();
    return module.emitOpError() << llvm::toString(std::move(error));
  }
  return success();
}

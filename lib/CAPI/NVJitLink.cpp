//===- NVJitLink.cpp - The functions of nvJitLink -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As NVIDIA's library answers (observed on libnvJitLink of 13.0, by
// test/CAPI/Inputs/nvjitlink.c) for PTX and for programs that are linked
// already. All PTX becomes one module, so that functions of one input are put
// into those of another. Over the C interface alone.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir-c/compat/nvJitLink.h"
#include "ptx-mlir-c/ptx-mlir.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <string>
#include <vector>

namespace {
struct Input {
  std::string name, bytes;
};
} // namespace

struct nvJitLink {
  std::string arch; ///< "sm_90"
  std::vector<std::string> options;
  bool isLTO = false;
  std::vector<Input> ptx, cubins;
  std::string linked, errorLog, infoLog;
  bool isComplete = false;

  nvJitLinkResult fail(nvJitLinkResult code, const std::string &message) {
    errorLog += message + "\n";
    return code;
  }
};

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static bool consume(const char *&text, const char *prefix) {
  size_t length = strlen(prefix);
  if (strncmp(text, prefix, length) != 0)
    return false;
  text += length;
  return true;
}

static nvJitLinkResult setArch(nvJitLink &link, const char *name) {
  const char *number = name;
  if (consume(number, "compute_"))
    return link.fail(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
                     "ERROR: virtual arch requires -ptx");
  for (size_t i = 0; const char *known = ptxmlirGetTarget(i); ++i)
    if (!strcmp(known, name)) {
      link.arch = name;
      return NVJITLINK_SUCCESS;
    }
  // sm_90a and the like are targets that the compiler knows, too.
  PtxmlirResult *result = nullptr;
  PtxmlirInput empty = {"", 0, nullptr};
  std::string option = std::string("-arch=") + name;
  const char *options[] = {option.c_str()};
  bool isKnown =
      ptxmlirCompile(&empty, 1, options, 1, &result) != PTXMLIR_ERROR_OPTIONS;
  ptxmlirResultDestroy(result);
  if (!isKnown)
    return link.fail(NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
                     std::string("unknown arch: ") + name);
  link.arch = name;
  return NVJITLINK_SUCCESS;
}

/// What tunes, or is for what link-time optimization would make of the program.
static bool isWithoutEffect(const char *option) {
  if (!strcmp(option, "-no-cache") ||
      !strcmp(option, "-optimize-unused-variables"))
    return true;
  for (const char *prefix :
       {"-ftz=", "-prec-div=", "-prec-sqrt=", "-kernels-used=",
        "-variables-used=", "-split-compile-extended=", "-jump-table-density="})
    if (const char *rest = option; consume(rest, prefix))
      return true;
  return false;
}

static nvJitLinkResult addOption(nvJitLink &link, const char *option) {
  const char *value = option;
  if (consume(value, "-arch="))
    return setArch(link, value);
  if (!strcmp(option, "-lto")) {
    link.isLTO = true;
  } else if (!strcmp(option, "-verbose")) {
    link.options.push_back("-v");
  } else if (!strcmp(option, "-time")) {
    link.options.push_back("--compiler-stats=time");
  } else if (!strcmp(option, "-g") || !strcmp(option, "-lineinfo")) {
    link.options.push_back(option);
  } else if (consume(value = option, "-O")) {
    if (strcmp(value, "0") != 0 && strcmp(value, "3") != 0)
      return link.fail(NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                       std::string("unsupported value of -O: ") + value +
                           ". Only 0 and 3 are supported.");
    link.options.push_back(option);
  } else if (consume(value = option, "-fma=")) {
    link.options.push_back(std::string("--fmad=") +
                           (strcmp(value, "0") != 0 ? "true" : "false"));
  } else if (consume(value = option, "-maxrregcount=")) {
    link.options.push_back(option);
  } else if (consume(value = option, "-split-compile=")) {
    link.options.push_back(std::string("--split-compile=") + value);
  } else if (consume(value = option, "-Xptxas=")) {
    link.options.push_back(value);
  } else if (!isWithoutEffect(option)) {
    return link.fail(NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                     std::string("unrecognized option: ") + option);
  }
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t numOptions,
                                const char *const *options) {
  if (!handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!numOptions || !options)
    return NVJITLINK_ERROR_NULL_INPUT;
  *handle = new (std::nothrow) nvJitLink;
  if (!*handle)
    return NVJITLINK_ERROR_INTERNAL;
  nvJitLink &link = **handle;
  bool asksForPTX = false;
  for (uint32_t i = 0; i != numOptions; ++i) {
    if (!options[i])
      return link.fail(NVJITLINK_ERROR_NULL_INPUT, "an option is NULL");
    if (!strcmp(options[i], "-ptx")) {
      asksForPTX = true;
      continue;
    }
    nvJitLinkResult result = addOption(link, options[i]);
    if (result != NVJITLINK_SUCCESS)
      return result;
  }
  if (link.arch.empty())
    return link.fail(NVJITLINK_ERROR_MISSING_ARCH, "-arch=sm_N is missing");
  if (asksForPTX && !link.isLTO)
    return link.fail(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
                     "ERROR: -ptx requires -lto");
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle) {
  if (!handle || !*handle)
    return NVJITLINK_ERROR_INVALID_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static constexpr const char *kPTXName = "application ptx input";

/// Compiles, with the logs. `arch` is a target, or one that only checks.
static PtxmlirStatus compile(nvJitLink &link, const std::vector<Input> &inputs,
                             const std::string &arch, std::string *cubin) {
  std::vector<PtxmlirInput> texts;
  for (const Input &input : inputs)
    texts.push_back({input.bytes.data(), input.bytes.size(), kPTXName});
  std::string archOption = "-arch=" + arch;
  std::vector<const char *> options = {"--diagnostic-format=ptxas",
                                       archOption.c_str()};
  for (const std::string &option : link.options)
    // What limits registers warns where nothing is compiled.
    if (cubin || option.compare(0, 13, "-maxrregcount") != 0)
      options.push_back(option.c_str());
  PtxmlirResult *result = nullptr;
  PtxmlirStatus status = ptxmlirCompile(
      texts.data(), texts.size(), options.data(), options.size(), &result);
  if (status != PTXMLIR_SUCCESS) {
    link.errorLog += ptxmlirResultGetLog(result);
  } else if (cubin) {
    size_t size;
    const char *bytes = ptxmlirResultGetOutput(result, &size);
    cubin->assign(bytes, size);
    link.infoLog += ptxmlirResultGetLog(result);
    link.infoLog += ptxmlirResultGetInfo(result);
  }
  ptxmlirResultDestroy(result);
  return status;
}

static nvJitLinkResult addPTX(nvJitLink &link, Input input) {
  // Callers count the 0 at the end, or do not.
  input.bytes.resize(strnlen(input.bytes.data(), input.bytes.size()));
  std::vector<Input> one = {std::move(input)};
  if (compile(link, one, "compute_" + link.arch.substr(strlen("sm_")),
              nullptr) != PTXMLIR_SUCCESS)
    return link.fail(NVJITLINK_ERROR_PTX_COMPILE,
                     "ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (" +
                         one[0].name + ")");
  link.ptx.push_back(std::move(one[0]));
  return NVJITLINK_SUCCESS;
}

static bool startsWith(const std::string &bytes, const std::string &magic) {
  return bytes.compare(0, magic.size(), magic) == 0;
}

static constexpr size_t kELFHeaderBytes = 64;

static bool isCubin(const std::string &bytes) {
  // ELF of 64 bits, for CUDA.
  return bytes.size() >= kELFHeaderBytes &&
         startsWith(bytes, {'\x7f', 'E', 'L', 'F', 2}) &&
         uint8_t(bytes[18]) == 190 && bytes[19] == 0;
}

static nvJitLinkResult addCubin(nvJitLink &link, Input input) {
  constexpr uint8_t kExecutable = 2;
  if (uint8_t(input.bytes[16]) != kExecutable)
    return link.fail(NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
                     "ERROR: " + input.name +
                         " is a relocatable object, which this library does "
                         "not link; link PTX instead");
  PtxmlirInput cubin = {input.bytes.data(), input.bytes.size(),
                        input.name.c_str()};
  PtxmlirResult *result = nullptr;
  PtxmlirStatus status = ptxmlirInspect(&cubin, &result);
  if (status != PTXMLIR_SUCCESS)
    link.errorLog += ptxmlirResultGetLog(result);
  std::string target = ptxmlirResultGetTarget(result);
  ptxmlirResultDestroy(result);
  if (status != PTXMLIR_SUCCESS)
    return NVJITLINK_ERROR_INVALID_INPUT;
  // Programs run on later SMs with the same first number; those with a suffix
  // on their own.
  int sm = atoi(target.c_str() + strlen("sm_")),
      wanted = atoi(link.arch.c_str() + strlen("sm_"));
  bool hasSuffix = target.back() > '9';
  if (hasSuffix ? target != link.arch : sm / 10 != wanted / 10 || sm > wanted)
    return link.fail(NVJITLINK_ERROR_ARCH_MISMATCH,
                     "ERROR: " + input.name + " is for " + target +
                         ", not for " + link.arch);
  link.cubins.push_back(std::move(input));
  return NVJITLINK_SUCCESS;
}

namespace {
/// A kind of data that is known by its first bytes.
struct Kind {
  nvJitLinkInputType type;
  const char *title;
};
} // namespace

/// What the bytes are; NONE: nothing that is known.
static Kind getKind(const std::string &bytes) {
  if (isCubin(bytes))
    return {NVJITLINK_INPUT_CUBIN, "a cubin"};
  if (startsWith(bytes, "\x50\xed\x55\xba"))
    return {NVJITLINK_INPUT_FATBIN, "a fatbin"};
  if (startsWith(bytes, "\x7f"
                        "ELF"))
    return {NVJITLINK_INPUT_OBJECT, "an object of the host"};
  if (startsWith(bytes, "!<arch>\n"))
    return {NVJITLINK_INPUT_LIBRARY, "a library of the host"};
  // "BC" of LLVM's bitcode, and the wrapper that LTO IR has.
  if (startsWith(bytes, "BC\xc0\xde") || startsWith(bytes, "\xed\x43\x4e\x7f"))
    return {NVJITLINK_INPUT_LTOIR, "LTO IR"};
  if (bytes.find(".version") != std::string::npos)
    return {NVJITLINK_INPUT_PTX, "PTX"};
  return {NVJITLINK_INPUT_NONE, "nothing that is known"};
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle,
                                 nvJitLinkInputType inputType, const void *data,
                                 size_t size, const char *name) {
  if (!handle || !data || !size)
    return NVJITLINK_ERROR_INVALID_INPUT;
  nvJitLink &link = *handle;
  if (link.isComplete)
    return link.fail(NVJITLINK_ERROR_INVALID_INPUT,
                     "ERROR: the link is complete");
  Input input = {name ? name : "input",
                 std::string(static_cast<const char *>(data), size)};
  bool isKnownType =
      inputType == NVJITLINK_INPUT_ANY || (inputType >= NVJITLINK_INPUT_CUBIN &&
                                           inputType <= NVJITLINK_INPUT_INDEX);
  if (!isKnownType)
    return link.fail(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
                     "unsupported input type: " + input.name);
  Kind kind = getKind(input.bytes);
  if (inputType == NVJITLINK_INPUT_ANY) {
    if (kind.type == NVJITLINK_INPUT_NONE)
      return link.fail(NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
                       "unrecognized input type: " + input.name);
  } else if (kind.type != inputType && inputType != NVJITLINK_INPUT_PTX &&
             inputType != NVJITLINK_INPUT_INDEX) {
    return link.fail(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
                     "ERROR 1: bad input: " + input.name +
                         " is not of the type it was added as");
  } else {
    kind.type = inputType;
  }
  switch (kind.type) {
  case NVJITLINK_INPUT_PTX:
    return addPTX(link, std::move(input));
  case NVJITLINK_INPUT_CUBIN:
    return addCubin(link, std::move(input));
  case NVJITLINK_INPUT_LTOIR:
    if (!link.isLTO)
      return link.fail(NVJITLINK_ERROR_LTO_NOT_ENABLED,
                       "ERROR: " + input.name + " is LTO IR; requires -lto");
    return link.fail(NVJITLINK_ERROR_NVVM_COMPILE,
                     "ERROR: " + input.name +
                         " is LTO IR, which only NVIDIA's compiler reads");
  default:
    return link.fail(NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
                     "ERROR: " + input.name + " is " + kind.title +
                         "; this library links PTX");
  }
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle,
                                 nvJitLinkInputType inputType,
                                 const char *fileName) {
  if (!handle || !fileName)
    return NVJITLINK_ERROR_INVALID_INPUT;
  std::string bytes;
  FILE *file = fopen(fileName, "rb");
  if (!file)
    return handle->fail(NVJITLINK_ERROR_INVALID_INPUT,
                        std::string("no such file: ") + fileName);
  char buffer[1 << 14];
  while (size_t count = fread(buffer, 1, sizeof(buffer), file))
    bytes.append(buffer, count);
  bool failed = ferror(file) != 0;
  fclose(file);
  if (failed)
    return handle->fail(NVJITLINK_ERROR_INVALID_INPUT,
                        std::string("cannot read file: ") + fileName);
  return nvJitLinkAddData(handle, inputType, bytes.data(), bytes.size(),
                          fileName);
}

//===----------------------------------------------------------------------===//
// The link
//===----------------------------------------------------------------------===//

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (!handle)
    return NVJITLINK_ERROR_INVALID_INPUT;
  nvJitLink &link = *handle;
  if (link.isComplete)
    return NVJITLINK_SUCCESS;
  if (link.arch.empty())
    return link.fail(NVJITLINK_ERROR_INTERNAL, "ERROR: -arch=sm_N is missing");
  if (link.isLTO)
    return link.fail(NVJITLINK_ERROR_NVVM_COMPILE,
                     "ERROR: -lto without LTO IR");
  if (!link.cubins.empty()) {
    if (link.cubins.size() + link.ptx.size() > 1)
      return link.fail(NVJITLINK_ERROR_FINALIZE,
                       "ERROR: " + link.cubins[0].name +
                           " is a program, to which this library links "
                           "nothing");
    link.linked = link.cubins[0].bytes;
    link.isComplete = true;
    return NVJITLINK_SUCCESS;
  }
  std::vector<Input> inputs = link.ptx;
  if (inputs.empty()) {
    inputs.push_back({"", ".version 8.0\n.target sm_75\n.address_size 64\n"});
    // Options of ptxas are for inputs.
    link.options.clear();
  }
  PtxmlirStatus status = compile(link, inputs, link.arch, &link.linked);
  if (status == PTXMLIR_SUCCESS) {
    link.isComplete = true;
    return NVJITLINK_SUCCESS;
  }
  // Each input is right by itself.
  bool isOfLink = inputs.size() > 1 || status == PTXMLIR_ERROR_TARGET;
  return isOfLink ? link.fail(NVJITLINK_ERROR_INTERNAL, "ERROR 9: finish")
                  : NVJITLINK_ERROR_PTX_COMPILE;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle,
                                            size_t *size) {
  if (!handle || !size)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (!handle->isComplete)
    return NVJITLINK_ERROR_INTERNAL;
  *size = handle->linked.size();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin) {
  if (!handle || !cubin)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (!handle->isComplete)
    return NVJITLINK_ERROR_INTERNAL;
  memcpy(cubin, handle->linked.data(), handle->linked.size());
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle,
                                          size_t *size) {
  (void)handle;
  (void)size;
  return NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx) {
  (void)handle;
  (void)ptx;
  return NVJITLINK_ERROR_INVALID_INPUT;
}

static nvJitLinkResult getLogSize(nvJitLinkHandle handle,
                                  std::string nvJitLink::*log, size_t *size) {
  if (!handle || !size)
    return NVJITLINK_ERROR_INVALID_INPUT;
  // With the 0 behind it; 0 if there is no log.
  size_t length = (handle->*log).size();
  *size = length ? length + 1 : 0;
  return NVJITLINK_SUCCESS;
}

static nvJitLinkResult getLog(nvJitLinkHandle handle,
                              std::string nvJitLink::*log, char *to) {
  if (!handle || !to)
    return NVJITLINK_ERROR_INVALID_INPUT;
  const std::string &text = handle->*log;
  // Of an empty log callers may have no room for its 0.
  if (!text.empty())
    memcpy(to, text.c_str(), text.size() + 1);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *size) {
  return getLogSize(handle, &nvJitLink::errorLog, size);
}
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log) {
  return getLog(handle, &nvJitLink::errorLog, log);
}
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *size) {
  return getLogSize(handle, &nvJitLink::infoLog, size);
}
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log) {
  return getLog(handle, &nvJitLink::infoLog, log);
}

nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor) {
  if (!major || !minor)
    return NVJITLINK_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVJITLINK_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Names with versions
//===----------------------------------------------------------------------===//
//
// NVIDIA's headers call `__nvJitLinkCreate_13_0` and so on, by the toolkit they
// are of. The functions are the same in all.

#define ALIAS(function, version)                                               \
  extern "C" __attribute__((alias("nvJitLink" #function),                      \
                            visibility("default"))) void                       \
  __nvJitLink##function##_##version();
#define ALIASES(version)                                                       \
  ALIAS(Create, version)                                                       \
  ALIAS(Destroy, version)                                                      \
  ALIAS(AddData, version)                                                      \
  ALIAS(AddFile, version)                                                      \
  ALIAS(Complete, version)                                                     \
  ALIAS(GetLinkedCubinSize, version)                                           \
  ALIAS(GetLinkedCubin, version)                                               \
  ALIAS(GetLinkedPtxSize, version)                                             \
  ALIAS(GetLinkedPtx, version)                                                 \
  ALIAS(GetErrorLogSize, version)                                              \
  ALIAS(GetErrorLog, version)                                                  \
  ALIAS(GetInfoLogSize, version)                                               \
  ALIAS(GetInfoLog, version)
#define ALIASES_OF_MAJOR(major)                                                \
  ALIASES(major##_0)                                                           \
  ALIASES(major##_1)                                                           \
  ALIASES(major##_2)                                                           \
  ALIASES(major##_3)                                                           \
  ALIASES(major##_4)                                                           \
  ALIASES(major##_5)                                                           \
  ALIASES(major##_6)                                                           \
  ALIASES(major##_7)                                                           \
  ALIASES(major##_8)                                                           \
  ALIASES(major##_9)

ALIASES_OF_MAJOR(12)
ALIASES_OF_MAJOR(13)

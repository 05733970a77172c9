//===- NVPTXCompiler.cpp - The functions of nvPTXCompiler -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As NVIDIA's library answers (observed on libnvptxcompiler_static of 13.5, by
// test/CAPI/Inputs/nvptxcompiler.c). Over the C interface alone.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir-c/compat/nvPTXCompiler.h"
#include "ptx-mlir-c/ptx-mlir.h"
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

struct nvPTXCompiler {
  std::string ptx;
  std::string errorLog, infoLog;
  PtxmlirResult *compiled = nullptr; ///< where a compile has made a program
  int (*callback)(void *, void *) = nullptr;
  void *payload = nullptr;
};

static bool startsWith(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/// The options without the file to write, which NVIDIA's library takes and
/// ignores; and with the target that ptxas assumes where none is named.
static std::vector<const char *> getOptions(int count,
                                            const char *const *given) {
  std::vector<const char *> options = {"--diagnostic-format=ptxas"};
  bool hasArch = false;
  for (int i = 0; i < count; ++i) {
    if (!strcmp(given[i], "-o") || !strcmp(given[i], "--output-file")) {
      ++i;
      continue;
    }
    if (startsWith(given[i], "-o=") || startsWith(given[i], "--output-file="))
      continue;
    hasArch |=
        startsWith(given[i], "-arch") || startsWith(given[i], "--gpu-name");
    options.push_back(given[i]);
  }
  if (!hasArch)
    options.push_back("-arch=sm_75");
  return options;
}

static bool isCancelled(nvPTXCompilerHandle compiler) {
  return compiler->callback &&
         compiler->callback(compiler->payload, nullptr) == 1;
}

/// Splits what optxas prints into errors and all else.
static void splitLog(nvPTXCompilerHandle compiler, PtxmlirResult *result,
                     bool failed) {
  compiler->errorLog.clear();
  compiler->infoLog = ptxmlirResultGetInfo(result);
  (failed ? compiler->errorLog : compiler->infoLog) +=
      ptxmlirResultGetLog(result);
}

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major,
                                           unsigned int *minor) {
  if (!major || !minor)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetNumSupportedVersions(int *numVersions) {
  if (!numVersions)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *numVersions = int(ptxmlirGetNumPTXVersions());
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetSupportedVersions(int (*versions)[2]) {
  if (!versions)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  for (size_t i = 0; i != ptxmlirGetNumPTXVersions(); ++i)
    ptxmlirGetPTXVersion(i, &versions[i][0], &versions[i][1]);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetNumSupportedArchs(int *numArchs) {
  if (!numArchs)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  // Those with a suffix are no numbers.
  *numArchs = 0;
  for (size_t i = 0; const char *name = ptxmlirGetTarget(i); ++i)
    *numArchs += name[strlen(name) - 1] <= '9';
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetSupportedArchs(int *supportedArchs) {
  if (!supportedArchs)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  for (size_t i = 0; const char *name = ptxmlirGetTarget(i); ++i)
    if (name[strlen(name) - 1] <= '9')
      *supportedArchs++ = atoi(name + strlen("sm_"));
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler,
                                       size_t ptxCodeLen, const char *ptxCode) {
  if (!compiler || !ptxCode || !ptxCodeLen)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *compiler = new (std::nothrow) nvPTXCompiler;
  if (!*compiler)
    return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
  (*compiler)->ptx.assign(ptxCode, strnlen(ptxCode, ptxCodeLen));
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler) {
  if (!compiler || !*compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  ptxmlirResultDestroy((*compiler)->compiled);
  delete *compiler;
  *compiler = nullptr;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler,
                                        int numCompileOptions,
                                        const char *const *compileOptions) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (numCompileOptions < 0 || (numCompileOptions && !compileOptions))
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  for (int i = 0; i < numCompileOptions; ++i)
    if (!compileOptions[i])
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  ptxmlirResultDestroy(compiler->compiled);
  compiler->compiled = nullptr;
  if (isCancelled(compiler))
    return NVPTXCOMPILE_ERROR_CANCELLED;
  std::vector<const char *> options =
      getOptions(numCompileOptions, compileOptions);
  PtxmlirInput input = {compiler->ptx.data(), compiler->ptx.size(),
                        "application ptx input"};
  PtxmlirResult *result = nullptr;
  PtxmlirStatus status =
      ptxmlirCompile(&input, 1, options.data(), options.size(), &result);
  splitLog(compiler, result, status != PTXMLIR_SUCCESS);
  size_t size = 0;
  (void)ptxmlirResultGetOutput(result, &size);
  if (status == PTXMLIR_SUCCESS && size && !isCancelled(compiler)) {
    compiler->compiled = result;
    return NVPTXCOMPILE_SUCCESS;
  }
  PtxmlirDiagnostic first;
  bool isOtherVersion = ptxmlirResultGetDiagnostic(result, 0, &first) &&
                        (startsWith(first.message, "Unsupported .version") ||
                         startsWith(first.message, "there is no .version"));
  ptxmlirResultDestroy(result);
  if (status == PTXMLIR_SUCCESS)
    return size ? NVPTXCOMPILE_ERROR_CANCELLED
                : NVPTXCOMPILE_PARSE_ONLY_SUCCESS;
  return isOtherVersion ? NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION
                        : NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
}

/// Hands out the program or its size.
static nvPTXCompileResult getProgram(nvPTXCompilerHandle compiler,
                                     const void *to, size_t *size,
                                     const char **bytes) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!to)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  if (!compiler->compiled)
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  *bytes = ptxmlirResultGetOutput(compiler->compiled, size);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult
nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler,
                                    size_t *binaryImageSize) {
  const char *bytes;
  return getProgram(compiler, binaryImageSize, binaryImageSize, &bytes);
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler,
                                                   void *binaryImage) {
  const char *bytes;
  size_t size;
  nvPTXCompileResult result = getProgram(compiler, binaryImage, &size, &bytes);
  if (result == NVPTXCOMPILE_SUCCESS)
    memcpy(binaryImage, bytes, size);
  return result;
}

static nvPTXCompileResult getLogSize(nvPTXCompilerHandle compiler,
                                     std::string nvPTXCompiler::*log,
                                     size_t *size) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  // With the 0 behind it; 0 if there is no log.
  size_t length = (compiler->*log).size();
  *size = length ? length + 1 : 0;
  return NVPTXCOMPILE_SUCCESS;
}

static nvPTXCompileResult getLog(nvPTXCompilerHandle compiler,
                                 std::string nvPTXCompiler::*log, char *to) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!to)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  const std::string &text = compiler->*log;
  // Of an empty log callers may have no room for its 0.
  if (!text.empty())
    memcpy(to, text.c_str(), text.size() + 1);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler,
                                                size_t *errorLogSize) {
  return getLogSize(compiler, &nvPTXCompiler::errorLog, errorLogSize);
}
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler,
                                            char *errorLog) {
  return getLog(compiler, &nvPTXCompiler::errorLog, errorLog);
}
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler,
                                               size_t *infoLogSize) {
  return getLogSize(compiler, &nvPTXCompiler::infoLog, infoLogSize);
}
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler,
                                           char *infoLog) {
  return getLog(compiler, &nvPTXCompiler::infoLog, infoLog);
}

nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler,
                                                int (*callback)(void *, void *),
                                                void *payload) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!callback)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  compiler->callback = callback;
  compiler->payload = payload;
  return NVPTXCOMPILE_SUCCESS;
}

/*===-- ptx-mlir-c/compat/nvPTXCompiler.h - as NVIDIA's library ---*- C -*-===*\
|*                                                                            *|
|* Part of the ptx-mlir project, under the Apache License v2.0 with LLVM      *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions of nvPTXCompiler, for programs that have no header of        *|
|* NVIDIA's; those that have one need not be compiled again. See              *|
|* docs/compatible-libraries.md.                                              *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef nvPTXCompiler_INCLUDED
#define nvPTXCompiler_INCLUDED

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvPTXCompiler *nvPTXCompilerHandle;

typedef enum {
  NVPTXCOMPILE_SUCCESS = 0,
  NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE = 1,
  NVPTXCOMPILE_ERROR_INVALID_INPUT = 2,
  NVPTXCOMPILE_ERROR_COMPILATION_FAILURE = 3,
  NVPTXCOMPILE_ERROR_INTERNAL = 4,
  NVPTXCOMPILE_ERROR_OUT_OF_MEMORY = 5,
  /* A result is asked for that a compile has not made. */
  NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE = 6,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION = 7,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 8,
  /* The callback said so. */
  NVPTXCOMPILE_ERROR_CANCELLED = 9,
  /* The options asked for a check (-arch=compute_N): no program. */
  NVPTXCOMPILE_PARSE_ONLY_SUCCESS = 10
} nvPTXCompileResult;

/* The toolkit whose library this one takes the place of: 13 and 0. */
nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major,
                                           unsigned int *minor);
/* Versions of PTX, ascending, as pairs; SMs, ascending: 75, 80 ... */
nvPTXCompileResult nvPTXCompilerGetNumSupportedVersions(int *numVersions);
nvPTXCompileResult nvPTXCompilerGetSupportedVersions(int (*versions)[2]);
nvPTXCompileResult nvPTXCompilerGetNumSupportedArchs(int *numArchs);
nvPTXCompileResult nvPTXCompilerGetSupportedArchs(int *supportedArchs);

/* Copies the text, which has that many characters; a 0 ends it before. */
nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler,
                                       size_t ptxCodeLen, const char *ptxCode);
/* Sets the handle to NULL. */
nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler);
/* Options are those of ptxas. */
nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler,
                                        int numCompileOptions,
                                        const char *const *compileOptions);
nvPTXCompileResult
nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler,
                                    size_t *binaryImageSize);
nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler,
                                                   void *binaryImage);
/* Sizes of logs count the 0 behind the text; 0: there is no log. */
nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler,
                                                size_t *errorLogSize);
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler,
                                            char *errorLog);
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler,
                                               size_t *infoLogSize);
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler,
                                           char *infoLog);
/* Called with `payload` and NULL before and after the compile, which ends where
   it returns 1. */
nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler,
                                                int (*callback)(void *, void *),
                                                void *payload);

#ifdef __cplusplus
}
#endif

#endif

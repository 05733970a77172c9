/*===-- ptx-mlir-c/ptx-mlir.h - C interface of ptx-mlir -----------*- C -*-===*\
|*                                                                            *|
|* Part of the ptx-mlir project, under the Apache License v2.0 with LLVM      *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* PTX to machine code, machine code to text and back, and both executed on   *|
|* the CPU, as functions. The library is libptxmlir.                          *|
|*                                                                            *|
|* A function that has something to say makes a result, also where it fails:  *|
|* the bytes or the text that were asked for, and messages. Results are       *|
|* destroyed by their owner; all that their accessors return lives as long as *|
|* the result. Strings of input may be NULL where this header says so.        *|
|*                                                                            *|
|* No function has state that another call sees, ends the process or writes   *|
|* to its files and streams. Any number of threads may call at once; a result *|
|* is for one thread at a time. Threads need 1 MiB of stack.                  *|
|*                                                                            *|
|* What is here stays: functions and enumerators are added, none changes.     *|
|* Structures that callers fill begin with their size, so that they may grow. *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTX_MLIR_C_PTX_MLIR_H
#define PTX_MLIR_C_PTX_MLIR_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define PTXMLIR_CAPI
#else
#define PTXMLIR_CAPI __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum PtxmlirStatus {
  PTXMLIR_SUCCESS = 0,
  /** A pointer is NULL that must not be, a size or an enumerator is wrong. */
  PTXMLIR_ERROR_ARGUMENT = 1,
  /** The options: an unknown one, a wrong value, two that exclude each other.
   */
  PTXMLIR_ERROR_OPTIONS = 2,
  /** The input is malformed, or has something that is not supported. */
  PTXMLIR_ERROR_INPUT = 3,
  /** The PTX cannot become code for the target that the options ask for. */
  PTXMLIR_ERROR_TARGET = 4,
  /** A kernel could not be launched, or did something wrong while it ran. */
  PTXMLIR_ERROR_EXECUTION = 5,
  /** A check found something in code that is well-formed. */
  PTXMLIR_ERROR_FINDINGS = 6
} PtxmlirStatus;

/** What came of a call. */
typedef struct PtxmlirResult PtxmlirResult;

/** Bytes, and what messages call them (NULL: a name that says what they are).
    Text needs no 0 at its end. */
typedef struct PtxmlirInput {
  const char *data;
  size_t size;
  const char *name;
} PtxmlirInput;

/*===-- Version -----------------------------------------------------------===*/

/** Version of this interface: the first number changes where callers must. */
#define PTXMLIR_API_MAJOR 1
#define PTXMLIR_API_MINOR 0

/** The version of this interface that the library has. Either may be NULL. */
PTXMLIR_CAPI void ptxmlirGetAPIVersion(int *major, int *minor);

/** The version of ptx-mlir, "0.1.0". */
PTXMLIR_CAPI const char *ptxmlirGetVersion(void);

/** The versions of PTX that are taken, oldest first: how many, and each, which
    is false behind the last one. */
PTXMLIR_CAPI size_t ptxmlirGetNumPTXVersions(void);
PTXMLIR_CAPI int ptxmlirGetPTXVersion(size_t index, int *major, int *minor);

/** The targets there is code for, "sm_75" and so on: their number, and the name
    of each; NULL behind the last one. */
PTXMLIR_CAPI size_t ptxmlirGetNumTargets(void);
PTXMLIR_CAPI const char *ptxmlirGetTarget(size_t index);

/*===-- Compiling ---------------------------------------------------------===*/

/** Compiles PTX to a cubin. Several inputs are one program, as several files of
    one command line are.

    \param options     words of optxas's command line, as it takes them (see
                       docs/options.md): "-arch=sm_90", "-O3", or "-arch" and
                       "sm_90". Those that name files or end a program
                       (--output-file, --input-as-string, --help, --version,
                       --list-version, --list-arch, --fdevice-time-trace,
                       --validate, --bisect, --launch) are errors. Without -arch
                       the target is the one that the PTX names.
    \param result      set in all cases but PTXMLIR_ERROR_ARGUMENT. Its output
                       is the cubin; none where the options ask for a check only
                       (-arch=compute_90). It has functions.                  */
PTXMLIR_CAPI PtxmlirStatus ptxmlirCompile(const PtxmlirInput *inputs,
                                          size_t numInputs,
                                          const char *const *options,
                                          size_t numOptions,
                                          PtxmlirResult **result);

/** Parses and verifies a PTX module. The output is the module as text of the
    `ptx` dialect of MLIR. Options as above; those about code do nothing. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirParse(const PtxmlirInput *ptx,
                                        const char *const *options,
                                        size_t numOptions,
                                        PtxmlirResult **result);

/*===-- Machine code ------------------------------------------------------===*/

typedef enum PtxmlirForm {
  /** A listing with control fields; to read. */
  PTXMLIR_FORM_LISTING = 0,
  /** The listing in the spelling of NVIDIA's disassembler. */
  PTXMLIR_FORM_NVDISASM = 1,
  /** The `sass` dialect of MLIR, for ptxmlirAssemble(). It describes all of the
      file; code may change in any way. */
  PTXMLIR_FORM_MLIR = 2,
  /** The same, with the file in it: an assembled file differs in its code only,
      which keeps its size. */
  PTXMLIR_FORM_MLIR_WITH_IMAGE = 3
} PtxmlirForm;

/** Machine code of a cubin as text. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirDisassemble(const PtxmlirInput *cubin,
                                              PtxmlirForm form,
                                              PtxmlirResult **result);

/** Text of the `sass` dialect to a cubin. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirAssemble(const PtxmlirInput *text,
                                           PtxmlirResult **result);

/** Follows all paths of a cubin's code with its stall counts and barriers, and
    finds registers that are accessed before their time. Each finding is an
   error of the result, with PTXMLIR_ERROR_FINDINGS. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirCheckHazards(const PtxmlirInput *cubin,
                                               PtxmlirResult **result);

/** What functions of a cubin use: the result has functions, a target and no
    output. A cubin does not say how much its functions spill. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirInspect(const PtxmlirInput *cubin,
                                          PtxmlirResult **result);

/*===-- Running -----------------------------------------------------------===*/

typedef enum PtxmlirArgumentKind {
  /** `data` has the bytes of the parameter, as many as it has. */
  PTXMLIR_ARGUMENT_VALUE = 0,
  /** `data` is memory of the caller: what is in it is put into global memory,
      the parameter is the address, and what is there after the run is put back,
      also where the run fails. */
  PTXMLIR_ARGUMENT_BUFFER = 1,
  /** `data` is text as ptx-run takes it after --arg= (docs/execution.md), for
      textures and tensor maps above all; `size` is its length. What it says
      about files is refused. */
  PTXMLIR_ARGUMENT_TEXT = 2
} PtxmlirArgumentKind;

typedef struct PtxmlirArgument {
  PtxmlirArgumentKind kind;
  void *data;
  size_t size;
} PtxmlirArgument;

/** Checks besides memory that is not there, which is always an error. */
enum {
  /** Races of threads, reads of what nothing has written, barriers that not all
      reach. */
  PTXMLIR_CHECK_MEMORY = 1,
  /** Registers that are accessed before their time where the code goes (machine
      code only). */
  PTXMLIR_CHECK_HAZARDS = 2
};

typedef struct PtxmlirLaunch {
  /** sizeof(PtxmlirLaunch). */
  size_t structSize;
  /** The kernel; NULL: the only one of the module. */
  const char *kernel;
  /** Blocks, threads of a block, blocks of a cluster; a 0 in the first two is a
      1, three of them in `cluster` are what the kernel says. */
  uint32_t grid[3], block[3], cluster[3];
  /** Dynamic shared memory in bytes. */
  uint64_t sharedBytes;
  /** Instructions of warps after which the run is an error; 0: no limit. */
  uint64_t maxInstructions;
  /** Threads of the host (machine code without checks only); 0: one. */
  uint32_t threads;
  /** PTXMLIR_CHECK_*. */
  uint32_t checks;
} PtxmlirLaunch;

/** Runs a kernel of a cubin on the CPU. The output is what it prints. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirRun(const PtxmlirInput *cubin,
                                      const PtxmlirLaunch *launch,
                                      const PtxmlirArgument *arguments,
                                      size_t numArguments,
                                      PtxmlirResult **result);

/** Runs a kernel of PTX text by the PTX ISA, compiling nothing. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirInterpret(const PtxmlirInput *ptx,
                                            const PtxmlirLaunch *launch,
                                            const PtxmlirArgument *arguments,
                                            size_t numArguments,
                                            PtxmlirResult **result);

/*===-- Results -----------------------------------------------------------===*/

/** NULL is allowed. */
PTXMLIR_CAPI void ptxmlirResultDestroy(PtxmlirResult *result);

/** What the call that made the result returned. */
PTXMLIR_CAPI PtxmlirStatus ptxmlirResultGetStatus(const PtxmlirResult *result);

/** The output, with a 0 behind it that `size` does not count; `size` may be
    NULL. Never NULL itself. */
PTXMLIR_CAPI const char *ptxmlirResultGetOutput(const PtxmlirResult *result,
                                                size_t *size);

/** All messages as text, as optxas prints them. */
PTXMLIR_CAPI const char *ptxmlirResultGetLog(const PtxmlirResult *result);

/** What `-v` and `--compiler-stats` print. */
PTXMLIR_CAPI const char *ptxmlirResultGetInfo(const PtxmlirResult *result);

typedef enum PtxmlirSeverity {
  PTXMLIR_SEVERITY_ERROR = 0,
  PTXMLIR_SEVERITY_WARNING = 1,
  PTXMLIR_SEVERITY_NOTE = 2
} PtxmlirSeverity;

/** A message. Line and column count from 1, in bytes; 0: not known. */
typedef struct PtxmlirDiagnostic {
  PtxmlirSeverity severity;
  /** The name of an input; "" for what is about no place. */
  const char *file;
  uint32_t line, column;
  /** Characters that it is about; 0: not known. */
  uint32_t length;
  const char *message;
} PtxmlirDiagnostic;

/** The messages in their order: a note belongs to what is in front of it. */
PTXMLIR_CAPI size_t ptxmlirResultGetNumDiagnostics(const PtxmlirResult *result);
/** False behind the last one. */
PTXMLIR_CAPI int ptxmlirResultGetDiagnostic(const PtxmlirResult *result,
                                            size_t index,
                                            PtxmlirDiagnostic *diagnostic);

/** What a function uses. Sizes are bytes; -1: not known. */
typedef struct PtxmlirFunction {
  const char *name;
  int isKernel;
  /** Registers of a thread, barriers of a block. */
  int32_t registers, barriers;
  /** Static shared memory of a block; local memory of a thread, of which spills
      are a part. */
  int64_t sharedBytes, localBytes;
  /** What the instructions that spill store and load, each counted once. */
  int64_t spillStoreBytes, spillLoadBytes;
  int64_t paramBytes;
} PtxmlirFunction;

PTXMLIR_CAPI size_t ptxmlirResultGetNumFunctions(const PtxmlirResult *result);
/** False behind the last one. */
PTXMLIR_CAPI int ptxmlirResultGetFunction(const PtxmlirResult *result,
                                          size_t index,
                                          PtxmlirFunction *function);

/** What a cubin is for, of ptxmlirInspect(): "sm_90a"; else "". */
PTXMLIR_CAPI const char *ptxmlirResultGetTarget(const PtxmlirResult *result);

/** Instructions that a run executed: of warps, of threads. Either may be NULL.
 */
PTXMLIR_CAPI void ptxmlirResultGetCounts(const PtxmlirResult *result,
                                         uint64_t *warpInstructions,
                                         uint64_t *threadInstructions);

#ifdef __cplusplus
}
#endif

#endif /* PTX_MLIR_C_PTX_MLIR_H */

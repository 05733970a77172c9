/* A compile service: service THREADS COMPILES FILE.ptx...
   Compiles the files in turn in several threads at once, each now and then with
   an error in it, parses, disassembles, checks and inspects some; all results
   must be those of the first round, which one thread made. Says how much memory
   the process has more than after a tenth of the compiles, and fails where that
   is more than 8 MiB. */
#include "ptx-mlir-c/ptx-mlir.h"
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILES = 64 };
static PtxmlirInput files[MAX_FILES];
static PtxmlirInput cubins[MAX_FILES];
static unsigned numFiles;
static atomic_uint next, wrong;
static unsigned last;
static const char *const options[] = {"-arch=sm_90", "-O3", "-v"};
enum { NUM_OPTIONS = 3 };

static void fail(const char *what, unsigned file) {
  atomic_fetch_add(&wrong, 1);
  fprintf(stderr, "%s: %s\n", files[file].name, what);
}

static PtxmlirResult *compile(unsigned file) {
  PtxmlirResult *result = NULL;
  if (ptxmlirCompile(&files[file], 1, options, NUM_OPTIONS, &result))
    fail(ptxmlirResultGetLog(result), file);
  return result;
}

static void compare(unsigned file) {
  PtxmlirResult *result = compile(file);
  size_t size;
  const char *bytes = ptxmlirResultGetOutput(result, &size);
  if (size != cubins[file].size || memcmp(bytes, cubins[file].data, size))
    fail("another cubin", file);
  ptxmlirResultDestroy(result);
}

static void compileBad(unsigned file) {
  PtxmlirInput inputs[2] = {files[file], {"bogus\n", 6, "bad"}};
  PtxmlirResult *result = NULL;
  if (ptxmlirCompile(inputs, 2, options, NUM_OPTIONS, &result) !=
          PTXMLIR_ERROR_INPUT ||
      !ptxmlirResultGetNumDiagnostics(result))
    fail("no error", file);
  ptxmlirResultDestroy(result);
}

static void useCubin(unsigned file, unsigned turn) {
  PtxmlirResult *result = NULL;
  int status;
  switch (turn % 5) {
  case 0:
    status = ptxmlirParse(&files[file], NULL, 0, &result);
    break;
  case 1:
    status = ptxmlirDisassemble(&cubins[file], PTXMLIR_FORM_LISTING, &result);
    break;
  case 2:
    status = ptxmlirDisassemble(&cubins[file], PTXMLIR_FORM_MLIR, &result);
    break;
  case 3:
    status = ptxmlirCheckHazards(&cubins[file], &result);
    break;
  default:
    status = ptxmlirInspect(&cubins[file], &result);
  }
  if (status)
    fail(ptxmlirResultGetLog(result), file);
  ptxmlirResultDestroy(result);
}

static void *work(void *unused) {
  unsigned turn;
  while ((turn = atomic_fetch_add(&next, 1)) < last) {
    unsigned file = turn % numFiles;
    if (turn % 7 == 3)
      compileBad(file);
    else
      compare(file);
    if (turn % 3 == 0)
      useCubin(file, turn / 3);
  }
  return unused;
}

/* The first compiles of a process set up what all share. */
static void *begin(void *unused) {
  ptxmlirResultDestroy(compile(0));
  return unused;
}

static void inThreads(unsigned count, void *(*function)(void *)) {
  pthread_t threads[64];
  for (unsigned i = 0; i != count; ++i)
    if (pthread_create(&threads[i], NULL, function, NULL))
      exit(2);
  for (unsigned i = 0; i != count; ++i)
    pthread_join(threads[i], NULL);
}

static void serve(unsigned numThreads, unsigned end) {
  last = end;
  inThreads(numThreads, work);
  atomic_store(&next, end);
}

/* Resident memory in KiB; what the heap keeps for itself is given back. */
static long getMemory(void) {
  malloc_trim(0);
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%*s %ld", &pages) != 1)
    exit(2);
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    exit(2);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*size);
  if (fread(bytes, 1, *size, file) != *size)
    exit(2);
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc < 4 || argc - 3 > MAX_FILES)
    return 2;
  unsigned numThreads = (unsigned)atoi(argv[1]), count = (unsigned)atoi(argv[2]);
  numFiles = (unsigned)argc - 3;
  for (unsigned i = 0; i != numFiles; ++i) {
    files[i].name = argv[3 + i];
    files[i].data = readFile(argv[3 + i], &files[i].size);
  }
  inThreads(numThreads, begin);
  for (unsigned i = 0; i != numFiles; ++i) {
    PtxmlirResult *result = compile(i);
    size_t size;
    const char *bytes = ptxmlirResultGetOutput(result, &size);
    char *copy = malloc(size);
    memcpy(copy, bytes, size);
    cubins[i] = (PtxmlirInput){copy, size, "cubin"};
    ptxmlirResultDestroy(result);
  }
  serve(numThreads, count / 10);
  long before = getMemory();
  serve(numThreads, count);
  long growth = getMemory() - before;
  printf("%u compiles in %u threads, %u wrong, %ld KiB after a tenth, %+ld KiB at "
         "the end\n",
         count, numThreads, atomic_load(&wrong), before, growth);
  return wrong != 0 || growth > 8192;
}
